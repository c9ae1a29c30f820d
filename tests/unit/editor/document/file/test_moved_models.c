// Moved vertices whose model is missing, still to be read, or has other vertices: they are kept.
#define _DEFAULT_SOURCE // usleep
#define FOLDER "test_moved_models.tmp"
#include "moved_boat.h"

// --- Files that are not there ---------------------------------------------------------------------------------------

static void test_a_missing_model(void **state)
{
    (void)state;
    write_boat(8, 1, TRIANGLES); // of as many vertices as a box
    editor_document *document = moved_boat();
    must_save(document, LEVEL);
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    char *before = read_text(LEVEL);
    editor_document_destroy(document);
    assert_int_equal(remove(BOAT), 0);
    document = document_of(level_must_read(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->warning_count, 1); // that the file is missing
    assert_true(mesh_of(level, "wing")->stand_in && mesh_of(level, "sail")->stand_in);
    assert_int_equal(mesh_of(level, "wing")->vertex_count, 24);
    assert_false(shows_moves(level));
    assert_false(is_at(mesh_of(level, "wing"), 0, FAR));
    assert_true(editor_level_hash(level) == hash);
    assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "wing is a box: its file is missing");
    must_save(document, LEVEL);
    char *after = read_text(LEVEL);
    assert_string_equal(before, after);
    // The file is found again.
    write_boat(8, 1, TRIANGLES);
    editor_error error = {""};
    assert_true(reload_model(document, 0, BOAT, &error));
    assert_int_equal(level->warning_count, 0);
    assert_true(shows_moves(level));
    assert_true(editor_level_hash(level) == hash);
    assert_int_equal(move(document, "wing", 0, (float[3]){1, 2, 3}), EDITOR_EDIT_DONE);
    editor_document_destroy(document);
    editor_level *back = level_must_read(LEVEL);
    assert_true(shows_moves(back) && editor_level_hash(back) == hash);
    editor_level_destroy(back);
    free(before);
    free(after);
}

static uint32_t count_warnings(const editor_level *level, const char *text)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->warning_count; i++)
        count += strstr(level->warnings[i], text) != NULL;
    return count;
}

#define MISFIT "wing: its model now has another number of vertices; those that were moved are kept, but not shown"

// A level whose model has changed since it was saved.
static void test_a_changed_model(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    must_save(document, LEVEL);
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    char *before = read_text(LEVEL);
    editor_document_destroy(document);
    write_boat(3, 1, TRIANGLES);
    document = document_of(level_must_read(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], MISFIT);
    assert_int_equal(mesh_of(level, "wing")->vertex_count, 9);
    assert_false(shows_moves(level));
    assert_int_equal(hit(level, 2.2, 0.2), find(level, "wing"));
    assert_true(editor_level_hash(level) == hash);
    // It cannot be edited, and is saved as it came.
    assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document),
                        "wing has moved vertices that its file no longer has: reset its shape first");
    assert_int_equal(move(document, "sail", 0, (float[3]){0, 0, 1}), EDITOR_EDIT_DONE);
    assert_true(editor_document_undo(document));
    must_save(document, AGAIN);
    char *after = read_text(AGAIN);
    assert_non_null(strstr(after, "\"moved_of\": 6, \"moved\": [[0, -4, -4, 0]]"));
    free(after);
    editor_document_destroy(document);
    write_boat(2, 1, TRIANGLES);
    must_save(document = document_of(level_must_read(AGAIN)), LEVEL);
    assert_true(shows_moves(editor_document_level(document)));
    assert_true(editor_level_hash(editor_document_level(document)) == hash);
    editor_document_destroy(document);
    // Reset, it has the model's vertices for good, and they can be moved. The warning goes, and comes back with Undo.
    write_boat(3, 1, TRIANGLES);
    document = document_of(level_must_read(LEVEL));
    level = editor_document_level(document);
    const uint32_t wing = find(level, "wing");
    assert_int_equal(count_warnings(level, MISFIT), 1);
    assert_int_equal(editor_edit_reset_shapes(document, &wing, 1), EDITOR_EDIT_DONE);
    assert_int_equal(level->warning_count, 0);
    assert_true(editor_document_undo(document));
    assert_int_equal(count_warnings(level, MISFIT), 1);
    assert_int_equal(editor_edit_delete(document, &wing, 1), EDITOR_EDIT_DONE);
    assert_int_equal(level->warning_count, 0);
    assert_true(editor_document_undo(document));
    assert_int_equal(count_warnings(level, MISFIT), 1);
    assert_int_equal(editor_edit_reset_shapes(document, &wing, 1), EDITOR_EDIT_DONE);
    assert_int_equal(mesh_of(level, "wing")->original, 0);
    assert_int_equal(move(document, "wing", 8, FAR), EDITOR_EDIT_DONE);
    assert_int_equal(mesh_of(level, "wing")->moves.vertex_count, 9);
    assert_true(editor_document_undo(document) && editor_document_undo(document));
    assert_false(shows_moves(level));
    assert_true(editor_level_hash(level) == hash);
    editor_document_destroy(document);
    free(before);
}

