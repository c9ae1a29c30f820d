// gizmo_hold.c: grabs a handle at a press.
//
// At the press the handle gets a linear map from points on screen to amounts along its one or two directions: the
// inverse of the rate at which the grabbed point moves on screen. Along straight lines on screen the exact perspective
// differs from this map by one factor only, the change of the grabbed point's depth (see pick_gizmo_follow), so no ray
// is ever intersected with a plane, and there is no horizon to fall over.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>

pick_vec2 pick_gizmo_within_reach(pick_vec2 position)
{
    const double most = PICK_GIZMO_FARTHEST;
    return (pick_vec2){fmin(fmax(position.x, -most), most), fmin(fmax(position.y, -most), most)};
}

double pick_gizmo_follow(double q)
{
    const double ratio = PICK_GIZMO_DEPTH_RATIO;
    if (1 + q >= 1 / ratio)
        return 1 / (1 + q);
    const double u = (1 - 1 / ratio) / -q; // where that depth is reached
    return u * ratio + (1 - u) * ratio * ratio;
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

// The map for two directions that are not parallel on screen.
static void map_plane(double map[4], pick_vec2 a, pick_vec2 b)
{
    (void)pick_invert2((const double[4]){a.x, a.y, b.x, b.y}, map);
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
    double along = pick_multiply2(map, press.x - pose->center.x, press.y - pose->center.y).x;
    along *= pick_gizmo_follow(-along * pick_gizmo_depth_rate(&pose->view, pose->origin, axis));
    return pick_vec3_add(pose->origin, pick_vec3_scale(axis, fmin(fmax(along, from * pose->arm), to * pose->arm)));
}

// The point of the plane of `a` and `b` under the press, at most two arms from the origin.
static pick_vec3 point_on_plane(const pick_gizmo *gizmo, pick_vec3 a, pick_vec3 b, pick_vec2 press)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_view *view = &pose->view;
    double map[4];
    map_plane(map, pick_gizmo_screen_rate(view, pose->origin, a), pick_gizmo_screen_rate(view, pose->origin, b));
    const pick_vec2 amount = pick_multiply2(map, press.x - pose->center.x, press.y - pose->center.y);
    pick_vec3 offset = pick_vec3_add(pick_vec3_scale(a, amount.x), pick_vec3_scale(b, amount.y));
    const double depth = amount.x * pick_gizmo_depth_rate(view, pose->origin, a) +
                         amount.y * pick_gizmo_depth_rate(view, pose->origin, b);
    offset = pick_vec3_scale(offset, pick_gizmo_follow(-depth));
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
    gizmo->grab.to_plane[0] = rate.x * scale;
    gizmo->grab.to_plane[2] = rate.y * scale;
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

// Factors per point: a movement by one arm doubles the size.
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
    if (row->form == GIZMO_PLANE)
        along = pick_vec3_add(pose->axis[(row->axis + 1) % 3], pose->axis[(row->axis + 2) % 3]);
    map_line(gizmo->grab.to_plane,
             pick_gizmo_screen_rate(&pose->view, pose->origin, pick_vec3_scale(along, pose->arm)));
}

static void hold(pick_gizmo *gizmo, const gizmo_row *row, pick_vec2 press)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    if (row->act == GIZMO_SCALE)
        hold_scale(gizmo, row);
    else if (row->form == GIZMO_ARM)
        hold_line(gizmo, row, press);
    else if (row->form == GIZMO_PLANE)
        hold_plane(gizmo, pose->axis[(row->axis + 1) % 3], pose->axis[(row->axis + 2) % 3], press);
    else if (row->form == GIZMO_CENTER)
        hold_plane(gizmo, pose->right, pose->up, press);
    else if (row->form == GIZMO_BALL)
        hold_ball(gizmo);
    else
        hold_ring(gizmo, row);
}

bool pick_gizmo_begin(pick_gizmo *gizmo, pick_gizmo_handle handle, pick_vec2 press, const pick_gizmo_target *targets,
                      size_t count, size_t active)
{
    if (!gizmo || !targets || active >= count || gizmo->active != PICK_GIZMO_NONE ||
        pick_gizmo_handle_alpha(gizmo, handle) == 0 || !pick_is_finite_vec2(press))
        return false;
    press = pick_gizmo_within_reach(press);
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
