// Prefabs: what the commands make of the tree and of definitions, what they refuse, undo, and that an instance is
// picked as its parts would be if they stood in the level one by one.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/file/clipboard.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/prefab.h"
#include "document/motion/affine.h"
#include "edit_bench.h"
#include "effort.h"
#include "random.h"
#include "system/text.h"

static const editor_prefab_content *content_of(const editor_level *level, uint32_t prefab)
{
    assert_true(editor_level_has_prefab(level, prefab));
    const editor_prefab_content *content = editor_level_content(level, level->prefabs[prefab].mesh);
    assert_non_null(content);
    return content;
}

static uint32_t find(const editor_level *level, const char *name)
{
    const uint32_t object = editor_level_find(level, name, EDITOR_NONE);
    assert_int_not_equal(object, EDITOR_NONE);
    return object;
}

static uint32_t make(bench *b, uint32_t object)
{
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_make_prefab(b->document, &object, 1, NULL, &prefab), EDITOR_EDIT_DONE);
    return prefab;
}

// --- Making ---------------------------------------------------------------------------------------------------------

static void test_make_of_a_group(void **state)
{
    (void)state;
    bench b = bench_begin();
    const pick_affine stood = b.level->objects[POSTS].world;
    const uint32_t prefab = make(&b, POSTS);
    bench_assert_outline(&b, "floor posts shed(roof lamp) eye");
    const uint32_t instance = find(b.level, "posts");
    const editor_object *o = &b.level->objects[instance];
    assert_int_equal(o->kind, EDITOR_OBJECT_PREFAB);
    assert_int_equal(o->prefab, prefab + 1);
    assert_memory_equal(&o->world, &stood, sizeof(stood));
    assert_int_equal(editor_document_active(b.document), instance);
    assert_string_equal(editor_document_undo_label(b.document), "Make prefab of posts");
    assert_string_equal(b.level->prefabs[prefab].name, "posts");
    const editor_prefab_content *content = content_of(b.level, prefab);
    assert_int_equal(content->part_count, 2);
    assert_string_equal(content->parts[0].name, "post 01");
    assert_string_equal(content->parts[1].name, "post 02");
    assert_true(content->parts[1].world.origin.z == 2 && content->parts[1].parent == EDITOR_NONE);
    assert_int_equal(content->first_triangle[1], 12);
    assert_int_equal(content->first_triangle[2], 24);
    assert_int_equal(pick_scene_count(content->scene), 2);
    const pick_aabb box = editor_level_subtree_bounds(b.level, instance);
    assert_true(fabs(box.min.x - 4.5) < 1e-5 && fabs(box.max.z - 2.5) < 1e-5 && fabs(box.min.y) < 1e-5);
    bench_end_after_one_step(&b);
}

// Deeper, with what is hidden and painted in it.
static void test_make_of_a_tree(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t roof = ROOF;
    const editor_override red = {.fields = EDITOR_OVERRIDE_BASE_COLOR, .base_color = {1, 0, 0, 1}};
    assert_int_equal(editor_edit_set_overrides(b.document, &roof, &red, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_reparent(b.document, &roof, 1, POST_1, EDITOR_NONE), EDITOR_EDIT_DONE);
    const uint32_t post = POST_2;
    assert_int_equal(editor_edit_set_hidden(b.document, &post, 1, true), EDITOR_EDIT_DONE);
    const pick_affine world = b.level->objects[ROOF].world;
    const uint32_t prefab = make(&b, POSTS);
    const editor_prefab_content *content = content_of(b.level, prefab);
    assert_int_equal(content->part_count, 3);
    assert_int_equal(content->parts[1].parent, 0);
    assert_true(content->parts[2].is_hidden && pick_object_id_is_null(content->ids[2]));
    assert_int_equal(content->first_triangle[3], 24);
    const editor_object *o = &b.level->objects[find(b.level, "posts")];
    const pick_affine there = pick_affine_multiply(&o->world, &content->parts[1].world);
    assert_true(fixture_difference(&there, &world) < 1e-12);
    // Its look is drawn in its own slot alone.
    assert_true(editor_level_material(b.level, o, 1)->base_color[1] == 0);
    assert_true(editor_level_material(b.level, o, 0)->base_color[1] > 0);
    assert_int_equal(editor_level_slots(b.level, o), 0);
    assert_true(fixture_is_consistent(b.level));
    editor_document_destroy(b.document);
}

static void test_make_of_one_and_of_several(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t prefab = make(&b, POST_2);
    bench_assert_outline(&b, "floor posts(post 01 post 02) shed(roof lamp) eye");
    const editor_prefab_content *content = content_of(b.level, prefab);
    assert_int_equal(content->part_count, 1);
    assert_true(editor_affine_equal(&content->parts[0].world, &PICK_AFFINE_IDENTITY));
    assert_true(b.level->objects[find(b.level, "post 02")].world.origin.z == 2);
    bench_end_after_one_step(&b);

    b = bench_begin(); // they are grouped first, in the same step
    const uint32_t two[2] = {POST_2, FLOOR};
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_make_prefab(b.document, two, 2, "place", &made), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "place posts(post 01) shed(roof lamp) eye");
    assert_int_equal(content_of(b.level, made)->part_count, 2);
    assert_string_equal(b.level->prefabs[made].name, "place");
    bench_end_after_one_step(&b);

    b = bench_begin(); // a second one of the name gets another
    make(&b, POSTS);
    const uint32_t roof = ROOF;
    assert_int_equal(editor_edit_make_prefab(b.document, &roof, 1, "posts", &made), EDITOR_EDIT_DONE);
    assert_string_equal(b.level->prefabs[made].name, "posts 02");
    editor_document_destroy(b.document);
}

