// Nearest features at known places.
#include "picking/nearest.h"

#include "near.h"
#include "random.h"
#include "squares.h"

#include <string.h>

static pick_nearest find(const squares *s, double x, double y, uint32_t features, double radius, bool visible)
{
    const pick_nearest_query wanted = {features, radius, visible};
    pick_nearest slow = {.triangle = 77};
    pick_nearest fast = {.triangle = 77};
    const pick_vec2 position = {x, y};
    const bool found = pick_nearest_in_window_brute_force(s->scene, &s->view, position, &wanted, NULL, &slow);
    assert_int_equal(pick_nearest_in_window(s->scene, &s->view, position, &wanted, NULL, &fast), found);
    assert_int_equal(fast.triangle, slow.triangle);
    assert_int_equal(fast.feature, slow.feature);
    assert_true(found ? fast.distance == slow.distance : fast.triangle == 77 && fast.feature == 0);
    if (found) {
        pick_projected_point p;
        assert_true(pick_view_project(&s->view, fast.point, &p));
        assert_near(fast.depth, p.distance, 1e-6);
        assert_near(hypot(p.window.x - x, p.window.y - y), fast.distance, 1e-6);
    }
    return fast;
}

// The square's sides are at 45 and 55 on screen.
static void vertices_before_edges_before_surfaces(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    pick_nearest n = find(&s, 52, 48, PICK_FEATURE_ALL, 1, false);
    assert_int_equal(n.feature, PICK_FEATURE_EDGE); // the diagonal runs through it
    assert_near(n.distance, 0, 1e-9);
    n = find(&s, 48.5, 46, PICK_FEATURE_ALL, 1.2, false);
    assert_int_equal(n.feature, PICK_FEATURE_EDGE);
    assert_near(n.distance, 1, 1e-9);
    assert_vec3_near(n.point, pick_vec3_make(-0.3, 1, 0), 1e-6);
    assert_vec3_near(n.normal, pick_vec3_make(0, 0, 1), 1e-12);
    assert_near(n.depth, 10, 1e-6);
    assert_true(pick_object_id_equal(n.object, id));
    n = find(&s, 48.5, 46, PICK_FEATURE_ALL, 0.9, false);
    assert_int_equal(n.feature, PICK_FEATURE_SURFACE);
    assert_near(n.distance, 0, 0);
    assert_vec3_near(n.point, pick_vec3_make(-0.3, 0.8, 0), 1e-6);
    n = find(&s, 48.5, 46, PICK_FEATURE_ALL, 4, false);
    assert_int_equal(n.feature, PICK_FEATURE_VERTEX);
    assert_near(n.distance, hypot(3.5, 1), 1e-9);
    assert_vec3_near(n.point, pick_vec3_make(-1, 1, 0), 1e-6);
    n = find(&s, 42, 50, PICK_FEATURE_SURFACE, 5, false); // beside it
    assert_near(n.distance, 3, 1e-9);
    assert_vec3_near(n.point, pick_vec3_make(-1, 0, 0), 1e-6);
    assert_near(n.barycentric[0] + n.barycentric[1], 0.5, 1e-6); // triangle 1: (-1,-1) (1,1) (-1,1)
    assert_int_equal(n.triangle, 1);
    n = find(&s, 42, 50, PICK_FEATURE_ALL, 2.9, false);
    assert_int_equal(n.feature, 0);
    squares_free(&s);
}

// A zeroed query finds the surface exactly at the position, wherever that is.
static void a_radius_of_zero_finds_what_is_at_the_position(void **state)
{
    (void)state;
    squares s = squares_make();
    test_random r = {9};
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    pick_object_desc desc;
    assert_int_equal(pick_scene_get(s.scene, id, &desc), PICK_OK);
    desc.transform.linear[2] = 0.31f;
    assert_int_equal(pick_scene_set_transform(s.scene, id, &desc.transform), PICK_OK);
    for (int i = 0; i < 300; i++) {
        const double x = random_between(&r, 46, 54), y = random_between(&r, 46, 54);
        const pick_nearest n = find(&s, x, y, 0, 0, i % 2 == 0);
        assert_int_equal(n.feature, PICK_FEATURE_SURFACE);
        assert_near(n.distance, 0, 0);
        assert_int_equal(find(&s, x + 12, y, 0, 0, false).feature, 0);
    }
    squares_free(&s);
}

