#include "cli/verify_thin.h"

#include "cli/verify_outline.h"
#include "document/level/look.h"

#include <math.h>

static const double TWO_TO_MINUS_20 = 9.5367431640625e-07;
static const double TWO_TO_MINUS_22 = 2.384185791015625e-07;

// What the renderer promises, pixels; twice, because the pick has as much.
static const double TOLERANCE = 2e-3;

// A part in view space, from editor_outline_view_point.
typedef struct eye_line {
    pick_vec3 end[2];
    double rounding; // bound on the float error of its ends, metres
} eye_line;

// What is left of it in the window.
typedef struct window_line {
    pick_vec2 end[2];
    double nearness[2];
    double tolerance; // pixels
    bool is_empty;
} window_line;

static bool load_line(const editor_level *level, const pick_view *view, uint32_t object, uint32_t part, eye_line *out)
{
    const editor_object *source = &level->objects[object];
    const pick_thin *thin = editor_level_pick_thin(level, source);
    const pick_transform transform = pick_affine_to_transform(&source->world);
    const pick_vec3 origin = pick_vec3_sub(transform.origin, view->eye);
    double size = 0;
    for (int i = 0; i < 2; i++) {
        pick_vec3 place;
        if (!pick_thin_place(thin, part, i, &place))
            return false;
        const pick_vec3 relative = pick_vec3_add(pick_transform_vector(&transform, place), origin);
        size = fmax(size, fmax(fabs(relative.x), fmax(fabs(relative.y), fabs(relative.z))));
        out->end[i] = editor_outline_view_point(view, relative);
    }
    out->rounding = TWO_TO_MINUS_22 * size;
    return true;
}

// Keeps what is on the side of a plane where `inside` is not negative. `inside`: at both ends.
static void cut(eye_line *line, const double inside[2], bool *is_empty)
{
    const pick_vec3 a = line->end[0], b = line->end[1];
    if (inside[0] < 0 && inside[1] < 0) {
        *is_empty = true;
    } else if (inside[0] < 0 || inside[1] < 0) {
        const double s = inside[0] / (inside[0] - inside[1]);
        line->end[inside[0] < 0 ? 0 : 1] = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), s));
    }
}

// Cuts by the near and far plane and by the section, moved outwards by `apart` metres, or inwards.
static void clip(const pick_view *view, eye_line *line, double apart, bool *is_empty)
{
    double near = view->near_distance - apart;
    if (view->kind == PICK_PERSPECTIVE)
        near = fmax(near, 1e-3 * view->near_distance); // the plane must stay in front of the eye
    cut(line, (const double[]){line->end[0].z - near, line->end[1].z - near}, is_empty);
    const double far = view->far_distance + apart;
    if (isfinite(far))
        cut(line, (const double[]){far - line->end[0].z, far - line->end[1].z}, is_empty);
    for (uint32_t i = 0; i < view->section_count; i++) {
        const pick_plane *plane = &view->section[i];
        const pick_vec3 normal = editor_outline_view_point(view, plane->normal);
        const double eye = pick_vec3_dot(plane->normal, view->eye) + plane->offset;
        const double more = eye + apart + (apart > 0 ? 1 : -1) * TWO_TO_MINUS_22 * fabs(eye);
        // View points have z forward, and normals too: their product is the world's.
        cut(line,
            (const double[]){pick_vec3_dot(normal, line->end[0]) + more, pick_vec3_dot(normal, line->end[1]) + more},
            is_empty);
    }
}

static double nearness_of(const pick_view *view, double distance)
{
    const double depth = view->kind == PICK_PERSPECTIVE ? view->depth_offset / distance - view->depth_scale
                                                        : view->depth_offset - view->depth_scale * distance;
    return view->reversed_depth ? depth : -depth;
}

// The pixels of a metre at a distance, at most.
static double pixels_per_metre(const pick_view *view, double distance)
{
    const pick_vec3 corners[3] = {{0, 0, distance}, {1, 0, distance}, {0, 1, distance}};
    pick_vec2 at[3];
    for (int i = 0; i < 3; i++)
        at[i] = editor_outline_to_window(view, corners[i]);
    return fmax(hypot(at[1].x - at[0].x, at[1].y - at[0].y), hypot(at[2].x - at[0].x, at[2].y - at[0].y));
}

