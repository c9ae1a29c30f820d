// What a scene does behind its edits: rebuilds in slices, catching up, taking another anchor, running out of memory.
#include "picking/picking.h"

#include "bvh_bins.h"
#include "failing_allocator.h"
#include "random.h"
#include "scene_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pick_mesh *make_triangle(void)
{
    static const float positions[18] = {-1, -1, 0, 1, -1, 0, 0, 1, 0, -1, 0, -1, 1, 0, -1, 0, 0, 1};
    const pick_submesh both_sides = {0, 2, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {
        .positions = positions, .vertex_count = 6, .submeshes = &both_sides, .submesh_count = 1};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static pick_scene *make_scene(const pick_allocator *allocator)
{
    pick_scene *scene = NULL;
    assert_int_equal(pick_scene_create(allocator, &scene), PICK_OK);
    return scene;
}

static pick_result try_add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at, pick_object_id *id)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = mesh;
    desc.transform.origin = at;
    return pick_scene_add(scene, &desc, id);
}

static pick_object_id add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at)
{
    pick_object_id id;
    assert_int_equal(try_add(scene, mesh, at, &id), PICK_OK);
    return id;
}

static void move_to(pick_scene *scene, pick_object_id id, pick_vec3 at)
{
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    t.origin = at;
    assert_int_equal(pick_scene_set_transform(scene, id, &t), PICK_OK);
}

// --- The tree's own rules -------------------------------------------------------------------------------------------

typedef struct tree_count {
    uint32_t objects, nodes, depth;
} tree_count;

// Every link both ways, boxes that hold what is below, no node with nothing in it.
static void check_node(const pick_scene *scene, uint32_t index, uint32_t depth, tree_count *count)
{
    const pick_tree *tree = &scene->tree;
    const pick_tree_node *node = &tree->pool.nodes[index];
    assert_true(index < tree->pool.count);
    assert_true(node->count >= 1 && node->count <= PICK_BVH_WIDTH);
    assert_int_equal(pick_bvh_node_count(&node->node), node->count);
    ++count->nodes;
    count->depth = depth + 1 > count->depth ? depth + 1 : count->depth;
    for (uint32_t c = 0; c < node->count; ++c) {
        const uint32_t child = node->node.child[c];
        const pick_box3f box = pick_bvh_node_box(&node->node, c);
        if ((child & PICK_REF_LEAF) != 0) {
            const uint32_t slot = child & ~PICK_REF_LEAF;
            const pick_object *object = &scene->objects[slot];
            assert_true((object->flags & PICK_OBJECT_ALIVE) != 0);
            assert_int_equal(object->node[tree->which], index);
            pick_tree copy = *tree;
            const pick_aabb world = pick_object_world_box(object, true);
            const pick_box3f right = pick_tree_box(&copy, &world);
            assert_memory_equal(&box, &right, sizeof box);
            ++count->objects;
            continue;
        }
        assert_int_equal(tree->pool.nodes[child].parent, index);
        const pick_box3f right = pick_bvh_node_bounds(&tree->pool.nodes[child].node);
        assert_memory_equal(&box, &right, sizeof box);
        check_node(scene, child, depth + 1, count);
    }
}

static tree_count check_tree(const pick_scene *scene)
{
    const pick_tree *tree = &scene->tree;
    tree_count count = {0};
    if (tree->root != PICK_REF_NONE) {
        assert_int_equal(tree->pool.nodes[tree->root].parent, PICK_REF_NONE);
        check_node(scene, tree->root, 0, &count);
    }
    assert_int_equal(count.objects, tree->object_count);
    assert_int_equal(count.nodes + tree->free_count, tree->pool.count);
    assert_true(count.depth <= tree->levels && tree->levels <= PICK_BVH_MAX_DEPTH);
    return count;
}

