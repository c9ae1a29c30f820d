// An engine's own device: outlines over its picture, IDs in its command buffers, meshes in its buffers.
#include "effort.h"
#include "engine.h"
#include "fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = ENGINE_SIZE };

static const float black[4] = {0, 0, 0, 1};
// The depth of the plane z = 0 in the front view: near by distance.
static const float quad_depth = 0.05f / 2;

typedef struct studio {
    engine *engine;
    render_device *device;
    render_scene *scene;
    render_target *target;
} studio;

// One engine for all studios of a quick run, since most of an adopted device's time goes into its pipelines; otherwise
// each studio's own.
static struct {
    engine engine;
    render_device *device;
} shared;

static void open_studio(studio *it, VkFormat format)
{
    if (shared.device == NULL) {
        engine_open(&shared.engine, format);
        shared.device = engine_adopt(&shared.engine);
    } else {
        engine_change_format(&shared.engine, format);
    }
    shared.engine.locks = 0;
    it->engine = &shared.engine;
    it->device = shared.device;
    assert_int_equal(render_scene_create(it->device, &it->scene), RENDER_OK);
    assert_int_equal(render_vulkan_target_create(it->device, SIZE, SIZE, &it->target), RENDER_OK);
}

static void close_engine(void)
{
    render_device_destroy(shared.device);
    shared.device = NULL;
    engine_close(&shared.engine);
}

static void close_studio(studio *it)
{
    render_target_destroy(it->target);
    render_scene_destroy(it->scene);
    if (test_is_thorough()) {
        close_engine();
    } else {
        render_device_wait_idle(it->device);
        assert_int_equal(shared.engine.messages, 0);
        assert_int_equal(shared.engine.depth_of_locks, 0);
    }
}

static int finish(void **state)
{
    (void)state;
    if (shared.device != NULL)
        close_engine();
    return 0;
}

static void add_quad(studio *it, uint32_t flags)
{
    render_object object = fixture_object(fixture_quad(it->scene, 0), 0, 0, 0);
    object.flags = flags;
    fixture_scale(&object, 2, 2, 2);
    assert_int_equal(render_scene_set_object(it->scene, 7, &object), RENDER_OK);
}

// How much of the reddest colour the picture has: 0..255. The quad ends at a quarter of the picture, so the line is
// left of it.
static int line_strength(const uint8_t *rgba, bool bgra)
{
    int most = 0;
    for (int x = 0; x < SIZE / 4; x++) {
        int value = rgba[4 * (SIZE / 2 * SIZE + x) + (bgra ? 2 : 0)];
        most = value > most ? value : most;
    }
    return most;
}

static void draw_highlight(studio *it, float depth, uint8_t *rgba)
{
    const render_frame frame = fixture_front_view();
    engine_begin(it->engine, black, depth);
    const render_vulkan_picture picture = engine_picture(it->engine);
    assert_int_equal(render_vulkan_record_highlight(it->target, it->scene, &frame, &picture), RENDER_OK);
    engine_submit(it->engine);
    assert_int_equal(render_vulkan_submitted(it->device), RENDER_OK);
    engine_read(it->engine, rgba);
}

// The same line in a format that holds sRGB values and in one that converts; weaker where the engine's depth is nearer;
// not weaker where it is that of the surface itself.
static void test_highlight(void **state)
{
    (void)state;
    static const VkFormat formats[] = {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB};
    static uint8_t rgba[4 * SIZE * SIZE];
    int seen[2];
    for (int f = 0; f < 2; f++) {
        studio it;
        open_studio(&it, formats[f]);
        add_quad(&it, RENDER_OBJECT_SELECTED);
        draw_highlight(&it, 0.0f, rgba);
        seen[f] = line_strength(rgba, f == 0);
        draw_highlight(&it, quad_depth, rgba);
        assert_int_equal(line_strength(rgba, f == 0), seen[f]);
        draw_highlight(&it, 1.01f * quad_depth, rgba);
        int hidden = line_strength(rgba, f == 0);
        assert_in_range(hidden, 40, seen[f] * 3 / 4);
        // Nothing is selected: nothing is drawn.
        assert_int_equal(render_scene_set_flags(it.scene, 7, 0), RENDER_OK);
        draw_highlight(&it, 0.0f, rgba);
        assert_int_equal(line_strength(rgba, f == 0), 0);
        assert_true(it.engine->locks > 4);
        close_studio(&it);
    }
    // The red of SHADER_COLOR_SELECTED is 1.
    assert_in_range(seen[0], 250, 255);
    assert_in_range(seen[1], seen[0] - 2, seen[0] + 2);
}

