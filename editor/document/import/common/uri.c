// uri.c: percent-encoding and base64 in URIs.
#include "document/import/common/uri.h"

#include <stdlib.h>

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

void editor_uri_decode(char *uri)
{
    char *out = uri;
    for (const char *in = uri; *in; in++) {
        int high = in[0] == '%' ? hex_digit(in[1]) : -1;
        int low = high >= 0 ? hex_digit(in[2]) : -1;
        if (low >= 0 && high + low > 0) {
            *out++ = (char)(high * 16 + low);
            in += 2;
        } else {
            *out++ = *in;
        }
    }
    *out = 0;
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool editor_base64_decode(const char *text, size_t length, uint8_t **bytes, size_t *size)
{
    for (int i = 0; i < 2 && length > 0 && text[length - 1] == '='; i++)
        length--;
    uint8_t *out = malloc(length / 4 * 3 + 4);
    if (!out)
        return false;
    size_t used = 0;
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = base64_digit(text[i]);
        if (digit < 0) {
            free(out);
            return false;
        }
        bits = (bits << 6 | (uint32_t)digit) & 0xffffff;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[used++] = (uint8_t)(bits >> have);
        }
    }
    *bytes = out;
    *size = used;
    return true;
}
