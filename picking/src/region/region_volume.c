// region_volume.c: parts of volumes against regions: in the window by their silhouettes, between planes in space.
#include "region/region_volume.h"
#include "base/compiler.h"
#include "math/gjk.h"
#include "math/polytope.h"
#include "region/region_grid.h"
#include "region/silhouette.h"

#include <math.h>

// --- Between planes -------------------------------------------------------------------------------------------------

enum {
    CELL_PLANES = PICK_REGION_PLANES + 6,
    CELL_CORNERS = 256 // polytopes of so many faces have up to 120, counted once for each face, and what rounding adds
};

// The part of a region within a body's box, and the body, relative to the centre of the box.
typedef struct cell {
    pick_body body;
    pick_vec3 corner[CELL_CORNERS];
    uint32_t count;
} cell;

static void add_cell_plane(double planes[CELL_PLANES][4], uint32_t *count, pick_vec3 n, double offset)
{
    double *plane = planes[(*count)++];
    plane[0] = n.x;
    plane[1] = n.y;
    plane[2] = n.z;
    plane[3] = offset;
}

static void cell_make(cell *out, const pick_region *region, const pick_body *body)
{
    static const pick_vec3 AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double planes[CELL_PLANES][4];
    double low[3], high[3];
    uint32_t count = 0;
    for (int k = 0; k < 3; k++) {
        low[k] = pick_vec3_dot(AXES[k], pick_body_support(body, pick_vec3_scale(AXES[k], -1)));
        high[k] = pick_vec3_dot(AXES[k], pick_body_support(body, AXES[k]));
        const double rounding = 0x1p-50 * (fabs(low[k]) + fabs(high[k])); // a body may be no larger
        low[k] -= rounding;
        high[k] += rounding;
        add_cell_plane(planes, &count, AXES[k], 0.5 * (high[k] - low[k]));
        add_cell_plane(planes, &count, pick_vec3_scale(AXES[k], -1), 0.5 * (high[k] - low[k]));
    }
    const pick_vec3 center = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2])};
    const double radius =
        pick_vec3_length(pick_vec3_make(0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1]), 0.5 * (high[2] - low[2])));
    for (uint32_t i = 0; i < region->frustum.plane_count; i++) {
        const double *plane = region->frustum.planes[i];
        add_cell_plane(planes, &count, pick_vec3_make(plane[0], plane[1], plane[2]),
                       pick_frustum_distance(plane, center));
    }
    out->body = *body;
    out->body.origin = pick_vec3_sub(body->origin, center);
    const uint32_t corners = pick_polytope_corners((const double(*)[4])planes, count, pick_vec3_make(0, 0, 0), radius,
                                                   out->corner, CELL_CORNERS);
    out->count = (uint32_t)fmin(corners, CELL_CORNERS);
}

static pick_gjk_vertex support_of_cell(const void *set, pick_vec3 direction)
{
    const cell *c = set;
    pick_vec3 least = c->corner[0];
    for (uint32_t i = 1; i < c->count; i++)
        least = pick_vec3_dot(c->corner[i], direction) < pick_vec3_dot(least, direction) ? c->corner[i] : least;
    return (pick_gjk_vertex){.p = pick_vec3_sub(pick_body_support(&c->body, direction), least)};
}

static bool meets_planes(const pick_region *region, const pick_body *body)
{
    cell c;
    cell_make(&c, region, body);
    return c.count > 0 && pick_gjk_nearest(support_of_cell, &c, 0).distance == 0;
}

// --- In the window --------------------------------------------------------------------------------------------------

bool pick_region_clip_to_rect(const pick_rect *r, pick_vec2 a, pick_vec2 b, pick_vec2 out[2])
{
    const double from[2] = {a.x, a.y}, along[2] = {b.x - a.x, b.y - a.y};
    const double low[2] = {r->x, r->y}, high[2] = {r->x + r->width, r->y + r->height};
    double first = 0, last = 1;
    for (int k = 0; k < 2; k++) {
        if (along[k] == 0 && (from[k] < low[k] || from[k] > high[k]))
            return false;
        if (along[k] == 0)
            continue;
        const double x = (low[k] - from[k]) / along[k], y = (high[k] - from[k]) / along[k];
        first = fmax(first, fmin(x, y));
        last = fmin(last, fmax(x, y));
    }
    out[0] = (pick_vec2){a.x + first * along[0], a.y + first * along[1]};
    out[1] = (pick_vec2){a.x + last * along[0], a.y + last * along[1]};
    return first <= last;
}

