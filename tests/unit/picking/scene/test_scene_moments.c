// Rare cases of a scene's upkeep: running out of numbers and memory, edits between two slices, worlds of every size.
#include "effort.h"
#include "upkeep.h"

#include "bvh/bvh_bins.h"
#include "failing_allocator.h"
#include "scene/scene_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// --- Moments --------------------------------------------------------------------------------------------------------

// Adds objects around `center` until a rebuild is due, and begins it.
static void begin_rebuild(pick_scene *scene, const pick_mesh *mesh, test_random *r, pick_vec3 center, double half)
{
    for (int i = 0; !pick_scene_maintain(scene, 1); i++) {
        assert_true(i < 1000);
        (void)upkeep_add(scene, mesh, pick_vec3_add(center, random_in_cube(r, half)));
    }
    assert_non_null(scene->upkeep.rebuild);
}

static void finish_rebuild(pick_scene *scene)
{
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    (void)upkeep_check_tree(scene);
}

static void memory_counts_match_what_is_held(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_scene *scene = upkeep_scene(&hook);
    test_random r = {12};
    assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
    for (int i = 0; i < 3000; i++) {
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 100));
        assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
        if (i == 99 || i == 149 || i == 254 || i == 499 || i == 2999) { // some is kept in reserve while they are few
            finish_rebuild(scene);
            assert_true(pick_scene_memory(scene) < 300 * (size_t)(i + 1));
        }
    }
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 100);
    assert_true(pick_scene_memory(scene) > 200 * pick_scene_count(scene));
    assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
    finish_rebuild(scene);
    assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
    pick_scene_destroy(scene);
    assert_int_equal(memory.held_bytes, 0);
    pick_mesh_destroy(mesh);
}

static void handles_run_out(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    const pick_object_id first = upkeep_add(scene, mesh, pick_vec3_make(0, 0, 0));
    pick_object_id id;
    const uint32_t count = scene->slot_count;
    scene->slot_count = PICK_PRIM_LIMIT; // as if there were as many as there may be
    assert_int_equal(upkeep_try_add(scene, mesh, pick_vec3_make(1, 0, 0), &id), PICK_ERROR_TOO_LARGE);
    scene->slot_count = count;
    assert_int_equal(pick_scene_count(scene), 1);
    // The last generation of a slot: nothing may come after it, or an old handle would name a new object.
    pick_object_at(scene, 0)->generation = UINT32_MAX;
    const pick_object_id last = {first.index1, UINT32_MAX};
    assert_false(pick_scene_contains(scene, first));
    assert_int_equal(pick_scene_remove(scene, last), PICK_OK);
    id = upkeep_add(scene, mesh, pick_vec3_make(0, 0, 0));
    assert_int_not_equal(id.index1, last.index1);
    assert_false(pick_scene_contains(scene, last));
    assert_int_equal(pick_scene_remove(scene, id), PICK_OK);
    assert_int_equal(upkeep_add(scene, mesh, pick_vec3_make(0, 0, 0)).index1, id.index1); // others are used again
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// More edits than fit between two slices: the tree is empty when the rebuild continues.
static void emptied_between_two_slices(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    test_random r = {13};
    for (int i = 0; i < 200; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 50));
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 50);
    for (uint32_t slot = 1; slot < scene->slot_count; slot++)
        pick_tree_remove(scene, &scene->tree, slot);
    assert_int_equal(scene->tree.object_count, 1);
    assert_int_equal(pick_scene_remove(scene, (pick_object_id){1, pick_object_at(scene, 0)->generation}), PICK_OK);
    assert_null(scene->upkeep.rebuild);
    const pick_object_id far = upkeep_add(scene, mesh, pick_vec3_make(3e8, 0, 0));
    assert_true(scene->tree.anchor[0] == 3e8);
    const pick_ray ray = {{3e8, 0.1, 10}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(scene, &ray, NULL, &hit) && pick_object_id_equal(hit.object, far));
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// A tree of the greatest depth while a rebuild is under way: the rebuild is finished at once.
static void a_tree_that_is_too_deep_ends_its_rebuild_at_once(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    test_random r = {14};
    for (int i = 0; i < 200; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 50));
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 50);
    const uint32_t which = scene->tree.which;
    scene->tree.levels = PICK_BVH_MAX_DEPTH; // an upper bound, so any larger value is valid
    (void)upkeep_add(scene, mesh, pick_vec3_make(1, 2, 3));
    assert_null(scene->upkeep.rebuild);
    assert_int_not_equal(scene->tree.which, which);
    assert_true(upkeep_check_tree(scene).depth < 8);
    // If it cannot be rebuilt, nothing is inserted; moved objects grow the boxes around them.
    const pick_object_id id = upkeep_add(scene, mesh, pick_vec3_make(0, 0, 0));
    assert_int_equal(pick_scene_set_flags(scene, id, PICK_OBJECT_HIDDEN), PICK_OK);
    scene->tree.levels = PICK_BVH_MAX_DEPTH;
    const pick_box3f box = {{0, 0, 0}, {1, 1, 1}};
    const uint32_t objects = scene->tree.object_count;
    assert_false(pick_tree_insert(scene, &scene->tree, id.index1 - 1, &box));
    assert_int_equal(scene->tree.object_count, objects);
    const uint32_t node = pick_object_at(scene, 0)->node[scene->tree.which];
    const pick_transform away = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {900, 0, 0}};
    pick_object_place(pick_object_at(scene, 0), &away, mesh);
    const pick_aabb bounds = pick_object_world_box(pick_object_at(scene, 0), true);
    const pick_box3f moved = pick_tree_box(&scene->tree, &bounds);
    assert_false(pick_tree_update(scene, &scene->tree, 0, &moved));
    assert_int_equal(pick_object_at(scene, 0)->node[scene->tree.which], node);
    (void)upkeep_check_tree(scene);
    const pick_ray ray = {{900, 0.1, 10}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(scene, &ray, NULL, &hit));
    assert_int_equal(hit.object.index1, 1);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// A world far from where its first object was, which no rebuild has seen yet.
