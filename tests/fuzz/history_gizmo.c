// history_gizmo.c: histories of pick_gizmo: placed under any view, taken by any handle, dragged, snapped, typed at.
//
// Checked by geometry of the test's own: what the header promises of any drag, at every step. The drag is also repeated
// in one move: both must end in the same bits.
#include "history.h"

#include "picking/gizmo.h"
#include "projection.h"

#include <string.h>

enum { TARGET_MAX = 4, STEP_MAX = 120, TYPED_MAX = 3 };

static const double PI = 3.14159265358979323846;

// The most that a point of movement moves things by, in what a point covers there: the bound of the header.
static const double LARGEST_STEP = 11.4737; // 1 / sin(5 degrees)

typedef struct world {
    pick_gizmo gizmo, before; // `before`: the state right after the press
    bool placed;
    pick_view view;
    pick_gizmo_target target[TARGET_MAX], start[TARGET_MAX];
    size_t count, active;
    // The drag.
    bool dragging, on_arm;
    pick_gizmo_handle handle;
    pick_vec2 press;
    pick_vec3 held; // the point of the arm under the press, when on_arm
    pick_gizmo_input input;
    bool typed; // since the last blank
    bool negative[TYPED_MAX];
    char text[TYPED_MAX][32];
    uint32_t component;
} world;

