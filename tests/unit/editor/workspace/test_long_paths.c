// Paths as long as the system takes are carried whole; longer ones are refused in words.
#define _DEFAULT_SOURCE
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

#include "actions/actions.h"
#include "document/file/open.h"
#include "workspace/workspace_private.h"

#define FOLDER "test_long_paths.tmp"
#define RECENT FOLDER "/recent"

// A folder whose path leaves 255 bytes of those that the system takes: a file of the longest name just fits.
enum { DEEP = EDITOR_PATH_SIZE - 1 - 256 };
static char deep[EDITOR_PATH_SIZE];
static size_t last; // bytes of the last folder's name

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    char here[EDITOR_PATH_SIZE];
    assert_non_null(realpath(FOLDER, here));
    size_t length = (size_t)snprintf(deep, sizeof(deep), "%s", here);
    while (length < DEEP) {
        size_t left = DEEP - length;
        last = (left > 400 ? 201 : left > 201 ? left / 2 : left) - 1;
        deep[length] = '/';
        memset(deep + length + 1, 'd', last);
        length += last + 1;
        deep[length] = '\0';
        assert_int_equal(mkdir(deep, 0777), 0);
    }
    assert_int_equal(length, DEEP);
    return 0;
}

static editor_workspace *open_editor(void)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_true(level && editor_level_finish(level, &error));
    const editor_workspace_desc desc = {
        .actions = &EDITOR_ACTION_TABLE, .ui_scale = 1, .keeps_copies = true, .recent_file = RECENT};
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    return workspace;
}

static void settle(editor_workspace *workspace)
{
    for (int i = 0; i < 8; i++)
        editor_workspace_step(workspace, 0);
}

static void answer_path(editor_workspace *workspace, editor_purpose purpose, const char *path, const char *label)
{
    editor_workspace_ask_file(workspace, purpose);
    assert_true(strlen(path) < sizeof(workspace->dialog.text));
    snprintf(workspace->dialog.text, sizeof(workspace->dialog.text), "%s", path);
    assert_true(editor_workspace_press(workspace, label));
    settle(workspace);
}

static void a_long_path_is_carried_whole(void **state)
{
    (void)state;
    char path[EDITOR_PATH_SIZE + 32];
    snprintf(path, sizeof(path), "%s/level.vkpick", deep);
    editor_workspace *workspace = open_editor();
    assert_int_equal(editor_edit_add_group(workspace->document, "one", EDITOR_NONE, &PICK_AFFINE_IDENTITY, NULL),
                     EDITOR_EDIT_DONE);
    answer_path(workspace, EDITOR_FOR_SAVE, path, "Save");
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    assert_true(editor_file_look(path).exists);
    assert_string_equal(editor_workspace_get_level(workspace)->path, path);
    // Its copy, beside it.
    assert_int_equal(editor_edit_rename(workspace->document, 0, "two"), EDITOR_EDIT_DONE);
    editor_workspace_keep_copy(workspace, true);
    editor_workspace_keep_copy(workspace, true);
    assert_int_equal(workspace->autosave.copy_count, 1);
    editor_workspace_save(workspace);
    settle(workspace);
    assert_false(editor_document_is_changed(workspace->document));
    // The file dialog, by its rows: out of the folder and into it again.
    editor_workspace_ask_file(workspace, EDITOR_FOR_OPEN);
    assert_int_equal(strlen(workspace->dialog.text), strlen(deep) + 1);
    editor_workspace_answer(workspace, &(editor_command){.type = EDITOR_COMMAND_ROW, .number = 0});
    assert_int_equal(strlen(workspace->dialog.text), strlen(deep) - last);
    editor_workspace_answer(workspace, &(editor_command){.type = EDITOR_COMMAND_ROW, .number = 1});
    assert_int_equal(strlen(workspace->dialog.text), strlen(deep) + 1);
    editor_workspace_close_dialog(workspace);
    editor_workspace_destroy(workspace);
    // From the list of recent files, in the next run.
    workspace = open_editor();
    assert_int_equal(workspace->recent.count, 1);
    assert_string_equal(workspace->recent.paths[0], path);
    assert_true(editor_action_run(workspace, editor_action_find("recent-1")));
    settle(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    assert_string_equal(editor_workspace_get_level(workspace)->objects[0].name, "two");
    editor_workspace_destroy(workspace);
}

// A file whose name is blanks would look like none in every folder.
static void a_name_of_blanks_is_refused(void **state)
{
    (void)state;
    static const struct {
        editor_purpose purpose;
        const char *label, *name;
    } cases[] = {
        {EDITOR_FOR_SAVE, "Save", "   "},       {EDITOR_FOR_SAVE, "Save", "   .vkpick"},
        {EDITOR_FOR_SAVE, "Save", ".vkpick"},   {EDITOR_FOR_SAVE, "Save", "\t.vkpick"},
        {EDITOR_FOR_EXPORT, "Export", " .glb"}, {EDITOR_FOR_EXPORT, "Export", " .gltf"},
    };
    editor_workspace *workspace = open_editor();
    char path[EDITOR_PATH_SIZE + 32];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", deep, cases[i].name);
        answer_path(workspace, cases[i].purpose, path, cases[i].label);
        assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_FILE);
        assert_non_null(workspace->dialog.note);
        assert_non_null(strstr(workspace->dialog.note, "needs a name"));
        assert_string_equal(workspace->dialog.text, path); // to go on typing
        assert_false(editor_file_look(path).exists);
        editor_workspace_close_dialog(workspace);
    }
    snprintf(path, sizeof(path), "%s/ a", deep); // a name that has more
    answer_path(workspace, EDITOR_FOR_SAVE, path, "Save");
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    snprintf(path, sizeof(path), "%s/ a.vkpick", deep);
    assert_true(editor_file_look(path).exists);
    editor_workspace_destroy(workspace);
}

