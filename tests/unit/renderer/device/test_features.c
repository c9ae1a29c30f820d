// Features that a description masks: their names, that they are left unused, that the picture and the IDs stay the
// same, and what lower limits refuse.
#include "effort.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 96 };

static void test_names(void **state)
{
    (void)state;
    uint32_t set = 77;
    for (uint32_t i = 0; i < RENDER_FEATURE_COUNT; i++) {
        assert_true(render_features_read(render_feature_name(i), &set));
        assert_int_equal(set, 1u << i);
    }
    assert_null(render_feature_name(RENDER_FEATURE_COUNT));
    assert_true(render_features_read("timestamps,fill-modes", &set));
    assert_int_equal(set, RENDER_FEATURE_TIMESTAMPS | RENDER_FEATURE_FILL_MODES);
    assert_true(render_features_read("all", &set));
    assert_int_equal(set, RENDER_ALL_FEATURES);
    assert_true(render_features_read("", &set));
    assert_int_equal(set, 0);
    static const char *const wrong[] = {"limit", "limits,", ",limits", "limits,,limits", "limits timestamps", "ALL"};
    set = 77;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(render_features_read(wrong[i], &set));
    assert_int_equal(set, 77);
}

// A device without the features, in the fixture's place.
static void open_masked(fixture *it, uint32_t mask)
{
    const render_device_desc desc = {
        .validation = true, .masked_features = mask, .log = fixture_log, .log_user = &it->messages};
    *it = (fixture){0};
    assert_int_equal(render_device_create(&desc, &it->device, NULL, 0), RENDER_OK);
    assert_int_equal(render_device_features(it->device) & mask, 0);
    assert_int_equal(render_scene_create(it->device, &it->scene), RENDER_OK);
}

typedef struct result {
    uint8_t rgba[4 * SIZE * SIZE];
    render_pixel_id ids[SIZE * SIZE];
    render_stats stats;
} result;

// Several meshes and materials, one of them mirrored, one selected, one of two submeshes' worth of instances.
static void draw(uint32_t mask, result *out)
{
    fixture it;
    render_target *target;
    open_masked(&it, mask);
    render_object objects[5] = {
        fixture_object(fixture_sphere(it.scene, fixture_material(it.scene, 1, 0.2f, 0.1f), 12, true), -0.6, 0.3, 0),
        fixture_object(fixture_cube(it.scene, fixture_material(it.scene, 0.1f, 0.3f, 1)), 0.7, 0.5, -0.4),
        fixture_object(fixture_sphere(it.scene, 0, 7, false), 0.2, -0.6, 0.2),
        fixture_object(fixture_quad(it.scene, fixture_material(it.scene, 0.2f, 0.9f, 0.2f)), -0.9, -0.8, -0.2)};
    objects[4] = objects[1];
    objects[4].origin[0] = -1.2;
    objects[4].flags = RENDER_OBJECT_SELECTED;
    fixture_scale(&objects[4], -0.7f, 0.7f, 0.7f);
    for (uint32_t i = 0; i < 5; i++)
        fixture_set(&it, i, &objects[i]);
    render_frame frame = fixture_front_view();
    frame.grid = true;
    assert_int_equal(render_target_create(it.device, SIZE, SIZE, &target), RENDER_OK);
    for (int i = 0; i < 4; i++) // the GPU's times are those of an earlier frame
        assert_int_equal(render_target_draw(target, it.scene, &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, out->rgba, sizeof out->rgba, NULL, NULL), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it.scene, &frame, out->ids, SIZE * SIZE), RENDER_OK);
    render_device_get_stats(it.device, &out->stats);
    render_target_destroy(target);
    fixture_close(&it);
}

