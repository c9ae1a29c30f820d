// Scene and material variant of a model in the level: listed, chosen by the file's names, undone, saved.
#include "document/file/document_file.h"
#include "document/file/models.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "document/level/choice.h"
#include "edit_fixture.h"
#include "import_model.h"
#include "model_file.h"

#include <stdlib.h>

#define GLTF "test_import_choices.gltf"
#define LEVEL "test_import_choices.vkpick"
// Positions 0 0 0, 1 0 0, 0 1 0.
#define BODY                                                                                                           \
    "\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"                          \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"         \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]"
#define MESHES                                                                                                         \
    "\"materials\":[{\"name\":\"plain\"},{\"name\":\"red paint\"},{\"name\":\"blue paint\"}],"                         \
    "\"meshes\":[{\"name\":\"sheet\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0,\"extensions\":"  \
    "{\"KHR_materials_variants\":{\"mappings\":[{\"material\":1,\"variants\":[0]},{\"material\":2,\"variants\":[1]}"   \
    "]}}}]}],\"extensions\":{\"KHR_materials_variants\":{\"variants\":[{\"name\":\"red\"},{\"name\":\"blue\"}]}}"
// One root; one root with a child; three roots; an empty one.
#define STALL                                                                                                          \
    "{" BODY "," MESHES ",\"nodes\":[{\"name\":\"sun\",\"mesh\":0,\"translation\":[0,1,0]},"                           \
    "{\"name\":\"moon\",\"mesh\":0,\"children\":[2]},{\"name\":\"crater\",\"mesh\":0,\"translation\":[0,0,2]},"        \
    "{\"name\":\"a\",\"mesh\":0},{\"name\":\"b\",\"mesh\":0,\"translation\":[3,0,0]},{\"name\":\"c\"}],"               \
    "\"scene\":1,\"scenes\":[{\"name\":\"day\",\"nodes\":[0]},{\"name\":\"night\",\"nodes\":[1]},"                     \
    "{\"nodes\":[3,4,5]},{\"name\":\"night\",\"nodes\":[]}]}"

static void assert_texts(char *const *texts, uint32_t count, const char *expected)
{
    char all[512] = "";
    for (uint32_t i = 0; i < count; i++) {
        strncat(all, i > 0 ? "," : "", sizeof(all) - strlen(all) - 1);
        strncat(all, texts[i], sizeof(all) - strlen(all) - 1);
    }
    assert_string_equal(all, expected);
}

static void test_listed(void **state)
{
    (void)state;
    editor_level *level = must_import(GLTF, STALL);
    const editor_model_choices *choices = &level->assets[0].choices;
    assert_texts(choices->scenes, choices->scene_count, "day,night,2,3"); // another one has the name of the last
    assert_texts(choices->variants, choices->variant_count, "red,blue");
    assert_int_equal(choices->scene, 1);
    assert_true(editor_asset_has_scenes(&level->assets[0]) && editor_asset_has_variants(&level->assets[0]));
    assert_int_equal(editor_choice_scene(choices, NULL), 1);
    assert_int_equal(editor_choice_scene(choices, "day"), 0);
    assert_int_equal(editor_choice_scene(choices, "3"), 3);
    assert_int_equal(editor_choice_scene(choices, "1"), 1);
    assert_int_equal(editor_choice_scene(choices, "4"), EDITOR_NONE);
    assert_int_equal(editor_choice_scene(choices, ""), EDITOR_NONE);
    assert_int_equal(editor_choice_variant(choices, NULL), EDITOR_NONE);
    assert_int_equal(editor_choice_variant(choices, "blue"), 1);
    editor_level_destroy(level);
    level = must_import(GLTF, "{" BODY ",\"scenes\":[{\"name\":\"only\"}]}");
    assert_false(editor_asset_has_scenes(&level->assets[0]) || editor_asset_has_variants(&level->assets[0]));
    editor_level_destroy(level);
}