// Squares that reach across the border of the viewport, their diagonals through its corners: to a mouse outside they
// are as near as the border, and the front one is named.
static void the_front_surface_beside_the_viewport(void **state)
{
    (void)state;
    squares s = squares_make();
    test_random r = {4};
    squares_put(&s, s.square, 0, 0, 9.3); // each covers more than the viewport
    const pick_object_id front = squares_put(&s, s.square, 0, 0, 9.5);
    squares_put(&s, s.square, 0, 0, 9.4);
    for (int i = 0; i < 400; i++) {
        const double x = i % 4 == 0 ? 0 : random_between(&r, -30, 130); // on the border, too
        const double y = i % 4 == 1 ? 100 : random_between(&r, -30, 130);
        const double beside = fmax(0, fmax(-x, x - 100)), above = fmax(0, fmax(-y, y - 100));
        const pick_nearest n = find(&s, x, y, PICK_FEATURE_SURFACE, 50, false);
        assert_true(pick_object_id_equal(n.object, front));
        assert_near(n.distance, hypot(beside, above), 0);
    }
    squares_free(&s);
    s = squares_make();
    squares_put(&s, s.square, 8, 0, 0); // from 85 to 95 on screen
    assert_near(find(&s, 103, 50, PICK_FEATURE_SURFACE, 20, false).distance, 8, 1e-9);
    squares_free(&s);
}

// The cut runs through a corner of each triangle and between its other two: clipping leaves that corner twice.
static void triangles_cut_at_a_corner(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_plane plane = {{1, 1, 0}, 0}; // through (1, -1) and (-1, 1)
    squares_put(&s, s.square, 0, 0, 0);
    assert_int_equal(pick_view_set_section(&s.view, &plane, 1), PICK_OK);
    for (uint32_t i = 0; i < 2; i++) { // on each triangle
        const pick_nearest n = find(&s, i == 0 ? 53.5 : 50.5, i == 0 ? 49.5 : 46.5, PICK_FEATURE_SURFACE, 20, false);
        assert_near(n.distance, 0, 0);
        assert_int_equal(n.triangle, i);
    }
    assert_near(find(&s, 49, 51, PICK_FEATURE_SURFACE, 20, false).distance, hypot(1, 1), 1e-9); // cut off
    squares_free(&s);
}

// Triangles in the plane x = y, seen edge-on along a line of the window: rounding may give them an inside there, and no
// place in it.
static void triangles_that_hold_the_line_of_sight(void **state)
{
    (void)state;
    squares s = squares_make();
    test_random r = {3};
    s.view = squares_view(10, 0.1, 100, true);
    const pick_submesh both_sides = {0, 1, PICK_SUBMESH_DOUBLE_SIDED};
    for (int i = 0; i < 2000; i++) {
        float corner[9];
        for (int k = 0; k < 9; k += 3) {
            corner[k] = corner[k + 1] = (float)random_between(&r, -3, 3);
            corner[k + 2] = (float)random_between(&r, -9, 4);
        }
        const pick_mesh_desc desc = {
            .positions = corner, .vertex_count = 3, .submeshes = &both_sides, .submesh_count = 1};
        pick_mesh *mesh = NULL;
        assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
        const pick_object_id id = squares_put(&s, mesh, 0, 0, 0);
        const double along = (double)random_index(&r, 1600) / 64 - 12.5;
        const pick_nearest n = find(&s, 50 + along, 50 - along, PICK_FEATURE_SURFACE, 100, false);
        assert_int_equal(n.feature, PICK_FEATURE_SURFACE);
        assert_true(pick_vec3_is_finite(n.point));
        assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
        s.count = 0;
        pick_mesh_destroy(mesh);
    }
    squares_free(&s);
}

