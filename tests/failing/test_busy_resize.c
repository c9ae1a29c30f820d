// Windows and viewports are resized, and targets made anew, while uploads of a mesh and a picture wait for the next
// frame, are with the GPU, or are done in part. The validation layer finds what is freed too early; the pictures are
// those of a world that stood still in between.
#include "world.h"

#include "device/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 128, TEXELS = 256, LARGEST = 64, STEP = 60000 };

// A board of SIDE x SIDE cells in the plane z = 0, from -1 to 1; of each, one triangle.
typedef struct board {
    float *positions, *uvs;
    uint32_t *indices;
    uint8_t *texels;
} board;

static void make_board(board *out)
{
    const size_t cells = (size_t)SIDE * SIDE;
    *out = (board){calloc(9 * cells, sizeof *out->positions), calloc(6 * cells, sizeof *out->uvs),
                   calloc(3 * cells, sizeof *out->indices), calloc(4, (size_t)TEXELS * TEXELS)};
    assert_true(out->positions && out->uvs && out->indices && out->texels);
    for (uint32_t i = 0; i < 3 * cells; i++) {
        const uint32_t cell = i / 3, corner = i % 3;
        const float u = (float)(cell % SIDE + (corner == 1)) / SIDE, v = (float)(cell / SIDE + (corner == 2)) / SIDE;
        out->positions[3 * i] = 2 * u - 1;
        out->positions[3 * i + 1] = 2 * v - 1;
        out->uvs[2 * i] = u;
        out->uvs[2 * i + 1] = v;
        out->indices[i] = i;
    }
    for (uint32_t i = 0; i < 4 * TEXELS * TEXELS; i++)
        out->texels[i] = (uint8_t)(i % 4 == 3 ? 255 : (i / 4 % TEXELS) * (i % 4 + 1) + i / 4 / TEXELS);
}

static void free_board(board *it)
{
    free(it->positions);
    free(it->uvs);
    free(it->indices);
    free(it->texels);
}

// When the sizes change.
typedef enum moment { BEFORE_SUBMISSION, WITH_THE_GPU, IN_PARTS, MOMENTS } moment;

typedef struct scenery {
    world it;
    board from;
    render_target *target; // beside the window's
    bool busy;
    moment when;
    uint32_t step;
} scenery;

static render_frame make_frame(const scenery *on)
{
    // A viewport of another size each time.
    const float cut = (float)(on->step % 3);
    return (render_frame){.projection = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                          .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                          .viewport = {cut, cut, 20 - cut, 18 - cut}};
}

static void draw_target(scenery *on)
{
    const render_frame frame = make_frame(on);
    assert_int_equal(render_target_draw(on->target, on->it.scene, &frame), RENDER_OK);
}

static void draw_window(scenery *on)
{
    const render_frame frame = make_frame(on);
    // A busy GPU has two frames; the next is left out.
    const render_result result = render_window_draw(on->it.window, on->it.scene, &frame);
    assert_true(result == RENDER_OK || (on->busy && result == RENDER_SKIPPED));
}

// Gives all a new size, and shows it.
static void change(scenery *on)
{
    on->step++;
    if (!on->busy)
        render_device_wait_idle(on->it.device);
    render_target_destroy(on->target);
    assert_int_equal(render_target_create(on->it.device, 20 + on->step, 30 - on->step, &on->target), RENDER_OK);
    on->it.fake.width = 21 + on->step;
    on->it.fake.height = 29 - on->step;
    if (on->when != BEFORE_SUBMISSION || on->step > 1) {
        draw_target(on);
        draw_window(on);
    }
    if (!on->busy)
        render_device_wait_idle(on->it.device);
}