static void reload(editor_document *document)
{
    editor_error error = {""};
    if (!reload_model(document, 0, NULL, &error))
        fail_msg("%s", error.text);
    assert_true(fixture_is_consistent(editor_document_level(document)));
}

// The model changes while the level is open: to the same vertices elsewhere, to others, and back.
static void test_reload(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    const editor_level *level = editor_document_level(document);
    const uint32_t wing = find(level, "wing");
    const editor_override sides = {.fields = EDITOR_OVERRIDE_SIDES | EDITOR_OVERRIDE_METALLIC, .double_sided = true};
    assert_int_equal(editor_edit_duplicate(document, &wing, 1), EDITOR_EDIT_DONE);
    const uint32_t twin = editor_document_active(document);
    const pick_affine place = fixture_at(0, 20, 0);
    assert_int_equal(editor_edit_set_locals(document, &twin, &place, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_overrides(document, &twin, &sides, 1), EDITOR_EDIT_DONE);
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_duplicate(document, &twin, 1), EDITOR_EDIT_DONE);
    const uint32_t third = editor_document_active(document);
    const pick_affine high = fixture_at(0, 40, 0);
    assert_int_equal(editor_edit_set_locals(document, &third, &high, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_make_prefab(document, &third, 1, "flag", &prefab), EDITOR_EDIT_DONE);
    const uint32_t instance = editor_document_active(document);
    const uint64_t hash = editor_level_hash(level);
    const uint32_t copy = level->objects[wing].mesh, steps = editor_document_history(document).position;
    // Other positions: what was moved stays moved, the rest follows.
    write_boat(2, 2, TRIANGLES);
    reload(document);
    assert_int_equal(level->objects[wing].mesh, copy);
    assert_true(shows_moves(level) && is_at(mesh_of(level, "wing"), 1, (float[3]){2, 0, 0}));
    assert_int_equal(hit(level, -1, 19), twin);
    assert_int_equal(hit(level, -1, 39), instance);
    assert_int_equal(count_warnings(level, MISFIT), 0);
    // Another count: as in the model, in all three.
    write_boat(3, 2, TRIANGLES);
    reload(document);
    assert_false(shows_moves(level));
    assert_int_equal(count_warnings(level, MISFIT), 1);
    assert_int_equal(mesh_of(level, "wing")->vertex_count, 9);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hit(level, 2.2, 20 * i + 0.2), i == 0 ? wing : i == 1 ? twin : instance);
        assert_int_equal(hit(level, -1, 20 * i - 1), EDITOR_NONE);
    }
    assert_true(editor_level_hash(level) == hash);
    // Undo goes on below it, and back, and the moves are those that they were.
    while (editor_document_undo(document))
        assert_true(fixture_is_consistent(level));
    for (uint32_t i = 0; i < steps; i++)
        assert_true(editor_document_redo(document) && fixture_is_consistent(level));
    assert_true(editor_level_hash(level) == hash);
    assert_false(shows_moves(level));
    must_save(document, LEVEL);
    // The mesh has gone: a box, without a word about vertices. Then lines: a box as well.
    write_boat(1, 2, LINES);
    reload(document);
    assert_false(shows_moves(level));
    assert_true(mesh_of(level, "wing")->stand_in);
    assert_true(editor_level_hash(level) == hash);
    must_save(document, AGAIN);
    // The fitting file is back.
    write_boat(2, 2, TRIANGLES);
    reload(document);
    assert_true(shows_moves(level) && is_at(mesh_of(level, "wing"), 1, (float[3]){2, 0, 0}));
    assert_int_equal(hit(level, -1, 19), twin);
    assert_int_equal(hit(level, -1, 39), instance);
    assert_true(editor_level_hash(level) == hash);
    const pick_mesh *pick = editor_level_pick_mesh(level, &level->objects[twin]);
    assert_ptr_not_equal(pick, mesh_of(level, "wing")->pick);
    assert_int_equal(pick_mesh_get_stats(pick).triangle_count, 2);
    assert_int_equal(move(document, "wing", 4, (float[3]){-9, 0, 0}), EDITOR_EDIT_DONE);
    while (editor_document_undo(document))
        assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
    // Both files have the moves.
    const char *const saved[2] = {LEVEL, AGAIN};
    for (int i = 0; i < 2; i++) {
        editor_level *again = level_must_read(saved[i]);
        assert_int_equal(again->warning_count, 0);
        assert_true(shows_moves(again) && editor_level_hash(again) == hash);
        editor_level_destroy(again);
    }
}