// The front view with depths that grow from 0 to 1.
static render_frame make_forward(void)
{
    render_frame frame = fixture_front_view();
    frame.forward_depth = true;
    for (int i = 0; i < 4; i++)
        frame.projection[4 * i + 2] = frame.projection[4 * i + 3] - frame.projection[4 * i + 2];
    return frame;
}

static void record_over_depth(studio *it, const render_frame *frame, const float *depths, uint8_t *rgba)
{
    engine_begin(it->engine, black, frame->forward_depth ? 1.0f : 0.0f);
    if (depths != NULL)
        engine_put_depths(it->engine, depths);
    const render_vulkan_picture picture = engine_picture(it->engine);
    assert_int_equal(render_vulkan_record_highlight(it->target, it->scene, frame, &picture), RENDER_OK);
    engine_submit(it->engine);
    assert_int_equal(render_vulkan_submitted(it->device), RENDER_OK);
    engine_read(it->engine, rgba);
}

// The engine's depth is that of each pixel's middle, as an engine draws it without multisampling, rounded to that many
// steps; 0: not. It hides nothing of its own surface, a quad that is turned by an angle about y.
static void check_own_depth(const render_frame *frame, double steps, double distance, double angle)
{
    static uint8_t flat[4 * SIZE * SIZE], sloped[4 * SIZE * SIZE];
    static render_pixel_id ids[SIZE * SIZE];
    static float depths[SIZE * SIZE];
    studio it;
    open_studio(&it, VK_FORMAT_R8G8B8A8_UNORM);
    render_object object = fixture_object(fixture_quad(it.scene, 0), 0, 0, -distance);
    // As large on screen at any distance.
    const double scale = 2.0 + distance;
    const float across = (float)(scale * cos(angle)), away = (float)(scale * sin(angle));
    const float turned[9] = {across, 0, -away, 0, (float)scale, 0, away, 0, across};
    memcpy(object.linear, turned, sizeof turned);
    object.flags = RENDER_OBJECT_SELECTED;
    assert_int_equal(render_scene_set_object(it.scene, 7, &object), RENDER_OK);
    record_over_depth(&it, frame, NULL, flat);

    // The depths of the pixels' middles are those of the ID image.
    render_id_request request;
    assert_int_equal(render_target_request_ids(it.target, it.scene, frame, (render_area){0, 0, SIZE, SIZE}, &request),
                     RENDER_OK);
    render_result result = RENDER_PENDING;
    while (result == RENDER_PENDING)
        result = render_ids_poll(it.device, request, ids, depths, SIZE * SIZE);
    assert_int_equal(result, RENDER_OK);
    for (int i = 0; i < SIZE * SIZE && steps > 0; i++)
        depths[i] = (float)(round((double)depths[i] * steps) / steps);
    record_over_depth(&it, frame, depths, sloped);
    uint32_t lit = 0;
    for (int i = 0; i < 4 * SIZE * SIZE; i++) {
        lit += flat[i] > 128;
        assert_in_range(sloped[i], flat[i] > 12 ? flat[i] - 12 : 0, flat[i] + 12);
    }
    assert_true(lit > 200);
    close_studio(&it);
}

static void test_own_depth_hides_nothing(void **state)
{
    (void)state;
    const render_frame reversed = fixture_front_view(), forward = make_forward();
    check_own_depth(&reversed, 0, 0, 1.047);
    check_own_depth(&forward, 0, 0, 1.047);
    check_own_depth(&reversed, 0, 60, 0);
    for (int i = 0; i < 3; i++) // rounded up or down
        check_own_depth(&forward, 16777215, 20 * i + 0.3, 0);
}

