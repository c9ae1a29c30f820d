// gizmo_hit.c: finds the handle under the pointer.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"
#include "picking/shape.h"

#include <math.h>

enum { RING_STEPS = 64 };

// The rank of a handle under the pointer, compared member by member.
typedef struct nearness {
    int priority;
    double points; // on screen
    double depth;  // metres, along the view axis
} nearness;

static bool is_nearer(const nearness *a, const nearness *b)
{
    if (a->priority != b->priority)
        return a->priority < b->priority;
    if (a->points != b->points)
        return a->points < b->points;
    return a->depth < b->depth;
}

// Handles never reach the eye, so every point of theirs projects.
static pick_projected_point project(const pick_gizmo_pose *pose, pick_vec3 point)
{
    pick_projected_point projected = {.window = pose->center};
    const bool in_front = pick_view_project(&pose->view, point, &projected);
    PICK_ASSERT(in_front);
    (void)in_front;
    return projected;
}

// The distance from a window position to a segment between two projected points; `depth` is the nearest point's.
static double distance_to_piece(pick_vec2 p, const pick_projected_point *a, const pick_projected_point *b,
                                double *depth)
{
    const double x = b->window.x - a->window.x, y = b->window.y - a->window.y;
    const double square = x * x + y * y;
    double t = 0;
    if (square > 0)
        t = fmin(fmax(((p.x - a->window.x) * x + (p.y - a->window.y) * y) / square, 0), 1);
    *depth = a->distance + t * (b->distance - a->distance);
    return hypot(p.x - a->window.x - t * x, p.y - a->window.y - t * y);
}

// Whether the head of an arm is drawn at a window position. In arms, from the gizmo's origin.
static bool is_on_head(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 p)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const gizmo_head head = pick_gizmo_arm_head(gizmo->desc.mode, row->act);
    const pick_vec3 axis = pose->axis[row->axis];
    const pick_ray through = pick_view_ray(&pose->view, p);
    const pick_vec3 from = pick_vec3_scale(pick_vec3_sub(through.origin, pose->origin), 1 / pose->arm);
    const double before = -pick_vec3_dot(from, through.direction) - 2; // all of the head is behind
    const pick_ray ray = {pick_vec3_add(from, pick_vec3_scale(through.direction, before)), through.direction, 0, 4};
    pick_shape_hit hit;
    if (row->act == GIZMO_MOVE) {
        const pick_cone cone = {pick_vec3_scale(axis, head.from), pick_vec3_scale(axis, head.to), head.half};
        return pick_ray_cone(&ray, &cone, &hit);
    }
    pick_vec3 e, f;
    pick_gizmo_across(axis, &e, &f);
    const pick_obb box = {
        pick_vec3_scale(axis, (head.from + head.to) / 2),
        {pick_vec3_scale(axis, head.half), pick_vec3_scale(e, head.half), pick_vec3_scale(f, head.half)}};
    return pick_ray_obb(&ray, &box, &hit);
}

static bool hit_arm(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 p, double tolerance, nearness *out)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_vec3 axis = pick_vec3_scale(pose->axis[row->axis], pose->arm);
    double from, to;
    pick_gizmo_arm_span(gizmo->desc.mode, row->act, &from, &to);
    const pick_projected_point a = project(pose, pick_vec3_add(pose->origin, pick_vec3_scale(axis, from)));
    const pick_projected_point b = project(pose, pick_vec3_add(pose->origin, pick_vec3_scale(axis, to)));
    out->priority = from == to ? 1 : 2;
    out->points = distance_to_piece(p, &a, &b, &out->depth);
    return out->points <= tolerance || is_on_head(gizmo, row, p);
}

static bool hit_plane(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 p, double tolerance, nearness *out)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const gizmo_layout layout = pick_gizmo_layout(gizmo->desc.mode);
    const pick_vec3 a = pick_vec3_scale(pose->axis[(row->axis + 1) % 3], pose->arm);
    const pick_vec3 b = pick_vec3_scale(pose->axis[(row->axis + 2) % 3], pose->arm);
    const double s = layout.plane_from, t = layout.plane_to;
    const double corner[4][2] = {{s, s}, {t, s}, {t, t}, {s, t}};
    pick_projected_point q[4];
    for (int i = 0; i < 4; i++) {
        const pick_vec3 at = pick_vec3_add(pick_vec3_scale(a, corner[i][0]), pick_vec3_scale(b, corner[i][1]));
        q[i] = project(pose, pick_vec3_add(pose->origin, at));
    }
    double nearest = (double)INFINITY, depth = 0;
    int left = 0, right = 0;
    for (int i = 0; i < 4; i++) {
        const pick_projected_point *from = &q[i], *to = &q[(i + 1) % 4];
        const double side = (to->window.x - from->window.x) * (p.y - from->window.y) -
                            (to->window.y - from->window.y) * (p.x - from->window.x);
        left += side > 0;
        right += side < 0;
        const double distance = distance_to_piece(p, from, to, &depth);
        nearest = fmin(nearest, distance);
    }
    out->priority = 3;
    out->points = left == 0 || right == 0 ? 0 : nearest;
    out->depth = (q[0].distance + q[2].distance) / 2;
    return out->points <= tolerance / 2;
}

