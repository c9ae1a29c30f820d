// snap_polygon.c: the centers of the polygons of meshes.
#include "base/compiler.h"
#include "math/closest_point.h"
#include "math/math_inline.h"
#include "snap/snap_internal.h"

static bool vertices_in_object(const pick_mesh *mesh, uint32_t triangle, pick_vec3 out[3])
{
    float local[3][3];
    pick_mesh_positions(mesh, triangle, local);
    for (int i = 0; i < 3; i++)
        out[i] = pick_vec3_make((double)local[i][0], (double)local[i][1], (double)local[i][2]);
    return pick_triangle_is_valid((const float(*)[3])local);
}

// The mean of the corners of a polygon. False: it has none.
static bool mean_of_corners(const pick_mesh *mesh, uint32_t first, uint32_t end, pick_vec3 *out)
{
    pick_vec3 base = {0, 0, 0}, sum = {0, 0, 0};
    uint32_t count = 0;
    for (uint32_t triangle = first; triangle < end; triangle++) {
        pick_vec3 v[3];
        if (!vertices_in_object(mesh, triangle, v))
            continue;
        const uint32_t inner = pick_mesh_inner(mesh, triangle);
        for (uint32_t i = 0; i < 3; i++) {
            if ((inner >> i & 1u) != 0)
                continue;
            base = count++ == 0 ? v[i] : base; // so that no digits are lost far from the object's origin
            sum = pick_vec3_add(sum, pick_vec3_sub(v[i], base));
        }
    }
    *out = pick_vec3_add(base, pick_vec3_scale(sum, 1.0 / count));
    return count > 0;
}

static void find_center(const pick_mesh *mesh, uint32_t first, pick_snap_center *out)
{
    const uint32_t end = pick_mesh_polygon_end(mesh, first);
    double least = HUGE_VAL;
    pick_vec3 mean;
    *out = (pick_snap_center){.mesh = mesh, .first = first, .triangle = PICK_REF_NONE};
    if (!mean_of_corners(mesh, first, end, &mean))
        return;
    for (uint32_t triangle = first; triangle < end; triangle++) {
        pick_vec3 v[3], edge[3];
        double weights[3];
        if (!vertices_in_object(mesh, triangle, v))
            continue;
        for (int i = 0; i < 3; i++)
            edge[i] = pick_vec3_sub(v[(i + 1) % 3], v[i]);
        for (int i = 0; i < 3; i++)
            v[i] = pick_vec3_sub(v[i], mean);
        const double distance = pick_vec3_length(pick_closest_on_triangle((const pick_vec3 *)v, edge, weights));
        if (distance < least) {
            least = distance;
            out->triangle = triangle;
            out->weights[0] = weights[1];
            out->weights[1] = weights[2];
        }
    }
}

bool pick_snap_has_center(const pick_nearest_search *search, double weights[2])
{
    const pick_snap_search *snap = search->user;
    const pick_mesh *mesh = pick_nearest_object(search, search->slot)->mesh;
    const uint32_t first = pick_mesh_polygon_first(mesh, search->triangle);
    pick_snap_center *center = snap->center;
    if (search->brute_force || center->mesh != mesh || center->first != first)
        find_center(mesh, first, center);
    weights[0] = center->weights[0];
    weights[1] = center->weights[1];
    return center->triangle == search->triangle;
}
