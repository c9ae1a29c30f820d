// The hierarchy over the objects of a scene, kept current under every edit.
//
// An edit touches one leaf and its ancestors, found by parent numbers. What insertions cost in quality is paid back by
// a rebuild each time their number since the last one reaches half the number of objects: amortised, a fixed number of
// operations per edit.
#include "bvh_open.h"
#include "scene_internal.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

// Boxes are grouped as if no coordinate exceeded this, so that areas stay finite. The tree itself keeps the real ones.
#define GROUPING_LIMIT 1e18f
enum { DEBT_ALLOWED = 32 };

void pick_tree_init(pick_tree *tree, const pick_allocator *allocator)
{
    *tree = (pick_tree){.pool = {.allocator = allocator}, .root = PICK_REF_NONE, .free_nodes = PICK_REF_NONE};
}

void pick_tree_finish(pick_tree *tree)
{
    pick_node_pool_finish(&tree->pool);
}

static float round_down(double x)
{
    const float f = x > (double)FLT_MAX ? FLT_MAX : (x < -(double)FLT_MAX ? -INFINITY : (float)x);
    return nextafterf(nextafterf(f, -INFINITY), -INFINITY);
}

static float round_up(double x)
{
    return -round_down(-x);
}

pick_box3f pick_tree_box(pick_tree *tree, const pick_aabb *world)
{
    const double lo[3] = {world->min.x, world->min.y, world->min.z};
    const double hi[3] = {world->max.x, world->max.y, world->max.z};
    pick_box3f box;
    if (!tree->anchored) {
        for (int k = 0; k < 3; ++k) {
            const double middle = 0.5 * lo[k] + 0.5 * hi[k];
            tree->anchor[k] = isfinite(middle) ? middle : 0;
        }
        tree->anchored = true;
    }
    for (int k = 0; k < 3; ++k) {
        box.lo[k] = round_down(lo[k] - tree->anchor[k]);
        box.hi[k] = round_up(hi[k] - tree->anchor[k]);
    }
    return box;
}

static pick_box3f box_union(const pick_box3f *a, const pick_box3f *b)
{
    pick_box3f r;
    for (int k = 0; k < 3; ++k) {
        r.lo[k] = a->lo[k] < b->lo[k] ? a->lo[k] : b->lo[k];
        r.hi[k] = a->hi[k] > b->hi[k] ? a->hi[k] : b->hi[k];
    }
    return r;
}

static bool box_equal(const pick_box3f *a, const pick_box3f *b)
{
    return a->lo[0] == b->lo[0] && a->lo[1] == b->lo[1] && a->lo[2] == b->lo[2] && a->hi[0] == b->hi[0] &&
           a->hi[1] == b->hi[1] && a->hi[2] == b->hi[2];
}

// Half the surface; in double, where no float box overflows.
static double box_area(const pick_box3f *b)
{
    const double x = (double)b->hi[0] - (double)b->lo[0];
    const double y = (double)b->hi[1] - (double)b->lo[1];
    const double z = (double)b->hi[2] - (double)b->lo[2];
    return x * y + y * z + z * x;
}

static uint32_t child_number(const pick_bvh_node *node, uint32_t ref)
{
    uint32_t c = 0;
    while (node->child[c] != ref) {
        ++c;
        assert(c < node->count);
    }
    return c;
}

pick_box3f pick_tree_object_box(const pick_tree *tree, uint32_t node, uint32_t slot)
{
    const pick_bvh_node *at = &tree->pool.nodes[node];
    return pick_bvh_node_box(at, child_number(at, PICK_REF_LEAF | slot));
}

// Ancestors follow a change of one node's children.
static void refit(pick_tree *tree, uint32_t index)
{
    for (;;) {
        const pick_bvh_node *node = &tree->pool.nodes[index];
        const pick_box3f box = pick_bvh_node_bounds(node);
        if (node->parent == PICK_REF_NONE) {
            tree->bounds = box;
            return;
        }
        pick_bvh_node *parent = &tree->pool.nodes[node->parent];
        const uint32_t c = child_number(parent, index);
        const pick_box3f old = pick_bvh_node_box(parent, c);
        if (box_equal(&old, &box)) {
            return;
        }
        pick_bvh_node_set_box(parent, c, &box);
        index = node->parent;
    }
}