static void test_ids(void **state)
{
    (void)state;
    static render_pixel_id own[SIZE * SIZE], recorded[SIZE * SIZE];
    studio it;
    open_studio(&it, VK_FORMAT_R8G8B8A8_UNORM);
    add_quad(&it, 0);
    const render_frame frame = fixture_front_view();
    const render_area all = {0, 0, SIZE, SIZE};
    render_id_request request = 0;
    assert_null(render_vulkan_id_image(it.target));
    engine_begin(it.engine, black, 0.0f);
    assert_int_equal(render_vulkan_record_ids(it.target, it.scene, &frame, all, it.engine->commands, &request),
                     RENDER_OK);
    assert_non_null(render_vulkan_id_image(it.target));
    // Not submitted, then submitted but not said so.
    assert_int_equal(render_ids_poll(it.device, request, recorded, NULL, SIZE * SIZE), RENDER_PENDING);
    engine_submit(it.engine);
    engine_wait(it.engine);
    assert_int_equal(render_ids_poll(it.device, request, recorded, NULL, SIZE * SIZE), RENDER_PENDING);
    assert_int_equal(render_vulkan_submitted(it.device), RENDER_OK);
    render_result result = RENDER_PENDING;
    while (result == RENDER_PENDING)
        result = render_ids_poll(it.device, request, recorded, NULL, SIZE * SIZE);
    assert_int_equal(result, RENDER_OK);
    assert_int_equal(render_target_draw_ids(it.target, it.scene, &frame, own, SIZE * SIZE), RENDER_OK);
    assert_memory_equal(own, recorded, sizeof own);
    assert_int_equal(own[SIZE / 2 * SIZE + SIZE / 2].object, 8);
    close_studio(&it);
}