static void check_picks(const pick_scene *scene, test_random *r, pick_vec3 center, double half, size_t *hits)
{
    for (int i = 0; i < 20; ++i) {
        const pick_ray ray = {pick_vec3_add(center, random_in_cube(r, 2 * half)), random_in_cube(r, 1), -HUGE_VAL,
                              HUGE_VAL};
        pick_hit fast = {0}, slow = {0};
        const bool hit = pick_closest_brute_force(scene, &ray, NULL, &slow);
        assert_int_equal(pick_closest(scene, &ray, NULL, &fast), hit);
        assert_true(fast.t == slow.t && pick_object_id_equal(fast.object, slow.object));
        *hits += hit;
    }
}

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
        w->ids[i] = add(w->scene, w->mesh, at);
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
        move_to(w->scene, w->ids[i], at);
        break;
    }
}

static void edits_during_a_rebuild_are_not_lost(void **state)
{
    (void)state;
    static world w;
    memset(&w, 0, sizeof w);
    w.mesh = make_triangle();
    w.scene = make_scene(NULL);
    w.random.state = 1;
    w.half = 60;
    size_t rebuilds = 0, slices = 0, hits = 0;
    bool was = false;
    for (int i = 0; i < 12000; ++i) {
        random_edit(&w);
        const bool is = w.scene->upkeep.rebuild != NULL;
        rebuilds += was && !is;
        slices += is;
        was = is;
        if (i % 150 == 0) {
            (void)check_tree(w.scene);
            check_picks(w.scene, &w.random, pick_vec3_make(0, 0, 0), w.half, &hits);
        }
        if (i % 1000 == 999) { // also at other paces
            (void)pick_scene_maintain(w.scene, 50 + (uint64_t)i);
            (void)check_tree(w.scene);
        }
    }
    assert_true(rebuilds >= 4);
    assert_true(slices > 10 * rebuilds);
    assert_true(hits > 50);
    while (pick_scene_maintain(w.scene, UINT64_MAX)) {
    }
    const tree_count count = check_tree(w.scene);
    assert_true(count.depth <= 8);
    check_picks(w.scene, &w.random, pick_vec3_make(0, 0, 0), w.half, &hits);
    // All go, some during a rebuild, and the scene starts again elsewhere.
    for (uint32_t i = 0; i < OBJECTS; ++i) {
        if (w.alive[i]) {
            assert_int_equal(pick_scene_remove(w.scene, w.ids[i]), PICK_OK);
        }
    }
    assert_int_equal(check_tree(w.scene).objects, 0);
    assert_null(w.scene->upkeep.rebuild);
    for (uint32_t i = 0; i < 100; ++i) {
        (void)add(w.scene, w.mesh, pick_vec3_add(pick_vec3_make(1e7, 0, 0), random_in_cube(&w.random, 10)));
    }
    (void)check_tree(w.scene);
    check_picks(w.scene, &w.random, pick_vec3_make(1e7, 0, 0), 10, &hits);
    pick_scene_destroy(w.scene);
    pick_mesh_destroy(w.mesh);
}

