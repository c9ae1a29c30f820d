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
// Without the blanks around it.
obj_name obj_name_trim(obj_name name);

// A name that stands on several lines of the text, in one.
typedef struct obj_joined {
    struct obj_joined *next;
    char text[];
} obj_joined;

// Replaces a name that goes on over line ends, each of them behind a backslash, by a copy with one blank for each,
// which is added to the list. False: out of memory.
bool obj_name_join(obj_name *name, obj_joined **list);
void obj_joined_free(obj_joined *list);

#endif
