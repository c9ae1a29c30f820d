// What is chosen at import: scene, material variant, scale and up axis; kept in level files, and changed with undo.
#include "document/file/document_file.h"
#include "document/file/models.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "document/level/choice.h"
#include "document/level/fit.h"
#include "document/level/report.h"
#include "edit_fixture.h"
#include "import_model.h"
#include "model_file.h"

#include <math.h>
#include <stdlib.h>

#define GLTF "test_import_options.gltf"
#define OBJ "test_import_options.obj"
#define LEVEL "test_import_options.vkpick"
// Positions 0 0 0, 1 0 0, 0 1 0.
#define BODY                                                                                                           \
    "\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"                          \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"         \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]"
#define MESH "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]"
#define TWO_SCENES                                                                                                     \
    "{" BODY "," MESH ",\"nodes\":[{\"name\":\"sun\",\"mesh\":0},{\"name\":\"moon\",\"mesh\":0},{\"name\":\"star\"}]," \
    "\"scene\":1,\"scenes\":[{\"name\":\"day\",\"nodes\":[0]},{\"name\":\"0\",\"nodes\":[1]},{\"nodes\":[2]}]}"
#define VARIANTS                                                                                                       \
    "{" BODY ",\"materials\":[{\"name\":\"plain\"},{\"name\":\"red paint\"},{\"name\":\"blue paint\"}],"               \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0,\"extensions\":"                     \
    "{\"KHR_materials_variants\":{\"mappings\":[{\"material\":1,\"variants\":[0]},{\"material\":2,\"variants\":[1,2]}" \
    "]}}},{\"attributes\":{\"POSITION\":0},\"material\":0}]}],\"nodes\":[{\"mesh\":0}],\"extensions\":"                \
    "{\"KHR_materials_variants\":{\"variants\":[{\"name\":\"red\"},{\"name\":\"blue\"},{\"name\":\"sky\"}]}}}"

static editor_import_options choose(const char *scene, const char *variant)
{
    return (editor_import_options){.scene = scene, .variant = variant, .fit = EDITOR_FIT_PLAIN};
}

static editor_level *import_as(const char *path, const char *text, const editor_import_options *options,
                               editor_error *error)
{
    write_model(path, text, strlen(text));
    editor_level *level = editor_import_as(path, options, NULL, NULL, error);
    remove(path);
    return level;
}

static editor_level *must_import_as(const char *path, const char *text, const editor_import_options *options)
{
    editor_error error;
    editor_level *level = import_as(path, text, options, &error);
    if (!level)
        fail_msg("refused: %s", error.text);
    return level;
}

static void must_refuse_as(const char *path, const char *text, const editor_import_options *options,
                           const char *expected)
{
    editor_error error;
    editor_level *level = import_as(path, text, options, &error);
    if (level || !strstr(error.text, expected) || strchr(error.text, '\n'))
        fail_msg("says: %s\nnot:  %s", level ? "(imported)" : error.text, expected);
}

