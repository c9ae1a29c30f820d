// Prefabs in files: a level with prefabs is read back as the same level; what is wrong is refused with line and field;
// unknown fields stay; parts follow their models when these are missing, found and changed; exports have their parts.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "document/export/gltf_export.h"
#include "document/export/gltf_losses.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/file/models.h"
#include "document/history/edit.h"
#include "document/import/import.h"
#include "document/level/look.h"
#include "document/level/prefab.h"
#include "edit_fixture.h"
#include "import_model.h"
#include "level_round_trip.h"
#include "text_file.h"

#define FOLDER "test_prefab_file.tmp"
#define LEVEL FOLDER "/a.vkpick"
#define MODEL FOLDER "/boat.gltf"

// A triangle "wing" with sides of 1 m, and "sail" with sides of `sail` m, 1 or 2.
static void write_model(const char *path, bool large)
{
    char text[2048];
    snprintf(text, sizeof(text),
             "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],"
             "\"nodes\": [{\"name\": \"boat\", \"children\": [1, 2]},"
             "{\"name\": \"wing\", \"mesh\": 0}, {\"name\": \"sail\", \"mesh\": 1, \"translation\": [3, 0, 0]}],"
             "\"meshes\": [{\"name\": \"wing\", \"primitives\": [{\"attributes\": {\"POSITION\": 0}}]},"
             "{\"name\": \"sail\", \"primitives\": [{\"attributes\": {\"POSITION\": %d}}]}],"
             "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"},"
             "{\"bufferView\": 1, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}],"
             "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36},"
             "{\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": 36}],"
             "\"buffers\": [{\"byteLength\": 72, \"uri\": \"data:application/octet-stream;base64,"
             "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAA\"}]}",
             large ? 1 : 0);
    write_text(path, text);
}

static const char TEXT[] =
    "{\n  \"vkpick_level\": 2,\n"
    "  \"assets\": [\n    {\"id\": 4, \"path\": \"boat.gltf\", \"mesh_names\": [\"wing\", \"sail\"],"
    " \"mesh_boxes\": [[0, 0, 0, 1, 1, 0], [0, 0, 0, 2, 2, 0]]}\n  ],\n"
    "  \"prefabs\": [\n"
    "    {\"id\": 7, \"name\": \"ship\", \"parts\": [\n"
    "    {\"id\": 9, \"name\": \"mast\", \"parent\": 3, \"asset\": 4, \"mesh\": 1, \"position\": [0, 1, 0],"
    " \"materials\": [{\"slot\": 0, \"base_color\": [1, 0, 0, 1], \"double_sided\": true}]},\n"
    "    {\"id\": 3, \"name\": \"hull\", \"layers\": 4},\n"
    "    {\"id\": 5, \"name\": \"bow\", \"parent\": 3, \"primitive\": {\"shape\": \"cube\", \"depth\": 3, \"q\": 1},"
    " \"position\": [0, 0, 2], \"tag\": [1, 2]},\n"
    "    {\"id\": 6, \"name\": \"cargo\", \"asset\": 4, \"mesh\": 0, \"hidden\": true}], \"port\": \"B\"},\n"
    "    {\"id\": 2, \"name\": \"none of it is used\", \"parts\": ["
    "{\"id\": 1, \"name\": \"box\", \"primitive\": {\"shape\": \"cube\"}}]}\n  ],\n"
    "  \"objects\": [\n"
    "    {\"id\": 1, \"name\": \"ship 01\", \"prefab\": 7, \"position\": [10, 0, 0], \"note\": 5},\n"
    "    {\"id\": 2, \"name\": \"fleet\"},\n"
    "    {\"id\": 3, \"name\": \"ship 02\", \"parent\": 2, \"prefab\": 7, \"basis\": [-1, 0, 0, 0, 1, 0, 0, 0, 1],"
    " \"layers\": 2, \"locked\": true},\n"
    "    {\"id\": 8, \"name\": \"apart\", \"unpacked\": 7}\n  ]\n}\n";

static int set_up(void **state)
{
    (void)state;
    mkdir(FOLDER, 0777);
    write_model(MODEL, true);
    write_text(LEVEL, TEXT);
    return 0;
}

static const editor_prefab_content *content_of(const editor_level *level, uint32_t prefab)
{
    return editor_level_content(level, level->prefabs[prefab].mesh);
}