static pick_scene *make_far_scene(failing_allocator *memory, const pick_mesh *mesh, int count, double distance)
{
    const pick_allocator hook = failing_allocator_hook(memory);
    pick_scene *scene = upkeep_scene(&hook);
    test_random r = {15};
    assert_int_equal(pick_scene_reserve(scene, 4 * (size_t)count), PICK_OK);
    memory->fail_at = memory->calls + 1; // no rebuild begins
    memory->for_ever = true;
    (void)upkeep_add(scene, mesh, pick_vec3_make(-distance, 0, 0));
    for (int i = 0; i < count; i++)
        (void)upkeep_add(scene, mesh, pick_vec3_add(pick_vec3_make(distance, 0, 0), random_in_cube(&r, 20)));
    memory->fail_at = 0;
    assert_null(scene->upkeep.rebuild);
    assert_true(scene->tree.anchor[0] == -distance);
    return scene;
}

// Objects added while a rebuild computes all boxes for a new anchor are in the new tree.
static void arrivals_while_the_anchor_changes(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    failing_allocator memory = {0};
    const pick_vec3 far = {1e8, 0, 0};
    pick_scene *scene = make_far_scene(&memory, mesh, 1500, far.x);
    test_random r = {16};
    begin_rebuild(scene, mesh, &r, far, 20);
    const uint32_t which = scene->tree.which;
    size_t arrived = 0, hits = 0;
    for (; scene->upkeep.rebuild != NULL; arrived++) {
        (void)upkeep_add(scene, mesh, pick_vec3_add(far, random_in_cube(&r, 20)));
        assert_true(arrived < 2000);
    }
    assert_true(arrived > 50);
    assert_int_not_equal(scene->tree.which, which);
    assert_true(fabs(scene->tree.anchor[0] - far.x) < 1000);
    assert_int_equal(upkeep_check_tree(scene).objects, pick_scene_count(scene));
    for (int i = 0; i < 10; i++)
        upkeep_check_picks(scene, &r, far, 20, &hits);
    assert_true(hits > 5);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

static void add_hidden(pick_scene *scene, const pick_mesh *mesh, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.mesh = mesh;
        desc.flags = PICK_OBJECT_HIDDEN;
        assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    }
}

// Many hidden objects make collecting slow, so that more arrives meanwhile than there was room for.
static void arrivals_outrun_collecting(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    const pick_vec3 center = {0, 0, 0};
    test_random r = {16};
    for (int i = 0; i < 1500; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 20));
    const uint32_t hidden = test_effort(120000, 300000);
    add_hidden(scene, mesh, hidden);
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, center, 20);
    const uint32_t which = scene->tree.which;
    size_t arrived = 0, hits = 0;
    for (; scene->upkeep.rebuild != NULL; arrived++) {
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 20));
        assert_true(arrived < 2000);
    }
    assert_true(arrived > 100);
    assert_int_not_equal(scene->tree.which, which);
    assert_int_equal(upkeep_check_tree(scene).objects + hidden, pick_scene_count(scene));
    for (int i = 0; i < 10; i++)
        upkeep_check_picks(scene, &r, center, 20, &hits);
    assert_true(hits > 5);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// So far apart that the distance itself overflows: the old anchor stays, and nothing is lost.
