// volume_body.c: parts of volumes as convex bodies: rays, and support functions (the farthest point along a direction).
#include "base/compiler.h"
#include "math/math_inline.h"
#include "shapes/shape_solid.h"
#include "shapes/volume_internal.h"

bool pick_volume_part_ray(const pick_volume_part *part, pick_vec3 origin, pick_vec3 direction, pick_shape_hit *hit)
{
    const pick_ray ray = {origin, direction, -HUGE_VAL, HUGE_VAL};
    const pick_ray local = pick_part_ray(&part->inverse, part->local.origin, &ray);
    if (!pick_ray_body(&local, &part->shape, hit))
        return false;
    hit->normal = pick_part_normal(&part->inverse, hit->normal);
    return true;
}

pick_body pick_body_make(const pick_volume_part *part, const float linear[9], pick_vec3 offset)
{
    pick_body body = {.part = part};
    double l[9];
    for (int i = 0; i < 9; i++)
        l[i] = (double)linear[i];
    for (int i = 0; i < 3; i++) {
        const pick_vec3 column = pick_multiply3(l, pick_column3(part->local.linear, i));
        body.linear[3 * i] = column.x;
        body.linear[3 * i + 1] = column.y;
        body.linear[3 * i + 2] = column.z;
    }
    body.origin = pick_vec3_add(pick_multiply3(l, part->local.origin), offset);
    return body;
}

static pick_vec3 farthest_corner(const pick_vec3 *corner, uint32_t count, pick_vec3 d)
{
    uint32_t best = 0;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        const double along = pick_vec3_dot(corner[i], d);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return corner[best];
}

static pick_vec3 farthest_of_obb(const pick_obb *box, pick_vec3 d)
{
    pick_vec3 p = box->center;
    for (int i = 0; i < 3; i++) {
        const pick_vec3 h = box->half_axis[i];
        p = pick_vec3_dot(h, d) >= 0 ? pick_vec3_add(p, h) : pick_vec3_sub(p, h);
    }
    return p;
}

static pick_vec3 part_across(pick_vec3 d, pick_vec3 n)
{
    return pick_vec3_sub(d, pick_vec3_scale(n, pick_vec3_dot(n, d)));
}

// Of a disc across an axis. Almost along the axis, what is left across it is rounded: the first result may be inclined
// to the axis, and the second one is not. Nearer still, all points of the disc are as far.
static pick_vec3 farthest_of_disc(pick_vec3 center, pick_vec3 axis, double radius, pick_vec3 d)
{
    const pick_vec3 n = pick_vec3_normalize(axis);
    const pick_vec3 across = part_across(d, n);
    if (!(pick_vec3_dot(across, across) > 0x1p-84)) // an angle of 2^-42
        return center;
    const pick_vec3 exact = pick_unit_vec3(part_across(pick_unit_vec3(across), n));
    return pick_vec3_add(center, pick_vec3_scale(exact, radius));
}

static pick_vec3 farthest_of_cone(const pick_cone *cone, pick_vec3 d)
{
    const pick_vec3 base = farthest_of_disc(cone->base, pick_vec3_sub(cone->apex, cone->base), cone->radius, d);
    return pick_vec3_dot(pick_vec3_sub(base, cone->apex), d) >= 0 ? base : cone->apex;
}

// The end of an axis that is farther along.
static pick_vec3 farther_end(pick_vec3 a, pick_vec3 b, pick_vec3 d)
{
    return pick_vec3_dot(pick_vec3_sub(b, a), d) > 0 ? b : a;
}

// `d` is of unit length, or zero.
static pick_vec3 farthest_of_shape(const pick_volume_part *part, pick_vec3 d)
{
    const pick_shape *shape = &part->shape;
    switch (shape->type) {
    case PICK_SHAPE_SPHERE:
        return pick_vec3_add(shape->as.sphere.center, pick_vec3_scale(d, shape->as.sphere.radius));
    case PICK_SHAPE_AABB: {
        const pick_aabb *b = &shape->as.aabb;
        return pick_vec3_make(d.x >= 0 ? b->max.x : b->min.x, d.y >= 0 ? b->max.y : b->min.y,
                              d.z >= 0 ? b->max.z : b->min.z);
    }
    case PICK_SHAPE_OBB:
        return farthest_of_obb(&shape->as.obb, d);
    case PICK_SHAPE_CAPSULE: {
        const pick_capsule *c = &shape->as.capsule;
        return pick_vec3_add(farther_end(c->a, c->b, d), pick_vec3_scale(d, c->radius));
    }
    case PICK_SHAPE_CYLINDER: {
        const pick_cylinder *c = &shape->as.cylinder;
        return farthest_of_disc(farther_end(c->a, c->b, d), pick_vec3_sub(c->b, c->a), c->radius, d);
    }
    case PICK_SHAPE_CONE:
        return farthest_of_cone(&shape->as.cone, d);
    case PICK_SHAPE_TRIANGLE:
        return farthest_corner(shape->as.triangle.vertex, 3, d);
    default: // PICK_SHAPE_CONVEX
        return farthest_corner(part->corners, part->corner_count, d);
    }
}

pick_vec3 pick_body_support(const pick_body *body, pick_vec3 direction)
{
    const double *m = body->linear;
    const pick_vec3 d =
        pick_vec3_make(pick_vec3_dot(pick_column3(m, 0), direction), pick_vec3_dot(pick_column3(m, 1), direction),
                       pick_vec3_dot(pick_column3(m, 2), direction));
    return pick_vec3_add(pick_multiply3(m, farthest_of_shape(body->part, pick_unit_vec3(d))), body->origin);
}

pick_aabb pick_volume_extent(const pick_volume *volume, const float linear[9])
{
    const pick_volume_part *parts = volume->primitive != NULL ? &volume->primitive->reach : volume->parts;
    pick_aabb all = PICK_AABB_EMPTY;
    for (uint32_t i = 0; i < volume->part_count; i++) {
        const pick_body body = pick_body_make(&parts[i], linear, pick_vec3_make(0, 0, 0));
        const pick_aabb own = {
            {pick_body_support(&body, pick_vec3_make(-1, 0, 0)).x, pick_body_support(&body, pick_vec3_make(0, -1, 0)).y,
             pick_body_support(&body, pick_vec3_make(0, 0, -1)).z},
            {pick_body_support(&body, pick_vec3_make(1, 0, 0)).x, pick_body_support(&body, pick_vec3_make(0, 1, 0)).y,
             pick_body_support(&body, pick_vec3_make(0, 0, 1)).z}};
        all = pick_aabb_union(&all, &own);
    }
    return all;
}
