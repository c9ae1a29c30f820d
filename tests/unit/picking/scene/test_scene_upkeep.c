// The upkeep of a scene: rebuilds in slices, the journal, new anchors.
#include "upkeep.h"

#include "failing_allocator.h"
#include "scene/scene_internal.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// --- Rebuilds -------------------------------------------------------------------------------------------------------

enum { OBJECTS = 3000 };

typedef struct world {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id ids[OBJECTS];
    bool alive[OBJECTS], hidden[OBJECTS];
    test_random random;
    double half;
} world;

static void random_edit(world *w)
{
    const uint32_t i = random_index(&w->random, OBJECTS);
    const pick_vec3 at = random_in_cube(&w->random, w->half);
    if (!w->alive[i]) {
        w->ids[i] = upkeep_add(w->scene, w->mesh, at);
        w->alive[i] = true;
        w->hidden[i] = false;
        return;
    }
    switch (random_index(&w->random, 5)) {
    case 0:
        assert_int_equal(pick_scene_remove(w->scene, w->ids[i]), PICK_OK);
        w->alive[i] = false;
        break;
    case 1:
        w->hidden[i] = !w->hidden[i];
        assert_int_equal(pick_scene_set_flags(w->scene, w->ids[i], w->hidden[i] ? PICK_OBJECT_HIDDEN : 0), PICK_OK);
        break;
    default:
        upkeep_move(w->scene, w->ids[i], at);
        break;
    }
}

static void edits_during_a_rebuild_are_not_lost(void **state)
{
    (void)state;
    static world w;
    memset(&w, 0, sizeof w);
    w.mesh = upkeep_mesh();
    w.scene = upkeep_scene(NULL);
    w.random.state = 1;
    w.half = 60;
    size_t rebuilds = 0, slices = 0, hits = 0;
    bool was = false;
    for (int i = 0; i < 12000; i++) {
        random_edit(&w);
        const bool is = w.scene->upkeep.rebuild != NULL;
        rebuilds += was && !is;
        slices += is;
        was = is;
        if (i % 150 == 0) {
            (void)upkeep_check_tree(w.scene);
            upkeep_check_picks(w.scene, &w.random, pick_vec3_make(0, 0, 0), w.half, &hits);
        }
        if (i % 1000 == 999) { // also at other paces
            (void)pick_scene_maintain(w.scene, 50 + (uint64_t)i);
            (void)upkeep_check_tree(w.scene);
        }
    }
    assert_true(rebuilds >= 4);
    assert_true(slices > 10 * rebuilds);
    assert_true(hits > 50);
    while (pick_scene_maintain(w.scene, UINT64_MAX)) {
    }
    const upkeep_count count = upkeep_check_tree(w.scene);
    assert_true(count.depth <= 8);
    upkeep_check_picks(w.scene, &w.random, pick_vec3_make(0, 0, 0), w.half, &hits);
    // All go, some during a rebuild, and the scene starts again elsewhere.
    for (uint32_t i = 0; i < OBJECTS; i++) {
        if (w.alive[i])
            assert_int_equal(pick_scene_remove(w.scene, w.ids[i]), PICK_OK);
    }
    assert_int_equal(upkeep_check_tree(w.scene).objects, 0);
    assert_null(w.scene->upkeep.rebuild);
    for (uint32_t i = 0; i < 100; i++)
        (void)upkeep_add(w.scene, w.mesh, pick_vec3_add(pick_vec3_make(1e7, 0, 0), random_in_cube(&w.random, 10)));
    (void)upkeep_check_tree(w.scene);
    upkeep_check_picks(w.scene, &w.random, pick_vec3_make(1e7, 0, 0), 10, &hits);
    pick_scene_destroy(w.scene);
    pick_mesh_destroy(w.mesh);
}

