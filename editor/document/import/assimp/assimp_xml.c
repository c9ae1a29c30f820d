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

const char *assimp_xml_pass_tag(const char *at, const char *stop)
{
    char quote = 0;
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

// Behind the first `end` from `at` on, or the end of the text.
static const char *pass(const char *at, const char *stop, const char *end)
{
    const char *found = assimp_xml_find(at, stop, end);
    return found ? found + strlen(end) : stop;
}

const char *assimp_xml_find_tag(const char *at, const char *stop)
{
    static const char *const others[][2] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    while (at < stop && (at = memchr(at, '<', (size_t)(stop - at))) != NULL) {
        const char *begin = at;
        const bool may_be_other = at + 1 < stop && (at[1] == '!' || at[1] == '?');
        for (size_t i = 0; may_be_other && i < sizeof(others) / sizeof(others[0]) && at == begin; i++) {
            if (strncmp(at, others[i][0], strlen(others[i][0])) == 0)
                at = pass(at, stop, others[i][1]);
        }
        if (at == begin)
            return at;
    }
    return NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool assimp_xml_is_tag(const char *tag, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(tag + 1, name, length) != 0)
        return false;
    const char behind = tag[1 + length];
    return behind == '>' || behind == '/' || is_blank(behind);
}

const char *assimp_xml_attribute(const char *tag, const char *end, const char *name, size_t *length)
{
    const size_t name_length = strlen(name);
    const char *at = tag;
    while (at < end && !is_blank(*at))
        at++;
    while (at < end) {
        while (at < end && is_blank(*at))
            at++;
        const char *word = at;
        while (at < end && *at != '"' && *at != '\'')
            at++;
        const char *value = at + 1, *close = value < end ? memchr(value, *at, (size_t)(end - value)) : NULL;
        if (!close)
            return NULL;
        const char *behind = word + name_length;
        while (behind < at && is_blank(*behind))
            behind++;
        if (behind < at && *behind == '=' && strncmp(word, name, name_length) == 0) {
            *length = (size_t)(close - value);
            return value;
        }
        at = close + 1;
    }
    return NULL;
}
