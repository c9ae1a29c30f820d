// assimp_x3d.c: X3D as Assimp reads it.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"

#include <ctype.h>
#include <string.h>

// What stands for a quote in the value of an attribute.
static size_t quote_length(const char *at, const char *stop)
{
    static const char *const forms[] = {"\"", "&quot;", "&#34;", "&#x22;"};
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        const size_t length = strlen(forms[i]);
        if ((size_t)(stop - at) >= length && memcmp(at, forms[i], length) == 0)
            return length;
    }
    return 0;
}

// The value of an attribute is a list of texts in quotes of their own. Puts the first in its place, without these, and
// blanks behind the value. Assimp 5.2 takes the whole list as the name of one file.
static void keep_first(char *value, char *stop)
{
    const char *at = value;
    while (at < stop && isspace((unsigned char)*at))
        at++;
    const size_t open = quote_length(at, stop);
    if (open == 0)
        return;
    const char *first = at + open, *end = first;
    while (end < stop && quote_length(end, stop) == 0)
        end++;
    if (end == stop)
        return;
    const char quote = *stop;
    const size_t length = (size_t)(end - first);
    memmove(value, first, length);
    value[length] = quote;
    memset(value + length + 1, ' ', (size_t)(stop - value) - length);
}

// Commas between numbers are blanks, but Assimp 5.2 takes `0,1` as one number, and crashes on what that makes.
static void blank_commas(char *value, const char *stop)
{
    bool has_digit = false, has_comma = false;
    for (const char *at = value; at < stop; at++) {
        if (!*at || !strchr("0123456789+-.eE, \t\r\n", *at))
            return;
        has_digit = has_digit || isdigit((unsigned char)*at);
        has_comma = has_comma || *at == ',';
    }
    for (char *at = value; at < stop && has_digit && has_comma; at++)
        *at = *at == ',' ? ' ' : *at;
}

// Whether the attribute whose name ends at `end` has that name.
static bool is_named(const char *begin, const char *end, const char *name)
{
    const size_t length = strlen(name);
    return (size_t)(end - begin) > length && memcmp(end - length, name, length) == 0 &&
           isspace((unsigned char)end[-1 - (ptrdiff_t)length]);
}

// In the tag between `at`, behind its name, and `stop`.
static void tidy_attributes(char *at, char *stop, bool has_url)
{
    while (at < stop) {
        char *name = at;
        while (at < stop && *at != '=' && *at != '"' && *at != '\'')
            at++;
        const char *name_end = at;
        while (at < stop && *at != '"' && *at != '\'')
            at++;
        char *value = at + 1;
        char *end = value < stop ? memchr(value, *at, (size_t)(stop - value)) : NULL;
        if (!end)
            return;
        while (name_end > name && isspace((unsigned char)name_end[-1]))
            name_end--;
        if (has_url && is_named(name, name_end, "url"))
            keep_first(value, end);
        else if (!is_named(name, name_end, "DEF") && !is_named(name, name_end, "USE"))
            blank_commas(value, end);
        at = end + 1;
    }
}

void assimp_tidy_x3d(uint8_t *bytes, size_t size)
{
    char *text = (char *)bytes;
    const char *stop = text + size, *tag = text;
    while ((tag = assimp_xml_find_tag(tag, stop)) != NULL) {
        char *end = text + (assimp_xml_pass_tag(tag, stop) - text);
        char *begin = text + (tag - text) + 1;
        while (begin < end && !isspace((unsigned char)*begin) && *begin != '>')
            begin++;
        if (tag[1] != '!')
            tidy_attributes(begin, end, assimp_xml_is_tag(tag, "ImageTexture") || assimp_xml_is_tag(tag, "Inline"));
        tag = end;
    }
}
