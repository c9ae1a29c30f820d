// Objects added together: the same scene as when added one by one, or none of them.
#include "upkeep.h"

#include "bvh/bvh_bins.h"
#include "failing_allocator.h"
#include "scene/scene_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 3000 };

typedef struct batch {
    pick_mesh *mesh, *nothing;
    pick_object_desc descs[MOST];
    pick_object_id ids[MOST], twin_ids[MOST];
} batch;

// Of all kinds: some are hidden, some flat, some without triangles.
static batch *make_batch(pick_vec3 center, double half)
{
    static batch b;
    static const float no_positions[3] = {0};
    test_random r = {21};
    b.mesh = upkeep_mesh();
    b.nothing = NULL;
    assert_int_equal(pick_mesh_create(&(pick_mesh_desc){.positions = no_positions}, NULL, &b.nothing), PICK_OK);
    for (uint32_t i = 0; i < MOST; i++) {
        b.descs[i] = PICK_OBJECT_DESC_DEFAULT;
        b.descs[i].mesh = i % 11 == 3 ? b.nothing : b.mesh;
        b.descs[i].transform.origin = pick_vec3_add(center, random_in_cube(&r, half));
        b.descs[i].transform.linear[4] = i % 13 == 5 ? 0 : 1;
        b.descs[i].flags = i % 7 == 2 ? PICK_OBJECT_HIDDEN : (i % 5 == 1 ? PICK_OBJECT_LOCKED : 0);
        b.descs[i].layers = i % 3 == 0 ? 1 : 0xffffffffu;
        b.descs[i].user = 1000 + i;
    }
    return &b;
}

static void free_batch(batch *b)
{
    pick_mesh_destroy(b->mesh);
    pick_mesh_destroy(b->nothing);
}

static uint32_t pickable(const batch *b, uint32_t first, uint32_t count)
{
    uint32_t result = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const pick_object_desc *d = &b->descs[i];
        result += d->mesh == b->mesh && d->transform.linear[4] > 0 && (d->flags & PICK_OBJECT_HIDDEN) == 0;
    }
    return result;
}

// No object waits for a rebuild to hear of it.
static void check_none_is_changed(const pick_scene *scene)
{
    for (uint32_t slot = 0; slot < scene->slot_count; slot++)
        assert_true((pick_object_at(scene, slot)->flags & PICK_OBJECT_CHANGED) == 0);
}

// Adds the same ones to one scene at once and to another one by one, and compares what they say.
static void add_to_both(batch *b, pick_scene *scene, pick_scene *twin, uint32_t first, uint32_t count)
{
    const uint32_t before = scene->tree.object_count;
    assert_int_equal(pick_scene_add_many(scene, b->descs + first, count, b->ids + first), PICK_OK);
    for (uint32_t i = first; i < first + count; i++) {
        pick_object_desc got;
        pick_aabb box, twin_box;
        assert_int_equal(pick_scene_add(twin, &b->descs[i], &b->twin_ids[i]), PICK_OK);
        assert_true(pick_object_id_equal(b->ids[i], b->twin_ids[i]));
        assert_int_equal(pick_scene_get(scene, b->ids[i], &got), PICK_OK);
        assert_true(got.mesh == b->descs[i].mesh && got.layers == b->descs[i].layers &&
                    got.flags == b->descs[i].flags && got.user == b->descs[i].user);
        assert_memory_equal(got.transform.linear, b->descs[i].transform.linear, sizeof got.transform.linear);
        assert_memory_equal(&got.transform.origin, &b->descs[i].transform.origin, sizeof got.transform.origin);
        assert_int_equal(pick_scene_object_bounds(scene, b->ids[i], &box), PICK_OK);
        assert_int_equal(pick_scene_object_bounds(twin, b->ids[i], &twin_box), PICK_OK);
        assert_memory_equal(&box, &twin_box, sizeof box);
    }
    assert_int_equal(pick_scene_count(scene), pick_scene_count(twin));
    assert_int_equal(upkeep_check_tree(scene).objects, before + pickable(b, first, count));
    assert_int_equal(scene->tree.object_count, twin->tree.object_count);
}

