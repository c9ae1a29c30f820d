// uri.c: percent-encoding and base64 in URIs.
#include "document/import/common/uri.h"

#include <stdlib.h>
#include <string.h>

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

// The byte of an escape at `in`, or -1.
static int escaped(const char *in)
{
    const int high = in[0] == '%' ? hex_digit(in[1]) : -1, low = high >= 0 ? hex_digit(in[2]) : -1;
    return low >= 0 ? high * 16 + low : -1;
}

void editor_uri_decode(char *uri)
{
    char *out = uri;
    for (const char *in = uri; *in; in++) {
        const int byte = escaped(in);
        *out++ = byte > 0 ? (char)byte : *in;
        in += byte > 0 ? 2 : 0;
    }
    *out = 0;
}

static size_t decode_escapes(const char *text, uint8_t *out)
{
    size_t used = 0;
    for (const char *in = text; *in; in++) {
        const int byte = escaped(in);
        out[used++] = byte >= 0 ? (uint8_t)byte : (uint8_t)*in;
        in += byte >= 0 ? 2 : 0;
    }
    return used;
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

static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Decodes base64, with or without padding, in place.
static bool decode_base64(uint8_t *text, size_t length, size_t *size)
{
    size_t used = 0, padding = 0;
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < length; i++) {
        if (is_blank(text[i]))
            continue;
        const int digit = base64_digit((char)text[i]);
        padding += text[i] == '=';
        if (text[i] == '=' && padding <= 2)
            continue;
        if (digit < 0 || padding > 0)
            return false;
        bits = (bits << 6 | (uint32_t)digit) & 0xffffff;
        have += 6;
        if (have >= 8) {
            have -= 8;
            text[used++] = (uint8_t)(bits >> have);
        }
    }
    *size = used;
    return true;
}

const char *editor_data_uri_decode(const char *uri, uint8_t **bytes, size_t *size)
{
    static const char mark[] = ";base64";
    const size_t length = sizeof(mark) - 1;
    const char *comma = strchr(uri, ',');
    if (!comma)
        return "its data URI has no data";
    uint8_t *out = malloc(strlen(comma)); // not 0: there is the comma
    if (!out)
        return "no memory for its data URI";
    *size = decode_escapes(comma + 1, out);
    const bool is_base64 = (size_t)(comma - uri) >= length && memcmp(comma - length, mark, length) == 0;
    if (is_base64 && !decode_base64(out, *size, size)) {
        free(out);
        return "its base64 is broken";
    }
    *bytes = out;
    return NULL;
}
