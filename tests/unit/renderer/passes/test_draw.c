// Pictures: the right colours at the right places, after updates, resizes and deletions.
#include "fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 64 };

typedef struct picture {
    uint8_t rgba[SIZE * SIZE * 4];
} picture;

static void draw(fixture *it, const render_frame *frame, picture *out)
{
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw(target, it->scene, frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, out->rgba, sizeof out->rgba, NULL, NULL), RENDER_OK);
    render_target_destroy(target);
}

static const uint8_t *pixel(const picture *it, int x, int y)
{
    return it->rgba + 4 * (SIZE * y + x);
}

static bool is_background(const picture *it, int x, int y)
{
    const uint8_t *p = pixel(it, x, y);
    return p[0] < 80 && p[1] < 90 && p[2] < 100 && abs(p[0] - p[1]) < 20;
}

static uint32_t largest_difference(const picture *a, const picture *b, uint32_t *count)
{
    uint32_t largest = 0;
    *count = 0;
    for (int i = 0; i < SIZE * SIZE * 4; i++) {
        uint32_t difference = (uint32_t)abs(a->rgba[i] - b->rgba[i]);
        largest = difference > largest ? difference : largest;
        *count += difference > 2;
    }
    return largest;
}

static void test_triangle(void **state)
{
    fixture *it = *state;
    const float positions[] = {-1, -1, 0, 1, -1, 0, -1, 1, 0};
    const uint32_t indices[] = {0, 1, 2};
    const render_submesh submesh = {.triangle_count = 1, .material = fixture_material(it->scene, 0.8f, 0.02f, 0.02f)};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 3,
                                   .indices = indices,
                                   .index_count = 3,
                                   .submeshes = &submesh,
                                   .submesh_count = 1};
    render_mesh mesh;
    assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), RENDER_OK);
    render_object object = fixture_object(mesh, 0, 0, 0);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    picture out;
    draw(it, &frame, &out);
    // The triangle covers pixels with 16 <= x, y < 48 on and below the diagonal from the top left.
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            bool inside = x >= 16 && y < 48 && x < y;
            bool edge = x >= 16 && y < 48 && x == y;
            if (inside)
                assert_true(pixel(&out, x, y)[0] > 120 && pixel(&out, x, y)[1] < 90);
            else if (!edge)
                assert_true(is_background(&out, x, y));
            assert_int_equal(pixel(&out, x, y)[3], 255);
        }
    }
    // On the diagonal about half of the samples are covered.
    assert_in_range(pixel(&out, 32, 32)[0], 90, pixel(&out, 20, 40)[0] - 10);
}

static void test_material_and_vertex_color(void **state)
{
    fixture *it = *state;
    // Unlit would be 188 for 0.5; lit, the order of channels must stay: red over green over blue.
    render_object object =
        fixture_object(fixture_quad(it->scene, fixture_material(it->scene, 0.6f, 0.3f, 0.1f)), 0, 0, 0);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    picture out;
    draw(it, &frame, &out);
    const uint8_t *p = pixel(&out, 32, 32);
    assert_true(p[0] > p[1] + 20 && p[1] > p[2] + 20);
}

// A texture of four colours: which way up it is, and that its colours are sRGB.
static void test_texture(void **state)
{
    fixture *it = *state;
    uint8_t texels[16 * 16 * 4];
    for (int y = 0; y < 16; y++) {
        for (int x = 0; x < 16; x++) {
            const uint8_t texel[4] = {x < 8 ? 230 : 20, y < 8 ? 230 : 20, 20, 255};
            memcpy(texels + 4 * (16 * y + x), texel, 4);
        }
    }
    const render_texture_desc desc = {.name = "four", .width = 16, .height = 16, .rgba = texels};
    render_material_desc material = {
        .base_color = {1, 1, 1, 1}, .uv_transform = {1, 0, 0, 0, 1, 0}, .roughness = 1.0f, .wrap_u = RENDER_WRAP_CLAMP};
    render_material handle;
    assert_int_equal(render_texture_create(it->scene, &desc, &material.base_color_texture), RENDER_OK);
    assert_int_equal(render_material_create(it->scene, &material, &handle), RENDER_OK);
    // A material keeps its texture.
    render_texture_destroy(it->scene, material.base_color_texture);
    render_texture_destroy(it->scene, material.base_color_texture);
    render_object object = fixture_object(fixture_quad(it->scene, handle), 0, 0, 0);
    fixture_scale(&object, 3, 3, 1);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    picture out;
    draw(it, &frame, &out);
    const int x[2] = {16, 48}, y[2] = {16, 48};
    for (int j = 0; j < 2; j++) {
        for (int i = 0; i < 2; i++) {
            assert_true((pixel(&out, x[i], y[j])[0] > 130) == (i == 0));
            assert_true((pixel(&out, x[i], y[j])[1] > 130) == (j == 0));
        }
    }
    assert_int_equal(render_material_create(it->scene, &material, &handle), RENDER_ERROR_INVALID_ARGUMENT);
}

