// Copies of unsaved changes: when they are written, which are kept, which are offered.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "document/demo/demo_level.h"
#include "document/file/autosave.h"
#include "document/file/copies.h"
#include "document/file/document_file.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "edit_fixture.h"
#include "system/path.h"
#include "system/platform_folder.h"

#define FOLDER "test_copies.tmp"
#define LEVEL FOLDER "/a.vkpick"
#define STATE FOLDER "/state/vkpick"

static const char model[] = "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],"
                            "\"nodes\": [{\"name\": \"wing\", \"mesh\": 0}],"
                            "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}],"
                            "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, "
                            "\"type\": \"VEC3\"}], \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}],"
                            "\"buffers\": [{\"byteLength\": 36, \"uri\": \"data:application/octet-stream;base64,"
                            "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}";

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    write_file(FOLDER "/boat.gltf", model);
    return 0;
}

static editor_document *open_document(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_open(path, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

static editor_document *make_level(void)
{
    editor_document *document = open_document(FOLDER "/boat.gltf");
    editor_error error = {""};
    assert_true(editor_document_save(document, LEVEL, &error));
    return document;
}

static void change(editor_document *document, double x)
{
    uint32_t wing = 0;
    pick_affine place = fixture_at(x, 2, 3);
    assert_int_equal(editor_edit_set_locals(document, &wing, &place, 1), EDITOR_EDIT_DONE);
}

// Changes the document and lets a minute pass.
static editor_autosave_result keep(editor_autosave *autosave, editor_document *document, double *now)
{
    editor_error error = {""};
    change(document, *now);
    assert_int_equal(editor_autosave_tick(autosave, document, STATE, *now, &error), EDITOR_AUTOSAVE_NOTHING);
    *now += EDITOR_AUTOSAVE_SECONDS;
    editor_autosave_result result = editor_autosave_tick(autosave, document, STATE, *now, &error);
    assert_int_equal(error.text[0] != 0, result == EDITOR_AUTOSAVE_MOVED || result == EDITOR_AUTOSAVE_FAILED);
    return result;
}

static editor_copies list(const char *file, bool all, const editor_autosave *own)
{
    editor_copies copies;
    const editor_copies_query query = {.file = file,
                                       .state_folder = STATE,
                                       .all = all,
                                       .own = own ? (const char *const *)own->copies : NULL,
                                       .own_count = own ? own->copy_count : 0};
    assert_true(editor_copies_list(&query, &copies));
    return copies;
}

static uint32_t count(const char *file, bool all, const editor_autosave *own)
{
    editor_copies copies = list(file, all, own);
    uint32_t found = copies.count;
    editor_copies_free(&copies);
    return found;
}

// --- When, and what is in it ---

static void test_due(void **state)
{
    (void)state;
    editor_document *document = make_level();
    editor_autosave autosave = {0};
    editor_error error;
    assert_int_equal(editor_autosave_tick(&autosave, document, NULL, 1000, &error), EDITOR_AUTOSAVE_NOTHING);
    change(document, 1);
    assert_int_equal(editor_autosave_tick(&autosave, document, NULL, 2000, &error), EDITOR_AUTOSAVE_NOTHING);
    assert_int_equal(editor_autosave_tick(&autosave, document, NULL, 2059, &error), EDITOR_AUTOSAVE_NOTHING);
    assert_true(editor_document_begin(document, "drag"));
    assert_int_equal(editor_autosave_tick(&autosave, document, NULL, 2060, &error), EDITOR_AUTOSAVE_NOTHING);
    editor_document_cancel(document);
    assert_int_equal(count(LEVEL, true, NULL), 0);
    assert_int_equal(editor_autosave_tick(&autosave, document, NULL, 2061, &error), EDITOR_AUTOSAVE_DONE);
    assert_int_equal(editor_autosave_tick(&autosave, document, NULL, 2500, &error), EDITOR_AUTOSAVE_NOTHING);
    assert_true(editor_document_is_changed(document)); // it is no save
    editor_copies copies = list(LEVEL, false, NULL);
    assert_int_equal(copies.count, 1);
    assert_int_equal(copies.items[0].objects, 1);
    char *absolute = editor_path_absolute(LEVEL);
    assert_string_equal(copies.items[0].origin, absolute);
    editor_level *level = editor_copy_open(&copies.items[0], NULL, NULL, &error);
    assert_non_null(level);
    assert_int_equal(level->warning_count, 0);
    assert_true(editor_level_hash(level) == editor_level_hash(editor_document_level(document)));
    assert_string_equal(level->path, absolute);
    assert_true(level->is_level_file);
    assert_null(level->extra); // what says that it is a copy is not saved with the level
    editor_level_destroy(level);
    free(absolute);
    editor_copies_free(&copies);
    // The session does not offer its own copies to itself. A save makes them needless.
    assert_int_equal(count(LEVEL, false, &autosave), 0);
    editor_autosave_drop(&autosave);
    assert_int_equal(count(LEVEL, false, NULL), 0);
    editor_document_destroy(document);
}

// A minute passes. The document has unsaved changes already.
static editor_autosave_result let_pass(editor_autosave *autosave, editor_document *document, double *now)
{
    editor_error error;
    const editor_autosave_result first = editor_autosave_tick(autosave, document, STATE, *now, &error);
    assert_int_equal(first, EDITOR_AUTOSAVE_NOTHING);
    *now += EDITOR_AUTOSAVE_SECONDS;
    return editor_autosave_tick(autosave, document, STATE, *now, &error);
}

// Changes that lead back to a state of before, or that no step has, are changes.
static void test_states(void **state)
{
    (void)state;
    editor_document *document = make_level();
    editor_autosave autosave = {0};
    editor_error error;
    double now = 100;
    // What has no step, such as a bookmark, in a level as it was read.
    editor_document_mark_changed(document);
    assert_int_equal(let_pass(&autosave, document, &now), EDITOR_AUTOSAVE_DONE);
    assert_int_equal(let_pass(&autosave, document, &now), EDITOR_AUTOSAVE_NOTHING);
    editor_document_mark_changed(document);
    assert_int_equal(let_pass(&autosave, document, &now), EDITOR_AUTOSAVE_DONE);
    // Undo behind a save, to the level as it was read.
    change(document, 1);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_autosave_drop(&autosave);
    assert_int_equal(let_pass(&autosave, document, &now), EDITOR_AUTOSAVE_NOTHING);
    assert_true(editor_document_undo(document) && editor_document_is_changed(document));
    assert_int_equal(let_pass(&autosave, document, &now), EDITOR_AUTOSAVE_DONE);
    // A copy that was opened needs no second one until it is changed.
    editor_document_mark_changed(document);
    editor_autosave_pass_over(&autosave, document);
    assert_int_equal(let_pass(&autosave, document, &now), EDITOR_AUTOSAVE_NOTHING);
    change(document, 2);
    assert_int_equal(let_pass(&autosave, document, &now), EDITOR_AUTOSAVE_DONE);
    editor_autosave_drop(&autosave);
    editor_document_destroy(document);
}

// --- Which ---

static void test_generations(void **state)
{
    (void)state;
    editor_document *document = make_level();
    // Of an earlier version of the program, which wrote no field that says whose it is.
    write_file(LEVEL ".autosave", "{\"vkpick_level\": 1}");
    editor_autosave first = {0}, second = {0};
    double now = 1000;
    for (int i = 0; i < 3; i++)
        assert_int_equal(keep(&first, document, &now), EDITOR_AUTOSAVE_DONE);
    editor_copies left = list(LEVEL, false, NULL);
    assert_int_equal(left.count, 4);
    editor_autosave_finish(&first); // that session ended
    for (int i = 0; i < EDITOR_AUTOSAVE_GENERATIONS + 3; i++)
        assert_int_equal(keep(&second, document, &now), EDITOR_AUTOSAVE_DONE);
    assert_int_equal(count(LEVEL, false, NULL), 4 + EDITOR_AUTOSAVE_GENERATIONS);
    // What it did not write is there as it was, also after it dropped its own.
    editor_autosave_drop(&second);
    editor_copies now_left = list(LEVEL, false, NULL);
    assert_int_equal(now_left.count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(now_left.items[i].path, left.items[i].path);
        assert_int_equal(now_left.items[i].time, left.items[i].time);
        assert_true(i == 0 || now_left.items[i].time <= now_left.items[i - 1].time);
        // Decided about, one by one.
        assert_true(editor_copy_remove(&now_left.items[i]));
        assert_int_equal(count(LEVEL, false, NULL), 3 - i);
    }
    assert_int_equal(now_left.items[3].objects, -1);
    editor_copies_free(&left);
    editor_copies_free(&now_left);
    editor_document_destroy(document);
}

static void test_other_names(void **state)
{
    (void)state;
    editor_document *document = make_level();
    write_file(FOLDER "/b.vkpick.autosave", "{\"vkpick_level\": 1}");
    write_file(FOLDER "/a.vkpick.old.autosave", "{\"vkpick_level\": 1}");
    write_file(FOLDER "/a.vkpick.2.autosave", ""); // being written
    assert_int_equal(count(LEVEL, true, NULL), 0);
    editor_document_destroy(document);
}

// --- Whose ---

static void test_running(void **state)
{
    (void)state;
    editor_document *document = make_level();
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) { // another editor, which then stays
        editor_autosave autosave = {0};
        double now = 1000;
        char done = keep(&autosave, document, &now) == EDITOR_AUTOSAVE_DONE;
        if (write(ready[1], &done, 1) == 1)
            sleep(600);
        _exit(0);
    }
    char done = 0;
    ssize_t got = read(ready[0], &done, 1);
    uint32_t while_running = count(LEVEL, true, NULL);
    kill(child, SIGKILL);
    siginfo_t ended;
    waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT);
    uint32_t not_waited_for = count(LEVEL, true, NULL); // it has ended, and is still listed as a process
    waitpid(child, NULL, 0);
    assert_int_equal(not_waited_for, 1);
    assert_true(got == 1 && done == 1);
    assert_int_equal(while_running, 0);
    assert_int_equal(count(LEVEL, true, NULL), 1);
    close(ready[0]);
    close(ready[1]);
    editor_document_destroy(document);
}

