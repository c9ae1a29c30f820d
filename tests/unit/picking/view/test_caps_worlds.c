// Which meshes are closed, and caps of many of them, compared with what transforms and twins say.
#include "picking/picking.h"

#include "effort.h"
#include "near.h"
#include "random.h"
#include "solids.h"

#include <string.h>

// --- Closed meshes --------------------------------------------------------------------------------------------------

static bool finds_closed(const soup *s)
{
    pick_mesh *mesh = make(s, NULL, 0);
    assert_false(pick_mesh_is_closed(mesh));
    const bool closed = pick_mesh_find_closed(mesh);
    assert_int_equal(pick_mesh_find_closed(mesh), closed);
    assert_int_equal(pick_mesh_is_closed(mesh), closed);
    pick_mesh_destroy(mesh);
    return closed;
}

static void closed_meshes_are_found(void **state)
{
    (void)state;
    soup s = {.count = 0};
    assert_false(pick_mesh_find_closed(NULL));
    assert_false(pick_mesh_is_closed(NULL));
    assert_false(finds_closed(&s));
    add_cube(&s, -1, 1, false);
    assert_true(finds_closed(&s));
    add_cube(&s, 0.5f, 2, true); // a second shell, across the first
    assert_true(finds_closed(&s));
    flip(&s);
    assert_true(finds_closed(&s));
    soup holed = s;
    holed.count -= 3;
    assert_false(finds_closed(&holed));
    soup turned = s;
    memcpy(turned.corner[0], s.corner[1], sizeof s.corner[0]);
    memcpy(turned.corner[1], s.corner[0], sizeof s.corner[0]);
    assert_false(finds_closed(&turned));
    soup moved = s;
    moved.corner[4][1] += 1e-6f;
    assert_false(finds_closed(&moved));
    for (int k = 0; k < 3; k++) {
        soup odd = s;
        odd.corner[7][k] = NAN;
        assert_false(finds_closed(&odd));
        // The same in all corners that are there: the edges match, but nothing hits the triangles.
        for (uint32_t i = 0; i < s.count; i++) {
            if (memcmp(s.corner[i], s.corner[7], sizeof s.corner[i]) == 0)
                odd.corner[i][k] = NAN;
        }
        assert_false(finds_closed(&odd));
    }
    soup zero = {.count = 0};
    add_cube(&zero, 0, 1, false);
    for (uint32_t i = 0; i < zero.count; i += 2)
        zero.corner[i][0] = zero.corner[i][0] == 0 ? -0.0f : zero.corner[i][0];
    assert_true(finds_closed(&zero));
    soup flat = {.count = 0}; // nothing to be hit
    add_triangle(&flat, s.corner[0], s.corner[1], s.corner[0]);
    assert_false(finds_closed(&flat));
}

// A refit forgets what was found.
static void refits_are_looked_at_again(void **state)
{
    (void)state;
    soup s = {.count = 0};
    add_cube(&s, -1, 1, false);
    pick_mesh *mesh = make(&s, NULL, 0);
    assert_true(pick_mesh_find_closed(mesh));
    s.corner[0][0] -= 0.25f; // one of the corners that are at one place
    assert_int_equal(pick_mesh_refit(mesh, s.corner[0], 0), PICK_OK);
    assert_false(pick_mesh_is_closed(mesh));
    assert_false(pick_mesh_find_closed(mesh));
    pick_mesh_destroy(mesh);
}

// --- Order ----------------------------------------------------------------------------------------------------------

