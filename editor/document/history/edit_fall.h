// edit_fall.h: how far an object can fall, to the first contact of its triangles. Private to the commands.
#ifndef EDITOR_DOCUMENT_EDIT_FALL_H
#define EDITOR_DOCUMENT_EDIT_FALL_H

#include "document/level/level.h"

// Surfaces that overlap less than this part of the object's size, seen from above, slide past each other: an object
// falls beside a wall that it touches.
#define EDIT_FALL_GRAZE 1e-6

typedef struct edit_fall {
    const editor_level *level;
    uint32_t root; // of a subtree that is hidden from the scene
    pick_aabb box; // its bounds, world
    double least;  // metres; it is known to fall as far
} edit_fall;

typedef struct edit_landing {
    double gap;   // metres; without a contact as far as was searched
    bool landed;  // there is a contact
    bool cut_out; // a contact was passed over because the surface is cut out there: what is beside it may hold
} edit_landing;

// The least way down, at most `far` metres, after which a triangle, segment or point of the subtree meets a visible
// surface from above: its drawn side, where it is not cut out. What overlaps the subtree at the start stops it, with a
// gap of 0, only where the front of the triangle points up (of one with two sides, the side towards the subtree's
// middle); walls and ceilings do not. Points and lines of the scene hold nothing. False: out of memory.
bool edit_fall_find(const edit_fall *fall, double far, edit_landing *out);

#endif
