// Windows that change while the renderer uses them: their size, no area, lost surfaces; and a lost device.
#include "world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "device/vk.h"

enum { CELLS = 8 };

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct stage {
    fake_window fake;
    render_device *device;
    render_scene *scene;
    render_window *window;
    uint32_t messages;
} stage;

static void on_log(void *user, render_log_level level, const char *text)
{
    uint32_t *messages = user;
    *messages += level == RENDER_LOG_VALIDATION;
    if (level == RENDER_LOG_VALIDATION)
        fprintf(stderr, "%s\n", text);
}

// A board of 8 x 8 quads of half a metre in the plane z = 0, each the slot of its place, row by row from the top left;
// every third one is missing.
static bool has_quad(uint32_t slot)
{
    return slot % 3 != 2;
}

static void fill(stage *it)
{
    static const float positions[12] = {0, 0, 0, 0.5f, 0, 0, 0.5f, -0.5f, 0, 0, -0.5f, 0};
    static const uint32_t indices[6] = {0, 2, 1, 0, 3, 2};
    static const render_submesh all = {.triangle_count = 2};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 4,
                                   .indices = indices,
                                   .index_count = 6,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_object object = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    assert_int_equal(render_scene_create(it->device, &it->scene), RENDER_OK);
    assert_int_equal(render_mesh_create(it->scene, &desc, &object.mesh), RENDER_OK);
    for (uint32_t slot = 0; slot < CELLS * CELLS; slot++) {
        object.origin[0] = 0.5 * (slot % CELLS) - 2.0;
        object.origin[1] = 2.0 - 0.5 * (slot / CELLS);
        if (has_quad(slot))
            assert_int_equal(render_scene_set_object(it->scene, slot, &object), RENDER_OK);
    }
}

static void open_stage_presenting(stage *it, bool validation, render_present_mode mode)
{
    const render_device_desc desc = {.validation = validation,
                                     .instance_extensions = fake_window_extensions,
                                     .instance_extension_count = 1,
                                     .allocator = &failing_heap,
                                     .log = on_log,
                                     .log_user = &it->messages};
    const render_window_desc window = {fake_window_create_surface, fake_window_get_size, &it->fake, mode};
    char error[256];
    if (render_device_create(&desc, &it->device, error, sizeof error) != RENDER_OK)
        fail_msg("no device: %s", error);
    assert_int_equal(render_window_create(it->device, &window, &it->window), RENDER_OK);
    fill(it);
}

static void open_stage(stage *it, bool validation)
{
    open_stage_presenting(it, validation, RENDER_PRESENT_FIFO);
}

static void close_stage(stage *it)
{
    bool active = false;
    render_scene_destroy(it->scene);
    render_window_destroy(it->window);
    assert_int_equal(render_device_validation_count(it->device, &active), 0);
    render_device_destroy(it->device);
    assert_int_equal(it->messages, 0);
    world_check_clean();
}

// The whole board, stretched over the window.
static render_frame make_frame(void)
{
    return (render_frame){.projection = {0.5f, 0, 0, 0, 0, -0.5f, 0, 0, 0, 0, 0.01f, 0, 0, 0, 1, 1},
                          .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                          .eye = {0, 0, 5}};
}

static render_result draw(stage *it)
{
    const render_frame frame = make_frame();
    return render_window_draw(it->window, it->scene, &frame);
}

// What lies under a pixel of the board, by arithmetic: slot + 1, or 0.
static uint32_t expected_at(const stage *it, uint32_t x, uint32_t y)
{
    uint32_t column = (2 * x + 1) * CELLS / (2 * it->fake.width), row = (2 * y + 1) * CELLS / (2 * it->fake.height);
    uint32_t slot = CELLS * row + column;
    return has_quad(slot) ? slot + 1 : 0;
}