// A part without normals is shown flat, as it is by itself, beside one that has some.
static void test_make_of_flat_and_smooth(void **state)
{
    (void)state;
    bench b = bench_begin();
    const editor_primitive ball = editor_primitive_default(EDITOR_SHAPE_SPHERE);
    uint32_t two[2] = {POST_2, EDITOR_NONE}, made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_primitive(b.document, "ball", EDITOR_NONE, &ball, &PICK_AFFINE_IDENTITY, &two[1]),
                     EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_make_prefab(b.document, two, 2, NULL, &made), EDITOR_EDIT_DONE);
    const editor_prefab_content *content = content_of(b.level, made);
    const editor_mesh *mesh = &b.level->meshes[b.level->prefabs[made].mesh];
    const uint32_t post = strcmp(content->parts[0].name, "ball") == 0 ? 1 : 0;
    assert_true(content->part_count == 2 && mesh->normals);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *n = &mesh->normals[3 * (size_t)v];
        const bool is_post = v >= content->first_vertex[post] && v < content->first_vertex[post + 1];
        assert_true((n[0] == 0 && n[1] == 0 && n[2] == 0) == is_post);
    }
    editor_document_destroy(b.document);
}

static void test_refusals(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t shed = SHED, lamp = LAMP, eye = EYE;
    bench_end_after_refusal(&b, editor_edit_make_prefab(b.document, &shed, 1, NULL, NULL), "lamp is a light");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_make_prefab(b.document, &lamp, 1, NULL, NULL), "lamp is a light");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_make_prefab(b.document, &eye, 1, NULL, NULL), "eye is a camera");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_make_prefab(b.document, NULL, 0, NULL, NULL), "no object is selected");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_make_prefab(b.document, &shed, 1, "a\nb", NULL), "control characters");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_update_prefab(b.document, POSTS), "unpacked from a prefab");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_unpack_prefab(b.document, &shed, 1), "no instance");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_add_prefab(b.document, 0, "a", EDITOR_NONE, &PICK_AFFINE_IDENTITY, NULL),
                            "no longer exists");
    b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_rename_prefab(b.document, 0, "a"), "no longer exists");

    b = bench_begin();
    const uint32_t prefab = make(&b, POSTS);
    const uint64_t after = fixture_state(b.document);
    const uint32_t instance = find(b.level, "posts");
    assert_int_equal(editor_edit_delete_prefab(b.document, prefab), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "posts has 1 instance: delete or unpack it first");
    const editor_override red = {.fields = EDITOR_OVERRIDE_BASE_COLOR, .base_color = {1, 0, 0, 1}};
    assert_int_equal(editor_edit_set_overrides(b.document, &instance, &red, 1), EDITOR_EDIT_REFUSED);
    assert_int_equal(editor_edit_make_prefab(b.document, &(uint32_t){ROOF}, 1, "roof", NULL), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_rename_prefab(b.document, prefab, "roof"), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "there is a prefab \"roof\" already");
    assert_true(editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == after);
    assert_int_equal(editor_edit_rename_prefab(b.document, prefab, "roof"), EDITOR_EDIT_DONE);
    assert_true(editor_document_undo(b.document));
    assert_string_equal(b.level->prefabs[prefab].name, "posts");
    assert_true(fixture_state(b.document) == after);
    editor_document_destroy(b.document);
}

