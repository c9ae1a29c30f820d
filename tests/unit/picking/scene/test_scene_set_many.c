// Objects set together: the same scene as when each is set by itself, or none of them changed.
#include "effort.h"
#include "upkeep.h"

#include "failing_allocator.h"
#include "scene/scene_internal.h"
#include "scene_check.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 2000 };

typedef struct world {
    pick_mesh *mesh, *nothing;
    pick_scene *scene, *twin; // the same edits, together and one by one
    pick_object_id all[MOST]; // the same handles in both
    pick_object_id ids[2 * MOST];
    pick_object_desc descs[2 * MOST];
    uint32_t count, given;
    test_random random;
} world;

static pick_object_desc any_desc(world *w)
{
    pick_object_desc d = PICK_OBJECT_DESC_DEFAULT;
    const uint32_t kind = random_index(&w->random, 24);
    d.mesh = kind == 0 ? w->nothing : w->mesh;
    d.transform.origin = random_in_cube(&w->random, 20);
    d.transform.linear[4] = kind == 1 ? 0 : 1;
    d.flags = kind < 8 ? PICK_OBJECT_HIDDEN : (kind < 12 ? PICK_OBJECT_LOCKED : 0);
    d.layers = kind % 3 == 0 ? 1 : 0xffffffffu;
    d.user = random_bits(&w->random);
    return d;
}

static world *make_world(uint32_t count, const pick_allocator *memory)
{
    static world w;
    static const float no_positions[3] = {0};
    w = (world){.mesh = upkeep_mesh(), .count = count, .random = {count + 7}};
    assert_int_equal(pick_mesh_create(&(pick_mesh_desc){.positions = no_positions}, NULL, &w.nothing), PICK_OK);
    w.scene = upkeep_scene(memory);
    w.twin = upkeep_scene(NULL);
    for (uint32_t i = 0; i < count; i++) {
        const pick_object_desc desc = any_desc(&w);
        pick_object_id twin;
        assert_int_equal(pick_scene_add(w.scene, &desc, &w.all[i]), PICK_OK);
        assert_int_equal(pick_scene_add(w.twin, &desc, &twin), PICK_OK);
        assert_true(pick_object_id_equal(w.all[i], twin));
    }
    return &w;
}

static void free_world(world *w)
{
    pick_scene_destroy(w->scene);
    pick_scene_destroy(w->twin);
    pick_mesh_destroy(w->mesh);
    pick_mesh_destroy(w->nothing);
}

static pick_object_desc describe(const world *w, pick_object_id id)
{
    pick_object_desc d;
    assert_int_equal(pick_scene_get(w->scene, id, &d), PICK_OK);
    return d;
}

// Objects `first`, `first + step`, ... as they are, for the test to change.
static void give(world *w, uint32_t first, uint32_t step)
{
    w->given = 0;
    for (uint32_t i = first; i < w->count; i += step) {
        w->ids[w->given] = w->all[i];
        w->descs[w->given++] = describe(w, w->all[i]);
    }
}

static void set_each_in_twin(const world *w)
{
    for (uint32_t i = 0; i < w->given; i++) {
        const pick_object_desc *d = &w->descs[i];
        assert_int_equal(pick_scene_set_mesh(w->twin, w->ids[i], d->mesh), PICK_OK);
        assert_int_equal(pick_scene_set_transform(w->twin, w->ids[i], &d->transform), PICK_OK);
        assert_int_equal(pick_scene_set_layers(w->twin, w->ids[i], d->layers), PICK_OK);
        assert_int_equal(pick_scene_set_flags(w->twin, w->ids[i], d->flags), PICK_OK);
        assert_int_equal(pick_scene_set_user(w->twin, w->ids[i], d->user), PICK_OK);
    }
}

