// scene_tree.c: the hierarchy over the objects of a scene, updated at every edit.
//
// An edit touches a leaf and its ancestors, found by parent numbers. Edits degrade quality; rebuilds restore it:
// scene_rebuild.c.
#include "base/compiler.h"
#include "base/memory.h"
#include "bvh/bvh_even.h"
#include "scene/scene_internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

void pick_tree_init(pick_tree *tree, const pick_allocator *allocator)
{
    *tree = (pick_tree){.free_nodes = PICK_REF_NONE};
    pick_node_pool_init(&tree->pool, allocator);
}

void pick_tree_finish(pick_tree *tree)
{
    pick_node_pool_finish(&tree->pool);
}

void pick_tree_move(pick_tree *to, pick_tree *from)
{
    *to = *from;
    pick_blocks_move(&to->pool.nodes, &from->pool.nodes);
}

// What nextafterf towards -INFINITY gives, twice; that is a call which every edit would make twelve times. As integers,
// floats of one sign are in order; those below zero are mirrored, so that all are.
static float two_below(float f)
{
    const int32_t infinite = 0x7f800000;
    int32_t i;
    memcpy(&i, &f, sizeof i);
    i = (i < 0 ? INT32_MIN - i : i) - 2;
    i = i < -infinite ? -infinite : i;
    i = i < 0 ? INT32_MIN - i : i;
    memcpy(&f, &i, sizeof f);
    return f;
}

static float round_down(double x)
{
    const float f = x > (double)FLT_MAX ? FLT_MAX : (x < -(double)FLT_MAX ? -INFINITY : (float)x);
    return two_below(f);
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
        for (int k = 0; k < 3; k++) {
            const double middle = 0.5 * lo[k] + 0.5 * hi[k];
            PICK_ASSERT(isfinite(middle)); // sums of products of finite floats cannot move a finite origin to infinity
            tree->anchor[k] = middle;
        }
        tree->anchored = true;
    }
    for (int k = 0; k < 3; k++) {
        box.lo[k] = round_down(lo[k] - tree->anchor[k]);
        box.hi[k] = round_up(hi[k] - tree->anchor[k]);
    }
    return box;
}

static uint32_t child_number(const pick_tree_node *node, uint32_t ref)
{
    uint32_t c = 0;
    while (node->node.child[c] != ref) {
        ++c;
        PICK_ASSERT(c < node->count);
    }
    return c;
}

pick_box3f pick_tree_object_box(const pick_scene *scene, const pick_tree *tree, uint32_t slot)
{
    const pick_tree_node *at = pick_node_at(&tree->pool, pick_object_at(scene, slot)->node[tree->which]);
    return pick_bvh_node_box(&at->node, child_number(at, PICK_REF_LEAF | slot));
}

static void join_roots(pick_tree *tree)
{
    tree->bounds = tree->root_box[0];
    for (uint32_t i = 1; i < tree->root_count; i++)
        pick_box3f_grow(&tree->bounds, &tree->root_box[i]);
    tree->reach = 0;
    for (int k = 0; k < 3; k++)
        tree->reach = fmax(tree->reach, fmax(fabs((double)tree->bounds.lo[k]), fabs((double)tree->bounds.hi[k])));
}

void pick_tree_measure(pick_tree *tree)
{
    PICK_ASSERT(tree->root_count <= PICK_TREE_ROOTS);
    for (uint32_t i = 0; i < tree->root_count; i++)
        tree->root_box[i] = pick_bvh_node_bounds(&pick_node_at(&tree->pool, i)->node);
    join_roots(tree);
}

static bool is_root(const pick_tree_node *node)
{
    return !pick_ref_is_node(node->parent);
}

// Refits the ancestors of a node after its children changed.
static void refit(pick_tree *tree, uint32_t index)
{
    for (;;) {
        const pick_tree_node *node = pick_node_at(&tree->pool, index);
        const pick_box3f box = pick_bvh_node_bounds(&node->node);
        if (is_root(node)) {
            PICK_ASSERT((node->parent & ~PICK_REF_LEAF) < tree->root_count);
            tree->root_box[node->parent & ~PICK_REF_LEAF] = box;
            join_roots(tree);
            return;
        }
        pick_tree_node *parent = pick_node_at(&tree->pool, node->parent);
        const uint32_t c = child_number(parent, index);
        const pick_box3f old = pick_bvh_node_box(&parent->node, c);
        if (pick_box3f_equal(&old, &box))
            return;
        pick_bvh_node_set_box(&parent->node, c, &box);
        index = node->parent;
    }
}

