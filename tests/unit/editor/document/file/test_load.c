// Loads on a thread: the level that a load at once gives, whole or not at all, whatever the caller does meanwhile.
#define _POSIX_C_SOURCE 200809L

#include "model_file.h"

#include "document/file/level_file.h"
#include "document/file/load.h"
#include "document/history/edit.h"
#include "edit_fixture.h"
#include "effort.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define OBJ "test_load.obj"
#define GLTF "test_load.gltf"
#define BIN "test_load.bin"
#define LEVEL "test_load.vkpick"
#define BROKEN "test_load_broken.gltf"
#define SOLID "test_load_solid.obj"

enum { TRIANGLES = 3000, MESHES = 6, SIDE = 60 };

static void put(const char *path, const char *text)
{
    write_model(path, text, strlen(text));
}

static void write_obj(void)
{
    FILE *file = fopen(OBJ, "wb");
    assert_non_null(file);
    for (int i = 0; i < (SIDE + 1) * (SIDE + 1); i++)
        fprintf(file, "v %d %d 0\n", i % (SIDE + 1), i / (SIDE + 1));
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            const int a = y * (SIDE + 1) + x + 1;
            fprintf(file, "f %d %d %d\n", a, a + 1, a + SIDE + 2);
        }
    }
    assert_int_equal(fclose(file), 0);
}

// Several meshes of the same triangles.
static void write_gltf(void)
{
    static float positions[9 * TRIANGLES];
    for (int i = 0; i < 9 * TRIANGLES; i++)
        positions[i] = (float)((i * 7919) % 1000) / 100 + (float)(i / 9) / 50;
    write_model(BIN, positions, sizeof(positions));
    FILE *file = fopen(GLTF, "wb");
    assert_non_null(file);
    fprintf(file,
            "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],"
            "\"buffers\": [{\"uri\": \"" BIN "\", \"byteLength\": %zu}],"
            "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": %zu}],"
            "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"type\": \"VEC3\", \"count\": %d,"
            "\"min\": [0, 0, 0], \"max\": [100, 100, 100]}], \"nodes\": [{\"name\": \"root\", \"children\": [1",
            sizeof(positions), sizeof(positions), 3 * TRIANGLES);
    for (int i = 1; i < MESHES; i++)
        fprintf(file, ", %d", i + 1);
    fprintf(file, "]}");
    for (int i = 0; i < MESHES; i++)
        fprintf(file, ", {\"mesh\": %d}", i);
    fprintf(file, "], \"meshes\": [");
    for (int i = 0; i < MESHES; i++)
        fprintf(file, "%s{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}", i ? ", " : "");
    fprintf(file, "]}");
    assert_int_equal(fclose(file), 0);
}

static void write_level(void)
{
    editor_error error = {""};
    editor_text text = {0};
    editor_level *level = editor_level_create();
    assert_true(level && editor_level_finish(level, &error));
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    const uint32_t asset = editor_level_import_as(level, GLTF, &EDITOR_IMPORT_OPTIONS_DEFAULT, NULL, NULL, &error);
    uint32_t made = EDITOR_NONE;
    assert_int_not_equal(asset, EDITOR_NONE);
    assert_int_equal(editor_edit_add_asset(document, asset, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made),
                     EDITOR_EDIT_DONE);
    assert_true(editor_level_write(level, LEVEL, &text, &error));
    write_model(LEVEL, text.data, text.size);
    editor_text_free(&text);
    editor_document_destroy(document);
}

static int write_files(void **state)
{
    (void)state;
    write_obj();
    write_gltf();
    write_level();
    put(BROKEN, "{\"asset\": {\"version\": \"2.0\"}, \"meshes\": 7}");
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    static const char *const paths[] = {OBJ, GLTF, BIN, LEVEL, BROKEN};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        remove(paths[i]);
    return 0;
}

static editor_load *begin(const char *path, bool behind)
{
    editor_load *load = editor_load_begin(&(editor_load_desc){.first.path = path, .behind = behind});
    assert_non_null(load);
    return load;
}

// The hash of the level that a load gave; it is destroyed.
static uint64_t take_hash(editor_load *load)
{
    editor_error error;
    assert_int_equal(editor_load_wait(load), EDITOR_LOAD_DONE);
    editor_level *level = editor_load_take(load, 0, &error);
    assert_non_null(level);
    assert_null(level->progress); // nobody looks any more
    assert_true(fixture_is_consistent(level));
    const uint64_t hash = editor_level_hash(level);
    editor_level_destroy(level);
    return hash;
}

static uint64_t hash_at_once(const char *path)
{
    editor_load *load = begin(path, false);
    assert_int_equal(editor_load_look(load), EDITOR_LOAD_DONE);
    const uint64_t hash = take_hash(load);
    editor_load_destroy(load);
    return hash;
}

