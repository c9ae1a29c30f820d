// What is uploaded a part at a time looks like what is uploaded at once: points, lines, textures. Sharing points.
#include "effort.h"
#include "fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SIZE = 64,
    MOST_POSITIONS = 5000,
    LENGTH = 7,
    MOST_CHAINS = MOST_POSITIONS / LENGTH + 1,
    WIDTH = 100,
    HEIGHT = 37
};

static const float AWAY = 40; // sideways, object space: a box that was never found lies outside of the view

typedef struct cloud {
    float positions[3 * MOST_POSITIONS], colors[4 * MOST_POSITIONS];
    uint32_t counts[MOST_CHAINS];
} cloud;

typedef struct picture {
    uint8_t pixels[SIZE * SIZE * 4];
    render_pixel_id ids[SIZE * SIZE];
} picture;

// Positions of the largest budgets but one.
static uint32_t large_count(void)
{
    return test_effort(512, 2048);
}

// More than these have room for.
static uint32_t position_count(void)
{
    return test_effort(703, MOST_POSITIONS);
}

// Pixels that a cloud covers at the least.
static uint32_t least_covered(void)
{
    return test_effort(70, 200);
}

static uint32_t chain_count(void)
{
    return position_count() / LENGTH + 1;
}

static float next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / (float)(1 << 24);
}

// Chains of LENGTH positions, which no part ends with; one position in a hundred is not finite. Those of a chain lie
// near each other: long lines over each other would take most of the test's time.
static void fill(cloud *out)
{
    uint32_t state = 12345, left = position_count();
    float start[3] = {0, 0, 0};
    for (uint32_t i = 0; i < position_count(); i++) {
        for (uint32_t k = 0; k < 3; k++) {
            if (i % LENGTH == 0)
                start[k] = (k < 2 ? AWAY : 0) + 2 * next(&state) - 1;
            out->positions[3 * i + k] = start[k] + 0.6f * (next(&state) - 0.5f);
        }
        for (uint32_t k = 0; k < 4; k++)
            out->colors[4 * i + k] = next(&state);
        if (i % 100 == 50)
            out->positions[3 * i + 1] = NAN;
    }
    for (uint32_t i = 0; i < chain_count(); i++) {
        out->counts[i] = left < LENGTH ? left : (uint32_t)LENGTH;
        left -= out->counts[i];
    }
}

static render_thin_desc describe_cloud(const cloud *from, bool lines, bool colors)
{
    return (render_thin_desc){.kind = lines ? RENDER_THIN_LINES : RENDER_THIN_POINTS,
                              .positions = from->positions,
                              .colors = colors ? from->colors : NULL,
                              .position_count = position_count(),
                              .counts = from->counts,
                              .chain_count = chain_count(),
                              .radius = 0.01};
}

static void draw_all(fixture *it, picture *out)
{
    render_target *target;
    const render_frame frame = fixture_front_view();
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, out->pixels, sizeof out->pixels, NULL, NULL), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, &frame, out->ids, SIZE * SIZE), RENDER_OK);
    render_target_destroy(target);
}

static void draw_mesh(fixture *it, render_mesh mesh, picture *out)
{
    const render_object object = fixture_object(mesh, -(double)AWAY, -(double)AWAY, 0);
    fixture_set(it, 0, &object);
    draw_all(it, out);
}

static uint32_t count_covered(const picture *it)
{
    uint32_t count = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        count += it->ids[i].object != 0;
    return count;
}

static void assert_same_picture(const picture *a, const picture *b)
{
    assert_memory_equal(a->pixels, b->pixels, sizeof a->pixels);
    assert_memory_equal(a->ids, b->ids, sizeof a->ids);
}

static uint64_t uploaded(const fixture *it)
{
    render_stats stats;
    render_device_get_stats(it->device, &stats);
    return stats.upload_bytes;
}

// In steps of `bytes`, with a picture of the rest of the scene after some of them. Returns the number of steps.
static uint32_t upload_cloud(fixture *it, const render_thin_desc *desc, uint64_t bytes, render_mesh *out)
{
    static picture between;
    render_mesh_upload *upload = NULL;
    uint32_t steps = 0;
    render_result result = RENDER_PENDING;
    assert_int_equal(render_thin_upload_begin(it->scene, desc, &upload), RENDER_OK);
    for (; result == RENDER_PENDING; steps++) {
        const uint64_t before = uploaded(it);
        result = render_mesh_upload_step(upload, bytes, out);
        assert_true(bytes > 1u << 30 || uploaded(it) - before <= bytes + 24 + 24 + 12); // an element, and the end
        assert_int_equal(*out != 0, result == RENDER_OK);
        if (steps % 1000 == 1)
            draw_all(it, &between);
    }
    assert_int_equal(result, RENDER_OK);
    return steps;
}

