// gizmo.c: the placement of the gizmo and the table of its handles.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>

#define IN(mode) (1u << PICK_GIZMO_##mode)

const gizmo_row pick_gizmo_rows[PICK_GIZMO_HANDLE_COUNT] = {
    [PICK_GIZMO_MOVE_X] = {GIZMO_MOVE, GIZMO_ARM, 0, IN(TRANSLATE) | IN(COMBINED)},
    [PICK_GIZMO_MOVE_Y] = {GIZMO_MOVE, GIZMO_ARM, 1, IN(TRANSLATE) | IN(COMBINED)},
    [PICK_GIZMO_MOVE_Z] = {GIZMO_MOVE, GIZMO_ARM, 2, IN(TRANSLATE) | IN(COMBINED)},
    [PICK_GIZMO_MOVE_PLANE_X] = {GIZMO_MOVE, GIZMO_PLANE, 0, IN(TRANSLATE) | IN(COMBINED)},
    [PICK_GIZMO_MOVE_PLANE_Y] = {GIZMO_MOVE, GIZMO_PLANE, 1, IN(TRANSLATE) | IN(COMBINED)},
    [PICK_GIZMO_MOVE_PLANE_Z] = {GIZMO_MOVE, GIZMO_PLANE, 2, IN(TRANSLATE) | IN(COMBINED)},
    [PICK_GIZMO_MOVE_VIEW] = {GIZMO_MOVE, GIZMO_CENTER, 0, IN(TRANSLATE) | IN(COMBINED)},
    [PICK_GIZMO_TURN_X] = {GIZMO_TURN, GIZMO_RING, 0, IN(ROTATE) | IN(COMBINED)},
    [PICK_GIZMO_TURN_Y] = {GIZMO_TURN, GIZMO_RING, 1, IN(ROTATE) | IN(COMBINED)},
    [PICK_GIZMO_TURN_Z] = {GIZMO_TURN, GIZMO_RING, 2, IN(ROTATE) | IN(COMBINED)},
    [PICK_GIZMO_TURN_VIEW] = {GIZMO_TURN, GIZMO_VIEW_RING, 0, IN(ROTATE) | IN(COMBINED)},
    [PICK_GIZMO_TURN_BALL] = {GIZMO_TURN, GIZMO_BALL, 0, IN(ROTATE)},
    [PICK_GIZMO_SCALE_X] = {GIZMO_SCALE, GIZMO_ARM, 0, IN(SCALE) | IN(COMBINED)},
    [PICK_GIZMO_SCALE_Y] = {GIZMO_SCALE, GIZMO_ARM, 1, IN(SCALE) | IN(COMBINED)},
    [PICK_GIZMO_SCALE_Z] = {GIZMO_SCALE, GIZMO_ARM, 2, IN(SCALE) | IN(COMBINED)},
    [PICK_GIZMO_SCALE_PLANE_X] = {GIZMO_SCALE, GIZMO_PLANE, 0, IN(SCALE)},
    [PICK_GIZMO_SCALE_PLANE_Y] = {GIZMO_SCALE, GIZMO_PLANE, 1, IN(SCALE)},
    [PICK_GIZMO_SCALE_PLANE_Z] = {GIZMO_SCALE, GIZMO_PLANE, 2, IN(SCALE)},
    [PICK_GIZMO_SCALE_ALL] = {GIZMO_SCALE, GIZMO_CENTER, 0, IN(SCALE)},
};

const pick_gizmo_delta pick_gizmo_no_delta = {.factor = {1, 1, 1}};

// Sines of the angle to the line of sight at which handles vanish, and are opaque.
static const double HIDDEN_SINE = 0.17364817766693033; // 10 degrees
static const double SHOWN_SINE = 0.34202014332566871;  // 20 degrees

// An arm must be longer than this share of the largest coordinate: 64 steps of a double.
static const double RESOLUTION = 0x1p-46;

// Below this, three axes count as lying in one plane.
static const double INDEPENDENT_SINE = 1e-3;

pick_gizmo_desc pick_gizmo_desc_default(void)
{
    return PICK_GIZMO_DESC_DEFAULT;
}

