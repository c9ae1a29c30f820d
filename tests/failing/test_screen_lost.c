// The editor's pictures on a device that is lost, and on one without memory: the level, the camera and the selection
// stay the same, and so does the picture.
#include "failing_calls.h"

#include "document/demo/demo_level.h"
#include "document/file/open.h"
#include "screen/image_file.h"
#include "screen/screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "parts.h"

#include "device/vk.h"

enum { WIDTH = 320, HEIGHT = 200 };

static void say(void *user, render_log_level level, const char *text)
{
    uint32_t *warnings = user;
    *warnings += level == RENDER_LOG_WARNING;
    (void)text;
}

static void read(editor_screen *screen, uint8_t *rgba)
{
    assert_int_equal(render_target_read_color(screen->target, rgba, (size_t)WIDTH * HEIGHT * 4, NULL, NULL), RENDER_OK);
}

// A screen and what it shows.
typedef struct scenery {
    editor_workspace *workspace;
    editor_screen screen;
    uint32_t warnings;
} scenery;

static void open_scenery(scenery *it, editor_level *level)
{
    editor_error error = {0};
    const editor_workspace_desc place = {.window = {WIDTH, HEIGHT, WIDTH, HEIGHT}, .ui_scale = 1};
    const editor_screen_desc desc = {.say = say, .say_user = &it->warnings};
    it->warnings = 0;
    it->workspace = editor_workspace_create(level, &place, &error);
    assert_non_null(it->workspace);
    if (!editor_screen_init(&it->screen, &desc, it->workspace, &error))
        fail_msg("%s", error.text);
    editor_workspace_step(it->workspace, 0.1);
    assert_int_equal(editor_screen_draw(&it->screen, it->workspace), RENDER_OK);
    assert_int_equal(editor_screen_draw(&it->screen, it->workspace), RENDER_OK);
}

// Draws into a window as the editor does: after a wait, which may end before a slow driver has drawn the last picture.
static render_result show(scenery *it)
{
    enum { PATIENCE = 60 };
    int tries = 0;
    while (tries < PATIENCE && !editor_screen_wait(&it->screen, 1.0))
        tries++;
    return editor_screen_draw(&it->screen, it->workspace);
}

static void close_scenery(scenery *it)
{
    char kinds[256];
    editor_screen_finish(&it->screen);
    editor_workspace_destroy(it->workspace);
    assert_int_equal(failing_calls_live_objects(kinds, sizeof kinds), 0);
}

