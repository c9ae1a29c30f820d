// Difficult meshes of every kind: the hierarchy finds what brute force finds, bit for bit, at every SIMD width.
#include "compare.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// Rays of all kinds around a mesh that spans about `size` around `center`.
static pick_ray random_ray(test_random *r, pick_vec3 center, double size)
{
    static const double distances[] = {0.3, 1, 3, 30, 1e4, 1e7};
    const double distance = size * distances[random_index(r, 6)];
    const pick_vec3 target = pick_vec3_add(center, random_in_cube(r, size * 1.1));
    pick_ray ray = {
        .origin = pick_vec3_add(center, pick_vec3_scale(random_direction(r), distance)), .t_min = 0, .t_max = HUGE_VAL};
    ray.direction = pick_vec3_sub(target, ray.origin);
    switch (random_index(r, 5)) {
    case 0: // along an axis, on the very coordinates of what is aimed at
        ray.origin = target;
        ray.direction = pick_vec3_make(0, 0, 0);
        *(random_index(r, 2) == 0 ? &ray.direction.x : &ray.direction.z) = random_index(r, 2) == 0 ? 1 : -1;
        ray.origin = pick_vec3_sub(ray.origin, pick_vec3_scale(ray.direction, distance));
        break;
    case 1: // t in any unit
        ray.direction = pick_vec3_scale(ray.direction, random_index(r, 2) == 0 ? 1e-12 : 1e12);
        break;
    case 2: // a piece of the line
        ray.t_min = random_between(r, -2, 1);
        ray.t_max = random_between(r, ray.t_min, 2);
        break;
    case 3: // both ways
        ray.t_min = -HUGE_VAL;
        break;
    default:
        break;
    }
    return ray;
}

// Aims at vertices and edges, where boxes and triangles end.
static void aim_at_corner(test_random *r, const soup *s, pick_ray *ray)
{
    const uint32_t i = random_index(r, s->index_count / 3) * 3;
    const float *a = &s->positions[3 * (size_t)s->indices[i]];
    const float *b = &s->positions[3 * (size_t)s->indices[i + 1]];
    const double w = random_index(r, 2) == 0 ? 0 : random_between(r, 0, 1);
    const pick_vec3 p = {(double)a[0] + w * ((double)b[0] - (double)a[0]),
                         (double)a[1] + w * ((double)b[1] - (double)a[1]),
                         (double)a[2] + w * ((double)b[2] - (double)a[2])};
    ray->direction = pick_vec3_sub(p, ray->origin);
}

static void compare_soup(const soup *s, pick_vec3 center, double size, uint32_t rays, uint64_t seed, tally *count)
{
    test_random r = {seed};
    pick_mesh *mesh = soup_mesh(s, NULL);
    for (uint32_t i = 0; i < rays; i++) {
        pick_ray ray = random_ray(&r, center, size);
        if (i % 3 == 0)
            aim_at_corner(&r, s, &ray);
        const pick_mesh_query query = {.cull = (pick_cull)random_index(&r, 4)};
        compare_mesh(mesh, &ray, &query, count);
    }
    pick_mesh_destroy(mesh);
}

static void expect_both(const tally *count)
{
    assert_true(count->hits * 10 > count->rays);
    assert_true(count->misses * 20 > count->rays);
}

static void random_soups(void **state)
{
    (void)state;
    tally count = {0};
    test_random r = {1};
    for (uint32_t triangles = 1; triangles < 3000; triangles = triangles * 2 + 1) {
        soup s = soup_random(&r, triangles, 1, triangles < 20 ? 0.8 : 0.15);
        compare_soup(&s, pick_vec3_make(0, 0, 0), 1, 300, triangles, &count);
        soup_free(&s);
    }
    expect_both(&count);
    assert_true(count.multiple > 100);
}