static void pause_a_moment(long nanoseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

// --- Results ---

static void test_behind_is_as_at_once(void **state)
{
    (void)state;
    static const char *const paths[] = {OBJ, GLTF, LEVEL};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        const uint64_t hash = hash_at_once(paths[i]);
        editor_load *load = begin(paths[i], true);
        while (editor_load_look(load) == EDITOR_LOAD_RUNS)
            pause_a_moment(1000000);
        assert_string_equal(editor_load_stage(load), "Building");
        assert_true(editor_load_fraction(load) == 1 ||
                    editor_load_fraction(load) < 0); // no triangles are unknown parts
        assert_true(take_hash(load) == hash);
        editor_load_destroy(load);
    }
}

// Whether meshes are closed is found out where it is asked for.
static void test_solids_are_found(void **state)
{
    (void)state;
    put(SOLID, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    for (int finds = 0; finds < 2; finds++) {
        editor_error error = {""};
        editor_load *load =
            editor_load_begin(&(editor_load_desc){.first.path = SOLID, .finds_solids = finds, .behind = true});
        assert_non_null(load);
        assert_int_equal(editor_load_wait(load), EDITOR_LOAD_DONE);
        editor_level *level = editor_load_take(load, 0, &error);
        assert_true(level && level->mesh_count == 1);
        assert_int_equal(pick_mesh_is_closed(level->meshes[0].pick), finds);
        editor_level_destroy(level);
        editor_load_destroy(load);
    }
    remove(SOLID);
}

static void must_fail(const char *path, bool only_models, const char *expected)
{
    for (int behind = 0; behind < 2; behind++) {
        const editor_load_desc desc = {.first.path = path, .only_models = only_models, .behind = behind};
        editor_load *load = editor_load_begin(&desc);
        editor_error error = {""};
        assert_non_null(load);
        assert_int_equal(editor_load_wait(load), EDITOR_LOAD_FAILED);
        assert_null(editor_load_take(load, 0, &error));
        assert_non_null(strstr(error.text, path));
        assert_non_null(strstr(error.text, expected));
        editor_load_cancel(load); // too late
        assert_int_equal(editor_load_look(load), EDITOR_LOAD_FAILED);
        editor_load_destroy(load);
    }
}

static void test_failures(void **state)
{
    (void)state;
    must_fail("test_load_missing.obj", false, "no such file");
    must_fail(BROKEN, false, "meshes");
    must_fail(LEVEL, true, "a level, not a model");
    editor_load_destroy(NULL);
}

// --- Cancelling ---

static void must_be_cancelled(editor_load *load)
{
    editor_error error = {""};
    assert_int_equal(editor_load_wait(load), EDITOR_LOAD_CANCELLED);
    assert_null(editor_load_take(load, 0, &error));
    assert_non_null(strstr(error.text, "cancelled"));
    editor_load_destroy(load);
}

// A picture whose decoder never ends: in a child process, as that of a broken file.
static bool decode_for_ever(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)out, (void)error;
    for (volatile bool goes_on = true; goes_on;) {
    }
    return false;
}

// A load whose child process has the picture.
static editor_load *begin_endless(void)
{
    put("test_load_endless.gltf",
        "{\"asset\": {\"version\": \"2.0\"}, \"materials\": [{\"pbrMetallicRoughness\": {\"baseColorTexture\": "
        "{\"index\": 0}}}], \"textures\": [{\"source\": 0}], \"images\": [{\"uri\": \"data:image/png;base64,AAAA\"}]}");
    editor_load *load = editor_load_begin(
        &(editor_load_desc){.first.path = "test_load_endless.gltf", .decoder = decode_for_ever, .behind = true});
    assert_non_null(load);
    while (strcmp(editor_load_stage(load), "Decoding textures") != 0)
        pause_a_moment(1000000);
    pause_a_moment(30000000);
    assert_int_equal(editor_load_look(load), EDITOR_LOAD_RUNS);
    remove("test_load_endless.gltf");
    return load;
}

static void test_a_child_is_cancelled(void **state)
{
    (void)state;
    editor_load *load = begin_endless();
    editor_load_cancel(load);
    must_be_cancelled(load);
}

#ifdef __linux__ // elsewhere threads have no priority of their own

// Of this program's threads, how many run at nice `wanted`.
static uint32_t threads_at(int wanted)
{
    uint32_t count = 0;
    DIR *tasks = opendir("/proc/self/task");
    assert_non_null(tasks);
    for (const struct dirent *task = readdir(tasks); task; task = readdir(tasks)) {
        const id_t thread = (id_t)strtoul(task->d_name, NULL, 10);
        count += thread > 0 && getpriority(PRIO_PROCESS, thread) == wanted;
    }
    closedir(tasks);
    return count;
}

// What is read behind the window gives way to it: the window's thread stays as it was.
static void test_it_gives_way_to_the_window(void **state)
{
    (void)state;
    const int usual = getpriority(PRIO_PROCESS, 0);
    assert_true(usual < 15);
    const uint32_t usual_count = threads_at(usual), lower_count = threads_at(usual + 5);
    editor_load *load = begin_endless();
    assert_int_equal(threads_at(usual), usual_count);
    assert_int_equal(threads_at(usual + 5), lower_count + 1);
    editor_load_cancel(load);
    must_be_cancelled(load);
}

