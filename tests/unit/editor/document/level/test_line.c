// Lines that a level owns, and widths: valid values, meshes that are shared, what is measured, picked, undone, saved
// and opened, exported.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "document/export/gltf_export.h"
#include "document/export/gltf_losses.h"
#include "document/file/document_file.h"
#include "document/file/open.h"
#include "document/import/import.h"
#include "document/level/look.h"
#include "edit_fixture.h"
#include "effort.h"
#include "text_file.h"

#define FOLDER "test_line.tmp"
#define LEVEL FOLDER "/a.vkpick"
#define OUT FOLDER "/out.glb"
#define PI 3.14159265358979323846

#define LINE(...)                                                                                                      \
    {                                                                                                                  \
        .points = (double[]){__VA_ARGS__}, .count = sizeof((double[]){__VA_ARGS__}) / (3 * sizeof(double))             \
    }

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    return mkdir(FOLDER, 0777);
}

static int tear_down(void **state)
{
    (void)state;
    return system("rm -rf " FOLDER);
}

static const char *fault_of(const editor_line *line)
{
    static char why[128];
    return editor_line_is_valid(line, why, sizeof(why)) ? "" : why;
}

static void values(void **state)
{
    (void)state;
    editor_line line = LINE(0, 0, 0, 1, 0, 0, 1, 2, 0);
    assert_string_equal(fault_of(&line), "");
    line.points[4] = NAN;
    assert_string_equal(fault_of(&line), "points[1]: expected finite numbers that a float can hold");
    line.points[4] = 1e39;
    assert_string_equal(fault_of(&line), "points[1]: expected finite numbers that a float can hold");
    line.points[4] = -3e38;
    assert_string_equal(fault_of(&line), "");
    line.measure = EDITOR_MEASURE_ANGLE;
    assert_string_equal(fault_of(&line), "");
    line.count = 2;
    assert_string_equal(fault_of(&line), "measures: an angle has three points or more");
    line.measure = EDITOR_MEASURE_COUNT;
    line.count = 3;
    assert_string_not_equal(fault_of(&line), "");
    line.measure = EDITOR_MEASURE_LENGTH;
    line.count = 1;
    assert_string_equal(fault_of(&line), "points: expected 2 to 65536, not 1");
    double *many = calloc(3 * (EDITOR_LINE_POINTS + 1), sizeof(*many));
    assert_non_null(many);
    editor_line longest = {.points = many, .count = EDITOR_LINE_POINTS};
    assert_string_equal(fault_of(&longest), "");
    longest.count++;
    assert_string_equal(fault_of(&longest), "points: expected 2 to 65536, not 65537");
    free(many);
    for (int i = 0; i < EDITOR_MEASURE_COUNT; i++)
        assert_int_equal(editor_measure_named(editor_measure_key((editor_measure)i)), i);
    assert_int_equal(editor_measure_named("weight"), EDITOR_MEASURE_COUNT);
}

static void equality(void **state)
{
    (void)state;
    const editor_line a = LINE(0, 0, 0, 1, 0, 0, 1, 2, 0);
    editor_line b;
    assert_true(editor_line_copy(&a, &b));
    assert_ptr_not_equal(a.points, b.points);
    assert_true(editor_line_equal(&a, &b) && editor_line_hash(&a) == editor_line_hash(&b));
    b.closed = true;
    assert_false(editor_line_equal(&a, &b));
    b.closed = false;
    b.measure = EDITOR_MEASURE_LENGTH;
    assert_false(editor_line_equal(&a, &b));
    b.measure = EDITOR_MEASURE_NOTHING;
    b.points[8] = -0.0;
    assert_false(editor_line_equal(&a, &b));
    b.points[8] = 0;
    b.count = 2;
    assert_false(editor_line_equal(&a, &b));
    editor_line_free(&b);
    assert_true(b.points == NULL && b.count == 0);
    editor_line_free(&b);
}

static double measure(const editor_line *line, const pick_affine *world, const char *text)
{
    char found[48];
    editor_measure_text(line, world, 3, found, sizeof(found));
    assert_string_equal(found, text);
    return editor_measure_value(line, world);
}