static void test_scenes(void **state)
{
    (void)state;
    static const struct {
        const char *scene, *object, *warning;
    } cases[] = {
        {NULL, "moon", "only one of 3 scenes is read, not: \"day\", number 2"},
        {"day", "sun", "only one of 3 scenes is read, not: \"0\", number 2"},
        {"0", "moon", "only one of 3 scenes is read, not: \"day\", number 2"}, // a name goes before a number
        {"2", "star", "only one of 3 scenes is read, not: \"day\", \"0\""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const editor_import_options options = choose(cases[i].scene, NULL);
        editor_level *level = must_import_as(GLTF, TWO_SCENES, &options);
        assert_int_equal(level->object_count, 1);
        assert_string_equal(level->objects[0].name, cases[i].object);
        assert_int_equal(level->warning_count, 1);
        assert_string_equal(level->warnings[0], cases[i].warning);
        if (cases[i].scene)
            assert_string_equal(level->assets[0].scene, cases[i].scene);
        else
            assert_null(level->assets[0].scene);
        editor_level_destroy(level);
    }
    static const char *const wrong[] = {"night", "3", "-1", "", "99999999999999999999", "1 "};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const editor_import_options options = choose(wrong[i], NULL);
        must_refuse_as(GLTF, TWO_SCENES, &options, "; the file has \"day\", \"0\", number 2");
    }
    const editor_import_options some = choose("some\nscene", NULL);
    must_refuse_as(GLTF, "{" BODY "," MESH ",\"nodes\":[{\"mesh\":0}]}", &some,
                   "there is no scene \"some scene\"; the file has none");
    must_refuse_as(OBJ, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", &some, "only glTF files have scenes to choose");
}

static const char *material_name(const editor_level *level, uint32_t submesh)
{
    return level->materials[level->meshes[0].submeshes[submesh].material].name;
}

static void test_variants(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *material, *warning;
    } cases[] = {
        {NULL, "plain", "3 material variants are not shown: \"red\", \"blue\", \"sky\""},
        {"red", "red paint", "2 material variants are not shown: \"blue\", \"sky\""},
        {"2", "blue paint", "2 material variants are not shown: \"red\", \"blue\""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const editor_import_options options = choose(NULL, cases[i].variant);
        editor_level *level = must_import_as(GLTF, VARIANTS, &options);
        assert_string_equal(material_name(level, 0), cases[i].material);
        assert_string_equal(material_name(level, 1), "plain"); // without mappings
        assert_int_equal(level->warning_count, 1);
        assert_string_equal(level->warnings[0], cases[i].warning);
        editor_level_destroy(level);
    }
    const editor_import_options green = choose(NULL, "green");
    must_refuse_as(GLTF, VARIANTS, &green,
                   "there is no material variant \"green\"; the file has \"red\", \"blue\", \"sky\"");
    must_refuse_as(GLTF, TWO_SCENES, &green, "there is no material variant \"green\"; the file has none");
    must_refuse_as(OBJ, "v 0 0 0\n", &green, "only glTF files have material variants to choose");
    // Mappings that are broken are refused where they matter.
    const editor_import_options first = choose(NULL, "0");
    must_refuse_as(GLTF,
                   "{" BODY ",\"materials\":[{}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                   "\"extensions\":{\"KHR_materials_variants\":{\"mappings\":[{\"material\":7,\"variants\":[0]}]}}}]}],"
                   "\"nodes\":[{\"mesh\":0}],\"extensions\":{\"KHR_materials_variants\":{\"variants\":[{}]}}}",
                   &first, "meshes[0].primitives[0].material is 7");
}

// --- scale and up axis ---

// A tall thing whose model has +Z up and is in centimetres: 100 x 200 x 300.
#define TALL "v 0 0 0\nv 100 0 0\nv 0 200 0\nv 0 0 300\nf 1 2 3\nf 1 2 4\n"

static void assert_box(pick_aabb box, double x0, double y0, double z0, double x1, double y1, double z1)
{
    const double got[6] = {box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z};
    const double wanted[6] = {x0, y0, z0, x1, y1, z1};
    for (int i = 0; i < 6; i++) {
        if (!(fabs(got[i] - wanted[i]) < 1e-5))
            fail_msg("%d: %g, not %g", i, got[i], wanted[i]);
    }
}

static void test_fit_at_import(void **state)
{
    (void)state;
    static const struct {
        editor_fit fit;
        double box[6];
    } cases[] = {
        {{1, EDITOR_AXIS_Y}, {0, 0, 0, 100, 200, 300}},
        {{0.01, EDITOR_AXIS_Y}, {0, 0, 0, 1, 2, 3}},
        {{0.01, EDITOR_AXIS_Z}, {0, 0, -2, 1, 3, 0}},
        {{1, EDITOR_AXIS_X}, {-200, 0, 0, 0, 100, 300}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
        options.fit = cases[i].fit;
        editor_level *level = must_import_as(OBJ, TALL, &options);
        const double *b = cases[i].box;
        assert_box(pick_scene_bounds(level->scene), b[0], b[1], b[2], b[3], b[4], b[5]);
        assert_true(level->assets[0].fit.scale == cases[i].fit.scale && level->assets[0].fit.up == cases[i].fit.up);
        assert_true(level->assets[0].nodes[0].local.linear[0] == 1); // as read
        // Nothing is mirrored: the front stays the front.
        const pick_affine matrix = editor_fit_matrix(&cases[i].fit);
        const double *m = matrix.linear;
        const pick_vec3 x = {m[0], m[1], m[2]}, y = {m[3], m[4], m[5]}, z = {m[6], m[7], m[8]};
        assert_true(pick_vec3_dot(pick_vec3_cross(x, y), z) > 0);
        editor_level_destroy(level);
    }
}

static editor_document *document_of(editor_level *level)
{
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

// A model whose root is turned and moved: what counts is the model's own up axis.
#define TURNED                                                                                                         \
    "{" BODY "," MESH ",\"nodes\":[{\"name\":\"post\",\"mesh\":0,\"rotation\":[0,0.7071067811865476,0,"                \
    "0.7071067811865476],\"translation\":[0,0,10]}]}"
#define PAIR                                                                                                           \
    "{" BODY "," MESH ",\"nodes\":[{\"name\":\"left\",\"mesh\":0,\"translation\":[-4,0,0]},"                           \
    "{\"name\":\"right\",\"mesh\":0,\"translation\":[4,0,0]}]}"

// Changed afterwards, a copy and a moved one included, everything is as if it had been imported so.
static void test_fit_changed_later(void **state)
{
    (void)state;
    editor_error error;
    static const char *const models[] = {TURNED, PAIR, TWO_SCENES};
    const editor_fit fit = {0.25, EDITOR_AXIS_Z}, again = {2, EDITOR_AXIS_X};
    for (size_t m = 0; m < sizeof(models) / sizeof(models[0]); m++) {
        write_model(GLTF, models[m], strlen(models[m]));
        editor_document *documents[2];
        for (int late = 0; late < 2; late++) {
            editor_document *document = documents[late] = fixture_document();
            const uint32_t asset = import_model(document, GLTF, &error);
            assert_int_not_equal(asset, EDITOR_NONE);
            if (!late)
                assert_int_equal(editor_edit_set_fit(document, asset, &again), EDITOR_EDIT_DONE);
            pick_affine place = fixture_at(7, 8, 9);
            uint32_t made;
            assert_int_equal(editor_edit_add_asset(document, asset, EDITOR_NONE, &place, &made), EDITOR_EDIT_DONE);
            place = fixture_at(-7, 0, 1);
            place.linear[4] = 3;
            assert_int_equal(editor_edit_add_asset(document, asset, POSTS, &place, &made), EDITOR_EDIT_DONE);
            if (!late)
                continue;
            const uint64_t before = editor_level_hash(editor_document_level(document));
            assert_int_equal(editor_edit_set_fit(document, asset, &fit), EDITOR_EDIT_DONE);
            const uint64_t after = editor_level_hash(editor_document_level(document));
            assert_int_not_equal(before, after);
            assert_true(fixture_is_consistent(editor_document_level(document)));
            assert_true(editor_document_undo(document));
            assert_int_equal(editor_level_hash(editor_document_level(document)), before);
            assert_true(editor_document_level(document)->assets[asset].fit.scale == 1);
            assert_true(editor_document_redo(document));
            assert_int_equal(editor_level_hash(editor_document_level(document)), after);
            assert_true(editor_document_level(document)->assets[asset].fit.up == EDITOR_AXIS_Z);
            assert_int_equal(editor_edit_set_fit(document, asset, &again), EDITOR_EDIT_DONE);
            assert_int_equal(editor_edit_set_fit(document, asset, &again), EDITOR_EDIT_NOTHING);
        }
        const editor_level *a = editor_document_level(documents[0]), *b = editor_document_level(documents[1]);
        assert_int_equal(a->object_count, b->object_count);
        for (uint32_t i = 0; i < a->object_count; i++)
            assert_true(fixture_difference(&a->objects[i].world, &b->objects[i].world) < 1e-9);
        editor_document_destroy(documents[0]);
        editor_document_destroy(documents[1]);
        remove(GLTF);
    }
}

// A model opened as a level has its roots side by side. What was taken apart is fitted piece by piece.
static void test_fit_of_a_level(void **state)
{
    (void)state;
    editor_document *document = document_of(must_import(GLTF, PAIR));
    const editor_level *level = editor_document_level(document);
    const editor_fit fit = {0.5, EDITOR_AXIS_Z};
    assert_int_equal(editor_edit_set_fit(document, 0, &fit), EDITOR_EDIT_DONE);
    assert_box(pick_scene_bounds(level->scene), -2, 0, -0.5, 2.5, 0, 0);
    const pick_ray ray = {{2.1, 5, -0.1}, {0, -1, 0}, 0, (double)INFINITY};
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_NONE;
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, &query, &hit)); // picking follows
    assert_int_equal(hit.user, 1);
    // A group around both that is larger than the import: each by itself.
    const uint32_t both[] = {0, 1};
    uint32_t made;
    assert_int_equal(editor_edit_group(document, both, 2, "pair"), EDITOR_EDIT_DONE);
    const pick_affine place = fixture_at(0, 0, 50);
    assert_int_equal(editor_edit_add_group(document, "more", 2, &place, &made), EDITOR_EDIT_DONE);
    const pick_affine was = level->objects[1].world, more = level->objects[made].world;
    assert_int_equal(editor_edit_set_fit(document, 0, &EDITOR_FIT_PLAIN), EDITOR_EDIT_DONE);
    assert_true(fixture_difference(&level->objects[made].world, &more) == 0);
    assert_true(fabs(level->objects[1].world.linear[0] - 2 * was.linear[0]) < 1e-12);
    editor_document_destroy(document);
}

// A light beside the mesh follows while it is where opening put it, and stays once it was moved.
static void test_fit_of_a_light(void **state)
{
    (void)state;
    static const char text[] = "{" BODY "," MESH ",\"nodes\":[{\"name\":\"post\",\"mesh\":0},{\"name\":\"lamp\","
                               "\"translation\":[0,0,8],\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}}],"
                               "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"}]}}}";
    editor_document *document = document_of(must_import(GLTF, text));
    const editor_level *level = editor_document_level(document);
    const editor_fit half = {0.5, EDITOR_AXIS_Z}, quarter = {0.25, EDITOR_AXIS_Z};
    assert_int_equal(level->objects[1].kind, EDITOR_OBJECT_LIGHT);
    assert_int_equal(editor_edit_set_fit(document, 0, &half), EDITOR_EDIT_DONE);
    assert_true(level->objects[1].world.origin.y == 4 && level->objects[1].world.origin.z == 0);
    assert_int_equal(editor_edit_set_fit(document, 0, &quarter), EDITOR_EDIT_DONE);
    assert_true(level->objects[1].world.origin.y == 2);
    // There and back by factors that round.
    for (int i = 0; i < 20; i++) {
        const editor_fit rounded = {i % 2 ? 0.25 : 0.1 / 3, i % 2 ? EDITOR_AXIS_Z : EDITOR_AXIS_X};
        assert_int_equal(editor_edit_set_fit(document, 0, &rounded), EDITOR_EDIT_DONE);
    }
    assert_true(fabs(level->objects[1].world.origin.y - 2) < 1e-12);
    const uint32_t lamp = 1;
    const pick_affine moved = fixture_at(5, 5, 5);
    assert_int_equal(editor_edit_set_locals(document, &lamp, &moved, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_fit(document, 0, &half), EDITOR_EDIT_DONE);
    assert_true(level->objects[1].world.origin.x == 5);
    assert_true(level->objects[0].world.linear[0] == 0.5);
    editor_document_destroy(document);
}