static void test_far_from_origin(void **state)
{
    fixture *it = *state;
    picture near_picture, far_picture;
    render_object object = fixture_object(fixture_sphere(it->scene, 0, 12, true), 0.1, 0.2, -0.3);
    render_frame frame = fixture_front_view();
    fixture_set(it, 0, &object);
    draw(it, &frame, &near_picture);
    const double offset[3] = {1e7, -3e6, 2e7};
    for (int i = 0; i < 3; i++) {
        object.origin[i] += offset[i];
        frame.eye[i] += offset[i];
    }
    fixture_set(it, 0, &object);
    draw(it, &frame, &far_picture);
    uint32_t count;
    assert_false(is_background(&far_picture, 32, 32));
    assert_true(largest_difference(&near_picture, &far_picture, &count) <= 40);
    assert_true(count < 40);
    // A guard: a centimetre is seen.
    object.origin[0] += 0.03;
    fixture_set(it, 0, &object);
    draw(it, &frame, &far_picture);
    largest_difference(&near_picture, &far_picture, &count);
    assert_true(count > 40);
}

static void test_update_between_frames(void **state)
{
    fixture *it = *state;
    enum { FRAMES = 6 };
    render_mesh quad = fixture_quad(it->scene, 0);
    render_frame frame = fixture_front_view();
    render_target *targets[FRAMES];
    // No waiting between the draws: each must see the object where it was then.
    for (int i = 0; i < FRAMES; i++) {
        assert_int_equal(render_target_create(it->device, SIZE, SIZE, &targets[i]), RENDER_OK);
        render_object object = fixture_object(quad, -1.5 + 0.5 * i, 0, 0);
        fixture_scale(&object, 0.5f, 0.5f, 1);
        fixture_set(it, 3, &object);
        assert_int_equal(render_target_draw(targets[i], it->scene, &frame), RENDER_OK);
    }
    for (int i = 0; i < FRAMES; i++) {
        picture out;
        uint32_t width, height;
        assert_int_equal(render_target_read_color(targets[i], out.rgba, sizeof out.rgba, &width, &height), RENDER_OK);
        assert_int_equal(width, SIZE);
        assert_int_equal(height, SIZE);
        for (int j = 0; j < FRAMES; j++)
            assert_int_equal(is_background(&out, 8 + 8 * j, 32), j != i);
        render_target_destroy(targets[i]);
    }
}

static void test_delete_in_flight(void **state)
{
    fixture *it = *state;
    render_frame frame = fixture_front_view();
    picture out;
    for (int i = 0; i < 8; i++) {
        render_target *target;
        render_material material = fixture_material(it->scene, 0.7f, 0.1f, 0.1f);
        render_mesh quad = fixture_quad(it->scene, material);
        render_object object = fixture_object(quad, 0, 0, 0);
        fixture_set(it, 0, &object);
        assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
        assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
        render_mesh_destroy(it->scene, quad);
        render_material_destroy(it->scene, material);
        if (i % 2) {
            assert_int_equal(render_target_read_color(target, out.rgba, sizeof out.rgba, NULL, NULL), RENDER_OK);
            assert_false(is_background(&out, 32, 32));
        }
        // The slot still names the mesh that is gone: nothing is drawn.
        assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
        assert_int_equal(render_target_read_color(target, out.rgba, sizeof out.rgba, NULL, NULL), RENDER_OK);
        assert_true(is_background(&out, 32, 32));
        render_target_destroy(target);
    }
}

