// The effect of each handle, in numbers: every kind, space, pivot and projection.
#include "gizmo_bench.h"

#include <float.h>

static const double PI = 3.14159265358979323846;

typedef struct rig {
    pick_gizmo gizmo;
    pick_view view;
    pick_gizmo_target targets[3];
    pick_affine out[3];
    size_t count, active;
} rig;

static rig make(pick_gizmo_handle handle, pick_gizmo_space space, pick_gizmo_pivot pivot, const pick_view *view)
{
    rig r = {.view = *view, .count = 1};
    pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
    desc.mode = bench_mode(handle);
    desc.space = space;
    desc.pivot = pivot;
    desc.size = 80;
    pick_gizmo_init(&r.gizmo, &desc);
    r.targets[0] = bench_target(pick_vec3_make(0, 0, 0));
    return r;
}

static void place(rig *r)
{
    pick_gizmo_place(&r->gizmo, &r->view, r->targets, r->count, r->active);
    assert_true(r->gizmo.visible);
}

static pick_vec2 begin(rig *r, pick_gizmo_handle handle)
{
    place(r);
    const pick_vec2 press = bench_place(&r->gizmo, handle);
    assert_int_equal(pick_gizmo_handle_at(&r->gizmo, press), handle);
    assert_true(pick_gizmo_begin(&r->gizmo, handle, press, r->targets, r->count, r->active));
    return press;
}

static void drag_by(rig *r, pick_vec2 press, double x, double y)
{
    bench_drag(&r->gizmo, (pick_vec2){press.x + x, press.y + y});
    assert_int_equal(pick_gizmo_apply(&r->gizmo, r->targets, r->count, r->out), PICK_OK);
}

static pick_view front(pick_projection_kind kind)
{
    return bench_view(kind, pick_vec3_make(0, 0, 20), pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0));
}

// A view that shows all three axes at good angles.
static pick_view corner(pick_projection_kind kind)
{
    return bench_orbit(kind, pick_vec3_make(0, 0, 0), 20, 0.6, 0.5);
}

