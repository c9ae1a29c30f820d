// Explain Last Pick: the ray that is drawn ends at what won, and the words name the rule that chose it. Lines of sight:
// of one object, and between two.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "document/level/level_internal.h"
#include "view/camera.h"
#include "view/debug_view.h"

enum { WIDTH = 400, HEIGHT = 400, WALL = 0, CABLE = 1 };

typedef struct stage {
    editor_level *level;
    editor_debug_view debug;
    pick_view view;
} stage;

// A wall at z = -5; before it, at z = 0, a cable of 2 cm along y. 40 points a metre, looking along -z.
static stage begin(void)
{
    stage s = {.level = editor_level_create()};
    assert_non_null(s.level);
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const uint32_t mesh = editor_level_primitive(s.level, &cube);
    const pick_affine wall = {{8, 0, 0, 0, 8, 0, 0, 0, 1}, {0, 0, -5}};
    const pick_affine cable = {{0.02, 0, 0, 0, 6, 0, 0, 0, 0.02}, {0, 0, 0}};
    assert_int_equal(editor_level_add_object(s.level, "wall", EDITOR_NONE, mesh, &wall), WALL);
    assert_int_equal(editor_level_add_object(s.level, "cable", EDITOR_NONE, mesh, &cable), CABLE);
    editor_error error = {""};
    assert_true(editor_level_finish(s.level, &error));
    assert_true(editor_debug_view_init(&s.debug));
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.eye = pick_vec3_make(0, 0, 10);
    camera.orthographic = true;
    camera.ortho_height = 10;
    assert_int_equal(editor_camera_get_view(&camera, (pick_rect){0, 0, WIDTH, HEIGHT}, &s.view), PICK_OK);
    return s;
}

static void end(stage *s)
{
    editor_debug_view_finish(&s->debug);
    editor_level_destroy(s->level);
}

// Explains the pick at a place of the view plane. Returns the end of the ray that is drawn, which is the only line that
// begins near the eye.
static pick_vec3 explain(stage *s, double x, double tolerance, bool exact_wins, const char *expected)
{
    const pick_query query = editor_level_query(s->level);
    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    cursor.query = &query;
    cursor.tolerance = tolerance;
    cursor.exact_wins = exact_wins;
    const pick_vec2 at = {WIDTH / 2.0 + 40 * x, HEIGHT / 2.0};
    char said[160] = "";
    editor_debug_view_pick(&s->debug, s->level, &s->view, at, &cursor, said, sizeof(said));
    assert_string_equal(said, expected);
    size_t count, found = 0;
    const pick_debug_line *lines = pick_debug_draw_lines(s->debug.lasting, &count);
    pick_vec3 to = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        if (lines[i].a.z < 9)
            continue;
        assert_true(fabs(lines[i].a.x - lines[i].b.x) < 1e-6); // the view is along z
        to = lines[i].b;
        found++;
    }
    assert_int_equal(found, 1);
    return to;
}

static void test_explains_what_won(void **state)
{
    (void)state;
    stage s = begin();
    // Three points beside the cable's edge.
    pick_vec3 to = explain(&s, 0.085, 4, false, "cable: thin, 3.0 points away, in front of wall");
    assert_true(fabs(to.x - 0.01) < 1e-6 && fabs(to.z) < 0.011);
    to = explain(&s, 0.085, 4, true, "wall, triangle 6: hit exactly");
    assert_true(fabs(to.x - 0.085) < 1e-6 && fabs(to.z - -4.5) < 1e-6);
    to = explain(&s, 1, 4, false, "wall, triangle 6: hit exactly");
    assert_true(fabs(to.x - 1) < 1e-6 && fabs(to.z - -4.5) < 1e-6);
    to = explain(&s, 4.05, 4, false, "wall: nothing is hit, the nearest, 2.0 points away");
    assert_true(fabs(to.x - 4) < 1e-6 && to.z < -4.4);
    to = explain(&s, 4.5, 4, false, "Nothing is hit, and nothing is within reach");
    assert_true(fabs(to.x - 4.5) < 1e-6);
    end(&s);
}

// The cable looks along -z at the wall.
static void test_the_line_of_sight_follows_the_layers(void **state)
{
    (void)state;
    stage s = begin();
    assert_int_equal(editor_debug_view_sight(&s.debug, s.level, CABLE), 1);
    s.level->objects[WALL].layers = 2;
    editor_level_refresh(s.level, WALL);
    assert_int_equal(editor_debug_view_sight(&s.debug, s.level, CABLE), 1); // another layer, which is seen
    assert_int_equal(pick_layer_matrix_set(&s.level->sees, 0, 1, false), PICK_OK);
    assert_int_equal(editor_debug_view_sight(&s.debug, s.level, CABLE), 0);
    end(&s);
}

static void test_between_two_objects(void **state)
{
    (void)state;
    stage s = begin();
    const pick_affine before = {{8, 0, 0, 0, 8, 0, 0, 0, 1}, {0, 0, -2}};
    const uint32_t screen =
        editor_level_add_object(s.level, "screen", EDITOR_NONE, s.level->objects[WALL].mesh, &before);
    editor_sight sight;
    size_t count, at_eye = 0;
    editor_sight_find(s.level, CABLE, WALL, &sight);
    assert_int_equal(sight.seen, 0);
    assert_int_equal(sight.blockers[0].object, screen);
    editor_debug_view_between(&s.debug, s.level, &sight);
    const pick_debug_line *lines = pick_debug_draw_lines(s.debug.lasting, &count);
    assert_int_equal(count, 1 + 12); // the line, and the box of what is in the way
    for (size_t i = 0; i < count; i++)
        at_eye +=
            pick_vec3_length(lines[i].a) < 1e-9 && pick_vec3_length(pick_vec3_sub(lines[i].b, sight.point)) < 1e-9;
    assert_int_equal(at_eye, 1);
    const float blocked = lines[0].style.color[1];
    editor_level_set_hidden(s.level, screen, true);
    editor_sight_find(s.level, CABLE, WALL, &sight);
    editor_debug_view_between(&s.debug, s.level, &sight);
    lines = pick_debug_draw_lines(s.debug.lasting, &count);
    assert_int_equal(count, 1); // the one before is gone
    assert_true(lines[0].style.color[1] > blocked);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_explains_what_won),
                                       cmocka_unit_test(test_the_line_of_sight_follows_the_layers),
                                       cmocka_unit_test(test_between_two_objects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
