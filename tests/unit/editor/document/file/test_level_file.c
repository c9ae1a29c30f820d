// Level files: a written level reads back as the same level; errors are refused with line and field; missing meshes get
// stand-ins; unknown fields are kept.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "document/demo/demo_level.h"
#include "document/file/clipboard.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/names.h"
#include "document/level/selection_set.h"
#include "document/motion/affine.h"
#include "edit_fixture.h"
#include "import_model.h"
#include "level_round_trip.h"
#include "random.h"
#include "system/file_save.h"
#include "system/path.h"
#include "text_file.h"

#define FOLDER "test_level_file.tmp"
#define LEVEL FOLDER "/a.vkpick"
#define IN_LEVEL(fields) "{\"vkpick_level\": 1,\n" fields "}"
#define AGAIN FOLDER "/b.vkpick"

// Two meshes: a triangle one metre wide called "wing", and one of two metres called "sail".
static void write_model(const char *path)
{
    write_text(path,
               "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],"
               "\"nodes\": [{\"name\": \"boat\", \"children\": [1, 2]},"
               "{\"name\": \"wing\", \"mesh\": 0}, {\"name\": \"sail\", \"mesh\": 1, \"translation\": [3, 0, 0]}],"
               "\"meshes\": [{\"name\": \"wing\", \"primitives\": [{\"attributes\": {\"POSITION\": 0}}]},"
               "{\"name\": \"sail\", \"primitives\": [{\"attributes\": {\"POSITION\": 1}}]}],"
               "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"},"
               "{\"bufferView\": 1, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}],"
               "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36},"
               "{\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": 36}],"
               "\"buffers\": [{\"byteLength\": 72, \"uri\": \"data:application/octet-stream;base64,"
               "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAA"
               "\"}]}");
}

static int set_up(void **state)
{
    (void)state;
    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/sub", 0777);
    write_model(FOLDER "/boat.gltf");
    return 0;
}

static void test_round_trip(void **state)
{
    (void)state;
    editor_document *document = document_must_create(level_must_open(FOLDER "/boat.gltf"));
    const editor_level *level = editor_document_level(document);
    test_random random = {7};
    const editor_light light = {.type = EDITOR_LIGHT_SPOT,
                                .color = {0.1, 1, 1e-300},
                                .intensity = 1.0 / 3,
                                .range = 7,
                                .inner = 0.1,
                                .outer = 1};
    const editor_lens lens = {.orthographic = true, .fov = 1, .height = 1.0 / 7, .near_plane = 0, .far_plane = 1e9};
    pick_affine place = fixture_at(-0.0, 5e-324, 1.7e308);
    editor_edit_add_light(document, "l\xc3\xa4mp \"\\/", EDITOR_NONE, &light, &place, NULL);
    editor_edit_add_camera(document, "eye", 0, &lens, &place, NULL);
    for (int i = 0; i < 40; i++) {
        uint32_t object = random_index(&random, level->object_count);
        for (int k = 0; k < 9; k++)
            place.linear[k] = random_between(&random, -1, 1) * pow(10, random_between(&random, -20, 3));
        double origin[3];
        for (int k = 0; k < 3; k++)
            origin[k] = random_between(&random, -1, 1) * pow(10, random_between(&random, -20, 12));
        place.origin = pick_vec3_make(origin[0], origin[1], origin[2]);
        editor_edit_set_locals(document, &object, &place, 1);
        editor_edit_duplicate(document, &object, 1);
    }
    uint32_t some[3] = {1, 5, 9};
    editor_edit_set_hidden(document, some, 2, true);
    editor_edit_set_locked(document, some + 1, 2, true);
    editor_edit_set_layers(document, some, 3, 1, 0x80000004);
    editor_edit_name_layer(document, 31, "last");
    editor_edit_make_set(document, "s\xc3\xa4t \"1\"", some, 3, NULL);
    editor_edit_make_set(document, "two", some, 1, NULL);
    editor_edit_remove_from_set(document, 1, some, 1); // it is empty
    editor_edit_set_layer_flags(document, 4, 8);
    editor_edit_set_layer_sight(document, 31, 0, false);
    editor_edit_set_layer_sight(document, 7, 31, false);
    const editor_view view = {.eye = {1, 2.5, 1e7 + 0.1}, .target = {0, 0, 0}, .up = {0, 1, 0}, .fov = 1, .height = 3};
    editor_document_set_views(document, &view, 1);
    assert_true(editor_document_level(document)->object_count > 40);
    document_round_trip(document, LEVEL, AGAIN);
    editor_document_destroy(document);
}

