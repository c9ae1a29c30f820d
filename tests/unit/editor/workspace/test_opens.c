// A file that the editor is started with and opens while the window is there: it comes whole or as boxes, is refused or
// cancelled, and nothing is lost that was done in the meantime.
#define _XOPEN_SOURCE 700 // mkdtemp

#include "model_file.h"

#include "actions/actions.h"
#include "document/file/open.h"
#include "document/history/document.h"
#include "document/import/gltf_text.h"
#include "workspace/workspace_private.h"

#include <stdlib.h>

#define GOOD "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
#define SHAPE                                                                                                          \
    "{" ASSET "," BUFFER "," VIEWS                                                                                     \
    ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],"          \
    "\"max\":[1,1,0]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]," NODES "," SCENE "}"

static char root[64];

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/%s", root, name);
    return path;
}

static int set_up(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
    } files[] = {{"good.obj", GOOD},
                 {"broken.obj", "v 0 0 0\nf 1 2 3\n"},
                 {"shape.gltf", SHAPE},
                 {"level.vkpick",
                  "{\"vkpick_level\": 1, \"assets\": [{\"id\": 1, \"path\": \"good.obj\", \"mesh_names\": "
                  "[\"good\"], \"mesh_boxes\": [[0, 0, 0, 1, 1, 1]]}], \"objects\": [{\"id\": 1, \"name\": "
                  "\"one\", \"asset\": 1, \"mesh\": 0}]}"}};
    snprintf(root, sizeof(root), "test_opens.XXXXXX");
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        write_model(path_of(files[i].name), files[i].text, strlen(files[i].text));
    // Boxes state sizes that its data do not have: it is refused when it is read.
    write_model(path_of("short.gltf"), SHAPE, strlen(SHAPE));
    FILE *file = fopen(path_of("short.gltf"), "r+b");
    assert_non_null(file);
    const char *at = strstr(SHAPE, "AAAAAAAA");
    assert_non_null(at);
    assert_int_equal(fseek(file, (long)(at - SHAPE), SEEK_SET), 0);
    assert_true(fputs("????", file) >= 0); // no base64
    assert_int_equal(fclose(file), 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command);
}

static editor_workspace *begin(const char *name)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_true(level && editor_level_finish(level, &error));
    const editor_workspace_desc desc = {.actions = &EDITOR_ACTION_TABLE,
                                        .ui_scale = 1,
                                        .window = {1000, 700, 1000, 700},
                                        .opens = path_of(name),
                                        .boxes_from = 1,
                                        .loads_behind = true};
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    assert_true(editor_workspace_is_opening(workspace));
    assert_int_equal(editor_document_level(workspace->document)->object_count, 0);
    return workspace;
}

static void step(editor_workspace *workspace)
{
    editor_workspace_step(workspace, 0);
}

// Reads the file that is next, and takes what it gave.
static void read_one(editor_workspace *workspace)
{
    assert_true(editor_workspace_poll_load(workspace, true));
    step(workspace);
}

static void add_object(editor_workspace *workspace)
{
    const editor_primitive ball = editor_primitive_default(EDITOR_SHAPE_SPHERE);
    uint32_t made;
    assert_int_equal(
        editor_edit_add_primitive(workspace->document, "ball", EDITOR_NONE, &ball, &PICK_AFFINE_IDENTITY, &made),
        EDITOR_EDIT_DONE);
}

static uint32_t object_count(const editor_workspace *workspace)
{
    return editor_document_level(workspace->document)->object_count;
}

static void test_it_opens(void **state)
{
    (void)state;
    editor_workspace *workspace = begin("good.obj");
    step(workspace); // without a look at the thread: it goes on
    assert_true(editor_workspace_is_opening(workspace));
    read_one(workspace);
    assert_false(editor_workspace_is_opening(workspace));
    assert_null(editor_workspace_refusal(workspace));
    assert_int_equal(object_count(workspace), 1);
    assert_string_equal(editor_document_level(workspace->document)->path, path_of("good.obj"));
    assert_false(editor_document_is_changed(workspace->document));
    assert_false(editor_document_undo(workspace->document));
    editor_workspace_destroy(workspace);
}

// A level and a model that are boxes at first. Of the level, boxes are enough: its models are read behind.
static void test_boxes_come_first(void **state)
{
    (void)state;
    for (int is_level = 0; is_level < 2; is_level++) {
        editor_workspace *workspace = begin(is_level ? "level.vkpick" : "shape.gltf");
        read_one(workspace);
        assert_int_equal(object_count(workspace), 1);
        assert_true(editor_document_level(workspace->document)->assets[0].unread);
        assert_true(editor_workspace_is_opening(workspace) == !is_level);
        read_one(workspace);
        assert_false(editor_document_level(workspace->document)->assets[0].unread);
        assert_false(editor_workspace_is_opening(workspace));
        assert_null(editor_workspace_refusal(workspace));
        editor_workspace_destroy(workspace);
    }
}