static void an_orthographic_view_from_the_front_gives_whole_numbers(void **state)
{
    (void)state;
    const pick_view view = front(PICK_ORTHOGRAPHIC);
    rig r = make(PICK_GIZMO_MOVE_X, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    pick_vec2 press = begin(&r, PICK_GIZMO_MOVE_X);
    assert_near(r.gizmo.pose.unit, 0.1, 1e-8); // the projection is float
    assert_near(r.gizmo.pose.arm, 8, 1e-6);
    drag_by(&r, press, 50, 30); // across the axis counts for nothing
    assert_vec3_near(r.out[0].origin, pick_vec3_make(5, 0, 0), 1e-6);
    assert_near(r.gizmo.delta.along[0], 5, 1e-6);
    r = make(PICK_GIZMO_MOVE_Y, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    press = begin(&r, PICK_GIZMO_MOVE_Y);
    drag_by(&r, press, 50, 30);
    assert_vec3_near(r.out[0].origin, pick_vec3_make(0, -3, 0), 1e-6);
    r = make(PICK_GIZMO_MOVE_PLANE_Z, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    press = begin(&r, PICK_GIZMO_MOVE_PLANE_Z);
    drag_by(&r, press, 50, 30);
    assert_vec3_near(r.out[0].origin, pick_vec3_make(5, -3, 0), 1e-6);
    r = make(PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    press = begin(&r, PICK_GIZMO_MOVE_VIEW);
    drag_by(&r, press, -20, -10);
    assert_vec3_near(r.out[0].origin, pick_vec3_make(-2, 1, 0), 1e-6);
    // A move leaves the linear part untouched, bit for bit.
    pick_affine moved = r.out[0];
    moved.origin = r.targets[0].world.origin;
    assert_same_bits(&moved, &r.targets[0].world);

    // A dial: a quarter turn about z, seen from +z, is a quarter circle against the clock.
    r = make(PICK_GIZMO_TURN_Z, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    place(&r);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_Z, (pick_vec2){280, 150}, r.targets, 1, 0));
    bench_drag(&r.gizmo, (pick_vec2){200, 20}); // above the centre, at any distance
    assert_near(r.gizmo.delta.angle, PI / 2, 1e-7);
    bench_drag(&r.gizmo, (pick_vec2){200 + 40, 150 - 40});
    assert_near(r.gizmo.delta.angle, PI / 4, 1e-7);
    bench_drag(&r.gizmo, (pick_vec2){200 + 40, 150 + 40});
    assert_near(r.gizmo.delta.angle, -PI / 4, 1e-7);
    // From its edge: a radian per radius. The front of a wheel about y goes right with the pointer.
    r = make(PICK_GIZMO_TURN_Y, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    place(&r);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_Y, (pick_vec2){200, 150}, r.targets, 1, 0));
    bench_drag(&r.gizmo, (pick_vec2){240, 190});
    assert_near(r.gizmo.delta.angle, 0.5, 1e-7);
    r = make(PICK_GIZMO_TURN_X, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    place(&r);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_X, (pick_vec2){200, 150}, r.targets, 1, 0));
    bench_drag(&r.gizmo, (pick_vec2){240, 190}); // downwards: the front goes down
    assert_near(r.gizmo.delta.angle, 0.5, 1e-7);
    r = make(PICK_GIZMO_TURN_BALL, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    place(&r);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_BALL, (pick_vec2){220, 140}, r.targets, 1, 0));
    bench_drag(&r.gizmo, (pick_vec2){220 + 80, 140});
    assert_near(r.gizmo.delta.angle, 1, 1e-7);
    assert_vec3_near(r.gizmo.delta.axis, pick_vec3_make(0, 1, 0), 1e-7);
    bench_drag(&r.gizmo, (pick_vec2){220, 140 - 40}); // up: about -x
    assert_near(r.gizmo.delta.angle, 0.5, 1e-7);
    assert_vec3_near(r.gizmo.delta.axis, pick_vec3_make(-1, 0, 0), 1e-7);

    r = make(PICK_GIZMO_SCALE_X, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    press = begin(&r, PICK_GIZMO_SCALE_X);
    drag_by(&r, press, 80, 7); // an arm's length doubles
    assert_near(r.out[0].linear[0], 2, 1e-7);
    assert_true(r.out[0].linear[4] == 1 && r.out[0].linear[8] == 1);
    drag_by(&r, press, -160, 0); // through zero to the other side
    assert_near(r.out[0].linear[0], -1, 1e-7);
    drag_by(&r, press, -80, 0); // never flat
    assert_near(fabs(r.out[0].linear[0]), 0.001, 1e-9);
    r = make(PICK_GIZMO_SCALE_PLANE_Z, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    press = begin(&r, PICK_GIZMO_SCALE_PLANE_Z);
    drag_by(&r, press, 80, -80);
    assert_near(r.out[0].linear[0], 2, 1e-7);
    assert_near(r.out[0].linear[4], 2, 1e-7);
    assert_true(r.out[0].linear[8] == 1);
    r = make(PICK_GIZMO_SCALE_ALL, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    press = begin(&r, PICK_GIZMO_SCALE_ALL);
    drag_by(&r, press, 80 * sqrt(0.5), -80 * sqrt(0.5));
    for (int i = 0; i < 3; i++)
        assert_near(r.out[0].linear[4 * i], 2, 1e-7);
}

static const pick_gizmo_space spaces[] = {PICK_GIZMO_WORLD, PICK_GIZMO_LOCAL, PICK_GIZMO_PARENT, PICK_GIZMO_VIEW};
static const pick_projection_kind kinds[] = {PICK_PERSPECTIVE, PICK_ORTHOGRAPHIC};

// A turned, mirrored, unevenly scaled object under a turned parent.
static pick_gizmo_target turned(pick_vec3 origin)
{
    const double c = cos(0.4), s = sin(0.4);
    const double own[9] = {2 * c, 0, -2 * s, 0, -0.5, 0, s, 0, c};
    const double parent[9] = {c, s, 0, -s, c, 0, 0, 0, 3};
    pick_gizmo_target target = {.world = bench_affine(own, origin),
                                .parent = bench_affine(parent, pick_vec3_make(1, 2, 3))};
    return target;
}

// The unit axes that a space must have for the object above.
static void expected_axes(pick_gizmo_space space, const pick_view *view, pick_vec3 axis[3])
{
    const double c = cos(0.4), s = sin(0.4);
    const pick_vec3 table[3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{c, 0, -s}, {0, -1, 0}, {s, 0, c}}, {{c, s, 0}, {-s, c, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++) {
        const double *m = view->inverse_rotation + 3 * i;
        axis[i] = space == PICK_GIZMO_VIEW ? pick_vec3_make(m[0], m[1], m[2]) : table[space][i];
    }
}

// The point held stays under the pointer: what "exact" means for moves, in any projection and space.
static void moves_keep_the_point_held_under_the_pointer(void **state)
{
    (void)state;
    size_t checked = 0;
    for (size_t k = 0; k < 2; k++) {
        const pick_view view = corner(kinds[k]);
        for (size_t s = 0; s < 4; s++) {
            for (int h = PICK_GIZMO_MOVE_X; h <= PICK_GIZMO_MOVE_VIEW; h++) {
                const pick_gizmo_handle handle = (pick_gizmo_handle)h;
                rig r = make(handle, spaces[s], PICK_GIZMO_ACTIVE, &view);
                r.targets[0] = turned(pick_vec3_make(0.3, -0.2, 0.4));
                place(&r);
                pick_vec3 axis[3];
                expected_axes(spaces[s], &view, axis);
                for (int i = 0; i < 3; i++)
                    assert_vec3_near(r.gizmo.pose.axis[i], axis[i], 1e-6);
                if (pick_gizmo_handle_alpha(&r.gizmo, handle) == 0)
                    continue; // of the view's own axes, one points at the camera
                const pick_vec3 held = bench_point(&r.gizmo, handle);
                const pick_vec2 press = bench_project(&view, held);
                assert_true(pick_gizmo_begin(&r.gizmo, handle, press, r.targets, 1, 0));
                const pick_vec2 to = {press.x + 31, press.y - 17};
                drag_by(&r, press, 31, -17);
                const pick_vec3 way = pick_vec3_sub(r.out[0].origin, r.targets[0].world.origin);
                const pick_vec2 now = bench_project(&view, pick_vec3_add(held, way));
                if (bench_is_arm(handle)) {
                    // Along the axis only, and at the foot of the perpendicular from the pointer.
                    assert_vec3_near(pick_vec3_cross(way, r.gizmo.pose.axis[bench_axis(handle)]),
                                     pick_vec3_make(0, 0, 0), 1e-12);
                    assert_near((to.x - now.x) * (now.x - press.x) + (to.y - now.y) * (now.y - press.y), 0, 1e-6);
                } else {
                    assert_near(now.x, to.x, 1e-7);
                    assert_near(now.y, to.y, 1e-7);
                }
                assert_true(pick_vec3_length(way) > 0.01);
                checked++;
            }
        }
    }
    assert_true(checked >= 48);
}

static pick_vec3 rotated(pick_vec3 v, pick_vec3 axis, double angle)
{
    const pick_vec3 across = pick_vec3_cross(axis, v);
    const pick_vec3 along = pick_vec3_scale(axis, pick_vec3_dot(axis, v));
    return pick_vec3_add(along, pick_vec3_add(pick_vec3_scale(pick_vec3_sub(v, along), cos(angle)),
                                              pick_vec3_scale(across, sin(angle))));
}

// At the first of two objects, which is turned and moved.
static rig make_for_two(pick_gizmo_handle handle, pick_gizmo_space space, const pick_view *view)
{
    rig r = make(handle, space, PICK_GIZMO_ACTIVE, view);
    r.count = 2;
    r.targets[0] = turned(pick_vec3_make(0.3, -0.2, 0.4));
    r.targets[1] = bench_target(pick_vec3_make(3, 1, -2));
    place(&r);
    return r;
}

static void turns_rotate_about_their_axis(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const pick_view view = corner(kinds[k]);
        for (size_t s = 0; s < 4; s++) {
            for (int h = PICK_GIZMO_TURN_X; h <= PICK_GIZMO_TURN_BALL; h++) {
                const pick_gizmo_handle handle = (pick_gizmo_handle)h;
                rig r = make_for_two(handle, spaces[s], &view);
                pick_vec3 axis[3];
                expected_axes(spaces[s], &view, axis);
                const pick_vec2 press = bench_place(&r.gizmo, handle);
                assert_true(pick_gizmo_begin(&r.gizmo, handle, press, r.targets, 2, 0));
                drag_by(&r, press, 13, 21);
                const double angle = r.gizmo.delta.angle;
                assert_true(fabs(angle) > 0.01 && fabs(angle) < 1.5);
                const pick_vec3 about = bench_axis(handle) >= 0          ? axis[bench_axis(handle)]
                                        : handle == PICK_GIZMO_TURN_VIEW ? r.gizmo.pose.toward
                                                                         : r.gizmo.delta.axis;
                if (handle == PICK_GIZMO_TURN_BALL) {
                    assert_near(pick_vec3_dot(about, pick_vec3_make(view.inverse_rotation[6], view.inverse_rotation[7],
                                                                    view.inverse_rotation[8])),
                                0, 1e-6);
                }
                for (int t = 0; t < 2; t++) {
                    for (int i = 0; i < 3; i++) {
                        assert_vec3_near(pick_affine_column(&r.out[t], i),
                                         rotated(pick_affine_column(&r.targets[t].world, i), about, angle), 1e-6);
                    }
                    const pick_vec3 pivot = r.targets[0].world.origin;
                    const pick_vec3 arm = pick_vec3_sub(r.targets[t].world.origin, pivot);
                    assert_vec3_near(r.out[t].origin, pick_vec3_add(pivot, rotated(arm, about, angle)), 1e-6);
                }
                assert_memory_equal(&r.out[0].origin, &r.targets[0].world.origin, sizeof(pick_vec3));
            }
        }
    }
}

static void a_dial_follows_the_pointer_around_its_centre(void **state)
{
    (void)state;
    // Orthographic, where a point of the ring's plane stays under the pointer's direction exactly.
    const pick_view view = corner(PICK_ORTHOGRAPHIC);
    rig r = make(PICK_GIZMO_TURN_Z, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    place(&r);
    const pick_vec3 held = pick_vec3_make(3, 1, 0);
    const pick_vec2 press = bench_project(&view, held), center = bench_project(&view, pick_vec3_make(0, 0, 0));
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_Z, press, r.targets, 1, 0));
    double last = 0;
    for (int i = 1; i <= 100; i++) { // two and a half times around
        const double angle = i * (5 * PI / 100);
        const pick_vec3 point = pick_vec3_scale(rotated(held, pick_vec3_make(0, 0, 1), angle), 1 + 0.01 * i);
        bench_drag(&r.gizmo, bench_project(&view, point));
        assert_near(r.gizmo.delta.angle, angle, 1e-6);
        assert_near(remainder(r.gizmo.delta.turn - angle, 2 * PI), 0, 1e-6);
        assert_true(r.gizmo.delta.angle > last);
        last = r.gizmo.delta.angle;
    }
    // On the centre itself, there is no direction: some angle, but a number.
    bench_drag(&r.gizmo, center);
    assert_true(isfinite(r.gizmo.delta.angle));
    // Seen from behind, the same dial turns the other way round.
    const pick_view back = bench_orbit(PICK_ORTHOGRAPHIC, pick_vec3_make(0, 0, 0), 20, PI, 0);
    rig b = make(PICK_GIZMO_TURN_Z, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &back);
    place(&b);
    assert_true(pick_gizmo_begin(&b.gizmo, PICK_GIZMO_TURN_Z, (pick_vec2){280, 150}, b.targets, 1, 0));
    bench_drag(&b.gizmo, (pick_vec2){200, 70});
    assert_near(b.gizmo.delta.angle, -PI / 2, 1e-6);
}

static void scales_are_what_they_say_in_world_space(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const pick_view view = corner(kinds[k]);
        for (size_t s = 0; s < 4; s++) {
            for (int h = PICK_GIZMO_SCALE_X; h <= PICK_GIZMO_SCALE_ALL; h++) {
                const pick_gizmo_handle handle = (pick_gizmo_handle)h;
                rig r = make_for_two(handle, spaces[s], &view);
                if (pick_gizmo_handle_alpha(&r.gizmo, handle) == 0)
                    continue;
                const pick_vec2 press = bench_place(&r.gizmo, handle);
                assert_true(pick_gizmo_begin(&r.gizmo, handle, press, r.targets, 2, 0));
                drag_by(&r, press, 20, -15);
                const double *factor = r.gizmo.delta.factor;
                pick_vec3 axis[3];
                expected_axes(spaces[s], &view, axis);
                bool grew = false;
                for (int t = 0; t < 2; t++) {
                    // A point of the object, seen from the pivot, is stretched along each axis by its factor.
                    const pick_vec3 p = {0.3, 0.7, -0.5}, pivot = r.targets[0].world.origin;
                    const pick_vec3 was = pick_vec3_sub(pick_affine_point(&r.targets[t].world, p), pivot);
                    const pick_vec3 is = pick_vec3_sub(pick_affine_point(&r.out[t], p), pivot);
                    for (int i = 0; i < 3; i++) {
                        const bool ours = bench_is_arm(handle)     ? i == bench_axis(handle)
                                          : bench_is_plane(handle) ? i != bench_axis(handle)
                                                                   : true;
                        assert_true(ours || factor[i] == 1);
                        grew |= fabs(factor[i] - 1) > 0.01;
                        assert_near(pick_vec3_dot(is, axis[i]), factor[i] * pick_vec3_dot(was, axis[i]), 1e-6);
                    }
                }
                assert_true(grew);
                assert_memory_equal(&r.out[0].origin, &r.targets[0].world.origin, sizeof(pick_vec3));
            }
        }
    }
}

static void own_axes_are_scaled_without_shear(void **state)
{
    (void)state;
    const pick_view view = corner(PICK_PERSPECTIVE);
    rig r = make(PICK_GIZMO_SCALE_X, PICK_GIZMO_LOCAL, PICK_GIZMO_ACTIVE, &view);
    test_random random = {5};
    r.targets[0].world = bench_random_affine(&random, 1); // sheared
    r.targets[0].world.origin = pick_vec3_make(0, 0, 0);
    place(&r);
    const pick_vec2 press = bench_place(&r.gizmo, PICK_GIZMO_SCALE_X);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_SCALE_X, press, r.targets, 1, 0));
    drag_by(&r, press, 9, 14);
    const double factor = r.gizmo.delta.factor[0];
    assert_true(factor != 1);
    for (int i = 0; i < 9; i++)
        assert_true(r.out[0].linear[i] == r.targets[0].world.linear[i] * (i < 3 ? factor : 1));
}

