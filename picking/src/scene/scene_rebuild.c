// Maintains tree quality by incremental rebuilds: when edits have degraded a scene's tree, another one is built beside
// it, a slice at every edit, and takes its place when it is done. Readers see the old tree, whole and current, until
// then.
//
// Phases: collect the boxes; open nodes as in any build; fit boxes from the leaves up; then replay the edits of the
// meantime, which are in the journal, in the new tree. A slice takes more from the journal than an edit adds, so it
// becomes empty; then the trees are exchanged.
#include "scene/scene_rebuild.h"
#include "base/compiler.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum {
    // Primitives processed at an edit: about 10 microseconds in a small scene, and proportionally more in a large one,
    // up to a tenth of a millisecond. Edits during a rebuild are done twice, so a rebuild should take few edits.
    LEAST_SLICE = 3000,
    SLICE_SHARE = 32,
    MOST_SLICE = 1 << 15, // also when insertions have made the tree very deep
    DEBT_ALLOWED = 8,
    // A rebuild begins when one in so many objects has been inserted since the last one.
    DEBT_SHARE = 8,
    IDLE_DEBT_SHARE = 32,
    BUILD_LEAST = 64, // fewer arrivals are inserted faster, and fewer objects moved faster
    BUILD_SHARE = 3,  // so are those that are less than 1 / BUILD_SHARE of the objects
    REMOVE_SHARE = 5, // removing an object takes this part of the time that building takes for one that stays
    SAMPLES = 33,
    // Work units: what takes about as long as processing so many primitives.
    COLLECT_WORK = 16,
    MEASURE_WORK = 64,
    NODE_WORK = 20,
    EDIT_WORK = 500
};

// The builder clamps coordinates to this, so that areas stay finite. The tree itself keeps the real boxes.
#define GROUPING_LIMIT 1e18f
// A tree is rebuilt when its cost has grown by this factor.
#define COST_ALLOWED 1.2
// The tree gets a new anchor when its coordinates exceed its detail by this factor.
#define DISTANCE_ALLOWED 16.0
// Children of the root with more than this share of the whole area are opened while it has places: rays hit them often,
// and testing eight more boxes next to others takes less time than a node that one in eight rays visits.
#define ROOT_SHARE 0.125f

// No product here overflows, even with a 32-bit size_t: each of these objects has a pick_object in memory, which is
// larger than its share of any array of a rebuild.
static size_t prim_bytes(const pick_rebuild *r)
{
    return (size_t)r->prim_capacity * sizeof(pick_build_prim);
}

// --- Litter ---------------------------------------------------------------------------------------------------------

void pick_upkeep_init(pick_scene *scene)
{
    pick_node_pool none;
    pick_node_pool_init(&none, &scene->allocator);
    pick_blocks_move(&scene->upkeep.litter.nodes, &none.nodes);
}

// Frees a piece of the litter. False: there was none.
static bool sweep_up(pick_scene *scene)
{
    pick_litter *litter = &scene->upkeep.litter;
    for (int i = 0; i < 2; i++) {
        if (litter->arrays[i] != NULL) {
            pick_deallocate(&scene->allocator, litter->arrays[i], litter->array_bytes);
            litter->arrays[i] = NULL;
            return true;
        }
    }
    return pick_blocks_drop(&litter->nodes);
}

static void sweep_all(pick_scene *scene)
{
    while (sweep_up(scene)) {
    }
    pick_blocks_finish(&scene->upkeep.litter.nodes); // its table
}

// --- Beginning and ending -------------------------------------------------------------------------------------------

static void forget(pick_scene *scene)
{
    pick_rebuild *r = scene->upkeep.rebuild;
    for (uint32_t i = 0; i < r->journal_count; i++)
        pick_object_at(scene, r->journal[i])->flags &= ~PICK_OBJECT_CHANGED;
    pick_litter *litter = &scene->upkeep.litter;
    sweep_all(scene);
    for (int i = 0; i < 2; i++)
        litter->arrays[i] = r->builder.prims[i];
    litter->array_bytes = prim_bytes(r);
    pick_blocks_move(&litter->nodes, &r->next.pool.nodes);
    pick_deallocate(&scene->allocator, r->journal, r->journal_capacity * sizeof *r->journal);
    pick_deallocate(&scene->allocator, r, sizeof *r);
    scene->upkeep.rebuild = NULL;
}

