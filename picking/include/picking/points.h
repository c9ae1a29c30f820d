// points.h: point clouds: scans, particles, vertices of any kind, each point with the same size.
//
// Memory:     12 bytes a point for its position, and less than 8 for the hierarchy; 16 more while it is built.
// All else is in thin.h: parts are points, by their index.
#ifndef PICKING_POINTS_H
#define PICKING_POINTS_H

#include "picking/thin.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_points_desc {
    const float *positions; // 3 floats each; no alignment needed
    size_t position_stride; // bytes; 0 means 12
    uint32_t count;
    double radius; // >= 0
    pick_thin_unit unit;
    uint32_t kinds;              // PICK_SUBMESH_KIND bits (mesh.h): a query's `hidden_kinds` leaves it out
    const pick_task_hook *tasks; // threads to build with, or NULL. Not kept
} pick_points_desc;

// `allocator` NULL: the default one; it must outlive the cloud. An empty cloud is fine and never found. Errors leave
// `*out` untouched: PICK_ERROR_INVALID_ARGUMENT (a NULL, a negative radius, an unknown unit, other bits in `kinds`, a
// stride below 12, tasks without a run function), PICK_ERROR_NOT_FINITE (the radius), PICK_ERROR_TOO_LARGE (more than
// 2^30 points), PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_points_create(const pick_points_desc *desc, const pick_allocator *allocator, pick_thin **out);

#ifdef __cplusplus
}
#endif

#endif