// Whether an edge of the polygon, within the region's bounds, meets the silhouette.
static bool meets_an_edge(const pick_region *region, const pick_silhouette *silhouette, pick_vec2 min, pick_vec2 max)
{
    for (uint64_t runs = pick_region_runs_near(region, min, max); runs != 0;) {
        const edge_run run = take_run(region, &runs);
        for (uint32_t i = run.first; i < run.last; i++) {
            const pick_vec2 a = points_of_region(region)[i], b = edge_end(region, i);
            pick_vec2 edge[2], where;
            const pick_rect box = {min.x, min.y, max.x - min.x, max.y - min.y};
            if (pick_region_clip_to_rect(&box, a, b, edge) && pick_region_clip_to_rect(&region->bounds, a, b, edge) &&
                pick_silhouette_meets(silhouette, edge, 2, &where))
                return true;
        }
    }
    return false;
}

// The silhouette's bounds, a little larger.
static void wide_bounds(const pick_silhouette *silhouette, pick_vec2 *min, pick_vec2 *max)
{
    pick_silhouette_bounds(silhouette, min, max);
    const double pad = 0x1p-36 * (fabs(min->x) + fabs(min->y) + fabs(max->x) + fabs(max->y));
    *min = (pick_vec2){min->x - pad, min->y - pad};
    *max = (pick_vec2){max->x + pad, max->y + pad};
}

// Unless an edge meets it, all of the silhouette is on the same side as any of its points.
static bool touches_in_window(const pick_region *region, const pick_silhouette *silhouette)
{
    const pick_rect *r = &region->bounds;
    const pick_vec2 corner[4] = {
        {r->x, r->y}, {r->x + r->width, r->y}, {r->x + r->width, r->y + r->height}, {r->x, r->y + r->height}};
    pick_vec2 min, max, where;
    pick_silhouette_point nearest;
    if (region->kind == PICK_REGION_CIRCLE)
        return pick_silhouette_nearest(silhouette, region->center, r, region->radius, &nearest) &&
               nearest.distance <= region->radius;
    if (!pick_silhouette_meets(silhouette, corner, 4, &where))
        return false;
    if (region->kind == PICK_REGION_CONVEX || pick_region_shape_touches(region, &where, 1))
        return true;
    wide_bounds(silhouette, &min, &max);
    return meets_an_edge(region, silhouette, min, max);
}

bool pick_region_body_touches(const pick_region *region, const pick_body *body)
{
    pick_silhouette silhouette;
    if (!region->from_view || region->frustum.section_planes > 0) {
        const bool meets = meets_planes(region, body);
        if (!meets || !region->from_view)
            return meets;
    }
    return pick_silhouette_init(&silhouette, body, &region->frustum) && touches_in_window(region, &silhouette);
}

bool pick_region_body_contained(const pick_region *region, const pick_body *body)
{
    for (uint32_t i = 0; i < region->frustum.plane_count; i++) {
        const double *plane = region->frustum.planes[i];
        const pick_vec3 outward = {-plane[0], -plane[1], -plane[2]};
        if (!(pick_frustum_distance(plane, pick_body_support(body, outward)) >= 0))
            return false;
    }
    pick_silhouette silhouette;
    pick_vec2 min, max;
    if (region->kind == PICK_REGION_CONVEX)
        return true;
    (void)pick_silhouette_init(&silhouette, body, &region->frustum); // it is inside the planes
    if (region->kind == PICK_REGION_CIRCLE)
        return pick_silhouette_is_within(&silhouette, region->center, region->radius);
    wide_bounds(&silhouette, &min, &max);
    const pick_vec2 where = pick_frustum_project(&region->frustum, pick_body_support(body, region->frustum.axis));
    return pick_region_shape_touches(region, &where, 1) && !meets_an_edge(region, &silhouette, min, max);
}