static void test_read(void **state)
{
    (void)state;
    editor_level *level = level_must_read(LEVEL);
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(level->prefab_count, 2);
    assert_true(level->prefabs[0].id == 7 && level->prefabs[1].id == 2);
    const editor_prefab_content *content = content_of(level, 0);
    assert_int_equal(content->part_count, 4); // parents first, siblings as in the file
    static const char *const names[] = {"hull", "mast", "bow", "cargo"};
    for (int i = 0; i < 4; i++)
        assert_string_equal(content->parts[i].name, names[i]);
    assert_int_equal(content->parts[1].parent, 0);
    assert_int_equal(content->parts[3].parent, EDITOR_NONE);
    assert_true(content->parts[3].is_hidden && content->parts[1].look != NULL);
    assert_int_equal(level->meshes[level->prefabs[0].mesh].index_count / 3, 13);
    const editor_level_counts counts = editor_level_count(level);
    assert_int_equal(counts.prefabs, 2);
    assert_int_equal(counts.instances, 2);
    assert_int_equal(counts.used_meshes, counts.meshes);
    // Each value of a part is content.
    const uint64_t hash = editor_level_hash(level);
    double *x = &level->meshes[level->prefabs[1].mesh].content->parts[0].local.origin.x;
    *x += 1;
    assert_true(editor_level_hash(level) != hash);
    *x -= 1;
    assert_true(editor_level_hash(level) == hash);
    // Its two sides are picked, and its part is named.
    const uint32_t ship = editor_level_find(level, "ship 01", EDITOR_NONE);
    pick_query query = editor_level_query(level);
    for (int side = -1; side <= 1; side += 2) {
        const pick_ray ray = {
            .origin = pick_vec3_make(10.5, 2.5, 9 * side), .direction = pick_vec3_make(0, 0, -side), .t_max = 100};
        pick_hit hit;
        assert_true(pick_closest(level->scene, &ray, &query, &hit));
        assert_int_equal(hit.user, ship);
        assert_string_equal(editor_level_hit_object(level, &hit)->name, "mast");
        const pick_hit drawn = editor_level_hit_drawn(level, &hit);
        assert_true(editor_level_material(level, &level->objects[ship], drawn.submesh)->double_sided);
    }
    editor_level_destroy(level);
}

static void test_written_is_read_back(void **state)
{
    (void)state;
    char *text = level_round_trip(LEVEL, FOLDER "/b.vkpick");
    static const char *const kept[] = {"\"port\": \"B\"", "\"note\": 5",   "\"tag\": [1, 2]",    "\"q\": 1",
                                       "\"unpacked\": 7", "\"prefab\": 7", "none of it is used", "\"layers\": 4"};
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        assert_non_null(strstr(text, kept[i]));
    free(text);
}

// --- What is refused ------------------------------------------------------------------------------------------------

static void assert_refused(const char *prefabs, const char *objects, const char *reason)
{
    char text[2048];
    snprintf(text, sizeof(text), "{\"vkpick_level\": 2,\n\"prefabs\": [%s],\n\"objects\": [%s]}", prefabs, objects);
    write_text(FOLDER "/bad.vkpick", text);
    editor_error error = {""};
    editor_level *level = editor_level_read(FOLDER "/bad.vkpick", NULL, NULL, NULL, &error);
    if (level || !strstr(error.text, reason))
        print_error("%s\n%s\nnot %s\n", text, error.text, reason);
    assert_null(level);
    assert_non_null(strstr(error.text, reason));
}

#define ONE                                                                                                            \
    "{\"id\": 1, \"name\": \"a\", \"parts\": [{\"id\": 1, \"name\": \"p\", \"primitive\": {\"shape\": \"cube\"}}]}"
#define WITH_PART(part) "{\"id\": 1, \"name\": \"a\", \"parts\": [{\"id\": 1, \"name\": \"p\", " part "}]}"
#define INSTANCE(fields) "{\"id\": 1, \"name\": \"i\", " fields "}"