static void test_destroyed_material_falls_back(void **state)
{
    fixture *it = *state;
    render_material material = fixture_material(it->scene, 0.8f, 0.02f, 0.02f);
    render_object object = fixture_object(fixture_quad(it->scene, material), 0, 0, 0);
    fixture_set(it, 0, &object);
    render_material_destroy(it->scene, material);
    render_frame frame = fixture_front_view();
    picture out;
    draw(it, &frame, &out);
    const uint8_t *p = pixel(&out, 32, 32);
    assert_true(abs(p[0] - p[1]) < 30 && p[0] > 100);
}

// Meshes that share triangles have materials of their own, and outlive each other in any order.
static void test_shared_triangles(void **state)
{
    fixture *it = *state;
    const render_mesh lender = fixture_quad(it->scene, fixture_material(it->scene, 0.8f, 0.02f, 0.02f));
    const render_submesh halves[2] = {{0, 1, fixture_material(it->scene, 0.02f, 0.8f, 0.02f)},
                                      {1, 1, fixture_material(it->scene, 0.02f, 0.02f, 0.8f)}};
    render_mesh shared = 7, other = 7;
    render_frame frame = fixture_front_view();
    picture out;
    // Refused: no such mesh, and submeshes that do not cover it.
    assert_int_equal(render_mesh_share(it->scene, 12345, halves, 2, &shared), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(shared, 0);
    assert_int_equal(render_mesh_share(it->scene, lender, halves, 1, &shared), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_mesh_share(NULL, lender, halves, 2, &shared), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_mesh_share(it->scene, lender, halves, 2, &shared), RENDER_OK);
    assert_int_equal(render_mesh_share(it->scene, shared, &(render_submesh){0, 2, 0}, 1, &other), RENDER_OK);
    render_object object = fixture_object(shared, 0, 0, 0);
    fixture_set(it, 0, &object);
    draw(it, &frame, &out);
    // The lower right half is green, the upper left blue.
    assert_true(pixel(&out, 36, 36)[1] > 100 && pixel(&out, 36, 36)[2] < 90);
    assert_true(pixel(&out, 28, 28)[2] > 100 && pixel(&out, 28, 28)[1] < 90);
    render_mesh_destroy(it->scene, lender);
    const render_mesh later = fixture_quad(it->scene, 0); // does not take its place
    draw(it, &frame, &out);
    assert_true(pixel(&out, 36, 36)[1] > 100 && pixel(&out, 28, 28)[2] > 100);
    render_mesh_destroy(it->scene, shared);
    object = fixture_object(other, 0, 0, 0);
    fixture_set(it, 0, &object);
    draw(it, &frame, &out);
    assert_true(abs(pixel(&out, 32, 32)[0] - pixel(&out, 32, 32)[1]) < 30 && pixel(&out, 32, 32)[0] > 100);
    render_mesh_destroy(it->scene, other);
    draw(it, &frame, &out);
    assert_true(is_background(&out, 32, 32));
    render_mesh_destroy(it->scene, later);
}

static void test_sizes(void **state)
{
    fixture *it = *state;
    static uint8_t pixels[300 * 200 * 4];
    static const uint32_t sizes[][2] = {{1, 1}, {300, 7}, {3, 200}, {64, 64}, {129, 65}, {2, 3}, {300, 200}};
    render_object object = fixture_object(fixture_quad(it->scene, 0), 0, 0, 0);
    object.flags = RENDER_OBJECT_SELECTED;
    fixture_scale(&object, 9, 3.9f, 1);
    fixture_set(it, 0, &object);
    render_target *targets[7];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 7; i++) {
            render_frame frame =
                fixture_look(FIXTURE_EYE, FIXTURE_TARGET, 1.57079633f, (float)sizes[i][0] / (float)sizes[i][1]);
            if (round == 0)
                assert_int_equal(render_target_create(it->device, sizes[i][0], sizes[i][1], &targets[i]), RENDER_OK);
            assert_int_equal(render_target_draw(targets[i], it->scene, &frame), RENDER_OK);
        }
        for (int i = 6; i >= 0; i--) {
            uint32_t width, height;
            assert_int_equal(render_target_read_color(targets[i], pixels, sizeof pixels, &width, &height), RENDER_OK);
            assert_int_equal(width, sizes[i][0]);
            assert_int_equal(height, sizes[i][1]);
            assert_true(pixels[4 * (height / 2 * width + width / 2)] > 100);
        }
    }
    for (int i = 0; i < 7; i++)
        render_target_destroy(targets[i]);
}

