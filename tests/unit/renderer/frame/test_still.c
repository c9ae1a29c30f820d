// What is drawn again is not recorded again; each change records just what it must; and the pixels are those of a
// device that has drawn nothing before.
#include "effort.h"
#include "world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PIXELS = WORLD_SIZE * WORLD_SIZE, FRAMES_IN_FLIGHT = 2 };

static render_stats stats_of(const world *it)
{
    render_stats stats;
    render_device_get_stats(it->it.device, &stats);
    return stats;
}

typedef struct cost {
    uint64_t recorded, lists;
} cost;

// What the next frames cost: at most one for each frame slot, then nothing.
static cost cost_of(world *it)
{
    const render_stats before = stats_of(it);
    world_draw(it);
    const render_stats first = stats_of(it);
    for (int i = 1; i < FRAMES_IN_FLIGHT; i++)
        world_draw(it);
    const render_stats after = stats_of(it);
    assert_int_equal(after.recorded - before.recorded, FRAMES_IN_FLIGHT * (first.recorded - before.recorded));
    const uint32_t repeats = test_effort(1, 2);
    for (uint32_t i = 0; i < repeats; i++)
        world_draw(it);
    const render_stats still = stats_of(it);
    assert_int_equal(still.recorded, after.recorded);
    assert_int_equal(still.lists, after.lists);
    assert_int_equal(still.upload_bytes, after.upload_bytes);
    assert_int_equal(still.frames, before.frames + FRAMES_IN_FLIGHT + repeats);
    // They count as drawn.
    assert_int_equal(still.draws - after.draws, repeats * (after.draws - first.draws));
    assert_int_equal(still.drawn - after.drawn, repeats * (after.drawn - first.drawn));
    return (cost){first.recorded - before.recorded, after.lists - before.lists};
}

typedef struct cost_row {
    world_step step;
    cost cost;
} cost_row;

// Every row, or every second, third...
static void check_rows(world *it, const cost_row *rows, size_t count, size_t step)
{
    for (size_t i = step - 1; i < count; i += step) {
        world_step_by(it, rows[i].step);
        const cost spent = cost_of(it);
        if (spent.recorded != rows[i].cost.recorded || spent.lists != rows[i].cost.lists)
            fail_msg("%u views, step %d: recorded %u, lists %u", it->view_count, (int)rows[i].step,
                     (unsigned)spent.recorded, (unsigned)spent.lists);
    }
}

static void check_costs(uint32_t views)
{
    static world it;
    const uint64_t all = views;
    const cost_row rows[] = {
        {WORLD_NOTHING, {0, 0}},      {WORLD_CAMERA, {1, 1}},  // the views that stand still are left alone
        {WORLD_MOVE, {all, all}},     {WORLD_HOVER, {all, 0}}, // the lists stay as they are
        {WORLD_SELECT, {all, 0}},     {WORLD_HIDE, {all, all}}, {WORLD_LIGHT, {all, 0}}, {WORLD_MATERIAL, {all, all}},
        {WORLD_TEXTURE, {1, 0}}, // the overlay
        {WORLD_WIREFRAME, {1, 0}},    {WORLD_GRID, {1, 0}},     {WORLD_SHADING, {1, 0}}, {WORLD_ICONS, {1, 0}},
        {WORLD_LINES_MOVE, {all, 0}}, {WORLD_LABELS, {all, 0}}, {WORLD_OVERLAY, {1, 0}}, {WORLD_GROW, {all, all}}};
    world_open(&it, 3);
    it.view_count = views;
    world_step_by(&it, WORLD_SELECT); // the first highlight makes further images
    world_step_by(&it, WORLD_RESIZE);
    assert_int_equal(cost_of(&it).recorded, all + 2); // and the overlay, and the clock
    check_rows(&it, rows, sizeof rows / sizeof rows[0], test_effort(4, 1));
    world_step_by(&it, WORLD_RESIZE);
    assert_int_equal(cost_of(&it).recorded, all + 1);
    it.overlay.scale = 2.0f; // outlines and labels follow
    assert_int_equal(cost_of(&it).recorded, all + 1);
    world_close(&it);
}

static void test_costs(void **state)
{
    (void)state;
    if (test_is_thorough())
        check_costs(1);
    check_costs(test_effort(2, WORLD_VIEWS));
}

