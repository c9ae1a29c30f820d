// Moved vertices in level files: read and written to the bit, refused where they are wrong, and kept while the model is
// missing, still to be read, or has other vertices.
#define _DEFAULT_SOURCE // usleep
#include <math.h>
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

#include "document/file/clipboard.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/file/models.h"
#include "document/history/edit.h"
#include "document/import/common/model_cache.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/prefab.h"
#include "edit_fixture.h"
#include "failing_malloc.h"
#include "import_model.h"
#include "level_round_trip.h"
#include "system/cache.h"
#include "text_file.h"

#define FOLDER "test_moved_file.tmp"
#define BOAT FOLDER "/boat.gltf"
#define LEVEL FOLDER "/a.vkpick"
#define AGAIN FOLDER "/b.vkpick"

// --- Files ----------------------------------------------------------------------------------------------------------

enum { TRIANGLES = 4, LINES = 1 }; // modes of glTF

// A mesh "wing" of `count` triangles of that size, side by side along x, and a mesh "sail" of one; an object of each,
// ten metres apart.
static void write_boat(uint32_t count, float size, int mode)
{
    float corners[9 * 8] = {0};
    assert_true(count >= 1 && count <= 8);
    for (uint32_t i = 0; i < count; i++) {
        corners[9 * i] = corners[9 * i + 3] = corners[9 * i + 6] = (float)i;
        corners[9 * i + 3] += size;
        corners[9 * i + 7] = size;
    }
    FILE *file = fopen(FOLDER "/boat.bin", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(corners, sizeof(corners), 1, file), 1);
    fclose(file);
    usleep(5000); // more than a tick of the file system's clock
    file = fopen(BOAT, "wb");
    assert_non_null(file);
    fprintf(file,
            "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0, 1]}],"
            "\"nodes\": [{\"name\": \"wing\", \"mesh\": 0}, {\"name\": \"sail\", \"mesh\": 1, \"translation\": [10, 0, "
            "0]}], \"meshes\": [{\"name\": \"wing\", \"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"mode\": "
            "%d}]}, {\"name\": \"sail\", \"primitives\": [{\"attributes\": {\"POSITION\": 1}}]}],"
            "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": %u, \"type\": \"VEC3\"},"
            "{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}],"
            "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": %zu}],"
            "\"buffers\": [{\"byteLength\": %zu, \"uri\": \"boat.bin\"}]}",
            mode, mode == LINES ? 2u : 3 * (unsigned)count, sizeof(corners), sizeof(corners));
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    write_boat(2, 1, TRIANGLES);
    return 0;
}

static editor_document *document_of(editor_level *level)
{
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

static void must_save(editor_document *document, const char *path)
{
    editor_error error = {""};
    if (!editor_document_save(document, path, &error))
        fail_msg("%s", error.text);
}

// --- Objects --------------------------------------------------------------------------------------------------------

static uint32_t find(const editor_level *level, const char *name)
{
    const uint32_t object = editor_level_find(level, name, EDITOR_NONE);
    assert_int_not_equal(object, EDITOR_NONE);
    return object;
}

static const editor_mesh *mesh_of(const editor_level *level, const char *name)
{
    return &level->meshes[level->objects[find(level, name)].mesh];
}

static editor_edit_result move(editor_document *document, const char *name, uint32_t vertex, const float to[3])
{
    const editor_moved_vertex moved = {vertex, {to[0], to[1], to[2]}};
    const uint32_t object = find(editor_document_level(document), name);
    return editor_edit_move_vertices(document, &(editor_vertex_moves){object, &moved, 1}, 1);
}

static bool is_at(const editor_mesh *mesh, uint32_t vertex, const float at[3])
{
    return vertex < mesh->vertex_count &&
           memcmp(&mesh->positions[3 * (size_t)vertex], at, 3 * sizeof(*at)) == 0; // to the bit
}

// What a ray along -z meets.
static uint32_t hit(const editor_level *level, double x, double y)
{
    pick_query query = editor_level_query(level);
    query.cull = PICK_CULL_NONE;
    const pick_ray ray = {.origin = {x, y, 50}, .direction = {0, 0, -1}, .t_max = 100};
    pick_hit found;
    return pick_closest(level->scene, &ray, &query, &found) ? (uint32_t)found.user : EDITOR_NONE;
}

static const float FAR[3] = {-4, -4, 0}; // of the wing's vertex 0: covers (-1, -1)

static editor_document *empty_document(void)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_true(level && editor_level_finish(level, &error));
    return document_of(level);
}

