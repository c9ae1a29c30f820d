// gizmo_draw.c: draws the gizmo as lines, triangles and letters.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>

enum { DRAWN_RING_STEPS = 64, CONE_SIDES = 12, DISC_STEPS = 32, SECTOR_STEPS = 48 };

typedef struct rgb {
    float c[3];
} rgb;

static const rgb axis_colors[3] = {{{0.89f, 0.22f, 0.18f}}, {{0.65f, 0.90f, 0.27f}}, {{0.22f, 0.47f, 0.98f}}};
static const rgb neutral = {{0.85f, 0.86f, 0.88f}};

// Writes primitives in the current style.
typedef struct sink {
    pick_gizmo_primitive *out;
    size_t capacity, count;
    pick_gizmo_handle handle;
    bool hot;
    rgb color;
    double alpha;
    double width; // of lines
} sink;

void pick_gizmo_axis_color(int axis, float out[3])
{
    if (axis < 0 || axis >= 3 || !out)
        return;
    for (int i = 0; i < 3; i++)
        out[i] = axis_colors[axis].c[i];
}

static void emit_primitive(sink *s, pick_gizmo_primitive_kind kind, pick_vec3 a, pick_vec3 b, pick_vec3 c, double shade)
{
    if (s->count < s->capacity) {
        pick_gizmo_primitive *p = &s->out[s->count];
        *p = (pick_gizmo_primitive){.kind = kind,
                                    .handle = s->handle,
                                    .hot = s->hot,
                                    .width = (float)(s->width * (s->hot ? 1.5 : 1)),
                                    .color = {0, 0, 0, (float)s->alpha},
                                    .point = {a, b, c}};
        for (int i = 0; i < 3; i++) {
            const double plain = (double)s->color.c[i] * shade;
            p->color[i] = (float)(s->hot ? plain + 0.5 * (1 - plain) : plain);
        }
    }
    s->count++;
}

static void line(sink *s, pick_vec3 a, pick_vec3 b)
{
    emit_primitive(s, PICK_GIZMO_LINE, a, b, b, 1);
}

static void triangle(sink *s, pick_vec3 a, pick_vec3 b, pick_vec3 c)
{
    emit_primitive(s, PICK_GIZMO_TRIANGLE, a, b, c, 1);
}

// A face of a solid. Back faces are left out, so that solids need no depth test.
static void face(sink *s, const pick_gizmo_pose *pose, pick_vec3 a, pick_vec3 b, pick_vec3 c, pick_vec3 outward)
{
    const double facing = pick_vec3_dot(outward, pose->toward);
    if (facing > 0)
        emit_primitive(s, PICK_GIZMO_TRIANGLE, a, b, c, 0.7 + 0.3 * facing);
}

static void cone(sink *s, const pick_gizmo_pose *pose, pick_vec3 base, pick_vec3 axis, double length, double radius)
{
    pick_vec3 e, f;
    pick_gizmo_across(axis, &e, &f);
    const pick_vec3 tip = pick_vec3_add(base, pick_vec3_scale(axis, length));
    for (int i = 0; i < CONE_SIDES; i++) {
        const double a = i * (2 * PICK_PI / CONE_SIDES), b = (i + 1) * (2 * PICK_PI / CONE_SIDES), m = (a + b) / 2;
        const pick_vec3 p = pick_circle_at(base, e, f, radius, a);
        const pick_vec3 q = pick_circle_at(base, e, f, radius, b);
        const pick_vec3 side = pick_vec3_at(pick_vec3_scale(axis, radius), e, length * cos(m), f, length * sin(m));
        face(s, pose, p, q, tip, pick_vec3_normalize(side));
        face(s, pose, p, q, base, pick_vec3_scale(axis, -1));
    }
}

static void box(sink *s, const pick_gizmo_pose *pose, pick_vec3 center, pick_vec3 axis, double half)
{
    pick_vec3 e[3] = {axis};
    pick_gizmo_across(axis, &e[1], &e[2]);
    for (int i = 0; i < 6; i++) {
        const pick_vec3 n = pick_vec3_scale(e[i / 2], i % 2 ? half : -half);
        const pick_vec3 middle = pick_vec3_add(center, n);
        const pick_vec3 u = e[(i / 2 + 1) % 3], v = e[(i / 2 + 2) % 3];
        const pick_vec3 a = pick_vec3_at(middle, u, -half, v, -half), b = pick_vec3_at(middle, u, half, v, -half);
        const pick_vec3 c = pick_vec3_at(middle, u, half, v, half), d = pick_vec3_at(middle, u, -half, v, half);
        face(s, pose, a, b, c, pick_vec3_normalize(n));
        face(s, pose, a, c, d, pick_vec3_normalize(n));
    }
}

