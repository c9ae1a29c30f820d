// The hierarchy of a mesh: its upper nodes are made here and there among tasks, each subtree below them by one.
//
// What is built does not depend on who builds it: ranges are parted in order, so a range holds the same primitives in
// the same order however many tasks shared the work, and each subtree is laid out alike wherever it will lie.
#include "bvh_open.h"
#include "mesh_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    TASK_SIZE = 1 << 14, // a subtree of at most so many triangles is one task
    FILL_SIZE = 1 << 14, // triangles made ready by one task
    GUESSED_BYTES = 60,  // of the arena per triangle; a task that needs more is run again with more
    NODE_ALIGNMENT = 64
};

// A subtree, laid out by itself: its references are distances from its own start, where its root is.
typedef struct subtree {
    pick_build_range range;
    uint32_t depth;
    char *memory;
    size_t bytes, capacity;
    bool full;
    uint32_t parts; // boxes that it gives to the mesh's parts
    uint32_t place; // in the arena
} subtree;

typedef enum child_kind { CHILD_LEAF, CHILD_NODE, CHILD_SUBTREE } child_kind;

// A node above the subtrees.
typedef struct top_node {
    pick_bvh_node node;
    child_kind kind[PICK_BVH_WIDTH];
    uint32_t target[PICK_BVH_WIDTH]; // number of the node or the subtree
    pick_build_range leaf[PICK_BVH_WIDTH];
    uint32_t place;
} top_node;

// An array that grows on the caller's thread.
typedef struct growing {
    char *items;
    uint32_t count, capacity;
} growing;

struct pick_mesh_plan {
    const pick_mesh *mesh;
    const pick_task_hook *tasks;
    pick_builder builder;
    uint32_t prim_count;
    growing tops;     // top_node; the first one is the root, if there is one
    growing subtrees; // subtree
    char *scratch;    // the subtrees' memory
    size_t scratch_bytes, chunk_bytes;
    uint32_t parts;
    char *arena;
};

static void run_tasks(const pick_task_hook *hook, void (*task)(void *, uint32_t), void *data, uint32_t count)
{
    if (hook != NULL && count > 1) {
        hook->run(hook->user, task, data, count);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        task(data, i);
    }
}

static void *take(const pick_allocator *a, size_t bytes)
{
    return a->allocate(a->user, bytes, 64);
}

static void give(const pick_allocator *a, void *memory, size_t bytes)
{
    if (memory != NULL) {
        a->deallocate(a->user, memory, bytes, 64);
    }
}

// Appends an item of `size` bytes, uninitialised. NULL without memory.
static void *append(const pick_allocator *a, growing *array, size_t size)
{
    if (array->count == array->capacity) {
        const uint32_t capacity = 2 * array->capacity + 4;
        char *items = take(a, capacity * size);
        if (items == NULL) {
            return NULL;
        }
        if (array->count > 0) {
            memcpy(items, array->items, array->count * size);
        }
        give(a, array->items, array->capacity * size);
        array->items = items;
        array->capacity = capacity;
    }
    return array->items + size * array->count++;
}

static subtree *subtree_at(const pick_mesh_plan *plan, uint32_t i)
{
    return (subtree *)(void *)plan->subtrees.items + i;
}

static top_node *top_at(const pick_mesh_plan *plan, uint32_t i)
{
    return (top_node *)(void *)plan->tops.items + i;
}

// --- Primitives -----------------------------------------------------------------------------------------------------

static float in_box_space(const pick_mesh *mesh, float x, int axis)
{
    return (float)(((double)x - mesh->center[axis]) * mesh->scale) + 0.0f; // no negative zeros: minima stay unambiguous
}

// A triangle that cannot be hit gets a place too, because a refit may bring it back: where it is, if that is in the
// mesh's box, else at a side of it.
static void unsound_box(const pick_mesh *mesh, float vertex[3][3], float box[8])
{
    for (int k = 0; k < 3; ++k) {
        float x = vertex[0][k];
        x = isfinite(x) ? in_box_space(mesh, x, k) : 0;
        x = x < -1 ? -1 : (x > 1 ? 1 : x);
        box[k] = x;
        box[k + 4] = 0 - x;
    }
}

