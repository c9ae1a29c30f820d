#define _DEFAULT_SOURCE // mkdtemp

// Poses of a level: what clips move is where the clip has it, and everything else, edits included, stays.
#include "document/history/edit.h"
#include "document/import/common/model_cache.h"
#include "document/import/import.h"
#include "document/level/level_internal.h"
#include "document/level/prefab.h"
#include "document/motion/affine.h"
#include "random.h"
#include "system/cache.h"
#include "system/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "text_file.h"

static editor_level *open_arm(void)
{
    editor_error error;
    editor_level *level = editor_import(ARM, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->warning_count, 0);
    return level;
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

static bool is_at(const float *position, double x, double y)
{
    return fabs((double)position[0] - x) < 1e-6 && fabs((double)position[1] - y) < 1e-6 && position[2] == 0;
}

// What a ray towards -z meets at a point of the plane z = 0.
static uint32_t hit_at(const editor_level *level, double x, double y)
{
    pick_ray ray = {.origin = pick_vec3_make(x, y, 5), .direction = pick_vec3_make(0, 0, -1), .t_max = 10};
    pick_query query = editor_level_query(level);
    pick_hit hit;
    return pick_closest(level->scene, &ray, &query, &hit) ? (uint32_t)hit.user : EDITOR_NONE;
}

static void check_bend(const editor_level *level, double t)
{
    const float *arm = level->meshes[level->objects[find(level, "arm")].mesh].positions;
    const double angle = t / 2 * EDITOR_PI / 2, u = t / 2;
    for (int i = 0; i < 10; i++) { // by the share that bone_b has
        const double x = i / 2, y = i % 2 ? 0.5 : -0.5, w = i / 2 / 4.0;
        const double turned_x = 2 + (x - 2) * cos(angle) - y * sin(angle),
                     turned_y = (x - 2) * sin(angle) + y * cos(angle);
        assert_true(is_at(arm + 3 * i, (1 - w) * x + w * turned_x, (1 - w) * y + w * turned_y));
    }
    const float *face = level->meshes[level->objects[find(level, "face")].mesh].positions;
    assert_true(is_at(face + 6, 1 + t / 2, 1 + t / 2) && is_at(face, -1, -1));
    const editor_object *wheel = &level->objects[find(level, "wheel")];
    const double x = 2 * (u * u * u - 2 * u * u + u) + 4 * (3 * u * u - 2 * u * u * u) + 2 * (u * u * u - u * u);
    assert_true(fabs(wheel->world.origin.x - x) < 1e-9 && fabs(wheel->world.origin.y - 3) < 1e-9);
    assert_int_equal(wheel->is_hidden, t >= 1);
    // Picking has what the level has.
    assert_int_equal(hit_at(level, x, 3), t >= 1 ? EDITOR_NONE : find(level, "wheel"));
    assert_int_equal(hit_at(level, 6.99 + t / 2, 0.99 + t / 2), find(level, "face"));
    double middle[2] = {0, 0}; // of the arm's last triangle
    for (int i = 7; i < 10; i++) {
        middle[0] += (double)arm[3 * i] / 3;
        middle[1] += (double)arm[3 * i + 1] / 3;
    }
    assert_int_equal(hit_at(level, middle[0], middle[1]), find(level, "arm"));
}

static void test_times(void **state)
{
    (void)state;
    editor_level *level = open_arm();
    const editor_motion *motion = level->assets[0].motion;
    assert_int_equal(motion->clip_count, 2);
    assert_true(editor_level_clip_length(level, NULL) == 2 && editor_level_clip_length(level, "slide") == 1 &&
                editor_level_clip_length(level, "none") == 0);
    const uint64_t hash = editor_level_hash(level);
    float rest[30];
    const uint32_t arm = level->objects[find(level, "arm")].mesh;
    memcpy(rest, level->meshes[arm].positions, sizeof(rest));
    test_random random = {20};
    for (int i = 0; i < 200; i++) {
        const double t = (double)random_index(&random, 2001) / 1000;
        if (random_index(&random, 4) == 0) {
            editor_level_clear_pose(level);
            assert_memory_equal(rest, level->meshes[arm].positions, sizeof(rest));
            assert_int_equal(hit_at(level, 0, 3), find(level, "wheel"));
        } else if (random_index(&random, 4) == 0) {
            pose(level, "slide", t);
            assert_memory_equal(rest, level->meshes[arm].positions, sizeof(rest));
            assert_true(level->objects[find(level, "wheel")].world.origin.x == (t >= 1 ? 2 : 0));
            assert_false(level->objects[find(level, "wheel")].is_hidden);
        } else {
            pose(level, random_index(&random, 2) ? "bend" : NULL, t);
            check_bend(level, t);
        }
        assert_true(editor_level_hash(level) == hash); // the pose is no content
    }
    pose(level, "bend", 7);
    check_bend(level, 2);
    editor_level_destroy(level);
}

static void test_bad_clips(void **state)
{
    (void)state;
    editor_level *level = open_arm();
    editor_error error;
    assert_false(editor_level_set_pose(level, "jump", 0, &error));
    assert_string_equal(error.text, "no clip is called \"jump\"; there are \"bend\", \"slide\"");
    assert_false(level->is_posed);
    editor_level_destroy(level);
}

// Moves of what a clip moves stay, are seen in the pose, and can be made in the pose.
static void test_edits(void **state)
{
    (void)state;
    editor_level *level = open_arm();
    const uint32_t wheel = find(level, "wheel");
    const pick_affine before = level->objects[wheel].local;
    pose(level, "slide", 1.5);
    pick_affine moved = before;
    moved.origin.y += 10;
    assert_true(editor_level_set_local(level, wheel, &moved));
    const pick_affine world = level->objects[wheel].world;
    assert_true(world.origin.x == 2 && world.origin.y == 13);
    assert_int_equal(hit_at(level, 2, 13), wheel);
    assert_true(editor_affine_equal(&level->objects[wheel].local, &moved));
    pick_affine shown = editor_level_shown_local(level, wheel);
    shown.origin.x += 1;
    pick_affine local;
    assert_null(editor_level_unposed_local(level, wheel, &shown, &local));
    assert_true(editor_level_set_local(level, wheel, &local));
    assert_true(fabs(level->objects[wheel].world.origin.x - 3) < 1e-12);
    editor_level_clear_pose(level);
    assert_true(fabs(level->objects[wheel].world.origin.x - 1) < 1e-12 && level->objects[wheel].world.origin.y == 13);
    assert_true(editor_level_set_local(level, wheel, &before));
    pose(level, "slide", 1.5);
    assert_true(level->objects[wheel].world.origin.x == 2 && level->objects[wheel].world.origin.y == 3);
    editor_level_destroy(level);
}

// A triangle that stands at (2, 3, 0), turned by a quarter about z, and grows within a second from the scale in the
// format to (2, 2, 2).
static const char growing[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"leaf\",\"mesh\":0,"
    "\"translation\":[2,3,0],\"rotation\":[0,0,0.70710678118654757,0.70710678118654757],\"scale\":[%s]}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0}]}],\"materials\":[{\"doubleSided\":"
    "true}],"
    "\"animations\":[{\"name\":\"grow\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}],"
    "\"samplers\":[{\"input\":1,\"output\":2}]}],\"accessors\":["
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},"
    "{\"bufferView\":0,\"byteOffset\":36,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]"
    "},"
    "{\"bufferView\":0,\"byteOffset\":44,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":68}],\"buffers\":[{\"byteLength\":68,\"uri\":\"data:;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAABAAAAAQAAAAEA=\"}]}";

