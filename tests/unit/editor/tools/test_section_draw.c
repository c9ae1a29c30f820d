// What is drawn of a section's planes, of the tools at their arrows, and of parts and labels that they cut; hints.
#include "../edit_fixture.h"

#include "document/level/look.h"
#include "tools/measurements.h"
#include "tools/tools_private.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const pick_window window = {600, 600, 600, 600};

// How much is drawn of a plane across Y at that height, by an eye above the origin that looks along -Z.
static uint32_t draw(editor_document *document, editor_ui *ui, double eye_height, double plane_height)
{
    static editor_views views;
    views = (editor_views){.count = 1};
    editor_settings settings = EDITOR_SETTINGS_DEFAULT;
    const editor_tool_context context = {
        .document = document, .settings = &settings, .views = &views, .ui_scale = 1, .reach = 1};
    const editor_section_tool tool = {.dragging = false};
    editor_viewport *viewport = &views.view[0];
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.eye = pick_vec3_make(0, eye_height, 0);
    camera.target = pick_vec3_make(0, eye_height, -1);
    viewport->rect = (pick_rect){0, 0, window.width, window.height};
    assert_int_equal(editor_camera_get_view(&camera, viewport->rect, &viewport->next_view), PICK_OK);
    viewport->next_has_view = true;
    // The anchor, and so the arrow, is behind the eye: only the outline is drawn, and a pointer at the view's edge.
    assert_true(editor_section_add_at(&views.section, pick_vec3_make(0, plane_height, 5), pick_vec3_make(0, -1, 0)));
    editor_ui_begin(ui, &window, 0.016);
    editor_section_draw(&tool, &context, ui);
    return editor_ui_end(ui)->vertex_count;
}

static void test_the_outline_is_seen_from_within(void **state)
{
    (void)state;
    editor_ui *ui = editor_ui_create(1, 1);
    editor_document *document = fixture_document();
    assert_true(ui && document);
    (void)editor_ui_font_image(ui);
    editor_ui_set_font_texture(ui, 1);
    // The floor reaches 10 m in front of the eye, and behind it.
    assert_true(draw(document, ui, 1, 0.5) > 40);
    // A plane far above what there is has no outline: only the pointer to its arrow is drawn, a triangle.
    assert_in_range(draw(document, ui, 1, 500), 3, 12);
    editor_document_destroy(document);
    editor_ui_destroy(ui);
}

// What the status line says while one is under the mouse.
static void test_handles_say_what_they_do(void **state)
{
    (void)state;
    editor_tools *tools = editor_tools_create();
    assert_non_null(tools);
    const editor_tool_context context = {.reach = 1};
    for (uint32_t i = 0; i < 8; i++) { // the first five select, and have gizmos
        editor_tools_choose(tools, &context, i);
        assert_string_equal(editor_tools_hint(tools, PICK_GIZMO_MOVE_X), EDITOR_TOOLS[i].hint);
        assert_string_equal(editor_tools_hint(tools, 0), i < 5 ? "Nothing under the cursor" : EDITOR_TOOLS[i].hint);
    }
    assert_non_null(strstr(editor_tools_hint(tools, EDITOR_HANDLE_SECTION + 7), "section"));
    assert_non_null(strstr(editor_tools_hint(tools, EDITOR_HANDLE_SIDE + 5), "size"));
    editor_tools_destroy(tools);
}

// How much is drawn with a tool while the mouse is on the arrow of a plane, or beside it.
static uint32_t draw_with(const char *name, bool on_arrow)
{
    static editor_views views;
    views = (editor_views){.count = 1};
    editor_settings settings = EDITOR_SETTINGS_DEFAULT;
    editor_ui *ui = editor_ui_create(1, 1);
    editor_tools *tools = editor_tools_create();
    const editor_tool_context context = {
        .document = fixture_document(), .settings = &settings, .views = &views, .ui_scale = 1, .reach = 1};
    assert_true(ui && tools && context.document);
    (void)editor_ui_font_image(ui);
    editor_ui_set_font_texture(ui, 1);
    editor_viewport *viewport = &views.view[0];
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    editor_section_arrow arrow;
    uint32_t tool = 0;
    viewport->rect = (pick_rect){0, 0, window.width, window.height};
    assert_int_equal(editor_camera_get_view(&camera, viewport->rect, &viewport->view), PICK_OK);
    viewport->next_view = viewport->view;
    viewport->has_view = viewport->next_has_view = true;
    assert_true(editor_section_add_at(&views.section, pick_vec3_make(0, 0, 0), pick_vec3_make(0, -1, 0)));
    assert_true(editor_section_arrow_of(&context, &viewport->view, 0, &arrow));
    viewport->mouse = on_arrow ? arrow.to : (pick_vec2){100, 100};
    viewport->mouse_inside = true;
    while (strcmp(EDITOR_TOOLS[tool].name, name) != 0)
        tool++;
    editor_tools_choose(tools, &context, tool);
    (void)editor_tools_place(tools, &context);
    editor_ui_begin(ui, &window, 0.016);
    editor_tools_draw(tools, &context, ui);
    const uint32_t count = editor_ui_end(ui)->vertex_count;
    editor_tools_destroy(tools);
    editor_ui_destroy(ui);
    editor_document_destroy(context.document);
    return count;
}