// Whether a description is valid. Callers may have changed its fields.
static bool is_usable(const pick_gizmo_desc *desc)
{
    const double steps[3] = {desc->move_step, desc->turn_step, desc->scale_step};
    for (int i = 0; i < 3; i++) {
        if (!isfinite(steps[i]))
            return false;
    }
    return (unsigned)desc->mode <= PICK_GIZMO_COMBINED && (unsigned)desc->space <= PICK_GIZMO_VIEW &&
           (unsigned)desc->pivot <= PICK_GIZMO_INDIVIDUAL && desc->scale > 0 && desc->scale < HUGE_VAL &&
           desc->size > 0 && desc->size < HUGE_VAL && desc->tolerance >= 0 && desc->tolerance < HUGE_VAL;
}

void pick_gizmo_init(pick_gizmo *gizmo, const pick_gizmo_desc *desc)
{
    if (!gizmo)
        return;
    *gizmo = (pick_gizmo){.desc = desc ? *desc : PICK_GIZMO_DESC_DEFAULT, .delta = {.factor = {1, 1, 1}}};
}

gizmo_layout pick_gizmo_layout(pick_gizmo_mode mode)
{
    gizmo_layout layout = {
        .arm_from = 0.16, .arm_to = 1, .plane_from = 0.3, .plane_to = 0.5, .center = 0.1, .ring = 1, .view_ring = 1.2};
    if (mode == PICK_GIZMO_COMBINED) {
        layout.box_at = 0.68;
        layout.ring = 1.28;
        layout.view_ring = 1.48;
    }
    return layout;
}

void pick_gizmo_arm_span(pick_gizmo_mode mode, gizmo_act act, double *from, double *to)
{
    const gizmo_layout layout = pick_gizmo_layout(mode);
    const bool box = act == GIZMO_SCALE && layout.box_at > 0;
    *from = box ? layout.box_at : layout.arm_from;
    *to = box ? layout.box_at : layout.arm_to;
}

gizmo_head pick_gizmo_arm_head(pick_gizmo_mode mode, gizmo_act act)
{
    double from, to;
    pick_gizmo_arm_span(mode, act, &from, &to);
    if (act == GIZMO_MOVE)
        return (gizmo_head){to - 0.2, to, 0.07};
    if (from == to)
        return (gizmo_head){to - 0.05, to + 0.05, 0.05};
    return (gizmo_head){to - 0.12, to, 0.06};
}

// How far the handles of a mode reach from its centre, in arms.
static double reach(pick_gizmo_mode mode)
{
    return mode == PICK_GIZMO_ROTATE || mode == PICK_GIZMO_COMBINED ? pick_gizmo_layout(mode).view_ring : 1;
}

double pick_gizmo_arm_points(const pick_gizmo_desc *desc, const pick_view *view)
{
    const double side = fmin(view->viewport.width, fabs(view->viewport.height));
    return fmin(desc->size * desc->scale, side / 3 / reach(desc->mode));
}

pick_vec3 pick_gizmo_pivot_of(const pick_gizmo_target *target)
{
    return pick_is_zero_vec3(target->pivot) ? target->world.origin : pick_affine_point(&target->world, target->pivot);
}

static pick_vec3 view_axis(const pick_view *view, int i)
{
    return pick_vec3_normalize(pick_column3(view->inverse_rotation, i));
}

void pick_gizmo_across(pick_vec3 axis, pick_vec3 *first, pick_vec3 *second)
{
    const double x = fabs(axis.x), y = fabs(axis.y), z = fabs(axis.z);
    const pick_vec3 other = x <= y && x <= z ? pick_vec3_make(1, 0, 0)
                            : y <= z         ? pick_vec3_make(0, 1, 0)
                                             : pick_vec3_make(0, 0, 1);
    *first = pick_vec3_normalize(pick_vec3_cross(other, axis));
    *second = pick_vec3_cross(axis, *first);
}

