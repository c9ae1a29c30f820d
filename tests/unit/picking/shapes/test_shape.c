// Rays against shapes: compared with independent solutions, over many random cases and every order of magnitude.
#include "effort.h"
#include "near.h"
#include "random.h"

#include "picking/shape.h"

#include <string.h>

// Aimed at where the shapes are; direction of any length.
static pick_ray random_ray(test_random *random, double spread)
{
    const pick_vec3 origin = random_in_cube(random, spread);
    const pick_vec3 along = pick_vec3_sub(random_in_cube(random, 1.5), origin);
    return (pick_ray){origin, pick_vec3_scale(along, random_between(random, 0.1, 10)), 0, HUGE_VAL};
}

// The types of shapes that are nothing but numbers.
enum { TYPES = 8 };
static const pick_shape_type TYPE[TYPES] = {PICK_SHAPE_PLANE,    PICK_SHAPE_SPHERE,  PICK_SHAPE_AABB,
                                            PICK_SHAPE_OBB,      PICK_SHAPE_CAPSULE, PICK_SHAPE_TRIANGLE,
                                            PICK_SHAPE_CYLINDER, PICK_SHAPE_CONE};
static const size_t NUMBERS[TYPES] = {4, 4, 6, 12, 7, 9, 7, 7};

static pick_shape random_shape(test_random *random, pick_shape_type type)
{
    pick_shape s = {.type = type};
    const pick_vec3 a = random_in_cube(random, 2), b = random_in_cube(random, 2), c = random_in_cube(random, 2);
    switch (type) {
    case PICK_SHAPE_NONE:
    case PICK_SHAPE_CONVEX: // these have programs of their own
    case PICK_SHAPE_SEGMENT:
    case PICK_SHAPE_POINT:
    case PICK_SHAPE_MESH:
    case PICK_SHAPE_COMPOUND:
        break;
    case PICK_SHAPE_PLANE:
        s.as.plane = (pick_plane){a, b.x};
        break;
    case PICK_SHAPE_SPHERE:
        s.as.sphere = (pick_sphere){a, fabs(b.x)};
        break;
    case PICK_SHAPE_AABB:
        s.as.aabb = (pick_aabb){{fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)},
                                {fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)}};
        break;
    case PICK_SHAPE_OBB:
        s.as.obb = (pick_obb){random_in_cube(random, 2), {a, b, c}};
        break;
    case PICK_SHAPE_CAPSULE:
        s.as.capsule = (pick_capsule){a, b, fabs(c.x)};
        break;
    case PICK_SHAPE_TRIANGLE:
        s.as.triangle = (pick_triangle){{a, b, c}};
        break;
    case PICK_SHAPE_CYLINDER:
        s.as.cylinder = (pick_cylinder){a, b, fabs(c.x)};
        break;
    case PICK_SHAPE_CONE:
        s.as.cone = (pick_cone){a, b, fabs(c.x)};
        break;
    }
    return s;
}

// --- Spheres and capsules against the distance they are defined by ---

static double distance_to_segment(pick_vec3 p, pick_vec3 a, pick_vec3 b)
{
    const pick_vec3 ab = pick_vec3_sub(b, a);
    const double square = pick_vec3_dot(ab, ab);
    double t = square > 0 ? pick_vec3_dot(pick_vec3_sub(p, a), ab) / square : 0;
    t = fmin(fmax(t, 0), 1);
    return pick_vec3_length(pick_vec3_sub(p, pick_vec3_add(a, pick_vec3_scale(ab, t))));
}

enum { THIRDS = 100 }; // after so many steps, 1000 is less than any rounding

// The least distance of the ray to the segment: a convex function of t, so thirds find it.
static double least_distance(const pick_ray *ray, pick_vec3 a, pick_vec3 b)
{
    double low = 0, high = 1000;
    for (int i = 0; i < THIRDS; i++) {
        const double x = low + (high - low) / 3, y = high - (high - low) / 3;
        if (distance_to_segment(pick_ray_at(ray, x), a, b) < distance_to_segment(pick_ray_at(ray, y), a, b))
            high = y;
        else
            low = x;
    }
    return distance_to_segment(pick_ray_at(ray, low), a, b);
}

static void check_round_hit(const pick_ray *ray, const pick_capsule *c, bool met, const pick_shape_hit *hit)
{
    const double least = least_distance(ray, c->a, c->b);
    if (!met) {
        assert_true(least > c->radius - 1e-7);
        return;
    }
    assert_true(least < c->radius + 1e-7);
    assert_true(hit->t >= 0 && hit->t_exit >= hit->t);
    assert_vec3_near(hit->point, pick_ray_at(ray, hit->t), 0);
    assert_near(distance_to_segment(pick_ray_at(ray, hit->t_exit), c->a, c->b), c->radius, 1e-9);
    if (hit->inside) {
        assert_near(hit->t, 0, 0);
        assert_true(distance_to_segment(ray->origin, c->a, c->b) <= c->radius);
        assert_int_equal(hit->face, -1);
        assert_vec3_near(hit->normal, pick_vec3_make(0, 0, 0), 0);
        return;
    }
    assert_near(distance_to_segment(hit->point, c->a, c->b), c->radius, 1e-9);
    assert_true(distance_to_segment(ray->origin, c->a, c->b) >= c->radius);
    assert_near(pick_vec3_length(hit->normal), 1, 1e-12);
    assert_true(pick_vec3_dot(hit->normal, ray->direction) <= 1e-7);
    // Outward: along the normal from the axis lies the surface.
    const pick_vec3 axis_point = pick_vec3_sub(hit->point, pick_vec3_scale(hit->normal, c->radius));
    assert_true(distance_to_segment(axis_point, c->a, c->b) < 1e-6);
}