static bool is_affine_near(const pick_affine *a, const pick_affine *b)
{
    bool near = pick_vec3_length(pick_vec3_sub(a->origin, b->origin)) < 1e-9;
    for (int k = 0; k < 9; k++)
        near = near && fabs(a->linear[k] - b->linear[k]) < 1e-9;
    return near;
}

// What an import scales and turns, and what was moved, is so in the pose of a node that is flat at rest, too.
static void test_flat_at_rest(void **state)
{
    (void)state;
    static const char *const scales[] = {"1,1,1", "0,0,0", "0,1,1", "1,0,1", "-1,0,1", "1,1,0", "0,2,0", "0,0,-1"};
    static const char path[] = "test_pose_flat.gltf";
    char text[sizeof(growing) + 32];
    editor_error error;
    pick_affine wanted = PICK_AFFINE_IDENTITY;
    for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
        snprintf(text, sizeof(text), growing, scales[i]);
        write_text(path, text);
        const editor_import_options options = {.fit = {.scale = 0.5, .up = EDITOR_AXIS_Z}};
        editor_level *level = editor_import_as(path, &options, NULL, NULL, &error);
        if (!level)
            fail_msg("%s", error.text);
        const uint32_t leaf = find(level, "leaf");
        const pick_affine rest = level->objects[leaf].local;
        pose(level, NULL, 1);
        if (i == 0)
            wanted = level->objects[leaf].world;
        assert_true(is_affine_near(&level->objects[leaf].world, &wanted));
        pick_affine shown = wanted, local;
        shown.origin.x += 7;
        assert_null(editor_level_unposed_local(level, leaf, &shown, &local));
        assert_true(fabs(local.origin.x - rest.origin.x - 7) < 1e-9);
        assert_true(editor_level_set_local(level, leaf, &local));
        assert_true(is_affine_near(&level->objects[leaf].world, &shown));
        // One and the same scale along all axes, and a turn, are kept where one axis, or two, have a length. The turn
        // about the only one is not.
        const pick_affine twice = {.linear = {2, 0, 0, 0, 2, 0, 0, 0, 2}};
        shown = pick_affine_multiply(&twice, &wanted);
        const char *fault = editor_level_unposed_local(level, leaf, &shown, &local);
        assert_int_equal(fault == NULL, i != 1);
        assert_true(i == 1 || editor_level_set_local(level, leaf, &local));
        assert_true(i == 1 || is_affine_near(&level->objects[leaf].world, &shown));
        const pick_affine skewed = {.linear = {2, 0, 0, 0, 1, 0, 0, 0.5, 1}};
        shown = pick_affine_multiply(&skewed, &wanted);
        assert_int_equal(editor_level_unposed_local(level, leaf, &shown, &local) == NULL, i == 0);
        editor_level_destroy(level);
    }
    assert_int_equal(remove(path), 0);
}

