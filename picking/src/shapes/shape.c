// shape.c: the dispatch over all types of shapes, compounds, and bounds.
#include "base/compiler.h"
#include "picking/mesh.h"
#include "shapes/shape_solid.h"

#include <math.h>

// `depth` counts the compounds around a shape.
static bool hit_shape(const pick_ray *ray, const pick_shape *shape, int depth, pick_shape_hit *hit);

// Transforms the ray into a part's space. Its direction is not normalised, so that t keeps its meaning.
static pick_ray ray_into(const pick_affine *inverse, pick_vec3 part_origin, const pick_ray *ray)
{
    pick_ray local = *ray;
    local.origin = pick_affine_vector(inverse, pick_vec3_sub(ray->origin, part_origin));
    local.direction = pick_affine_vector(inverse, ray->direction);
    return local;
}

// Multiply by the inverse transpose: rows of the inverse are its columns.
static pick_vec3 normal_out_of(const pick_affine *inverse, pick_vec3 n)
{
    const double *m = inverse->linear;
    // Scale to size 1 first, so that tiny and huge parts keep their normals.
    double size = 0;
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(m[i]));
    return pick_vec3_normalize(pick_vec3_make((m[0] * n.x + m[1] * n.y + m[2] * n.z) / size,
                                              (m[3] * n.x + m[4] * n.y + m[5] * n.z) / size,
                                              (m[6] * n.x + m[7] * n.y + m[8] * n.z) / size));
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
        const pick_ray local = ray_into(&inverse, part->local.origin, ray);
        if (!hit_shape(&local, &part->shape, depth + 1, &candidate) || (met && !(candidate.t < hit->t)))
            continue;
        *hit = candidate;
        hit->point = pick_affine_point(&part->local, candidate.point);
        hit->normal = normal_out_of(&inverse, candidate.normal);
        met = true;
    }
    return met;
}

static bool hit_shape(const pick_ray *ray, const pick_shape *shape, int depth, pick_shape_hit *hit)
{
    bool met = false;
    switch (shape->type) {
    case PICK_SHAPE_NONE:
        break;
    case PICK_SHAPE_PLANE:
        met = pick_ray_plane(ray, &shape->as.plane, hit);
        break;
    case PICK_SHAPE_SPHERE:
        met = pick_ray_sphere(ray, &shape->as.sphere, hit);
        break;
    case PICK_SHAPE_AABB:
        met = pick_ray_aabb(ray, &shape->as.aabb, hit);
        break;
    case PICK_SHAPE_OBB:
        met = pick_ray_obb(ray, &shape->as.obb, hit);
        break;
    case PICK_SHAPE_CAPSULE:
        met = pick_ray_capsule(ray, &shape->as.capsule, hit);
        break;
    case PICK_SHAPE_TRIANGLE:
        met = pick_ray_triangle(ray, &shape->as.triangle, hit);
        break;
    case PICK_SHAPE_CONVEX:
        met = pick_ray_convex(ray, &shape->as.convex, hit);
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

// --- Bounds ---------------------------------------------------------------------------------------------------------

static pick_aabb bounds_of_shape(const pick_shape *shape, int depth);

static pick_aabb box_around(pick_vec3 center, pick_vec3 half)
{
    return (pick_aabb){pick_vec3_sub(center, half), pick_vec3_add(center, half)};
}

static pick_aabb ball_bounds(pick_vec3 center, double radius)
{
    return box_around(center, pick_vec3_make(radius, radius, radius)); // min > max when the radius is negative
}

static pick_aabb obb_bounds(const pick_obb *box)
{
    const pick_vec3 *h = box->half_axis;
    return box_around(box->center, pick_vec3_make(fabs(h[0].x) + fabs(h[1].x) + fabs(h[2].x),
                                                  fabs(h[0].y) + fabs(h[1].y) + fabs(h[2].y),
                                                  fabs(h[0].z) + fabs(h[1].z) + fabs(h[2].z)));
}

static pick_aabb triangle_bounds(const pick_triangle *triangle)
{
    pick_aabb box = {triangle->vertex[0], triangle->vertex[0]};
    for (int i = 1; i < 3; i++) {
        const pick_aabb point = {triangle->vertex[i], triangle->vertex[i]};
        box = pick_aabb_union(&box, &point);
    }
    return box;
}

static const pick_aabb everywhere = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};

static pick_aabb segment_bounds(pick_vec3 from, pick_vec3 to, double radius, double spread)
{
    const pick_aabb a = ball_bounds(from, radius), b = ball_bounds(to, radius);
    return spread > 0 ? everywhere : pick_aabb_union(&a, &b);
}

static pick_aabb bounds_of_compound(const pick_compound *compound, int depth)
{
    pick_aabb all = PICK_AABB_EMPTY;
    for (size_t i = 0; depth < PICK_SHAPE_MAX_DEPTH && compound->parts && i < compound->count; i++) {
        const pick_aabb own = bounds_of_shape(&compound->parts[i].shape, depth + 1);
        const pick_aabb placed = pick_affine_aabb(&compound->parts[i].local, &own);
        all = pick_aabb_union(&all, &placed);
    }
    return all;
}

static pick_aabb bounds_of_shape(const pick_shape *shape, int depth)
{
    switch (shape->type) {
    case PICK_SHAPE_NONE:
        break;
    case PICK_SHAPE_PLANE:
        return everywhere;
    case PICK_SHAPE_SPHERE:
        return ball_bounds(shape->as.sphere.center, shape->as.sphere.radius);
    case PICK_SHAPE_AABB:
        return shape->as.aabb;
    case PICK_SHAPE_OBB:
        return obb_bounds(&shape->as.obb);
    case PICK_SHAPE_CAPSULE:
        return segment_bounds(shape->as.capsule.a, shape->as.capsule.b, shape->as.capsule.radius, 0);
    case PICK_SHAPE_TRIANGLE:
        return triangle_bounds(&shape->as.triangle);
    case PICK_SHAPE_CONVEX:
        return pick_convex_bounds(&shape->as.convex);
    case PICK_SHAPE_SEGMENT: {
        const pick_segment *s = &shape->as.segment;
        return segment_bounds(s->a, s->b, s->radius, s->spread);
    }
    case PICK_SHAPE_POINT: {
        const pick_point *p = &shape->as.point;
        return segment_bounds(p->position, p->position, p->radius, p->spread);
    }
    case PICK_SHAPE_MESH:
        return pick_mesh_bounds(shape->as.mesh);
    case PICK_SHAPE_COMPOUND:
        return bounds_of_compound(&shape->as.compound, depth);
    }
    return PICK_AABB_EMPTY;
}

pick_aabb pick_shape_bounds(const pick_shape *shape)
{
    return shape ? bounds_of_shape(shape, 0) : PICK_AABB_EMPTY;
}