static void spheres_agree_with_their_definition(void **state)
{
    (void)state;
    test_random random = {100};
    int met = 0, inside = 0;
    const int count = (int)test_effort(8000, 20000);
    for (int i = 0; i < count; i++) {
        const pick_shape s = random_shape(&random, PICK_SHAPE_SPHERE);
        const pick_ray ray = random_ray(&random, 3);
        pick_shape_hit hit;
        const bool result = pick_ray_sphere(&ray, &s.as.sphere, &hit);
        const pick_capsule same = {s.as.sphere.center, s.as.sphere.center, s.as.sphere.radius};
        check_round_hit(&ray, &same, result, &hit);
        met += result;
        inside += result && hit.inside;
    }
    assert_true(met > count / 10 && met < count / 10 * 9 && inside > count / 40);
}

static void capsules_agree_with_their_definition(void **state)
{
    (void)state;
    test_random random = {101};
    int met = 0, face[3] = {0};
    const int count = (int)test_effort(8000, 20000);
    for (int i = 0; i < count; i++) {
        pick_shape s = random_shape(&random, PICK_SHAPE_CAPSULE);
        if (i % 8 == 0) // nearly or wholly a sphere
            s.as.capsule.b = pick_vec3_add(s.as.capsule.a, random_in_cube(&random, i % 16 ? 0 : 1e-9));
        pick_ray ray = random_ray(&random, 3);
        if (i % 8 == 1) // along the axis
            ray.direction = pick_vec3_sub(s.as.capsule.b, s.as.capsule.a);
        pick_shape_hit hit;
        const bool result = pick_ray_capsule(&ray, &s.as.capsule, &hit);
        check_round_hit(&ray, &s.as.capsule, result, &hit);
        met += result;
        if (result && !hit.inside)
            ++face[hit.face];
    }
    assert_true(met > count / 10 && face[0] > count / 40 && face[1] > count / 40 && face[2] > count / 40);
}

static void capsule_faces_name_side_and_caps(void **state)
{
    (void)state;
    const pick_capsule c = {{-2, 0, 0}, {2, 0, 0}, 1};
    const struct {
        pick_ray ray;
        double t, t_exit;
        int face;
        pick_vec3 normal;
    } cases[] = {
        {{{0, 5, 0}, {0, -1, 0}, 0, 100}, 4, 6, 0, {0, 1, 0}},
        {{{-9, 0, 0}, {1, 0, 0}, 0, 100}, 6, 12, 1, {-1, 0, 0}},
        {{{9, 0, 0}, {-2, 0, 0}, 0, 100}, 3, 6, 2, {1, 0, 0}},
        {{{-9, 1, 0}, {1, 0, 0}, 0, 100}, 7, 11, 1, {0, 1, 0}}, // grazes the whole side
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        pick_shape_hit hit;
        assert_true(pick_ray_capsule(&cases[i].ray, &c, &hit));
        assert_near(hit.t, cases[i].t, 1e-14);
        assert_near(hit.t_exit, cases[i].t_exit, 1e-14);
        assert_int_equal(hit.face, cases[i].face);
        assert_vec3_near(hit.normal, cases[i].normal, 1e-14);
    }
}

static void a_sphere_of_no_size_is_hit_through_its_point(void **state)
{
    (void)state;
    const pick_sphere point = {{0, 0, 5}, 0};
    const pick_capsule point_capsule = {{0, 0, 5}, {0, 0, 5}, 0};
    const pick_ray ray = {{0, 0, 0}, {0, 0, 2}, 0, HUGE_VAL};
    pick_shape_hit hit;
    assert_true(pick_ray_sphere(&ray, &point, &hit));
    assert_near(hit.t, 2.5, 0);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, -1), 0);
    assert_true(pick_ray_capsule(&ray, &point_capsule, &hit));
    assert_near(hit.t, 2.5, 0);
    const pick_ray beside = {{1e-9, 0, 0}, {0, 0, 2}, 0, HUGE_VAL};
    assert_false(pick_ray_sphere(&beside, &point, &hit));
}

// --- Cylinders and cones against the functions that they are defined by, which are convex ---

static double capped_height(const pick_shape *s, pick_vec3 p)
{
    const bool cone = s->type == PICK_SHAPE_CONE;
    const pick_vec3 from = cone ? s->as.cone.apex : s->as.cylinder.a, to = cone ? s->as.cone.base : s->as.cylinder.b;
    const pick_vec3 axis = pick_vec3_sub(to, from), f = pick_vec3_sub(p, from);
    const double length = pick_vec3_length(axis), along = pick_vec3_dot(f, axis) / length;
    const double across = pick_vec3_length(pick_vec3_sub(f, pick_vec3_scale(axis, along / length)));
    const double side = cone ? across - s->as.cone.radius / length * along : across - s->as.cylinder.radius;
    return fmax(side, cone ? along - length : fmax(-along, along - length));
}

