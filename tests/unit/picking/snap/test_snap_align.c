// Snapping to grids and to alignments with neighbours.
#include "picking/picking.h"

#include "near.h"
#include "snap_find.h"
#include "squares.h"

static void grids(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    pick_snap_query query = held(PICK_SNAP_GRID, 4, pick_vec3_make(0.1, 0.2, 0));
    query.grid_step = 0.5;
    assert_true(find(&s, 53, 49, &query, &snap)); // in the plane across the view
    assert_int_equal(snap.rule, PICK_SNAP_GRID);
    assert_vec3_near(snap.to, pick_vec3_make(0.5, 0, 0), 1e-9);
    assert_near(snap.distance, hypot(0.5, 1), 1e-6);
    assert_int_equal(snap.guide_count, 0);
    query.reach = 1;
    assert_false(find(&s, 53, 49, &query, &snap));
    query.motion = PICK_SNAP_LINE;
    query.direction = pick_vec3_make(1, 0, 0);
    assert_true(find(&s, 53, 30, &query, &snap)); // however far from the line
    assert_vec3_near(snap.to, pick_vec3_make(0.5, 0.2, 0), 1e-9);
    query.direction = pick_vec3_make(4, 3, 0); // the coordinate along x is a multiple
    query.reach = 3;
    assert_true(find(&s, 53, 47.5, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(0.5, 0.5, 0), 1e-9);
    query.direction = pick_vec3_make(0, 0, 1); // seen end on
    query.held = pick_vec3_make(0, 0, 3);
    assert_false(find(&s, 50, 50, &query, &snap));
    query.motion = PICK_SNAP_PLANE;
    query.held = pick_vec3_make(0.1, -5, 0);
    query.direction = pick_vec3_make(0, 5, 0);
    query.grid_origin = pick_vec3_make(0.1, 0, 0.1);
    query.grid_step = 1;
    query.reach = 20;
    assert_true(find(&s, 50, 74, &query, &snap));
    assert_near(snap.to.y, -5, 1e-9);
    assert_near(snap.to.x, 0.1, 1e-9);
    assert_near(fmod(snap.to.z - 0.1, 1), 0, 1e-9);
    assert_false(find(&s, 50, 30, &query, &snap)); // above the horizon
    query.motion = PICK_SNAP_FREE;                 // on the surface under the mouse
    squares_put(&s, s.square, 0, 0, -2);
    query.rules = PICK_SNAP_GRID | PICK_SNAP_SURFACE;
    query.grid_axis[0] = pick_vec3_make(0, 2, 0);
    query.grid_axis[1] = pick_vec3_make(-2, 0, 0);
    query.grid_axis[2] = pick_vec3_make(0, 0, 2);
    assert_true(find(&s, 50, 50, &query, &snap));
    assert_int_equal(snap.rule, PICK_SNAP_GRID);
    assert_vec3_near(snap.to, pick_vec3_make(0.1, 0, -2), 1e-9);
    query.grid_step = 0.1;
    query.held.z = 0;
    assert_true(find(&s, 70, 50, &query, &snap)); // beside it, across the view
    assert_int_equal(snap.rule, PICK_SNAP_GRID);
    assert_near(snap.to.z, 0, 1e-9);
    query.grid_step = 1;
    query.has_held = false;
    query.rules = PICK_SNAP_GRID;
    query.grid_origin = pick_vec3_make(0, -3, 0);
    for (int k = 0; k < 3; k++)
        query.grid_axis[k] = pick_vec3_make(0, 0, 0);
    assert_true(find(&s, 50, 65, &query, &snap)); // on the ground
    assert_vec3_near(snap.to, pick_vec3_make(0, -3, 0), 1e-9);
    squares_free(&s);
}

// An orthographic view whose near plane is behind the eye shows what is there, and finds places there.
static void grids_behind_an_orthographic_eye(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    pick_snap_query query = held(PICK_SNAP_GRID, 4, pick_vec3_make(0.1, 0.2, 0));
    query.grid_step = 0.5;
    for (int side = -1; side <= 1; side += 2) {
        s.view = squares_view(5 * side, -20, 100, true);
        assert_true(find(&s, 53, 49, &query, &snap));
        assert_vec3_near(snap.to, pick_vec3_make(0.5, 0, 0), 1e-9);
        assert_near(snap.depth, 5 * side, 1e-6);
    }
    query.motion = PICK_SNAP_PLANE;
    query.direction = pick_vec3_make(0, 1, 0); // edge-on
    assert_false(find(&s, 53, 49, &query, &snap));
    squares_free(&s);
}

static void alignments(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    const pick_object_id left = squares_put(&s, s.square, -4, 0, 0);  // x from -5 to -3
    const pick_object_id below = squares_put(&s, s.square, 0, -5, 0); // x from -1 to 1, y from -6 to -4
    squares_put(&s, s.nothing, 1.05, 1.05, 0);                        // has no box
    pick_snap_query query = held(PICK_SNAP_ALIGN, 3, pick_vec3_make(5, 5, 0));
    assert_true(find(&s, 56, 44, &query, &snap)); // at (1.2, 1.2): both axes
    assert_int_equal(snap.rule, PICK_SNAP_ALIGN);
    assert_vec3_near(snap.to, pick_vec3_make(1, 1, 0), 1e-9);
    assert_int_equal(snap.guide_count, 2);
    for (int i = 0; i < 2; i++) {
        const pick_snap_guide *guide = &snap.guide[i];
        assert_true(pick_object_id_equal(guide->object, guide->axis == 0 ? below : left));
        assert_vec3_near(guide->from, guide->axis == 0 ? pick_vec3_make(1, -5, 0) : pick_vec3_make(-4, 1, 0), 1e-9);
        assert_vec3_near(guide->to, snap.to, 1e-9);
    }
    assert_true(find(&s, 60, 46, &query, &snap)); // at (2, 0.8): y alone
    assert_vec3_near(snap.to, pick_vec3_make(2, 1, 0), 1e-6);
    assert_int_equal(snap.guide_count, 1);
    assert_true(pick_object_id_equal(snap.object, left));
    assert_near(snap.distance, 1, 1e-6);
    query.neighbor_reach = 20;
    assert_false(find(&s, 60, 46, &query, &snap)); // the left one is 30 points off
    query.neighbor_reach = 200;
    query.motion = PICK_SNAP_LINE;
    query.held = pick_vec3_make(5, 1.7, 0);
    query.direction = pick_vec3_make(2, 0, 0);
    assert_true(find(&s, 56, 50, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(1, 1.7, 0), 1e-9);
    assert_int_equal(snap.guide_count, 1);
    query.direction = pick_vec3_make(0, 0, 1); // nearly end on: no coordinate but z
    query.held = pick_vec3_make(3, 3, 1);
    assert_true(find(&s, 65, 35, &query, &snap));
    assert_near(snap.to.z, 0, 1e-9);
    squares_free(&s);
}

// The held box is 1 wide, and held 0.2 from its left side; its middle is 0.3 to the right of the held point.
static void boxes_align(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, -5, 0);
    pick_snap_query query = held(PICK_SNAP_ALIGN, 1.5, pick_vec3_make(5, 5, 0));
    query.motion = PICK_SNAP_LINE;
    query.direction = pick_vec3_make(1, 0, 0);
    query.has_box = true;
    query.box = (pick_aabb){{4.8, 4.5, 0}, {5.8, 5.5, 0}};
    assert_true(find(&s, 56.6, 25, &query, &snap)); // at 1.32: the left side on the right one, at 1.2
    assert_near(snap.to.x, 1.2, 1e-9);
    assert_vec3_near(snap.guide[0].from, pick_vec3_make(1, -5, 0), 1e-9);
    assert_vec3_near(snap.guide[0].to, pick_vec3_make(1, 5, 0), 1e-9);
    assert_true(find(&s, 50.5, 25, &query, &snap)); // the right side on the right one: 0.2
    assert_near(snap.to.x, 0.2, 1e-9);
    assert_true(find(&s, 48.2, 25, &query, &snap)); // the middle on the middle: -0.3
    assert_near(snap.to.x, -0.3, 1e-9);
    assert_true(find(&s, 46.2, 25, &query, &snap)); // the left side on the left one: -0.8
    assert_near(snap.to.x, -0.8, 1e-9);
    assert_true(find(&s, 41.2, 25, &query, &snap)); // the right side on the left one: -1.8
    assert_near(snap.to.x, -1.8, 1e-9);
    assert_true(find(&s, 45.1, 25, &query, &snap)); // the held point on the left side
    assert_near(snap.to.x, -1, 1e-9);
    // Upwards, beside a square from y -1 to 1: the upper side on the upper one.
    squares_put(&s, s.square, -5, 0, 0);
    query.direction = pick_vec3_make(0, 1, 0);
    assert_true(find(&s, 75, 47.4, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(5, 0.5, 0), 1e-9);
    assert_vec3_near(snap.guide[0].from, pick_vec3_make(-5, 1, 0), 1e-9);
    assert_vec3_near(snap.guide[0].to, pick_vec3_make(5.3, 1, 0), 1e-9); // above the middle of the box
    query.direction = pick_vec3_make(1, 0, 0);
    query.box.max.x = 4.7; // empty
    assert_false(find(&s, 56.6, 25, &query, &snap));
    query.box.max = pick_vec3_make(5.8, 4.4, 0);
    assert_false(find(&s, 56.6, 25, &query, &snap));
    query.box.max = pick_vec3_make(5.8, 5.5, -1);
    assert_false(find(&s, 56.6, 25, &query, &snap));
    query.box.max = pick_vec3_make(HUGE_VAL, 5.5, 0);
    assert_false(find(&s, 56.6, 25, &query, &snap));
    query.box.max = pick_vec3_make(5.8, 5.5, 0);
    assert_true(find(&s, 56.6, 25, &query, &snap));
    query.has_box = false;
    assert_false(find(&s, 56.6, 25, &query, &snap));
    squares_free(&s);
}

// The held point and the held box line up each, however far the one is from the other.
static void a_held_box_beside_the_held_point(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, 0);
    pick_snap_query query = held(PICK_SNAP_ALIGN, 1.5, pick_vec3_make(5, 5, 0));
    query.neighbor_reach = 8000; // an eighth of it has them all
    query.motion = PICK_SNAP_LINE;
    query.direction = pick_vec3_make(1, 0, 0);
    query.has_box = true;
    for (int side = -1; side <= 1; side += 2) {
        query.box.min = pick_vec3_make(5 + 4 * side - 1, 4.5, 0);
        query.box.max = pick_vec3_make(5 + 4 * side + 1, 5.5, 0);
        assert_true(find(&s, 50 + 5.5 * side, 25, &query, &snap)); // the held point on a side
        assert_near(snap.to.x, side, 1e-9);
        assert_true(find(&s, 50 - 20.5 * side, 25, &query, &snap)); // the box on the square
        assert_near(snap.to.x, -4 * side, 1e-9);
    }
    squares_free(&s);
}

// Of neighbours that line up alike, the nearest is named.
static void the_nearest_neighbour_is_named(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, -7, 0);
    const pick_object_id near = squares_put(&s, s.square, 0, 0, 0);
    squares_put(&s, s.square, 0, -4, 0);
    squares_put(&s, s.square, 0, 0, 0);
    pick_snap_query query = held(PICK_SNAP_ALIGN, 1.5, pick_vec3_make(5, 4, 0));
    query.neighbor_reach = 8000; // an eighth of it has them all
    query.motion = PICK_SNAP_LINE;
    query.direction = pick_vec3_make(1, 0, 0);
    // Neither one that was removed nor a hidden one is a neighbour.
    const pick_object_id gone = squares_put(&s, s.square, 1.1, 3, 0), hidden = squares_put(&s, s.square, 1.1, 3, 0);
    assert_int_equal(pick_scene_remove(s.scene, gone), PICK_OK);
    assert_int_equal(pick_scene_set_flags(s.scene, hidden, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_true(find(&s, 56, 30, &query, &snap));
    assert_true(pick_object_id_equal(snap.object, near));
    assert_near(snap.to.x, 1, 1e-9);
    query.reach = 20;
    query.neighbor_reach = 1;
    assert_false(find(&s, -5, 30, &query, &snap)); // the neighbours' square is beside the viewport
    query.rules = PICK_SNAP_EDGE | PICK_SNAP_MIDDLE;
    assert_false(find(&s, -25, 30, &query, &snap)); // and so is the reach
    squares_free(&s);
}

// A neighbour next to the mouse wins over one farther off that takes a smaller shift.
static void near_neighbours_come_first(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    const pick_object_id far = squares_put(&s, s.square, 0.05, -6, 0);
    pick_snap_query query = held(PICK_SNAP_ALIGN, 2.5, pick_vec3_make(5, 4, 0));
    query.motion = PICK_SNAP_LINE;
    query.direction = pick_vec3_make(1, 0, 0);
    query.neighbor_reach = 80;
    assert_true(find(&s, 55, 30, &query, &snap));
    assert_true(pick_object_id_equal(snap.object, far));
    const pick_object_id near = squares_put(&s, s.square, 0.3, 4, 0);
    assert_true(find(&s, 55, 30, &query, &snap));
    assert_true(pick_object_id_equal(snap.object, near));
    assert_near(snap.to.x, 1.3, 1e-6);
    squares_free(&s);
}

// Planes at an angle: two axes that meet in them, and steep ones that are left out.
static void alignments_in_a_slope(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, -4, 0, 0);
    squares_put(&s, s.square, 0, -5, 0);
    pick_snap_query query = held(PICK_SNAP_ALIGN, 3, pick_vec3_make(1.2, 1.2, 0.7));
    query.motion = PICK_SNAP_PLANE;
    query.direction = pick_vec3_make(0.5, 0.2, 1);
    assert_true(find(&s, 56.45, 43.55, &query, &snap));
    assert_int_equal(snap.guide_count, 2);
    assert_near(snap.to.x, 1, 1e-9);
    assert_near(snap.to.y, 1, 1e-9);
    assert_near(pick_vec3_dot(query.direction, pick_vec3_sub(snap.to, query.held)), 0, 1e-9);
    query.direction = pick_vec3_make(1, 1, 0.1); // x and y do not meet in it, x and z do
    assert_true(find(&s, 56, 44, &query, &snap));
    assert_near(pick_vec3_dot(query.direction, pick_vec3_sub(snap.to, query.held)), 0, 1e-9);
    assert_true(snap.guide_count == 2 && snap.guide[0].axis + snap.guide[1].axis != 1);
    query.direction.z = 0.2;
    query.held = pick_vec3_make(1.05, 1.05, -15); // too far from the squares for z
    assert_true(find(&s, 52.1, 47.9, &query, &snap));
    assert_true(snap.guide_count == 1 && snap.guide[0].axis != 2);
    squares_free(&s);
}

// Axes are given all together or not at all.
static void a_zero_axis_is_refused(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, 0);
    for (uint32_t given = 1; given < 8; given++) {
        pick_snap_query query = rules(PICK_SNAP_VERTEX, 8);
        for (uint32_t k = 0; k < 3; k++)
            query.grid_axis[k] =
                pick_vec3_make(k == 0 && (given & 1) != 0, k == 1 && (given & 2) != 0, k == 2 && (given & 4) != 0);
        assert_int_equal(find(&s, 54, 47, &query, &snap), given == 7);
    }
    squares_free(&s);
}

