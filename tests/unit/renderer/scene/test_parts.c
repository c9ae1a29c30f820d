// Scenes with more objects than a shader sees at a time: the same picture and the same IDs as on a device
// whose shaders see all of them, whatever changes.
#include "effort.h"
#include "fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SIZE = 96,
    PART = (1 << 16) / 64, // objects that a shader sees without RENDER_FEATURE_STORAGE_RANGE
    OBJECTS = 2 * PART + 300,
    MATERIALS = 300, // more than a pool of sets has
    MESHES = 30,
    VOLUMES = 3,
    LINES = (1 << 16) / 48 + 50
};

typedef struct world {
    fixture it;
    test_random random;
    render_target *target;
    render_material materials[MATERIALS];
    render_mesh meshes[MESHES + VOLUMES];
    render_line lines[LINES];
} world;

static void make_meshes(world *w)
{
    for (uint32_t i = 0; i < MATERIALS; i++) {
        const render_material_desc desc = {
            .base_color = {(float)(i % 7) / 7, (float)(i % 5) / 5, (float)(i % 3) / 3, i % 10 == 3 ? 0.5f : 1.0f},
            .uv_transform = {1, 0, 0, 0, 1, 0},
            .alpha_mode = i % 10 == 3   ? RENDER_ALPHA_BLEND
                          : i % 10 == 7 ? RENDER_ALPHA_MASK
                                        : RENDER_ALPHA_OPAQUE,
            .alpha_cutoff = 0.5f,
            .double_sided = i % 4 == 0,
            .roughness = 0.6f};
        assert_int_equal(render_material_create(w->it.scene, &desc, &w->materials[i]), RENDER_OK);
    }
    // From both ends of the materials.
    for (uint32_t i = 0; i < MESHES; i++) {
        const render_material material = w->materials[i % 2 ? i : MATERIALS - 1 - i];
        w->meshes[i] =
            i % 3 ? fixture_cube(w->it.scene, material) : fixture_sphere(w->it.scene, material, 3 + i % 4, i % 2);
    }
    for (uint32_t i = 0; i < VOLUMES; i++) {
        const render_volume_desc desc = {.shape = (render_volume_shape)i, .half = {0.5f, 0.5f, 0.5f}};
        assert_int_equal(render_volume_create(w->it.scene, &desc, &w->meshes[MESHES + i]), RENDER_OK);
    }
}

static void place(world *w, uint32_t slot)
{
    render_object object = fixture_object(w->meshes[random_index(&w->random, MESHES)], 0, 0, 0);
    for (int i = 0; i < 3; i++)
        object.origin[i] = random_between(&w->random, -1.8, 1.8);
    for (int i = 0; i < 9; i++)
        object.linear[i] = (float)random_between(&w->random, -0.12, 0.12);
    fixture_set(&w->it, slot, &object);
}

// One volume in each part, apart from the others: overlapping ones are blended in the order of drawing.
static void place_volumes(world *w)
{
    for (uint32_t i = 0; i < VOLUMES; i++) {
        render_object object = fixture_object(w->meshes[MESHES + i], 1.2 * i - 1.2, 0.4, 0.9);
        fixture_scale(&object, 0.4f, 0.4f, 0.4f);
        fixture_set(&w->it, i * PART + 17, &object);
    }
}

static void open_world(world *w, uint32_t masked)
{
    const render_device_desc desc = {.validation = true,
                                     .masked_features = fixture_mask() | masked,
                                     .log = fixture_log,
                                     .log_user = &w->it.messages};
    *w = (world){.random = {3}};
    assert_int_equal(render_device_create(&desc, &w->it.device, NULL, 0), RENDER_OK);
    assert_int_equal(render_scene_create(w->it.device, &w->it.scene), RENDER_OK);
    assert_int_equal(render_target_create(w->it.device, SIZE, SIZE, &w->target), RENDER_OK);
    make_meshes(w);
    for (uint32_t slot = 0; slot < OBJECTS; slot++)
        place(w, slot);
    place_volumes(w);
    for (uint32_t i = 0; i < LINES; i++) {
        w->lines[i] = (render_line){.color = 0xff000000u | i * 977, .width = 1.5f, .on_top = i % 5 == 0};
        for (int k = 0; k < 3; k++) {
            w->lines[i].from[k] = random_between(&w->random, -2, 2);
            w->lines[i].to[k] = w->lines[i].from[k] + random_between(&w->random, -0.1, 0.1);
        }
    }
}

static void close_world(world *w)
{
    render_target_destroy(w->target);
    fixture_close(&w->it);
}

typedef struct result {
    uint8_t rgba[4 * SIZE * SIZE];
    render_pixel_id ids[SIZE * SIZE];
    uint64_t draws;
} result;

static void draw(world *w, bool wireframe, result *out)
{
    render_frame frame = fixture_front_view();
    render_stats before, after;
    frame.lines = w->lines;
    frame.line_count = LINES;
    frame.wireframe = wireframe;
    frame.shadows = frame.ambient_occlusion = true;
    render_device_get_stats(w->it.device, &before);
    assert_int_equal(render_target_draw(w->target, w->it.scene, &frame), RENDER_OK);
    render_device_get_stats(w->it.device, &after);
    out->draws = after.draws - before.draws;
    assert_int_equal(render_target_read_color(w->target, out->rgba, sizeof out->rgba, NULL, NULL), RENDER_OK);
    assert_int_equal(render_target_draw_ids(w->target, w->it.scene, &frame, out->ids, SIZE * SIZE), RENDER_OK);
}