// A viewport in a corner: the rest of the target stays empty, and a negative height turns the picture over.
static void test_viewport(void **state)
{
    fixture *it = *state;
    render_object object = fixture_object(fixture_quad(it->scene, 0), 0, 0.5, 0);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    picture out;
    frame.viewport = (render_rect){32, 0, 32, 32};
    draw(it, &frame, &out);
    assert_false(is_background(&out, 48, 12));
    assert_true(is_background(&out, 48, 20));
    assert_true(is_background(&out, 16, 16));
    // Flipped twice, by the viewport and by a projection that has y up: the same picture.
    picture flipped;
    frame.viewport = (render_rect){32, 32, 32, -32};
    frame.projection[5] = -frame.projection[5];
    draw(it, &frame, &flipped);
    uint32_t count;
    assert_true(largest_difference(&out, &flipped, &count) <= 60);
    assert_false(is_background(&flipped, 48, 12));
}

// Alpha: half of what is behind shows through, and the order of drawing does not matter.
static void test_translucent(void **state)
{
    fixture *it = *state;
    render_material_desc glass = {.base_color = {0.0f, 0.0f, 0.6f, 0.5f},
                                  .uv_transform = {1, 0, 0, 0, 1, 0},
                                  .alpha_mode = RENDER_ALPHA_BLEND,
                                  .roughness = 1};
    render_material material;
    assert_int_equal(render_material_create(it->scene, &glass, &material), RENDER_OK);
    render_mesh quad = fixture_quad(it->scene, fixture_material(it->scene, 0.8f, 0.02f, 0.02f));
    render_object behind = fixture_object(quad, 0, 0, -0.5);
    render_object front = fixture_object(fixture_quad(it->scene, material), 0, 0, 0);
    fixture_scale(&behind, 2, 2, 1);
    render_frame frame = fixture_front_view();
    picture first, second;
    fixture_set(it, 0, &behind);
    fixture_set(it, 1, &front);
    draw(it, &frame, &first);
    fixture_set(it, 0, &front);
    fixture_set(it, 1, &behind);
    draw(it, &frame, &second);
    uint32_t count;
    assert_int_equal(largest_difference(&first, &second, &count), 0);
    assert_true(pixel(&first, 32, 32)[2] > 60);
    assert_in_range(pixel(&first, 32, 32)[0], 60, pixel(&first, 22, 32)[0] - 30);
}

static void test_marks(void **state)
{
    fixture *it = *state;
    render_object object = fixture_object(fixture_quad(it->scene, 0), 0, 0, 0);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    picture plain, out;
    uint32_t count;
    draw(it, &frame, &plain);
    // The quad covers 24 to 40: the outline lies outside, two pixels wide and orange.
    assert_int_equal(render_scene_set_flags(it->scene, 0, RENDER_OBJECT_SELECTED), RENDER_OK);
    draw(it, &frame, &out);
    assert_true(pixel(&out, 22, 32)[0] > 180 && pixel(&out, 22, 32)[2] < 100);
    assert_true(pixel(&out, 41, 32)[0] > 180 && pixel(&out, 41, 32)[2] < 100);
    assert_true(is_background(&out, 18, 32) && is_background(&out, 46, 32));
    assert_memory_equal(pixel(&out, 32, 32), pixel(&plain, 32, 32), 4);
    // Active and hovered have colours of their own; neither changes the inside.
    picture active;
    assert_int_equal(render_scene_set_flags(it->scene, 0, RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE), RENDER_OK);
    draw(it, &frame, &active);
    assert_true(pixel(&active, 22, 32)[1] > pixel(&out, 22, 32)[1] + 20);
    assert_int_equal(render_scene_set_flags(it->scene, 0, RENDER_OBJECT_HOVERED), RENDER_OK);
    draw(it, &frame, &out);
    assert_memory_equal(pixel(&out, 32, 32), pixel(&plain, 32, 32), 4);
    assert_true(pixel(&out, 22, 32)[2] > 150 && pixel(&out, 22, 32)[0] < pixel(&out, 22, 32)[2] - 50);
    assert_int_equal(render_scene_set_flags(it->scene, 0, 0), RENDER_OK);
    draw(it, &frame, &out);
    assert_int_equal(largest_difference(&plain, &out, &count), 0);
    assert_int_equal(render_scene_set_flags(it->scene, 0, RENDER_OBJECT_HIDDEN | RENDER_OBJECT_SELECTED), RENDER_OK);
    draw(it, &frame, &out);
    assert_true(is_background(&out, 32, 32) && is_background(&out, 22, 32));
}