static void any_scale_and_place(void **state)
{
    (void)state;
    static const double scales[] = {1e-38, 1e-30, 1e-9, 1e-3, 1, 1e5, 1e20, 1e37};
    tally count = {0};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        soup s = soup_sphere(24, 24, scales[i], 0.2);
        compare_soup(&s, pick_vec3_make(0, 0, 0), scales[i], 300, i, &count);
        for (uint32_t k = 0; k < s.vertex_count; k++) // far from its own origin: coordinates are coarse
            s.positions[3 * k] += (float)(1e4 * scales[i] > 1e37 ? 0 : 1e4 * scales[i]);
        const double x = 1e4 * scales[i] > 1e37 ? 0 : 1e4 * scales[i];
        compare_soup(&s, pick_vec3_make(x, 0, 0), scales[i], 300, i, &count);
        soup_free(&s);
    }
    expect_both(&count);
}

static void flat_and_coplanar(void **state)
{
    (void)state;
    tally count = {0};
    soup grid = soup_grid(24, 1);
    compare_soup(&grid, pick_vec3_make(0, 0, 0), 1, 1500, 7, &count);
    // The same plane twice: every hit is a tie.
    soup twice = soup_grid(24, 1);
    twice.indices = realloc(twice.indices, 2 * twice.index_count * sizeof(uint32_t));
    assert_non_null(twice.indices);
    for (uint32_t i = 0; i < twice.index_count; i++)
        twice.indices[twice.index_count + i] = twice.indices[i];
    twice.index_count *= 2;
    compare_soup(&twice, pick_vec3_make(0, 0, 0), 1, 1500, 8, &count);
    expect_both(&count);
    assert_true(count.multiple > 200);
    soup_free(&grid);
    soup_free(&twice);
}

static void needles_and_slivers(void **state)
{
    (void)state;
    tally count = {0};
    test_random r = {3};
    soup s = soup_random(&r, 600, 0.7, 1);
    for (uint32_t t = 0; t < s.index_count; t += 3) { // the third vertex almost on the edge of the others
        for (uint32_t k = 0; k < 3; k++) {
            const float a = s.positions[3 * t + k];
            const float b = s.positions[3 * (t + 1) + k];
            const float nudge = (float)random_between(&r, -1, 1) * (t % 2 == 0 ? 1e-3f : 1e-7f);
            s.positions[3 * (t + 2) + k] = 0.25f * a + 0.75f * b + nudge;
        }
    }
    compare_soup(&s, pick_vec3_make(0, 0, 0), 1, 3000, 4, &count);
    assert_true(count.hits > 300);
    soup_free(&s);
}

static void identical_triangles(void **state)
{
    (void)state;
    enum { COPIES = 100000 };
    const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    soup s = {NULL, malloc(3 * COPIES * sizeof(uint32_t)), 3, 3 * COPIES};
    assert_non_null(s.indices);
    s.positions = malloc(sizeof positions);
    assert_non_null(s.positions);
    for (uint32_t i = 0; i < 9; i++)
        s.positions[i] = positions[i];
    for (uint32_t i = 0; i < 3 * COPIES; i++)
        s.indices[i] = i % 3;
    pick_mesh *mesh = soup_mesh(&s, NULL);
    tally count = {0};
    const pick_ray ray = {{0.25, 0.25, 1}, {0, 0, -1}, 0, HUGE_VAL};
    const pick_ray past = {{0.75, 0.75, 1}, {0, 0, -1}, 0, HUGE_VAL};
    compare_mesh(mesh, &ray, NULL, &count);
    compare_mesh(mesh, &past, NULL, &count);
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
    assert_int_equal(hit.triangle, 0);
    assert_int_equal(pick_mesh_all(mesh, &ray, NULL, NULL, 0), COPIES);
    assert_int_equal(count.misses, 1);
    pick_mesh_destroy(mesh);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_soups),        cmocka_unit_test(any_scale_and_place),
        cmocka_unit_test(flat_and_coplanar),   cmocka_unit_test(needles_and_slivers),
        cmocka_unit_test(identical_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