static void check_capped(const pick_shape *s, const pick_ray *ray, int face[3])
{
    pick_shape_hit hit;
    double low = 0, high = 1000;
    if (!pick_ray_shape(ray, s, &hit)) {
        for (int i = 0; i < THIRDS; i++) {
            const double x = low + (high - low) / 3, y = high - (high - low) / 3;
            if (capped_height(s, pick_ray_at(ray, x)) < capped_height(s, pick_ray_at(ray, y)))
                high = y;
            else
                low = x;
        }
        assert_true(capped_height(s, pick_ray_at(ray, low)) > -1e-7);
        return;
    }
    assert_near(capped_height(s, pick_ray_at(ray, hit.t_exit)), 0, 1e-8);
    if (hit.inside) {
        assert_true(hit.t == 0 && hit.face == -1 && capped_height(s, ray->origin) <= 0);
        return;
    }
    ++face[hit.face];
    assert_near(capped_height(s, hit.point), 0, 1e-8);
    assert_near(pick_vec3_length(hit.normal), 1, 1e-12);
    // Outward: a step along the normal climbs as fast as the step is long, for cones by the angle of the side.
    const double slope =
        s->type == PICK_SHAPE_CONE && hit.face == 0
            ? hypot(1, s->as.cone.radius / pick_vec3_length(pick_vec3_sub(s->as.cone.base, s->as.cone.apex)))
            : 1;
    const double climb = capped_height(s, pick_vec3_add(hit.point, pick_vec3_scale(hit.normal, 1e-6)));
    assert_true(climb <= slope * 1e-6 + 2e-8 && climb >= 0.99e-6 - 2e-8);
}

static void cylinders_and_cones_agree_with_their_definition(void **state)
{
    (void)state;
    test_random random = {110};
    int face[2][3] = {{0}};
    const int count = (int)test_effort(16000, 40000);
    for (int i = 0; i < count; i++) {
        const pick_shape s = random_shape(&random, i % 2 == 0 ? PICK_SHAPE_CYLINDER : PICK_SHAPE_CONE);
        const pick_ray ray = random_ray(&random, 3);
        check_capped(&s, &ray, face[i % 2]);
    }
    for (int k = 0; k < 5; k++)
        assert_true(face[k / 3][k % 3] > count / 80);
}