static void hidden_points_and_hidden_sides(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id behind = squares_put(&s, s.square, 0, 0, 0);
    const pick_object_id before = squares_put(&s, s.square, 0, 0, 5); // 40..60 on screen
    pick_nearest n = find(&s, 45.5, 45.5, PICK_FEATURE_VERTEX, 3, false);
    assert_true(pick_object_id_equal(n.object, behind));
    n = find(&s, 45.5, 45.5, PICK_FEATURE_VERTEX, 3, true);
    assert_int_equal(n.feature, 0);
    n = find(&s, 45.5, 45.5, PICK_FEATURE_VERTEX, 9, true);
    assert_true(pick_object_id_equal(n.object, before));
    assert_near(n.depth, 5, 1e-6);
    s.view = squares_view(10, 0.1, 100, true); // 45..55, one before the other
    n = find(&s, 45.5, 45.5, PICK_FEATURE_VERTEX, 3, true);
    assert_true(pick_object_id_equal(n.object, before));
    n = find(&s, 45.5, 45.5, PICK_FEATURE_VERTEX, 3, false); // as near on screen: the one before
    assert_true(pick_object_id_equal(n.object, before));
    assert_int_equal(pick_scene_set_flags(s.scene, before, PICK_OBJECT_HIDDEN), PICK_OK);
    n = find(&s, 45.5, 45.5, PICK_FEATURE_VERTEX, 3, true);
    assert_true(pick_object_id_equal(n.object, behind));
    assert_false(n.locked);
    assert_int_equal(pick_scene_set_flags(s.scene, behind, PICK_OBJECT_LOCKED), PICK_OK);
    assert_true(find(&s, 45.5, 45.5, PICK_FEATURE_VERTEX, 3, true).locked);
    // From behind, a single-sided square is not there.
    pick_transform turned = PICK_TRANSFORM_IDENTITY;
    turned.linear[0] = turned.linear[8] = -1;
    assert_int_equal(pick_scene_set_transform(s.scene, behind, &turned), PICK_OK);
    assert_int_equal(find(&s, 50, 50, PICK_FEATURE_ALL, 10, false).feature, 0);
    assert_int_equal(pick_scene_set_mesh(s.scene, behind, s.both_sides), PICK_OK);
    n = find(&s, 50, 50, PICK_FEATURE_SURFACE, 10, false);
    assert_int_equal(n.feature, PICK_FEATURE_SURFACE);
    assert_true(n.backface);
    squares_free(&s);
}

// A plank that runs under the camera ends at the near plane.
static void edges_end_at_the_near_plane(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_transform plank = PICK_TRANSFORM_IDENTITY;
    plank.linear[4] = 0;
    plank.linear[5] = -50;
    plank.linear[7] = 1;
    plank.linear[8] = 0;
    plank.origin = pick_vec3_make(0, -1, 0);
    assert_int_equal(pick_scene_set_transform(s.scene, squares_put(&s, s.both_sides, 0, 0, 0), &plank), PICK_OK);
    // Its edge x = 1 leaves the picture at the corner; 1 m to the right at 1.25 m depth is at 90, and 90 down.
    pick_nearest n = find(&s, 90.1, 89.9, PICK_FEATURE_EDGE, 2, false);
    assert_int_equal(n.feature, PICK_FEATURE_EDGE);
    assert_near(n.distance, 0, 0.2);
    assert_near(n.depth, 1.25, 0.01);
    n = find(&s, 70, 70, PICK_FEATURE_EDGE, 0.5, false);
    assert_near(n.depth, 2.5, 1e-6);
    assert_vec3_near(n.point, pick_vec3_make(1, -1, 7.5), 1e-6);
    assert_int_equal(find(&s, 30, 30, PICK_FEATURE_ALL, 5, false).feature, 0); // where its mirror image would be
    squares_free(&s);
}

static bool left_half(void *user, const pick_hit *candidate)
{
    (void)user;
    assert_true(candidate->has_uv);
    return candidate->uv[0] < 0.5f;
}

static void filters_are_called_at_the_point_found(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.alpha, 0, 0, 0);
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = left_half;
    const pick_nearest_query wanted = {PICK_FEATURE_VERTEX, 100, false};
    pick_nearest n;
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){60, 44}, &wanted, &query, &n));
    assert_vec3_near(n.point, pick_vec3_make(-1, 1, 0), 1e-9);
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(3, -1, 0), &wanted, &query, &n));
    assert_vec3_near(n.point, pick_vec3_make(-1, -1, 0), 0);
    squares_free(&s);
}

