// Making volumes of shapes: what is accepted, what is refused and how, what is copied.
#include "failing_allocator.h"
#include "near.h"

#include "picking/picking.h"

#include <string.h>

static pick_result make(const pick_shape *shape)
{
    const pick_volume_desc desc = {.shape = shape};
    pick_volume *volume = NULL;
    const pick_result result = pick_volume_create(&desc, NULL, &volume);
    assert_int_equal(volume != NULL, result == PICK_OK);
    pick_volume_destroy(volume);
    return result;
}

static void every_number_is_checked(void **state)
{
    (void)state;
    const struct {
        pick_shape shape;
        size_t numbers;
    } good[] = {
        {{.type = PICK_SHAPE_SPHERE, .as.sphere = {{1, 2, 3}, 0}}, 4},
        {{.type = PICK_SHAPE_AABB, .as.aabb = {{1, 2, 3}, {1, 3, 4}}}, 6},
        {{.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 0}, {{1, 0, 0}, {1, 1, 0}, {0, 0, 1}}}}, 12},
        {{.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 0}, {{1, 0, 0}, {0, 0, 0}, {0, 0, 1}}}}, 12},
        {{.type = PICK_SHAPE_CAPSULE, .as.capsule = {{1, 2, 3}, {1, 2, 3}, 1}}, 7},
        {{.type = PICK_SHAPE_CYLINDER, .as.cylinder = {{1, 2, 3}, {1, 2, 4}, 1}}, 7},
        {{.type = PICK_SHAPE_CONE, .as.cone = {{1, 2, 3}, {1, 2, 4}, 1}}, 7},
        {{.type = PICK_SHAPE_TRIANGLE, .as.triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}, 9},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(make(&good[i].shape), PICK_OK);
        for (size_t k = 0; k < good[i].numbers; k++) {
            pick_shape bad = good[i].shape;
            ((double *)&bad.as)[k] = k % 2 == 0 ? (double)NAN : HUGE_VAL;
            assert_int_equal(make(&bad), PICK_ERROR_NOT_FINITE);
        }
    }
}

