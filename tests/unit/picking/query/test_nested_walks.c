// Nested scenes of many objects: walks of their hierarchies look at few of them, also where they are within each other,
// and find what looking at all of them finds.
#include "picking/picking.h"

#include "region/region_kernel.h"
#include "squares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { WIDE = 120, DEEP = 6, HIDDEN = 7, REMOVED = 9 };

// Rows of squares along x, each within the next one: scenes[i] has WIDE squares and scenes[i - 1]. One square is
// hidden, and one is not there. So few lie side by side in the root of a hierarchy, and fill a stack most.
typedef struct rows {
    squares s;
    pick_scene *scenes[DEEP];
} rows;

static pick_object_id put(pick_scene *scene, const pick_mesh *mesh, const pick_scene *nested, pick_vec3 at)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id = {0, 0};
    desc.mesh = mesh;
    desc.scene = nested;
    desc.transform.origin = at;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    return id;
}

static rows rows_make(void)
{
    rows r = {.s = squares_make()};
    for (uint32_t i = 0; i < DEEP; i++) {
        assert_int_equal(pick_scene_create(NULL, &r.scenes[i]), PICK_OK);
        if (i > 0)
            put(r.scenes[i], NULL, r.scenes[i - 1], (pick_vec3){0, 0, 1});
        pick_object_id removed = {0, 0};
        for (uint32_t k = 0; k < WIDE; k++) {
            const pick_object_id id = put(r.scenes[i], r.s.both_sides, NULL, (pick_vec3){3.0 * k, 0, i == 0 ? 0 : -1});
            if (k == HIDDEN)
                assert_int_equal(pick_scene_set_flags(r.scenes[i], id, PICK_OBJECT_HIDDEN), PICK_OK);
            removed = k == REMOVED ? id : removed;
        }
        assert_int_equal(pick_scene_remove(r.scenes[i], removed), PICK_OK);
    }
    return r;
}

static void rows_free(rows *r)
{
    for (uint32_t i = DEEP; i-- > 0;)
        pick_scene_destroy(r->scenes[i]);
    squares_free(&r->s);
}

// In the world, with a level more than one stack has room for: the way in is visited first, because it is nearest.
static void the_nearest_of_rows_within_rows(void **state)
{
    (void)state;
    rows r = rows_make();
    const pick_scene *top = r.scenes[DEEP - 1];
    const pick_nearest_query surface = {.features = PICK_FEATURE_SURFACE, .radius = HUGE_VAL};
    for (uint32_t i = 0; i < 5; i++) {
        const pick_vec3 at = {i < 4 ? 80.0 * i + 0.25 : 1e39, 0.5, DEEP + 40}; // farther than floats go
        pick_nearest a = {.triangle = 9}, b = {.triangle = 9};
        assert_true(pick_nearest_in_world(top, at, &surface, NULL, &a));
        assert_true(pick_nearest_in_world_brute_force(top, at, &surface, NULL, &b));
        assert_memory_equal(&a.distance, &b.distance, sizeof a.distance);
        assert_memory_equal(&a.point, &b.point, sizeof a.point);
        assert_true(a.path_count == b.path_count && a.path_count >= 1 && (i == 4 || a.path_count == DEEP - 1));
        assert_memory_equal(a.path, b.path, sizeof a.path);
    }
    rows_free(&r);
}