static void check_rays(const pick_scene *scene, const pick_scene *twin, pick_vec3 center, double half)
{
    test_random r = {5};
    size_t hits = 0;
    upkeep_check_picks(scene, &r, center, half, &hits);
    for (int i = 0; i < 300; i++) {
        const pick_ray ray = {pick_vec3_add(center, random_in_cube(&r, 2 * half)), random_in_cube(&r, 1), -HUGE_VAL,
                              HUGE_VAL};
        pick_hit hit, twin_hit;
        const bool is = pick_closest(scene, &ray, NULL, &hit);
        assert_int_equal(pick_closest(twin, &ray, NULL, &twin_hit), is);
        assert_true(!is || (hit.t == twin_hit.t && pick_object_id_equal(hit.object, twin_hit.object)));
        hits += is;
    }
    assert_true(hits > 20);
}

static void many_are_as_one_by_one(void **state)
{
    (void)state;
    const pick_vec3 center = {0, 0, 0};
    batch *b = make_batch(center, 20);
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_scene *scene = upkeep_scene(&hook);
    pick_scene *twin = upkeep_scene(NULL);
    assert_int_equal(pick_scene_add_many(scene, NULL, 0, NULL), PICK_OK);
    add_to_both(b, scene, twin, 0, 1000);
    assert_true(upkeep_check_tree(scene).depth <= 6);
    assert_false(pick_scene_maintain(scene, UINT64_MAX)); // nothing is left to do
    assert_null(scene->upkeep.rebuild);
    assert_int_equal(scene->upkeep.debt, 0);
    assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
    check_rays(scene, twin, center, 20);
    for (uint32_t i = 0; i < 1000; i += 3) { // slots that are free are taken first, in the same order
        assert_int_equal(pick_scene_remove(scene, b->ids[i]), PICK_OK);
        assert_int_equal(pick_scene_remove(twin, b->ids[i]), PICK_OK);
    }
    add_to_both(b, scene, twin, 1000, 80); // inserted, in free slots
    assert_true(scene->upkeep.debt >= pickable(b, 1000, 80));
    assert_true(b->ids[1079].generation == 2);
    add_to_both(b, scene, twin, 1080, 420); // built, some in free slots
    assert_int_equal(scene->upkeep.debt, 0);
    assert_true(b->ids[1080].generation == 2 && b->ids[1499].generation == 1);
    add_to_both(b, scene, twin, 1500, 5);
    assert_int_equal(scene->upkeep.debt, pickable(b, 1500, 5));
    add_to_both(b, scene, twin, 1505, 1495);
    assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
    check_rays(scene, twin, center, 20);
    pick_scene_destroy(scene);
    pick_scene_destroy(twin);
    assert_int_equal(memory.held_bytes, 0);
    free_batch(b);
}

// The rebuild under way does not have the arrivals and is dropped; the edits in its journal are in the new tree.
static void many_arrive_during_a_rebuild(void **state)
{
    (void)state;
    const pick_vec3 center = {0, 0, 0};
    batch *b = make_batch(center, 20);
    pick_scene *scene = upkeep_scene(NULL);
    pick_scene *twin = upkeep_scene(NULL);
    test_random r = {8};
    add_to_both(b, scene, twin, 0, 300);
    for (uint32_t i = 0; scene->upkeep.rebuild == NULL; i++) {
        const pick_vec3 at = random_in_cube(&r, 20);
        const uint32_t which = random_index(&r, 300);
        assert_true(i < 10000);
        upkeep_move(scene, b->ids[which], at);
        upkeep_move(twin, b->ids[which], at);
    }
    upkeep_move(scene, b->ids[0], pick_vec3_make(1, 2, 3));
    upkeep_move(twin, b->ids[0], pick_vec3_make(1, 2, 3));
    add_to_both(b, scene, twin, 300, 2000);
    assert_null(scene->upkeep.rebuild);
    check_none_is_changed(scene);
    check_rays(scene, twin, center, 20);
    pick_scene_destroy(scene);
    pick_scene_destroy(twin);
    free_batch(b);
}

// Slots whose objects were removed are neither collected nor counted.
static void many_arrive_where_others_were_removed(void **state)
{
    (void)state;
    batch *b = make_batch(pick_vec3_make(0, 0, 0), 20);
    pick_scene *scene = upkeep_scene(NULL);
    pick_scene *twin = upkeep_scene(NULL);
    add_to_both(b, scene, twin, 0, 1000);
    for (uint32_t i = 0; i < 600; i++) {
        assert_int_equal(pick_scene_remove(scene, b->ids[i]), PICK_OK);
        assert_int_equal(pick_scene_remove(twin, b->ids[i]), PICK_OK);
    }
    add_to_both(b, scene, twin, 1000, 300);
    assert_int_equal(scene->upkeep.debt, 0); // they were built
    check_rays(scene, twin, pick_vec3_make(0, 0, 0), 20);
    pick_scene_destroy(scene);
    pick_scene_destroy(twin);
    free_batch(b);
}