static void cylinders_and_cones_are_hit_along_and_across_their_axes(void **state)
{
    (void)state;
    const pick_shape cylinder = {.type = PICK_SHAPE_CYLINDER, .as.cylinder = {{0, 0, 0}, {0, 0, 4}, 1}};
    const pick_shape cone = {.type = PICK_SHAPE_CONE, .as.cone = {{0, 0, 4}, {0, 0, 0}, 4}};
    const pick_shape needle = {.type = PICK_SHAPE_CONE, .as.cone = {{0, 0, 4}, {0, 0, 0}, 0}};
    const struct {
        const pick_shape *shape;
        pick_ray ray;
        bool met;
        double t, t_exit;
        int face;
        pick_vec3 normal;
    } cases[] = {
        {&cylinder, {{0.5, 0, -3}, {0, 0, 1}, 0, 100}, true, 3, 7, 1, {0, 0, -1}},
        {&cylinder, {{1, 0, 9}, {0, 0, -2}, 0, 100}, true, 2.5, 4.5, 2, {0, 0, 1}}, // in the side
        {&cylinder, {{1.1, 0, -3}, {0, 0, 1}, 0, 100}, false, 0, 0, 0, {0, 0, 0}},
        {&cylinder, {{-3, 0, 4}, {1, 0, 0}, 0, 100}, true, 2, 4, 0, {-1, 0, 0}}, // in an end
        {&cylinder, {{-3, 0, 4.1}, {1, 0, 0}, 0, 100}, false, 0, 0, 0, {0, 0, 0}},
        {&cylinder, {{-3, 0, -0.1}, {1, 0, 0}, 0, 100}, false, 0, 0, 0, {0, 0, 0}},
        {&cone, {{1, 0, 9}, {0, 0, -1}, 0, 100}, true, 5, 8, 1, {0, 0, 1}},
        {&cone, {{1, 0, -9}, {0, 0, 1}, 0, 100}, true, 10, 13, 0, {0.70710678118654752, 0, -0.70710678118654752}},
        {&cone, {{-9, 0, 2}, {1, 0, 0}, 0, 100}, true, 7, 11, 0, {-0.70710678118654752, 0, -0.70710678118654752}},
        {&cone, {{5, 0, -3}, {0, 0, 1}, 0, 100}, false, 0, 0, 0, {0, 0, 0}},
        {&cone, {{-9, 5, 2}, {1, 0, 0}, 0, 100}, false, 0, 0, 0, {0, 0, 0}},
        {&cone, {{-2, 0, -2}, {1, 0, 1}, 0, 100}, true, 2, 6, 0, {0, 0, -1}}, // along the side, from the apex
        {&cone, {{2, 1, 6}, {0, 0, -1}, 0, 100}, true, 2, 6 - 2.23606797749979, 1, {0, 0, 1}},
        {&cone, {{3, 0, 5}, {-1, 0, -1}, 0, 100}, true, 1, 4, 1, {0, 0, 1}}, // parallel to the side, A is 0
        {&cone, {{2, 0, -4}, {1, 0, 1}, 0, 100}, false, 0, 0, 0, {0, 0, 0}}, // the same, from the other nappe
        {&cone, {{14, 0, 8}, {-1, 0, -1}, 0, 100}, false, 0, 0, 0, {0, 0, 0}},
        {&cone, {{-3, 0, -2}, {1, 0, 0}, 0, 100}, false, 0, 0, 0, {0, 0, 0}}, // through the other nappe
        {&needle, {{0, 3, 2}, {0, -1, 0}, 0, 100}, true, 3, 3, 0, {0, 1, 0}},
        {&needle, {{0.1, 3, 2}, {0, -1, 0}, 0, 100}, false, 0, 0, 0, {0, 0, 0}},
        {&needle, {{0, 0, 9}, {0, 0, -1}, 0, 100}, true, 5, 9, 1, {0, 0, 1}},
        {&needle, {{6, 0, 9}, {0, 0, -1}, 0, 100}, false, 0, 0, 0, {0, 0, 0}}, // beside it, parallel to it
        {&needle, {{6, 0, -9}, {0, 0, 1}, 0, 100}, false, 0, 0, 0, {0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        pick_shape_hit hit;
        assert_int_equal(pick_ray_shape(&cases[i].ray, cases[i].shape, &hit), cases[i].met);
        if (!cases[i].met)
            continue;
        assert_near(hit.t, cases[i].t, 1e-12);
        assert_near(hit.t_exit, cases[i].t_exit, 1e-12);
        assert_int_equal(hit.face, cases[i].face);
        if (cases[i].ray.direction.x * cases[i].ray.direction.z == 0 || hit.face == 1)
            assert_vec3_near(hit.normal, cases[i].normal, 1e-12);
    }
    pick_aabb b = pick_shape_bounds(&cylinder);
    assert_vec3_near(b.min, pick_vec3_make(-1, -1, 0), 0);
    assert_vec3_near(b.max, pick_vec3_make(1, 1, 4), 0);
    b = pick_shape_bounds(&cone);
    assert_vec3_near(b.min, pick_vec3_make(-4, -4, 0), 0);
    assert_vec3_near(b.max, pick_vec3_make(4, 4, 4), 0);
    const pick_shape bad = {.type = PICK_SHAPE_CONE, .as.cone = {{0, 0, 4}, {0, 0, 0}, -4}};
    b = pick_shape_bounds(&bad);
    assert_true(pick_aabb_is_empty(&b));
}

// A ray past a thin cone misses it as soon as the rounding of its coordinates can tell the two apart.
static void thin_cones_are_missed_by_rays_beside_them(void **state)
{
    (void)state;
    test_random random = {112};
    const pick_ray exact = {{0, 1e-9, -3}, {0.6, 0, 0.8}, 0, 100};
    const pick_cone needle = {{0, 0, 2}, {0, 0, -2}, 0};
    pick_shape_hit hit;
    assert_false(pick_ray_cone(&exact, &needle, &hit));
    int met[2] = {0, 0};
    for (int i = 0; i < 4000; i++) {
        const bool beside = i % 2 == 0;
        const double radius = beside && i % 4 == 0 ? 0 : pow(10, -7 - i % 3);
        const pick_vec3 apex = random_in_cube(&random, 1), axis = random_direction(&random);
        const pick_vec3 direction = random_direction(&random), normal = pick_vec3_cross(direction, axis);
        if (pick_vec3_length(normal) < 0.3)
            continue;
        // Past the place where the cone has half its radius.
        const double by = beside ? radius / 2 + 1e-10 : radius / 2 - 1e-10 * (radius / 1e-9);
        const pick_vec3 at = pick_vec3_add(pick_vec3_add(apex, pick_vec3_scale(axis, 0.5)),
                                           pick_vec3_scale(pick_vec3_normalize(normal), by));
        const pick_ray ray = {pick_vec3_sub(at, pick_vec3_scale(direction, 5)), direction, 0, 100};
        const pick_cone cone = {pick_vec3_add(apex, axis), apex, radius};
        assert_int_equal(pick_ray_cone(&ray, &cone, &hit), !beside);
        ++met[beside];
    }
    assert_true(met[0] > 500 && met[1] > 500);
}

// --- Boxes ---

static void oriented_boxes_agree_with_boxes_in_their_own_space(void **state)
{
    (void)state;
    test_random random = {102};
    int met = 0, faces[7] = {0};
    for (int i = 0; i < 40000; i++) {
        pick_transform transform;
        for (int k = 0; k < 9; k++)
            transform.linear[k] = (float)random_between(&random, -2, 2); // turned, sheared, mirrored
        transform.origin = random_in_cube(&random, 5);
        if (fabs(pick_transform_determinant(&transform)) < 0.2)
            continue;
        const pick_shape s = random_shape(&random, PICK_SHAPE_AABB);
        const pick_ray local = random_ray(&random, 4);
        const pick_ray world = {pick_transform_point(&transform, local.origin),
                                pick_transform_vector(&transform, local.direction), 0, HUGE_VAL};
        const pick_obb obb = pick_obb_from_aabb(&s.as.aabb, &transform);
        pick_shape_hit a = {0}, b = {0};
        const bool in_own_space = pick_ray_aabb(&local, &s.as.aabb, &a);
        const bool in_world = pick_ray_obb(&world, &obb, &b);
        if (in_own_space != in_world) { // only rounding may tell them apart: a graze
            const pick_shape_hit *h = in_world ? &b : &a;
            assert_true(h->t_exit - h->t < 1e-9);
            continue;
        }
        if (!in_world)
            continue;
        ++met;
        assert_near(b.t, a.t, 1e-9);
        assert_near(b.t_exit, a.t_exit, 1e-9);
        assert_int_equal(b.inside, a.inside);
        if (a.face == b.face)
            ++faces[b.face + 1];
        if (!b.inside) {
            assert_near(pick_vec3_length(b.normal), 1, 1e-12);
            assert_true(pick_vec3_dot(b.normal, world.direction) < 0);
            // Outward: the center lies behind the face.
            assert_true(pick_vec3_dot(b.normal, pick_vec3_sub(obb.center, b.point)) < 1e-9);
        }
    }
    assert_true(met > 3000);
    int same_face = 0;
    for (int i = 0; i < 7; i++) {
        assert_true(faces[i] > 100);
        same_face += faces[i];
    }
    assert_true(same_face > met - 10);
}

static void oriented_boxes_along_the_axes_are_boxes_bit_for_bit(void **state)
{
    (void)state;
    test_random random = {103};
    for (int i = 0; i < 20000; i++) {
        pick_vec3 half = random_in_cube(&random, 1);
        half = pick_vec3_make(fabs(half.x), i % 3 ? fabs(half.y) : 0, fabs(half.z)); // some are flat
        const pick_aabb aabb = {pick_vec3_scale(half, -1), half};
        const pick_obb obb = {{0, 0, 0}, {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}};
        const pick_ray ray = random_ray(&random, 2);
        pick_shape_hit a, b;
        memset(&a, 0, sizeof(a));
        memset(&b, 0, sizeof(b));
        assert_int_equal(pick_ray_aabb(&ray, &aabb, &a), pick_ray_obb(&ray, &obb, &b));
        assert_true(a.t == b.t && a.t_exit == b.t_exit && a.face == b.face && a.inside == b.inside);
        assert_vec3_near(a.normal, b.normal, 0);
    }
}

static void rays_through_edges_and_corners_of_boxes_hit(void **state)
{
    (void)state;
    test_random random = {104};
    int aimed = 0;
    for (int i = 0; i < 100000; i++) {
        const pick_shape s = random_shape(&random, PICK_SHAPE_AABB);
        const pick_aabb *box = &s.as.aabb;
        const int corner = (int)random_index(&random, 8);
        pick_vec3 target = {corner & 1 ? box->max.x : box->min.x, corner & 2 ? box->max.y : box->min.y,
                            corner & 4 ? box->max.z : box->min.z};
        if (i % 2) // somewhere on the edge along x
            target.x = random_between(&random, box->min.x, box->max.x);
        // Only rays that pass exactly through the target, at t = 1.
        const pick_vec3 origin = pick_vec3_sub(target, random_direction(&random));
        pick_ray ray = {origin, pick_vec3_sub(target, origin), 0, HUGE_VAL};
        const pick_vec3 reached = pick_ray_at(&ray, 1);
        if (reached.x != target.x || reached.y != target.y || reached.z != target.z)
            continue;
        ++aimed;
        ray.direction = pick_vec3_scale(ray.direction, i % 3 ? 0.3 : 1); // and by rounding only beside it
        pick_shape_hit hit;
        assert_true(pick_ray_aabb(&ray, box, &hit));
        const double expected = i % 3 ? 1 / 0.3 : 1;
        assert_true(hit.t <= expected * (1 + 1e-15) && hit.t_exit >= expected * (1 - 1e-15));
    }
    assert_true(aimed > 50000);
}

static void flat_oriented_boxes_are_defined(void **state)
{
    (void)state;
    const pick_ray ray = {{0.25, 0.25, 5}, {0, 0, -1}, 0, HUGE_VAL};
    pick_shape_hit hit;
    const pick_obb sheared = {{0, 0, 0}, {{1, 0, 0}, {0.5, 1, 0}, {0, 0, 0}}}; // a parallelogram
    assert_true(pick_ray_obb(&ray, &sheared, &hit));
    assert_near(hit.t, 5, 0);
    assert_near(hit.t_exit, 5, 0);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 0);
    const pick_ray past = {{1.3, -0.5, 5}, {0, 0, -1}, 0, HUGE_VAL}; // in the box's box, not in the parallelogram
    assert_false(pick_ray_obb(&past, &sheared, &hit));
    const pick_obb in_one_plane = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}};
    assert_false(pick_ray_obb(&ray, &in_one_plane, &hit));
    const pick_obb line = {{0.25, 0, 0}, {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}}};
    assert_true(pick_ray_obb(&ray, &line, &hit));
    assert_near(hit.t, 5, 0);
    const pick_obb point = {{0.25, 0.25, 1}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    assert_true(pick_ray_obb(&ray, &point, &hit));
    assert_near(hit.t, 4, 0);
    const pick_ray beside = {{0.25 + 1e-12, 0.25, 5}, {0, 0, -1}, 0, HUGE_VAL};
    assert_false(pick_ray_obb(&beside, &point, &hit));
    assert_false(pick_ray_obb(&beside, &line, &hit));
    const pick_aabb empty = PICK_AABB_EMPTY, backwards = {{1, 1, 1}, {-1, -1, -1}};
    const pick_transform identity = PICK_TRANSFORM_IDENTITY;
    const pick_obb none = pick_obb_from_aabb(&empty, &identity), none_too = pick_obb_from_aabb(&backwards, &identity);
    assert_false(pick_ray_obb(&ray, &none, &hit));
    assert_false(pick_ray_obb(&ray, &none_too, &hit));
}

