// region_shape.c: circles and polygons in the window: exact tests, and conservative tests of rectangles and boxes.
#include "base/compiler.h"
#include "region/region_grid.h"

#include <math.h>

// --- Segments and points --------------------------------------------------------------------------------------------

// Twice the signed area of a b c; 0: collinear.
static double turn_of(pick_vec2 a, pick_vec2 b, pick_vec2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// For a point on the line through a and b: whether it lies between them.
static bool between(pick_vec2 a, pick_vec2 b, pick_vec2 p)
{
    return pick_least(a.x, b.x) <= p.x && p.x <= pick_most(a.x, b.x) && pick_least(a.y, b.y) <= p.y &&
           p.y <= pick_most(a.y, b.y);
}

static bool segments_cross(pick_vec2 a, pick_vec2 b, pick_vec2 c, pick_vec2 d)
{
    const double c_side = turn_of(a, b, c);
    const double d_side = turn_of(a, b, d);
    const double a_side = turn_of(c, d, a);
    const double b_side = turn_of(c, d, b);
    return ((c_side > 0 && d_side < 0) || (c_side < 0 && d_side > 0)) &&
           ((a_side > 0 && b_side < 0) || (a_side < 0 && b_side > 0));
}

static bool segments_touch(pick_vec2 a, pick_vec2 b, pick_vec2 c, pick_vec2 d)
{
    return segments_cross(a, b, c, d) || (turn_of(a, b, c) == 0 && between(a, b, c)) ||
           (turn_of(a, b, d) == 0 && between(a, b, d)) || (turn_of(c, d, a) == 0 && between(c, d, a)) ||
           (turn_of(c, d, b) == 0 && between(c, d, b));
}

// Corners that are no farther apart on either axis, in logical points, are one: clipping leaves several where a vertex
// lies on a plane or an edge runs through a corner, and rounding turns the side between them.
static const double ONE_CORNER = 0x1p-34;

bool pick_region_inside_convex(const pick_vec2 *corner, uint32_t count, pick_vec2 p)
{
    bool left = true;
    bool right = true;
    uint32_t sides = 0;
    pick_vec2 from = corner[0];
    for (uint32_t i = 1; i <= count; i++) {
        const pick_vec2 to = corner[i < count ? i : 0];
        if (pick_most(fabs(to.x - from.x), fabs(to.y - from.y)) <= ONE_CORNER)
            continue;
        const double side = turn_of(from, to, p);
        left = left && side > 0;
        right = right && side < 0;
        from = to;
        sides++;
    }
    return (left || right) && sides > 2;
}

// Whether a part of the segment a-b runs strictly inside the triangle.
static bool enters(const pick_vec2 corner[3], pick_vec2 a, pick_vec2 b)
{
    double first = 0;
    double last = 1;
    const double winding = turn_of(corner[0], corner[1], corner[2]) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++) {
        const double from = winding * turn_of(corner[k], corner[(k + 1) % 3], a);
        const double to = winding * turn_of(corner[k], corner[(k + 1) % 3], b);
        if (from <= 0 && to <= 0)
            return false;
        if (from < 0)
            first = pick_most(first, from / (from - to));
        else if (to < 0)
            last = pick_least(last, from / (from - to));
    }
    const double middle = 0.5 * (first + last);
    return first < last &&
           pick_region_inside_convex(corner, 3, (pick_vec2){a.x + middle * (b.x - a.x), a.y + middle * (b.y - a.y)});
}

static double square_to_segment(pick_vec2 a, pick_vec2 b, pick_vec2 p)
{
    const pick_vec2 ab = {b.x - a.x, b.y - a.y};
    const double along = (p.x - a.x) * ab.x + (p.y - a.y) * ab.y;
    const double square = ab.x * ab.x + ab.y * ab.y;
    const double t = along <= 0 ? 0 : (along >= square ? 1 : along / square);
    const double x = a.x + t * ab.x - p.x;
    const double y = a.y + t * ab.y - p.y;
    return x * x + y * y;
}

// --- Where a point is, edge by edge ---------------------------------------------------------------------------------

typedef struct winding {
    pick_vec2 point;
    bool odd, on_edge;
} winding;

// Counts the edges that a line from the point to the left crosses. Ends count once: each edge owns its lower end.
static void wind(winding *w, pick_vec2 a, pick_vec2 b)
{
    const pick_vec2 p = w->point;
    const double side = turn_of(a, b, p);
    if (side == 0 && between(a, b, p))
        w->on_edge = true;
    if ((a.y > p.y) != (b.y > p.y) && (b.y > a.y ? side < 0 : side > 0))
        w->odd = !w->odd;
}

static bool is_inside_shape(const winding *w)
{
    return w->odd || w->on_edge;
}

