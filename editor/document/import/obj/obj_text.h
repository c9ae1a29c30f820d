// obj_text.h: pieces of the text of OBJ and MTL files.
#ifndef EDITOR_DOCUMENT_OBJ_TEXT_H
#define EDITOR_DOCUMENT_OBJ_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// A piece of a text, which is not copied.
typedef struct obj_name {
    const char *text;
    size_t length;
} obj_name;

// A copy with a zero at its end. NULL: out of memory.
char *obj_name_copy(obj_name name);
bool obj_name_is_same(obj_name a, obj_name b);

#endif
