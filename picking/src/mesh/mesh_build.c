// mesh_build.c: builds the hierarchy of a mesh. Tasks share the work on each upper node; each subtree below is a task.
//
// The result does not depend on the tasks: ranges are partitioned in order, so a range holds the same primitives in the
// same order however many tasks shared the work, and each subtree has the same layout wherever it will lie.
#include "base/compiler.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "mesh/mesh_plan.h"

#include <math.h>
#include <string.h>

enum {
    TASK_SIZE = 1 << 14, // largest subtree that is a single task, in triangles
    FILL_SIZE = 1 << 14, // triangles that a task prepares
    GUESSED_RATIO = 12,  // guessed minimum of triangles per node; if there are fewer, the build restarts with more room
};

// Appends an item of `size` bytes, uninitialised. NULL: out of memory.
static void *append(const pick_allocator *a, growing *array, size_t size)
{
    if (array->count == array->capacity) {
        const uint32_t capacity = 2 * array->capacity + 4;
        char *items = pick_allocate(a, pick_array_size(capacity, size));
        if (items == NULL)
            return NULL;
        if (array->count > 0)
            memcpy(items, array->items, array->count * size);
        pick_deallocate(a, array->items, array->capacity * size);
        array->items = items;
        array->capacity = capacity;
    }
    return array->items + size * array->count++;
}

static draft_node *top_at(const pick_mesh_plan *plan, uint32_t i)
{
    PICK_ASSERT(i < plan->tops.count);
    return (draft_node *)(void *)plan->tops.items + i;
}

// --- Primitives -----------------------------------------------------------------------------------------------------

// Computes boxes in object space, and their union.
static void fill_prims(void *data, uint32_t index)
{
    const pick_mesh_plan *plan = data;
    const pick_mesh *mesh = plan->mesh;
    const uint32_t first = index * FILL_SIZE;
    const uint32_t end = plan->prim_count - first < FILL_SIZE ? plan->prim_count : first + FILL_SIZE;
    const pick_submesh *submesh = &mesh->submeshes[pick_mesh_submesh_number(mesh, first)];
    pick_mesh_extent extent = PICK_MESH_EXTENT_EMPTY;
    for (uint32_t triangle = first; triangle < end; triangle++) {
        pick_build_prim *prim = &plan->builder.prims[0][triangle];
        float vertex[3][3];
        pick_box3f box;
        pick_mesh_positions(mesh, triangle, vertex);
        pick_vertex_range((const float(*)[3])vertex, &box);
        const bool valid = pick_triangle_is_valid((const float(*)[3])vertex);
        if (valid)
            pick_mesh_extent_grow(&extent, &box);
        memcpy(&prim->box[0], box.lo, sizeof box.lo);
        memcpy(&prim->box[4], box.hi, sizeof box.hi);
        while (triangle - submesh->first_triangle >= submesh->triangle_count)
            ++submesh;
        PICK_ASSERT(submesh < mesh->submeshes + mesh->submesh_count);
        const uint32_t flags = submesh->flags & (uint32_t)(PICK_SUBMESH_DOUBLE_SIDED | PICK_SUBMESH_ALPHA_TEST);
        pick_prim_set(prim, triangle, flags | (valid ? 0 : PRIM_DEGENERATE));
    }
    plan->extents[index] = extent;
}

static float in_box_space(const pick_mesh *mesh, float x, int axis)
{
    return (float)(((double)x - mesh->center[axis]) * mesh->scale) + 0.0f; // no negative zeros: minima stay unambiguous
}

// Places a degenerate triangle, because a refit may make it valid: at its own position, clamped to the mesh's box.
static void place_degenerate(const pick_mesh *mesh, float box[8])
{
    for (int k = 0; k < 3; k++) {
        const float x = isfinite(box[k]) ? in_box_space(mesh, box[k], k) : 0;
        box[k] = x < -1 ? -1 : (x > 1 ? 1 : x);
        box[k + 4] = 0 - box[k];
    }
}

// Converts boxes to box space.
static void scale_prims(void *data, uint32_t index)
{
    const pick_mesh_plan *plan = data;
    const uint32_t first = index * FILL_SIZE;
    const uint32_t end = plan->prim_count - first < FILL_SIZE ? plan->prim_count : first + FILL_SIZE;
    for (uint32_t i = first; i < end; i++) {
        pick_build_prim *prim = &plan->builder.prims[0][i];
        if ((pick_prim_bits(prim) & PRIM_DEGENERATE) != 0) {
            place_degenerate(plan->mesh, prim->box);
            continue;
        }
        for (int k = 0; k < 3; k++) {
            prim->box[k] = in_box_space(plan->mesh, prim->box[k], k);
            prim->box[k + 4] = 0 - in_box_space(plan->mesh, prim->box[k + 4], k);
        }
    }
}

