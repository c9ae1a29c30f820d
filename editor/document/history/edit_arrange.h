// edit_arrange.h: the commands that copy objects in rows and circles, spread them and mirror them. What edit.h says of
// objects, subtrees and results holds here too.
//
// Space:      offsets, axes (0 x, 1 y, 2 z) and points are in world space, metres; angles in radians.
// Copies:     stand right after their original in the tree and get new names, as those of editor_edit_duplicate.
//             Descendants keep their local transforms.
#ifndef EDITOR_DOCUMENT_EDIT_ARRANGE_H
#define EDITOR_DOCUMENT_EDIT_ARRANGE_H

#include "document/history/edit.h"

enum { EDITOR_ARRAY_MOST = 10000 }; // of an array's count

// The offsets of an array: where the copy number `i` (1: the first copy) of an object goes, as a transform of world
// space that is applied to the original's.
//
// Linear: each copy lies `step` from the one before it.
pick_affine editor_array_linear(pick_vec3 step, uint32_t i);
// Radial: `count` objects, the original included, around an axis through `center`. A full turn (2 pi, or minus that) is
// divided by `count`; of a smaller angle, the last copy lies at its end. The sense is that of the right hand.
pick_affine editor_array_radial(int axis, pick_vec3 center, double angle, uint32_t count, uint32_t i);

// Adds `count` copies of each object: copy i has the world transform offsets[i] times the original's. Selects originals
// and copies. Refused if that would make more than a million objects.
editor_edit_result editor_edit_array(editor_document *document, const uint32_t *objects, uint32_t count,
                                     const pick_affine *offsets, uint32_t offset_count);

// Duplicates the selection once more, as the last editor_edit_duplicate did, and moves the copies as its copies were
// moved since: by the transform that leads from the last of its objects to the copy of that. Selects the copies.
// Refused if nothing was duplicated yet, or if the copy was not moved.
editor_edit_result editor_edit_duplicate_again(editor_document *document, const uint32_t *objects, uint32_t count);

typedef enum editor_distribute_mode {
    EDITOR_DISTRIBUTE_GAPS,   // equal gaps between the boxes; negative where they overlap
    EDITOR_DISTRIBUTE_CENTERS // equal distances between the middles of the boxes
} editor_distribute_mode;

// Moves objects along an axis so that they are evenly spread between the first and the last one, which stay. The order
// along the axis stays too. A box is that of a whole subtree. Refused with fewer than three objects, or if one between
// the outer two is locked.
editor_edit_result editor_edit_distribute(editor_document *document, const uint32_t *objects, uint32_t count, int axis,
                                          editor_distribute_mode mode);

// Mirrors objects at the plane through a point, perpendicular to the axis. `points`: one for each object. The
// transforms become left-handed (or right-handed again), so that what is drawn and picked is the mirror image.
editor_edit_result editor_edit_mirror(editor_document *document, const uint32_t *objects, const pick_vec3 *points,
                                      uint32_t count, int axis);

#endif