// --- Instances ------------------------------------------------------------------------------------------------------

static uint32_t place(bench *b, uint32_t prefab, const char *name, double x)
{
    uint32_t made = EDITOR_NONE;
    const pick_affine at = fixture_at(x, 0, 0);
    assert_int_equal(editor_edit_add_prefab(b->document, prefab, name, EDITOR_NONE, &at, &made), EDITOR_EDIT_DONE);
    return made;
}

static void test_unpack(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t posts[2] = {POST_1, POST_2};
    assert_int_equal(editor_edit_set_layers(b.document, posts, 1, 1, 4), EDITOR_EDIT_DONE);
    const uint32_t prefab = make(&b, POSTS);
    uint32_t instance = find(b.level, "posts");
    assert_int_equal(b.level->objects[instance].layers, 5); // all that the parts are in
    const uint64_t packed = fixture_state(b.document);
    assert_int_equal(editor_edit_unpack_prefab(b.document, &instance, 1), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor posts(post 01 post 02) shed(roof lamp) eye");
    const editor_object *post = &b.level->objects[find(b.level, "post 01")];
    assert_true(post->world.origin.x == 5 && post->kind == EDITOR_OBJECT_MESH);
    assert_int_equal(post->layers, 4);
    assert_int_equal(b.level->objects[find(b.level, "posts")].prefab, prefab + 1);
    assert_true(fixture_is_consistent(b.level));
    assert_true(editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == packed);
    // In another layer than its parts, they come with it.
    instance = find(b.level, "posts");
    assert_int_equal(editor_edit_set_layers(b.document, &instance, 1, 5, 8), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_unpack_prefab(b.document, NULL, 0), EDITOR_EDIT_DONE); // it is selected
    assert_int_equal(b.level->objects[find(b.level, "post 01")].layers, 8);
    assert_int_equal(b.level->objects[find(b.level, "post 02")].layers, 8);
    editor_document_destroy(b.document);
}

static void test_update(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t prefab = make(&b, POSTS);
    const uint32_t second = place(&b, prefab, "posts 02", -20), third = place(&b, prefab, "posts 03", -40);
    const uint32_t copied = third;
    assert_int_equal(editor_edit_duplicate(b.document, &copied, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_level_count_instances(b.level, prefab), 4);
    assert_int_equal(editor_edit_unpack_prefab(b.document, &second, 1), EDITOR_EDIT_DONE);
    const uint32_t group = editor_document_active(b.document);
    uint32_t roof = ROOF;
    assert_int_equal(editor_edit_reparent(b.document, &roof, 1, group, EDITOR_NONE), EDITOR_EDIT_DONE);
    const uint64_t before = fixture_state(b.document);
    const uint32_t old = b.level->prefabs[prefab].mesh;
    const pick_aabb was = editor_level_subtree_bounds(b.level, third);
    assert_int_equal(editor_edit_update_prefab(b.document, group), EDITOR_EDIT_DONE);
    assert_int_equal(content_of(b.level, prefab)->part_count, 3);
    assert_int_equal(editor_level_count_instances(b.level, prefab), 4);
    assert_int_not_equal(b.level->objects[third].mesh, old);
    assert_true(fixture_is_consistent(b.level));
    const pick_aabb is = editor_level_subtree_bounds(b.level, third);
    assert_true(is.max.x > was.max.x + 10); // the roof is far from the posts
    const uint64_t after = fixture_state(b.document);
    assert_true(editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == before);
    assert_int_equal(b.level->objects[third].mesh, old);
    const pick_aabb back = editor_level_subtree_bounds(b.level, third);
    assert_memory_equal(&back, &was, sizeof(was));
    assert_true(fixture_is_consistent(b.level));
    assert_true(editor_document_redo(b.document));
    assert_true(fixture_state(b.document) == after && fixture_is_consistent(b.level));
    // Back to the start.
    while (editor_document_undo(b.document)) {
    }
    assert_true(fixture_state(b.document) == b.start);
    assert_false(editor_level_has_prefab(b.level, prefab));
    editor_document_destroy(b.document);
}

// Contents that neither the level nor a step has are freed, and numbers used again.
static void test_unused_contents_go(void **state)
{
    (void)state;
    editor_document *document =
        editor_document_create(fixture_level(), &(editor_document_desc){.history_bytes = 20000});
    const editor_level *level = editor_document_level(document);
    uint32_t posts = POSTS, prefab;
    assert_int_equal(editor_edit_make_prefab(document, &posts, 1, NULL, &prefab), EDITOR_EDIT_DONE);
    for (int i = 0; i < 600; i++) {
        assert_int_equal(editor_edit_unpack_prefab(document, NULL, 0), EDITOR_EDIT_DONE);
        const uint32_t group = editor_document_active(document);
        uint32_t child = level->objects[group].first_child;
        const pick_affine at = fixture_at(i, 0, 0);
        assert_int_equal(editor_edit_set_locals(document, &child, &at, 1), EDITOR_EDIT_DONE);
        assert_int_equal(editor_edit_update_prefab(document, group), EDITOR_EDIT_DONE);
    }
    assert_true(level->content_count < 300 && level->mesh_count < 320);
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// --- Picks ----------------------------------------------------------------------------------------------------------

// A prefab of six parts, one mirrored and one flat, and instances turned, sheared, mirrored and far apart.
static editor_document *make_crowd(void)
{
    editor_document *document = fixture_document();
    uint32_t group = EDITOR_NONE, made;
    const pick_affine home = fixture_at(0, 3, 0);
    assert_int_equal(editor_edit_add_group(document, "mill", EDITOR_NONE, &home, &group), EDITOR_EDIT_DONE);
    for (int i = 0; i < 6; i++) {
        const editor_primitive shape = editor_primitive_default((editor_shape)(1 + i));
        pick_affine at = fixture_at(1.5 * (i % 3) - 1.5, i / 3, 0.3 * i);
        at.linear[0] = i == 2 ? -1 : 1;
        at.linear[3] = i == 4 ? 0.5 : 0;
        at.linear[4] = i == 5 ? 0 : 1;
        char name[16];
        snprintf(name, sizeof(name), "part %c", 'a' + i);
        assert_int_equal(editor_edit_add_primitive(document, name, group, &shape, &at, &made), EDITOR_EDIT_DONE);
    }
    uint32_t prefab;
    assert_int_equal(editor_edit_make_prefab(document, &group, 1, NULL, &prefab), EDITOR_EDIT_DONE);
    test_random random = {11};
    for (int i = 0; i < 12; i++) {
        pick_affine at = fixture_at(random_between(&random, -12, 12), random_between(&random, 0, 4),
                                    random_between(&random, -12, 12));
        for (int k = 0; k < 9; k++)
            at.linear[k] += random_between(&random, -0.6, 0.6);
        at.linear[0] *= i % 4 == 1 ? -1 : 1;
        assert_int_equal(editor_edit_add_prefab(document, prefab, "mill x", EDITOR_NONE, &at, &made), EDITOR_EDIT_DONE);
    }
    return document;
}

static pick_ray any_ray(test_random *random)
{
    const pick_vec3 from =
        pick_vec3_make(random_between(random, -20, 20), random_between(random, 0, 15), random_between(random, -20, 20));
    const pick_vec3 to =
        pick_vec3_make(random_between(random, -10, 10), random_between(random, 0, 4), random_between(random, -10, 10));
    return (pick_ray){.origin = from, .direction = pick_vec3_normalize(pick_vec3_sub(to, from)), .t_max = 100};
}

// What is hit through instances is what the same rays hit when all are unpacked.
static void test_picks_as_unpacked(void **state)
{
    (void)state;
    editor_document *document = make_crowd();
    const editor_level *level = editor_document_level(document);
    const uint32_t count = test_effort(800, 20000);
    typedef struct answer {
        char part[16];
        double t;
        uint32_t triangle;
        pick_vec3 normal;
        bool hit, any;
    } answer;
    answer *answers = calloc(count, sizeof(*answers));
    assert_non_null(answers);
    const pick_query query = editor_level_query(level);
    test_random random = {5};
    uint32_t through = 0, wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pick_ray ray = any_ray(&random);
        pick_hit hit, twin;
        answers[i].hit = pick_closest(level->scene, &ray, &query, &hit);
        answers[i].any = pick_any(level->scene, &ray, &query);
        assert_int_equal(answers[i].hit, answers[i].any);
        assert_int_equal(pick_closest_brute_force(level->scene, &ray, &query, &twin), answers[i].hit);
        if (!answers[i].hit)
            continue;
        assert_true(twin.t == hit.t && twin.user == hit.user && twin.inner_user == hit.inner_user);
        const editor_object *o = editor_level_hit_object(level, &hit);
        snprintf(answers[i].part, sizeof(answers[i].part), "%.6s", o->name);
        answers[i].t = hit.t;
        answers[i].triangle = hit.triangle;
        answers[i].normal = hit.normal;
        through += editor_level_hit_part(level, &hit) != EDITOR_NONE;
        if (editor_level_hit_part(level, &hit) == EDITOR_NONE)
            continue;
        // The triangle of what is drawn is there, too.
        const pick_hit drawn = editor_level_hit_drawn(level, &hit);
        const editor_object *instance = &level->objects[hit.user];
        const editor_mesh *mesh = &level->meshes[instance->mesh];
        pick_vec3 corner[3], at = {0, 0, 0};
        const double weight[3] = {1 - drawn.barycentric[0] - drawn.barycentric[1], drawn.barycentric[0],
                                  drawn.barycentric[1]};
        for (size_t k = 0; k < 3; k++) {
            const float *p = &mesh->positions[3 * (size_t)mesh->indices[3 * (size_t)drawn.triangle + k]];
            corner[k] = pick_affine_point(&instance->world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
            at = pick_vec3_add(at, pick_vec3_scale(corner[k], weight[k]));
        }
        wrong += pick_vec3_length(pick_vec3_sub(at, hit.point)) > 2e-6;
    }
    assert_int_equal(wrong, 0);
    assert_true(through > count / 10);
    uint32_t instances[16], found = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].exists && level->objects[i].kind == EDITOR_OBJECT_PREFAB)
            instances[found++] = i;
    }
    assert_int_equal(found, 13);
    assert_int_equal(editor_edit_unpack_prefab(document, instances, found), EDITOR_EDIT_DONE);
    random = (test_random){5};
    uint32_t apart = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pick_ray ray = any_ray(&random);
        pick_hit hit;
        const bool is_hit = pick_closest(level->scene, &ray, &query, &hit);
        // Both round, so an edge may be met or not.
        if (is_hit != answers[i].hit || (is_hit && fabs(hit.t - answers[i].t) > 1e-5)) {
            apart++;
            continue;
        }
        if (!is_hit)
            continue;
        char part[16];
        snprintf(part, sizeof(part), "%.6s", level->objects[hit.user].name);
        apart += strcmp(part, answers[i].part) != 0 || hit.triangle != answers[i].triangle;
        assert_true(pick_vec3_length(pick_vec3_sub(hit.normal, answers[i].normal)) < 1e-3 ||
                    hit.triangle != answers[i].triangle);
    }
    print_message("%u rays through instances, %u differ at an edge\n", (unsigned)through, (unsigned)apart);
    assert_true(apart <= count / 500);
    free(answers);
    editor_document_destroy(document);
}