static bool same_bits(const pick_affine *a, const pick_affine *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

static bool is_move(pick_gizmo_handle h)
{
    return h >= PICK_GIZMO_MOVE_X && h <= PICK_GIZMO_MOVE_VIEW;
}

static bool is_turn(pick_gizmo_handle h)
{
    return h >= PICK_GIZMO_TURN_X && h <= PICK_GIZMO_TURN_BALL;
}

static bool is_move_arm(pick_gizmo_handle h)
{
    return h >= PICK_GIZMO_MOVE_X && h <= PICK_GIZMO_MOVE_Z;
}

static bool has_mode(pick_gizmo_mode mode, pick_gizmo_handle h)
{
    switch (mode) {
    case PICK_GIZMO_TRANSLATE:
        return is_move(h);
    case PICK_GIZMO_ROTATE:
        return is_turn(h);
    case PICK_GIZMO_SCALE:
        return h >= PICK_GIZMO_SCALE_X && h <= PICK_GIZMO_SCALE_ALL;
    case PICK_GIZMO_COMBINED:
        return is_move(h) || (is_turn(h) && h != PICK_GIZMO_TURN_BALL) ||
               (h >= PICK_GIZMO_SCALE_X && h <= PICK_GIZMO_SCALE_Z);
    }
    return false;
}

// Components of the handle, as gizmo.h lists them.
static uint32_t components(pick_gizmo_handle h)
{
    if (is_move(h))
        return is_move_arm(h) ? 1 : h == PICK_GIZMO_MOVE_VIEW ? 3 : 2;
    return h == PICK_GIZMO_TURN_BALL ? 2 : 1;
}

static pick_vec3 any_direction(history *h)
{
    static const double parts[8] = {0, 1, -1, 1e-3, -1e-3, 0.17, 0.34, 1e-9};
    uint32_t more = history_byte(h);
    pick_vec3 v = more % 4 == 0 ? history_point_near(h, 1)
                                : pick_vec3_make(parts[more / 4 % 8], parts[history_index(h, 8)], more & 128 ? 1 : -1);
    double length = pick_vec3_length(v);
    return length > 1e-6 ? pick_vec3_scale(v, 1 / length) : pick_vec3_make(0, 0, -1);
}

static pick_affine any_affine(history *h)
{
    pick_affine a = PICK_AFFINE_IDENTITY;
    uint32_t kind = history_index(h, 8);
    if (kind >= 2) { // any columns: sheared, mirrored, flat
        double size = kind == 2 ? pow(10, history_index(h, 24)) * 1e-12 : 1;
        for (int i = 0; i < 9; i++)
            a.linear[i] = history_near(h, 2) * size;
    }
    if (kind == 3)
        memcpy(&a.linear[3], &a.linear[0], 3 * sizeof(double)); // two columns alike
    if (kind == 4)
        memset(&a.linear[3 * history_index(h, 3)], 0, 3 * sizeof(double));
    if (kind == 5)
        a.linear[history_index(h, 9)] = history_any_number(h);
    a.origin = history_index(h, 4) == 0 ? history_point(h) : history_point_near(h, pow(10, history_index(h, 8)));
    return a;
}

static void change_view(world *w, history *h)
{
    const pick_vec3 at = w->count > 0 ? w->target[w->active].world.origin : pick_vec3_make(0, 0, 0);
    const pick_vec3 forward = any_direction(h);
    const pick_vec3 up = fabs(forward.y) > 0.9 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
    uint32_t more = history_byte(h);
    double distance = pow(10, (double)(more % 16) - 4); // a tenth of a millimetre to 1e11 m
    pick_rect viewport = {0, 0, 400, 300};
    if (more / 16 == 1)
        viewport = (pick_rect){10, 20, 3, 1000};
    if (more / 16 == 2)
        viewport = (pick_rect){0, 300, 400, -300};
    projection_spec spec;
    if (more & 128) {
        spec = projection_table[history_index(h, (uint32_t)projection_table_count)];
    } else {
        spec = projection_perspective(0.05 + 3 * history_byte(h) / 256.0, viewport.width / fabs(viewport.height),
                                      distance * 1e-3, (double)INFINITY);
        spec.depth = DEPTH_REVERSED;
    }
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(forward, up, rotation);
    const pick_vec3 beside = history_index(h, 4) == 0 ? history_point_near(h, distance) : pick_vec3_make(0, 0, 0);
    const pick_vec3 eye = pick_vec3_add(pick_vec3_sub(at, pick_vec3_scale(forward, distance)), beside);
    pick_view view;
    if (pick_view_init(
            &view, &(pick_view_desc){.projection = projection, .view = rotation, .eye = eye, .viewport = viewport}) ==
        PICK_OK)
        w->view = view;
}

static void change_targets(world *w, history *h)
{
    w->count = history_index(h, TARGET_MAX + 1);
    for (size_t i = 0; i < w->count; i++) {
        w->target[i].world = any_affine(h);
        w->target[i].parent = history_index(h, 4) == 0 ? any_affine(h) : PICK_AFFINE_IDENTITY;
    }
    w->active = w->count > 0 ? history_index(h, (uint32_t)w->count) : 0;
}

static void change_desc(world *w, history *h)
{
    static const double steps[4] = {0.25, 0, 1, 0.1}, turns[4] = {15, 0, 90, 7.5};
    pick_gizmo_desc *desc = &w->gizmo.desc;
    uint32_t more = history_byte(h), rest = history_byte(h);
    desc->mode = (pick_gizmo_mode)(more % 4);
    desc->space = (pick_gizmo_space)(more / 4 % 4);
    desc->pivot = (pick_gizmo_pivot)(more / 16 % 3);
    desc->snap_to_grid = more & 128;
    desc->move_step = steps[rest % 4];
    desc->turn_step = turns[rest / 4 % 4] * (PI / 180);
    desc->scale_step = steps[rest / 16 % 4];
    desc->align_axis = rest / 64;
    desc->size = more == 255 ? 1e6 : 90;
}

static void place(world *w)
{
    pick_gizmo_place(&w->gizmo, &w->view, w->target, w->count, w->active);
    w->placed = true;
    const pick_gizmo_pose *pose = &w->gizmo.pose;
    if (!w->gizmo.visible)
        return;
    HISTORY_MUST(w->count > 0 && pose->arm > 0 && isfinite(pose->arm) && pick_vec3_is_finite(pose->origin));
    pick_projected_point center;
    HISTORY_MUST(pick_view_project(&w->view, pose->origin, &center));
    for (int i = 0; i < 3; i++)
        HISTORY_MUST(fabs(pick_vec3_length(pose->axis[i]) - 1) < 1e-9);
    if (w->gizmo.desc.space == PICK_GIZMO_WORLD)
        HISTORY_MUST(pose->axis[0].x == 1 && pose->axis[1].y == 1 && pose->axis[2].z == 1);
    if (w->gizmo.desc.pivot != PICK_GIZMO_MEDIAN)
        HISTORY_MUST(memcmp(&pose->origin, &w->target[w->active].world.origin, sizeof(pick_vec3)) == 0);
}

static pick_vec2 any_position(world *w, history *h)
{
    uint32_t kind = history_byte(h);
    pick_vec2 at = {200, 150};
    if (w->gizmo.visible && kind % 4 < 3)
        at = w->dragging ? w->input.position : w->gizmo.pose.center;
    double reach = kind & 128 ? 3000 : kind & 64 ? 8 : 150;
    at.x += history_near(h, reach);
    at.y += history_near(h, reach);
    if (kind == 255)
        at.x = history_any_number(h);
    return at;
}

// Where a press is put on a part of a move arm, so that the held point is known.
static bool press_on_arm(world *w, history *h, pick_gizmo_handle handle, pick_vec2 *press)
{
    const pick_gizmo_pose *pose = &w->gizmo.pose;
    if (!is_move_arm(handle) || !w->gizmo.visible || history_index(h, 4) == 0)
        return false;
    double t = 0.2 + 0.75 * history_byte(h) / 255;
    w->held = pick_vec3_add(pose->origin, pick_vec3_scale(pose->axis[handle - PICK_GIZMO_MOVE_X], t * pose->arm));
    pick_projected_point p;
    if (!pick_view_project(&pose->view, w->held, &p) || fabs(p.window.x) > 1e6 || fabs(p.window.y) > 1e6)
        return false;
    *press = p.window;
    return true;
}

// By number; mostly one that there is.
static pick_gizmo_handle any_handle(const world *w, uint32_t number, pick_vec2 press)
{
    static const uint32_t none[8] = {PICK_GIZMO_HANDLE_COUNT, 20, 31, 63, 64, 1000, INT32_MAX, UINT32_MAX};
    if (number >= 248)
        return (pick_gizmo_handle)none[number - 248];
    return number >= 200 ? pick_gizmo_handle_at(&w->gizmo, press)
                         : (pick_gizmo_handle)(number % PICK_GIZMO_HANDLE_COUNT);
}

static void begin(world *w, history *h)
{
    if (w->count == 0)
        return;
    pick_vec2 press = any_position(w, h);
    const pick_gizmo_handle handle = any_handle(w, history_byte(h), press);
    bool on_arm = !w->dragging && press_on_arm(w, h, handle, &press);
    bool known = (unsigned)handle < PICK_GIZMO_HANDLE_COUNT && handle != PICK_GIZMO_NONE;
    double alpha = pick_gizmo_handle_alpha(&w->gizmo, handle);
    HISTORY_MUST(known || alpha == 0);
    bool expected = !w->dragging && alpha > 0 && isfinite(press.x) && isfinite(press.y);
    static pick_gizmo was;
    memcpy(&was, &w->gizmo, sizeof(was));
    bool began = pick_gizmo_begin(&w->gizmo, handle, press, w->target, w->count, w->active);
    HISTORY_MUST(began == expected);
    if (!began) {
        HISTORY_MUST(memcmp(&was, &w->gizmo, sizeof(was)) == 0);
        return;
    }
    HISTORY_MUST(w->gizmo.visible && has_mode(w->gizmo.desc.mode, handle));
    w->dragging = true;
    w->handle = handle;
    w->press = w->gizmo.grab.press; // as far out as it may be
    w->on_arm = on_arm;
    w->input = (pick_gizmo_input){.position = press};
    w->typed = false;
    w->component = 0;
    memset(w->text, 0, sizeof(w->text));
    memset(w->negative, 0, sizeof(w->negative));
    memcpy(w->start, w->target, sizeof(w->start));
    w->before = w->gizmo;
}

// Beside the image of a point far out on an axis: at the horizon, if there is one.
static pick_vec2 at_horizon(const world *w, history *h)
{
    const pick_gizmo_pose *pose = &w->before.start;
    double far = pose->arm * pow(10, 1 + history_index(h, 8)) * (history_flag(h) ? 1 : -1);
    pick_projected_point p = {.window = w->press};
    (void)pick_view_project(&pose->view,
                            pick_vec3_add(pose->origin, pick_vec3_scale(pose->axis[history_index(h, 3)], far)), &p);
    double beside = history_flag(h) ? 20 : 1;
    return (pick_vec2){p.window.x + history_near(h, beside), p.window.y + history_near(h, beside)};
}

static void any_input(world *w, history *h)
{
    pick_gizmo_input input = {.position = history_index(h, 4) == 0 ? at_horizon(w, h) : any_position(w, h)};
    uint32_t more = history_byte(h);
    if (more % 8 == 0)
        input.position = w->press;
    input.snap = more & 8;
    if (more / 16 == 1 || more / 16 == 2) {
        input.has_point = true;
        input.point = more & 4 ? history_point(h) : pick_vec3_add(w->before.start.origin, history_point_near(h, 10));
        input.has_base = more & 2;
        input.base = w->before.start.origin;
        input.has_normal = more & 1;
        input.normal = history_index(h, 8) == 0 ? history_point(h) : any_direction(h);
    }
    if (isfinite(input.position.x) && isfinite(input.position.y))
        w->input = input; // else the drag stays where it was
    pick_gizmo_drag(&w->gizmo, &input);
}

// --- Typed numbers

static size_t digits_in(const char *text)
{
    size_t digits = 0;
    for (; *text; text++)
        digits += *text != '.';
    return digits;
}

static bool model_key(world *w, char key)
{
    char *text = w->text[w->component];
    size_t length = strlen(text);
    uint32_t count = components(w->handle);
    if (key == ',')
        key = '.';
    if ((key >= '0' && key <= '9') || key == '.') {
        if (key == '.' ? strchr(text, '.') != NULL : digits_in(text) >= 15)
            return false;
        text[length] = key;
        text[length + 1] = 0;
        return w->typed = true;
    }
    if (key == '-') {
        w->negative[w->component] = !w->negative[w->component];
        return w->typed = true;
    }
    if (key == '\t') {
        w->component = (w->component + 1) % count;
        return w->typed = true;
    }
    if (key != '\b' || !w->typed)
        return false;
    bool blank = true;
    for (int i = 0; i < TYPED_MAX; i++)
        blank &= !w->negative[i] && w->text[i][0] == 0;
    if (length > 0) {
        text[length - 1] = 0;
    } else if (w->negative[w->component]) {
        w->negative[w->component] = false;
    } else if (blank) {
        w->typed = false;
        w->component = 0;
    } else {
        w->component = (w->component + count - 1) % count;
    }
    return true;
}

static void type(world *w, history *h)
{
    static const char keys[16] = {'0', '1', '2', '5', '9', '7', '.', ',', '-', '\b', '\b', '\t', '3', 'x', '8', 0};
    for (uint32_t n = history_index(h, 6) + 1; n > 0; n--) {
        char key = keys[history_index(h, 16)];
        bool expected = w->dragging && model_key(w, key);
        HISTORY_MUST(pick_gizmo_type(&w->gizmo, key) == expected);
    }
}

static bool typed_number(const world *w, uint32_t component, double *value)
{
    *value = digits_in(w->text[component]) > 0 ? strtod(w->text[component], NULL) : 0;
    if (w->negative[component])
        *value = -*value;
    return digits_in(w->text[component]) > 0;
}

// --- What holds of what a drag makes of the objects

static double component(pick_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

static double largest(pick_vec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

// Amounts along axes that need not be at right angles. False when they are too nearly in one plane to say.
static bool amounts(const pick_vec3 axis[3], pick_vec3 v, double out[3])
{
    double whole = pick_vec3_dot(axis[0], pick_vec3_cross(axis[1], axis[2]));
    for (int i = 0; i < 3; i++)
        out[i] = pick_vec3_dot(v, pick_vec3_cross(axis[(i + 1) % 3], axis[(i + 2) % 3])) / whole;
    return fabs(whole) > 0.1;
}

// Rounding of positions so large, moved by so much.
static double dust(pick_vec3 start, pick_vec3 way, double other)
{
    return 1e-12 * (largest(start) + largest(way) + other) + 1e-300;
}

static bool is_multiple(double value, double step, double tolerance)
{
    return fabs(value - round(value / step) * step) <= tolerance;
}

static bool has_own_axes(const world *w)
{
    const pick_gizmo_desc *d = &w->before.desc;
    return d->pivot == PICK_GIZMO_INDIVIDUAL && (d->space == PICK_GIZMO_LOCAL || d->space == PICK_GIZMO_PARENT);
}

// Whether a press lies within 80 degrees of where the camera looks. Farther out, nearly beside the camera, perspective
// stretches without limit; no press on a screen is there.
static bool is_before_camera(const pick_view *view, pick_vec2 press)
{
    const pick_vec3 way = pick_view_ray(view, press).direction;
    return -(view->rotation[2] * way.x + view->rotation[5] * way.y + view->rotation[8] * way.z) > 0.17;
}

// Moves: each stays on its arm or plane, and all objects move equally; steps and numbers are as requested.
static void check_move(const world *w, const pick_affine *out)
{
    const pick_gizmo_pose *pose = &w->before.start;
    const pick_gizmo_input *input = &w->input;
    bool to_point = input->has_point && !w->typed;
    const pick_vec3 origin = w->start[w->active].world.origin, way = pick_vec3_sub(out[w->active].origin, origin);
    double tolerance = dust(origin, way, 0);
    if (w->gizmo.delta.aligned || has_own_axes(w) || !isfinite(tolerance))
        return;
    for (size_t i = 0; i < w->count; i++) {
        if (!pick_affine_is_finite(&out[i]))
            continue;
        const pick_vec3 other = pick_vec3_sub(out[i].origin, w->start[i].world.origin);
        double apart = largest(pick_vec3_sub(other, way));
        HISTORY_MUST(apart <= 4 * tolerance + 4 * dust(w->start[i].world.origin, other, 0));
        HISTORY_MUST(memcmp(out[i].linear, w->start[i].world.linear, sizeof(out[i].linear)) == 0);
    }
    // Bounded, wherever the pointer goes; a plane's handle is carried along by the change of depth as well. Not where
    // the press was far from the gizmo, as no press on a handle is, or nearly beside the camera.
    const bool on_gizmo = fabs(w->press.x - pose->center.x) < 1e3 && fabs(w->press.y - pose->center.y) < 1e3;
    double apart = hypot(input->position.x - w->press.x, input->position.y - w->press.y);
    double most = (is_move_arm(w->handle) ? 16 : 16 * 16) * LARGEST_STEP * 2 * apart * pose->unit;
    if (on_gizmo && is_before_camera(&pose->view, w->press) && !w->typed && !to_point && !input->snap && apart < 1e6)
        HISTORY_MUST(pick_vec3_length(way) <= most + 8 * tolerance);
    if (is_move_arm(w->handle)) {
        const pick_vec3 axis = pose->axis[w->handle - PICK_GIZMO_MOVE_X];
        HISTORY_MUST(largest(pick_vec3_cross(way, axis)) <= 8 * tolerance);
    } else if (w->handle < PICK_GIZMO_MOVE_VIEW) {
        int across = (int)(w->handle - PICK_GIZMO_MOVE_PLANE_X);
        const pick_vec3 normal = pick_vec3_cross(pose->axis[(across + 1) % 3], pose->axis[(across + 2) % 3]);
        HISTORY_MUST(fabs(pick_vec3_dot(way, normal)) <= 8 * tolerance);
    }
    double moved[3], stood[3];
    if (!amounts(pose->axis, way, moved) || !amounts(pose->axis, pose->origin, stood))
        return;
    for (int i = 0; i < 3; i++) {
        double step = w->before.desc.move_step;
        bool ours = is_move_arm(w->handle)              ? w->handle == PICK_GIZMO_MOVE_X + (unsigned)i
                    : w->handle == PICK_GIZMO_MOVE_VIEW ? true
                                                        : w->handle != PICK_GIZMO_MOVE_PLANE_X + (unsigned)i;
        if (!w->typed && ours && input->snap && step > 0 && !to_point) {
            double at = moved[i] + (w->before.desc.snap_to_grid ? stood[i] : 0);
            HISTORY_MUST(is_multiple(at, step, 100 * (tolerance + dust(pose->origin, way, 0))));
        }
    }
    if (w->typed) {
        double sum[3] = {0, 0, 0};
        for (uint32_t c = 0, i = 0; i < 3; i++) {
            bool ours = is_move_arm(w->handle)              ? w->handle == PICK_GIZMO_MOVE_X + i
                        : w->handle == PICK_GIZMO_MOVE_VIEW ? true
                                                            : w->handle != PICK_GIZMO_MOVE_PLANE_X + i;
            if (ours)
                (void)typed_number(w, c++, &sum[i]);
        }
        pick_vec3 wanted = {0, 0, 0};
        for (int i = 0; i < 3; i++)
            wanted = pick_vec3_add(wanted, pick_vec3_scale(pose->axis[i], sum[i]));
        HISTORY_MUST(largest(pick_vec3_sub(way, wanted)) <= 8 * dust(origin, wanted, 0));
    }
}

// A move along an arm that was taken hold of at a known point: that point stays under the pointer, as near as the
// screen's image of the axis comes to it, until it is PICK_GIZMO_DEPTH_RATIO times as deep.
static void check_follow(const world *w, const pick_affine *out)
{
    if (!w->on_arm || w->typed || w->input.snap || w->input.has_point || has_own_axes(w))
        return;
    const pick_gizmo_pose *pose = &w->before.start;
    const pick_vec3 axis = pose->axis[w->handle - PICK_GIZMO_MOVE_X];
    const pick_vec3 start = w->start[w->active].world.origin, way = pick_vec3_sub(out[w->active].origin, start);
    double apart = hypot(w->input.position.x - w->press.x, w->input.position.y - w->press.y);
    if (apart > 1e6)
        return;
    pick_projected_point from, now, beside;
    if (!pick_view_project(&pose->view, w->held, &from) ||
        !pick_view_project(&pose->view, pick_vec3_add(w->held, way), &now) || now.distance > 3.9 * from.distance ||
        now.distance < 0.01 * from.distance ||
        !pick_view_project(&pose->view, pick_vec3_add(w->held, pick_vec3_scale(axis, pose->arm * 0.01)), &beside))
        return;
    double x = beside.window.x - from.window.x, y = beside.window.y - from.window.y;
    double square = x * x + y * y;
    double t = ((w->input.position.x - from.window.x) * x + (w->input.position.y - from.window.y) * y) / square;
    double miss = hypot(from.window.x + t * x - now.window.x, from.window.y + t * y - now.window.y);
    // The rounding of world coordinates, on screen.
    double coarse = 1e-14 * (largest(start) + largest(w->held) + largest(pose->view.eye)) / pose->unit * 16;
    HISTORY_MUST(!(miss > 1e-4 * (1 + apart) + coarse * (1 + apart)));
}

// Turns: shapes stay as they are, and keep their distance from the pivot.
static void check_turn(const world *w, const pick_affine *out)
{
    for (size_t i = 0; i < w->count; i++) {
        const pick_affine *a = &w->start[i].world, *b = &out[i];
        if (!pick_affine_is_finite(a) || !pick_affine_is_finite(b))
            continue;
        for (int k = 0; k < 3; k++) {
            double was = pick_vec3_length(pick_affine_column(a, k)), is = pick_vec3_length(pick_affine_column(b, k));
            HISTORY_MUST(!(was < 1e150) || fabs(was - is) <= 1e-9 * was + 1e-150);
        }
        const pick_vec3 pivot = w->before.desc.pivot == PICK_GIZMO_INDIVIDUAL ? a->origin : w->before.start.origin;
        double was = pick_vec3_length(pick_vec3_sub(a->origin, pivot)),
               is = pick_vec3_length(pick_vec3_sub(b->origin, pivot));
        if (!(was < 1e150)) // its square is no number
            continue;
        HISTORY_MUST(fabs(was - is) <= 1e-9 * was + 8 * dust(a->origin, pivot, 0));
        if (w->before.desc.pivot == PICK_GIZMO_INDIVIDUAL)
            HISTORY_MUST(largest(pick_vec3_sub(a->origin, b->origin)) <= dust(a->origin, pivot, 0));
        if (w->handle <= PICK_GIZMO_TURN_Z && !has_own_axes(w)) { // nothing moves along the ring's axis
            const pick_vec3 axis = w->before.start.axis[w->handle - PICK_GIZMO_TURN_X];
            double along = pick_vec3_dot(pick_vec3_sub(b->origin, a->origin), axis);
            HISTORY_MUST(!(fabs(along) > 8 * dust(a->origin, pivot, was)));
        }
    }
    pick_gizmo_readout r;
    HISTORY_MUST(pick_gizmo_get_readout(&w->gizmo, &r) && r.unit == PICK_GIZMO_RADIANS);
    double step = w->before.desc.turn_step, value;
    if (!w->typed && w->input.snap && step > 0)
        HISTORY_MUST(is_multiple(w->gizmo.delta.angle, step, 1e-9 * (1 + fabs(w->gizmo.delta.angle))));
    if (w->typed && w->handle != PICK_GIZMO_TURN_BALL) {
        (void)typed_number(w, 0, &value);
        HISTORY_MUST(fabs(r.value[0] - value * (PI / 180)) <= 1e-12 * fabs(r.value[0]));
        double turned = remainder(w->gizmo.delta.turn - remainder(value, 360) * (PI / 180), 2 * PI);
        HISTORY_MUST(fabs(turned) < 1e-9);
    }
}

// Scale: along the axes of the handle alone, by a factor that is not zero.
static void check_scale(const world *w, const pick_affine *out)
{
    pick_gizmo_readout r;
    HISTORY_MUST(pick_gizmo_get_readout(&w->gizmo, &r) && r.unit == PICK_GIZMO_FACTOR && r.count == 1);
    double factor = r.value[0], value = 1, step = w->before.desc.scale_step;
    HISTORY_MUST(fabs(factor) >= 1e-3);
    if (w->typed) {
        if (!typed_number(w, 0, &value))
            value = 1;
        double wanted = fabs(value) < 1e-3 ? (value < 0 ? -1e-3 : 1e-3) : value;
        HISTORY_MUST(fabs(factor - wanted) <= 1e-12 * fabs(wanted));
    } else if (w->input.snap && step > 0) {
        HISTORY_MUST(is_multiple(factor, step, 1e-9 * fabs(factor)) || fabs(factor) == 1e-3);
    }
    for (int i = 0; i < 3; i++) {
        unsigned k = (unsigned)i;
        bool ours = w->handle == PICK_GIZMO_SCALE_ALL || w->handle == PICK_GIZMO_SCALE_X + k ||
                    (w->handle >= PICK_GIZMO_SCALE_PLANE_X && w->handle < PICK_GIZMO_SCALE_ALL &&
                     w->handle != PICK_GIZMO_SCALE_PLANE_X + k);
        // In WORLD space about one point, each coordinate is scaled by itself.
        if (w->before.desc.space != PICK_GIZMO_WORLD)
            continue;
        for (size_t n = 0; n < w->count; n++) {
            const pick_affine *a = &w->start[n].world, *b = &out[n];
            if (!pick_affine_is_finite(a) || !pick_affine_is_finite(b))
                continue;
            double pivot =
                component(w->before.desc.pivot == PICK_GIZMO_INDIVIDUAL ? a->origin : w->before.start.origin, i);
            double wanted = pivot + (component(a->origin, i) - pivot) * (ours ? factor : 1);
            double rounding = 1e-12 * (fabs(wanted) + fabs(pivot) + fabs(component(a->origin, i)));
            HISTORY_MUST(!(fabs(component(b->origin, i) - wanted) > rounding));
            for (int c = 0; c < 3; c++) {
                double was = a->linear[3 * c + i] * (ours ? factor : 1);
                HISTORY_MUST(!(fabs(b->linear[3 * c + i] - was) > 1e-12 * fabs(was)));
            }
        }
    }
}

static void check_result(const world *w)
{
    pick_affine out[TARGET_MAX];
    pick_result result = pick_gizmo_apply(&w->gizmo, w->start, w->count, out);
    bool kept = false;
    for (size_t i = 0; i < w->count; i++) {
        bool finite = pick_affine_is_finite(&w->start[i].world);
        HISTORY_MUST(pick_affine_is_finite(&out[i]) || !finite);
        kept |= !finite;
        if (!pick_gizmo_changed(&w->gizmo))
            HISTORY_MUST(same_bits(&out[i], &w->start[i].world));
        else if (result == PICK_ERROR_NOT_FINITE && same_bits(&out[i], &w->start[i].world))
            kept = true;
    }
    HISTORY_MUST(result == PICK_OK ? true : result == PICK_ERROR_NOT_FINITE && kept);
    if (!w->typed && !w->input.has_point && w->input.position.x == w->press.x && w->input.position.y == w->press.y &&
        !w->input.snap)
        HISTORY_MUST(!pick_gizmo_changed(&w->gizmo)); // no jump at the press
    if (result != PICK_OK || !pick_affine_is_finite(&out[w->active]))
        return;
    if (is_move(w->handle)) {
        check_move(w, out);
        check_follow(w, out);
    } else if (is_turn(w->handle)) {
        check_turn(w, out);
    } else {
        check_scale(w, out);
    }
}

// The same place in one move from the press gives the same bits, whatever the view and the objects are by now.
static void check_path(const world *w)
{
    if (w->typed)
        return;
    pick_gizmo once = w->before;
    pick_gizmo_drag(&once, &w->input);
    pick_affine a[TARGET_MAX], b[TARGET_MAX];
    pick_result first = pick_gizmo_apply(&w->gizmo, w->start, w->count, a),
                second = pick_gizmo_apply(&once, w->start, w->count, b);
    HISTORY_MUST(first == second);
    if (w->gizmo.delta.angle != once.delta.angle) { // whole turns apart, which only the label shows
        double turns = (w->gizmo.delta.angle - once.delta.angle) / (2 * PI);
        HISTORY_MUST(is_turn(w->handle) && fabs(turns - round(turns)) < 1e-6 && fabs(turns) > 0.5);
        if (w->input.snap)
            return;
    }
    HISTORY_MUST(w->count == 0 || memcmp(a, b, w->count * sizeof(a[0])) == 0);
}

static void check_label(const world *w, history *h)
{
    char whole[4096];
    size_t length = pick_gizmo_label(&w->gizmo, whole, sizeof(whole));
    HISTORY_MUST(length < sizeof(whole) && strlen(whole) == length && (length > 0) == w->dragging);
    size_t capacity = history_index(h, 64);
    char *some = malloc(capacity + (capacity == 0));
    HISTORY_MUST(some != NULL && pick_gizmo_label(&w->gizmo, some, capacity) == length);
    if (capacity > 0)
        HISTORY_MUST(strncmp(some, whole, strlen(some)) == 0 &&
                     strlen(some) == (length < capacity ? length : capacity - 1));
    free(some);
    pick_gizmo_readout r;
    HISTORY_MUST(pick_gizmo_get_readout(&w->gizmo, &r) == w->dragging);
    if (w->dragging)
        HISTORY_MUST(r.count == components(w->handle) && r.typed == w->typed && r.component == w->component);
    if (w->dragging && w->typed)
        HISTORY_MUST(strstr(whole, w->text[w->component]) != NULL && strchr(whole, '|') != NULL);
}

static void check_picture(const world *w)
{
    static pick_gizmo_primitive out[PICK_GIZMO_PRIMITIVE_MAX];
    size_t count = pick_gizmo_draw(&w->gizmo, out, PICK_GIZMO_PRIMITIVE_MAX);
    HISTORY_MUST(count <= PICK_GIZMO_PRIMITIVE_MAX && pick_gizmo_draw(&w->gizmo, out, 1) == count);
    for (size_t i = 0; i < count; i++) {
        int points = out[i].kind == PICK_GIZMO_LINE ? 2 : out[i].kind == PICK_GIZMO_TRIANGLE ? 3 : 1;
        for (int k = 0; k < points; k++)
            HISTORY_MUST(pick_vec3_is_finite(out[i].point[k]));
        for (int k = 0; k < 4; k++)
            HISTORY_MUST(out[i].color[k] >= 0 && out[i].color[k] <= 1);
    }
}

static void finish(world *w, bool cancel)
{
    pick_affine before[TARGET_MAX], after[TARGET_MAX];
    if (w->dragging)
        (void)pick_gizmo_apply(&w->gizmo, w->start, w->count, before);
    if (cancel)
        pick_gizmo_cancel(&w->gizmo);
    else
        pick_gizmo_end(&w->gizmo);
    HISTORY_MUST(w->gizmo.active == PICK_GIZMO_NONE);
    if (w->dragging) {
        pick_gizmo_drag(&w->gizmo, &(pick_gizmo_input){.position = {1, 2}}); // nothing happens
        HISTORY_MUST(!pick_gizmo_type(&w->gizmo, '5'));
        (void)pick_gizmo_apply(&w->gizmo, w->start, w->count, after);
        for (size_t i = 0; i < w->count; i++)
            HISTORY_MUST(same_bits(&after[i], cancel ? &w->start[i].world : &before[i]));
        HISTORY_MUST(!cancel || !pick_gizmo_changed(&w->gizmo));
        memcpy(w->target, w->start, sizeof(w->target));
        if (!cancel) {
            for (size_t i = 0; i < w->count; i++)
                w->target[i].world = after[i];
        }
    }
    w->dragging = false;
}

static void hover(world *w, history *h)
{
    pick_gizmo_handle handle = pick_gizmo_handle_at(&w->gizmo, any_position(w, h));
    HISTORY_MUST(handle == PICK_GIZMO_NONE || (w->gizmo.visible && has_mode(w->gizmo.desc.mode, handle) &&
                                               pick_gizmo_handle_alpha(&w->gizmo, handle) > 0));
    pick_gizmo_set_hot(&w->gizmo, handle);
    for (int i = 0; i < PICK_GIZMO_HANDLE_COUNT; i++) {
        double alpha = pick_gizmo_handle_alpha(&w->gizmo, (pick_gizmo_handle)i);
        HISTORY_MUST(alpha >= 0 && alpha <= 1);
        HISTORY_MUST(alpha == 0 || (w->gizmo.visible && has_mode(w->gizmo.desc.mode, (pick_gizmo_handle)i)));
    }
}

static void step(world *w, history *h)
{
    size_t count = w->count, active = w->active;
    switch (history_index(h, 16)) {
    case 0:
        if (w->dragging)
            break;
        change_targets(w, h);
        change_view(w, h);
        change_desc(w, h);
        place(w);
        break;
    case 1:
        change_view(w, h);
        place(w);
        break;
    case 2:
        if (!w->dragging) {
            change_desc(w, h);
            place(w);
        }
        break;
    case 3:
    case 4:
    case 5:
        begin(w, h);
        break;
    case 6:
        finish(w, true);
        place(w);
        break;
    case 7:
        finish(w, false);
        place(w);
        break;
    case 8:
        hover(w, h);
        break;
    case 9:
    case 10:
        type(w, h);
        break;
    case 11: // the objects move while they are dragged: the gizmo follows, the drag does not change
        if (w->dragging) {
            change_targets(w, h);
            place(w);
            w->count = count;
            w->active = active;
        }
        break;
    default:
        if (w->dragging)
            any_input(w, h);
        break;
    }
    if (w->dragging) {
        check_result(w);
        check_path(w);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static world w;
    history h = history_begin(data, size);
    memset(&w, 0, sizeof(w));
    pick_gizmo_init(&w.gizmo, NULL);
    w.count = 1;
    w.target[0] = (pick_gizmo_target){.world = PICK_AFFINE_IDENTITY, .parent = PICK_AFFINE_IDENTITY};
    change_desc(&w, &h);
    change_view(&w, &h);
    place(&w);
    for (int i = 0; i < STEP_MAX && !history_ended(&h); i++) {
        step(&w, &h);
        if (i % 8 == 0) {
            check_label(&w, &h);
            check_picture(&w);
        }
    }
    finish(&w, true);
    return 0;
}