// Picks at a pixel whose centre is on no edge of the board's.
static void check_pick(stage *it, uint32_t seed)
{
    const render_frame frame = make_frame();
    render_id_request request;
    render_pick pick = {0};
    uint32_t x = seed * 7919u % it->fake.width, y = seed * 104729u % it->fake.height;
    while ((2 * x + 1) * CELLS % (2 * it->fake.width) == 0)
        x = (x + 1) % it->fake.width;
    while ((2 * y + 1) * CELLS % (2 * it->fake.height) == 0)
        y = (y + 1) % it->fake.height;
    render_target *target = render_window_get_target(it->window);
    assert_int_equal(render_target_request_pick(target, it->scene, &frame, x, y, &request), RENDER_OK);
    render_device_wait_idle(it->device);
    assert_int_equal(render_pick_poll(it->device, request, &pick), RENDER_OK);
    assert_int_equal(pick.id.object, expected_at(it, x, y));
}

static void resize(stage *it, uint32_t step)
{
    it->fake.width = 5 + step * 37u % 61u; // from 5 on, not every pixel is on an edge of the board
    it->fake.height = 5 + step * 53u % 47u;
}

static void storm(stage *it, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        resize(it, i);
        assert_int_equal(draw(it), RENDER_OK);
        uint32_t width, height;
        render_window_get_size(it->window, &width, &height);
        assert_int_equal(width, it->fake.width);
        assert_int_equal(height, it->fake.height);
        check_pick(it, i);
    }
}

static void test_resize_storm(void **state)
{
    stage it = {.fake = {.width = 16, .height = 16}};
    open_stage(&it, false);
    double start = now();
    const uint32_t count = *state != NULL ? *(const uint32_t *)*state : 400;
    storm(&it, count);
    printf("%u resizes, each with a right pick: %.1f s\n", count, now() - start);
    render_stats stats;
    render_device_get_stats(it.device, &stats);
    uint64_t used = 0;
    for (uint32_t i = 0; i < stats.heap_count; i++)
        used += stats.heaps[i].used;
    assert_true(used > 0 && used < (UINT64_C(256) << 20)); // nothing piles up
    close_stage(&it);
}

static void test_resizes_validated(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 16, .height = 16}};
    open_stage(&it, true);
    storm(&it, 100);
    close_stage(&it);
}

// Minimised, refused, outdated again and again, lost: the window comes back each time.
static void test_rough_handling(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 0, .height = 0}};
    open_stage(&it, true);
    assert_int_equal(draw(&it), RENDER_SKIPPED);
    assert_null(render_window_get_target(it.window));
    static const VkResult results[] = {VK_ERROR_OUT_OF_DATE_KHR, VK_SUBOPTIMAL_KHR, VK_ERROR_SURFACE_LOST_KHR};
    uint32_t hit = 0;
    for (uint32_t round = 0; round < 24; round++) {
        resize(&it, round);
        assert_int_equal(draw(&it), RENDER_OK);
        check_pick(&it, round);
        if (round % 4 == 3) {
            it.fake.width = 0;
            assert_int_equal(draw(&it), RENDER_SKIPPED);
            resize(&it, round);
        }
        failing_calls_reset();
        failing_calls_fail_next(round % 2 ? "vkQueuePresentKHR" : "vkAcquireNextImageKHR", (int32_t)results[round % 3]);
        for (uint32_t calls = 0; calls < 3; calls++)
            assert_int_equal(draw(&it), RENDER_OK);
        hit += failing_calls_has_failed();
        failing_calls_reset();
        check_pick(&it, round + 100);
    }
    assert_int_equal(hit, 24);
    assert_int_equal(it.fake.surfaces, 1 + 24 / 3);
    // No new surface for a while: an error, and later a picture.
    it.fake.refuse = true;
    failing_calls_fail_next("vkAcquireNextImageKHR", VK_ERROR_SURFACE_LOST_KHR);
    assert_int_equal(draw(&it), RENDER_ERROR_VULKAN);
    assert_true(failing_calls_has_failed());
    failing_calls_reset();
    assert_int_equal(draw(&it), RENDER_ERROR_VULKAN);
    assert_non_null(strstr(render_device_last_error(it.device), "surface"));
    it.fake.refuse = false;
    assert_int_equal(draw(&it), RENDER_OK);
    check_pick(&it, 5);
    close_stage(&it);
}

