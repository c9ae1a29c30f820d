// names.h: names that are in use, and new ones that are not.
#ifndef EDITOR_DOCUMENT_NAMES_H
#define EDITOR_DOCUMENT_NAMES_H

#include "document/level/level.h"

// UTF-8 without control characters, not empty.
bool editor_name_is_fine(const char *name);

// Whether `text` is somewhere in the name, letters of ASCII in either case. An empty text is in every name.
bool editor_name_holds(const char *name, const char *text);

typedef struct editor_names editor_names;

// All names of the level's existing objects. NULL out of memory.
editor_names *editor_names_create(const editor_level *level);
void editor_names_destroy(editor_names *names); // NULL is fine

// The first name after `name` that is not in use, which it is from now on: the number at its end counted up, with as
// many digits ("post 04": "post 05", "post 9": "post 10"), or " 02" and so on put behind. The caller frees it; NULL
// out of memory.
char *editor_names_next(editor_names *names, const char *name);

// `name` itself when it is not in use, else the next; it is from now on.
char *editor_names_unique(editor_names *names, const char *name);

#endif