static void sort(double *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const double value = values[i];
        size_t k = i;
        for (; k > 0 && values[k - 1] > value; k--)
            values[k] = values[k - 1];
        values[k] = value;
    }
}

// Whether the object belongs in the new tree.
static bool is_wanted(const pick_scene *scene, const pick_rebuild *r, const pick_object *object)
{
    return (object->flags & PICK_OBJECT_ALIVE) != 0 &&
           (r->at_once ? pick_object_is_pickable(object) : pick_object_is_inside(scene, object));
}

static double size_of(const pick_scene *scene, const pick_rebuild *r, uint32_t slot)
{
    if (r->at_once) {
        const pick_aabb box = pick_object_world_box(pick_object_at(scene, slot), true);
        return fmax(box.max.x - box.min.x, fmax(box.max.y - box.min.y, box.max.z - box.min.z));
    }
    const pick_box3f box = pick_tree_object_box(scene, &scene->tree, slot);
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, (double)box.hi[k] - (double)box.lo[k]);
    return size;
}

// Chooses the anchor of the new tree: the old one, or, if that is far from most objects, the median of a sample.
// Without either, the tree has no anchor yet.
static void choose_anchor(const pick_scene *scene, pick_rebuild *r)
{
    double places[3][SAMPLES], sizes[SAMPLES];
    const uint32_t step = scene->slot_count / SAMPLES + 1;
    size_t count = 0;
    r->next.anchored = r->same_anchor = scene->tree.anchored;
    for (int k = 0; k < 3; k++)
        r->next.anchor[k] = scene->tree.anchored ? scene->tree.anchor[k] : 0;
    for (uint32_t slot = 0; slot < scene->slot_count; slot += step) {
        PICK_ASSERT(count < SAMPLES);
        const pick_object *object = pick_object_at(scene, slot);
        if (is_wanted(scene, r, object)) {
            for (int k = 0; k < 3; k++)
                places[k][count] = object->origin[k] + object->center[k];
            sizes[count++] = size_of(scene, r, slot);
        }
    }
    if (count == 0)
        return;
    sort(sizes, count);
    double distance = 0;
    double detail = sizes[count / 2];
    double middle[3];
    for (int k = 0; k < 3; k++) {
        sort(places[k], count);
        middle[k] = places[k][count / 2];
        distance = fmax(distance, fabs(middle[k] - r->next.anchor[k]));
        detail = fmax(detail, places[k][count * 3 / 4] - places[k][count / 4]);
    }
    // If doubles cannot hold the distance, it is infinite; the median is finite all the same.
    if (!r->same_anchor || distance > DISTANCE_ALLOWED * detail) {
        for (int k = 0; k < 3; k++)
            r->next.anchor[k] = middle[k];
        r->same_anchor = false;
        r->next.anchored = true;
    }
}