static void test_points_and_lines_in_parts(void **state)
{
    const uint64_t budgets[] = {1, 24 * 7 + 5, 24 * large_count(), 24 * (large_count() + 1), UINT64_MAX};
    static cloud from;
    static picture whole, parts;
    fixture *it = *state;
    fill(&from);
    const size_t step = test_effort(2, 1);
    for (int form = 0; form < 4; form++) {
        const render_thin_desc desc = describe_cloud(&from, form & 1, form & 2);
        const uint64_t bytes = form & 2 ? 40 : 24;
        render_mesh mesh;
        assert_int_equal(render_thin_create(it->scene, &desc, &mesh), RENDER_OK);
        draw_mesh(it, mesh, &whole);
        assert_true(count_covered(&whole) > least_covered());
        render_mesh_destroy(it->scene, mesh);
        for (size_t i = (size_t)form % step; i < sizeof budgets / sizeof budgets[0]; i += step) {
            const uint64_t most = budgets[i] / bytes > 0 ? budgets[i] / bytes : 1;
            const uint64_t expected = most > position_count() ? 1 : (position_count() + most - 1) / most;
            assert_int_equal(upload_cloud(it, &desc, budgets[i], &mesh), expected);
            draw_mesh(it, mesh, &parts);
            assert_same_picture(&whole, &parts);
            render_mesh_destroy(it->scene, mesh);
        }
    }
}

// What is given up leaves its memory to others, also where its copies wait for the next picture.
static void test_points_given_up(void **state)
{
    static cloud from;
    static picture whole, after;
    fixture *it = *state;
    render_mesh_upload *upload = NULL;
    render_mesh mesh, none = 5;
    fill(&from);
    const render_thin_desc desc = describe_cloud(&from, false, true);
    assert_int_equal(render_thin_create(it->scene, &desc, &mesh), RENDER_OK);
    draw_mesh(it, mesh, &whole);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(render_thin_upload_begin(it->scene, &desc, &upload), RENDER_OK);
        for (int k = 0; k < i; k++)
            assert_int_equal(render_mesh_upload_step(upload, 1000, &none), RENDER_PENDING);
        render_mesh_upload_abandon(upload);
        draw_all(it, &after);
        assert_same_picture(&whole, &after);
    }
    assert_int_equal(none, 0);
}

static void test_points_are_shared(void **state)
{
    static cloud from;
    static picture whole, shared;
    fixture *it = *state;
    fill(&from);
    render_thin_desc desc = describe_cloud(&from, true, false);
    const render_material red = fixture_material(it->scene, 1, 0, 0);
    const render_submesh submesh = {.triangle_count = 1};
    const double wide = 2 * desc.radius;
    render_mesh lender, borrower, painted;
    assert_int_equal(render_thin_create(it->scene, &desc, &lender), RENDER_OK);
    assert_int_equal(render_mesh_share(it->scene, lender, &submesh, 1, &borrower), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(borrower, 0);
    assert_int_equal(render_thin_share(it->scene, lender, -1, desc.unit, red, &borrower),
                     RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_thin_share(it->scene, 12345, wide, desc.unit, red, &borrower),
                     RENDER_ERROR_INVALID_ARGUMENT);
    const uint64_t before = uploaded(it);
    assert_int_equal(render_thin_share(it->scene, lender, wide, desc.unit, red, &borrower), RENDER_OK);
    assert_int_equal(uploaded(it), before);
    render_mesh_destroy(it->scene, lender);
    draw_mesh(it, borrower, &shared);
    desc.material = red;
    desc.radius = wide;
    assert_int_equal(render_thin_create(it->scene, &desc, &painted), RENDER_OK);
    draw_mesh(it, painted, &whole);
    assert_true(count_covered(&whole) > least_covered());
    assert_same_picture(&whole, &shared);
}

// --- textures ---

// Quads that show it smaller than it is, and larger.
static void draw_texture(fixture *it, render_texture texture, picture *out)
{
    const render_material_desc desc = {
        .base_color = {1, 1, 1, 1}, .base_color_texture = texture, .uv_transform = {1, 0, 0, 0, 1, 0}, .unlit = true};
    render_material material;
    assert_int_equal(render_material_create(it->scene, &desc, &material), RENDER_OK);
    const render_mesh quad = fixture_quad(it->scene, material);
    for (uint32_t i = 0; i < 3; i++) {
        const float size = i == 0 ? 0.3f : i == 1 ? 1 : 8;
        render_object object = fixture_object(quad, i == 0 ? -1 : 1, i == 2 ? -5 : 0.5, 0);
        fixture_scale(&object, size, size, 1);
        fixture_set(it, i, &object);
    }
    draw_all(it, out);
    render_mesh_destroy(it->scene, quad);
    render_material_destroy(it->scene, material);
    render_texture_destroy(it->scene, texture);
}

static void test_textures_in_parts(void **state)
{
    static const uint64_t budgets[] = {1, 4 * WIDTH, 4 * WIDTH * 5 + 3, 4 * WIDTH * HEIGHT, UINT64_MAX};
    static const uint32_t steps[] = {HEIGHT, HEIGHT, (HEIGHT + 4) / 5, 1, 1};
    static uint8_t texels[4 * WIDTH * HEIGHT];
    static picture whole, parts, between;
    fixture *it = *state;
    uint32_t random = 99;
    for (size_t i = 0; i < sizeof texels; i++)
        texels[i] = i % 4 == 3 ? 255 : (uint8_t)(255 * next(&random));
    for (int data = 0; data < 2; data++) {
        const render_texture_desc desc = {
            .name = "noise", .width = WIDTH, .height = HEIGHT, .rgba = texels, .data = data};
        render_texture texture;
        assert_int_equal(render_texture_create(it->scene, &desc, &texture), RENDER_OK);
        draw_texture(it, texture, &whole);
        assert_true(count_covered(&whole) > 500);
        for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
            render_texture_upload *upload = NULL;
            render_result result = RENDER_PENDING;
            uint32_t count = 0;
            assert_int_equal(render_texture_upload_begin(it->scene, &desc, &upload), RENDER_OK);
            for (; result == RENDER_PENDING; count++) {
                const uint64_t before = uploaded(it);
                result = render_texture_upload_step(upload, budgets[i], &texture);
                assert_true(uploaded(it) - before <= (budgets[i] < 4 * WIDTH ? 4 * WIDTH : budgets[i]));
                assert_int_equal(texture != 0, result == RENDER_OK);
                if (count % 10 == 1)
                    draw_all(it, &between); // the copies are submitted
            }
            assert_int_equal(result, RENDER_OK);
            assert_int_equal(count, steps[i]);
            draw_texture(it, texture, &parts);
            assert_same_picture(&whole, &parts);
        }
    }
}

