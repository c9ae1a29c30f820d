// Moved vertices in level files: read and written to the bit, and refused where they are wrong.
#define _DEFAULT_SOURCE // usleep
#define FOLDER "test_moved_file.tmp"
#include "moved_boat.h"
#include "system/text.h"

#include <time.h>

// --- What is read and written ---------------------------------------------------------------------------------------

#define OBJECT(fields) IN_LEVEL("\"objects\": [{\"id\": 2, \"name\": \"b\", " fields "}]")
#define CUBE "\"primitive\": {\"shape\": \"cube\"}"
#define ASSETS "\"assets\": [{\"id\": 1, \"path\": \"boat.gltf\"}],\n"

static void test_round_trip(void **state)
{
    (void)state;
    write_text(
        LEVEL,
        IN_LEVEL(ASSETS
                 "\"prefabs\": [{\"id\": 1, \"name\": \"crate\", \"parts\": [{\"id\": 1, \"name\": \"part\", " CUBE
                 ", \"moved_of\": 24, \"moved\": [[0, 1, 2, 3]]}]}],\n"
                 "\"objects\": [{\"id\": 1, \"name\": \"a\", " CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, 2, 3]]},"
                 "{\"id\": 2, \"name\": \"b\", " CUBE ", \"moved_of\": 24, \"moved\": [[0, 0.1, -0.0, 1e-45],"
                 "[3, 3.4028234663852886e38, 1e-300, -1e-300], [23, -0.5, 0.5, 0.5]], \"materials\": [{\"slot\": 0, "
                 "\"double_sided\": true}]},"
                 "{\"id\": 3, \"name\": \"c\", " CUBE "}, {\"id\": 4, \"name\": \"d\", \"moved\": [[0, 1, 2, 3]], "
                 "\"moved_of\": 24, " CUBE "}, {\"id\": 5, \"name\": \"e\", \"asset\": 1, \"mesh\": 1, \"moved_of\": 3,"
                 "\"moved\": [[1, 7, 7, 7]]}, {\"id\": 6, \"name\": \"f\", \"prefab\": 1, \"position\": [0, 9, 0]},"
                 "{\"id\": 7, \"name\": \"g\", " CUBE ", \"moved_of\": 24, \"moved\": []},"
                 "{\"id\": 8, \"name\": \"h\", \"primitive\": {\"shape\": \"cube\", \"width\": 2}, "
                 "\"moved_of\": 24, \"moved\": [[0, 1, 2, 3]]}]"));
    editor_level *level = level_must_read(LEVEL);
    assert_int_equal(level->warning_count, 0);
    assert_true(fixture_is_consistent(level));
    const editor_mesh *b = mesh_of(level, "b"), *c = mesh_of(level, "c");
    assert_true(is_at(b, 0, (float[3]){0.1f, 0, 1e-45f}) && is_at(b, 3, (float[3]){3.4028234663852886e38f, 0, 0}));
    assert_true(is_at(b, 23, (float[3]){-0.5f, 0.5f, 0.5f}) && is_at(b, 1, &c->positions[3]));
    assert_int_equal(b->moves.count, 3);
    assert_true(level->objects[find(level, "b")].look != NULL);
    // What has the same moves shares a copy; what has none has the original.
    const uint32_t a = level->objects[find(level, "a")].mesh;
    assert_int_equal(level->objects[find(level, "d")].mesh, a);
    assert_int_equal(editor_level_content(level, level->objects[find(level, "f")].mesh)->parts[0].mesh, a);
    assert_int_equal(level->meshes[a].original - 1, level->objects[find(level, "c")].mesh);
    assert_int_equal(level->objects[find(level, "g")].mesh, level->objects[find(level, "c")].mesh);
    assert_int_equal(mesh_of(level, "b")->original, level->meshes[a].original);
    assert_true(mesh_of(level, "h")->original != level->meshes[a].original && mesh_of(level, "h")->positions[3] == -1);
    assert_true(is_at(mesh_of(level, "e"), 1, (float[3]){7, 7, 7}));
    assert_string_equal(mesh_of(level, "e")->name, "sail");
    editor_level_destroy(level);
    char *text = level_round_trip(LEVEL, AGAIN);
    assert_non_null(strstr(text, "\"asset\": 1, \"mesh\": 1, \"moved_of\": 3, \"moved\": [[1, 7, 7, 7]]"));
    assert_null(strstr(text, "\"moved\": []"));
    assert_null(strstr(text, "-0,"));
    free(text);
}