static void arm(sink *s, const pick_gizmo *gizmo, const gizmo_row *row)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_vec3 axis = pose->axis[row->axis];
    const gizmo_head head = pick_gizmo_arm_head(gizmo->desc.mode, row->act);
    const double half = head.half * pose->arm;
    double from, to;
    pick_gizmo_arm_span(gizmo->desc.mode, row->act, &from, &to);
    const pick_vec3 none = {0, 0, 0};
    const pick_vec3 middle = pick_vec3_at(pose->origin, axis, (head.from + head.to) / 2 * pose->arm, none, 0);
    if (from == to) {
        box(s, pose, middle, axis, half);
        return;
    }
    const pick_vec3 start = pick_vec3_at(pose->origin, axis, from * pose->arm, none, 0);
    if (row->act == GIZMO_MOVE) {
        const pick_vec3 base = pick_vec3_at(pose->origin, axis, head.from * pose->arm, none, 0);
        line(s, start, base);
        cone(s, pose, base, axis, (head.to - head.from) * pose->arm, half);
    } else {
        line(s, start, middle);
        box(s, pose, middle, axis, half);
    }
    const size_t letter = s->count;
    const rgb color = s->color;
    for (int i = 0; i < 3; i++) // thin strokes need a lighter colour
        s->color.c[i] += 0.4f * (1 - s->color.c[i]);
    const pick_vec3 tip = pick_vec3_at(pose->origin, axis, (to + 0.16) * pose->arm, none, 0);
    emit_primitive(s, PICK_GIZMO_LETTER, tip, tip, tip, 1);
    if (letter < s->capacity)
        s->out[letter].letter = (char)('X' + row->axis);
    s->color = color;
}

static void outlined(sink *s, const pick_vec3 corner[4])
{
    const double alpha = s->alpha;
    s->alpha = alpha * (s->hot ? 0.75 : 0.4);
    triangle(s, corner[0], corner[1], corner[2]);
    triangle(s, corner[0], corner[2], corner[3]);
    s->alpha = alpha;
    for (int i = 0; i < 4; i++)
        line(s, corner[i], corner[(i + 1) % 4]);
}

static void plane(sink *s, const pick_gizmo *gizmo, const gizmo_row *row)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const gizmo_layout layout = pick_gizmo_layout(gizmo->desc.mode);
    const pick_vec3 a = pose->axis[(row->axis + 1) % 3], b = pose->axis[(row->axis + 2) % 3];
    const double p = layout.plane_from * pose->arm, q = layout.plane_to * pose->arm;
    const pick_vec3 corner[4] = {pick_vec3_at(pose->origin, a, p, b, p), pick_vec3_at(pose->origin, a, q, b, p),
                                 pick_vec3_at(pose->origin, a, q, b, q), pick_vec3_at(pose->origin, a, p, b, q)};
    outlined(s, corner);
}

static void center(sink *s, const pick_gizmo *gizmo)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const double r = pick_gizmo_layout(gizmo->desc.mode).center * pose->arm * 0.8;
    const pick_vec3 corner[4] = {pick_vec3_at(pose->origin, pose->right, -r, pose->up, -r),
                                 pick_vec3_at(pose->origin, pose->right, r, pose->up, -r),
                                 pick_vec3_at(pose->origin, pose->right, r, pose->up, r),
                                 pick_vec3_at(pose->origin, pose->right, -r, pose->up, r)};
    outlined(s, corner);
}