// A window that gives no image stops nothing: waiting ends, drawing skips, and pictures come back with the images.
static void test_hidden_window(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 40, .height = 30, .hidden = true}};
    open_stage(&it, true);
    assert_int_equal(render_window_wait(it.window, 0.001), RENDER_PENDING);
    assert_int_equal(render_window_wait(it.window, 0), RENDER_PENDING);
    assert_int_equal(draw(&it), RENDER_SKIPPED);
    assert_int_equal(it.fake.images, 0);
    it.fake.hidden = false;
    assert_int_equal(draw(&it), RENDER_OK);
    check_pick(&it, 3);
    // Hidden between waiting and drawing: the image is there already.
    assert_int_equal(render_window_wait(it.window, 0.1), RENDER_OK);
    it.fake.hidden = true;
    assert_int_equal(draw(&it), RENDER_OK);
    assert_int_equal(render_window_wait(it.window, NAN), RENDER_PENDING);
    assert_int_equal(render_window_wait(it.window, 1e30), RENDER_PENDING);
    assert_in_range(it.fake.longest, 1, 1000000000);
    close_stage(&it);
}

// Waiting gets one image for one picture, and leaves nothing to wait for; the window may change after it.
static void test_wait_then_draw(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 40, .height = 30}};
    open_stage(&it, true);
    render_stats before, after;
    for (uint32_t round = 0; round < 20; round++) {
        uint32_t images = it.fake.images;
        for (int again = 0; again < 3; again++)
            assert_int_equal(render_window_wait(it.window, 0.5), RENDER_OK);
        assert_int_equal(it.fake.images, images + 1);
        if (round % 5 == 4)
            check_pick(&it, round); // uses the GPU between waiting and drawing
        else if (round % 5 == 3)
            resize(&it, round);
        render_device_get_stats(it.device, &before);
        assert_int_equal(draw(&it), RENDER_OK);
        render_device_get_stats(it.device, &after);
        assert_int_equal(after.waits, before.waits);
        assert_int_equal(it.fake.images, images + 1 + (round % 5 == 3));
        check_pick(&it, round);
    }
    // An image that is never drawn into.
    assert_int_equal(render_window_wait(it.window, 0.5), RENDER_OK);
    it.fake.width = 0;
    assert_int_equal(render_window_wait(it.window, 0.5), RENDER_SKIPPED);
    assert_int_equal(draw(&it), RENDER_SKIPPED);
    it.fake.width = 20;
    assert_int_equal(render_window_wait(it.window, 0.5), RENDER_OK);
    assert_int_equal(render_window_wait(NULL, 0.5), RENDER_ERROR_INVALID_ARGUMENT);
    close_stage(&it);
}

// A picture that is not presented for want of memory keeps its image: the next pictures have others, however often.
static void test_presenting_without_memory(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 40, .height = 30}};
    open_stage(&it, true);
    for (uint32_t round = 0; round < 8; round++) {
        failing_calls_reset();
        failing_calls_fail_next("vkQueuePresentKHR",
                                round % 2 ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_OUT_OF_DEVICE_MEMORY);
        assert_int_equal(draw(&it), RENDER_ERROR_OUT_OF_MEMORY);
        assert_true(failing_calls_has_failed());
        failing_calls_reset();
        assert_int_equal(draw(&it), RENDER_OK);
        check_pick(&it, round);
    }
    close_stage(&it);
}

