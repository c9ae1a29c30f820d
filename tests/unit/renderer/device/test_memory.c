// Memory goes back when a level is closed, also while nothing is drawn; uploads in pieces arrive whole.
#include "effort.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SIZE = 64, MESHES = 6, MEBI = 1 << 20, SLACK = 32 << 20 };

static uint64_t get_used(const fixture *it)
{
    render_stats stats;
    uint64_t used = 0;
    render_device_get_stats(it->device, &stats);
    for (uint32_t i = 0; i < stats.heap_count; i++)
        used += stats.heaps[i].used;
    return used;
}

static uint64_t get_waits(const fixture *it)
{
    render_stats stats;
    render_device_get_stats(it->device, &stats);
    return stats.waits;
}

// The resident memory of this process in bytes, which on a software device contains the device's memory.
static uint64_t get_resident(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long long all = 0, resident = 0;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu %llu", &all, &resident), 2);
    fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

// Whether freed memory of the device leaves this process at once: on a software device, unless a sanitizer keeps it.
static bool shows_in_process(const fixture *it)
{
#ifdef SANITIZED
    (void)it;
    return false;
#else
    return strstr(render_device_name(it->device), "llvmpipe") != NULL;
#endif
}

enum { VERTICES = 4 * 1024 * 1024, POINTS = 3 * 768 * 1024 };

// The bytes of a large mesh: 57 MiB. Where triangles are numbered by their first vertices, each has one of its own,
// unused vertices are left out, and it is 18 MiB.
static uint64_t size_of_large(const fixture *it)
{
    const bool numbered = render_device_features(it->device) & RENDER_FEATURE_GEOMETRY_SHADER;
    return (numbered ? UINT64_C(12) * VERTICES : UINT64_C(12) * (POINTS / 3 + 4)) + UINT64_C(4) * (POINTS + 6);
}

// A mesh that is cheap to draw: a quad from (-0.5, -0.5) to (0.5, 0.5) at its end, and a point as often as there is
// room.
static render_mesh make_large(fixture *it)
{
    float *positions = calloc((size_t)3 * VERTICES, sizeof *positions);
    uint32_t *indices = calloc(POINTS + 6, sizeof *indices);
    assert_true(positions && indices);
    static const float corners[12] = {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0.5f, 0.5f, 0, -0.5f, 0.5f, 0};
    memcpy(positions + 3 * (VERTICES - 4), corners, sizeof corners);
    static const uint32_t quad[6] = {0, 1, 2, 0, 2, 3};
    for (uint32_t i = 0; i < 6; i++)
        indices[POINTS + i] = VERTICES - 4 + quad[i];
    const render_submesh all = {.triangle_count = (POINTS + 6) / 3};
    const render_mesh_desc desc = {.name = "large",
                                   .positions = positions,
                                   .vertex_count = VERTICES,
                                   .indices = indices,
                                   .index_count = POINTS + 6,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_mesh mesh = 0;
    assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), RENDER_OK);
    free(positions);
    free(indices);
    return mesh;
}

static uint32_t mesh_count(void)
{
    return test_effort(2, MESHES);
}

// Two of the meshes are drawn, so that the GPU uses them when they are destroyed.
static void open_level(fixture *it, render_mesh *meshes)
{
    for (uint32_t i = 0; i < mesh_count(); i++) {
        meshes[i] = make_large(it);
        const render_object object = fixture_object(meshes[i], 0, 0, 1.0 - 0.1 * i);
        if (i < 2)
            fixture_set(it, i, &object);
    }
}

static void close_level(fixture *it, const render_mesh *meshes)
{
    for (uint32_t i = 0; i < mesh_count(); i++)
        render_mesh_destroy(it->scene, meshes[i]);
}

static void collect(const fixture *it)
{
    for (uint32_t tries = 0; !render_device_collect(it->device); tries++) {
        assert_true(tries < 6000);
        usleep(10000);
    }
}

// How a program meets the GPU after it has closed a level.
typedef enum ending { ENDING_WAITS, ENDING_COLLECTS, ENDING_WITHOUT_FRAME, ENDINGS } ending;

static void test_levels_come_and_go(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    const render_frame frame = fixture_front_view();
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    for (int turn = 0; turn <= (int)ENDINGS; turn += (int)test_effort(2, 1)) {
        const int how = turn % (int)ENDINGS;
        render_mesh meshes[MESHES];
        const uint64_t used = get_used(it), resident = get_resident();
        open_level(it, meshes);
        if (how != ENDING_WITHOUT_FRAME) {
            assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, SIZE * SIZE), RENDER_OK);
            assert_int_equal(ids[SIZE * SIZE / 2 + SIZE / 2].object, 1);
            const uint64_t waits = get_waits(it);
            for (int i = 0; i < 2; i++)
                assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
            assert_true(get_waits(it) <= waits + 2); // a frame waits for its own slot only
        }
        assert_true(get_used(it) - used >= mesh_count() * size_of_large(it));
        const uint64_t waits = get_waits(it);
        close_level(it, meshes);
        if (how == ENDING_WAITS)
            render_device_wait_idle(it->device);
        else
            collect(it);
        assert_int_equal(get_waits(it), waits);
        printf("%d: used %+.1f MiB, resident %+.1f MiB\n", how, ((double)get_used(it) - (double)used) / 1048576.0,
               ((double)get_resident() - (double)resident) / 1048576.0);
        assert_true(get_used(it) <= used + SLACK);
        // The first turn leaves what the driver keeps: compiled pipelines, its own buffers.
        if (turn > 0 && shows_in_process(it))
            assert_true(get_resident() <= resident + SLACK);
    }
    render_target_destroy(target);
}