static void no_anchor_is_better_than_one_at_infinity(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    failing_allocator memory = {0};
    pick_scene *scene = make_far_scene(&memory, mesh, 100, 1.5e308);
    test_random r = {17};
    begin_rebuild(scene, mesh, &r, pick_vec3_make(1.5e308, 0, 0), 1);
    finish_rebuild(scene);
    assert_true(scene->tree.anchor[0] == -1.5e308);
    assert_int_equal(scene->tree.object_count, pick_scene_count(scene));
    const pick_ray ray = {{-1.5e308, 0.1, 10}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(scene, &ray, NULL, &hit));
    assert_int_equal(hit.object.index1, 1);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// What changes between being collected and being put into a node: strays that go, and an object that comes and goes.
static void changes_in_the_middle_of_a_rebuild(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    test_random r = {18};
    pick_object_id strays[10];
    for (int i = 0; i < 600; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 20));
    for (int i = 0; i < 10; i++)
        strays[i] = upkeep_add(scene, mesh, random_in_cube(&r, 1e25));
    assert_int_equal(pick_scene_set_flags(scene, strays[9], PICK_OBJECT_HIDDEN), PICK_OK);
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 20);
    const uint32_t which = scene->tree.which;
    (void)pick_scene_maintain(scene, 9 * (uint64_t)scene->slot_count); // all are collected, and no node is made
    assert_int_equal(pick_scene_set_flags(scene, strays[9], 0), PICK_OK);
    assert_int_equal(pick_scene_set_flags(scene, strays[9], PICK_OBJECT_HIDDEN), PICK_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pick_scene_remove(scene, strays[i]), PICK_OK);
        assert_int_equal(pick_scene_set_flags(scene, strays[3 + i], PICK_OBJECT_HIDDEN), PICK_OK);
    }
    assert_non_null(scene->upkeep.rebuild);
    const uint32_t left = scene->tree.object_count;
    finish_rebuild(scene);
    assert_int_not_equal(scene->tree.which, which);
    assert_int_equal(scene->tree.object_count, left);
    size_t hits = 0;
    for (int i = 0; i < 10; i++)
        upkeep_check_picks(scene, &r, pick_vec3_make(0, 0, 0), 20, &hits);
    assert_true(hits > 20);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Among very many hidden objects a slice finds few to collect, and more are edited than the journal has room for. The
// rebuild is given up; maintenance, without edits, brings another one to its end.
static void a_rebuild_that_takes_too_long_is_given_up(void **state)
{
    (void)state;
    enum { SEEN = 200, HIDDEN = 400000 };
    static pick_object_id ids[SEEN];
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    test_random r = {20};
    for (int i = 0; i < SEEN; i++)
        ids[i] = upkeep_add(scene, mesh, random_in_cube(&r, 20));
    add_hidden(scene, mesh, HIDDEN);
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 20);
    const uint32_t which = scene->tree.which;
    int edits = 0;
    for (; scene->upkeep.rebuild != NULL; edits++) {
        assert_true(edits < SEEN);
        upkeep_move(scene, ids[edits], random_in_cube(&r, 20));
    }
    assert_true(edits > SEEN / 4);
    assert_int_equal(scene->tree.which, which);
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) // no object counts as recorded
        assert_int_equal(pick_object_at(scene, slot)->flags & PICK_OBJECT_CHANGED, 0);
    (void)upkeep_check_tree(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 20);
    finish_rebuild(scene);
    assert_int_not_equal(scene->tree.which, which);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// --- A world of every size ------------------------------------------------------------------------------------------

enum { NESTED = 3000 };

static pick_object_desc nested_desc(const pick_mesh *mesh, int i, test_random *r)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    const double size = exp2(56 - 182.0 * (NESTED - 1 - i % NESTED) / NESTED);
    desc.mesh = mesh;
    for (int k = 0; k < 3; k++)
        desc.transform.linear[4 * k] = (float)size;
    desc.transform.origin = random_in_cube(r, size);
    desc.transform.origin.x += 8 * size;
    return desc;
}

