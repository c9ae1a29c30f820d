// sides.h: the geometry of convex volumes (primitive.h), which planes enclose: corners, and what a side may do.
//
// Space:      object space, metres.
#ifndef EDITOR_DOCUMENT_SIDES_H
#define EDITOR_DOCUMENT_SIDES_H

#include "document/level/primitive.h"
#include "picking/math.h"

enum { EDITOR_SIDE_CORNERS = EDITOR_SIDES + 4 }; // that a side has at most

// A plane with a unit normal, which points inside.
typedef struct editor_side {
    pick_vec3 normal;
    double offset;
} editor_side;

// Side `number` of the convex volume.
editor_side editor_side_of(const editor_primitive *primitive, uint32_t number);

// The corners of a side, in order around it. Returns how many there are; 0: the others cut all of it off.
uint32_t editor_side_corners(const editor_primitive *primitive, uint32_t number, pick_vec3 out[EDITOR_SIDE_CORNERS]);
// The middle of a side. False: the others cut all of it off.
bool editor_side_middle(const editor_primitive *primitive, uint32_t number, pick_vec3 *out);

// Whether the sides are finite, and enclose something that is bounded and nowhere thinner than the least size of other
// shapes. If not, writes "sides: expected ...".
bool editor_sides_are_valid(const editor_primitive *primitive, char *why, size_t size);

// How far a side of a valid volume can move outwards (inwards for a negative distance), at most `by`, so that the
// volume stays valid and has that side.
double editor_side_limit(const editor_primitive *primitive, uint32_t number, double by);
// Moves a side outwards: the sides of the volume with it, in `out`, which the caller gives to a primitive.
void editor_side_move(const editor_primitive *primitive, uint32_t number, double by, double out[EDITOR_SIDES][4]);

#endif