// What recorded commands use stays until the GPU has executed them, whatever is destroyed meanwhile.
static void test_destroying_while_recorded(void **state)
{
    (void)state;
    static uint8_t rgba[4 * SIZE * SIZE];
    studio it;
    open_studio(&it, VK_FORMAT_R8G8B8A8_UNORM);
    add_quad(&it, RENDER_OBJECT_SELECTED);
    const render_frame frame = fixture_front_view();
    render_scene *other = NULL;
    engine_begin(it.engine, black, 0.0f);
    const render_vulkan_picture picture = engine_picture(it.engine);
    assert_int_equal(render_vulkan_record_highlight(it.target, it.scene, &frame, &picture), RENDER_OK);
    render_scene_destroy(it.scene);
    render_target_destroy(it.target);
    // Submissions of the renderer's own complete before the engine submits.
    assert_int_equal(render_scene_create(it.device, &other), RENDER_OK);
    it.scene = other;
    assert_int_equal(render_target_create(it.device, SIZE, SIZE, &it.target), RENDER_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(render_target_draw(it.target, it.scene, &frame), RENDER_OK);
    render_device_wait_idle(it.device);
    assert_int_equal(render_target_draw(it.target, it.scene, &frame), RENDER_OK);
    engine_submit(it.engine);
    assert_int_equal(render_target_draw(it.target, it.scene, &frame), RENDER_OK);
    assert_int_equal(render_vulkan_submitted(it.device), RENDER_OK);
    engine_read(it.engine, rgba);
    assert_true(line_strength(rgba, false) > 200);
    close_studio(&it);
}

static void set_quad(studio *it, uint32_t slot, render_mesh mesh, double x, uint32_t flags)
{
    render_object object = fixture_object(mesh, x, 0, 0);
    object.flags = flags;
    assert_int_equal(render_scene_set_object(it->scene, slot, &object), RENDER_OK);
}

static void record_highlight(studio *it)
{
    const render_frame frame = fixture_front_view();
    const render_vulkan_picture picture = engine_picture(it->engine);
    assert_int_equal(render_vulkan_record_highlight(it->target, it->scene, &frame, &picture), RENDER_OK);
}

static void finish_highlights(studio *it, uint8_t *rgba)
{
    engine_submit(it->engine);
    assert_int_equal(render_vulkan_submitted(it->device), RENDER_OK);
    engine_read(it->engine, rgba);
}

static render_id_request record_all_ids(studio *it)
{
    const render_frame frame = fixture_front_view();
    render_id_request request;
    assert_int_equal(render_vulkan_record_ids(it->target, it->scene, &frame, (render_area){0, 0, SIZE, SIZE},
                                              it->engine->commands, &request),
                     RENDER_OK);
    return request;
}

static uint32_t count_lit(const uint8_t *rgba)
{
    uint32_t lit = 0;
    for (int p = 0; p < SIZE * SIZE; p++)
        lit += rgba[4 * p] > 128;
    return lit;
}

// Each recording shows the scene as it was then, whatever has changed before the engine submits: flags and places.
static void test_changes_between_recordings(void **state)
{
    (void)state;
    static uint8_t alone[2][4 * SIZE * SIZE], together[4 * SIZE * SIZE];
    static render_pixel_id ids[2][SIZE * SIZE];
    const int middle = SIZE / 2 * SIZE + SIZE / 2, left = middle - SIZE / 4;
    studio it;
    open_studio(&it, VK_FORMAT_R8G8B8A8_UNORM);
    const render_mesh quad = fixture_quad(it.scene, 0);
    for (int round = 0; round < 2; round++) {
        render_id_request requests[2];
        for (int view = 0; view < 2; view++) {
            set_quad(&it, 1, quad, view - 1, view == 0 ? RENDER_OBJECT_SELECTED : 0);
            set_quad(&it, 2, quad, 1, view == 1 ? RENDER_OBJECT_SELECTED : 0);
            if (round == 0 || view == 0)
                engine_begin(it.engine, black, 0.0f);
            record_highlight(&it);
            requests[view] = record_all_ids(&it);
            if (round == 0)
                finish_highlights(&it, alone[view]);
        }
        if (round == 1)
            finish_highlights(&it, together);
        for (int view = 0; view < 2; view++) {
            assert_int_equal(render_ids_poll(it.device, requests[view], ids[view], NULL, SIZE * SIZE), RENDER_OK);
            assert_int_equal(ids[view][left].object, view == 0 ? 2 : 0);
            assert_int_equal(ids[view][middle].object, view == 1 ? 2 : 0);
        }
    }
    assert_true(count_lit(alone[0]) > 100 && count_lit(alone[1]) > 100);
    assert_int_equal(count_lit(together), count_lit(alone[0]) + count_lit(alone[1]));
    close_studio(&it);
}

// A quad with the streams of fixture_quad, so that it may take the memory of one.
static render_mesh make_speck(render_scene *scene)
{
    static const float positions[12] = {0}, uvs[8] = {0};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    static const render_submesh all = {.triangle_count = 2};
    const render_mesh_desc desc = {.positions = positions,
                                   .uvs = uvs,
                                   .vertex_count = 4,
                                   .indices = indices,
                                   .index_count = 6,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_mesh mesh = 0;
    assert_int_equal(render_mesh_create(scene, &desc, &mesh), RENDER_OK);
    return mesh;
}

// The memory of a mesh that recorded commands draw goes to no other mesh before they are submitted.
static void test_meshes_between_recordings(void **state)
{
    (void)state;
    static uint8_t rgba[4 * SIZE * SIZE];
    uint32_t lit = 0;
    studio it;
    open_studio(&it, VK_FORMAT_R8G8B8A8_UNORM);
    const render_mesh kept = fixture_quad(it.scene, 0); // keeps the page
    for (int round = 0; round < 3; round++) {
        const render_mesh quad = fixture_quad(it.scene, 0);
        render_mesh speck = 0;
        set_quad(&it, 1, quad, -1, RENDER_OBJECT_SELECTED);
        engine_begin(it.engine, black, 0.0f);
        record_highlight(&it);
        render_mesh_destroy(it.scene, quad);
        if (round > 0) {
            speck = make_speck(it.scene);
            set_quad(&it, 2, speck, 0, 0);
            record_highlight(&it); // uploads it
        }
        finish_highlights(&it, rgba);
        assert_true(count_lit(rgba) > 100);
        lit = round == 0 ? count_lit(rgba) : lit;
        assert_int_equal(count_lit(rgba), lit);
        render_mesh_destroy(it.scene, speck);
    }
    render_mesh_destroy(it.scene, kept);
    close_studio(&it);
}

static void test_many_recordings(void **state)
{
    (void)state;
    studio it;
    open_studio(&it, VK_FORMAT_R8G8B8A8_UNORM);
    add_quad(&it, RENDER_OBJECT_HOVERED);
    const render_frame frame = fixture_front_view();
    for (uint32_t round = test_effort(2, 3); round > 0; round--) {
        int good = 0;
        engine_begin(it.engine, black, 0.0f);
        const render_vulkan_picture picture = engine_picture(it.engine);
        while (good < 100 && render_vulkan_record_highlight(it.target, it.scene, &frame, &picture) == RENDER_OK)
            good++;
        assert_int_equal(good, 8);
        assert_non_null(strstr(render_device_last_error(it.device), "without render_vulkan_submitted"));
        engine_submit(it.engine);
        assert_int_equal(render_vulkan_submitted(it.device), RENDER_OK);
        engine_wait(it.engine);
    }
    close_studio(&it);
}

static void test_mesh_in_engine_buffers(void **state)
{
    (void)state;
    static const float corners[] = {9, 9, 9, 9, 9, -0.5f, -0.5f, 0, 9, 0.5f, -0.5f, 0, 9, 0, 0.5f, 0, 9};
    static const uint32_t indices[] = {77, 0, 1, 2};
    static render_pixel_id ids[SIZE * SIZE];
    studio it;
    open_studio(&it, VK_FORMAT_R8G8B8A8_UNORM);
    engine_buffer positions = engine_make_buffer(it.engine, sizeof corners, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    engine_buffer numbers = engine_make_buffer(it.engine, sizeof indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    memcpy(positions.mapped, corners, sizeof corners);
    memcpy(numbers.mapped, indices, sizeof indices);
    const render_submesh all = {.triangle_count = 1};
    render_vulkan_mesh_desc desc = {.name = "sail",
                                    .positions = positions.handle,
                                    .positions_offset = 20,
                                    .positions_stride = 16,
                                    .vertex_count = 3,
                                    .indices = numbers.handle,
                                    .indices_offset = 4,
                                    .index_count = 3,
                                    .low = {-2, -2, 0},
                                    .high = {2, 2, 0},
                                    .submeshes = &all,
                                    .submesh_count = 1};
    render_mesh mesh;
    assert_int_equal(render_vulkan_mesh_create(it.scene, &desc, &mesh), RENDER_OK);
    const render_object object = fixture_object(mesh, 0, 0, 0);
    assert_int_equal(render_scene_set_object(it.scene, 3, &object), RENDER_OK);
    // A usual mesh beside it, in a page of the renderer's own.
    render_object beside = fixture_object(fixture_quad(it.scene, 0), -1.2, 1.2, 0);
    assert_int_equal(render_scene_set_object(it.scene, 4, &beside), RENDER_OK);
    const render_frame frame = fixture_front_view();
    assert_int_equal(render_target_draw_ids(it.target, it.scene, &frame, ids, SIZE * SIZE), RENDER_OK);
    assert_int_equal(ids[SIZE / 2 * SIZE + SIZE / 2].object, 4);
    assert_int_equal(ids[(SIZE / 2 - 38) * SIZE + SIZE / 2 - 38].object, 5);
    // The engine enabled no geometry shader: its own triangles have no numbers there, those of other meshes have.
    assert_int_equal(ids[SIZE / 2 * SIZE + SIZE / 2].triangle, 0xffffffff);
    assert_int_equal(ids[(SIZE / 2 - 30) * SIZE + SIZE / 2 - 30].triangle, 0);
    assert_int_equal(ids[(SIZE / 2 - 46) * SIZE + SIZE / 2 - 46].triangle, 1);
    // The engine moves the vertices: the IDs follow.
    for (int v = 0; v < 3; v++)
        ((float *)positions.mapped)[5 + 4 * v] += 1.0f;
    assert_int_equal(render_target_draw_ids(it.target, it.scene, &frame, ids, SIZE * SIZE), RENDER_OK);
    assert_int_equal(ids[SIZE / 2 * SIZE + SIZE / 2].object, 0);
    assert_int_equal(ids[SIZE / 2 * SIZE + SIZE / 2 + SIZE / 4].object, 4);

    render_mesh none;
    const render_vulkan_mesh_desc good = desc;
#define REFUSED(change)                                                                                                \
    desc = good;                                                                                                       \
    desc.change;                                                                                                       \
    assert_int_equal(render_vulkan_mesh_create(it.scene, &desc, &none), RENDER_ERROR_INVALID_ARGUMENT);                \
    assert_int_equal(none, 0)
    REFUSED(positions = VK_NULL_HANDLE);
    REFUSED(indices = VK_NULL_HANDLE);
    REFUSED(positions_stride = 8);
    REFUSED(positions_stride = 14);
    REFUSED(positions_offset = 2);
    REFUSED(indices_offset = 3);
    REFUSED(indices_offset = UINT64_C(1) << 34);
    REFUSED(index_count = 4);
    REFUSED(index_count = 6);
    REFUSED(positions_stride = 1u << 20); // more than Vulkan's devices allow
    REFUSED(vertex_count = 0);
    REFUSED(vertex_count = (1u << 24) + 1); // the engine enabled no larger indices
    REFUSED(low[1] = NAN);
    REFUSED(low[2] = 1);
    REFUSED(submeshes = NULL);
    assert_int_equal(render_vulkan_mesh_create(NULL, &good, &none), RENDER_ERROR_INVALID_ARGUMENT);
    render_mesh_destroy(it.scene, mesh);
    assert_int_equal(render_target_draw_ids(it.target, it.scene, &frame, ids, SIZE * SIZE), RENDER_OK);
    assert_int_equal(ids[SIZE / 2 * SIZE + SIZE / 2 + SIZE / 4].object, 0);
    render_device_wait_idle(it.device);
    engine_free_buffer(it.engine, &positions);
    engine_free_buffer(it.engine, &numbers);
    close_studio(&it);
}

// A device of the renderer's own beside the adopted one; all that needs no window works on both.
static void test_two_devices(void **state)
{
    (void)state;
    static uint8_t rgba[4 * SIZE * SIZE];
    studio it;
    fixture own;
    open_studio(&it, VK_FORMAT_R8G8B8A8_UNORM);
    fixture_open(&own);
    add_quad(&it, 0);
    render_target *target = NULL;
    const render_frame frame = fixture_front_view();
    assert_int_equal(render_target_create(own.device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw(target, own.scene, &frame), RENDER_OK);
    assert_int_equal(render_target_draw(it.target, it.scene, &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(it.target, rgba, sizeof rgba, NULL, NULL), RENDER_OK);
    const render_window_desc window = {.create_surface = (bool (*)(void *, void *, uint64_t *))(void (*)(void))abort,
                                       .get_size = (void (*)(void *, uint32_t *, uint32_t *))(void (*)(void))abort};
    render_window *none;
    assert_int_equal(render_window_create(it.device, &window, &none), RENDER_ERROR_VULKAN);
    // Recording needs an adopted device.
    render_id_request request;
    const render_vulkan_picture picture = engine_picture(it.engine);
    assert_int_equal(render_vulkan_record_highlight(target, own.scene, &frame, &picture),
                     RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(
        render_vulkan_record_ids(target, own.scene, &frame, (render_area){0, 0, 1, 1}, it.engine->commands, &request),
        RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(request, 0);
    assert_int_equal(render_vulkan_submitted(own.device), RENDER_ERROR_INVALID_ARGUMENT);
    render_target_destroy(target);
    fixture_close(&own);
    close_studio(&it);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    engine it;
    engine_open(&it, VK_FORMAT_R8G8B8A8_UNORM);
    const render_vulkan_device good = {.get_instance_proc_addr = vkGetInstanceProcAddr,
                                       .instance = it.instance,
                                       .physical = it.physical,
                                       .device = it.device,
                                       .queue = it.queue,
                                       .queue_family = it.family};
    render_device *device;
    char error[256];
    assert_int_equal(render_device_adopt(NULL, NULL, &device, error, sizeof error), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_device_adopt(&good, NULL, NULL, error, sizeof error), RENDER_ERROR_INVALID_ARGUMENT);
    render_vulkan_device bad;
#define NOT_ADOPTED(change, result, text)                                                                              \
    bad = good;                                                                                                        \
    bad.change;                                                                                                        \
    assert_int_equal(render_device_adopt(&bad, NULL, &device, error, sizeof error), result);                           \
    assert_null(device);                                                                                               \
    assert_non_null(strstr(error, text))
    NOT_ADOPTED(get_instance_proc_addr = NULL, RENDER_ERROR_INVALID_ARGUMENT, "vkGetInstanceProcAddr");
    NOT_ADOPTED(instance = VK_NULL_HANDLE, RENDER_ERROR_INVALID_ARGUMENT, "instance");
    NOT_ADOPTED(physical = VK_NULL_HANDLE, RENDER_ERROR_INVALID_ARGUMENT, "physical device");
    NOT_ADOPTED(device = VK_NULL_HANDLE, RENDER_ERROR_INVALID_ARGUMENT, "device");
    NOT_ADOPTED(queue = VK_NULL_HANDLE, RENDER_ERROR_INVALID_ARGUMENT, "queue");
    NOT_ADOPTED(lock_queue = free, RENDER_ERROR_INVALID_ARGUMENT, "unlock_queue");
    NOT_ADOPTED(queue_family = 99, RENDER_ERROR_NO_DRIVER, "queue cannot draw");
    // Without a place for the error.
    bad.queue_family = 99;
    assert_int_equal(render_device_adopt(&bad, NULL, &device, NULL, 0), RENDER_ERROR_NO_DRIVER);

    assert_int_equal(render_device_adopt(&good, NULL, &device, error, sizeof error), RENDER_OK);
    render_target *target;
    assert_int_equal(render_vulkan_target_create(device, 0, 3, &target), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_vulkan_target_create(device, SIZE, SIZE, &target), RENDER_OK);
    render_scene *scene;
    assert_int_equal(render_scene_create(device, &scene), RENDER_OK);
    const render_frame frame = fixture_front_view();
    const render_vulkan_picture whole = engine_picture(&it);
    render_vulkan_picture picture;
    engine_begin(&it, black, 0.0f);
#define NOT_RECORDED(change, text)                                                                                     \
    picture = whole;                                                                                                   \
    picture.change;                                                                                                    \
    assert_int_equal(render_vulkan_record_highlight(target, scene, &frame, &picture), RENDER_ERROR_INVALID_ARGUMENT);  \
    assert_non_null(strstr(render_device_last_error(device), text))
    NOT_RECORDED(commands = VK_NULL_HANDLE, "command buffer");
    NOT_RECORDED(color = VK_NULL_HANDLE, "colour image");
    NOT_RECORDED(color_view = VK_NULL_HANDLE, "view");
    NOT_RECORDED(color_format = VK_FORMAT_UNDEFINED, "format");
    NOT_RECORDED(color_format = VK_FORMAT_R8G8B8A8_UINT, "without blending");
    assert_int_equal(render_vulkan_record_highlight(NULL, scene, &frame, &whole), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_vulkan_record_highlight(target, scene, &frame, NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_vulkan_record_highlight(target, NULL, &frame, &whole), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_vulkan_record_highlight(target, scene, NULL, &whole), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_vulkan_submitted(NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_vulkan_submitted(device), RENDER_OK); // nothing was recorded
    render_id_request request = 5;
    assert_int_equal(
        render_vulkan_record_ids(target, scene, &frame, (render_area){0, 0, SIZE + 1, 1}, it.commands, &request),
        RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(request, 0);
    assert_null(render_vulkan_id_image(NULL));
    engine_submit(&it);
    render_scene_destroy(scene);
    render_target_destroy(target);
    render_device_destroy(device);
    engine_close(&it);
}

int main(void)
{
    if (!engine_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_highlight),
                                       cmocka_unit_test(test_own_depth_hides_nothing),
                                       cmocka_unit_test(test_ids),
                                       cmocka_unit_test(test_destroying_while_recorded),
                                       cmocka_unit_test(test_changes_between_recordings),
                                       cmocka_unit_test(test_meshes_between_recordings),
                                       cmocka_unit_test(test_many_recordings),
                                       cmocka_unit_test(test_mesh_in_engine_buffers),
                                       cmocka_unit_test(test_two_devices),
                                       cmocka_unit_test(test_bad_arguments)};
    return cmocka_run_group_tests(tests, NULL, finish);
}
