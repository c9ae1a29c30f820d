// What is read of large files that small glTF files name, how much JSON is parsed, and that long meshes can be
// cancelled.
#define _XOPEN_SOURCE 700 // truncate

#include "model_file.h"

#include "document/import/common/importer.h"
#include "document/import/gltf/gltf_import.h"
#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "gltf_text.h"
#include "system/text.h"

#include <stdlib.h>
#include <unistd.h>

#define PATH "test_import_bounds.gltf"
#define FIRST "test_import_bounds.1.bin"
#define SECOND "test_import_bounds.2.bin"
#define MODEL(buffers, buffer, offset)                                                                                 \
    "{" ASSET ",\"buffers\":[" buffers "],\"bufferViews\":[{\"buffer\":" buffer ",\"byteOffset\":" offset              \
    ",\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"    \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]," NODES "}"

// Two triangles, whose first number is 7 and 8, and no more that takes room on the disk.
static void write_file(const char *path, uint64_t size)
{
    static const float numbers[18] = {7, 0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 0, 1, 0, 0, 0, 1, 0};
    write_model(path, numbers, sizeof(numbers));
    assert_int_equal(truncate(path, (off_t)size), 0);
}

static void check_first(const char *text, float expected)
{
    editor_level *level = must_import(PATH, text);
    assert_true(level->meshes[0].positions[0] == expected);
    assert_int_equal(level->warning_count, 0);
    editor_level_destroy(level);
}

// Files may be longer than the buffers that name them, and then no more is read than these state. More than 4 GiB are
// not read of any file.
static void test_long_files(void **state)
{
    (void)state;
    write_file(FIRST, 5ull << 30);
    write_file(SECOND, 5ull << 30);
    check_first(MODEL("{\"byteLength\":36,\"uri\":\"" FIRST "\"},{\"byteLength\":36,\"uri\":\"" SECOND "\"}", "1", "0"),
                7);
    // One file is read once, as far as any buffer states.
    check_first(MODEL("{\"byteLength\":36,\"uri\":\"" FIRST "\"},{\"byteLength\":72,\"uri\":\"" FIRST "\"}", "1", "36"),
                8);
    check_first(MODEL("{\"byteLength\":72,\"uri\":\"" FIRST "\"},{\"byteLength\":36,\"uri\":\"" FIRST "\"}", "0", "36"),
                8);
    // All buffers together are bounded.
    must_refuse(PATH, MODEL("{\"byteLength\":5000000000,\"uri\":\"" FIRST "\"}", "0", "0"), "too large");
    must_refuse(
        PATH,
        MODEL("{\"byteLength\":36,\"uri\":\"" FIRST "\"},{\"byteLength\":4294967291,\"uri\":\"" SECOND "\"}", "1", "0"),
        "too large");
    remove(FIRST);
    remove(SECOND);
}

// What pads a file is read, so that the cache knows the file by its content.
static void test_padding(void **state)
{
    (void)state;
    for (int is_long = 0; is_long < 2; is_long++) {
        write_file(FIRST, is_long ? (uint64_t)2 << 20 : 75);
        editor_error error = {""};
        static const char text[] = MODEL("{\"byteLength\":72,\"uri\":\"" FIRST "\"}", "0", "36");
        editor_importer importer = {.path = PATH,
                                    .bytes = (uint8_t *)editor_text_copy(text),
                                    .size = sizeof(text) - 1,
                                    .level = editor_level_create(),
                                    .error = &error,
                                    .keeps = true};
        assert_true(importer.bytes && importer.level);
        if (!editor_import_gltf(&importer))
            fail_msg("%s", error.text);
        assert_true(importer.level->meshes[0].positions[0] == 8);
        assert_int_equal(importer.is_passing, is_long);
        assert_int_equal(importer.source_count, 1);
        free(importer.bytes);
        editor_import_free_notes(&importer);
        editor_import_free_sources(&importer);
        editor_import_free_tallies(&importer);
        editor_level_destroy(importer.level);
    }
    remove(FIRST);
}

static void put_often(editor_text *text, uint32_t count, const char *what)
{
    for (uint32_t i = 0; i < count; i++)
        editor_text_put(text, what);
}

// A value of two bytes takes eighty once it is parsed. Strings take as much as they are long: buffers lie in them.
static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *before, *one, *after;
        uint32_t count;
        bool is_refused;
    } rows[] = {{"[0", ",0", "]", 1000000, false},       {"[0", ",0", "]", 11000000, true},
                {"[[]", ",[]", "]", 6000000, true},      {"{\"\":0", ",\"\":0", "}", 8000000, true},
                {"[\"", ",[{:", "\"]", 6000000, false},  {"[\"", "\\\\\\\",", "\"]", 11000000, false},
                {"[\"\\\\\"", ",0", "]", 11000000, true}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, "{\"extras\":");
        editor_text_put(&text, rows[i].before);
        put_often(&text, rows[i].count, rows[i].one);
        editor_text_put(&text, rows[i].after);
        editor_text_put(&text, "," ASSET "," BODY "," MESH(TRIANGLE) "," NODES "}");
        assert_false(text.failed);
        editor_error error = {""};
        editor_level *level = import_text(PATH, text.data, NULL, &error);
        editor_text_free(&text);
        if (rows[i].is_refused ? level || !strstr(error.text, "its JSON holds too many values") : !level)
            fail_msg("row %zu: %s", i, level ? "opened" : error.text);
        editor_level_destroy(level);
    }
}

// A mesh may have any number of primitives: each looks at whether the import goes on.
static void test_cancelled_in_a_mesh(void **state)
{
    (void)state;
    static const char text[] = WHOLE(NODES, "");
    editor_error error = {""};
    editor_progress progress = {0};
    editor_importer importer = {.path = PATH,
                                .bytes = (uint8_t *)editor_text_copy(text),
                                .size = sizeof(text) - 1,
                                .level = editor_level_create(),
                                .error = &error};
    assert_true(importer.bytes && importer.level);
    importer.level->progress = &progress;
    for (int is_cancelled = 0; is_cancelled < 2; is_cancelled++) {
        gltf_import import = {.variant = EDITOR_NONE};
        motion_shape shape = {0};
        editor_mesh mesh;
        assert_true(gltf_document_open(&import.document, &importer));
        if (is_cancelled)
            editor_progress_cancel(&progress);
        assert_int_equal(gltf_read_mesh(&import, 0, &(gltf_pose){0}, &shape, &mesh), !is_cancelled);
        assert_true(is_cancelled == (strstr(error.text, "cancelled") != NULL));
        if (!is_cancelled)
            mesh_tools_free(&mesh);
        motion_shape_free(&shape);
        gltf_document_close(&import.document);
    }
    free(importer.bytes);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_long_files), cmocka_unit_test(test_padding),
                                       cmocka_unit_test(test_values), cmocka_unit_test(test_cancelled_in_a_mesh)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