// A press on the arrow does not paint: the circle of the brush is not there.
static void test_the_brush_gives_way_to_handles(void **state)
{
    (void)state;
    assert_true(draw_with("brush", false) > draw_with("select", false) + 20);
    assert_int_equal(draw_with("brush", true), draw_with("select", true));
}

// Where the pointer to an arrow is, for an eye at the origin that looks along -Z. False: the arrow is in the view.
static bool beside(pick_vec3 anchor, pick_vec2 *out)
{
    static editor_views views;
    views = (editor_views){.count = 1};
    const editor_tool_context context = {.views = &views, .ui_scale = 1, .reach = 1};
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    pick_view view;
    camera.eye = pick_vec3_make(0, 0, 0);
    camera.target = pick_vec3_make(0, 0, -1);
    camera.up = pick_vec3_make(0, 1, 0);
    assert_int_equal(editor_camera_get_view(&camera, (pick_rect){0, 0, 600, 600}, &view), PICK_OK);
    assert_true(editor_section_add_at(&views.section, anchor, pick_vec3_make(0, -1, 0)));
    return editor_section_beside(&context, &view, 0, out);
}

// An arrow beside the viewport is pointed to, also from in front of it.
static void test_arrows_beside_the_view(void **state)
{
    (void)state;
    static const struct {
        pick_vec3 anchor;
        int across, down; // the side that it is pointed to
    } cases[] = {
        {{100, 0, -10}, 1, 0}, {{-100, 0, -10}, -1, 0}, {{0, 100, -10}, 0, -1}, {{0, -100, -10}, 0, 1},
        {{5, 0, 10}, 1, 0},    {{-5, 0, 10}, -1, 0},    {{0, 5, 10}, 0, -1},    {{0, -5, 10}, 0, 1},
    };
    pick_vec2 to = {0, 0};
    assert_false(beside(pick_vec3_make(0, 0, -10), &to));
    assert_false(beside(pick_vec3_make(0, 0, 10), &to)); // right behind the eye: no side is nearer
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_true(beside(cases[i].anchor, &to));
        const double x = (to.x - 300) * cases[i].across, y = (to.y - 300) * cases[i].down;
        assert_true(cases[i].across == 0 ? fabs(to.x - 300) < 1 : x > 300);
        assert_true(cases[i].down == 0 ? fabs(to.y - 300) < 1 : y > 300);
    }
}

// Where a part of the floor is drawn: along X of the window, as far as it is seen; the whole width where nothing is
// cut. `keep`: the side of the plane x = 0 that a section keeps; 0: there is none. Returns how much is drawn.
static uint32_t draw_part_of_floor(uint32_t kind, uint32_t corner, int keep, float *from, float *to)
{
    static editor_views views;
    views = (editor_views){.count = 1};
    editor_settings settings = EDITOR_SETTINGS_DEFAULT;
    editor_ui *ui = editor_ui_create(1, 1);
    const editor_tool_context context = {
        .document = fixture_document(), .settings = &settings, .views = &views, .ui_scale = 1, .reach = 1};
    const editor_level *level = editor_document_level(context.document);
    editor_viewport *viewport = &views.view[0];
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    editor_part_tool parts = {.kind = kind};
    pick_part part;
    assert_non_null(ui);
    (void)editor_ui_font_image(ui);
    editor_ui_set_font_texture(ui, 1);
    camera.eye = pick_vec3_make(0, 60, 0.001); // from above, with X to the right
    camera.target = pick_vec3_make(0, 0, 0);
    viewport->rect = (pick_rect){0, 0, window.width, window.height};
    assert_int_equal(editor_camera_get_view(&camera, viewport->rect, &viewport->next_view), PICK_OK);
    viewport->next_has_view = true;
    if (keep != 0)
        assert_true(editor_section_add_at(&views.section, pick_vec3_make(0, 0, 0), pick_vec3_make(keep, 0, 0)));
    editor_section_cut_view(&views.section, &viewport->next_view);
    const pick_mesh *mesh = editor_level_pick_mesh(level, &level->objects[FLOOR]);
    assert_true(pick_part_of(mesh, level->objects[FLOOR].pick, kind, 0, corner, &part));
    parts.selected = (editor_part_list){&part, 1, 1};
    editor_ui_begin(ui, &window, 0.016);
    editor_parts_draw(&parts, &context, ui);
    const render_overlay *overlay = editor_ui_end(ui);
    const uint32_t count = overlay->vertex_count;
    *from = 1e9f;
    *to = -1e9f;
    for (uint32_t i = 0; i < count; i++) {
        *from = fminf(*from, overlay->vertices[i].x);
        *to = fmaxf(*to, overlay->vertices[i].x);
    }
    editor_ui_destroy(ui);
    editor_document_destroy(context.document);
    return count;
}