// A hovered object that covers the view is outlined along the border, and keeps its colour.
static void test_hover_of_all(void **state)
{
    fixture *it = *state;
    render_object object = fixture_object(fixture_quad(it->scene, 0), 0, 0, 0);
    fixture_scale(&object, 20, 20, 1);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    picture plain, out;
    draw(it, &frame, &plain);
    assert_int_equal(render_scene_set_flags(it->scene, 0, RENDER_OBJECT_HOVERED), RENDER_OK);
    draw(it, &frame, &out);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const int away = (int)fmin(fmin(x, y), fmin(SIZE - 1 - x, SIZE - 1 - y));
            const uint8_t *is = pixel(&out, x, y);
            if (away >= 4)
                assert_memory_equal(is, pixel(&plain, x, y), 4);
            else if (away < 2)
                assert_true(is[2] > 240 && is[0] < 170);
        }
    }
}

// Edges darken a sample once, however many there are: a dense mesh is tinted, and not black.
static void test_dense_wireframe(void **state)
{
    fixture *it = *state;
    render_object object = fixture_object(fixture_sphere(it->scene, 0, 160, true), 0, 0, 0);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    picture plain, out;
    draw(it, &frame, &plain);
    frame.wireframe = true;
    draw(it, &frame, &out);
    uint32_t darker = 0, count = 0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            if (is_background(&plain, x, y))
                continue;
            const uint8_t *is = pixel(&out, x, y), *was = pixel(&plain, x, y);
            count++;
            darker += is[1] + 20 < was[1];
            assert_true(is[1] > was[1] * 6 / 10);
            assert_int_equal(is[3], 255);
        }
    }
    const bool edges = render_device_features(it->device) & RENDER_FEATURE_FILL_MODES;
    assert_true(count > 100 && (edges ? darker > count / 2 : darker == 0));
}

// The line keeps its width around corners, and its rim ends where it should: the distance of two passes is Euclid's.
static void test_outline_is_round(void **state)
{
    fixture *it = *state;
    render_object object = fixture_object(fixture_quad(it->scene, 0), 0, 0, 0);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    const render_overlay overlay = {.scale = 3.0f};
    frame.overlay = &overlay;
    const double width = 6.0, rim = 8.25;
    picture plain, out;
    draw(it, &frame, &plain);
    assert_int_equal(render_scene_set_flags(it->scene, 0, RENDER_OBJECT_SELECTED), RENDER_OK);
    draw(it, &frame, &out);
    uint32_t counts[3] = {0};
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const int dx = x < 24 ? 24 - x : x > 39 ? x - 39 : 0, dy = y < 24 ? 24 - y : y > 39 ? y - 39 : 0;
            const double distance = hypot(dx, dy);
            const uint8_t *is = pixel(&out, x, y), *was = pixel(&plain, x, y);
            if (distance == 0.0 || distance >= rim + 0.5) { // inside, or beyond
                assert_memory_equal(is, was, 4);
                counts[0]++;
            } else if (distance <= width - 0.5) {
                assert_memory_equal(is, pixel(&out, 21, 32), 4);
                counts[1]++;
            } else if (distance >= width + 0.5) {
                assert_true(is[0] <= was[0] && is[1] <= was[1] && is[2] <= was[2]);
                counts[2]++;
            }
        }
    }
    assert_true(counts[0] > 1000 && counts[1] > 300 && counts[2] > 50);
}

