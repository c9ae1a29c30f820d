#include "upkeep.h"

#include "scene/scene_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

pick_mesh *upkeep_mesh(void)
{
    static const float positions[18] = {-1, -1, 0, 1, -1, 0, 0, 1, 0, -1, 0, -1, 1, 0, -1, 0, 0, 1};
    const pick_submesh both_sides = {0, 2, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {
        .positions = positions, .vertex_count = 6, .submeshes = &both_sides, .submesh_count = 1};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

pick_scene *upkeep_scene(const pick_allocator *allocator)
{
    pick_scene *scene = NULL;
    assert_int_equal(pick_scene_create(allocator, &scene), PICK_OK);
    return scene;
}

pick_result upkeep_try_add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at, pick_object_id *id)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = mesh;
    desc.transform.origin = at;
    return pick_scene_add(scene, &desc, id);
}

pick_object_id upkeep_add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at)
{
    pick_object_id id;
    assert_int_equal(upkeep_try_add(scene, mesh, at, &id), PICK_OK);
    return id;
}

void upkeep_move(pick_scene *scene, pick_object_id id, pick_vec3 at)
{
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    t.origin = at;
    assert_int_equal(pick_scene_set_transform(scene, id, &t), PICK_OK);
}

// Every link both ways, boxes that hold what is below, no node with nothing in it.
static void check_node(const pick_scene *scene, uint32_t index, uint32_t depth, upkeep_count *count)
{
    const pick_tree *tree = &scene->tree;
    const pick_tree_node *node = pick_node_at(&tree->pool, index);
    assert_true(index < tree->pool.count);
    assert_true(node->count >= 1 && node->count <= PICK_BVH_WIDTH);
    assert_int_equal(pick_bvh_node_count(&node->node), node->count);
    ++count->nodes;
    count->depth = depth + 1 > count->depth ? depth + 1 : count->depth;
    for (uint32_t c = 0; c < node->count; c++) {
        const uint32_t child = node->node.child[c];
        const pick_box3f box = pick_bvh_node_box(&node->node, c);
        if ((child & PICK_REF_LEAF) != 0) {
            const uint32_t slot = child & ~PICK_REF_LEAF;
            const pick_object *object = pick_object_at(scene, slot);
            assert_true((object->flags & PICK_OBJECT_ALIVE) != 0);
            assert_int_equal(object->node[tree->which], index);
            pick_tree copy = *tree;
            const pick_aabb world = pick_object_world_box(object, true);
            const pick_box3f right = pick_tree_box(&copy, &world);
            assert_memory_equal(&box, &right, sizeof box);
            ++count->objects;
            continue;
        }
        assert_int_equal(pick_node_at(&tree->pool, child)->parent, index);
        assert_int_equal(node->full >> c & 1, pick_node_at(&tree->pool, child)->count == PICK_BVH_WIDTH);
        const pick_box3f right = pick_bvh_node_bounds(&pick_node_at(&tree->pool, child)->node);
        assert_memory_equal(&box, &right, sizeof box);
        check_node(scene, child, depth + 1, count);
    }
}

upkeep_count upkeep_check_tree(const pick_scene *scene)
{
    const pick_tree *tree = &scene->tree;
    upkeep_count count = {0};
    assert_true(tree->root_count <= PICK_TREE_ROOTS && (tree->root_count > 0) == (tree->object_count > 0));
    for (uint32_t i = 0; i < tree->root_count; i++) {
        const pick_tree_node *root = pick_node_at(&tree->pool, i);
        const pick_box3f right = pick_bvh_node_bounds(&root->node);
        assert_memory_equal(&tree->root_box[i], &right, sizeof right);
        assert_int_equal(root->parent, PICK_REF_LEAF | i);
        assert_true(root->count == PICK_BVH_WIDTH || i + 1 == tree->root_count);
        check_node(scene, i, 0, &count);
        for (int k = 0; k < 3; k++)
            assert_true(tree->bounds.lo[k] <= right.lo[k] && tree->bounds.hi[k] >= right.hi[k]);
    }
    assert_int_equal(count.objects, tree->object_count);
    assert_int_equal(count.nodes + tree->free_count, tree->pool.count);
    assert_true(count.depth <= tree->levels && tree->levels <= PICK_BVH_MAX_DEPTH);
    return count;
}

void upkeep_check_picks(const pick_scene *scene, test_random *r, pick_vec3 center, double half, size_t *hits)
{
    for (int i = 0; i < 20; i++) {
        const pick_ray ray = {pick_vec3_add(center, random_in_cube(r, 2 * half)), random_in_cube(r, 1), -HUGE_VAL,
                              HUGE_VAL};
        pick_hit fast = {0}, slow = {0};
        const bool hit = pick_closest_brute_force(scene, &ray, NULL, &slow);
        assert_int_equal(pick_closest(scene, &ray, NULL, &fast), hit);
        assert_true(fast.t == slow.t && pick_object_id_equal(fast.object, slow.object));
        *hits += hit;
    }
}