// The held point moves on the line x = 0.6 a, z = -0.8 a, which is seen at 50 + 30 a / (10 + 0.8 a). A reach of 10 ends
// at a = 4.55 and -2.63. The neighbour's left side is x = 2.4, at a = 4; its other sides and its z are out of reach.
static void alignments_along_the_view(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    const pick_object_id beside = squares_put(&s, s.square, 3.4, 0, -40);
    pick_snap_query query = held(PICK_SNAP_ALIGN, 10, pick_vec3_make(0, 0, 0));
    query.neighbor_reach = 200;
    query.motion = PICK_SNAP_LINE;
    query.direction = pick_vec3_make(0.6, 0, -0.8);
    assert_true(find(&s, 50, 50, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(2.4, 0, -3.2), 1e-9);
    assert_near(snap.distance, 120 / 13.2, 1e-9);
    query.direction = pick_vec3_make(0, 0.6, -0.8); // so it is upwards
    assert_int_equal(pick_scene_remove(s.scene, beside), PICK_OK);
    squares_put(&s, s.square, 0, 3.4, -40);
    assert_true(find(&s, 50, 50, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(0, 2.4, -3.2), 1e-9);
    query.reach = 9;
    assert_false(find(&s, 50, 50, &query, &snap));
    query.reach = 40; // it vanishes at 12.5, within the reach
    assert_true(find(&s, 50, 50, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(0, 2.4, -3.2), 1e-9);
    squares_free(&s);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids),
        cmocka_unit_test(grids_behind_an_orthographic_eye),
        cmocka_unit_test(alignments),
        cmocka_unit_test(boxes_align),
        cmocka_unit_test(a_held_box_beside_the_held_point),
        cmocka_unit_test(the_nearest_neighbour_is_named),
        cmocka_unit_test(near_neighbours_come_first),
        cmocka_unit_test(alignments_in_a_slope),
        cmocka_unit_test(a_zero_axis_is_refused),
        cmocka_unit_test(alignments_along_the_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