static void make_prims(pick_mesh_plan *plan)
{
    const uint32_t tasks = (plan->prim_count + FILL_SIZE - 1) / FILL_SIZE;
    pick_mesh_extent extent = PICK_MESH_EXTENT_EMPTY;
    pick_run_tasks(plan->tasks, fill_prims, plan, tasks);
    for (uint32_t i = 0; i < tasks; i++) {
        pick_mesh_extent_grow(&extent, &plan->extents[i].box);
        extent.count += plan->extents[i].count - 1;
    }
    pick_mesh_set_extent(plan->mesh, &extent);
    pick_run_tasks(plan->tasks, scale_prims, plan, tasks);
}

// --- Leaves and nodes -----------------------------------------------------------------------------------------------

// Moves a leaf's triangles to the first buffer: a layout needs that one alone.
static uint32_t draft_leaf(const pick_builder *builder, const pick_build_range *range)
{
    if (range->buffer != 0) {
        memcpy(builder->prims[0] + range->first, builder->prims[1] + range->first,
               range->count * sizeof(pick_build_prim));
    }
    return PICK_REF_LEAF | range->first;
}

typedef struct subtree_maker {
    const pick_mesh_plan *plan;
    subtree *tree;
    pick_opening opening;
    pick_build_range ranges[PICK_BVH_WIDTH];
} subtree_maker;

static void open_all(const pick_builder *builder, pick_opening *opening, pick_build_range children[PICK_BVH_WIDTH],
                     const pick_build_range *range, uint32_t depth)
{
    uint64_t budget = UINT64_MAX;
    pick_open_begin(opening, children, range, depth);
    const bool done = pick_open_continue(builder, opening, &budget);
    PICK_ASSERT(done && opening->count <= PICK_BVH_WIDTH);
    (void)done;
}

// Counts the sub_bounds that pick_mesh_fit will write: the children of the root's children, and leaves above them.
static uint32_t sub_bounds_of(uint32_t depth, bool leaf)
{
    return depth == 1 || (depth == 0 && leaf) ? 1 : 0;
}

// Makes a node of a range, with its children that are leaves, and adds to the bytes and the sub-bounds that it takes.
// Returns the children that are nodes, a bit each; the ranges of all are where the opening puts them.
static uint32_t make_node(const pick_builder *builder, pick_opening *opening, pick_build_range ranges[PICK_BVH_WIDTH],
                          const pick_build_range *range, uint32_t depth, draft_node *made, size_t *bytes,
                          uint32_t *sub_bounds)
{
    uint32_t inner = 0;
    open_all(builder, opening, ranges, range, depth);
    pick_bvh_node_clear(&made->node);
    *bytes += sizeof made->node;
    for (uint32_t i = 0; i < opening->count; i++) {
        const bool leaf = pick_open_is_leaf(builder, opening, i);
        pick_node_set_build_box(&made->node, i, ranges[i].box);
        *sub_bounds += sub_bounds_of(depth, leaf);
        if (leaf) {
            made->node.child[i] = draft_leaf(builder, &ranges[i]);
            made->size[i] = (uint8_t)ranges[i].count;
            *bytes += block_count(ranges[i].count) * sizeof(pick_block);
        } else {
            inner |= 1u << i;
        }
    }
    return inner;
}

// Makes a node from the range of its draft. Pushes the children that are nodes in front of the waiting drafts.
static void draft_node_of(subtree_maker *maker, draft_node *made, uint32_t *waiting)
{
    const pick_build_range range = made->range;
    subtree *tree = maker->tree;
    const uint32_t inner = make_node(&maker->plan->builder, &maker->opening, maker->ranges, &range, made->depth, made,
                                     &tree->bytes, &tree->sub_bounds);
    for (uint32_t i = maker->opening.count; i-- > 0;) { // in reverse, so that the first child is the next
        if ((inner >> i & 1u) == 0)
            continue;
        if (tree->count == tree->capacity) {
            tree->full = true;
            return;
        }
        draft_node *child = &tree->drafts[tree->count];
        child->range = maker->ranges[i];
        child->depth = made->depth + 1;
        child->next = *waiting;
        *waiting = made->node.child[i] = tree->count++;
    }
}