static bool hit_ring(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 p, double tolerance, nearness *out)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_vec3 axis = pick_gizmo_ring_axis(pose, row);
    const double radius = pick_gizmo_ring_radius(gizmo->desc.mode, row) * pose->arm;
    const bool whole = pick_gizmo_is_dial(pose, axis);
    pick_vec3 e, f;
    pick_gizmo_across(axis, &e, &f);
    pick_projected_point last = {.depth = 0};
    bool has_last = false;
    out->priority = row->form == GIZMO_VIEW_RING ? 5 : 4;
    out->points = (double)INFINITY;
    for (int i = 0; i <= RING_STEPS; i++) {
        const double angle = i * (2 * PICK_PI / RING_STEPS);
        const pick_vec3 at =
            pick_vec3_add(pick_vec3_scale(e, radius * cos(angle)), pick_vec3_scale(f, radius * sin(angle)));
        // The far side of a ring seen from its edge lies behind the near one.
        const bool shown = whole || pick_vec3_dot(at, pose->toward) >= 0;
        const pick_projected_point here = project(pose, pick_vec3_add(pose->origin, at));
        if (shown && has_last) {
            double depth;
            const double distance = distance_to_piece(p, &last, &here, &depth);
            if (distance < out->points) {
                out->points = distance;
                out->depth = depth;
            }
        }
        has_last = shown;
        last = here;
    }
    return out->points <= tolerance;
}

static bool hit_center(const pick_gizmo *gizmo, pick_vec2 p, nearness *out)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const double radius = pick_gizmo_layout(gizmo->desc.mode).center * pose->arm / pose->unit;
    *out = (nearness){.priority = 0, .points = hypot(p.x - pose->center.x, p.y - pose->center.y)};
    return out->points <= radius;
}

// The trackball is the disc across the line of sight, which perspective stretches off the middle.
static bool hit_ball(const pick_gizmo *gizmo, pick_vec2 p, nearness *out)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const double radius = pick_gizmo_layout(gizmo->desc.mode).ring * pose->arm;
    const pick_ray ray = pick_view_ray(&pose->view, p);
    const pick_vec3 from = pick_vec3_sub(ray.origin, pose->origin);
    const double away = -pick_vec3_dot(pose->toward, ray.direction);
    const double t = pick_vec3_dot(pose->toward, from) / away;
    *out = (nearness){.priority = 6}; // the only one of its rank
    return away > 0 && pick_vec3_length(pick_vec3_add(from, pick_vec3_scale(ray.direction, t))) <= radius;
}

static bool hit(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 p, nearness *out)
{
    const double tolerance = gizmo->desc.tolerance * gizmo->desc.scale;
    if (row->form == GIZMO_ARM)
        return hit_arm(gizmo, row, p, tolerance, out);
    if (row->form == GIZMO_PLANE)
        return hit_plane(gizmo, row, p, tolerance, out);
    if (row->form == GIZMO_CENTER)
        return hit_center(gizmo, p, out);
    if (row->form == GIZMO_BALL)
        return hit_ball(gizmo, p, out);
    return hit_ring(gizmo, row, p, tolerance, out);
}

pick_gizmo_handle pick_gizmo_handle_at(const pick_gizmo *gizmo, pick_vec2 position)
{
    pick_gizmo_handle best = PICK_GIZMO_NONE;
    nearness nearest = {0}, candidate;
    if (!gizmo || !pick_is_finite_vec2(position))
        return PICK_GIZMO_NONE;
    for (int i = 1; i < PICK_GIZMO_HANDLE_COUNT; i++) {
        const pick_gizmo_handle handle = (pick_gizmo_handle)i;
        if (pick_gizmo_handle_alpha(gizmo, handle) > 0 && hit(gizmo, &pick_gizmo_rows[i], position, &candidate) &&
            (best == PICK_GIZMO_NONE || is_nearer(&candidate, &nearest))) {
            best = handle;
            nearest = candidate;
        }
    }
    return best;
}