// Each text that is offered chooses the scene that it stands for, whatever the names are like.
static void test_offered_texts(void **state)
{
    (void)state;
    char text[16384];
    int at = snprintf(text, sizeof(text), "{" BODY ",\"nodes\":[");
    for (int i = 0; i < 300; i++)
        at += snprintf(text + at, sizeof(text) - (size_t)at, "%s{\"name\":\"n%d\"}", i > 0 ? "," : "", i);
    at += snprintf(text + at, sizeof(text) - (size_t)at, "],\"scenes\":[");
    for (int i = 0; i < 300; i++) {
        static const char *const names[] = {"", "\"name\":\"7\",", "\"name\":\"\",", "\"name\":\"bell\\u0007\",",
                                            "\"name\":\"twice\","};
        at += snprintf(text + at, sizeof(text) - (size_t)at, "%s{%s\"nodes\":[%d]}", i > 0 ? "," : "",
                       names[i < 5 ? (i + 2) % 5 : 0], i);
    }
    snprintf(text + at, sizeof(text) - (size_t)at, "]}");
    editor_level *level = must_import(GLTF, text);
    const editor_model_choices *choices = &level->assets[0].choices;
    assert_int_equal(choices->scene_count, 7); // nothing chooses the eighth: another one has the name "7"
    for (uint32_t i = 0; i < choices->scene_count; i++) {
        editor_error error;
        char name[16];
        write_model(GLTF, text, strlen(text));
        const editor_import_options options = {.scene = choices->scenes[i], .fit = EDITOR_FIT_PLAIN};
        editor_level *chosen = editor_import_as(GLTF, &options, NULL, NULL, &error);
        assert_non_null(chosen);
        snprintf(name, sizeof(name), "n%u", (unsigned)i);
        assert_string_equal(chosen->objects[0].name, name);
        editor_level_destroy(chosen);
    }
    remove(GLTF);
    editor_level_destroy(level);
}

// --- in a document ---

static bool choose(editor_document *document, const char *scene, const char *variant, const editor_fit *fit,
                   uint32_t *left)
{
    editor_error error = {""};
    const editor_import_options options = {.scene = scene, .variant = variant, .fit = EDITOR_FIT_PLAIN};
    editor_level *source = editor_import_as(GLTF, &options, NULL, NULL, &error);
    if (!source)
        fail_msg("refused: %s", error.text);
    return editor_document_choose(document, 0, source, fit ? fit : &editor_document_level(document)->assets[0].fit,
                                  left, &error);
}

static editor_document *open_stall(void)
{
    editor_error error;
    write_model(GLTF, STALL, strlen(STALL));
    editor_level *level = editor_open_model(GLTF, &EDITOR_IMPORT_OPTIONS_DEFAULT, NULL, NULL, &error);
    assert_non_null(level);
    return editor_document_create(level, NULL);
}

static const editor_asset *asset_of(const editor_document *document)
{
    return &editor_document_level(document)->assets[0];
}

static const char *paint_of(const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    const uint32_t mesh = level->assets[0].meshes[0].mesh;
    return level->materials[level->meshes[mesh].submeshes[0].material].name;
}

static void assert_tree(const editor_document *document, const char *expected)
{
    char outline[512];
    fixture_outline(editor_document_level(document), outline, sizeof(outline));
    assert_string_equal(outline, expected);
    assert_true(fixture_is_consistent(editor_document_level(document)));
}

// The content follows undo and redo once the file has been read again.
static void follow(editor_document *document, const char *paint)
{
    editor_error error;
    assert_false(editor_asset_is_as_chosen(asset_of(document)));
    assert_true(reload_model(document, 0, NULL, &error));
    assert_true(editor_asset_is_as_chosen(asset_of(document)));
    assert_string_equal(paint_of(document), paint);
}