static void pivots(void **state)
{
    (void)state;
    const pick_view view = front(PICK_ORTHOGRAPHIC);
    const pick_vec3 places[3] = {{1, 0, 0}, {4, 0, 0}, {1, 3, 0}};
    for (int pivot = PICK_GIZMO_ACTIVE; pivot <= PICK_GIZMO_INDIVIDUAL; pivot++) {
        rig r = make(PICK_GIZMO_TURN_Z, PICK_GIZMO_WORLD, (pick_gizmo_pivot)pivot, &view);
        r.count = 3;
        r.active = 1;
        for (int i = 0; i < 3; i++)
            r.targets[i] = bench_target(places[i]);
        place(&r);
        const pick_vec3 center = pivot == PICK_GIZMO_MEDIAN ? pick_vec3_make(2, 1, 0) : places[1];
        assert_vec3_near(r.gizmo.pose.origin, center, 1e-15);
        assert_true(
            pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_Z, bench_place(&r.gizmo, PICK_GIZMO_TURN_Z), r.targets, 3, 1));
        assert_true(pick_gizmo_type(&r.gizmo, '9') && pick_gizmo_type(&r.gizmo, '0'));
        pick_affine out[3];
        assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 3, out), PICK_OK);
        for (int i = 0; i < 3; i++) {
            const pick_vec3 about = pivot == PICK_GIZMO_INDIVIDUAL ? places[i] : center;
            const pick_vec3 arm = pick_vec3_sub(places[i], about);
            assert_vec3_near(out[i].origin, pick_vec3_add(about, pick_vec3_make(-arm.y, arm.x, 0)), 1e-15);
            // A quarter turn gives exact zeros.
            const double turn[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
            for (int k = 0; k < 9; k++)
                assert_true(out[i].linear[k] == turn[k]);
        }
    }
}