static void test_bad_files(void **state)
{
    (void)state;
    assert_refused(ONE, INSTANCE("\"prefab\": 2"), "line 3: objects[0]: prefab: there is none with id 2");
    assert_refused(ONE, INSTANCE("\"unpacked\": 9"), "line 3: objects[0]: unpacked: there is none with id 9");
    assert_refused("", INSTANCE("\"prefab\": 1"), "prefab: there is none with id 1");
    assert_refused(ONE, INSTANCE("\"prefab\": 1, \"primitive\": {\"shape\": \"cube\"}"), "expected only one of mesh");
    assert_refused(ONE, INSTANCE("\"prefab\": 1, \"unpacked\": 1"), "expected only one of mesh");
    assert_refused(ONE, INSTANCE("\"prefab\": 1, \"materials\": [{\"slot\": 0, \"metallic\": 1}]"),
                   "materials: only an object with a mesh");
    assert_refused(ONE, INSTANCE("\"prefab\": 1, \"position\": [1, 2, NaN]"), "expected a value");
    assert_refused(ONE, INSTANCE("\"prefab\": 1, \"position\": [1, 2, 1e999]"), "position");
    assert_refused(ONE, INSTANCE("\"prefab\": 1.5"), "prefab: expected a whole number");
    assert_refused(ONE "," ONE, "", "line 2: prefabs[1]: a second prefab with id 1");
    assert_refused(ONE ", {\"id\": 2, \"name\": \"a\", \"parts\": []}", "", "name: a second prefab \"a\"");
    assert_refused("{\"id\": 1, \"name\": \"a\"}", "", "prefabs[0]");
    assert_refused("{\"name\": \"a\", \"parts\": []}", "", "prefabs[0]");
    assert_refused("{\"id\": 1, \"name\": \"\", \"parts\": []}", "", "must not be empty");
    assert_refused("{\"id\": 1, \"name\": \"a\", \"parts\": 5}", "", "parts");
    assert_refused("5", "", "prefabs[0]");
    assert_refused(WITH_PART("\"light\": {\"type\": \"point\"}"), "", "light: not in a part");
    assert_refused(WITH_PART("\"camera\": {}"), "", "camera: not in a part");
    assert_refused(WITH_PART("\"volume\": {\"shape\": \"box\"}"), "", "volume: not in a part");
    assert_refused(WITH_PART("\"unpacked\": 1"), "", "unpacked: not in a part");
    assert_refused(WITH_PART("\"sets\": 1"), "", "sets: not in a part");
    assert_refused(WITH_PART("\"parent\": 1"), "", "prefabs[0].parts[0]: parent: it is below itself");
    assert_refused(WITH_PART("\"parent\": 2"), "", "parent: there is no object with id 2");
    assert_refused(WITH_PART("\"asset\": 1, \"mesh\": 0"), "", "asset: there is none with id 1");
    assert_refused(WITH_PART("\"basis\": [1e39, 0, 0, 0, 1, 0, 0, 0, 1]"), "", "too large");
}

// --- Models ---------------------------------------------------------------------------------------------------------

// The height of the first ship's box.
static double height_of(const editor_level *level)
{
    const pick_aabb box = editor_level_subtree_bounds(level, editor_level_find(level, "ship 01", EDITOR_NONE));
    return box.max.y;
}

static void test_models_of_parts(void **state)
{
    (void)state;
    remove(MODEL);
    editor_level *level = level_must_read(LEVEL);
    assert_int_equal(level->warning_count, 1); // boxes of the recorded size stand in for it
    assert_true(fabs(height_of(level) - 3) < 1e-5);
    editor_document *document = editor_document_create(level, NULL);
    uint32_t ship = editor_level_find(level, "ship 02", EDITOR_NONE);
    const pick_affine moved = fixture_at(0, 0, 9);
    assert_int_equal(editor_edit_set_locals(document, &ship, &moved, 1), EDITOR_EDIT_DONE);
    const uint64_t hash = editor_level_hash(level);
    const uint32_t boxes = level->meshes[level->prefabs[0].mesh].index_count / 3;
    editor_error error = {""};
    for (int large = 1; large >= 0; large--) {
        write_model(MODEL, large != 0);
        if (!reload_model(document, 0, NULL, &error))
            fail_msg("%s", error.text);
        assert_true(fabs(height_of(level) - (large ? 3 : 2)) < 1e-5);
        assert_true(level->meshes[level->prefabs[0].mesh].index_count / 3 < boxes);
        assert_true(fixture_is_consistent(level));
        const editor_prefab_content *content = content_of(level, 0);
        assert_true(editor_level_pick_mesh(level, &content->parts[1]) != level->meshes[content->parts[1].mesh].pick);
        // What a part does not override is the model's, no more that of the boxes.
        const uint32_t slot = content->first_slot[1];
        assert_null(editor_level_material(level, &level->objects[ship], slot)->name);
        pick_object_desc desc;
        assert_int_equal(pick_scene_get(content->scene, content->ids[1], &desc), PICK_OK);
        assert_ptr_equal(desc.mesh, editor_level_pick_mesh(level, &content->parts[1]));
        // From above, the sail is 1 m or 2 m high.
        const pick_ray ray = {
            .origin = pick_vec3_make(10.1, 2.5, 9), .direction = pick_vec3_make(0, 0, -1), .t_max = 100};
        const pick_query query = editor_level_query(level);
        pick_hit hit;
        assert_int_equal(pick_closest(level->scene, &ray, &query, &hit), large);
    }
    assert_true(editor_level_hash(level) == hash);
    assert_true(editor_document_undo(document));
    editor_document_destroy(document);
}

