// The root of a scene's tree: up to 128 children in adjacent nodes.
#include "upkeep.h"

#include "scene/scene_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct fixture {
    pick_mesh *mesh;
    pick_scene *scene;
    test_random random;
    size_t hits;
} fixture;

enum { HALF = 20 };

static fixture make_fixture(void)
{
    return (fixture){.mesh = upkeep_mesh(), .scene = upkeep_scene(NULL), .random = {31}};
}

static void free_fixture(fixture *f)
{
    pick_scene_destroy(f->scene);
    pick_mesh_destroy(f->mesh);
}

static void check(fixture *f)
{
    (void)upkeep_check_tree(f->scene);
    upkeep_check_picks(f->scene, &f->random, pick_vec3_make(0, 0, 0), HALF, &f->hits);
}

static void few_objects_are_children_of_the_root(void **state)
{
    (void)state;
    fixture f = make_fixture();
    pick_object_id ids[PICK_TREE_WIDTH + 1];
    const pick_tree *tree = &f.scene->tree;
    for (uint32_t i = 0; i < PICK_TREE_WIDTH; i++) {
        ids[i] = upkeep_add(f.scene, f.mesh, random_in_cube(&f.random, HALF));
        assert_int_equal(tree->levels, 1);
        assert_int_equal(tree->root_count, i / PICK_BVH_WIDTH + 1);
        check(&f);
    }
    // Wherever they move, they are children of the root: nothing is reinserted, so no rebuild is needed.
    f.scene->upkeep.debt = 0;
    for (int i = 0; i < 500; i++) {
        upkeep_move(f.scene, ids[random_index(&f.random, PICK_TREE_WIDTH)], random_in_cube(&f.random, HALF));
        check(&f);
    }
    assert_int_equal(f.scene->upkeep.debt, 0);
    assert_null(f.scene->upkeep.rebuild);
    // One more object has to share a place, and is removed again.
    ids[PICK_TREE_WIDTH] = upkeep_add(f.scene, f.mesh, random_in_cube(&f.random, HALF));
    assert_int_equal(tree->levels, 2);
    check(&f);
    // From the ends and from the middle, until none is left.
    for (uint32_t count = PICK_TREE_WIDTH + 1; count > 0; count--) {
        const uint32_t i = count % 3 == 0 ? count - 1 : random_index(&f.random, count);
        assert_int_equal(pick_scene_remove(f.scene, ids[i]), PICK_OK);
        ids[i] = ids[count - 1];
        check(&f);
    }
    assert_int_equal(tree->root_count, 0);
    assert_true(f.hits > 200);
    free_fixture(&f);
}

static void many_objects_share_a_wide_root(void **state)
{
    (void)state;
    fixture f = make_fixture();
    for (int i = 0; i < 5000; i++)
        (void)upkeep_add(f.scene, f.mesh, random_in_cube(&f.random, 10 * HALF));
    while (pick_scene_maintain(f.scene, UINT64_MAX)) {
    }
    const upkeep_count count = upkeep_check_tree(f.scene);
    assert_true(f.scene->tree.root_count > 1);
    assert_in_range(count.depth, 3, 8);
    upkeep_check_picks(f.scene, &f.random, pick_vec3_make(0, 0, 0), 10 * HALF, &f.hits);
    free_fixture(&f);
}

// More boxes are met at once than the usual stack has room for.
static void all_in_one_place(void **state)
{
    (void)state;
    fixture f = make_fixture();
    for (int i = 0; i < PICK_TREE_WIDTH; i++)
        (void)upkeep_add(f.scene, f.mesh, pick_vec3_make(0, 0, 0.001 * i));
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (!pick_simd_available(level))
            continue;
        pick_scene_set_simd(f.scene, level);
        pick_stats stats = {0};
        pick_query query = PICK_QUERY_DEFAULT;
        query.stats = &stats;
        const pick_ray ray = {{0.1, -0.3, 5}, {0, 0, -1}, 0, HUGE_VAL};
        pick_hit hits[2 * PICK_TREE_WIDTH];
        pick_hit nearest;
        assert_true(pick_closest(f.scene, &ray, &query, &nearest));
        assert_int_equal(nearest.object.index1, PICK_TREE_WIDTH);
        assert_int_equal(stats.nodes, PICK_TREE_ROOTS + stats.objects); // each mesh is one node
        assert_int_equal(pick_all(f.scene, &ray, NULL, hits, 2 * PICK_TREE_WIDTH), PICK_TREE_WIDTH);
        f.hits = 0;
        f.random.state = 31; // the same rays at every width
        upkeep_check_picks(f.scene, &f.random, pick_vec3_make(0, 0, 0), 1, &f.hits);
        assert_true(f.hits > 2);
    }
    free_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_objects_are_children_of_the_root),
        cmocka_unit_test(many_objects_share_a_wide_root),
        cmocka_unit_test(all_in_one_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
