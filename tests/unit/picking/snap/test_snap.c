// Snapping of squares and of boxes at known places: rules, their order, and what moves along lines and in planes.
// Grids and alignments: test_snap_align.c.
#include "picking/picking.h"

#include "near.h"
#include "snap_find.h"
#include "squares.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BITS = PICK_SNAP_PERPENDICULAR | PICK_SNAP_INTERSECTION };

// The square's sides are at 45 and 55 on screen, its corners (-1,-1) (1,-1) (1,1) (-1,1), its diagonal from the first
// to the third.
static void rules_in_their_order(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    pick_snap_query all = rules(0, 8);
    assert_true(find(&s, 54, 47, &all, &snap));
    assert_int_equal(snap.rule, PICK_SNAP_VERTEX);
    assert_vec3_near(snap.point, pick_vec3_make(1, 1, 0), 1e-9);
    assert_vec3_near(snap.to, snap.point, 0);
    assert_true(pick_object_id_equal(snap.object, id));
    assert_near(snap.distance, hypot(1, 2), 1e-6);
    assert_near(snap.depth, 10, 1e-6);
    assert_int_equal(snap.guide_count, 0);
    assert_vec3_near(snap.normal, pick_vec3_make(0, 0, 1), 0);
    all.rules = PICK_SNAP_ALL & ~(uint32_t)PICK_SNAP_VERTEX;
    assert_true(find(&s, 54, 47, &all, &snap));
    assert_int_equal(snap.rule, PICK_SNAP_MIDDLE);
    assert_vec3_near(snap.point, pick_vec3_make(1, 0, 0), 1e-9);
    all.reach = 2;
    assert_true(find(&s, 54, 47, &all, &snap));
    assert_int_equal(snap.rule, PICK_SNAP_EDGE);
    assert_vec3_near(snap.point, pick_vec3_make(1, 0.6, 0), 1e-6);
    assert_true(find(&s, 51, 50.5, &all, &snap));
    assert_int_equal(snap.rule, PICK_SNAP_CENTER);
    assert_vec3_near(snap.point, pick_vec3_make(0, 0, 0), 1e-9);
    all.rules = PICK_SNAP_EDGE | PICK_SNAP_SURFACE;
    assert_true(find(&s, 51, 50.5, &all, &snap));
    assert_int_equal(snap.rule, PICK_SNAP_SURFACE);
    assert_vec3_near(snap.point, pick_vec3_make(0.2, -0.1, 0), 1e-6);
    assert_near(snap.distance, 0, 0);
    assert_true(find(&s, 50, 56.5, &(pick_snap_query){.rules = PICK_SNAP_SURFACE, .reach = 2}, &snap));
    assert_near(snap.distance, 1.5, 1e-6);
    assert_false(find(&s, 50, 57.5, &(pick_snap_query){.rules = PICK_SNAP_SURFACE, .reach = 2}, &snap));
    assert_true(pick_snap_in_window(s.scene, &s.view, (pick_vec2){58, 50}, NULL, NULL, &snap)); // the default reach
    assert_int_equal(snap.rule, PICK_SNAP_VERTEX);
    squares_free(&s);
}

// A square that is larger than the viewport counts from its border on.
static void the_mouse_outside_the_viewport(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, 9.5);
    const pick_snap_query surface = rules(PICK_SNAP_SURFACE, 8);
    assert_true(find(&s, 99, 50, &surface, &snap));
    assert_near(snap.distance, 0, 0);
    assert_true(find(&s, 104, 50, &surface, &snap));
    assert_near(snap.distance, 4, 1e-6);
    assert_vec3_near(snap.point, pick_vec3_make(0.5, 0, 9.5), 1e-6);
    assert_false(find(&s, 109, 50, &surface, &snap));
    // The air is there wherever the mouse is: a crossing of the grid, and what lines up with a neighbour's middle.
    pick_snap_query air = rules(PICK_SNAP_ALL, 1);
    air.grid_step = 1;
    air.grid_axis[0] = pick_vec3_make(1, 0, 0);
    air.grid_axis[1] = pick_vec3_make(0, 0, 1);
    air.grid_axis[2] = pick_vec3_make(0, 1, 0);
    assert_true(find(&s, 150.5, 50.2, &air, &snap)); // 5 points a metre in the plane through the origin
    assert_int_equal(snap.rule, PICK_SNAP_ALIGN);
    assert_near(snap.point.y, 0, 1e-12);
    air.rules &= ~(uint32_t)PICK_SNAP_ALIGN;
    assert_true(find(&s, 150.5, 50, &air, &snap));
    assert_int_equal(snap.rule, PICK_SNAP_GRID);
    assert_vec3_near(snap.point, pick_vec3_make(20, 0, 0), 1e-6);
    assert_near(snap.distance, 0.5, 1e-6);
    squares_free(&s);
}