static void fill_prims(void *data, uint32_t index)
{
    const pick_mesh_plan *plan = data;
    const pick_mesh *mesh = plan->mesh;
    const uint32_t first = index * FILL_SIZE;
    const uint32_t end = plan->prim_count - first < FILL_SIZE ? plan->prim_count : first + FILL_SIZE;
    uint32_t number = 0;
    const pick_submesh *submesh = pick_mesh_submesh_of(mesh, first, &number);
    for (uint32_t triangle = first; triangle < end; ++triangle) {
        pick_build_prim *prim = &plan->builder.prims[0][triangle];
        float vertex[3][3];
        pick_mesh_positions(mesh, triangle, vertex);
        if (pick_triangle_is_sound((const float(*)[3])vertex)) {
            for (int k = 0; k < 3; ++k) {
                const float a = vertex[0][k], b = vertex[1][k], c = vertex[2][k];
                const float lo = a < b ? (a < c ? a : c) : (b < c ? b : c);
                const float hi = a > b ? (a > c ? a : c) : (b > c ? b : c);
                prim->box[k] = in_box_space(mesh, lo, k);
                prim->box[k + 4] = 0 - in_box_space(mesh, hi, k);
            }
        } else {
            unsound_box(mesh, vertex, prim->box);
        }
        while (triangle - submesh->first_triangle >= submesh->triangle_count) {
            ++submesh;
        }
        pick_prim_set(prim, triangle, submesh->flags & (uint32_t)(PICK_SUBMESH_DOUBLE_SIDED | PICK_SUBMESH_ALPHA_TEST));
    }
}

// --- Leaves and nodes -----------------------------------------------------------------------------------------------

static uint32_t block_count(uint32_t triangles)
{
    return (triangles + PICK_BLOCK_SIZE - 1) / PICK_BLOCK_SIZE;
}

static size_t round_up_64(size_t bytes)
{
    return (bytes + NODE_ALIGNMENT - 1) & ~(size_t)(NODE_ALIGNMENT - 1);
}

static void write_leaf(const pick_mesh *mesh, const pick_build_prim *prims, uint32_t count, char *to)
{
    pick_block *blocks = (pick_block *)(void *)to;
    for (uint32_t lane = 0; lane < block_count(count) * PICK_BLOCK_SIZE; ++lane) {
        const bool used = lane < count;
        pick_block_set(&blocks[lane / PICK_BLOCK_SIZE], lane % PICK_BLOCK_SIZE, mesh,
                       used ? pick_prim_id(&prims[lane]) | pick_prim_bits(&prims[lane]) << PICK_BLOCK_FLAG_SHIFT
                            : PICK_BLOCK_UNUSED);
    }
}

static uint32_t leaf_reference(size_t start, uint32_t count)
{
    return PICK_REF_LEAF | (block_count(count) - 1) << PICK_LEAF_PLACE_BITS |
           (uint32_t)(start / PICK_ARENA_UNIT & PICK_LEAF_PLACE_MASK);
}

static const pick_build_prim *range_prims(const pick_mesh_plan *plan, const pick_build_range *range)
{
    return plan->builder.prims[range->buffer] + range->first;
}

typedef struct subtree_maker {
    const pick_mesh_plan *plan;
    subtree *tree;
    pick_opening opening;
} subtree_maker;

// Room for `bytes`. 0 is never a node's or a leaf's place but the root's, so NULL says that there was none.
static char *reserve(subtree *tree, size_t bytes, size_t *start)
{
    *start = tree->bytes;
    tree->full = tree->full || tree->capacity - tree->bytes < bytes;
    if (tree->full) {
        return NULL;
    }
    tree->bytes += bytes;
    return tree->memory + *start;
}

static void open_all(const pick_builder *builder, pick_opening *opening, const pick_build_range *range, uint32_t depth)
{
    pick_open_begin(opening, range, depth);
    for (uint32_t budget = UINT32_MAX; !pick_open_continue(builder, opening, &budget); budget = UINT32_MAX) {
    }
}

// Counts what collect_parts will find: the children of the root's children, and leaves above them.
static uint32_t parts_of(uint32_t depth, bool leaf)
{
    return depth == 1 || (depth == 0 && leaf) ? 1 : 0;
}

static void make_leaf(subtree_maker *maker, const pick_build_range *range, uint32_t *ref)
{
    size_t start;
    char *to = reserve(maker->tree, block_count(range->count) * sizeof(pick_block), &start);
    if (to != NULL) {
        write_leaf(maker->plan->mesh, range_prims(maker->plan, range), range->count, to);
        *ref = leaf_reference(start, range->count);
    }
}

