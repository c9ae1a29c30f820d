#include "cli/arguments.h"

#include "system/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool editor_cli_fail(editor_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(error->text, sizeof(error->text), format, arguments);
    va_end(arguments);
    return false;
}

// Finds the row whose name is the first `length` characters of `name`.
static const editor_cli_option *find_option(const char *name, size_t length, const editor_cli_options *tables,
                                            size_t table_count, void **into)
{
    for (size_t t = 0; t < table_count; t++) {
        for (size_t i = 0; i < tables[t].count; i++) {
            const editor_cli_option *option = &tables[t].rows[i];
            if (strlen(option->name) == length && strncmp(option->name, name, length) == 0) {
                *into = tables[t].into;
                return option;
            }
        }
    }
    return NULL;
}

// Whether an argument where a value belongs is an option: the value was forgotten. A value that looks like one is given
// with "=".
static bool is_option(const char *argument, const editor_cli_options *tables, size_t table_count)
{
    void *into;
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0 ||
           find_option(argument, strcspn(argument, "="), tables, table_count, &into) != NULL;
}

// Reads the option at argv[*i] and advances *i past its value.
static bool read_option(int argc, char *const *argv, int *i, const editor_cli_options *tables, size_t table_count,
                        editor_error *error)
{
    const char *argument = argv[*i];
    const char *equals = strchr(argument, '=');
    size_t length = equals != NULL ? (size_t)(equals - argument) : strlen(argument);
    void *into = NULL;
    const editor_cli_option *option = find_option(argument, length, tables, table_count, &into);
    if (option == NULL)
        return editor_cli_fail(error, "unknown option %s", argument);
    if (option->value == NULL) {
        if (equals != NULL)
            return editor_cli_fail(error, "%s takes no value", option->name);
        return option->apply(into, NULL, error);
    }
    if (equals != NULL)
        return option->apply(into, equals + 1, error);
    if (*i + 1 >= argc || is_option(argv[*i + 1], tables, table_count))
        return editor_cli_fail(error, "%s needs a value: %s", option->name, option->value);
    *i += 1;
    return option->apply(into, argv[*i], error);
}

editor_cli_parse_result editor_cli_parse(int argc, char *const *argv, const editor_cli_options *tables,
                                         size_t table_count, const char **file, editor_error *error)
{
    bool options_ended = false, has_file = false;
    for (int i = 0; i < argc; i++) {
        const char *argument = argv[i];
        if (!options_ended && strcmp(argument, "--") == 0) {
            options_ended = true;
        } else if (!options_ended && (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)) {
            return EDITOR_CLI_HELP_ASKED;
        } else if (!options_ended && argument[0] == '-' && argument[1] != '\0') {
            if (!read_option(argc, argv, &i, tables, table_count, error))
                return EDITOR_CLI_WRONG;
        } else if (has_file) {
            editor_cli_fail(error, "one FILE is expected, and %s is a second one", argument);
            return EDITOR_CLI_WRONG;
        } else {
            *file = argument;
            has_file = true;
        }
    }
    return EDITOR_CLI_PARSED;
}

void editor_cli_print_options(const editor_cli_options *table)
{
    fprintf(stderr, "\n%s:\n", table->title);
    for (size_t i = 0; i < table->count; i++) {
        const editor_cli_option *option = &table->rows[i];
        char left[64];
        snprintf(left, sizeof(left), "%s%s%s", option->name, option->value != NULL ? " " : "",
                 option->value != NULL ? option->value : "");
        fprintf(stderr, "  %-24s %s\n", left, option->help);
    }
}

// Reads a number at `text`. Returns its end, or NULL. strtod alone would also accept "nan", "inf" and hexadecimal.
static const char *read_number(const char *text, double *out)
{
    size_t length = strspn(text, "0123456789+-.eE");
    char *end = NULL;
    *out = strtod(text, &end);
    return length > 0 && end != text && end <= text + length && isfinite(*out) ? end : NULL;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

bool editor_cli_read_numbers(const char *text, char separator, double *out, int count)
{
    bool blanks = separator == ' ';
    for (int i = 0; i < count; i++) {
        if (i > 0 && !blanks) {
            if (*text != separator)
                return false;
            text++;
        }
        const char *start = blanks ? skip_blanks(text) : text;
        if (blanks && i > 0 && start == text)
            return false; // "1-2" is not a pair
        text = read_number(start, &out[i]);
        if (text == NULL)
            return false;
    }
    return *(blanks ? skip_blanks(text) : text) == '\0';
}

bool editor_cli_read_mask(const char *text, uint32_t *out)
{
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hexadecimal ? text + 2 : text;
    size_t length = strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
    if (length == 0 || digits[length] != '\0')
        return false;
    errno = 0;
    unsigned long long value = strtoull(digits, NULL, hexadecimal ? 16 : 10);
    if (errno != 0 || value > UINT32_MAX)
        return false;
    *out = (uint32_t)value;
    return true;
}

bool editor_cli_read_size(const char *text, uint32_t *width, uint32_t *height)
{
    double sides[2];
    if (!editor_cli_read_numbers(text, 'x', sides, 2))
        return false;
    for (int i = 0; i < 2; i++) {
        if (sides[i] < 1 || sides[i] > 16384 || sides[i] != floor(sides[i]))
            return false;
    }
    *width = (uint32_t)sides[0];
    *height = (uint32_t)sides[1];
    return true;
}
