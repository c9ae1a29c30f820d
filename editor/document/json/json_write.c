// json_write.c: writes numbers and strings as JSON.
#include "document/json/json_write.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DECIMALS = 6 };
#define DECIMALS_SCALE 1e6

// Writes a number of few decimal digits, as most in levels are, as "%.15g" would, which takes ten times as long. False:
// it is not one. Below the limits it has at most 15 digits and no exponent.
static bool write_short_number(editor_text *text, double number)
{
    const double size = fabs(number);
    if (!(size < 1e9) || (size < 1e-3 && (size > 0 || signbit(number))))
        return false;
    const double scaled = round(size * DECIMALS_SCALE);
    if (scaled / DECIMALS_SCALE != size)
        return false;
    char digits[32];
    char *end = digits + sizeof(digits), *first = end;
    uint64_t rest = (uint64_t)scaled;
    for (int decimal = 0; decimal < DECIMALS; decimal++, rest /= 10) {
        if (first < end || rest % 10 != 0)
            *--first = (char)('0' + rest % 10);
    }
    if (first < end)
        *--first = '.';
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        *--first = '-';
    editor_text_add(text, first, (size_t)(end - first));
    return true;
}

void editor_json_write_number(editor_text *text, double number)
{
    assert(isfinite(number));
    if (write_short_number(text, number))
        return;
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

// Number of bytes up to the first that is not ASCII or must be escaped.
static size_t plain_size(const char *string)
{
    size_t size = 0;
    while (string[size] >= ' ' && string[size] < 0x7f && string[size] != '"' && string[size] != '\\')
        size++;
    return size;
}

void editor_json_write_string(editor_text *text, const char *string)
{
    editor_text_put(text, "\"");
    while (*string) {
        const size_t plain = plain_size(string);
        editor_text_add(text, string, plain);
        string += plain;
        if (*string == 0)
            break;
        unsigned char c = (unsigned char)*string;
        size_t size = character_size(string);
        if (c == '"' || c == '\\')
            editor_text_format(text, "\\%c", c);
        else if (c < ' ' || c == 0x7f)
            editor_text_format(text, "\\u%04x", c);
        else if (size == 2 && c == 0xc2 && (unsigned char)string[1] < 0xa0) // controls of 8 bits steer terminals, too
            editor_text_format(text, "\\u%04x", (unsigned char)string[1]);
        else if (size == 0)
            editor_text_put(text, "\xef\xbf\xbd");
        else
            editor_text_add(text, string, size);
        string += size > 0 ? size : 1;
    }
    editor_text_put(text, "\"");
}
