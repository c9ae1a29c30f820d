// The hierarchy of a mesh: primitives for the builder, blocks of triangles for the leaves.
#include "mesh_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// The builder's user data.
typedef struct leaf_maker {
    const pick_mesh *mesh;
    pick_mesh_plan *plan;
    bool out_of_memory, too_large;
} leaf_maker;

bool pick_triangle_is_sound(const float vertex[3][3])
{
    double e[2][3];
    for (int k = 0; k < 3; ++k) {
        if (!isfinite(vertex[0][k]) || !isfinite(vertex[1][k]) || !isfinite(vertex[2][k])) {
            return false;
        }
        e[0][k] = (double)vertex[1][k] - (double)vertex[0][k];
        e[1][k] = (double)vertex[2][k] - (double)vertex[0][k];
    }
    return e[0][1] * e[1][2] != e[0][2] * e[1][1] || e[0][2] * e[1][0] != e[0][0] * e[1][2] ||
           e[0][0] * e[1][1] != e[0][1] * e[1][0];
}

static const pick_submesh *submesh_at(const pick_mesh *mesh, uint32_t triangle, uint32_t *current)
{
    while (triangle >= mesh->submeshes[*current].first_triangle + mesh->submeshes[*current].triangle_count) {
        ++*current;
    }
    return &mesh->submeshes[*current];
}

static bool reserve_blocks(pick_mesh_plan *plan, uint32_t more)
{
    if (plan->block_count + more <= plan->block_capacity) {
        return true;
    }
    const uint32_t capacity = plan->block_capacity + plan->block_capacity / 2 + more;
    pick_block *blocks =
        plan->allocator->allocate(plan->allocator->user, capacity * sizeof *blocks, alignof(pick_block));
    if (blocks == NULL) {
        return false;
    }
    if (plan->blocks != NULL) {
        memcpy(blocks, plan->blocks, plan->block_count * sizeof *blocks);
        plan->allocator->deallocate(plan->allocator->user, plan->blocks, plan->block_capacity * sizeof *blocks,
                                    alignof(pick_block));
    }
    plan->blocks = blocks;
    plan->block_capacity = capacity;
    return true;
}

static void fill_lane(pick_block *block, uint32_t lane, const float vertex[3][3], uint32_t triangle)
{
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            block->vertex[i][k][lane] = vertex[i][k];
        }
    }
    block->triangle[lane] = triangle;
}

static uint32_t make_leaf(void *user, const pick_build_prim *prims, uint32_t count)
{
    leaf_maker *maker = user;
    pick_mesh_plan *plan = maker->plan;
    const uint32_t blocks = (count + PICK_BLOCK_SIZE - 1) / PICK_BLOCK_SIZE;
    const uint32_t first = plan->block_count;
    maker->too_large = maker->too_large || first + blocks >= PICK_LEAF_PLACE_MASK;
    if (maker->out_of_memory || maker->too_large || !reserve_blocks(plan, blocks)) {
        maker->out_of_memory = true;
        return PICK_REF_NONE; // the build is thrown away
    }
    plan->block_count += blocks;
    memset(&plan->blocks[first], 0, blocks * sizeof plan->blocks[0]);
    for (uint32_t lane = 0; lane < blocks * PICK_BLOCK_SIZE; ++lane) {
        pick_block *block = &plan->blocks[first + lane / PICK_BLOCK_SIZE];
        if (lane >= count) {
            block->triangle[lane % PICK_BLOCK_SIZE] = PICK_BLOCK_UNUSED;
            continue;
        }
        float vertex[3][3];
        pick_mesh_positions(maker->mesh, prims[lane].id, vertex);
        fill_lane(block, lane % PICK_BLOCK_SIZE, (const float(*)[3])vertex,
                  prims[lane].id | prims[lane].unused << PICK_BLOCK_FLAG_SHIFT);
    }
    return PICK_REF_LEAF | (blocks - 1) << PICK_LEAF_PLACE_BITS | first;
}

static void grow(pick_box3f *box, const float vertex[3][3])
{
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            box->lo[k] = vertex[i][k] < box->lo[k] ? vertex[i][k] : box->lo[k];
            box->hi[k] = vertex[i][k] > box->hi[k] ? vertex[i][k] : box->hi[k];
        }
    }
}

