// thin_query.c: points, lines and curves without a scene, as an object made for one query.
#include "picking/thin_query.h"
#include "base/compiler.h"
#include "nearest/nearest_thin.h"
#include "query/query_thin.h"
#include "query/query_walks.h"
#include "region/region_thin.h"

#include <math.h>

// False: nothing is shown.
static bool make_thin_object(const pick_thin *thin, const pick_transform *transform, pick_object *out)
{
    const pick_transform world = PICK_TRANSFORM_IDENTITY;
    transform = transform != NULL ? transform : &world;
    if (thin == NULL || !pick_transform_is_finite(transform))
        return false;
    *out = (pick_object){.flags = 0};
    pick_object_place(out, transform, &thin->mesh);
    return out->inverse_determinant != 0;
}

// --- Rays -----------------------------------------------------------------------------------------------------------

static bool closest_of_thin(const pick_thin *thin, const pick_transform *transform, const pick_ray *ray,
                            pick_thin_hit *out, bool brute_force)
{
    pick_object object;
    pick_local_ray local;
    if (out == NULL || !pick_ray_is_valid(ray) || !make_thin_object(thin, transform, &object))
        return false;
    const pick_scene_ray scene_ray = {.ray = ray,
                                      .inverse_square = 1.0 / pick_vec3_dot(ray->direction, ray->direction)};
    pick_sink sink = {.t_min = ray->t_min, .t_max = ray->t_max, .cull = PICK_CULL_NONE};
    if (!pick_object_local_ray(&object, &scene_ray, &local))
        return false;
    if (brute_force)
        pick_thin_walk_brute_force(thin, &local, &sink);
    else
        pick_thin_walk(thin, &local, &sink);
    if (!sink.found)
        return false;
    const pick_candidate *best = &sink.best;
    const pick_hit hit = {
        .t = best->t, .triangle = best->triangle, .barycentric = {best->u, 0}, .inside = best->inside};
    *out = (pick_thin_hit){.part = best->triangle,
                           .along = best->u,
                           .point = pick_ray_at(ray, best->t),
                           .normal = pick_thin_normal(&object, ray, &hit),
                           .t = best->t,
                           .inside = best->inside};
    return true;
}

bool pick_thin_closest(const pick_thin *thin, const pick_transform *transform, const pick_ray *ray, pick_thin_hit *out)
{
    return closest_of_thin(thin, transform, ray, out, false);
}

bool pick_thin_closest_brute_force(const pick_thin *thin, const pick_transform *transform, const pick_ray *ray,
                                   pick_thin_hit *out)
{
    return closest_of_thin(thin, transform, ray, out, true);
}

// --- In the window --------------------------------------------------------------------------------------------------

static bool thin_in_window(const pick_thin *thin, const pick_transform *transform, const pick_view *view,
                           pick_vec2 position, double radius, pick_thin_hit *out, bool brute_force)
{
    const pick_thin_wish wish = {.radius = radius};
    pick_object object;
    pick_frustum frustum;
    if (view == NULL || out == NULL || !pick_is_finite_vec2(position) || !(radius >= 0 && radius < HUGE_VAL) ||
        !make_thin_object(thin, transform, &object))
        return false;
    pick_frustum_from_view(&frustum, view);
    return pick_thin_nearest_in_window(&object, view, &frustum, position, &wish, out, brute_force);
}

bool pick_thin_in_window(const pick_thin *thin, const pick_transform *transform, const pick_view *view,
                         pick_vec2 position, double radius, pick_thin_hit *out)
{
    return thin_in_window(thin, transform, view, position, radius, out, false);
}

bool pick_thin_in_window_brute_force(const pick_thin *thin, const pick_transform *transform, const pick_view *view,
                                     pick_vec2 position, double radius, pick_thin_hit *out)
{
    return thin_in_window(thin, transform, view, position, radius, out, true);
}

// --- In a region ----------------------------------------------------------------------------------------------------

static size_t thin_in_region(const pick_thin *thin, const pick_transform *transform, const pick_region *region,
                             pick_region_mode mode, uint32_t *out, size_t capacity, bool brute_force)
{
    pick_object object;
    if (region == NULL || region->empty || (out == NULL && capacity > 0) || (unsigned)mode > PICK_REGION_CONTAIN ||
        !make_thin_object(thin, transform, &object))
        return 0;
    return pick_thin_parts_in_region(&object, region, mode, out, capacity, brute_force);
}

size_t pick_thin_in_region(const pick_thin *thin, const pick_transform *transform, const pick_region *region,
                           pick_region_mode mode, uint32_t *out, size_t capacity)
{
    return thin_in_region(thin, transform, region, mode, out, capacity, false);
}

size_t pick_thin_in_region_brute_force(const pick_thin *thin, const pick_transform *transform,
                                       const pick_region *region, pick_region_mode mode, uint32_t *out, size_t capacity)
{
    return thin_in_region(thin, transform, region, mode, out, capacity, true);
}