static void init_node(pick_tree *tree, uint32_t index, uint32_t parent)
{
    pick_tree_node *node = pick_node_at(&tree->pool, index);
    pick_bvh_node_clear(&node->node);
    node->parent = parent;
    node->count = node->full = 0;
    node->plain = node->layers = 0;
}

static bool take_node(pick_tree *tree, uint32_t parent, uint32_t *index)
{
    if (tree->free_nodes != PICK_REF_NONE) {
        *index = tree->free_nodes;
        tree->free_nodes = pick_node_at(&tree->pool, *index)->parent;
        --tree->free_count;
    } else if (!pick_node_pool_push(&tree->pool, index)) {
        return false;
    }
    init_node(tree, *index, parent);
    return true;
}

static void free_node(pick_tree *tree, uint32_t index)
{
    pick_tree_node *node = pick_node_at(&tree->pool, index);
    pick_bvh_node_clear(&node->node); // a survey skips it
    node->count = 0;
    node->parent = tree->free_nodes;
    tree->free_nodes = index;
    ++tree->free_count;
}

static void mark_leaf(const pick_scene *scene, pick_tree_node *node, uint32_t c)
{
    const pick_object *object = pick_object_at(scene, node->node.child[c] & ~PICK_REF_LEAF);
    node->plain &= ~(1u << c);
    if (node->plain == 0)
        node->layers = object->layers;
    node->generation[c] = (uint16_t)object->generation;
    if (object->layers == node->layers && (object->flags & PICK_OBJECT_LOCKED) == 0 && object->generation <= UINT16_MAX)
        node->plain |= 1u << c;
}

void pick_tree_mark(const pick_scene *scene, pick_tree *tree, uint32_t slot)
{
    const uint32_t index = pick_object_at(scene, slot)->node[tree->which];
    if (index != PICK_REF_NONE) {
        pick_tree_node *node = pick_node_at(&tree->pool, index);
        mark_leaf(scene, node, child_number(node, PICK_REF_LEAF | slot));
    }
}

// Records whether child `c` is a node without room, so that a search need not read the child.
static void mark_full(pick_tree_node *node, uint32_t c, bool full)
{
    node->full = (uint16_t)((node->full & ~(1u << c)) | (uint32_t)full << c);
}

// Records in the parent whether the node is full.
static void mark_full_in_parent(pick_tree *tree, uint32_t index, bool full)
{
    const pick_tree_node *node = pick_node_at(&tree->pool, index);
    if (!is_root(node)) {
        pick_tree_node *parent = pick_node_at(&tree->pool, node->parent);
        mark_full(parent, child_number(parent, index), full);
    }
}

static void set_child(pick_scene *scene, pick_tree *tree, uint32_t index, uint32_t c, uint32_t ref,
                      const pick_box3f *box)
{
    pick_tree_node *node = pick_node_at(&tree->pool, index);
    node->node.child[c] = ref;
    pick_bvh_node_set_box(&node->node, c, box);
    if (!pick_ref_is_node(ref)) {
        pick_object_at(scene, ref & ~PICK_REF_LEAF)->node[tree->which] = index;
        mark_leaf(scene, node, c);
        mark_full(node, c, false);
    } else {
        pick_tree_node *child = pick_node_at(&tree->pool, ref);
        node->plain &= ~(1u << c);
        child->parent = index;
        mark_full(node, c, child->count == PICK_BVH_WIDTH);
    }
}

static void append_child(pick_scene *scene, pick_tree *tree, uint32_t index, uint32_t ref, const pick_box3f *box)
{
    pick_tree_node *node = pick_node_at(&tree->pool, index);
    set_child(scene, tree, index, node->count++, ref, box);
    if (node->count == PICK_BVH_WIDTH)
        mark_full_in_parent(tree, index, true);
}

