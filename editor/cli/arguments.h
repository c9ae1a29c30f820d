// arguments.h: options from tables, and strict reading of the numbers in them.
//
// An option is "--name", "--name VALUE" or "--name=VALUE"; a VALUE may begin with a minus. "--" ends the options.
// Every number must be finite and stand alone: "1e3" is one, "12px", "nan" and "" are not.
#ifndef EDITOR_CLI_ARGUMENTS_H
#define EDITOR_CLI_ARGUMENTS_H

#include "document/level/level.h"

typedef struct editor_cli_option {
    const char *name;  // with its dashes
    const char *value; // what --help calls the value; NULL: the option takes none
    const char *help;  // one line
    // Stores `value` (NULL when the option takes none) into the table's owner. False and one line when it is wrong.
    bool (*apply)(void *into, const char *value, editor_error *error);
} editor_cli_option;

// A table of options and the struct that they write to.
typedef struct editor_cli_options {
    const char *title; // heads them in --help
    const editor_cli_option *rows;
    size_t count;
    void *into;
} editor_cli_options;

typedef enum editor_cli_parse_result {
    EDITOR_CLI_PARSED,
    EDITOR_CLI_HELP_ASKED,
    EDITOR_CLI_WRONG // one line in `error`
} editor_cli_parse_result;

// Reads all arguments; at most one may be no option, and is stored in `*file` (else it is left alone).
editor_cli_parse_result editor_cli_parse(int argc, char *const *argv, const editor_cli_options *tables,
                                         size_t table_count, const char **file, editor_error *error);

// What --help shows of a table, on stderr.
void editor_cli_print_options(const editor_cli_options *table);

// Exactly `count` finite numbers separated by `separator` (' ' stands for any run of blanks, and allows them around).
bool editor_cli_read_numbers(const char *text, char separator, double *out, int count);
// A decimal or 0x-hexadecimal number of 32 bits.
bool editor_cli_read_mask(const char *text, uint32_t *out);
// "WxH", each 1 to 16384.
bool editor_cli_read_size(const char *text, uint32_t *width, uint32_t *height);

// Writes the one line of an error, and returns false for `return` statements.
bool editor_cli_fail(editor_error *error, const char *format, ...);

#endif
