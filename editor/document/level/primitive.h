// primitive.h: shapes that are described by a few numbers: cube, sphere, cylinder, cone, capsule, torus, plane; and
// volumes, which have no triangles: triggers, colliders.
//
// Space:      object space, metres, +Y up. The origin is the middle of the shape's box. Cylinder, cone, capsule and
//             torus turn about the y axis; a cone points up; a plane lies in y = 0 and faces up. The same of volumes.
//             A convex volume lies anywhere: its sides are planes of that space. So do the parts of a compound one.
// Equality:   primitives with equal values have the same mesh. Fields that a shape does not use are 0.
// Ownership:  a primitive borrows its sides and parts, except a copy that editor_primitive_copy made.
#ifndef EDITOR_DOCUMENT_PRIMITIVE_H
#define EDITOR_DOCUMENT_PRIMITIVE_H

#include "picking/affine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum editor_shape {
    EDITOR_SHAPE_NONE,
    EDITOR_SHAPE_CUBE,
    EDITOR_SHAPE_SPHERE,
    EDITOR_SHAPE_CYLINDER,
    EDITOR_SHAPE_CONE,
    EDITOR_SHAPE_CAPSULE,
    EDITOR_SHAPE_TORUS,
    EDITOR_SHAPE_PLANE,
    EDITOR_SHAPE_BOX_VOLUME, // from here on all are volumes
    EDITOR_SHAPE_SPHERE_VOLUME,
    EDITOR_SHAPE_CAPSULE_VOLUME,
    EDITOR_SHAPE_CYLINDER_VOLUME,
    EDITOR_SHAPE_CONE_VOLUME,
    EDITOR_SHAPE_CONVEX_VOLUME,   // what lies inside all of its sides
    EDITOR_SHAPE_COMPOUND_VOLUME, // other volumes, each with a place of its own
    EDITOR_SHAPE_COUNT
} editor_shape;

typedef enum editor_primitive_field {
    EDITOR_PRIMITIVE_WIDTH,    // along x
    EDITOR_PRIMITIVE_HEIGHT,   // along y; of a capsule with its caps, so at least twice its radius
    EDITOR_PRIMITIVE_DEPTH,    // along z
    EDITOR_PRIMITIVE_RADIUS,   // of a torus: of the circle in the middle of the tube
    EDITOR_PRIMITIVE_TUBE,     // radius of a torus's tube, below its radius
    EDITOR_PRIMITIVE_SEGMENTS, // about the y axis; a whole number, as are rings
    EDITOR_PRIMITIVE_RINGS,    // of a sphere from pole to pole; of each cap of a capsule; around the tube of a torus
    EDITOR_PRIMITIVE_FIELDS
} editor_primitive_field;

enum { EDITOR_SIDES_LEAST = 4, EDITOR_SIDES = 64 }; // of a convex volume
enum { EDITOR_PARTS = 64 };                         // of a compound volume, at most; 1 at least

typedef struct editor_primitive {
    editor_shape shape;
    double value[EDITOR_PRIMITIVE_FIELDS]; // metres, or whole numbers
    // Of a convex volume: x, y, z of a normal of any length, which points inside, and an offset: the inside is where
    // dot(normal, p) + offset >= 0. Else NULL and 0.
    const double (*sides)[4];
    uint32_t side_count;
    // Of a compound volume. Else NULL and 0.
    const struct editor_part *parts;
    uint32_t part_count;
} editor_primitive;

// A volume in a compound one.
typedef struct editor_part {
    editor_primitive volume; // no compound
    pick_affine local;       // from its space to the compound's; not flat
} editor_part;

bool editor_shape_is_volume(editor_shape shape);

// Names of new objects, and for messages: "cube", "box volume"; "radius".
const char *editor_shape_name(editor_shape shape);
const char *editor_primitive_field_name(editor_primitive_field field);
// Names in level files: "cube", "box". The shape of such a name, among volumes or among the others.
// EDITOR_SHAPE_NONE: there is none.
const char *editor_shape_key(editor_shape shape);
editor_shape editor_shape_named(const char *key, bool volume);

// The shape with its usual sizes: about a metre.
editor_primitive editor_primitive_default(editor_shape shape);

// Whether the shape uses the field; whether the field is a whole number; its range, bounds included.
bool editor_primitive_has(editor_shape shape, editor_primitive_field field);
bool editor_primitive_is_whole(editor_primitive_field field);
void editor_primitive_range(editor_shape shape, editor_primitive_field field, double *low, double *high);

// Moves the field's value to the nearest one that is valid beside the others; whole numbers are rounded.
void editor_primitive_clamp(editor_primitive *primitive, editor_primitive_field field);

// Whether all values are in range. If not, writes "FIELD: expected ...". A convex volume is bounded, and nowhere
// thinner than the least size. The parts of a compound one are valid, and their places too.
bool editor_primitive_is_valid(const editor_primitive *primitive, char *why, size_t size);
bool editor_primitive_equal(const editor_primitive *a, const editor_primitive *b);
uint64_t editor_primitive_hash(const editor_primitive *primitive);
// A copy with its own sides and parts. False: out of memory; then `to` is empty.
bool editor_primitive_copy(const editor_primitive *from, editor_primitive *to);
void editor_primitive_free(editor_primitive *copy); // an empty one is fine

#endif