static void test_owner(void **state)
{
    (void)state;
    editor_owner owner = editor_owner_self();
    assert_int_equal(editor_owner_check(&owner), EDITOR_OWNER_SELF);
    owner.started++; // an earlier process with the same number
    assert_int_equal(editor_owner_check(&owner), EDITOR_OWNER_ENDED);
    owner.process = getppid();
    owner.started = 0;
    assert_int_equal(editor_owner_check(&owner), EDITOR_OWNER_RUNNING);
    owner.host[0] ^= 1;
    assert_int_equal(editor_owner_check(&owner), EDITOR_OWNER_ELSEWHERE);
}

// --- Where ---

static void test_without_a_file(void **state)
{
    (void)state;
    editor_document *opened = open_document(FOLDER "/boat.gltf");
    editor_error error = {""};
    editor_document *demo = editor_document_create(editor_demo_level(&error), NULL);
    editor_autosave of_model = {0}, of_demo = {0};
    double now = 1000;
    assert_int_equal(keep(&of_model, opened, &now), EDITOR_AUTOSAVE_DONE);
    assert_int_equal(keep(&of_demo, demo, &now), EDITOR_AUTOSAVE_DONE);
    assert_int_equal(count(NULL, true, NULL), 2);
    assert_int_equal(count(NULL, false, NULL), 0);
    editor_copies copies = list(FOLDER "/boat.gltf", false, NULL);
    assert_int_equal(copies.count, 1);
    editor_level *level = editor_copy_open(&copies.items[0], NULL, NULL, &error);
    assert_non_null(level);
    assert_int_equal(level->warning_count, 0);
    assert_false(level->is_level_file); // a save asks for a name, as before
    assert_true(editor_level_hash(level) == editor_level_hash(editor_document_level(opened)));
    editor_level_destroy(level);
    editor_copies_free(&copies);
    editor_autosave_drop(&of_model);
    copies = list(NULL, true, NULL);
    assert_int_equal(copies.count, 1);
    assert_null(copies.items[0].origin);
    level = editor_copy_open(&copies.items[0], NULL, NULL, &error);
    assert_non_null(level);
    assert_null(level->path);
    assert_true(editor_level_hash(level) == editor_level_hash(editor_document_level(demo)));
    editor_level_destroy(level);
    editor_copies_free(&copies);
    editor_autosave_drop(&of_demo);
    // Without a folder there is none, and nothing fails.
    change(opened, 9);
    assert_int_equal(editor_autosave_tick(&of_model, opened, NULL, 1, &error), EDITOR_AUTOSAVE_NOTHING);
    assert_int_equal(editor_autosave_tick(&of_model, opened, NULL, 99, &error), EDITOR_AUTOSAVE_NOTHING);
    editor_document_destroy(opened);
    editor_document_destroy(demo);
}

