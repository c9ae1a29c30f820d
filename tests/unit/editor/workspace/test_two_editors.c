// Two editors, one file: its lock, and that neither loses what it saved without being asked; nor what it did not save.
#define _DEFAULT_SOURCE // usleep, utimensat
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "actions/actions.h"
#include "document/file/document_file.h"
#include "document/file/open.h"
#include "effort.h"
#include "random.h"
#include "system/file_lock.h"
#include "system/file_read.h"
#include "workspace/workspace_private.h"

#define FOLDER "test_two_editors.tmp"
#define LEVEL FOLDER "/a.vkpick"
#define LOCK FOLDER "/.a.vkpick.lock"

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_true(level && editor_level_finish(level, &error));
    editor_document *document = editor_document_create(level, NULL);
    assert_int_equal(editor_edit_add_group(document, "first", EDITOR_NONE, &PICK_AFFINE_IDENTITY, NULL),
                     EDITOR_EDIT_DONE);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    return 0;
}

// Without an area, so that no pictures are made.
static editor_workspace *open_editor(void)
{
    editor_error error = {""};
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    assert_non_null(level);
    const editor_workspace_desc desc = {.actions = &EDITOR_ACTION_TABLE, .ui_scale = 1, .keeps_copies = true};
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    return workspace;
}

static void settle(editor_workspace *workspace)
{
    for (int i = 0; i < 8; i++)
        editor_workspace_step(workspace, 0);
}

static void answer(editor_workspace *workspace, const char *label)
{
    if (!editor_workspace_press(workspace, label))
        fail_msg("no button %s in \"%s\"", label, workspace->dialog.title);
    settle(workspace);
}

static void save(editor_workspace *workspace)
{
    usleep(5000); // more than a tick of the file system's clock
    editor_workspace_save(workspace);
    settle(workspace);
}

static void change(editor_workspace *workspace, uint64_t number)
{
    char name[32];
    snprintf(name, sizeof(name), "group %llu", (unsigned long long)number);
    assert_int_equal(editor_edit_rename(workspace->document, 0, name), EDITOR_EDIT_DONE);
}

static void focus(editor_workspace *workspace)
{
    editor_workspace_event(workspace, &(editor_event){.type = EDITOR_EVENT_FOCUS_GAINED});
    editor_workspace_step(workspace, 0);
}

static bool exists(const char *path)
{
    return editor_file_look(path).exists;
}

// --- The lock ---

static void the_second_is_told(void **state)
{
    (void)state;
    editor_workspace *a = open_editor();
    assert_int_equal(a->dialog.kind, EDITOR_DIALOG_NONE);
    assert_true(exists(LOCK));
    editor_workspace *b = open_editor();
    assert_int_equal(b->purpose, EDITOR_FOR_LOCK);
    assert_non_null(strstr(b->dialog.text, "a.vkpick"));
    assert_null(b->dialog.answers[1]); // it runs on this host: nobody takes over
    answer(b, "Continue");
    change(b, 1);
    save(b);
    assert_int_equal(b->purpose, EDITOR_FOR_OVERTAKEN);
    answer(b, "Cancel");
    assert_true(editor_document_is_changed(b->document));
    // When the first has ended, its lock is gone, and the second may save.
    editor_workspace_destroy(a);
    assert_false(exists(LOCK));
    save(b);
    assert_int_equal(b->dialog.kind, EDITOR_DIALOG_NONE);
    assert_false(editor_document_is_changed(b->document));
    assert_true(exists(LOCK));
    editor_workspace_destroy(b);
    assert_false(exists(LOCK));
}