// A target's pivot replaces its origin, and moves with it.
static void pivots_can_be_chosen(void **state)
{
    (void)state;
    const pick_view view = front(PICK_ORTHOGRAPHIC);
    for (int pivot = PICK_GIZMO_ACTIVE; pivot <= PICK_GIZMO_INDIVIDUAL; pivot++) {
        rig r = make(PICK_GIZMO_TURN_Z, PICK_GIZMO_WORLD, (pick_gizmo_pivot)pivot, &view);
        r.count = 2;
        r.targets[0] = bench_target(pick_vec3_make(1, 0, 0));
        r.targets[1] = bench_target(pick_vec3_make(0, 0, 0));
        for (int i = 0; i < 9; i++)
            r.targets[0].world.linear[i] *= 2;
        r.targets[0].pivot = pick_vec3_make(0, 1, 0); // in its own space: (1, 2, 0) in the world
        place(&r);
        const pick_vec3 center = pivot == PICK_GIZMO_MEDIAN ? pick_vec3_make(0.5, 1, 0) : pick_vec3_make(1, 2, 0);
        assert_vec3_near(r.gizmo.pose.origin, center, 1e-15);
        assert_true(
            pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_Z, bench_place(&r.gizmo, PICK_GIZMO_TURN_Z), r.targets, 2, 0));
        assert_true(pick_gizmo_type(&r.gizmo, '9') && pick_gizmo_type(&r.gizmo, '0'));
        assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 2, r.out), PICK_OK);
        const pick_vec3 arm = pick_vec3_sub(r.targets[0].world.origin, center);
        assert_vec3_near(r.out[0].origin, pick_vec3_add(center, pick_vec3_make(-arm.y, arm.x, 0)), 1e-14);
        if (pivot == PICK_GIZMO_INDIVIDUAL)
            assert_vec3_near(r.out[1].origin, pick_vec3_make(0, 0, 0), 1e-15);
    }
}

