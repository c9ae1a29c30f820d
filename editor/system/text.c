// text.c: copies of text, UTF-8, and text that grows.
#include "system/text.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *editor_text_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

bool editor_text_is_utf8(const char *text, size_t length)
{
    const unsigned char *c = (const unsigned char *)text, *end = c + length;
    while (c < end) {
        if (*c < 0x80) {
            c++;
            continue;
        }
        int more = *c >= 0xf0 ? 3 : *c >= 0xe0 ? 2 : 1;
        if (*c < 0xc2 || *c > 0xf4 || end - c <= more)
            return false;
        uint32_t code = *c & (0x3fu >> more);
        for (int i = 1; i <= more; i++) {
            if ((c[i] & 0xc0) != 0x80)
                return false;
            code = code << 6 | (c[i] & 0x3fu);
        }
        if ((more == 2 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) ||
            (more == 3 && (code < 0x10000 || code > 0x10ffff)))
            return false;
        c += more + 1;
    }
    return true;
}

size_t editor_text_fit(const char *text, size_t most)
{
    const char *zero = memchr(text, 0, most + 1);
    if (zero)
        return (size_t)(zero - text);
    size_t end = most;
    for (int i = 0; i < 3 && end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80; i++)
        end--;
    return end;
}

// Bytes of the character at `c`, of which `left` bytes are there; 0: it is not UTF-8.
static size_t character_size(const char *c, size_t left)
{
    for (size_t size = 1; size <= 4 && size <= left; size++) {
        if (editor_text_is_utf8(c, size))
            return size;
    }
    return 0;
}

void editor_text_clean(char *text)
{
    for (size_t left = strlen(text), size; left > 0; left -= size, text += size) {
        const unsigned char *c = (const unsigned char *)text;
        size = character_size(text, left);
        if (size == 0)
            *text = '?';
        else if (*c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
            memset(text, ' ', size);
        size = size > 0 ? size : 1;
    }
}

void editor_text_print(char *out, size_t capacity, const char *format, va_list arguments)
{
    const int length = vsnprintf(out, capacity, format, arguments);
    if (length < 0 || (size_t)length < capacity) {
        editor_text_clean(out);
        return;
    }
    size_t end = capacity - 1, begin = end;
    while (begin > 0 && end - begin < 4 && ((unsigned char)out[begin - 1] & 0xc0) == 0x80)
        begin--;
    begin -= begin > 0;
    if (character_size(out + begin, end - begin) != end - begin && (unsigned char)out[begin] >= 0xc0)
        out[begin] = 0;
    editor_text_clean(out);
}

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
    if (size > 0) // `bytes` may be NULL then
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

size_t editor_text_mark(const char *text, size_t size)
{
    return size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

double editor_text_shown(double number, int decimals)
{
    return fabs(number) <= 0.5 * pow(10, -decimals) ? 0 : number;
}

char *editor_text_take(editor_text *text)
{
    char *shrunk = text->data ? realloc(text->data, text->size + 1) : NULL, *taken = shrunk ? shrunk : text->data;
    *text = (editor_text){0};
    return taken;
}

void editor_text_free(editor_text *text)
{
    free(text->data);
    *text = (editor_text){0};
}