// Shells whose walls coincide: the wall behind their cap is the triangle of the lowest number, whichever comes first in
// the tree.
static void check_first_wall(bool first_is_largest)
{
    enum { SHELLS = 16 };
    const pick_view view = view_behind(0.25, true);
    soup s = {.count = 0};
    for (int i = 0; i < SHELLS; i++)
        add_cube(&s, -1, 1, i % 2 == 0);
    for (uint32_t i = 0; i < s.count; i++) {
        const uint32_t shell = i / 36, size = first_is_largest ? SHELLS - shell : 1 + shell;
        s.corner[i][0] *= s.corner[i][0] < 0 ? (float)size : 1.0f;
    }
    pick_mesh *mesh = make(&s, NULL, 0);
    pick_scene *scene = NULL;
    assert_true(pick_mesh_find_closed(mesh));
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    assert_true(cap_at(scene, &view, 0.1, 0.2) == 0); // an empty scene
    add(scene, mesh, 0, 0, 0);
    for (int i = 0; i < 16; i++) {
        const double x = 0.25 * (i & 3) - 0.3, y = 0.25 * (i >> 2) - 0.4;
        const pick_query query = {.caps = &view};
        const pick_ray ray = {{x, y, 10}, {0, 0, -1}, 0, 100};
        pick_hit hit;
        assert_true(cap_at(scene, &view, x, y) != 0);
        assert_true(pick_closest(scene, &ray, &query, &hit));
        assert_true(hit.triangle < 12);
    }
    // Boxes cannot decide.
    const pick_query query = {.caps = &view};
    const pick_ray slow = {{0.1, 0.2, 10}, {0, 0, -1e-200}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(scene, &slow, &query, &hit));
    assert_int_equal(hit.cap, 1);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

static void the_first_wall_counts(void **state)
{
    (void)state;
    check_first_wall(false);
    check_first_wall(true);
}

// Many objects share the place of the cap, in a tree that does not know their order: the lowest slot wins, also within
// a nested scene.
static void the_lowest_slot_wins(void **state)
{
    (void)state;
    enum { MANY = 300 };
    test_random random = {5};
    const pick_view view = view_behind(0.25, true);
    pick_mesh *mesh = make_cube(-1, 1, false);
    pick_scene *scene = NULL, *outer = NULL, *outermost = NULL;
    pick_object_desc descs[MANY];
    pick_object_id ids[MANY], id;
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &outer), PICK_OK);
    for (int i = 0; i < MANY; i++) {
        descs[i] = PICK_OBJECT_DESC_DEFAULT;
        descs[i].mesh = mesh;
        descs[i].transform.origin = random_in_cube(&random, 0.6);
    }
    assert_int_equal(pick_scene_add_many(scene, descs, MANY, ids), PICK_OK);
    pick_object_desc nested = PICK_OBJECT_DESC_DEFAULT;
    nested.scene = scene;
    assert_int_equal(pick_scene_add(outer, &nested, &id), PICK_OK);
    nested.transform.origin.x = 0.1;
    assert_int_equal(pick_scene_add(outer, &nested, &id), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &outermost), PICK_OK);
    nested.scene = outer;
    assert_int_equal(pick_scene_add(outermost, &nested, &id), PICK_OK);
    for (int i = 0; i < 3; i++) {
        const double x = random_between(&random, -0.2, 0.2), y = random_between(&random, -0.2, 0.2);
        const pick_query query = {.cull = PICK_CULL_NONE, .caps = &view};
        const pick_ray ray = {{x, y, 10}, {0, 0, -1}, 0, 100};
        pick_hit hits[2];
        assert_int_equal(cap_at(scene, &view, x, y), ids[0].index1);
        assert_int_equal(pick_all_objects(outer, &ray, &query, hits, 2), 2);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(hits[k].path_count, 1);
            assert_int_equal(hits[k].path[0].index1, ids[0].index1);
        }
        assert_true(cap_at(outermost, &view, x, y) != 0);
        assert_true(pick_closest(outermost, &ray, &query, hits));
        assert_int_equal(hits[0].path_count, 2);
        assert_int_equal(hits[0].path[0].index1, 1);
        assert_int_equal(hits[0].path[1].index1, ids[0].index1);
        static pick_explanation e[8 * MANY];
        const pick_query plain = {.cull = PICK_CULL_NONE};
        const pick_vec2 at = {50 + 5 * x, 50 - 5 * y};
        const size_t count = pick_explain(outer, &view, at, &plain, 0, e, 8 * MANY);
        uint32_t caps = 0, first = 0;
        for (size_t k = 0; k < count && k < 8 * MANY; k++) {
            caps += e[k].cap != 0;
            first += e[k].cap != 0 && e[k].reason == PICK_REASON_PICKED;
        }
        assert_int_equal(caps, 2 * MANY);
        assert_int_equal(first, 1);
        if (i == 2) { // what is locked within the nested scene says so
            assert_int_equal(pick_scene_set_flags(scene, ids[0], PICK_OBJECT_LOCKED), PICK_OK);
            assert_int_equal(pick_explain(outer, &view, at, &plain, 0, e, 8 * MANY), count);
            for (size_t k = 0; k < count; k++) {
                caps -= e[k].cap != 0 && e[k].locked ? MANY : 0;
                first -= e[k].cap != 0 && e[k].reason == PICK_REASON_LOCKED;
            }
            assert_true(caps == 0 && first == 0);
        }
    }
    pick_scene_destroy(outermost);
    pick_scene_destroy(outer);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// --- Random worlds --------------------------------------------------------------------------------------------------

