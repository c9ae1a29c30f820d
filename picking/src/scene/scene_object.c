// scene_object.c: an object's fields that follow from its transform, and its world box.
#include "base/compiler.h"
#include "bvh/bvh_bins.h"
#include "scene/object_space.h"

#include <float.h>
#include <math.h>
#include <string.h>

// A transform is flat if the volume of its columns is less than this fraction of the product of their lengths: the
// volume is then within its own rounding error.
#define FLATTEST 0x1p-40
#define CONDITION_ALLOWED 0x1p16

static pick_vec3 column(const float m[9], int i)
{
    return pick_vec3_make((double)m[3 * i], (double)m[3 * i + 1], (double)m[3 * i + 2]);
}

// |determinant| over the product of the column lengths: 1 for any rotation and scale, 0 for a flat object.
static double fullness(const float m[9], double determinant)
{
    const double box = pick_vec3_length(column(m, 0)) * pick_vec3_length(column(m, 1)) * pick_vec3_length(column(m, 2));
    return box > 0 ? fabs(determinant) / box : 0;
}

// Whether the transform into object space magnifies rounding by less than CONDITION_ALLOWED. The length of a row of the
// inverse is 1 / (fullness * length of a column), and it is multiplied with vectors as long as the longest column.
// (Kernels then test boxes from the start of the ray: box_ray_init_near.)
static bool is_well_conditioned(const float m[9], double determinant)
{
    const double a = pick_vec3_length(column(m, 0)), b = pick_vec3_length(column(m, 1));
    const double c = pick_vec3_length(column(m, 2));
    return fmin(a, fmin(b, c)) * fullness(m, determinant) * CONDITION_ALLOWED > fmax(a, fmax(b, c));
}

void pick_object_place(pick_object *object, const pick_transform *transform, const pick_mesh *mesh)
{
    double rows[3][3];
    for (int i = 0; i < 9; i++)
        object->linear[i] = transform->linear[i];
    object->origin[0] = transform->origin.x;
    object->origin[1] = transform->origin.y;
    object->origin[2] = transform->origin.z;
    object->mesh = mesh;
    for (int k = 0; k < 3; k++) {
        object->center[k] = 0;
        for (int i = 0; i < 3; i++)
            object->center[k] += (double)object->linear[3 * i + k] * mesh->center[i];
    }
    pick_cofactors(object->linear, rows);
    const double determinant = pick_row_times(rows[0], column(object->linear, 0));
    // The determinant of a transform that is not flat is not much less than a product of three floats, so the inverse
    // is finite.
    const bool flat = !(fullness(object->linear, determinant) > FLATTEST);
    object->inverse_determinant = flat ? 0 : 1.0 / determinant;
    const bool even = !flat && pick_mesh_has_triangles(mesh) && is_well_conditioned(object->linear, determinant);
    object->flags = (object->flags & ~PICK_OBJECT_WELL_CONDITIONED) | (even ? PICK_OBJECT_WELL_CONDITIONED : 0);
}

bool pick_object_is_pickable(const pick_object *object)
{
    return (object->flags & PICK_OBJECT_HIDDEN) == 0 && object->inverse_determinant != 0 &&
           object->mesh->root != PICK_REF_NONE;
}

// The bounds under a linear map, given by its columns.
static void span_of_thin(const pick_thin *thin, const float linear[9], double lo[4], double hi[4])
{
    const pick_box3f box = pick_even_bounds(&thin->tree);
    for (int k = 0; k < 3; k++) {
        lo[k] = hi[k] = 0;
        for (int i = 0; i < 3; i++) {
            const double a = (double)linear[3 * i + k] * (double)box.lo[i];
            const double b = (double)linear[3 * i + k] * (double)box.hi[i];
            lo[k] += pick_least(a, b);
            hi[k] += pick_most(a, b);
        }
    }
}

static double extent_along(double lo, double hi)
{
    return pick_least(pick_most(fabs(lo), fabs(hi)), DBL_MAX);
}

