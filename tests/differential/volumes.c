#include "volumes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static pick_vec3 combine(pick_vec3 a, double s, pick_vec3 b)
{
    return pick_vec3_add(a, pick_vec3_scale(b, s));
}

static pick_affine random_affine(test_random *r)
{
    pick_affine a = {.origin = random_in_cube(r, 0.7)};
    for (int i = 0; i < 9; i++)
        a.linear[i] = random_between(r, -0.3, 0.3) + (i % 4 == 0 ? 0.6 : 0);
    return a;
}

// An octahedron, sheared by unequal axes.
static pick_shape make_convex(test_random *r, pick_plane planes[8])
{
    const pick_vec3 center = random_in_cube(r, 0.2), size = {random_between(r, 0.3, 1), random_between(r, 0.3, 1), 0.7};
    for (int i = 0; i < 8; i++) {
        const pick_vec3 n = {(i & 1 ? 1 : -1) / size.x, (i & 2 ? 1 : -1) / size.y, (i & 4 ? 1 : -1) / size.z};
        planes[i] = (pick_plane){n, 1 - pick_vec3_dot(n, center)};
    }
    return (pick_shape){.type = PICK_SHAPE_CONVEX, .as.convex = {planes, 8}};
}

static pick_shape make_shape(test_random *r, int kind, pick_plane planes[8])
{
    const pick_vec3 a = random_in_cube(r, 0.6), b = random_in_cube(r, 0.6), c = random_in_cube(r, 0.6);
    const double radius = random_between(r, 0.1, 0.6);
    switch (kind) {
    case 0:
        return (pick_shape){.type = PICK_SHAPE_SPHERE, .as.sphere = {a, radius}};
    case 1:
        return (pick_shape){.type = PICK_SHAPE_AABB,
                            .as.aabb = {{fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)},
                                        {fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)}}};
    case 2:
        return (pick_shape){.type = PICK_SHAPE_OBB, .as.obb = {random_in_cube(r, 0.2), {a, b, c}}};
    case 3:
        return (pick_shape){.type = PICK_SHAPE_CAPSULE, .as.capsule = {a, random_index(r, 8) == 0 ? a : b, radius}};
    case 4:
        return (pick_shape){.type = PICK_SHAPE_CYLINDER, .as.cylinder = {a, b, radius}};
    case 5:
        return (pick_shape){.type = PICK_SHAPE_CONE, .as.cone = {a, b, radius}};
    case 6:
        return (pick_shape){.type = PICK_SHAPE_TRIANGLE, .as.triangle = {{a, b, c}}};
    case 7:
        return (pick_shape){.type = PICK_SHAPE_OBB, .as.obb = {random_in_cube(r, 0.2), {a, {0, 0, 0}, c}}};
    default:
        return make_convex(r, planes);
    }
}

void test_volume_make(test_random *r, int kind, uint32_t flags, test_volume *out)
{
    out->shape = make_shape(r, kind, out->planes);
    if (kind == VOLUME_COMPOUND) {
        for (int i = 0; i < 2; i++)
            out->nested[i] = (pick_shape_part){random_affine(r), make_shape(r, (int)random_index(r, 8), NULL)};
        for (int i = 0; i < 2; i++)
            out->parts[i] =
                (pick_shape_part){random_affine(r), make_shape(r, 2 * i + 3 * (int)random_index(r, 3), out->planes)};
        out->parts[2] =
            (pick_shape_part){random_affine(r), {.type = PICK_SHAPE_COMPOUND, .as.compound = {out->nested, 2}}};
        out->shape = (pick_shape){.type = PICK_SHAPE_COMPOUND, .as.compound = {out->parts, 3}};
    }
    const pick_volume_desc desc = {.shape = &out->shape, .flags = flags};
    assert_int_equal(pick_volume_create(&desc, NULL, &out->volume), PICK_OK);
}

void test_volume_free(test_volume *volume)
{
    pick_volume_destroy(volume->volume);
}