// Out of memory, there is no rebuild; it is tried again after as many edits. `count`: objects that the new tree will
// have.
static void begin(pick_scene *scene, uint32_t count, bool at_once)
{
    pick_upkeep *u = &scene->upkeep;
    u->debt = u->cursor = 0;
    u->survey = u->cost = 0;
    PICK_ASSERT(count > 0);
    sweep_all(scene);
    pick_rebuild *r = pick_allocate(&scene->allocator, sizeof *r);
    if (r == NULL)
        return;
    u->rebuild = r;
    r->phase = REBUILD_COLLECT;
    pick_tree_init(&r->next, &scene->allocator);
    r->next.which = !scene->tree.which;
    r->at_once = at_once;
    r->prim_count = r->journal_count = r->pending_count = r->cursor = 0;
    r->prim_capacity = count + count / 32 + 8; // room for some arrivals while boxes are collected
    r->journal_capacity = count / 4 + 64;      // slices are large enough to need fewer edits
    r->builder =
        (pick_builder){.kernel = pick_bin_kernel_at(pick_simd_best()), .max_leaf = 1, .leaf_unit = 1, .unit_shift = 3};
    r->builder.prims[0] = pick_allocate(&scene->allocator, prim_bytes(r));
    r->builder.prims[1] = pick_allocate(&scene->allocator, prim_bytes(r));
    r->journal = pick_allocate(&scene->allocator, r->journal_capacity * sizeof *r->journal);
    if (r->builder.prims[0] == NULL || r->builder.prims[1] == NULL || r->journal == NULL) {
        forget(scene);
        return;
    }
    r->whole = (pick_build_range){.count = 0};
    for (int i = 0; i < 8; i++)
        r->whole.box[i] = r->whole.centroids[i] = INFINITY;
    r->cost = 0;
    r->is_opening = false;
    choose_anchor(scene, r);
}

static void finish(pick_scene *scene)
{
    pick_rebuild *r = scene->upkeep.rebuild;
    pick_tree old;
    pick_tree_move(&old, &scene->tree);
    pick_tree_move(&scene->tree, &r->next);
    scene->upkeep.built_cost = r->cost;
    pick_tree_move(&r->next, &old);
    forget(scene);
}

// --- Phases ---------------------------------------------------------------------------------------------------------
// Each subtracts its work from the budget and returns whether it is complete. A false `*fine` abandons the rebuild.

static void spend(uint64_t *budget, uint64_t work)
{
    *budget -= *budget < work ? *budget : work;
}

// The box of the object relative to the new tree's anchor.
static pick_box3f next_box(const pick_scene *scene, pick_rebuild *r, uint32_t slot)
{
    if (r->same_anchor && !r->at_once) // then the object is in the old tree, with its box of now
        return pick_tree_object_box(scene, &scene->tree, slot);
    const pick_aabb world = pick_object_world_box(pick_object_at(scene, slot), true);
    return pick_tree_box(&r->next, &world);
}

static float limited(float x)
{
    return x > GROUPING_LIMIT ? GROUPING_LIMIT : (x < -GROUPING_LIMIT ? -GROUPING_LIMIT : x);
}

// Records an edited object in the journal. False: the journal is full; the rebuild was abandoned and freed.
static bool note(pick_scene *scene, uint32_t slot)
{
    pick_rebuild *r = scene->upkeep.rebuild;
    pick_object *object = pick_object_at(scene, slot);
    if ((object->flags & PICK_OBJECT_CHANGED) != 0 || (r->phase == REBUILD_COLLECT && slot >= r->cursor))
        return true; // recorded already, or not collected yet
    if (r->journal_count == r->journal_capacity) {
        forget(scene);
        return false;
    }
    object->flags |= PICK_OBJECT_CHANGED;
    PICK_ASSERT(slot < scene->slot_count && r->journal_count < r->journal_capacity);
    r->journal[r->journal_count++] = slot;
    return true;
}

static void add_prim(pick_scene *scene, pick_rebuild *r, uint32_t slot)
{
    PICK_ASSERT(r->prim_count < r->prim_capacity);
    const pick_box3f box = next_box(scene, r, slot);
    pick_build_prim *prim = &r->builder.prims[0][r->prim_count++];
    for (int k = 0; k < 3; k++) {
        prim->box[k] = limited(box.lo[k]) + 0.0f;
        prim->box[k + 4] = 0.0f - limited(box.hi[k]);
    }
    pick_prim_set(prim, slot, 0);
}