// The largest coordinate on each axis, in object space.
static void extents_of(const pick_mesh *mesh, double reach[3])
{
    if (pick_mesh_is_volume(mesh)) {
        const pick_aabb bounds = pick_volume_of(mesh)->bounds;
        reach[0] = extent_along(bounds.min.x, bounds.max.x);
        reach[1] = extent_along(bounds.min.y, bounds.max.y);
        reach[2] = extent_along(bounds.min.z, bounds.max.z);
        return;
    }
    pick_box3f box = mesh->bounds;
    if (pick_mesh_is_thin(mesh))
        box = pick_even_bounds(&pick_thin_of(mesh)->tree);
    else if (pick_mesh_is_scene(mesh))
        box = pick_scene_of(mesh)->tree.bounds;
    for (int i = 0; i < 3; i++) {
        const double from = pick_mesh_is_scene(mesh) ? pick_scene_of(mesh)->tree.anchor[i] : 0;
        reach[i] = extent_along((double)box.lo[i] + from, (double)box.hi[i] + from);
    }
}

// How far something at the object's reach may move on an axis where the object is in a nested scene: what stands in for
// it has the product of the transforms, rounded to floats.
static double nested_rounding(const pick_object *object, const double reach[3], int axis)
{
    double pad = 0;
    for (int i = 0; i < 3; i++)
        pad += fabs((double)object->linear[3 * i + axis]) * reach[i];
    return pad * 0x1p-22;
}

pick_aabb pick_object_world_box(const pick_object *object, bool padded)
{
    const pick_mesh *mesh = object->mesh;
    alignas(32) double lo[4];
    alignas(32) double hi[4];
    if (pick_mesh_is_volume(mesh)) {
        const pick_aabb box = pick_volume_extent(pick_volume_of(mesh), object->linear);
        memcpy(lo, &box.min, sizeof box.min);
        memcpy(hi, &box.max, sizeof box.max);
    } else if (pick_mesh_is_thin(mesh) && pick_thin_of(mesh)->dropped_count < pick_thin_of(mesh)->part_count) {
        span_of_thin(pick_thin_of(mesh), object->linear, lo, hi);
    } else if (pick_mesh_is_scene(mesh) && pick_scene_of(mesh)->tree.object_count > 0) {
        pick_nested_span(pick_scene_of(mesh), object->linear, lo, hi);
    } else if (pick_mesh_is_thin(mesh) || mesh->degenerate_count == mesh->triangle_count) {
        // What has no valid parts, or no objects, gets a point as its box, because an edit may make some valid.
        const pick_vec3 place = {object->origin[0] + object->center[0], object->origin[1] + object->center[1],
                                 object->origin[2] + object->center[2]};
        return padded ? (pick_aabb){place, place} : PICK_AABB_EMPTY;
    } else {
        pick_bin_kernel_at(mesh->simd)->span(mesh->sub_bounds, mesh->sub_bounds_count, object->linear, lo, hi);
    }
    const double largest = fmax(hi[0] - lo[0], fmax(hi[1] - lo[1], hi[2] - lo[2]));
    // The transform into object space and back magnifies rounding as it flattens. Adding the origin rounds to double,
    // which far out is coarser than the floats of a box near the anchor, while the exact test uses all bits of the
    // object's origin.
    double reach[3] = {0, 0, 0};
    if (padded)
        extents_of(mesh, reach);
    const double amplification = padded ? 1 / fullness(object->linear, 1 / object->inverse_determinant) : 0;
    for (int k = 0; k < 3; k++) {
        // Stand-ins for what is in nested scenes have their origins rounded once a level.
        const double origin_rounding = fabs(object->origin[k]) * (pick_mesh_is_scene(mesh) ? 0x1p-48 : 0x1p-52);
        const double rounding = (fabs(lo[k]) + fabs(hi[k])) * 0x1p-48 + origin_rounding;
        const double pad =
            padded ? largest * amplification * 0x1p-46 + rounding + nested_rounding(object, reach, k) : 0;
        lo[k] = fmax(lo[k] - pad + object->origin[k], -DBL_MAX);
        hi[k] = fmin(hi[k] + pad + object->origin[k], DBL_MAX);
    }
    return (pick_aabb){{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}