// What something hides is outlined through it, more faintly.
static void test_outline_through_occluder(void **state)
{
    fixture *it = *state;
    render_mesh quad = fixture_quad(it->scene, fixture_material(it->scene, 0.02f, 0.02f, 0.02f));
    render_object object = fixture_object(quad, 0, 0, 0), wall = fixture_object(quad, -0.75, 0, 0.4);
    object.flags = RENDER_OBJECT_SELECTED;
    wall.linear[4] = 4;
    fixture_set(it, 0, &object);
    fixture_set(it, 1, &wall);
    render_frame frame = fixture_front_view();
    picture out;
    draw(it, &frame, &out);
    uint8_t open = pixel(&out, 41, 32)[0], behind = pixel(&out, 22, 32)[0];
    assert_true(open > 180);
    assert_in_range(behind, 60, open - 40);
}

static void test_lines_and_overlay(void **state)
{
    fixture *it = *state;
    render_object object = fixture_object(fixture_quad(it->scene, 0), 0, 0, 0);
    fixture_set(it, 0, &object);
    // From (-1, 0) to (1, 0): on top; and at y = 1/4 behind the quad; one crosses the near plane and lies elsewhere.
    const render_line lines[] = {{{-1, 0, -0.5}, {1, 0, -0.5}, 0xff0000ff, 2, true},
                                 {{-1, 0.25, -0.01}, {1, 0.25, -0.01}, 0xff00ff00, 2, false},
                                 {{1, 1.5, -1}, {1, 1.5, 30}, 0xff00ffff, 3, false},
                                 {{0, 0, 5}, {0, 0, 9}, 0xffffffff, 30, true}};
    const render_overlay_vertex vertices[] = {
        {0, 0, 0, 0, 0xff204060}, {8, 0, 0, 0, 0xff204060}, {8, 8, 0, 0, 0xff204060}, {0, 8, 0, 0, 0xff204060}};
    const uint16_t indices[] = {0, 1, 2, 0, 2, 3};
    const render_overlay_command commands[] = {{{0, 0, 64, 64}, 0, 0, 6, 0}, {{20, 20, 10, 10}, 0, 0, 6, 0}};
    render_overlay overlay = {vertices, 4, indices, 6, commands, 2, 0};
    render_frame frame = fixture_front_view();
    frame.lines = lines;
    frame.line_count = 4;
    frame.overlay = &overlay;
    picture out;
    draw(it, &frame, &out);
    assert_true(pixel(&out, 32, 31)[0] > 200 && pixel(&out, 32, 31)[1] < 60);
    assert_true(pixel(&out, 20, 28)[1] > 200 && pixel(&out, 20, 28)[0] < 60);
    assert_true(pixel(&out, 32, 28)[0] > 90);
    assert_true(is_background(&out, 12, 50));
    // The overlay's bytes arrive as they are.
    const uint8_t expected[4] = {0x60, 0x40, 0x20, 0xff};
    assert_memory_equal(pixel(&out, 4, 4), expected, 4);
    assert_true(is_background(&out, 9, 4));
    overlay.scale = 2;
    draw(it, &frame, &out);
    assert_memory_equal(pixel(&out, 14, 4), expected, 4);
    // A command that reaches past the lists is refused.
    const render_overlay_command wrong[] = {{{0, 0, 64, 64}, 0, 3, 6, 0}};
    overlay.commands = wrong;
    overlay.command_count = 1;
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_ERROR_INVALID_ARGUMENT);
    overlay.command_count = 0;
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    render_target_destroy(target);
}

// A frame that fails has uploaded what it was to show: the next one uploads the same rows again.
static void test_failed_frame(void **state)
{
    fixture *it = *state;
    const render_mesh quad = fixture_quad(it->scene, 0);
    const render_overlay_command wrong = {.index_count = 3};
    const render_overlay_vertex vertex = {0};
    const uint16_t index = 0;
    const render_overlay overlay = {&vertex, 1, &index, 1, &wrong, 1, 1.0f};
    render_frame frame = fixture_front_view();
    render_target *target;
    picture out;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    for (int step = 0; step < 4; step++) {
        const render_object object = fixture_object(quad, step - 1, 0, 0);
        fixture_set(it, 0, &object);
        frame.overlay = step == 0 || step == 3 ? NULL : &overlay;
        assert_int_equal(render_target_draw(target, it->scene, &frame),
                         frame.overlay == NULL ? RENDER_OK : RENDER_ERROR_INVALID_ARGUMENT);
    }
    const render_object object = fixture_object(quad, 1, 0, 0);
    fixture_set(it, 0, &object);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, out.rgba, sizeof out.rgba, NULL, NULL), RENDER_OK);
    assert_true(is_background(&out, 32, 32));
    assert_false(is_background(&out, 48, 32));
    render_target_destroy(target);
}

