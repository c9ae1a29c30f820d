// Level files: primitives, volumes and materials are read back as they were written, and copied; errors are named.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "document/file/clipboard.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/history/edit.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "edit_fixture.h"
#include "level_round_trip.h"
#include "random.h"
#include "text_file.h"

#define FOLDER "test_level_shapes.tmp"
#define LEVEL FOLDER "/a.vkpick"
#define IN_LEVEL(fields) "{\"vkpick_level\": 1,\n" fields "}"
#define AGAIN FOLDER "/b.vkpick"

static int set_up(void **state)
{
    (void)state;
    mkdir(FOLDER, 0777);
    return 0;
}

// Primitives are saved and copied as their sizes; equal ones share a mesh.
static void test_primitives(void **state)
{
    (void)state;
    write_text(LEVEL, "{\"vkpick_level\": 2, \"objects\": ["
                      "{\"id\": 1, \"name\": \"a\", \"primitive\": {\"shape\": \"sphere\", \"radius\": 0.1}},\n"
                      "{\"id\": 2, \"name\": \"b\", \"primitive\": {\"shape\": \"sphere\"}},\n"
                      "{\"id\": 3, \"name\": \"c\", \"primitive\": {\"shape\": \"sphere\", \"radius\": 0.1}}]}");
    editor_document *document = document_must_create(level_must_open(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->mesh_count, 2);
    assert_int_equal(level->objects[0].mesh, level->objects[2].mesh);
    assert_true(level->meshes[level->objects[1].mesh].primitive.value[EDITOR_PRIMITIVE_RADIUS] == 0.5);
    const uint64_t hash = editor_level_hash(level);
    editor_primitive torus = editor_primitive_default(EDITOR_SHAPE_TORUS);
    torus.value[EDITOR_PRIMITIVE_TUBE] = 1.0 / 3;
    assert_int_equal(editor_edit_add_primitive(document, "ring", 0, &torus, &level->objects[0].local, NULL),
                     EDITOR_EDIT_DONE);
    assert_true(editor_level_hash(level) != hash);
    document_round_trip(document, LEVEL, AGAIN);
    char *text = read_text(LEVEL);
    assert_non_null(strstr(text, "{\n  \"vkpick_level\": 2"));
    assert_non_null(strstr(text, "\"name\": \"ring\", \"parent\": 1, \"primitive\": {\"shape\": \"torus\", \"radius\": "
                                 "0.5, \"tube\": 0.3333333333333333, \"segments\": 48, \"rings\": 16}}"));
    free(text);
    // Into another level, and without another mesh into the same.
    const uint32_t meshes = level->mesh_count;
    text = editor_edit_copy(document, &(uint32_t){0}, 1);
    assert_non_null(text);
    assert_int_equal(editor_edit_paste(document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(level->mesh_count, meshes);
    editor_document *to = fixture_document();
    assert_int_equal(editor_edit_paste(to, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    const editor_level *other = editor_document_level(to);
    const uint32_t ring = editor_level_find(other, "ring", EDITOR_NONE);
    assert_true(ring != EDITOR_NONE);
    assert_true(editor_primitive_equal(&other->meshes[other->objects[ring].mesh].primitive, &torus));
    assert_true(fixture_is_consistent(other) && fixture_is_consistent(level));
    free(text);
    editor_document_destroy(to);
    editor_document_destroy(document);
}

// A primitive that is shown with few segments, because a file has very many, is saved as it is.
static void test_coarse_primitives(void **state)
{
    (void)state;
    static const char sphere[] = "{\"vkpick_level\": 2, \"objects\": [{\"id\": 1, \"name\": \"ball\", \"primitive\": "
                                 "{\"shape\": \"sphere\", \"radius\": 0.1, \"segments\": 256, \"rings\": 128}}]}";
    write_text(LEVEL, "{\"vkpick_level\": 2}");
    editor_level *level = level_must_open(LEVEL);
    level->primitive_triangles = EDITOR_PRIMITIVE_TRIANGLES;
    editor_document *document = document_must_create(level);
    assert_int_equal(editor_edit_paste(document, sphere, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    const editor_mesh *mesh = &level->meshes[level->objects[editor_document_active(document)].mesh];
    assert_true(mesh->index_count < 3 * 100 && level->warning_count == 1);
    assert_true(mesh->primitive.value[EDITOR_PRIMITIVE_SEGMENTS] == 256);
    editor_error error = {""};
    assert_true(editor_document_save(document, LEVEL, &error));
    char *text = read_text(LEVEL);
    assert_non_null(strstr(text, "\"segments\": 256, \"rings\": 128"));
    free(text);
    editor_document_destroy(document);
    level = level_must_open(LEVEL); // alone in the file, it is as fine as it says
    assert_int_equal(level->meshes[level->objects[0].mesh].index_count, 3 * 256 * (2 + 2 * 126));
    editor_level_destroy(level);
}

// Volumes are saved with their sizes and unknown fields; errors are named.
static void test_volumes(void **state)
{
    (void)state;
    write_text(LEVEL, "{\"vkpick_level\": 2, \"objects\": ["
                      "{\"id\": 1, \"name\": \"a\", \"volume\": {\"shape\": \"box\", \"depth\": 0.1}},\n"
                      "{\"id\": 2, \"name\": \"b\", \"volume\": {\"shape\": \"sphere\", \"event\": [1, 2]}},\n"
                      "{\"id\": 3, \"name\": \"c\", \"volume\": {\"shape\": \"capsule\"}, \"locked\": true},\n"
                      "{\"id\": 4, \"name\": \"d\", \"primitive\": {\"shape\": \"sphere\", \"sides\": 3}},\n"
                      "{\"id\": 5, \"name\": \"e\", \"volume\": {\"shape\": \"convex\", \"height\": 3, \"sides\": "
                      "[[1, 0, 0, 0.1], [0, 2, 0, 0], [0, 0, 1, 0], [-1, -1, -1, 1e-2]]}}]}");
    editor_document *document = document_must_create(level_must_open(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->objects[1].kind, EDITOR_OBJECT_VOLUME);
    assert_int_equal(level->objects[3].kind, EDITOR_OBJECT_MESH);
    assert_int_equal(level->objects[4].kind, EDITOR_OBJECT_VOLUME);
    assert_int_equal(level->mesh_count, 5);
    document_round_trip(document, LEVEL, AGAIN);
    char *text = read_text(LEVEL);
    assert_non_null(strstr(text, "\"volume\": {\"shape\": \"box\", \"width\": 2, \"height\": 2, \"depth\": 0.1}"));
    assert_non_null(strstr(text, "\"volume\": {\"shape\": \"sphere\", \"radius\": 1, \"event\": [1, 2]}"));
    assert_non_null(strstr(text, "\"primitive\": {\"shape\": \"sphere\", \"radius\": 0.5,"));
    assert_non_null(strstr(text, "\"sides\": 3}"));
    assert_non_null(strstr(text, "\"volume\": {\"shape\": \"convex\", \"sides\": [[1, 0, 0, 0.1], [0, 2, 0, 0], "
                                 "[0, 0, 1, 0], [-1, -1, -1, 0.01]], \"height\": 3}"));
    free(text);
    editor_document_destroy(document);
#define VOLUME(fields) IN_LEVEL("\"objects\": [{\"id\": 1, \"name\": \"a\", " fields "}]")
    level_must_be_refused(LEVEL, VOLUME("\"volume\": {}"), "objects[0].volume: \"shape\" is missing");
    level_must_be_refused(LEVEL, VOLUME("\"volume\": {\"shape\": \"torus\"}"), "shape: expected box, sphere, capsule");
    level_must_be_refused(LEVEL, VOLUME("\"volume\": {\"shape\": \"cube\"}"), "shape: expected box, sphere, capsule");
    level_must_be_refused(LEVEL, VOLUME("\"primitive\": {\"shape\": \"box\"}"), "shape: expected cube, sphere");
    level_must_be_refused(LEVEL, VOLUME("\"volume\": {\"shape\": \"box\", \"width\": 0}"),
                          "width: expected 0.001 to 100000 m");
    level_must_be_refused(LEVEL, VOLUME("\"volume\": {\"shape\": \"capsule\", \"radius\": 2}"),
                          "height: expected at least twice");
    level_must_be_refused(LEVEL, VOLUME("\"volume\": {\"shape\": \"box\"}, \"camera\": {}"), "expected only one of");
    level_must_be_refused(LEVEL, VOLUME("\"volume\": {\"shape\": \"box\"}, \"materials\": []"),
                          "materials: only an object");
#define CONVEX(sides) VOLUME("\"volume\": {\"shape\": \"convex\", \"sides\": " sides "}")
    level_must_be_refused(LEVEL, VOLUME("\"volume\": {\"shape\": \"convex\"}"),
                          "objects[0].volume: \"sides\" is missing");
    level_must_be_refused(LEVEL, CONVEX("7"), "objects[0].volume.sides: expected an array");
    level_must_be_refused(LEVEL, CONVEX("[[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]]"),
                          "objects[0].volume: sides: expected 4 to 64, not 3");
    level_must_be_refused(LEVEL, CONVEX("[[1, 0, 0, 1], [0, 1, 0], [0, 0, 1, 0], [-1, -1, -1, 1]]"),
                          "sides[1]: expected 4 numbers");
    level_must_be_refused(LEVEL, CONVEX("[[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 3], [-1, -1, -1, 1]]"),
                          "objects[0].volume: sides[2]: expected a normal");
    level_must_be_refused(LEVEL, CONVEX("[[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0], [-1, 0, 0, 1]]"),
                          "objects[0].volume: sides: expected a solid that they enclose");
    level_must_be_refused(LEVEL, CONVEX("[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [-1, -1, -1, -1]]"),
                          "objects[0].volume: sides: expected a solid between them");
#undef CONVEX
    // More than there may be: before there is memory for them.
    char many[4096] =
        "{\"vkpick_level\": 2, \"objects\": [{\"id\": 1, \"name\": \"a\", \"volume\": {\"shape\": \"convex\", "
        "\"sides\": [[1, 0, 0, 1]";
    for (int i = 0; i < 64; i++)
        strcat(many, ", [-1, 0, 0, 1]");
    strcat(many, "]}}]}");
    level_must_be_refused(LEVEL, many, "objects[0].volume: sides: expected 4 to 64, not 65");
#undef VOLUME
}

// Compounds are saved to the bit; errors name the part.
static void test_compounds(void **state)
{
    (void)state;
    write_text(LEVEL,
               "{\"vkpick_level\": 2, \"objects\": ["
               "{\"id\": 1, \"name\": \"a\", \"volume\": {\"shape\": \"compound\", \"event\": 7, \"parts\": ["
               "{\"shape\": \"box\", \"depth\": 0.1}, {\"shape\": \"sphere\", \"position\": [0, -0, 1e-3]},"
               "{\"shape\": \"convex\", \"sides\": [[1, 0, 0, 0.1], [0, 2, 0, 0], [0, 0, 1, 0], [-1, -1, -1, 1e-2]],"
               " \"basis\": [0, 1, 0, 0.1, 0, 0, 0, 0, -3]}]}}]}");
    editor_document *document = document_must_create(level_must_open(LEVEL));
    const editor_level *level = editor_document_level(document);
    const editor_primitive *compound = &level->meshes[level->objects[0].mesh].primitive;
    assert_int_equal(level->objects[0].kind, EDITOR_OBJECT_VOLUME);
    assert_int_equal(compound->part_count, 3);
    assert_true(compound->parts[2].local.linear[8] == -3 && compound->parts[2].volume.side_count == 4);
    document_round_trip(document, LEVEL, AGAIN);
    char *text = read_text(LEVEL);
    assert_non_null(strstr(
        text, "\"volume\": {\"shape\": \"compound\", \"parts\": [{\"shape\": \"box\", \"width\": 2, \"height\": 2, "
              "\"depth\": 0.1}, {\"shape\": \"sphere\", \"radius\": 1, \"position\": [0, -0, 0.001]}, {\"shape\": "
              "\"convex\", \"sides\": [[1, 0, 0, 0.1], [0, 2, 0, 0], [0, 0, 1, 0], [-1, -1, -1, 0.01]], \"basis\": [0, "
              "1, 0, 0.1, 0, 0, 0, 0, -3]}], \"event\": 7}"));
    free(text);
    editor_document_destroy(document);
#define COMPOUND(parts)                                                                                                \
    IN_LEVEL("\"objects\": [{\"id\": 1, \"name\": \"a\", \"volume\": {\"shape\": \"compound\"" parts "}}]")
    static const char *const refused[][2] = {
        {COMPOUND(""), "objects[0].volume: \"parts\" is missing"},
        {COMPOUND(", \"parts\": 7"), "objects[0].volume.parts: expected an array"},
        {COMPOUND(", \"parts\": []"), "objects[0].volume: parts: expected 1 to 64, not 0"},
        {COMPOUND(", \"parts\": [{\"shape\": \"box\"}, 4]"), "objects[0].volume.parts[1]: expected an object"},
        {COMPOUND(", \"parts\": [{\"shape\": \"cube\"}]"),
         "objects[0].volume.parts[0]: shape: expected box, sphere, capsule, cylinder, cone or convex"},
        {COMPOUND(", \"parts\": [{\"shape\": \"compound\", \"parts\": [{\"shape\": \"box\"}]}]"),
         "objects[0].volume.parts[0]: shape: expected box"},
        {COMPOUND(", \"parts\": [{\"shape\": \"box\", \"width\": -1}]"),
         "objects[0].volume.parts[0]: width: expected 0.001 to 100000 m"},
        {COMPOUND(", \"parts\": [{\"shape\": \"box\", \"position\": [1, 2]}]"),
         "objects[0].volume.parts[0].position: expected 3 numbers"},
        {COMPOUND(", \"parts\": [{\"shape\": \"box\", \"basis\": [1, 0, 0, 1, 0, 0, 0, 0, 1]}]"),
         "objects[0].volume: parts[0]: expected a place that is finite and not flat"},
        {COMPOUND(", \"parts\": [{\"shape\": \"box\", \"event\": 4}]"),
         "objects[0].volume.parts[0]: a field that this version does not know"},
        {COMPOUND(", \"parts\": [{\"shape\": \"convex\"}]"), "objects[0].volume.parts[0]: \"sides\" is missing"},
    };
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
        level_must_be_refused(LEVEL, refused[i][0], refused[i][1]);
#undef COMPOUND
    char many[4096] = "{\"vkpick_level\": 2, \"objects\": [{\"id\": 1, \"name\": \"a\", \"volume\": {\"shape\": "
                      "\"compound\", \"parts\": [{\"shape\": \"box\"}";
    for (int i = 0; i < 64; i++)
        strcat(many, ", {\"shape\": \"box\"}");
    strcat(many, "]}}]}");
    level_must_be_refused(LEVEL, many, "objects[0].volume: parts: expected 1 to 64, not 65");
}

// Overrides are saved and copied to the bit, with unknown fields, also those of slots that the mesh does not have.
static void test_materials(void **state)
{
    (void)state;
    write_text(LEVEL, "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"boat.gltf\"}], \"objects\": ["
                      "{\"id\": 1, \"name\": \"a\", \"primitive\": {\"shape\": \"cube\"}, \"materials\": "
                      "[{\"slot\": 0, \"base_color\": [0.1, 0.2, 0.3, 0.4], \"metallic\": 0.1, \"roughness\": 0.7,"
                      " \"emissive\": [0, 0.3, 1], \"emissive_strength\": 2.5, \"alpha_mode\": \"mask\","
                      " \"alpha_cutoff\": 0.3, \"double_sided\": true, \"decal\": 7.0}]},\n"
                      "{\"id\": 2, \"name\": \"b\", \"asset\": 1, \"mesh\": 0, \"materials\": "
                      "[{\"slot\": 3, \"metallic\": 1}, {\"slot\": 1, \"gloss\": 1}]},\n"
                      "{\"id\": 3, \"name\": \"c\", \"asset\": 1, \"mesh\": 0, \"materials\": []}]}");
    editor_document *document = document_must_create(level_must_open(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_null(level->objects[2].look);
    const editor_material *m = editor_level_material(level, &level->objects[0], 0);
    assert_true(m->base_color[3] == 0.4f && m->metallic == 0.1f && m->roughness == 0.7f && m->emissive[2] == 2.5f);
    assert_true(m->alpha_mode == EDITOR_ALPHA_MASK && m->alpha_cutoff == 0.3f && m->double_sided);
    // Another value keeps what is unknown.
    editor_override o = editor_level_slot(level, &level->objects[0], 0);
    o.metallic = 1.0 / 3;
    assert_int_equal(editor_edit_set_overrides(document, &(uint32_t){0}, &o, 1), EDITOR_EDIT_DONE);
    document_round_trip(document, LEVEL, AGAIN);
    char *text = read_text(LEVEL);
    assert_non_null(strstr(text, "\"materials\": [{\"slot\": 0, \"base_color\": [0.1, 0.2, 0.3, 0.4], \"metallic\": "
                                 "0.3333333333333333, \"roughness\": 0.7, \"emissive\": [0, 0.3, 1], "
                                 "\"emissive_strength\": 2.5, \"alpha_mode\": \"mask\", \"alpha_cutoff\": 0.3, "
                                 "\"double_sided\": true, \"decal\": 7.0}]"));
    assert_non_null(strstr(text, "\"materials\": [{\"slot\": 1, \"gloss\": 1}, {\"slot\": 3, \"metallic\": 1}]"));
    free(text);
    // Reset, the slot keeps only what is unknown.
    o.fields = 0;
    assert_int_equal(editor_edit_set_overrides(document, &(uint32_t){0}, &o, 1), EDITOR_EDIT_DONE);
    assert_true(editor_level_material(level, &level->objects[0], 0)->metallic == 0);
    document_round_trip(document, LEVEL, AGAIN);
    text = read_text(LEVEL);
    assert_non_null(strstr(text, "\"materials\": [{\"slot\": 0, \"decal\": 7.0}]"));
    free(text);
    assert_true(editor_document_undo(document));
    // Into another level.
    text = editor_edit_copy(document, &(uint32_t){0}, 1);
    assert_non_null(text);
    editor_document *to = fixture_document();
    assert_int_equal(editor_edit_paste(to, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    const editor_level *other = editor_document_level(to);
    const editor_object *pasted = &other->objects[editor_level_find(other, "a", EDITOR_NONE)];
    assert_true(editor_level_material(other, pasted, 0)->metallic == (float)(1.0 / 3));
    assert_string_equal(pasted->look->overrides[0].extra, "\"decal\": 7.0");
    assert_true(fixture_is_consistent(other) && fixture_is_consistent(level));
    free(text);
    editor_document_destroy(to);
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_primitives), cmocka_unit_test(test_coarse_primitives), cmocka_unit_test(test_volumes),
        cmocka_unit_test(test_compounds),  cmocka_unit_test(test_materials),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