// Without any of the features, which in a quick run is without all at once: the same objects and triangles at the same
// pixels, and the same picture up to rounding.
static void test_same_without(void **state)
{
    (void)state;
    static result whole, masked;
    draw(0, &whole);
    uint32_t covered = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        covered += whole.ids[i].object != 0;
    assert_true(covered > 1000);
    for (uint32_t feature = test_effort(RENDER_FEATURE_COUNT, 0); feature <= RENDER_FEATURE_COUNT; feature++) {
        draw(feature < RENDER_FEATURE_COUNT ? 1u << feature : RENDER_ALL_FEATURES, &masked);
        assert_memory_equal(masked.ids, whole.ids, sizeof whole.ids);
        for (int i = 0; i < 4 * SIZE * SIZE; i++)
            assert_true(abs(masked.rgba[i] - whole.rgba[i]) <= 2);
    }
    // After the last of them, all were masked.
    assert_true(masked.stats.gpu_ms == 0.0);
    for (uint32_t i = 0; i < masked.stats.heap_count; i++)
        assert_int_equal(masked.stats.heaps[i].budget, 0);
}

static void test_unknown(void **state)
{
    (void)state;
    const render_device_desc desc = {.masked_features = RENDER_ALL_FEATURES + 1};
    render_device *device;
    char error[64];
    assert_int_equal(render_device_create(&desc, &device, error, sizeof error), RENDER_ERROR_INVALID_ARGUMENT);
    assert_null(device);
    assert_true(strlen(error) > 0);
}

static void test_low_limits(void **state)
{
    (void)state;
    fixture it;
    render_target *target;
    render_texture texture;
    const uint8_t texel[4] = {0};
    open_masked(&it, RENDER_FEATURE_LIMITS);
    assert_int_equal(render_target_create(it.device, 4097, 1, &target), RENDER_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(render_device_last_error(it.device), "4096"));
    assert_int_equal(render_target_create(it.device, 4096, 1, &target), RENDER_OK);
    render_target_destroy(target);
    const render_texture_desc wide = {.width = 4097, .height = 1, .rgba = texel};
    assert_int_equal(render_texture_create(it.scene, &wide, &texture), RENDER_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(render_device_last_error(it.device), "4096x4096"));
    fixture_close(&it);
}

static void test_low_indices(void **state)
{
    (void)state;
    fixture it;
    render_mesh mesh;
    const float positions[9] = {0}; // not read: the count is refused before
    const uint32_t indices[3] = {0, 1, 2};
    const render_submesh submesh = {.triangle_count = 1};
    const render_mesh_desc desc = {.name = "vast",
                                   .positions = positions,
                                   .vertex_count = (1u << 24) + 1,
                                   .indices = indices,
                                   .index_count = 3,
                                   .submeshes = &submesh,
                                   .submesh_count = 1};
    open_masked(&it, RENDER_FEATURE_FULL_INDEX);
    assert_int_equal(render_mesh_create(it.scene, &desc, &mesh), RENDER_ERROR_INVALID_ARGUMENT);
    assert_string_equal(render_device_last_error(it.device),
                        "mesh vast: 16777217 vertices, and this device draws at most 16777216 of a mesh");
    fixture_close(&it);
}

// A mesh that no buffer has room for.
static void test_low_buffers(void **state)
{
    (void)state;
    fixture it;
    render_mesh mesh = 7;
    enum { INDICES = 72000000 };
    const float vertex[4] = {0}; // not read: the size is refused before
    uint32_t *indices = calloc(INDICES, sizeof *indices);
    const render_submesh submesh = {.triangle_count = INDICES / 3};
    const render_mesh_desc desc = {.name = "heavy",
                                   .positions = vertex,
                                   .normals = vertex,
                                   .uvs = vertex,
                                   .colors = vertex,
                                   .vertex_count = 1u << 24,
                                   .indices = indices,
                                   .index_count = INDICES,
                                   .submeshes = &submesh,
                                   .submesh_count = 1};
    assert_non_null(indices);
    open_masked(&it, RENDER_FEATURE_LIMITS);
    assert_int_equal(render_mesh_create(it.scene, &desc, &mesh), RENDER_ERROR_OUT_OF_MEMORY);
    assert_int_equal(mesh, 0);
    assert_string_equal(render_device_last_error(it.device),
                        "mesh heavy needs 1042.7 MiB: a buffer of this device has at most 1024.0 MiB");
    fixture_close(&it);
    free(indices);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),      cmocka_unit_test(test_same_without), cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_low_limits), cmocka_unit_test(test_low_indices),  cmocka_unit_test(test_low_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