static void a_ray_that_starts_where_it_touches_leaves_there(void **state)
{
    (void)state;
    const pick_sphere sphere = {{0, 0, 0}, 1};
    const pick_ray ray = {{1, 0, 0}, {0, 1, 0}, 0, HUGE_VAL};
    pick_shape_hit hit;
    assert_true(pick_ray_sphere(&ray, &sphere, &hit));
    assert_true(hit.t == 0 && hit.t_exit == 0);
}

static void touching_faces_and_range_ends_count(void **state)
{
    (void)state;
    const pick_aabb box = {{-1, -1, -1}, {1, 1, 1}};
    pick_shape_hit hit;
    pick_ray ray = {{0, 0, -1}, {0, 0, 1}, 0, HUGE_VAL}; // starts on the face, going in
    assert_true(pick_ray_aabb(&ray, &box, &hit));
    assert_false(hit.inside);
    assert_int_equal(hit.face, 4);
    ray.direction.z = -1; // going out
    assert_true(pick_ray_aabb(&ray, &box, &hit));
    assert_near(hit.t, 0, 0);
    assert_near(hit.t_exit, 0, 0);
    ray = (pick_ray){{0, 0, -5}, {0, 0, 1}, 0, 4}; // ends on the face
    assert_true(pick_ray_aabb(&ray, &box, &hit));
    assert_near(hit.t_exit, 4, 0); // clamped
    ray.t_max = 3.999999999;
    assert_false(pick_ray_aabb(&ray, &box, &hit));
    ray.t_min = 5, ray.t_max = 5.5; // begins inside: t_min is where it is inside
    assert_true(pick_ray_aabb(&ray, &box, &hit));
    assert_true(hit.inside);
    assert_near(hit.t, 5, 0);
    assert_near(hit.t_exit, 5.5, 0);
    ray.t_min = 6.000001, ray.t_max = HUGE_VAL;
    assert_false(pick_ray_aabb(&ray, &box, &hit));
    ray.t_min = -HUGE_VAL;
    assert_true(pick_ray_aabb(&ray, &box, &hit));
    assert_near(hit.t, 4, 0);
}