static bool refuse_all(void *user, const pick_hit *candidate)
{
    (void)candidate;
    ++*(int *)user;
    return false;
}

// Submeshes that are not alpha-tested are found whatever the filter would return.
static void filters_are_not_called_for_solids(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.square, 0, 0, 0);
    int asked = 0;
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = refuse_all;
    query.filter_user = &asked;
    const pick_nearest_query wanted = {PICK_FEATURE_ALL, 100, false};
    pick_nearest n;
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){60, 44}, &wanted, &query, &n));
    assert_true(pick_nearest_in_window_brute_force(s.scene, &s.view, (pick_vec2){60, 44}, &wanted, &query, &n));
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(3, -1, 0), &wanted, &query, &n));
    assert_true(pick_nearest_in_world_brute_force(s.scene, pick_vec3_make(3, -1, 0), &wanted, &query, &n));
    assert_int_equal(asked, 0);
    squares_put(&s, s.alpha, 0, 0, 5);
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){60, 44}, &wanted, &query, &n));
    assert_near(n.point.z, 0, 0);
    assert_true(asked > 0);
    squares_free(&s);
}

static void in_space(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_nearest n;
    pick_nearest_query wanted = {PICK_FEATURE_SURFACE, HUGE_VAL, true};
    assert_false(pick_nearest_in_world(s.scene, pick_vec3_make(0, 0, 0), &wanted, NULL, &n));
    const pick_object_id first = squares_put(&s, s.square, 0, 0, 0);
    squares_put(&s, s.square, 0, 0, -5);
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(0.5, 0.25, 2), &wanted, NULL, &n));
    assert_true(pick_object_id_equal(n.object, first));
    assert_vec3_near(n.point, pick_vec3_make(0.5, 0.25, 0), 0);
    assert_near(n.distance, 2, 0);
    assert_false(n.backface);
    wanted.features = PICK_FEATURE_ALL;
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(0.5, 0.25, -2), &wanted, NULL, &n));
    assert_int_equal(n.feature, PICK_FEATURE_VERTEX);
    assert_vec3_near(n.point, pick_vec3_make(1, 1, 0), 0);
    assert_true(n.backface);
    wanted.radius = 2.1;
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(0.5, 0.75, -2), &wanted, NULL, &n));
    assert_int_equal(n.feature, PICK_FEATURE_VERTEX);
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(0.5, 0.25, -2), &wanted, NULL, &n));
    assert_int_equal(n.feature, PICK_FEATURE_EDGE);
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_BACK; // seen from its back
    assert_false(pick_nearest_in_world(s.scene, pick_vec3_make(0.5, 0.25, -2), &wanted, &query, &n));
    query.cull = PICK_CULL_FRONT;
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(0.5, 0.25, -2), &wanted, &query, &n));
    squares_free(&s);
}

// Among objects all about, the hierarchy finds what a look at each finds, which visits none of its nodes.
static void in_space_among_many(void **state)
{
    (void)state;
    test_random random = {6};
    squares s = squares_make();
    for (int i = 0; i < 300; i++) {
        const pick_vec3 at = random_in_cube(&random, 30);
        s.count = 0; // their handles are not needed
        squares_put(&s, s.square, at.x, at.y, at.z);
    }
    for (int i = 0; i < 200; i++) {
        const pick_nearest_query wanted = {1u << i % 3, HUGE_VAL, false};
        const pick_vec3 from = random_in_cube(&random, 40);
        pick_stats fast_stats = {0}, slow_stats = {0};
        pick_query query = PICK_QUERY_DEFAULT;
        pick_nearest fast, slow;
        query.stats = &fast_stats;
        assert_true(pick_nearest_in_world(s.scene, from, &wanted, &query, &fast));
        query.stats = &slow_stats;
        assert_true(pick_nearest_in_world_brute_force(s.scene, from, &wanted, &query, &slow));
        assert_true(pick_object_id_equal(fast.object, slow.object) && fast.distance == slow.distance);
        assert_true(fast_stats.nodes > 0 && slow_stats.nodes == 0);
    }
    squares_free(&s);
}

