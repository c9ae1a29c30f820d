// assimp_xml.c: finds texts and the ends of tags.
#include "document/import/assimp/assimp_xml.h"

#include <string.h>

const char *assimp_xml_find(const char *at, const char *stop, const char *text)
{
    const size_t length = strlen(text);
    while (at < stop && (at = memchr(at, text[0], (size_t)(stop - at))) != NULL) {
        if ((size_t)(stop - at) >= length && memcmp(at, text, length) == 0)
            return at;
        at++;
    }
    return NULL;
}

const uint8_t *assimp_xml_pass_tag(const uint8_t *at, const uint8_t *stop)
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