static void emptied_during_a_rebuild(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    static pick_object_id ids[2000];
    test_random r = {4};
    for (int i = 0; i < 2000; ++i) {
        ids[i] = add(scene, mesh, random_in_cube(&r, 50));
    }
    while (scene->upkeep.rebuild == NULL) { // until one has just begun
        move_to(scene, ids[random_index(&r, 2000)], random_in_cube(&r, 50));
    }
    for (int i = 0; i < 1990; ++i) {
        pick_tree *const tree = &scene->tree;
        assert_int_equal(pick_scene_remove(scene, ids[i]), PICK_OK);
        assert_int_equal(tree->object_count, 1999 - i);
    }
    (void)check_tree(scene);
    (void)pick_scene_maintain(scene, UINT64_MAX);
    for (int i = 1990; i < 2000; ++i) {
        assert_int_equal(pick_scene_remove(scene, ids[i]), PICK_OK);
    }
    assert_null(scene->upkeep.rebuild);
    const pick_object_id far = add(scene, mesh, pick_vec3_make(-1e8, 5, 0));
    const pick_ray ray = {{-1e8, 5, 10}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(scene, &ray, NULL, &hit) && pick_object_id_equal(hit.object, far));
    (void)check_tree(scene);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// A level that is moved far away gets its detail back: boxes as small as they were where it was made.
static void a_moved_world_gets_another_anchor(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    static pick_object_id ids[500];
    test_random r = {8};
    for (int i = 0; i < 500; ++i) {
        ids[i] = add(scene, mesh, random_in_cube(&r, 30));
    }
    const pick_vec3 far = {3e8, -1e8, 2e8};
    for (int i = 0; i < 500; ++i) {
        move_to(scene, ids[i], pick_vec3_add(far, random_in_cube(&r, 30)));
    }
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    for (int i = 0; i < 500; ++i) { // enough edits for one more, if the last began before all had arrived
        move_to(scene, ids[i], pick_vec3_add(far, random_in_cube(&r, 30)));
    }
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    (void)check_tree(scene);
    assert_true(fabs(scene->tree.anchor[0] - far.x) < 1000);
    const pick_box3f box = pick_tree_object_box(&scene->tree, scene->objects, ids[0].index1 - 1);
    assert_true(box.hi[0] - box.lo[0] < 2.5f); // floats at 3e8 are 32 apart
    size_t hits = 0;
    for (int i = 0; i < 10; ++i) {
        check_picks(scene, &r, far, 30, &hits);
    }
    assert_true(hits > 5);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Objects flung out of the world, while a rebuild runs too: boxes are grouped as if they were nearer, and kept as is.
static void strays_survive_rebuilds(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    static pick_object_id ids[400];
    test_random r = {2};
    static const double distances[] = {1e17, 1e19, 1e30, 1e39, 1e300};
    size_t hits = 0;
    for (int i = 0; i < 400; ++i) {
        ids[i] = add(scene, mesh, random_in_cube(&r, 8));
    }
    for (int i = 0; i < 3000; ++i) {
        const bool flung = i % 9 == 0;
        const pick_vec3 at = random_in_cube(&r, flung ? distances[i / 9 % 5] : 8);
        move_to(scene, ids[random_index(&r, 400)], at);
        if (i % 100 == 0) {
            (void)check_tree(scene);
            check_picks(scene, &r, pick_vec3_make(0, 0, 0), 8, &hits);
        }
    }
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    (void)check_tree(scene);
    assert_true(hits > 30);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Arrivals in one place make the tree deep; before it is too deep it is made anew.
static void arrivals_in_one_place_stay_shallow(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    test_random r = {6};
    uint32_t deepest = 0;
    for (int i = 0; i < 4000; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 1000));
    }
    for (int i = 0; i < 1900; ++i) { // each one smaller and nearer than all before it
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
    (void)check_tree(scene);
    assert_true(deepest > 8 && deepest <= PICK_BVH_MAX_DEPTH);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// As deep as a tree may be: the next arrival makes it anew at once, or is refused when there is no memory for that.
static void a_tree_that_is_too_deep_is_made_anew(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_scene *scene = make_scene(&hook);
    test_random r = {6};
    pick_object_id hidden, flat;
    hidden = add(scene, mesh, random_in_cube(&r, 10));
    flat = add(scene, mesh, random_in_cube(&r, 10));
    for (int i = 0; i < 25; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 10));
    }
    assert_int_equal(pick_scene_set_flags(scene, hidden, PICK_OBJECT_HIDDEN), PICK_OK);
    pick_transform squashed = PICK_TRANSFORM_IDENTITY;
    squashed.linear[4] = 0;
    assert_int_equal(pick_scene_set_transform(scene, flat, &squashed), PICK_OK);
    for (int fails = 1; fails >= 0; --fails) {
        scene->tree.levels = PICK_BVH_MAX_DEPTH; // a bound, so this is no lie
        memory.fail_at = fails != 0 ? memory.calls + 1 : 0;
        memory.for_ever = true;
        const pick_result expected = fails != 0 ? PICK_ERROR_OUT_OF_MEMORY : PICK_OK;
        const pick_transform whole = PICK_TRANSFORM_IDENTITY;
        pick_object_id id;
        pick_object_desc desc;
        assert_int_equal(try_add(scene, mesh, pick_vec3_make(1, 2, 3), &id), expected);
        assert_int_equal(pick_scene_set_flags(scene, hidden, 0), expected);
        assert_int_equal(pick_scene_set_transform(scene, flat, &whole), expected);
        assert_int_equal(pick_scene_get(scene, hidden, &desc), PICK_OK);
        assert_int_equal(desc.flags, fails != 0 ? PICK_OBJECT_HIDDEN : 0);
        assert_int_equal(pick_scene_get(scene, flat, &desc), PICK_OK);
        assert_true(desc.transform.linear[4] == (fails != 0 ? 0 : 1));
        assert_int_equal(pick_scene_count(scene), fails != 0 ? 27 : 28);
        (void)check_tree(scene);
    }
    assert_true(scene->tree.levels < 8);
    pick_scene_destroy(scene);
    assert_int_equal(memory.held_bytes, 0);
    pick_mesh_destroy(mesh);
}

static void maintenance_ends(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    test_random r = {3};
    assert_false(pick_scene_maintain(scene, UINT64_MAX)); // nothing to do in an empty one
    for (int i = 0; i < 5; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 10));
    }
    assert_false(pick_scene_maintain(scene, UINT64_MAX)); // nor in a small one
    for (int i = 0; i < 1000; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 100));
    }
    size_t calls = 0;
    while (pick_scene_maintain(scene, 100)) {
        ++calls;
        assert_true(calls < 10000);
    }
    assert_true(calls > 20);
    assert_true(pick_scene_memory(scene) < 1005 * 200);
    assert_false(pick_scene_maintain(scene, 100)); // until there are edits again
    assert_null(scene->upkeep.rebuild);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