// Replaces a child by the last child of `from`.
static void drop_child(pick_scene *scene, pick_tree *tree, uint32_t index, uint32_t c, uint32_t from)
{
    pick_tree_node *node = pick_node_at(&tree->pool, from);
    const uint32_t last = --node->count;
    if (index != from || c != last) {
        const pick_box3f box = pick_bvh_node_box(&node->node, last);
        set_child(scene, tree, index, c, node->node.child[last], &box);
    }
    node->node.child[last] = PICK_REF_NONE;
    node->plain &= ~(1u << last);
    mark_full(node, last, false);
    if (last == PICK_BVH_WIDTH - 1)
        mark_full_in_parent(tree, from, false);
    pick_bvh_node_set_box(&node->node, last, &PICK_BOX3F_EMPTY);
}

// --- Edits ----------------------------------------------------------------------------------------------------------

// Whether all objects are children of the root.
static bool is_flat(const pick_tree *tree)
{
    const uint32_t last = tree->root_count - 1;
    return tree->root_count == 0 ||
           tree->object_count == PICK_BVH_WIDTH * last + pick_node_at(&tree->pool, last)->count;
}

// Finds a root with room for a child, or adds one while the tree is flat. PICK_REF_NONE: there is none.
static bool find_root(pick_tree *tree, uint32_t *place)
{
    *place = tree->root_count - 1;
    if (tree->root_count > 0 && pick_node_at(&tree->pool, *place)->count < PICK_BVH_WIDTH)
        return true;
    *place = PICK_REF_NONE;
    if (tree->root_count == PICK_TREE_ROOTS || !is_flat(tree))
        return true;
    // All other nodes are free: drop them, so that the next one is adjacent to the roots.
    const uint32_t count = tree->pool.count;
    tree->pool.count = tree->root_count;
    if (!pick_node_pool_push(&tree->pool, place)) {
        tree->pool.count = count;
        return false;
    }
    tree->free_nodes = PICK_REF_NONE;
    tree->free_count = 0;
    init_node(tree, *place, PICK_REF_LEAF | tree->root_count++);
    return true;
}

// Finds a node with room for the box, or makes one. `*depth`: its depth.
static bool make_place(pick_scene *scene, pick_tree *tree, const pick_box3f *box, uint32_t *node, uint32_t *depth)
{
    *depth = 0;
    if (!find_root(tree, node))
        return false;
    if (*node != PICK_REF_NONE)
        return true;
    const pick_tree_place best = pick_tree_find_place(tree, box);
    *node = best.node;
    *depth = best.depth;
    if (best.child < PICK_BVH_WIDTH) {
        if (!take_node(tree, best.node, node))
            return false;
        ++*depth;
        const uint32_t ref = pick_node_at(&tree->pool, best.node)->node.child[best.child];
        const pick_box3f old = pick_bvh_node_box(&pick_node_at(&tree->pool, best.node)->node, best.child);
        set_child(scene, tree, best.node, best.child, *node, &old);
        append_child(scene, tree, *node, ref, &old);
    }
    return true;
}

bool pick_tree_insert(pick_scene *scene, pick_tree *tree, uint32_t slot, const pick_box3f *box)
{
    uint32_t node;
    uint32_t depth;
    if (tree->levels >= PICK_BVH_MAX_DEPTH)
        return false;
    if (!make_place(scene, tree, box, &node, &depth))
        return false;
    append_child(scene, tree, node, PICK_REF_LEAF | slot, box);
    refit(tree, node);
    tree->levels = tree->levels > depth + 1 ? tree->levels : depth + 1;
    tree->anchored = true;
    ++tree->object_count;
    return true;
}

// --- Grafts ---------------------------------------------------------------------------------------------------------

typedef struct graft {
    const uint32_t *slots;
    uint32_t count;
    pick_box3f *boxes;       // of the slots
    pick_even_place *places; // their middles
    uint32_t *refs;          // first indices of slots, in the order of their places; then nodes, level by level
} graft;

// Of so many children, the one that a group of siblings begins with. No group has a single child.
static uint32_t group_begin(uint32_t group, uint32_t count)
{
    const uint32_t begin = group * PICK_BVH_WIDTH;
    if (begin >= count)
        return count;
    return begin - (uint32_t)(begin > 0 && count - begin == 1);
}