enum { OBJECTS = 24 };

typedef struct random_world {
    pick_mesh *closed[2], *open;
    pick_scene *scene, *nested, *inner;
    pick_transform transforms[OBJECTS];
    bool is_closed[OBJECTS];
    uint32_t slots[OBJECTS];
} random_world;

static pick_transform random_transform(test_random *random, double room)
{
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    for (int i = 0; i < 9; i++)
        t.linear[i] = (float)random_between(random, -1, 1);
    t.origin = random_in_cube(random, room);
    return t;
}

// Takes the first objects out and puts them back: they keep their slots, but come last in the tree.
static void shuffle_scene(pick_scene *scene, const pick_object_id *ids, int count)
{
    pick_object_desc descs[8];
    pick_object_id id;
    for (int i = 0; i < count; i++) {
        assert_int_equal(pick_scene_get(scene, ids[i], &descs[i]), PICK_OK);
        assert_int_equal(pick_scene_remove(scene, ids[i]), PICK_OK);
    }
    for (int i = count; i-- > 0;) {
        assert_int_equal(pick_scene_add(scene, &descs[i], &id), PICK_OK);
        assert_int_equal(id.index1, ids[i].index1);
    }
}

static void make_random_world(test_random *random, random_world *w)
{
    soup s = {.count = 0};
    add_cube(&s, -1, 1, true);
    s.count -= 3;
    pick_object_id ids[OBJECTS];
    *w = (random_world){.closed = {make_cube(-1, 1, false), make_cube(-1, 1, true)}, .open = make(&s, NULL, 0)};
    assert_false(pick_mesh_find_closed(w->open));
    assert_int_equal(pick_scene_create(NULL, &w->scene), PICK_OK);
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        w->transforms[i] = desc.transform = random_transform(random, 2);
        w->is_closed[i] = random_index(random, 4) != 0;
        desc.mesh = w->is_closed[i] ? w->closed[random_index(random, 2)] : w->open;
        assert_int_equal(pick_scene_add(w->scene, &desc, &ids[i]), PICK_OK);
        w->slots[i] = ids[i].index1;
    }
    shuffle_scene(w->scene, ids, 8);
}

static void add_nested(test_random *random, random_world *w)
{
    pick_object_id ids[7], id;
    assert_int_equal(pick_scene_create(NULL, &w->nested), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &w->inner), PICK_OK);
    for (int i = 0; i < 7; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.transform = random_transform(random, 0.5);
        desc.mesh = i == 4 ? w->open : i == 6 ? NULL : w->closed[i & 1];
        desc.scene = i == 6 ? w->inner : NULL;
        if (i < 2)
            assert_int_equal(pick_scene_add(w->inner, &desc, &ids[i]), PICK_OK);
        assert_int_equal(pick_scene_add(w->nested, &desc, &ids[i]), PICK_OK);
    }
    shuffle_scene(w->nested, ids, 4);
    for (int i = 0; i < 2; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.transform = random_transform(random, 1);
        desc.scene = w->nested;
        assert_int_equal(pick_scene_add(w->scene, &desc, &id), PICK_OK);
    }
}

static void free_random_world(random_world *w)
{
    pick_scene_destroy(w->scene);
    pick_scene_destroy(w->nested);
    pick_scene_destroy(w->inner);
    pick_mesh_destroy(w->closed[0]);
    pick_mesh_destroy(w->closed[1]);
    pick_mesh_destroy(w->open);
}