// --- Planes and triangles ---

static void planes_and_triangles_agree(void **state)
{
    (void)state;
    test_random random = {105};
    int met = 0;
    for (int i = 0; i < 50000; i++) {
        const pick_shape s = random_shape(&random, PICK_SHAPE_TRIANGLE);
        const pick_vec3 *p = s.as.triangle.vertex;
        const pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(p[1], p[0]), pick_vec3_sub(p[2], p[0]));
        const pick_plane plane = {normal, -pick_vec3_dot(normal, p[0])};
        const pick_ray ray = random_ray(&random, 3);
        pick_shape_hit a, b;
        if (!pick_ray_triangle(&ray, &s.as.triangle, &a))
            continue;
        const double facing = fabs(pick_vec3_dot(pick_vec3_normalize(normal), pick_vec3_normalize(ray.direction)));
        if (facing < 1e-3 || pick_vec3_length(normal) < 1e-3)
            continue;
        ++met;
        assert_true(pick_ray_plane(&ray, &plane, &b));
        assert_near(a.t, b.t, 1e-9);
        assert_int_equal(a.backface, b.backface);
        assert_vec3_near(a.normal, b.normal, 1e-12);
        assert_near(a.t_exit, a.t, 0);
        pick_vec3 again = pick_vec3_scale(p[0], 1 - a.barycentric[0] - a.barycentric[1]);
        again = pick_vec3_add(again, pick_vec3_scale(p[1], a.barycentric[0]));
        again = pick_vec3_add(again, pick_vec3_scale(p[2], a.barycentric[1]));
        assert_vec3_near(again, a.point, 1e-9);
    }
    assert_true(met > 1000);
}

// --- All shapes ---

// Powers of two round nothing, so without epsilons every answer must scale bit for bit.
static void the_unit_does_not_matter(void **state)
{
    (void)state;
    test_random random = {106};
    int met = 0;
    for (int i = 0; i < 30000; i++) {
        pick_shape s = random_shape(&random, TYPE[i % TYPES]);
        pick_ray ray = random_ray(&random, 3);
        pick_shape_hit plain, scaled;
        const bool hit = pick_ray_shape(&ray, &s, &plain);
        met += hit;
        const double unit = ldexp(1, (int)random_index(&random, 401) - 200); // 1e-60 to 1e60
        const double speed = ldexp(1, (int)random_index(&random, 201) - 100);
        ray.origin = pick_vec3_scale(ray.origin, unit);
        ray.direction = pick_vec3_scale(ray.direction, speed);
        // A plane's normal keeps its length; every other number is a length.
        double *number = s.type == PICK_SHAPE_PLANE ? &s.as.plane.offset : (double *)&s.as;
        const size_t count = s.type == PICK_SHAPE_PLANE ? 1 : NUMBERS[i % TYPES];
        for (size_t k = 0; k < count; k++)
            number[k] *= unit;
        assert_int_equal(pick_ray_shape(&ray, &s, &scaled), hit);
        if (hit) {
            assert_true(scaled.t == plain.t * unit / speed && scaled.t_exit == plain.t_exit * unit / speed);
            assert_true(scaled.face == plain.face && scaled.inside == plain.inside);
            assert_vec3_near(scaled.normal, plain.normal, 0);
            assert_near(scaled.barycentric[0], plain.barycentric[0], 0);
        }
    }
    assert_true(met > 5000);
}