// A node, its leaves, then the subtrees of its other children.
static void make_node(subtree_maker *maker, const pick_build_range *range, uint32_t depth, uint32_t *ref)
{
    subtree *tree = maker->tree;
    size_t start = tree->bytes;
    char *gap = reserve(tree, round_up_64(start) - start + sizeof(pick_bvh_node), &start);
    if (gap == NULL) {
        return;
    }
    memset(gap, 0, round_up_64(start) - start);
    start = round_up_64(start);
    pick_bvh_node *node = (pick_bvh_node *)(void *)(tree->memory + start);
    open_all(&maker->plan->builder, &maker->opening, range, depth);
    const uint32_t count = maker->opening.count;
    pick_build_range inner[PICK_BVH_WIDTH];
    uint32_t inner_child[PICK_BVH_WIDTH];
    uint32_t inner_count = 0;
    pick_bvh_node_clear(node, PICK_REF_NONE);
    node->count = count;
    for (uint32_t i = 0; i < count; ++i) {
        const bool leaf = pick_open_is_leaf(&maker->plan->builder, &maker->opening, i);
        pick_node_set_build_box(node, i, maker->opening.ranges[i].box);
        tree->parts += parts_of(depth, leaf);
        if (leaf) {
            make_leaf(maker, &maker->opening.ranges[i], &node->child[i]);
        } else {
            inner[inner_count] = maker->opening.ranges[i];
            inner_child[inner_count++] = i;
        }
    }
    for (uint32_t i = 0; i < inner_count; ++i) {
        make_node(maker, &inner[i], depth + 1, &node->child[inner_child[i]]);
    }
    *ref = (uint32_t)(start / PICK_ARENA_UNIT);
}

static void build_subtree(void *data, uint32_t index)
{
    const pick_mesh_plan *plan = data;
    subtree_maker maker = {.plan = plan, .tree = subtree_at(plan, index)};
    uint32_t ref;
    maker.tree->bytes = maker.tree->parts = 0;
    maker.tree->full = false;
    make_node(&maker, &maker.tree->range, maker.tree->depth, &ref);
}

// --- Above the subtrees ---------------------------------------------------------------------------------------------

static bool add_subtree(pick_mesh_plan *plan, const pick_build_range *range, uint32_t depth, uint32_t *number)
{
    subtree *tree = append(&plan->mesh->allocator, &plan->subtrees, sizeof *tree);
    if (tree == NULL) {
        return false;
    }
    *tree = (subtree){.range = *range, .depth = depth};
    *number = plan->subtrees.count - 1;
    return true;
}

static bool add_top(pick_mesh_plan *plan, pick_opening *opening, const pick_build_range *range, uint32_t depth,
                    uint32_t *number)
{
    top_node *top = append(&plan->mesh->allocator, &plan->tops, sizeof *top);
    if (top == NULL) {
        return false;
    }
    *number = plan->tops.count - 1;
    pick_bvh_node_clear(&top->node, PICK_REF_NONE);
    open_all(&plan->builder, opening, range, depth);
    top->node.count = opening->count;
    pick_build_range ranges[PICK_BVH_WIDTH];
    for (uint32_t i = 0; i < top->node.count; ++i) {
        const bool leaf = pick_open_is_leaf(&plan->builder, opening, i);
        ranges[i] = opening->ranges[i];
        pick_node_set_build_box(&top->node, i, ranges[i].box);
        top->kind[i] = leaf ? CHILD_LEAF : (ranges[i].count > TASK_SIZE ? CHILD_NODE : CHILD_SUBTREE);
        top->leaf[i] = ranges[i];
        plan->parts += parts_of(depth, leaf);
    }
    for (uint32_t i = 0; i < top_at(plan, *number)->node.count; ++i) {
        const child_kind kind = top_at(plan, *number)->kind[i];
        uint32_t target = 0;
        if ((kind == CHILD_NODE && !add_top(plan, opening, &ranges[i], depth + 1, &target)) ||
            (kind == CHILD_SUBTREE && !add_subtree(plan, &ranges[i], depth + 1, &target))) {
            return false;
        }
        top_at(plan, *number)->target[i] = target; // the array may have moved
    }
    return true;
}

// --- The whole ------------------------------------------------------------------------------------------------------

