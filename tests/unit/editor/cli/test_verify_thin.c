// What a rasterizer may do with points and segments at a pixel, in a window of a hundred points a metre.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/verify_explain.h"
#include "cli/verify_thin.h"

static void *copy_of(const void *data, size_t size)
{
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, data, size);
    return copy;
}

static void add(editor_level *level, editor_mesh_form form, const float *positions, uint32_t count)
{
    const editor_submesh submesh = {0, 0, EDITOR_NONE};
    editor_mesh mesh = {.name = copy_of("thin", 5),
                        .form = form,
                        .positions = copy_of(positions, 3 * count * sizeof(*positions)),
                        .vertex_count = count,
                        .submeshes = copy_of(&submesh, sizeof(submesh)),
                        .submesh_count = 1};
    if (form == EDITOR_FORM_LINES) {
        mesh.line_counts = copy_of(&count, sizeof(count));
        mesh.line_count = 1;
    }
    editor_level_add_object(level, "thin", EDITOR_NONE, editor_level_add_mesh(level, &mesh), &PICK_AFFINE_IDENTITY);
}

// Object 0: points at (0, 0, 0) and (0.5, 0, -4). Object 1: a line along x at y = 0.5, and on towards the eye.
static editor_level *make_level(void)
{
    static const float points[6] = {0, 0, 0, 0.5f, 0, -4};
    static const float line[9] = {-0.5f, 0.5f, 0, 0.5f, 0.5f, 0, 0.5f, 0.5f, 8};
    editor_level *level = editor_level_create();
    editor_error error;
    add(level, EDITOR_FORM_POINTS, points, 2);
    add(level, EDITOR_FORM_LINES, line, 3);
    assert_true(editor_level_finish(level, &error));
    return level;
}

// From z = 5. Depth is forward, 0.1 m to 10 m from the eye where it is orthographic.
static pick_view make_view(bool orthographic, const pick_plane *section)
{
    static const float parallel[16] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -0.1f, 0, 0, 0, -0.01f, 1},
                       perspective[16] = {5, 0, 0, 0, 0, -5, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                       identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    pick_view view;
    const pick_view_desc desc = {.projection = orthographic ? parallel : perspective,
                                 .view = identity,
                                 .eye = {0, 0, 5},
                                 .viewport = {0, 0, 200, 200}};
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    if (section)
        assert_int_equal(pick_view_set_section(&view, section, 1), PICK_OK);
    return view;
}

// 2: sure, 1: possible, 0: neither.
static int judge(const editor_level *level, const pick_view *view, uint32_t object, uint32_t part, double x, double y)
{
    const editor_pixel_verdict v = editor_thin_judge(level, view, object, part, (pick_vec2){x, y});
    assert_true(v.possible || !v.sure);
    assert_true(!v.possible || v.back <= v.front);
    return v.sure ? 2 : v.possible;
}

static void discs_and_lines(void **state)
{
    (void)state;
    editor_level *level = make_level();
    for (int orthographic = 0; orthographic < 2; orthographic++) {
        const pick_view view = make_view(orthographic, NULL);
        // The point is a disc of 2 points around (100, 100).
        assert_int_equal(judge(level, &view, 0, 0, 101.99, 100), 2);
        assert_int_equal(judge(level, &view, 0, 0, 102.001, 100), 1);
        assert_int_equal(judge(level, &view, 0, 0, 101.999, 100), 1);
        assert_int_equal(judge(level, &view, 0, 0, 102.01, 100), 0);
        assert_int_equal(judge(level, &view, 0, 0, 101.5, 101.5), 0);
        // The line is 1 point to each side of y = 50, with a round end at x = 50.
        assert_int_equal(judge(level, &view, 1, 0, 120, 50.99), 2);
        assert_int_equal(judge(level, &view, 1, 0, 120, 51.01), 0);
        assert_int_equal(judge(level, &view, 1, 0, 49.01, 50), 2);
        assert_int_equal(judge(level, &view, 1, 0, 49.2, 49.2), 0);
    }
    const pick_view view = make_view(false, NULL);
    assert_int_equal(judge(level, &view, 0, 1, 100 + 100 * 0.5 * 5 / 9, 101.9), 2); // as large where it is farther
    editor_level_destroy(level);
}