static bool take_node(pick_tree *tree, uint32_t parent, uint32_t *index)
{
    if (tree->free_nodes != PICK_REF_NONE) {
        *index = tree->free_nodes;
        tree->free_nodes = tree->pool.nodes[*index].parent;
        --tree->free_count;
    } else if (!pick_node_pool_push(&tree->pool, index)) {
        return false;
    }
    pick_bvh_node_clear(&tree->pool.nodes[*index], parent);
    return true;
}

static void free_node(pick_tree *tree, uint32_t index)
{
    tree->pool.nodes[index].parent = tree->free_nodes;
    tree->free_nodes = index;
    ++tree->free_count;
}

static void set_child(pick_scene *scene, uint32_t index, uint32_t c, uint32_t ref, const pick_box3f *box)
{
    pick_bvh_node *node = &scene->tree.pool.nodes[index];
    node->child[c] = ref;
    pick_bvh_node_set_box(node, c, box);
    if ((ref & PICK_REF_LEAF) != 0) {
        scene->objects[ref & ~PICK_REF_LEAF].node = index;
    } else {
        scene->tree.pool.nodes[ref].parent = index;
    }
}

static void append_child(pick_scene *scene, uint32_t index, uint32_t ref, const pick_box3f *box)
{
    set_child(scene, index, scene->tree.pool.nodes[index].count++, ref, box);
}

static void drop_child(pick_scene *scene, uint32_t index, uint32_t c)
{
    static const pick_box3f empty = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    pick_bvh_node *node = &scene->tree.pool.nodes[index];
    const uint32_t last = --node->count;
    if (c != last) {
        const pick_box3f box = pick_bvh_node_box(node, last);
        set_child(scene, index, c, node->child[last], &box);
    }
    node->child[last] = PICK_REF_NONE;
    pick_bvh_node_set_box(node, last, &empty);
}

// --- Rebuilding -----------------------------------------------------------------------------------------------------

// The builder saw boxes cut to its limit: put the real ones in, from the leaves up. Children come after their parents.
static void restore_boxes(pick_scene *scene, pick_node_pool *pool)
{
    const pick_tree *old = &scene->tree;
    for (uint32_t i = pool->count; i-- > 0;) {
        pick_bvh_node *node = &pool->nodes[i];
        for (uint32_t c = 0; c < node->count; ++c) {
            pick_box3f box;
            if ((node->child[c] & PICK_REF_LEAF) != 0) {
                pick_object *object = &scene->objects[node->child[c] & ~PICK_REF_LEAF];
                const pick_bvh_node *was = &old->pool.nodes[object->node];
                box = pick_bvh_node_box(was, child_number(was, node->child[c]));
            } else {
                box = pick_bvh_node_bounds(&pool->nodes[node->child[c]]);
            }
            pick_bvh_node_set_box(node, c, &box);
        }
    }
    for (uint32_t i = 0; i < pool->count; ++i) {
        for (uint32_t c = 0; c < pool->nodes[i].count; ++c) {
            if ((pool->nodes[i].child[c] & PICK_REF_LEAF) != 0) {
                scene->objects[pool->nodes[i].child[c] & ~PICK_REF_LEAF].node = i;
            }
        }
    }
}

static float limited(float x)
{
    return x > GROUPING_LIMIT ? GROUPING_LIMIT : (x < -GROUPING_LIMIT ? -GROUPING_LIMIT : x);
}

static void collect_objects(const pick_scene *scene, pick_build_prim *prims)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < scene->slot_count; ++slot) {
        const pick_object *object = &scene->objects[slot];
        if ((object->flags & PICK_OBJECT_ALIVE) == 0 || object->node == PICK_REF_NONE) {
            continue;
        }
        const pick_bvh_node *node = &scene->tree.pool.nodes[object->node];
        const pick_box3f box = pick_bvh_node_box(node, child_number(node, PICK_REF_LEAF | slot));
        pick_build_prim *prim = &prims[count++];
        for (int k = 0; k < 3; ++k) {
            prim->box[k] = limited(box.lo[k]);
            prim->box[k + 4] = limited(-box.hi[k]);
        }
        pick_prim_set(prim, slot, 0);
    }
    assert(count == scene->tree.object_count);
}

