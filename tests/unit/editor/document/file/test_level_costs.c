// Level files of a few megabytes that could cost much: time that grows with the square of their entries. Each opens in
// seconds of processor time.
#include "model_file.h"

#include "document/file/level_file.h"
#include "document/import/gltf_text.h"
#include "document/level/level_internal.h"
#include "system/text.h"

#include <stdlib.h>
#include <time.h>

#define PATH "test_level_costs.vkpick"
#define MODEL "test_level_costs.obj"
#define GLTF "test_level_costs.gltf"

enum { SECONDS = 10 }; // each of these files took ten times as long, and takes less than a second or two now

// Frees the text. `least`: see editor_level_read_boxes; 0: all models are read.
static editor_level *read_quickly(editor_text *text, uint64_t least)
{
    assert_false(text->failed);
    write_model(PATH, text->data, text->size);
    editor_text_free(text);
    editor_error error = {""};
    const clock_t begin = clock();
    editor_level *level = least > 0 ? editor_level_read_boxes(PATH, least, NULL, NULL, NULL, &error)
                                    : editor_level_read(PATH, NULL, NULL, NULL, &error);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    print_message("%.2f seconds\n", seconds);
    remove(PATH);
    if (!level)
        fail_msg("%s", error.text);
    if (seconds > SECONDS)
        fail_msg("%.1f seconds", seconds);
    return level;
}

static void put_many(editor_text *text, uint32_t count, const char *format)
{
    for (uint32_t i = 0; i < count; i++) {
        editor_text_put(text, i > 0 ? "," : "");
        editor_text_format(text, format, (unsigned)i + 1, (unsigned)i);
    }
}

// Assets that list no meshes have as many as objects use.
static void test_many_objects_and_assets(void **state)
{
    (void)state;
    enum { ASSETS = 200000, OBJECTS = 60000 };
    editor_text text = {0};
    editor_text_put(&text, "{\"vkpick_level\":2,\"assets\":[");
    put_many(&text, ASSETS, "{\"id\":%u,\"builtin\":\"demo\"}");
    editor_text_put(&text, "],\"objects\":[");
    put_many(&text, OBJECTS, "{\"id\":%u,\"name\":\"a\"}");
    editor_text_put(&text, "]}");
    editor_level *level = read_quickly(&text, 0);
    assert_int_equal(level->asset_count, 1);
    assert_int_equal(level->object_count, OBJECTS);
    editor_level_destroy(level);
}

// Names that the file does not have become boxes, which the next entry of the file finds.
static void test_many_names_of_meshes(void **state)
{
    (void)state;
    enum { NAMES = 200000 };
    editor_text text = {0};
    editor_text_put(&text, "{\"vkpick_level\":2,\"assets\":[");
    for (int i = 0; i < 2; i++) {
        editor_text_put(&text, i > 0 ? ",{\"id\":2," : "{\"id\":1,");
        editor_text_put(&text, "\"builtin\":\"demo\",\"mesh_names\":[");
        put_many(&text, NAMES, "\"mesh %u\"");
        editor_text_put(&text, "]}");
    }
    editor_text_put(&text, "],\"objects\":[{\"id\":1,\"name\":\"a\",\"asset\":1,\"mesh\":7},"
                           "{\"id\":2,\"name\":\"b\",\"asset\":2,\"mesh\":7}]}");
    editor_level *level = read_quickly(&text, 0);
    assert_int_equal(level->asset_count, 1);
    const uint32_t mesh = level->objects[0].mesh, number = level->meshes[mesh].asset_index;
    assert_int_equal(level->objects[1].mesh, mesh);
    assert_string_equal(level->assets[0].meshes[number].name, "mesh 8");
    assert_in_range(level->assets[0].mesh_count, NAMES + 1, NAMES + 1000);
    editor_level_destroy(level);
}

// Each entry is looked for among those before it.
static void test_many_files(void **state)
{
    (void)state;
    enum { ASSETS = 200000 };
    write_model(MODEL, "v 0 0 0\n", 8);
    editor_text text = {0};
    editor_text_put(&text,
                    "{\"vkpick_level\":2,\"assets\":[{\"id\":1000000,\"path\":\"" MODEL "\",\"mesh_names\":[]},");
    put_many(&text, ASSETS, "{\"id\":%u,\"path\":\"n%u\",\"mesh_names\":[]}");
    editor_text_put(&text, ",{\"id\":1000001,\"path\":\"./n7\",\"mesh_names\":[]}]}");
    editor_level *level = read_quickly(&text, 1);
    remove(MODEL);
    assert_int_equal(level->asset_count, ASSETS + 1);
    assert_string_equal(level->assets[8].path, "n7");
    editor_level_destroy(level);
}

// A name that several meshes of a file have tells them apart no more, unless they have their old numbers.
static void test_names_of_several_meshes(void **state)
{
    (void)state;
#define NAMED(name) "{\"name\":\"" name "\",\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}"
    static const char model[] = "{" ASSET "," BODY ",\"meshes\":[" NAMED("a") "," NAMED("b") "," NAMED("b") "," NAMED(
        "c") "],\"nodes\":[{\"mesh\":0},{\"mesh\":1},{\"mesh\":2},{\"mesh\":3}]}";
    write_model(GLTF, model, strlen(model));
    editor_text text = {0};
    editor_text_put(&text, "{\"vkpick_level\":2,\"assets\":[{\"id\":1,\"path\":\"" GLTF
                           "\",\"mesh_names\":[\"c\",\"b\",\"a\",\"b\",\"d\"]}],\"objects\":[");
    for (unsigned i = 0; i < 5; i++)
        editor_text_format(&text, "%s{\"id\":%u,\"name\":\"o\",\"asset\":1,\"mesh\":%u}", i > 0 ? "," : "", i + 1, i);
    editor_text_put(&text, "]}");
    editor_level *level = read_quickly(&text, 0);
    remove(GLTF);
    static const uint32_t expected[] = {3, 1, 0, 4, 5}; // two boxes
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(level->meshes[level->objects[i].mesh].asset_index, expected[i]);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_objects_and_assets),
        cmocka_unit_test(test_many_names_of_meshes),
        cmocka_unit_test(test_many_files),
        cmocka_unit_test(test_names_of_several_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
