#include "bvh/bvh.h"
#include "base/compiler.h"

#include <math.h>
#include <string.h>

void pick_node_pool_init(pick_node_pool *pool, const pick_allocator *allocator)
{
    pick_blocks_init(&pool->nodes, allocator, sizeof(pick_tree_node), PICK_NODE_SHIFT);
    pool->count = 0;
}

bool pick_node_pool_reserve(pick_node_pool *pool, uint32_t capacity)
{
    return pick_blocks_reserve(&pool->nodes, capacity);
}

bool pick_node_pool_push(pick_node_pool *pool, uint32_t *index)
{
    if (!pick_blocks_grow(&pool->nodes, pool->count + 1))
        return false;
    *index = pool->count++;
    return true;
}

void pick_node_pool_finish(pick_node_pool *pool)
{
    pick_blocks_finish(&pool->nodes);
    pool->count = 0;
}

void pick_bvh_node_clear(pick_bvh_node *node)
{
    memset(node, 0, sizeof *node);
    for (int c = 0; c < PICK_BVH_WIDTH; c++) {
        for (int axis = 0; axis < 3; axis++) {
            node->bounds[2 * axis][c] = INFINITY;
            node->bounds[2 * axis + 1][c] = -INFINITY;
        }
        node->child[c] = PICK_REF_NONE;
    }
}

void pick_bvh_node_set_box(pick_bvh_node *node, uint32_t child, const pick_box3f *box)
{
    for (int axis = 0; axis < 3; axis++) {
        node->bounds[2 * axis][child] = box->lo[axis];
        node->bounds[2 * axis + 1][child] = box->hi[axis];
    }
}

pick_box3f pick_bvh_node_box(const pick_bvh_node *node, uint32_t child)
{
    pick_box3f box;
    for (int axis = 0; axis < 3; axis++) {
        box.lo[axis] = node->bounds[2 * axis][child];
        box.hi[axis] = node->bounds[2 * axis + 1][child];
    }
    return box;
}

pick_box3f pick_bvh_node_bounds(const pick_bvh_node *node)
{
    pick_box3f box;
    for (int axis = 0; axis < 3; axis++) {
        const float *lo = node->bounds[2 * axis];
        const float *hi = node->bounds[2 * axis + 1];
        float low[PICK_BVH_WIDTH / 2], high[PICK_BVH_WIDTH / 2];
        for (int c = 0; c < PICK_BVH_WIDTH / 2; c++) {
            low[c] = lo[c + PICK_BVH_WIDTH / 2] < lo[c] ? lo[c + PICK_BVH_WIDTH / 2] : lo[c];
            high[c] = hi[c + PICK_BVH_WIDTH / 2] > hi[c] ? hi[c + PICK_BVH_WIDTH / 2] : hi[c];
        }
        for (int half = PICK_BVH_WIDTH / 4; half > 0; half /= 2) {
            for (int c = 0; c < half; c++) {
                low[c] = low[c + half] < low[c] ? low[c + half] : low[c];
                high[c] = high[c + half] > high[c] ? high[c + half] : high[c];
            }
        }
        box.lo[axis] = low[0];
        box.hi[axis] = high[0];
    }
    return box;
}