// A level with the boat, whose wing has a vertex far away.
static editor_document *moved_boat(void)
{
    editor_error error = {""};
    editor_document *document = empty_document();
    const uint32_t asset = import_model(document, BOAT, &error);
    uint32_t made;
    if (asset == EDITOR_NONE)
        fail_msg("%s", error.text);
    assert_int_equal(editor_edit_add_asset(document, asset, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made),
                     EDITOR_EDIT_DONE);
    assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_DONE);
    return document;
}

static bool shows_moves(const editor_level *level)
{
    const editor_mesh *wing = mesh_of(level, "wing");
    const bool shown = is_at(wing, 0, FAR) && !wing->stand_in;
    assert_int_equal(shown, hit(level, -1, -1) == find(level, "wing"));
    assert_int_equal(wing->moves.count, 1);
    assert_true(fixture_is_consistent(level));
    return shown;
}

// --- What is read and written ---------------------------------------------------------------------------------------

#define IN_LEVEL(fields) "{\"vkpick_level\": 1,\n" fields "}"
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

// --- Files that are not there ---------------------------------------------------------------------------------------

static void test_a_missing_model(void **state)
{
    (void)state;
    write_boat(8, 1, TRIANGLES); // of as many vertices as a box
    editor_document *document = moved_boat();
    must_save(document, LEVEL);
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    char *before = read_text(LEVEL);
    editor_document_destroy(document);
    assert_int_equal(remove(BOAT), 0);
    document = document_of(level_must_read(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->warning_count, 1); // that the file is missing
    assert_true(mesh_of(level, "wing")->stand_in && mesh_of(level, "sail")->stand_in);
    assert_int_equal(mesh_of(level, "wing")->vertex_count, 24);
    assert_false(shows_moves(level));
    assert_false(is_at(mesh_of(level, "wing"), 0, FAR));
    assert_true(editor_level_hash(level) == hash);
    assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "wing is a box: its file is missing");
    must_save(document, LEVEL);
    char *after = read_text(LEVEL);
    assert_string_equal(before, after);
    // The file is found again.
    write_boat(8, 1, TRIANGLES);
    editor_error error = {""};
    assert_true(reload_model(document, 0, BOAT, &error));
    assert_true(shows_moves(level));
    assert_true(editor_level_hash(level) == hash);
    assert_int_equal(move(document, "wing", 0, (float[3]){1, 2, 3}), EDITOR_EDIT_DONE);
    editor_document_destroy(document);
    editor_level *back = level_must_read(LEVEL);
    assert_true(shows_moves(back) && editor_level_hash(back) == hash);
    editor_level_destroy(back);
    free(before);
    free(after);
}

static uint32_t count_warnings(const editor_level *level, const char *text)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->warning_count; i++)
        count += strstr(level->warnings[i], text) != NULL;
    return count;
}

#define MISFIT "wing: its model now has another number of vertices; those that were moved are kept, but not shown"