// In small viewports nothing of a gizmo is farther from its centre than a third of the shorter side.
static void small_viewports_have_small_gizmos(void **state)
{
    (void)state;
    for (int mode = PICK_GIZMO_TRANSLATE; mode <= PICK_GIZMO_COMBINED; mode++) {
        for (double share = 0.05; share < 1.3; share += 0.05) {
            pick_gizmo gizmo;
            pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
            desc.mode = (pick_gizmo_mode)mode;
            pick_gizmo_init(&gizmo, &desc);
            pick_view view = corner(PICK_ORTHOGRAPHIC);
            view.viewport.width *= share;
            view.viewport.height *= share;
            const double side = fmin(view.viewport.width, view.viewport.height);
            const pick_gizmo_target target = bench_target(pick_vec3_make(0, 0, 0));
            pick_gizmo_place(&gizmo, &view, &target, 1, 0);
            assert_true(gizmo.visible);
            static pick_gizmo_primitive out[PICK_GIZMO_PRIMITIVE_MAX];
            const size_t count = pick_gizmo_draw(&gizmo, out, PICK_GIZMO_PRIMITIVE_MAX);
            double farthest = 0;
            for (size_t i = 0; i < count; i++) {
                const int points = out[i].kind == PICK_GIZMO_LINE ? 2 : out[i].kind == PICK_GIZMO_TRIANGLE ? 3 : 0;
                for (int k = 0; k < points; k++) {
                    pick_projected_point p;
                    assert_true(pick_view_project(&view, out[i].point[k], &p));
                    farthest =
                        fmax(farthest, hypot(p.window.x - gizmo.pose.center.x, p.window.y - gizmo.pose.center.y));
                }
            }
            assert_true(farthest <= side / 3 * 1.0001);
            assert_true(farthest > fmin(side / 3, 90) * 0.6);
        }
    }
}

static void individual_pivots_use_each_ones_own_axes(void **state)
{
    (void)state;
    const pick_view view = corner(PICK_PERSPECTIVE);
    const pick_gizmo_handle handles[3] = {PICK_GIZMO_MOVE_X, PICK_GIZMO_TURN_X, PICK_GIZMO_SCALE_X};
    for (int space = PICK_GIZMO_LOCAL; space <= PICK_GIZMO_PARENT; space++) {
        for (int h = 0; h < 3; h++) {
            rig r = make(handles[h], (pick_gizmo_space)space, PICK_GIZMO_INDIVIDUAL, &view);
            r.count = 2;
            r.targets[0] = bench_target(pick_vec3_make(0, 0, 0));
            r.targets[1] = turned(pick_vec3_make(2, 1, 0));
            place(&r);
            pick_vec3 axis[3];
            expected_axes((pick_gizmo_space)space, &view, axis);
            assert_true(pick_gizmo_begin(&r.gizmo, handles[h], bench_place(&r.gizmo, handles[h]), r.targets, 2, 0));
            assert_true(pick_gizmo_type(&r.gizmo, '2'));
            assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 2, r.out), PICK_OK);
            const pick_affine *was = &r.targets[1].world, *is = &r.out[1];
            if (h == 0) {
                assert_vec3_near(r.out[0].origin, pick_vec3_make(2, 0, 0), 1e-15);
                assert_vec3_near(pick_vec3_sub(is->origin, was->origin), pick_vec3_scale(axis[0], 2), 1e-12);
                continue;
            }
            assert_memory_equal(&is->origin, &was->origin, sizeof(pick_vec3));
            for (int i = 0; i < 3; i++) {
                const pick_vec3 c = pick_affine_column(was, i);
                const pick_vec3 along = pick_vec3_scale(axis[0], pick_vec3_dot(c, axis[0]));
                const pick_vec3 wanted = h == 1 ? rotated(c, axis[0], 2 * PI / 180) : pick_vec3_add(c, along);
                assert_vec3_near(pick_affine_column(is, i), wanted, 1e-12);
            }
        }
    }
    // A view ring has one axis for all, but still turns each about its own origin.
    rig r = make(PICK_GIZMO_TURN_VIEW, PICK_GIZMO_LOCAL, PICK_GIZMO_INDIVIDUAL, &view);
    r.count = 2;
    r.targets[1] = turned(pick_vec3_make(2, 1, 0));
    begin(&r, PICK_GIZMO_TURN_VIEW);
    assert_true(pick_gizmo_type(&r.gizmo, '7'));
    assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 2, r.out), PICK_OK);
    for (int i = 0; i < 3; i++) {
        assert_vec3_near(pick_affine_column(&r.out[1], i),
                         rotated(pick_affine_column(&r.targets[1].world, i), r.gizmo.start.toward, 7 * PI / 180),
                         1e-12);
    }
    assert_memory_equal(&r.out[1].origin, &r.targets[1].world.origin, sizeof(pick_vec3));
}

