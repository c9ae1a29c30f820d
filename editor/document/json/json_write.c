// json_write.c: writes numbers and strings as JSON.
#include "document/json/json_write.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void editor_json_write_number(editor_text *text, double number)
{
    assert(isfinite(number));
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof(digits), "%.*g", precision, number);
        if (strtod(digits, NULL) == number)
            break;
    }
    editor_text_put(text, digits);
}

void editor_json_write_numbers(editor_text *text, const double *numbers, size_t count)
{
    editor_text_put(text, "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            editor_text_put(text, ", ");
        editor_json_write_number(text, numbers[i]);
    }
    editor_text_put(text, "]");
}

// Number of bytes of the character at `c`; 0: not UTF-8.
static size_t character_size(const char *c)
{
    for (size_t size = 1; size <= 4; size++) {
        if (c[size - 1] == 0)
            return 0;
        if (editor_text_is_utf8(c, size))
            return size;
    }
    return 0;
}

void editor_json_write_string(editor_text *text, const char *string)
{
    editor_text_put(text, "\"");
    while (*string) {
        unsigned char c = (unsigned char)*string;
        size_t size = character_size(string);
        if (c == '"' || c == '\\')
            editor_text_format(text, "\\%c", c);
        else if (c < ' ' || c == 0x7f)
            editor_text_format(text, "\\u%04x", c);
        else if (size == 0)
            editor_text_put(text, "\xef\xbf\xbd");
        else
            editor_text_add(text, string, size);
        string += size > 0 ? size : 1;
    }
    editor_text_put(text, "\"");
}