static void ring(sink *s, const pick_gizmo *gizmo, const gizmo_row *row)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const pick_vec3 axis = pick_gizmo_ring_axis(pose, row);
    const double radius = pick_gizmo_ring_radius(gizmo->desc.mode, row) * pose->arm;
    const double alpha = s->alpha;
    pick_vec3 e, f;
    pick_gizmo_across(axis, &e, &f);
    for (int i = 0; i < DRAWN_RING_STEPS; i++) {
        const double a = i * (2 * PICK_PI / DRAWN_RING_STEPS), b = (i + 1) * (2 * PICK_PI / DRAWN_RING_STEPS),
                     m = (a + b) / 2;
        const double facing = cos(m) * pick_vec3_dot(e, pose->toward) + sin(m) * pick_vec3_dot(f, pose->toward);
        s->alpha = facing >= -1e-6 ? alpha : 0.2 * alpha;
        line(s, pick_circle_at(pose->origin, e, f, radius, a), pick_circle_at(pose->origin, e, f, radius, b));
    }
    s->alpha = alpha;
}

// The part of a disc from e to an angle towards f.
static void sector(sink *s, pick_vec3 center, pick_vec3 e, pick_vec3 f, double radius, double angle, int steps)
{
    for (int i = 0; i < steps; i++) {
        triangle(s, center, pick_circle_at(center, e, f, radius, i * angle / steps),
                 pick_circle_at(center, e, f, radius, (i + 1) * angle / steps));
    }
}

static void ball(sink *s, const pick_gizmo *gizmo)
{
    const pick_gizmo_pose *pose = &gizmo->pose;
    const double radius = pick_gizmo_layout(gizmo->desc.mode).ring * pose->arm, alpha = s->alpha;
    pick_vec3 e, f;
    pick_gizmo_across(pose->toward, &e, &f);
    s->alpha = alpha * (s->hot ? 0.16 : 0.06);
    sector(s, pose->origin, e, f, radius, 2 * PICK_PI, DISC_STEPS);
    s->alpha = alpha;
}

static void draw_handle(sink *s, const pick_gizmo *gizmo, pick_gizmo_handle handle, double alpha)
{
    const gizmo_row *row = &pick_gizmo_rows[handle];
    s->handle = handle;
    s->hot = handle == (gizmo->active != PICK_GIZMO_NONE ? gizmo->active : gizmo->hot);
    s->alpha = alpha;
    s->width = 2 * gizmo->desc.scale;
    s->color = neutral;
    if (row->form == GIZMO_ARM || row->form == GIZMO_PLANE || row->form == GIZMO_RING)
        s->color = axis_colors[row->axis];
    if (row->form == GIZMO_ARM) {
        s->width = 2.5 * gizmo->desc.scale;
        arm(s, gizmo, row);
    } else if (row->form == GIZMO_PLANE) {
        plane(s, gizmo, row);
    } else if (row->form == GIZMO_CENTER) {
        center(s, gizmo);
    } else if (row->form == GIZMO_BALL) {
        ball(s, gizmo);
    } else {
        s->alpha = row->form == GIZMO_VIEW_RING && !s->hot ? 0.6 * alpha : alpha;
        ring(s, gizmo, row);
    }
}

// The path of a move, and the axes that constrain it.
static void move_guides(sink *s, const pick_gizmo *gizmo, const gizmo_row *row)
{
    const pick_gizmo_pose *start = &gizmo->start;
    const uint32_t axes = row->form == GIZMO_ARM ? 1u << row->axis : row->form == GIZMO_PLANE ? ~(1u << row->axis) : 0;
    for (int i = 0; i < 3; i++) {
        if (axes & 1u << i) {
            // Ends at a tenth of the depth: lines that reach the eye cannot be drawn.
            const double rate = pick_gizmo_depth_rate(&start->view, start->origin, start->axis[i]);
            const double most = 20 * start->arm, cut = fmin(most, 0.9 / fabs(rate));
            s->color = axis_colors[i];
            s->alpha = 0.35;
            line(s, pick_vec3_at(start->origin, start->axis[i], rate > 0 ? -cut : -most, start->axis[i], 0),
                 pick_vec3_at(start->origin, start->axis[i], rate < 0 ? cut : most, start->axis[i], 0));
        }
    }
    s->color = neutral;
    s->alpha = 0.8;
    if (row->act == GIZMO_MOVE && gizmo->visible)
        line(s, start->origin, gizmo->pose.origin);
}

