// Real models, with their degenerate triangles, T-junctions and odd scales: the hierarchy finds what brute force finds.
#include "compare.h"
#include "models.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "parts.h"

enum { BUDGET = 3000000 }; // triangles that brute force may test for one mesh

static void compare_model(void *user, pick_mesh *mesh)
{
    tally *count = user;
    const uint32_t triangles = pick_mesh_get_stats(mesh).triangle_count;
    const uint32_t affordable = BUDGET / triangles;
    const uint32_t rays = affordable < 10 ? 10 : (affordable > 400 ? 400 : affordable);
    test_random r = {triangles};
    for (uint32_t i = 0; i < rays; i++) {
        const pick_ray ray = random_ray_at_mesh(&r, mesh);
        const pick_mesh_query query = {.cull = i % 2 == 0 ? PICK_CULL_NONE : PICK_CULL_MATERIAL};
        compare_mesh(mesh, &ray, &query, count);
    }
}

static void expect_something(const models_count *sum, const tally *count, size_t models, size_t triangles)
{
    print_message("%zu models, %zu meshes, %zu triangles: %llu rays, %llu hits\n", sum->models, sum->meshes,
                  sum->triangles, (unsigned long long)count->rays, (unsigned long long)count->hits);
    assert_true(sum->models >= models);
    assert_true(sum->triangles >= triangles);
    assert_true(count->hits * 4 > count->rays);
    assert_true(count->misses * 50 > count->rays);
}

static void package(void **state)
{
    (void)state;
    models_count sum = {0};
    tally count = {0};
    if (!models_of_package(compare_model, &count, &sum)) {
        print_message("the package assimp-testmodels is not installed: skipped\n");
        PART_SKIP();
    }
    expect_something(&sum, &count, 12, 10000);
}

static void needs_assets(void **state)
{
    (void)state;
    models_count sum = {0};
    tally count = {0};
    if (!models_of_assets(compare_model, &count, &sum)) {
        print_message("VKPICK_ASSETS_DIR is not set: its models are skipped\n");
        PART_SKIP();
    }
    expect_something(&sum, &count, 50, 100000);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(package),
        cmocka_unit_test(needs_assets),
    };
    return PARTS_RUN(argc, argv, tests, NULL);
}
