// line.h: polylines that a level owns: the points of one, and what it measures.
//
// Space:      object space, metres. Points are kept as doubles; pictures and picking have them as floats.
// Look:       width and colour are overrides of the object's slot 0 (override.h); without any it is grey, 2 points
//             wide.
// Measures:   a line may show what it measures, as it is in the world with the object's scale: its length, the
//             clearance that its length is, or the angle at its last point but one.
// Equality:   lines with equal values have the same mesh.
#ifndef EDITOR_DOCUMENT_LINE_H
#define EDITOR_DOCUMENT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "picking/picking.h"

enum { EDITOR_LINE_POINTS = 65536 }; // that a line has at most; at least 2

typedef enum editor_measure {
    EDITOR_MEASURE_NOTHING,
    EDITOR_MEASURE_LENGTH,
    EDITOR_MEASURE_ANGLE, // of three points or more
    EDITOR_MEASURE_CLEARANCE,
    EDITOR_MEASURE_COUNT
} editor_measure;

typedef struct editor_line {
    double *points; // 3 each; owned
    uint32_t count; // 0: no line
    bool closed;    // from the last point back to the first
    editor_measure measure;
} editor_line;

// Whether all values are in range. If not, writes "FIELD: expected ...".
bool editor_line_is_valid(const editor_line *line, char *why, size_t size);
// The first point that is no place; `count`: none.
uint32_t editor_line_find_bad_point(const editor_line *line);
bool editor_line_equal(const editor_line *a, const editor_line *b);
uint64_t editor_line_hash(const editor_line *line);
// False: out of memory; then `to` is empty.
bool editor_line_copy(const editor_line *from, editor_line *to);
void editor_line_free(editor_line *line); // an empty one is fine

// Name in level files: "length". EDITOR_MEASURE_COUNT: there is none of that name.
const char *editor_measure_key(editor_measure measure);
editor_measure editor_measure_named(const char *key);
// Name for people: "Distance" (of two points), "Length", "Angle", "Clearance".
const char *editor_measure_name(const editor_line *line);
// A point of a line in the world.
pick_vec3 editor_line_point(const editor_line *line, const pick_affine *world, uint32_t point);
// What the line measures: metres, or radians.
double editor_measure_value(const editor_line *line, const pick_affine *world);
// The same as text: "2.400 m", "45.0" and a degree sign; with `decimals` of the metres. It measures nothing: "".
void editor_measure_text(const editor_line *line, const pick_affine *world, int decimals, char *out, size_t size);

// Between two directions, radians; 0 if one of them has no length.
double editor_angle_between(pick_vec3 u, pick_vec3 v);

#endif