// A window that is larger than the device's images, from the start or later, is an error; a smaller one works again.
static void test_too_large(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 4097, .height = 30}};
    const render_device_desc desc = {.instance_extensions = fake_window_extensions,
                                     .instance_extension_count = 1,
                                     .allocator = &failing_heap,
                                     .masked_features = RENDER_FEATURE_LIMITS};
    const render_window_desc window = {fake_window_create_surface, fake_window_get_size, &it.fake, RENDER_PRESENT_FIFO};
    assert_int_equal(render_device_create(&desc, &it.device, NULL, 0), RENDER_OK);
    assert_int_equal(render_window_create(it.device, &window, &it.window), RENDER_OK);
    fill(&it);
    for (uint32_t round = 0; round < 3; round++) {
        it.fake.width = round == 1 ? 30 : 4097;
        it.fake.height = round == 1 ? 4097 : 30;
        assert_int_equal(draw(&it), RENDER_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(render_device_last_error(it.device), "at most 4096x4096"));
        it.fake.width = round == 2 ? 4096 : 40;
        it.fake.height = 30;
        assert_int_equal(draw(&it), RENDER_OK);
        check_pick(&it, round);
    }
    close_stage(&it);
}

static void draw_some(stage *it, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(draw(it), RENDER_OK);
        render_device_wait_idle(it->device); // a slow device is still busy after a second: the next would be skipped
    }
}

// A swapchain that is said to be suboptimal is replaced once; if the next one is so too, from its first picture on, it
// is kept, until the window changes.
static void test_suboptimal(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 40, .height = 30}};
    open_stage(&it, true);
    draw_some(&it, 5);
    assert_int_equal(it.fake.swapchains, 1);
    it.fake.suboptimal = true;
    draw_some(&it, 10);
    assert_int_equal(it.fake.swapchains, 2);
    resize(&it, 3);
    draw_some(&it, 10);
    assert_int_equal(it.fake.swapchains, 4);
    it.fake.suboptimal = false;
    draw_some(&it, 5);
    assert_int_equal(it.fake.swapchains, 4);
    resize(&it, 4);
    draw_some(&it, 5);
    assert_int_equal(it.fake.swapchains, 5);
    for (uint32_t again = 0; again < 3; again++) { // now and then: each time another one
        it.fake.suboptimal = true;
        draw_some(&it, 1);
        it.fake.suboptimal = false;
        draw_some(&it, 5);
        assert_int_equal(it.fake.swapchains, 6 + again);
    }
    check_pick(&it, 2);
    close_stage(&it);
}

// A window that takes no opaque pictures gets them in a mode that it takes.
static void test_alphas(void **state)
{
    (void)state;
    static const VkCompositeAlphaFlagsKHR offered[] = {
        VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR | VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
        VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR};
    for (size_t i = 0; i < sizeof offered / sizeof offered[0]; i++) {
        stage it = {.fake = {.width = 40, .height = 30}};
        failing_calls_offer_alphas(offered[i]);
        open_stage(&it, true);
        assert_int_equal(draw(&it), RENDER_OK);
        assert_int_equal(failing_calls_alpha(), i == 0 ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR : offered[i]);
        failing_calls_offer_alphas(0);
        close_stage(&it);
    }
}

// A resize for which there is no memory leaves a target without images: it is refused until there is.
static void test_resize_without_memory(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 40, .height = 30}};
    open_stage(&it, true);
    assert_int_equal(draw(&it), RENDER_OK);
    render_target *target = render_window_get_target(it.window);
    const render_frame frame = make_frame();
    render_pixel_id id;
    it.fake.width = it.fake.height = 3000;
    failing_calls_refuse_memory(UINT32_MAX, ~0u, 0);
    assert_int_equal(draw(&it), RENDER_ERROR_OUT_OF_MEMORY);
    assert_int_equal(render_target_draw(target, it.scene, &frame), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_target_draw_ids(target, it.scene, &frame, &id, 1), RENDER_ERROR_INVALID_ARGUMENT);
    failing_calls_refuse_memory(0, 0, 0);
    it.fake.width = it.fake.height = 20;
    assert_int_equal(draw(&it), RENDER_OK);
    assert_ptr_equal(render_window_get_target(it.window), target);
    check_pick(&it, 9);
    close_stage(&it);
}