static void test_lost(void **state)
{
    (void)state;
    static uint8_t before[WIDTH * HEIGHT * 4], after[WIDTH * HEIGHT * 4];
    editor_error error = {0};
    editor_level *level = editor_demo_level(&error);
    assert_non_null(level);
    scenery it;
    open_scenery(&it, level);
    editor_workspace *workspace = it.workspace;
    editor_screen *screen = &it.screen;
    const uint32_t objects = editor_workspace_level(workspace)->object_count;
    read(screen, before);

    static const char *const calls[] = {"vkQueueSubmit2", "vkGetSemaphoreCounterValue", "vkWaitSemaphores"};
    for (uint32_t i = 0; i < 3; i++) {
        failing_calls_reset();
        failing_calls_fail_next(calls[i], VK_ERROR_DEVICE_LOST);
        for (int frames = 0; frames < 6; frames++)
            assert_int_equal(editor_screen_draw(screen, workspace), RENDER_OK);
        failing_calls_reset();
        read(screen, after);
        assert_memory_equal(before, after, sizeof before);
        assert_int_equal(editor_workspace_level(workspace)->object_count, objects);
    }
    assert_true(screen->recoveries >= 2 && screen->recoveries == it.warnings);

    // Out of memory: reported; drawn once there is memory again.
    failing_calls_reset();
    failing_calls_fail_next("vkQueueSubmit2", VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(editor_screen_draw(screen, workspace), RENDER_ERROR_OUT_OF_MEMORY);
    assert_non_null(strstr(screen->error.text, "out of memory"));
    failing_calls_reset();
    assert_int_equal(editor_screen_draw(screen, workspace), RENDER_OK);
    read(screen, after);
    assert_memory_equal(before, after, sizeof before);

    // Lost, and not to be had again at once: an error, then everything.
    failing_calls_fail_next("vkQueueSubmit2", VK_ERROR_DEVICE_LOST);
    failing_calls_refuse_devices(true);
    assert_int_equal(editor_screen_draw(screen, workspace), RENDER_ERROR_DEVICE_LOST);
    assert_int_equal(editor_screen_draw(screen, workspace), RENDER_ERROR_DEVICE_LOST);
    assert_true(strlen(screen->error.text) > 0);
    assert_false(editor_screen_save(screen, "never.png", &error));
    failing_calls_reset();
    failing_calls_refuse_devices(false);
    assert_int_equal(editor_screen_draw(screen, workspace), RENDER_OK);
    read(screen, after);
    assert_memory_equal(before, after, sizeof before);

    close_scenery(&it);
}

static const char *find_figure(editor_screen *screen, const char *label)
{
    const editor_figures figures = editor_screen_figures(screen);
    for (uint32_t i = 0; i < figures.line_count; i++) {
        if (strncmp(figures.lines[2 * i], label, strlen(label)) == 0)
            return figures.lines[2 * i + 1];
    }
    return NULL;
}

// The latency to the screen is shown where the driver tells it. A new device counts pictures anew.
static void test_screen_latency(void **state)
{
    (void)state;
    for (int told = 0; told < 2; told++) {
        editor_error error = {0};
        fake_window fake = {.width = WIDTH, .height = HEIGHT};
        const render_window_desc window = {
            .create_surface = fake_window_create_surface, .get_size = fake_window_get_size, .user = &fake};
        const editor_workspace_desc place = {.window = {WIDTH, HEIGHT, WIDTH, HEIGHT}, .ui_scale = 1};
        scenery it = {0};
        const editor_screen_desc desc = {.window = &window,
                                         .instance_extensions = fake_window_extensions,
                                         .instance_extension_count = 1,
                                         .say = say,
                                         .say_user = &it.warnings};
        fake_presents = (fake_present_times){.offered = told == 1};
        it.workspace = editor_workspace_create(editor_demo_level(&error), &place, &error);
        assert_non_null(it.workspace);
        if (!editor_screen_init(&it.screen, &desc, it.workspace, &error))
            fail_msg("%s", error.text);
        editor_workspace_step(it.workspace, 0.1);
        for (uint64_t picture = 1; picture <= 2; picture++) {
            assert_int_equal(show(&it), RENDER_OK);
            assert_int_equal(editor_screen_picture(&it.screen), picture);
        }
        fake_presents.shown = 1;
        assert_int_equal(editor_screen_tells_shown(&it.screen), told);
        assert_int_equal(editor_screen_poll_shown(&it.screen), told);
        const char *figure = find_figure(&it.screen, "Input to screen");
        if (told)
            assert_null(figure); // no sample yet
        else
            assert_string_equal(figure, "not told by this driver");
        it.screen.shown_median = 0.0124;
        it.screen.shown_most = 0.0336;
        figure = find_figure(&it.screen, "Input to screen");
        assert_string_equal(figure, told ? "12.4 ms (99.9 %: 33.6 ms)" : "not told by this driver");
        failing_calls_fail_next("vkQueueSubmit2", VK_ERROR_DEVICE_LOST);
        assert_int_equal(show(&it), RENDER_OK);
        failing_calls_reset();
        assert_int_equal(it.screen.recoveries, 1);
        assert_int_equal(editor_screen_picture(&it.screen), 1);
        close_scenery(&it);
    }
    fake_presents = (fake_present_times){0};
}

static double now(void)
{
    struct timespec time;
    (void)timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double draw(scenery *it)
{
    const double start = now();
    assert_int_equal(editor_screen_draw(&it->screen, it->workspace), RENDER_OK);
    render_device_wait_idle(it->screen.device);
    return now() - start;
}

// A large model: the same, and prints the time it took.
static void needs_assets(void **state)
{
    (void)state;
    static uint8_t before[WIDTH * HEIGHT * 4], after[WIDTH * HEIGHT * 4];
    static const char *const models[] = {"scenes/pandora.obj", "meshes/FlightHelmet/FlightHelmet.gltf"};
    const char *assets = getenv("VKPICK_ASSETS_DIR");
    uint32_t tried = 0;
    for (size_t i = 0; i < sizeof models / sizeof models[0] && assets != NULL; i++) {
        char path[1024];
        editor_error error = {0};
        snprintf(path, sizeof path, "%s/%s", assets, models[i]);
        editor_level *level = editor_open(path, editor_image_decode, NULL, &error);
        if (level == NULL) {
            print_message("%s\n", error.text);
            continue;
        }
        const editor_level_counts counts = editor_level_count(level);
        scenery it;
        open_scenery(&it, level);
        read(&it.screen, before);
        const double usual = draw(&it);
        failing_calls_reset();
        failing_calls_fail_next("vkQueueSubmit2", VK_ERROR_DEVICE_LOST);
        const double again = draw(&it);
        printf("%s, %u objects, %llu triangles: drawn again in %.2f s after the loss; a usual frame takes %.2f s\n",
               models[i], (unsigned)counts.objects, (unsigned long long)counts.instanced_triangles, again, usual);
        failing_calls_reset();
        assert_int_equal(it.screen.recoveries, 1);
        read(&it.screen, after);
        assert_memory_equal(before, after, sizeof before);
        close_scenery(&it);
        tried++;
    }
    if (tried == 0)
        PART_SKIP();
}

int main(int argc, char **argv)
{
    render_device *device = NULL;
    if (!failing_calls_install() || render_device_create(&(render_device_desc){0}, &device, NULL, 0) != RENDER_OK)
        return 77;
    render_device_destroy(device);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lost), cmocka_unit_test(test_screen_latency),
                                       cmocka_unit_test(needs_assets)};
    return PARTS_RUN(argc, argv, tests, NULL);
}