static void unpickable_objects_build_no_tree(void **state)
{
    (void)state;
    batch *b = make_batch(pick_vec3_make(0, 0, 0), 20);
    pick_scene *scene = upkeep_scene(NULL);
    for (uint32_t i = 0; i < 500; i++)
        b->descs[i].mesh = b->nothing;
    assert_int_equal(pick_scene_add_many(scene, b->descs, 500, b->ids), PICK_OK);
    assert_int_equal(pick_scene_count(scene), 500);
    assert_int_equal(upkeep_check_tree(scene).objects, 0);
    pick_scene_destroy(scene);
    free_batch(b);
}

// The first tree of a scene takes its place where its objects are, far out as well.
static void far_worlds_keep_their_detail(void **state)
{
    (void)state;
    const pick_vec3 center = {1e9, -2e9, 5e8};
    batch *b = make_batch(center, 20);
    pick_scene *scene = upkeep_scene(NULL);
    pick_scene *twin = upkeep_scene(NULL);
    add_to_both(b, scene, twin, 0, 1000);
    assert_true(fabs(scene->tree.anchor[0] - center.x) < 20 && fabs(scene->tree.anchor[1] - center.y) < 20);
    check_rays(scene, twin, center, 20);
    // When all objects are removed and others are added elsewhere, the old anchor is not kept.
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(pick_scene_remove(scene, b->ids[i]), PICK_OK);
    for (uint32_t i = 0; i < 1000; i++)
        b->descs[i].transform.origin = pick_vec3_sub(b->descs[i].transform.origin, center);
    // A sample meets none that can be picked: the first one that can be gives the tree its place.
    const uint32_t count = scene->slot_count;
    for (uint32_t i = 0; i < 1000; i++) // slots are taken in the opposite order of their going
        b->descs[i].flags = (999 - i) % (count / 33 + 1) == 0 ? PICK_OBJECT_HIDDEN : 0;
    assert_int_equal(pick_scene_add_many(scene, b->descs, 1000, b->ids), PICK_OK);
    for (uint32_t slot = 0; slot < count; slot += count / 33 + 1)
        assert_true((pick_object_at(scene, slot)->flags & PICK_OBJECT_HIDDEN) != 0);
    assert_true(fabs(scene->tree.anchor[0]) < 25 && fabs(scene->tree.anchor[1]) < 25);
    assert_true(upkeep_check_tree(scene).objects > 700);
    // Far more objects elsewhere move the anchor there.
    for (uint32_t i = 0; i < 700; i++)
        assert_int_equal(pick_scene_remove(scene, b->ids[i]), PICK_OK);
    for (uint32_t i = 0; i < 2000; i++) {
        b->descs[i + 1000] = b->descs[0];
        b->descs[i + 1000].flags = 0;
        b->descs[i + 1000].mesh = b->mesh;
        b->descs[i + 1000].transform.linear[4] = 1;
        b->descs[i + 1000].transform.origin = pick_vec3_make(1e8 + 0.01 * i, 0, 0);
    }
    assert_int_equal(pick_scene_add_many(scene, b->descs + 1000, 2000, b->ids + 1000), PICK_OK);
    assert_true(fabs(scene->tree.anchor[0] - 1e8) < 25);
    (void)upkeep_check_tree(scene);
    pick_scene_destroy(scene);
    pick_scene_destroy(twin);
    free_batch(b);
}

// Places that floats cannot tell, of objects there and of arrivals.
static void strays_arrive_as_well(void **state)
{
    (void)state;
    const pick_vec3 center = {0, 0, 0};
    batch *b = make_batch(center, 20);
    pick_scene *scene = upkeep_scene(NULL);
    pick_scene *twin = upkeep_scene(NULL);
    for (uint32_t i = 0; i < 1000; i += 50) {
        b->descs[i].mesh = b->mesh;
        b->descs[i].flags = 0;
        b->descs[i].transform.origin.x = i % 100 == 0 ? 1e30 : -1e200;
    }
    add_to_both(b, scene, twin, 0, 400);
    add_to_both(b, scene, twin, 400, 600);
    check_rays(scene, twin, center, 20);
    pick_scene_destroy(scene);
    pick_scene_destroy(twin);
    free_batch(b);
}

