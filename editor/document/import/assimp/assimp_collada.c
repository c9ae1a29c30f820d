// assimp_collada.c: Collada as Assimp reads it.
#include "document/import/assimp/assimp_import.h"

#include <string.h>

static bool begins(const uint8_t *at, const char *text)
{
    return strncmp((const char *)at, text, strlen(text)) == 0; // a zero follows the file
}

// Behind the first `end` from `at` on, or the end of the text.
static const uint8_t *pass(const uint8_t *at, const uint8_t *stop, const char *end)
{
    const char *found = strstr((const char *)at, end);
    return found ? (const uint8_t *)found + strlen(end) : stop;
}

// Behind the tag, whose attributes may hold `>`.
static const uint8_t *pass_tag(const uint8_t *at, const uint8_t *stop)
{
    uint8_t quote = 0;
    for (; at < stop; at++) {
        if (quote)
            quote = *at == quote ? 0 : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at + 1;
    }
    return stop;
}

static bool is_space(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void assimp_tidy_collada(uint8_t *bytes, size_t *size)
{
    const uint8_t *at = bytes, *stop = bytes + *size;
    uint8_t *out = bytes;
    while (at < stop) {
        const uint8_t *begin = at;
        bool opens = false;
        if (begins(at, "<!--")) {
            at = pass(at, stop, "-->");
            opens = true;
        } else if (begins(at, "<![CDATA[")) {
            at = pass(at, stop, "]]>");
        } else if (begins(at, "<?")) {
            at = pass(at, stop, "?>");
        } else if (*at == '<') {
            at = pass_tag(at, stop);
            opens = at[-1] == '>';
        } else {
            while (at < stop && *at != '<')
                at++;
        }
        memmove(out, begin, (size_t)(at - begin));
        out += at - begin;
        while (opens && at < stop && is_space(*at))
            at++;
    }
    *out = 0;
    *size = (size_t)(out - bytes);
}
