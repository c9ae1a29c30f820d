// clearance.h: how far two objects of a level are apart, each with all that it holds.
#ifndef EDITOR_DOCUMENT_LEVEL_CLEARANCE_H
#define EDITOR_DOCUMENT_LEVEL_CLEARANCE_H

#include "document/level/level.h"

#include "picking/sweep.h"

typedef struct editor_clearance {
    double distance;    // metres; 0: they touch or overlap
    pick_vec3 point[2]; // world space, on each: the nearest ones
    uint32_t object[2]; // whose surfaces these are: `a` and `b` themselves, or what they hold
} editor_clearance;

// Measures meshes, volumes, points and lines as pick_object_clearance does: a mesh is a surface, and what it encloses
// is not in it. What is hidden below `a` or `b` does not count; where `a` or `b` itself is hidden, all below it does.
// False, `out` untouched: nothing of one of them can be measured (lights, cameras, empties), or memory is out.
bool editor_clearance_find(const editor_level *level, uint32_t a, uint32_t b, editor_clearance *out);

#endif