// From one end of what doubles hold to the other: the distance is infinite, the new anchor is not.
static void many_arrive_at_the_other_end_of_the_world(void **state)
{
    (void)state;
    batch *b = make_batch(pick_vec3_make(0, 0, 0), 20);
    pick_scene *scene = upkeep_scene(NULL);
    pick_scene *twin = upkeep_scene(NULL);
    for (uint32_t i = 0; i < 500; i++)
        b->descs[i].transform.origin.x = i < 100 ? -1.7e308 : 1.7e308;
    add_to_both(b, scene, twin, 0, 100);
    assert_true(scene->tree.anchor[0] == -1.7e308);
    add_to_both(b, scene, twin, 100, 400);
    assert_true(scene->tree.anchor[0] == 1.7e308);
    size_t hits = 0;
    test_random r = {5};
    upkeep_check_picks(scene, &r, pick_vec3_make(1.7e308, 0, 0), 20, &hits);
    pick_scene_destroy(scene);
    pick_scene_destroy(twin);
    free_batch(b);
}

static void one_that_is_wrong_refuses_all(void **state)
{
    (void)state;
    batch *b = make_batch(pick_vec3_make(0, 0, 0), 20);
    pick_scene *scene = upkeep_scene(NULL);
    for (uint32_t count = 3; count <= 300; count += 297) {
        pick_object_desc *const last = &b->descs[count - 1];
        const pick_object_desc good = *last;
        last->mesh = NULL;
        assert_int_equal(pick_scene_add_many(scene, b->descs, count, b->ids), PICK_ERROR_INVALID_ARGUMENT);
        *last = good;
        last->flags = 1u << 20;
        assert_int_equal(pick_scene_add_many(scene, b->descs, count, b->ids), PICK_ERROR_INVALID_ARGUMENT);
        *last = good;
        last->transform.linear[3] = NAN;
        assert_int_equal(pick_scene_add_many(scene, b->descs, count, b->ids), PICK_ERROR_NOT_FINITE);
        *last = good;
        assert_int_equal(pick_scene_count(scene), 0);
        assert_int_equal(scene->slot_count, 0);
    }
    b->descs[0].mesh = NULL; // the first one
    assert_int_equal(pick_scene_add_many(scene, b->descs, 300, b->ids), PICK_ERROR_INVALID_ARGUMENT);
    b->descs[0].mesh = b->mesh;
    scene->slot_count = PICK_PRIM_LIMIT - 100; // as if there were as many as there may be
    assert_int_equal(pick_scene_add_many(scene, b->descs, 101, b->ids), PICK_ERROR_TOO_LARGE);
    scene->slot_count = 0;
    pick_scene_destroy(scene);
    free_batch(b);
}

// The last available slots: requested, but not granted.
static void room_ends_at_the_limit(void **state)
{
    (void)state;
    batch *b = make_batch(pick_vec3_make(0, 0, 0), 20);
    failing_allocator memory = {.fail_at = 2, .for_ever = true};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_scene *scene = upkeep_scene(&hook);
    scene->slot_count = PICK_PRIM_LIMIT - 100;
    assert_int_equal(pick_scene_add_many(scene, b->descs, 100, b->ids), PICK_ERROR_OUT_OF_MEMORY);
    assert_int_equal(pick_scene_add_many(scene, b->descs, 1, b->ids), PICK_ERROR_OUT_OF_MEMORY);
    scene->slot_count = 0;
    pick_scene_destroy(scene);
    assert_int_equal(memory.held_bytes, 0);
    free_batch(b);
}

// --- Grafts ---

