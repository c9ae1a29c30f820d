// Meshes that are deformed repeatedly, alone and in scenes: the refitted hierarchy finds what brute force finds on the
// deformed mesh, bit for bit, at every SIMD width.
#include "compare.h"
#include "effort.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Waves, drifts and blows; some vertices are lost on the way, and found again.
static void deform(const soup *from, float *to, test_random *r, int step)
{
    const double amount = step % 4 == 3 ? 3 : 0.2;
    const double scale = step % 5 == 4 ? 1e-5 : (step % 7 == 6 ? 1e8 : 1);
    const double phase = random_between(r, 0, 6);
    for (size_t i = 0; i < from->vertex_count; i++) {
        for (size_t k = 0; k < 3; k++) {
            const double other = (double)from->positions[3 * i + (k + 1) % 3];
            to[3 * i + k] = (float)(scale * ((double)from->positions[3 * i + k] + amount * sin(4 * other + phase)));
        }
        if (step % 3 == 1 && random_index(r, 40) == 0)
            to[3 * i] = random_index(r, 2) == 0 ? NAN : INFINITY;
    }
}

static pick_ray ray_at(test_random *r, const pick_mesh *mesh, pick_vec3 offset)
{
    const pick_aabb b = pick_mesh_bounds(mesh);
    const double size = pick_aabb_is_empty(&b) ? 1 : pick_vec3_length(pick_vec3_sub(b.max, b.min));
    const pick_vec3 center =
        pick_aabb_is_empty(&b) ? offset : pick_vec3_add(offset, pick_vec3_scale(pick_vec3_add(b.min, b.max), 0.5));
    const pick_vec3 origin = pick_vec3_add(center, pick_vec3_scale(random_direction(r), 2 * size));
    const pick_vec3 target = pick_vec3_add(center, random_in_cube(r, 0.5 * size));
    return (pick_ray){origin, pick_vec3_sub(target, origin), 0, HUGE_VAL};
}

static void deformed_meshes(void **state)
{
    (void)state;
    tally count = {0};
    test_random r = {21};
    soup soups[] = {soup_sphere(20, 24, 1, 0.2), soup_random(&r, 700, 1, 0.3), soup_grid(14, 1), soup_box(1, 2, 3)};
    for (size_t i = 0; i < sizeof soups / sizeof soups[0]; i++) {
        pick_mesh *mesh = soup_mesh(&soups[i], NULL);
        float *positions = malloc(soups[i].vertex_count * 3 * sizeof(float));
        assert_non_null(positions);
        for (int step = 0; step < 14; step++) {
            deform(&soups[i], positions, &r, step);
            assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
            for (int k = 0; k < 60; k++) {
                const pick_ray ray = ray_at(&r, mesh, pick_vec3_make(0, 0, 0));
                const pick_mesh_query query = {.cull = (pick_cull)random_index(&r, 4)};
                compare_mesh(mesh, &ray, &query, &count);
            }
        }
        free(positions);
        pick_mesh_destroy(mesh);
        soup_free(&soups[i]);
    }
    assert_true(count.hits * 5 > count.rays);
    assert_true(count.misses * 10 > count.rays);
    assert_true(count.multiple > 100);
}

static void deformed_meshes_in_scenes(void **state)
{
    (void)state;
    enum { OBJECTS = 60 };
    tally count = {0};
    test_random r = {4};
    const pick_vec3 place = {148376, 1234, -223423};
    soup s = soup_sphere(12, 16, 1, 0.2);
    pick_mesh *meshes[2] = {soup_mesh(&s, NULL), soup_mesh(&s, NULL)};
    float *positions = malloc(s.vertex_count * 3 * sizeof(float));
    assert_non_null(positions);
    pick_scene *scene = NULL;
    pick_object_id ids[OBJECTS];
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = meshes[i % 2];
        desc.transform = random_transform(&r, place, 8);
        assert_int_equal(pick_scene_add(scene, &desc, &ids[i]), PICK_OK);
    }
    for (int step = 0; step < 12; step++) {
        deform(&s, positions, &r, step);
        assert_int_equal(pick_mesh_refit(meshes[step % 2], positions, 0), PICK_OK);
        pick_scene_mesh_changed(scene, meshes[step % 2]);
        for (uint32_t k = 0; k < test_effort(20, 40); k++) {
            const pick_vec3 origin = pick_vec3_add(place, random_in_cube(&r, 30));
            const pick_vec3 target = pick_vec3_add(place, random_in_cube(&r, 8));
            const pick_ray ray = {origin, pick_vec3_sub(target, origin), 0, HUGE_VAL};
            compare_scene(scene, meshes, 2, &ray, NULL, &count);
            const pick_transform t = random_transform(&r, place, 8);
            assert_int_equal(pick_scene_set_transform(scene, ids[random_index(&r, OBJECTS)], &t), PICK_OK);
        }
    }
    assert_true(count.hits > test_effort(50, 100) && count.misses > test_effort(10, 20));
    pick_scene_destroy(scene);
    pick_mesh_destroy(meshes[0]);
    pick_mesh_destroy(meshes[1]);
    free(positions);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deformed_meshes),
        cmocka_unit_test(deformed_meshes_in_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