// Copies are found by their moves in a time that does not grow with the square of the file.
static void test_many_copies(void **state)
{
    (void)state;
    enum { COUNT = 30000, SECONDS = 8 };
    editor_text text = {0};
    editor_text_put(&text, "{\"vkpick_level\": 2, \"objects\": [");
    for (unsigned i = 0; i < COUNT; i++)
        editor_text_format(&text,
                           "%s{\"id\": %u, \"name\": \"o\", " CUBE ", \"moved_of\": 24, \"moved\": [[0, %u, 0, 0]]}",
                           i > 0 ? "," : "", i + 1, i % (COUNT - 100));
    editor_text_put(&text, "]}");
    assert_false(text.failed);
    write_text(LEVEL, text.data);
    editor_text_free(&text);
    const clock_t begin = clock();
    editor_level *level = level_must_read(LEVEL);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    assert_int_equal(level->moved_count, COUNT - 100);
    assert_int_equal(level->objects[0].mesh, level->objects[COUNT - 100].mesh);
    assert_int_equal(level->moved_triangles, 12 * (COUNT - 100));
    editor_level_destroy(level);
    if (seconds > SECONDS)
        fail_msg("%.1f seconds", seconds);
}

// Each of these is seen in the hash.
static void test_hash(void **state)
{
    (void)state;
    static const char *const texts[] = {OBJECT(CUBE),
                                        OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, 2, 3]]"),
                                        OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[1, 1, 2, 3]]"),
                                        OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, 2, 4]]"),
                                        OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, 2, 3], [1, 1, 2, 3]]"),
                                        OBJECT(CUBE ", \"moved_of\": 25, \"moved\": [[0, 1, 2, 3]]")};
    enum { TEXTS = sizeof(texts) / sizeof(texts[0]) };
    uint64_t hashes[TEXTS];
    for (int i = 0; i < TEXTS; i++) {
        write_text(LEVEL, texts[i]);
        editor_level *level = level_must_read(LEVEL);
        hashes[i] = editor_level_hash(level);
        editor_level_destroy(level);
        for (int k = 0; k < i; k++)
            assert_true(hashes[i] != hashes[k]);
    }
}

static void refuse(const char *text, const char *reason)
{
    editor_error error = {""};
    write_text(LEVEL, text);
    editor_level *level = editor_level_read(LEVEL, NULL, NULL, NULL, &error);
    const bool ok = !level && strstr(error.text, reason) && !strchr(error.text, '\n');
    if (!ok)
        print_error("%s\nsays: %s\nnot:  %s\n", text, level ? "(read)" : error.text, reason);
    editor_level_destroy(level);
    assert_true(ok);
}

