// query_walks.c: traverses one object, or every object of a scene.
#include "query/query_walks.h"
#include "base/compiler.h"

#include <math.h>

void pick_mesh_walk(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink)
{
    if (mesh->root != PICK_REF_NONE)
        pick_kernel_at(mesh->simd).walk_mesh(mesh, ray, sink);
}

// Transforms the ray to object space. If that costs no precision, its origin is first moved, in world space, to where
// it passes the object: the inverse then magnifies an error of the object's size, not of the distance. (The kernels'
// object_ray, query_walk_ray.h, is the same, operation for operation.)
bool pick_object_local_ray(const pick_object *object, const pick_scene_ray *ray, pick_local_ray *local)
{
    const pick_vec3 d = ray->ray->direction;
    // Subtract the origins first: the difference is small, so nothing is lost however far from the world's origin it
    // is.
    const pick_vec3 origin = {object->origin[0], object->origin[1], object->origin[2]};
    const pick_vec3 center = {object->center[0], object->center[1], object->center[2]};
    const pick_vec3 o = pick_vec3_sub(pick_vec3_sub(ray->ray->origin, origin), center);
    double shift = -pick_vec3_dot(o, d) * ray->inverse_square;
    if (!isfinite(shift))
        shift = 0;
    const pick_vec3 near = pick_vec3_add(o, pick_vec3_scale(d, shift));
    double rows[3][3];
    pick_cofactors(object->linear, rows);
    const double inverse = object->inverse_determinant;
    const double *c = object->mesh->center;
    return pick_local_ray_init(
        local,
        pick_vec3_make(pick_row_times(rows[0], near) * inverse + c[0], pick_row_times(rows[1], near) * inverse + c[1],
                       pick_row_times(rows[2], near) * inverse + c[2]),
        pick_vec3_make(pick_row_times(rows[0], d) * inverse, pick_row_times(rows[1], d) * inverse,
                       pick_row_times(rows[2], d) * inverse),
        shift);
}

// Offers the hits of an object, if its layers and flags match the query.
static void walk_object(const pick_scene *scene, uint32_t slot, const pick_scene_ray *ray, pick_sink *sink,
                        bool brute_force)
{
    const pick_object *object = pick_object_at(scene, slot);
    if (!pick_object_is_seen(scene, slot, ray->query))
        return;
    pick_local_ray local;
    if (!pick_object_local_ray(object, ray, &local))
        return;
    if (sink->stats != NULL)
        ++sink->stats->objects;
    sink->slot = slot;
    if (brute_force)
        pick_mesh_walk_brute_force(object->mesh, &local, sink);
    else
        pick_mesh_walk(object->mesh, &local, sink);
}

void pick_scene_walk_every_object(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink, bool brute_force)
{
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object))
            walk_object(scene, slot, ray, sink, brute_force);
    }
}