// Makes all nodes of a subtree, parents first. Adds up their bytes.
static void draft_subtree(void *data, uint32_t index)
{
    const pick_mesh_plan *plan = data;
    subtree_maker maker;
    maker.plan = plan;
    maker.tree = subtree_at(plan, index);
    draft_node *drafts = maker.tree->drafts;
    uint32_t waiting = 0;
    drafts->range = maker.tree->range;
    drafts->depth = maker.tree->depth;
    drafts->next = PICK_REF_NONE;
    maker.tree->count = 1;
    while (waiting != PICK_REF_NONE && !maker.tree->full) {
        PICK_ASSERT(waiting < maker.tree->count);
        draft_node *made = &drafts[waiting];
        waiting = made->next;
        draft_node_of(&maker, made, &waiting);
    }
}

// --- Above the subtrees ---------------------------------------------------------------------------------------------

static bool add_subtree(pick_mesh_plan *plan, const pick_build_range *range, uint32_t depth, uint32_t *number)
{
    subtree *tree = append(&plan->mesh->allocator, &plan->subtrees, sizeof *tree);
    if (tree == NULL)
        return false;
    *tree = (subtree){.range = *range, .depth = depth};
    tree->capacity = range->count / plan->prims_per_node + 8;
    plan->draft_count += tree->capacity;
    *number = DRAFT_SUBTREE | (plan->subtrees.count - 1);
    return true;
}

// A range that will become a node above the subtrees, or a subtree.
typedef struct top_range {
    pick_build_range range;
    uint32_t depth;
    uint32_t parent, slot; // index among the tops, and among the parent's children; the root has PICK_REF_NONE
} top_range;

static bool wait_for_top(pick_mesh_plan *plan, const pick_build_range *range, uint32_t depth, uint32_t parent,
                         uint32_t slot)
{
    top_range *waiting = append(&plan->mesh->allocator, &plan->waiting, sizeof *waiting);
    if (waiting != NULL)
        *waiting = (top_range){*range, depth, parent, slot};
    return waiting != NULL;
}

static bool add_top(pick_mesh_plan *plan, pick_opening *opening, const top_range *from, uint32_t *number)
{
    draft_node *top = append(&plan->mesh->allocator, &plan->tops, sizeof *top);
    if (top == NULL)
        return false;
    *number = plan->tops.count - 1;
    pick_build_range ranges[PICK_BVH_WIDTH];
    const uint32_t inner =
        make_node(&plan->builder, opening, ranges, &from->range, from->depth, top, &plan->top_bytes, &plan->sub_bounds);
    for (uint32_t i = opening->count; i-- > 0;) { // in reverse, so that the first child is the next
        if ((inner >> i & 1u) != 0 && !wait_for_top(plan, &ranges[i], from->depth + 1, *number, i))
            return false;
    }
    return true;
}

// Makes the nodes above the subtrees, parents first, and the subtrees.
static bool add_tops(pick_mesh_plan *plan, const pick_build_range *whole)
{
    pick_opening opening;
    if (!wait_for_top(plan, whole, 0, PICK_REF_NONE, 0))
        return false;
    while (plan->waiting.count > 0) {
        const top_range from = ((const top_range *)(const void *)plan->waiting.items)[--plan->waiting.count];
        uint32_t number = 0;
        if (from.range.count > TASK_SIZE ? !add_top(plan, &opening, &from, &number)
                                         : !add_subtree(plan, &from.range, from.depth, &number))
            return false;
        if (from.parent != PICK_REF_NONE)
            top_at(plan, from.parent)->node.child[from.slot] = number;
    }
    return true;
}

// --- The whole ------------------------------------------------------------------------------------------------------

