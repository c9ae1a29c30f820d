// The strength of lamps: of the size of the level, to which what lies far off adds nothing.
#include "document/history/edit.h"
#include "view/lights.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CUBES = 8 };

static pick_affine at(double x)
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    out.origin.x = x;
    return out;
}

// Cubes of a metre, 2 m apart, and a lamp.
static editor_document *make_document(void)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_true(level && editor_level_finish(level, &error));
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    for (int i = 0; i < CUBES; i++) {
        const pick_affine place = at(2 * i);
        assert_int_equal(editor_edit_add_primitive(document, "cube", EDITOR_NONE, &cube, &place, NULL),
                         EDITOR_EDIT_DONE);
    }
    const editor_light lamp = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 10};
    const pick_affine place = at(7);
    assert_int_equal(editor_edit_add_light(document, "lamp", EDITOR_NONE, &lamp, &place, NULL), EDITOR_EDIT_DONE);
    return document;
}

static double size_with_cube_at(editor_document *document, double x)
{
    const uint32_t object = CUBES - 1;
    const pick_affine place = at(x);
    assert_int_equal(editor_edit_set_locals(document, &object, &place, 1), EDITOR_EDIT_DONE);
    return editor_lights_size(editor_document_level(document));
}

static void test_what_lies_far_off_does_not_count(void **state)
{
    (void)state;
    editor_document *document = make_document();
    const double before = editor_lights_size(editor_document_level(document)), half = sqrt(0.75);
    assert_true(fabs(before - (5 + half)) < 1e-9); // of 1, 1, 3, 3, 5, 5, 7, 7 m from the middle the sixth
    const double far = size_with_cube_at(document, 1000);
    assert_true(fabs(far - before) <= 1 && size_with_cube_at(document, -1e29) >= far - 2 &&
                size_with_cube_at(document, 1e29) == far);
    editor_document_destroy(document);
}

// As far as all can be, the numbers of lamps are still those of a float.
static void test_lamps_of_a_huge_level(void **state)
{
    (void)state;
    editor_document *document = make_document();
    uint32_t objects[CUBES];
    pick_affine places[CUBES];
    for (uint32_t i = 0; i < CUBES; i++) {
        objects[i] = i;
        places[i] = at(i % 2 ? 1e30 : -1e30);
    }
    assert_int_equal(editor_edit_set_locals(document, objects, places, CUBES), EDITOR_EDIT_DONE);
    const editor_level *level = editor_document_level(document);
    render_light lights[RENDER_MAX_LIGHTS];
    assert_int_equal(editor_collect_lights(level, editor_lights_size(level), lights), 1);
    assert_true(isfinite(lights[0].color[0]) && lights[0].color[0] > 0 && isfinite(lights[0].range));
    // Farther is refused.
    places[0] = at(1.1e30);
    assert_int_equal(editor_edit_set_locals(document, objects, places, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "cube: a transform that is not finite, or too large");
    editor_document_destroy(document);
}

static void test_nothing_is_a_metre(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    editor_error error = {""};
    assert_true(level && editor_level_finish(level, &error));
    assert_true(editor_lights_size(level) == 1);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_lies_far_off_does_not_count),
                                       cmocka_unit_test(test_lamps_of_a_huge_level),
                                       cmocka_unit_test(test_nothing_is_a_metre)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