// As many triangles as that, one beside the other, each with a morph target that the clip moves it by.
static editor_level *open_crowd(int count)
{
    static const char path[] = "test_pose_crowd.gltf";
    editor_text text = {0};
    editor_text_put(&text,
                    "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                    "\"targets\":[{\"POSITION\":0}]}]}],\"nodes\":[");
    for (int i = 0; i < count; i++)
        editor_text_format(&text, "%s{\"mesh\":0,\"translation\":[%d,0,0]}", i ? "," : "", 3 * i);
    editor_text_put(&text, "],\"scenes\":[{\"nodes\":[");
    for (int i = 0; i < count; i++)
        editor_text_format(&text, "%s%d", i ? "," : "", i);
    editor_text_put(&text, "]}],\"animations\":[{\"samplers\":[{\"input\":1,\"output\":2}],\"channels\":[");
    for (int i = 0; i < count; i++)
        editor_text_format(&text, "%s{\"sampler\":0,\"target\":{\"node\":%d,\"path\":\"weights\"}}", i ? "," : "", i);
    editor_text_put(
        &text,
        "]}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},"
        "{\"bufferView\":0,\"byteOffset\":36,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
        "{\"bufferView\":0,\"byteOffset\":44,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":52}],\"buffers\":[{\"byteLength\":52,\"uri\":\"data:;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAACAPw==\"}]}");
    assert_false(text.failed);
    write_text(path, text.data);
    editor_text_free(&text);
    editor_error error;
    editor_level *level = editor_import(path, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(remove(path), 0);
    return level;
}

