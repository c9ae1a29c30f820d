// shape_compound.c: shapes made of others: meshes, and parts with places of their own.
#include "base/compiler.h"
#include "shapes/shape_parts.h"

#include <math.h>

bool pick_ray_mesh(const pick_ray *ray, const pick_mesh *mesh, pick_shape_hit *hit)
{
    if (!ray || !mesh || !hit) {
        return false;
    }
    const pick_mesh_query query = {.cull = PICK_CULL_NONE};
    pick_mesh_hit found;
    float vertex[3][3];
    if (!pick_mesh_closest(mesh, ray, &query, &found)) {
        return false;
    }
    (void)pick_mesh_triangle(mesh, found.triangle, vertex); // it was just hit
    pick_vec3 p[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = pick_vec3_make((double)vertex[i][0], (double)vertex[i][1], (double)vertex[i][2]);
    }
    const pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(p[1], p[0]), pick_vec3_sub(p[2], p[0]));
    *hit = (pick_shape_hit){
        .t = found.t,
        .t_exit = found.t,
        .point = pick_ray_at(ray, found.t),
        .normal = pick_vec3_normalize(normal),
        .face = (int)found.triangle,
        .backface = found.backface,
        .barycentric = {found.barycentric[0], found.barycentric[1]},
    };
    return true;
}

// The ray brought into a part's space, its direction not made unit, so that t means the same there.
static pick_ray ray_into(const pick_affine *inverse, pick_vec3 part_origin, const pick_ray *ray)
{
    pick_ray local = *ray;
    local.origin = pick_affine_vector(inverse, pick_vec3_sub(ray->origin, part_origin));
    local.direction = pick_affine_vector(inverse, ray->direction);
    return local;
}

// By the inverse transpose: rows of the inverse are its columns.
static pick_vec3 normal_out_of(const pick_affine *inverse, pick_vec3 n)
{
    const double *m = inverse->linear;
    // Brought to size 1 first, so that tiny and huge parts keep their normals.
    double size = 0;
    for (int i = 0; i < 9; ++i) {
        size = fmax(size, fabs(m[i]));
    }
    return pick_vec3_normalize(pick_vec3_make((m[0] * n.x + m[1] * n.y + m[2] * n.z) / size,
                                              (m[3] * n.x + m[4] * n.y + m[5] * n.z) / size,
                                              (m[6] * n.x + m[7] * n.y + m[8] * n.z) / size));
}

bool pick_ray_compound_at(const pick_ray *ray, const pick_compound *compound, int depth, pick_shape_hit *hit)
{
    if (depth >= PICK_SHAPE_MAX_DEPTH || !compound->parts || !pick_ray_is_valid(ray)) {
        return false;
    }
    bool met = false;
    for (size_t i = 0; i < compound->count; ++i) {
        const pick_shape_part *part = &compound->parts[i];
        pick_affine around = part->local, inverse; // about its origin: places far out keep their precision
        around.origin = pick_vec3_make(0, 0, 0);
        if (!pick_vec3_is_finite(part->local.origin) || !pick_affine_invert(&around, &inverse)) {
            continue;
        }
        pick_shape_hit candidate;
        const pick_ray local = ray_into(&inverse, part->local.origin, ray);
        if (!pick_ray_shape_at(&local, &part->shape, depth + 1, &candidate) || (met && !(candidate.t < hit->t))) {
            continue;
        }
        *hit = candidate;
        hit->point = pick_affine_point(&part->local, candidate.point);
        hit->normal = normal_out_of(&inverse, candidate.normal);
        met = true;
    }
    return met;
}

bool pick_ray_compound(const pick_ray *ray, const pick_compound *compound, pick_shape_hit *hit)
{
    return ray && compound && hit && pick_ray_compound_at(ray, compound, 0, hit);
}

pick_aabb pick_compound_bounds_at(const pick_compound *compound, int depth)
{
    pick_aabb all = PICK_AABB_EMPTY;
    for (size_t i = 0; depth < PICK_SHAPE_MAX_DEPTH && compound->parts && i < compound->count; ++i) {
        const pick_aabb own = pick_shape_bounds_at(&compound->parts[i].shape, depth + 1);
        const pick_aabb placed = pick_affine_aabb(&compound->parts[i].local, &own);
        all = pick_aabb_union(&all, &placed);
    }
    return all;
}
