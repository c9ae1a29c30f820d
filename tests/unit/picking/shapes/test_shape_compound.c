// Meshes as shapes, and compounds: shapes with places of their own, nested.
#include "near.h"
#include "random.h"
#include "wide.h"

#include "picking/mesh.h"
#include "picking/shape.h"

#include <string.h>

static pick_affine random_affine(test_random *random, double scale)
{
    pick_affine a = {.origin = pick_vec3_scale(random_in_cube(random, 2), scale)};
    for (int i = 0; i < 3; i++) {
        const pick_vec3 axis = pick_vec3_scale(random_direction(random), scale * exp(random_between(random, -1, 1)));
        a.linear[3 * i] = axis.x;
        a.linear[3 * i + 1] = axis.y;
        a.linear[3 * i + 2] = axis.z;
    }
    return a;
}

static double volume(const pick_affine *a)
{
    return pick_vec3_dot(pick_affine_column(a, 0), pick_vec3_cross(pick_affine_column(a, 1), pick_affine_column(a, 2)));
}

static pick_ray random_ray(test_random *random, double scale)
{
    const pick_vec3 from = pick_vec3_scale(random_in_cube(random, 6), scale);
    const pick_vec3 to = pick_vec3_scale(random_in_cube(random, 2), scale);
    return (pick_ray){from, pick_vec3_scale(pick_vec3_sub(to, from), exp(random_between(random, -2, 2))), 0, HUGE_VAL};
}

static bool cast(const pick_ray *ray, const pick_shape_part *parts, size_t count, pick_shape_hit *hit)
{
    const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {parts, count}};
    return pick_ray_shape(ray, &shape, hit);
}

// A box in any affine place is an oriented box; mirrored, sheared, 1e-30 to 1e30 large.
static void a_placed_box_is_an_oriented_box(void **state)
{
    (void)state;
    test_random random = {1};
    size_t hits = 0, insides = 0, mirrored = 0;
    for (int n = 0; n < 20000; n++) {
        const double scale = pow(10, random_between(&random, -30, 30));
        const pick_affine place = random_affine(&random, scale);
        if (fabs(volume(&place)) < 0.02 * scale * scale * scale)
            continue;
        const pick_shape_part part = {place, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 1}}}};
        const pick_obb obb = {
            place.origin,
            {pick_affine_column(&place, 0), pick_affine_column(&place, 1), pick_affine_column(&place, 2)}};
        const pick_ray ray = random_ray(&random, scale);
        pick_shape_hit a, b;
        const bool met = cast(&ray, &part, 1, &a);
        if (met != pick_ray_obb(&ray, &obb, &b))
            fail();
        if (!met)
            continue;
        hits++;
        insides += a.inside;
        mirrored += volume(&place) < 0;
        const double tolerance = 1e-11 * scale / pick_vec3_length(ray.direction);
        assert_near(a.t, b.t, tolerance);
        assert_near(a.t_exit, b.t_exit, tolerance);
        assert_int_equal(a.face, b.face);
        assert_int_equal(a.inside, b.inside);
        assert_vec3_near(a.normal, b.normal, 1e-11);
        assert_vec3_near(a.point, b.point, 1e-11 * scale);
    }
    assert_true(hits > 3000 && insides > 50 && mirrored > 1000);
}

// A ball in an affine place is an ellipsoid: where |inverse(p)| = 1, in long double.
static void a_placed_ball_against_long_double(void **state)
{
    (void)state;
    test_random random = {2};
    size_t hits = 0, misses = 0;
    for (int n = 0; n < 20000; n++) {
        const double scale = pow(10, random_between(&random, -30, 30));
        const pick_affine place = random_affine(&random, scale);
        if (fabs(volume(&place)) < 0.02 * scale * scale * scale)
            continue;
        const pick_shape_part part = {place, {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}}};
        const pick_ray ray = random_ray(&random, scale);
        // Solve M q = v by Cramer's rule.
        const long double unit = (long double)scale;
        const wide3 zero = {0, 0, 0};
        const wide3 c0 = wide_add_scaled(zero, widen(pick_affine_column(&place, 0)), 1 / unit);
        const wide3 c1 = wide_add_scaled(zero, widen(pick_affine_column(&place, 1)), 1 / unit);
        const wide3 c2 = wide_add_scaled(zero, widen(pick_affine_column(&place, 2)), 1 / unit);
        const wide3 from = wide_add_scaled(zero, wide_sub(widen(ray.origin), widen(place.origin)), 1 / unit);
        const wide3 along = wide_add_scaled(zero, widen(ray.direction), 1 / unit);
        const wide3 r0 = wide_cross(c1, c2), r1 = wide_cross(c2, c0), r2 = wide_cross(c0, c1);
        const long double det = wide_dot(c0, r0);
        const wide3 o = {wide_dot(from, r0) / det, wide_dot(from, r1) / det, wide_dot(from, r2) / det};
        const wide3 d = {wide_dot(along, r0) / det, wide_dot(along, r1) / det, wide_dot(along, r2) / det};
        const long double a = wide_dot(d, d), b = wide_dot(o, d), c = wide_dot(o, o) - 1;
        const long double disc = b * b - a * c;
        pick_shape_hit hit;
        const bool met = cast(&ray, &part, 1, &hit);
        if (disc < -1e-9L * b * b) {
            assert_false(met);
            misses++;
        } else if (disc > 1e-6L * b * b && (-b + sqrtl(disc)) / a > 0) {
            assert_true(met);
            hits++;
            const long double t0 = (-b - sqrtl(disc)) / a, t1 = (-b + sqrtl(disc)) / a;
            assert_int_equal(hit.inside, t0 < 0);
            const double tolerance = 1e-9 * (double)(t1 - t0 + fabsl(t1));
            assert_near(hit.t, t0 < 0 ? 0 : (double)t0, tolerance);
            assert_near(hit.t_exit, (double)t1, tolerance);
            if (!hit.inside) { // outward: against the ray
                assert_true(pick_vec3_dot(hit.normal, ray.direction) < 0);
                assert_near(pick_vec3_length(hit.normal), 1, 1e-12);
            }
        }
    }
    assert_true(hits > 2000 && misses > 2000);
}