// Finds box space, and how many triangles there are to build over.
static uint32_t measure(pick_mesh_plan *plan, const pick_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; ++triangle) {
        float vertex[3][3];
        pick_mesh_positions(mesh, triangle, vertex);
        if (pick_triangle_is_sound((const float(*)[3])vertex)) {
            grow(&plan->bounds, (const float(*)[3])vertex);
            ++count;
        }
    }
    double half = 0;
    for (int k = 0; count > 0 && k < 3; ++k) {
        plan->center[k] = 0.5 * ((double)plan->bounds.lo[k] + (double)plan->bounds.hi[k]);
        half = fmax(half, 0.5 * ((double)plan->bounds.hi[k] - (double)plan->bounds.lo[k]));
    }
    int exponent = 0;
    (void)frexp(half, &exponent); // half < 2^exponent
    plan->scale = ldexp(1.0, -exponent);
    return count;
}

static void fill_prims(const pick_mesh_plan *plan, const pick_mesh *mesh, pick_build_prim *prims)
{
    uint32_t submesh = 0;
    uint32_t count = 0;
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; ++triangle) {
        float vertex[3][3];
        pick_mesh_positions(mesh, triangle, vertex);
        if (!pick_triangle_is_sound((const float(*)[3])vertex)) {
            continue;
        }
        pick_build_prim *prim = &prims[count++];
        pick_box3f box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        grow(&box, (const float(*)[3])vertex);
        for (int k = 0; k < 3; ++k) {
            prim->lo[k] = (float)(((double)box.lo[k] - plan->center[k]) * plan->scale);
            prim->hi[k] = (float)(((double)box.hi[k] - plan->center[k]) * plan->scale);
        }
        prim->id = triangle;
        prim->unused = submesh_at(mesh, triangle, &submesh)->flags &
                       (uint32_t)(PICK_SUBMESH_DOUBLE_SIDED | PICK_SUBMESH_ALPHA_TEST);
    }
}

// The exact object-space box of a subtree.
static pick_box3f exact_box(const pick_mesh_plan *plan, uint32_t ref)
{
    pick_box3f box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    if ((ref & PICK_REF_LEAF) != 0) {
        const uint32_t blocks = pick_leaf_block_count(ref);
        for (uint32_t b = 0; b < blocks; ++b) {
            const pick_block *block = &plan->blocks[(ref & PICK_LEAF_PLACE_MASK) + b];
            for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE && block->triangle[lane] != PICK_BLOCK_UNUSED; ++lane) {
                float vertex[3][3];
                for (int i = 0; i < 9; ++i) {
                    vertex[i / 3][i % 3] = block->vertex[i / 3][i % 3][lane];
                }
                grow(&box, (const float(*)[3])vertex);
            }
        }
        return box;
    }
    const pick_bvh_node *node = &plan->pool.nodes[ref];
    for (uint32_t c = 0; c < node->count; ++c) {
        const pick_box3f child = exact_box(plan, node->child[c]);
        const float corners[3][3] = {{child.lo[0], child.lo[1], child.lo[2]},
                                     {child.hi[0], child.hi[1], child.hi[2]},
                                     {child.lo[0], child.lo[1], child.lo[2]}};
        grow(&box, corners);
    }
    return box;
}

static void collect_parts(pick_mesh_plan *plan, uint32_t ref, int levels)
{
    if (levels == 0 || (ref & PICK_REF_LEAF) != 0) {
        plan->parts[plan->part_count++] = exact_box(plan, ref);
        return;
    }
    const pick_bvh_node *node = &plan->pool.nodes[ref];
    for (uint32_t c = 0; c < node->count; ++c) {
        collect_parts(plan, node->child[c], levels - 1);
    }
}

