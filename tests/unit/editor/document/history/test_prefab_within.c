// Prefabs within prefabs: what is made, picked and named, how a change of one reaches all that have it, and what is
// refused.
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
#include "document/level/prefab.h"
#include "edit_bench.h"
#include "effort.h"
#include "random.h"
#include "system/text.h"

static const editor_prefab_content *content_of(const editor_level *level, uint32_t prefab)
{
    assert_true(editor_level_has_prefab(level, prefab));
    return editor_level_content(level, level->prefabs[prefab].mesh);
}

static uint32_t find(const editor_level *level, const char *name)
{
    const uint32_t object = editor_level_find(level, name, EDITOR_NONE);
    assert_int_not_equal(object, EDITOR_NONE);
    return object;
}

static uint32_t make(editor_document *document, const uint32_t *objects, uint32_t count, const char *name)
{
    uint32_t prefab = EDITOR_NONE;
    if (editor_edit_make_prefab(document, objects, count, name, &prefab) != EDITOR_EDIT_DONE)
        fail_msg("%s", editor_document_reason(document));
    return prefab;
}

static uint32_t place(editor_document *document, uint32_t prefab, const char *name, pick_affine at)
{
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_prefab(document, prefab, name, EDITOR_NONE, &at, &made), EDITOR_EDIT_DONE);
    return made;
}

static uint32_t add_shape(editor_document *document, editor_shape shape, const char *name, uint32_t parent, double x)
{
    uint32_t made = EDITOR_NONE;
    const editor_primitive primitive = editor_primitive_default(shape);
    const pick_affine at = fixture_at(x, 0, 0);
    assert_int_equal(editor_edit_add_primitive(document, name, parent, &primitive, &at, &made), EDITOR_EDIT_DONE);
    return made;
}

// Of the group that an instance is unpacked to.
static uint32_t unpack(editor_document *document, uint32_t instance)
{
    assert_int_equal(editor_edit_unpack_prefab(document, &instance, 1), EDITOR_EDIT_DONE);
    return editor_document_active(document);
}

// --- A street of rows of pairs ---

// pair: a cube and, 2 m beside it, a sphere. row: a pair, a mirrored and sheared one 5 m on, and a cone. street: three
// rows, one of them turned. Two streets stand in the level.
typedef struct street {
    editor_document *document;
    const editor_level *level;
    uint32_t pair, row, street;
} street;

static street street_begin(void)
{
    street s = {.document = fixture_document()};
    s.level = editor_document_level(s.document);
    uint32_t objects[3];
    objects[0] = add_shape(s.document, EDITOR_SHAPE_CUBE, "cube", EDITOR_NONE, 0);
    objects[1] = add_shape(s.document, EDITOR_SHAPE_SPHERE, "sphere", EDITOR_NONE, 2);
    s.pair = make(s.document, objects, 2, "pair");
    pick_affine at = fixture_at(5, 0.5, 0);
    at.linear[0] = -1;
    at.linear[3] = 0.4;
    objects[0] = editor_document_active(s.document);
    objects[1] = place(s.document, s.pair, "pair 02", at);
    objects[2] = add_shape(s.document, EDITOR_SHAPE_CONE, "cone", EDITOR_NONE, 8);
    s.row = make(s.document, objects, 3, "row");
    at = fixture_at(0, 0, 4);
    objects[0] = editor_document_active(s.document);
    objects[1] = place(s.document, s.row, "row 02", at);
    at = (pick_affine){.linear = {0.6, 0, 0.8, 0, 1, 0, -0.8, 0, 0.6}, .origin = {1, 2, 9}};
    objects[2] = place(s.document, s.row, "row 03", at);
    s.street = make(s.document, objects, 3, "street");
    at = fixture_at(-12, 3, 2);
    at.linear[4] = 1.5;
    place(s.document, s.street, "street 02", at);
    return s;
}