// Whether the bounding rectangle of a and b meets the rectangle.
static bool is_near_line(pick_vec2 a, pick_vec2 b, pick_vec2 min, pick_vec2 max)
{
    return pick_least(a.x, b.x) <= max.x && pick_most(a.x, b.x) >= min.x && pick_least(a.y, b.y) <= max.y &&
           pick_most(a.y, b.y) >= min.y;
}

static void wind_run(winding *w, const pick_region *region, const edge_run *run)
{
    const double *b = run->bounds;
    const pick_vec2 p = w->point;
    if (p.y < b[2] || p.y > b[3] || p.x < b[0])
        return;       // none of them is to the left
    if (p.x > b[1]) { // all are to the left, so only the ends of their chain matter
        const bool from = points_of_region(region)[run->first].y > p.y;
        const bool to = edge_end(region, run->last - 1).y > p.y;
        w->odd = w->odd != (from != to);
        return;
    }
    for (uint32_t i = run->first; i < run->last; i++)
        wind(w, points_of_region(region)[i], edge_end(region, i));
}

static bool is_inside_polygon(const pick_region *region, pick_vec2 p)
{
    winding w = {.point = p};
    for (uint64_t runs = pick_region_runs_at(region, p.y); runs != 0;) {
        const edge_run run = take_run(region, &runs);
        wind_run(&w, region, &run);
    }
    return is_inside_shape(&w);
}

static void bounds_of(const pick_vec2 *corner, uint32_t count, pick_vec2 *min, pick_vec2 *max)
{
    *min = *max = corner[0];
    for (uint32_t i = 1; i < count; i++) {
        *min = (pick_vec2){pick_least(min->x, corner[i].x), pick_least(min->y, corner[i].y)};
        *max = (pick_vec2){pick_most(max->x, corner[i].x), pick_most(max->y, corner[i].y)};
    }
}

// --- Exact answers --------------------------------------------------------------------------------------------------

static bool circle_touches(const pick_region *region, const pick_vec2 *corner, uint32_t count)
{
    if (pick_region_inside_convex(corner, count, region->center))
        return true;
    for (uint32_t i = 0; i < count; i++) {
        if (square_to_segment(corner[i], corner[(i + 1) % count], region->center) <= region->radius * region->radius)
            return true;
    }
    return false;
}

bool pick_region_shape_touches(const pick_region *region, const pick_vec2 *corner, uint32_t count)
{
    if (region->kind == PICK_REGION_CIRCLE)
        return circle_touches(region, corner, count);
    pick_vec2 min, max;
    bounds_of(corner, count, &min, &max);
    const pick_side side = pick_region_grid_side(region, min, max);
    if (side != PICK_ACROSS)
        return side == PICK_INSIDE;
    // Either two edges intersect, or one shape lies wholly in the other: then a single point decides.
    for (uint64_t runs = pick_region_runs_near(region, min, max); runs != 0;) {
        const edge_run run = take_run(region, &runs);
        for (uint32_t i = run.first; i < run.last; i++) {
            const pick_vec2 a = points_of_region(region)[i];
            const pick_vec2 b = edge_end(region, i);
            for (uint32_t k = 0; k < count && is_near_line(a, b, min, max); k++) {
                if (segments_touch(a, b, corner[k], corner[k + 1 < count ? k + 1 : 0]))
                    return true;
            }
        }
    }
    return is_inside_polygon(region, corner[0]) ||
           pick_region_inside_convex(corner, count, points_of_region(region)[0]);
}

static bool polygon_contains(const pick_region *region, const pick_vec2 corner[3])
{
    pick_vec2 min, max;
    bounds_of(corner, 3, &min, &max);
    const pick_side side = pick_region_grid_side(region, min, max);
    if (side != PICK_ACROSS)
        return side == PICK_INSIDE;
    for (uint64_t runs = pick_region_runs_near(region, min, max); runs != 0;) {
        const edge_run run = take_run(region, &runs);
        for (uint32_t i = run.first; i < run.last; i++) {
            const pick_vec2 a = points_of_region(region)[i];
            const pick_vec2 b = edge_end(region, i);
            if (!is_near_line(a, b, min, max))
                continue;
            if (enters(corner, a, b) || segments_cross(a, b, corner[0], corner[1]) ||
                segments_cross(a, b, corner[1], corner[2]) || segments_cross(a, b, corner[2], corner[0]))
                return false;
        }
    }
    // Test the centre too: three corners on the edge of a bay can enclose an area outside the shape.
    const pick_vec2 middle = {(corner[0].x + corner[1].x + corner[2].x) / 3,
                              (corner[0].y + corner[1].y + corner[2].y) / 3};
    return is_inside_polygon(region, corner[0]) && is_inside_polygon(region, corner[1]) &&
           is_inside_polygon(region, corner[2]) && is_inside_polygon(region, middle);
}

