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