static void what_encloses_nothing_is_refused(void **state)
{
    (void)state;
    const pick_shape bad[] = {
        {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, -1}},
        {.type = PICK_SHAPE_AABB, .as.aabb = {{1, 0, 0}, {0, 1, 1}}},
        {.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}},
        {.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 0}, {{0.25, 0.75, 0.5}, {0.5, 0, -0.5}, {0, 0.5, 0.5}}}},
        {.type = PICK_SHAPE_CAPSULE, .as.capsule = {{0, 0, 0}, {1, 0, 0}, -1}},
        {.type = PICK_SHAPE_CYLINDER, .as.cylinder = {{0, 0, 0}, {1, 0, 0}, -1}},
        {.type = PICK_SHAPE_CYLINDER, .as.cylinder = {{1, 0, 0}, {1, 0, 0}, 1}},
        {.type = PICK_SHAPE_CONE, .as.cone = {{1, 0, 0}, {1, 0, 0}, 1}},
        {.type = PICK_SHAPE_TRIANGLE, .as.triangle = {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(make(&bad[i]), PICK_ERROR_INVALID_ARGUMENT);
}

// --- Convex solids --------------------------------------------------------------------------------------------------

static void convex_solids_are_bounded(void **state)
{
    (void)state;
    pick_plane planes[PICK_VOLUME_PLANES + 1];
    for (int i = 0; i <= PICK_VOLUME_PLANES; i++) { // a prism of many sides, without its ends at first
        const double angle = 6.283185307179586 * i / (PICK_VOLUME_PLANES - 1);
        planes[i] = (pick_plane){{3 * cos(angle), 3 * sin(angle), 0}, 3};
    }
    const pick_plane ends[2] = {{{0, 0, 2}, 2}, {{0, 0, -1}, 1}};
    pick_shape prism = {.type = PICK_SHAPE_CONVEX, .as.convex = {planes, PICK_VOLUME_PLANES}};
    assert_int_equal(make(&prism), PICK_ERROR_INVALID_ARGUMENT); // open
    planes[PICK_VOLUME_PLANES - 2] = ends[0];
    assert_int_equal(make(&prism), PICK_ERROR_INVALID_ARGUMENT);
    planes[PICK_VOLUME_PLANES - 1] = ends[1];
    assert_int_equal(make(&prism), PICK_OK);
    pick_volume *volume;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &prism}, NULL, &volume), PICK_OK);
    const pick_aabb box = pick_volume_bounds(volume);
    assert_vec3_near(box.max, pick_vec3_make(1, 1, 1), 1.2e-2);
    assert_vec3_near(box.min, pick_vec3_make(-1, -1, -1), 1.2e-2);
    pick_volume_destroy(volume);
    planes[5].offset = (double)NAN;
    assert_int_equal(make(&prism), PICK_ERROR_NOT_FINITE);
    planes[5].offset = 3;
    planes[5].normal.y = HUGE_VAL;
    assert_int_equal(make(&prism), PICK_ERROR_NOT_FINITE);
    planes[5].normal = pick_vec3_make(0, 0, 0);
    assert_int_equal(make(&prism), PICK_ERROR_INVALID_ARGUMENT);
    planes[5] = (pick_plane){{1, 0, 0}, -2}; // nothing is left
    assert_int_equal(make(&prism), PICK_ERROR_INVALID_ARGUMENT);
    prism.as.convex.count = PICK_VOLUME_PLANES + 1;
    assert_int_equal(make(&prism), PICK_ERROR_TOO_LARGE);
    const pick_shape space = {.type = PICK_SHAPE_CONVEX, .as.convex = {NULL, 0}};
    assert_int_equal(make(&space), PICK_ERROR_INVALID_ARGUMENT);
    // Opposite planes that miss each other, in a tube.
    const pick_plane apart[6] = {{{1, 0, 0}, 1},  {{-1, 0, 0}, 1}, {{0, 1, 0}, 1},
                                 {{0, -1, 0}, 1}, {{0, 0, 1}, -2}, {{0, 0, -1}, 1}};
    pick_plane tube[6];
    memcpy(tube, apart, sizeof tube);
    const pick_shape nothing = {.type = PICK_SHAPE_CONVEX, .as.convex = {tube, 6}};
    assert_int_equal(make(&nothing), PICK_ERROR_INVALID_ARGUMENT);
    tube[4].offset = -1 - 1e-10; // by less than its bounds are padded
    assert_int_equal(make(&nothing), PICK_ERROR_INVALID_ARGUMENT);
    tube[4].offset = -1; // flat
    assert_int_equal(make(&nothing), PICK_OK);
}

// --- Compounds ------------------------------------------------------------------------------------------------------

static void compounds_are_copied_whole(void **state)
{
    (void)state;
    pick_plane planes[6] = {{{1, 0, 0}, 1},  {{-1, 0, 0}, 1}, {{0, 1, 0}, 1},
                            {{0, -1, 0}, 1}, {{0, 0, 1}, 1},  {{0, 0, -1}, 1}};
    pick_shape_part inner[2] = {{PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_CONVEX, .as.convex = {planes, 6}}},
                                {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}}}};
    inner[1].local.origin.x = 4;
    pick_shape_part outer[3] = {{PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 9}, 1}}},
                                {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 100}}},
                                {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_COMPOUND, .as.compound = {inner, 2}}}};
    outer[1].local.linear[0] = 0; // flat: never hit
    outer[2].local.origin.y = -20;
    const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {outer, 3}};
    pick_volume *volume;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &volume), PICK_OK);
    memset(planes, 0xff, sizeof planes);
    memset(inner, 0xff, sizeof inner);
    memset(outer, 0xff, sizeof outer);
    const pick_aabb box = pick_volume_bounds(volume);
    assert_vec3_near(box.min, pick_vec3_make(-1, -21, -1), 1e-9);
    assert_vec3_near(box.max, pick_vec3_make(5, 1, 10), 1e-9);
    pick_scene *scene;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.volume = volume;
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    const struct {
        double x, y;
        uint32_t part;
    } cases[] = {{0, 0, 0}, {0.5, -20.5, 2}, {4, -20, 2}};
    for (int i = 0; i < 3; i++) {
        const pick_ray ray = {{cases[i].x, cases[i].y, 50}, {0, 0, -1}, 0, HUGE_VAL};
        pick_hit hit;
        assert_true(pick_closest(scene, &ray, NULL, &hit));
        assert_int_equal(hit.triangle, cases[i].part);
        assert_int_equal(pick_all(scene, &ray, NULL, &hit, 1), 1);
        assert_int_equal(hit.triangle, cases[i].part);
        assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 1e-9);
    }
    pick_scene_destroy(scene);
    pick_volume_destroy(volume);
}

