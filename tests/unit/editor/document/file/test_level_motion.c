// Levels of animated models: saved and read again they play; edits in a pose come to what they come to at rest.
#define _POSIX_C_SOURCE 200809L
#include "document/export/gltf_export.h"
#include "document/file/clipboard.h"
#include "document/file/level_file.h"
#include "document/history/document_internal.h"
#include "document/import/import.h"
#include "document/level/level_internal.h"
#include "document/motion/affine.h"
#include "edit_fixture.h"
#include "effort.h"
#include "import_model.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "text_file.h"

static char folder[] = "/tmp/vkpick_motion_XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[4][96];
    static int next;
    char *out = path[next++ % 4];
    snprintf(out, sizeof(path[0]), "%s/%s", folder, name);
    return out;
}

// Replaces the first `from` of a text, which has it.
static char *with(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    char *out = calloc(1, strlen(text) + strlen(to) + 1);
    assert_non_null(out);
    memcpy(out, text, (size_t)(at - text));
    strcat(strcat(out, to), at + strlen(from));
    return out;
}

static int make_files(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    char *arm = read_text(ARM);
    write_text(in_folder("arm.gltf"), arm);
    free(arm);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command);
}

static editor_document *open_model(void)
{
    editor_error error;
    editor_level *level = editor_import(in_folder("arm.gltf"), NULL, NULL, &error);
    assert_non_null(level);
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

static editor_level *read_level(const char *path, uint32_t warnings)
{
    editor_error error = {""};
    editor_level *level = editor_level_read(path, NULL, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->warning_count, warnings);
    return level;
}

static void write_level(const editor_level *level, const char *path)
{
    editor_text text = {0};
    editor_error error = {""};
    if (!editor_level_write(level, path, &text, &error))
        fail_msg("%s", error.text);
    write_text(path, text.data);
    editor_text_free(&text);
}

static void pose(editor_level *level, const char *clip, double time)
{
    editor_error error = {""};
    if (!editor_level_set_pose(level, clip, time, &error))
        fail_msg("%s", error.text);
}

static uint32_t find(const editor_level *level, const char *name)
{
    const uint32_t object = editor_level_find(level, name, EDITOR_NONE);
    assert_int_not_equal(object, EDITOR_NONE);
    return object;
}

// The wheel slides and is hidden, the arm bends: in "bend" at 0.5 s, and it is at rest without it.
static void check_plays(editor_level *level, const char *wheel, double x, double y)
{
    const editor_object *o = &level->objects[find(level, wheel)];
    const double bent[3] = {2 * (0.015625 - 0.125 + 0.25) + 4 * (0.1875 - 0.03125) + 2 * (0.015625 - 0.0625), 0, 0};
    pose(level, "bend", 0.5);
    assert_true(fabs(o->world.origin.x - x - bent[0]) < 1e-9 && fabs(o->world.origin.y - y) < 1e-9);
    assert_false(o->is_hidden);
    const float *arm = level->meshes[level->objects[find(level, "arm")].mesh].positions;
    assert_true((double)arm[28] > 1); // its end has turned upwards
    pose(level, "bend", 1.5);
    assert_true(o->is_hidden);
    editor_level_clear_pose(level);
    assert_true(o->world.origin.x == x && o->world.origin.y == y && !o->is_hidden);
}

static void test_saved_in_a_pose(void **state)
{
    (void)state;
    editor_document *document = open_model();
    editor_level *level = document->level;
    const uint64_t hash = editor_level_hash(level);
    write_level(level, in_folder("rest.vkpick"));
    pose(level, "bend", 1.25);
    assert_int_equal(editor_level_hash(level), hash);
    write_level(level, in_folder("posed.vkpick"));
    char *rest = read_text(in_folder("rest.vkpick")), *posed = read_text(in_folder("posed.vkpick"));
    assert_string_equal(rest, posed);
    // Only what moves says so: bone_b, wheel; not the root, nor the face, whose mesh alone is deformed.
    assert_non_null(strstr(posed, "\"follows\": 1, \"node\": 4, \"node_name\": \"wheel\""));
    assert_null(strstr(strstr(posed, "\"follows\"") + 1, "\"node_name\": \"face\""));
    editor_level *again = read_level(in_folder("posed.vkpick"), 0);
    assert_int_equal(editor_level_hash(again), hash);
    check_plays(again, "wheel", 0, 3);
    editor_level_destroy(again);
    free(rest);
    free(posed);
    editor_document_destroy(document);
}

// A level of a format without the fields, and fields that name nothing, are at rest; what cannot be found is kept.
static void test_what_is_not_there(void **state)
{
    (void)state;
    editor_document *document = open_model();
    write_level(document->level, in_folder("a.vkpick"));
    const uint64_t hash = editor_level_hash(document->level);
    editor_document_destroy(document);
    char *text = read_text(in_folder("a.vkpick"));
    const char *followed = ", \"follows\": 1, \"node\": 4, \"node_name\": \"wheel\"";
    char *old = with(text, followed, "");
    write_text(in_folder("b.vkpick"), old);
    editor_level *level = read_level(in_folder("b.vkpick"), 0);
    pose(level, "slide", 1);
    assert_true(level->objects[find(level, "wheel")].world.origin.x == 0);
    assert_int_not_equal(editor_level_hash(level), hash);
    editor_level_destroy(level);
    // Its number is another one: the name tells. Without a name, the number.
    static const struct {
        const char *fields;
        bool found;
    } rows[] = {
        {", \"follows\": 1, \"node\": 1, \"node_name\": \"wheel\"", true},
        {", \"follows\": 1, \"node\": 4", true},
        {", \"follows\": 1, \"node\": 4000000000, \"node_name\": \"wheel\"", true},
        {", \"follows\": 1, \"node\": 4, \"node_name\": \"hub\"", false},
        {", \"follows\": 1, \"node\": 0", false}, // the root does not move
        {", \"follows\": 1, \"node\": 6", false},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *other = with(text, followed, rows[i].fields);
        write_text(in_folder("c.vkpick"), other);
        level = read_level(in_folder("c.vkpick"), 0);
        pose(level, "slide", 1);
        assert_true(level->objects[find(level, "wheel")].world.origin.x == (rows[i].found ? 2 : 0));
        write_level(level, in_folder("d.vkpick"));
        char *written = read_text(in_folder("d.vkpick"));
        assert_non_null(strstr(written, rows[i].found ? followed : rows[i].fields)); // found, or to the letter
        free(written);
        free(other);
        editor_level_destroy(level);
    }
    // Of two nodes of one name any would be a guess, unless the number tells.
    char *model = read_text(in_folder("arm.gltf"));
    char *twice = with(model, "\"name\": \"bone_b\"", "\"name\": \"wheel\"");
    write_text(in_folder("arm.gltf"), twice);
    for (int i = 0; i < 2; i++) {
        char *other = with(text, followed, i == 0 ? rows[0].fields : followed);
        write_text(in_folder("c.vkpick"), other);
        level = read_level(in_folder("c.vkpick"), 0);
        const uint32_t wheel = find(level, "wheel");
        pose(level, "slide", 1);
        assert_true(level->objects[wheel].world.origin.x == (i == 0 ? 0 : 2));
        assert_true(level->objects[wheel].follows == (i == 1));
        free(other);
        editor_level_destroy(level);
    }
    write_text(in_folder("arm.gltf"), model);
    free(model);
    free(twice);
    static const char *const bad[][2] = {
        {", \"follows\": 1", "\"follows\" and \"node\" go together"},
        {", \"node\": 1", "\"follows\" and \"node\" go together"},
        {", \"node_name\": \"wheel\"", "\"follows\" and \"node\" go together"},
        {", \"follows\": 7, \"node\": 1", "follows: there is none with id 7"},
        {", \"follows\": 1, \"node\": -1", "node: expected a whole number"},
        {", \"follows\": 0, \"node\": 1", "follows: expected a whole number from 1"},
        {", \"follows\": 1, \"node\": 1, \"node_name\": 3", "node_name: expected a string"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char *other = with(text, followed, bad[i][0]);
        editor_error error = {""};
        write_text(in_folder("c.vkpick"), other);
        assert_null(editor_level_read(in_folder("c.vkpick"), NULL, NULL, NULL, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("%s, not %s", error.text, bad[i][1]);
        free(other);
    }
    free(old);
    free(text);
}

// The model is missing, then found; then it changes and is read again, while it is posed.
static void test_missing_and_changed(void **state)
{
    (void)state;
    editor_document *document = open_model();
    write_level(document->level, in_folder("m.vkpick"));
    editor_document_destroy(document);
    assert_int_equal(rename(in_folder("arm.gltf"), in_folder("moved.gltf")), 0);
    editor_level *level = read_level(in_folder("m.vkpick"), 1);
    document = editor_document_create(level, NULL);
    editor_error error = {""};
    assert_false(editor_level_set_pose(level, "bend", 1, &error)); // nothing moves yet
    uint32_t copy;
    const uint32_t wheel = find(level, "wheel");
    assert_int_equal(editor_edit_duplicate(document, &wheel, 1), EDITOR_EDIT_DONE);
    copy = editor_document_active(document);
    write_level(level, in_folder("n.vkpick")); // the references stay
    char *kept = read_text(in_folder("n.vkpick"));
    const char *first = strstr(kept, "\"node_name\": \"wheel\"");
    assert_true(first && strstr(first + 1, "\"node_name\": \"wheel\""));
    free(kept);
    assert_true(reload_model(document, 0, in_folder("moved.gltf"), &error));
    check_plays(level, "wheel", 0, 3);
    check_plays(level, level->objects[copy].name, 0, 3);
    // Another order of nodes, and one more name: nodes are found by name.
    pose(level, "slide", 1);
    char *text = read_text(in_folder("moved.gltf"));
    char *renamed = with(text, "\"name\": \"face\"", "\"name\": \"mask\"");
    free(text);
    text = with(renamed, "\"nodes\": [\n", "\"nodes\": [\n"); // the same: the file only has another time
    write_text(in_folder("moved.gltf"), text);
    assert_true(reload_model(document, 0, NULL, &error));
    assert_true(level->objects[wheel].world.origin.x == 2); // still in the pose
    char *gone = with(text, "\"name\": \"wheel\",\n   \"mesh\"", "\"name\": \"hub\",\n   \"mesh\"");
    write_text(in_folder("moved.gltf"), gone);
    assert_true(reload_model(document, 0, NULL, &error));
    assert_true(level->objects[wheel].world.origin.x == 0 && level->objects[copy].world.origin.x == 0);
    char *other = with(text, "\"name\": \"slide\"", "\"name\": \"glide\""); // the wheel is back, its clip is gone
    write_text(in_folder("moved.gltf"), other);
    assert_true(reload_model(document, 0, NULL, &error));
    assert_true(level->objects[wheel].world.origin.x == 0);
    free(other);
    write_text(in_folder("moved.gltf"), text); // and all comes back
    assert_true(reload_model(document, 0, NULL, &error));
    assert_true(level->objects[wheel].world.origin.x == 2 && level->objects[copy].world.origin.x == 2);
    free(text);
    free(renamed);
    free(gone);
    editor_document_destroy(document);
}

// --- Edits in a pose ---

typedef struct twin {
    editor_document *rest, *posed;
    test_random random;
} twin;

static void pose_twin(twin *t)
{
    static const char *const clips[] = {"bend", "slide", NULL};
    if (random_index(&t->random, 8) == 0)
        editor_level_clear_pose(t->posed->level);
    else
        pose(t->posed->level, clips[random_index(&t->random, 3)], random_between(&t->random, 0, 2));
}

static uint32_t any_existing(twin *t)
{
    const editor_level *level = t->rest->level;
    for (;;) {
        const uint32_t object = random_index(&t->random, level->object_count);
        if (level->objects[object].exists)
            return object;
    }
}

// The same command of both. Those that keep worlds and those of the document's own transforms.
static void edit_both(twin *t)
{
    const uint32_t object = any_existing(t), other = any_existing(t), kind = random_index(&t->random, 9);
    const pick_affine local = fixture_at(random_between(&t->random, -9, 9), random_between(&t->random, -9, 9), 1);
    editor_document *const both[] = {t->rest, t->posed};
    editor_edit_result results[2];
    for (int i = 0; i < 2; i++) {
        editor_document *d = both[i];
        const uint32_t some[] = {object, other};
        char *text;
        switch (kind) {
        case 0:
            results[i] = editor_edit_reparent(d, &object, 1, other, EDITOR_NONE);
            break;
        case 1:
            results[i] = editor_edit_reparent(d, &object, 1, EDITOR_NONE, EDITOR_NONE);
            break;
        case 2:
            results[i] = d->level->object_count < 60 ? editor_edit_duplicate(d, &object, 1) : EDITOR_EDIT_NOTHING;
            break;
        case 3:
            text = d->level->object_count < 60 ? editor_edit_copy(d, some, 2) : NULL;
            results[i] = text ? editor_edit_paste(d, text, EDITOR_NONE, NULL, NULL) : EDITOR_EDIT_NOTHING;
            free(text);
            break;
        case 4:
            results[i] = editor_edit_ungroup(d, &object, 1);
            break;
        case 5:
            results[i] = editor_edit_set_locals(d, &object, &local, 1);
            break;
        case 6:
            results[i] = editor_document_undo(d) ? EDITOR_EDIT_DONE : EDITOR_EDIT_NOTHING;
            break;
        case 7:
            results[i] = editor_document_redo(d) ? EDITOR_EDIT_DONE : EDITOR_EDIT_NOTHING;
            break;
        default:
            results[i] = editor_edit_set_hidden(d, &object, 1, random_bits(&(test_random){object}) % 2 == 0);
            break;
        }
    }
    assert_int_equal(results[0], results[1]);
}

static void test_edits_are_those_at_rest(void **state)
{
    (void)state;
    const uint32_t runs = test_effort(20, 400);
    uint32_t posed_edits = 0;
    for (uint32_t run = 0; run < runs; run++) {
        twin t = {open_model(), open_model(), {run + 1}};
        for (int i = 0; i < 30; i++) {
            pose_twin(&t);
            posed_edits += t.posed->level->is_posed;
            edit_both(&t);
            assert_int_equal(editor_level_hash(t.rest->level), editor_level_hash(t.posed->level));
        }
        editor_level_clear_pose(t.posed->level);
        const editor_level *a = t.rest->level, *b = t.posed->level;
        for (uint32_t i = 0; i < a->object_count; i++) {
            if (a->objects[i].exists)
                assert_true(editor_affine_equal(&a->objects[i].world, &b->objects[i].world));
        }
        editor_document_destroy(t.rest);
        editor_document_destroy(t.posed);
    }
    assert_true(posed_edits > runs * 20);
}

// A drag in a pose puts the object where it was dragged to, and at rest it has moved by the same.
static void test_drags_in_a_pose(void **state)
{
    (void)state;
    editor_document *document = open_model();
    editor_level *level = document->level;
    const uint32_t wheel = find(level, "wheel"), arm = find(level, "arm");
    test_random random = {9};
    for (int i = 0; i < 50; i++) {
        const pick_affine before[] = {level->objects[wheel].local, level->objects[arm].local};
        pose(level, "bend", random_between(&random, 0, 2));
        const double angle = random_between(&random, -3, 3);
        const pick_affine by = {{cos(angle), sin(angle), 0, -sin(angle), cos(angle), 0, 0, 0, 1},
                                random_in_cube(&random, 5)};
        const uint32_t objects[] = {wheel, arm};
        const pick_affine to[] = {pick_affine_multiply(&by, &level->objects[wheel].world),
                                  pick_affine_multiply(&by, &level->objects[arm].world)};
        assert_int_equal(editor_edit_set_worlds(document, objects, to, 2), EDITOR_EDIT_DONE);
        for (int k = 0; k < 2; k++) { // the root is at the origin
            assert_true(fixture_difference(&level->objects[objects[k]].world, &to[k]) < 1e-9);
            const pick_affine expected = pick_affine_multiply(&by, &before[k]);
            assert_true(fixture_difference(&level->objects[objects[k]].local, &expected) < 1e-9);
        }
        editor_level_clear_pose(level);
        if (i % 2)
            assert_true(editor_document_undo(document));
        if (i % 2)
            assert_true(editor_affine_equal(&level->objects[wheel].local, &before[0]));
    }
    editor_document_destroy(document);
}

// Where the clip makes a node flat, nothing puts it anywhere, and the command says so.
static void test_flat_poses_are_refused(void **state)
{
    (void)state;
    editor_document *document = open_model();
    editor_level *level = document->level;
    const uint32_t wheel = find(level, "wheel");
    pose(level, "slide", 0);
    const uint32_t node = level->objects[wheel].motion_node;
    level->assets[0].pose->locals[node].linear[0] = 0; // as of a scale of zero
    pick_affine to = fixture_at(1, 1, 1), local = fixture_at(2, 2, 2);
    assert_int_equal(editor_edit_set_worlds(document, &wheel, &to, 1), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(document), "scales it to nothing at this time"));
    assert_int_equal(editor_edit_set_locals(document, &wheel, &local, 1), EDITOR_EDIT_DONE);
    editor_document_destroy(document);
}

// The rest transform of an object below any number of others.
static void test_deep_trees(void **state)
{
    (void)state;
    editor_document *document = open_model();
    editor_level *level = document->level;
    uint32_t parent = find(level, "bone_b");
    for (int i = 0; i < 200; i++) {
        const pick_affine local = {{0.999, 0.01, 0, -0.01, 0.999, 0, 0, 0, 1}, {0.1 * i, 0.3, -0.2}};
        assert_int_equal(editor_edit_add_group(document, "g", parent, &local, &parent), EDITOR_EDIT_DONE);
        if (i % 61 == 0 || i > 190) {
            const pick_affine world = level->objects[parent].world;
            pose(level, "bend", 1);
            assert_false(editor_affine_equal(&world, &level->objects[parent].world));
            const pick_affine rest = editor_level_rest_world(level, parent);
            assert_true(editor_affine_equal(&world, &rest));
            editor_level_clear_pose(level);
        }
    }
    editor_document_destroy(document);
}

// Two nodes of a file that share a mesh have a skin each: one bends, the other one's bone is not moved by the clip.
static void test_instances_have_poses_of_their_own(void **state)
{
    (void)state;
    char *arm = read_text(ARM);
    char *more = with(arm, "    6,\n    0,\n    0\n   ]\n  }\n ],",
                      "6, 0, 0]}, {\"name\": \"arm 2\", \"mesh\": 0, \"skin\": 1}, {\"name\": \"bone_c\", "
                      "\"translation\": [2, 0, 0]}],");
    char *rooted = with(more, "\"nodes\": [\n    0\n   ]", "\"nodes\": [0, 6, 7]");
    char *two = with(rooted, "\"inverseBindMatrices\": 10\n  }",
                     "\"inverseBindMatrices\": 10}, {\"joints\": [2, 7], \"inverseBindMatrices\": 10}");
    write_text(in_folder("two.gltf"), two);
    editor_error error = {""};
    editor_level *level = editor_import(in_folder("two.gltf"), NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    const uint32_t bent = find(level, "arm"), straight = find(level, "arm 2");
    const uint32_t bent_mesh = level->objects[bent].mesh, straight_mesh = level->objects[straight].mesh;
    assert_int_not_equal(bent_mesh, straight_mesh);
    float rest[30];
    memcpy(rest, level->meshes[straight_mesh].positions, sizeof(rest));
    assert_memory_equal(rest, level->meshes[bent_mesh].positions, sizeof(rest));
    const pick_query query = editor_level_query(level);
    for (int i = 1; i <= 8; i++) {
        pose(level, "bend", i / 4.0);
        assert_memory_equal(rest, level->meshes[straight_mesh].positions, sizeof(rest));
        const float *end = level->meshes[bent_mesh].positions + 24; // of the arm: two corners
        const pick_vec3 at[2] = {pick_vec3_make(3.95, -0.45, 5),
                                 pick_vec3_make((double)(end[0] + end[3]) / 2, (double)(end[1] + end[4]) / 2, 5)};
        for (int k = 0; k < 2; k++) {
            const pick_ray ray = {.origin = at[k], .direction = pick_vec3_make(0, 0, -1), .t_max = 10};
            pick_hit hits[4];
            const size_t count = pick_all_objects(level->scene, &ray, &query, hits, 4);
            assert_true(k == 1 || (count > 0 && (uint32_t)hits[0].user == straight));
            for (size_t h = 0; h < count && i > 2; h++)
                assert_true(k == 1 ? hits[h].user != straight : hits[h].user != bent);
        }
    }
    editor_level_destroy(level);
    free(arm);
    free(more);
    free(rooted);
    free(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_saved_in_a_pose),         cmocka_unit_test(test_what_is_not_there),
        cmocka_unit_test(test_edits_are_those_at_rest), cmocka_unit_test(test_drags_in_a_pose),
        cmocka_unit_test(test_flat_poses_are_refused),  cmocka_unit_test(test_deep_trees),
        cmocka_unit_test(test_missing_and_changed),     cmocka_unit_test(test_instances_have_poses_of_their_own),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
