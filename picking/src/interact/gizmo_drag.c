// gizmo_drag.c: computes the delta of a drag from pointer movement or typed numbers.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>

static double to_step(double value, double step)
{
    return step > 0 ? round(value / step) * step : value;
}

// Rounds the moves along the axes whose bit is set.
static void snap_along(const pick_gizmo *gizmo, uint32_t axes, double along[3])
{
    const double step = gizmo->desc.move_step;
    double start[3] = {0, 0, 0};
    if (gizmo->desc.snap_to_grid)
        (void)pick_solve3(gizmo->start.axis, gizmo->start.origin, start);
    for (int i = 0; i < 3; i++) {
        if (axes & 1u << i)
            along[i] = to_step(start[i] + along[i], step) - start[i];
    }
}

static uint32_t axes_of(const gizmo_row *row)
{
    return row->form == GIZMO_ARM ? 1u << row->axis : row->form == GIZMO_PLANE ? 7u & ~(1u << row->axis) : 7;
}

// Moves the base to the caller's point, or as near as the handle allows.
static void move_to_point(const pick_gizmo *gizmo, const gizmo_row *row, pick_gizmo_delta *delta)
{
    const pick_gizmo_input *input = &gizmo->input;
    const pick_vec3 *axis = gizmo->start.axis;
    delta->base = input->has_base ? input->base : gizmo->start.origin;
    const pick_vec3 way = pick_vec3_sub(input->point, delta->base);
    if (row->form == GIZMO_CENTER) {
        delta->free = way;
    } else if (row->form == GIZMO_ARM) {
        delta->along[row->axis] = pick_vec3_dot(way, axis[row->axis]);
    } else {
        const int i = (row->axis + 1) % 3, k = (row->axis + 2) % 3;
        const double x = pick_vec3_dot(way, axis[i]), y = pick_vec3_dot(way, axis[k]);
        const double skew = pick_vec3_dot(axis[i], axis[k]), determinant = 1 - skew * skew;
        delta->along[i] = (x - skew * y) / determinant;
        delta->along[k] = (y - skew * x) / determinant;
    }
}

// The smallest rotation from one unit vector to another.
static void rotation_between(pick_vec3 from, pick_vec3 to, double out[9])
{
    const double cosine = pick_vec3_dot(from, to);
    pick_vec3 v = pick_vec3_cross(from, to);
    double k = 1 / (1 + cosine);
    if (cosine < -1 + 1e-12) { // half a turn about any perpendicular axis
        pick_vec3 other;
        pick_gizmo_across(from, &v, &other);
        const double a[3] = {v.x, v.y, v.z};
        for (int i = 0; i < 9; i++)
            out[i] = 2 * a[i / 3] * a[i % 3] - (i % 4 == 0 ? 1 : 0);
        return;
    }
    const double a[3] = {v.x, v.y, v.z};
    const double cross[9] = {0, v.z, -v.y, -v.z, 0, v.x, v.y, -v.x, 0};
    for (int i = 0; i < 9; i++)
        out[i] = k * a[i / 3] * a[i % 3] + cross[i] + (i % 4 == 0 ? cosine : 0);
}

static void move_drag(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 amount, pick_gizmo_delta *delta)
{
    const pick_gizmo_input *input = &gizmo->input;
    const pick_gizmo_grab *grab = &gizmo->grab;
    if (input->has_point && pick_vec3_is_finite(input->point) &&
        (!input->has_base || pick_vec3_is_finite(input->base))) {
        move_to_point(gizmo, row, delta);
        const pick_vec3 normal = pick_vec3_normalize(input->normal);
        if (input->has_normal && pick_vec3_is_finite(normal) && !pick_is_zero_vec3(normal) &&
            !pick_is_zero_vec3(gizmo->start_up)) {
            delta->aligned = true;
            rotation_between(gizmo->start_up, normal, delta->align);
        }
        return;
    }
    const double scale = pick_gizmo_follow(-(grab->depth_rate[0] * amount.x + grab->depth_rate[1] * amount.y));
    const double x = amount.x * scale, y = amount.y * scale;
    if (row->form == GIZMO_ARM) {
        delta->along[row->axis] = x;
    } else if (row->form == GIZMO_PLANE) {
        delta->along[(row->axis + 1) % 3] = x;
        delta->along[(row->axis + 2) % 3] = y;
    } else {
        delta->free = pick_vec3_add(pick_vec3_scale(gizmo->start.right, x), pick_vec3_scale(gizmo->start.up, y));
        if (input->snap && gizmo->desc.move_step > 0) {
            (void)pick_solve3(gizmo->start.axis, delta->free, delta->along); // axes are never flat
            delta->free = pick_vec3_make(0, 0, 0);
        }
    }
    if (input->snap && gizmo->desc.move_step > 0)
        snap_along(gizmo, axes_of(row), delta->along);
}