// --- Points ---------------------------------------------------------------------------------------------------------

// 0, 1 or between.
static double share(test_random *r)
{
    const uint32_t how = random_index(r, 4);
    return how < 2 ? how : random_between(r, 0, 1);
}

static pick_vec3 disc_point(test_random *r, pick_vec3 axis, double radius)
{
    const pick_vec3 n = pick_vec3_normalize(axis), d = random_direction(r);
    const pick_vec3 across = pick_vec3_normalize(combine(d, -pick_vec3_dot(d, n), n));
    return pick_vec3_scale(across, radius * share(r));
}

static pick_vec3 convex_point(test_random *r, const pick_convex *convex)
{
    // Of the octahedron: its middle has the same height below all planes; a corner is where four of them meet.
    const pick_plane *p = convex->planes;
    const pick_vec3 size = {1 / p[7].normal.x, 1 / p[7].normal.y, 1 / p[7].normal.z};
    const pick_vec3 center = {0.5 * size.x * (p[6].offset - p[7].offset), 0.5 * size.y * (p[5].offset - p[7].offset),
                              0.5 * size.z * (p[3].offset - p[7].offset)};
    double w[3] = {share(r), share(r), share(r)};
    const double sum = fmax(1, w[0] + w[1] + w[2]);
    for (int k = 0; k < 3; k++)
        w[k] *= (random_index(r, 2) == 0 ? 1 : -1) / sum;
    return pick_vec3_make(center.x + w[0] * size.x, center.y + w[1] * size.y, center.z + w[2] * size.z);
}

pick_vec3 test_shape_point(test_random *r, const pick_shape *shape)
{
    const double s = share(r), t = share(r), u = share(r);
    switch (shape->type) {
    case PICK_SHAPE_SPHERE:
        return combine(shape->as.sphere.center, shape->as.sphere.radius * s, random_direction(r));
    case PICK_SHAPE_AABB: {
        const pick_vec3 a = shape->as.aabb.min, b = shape->as.aabb.max;
        return pick_vec3_make(a.x + s * (b.x - a.x), a.y + t * (b.y - a.y), a.z + u * (b.z - a.z));
    }
    case PICK_SHAPE_OBB: {
        const pick_obb *b = &shape->as.obb;
        return combine(combine(combine(b->center, 2 * s - 1, b->half_axis[0]), 2 * t - 1, b->half_axis[1]), 2 * u - 1,
                       b->half_axis[2]);
    }
    case PICK_SHAPE_CAPSULE: {
        const pick_capsule *c = &shape->as.capsule;
        return combine(combine(c->a, s, pick_vec3_sub(c->b, c->a)), c->radius * t, random_direction(r));
    }
    case PICK_SHAPE_CYLINDER: {
        const pick_cylinder *c = &shape->as.cylinder;
        const pick_vec3 axis = pick_vec3_sub(c->b, c->a);
        return pick_vec3_add(combine(c->a, s, axis), disc_point(r, axis, c->radius));
    }
    case PICK_SHAPE_CONE: {
        const pick_cone *c = &shape->as.cone;
        const pick_vec3 axis = pick_vec3_sub(c->base, c->apex);
        return combine(c->apex, s, pick_vec3_add(axis, disc_point(r, axis, c->radius)));
    }
    case PICK_SHAPE_TRIANGLE: {
        const pick_vec3 *v = shape->as.triangle.vertex;
        const double sum = fmax(1, s + t);
        return combine(combine(v[0], s / sum, pick_vec3_sub(v[1], v[0])), t / sum, pick_vec3_sub(v[2], v[0]));
    }
    case PICK_SHAPE_CONVEX:
        return convex_point(r, &shape->as.convex);
    default: {
        const pick_compound *c = &shape->as.compound;
        const pick_shape_part *part = &c->parts[random_index(r, (uint32_t)c->count)];
        return pick_affine_point(&part->local, test_shape_point(r, &part->shape));
    }
    }
}