// True: every slot has been visited. False: the rebuild may have been abandoned and freed.
static bool collect(pick_scene *scene, pick_rebuild *r, uint64_t *budget)
{
    const uint32_t first = r->prim_count;
    while (*budget > 0 && r->cursor < scene->slot_count) {
        const uint32_t slot = r->cursor++;
        pick_object *object = pick_object_at(scene, slot);
        object->node[r->next.which] = PICK_REF_NONE;
        spend(budget, 1);
        if (!is_wanted(scene, r, object))
            continue;
        spend(budget, r->same_anchor && !r->at_once ? COLLECT_WORK : MEASURE_WORK);
        if (r->prim_count < r->prim_capacity)
            add_prim(scene, r, slot);
        else if (!note(scene, slot)) // else it is inserted from the journal
            return false;
    }
    r->builder.kernel->measure(&r->builder.prims[0][first], r->prim_count - first, r->whole.box, r->whole.centroids);
    return r->cursor >= scene->slot_count;
}

static void push(pick_rebuild *r, const pick_build_range *range, uint32_t parent, uint32_t child, uint32_t depth)
{
    PICK_ASSERT(r->pending_count < sizeof r->pending / sizeof r->pending[0]);
    r->pending[r->pending_count++] = (pending_node){*range, parent, child, depth};
}

// Allocates adjacent nodes for the opened children. False: out of memory.
static bool make_nodes(pick_rebuild *r, uint32_t *first)
{
    const bool at_root = r->now.parent == PICK_REF_NONE;
    *first = r->next.pool.count;
    for (uint32_t done = 0; done < r->opening.count; done += PICK_BVH_WIDTH) {
        uint32_t index;
        if (!pick_node_pool_push(&r->next.pool, &index))
            return false;
        pick_tree_node *node = pick_node_at(&r->next.pool, index);
        const uint32_t rest = r->opening.count - done;
        pick_bvh_node_clear(&node->node);
        node->parent = at_root ? PICK_REF_LEAF | r->next.root_count : r->now.parent;
        node->count = (uint16_t)(rest < PICK_BVH_WIDTH ? rest : PICK_BVH_WIDTH);
        node->full = 0;
        node->plain = node->layers = 0;
        if (at_root) {
            PICK_ASSERT(index == r->next.root_count && index < PICK_TREE_ROOTS);
            ++r->next.root_count;
        } else {
            pick_tree_node *parent = pick_node_at(&r->next.pool, node->parent);
            PICK_ASSERT(r->now.child < parent->count);
            parent->node.child[r->now.child] = index;
            parent->full |= (uint16_t)((node->count == PICK_BVH_WIDTH) << r->now.child);
        }
    }
    return true;
}

// Writes a child that is a single object.
static void close_leaf(const pick_scene *scene, pick_rebuild *r, const pick_build_range *range, uint32_t index,
                       uint32_t child)
{
    pick_tree_node *node = pick_node_at(&r->next.pool, index);
    PICK_ASSERT(child < node->count && range->buffer < 2 && range->first < r->prim_count);
    const uint32_t slot = pick_prim_id(r->builder.prims[range->buffer] + range->first);
    PICK_ASSERT(slot < scene->slot_count);
    pick_object *object = pick_object_at(scene, slot);
    object->node[r->next.which] = index;
    node->node.child[child] = PICK_REF_LEAF | slot;
    pick_tree_mark(scene, &r->next, slot);
    bool cut = false;
    for (int k = 0; k < 8; k++)
        cut = cut || (k % 4 < 3 && fabsf(range->box[k]) >= GROUPING_LIMIT);
    if (cut && is_wanted(scene, r, object)) {
        const pick_box3f box = next_box(scene, r, slot);
        pick_bvh_node_set_box(&node->node, child, &box);
    }
}

// Writes the opened node. False: out of memory.
static bool close_opening(const pick_scene *scene, pick_rebuild *r)
{
    uint32_t first;
    if (!make_nodes(r, &first))
        return false;
    for (uint32_t i = r->opening.count; i-- > 0;) { // in reverse, so that the first child is opened first
        const pick_build_range *range = &r->ranges[i];
        const uint32_t index = first + i / PICK_BVH_WIDTH;
        const uint32_t child = i % PICK_BVH_WIDTH;
        pick_node_set_build_box(&pick_node_at(&r->next.pool, index)->node, child, range->box);
        if (range->count > 1)
            push(r, range, index, child, r->now.depth + 1);
        else
            close_leaf(scene, r, range, index, child);
    }
    return true;
}

