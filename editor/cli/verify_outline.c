#include "cli/verify_outline.h"

#include <math.h>

pick_vec3 editor_outline_view_point(const pick_view *view, pick_vec3 relative)
{
    const double *r = view->rotation;
    return pick_vec3_make(r[0] * relative.x + r[3] * relative.y + r[6] * relative.z,
                          r[1] * relative.x + r[4] * relative.y + r[7] * relative.z,
                          -(r[2] * relative.x + r[5] * relative.y + r[8] * relative.z));
}

pick_vec2 editor_outline_to_window(const pick_view *view, pick_vec3 point)
{
    double x = point.x, y = point.y, depth_factor = 1;
    if (view->kind == PICK_PERSPECTIVE) {
        x /= point.z;
        y /= point.z;
        depth_factor = -1; // offset * z / -z
    }
    pick_vec2 ndc = {view->linear2[0] * x + view->linear2[2] * y + depth_factor * view->offset[0],
                     view->linear2[1] * x + view->linear2[3] * y + depth_factor * view->offset[1]};
    return pick_view_ndc_to_window(view, ndc);
}

// Clips a polygon at the plane z = limit (Sutherland and Hodgman). Keeps z >= limit; `below`: z <= limit.
static int cut(const pick_vec3 *in, int count, double limit, bool below, pick_vec3 *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        pick_vec3 a = in[i], b = in[(i + 1) % count];
        double da = below ? limit - a.z : a.z - limit, db = below ? limit - b.z : b.z - limit;
        if (da >= 0)
            out[kept++] = a;
        if ((da < 0) != (db < 0)) {
            double t = da / (da - db);
            pick_vec3 point = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), t));
            point.z = limit;
            out[kept++] = point;
        }
    }
    return kept;
}

editor_outline editor_outline_make(const pick_view *view, const pick_vec3 corner[3], double near, double far)
{
    editor_outline outline = {.count = 0};
    pick_vec3 after_near[4], after_far[5];
    int count = cut(corner, 3, near, false, after_near);
    const pick_vec3 *points = after_near;
    if (isfinite(far)) {
        count = cut(after_near, count, far, true, after_far);
        points = after_far;
    }
    for (int i = 0; i < count; i++)
        outline.corner[i] = editor_outline_to_window(view, points[i]);
    outline.count = count;
    return outline;
}

static double cross(pick_vec2 a, pick_vec2 b, pick_vec2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double segment_distance(pick_vec2 a, pick_vec2 b, pick_vec2 p)
{
    double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    double s = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
    s = fmax(0, fmin(1, s));
    return hypot(p.x - (a.x + s * dx), p.y - (a.y + s * dy));
}

double editor_outline_distance(const editor_outline *outline, pick_vec2 at)
{
    double nearest = (double)INFINITY;
    bool left = false, right = false;
    for (int i = 0; i < outline->count; i++) {
        pick_vec2 a = outline->corner[i], b = outline->corner[(i + 1) % outline->count];
        double side = cross(a, b, at);
        left = left || side > 0;
        right = right || side < 0;
        nearest = fmin(nearest, segment_distance(a, b, at));
    }
    // The polygon is convex: a point is inside if it is on the same side of all edges. On an edge or a line: distance
    // 0.
    return left != right ? -nearest : nearest;
}

double editor_outline_width(const editor_outline *outline)
{
    double thinnest = (double)INFINITY;
    for (int i = 0; i < outline->count; i++) {
        pick_vec2 a = outline->corner[i], b = outline->corner[(i + 1) % outline->count];
        double length = hypot(b.x - a.x, b.y - a.y), widest = 0;
        if (length == 0)
            continue;
        for (int j = 0; j < outline->count; j++)
            widest = fmax(widest, fabs(cross(a, b, outline->corner[j])) / length);
        thinnest = fmin(thinnest, widest);
    }
    return isfinite(thinnest) ? thinnest : 0;
}

bool editor_outline_bounds(const editor_outline *outline, pick_vec2 *min, pick_vec2 *max)
{
    *min = (pick_vec2){(double)INFINITY, (double)INFINITY};
    *max = (pick_vec2){-(double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < outline->count; i++) {
        *min = (pick_vec2){fmin(min->x, outline->corner[i].x), fmin(min->y, outline->corner[i].y)};
        *max = (pick_vec2){fmax(max->x, outline->corner[i].x), fmax(max->y, outline->corner[i].y)};
    }
    return outline->count > 0;
}