static void room_can_be_made_beforehand(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_scene *scene = make_scene(&hook);
    test_random r = {3};
    assert_int_equal(pick_scene_reserve(scene, (size_t)1 << 31), PICK_ERROR_TOO_LARGE);
    memory.fail_at = memory.calls + 1;
    assert_int_equal(pick_scene_reserve(scene, 1000), PICK_ERROR_OUT_OF_MEMORY);
    memory.fail_at = memory.calls + 2;
    assert_int_equal(pick_scene_reserve(scene, 1000), PICK_ERROR_OUT_OF_MEMORY);
    memory.fail_at = 0;
    assert_int_equal(pick_scene_reserve(scene, 1000), PICK_OK);
    const pick_object *const objects = scene->objects;
    for (int i = 0; i < 1000; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 100));
    }
    assert_ptr_equal(scene->objects, objects); // nothing was copied
    assert_int_equal(pick_scene_reserve(scene, 10), PICK_OK);
    assert_ptr_equal(scene->objects, objects);
    pick_scene_destroy(scene);
    assert_int_equal(memory.held_bytes, 0);
    pick_mesh_destroy(mesh);
}

// --- Rare moments ---------------------------------------------------------------------------------------------------

// Adds objects around `center` until a rebuild is due, and begins it.
static void begin_rebuild(pick_scene *scene, const pick_mesh *mesh, test_random *r, pick_vec3 center, double half)
{
    for (int i = 0; !pick_scene_maintain(scene, 1); ++i) {
        assert_true(i < 1000);
        (void)add(scene, mesh, pick_vec3_add(center, random_in_cube(r, half)));
    }
    assert_non_null(scene->upkeep.rebuild);
}

static void finish_rebuild(pick_scene *scene)
{
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    (void)check_tree(scene);
}