// Boxes come first; then the model, or the news that there is none.
static void test_boxes_first(void **state)
{
    (void)state;
    for (int found = 0; found < 2; found++) {
        editor_error error = {""};
        editor_level *level = editor_level_read_boxes(LEVEL, 1, NULL, NULL, NULL, &error);
        assert_non_null(level);
        assert_true(level->assets[0].unread);
        const uint32_t ship = editor_level_find(level, "ship 01", EDITOR_NONE);
        const uint32_t slot = content_of(level, 0)->first_slot[1];
        assert_string_equal(editor_level_material(level, &level->objects[ship], slot)->name, "(not loaded yet)");
        assert_true(fabs(height_of(level) - 3) < 1e-5);
        editor_document *document = editor_document_create(level, NULL);
        if (!found)
            editor_document_give_up_model(document, 0, "it is gone");
        else if (!reload_model(document, 0, NULL, &error))
            fail_msg("%s", error.text);
        const char *name = editor_level_material(level, &level->objects[ship], slot)->name;
        assert_true(found ? name == NULL : strcmp(name, "(missing file)") == 0);
        assert_true(fabs(height_of(level) - 3) < 1e-5);
        assert_true(fixture_is_consistent(level));
        editor_document_destroy(document);
    }
}

static void test_export(void **state)
{
    (void)state;
    editor_level *level = level_must_read(LEVEL);
    editor_error error = {""};
    assert_true(editor_gltf_export(level, FOLDER "/out.glb", NULL, NULL, &error));
    editor_text losses = {0};
    editor_gltf_list_losses(level, &losses);
    assert_non_null(strstr(losses.data, "2 instances of prefabs become nodes with their parts"));
    editor_text_free(&losses);
    editor_level *back = editor_import(FOLDER "/out.glb", NULL, NULL, &error);
    assert_non_null(back);
    char text[512];
    fixture_outline(back, text, sizeof(text));
    assert_string_equal(text, "ship 01(hull(mast bow) cargo) fleet(ship 02(hull(mast bow) cargo)) apart");
    // Both ships' masts have one mesh.
    const uint32_t first = editor_level_find(back, "mast", EDITOR_NONE),
                   second = editor_level_find(back, "mast", first);
    assert_int_equal(back->objects[first].mesh, back->objects[second].mesh);
    assert_true(back->objects[first].world.origin.x == 10 && back->objects[first].world.origin.y == 1);
    assert_true(back->objects[editor_level_find(back, "cargo", EDITOR_NONE)].hidden);
    const pick_aabb a = pick_scene_bounds(level->scene), b = pick_scene_bounds(back->scene);
    assert_true(fabs(a.max.x - b.max.x) < 1e-5 && fabs(a.min.z - b.min.z) < 1e-5 && fabs(a.max.y - b.max.y) < 1e-5);
    editor_level_destroy(level);
    editor_level_destroy(back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_read, set_up),        cmocka_unit_test_setup(test_written_is_read_back, set_up),
        cmocka_unit_test_setup(test_bad_files, set_up),   cmocka_unit_test_setup(test_models_of_parts, set_up),
        cmocka_unit_test_setup(test_boxes_first, set_up), cmocka_unit_test_setup(test_export, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