// The mode asked for where the window offers it, else FIFO; a surface that is lost while it is asked comes back.
static void test_present_modes(void **state)
{
    (void)state;
    static const render_present_mode expected[RENDER_PRESENT_MODES] = {RENDER_PRESENT_FIFO, RENDER_PRESENT_FIFO,
                                                                       RENDER_PRESENT_MAILBOX, RENDER_PRESENT_FIFO};
    for (uint32_t mode = 0; mode < RENDER_PRESENT_MODES; mode++) {
        stage it = {.fake = {.width = 40, .height = 30}};
        open_stage_presenting(&it, true, (render_present_mode)mode);
        assert_int_equal(render_window_get_present_mode(it.window), RENDER_PRESENT_FIFO);
        failing_calls_reset();
        if (mode != RENDER_PRESENT_FIFO)
            failing_calls_fail_next("vkGetPhysicalDeviceSurfacePresentModesKHR", VK_ERROR_SURFACE_LOST_KHR);
        assert_int_equal(draw(&it), RENDER_OK);
        assert_int_equal(failing_calls_has_failed(), mode != RENDER_PRESENT_FIFO);
        failing_calls_reset();
        assert_int_equal(render_window_get_present_mode(it.window), expected[mode]);
        check_pick(&it, mode);
        render_window *none = NULL;
        const render_window_desc bad = {fake_window_create_surface, fake_window_get_size, &it.fake,
                                        RENDER_PRESENT_MODES};
        assert_int_equal(render_window_create(it.device, &bad, &none), RENDER_ERROR_INVALID_ARGUMENT);
        close_stage(&it);
    }
    assert_string_equal(render_present_mode_name(RENDER_PRESENT_MAILBOX), "mailbox");
    assert_string_equal(render_present_mode_name(RENDER_PRESENT_MODES), "unknown");
}

// The device goes in the middle of a frame: all is destroyed, made again, and shows the same.
static void test_device_lost(void **state)
{
    (void)state;
    stage it = {.fake = {.width = 40, .height = 30}};
    open_stage(&it, false);
    for (uint32_t round = 0; round < 4; round++) {
        assert_int_equal(draw(&it), RENDER_OK);
        render_result result = RENDER_OK;
        failing_calls_reset();
        failing_calls_fail_next(round % 2 ? "vkQueuePresentKHR" : "vkQueueSubmit2", VK_ERROR_DEVICE_LOST);
        for (int frames = 0; frames < 4 && result == RENDER_OK; frames++)
            result = draw(&it);
        assert_int_equal(result, RENDER_ERROR_DEVICE_LOST);
        assert_true(render_device_is_lost(it.device));
        failing_calls_reset();
        double start = now();
        close_stage(&it);
        open_stage(&it, false);
        assert_int_equal(draw(&it), RENDER_OK);
        check_pick(&it, round);
        printf("lost, and back with a picture: %.0f ms\n", 1e3 * (now() - start));
    }
    close_stage(&it);
}

// `window_life COUNT`: the resize storm alone, of that many.
int main(int argc, char **argv)
{
    if (!world_has_driver())
        return 77;
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    const struct CMUnitTest long_storm[] = {cmocka_unit_test_prestate(test_resize_storm, &count)};
    if (count > 0)
        return cmocka_run_group_tests(long_storm, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resize_storm),
        cmocka_unit_test(test_resizes_validated),
        cmocka_unit_test(test_rough_handling),
        cmocka_unit_test(test_hidden_window),
        cmocka_unit_test(test_wait_then_draw),
        cmocka_unit_test(test_present_modes),
        cmocka_unit_test(test_presenting_without_memory),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_suboptimal),
        cmocka_unit_test(test_alphas),
        cmocka_unit_test(test_resize_without_memory),
        cmocka_unit_test(test_device_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
