// query_thin_hit.c: what is read of the hits of points, lines and curves afterwards, from their rays.
#include "base/compiler.h"
#include "query/query_thin.h"
#include "query/query_volume.h"
#include "query/query_walks.h"

#include <math.h>

// --- Ends of a segment ----------------------------------------------------------------------------------------------

bool pick_thin_only_touches(const pick_object *object, const pick_scene_ray *ray, const pick_candidate *candidate,
                            pick_vec3 end)
{
    const pick_thin *thin = pick_thin_of(object->mesh);
    const pick_aabb box = pick_object_world_box(object, false);
    const double size = pick_vec3_length(pick_vec3_sub(box.max, box.min));
    const double *o = object->origin;
    const double largest = pick_most(pick_largest(o[0], o[1], o[2]), pick_largest(end.x, end.y, end.z)) + size;
    double stretch = 0, last = candidate->t;
    for (int i = 0; i < 9; i++)
        stretch = pick_most(fabs((double)object->linear[i]), stretch);
    const double allowed = 0x1p-44 * largest + 0x1p-20 * thin->radius * stretch;
    pick_local_ray local;
    (void)pick_object_local_ray(object, ray, &local);
    for (uint32_t i = pick_thin_first(thin, candidate->triangle); i < pick_thin_first(thin, candidate->triangle + 1);
         i++) { // find it again: what lies between counts
        pick_vec3 a, b;
        pick_part_span span;
        (void)pick_thin_segment(thin, i, &a, &b);
        const pick_volume_part body = pick_thin_body(thin, 0, a, b);
        if (pick_find_span(&body, &local, &span) && fmax(span.enter, ray->ray->t_min) == candidate->t)
            last = fmax(last, fmin(span.exit, ray->ray->t_max));
    }
    const pick_end_relation relation = pick_end_of(ray->ray, candidate->t, last, end, allowed);
    if (relation != PICK_END_NEAR)
        return relation == PICK_END_TOUCHED;
    const pick_hit hit = {
        .t = candidate->t, .triangle = candidate->triangle, .barycentric = {candidate->u}, .inside = candidate->inside};
    return pick_end_is_grazed(ray->ray, candidate->t, last, end, pick_thin_normal(object, ray->ray, &hit), allowed);
}

// --- Normals --------------------------------------------------------------------------------------------------------

pick_vec3 pick_thin_normal(const pick_object *object, const pick_ray *ray, const pick_hit *hit)
{
    const pick_thin *thin = pick_thin_of(object->mesh);
    const pick_scene_ray scene_ray = {.ray = ray,
                                      .inverse_square = 1.0 / pick_vec3_dot(ray->direction, ray->direction)};
    pick_vec3 axis = {0, 0, 0};
    pick_local_ray local;
    if (hit->inside)
        return axis;
    (void)pick_object_local_ray(object, &scene_ray, &local); // one that cannot be cast meets nothing
    (void)pick_thin_place(thin, hit->triangle, hit->barycentric[0], &axis);
    const pick_vec3 at = pick_vec3_add(pick_vector_of(local.origin),
                                       pick_vec3_scale(pick_vector_of(local.direction), hit->t - local.shift));
    return pick_object_turn_normal(object, pick_vec3_sub(at, axis));
}