// Makes each of a few objects a child of the root, in any order.
static void open_flat(pick_rebuild *r)
{
    for (uint32_t i = 0; i < r->prim_count; i++) {
        pick_build_range *range = &r->ranges[i];
        memcpy(range->box, r->builder.prims[0][i].box, sizeof range->box);
        range->first = i;
        range->count = 1;
        range->buffer = 0;
    }
    r->opening.count = r->prim_count;
    r->opening.state = PICK_OPEN_DONE;
}

static void begin_opening(pick_rebuild *r)
{
    if (r->now.parent != PICK_REF_NONE) {
        pick_open_begin(&r->opening, r->ranges, &r->now.range, r->now.depth);
    } else if (r->prim_count <= PICK_TREE_WIDTH) {
        open_flat(r);
    } else {
        const float least = ROOT_SHARE * pick_build_area(r->whole.box);
        pick_open_begin_root(&r->opening, r->ranges, PICK_TREE_WIDTH, &r->now.range, least);
    }
}

static bool open_nodes(pick_scene *scene, pick_rebuild *r, uint64_t *budget, bool *fine)
{
    while (*budget > 0) {
        if (!r->is_opening) {
            if (r->pending_count == 0) {
                r->cursor = r->next.pool.count;
                return true;
            }
            r->now = r->pending[--r->pending_count];
            r->next.levels = r->next.levels > r->now.depth + 1 ? r->next.levels : r->now.depth + 1;
            begin_opening(r);
            r->is_opening = true;
        }
        if (pick_open_continue(&r->builder, &r->opening, budget)) {
            if (!close_opening(scene, r)) {
                *fine = false;
                return false;
            }
            r->is_opening = false;
        }
        spend(budget, NODE_WORK);
    }
    return false;
}

// A node's share of the cost of its tree: the areas of its child nodes.
static double node_cost(const pick_tree_node *node)
{
    double cost = 0;
    for (uint32_t c = 0; c < node->count; c++) {
        if (pick_ref_is_node(node->node.child[c])) {
            const pick_box3f box = pick_bvh_node_box(&node->node, c);
            cost += pick_box3f_half_area(&box);
        }
    }
    return cost;
}

// The builder used clamped boxes: nodes take the real boxes of their children, which come after them.
static bool fit(pick_rebuild *r, uint64_t *budget)
{
    for (; r->cursor > 0 && *budget > 0; --r->cursor) {
        pick_tree_node *node = pick_node_at(&r->next.pool, r->cursor - 1);
        for (uint32_t c = 0; c < node->count; c++) {
            if (pick_ref_is_node(node->node.child[c])) {
                const pick_box3f box = pick_bvh_node_bounds(&pick_node_at(&r->next.pool, node->node.child[c])->node);
                pick_bvh_node_set_box(&node->node, c, &box);
            }
        }
        r->cost += node_cost(node);
        spend(budget, NODE_WORK);
    }
    if (r->cursor > 0)
        return false;
    pick_tree_measure(&r->next);
    r->next.object_count = r->prim_count;
    r->cost /= pick_box3f_half_area(&r->next.bounds);
    return true;
}

static bool catch_up(pick_scene *scene, pick_rebuild *r, uint64_t *budget, bool *fine)
{
    for (; r->journal_count > 0 && *budget > 0; --r->journal_count) {
        const uint32_t slot = r->journal[r->journal_count - 1];
        pick_object *object = pick_object_at(scene, slot);
        const bool is = is_wanted(scene, r, object);
        const bool was = object->node[r->next.which] != PICK_REF_NONE;
        spend(budget, EDIT_WORK);
        if (is) {
            const pick_box3f box = next_box(scene, r, slot);
            if (was) {
                (void)pick_tree_update(scene, &r->next, slot, &box);
                pick_tree_mark(scene, &r->next, slot); // the slot may hold another object by now
            } else if (!pick_tree_insert(scene, &r->next, slot, &box)) {
                *fine = false;
                return false;
            }
        } else if (was) {
            pick_tree_remove(scene, &r->next, slot);
        }
        object->flags &= ~PICK_OBJECT_CHANGED;
    }
    return r->journal_count == 0;
}