// Processor time of a pose, seconds: the least of some.
static double cost_of_pose(int count)
{
    editor_level *level = open_crowd(count);
    // A prefab of one of them, which costs no look at it for each of the others.
    editor_object *part = calloc(1, sizeof(*part));
    assert_non_null(part);
    *part = (editor_object){.kind = EDITOR_OBJECT_MESH,
                            .name = editor_text_copy("part"),
                            .parent = EDITOR_NONE,
                            .local = PICK_AFFINE_IDENTITY};
    assert_int_not_equal(editor_level_make_content(level, part, 1, NULL), EDITOR_NONE);
    double least = INFINITY;
    for (int i = 0; i < 12; i++) {
        level->tree_revision++; // what moves is looked up again
        const clock_t begin = clock();
        pose(level, NULL, i / 12.0);
        least = fmin(least, (double)(clock() - begin) / CLOCKS_PER_SEC);
    }
    pose(level, NULL, 1);
    for (int i = 0; i < count; i += 97)
        assert_int_equal(hit_at(level, 3 * i + 1.5, 0.25), i);
    editor_level_destroy(level);
    return least;
}

// Sixteen times as many things that a clip deforms take no 256 times as long.
static void test_crowd(void **state)
{
    (void)state;
    const double few = fmax(cost_of_pose(250), 5e-5), many = cost_of_pose(4000);
    if (many > 60 * few)
        fail_msg("%g ms for 250, %g ms for 4000", 1e3 * few, 1e3 * many);
}

