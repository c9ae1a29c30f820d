// region.c: makes regions from window coordinates.
#include "base/compiler.h"
#include "base/memory.h"
#include "math/math_inline.h"
#include "region/region_internal.h"

#include <math.h>

enum { MOST_POINTS = 1 << 24 };

// The allocation of pick_region_create.
typedef struct owned_region {
    pick_region region;
    const pick_allocator *allocator;
} owned_region;

pick_result pick_region_create(const pick_allocator *allocator, pick_region **out)
{
    if (out == NULL || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_allocator *from = allocator != NULL ? allocator : pick_default_allocator();
    owned_region *owned = pick_allocate(from, sizeof *owned);
    if (owned == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    *owned = (owned_region){.region = {.empty = true}, .allocator = from};
    *out = &owned->region;
    return PICK_OK;
}

void pick_region_destroy(pick_region *region)
{
    if (region != NULL) {
        owned_region *owned = (owned_region *)region; // its first member
        pick_deallocate(owned->allocator, owned, sizeof *owned);
    }
}

// A region with the planes of a rectangle of the window, clipped to the viewport.
static pick_region from_rect(const pick_view *view, pick_vec2 min, pick_vec2 max)
{
    pick_region region = {.kind = PICK_REGION_CONVEX, .from_view = true};
    pick_frustum_from_view(&region.frustum, view);
    region.empty = !pick_frustum_add_rect(&region.frustum, view, min, max, &region.bounds);
    region.thin = pick_frustum_is_thin(view, &region.bounds);
    return region;
}

// Makes a rectangle that is thin a polygon.
static void test_corners(pick_region *region)
{
    const pick_rect *r = &region->bounds;
    for (int i = 0; i < 4; i++)
        region->corner[i] = (pick_vec2){i == 1 || i == 2 ? r->x + r->width : r->x, i < 2 ? r->y : r->y + r->height};
    region->kind = PICK_REGION_POLYGON;
    region->point_count = 4;
    pick_region_make_grid(region);
}

pick_result pick_region_rect(pick_region *out, const pick_view *view, pick_vec2 a, pick_vec2 b)
{
    if (out == NULL || view == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (!pick_is_finite_vec2(a) || !pick_is_finite_vec2(b))
        return PICK_ERROR_NOT_FINITE;
    *out = from_rect(view, (pick_vec2){fmin(a.x, b.x), fmin(a.y, b.y)}, (pick_vec2){fmax(a.x, b.x), fmax(a.y, b.y)});
    if (out->thin && !out->empty)
        test_corners(out);
    return PICK_OK;
}

pick_result pick_region_circle(pick_region *out, const pick_view *view, pick_vec2 center, double radius)
{
    if (out == NULL || view == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (!pick_is_finite_vec2(center) || !isfinite(radius))
        return PICK_ERROR_NOT_FINITE;
    if (radius < 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_region region = from_rect(view, (pick_vec2){center.x - radius, center.y - radius},
                                   (pick_vec2){center.x + radius, center.y + radius});
    region.kind = PICK_REGION_CIRCLE;
    region.center = center;
    region.radius = radius;
    *out = region;
    return PICK_OK;
}

pick_result pick_region_polygon(pick_region *out, const pick_view *view, const pick_vec2 *points, uint32_t count)
{
    pick_vec2 min = {HUGE_VAL, HUGE_VAL};
    pick_vec2 max = {-HUGE_VAL, -HUGE_VAL};
    if (out == NULL || view == NULL || points == NULL || count < 3 || count > MOST_POINTS)
        return PICK_ERROR_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        if (!pick_is_finite_vec2(points[i]))
            return PICK_ERROR_NOT_FINITE;
        min = (pick_vec2){fmin(min.x, points[i].x), fmin(min.y, points[i].y)};
        max = (pick_vec2){fmax(max.x, points[i].x), fmax(max.y, points[i].y)};
    }
    pick_region region = from_rect(view, min, max);
    region.kind = PICK_REGION_POLYGON;
    region.points = points;
    region.point_count = count;
    if (!region.empty)
        pick_region_make_grid(&region);
    *out = region;
    return PICK_OK;
}

pick_result pick_region_planes(pick_region *out, const pick_plane *planes, uint32_t count, pick_vec3 eye)
{
    if (out == NULL || (planes == NULL && count > 0) || count > PICK_REGION_PLANES)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (!pick_vec3_is_finite(eye))
        return PICK_ERROR_NOT_FINITE;
    pick_region region = {.kind = PICK_REGION_CONVEX, .frustum = {.eye = eye}};
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 n = planes[i].normal;
        const double length = pick_vec3_length(n);
        if (!pick_vec3_is_finite(n) || !isfinite(planes[i].offset))
            return PICK_ERROR_NOT_FINITE;
        if (!(length > 0))
            return PICK_ERROR_INVALID_ARGUMENT;
        const pick_vec3 unit = pick_vec3_normalize(n);
        double *plane = region.frustum.planes[region.frustum.plane_count++];
        plane[0] = unit.x;
        plane[1] = unit.y;
        plane[2] = unit.z;
        plane[3] = pick_vec3_dot(unit, eye) + planes[i].offset / length;
    }
    *out = region;
    return PICK_OK;
}

bool pick_region_contains_point(const pick_region *region, pick_vec3 point)
{
    if (region == NULL)
        return false;
    const pick_vec3 p = pick_vec3_sub(point, region->frustum.eye);
    return !region->empty && pick_vec3_is_finite(point) &&
           pick_region_triangle_touches(region, pick_region_open(region), (const pick_vec3[3]){p, p, p});
}

bool pick_region_contains_position(const pick_region *region, pick_vec2 position)
{
    if (region == NULL || !pick_is_finite_vec2(position))
        return false;
    const pick_rect *r = &region->bounds;
    const bool in_bounds =
        position.x >= r->x && position.x <= r->x + r->width && position.y >= r->y && position.y <= r->y + r->height;
    if (region->empty || !(in_bounds || !region->from_view))
        return false;
    const pick_side side =
        region->kind == PICK_REGION_CONVEX ? PICK_INSIDE : pick_region_shape_side(region, position, position);
    return side == PICK_ACROSS ? pick_region_shape_touches(region, &position, 1) : side == PICK_INSIDE;
}
