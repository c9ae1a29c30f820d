// ID requests that are polled: the same IDs as in the whole image, without waiting.
#include "effort.h"
#include "fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 96 };

static render_target *make_target(fixture *it)
{
    render_target *target = NULL;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    return target;
}

// A row of spheres and cubes, one behind the other.
static render_frame fill(fixture *it)
{
    render_mesh sphere = fixture_sphere(it->scene, 0, 12, true), cube = fixture_cube(it->scene, 0);
    for (uint32_t i = 0; i < 12; i++) {
        render_object object =
            fixture_object(i % 2 ? sphere : cube, 0.5 * (i % 4) - 0.75, 0.6 * (i / 4) - 0.6, -0.2 * i);
        object.linear[0] = 0.6f;
        object.linear[3] = 0.2f;
        assert_int_equal(render_scene_set_object(it->scene, i, &object), RENDER_OK);
    }
    return fixture_front_view();
}

// Polls until the answer is there, without a wait of the renderer's.
static render_result poll_ids(fixture *it, render_id_request request, render_pixel_id *ids, float *depths, size_t room)
{
    render_result result = RENDER_PENDING;
    while (result == RENDER_PENDING)
        result = render_ids_poll(it->device, request, ids, depths, room);
    return result;
}

static void test_areas_equal_whole(void **state)
{
    fixture *it = *state;
    static render_pixel_id whole[SIZE * SIZE], part[SIZE * SIZE];
    static float depths[SIZE * SIZE];
    static const render_area areas[] = {{0, 0, SIZE, SIZE}, {0, 0, 1, 1},   {SIZE - 1, SIZE - 1, 1, 1},
                                        {17, 30, 40, 23},   {48, 48, 1, 1}, {0, 47, SIZE, 1}};
    render_target *target = make_target(it);
    render_frame frame = fill(it);
    for (int flipped = 0; flipped < 2; flipped++) {
        if (flipped)
            frame.viewport = (render_rect){10, 80, 70, -61};
        assert_int_equal(render_target_draw_ids(target, it->scene, &frame, whole, SIZE * SIZE), RENDER_OK);
        uint32_t hits = 0, misses = 0;
        for (uint32_t a = 0; a < sizeof areas / sizeof areas[0]; a++) {
            const render_area *area = &areas[a];
            render_id_request request;
            assert_int_equal(render_target_request_ids(target, it->scene, &frame, *area, &request), RENDER_OK);
            assert_int_not_equal(request, 0);
            assert_int_equal(poll_ids(it, request, part, depths, SIZE * SIZE), RENDER_OK);
            for (uint32_t i = 0; i < area->width * area->height; i++) {
                const render_pixel_id *expected =
                    &whole[(area->y + i / area->width) * SIZE + area->x + i % area->width];
                assert_int_equal(part[i].object, expected->object);
                if (expected->object != 0)
                    assert_int_equal(part[i].triangle, expected->triangle);
                assert_true((depths[i] > 0.0f) == (expected->object != 0));
                expected->object != 0 ? hits++ : misses++;
            }
        }
        assert_true(hits > 500 && misses > 500);
    }
    render_target_destroy(target);
}

// Where a sphere is hit can be computed.
static void test_pick_point(void **state)
{
    fixture *it = *state;
    render_target *target = make_target(it);
    const double center[3] = {4e5 + 0.25, -1e5, 3e5};
    render_object object =
        fixture_object(fixture_sphere(it->scene, 0, test_effort(128, 256), true), center[0], center[1], center[2]);
    assert_int_equal(render_scene_set_object(it->scene, 3, &object), RENDER_OK);
    const double eye[3] = {center[0] + 1.0, center[1] + 0.5, center[2] + 1.0};
    for (int orthographic = 0; orthographic < 2; orthographic++) {
        render_frame frame =
            orthographic ? fixture_look_orthographic(eye, center, 2.0f, 1.0f) : fixture_look(eye, center, 1.0f, 1.0f);
        for (uint32_t offset = 0; offset < 2; offset++) {
            render_id_request request;
            render_pick pick;
            const uint32_t x = SIZE / 2 + 9 * offset, y = SIZE / 2 - 5 * offset;
            assert_int_equal(render_target_request_pick(target, it->scene, &frame, x, y, &request), RENDER_OK);
            render_result result = RENDER_PENDING;
            while (result == RENDER_PENDING)
                result = render_pick_poll(it->device, request, &pick);
            assert_int_equal(result, RENDER_OK);
            assert_int_equal(pick.id.object, 4);
            double from_center = 0.0, from_eye = 0.0;
            for (int i = 0; i < 3; i++) {
                from_center += (pick.point[i] - center[i]) * (pick.point[i] - center[i]);
                from_eye += (pick.point[i] - eye[i]) * (pick.point[i] - eye[i]);
            }
            assert_true(fabs(sqrt(from_center) - 0.5) < 2e-3);
            assert_true(sqrt(from_eye) < 1.5); // on the near side
        }
        render_id_request request;
        render_pick pick = {.depth = 7.0f};
        assert_int_equal(render_target_request_pick(target, it->scene, &frame, 0, 0, &request), RENDER_OK);
        while (render_pick_poll(it->device, request, &pick) == RENDER_PENDING)
            continue;
        assert_int_equal(pick.id.object, 0);
        assert_true(pick.depth == 0.0f);
    }
    render_target_destroy(target);
}