// With shadows and ambient occlusion. All views share the list of the sun's map, which shows the whole scene: a camera
// that moves leaves it.
static void test_shadow_costs(void **state)
{
    (void)state;
    static world it;
    const uint32_t views = test_effort(2, WORLD_VIEWS);
    const uint64_t all = views;
    const cost_row rows[] = {{WORLD_CAMERA, {1, 1}},       {WORLD_MOVE, {all, all + 1}}, {WORLD_LIGHT, {all, 1}},
                             {WORLD_LIGHT, {all, 0}}, // the first made another sun
                             {WORLD_NOTHING, {0, 0}},      {WORLD_HOVER, {all, 0}},      {WORLD_SELECT, {all, 0}},
                             {WORLD_HIDE, {all, all + 1}}, {WORLD_WIREFRAME, {1, 0}},    {WORLD_GRID, {1, 0}},
                             {WORLD_LINES_MOVE, {all, 0}}, {WORLD_GROW, {all, all + 1}}, {WORLD_SHADOWS, {1, 0}},
                             {WORLD_OCCLUSION, {1, 0}},    {WORLD_NOTHING, {0, 0}}};
    world_open(&it, 3);
    it.view_count = views;
    world_step_by(&it, WORLD_SELECT);
    world_step_by(&it, WORLD_RESIZE);
    for (uint32_t v = 0; v < views; v++)
        it.views[v].shadows = it.views[v].ambient_occlusion = true;
    assert_int_equal(cost_of(&it).recorded, all + 2);
    check_rows(&it, rows, test_effort(3, sizeof rows / sizeof rows[0]), 1);
    world_close(&it);
}

// A change of one object's flags uploads its row and touches no list, with however many objects.
static void test_hover(void **state)
{
    fixture *it = *state;
    const render_frame frame = fixture_front_view();
    render_target *target;
    render_stats before, after;
    assert_int_equal(render_target_create(it->device, 32, 32, &target), RENDER_OK);
    const render_object object = fixture_object(fixture_cube(it->scene, 0), 0, 0, 0);
    const uint32_t count = test_effort(60, 5000);
    for (uint32_t slot = 0; slot < count; slot++)
        fixture_set(it, slot, &object);
    for (uint32_t i = 0; i < 10; i++) {
        assert_int_equal(render_scene_set_flags(it->scene, count / 20 * i, RENDER_OBJECT_HOVERED), RENDER_OK);
        render_device_get_stats(it->device, &before);
        assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
        render_device_get_stats(it->device, &after);
        assert_true(i == 0 || after.lists == before.lists);
        assert_true(i == 0 || after.upload_bytes - before.upload_bytes == 64);
        assert_int_equal(after.drawn - before.drawn, count + i + 1);
    }
    // An object without a mesh far behind them is highlighted, and changes nothing.
    const render_object bare = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .flags = RENDER_OBJECT_HOVERED};
    fixture_set(it, 16 * count, &bare);
    render_device_get_stats(it->device, &before);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    render_device_get_stats(it->device, &after);
    assert_int_equal(after.drawn - before.drawn, count + 10);
    render_target_destroy(target);
}

// Outlines of several views, each of which sees other highlighted objects: the views' own, whichever was culled last.
static void test_outlines_of_views(void **state)
{
    fixture *it = *state;
    static uint8_t pixels[2][64 * 32 * 4];
    render_target *target;
    render_frame views[2] = {fixture_front_view(), fixture_front_view()};
    const render_mesh cube = fixture_cube(it->scene, 0);
    for (uint32_t i = 0; i < 3; i++) {
        render_object object = fixture_object(cube, i == 2 ? 100.2 : i == 1 ? 1.2 : -1.2, 0, 0);
        fixture_scale(&object, 0.4f, 0.4f, 0.4f);
        object.flags = RENDER_OBJECT_SELECTED;
        fixture_set(it, i, &object);
    }
    views[0].viewport = (render_rect){0, 0, 32, 32};
    views[1].viewport = (render_rect){32, 0, 32, 32};
    views[1].eye[0] = 99.0; // sees the third alone
    assert_int_equal(render_target_create(it->device, 64, 32, &target), RENDER_OK);
    assert_int_equal(render_target_draw_views(target, it->scene, views, 2), RENDER_OK);
    assert_int_equal(render_target_read_color(target, pixels[0], sizeof pixels[0], NULL, NULL), RENDER_OK);
    // The lists are as before, the recordings are not.
    for (uint32_t round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 2; i++)
            assert_int_equal(render_scene_set_flags(it->scene, 0, i == 0 ? 0 : RENDER_OBJECT_SELECTED), RENDER_OK);
        assert_int_equal(render_target_draw_views(target, it->scene, views, 2), RENDER_OK);
        assert_int_equal(render_target_read_color(target, pixels[1], sizeof pixels[1], NULL, NULL), RENDER_OK);
        assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
    }
    render_target_destroy(target);
}