// A placed triangle is the triangle of its placed corners; its front stays its front when it is mirrored.
static void a_placed_triangle(void **state)
{
    (void)state;
    test_random random = {3};
    size_t hits = 0, mirrored = 0;
    for (int n = 0; n < 20000; n++) {
        const pick_affine place = random_affine(&random, 1);
        if (fabs(volume(&place)) < 0.02)
            continue;
        const pick_triangle local = {{{-1, -1, 0.2}, {1.5, -0.5, 0}, {0, 1.2, -0.3}}};
        const pick_shape_part part = {place, {.type = PICK_SHAPE_TRIANGLE, .as.triangle = local}};
        pick_triangle world;
        for (int i = 0; i < 3; i++)
            world.vertex[i] = pick_affine_point(&place, local.vertex[i]);
        const pick_ray ray = random_ray(&random, 1);
        pick_shape_hit a, b;
        const bool met = cast(&ray, &part, 1, &a);
        if (!met || !pick_ray_triangle(&ray, &world, &b))
            continue; // at the rim, rounding may differ
        hits++;
        const bool mirror = volume(&place) < 0;
        mirrored += mirror;
        assert_near(a.t, b.t, 1e-10 * (1 + b.t));
        assert_near(a.barycentric[0], b.barycentric[0], 1e-9);
        assert_near(a.barycentric[1], b.barycentric[1], 1e-9);
        assert_int_equal(a.backface, mirror ? !b.backface : b.backface);
        assert_vec3_near(a.normal, pick_vec3_scale(b.normal, mirror ? -1 : 1), 1e-9);
        assert_int_equal(a.backface, pick_vec3_dot(a.normal, ray.direction) > 0);
    }
    assert_true(hits > 1000 && mirrored > 400);
}

static void nested_places_multiply(void **state)
{
    (void)state;
    test_random random = {4};
    size_t hits = 0;
    for (int n = 0; n < 30000; n++) {
        const pick_affine outer = random_affine(&random, 1), inner = random_affine(&random, 1);
        const pick_affine both = pick_affine_multiply(&outer, &inner);
        if (fabs(volume(&outer)) < 0.05 || fabs(volume(&inner)) < 0.05)
            continue;
        const pick_shape capsule = {.type = PICK_SHAPE_CAPSULE, .as.capsule = {{-1, 0, 0}, {1, 0, 0}, 0.5}};
        const pick_shape_part leaf = {inner, capsule}, once = {both, capsule};
        const pick_shape_part branch = {outer, {.type = PICK_SHAPE_COMPOUND, .as.compound = {&leaf, 1}}};
        const pick_ray ray = random_ray(&random, 2);
        pick_shape_hit a, b;
        const bool met = cast(&ray, &branch, 1, &a);
        if (!met || !cast(&ray, &once, 1, &b))
            continue;
        hits++;
        assert_near(a.t, b.t, 1e-8 * (1 + b.t));
        assert_int_equal(a.face, b.face);
        assert_vec3_near(a.normal, b.normal, 1e-6);
        // Bounds hold what is hit.
        const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {&branch, 1}};
        const pick_aabb box = pick_shape_bounds(&shape);
        assert_true(a.point.x >= box.min.x - 1e-9 && a.point.y >= box.min.y - 1e-9 && a.point.z >= box.min.z - 1e-9);
        assert_true(a.point.x <= box.max.x + 1e-9 && a.point.y <= box.max.y + 1e-9 && a.point.z <= box.max.z + 1e-9);
    }
    assert_true(hits > 300);
}

