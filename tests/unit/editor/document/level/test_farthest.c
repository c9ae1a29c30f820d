// The farthest place of many bodies: as far as the farthest of all places that were looked at one by one.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "document/level/farthest.h"
#include "picking/points.h"
#include "random.h"

enum { MOST = 20000, VERTICES = 90 };

static editor_body bodies[MOST];

static editor_body point(pick_vec3 at)
{
    return (editor_body){.box = {at, at}, .place = PICK_AFFINE_IDENTITY};
}

// The places of a body in the world, at most VERTICES.
static size_t places_of(const editor_body *body, const float *positions, pick_vec3 *out)
{
    const size_t count = body->mesh || body->thin ? VERTICES : 8;
    for (size_t i = 0; i < count; i++) {
        const float *p = &positions[3 * i];
        const pick_aabb *box = &body->box;
        const pick_vec3 at = count == VERTICES
                                 ? pick_vec3_make((double)p[0], (double)p[1], (double)p[2])
                                 : pick_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                                  i & 4 ? box->max.z : box->min.z);
        out[i] = pick_affine_point(&body->place, at);
    }
    return count;
}

// `positions`: of meshes and points.
static void check(size_t count, const float *positions, test_random *random)
{
    static pick_vec3 places[VERTICES];
    pick_aabb box = PICK_AABB_EMPTY;
    editor_farthest *farthest = editor_farthest_create(bodies, count);
    assert_non_null(farthest);
    assert_false(editor_farthest_is_empty(farthest));
    for (int n = 0; n < 60; n++) {
        const pick_vec3 way = n < 27 ? pick_vec3_make(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1) : random_direction(random);
        const pick_vec3 to = pick_vec3_normalize(way);
        const pick_vec3 far = pick_vec3_scale(way, exp(random_between(random, -20, 20)));
        const double slack = n % 4 == 0 ? 0.5 : 0;
        const pick_vec3 found = editor_farthest_point(farthest, far, slack);
        double most = -HUGE_VAL;
        bool is_place = false;
        for (size_t i = 0; i < count; i++) {
            const size_t number = places_of(&bodies[i], positions, places);
            for (size_t k = 0; k < number; k++) {
                const pick_aabb one = {places[k], places[k]};
                most = fmax(most, pick_vec3_dot(to, places[k]));
                is_place = is_place || pick_vec3_length(pick_vec3_sub(places[k], found)) == 0;
                if (n == 0)
                    box = pick_aabb_union(&box, &one);
            }
        }
        const pick_vec3 half = pick_vec3_sub(pick_vec3_scale(box.max, 0.5), pick_vec3_scale(box.min, 0.5));
        assert_true(is_place);
        assert_true(pick_vec3_dot(to, found) >= most - slack - 1e-8 * fmax(half.x, fmax(half.y, half.z)));
    }
    editor_farthest_destroy(farthest);
}

static void test_points(void **state)
{
    (void)state;
    test_random random = {11};
    for (int n = 0; n < 24; n++) {
        const size_t count = n < 10 ? (size_t)n + 1 : n < 20 ? 50 + random_index(&random, 1000) : MOST / 4;
        const pick_vec3 stretch = {exp(random_between(&random, -9, 9)), n % 4 == 1 ? 0 : 1, n % 3 == 2 ? 0 : 1};
        const pick_vec3 at = pick_vec3_scale(random_in_cube(&random, 1), n % 2 ? 1e9 : 1);
        for (size_t i = 0; i < count; i++) {
            const pick_vec3 p = n % 5 < 3 ? random_direction(&random) : random_in_cube(&random, 1);
            bodies[i] = point(pick_vec3_add(at, pick_vec3_make(stretch.x * p.x, stretch.y * p.y, stretch.z * p.z)));
        }
        check(count, NULL, &random);
    }
}

// Meshes, points and boxes, stretched, sheared, mirrored and flattened.
static void test_bodies(void **state)
{
    (void)state;
    test_random random = {13};
    float positions[3 * VERTICES];
    for (int i = 0; i < 3 * VERTICES; i++)
        positions[i] = (float)random_between(&random, -1, 2);
    const pick_mesh_desc triangles = {.positions = positions, .vertex_count = VERTICES};
    const pick_points_desc cloud = {.positions = positions, .count = VERTICES, .radius = 1};
    pick_mesh *mesh = NULL;
    pick_thin *thin = NULL;
    assert_int_equal(pick_mesh_create(&triangles, NULL, &mesh), PICK_OK);
    assert_int_equal(pick_points_create(&cloud, NULL, &thin), PICK_OK);
    for (int n = 0; n < 20; n++) {
        const size_t count = n < 5 ? (size_t)n + 1 : 1 + random_index(&random, 800);
        const double size = n % 2 ? 1 : 100;
        for (size_t i = 0; i < count; i++) {
            const uint32_t kind = random_index(&random, 3);
            bodies[i] = (editor_body){.mesh = kind == 0 ? mesh : NULL,
                                      .thin = kind == 1 ? thin : NULL,
                                      .box = {{-1, -2, 0}, {3, 0.5, 1}},
                                      .place.origin = random_in_cube(&random, size)};
            for (int k = 0; k < 9; k++)
                bodies[i].place.linear[k] = n % 4 == 0 && k >= 6 ? 0 : random_between(&random, -1, 1);
        }
        check(count, positions, &random);
    }
    pick_mesh_destroy(mesh);
    pick_thin_destroy(thin);
}

// All in one place, as far apart as numbers go, and what is left out.
static void test_extremes(void **state)
{
    (void)state;
    test_random random = {12};
    for (int i = 0; i < 100; i++)
        bodies[i] = point(pick_vec3_make(1, 2, 3));
    check(100, NULL, &random);
    for (int i = 0; i < 1000; i++)
        bodies[i] = point(pick_vec3_scale(random_in_cube(&random, 1), 1e307));
    check(1000, NULL, &random);
    bodies[0] = (editor_body){.box = PICK_AABB_EMPTY, .place = PICK_AFFINE_IDENTITY};
    bodies[1] = (editor_body){.box = {{0, 0, 0}, {1e300, 0, 0}}, .place = {{1e300, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}}};
    bodies[2] = point(pick_vec3_make(4, 5, 6));
    for (size_t count = 0; count <= 3; count++) {
        editor_farthest *farthest = editor_farthest_create(bodies, count);
        assert_non_null(farthest);
        assert_int_equal(editor_farthest_is_empty(farthest), count < 3);
        if (count == 3)
            assert_true(editor_farthest_point(farthest, pick_vec3_make(-1, 0, 0), 0).x == 4);
        editor_farthest_destroy(farthest);
    }
    editor_farthest_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