// A hidden, locked or left out instance is so as a whole.
// Every vertex and face of an instance's mesh belongs to a part, by name, and lies where it is drawn.
static void test_owners_of_vertices_and_faces(void **state)
{
    (void)state;
    editor_document *document = make_crowd();
    const editor_level *level = editor_document_level(document);
    uint32_t vertices = 0, faces = 0, later = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        const editor_prefab_content *content = o->exists ? editor_level_content(level, o->mesh) : NULL;
        for (uint32_t k = 0; content && k < content->part_count; k++) {
            char name[208], wanted[208];
            snprintf(wanted, sizeof(wanted), "%s > %s", o->name, content->parts[k].name);
            for (uint32_t v = content->first_vertex[k]; v < content->first_vertex[k + 1]; v++) {
                const pick_part part = {o->pick, PICK_PART_VERTEX, v, 0};
                const float *p = &level->meshes[o->mesh].positions[3 * (size_t)v];
                const pick_vec3 drawn =
                    pick_affine_point(&o->world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
                pick_vec3 found;
                if (editor_level_part_points(level, &part, &found, 1) == 0)
                    continue; // no face that can be hit has it
                assert_true(pick_vec3_length(pick_vec3_sub(found, drawn)) < 1e-4);
                editor_level_part_name(level, &part, name, sizeof(name));
                assert_string_equal(name, wanted);
                vertices++;
                later += k > 0 && v == content->first_vertex[k];
            }
            for (uint32_t t = content->first_triangle[k]; t < content->first_triangle[k + 1]; t++) {
                const pick_part part = {o->pick, PICK_PART_FACE, t, 0};
                pick_part_measures measures;
                uint32_t first, count;
                assert_true(pick_mesh_polygon(level->meshes[o->mesh].pick, t, &first, &count));
                if (first != t)
                    continue;
                assert_true(editor_level_part_measure(level, &part, &measures));
                editor_level_part_name(level, &part, name, sizeof(name));
                assert_string_equal(name, wanted);
                faces++;
                later += k > 0 && t == content->first_triangle[k];
            }
        }
    }
    assert_true(vertices > 1000 && faces > 500 && later > 10);
    editor_document_destroy(document);
}