// How far inside the turned cube a point lies, in the cube's space; negative outside.
static double depth_inside(const pick_transform *t, pick_vec3 point)
{
    const pick_vec3 d = pick_vec3_sub(point, t->origin);
    pick_vec3 column[3];
    for (int i = 0; i < 3; i++)
        column[i] =
            pick_vec3_make((double)t->linear[3 * i], (double)t->linear[3 * i + 1], (double)t->linear[3 * i + 2]);
    const double whole = pick_vec3_dot(column[0], pick_vec3_cross(column[1], column[2]));
    double least = 1;
    for (int i = 0; i < 3; i++) {
        const double at = pick_vec3_dot(d, pick_vec3_cross(column[(i + 1) % 3], column[(i + 2) % 3])) / whole;
        least = fmin(least, 1 - fabs(at));
    }
    return least;
}

static pick_view random_section(test_random *random, bool orthographic)
{
    pick_view view = squares_view(8, 0.1, 100, orthographic);
    pick_plane planes[3];
    const uint32_t count = 1 + random_index(random, 3);
    for (uint32_t i = 0; i < count; i++) {
        pick_vec3 normal = random_direction(random);
        if (normal.z > 0 && i == 0)
            normal = pick_vec3_scale(normal, -1); // the eye is on the side that is cut off, mostly
        planes[i] = (pick_plane){normal, random_between(random, -1, 1)};
    }
    assert_int_equal(pick_view_set_section(&view, planes, count), PICK_OK);
    pick_view_set_caps(&view, true);
    return view;
}

static bool is_same_hit(const pick_hit *a, const pick_hit *b)
{
    bool same = a->t == b->t && a->object.index1 == b->object.index1 && a->triangle == b->triangle &&
                a->cap == b->cap && a->path_count == b->path_count;
    for (uint32_t i = 0; i < a->path_count && same; i++)
        same = a->path[i].index1 == b->path[i].index1;
    return same;
}

// A cap is where the entry lies in a cube, of the lowest slot: computed from the transforms alone.
static void caps_agree_with_insides(void **state)
{
    (void)state;
    test_random random = {77};
    uint32_t caps = 0, none = 0;
    for (int round = 0; round < (int)test_effort(4, 60); round++) {
        random_world w;
        make_random_world(&random, &w);
        for (int i = 0; i < 400; i++) {
            const pick_view view = random_section(&random, i & 1);
            const pick_ray ray =
                pick_view_ray(&view, (pick_vec2){random_between(&random, 40, 60), random_between(&random, 40, 60)});
            const pick_query query = {.cull = PICK_CULL_NONE, .caps = &view};
            pick_view whole = squares_view(8, 0.1, 100, i & 1);
            if (ray.t_min > ray.t_max)
                continue;
            const pick_vec3 entry = pick_ray_at(&ray, ray.t_min);
            const bool enters = ray.t_min > whole.near_distance * 1.5;
            uint32_t expected = 0;
            bool unsure = false;
            for (int k = OBJECTS; k-- > 0;) {
                const double depth = depth_inside(&w.transforms[k], entry);
                unsure = unsure || (w.is_closed[k] && fabs(depth) < 1e-4);
                if (enters && w.is_closed[k] && depth > 0)
                    expected = w.slots[k];
            }
            pick_hit hit;
            const bool met = pick_closest(w.scene, &ray, &query, &hit), found = met && hit.cap != 0;
            if (unsure || (ray.t_min > whole.near_distance && !enters))
                continue;
            assert_int_equal(found ? hit.object.index1 : 0, expected);
            assert_int_equal(pick_any(w.scene, &ray, &query), met);
            caps += found;
            none += !found;
        }
        free_random_world(&w);
    }
    assert_true(caps > 100 && none > 100);
}