static void compounds_are_checked_to_the_bottom(void **state)
{
    (void)state;
    pick_shape_part chain[PICK_SHAPE_MAX_DEPTH + 1];
    pick_shape shape = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    for (int i = 0; i <= PICK_SHAPE_MAX_DEPTH; i++) {
        assert_int_equal(make(&shape), PICK_OK); // i compounds around a sphere
        chain[i] = (pick_shape_part){PICK_AFFINE_IDENTITY, shape};
        shape = (pick_shape){.type = PICK_SHAPE_COMPOUND, .as.compound = {&chain[i], 1}};
    }
    assert_int_equal(make(&shape), PICK_ERROR_INVALID_ARGUMENT);
    // Doubled at each level, it has too many parts.
    pick_shape_part twice[PICK_SHAPE_MAX_DEPTH][2];
    shape = chain[0].shape;
    for (int i = 0; i < PICK_SHAPE_MAX_DEPTH; i++) {
        twice[i][0] = twice[i][1] = (pick_shape_part){PICK_AFFINE_IDENTITY, shape};
        shape = (pick_shape){.type = PICK_SHAPE_COMPOUND, .as.compound = {twice[i], 2}};
    }
    assert_int_equal(make(&shape), PICK_ERROR_TOO_LARGE);
    chain[1].shape = (pick_shape){.type = PICK_SHAPE_COMPOUND, .as.compound = {chain, 1}};
    shape.as.compound = (pick_compound){&chain[1], 1};
    assert_int_equal(make(&shape), PICK_OK);
    chain[0].local.linear[4] = 0;
    assert_int_equal(make(&shape), PICK_ERROR_INVALID_ARGUMENT); // its only part is never hit
    chain[0].local.linear[4] = (double)NAN;
    assert_int_equal(make(&shape), PICK_ERROR_NOT_FINITE);
    chain[0].local.linear[4] = 1;
    chain[0].shape.as.sphere.radius = -1;
    assert_int_equal(make(&shape), PICK_ERROR_INVALID_ARGUMENT);
}

static void memory_is_given_back(void **state)
{
    (void)state;
    failing_allocator memory = {.fail_at = 1};
    const pick_allocator allocator = {failing_allocate, failing_deallocate, &memory};
    const pick_shape shape = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    pick_volume *volume = NULL;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, &allocator, &volume),
                     PICK_ERROR_OUT_OF_MEMORY);
    assert_null(volume);
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, &allocator, &volume), PICK_OK);
    assert_true(memory.held_blocks == 1);
    pick_volume_destroy(volume);
    assert_true(memory.held_blocks == 0 && memory.held_bytes == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_checked),
        cmocka_unit_test(what_encloses_nothing_is_refused),
        cmocka_unit_test(convex_solids_are_bounded),
        cmocka_unit_test(compounds_are_copied_whole),
        cmocka_unit_test(compounds_are_checked_to_the_bottom),
        cmocka_unit_test(memory_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