// Slivers seen from far off: whichever of the edges comes first, the point found is as sharp.
static void slivers_in_any_order(void **state)
{
    (void)state;
    static const float tips[] = {0.4f, 0.01f, 1e-6f, 1e-9f}, heights[] = {1e-3f, 1e-6f, 1e-9f, 1e-12f};
    squares s = squares_make();
    for (int n = 0; n < 4 * 4 * 6; n++) {
        const float corner[3][3] = {{0, 0, 0}, {1, 0, 0}, {tips[n % 4], heights[n / 4 % 4], 0}};
        const int order = n / 16;
        float positions[9];
        for (int k = 0; k < 3; k++) {
            const int from = (order + k) % 3;
            memcpy(&positions[3 * k], corner[order < 3 ? from : 2 - from], sizeof corner[0]);
        }
        const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3};
        pick_mesh *mesh = NULL;
        assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
        s.count = 0;
        const pick_object_id id = squares_put(&s, mesh, 0, 0, 0);
        for (int i = 1; i < 50; i++) {
            const pick_nearest_query wanted = {PICK_FEATURE_SURFACE, HUGE_VAL, false};
            const pick_vec3 from = {i * 0.02, -3000, 1};
            pick_nearest found;
            assert_true(pick_nearest_in_world(s.scene, from, &wanted, NULL, &found));
            assert_vec3_near(found.point, pick_vec3_make(from.x, 0, 0), 1e-14);
        }
        assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
        pick_mesh_destroy(mesh);
    }
    squares_free(&s);
}

static void wrong_input_finds_nothing(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.square, 0, 0, 0);
    const double nan = (double)NAN;
    pick_nearest n;
    static const double radii[] = {-1, HUGE_VAL};
    for (size_t i = 0; i < 2; i++) {
        const pick_nearest_query wanted = {PICK_FEATURE_ALL, radii[i], false};
        assert_false(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){50, 50}, &wanted, NULL, &n));
    }
    pick_nearest_query wanted = {PICK_FEATURE_ALL, 10, false};
    assert_false(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){nan, 50}, &wanted, NULL, &n));
    assert_false(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){500, 50}, &wanted, NULL, &n));
    assert_false(pick_nearest_in_world(s.scene, pick_vec3_make(nan, 0, 0), &wanted, NULL, &n));
    wanted.features = 8; // none that there is
    assert_false(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){50, 50}, &wanted, NULL, &n));
    assert_false(pick_nearest_in_world(s.scene, pick_vec3_make(0, 0, 0), &wanted, NULL, &n));
    wanted.features = 0; // all
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){50, 50}, &wanted, NULL, &n));
    assert_int_equal(n.feature, PICK_FEATURE_VERTEX);
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(0, 0, 0), &wanted, NULL, &n));
    assert_int_equal(n.feature, PICK_FEATURE_VERTEX);
    // Without a query: all within 10. Zeroed: only what lies exactly there.
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){50, 50}, NULL, NULL, &n));
    assert_int_equal(n.feature, PICK_FEATURE_VERTEX);
    wanted = (pick_nearest_query){0};
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){51, 50.5}, &wanted, NULL, &n));
    assert_int_equal(n.feature, PICK_FEATURE_SURFACE);
    assert_false(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){60, 50}, &wanted, NULL, &n));
    wanted = (pick_nearest_query){PICK_FEATURE_ALL, nan, false};
    assert_false(pick_nearest_in_world(s.scene, pick_vec3_make(0, 0, 0), &wanted, NULL, &n));
    squares_free(&s);
}

// The same square three times: the first one answers. And the work that it takes is counted.
static void ties_and_counts(void **state)
{
    (void)state;
    squares s = squares_make();
    for (int i = 0; i < 3; i++)
        squares_put(&s, s.square, 0, 0, 0);
    for (uint32_t feature = PICK_FEATURE_VERTEX; feature <= PICK_FEATURE_SURFACE; feature <<= 1) {
        assert_true(pick_object_id_equal(find(&s, 46, 46.5, feature, 20, false).object, s.ids[0]));
        const pick_nearest_query wanted = {feature, 100, false};
        pick_stats stats = {0};
        pick_query query = PICK_QUERY_DEFAULT;
        pick_nearest n;
        query.stats = &stats;
        assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(0.2, 0.1, 1), &wanted, &query, &n));
        assert_true(pick_object_id_equal(n.object, s.ids[0]));
        assert_true(stats.nodes > 0);
    }
    squares_free(&s);
}