// Both scenes say the same of each object, and find the same.
static void compare(world *w)
{
    const char *wrong = scene_check(w->scene);
    if (wrong != NULL)
        fail_msg("%s", wrong);
    assert_int_equal(upkeep_check_tree(w->scene).objects, upkeep_check_tree(w->twin).objects);
    for (uint32_t i = 0; i < w->count; i++) {
        pick_object_desc a, b;
        pick_aabb box, twin;
        assert_int_equal(pick_scene_get(w->scene, w->all[i], &a), PICK_OK);
        assert_int_equal(pick_scene_get(w->twin, w->all[i], &b), PICK_OK);
        assert_true(a.mesh == b.mesh && a.layers == b.layers && a.flags == b.flags && a.user == b.user);
        assert_memory_equal(&a.transform.origin, &b.transform.origin, sizeof a.transform.origin);
        assert_memory_equal(a.transform.linear, b.transform.linear, sizeof a.transform.linear);
        assert_int_equal(pick_scene_object_bounds(w->scene, w->all[i], &box), PICK_OK);
        assert_int_equal(pick_scene_object_bounds(w->twin, w->all[i], &twin), PICK_OK);
        assert_memory_equal(&box, &twin, sizeof box);
        assert_true((pick_object_at(w->scene, w->all[i].index1 - 1)->flags & PICK_OBJECT_GIVEN) == 0);
    }
    for (int i = 0; i < 200; i++) {
        const pick_ray ray = {random_in_cube(&w->random, 40), random_in_cube(&w->random, 1), -HUGE_VAL, HUGE_VAL};
        pick_query query = PICK_QUERY_DEFAULT;
        query.hidden_layers = i % 2 == 0 ? 0 : 1;
        pick_hit hit, twin;
        const bool is = pick_closest(w->scene, &ray, &query, &hit);
        assert_int_equal(pick_closest(w->twin, &ray, &query, &twin), is);
        assert_true(!is || (hit.t == twin.t && pick_object_id_equal(hit.object, twin.object)));
    }
}

static void set_in_both(world *w)
{
    assert_int_equal(pick_scene_set_many(w->scene, w->ids, w->descs, w->given), PICK_OK);
    set_each_in_twin(w);
    compare(w);
}

static void move_given(world *w, double half)
{
    for (uint32_t i = 0; i < w->given; i++)
        w->descs[i].transform.origin = random_in_cube(&w->random, half);
}

static void random_batches_are_as_one_by_one(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 40, 300, 2000};
    size_t hits = 0;
    for (int k = 0; k < 4; k++) {
        world *w = make_world(counts[k], NULL);
        for (int round = 0; round < 12; round++) {
            give(w, random_index(&w->random, 2), 1 + random_index(&w->random, 6));
            for (uint32_t i = 0; i < w->given; i++)
                w->descs[i] = any_desc(w);
            set_in_both(w);
            for (uint32_t i = 0; i < w->count; i += 9) { // the trees take further edits
                const pick_transform t = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
                assert_int_equal(pick_scene_set_transform(w->scene, w->all[i], &t), PICK_OK);
                assert_int_equal(pick_scene_set_transform(w->twin, w->all[i], &t), PICK_OK);
            }
            upkeep_check_picks(w->scene, &w->random, pick_vec3_make(0, 0, 0), 20, &hits);
        }
        free_world(w);
    }
    assert_true(hits > 10);
}

static void hide_given(world *w)
{
    for (uint32_t i = 0; i < w->given; i++)
        w->descs[i].flags |= PICK_OBJECT_HIDDEN;
}

// Many are moved by a new tree, few by edits of the old one, and what stays in its place edits nothing.
static void builds_for_many_only(void **state)
{
    (void)state;
    world *w = make_world(1000, NULL);
    while (pick_scene_maintain(w->scene, UINT64_MAX)) {
    }
    const uint32_t which = w->scene->tree.which;
    give(w, 0, 1);
    for (uint32_t i = 0; i < w->given; i++) { // neither moved nor shown
        w->descs[i].layers ^= 6;
        w->descs[i].user = i;
        if ((w->descs[i].flags & PICK_OBJECT_HIDDEN) == 0)
            w->descs[i].flags ^= PICK_OBJECT_LOCKED;
    }
    set_in_both(w);
    assert_int_equal(w->scene->tree.which, which);
    assert_int_equal(w->scene->upkeep.debt, 0);
    give(w, 0, 20);
    move_given(w, 20);
    set_in_both(w);
    assert_int_equal(w->scene->tree.which, which);
    give(w, 0, 1);
    move_given(w, 20);
    set_in_both(w);
    assert_int_not_equal(w->scene->tree.which, which);
    assert_null(w->scene->upkeep.rebuild);
    give(w, 0, 1);
    hide_given(w);
    set_in_both(w);
    assert_int_equal(w->scene->tree.object_count, 0);
    for (uint32_t i = 0; i < w->given; i++)
        w->descs[i].flags = 0;
    set_in_both(w);
    assert_true(w->scene->tree.object_count > 800);
    free_world(w);
}