// A mesh that the file has no more, and has again.
static void test_a_mesh_that_is_gone(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    const editor_level *level = editor_document_level(document);
    const uint64_t hash = editor_level_hash(level);
    char *model = read_text(BOAT), *name;
    while ((name = strstr(model, "\"wing\"")) != NULL)
        memcpy(name, "\"keel\"", 6);
    usleep(5000);
    write_text(BOAT, model);
    free(model);
    reload(document);
    assert_true(mesh_of(level, "wing")->stand_in);
    assert_int_equal(level->warning_count, 1); // not about the moves of the copy
    assert_non_null(strstr(level->warnings[0], "has no mesh \"wing\""));
    assert_false(shows_moves(level));
    write_boat(2, 1, TRIANGLES);
    reload(document);
    assert_int_equal(level->warning_count, 0);
    assert_true(shows_moves(level));
    assert_true(editor_level_hash(level) == hash);
    editor_document_destroy(document);
}

// A model goes when nothing can bring back what was made of it, copies included.
static void test_a_model_is_removed(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    const editor_level *level = editor_document_level(document);
    assert_false(editor_document_remove_model(document, 0));
    while (editor_document_undo(document)) {
    }
    assert_false(editor_document_remove_model(document, 0)); // redo has it
    assert_true(editor_document_redo(document) && editor_document_redo(document));
    assert_true(shows_moves(level));
    const uint32_t both[2] = {find(level, "wing"), find(level, "sail")};
    assert_int_equal(editor_edit_delete(document, both, 2), EDITOR_EDIT_DONE);
    assert_false(editor_document_remove_model(document, 0)); // undo has it
    while (editor_document_undo(document)) {
    }
    assert_int_equal(editor_edit_add_group(document, "g", EDITOR_NONE, &PICK_AFFINE_IDENTITY, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(level->moved_count, 1);
    assert_true(editor_document_remove_model(document, 0));
    assert_int_equal(level->moved_count, 0);
    assert_int_equal(level->asset_count, 0);
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// --- Clips ----------------------------------------------------------------------------------------------------------

// Clips deform the mesh, so its vertices cannot be moved; a file has it all the same. A copy is one of the mesh at
// rest, whatever is shown when it is made.
static void test_a_deformed_model(void **state)
{
    (void)state;
    static const char text[] = IN_LEVEL("\"assets\": [{\"id\": 1, \"path\": \"" ARM "\"}],\n\"objects\": [{\"id\": 1, "
                                        "\"name\": \"%s\", \"asset\": 1, \"mesh\": 0, \"moved_of\": 10, "
                                        "\"moved\": [[%d, -9, 0, 0]]}]");
    char first[1024], second[1024];
    editor_error error = {""};
    snprintf(first, sizeof(first), text, "one", 0);
    snprintf(second, sizeof(second), text, "two", 1);
    write_text(LEVEL, first);
    editor_document *document = document_of(level_must_read(LEVEL));
    const editor_level *level = editor_document_level(document);
    const editor_mesh *one = mesh_of(level, "one");
    float rest[30], normals[30];
    memcpy(rest, editor_level_original(level, one)->positions, sizeof(rest));
    memcpy(normals, one->normals, sizeof(normals));
    assert_int_equal(move(document, "one", 0, FAR), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document),
                        "one is deformed by its clips, so its vertices cannot be moved");
    assert_true(editor_document_pose(document, "bend", 1, &error));
    assert_memory_not_equal(editor_level_original(level, mesh_of(level, "one"))->positions, rest, sizeof(rest));
    assert_int_equal(editor_edit_paste(document, second, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_paste(document, first, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    const editor_mesh *two = mesh_of(level, "two");
    one = mesh_of(level, "one");
    assert_int_equal(level->objects[find(level, "one 02")].mesh, level->objects[find(level, "one")].mesh);
    for (uint32_t v = 0; v < 10; v++) {
        assert_true(is_at(one, v, v == 0 ? (const float[3]){-9, 0, 0} : &rest[3 * (size_t)v]));
        assert_true(is_at(two, v, v == 1 ? (const float[3]){-9, 0, 0} : &rest[3 * (size_t)v]));
        assert_int_equal(two->places[v], v);
    }
    assert_memory_equal(one->normals, normals, sizeof(normals));
    // Undo and redo bring it up to date in the pose, too.
    assert_true(editor_document_undo(document) && editor_document_undo(document));
    assert_true(editor_document_redo(document) && editor_document_redo(document));
    editor_level_apply_moves((editor_level *)(uintptr_t)level, level->objects[find(level, "one")].mesh);
    one = mesh_of(level, "one");
    for (uint32_t v = 0; v < 10; v++)
        assert_true(is_at(one, v, v == 0 ? (const float[3]){-9, 0, 0} : &rest[3 * (size_t)v]));
    assert_memory_equal(one->normals, normals, sizeof(normals));
    editor_document_rest(document);
    assert_memory_equal(editor_level_original(level, mesh_of(level, "one"))->positions, rest, sizeof(rest));
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// --- Boxes first ----------------------------------------------------------------------------------------------------

static editor_document *open_boxes(void)
{
    editor_error error = {""};
    editor_level *level = editor_level_read_boxes(LEVEL, 1, NULL, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->warning_count, 0);
    assert_true(level->assets[0].unread);
    assert_true(mesh_of(level, "wing")->unread && mesh_of(level, "wing")->stand_in);
    return document_of(level);
}

static void test_boxes_first(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    must_save(document, LEVEL);
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    char *before = read_text(LEVEL);
    editor_document_destroy(document);
    for (int gives_up = 0; gives_up < 2; gives_up++) {
        document = open_boxes();
        const editor_level *level = editor_document_level(document);
        assert_false(shows_moves(level));
        assert_true(editor_level_hash(level) == hash);
        assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_REFUSED);
        assert_string_equal(editor_document_reason(document), "wing is not loaded yet");
        const uint32_t wing = find(level, "wing");
        assert_int_equal(editor_edit_duplicate(document, &wing, 1), EDITOR_EDIT_DONE);
        must_save(document, AGAIN);
        assert_true(editor_document_undo(document));
        must_save(document, AGAIN);
        char *after = read_text(AGAIN);
        assert_string_equal(before, after);
        free(after);
        if (gives_up) {
            editor_document_give_up_model(document, 0, "it is broken");
            assert_false(mesh_of(level, "wing")->unread);
            assert_true(mesh_of(level, "wing")->stand_in);
            assert_false(shows_moves(level));
            assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_REFUSED);
            assert_string_equal(editor_document_reason(document), "wing is a box: its file is missing");
        } else {
            reload(document);
            assert_true(shows_moves(level));
            assert_int_equal(level->warning_count, 0);
            assert_true(editor_document_redo(document));
            assert_true(is_at(mesh_of(level, "wing 02"), 0, FAR));
        }
        assert_true(fixture_is_consistent(level));
        editor_document_destroy(document);
    }
    // The model that comes has other vertices.
    write_boat(5, 1, TRIANGLES);
    document = open_boxes();
    reload(document);
    assert_false(shows_moves(editor_document_level(document)));
    assert_int_equal(count_warnings(editor_document_level(document), MISFIT), 1);
    editor_document_destroy(document);
    free(before);
}

// --- Memory ---------------------------------------------------------------------------------------------------------

// Each allocation of an exchange fails once: the level is as it was, and then it goes well.
static void test_exchange_without_memory(void **state)
{
    (void)state;
    uint32_t failed = 0;
    bool done = false;
    for (size_t nth = 1; !done; nth++) {
        write_boat(2, 1, TRIANGLES);
        editor_document *document = moved_boat();
        const editor_level *level = editor_document_level(document);
        const uint32_t wing = find(level, "wing");
        const editor_override sides = {.fields = EDITOR_OVERRIDE_SIDES, .double_sided = true};
        assert_int_equal(editor_edit_set_overrides(document, &wing, &sides, 1), EDITOR_EDIT_DONE);
        const uint64_t hash = editor_level_hash(level);
        write_boat(2, 3, TRIANGLES);
        for (int again = 0; again < 2 && !(again == 1 && done); again++) {
            editor_error error = {""};
            editor_load *load = editor_load_begin(&(editor_load_desc){.first.path = BOAT, .only_models = true});
            editor_level *source = editor_load_take(load, 0, &error);
            editor_load_destroy(load);
            assert_non_null(source);
            failing_malloc_arm(again ? 0 : nth, false);
            const bool ok = editor_document_exchange_model(document, 0, source, &error);
            const size_t calls = failing_malloc_calls();
            failing_malloc_arm(0, false);
            if (again == 0)
                done = calls < nth;
            assert_true(ok || (again == 0 && strstr(error.text, "out of memory")));
            failed += !ok;
            assert_true(shows_moves(level));
            assert_true(is_at(mesh_of(level, "wing"), 1, (float[3]){ok ? 3 : 1, 0, 0}));
            assert_true(editor_level_hash(level) == hash);
            assert_int_equal(level->objects[wing].look->mesh, level->objects[wing].mesh);
        }
        editor_document_destroy(document);
    }
    print_message("%u exchanges failed\n", (unsigned)failed);
    assert_true(failed > 15);
}

// Each allocation of a reading fails once: no level, or the one that was written.
static void test_reading_without_memory(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    must_save(document, LEVEL);
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    editor_document_destroy(document);
    uint32_t failed = 0;
    for (size_t nth = 1;; nth++) {
        editor_error error = {""};
        failing_malloc_arm(nth, false);
        editor_level *level = editor_level_read(LEVEL, NULL, NULL, NULL, &error);
        const bool ended = failing_malloc_calls() < nth;
        failing_malloc_arm(0, false);
        failed += level == NULL;
        assert_true(level || error.text[0]);
        if (level) {
            assert_true(editor_level_hash(level) == hash);
            assert_true(shows_moves(level) || level->warning_count > 0); // that the model could not be read
        }
        editor_level_destroy(level);
        if (ended)
            break;
    }
    print_message("%u readings failed\n", (unsigned)failed);
    assert_true(failed > 15);
}

// --- Mapped meshes --------------------------------------------------------------------------------------------------

// What the cache maps is only read: the copy is memory of its own, and what is picked of it can be refitted.
static void test_a_mapped_model(void **state)
{
    (void)state;
    editor_model_cache_set_least(0);
    editor_cache_use(FOLDER "/cache", 100000000);
    editor_document *fresh = moved_boat();
    editor_cache_wait();
    editor_document *mapped = moved_boat();
    editor_document *const both[2] = {fresh, mapped};
    const editor_level *levels[2];
    for (int i = 0; i < 2; i++) {
        const editor_level *level = levels[i] = editor_document_level(both[i]);
        const editor_mesh *wing = mesh_of(level, "wing"), *original = editor_level_original(level, wing);
        assert_int_equal(original->mapping != NULL, i);
        assert_null(wing->mapping);
        assert_true(shows_moves(level));
        assert_int_equal(move(both[i], "wing", 4, (float[3]){9, 0, 0}), EDITOR_EDIT_DONE);
        assert_int_equal(hit(level, 5, 0.1), find(level, "wing"));
        assert_true(is_at(original, 4, (float[3]){2, 0, 0}));
        assert_true(editor_document_undo(both[i]));
        assert_int_equal(hit(level, 5, 0.1), EDITOR_NONE);
        assert_true(shows_moves(level));
        assert_true(editor_document_redo(both[i]));
    }
    const editor_mesh *a = mesh_of(levels[0], "wing"), *b = mesh_of(levels[1], "wing");
    assert_true(pick_mesh_hash(a->pick) == pick_mesh_hash(b->pick));
    assert_memory_equal(a->positions, b->positions, 3 * sizeof(float) * a->vertex_count);
    // Read again, from the cache as well, while the mapping of before goes.
    reload(mapped);
    assert_true(is_at(mesh_of(levels[1], "wing"), 4, (float[3]){9, 0, 0}));
    editor_document_destroy(fresh);
    editor_document_destroy(mapped);
    editor_cache_wait();
    editor_cache_use(NULL, 0);
}

// --- Fits -----------------------------------------------------------------------------------------------------------

// A model that is scaled anew: what was imported of it is found, whether vertices were moved or not.
static void test_a_new_fit(void **state)
{
    (void)state;
    pick_affine worlds[2][2];
    for (int i = 0; i < 2; i++) {
        editor_document *document = moved_boat();
        const editor_level *level = editor_document_level(document);
        if (i == 0)
            assert_true(editor_document_undo(document));
        else
            assert_int_equal(move(document, "sail", 0, FAR), EDITOR_EDIT_DONE);
        const editor_fit fit = {.scale = 3, .up = level->assets[0].fit.up};
        assert_int_equal(editor_edit_set_fit(document, 0, &fit), EDITOR_EDIT_DONE);
        worlds[i][0] = level->objects[find(level, "wing")].world;
        worlds[i][1] = level->objects[find(level, "sail")].world;
        assert_true(worlds[i][1].origin.x == 30);
        editor_document_destroy(document);
    }
    assert_memory_equal(worlds[0], worlds[1], sizeof(worlds[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_a_missing_model, set_up),
        cmocka_unit_test_setup(test_a_changed_model, set_up),
        cmocka_unit_test_setup(test_reload, set_up),
        cmocka_unit_test_setup(test_a_mesh_that_is_gone, set_up),
        cmocka_unit_test_setup(test_a_model_is_removed, set_up),
        cmocka_unit_test_setup(test_a_deformed_model, set_up),
        cmocka_unit_test_setup(test_boxes_first, set_up),
        cmocka_unit_test_setup(test_exchange_without_memory, set_up),
        cmocka_unit_test_setup(test_reading_without_memory, set_up),
        cmocka_unit_test_setup(test_a_mapped_model, set_up),
        cmocka_unit_test_setup(test_a_new_fit, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
