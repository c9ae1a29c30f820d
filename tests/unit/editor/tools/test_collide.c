// Moves that stop at what is in the way: contact, slides, corners, and what is no obstacle.
#include "../edit_fixture.h"

#include "document/level/level_internal.h"
#include "document/motion/affine.h"
#include "tools/tools_private.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// box: a cube at the origin, which is moved
// wall x, wall z: at x = 3 and z = 3 its near sides, 40 m wide and high
// ramp: at x = -3 on the ground, turned an eighth about Z: it leans away from the box
// pair: a group at z = -8 with two cubes at x = 0 and x = 2
enum { BOX, WALL_X, WALL_Z, RAMP, PAIR, LEFT, RIGHT, COUNT };

typedef struct world {
    editor_level *level;
    editor_transform transform;
    uint32_t objects[1200];
    pick_gizmo_target targets[1200];
    pick_affine results[1200];
    bool dragged[1300];
} world;

static const double slack = 1e-3; // of a contact with what is touched: shrunk hulls, and the rounding of floats

static uint32_t add(editor_level *level, const char *name, uint32_t parent, uint32_t mesh, pick_affine at)
{
    const uint32_t made = editor_level_add_object(level, name, parent, mesh, &at);
    assert_int_not_equal(made, EDITOR_NONE);
    return made;
}

static pick_affine sized(double x, double y, double z, double wide, double high, double deep)
{
    pick_affine at = fixture_at(x, y, z);
    at.linear[0] = wide;
    at.linear[4] = high;
    at.linear[8] = deep;
    return at;
}

// `more`: cubes far away.
static world *make_world(uint32_t more)
{
    static world w;
    memset(&w, 0, sizeof(w));
    w.level = editor_level_create();
    assert_non_null(w.level);
    editor_mesh mesh = fixture_cube();
    const uint32_t cube = editor_level_add_mesh(w.level, &mesh);
    assert_int_equal(add(w.level, "box", EDITOR_NONE, cube, fixture_at(0, 0, 0)), BOX);
    add(w.level, "wall x", EDITOR_NONE, cube, sized(3.5, 0, 0, 1, 40, 40));
    add(w.level, "wall z", EDITOR_NONE, cube, sized(0, 0, 3.5, 40, 40, 1));
    const double sine = sin(0.39269908169872414), cosine = cos(0.39269908169872414);
    add(w.level, "ramp", EDITOR_NONE, cube,
        editor_affine_from_parts((double[3]){-10, 0, -8}, (double[4]){0, 0, sine, cosine}, (double[3]){10, 40, 10}));
    add(w.level, "pair", EDITOR_NONE, EDITOR_NONE, fixture_at(0, 0, -16));
    add(w.level, "left", PAIR, cube, fixture_at(0, 0, 0));
    add(w.level, "right", PAIR, cube, fixture_at(2, 0, 0));
    for (uint32_t i = 0; i < more; i++)
        add(w.level, "far", EDITOR_NONE, cube, fixture_at(100 + 2.0 * i, 0, 0));
    editor_error error = {""};
    assert_true(editor_level_finish(w.level, &error));
    editor_transform *t = &w.transform;
    t->objects = w.objects;
    t->targets = w.targets;
    t->results = w.results;
    t->dragged = w.dragged;
    t->gizmo[0].active = PICK_GIZMO_MOVE_VIEW;
    for (int k = 0; k < 3; k++)
        t->gizmo[0].start.axis[k] = pick_vec3_make(k == 0, k == 1, k == 2);
    return &w;
}

static void free_world(world *w)
{
    editor_collide_finish(&w->transform.collision);
    editor_level_destroy(w->level);
}

static void hold(world *w, uint32_t object)
{
    w->objects[w->transform.count] = object;
    w->targets[w->transform.count++].world = w->level->objects[object].world;
    for (uint32_t i = object; i != EDITOR_NONE; i = editor_level_next_below(w->level, object, i))
        w->dragged[i] = true;
}

static void press(world *w, uint32_t object, pick_gizmo_handle handle)
{
    memset(w->dragged, 0, sizeof(w->dragged));
    w->transform.count = 0;
    w->transform.collision.passes = NULL;
    w->transform.gizmo[0].active = handle;
    hold(w, object);
    editor_collide_begin(&w->transform, w->level);
}

