// query_volume_hit.c: what is read of the hits of volumes afterwards, from their rays.
#include "base/compiler.h"
#include "query/query_volume.h"
#include "query/query_walks.h"

#include <math.h>
#include <string.h>

static pick_primitive_side side_of(const pick_candidate *candidate)
{
    pick_primitive_side side;
    memcpy(&side, candidate->vertex, sizeof side);
    return side;
}

void pick_volume_describe(const pick_object *object, const pick_candidate *candidate, pick_hit *hit)
{
    const pick_volume *volume = pick_volume_of(object->mesh);
    if (pick_volume_asks_ray(volume))
        hit->normal = pick_object_turn_normal(object, side_of(candidate).normal);
    else
        hit->from_bounds = volume->primitive != NULL;
}

// The same line, from the other end.
static pick_vec3 normal_at_exit(const pick_volume_part *part, const pick_local_ray *ray)
{
    pick_shape_hit hit = {.t = 0}; // without a normal, where rounding makes it a miss
    const pick_vec3 back = pick_vec3_scale(pick_vector_of(ray->direction), -1);
    (void)pick_volume_part_ray(part, pick_vector_of(ray->origin), back, &hit);
    return hit.normal;
}

pick_vec3 pick_volume_normal(const pick_object *object, const pick_ray *ray, const pick_hit *hit)
{
    const pick_volume *volume = pick_volume_of(object->mesh);
    return pick_parts_normal(object, volume->parts, volume->part_count, ray, hit);
}

pick_vec3 pick_parts_normal(const pick_object *object, const pick_volume_part *parts, uint32_t count,
                            const pick_ray *ray, const pick_hit *hit)
{
    const pick_scene_ray scene_ray = {.ray = ray,
                                      .inverse_square = 1.0 / pick_vec3_dot(ray->direction, ray->direction)};
    pick_vec3 normal = {0, 0, 0};
    double nearest = HUGE_VAL;
    pick_local_ray local;
    if (hit->inside)
        return normal;
    (void)pick_object_local_ray(object, &scene_ray, &local); // one that cannot be cast meets no part
    for (uint32_t i = 0; i < count; i++) {                   // several may have the number
        const pick_volume_part *part = &parts[i];
        pick_part_span span;
        if (part->number != hit->triangle || !pick_find_span(part, &local, &span))
            continue;
        const bool at_exit = hit->backface && !span.flat;
        const double off = fabs(hit->t - (at_exit ? span.exit : span.enter));
        if (!(off < nearest))
            continue;
        nearest = off;
        normal = at_exit ? normal_at_exit(part, &local) : span.normal;
    }
    return pick_object_turn_normal(object, normal);
}

// Outlines on screen are known to some 1e-9 points, and the chord behind such a point is as long as the square root of
// that. So long it may be, if it is nowhere deep: in units of what is allowed, which is a millionth of the size.
#define GRAZING_LENGTH 0x1p11

static double farthest_from(const pick_ray *ray, double enter, double exit, pick_vec3 end)
{
    return pick_most(pick_vec3_length(pick_vec3_sub(pick_ray_at(ray, enter), end)),
                     pick_vec3_length(pick_vec3_sub(pick_ray_at(ray, exit), end)));
}

pick_end_relation pick_end_of(const pick_ray *ray, double enter, double exit, pick_vec3 end, double allowed)
{
    const double farthest = farthest_from(ray, enter, exit, end);
    if (farthest <= allowed)
        return PICK_END_TOUCHED;
    return farthest <= GRAZING_LENGTH * allowed ? PICK_END_NEAR : PICK_END_APART;
}

bool pick_end_is_grazed(const pick_ray *ray, double enter, double exit, pick_vec3 end, pick_vec3 normal, double allowed)
{
    // No point of a convex body is above the plane at its entry, so this is as deep as the way through it gets.
    const double slope = fabs(pick_vec3_dot(normal, pick_unit_vec3(ray->direction)));
    return pick_vec3_dot(normal, normal) > 0 && farthest_from(ray, enter, exit, end) * slope <= allowed;
}

bool pick_volume_only_touches(const pick_object *object, const pick_scene_ray *ray, const pick_candidate *candidate,
                              pick_vec3 end)
{
    const pick_volume *volume = pick_volume_of(object->mesh);
    const pick_aabb box = pick_volume_extent(volume, object->linear);
    const double *o = object->origin;
    const double largest = pick_most(pick_largest(o[0], o[1], o[2]), pick_largest(end.x, end.y, end.z));
    const double allowed = 0x1p-44 * largest + 0x1p-20 * pick_vec3_length(pick_vec3_sub(box.max, box.min));
    double last = candidate->t;
    pick_local_ray local;
    const bool solid = (volume->submesh.flags & PICK_SUBMESH_DOUBLE_SIDED) == 0;
    (void)pick_object_local_ray(object, ray, &local);
    if (pick_volume_asks_ray(volume)) {
        last = fmin(last + side_of(candidate).through, ray->ray->t_max);
    } else if (solid) {
        for (uint32_t i = 0; i < volume->part_count; i++) { // find it again: what lies between counts
            const pick_volume_part *part = &volume->parts[i];
            pick_part_span span;
            if (part->number == candidate->triangle && pick_find_span(part, &local, &span) &&
                fmax(span.enter, ray->ray->t_min) == candidate->t)
                last = fmax(last, fmin(span.exit, ray->ray->t_max));
        }
    }
    const pick_end_relation relation = pick_end_of(ray->ray, candidate->t, last, end, allowed);
    if (relation != PICK_END_NEAR)
        return relation == PICK_END_TOUCHED;
    pick_hit hit = {.t = candidate->t,
                    .triangle = candidate->triangle,
                    .backface = candidate->backface,
                    .inside = candidate->inside};
    hit.normal = pick_volume_normal(object, ray->ray, &hit);
    pick_volume_describe(object, candidate, &hit); // of a primitive
    return pick_end_is_grazed(ray->ray, candidate->t, last, end, hit.normal, allowed);
}