static void test_demo_round_trip(void **state)
{
    (void)state;
    editor_error error;
    editor_document *document = document_must_create(editor_demo_level(&error));
    document_round_trip(document, LEVEL, AGAIN);
    const editor_level *level = editor_document_level(document);
    editor_level *again = level_must_open(LEVEL);
    editor_level_counts a = editor_level_count(level), b = editor_level_count(again);
    assert_true(a.objects == b.objects && a.all == b.all && a.meshes == b.meshes);
    assert_true(a.points == b.points && a.segments == b.segments && a.triangles == b.triangles);
    assert_true(a.instanced_triangles == b.instanced_triangles && a.dropped_triangles == b.dropped_triangles);
    pick_aabb x = pick_scene_bounds(level->scene), y = pick_scene_bounds(again->scene);
    assert_memory_equal(&x, &y, sizeof(x));
    editor_level_destroy(again);
    editor_document_destroy(document);
}

static void test_unknown_is_kept(void **state)
{
    (void)state;
    write_text(LEVEL,
               "{\"vkpick_level\": 1, \"game\": {\"gravity\": -9.80665000000000001, \"big\": 12345678901234567890},\n"
               "\"assets\": [{\"id\": 7, \"path\": \"boat.gltf\", \"licence\": \"MIT\"},\n"
               "{\"id\": 3, \"path\": \"unused.glb\", \"why\": [1e5, \"\\u00e4\"]}],\n"
               "\"layers\": [{\"number\": 2, \"colour\": \"red\"}],\n"
               "\"sets\": [{\"number\": 31, \"name\": \"wet\", \"icon\": \"drop\"}],\n"
               "\"bookmarks\": [{\"number\": 3, \"eye\": [1, 2, 3], \"target\": [0, 0, 0], \"mood\": \"dusk\"}],\n"
               "\"views\": [{\"eye\": [0, 0, 1], \"target\": [0, 0, 0], \"locked_to\": 3}],\n"
               "\"objects\": [{\"id\": 1, \"name\": \"l\", \"light\": {\"type\": \"point\", \"flicker\": 0.50},"
               " \"script\": {\"on\": true}},\n"
               "{\"id\": 2, \"name\": \"c\", \"camera\": {\"bloom\": null}, \"tags\": []},\n"
               "{\"id\": 3, \"name\": \"s\", \"primitive\": {\"shape\": \"sphere\", \"depth\": [1.50]}}]}\n");
    editor_document *document = document_must_create(level_must_open(LEVEL));
    assert_int_equal(editor_document_level(document)->warning_count, 1); // unused.glb
    uint32_t light = 0;
    assert_int_equal(editor_edit_duplicate(document, &light, 1), EDITOR_EDIT_DONE);
    editor_view view = {.eye = {5, 5, 5}, .up = {0, 1, 0}, .fov = 1, .height = 1};
    editor_document_set_views(document, &view, 1);
    document_round_trip(document, LEVEL, AGAIN);
    char *text = read_text(LEVEL);
    static const char *const kept[] = {
        "\"game\": {\"gravity\": -9.80665000000000001, \"big\": 12345678901234567890}",
        "\"licence\": \"MIT\"",
        "\"path\": \"unused.glb\"",
        "\"why\": [1e5, \"\\u00e4\"]",
        "\"colour\": \"red\"",
        "{\"number\": 31, \"name\": \"wet\", \"icon\": \"drop\"}",
        "\"locked_to\": 3",
        "\"mood\": \"dusk\"",
        "\"flicker\": 0.50",
        "\"script\": {\"on\": true}",
        "\"bloom\": null",
        "\"tags\": []",
        "\"depth\": [1.50]",
    };
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        if (!strstr(text, kept[i]))
            print_error("lost: %s\n", kept[i]);
        assert_non_null(strstr(text, kept[i]));
    }
    // A copy has the unknown fields of its original.
    const char *script = strstr(text, "\"script\""), *flicker = strstr(text, "\"flicker\"");
    assert_non_null(strstr(script + 1, "\"script\""));
    assert_non_null(strstr(flicker + 1, "\"flicker\""));
    free(text);
    editor_document_destroy(document);
}

// Bits of sets that the file does not list are dropped, so that a set that is made later begins without objects.
static void test_sets(void **state)
{
    (void)state;
    write_text(
        LEVEL,
        "{\"vkpick_level\": 2, \"sets\": [{\"number\": 1, \"name\": \"b\"}, {\"number\": 0, \"name\": \"a\"}],\n"
        "\"objects\": [{\"id\": 1, \"name\": \"x\", \"sets\": 4294967295}, {\"id\": 2, \"name\": \"y\", \"sets\": 2},\n"
        "{\"id\": 3, \"name\": \"z\"}]}");
    editor_level *level = level_must_open(LEVEL);
    uint32_t members[3];
    assert_int_equal(level->objects[0].sets, 3);
    assert_int_equal(editor_level_set_members(level, 1, members), 2);
    assert_int_equal(members[1], 1);
    assert_int_equal(editor_level_find_set(level, "b"), 1);
    editor_document *document = document_must_create(level);
    document_round_trip(document, LEVEL, AGAIN);
    editor_document_destroy(document);
}