static void test_refusals(void **state)
{
    (void)state;
    static const char wants[] = "moved[0]: expected the number of a vertex, below 24 and above the one before, and "
                                "three finite numbers that a float can hold";
    refuse(OBJECT(CUBE ", \"moved\": [[0, 1, 2, 3]]"), "\"moved\" and \"moved_of\" go together");
    refuse(OBJECT(CUBE ", \"moved_of\": 24"), "\"moved\" and \"moved_of\" go together");
    refuse(OBJECT(CUBE ", \"moved_of\": 0, \"moved\": []"), "moved_of");
    refuse(OBJECT(CUBE ", \"moved_of\": 2.5, \"moved\": []"), "moved_of");
    refuse(OBJECT(CUBE ", \"moved_of\": 4294967295, \"moved\": []"), "moved_of");
    refuse(OBJECT(CUBE ", \"moved_of\": \"24\", \"moved\": []"), "moved_of");
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": {}"), "moved");
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": 3"), "moved");
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [3]"), "moved[0]");
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, 2]]"), "moved[0]");
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, 2, 3, 4]]"), "moved[0]");
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, \"2\", 3]]"), "moved[0]");
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0.5, 1, 2, 3]]"), wants);
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[-1, 1, 2, 3]]"), wants);
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[24, 1, 2, 3]]"), wants);
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[1e300, 1, 2, 3]]"), wants);
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, 2, 3.5e38]]"), wants);
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, -1e300, 2, 3]]"), wants);
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[0, 1, 2, 3], [0, 1, 2, 3]]"), "moved[1]: expected the number");
    refuse(OBJECT(CUBE ", \"moved_of\": 24, \"moved\": [[5, 1, 2, 3], [4, 1, 2, 3]]"), "moved[1]: expected the number");
    // Only what has a mesh or a primitive.
    static const char *const others[] = {
        "",
        "\"light\": {\"type\": \"point\"}, ",
        "\"camera\": {}, ",
        "\"line\": {\"points\": [[0, 0, 0], [1, 0, 0]]}, ",
        "\"volume\": {\"shape\": \"box\"}, ",
        "\"asset\": 1, \"mesh\": 0, \"terrain\": {\"width\": 1, \"depth\": 1, \"height\": 1}, ",
        "\"prefab\": 1, ",
        "\"unpacked\": 1, "};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        char text[512];
        snprintf(text, sizeof(text),
                 IN_LEVEL(ASSETS "\"prefabs\": [{\"id\": 1, \"name\": \"p\", \"parts\": [{\"id\": 1, \"name\": "
                                 "\"part\", " CUBE "}]}],\n\"objects\": [{\"id\": 2, \"name\": \"b\", %s\"moved_of\": "
                                 "24, \"moved\": [[0, 1, 2, 3]]}]"),
                 others[i]);
        refuse(text, "moved: only an object with a mesh or a primitive has vertices");
    }
    refuse(IN_LEVEL("\"prefabs\": [{\"id\": 1, \"name\": \"p\", \"parts\": [{\"id\": 1, \"name\": \"part\", "
                    "\"moved_of\": 24, \"moved\": [[0, 1, 2, 3]]}]}]"),
           "moved: only an object with a mesh or a primitive has vertices");
}

// Pasted, here and elsewhere, the objects are what they were.
static void test_clipboard(void **state)
{
    (void)state;
    editor_document *from = moved_boat(), *to = empty_document();
    const editor_level *level = editor_document_level(from), *other = editor_document_level(to);
    const uint32_t wing = find(level, "wing"), copies = level->moved_count;
    char *text = editor_edit_copy(from, &wing, 1);
    assert_non_null(text);
    assert_int_equal(editor_edit_paste(from, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    const uint32_t pasted = editor_document_active(from);
    assert_int_equal(level->objects[pasted].mesh, level->objects[wing].mesh); // shared, as a duplicate does
    assert_int_equal(level->moved_count, copies);
    assert_int_equal(move(from, "wing", 1, (float[3]){5, 5, 5}), EDITOR_EDIT_DONE);
    assert_true(is_at(&level->meshes[level->objects[pasted].mesh], 0, FAR));
    assert_false(is_at(&level->meshes[level->objects[pasted].mesh], 1, (float[3]){5, 5, 5}));
    assert_int_equal(editor_edit_paste(to, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    assert_true(shows_moves(other));
    assert_true(editor_document_undo(to) && editor_document_redo(to));
    assert_true(shows_moves(other));
    free(text);
    editor_document_destroy(from);
    editor_document_destroy(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_round_trip, set_up), cmocka_unit_test_setup(test_many_copies, set_up),
        cmocka_unit_test_setup(test_hash, set_up),       cmocka_unit_test_setup(test_refusals, set_up),
        cmocka_unit_test_setup(test_clipboard, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