// A mouse that moves over frames being drawn: requests and answers, never a wait but for a frame's own slot.
static void test_no_waits(void **state)
{
    fixture *it = *state;
    render_target *target = make_target(it);
    render_frame frame = fill(it);
    static render_pixel_id whole[SIZE * SIZE];
    assert_int_equal(render_target_draw_ids(target, it->scene, &frame, whole, SIZE * SIZE), RENDER_OK);
    render_id_request open[3] = {0};
    render_stats before, after;
    uint32_t answers = 0, pixels[3] = {0}, given_up = 0;
    const uint32_t steps = test_effort(60, 400);
    for (uint32_t step = 0; step < steps; step++) {
        uint32_t at = step % 3, pixel = (step * 7919u) % (SIZE * SIZE);
        render_device_get_stats(it->device, &before);
        if (open[at] != 0) {
            render_pick pick;
            render_result result = render_pick_poll(it->device, open[at], &pick);
            if (result == RENDER_OK) {
                assert_int_equal(pick.id.object, whole[pixels[at]].object);
                answers++;
            } else {
                assert_int_equal(result, RENDER_PENDING);
            }
            open[at] = result == RENDER_OK ? 0 : open[at];
        }
        if (open[at] == 0) {
            // A hover changes a flag: an upload goes along.
            assert_int_equal(render_scene_set_flags(it->scene, step % 12, step / 12 % 2 ? RENDER_OBJECT_HOVERED : 0),
                             RENDER_OK);
            render_result result =
                render_target_request_pick(target, it->scene, &frame, pixel % SIZE, pixel / SIZE, &open[at]);
            given_up += result == RENDER_SKIPPED;
            assert_true(result == RENDER_OK || (result == RENDER_SKIPPED && open[at] == 0));
            pixels[at] = pixel;
        }
        render_device_get_stats(it->device, &after);
        assert_int_equal(after.waits, before.waits);
        if (step % 4 == 0) // waits for the frame before the last one
            assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    }
    assert_true(answers >= steps / 4);
    assert_true(given_up < steps / 4 * 3);
    render_target_destroy(target);
}

// More requests than there is room for: the oldest answers are given up, and say so.
static void test_many_requests(void **state)
{
    fixture *it = *state;
    render_target *target = make_target(it);
    render_frame frame = fill(it);
    render_id_request requests[4 * RENDER_ID_REQUESTS];
    render_pixel_id id;
    uint32_t lost = 0;
    for (uint32_t i = 0; i < 4 * RENDER_ID_REQUESTS; i++) {
        assert_int_equal(render_target_request_pick(target, it->scene, &frame, 40, 40, &requests[i]), RENDER_OK);
        render_device_wait_idle(it->device);
        assert_int_equal(requests[i], i + 1);
    }
    for (uint32_t i = 0; i < 4 * RENDER_ID_REQUESTS; i++) {
        render_result result = render_ids_poll(it->device, requests[i], &id, NULL, 1);
        bool kept = i >= 3 * RENDER_ID_REQUESTS;
        assert_int_equal(result, kept ? RENDER_OK : RENDER_SKIPPED);
        lost += !kept;
    }
    assert_int_equal(lost, 3 * RENDER_ID_REQUESTS);
    // The target may go before the answer comes.
    assert_int_equal(render_target_request_pick(target, it->scene, &frame, 40, 40, &requests[0]), RENDER_OK);
    render_target_destroy(target);
    assert_int_equal(poll_ids(it, requests[0], &id, NULL, 1), RENDER_OK);
}

static void test_invalid(void **state)
{
    fixture *it = *state;
    render_target *target = make_target(it);
    render_frame frame = fill(it);
    render_id_request request = 5;
    render_pixel_id id;
    static const render_area outside[] = {{0, 0, 0, 1},    {0, 0, 1, 0},    {SIZE, 0, 1, 1},
                                          {0, SIZE, 1, 1}, {1, 0, SIZE, 1}, {0, 2, 1, UINT32_MAX}};
    for (uint32_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        assert_int_equal(render_target_request_ids(target, it->scene, &frame, outside[i], &request),
                         RENDER_ERROR_INVALID_ARGUMENT);
        assert_int_equal(request, 0);
    }
    assert_int_equal(render_target_request_pick(NULL, it->scene, &frame, 0, 0, &request),
                     RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_target_request_pick(target, NULL, &frame, 0, 0, &request), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_target_request_pick(target, it->scene, &frame, 0, 0, NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_ids_poll(it->device, 0, &id, NULL, 1), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_ids_poll(it->device, 99, &id, NULL, 1), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_target_request_ids(target, it->scene, &frame, (render_area){0, 0, 2, 1}, &request),
                     RENDER_OK);
    assert_int_equal(poll_ids(it, request, &id, NULL, 1), RENDER_ERROR_INVALID_ARGUMENT);
    render_target_destroy(target);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_areas_equal_whole),   FIXTURE_TEST(test_pick_point),    FIXTURE_TEST(test_no_waits),
        FIXTURE_TEST_ALONE(test_many_requests), FIXTURE_TEST_ALONE(test_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}