static void advance(pick_scene *scene, uint64_t budget)
{
    bool fine = true;
    while (fine && scene->upkeep.rebuild != NULL && budget > 0) {
        pick_rebuild *r = scene->upkeep.rebuild;
        switch (r->phase) {
        case REBUILD_COLLECT:
            if (collect(scene, r, &budget)) {
                fine = r->prim_count > 0; // else all objects were removed in the meantime
                r->whole.count = r->prim_count;
                push(r, &r->whole, PICK_REF_NONE, 0, 0);
                r->phase = REBUILD_OPEN;
            }
            break;
        case REBUILD_OPEN:
            r->phase = open_nodes(scene, r, &budget, &fine) ? REBUILD_FIT : REBUILD_OPEN;
            break;
        case REBUILD_FIT:
            r->phase = fit(r, &budget) ? REBUILD_CATCH_UP : REBUILD_FIT;
            break;
        default:
            if (catch_up(scene, r, &budget, &fine))
                finish(scene);
            break;
        }
    }
    if (!fine)
        forget(scene);
}

// --- When -----------------------------------------------------------------------------------------------------------

// Surveys one more node, so that the cost of the whole tree is known after as many edits as it has nodes.
static void survey(pick_scene *scene)
{
    pick_upkeep *u = &scene->upkeep;
    const pick_tree *tree = &scene->tree;
    if (u->cursor < tree->pool.count) {
        u->survey += node_cost(pick_node_at(&tree->pool, u->cursor++));
        return;
    }
    u->cost = tree->object_count > 0 ? u->survey / pick_box3f_half_area(&tree->bounds) : 0;
    u->survey = 0;
    u->cursor = 0;
}

static bool is_due(const pick_scene *scene, uint32_t debt_share)
{
    const pick_upkeep *u = &scene->upkeep;
    const uint32_t count = scene->tree.object_count;
    const bool costly = u->built_cost > 0 && u->cost > COST_ALLOWED * u->built_cost;
    return (count > PICK_BVH_WIDTH && ((u->debt > DEBT_ALLOWED && u->debt > count / debt_share) || costly)) ||
           scene->tree.levels > PICK_BVH_BUILT_DEPTH;
}

static uint32_t slice_of(const pick_scene *scene)
{
    const double share = scene->tree.object_count / SLICE_SHARE;
    return scene->tree.levels > PICK_BVH_BUILT_DEPTH ? MOST_SLICE
                                                     : (uint32_t)fmin(fmax(share, LEAST_SLICE), MOST_SLICE);
}

void pick_upkeep_edited(pick_scene *scene, uint32_t slot, bool inserted)
{
    pick_upkeep *u = &scene->upkeep;
    u->debt += inserted;
    if (u->is_paused)
        return;
    if (u->rebuild == NULL) {
        (void)sweep_up(scene);
        survey(scene);
        if (!is_due(scene, DEBT_SHARE))
            return;
        begin(scene, scene->tree.object_count, false);
    } else if (scene->tree.object_count == 0) {
        forget(scene); // the next object sets a new anchor
    } else {
        (void)note(scene, slot);
    }
    advance(scene, slice_of(scene));
}

void pick_upkeep_marked(pick_scene *scene, uint32_t slot)
{
    if (scene->upkeep.rebuild != NULL && pick_object_is_inside(scene, pick_object_at(scene, slot))) {
        (void)note(scene, slot);
        advance(scene, slice_of(scene));
    }
}

bool pick_upkeep_flatten(pick_scene *scene)
{
    if (scene->upkeep.rebuild == NULL)
        begin(scene, scene->tree.object_count, false);
    while (scene->upkeep.rebuild != NULL)
        advance(scene, UINT32_MAX);
    return scene->tree.levels < PICK_BVH_MAX_DEPTH;
}