static void turn(pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 amount, pick_gizmo_delta *delta)
{
    pick_gizmo_grab *grab = &gizmo->grab;
    const pick_gizmo_pose *start = &gizmo->start;
    const pick_vec2 center = start->center;
    if (row->form == GIZMO_BALL) {
        // About the axis in the view plane that is perpendicular to the movement; its sign flips in a left-handed view.
        const bool left_handed = pick_vec3_dot(pick_vec3_cross(start->right, start->up), start->toward) < 0;
        const pick_vec2 way = {left_handed ? -amount.x : amount.x, left_handed ? -amount.y : amount.y};
        const pick_vec3 about = pick_vec3_sub(pick_vec3_scale(start->up, way.x), pick_vec3_scale(start->right, way.y));
        delta->angle = hypot(amount.x, amount.y);
        delta->axis = pick_vec3_normalize(about);
        delta->turn = delta->angle;
    } else if (grab->dial) {
        const pick_vec2 from = pick_multiply2(grab->to_plane, grab->press.x - center.x, grab->press.y - center.y);
        const pick_vec2 to =
            pick_multiply2(grab->to_plane, gizmo->input.position.x - center.x, gizmo->input.position.y - center.y);
        delta->turn = atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y);
        delta->angle = delta->turn + 2 * PICK_PI * round((grab->last_angle - delta->turn) / (2 * PICK_PI));
        grab->last_angle = delta->angle;
    } else {
        delta->angle = delta->turn = amount.x;
    }
    if (gizmo->input.snap && gizmo->desc.turn_step > 0) {
        const double whole = delta->angle - delta->turn; // turns; steps may not divide them
        const double stepped = to_step(delta->turn, gizmo->desc.turn_step);
        delta->angle = stepped + whole;
        delta->turn = remainder(stepped, 2 * PICK_PI);
    }
}

static void scale(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 amount, pick_gizmo_delta *delta)
{
    double factor = 1 + amount.x;
    if (gizmo->input.snap)
        factor = to_step(factor, gizmo->desc.scale_step);
    const uint32_t axes = axes_of(row);
    for (int i = 0; i < 3; i++)
        delta->factor[i] = axes & 1u << i ? pick_gizmo_factor(factor) : 1;
}

// The delta of the drag, with steps and typing.
static pick_gizmo_delta compute(pick_gizmo *gizmo)
{
    const gizmo_row *row = &pick_gizmo_rows[gizmo->active];
    const pick_gizmo_grab *grab = &gizmo->grab;
    pick_gizmo_delta delta = pick_gizmo_no_delta;
    delta.handle = gizmo->active;
    delta.axis = pick_gizmo_ring_axis(&gizmo->start, row);
    if (gizmo->typing.active) {
        pick_gizmo_typed_delta(gizmo, &delta);
        return delta;
    }
    const pick_vec2 position = gizmo->input.position;
    const pick_vec2 amount = pick_multiply2(grab->to_plane, position.x - grab->press.x, position.y - grab->press.y);
    if (row->act == GIZMO_MOVE)
        move_drag(gizmo, row, amount, &delta);
    else if (row->act == GIZMO_TURN)
        turn(gizmo, row, amount, &delta);
    else
        scale(gizmo, row, amount, &delta);
    return delta;
}

void pick_gizmo_drag(pick_gizmo *gizmo, const pick_gizmo_input *input)
{
    if (!gizmo || !input || gizmo->active == PICK_GIZMO_NONE || !pick_is_finite_vec2(input->position))
        return;
    gizmo->input = *input;
    gizmo->input.position = pick_gizmo_within_reach(input->position);
    gizmo->delta = compute(gizmo);
}

bool pick_gizmo_type(pick_gizmo *gizmo, char key)
{
    if (!gizmo || gizmo->active == PICK_GIZMO_NONE ||
        !pick_gizmo_take_key(&gizmo->typing, pick_gizmo_components(gizmo->active), key))
        return false;
    gizmo->delta = compute(gizmo);
    return true;
}

void pick_gizmo_end(pick_gizmo *gizmo)
{
    if (!gizmo)
        return;
    gizmo->active = PICK_GIZMO_NONE;
    gizmo->typing = (pick_gizmo_typing){0};
}

void pick_gizmo_cancel(pick_gizmo *gizmo)
{
    pick_gizmo_end(gizmo);
    if (gizmo)
        gizmo->delta = pick_gizmo_no_delta;
}