// Makes perpendicular axes from axes that may be zero or coplanar, by Gram-Schmidt.
static void complete_axes(pick_vec3 axis[3])
{
    bool known[3];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        pick_vec3 v = axis[i];
        for (int k = 0; k < i; k++) {
            if (known[k])
                v = pick_vec3_sub(v, pick_vec3_scale(axis[k], pick_vec3_dot(v, axis[k])));
        }
        known[i] = pick_vec3_length(v) > INDEPENDENT_SINE;
        axis[i] = pick_vec3_normalize(v);
        count += known[i];
    }
    if (count == 0) {
        axis[0] = pick_vec3_make(1, 0, 0);
        known[0] = true;
        count = 1;
    }
    const int first = known[0] ? 0 : known[1] ? 1 : 2;
    if (count == 1) {
        pick_gizmo_across(axis[first], &axis[(first + 1) % 3], &axis[(first + 2) % 3]);
    } else {
        const int missing = !known[0] ? 0 : !known[1] ? 1 : 2;
        axis[missing] = pick_vec3_cross(axis[(missing + 1) % 3], axis[(missing + 2) % 3]);
    }
}

void pick_gizmo_axes(pick_gizmo_space space, const pick_gizmo_target *target, const pick_view *view, pick_vec3 axis[3])
{
    for (int i = 0; i < 3; i++) {
        if (space == PICK_GIZMO_WORLD) {
            axis[i] = pick_affine_column(&PICK_AFFINE_IDENTITY, i);
        } else if (space == PICK_GIZMO_VIEW) {
            axis[i] = view_axis(view, i);
        } else {
            const pick_affine *of = space == PICK_GIZMO_LOCAL ? &target->world : &target->parent;
            axis[i] = pick_vec3_normalize(pick_affine_column(of, i));
        }
    }
    if (!(fabs(pick_vec3_dot(axis[0], pick_vec3_cross(axis[1], axis[2]))) > INDEPENDENT_SINE))
        complete_axes(axis);
}

pick_vec2 pick_gizmo_screen_rate(const pick_view *view, pick_vec3 point, pick_vec3 direction)
{
    const pick_vec3 p = pick_multiply3(view->rotation, pick_vec3_sub(point, view->eye));
    const pick_vec3 v = pick_multiply3(view->rotation, direction);
    const double *m = view->linear2;
    const bool perspective = view->kind == PICK_PERSPECTIVE;
    PICK_ASSERT(!perspective || p.z < 0);
    const double half[2] = {view->viewport.width / 2, view->viewport.height / 2};
    double rate[2];
    for (int i = 0; i < 2; i++) {
        rate[i] = m[i] * v.x + m[2 + i] * v.y;
        if (perspective) { // the quotient rule, with w = -z
            const double ndc = (m[i] * p.x + m[2 + i] * p.y) / -p.z;
            rate[i] = (rate[i] + ndc * v.z) / -p.z;
        }
        rate[i] *= half[i];
    }
    return (pick_vec2){rate[0], rate[1]};
}

double pick_gizmo_depth_rate(const pick_view *view, pick_vec3 point, pick_vec3 direction)
{
    if (view->kind == PICK_ORTHOGRAPHIC)
        return 0;
    const double *r = view->rotation;
    const pick_vec3 back = {r[2], r[5], r[8]};
    return pick_vec3_dot(back, direction) / pick_vec3_dot(back, pick_vec3_sub(point, view->eye));
}

bool pick_gizmo_is_dial(const pick_gizmo_pose *pose, pick_vec3 axis)
{
    return fabs(pick_vec3_dot(axis, pose->toward)) >= 0.5; // 30 degrees
}

pick_vec3 pick_gizmo_ring_axis(const pick_gizmo_pose *pose, const gizmo_row *row)
{
    return row->form == GIZMO_RING ? pose->axis[row->axis] : pose->toward;
}

double pick_gizmo_ring_radius(pick_gizmo_mode mode, const gizmo_row *row)
{
    const gizmo_layout layout = pick_gizmo_layout(mode);
    return row->form == GIZMO_VIEW_RING ? layout.view_ring : layout.ring;
}

static pick_vec3 median(const pick_gizmo_target *targets, size_t count)
{
    const pick_vec3 first = pick_gizmo_pivot_of(&targets[0]); // summed from there, far out too
    pick_vec3 sum = {0, 0, 0};
    for (size_t i = 1; i < count; i++)
        sum = pick_vec3_add(sum, pick_vec3_sub(pick_gizmo_pivot_of(&targets[i]), first));
    return pick_vec3_add(first, pick_vec3_scale(sum, 1 / (double)count));
}

