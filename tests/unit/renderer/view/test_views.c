// Several views in a frame: each has the picture that it would have alone.
#include "effort.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 128, HALF = SIZE / 2 };

static uint8_t pixels[2][SIZE * SIZE * 4];

static void read(render_target *target, int which)
{
    assert_int_equal(render_target_read_color(target, pixels[which], sizeof pixels[which], NULL, NULL), RENDER_OK);
}

static const uint8_t *pixel_at(int which, int x, int y)
{
    return pixels[which] + 4 * (SIZE * y + x);
}

static void fill(fixture *it, bool highlighted)
{
    render_object objects[3] = {
        fixture_object(fixture_cube(it->scene, fixture_material(it->scene, 1, 0.1f, 0.1f)), 0, 0, 0),
        fixture_object(fixture_sphere(it->scene, 0, 12, true), 0.9, 0.2, -0.4),
        fixture_object(fixture_quad(it->scene, fixture_material(it->scene, 0.1f, 0.2f, 1)), -0.8, 0, 0.3)};
    objects[1].flags = highlighted ? RENDER_OBJECT_SELECTED : 0;
    objects[2].flags = highlighted ? RENDER_OBJECT_HOVERED : 0;
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(render_scene_set_object(it->scene, i, &objects[i]), RENDER_OK);
}

// Perspective, top, front with a projection of the other direction, and a mirrored viewport.
static void make_views(render_frame views[4])
{
    static const double eye[3] = {1.5, 1.2, 2}, above[3] = {0, 4, 0}, front[3] = {0, 0, 3};
    views[0] = fixture_look(eye, FIXTURE_TARGET, 1.2f, 1.0f);
    views[0].grid = true;
    views[1] = fixture_look_orthographic(above, FIXTURE_TARGET, 3, 1);
    views[1].wireframe = true;
    views[2] = fixture_look_orthographic(front, FIXTURE_TARGET, 3, 1);
    views[2].projection[10] = -1.0f / 1000.0f;
    views[2].projection[14] = 0.0f;
    views[2].forward_depth = true;
    views[3] = fixture_look(eye, FIXTURE_TARGET, 0.9f, 1.0f);
    for (int i = 0; i < 4; i++)
        views[i].viewport = (render_rect){(float)(i % 2 * HALF), (float)(i / 2 * HALF), HALF, HALF};
    views[3].viewport = (render_rect){HALF, SIZE, HALF, -HALF};
}

static void check_four_views(fixture *it, bool highlighted)
{
    render_target *target;
    render_frame views[4];
    fill(it, highlighted);
    make_views(views);
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    // Twice: the second frame meets the images as the first left them.
    for (uint32_t round = test_effort(1, 2); round > 0; round--)
        assert_int_equal(render_target_draw_views(target, it->scene, views, 4), RENDER_OK);
    read(target, 0);
    uint32_t colors = 0;
    for (int v = 0; v < 4; v++) {
        assert_int_equal(render_target_draw(target, it->scene, &views[v]), RENDER_OK);
        read(target, 1);
        for (int y = 0; y < HALF; y++) {
            int row = v / 2 * HALF + y;
            assert_memory_equal(pixel_at(0, v % 2 * HALF, row), pixel_at(1, v % 2 * HALF, row), HALF * 4);
            for (int x = 1; x < HALF; x++)
                colors += memcmp(pixel_at(0, v % 2 * HALF + x, row), pixel_at(0, v % 2 * HALF + x - 1, row), 4) != 0;
        }
    }
    assert_true(colors > 2000); // there was something to compare
    assert_memory_not_equal(pixel_at(0, 0, 20), pixel_at(0, HALF, 20), HALF * 4);
    render_target_destroy(target);
}

static void test_four_views(void **state)
{
    check_four_views(*state, false);
}

static void test_four_highlighted(void **state)
{
    check_four_views(*state, true);
}