// Finds a place for every node above the subtrees, their leaves, and the subtrees, in the order of the arena.
static void place_top(pick_mesh_plan *plan, uint32_t number, size_t *end)
{
    top_node *top = top_at(plan, number);
    top->place = (uint32_t)(round_up_64(*end) / PICK_ARENA_UNIT);
    *end = round_up_64(*end) + sizeof top->node;
    for (uint32_t i = 0; i < top->node.count; ++i) {
        if (top->kind[i] == CHILD_LEAF) {
            top->node.child[i] = leaf_reference(*end, top->leaf[i].count);
            *end += block_count(top->leaf[i].count) * sizeof(pick_block);
        }
    }
    for (uint32_t i = 0; i < top->node.count; ++i) {
        if (top->kind[i] == CHILD_NODE) {
            place_top(plan, top->target[i], end);
            top->node.child[i] = top_at(plan, top->target[i])->place;
        } else if (top->kind[i] == CHILD_SUBTREE) {
            subtree *tree = subtree_at(plan, top->target[i]);
            tree->place = (uint32_t)(round_up_64(*end) / PICK_ARENA_UNIT);
            top->node.child[i] = tree->place;
            *end = round_up_64(*end) + tree->bytes;
        }
    }
}

// References become distances from the start of the arena.
static void move_references(char *memory, uint32_t ref, uint32_t by)
{
    pick_bvh_node *node = (pick_bvh_node *)(void *)(memory + (size_t)ref * PICK_ARENA_UNIT);
    for (uint32_t i = 0; i < node->count; ++i) {
        if ((node->child[i] & PICK_REF_LEAF) == 0) {
            move_references(memory, node->child[i], by);
        }
        node->child[i] += by;
    }
}

// A gap before a node is part of the arena, whose bytes are all defined.
static void clear_gap(char *arena, size_t end)
{
    memset(arena + end, 0, round_up_64(end) - end);
}

static void place_subtree(void *data, uint32_t index)
{
    const pick_mesh_plan *plan = data;
    const subtree *tree = subtree_at(plan, index);
    char *to = plan->arena + (size_t)tree->place * PICK_ARENA_UNIT;
    memcpy(to, tree->memory, tree->bytes);
    move_references(to, 0, tree->place);
}

void pick_mesh_plan_lay_out(pick_mesh_plan *plan, char *arena)
{
    plan->arena = arena;
    for (uint32_t t = 0; t < plan->tops.count; ++t) {
        const top_node *top = top_at(plan, t);
        *(pick_bvh_node *)(void *)(arena + (size_t)top->place * PICK_ARENA_UNIT) = top->node;
        size_t end = (size_t)top->place * PICK_ARENA_UNIT + sizeof top->node;
        for (uint32_t i = 0; i < top->node.count; ++i) {
            if (top->kind[i] == CHILD_LEAF) {
                write_leaf(plan->mesh, range_prims(plan, &top->leaf[i]), top->leaf[i].count, arena + end);
                end += block_count(top->leaf[i].count) * sizeof(pick_block);
            }
        }
        if (end < plan->mesh->arena_bytes) {
            clear_gap(arena, end);
        }
    }
    for (uint32_t s = 0; s < plan->subtrees.count; ++s) { // what follows a subtree is another, or a node
        const subtree *tree = subtree_at(plan, s);
        const size_t end = (size_t)tree->place * PICK_ARENA_UNIT + tree->bytes;
        if (end < plan->mesh->arena_bytes) {
            clear_gap(arena, end);
        }
    }
    run_tasks(plan->tasks, place_subtree, plan, plan->subtrees.count);
}

