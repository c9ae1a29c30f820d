// A level names many small files, each of which unpacks to much: together they have a bound, too. Models beyond it are
// refused by name; all else of the level is read.
#define _XOPEN_SOURCE 700 // mkdtemp

#include "model_file.h"

#include "actions/actions.h"
#include "document/file/level_file.h"
#include "document/file/load.h"
#include "document/file/open.h"
#include "document/import/common/importer.h"
#include "document/import/common/model_cache.h"
#include "document/import/gltf_text.h"
#include "system/cache_internal.h"
#include "workspace/workspace_private.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// 100 000 triangles without data: 300 bytes that take 14 MB, of which their size accounts for 20 kB.
#define LARGE                                                                                                          \
    "{" ASSET ",\"accessors\":[{\"componentType\":5126,\"count\":300000,\"type\":\"VEC3\"}],"                          \
    "\"meshes\":[{\"name\":\"shape\",\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]," NODES "," SCENE "}"
#define SMALL WHOLE(NODES, "")

enum { LARGE_COUNT = 4, TAKEN_LEAST = 13000000, TAKEN_MOST = 15000000, ROOM = 32000000 }; // bytes; room for two

static char root[64], level_path[96];

static const char *path_in_root(const char *name)
{
    static char path[96];
    snprintf(path, sizeof(path), "%s/%s", root, name);
    return path;
}

// Four large models, a small one, and an object of each.
static int set_up(void **state)
{
    (void)state;
    snprintf(root, sizeof(root), "many_models_test.XXXXXX");
    assert_non_null(mkdtemp(root));
    snprintf(level_path, sizeof(level_path), "%s/a.vkpick", root);
    FILE *file = fopen(level_path, "wb");
    assert_non_null(file);
    fprintf(file, "{\"vkpick_level\": 1, \"assets\": [");
    for (int i = 0; i <= LARGE_COUNT; i++) {
        char name[16];
        snprintf(name, sizeof(name), "m%d.gltf", i);
        const char *text = i < LARGE_COUNT ? LARGE : SMALL;
        write_model(path_in_root(name), text, strlen(text));
        fprintf(file, "%s{\"id\": %d, \"path\": \"%s\", \"mesh_names\": [\"shape\"], ", i ? ", " : "", i + 1, name);
        fprintf(file, "\"mesh_boxes\": [[0, 0, 0, 1, 1, 1]]}");
    }
    fprintf(file, "], \"objects\": [");
    for (int i = 0; i <= LARGE_COUNT; i++)
        fprintf(file, "%s{\"id\": %d, \"name\": \"o%d\", \"asset\": %d, \"mesh\": 0}", i ? ", " : "", i + 1, i, i + 1);
    fprintf(file, "]}");
    assert_int_equal(fclose(file), 0);
    editor_import_set_shared(ROOM);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    editor_import_set_shared((uint64_t)1 << 31);
    char command[128];
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command);
}

static editor_level *must_open(void)
{
    editor_error error;
    editor_level *level = editor_open(level_path, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->object_count, LARGE_COUNT + 1);
    assert_int_equal(level->asset_count, LARGE_COUNT + 1);
    return level;
}

static void test_models_share_a_bound(void **state)
{
    (void)state;
    editor_level *level = must_open();
    for (uint32_t i = 0; i < LARGE_COUNT; i++) {
        assert_int_equal(level->assets[i].missing, i >= 2);
        assert_in_range(level->assets[i].excess.bytes, i < 2 ? TAKEN_LEAST : 0, i < 2 ? TAKEN_MOST : 0);
    }
    assert_false(level->assets[LARGE_COUNT].missing); // what its size accounts for is not shared
    assert_int_equal(level->assets[LARGE_COUNT].excess.bytes, 0);
    assert_int_equal(level->warning_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        char name[16];
        snprintf(name, sizeof(name), "m%u.gltf: ", (unsigned)i + 2);
        assert_non_null(strstr(level->warnings[i], name));
        assert_non_null(
            strstr(level->warnings[i], "more than the models before it in the level leave; shown as boxes"));
    }
    editor_level_destroy(level);
}