static bool are_many(const pick_scene *scene, size_t edits)
{
    return edits > BUILD_LEAST && scene->tree.object_count < BUILD_SHARE * edits;
}

bool pick_upkeep_prefers_build(const pick_scene *scene, size_t edits, size_t removals)
{
    if (are_many(scene, edits) || (are_many(scene, removals) && scene->upkeep.rebuild != NULL))
        return true; // a current rebuild would have to record each removal
    const size_t rest = scene->tree.object_count - removals;
    return removals > BUILD_LEAST && removals > REMOVE_SHARE * rest;
}

bool pick_upkeep_prefers_graft(const pick_scene *scene, size_t arrivals, size_t moves, size_t removals)
{
    return scene->upkeep.is_deferred && arrivals > BUILD_LEAST && scene->tree.object_count > removals &&
           scene->tree.levels <= PICK_BVH_BUILT_DEPTH && !pick_upkeep_prefers_build(scene, moves, removals);
}

void pick_upkeep_expect(pick_scene *scene, size_t removals)
{
    if (scene->upkeep.is_deferred && scene->upkeep.rebuild != NULL && are_many(scene, removals)) {
        forget(scene);
        scene->upkeep.debt = scene->tree.object_count; // what the rebuild was for is still to do
    }
}

bool pick_upkeep_graft(pick_scene *scene, const pick_object_id *ids, size_t count, const pick_object_desc *given)
{
    pick_upkeep_finish(scene);                     // a current rebuild does not know of the arrivals
    const size_t bytes = count * sizeof(uint32_t); // ids is larger
    uint32_t *slots = pick_allocate(&scene->allocator, bytes);
    uint32_t arrivals = 0;
    for (size_t i = 0; slots != NULL && i < count; i++) {
        const pick_object *object = pick_object_at(scene, ids[i].index1 - 1);
        const bool comes_again = given != NULL && given[i].mesh == NULL;
        if (!comes_again && pick_object_is_pickable(object) && !pick_object_is_inside(scene, object))
            slots[arrivals++] = ids[i].index1 - 1;
    }
    const bool done = slots != NULL && (arrivals == 0 || pick_tree_graft(scene, &scene->tree, slots, arrivals));
    scene->upkeep.debt += done ? arrivals : 0;
    pick_deallocate(&scene->allocator, slots, bytes);
    return done;
}

bool pick_upkeep_build(pick_scene *scene, uint32_t count)
{
    const uint32_t which = scene->tree.which;
    pick_upkeep_finish(scene); // a current rebuild does not know of the edits
    begin(scene, count, true);
    advance(scene, UINT64_MAX);
    sweep_all(scene);
    return scene->tree.which != which;
}

static void begin_if_due(pick_scene *scene)
{
    if (scene->upkeep.rebuild == NULL && is_due(scene, IDLE_DEBT_SHARE))
        begin(scene, scene->tree.object_count, false);
}

bool pick_upkeep_work(pick_scene *scene, uint64_t budget)
{
    begin_if_due(scene);
    advance(scene, budget);
    begin_if_due(scene); // many objects may have been inserted during the rebuild that has just ended
    if (scene->upkeep.rebuild == NULL)
        sweep_all(scene);
    return scene->upkeep.rebuild != NULL;
}

void pick_upkeep_finish(pick_scene *scene)
{
    if (scene->upkeep.rebuild != NULL)
        forget(scene);
    sweep_all(scene);
}

size_t pick_upkeep_memory(const pick_scene *scene)
{
    const pick_rebuild *r = scene->upkeep.rebuild;
    const pick_litter *litter = &scene->upkeep.litter;
    size_t bytes = pick_blocks_bytes(&litter->nodes);
    for (int i = 0; i < 2; i++)
        bytes += litter->arrays[i] != NULL ? litter->array_bytes : 0;
    if (r != NULL) {
        bytes += sizeof *r + 2 * prim_bytes(r) + r->journal_capacity * sizeof *r->journal +
                 pick_blocks_bytes(&r->next.pool.nodes);
    }
    return bytes;
}