static void nan_and_infinity_miss(void **state)
{
    (void)state;
    test_random random = {107};
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    pick_shape_hit hit, sentinel;
    memset(&sentinel, 0x5a, sizeof(sentinel));
    memcpy(&hit, &sentinel, sizeof(hit));
    for (int type = 0; type < TYPES; type++) {
        for (int round = 0; round < 50; round++) {
            const pick_shape good = random_shape(&random, TYPE[type]);
            const pick_ray ray = random_ray(&random, 3);
            for (int b = 0; b < 3; b++) {
                for (size_t k = 0; k < NUMBERS[type]; k++) {
                    pick_shape s = good;
                    ((double *)&s.as)[k] = bad[b];
                    assert_false(pick_ray_shape(&ray, &s, &hit));
                }
                pick_ray r = ray;
                r.origin.y = bad[b];
                assert_false(pick_ray_shape(&r, &good, &hit));
                r = ray, r.direction.z = bad[b];
                assert_false(pick_ray_shape(&r, &good, &hit));
            }
            pick_ray r = ray;
            r.direction = pick_vec3_make(0, 0, 0);
            assert_false(pick_ray_shape(&r, &good, &hit));
            r = ray, r.t_min = 1, r.t_max = 0;
            assert_false(pick_ray_shape(&r, &good, &hit));
            r = ray, r.t_max = (double)NAN;
            assert_false(pick_ray_shape(&r, &good, &hit));
        }
    }
    const pick_ray ray = {{0, 0, 0}, {0, 0, 1}, 0, HUGE_VAL};
    const pick_sphere negative = {{0, 0, 5}, -1};
    assert_false(pick_ray_sphere(&ray, &negative, &hit));
    const pick_capsule negative_capsule = {{0, 0, 5}, {0, 0, 6}, -1};
    assert_false(pick_ray_capsule(&ray, &negative_capsule, &hit));
    const pick_cylinder negative_cylinder = {{0, 0, 5}, {0, 0, 6}, -1}, no_cylinder = {{0, 0, 5}, {0, 0, 5}, 1};
    assert_false(pick_ray_cylinder(&ray, &negative_cylinder, &hit));
    assert_false(pick_ray_cylinder(&ray, &no_cylinder, &hit));
    const pick_cone negative_cone = {{0, 0, 5}, {0, 0, 6}, -1}, no_cone = {{0, 0, 5}, {0, 0, 5}, 1};
    assert_false(pick_ray_cone(&ray, &negative_cone, &hit));
    assert_false(pick_ray_cone(&ray, &no_cone, &hit));
    const pick_aabb backwards = {{-1, -1, 6}, {1, 1, 4}};
    assert_false(pick_ray_aabb(&ray, &backwards, &hit));
    const pick_plane no_normal = {{0, 0, 0}, 0};
    assert_false(pick_ray_plane(&ray, &no_normal, &hit));
    assert_memory_equal(&hit, &sentinel, sizeof(hit));
}

static void extreme_numbers_give_defined_results(void **state)
{
    (void)state;
    test_random random = {108};
    const double extreme[] = {0, -0.0, 5e-324, 1e-308, 1e-160, 1, 1e160, 1.7e308, -1.7e308, -1e-320};
    for (int i = 0; i < 200000; i++) { // any answer will do, if it is one
        pick_shape s = {.type = TYPE[i % TYPES]};
        for (int k = 0; k < 12; k++)
            ((double *)&s.as)[k] = extreme[random_index(&random, 10)];
        double n[6];
        for (int k = 0; k < 6; k++)
            n[k] = extreme[random_index(&random, 10)];
        const pick_ray ray = {{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, 0, i % 2 ? HUGE_VAL : 1};
        pick_shape_hit hit;
        if (pick_ray_shape(&ray, &s, &hit))
            assert_true(isfinite(hit.t) && hit.t >= ray.t_min && hit.t <= ray.t_max && hit.t_exit >= hit.t);
    }
}

static void the_nearest_shape_wins_and_ties_go_to_the_lower_number(void **state)
{
    (void)state;
    int tag[4] = {0};
    const pick_shape shapes[] = {
        {.type = PICK_SHAPE_NONE, .user = &tag[0]},
        {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 9}, 1}, .user = &tag[1]},
        {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, 5}, {1, 1, 6}}, .user = &tag[2]},
        {.type = PICK_SHAPE_PLANE, .as.plane = {{0, 0, -1}, 5}, .user = &tag[3]}, // z = 5, as near as the box
    };
    const pick_ray ray = {{0, 0, 0}, {0, 0, 1}, 0, HUGE_VAL};
    pick_shape_hit hit;
    assert_int_equal(pick_ray_shapes(&ray, shapes, 4, &hit), 2);
    assert_ptr_equal(hit.user, &tag[2]);
    assert_near(hit.t, 5, 0);
    assert_int_equal(pick_ray_shapes(&ray, shapes, 2, &hit), 1);
    assert_ptr_equal(hit.user, &tag[1]);
    assert_int_equal(pick_ray_shapes(&ray, shapes, 1, &hit), -1);
    assert_int_equal(pick_ray_shapes(&ray, NULL, 0, &hit), -1);
    assert_ptr_equal(hit.user, &tag[1]);
    pick_shape_hit direct;
    assert_true(pick_ray_sphere(&ray, &shapes[1].as.sphere, &direct));
    assert_null(direct.user);
}