// Many are taken out of the tree faster than one of the others is built, unless few are left, or a rebuild would have
// to note each. Those that come back, few beside the others, begin no rebuild meanwhile.
static void removes_one_by_one(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        world *w = make_world(1000, NULL);
        while (pick_scene_maintain(w->scene, UINT64_MAX)) {
        }
        if (kind == 2) {
            for (uint32_t i = 0; i < 300 && w->scene->upkeep.rebuild == NULL; i++) {
                upkeep_move(w->scene, w->all[i], pick_vec3_make(30, 0.1 * i, 0));
                upkeep_move(w->twin, w->all[i], pick_vec3_make(30, 0.1 * i, 0));
            }
            assert_non_null(w->scene->upkeep.rebuild);
        }
        const uint32_t which = w->scene->tree.which;
        give(w, kind == 1 ? 20 : 0, kind == 1 ? 1 : 2);
        hide_given(w);
        set_in_both(w);
        assert_int_equal(w->scene->tree.which != which, kind > 0);
        assert_null(w->scene->upkeep.rebuild);
        const uint32_t debt = w->scene->upkeep.debt;
        w->given = w->scene->tree.object_count / 4;
        for (uint32_t i = 0; i < w->given; i++)
            w->descs[i].flags = 0;
        set_in_both(w);
        if (kind == 0) {
            assert_true(w->scene->upkeep.debt > debt + 70);
            assert_null(w->scene->upkeep.rebuild);
            assert_int_equal(w->scene->tree.which, which);
            const pick_transform t = PICK_TRANSFORM_IDENTITY; // this edit begins the rebuild
            assert_int_equal(pick_scene_set_transform(w->scene, w->all[1], &t), PICK_OK);
            assert_true(w->scene->upkeep.rebuild != NULL || w->scene->tree.which != which);
        }
        free_world(w);
    }
}

// Where builds are deferred, those that are shown are grafted, also one that is given twice; those that are hidden
// again abandon the rebuild, which is still to do. Where many move, the tree is built all the same.
static void grafts_what_is_shown(void **state)
{
    (void)state;
    world *w = make_world(1000, NULL);
    pick_scene_defer_builds(w->scene, true);
    give(w, 0, 2);
    hide_given(w);
    set_in_both(w);
    while (pick_scene_maintain(w->scene, UINT64_MAX)) {
    }
    const uint32_t which = w->scene->tree.which, inside = w->scene->tree.object_count;
    w->scene->upkeep.debt = inside; // as if so many had come
    assert_true(pick_scene_maintain(w->scene, 10));
    for (uint32_t i = 0; i < w->given; i++)
        w->descs[i].flags = 0;
    w->ids[w->given] = w->ids[3];
    w->descs[w->given] = w->descs[3];
    w->descs[w->given++].user = 77;
    w->ids[w->given] = w->all[1]; // one that moves
    w->descs[w->given] = describe(w, w->all[1]);
    w->descs[w->given++].transform.origin = pick_vec3_make(3, 3, 3);
    w->ids[w->given] = w->all[5]; // and one that is hidden
    w->descs[w->given] = describe(w, w->all[5]);
    w->descs[w->given++].flags = PICK_OBJECT_HIDDEN;
    set_in_both(w);
    assert_int_equal(w->scene->tree.which, which);
    assert_true(w->scene->tree.object_count > inside + 400);
    assert_true(w->scene->upkeep.debt > 400);
    assert_true(pick_scene_maintain(w->scene, 100)); // begins the rebuild
    w->given -= 3;
    hide_given(w);
    set_in_both(w);
    assert_int_equal(w->scene->tree.which, which);
    assert_null(w->scene->upkeep.rebuild);
    while (pick_scene_maintain(w->scene, UINT64_MAX)) {
    }
    assert_int_not_equal(w->scene->tree.which, which);
    compare(w);
    give(w, 0, 1);
    move_given(w, 20);
    for (uint32_t i = 0; i < w->given; i++)
        w->descs[i].flags = 0;
    set_in_both(w);
    assert_int_equal(w->scene->upkeep.debt, 0); // built
    give(w, 0, 1);                              // nothing is left beside what is shown
    hide_given(w);
    set_in_both(w);
    for (uint32_t i = 0; i < w->given; i++)
        w->descs[i].flags = 0;
    set_in_both(w);
    free_world(w);
}

// All that would be in a new tree are flat or have no triangles: there is none to build.
static void many_become_unpickable(void **state)
{
    (void)state;
    world *w = make_world(400, NULL);
    give(w, 0, 1);
    for (uint32_t i = 0; i < w->given; i++) {
        w->descs[i].flags = 0;
        w->descs[i].mesh = i % 2 == 0 ? w->nothing : w->mesh;
        w->descs[i].transform.linear[4] = 0;
    }
    set_in_both(w);
    assert_int_equal(w->scene->tree.object_count, 0);
    free_world(w);
}

