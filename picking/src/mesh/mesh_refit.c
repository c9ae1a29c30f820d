// mesh_refit.c: refits a mesh to new positions.
//
// A traversal of the nodes reads positions in random order, so the cost is cache misses. Nodes therefore pass through a
// pipeline: each step prefetches what the next one reads, and steps of several nodes interleave: blocks, then indices,
// then positions, all of a node at once, then the work. Box space follows from the new extent, so leaves first get
// boxes in object space.
#include "base/compiler.h"
#include "mesh/mesh_fit.h"
#ifdef PICK_HAVE_SSE2
#include "simd/simd_sse2.h"
#else
#include "simd/simd_scalar.h"
#endif

#include <float.h>
#include <math.h>

enum {
    NODE_LANES = PICK_BVH_WIDTH * PICK_BVH_MAX_LEAF,
    STEPS = 4, // of the pipeline
    BLOCK_FULL = (1 << PICK_BLOCK_SIZE) - 1
};

typedef struct node_to_fill {
    uint32_t ref;
    uint32_t count;              // of lanes
    uint32_t tagged[NODE_LANES]; // the tagged numbers of all lanes of its leaves
    uint32_t vertex[NODE_LANES][3];
} node_to_fill;

static bool is_leaf(uint32_t child)
{
    return !pick_ref_is_node(child) && child != PICK_REF_NONE;
}

static void fetch_blocks(const pick_mesh *mesh, uint32_t ref)
{
    const pick_bvh_node *node = pick_mesh_node(mesh, ref);
    for (uint32_t i = 0; i < PICK_BVH_WIDTH; i++) {
        const char *at = (const char *)pick_mesh_blocks(mesh, node->child[i]);
        const size_t size = is_leaf(node->child[i]) ? pick_leaf_block_count(node->child[i]) * sizeof(pick_block) : 0;
        for (size_t line = 0; line < size; line += PICK_LINE)
            PICK_FETCH_AHEAD(at + line);
    }
}

static uint32_t triangle_of(uint32_t tagged)
{
    return tagged & PICK_BLOCK_TRIANGLE_MASK;
}

static void fetch_indices(const pick_mesh *mesh, node_to_fill *at)
{
    const pick_bvh_node *node = pick_mesh_node(mesh, at->ref);
    uint32_t count = 0;
    for (uint32_t i = 0; i < PICK_BVH_WIDTH; i++) {
        const uint32_t blocks = is_leaf(node->child[i]) ? pick_leaf_block_count(node->child[i]) : 0;
        for (uint32_t lane = 0; lane < blocks * PICK_BLOCK_SIZE; lane++) {
            const pick_block *block = pick_mesh_blocks(mesh, node->child[i]) + lane / PICK_BLOCK_SIZE;
            const uint32_t tagged = pick_block_tagged(block, lane % PICK_BLOCK_SIZE);
            at->tagged[count++] = tagged;
            if (mesh->indices != NULL && tagged != PICK_BLOCK_UNUSED) {
                const uint32_t *index = &mesh->indices[3 * (size_t)triangle_of(tagged)];
                PICK_FETCH_AHEAD(index);
                PICK_FETCH_AHEAD(index + 2); // it may be on the next cache line
            }
        }
    }
    at->count = count;
}

// An empty lane uses the vertices of the lane before it; the first lane of a block is never empty.
static void fetch_positions(const pick_mesh *mesh, node_to_fill *at)
{
    for (uint32_t lane = 0; lane < at->count; lane++) {
        uint32_t *vertex = at->vertex[lane];
        if (at->tagged[lane] == PICK_BLOCK_UNUSED) {
            PICK_ASSERT(lane % PICK_BLOCK_SIZE != 0);
            memcpy(vertex, at->vertex[lane - 1], sizeof at->vertex[lane]);
            continue;
        }
        pick_mesh_vertex_numbers(mesh, triangle_of(at->tagged[lane]), vertex);
        for (int i = 0; i < 3; i++)
            PICK_FETCH_AHEAD(&mesh->positions[3 * (size_t)vertex[i]]);
        PICK_FETCH_AHEAD(&mesh->positions[3 * (size_t)vertex[2] + 3]); // the last float that is read
    }
}