static void the_nearest_on_screen_looks_at_few(void **state)
{
    (void)state;
    rows r = rows_make();
    const pick_nearest_query anything = {.radius = 3};
    const pick_vec2 at = {51, 52};
    pick_scene *top = NULL;
    assert_int_equal(pick_scene_create(NULL, &top), PICK_OK);
    put(top, NULL, r.scenes[0], (pick_vec3){-150, 0, 0});
    for (int many = 0; many < 2; many++) {
        pick_stats stats = {0};
        pick_query query = PICK_QUERY_DEFAULT;
        pick_nearest a = {.triangle = 9}, b = {.triangle = 9};
        query.stats = &stats;
        assert_true(pick_nearest_in_window(top, &r.s.view, at, &anything, &query, &a));
        assert_true(pick_nearest_in_window_brute_force(top, &r.s.view, at, &anything, NULL, &b));
        assert_memory_equal(&a.distance, &b.distance, sizeof a.distance);
        assert_memory_equal(a.path, b.path, sizeof a.path);
        assert_int_equal(a.path[0].index1, 51);
        assert_true(stats.nodes > 0 && stats.nodes < 200);
        pick_stats in_world = {0};
        query.stats = &in_world;
        assert_true(pick_nearest_in_world(top, (pick_vec3){0, 0, 1}, NULL, &query, &a));
        assert_true(in_world.nodes > 0 && in_world.nodes < 60);
        put(top, r.s.square, NULL, (pick_vec3){20, 0, 0});
        for (uint32_t k = 0; k < 3 * WIDE; k++) // nodes below the root
            put(r.scenes[0], r.s.square, NULL, (pick_vec3){3.0 * (WIDE + k), 0, 0});
        pick_scene_nested_changed(top, r.scenes[0]);
    }
    pick_scene_destroy(top);
    rows_free(&r);
}

// --- Sweeps ---------------------------------------------------------------------------------------------------------

// With a level more than one stack has room for, as above.
static void sweeps_of_rows_within_rows(void **state)
{
    (void)state;
    rows r = rows_make();
    const pick_scene *top = r.scenes[DEEP - 1];
    for (uint32_t i = 0; i < 4; i++) {
        const pick_sphere ball = {{80.0 * i + 0.25, 0.5, DEEP + 40}, 0.5};
        const pick_solid solid = pick_solid_from_sphere(&ball);
        pick_stats stats = {0};
        pick_query query = PICK_QUERY_DEFAULT;
        query.stats = &stats;
        pick_contact a = {.triangle = 9}, b = {.triangle = 9};
        assert_true(pick_sweep(top, &solid, (pick_vec3){0, 0, -80}, &query, &a));
        assert_true(pick_sweep_brute_force(top, &solid, (pick_vec3){0, 0, -80}, NULL, &b));
        assert_memory_equal(&a.t, &b.t, sizeof a.t);
        assert_int_equal(a.path_count, DEEP - 1); // the innermost row is nearest
        assert_memory_equal(a.path, b.path, sizeof a.path);
        assert_true(stats.objects < 2 * WIDE && stats.nodes > DEEP);
        const pick_sphere still = {{80.0 * i + 0.25, 0.5, DEEP - 1}, 0.5};
        const pick_solid there = pick_solid_from_sphere(&still);
        pick_object_id ids[2];
        assert_int_equal(pick_overlaps(top, &there, NULL, ids, 2), 1);
        assert_int_equal(ids[0].index1, 1); // the object that is the scene of all
    }
    // All squares of a row wait at once.
    const pick_vec3 ends[2] = {{0, 0.5, DEEP + 40}, {3.0 * WIDE, 0.5, DEEP + 40}};
    const pick_solid bar = {ends, 2, 0.5};
    pick_contact a = {.triangle = 9}, b = {.triangle = 9};
    assert_true(pick_sweep(top, &bar, (pick_vec3){0, 0, -80}, NULL, &a));
    assert_true(pick_sweep_brute_force(top, &bar, (pick_vec3){0, 0, -80}, NULL, &b));
    assert_true(a.t == b.t && a.path_count == DEEP - 1 && a.triangle == b.triangle);
    assert_memory_equal(a.path, b.path, sizeof a.path);
    // What is met later than something else is not looked at.
    pick_scene *one = NULL;
    pick_stats stats = {0};
    const pick_query query = {.stats = &stats};
    const pick_sphere ball = {{-5, 0.25, 0}, 0.5};
    const pick_solid rolling = pick_solid_from_sphere(&ball);
    assert_int_equal(pick_scene_create(NULL, &one), PICK_OK);
    put(one, NULL, r.scenes[0], (pick_vec3){0, 0, 0});
    assert_true(pick_sweep(one, &rolling, (pick_vec3){400, 0, 0}, &query, &a));
    assert_true(a.path[0].index1 == 1 && stats.objects == 1);
    pick_scene_destroy(one);
    rows_free(&r);
}