// A segment that runs to the eye, and behind it, is cut before it.
static void near_plane(void **state)
{
    (void)state;
    editor_level *level = make_level();
    const pick_view view = make_view(false, NULL);
    assert_int_equal(judge(level, &view, 1, 1, 150, 50), 2);
    assert_int_equal(judge(level, &view, 1, 1, 180, 20), 2); // outwards, towards the corner
    assert_int_equal(judge(level, &view, 1, 1, 120, 80), 0); // not inwards
    const pick_view parallel = make_view(true, NULL);
    assert_int_equal(judge(level, &parallel, 1, 1, 150.5, 50), 2);
    assert_int_equal(judge(level, &parallel, 1, 1, 152, 50), 0);
    editor_level_destroy(level);
}

static void sections(void **state)
{
    (void)state;
    editor_level *level = make_level();
    const pick_plane right = {{1, 0, 0}, -0.25}, behind = {{0, 0, -1}, -1};
    for (int orthographic = 0; orthographic < 2; orthographic++) {
        pick_view view = make_view(orthographic, &right); // keeps x >= 0.25
        assert_int_equal(judge(level, &view, 0, 0, 100, 100), 0);
        assert_int_equal(judge(level, &view, 1, 0, 124.5, 50), 2); // its round end begins anew at the cut
        assert_int_equal(judge(level, &view, 1, 0, 123.9, 50), 0);
        assert_int_equal(judge(level, &view, 1, 0, 123.999, 50), 1);
        view = make_view(orthographic, &behind); // keeps z <= -1
        assert_int_equal(judge(level, &view, 0, 0, 100, 100), 0);
        assert_int_equal(judge(level, &view, 1, 0, 120, 50), 0);
        assert_int_equal(judge(level, &view, 0, 1, orthographic ? 150 : 100 + 250.0 / 9, 100), 2);
    }
    editor_level_destroy(level);
}

// The interval holds the depth of the nearest place, and little else: forward depth, so nearness is its negative.
static void depths(void **state)
{
    (void)state;
    editor_level *level = make_level();
    const pick_view view = make_view(true, NULL);
    const editor_pixel_verdict v = editor_thin_judge(level, &view, 0, 1, (pick_vec2){151, 100});
    const double depth = 0.1 * 9 - 0.01;
    assert_true(v.back <= -depth && v.front >= -depth && v.front - v.back < 2e-5);
    // Seen end on, any place of the segment may be the nearest.
    const editor_pixel_verdict all = editor_thin_judge(level, &view, 1, 1, (pick_vec2){150, 50.5});
    assert_true(all.back <= -0.48 && all.front >= -0.01);
    editor_level_destroy(level);
}

static void rectangles(void **state)
{
    (void)state;
    editor_level *level = make_level();
    const pick_view view = make_view(true, NULL);
    pick_vec2 min, max;
    assert_true(editor_thin_bounds(level, &view, 1, 0, &min, &max));
    assert_true(fabs(min.x - 49) < 0.01 && fabs(max.x - 151) < 0.01 && fabs(min.y - 49) < 0.01 && min.x < 49);
    const pick_plane none = {{1, 0, 0}, -3};
    const pick_view cut = make_view(true, &none);
    assert_false(editor_thin_bounds(level, &cut, 1, 0, &min, &max));
    assert_false(editor_thin_bounds(level, &view, 1, 7, &min, &max)); // there is no such part
    editor_level_destroy(level);
}

// What the explainer makes of it: an answer is explained at the edge of a disc alone.
static void explained(void **state)
{
    (void)state;
    editor_level *level = make_level();
    const pick_view view = make_view(true, NULL);
    editor_explainer *explainer = editor_explainer_create(level, &view, 8);
    const editor_pixel_answer nothing = {EDITOR_NONE, 0}, point = {0, 0}, other = {0, 1}, far = {0, 2};
    assert_non_null(explainer);
    assert_true(editor_explainer_explains(explainer, (pick_vec2){102, 100}, nothing, point));
    assert_false(editor_explainer_explains(explainer, (pick_vec2){101, 100}, nothing, point));
    assert_false(editor_explainer_explains(explainer, (pick_vec2){103, 100}, nothing, point));
    assert_false(editor_explainer_explains(explainer, (pick_vec2){101, 100}, other, point));
    assert_false(editor_explainer_explains(explainer, (pick_vec2){101, 100}, point, far));
    assert_true(editor_explainer_explains(explainer, (pick_vec2){101, 100}, point, point));
    editor_explainer_destroy(explainer);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(discs_and_lines), cmocka_unit_test(near_plane),
                                       cmocka_unit_test(sections),        cmocka_unit_test(depths),
                                       cmocka_unit_test(rectangles),      cmocka_unit_test(explained)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
