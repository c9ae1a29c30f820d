// gizmo_drag.c: from the pointer's way to what it does.
//
// At the press the handle gets a linear map from points on screen to amounts along its one or two directions: the
// inverse of how fast the point held moves on screen. On straight lines on screen the exact perspective differs from
// this map by one factor only, the change of the held point's depth (see follow), so no ray is ever intersected with a
// plane, and there is no horizon to fall over.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>

static const double LEAST_FACTOR = 1e-3;

static pick_vec2 within_reach(pick_vec2 position)
{
    const double most = PICK_GIZMO_FARTHEST;
    return (pick_vec2){fmin(fmax(position.x, -most), most), fmin(fmax(position.y, -most), most)};
}

// The point held is at depth 1 and moves by an amount that at the press's rate would change its depth by -q. Along
// that straight line on screen its depth is 1 / (1 + q u), u from 0 to 1, and so is its way, relative to the linear
// one. From PICK_GIZMO_DEPTH_RATIO on it goes straight on, at the rate that it has reached.
static double follow(double q)
{
    const double ratio = PICK_GIZMO_DEPTH_RATIO;
    if (1 + q >= 1 / ratio) {
        return 1 / (1 + q);
    }
    const double u = (1 - 1 / ratio) / -q; // where that depth is reached
    return u * ratio + (1 - u) * ratio * ratio;
}

static pick_vec2 apply_map(const double map[4], double x, double y)
{
    return (pick_vec2){map[0] * x + map[2] * y, map[1] * x + map[3] * y};
}

// The map for one direction: along its image on screen.
static void map_line(double map[4], pick_vec2 rate)
{
    const double square = rate.x * rate.x + rate.y * rate.y;
    map[0] = rate.x / square;
    map[1] = 0;
    map[2] = rate.y / square;
    map[3] = 0;
}

static void map_plane(double map[4], pick_vec2 a, pick_vec2 b)
{
    const double determinant = a.x * b.y - a.y * b.x;
    map[0] = b.y / determinant;
    map[1] = -a.y / determinant;
    map[2] = -b.x / determinant;
    map[3] = a.x / determinant;
}

// The point of an arm under the press.
static pick_vec3 point_on_arm(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 press)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_vec3 axis = pose->axis[row->axis];
    const pick_vec2 rate = pick_gizmo_screen_rate(&pose->view, pose->origin, axis);
    double map[4], from, to;
    map_line(map, rate);
    pick_gizmo_arm_span(gizmo->desc.mode, row->act, &from, &to);
    double along = apply_map(map, press.x - pose->center.x, press.y - pose->center.y).x;
    along *= follow(-along * pick_gizmo_depth_rate(&pose->view, pose->origin, axis));
    return pick_vec3_add(pose->origin, pick_vec3_scale(axis, fmin(fmax(along, from * pose->arm), to * pose->arm)));
}

// The point of the plane of `a` and `b` under the press, at most two arms from the origin.
static pick_vec3 point_on_plane(const pick_gizmo *gizmo, pick_vec3 a, pick_vec3 b, pick_vec2 press)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_view *view = &pose->view;
    double map[4];
    map_plane(map, pick_gizmo_screen_rate(view, pose->origin, a), pick_gizmo_screen_rate(view, pose->origin, b));
    const pick_vec2 amount = apply_map(map, press.x - pose->center.x, press.y - pose->center.y);
    pick_vec3 offset = pick_vec3_add(pick_vec3_scale(a, amount.x), pick_vec3_scale(b, amount.y));
    const double depth = amount.x * pick_gizmo_depth_rate(view, pose->origin, a) +
                         amount.y * pick_gizmo_depth_rate(view, pose->origin, b);
    offset = pick_vec3_scale(offset, follow(-depth));
    const double length = pick_vec3_length(offset), most = 2 * pose->arm;
    return pick_vec3_add(pose->origin, length > most ? pick_vec3_scale(offset, most / length) : offset);
}

static void hold_line(pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 press)
{
    const pick_view *view = &gizmo->pose.view;
    const pick_vec3 axis = gizmo->pose.axis[row->axis];
    const pick_vec3 point = point_on_arm(gizmo, row, press);
    gizmo->grab.depth_rate[0] = pick_gizmo_depth_rate(view, point, axis);
    map_line(gizmo->grab.to_plane, pick_gizmo_screen_rate(view, point, axis));
}