static pick_stats same_clearance(const pick_scene *scene, pick_object_id a, pick_object_id b, double distance)
{
    pick_stats stats = {0};
    const pick_query query = {.stats = &stats};
    pick_clearance fast, slow;
    assert_true(pick_object_clearance(scene, a, b, &query, &fast));
    assert_true(pick_object_clearance_brute_force(scene, a, b, NULL, &slow));
    assert_true(fast.distance == slow.distance && fast.distance == distance);
    assert_memory_equal(fast.path, slow.path, sizeof fast.path);
    return stats;
}

// Of rows across from rows, near pairs alone are measured.
static void clearances_of_rows(void **state)
{
    (void)state;
    rows r = rows_make();
    pick_scene *top = NULL;
    assert_int_equal(pick_scene_create(NULL, &top), PICK_OK);
    const double last = 3.0 * (WIDE - 1);
    const pick_object_id row = put(top, NULL, r.scenes[0], (pick_vec3){0, 0, 0});
    for (int i = -1; i <= 1; i += 2) { // its last one across from the first, and the reverse
        const pick_object_id across = put(top, NULL, r.scenes[0], (pick_vec3){i * last, 0, 4});
        const pick_stats stats = same_clearance(top, row, across, 4);
        assert_true(stats.nodes > 0 && stats.nodes < 100 && stats.triangles <= 4);
        const pick_object_id lone = put(top, r.s.square, NULL, (pick_vec3){i * last, 0, -7});
        assert_true(same_clearance(top, across, lone, 11).nodes < 10);
        assert_true(same_clearance(top, lone, across, 11).nodes < 10);
    }
    pick_scene_destroy(top);
    rows_free(&r);
}

// With more levels than the stack has room for: what nests lies in the middle of its row, so that the rest waits.
static void clearances_of_many_levels(void **state)
{
    (void)state;
    enum { ROW = 128, MANY = PICK_NESTED_LEVELS };
    squares s = squares_make();
    pick_scene *scenes[MANY + 1];
    for (int i = 0; i <= MANY; i++) {
        assert_int_equal(pick_scene_create(NULL, &scenes[i]), PICK_OK);
        for (int k = 0; k < ROW - (i == MANY); k++)
            put(scenes[i], s.square, NULL, (pick_vec3){3.0 * k - 1.5 * ROW, 0, 0});
        if (i > 0)
            put(scenes[i], NULL, scenes[i - 1], (pick_vec3){0, 0, 1});
    }
    const pick_object_id lone = put(scenes[MANY], s.square, NULL, (pick_vec3){0, 0, MANY + 4}), whole = {ROW, 1};
    pick_object_id ids[ROW + 1];
    assert_int_equal(pick_scene_objects(scenes[MANY], ids, ROW + 1), ROW + 1);
    assert_int_equal(ids[ROW - 1].index1, whole.index1);
    (void)same_clearance(scenes[MANY], ids[ROW - 1], lone, 4);
    (void)same_clearance(scenes[MANY], lone, ids[ROW - 1], 4);
    const pick_sphere ball = {{0.25, 0.25, MANY + 3}, 0.5}; // nodes below the roots
    const pick_solid solid = pick_solid_from_sphere(&ball);
    pick_contact a;
    assert_true(pick_sweep(scenes[MANY], &solid, (pick_vec3){0, 0, -20}, NULL, &a) && a.path_count == MANY);
    for (int i = MANY; i >= 0; i--)
        pick_scene_destroy(scenes[i]);
    squares_free(&s);
}

// --- Regions --------------------------------------------------------------------------------------------------------

static size_t found_in(const pick_scene *scene, const pick_region *region, pick_region_mode mode, pick_stats *stats)
{
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    pick_object_id ids[4], twin[4];
    query.mode = mode;
    const size_t count = pick_region_objects_brute_force(scene, region, &query, twin, 4);
    query.stats = stats;
    assert_int_equal(pick_region_objects(scene, region, &query, ids, 4), count);
    assert_memory_equal(ids, twin, count * sizeof ids[0]);
    return count;
}

