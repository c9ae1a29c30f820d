// Icons: picking finds the icons of lights, cameras and empties where they are drawn.
#include "view/camera.h"
#include "view/draw_list.h"
#include "view/icons.h"
#include "view/lights.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parts.h"

enum { WIDTH = 160, HEIGHT = 120 };

static pick_affine at(double x, double y, double z)
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    out.origin = pick_vec3_make(x, y, z);
    return out;
}

// A few of each, some behind others, one hidden, one behind the camera, one out of the picture.
static editor_level *make_level(void)
{
    editor_level *level = editor_level_create();
    assert_non_null(level);
    const editor_light lamp = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 10};
    const editor_light sun = {.type = EDITOR_LIGHT_DIRECTIONAL, .color = {1, 0.5, 0.25}, .intensity = 400};
    const editor_lens lens = {.fov = 1, .near_plane = 0.1};
    const pick_affine places[8] = {at(0, 0, 0),     at(0.4, 0.1, -1), at(-1.2, 0.7, 0), at(1.1, -0.6, 0.5),
                                   at(0.2, 0, 2.5), at(0, 0, 9),      at(50, 0, 0),     at(-0.8, -0.5, 1)};
    for (int i = 0; i < 8; i++) {
        uint32_t object = i % 3 == 0 ? editor_level_add_light(level, "light", EDITOR_NONE, i ? &sun : &lamp, &places[i])
                          : i % 3 == 1 ? editor_level_add_camera(level, "camera", EDITOR_NONE, &lens, &places[i])
                                       : editor_level_add_object(level, "empty", EDITOR_NONE, EDITOR_NONE, &places[i]);
        assert_true(object != EDITOR_NONE);
    }
    uint32_t group = editor_level_add_object(level, "group", EDITOR_NONE, EDITOR_NONE, &places[0]);
    const pick_affine aside = at(-1.1, -0.2, 0);
    assert_true(editor_level_add_object(level, "below", group, EDITOR_NONE, &aside) != EDITOR_NONE);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    editor_level_set_hidden(level, 2, true);
    return level;
}

static void test_kinds(void **state)
{
    (void)state;
    editor_level *level = make_level();
    assert_int_equal(editor_icon_of(level, 0), RENDER_ICON_POINT_LIGHT);
    assert_int_equal(editor_icon_of(level, 1), RENDER_ICON_CAMERA);
    assert_int_equal(editor_icon_of(level, 2), RENDER_ICON_EMPTY);
    assert_int_equal(editor_icon_of(level, 3), RENDER_ICON_SUN);
    assert_int_equal(editor_icon_of(level, 8), RENDER_ICON_NONE); // what is below it shows where it is
    assert_int_equal(editor_icon_of(level, 9), RENDER_ICON_EMPTY);
    editor_level_destroy(level);
}

static void test_lights(void **state)
{
    (void)state;
    editor_level *level = make_level();
    render_light lights[RENDER_MAX_LIGHTS];
    assert_int_equal(editor_collect_lights(level, editor_lights_size(level), lights), 3);
    assert_int_equal(lights[0].type, RENDER_LIGHT_SUN);
    assert_int_equal(lights[2].type, RENDER_LIGHT_POINT);
    assert_true(lights[0].color[0] > 1 && lights[0].color[0] < 1.5f); // whatever the file's unit
    assert_true(fabsf(lights[0].color[1] - 0.5f * lights[0].color[0]) < 1e-6f);
    assert_true(lights[0].direction[2] == -1);
    editor_level_set_hidden(level, 3, true);
    assert_int_equal(editor_collect_lights(level, editor_lights_size(level), lights), 2);
    editor_level_destroy(level);
}

// Drawn discs stand on whole pixels, picked ones do not: apart by less than a pixel at their edges.
static bool is_near_an_edge(const pick_view *view, const editor_icons *icons, pick_vec2 p)
{
    for (uint32_t i = 0; i < icons->count; i++) {
        pick_projected_point center;
        if (pick_view_project(view, icons->proxies[i].a, &center) &&
            fabs(hypot(p.x - center.window.x, p.y - center.window.y) - icons->proxies[i].radius) < 1)
            return true;
    }
    return false;
}

static void needs_vulkan(void **state)
{
    (void)state;
    editor_level *level = make_level();
    render_device *device;
    char error[256];
    if (render_device_create(&(render_device_desc){.validation = true}, &device, error, sizeof(error)) != RENDER_OK) {
        editor_level_destroy(level);
        print_message("%s\n", error);
        PART_SKIP();
    }
    editor_draw_list *list;
    render_target *target;
    assert_int_equal(editor_draw_list_create(device, level, &list), RENDER_OK);
    assert_int_equal(render_target_create(device, WIDTH, HEIGHT, &target), RENDER_OK);
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.eye = pick_vec3_make(0.3, 0.4, 5);
    editor_camera_matrices matrices = editor_camera_get_matrices(&camera, (double)WIDTH / HEIGHT);
    render_frame frame = {.eye = {camera.eye.x, camera.eye.y, camera.eye.z}, .icons = true};
    for (int i = 0; i < 16; i++) {
        frame.projection[i] = matrices.projection[i];
        frame.view[i] = matrices.view[i];
    }
    static render_pixel_id ids[WIDTH * HEIGHT];
    assert_int_equal(render_target_draw_ids(target, editor_draw_list_scene(list), &frame, ids, WIDTH * HEIGHT),
                     RENDER_OK);
    pick_view view;
    assert_int_equal(editor_camera_get_view(&camera, (pick_rect){0, 0, WIDTH, HEIGHT}, &view), PICK_OK);
    editor_icons icons = {0};
    editor_icons_update(&icons, level);
    assert_int_equal(icons.count, 9);
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = icons.proxies;
    query.proxy_count = icons.count;
    uint32_t hits = 0, skipped = 0;
    bool seen[16] = {false};
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        const pick_vec2 p = {i % WIDTH + 0.5, i / WIDTH + 0.5};
        if (is_near_an_edge(&view, &icons, p)) {
            skipped++;
            continue;
        }
        pick_cursor_hit hit;
        bool found = pick_cursor(level->scene, &view, p, &query, &hit);
        uint32_t object = found ? (uint32_t)hit.hit.user : EDITOR_NONE;
        assert_int_equal(ids[i].object - 1, object);
        hits += found;
        seen[found ? object : 15] = true;
    }
    assert_true(hits > 1000 && skipped < WIDTH * HEIGHT / 6);
    assert_true(seen[0] && seen[1] && seen[3] && seen[7] && seen[9] && !seen[2] && !seen[5] && !seen[6]);
    bool active;
    assert_int_equal(render_device_validation_count(device, &active), 0);
    assert_true(active);
    editor_icons_finish(&icons);
    render_target_destroy(target);
    editor_draw_list_destroy(list);
    render_device_destroy(device);
    editor_level_destroy(level);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_lights),
        cmocka_unit_test(needs_vulkan),
    };
    return PARTS_RUN(argc, argv, tests, NULL);
}
