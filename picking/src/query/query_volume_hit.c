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
        const double from_enter = fabs(hit->t - span.enter), from_exit = fabs(hit->t - span.exit);
        if (!(fmin(from_enter, from_exit) < nearest))
            continue;
        nearest = fmin(from_enter, from_exit);
        normal = from_enter <= from_exit ? span.normal : normal_at_exit(part, &local);
    }
    return pick_object_turn_normal(object, normal);
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
            pick_part_span span;
            if (pick_find_span(&volume->parts[i], &local, &span) && fmax(span.enter, ray->ray->t_min) == candidate->t)
                last = fmax(last, fmin(span.exit, ray->ray->t_max));
        }
    }
    return pick_vec3_length(pick_vec3_sub(pick_ray_at(ray->ray, candidate->t), end)) <= allowed &&
           pick_vec3_length(pick_vec3_sub(pick_ray_at(ray->ray, last), end)) <= allowed;
}