// The pointer is so far from the press. Returns how far the first object has come.
static pick_vec3 drag(world *w, double x, double y, double z)
{
    for (uint32_t i = 0; i < w->transform.count; i++) {
        w->results[i] = w->targets[i].world;
        w->results[i].origin = pick_vec3_add(w->results[i].origin, pick_vec3_make(x, y, z));
    }
    editor_collide(&w->transform, w->level);
    return pick_vec3_sub(w->results[0].origin, w->targets[0].world.origin);
}

static void expect(const world *w, pick_vec3 moved, double x, double y, double z, bool stopped)
{
    if (!(fabs(moved.x - x) < slack && fabs(moved.y - y) < slack && fabs(moved.z - z) < slack))
        fail_msg("moved %g %g %g, not %g %g %g", moved.x, moved.y, moved.z, x, y, z);
    assert_int_equal(w->transform.collision.stopped, stopped);
}

static void put(world *w, uint32_t object, pick_affine at)
{
    assert_true(editor_level_set_local(w->level, object, &at));
}

// However far the pointer jumps: a step is swept. The read-out names the obstacle.
static void test_an_arrow_stops_at_contact(void **state)
{
    (void)state;
    world *w = make_world(0);
    char text[128];
    press(w, BOX, PICK_GIZMO_MOVE_X);
    expect(w, drag(w, 1, 0, 0), 1, 0, 0, false);
    expect(w, drag(w, 500, 0, 0), 2.5, 0, 0, true);
    editor_collide_text(&w->transform.collision, w->level, text, sizeof(text));
    assert_string_equal(text, "Moved 2.5 m     Stopped by wall x");
    expect(w, drag(w, 600, 0, 0), 2.5, 0, 0, true);
    assert_true(w->results[0].origin.x <= 2.5); // never within
    expect(w, drag(w, 2, 0, 0), 2, 0, 0, false);
    expect(w, drag(w, 0, 0, 0), 0, 0, 0, false);
    free_world(w);
}

static void test_a_free_move_slides_along_a_wall(void **state)
{
    (void)state;
    world *w = make_world(0);
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    expect(w, drag(w, 5, 1, -2), 2.5, 1, -2, true);
    expect(w, drag(w, 5, 1, -4), 2.5, 1, -4, true); // along a wall that is touched
    expect(w, drag(w, 5, 3, 1), 2.5, 3, 1, true);
    expect(w, drag(w, 1, 3, 1), 1, 3, 1, false);
    free_world(w);
}

static void test_a_corner_leaves_the_crease(void **state)
{
    (void)state;
    world *w = make_world(0);
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    expect(w, drag(w, 5, 0, 6), 2.5, 0, 2.5, true);
    expect(w, drag(w, 6, 2, 7), 2.5, 2, 2.5, true);
    expect(w, drag(w, 6, -3, 9), 2.5, -3, 2.5, true);
    expect(w, drag(w, 6, -3, 1), 2.5, -3, 1, true); // out of it along one wall
    assert_int_equal(w->transform.collision.object, WALL_X);
    expect(w, drag(w, 6, -3, 9), 2.5, -3, 2.5, true);
    expect(w, drag(w, 1, -3, 9), 1, -3, 2.5, true); // along the other, which was not the last to be met
    assert_int_equal(w->transform.collision.object, WALL_Z);
    expect(w, drag(w, 6, -3, 9), 2.5, -3, 2.5, true);
    assert_int_equal(w->transform.collision.object, WALL_X);
    expect(w, drag(w, 2, -3, 9), 2, -3, 2.5, true);
    assert_int_equal(w->transform.collision.object, WALL_Z);
    expect(w, drag(w, 6, -3, 9), 2.5, -3, 2.5, true);
    expect(w, drag(w, 6, -3, 1), 2.5, -3, 1, true);
    assert_int_equal(w->transform.collision.object, WALL_X);
    expect(w, drag(w, 0, 0, 0), 0, 0, 0, false);
    // With a floor there is a corner of three, in which nothing moves.
    put(w, PAIR, sized(0, -8, 0, 1, 1, 1));
    put(w, LEFT, sized(0, -3.5, 0, 40, 1, 40));
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    expect(w, drag(w, 5, -30, 6), 2.5, -10.5, 2.5, true);
    const pick_affine first = w->results[0];
    for (int i = 0; i < 50; i++) // nor does it creep
        expect(w, drag(w, 7 + 0.1 * i, -33, 9 - 0.05 * i), 2.5, -10.5, 2.5, true);
    assert_memory_equal(&w->results[0], &first, sizeof(first));
    expect(w, drag(w, 2, -10, 2), 2, -10, 2, false);
    free_world(w);
}