static void test_make(void **state)
{
    (void)state;
    street s = street_begin();
    const editor_prefab_content *pair = content_of(s.level, s.pair), *row = content_of(s.level, s.row),
                                *all = content_of(s.level, s.street);
    assert_true(pair->depth == 1 && row->depth == 2 && all->depth == 3);
    assert_true(pair->all_parts == 2 && row->all_parts == 7 && all->all_parts == 24);
    assert_int_equal(row->part_count, 3);
    assert_true(row->parts[0].kind == EDITOR_OBJECT_PREFAB && row->parts[0].prefab == s.pair + 1);
    assert_int_equal(row->parts[1].mesh, s.level->prefabs[s.pair].mesh);
    assert_true(all->parts[2].prefab == s.row + 1 && all->parts[2].world.linear[2] == 0.8);
    assert_int_equal(pick_scene_count(all->scene), 3);
    const uint32_t triangles = s.level->meshes[s.level->prefabs[s.pair].mesh].index_count / 3;
    assert_int_equal(row->first_triangle[1], triangles);
    assert_int_equal(s.level->meshes[s.level->prefabs[s.street].mesh].index_count / 3, 3 * row->first_triangle[3]);
    assert_int_equal(editor_level_count_instances(s.level, s.pair), 0); // what is a part is no object
    assert_int_equal(editor_level_count_instances(s.level, s.street), 2);
    assert_int_equal(editor_level_find_prefab_with(s.level, s.pair), s.row);
    assert_int_equal(editor_level_find_prefab_with(s.level, s.street), EDITOR_NONE);
    assert_true(editor_level_prefab_has(s.level, s.street, s.pair) && editor_level_prefab_has(s.level, s.row, s.row));
    assert_false(editor_level_prefab_has(s.level, s.pair, s.row));
    assert_int_equal(editor_level_count(s.level).used_meshes, 4); // the small level's cube, and three shapes
    assert_true(fixture_is_consistent(s.level));
    // A group that was unpacked is any group in another prefab.
    const uint32_t group = unpack(s.document, find(s.level, "street 02"));
    unpack(s.document, s.level->objects[group].first_child);
    const uint32_t mixed = make(s.document, &group, 1, "mixed");
    const editor_prefab_content *parts = content_of(s.level, mixed);
    assert_true(parts->parts[0].kind == EDITOR_OBJECT_GROUP && parts->parts[0].prefab == 0);
    assert_true(parts->depth == 3 && parts->part_count == 6);
    // All of it is undone.
    while (editor_document_undo(s.document)) {
    }
    assert_false(editor_level_has_prefab(s.level, s.street));
    while (editor_document_redo(s.document)) {
    }
    assert_true(fixture_is_consistent(s.level));
    assert_int_equal(content_of(s.level, s.street)->all_parts, 24);
    editor_document_destroy(s.document);
}

// Every triangle and vertex of the whole is named down to the innermost part.
static void test_names(void **state)
{
    (void)state;
    street s = street_begin();
    const uint32_t instance = find(s.level, "street 02");
    const editor_object *o = &s.level->objects[instance];
    const editor_mesh *mesh = &s.level->meshes[o->mesh];
    uint32_t cubes = 0, cones = 0, others = 0;
    for (uint32_t t = 0; t < mesh->index_count / 3; t++) {
        char name[EDITOR_PART_NAME], by_vertex[EDITOR_PART_NAME];
        editor_level_part_name(s.level, &(pick_part){o->pick, PICK_PART_FACE, t, 0}, name, sizeof(name));
        editor_level_part_name(s.level, &(pick_part){o->pick, PICK_PART_VERTEX, mesh->indices[3 * (size_t)t], 0},
                               by_vertex, sizeof(by_vertex));
        assert_string_equal(name, by_vertex);
        cubes += strcmp(name, "street 02 > row 03 > pair 02 > cube") == 0;
        cones += strcmp(name, "street 02 > row > cone") == 0;
        others += strcmp(name, "street 02 > row 02 > pair > sphere") == 0;
    }
    const editor_prefab_content *pair = content_of(s.level, s.pair), *row = content_of(s.level, s.row);
    assert_int_equal(cubes, pair->first_triangle[1]);
    assert_int_equal(others, pair->first_triangle[2] - pair->first_triangle[1]);
    assert_int_equal(cones, row->first_triangle[3] - row->first_triangle[2]);
    // What does not fit is cut, not in a character: of "ö" two bytes are needed.
    pick_part first = {o->pick, PICK_PART_FACE, 0, 0};
    const editor_prefab_content *all = content_of(s.level, s.street);
    char *old = all->parts[0].name, small[EDITOR_PART_NAME], longest[EDITOR_PART_NAME + 16];
    memset(longest, 'x', sizeof(longest));
    snprintf(longest + EDITOR_PART_NAME - 2, 8, "\xc3\xb6y");
    all->parts[0].name = longest;
    editor_prefab_name_part(s.level, &all->parts[0], PICK_PART_FACE, first.a, small, sizeof(small));
    assert_int_equal(strlen(small), EDITOR_PART_NAME - 2);
    assert_true(editor_text_is_utf8(small, strlen(small)));
    all->parts[0].name = old;
    editor_document_destroy(s.document);
}

