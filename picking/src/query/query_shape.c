// query_shape.c: a ray against any shape: the dispatch over all types, meshes and compounds.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "picking/mesh.h"
#include "shapes/shape_solid.h"

#include <math.h>

// `depth` counts the compounds around a shape.
static bool hit_shape(const pick_ray *ray, const pick_shape *shape, int depth, pick_shape_hit *hit);

bool pick_ray_mesh(const pick_ray *ray, const pick_mesh *mesh, pick_shape_hit *hit)
{
    const pick_mesh_query query = {.cull = PICK_CULL_NONE};
    pick_mesh_hit found;
    float vertex[3][3];
    if (!hit || !pick_mesh_closest(mesh, ray, &query, &found))
        return false;
    (void)pick_mesh_triangle(mesh, found.triangle, vertex); // it was just hit
    pick_vec3 p[3];
    for (int i = 0; i < 3; i++)
        p[i] = pick_vec3_make((double)vertex[i][0], (double)vertex[i][1], (double)vertex[i][2]);
    const pick_vec3 normal = pick_triangle_normal(p);
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

static bool hit_compound(const pick_ray *ray, const pick_compound *compound, int depth, pick_shape_hit *hit)
{
    if (depth >= PICK_SHAPE_MAX_DEPTH || !compound->parts || !pick_ray_is_valid(ray))
        return false;
    bool met = false;
    for (size_t i = 0; i < compound->count; i++) {
        const pick_shape_part *part = &compound->parts[i];
        pick_affine around = part->local,
                    inverse; // relative to its origin, so that places far out keep their precision
        around.origin = pick_vec3_make(0, 0, 0);
        if (!pick_vec3_is_finite(part->local.origin) || !pick_affine_invert(&around, &inverse))
            continue;
        pick_shape_hit candidate;
        const pick_ray local = pick_part_ray(&inverse, part->local.origin, ray);
        if (!hit_shape(&local, &part->shape, depth + 1, &candidate) || (met && !(candidate.t < hit->t)))
            continue;
        *hit = candidate;
        hit->point = pick_affine_point(&part->local, candidate.point);
        hit->normal = pick_part_normal(&inverse, candidate.normal);
        met = true;
    }
    return met;
}

static bool hit_shape(const pick_ray *ray, const pick_shape *shape, int depth, pick_shape_hit *hit)
{
    bool met = false;
    switch (shape->type) {
    case PICK_SHAPE_PLANE:
        met = pick_ray_plane(ray, &shape->as.plane, hit);
        break;
    case PICK_SHAPE_SEGMENT:
        met = pick_ray_segment(ray, &shape->as.segment, hit);
        break;
    case PICK_SHAPE_POINT:
        met = pick_ray_point(ray, &shape->as.point, hit);
        break;
    case PICK_SHAPE_MESH:
        met = pick_ray_mesh(ray, shape->as.mesh, hit);
        break;
    case PICK_SHAPE_COMPOUND: // `user` is the part's
        return hit_compound(ray, &shape->as.compound, depth, hit);
    default:
        met = pick_ray_body(ray, shape, hit);
        break;
    }
    if (met)
        hit->user = shape->user;
    return met;
}

bool pick_ray_compound(const pick_ray *ray, const pick_compound *compound, pick_shape_hit *hit)
{
    return ray && compound && hit && hit_compound(ray, compound, 0, hit);
}

bool pick_ray_shape(const pick_ray *ray, const pick_shape *shape, pick_shape_hit *hit)
{
    return ray && shape && hit && hit_shape(ray, shape, 0, hit);
}

ptrdiff_t pick_ray_shapes(const pick_ray *ray, const pick_shape *shapes, size_t count, pick_shape_hit *hit)
{
    if (!ray || !shapes || !hit)
        return -1;
    ptrdiff_t nearest = -1;
    pick_shape_hit candidate;
    for (size_t i = 0; i < count; i++) {
        if (pick_ray_shape(ray, &shapes[i], &candidate) && (nearest < 0 || candidate.t < hit->t)) {
            nearest = (ptrdiff_t)i;
            *hit = candidate;
        }
    }
    return nearest;
}