// At one place all rules find something; without the first ones the next wins.
static void the_order_is_stated(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, 0);
    const pick_vec3 point = {0.2, 0.2, 1};
    pick_snap_query query = held(0, 30, pick_vec3_make(0.3, 0.4, 3));
    query.points = &point;
    query.point_count = 1;
    for (uint32_t i = 0; i < 10; i++) {
        query.rules = PICK_SNAP_ALL & ~((1u << i) - 1);
        assert_true(find(&s, 52, 48, &query, &snap));
        assert_int_equal(snap.rule, 1u << i);
    }
    squares_free(&s);
}

static void diagonals_are_no_edges(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, 0);
    const pick_snap_query edges = rules(PICK_SNAP_EDGE, 4), middles = rules(PICK_SNAP_MIDDLE, 4);
    assert_false(find(&s, 50, 50, &edges, &snap));
    assert_false(find(&s, 50, 50, &middles, &snap));
    assert_true(find(&s, 50, 54, &edges, &snap));
    assert_true(find(&s, 50, 54, &middles, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(0, -1, 0), 1e-9);
    squares_free(&s);
}

// Two triangles with the side from (-1,0,0) to (1,0,0), whose other corners are given.
static pick_mesh *two_triangles(float x, float y, float z, float back_x, float back_y, uint32_t more)
{
    // More: 1 is a third triangle that bends; 2 another one on the place of the second, and one without area.
    const float positions[] = {-1, 0, 0, 1, 0, 0, x, y, z, back_x, back_y, 0, 0, -0.5f, 0.4f, -1, 0, 0, 1, 0, 0};
    const uint16_t indices[] = {0, 1, 2, 6, 5, 3, 0, 1, more == 2 ? 3 : 4, 0, 0, 1};
    const pick_submesh submesh = {0, 2 + more, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 7,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT16,
                                 .index_count = 6 + 3 * more,
                                 .submeshes = &submesh,
                                 .submesh_count = 1};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

// Whether the common side of two triangles counts as an edge; `center`: of the first face.
static bool has_edge(float x, float y, float z, float back_x, float back_y, uint32_t more, pick_vec3 *center)
{
    squares s = squares_make();
    pick_snap snap;
    pick_mesh *mesh = two_triangles(x, y, z, back_x, back_y, more);
    squares_put(&s, mesh, 0, 0, 0);
    const pick_snap_query middles = rules(PICK_SNAP_MIDDLE, 0.1);
    pick_snap_query centers = rules(PICK_SNAP_CENTER, 20);
    centers.through = true;
    const bool found = find(&s, 50, 50, &middles, &snap);
    assert_true(find(&s, 50, 49, &centers, &snap));
    *center = snap.point;
    squares_free(&s);
    pick_mesh_destroy(mesh);
    return found;
}

static void what_a_diagonal_is(void **state)
{
    (void)state;
    pick_vec3 center;
    assert_false(has_edge(0.5f, 0.8f, 0, -0.5f, -0.8f, 0, &center)); // vertices are not shared, places are
    assert_vec3_near(center, pick_vec3_make(0, 0, 0), 1e-7);
    assert_false(has_edge(0, 0.8f, 0, 0, -0.4f, 0, &center)); // a kite: the mean of its corners
    assert_vec3_near(center, pick_vec3_make(0, 0.1, 0), 1e-7);
    assert_true(has_edge(0, 0.8f, 0.01f, 0, -0.4f, 0, &center)); // bent
    assert_false(has_edge(0, 0.8f, 0.001f, 0, -0.4f, 0, &center));
    assert_true(has_edge(1.5f, 2, 0, 0, -0.4f, 0, &center)); // a longer side, of either
    assert_true(has_edge(0, 0.8f, 0, 1.5f, -2, 0, &center));
    assert_true(has_edge(0, 0.8f, 0, 0.1f, 0.7f, 0, &center)); // on one side: one lies on the other
    assert_true(has_edge(0, 0.8f, 0, 0, -0.4f, 1, &center));   // a third triangle bends
    assert_false(has_edge(0, 0.8f, 0, 0, -0.4f, 2, &center));
    assert_true(has_edge(0, 0.8f, 0, 0.9f, -1, 0, &center));       // one side of the other is longer
    assert_vec3_near(center, pick_vec3_make(0, 0.8 / 3, 0), 1e-7); // then each is a face
    assert_true(has_edge(0, 0.8f, 0, -0.9f, -1, 0, &center));
    assert_vec3_near(center, pick_vec3_make(0, 0.8 / 3, 0), 1e-7);
    assert_true(has_edge(0.9f, 1, 0, 0, -0.4f, 0, &center)); // one side of the first
    assert_vec3_near(center, pick_vec3_make(0.3, 1.0 / 3, 0), 1e-7);
    assert_true(has_edge(-0.9f, 1, 0, 0, -0.4f, 0, &center));
    assert_vec3_near(center, pick_vec3_make(-0.3, 1.0 / 3, 0), 1e-7);
    assert_true(has_edge(-1.5f, 2, 0, 0, -0.4f, 0, &center));
    assert_true(has_edge(0, 0.8f, 0, -1.5f, -2, 0, &center));
}

static void points_come_first(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    const double nan = strtod("nan", NULL);
    const pick_vec3 points[6] = {{nan, 0, 0}, {0, 0, 20}, {0.9, 1, -1}, {0.8, 0.8, 1}, {1, 1, 0}, {1, 1, 0}};
    squares_put(&s, s.square, 0, 0, 0);
    pick_snap_query query = rules(0, 3);
    query.points = points;
    query.point_count = 6;
    assert_true(find(&s, 55, 45, &query, &snap));
    assert_int_equal(snap.rule, PICK_SNAP_POINT);
    assert_int_equal(snap.index, 4); // not the fifth, which is as near
    assert_near(snap.distance, 0, 1e-6);
    assert_int_equal(snap.object.index1, 0);
    query.point_count = 4;
    assert_true(find(&s, 55, 45, &query, &snap)); // the third is behind the square
    assert_int_equal(snap.index, 3);
    query.through = true;
    query.reach = 1;
    assert_true(find(&s, 54, 45.5, &query, &snap));
    assert_int_equal(snap.index, 2);
    query.point_count = 2;
    query.rules = PICK_SNAP_POINT;
    assert_false(find(&s, 55, 45, &query, &snap));
    // Of two in one place on screen the nearer one, in whatever order.
    const pick_vec3 line[3] = {{0.9, 0.9, 1}, {0.8, 0.8, 2}, {1, 1, 0}};
    query.points = line;
    query.point_count = 3;
    assert_true(find(&s, 55, 45, &query, &snap));
    assert_int_equal(snap.index, 1);
    // Beside the viewport there are none, though they are within the reach.
    const pick_vec3 beside = {10.1, 0, 0};
    query.points = &beside;
    query.point_count = 1;
    query.reach = 5;
    assert_false(find(&s, 99, 50, &query, &snap));
    squares_free(&s);
}

static void feet_of_perpendiculars(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, 0);
    pick_snap_query query = held(LINE_BITS & PICK_SNAP_PERPENDICULAR, 3, pick_vec3_make(3, 0.5, 0));
    assert_true(find(&s, 56, 47, &query, &snap)); // of the right side
    assert_vec3_near(snap.point, pick_vec3_make(1, 0.5, 0), 1e-9);
    assert_int_equal(snap.guide_count, 1);
    assert_vec3_near(snap.guide[0].from, query.held, 0);
    assert_vec3_near(snap.guide[0].to, snap.point, 0);
    assert_false(find(&s, 50, 55, &query, &snap)); // beyond the lower side's end
    for (int end = -1; end <= 1; end += 2) {       // at an end of it
        query.held = pick_vec3_make(3, end, 0);
        assert_true(find(&s, 56, 50 - 5 * end, &query, &snap));
        assert_vec3_near(snap.point, pick_vec3_make(1, end, 0), 1e-9);
    }
    query.held = pick_vec3_make(0.25, 0.5, 4);
    assert_true(find(&s, 51, 48, &query, &snap)); // of the face
    assert_vec3_near(snap.point, pick_vec3_make(0.25, 0.5, 0), 1e-9);
    query.held = pick_vec3_make(0.5, -0.25, -3); // behind it
    assert_true(find(&s, 52, 51, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(0.5, -0.25, 0), 1e-9);
    assert_near(snap.barycentric[0] + snap.barycentric[1], 0.75, 1e-9);
    query.has_held = false;
    assert_false(find(&s, 51, 48, &query, &snap));
    squares_free(&s);
}

static void lines_pierce_faces(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, 0);
    pick_snap_query query = held(PICK_SNAP_INTERSECTION, 3, pick_vec3_make(0.5, 0.5, 3));
    query.motion = PICK_SNAP_LINE;
    query.direction = pick_vec3_make(0, 0, 7);
    assert_true(find(&s, 53, 48, &query, &snap)); // through the diagonal, where two triangles meet
    assert_vec3_near(snap.point, pick_vec3_make(0.5, 0.5, 0), 1e-9);
    assert_vec3_near(snap.to, snap.point, 1e-9);
    assert_vec3_near(snap.guide[0].from, query.held, 0);
    for (int side = 0; side < 4; side++) { // on a side of the square, of which one triangle has it
        const pick_vec3 at = side < 2 ? pick_vec3_make(0.5, 2 * side - 1, 0) : pick_vec3_make(2 * side - 5, 0.5, 0);
        query.held = pick_vec3_add(at, pick_vec3_make(0, 0, 3));
        assert_true(find(&s, 50 + 5 * at.x, 50 - 5 * at.y, &query, &snap));
        assert_vec3_near(snap.point, at, 1e-9);
    }
    query.held = pick_vec3_make(0.5, 0.5, 3);
    query.direction = pick_vec3_make(0.5, 0, -3);
    query.reach = 2;
    assert_false(find(&s, 53, 48, &query, &snap)); // at the side, beyond the reach
    query.reach = 2.1;
    assert_true(find(&s, 53, 48, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(1, 0.5, 0), 1e-9);
    query.direction = pick_vec3_make(1, 0, 0); // parallel to it
    assert_false(find(&s, 53, 48, &query, &snap));
    query.motion = PICK_SNAP_FREE; // the grid's axes
    query.reach = 1;
    assert_true(find(&s, 52.5, 47.5, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(0.5, 0.5, 0), 1e-9);
    assert_int_equal(snap.index, 2);
    query.grid_axis[0] = pick_vec3_make(-0.5, 0, -3);
    query.grid_axis[1] = pick_vec3_make(0, 2, 0);
    query.grid_axis[2] = pick_vec3_make(3, 0, -0.5);
    assert_true(find(&s, 50, 47.5, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(0, 0.5, 0), 1e-9);
    assert_int_equal(snap.index, 0);
    query.motion = PICK_SNAP_PLANE; // meets the edges
    query.direction = pick_vec3_make(0, 1, 0);
    assert_true(find(&s, 54.5, 47.5, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(1, 0.5, 0), 1e-9);
    assert_false(find(&s, 52.5, 47.5, &query, &snap)); // the diagonal
    query.reach = 20;
    for (int y = -1; y <= 1; y += 2) { // below the square, and above it
        query.held.y = 1.5 * y;
        assert_false(find(&s, 54.5, 47.5, &query, &snap));
    }
    for (int y = -1; y <= 1; y += 2) { // level with its lower side, and with its upper one: the other sides end there
        query.held.y = y;
        query.reach = 1;
        assert_true(find(&s, 55, 50 - 5 * y, &query, &snap));
        assert_vec3_near(snap.point, pick_vec3_make(1, y, 0), 1e-9);
        assert_true(find(&s, 45, 50 - 5 * y, &query, &snap));
        assert_vec3_near(snap.point, pick_vec3_make(-1, y, 0), 1e-9);
        assert_false(find(&s, 50, 50 - 5 * y, &query, &snap)); // all of a side
    }
    squares_free(&s);
}

static void what_moves_along_lines_and_planes(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, 0);
    pick_snap_query query = held(PICK_SNAP_VERTEX, 3, pick_vec3_make(-2, 0.25, 1));
    query.motion = PICK_SNAP_LINE;
    query.direction = pick_vec3_make(-3, 0, 0);
    assert_true(find(&s, 54, 44, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(1, 1, 0), 1e-9);
    assert_vec3_near(snap.to, pick_vec3_make(1, 0.25, 1), 1e-9);
    assert_int_equal(snap.guide_count, 1);
    assert_vec3_near(snap.guide[0].from, snap.point, 0);
    assert_vec3_near(snap.guide[0].to, snap.to, 0);
    query.held = pick_vec3_make(-2, 1, 0); // on whose line the vertex lies: there is nothing to show
    assert_true(find(&s, 54, 44, &query, &snap));
    assert_vec3_near(snap.to, snap.point, 0);
    assert_int_equal(snap.guide_count, 0);
    query.held.z = 1; // the line is before it
    assert_true(find(&s, 54, 44, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(1, 1, 1), 0);
    assert_int_equal(snap.guide_count, 1);
    query.held = pick_vec3_make(-2, 0.25, 1);
    query.motion = PICK_SNAP_PLANE;
    query.direction = pick_vec3_make(0, 2, 0);
    assert_true(find(&s, 54, 44, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(1, 0.25, 0), 1e-9);
    query.motion = PICK_SNAP_FREE;
    query.direction = pick_vec3_make(0, 0, 0);
    assert_true(find(&s, 54, 44, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(1, 1, 0), 1e-9);
    squares_free(&s);
}

static void visible_or_through(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    squares_put(&s, s.square, 0, 0, -1);
    squares_put(&s, s.square, 0, 0, 1);
    pick_snap_query query = rules(PICK_SNAP_CENTER, 1);
    assert_true(find(&s, 50, 50, &query, &snap));
    assert_near(snap.point.z, 1, 1e-9);
    squares_put(&s, s.square, 0.5, 0.5, 2);
    assert_false(find(&s, 50, 50, &query, &snap));
    query.through = true;
    assert_true(find(&s, 50, 50, &query, &snap)); // ties by depth
    assert_near(snap.point.z, 1, 1e-9);
    squares_free(&s);
}

// All of the face is seen at x = 50: its center is as far from the mouse as its nearest corner.
static void centers_of_faces_seen_edge_on(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    static const float upright[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
    memcpy(desc.transform.linear, upright, sizeof upright);
    desc.mesh = s.both_sides;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    pick_snap_query query = rules(PICK_SNAP_CENTER, 0.5);
    query.through = true;
    assert_true(find(&s, 50.5, 50, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(0, 0, 0), 1e-9);
    assert_true(find(&s, 49.5, 50, &query, &snap));
    assert_false(find(&s, 50.5 + 1e-6, 50, &query, &snap));
    squares_free(&s);
}

// Volumes have surfaces alone. A ray that starts in one has no plane to move in.
static void volumes_and_height_fields(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_snap snap;
    static const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 3}};
    static const float heights[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    pick_volume *solid = NULL, *field = NULL;
    const pick_height_field_desc flat = {heights, PICK_HEIGHT_FLOAT, 3, 3, 0, 0};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&ball, 0}, NULL, &solid), PICK_OK);
    assert_int_equal(pick_height_field_create(&flat, NULL, &field), PICK_OK);
    desc.volume = solid;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    pick_snap_query query = held(PICK_SNAP_SURFACE | PICK_SNAP_GRID, 3, pick_vec3_make(0, 0, 5));
    assert_true(find(&s, 50, 50, &query, &snap)); // the plane that touches the ball
    assert_vec3_near(snap.to, pick_vec3_make(0, 0, 3), 1e-9);
    assert_int_equal(snap.rule, PICK_SNAP_GRID);
    query.rules = PICK_SNAP_ALL & ~(uint32_t)(PICK_SNAP_SURFACE | PICK_SNAP_GRID | PICK_SNAP_ALIGN);
    assert_false(find(&s, 51, 50, &query, &snap));
    s.view = squares_view(2, 0.1, 100, false); // in the ball
    query.rules = PICK_SNAP_SURFACE | PICK_SNAP_GRID;
    query.held.z = 1;
    query.reach = 30;
    assert_true(find(&s, 50, 50, &query, &snap));
    assert_vec3_near(snap.to, pick_vec3_make(0, 0, 1), 1e-9);
    squares_free(&s);
    s = squares_make();
    // The field lies in the plane across the view, x from 0 to 2, y from -2 to 0. All sides of its triangles are edges.
    static const float upright[9] = {1, 0, 0, 0, 0, 1, 0, -1, 0};
    memcpy(desc.transform.linear, upright, sizeof upright);
    desc.volume = field;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    query = rules(PICK_SNAP_MIDDLE, 0.5);
    assert_true(find(&s, 52.5, 52.5, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(0.5, -0.5, 0), 1e-9);
    query.rules = PICK_SNAP_VERTEX;
    assert_true(find(&s, 60, 60, &query, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(2, -2, 0), 1e-9);
    squares_free(&s);
    pick_volume_destroy(solid);
    pick_volume_destroy(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_in_their_order),
        cmocka_unit_test(the_mouse_outside_the_viewport),
        cmocka_unit_test(the_order_is_stated),
        cmocka_unit_test(diagonals_are_no_edges),
        cmocka_unit_test(what_a_diagonal_is),
        cmocka_unit_test(points_come_first),
        cmocka_unit_test(feet_of_perpendiculars),
        cmocka_unit_test(lines_pierce_faces),
        cmocka_unit_test(what_moves_along_lines_and_planes),
        cmocka_unit_test(visible_or_through),
        cmocka_unit_test(centers_of_faces_seen_edge_on),
        cmocka_unit_test(volumes_and_height_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