static void a_stale_lock_is_taken_over(void **state)
{
    (void)state;
    editor_file_lock lock = {0};
    editor_lock_holder holder;
    editor_error error = {""};
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(editor_file_lock_take(&lock, LEVEL, false, &holder, &error) == EDITOR_LOCK_TAKEN ? 0 : 1);
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(exists(LOCK)); // it ended without removing it
    assert_int_equal(editor_file_lock_take(&lock, LEVEL, false, &holder, &error), EDITOR_LOCK_TAKEN);
    editor_file_lock second = {0};
    assert_int_equal(editor_file_lock_take(&second, LEVEL, true, &holder, &error), EDITOR_LOCK_HELD);
    assert_int_equal(holder.owner.process, getpid());
    assert_int_equal(strlen(holder.since), 16);
    editor_file_lock_release(&lock);
    assert_false(exists(LOCK));
}

static void another_host_is_asked_about(void **state)
{
    (void)state;
    FILE *file = fopen(LOCK, "w");
    fputs("user anna\nhost elsewhere.example\nprocess 12\nstarted 34\nsince 2026-01-31 12:00\n", file);
    fclose(file);
    editor_workspace *workspace = open_editor();
    assert_int_equal(workspace->purpose, EDITOR_FOR_LOCK);
    assert_non_null(strstr(workspace->dialog.text, "anna on elsewhere.example since 2026-01-31 12:00"));
    answer(workspace, "Take Over");
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    change(workspace, 1);
    save(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    assert_false(editor_document_is_changed(workspace->document));
    editor_workspace_destroy(workspace);
    assert_false(exists(LOCK));
}

static void a_lock_that_fails_is_said(void **state)
{
    (void)state;
    mkdir(LOCK, 0777); // a folder is no lock, and in its way
    editor_workspace *workspace = open_editor();
    assert_non_null(strstr(workspace->message, "cannot be locked"));
    change(workspace, 1);
    save(workspace);
    assert_false(editor_document_is_changed(workspace->document));
    editor_workspace_destroy(workspace);
    rmdir(LOCK);
}

static void half_a_lock_is_taken_over_after_a_minute(void **state)
{
    (void)state;
    FILE *file = fopen(LOCK, "w");
    assert_true(fputs("user an", file) >= 0 && fclose(file) == 0);
    editor_file_lock lock = {0};
    editor_lock_holder holder;
    editor_error error = {""};
    assert_int_equal(editor_file_lock_take(&lock, LEVEL, false, &holder, &error), EDITOR_LOCK_FAILED);
    const struct timespec then[2] = {{.tv_sec = time(NULL) - 62}, {.tv_sec = time(NULL) - 62}};
    assert_int_equal(utimensat(AT_FDCWD, LOCK, then, 0), 0);
    assert_int_equal(editor_file_lock_take(&lock, LEVEL, false, &holder, &error), EDITOR_LOCK_TAKEN);
    editor_file_lock_release(&lock);
    assert_false(exists(LOCK));
}

// --- Changes by others ---

static void a_change_is_noticed_on_focus(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    focus(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    usleep(5000);
    editor_error error = {""};
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    editor_document *other = editor_document_create(level, NULL);
    assert_int_equal(editor_edit_rename(other, 0, "theirs"), EDITOR_EDIT_DONE);
    assert_true(editor_document_save(other, LEVEL, &error));
    focus(workspace);
    assert_int_equal(workspace->purpose, EDITOR_FOR_OVERTAKEN);
    assert_string_equal(workspace->dialog.answers[0], "Reload"); // nothing of one's own is lost
    answer(workspace, "Not Now");
    focus(workspace); // asked once
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    change(workspace, 1);
    save(workspace); // but a save asks
    assert_int_equal(workspace->purpose, EDITOR_FOR_OVERTAKEN);
    assert_string_equal(workspace->dialog.answers[0], "Keep Both...");
    answer(workspace, "Reload");
    assert_string_equal(editor_workspace_get_level(workspace)->objects[0].name, "theirs");
    assert_false(editor_document_is_changed(workspace->document));
    // Both are kept: one's own under a name that no file has.
    usleep(5000);
    assert_int_equal(editor_edit_rename(other, 0, "theirs again"), EDITOR_EDIT_DONE);
    assert_true(editor_document_save(other, LEVEL, &error));
    change(workspace, 2);
    save(workspace);
    answer(workspace, "Keep Both...");
    assert_int_equal(workspace->purpose, EDITOR_FOR_SAVE);
    assert_string_equal(strrchr(workspace->dialog.text, '/'), "/a 2.vkpick");
    answer(workspace, "Save");
    assert_false(editor_document_is_changed(workspace->document));
    assert_true(exists(FOLDER "/a 2.vkpick"));
    assert_false(exists(LOCK));
    assert_true(exists(FOLDER "/.a 2.vkpick.lock"));
    assert_false(editor_document_is_overtaken(other));
    editor_document_destroy(other);
    editor_workspace_destroy(workspace);
}

// The session ends in the middle of a drag in the inspector: what was dragged, and all before it, is in the copy.
static void a_copy_is_kept_in_a_drag(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    assert_true(editor_document_begin(workspace->document, NULL));
    workspace->editing = true;
    change(workspace, 7);
    editor_workspace_event(workspace, &(editor_event){.type = EDITOR_EVENT_QUIT});
    assert_true(editor_workspace_take_requests(workspace).quit);
    assert_false(editor_document_is_open(workspace->document));
    editor_workspace_destroy(workspace);
    editor_error error = {""};
    editor_copies copies;
    const editor_copies_query query = {.file = LEVEL};
    assert_true(editor_copies_list(&query, &copies));
    assert_int_equal(copies.count, 1);
    editor_level *level = editor_copy_open(&copies.items[0], NULL, NULL, &error);
    assert_non_null(level);
    assert_string_equal(level->objects[0].name, "group 7");
    editor_level_destroy(level);
    editor_copies_free(&copies);
}

// --- At random ---

typedef struct version {
    char name[64]; // of the level's object, which each edit changes
} version;

// What is in the file.
static version read_version(void)
{
    editor_error error = {""};
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    version out;
    snprintf(out.name, sizeof(out.name), "%s", level->objects[0].name);
    editor_level_destroy(level);
    return out;
}

static bool is_shared(const editor_workspace *workspace)
{
    const char *path = editor_workspace_get_level(workspace)->path;
    return path && strcmp(path, LEVEL) == 0;
}

// Ten thousand edits of each. Whenever a save replaces a version that the editor has not seen, it was asked.
static void nothing_is_lost_in_silence(void **state)
{
    (void)state;
    uint32_t edits = test_effort(2000, 20000);
    test_random random = {5};
    editor_workspace *editors[2] = {open_editor(), open_editor()};
    version seen[2] = {read_version(), read_version()};
    answer(editors[1], "Continue");
    uint32_t asked = 0, overwritten = 0, saved = 0, kept = 0;
    for (uint32_t i = 0; i < edits; i++) {
        uint32_t who = random_index(&random, 2);
        editor_workspace *workspace = editors[who];
        change(workspace, i);
        if (random_index(&random, 20) == 0) {
            focus(workspace);
            if (editor_workspace_asks(workspace))
                answer(workspace, "Not Now");
        }
        if (random_index(&random, 20) != 0)
            continue;
        version before = read_version(), own;
        snprintf(own.name, sizeof(own.name), "%s", editor_workspace_get_level(workspace)->objects[0].name);
        save(workspace);
        bool asks = editor_workspace_asks(workspace);
        version after = read_version();
        if (asks) {
            asked++;
            assert_string_equal(after.name, before.name);
            static const char *const answers[] = {"Overwrite", "Reload", "Keep Both...", "Cancel"};
            const char *label = answers[random_index(&random, 4)];
            if (!editor_workspace_press(workspace, label))
                editor_workspace_press(workspace, label = "Cancel"); // nothing to reload
            settle(workspace);
            if (strcmp(label, "Keep Both...") == 0) {
                answer(workspace, "Save");
                kept++;
                editor_workspace_begin_work(workspace, EDITOR_WORK_OPEN, LEVEL);
                settle(workspace);
                if (workspace->purpose == EDITOR_FOR_LOCK)
                    answer(workspace, "Continue");
            }
            if (workspace->purpose == EDITOR_FOR_LOCK) // reloaded
                answer(workspace, "Continue");
            overwritten += strcmp(label, "Overwrite") == 0;
            assert_string_equal(read_version().name, strcmp(label, "Overwrite") == 0 ? own.name : before.name);
        } else {
            saved++;
            assert_string_equal(before.name, seen[who].name); // the version that it replaced had been seen
            assert_string_equal(after.name, own.name);
        }
        assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
        assert_true(is_shared(workspace));
        if (!asks || !editor_document_is_changed(workspace->document))
            seen[who] = read_version();
    }
    printf("%u saves asked, %u overwrote, %u kept both, %u saved at once\n", asked, overwritten, kept, saved);
    assert_true(asked > 10 && overwritten > 2 && kept > 2 && saved > 10);
    editor_workspace_destroy(editors[0]);
    editor_workspace_destroy(editors[1]);
}

// Several processes, each of which adds one to a number in a file, comparing and saving under the guard.
static void the_guard_lets_one_through(void **state)
{
    (void)state;
    enum { PROCESSES = 4, TIMES = 50 };
    editor_error error = {""};
    assert_true(editor_file_save(FOLDER "/number", "0", 1, &error));
    pid_t children[PROCESSES];
    for (int c = 0; c < PROCESSES; c++) {
        children[c] = fork();
        assert_true(children[c] >= 0);
        for (int i = 0; children[c] == 0 && i < TIMES; i++) {
            int guard = editor_file_guard(FOLDER "/number");
            uint8_t *bytes = NULL;
            size_t size = 0;
            char text[32];
            if (editor_file_read(FOLDER "/number", 16, &bytes, &size) != EDITOR_FILE_OK)
                _exit(1);
            snprintf(text, sizeof(text), "%ld", strtol((const char *)bytes, NULL, 10) + 1);
            free(bytes);
            if (!editor_file_save(FOLDER "/number", text, strlen(text), &error))
                _exit(1);
            editor_file_unguard(guard);
        }
        if (children[c] == 0)
            _exit(0);
    }
    for (int c = 0; c < PROCESSES; c++) {
        int status = 1;
        assert_int_equal(waitpid(children[c], &status, 0), children[c]);
        assert_int_equal(status, 0);
    }
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(editor_file_read(FOLDER "/number", 16, &bytes, &size), EDITOR_FILE_OK);
    assert_int_equal(strtol((const char *)bytes, NULL, 10), PROCESSES * TIMES);
    free(bytes);
}

// Another program holds the folder for ever: the save comes all the same.
static void a_save_goes_on_without_the_guard(void **state)
{
    (void)state;
    editor_error error = {""};
    if (test_effort(0, 1) == 0)
        skip();
    const int held = open(FOLDER, O_RDONLY | O_DIRECTORY);
    assert_true(held >= 0);
    assert_int_equal(flock(held, LOCK_EX), 0);
    const int guard = editor_file_guard(FOLDER "/number");
    assert_true(guard >= 0);
    assert_true(editor_file_save(FOLDER "/number", "1", 1, &error));
    editor_file_unguard(guard);
    close(held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_second_is_told, set_up),
        cmocka_unit_test_setup(a_stale_lock_is_taken_over, set_up),
        cmocka_unit_test_setup(another_host_is_asked_about, set_up),
        cmocka_unit_test_setup(a_lock_that_fails_is_said, set_up),
        cmocka_unit_test_setup(half_a_lock_is_taken_over_after_a_minute, set_up),
        cmocka_unit_test_setup(a_change_is_noticed_on_focus, set_up),
        cmocka_unit_test_setup(a_copy_is_kept_in_a_drag, set_up),
        cmocka_unit_test_setup(nothing_is_lost_in_silence, set_up),
        cmocka_unit_test_setup(the_guard_lets_one_through, set_up),
        cmocka_unit_test_setup(a_save_goes_on_without_the_guard, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