// Triangles without area and removed objects are never found, in the window or in space.
static void degenerate_and_removed_ones_are_not_found(void **state)
{
    (void)state;
    squares s = squares_make();
    static const float positions[18] = {-2, 0, 0, -1.5f, 0, 0, -1, 0, 0, 1, -1, 0, 2, -1, 0, 1, 1, 0};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 6};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_object_id id = squares_put(&s, mesh, 0, 0, 0);
    for (uint32_t feature = PICK_FEATURE_VERTEX; feature <= PICK_FEATURE_SURFACE; feature <<= 1) {
        assert_int_equal(find(&s, 42, 50, feature, 8, false).feature, 0); // where the needle is
        const pick_nearest n = find(&s, 42, 50, feature, 20, false);
        assert_true(n.feature == feature && n.triangle == 1);
    }
    squares_put(&s, s.square, 0, 0, -5);
    assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
    const pick_nearest n = find(&s, 42, 50, PICK_FEATURE_SURFACE, 20, false);
    assert_true(pick_object_id_equal(n.object, s.ids[1]));
    assert_int_equal(find(&s, 58, 50, PICK_FEATURE_SURFACE, 3, false).feature, 0); // where the triangle was
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

// A sheet of half size 2, of side x side cells of two triangles each: 20 points wide at 10 m. No vertices are equally
// far from anywhere, and the numbers of its triangles say nothing of where they are.
static pick_mesh *make_sheet(test_random *random, uint32_t side)
{
    enum { MOST = 100 };
    static float positions[(MOST + 1) * (MOST + 1)][3];
    static uint32_t indices[2 * MOST * MOST][3];
    const uint32_t row = side + 1, count = 2 * side * side;
    assert_in_range(side, 1, MOST);
    for (uint32_t i = 0; i < row * row; i++) {
        positions[i][0] = (float)((i % row + random_between(random, 0, 0.5)) * 4 / side - 2);
        positions[i][1] = (float)((i / row + random_between(random, 0, 0.5)) * 4 / side - 2);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t a = i / 2 / side * row + i / 2 % side, b = a + row + 1, other = random_index(random, i + 1);
        const uint32_t corners[3] = {a, i % 2 == 0 ? a + 1 : b, i % 2 == 0 ? b : a + row};
        memcpy(indices[i], indices[other], sizeof corners);
        memcpy(indices[other], corners, sizeof corners);
    }
    const pick_mesh_desc desc = {.positions = positions[0],
                                 .vertex_count = row * row,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 3 * count};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

// Far more candidates within reach than are remembered. Each vertex has six triangles in each of two sheets that lie in
// the same place: the first of them all answers.
static void dense_meshes(void **state)
{
    (void)state;
    test_random r = {12};
    squares s = squares_make();
    pick_mesh *sheet = make_sheet(&r, 30);
    squares_put(&s, sheet, 0, 0, 0); // 40..60 on screen
    squares_put(&s, sheet, 0, 0, 0);
    for (int i = 0; i < 16; i++) { // on it, left of it, right of it
        const double x = i % 4 < 2 ? random_between(&r, 42, 58) : 50 + (i % 4 * 2 - 5) * random_between(&r, 12, 18);
        const uint32_t feature = i % 8 < 4 ? PICK_FEATURE_VERTEX : PICK_FEATURE_EDGE;
        const pick_nearest n = find(&s, x, random_between(&r, 42, 58), feature, 20, true);
        assert_true(pick_object_id_equal(n.object, s.ids[0]));
    }
    squares_put(&s, s.square, 0, 0, 8); // hides them in 45..55
    s.view = squares_view(10, 0.1, 100, true);
    for (int i = 0; i < 2; i++) {
        const pick_nearest n = find(&s, i == 0 ? 45.7 : 54.3, 50, PICK_FEATURE_VERTEX, 2, true);
        assert_true(pick_object_id_equal(n.object, s.ids[0]));
    }
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(sheet);
    squares_free(&s);
}

// A square that begins beside a mesh and has thousands of its triangles is left for narrower ones, again and again.
static void beside_dense_meshes(void **state)
{
    (void)state;
    test_random r = {13};
    squares s = squares_make();
    pick_mesh *sheet = make_sheet(&r, 100);
    squares_put(&s, sheet, 0, 0, 0); // 40..60 on screen
    for (int i = 0; i < 16; i++) {
        const double away = (i % 2 * 2 - 1) * random_between(&r, 18.5, 19.5), along = random_between(&r, 38, 62);
        const bool level = i % 4 < 2;
        (void)find(&s, level ? 50 + away : along, level ? along : 50 + away, PICK_FEATURE_VERTEX + (uint32_t)i % 8 / 4,
                   20, false);
    }
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(sheet);
    squares_free(&s);
}

static bool right_half(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->uv[0] > 0.5f;
}

// Two corners at the same distance: the filter always rejects the first.
static void filters_decide_between_corners(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.alpha, 0, 0, 0);
    const pick_nearest_query wanted = {PICK_FEATURE_VERTEX, 20, false};
    pick_query query = PICK_QUERY_DEFAULT;
    pick_nearest n;
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){50, 55}, &wanted, &query, &n));
    assert_true(n.triangle == 0 && n.index == 0);
    const double first = n.distance;
    query.filter = right_half;
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){50, 55}, &wanted, &query, &n));
    assert_true(n.distance == first && n.triangle == 0 && n.index == 1);
    assert_vec3_near(n.point, pick_vec3_make(1, -1, 0), 0);
    squares_free(&s);
}