typedef struct rebuilder {
    pick_builder builder;
    pick_opening opening;
    pick_node_pool pool;
    uint32_t levels;
} rebuilder;

static bool build_node(rebuilder *r, const pick_build_range *range, uint32_t parent, uint32_t depth, uint32_t *out)
{
    uint32_t index;
    if (!pick_node_pool_push(&r->pool, &index)) {
        return false;
    }
    r->levels = r->levels > depth + 1 ? r->levels : depth + 1;
    pick_open_begin(&r->opening, range, depth);
    for (uint32_t budget = UINT32_MAX; !pick_open_continue(&r->builder, &r->opening, &budget); budget = UINT32_MAX) {
    }
    pick_bvh_node *node = &r->pool.nodes[index];
    pick_bvh_node_clear(node, parent);
    node->count = r->opening.count;
    pick_build_range ranges[PICK_BVH_WIDTH];
    for (uint32_t i = 0; i < node->count; ++i) {
        ranges[i] = r->opening.ranges[i];
    }
    for (uint32_t i = 0; i < r->pool.nodes[index].count; ++i) {
        uint32_t child = PICK_REF_LEAF | pick_prim_id(r->builder.prims[ranges[i].buffer] + ranges[i].first);
        if (ranges[i].count > 1 && !build_node(r, &ranges[i], index, depth + 1, &child)) {
            return false;
        }
        r->pool.nodes[index].child[i] = child; // the pool may have moved
    }
    *out = index;
    return true;
}

// Without memory the tree stays as it is, and is tried again after as many edits.
static void rebuild(pick_scene *scene)
{
    pick_tree *tree = &scene->tree;
    const pick_allocator *a = tree->pool.allocator;
    const size_t count = tree->object_count;
    const size_t bytes = 2 * count * sizeof(pick_build_prim);
    tree->debt = 0;
    if (tree->object_count <= PICK_BVH_WIDTH) {
        return;
    }
    pick_build_prim *prims = a->allocate(a->user, bytes, alignof(pick_build_prim));
    if (prims == NULL) {
        return;
    }
    collect_objects(scene, prims);
    rebuilder r = {.builder = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                               .prims = {prims, prims + count},
                               .max_leaf = 1,
                               .leaf_unit = 1,
                               .unit_shift = 3},
                   .pool = {.allocator = a}};
    pick_build_range whole;
    uint32_t root;
    pick_build_whole(&r.builder, tree->object_count, &whole);
    if (build_node(&r, &whole, PICK_REF_NONE, 0, &root)) {
        restore_boxes(scene, &r.pool);
        pick_node_pool_trim(&r.pool);
        pick_node_pool_finish(&tree->pool);
        tree->pool = r.pool;
        tree->root = root;
        tree->levels = r.levels;
        tree->free_nodes = PICK_REF_NONE;
        tree->free_count = 0;
        tree->bounds = pick_bvh_node_bounds(&tree->pool.nodes[root]);
    } else {
        pick_node_pool_finish(&r.pool);
    }
    a->deallocate(a->user, prims, bytes, alignof(pick_build_prim));
}

static void owe(pick_scene *scene, uint32_t debt)
{
    pick_tree *tree = &scene->tree;
    tree->debt += debt;
    if (tree->debt > DEBT_ALLOWED && tree->debt > tree->object_count / 2) {
        rebuild(scene);
    }
}

// --- Edits ----------------------------------------------------------------------------------------------------------

// The child that grows least when it takes the box in; ties to the smaller one.
static uint32_t best_child(const pick_bvh_node *node, const pick_box3f *box)
{
    uint32_t best = 0;
    double best_growth = HUGE_VAL;
    double best_area = HUGE_VAL;
    for (uint32_t c = 0; c < node->count; ++c) {
        const pick_box3f old = pick_bvh_node_box(node, c);
        const pick_box3f grown = box_union(&old, box);
        const double area = box_area(&old);
        const double growth = box_area(&grown) - area;
        if (growth < best_growth || (growth == best_growth && area < best_area)) {
            best = c;
            best_growth = growth;
            best_area = area;
        }
    }
    return best;
}