// Whatever the number of arrivals, nodes have two children or more and the tree is whole; maintain rebuilds it.
static void many_are_grafted_where_builds_are_deferred(void **state)
{
    (void)state;
    const pick_vec3 center = {0, 0, 0};
    batch *b = make_batch(center, 5);
    static const uint32_t counts[] = {66, 81, 585};
    for (uint32_t i = 0; i < MOST; i++) { // all can be picked, so that the counts are those of the leaves
        b->descs[i].mesh = b->mesh;
        b->descs[i].flags = 0;
        b->descs[i].transform.linear[4] = 1;
    }
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        failing_allocator memory = {0};
        const pick_allocator hook = failing_allocator_hook(&memory);
        pick_scene *scene = upkeep_scene(&hook);
        pick_scene *twin = upkeep_scene(NULL);
        pick_scene_defer_builds(scene, true);
        add_to_both(b, scene, twin, 0, 130); // into an empty scene: built
        assert_int_equal(scene->upkeep.debt, 0);
        const uint32_t which = scene->tree.which;
        add_to_both(b, scene, twin, 130, counts[k]);
        assert_int_equal(scene->tree.which, which);
        assert_int_equal(scene->upkeep.debt, counts[k]);
        assert_true(upkeep_check_tree(scene).depth <= scene->tree.levels && scene->tree.levels <= 6);
        assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
        check_rays(scene, twin, center, 5);
        add_to_both(b, scene, twin, 1000, 2); // edits of the tree that it is now
        assert_int_equal(pick_scene_remove(scene, b->ids[140]), PICK_OK);
        assert_int_equal(pick_scene_remove(twin, b->twin_ids[140]), PICK_OK);
        (void)upkeep_check_tree(scene);
        while (pick_scene_maintain(scene, 500)) {
        }
        assert_int_not_equal(scene->tree.which, which);
        (void)upkeep_check_tree(scene);
        check_rays(scene, twin, center, 5);
        pick_scene_defer_builds(scene, false);
        add_to_both(b, scene, twin, 1100, 1200);
        assert_int_equal(scene->upkeep.debt, 0); // built
        pick_scene_destroy(scene);
        pick_scene_destroy(twin);
        assert_int_equal(memory.held_bytes, 0);
    }
    pick_scene_defer_builds(NULL, true); // nothing
    free_batch(b);
}

// Beside a few objects, of which all are children of the root, with strays, and during a rebuild.
static void grafts_beside_anything(void **state)
{
    (void)state;
    const pick_vec3 center = {0, 0, 0};
    batch *b = make_batch(center, 20);
    for (uint32_t there = 1; there < 200; there *= 12) {
        pick_scene *scene = upkeep_scene(NULL);
        pick_scene *twin = upkeep_scene(NULL);
        pick_scene_defer_builds(scene, true);
        add_to_both(b, scene, twin, 0, there);
        b->descs[300].transform.origin = pick_vec3_make(1e200, -1e30, 0);
        b->descs[301].transform.origin = pick_vec3_make(-1e200, 1e30, 3);
        for (uint32_t i = 300; i < 302; i++) {
            b->descs[i].mesh = b->mesh;
            b->descs[i].flags = 0;
            b->descs[i].transform.linear[4] = 1;
        }
        add_to_both(b, scene, twin, 200, 600);
        assert_true(scene->upkeep.debt >= pickable(b, 200, 600));
        check_rays(scene, twin, center, 20);
        (void)pick_scene_maintain(scene, 100); // begins a rebuild
        assert_non_null(scene->upkeep.rebuild);
        add_to_both(b, scene, twin, 800, 2000);
        assert_null(scene->upkeep.rebuild);
        check_none_is_changed(scene);
        check_rays(scene, twin, center, 20);
        pick_scene_destroy(scene);
        pick_scene_destroy(twin);
    }
    free_batch(b);
}

// A tree so deep that a rebuild is due is built at once.
static void nothing_is_grafted_to_a_deep_tree(void **state)
{
    (void)state;
    batch *b = make_batch(pick_vec3_make(0, 0, 0), 20);
    pick_scene *scene = upkeep_scene(NULL);
    pick_scene *twin = upkeep_scene(NULL);
    pick_scene_defer_builds(scene, true);
    add_to_both(b, scene, twin, 0, 300);
    scene->tree.levels = PICK_BVH_BUILT_DEPTH + 1; // as if
    add_to_both(b, scene, twin, 300, 600);
    assert_int_equal(scene->upkeep.debt, 0);
    pick_scene_destroy(scene);
    pick_scene_destroy(twin);
    free_batch(b);
}

