// The traversal by planes over hand-made trees, of shapes that no small scene produces.
#include "region/region_kernel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static uint32_t add_node(pick_node_pool *pool, uint32_t count)
{
    uint32_t index;
    assert_true(pick_node_pool_push(pool, &index));
    pick_tree_node *node = pick_node_at(pool, index);
    memset(node, 0, sizeof *node);
    pick_bvh_node_clear(&node->node);
    node->count = (uint16_t)count;
    return index;
}

static uint32_t *children_of(pick_node_pool *pool, uint32_t index)
{
    return pick_node_at(pool, index)->node.child;
}

// A tree as deep as any may be, wholly inside. Of a node's children the last has eight children, and the last but one
// leads on: a walk that takes both at once, and not one by one, collects more nodes than it has room for.
static void the_deepest_tree_fits(void **state)
{
    (void)state;
    enum { CHAIN = PICK_BVH_MAX_DEPTH - 3 }; // a root above it, `wide` and `last` below it
    static struct pick_scene scene;
    memset(&scene, 0, sizeof scene);
    pick_node_pool *pool = &scene.tree.pool;
    pick_node_pool_init(pool, pick_default_allocator());
    for (uint32_t i = 0; i < PICK_TREE_ROOTS; i++)
        assert_int_equal(add_node(pool, PICK_BVH_WIDTH), i);
    const uint32_t last = add_node(pool, 1);
    pick_tree_node *node = pick_node_at(pool, last);
    node->node.child[0] = PICK_REF_LEAF | 0;
    node->plain = node->layers = 1;
    const uint32_t wide = add_node(pool, PICK_BVH_WIDTH);
    for (int c = 0; c < PICK_BVH_WIDTH; c++)
        children_of(pool, wide)[c] = last;
    uint32_t next = last;
    size_t objects = 1; // below `next`
    uint64_t nodes = 1;
    for (int level = 0; level < CHAIN; level++) {
        const uint32_t index = add_node(pool, PICK_BVH_WIDTH);
        for (int c = 0; c < PICK_BVH_WIDTH - 2; c++)
            children_of(pool, index)[c] = last;
        children_of(pool, index)[PICK_BVH_WIDTH - 2] = next;
        children_of(pool, index)[PICK_BVH_WIDTH - 1] = wide; // comes off the stack first
        objects += PICK_BVH_WIDTH - 2 + PICK_BVH_WIDTH;
        nodes += 1 + PICK_BVH_WIDTH - 2 + 1 + PICK_BVH_WIDTH;
        next = index;
    }
    for (uint32_t i = 0; i < PICK_TREE_WIDTH; i++)
        children_of(pool, i / PICK_BVH_WIDTH)[i % PICK_BVH_WIDTH] = next;
    const pick_plane_nodes table = {(const void *const *)pool->nodes.table, PICK_NODE_SHIFT, sizeof(pick_tree_node)};
    for (int level = 0; level < PICK_SIMD_COUNT; level++) {
        if (!pick_simd_available((pick_simd)level))
            continue;
        pick_inside inside = {.layer_mask = 1};
        pick_plane_walk walk = {.scene = &scene, .inside = &inside};
        assert_false(pick_plane_walker_at((pick_simd)level)(&walk, &table, 0, PICK_TREE_ROOTS, 0));
        assert_int_equal(inside.total, PICK_TREE_WIDTH * objects);
        assert_int_equal(walk.nodes, PICK_TREE_ROOTS + PICK_TREE_WIDTH * nodes);
    }
    pick_node_pool_finish(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deepest_tree_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