static void test_variant(void **state)
{
    (void)state;
    uint32_t left;
    editor_document *document = open_stall();
    const uint64_t before = fixture_state(document);
    assert_string_equal(paint_of(document), "plain");
    assert_true(choose(document, NULL, "blue", NULL, &left));
    assert_string_equal(paint_of(document), "blue paint");
    assert_string_equal(asset_of(document)->variant, "blue");
    assert_true(editor_asset_is_as_chosen(asset_of(document)));
    assert_int_equal(fixture_state(document), before); // no object is another one
    assert_string_equal(editor_document_undo_label(document), "Change import of " GLTF);
    assert_int_equal(editor_document_history(document).made, 1);
    assert_true(editor_document_is_changed(document));
    assert_true(editor_document_undo(document));
    assert_null(asset_of(document)->variant);
    assert_false(editor_document_is_changed(document));
    follow(document, "plain");
    assert_true(editor_document_redo(document));
    follow(document, "blue paint");
    // Nothing else: no step.
    assert_true(choose(document, NULL, "blue", NULL, &left));
    assert_int_equal(editor_document_history(document).made, 1);
    // With scale and up axis: one step.
    const editor_fit fit = {2, EDITOR_AXIS_Z};
    assert_true(choose(document, NULL, "red", &fit, &left));
    assert_int_equal(editor_document_history(document).made, 2);
    assert_true(editor_document_level(document)->objects[0].local.linear[0] == 2);
    assert_true(editor_document_undo(document));
    assert_true(editor_document_level(document)->objects[0].local.linear[0] == 1);
    assert_string_equal(asset_of(document)->variant, "blue");
    editor_document_destroy(document);
    remove(GLTF);
}

// A model that was opened has its roots side by side; those of another scene take their place.
static void test_scene_of_a_model(void **state)
{
    (void)state;
    uint32_t left;
    editor_document *document = open_stall();
    const uint64_t before = fixture_state(document);
    assert_tree(document, "moon(crater)");
    assert_true(choose(document, "2", NULL, NULL, &left)); // one root: several are held
    assert_int_equal(left, 0);
    assert_tree(document, "test_import_choices(a b c)");
    assert_true(editor_document_undo(document));
    assert_int_equal(fixture_state(document), before);
    follow(document, "plain");
    assert_tree(document, "moon(crater)");
    assert_true(editor_document_redo(document));
    assert_tree(document, "test_import_choices(a b c)");
    follow(document, "plain");
    assert_true(choose(document, "day", NULL, NULL, &left));
    assert_tree(document, "sun");
    editor_document_destroy(document);

    const editor_import_options options = {.scene = "2", .fit = {2, EDITOR_AXIS_Y}};
    editor_error error;
    write_model(GLTF, STALL, strlen(STALL));
    document = editor_document_create(editor_open_model(GLTF, &options, NULL, NULL, &error), NULL);
    assert_tree(document, "a b c");
    assert_true(choose(document, NULL, "red", NULL, &left));
    assert_tree(document, "moon(crater)");
    assert_true(editor_document_level(document)->assets[0].scene == NULL);
    assert_true(editor_document_undo(document));
    assert_tree(document, "a b c");
    assert_string_equal(asset_of(document)->scene, "2");
    // One of them was moved: they are no import any more.
    editor_level *again = editor_import_as(GLTF, &options, NULL, NULL, &error);
    assert_true(editor_document_exchange_model(document, 0, again, &error));
    const uint32_t b = 1;
    const pick_affine moved = fixture_at(5, 5, 5);
    assert_int_equal(editor_edit_set_locals(document, &b, &moved, 1), EDITOR_EDIT_DONE);
    assert_true(choose(document, "day", NULL, NULL, &left));
    assert_int_equal(left, 3);
    assert_tree(document, "a b c");
    assert_string_equal(asset_of(document)->scene, "day");
    editor_document_destroy(document);
    remove(GLTF);
}