static void test_folder_gone(void **state)
{
    (void)state;
    mkdir(FOLDER "/gone", 0777);
    editor_document *document = open_document(FOLDER "/boat.gltf");
    editor_error error = {""};
    assert_true(editor_document_save(document, FOLDER "/gone/a.vkpick", &error));
    assert_int_equal(system("rm -rf " FOLDER "/gone"), 0);
    editor_autosave autosave = {0};
    double now = 1000;
    assert_int_equal(keep(&autosave, document, &now), EDITOR_AUTOSAVE_MOVED);
    editor_copies copies = list(FOLDER "/gone/a.vkpick", false, NULL);
    assert_int_equal(copies.count, 1);
    editor_copies_free(&copies);
    // Nowhere: said, and tried again after another minute.
    change(document, 7);
    assert_int_equal(editor_autosave_tick(&autosave, document, NULL, 3000, &error), EDITOR_AUTOSAVE_NOTHING);
    assert_int_equal(editor_autosave_tick(&autosave, document, NULL, 3060, &error), EDITOR_AUTOSAVE_FAILED);
    assert_non_null(strstr(error.text, "gone/a.vkpick"));
    assert_int_equal(editor_autosave_tick(&autosave, document, STATE, 3061, &error), EDITOR_AUTOSAVE_NOTHING);
    assert_int_equal(editor_autosave_tick(&autosave, document, STATE, 3121, &error), EDITOR_AUTOSAVE_MOVED);
    editor_autosave_drop(&autosave);
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_due, set_up),
        cmocka_unit_test_setup(test_states, set_up),
        cmocka_unit_test_setup(test_generations, set_up),
        cmocka_unit_test_setup(test_other_names, set_up),
        cmocka_unit_test_setup(test_running, set_up),
        cmocka_unit_test_setup(test_owner, set_up),
        cmocka_unit_test_setup(test_without_a_file, set_up),
        cmocka_unit_test_setup(test_folder_gone, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