#define OBJECT(fields) IN_LEVEL("\"objects\": [{\"id\": 1, \"name\": \"a\"},\n{\"id\": 2, \"name\": \"b\"" fields "}]")
#define ASSETS "\"assets\": [{\"id\": 1, \"path\": \"boat.gltf\"}],\n"

static void test_refusals(void **state)
{
    (void)state;
    // The grammar.
    level_must_be_refused(LEVEL, "", "empty file");
    level_must_be_refused(LEVEL, " \n", "line 2: expected a value before the end of the file");
    level_must_be_refused(LEVEL, "{\"vkpick_level\": 1", "line 1: the file ends before it is complete");
    level_must_be_refused(LEVEL, IN_LEVEL("\"objects\": []") "\n\nx", "line 4: something follows the end");
    level_must_be_refused(LEVEL, IN_LEVEL("\"objects\": [],"), "line 2: expected a field's name");
    level_must_be_refused(LEVEL, IN_LEVEL("\"a\": 01"), "line 2: a number with a zero in front");
    level_must_be_refused(LEVEL, IN_LEVEL("\"a\": NaN"), "line 2: expected a value");
    level_must_be_refused(LEVEL, IN_LEVEL("\"a\": 1."), "expected a digit");
    level_must_be_refused(LEVEL, IN_LEVEL("\"a\": \"\x01\""), "control character");
    level_must_be_refused(LEVEL, IN_LEVEL("\"a\": \"\\q\""), "an escape");
    level_must_be_refused(LEVEL, IN_LEVEL("\"a\": \"\\u0000\""), "a zero character");
    level_must_be_refused(LEVEL, IN_LEVEL("\"a\": \"\\ud800x\""), "surrogate");
    level_must_be_refused(LEVEL, IN_LEVEL("\"a\": \"\xc3(\""), "not UTF-8");
    level_must_be_refused(LEVEL, "{\xef\xbb\xbf}", "expected a field's name");
    level_must_be_refused(LEVEL, "\xef\xbb\xbf", "expected a value before the end");
    level_must_be_refused(LEVEL, "\xef\xbb\xbf\r\n{\r\n01}", "line 3: expected a field's name");
    char deep[400] = "{\"vkpick_level\": 1, \"x\": ";
    memset(deep + strlen(deep), '[', 100);
    level_must_be_refused(LEVEL, deep, "nested too deep");
    // The document.
    level_must_be_refused(LEVEL, "[]", "line 1: expected an object");
    level_must_be_refused(LEVEL, "{}", "\"vkpick_level\" is missing");
    level_must_be_refused(LEVEL, "{\"vkpick_level\": 3}", "line 1: vkpick_level: version 3 is newer");
    level_must_be_refused(LEVEL, "{\"vkpick_level\": \"1\"}", "vkpick_level: expected a number");
    level_must_be_refused(LEVEL, "{\"vkpick_level\": 1.5}", "a whole number");
    level_must_be_refused(LEVEL, IN_LEVEL("\"x\": {\"y\": 1,\n\"\\u0079\": 2}"), "line 3: a second field \"y\"");
    level_must_be_refused(LEVEL, IN_LEVEL("\"objects\": {}"), "line 2: objects: expected an array");
    level_must_be_refused(LEVEL, IN_LEVEL("\"objects\": [3]"), "line 2: objects[0]: expected an object");
    // Objects.
    level_must_be_refused(LEVEL, OBJECT(", \"hidden\": 1"), "line 3: objects[1].hidden: expected true or false");
    level_must_be_refused(LEVEL, OBJECT(",\n\"position\": [1, 2]"), "line 4: objects[1].position: expected 3 numbers");
    level_must_be_refused(LEVEL, OBJECT(", \"position\": [1, 2, \"3\"]"), "objects[1].position[2]: expected a number");
    level_must_be_refused(LEVEL, OBJECT(", \"position\": [1, 2, 1e999]"),
                          "objects[1].position[2]: the number is too large");
    level_must_be_refused(LEVEL, OBJECT(", \"basis\": [1e39, 0, 0, 0, 1, 0, 0, 0, 1]"),
                          "objects[1]: basis: the number is too large");
    level_must_be_refused(LEVEL, OBJECT(", \"position\": [0, -1.1e30, 0]"),
                          "objects[1]: position: the number is too large");
    level_must_be_refused(LEVEL, OBJECT(", \"layers\": 4294967296"),
                          "objects[1].layers: expected a whole number from 0 to 4294967295");
    level_must_be_refused(LEVEL, OBJECT(", \"layers\": -1"), "objects[1].layers");
    level_must_be_refused(LEVEL, OBJECT("}, {\"id\": 1, \"name\": \"c\""),
                          "line 3: objects[2]: a second object with id 1");
    level_must_be_refused(LEVEL, OBJECT("}, {\"id\": 0, \"name\": \"c\""),
                          "objects[2].id: expected a whole number from 1");
    level_must_be_refused(LEVEL, OBJECT("}, {\"id\": 3"), "objects[2]: \"name\" is missing");
    level_must_be_refused(LEVEL, OBJECT("}, {\"id\": 3, \"name\": \"\""), "objects[2]: name: must not be empty");
    level_must_be_refused(LEVEL, OBJECT(", \"parent\": 3"), "line 3: objects[1]: parent: there is no object with id 3");
    level_must_be_refused(LEVEL, OBJECT(", \"parent\": 2"), "objects[1]: parent: it is below itself");
    level_must_be_refused(LEVEL, OBJECT(", \"parent\": 3}, {\"id\": 3, \"name\": \"c\", \"parent\": 2"),
                          "parent: it is below itself");
    level_must_be_refused(LEVEL, OBJECT(", \"mesh\": 0"), "\"asset\" and \"mesh\" go together");
    level_must_be_refused(LEVEL, OBJECT(", \"asset\": 1, \"mesh\": 0"), "objects[1]: asset: there is none with id 1");
    level_must_be_refused(LEVEL, OBJECT(", \"light\": {\"type\": \"sun\"}"),
                          "objects[1].light: type: expected directional, point or spot");
    level_must_be_refused(LEVEL, OBJECT(", \"light\": {\"type\": \"point\", \"color\": [0, 2, 0]}"),
                          "objects[1].light: color");
    level_must_be_refused(LEVEL, OBJECT(", \"camera\": {\"fov\": 4}"), "objects[1].camera: fov");
    level_must_be_refused(LEVEL, OBJECT(", \"primitive\": 3"), "line 3: objects[1].primitive: expected an object");
    level_must_be_refused(LEVEL, OBJECT(", \"primitive\": {}"), "objects[1].primitive: \"shape\" is missing");
    level_must_be_refused(
        LEVEL, OBJECT(", \"primitive\": {\"shape\": \"pyramid\"}"),
        "objects[1].primitive: shape: expected cube, sphere, cylinder, cone, capsule, torus or plane");
    level_must_be_refused(LEVEL, OBJECT(", \"primitive\": {\"shape\": \"cube\",\n\"width\": \"1\"}"),
                          "line 4: objects[1].primitive.width: expected a number");
    level_must_be_refused(LEVEL, OBJECT(", \"primitive\": {\"shape\": \"cube\", \"width\": 0}"),
                          "objects[1].primitive: width: expected 0.001 to 100000 m");
    level_must_be_refused(LEVEL, OBJECT(", \"primitive\": {\"shape\": \"cone\", \"segments\": 3.5}"),
                          "objects[1].primitive: segments: expected a whole number from 3 to 256");
    level_must_be_refused(LEVEL, OBJECT(", \"primitive\": {\"shape\": \"cube\"}, \"camera\": {}"), "only one of");
#define PAINTED(text) OBJECT(", \"primitive\": {\"shape\": \"cube\"}, \"materials\": [" text "]")
    level_must_be_refused(LEVEL, OBJECT(", \"materials\": []"),
                          "materials: only an object with a mesh, a primitive or a line has them");
    level_must_be_refused(LEVEL, OBJECT(", \"primitive\": {\"shape\": \"cube\"}, \"materials\": 1"),
                          "expected an array");
    level_must_be_refused(LEVEL, PAINTED("{}"), "objects[1].materials[0]: \"slot\" is missing");
    level_must_be_refused(LEVEL, PAINTED("{\"slot\": 1048576}"),
                          "objects[1].materials[0].slot: expected a whole number");
    level_must_be_refused(LEVEL, PAINTED("{\"slot\": 1}, {\"slot\": 0}, {\"slot\": 1}"),
                          "materials: slot 1 is there twice");
    level_must_be_refused(LEVEL, PAINTED("{\"slot\": 0,\n\"base_color\": [1, 1, 1]}"),
                          "line 4: objects[1].materials[0].base_color");
    level_must_be_refused(LEVEL, PAINTED("{\"slot\": 0, \"roughness\": 1.5}"),
                          "objects[1].materials[0]: roughness: expected 0 to 1");
    level_must_be_refused(LEVEL, PAINTED("{\"slot\": 0, \"emissive_strength\": 2}"),
                          "emissive_strength: expected emissive beside it");
    level_must_be_refused(LEVEL, PAINTED("{\"slot\": 0, \"alpha_mode\": \"glass\"}"),
                          "objects[1].materials[0]: alpha_mode: expected opaque, mask or blend");
    level_must_be_refused(LEVEL, OBJECT(", \"camera\": {}, \"light\": {\"type\": \"point\"}"), "only one of");
    // Two transforms that are fine alone and too large together.
    level_must_be_refused(
        LEVEL,
        OBJECT(", \"basis\": [1e30, 0, 0, 0, 1, 0, 0, 0, 1]}, {\"id\": 3, \"name\": \"c\", \"parent\": 2, "
               "\"basis\": [1e30, 0, 0, 0, 1, 0, 0, 0, 1]"),
        "not finite");
    // Assets, layers, views.
    level_must_be_refused(LEVEL, IN_LEVEL("\"assets\": [{\"id\": 1}]"),
                          "assets[0]: expected either \"path\" or \"builtin\"");
    level_must_be_refused(LEVEL, IN_LEVEL("\"assets\": [{\"id\": 1, \"path\": \"\"}]"), "assets[0]: path: it is empty");
    level_must_be_refused(LEVEL,
                          IN_LEVEL("\"assets\": [{\"id\": 1, \"builtin\": \"a\"},\n{\"id\": 1, \"builtin\": \"b\"}]"),
                          "line 3: assets[1]: a second asset with id 1");
    // Boxes stand for the meshes of missing files that the level does not list, but not for any number of them.
    level_must_be_refused(LEVEL,
                          IN_LEVEL("\"assets\": [{\"id\": 1, \"path\": \"gone.glb\"}], \"objects\": "
                                   "[{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 1048575}]"),
                          "mesh: 1048575 is too large");
    level_must_be_refused(
        LEVEL,
        IN_LEVEL("\"assets\": [{\"id\": 1, \"path\": \"gone.glb\"}, {\"id\": 2, \"path\": \"lost.glb\"}],"
                 "\"objects\": [{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 40000},"
                 "{\"id\": 2, \"name\": \"b\", \"asset\": 2, \"mesh\": 40000}]"),
        "mesh: 40000 is too large");
    level_must_be_refused(LEVEL,
                          IN_LEVEL(ASSETS "\"objects\": [{\"id\": 1, \"name\": \"a\", \"asset\": 1,\n \"mesh\": 2}]"),
                          "objects[0].mesh: " FOLDER "/boat.gltf has 2");
    level_must_be_refused(LEVEL,
                          IN_LEVEL("\"assets\": [{\"id\": 1, \"path\": \"x\", \"mesh_names\": [\"a\"]}],"
                                   "\"objects\": [{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 1}]"),
                          "objects[0]: mesh: the asset lists 1");
    level_must_be_refused(LEVEL, IN_LEVEL("\"layers\": [{\"number\": 32}]"),
                          "layers[0].number: expected a whole number from 0 to 31");
    level_must_be_refused(LEVEL, IN_LEVEL("\"layers\": [{\"number\": 3, \"sees\": 4294967296}]"),
                          "layers[0].sees: expected a whole number from 0 to 4294967295");
    level_must_be_refused(LEVEL, IN_LEVEL("\"layers\": [{\"number\": 3}, {\"number\": 3}]"),
                          "layers[1]: layer 3 a second time");
    level_must_be_refused(LEVEL, OBJECT(", \"sets\": 4294967296"),
                          "objects[1].sets: expected a whole number from 0 to 4294967295");
    level_must_be_refused(LEVEL, IN_LEVEL("\"sets\": {}"), "line 2: sets: expected an array");
    level_must_be_refused(LEVEL, IN_LEVEL("\"sets\": [{\"name\": \"a\"}]"), "sets[0]: \"number\" is missing");
    level_must_be_refused(LEVEL, IN_LEVEL("\"sets\": [{\"number\": 0}]"), "sets[0]: \"name\" is missing");
    level_must_be_refused(LEVEL, IN_LEVEL("\"sets\": [{\"number\": 0, \"name\": \"\", \"x\": 1}]"),
                          "sets[0]: name: must not be empty");
    level_must_be_refused(LEVEL, IN_LEVEL("\"sets\": [{\"number\": 32, \"name\": \"a\"}]"),
                          "sets[0].number: expected a whole number from 0 to 31");
    level_must_be_refused(
        LEVEL, IN_LEVEL("\"sets\": [{\"number\": 3, \"name\": \"a\"}, {\"number\": 3, \"name\": \"b\", \"x\": 1}]"),
        "sets[1]: set 3 a second time");
    level_must_be_refused(LEVEL, IN_LEVEL("\"views\": [{\"eye\": [0, 0, 0]}]"), "views[0]: \"target\" is missing");
    level_must_be_refused(LEVEL, IN_LEVEL("\"views\": [{}, {}, {}, {}, {}]"), "views: expected at most 4");
    level_must_be_refused(LEVEL, IN_LEVEL("\"bookmarks\": [{\"eye\": [0, 0, 0], \"target\": [0, 0, 1]}]"),
                          "bookmarks[0]: \"number\" is missing");
    level_must_be_refused(LEVEL,
                          IN_LEVEL("\"bookmarks\": [{\"number\": 10, \"eye\": [0, 0, 0], \"target\": [0, 0, 1]}]"),
                          "bookmarks[0].number: expected a whole number from 1 to 9");
    level_must_be_refused(LEVEL,
                          IN_LEVEL("\"bookmarks\": [{\"number\": 2, \"eye\": [0, 0, 0], \"target\": [0, 0, 1]}, "
                                   "{\"number\": 2, \"eye\": [0, 0, 0], \"target\": [0, 0, 1]}]"),
                          "bookmarks[1]: number: 2 is there twice");
    remove(LEVEL);
    editor_error error;
    assert_null(editor_open(LEVEL, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "no such file"));
}