static render_mesh upload_mesh(scenery *on, render_material material)
{
    const uint32_t corners = 3 * SIDE * SIDE;
    const render_submesh all = {.triangle_count = SIDE * SIDE, .material = material};
    const render_mesh_desc desc = {.name = "board",
                                   .positions = on->from.positions,
                                   .uvs = on->from.uvs,
                                   .vertex_count = corners,
                                   .indices = on->from.indices,
                                   .index_count = corners,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_mesh mesh = 0;
    if (on->when != IN_PARTS) {
        assert_int_equal(render_mesh_create(on->it.scene, &desc, &mesh), RENDER_OK);
        return mesh;
    }
    render_mesh_upload *upload = NULL;
    render_result result = RENDER_PENDING;
    assert_int_equal(render_mesh_upload_begin(on->it.scene, &desc, &upload), RENDER_OK);
    for (uint32_t steps = 0; result == RENDER_PENDING; steps++) {
        result = render_mesh_upload_step(upload, STEP, &mesh);
        if (steps % 8 == 0 && on->step < 8)
            change(on);
    }
    assert_int_equal(result, RENDER_OK);
    return mesh;
}

static render_texture upload_picture(scenery *on)
{
    const render_texture_desc desc = {.name = "picture", .width = TEXELS, .height = TEXELS, .rgba = on->from.texels};
    render_texture texture = 0;
    if (on->when != IN_PARTS) {
        assert_int_equal(render_texture_create(on->it.scene, &desc, &texture), RENDER_OK);
        return texture;
    }
    render_texture_upload *upload = NULL;
    render_result result = RENDER_PENDING;
    assert_int_equal(render_texture_upload_begin(on->it.scene, &desc, &upload), RENDER_OK);
    for (uint32_t steps = 0; result == RENDER_PENDING; steps++) {
        result = render_texture_upload_step(upload, TEXELS * TEXELS, &texture);
        if (steps < 2)
            change(on);
    }
    assert_int_equal(result, RENDER_OK);
    return texture;
}

static void upload(scenery *on)
{
    render_material_desc look = {.base_color = {1, 1, 1, 1}, .uv_transform = {1, 0, 0, 0, 1, 0}, .unlit = true};
    render_material material;
    render_texture_destroy(on->it.scene, upload_picture(on)); // one that is given up, on the way or not
    look.base_color_texture = upload_picture(on);
    assert_int_equal(render_material_create(on->it.scene, &look, &material), RENDER_OK);
    const render_object object = {
        .mesh = upload_mesh(on, material), .linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {0.1, 0, -0.9}};
    assert_int_equal(render_scene_set_object(on->it.scene, 7, &object), RENDER_OK);
    render_texture_destroy(on->it.scene, look.base_color_texture); // the material keeps it
}

typedef struct picture {
    uint32_t width[2], height[2];
    uint8_t pixels[2][4 * LARGEST * LARGEST];
    uint32_t colors; // changes from pixel to pixel: of a picture that shows something
} picture;

static void read_back(scenery *on, picture *out)
{
    render_target *targets[2] = {on->target, render_window_get_target(on->it.window)};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(render_target_read_color(targets[i], out->pixels[i], sizeof out->pixels[i], &out->width[i],
                                                  &out->height[i]),
                         RENDER_OK);
        for (uint32_t p = 4; p < 4 * out->width[i] * out->height[i]; p += 4)
            out->colors += memcmp(out->pixels[i] + p, out->pixels[i] + p - 4, 4) != 0;
    }
}

static void run(moment when, bool busy, picture *out)
{
    scenery on = {.it = {.validation = true, .plain = true}, .busy = busy, .when = when};
    *out = (picture){0};
    make_board(&on.from);
    world_begin(&on.it);
    assert_int_equal(render_target_create(on.it.device, 24, 24, &on.target), RENDER_OK);
    draw_target(&on);
    render_device_wait_idle(on.it.device);
    failing_calls_stall(busy);
    upload(&on);
    if (when == WITH_THE_GPU)
        draw_target(&on);
    for (uint32_t i = 0; i < 3; i++)
        change(&on);
    failing_calls_stall(false);
    on.step = 11; // the last sizes are the same at each moment
    on.busy = false;
    change(&on);
    read_back(&on, out);
    // All that was replaced on the way is freed: one more change leaves no more than there was.
    char kinds[512];
    change(&on);
    render_device_wait_idle(on.it.device);
    const int64_t live = failing_calls_live_objects(kinds, sizeof kinds);
    const uint64_t bytes = failing_calls_allocated();
    change(&on);
    render_device_wait_idle(on.it.device);
    assert_true(failing_calls_live_objects(kinds, sizeof kinds) <= live);
    assert_true(failing_calls_allocated() <= bytes);
    render_target_destroy(on.target);
    world_end_clean(&on.it);
    free_board(&on.from);
}

static void test_resizes(void **state)
{
    (void)state;
    static picture quiet, busy;
    for (moment when = 0; when < MOMENTS; when++) {
        failing_calls_reset();
        failing_heap_reset();
        run(when, false, &quiet);
        run(when, true, &busy);
        assert_in_range(quiet.colors, 200, UINT32_MAX);
        assert_memory_equal(&quiet, &busy, sizeof quiet);
    }
}

int main(void)
{
    if (!world_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_resizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
