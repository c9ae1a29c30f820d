// region_stroke.c: lines with a width on screen, and points as lines without length, against regions.
#include "base/compiler.h"
#include "region/region_grid.h"
#include "region/region_thin.h"

#include <math.h>

// A stroke: all window positions within a radius of a segment.
typedef struct stroke {
    pick_vec2 a, b;
    double radius;
} stroke;

static double window_distance(pick_vec2 a, pick_vec2 b)
{
    const double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

static pick_vec2 nearest_on_line_to(pick_vec2 a, pick_vec2 b, pick_vec2 p)
{
    const double x = b.x - a.x, y = b.y - a.y;
    const double dot = (p.x - a.x) * x + (p.y - a.y) * y, square = x * x + y * y;
    const double s = dot <= 0 ? 0 : (dot >= square ? 1 : dot / square);
    return s < 1 ? (pick_vec2){a.x + s * x, a.y + s * y} : b;
}

static double line_side_of(pick_vec2 a, pick_vec2 b, pick_vec2 p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

// The distance from a stroke's segment to the segment c-d, and the place on c-d.
static double to_line(const stroke *s, pick_vec2 c, pick_vec2 d, pick_vec2 *where)
{
    const double c_side = line_side_of(s->a, s->b, c), d_side = line_side_of(s->a, s->b, d);
    const double a_side = line_side_of(c, d, s->a), b_side = line_side_of(c, d, s->b);
    if (((c_side > 0 && d_side < 0) || (c_side < 0 && d_side > 0)) &&
        ((a_side > 0 && b_side < 0) || (a_side < 0 && b_side > 0))) {
        const double along = c_side / (c_side - d_side);
        *where = (pick_vec2){c.x + along * (d.x - c.x), c.y + along * (d.y - c.y)};
        return 0;
    }
    const pick_vec2 place[4] = {nearest_on_line_to(c, d, s->a), nearest_on_line_to(c, d, s->b), c, d};
    double best = HUGE_VAL;
    for (int i = 0; i < 4; i++) {
        const pick_vec2 own = i == 0 ? s->a : (i == 1 ? s->b : nearest_on_line_to(s->a, s->b, place[i]));
        const double distance = window_distance(own, place[i]);
        if (distance < best) {
            best = distance;
            *where = place[i];
        }
    }
    return best;
}

static bool is_in_rect(const pick_rect *r, pick_vec2 p)
{
    return p.x >= r->x && p.x <= r->x + r->width && p.y >= r->y && p.y <= r->y + r->height;
}

static void corners_of_rect(const pick_rect *r, pick_vec2 out[4])
{
    out[0] = (pick_vec2){r->x, r->y};
    out[1] = (pick_vec2){r->x + r->width, r->y};
    out[2] = (pick_vec2){r->x + r->width, r->y + r->height};
    out[3] = (pick_vec2){r->x, r->y + r->height};
}

// A place of the stroke in the rectangle. False: there is none.
static bool meets_rect(const stroke *s, const pick_rect *r, pick_vec2 *where)
{
    pick_vec2 corner[4], place;
    double best = HUGE_VAL;
    *where = s->a;
    if (is_in_rect(r, s->a))
        return true;
    corners_of_rect(r, corner);
    for (int i = 0; i < 4; i++) {
        const double distance = to_line(s, corner[i], corner[(i + 1) % 4], &place);
        if (distance < best) {
            best = distance;
            *where = place;
        }
    }
    return best <= s->radius;
}

// --- Circles --------------------------------------------------------------------------------------------------------

// The distance from a position to what a rectangle leaves of a circle; infinite if that is nothing.
static double to_cut_circle(const pick_region *region, pick_vec2 p)
{
    const pick_rect *r = &region->bounds;
    const pick_vec2 c = region->center;
    const pick_vec2 in_rect = {pick_least(pick_most(p.x, r->x), r->x + r->width),
                               pick_least(pick_most(p.y, r->y), r->y + r->height)};
    if (window_distance(in_rect, c) <= region->radius)
        return window_distance(in_rect, p);
    const double far = window_distance(p, c);
    const double share = far > region->radius ? region->radius / far : 1;
    const pick_vec2 in_circle = {c.x + (p.x - c.x) * share, c.y + (p.y - c.y) * share};
    if (is_in_rect(r, in_circle))
        return window_distance(in_circle, p);
    // A corner of what is left: one of the rectangle, or where a side of it leaves the circle.
    pick_vec2 corner[4];
    double best = HUGE_VAL;
    corners_of_rect(r, corner);
    for (int i = 0; i < 4; i++) {
        const pick_vec2 a = corner[i], b = corner[(i + 1) % 4];
        const pick_vec2 along = {b.x - a.x, b.y - a.y};
        const double length = window_distance(a, b);
        if (length == 0) // its place is the end of other sides
            continue;
        const pick_vec2 unit = {along.x / length, along.y / length};
        const double middle = (c.x - a.x) * unit.x + (c.y - a.y) * unit.y;
        const double off = (c.x - a.x) * unit.y - (c.y - a.y) * unit.x;
        const double half = sqrt(pick_most(region->radius * region->radius - off * off, 0)); // no side is farther off
        const double low = pick_most(middle - half, 0), high = pick_least(middle + half, length);
        if (low <= high) {
            const pick_vec2 first = {a.x + low * unit.x, a.y + low * unit.y};
            const pick_vec2 last = {a.x + high * unit.x, a.y + high * unit.y};
            best = pick_least(pick_least(window_distance(first, p), window_distance(last, p)), best);
        }
    }
    return best;
}

// What is left of the circle is convex, so along the stroke the distance to it has one minimum.
static bool touches_circle(const pick_region *region, const stroke *s)
{
    const pick_vec2 c = region->center;
    const pick_rect *r = &region->bounds;
    const bool whole = c.x - region->radius >= r->x && c.x + region->radius <= r->x + r->width &&
                       c.y - region->radius >= r->y && c.y + region->radius <= r->y + r->height;
    if (whole)
        return window_distance(nearest_on_line_to(s->a, s->b, c), c) <= region->radius + s->radius;
    double low = 0, high = 1, best = HUGE_VAL;
    for (int i = 0; i < 80; i++) {
        double distance[2];
        for (int k = 0; k < 2; k++) {
            const double at = low + (high - low) * (k + 1) / 3;
            const pick_vec2 p = {s->a.x + at * (s->b.x - s->a.x), s->a.y + at * (s->b.y - s->a.y)};
            distance[k] = to_cut_circle(region, p);
            best = pick_least(distance[k], best);
        }
        if (distance[0] <= distance[1])
            high = low + (high - low) * 2 / 3;
        else
            low = low + (high - low) / 3;
    }
    return best <= s->radius;
}

// --- Polygons -------------------------------------------------------------------------------------------------------

static void bounds_of_stroke(const stroke *s, pick_vec2 *min, pick_vec2 *max)
{
    const double r = s->radius;
    *min = (pick_vec2){pick_least(s->a.x, s->b.x) - r, pick_least(s->a.y, s->b.y) - r};
    *max = (pick_vec2){pick_most(s->a.x, s->b.x) + r, pick_most(s->a.y, s->b.y) + r};
}

// Whether an edge of the polygon is nearer to the stroke's segment than its radius, or as near with `touching`, within
// the region's bounds.
static bool has_edge_near(const pick_region *region, const stroke *s, bool touching)
{
    pick_vec2 min, max, where;
    bounds_of_stroke(s, &min, &max);
    for (uint64_t runs = pick_region_runs_near(region, min, max); runs != 0;) {
        const edge_run run = take_run(region, &runs);
        for (uint32_t i = run.first; i < run.last; i++) {
            pick_vec2 edge[2];
            if (!pick_region_clip_to_rect(&region->bounds, points_of_region(region)[i], edge_end(region, i), edge))
                continue;
            const double distance = to_line(s, edge[0], edge[1], &where);
            if (touching ? distance <= s->radius : distance < s->radius)
                return true;
        }
    }
    return false;
}

// --- Both -----------------------------------------------------------------------------------------------------------

// The planes that are not the window's.
static pick_frustum depth_planes_of(const pick_region *region)
{
    pick_frustum frustum = region->frustum;
    if (region->from_view)
        frustum.plane_count = frustum.depth_planes + frustum.section_planes;
    return frustum;
}

bool pick_region_stroke_touches(const pick_region *region, pick_vec3 a, pick_vec3 b, double radius)
{
    const pick_frustum frustum = depth_planes_of(region);
    double first, last;
    if (!pick_frustum_clip_segment(&frustum, a, b, &first, &last))
        return false;
    if (!region->from_view)
        return true;
    const pick_vec3 ab = pick_vec3_sub(b, a);
    const pick_vec3 from = first > 0 ? pick_vec3_add(a, pick_vec3_scale(ab, first)) : a;
    const pick_vec3 to = last < 1 ? pick_vec3_add(a, pick_vec3_scale(ab, last)) : b;
    const stroke s = {pick_frustum_project(&frustum, from), pick_frustum_project(&frustum, to), radius};
    pick_vec2 where;
    if (!meets_rect(&s, &region->bounds, &where))
        return false;
    if (region->kind == PICK_REGION_CIRCLE)
        return touches_circle(region, &s);
    // Unless an edge meets it, all of the stroke within the bounds is on the same side as any place of it.
    return region->kind == PICK_REGION_CONVEX || pick_region_shape_touches(region, &where, 1) ||
           has_edge_near(region, &s, true);
}

bool pick_region_stroke_contained(const pick_region *region, pick_vec3 a, pick_vec3 b, double radius)
{
    const pick_frustum frustum = depth_planes_of(region);
    for (uint32_t i = 0; i < frustum.plane_count; i++) {
        if (!(pick_frustum_distance(frustum.planes[i], a) >= 0) || !(pick_frustum_distance(frustum.planes[i], b) >= 0))
            return false;
    }
    if (!region->from_view)
        return true;
    const stroke s = {pick_frustum_project(&frustum, a), pick_frustum_project(&frustum, b), radius};
    pick_vec2 min, max;
    bounds_of_stroke(&s, &min, &max);
    if (!is_in_rect(&region->bounds, min) || !is_in_rect(&region->bounds, max))
        return false;
    if (region->kind == PICK_REGION_CONVEX)
        return true;
    if (region->kind == PICK_REGION_CIRCLE)
        return window_distance(s.a, region->center) + radius <= region->radius &&
               window_distance(s.b, region->center) + radius <= region->radius;
    const pick_vec2 corner[3] = {s.a, s.b, s.b};
    return pick_region_shape_contains(region, corner) && !has_edge_near(region, &s, false);
}