// As editors of Windows write text: a byte order mark, and lines that end in CR and LF. Both are no part of the level.
static void test_byte_order_mark(void **state)
{
    (void)state;
    write_text(LEVEL,
               "\xef\xbb\xbf{\"vkpick_level\": 1,\r\n\"mine\": [1,\r\n2],\r\n\"objects\": [{\"id\": 1, \"name\": "
               "\"a\"}]}\r\n");
    editor_error error = {""};
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    assert_non_null(level);
    assert_int_equal(level->object_count, 1);
    assert_string_equal(level->objects[0].name, "a");
    assert_string_equal(level->extra, "\"mine\": [1,\r\n2]");
    editor_level_destroy(level);
}

static void test_any_order(void **state)
{
    (void)state;
    write_text(LEVEL, IN_LEVEL("\"objects\": [{\"id\": 9, \"name\": \"leaf\", \"parent\": 4},"
                               "{\"id\": 2, \"name\": \"other\"}, {\"id\": 4, \"name\": \"branch\", \"parent\": 7},"
                               "{\"id\": 7, \"name\": \"tree\", \"position\": [1, 2, 3]}]"));
    editor_level *level = level_must_open(LEVEL);
    char outline[200];
    fixture_outline(level, outline, sizeof(outline));
    assert_string_equal(outline, "other tree(branch(leaf))");
    assert_true(level->objects[0].world.origin.y == 2);
    assert_true(level->next_id == 10);
    assert_true(fixture_is_consistent(level));
    editor_level_destroy(level);
}

