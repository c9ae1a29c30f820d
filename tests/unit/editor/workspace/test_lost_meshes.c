// Meshes that the changed file of a model no longer has: one warning for each model, while objects have them.
#define _DEFAULT_SOURCE // utimensat
#include "exchange.h"

#include "document/file/document_file.h"
#include "document/level/report.h"

// A triangle for each letter, in an object of that name.
static void write_meshes(uint32_t model, const char *letters)
{
    char path[80];
    path_of(model, "models", path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (const char *c = letters; *c; c++)
        fprintf(file, "o %c\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n", *c);
    assert_int_equal(fclose(file), 0);
    static time_t now = 2000000;
    const struct timespec times[2] = {{.tv_sec = ++now}, {.tv_sec = now}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

// Two models with the meshes a, b and c; each of them has an object, and c of the first one is a part of a prefab, too.
static int write_level(void **state)
{
    if (set_up(state) != 0)
        return 1;
    FILE *file = fopen(LEVEL, "wb");
    assert_non_null(file);
    fputs("{\"vkpick_level\": 2, \"assets\": [", file);
    for (unsigned i = 0; i < 2; i++) {
        write_meshes(i, "abc");
        fprintf(file, "%s{\"id\": %u, \"path\": \"models/m%u.obj\", \"mesh_names\": [\"a\", \"b\", \"c\"], ",
                i ? ", " : "", i + 1, i);
        fputs("\"mesh_boxes\": [[0, 0, 0, 1, 1, 0], [0, 0, 0, 1, 1, 0], [0, 0, 0, 1, 1, 0]]}", file);
    }
    fputs("], \"prefabs\": [{\"id\": 1, \"name\": \"p\", \"parts\": [{\"id\": 1, \"name\": \"c\", \"asset\": 1, ",
          file);
    fputs("\"mesh\": 2}]}], \"objects\": [", file);
    for (unsigned i = 0; i < 6; i++)
        fprintf(file, "%s{\"id\": %u, \"name\": \"o%u\", \"asset\": %u, \"mesh\": %u}", i ? ", " : "", i + 1, i,
                i / 3 + 1, i % 3);
    fputs("]}", file);
    return fclose(file);
}

static void reload(editor_workspace *workspace)
{
    editor_workspace_reload_models(workspace);
    while (workspace->loads.count > 0)
        read_one(workspace);
}

static void expect_warning(const editor_workspace *workspace, const char *text)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    assert_int_equal(level->warning_count, text ? 1 : 0);
    if (text)
        assert_string_equal(level->warnings[0], text);
    assert_int_equal(editor_report_make(level).is_whole, !text);
}

static void delete_object(editor_workspace *workspace, uint32_t object)
{
    assert_int_equal(editor_edit_delete(workspace->document, &object, 1), EDITOR_EDIT_DONE);
}

static const char *const one = "m1.obj: the file has no mesh \"b\"; shown as a box";
static const char *const two = "m1.obj: the file lacks 2 meshes, the first is \"a\"; shown as boxes";

static void test_reloaded(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    expect_warning(workspace, NULL);
    write_meshes(1, "axc");
    reload(workspace);
    assert_string_equal(workspace->message, "Reloaded 1 model: 1 warning (File > Import Report)");
    expect_warning(workspace, one);
    write_meshes(1, "cd");
    reload(workspace);
    expect_warning(workspace, two);
    write_meshes(1, "cda");
    reload(workspace);
    expect_warning(workspace, one);
    write_meshes(1, "cdab"); // it came back, under another number
    reload(workspace);
    assert_string_equal(workspace->message, "Reloaded 1 model");
    expect_warning(workspace, NULL);
    editor_workspace_destroy(workspace);
}

// Edits, undo and redo change which meshes are in use.
static void test_edited(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    write_meshes(1, "c");
    reload(workspace);
    expect_warning(workspace, two);
    delete_object(workspace, 3);
    expect_warning(workspace, one);
    delete_object(workspace, 4);
    expect_warning(workspace, NULL);
    assert_true(editor_document_undo(workspace->document));
    expect_warning(workspace, one);
    assert_true(editor_document_undo(workspace->document));
    expect_warning(workspace, two);
    assert_true(editor_document_redo(workspace->document));
    expect_warning(workspace, one);
    write_meshes(1, "abc"); // what only undo has counts when it is back
    reload(workspace);
    expect_warning(workspace, NULL);
    assert_true(editor_document_undo(workspace->document));
    expect_warning(workspace, NULL);
    editor_workspace_destroy(workspace);
}

static void test_parts_of_prefabs(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    delete_object(workspace, 2);
    write_meshes(0, "ab");
    reload(workspace);
    expect_warning(workspace, "m0.obj: the file has no mesh \"c\"; shown as a box");
    editor_workspace_destroy(workspace);
}

// Each model has a warning of its own, also when the level is opened, with boxes first or whole.
static void test_opened(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    write_meshes(0, "bc");
    write_meshes(1, "xyc");
    reload(workspace);
    const editor_level *level = editor_workspace_get_level(workspace);
    assert_int_equal(level->warning_count, 2);
    delete_object(workspace, 0);
    assert_int_equal(level->warning_count, 1);
    editor_error error = {""};
    assert_true(editor_document_save(workspace->document, LEVEL, &error));
    editor_workspace_destroy(workspace);
    workspace = open_editor();
    expect_warning(workspace, two);
    write_meshes(1, "xabc");
    reload(workspace);
    expect_warning(workspace, NULL);
    editor_workspace_destroy(workspace);
    write_meshes(1, "xyc");
    workspace = open_boxes();
    assert_int_equal(editor_workspace_get_level(workspace)->warning_count, 0);
    while (workspace->loads.count > 0)
        read_one(workspace);
    expect_warning(workspace, two);
    editor_workspace_destroy(workspace);
}

// The file that takes the place of a missing one may lack meshes.
static void test_another_file_is_chosen(void **state)
{
    (void)state;
    char path[80];
    path_of(1, "models", path);
    assert_int_equal(rename(path, FOLDER "/kept.obj"), 0);
    editor_workspace *workspace = open_editor();
    editor_error error = {""};
    assert_int_equal(editor_workspace_get_level(workspace)->warning_count, 1); // it is missing
    write_meshes(1, "c");
    assert_int_equal(rename(path, FOLDER "/wrong.obj"), 0);
    assert_true(editor_workspace_relink(workspace, FOLDER "/wrong.obj", &error));
    read_one(workspace);
    assert_string_equal(workspace->message, "Found 1 missing model: 1 warning (File > Import Report)");
    expect_warning(workspace, "wrong.obj: the file lacks 2 meshes, the first is \"a\"; shown as boxes");
    editor_workspace_destroy(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_reloaded, write_level, tear_down),
        cmocka_unit_test_setup_teardown(test_edited, write_level, tear_down),
        cmocka_unit_test_setup_teardown(test_parts_of_prefabs, write_level, tear_down),
        cmocka_unit_test_setup_teardown(test_opened, write_level, tear_down),
        cmocka_unit_test_setup_teardown(test_another_file_is_chosen, write_level, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