static void what_is_counted_is_what_is_held(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_scene *scene = make_scene(&hook);
    test_random r = {12};
    assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
    for (int i = 0; i < 3000; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 100));
        assert_int_equal(pick_scene_memory(scene), memory.held_bytes);
        if (i == 99 || i == 149 || i == 254 || i == 499 || i == 2999) { // little is kept in reserve
            finish_rebuild(scene);
            assert_true(pick_scene_memory(scene) < 200 * (size_t)(i + 1));
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
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    const pick_object_id first = add(scene, mesh, pick_vec3_make(0, 0, 0));
    pick_object_id id;
    const uint32_t count = scene->slot_count, capacity = scene->slot_capacity;
    scene->slot_count = scene->slot_capacity = PICK_PRIM_LIMIT; // as if there were as many as there may be
    assert_int_equal(try_add(scene, mesh, pick_vec3_make(1, 0, 0), &id), PICK_ERROR_TOO_LARGE);
    scene->slot_count = count;
    scene->slot_capacity = capacity;
    assert_int_equal(pick_scene_count(scene), 1);
    // The last generation of a slot: nothing may come after it, or an old handle would name a new object.
    scene->objects[0].generation = UINT32_MAX;
    const pick_object_id last = {first.index1, UINT32_MAX};
    assert_false(pick_scene_contains(scene, first));
    assert_int_equal(pick_scene_remove(scene, last), PICK_OK);
    id = add(scene, mesh, pick_vec3_make(0, 0, 0));
    assert_int_not_equal(id.index1, last.index1);
    assert_false(pick_scene_contains(scene, last));
    assert_int_equal(pick_scene_remove(scene, id), PICK_OK);
    assert_int_equal(add(scene, mesh, pick_vec3_make(0, 0, 0)).index1, id.index1); // others are used again
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// More edits than fit between two slices: the tree is empty when the rebuild is asked to go on.
static void emptied_between_two_slices(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    test_random r = {13};
    for (int i = 0; i < 200; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 50));
    }
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 50);
    for (uint32_t slot = 1; slot < scene->slot_count; ++slot) {
        pick_tree_remove(scene, &scene->tree, slot);
    }
    assert_int_equal(scene->tree.object_count, 1);
    assert_int_equal(pick_scene_remove(scene, (pick_object_id){1, scene->objects[0].generation}), PICK_OK);
    assert_null(scene->upkeep.rebuild);
    const pick_object_id far = add(scene, mesh, pick_vec3_make(3e8, 0, 0));
    assert_true(scene->tree.anchor[0] == 3e8);
    const pick_ray ray = {{3e8, 0.1, 10}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(scene, &ray, NULL, &hit) && pick_object_id_equal(hit.object, far));
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// As deep as may be with a rebuild under way: that one is brought to its end.
static void depth_hastens_a_rebuild(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    test_random r = {14};
    for (int i = 0; i < 200; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 50));
    }
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 50);
    const uint32_t which = scene->tree.which;
    scene->tree.levels = PICK_BVH_MAX_DEPTH; // a bound, so this is no lie
    (void)add(scene, mesh, pick_vec3_make(1, 2, 3));
    assert_null(scene->upkeep.rebuild);
    assert_int_not_equal(scene->tree.which, which);
    assert_true(check_tree(scene).depth < 8);
    // Where it cannot be made anew, nothing is inserted; what is moved grows the boxes that it is in.
    const pick_object_id id = add(scene, mesh, pick_vec3_make(0, 0, 0));
    assert_int_equal(pick_scene_set_flags(scene, id, PICK_OBJECT_HIDDEN), PICK_OK);
    scene->tree.levels = PICK_BVH_MAX_DEPTH;
    const pick_box3f box = {{0, 0, 0}, {1, 1, 1}};
    const uint32_t objects = scene->tree.object_count;
    assert_false(pick_tree_insert(scene, &scene->tree, id.index1 - 1, &box));
    assert_int_equal(scene->tree.object_count, objects);
    const uint32_t node = scene->objects[0].node[scene->tree.which];
    const pick_transform away = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {900, 0, 0}};
    pick_object_place(&scene->objects[0], &away, mesh);
    const pick_aabb bounds = pick_object_world_box(&scene->objects[0], true);
    const pick_box3f moved = pick_tree_box(&scene->tree, &bounds);
    assert_false(pick_tree_update(scene, &scene->tree, 0, &moved));
    assert_int_equal(scene->objects[0].node[scene->tree.which], node);
    (void)check_tree(scene);
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
    pick_scene *scene = make_scene(&hook);
    test_random r = {15};
    assert_int_equal(pick_scene_reserve(scene, 4 * (size_t)count), PICK_OK);
    memory->fail_at = memory->calls + 1; // no rebuild begins
    memory->for_ever = true;
    (void)add(scene, mesh, pick_vec3_make(-distance, 0, 0));
    for (int i = 0; i < count; ++i) {
        (void)add(scene, mesh, pick_vec3_add(pick_vec3_make(distance, 0, 0), random_in_cube(&r, 20)));
    }
    memory->fail_at = 0;
    assert_null(scene->upkeep.rebuild);
    assert_true(scene->tree.anchor[0] == -distance);
    return scene;
}