// A square keeps to its plane: the ramp, which leans, would lift what slides up on it.
static void test_a_square_slides_within_its_plane(void **state)
{
    (void)state;
    world *w = make_world(0);
    put(w, BOX, fixture_at(0, 0, -8));
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    const pick_vec3 freely = drag(w, -8, 0, 0.5);
    assert_true(freely.y > 0.5 || freely.y < -0.5);
    press(w, BOX, PICK_GIZMO_MOVE_PLANE_Y);
    pick_vec3 moved = drag(w, -8, 0, 0.5);
    assert_true(moved.x < -1 && moved.x > -7 && fabs(moved.y) < 1e-9 && fabs(moved.z - 0.5) < slack);
    moved = drag(w, -8, 0, -2);
    assert_true(fabs(moved.y) < 1e-9 && fabs(moved.z + 2) < slack);
    press(w, BOX, PICK_GIZMO_MOVE_PLANE_X); // it slides in the plane of the wall
    expect(w, drag(w, 0, 2, 30), 0, 2, 10.5, true);
    press(w, BOX, PICK_GIZMO_MOVE_X); // an arrow only stops
    moved = drag(w, -8, 0, 0);
    assert_true(moved.x < -1 && moved.x > -7 && fabs(moved.y) < 1e-9 && fabs(moved.z) < 1e-9);
    const double stop = moved.x;
    expect(w, drag(w, -9, 0, 0), stop, 0, 0, true);
    free_world(w);
}

static void test_it_may_begin_in_contact(void **state)
{
    (void)state;
    world *w = make_world(0);
    put(w, BOX, fixture_at(2.5, 0, 0));
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    expect(w, drag(w, 1, 0, 0), 0, 0, 0, true);
    expect(w, drag(w, 1, 0, 1), 0, 0, 1, true);
    expect(w, drag(w, -1, 0, 1), -1, 0, 1, false);
    expect(w, drag(w, 4, 0, 1), 0, 0, 1, true);
    free_world(w);
}

// What overlaps already lets go, and other obstacles still stop it.
static void test_it_may_begin_inside(void **state)
{
    (void)state;
    world *w = make_world(0);
    put(w, BOX, fixture_at(2.9, 0, 0));
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    expect(w, drag(w, 0.3, 0.2, 0.1), 0.3, 0.2, 0.1, false);
    expect(w, drag(w, -0.2, 0, 0), -0.2, 0, 0, false);
    expect(w, drag(w, 0.3, 0, 8), 0.3, 0, 2.5, true);
    expect(w, drag(w, -2, 0, 0), -2, 0, 0, false);
    expect(w, drag(w, 3, 0, 0), -0.4, 0, 0, true); // once outside, it is an obstacle
    free_world(w);
}

static void test_too_many_pass(void **state)
{
    (void)state;
    world *w = make_world(1000);
    put(w, COUNT + 999, fixture_at(0, 500, 0)); // else it is in the way of the last but one
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    for (uint32_t i = 0; i < 999; i++)
        hold(w, COUNT + i);
    editor_collide_begin(&w->transform, w->level);
    assert_null(w->transform.collision.passes);
    expect(w, drag(w, 9, 0, 0), 2.5, 0, 0, true);
    assert_true(fabs(w->results[999].origin.x - (100 + 2.0 * 998 + 2.5)) < slack);
    hold(w, COUNT + 999);
    editor_collide_begin(&w->transform, w->level);
    assert_string_equal(w->transform.collision.passes, "so many objects pass through");
    expect(w, drag(w, 9, 0, 0), 9, 0, 0, false);
    free_world(w);
}

// Hidden objects are none; locked ones, and others of a group of which one is held, are. What is below a held object
// goes with it, and is stopped for it.
static void test_what_is_an_obstacle(void **state)
{
    (void)state;
    world *w = make_world(0);
    editor_level_set_hidden(w->level, WALL_X, true);
    editor_level_set_locked(w->level, WALL_Z, true);
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    expect(w, drag(w, 9, 0, 9), 9, 0, 2.5, true);
    editor_level_set_hidden(w->level, WALL_X, false);
    press(w, LEFT, PICK_GIZMO_MOVE_X);
    expect(w, drag(w, 9, 0, 0), 1, 0, 0, true);
    assert_int_equal(w->transform.collision.object, RIGHT);
    press(w, PAIR, PICK_GIZMO_MOVE_X);
    expect(w, drag(w, 9, 0, 0), 0.5, 0, 0, true);
    assert_int_equal(w->transform.collision.object, WALL_X);
    // All that is held stops at the first contact of any.
    press(w, PAIR, PICK_GIZMO_MOVE_Z);
    hold(w, BOX);
    editor_collide_begin(&w->transform, w->level);
    expect(w, drag(w, 0, 0, 50), 0, 0, 2.5, true);
    assert_true(fabs(w->results[1].origin.z - 2.5) < slack);
    free_world(w);
}