// Whatever the parent's transform, the child's world transform is what the drag computed, or there is a reason.
static void children_of_any_parent_end_where_they_were_put(void **state)
{
    (void)state;
    test_random random = {8};
    size_t ok = 0, refused = 0, mirrored = 0;
    for (int n = 0; n < 3000; n++) {
        const pick_gizmo_handle handle = (pick_gizmo_handle)(1 + random_index(&random, PICK_GIZMO_HANDLE_COUNT - 1));
        const pick_view view = corner(kinds[random_index(&random, 2)]);
        rig r = make(handle, spaces[random_index(&random, 4)], PICK_GIZMO_ACTIVE, &view);
        r.targets[0] =
            (pick_gizmo_target){.world = bench_random_affine(&random, 1), .parent = bench_random_affine(&random, 1)};
        pick_affine *parent = &r.targets[0].parent;
        if (n % 10 == 0)
            parent->linear[6] = parent->linear[7] = parent->linear[8] = 0; // flat
        const double determinant =
            pick_vec3_dot(pick_affine_column(parent, 0),
                          pick_vec3_cross(pick_affine_column(parent, 1), pick_affine_column(parent, 2)));
        place(&r);
        if (pick_gizmo_handle_alpha(&r.gizmo, handle) == 0)
            continue;
        const pick_vec2 press = bench_place(&r.gizmo, handle);
        assert_true(pick_gizmo_begin(&r.gizmo, handle, press, r.targets, 1, 0));
        drag_by(&r, press, random_between(&random, -40, 40), random_between(&random, -40, 40));
        pick_affine local;
        const pick_local_result result = pick_affine_to_local(&r.out[0], parent, &local);
        if (result != PICK_LOCAL_OK) {
            assert_int_equal(result, n % 10 == 0 ? PICK_LOCAL_FLAT_PARENT : PICK_LOCAL_IMPRECISE);
            refused++;
            continue;
        }
        ok++;
        mirrored += determinant < 0;
        const pick_affine made = pick_affine_multiply(parent, &local);
        for (int i = 0; i < 3; i++) {
            const pick_vec3 wanted = pick_affine_column(&r.out[0], i);
            assert_vec3_near(pick_affine_column(&made, i), wanted, 1e-8 * (1 + pick_vec3_length(wanted)));
        }
        assert_vec3_near(made.origin, r.out[0].origin, 1e-7);
    }
    assert_true(ok > 1500 && mirrored > 500 && refused > 100);
}

// A step that divides no turn: whole turns of the pointer add nothing to it, so the press is the start again.
static void steps_of_turns_count_from_the_press(void **state)
{
    (void)state;
    const pick_view view = front(PICK_ORTHOGRAPHIC);
    rig r = make(PICK_GIZMO_TURN_Z, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    r.targets[0] = bench_target(pick_vec3_make(0.1, 0.05, 0));
    r.gizmo.desc.turn_step = 25 * (PI / 180);
    place(&r);
    const pick_vec2 center = r.gizmo.pose.center, press = {center.x + 80, center.y};
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_Z, press, r.targets, 1, 0));
    for (int i = 1; i <= 81; i++) {
        const double turned = i * (10 * PI / 180);
        pick_gizmo_input input = {.position = {center.x + 80 * cos(turned), center.y - 80 * sin(turned)}, .snap = true};
        if (i % 36 == 0)
            input.position = press;
        pick_gizmo_drag(&r.gizmo, &input);
        assert_near(r.gizmo.delta.angle, turned, 12.6 * (PI / 180));
        assert_near(remainder(r.gizmo.delta.turn - r.gizmo.delta.angle, 2 * PI), 0, 1e-12);
        assert_int_equal(pick_gizmo_changed(&r.gizmo), i % 36 != 0 && i % 36 != 1 && i % 36 != 35);
    }
    assert_near(r.gizmo.delta.angle, (2 * 360 + 100) * (PI / 180), 1e-9); // 90 is between 75 and 100
    assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 1, r.out), PICK_OK);
    assert_near(r.out[0].linear[0], cos(100 * (PI / 180)), 1e-12);
}

