// names.h: the set of names in use; generates unused ones.
#ifndef EDITOR_DOCUMENT_NAMES_H
#define EDITOR_DOCUMENT_NAMES_H

#include "document/level/level.h"

// Whether a name is UTF-8 without control characters and not empty; editor_text_clean makes others so.
bool editor_name_is_valid(const char *name);

// Whether the name contains `text`, ignoring the case of ASCII letters. Every name contains an empty text.
bool editor_name_holds(const char *name, const char *text);

typedef struct editor_names editor_names;

// The set refers to the level's names: no object is renamed or removed while it is used.
// All names of the level's existing objects that begin with `stem`: enough to name an object after a stem without a
// number, and quicker. "": all names. NULL: out of memory.
editor_names *editor_names_create(const editor_level *level, const char *stem);
// All names, with room for so many more.
editor_names *editor_names_create_more(const editor_level *level, size_t more);
void editor_names_destroy(editor_names *names); // NULL is fine

// Reserves the first unused name after `name`: counts the number at its end up, with as many digits ("post 04": "post
// 05", "post 9": "post 10"), or appends " 02" and so on. It is valid until the set is destroyed. NULL: out of memory.
const char *editor_names_next(editor_names *names, const char *name);

// Reserves `name` itself if it is unused, else the next unused name.
const char *editor_names_unique(editor_names *names, const char *name);

#endif