static void bounds_hold_every_hit(void **state)
{
    (void)state;
    test_random random = {109};
    int met = 0;
    for (int i = 0; i < 30000; i++) {
        const pick_shape s = random_shape(&random, TYPE[i % TYPES]);
        const pick_ray ray = random_ray(&random, 3);
        const pick_aabb box = pick_shape_bounds(&s);
        pick_shape_hit hit;
        if (pick_ray_shape(&ray, &s, &hit)) {
            ++met;
            assert_true(hit.point.x >= box.min.x - 1e-9 && hit.point.x <= box.max.x + 1e-9);
            assert_true(hit.point.y >= box.min.y - 1e-9 && hit.point.y <= box.max.y + 1e-9);
            assert_true(hit.point.z >= box.min.z - 1e-9 && hit.point.z <= box.max.z + 1e-9);
        }
    }
    assert_true(met > 5000);
    const pick_shape capsule = {.type = PICK_SHAPE_CAPSULE, .as.capsule = {{1, 2, 3}, {-1, 5, 3}, 0.5}};
    pick_aabb b = pick_shape_bounds(&capsule);
    assert_vec3_near(b.min, pick_vec3_make(-1.5, 1.5, 2.5), 0);
    assert_vec3_near(b.max, pick_vec3_make(1.5, 5.5, 3.5), 0);
    const pick_shape obb = {.type = PICK_SHAPE_OBB, .as.obb = {{1, 0, 0}, {{1, 0, 1}, {0, 2, 0}, {-1, 0, 1}}}};
    b = pick_shape_bounds(&obb);
    assert_vec3_near(b.min, pick_vec3_make(-1, -2, -2), 0);
    assert_vec3_near(b.max, pick_vec3_make(3, 2, 2), 0);
    const pick_shape none = {.type = PICK_SHAPE_NONE};
    b = pick_shape_bounds(&none);
    assert_true(pick_aabb_is_empty(&b));
    const pick_shape plane = {.type = PICK_SHAPE_PLANE, .as.plane = {{0, 1, 0}, 0}};
    b = pick_shape_bounds(&plane);
    assert_true(b.min.x == -HUGE_VAL && b.max.y == HUGE_VAL);
    const pick_shape negative = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, -1}};
    b = pick_shape_bounds(&negative);
    assert_true(pick_aabb_is_empty(&b));
}

// A box of two zero half axes is a line, whichever way it runs.
static void a_line_is_a_box_along_any_axis(void **state)
{
    (void)state;
    const pick_vec3 along[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 1, 0.5}, {0.5, 1, 0.1}, {0.2, 0.1, 1}};
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++) {
            pick_obb line = {.center = {5, 5, 5}};
            line.half_axis[k] = along[i];
            // At half of it, from across: towards, and beside.
            const pick_vec3 aim = pick_vec3_add(line.center, pick_vec3_scale(along[i], 0.5));
            const pick_vec3 other = {along[i].z, along[i].x, along[i].y};
            const pick_vec3 way = pick_vec3_normalize(pick_vec3_cross(along[i], other));
            pick_ray ray = {pick_vec3_sub(aim, pick_vec3_scale(way, 4)), way, 0, HUGE_VAL};
            pick_shape_hit hit;
            if (along[i].x * along[i].y * along[i].z == 0) { // exact: a line has no width to forgive rounding
                assert_true(pick_ray_obb(&ray, &line, &hit));
                assert_near(hit.t, 4, 1e-14);
            } else {
                (void)pick_ray_obb(&ray, &line, &hit);
            }
            ray.origin = pick_vec3_add(ray.origin, pick_vec3_scale(pick_vec3_cross(way, along[i]), 0.01));
            assert_false(pick_ray_obb(&ray, &line, &hit));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_a_box_along_any_axis),
        cmocka_unit_test(spheres_agree_with_their_definition),
        cmocka_unit_test(capsules_agree_with_their_definition),
        cmocka_unit_test(capsule_faces_name_side_and_caps),
        cmocka_unit_test(cylinders_and_cones_agree_with_their_definition),
        cmocka_unit_test(cylinders_and_cones_are_hit_along_and_across_their_axes),
        cmocka_unit_test(thin_cones_are_missed_by_rays_beside_them),
        cmocka_unit_test(a_sphere_of_no_size_is_hit_through_its_point),
        cmocka_unit_test(oriented_boxes_agree_with_boxes_in_their_own_space),
        cmocka_unit_test(oriented_boxes_along_the_axes_are_boxes_bit_for_bit),
        cmocka_unit_test(rays_through_edges_and_corners_of_boxes_hit),
        cmocka_unit_test(flat_oriented_boxes_are_defined),
        cmocka_unit_test(a_ray_that_starts_where_it_touches_leaves_there),
        cmocka_unit_test(touching_faces_and_range_ends_count),
        cmocka_unit_test(planes_and_triangles_agree),
        cmocka_unit_test(the_unit_does_not_matter),
        cmocka_unit_test(nan_and_infinity_miss),
        cmocka_unit_test(extreme_numbers_give_defined_results),
        cmocka_unit_test(the_nearest_shape_wins_and_ties_go_to_the_lower_number),
        cmocka_unit_test(bounds_hold_every_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