static void test_fit_that_is_refused(void **state)
{
    (void)state;
    editor_error error;
    editor_document *document = document_of(must_import(GLTF, PAIR));
    const uint64_t before = editor_level_hash(editor_document_level(document));
    const editor_fit bad[] = {{0, EDITOR_AXIS_Y},   {-1, EDITOR_AXIS_Y},   {(double)NAN, EDITOR_AXIS_Y},
                              {1e7, EDITOR_AXIS_Y}, {1, EDITOR_AXIS_NONE}, {(double)INFINITY, EDITOR_AXIS_Z},
                              {1, (editor_axis)4}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(editor_edit_set_fit(document, 0, &bad[i]), EDITOR_EDIT_REFUSED);
    const editor_fit good = {2, EDITOR_AXIS_Y};
    assert_int_equal(editor_edit_set_fit(document, 1, &good), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "no such model");
    assert_int_equal(editor_level_hash(editor_document_level(document)), before);
    // Two models in one step.
    write_model(OBJ, TALL, strlen(TALL));
    assert_int_equal(import_model(document, OBJ, &error), 1);
    remove(OBJ);
    assert_true(editor_document_begin(document, "both"));
    assert_int_equal(editor_edit_set_fit(document, 0, &good), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_fit(document, 1, &good), EDITOR_EDIT_REFUSED);
    editor_document_cancel(document);
    assert_int_equal(editor_level_hash(editor_document_level(document)), before);
    assert_true(editor_document_level(document)->assets[0].fit.scale == 1);
    editor_document_destroy(document);
}

// --- level files ---

static void test_level_files_keep_it(void **state)
{
    (void)state;
    write_model(GLTF, TWO_SCENES, strlen(TWO_SCENES));
    editor_error error = {""};
    editor_import_options options = choose("day", NULL);
    options.fit = (editor_fit){0.1, EDITOR_AXIS_Z};
    editor_level *level = editor_open_model(GLTF, &options, NULL, NULL, &error);
    assert_non_null(level);
    editor_document *document = document_of(level);
    const pick_aabb box = pick_scene_bounds(editor_document_level(document)->scene);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    for (int missing = 0; missing < 2; missing++) {
        if (missing)
            rename(GLTF, GLTF ".gone");
        level = editor_open(LEVEL, NULL, NULL, &error);
        assert_non_null(level);
        assert_int_equal(level->assets[0].missing, missing);
        const editor_asset *asset = &level->assets[0];
        assert_true(asset->fit.scale == 0.1 && asset->fit.up == EDITOR_AXIS_Z);
        assert_string_equal(asset->scene, "day");
        assert_null(asset->variant);
        if (!missing)
            assert_string_equal(asset->nodes[0].name, "sun"); // that scene was read again
        const pick_aabb now = pick_scene_bounds(level->scene);
        assert_box(now, box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z);
        document = document_of(level);
        assert_true(editor_document_save(document, LEVEL, &error)); // what is missing keeps its settings
        editor_document_destroy(document);
    }
    rename(GLTF ".gone", GLTF);
    level = editor_open(LEVEL, NULL, NULL, &error);
    document = document_of(level);
    assert_true(reload_model(document, 0, NULL, &error));
    assert_string_equal(editor_document_level(document)->assets[0].nodes[0].name, "sun");
    assert_string_equal(editor_document_level(document)->assets[0].scene, "day");
    assert_true(editor_document_level(document)->assets[0].fit.scale == 0.1);
    editor_document_destroy(document);
    assert_null(editor_open_model(LEVEL, &options, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "a level, whose models are read as it says"));
    remove(LEVEL);
    remove(GLTF);
}

static void refuse_level(const char *fields, const char *reason)
{
    char text[400];
    snprintf(text, sizeof(text), "{\"vkpick_level\": 2,\n\"assets\": [{\"id\": 1, %s}]}", fields);
    write_model(LEVEL, text, strlen(text));
    editor_error error = {""};
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    if (level || !strstr(error.text, reason))
        fail_msg("%s\nsays: %s\nnot:  %s", fields, level ? "(read)" : error.text, reason);
    remove(LEVEL);
}

static void test_bad_levels(void **state)
{
    (void)state;
    refuse_level("\"path\": \"a.obj\", \"scale\": 0", "line 2: assets[0]: scale: expected 0.000001 to 1000000");
    refuse_level("\"path\": \"a.obj\", \"scale\": \"big\"", "assets[0].scale: expected a number");
    refuse_level("\"path\": \"a.obj\", \"scale\": 1e300", "scale: expected 0.000001 to 1000000");
    refuse_level("\"path\": \"a.obj\", \"up\": \"w\"", "line 2: assets[0]: up: expected x, y or z");
    refuse_level("\"path\": \"a.obj\", \"up\": 2", "assets[0].up: expected");
    refuse_level("\"path\": \"a.obj\", \"scene\": 2", "assets[0].scene: expected");
    refuse_level("\"builtin\": \"demo\", \"scale\": 2", "scale: only with \"path\"");
}

static void assert_choice(const editor_asset *asset, const char *scene, const char *variant, bool was_read)
{
    assert_false(asset->missing);
    assert_string_equal(asset->scene, scene);
    assert_string_equal(asset->variant, variant);
    assert_true(asset->keeps_content != was_read && editor_asset_is_as_chosen(asset) == was_read);
    if (!was_read)
        assert_true(asset->read_scene == NULL && asset->read_variant == NULL);
}

// A scene and a variant that are not there any more: the model is read without them, and has them when they come back.
static void test_levels_without_what_is_gone(void **state)
{
    (void)state;
    static const char text[] = "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"" GLTF
                               "\", \"scene\": \"day\", \"variant\": \"dusk\"}, {\"id\": 2, \"path\": \"" GLTF
                               "\"}], \"objects\": [{\"id\": 1, \"name\": \"x\", \"asset\": 1, \"mesh\": 0}]}";
    static const char *const models[] = {
        "{" BODY "," MESH ",\"nodes\":[{\"name\":\"moon\",\"mesh\":0}],\"scenes\":[{\"name\":\"night\",\"nodes\":[0]}],"
        "\"extensions\":{\"KHR_materials_variants\":{\"variants\":[{\"name\":\"dawn\"}]}}}",
        "{" BODY "," MESH ",\"nodes\":[{\"name\":\"moon\",\"mesh\":0}],\"scenes\":[{\"name\":\"day\",\"nodes\":[0]}],"
        "\"extensions\":{\"KHR_materials_variants\":{\"variants\":[{\"name\":\"dusk\"}]}}}"};
    editor_error error = {""};
    write_model(LEVEL, text, sizeof(text) - 1);
    write_model(GLTF, models[0], strlen(models[0]));
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    assert_non_null(level);
    assert_choice(&level->assets[0], "day", "dusk", false);
    assert_false(level->meshes[level->objects[0].mesh].stand_in);
    editor_text report = {0};
    editor_report_write(level, &report);
    static const char *const said[] = {"there is no scene \"day\": read without it",
                                       "the file has \"night\"",
                                       "there is no material variant \"dusk\": read without it",
                                       "1 material variant is not shown: \"dawn\"",
                                       "read once",
                                       "Scene: day (not read)"};
    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
        assert_non_null(strstr(report.data, said[i]));
    editor_text_free(&report);
    editor_document *document = document_of(level);
    editor_document_mark_changed(document);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    write_model(GLTF, models[1], strlen(models[1]));
    level = editor_open(LEVEL, NULL, NULL, &error);
    assert_non_null(level);
    assert_choice(&level->assets[0], "day", "dusk", true);
    editor_level_destroy(level);
    // What people ask for now is refused, however little of it is missing.
    write_model(GLTF, models[0], strlen(models[0]));
    editor_import_options options = choose("day", "dusk");
    options.may_lack_variant = true;
    assert_null(editor_import_as(GLTF, &options, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "there is no scene \"day\"; the file has \"night\""));
    options = choose("night", "dusk");
    options.may_lack_scene = true;
    assert_null(editor_import_as(GLTF, &options, NULL, NULL, &error));
    // A file of a format without any.
    options.may_lack_variant = true;
    level = must_import_as(OBJ, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", &options);
    assert_choice(&level->assets[0], "night", "dusk", false);
    assert_int_equal(level->warning_count, 2);
    editor_level_destroy(level);
    options.may_lack_scene = false;
    must_refuse_as(OBJ, "v 0 0 0\n", &options, "only glTF files have scenes to choose");
    remove(LEVEL);
    remove(GLTF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_fit_at_import),
        cmocka_unit_test(test_fit_changed_later),
        cmocka_unit_test(test_fit_of_a_level),
        cmocka_unit_test(test_fit_of_a_light),
        cmocka_unit_test(test_fit_that_is_refused),
        cmocka_unit_test(test_level_files_keep_it),
        cmocka_unit_test(test_bad_levels),
        cmocka_unit_test(test_levels_without_what_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
