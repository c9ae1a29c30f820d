// moved_boat.h: a small model with a wing and a sail, for tests of moved vertices in files. Define FOLDER, a folder of
// the test's own, and _DEFAULT_SOURCE (usleep) before.
#ifndef TESTS_UNIT_EDITOR_MOVED_BOAT_H
#define TESTS_UNIT_EDITOR_MOVED_BOAT_H

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

#define BOAT FOLDER "/boat.gltf"
#define LEVEL FOLDER "/a.vkpick"
#define AGAIN FOLDER "/b.vkpick"
#define IN_LEVEL(fields) "{\"vkpick_level\": 1,\n" fields "}"

// --- Files ----------------------------------------------------------------------------------------------------------

enum { TRIANGLES = 4, LINES = 1 }; // modes of glTF

// A mesh "wing" of `count` triangles of that size, side by side along x, and a mesh "sail" of one; an object of each,
// ten metres apart.
static inline void write_boat(uint32_t count, float size, int mode)
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

static inline int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    write_boat(2, 1, TRIANGLES);
    return 0;
}

static inline editor_document *document_of(editor_level *level)
{
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

static inline void must_save(editor_document *document, const char *path)
{
    editor_error error = {""};
    if (!editor_document_save(document, path, &error))
        fail_msg("%s", error.text);
}

// --- Objects --------------------------------------------------------------------------------------------------------

static inline uint32_t find(const editor_level *level, const char *name)
{
    const uint32_t object = editor_level_find(level, name, EDITOR_NONE);
    assert_int_not_equal(object, EDITOR_NONE);
    return object;
}

static inline const editor_mesh *mesh_of(const editor_level *level, const char *name)
{
    return &level->meshes[level->objects[find(level, name)].mesh];
}

static inline editor_edit_result move(editor_document *document, const char *name, uint32_t vertex, const float to[3])
{
    const editor_moved_vertex moved = {vertex, {to[0], to[1], to[2]}};
    const uint32_t object = find(editor_document_level(document), name);
    return editor_edit_move_vertices(document, &(editor_vertex_moves){object, &moved, 1}, 1);
}

static inline bool is_at(const editor_mesh *mesh, uint32_t vertex, const float at[3])
{
    return vertex < mesh->vertex_count &&
           memcmp(&mesh->positions[3 * (size_t)vertex], at, 3 * sizeof(*at)) == 0; // to the bit
}

// What a ray along -z meets.
static inline uint32_t hit(const editor_level *level, double x, double y)
{
    pick_query query = editor_level_query(level);
    query.cull = PICK_CULL_NONE;
    const pick_ray ray = {.origin = {x, y, 50}, .direction = {0, 0, -1}, .t_max = 100};
    pick_hit found;
    return pick_closest(level->scene, &ray, &query, &found) ? (uint32_t)found.user : EDITOR_NONE;
}

static const float FAR[3] = {-4, -4, 0}; // of the wing's vertex 0: covers (-1, -1)

static inline editor_document *empty_document(void)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_true(level && editor_level_finish(level, &error));
    return document_of(level);
}

// A level with the boat, whose wing has a vertex far away.
static inline editor_document *moved_boat(void)
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

static inline bool shows_moves(const editor_level *level)
{
    const editor_mesh *wing = mesh_of(level, "wing");
    const bool shown = is_at(wing, 0, FAR) && !wing->stand_in;
    assert_int_equal(shown, hit(level, -1, -1) == find(level, "wing"));
    assert_int_equal(wing->moves.count, 1);
    assert_true(fixture_is_consistent(level));
    return shown;
}

#endif
