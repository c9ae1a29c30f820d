#include "document/level/text.h"

#include "document/level/names.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void editor_text_add(editor_text *text, const char *bytes, size_t size)
{
    if (text->failed)
        return;
    if (text->capacity - text->size <= size) {
        size_t wanted = 2 * text->capacity + size + 256;
        char *grown = realloc(text->data, wanted);
        if (!grown) {
            text->failed = true;
            return;
        }
        text->data = grown;
        text->capacity = wanted;
    }
    memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = 0;
}

void editor_text_put(editor_text *text, const char *string)
{
    editor_text_add(text, string, strlen(string));
}

void editor_text_format(editor_text *text, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    assert(length >= 0 && (size_t)length < sizeof(line));
    editor_text_add(text, line, (size_t)length);
}

void editor_text_number(editor_text *text, double number)
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

void editor_text_numbers(editor_text *text, const double *numbers, size_t count)
{
    editor_text_put(text, "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            editor_text_put(text, ", ");
        editor_text_number(text, numbers[i]);
    }
    editor_text_put(text, "]");
}

// How many bytes the character at `c` takes; 0 when it is not UTF-8.
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

void editor_text_string(editor_text *text, const char *string)
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

void editor_text_free(editor_text *text)
{
    free(text->data);
    *text = (editor_text){0};
}