static void hold_plane(pick_gizmo *gizmo, pick_vec3 a, pick_vec3 b, pick_vec2 press)
{
    const pick_view *view = &gizmo->pose.view;
    const pick_vec3 point = point_on_plane(gizmo, a, b, press);
    gizmo->grab.depth_rate[0] = pick_gizmo_depth_rate(view, point, a);
    gizmo->grab.depth_rate[1] = pick_gizmo_depth_rate(view, point, b);
    map_plane(gizmo->grab.to_plane, pick_gizmo_screen_rate(view, point, a), pick_gizmo_screen_rate(view, point, b));
}

static void hold_ring(pick_gizmo *gizmo, const gizmo_row *row)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_view *view = &pose->view;
    const pick_vec3 axis = pick_gizmo_ring_axis(pose, row);
    pick_vec3 a, b;
    gizmo->grab.dial = pick_gizmo_is_dial(pose, axis);
    if (gizmo->grab.dial) {
        pick_gizmo_across(axis, &a, &b);
        map_plane(gizmo->grab.to_plane, pick_gizmo_screen_rate(view, pose->origin, a),
                  pick_gizmo_screen_rate(view, pose->origin, b));
        return;
    }
    // Like a wheel seen from its edge: the side towards the camera follows the pointer.
    const pick_vec3 forward = pick_vec3_normalize(pick_vec3_cross(axis, pose->toward));
    const pick_vec2 rate = pick_gizmo_screen_rate(view, pose->origin, forward);
    const double radius = pick_gizmo_ring_radius(gizmo->desc.mode, row) * pose->arm / pose->unit;
    const double scale = 1 / (hypot(rate.x, rate.y) * radius);
    double *map = gizmo->grab.to_plane;
    map[0] = rate.x * scale;
    map[1] = 0;
    map[2] = rate.y * scale;
    map[3] = 0;
}

// Radians about up (to the right) and about right (upwards), a ball's radius being one.
static void hold_ball(pick_gizmo *gizmo)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_view *view = &pose->view;
    const double radius = pick_gizmo_layout(gizmo->desc.mode).ring * pose->arm;
    const pick_vec3 right = pick_vec3_scale(pose->right, radius), up = pick_vec3_scale(pose->up, radius);
    map_plane(gizmo->grab.to_plane, pick_gizmo_screen_rate(view, pose->origin, right),
              pick_gizmo_screen_rate(view, pose->origin, up));
}

// Factors per point: an arm's way doubles.
static void hold_scale(pick_gizmo *gizmo, const gizmo_row *row)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    if (row->form == GIZMO_CENTER) { // to the right and up is larger
        const double scale = sqrt(0.5) * pose->unit / pose->arm;
        gizmo->grab.to_plane[0] = scale;
        gizmo->grab.to_plane[2] = -scale;
        return;
    }
    pick_vec3 along = pose->axis[row->axis];
    if (row->form == GIZMO_PLANE) {
        along = pick_vec3_add(pose->axis[(row->axis + 1) % 3], pose->axis[(row->axis + 2) % 3]);
    }
    map_line(gizmo->grab.to_plane,
             pick_gizmo_screen_rate(&pose->view, pose->origin, pick_vec3_scale(along, pose->arm)));
}

static void hold(pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 press)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    if (row->act == GIZMO_SCALE) {
        hold_scale(gizmo, row);
    } else if (row->form == GIZMO_ARM) {
        hold_line(gizmo, row, press);
    } else if (row->form == GIZMO_PLANE) {
        hold_plane(gizmo, pose->axis[(row->axis + 1) % 3], pose->axis[(row->axis + 2) % 3], press);
    } else if (row->form == GIZMO_CENTER) {
        hold_plane(gizmo, pose->right, pose->up, press);
    } else if (row->form == GIZMO_BALL) {
        hold_ball(gizmo);
    } else {
        hold_ring(gizmo, row);
    }
}