pick_result pick_mesh_plan_build(pick_mesh_plan *plan, const pick_mesh *mesh)
{
    *plan = (pick_mesh_plan){.allocator = &mesh->allocator,
                             .pool = {.allocator = &mesh->allocator},
                             .root = PICK_REF_NONE,
                             .scale = 1,
                             .bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}};
    const uint32_t count = measure(plan, mesh);
    plan->dropped = mesh->triangle_count - count;
    if (count == 0) {
        return PICK_OK;
    }
    const pick_allocator *a = plan->allocator;
    const size_t bytes = count * sizeof(pick_build_prim);
    pick_build_prim *prims = a->allocate(a->user, bytes, alignof(max_align_t));
    if (prims == NULL) {
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    fill_prims(plan, mesh, prims);
    leaf_maker maker = {.mesh = mesh, .plan = plan};
    const pick_build_input input = {.prims = prims,
                                    .count = count,
                                    .max_leaf = PICK_BVH_MAX_LEAF,
                                    .leaf_unit = PICK_BLOCK_SIZE,
                                    .cost_unit = PICK_BLOCK_SIZE,
                                    .make_leaf = make_leaf,
                                    .user = &maker};
    pick_result result = PICK_ERROR_OUT_OF_MEMORY;
    if (reserve_blocks(plan, count / PICK_BLOCK_SIZE + count / 12 + 1)) {
        uint32_t levels;
        result = pick_bvh_build(&input, &plan->pool, &plan->root, &levels);
    }
    a->deallocate(a->user, prims, bytes, alignof(max_align_t));
    if (maker.too_large) {
        return PICK_ERROR_TOO_LARGE;
    }
    if (result == PICK_OK && !maker.out_of_memory) {
        collect_parts(plan, plan->root, 2);
        return PICK_OK;
    }
    return PICK_ERROR_OUT_OF_MEMORY;
}

void pick_mesh_plan_finish(pick_mesh_plan *plan)
{
    pick_node_pool_finish(&plan->pool);
    if (plan->blocks != NULL) {
        plan->allocator->deallocate(plan->allocator->user, plan->blocks, plan->block_capacity * sizeof *plan->blocks,
                                    alignof(pick_block));
        plan->blocks = NULL;
    }
}

// --- Layout ---------------------------------------------------------------------------------------------------------

static size_t leaf_bytes(uint32_t ref)
{
    return pick_leaf_block_count(ref) * sizeof(pick_block);
}

static size_t round_up_64(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

// Walks the tree in the order of the arena, first to measure (`arena` NULL), then to write. Returns the root's place.
static uint32_t lay_out(const pick_mesh_plan *plan, uint32_t ref, char *arena, size_t *end)
{
    if ((ref & PICK_REF_LEAF) != 0) {
        const size_t start = *end;
        *end += leaf_bytes(ref);
        if (arena != NULL) {
            memcpy(arena + start, &plan->blocks[ref & PICK_LEAF_PLACE_MASK], leaf_bytes(ref));
        }
        return (ref & ~PICK_LEAF_PLACE_MASK) | (uint32_t)(start / PICK_ARENA_UNIT & PICK_LEAF_PLACE_MASK);
    }
    const pick_bvh_node *source = &plan->pool.nodes[ref];
    const size_t start = round_up_64(*end);
    *end = start + sizeof *source;
    pick_bvh_node *node = arena != NULL ? (pick_bvh_node *)(void *)(arena + start) : NULL;
    if (node != NULL) {
        *node = *source;
    }
    for (int pass = 0; pass < 2; ++pass) { // leaves first
        for (uint32_t c = 0; c < source->count; ++c) {
            const uint32_t child = source->child[c];
            if (((child & PICK_REF_LEAF) != 0) == (pass == 0)) {
                const uint32_t place = lay_out(plan, child, arena, end);
                if (node != NULL) {
                    node->child[c] = place;
                }
            }
        }
    }
    return (uint32_t)(start / PICK_ARENA_UNIT);
}

size_t pick_mesh_plan_arena_bytes(const pick_mesh_plan *plan)
{
    size_t end = 0;
    if (plan->root != PICK_REF_NONE) {
        (void)lay_out(plan, plan->root, NULL, &end);
    }
    return end / PICK_ARENA_UNIT < PICK_LEAF_PLACE_MASK ? end : 0;
}

uint32_t pick_mesh_plan_lay_out(const pick_mesh_plan *plan, char *arena)
{
    size_t end = 0;
    return plan->root != PICK_REF_NONE ? lay_out(plan, plan->root, arena, &end) : PICK_REF_NONE;
}