static void test_flags_of_instances(void **state)
{
    (void)state;
    bench b = bench_begin();
    make(&b, POSTS);
    const uint32_t instance = find(b.level, "posts");
    const pick_ray down = {.origin = pick_vec3_make(5, 9, 0), .direction = pick_vec3_make(0, -1, 0), .t_max = 100};
    pick_query query = editor_level_query(b.level);
    pick_hit hit;
    assert_true(pick_closest(b.level->scene, &down, &query, &hit) && hit.user == instance && !hit.locked);
    assert_int_equal(editor_level_hit_part(b.level, &hit), 0);
    char name[64];
    editor_level_hit_name(b.level, &hit, name, sizeof(name));
    assert_string_equal(name, "posts > post 01");
    assert_int_equal(editor_edit_set_locked(b.document, &instance, 1, true), EDITOR_EDIT_DONE);
    assert_true(pick_closest(b.level->scene, &down, &query, &hit) && hit.user == instance && hit.locked);
    assert_int_equal(editor_edit_set_layers(b.document, &instance, 1, 1, 8), EDITOR_EDIT_DONE);
    query.hidden_layers = 8;
    assert_true(pick_closest(b.level->scene, &down, &query, &hit) && hit.user == FLOOR);
    editor_level_hit_name(b.level, &hit, name, sizeof(name));
    assert_string_equal(name, "floor");
    query.hidden_layers = 0;
    assert_int_equal(editor_edit_set_hidden(b.document, &instance, 1, true), EDITOR_EDIT_DONE);
    assert_true(pick_closest(b.level->scene, &down, &query, &hit) && hit.user == FLOOR);
    editor_document_destroy(b.document);
}