static void test_modes(void **state)
{
    fixture *it = *state;
    render_object object = fixture_object(fixture_sphere(it->scene, 0, 6, false), 0, 0, 0);
    fixture_scale(&object, 2, 2, 2);
    fixture_set(it, 0, &object);
    const double above[3] = {1, 3, 4};
    render_frame frames[4] = {
        fixture_look(above, FIXTURE_TARGET, 0.8f, 1), fixture_look(above, FIXTURE_TARGET, 0.8f, 1),
        fixture_look_orthographic(above, FIXTURE_TARGET, 4, 1), fixture_look(above, FIXTURE_TARGET, 0.8f, 1)};
    frames[1].grid = frames[2].grid = frames[3].wireframe = true;
    picture out[4];
    bool edges = render_device_features(it->device) & RENDER_FEATURE_FILL_MODES;
    for (int i = 0; i < 4; i++) {
        uint32_t count;
        draw(it, &frames[i], &out[i]);
        assert_false(is_background(&out[i], 32, 32));
        largest_difference(&out[0], &out[i], &count);
        assert_true((count > 50) == (i == 3 ? edges : i > 0));
    }
    // The sky has no grid: a view upwards.
    const double up[3] = {1, 9, 1};
    render_frame sky = fixture_look(above, up, 0.8f, 1);
    draw(it, &sky, &out[0]);
    sky.grid = true;
    draw(it, &sky, &out[1]);
    assert_memory_equal(&out[0], &out[1], sizeof out[0]);
}

static void test_invalid(void **state)
{
    fixture *it = *state;
    render_target *target = (render_target *)it;
    picture out;
    render_frame frame = fixture_front_view();
    assert_int_equal(render_target_create(it->device, 0, 4, &target), RENDER_ERROR_INVALID_ARGUMENT);
    assert_null(target);
    assert_int_equal(render_target_create(it->device, 1u << 30, 4, &target), RENDER_ERROR_INVALID_ARGUMENT);
    assert_true(strlen(render_device_last_error(it->device)) > 0);
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_read_color(target, out.rgba, sizeof out.rgba, NULL, NULL),
                     RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_target_draw(target, NULL, &frame), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_target_draw(target, it->scene, NULL), RENDER_ERROR_INVALID_ARGUMENT);
    frame.projection[3] = NAN;
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_ERROR_INVALID_ARGUMENT);
    frame = fixture_front_view();
    frame.viewport = (render_rect){0, 0, 1e9f, 5};
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_ERROR_INVALID_ARGUMENT);
    frame.viewport = (render_rect){-500, -500, 20, 20};
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, out.rgba, sizeof out.rgba - 1, NULL, NULL),
                     RENDER_ERROR_INVALID_ARGUMENT);
    render_target_destroy(target);
    render_target_destroy(NULL);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_triangle),
        FIXTURE_TEST(test_material_and_vertex_color),
        FIXTURE_TEST(test_texture),
        FIXTURE_TEST(test_far_from_origin),
        FIXTURE_TEST(test_update_between_frames),
        FIXTURE_TEST(test_delete_in_flight),
        FIXTURE_TEST(test_destroyed_material_falls_back),
        FIXTURE_TEST(test_shared_triangles),
        FIXTURE_TEST(test_sizes),
        FIXTURE_TEST(test_viewport),
        FIXTURE_TEST(test_translucent),
        FIXTURE_TEST(test_marks),
        FIXTURE_TEST(test_hover_of_all),
        FIXTURE_TEST(test_dense_wireframe),
        FIXTURE_TEST(test_outline_is_round),
        FIXTURE_TEST(test_outline_through_occluder),
        FIXTURE_TEST(test_lines_and_overlay),
        FIXTURE_TEST(test_failed_frame),
        FIXTURE_TEST(test_modes),
        FIXTURE_TEST(test_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}
