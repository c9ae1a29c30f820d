// frustum.c: the planes of a view, and its projection.
#include "view/frustum.h"
#include "base/compiler.h"
#include "math/math_inline.h"
#include "view/view_section.h"

#include <math.h>

// Converts a row on view space (x, y, z, 1) to the same function of world points relative to the eye.
static void to_world(const pick_view *view, const double row[4], double out[4])
{
    const double *r = view->rotation;
    for (int k = 0; k < 3; k++)
        out[k] = row[0] * r[3 * k] + row[1] * r[3 * k + 1] + row[2] * r[3 * k + 2];
    out[3] = row[3];
}

// Adds the plane where a * u + b * v >= 0, u and v being functions of the point.
static void add_plane(pick_frustum *frustum, double a, const double u[4], double b, const double v[4])
{
    double plane[4];
    for (int k = 0; k < 4; k++)
        plane[k] = a * u[k] + b * v[k];
    const double length = pick_vec3_length(pick_vec3_make(plane[0], plane[1], plane[2]));
    double *out = frustum->planes[frustum->plane_count++];
    for (int k = 0; k < 4; k++)
        out[k] = plane[k] / length;
}

// Window coordinates as quotients of linear functions: those of view.c, multiplied by w.
void pick_frustum_from_view(pick_frustum *out, const pick_view *view)
{
    static const double ONE[4] = {0, 0, 0, 1};
    static const double DISTANCE[4] = {0, 0, -1, 0};
    const bool perspective = view->kind == PICK_PERSPECTIVE;
    const pick_rect *r = &view->viewport;
    const double origin[2] = {r->x, r->y};
    const double size[2] = {r->width, r->height};
    const double *w = perspective ? DISTANCE : ONE;
    for (int i = 0; i < 2; i++) {
        double row[4] = {view->linear2[i], view->linear2[2 + i], 0, 0};
        row[perspective ? 2 : 3] = view->offset[i];
        for (int k = 0; k < 4; k++) // (ndc + 1) / 2 * size + origin
            row[k] = 0.5 * size[i] * row[k] + (0.5 * size[i] + origin[i]) * w[k];
        to_world(view, row, out->to_window[i]);
    }
    to_world(view, w, out->to_window[2]);
    double distance[4];
    to_world(view, DISTANCE, distance);
    out->eye = view->eye;
    out->parallel = !perspective;
    out->axis = pick_vec3_make(distance[0], distance[1], distance[2]);
    out->ahead = pick_multiply3(view->inverse_rotation, pick_vec3_make(0, 0, -1));
    out->plane_count = 0;
    add_plane(out, 1, distance, -view->near_distance, ONE);
    if (!view->infinite_far)
        add_plane(out, -1, distance, view->far_distance, ONE);
    out->depth_planes = out->plane_count;
    for (uint32_t i = 0; i < view->section_count; i++) {
        const pick_vec3 n = view->section[i].normal;
        double *plane = out->planes[out->plane_count++];
        plane[0] = n.x;
        plane[1] = n.y;
        plane[2] = n.z;
        plane[3] = pick_section_distance(&view->section[i], view->eye);
    }
    out->section_planes = view->section_count;
}

void pick_frustum_add_wide_rect(pick_frustum *frustum, pick_vec2 min, pick_vec2 max)
{
    const double low[2] = {min.x, min.y}, high[2] = {max.x, max.y};
    for (int i = 0; i < 2; i++) {
        add_plane(frustum, 1, frustum->to_window[i], -low[i], frustum->to_window[2]);
        add_plane(frustum, -1, frustum->to_window[i], high[i], frustum->to_window[2]);
    }
}

// Far more than planes are rounded on screen: some 1e-5 points.
static double thinnest_side(const pick_view *view)
{
    const pick_rect *r = &view->viewport;
    return 0x1p-26 * (fabs(r->x) + fabs(r->y) + r->width + fabs(r->height));
}

bool pick_frustum_is_thin(const pick_view *view, const pick_rect *bounds)
{
    return !(fmin(bounds->width, bounds->height) > thinnest_side(view));
}

bool pick_frustum_add_rect(pick_frustum *frustum, const pick_view *view, pick_vec2 min, pick_vec2 max,
                           pick_rect *bounds)
{
    const pick_rect *r = &view->viewport;
    const double low[2] = {fmax(min.x, r->x), fmax(min.y, fmin(r->y, r->y + r->height))};
    const double high[2] = {fmin(max.x, r->x + r->width), fmin(max.y, fmax(r->y, r->y + r->height))};
    *bounds = (pick_rect){low[0], low[1], high[0] - low[0], high[1] - low[1]};
    const double pad = pick_frustum_is_thin(view, bounds) ? thinnest_side(view) : 0;
    pick_frustum_add_wide_rect(frustum, (pick_vec2){low[0] - pad, low[1] - pad},
                               (pick_vec2){high[0] + pad, high[1] + pad});
    return low[0] <= high[0] && low[1] <= high[1];
}

bool pick_frustum_add_square(pick_frustum *frustum, const pick_view *view, pick_vec2 center, double radius)
{
    pick_rect bounds;
    return pick_frustum_add_rect(frustum, view, (pick_vec2){center.x - radius, center.y - radius},
                                 (pick_vec2){center.x + radius, center.y + radius}, &bounds);
}