// A node with room for the box, made if need be. `*depth` is its depth.
static bool find_place(pick_scene *scene, const pick_box3f *box, uint32_t *place, uint32_t *depth)
{
    pick_tree *tree = &scene->tree;
    uint32_t index = tree->root;
    for (*depth = 0; tree->pool.nodes[index].count == PICK_BVH_WIDTH; ++*depth) {
        const uint32_t c = best_child(&tree->pool.nodes[index], box);
        const uint32_t ref = tree->pool.nodes[index].child[c];
        if ((ref & PICK_REF_LEAF) == 0) {
            index = ref;
            continue;
        }
        uint32_t made;
        if (!take_node(tree, index, &made)) {
            return false;
        }
        const pick_box3f old = pick_bvh_node_box(&tree->pool.nodes[index], c);
        set_child(scene, index, c, made, &old);
        append_child(scene, made, ref, &old);
        index = made;
    }
    *place = index;
    return true;
}

bool pick_tree_insert(pick_scene *scene, uint32_t slot, const pick_box3f *box)
{
    pick_tree *tree = &scene->tree;
    uint32_t place;
    uint32_t depth = 0;
    if (tree->levels >= PICK_BVH_MAX_DEPTH) {
        rebuild(scene);
        if (tree->levels >= PICK_BVH_MAX_DEPTH) { // there was no memory for it
            return false;
        }
    }
    if (tree->root == PICK_REF_NONE) {
        if (!take_node(tree, PICK_REF_NONE, &place)) {
            return false;
        }
        tree->root = place;
    } else if (!find_place(scene, box, &place, &depth)) {
        return false;
    }
    append_child(scene, place, PICK_REF_LEAF | slot, box);
    refit(tree, place);
    tree->levels = tree->levels > depth + 1 ? tree->levels : depth + 1;
    tree->anchored = true;
    ++tree->object_count;
    owe(scene, 1);
    return true;
}

void pick_tree_remove(pick_scene *scene, uint32_t slot)
{
    pick_tree *tree = &scene->tree;
    uint32_t index = scene->objects[slot].node;
    drop_child(scene, index, child_number(&tree->pool.nodes[index], PICK_REF_LEAF | slot));
    scene->objects[slot].node = PICK_REF_NONE;
    --tree->object_count;
    pick_bvh_node *node = &tree->pool.nodes[index];
    if (node->parent != PICK_REF_NONE && node->count <= 1) { // its last child takes its place
        const uint32_t parent = node->parent;
        const uint32_t c = child_number(&tree->pool.nodes[parent], index);
        if (node->count == 1) {
            const pick_box3f box = pick_bvh_node_box(node, 0);
            set_child(scene, parent, c, node->child[0], &box);
        } else {
            drop_child(scene, parent, c);
        }
        free_node(tree, index);
        index = parent;
    }
    if (tree->object_count == 0) {
        tree->root = PICK_REF_NONE;
        tree->pool.count = 0;
        tree->free_nodes = PICK_REF_NONE;
        tree->free_count = 0;
        tree->anchored = false;
        tree->levels = 0;
        tree->debt = 0;
        return;
    }
    refit(tree, index);
}

// Makes sure that one insertion cannot fail.
static bool reserve_node(pick_tree *tree)
{
    uint32_t index;
    if (tree->levels >= PICK_BVH_MAX_DEPTH || !take_node(tree, PICK_REF_NONE, &index)) {
        return false;
    }
    free_node(tree, index);
    return true;
}

void pick_tree_update(pick_scene *scene, uint32_t slot, const pick_box3f *box)
{
    pick_tree *tree = &scene->tree;
    const uint32_t index = scene->objects[slot].node;
    pick_bvh_node *node = &tree->pool.nodes[index];
    const pick_box3f before = pick_bvh_node_bounds(node);
    const pick_box3f grown = box_union(&before, box);
    const bool left = box_area(&grown) > 1.5 * box_area(&before);
    if (left && tree->object_count > PICK_BVH_WIDTH && reserve_node(tree)) {
        // It has left its neighbours: find it new ones.
        pick_tree_remove(scene, slot);
        const bool inserted = pick_tree_insert(scene, slot, box);
        assert(inserted);
        (void)inserted;
        return;
    }
    node = &tree->pool.nodes[index];
    pick_bvh_node_set_box(node, child_number(node, PICK_REF_LEAF | slot), box);
    refit(tree, index);
}