static void caps_agree_with_twins(void **state)
{
    (void)state;
    test_random random = {78};
    uint32_t caps = 0, inner = 0;
    for (int round = 0; round < (int)test_effort(4, 60); round++) {
        random_world w;
        make_random_world(&random, &w);
        add_nested(&random, &w);
        for (int i = 0; i < 150; i++) {
            const pick_view view = random_section(&random, i & 1);
            const pick_vec2 at = {random_between(&random, 40, 60), random_between(&random, 40, 60)};
            const pick_ray ray = pick_view_ray(&view, at);
            const pick_query query = {.cull = (pick_cull)random_index(&random, 4), .caps = &view};
            const pick_query bare = {.cull = query.cull};
            pick_hit fast[64], slow[64];
            const bool found = pick_closest(w.scene, &ray, &query, &fast[0]);
            assert_int_equal(pick_closest_brute_force(w.scene, &ray, &query, &slow[0]), found);
            assert_true(!found || is_same_hit(&fast[0], &slow[0]));
            assert_int_equal(pick_any(w.scene, &ray, &query), found);
            assert_int_equal(pick_any_brute_force(w.scene, &ray, &query), found);
            caps += found && fast[0].cap != 0;
            inner += found && fast[0].cap != 0 && fast[0].path_count > 0;
            const pick_hit first = fast[0];
            const size_t total = pick_all(w.scene, &ray, &query, fast, 64);
            assert_int_equal(pick_all_brute_force(w.scene, &ray, &query, slow, 64), total);
            for (size_t k = 0; k < total && k < 64; k++)
                assert_true(is_same_hit(&fast[k], &slow[k]));
            assert_true((total > 0) == found && (!found || is_same_hit(&first, &fast[0])));
            const size_t objects = pick_all_objects(w.scene, &ray, &query, fast, 64);
            assert_int_equal(pick_all_objects_brute_force(w.scene, &ray, &query, slow, 64), objects);
            for (size_t k = 0; k < objects && k < 64; k++)
                assert_true(is_same_hit(&fast[k], &slow[k]));
            assert_true(!found || is_same_hit(&first, &fast[0]));
            const pick_cursor_query cursor = {.query = &bare};
            pick_cursor_hit under;
            assert_int_equal(pick_cursor(w.scene, &view, at, &cursor, &under), found);
            assert_true(!found || is_same_hit(&first, &under.hit));
            const pick_vec3 to = random_in_cube(&random, 2);
            assert_int_equal(pick_visible(w.scene, view.eye, to, &query),
                             pick_visible_brute_force(w.scene, view.eye, to, &query));
        }
        free_random_world(&w);
    }
    assert_true(caps > 60 && inner > 10);
}

// Caps within a nested scene are explained, each with its path.
static void nested_caps_are_explained(void **state)
{
    (void)state;
    test_random random = {79};
    uint32_t picked = 0, behind = 0;
    random_world w;
    make_random_world(&random, &w);
    add_nested(&random, &w);
    for (int i = 0; i < 300; i++) {
        const pick_view view = random_section(&random, i & 1);
        const pick_vec2 at = {random_between(&random, 40, 60), random_between(&random, 40, 60)};
        const pick_query plain = {.cull = PICK_CULL_NONE}, query = {.cull = PICK_CULL_NONE, .caps = &view};
        const pick_ray ray = pick_view_ray(&view, at);
        pick_explanation e[256];
        pick_hit hits[64];
        const size_t count = pick_explain(w.scene, &view, at, &plain, 0, e, 256);
        const size_t total = pick_all(w.scene, &ray, &query, hits, 64);
        uint32_t listed = 0, expected = 0, first = 0;
        for (size_t k = 0; k < count && k < 256; k++) {
            listed += e[k].cap != 0;
            first += e[k].cap != 0 && e[k].reason == PICK_REASON_PICKED;
            behind += e[k].cap != 0 && e[k].reason == PICK_REASON_BEHIND;
        }
        for (size_t k = 0; k < total && k < 64; k++)
            expected += hits[k].cap != 0;
        assert_int_equal(listed, expected);
        assert_int_equal(first, total > 0 && hits[0].cap != 0);
        picked += first;
    }
    assert_true(picked > 30 && behind > 10);
    free_random_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_meshes_are_found),   cmocka_unit_test(refits_are_looked_at_again),
        cmocka_unit_test(the_first_wall_counts),     cmocka_unit_test(the_lowest_slot_wins),
        cmocka_unit_test(caps_agree_with_insides),   cmocka_unit_test(caps_agree_with_twins),
        cmocka_unit_test(nested_caps_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