static pick_shape_part ball_at(double x, void *user)
{
    pick_shape_part part = {PICK_AFFINE_IDENTITY,
                            {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}, .user = user}};
    part.local.origin.x = x;
    return part;
}

static void a_hit_names_the_nearest_part(void **state)
{
    (void)state;
    int a, b, whole;
    const pick_shape_part parts[4] = {ball_at(5, &a), ball_at(0, &b), ball_at(0, NULL), ball_at(9, NULL)};
    const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {parts, 4}, .user = &whole};
    pick_ray ray = {{-10, 0, 0}, {1, 0, 0}, 0, HUGE_VAL};
    pick_shape_hit hit;
    assert_true(pick_ray_shape(&ray, &shape, &hit));
    assert_true(hit.t == 9 && hit.t_exit == 11);
    assert_ptr_equal(hit.user, &b); // of two alike, the first
    ray = (pick_ray){{20, 0, 0}, {-1, 0, 0}, 0, HUGE_VAL};
    assert_true(pick_ray_shape(&ray, &shape, &hit));
    assert_true(hit.t == 10);
    assert_null(hit.user); // the part's, though it is none
    ray.origin.x = 5.5;
    assert_true(pick_ray_compound(&ray, &shape.as.compound, &hit));
    assert_true(hit.inside && hit.face == -1);
    assert_ptr_equal(hit.user, &a);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 0), 0);
    // A miss, an empty one, bad rays.
    pick_shape_hit untouched;
    memset(&hit, 0x5a, sizeof(hit));
    untouched = hit;
    ray.origin.y = 3;
    assert_false(pick_ray_shape(&ray, &shape, &hit));
    assert_false(pick_ray_compound(&ray, &(pick_compound){0}, &hit));
    ray.origin.y = 0;
    ray.direction.x = 0;
    assert_false(pick_ray_shape(&ray, &shape, &hit));
    assert_memory_equal(&hit, &untouched, sizeof(hit));
    const pick_shape empty = {.type = PICK_SHAPE_COMPOUND};
    const pick_aabb none = pick_shape_bounds(&empty);
    assert_true(pick_aabb_is_empty(&none));
    const pick_aabb box = pick_shape_bounds(&shape);
    assert_vec3_near(box.min, pick_vec3_make(-1, -1, -1), 1e-14);
    assert_vec3_near(box.max, pick_vec3_make(10, 1, 1), 1e-13);
}

// Three directions in one plane, any of them twice, whose determinant rounds to some 1e-17: boxes along them enclose
// nothing, and parts in them are singular. What is a little thicker is hit.
static void what_rounds_to_thickness_is_flat(void **state)
{
    (void)state;
    const pick_ray ray = {{0, 0, 0}, {0.1, 0.2, 0.3}, -HUGE_VAL, HUGE_VAL};
    const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    test_random random = {17};
    pick_shape_hit hit;
    pick_affine inverse;
    int rounded = 0;
    for (int i = 0; i < 500; i++) {
        const pick_vec3 a = random_direction(&random), b = random_direction(&random);
        const pick_vec3 c = i % 3 == 0 ? a : pick_vec3_scale(b, i % 3 == 1 ? -2 : 0.75);
        const pick_obb box = {{0, 0, 0}, {a, b, c}};
        pick_shape_part part = {{{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}, {0, 0, 0}}, ball};
        const pick_compound compound = {&part, 1};
        rounded += pick_vec3_dot(a, pick_vec3_cross(b, c)) != 0;
        assert_false(pick_ray_obb(&ray, &box, &hit));
        assert_false(pick_ray_compound(&ray, &compound, &hit));
        assert_false(pick_affine_invert(&part.local, &inverse));
        const pick_vec3 thick = pick_vec3_add(c, pick_vec3_scale(pick_vec3_cross(a, b), 1e-12));
        const pick_obb thin_box = {{0, 0, 0}, {a, b, thick}};
        part.local.linear[6] = thick.x;
        part.local.linear[7] = thick.y;
        part.local.linear[8] = thick.z;
        if (pick_vec3_length(pick_vec3_cross(a, b)) > 0.1) {
            assert_true(pick_ray_obb(&ray, &thin_box, &hit));
            assert_true(pick_ray_compound(&ray, &compound, &hit));
        }
    }
    assert_true(rounded > 100);
}