static void the_longest_path(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    size_t length = strlen(deep);
    char path[EDITOR_PATH_SIZE + 300];
    // With ".vkpick" it has one byte too many.
    for (size_t extra = 0; extra < 2; extra++) {
        size_t name = EDITOR_PATH_SIZE - 1 - 7 - length - 1 + extra;
        snprintf(path, sizeof(path), "%s/", deep);
        memset(path + length + 1, 'n', name);
        path[length + 1 + name] = '\0';
        answer_path(workspace, EDITOR_FOR_SAVE, path, "Save");
        bool fits = extra == 0;
        // The file beside it, which replaces it, has a longer name: that the system refuses, and this says so.
        assert_true(workspace->dialog.kind == EDITOR_DIALOG_MESSAGE);
        assert_string_equal(workspace->dialog.title, fits ? "Cannot save the level" : "The path is too long");
        assert_non_null(strstr(workspace->dialog.text, fits ? "too long (while" : "has 4096 bytes"));
        editor_workspace_close_dialog(workspace);
    }
    editor_workspace_destroy(workspace);
}

static void longer_ones_are_refused(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    char path[EDITOR_PATH_SIZE + 200];
    memset(path, 'p', sizeof(path));
    path[0] = '/';
    memcpy(path + sizeof(path) - 8, ".vkpick", 8);
    static const struct {
        editor_purpose purpose;
        const char *label;
    } ways[] = {{EDITOR_FOR_OPEN, "Open"},
                {EDITOR_FOR_IMPORT, "Import"},
                {EDITOR_FOR_SAVE, "Save"},
                {EDITOR_FOR_EXPORT, "Export"}};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        answer_path(workspace, ways[i].purpose, path, ways[i].label);
        assert_string_equal(workspace->dialog.title, "The path is too long");
        editor_workspace_close_dialog(workspace);
    }
    editor_workspace_event(workspace, &(editor_event){.type = EDITOR_EVENT_DROP, .path = path});
    assert_string_equal(workspace->dialog.title, "The path is too long");
    assert_int_equal(workspace->work, EDITOR_WORK_NONE);
    editor_workspace_destroy(workspace);
}

static void a_recent_line_that_is_too_long_is_no_path(void **state)
{
    (void)state;
    FILE *file = fopen(RECENT, "w");
    assert_non_null(file);
    for (int i = 0; i < 3 * EDITOR_PATH_SIZE; i++)
        fputc('/', file);
    fputs("\n/short.vkpick\n", file);
    fclose(file);
    static editor_recent recent;
    editor_recent_init(&recent, RECENT);
    assert_int_equal(recent.count, 1);
    assert_string_equal(recent.paths[0], "/short.vkpick");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_long_path_is_carried_whole, set_up),
        cmocka_unit_test_setup(a_name_of_blanks_is_refused, set_up),
        cmocka_unit_test_setup(the_longest_path, set_up),
        cmocka_unit_test_setup(longer_ones_are_refused, set_up),
        cmocka_unit_test_setup(a_recent_line_that_is_too_long_is_no_path, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
