// Transactions and the history: steps, undo, and the memory bound.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "edit_fixture.h"

static void select_one(editor_document *document, uint32_t object)
{
    assert_int_not_equal(editor_edit_select_objects(document, PICK_SELECTION_REPLACE, &object, 1), EDITOR_EDIT_REFUSED);
}

static editor_edit_result move(editor_document *document, uint32_t object, double x)
{
    pick_affine place = fixture_at(x, 0, 0);
    return editor_edit_set_locals(document, &object, &place, 1);
}

static void test_undo_and_redo(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    uint64_t before = fixture_state(document);
    assert_false(editor_document_undo(document));
    assert_null(editor_document_undo_label(document));
    assert_int_equal(move(document, POSTS, 9), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(document), "Move posts");
    assert_true(level->objects[POST_1].world.origin.x == 9);
    uint64_t after = fixture_state(document);
    assert_true(after != before);
    assert_true(editor_document_undo(document));
    assert_true(fixture_state(document) == before && fixture_is_consistent(level));
    assert_string_equal(editor_document_redo_label(document), "Move posts");
    assert_true(editor_document_redo(document));
    assert_true(fixture_state(document) == after);
    // A new change ends what could be redone.
    assert_true(editor_document_undo(document));
    assert_int_equal(move(document, POSTS, 11), EDITOR_EDIT_DONE);
    assert_false(editor_document_redo(document));
    assert_int_equal(editor_document_history(document).step_count, 1);
    editor_document_destroy(document);
    editor_document_destroy(NULL);
}

static void test_nothing_is_no_step(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    select_one(document, ROOF);
    assert_int_equal(editor_document_history(document).step_count, 1);
    uint32_t roof = ROOF;
    assert_int_equal(editor_edit_select_objects(document, PICK_SELECTION_REPLACE, &roof, 1), EDITOR_EDIT_NOTHING);
    assert_int_equal(move(document, POSTS, 5), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_set_hidden(document, NULL, 0, false), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_rename(document, ROOF, "roof"), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_show_all(document), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_delete(document, &(uint32_t){99}, 1), EDITOR_EDIT_NOTHING);
    // There and back within one transaction is nothing either.
    assert_true(editor_document_begin(document, "Drag"));
    assert_int_equal(move(document, POSTS, 6), EDITOR_EDIT_DONE);
    assert_int_equal(move(document, POSTS, 5), EDITOR_EDIT_DONE);
    assert_false(editor_document_commit(document));
    assert_int_equal(editor_document_history(document).step_count, 1);
    editor_document_destroy(document);
}

static void test_drag_is_one_step(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    uint64_t before = fixture_state(document);
    assert_true(editor_document_begin(document, "Move posts"));
    for (int i = 1; i <= 50; i++)
        assert_int_equal(move(document, POSTS, 5 + 0.1 * i), EDITOR_EDIT_DONE);
    assert_false(editor_document_undo(document)); // not in the middle of it
    assert_true(editor_document_commit(document));
    editor_history history = editor_document_history(document);
    assert_int_equal(history.step_count, 1);
    assert_true(history.bytes < 1000); // one transform, not fifty
    assert_true(editor_document_undo(document));
    assert_true(fixture_state(document) == before);

    // Cancelled: everything is restored to the bit, new objects are gone, and no step remains.
    assert_true(editor_document_begin(document, "Drag a copy"));
    uint32_t post = POST_1;
    assert_int_equal(editor_edit_duplicate(document, &post, 1), EDITOR_EDIT_DONE);
    uint32_t copy = editor_document_active(document);
    assert_int_equal(move(document, copy, 1.0 / 3), EDITOR_EDIT_DONE);
    assert_int_equal(move(document, SHED, 1.0 / 7), EDITOR_EDIT_DONE);
    pick_object_id handle = editor_document_level(document)->objects[copy].pick;
    editor_document_cancel(document);
    assert_false(editor_document_is_open(document));
    assert_true(fixture_state(document) == before);
    assert_true(fixture_is_consistent(editor_document_level(document)));
    assert_false(pick_scene_contains(editor_document_level(document)->scene, handle));
    assert_string_equal(editor_document_redo_label(document), "Move posts"); // what could be redone still can
    editor_document_destroy(document);
}