// While the level is open, what uploading it took is given back.
static void test_staging_goes_back(void **state)
{
    fixture *it = *state;
    const uint64_t used = get_used(it);
    (void)make_large(it);
    collect(it);
    assert_true(get_used(it) - used <= size_of_large(it) + MEBI + SLACK / 2);
    // Small resources keep what the next small upload needs.
    const render_mesh small = fixture_cube(it->scene, 0);
    collect(it);
    render_mesh_destroy(it->scene, small);
    collect(it);
    assert_true(get_used(it) - used <= size_of_large(it) + MEBI + SLACK);
}

// A frame after a pause finds everything as it was.
static void test_collect_keeps_what_is_used(void **state)
{
    fixture *it = *state;
    static uint8_t before[4 * SIZE * SIZE], after[4 * SIZE * SIZE];
    const render_frame frame = fixture_front_view();
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    render_object object = fixture_object(make_large(it), 0, 0, 0);
    object.flags = RENDER_OBJECT_SELECTED;
    fixture_set(it, 0, &object);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, before, sizeof before, NULL, NULL), RENDER_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
        (void)render_device_collect(it->device); // the GPU may be drawing
    }
    collect(it);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, after, sizeof after, NULL, NULL), RENDER_OK);
    assert_memory_equal(before, after, sizeof before);
    assert_true(before[4 * (SIZE * SIZE / 2 + SIZE / 2)] > 40);
    render_target_destroy(target);
    assert_true(render_device_collect(NULL));
}

// A texture of several pieces of 16 MiB: a ramp from top to bottom.
static void test_texture_in_pieces(void **state)
{
    fixture *it = *state;
    enum { WIDTH = 2304, HEIGHT = 64 * SIZE }; // 4 096 high: every device takes that
    uint8_t *texels = malloc((size_t)4 * WIDTH * HEIGHT);
    static uint8_t picture[4 * SIZE * SIZE];
    assert_non_null(texels);
    for (size_t row = 0; row < HEIGHT; row++) {
        uint8_t *first = texels + 4 * WIDTH * row;
        memset(first, (int)(3 * (row / (HEIGHT / SIZE)) + 20), 3);
        first[3] = 255;
        for (size_t done = 4; done < 4 * WIDTH; done *= 2)
            memcpy(first + done, first, done <= 2 * WIDTH ? done : 4 * WIDTH - done);
    }
    const render_texture_desc desc = {.width = WIDTH, .height = HEIGHT, .rgba = texels};
    render_material_desc material = {.base_color = {1, 1, 1, 1},
                                     .wrap_u = RENDER_WRAP_CLAMP,
                                     .wrap_v = RENDER_WRAP_CLAMP,
                                     .uv_transform = {1, 0, 0, 0, 1, 0},
                                     .roughness = 1,
                                     .unlit = true};
    render_material handle;
    assert_int_equal(render_texture_create(it->scene, &desc, &material.base_color_texture), RENDER_OK);
    assert_int_equal(render_material_create(it->scene, &material, &handle), RENDER_OK);
    free(texels);
    const render_object object = fixture_object(fixture_quad(it->scene, handle), 0, 0, 0);
    fixture_set(it, 0, &object);
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    const render_frame frame = fixture_look_orthographic(FIXTURE_EYE, FIXTURE_TARGET, 1.0f, 1.0f);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, picture, sizeof picture, NULL, NULL), RENDER_OK);
    render_target_destroy(target);
    for (int row = 0; row < SIZE; row++) {
        const int got = picture[4 * (SIZE * row + SIZE / 2)], wanted = 3 * row + 20;
        if (abs(got - wanted) > 4)
            fail_msg("row %d is %d, not %d", row, got, wanted);
    }
}

// A driver may compile a shader anew for each cap of each frame, and keep all of them: some hundred KiB each.
static void test_caps_leave_nothing(void **state)
{
    enum { SOLIDS = 8, FRAMES = 40 };
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    render_frame frame = fixture_front_view();
    render_target *target;
    uint64_t resident = 0;
    const render_mesh cube = fixture_cube(it->scene, 0);
    frame.section[0] = (render_plane){{0, 0, -1}, 0};
    frame.section_count = 1;
    frame.caps = true;
    for (uint32_t slot = 0; slot < SOLIDS; slot++) {
        render_object object = fixture_object(cube, 0.1 * slot, 0, 0);
        object.flags = RENDER_OBJECT_SOLID;
        fixture_set(it, slot, &object);
    }
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, SIZE * SIZE), RENDER_OK);
    if (render_device_features(it->device) & RENDER_FEATURE_STENCIL)
        assert_int_equal(ids[SIZE * SIZE / 2 + SIZE / 2].triangle, RENDER_CAP_TRIANGLE);
    for (int i = 0; i < FRAMES; i++) {
        frame.eye[0] += 1e-3; // so that it is recorded anew
        assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
        render_device_wait_idle(it->device);
        if (i == 3)
            resident = get_resident();
    }
    printf("caps: resident %+.1f MiB\n", ((double)get_resident() - (double)resident) / 1048576.0);
    if (shows_in_process(it))
        assert_true(get_resident() <= resident + SLACK);
    render_target_destroy(target);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST_ALONE(test_levels_come_and_go), FIXTURE_TEST_ALONE(test_staging_goes_back),
        FIXTURE_TEST_ALONE(test_collect_keeps_what_is_used), FIXTURE_TEST_ALONE(test_texture_in_pieces),
        FIXTURE_TEST_ALONE(test_caps_leave_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