static void steps(void **state)
{
    (void)state;
    const pick_view view = front(PICK_ORTHOGRAPHIC);
    const struct {
        pick_gizmo_handle handle;
        double x, y;
        pick_vec3 way;  // from (0.1, 0.05, 0), by multiples of 0.25
        pick_vec3 grid; // to multiples of it
    } moves[] = {
        {PICK_GIZMO_MOVE_X, 11, 5, {1, 0, 0}, {1.15, 0, 0}},
        {PICK_GIZMO_MOVE_Y, 11, 6, {0, -0.5, 0}, {0, -0.55, 0}},
        {PICK_GIZMO_MOVE_PLANE_Z, 11, 6, {1, -0.5, 0}, {1.15, -0.55, 0}},
        {PICK_GIZMO_MOVE_VIEW, 11, 6, {1, -0.5, 0}, {1.15, -0.55, 0}},
    };
    for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
        for (int grid = 0; grid < 2; grid++) {
            rig r = make(moves[i].handle, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
            r.gizmo.desc.snap_to_grid = grid != 0;
            r.targets[0] = bench_target(pick_vec3_make(0.1, 0.05, 0));
            const pick_vec2 press = begin(&r, moves[i].handle);
            pick_gizmo_input input = {.position = {press.x + moves[i].x, press.y + moves[i].y}, .snap = true};
            pick_gizmo_drag(&r.gizmo, &input);
            assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 1, r.out), PICK_OK);
            const pick_vec3 way = pick_vec3_sub(r.out[0].origin, r.targets[0].world.origin);
            assert_vec3_near(way, grid ? moves[i].grid : moves[i].way, 1e-12);
            r.gizmo.desc.move_step = 0; // no steps: as without
            pick_gizmo_drag(&r.gizmo, &input);
            const double x = r.gizmo.delta.along[0] + r.gizmo.delta.free.x;
            assert_true(fabs(x - way.x) > 1e-3 || moves[i].handle == PICK_GIZMO_MOVE_Y);
        }
    }
    // From +x, z runs to the left: the centre handle snaps all three axes.
    const pick_view side =
        bench_view(PICK_ORTHOGRAPHIC, pick_vec3_make(20, 0, 0), pick_vec3_make(-1, 0, 0), pick_vec3_make(0, 1, 0));
    rig r = make(PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &side);
    const pick_vec2 middle = begin(&r, PICK_GIZMO_MOVE_VIEW);
    pick_gizmo_drag(&r.gizmo, &(pick_gizmo_input){.position = {middle.x + 11, middle.y + 6}, .snap = true});
    assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 1, r.out), PICK_OK);
    assert_vec3_near(r.out[0].origin, pick_vec3_make(0, -0.5, -1), 1e-12);
    r = make(PICK_GIZMO_TURN_Z, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    place(&r);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_Z, (pick_vec2){280, 150}, r.targets, 1, 0));
    pick_gizmo_drag(&r.gizmo, &(pick_gizmo_input){.position = {240, 120}, .snap = true}); // 36.9 degrees
    assert_near(r.gizmo.delta.angle * 180 / PI, 30, 1e-9);
    pick_gizmo_drag(&r.gizmo, &(pick_gizmo_input){.position = {240, 112}, .snap = true}); // 43.5
    assert_near(r.gizmo.delta.angle * 180 / PI, 45, 1e-9);
    r.gizmo.desc.turn_step = 0;
    pick_gizmo_drag(&r.gizmo, &(pick_gizmo_input){.position = {240, 112}, .snap = true});
    assert_near(r.gizmo.delta.angle, atan2(38, 40), 1e-7);
    r = make(PICK_GIZMO_SCALE_ALL, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    const pick_vec2 press = begin(&r, PICK_GIZMO_SCALE_ALL);
    pick_gizmo_drag(&r.gizmo, &(pick_gizmo_input){.position = {press.x + 26, press.y}, .snap = true}); // 1.2298
    assert_near(r.gizmo.delta.factor[0], 1.2, 1e-12);
    r.gizmo.desc.scale_step = 0;
    pick_gizmo_drag(&r.gizmo, &(pick_gizmo_input){.position = {press.x + 26, press.y}, .snap = true});
    assert_near(r.gizmo.delta.factor[0], 1 + 26 * sqrt(0.5) / 80, 1e-7);
}