// Where views overlap the later one is seen; around them the surround; one overlay over all.
static void test_overlap_and_overlay(void **state)
{
    fixture *it = *state;
    render_target *target;
    render_frame views[3];
    fill(it, true);
    for (int i = 0; i < 3; i++)
        views[i] = fixture_front_view();
    views[0].viewport = (render_rect){0, 0, 100, 100};
    views[1].viewport = (render_rect){50, 50, 60, 60};
    views[2].viewport = (render_rect){SIZE + 5, 0, 10, 10}; // outside: nothing to draw
    const render_overlay_vertex vertices[3] = {
        {0, 120, 0, 0, 0xff00ff00}, {SIZE, 120, 0, 0, 0xff00ff00}, {0, SIZE, 0, 0, 0xff00ff00}};
    const uint16_t indices[3] = {0, 1, 2};
    const render_overlay_command command = {.clip = {0, 0, SIZE, SIZE}, .index_count = 3};
    const render_overlay overlay = {vertices, 3, indices, 3, &command, 1, 1.0f};
    views[1].overlay = &overlay;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_views(target, it->scene, views, 3), RENDER_OK);
    read(target, 0);
    views[1].overlay = NULL;
    assert_int_equal(render_target_draw(target, it->scene, &views[1]), RENDER_OK);
    read(target, 1);
    for (int y = 50; y < 110; y++)
        assert_memory_equal(pixel_at(0, 50, y), pixel_at(1, 50, y), 60 * 4);
    assert_memory_equal(pixel_at(0, 120, 10), pixel_at(1, 120, 10), 4); // the surround
    assert_memory_not_equal(pixel_at(0, 10, 10), pixel_at(1, 10, 10), 4);
    assert_int_equal(pixel_at(0, 1, 123)[1], 255);
    assert_int_equal(pixel_at(0, 1, 123)[0], 0);
    assert_int_equal(render_target_draw_views(target, it->scene, views, 0), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_target_draw_views(target, it->scene, views, RENDER_MAX_VIEWS + 1),
                     RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_target_draw_views(target, it->scene, NULL, 1), RENDER_ERROR_INVALID_ARGUMENT);
    render_target_destroy(target);
}

// A view with every pass: a volume, highlights, shadows, occlusion, and planes that keep all but what the last one
// cuts.
static render_frame everything(fixture *it)
{
    const render_volume_desc volume = {.shape = RENDER_VOLUME_SPHERE, .half = {0.3f, 0.3f, 0.3f}};
    render_object object = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {0.7, -0.7, 0}};
    render_frame frame = fixture_front_view();
    fill(it, true);
    object.flags = RENDER_OBJECT_SELECTED;
    assert_int_equal(render_volume_create(it->scene, &volume, &object.mesh), RENDER_OK);
    fixture_set(it, 3, &object);
    frame.shadows = frame.ambient_occlusion = frame.grid = true;
    frame.section_count = RENDER_SECTION_PLANES;
    for (int i = 0; i < (int)RENDER_SECTION_PLANES; i++)
        frame.section[i] = (render_plane){{0, 0, -1}, 100};
    return frame;
}

// The smallest targets show in their middle what a section leaves there.
static void test_smallest(void **state)
{
    fixture *it = *state;
    static const uint32_t sizes[][2] = {{1, 1}, {1, SIZE}, {SIZE, 1}, {3, 5}, {1, 1}};
    static render_pixel_id ids[SIZE * SIZE];
    render_frame frame = everything(it);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i += test_effort(5, 1)) {
        const uint32_t width = sizes[i][0], height = sizes[i][1], middle = width * (height / 2) + width / 2;
        render_target *target;
        assert_int_equal(render_target_create(it->device, width, height, &target), RENDER_OK);
        for (int cut = 0; cut < 3; cut++) {
            frame.section[RENDER_SECTION_PLANES - 1].offset = cut > 0 ? 0.01 : 100; // the front of the cube
            frame.both_sides = cut == 2;                                            // then its inside
            assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
            assert_int_equal(render_target_read_color(target, pixels[0], sizeof pixels[0], NULL, NULL), RENDER_OK);
            assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, sizeof ids / sizeof ids[0]),
                             RENDER_OK);
            assert_int_equal(ids[middle].object, cut == 1 ? 0 : 1);
        }
        render_target_destroy(target);
    }
}

