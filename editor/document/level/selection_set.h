// selection_set.h: the named selection sets of a level: objects that are selected together again and again.
//
// Sets:       by number, below EDITOR_SET_COUNT; one without a name is not there. An object can be in several.
// Members:    are bits of the objects (editor_object.sets). A deleted object is in no set, and again in its sets when
//             undo brings it back.
#ifndef EDITOR_DOCUMENT_SELECTION_SET_H
#define EDITOR_DOCUMENT_SELECTION_SET_H

#include "document/level/level.h"

// Whether there is a set of that number.
bool editor_level_has_set(const editor_level *level, uint32_t set);

// The set of that name, or EDITOR_NONE.
uint32_t editor_level_find_set(const editor_level *level, const char *name);

// Writes the numbers of the set's existing objects in ascending order to `out` (NULL: nowhere), which has room for all
// objects of the level. Returns how many there are.
uint32_t editor_level_set_members(const editor_level *level, uint32_t set, uint32_t *out);

#endif