// Imports are replaced where they stand, with what was said of them; others stay.
static void test_scene_of_imports(void **state)
{
    (void)state;
    uint32_t left, made[3];
    editor_error error;
    editor_document *document = open_stall();
    const editor_level *level = editor_document_level(document);
    const uint32_t first = 0;
    assert_int_equal(editor_edit_delete(document, &first, 1), EDITOR_EDIT_DONE);
    for (int i = 0; i < 3; i++) {
        const pick_affine place = fixture_at(10 * i, 0, 0);
        assert_int_equal(editor_edit_add_asset(document, 0, EDITOR_NONE, &place, &made[i]), EDITOR_EDIT_DONE);
    }
    assert_int_equal(editor_edit_set_layers(document, &made[0], 1, 1, 6), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_hidden(document, &made[1], 1, true), EDITOR_EDIT_DONE);
    const uint32_t crater = level->objects[made[2]].first_child;
    assert_int_equal(editor_edit_delete(document, &crater, 1), EDITOR_EDIT_DONE); // it is no whole import any more
    assert_int_equal(editor_edit_select_objects(document, PICK_SELECTION_REPLACE, &made[0], 1), EDITOR_EDIT_DONE);
    const uint64_t before = fixture_state(document);
    assert_tree(document, "moon(crater) moon 02(crater 02) moon 03");
    assert_true(choose(document, "day", NULL, NULL, &left));
    assert_int_equal(left, 1);
    assert_tree(document, "sun sun 02 moon 03");
    const uint32_t sun = editor_document_active(document);
    assert_string_equal(level->objects[sun].name, "sun"); // selected, in place of what was
    assert_int_equal(pick_selection_count(editor_document_selection(document)), 1);
    assert_int_equal(level->objects[sun].layers, 6);
    assert_true(level->objects[sun].local.origin.x == 0 && level->objects[sun].local.origin.y == 1);
    const uint32_t second = level->objects[sun].next;
    assert_true(level->objects[second].is_hidden && level->objects[second].local.origin.x == 10);
    const uint64_t after = fixture_state(document);
    assert_true(editor_document_undo(document));
    assert_int_equal(fixture_state(document), before);
    assert_true(editor_document_redo(document));
    assert_int_equal(fixture_state(document), after);
    // What holds several keeps its name.
    assert_true(editor_document_undo(document));
    assert_true(reload_model(document, 0, NULL, &error));
    assert_true(choose(document, "2", NULL, NULL, &left));
    assert_tree(document, "test_import_choices(a b c) test_import_choices 02(a 02 b 02 c 02) moon 03");
    const uint32_t holder = editor_document_active(document);
    assert_int_equal(editor_edit_rename(document, holder, "stalls"), EDITOR_EDIT_DONE);
    assert_true(choose(document, "3", NULL, NULL, &left));
    assert_tree(document, "stalls test_import_choices 02 moon 03");
    editor_document_destroy(document);
    remove(GLTF);
}

// A file that cannot be read so any more keeps the content that it gave.
static void test_kept_content(void **state)
{
    (void)state;
    uint32_t left;
    editor_document *document = open_stall();
    assert_true(choose(document, "day", NULL, NULL, &left));
    assert_true(editor_document_undo(document));
    editor_document_keep_content(document, 0, "the file is gone");
    assert_true(asset_of(document)->keeps_content && !editor_asset_is_as_chosen(asset_of(document)));
    const editor_level *level = editor_document_level(document);
    assert_string_equal(level->warnings[level->warning_count - 1], "the file is gone; shown as it was read before");
    assert_true(editor_document_redo(document));
    assert_true(!asset_of(document)->keeps_content && editor_asset_is_as_chosen(asset_of(document)));
    // A fit out of range refuses all, and the level stays as it is.
    const uint64_t before = fixture_state(document);
    const editor_fit bad = {0, EDITOR_AXIS_Y};
    assert_false(choose(document, "2", NULL, &bad, &left));
    assert_int_equal(fixture_state(document), before);
    assert_string_equal(asset_of(document)->scene, "day");
    editor_document_destroy(document);
    remove(GLTF);
}

static void test_saved(void **state)
{
    (void)state;
    uint32_t left;
    editor_error error;
    editor_document *document = open_stall();
    assert_true(choose(document, "day", "red", NULL, &left));
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    assert_non_null(level);
    document = editor_document_create(level, NULL);
    assert_tree(document, "sun");
    assert_string_equal(asset_of(document)->scene, "day");
    assert_string_equal(asset_of(document)->variant, "red");
    assert_true(editor_asset_is_as_chosen(asset_of(document)));
    assert_string_equal(paint_of(document), "red paint");
    assert_int_equal(asset_of(document)->choices.scene_count, 4);
    editor_document_destroy(document);
    remove(LEVEL);
    remove(GLTF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_listed),
        cmocka_unit_test(test_offered_texts),
        cmocka_unit_test(test_variant),
        cmocka_unit_test(test_scene_of_a_model),
        cmocka_unit_test(test_scene_of_imports),
        cmocka_unit_test(test_kept_content),
        cmocka_unit_test(test_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