static uint32_t group_count(uint32_t count)
{
    return (count - 1) / PICK_BVH_WIDTH + 1;
}

// Allocates what the graft needs, its nodes included. False: out of memory; nothing changed.
static bool reserve_graft(const pick_allocator *allocator, pick_tree *tree, graft *g)
{
    uint32_t nodes = 2; // and a new root, or a node for the place
    for (uint32_t count = g->count; count > 1; count = group_count(count))
        nodes += group_count(count);
    g->boxes = pick_allocate(allocator, g->count * sizeof *g->boxes);
    g->places = pick_allocate(allocator, g->count * sizeof *g->places);
    g->refs = pick_allocate(allocator, g->count * sizeof *g->refs);
    return g->boxes != NULL && g->places != NULL && g->refs != NULL &&
           pick_node_pool_reserve(&tree->pool, tree->pool.count + nodes);
}

static void release_graft(const pick_allocator *allocator, const graft *g)
{
    pick_deallocate(allocator, g->boxes, g->count * sizeof *g->boxes);
    pick_deallocate(allocator, g->places, g->count * sizeof *g->places);
    pick_deallocate(allocator, g->refs, g->count * sizeof *g->refs);
}

// Sums of halves, of finite numbers, so that the middle of what is infinite is not NaN.
static float middle(float lo, float hi)
{
    const double least = lo < -FLT_MAX ? -(double)FLT_MAX : (double)lo;
    const double most = hi > FLT_MAX ? (double)FLT_MAX : (double)hi;
    return (float)(0.5 * least + 0.5 * most);
}

static void sort_graft(const pick_scene *scene, pick_tree *tree, const graft *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        const pick_aabb world = pick_object_world_box(pick_object_at(scene, g->slots[i]), true);
        const pick_box3f box = pick_tree_box(tree, &world);
        g->boxes[i] = box;
        g->places[i].item = i;
        for (int k = 0; k < 3; k++)
            g->places[i].at[k] = middle(box.lo[k], box.hi[k]);
    }
    pick_even_tree order;
    pick_even_plan(&order, g->count, PICK_BVH_WIDTH);
    order.items = g->refs;
    pick_even_sort(&order, g->places, NULL);
}

// Makes the parents of `count` children, slots or nodes. Returns how many.
static uint32_t group_graft(pick_scene *scene, pick_tree *tree, const graft *g, uint32_t count, bool slots)
{
    const uint32_t groups = group_count(count);
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t index;
        const bool taken = take_node(tree, PICK_REF_NONE, &index);
        PICK_ASSERT(taken); // the node is reserved
        (void)taken;
        const uint32_t end = group_begin(i + 1, count);
        for (uint32_t c = group_begin(i, count); c < end; c++) {
            const uint32_t ref = slots ? PICK_REF_LEAF | g->slots[g->refs[c]] : g->refs[c];
            const pick_box3f box =
                slots ? g->boxes[g->refs[c]] : pick_bvh_node_bounds(&pick_node_at(&tree->pool, ref)->node);
            append_child(scene, tree, index, ref, &box);
        }
        g->refs[i] = index; // no group after this one begins so early
    }
    return groups;
}

bool pick_tree_graft(pick_scene *scene, pick_tree *tree, const uint32_t *slots, uint32_t count)
{
    graft g = {.slots = slots, .count = count};
    PICK_ASSERT(tree->object_count > 0 && count > 0);
    if (count == 1) { // only a root ever has a single child
        const pick_aabb world = pick_object_world_box(pick_object_at(scene, slots[0]), true);
        const pick_box3f box = pick_tree_box(tree, &world);
        return pick_tree_insert(scene, tree, slots[0], &box);
    }
    const bool done = reserve_graft(&scene->allocator, tree, &g);
    if (done) {
        sort_graft(scene, tree, &g);
        pick_box3f bounds = g.boxes[0];
        for (uint32_t i = 1; i < count; i++)
            pick_box3f_grow(&bounds, &g.boxes[i]);
        uint32_t place, depth;
        const bool placed = make_place(scene, tree, &bounds, &place, &depth); // first: it may drop free nodes
        PICK_ASSERT(placed);
        (void)placed;
        uint32_t top = count;
        do {
            top = group_graft(scene, tree, &g, top, top == count);
            ++depth;
        } while (top > 1);
        append_child(scene, tree, place, g.refs[0], &bounds);
        refit(tree, place);
        tree->levels = tree->levels > depth + 1 ? tree->levels : depth + 1;
        tree->object_count += count;
    }
    release_graft(&scene->allocator, &g);
    return done;
}