typedef struct history {
    uint64_t seed;
    world_step steps[200];
    uint32_t count;
} history;

// Draws what the steps led to on a device that has drawn nothing before.
static void compare_with_new(const history *past, world *it, uint64_t *colors)
{
    static world other;
    static uint8_t rgba[2][4 * PIXELS];
    static render_pixel_id ids[2][PIXELS];
    world_open(&other, past->seed);
    for (uint32_t i = 0; i < past->count; i++)
        world_step_by(&other, past->steps[i]);
    world_read(it, rgba[0], ids[0]);
    world_read(&other, rgba[1], ids[1]);
    const size_t pixels = (size_t)it->size * it->size;
    assert_int_equal(it->size, other.size);
    for (size_t i = 0; i < pixels; i++) {
        if (memcmp(rgba[0] + 4 * i, rgba[1] + 4 * i, 4) != 0)
            fail_msg("seed %u after %u steps, the last of them %d: pixel %u, %u differs", (unsigned)past->seed,
                     past->count, (int)past->steps[past->count - 1], (unsigned)(i % it->size),
                     (unsigned)(i / it->size));
        *colors += i > 0 && memcmp(rgba[0] + 4 * i, rgba[0] + 4 * i - 4, 4) != 0;
    }
    assert_memory_equal(ids[0], ids[1], pixels * sizeof ids[0][0]);
    world_close(&other);
}

// Another scene in the same target, destroyed while the GPU draws it and an answer about it is due.
static void draw_other_scene(world *it)
{
    fixture other = {.device = it->it.device};
    render_id_request request;
    const render_area area = {0, 0, 4, 4};
    assert_int_equal(render_scene_create(other.device, &other.scene), RENDER_OK);
    render_object object = fixture_object(fixture_cube(other.scene, fixture_material(other.scene, 1, 0, 0)), 0, 0, 0);
    object.flags = RENDER_OBJECT_SOLID | RENDER_OBJECT_HOVERED;
    fixture_set(&other, 0, &object);
    assert_int_equal(render_target_draw_views(it->target, other.scene, it->views, it->view_count), RENDER_OK);
    (void)render_target_request_ids(it->target, other.scene, &it->views[0], area, &request);
    render_scene_destroy(other.scene);
}

// Draws between the steps: nothing, a frame, frames without a wait, or with requests in flight.
static void draw_some(world *it, test_random *random)
{
    const uint32_t frames = random_index(random, 4);
    for (uint32_t i = 0; i < frames; i++) {
        world_draw(it);
        if (random_index(random, 3) > 0)
            continue;
        render_id_request request;
        const render_area area = {0, 0, it->size, it->size};
        const render_result result = render_target_request_ids(it->target, it->it.scene, &it->views[0], area, &request);
        assert_true(result == RENDER_OK || result == RENDER_SKIPPED);
    }
    if (random_index(random, 8) == 0)
        render_device_collect(it->it.device);
    if (random_index(random, 8) == 0)
        draw_other_scene(it);
}

static void test_histories(void **state)
{
    (void)state;
    static world it;
    uint64_t colors = 0;
    int64_t reused = 0;
    const uint32_t histories = test_effort(1, 3), checks = test_effort(1, 2), steps = test_effort(8, 12);
    for (uint32_t h = 0; h < histories; h++) {
        history past = {.seed = 100 + h};
        test_random random = {h};
        world_open(&it, past.seed);
        for (uint32_t c = 0; c < checks; c++) {
            for (uint32_t i = 0; i < steps; i++) {
                const world_step step = (world_step)random_index(&random, WORLD_STEPS);
                past.steps[past.count++] = step;
                world_step_by(&it, step);
                draw_some(&it, &random);
            }
            compare_with_new(&past, &it, &colors);
        }
        const render_stats stats = stats_of(&it);
        reused += 3 * (int64_t)stats.frames - (int64_t)stats.recorded; // a frame has three parts or more
        world_close(&it);
    }
    assert_true(colors > 500ull * world_size() * world_size() / PIXELS * histories * checks);
    assert_true(reused > 0);
}

// renderer_still [TEST]: all, or one by its name.
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_costs),         cmocka_unit_test(test_shadow_costs), FIXTURE_TEST(test_hover),
        FIXTURE_TEST(test_outlines_of_views), cmocka_unit_test(test_histories),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}