// A new anchor makes collecting slow, so that more arrives meanwhile than there was room for.
static void arrivals_outrun_collecting(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
    failing_allocator memory = {0};
    const pick_vec3 far = {1e8, 0, 0};
    pick_scene *scene = make_far_scene(&memory, mesh, 1500, far.x);
    test_random r = {16};
    begin_rebuild(scene, mesh, &r, far, 20);
    const uint32_t which = scene->tree.which;
    size_t arrived = 0, hits = 0;
    for (; scene->upkeep.rebuild != NULL; ++arrived) {
        (void)add(scene, mesh, pick_vec3_add(far, random_in_cube(&r, 20)));
        assert_true(arrived < 2000);
    }
    assert_true(arrived > 200);
    assert_int_not_equal(scene->tree.which, which);
    assert_true(fabs(scene->tree.anchor[0] - far.x) < 1000);
    assert_int_equal(check_tree(scene).objects, pick_scene_count(scene));
    for (int i = 0; i < 10; ++i) {
        check_picks(scene, &r, far, 20, &hits);
    }
    assert_true(hits > 5);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// So far apart that the distance itself overflows: the old anchor stays, and nothing is lost.
static void no_anchor_is_better_than_one_at_infinity(void **state)
{
    (void)state;
    pick_mesh *mesh = make_triangle();
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
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    test_random r = {18};
    pick_object_id strays[10];
    for (int i = 0; i < 600; ++i) {
        (void)add(scene, mesh, random_in_cube(&r, 20));
    }
    for (int i = 0; i < 10; ++i) {
        strays[i] = add(scene, mesh, random_in_cube(&r, 1e25));
    }
    assert_int_equal(pick_scene_set_flags(scene, strays[9], PICK_OBJECT_HIDDEN), PICK_OK);
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 20);
    const uint32_t which = scene->tree.which;
    (void)pick_scene_maintain(scene, 9 * (uint64_t)scene->slot_count); // all are collected, and no node is made
    assert_int_equal(pick_scene_set_flags(scene, strays[9], 0), PICK_OK);
    assert_int_equal(pick_scene_set_flags(scene, strays[9], PICK_OBJECT_HIDDEN), PICK_OK);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(pick_scene_remove(scene, strays[i]), PICK_OK);
        assert_int_equal(pick_scene_set_flags(scene, strays[3 + i], PICK_OBJECT_HIDDEN), PICK_OK);
    }
    assert_non_null(scene->upkeep.rebuild);
    const uint32_t left = scene->tree.object_count;
    finish_rebuild(scene);
    assert_int_not_equal(scene->tree.which, which);
    assert_int_equal(scene->tree.object_count, left);
    size_t hits = 0;
    for (int i = 0; i < 10; ++i) {
        check_picks(scene, &r, pick_vec3_make(0, 0, 0), 20, &hits);
    }
    assert_true(hits > 20);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Among very many hidden objects a slice finds few to collect, and more are edited than the journal has room for. The
