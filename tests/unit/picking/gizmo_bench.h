// gizmo_bench.h: a gizmo, cameras around it and places on its handles, for the tests of gizmos.
#ifndef TESTS_GIZMO_BENCH_H
#define TESTS_GIZMO_BENCH_H

#include "near.h"
#include "projection.h"
#include "random.h"

#include "picking/gizmo.h"

// 400 x 300 points. Orthographic: 10 points are a metre. Perspective: 60 degrees high.
static inline pick_view bench_view(pick_projection_kind kind, pick_vec3 eye, pick_vec3 forward, pick_vec3 up)
{
    projection_spec spec = projection_perspective(1.0471975511965976, 4.0 / 3.0, 0.1, (double)INFINITY);
    if (kind == PICK_ORTHOGRAPHIC) {
        spec = (projection_spec){.kind = PICK_ORTHOGRAPHIC,
                                 .left = -20,
                                 .right = 20,
                                 .bottom = -15,
                                 .top = 15,
                                 .near_distance = 0.1,
                                 .far_distance = 1000,
                                 .depth = DEPTH_REVERSED};
    }
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(forward, up, rotation);
    pick_view view;
    assert_int_equal(
        pick_view_init(
            &view,
            &(pick_view_desc){.projection = projection, .view = rotation, .eye = eye, .viewport = {0, 0, 400, 300}}),
        PICK_OK);
    return view;
}

// From `distance` away, seen under two angles: `turn` about +y, then `rise` above the horizon. Looks at `center`.
static inline pick_view bench_orbit(pick_projection_kind kind, pick_vec3 center, double distance, double turn,
                                    double rise)
{
    const pick_vec3 back = {sin(turn) * cos(rise), sin(rise), cos(turn) * cos(rise)};
    const pick_vec3 up = {-sin(turn) * sin(rise), cos(rise), -cos(turn) * sin(rise)};
    return bench_view(kind, pick_vec3_add(center, pick_vec3_scale(back, distance)), pick_vec3_scale(back, -1), up);
}

static inline pick_affine bench_affine(const double linear[9], pick_vec3 origin)
{
    pick_affine a = {.origin = origin};
    for (int i = 0; i < 9; i++)
        a.linear[i] = linear[i];
    return a;
}

static inline pick_affine bench_random_affine(test_random *random, double reach)
{
    pick_affine a = {.origin = random_in_cube(random, reach)};
    for (int i = 0; i < 3; i++) {
        const pick_vec3 axis = pick_vec3_scale(random_direction(random), exp(random_between(random, -2, 2)));
        a.linear[3 * i] = axis.x;
        a.linear[3 * i + 1] = axis.y;
        a.linear[3 * i + 2] = axis.z;
    }
    return a;
}

static inline pick_gizmo_target bench_target(pick_vec3 origin)
{
    pick_gizmo_target target = {.world = PICK_AFFINE_IDENTITY, .parent = PICK_AFFINE_IDENTITY};
    target.world.origin = origin;
    return target;
}

static inline pick_vec2 bench_project(const pick_view *view, pick_vec3 point)
{
    pick_projected_point p;
    assert_true(pick_view_project(view, point, &p));
    return p.window;
}

static inline pick_vec3 bench_along(pick_vec3 origin, pick_vec3 a, double x, pick_vec3 b, double y)
{
    return pick_vec3_add(origin, pick_vec3_add(pick_vec3_scale(a, x), pick_vec3_scale(b, y)));
}

// The mode that has a handle.
static inline pick_gizmo_mode bench_mode(pick_gizmo_handle handle)
{
    return handle <= PICK_GIZMO_MOVE_VIEW   ? PICK_GIZMO_TRANSLATE
           : handle <= PICK_GIZMO_TURN_BALL ? PICK_GIZMO_ROTATE
                                            : PICK_GIZMO_SCALE;
}

// The axis of a handle (planes: across it), or -1.
static inline int bench_axis(pick_gizmo_handle handle)
{
    switch (handle) {
    case PICK_GIZMO_MOVE_VIEW:
    case PICK_GIZMO_TURN_VIEW:
    case PICK_GIZMO_TURN_BALL:
    case PICK_GIZMO_SCALE_ALL:
        return -1;
    default:
        break;
    }
    const int n = handle < PICK_GIZMO_TURN_X    ? (int)handle - 1
                  : handle < PICK_GIZMO_SCALE_X ? (int)handle - 8
                                                : (int)handle - 13;
    return n % 3;
}

static inline bool bench_is_arm(pick_gizmo_handle h)
{
    return (h >= PICK_GIZMO_MOVE_X && h <= PICK_GIZMO_MOVE_Z) || (h >= PICK_GIZMO_SCALE_X && h <= PICK_GIZMO_SCALE_Z);
}

static inline bool bench_is_plane(pick_gizmo_handle h)
{
    return (h >= PICK_GIZMO_MOVE_PLANE_X && h <= PICK_GIZMO_MOVE_PLANE_Z) ||
           (h >= PICK_GIZMO_SCALE_PLANE_X && h <= PICK_GIZMO_SCALE_PLANE_Z);
}

// A point of a handle, world: on the near side of rings.
static inline pick_vec3 bench_point(const pick_gizmo *gizmo, pick_gizmo_handle handle)
{
    const pick_gizmo_pose *p = &gizmo->pose;
    const int axis = bench_axis(handle);
    if (bench_is_arm(handle))
        return bench_along(p->origin, p->axis[axis], 0.7 * p->arm, p->up, 0);
    if (bench_is_plane(handle))
        return bench_along(p->origin, p->axis[(axis + 1) % 3], 0.4 * p->arm, p->axis[(axis + 2) % 3], 0.4 * p->arm);
    if (handle == PICK_GIZMO_TURN_VIEW) { // between the arms
        pick_vec3 right = pick_vec3_normalize(pick_vec3_cross(p->up, p->toward));
        return bench_along(p->origin, right, 1.2 * p->arm * cos(0.3), pick_vec3_cross(p->toward, right),
                           1.2 * p->arm * sin(0.3));
    }
    if (handle >= PICK_GIZMO_TURN_X && handle <= PICK_GIZMO_TURN_Z) {
        const pick_vec3 n = p->axis[axis];
        pick_vec3 front = pick_vec3_sub(p->toward, pick_vec3_scale(n, pick_vec3_dot(n, p->toward)));
        if (pick_vec3_length(front) < 1e-6)
            front = p->up;
        front = pick_vec3_normalize(front);
        const pick_vec3 side = pick_vec3_cross(n, front);
        return bench_along(p->origin, front, p->arm * cos(0.2), side, p->arm * sin(0.2));
    }
    return p->origin;
}

static inline pick_vec2 bench_place(const pick_gizmo *gizmo, pick_gizmo_handle handle)
{
    return bench_project(&gizmo->pose.view, bench_point(gizmo, handle));
}

static inline void bench_drag(pick_gizmo *gizmo, pick_vec2 position)
{
    pick_gizmo_drag(gizmo, &(pick_gizmo_input){.position = position});
}

static inline void assert_same_bits(const pick_affine *a, const pick_affine *b)
{
    for (int i = 0; i < 9; i++)
        assert_memory_equal(&a->linear[i], &b->linear[i], sizeof(double));
    assert_memory_equal(&a->origin, &b->origin, sizeof(a->origin));
}

#endif
