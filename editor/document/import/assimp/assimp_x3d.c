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

// In the tag between `at` and `stop`.
static void tidy_url(char *at, char *stop)
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
        if (name_end - name >= 4 && memcmp(name_end - 3, "url", 3) == 0 && isspace((unsigned char)name_end[-4]))
            keep_first(value, end);
        at = end + 1;
    }
}

void assimp_tidy_x3d(uint8_t *bytes, size_t size)
{
    static const char tag[] = "<ImageTexture";
    char *text = (char *)bytes, *at = text, *stop = text + size;
    const char *found;
    while ((found = assimp_xml_find(at, stop, tag)) != NULL) {
        at = text + (found - text) + sizeof(tag) - 1;
        char *end = at + (assimp_xml_pass_tag((const uint8_t *)at, (const uint8_t *)stop) - (const uint8_t *)at);
        if (end > at && isspace((unsigned char)*at))
            tidy_url(at, end);
        at = end;
    }
}