// What drops falls onto instances, and instances fall.
static void test_drop(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t prefab = make(&b, POSTS), high = place(&b, prefab, "high", 5);
    pick_affine at = fixture_at(5, 7, 0);
    assert_int_equal(editor_edit_set_locals(b.document, &high, &at, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(b.document, &high, 1), EDITOR_EDIT_DONE);
    assert_true(fabs(b.level->objects[high].world.origin.y - 1) < 1e-6);
    editor_document_destroy(b.document);
}

// --- Between levels -------------------------------------------------------------------------------------------------

static void test_paste(void **state)
{
    (void)state;
    bench b = bench_begin(), other = bench_begin();
    // Of shapes, because the meshes of the small level come from no file.
    uint32_t pair[2];
    for (int i = 0; i < 2; i++) {
        const editor_primitive shape = editor_primitive_default(EDITOR_SHAPE_CUBE);
        const pick_affine at = fixture_at(3 * i, 0, 0);
        assert_int_equal(editor_edit_add_primitive(b.document, "box", EDITOR_NONE, &shape, &at, &pair[i]),
                         EDITOR_EDIT_DONE);
    }
    assert_int_equal(editor_edit_make_prefab(b.document, pair, 2, "posts", NULL), EDITOR_EDIT_DONE);
    char *text = editor_edit_copy(b.document, NULL, 0);
    assert_non_null(text);
    for (int i = 0; i < 2; i++) { // the second time the definition is there
        if (editor_edit_paste(other.document, text, EDITOR_NONE, NULL, NULL) != EDITOR_EDIT_DONE)
            fail_msg("%s", editor_document_reason(other.document));
        assert_int_equal(editor_level_find_prefab(other.level, "posts"), 0);
        assert_int_equal(editor_level_count_instances(other.level, 0), i + 1);
    }
    assert_int_equal(editor_level_find_prefab(other.level, "posts 02"), EDITOR_NONE);
    // Another content of the name comes as another definition.
    assert_int_equal(editor_edit_unpack_prefab(b.document, NULL, 0), EDITOR_EDIT_DONE);
    const uint32_t group = editor_document_active(b.document), gone = b.level->objects[group].first_child;
    assert_int_equal(editor_edit_delete(b.document, &gone, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_update_prefab(b.document, group), EDITOR_EDIT_DONE);
    free(text);
    text = editor_edit_copy(b.document, NULL, 0);
    assert_int_equal(editor_edit_paste(other.document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(editor_level_find_prefab(other.level, "posts 02"), 1);
    assert_int_equal(content_of(other.level, 1)->part_count, 1);
    assert_true(fixture_is_consistent(other.level));
    for (int i = 0; i < 3; i++)
        assert_true(editor_document_undo(other.document));
    assert_true(fixture_state(other.document) == other.start);
    free(text);
    editor_document_destroy(b.document);
    editor_document_destroy(other.document);
}

// --- Many -----------------------------------------------------------------------------------------------------------

// A thousand instances of a thousand parts cost the level's scene a thousand objects.
static void test_many(void **state)
{
    (void)state;
    enum { SIDE = 1000 };
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    editor_object *parts = calloc(SIDE, sizeof(*parts));
    assert_non_null(parts);
    for (uint32_t i = 0; i < SIDE; i++) {
        char name[24];
        snprintf(name, sizeof(name), "part %u", (unsigned)i);
        parts[i] = (editor_object){.kind = EDITOR_OBJECT_MESH,
                                   .mesh = level->objects[FLOOR].mesh,
                                   .name = editor_text_copy(name),
                                   .parent = EDITOR_NONE,
                                   .layers = 1,
                                   .local = fixture_at(2 * (i % 10), 2 * (i / 10 % 10), 2.0 * (i / 100))};
    }
    const size_t before = pick_scene_memory(level->scene);
    const uint32_t mesh = editor_level_make_content((editor_level *)(uintptr_t)level, parts, SIDE, NULL);
    const uint32_t prefab = editor_level_add_prefab((editor_level *)(uintptr_t)level, "block", 0);
    assert_true(mesh != EDITOR_NONE && prefab != EDITOR_NONE);
    ((editor_level *)(uintptr_t)level)->prefabs[prefab].mesh = mesh;
    uint32_t made;
    assert_int_equal(editor_edit_add_prefab(document, prefab, "block 01", EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made),
                     EDITOR_EDIT_DONE);
    for (uint32_t count = 1; count < 1024; count *= 2) {
        uint32_t *all = malloc(level->object_count * sizeof(*all)), found = 0;
        for (uint32_t i = 0; i < level->object_count; i++) {
            if (level->objects[i].exists && level->objects[i].kind == EDITOR_OBJECT_PREFAB)
                all[found++] = i;
        }
        assert_int_equal(editor_edit_duplicate(document, all, found), EDITOR_EDIT_DONE);
        free(all);
    }
    assert_int_equal(editor_level_count_instances(level, prefab), 1024);
    const size_t each = (pick_scene_memory(level->scene) - before) / 1024;
    const size_t inner = pick_scene_memory(content_of(level, prefab)->scene);
    print_message("an instance costs %zu bytes of the pick scene, the definition's scene has %zu\n", each, inner);
    assert_true(each < 600);
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make_of_a_group),
        cmocka_unit_test(test_make_of_a_tree),
        cmocka_unit_test(test_make_of_one_and_of_several),
        cmocka_unit_test(test_make_of_flat_and_smooth),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_unpack),
        cmocka_unit_test(test_update),
        cmocka_unit_test(test_unused_contents_go),
        cmocka_unit_test(test_picks_as_unpacked),
        cmocka_unit_test(test_owners_of_vertices_and_faces),
        cmocka_unit_test(test_flags_of_instances),
        cmocka_unit_test(test_drop),
        cmocka_unit_test(test_paste),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
