// unicode.c: text files in UTF-16, as UTF-8.
#include "document/import/common/unicode.h"

#include "system/text.h"

#include <stdlib.h>
#include <string.h>

static void put_code_point(editor_text *out, uint32_t c)
{
    char bytes[4];
    size_t size = 0;
    if (c < 0x80) {
        bytes[size++] = (char)c;
    } else if (c < 0x800) {
        bytes[size++] = (char)(0xc0 | c >> 6);
        bytes[size++] = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        bytes[size++] = (char)(0xe0 | c >> 12);
        bytes[size++] = (char)(0x80 | (c >> 6 & 63));
        bytes[size++] = (char)(0x80 | (c & 63));
    } else {
        bytes[size++] = (char)(0xf0 | c >> 18);
        bytes[size++] = (char)(0x80 | (c >> 12 & 63));
        bytes[size++] = (char)(0x80 | (c >> 6 & 63));
        bytes[size++] = (char)(0x80 | (c & 63));
    }
    editor_text_add(out, bytes, size);
}

static uint32_t unit_at(const uint8_t *bytes, size_t at, bool big)
{
    return big ? (uint32_t)bytes[at] << 8 | bytes[at + 1] : (uint32_t)bytes[at + 1] << 8 | bytes[at];
}

// Halves of pairs that stand alone become U+FFFD.
static void decode_utf16(const uint8_t *bytes, size_t size, bool big, editor_text *out)
{
    for (size_t at = 2; at + 1 < size; at += 2) {
        uint32_t c = unit_at(bytes, at, big);
        const uint32_t next = at + 3 < size ? unit_at(bytes, at + 2, big) : 0;
        if (c >= 0xd800 && c < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (next - 0xdc00);
            at += 2;
        } else if (c >= 0xd800 && c < 0xe000) {
            c = 0xfffd;
        }
        put_code_point(out, c);
    }
}

bool editor_import_decode_text(uint8_t **bytes, size_t *size)
{
    const uint8_t *b = *bytes;
    const size_t mark = editor_text_mark((const char *)b, *size);
    if (mark > 0) {
        *size -= mark;
        memmove(*bytes, b + mark, *size + 1);
        return true;
    }
    if (*size < 2 || !((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff)))
        return true;
    editor_text text = {0};
    decode_utf16(b, *size, b[0] == 0xfe, &text);
    editor_text_add(&text, "", 1); // the zero after the last byte
    if (text.failed) {
        editor_text_free(&text);
        return false;
    }
    free(*bytes);
    *size = text.size - 1;
    *bytes = (uint8_t *)editor_text_take(&text);
    return true;
}