// Parts are not drawn where a section cuts them off.
static void test_parts_are_cut(void **state)
{
    (void)state;
    static const uint32_t kinds[] = {PICK_PART_FACE, PICK_PART_EDGE, PICK_PART_VERTEX};
    float from, to, left, right;
    for (int k = 0; k < 3; k++) {
        for (uint32_t corner = 0; corner < (kinds[k] == PICK_PART_FACE ? 1u : 3u); corner++) {
            assert_true(draw_part_of_floor(kinds[k], corner, 0, &from, &to) > 0);
            for (int keep = -1; keep < 2; keep += 2) {
                const uint32_t count = draw_part_of_floor(kinds[k], corner, keep, &left, &right);
                const bool is_kept = keep < 0 ? from < 299 : to > 301; // it lies on that side, or reaches there
                assert_int_equal(count > 0, is_kept);
                assert_true(count == 0 || (keep < 0 ? right < 303 : left > 297));
                assert_true(count == 0 || (keep < 0 ? fabsf(left - from) < 3 : fabsf(right - to) < 3));
            }
        }
    }
}

// How much is drawn of the label of a distance, 10 m along X from the origin, of which a section keeps what is beyond
// x.
static uint32_t draw_label(double x)
{
    static editor_views views;
    views = (editor_views){.count = 1};
    editor_settings settings = EDITOR_SETTINGS_DEFAULT;
    editor_ui *ui = editor_ui_create(1, 1);
    editor_document *document = fixture_document();
    const editor_tool_context context = {
        .document = document, .settings = &settings, .views = &views, .ui_scale = 1, .reach = 1};
    editor_viewport *viewport = &views.view[0];
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    editor_measurements all = {.count = 0};
    double points[6] = {0, 0, 0, 10, 0, 0};
    const editor_line line = {.points = points, .count = 2, .measure = EDITOR_MEASURE_LENGTH};
    uint32_t made;
    assert_true(ui && document);
    assert_int_equal(editor_edit_add_line(document, "Distance", EDITOR_NONE, &line, &PICK_AFFINE_IDENTITY, &made),
                     EDITOR_EDIT_DONE);
    (void)editor_ui_font_image(ui);
    editor_ui_set_font_texture(ui, 1);
    camera.eye = pick_vec3_make(5, 60, 0.001);
    camera.target = pick_vec3_make(5, 0, 0);
    viewport->rect = (pick_rect){0, 0, window.width, window.height};
    assert_int_equal(editor_camera_get_view(&camera, viewport->rect, &viewport->next_view), PICK_OK);
    viewport->next_has_view = true;
    assert_true(editor_section_add_at(&views.section, pick_vec3_make(x, 0, 0), pick_vec3_make(1, 0, 0)));
    editor_section_cut_view(&views.section, &viewport->next_view);
    editor_ui_begin(ui, &window, 0.016);
    editor_measurements_draw(&all, &context, ui);
    const uint32_t count = editor_ui_end(ui)->vertex_count;
    editor_measurements_finish(&all);
    editor_ui_destroy(ui);
    editor_document_destroy(document);
    return count;
}

// A measurement of which something is left has its label there.
static void test_labels_are_where_lines_are_left(void **state)
{
    (void)state;
    assert_true(draw_label(-1) > 0);
    assert_true(draw_label(8) > 0);
    assert_int_equal(draw_label(11), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_outline_is_seen_from_within),
                                       cmocka_unit_test(test_handles_say_what_they_do),
                                       cmocka_unit_test(test_the_brush_gives_way_to_handles),
                                       cmocka_unit_test(test_arrows_beside_the_view),
                                       cmocka_unit_test(test_parts_are_cut),
                                       cmocka_unit_test(test_labels_are_where_lines_are_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