// An L of 1 and 2 metres, in the world as it is, and stretched.
static void measures(void **state)
{
    (void)state;
    editor_line line = LINE(0, 0, 0, 1, 0, 0, 1, 2, 0);
    const pick_affine usual = PICK_AFFINE_IDENTITY;
    const pick_affine stretched = {{3, 0, 0, 0, 1, 0, 0, 0, 1}, {1e6, -5, 7}},
                      sheared = {{1, 0, 0, 1, 1, 0, 0, 0, 1}, {0, 0, 0}};
    assert_true(fabs(measure(&line, &usual, "") - 3) < 1e-12);
    line.measure = EDITOR_MEASURE_LENGTH;
    assert_true(fabs(measure(&line, &usual, "3.000 m") - 3) < 1e-12);
    assert_true(fabs(measure(&line, &stretched, "5.000 m") - 5) < 1e-8);
    assert_string_equal(editor_measure_name(&line), "Length");
    line.closed = true;
    assert_true(fabs(measure(&line, &usual, "5.236 m") - 3 - sqrt(5)) < 1e-12);
    line.measure = EDITOR_MEASURE_ANGLE;
    assert_true(fabs(measure(&line, &usual, "90.0\302\260") - PI / 2) < 1e-12);
    assert_true(fabs(measure(&line, &sheared, "135.0\302\260") - 3 * PI / 4) < 1e-12);
    assert_string_equal(editor_measure_name(&line), "Angle");
    editor_line two = LINE(0, 0, 0, 0, 0, 0.5);
    two.measure = EDITOR_MEASURE_LENGTH;
    assert_string_equal(editor_measure_name(&two), "Distance");
    assert_true(fabs(measure(&two, &usual, "0.500 m") - 0.5) < 1e-12);
    two.measure = EDITOR_MEASURE_CLEARANCE;
    assert_string_equal(editor_measure_name(&two), "Clearance");
    const pick_vec3 none = {0, 0, 0}, x = {1, 0, 0};
    assert_true(editor_angle_between(none, x) == 0);
}

// A window of 200 x 200 points, one centimetre each, around the origin.
static pick_view front_view(void)
{
    static const float projection[16] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -0.01f, 0, 0, 0, 0, 1},
                       identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    pick_view view;
    const pick_view_desc desc = {
        .projection = projection, .view = identity, .eye = {0, 0, 5}, .viewport = {0, 0, 200, 200}};
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

// The segment of the object at a place of the xy plane, exactly there; -1: it is not there.
static int segment_at(const editor_level *level, uint32_t object, double x, double y)
{
    const pick_view view = front_view();
    const pick_query query = editor_level_query(level);
    const pick_cursor_query cursor = {.query = &query};
    pick_cursor_hit hit;
    const pick_vec2 at = {100 + 100 * x, 100 - 100 * y};
    return pick_cursor(level->scene, &view, at, &cursor, &hit) && hit.hit.user == object ? (int)hit.hit.triangle : -1;
}

static editor_document *empty_document(void)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_true(level && editor_level_finish(level, &error));
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

static uint32_t must_add(editor_document *document, const editor_line *line, pick_affine place)
{
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_line(document, "wire", EDITOR_NONE, line, &place, &made), EDITOR_EDIT_DONE);
    return made;
}

