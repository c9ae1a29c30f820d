// obj_text.c: pieces of text.
#include "document/import/obj/obj_text.h"

#include <stdlib.h>
#include <string.h>

char *obj_name_copy(obj_name name)
{
    char *copy = malloc(name.length + 1);
    if (!copy)
        return NULL;
    if (name.length > 0)
        memcpy(copy, name.text, name.length);
    copy[name.length] = '\0';
    return copy;
}

bool obj_name_is_same(obj_name a, obj_name b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.text, b.text, a.length) == 0);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

obj_name obj_name_trim(obj_name name)
{
    for (; name.length > 0 && is_blank(name.text[0]); name.length--)
        name.text++;
    while (name.length > 0 && is_blank(name.text[name.length - 1]))
        name.length--;
    return name;
}

bool obj_name_join(obj_name *name, obj_joined **list)
{
    obj_joined *joined = malloc(sizeof(*joined) + name->length + 1);
    if (!joined)
        return false;
    const char *c = name->text, *end = c + name->length;
    size_t length = 0;
    while (c < end) {
        const char *after = c + 1;
        while (*c == '\\' && after < end && is_blank(*after))
            after++;
        const bool joins = *c == '\\' && after < end && is_line_end(*after);
        while (joins && after < end && (is_blank(*after) || is_line_end(*after)))
            after++;
        joined->text[length++] = joins ? ' ' : *c;
        c = joins ? after : c + 1;
    }
    joined->next = *list;
    *list = joined;
    *name = obj_name_trim((obj_name){joined->text, length});
    return true;
}

void obj_joined_free(obj_joined *list)
{
    while (list) {
        obj_joined *next = list->next;
        free(list);
        list = next;
    }
}
