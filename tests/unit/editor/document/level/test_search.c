// Searches: words, patterns, prefixes, and what is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "document/level/search.h"
#include "edit_fixture.h"
#include "system/text.h"

// The names of what a search finds, in the order of numbers.
static void assert_found(const editor_level *level, const char *text, const char *expected)
{
    editor_search search;
    editor_error error = {""};
    char found[512] = "";
    assert_true(editor_search_read(level, text, &search, &error));
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (!editor_search_matches(&search, level, i))
            continue;
        strcat(found, found[0] ? ", " : "");
        strcat(found, level->objects[i].name);
    }
    if (strcmp(found, expected) != 0)
        print_error("%s: found %s\nexpected %s\n", text, found, expected);
    assert_string_equal(found, expected);
}

static void assert_refused(const editor_level *level, const char *text, const char *why)
{
    editor_search search;
    editor_error error = {""};
    assert_false(editor_search_read(level, text, &search, &error));
    assert_non_null(strstr(error.text, why));
    for (uint32_t i = 0; i < level->object_count; i++)
        assert_false(editor_search_matches(&search, level, i));
}

static void test_search(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    assert_found(level, "", "floor, posts, post 01, post 02, shed, roof, lamp, eye");
    assert_found(level, "oo", "floor, roof");
    assert_found(level, "POST", "posts, post 01, post 02");
    assert_found(level, "post 02", "post 02");
    assert_found(level, "02 post", "post 02");
    assert_found(level, "\"t 0\"", "post 01, post 02");
    assert_found(level, "post*", "posts, post 01, post 02");
    assert_found(level, "*o*", "floor, posts, post 01, post 02, roof");
    assert_found(level, "\"post ??\"", "post 01, post 02");
    assert_found(level, "post?", "posts");
    assert_found(level, "*s*t*1", "post 01");
    assert_found(level, "?", "");
    assert_found(level, "type:light", "lamp");
    assert_found(level, "type:MESH r", "floor, roof");
    assert_found(level, "type:group", "posts, shed");
    assert_found(level, "type:camera", "eye");
    assert_found(level, "type:", "floor, posts, post 01, post 02, shed, roof, lamp, eye"); // not typed yet
    assert_found(level, "material:glass", "");
    const uint32_t lamp = LAMP, eye = EYE;
    assert_int_equal(editor_edit_set_layers(document, &lamp, 1, 1, 4), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_layers(document, &eye, 1, 0, 8), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_name_layer(document, 2, "Night lights"), EDITOR_EDIT_DONE);
    assert_found(level, "layer:2", "lamp");
    assert_found(level, "layer:light", "lamp");
    assert_found(level, "layer:\"night l\"", "lamp");
    assert_found(level, "layer:3", "eye");
    assert_found(level, "layer:0 type:camera", "eye");
    assert_found(level, "layer:77", "");
    assert_found(level, "set:a", "");
    const uint32_t two[2] = {LAMP, ROOF};
    assert_int_equal(editor_edit_make_set(document, "North gate", two, 2, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_make_set(document, "South", &eye, 1, NULL), EDITOR_EDIT_DONE);
    assert_found(level, "set:gate", "roof, lamp");
    assert_found(level, "set:th", "roof, lamp, eye");
    assert_found(level, "SET:*th type:camera", "eye");
    assert_found(level, "set:0", "");
    assert_refused(level, "type:tree", "expected mesh, points, lines, volume, terrain, light, camera or group");
    editor_document_destroy(document);
}

static void test_refusals(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    char many[300];
    memset(many, 'a', sizeof(many));
    many[299] = '\0';
    assert_refused(level, many, "too long");
    for (int i = 1; i < 60; i += 2)
        many[i] = ' ';
    many[60] = '\0';
    assert_refused(level, many, "more than 16 words");
    editor_document_destroy(document);
}

static void test_materials(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    editor_material wood = EDITOR_MATERIAL_DEFAULT;
    wood.name = editor_text_copy("dark wood");
    assert_int_equal(editor_level_add_material(level, &wood), 0);
    editor_mesh cube = fixture_cube();
    cube.submeshes[0].material = 0;
    assert_int_equal(editor_level_add_mesh(level, &cube), 0);
    const pick_affine here = fixture_at(0, 0, 0);
    editor_level_add_object(level, "door", EDITOR_NONE, 0, &here);
    editor_level_add_object(level, "empty", EDITOR_NONE, EDITOR_NONE, &here);
    assert_found(level, "material:wood", "door");
    assert_found(level, "material:*wood", "door");
    assert_found(level, "material:wood*", "");
    assert_found(level, "material:\"dark wood\" do", "door");
    editor_level_destroy(level);
}

static void test_like(void **state)
{
    (void)state;
    assert_true(editor_name_compare_stems("post 01", "post 12") == 0);
    assert_true(editor_name_compare_stems("post", "post 2") == 0);
    assert_true(editor_name_compare_stems("wall7", "wall12") == 0);
    assert_true(editor_name_compare_stems("post 01", "posts 01") != 0);
    assert_true(editor_name_compare_stems("12", "13") != 0); // only a number: it is the name
    assert_true(editor_name_compare_stems("12", "12") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_materials),
        cmocka_unit_test(test_like),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