// The sector of the ring that a rotation covers.
static void turn_guide(sink *s, const pick_gizmo *gizmo, const gizmo_row *row)
{
    const pick_gizmo_pose *start = &gizmo->start;
    const pick_vec3 axis = pick_gizmo_ring_axis(start, row);
    const double radius = pick_gizmo_ring_radius(gizmo->desc.mode, row) * start->arm;
    const pick_gizmo_grab *grab = &gizmo->grab;
    pick_vec3 e = pick_vec3_sub(start->toward, pick_vec3_scale(axis, pick_vec3_dot(start->toward, axis)));
    if (grab->dial) { // from the press
        const pick_vec2 p =
            pick_multiply2(grab->to_plane, grab->press.x - start->center.x, grab->press.y - start->center.y);
        pick_vec3 a, b;
        pick_gizmo_across(axis, &a, &b);
        e = pick_vec3_add(pick_vec3_scale(a, p.x), pick_vec3_scale(b, p.y));
    }
    e = pick_vec3_normalize(e);
    const pick_vec3 f = pick_vec3_cross(axis, e);
    const double angle = fmin(fmax(gizmo->delta.angle, -2 * PICK_PI), 2 * PICK_PI);
    s->color = row->form == GIZMO_RING ? axis_colors[row->axis] : neutral;
    s->alpha = 0.3;
    sector(s, start->origin, e, f, radius, angle, SECTOR_STEPS);
    s->alpha = 0.9;
    line(s, start->origin, pick_vec3_at(start->origin, e, radius, f, 0));
    line(s, start->origin, pick_circle_at(start->origin, e, f, radius, angle));
}

static void draw_guides(sink *s, const pick_gizmo *gizmo)
{
    const gizmo_row *row = &pick_gizmo_rows[gizmo->active];
    s->handle = PICK_GIZMO_NONE;
    s->hot = false;
    s->width = 1.5 * gizmo->desc.scale;
    if (row->act != GIZMO_TURN)
        move_guides(s, gizmo, row);
    else if (row->form != GIZMO_BALL)
        turn_guide(s, gizmo, row);
}

// The depth of a handle's middle, for the drawing order.
static double primitive_depth(const pick_gizmo *gizmo, pick_gizmo_handle handle)
{
    const gizmo_row *row = &pick_gizmo_rows[handle];
    const pick_gizmo_pose *pose = &gizmo->pose;
    pick_vec3 middle = {0, 0, 0};
    if (row->form == GIZMO_ARM)
        middle = pose->axis[row->axis];
    else if (row->form == GIZMO_PLANE)
        middle = pick_vec3_scale(pick_vec3_add(pose->axis[(row->axis + 1) % 3], pose->axis[(row->axis + 2) % 3]), 0.4);
    else if (row->form == GIZMO_BALL)
        return 1e9;
    return -pick_vec3_dot(middle, pose->toward);
}

size_t pick_gizmo_draw(const pick_gizmo *gizmo, pick_gizmo_primitive *out, size_t capacity)
{
    if (!gizmo || (!out && capacity > 0))
        return 0;
    sink s = {.out = out, .capacity = capacity};
    if (gizmo->active != PICK_GIZMO_NONE) {
        draw_guides(&s, gizmo);
        if (gizmo->visible)
            draw_handle(&s, gizmo, gizmo->active, 1);
        return s.count;
    }
    // Farthest first, the hot one last, by insertion sort.
    pick_gizmo_handle order[PICK_GIZMO_HANDLE_COUNT];
    double depth[PICK_GIZMO_HANDLE_COUNT];
    int count = 0;
    for (int i = 1; i < PICK_GIZMO_HANDLE_COUNT; i++) {
        const pick_gizmo_handle handle = (pick_gizmo_handle)i;
        if (!(pick_gizmo_handle_alpha(gizmo, handle) > 0))
            continue;
        const double d = handle == gizmo->hot ? -1e9 : primitive_depth(gizmo, handle);
        int place = count++;
        for (; place > 0 && depth[place - 1] < d; place--) {
            depth[place] = depth[place - 1];
            order[place] = order[place - 1];
        }
        depth[place] = d;
        order[place] = handle;
    }
    for (int i = 0; i < count; i++)
        draw_handle(&s, gizmo, order[i], pick_gizmo_handle_alpha(gizmo, order[i]));
    return s.count;
}