// Walls of one side are met at their front alone.
static void test_the_back_of_one_side_lets_through(void **state)
{
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        world *w = make_world(0);
        put(w, WALL_X, sized(3.5, 0, 0, turned ? -1 : 1, 40, 40)); // a mirrored one is met all the same
        press(w, BOX, PICK_GIZMO_MOVE_VIEW);
        expect(w, drag(w, 9, 0, 0), 2.5, 0, 0, true);
        put(w, BOX, fixture_at(3.5, 0, 0));
        put(w, WALL_X, sized(3.5, 0, 0, turned ? -4 : 4, 40, 40));
        press(w, BOX, PICK_GIZMO_MOVE_VIEW);
        expect(w, drag(w, 9, 0, 0), 9, 0, 0, false); // out of a hollow
        free_world(w);
    }
}

static void test_what_turns_passes(void **state)
{
    (void)state;
    world *w = make_world(0);
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    w->results[0] = w->targets[0].world;
    w->results[0].linear[0] = 0.5;
    w->results[0].origin.x = 9;
    editor_collide(&w->transform, w->level);
    assert_string_equal(w->transform.collision.passes, "what turns, or moves each its own way, passes through");
    assert_true(w->results[0].origin.x == 9);
    expect(w, drag(w, 9, 0, 0), 9, 0, 0, false); // until the next drag
    press(w, BOX, PICK_GIZMO_MOVE_VIEW);
    expect(w, drag(w, 9, 0, 0), 2.5, 0, 0, true);
    press(w, LEFT, PICK_GIZMO_MOVE_VIEW);
    hold(w, BOX);
    editor_collide_begin(&w->transform, w->level);
    w->results[0] = w->targets[0].world;
    w->results[1] = w->targets[1].world;
    w->results[0].origin.y += 1;
    w->results[1].origin.x += 9;
    editor_collide(&w->transform, w->level);
    assert_true(w->results[1].origin.x == 9);
    free_world(w);
}

// With more vertices than a hull takes, the boxes of the meshes are swept, and the box around all where these are many.
static void test_large_ones_move_as_boxes(void **state)
{
    (void)state;
    world *w = make_world(300);
    for (uint32_t i = 0; i < 300; i++) { // 2400 vertices below the group, and as many corners of boxes
        editor_level_move(w->level, COUNT + i, (editor_place){PAIR, EDITOR_NONE, true});
        const pick_affine at = fixture_at(0.001 * i, 0, 0);
        put(w, COUNT + i, at);
    }
    press(w, PAIR, PICK_GIZMO_MOVE_X);
    assert_int_equal(w->transform.collision.point_count, 8);
    expect(w, drag(w, 9, 0, 0), 0.5, 0, 0, true);
    free_world(w);
    w = make_world(0);
    const editor_primitive ball = editor_primitive_default(EDITOR_SHAPE_SPHERE);
    const uint32_t mesh = editor_level_primitive(w->level, &ball);
    assert_int_not_equal(mesh, EDITOR_NONE);
    assert_true(w->level->meshes[mesh].vertex_count <= 1000 && w->level->meshes[mesh].vertex_count > 500);
    w->level->objects[LEFT].mesh = w->level->objects[RIGHT].mesh = mesh;
    press(w, PAIR, PICK_GIZMO_MOVE_X);
    assert_int_equal(w->transform.collision.point_count, 16);
    expect(w, drag(w, 9, 0, 0), 0.5, 0, 0, true);
    free_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_arrow_stops_at_contact),
        cmocka_unit_test(test_a_free_move_slides_along_a_wall),
        cmocka_unit_test(test_a_corner_leaves_the_crease),
        cmocka_unit_test(test_a_square_slides_within_its_plane),
        cmocka_unit_test(test_it_may_begin_in_contact),
        cmocka_unit_test(test_it_may_begin_inside),
        cmocka_unit_test(test_too_many_pass),
        cmocka_unit_test(test_what_is_an_obstacle),
        cmocka_unit_test(test_the_back_of_one_side_lets_through),
        cmocka_unit_test(test_what_turns_passes),
        cmocka_unit_test(test_large_ones_move_as_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