// Builds all subtrees with `bytes` of memory per triangle. `*full` says that this was not enough for one of them.
static pick_result build_subtrees(pick_mesh_plan *plan, size_t bytes, bool *full)
{
    enum { LEAST = 1024 };
    plan->scratch_bytes = 0;
    for (uint32_t i = 0; i < plan->subtrees.count; ++i) {
        plan->scratch_bytes += round_up_64(subtree_at(plan, i)->range.count * bytes) + LEAST;
    }
    plan->scratch = take(&plan->mesh->allocator, plan->scratch_bytes);
    if (plan->scratch == NULL) {
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    size_t used = 0;
    for (uint32_t i = 0; i < plan->subtrees.count; ++i) {
        subtree *tree = subtree_at(plan, i);
        tree->memory = plan->scratch + used;
        tree->capacity = round_up_64(tree->range.count * bytes) + LEAST;
        used += tree->capacity;
    }
    run_tasks(plan->tasks, build_subtree, plan, plan->subtrees.count);
    *full = false;
    for (uint32_t i = 0; i < plan->subtrees.count; ++i) {
        *full = *full || subtree_at(plan, i)->full;
    }
    return PICK_OK;
}

static pick_result build(pick_mesh_plan *plan, size_t bytes, bool *full)
{
    const uint32_t count = plan->prim_count;
    pick_opening opening;
    pick_build_range whole;
    uint32_t root;
    run_tasks(plan->tasks, fill_prims, plan, (count + FILL_SIZE - 1) / FILL_SIZE);
    pick_build_whole(&plan->builder, count, &whole);
    const bool made =
        count > TASK_SIZE ? add_top(plan, &opening, &whole, 0, &root) : add_subtree(plan, &whole, 0, &root);
    return made ? build_subtrees(plan, bytes, full) : PICK_ERROR_OUT_OF_MEMORY;
}

static void forget_build(pick_mesh_plan *plan)
{
    const pick_allocator *a = &plan->mesh->allocator;
    give(a, plan->scratch, plan->scratch_bytes);
    give(a, plan->tops.items, plan->tops.capacity * sizeof(top_node));
    give(a, plan->subtrees.items, plan->subtrees.capacity * sizeof(subtree));
    plan->scratch = NULL;
    plan->tops = plan->subtrees = (growing){0};
    plan->parts = 0;
}

// Takes what a build needs: the plan, primitives twice, and with tasks the chunks that they share.
static pick_mesh_plan *plan_begin(const pick_mesh *mesh, const pick_task_hook *tasks)
{
    const pick_allocator *a = &mesh->allocator;
    pick_mesh_plan *plan = take(a, sizeof *plan);
    if (plan == NULL) {
        return NULL;
    }
    const size_t prims = mesh->triangle_count;
    const size_t chunks = tasks != NULL ? prims / PICK_BUILD_CHUNK + 1 : 0;
    *plan = (pick_mesh_plan){.mesh = mesh,
                             .tasks = tasks,
                             .prim_count = mesh->triangle_count,
                             .chunk_bytes = chunks * sizeof(pick_build_chunk),
                             .builder = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                                         .max_leaf = PICK_BVH_MAX_LEAF,
                                         .leaf_unit = PICK_BLOCK_SIZE,
                                         .unit_shift = 2,
                                         .tasks = tasks}};
    pick_builder *b = &plan->builder;
    b->prims[0] = take(a, 2 * prims * sizeof(pick_build_prim));
    b->chunks = chunks > 0 && b->prims[0] != NULL ? take(a, plan->chunk_bytes) : NULL;
    if (b->prims[0] == NULL || (chunks > 0 && b->chunks == NULL)) {
        pick_mesh_plan_destroy(plan);
        return NULL;
    }
    b->prims[1] = b->prims[0] + prims;
    return plan;
}

pick_result pick_mesh_plan_create(pick_mesh *mesh, const pick_task_hook *tasks, pick_mesh_plan **out)
{
    pick_mesh_measure(mesh);
    mesh->root = PICK_REF_NONE;
    *out = NULL;
    if (mesh->triangle_count == 0) {
        return PICK_OK;
    }
    pick_mesh_plan *plan = plan_begin(mesh, tasks);
    if (plan == NULL) {
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    pick_result result;
    bool full = true;
    for (size_t bytes = GUESSED_BYTES; full; bytes *= 2) {
        forget_build(plan);
        result = build(plan, bytes, &full);
        if (result != PICK_OK) {
            pick_mesh_plan_destroy(plan);
            return result;
        }
    }
    size_t end = subtree_at(plan, 0)->bytes; // where there is nothing above it
    mesh->part_count = plan->parts;
    for (uint32_t i = 0; i < plan->subtrees.count; ++i) {
        mesh->part_count += subtree_at(plan, i)->parts;
    }
    if (plan->tops.count > 0) {
        end = 0;
        place_top(plan, 0, &end);
    }
    if (end / PICK_ARENA_UNIT >= PICK_LEAF_PLACE_MASK) {
        pick_mesh_plan_destroy(plan);
        return PICK_ERROR_TOO_LARGE;
    }
    mesh->root = 0;
    mesh->arena_bytes = end;
    *out = plan;
    return PICK_OK;
}

void pick_mesh_plan_destroy(pick_mesh_plan *plan)
{
    if (plan != NULL) {
        const pick_allocator *a = &plan->mesh->allocator;
        forget_build(plan);
        give(a, plan->builder.prims[0], 2 * (size_t)plan->prim_count * sizeof(pick_build_prim));
        give(a, plan->builder.chunks, plan->chunk_bytes);
        give(a, plan, sizeof *plan);
    }
}