static void test_it_is_refused(void **state)
{
    (void)state;
    for (int comes_as_boxes = 0; comes_as_boxes < 2; comes_as_boxes++) {
        editor_workspace *workspace = begin(comes_as_boxes ? "short.gltf" : "broken.obj");
        read_one(workspace);
        if (comes_as_boxes) {
            assert_true(editor_workspace_is_opening(workspace));
            read_one(workspace);
        }
        assert_false(editor_workspace_is_opening(workspace));
        assert_non_null(editor_workspace_refusal(workspace));
        assert_non_null(strstr(editor_workspace_refusal(workspace), comes_as_boxes ? "short.gltf: " : "broken.obj: "));
        assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
        assert_int_equal(object_count(workspace), 0);
        editor_workspace_destroy(workspace);
    }
}

// What was made before the file was refused stays; a dialog says why.
static void test_it_is_refused_after_an_edit(void **state)
{
    (void)state;
    editor_workspace *workspace = begin("broken.obj");
    add_object(workspace);
    read_one(workspace);
    assert_false(editor_workspace_is_opening(workspace));
    assert_null(editor_workspace_refusal(workspace));
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
    assert_int_equal(object_count(workspace), 1);
    editor_workspace_destroy(workspace);
}

// What was made is asked about before the file takes its place.
static void test_it_opens_after_an_edit(void **state)
{
    (void)state;
    editor_workspace *workspace = begin("good.obj");
    add_object(workspace);
    read_one(workspace);
    assert_true(editor_workspace_is_opening(workspace));
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_CONFIRM);
    assert_string_equal(editor_document_level(workspace->document)->objects[0].name, "ball");
    editor_workspace_destroy(workspace);
}

static void test_it_is_cancelled(void **state)
{
    (void)state;
    for (int comes_as_boxes = 0; comes_as_boxes < 2; comes_as_boxes++) {
        editor_workspace *workspace = begin(comes_as_boxes ? "shape.gltf" : "good.obj");
        if (comes_as_boxes)
            read_one(workspace);
        editor_workspace_cancel_load(workspace);
        step(workspace);
        assert_false(editor_workspace_is_opening(workspace));
        assert_null(editor_workspace_refusal(workspace));
        assert_int_equal(object_count(workspace), 0);
        assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
        editor_workspace_destroy(workspace);
    }
}

// A dialog says why another one is refused.
static void test_another_one_is_opened(void **state)
{
    (void)state;
    editor_workspace *workspace = begin("good.obj");
    editor_error error = {""};
    assert_true(editor_workspace_load(workspace, EDITOR_WORK_OPEN, path_of("broken.obj"), &error));
    assert_false(editor_workspace_is_opening(workspace));
    while (workspace->loads.count > 0) {
        editor_workspace_poll_load(workspace, true);
        step(workspace);
    }
    assert_null(editor_workspace_refusal(workspace));
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
    editor_workspace_destroy(workspace);
}

// A small file is read before there is a workspace.
static void test_a_file_that_was_read_before(void **state)
{
    (void)state;
    editor_error error = {""};
    write_model(path_of("late.obj"), "mtllib gone.mtl\n" GOOD, sizeof("mtllib gone.mtl\n" GOOD) - 1);
    for (int i = 0; i < 3; i++) {
        editor_level *level =
            i == 2 ? editor_level_create() : editor_open(path_of(i ? "late.obj" : "good.obj"), NULL, NULL, &error);
        assert_true(level && (i < 2 || editor_level_finish(level, &error)));
        const editor_workspace_desc desc = {.actions = &EDITOR_ACTION_TABLE, .ui_scale = 1};
        editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
        assert_non_null(workspace);
        editor_workspace_begin_with_file(workspace);
        assert_int_equal(workspace->recent.count, i < 2);
        if (i < 2)
            assert_non_null(strstr(workspace->recent.paths[0], i ? "late.obj" : "good.obj"));
        assert_int_equal(strstr(workspace->message, "Opened late.obj: 1 warning") != NULL, i == 1);
        editor_workspace_destroy(workspace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_opens),
        cmocka_unit_test(test_boxes_come_first),
        cmocka_unit_test(test_it_is_refused),
        cmocka_unit_test(test_it_is_refused_after_an_edit),
        cmocka_unit_test(test_it_opens_after_an_edit),
        cmocka_unit_test(test_it_is_cancelled),
        cmocka_unit_test(test_another_one_is_opened),
        cmocka_unit_test(test_a_file_that_was_read_before),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