static void points_and_normals(void **state)
{
    (void)state;
    const pick_view view = corner(PICK_PERSPECTIVE);
    const pick_vec3 point = {4, 5, 6};
    const pick_vec3 wanted[7] = {{4, 0, 0}, {0, 5, 0}, {0, 0, 6}, {0, 5, 6}, {4, 0, 6}, {4, 5, 0}, {4, 5, 6}};
    for (int h = PICK_GIZMO_MOVE_X; h <= PICK_GIZMO_MOVE_VIEW; h++) {
        rig r = make((pick_gizmo_handle)h, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
        const pick_vec2 press = begin(&r, (pick_gizmo_handle)h);
        pick_gizmo_input input = {.position = {press.x + 3, press.y}, .snap = true, .has_point = true, .point = point};
        pick_gizmo_drag(&r.gizmo, &input);
        assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 1, r.out), PICK_OK);
        assert_vec3_near(r.out[0].origin, wanted[h - PICK_GIZMO_MOVE_X], 1e-14);
        // A vertex of the object as base.
        input.has_base = true;
        input.base = pick_vec3_make(1, 1, 1);
        pick_gizmo_drag(&r.gizmo, &input);
        assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 1, r.out), PICK_OK);
        const pick_vec3 w = wanted[h - PICK_GIZMO_MOVE_X];
        assert_vec3_near(r.out[0].origin, pick_vec3_make(w.x - (w.x != 0), w.y - (w.y != 0), w.z - (w.z != 0)), 1e-14);
        // A point that is not finite is ignored.
        input.point.x = (double)NAN;
        pick_gizmo_drag(&r.gizmo, &input);
        assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 1, r.out), PICK_OK);
        assert_true(pick_vec3_length(r.out[0].origin) < 1);
        input.point = point;
        input.base.y = (double)INFINITY;
        pick_gizmo_drag(&r.gizmo, &input);
        assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 1, r.out), PICK_OK);
        assert_true(pick_vec3_length(r.out[0].origin) < 1);
    }
    // Alignment: +y goes to the normal, about the base, which goes to the point.
    const pick_vec3 normals[5] = {{1, 0, 0}, {0, -3, 0}, {0, 1, 0}, {1, 2, -2}, {0, 0, 1e-200}};
    for (int i = 0; i < 5; i++) {
        rig r = make(PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
        r.targets[0].world.linear[4] = 2;
        begin(&r, PICK_GIZMO_MOVE_VIEW);
        pick_gizmo_input input = {.position = {200, 150},
                                  .has_point = true,
                                  .point = point,
                                  .has_base = true,
                                  .base = {0, -2, 0}, // where it stands
                                  .has_normal = true,
                                  .normal = normals[i]};
        pick_gizmo_drag(&r.gizmo, &input);
        assert_true(pick_gizmo_changed(&r.gizmo));
        assert_int_equal(pick_gizmo_apply(&r.gizmo, r.targets, 1, r.out), PICK_OK);
        const pick_vec3 n = pick_vec3_normalize(normals[i]);
        assert_vec3_near(pick_affine_column(&r.out[0], 1), pick_vec3_scale(n, 2), 1e-14);
        assert_vec3_near(pick_affine_point(&r.out[0], pick_vec3_make(0, -1, 0)), point, 1e-14);
        const pick_vec3 x = pick_affine_column(&r.out[0], 0), z = pick_affine_column(&r.out[0], 2);
        assert_near(pick_vec3_dot(pick_vec3_cross(x, n), z), 1, 1e-14); // a rotation, and no mirror
    }
    // An object already at the point only turns.
    rig still = make(PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
    begin(&still, PICK_GIZMO_MOVE_VIEW);
    pick_gizmo_drag(
        &still.gizmo,
        &(pick_gizmo_input){.position = {200, 150}, .has_point = true, .has_normal = true, .normal = {1, 0, 0}});
    assert_true(pick_gizmo_changed(&still.gizmo));
    assert_int_equal(pick_gizmo_apply(&still.gizmo, still.targets, 1, still.out), PICK_OK);
    assert_vec3_near(pick_affine_column(&still.out[0], 1), pick_vec3_make(1, 0, 0), 1e-15);
    assert_vec3_near(still.out[0].origin, pick_vec3_make(0, 0, 0), 0);
    // Another axis can be the upright one; an axis that does not exist counts as +y.
    for (uint32_t axis = 0; axis < 4; axis++) {
        rig r = make(PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
        r.gizmo.desc.align_axis = axis;
        begin(&r, PICK_GIZMO_MOVE_VIEW);
        assert_vec3_near(r.gizmo.start_up, pick_vec3_make(axis == 0, axis == 1 || axis == 3, axis == 2), 0);
    }
    // Without a direction to turn, or to turn to, it only moves.
    for (int i = 0; i < 4; i++) {
        rig r = make(PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_WORLD, PICK_GIZMO_ACTIVE, &view);
        r.targets[0].world.linear[4] = i == 0 ? 0 : 1;
        begin(&r, PICK_GIZMO_MOVE_VIEW);
        const pick_vec3 normal = {i == 1 ? 0 : i == 2 ? (double)NAN : i == 3 ? HUGE_VAL : 1, 0, 0};
        pick_gizmo_drag(
            &r.gizmo, &(pick_gizmo_input){
                          .position = {1, 1}, .has_point = true, .point = point, .has_normal = true, .normal = normal});
        assert_false(r.gizmo.delta.aligned);
        assert_vec3_near(r.gizmo.delta.free, point, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_orthographic_view_from_the_front_gives_whole_numbers),
        cmocka_unit_test(moves_keep_the_point_held_under_the_pointer),
        cmocka_unit_test(turns_rotate_about_their_axis),
        cmocka_unit_test(a_dial_follows_the_pointer_around_its_centre),
        cmocka_unit_test(scales_are_what_they_say_in_world_space),
        cmocka_unit_test(own_axes_are_scaled_without_shear),
        cmocka_unit_test(pivots),
        cmocka_unit_test(pivots_can_be_chosen),
        cmocka_unit_test(small_viewports_have_small_gizmos),
        cmocka_unit_test(individual_pivots_use_each_ones_own_axes),
        cmocka_unit_test(children_of_any_parent_end_where_they_were_put),
        cmocka_unit_test(steps_of_turns_count_from_the_press),
        cmocka_unit_test(steps),
        cmocka_unit_test(points_and_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
