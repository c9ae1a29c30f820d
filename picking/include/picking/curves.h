// curves.h: polylines and cubic Bezier curves: wires, splines, paths, drawings, edges of all kinds.
//
// Points:     those of all curves one after the other. A polyline of n points, 2 or more, has n - 1 parts. A cubic
//             curve has 1 + 3 k points, the second and third of each piece of four being its handles, and k parts. A
//             closed one repeats its first point at the end.
// Flatness:   a cubic piece is subdivided evenly into segments, at least 2 and at most PICK_CURVE_SEGMENTS, so that no
//             point of it is farther from them than `flatness`, in object space. These segments are the curve: who
//             draws it with the same ones (pick_thin_place at k / n, n being pick_curve_segments) sees what is picked.
// All else is in thin.h.
#ifndef PICKING_CURVES_H
#define PICKING_CURVES_H

#include "picking/thin.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PICK_CURVE_SEGMENTS = 1024 }; // of a cubic piece, at most

typedef enum pick_curve_kind { PICK_CURVE_LINES = 0, PICK_CURVE_CUBIC } pick_curve_kind;

typedef struct pick_curves_desc {
    const float *positions; // 3 floats each; no alignment needed
    size_t position_stride; // bytes; 0 means 12
    uint32_t position_count;
    const uint32_t *counts; // the points of each curve, which make up position_count; NULL: all are one curve
    uint32_t curve_count;   // with `counts` NULL ignored
    pick_curve_kind kind;
    double flatness; // of cubics, > 0; 0 means 1/8192 of the largest side of the points' box
    double radius;   // >= 0
    pick_thin_unit unit;
    uint32_t kinds;              // PICK_SUBMESH_KIND bits (mesh.h): a query's `hidden_kinds` leaves it out
    const pick_task_hook *tasks; // threads to build with, or NULL. Not kept
} pick_curves_desc;

// `allocator` NULL: the default one; it must outlive the curves. Without any points they are fine and never found.
// Errors leave `*out` untouched: PICK_ERROR_INVALID_ARGUMENT (a NULL, counts that do not fit the kind or do not make up
// the points, a negative radius or flatness, an unknown kind or unit, other bits in `kinds`, a stride below 12, tasks
// without a run function), PICK_ERROR_NOT_FINITE (radius, flatness), PICK_ERROR_TOO_LARGE (more than 2^30 points or
// segments), PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_curves_create(const pick_curves_desc *desc, const pick_allocator *allocator, pick_thin **out);

// The segments of a part: 1 of a line. 0 for a NULL, a point, and a part that does not exist.
PICK_API uint32_t pick_curve_segments(const pick_thin *thin, uint32_t part);

#ifdef __cplusplus
}
#endif

#endif