// A level whose model has changed since it was saved.
static void test_a_changed_model(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    must_save(document, LEVEL);
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    char *before = read_text(LEVEL);
    editor_document_destroy(document);
    write_boat(3, 1, TRIANGLES);
    document = document_of(level_must_read(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], MISFIT);
    assert_int_equal(mesh_of(level, "wing")->vertex_count, 9);
    assert_false(shows_moves(level));
    assert_int_equal(hit(level, 2.2, 0.2), find(level, "wing"));
    assert_true(editor_level_hash(level) == hash);
    // It cannot be edited, and is saved as it came.
    assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document),
                        "wing has moved vertices that its file no longer has: reset its shape first");
    assert_int_equal(move(document, "sail", 0, (float[3]){0, 0, 1}), EDITOR_EDIT_DONE);
    assert_true(editor_document_undo(document));
    must_save(document, AGAIN);
    char *after = read_text(AGAIN);
    assert_non_null(strstr(after, "\"moved_of\": 6, \"moved\": [[0, -4, -4, 0]]"));
    free(after);
    editor_document_destroy(document);
    write_boat(2, 1, TRIANGLES);
    must_save(document = document_of(level_must_read(AGAIN)), LEVEL);
    assert_true(shows_moves(editor_document_level(document)));
    assert_true(editor_level_hash(editor_document_level(document)) == hash);
    editor_document_destroy(document);
    // Reset, it has the model's vertices for good, and they can be moved.
    write_boat(3, 1, TRIANGLES);
    document = document_of(level_must_read(LEVEL));
    level = editor_document_level(document);
    const uint32_t wing = find(level, "wing");
    assert_int_equal(editor_edit_reset_shapes(document, &wing, 1), EDITOR_EDIT_DONE);
    assert_int_equal(mesh_of(level, "wing")->original, 0);
    assert_int_equal(move(document, "wing", 8, FAR), EDITOR_EDIT_DONE);
    assert_int_equal(mesh_of(level, "wing")->moves.vertex_count, 9);
    assert_true(editor_document_undo(document) && editor_document_undo(document));
    assert_false(shows_moves(level));
    assert_true(editor_level_hash(level) == hash);
    editor_document_destroy(document);
    free(before);
}

static void reload(editor_document *document)
{
    editor_error error = {""};
    if (!reload_model(document, 0, NULL, &error))
        fail_msg("%s", error.text);
    assert_true(fixture_is_consistent(editor_document_level(document)));
}

// The model changes while the level is open: to the same vertices elsewhere, to others, and back.
static void test_reload(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    const editor_level *level = editor_document_level(document);
    const uint32_t wing = find(level, "wing");
    const editor_override sides = {.fields = EDITOR_OVERRIDE_SIDES | EDITOR_OVERRIDE_METALLIC, .double_sided = true};
    assert_int_equal(editor_edit_duplicate(document, &wing, 1), EDITOR_EDIT_DONE);
    const uint32_t twin = editor_document_active(document);
    const pick_affine place = fixture_at(0, 20, 0);
    assert_int_equal(editor_edit_set_locals(document, &twin, &place, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_overrides(document, &twin, &sides, 1), EDITOR_EDIT_DONE);
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_duplicate(document, &twin, 1), EDITOR_EDIT_DONE);
    const uint32_t third = editor_document_active(document);
    const pick_affine high = fixture_at(0, 40, 0);
    assert_int_equal(editor_edit_set_locals(document, &third, &high, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_make_prefab(document, &third, 1, "flag", &prefab), EDITOR_EDIT_DONE);
    const uint32_t instance = editor_document_active(document);
    const uint64_t hash = editor_level_hash(level);
    const uint32_t copy = level->objects[wing].mesh, steps = editor_document_history(document).position;
    editor_level_drop_warnings((editor_level *)(uintptr_t)level);
    // Other positions: what was moved stays moved, the rest follows.
    write_boat(2, 2, TRIANGLES);
    reload(document);
    assert_int_equal(level->objects[wing].mesh, copy);
    assert_true(shows_moves(level) && is_at(mesh_of(level, "wing"), 1, (float[3]){2, 0, 0}));
    assert_int_equal(hit(level, -1, 19), twin);
    assert_int_equal(hit(level, -1, 39), instance);
    assert_int_equal(count_warnings(level, MISFIT), 0);
    // Another count: as in the model, in all three.
    write_boat(3, 2, TRIANGLES);
    reload(document);
    assert_false(shows_moves(level));
    assert_int_equal(count_warnings(level, MISFIT), 1);
    assert_int_equal(mesh_of(level, "wing")->vertex_count, 9);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hit(level, 2.2, 20 * i + 0.2), i == 0 ? wing : i == 1 ? twin : instance);
        assert_int_equal(hit(level, -1, 20 * i - 1), EDITOR_NONE);
    }
    assert_true(editor_level_hash(level) == hash);
    // Undo goes on below it, and back, and the moves are those that they were.
    while (editor_document_undo(document))
        assert_true(fixture_is_consistent(level));
    for (uint32_t i = 0; i < steps; i++)
        assert_true(editor_document_redo(document) && fixture_is_consistent(level));
    assert_true(editor_level_hash(level) == hash);
    assert_false(shows_moves(level));
    must_save(document, LEVEL);
    // The mesh has gone: a box, without a word about vertices. Then lines: a box as well.
    editor_level_drop_warnings((editor_level *)(uintptr_t)level);
    write_boat(1, 2, LINES);
    reload(document);
    assert_false(shows_moves(level));
    assert_true(mesh_of(level, "wing")->stand_in);
    assert_true(editor_level_hash(level) == hash);
    must_save(document, AGAIN);
    // The fitting file is back.
    write_boat(2, 2, TRIANGLES);
    reload(document);
    assert_true(shows_moves(level) && is_at(mesh_of(level, "wing"), 1, (float[3]){2, 0, 0}));
    assert_int_equal(hit(level, -1, 19), twin);
    assert_int_equal(hit(level, -1, 39), instance);
    assert_true(editor_level_hash(level) == hash);
    const pick_mesh *pick = editor_level_pick_mesh(level, &level->objects[twin]);
    assert_ptr_not_equal(pick, mesh_of(level, "wing")->pick);
    assert_int_equal(pick_mesh_get_stats(pick).triangle_count, 2);
    assert_int_equal(move(document, "wing", 4, (float[3]){-9, 0, 0}), EDITOR_EDIT_DONE);
    while (editor_document_undo(document))
        assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
    // Both files have the moves.
    const char *const saved[2] = {LEVEL, AGAIN};
    for (int i = 0; i < 2; i++) {
        editor_level *again = level_must_read(saved[i]);
        assert_int_equal(again->warning_count, 0);
        assert_true(shows_moves(again) && editor_level_hash(again) == hash);
        editor_level_destroy(again);
    }
}

