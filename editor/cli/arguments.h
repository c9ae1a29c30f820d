// arguments.h: parses options by tables, and their numbers strictly.
//
// An option is "--name", "--name VALUE" or "--name=VALUE"; a VALUE may begin with a minus. "--" ends the options. Every
// number must be finite and complete: "1e3" is valid; "12px", "nan" and "" are not.
#ifndef EDITOR_CLI_ARGUMENTS_H
#define EDITOR_CLI_ARGUMENTS_H

#include "document/level/level.h"

typedef struct editor_cli_option {
    const char *name;  // with its dashes
    const char *value; // name of the value in --help; NULL: the option takes none
    const char *help;  // one line
    // Stores `value` (NULL if the option takes none) in the table's struct. False: invalid; `error` has one line.
    bool (*apply)(void *into, const char *value, editor_error *error);
} editor_cli_option;

// A table of options and the struct that they write to.
typedef struct editor_cli_options {
    const char *title; // heading in --help
    const editor_cli_option *rows;
    size_t count;
    void *into;
} editor_cli_options;

typedef enum editor_cli_parse_result {
    EDITOR_CLI_PARSED,
    EDITOR_CLI_HELP_ASKED,
    EDITOR_CLI_WRONG // one line in `error`
} editor_cli_parse_result;

// Reads all arguments. At most one may be no option: it is stored in `*file`, which otherwise keeps its value.
editor_cli_parse_result editor_cli_parse(int argc, char *const *argv, const editor_cli_options *tables,
                                         size_t table_count, const char **file, editor_error *error);

// Prints a table for --help, on stderr.
void editor_cli_print_options(const editor_cli_options *table);

// Reads exactly `count` finite numbers separated by `separator`. ' ' stands for any run of spaces, also at both ends.
bool editor_cli_read_numbers(const char *text, char separator, double *out, int count);
// Reads a decimal or 0x-hexadecimal number of 32 bits.
bool editor_cli_read_mask(const char *text, uint32_t *out);
// Reads "WxH", each 1 to 16384.
bool editor_cli_read_size(const char *text, uint32_t *width, uint32_t *height);

// Writes the line of an error. Returns false, for `return` statements.
bool editor_cli_fail(editor_error *error, const char *format, ...);

#endif