static void test_nested(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    assert_true(editor_document_begin(document, "outer"));
    assert_true(editor_document_begin(document, "inner"));
    assert_int_equal(move(document, POSTS, 1), EDITOR_EDIT_DONE);
    assert_false(editor_document_commit(document));
    assert_true(editor_document_is_open(document));
    assert_int_equal(move(document, SHED, 1), EDITOR_EDIT_DONE);
    assert_true(editor_document_commit(document));
    assert_string_equal(editor_document_undo_label(document), "outer");
    assert_int_equal(editor_document_history(document).step_count, 1);
    // A refused command takes nothing of the transaction with it.
    uint64_t before = fixture_state(document);
    assert_true(editor_document_begin(document, "with a refusal"));
    assert_int_equal(move(document, POSTS, 2), EDITOR_EDIT_DONE);
    uint32_t objects[2] = {POSTS, SHED};
    pick_affine places[2] = {fixture_at(3, 0, 0), fixture_at((double)NAN, 0, 0)};
    assert_int_equal(editor_edit_set_locals(document, objects, places, 2), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(document), "shed"));
    assert_true(editor_document_level(document)->objects[POSTS].local.origin.x == 2);
    assert_true(editor_document_commit(document));
    assert_true(editor_document_undo(document));
    assert_true(fixture_state(document) == before);
    editor_document_destroy(document);
}

static void test_saved(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    assert_false(editor_document_is_changed(document));
    select_one(document, ROOF);
    assert_false(editor_document_is_changed(document)); // selecting is no change of the level
    assert_int_equal(move(document, POSTS, 1), EDITOR_EDIT_DONE);
    assert_true(editor_document_is_changed(document));
    editor_document_mark_saved(document);
    select_one(document, FLOOR);
    assert_false(editor_document_is_changed(document));
    assert_true(editor_document_undo(document));
    assert_true(editor_document_undo(document));
    assert_true(editor_document_is_changed(document)); // before what was saved
    assert_true(editor_document_redo(document));
    assert_false(editor_document_is_changed(document));
    // Another way on from there: the saved state cannot come back.
    assert_true(editor_document_undo(document));
    assert_int_equal(move(document, POSTS, 2), EDITOR_EDIT_DONE);
    assert_true(editor_document_is_changed(document));
    assert_true(editor_document_undo(document));
    assert_true(editor_document_is_changed(document));
    editor_document_mark_saved(document);
    editor_document_mark_changed(document);
    assert_true(editor_document_is_changed(document));
    editor_document_destroy(document);
}

static void test_memory_bound(void **state)
{
    (void)state;
    editor_document *document = editor_document_create(fixture_level(), &(editor_document_desc){.history_bytes = 4000});
    const editor_level *level = editor_document_level(document);
    uint32_t post = POST_1;
    assert_int_equal(editor_edit_delete(document, &post, 1), EDITOR_EDIT_DONE);
    pick_object_id handle = level->objects[POST_1].pick;
    assert_true(pick_scene_contains(level->scene, handle)); // undo would want it
    for (int i = 0; i < 100; i++)
        assert_int_equal(move(document, POSTS, 10 + i), EDITOR_EDIT_DONE);
    editor_history history = editor_document_history(document);
    assert_true(history.bytes <= 4000 && history.step_count > 3);
    assert_int_equal(history.step_count + history.dropped, 101);
    assert_false(pick_scene_contains(level->scene, handle)); // nothing can bring it back
    uint32_t undone = 0;
    while (editor_document_undo(document))
        undone++;
    assert_int_equal(undone, history.step_count);
    assert_true(editor_document_is_changed(document)); // what was loaded is out of reach
    assert_true(level->objects[POSTS].local.origin.x == 109.0 - undone);
    assert_true(fixture_is_consistent(level));
    // Its number is free for the next object.
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_group(document, "new", EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made),
                     EDITOR_EDIT_DONE);
    assert_int_equal(made, POST_1);
    assert_true(level->objects[made].id == FIXTURE_COUNT + 1); // but not its id
    // One step larger than the bound stays all the same.
    uint32_t all[FIXTURE_COUNT] = {FLOOR, POSTS, POST_1, POST_2, SHED, ROOF, LAMP, EYE};
    assert_int_equal(editor_edit_delete(document, all, FIXTURE_COUNT), EDITOR_EDIT_DONE);
    assert_true(editor_document_undo(document));
    editor_document_destroy(document);
}

static void test_steps_by_number(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    for (int i = 0; i < 5; i++)
        assert_int_equal(move(document, POSTS, 10 + i), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_rename(document, POSTS, "poles"), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_step_label(document, 5), editor_document_undo_label(document));
    assert_string_not_equal(editor_document_step_label(document, 0), editor_document_step_label(document, 5));
    assert_null(editor_document_step_label(document, 6));
    assert_true(editor_document_go(document, 2));
    assert_int_equal(editor_document_history(document).position, 2);
    assert_true(level->objects[POSTS].local.origin.x == 11);
    assert_true(editor_document_go(document, 2));
    assert_true(editor_document_go(document, 5));
    assert_true(level->objects[POSTS].local.origin.x == 14);
    assert_string_equal(level->objects[POSTS].name, "posts");
    assert_false(editor_document_go(document, 7)); // there are not so many
    assert_int_equal(editor_document_history(document).position, 5);
    assert_true(editor_document_begin(document, "drag"));
    assert_false(editor_document_go(document, 0)); // a transaction is open
    editor_document_cancel(document);
    assert_true(editor_document_go(document, 0));
    assert_false(editor_document_is_changed(document));
    editor_document_destroy(document);
}