static void regions_look_at_few(void **state)
{
    (void)state;
    static const struct {
        double low, high; // of x, in metres
        bool touched, contained;
    } cases[] = {{-2, 2, true, false}, {-4, 4, true, false}, {-500, 500, true, true}, {-1.6, -1.4, false, false}};
    rows r = rows_make();
    pick_region *region = NULL;
    pick_scene *top = NULL;
    assert_int_equal(pick_scene_create(NULL, &top), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    put(top, NULL, r.scenes[0], (pick_vec3){-150, 0, 0});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const pick_plane planes[4] = {
            {{1, 0, 0}, -cases[i].low}, {{-1, 0, 0}, cases[i].high}, {{0, 1, 0}, 9}, {{0, -1, 0}, 9}};
        pick_stats touch = {0}, contain = {0};
        assert_int_equal(pick_region_planes(region, planes, 4, (pick_vec3){0, 0, 5}), PICK_OK);
        assert_int_equal(found_in(top, region, PICK_REGION_TOUCH, &touch), cases[i].touched);
        assert_int_equal(found_in(top, region, PICK_REGION_CONTAIN, &contain), cases[i].contained);
        // One object inside decides, or one outside; what is all inside is found so by the roots.
        assert_true(touch.objects < 8 && contain.objects < 8);
    }
    pick_scene_destroy(top);
    pick_region_destroy(region);
    rows_free(&r);
}

// What is outside decides, whatever it is.
static void a_height_field_outside_is_not_contained(void **state)
{
    (void)state;
    static const float heights[4] = {0, 0, 0, 0};
    const pick_height_field_desc field = {
        .samples = heights, .type = PICK_HEIGHT_FLOAT, .columns = 2, .rows = 2, .flags = PICK_VOLUME_SURFACE};
    const pick_plane planes[2] = {{{1, 0, 0}, 2}, {{-1, 0, 0}, 2}};
    squares s = squares_make();
    pick_scene *top = NULL;
    pick_region *region = NULL;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    pick_volume *volume = NULL;
    assert_int_equal(pick_height_field_create(&field, NULL, &volume), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &top), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_planes(region, planes, 2, (pick_vec3){0, 0, 5}), PICK_OK);
    (void)squares_put(&s, s.both_sides, 0, 0, 0);
    put(top, NULL, s.scene, (pick_vec3){0, 0, 0});
    assert_int_equal(found_in(top, region, PICK_REGION_CONTAIN, NULL), 1);
    desc.volume = volume;
    for (int step = 0; step < 2; step++) {
        desc.transform.origin.x = step == 0 ? 0 : 40;
        assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
        pick_scene_nested_changed(top, s.scene);
        assert_int_equal(found_in(top, region, PICK_REGION_CONTAIN, NULL), step == 0);
        assert_int_equal(found_in(top, region, PICK_REGION_TOUCH, NULL), 1);
    }
    pick_scene_destroy(top);
    pick_volume_destroy(volume);
    pick_region_destroy(region);
    squares_free(&s);
}

// Where all is inside, one part that counts is enough, after others that are culled.
static void parts_that_are_culled_do_not_end_a_walk(void **state)
{
    (void)state;
    const pick_plane planes[2] = {{{1, 0, 0}, 20}, {{-1, 0, 0}, 20}};
    for (int front = 0; front < 3; front++) {
        squares s = squares_make();
        pick_scene *top = NULL;
        pick_region *region = NULL;
        assert_int_equal(pick_scene_create(NULL, &top), PICK_OK);
        assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
        assert_int_equal(pick_region_planes(region, planes, 2, (pick_vec3){0, 0, 5}), PICK_OK);
        for (int i = 0; i < 2; i++) {
            const pick_object_id id = squares_put(&s, s.square, 3 * i, 0, 0);
            pick_transform turned = PICK_TRANSFORM_IDENTITY;
            turned.origin.x = 3 * i;
            turned.linear[0] = turned.linear[8] = i == front ? 1 : -1;
            assert_int_equal(pick_scene_set_transform(s.scene, id, &turned), PICK_OK);
        }
        put(top, NULL, s.scene, (pick_vec3){0, 0, 0});
        assert_int_equal(found_in(top, region, PICK_REGION_CONTAIN, NULL), front < 2);
        assert_int_equal(found_in(top, region, PICK_REGION_TOUCH, NULL), front < 2);
        pick_scene_destroy(top);
        pick_region_destroy(region);
        squares_free(&s);
    }
}