static void emptied_during_a_rebuild(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    static pick_object_id ids[2000];
    test_random r = {4};
    for (int i = 0; i < 2000; i++)
        ids[i] = upkeep_add(scene, mesh, random_in_cube(&r, 50));
    while (scene->upkeep.rebuild == NULL) // until one has just begun
        upkeep_move(scene, ids[random_index(&r, 2000)], random_in_cube(&r, 50));
    for (int i = 0; i < 1990; i++) {
        pick_tree *const tree = &scene->tree;
        assert_int_equal(pick_scene_remove(scene, ids[i]), PICK_OK);
        assert_int_equal(tree->object_count, 1999 - i);
    }
    (void)upkeep_check_tree(scene);
    (void)pick_scene_maintain(scene, UINT64_MAX);
    for (int i = 1990; i < 2000; i++)
        assert_int_equal(pick_scene_remove(scene, ids[i]), PICK_OK);
    assert_null(scene->upkeep.rebuild);
    const pick_object_id far = upkeep_add(scene, mesh, pick_vec3_make(-1e8, 5, 0));
    const pick_ray ray = {{-1e8, 5, 10}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(scene, &ray, NULL, &hit) && pick_object_id_equal(hit.object, far));
    (void)upkeep_check_tree(scene);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// A level that is moved far away gets its detail back: boxes as small as they were where it was made.
static void a_moved_world_gets_another_anchor(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    static pick_object_id ids[500];
    test_random r = {8};
    for (int i = 0; i < 500; i++)
        ids[i] = upkeep_add(scene, mesh, random_in_cube(&r, 30));
    const pick_vec3 far = {3e8, -1e8, 2e8};
    for (int i = 0; i < 500; i++)
        upkeep_move(scene, ids[i], pick_vec3_add(far, random_in_cube(&r, 30)));
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    for (int i = 0; i < 500; i++) // enough edits for one more, if the last began before all had arrived
        upkeep_move(scene, ids[i], pick_vec3_add(far, random_in_cube(&r, 30)));
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    (void)upkeep_check_tree(scene);
    assert_true(fabs(scene->tree.anchor[0] - far.x) < 1000);
    const pick_box3f box = pick_tree_object_box(scene, &scene->tree, ids[0].index1 - 1);
    assert_true(box.hi[0] - box.lo[0] < 2.5f); // floats at 3e8 are 32 apart
    size_t hits = 0;
    for (int i = 0; i < 10; i++)
        upkeep_check_picks(scene, &r, far, 30, &hits);
    assert_true(hits > 5);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// The anchor of a tree that is built for all at once is where most are, whoever comes first.
static void arrivals_choose_an_anchor(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    pick_object_desc descs[COUNT];
    pick_object_id ids[COUNT];
    test_random r = {8};
    for (int i = 0; i < COUNT; i++) {
        descs[i] = (pick_object_desc)PICK_OBJECT_DESC_DEFAULT;
        descs[i].mesh = mesh;
        descs[i].transform.origin = random_in_cube(&r, 30);
    }
    descs[0].transform.origin = pick_vec3_make(3e8, -1e8, 2e8);
    assert_int_equal(pick_scene_add_many(scene, descs, COUNT, ids), PICK_OK);
    (void)upkeep_check_tree(scene);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(scene->tree.anchor[k]) < 30);
    const pick_box3f box = pick_tree_object_box(scene, &scene->tree, ids[1].index1 - 1);
    assert_true(box.hi[0] - box.lo[0] < 2.5f); // floats at 3e8 are 32 apart
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Objects flung out of the world, while a rebuild runs too: boxes are grouped as if they were nearer, and kept as is.
static void strays_survive_rebuilds(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    static pick_object_id ids[400];
    test_random r = {2};
    static const double distances[] = {1e17, 1e19, 1e30, 1e39, 1e300};
    size_t hits = 0;
    for (int i = 0; i < 400; i++)
        ids[i] = upkeep_add(scene, mesh, random_in_cube(&r, 8));
    for (int i = 0; i < 3000; i++) {
        const bool flung = i % 9 == 0;
        const pick_vec3 at = random_in_cube(&r, flung ? distances[i / 9 % 5] : 8);
        upkeep_move(scene, ids[random_index(&r, 400)], at);
        if (i % 100 == 0) {
            (void)upkeep_check_tree(scene);
            upkeep_check_picks(scene, &r, pick_vec3_make(0, 0, 0), 8, &hits);
        }
    }
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    (void)upkeep_check_tree(scene);
    assert_true(hits > 30);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Insertions at one place make the tree deep; it is rebuilt before it is too deep.
static void arrivals_in_one_place_stay_shallow(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    test_random r = {6};
    uint32_t deepest = 0;
    for (int i = 0; i < 4000; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 1000));
    for (int i = 0; i < 1900; i++) { // each one smaller and nearer than all before it
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = mesh;
        const float scale = (float)pow(0.9, i);
        desc.transform.linear[0] = desc.transform.linear[4] = desc.transform.linear[8] =
            scale > 1e-30f ? scale : 1e-30f;
        desc.transform.origin.x = 2000.0 * pow(0.9, i);
        pick_object_id id;
        assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
        deepest = scene->tree.levels > deepest ? scene->tree.levels : deepest;
    }
    (void)upkeep_check_tree(scene);
    assert_true(deepest > 8 && deepest <= PICK_BVH_MAX_DEPTH);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// In a tree that is deeper than rebuilds make any, the next edit ends the one that is under way, or begins one.
static void a_deep_tree_is_urgent(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    static pick_object_id ids[2000];
    test_random r = {9};
    for (int i = 0; i < 2000; i++)
        ids[i] = upkeep_add(scene, mesh, random_in_cube(&r, 50));
    for (int urgent = 0; urgent < 2; urgent++) {
        while (scene->upkeep.rebuild == NULL)
            upkeep_move(scene, ids[random_index(&r, 2000)], random_in_cube(&r, 50));
        scene->tree.levels =
            urgent ? PICK_BVH_BUILT_DEPTH + 1 : scene->tree.levels; // an upper bound, so any larger value is valid
        int edits = 0;
        for (; scene->upkeep.rebuild != NULL; edits++)
            upkeep_move(scene, ids[random_index(&r, 2000)], random_in_cube(&r, 50));
        assert_true(urgent ? edits < 20 : edits > 50);
        assert_true(scene->tree.levels < 8);
        (void)upkeep_check_tree(scene);
    }
    const uint32_t which = scene->tree.which;
    scene->tree.levels = PICK_BVH_BUILT_DEPTH + 1;
    for (int i = 0; scene->tree.which == which; i++) {
        assert_true(i < 20);
        upkeep_move(scene, ids[random_index(&r, 2000)], random_in_cube(&r, 50));
    }
    assert_true(scene->tree.levels < 8);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Objects that drift slowly are never reinserted, because none leaves its neighbours, yet the nodes above them widen.
static void drift_causes_a_rebuild(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    static pick_object_id ids[1000];
    static pick_vec3 places[1000];
    test_random r = {10};
    for (int i = 0; i < 1000; i++) {
        places[i] = random_in_cube(&r, 30);
        ids[i] = upkeep_add(scene, mesh, places[i]);
    }
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    const uint32_t which = scene->tree.which;
    int rounds = 0;
    for (; scene->tree.which == which; rounds++) {
        assert_true(rounds < 200);
        for (int i = 0; i < 1000; i++) {
            places[i] = pick_vec3_add(places[i], random_in_cube(&r, 0.3));
            upkeep_move(scene, ids[i], places[i]);
            scene->upkeep.debt = 0; // the debt of the few that are reinserted is not what is tested
        }
    }
    assert_true(rounds > 3);
    (void)upkeep_check_tree(scene);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// A tree of the greatest depth: the next insertion rebuilds it at once, or fails if there is no memory for that.
static void a_tree_that_is_too_deep_is_made_anew(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_scene *scene = upkeep_scene(&hook);
    test_random r = {6};
    pick_object_id hidden, flat;
    hidden = upkeep_add(scene, mesh, random_in_cube(&r, 10));
    flat = upkeep_add(scene, mesh, random_in_cube(&r, 10));
    for (int i = 0; i < 25; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 10));
    assert_int_equal(pick_scene_set_flags(scene, hidden, PICK_OBJECT_HIDDEN), PICK_OK);
    pick_transform squashed = PICK_TRANSFORM_IDENTITY;
    squashed.linear[4] = 0;
    assert_int_equal(pick_scene_set_transform(scene, flat, &squashed), PICK_OK);
    for (int fails = 1; fails >= 0; fails--) {
        scene->tree.levels = PICK_BVH_MAX_DEPTH; // an upper bound, so any larger value is valid
        memory.fail_at = fails != 0 ? memory.calls + 1 : 0;
        memory.for_ever = true;
        const pick_result expected = fails != 0 ? PICK_ERROR_OUT_OF_MEMORY : PICK_OK;
        const pick_transform whole = PICK_TRANSFORM_IDENTITY;
        pick_object_id id;
        pick_object_desc desc;
        assert_int_equal(upkeep_try_add(scene, mesh, pick_vec3_make(1, 2, 3), &id), expected);
        assert_int_equal(pick_scene_set_flags(scene, hidden, 0), expected);
        assert_int_equal(pick_scene_set_transform(scene, flat, &whole), expected);
        assert_int_equal(pick_scene_get(scene, hidden, &desc), PICK_OK);
        assert_int_equal(desc.flags, fails != 0 ? PICK_OBJECT_HIDDEN : 0);
        assert_int_equal(pick_scene_get(scene, flat, &desc), PICK_OK);
        assert_true(desc.transform.linear[4] == (fails != 0 ? 0 : 1));
        assert_int_equal(pick_scene_count(scene), fails != 0 ? 27 : 28);
        (void)upkeep_check_tree(scene);
    }
    assert_true(scene->tree.levels < 8);
    pick_scene_destroy(scene);
    assert_int_equal(memory.held_bytes, 0);
    pick_mesh_destroy(mesh);
}

// Far out, doubles are coarser than the floats near an anchor. The exact test knows an object's place to the last bit
// and its triangles as sharply as anywhere, so boxes must allow for what a sum in world space loses.
static void boxes_far_out_contain_what_rounding_takes(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    static const double distances[] = {1e9, 1e12, 1e15, 1e18, 1e40, 1e238, DBL_MAX};
    for (size_t i = 0; i < 2 * sizeof distances / sizeof distances[0]; i++) {
        const double far = i % 2 == 0 ? distances[i / 2] : -distances[i / 2];
        pick_scene *scene = upkeep_scene(NULL);
        test_random r = {i};
        size_t hits = 0;
        for (int k = 0; k < 40; k++) { // beside each other in the plane across the far axis
            const pick_vec3 place = random_in_cube(&r, 12);
            (void)upkeep_add(scene, mesh, pick_vec3_make(far, place.y, place.z));
        }
        for (int k = 0; k < 2000; k++) {
            const pick_vec3 from = random_in_cube(&r, 12);
            const pick_ray ray = {{far, from.y, from.z}, random_direction(&r), 0, 40};
            pick_hit fast, slow;
            const bool hit = pick_closest_brute_force(scene, &ray, NULL, &slow);
            assert_int_equal(pick_closest(scene, &ray, NULL, &fast), hit);
            assert_true(!hit || (fast.t == slow.t && pick_object_id_equal(fast.object, slow.object)));
            hits += hit;
        }
        assert_true(hits > 200);
        const pick_aabb all = pick_scene_bounds(scene);
        assert_true(isfinite(scene->tree.anchor[0]) && fabs(all.min.x) <= DBL_MAX);
        (void)upkeep_check_tree(scene);
        pick_scene_destroy(scene);
    }
    pick_mesh_destroy(mesh);
}

// --- Rebuilds that meet more objects than they were begun for -------------------------------------------------------

enum { CROWD = 370000, SEEN = 115 }; // more than are children of the root

typedef struct crowd {
    pick_mesh *mesh;
    failing_allocator memory;
    pick_allocator hook;
    pick_scene *scene;
    pick_object_id ids[CROWD]; // the first SEEN of which can be seen
    uint32_t shown;            // from the end
    test_random random;
    size_t hits;
} crowd;

static pick_vec3 place_in_crowd(uint32_t i)
{
    return pick_vec3_make(3 * (i % 600), 0, 3.0 * (i / 600));
}

// So many slots that a rebuild is collecting for hundreds of edits.
static crowd *make_crowd(void)
{
    static crowd c;
    memset(&c, 0, sizeof c);
    c.mesh = upkeep_mesh();
    c.hook = failing_allocator_hook(&c.memory);
    c.scene = upkeep_scene(&c.hook);
    c.random.state = 12;
    assert_int_equal(pick_scene_reserve(c.scene, CROWD + 100), PICK_OK);
    for (uint32_t i = 0; i < CROWD; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = c.mesh;
        desc.transform.origin = place_in_crowd(i);
        desc.flags = i < SEEN ? 0 : PICK_OBJECT_HIDDEN;
        assert_int_equal(pick_scene_add(c.scene, &desc, &c.ids[i]), PICK_OK);
    }
    while (pick_scene_maintain(c.scene, UINT64_MAX)) {
    }
    return &c;
}

static void show_one(crowd *c)
{
    const uint32_t i = CROWD - 1 - c->shown++;
    assert_int_equal(pick_scene_set_flags(c->scene, c->ids[i], 0), PICK_OK);
    const pick_ray ray = {pick_vec3_add(place_in_crowd(i), pick_vec3_make(0.1, -0.3, 5)), {0, 0, -1}, 4, 6};
    pick_hit hit;
    assert_true(pick_closest(c->scene, &ray, NULL, &hit) && pick_object_id_equal(hit.object, c->ids[i]));
}

static void begin_rebuild(crowd *c)
{
    while (c->scene->upkeep.rebuild == NULL) {
        assert_true(c->shown < 100);
        show_one(c);
    }
}

static void end_crowd(crowd *c)
{
    while (pick_scene_maintain(c->scene, UINT64_MAX)) {
    }
    (void)upkeep_check_tree(c->scene);
    for (uint32_t i = 0; i < c->shown; i++) {
        const pick_vec3 at = place_in_crowd(CROWD - 1 - i);
        const pick_ray ray = {pick_vec3_add(at, pick_vec3_make(0.1, -0.3, 5)), {0, 0, -1}, 4, 6};
        pick_hit hit;
        assert_true(pick_closest(c->scene, &ray, NULL, &hit));
        assert_true(pick_object_id_equal(hit.object, c->ids[CROWD - 1 - i]));
    }
    pick_scene_destroy(c->scene);
    assert_int_equal(c->memory.held_bytes, 0);
    pick_mesh_destroy(c->mesh);
}

// More objects are shown while a rebuild collects than it has room for. Some of the slice that finds no more room were
// collected: the boxes that nodes are split by must contain them.
static void more_are_shown_than_a_rebuild_has_room_for(void **state)
{
    (void)state;
    crowd *const c = make_crowd();
    const uint32_t which = c->scene->tree.which;
    begin_rebuild(c);
    while (c->scene->tree.which == which) { // until it ends
        assert_true(c->shown < 300);
        assert_int_equal(pick_scene_memory(c->scene), c->memory.held_bytes);
        show_one(c);
    }
    assert_int_equal(pick_scene_memory(c->scene), c->memory.held_bytes); // what it left is freed bit by bit
    assert_int_equal(upkeep_check_tree(c->scene).objects, SEEN + c->shown);
    assert_true(c->shown > 50);
    end_crowd(c);
}

// The journal is full as well: the rebuild is given up while it collects, and nothing of it may be used after that.
static void a_full_journal_ends_collecting(void **state)
{
    (void)state;
    crowd *const c = make_crowd();
    begin_rebuild(c);
    const uint32_t which = c->scene->tree.which;
    const uint32_t room = SEEN + c->shown + (SEEN + c->shown) / 32 + 8;
    const uint32_t journal = (SEEN + c->shown) / 4 + 64;
    pick_object_id arrivals[40];
    uint32_t count = 0;
    while (SEEN + c->shown + count <= room) {
        arrivals[count] = upkeep_add(c->scene, c->mesh, pick_vec3_make(-5.0 * (1 + count), 0, 0));
        ++count;
    }
    assert_true(journal < SEEN);
    for (uint32_t i = 0; i < journal; i++)
        upkeep_move(c->scene, c->ids[i], place_in_crowd(i));
    const pick_object *last = pick_object_at(c->scene, arrivals[0].index1 - 1);
    assert_true((last->flags & PICK_OBJECT_CHANGED) == 0); // it is still to be collected
    assert_non_null(c->scene->upkeep.rebuild);
    const size_t blocks = c->memory.held_blocks;
    assert_true(pick_scene_maintain(c->scene, UINT64_MAX)); // gives it up, and begins another one
    assert_int_equal(c->scene->tree.which, which);
    assert_int_equal(c->memory.held_blocks, blocks);
    for (uint32_t slot = 0; slot < c->scene->slot_count; slot++)
        assert_true((pick_object_at(c->scene, slot)->flags & PICK_OBJECT_CHANGED) == 0);
    end_crowd(c);
}

static void maintenance_ends(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    test_random r = {3};
    assert_false(pick_scene_maintain(scene, UINT64_MAX)); // nothing to do in an empty one
    for (int i = 0; i < 5; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 10));
    assert_false(pick_scene_maintain(scene, UINT64_MAX)); // nor in a small one
    for (int i = 0; i < 1000; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 100));
    size_t calls = 0;
    while (pick_scene_maintain(scene, 100)) {
        ++calls;
        assert_true(calls < 10000);
    }
    assert_true(calls > 20);
    assert_true(pick_scene_memory(scene) < 1005 * 300);
    assert_false(pick_scene_maintain(scene, 100)); // until there are edits again
    assert_null(scene->upkeep.rebuild);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

static void room_can_be_made_beforehand(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_scene *scene = upkeep_scene(&hook);
    test_random r = {3};
    assert_int_equal(pick_scene_reserve(scene, (size_t)1 << 31), PICK_ERROR_TOO_LARGE);
    for (int array = 0; array < 3; array++) { // nodes, objects, tags: each try gets one farther
        memory.fail_at = memory.calls + 1;
        memory.for_ever = true;
        assert_int_equal(pick_scene_reserve(scene, 1000), PICK_ERROR_OUT_OF_MEMORY);
        memory.fail_at = memory.calls + 2;
        memory.for_ever = false;
        assert_int_equal(pick_scene_reserve(scene, 1000), array < 2 ? PICK_ERROR_OUT_OF_MEMORY : PICK_OK);
    }
    memory.fail_at = 0;
    assert_int_equal(pick_scene_reserve(scene, 1000), PICK_OK);
    // Room for few objects is a few nodes, and for none is none.
    pick_scene *small = upkeep_scene(&hook);
    assert_int_equal(pick_scene_reserve(small, 3), PICK_OK);
    assert_true(pick_scene_memory(small) < 4096);
    assert_int_equal(pick_scene_reserve(small, 0), PICK_OK);
    pick_scene_destroy(small);
    const pick_object *const objects = pick_object_at(scene, 0);
    for (int i = 0; i < 1000; i++)
        (void)upkeep_add(scene, mesh, random_in_cube(&r, 100));
    assert_ptr_equal(pick_object_at(scene, 0), objects); // nothing was copied
    assert_int_equal(pick_scene_reserve(scene, 10), PICK_OK);
    assert_ptr_equal(pick_object_at(scene, 0), objects);
    pick_scene_destroy(scene);
    assert_int_equal(memory.held_bytes, 0);
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_during_a_rebuild_are_not_lost),
        cmocka_unit_test(emptied_during_a_rebuild),
        cmocka_unit_test(a_moved_world_gets_another_anchor),
        cmocka_unit_test(arrivals_choose_an_anchor),
        cmocka_unit_test(strays_survive_rebuilds),
        cmocka_unit_test(arrivals_in_one_place_stay_shallow),
        cmocka_unit_test(a_deep_tree_is_urgent),
        cmocka_unit_test(drift_causes_a_rebuild),
        cmocka_unit_test(a_tree_that_is_too_deep_is_made_anew),
        cmocka_unit_test(boxes_far_out_contain_what_rounding_takes),
        cmocka_unit_test(more_are_shown_than_a_rebuild_has_room_for),
        cmocka_unit_test(a_full_journal_ends_collecting),
        cmocka_unit_test(maintenance_ends),
        cmocka_unit_test(room_can_be_made_beforehand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