static void the_last_of_two_counts(void **state)
{
    (void)state;
    for (uint32_t step = 1; step <= 50; step += 49) { // built, and edited
        world *w = make_world(500, NULL);
        give(w, 0, step);
        const uint32_t half = w->given;
        for (uint32_t i = 0; i < half; i++) {
            w->ids[half + i] = w->ids[half - 1 - i];
            w->descs[half + i] = w->descs[half - 1 - i];
            if (i % 3 == 0) {
                w->descs[i] = any_desc(w);
                w->descs[half + i] = any_desc(w);
            }
        }
        w->given = 2 * half;
        set_in_both(w);
        free_world(w);
    }
}

// A rebuild under way goes on after a few edits, and is dropped for a new tree; its journal is emptied.
static void during_a_rebuild(void **state)
{
    (void)state;
    for (uint32_t step = 1; step <= 60; step += 59) {
        world *w = make_world(MOST, NULL);
        for (uint32_t i = 0; w->scene->upkeep.rebuild == NULL; i++) {
            const pick_vec3 at = random_in_cube(&w->random, 20);
            const uint32_t which = random_index(&w->random, w->count);
            assert_true(i < 100000);
            upkeep_move(w->scene, w->all[which], at);
            upkeep_move(w->twin, w->all[which], at);
        }
        give(w, 0, step);
        for (uint32_t i = 0; i < w->given; i++)
            w->descs[i] = any_desc(w);
        set_in_both(w);
        while (pick_scene_maintain(w->scene, UINT64_MAX)) {
        }
        compare(w);
        free_world(w);
    }
}

static void refuses_all_for_one(void **state)
{
    (void)state;
    world *w = make_world(300, NULL);
    for (uint32_t step = 1; step <= 100; step += 99) {
        give(w, 0, step);
        move_given(w, 20);
        const uint32_t last = w->given - 1;
        const pick_object_desc good = w->descs[last];
        w->descs[last].mesh = NULL;
        assert_int_equal(pick_scene_set_many(w->scene, w->ids, w->descs, w->given), PICK_ERROR_INVALID_ARGUMENT);
        w->descs[last] = good;
        w->descs[last].flags = 1u << 28;
        assert_int_equal(pick_scene_set_many(w->scene, w->ids, w->descs, w->given), PICK_ERROR_INVALID_ARGUMENT);
        w->descs[last] = good;
        w->descs[last].transform.linear[2] = NAN;
        assert_int_equal(pick_scene_set_many(w->scene, w->ids, w->descs, w->given), PICK_ERROR_NOT_FINITE);
        w->descs[last] = good;
        const pick_object_id id = w->ids[last];
        w->ids[last].generation++;
        assert_int_equal(pick_scene_set_many(w->scene, w->ids, w->descs, w->given), PICK_ERROR_STALE_HANDLE);
        w->ids[last] = id;
        compare(w); // the twin was never changed
    }
    assert_int_equal(pick_scene_set_many(w->scene, NULL, NULL, 0), PICK_OK);
    free_world(w);
}

// Memory that runs out at the n-th allocation: nothing changed, and the next attempt does it.
static size_t without_memory(uint32_t count, uint32_t step, bool twice, bool for_ever)
{
    size_t refusals = 0;
    bool done = false;
    for (size_t n = 1; !done; n++) {
        failing_allocator memory = {0};
        const pick_allocator hook = failing_allocator_hook(&memory);
        world *w = make_world(count, &hook);
        give(w, 0, step); // some are hidden: they come back
        for (uint32_t i = 0; i < w->given; i++) {
            w->descs[i] = any_desc(w);
            w->descs[i].flags &= ~(uint32_t)PICK_OBJECT_HIDDEN;
        }
        if (twice && w->given > 0) {
            w->ids[w->given] = w->ids[0];
            w->descs[w->given++] = any_desc(w);
        }
        memory.fail_at = memory.calls + n;
        memory.for_ever = for_ever;
        const pick_result result = pick_scene_set_many(w->scene, w->ids, w->descs, w->given);
        done = memory.calls < memory.fail_at;
        memory.fail_at = 0;
        if (result != PICK_OK) {
            ++refusals;
            assert_int_equal(result, PICK_ERROR_OUT_OF_MEMORY);
            compare(w);
            assert_int_equal(pick_scene_memory(w->scene), memory.held_bytes);
            set_in_both(w);
        } else {
            set_each_in_twin(w);
            compare(w);
        }
        assert_int_equal(pick_scene_memory(w->scene), memory.held_bytes);
        free_world(w);
        assert_int_equal(memory.held_bytes, 0);
    }
    return refusals;
}