// A lasso is tested against boxes, too, within and across levels.
static void a_circle_is_narrower_than_its_square(void **state)
{
    (void)state;
    rows r = rows_make();
    pick_region *region = NULL;
    pick_scene *top = NULL;
    assert_int_equal(pick_scene_create(NULL, &top), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    const pick_object_id id = put(top, NULL, r.scenes[0], (pick_vec3){0, 0, 0});
    for (int step = 0; step < 40; step++) {
        pick_transform moved = PICK_TRANSFORM_IDENTITY;
        moved.origin = pick_vec3_make(0.25 * step - 4, 0.2 * step - 3, 0);
        if (step % 4 == 3)
            moved.origin = pick_vec3_make(-0.05, 0.001 * step, 9.9); // across the near plane
        moved.linear[0] = moved.linear[4] = 0.004f;
        assert_int_equal(pick_scene_set_transform(top, id, &moved), PICK_OK);
        assert_int_equal(pick_region_circle(region, &r.s.view, (pick_vec2){50, 50}, 12 + step % 3), PICK_OK);
        pick_stats stats = {0};
        (void)found_in(top, region, PICK_REGION_TOUCH, &stats);
        (void)found_in(top, region, PICK_REGION_CONTAIN, &stats);
    }
    pick_scene_destroy(top);
    pick_region_destroy(region);
    rows_free(&r);
}

// --- Without room ---------------------------------------------------------------------------------------------------

typedef struct visits {
    uint32_t count, most;
} visits;

static bool note_visit(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    visits *v = walk->user;
    assert_true((ref & PICK_REF_LEAF) != 0 && open == 0);
    return ++v->count == v->most;
}

static uint32_t visits_of(const pick_scene *scene, uint32_t waiting_already, uint32_t most, bool skip_inside)
{
    visits v = {0, most};
    pick_nested_waiting waiting;
    pick_plane_walk walk;
    memset(&walk, 0, sizeof walk);
    walk.leaf = note_visit;
    walk.skip_inside = skip_inside;
    walk.user = &v;
    waiting.count = waiting_already;
    const bool ended = pick_plane_walk_nested(&walk, scene, 0, &waiting, NULL);
    assert_int_equal(ended, v.count == most);
    assert_int_equal(waiting.count, waiting_already);
    return v.count;
}

static void without_room_all_are_visited(void **state)
{
    (void)state;
    rows r = rows_make();
    for (int room = 0; room < 2; room++) {
        const uint32_t already = room != 0 ? 0 : PICK_NESTED_STACK;
        assert_int_equal(visits_of(r.scenes[0], already, UINT32_MAX, false), WIDE - 2);
        assert_int_equal(visits_of(r.scenes[0], already, 5, false), 5);
        assert_int_equal(visits_of(r.scenes[0], already, UINT32_MAX, true), 0);
    }
    rows_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_of_rows_within_rows),
        cmocka_unit_test(the_nearest_on_screen_looks_at_few),
        cmocka_unit_test(sweeps_of_rows_within_rows),
        cmocka_unit_test(clearances_of_rows),
        cmocka_unit_test(clearances_of_many_levels),
        cmocka_unit_test(regions_look_at_few),
        cmocka_unit_test(a_height_field_outside_is_not_contained),
        cmocka_unit_test(parts_that_are_culled_do_not_end_a_walk),
        cmocka_unit_test(a_circle_is_narrower_than_its_square),
        cmocka_unit_test(without_room_all_are_visited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