// --- Picks ---

typedef struct answer {
    char name[EDITOR_PART_NAME];
    double t;
    bool hit;
} answer;

static answer ask(const editor_level *level, test_random *random, uint32_t *through)
{
    const pick_vec3 from =
        pick_vec3_make(random_between(random, -20, 20), random_between(random, 0, 15), random_between(random, -20, 20));
    const pick_vec3 to =
        pick_vec3_make(random_between(random, -14, 12), random_between(random, 0, 4), random_between(random, 0, 12));
    const pick_ray ray = {.origin = from, .direction = pick_vec3_normalize(pick_vec3_sub(to, from)), .t_max = 100};
    const pick_query query = editor_level_query(level);
    pick_hit hit, twin;
    answer out = {.hit = pick_closest(level->scene, &ray, &query, &hit)};
    assert_int_equal(pick_closest_brute_force(level->scene, &ray, &query, &twin), out.hit);
    if (!out.hit)
        return out;
    assert_true(twin.t == hit.t && twin.user == hit.user && twin.triangle == hit.triangle);
    out.t = hit.t;
    editor_level_hit_name(level, &hit, out.name, sizeof(out.name));
    const char *leaf = strrchr(out.name, '>');
    assert_string_equal(editor_level_hit_leaf(level, &hit)->name, leaf ? leaf + 2 : out.name);
    if (editor_level_hit_part(level, &hit) == EDITOR_NONE)
        return out;
    (*through)++;
    // The triangle of what is drawn is there, and has that name.
    const pick_hit drawn = editor_level_hit_drawn(level, &hit);
    const editor_object *o = &level->objects[hit.user];
    const editor_mesh *mesh = &level->meshes[o->mesh];
    const double weight[3] = {1 - drawn.barycentric[0] - drawn.barycentric[1], drawn.barycentric[0],
                              drawn.barycentric[1]};
    pick_vec3 at = {0, 0, 0};
    for (size_t k = 0; k < 3; k++) {
        const float *p = &mesh->positions[3 * (size_t)mesh->indices[3 * (size_t)drawn.triangle + k]];
        const pick_vec3 corner = pick_affine_point(&o->world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
        at = pick_vec3_add(at, pick_vec3_scale(corner, weight[k]));
    }
    assert_true(pick_vec3_length(pick_vec3_sub(at, hit.point)) < 1e-5);
    char name[EDITOR_PART_NAME];
    editor_level_part_name(level, &(pick_part){o->pick, PICK_PART_FACE, drawn.triangle, 0}, name, sizeof(name));
    assert_string_equal(name, out.name);
    return out;
}

// The name without the instances above it that are unpacked: they are groups then.
static const char *tail(const char *name, int levels)
{
    for (; levels > 0 && strchr(name, '>'); levels--)
        name = strchr(name, '>') + 2;
    return name;
}

// What is hit through two and three prefabs is what the same rays hit when the outer ones are unpacked.
static void test_picks_as_unpacked(void **state)
{
    (void)state;
    street s = street_begin();
    const uint32_t count = test_effort(500, 10000);
    answer *answers = calloc(count, sizeof(*answers));
    assert_non_null(answers);
    uint32_t through = 0;
    for (int levels = 0; levels < 3; levels++) {
        test_random random = {5};
        uint32_t apart = 0;
        for (uint32_t i = 0; i < count; i++) {
            const answer now = ask(s.level, &random, &through);
            if (levels == 0) {
                answers[i] = now;
                continue;
            }
            const bool same = now.hit == answers[i].hit && (!now.hit || fabs(now.t - answers[i].t) < 2e-5);
            // A copy has a number behind its name: "pair 03" for "pair".
            const char *was = strrchr(tail(answers[i].name, levels), '>'), *is = strrchr(now.name, '>');
            apart += !same || (now.hit && was && is && strcmp(was, is) != 0);
        }
        assert_true(apart <= count / 400);
        uint32_t instances[16], found = 0;
        for (uint32_t i = 0; i < s.level->object_count; i++) {
            if (s.level->objects[i].exists && s.level->objects[i].kind == EDITOR_OBJECT_PREFAB)
                instances[found++] = i;
        }
        assert_int_equal(found, levels == 0 ? 2 : levels == 1 ? 6 : 12);
        assert_int_equal(editor_edit_unpack_prefab(s.document, instances, found), EDITOR_EDIT_DONE);
        assert_true(fixture_is_consistent(s.level));
    }
    print_message("%u rays met a part\n", (unsigned)through);
    assert_true(through > count / 10);
    free(answers);
    editor_document_destroy(s.document);
}

// --- Changes ---

static void test_update_reaches_all(void **state)
{
    (void)state;
    street s = street_begin();
    const uint32_t sole = place(s.document, s.pair, "pair 09", fixture_at(0, 0, -9));
    const uint32_t street_2 = find(s.level, "street 02"), was = s.level->prefabs[s.street].mesh;
    const uint32_t triangles = s.level->meshes[was].index_count / 3;
    const uint32_t group = unpack(s.document, sole);
    const uint32_t cube = s.level->objects[group].first_child;
    assert_int_equal(editor_edit_delete(s.document, &cube, 1), EDITOR_EDIT_DONE);
    const uint64_t before = fixture_state(s.document);
    assert_int_equal(editor_edit_update_prefab(s.document, group), EDITOR_EDIT_DONE);
    assert_int_equal(content_of(s.level, s.pair)->part_count, 1);
    const editor_prefab_content *row = content_of(s.level, s.row), *all = content_of(s.level, s.street);
    assert_int_equal(row->parts[0].mesh, s.level->prefabs[s.pair].mesh);
    assert_int_equal(row->parts[1].mesh, s.level->prefabs[s.pair].mesh);
    assert_int_equal(all->parts[2].mesh, s.level->prefabs[s.row].mesh);
    assert_true(row->all_parts == 5 && all->all_parts == 18);
    assert_int_equal(s.level->objects[street_2].mesh, s.level->prefabs[s.street].mesh);
    assert_int_equal(s.level->meshes[s.level->objects[street_2].mesh].index_count / 3, triangles - 6 * 12);
    assert_true(fixture_is_consistent(s.level));
    const uint64_t after = fixture_state(s.document);
    for (int i = 0; i < 3; i++) {
        assert_true(editor_document_undo(s.document));
        assert_true(fixture_state(s.document) == before);
        assert_int_equal(s.level->objects[street_2].mesh, was);
        assert_int_equal(content_of(s.level, s.row)->part_count, 3);
        assert_true(fixture_is_consistent(s.level));
        assert_true(editor_document_redo(s.document));
        assert_true(fixture_state(s.document) == after && fixture_is_consistent(s.level));
    }
    editor_document_destroy(s.document);
}

// A pair that has a row, and a row that has the street, would be in themselves.
static void test_circles(void **state)
{
    (void)state;
    street s = street_begin();
    static const struct {
        const char *held, *in, *reason;
    } cases[] = {{"pair", "pair", "pair would be in itself: held has it"},
                 {"row", "pair", "pair would be in itself: held has it"},
                 {"street", "pair", "pair would be in itself: held has it"},
                 {"street", "row", "row would be in itself: held has it"},
                 {"pair", "street", NULL}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const uint32_t prefab = editor_level_find_prefab(s.level, cases[i].in);
        const uint32_t group = unpack(s.document, place(s.document, prefab, "opened", fixture_at(0, 0, -20)));
        const uint32_t held =
            place(s.document, editor_level_find_prefab(s.level, cases[i].held), "held", fixture_at(0, 0, -20));
        assert_int_equal(editor_edit_reparent(s.document, &held, 1, group, EDITOR_NONE), EDITOR_EDIT_DONE);
        const uint64_t before = fixture_state(s.document);
        const editor_edit_result result = editor_edit_update_prefab(s.document, group);
        assert_int_equal(result, cases[i].reason ? EDITOR_EDIT_REFUSED : EDITOR_EDIT_DONE);
        if (cases[i].reason)
            assert_string_equal(editor_document_reason(s.document), cases[i].reason);
        assert_true(!cases[i].reason || fixture_state(s.document) == before);
        assert_true(fixture_is_consistent(s.level));
        for (int k = cases[i].reason ? 4 : 5; k > 0; k--)
            assert_true(editor_document_undo(s.document));
    }
    editor_document_destroy(s.document);
}

static void test_deletion(void **state)
{
    (void)state;
    street s = street_begin();
    assert_int_equal(editor_edit_delete_prefab(s.document, s.pair), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(s.document), "pair is in the prefab row: delete that first");
    const uint32_t both[2] = {find(s.level, "street"), find(s.level, "street 02")};
    assert_int_equal(editor_edit_delete(s.document, both, 2), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_delete_prefab(s.document, s.row), EDITOR_EDIT_REFUSED);
    assert_int_equal(editor_edit_delete_prefab(s.document, s.street), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_delete_prefab(s.document, s.row), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_delete_prefab(s.document, s.pair), EDITOR_EDIT_DONE);
    for (int i = 0; i < 4; i++)
        assert_true(editor_document_undo(s.document));
    assert_int_equal(content_of(s.level, s.street)->all_parts, 24);
    assert_true(fixture_is_consistent(s.level));
    editor_document_destroy(s.document);
}

static const char *too_large(const editor_level *level, const editor_object *parts, uint32_t count)
{
    return editor_prefab_too_large(editor_prefab_measure(level, parts, count));
}

// One within the other up to the bound; a change that would break it is refused, and nothing changed.
static void test_bounds(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    uint32_t object = add_shape(document, EDITOR_SHAPE_CUBE, "cube", EDITOR_NONE, 0), prefab = EDITOR_NONE;
    for (uint32_t depth = 1; depth <= EDITOR_PREFAB_DEPTH; depth++) {
        char name[24];
        snprintf(name, sizeof(name), "depth %u", (unsigned)depth);
        prefab = make(document, &object, 1, name);
        object = editor_document_active(document);
    }
    assert_int_equal(content_of(level, prefab)->depth, EDITOR_PREFAB_DEPTH);
    const pick_ray ray = {.origin = pick_vec3_make(0, 0, 9), .direction = pick_vec3_make(0, 0, -1), .t_max = 100};
    const pick_query query = editor_level_query(level);
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, &query, &hit) && hit.user == object);
    assert_string_equal(editor_level_hit_leaf(level, &hit)->name, "cube");
    const uint64_t before = fixture_state(document);
    assert_int_equal(editor_edit_make_prefab(document, &object, 1, NULL, NULL), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "cube has more than 16 prefabs within each other");
    assert_true(fixture_state(document) == before);
    // The innermost one gets another in it, which makes the outermost too deep.
    const uint32_t one = add_shape(document, EDITOR_SHAPE_CUBE, "other", EDITOR_NONE, 30);
    make(document, &one, 1, "other");
    const uint32_t other = editor_document_active(document);
    const uint32_t group = unpack(document, place(document, 0, "opened", fixture_at(30, 0, 0)));
    assert_int_equal(editor_edit_reparent(document, &other, 1, group, EDITOR_NONE), EDITOR_EDIT_DONE);
    const uint64_t ready = fixture_state(document);
    assert_int_equal(editor_edit_update_prefab(document, group), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "depth 16 has more than 16 prefabs within each other");
    assert_true(fixture_state(document) == ready && fixture_is_consistent(level));
    editor_document_destroy(document);
    // The other bounds, by their counts.
    street s = street_begin();
    editor_mesh *mesh = &((editor_level *)(uintptr_t)s.level)->meshes[s.level->prefabs[s.row].mesh];
    editor_object parts[2] = {content_of(s.level, s.street)->parts[0], content_of(s.level, s.street)->parts[1]};
    assert_null(too_large(s.level, parts, 2));
    const uint32_t all_parts = mesh->content->all_parts;
    mesh->content->all_parts = EDITOR_PREFAB_PARTS / 2 - 1;
    assert_null(too_large(s.level, parts, 2));
    mesh->content->all_parts = EDITOR_PREFAB_PARTS / 2;
    assert_non_null(strstr(too_large(s.level, parts, 2), "more than 1048576 parts"));
    mesh->content->all_parts = all_parts;
    editor_document_destroy(s.document);
}