// `sign` 1: all that the renderer may keep of the part; -1: all that it keeps surely.
static window_line project(const pick_view *view, const eye_line *line, double sign)
{
    eye_line left = *line;
    window_line out = {.tolerance = TOLERANCE};
    clip(view, &left, sign * line->rounding, &out.is_empty);
    for (int i = 0; i < 2 && !out.is_empty; i++) {
        out.end[i] = editor_outline_to_window(view, left.end[i]);
        out.nearness[i] = nearness_of(view, left.end[i].z);
        out.tolerance = fmax(out.tolerance, TOLERANCE + line->rounding * pixels_per_metre(view, left.end[i].z));
    }
    return out;
}

// The distance in the window, and where the nearest place is, 0 to 1.
static double distance_to(const window_line *line, pick_vec2 at, double *along)
{
    const pick_vec2 a = line->end[0], b = line->end[1];
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    *along = length2 > 0 ? fmax(0, fmin(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length2)) : 0;
    return hypot(at.x - (a.x + *along * dx), at.y - (a.y + *along * dy));
}

// How far the nearness may be off: the ends by their rounding, and the place on the line by the tolerance, which counts
// for more where the line is short beside its distance.
static double nearness_error(const pick_view *view, const eye_line *eye, const window_line *line, double distance,
                             double nearness)
{
    const double length = hypot(line->end[1].x - line->end[0].x, line->end[1].y - line->end[0].y);
    const double whole = fabs(line->nearness[1] - line->nearness[0]);
    const double moved = line->tolerance / length * (2 + 2 * distance / length);
    const double closest = fmax(fmin(eye->end[0].z, eye->end[1].z), view->near_distance);
    const double per_metre =
        view->kind == PICK_PERSPECTIVE ? fabs(view->depth_offset) / (closest * closest) : fabs(view->depth_scale);
    return TWO_TO_MINUS_20 * (fabs(nearness) + whole) + 2 * eye->rounding * per_metre + (moved < 1 ? moved : 1) * whole;
}

editor_pixel_verdict editor_thin_judge(const editor_level *level, const pick_view *view, uint32_t object, uint32_t part,
                                       pick_vec2 at)
{
    editor_pixel_verdict verdict = {.back = -(double)INFINITY, .front = (double)INFINITY};
    const double radius = editor_level_width(level, &level->objects[object]).value / 2;
    eye_line line;
    double along;
    if (!load_line(level, view, object, part, &line))
        return verdict;
    const window_line wide = project(view, &line, 1), narrow = project(view, &line, -1);
    if (wide.is_empty)
        return verdict;
    const double distance = distance_to(&wide, at, &along);
    verdict.possible = distance <= radius + wide.tolerance;
    if (!verdict.possible)
        return verdict;
    const double nearness = wide.nearness[0] + along * (wide.nearness[1] - wide.nearness[0]);
    const double error = nearness_error(view, &line, &wide, distance, nearness);
    verdict.back = nearness - error;
    verdict.front = nearness + error;
    verdict.sure = !narrow.is_empty && distance_to(&narrow, at, &along) < radius - narrow.tolerance;
    return verdict;
}

bool editor_thin_bounds(const editor_level *level, const pick_view *view, uint32_t object, uint32_t part,
                        pick_vec2 *min, pick_vec2 *max)
{
    const double radius = editor_level_width(level, &level->objects[object]).value / 2;
    eye_line line;
    if (!load_line(level, view, object, part, &line))
        return false;
    const window_line wide = project(view, &line, 1);
    const double more = radius + wide.tolerance;
    *min = (pick_vec2){fmin(wide.end[0].x, wide.end[1].x) - more, fmin(wide.end[0].y, wide.end[1].y) - more};
    *max = (pick_vec2){fmax(wide.end[0].x, wide.end[1].x) + more, fmax(wide.end[0].y, wide.end[1].y) + more};
    return !wide.is_empty;
}
