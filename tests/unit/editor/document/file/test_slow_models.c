// A level names many small files, each of which keeps a child process busy: together they have a bound, too. Each model
// still has what an honest one takes.
#define _XOPEN_SOURCE 700 // mkdtemp

#include "model_file.h"

#include "document/file/level_content.h"
#include "document/file/load.h"
#include "document/file/open.h"
#include "document/import/common/importer.h"
#include "document/import/gltf_text.h"

#include <stdlib.h>

enum { SLOW_COUNT = 3 };

static char root[64];

static const char *path_of_model(int number, char path[96])
{
    snprintf(path, 96, "%s/m%d.gltf", root, number);
    return path;
}

// A picture that begins with w has no end.
static bool decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)size, (void)error;
    for (volatile bool waits = *(const char *)bytes == 'w'; waits;) {
    }
    *out = (editor_image){.width = 1, .height = 1, .rgba = calloc(1, 4)};
    return out->rgba != NULL;
}

#define MODEL(picture)                                                                                                 \
    WHOLE(NODES, ",\"images\":[{\"uri\":\"data:;base64," picture "\"}],\"textures\":[{\"source\":0}],"                 \
                 "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}]")

// Three slow models, an honest one, and a level of all.
static int set_up(void **state)
{
    (void)state;
    snprintf(root, sizeof(root), "slow_models_test.XXXXXX");
    assert_non_null(mkdtemp(root));
    char path[96];
    for (int i = 0; i <= SLOW_COUNT; i++) {
        const char *text = i < SLOW_COUNT ? MODEL("d3d3") : MODEL("cGxh");
        write_model(path_of_model(i, path), text, strlen(text));
    }
    static const char level[] = "{\"vkpick_level\": 1, \"assets\": [{\"id\": 1, \"path\": \"m0.gltf\"}, {\"id\": 2, "
                                "\"path\": \"m1.gltf\"}, {\"id\": 3, \"path\": \"m2.gltf\"}, {\"id\": 4, \"path\": "
                                "\"m3.gltf\"}], \"objects\": []}";
    snprintf(path, sizeof(path), "%s/a.vkpick", root);
    write_model(path, level, strlen(level));
    editor_import_set_slow(1.2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    editor_import_set_slow(30);
    char command[128];
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command);
}

// The first has what all have and the half second of each; the others have only that.
static void expect_picture(const editor_level *level, int number, uint32_t warning)
{
    assert_int_equal(level->warning_count > warning, number < SLOW_COUNT);
    if (number < SLOW_COUNT && !strstr(level->warnings[warning], number == 0 ? "in 2 seconds" : "in 1 seconds"))
        fail_msg("%d: %s", number, level->warnings[warning]);
}

static void test_models_of_a_level(void **state)
{
    (void)state;
    char path[96];
    snprintf(path, sizeof(path), "%s/a.vkpick", root);
    editor_error error = {""};
    editor_level *level = editor_open(path, decode, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->asset_count, SLOW_COUNT + 1);
    assert_int_equal(level->warning_count, SLOW_COUNT);
    assert_int_equal(level->image_count, 1); // of the honest one
    for (int i = 0; i < SLOW_COUNT; i++)
        expect_picture(level, i, (uint32_t)i);
    editor_level_destroy(level);
}

static void test_models_of_a_load(void **state)
{
    (void)state;
    char paths[SLOW_COUNT + 1][96];
    editor_load_model more[SLOW_COUNT];
    for (int i = 0; i <= SLOW_COUNT; i++) {
        path_of_model(i, paths[i]);
        if (i > 0)
            more[i - 1] = (editor_load_model){.path = paths[i]};
    }
    editor_load *load = editor_load_begin(&(editor_load_desc){
        .first.path = paths[0], .only_models = true, .more = more, .more_count = SLOW_COUNT, .decoder = decode});
    assert_non_null(load);
    assert_int_equal(editor_load_wait(load), EDITOR_LOAD_DONE);
    for (uint32_t i = 0; i <= SLOW_COUNT; i++) {
        editor_error error;
        editor_level *level = editor_load_take(load, i, &error);
        assert_non_null(level);
        expect_picture(level, (int)i, 0);
        editor_level_destroy(level);
    }
    editor_load_destroy(load);
}

// A model alone shares nothing.
static void test_a_model_by_itself(void **state)
{
    (void)state;
    double slow = 100;
    editor_importer importer = {.path = "m"};
    assert_true(editor_import_share_seconds(&importer, 8) == 8);
    importer.slow = &slow;
    assert_true(editor_import_share_seconds(&importer, 8) == 0.5);
    assert_true(editor_import_share_seconds(&importer, 0.25) == 0.25);
    importer.encoded = 3 << 20;
    importer.foreign_size = 1 << 20;
    assert_true(editor_import_share_seconds(&importer, 8) == 4.5);
    importer.child_seconds = 5;
    editor_import_note_slow(&importer);
    assert_true(slow == 100.5);
    importer.child_seconds = 4;
    editor_import_note_slow(&importer);
    assert_true(slow == 100.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_models_of_a_level, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(test_models_of_a_load, set_up, tear_down),
                                       cmocka_unit_test(test_a_model_by_itself)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