static void must_be_beyond(editor_document *document, editor_edit_result result, const char *reason, uint64_t before)
{
    assert_int_equal(result, EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), reason);
    assert_true(fixture_state(document) == before);
}

// All prefabs together: what would go beyond is refused, and what takes the place of something else is not.
static void test_what_prefabs_repeat(void **state)
{
    (void)state;
    enum { CUBE = 12 };
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    editor_prefab_set_triangles(3 * CUBE);
    uint32_t cubes[3];
    for (int i = 0; i < 3; i++)
        cubes[i] = add_shape(document, EDITOR_SHAPE_CUBE, "cube", EDITOR_NONE, 3 * i);
    make(document, cubes, 1, "one");
    uint32_t one = editor_document_active(document);
    make(document, &one, 1, "two");
    const uint32_t two = editor_document_active(document);
    uint64_t before = fixture_state(document);
    must_be_beyond(document, editor_edit_make_prefab(document, cubes + 1, 2, "many", NULL),
                   "many has too much: all prefabs of a level together repeat at most 36 triangles", before);
    // Another cube in the inner one makes the outer one larger, too; moving it does not.
    one = place(document, 0, "opened", fixture_at(30, 0, 0));
    const uint32_t group = unpack(document, one);
    const uint32_t child = level->objects[group].first_child;
    const pick_affine at = fixture_at(0.5, 0, 0);
    assert_int_equal(editor_edit_set_locals(document, &child, &at, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_update_prefab(document, group), EDITOR_EDIT_DONE);
    const uint32_t again = unpack(document, editor_document_active(document));
    assert_int_equal(editor_edit_reparent(document, cubes + 1, 1, again, EDITOR_NONE), EDITOR_EDIT_DONE);
    before = fixture_state(document);
    must_be_beyond(document, editor_edit_update_prefab(document, again),
                   "two has too much: all prefabs of a level together repeat at most 36 triangles", before);
    editor_prefab_set_triangles(4 * CUBE);
    assert_int_equal(editor_edit_update_prefab(document, again), EDITOR_EDIT_DONE);
    // A deleted one counts no more, until it is back.
    assert_int_equal(editor_edit_delete(document, &two, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_delete_prefab(document, 1), EDITOR_EDIT_DONE);
    make(document, cubes + 2, 1, "three");
    assert_true(fixture_is_consistent(level));
    // What a prefab has of others on the clipboard.
    const uint32_t three = editor_document_active(document);
    char *text = editor_edit_copy(document, &three, 1);
    assert_non_null(text);
    editor_document *other = fixture_document();
    editor_prefab_set_triangles(CUBE - 1);
    before = fixture_state(other);
    must_be_beyond(other, editor_edit_paste(other, text, EDITOR_NONE, NULL, NULL),
                   "three has too much: all prefabs of a level together repeat at most 11 triangles", before);
    editor_prefab_set_triangles(CUBE);
    assert_int_equal(editor_edit_paste(other, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    free(text);
    editor_document_destroy(other);
    editor_document_destroy(document);
    editor_prefab_set_triangles(EDITOR_PREFAB_TRIANGLES);
}

// Contents that neither the level nor a step has are freed, whatever has whatever.
static void test_unused_contents_go(void **state)
{
    (void)state;
    editor_document *document =
        editor_document_create(fixture_level(), &(editor_document_desc){.history_bytes = 20000});
    const editor_level *level = editor_document_level(document);
    const uint32_t cube = add_shape(document, EDITOR_SHAPE_CUBE, "cube", EDITOR_NONE, 0);
    const uint32_t inner = make(document, &cube, 1, "inner");
    uint32_t instance = editor_document_active(document);
    const uint32_t outer = make(document, &instance, 1, "outer");
    instance = place(document, inner, "inner 02", fixture_at(9, 0, 0));
    for (int i = 0; i < 400; i++) {
        const uint32_t group = unpack(document, instance), child = level->objects[group].first_child;
        const pick_affine at = fixture_at(i + 1, 0, 0);
        assert_int_equal(editor_edit_set_locals(document, &child, &at, 1), EDITOR_EDIT_DONE);
        assert_int_equal(editor_edit_update_prefab(document, group), EDITOR_EDIT_DONE);
        instance = editor_document_active(document);
        assert_int_equal(content_of(level, outer)->parts[0].mesh, level->prefabs[inner].mesh);
    }
    print_message("%u contents are left of 800\n", (unsigned)level->content_count);
    assert_true(level->content_count < 400 && level->mesh_count < 420);
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// What only a content has as a part stays as long as that content, whichever has the lower number.
static void test_contents_of_contents_stay(void **state)
{
    (void)state;
    street s = street_begin();
    editor_level *level = (editor_level *)(uintptr_t)s.level;
    uint32_t chain[3] = {level->objects[FLOOR].mesh, 0, 0};
    for (int i = 0; i < 3; i++) {
        editor_object *part = calloc(1, sizeof(*part));
        assert_non_null(part);
        *part = (editor_object){.kind = i == 0 ? EDITOR_OBJECT_MESH : EDITOR_OBJECT_PREFAB,
                                .mesh = i == 0 ? chain[0] : chain[i - 1],
                                .prefab = i == 0 ? 0 : s.pair + 1,
                                .name = editor_text_copy("part"),
                                .parent = EDITOR_NONE,
                                .local = PICK_AFFINE_IDENTITY};
        chain[i] = editor_level_make_content(level, part, 1, NULL);
        assert_int_not_equal(chain[i], EDITOR_NONE);
    }
    const uint32_t kept = editor_level_add_prefab(level, "kept", 0);
    level->prefabs[kept].mesh = chain[2];
    const uint32_t street_1 = find(level, "street");
    uint32_t group = unpack(s.document, street_1);
    for (int i = 0; i < 200; i++) { // until unused ones are looked for
        assert_int_equal(editor_edit_update_prefab(s.document, group), EDITOR_EDIT_DONE);
        assert_true(editor_document_undo(s.document));
    }
    for (int i = 0; i < 3; i++)
        assert_true(level->meshes[chain[i]].content && level->meshes[chain[i]].content->part_count == 1);
    assert_true(level->content_count < 200); // they were looked for
    level->prefabs[kept].mesh = EDITOR_NONE;
    editor_document_destroy(s.document);
}

// --- Between levels ---

static void test_paste(void **state)
{
    (void)state;
    street s = street_begin();
    bench other = bench_begin();
    const uint32_t instance = find(s.level, "street 02");
    char *text = editor_edit_copy(s.document, &instance, 1);
    assert_non_null(text);
    for (int i = 0; i < 2; i++) { // the second time all three are there
        if (editor_edit_paste(other.document, text, EDITOR_NONE, NULL, NULL) != EDITOR_EDIT_DONE)
            fail_msg("%s", editor_document_reason(other.document));
        assert_int_equal(other.level->prefab_count, 3);
    }
    const uint32_t pasted = editor_level_find_prefab(other.level, "street");
    assert_int_equal(content_of(other.level, pasted)->all_parts, 24);
    assert_true(editor_level_prefab_has(other.level, pasted, editor_level_find_prefab(other.level, "pair")));
    assert_int_equal(editor_level_count_instances(other.level, pasted), 2);
    assert_true(fixture_is_consistent(other.level));
    // With another pair in it, it is another row and another street.
    const uint32_t group = unpack(other.document, place(other.document, editor_level_find_prefab(other.level, "pair"),
                                                        "x", PICK_AFFINE_IDENTITY));
    const uint32_t gone = other.level->objects[group].first_child;
    assert_int_equal(editor_edit_delete(other.document, &gone, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_update_prefab(other.document, group), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_paste(other.document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(other.level->prefab_count, 6);
    const uint32_t second = editor_level_find_prefab(other.level, "street 02");
    assert_int_equal(content_of(other.level, second)->all_parts, 24);
    assert_int_equal(content_of(other.level, pasted)->all_parts, 18);
    assert_true(fixture_is_consistent(other.level));
    while (editor_document_undo(other.document)) {
    }
    assert_true(fixture_state(other.document) == other.start);
    free(text);
    editor_document_destroy(s.document);
    editor_document_destroy(other.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_picks_as_unpacked),
        cmocka_unit_test(test_update_reaches_all),
        cmocka_unit_test(test_circles),
        cmocka_unit_test(test_deletion),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_what_prefabs_repeat),
        cmocka_unit_test(test_unused_contents_go),
        cmocka_unit_test(test_contents_of_contents_stay),
        cmocka_unit_test(test_paste),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
