// The place of an object inserted into a scene's tree.
#include "upkeep.h"

#include "scene/scene_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static double half_area(const pick_box3f *box)
{
    const double x = (double)box->hi[0] - (double)box->lo[0];
    const double y = (double)box->hi[1] - (double)box->lo[1];
    const double z = (double)box->hi[2] - (double)box->lo[2];
    return x * y + y * z + z * x;
}

static pick_box3f joined(const pick_box3f *a, const pick_box3f *b)
{
    pick_box3f r;
    for (int k = 0; k < 3; k++) {
        r.lo[k] = fminf(a->lo[k], b->lo[k]);
        r.hi[k] = fmaxf(a->hi[k], b->hi[k]);
    }
    return r;
}

// What the box costs below `index`, at the place found (`only`), or at the best of all places.
static double cost_below(const pick_tree *tree, uint32_t index, double growth, const pick_box3f *box,
                         const pick_tree_place *only)
{
    const pick_tree_node *node = pick_node_at(&tree->pool, index);
    const bool here = only == NULL || only->node == index;
    double best = here && node->count < PICK_BVH_WIDTH ? growth : HUGE_VAL;
    for (uint32_t c = 0; c < node->count; c++) {
        const pick_box3f old = pick_bvh_node_box(&node->node, c);
        const pick_box3f both = joined(&old, box);
        if ((node->node.child[c] & PICK_REF_LEAF) == 0) {
            const double more = growth + half_area(&both) - half_area(&old);
            best = fmin(best, cost_below(tree, node->node.child[c], more, box, only));
        } else if (here && node->count == PICK_BVH_WIDTH && (only == NULL || only->child == c)) {
            best = fmin(best, growth + half_area(&both));
        }
    }
    return best;
}

static double cost_of(const pick_tree *tree, const pick_box3f *box, const pick_tree_place *only)
{
    double best = HUGE_VAL;
    for (uint32_t i = 0; i < tree->root_count; i++)
        best = fmin(best, cost_below(tree, i, 0, box, only));
    return best;
}

// Against a search of the whole tree: never cheaper, and as good nearly always.
static void the_best_place_is_found(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    test_random r = {41};
    enum { COUNT = 3000, BOXES = 1000 };
    static pick_object_id ids[COUNT];
    for (int i = 0; i < COUNT; i++)
        ids[i] = upkeep_add(scene, mesh, random_in_cube(&r, 40));
    for (int i = 0; i < COUNT; i += 5) // so that some nodes have room
        assert_int_equal(pick_scene_remove(scene, ids[i]), PICK_OK);
    const pick_tree *tree = &scene->tree;
    assert_true(tree->root_count > 1 && tree->levels > 2);
    int equal = 0, shared = 0;
    for (int i = 0; i < BOXES; i++) {
        const pick_vec3 at = random_in_cube(&r, 42);
        const pick_aabb world = {pick_vec3_sub(at, pick_vec3_make(1, 1, 1)),
                                 pick_vec3_add(at, pick_vec3_make(1, 1, 1))};
        const pick_box3f box = pick_tree_box(&scene->tree, &world);
        if (pick_node_at(&tree->pool, tree->root_count - 1)->count < PICK_BVH_WIDTH) {
            (void)upkeep_add(scene, mesh, at); // takes the root's last places
            continue;
        }
        const pick_tree_place place = pick_tree_find_place(tree, &box);
        const double cost = cost_of(tree, &box, &place);
        const double best = cost_of(tree, &box, NULL);
        assert_true(isfinite(cost) && cost >= best);
        equal += cost == best;
        shared += place.child < PICK_BVH_WIDTH;
    }
    assert_true(equal > BOXES * 9 / 10);
    assert_true(shared > BOXES / 10 && shared < BOXES * 9 / 10);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Where every node is as good as any other, the search ends.
static void objects_in_one_place(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    test_random r = {42};
    pick_object_id id = {0};
    size_t hits = 0;
    for (int i = 0; i < 2000; i++)
        id = upkeep_add(scene, mesh, pick_vec3_make(0, 0, 0));
    assert_int_equal(upkeep_check_tree(scene).objects, 2000);
    upkeep_check_picks(scene, &r, pick_vec3_make(0, 0, 0), 1, &hits);
    upkeep_move(scene, id, pick_vec3_make(1000, 0, 0));
    const pick_ray ray = {{1000.1, 0.1, 10}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(scene, &ray, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, id));
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// Boxes beyond what floats hold are infinite, and so are their areas: one place is as good as another, but there is
// one.
static void boxes_that_are_infinite(void **state)
{
    (void)state;
    pick_mesh *mesh = upkeep_mesh();
    pick_scene *scene = upkeep_scene(NULL);
    enum { COUNT = 600 };
    static pick_object_id ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const double far = (i & 1) != 0 ? 1e300 : -1e300;
        ids[i] = upkeep_add(scene, mesh,
                            i == 0 ? pick_vec3_make(0, 0, 0) : pick_vec3_make(far, (i & 2) != 0 ? far : -far, far));
    }
    assert_int_equal(upkeep_check_tree(scene).objects, COUNT);
    for (int i = 1; i < COUNT; i++)
        upkeep_move(scene, ids[i], pick_vec3_make(i, 0, 0));
    (void)upkeep_check_tree(scene);
    test_random r = {43};
    size_t hits = 0;
    for (int i = 0; i < 20; i++)
        upkeep_check_picks(scene, &r, pick_vec3_make(20 * i, 0, 0), 5, &hits);
    assert_true(hits > 10);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_place_is_found),
        cmocka_unit_test(objects_in_one_place),
        cmocka_unit_test(boxes_that_are_infinite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
