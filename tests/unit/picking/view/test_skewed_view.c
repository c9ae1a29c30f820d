// Views whose matrix is a rotation only within what is allowed: depth is then measured along another direction than the
// one in which the rays of an orthographic view run. Whatever a view finds is found along its rays.
#include "picking/picking.h"

#include "near.h"
#include "projection.h"
#include "squares.h"

#include <string.h>

// The rays run along -z. Depth grows along (-SKEW, 0, -1).
#define SKEW 4e-5

// From z = 1000, 10 points a metre, the middle of the window at x = y = 0.
static pick_view skewed_view(void)
{
    const projection_spec spec = {.kind = PICK_ORTHOGRAPHIC,
                                  .left = -5,
                                  .right = 5,
                                  .bottom = -5,
                                  .top = 5,
                                  .near_distance = 1,
                                  .far_distance = 3000};
    float projection[16], matrix[16];
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0), matrix);
    matrix[2] = (float)SKEW;
    const pick_view_desc desc = {projection, matrix, {0, 0, 1000}, {0, 0, 100, 100}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    const pick_ray ray = pick_view_ray(&view, (pick_vec2){60, 40});
    assert_vec3_near(ray.direction, pick_vec3_make(0, 0, -1), 0);
    assert_vec3_near(pick_ray_at(&ray, 0), pick_vec3_make(1, 1, 1000), 1e-4);
    return view;
}

// Whether the corner of a square at (1, 1, 0) is seen past another square, 500 m nearer to the eye.
static bool sees_corner(double x_in_front)
{
    squares s = squares_make();
    (void)squares_put(&s, s.square, 0, 0, 0);
    (void)squares_put(&s, s.square, x_in_front, 1, 500);
    const pick_view view = skewed_view();
    const pick_vec2 corner = {60, 40};
    const pick_nearest_query seen = {.features = PICK_FEATURE_VERTEX, .radius = 0.01, .visible = true};
    const pick_snap_query snap_query = {.rules = PICK_SNAP_VERTEX, .reach = 0.01};
    pick_nearest nearest;
    pick_snap snap;
    const bool found = pick_nearest_in_window(s.scene, &view, corner, &seen, NULL, &nearest);
    assert_int_equal(pick_snap_in_window(s.scene, &view, corner, &snap_query, NULL, &snap), found);
    if (found)
        assert_vec3_near(nearest.point, pick_vec3_make(1, 1, 0), 0);
    squares_free(&s);
    return found;
}

static void what_rays_meet_is_what_hides(void **state)
{
    (void)state;
    // 500 m along the direction of depth, the corner is at x = 1.02.
    assert_true(sees_corner(2.01));
    assert_false(sees_corner(1.99));
    assert_false(sees_corner(0.01));
    assert_true(sees_corner(-0.01));
}

static void the_side_that_rays_meet_counts(void **state)
{
    (void)state;
    const pick_view view = skewed_view();
    pick_region *region = NULL;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &view, (pick_vec2){40, 40}, (pick_vec2){60, 60}), PICK_OK);
    for (int side = -1; side <= 1; side += 2) { // seen from its front, and from its back, within 2e-5
        squares s = squares_make();
        const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
        pick_transform slanted = PICK_TRANSFORM_IDENTITY;
        slanted.linear[0] = (float)side * 2e-5f; // it faces (-1, 0, side * 2e-5)
        slanted.linear[2] = 1;
        slanted.linear[6] = -1;
        slanted.linear[8] = (float)side * 2e-5f;
        assert_int_equal(pick_scene_set_transform(s.scene, id, &slanted), PICK_OK);
        const pick_ray ray = pick_view_ray(&view, (pick_vec2){50, 50.01});
        pick_hit hit;
        assert_int_equal(pick_closest(s.scene, &ray, NULL, &hit), side > 0);
        assert_int_equal(pick_region_objects(s.scene, region, NULL, NULL, 0), side > 0);
        squares_free(&s);
    }
    pick_region_destroy(region);
}

static void proxies_face_the_rays(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_view view = skewed_view();
    const pick_proxy proxy = {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = 4};
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = &proxy;
    query.proxy_count = 1;
    pick_cursor_hit hit;
    assert_true(pick_cursor(s.scene, &view, (pick_vec2){50, 50}, &query, &hit));
    assert_vec3_near(hit.hit.normal, pick_vec3_make(0, 0, 1), 0);
    squares_free(&s);
}

// A wall along the rays, but for 2e-5: along the direction of depth it would be seen from its back. A wire before its
// plane, farther away than what is hit exactly, takes its place.
static void a_wire_before_a_wall_along_the_rays(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_view view = skewed_view();
    const pick_object_id wall = squares_put(&s, s.both_sides, 0, 0, 0); // x = 2e-5 z, 0.36 points of the window
    const pick_object_id wire = squares_put(&s, s.both_sides, -0.003, 0, -100);
    pick_transform steep = PICK_TRANSFORM_IDENTITY, thin = PICK_TRANSFORM_IDENTITY;
    memset(steep.linear, 0, sizeof steep.linear);
    steep.linear[1] = 5;
    steep.linear[3] = 0.018f;
    steep.linear[5] = 900;
    steep.linear[6] = 1;
    thin.linear[0] = 0.0001f;
    thin.origin = pick_vec3_make(-0.003, 0, -100);
    assert_int_equal(pick_scene_set_transform(s.scene, wall, &steep), PICK_OK);
    assert_int_equal(pick_scene_set_transform(s.scene, wire, &thin), PICK_OK);
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit hit;
    query.tolerance = 0.05;
    assert_true(pick_cursor(s.scene, &view, (pick_vec2){50, 50}, &query, &hit));
    assert_true(hit.thin && pick_object_id_equal(hit.hit.object, wire));
    assert_int_equal(pick_scene_remove(s.scene, wire), PICK_OK);
    assert_true(pick_cursor(s.scene, &view, (pick_vec2){50, 50}, &query, &hit));
    assert_true(!hit.thin && pick_object_id_equal(hit.hit.object, wall));
    assert_near(hit.hit.point.z, 0, 1);
    squares_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rays_meet_is_what_hides),
        cmocka_unit_test(the_side_that_rays_meet_counts),
        cmocka_unit_test(proxies_face_the_rays),
        cmocka_unit_test(a_wire_before_a_wall_along_the_rays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