// Of those that are many, one or none can be picked.
static void unpickable_objects_are_not_grafted(void **state)
{
    (void)state;
    batch *b = make_batch(pick_vec3_make(0, 0, 0), 20);
    for (uint32_t one = 0; one < 2; one++) {
        pick_scene *scene = upkeep_scene(NULL);
        pick_scene *twin = upkeep_scene(NULL);
        pick_scene_defer_builds(scene, true);
        for (uint32_t i = 0; i < 500; i++) {
            b->descs[i].mesh = i < 10 || i == 20 + one * 2 ? b->mesh : b->nothing;
            b->descs[i].flags = i == 20 ? PICK_OBJECT_HIDDEN : 0;
            b->descs[i].transform.linear[4] = 1;
        }
        add_to_both(b, scene, twin, 0, 10);
        add_to_both(b, scene, twin, 10, 490);
        assert_int_equal(scene->tree.object_count, 10 + one);
        pick_scene_destroy(scene);
        pick_scene_destroy(twin);
    }
    free_batch(b);
}

// Memory that runs out at the n-th allocation, once or for ever: none of them is there, and the next attempt succeeds
// with the handles that it would have had.
static size_t add_without_memory(batch *b, uint32_t there, uint32_t count, bool for_ever, bool deferred)
{
    size_t refusals = 0;
    bool done = false;
    for (size_t n = 1; !done; n++) {
        failing_allocator memory = {0};
        const pick_allocator hook = failing_allocator_hook(&memory);
        pick_scene *scene = upkeep_scene(&hook);
        pick_scene *twin = upkeep_scene(NULL);
        size_t hits = 0;
        test_random r = {n};
        pick_scene_defer_builds(scene, deferred);
        add_to_both(b, scene, twin, 0, there);
        for (uint32_t i = 0; i < there; i += 5) {
            assert_int_equal(pick_scene_remove(scene, b->ids[i]), PICK_OK);
            assert_int_equal(pick_scene_remove(twin, b->ids[i]), PICK_OK);
        }
        const size_t objects = pick_scene_count(scene);
        const uint32_t inside = scene->tree.object_count;
        memory.fail_at = memory.calls + n;
        memory.for_ever = for_ever;
        const pick_result result = pick_scene_add_many(scene, b->descs + there, count, b->ids + there);
        done = memory.calls < memory.fail_at;
        if (result != PICK_OK) {
            ++refusals;
            assert_int_equal(result, PICK_ERROR_OUT_OF_MEMORY);
            assert_int_equal(pick_scene_count(scene), objects);
            assert_int_equal(upkeep_check_tree(scene).objects, inside);
            assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
            upkeep_check_picks(scene, &r, pick_vec3_make(0, 0, 0), 20, &hits);
            memory.fail_at = 0;
            add_to_both(b, scene, twin, there, count);
        }
        assert_int_equal(upkeep_check_tree(scene).objects, inside + pickable(b, there, count));
        pick_scene_destroy(scene);
        pick_scene_destroy(twin);
        assert_int_equal(memory.held_bytes, 0);
    }
    return refusals;
}

static void all_or_none_without_memory(void **state)
{
    (void)state;
    batch *b = make_batch(pick_vec3_make(0, 0, 0), 20);
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        assert_true(add_without_memory(b, 0, 500, for_ever != 0, false) >= 5);   // built
        assert_true(add_without_memory(b, 300, 500, for_ever != 0, false) >= 4); // rebuilt
        assert_true(add_without_memory(b, 0, 40, for_ever != 0, false) >= 3);    // inserted
        assert_true(add_without_memory(b, 200, 60, for_ever != 0, false) >= 2);  // inserted among others
        assert_true(add_without_memory(b, 300, 500, for_ever != 0, true) >= 5);  // grafted
    }
    free_batch(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_are_as_one_by_one),
        cmocka_unit_test(many_arrive_during_a_rebuild),
        cmocka_unit_test(many_arrive_where_others_were_removed),
        cmocka_unit_test(unpickable_objects_build_no_tree),
        cmocka_unit_test(far_worlds_keep_their_detail),
        cmocka_unit_test(strays_arrive_as_well),
        cmocka_unit_test(many_arrive_at_the_other_end_of_the_world),
        cmocka_unit_test(one_that_is_wrong_refuses_all),
        cmocka_unit_test(room_ends_at_the_limit),
        cmocka_unit_test(many_are_grafted_where_builds_are_deferred),
        cmocka_unit_test(grafts_beside_anything),
        cmocka_unit_test(nothing_is_grafted_to_a_deep_tree),
        cmocka_unit_test(unpickable_objects_are_not_grafted),
        cmocka_unit_test(all_or_none_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