static pick_scene *make_nested(failing_allocator *memory, const pick_mesh *mesh, pick_object_id ids[NESTED])
{
    const pick_allocator hook = failing_allocator_hook(memory);
    pick_scene *scene = upkeep_scene(&hook);
    test_random r = {19};
    for (int i = 0; i < NESTED; i++) {
        const pick_object_desc desc = nested_desc(mesh, i, &r);
        assert_int_equal(pick_scene_add(scene, &desc, &ids[i]), PICK_OK);
    }
    finish_rebuild(scene);
    for (int i = 0; !pick_scene_maintain(scene, 1); i++) {
        pick_object_id id;
        const pick_object_desc desc = nested_desc(mesh, i, &r);
        assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    }
    return scene;
}

// Each level of such a tree parts few from many. More nodes are needed than were reserved, and there is no memory for
// them: the old tree stays.
static void a_rebuild_without_room_for_nodes_is_given_up(void **state)
{
    (void)state;
    static pick_object_id ids[NESTED];
    pick_mesh *mesh = upkeep_mesh();
    failing_allocator memory = {0};
    pick_scene *scene = make_nested(&memory, mesh, ids);
    const uint32_t which = scene->tree.which;
    memory.fail_at = memory.calls + 1;
    memory.for_ever = true;
    finish_rebuild(scene);
    assert_true(memory.calls >= memory.fail_at);
    assert_int_equal(scene->tree.which, which);
    assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
    pick_scene_destroy(scene);
    assert_int_equal(memory.held_bytes, 0);
    pick_mesh_destroy(mesh);
}

// --- Running out of memory ------------------------------------------------------------------------------------------

// Every allocation fails once, and for ever: edits are refused whole or done, picks stay right, rebuilds wait.
static void survives_every_failed_allocation(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        size_t refused = 0;
        // In a quick run every second one, the others for ever.
        const size_t step = test_effort(2, 1);
        for (size_t n = 2 + (size_t)for_ever % step;; n += step) {
            failing_allocator memory = {.fail_at = n, .for_ever = for_ever != 0};
            const pick_allocator hook = failing_allocator_hook(&memory);
            pick_scene *scene = upkeep_scene(&hook);
            pick_object_id ids[300];
            uint32_t count = 0;
            test_random r = {5};
            for (int i = 0; i < 700; i++) {
                const pick_vec3 at = random_in_cube(&r, 40);
                if (i < 300) {
                    const pick_result result = upkeep_try_add(scene, mesh, at, &ids[count]);
                    assert_true(result == PICK_OK || result == PICK_ERROR_OUT_OF_MEMORY);
                    count += result == PICK_OK;
                    refused += result != PICK_OK;
                } else if (count > 0 && i % 5 == 0) {
                    const pick_object_id id = ids[random_index(&r, count)];
                    assert_int_equal(pick_scene_set_flags(scene, id, PICK_OBJECT_HIDDEN), PICK_OK);
                    const pick_result result = pick_scene_set_flags(scene, id, 0);
                    assert_true(result == PICK_OK || result == PICK_ERROR_OUT_OF_MEMORY);
                    refused += result != PICK_OK;
                } else if (count > 0) {
                    upkeep_move(scene, ids[random_index(&r, count)], at); // needs no memory
                }
                if (i % 100 == 50) {
                    (void)pick_scene_maintain(scene, 1000);
                    (void)upkeep_check_tree(scene);
                    assert_int_equal(pick_scene_count(scene), count);
                }
            }
            size_t hits = 0;
            upkeep_check_picks(scene, &r, pick_vec3_make(0, 0, 0), 40, &hits);
            pick_scene_destroy(scene);
            assert_int_equal(memory.held_bytes, 0);
            assert_int_equal(memory.held_blocks, 0);
            if (memory.calls < n)
                break;
        }
        assert_true(refused > 3);
    }
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_counts_match_what_is_held),
        cmocka_unit_test(handles_run_out),
        cmocka_unit_test(emptied_between_two_slices),
        cmocka_unit_test(a_tree_that_is_too_deep_ends_its_rebuild_at_once),
        cmocka_unit_test(arrivals_while_the_anchor_changes),
        cmocka_unit_test(arrivals_outrun_collecting),
        cmocka_unit_test(no_anchor_is_better_than_one_at_infinity),
        cmocka_unit_test(changes_in_the_middle_of_a_rebuild),
        cmocka_unit_test(a_rebuild_that_takes_too_long_is_given_up),
        cmocka_unit_test(a_rebuild_without_room_for_nodes_is_given_up),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
