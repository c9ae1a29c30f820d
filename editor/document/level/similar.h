// similar.h: the objects that are like given ones.
#ifndef EDITOR_DOCUMENT_SIMILAR_H
#define EDITOR_DOCUMENT_SIMILAR_H

#include "document/level/level.h"

typedef enum editor_similarity {
    EDITOR_SIMILAR_MESH,     // have the same mesh
    EDITOR_SIMILAR_MATERIAL, // share a material, and show it with the same values (override.h)
    EDITOR_SIMILAR_LAYER,    // share a layer. Objects of all kinds but groups that hold something
    EDITOR_SIMILAR_NAME      // have the same name but for a number at its end (search.h). Objects of all kinds
} editor_similarity;

// Writes the numbers of the visible, unlocked objects that are like one of `objects` to `out`, which has room for all
// of the level, in ascending order. Returns how many there are; EDITOR_NONE: out of memory. Takes linear time, but for
// names and materials, which are sorted.
uint32_t editor_level_similar(const editor_level *level, editor_similarity what, const uint32_t *objects,
                              uint32_t count, uint32_t *out);

#endif