static void all_or_none_without_memory(void **state)
{
    (void)state;
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        for (int twice = 0; twice < 2; twice++) {
            if (!test_is_thorough() && twice != for_ever)
                continue;
            assert_true(without_memory(500, 1, twice != 0, for_ever != 0) >= 5);
            assert_true(without_memory(2000, 4, twice != 0, for_ever != 0) >= 2);
        }
    }
}

// Where what is shown would be grafted.
static void none_is_grafted_without_memory(void **state)
{
    (void)state;
    size_t refusals = 0;
    bool done = false;
    for (size_t n = 1; !done; n++) {
        failing_allocator memory = {0};
        const pick_allocator hook = failing_allocator_hook(&memory);
        world *w = make_world(600, &hook);
        pick_scene_defer_builds(w->scene, true);
        w->given = 0;
        for (uint32_t i = 0; i < w->count; i++) {
            w->ids[w->given] = w->all[i];
            w->descs[w->given] = describe(w, w->all[i]);
            w->given += (w->descs[w->given].flags & PICK_OBJECT_HIDDEN) != 0;
        }
        for (uint32_t i = 0; i < w->given; i++)
            w->descs[i].flags = 0;
        w->ids[w->given] = w->ids[0];
        w->descs[w->given] = w->descs[0];
        w->descs[w->given++].user = 5;
        const uint32_t which = w->scene->tree.which;
        memory.fail_at = memory.calls + n;
        memory.for_ever = true;
        const pick_result result = pick_scene_set_many(w->scene, w->ids, w->descs, w->given);
        done = memory.calls < memory.fail_at;
        memory.fail_at = 0;
        if (result != PICK_OK) {
            ++refusals;
            assert_int_equal(result, PICK_ERROR_OUT_OF_MEMORY);
            compare(w);
        }
        set_in_both(w);
        assert_int_equal(w->scene->tree.which, which);
        assert_int_equal(pick_scene_memory(w->scene), memory.held_bytes);
        free_world(w);
    }
    assert_true(refusals >= 5);
}

// Those that are put into the tree before the memory runs out are taken out of it.
static void inserted_ones_are_taken_out_again(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    world *w = make_world(1, &hook);
    const pick_tree *tree = &w->scene->tree;
    // So many that the nodes are nearly used up, and the next block must be allocated.
    while (w->count < 600 || tree->free_count > 0 || tree->pool.nodes.capacity - tree->pool.count > 3) {
        pick_object_desc d = PICK_OBJECT_DESC_DEFAULT;
        d.mesh = w->mesh;
        d.transform.origin = random_in_cube(&w->random, 20);
        d.flags = w->count <= 100 ? PICK_OBJECT_HIDDEN : 0;
        pick_object_id twin;
        assert_true(w->count < MOST);
        assert_int_equal(pick_scene_add(w->scene, &d, &w->all[w->count++]), PICK_OK);
        assert_int_equal(pick_scene_add(w->twin, &d, &twin), PICK_OK);
    }
    give(w, 0, 1);
    w->given = 150; // hidden ones, which come back, and others, which move
    for (uint32_t i = 0; i < w->given; i++) {
        w->descs[i].flags = PICK_OBJECT_LOCKED;
        w->descs[i].transform.origin = random_in_cube(&w->random, 20);
    }
    w->ids[w->given] = w->ids[1]; // one of those, once more
    w->descs[w->given] = w->descs[1];
    w->descs[w->given++].user = 5;
    assert_true(tree->object_count > 3 * w->given); // each by itself
    const uint32_t which = w->scene->tree.which;
    memory.fail_at = memory.calls + 2; // the first is the list of what they were
    memory.for_ever = true;
    assert_int_equal(pick_scene_set_many(w->scene, w->ids, w->descs, w->given), PICK_ERROR_OUT_OF_MEMORY);
    memory.fail_at = 0;
    assert_int_equal(w->scene->tree.which, which);
    compare(w);
    set_in_both(w);
    free_world(w);
    assert_int_equal(memory.held_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_batches_are_as_one_by_one),
        cmocka_unit_test(builds_for_many_only),
        cmocka_unit_test(removes_one_by_one),
        cmocka_unit_test(grafts_what_is_shown),
        cmocka_unit_test(many_become_unpickable),
        cmocka_unit_test(the_last_of_two_counts),
        cmocka_unit_test(during_a_rebuild),
        cmocka_unit_test(refuses_all_for_one),
        cmocka_unit_test(all_or_none_without_memory),
        cmocka_unit_test(none_is_grafted_without_memory),
        cmocka_unit_test(inserted_ones_are_taken_out_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