static void commands(void **state)
{
    (void)state;
    editor_document *document = empty_document();
    const editor_level *level = editor_document_level(document);
    editor_line line = LINE(0, 0, 0, 0.5, 0, 0, 0.5, 0.5, 0);
    const uint32_t a = must_add(document, &line, fixture_at(0, 0, 0)),
                   b = must_add(document, &line, fixture_at(0, 0.6, -1));
    assert_int_equal(level->objects[a].mesh, level->objects[b].mesh);
    assert_true(segment_at(level, a, 0.25, 0) == 0 && segment_at(level, a, 0.5, 0.25) == 1);
    assert_int_equal(segment_at(level, b, 0.25, 0.6), 0);
    assert_int_equal(segment_at(level, a, 0.25, 0.25), -1);
    // Closed: a third segment, of `b` alone.
    line.closed = true;
    const uint64_t before = fixture_state(document);
    assert_int_equal(editor_edit_set_lines(document, &b, &line, 1), EDITOR_EDIT_DONE);
    assert_true(segment_at(level, b, 0.25, 0.85) == 2 && segment_at(level, a, 0.25, 0.25) == -1);
    assert_true(fixture_is_consistent(level) && fixture_state(document) != before);
    assert_true(editor_document_undo(document) && fixture_state(document) == before);
    assert_int_equal(segment_at(level, b, 0.25, 0.85), -1);
    assert_true(editor_document_redo(document) && segment_at(level, b, 0.25, 0.85) == 2);
    // Refused: invalid lines, and what is none. Nothing changes.
    const uint64_t now = fixture_state(document);
    uint32_t cube;
    editor_line bad = {.points = (double[]){0, 0, 0}, .count = 1};
    const editor_line both[2] = {LINE(0, 0, 0, 1, 1, 1), bad};
    const uint32_t objects[2] = {a, b};
    assert_int_equal(editor_edit_set_lines(document, objects, both, 2), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "points: expected 2 to 65536, not 1");
    editor_line far_off = LINE(0, 0, 0, 1, 1, 1);
    far_off.points[4] = 1e39; // the inspector calls it point 2, and points[1] is what files do
    assert_int_equal(editor_edit_set_lines(document, &b, &far_off, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "Point 2: expected finite numbers that a float can hold");
    assert_int_equal(editor_edit_add_line(document, "bad", EDITOR_NONE, &bad, &level->objects[a].local, NULL),
                     EDITOR_EDIT_REFUSED);
    assert_true(fixture_state(document) == now);
    const editor_primitive primitive = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const pick_affine far_away = fixture_at(50, 0, 0);
    assert_int_equal(editor_edit_add_primitive(document, "cube", EDITOR_NONE, &primitive, &far_away, &cube),
                     EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_lines(document, &cube, &line, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "cube is no line that can be edited");
    while (editor_document_undo(document)) {
    }
    assert_int_equal(segment_at(level, a, 0.25, 0), -1);
    editor_document_destroy(document);
}

// Lines that nothing uses any more are freed while many are made, as in a drag; those that undo needs are not.
static void unused_lines(void **state)
{
    (void)state;
    editor_document *document = empty_document();
    const editor_level *level = editor_document_level(document);
    editor_line line = LINE(0, 0, 0, 0.5, 0, 0);
    line.measure = EDITOR_MEASURE_LENGTH;
    const uint32_t a = must_add(document, &line, fixture_at(0, 0, 0));
    assert_true(editor_document_begin(document, "Drag"));
    for (int i = 1; i < 500; i++) {
        line.points[3] = 0.5 + i * 0.001;
        assert_int_equal(editor_edit_set_lines(document, &a, &line, 1), EDITOR_EDIT_DONE);
    }
    editor_document_commit(document);
    assert_true(level->mesh_count < 200 && level->measure_count < 200);
    assert_int_equal(segment_at(level, a, 0.95, 0), 0);
    assert_true(editor_document_undo(document));
    assert_true(segment_at(level, a, 0.95, 0) == -1 && segment_at(level, a, 0.45, 0) == 0);
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

static void hidden_by_kind(void **state)
{
    (void)state;
    editor_document *document = empty_document();
    const editor_level *level = editor_document_level(document);
    editor_line line = LINE(0, 0, 0, 0.5, 0, 0), measured = LINE(0, 0.5, 0, 0.5, 0.5, 0);
    measured.measure = EDITOR_MEASURE_LENGTH;
    const uint32_t a = must_add(document, &line, fixture_at(0, 0, 0));
    const uint32_t b = must_add(document, &measured, fixture_at(0, 0, 0));
    assert_true(!editor_level_measurement(level, &level->objects[a]) &&
                editor_level_measurement(level, &level->objects[b]));
    editor_document_show_measurements(document, false);
    assert_true(segment_at(level, a, 0.25, 0) == 0 && segment_at(level, b, 0.25, 0.5) == -1);
    assert_true(!editor_level_is_hidden(level, a) && editor_level_is_hidden(level, b));
    // What becomes a measurement is hidden with them, and what no longer is one is shown.
    line.measure = EDITOR_MEASURE_LENGTH;
    assert_int_equal(editor_edit_set_lines(document, &a, &line, 1), EDITOR_EDIT_DONE);
    assert_true(editor_level_is_hidden(level, a) && segment_at(level, a, 0.25, 0) == -1);
    assert_true(editor_document_undo(document));
    assert_true(!editor_level_is_hidden(level, a) && segment_at(level, a, 0.25, 0) == 0);
    editor_document_show_measurements(document, true);
    assert_int_equal(segment_at(level, b, 0.25, 0.5), 0);
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// --- Widths ---

static editor_edit_result set_width(editor_document *document, uint32_t object, double value, editor_width_unit unit)
{
    const editor_width width = {value, unit};
    return editor_edit_set_widths(document, &object, &width, 1);
}

static void widths(void **state)
{
    (void)state;
    editor_document *document = empty_document();
    const editor_level *level = editor_document_level(document);
    const editor_line line = LINE(0, 0, 0, 0.5, 0, 0);
    const uint32_t a = must_add(document, &line, fixture_at(0, 0, 0)),
                   b = must_add(document, &line, fixture_at(0, 0.5, 0));
    const uint64_t before = fixture_state(document);
    assert_true(segment_at(level, a, 0.25, 0.009) == 0 && segment_at(level, a, 0.25, 0.011) == -1);
    assert_int_equal(set_width(document, a, 10, EDITOR_WIDTH_ON_SCREEN), EDITOR_EDIT_DONE);
    assert_true(segment_at(level, a, 0.25, 0.049) == 0 && segment_at(level, a, 0.25, 0.051) == -1);
    assert_int_equal(segment_at(level, b, 0.25, 0.511), -1); // it shares the mesh, not the width
    assert_int_equal(set_width(document, a, 10, EDITOR_WIDTH_ON_SCREEN), EDITOR_EDIT_NOTHING);
    // In metres it is scaled with the object.
    const pick_affine twice = {{1, 0, 0, 0, 2, 0, 0, 0, 1}, {0, 0, 0}};
    assert_int_equal(editor_edit_set_locals(document, &a, &twice, 1), EDITOR_EDIT_DONE);
    assert_int_equal(segment_at(level, a, 0.25, 0.051), -1);
    assert_int_equal(set_width(document, a, 0.2, EDITOR_WIDTH_IN_METRES), EDITOR_EDIT_DONE);
    assert_true(segment_at(level, a, 0.25, 0.199) == 0 && segment_at(level, a, 0.25, 0.201) == -1);
    assert_true(fixture_is_consistent(level));
    // A colour and a width go together, and looks of equal width share what is picked.
    const editor_override red = {.fields = EDITOR_OVERRIDE_BASE_COLOR | EDITOR_OVERRIDE_WIDTH,
                                 .base_color = {1, 0, 0, 1},
                                 .width = {0.2, EDITOR_WIDTH_IN_METRES}};
    assert_int_equal(editor_edit_set_overrides(document, &b, &red, 1), EDITOR_EDIT_DONE);
    assert_ptr_not_equal(level->objects[a].look, level->objects[b].look);
    assert_ptr_equal(editor_level_pick_thin(level, &level->objects[a]),
                     editor_level_pick_thin(level, &level->objects[b]));
    assert_ptr_not_equal(editor_level_pick_thin(level, &level->objects[a]), level->meshes[level->objects[a].mesh].thin);
    // Back to the usual width; the colour stays.
    assert_int_equal(set_width(document, b, 7, EDITOR_WIDTH_OF_MODEL), EDITOR_EDIT_DONE);
    const editor_width usual = {2, EDITOR_WIDTH_ON_SCREEN}, is = editor_level_width(level, &level->objects[b]);
    assert_true(editor_width_equal(&usual, &is));
    assert_true(level->objects[b].look && editor_level_material(level, &level->objects[b], 0)->base_color[1] == 0);
    assert_int_equal(segment_at(level, b, 0.25, 0.511), -1);
    // A new shape keeps what is overridden.
    const editor_line longer = LINE(0, 0, 0, 0.75, 0, 0);
    assert_int_equal(editor_edit_set_lines(document, &a, &longer, 1), EDITOR_EDIT_DONE);
    assert_int_equal(segment_at(level, a, 0.7, 0.199), 0);
    while (fixture_state(document) != before)
        assert_true(editor_document_undo(document));
    assert_true(segment_at(level, a, 0.25, 0.009) == 0 && segment_at(level, a, 0.25, 0.011) == -1);
    editor_document_destroy(document);
}

static void refused_widths(void **state)
{
    (void)state;
    editor_document *document = empty_document();
    const editor_line line = LINE(0, 0, 0, 0.5, 0, 0);
    const uint32_t a = must_add(document, &line, fixture_at(0, 0, 0));
    const editor_primitive primitive = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const pick_affine far_away = fixture_at(50, 0, 0);
    uint32_t cube;
    assert_int_equal(editor_edit_add_primitive(document, "cube", EDITOR_NONE, &primitive, &far_away, &cube),
                     EDITOR_EDIT_DONE);
    const uint64_t before = fixture_state(document);
    static const struct {
        double value;
        editor_width_unit unit;
        bool ok;
    } cases[] = {{0.1, EDITOR_WIDTH_ON_SCREEN, true},      {64, EDITOR_WIDTH_ON_SCREEN, true},
                 {0.09, EDITOR_WIDTH_ON_SCREEN, false},    {64.1, EDITOR_WIDTH_ON_SCREEN, false},
                 {-1, EDITOR_WIDTH_ON_SCREEN, false},      {0, EDITOR_WIDTH_ON_SCREEN, false},
                 {0.0001, EDITOR_WIDTH_IN_METRES, true},   {1000, EDITOR_WIDTH_IN_METRES, true},
                 {0.00005, EDITOR_WIDTH_IN_METRES, false}, {1001, EDITOR_WIDTH_IN_METRES, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const editor_edit_result result = set_width(document, a, cases[i].value, cases[i].unit);
        assert_int_equal(result, cases[i].ok ? EDITOR_EDIT_DONE : EDITOR_EDIT_REFUSED);
        if (cases[i].ok)
            assert_true(editor_document_undo(document));
        assert_true(fixture_state(document) == before);
    }
    assert_int_equal(set_width(document, a, NAN, EDITOR_WIDTH_ON_SCREEN), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "width: expected 0.1 to 64 points on screen");
    assert_int_equal(set_width(document, a, (double)INFINITY, EDITOR_WIDTH_IN_METRES), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "width: expected 0.0001 to 1000 m");
    assert_int_equal(set_width(document, cube, 2, EDITOR_WIDTH_ON_SCREEN), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "cube has no width: it is neither points nor lines");
    assert_int_equal(set_width(document, 77, 2, EDITOR_WIDTH_ON_SCREEN), EDITOR_EDIT_REFUSED);
    const editor_width both[2] = {{3, EDITOR_WIDTH_ON_SCREEN}, {3, EDITOR_WIDTH_ON_SCREEN}};
    assert_int_equal(editor_edit_set_widths(document, (const uint32_t[]){a, cube}, both, 2), EDITOR_EDIT_REFUSED);
    assert_true(fixture_state(document) == before);
    editor_document_destroy(document);
}

// --- Files ---

static editor_document *must_open(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_open(path, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

static void saves_and_opens(void **state)
{
    (void)state;
    write_text(LEVEL, "{\"vkpick_level\": 2, \"objects\": [\n"
                      "{\"id\": 1, \"name\": \"wire\", \"line\": {\"points\": [[0, 0, 0], [0.1, 0.25, -0], [1, 1, 1]],"
                      " \"closed\": true, \"measures\": \"angle\", \"studio\": {\"x\": 1}},\n"
                      " \"materials\": [{\"slot\": 0, \"width\": 0.25, \"width_unit\": \"metres\", \"glow\": 2}]},\n"
                      "{\"id\": 2, \"name\": \"rope\", \"line\": {\"points\": [[0, 0, 0], [1, 0, 0]]},"
                      " \"materials\": [{\"slot\": 0, \"width\": 5.5}]}]}\n");
    editor_error error = {""};
    editor_document *document = must_open(LEVEL);
    const editor_level *level = editor_document_level(document);
    const editor_line *line = &level->meshes[level->objects[0].mesh].line;
    assert_true(line->count == 3 && line->closed && line->measure == EDITOR_MEASURE_ANGLE && line->points[3] == 0.1);
    assert_true(signbit(line->points[5]));
    const editor_width metres = {0.25, EDITOR_WIDTH_IN_METRES}, points = {5.5, EDITOR_WIDTH_ON_SCREEN};
    const editor_width first = editor_level_width(level, &level->objects[0]),
                       second = editor_level_width(level, &level->objects[1]);
    assert_true(editor_width_equal(&first, &metres) && editor_width_equal(&second, &points));
    assert_true(editor_document_save(document, FOLDER "/b.vkpick", &error));
    editor_document *again = must_open(FOLDER "/b.vkpick");
    assert_true(editor_level_hash(editor_document_level(again)) == editor_level_hash(level));
    assert_true(fixture_is_consistent(editor_document_level(again)));
    char *text = read_text(FOLDER "/b.vkpick");
    assert_non_null(strstr(text, "\"points\": [[0, 0, 0], [0.1, 0.25, -0], [1, 1, 1]], \"closed\": true, "
                                 "\"measures\": \"angle\", \"studio\": {\"x\": 1}}"));
    assert_non_null(strstr(text, "{\"slot\": 0, \"width\": 0.25, \"width_unit\": \"metres\", \"glow\": 2}"));
    assert_non_null(strstr(text, "{\"slot\": 0, \"width\": 5.5}"));
    free(text);
    editor_document_destroy(again);
    // Another width, another point, another unit: each is another level.
    const uint64_t hash = editor_level_hash(level);
    assert_int_equal(set_width(document, 0, 0.26, EDITOR_WIDTH_IN_METRES), EDITOR_EDIT_DONE);
    assert_true(editor_level_hash(level) != hash && editor_document_undo(document) && editor_level_hash(level) == hash);
    assert_int_equal(set_width(document, 0, 0.25, EDITOR_WIDTH_ON_SCREEN), EDITOR_EDIT_DONE);
    assert_true(editor_level_hash(level) != hash && editor_document_undo(document));
    editor_line moved = LINE(0, 0, 0, 0.1, 0.25, 0, 1, 1, 1);
    moved.closed = true;
    moved.measure = EDITOR_MEASURE_ANGLE;
    uint32_t object = 0;
    assert_int_equal(editor_edit_set_lines(document, &object, &moved, 1), EDITOR_EDIT_DONE);
    assert_true(editor_level_hash(level) != hash);
    editor_document_destroy(document);
}

static void refused_files(void **state)
{
    (void)state;
#define OBJECT(line, rest) "{\"vkpick_level\": 2, \"objects\": [{\"id\": 1, \"name\": \"a\", \"line\": " line rest "}]}"
#define GOOD "{\"points\": [[0,0,0],[1,0,0]]}"
    static const struct {
        const char *text, *why;
    } cases[] = {
        {OBJECT("{\"points\": [[0,0,0]]}", ""), "objects[0].line: points: expected 2 to 65536, not 1"},
        {OBJECT("{\"points\": []}", ""), "points: expected 2 to 65536, not 0"},
        {OBJECT("{}", ""), "\"points\" is missing"},
        {OBJECT("{\"points\": [[0,0,0],[1,0]]}", ""), "objects[0].line.points[1]: expected 3 numbers"},
        {OBJECT("{\"points\": [[0,0,0],[1,1e39,0]]}", ""), "points[1]: expected finite numbers"},
        {OBJECT("{\"points\": [[0,0,0],[1,NaN,0]]}", ""), "expected a value"},
        {OBJECT("{\"points\": [[0,0,0],[1,0,0]], \"closed\": 1}", ""), "closed"},
        {OBJECT("{\"points\": [[0,0,0],[1,0,0]], \"measures\": \"angle\"}", ""), "an angle has three points"},
        {OBJECT("{\"points\": [[0,0,0],[1,0,0]], \"measures\": \"weight\"}", ""),
         "measures: expected nothing, length, angle or clearance"},
        {OBJECT(GOOD, ", \"camera\": {}"),
         "expected only one of mesh, primitive, volume, line, light, camera, prefab and unpacked"},
        {OBJECT(GOOD, ", \"materials\": [{\"slot\": 0, \"width\": -2}]"), "width: expected 0.1 to 64 points on screen"},
        {OBJECT(GOOD, ", \"materials\": [{\"slot\": 0, \"width\": 0, \"width_unit\": \"metres\"}]"),
         "width: expected 0.0001 to 1000 m"},
        {OBJECT(GOOD, ", \"materials\": [{\"slot\": 0, \"width\": 2, \"width_unit\": \"miles\"}]"),
         "width_unit: expected points or metres"},
        {OBJECT(GOOD, ", \"materials\": [{\"slot\": 0, \"width_unit\": \"metres\"}]"),
         "width_unit: expected width beside it"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        editor_error error = {""};
        write_text(LEVEL, cases[i].text);
        assert_null(editor_open(LEVEL, NULL, NULL, &error));
        if (!strstr(error.text, cases[i].why))
            fail_msg("case %zu: %s", i, error.text);
    }
    FILE *file = fopen(LEVEL, "wb");
    assert_non_null(file);
    fputs("{\"vkpick_level\": 2, \"objects\": [{\"id\": 1, \"name\": \"a\", \"line\": {\"points\": [[0,0,0]", file);
    const uint32_t count = test_effort(100000, 1000000);
    for (uint32_t i = 1; i < count; i++)
        fputs(",[1,2,3]", file);
    fputs("]}}]}", file);
    assert_int_equal(fclose(file), 0);
    editor_error error = {""};
    assert_null(editor_open(LEVEL, NULL, NULL, &error));
    char why[64];
    snprintf(why, sizeof(why), "points: expected 2 to 65536, not %u", count);
    assert_non_null(strstr(error.text, why));
}

static void exports(void **state)
{
    (void)state;
    editor_document *document = empty_document();
    const editor_level *level = editor_document_level(document);
    editor_line line = LINE(0, 0, 0, 0.5, 0, 0, 0.5, 0.5, 0);
    line.closed = true;
    line.measure = EDITOR_MEASURE_LENGTH;
    const uint32_t a = must_add(document, &line, fixture_at(1, 2, 3));
    assert_int_equal(set_width(document, a, 9, EDITOR_WIDTH_ON_SCREEN), EDITOR_EDIT_DONE);
    editor_error error = {""};
    assert_true(editor_gltf_export(level, OUT, NULL, NULL, &error));
    editor_level *back = editor_import(OUT, NULL, NULL, &error);
    assert_non_null(back);
    const editor_mesh *mesh = &back->meshes[0];
    assert_true(back->mesh_count == 1 && mesh->form == EDITOR_FORM_LINES && mesh->line_count == 1);
    static const float positions[12] = {0, 0, 0, 0.5f, 0, 0, 0.5f, 0.5f, 0, 0, 0, 0};
    assert_int_equal(mesh->vertex_count, 4);
    assert_memory_equal(mesh->positions, positions, sizeof(positions));
    assert_true(back->material_count == 0 && back->objects[0].local.origin.y == 2);
    editor_level_destroy(back);
    uint32_t lost[EDITOR_GLTF_LOSS_COUNT];
    editor_gltf_count_losses(level, lost);
    assert_true(lost[EDITOR_GLTF_LOSES_WIDTHS] == 1 && lost[EDITOR_GLTF_LOSES_MEASURES] == 1);
    assert_true(editor_document_undo(document));
    editor_gltf_count_losses(level, lost);
    assert_true(lost[EDITOR_GLTF_LOSES_WIDTHS] == 0 && lost[EDITOR_GLTF_LOSES_MEASURES] == 1);
    editor_document_destroy(document);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(values),        TEST(equality),       TEST(measures),
                                       TEST(commands),      TEST(unused_lines),   TEST(hidden_by_kind),
                                       TEST(widths),        TEST(refused_widths), TEST(saves_and_opens),
                                       TEST(refused_files), TEST(exports)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