// rebuild is given up; maintenance, without edits, brings another one to its end.
static void a_rebuild_that_takes_too_long_is_given_up(void **state)
{
    (void)state;
    enum { SEEN = 400, HIDDEN = 100000 };
    static pick_object_id ids[SEEN];
    pick_mesh *mesh = make_triangle();
    pick_scene *scene = make_scene(NULL);
    test_random r = {20};
    for (int i = 0; i < SEEN; ++i) {
        ids[i] = add(scene, mesh, random_in_cube(&r, 20));
    }
    for (int i = 0; i < HIDDEN; ++i) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.mesh = mesh;
        desc.flags = PICK_OBJECT_HIDDEN;
        assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    }
    finish_rebuild(scene);
    begin_rebuild(scene, mesh, &r, pick_vec3_make(0, 0, 0), 20);
    const uint32_t which = scene->tree.which;
    int edits = 0;
    for (; scene->upkeep.rebuild != NULL; ++edits) {
        assert_true(edits < SEEN);
        move_to(scene, ids[edits], random_in_cube(&r, 20));
    }
    assert_true(edits > SEEN / 4);
    assert_int_equal(scene->tree.which, which);
    for (uint32_t slot = 0; slot < scene->slot_count; ++slot) { // nobody is taken for noted
        assert_int_equal(scene->objects[slot].flags & PICK_OBJECT_CHANGED, 0);
    }
    (void)check_tree(scene);
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
    for (int k = 0; k < 3; ++k) {
        desc.transform.linear[4 * k] = (float)size;
    }
    desc.transform.origin = random_in_cube(r, size);
    desc.transform.origin.x += 8 * size;
    return desc;
}

static pick_scene *make_nested(failing_allocator *memory, const pick_mesh *mesh, pick_object_id ids[NESTED])
{
    const pick_allocator hook = failing_allocator_hook(memory);
    pick_scene *scene = make_scene(&hook);
    test_random r = {19};
    for (int i = 0; i < NESTED; ++i) {
        const pick_object_desc desc = nested_desc(mesh, i, &r);
        assert_int_equal(pick_scene_add(scene, &desc, &ids[i]), PICK_OK);
    }
    finish_rebuild(scene);
    for (int i = 0; !pick_scene_maintain(scene, 1); ++i) {
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
    pick_mesh *mesh = make_triangle();
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
    pick_mesh *mesh = make_triangle();
    for (int for_ever = 0; for_ever < 2; ++for_ever) {
        size_t refused = 0;
        for (size_t n = 2;; ++n) {
            failing_allocator memory = {.fail_at = n, .for_ever = for_ever != 0};
            const pick_allocator hook = failing_allocator_hook(&memory);
            pick_scene *scene = make_scene(&hook);
            pick_object_id ids[300];
            uint32_t count = 0;
            test_random r = {5};
            for (int i = 0; i < 700; ++i) {
                const pick_vec3 at = random_in_cube(&r, 40);
                if (i < 300) {
                    const pick_result result = try_add(scene, mesh, at, &ids[count]);
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
                    move_to(scene, ids[random_index(&r, count)], at); // needs no memory
                }
                if (i % 100 == 50) {
                    (void)pick_scene_maintain(scene, 1000);
                    (void)check_tree(scene);
                    assert_int_equal(pick_scene_count(scene), count);
                }
            }
            size_t hits = 0;
            check_picks(scene, &r, pick_vec3_make(0, 0, 0), 40, &hits);
            pick_scene_destroy(scene);
            assert_int_equal(memory.held_bytes, 0);
            assert_int_equal(memory.held_blocks, 0);
            if (memory.calls < n) {
                break;
            }
        }
        assert_true(refused > 3);
    }
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_during_a_rebuild_are_not_lost),
        cmocka_unit_test(emptied_during_a_rebuild),
        cmocka_unit_test(a_moved_world_gets_another_anchor),
        cmocka_unit_test(strays_survive_rebuilds),
        cmocka_unit_test(arrivals_in_one_place_stay_shallow),
        cmocka_unit_test(a_tree_that_is_too_deep_is_made_anew),
        cmocka_unit_test(maintenance_ends),
        cmocka_unit_test(room_can_be_made_beforehand),
        cmocka_unit_test(what_is_counted_is_what_is_held),
        cmocka_unit_test(handles_run_out),
        cmocka_unit_test(emptied_between_two_slices),
        cmocka_unit_test(depth_hastens_a_rebuild),
        cmocka_unit_test(arrivals_outrun_collecting),
        cmocka_unit_test(no_anchor_is_better_than_one_at_infinity),
        cmocka_unit_test(changes_in_the_middle_of_a_rebuild),
        cmocka_unit_test(a_rebuild_that_takes_too_long_is_given_up),
        cmocka_unit_test(a_rebuild_without_room_for_nodes_is_given_up),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