// The bounds of a leaf's vertices; the fourth lane is unused.
typedef struct span {
    f4 lo, hi;
} span;

static pick_box3f span_box(const span *s)
{
    alignas(16) float lo[4], hi[4];
    f4_store(lo, f4_add(s->lo, f4_set1(0))); // as in pick_mesh_leaf_box
    f4_store(hi, f4_add(s->hi, f4_set1(0)));
    return (pick_box3f){{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

// The mesh has other arrays after its positions, so reading four floats of a position is safe.
static void gather(const pick_mesh *mesh, pick_block *block, const uint32_t vertex[PICK_BLOCK_SIZE][3], span *out)
{
    for (int i = 0; i < 3; i++) {
        f4 point[PICK_BLOCK_SIZE], axis[3];
        for (int lane = 0; lane < PICK_BLOCK_SIZE; lane++)
            point[lane] = f4_load_any(&mesh->positions[3 * (size_t)vertex[lane][i]]);
        out->lo = f4_min(out->lo, f4_min(f4_min(point[0], point[1]), f4_min(point[2], point[3])));
        out->hi = f4_max(out->hi, f4_max(f4_max(point[0], point[1]), f4_max(point[2], point[3])));
        f4_transpose3(point, axis);
        for (int k = 0; k < 3; k++)
            f4_store(block->vertex[i][k], axis[k]);
    }
}

// Finds the lanes that provably pass pick_triangle_is_valid in float: an axis of the cross product of two edges is far
// larger than its rounding, and than the smallest floats. Non-finite vertices make the test fail, because the rounding
// bound becomes infinite or NaN.
static uint32_t find_plainly_valid(const pick_block *block)
{
    f4 e[2][3];
    f4 all_lost = f4_set1(0);
    uint32_t mask = 0;
    for (int k = 0; k < 3; k++) {
        const f4 a = f4_load_any(block->vertex[0][k]);
        e[0][k] = f4_sub(f4_load_any(block->vertex[1][k]), a);
        e[1][k] = f4_sub(f4_load_any(block->vertex[2][k]), a);
    }
    for (int k = 0; k < 3; k++) {
        const f4 p = f4_mul(e[0][k], e[1][(k + 1) % 3]);
        const f4 q = f4_mul(e[0][(k + 1) % 3], e[1][k]);
        const f4 lost = f4_add(f4_mul(f4_add(f4_abs(p), f4_abs(q)), f4_set1(0x1p-18f)), f4_set1(0x1p-100f));
        all_lost = f4_add(all_lost, lost);
        mask |= f4_lt(lost, f4_abs(f4_sub(p, q)));
    }
    return mask & f4_lt(all_lost, f4_set1(FLT_MAX));
}

// Finds the lanes that pass pick_triangle_is_valid, as a mask.
static uint32_t find_valid(const pick_block *block)
{
    if (find_plainly_valid(block) == BLOCK_FULL)
        return BLOCK_FULL;
    d4 e[2][3];
    d4 rest = d4_set1(0); // infinity minus itself is NaN; an edge to or from it is infinite or NaN
    for (int k = 0; k < 3; k++) {
        const d4 a = d4_load_f4(block->vertex[0][k]);
        e[0][k] = d4_sub(d4_load_f4(block->vertex[1][k]), a);
        e[1][k] = d4_sub(d4_load_f4(block->vertex[2][k]), a);
        rest = d4_add(rest, d4_add(d4_sub(e[0][k], e[0][k]), d4_sub(e[1][k], e[1][k])));
    }
    const uint32_t flat = d4_eq(d4_mul(e[0][1], e[1][2]), d4_mul(e[0][2], e[1][1])) &
                          d4_eq(d4_mul(e[0][2], e[1][0]), d4_mul(e[0][0], e[1][2])) &
                          d4_eq(d4_mul(e[0][0], e[1][1]), d4_mul(e[0][1], e[1][0]));
    return d4_eq(rest, d4_set1(0)) & ~flat;
}

// Vertices must be gathered. Returns the valid lanes. Clears `*all` if a lane with a triangle is not valid.
static uint32_t settle_node(pick_block *block, const uint32_t tagged[PICK_BLOCK_SIZE], bool *all)
{
    uint32_t used = 0;
    for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
        used |= (uint32_t)(tagged[lane] != PICK_BLOCK_UNUSED) << lane;
        block->triangle[lane] = tagged[lane];
    }
    const uint32_t valid = find_valid(block) & used;
    if (valid != BLOCK_FULL) { // some lanes are empty or (rarely) become dormant
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            if ((valid >> lane & 1u) == 0) {
                float vertex[3][3] = {{0}};
                pick_block_put(block, lane, vertex, tagged[lane], false);
            }
        }
    }
    *all = *all && valid == used;
    return valid;
}

static void fill_node(pick_mesh *mesh, const node_to_fill *at, pick_mesh_extent *extent)
{
    pick_bvh_node *node = (pick_bvh_node *)(void *)(mesh->data + (size_t)at->ref * PICK_ARENA_UNIT);
    uint32_t lane = 0;
    for (uint32_t i = 0; i < PICK_BVH_WIDTH; i++) {
        if (!is_leaf(node->child[i]))
            continue;
        const size_t place = (size_t)(node->child[i] & PICK_LEAF_PLACE_MASK) * PICK_ARENA_UNIT;
        pick_block *blocks = (pick_block *)(void *)(mesh->data + place);
        const uint32_t count = pick_leaf_block_count(node->child[i]);
        span all = {f4_set1(INFINITY), f4_set1(-INFINITY)};
        bool valid = true;
        for (uint32_t k = 0; k < count; k++)
            gather(mesh, &blocks[k], (const uint32_t(*)[3])at->vertex + lane + k * PICK_BLOCK_SIZE, &all);
        for (uint32_t k = 0; k < count; ++k, lane += PICK_BLOCK_SIZE)
            extent->count += mask_count(settle_node(&blocks[k], at->tagged + lane, &valid));
        const pick_box3f box = valid ? span_box(&all) : pick_mesh_leaf_box(mesh, node->child[i]);
        pick_bvh_node_set_box(node, i, &box);
        pick_box3f_grow(&extent->box, &box);
    }
}

// Refills all leaves.
static void fill(pick_mesh *mesh, pick_mesh_extent *extent)
{
    uint32_t stack[PICK_BVH_STACK];
    node_to_fill ring[STEPS];
    uint32_t waiting = 1;
    uint32_t count = 0; // nodes that have entered the pipeline
    stack[0] = mesh->root;
    for (uint32_t step = 0; waiting > 0 || step < count + STEPS - 1; step++) {
        if (waiting > 0) {
            const uint32_t ref = stack[--waiting];
            const pick_bvh_node *node = pick_mesh_node(mesh, ref);
            ring[count++ % STEPS].ref = ref;
            fetch_blocks(mesh, ref);
            for (uint32_t i = PICK_BVH_WIDTH; i-- > 0;) { // PICK_REF_NONE has the leaf bit
                if (pick_ref_is_node(node->child[i])) {
                    PICK_FETCH_AHEAD(&pick_mesh_node(mesh, node->child[i])->child);
                    stack[waiting++] = node->child[i];
                }
            }
        }
        if (step - 1 < count) // unsigned: steps before the first node wrap around and fail the test
            fetch_indices(mesh, &ring[(step - 1) % STEPS]);
        if (step - 2 < count)
            fetch_positions(mesh, &ring[(step - 2) % STEPS]);
        if (step - 3 < count)
            fill_node(mesh, &ring[(step - 3) % STEPS], extent);
    }
}

void pick_mesh_fit_to_positions(pick_mesh *mesh)
{
    pick_mesh_extent extent = PICK_MESH_EXTENT_EMPTY;
    if (mesh->root != PICK_REF_NONE) {
        fill(mesh, &extent);
        pick_mesh_set_extent(mesh, &extent);
        pick_mesh_fit_nodes(mesh, true);
    }
}