// --- Assets ---

static void test_missing_asset(void **state)
{
    (void)state;
    write_model(FOLDER "/gone.gltf");
    editor_document *document = document_must_create(level_must_open(FOLDER "/gone.gltf"));
    document_must_save(document, LEVEL);
    uint64_t hash = editor_level_hash(editor_document_level(document));
    pick_aabb box = pick_scene_bounds(editor_document_level(document)->scene);
    char *before = read_text(LEVEL);
    editor_document_destroy(document);
    assert_int_equal(remove(FOLDER "/gone.gltf"), 0);

    document = document_must_create(level_must_open(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->warning_count, 1);
    assert_non_null(strstr(level->warnings[0], "gone.gltf: no such file; shown as boxes"));
    uint32_t sail = editor_level_find(level, "sail", EDITOR_NONE);
    assert_true(level->meshes[level->objects[sail].mesh].stand_in);
    pick_aabb stand_in = pick_scene_bounds(level->scene);
    assert_memory_equal(&box, &stand_in, sizeof(box)); // as large as what is missing
    const pick_ray ray = {{3.5, 0.5, 5}, {0, 0, -1}, 0, (double)INFINITY};
    pick_query query = editor_level_query(level);
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, &query, &hit) && hit.user == sail);
    assert_true(editor_level_hash(level) == hash);
    // Saved like that the file is what it was; when the model is back, so is everything.
    document_must_save(document, LEVEL);
    char *after = read_text(LEVEL);
    assert_string_equal(before, after);
    free(before);
    free(after);
    editor_document_destroy(document);
    write_model(FOLDER "/gone.gltf");
    editor_level *back = level_must_open(LEVEL);
    assert_int_equal(back->warning_count, 0);
    assert_true(editor_level_hash(back) == hash);
    assert_false(back->meshes[back->objects[editor_level_find(back, "sail", EDITOR_NONE)].mesh].stand_in);
    editor_level_destroy(back);
}