// The cache has the clips, and what it maps is copied when it moves.
static void test_cached(void **state)
{
    (void)state;
    char folder[] = "/tmp/vkpick_pose_XXXXXX";
    assert_non_null(mkdtemp(folder));
    editor_model_cache_set_least(0);
    char cache[64];
    snprintf(cache, sizeof(cache), "%s/cache", folder);
    editor_cache_use(cache, 100000000);
    editor_level *fresh = open_arm();
    editor_cache_wait();
    editor_level *known = open_arm();
    assert_null(fresh->meshes[0].mapping);
    assert_non_null(known->meshes[0].mapping);
    for (int i = 0; i < 9; i++) {
        const double t = i == 8 ? 0.3 : i / 4.0;
        pose(fresh, "bend", t);
        pose(known, "bend", t);
        check_bend(known, t);
        for (uint32_t k = 0; k < fresh->mesh_count; k++) {
            assert_memory_equal(fresh->meshes[k].positions, known->meshes[k].positions,
                                12 * (size_t)fresh->meshes[k].vertex_count);
            assert_true(pick_mesh_hash(fresh->meshes[k].pick) == pick_mesh_hash(known->meshes[k].pick));
        }
    }
    editor_level_destroy(fresh);
    editor_level_destroy(known);
    editor_cache_wait();
    editor_cache_use(NULL, 0);
    char command[80];
    snprintf(command, sizeof(command), "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

// What a clip deforms is deformed in prefabs, too: drawn and picked.
static void test_in_prefabs(void **state)
{
    (void)state;
    editor_level *level = open_arm();
    editor_object *parts = calloc(2, sizeof(*parts));
    assert_non_null(parts);
    static const char *const names[2] = {"arm", "face"};
    for (uint32_t i = 0; i < 2; i++) {
        parts[i] = (editor_object){.kind = EDITOR_OBJECT_MESH,
                                   .mesh = level->objects[find(level, names[i])].mesh,
                                   .name = editor_text_copy(names[i]),
                                   .parent = EDITOR_NONE,
                                   .local = PICK_AFFINE_IDENTITY};
        parts[i].local.origin.x = 6.0 * i;
    }
    const uint32_t mesh = editor_level_make_content(level, parts, 2, NULL);
    assert_int_not_equal(mesh, EDITOR_NONE);
    const uint32_t prefab = editor_level_add_prefab(level, "group", 0);
    level->prefabs[prefab].mesh = mesh;
    editor_object like = {
        .kind = EDITOR_OBJECT_PREFAB, .mesh = mesh, .prefab = prefab + 1, .local = PICK_AFFINE_IDENTITY, .layers = 1};
    like.local.origin.y = 40;
    const uint32_t instance = editor_level_make_object(level, "instance", &like);
    editor_level_move(level, instance, (editor_place){EDITOR_NONE, EDITOR_NONE, true});
    editor_level_refresh(level, instance);
    const uint32_t version = level->meshes[mesh].version;
    for (int i = 0; i < 6; i++) {
        const double t = i == 5 ? 0 : i / 2.0;
        if (i == 5)
            editor_level_clear_pose(level);
        else
            pose(level, "bend", t);
        assert_int_equal(hit_at(level, 6.99 + t / 2, 40.99 + t / 2), instance);
        assert_int_equal(hit_at(level, 7.01 + t / 2, 41.01 + t / 2), EDITOR_NONE);
        const editor_mesh *drawn = &level->meshes[mesh], *arm = &level->meshes[level->objects[find(level, "arm")].mesh];
        assert_memory_equal(drawn->positions, arm->positions, 12 * (size_t)arm->vertex_count);
        assert_memory_equal(pick_mesh_get_arrays(drawn->pick).positions, drawn->positions,
                            12 * (size_t)drawn->vertex_count);
    }
    assert_true(level->meshes[mesh].version > version + 4);
    editor_level_destroy(level);
}

// A pose may be too large for numbers: what it cannot show is not picked where it was before, and edits of all else go
// on.
static void test_too_large(void **state)
{
    (void)state;
    static const char path[] = "test_pose_large.gltf";
    write_text(
        path,
        "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":["
        "{\"name\":\"outer\",\"children\":[1]},{\"name\":\"inner\",\"mesh\":0},{\"name\":\"other\",\"mesh\":0,"
        "\"translation\":[4,0,0]}],\"scenes\":[{\"nodes\":[0,2]}],\"animations\":[{\"samplers\":[{\"input\":1,"
        "\"output\":2}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}},{\"sampler\":0,"
        "\"target\":{\"node\":1,\"path\":\"scale\"}}]}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},"
        "{\"bufferView\":0,\"byteOffset\":36,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
        "{\"bufferView\":0,\"byteOffset\":44,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":68}],\"buffers\":[{\"byteLength\":68,\"uri\":\"data:;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAIA/AACAPwAAgD/msWF/5rFhf+axYX"
        "8=\"}]}");
    editor_error error;
    editor_level *level = editor_import(path, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(remove(path), 0);
    const uint32_t inner = find(level, "inner"), other = find(level, "other");
    assert_int_equal(hit_at(level, 0.25, 0.25), inner);
    pose(level, NULL, 1);
    assert_int_equal(hit_at(level, 0.25, 0.25), EDITOR_NONE);
    assert_int_equal(hit_at(level, 4.25, 0.25), other);
    pose(level, NULL, 0);
    assert_int_equal(hit_at(level, 0.25, 0.25), inner);
    pose(level, NULL, 1);
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    const pick_affine moved = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {4, 8, 0}};
    assert_int_equal(editor_edit_set_worlds(document, &other, &moved, 1), EDITOR_EDIT_DONE);
    assert_int_equal(hit_at(level, 4.25, 8.25), other);
    editor_level_clear_pose(level);
    assert_int_equal(hit_at(level, 0.25, 0.25), inner);
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),      cmocka_unit_test(test_bad_clips), cmocka_unit_test(test_edits),
        cmocka_unit_test(test_in_prefabs), cmocka_unit_test(test_cached),    cmocka_unit_test(test_flat_at_rest),
        cmocka_unit_test(test_crowd),      cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