// Triangles in a plane through the eye, and positions that rounding puts inside of what is seen of them though the
// ray there does not meet the plane at any one point: they are found, right there.
static void triangles_seen_from_their_edge(void **state)
{
    (void)state;
    static const struct {
        float corner[9]; // from the eye
        pick_vec2 position;
    } cases[] = {
        {{-16, 4, -2, 10, 0, -2, 1, 6, -8}, {0x1.ec3bd7f24f933p+4, 0x1.12889136dd688p+3}},
        {{-8, 4, -6, -4, 4, -2, 2, -10, -3}, {0x1.699a13e862a02p+2, 0x1.ea6684fa18a81p+5}},
        {{-7, -2, -10, -5, -4, -8, -6, -6, -10}, {0x1.0ef25d77893c4p+4, 0x1.0ef25d77893c4p+6}},
        {{-1, -1, -3, -5, 1, -7, 4, -8, -4}, {0x1.64ab5f9e4d207p+5, 0x1.42eb1bc2f0344p+6}},
    };
    const pick_submesh both_sides = {0, 1, PICK_SUBMESH_DOUBLE_SIDED};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const pick_mesh_desc desc = {
            .positions = cases[i].corner, .vertex_count = 3, .submeshes = &both_sides, .submesh_count = 1};
        const pick_vec2 p = cases[i].position;
        squares s = squares_make();
        pick_mesh *mesh = NULL;
        assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
        const pick_object_id id = squares_put(&s, mesh, 0, 0, 10);
        const pick_nearest n = find(&s, p.x, p.y, PICK_FEATURE_SURFACE, 2, false);
        assert_int_equal(n.feature, PICK_FEATURE_SURFACE);
        assert_near(n.distance, 0, 1e-9);
        pick_projected_point seen;
        assert_true(pick_view_project(&s.view, n.point, &seen));
        assert_near(seen.window.x, p.x, 1e-9);
        assert_near(seen.window.y, p.y, 1e-9);
        assert_true(n.barycentric[0] > -1e-9 && n.barycentric[1] > -1e-9);
        assert_true(n.barycentric[0] + n.barycentric[1] < 1 + 1e-9);
        assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
        pick_mesh_destroy(mesh);
        squares_free(&s);
    }
}