// Of graphics memory.
static uint64_t used(const fixture *it)
{
    render_stats stats;
    uint64_t bytes = 0;
    render_device_get_stats(it->device, &stats);
    for (uint32_t i = 0; i < stats.heap_count; i++)
        bytes += stats.heaps[i].device_local ? stats.heaps[i].used : 0;
    return bytes;
}

// Given up before its first rows, before they are submitted, and after. Its memory is freed.
static void test_textures_given_up(void **state)
{
    enum { WIDE = 2048, HIGH = 4096 };
    static picture between;
    fixture *it = *state;
    uint8_t *texels = calloc(4 * WIDE, HIGH);
    const render_texture_desc desc = {.width = WIDE, .height = HIGH, .rgba = texels};
    draw_all(it, &between);
    const uint64_t before = used(it);
    for (int i = 0; i < 3; i++) {
        render_texture_upload *upload = NULL;
        render_texture texture = 5;
        assert_int_equal(render_texture_upload_begin(it->scene, &desc, &upload), RENDER_OK);
        if (i > 0)
            assert_int_equal(render_texture_upload_step(upload, 4 * WIDE, &texture), RENDER_PENDING);
        if (i > 1)
            draw_all(it, &between);
        assert_true(used(it) >= before + 4 * WIDE * HIGH);
        render_texture_upload_abandon(upload);
        draw_all(it, &between);
        render_device_collect(it->device);
        assert_true(used(it) < before + WIDE * HIGH);
    }
    free(texels);
    render_texture_upload_abandon(NULL);
    render_mesh_upload_abandon(NULL);
}

static void test_wrong_uploads(void **state)
{
    fixture *it = *state;
    static const float places[6] = {0};
    static const uint8_t texels[4] = {0};
    const render_thin_desc good = {.positions = places, .position_count = 2}, none = {.positions = places};
    const render_texture_desc texture = {.width = 1, .height = 1, .rgba = texels}, empty = {.rgba = texels};
    render_mesh_upload *thin = (render_mesh_upload *)&texels;
    render_texture_upload *rows = (render_texture_upload *)&texels;
    render_texture made;
    assert_int_equal(render_thin_upload_begin(it->scene, &none, &thin), RENDER_ERROR_INVALID_ARGUMENT);
    assert_null(thin);
    assert_int_equal(render_thin_upload_begin(it->scene, NULL, &thin), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_thin_upload_begin(NULL, &good, &thin), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_thin_upload_begin(it->scene, &good, NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_texture_upload_begin(it->scene, &empty, &rows), RENDER_ERROR_INVALID_ARGUMENT);
    assert_null(rows);
    assert_int_equal(render_texture_upload_begin(it->scene, NULL, &rows), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_texture_upload_begin(NULL, &texture, &rows), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_texture_upload_begin(it->scene, &texture, NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_texture_upload_step(NULL, 1, &made), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_texture_upload_begin(it->scene, &texture, &rows), RENDER_OK);
    assert_int_equal(render_texture_upload_step(rows, 1, NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_texture_upload_step(rows, 1, &made), RENDER_OK);
    render_texture_destroy(it->scene, made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_points_and_lines_in_parts), FIXTURE_TEST(test_points_given_up),
        FIXTURE_TEST(test_points_are_shared),         FIXTURE_TEST(test_textures_in_parts),
        FIXTURE_TEST(test_textures_given_up),         FIXTURE_TEST(test_wrong_uploads),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}
