// The folder of models to choose from: subfolders, search, what is kept.
#include "system/asset_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define FOLDER "test_asset_folder.tmp"

static void touch(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/models", 0777);
    mkdir(FOLDER "/models/trees", 0777);
    mkdir(FOLDER "/models/trees/old", 0777);
    touch(FOLDER "/models/house.gltf");
    touch(FOLDER "/models/house.bin");
    touch(FOLDER "/models/Barn.GLB");
    touch(FOLDER "/models/.hidden.obj");
    touch(FOLDER "/models/trees/oak.obj");
    touch(FOLDER "/models/trees/old/Oak stump.fbx");
    return 0;
}

static void expect(const editor_asset_folder *folder, const char *names)
{
    char all[512] = "";
    for (uint32_t i = 0; i < folder->count; i++) {
        const size_t used = strlen(all);
        snprintf(all + used, sizeof(all) - used, "%s%s%s", i ? "," : "", folder->entries[i].name,
                 folder->entries[i].is_folder ? "/" : "");
    }
    assert_string_equal(all, names);
}

static void lists_and_searches(void **state)
{
    (void)state;
    editor_asset_folder folder;
    editor_asset_folder_init(&folder, NULL);
    editor_asset_folder_list(&folder);
    expect(&folder, "");
    assert_false(editor_asset_folder_choose(&folder, FOLDER "/none"));
    assert_false(editor_asset_folder_choose(&folder, FOLDER "/models/house.gltf"));
    assert_true(folder.root[0] == '\0');
    assert_true(editor_asset_folder_choose(&folder, FOLDER "/models/"));
    assert_true(folder.root[0] == '/' && folder.root[strlen(folder.root) - 1] != '/');
    expect(&folder, "trees/,Barn.GLB,house.gltf");
    editor_asset_folder_enter(&folder, 1); // no folder: nothing
    snprintf(folder.search, sizeof(folder.search), "oak");
    editor_asset_folder_enter(&folder, 0); // which ends the search
    assert_string_equal(folder.search, "");
    expect(&folder, "../,old/,oak.obj");
    assert_true(strstr(folder.entries[2].path, "/models/trees/oak.obj") != NULL);
    editor_asset_folder_enter(&folder, 0);
    expect(&folder, "trees/,Barn.GLB,house.gltf");
    snprintf(folder.search, sizeof(folder.search), "oAK");
    editor_asset_folder_list(&folder);
    expect(&folder, "trees/old/Oak stump.fbx,trees/oak.obj");
    assert_null(folder.note);
    snprintf(folder.search, sizeof(folder.search), "palm");
    editor_asset_folder_list(&folder);
    expect(&folder, "");
    assert_non_null(folder.note);
    // A folder that vanishes is said, not crashed on.
    folder.search[0] = '\0';
    assert_int_equal(system("rm -rf " FOLDER "/models"), 0);
    editor_asset_folder_list(&folder);
    expect(&folder, "");
    assert_non_null(strstr(folder.note, "cannot be read"));
    editor_asset_folder_finish(&folder);
}

static void the_choice_is_kept(void **state)
{
    (void)state;
    editor_asset_folder folder, again;
    editor_asset_folder_init(&folder, FOLDER "/assets");
    assert_true(editor_asset_folder_choose(&folder, FOLDER "/models/trees"));
    editor_asset_folder_init(&again, FOLDER "/assets");
    assert_string_equal(again.root, folder.root);
    editor_asset_folder_list(&again);
    expect(&again, "old/,oak.obj");
    editor_asset_folder_finish(&again);
    // A person may have written it: a slash at its end is no part of it, and a search sees whole names below.
    FILE *file = fopen(FOLDER "/assets", "w");
    fprintf(file, "%s//\n", again.root);
    fclose(file);
    editor_asset_folder_init(&again, FOLDER "/assets");
    assert_string_equal(again.root, folder.root);
    snprintf(again.search, sizeof(again.search), "oak");
    editor_asset_folder_list(&again);
    expect(&again, "old/Oak stump.fbx,oak.obj");
    editor_asset_folder_finish(&again);
    editor_asset_folder_finish(&folder);
    // What is no absolute path is no choice.
    file = fopen(FOLDER "/assets", "w");
    fputs("models\n", file);
    fclose(file);
    editor_asset_folder_init(&again, FOLDER "/assets");
    assert_true(again.root[0] == '\0');
    editor_asset_folder_finish(&again);
}

static void the_whole_disk_can_be_chosen(void **state)
{
    (void)state;
    editor_asset_folder folder;
    editor_asset_folder_init(&folder, NULL);
    assert_true(editor_asset_folder_choose(&folder, "/"));
    assert_string_equal(folder.root, "/");
    assert_true(folder.count > 0 && folder.entries[0].is_folder);
    assert_string_not_equal(folder.entries[0].name, "..");
    editor_asset_folder_enter(&folder, 0);
    assert_string_equal(folder.entries[0].name, "..");
    editor_asset_folder_enter(&folder, 0);
    assert_string_equal(folder.current, "/");
    editor_asset_folder_finish(&folder);
}

// The longest path that the system takes is listed, a longer one is not, and the listing says so.
static void paths_as_long_as_can_be(void **state)
{
    (void)state;
    editor_asset_folder folder;
    editor_asset_folder_init(&folder, NULL);
    assert_true(editor_asset_folder_choose(&folder, FOLDER "/models"));
    const size_t length = strlen(folder.root);
    // A folder by another name: "/./././." before it.
    char root[EDITOR_PATH_SIZE];
    const size_t room = EDITOR_PATH_SIZE - 1 - strlen("/house.gltf"); // of the folder, for house.gltf to be the longest
    size_t used = 0;
    while (used + 2 + length <= room) {
        memcpy(root + used, "/.", 2);
        used += 2;
    }
    while (used + length < room)
        root[used++] = '/';
    memcpy(root + used, folder.root, length + 1);
    memcpy(folder.root, root, sizeof(root));
    memcpy(folder.current, root, sizeof(root));
    editor_asset_folder_list(&folder);
    expect(&folder, "trees/,Barn.GLB,house.gltf");
    assert_int_equal(strlen(folder.entries[2].path), EDITOR_PATH_SIZE - 1);
    assert_null(folder.note);
    memmove(folder.root + 1, root, room + 1);
    memcpy(folder.current, folder.root, sizeof(root));
    editor_asset_folder_list(&folder);
    expect(&folder, "trees/,Barn.GLB");
    assert_non_null(strstr(folder.note, "too long"));
    editor_asset_folder_finish(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(lists_and_searches, set_up),
        cmocka_unit_test_setup(the_choice_is_kept, set_up),
        cmocka_unit_test_setup(the_whole_disk_can_be_chosen, set_up),
        cmocka_unit_test_setup(paths_as_long_as_can_be, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