// A mesh that the file has no more, and has again.
static void test_a_mesh_that_is_gone(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    const editor_level *level = editor_document_level(document);
    const uint64_t hash = editor_level_hash(level);
    char *model = read_text(BOAT), *name;
    while ((name = strstr(model, "\"wing\"")) != NULL)
        memcpy(name, "\"keel\"", 6);
    usleep(5000);
    write_text(BOAT, model);
    free(model);
    reload(document);
    assert_true(mesh_of(level, "wing")->stand_in);
    assert_int_equal(level->warning_count, 0);
    assert_false(shows_moves(level));
    write_boat(2, 1, TRIANGLES);
    reload(document);
    assert_true(shows_moves(level));
    assert_true(editor_level_hash(level) == hash);
    editor_document_destroy(document);
}

// A model goes when nothing can bring back what was made of it, copies included.
static void test_a_model_is_removed(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    const editor_level *level = editor_document_level(document);
    assert_false(editor_document_remove_model(document, 0));
    while (editor_document_undo(document)) {
    }
    assert_false(editor_document_remove_model(document, 0)); // redo has it
    assert_true(editor_document_redo(document) && editor_document_redo(document));
    assert_true(shows_moves(level));
    const uint32_t both[2] = {find(level, "wing"), find(level, "sail")};
    assert_int_equal(editor_edit_delete(document, both, 2), EDITOR_EDIT_DONE);
    assert_false(editor_document_remove_model(document, 0)); // undo has it
    while (editor_document_undo(document)) {
    }
    assert_int_equal(editor_edit_add_group(document, "g", EDITOR_NONE, &PICK_AFFINE_IDENTITY, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(level->moved_count, 1);
    assert_true(editor_document_remove_model(document, 0));
    assert_int_equal(level->moved_count, 0);
    assert_int_equal(level->asset_count, 0);
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// --- Clips ----------------------------------------------------------------------------------------------------------

// Clips deform the mesh, so its vertices cannot be moved; a file has it all the same. A copy is one of the mesh at
// rest, whatever is shown when it is made.
static void test_a_deformed_model(void **state)
{
    (void)state;
    static const char text[] = IN_LEVEL("\"assets\": [{\"id\": 1, \"path\": \"" ARM "\"}],\n\"objects\": [{\"id\": 1, "
                                        "\"name\": \"%s\", \"asset\": 1, \"mesh\": 0, \"moved_of\": 10, "
                                        "\"moved\": [[%d, -9, 0, 0]]}]");
    char first[1024], second[1024];
    editor_error error = {""};
    snprintf(first, sizeof(first), text, "one", 0);
    snprintf(second, sizeof(second), text, "two", 1);
    write_text(LEVEL, first);
    editor_document *document = document_of(level_must_read(LEVEL));
    const editor_level *level = editor_document_level(document);
    const editor_mesh *one = mesh_of(level, "one");
    float rest[30], normals[30];
    memcpy(rest, editor_level_original(level, one)->positions, sizeof(rest));
    memcpy(normals, one->normals, sizeof(normals));
    assert_int_equal(move(document, "one", 0, FAR), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "one is deformed by its clips");
    assert_true(editor_document_pose(document, "bend", 1, &error));
    assert_memory_not_equal(editor_level_original(level, mesh_of(level, "one"))->positions, rest, sizeof(rest));
    assert_int_equal(editor_edit_paste(document, second, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_paste(document, first, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    const editor_mesh *two = mesh_of(level, "two");
    one = mesh_of(level, "one");
    assert_int_equal(level->objects[find(level, "one 02")].mesh, level->objects[find(level, "one")].mesh);
    for (uint32_t v = 0; v < 10; v++) {
        assert_true(is_at(one, v, v == 0 ? (const float[3]){-9, 0, 0} : &rest[3 * (size_t)v]));
        assert_true(is_at(two, v, v == 1 ? (const float[3]){-9, 0, 0} : &rest[3 * (size_t)v]));
        assert_int_equal(two->places[v], v);
    }
    assert_memory_equal(one->normals, normals, sizeof(normals));
    // Undo and redo bring it up to date in the pose, too.
    assert_true(editor_document_undo(document) && editor_document_undo(document));
    assert_true(editor_document_redo(document) && editor_document_redo(document));
    editor_level_apply_moves((editor_level *)(uintptr_t)level, level->objects[find(level, "one")].mesh);
    one = mesh_of(level, "one");
    for (uint32_t v = 0; v < 10; v++)
        assert_true(is_at(one, v, v == 0 ? (const float[3]){-9, 0, 0} : &rest[3 * (size_t)v]));
    assert_memory_equal(one->normals, normals, sizeof(normals));
    editor_document_rest(document);
    assert_memory_equal(editor_level_original(level, mesh_of(level, "one"))->positions, rest, sizeof(rest));
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// --- Boxes first ----------------------------------------------------------------------------------------------------

static editor_document *open_boxes(void)
{
    editor_error error = {""};
    editor_level *level = editor_level_read_boxes(LEVEL, 1, NULL, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->warning_count, 0);
    assert_true(level->assets[0].unread);
    assert_true(mesh_of(level, "wing")->unread && mesh_of(level, "wing")->stand_in);
    return document_of(level);
}

static void test_boxes_first(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    must_save(document, LEVEL);
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    char *before = read_text(LEVEL);
    editor_document_destroy(document);
    for (int gives_up = 0; gives_up < 2; gives_up++) {
        document = open_boxes();
        const editor_level *level = editor_document_level(document);
        assert_false(shows_moves(level));
        assert_true(editor_level_hash(level) == hash);
        assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_REFUSED);
        assert_string_equal(editor_document_reason(document), "wing is still loading");
        const uint32_t wing = find(level, "wing");
        assert_int_equal(editor_edit_duplicate(document, &wing, 1), EDITOR_EDIT_DONE);
        must_save(document, AGAIN);
        assert_true(editor_document_undo(document));
        must_save(document, AGAIN);
        char *after = read_text(AGAIN);
        assert_string_equal(before, after);
        free(after);
        if (gives_up) {
            editor_document_give_up_model(document, 0, "it is broken");
            assert_false(mesh_of(level, "wing")->unread);
            assert_true(mesh_of(level, "wing")->stand_in);
            assert_false(shows_moves(level));
            assert_int_equal(move(document, "wing", 0, FAR), EDITOR_EDIT_REFUSED);
            assert_string_equal(editor_document_reason(document), "wing is a box: its file is missing");
        } else {
            reload(document);
            assert_true(shows_moves(level));
            assert_int_equal(level->warning_count, 0);
            assert_true(editor_document_redo(document));
            assert_true(is_at(mesh_of(level, "wing 02"), 0, FAR));
        }
        assert_true(fixture_is_consistent(level));
        editor_document_destroy(document);
    }
    // The model that comes has other vertices.
    write_boat(5, 1, TRIANGLES);
    document = open_boxes();
    reload(document);
    assert_false(shows_moves(editor_document_level(document)));
    assert_int_equal(count_warnings(editor_document_level(document), MISFIT), 1);
    editor_document_destroy(document);
    free(before);
}

// --- Memory ---------------------------------------------------------------------------------------------------------

// Each allocation of an exchange fails once: the level is as it was, and then it goes well.
static void test_exchange_without_memory(void **state)
{
    (void)state;
    uint32_t failed = 0;
    bool done = false;
    for (size_t nth = 1; !done; nth++) {
        write_boat(2, 1, TRIANGLES);
        editor_document *document = moved_boat();
        const editor_level *level = editor_document_level(document);
        const uint32_t wing = find(level, "wing");
        const editor_override sides = {.fields = EDITOR_OVERRIDE_SIDES, .double_sided = true};
        assert_int_equal(editor_edit_set_overrides(document, &wing, &sides, 1), EDITOR_EDIT_DONE);
        const uint64_t hash = editor_level_hash(level);
        write_boat(2, 3, TRIANGLES);
        for (int again = 0; again < 2 && !(again == 1 && done); again++) {
            editor_error error = {""};
            editor_load *load = editor_load_begin(&(editor_load_desc){.path = BOAT, .only_models = true});
            editor_level *source = editor_load_take(load, 0, &error);
            editor_load_destroy(load);
            assert_non_null(source);
            failing_malloc_arm(again ? 0 : nth, false);
            const bool ok = editor_document_exchange_model(document, 0, source, &error);
            const size_t calls = failing_malloc_calls();
            failing_malloc_arm(0, false);
            if (again == 0)
                done = calls < nth;
            assert_true(ok || (again == 0 && strstr(error.text, "out of memory")));
            failed += !ok;
            assert_true(shows_moves(level));
            assert_true(is_at(mesh_of(level, "wing"), 1, (float[3]){ok ? 3 : 1, 0, 0}));
            assert_true(editor_level_hash(level) == hash);
            assert_int_equal(level->objects[wing].look->mesh, level->objects[wing].mesh);
        }
        editor_document_destroy(document);
    }
    print_message("%u exchanges failed\n", (unsigned)failed);
    assert_true(failed > 15);
}

// Each allocation of a reading fails once: no level, or the one that was written.
static void test_reading_without_memory(void **state)
{
    (void)state;
    editor_document *document = moved_boat();
    must_save(document, LEVEL);
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    editor_document_destroy(document);
    uint32_t failed = 0;
    for (size_t nth = 1;; nth++) {
        editor_error error = {""};
        failing_malloc_arm(nth, false);
        editor_level *level = editor_level_read(LEVEL, NULL, NULL, NULL, &error);
        const bool ended = failing_malloc_calls() < nth;
        failing_malloc_arm(0, false);
        failed += level == NULL;
        assert_true(level || error.text[0]);
        if (level) {
            assert_true(editor_level_hash(level) == hash);
            assert_true(shows_moves(level) || level->warning_count > 0); // that the model could not be read
        }
        editor_level_destroy(level);
        if (ended)
            break;
    }
    print_message("%u readings failed\n", (unsigned)failed);
    assert_true(failed > 15);
}

// --- Mapped meshes --------------------------------------------------------------------------------------------------

// What the cache maps is only read: the copy is memory of its own, and what is picked of it can be refitted.
static void test_a_mapped_model(void **state)
{
    (void)state;
    editor_model_cache_set_least(0);
    editor_cache_use(FOLDER "/cache", 100000000);
    editor_document *fresh = moved_boat();
    editor_cache_wait();
    editor_document *mapped = moved_boat();
    editor_document *const both[2] = {fresh, mapped};
    const editor_level *levels[2];
    for (int i = 0; i < 2; i++) {
        const editor_level *level = levels[i] = editor_document_level(both[i]);
        const editor_mesh *wing = mesh_of(level, "wing"), *original = editor_level_original(level, wing);
        assert_int_equal(original->mapping != NULL, i);
        assert_null(wing->mapping);
        assert_true(shows_moves(level));
        assert_int_equal(move(both[i], "wing", 4, (float[3]){9, 0, 0}), EDITOR_EDIT_DONE);
        assert_int_equal(hit(level, 5, 0.1), find(level, "wing"));
        assert_true(is_at(original, 4, (float[3]){2, 0, 0}));
        assert_true(editor_document_undo(both[i]));
        assert_int_equal(hit(level, 5, 0.1), EDITOR_NONE);
        assert_true(shows_moves(level));
        assert_true(editor_document_redo(both[i]));
    }
    const editor_mesh *a = mesh_of(levels[0], "wing"), *b = mesh_of(levels[1], "wing");
    assert_true(pick_mesh_hash(a->pick) == pick_mesh_hash(b->pick));
    assert_memory_equal(a->positions, b->positions, 3 * sizeof(float) * a->vertex_count);
    // Read again, from the cache as well, while the mapping of before goes.
    reload(mapped);
    assert_true(is_at(mesh_of(levels[1], "wing"), 4, (float[3]){9, 0, 0}));
    editor_document_destroy(fresh);
    editor_document_destroy(mapped);
    editor_cache_wait();
    editor_cache_use(NULL, 0);
}

// --- Fits -----------------------------------------------------------------------------------------------------------

// A model that is scaled anew: what was imported of it is found, whether vertices were moved or not.
static void test_a_new_fit(void **state)
{
    (void)state;
    pick_affine worlds[2][2];
    for (int i = 0; i < 2; i++) {
        editor_document *document = moved_boat();
        const editor_level *level = editor_document_level(document);
        if (i == 0)
            assert_true(editor_document_undo(document));
        else
            assert_int_equal(move(document, "sail", 0, FAR), EDITOR_EDIT_DONE);
        const editor_fit fit = {.scale = 3, .up = level->assets[0].fit.up};
        assert_int_equal(editor_edit_set_fit(document, 0, &fit), EDITOR_EDIT_DONE);
        worlds[i][0] = level->objects[find(level, "wing")].world;
        worlds[i][1] = level->objects[find(level, "sail")].world;
        assert_true(worlds[i][1].origin.x == 30);
        editor_document_destroy(document);
    }
    assert_memory_equal(worlds[0], worlds[1], sizeof(worlds[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_round_trip, set_up),
        cmocka_unit_test_setup(test_hash, set_up),
        cmocka_unit_test_setup(test_refusals, set_up),
        cmocka_unit_test_setup(test_clipboard, set_up),
        cmocka_unit_test_setup(test_a_missing_model, set_up),
        cmocka_unit_test_setup(test_a_changed_model, set_up),
        cmocka_unit_test_setup(test_reload, set_up),
        cmocka_unit_test_setup(test_a_mesh_that_is_gone, set_up),
        cmocka_unit_test_setup(test_boxes_first, set_up),
        cmocka_unit_test_setup(test_exchange_without_memory, set_up),
        cmocka_unit_test_setup(test_reading_without_memory, set_up),
        cmocka_unit_test_setup(test_a_model_is_removed, set_up),
        cmocka_unit_test_setup(test_a_deformed_model, set_up),
        cmocka_unit_test_setup(test_a_mapped_model, set_up),
        cmocka_unit_test_setup(test_a_new_fit, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