// A scene of one object, which has the mesh made from `desc`.
static pick_scene *scene_of_mesh(const pick_mesh_desc *desc, pick_mesh **mesh)
{
    pick_scene *scene = NULL;
    pick_object_id id;
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    assert_int_equal(pick_mesh_create(desc, NULL, mesh), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    object.mesh = *mesh;
    assert_int_equal(pick_scene_add(scene, &object, &id), PICK_OK);
    return scene;
}

// Long meshes along each axis, whose nodes are near on two axes and far on the third.
static void rows_along_each_axis(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    const pick_nearest_query wanted = {PICK_FEATURE_SURFACE, HUGE_VAL, false};
    for (int axis = 0; axis < 3; axis++) {
        static float positions[COUNT][3][3];
        for (int i = 0; i < COUNT; i++) {
            for (int v = 0; v < 3; v++) { // 1 apart, and a tenth long
                positions[i][v][axis] = (float)i;
                positions[i][v][(axis + 1) % 3] = v == 1 ? 0.1f : 0;
                positions[i][v][(axis + 2) % 3] = v == 2 ? 0.1f : 0;
            }
        }
        const pick_mesh_desc desc = {.positions = positions[0][0], .vertex_count = 3 * COUNT};
        pick_mesh *mesh = NULL;
        pick_scene *scene = scene_of_mesh(&desc, &mesh);
        for (int i = 0; i < COUNT; i++) {
            double at[3] = {0, 0, 0};
            pick_nearest n;
            at[axis] = i + 0.25;
            assert_true(pick_nearest_in_world(scene, pick_vec3_make(at[0], at[1], at[2]), &wanted, NULL, &n));
            assert_int_equal(n.triangle, i);
            assert_near(n.distance, 0.25, 0);
        }
        pick_scene_destroy(scene);
        pick_mesh_destroy(mesh);
    }
}

// Nearest to each side of a triangle: the weights are those of the point.
static void weights_along_each_edge(void **state)
{
    (void)state;
    static const float positions[9] = {1, 2, 3, 5, 2, 3, 1, 6, 3};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3};
    const pick_nearest_query wanted = {PICK_FEATURE_EDGE, HUGE_VAL, false};
    static const double weights[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    pick_mesh *mesh = NULL;
    pick_scene *scene = scene_of_mesh(&desc, &mesh);
    for (int side = 0; side < 3; side++) {
        for (int step = 1; step < 4; step++) {
            const double along = step / 4.0;
            const double *from = weights[side];
            const double *to = weights[(side + 1) % 3];
            const double u = from[0] + along * (to[0] - from[0]);
            const double v = from[1] + along * (to[1] - from[1]);
            const pick_vec3 point = {1 + 4 * u, 2 + 4 * v, 3};
            pick_nearest n;
            assert_true(pick_nearest_in_world(scene, pick_vec3_make(point.x, point.y, 5), &wanted, NULL, &n));
            assert_int_equal(n.feature, PICK_FEATURE_EDGE);
            assert_int_equal(n.index, side);
            assert_true(n.depth == 0);
            assert_near(n.barycentric[0], u, 1e-12);
            assert_near(n.barycentric[1], v, 1e-12);
            assert_vec3_near(n.point, point, 1e-12);
        }
    }
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_before_edges_before_surfaces),
        cmocka_unit_test(a_radius_of_zero_finds_what_is_at_the_position),
        cmocka_unit_test(the_front_surface_beside_the_viewport),
        cmocka_unit_test(triangles_cut_at_a_corner),
        cmocka_unit_test(triangles_that_hold_the_line_of_sight),
        cmocka_unit_test(hidden_points_and_hidden_sides),
        cmocka_unit_test(edges_end_at_the_near_plane),
        cmocka_unit_test(filters_are_called_at_the_point_found),
        cmocka_unit_test(filters_are_not_called_for_solids),
        cmocka_unit_test(rows_along_each_axis),
        cmocka_unit_test(weights_along_each_edge),
        cmocka_unit_test(in_space),
        cmocka_unit_test(in_space_among_many),
        cmocka_unit_test(slivers_in_any_order),
        cmocka_unit_test(wrong_input_finds_nothing),
        cmocka_unit_test(ties_and_counts),
        cmocka_unit_test(degenerate_and_removed_ones_are_not_found),
        cmocka_unit_test(dense_meshes),
        cmocka_unit_test(beside_dense_meshes),
        cmocka_unit_test(filters_decide_between_corners),
        cmocka_unit_test(triangles_seen_from_their_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