static void flat_and_broken_parts_are_left_out(void **state)
{
    (void)state;
    pick_shape_part parts[4] = {ball_at(0, NULL), ball_at(1, NULL), ball_at(2, NULL), ball_at(5, NULL)};
    parts[0].local.linear[4] = 0;
    parts[1].local.linear[0] = (double)NAN;
    parts[2].local.origin.x = HUGE_VAL;
    const pick_ray ray = {{-10, 0, 0}, {1, 0, 0}, 0, HUGE_VAL};
    pick_shape_hit hit;
    assert_true(cast(&ray, parts, 4, &hit));
    assert_true(hit.t == 14);
    assert_false(cast(&ray, parts, 3, &hit));
    // A part that is a plane is one everywhere.
    const pick_shape_part plane = {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_PLANE, .as.plane = {{1, 0, 0}, -3}}};
    assert_true(cast(&ray, &plane, 1, &hit));
    assert_true(hit.t == 13 && hit.backface);
    const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {&plane, 1}};
    assert_true(pick_shape_bounds(&shape).max.x == HUGE_VAL);
}

static void compounds_have_a_depth_limit(void **state)
{
    (void)state;
    enum { LEVELS = PICK_SHAPE_MAX_DEPTH + 1 };
    pick_shape_part parts[LEVELS];
    parts[0] = ball_at(0, NULL);
    for (int i = 1; i < LEVELS; i++) {
        parts[i] =
            (pick_shape_part){PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_COMPOUND, .as.compound = {&parts[i - 1], 1}}};
    }
    const pick_ray ray = {{-10, 0, 0}, {1, 0, 0}, 0, HUGE_VAL};
    pick_shape_hit hit;
    assert_true(cast(&ray, &parts[LEVELS - 2], 1, &hit)); // sixteen compounds
    assert_true(hit.t == 9);
    assert_false(cast(&ray, &parts[LEVELS - 1], 1, &hit));
    const pick_shape deep = {.type = PICK_SHAPE_COMPOUND, .as.compound = {&parts[LEVELS - 1], 1}};
    const pick_aabb box = pick_shape_bounds(&deep);
    assert_true(pick_aabb_is_empty(&box));
    // In itself, which ends all the same.
    pick_shape_part loop = {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_COMPOUND, .as.compound = {&loop, 1}}};
    assert_false(cast(&ray, &loop, 1, &hit));
}

static void meshes_are_shapes(void **state)
{
    (void)state;
    test_random random = {6};
    enum { TRIANGLES = 40 };
    float positions[TRIANGLES][3][3];
    for (int i = 0; i < TRIANGLES * 9; i++)
        (&positions[0][0][0])[i] = (float)random_between(&random, -2, 2);
    pick_mesh *mesh;
    assert_int_equal(
        pick_mesh_create(&(pick_mesh_desc){.positions = &positions[0][0][0], .vertex_count = 3 * TRIANGLES}, NULL,
                         &mesh),
        PICK_OK);
    int mine;
    const pick_shape shape = {.type = PICK_SHAPE_MESH, .as.mesh = mesh, .user = &mine};
    const pick_aabb box = pick_shape_bounds(&shape), bounds = pick_mesh_bounds(mesh);
    assert_vec3_near(box.min, bounds.min, 0);
    size_t hits = 0, backs = 0;
    for (int n = 0; n < 2000; n++) {
        const pick_ray ray = random_ray(&random, 1);
        pick_shape_hit hit, nearest = {.t = HUGE_VAL};
        int face = -1;
        for (int i = 0; i < TRIANGLES; i++) {
            pick_triangle triangle;
            for (int k = 0; k < 3; k++) {
                const float *p = positions[i][k];
                triangle.vertex[k] = pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
            }
            if (pick_ray_triangle(&ray, &triangle, &hit) && hit.t < nearest.t) {
                nearest = hit;
                face = i;
            }
        }
        const bool met = pick_ray_shape(&ray, &shape, &hit);
        assert_int_equal(met, face >= 0);
        if (!met)
            continue;
        hits++;
        backs += hit.backface;
        assert_int_equal(hit.face, face);
        assert_true(hit.t == nearest.t && hit.t_exit == hit.t && hit.backface == nearest.backface);
        assert_vec3_near(hit.normal, nearest.normal, 1e-15);
        assert_vec3_near(hit.point, nearest.point, 0);
        assert_true(hit.barycentric[0] == nearest.barycentric[0] && hit.barycentric[1] == nearest.barycentric[1]);
        assert_ptr_equal(hit.user, &mine);
    }
    assert_true(hits > 1000 && backs > 300);
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_placed_box_is_an_oriented_box),
        cmocka_unit_test(a_placed_ball_against_long_double),
        cmocka_unit_test(a_placed_triangle),
        cmocka_unit_test(nested_places_multiply),
        cmocka_unit_test(a_hit_names_the_nearest_part),
        cmocka_unit_test(what_rounds_to_thickness_is_flat),
        cmocka_unit_test(flat_and_broken_parts_are_left_out),
        cmocka_unit_test(compounds_have_a_depth_limit),
        cmocka_unit_test(meshes_are_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
