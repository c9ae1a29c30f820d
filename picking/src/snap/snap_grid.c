// snap_grid.c: the crossing of the grid nearest to the free place, on its line or in its plane.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "snap/snap_internal.h"

#include <math.h>

bool pick_snap_to_grid(const pick_snap_search *search, pick_snap *out)
{
    const pick_snap_query *snap = search->snap;
    const pick_snap_place *place = &search->place;
    const pick_vec3 *axis = search->grid_axis;
    if (!(snap->grid_step > 0 && snap->grid_step < HUGE_VAL))
        return false;
    const pick_vec3 from = pick_vec3_sub(place->point, snap->grid_origin);
    double shift[3], slope[3];
    int main = 0; // the axis nearest to the way
    for (int k = 0; k < 3; k++) {
        const double at = pick_vec3_dot(from, axis[k]);
        shift[k] = round(at / snap->grid_step) * snap->grid_step - at;
        slope[k] = pick_vec3_dot(place->way, axis[k]);
        if (fabs(slope[k]) > fabs(slope[main]))
            main = k;
    }
    pick_vec3 move = pick_vec3_scale(place->way, shift[main] / slope[main]);
    if (!place->on_line) {
        const int i = (main + 1) % 3, k = (main + 2) % 3;
        // Along the third axis it stays in the plane.
        const double third = -(shift[i] * slope[i] + shift[k] * slope[k]) / slope[main];
        move = pick_vec3_add(pick_vec3_scale(axis[main], third),
                             pick_vec3_add(pick_vec3_scale(axis[i], shift[i]), pick_vec3_scale(axis[k], shift[k])));
    }
    const pick_vec3 point = pick_vec3_add(place->point, move);
    double distance, depth;
    if (!pick_snap_measure(search, point, &distance, &depth) || distance > snap->reach)
        return false;
    *out = (pick_snap){.point = point, .to = point, .distance = distance, .depth = depth};
    return true;
}
