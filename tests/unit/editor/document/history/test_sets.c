// Selection sets: what the commands do and refuse, what becomes of deleted, copied and regrouped objects, and undo.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/file/clipboard.h"
#include "document/level/selection_set.h"
#include "edit_bench.h"

// The names of a set's objects, by number.
static void assert_members(const bench *b, uint32_t set, const char *expected)
{
    uint32_t members[32];
    char text[256] = "";
    const uint32_t count = editor_level_set_members(b->level, set, members);
    assert_int_equal(editor_level_set_members(b->level, set, NULL), count);
    for (uint32_t i = 0; i < count; i++) {
        strcat(text, i ? "," : "");
        strcat(text, b->level->objects[members[i]].name);
    }
    assert_string_equal(text, expected);
}

static uint32_t make(bench *b, const char *name, uint32_t first, uint32_t second)
{
    const uint32_t objects[2] = {first, second};
    uint32_t set = EDITOR_NONE;
    assert_int_equal(editor_edit_make_set(b->document, name, objects, 2, &set), EDITOR_EDIT_DONE);
    assert_true(editor_level_has_set(b->level, set));
    return set;
}

static void test_make(void **state)
{
    (void)state;
    bench b = bench_begin();
    uint32_t set = EDITOR_NONE;
    const uint32_t objects[3] = {POST_2, SHED, POST_2};
    assert_int_equal(editor_edit_make_set(b.document, "night", objects, 3, &set), EDITOR_EDIT_DONE);
    assert_int_equal(set, 0);
    assert_int_equal(editor_level_find_set(b.level, "night"), 0);
    assert_int_equal(editor_level_find_set(b.level, "nigh"), EDITOR_NONE);
    assert_members(&b, set, "post 02,shed");
    assert_string_equal(editor_document_undo_label(b.document), "Save set night");
    bench_end_after_one_step(&b);

    b = bench_begin(); // of the selection
    const uint32_t lamp = LAMP;
    assert_true(editor_document_begin(b.document, "all"));
    assert_int_equal(editor_edit_select_objects(b.document, PICK_SELECTION_REPLACE, &lamp, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_make_set(b.document, "lights", NULL, 0, NULL), EDITOR_EDIT_DONE);
    assert_true(editor_document_commit(b.document));
    assert_members(&b, 0, "lamp");
    bench_end_after_one_step(&b);
}

static void test_change(void **state)
{
    (void)state;
    bench b = bench_begin();
    assert_true(editor_document_begin(b.document, "sets"));
    const uint32_t a = make(&b, "a", POST_1, LAMP), c = make(&b, "c", POST_1, EYE);
    assert_true(a != c);
    const uint32_t roof = ROOF, post = POST_1, two[2] = {POST_1, EYE};
    assert_int_equal(editor_edit_add_to_set(b.document, a, &roof, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_add_to_set(b.document, a, &roof, 1), EDITOR_EDIT_NOTHING);
    assert_members(&b, a, "post 01,roof,lamp");
    assert_int_equal(editor_edit_remove_from_set(b.document, c, &post, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_remove_from_set(b.document, c, &roof, 1), EDITOR_EDIT_NOTHING);
    assert_members(&b, c, "eye");
    assert_members(&b, a, "post 01,roof,lamp");
    assert_int_equal(editor_edit_remove_from_set(b.document, c, two, 2), EDITOR_EDIT_DONE);
    assert_members(&b, c, ""); // and is still there
    assert_true(editor_level_has_set(b.level, c));
    assert_int_equal(editor_edit_rename_set(b.document, c, "empty"), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_rename_set(b.document, c, "empty"), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_level_find_set(b.level, "empty"), c);
    // Flags and layers of the members stay as they are, and theirs leave the sets alone.
    assert_int_equal(editor_edit_set_hidden(b.document, &post, 1, true), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_layers(b.document, &post, 1, 1, 4), EDITOR_EDIT_DONE);
    assert_members(&b, a, "post 01,roof,lamp");
    assert_int_equal(editor_edit_remove_from_set(b.document, a, &post, 1), EDITOR_EDIT_DONE);
    assert_true(b.level->objects[POST_1].hidden && b.level->objects[POST_1].layers == 4);
    assert_true(editor_document_commit(b.document));
    bench_end_after_one_step(&b);
}

static void test_update(void **state)
{
    (void)state;
    bench b = bench_begin();
    assert_true(editor_document_begin(b.document, "sets"));
    const uint32_t a = make(&b, "a", POST_1, LAMP), c = make(&b, "c", POST_1, EYE);
    const uint32_t objects[3] = {ROOF, LAMP, ROOF};
    assert_int_equal(editor_edit_update_set(b.document, a, objects, 3), EDITOR_EDIT_DONE);
    assert_members(&b, a, "roof,lamp");
    assert_members(&b, c, "post 01,eye");
    assert_int_equal(editor_edit_update_set(b.document, a, objects, 2), EDITOR_EDIT_NOTHING);
    assert_true(editor_document_commit(b.document));
    bench_end_after_one_step(&b);
}

static void test_delete(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t a = make(&b, "a", POST_1, LAMP), c = make(&b, "c", LAMP, EYE);
    assert_int_equal(editor_edit_delete_set(b.document, a), EDITOR_EDIT_DONE);
    assert_false(editor_level_has_set(b.level, a));
    assert_members(&b, c, "lamp,eye");
    // The next set has the number, and none of the objects.
    assert_int_equal(make(&b, "new", ROOF, FLOOR), a);
    assert_members(&b, a, "floor,roof");
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_members(&b, a, "post 01,lamp");
    assert_int_equal(editor_level_find_set(b.level, "a"), a);
    assert_true(editor_document_redo(b.document) && editor_document_redo(b.document));
    assert_members(&b, a, "floor,roof");
    editor_document_destroy(b.document);
}

static void test_objects_come_and_go(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t set = make(&b, "a", POST_1, POSTS), posts = POSTS, post = POST_1, lamp = LAMP;
    assert_int_equal(editor_edit_add_to_set(b.document, set, &lamp, 1), EDITOR_EDIT_DONE);
    const uint64_t made = fixture_state(b.document);
    // Deleted objects leave, and are back with undo.
    assert_int_equal(editor_edit_delete(b.document, &posts, 1), EDITOR_EDIT_DONE);
    assert_members(&b, set, "lamp");
    // A set that takes the number meanwhile does not get them.
    assert_int_equal(editor_edit_delete_set(b.document, set), EDITOR_EDIT_DONE);
    assert_int_equal(make(&b, "other", ROOF, LAMP), set);
    assert_members(&b, set, "roof,lamp");
    for (int i = 0; i < 3; i++)
        assert_true(editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == made);
    assert_members(&b, set, "posts,post 01,lamp");
    // Copies are in no set, however they are made.
    assert_int_equal(editor_edit_duplicate(b.document, &posts, 1), EDITOR_EDIT_DONE);
    char *text = editor_edit_copy(b.document, &lamp, 1);
    assert_non_null(text);
    assert_null(strstr(text, "\"sets\""));
    assert_int_equal(editor_edit_paste(b.document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    free(text);
    // Nor do objects of a text that names numbers of sets which this level has.
    const char *foreign = "{\"vkpick_level\": 2, \"sets\": [{\"number\": 0, \"name\": \"theirs\"}], \"objects\": "
                          "[{\"id\": 1, \"name\": \"x\", \"sets\": 1}]}";
    assert_int_equal(editor_edit_paste(b.document, foreign, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    assert_members(&b, set, "posts,post 01,lamp");
    // Groups that come and go around them.
    assert_int_equal(editor_edit_group(b.document, &post, 1, "around"), EDITOR_EDIT_DONE);
    assert_members(&b, set, "posts,post 01,lamp");
    editor_document_destroy(b.document);
}

static void test_refusals(void **state)
{
    (void)state;
    const uint32_t post = POST_1;
    bench b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_make_set(b.document, "", &post, 1, NULL), "a name must be UTF-8");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_make_set(b.document, "a\n", &post, 1, NULL), "a name must be UTF-8");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_make_set(b.document, "a", NULL, 0, NULL), "no object is selected");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_add_to_set(b.document, 3, &post, 1), "the set no longer exists");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_remove_from_set(b.document, EDITOR_NONE, &post, 1), "no longer exists");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_update_set(b.document, 0, &post, 1), "no longer exists");
    b = bench_begin();
    const uint32_t kept = make(&b, "kept", POST_1, ROOF);
    b.start = fixture_state(b.document);
    assert_int_equal(editor_edit_update_set(b.document, kept, NULL, 0), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(b.document), "no object is selected"));
    assert_true(fixture_state(b.document) == b.start);
    editor_document_destroy(b.document);
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_rename_set(b.document, 0, "a"), "no longer exists");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_delete_set(b.document, 32), "no longer exists");

    b = bench_begin();
    for (int i = 0; i < EDITOR_SET_COUNT; i++) {
        char name[16];
        snprintf(name, sizeof(name), "set %d", i);
        assert_int_equal(make(&b, name, POST_1, ROOF), i);
    }
    b.start = fixture_state(b.document);
    assert_int_equal(editor_edit_make_set(b.document, "set 7", &post, 1, NULL), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(b.document), "there is a set \"set 7\" already"));
    assert_int_equal(editor_edit_rename_set(b.document, 3, "set 7"), EDITOR_EDIT_REFUSED);
    assert_int_equal(editor_edit_make_set(b.document, "more", &post, 1, NULL), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(b.document), "at most 32 sets"));
    assert_true(fixture_state(b.document) == b.start);
    assert_members(&b, 31, "post 01,roof");
    assert_int_equal(editor_edit_delete_set(b.document, 31), EDITOR_EDIT_DONE);
    assert_members(&b, 30, "post 01,roof");
    editor_document_destroy(b.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make),
        cmocka_unit_test(test_change),
        cmocka_unit_test(test_update),
        cmocka_unit_test(test_delete),
        cmocka_unit_test(test_objects_come_and_go),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