// Each by itself opens: its own bound is larger.
static void test_a_model_by_itself(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = editor_open(path_in_root("m3.gltf"), NULL, NULL, &error);
    assert_non_null(level);
    assert_in_range(level->assets[0].excess.bytes, TAKEN_LEAST, TAKEN_MOST);
    editor_level_destroy(level);
}

// What the cache has lies in its file: it takes nothing of the bound, and neither does trying to find it there.
static void test_models_of_the_cache(void **state)
{
    (void)state;
    editor_cache_use(path_in_root("cache"), 1000000000);
    editor_model_cache_set_least(0);
    editor_import_set_shared((uint64_t)1 << 31);
    editor_level_destroy(must_open()); // all are stored
    editor_cache_wait();
    editor_import_set_shared(ROOM);
    editor_level *level = must_open();
    assert_int_equal(level->warning_count, 0);
    for (uint32_t i = 0; i <= LARGE_COUNT; i++) {
        assert_false(level->assets[i].missing);
        assert_int_equal(level->assets[i].excess.bytes, 0);
    }
    editor_level_destroy(level);
    editor_cache_use(NULL, 0);
    editor_model_cache_set_least(EDITOR_MODEL_CACHE_LEAST);
}

// Models that are read together, for a level that has some already.
static void test_models_of_a_load(void **state)
{
    (void)state;
    char paths[LARGE_COUNT][96];
    editor_load_model more[LARGE_COUNT - 1];
    for (int i = 0; i < LARGE_COUNT; i++) {
        snprintf(paths[i], sizeof(paths[i]), "%s/m%d.gltf", root, i);
        if (i > 0)
            more[i - 1] = (editor_load_model){.path = paths[i]};
    }
    for (uint32_t had = 0; had < 2; had++) {
        editor_load *load = editor_load_begin(&(editor_load_desc){.first.path = paths[0],
                                                                  .only_models = true,
                                                                  .more = more,
                                                                  .more_count = LARGE_COUNT - 1,
                                                                  .taken = {had * (uint64_t)TAKEN_MOST, 0}});
        assert_non_null(load);
        assert_int_equal(editor_load_wait(load), EDITOR_LOAD_DONE);
        for (uint32_t i = 0; i < LARGE_COUNT; i++) {
            editor_error error;
            editor_level *level = editor_load_take(load, i, &error);
            assert_int_equal(level != NULL, i < 2 - had);
            if (!level)
                assert_non_null(strstr(error.text, "models before it"));
            editor_level_destroy(level);
        }
        editor_load_destroy(load);
    }
}

// Waits until all that is being read has been.
static void finish_reading(editor_workspace *workspace)
{
    while (workspace->loads.count > 0) {
        assert_true(editor_workspace_poll_load(workspace, true));
        editor_workspace_step(workspace, 0);
    }
}

// The level comes as boxes, and its models behind. Models that are read again take what they took.
static void test_models_that_come_behind(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_level *level = editor_level_read_boxes(level_path, 1, NULL, NULL, NULL, &error);
    assert_non_null(level);
    const editor_workspace_desc desc = {.actions = &EDITOR_ACTION_TABLE, .ui_scale = 1, .loads_behind = true};
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    finish_reading(workspace);
    for (int times = 0; times < 2; times++) {
        for (uint32_t i = 0; i <= LARGE_COUNT; i++)
            assert_int_equal(editor_document_level(workspace->document)->assets[i].missing, i == 2 || i == 3);
        const struct timespec written[2] = {{.tv_sec = 1000000 + times}, {.tv_sec = 1000000 + times}};
        assert_int_equal(utimensat(AT_FDCWD, path_in_root("m0.gltf"), written, 0), 0);
        assert_int_equal(utimensat(AT_FDCWD, path_in_root("m1.gltf"), written, 0), 0);
        editor_workspace_reload_models(workspace);
        finish_reading(workspace);
        assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    }
    assert_true(editor_workspace_load(workspace, EDITOR_WORK_IMPORT, path_in_root("m3.gltf"), &error));
    finish_reading(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE); // the level could not be opened with it
    assert_non_null(strstr(workspace->dialog.text, "models before it"));
    editor_workspace_destroy(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_models_share_a_bound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_model_by_itself, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_models_of_the_cache, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_models_of_a_load, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_models_that_come_behind, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