// Two meshes of one name stay two while their file is missing.
static void test_missing_names(void **state)
{
    (void)state;
    write_text(LEVEL, "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"nowhere.gltf\", "
                      "\"mesh_names\": [\"part\", \"part\"]}], \"objects\": ["
                      "{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 0},"
                      "{\"id\": 2, \"name\": \"b\", \"asset\": 1, \"mesh\": 1}]}");
    editor_document *document = document_must_create(level_must_open(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->mesh_count, 2);
    assert_int_not_equal(level->objects[0].mesh, level->objects[1].mesh);
    document_must_save(document, LEVEL);
    char *text = read_text(LEVEL);
    assert_non_null(strstr(text, "\"mesh\": 1"));
    free(text);
    editor_document_destroy(document);
}

static void test_changed_asset(void **state)
{
    (void)state;
    // The level knows three meshes; the model now has two of them, in another order.
    write_text(LEVEL, IN_LEVEL("\"assets\": [{\"id\": 1, \"path\": \"boat.gltf\", \"mesh_names\": [\"sail\", \"oar\", "
                               "\"wing\"], \"mesh_boxes\": [[0,0,0,1,1,1], [0,0,0,4,5,6], [0,0,0,1,1,1]]}],\n"
                               "\"objects\": [{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 0},"
                               "{\"id\": 2, \"name\": \"b\", \"asset\": 1, \"mesh\": 1},"
                               "{\"id\": 3, \"name\": \"c\", \"asset\": 1, \"mesh\": 2}]"));
    editor_document *document = document_must_create(level_must_open(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_string_equal(level->meshes[level->objects[0].mesh].name, "sail");
    assert_string_equal(level->meshes[level->objects[1].mesh].name, "oar");
    assert_string_equal(level->meshes[level->objects[2].mesh].name, "wing");
    assert_false(level->meshes[level->objects[0].mesh].stand_in || level->meshes[level->objects[2].mesh].stand_in);
    assert_true(level->meshes[level->objects[1].mesh].stand_in);
    pick_aabb box = editor_level_subtree_bounds(level, 1);
    assert_true(box.max.x == 4 && box.max.y == 5 && box.max.z == 6);
    document_round_trip(document, LEVEL, AGAIN);
    editor_document_destroy(document);
}

static void test_folders(void **state)
{
    (void)state;
    editor_document *document = document_must_create(level_must_open(FOLDER "/boat.gltf"));
    document_must_save(document, FOLDER "/sub/c.level.json");
    char *text = read_text(FOLDER "/sub/c.level.json");
    assert_non_null(strstr(text, "\"path\": \"../boat.gltf\""));
    free(text);
    editor_document *again = document_must_create(level_must_open(FOLDER "/sub/c.level.json"));
    assert_int_equal(editor_document_level(again)->warning_count, 0);
    document_must_save(again, LEVEL); // elsewhere: called otherwise
    text = read_text(LEVEL);
    assert_non_null(strstr(text, "\"path\": \"boat.gltf\""));
    free(text);
    document_must_save(again, AGAIN); // and it remembers where it is now
    text = read_text(AGAIN);
    assert_non_null(strstr(text, "\"path\": \"boat.gltf\""));
    free(text);
    editor_document_destroy(again);
    editor_document_destroy(document);

    static const char *const cases[][3] = {{"/a/b/c.vkpick", "/a/b/x.glb", "x.glb"},
                                           {"/a/b/c.vkpick", "/a/x.glb", "../x.glb"},
                                           {"/a/b/c.vkpick", "/a/bc/x.glb", "../bc/x.glb"},
                                           {"/c.vkpick", "/x/y.glb", "x/y.glb"},
                                           {"/a/b/c/d.vkpick", "/x.glb", "../../../x.glb"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *relative = editor_path_relative(cases[i][0], cases[i][1]);
        assert_string_equal(relative, cases[i][2]);
        free(relative);
    }
    char *absolute = editor_path_absolute("/nowhere/at/../all/./x//y");
    assert_string_equal(absolute, "/nowhere/all/x/y");
    free(absolute);
}

static void test_import_into_a_level(void **state)
{
    (void)state;
    editor_error error;
    editor_document *document = document_must_create(editor_demo_level(&error));
    const editor_level *level = editor_document_level(document);
    uint32_t meshes = level->mesh_count, objects = editor_level_count(level).objects;
    uint32_t boat = import_model(document, FOLDER "/boat.gltf", &error);
    assert_int_not_equal(boat, EDITOR_NONE);
    assert_int_equal(level->mesh_count, meshes + 2);
    assert_int_equal(import_model(document, FOLDER "/sub/../boat.gltf", &error), boat);
    assert_int_equal(level->mesh_count, meshes + 2); // read once
    assert_false(editor_document_is_changed(document));
    pick_affine place = fixture_at(0, 50, 0);
    uint32_t first = EDITOR_NONE, second = EDITOR_NONE;
    assert_int_equal(editor_edit_add_asset(document, boat, EDITOR_NONE, &place, &first), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_add_asset(document, boat, EDITOR_NONE, &place, &second), EDITOR_EDIT_DONE);
    assert_string_equal(level->objects[first].name, "boat");
    assert_string_equal(level->objects[second].name, "boat 02");
    assert_int_equal(editor_level_count(level).objects, objects + 4);
    const pick_ray ray = {{3.5, 50.5, 5}, {0, 0, -1}, 0, (double)INFINITY};
    pick_query query = editor_level_query(level);
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, &query, &hit));
    assert_string_equal(level->objects[hit.user].name, "sail");
    assert_true(fixture_is_consistent(level));
    document_round_trip(document, LEVEL, AGAIN);
    assert_int_equal(import_model(document, FOLDER "/nothing.glb", &error), EDITOR_NONE);
    assert_non_null(strstr(error.text, "no such file"));
    assert_int_equal(import_model(document, LEVEL, &error), EDITOR_NONE);
    assert_true(editor_document_undo(document) && editor_document_undo(document));
    assert_int_equal(editor_level_count(level).objects, objects);
    editor_document_destroy(document);
}

// --- Copy and paste ---

static void test_copy_and_paste(void **state)
{
    (void)state;
    editor_document *from = document_must_create(level_must_open(FOLDER "/boat.gltf"));
    uint32_t sail = editor_level_find(editor_document_level(from), "sail", EDITOR_NONE), boat = 0;
    pick_affine turned =
        editor_affine_from_parts((double[3]){1.0 / 3, 2, 3}, (double[4]){0, 1, 0, 2}, (double[3]){1, 2, 3});
    editor_edit_set_locals(from, &boat, &turned, 1);
    char *text = editor_edit_copy(from, &sail, 1);
    assert_non_null(text);
    pick_affine world = editor_document_level(from)->objects[sail].world;
    // Into the same level: the same place, a new name, no new mesh.
    uint32_t meshes = editor_document_level(from)->mesh_count;
    uint64_t before = fixture_state(from);
    assert_int_equal(editor_edit_paste(from, text, boat, NULL, NULL), EDITOR_EDIT_DONE);
    uint32_t copy = editor_document_active(from);
    assert_string_equal(editor_document_level(from)->objects[copy].name, "sail 02");
    assert_true(fixture_difference(&world, &editor_document_level(from)->objects[copy].world) < 1e-15);
    assert_int_equal(editor_document_level(from)->mesh_count, meshes);
    assert_true(fixture_is_consistent(editor_document_level(from)));
    assert_true(editor_document_undo(from));
    assert_true(fixture_state(from) == before);
    free(text);
    // Into another level, with its children: the model comes along.
    text = editor_edit_copy(from, &boat, 1);
    editor_document *to = fixture_document();
    before = fixture_state(to);
    assert_int_equal(editor_edit_paste(to, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    uint32_t there = editor_level_find(editor_document_level(to), "sail", EDITOR_NONE);
    assert_true(editor_affine_equal(&world, &editor_document_level(to)->objects[there].world));
    assert_string_equal(editor_document_level(to)->objects[editor_document_active(to)].name, "boat");
    assert_true(fixture_is_consistent(editor_document_level(to)));
    assert_true(editor_document_undo(to));
    assert_true(fixture_state(to) == before);
    free(text);
    // What is no level, or half of one, changes nothing.
    assert_int_equal(editor_edit_paste(to, "hello", EDITOR_NONE, NULL, NULL), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(to), "clipboard: line 1"));
    assert_int_equal(editor_edit_paste(to, OBJECT(", \"parent\": 5"), EDITOR_NONE, NULL, NULL), EDITOR_EDIT_REFUSED);
    assert_true(fixture_state(to) == before);
    // A mesh that no file has cannot be said.
    assert_null(editor_edit_copy(to, &(uint32_t){POST_1}, 1));
    assert_non_null(strstr(editor_document_reason(to), "comes from no file"));
    assert_null(editor_edit_copy(to, NULL, 0));
    editor_document_destroy(to);
    editor_document_destroy(from);
}

static void test_search(void **state)
{
    (void)state;
    assert_true(editor_name_holds("floor", "OO") && editor_name_holds("Roof", "oo") && editor_name_holds("oof", "OOF"));
    assert_true(editor_name_holds("post 02", "post 02") && editor_name_holds("ooof", "oof"));
    assert_true(editor_name_holds("post 02", "") && editor_name_holds("", ""));
    assert_false(editor_name_holds("posts", "postss") || editor_name_holds("sail", "oo") || editor_name_holds("", "o"));
    assert_false(editor_name_holds("a@[`{b", "`{`{")); // letters only
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),      cmocka_unit_test(test_demo_round_trip),
        cmocka_unit_test(test_unknown_is_kept), cmocka_unit_test(test_sets),
        cmocka_unit_test(test_refusals),        cmocka_unit_test(test_byte_order_mark),
        cmocka_unit_test(test_any_order),       cmocka_unit_test(test_missing_asset),
        cmocka_unit_test(test_missing_names),   cmocka_unit_test(test_changed_asset),
        cmocka_unit_test(test_folders),         cmocka_unit_test(test_import_into_a_level),
        cmocka_unit_test(test_copy_and_paste),  cmocka_unit_test(test_search),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