static void step(world *w, uint32_t number)
{
    const uint32_t slot = random_index(&w->random, OBJECTS);
    switch (number % 6) {
    case 0: // a highlight in each part
        for (uint32_t i = 0; i < OBJECTS; i += PART / 2)
            assert_int_equal(render_scene_set_flags(w->it.scene, i, RENDER_OBJECT_SELECTED), RENDER_OK);
        break;
    case 1: // one more object, at the end of the last part, or of a new one
        place(w, number == 1 ? 3 * PART - 1 : 3 * PART + number);
        break;
    case 2:
        assert_int_equal(render_scene_set_flags(w->it.scene, slot, RENDER_OBJECT_HIDDEN), RENDER_OK);
        break;
    case 3: // many highlights
        for (uint32_t i = 0; i < OBJECTS; i += 2)
            assert_int_equal(render_scene_set_flags(w->it.scene, i, RENDER_OBJECT_HOVERED), RENDER_OK);
        break;
    case 4: // few are left
        for (uint32_t i = 0; i < OBJECTS; i++) {
            const uint32_t flags = i % 40 == 0 ? 0 : RENDER_OBJECT_HIDDEN;
            assert_int_equal(render_scene_set_flags(w->it.scene, i, flags), RENDER_OK);
        }
        break;
    default: // an icon far behind all objects
        fixture_set(&w->it, 5 * PART + number,
                    &(render_object){
                        .origin = {0.3, 0.2, 1}, .linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .icon = RENDER_ICON_EMPTY});
        for (uint32_t i = 0; i < OBJECTS; i++)
            place(w, i);
        place_volumes(w);
        break;
    }
}

static uint32_t count_parts(const result *it)
{
    bool seen[4] = {false};
    uint32_t count = 0;
    for (int i = 0; i < SIZE * SIZE; i++) {
        const uint32_t part = it->ids[i].object == 0 ? 3 : (it->ids[i].object - 1) / PART;
        count += part < 3 && !seen[part];
        seen[part < 3 ? part : 3] = true;
    }
    return count;
}

static void test_same_in_parts(void **state)
{
    (void)state;
    static world whole, parted;
    static result a, b;
    open_world(&whole, 0);
    open_world(&parted, RENDER_FEATURE_STORAGE_RANGE);
    for (uint32_t number = 0; number < test_effort(3, 13); number++) {
        draw(&whole, number % 5 == 2, &a);
        draw(&parted, number % 5 == 2, &b);
        assert_int_equal(count_parts(&a), 3);
        for (int i = 0; i < SIZE * SIZE; i++)
            assert_memory_equal(&a.ids[i], &b.ids[i], sizeof a.ids[i]);
        for (int i = 0; i < 4 * SIZE * SIZE; i++)
            assert_true(abs(a.rgba[i] - b.rgba[i]) <= 1);
        if (!(fixture_mask() & RENDER_FEATURE_STORAGE_RANGE))
            assert_true(b.draws > a.draws);
        step(&whole, number);
        step(&parted, number);
    }
    close_world(&whole);
    close_world(&parted);
}

// More objects than the shaders of every device see: both sides of the border are drawn.
static void test_past_the_least_range(void **state)
{
    (void)state;
    enum { BORDER = (1 << 27) / 64, TILE = 16 };
    const render_device_desc desc = {.masked_features = RENDER_FEATURE_LIMITS};
    static render_pixel_id ids[TILE * TILE];
    render_frame frame = fixture_front_view();
    fixture it = {0};
    render_target *target;
    assert_int_equal(render_device_create(&desc, &it.device, NULL, 0), RENDER_OK);
    assert_int_equal(render_scene_create(it.device, &it.scene), RENDER_OK);
    assert_int_equal(render_target_create(it.device, TILE, TILE, &target), RENDER_OK);
    const render_mesh mesh = fixture_cube(it.scene, 0);
    const render_object left = fixture_object(mesh, -1, 0, 0), right = fixture_object(mesh, 1, 0, 0);
    fixture_set(&it, BORDER, &right);
    fixture_set(&it, BORDER - 1, &left);
    assert_int_equal(render_scene_slot_count(it.scene), BORDER + 1);
    assert_int_equal(render_target_draw_ids(target, it.scene, &frame, ids, TILE * TILE), RENDER_OK);
    assert_int_equal(ids[TILE * TILE / 2 + TILE / 4].object, BORDER);
    assert_int_equal(ids[TILE * TILE / 2 + 3 * TILE / 4].object, BORDER + 1);
    assert_int_equal(render_scene_set_object(it.scene, 1 << 24, &left), RENDER_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(render_device_last_error(it.device), "object 16777216"));
    render_target_destroy(target);
    render_scene_destroy(it.scene);
    render_device_destroy(it.device);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_in_parts),
        cmocka_unit_test(test_past_the_least_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