static void test_selection_comes_back(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    uint32_t chosen[3] = {ROOF, POSTS, POST_2};
    assert_int_equal(editor_edit_select_objects(document, PICK_SELECTION_REPLACE, chosen, 3), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_active(document, ROOF), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_active(document, FLOOR), EDITOR_EDIT_REFUSED);
    uint64_t before = fixture_state(document);
    uint32_t posts = POSTS;
    assert_int_equal(editor_edit_delete(document, &posts, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_document_selected(document, NULL, 0), 1); // post 02 went with its group
    assert_true(editor_document_undo(document));
    assert_true(fixture_state(document) == before);
    uint32_t selected[3];
    assert_int_equal(editor_document_selected(document, selected, 3), 3);
    assert_memory_equal(selected, chosen, sizeof(chosen));
    assert_int_equal(editor_document_active(document), ROOF);
    // What is gone cannot be selected.
    assert_true(editor_document_redo(document));
    pick_object_id gone = editor_document_level(document)->objects[POSTS].pick;
    assert_int_equal(editor_edit_select(document, PICK_SELECTION_ADD, &gone, 1), EDITOR_EDIT_NOTHING);
    editor_document_destroy(document);
}

static void test_changes_are_listed(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    uint64_t seen = 0;
    const uint32_t *changed;
    uint32_t count;
    editor_level_changes(level, &seen, &changed, &count);
    assert_true(editor_level_changes(level, &seen, &changed, &count));
    assert_int_equal(count, 0);
    move(document, POSTS, 7);
    assert_true(editor_level_changes(level, &seen, &changed, &count));
    bool found[FIXTURE_COUNT] = {false};
    for (uint32_t i = 0; i < count; i++)
        found[changed[i]] = true;
    assert_true(found[POSTS] && found[POST_1] && found[POST_2]);
    assert_false(found[SHED] || found[ROOF] || found[FLOOR]);
    // Too many to list: that is said, once.
    for (int i = 0; i < 5000; i++)
        move(document, POSTS, i);
    assert_false(editor_level_changes(level, &seen, &changed, &count));
    assert_true(editor_level_changes(level, &seen, &changed, &count));
    assert_int_equal(count, 0);
    editor_document_destroy(document);
}

// --- Isolation ---

static uint32_t picked_from_above(const editor_level *level, double x, double z)
{
    const pick_ray ray = {{x, 100, z}, {0, -1, 0}, 0, (double)INFINITY};
    pick_query query = editor_level_query(level);
    pick_hit hit;
    return pick_closest(level->scene, &ray, &query, &hit) ? (uint32_t)hit.user : EDITOR_NONE;
}

static void test_isolation(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    const uint64_t start = fixture_state(document);
    const uint32_t post = POST_1, shed = SHED;
    // One object of a group, and a group: what is above them does not count, what is below does.
    const uint32_t objects[2] = {POST_1, SHED};
    assert_true(editor_document_isolate(document, objects, 2));
    assert_int_equal(picked_from_above(level, 5, 0), POST_1);
    assert_int_equal(picked_from_above(level, 5, 2), EDITOR_NONE);
    assert_int_equal(picked_from_above(level, 0, 0), EDITOR_NONE);
    assert_int_equal(picked_from_above(level, level->objects[ROOF].world.origin.x, 0.1), ROOF);
    assert_false(level->objects[LAMP].is_hidden);
    assert_true(level->objects[EYE].is_hidden && !level->objects[EYE].is_off);
    assert_true(fixture_state(document) == start && !editor_document_is_changed(document));
    assert_int_equal(editor_document_history(document).step_count, 0);
    // A copy belongs to it, in and out of the history. Hidden flags count as ever.
    assert_int_equal(editor_edit_duplicate(document, &post, 1), EDITOR_EDIT_DONE);
    const uint32_t copy = editor_document_active(document);
    assert_false(level->objects[copy].is_hidden);
    assert_true(editor_document_undo(document) && editor_document_redo(document));
    assert_false(level->objects[copy].is_hidden);
    assert_int_equal(editor_edit_set_hidden(document, &shed, 1, true), EDITOR_EDIT_DONE);
    assert_int_equal(picked_from_above(level, level->objects[ROOF].world.origin.x, 0.1), EDITOR_NONE);
    // Moved out of an isolated group, an object is left out.
    const uint32_t lamp = LAMP;
    assert_int_equal(editor_edit_reparent(document, &lamp, 1, EDITOR_NONE, EDITOR_NONE), EDITOR_EDIT_DONE);
    assert_true(level->objects[LAMP].is_outside);
    assert_true(editor_document_undo(document) && editor_document_undo(document) && editor_document_undo(document));
    assert_false(level->objects[LAMP].is_outside);
    // Everything again. An empty selection isolates nothing.
    assert_true(editor_document_isolate(document, objects, 0));
    assert_true(fixture_state(document) == start && fixture_is_consistent(level));
    assert_int_equal(picked_from_above(level, 5, 2), POST_2);
    assert_true(editor_document_isolate(document, NULL, 0) && !level->is_isolating);
    editor_document_destroy(document);
}

// What is worked out from all objects is kept until one of them, or the selection, changes.
static void test_moments(void **state)
{
    (void)state;
    editor_document *document = fixture_document(), *other = fixture_document();
    editor_document_moment moment = {0};
    assert_false(editor_document_is_still(document, &moment));
    assert_true(editor_document_is_still(document, &moment));
    assert_int_equal(move(document, POSTS, 5), EDITOR_EDIT_NOTHING);
    assert_true(editor_document_is_still(document, &moment));
    assert_false(editor_document_is_still(other, &moment)); // which holds the same
    assert_false(editor_document_is_still(document, &moment));
    const uint32_t objects[] = {ROOF, POST_1};
    const editor_light light = editor_document_level(document)->objects[LAMP].light;
    editor_light brighter = light;
    brighter.intensity *= 2;
    for (int i = 0; i < 9; i++) {
        bool done = true;
        switch (i) {
        case 0:
            done = move(document, POSTS, 9) == EDITOR_EDIT_DONE;
            break;
        case 1:
            done = editor_edit_select_objects(document, PICK_SELECTION_REPLACE, objects, 2) == EDITOR_EDIT_DONE;
            break;
        case 2:
            done = editor_edit_set_active(document, ROOF) == EDITOR_EDIT_DONE;
            break;
        case 3:
            done = editor_document_isolate(document, NULL, 0);
            break;
        case 4:
            done = editor_edit_set_hidden(document, NULL, 0, true) == EDITOR_EDIT_DONE;
            break;
        case 5:
            done = editor_edit_set_layers(document, objects, 2, 0, 2) == EDITOR_EDIT_DONE;
            break;
        case 6:
            done = editor_edit_set_light(document, LAMP, &brighter) == EDITOR_EDIT_DONE;
            break;
        case 7:
            done = editor_document_undo(document);
            break;
        default:
            done = editor_edit_delete(document, objects, 1) == EDITOR_EDIT_DONE;
            break;
        }
        assert_true(done);
        assert_false(editor_document_is_still(document, &moment));
        assert_true(editor_document_is_still(document, &moment));
    }
    editor_document_destroy(document);
    editor_document_destroy(other);
}

// A step without a name has that of the first command that changes something, not of one before or after it.
static void test_step_without_a_name(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const uint32_t post = POST_1;
    const pick_affine now = editor_document_level(document)->objects[POST_1].local, there = fixture_at(1, 2, 3);
    assert_true(editor_document_begin(document, NULL));
    assert_int_equal(editor_edit_rename(document, POST_1, "post 01"), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_set_locals(document, &post, &now, 1), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_set_locals(document, &post, &there, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_hidden(document, &post, 1, true), EDITOR_EDIT_DONE);
    assert_true(editor_document_commit(document));
    assert_string_equal(editor_document_undo_label(document), "Move post 01");
    assert_true(editor_document_begin(document, NULL));
    assert_false(editor_document_commit(document));
    assert_true(editor_document_begin(document, "Tidy up"));
    assert_true(editor_document_begin(document, NULL));
    assert_int_equal(editor_edit_set_hidden(document, &post, 1, false), EDITOR_EDIT_DONE);
    assert_false(editor_document_commit(document));
    assert_true(editor_document_commit(document));
    assert_string_equal(editor_document_undo_label(document), "Tidy up");
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step_without_a_name),
        cmocka_unit_test(test_undo_and_redo),
        cmocka_unit_test(test_nothing_is_no_step),
        cmocka_unit_test(test_drag_is_one_step),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_saved),
        cmocka_unit_test(test_memory_bound),
        cmocka_unit_test(test_steps_by_number),
        cmocka_unit_test(test_selection_comes_back),
        cmocka_unit_test(test_changes_are_listed),
        cmocka_unit_test(test_isolation),
        cmocka_unit_test(test_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
