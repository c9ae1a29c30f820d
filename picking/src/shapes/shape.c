// shape.c: the flat shapes, and the one type that holds any shape.
#include "base/compiler.h"
#include "shapes/shape_parts.h"
#include "shapes/triangle.h"

#include <math.h>

// The textbook form: the ray's equation put into the plane's.
bool pick_ray_plane(const pick_ray *ray, const pick_plane *plane, pick_shape_hit *hit)
{
    if (!ray || !plane || !hit) {
        return false;
    }
    if (!pick_ray_is_valid(ray) || !pick_vec3_is_finite(plane->normal) || !isfinite(plane->offset)) {
        return false;
    }
    const double speed = pick_vec3_dot(plane->normal, ray->direction);
    if (speed == 0) { // parallel; a ray that lies in the plane has no one point to hit
        return false;
    }
    const double t = -(pick_vec3_dot(plane->normal, ray->origin) + plane->offset) / speed;
    if (!isfinite(t) || t < ray->t_min || t > ray->t_max) {
        return false;
    }
    *hit = (pick_shape_hit){
        .t = t,
        .t_exit = t,
        .point = pick_ray_at(ray, t),
        .normal = pick_vec3_normalize(plane->normal),
        .backface = speed > 0,
    };
    return true;
}

// Woop, Benthin and Wald, JCGT 2013: see triangle.h.
bool pick_ray_triangle(const pick_ray *ray, const pick_triangle *triangle, pick_shape_hit *hit)
{
    if (!ray || !triangle || !hit) {
        return false;
    }
    const pick_vec3 *p = triangle->vertex;
    if (!pick_ray_is_valid(ray) || !pick_vec3_is_finite(p[0]) || !pick_vec3_is_finite(p[1]) ||
        !pick_vec3_is_finite(p[2])) {
        return false;
    }
    const pick_triangle_ray ready = pick_triangle_ray_init(ray);
    const double vertex[3][3] = {{p[0].x, p[0].y, p[0].z}, {p[1].x, p[1].y, p[1].z}, {p[2].x, p[2].y, p[2].z}};
    double t, u, v;
    bool backface;
    if (!pick_triangle_intersect_double(&ready, vertex, &t, &u, &v, &backface)) {
        return false;
    }
    const pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(p[1], p[0]), pick_vec3_sub(p[2], p[0]));
    if (normal.x == 0 && normal.y == 0 && normal.z == 0) { // no area; only rounding made the kernel see some
        return false;
    }
    *hit = (pick_shape_hit){
        .t = t,
        .t_exit = t,
        .point = pick_ray_at(ray, t),
        .normal = pick_vec3_normalize(normal),
        .backface = backface,
        .barycentric = {u, v},
    };
    return true;
}

bool pick_ray_shape_at(const pick_ray *ray, const pick_shape *shape, int depth, pick_shape_hit *hit)
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
    case PICK_SHAPE_COMPOUND: // the part has said whose it is
        return pick_ray_compound_at(ray, &shape->as.compound, depth, hit);
    }
    if (met) {
        hit->user = shape->user;
    }
    return met;
}

bool pick_ray_shape(const pick_ray *ray, const pick_shape *shape, pick_shape_hit *hit)
{
    return ray && shape && hit && pick_ray_shape_at(ray, shape, 0, hit);
}

ptrdiff_t pick_ray_shapes(const pick_ray *ray, const pick_shape *shapes, size_t count, pick_shape_hit *hit)
{
    if (!ray || !shapes || !hit) {
        return -1;
    }
    ptrdiff_t nearest = -1;
    pick_shape_hit candidate;
    for (size_t i = 0; i < count; ++i) {
        if (pick_ray_shape(ray, &shapes[i], &candidate) && (nearest < 0 || candidate.t < hit->t)) {
            nearest = (ptrdiff_t)i;
            *hit = candidate;
        }
    }
    return nearest;
}

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
    for (int i = 1; i < 3; ++i) {
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

pick_aabb pick_shape_bounds_at(const pick_shape *shape, int depth)
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
        return pick_compound_bounds_at(&shape->as.compound, depth);
    }
    return PICK_AABB_EMPTY;
}

pick_aabb pick_shape_bounds(const pick_shape *shape)
{
    return shape ? pick_shape_bounds_at(shape, 0) : PICK_AABB_EMPTY;
}