void pick_gizmo_place(pick_gizmo *gizmo, const pick_view *view, const pick_gizmo_target *targets, size_t count,
                      size_t active)
{
    if (!gizmo)
        return;
    gizmo->visible = false;
    if (!view || !targets || active >= count || !is_usable(&gizmo->desc))
        return;
    const pick_gizmo_target *target = &targets[active];
    pick_gizmo_pose pose = {.view = *view};
    pose.origin = gizmo->desc.pivot == PICK_GIZMO_MEDIAN ? median(targets, count) : pick_gizmo_pivot_of(target);
    pick_projected_point center;
    if (!pick_affine_is_finite(&target->world) || !pick_affine_is_finite(&target->parent) ||
        !pick_view_project(view, pose.origin, &center)) // NaN and infinity included
        return;
    pick_gizmo_axes(gizmo->desc.space, target, view, pose.axis);
    pose.right = view_axis(view, 0);
    pose.up = view_axis(view, 1);
    pose.toward = view->kind == PICK_PERSPECTIVE ? pick_vec3_normalize(pick_vec3_sub(view->eye, pose.origin))
                                                 : view_axis(view, 2);
    pose.unit = pick_view_point_size(view, pose.origin);
    pose.arm = pose.unit * pick_gizmo_arm_points(&gizmo->desc, view);
    if (view->kind == PICK_PERSPECTIVE) // no handle may reach the eye
        pose.arm = fmin(pose.arm, 0.4 * center.distance);
    pose.center = center.window;
    // Keeps products of lengths and positions in the range of double, and the ends of an arm apart where they are.
    const double place = pick_most(pick_largest(pose.origin.x, pose.origin.y, pose.origin.z),
                                   pick_largest(view->eye.x, view->eye.y, view->eye.z));
    gizmo->visible = pose.arm > pick_most(1e-100, RESOLUTION * place) && pose.arm < 1e100 &&
                     fabs(pose.center.x) <= PICK_GIZMO_FARTHEST && fabs(pose.center.y) <= PICK_GIZMO_FARTHEST;
    if (gizmo->visible)
        gizmo->pose = pose;
}

// From the sine of the angle to the line of sight.
static double fade(double sine)
{
    const double x = (sine - HIDDEN_SINE) / (SHOWN_SINE - HIDDEN_SINE);
    return x > 0 ? fmin(x, 1) : 0; // NaN hides
}

double pick_gizmo_handle_alpha(const pick_gizmo *gizmo, pick_gizmo_handle handle)
{
    if (!gizmo || (unsigned)handle >= PICK_GIZMO_HANDLE_COUNT || !is_usable(&gizmo->desc))
        return 0;
    const gizmo_row *row = &pick_gizmo_rows[handle];
    const pick_gizmo_pose *pose = &gizmo->pose;
    if (!gizmo->visible || (row->modes & 1u << gizmo->desc.mode) == 0)
        return 0;
    if (row->form == GIZMO_ARM) {
        const pick_vec2 rate = pick_gizmo_screen_rate(&pose->view, pose->origin, pose->axis[row->axis]);
        return fade(hypot(rate.x, rate.y) * pose->unit);
    }
    if (row->form == GIZMO_PLANE) {
        pick_vec3 first, second;
        const pick_vec3 normal =
            pick_vec3_normalize(pick_vec3_cross(pose->axis[(row->axis + 1) % 3], pose->axis[(row->axis + 2) % 3]));
        pick_gizmo_across(normal, &first, &second);
        const pick_vec2 a = pick_gizmo_screen_rate(&pose->view, pose->origin, first);
        const pick_vec2 b = pick_gizmo_screen_rate(&pose->view, pose->origin, second);
        return fade(fabs(a.x * b.y - a.y * b.x) * pose->unit * pose->unit);
    }
    return 1;
}

void pick_gizmo_set_hot(pick_gizmo *gizmo, pick_gizmo_handle handle)
{
    if (gizmo && (unsigned)handle < PICK_GIZMO_HANDLE_COUNT)
        gizmo->hot = handle;
}
