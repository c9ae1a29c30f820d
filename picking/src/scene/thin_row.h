// thin_row.h: linear functions of world points as functions of the object space of points and curves.
#ifndef PICKING_SCENE_THIN_ROW_H
#define PICKING_SCENE_THIN_ROW_H

#include "scene/object_space.h"
#include "shapes/thin_internal.h"

// A linear function of object space. The exact tests and boxes differ by less than `error`.
typedef struct pick_thin_row {
    double n[3], constant, error;
} pick_thin_row;

// From a function of world points relative to an eye, `offset` the object's origin from there. `size` bounds the terms
// that `in` is a sum of.
static inline pick_thin_row pick_thin_row_from(const pick_object *object, const pick_thin *thin, pick_vec3 offset,
                                               const double in[4], const double size[4])
{
    const pick_box3f box = pick_even_bounds(&thin->tree);
    const double at[3] = {offset.x, offset.y, offset.z};
    pick_thin_row row = {.constant = in[3], .error = size[3]};
    for (int k = 0; k < 3; k++) {
        row.constant += in[k] * at[k];
        row.error += size[k] * fabs(at[k]);
        for (int i = 0; i < 3; i++) {
            const double l = (double)object->linear[3 * i + k];
            row.n[i] += in[k] * l;
            row.error += size[k] * fabs(l) * pick_most(fabs((double)box.lo[i]), fabs((double)box.hi[i]));
        }
    }
    row.error *= 0x1p-44;
    return row;
}

#endif