#endif

// Whatever stage it is in when it is cancelled: the whole level, or none.
static void test_each_stage_is_cancelled(void **state)
{
    (void)state;
    static const char *const stages[] = {"Reading", "Decoding", "Unpacking", "Reading meshes", "Building"};
    static const char *const paths[] = {OBJ, GLTF, LEVEL};
    int cancelled = 0;
    for (size_t i = 0; i < 15; i++) {
        const char *path = paths[i % 3], *stage = stages[i / 3];
        const uint64_t hash = hash_at_once(path);
        editor_load *load = begin(path, true);
        while (editor_load_look(load) == EDITOR_LOAD_RUNS && strcmp(editor_load_stage(load), stage) != 0)
            pause_a_moment(10000);
        editor_load_cancel(load);
        if (editor_load_wait(load) == EDITOR_LOAD_DONE) {
            assert_true(take_hash(load) == hash);
            editor_load_destroy(load);
        } else {
            must_be_cancelled(load);
            cancelled++;
        }
    }
    assert_true(cancelled > 0);
}

static void test_destroy_ends_it(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        editor_load *load = begin(i == 0 ? OBJ : i == 1 ? GLTF : LEVEL, true);
        pause_a_moment(i * 500000);
        editor_load_destroy(load);
    }
}

// --- Edits meanwhile ---

static void edit(editor_document *document, uint32_t what)
{
    const uint32_t post = POST_1;
    const editor_primitive ball = editor_primitive_default(EDITOR_SHAPE_SPHERE);
    const pick_affine place = fixture_at(what % 11, 0, 3);
    uint32_t made;
    switch (what % 4) {
    case 0:
        editor_edit_set_locals(document, &post, &place, 1);
        break;
    case 1:
        editor_edit_add_primitive(document, "ball", EDITOR_NONE, &ball, &place, &made);
        break;
    case 2:
        editor_document_undo(document);
        break;
    default:
        editor_document_redo(document);
        break;
    }
}

// Puts what was read into the document, as one step.
static void adopt(editor_document *document, const char *path, editor_load *load)
{
    editor_error error;
    editor_level *source = editor_load_take(load, 0, &error);
    uint32_t made;
    assert_non_null(source);
    editor_level *level = (editor_level *)(uintptr_t)editor_document_level(document);
    const uint32_t asset = editor_level_adopt(level, path, source, &error);
    assert_int_not_equal(asset, EDITOR_NONE);
    assert_int_equal(asset, editor_level_find_model(level, path));
    assert_int_equal(editor_edit_add_asset(document, asset, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made),
                     EDITOR_EDIT_DONE);
}

// Returns 1 if something was read, else 0.
static uint32_t end(editor_document *document, const char *path, editor_load **load)
{
    const editor_load_state state = editor_load_wait(*load);
    if (state == EDITOR_LOAD_DONE)
        adopt(document, path, *load);
    else
        assert_int_equal(state, EDITOR_LOAD_CANCELLED);
    editor_load_destroy(*load);
    *load = NULL;
    return state == EDITOR_LOAD_DONE;
}

static void test_any_order(void **state)
{
    (void)state;
    static const char *const paths[] = {OBJ, GLTF};
    const uint32_t rounds = (uint32_t)test_effort(12, 300);
    uint32_t random = 12345, adopted = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        editor_document *document = fixture_document();
        editor_load *load = NULL;
        const char *path = NULL;
        for (int i = 0; i < 60; i++) {
            random = random * 1664525 + 1013904223;
            const uint32_t what = random >> 16;
            if (!load && what % 5 == 0)
                load = begin(path = paths[what % 2], true);
            else if (load && what % 37 == 0)
                editor_load_cancel(load);
            else
                edit(document, what);
            if (load && editor_load_look(load) != EDITOR_LOAD_RUNS)
                adopted += end(document, path, &load);
            pause_a_moment(200000);
        }
        if (load)
            adopted += end(document, path, &load);
        assert_true(fixture_is_consistent(editor_document_level(document)));
        while (editor_document_undo(document)) {
        }
        assert_true(fixture_is_consistent(editor_document_level(document)));
        editor_document_destroy(document);
    }
    assert_true(adopted > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_behind_is_as_at_once),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_solids_are_found),
        cmocka_unit_test(test_a_child_is_cancelled),
#ifdef __linux__
        cmocka_unit_test(test_it_gives_way_to_the_window),
#endif
        cmocka_unit_test(test_each_stage_is_cancelled),
        cmocka_unit_test(test_destroy_ends_it),
        cmocka_unit_test(test_any_order),
    };
    return cmocka_run_group_tests(tests, write_files, remove_files);
}