bool pick_gizmo_begin(pick_gizmo *gizmo, pick_gizmo_handle handle, pick_vec2 press, const pick_gizmo_target *targets,
                      size_t count, size_t active)
{
    if (!gizmo || !targets || active >= count || gizmo->active != PICK_GIZMO_NONE ||
        pick_gizmo_handle_alpha(gizmo, handle) == 0 || !isfinite(press.x) || !isfinite(press.y)) {
        return false;
    }
    press = within_reach(press);
    gizmo->grab = (pick_gizmo_grab){.press = press};
    hold(gizmo, &pick_gizmo_rows[handle], press);
    gizmo->active = handle;
    gizmo->start = gizmo->pose;
    gizmo->start_active = active;
    const uint32_t align = gizmo->desc.align_axis < 3 ? gizmo->desc.align_axis : 1;
    gizmo->start_up = pick_vec3_normalize(pick_affine_column(&targets[active].world, (int)align));
    gizmo->input = (pick_gizmo_input){.position = press};
    gizmo->delta = pick_gizmo_no_delta;
    gizmo->delta.handle = handle;
    gizmo->typing = (pick_gizmo_typing){0};
    return true;
}

static double to_step(double value, double step)
{
    return step > 0 ? round(value / step) * step : value;
}

// Amounts along the axes (which need not be at right angles) that make up a world vector. `axes` cannot be flat.
static pick_vec3 along_axes(const pick_vec3 axis[3], pick_vec3 v)
{
    const pick_vec3 across = pick_vec3_cross(axis[1], axis[2]);
    const double determinant = pick_vec3_dot(axis[0], across);
    return pick_vec3_make(pick_vec3_dot(v, across) / determinant,
                          pick_vec3_dot(v, pick_vec3_cross(axis[2], axis[0])) / determinant,
                          pick_vec3_dot(v, pick_vec3_cross(axis[0], axis[1])) / determinant);
}

// Rounds the moves along the axes whose bit is set.
static void snap_along(const pick_gizmo *gizmo, uint32_t axes, double along[3])
{
    const double step = gizmo->desc.move_step;
    pick_vec3 from = {0, 0, 0};
    if (gizmo->desc.snap_to_grid) {
        from = along_axes(gizmo->start.axis, gizmo->start.origin);
    }
    const double start[3] = {from.x, from.y, from.z};
    for (int i = 0; i < 3; ++i) {
        if (axes & 1u << i) {
            along[i] = to_step(start[i] + along[i], step) - start[i];
        }
    }
}

static uint32_t axes_of(const gizmo_row *row)
{
    return row->form == GIZMO_ARM ? 1u << row->axis : row->form == GIZMO_PLANE ? 7u & ~(1u << row->axis) : 7;
}

// Brings the base to the point that the caller found, as far as the handle goes: the nearest that it can reach.
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

// The least rotation that takes one unit vector to another.
static void rotation_between(pick_vec3 from, pick_vec3 to, double out[9])
{
    const double cosine = pick_vec3_dot(from, to);
    pick_vec3 v = pick_vec3_cross(from, to);
    double k = 1 / (1 + cosine);
    if (cosine < -1 + 1e-12) { // half a turn about anything across
        pick_vec3 other;
        pick_gizmo_across(from, &v, &other);
        const double a[3] = {v.x, v.y, v.z};
        for (int i = 0; i < 9; ++i) {
            out[i] = 2 * a[i / 3] * a[i % 3] - (i % 4 == 0 ? 1 : 0);
        }
        return;
    }
    const double a[3] = {v.x, v.y, v.z};
    const double cross[9] = {0, v.z, -v.y, -v.z, 0, v.x, v.y, -v.x, 0};
    for (int i = 0; i < 9; ++i) {
        out[i] = k * a[i / 3] * a[i % 3] + cross[i] + (i % 4 == 0 ? cosine : 0);
    }
}