// --- Removals -------------------------------------------------------------------------------------------------------

void pick_tree_clear(pick_tree *tree)
{
    tree->object_count = 0;
    tree->root_count = 0;
    tree->pool.count = 0;
    tree->free_nodes = PICK_REF_NONE;
    tree->free_count = 0;
    tree->anchored = false;
    tree->levels = 0;
}

// Replaces a child of a root by the last child of all roots.
static void remove_from_root(pick_scene *scene, pick_tree *tree, uint32_t index, uint32_t c)
{
    const uint32_t last = tree->root_count - 1;
    drop_child(scene, tree, index, c, last);
    if (pick_node_at(&tree->pool, last)->count == 0) {
        free_node(tree, last);
        --tree->root_count;
        join_roots(tree);
    } else {
        refit(tree, last);
    }
    if (index != last)
        refit(tree, index);
}

static void remove_from_node(pick_scene *scene, pick_tree *tree, uint32_t index, uint32_t c)
{
    drop_child(scene, tree, index, c, index);
    const pick_tree_node *node = pick_node_at(&tree->pool, index);
    PICK_ASSERT(node->count > 0); // only a root ever has a single child
    if (node->count == 1) {       // its last child replaces it
        const uint32_t parent = node->parent;
        const pick_box3f box = pick_bvh_node_box(&node->node, 0);
        set_child(scene, tree, parent, child_number(pick_node_at(&tree->pool, parent), index), node->node.child[0],
                  &box);
        free_node(tree, index);
        index = parent;
    }
    refit(tree, index);
}

void pick_tree_remove(pick_scene *scene, pick_tree *tree, uint32_t slot)
{
    const uint32_t index = pick_object_at(scene, slot)->node[tree->which];
    const pick_tree_node *node = pick_node_at(&tree->pool, index);
    const uint32_t c = child_number(node, PICK_REF_LEAF | slot);
    pick_object_at(scene, slot)->node[tree->which] = PICK_REF_NONE;
    if (--tree->object_count == 0)
        pick_tree_clear(tree);
    else if (is_root(node))
        remove_from_root(scene, tree, index, c);
    else
        remove_from_node(scene, tree, index, c);
}

// Reserves memory, so that one insertion cannot fail.
static bool reserve_node(pick_tree *tree)
{
    uint32_t index;
    if (tree->levels >= PICK_BVH_MAX_DEPTH || !take_node(tree, PICK_REF_NONE, &index))
        return false;
    free_node(tree, index);
    return true;
}

// Whether an object that moves to `to` should be reinserted. A child of the root never is.
static bool leaves_neighbours(const pick_tree_node *node, const pick_box3f *to)
{
    if (is_root(node))
        return false;
    const pick_box3f before = pick_bvh_node_bounds(&node->node);
    pick_box3f grown = before;
    pick_box3f_grow(&grown, to);
    return pick_box3f_half_area(&grown) > 1.5 * pick_box3f_half_area(&before);
}

bool pick_tree_update(pick_scene *scene, pick_tree *tree, uint32_t slot, const pick_box3f *box)
{
    const uint32_t index = pick_object_at(scene, slot)->node[tree->which];
    if (leaves_neighbours(pick_node_at(&tree->pool, index), box) && reserve_node(tree)) {
        pick_tree_remove(scene, tree, slot);
        const bool inserted = pick_tree_insert(scene, tree, slot, box);
        PICK_ASSERT(inserted);
        (void)inserted;
        return true;
    }
    pick_tree_node *node = pick_node_at(&tree->pool, index);
    pick_bvh_node_set_box(&node->node, child_number(node, PICK_REF_LEAF | slot), box);
    refit(tree, index);
    return false;
}
