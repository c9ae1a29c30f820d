// box3f.h: boxes of floats. Private.
#ifndef PICKING_SRC_BOX3F_H
#define PICKING_SRC_BOX3F_H

#include <math.h>
#include <stdbool.h>

typedef struct pick_box3f {
    float lo[3], hi[3];
} pick_box3f;

#define PICK_BOX3F_EMPTY ((pick_box3f){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}})

static inline void pick_box3f_grow(pick_box3f *box, const pick_box3f *by)
{
    for (int k = 0; k < 3; k++) {
        box->lo[k] = by->lo[k] < box->lo[k] ? by->lo[k] : box->lo[k];
        box->hi[k] = by->hi[k] > box->hi[k] ? by->hi[k] : box->hi[k];
    }
}

static inline bool pick_box3f_equal(const pick_box3f *a, const pick_box3f *b)
{
    return a->lo[0] == b->lo[0] && a->lo[1] == b->lo[1] && a->lo[2] == b->lo[2] && a->hi[0] == b->hi[0] &&
           a->hi[1] == b->hi[1] && a->hi[2] == b->hi[2];
}

// Half the surface area of a box with sides x, y and z; 0 for an empty box, whose sides are negative.
static inline double pick_half_area(double x, double y, double z)
{
    const double sum = x * y + y * z + z * x;
    return x >= 0 ? sum : 0;
}

// In double, so that no box of floats overflows.
static inline double pick_box3f_half_area(const pick_box3f *box)
{
    return pick_half_area((double)box->hi[0] - (double)box->lo[0], (double)box->hi[1] - (double)box->lo[1],
                          (double)box->hi[2] - (double)box->lo[2]);
}

#endif