// As many views as a frame may have: all the same.
static void test_most(void **state)
{
    fixture *it = *state;
    enum { ROW = 4, PART = SIZE / ROW };
    render_target *target;
    render_frame views[RENDER_MAX_VIEWS];
    const render_frame frame = everything(it);
    for (int i = 0; i < (int)RENDER_MAX_VIEWS; i++) {
        views[i] = frame;
        views[i].viewport = (render_rect){(float)(i % ROW * PART), (float)(i / ROW * PART), PART, PART};
    }
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    for (uint32_t round = test_effort(1, 2); round > 0; round--)
        assert_int_equal(render_target_draw_views(target, it->scene, views, RENDER_MAX_VIEWS), RENDER_OK);
    read(target, 0);
    uint32_t colors = 0;
    for (int i = 0; i < SIZE * PART; i++)
        colors += i % SIZE > 0 && i % SIZE < PART && memcmp(pixels[0] + 4 * i, pixels[0] + 4 * i - 4, 4) != 0;
    assert_true(colors > PART * PART / 8);
    for (int i = 0; i < SIZE * SIZE * 4; i++) {
        const int x = i / 4 % SIZE % PART, y = i / 4 / SIZE % PART;
        const int difference = pixels[0][i] - pixel_at(0, x, y)[i % 4];
        if (difference < -1 || difference > 1) // dithered by the place in the target
            fail_msg("pixel %d, %d differs by %d", i / 4 % SIZE, i / 4 / SIZE, difference);
    }
    render_target_destroy(target);
}

static void set_selected(fixture *it, render_mesh mesh, double y, float width, float height)
{
    render_object object = fixture_object(mesh, 0, y, 0);
    object.flags = RENDER_OBJECT_SELECTED;
    fixture_scale(&object, width, height, 1);
    fixture_set(it, 0, &object);
}

// A view that ends within a row of pixels, just below a highlighted object: its outlines do not depend on what the
// target showed before.
static void test_ends_within_pixels(void **state)
{
    fixture *it = *state;
    const render_mesh quad = fixture_quad(it->scene, 0);
    render_frame whole = fixture_front_view(), part = whole;
    part.viewport = (render_rect){0, 0, SIZE, 100.3f};
    render_target *targets[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(render_target_create(it->device, SIZE, SIZE, &targets[i]), RENDER_OK);
        // All of it, or a thin line below.
        set_selected(it, quad, i == 0 ? 0 : -1.35, 4.5f, i == 0 ? 4.5f : 0.05f);
        assert_int_equal(render_target_draw(targets[i], it->scene, &whole), RENDER_OK);
        set_selected(it, quad, 0, 2, 3.737f);
        assert_int_equal(render_target_draw(targets[i], it->scene, &part), RENDER_OK);
        read(targets[i], i);
    }
    assert_true(pixel_at(0, SIZE / 2, 97)[0] > 200); // the line below
    assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
    for (int i = 0; i < 2; i++)
        render_target_destroy(targets[i]);
}

// A view outside of the target shows nothing, whatever it would.
static void test_outside(void **state)
{
    fixture *it = *state;
    render_frame frame = everything(it);
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    frame.viewport = (render_rect){SIZE + 5, 0, 10, 10};
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    read(target, 0);
    for (int i = 1; i < SIZE * SIZE; i++)
        assert_memory_equal(pixels[0], pixels[0] + 4 * i, 4);
    render_target_destroy(target);
}

// renderer_views [TEST]: all, or one by its name.
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_four_views),
        FIXTURE_TEST(test_four_highlighted),
        FIXTURE_TEST(test_overlap_and_overlay),
        FIXTURE_TEST(test_smallest),
        FIXTURE_TEST(test_most),
        FIXTURE_TEST(test_ends_within_pixels),
        FIXTURE_TEST(test_outside),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}