// Sets `*full` if there was not enough room for nodes.
static pick_result build(pick_mesh_plan *plan, bool *full)
{
    const uint32_t count = plan->prim_count;
    pick_build_range whole;
    make_prims(plan);
    pick_build_whole(&plan->builder, count, &whole);
    if (!add_tops(plan, &whole))
        return PICK_ERROR_OUT_OF_MEMORY;
    plan->drafts = pick_allocate(&plan->mesh->allocator, pick_array_size(plan->draft_count, sizeof *plan->drafts));
    if (plan->drafts == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    size_t used = 0;
    for (uint32_t i = 0; i < plan->subtrees.count; i++) {
        subtree_at(plan, i)->drafts = plan->drafts + used;
        used += subtree_at(plan, i)->capacity;
    }
    pick_run_tasks(plan->tasks, draft_subtree, plan, plan->subtrees.count);
    *full = false;
    for (uint32_t i = 0; i < plan->subtrees.count; i++)
        *full = *full || subtree_at(plan, i)->full;
    return PICK_OK;
}

static void forget_build(pick_mesh_plan *plan)
{
    const pick_allocator *a = &plan->mesh->allocator;
    pick_deallocate(a, plan->drafts, plan->draft_count * sizeof *plan->drafts);
    pick_deallocate(a, plan->tops.items, plan->tops.capacity * sizeof(draft_node));
    pick_deallocate(a, plan->subtrees.items, plan->subtrees.capacity * sizeof(subtree));
    pick_deallocate(a, plan->waiting.items, plan->waiting.capacity * sizeof(top_range));
    plan->drafts = NULL;
    plan->draft_count = 0;
    plan->tops = plan->subtrees = plan->waiting = (growing){0};
    plan->sub_bounds = 0;
    plan->top_bytes = 0;
}

// Frees one of the buffers of primitives.
static void forget_prims(pick_mesh_plan *plan, int buffer)
{
    pick_deallocate(&plan->mesh->allocator, plan->builder.prims[buffer], plan->prim_count * sizeof(pick_build_prim));
    plan->builder.prims[buffer] = NULL;
}

static size_t extent_bytes(const pick_mesh_plan *plan)
{
    return pick_array_size((uint64_t)plan->prim_count / FILL_SIZE + 1, sizeof *plan->extents);
}

// Allocates what a build needs: the plan, primitives twice, and with tasks the chunks that they share.
static pick_mesh_plan *plan_begin(pick_mesh *mesh, const pick_task_hook *tasks)
{
    const pick_allocator *a = &mesh->allocator;
    pick_mesh_plan *plan = pick_allocate(a, sizeof *plan);
    if (plan == NULL)
        return NULL;
    const size_t prims = mesh->triangle_count;
    const size_t chunks = tasks != NULL ? prims / PICK_BUILD_CHUNK + 1 : 0;
    *plan = (pick_mesh_plan){.mesh = mesh,
                             .tasks = tasks,
                             .prim_count = mesh->triangle_count,
                             .chunk_bytes = pick_array_size(chunks, sizeof(pick_build_chunk)),
                             .builder = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                                         .max_leaf = PICK_BVH_MAX_LEAF,
                                         .leaf_unit = PICK_BLOCK_SIZE,
                                         .unit_shift = 2,
                                         .tasks = tasks}};
    pick_builder *b = &plan->builder;
    b->prims[0] = pick_allocate(a, pick_array_size(prims, sizeof(pick_build_prim)));
    b->prims[1] = pick_allocate(a, pick_array_size(prims, sizeof(pick_build_prim)));
    b->chunks = chunks > 0 ? pick_allocate(a, plan->chunk_bytes) : NULL;
    plan->extents = pick_allocate(a, extent_bytes(plan));
    if (b->prims[0] == NULL || b->prims[1] == NULL || plan->extents == NULL || (chunks > 0 && b->chunks == NULL)) {
        pick_mesh_plan_destroy(plan);
        return NULL;
    }
    return plan;
}

pick_result pick_mesh_plan_create(pick_mesh *mesh, const pick_task_hook *tasks, pick_mesh_plan **out)
{
    mesh->root = PICK_REF_NONE;
    *out = NULL;
    if (mesh->triangle_count == 0) {
        const pick_mesh_extent nothing = PICK_MESH_EXTENT_EMPTY;
        pick_mesh_set_extent(mesh, &nothing);
        return PICK_OK;
    }
    pick_mesh_plan *plan = plan_begin(mesh, tasks);
    if (plan == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    pick_result result;
    bool full = true;
    for (plan->prims_per_node = GUESSED_RATIO; full; plan->prims_per_node = (plan->prims_per_node + 1) / 2) {
        forget_build(plan);
        result = build(plan, &full);
        if (result != PICK_OK) {
            pick_mesh_plan_destroy(plan);
            return result;
        }
    }
    forget_prims(plan, 1); // before the mesh takes its memory
    mesh->sub_bounds_count = plan->sub_bounds;
    for (uint32_t i = 0; i < plan->subtrees.count; i++)
        mesh->sub_bounds_count += subtree_at(plan, i)->sub_bounds;
    mesh->root = 0;
    mesh->arena_bytes = pick_mesh_plan_place(plan);
    *out = plan;
    return pick_mesh_arena_check(mesh->arena_bytes);
}

void pick_mesh_plan_destroy(pick_mesh_plan *plan)
{
    if (plan != NULL) {
        const pick_allocator *a = &plan->mesh->allocator;
        forget_build(plan);
        forget_prims(plan, 0);
        forget_prims(plan, 1);
        pick_deallocate(a, plan->builder.chunks, plan->chunk_bytes);
        pick_deallocate(a, plan->extents, extent_bytes(plan));
        pick_deallocate(a, plan, sizeof *plan);
    }
}