bool pick_region_shape_contains(const pick_region *region, const pick_vec2 corner[3])
{
    if (region->kind == PICK_REGION_POLYGON)
        return polygon_contains(region, corner);
    for (int k = 0; k < 3; k++) {
        const double x = corner[k].x - region->center.x;
        const double y = corner[k].y - region->center.y;
        if (!(x * x + y * y <= region->radius * region->radius))
            return false;
    }
    return true;
}

static pick_side circle_side(const pick_region *region, pick_vec2 min, pick_vec2 max)
{
    const double near_x = pick_most(0, pick_most(min.x - region->center.x, region->center.x - max.x));
    const double near_y = pick_most(0, pick_most(min.y - region->center.y, region->center.y - max.y));
    const double far_x = pick_most(max.x - region->center.x, region->center.x - min.x);
    const double far_y = pick_most(max.y - region->center.y, region->center.y - min.y);
    const double square = region->radius * region->radius;
    if (near_x * near_x + near_y * near_y > square * (1 + 0x1p-40))
        return PICK_OUTSIDE;
    return far_x * far_x + far_y * far_y < square * (1 - 0x1p-40) ? PICK_INSIDE : PICK_ACROSS;
}

static bool segment_meets_rect(pick_vec2 a, pick_vec2 b, pick_vec2 min, pick_vec2 max)
{
    if (!is_near_line(a, b, min, max))
        return false;
    const double side[4] = {turn_of(a, b, min), turn_of(a, b, (pick_vec2){max.x, min.y}), turn_of(a, b, max),
                            turn_of(a, b, (pick_vec2){min.x, max.y})};
    const bool left = side[0] > 0 && side[1] > 0 && side[2] > 0 && side[3] > 0;
    const bool right = side[0] < 0 && side[1] < 0 && side[2] < 0 && side[3] < 0;
    return !left && !right;
}

pick_side pick_region_shape_side(const pick_region *region, pick_vec2 min, pick_vec2 max)
{
    if (region->kind == PICK_REGION_CIRCLE)
        return circle_side(region, min, max);
    const pick_side side = pick_region_grid_side(region, min, max);
    if (side != PICK_ACROSS)
        return side;
    // Unless an edge meets the rectangle, all of it is on the same side as any corner.
    for (uint64_t runs = pick_region_runs_near(region, min, max); runs != 0;) {
        const edge_run run = take_run(region, &runs);
        for (uint32_t i = run.first; i < run.last; i++) {
            if (segment_meets_rect(points_of_region(region)[i], edge_end(region, i), min, max))
                return PICK_ACROSS;
        }
    }
    return is_inside_polygon(region, min) ? PICK_INSIDE : PICK_OUTSIDE;
}

pick_side pick_region_box_side(const pick_region *region, const double to_window[3][4], double box_error,
                               const pick_box3f *box)
{
    pick_vec2 min = {HUGE_VAL, HUGE_VAL};
    pick_vec2 max = {-HUGE_VAL, -HUGE_VAL};
    const pick_rect *r = &region->bounds;
    double largest = fabs(r->x) + fabs(r->y) + r->width + r->height;
    double part[3][3][2]; // of each row, by axis, at the box's least and greatest coordinate
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            part[i][k][0] = to_window[i][k] * ((double)box->lo[k] - box_error);
            part[i][k][1] = to_window[i][k] * ((double)box->hi[k] + box_error);
        }
        part[i][2][0] += to_window[i][3];
        part[i][2][1] += to_window[i][3];
    }
    for (int corner = 0; corner < 8; corner++) {
        const int at[3] = {corner & 1, corner >> 1 & 1, corner >> 2};
        double window[3];
        for (int i = 0; i < 3; i++)
            window[i] = part[i][0][at[0]] + part[i][1][at[1]] + part[i][2][at[2]];
        // Fails if rounding puts a corner before the near plane, or the box is infinite.
        if (!(window[2] > 0 && window[2] < HUGE_VAL))
            return PICK_ACROSS;
        const double x = window[0] / window[2];
        const double y = window[1] / window[2];
        min = (pick_vec2){pick_least(min.x, x), pick_least(min.y, y)};
        max = (pick_vec2){pick_most(max.x, x), pick_most(max.y, y)};
    }
    largest = pick_most(largest, pick_most(pick_most(fabs(min.x), fabs(min.y)), pick_most(fabs(max.x), fabs(max.y))));
    const double pad = largest * 0x1p-36; // a thousandth of a thousandth of a pixel
    min = (pick_vec2){min.x - pad, min.y - pad};
    max = (pick_vec2){max.x + pad, max.y + pad};
    return pick_region_shape_side(region, min, max);
}