static bool is_zero(pick_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

static void move_drag(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 amount, pick_gizmo_delta *delta)
{
    const pick_gizmo_input *input = &gizmo->input;
    const pick_gizmo_grab *grab = &gizmo->grab;
    if (input->has_point && pick_vec3_is_finite(input->point) &&
        (!input->has_base || pick_vec3_is_finite(input->base))) {
        move_to_point(gizmo, row, delta);
        const pick_vec3 normal = pick_vec3_normalize(input->normal);
        if (input->has_normal && pick_vec3_is_finite(normal) && !is_zero(normal) && !is_zero(gizmo->start_up)) {
            delta->aligned = true;
            rotation_between(gizmo->start_up, normal, delta->align);
        }
        return;
    }
    const double scale = follow(-(grab->depth_rate[0] * amount.x + grab->depth_rate[1] * amount.y));
    const double x = amount.x * scale, y = amount.y * scale;
    if (row->form == GIZMO_ARM) {
        delta->along[row->axis] = x;
    } else if (row->form == GIZMO_PLANE) {
        delta->along[(row->axis + 1) % 3] = x;
        delta->along[(row->axis + 2) % 3] = y;
    } else {
        delta->free = pick_vec3_add(pick_vec3_scale(gizmo->start.right, x), pick_vec3_scale(gizmo->start.up, y));
        if (input->snap && gizmo->desc.move_step > 0) {
            const pick_vec3 along = along_axes(gizmo->start.axis, delta->free);
            delta->along[0] = along.x;
            delta->along[1] = along.y;
            delta->along[2] = along.z;
            delta->free = pick_vec3_make(0, 0, 0);
        }
    }
    if (input->snap && gizmo->desc.move_step > 0) {
        snap_along(gizmo, axes_of(row), delta->along);
    }
}

static void turn(pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 amount, pick_gizmo_delta *delta)
{
    pick_gizmo_grab *grab = &gizmo->grab;
    const pick_gizmo_pose *start = &gizmo->start;
    const pick_vec2 center = start->center;
    if (row->form == GIZMO_BALL) {
        // About the direction across the way, in the view's plane. In a left-handed view, that is the other way round.
        const bool left_handed = pick_vec3_dot(pick_vec3_cross(start->right, start->up), start->toward) < 0;
        const pick_vec2 way = {left_handed ? -amount.x : amount.x, left_handed ? -amount.y : amount.y};
        const pick_vec3 about = pick_vec3_sub(pick_vec3_scale(start->up, way.x), pick_vec3_scale(start->right, way.y));
        delta->angle = hypot(amount.x, amount.y);
        delta->axis = pick_vec3_normalize(about);
        delta->turn = delta->angle;
    } else if (grab->dial) {
        const pick_vec2 from = apply_map(grab->to_plane, grab->press.x - center.x, grab->press.y - center.y);
        const pick_vec2 to =
            apply_map(grab->to_plane, gizmo->input.position.x - center.x, gizmo->input.position.y - center.y);
        delta->turn = atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y);
        delta->angle = delta->turn + 2 * PICK_PI * round((grab->last_angle - delta->turn) / (2 * PICK_PI));
        grab->last_angle = delta->angle;
    } else {
        delta->angle = delta->turn = amount.x;
    }
    if (gizmo->input.snap && gizmo->desc.turn_step > 0) {
        delta->angle = to_step(delta->angle, gizmo->desc.turn_step);
        delta->turn = remainder(delta->angle, 2 * PICK_PI);
    }
}

double pick_gizmo_factor(double factor)
{
    if (fabs(factor) >= LEAST_FACTOR) {
        return factor;
    }
    return factor < 0 ? -LEAST_FACTOR : LEAST_FACTOR;
}

static void scale(const pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 amount, pick_gizmo_delta *delta)
{
    double factor = 1 + amount.x;
    if (gizmo->input.snap) {
        factor = to_step(factor, gizmo->desc.scale_step);
    }
    const uint32_t axes = axes_of(row);
    for (int i = 0; i < 3; ++i) {
        delta->factor[i] = axes & 1u << i ? pick_gizmo_factor(factor) : 1;
    }
}

pick_gizmo_delta pick_gizmo_compute(pick_gizmo *gizmo)
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
    const pick_vec2 amount = apply_map(grab->to_plane, position.x - grab->press.x, position.y - grab->press.y);
    if (row->act == GIZMO_MOVE) {
        move_drag(gizmo, row, amount, &delta);
    } else if (row->act == GIZMO_TURN) {
        turn(gizmo, row, amount, &delta);
    } else {
        scale(gizmo, row, amount, &delta);
    }
    return delta;
}

void pick_gizmo_drag(pick_gizmo *gizmo, const pick_gizmo_input *input)
{
    if (!gizmo || !input || gizmo->active == PICK_GIZMO_NONE || !isfinite(input->position.x) ||
        !isfinite(input->position.y)) {
        return;
    }
    gizmo->input = *input;
    gizmo->input.position = within_reach(input->position);
    gizmo->delta = pick_gizmo_compute(gizmo);
}

void pick_gizmo_end(pick_gizmo *gizmo)
{
    if (!gizmo) {
        return;
    }
    gizmo->active = PICK_GIZMO_NONE;
    gizmo->typing = (pick_gizmo_typing){0};
}

void pick_gizmo_cancel(pick_gizmo *gizmo)
{
    pick_gizmo_end(gizmo);
    if (gizmo) {
        gizmo->delta = pick_gizmo_no_delta;
    }
}
