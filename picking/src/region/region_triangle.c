// Triangles against a region: clipped by its planes (I. Sutherland, G. Hodgman, "Reentrant Polygon Clipping", CACM
// 17(1), 1974), then compared with its shape in the window.
#include "base/compiler.h"
#include "region/region_internal.h"

static bool has_two_sides(pick_cull cull, uint32_t submesh_flags)
{
    return cull == PICK_CULL_NONE || (cull == PICK_CULL_MATERIAL && (submesh_flags & PICK_SUBMESH_DOUBLE_SIDED) != 0);
}

static bool shows_side(const pick_region *region, pick_cull cull, bool mirrored, pick_vec3 normal, pick_vec3 place)
{
    const double away = pick_vec3_dot(normal, region->parallel ? region->axis : place);
    const double toward = mirrored ? away : -away;
    return cull == PICK_CULL_FRONT ? toward < 0 : toward > 0;
}

bool pick_region_side_counts(const pick_region *region, pick_cull cull, uint32_t submesh_flags, bool mirrored,
                             pick_vec3 normal, pick_vec3 place)
{
    return has_two_sides(cull, submesh_flags) || shows_side(region, cull, mirrored, normal, place);
}

bool pick_region_triangle_counts(const pick_region *region, pick_cull cull, uint32_t submesh_flags, bool mirrored,
                                 const pick_vec3 vertex[3])
{
    if (has_two_sides(cull, submesh_flags)) {
        return true;
    }
    const pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(vertex[1], vertex[0]), pick_vec3_sub(vertex[2], vertex[0]));
    return shows_side(region, cull, mirrored, normal, vertex[0]);
}

static uint32_t clip(const double plane[4], const pick_vec3 *in, uint32_t count, pick_vec3 *out)
{
    uint32_t n = 0;
    pick_vec3 before = in[count - 1];
    double before_distance = pick_region_distance(plane, before);
    for (uint32_t i = 0; i < count; ++i) {
        const double distance = pick_region_distance(plane, in[i]);
        if ((distance >= 0) != (before_distance >= 0)) {
            const double t = before_distance / (before_distance - distance);
            out[n++] = pick_vec3_add(before, pick_vec3_scale(pick_vec3_sub(in[i], before), t));
        }
        if (distance >= 0) {
            out[n++] = in[i];
        }
        before = in[i];
        before_distance = distance;
    }
    return n;
}

uint32_t pick_region_clip(const pick_region *region, uint32_t open, const pick_vec3 vertex[3], bool *certain,
                          pick_vec3 out[PICK_CLIPPED_MAX])
{
    uint32_t crossed[PICK_REGION_PLANES];
    uint32_t crossed_count = 0;
    uint32_t inside = 7; // a bit per vertex
    for (uint32_t i = 0; i < region->plane_count; ++i) {
        if ((open >> i & 1u) == 0) {
            continue;
        }
        uint32_t before = 0;
        for (uint32_t k = 0; k < 3; ++k) {
            before |= (uint32_t)(pick_region_distance(region->planes[i], vertex[k]) >= 0) << k;
        }
        if (before == 0) {
            return 0;
        }
        if (before != 7) {
            crossed[crossed_count++] = i;
        }
        inside &= before;
    }
    if (certain != NULL && inside != 0) {
        *certain = true;
        return 1;
    }
    pick_vec3 corner[2][PICK_CLIPPED_MAX] = {{vertex[0], vertex[1], vertex[2]}};
    uint32_t count = 3;
    uint32_t from = 0;
    for (uint32_t i = 0; i < crossed_count && count > 0; ++i) {
        count = clip(region->planes[crossed[i]], corner[from], count, corner[1 - from]);
        from = 1 - from;
    }
    for (uint32_t i = 0; i < count; ++i) {
        out[i] = corner[from][i];
    }
    return count;
}

bool pick_region_triangle_touches(const pick_region *region, uint32_t open, const pick_vec3 vertex[3])
{
    pick_vec3 corner[PICK_CLIPPED_MAX];
    pick_vec2 window[PICK_CLIPPED_MAX];
    if ((open & PICK_OPEN_SHAPE) == 0) {
        bool certain = false;
        return pick_region_clip(region, open, vertex, &certain, corner) > 0;
    }
    const uint32_t count = pick_region_clip(region, open, vertex, NULL, corner);
    if (count == 0) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        window[i] = pick_region_project(region, corner[i]);
    }
    return pick_region_shape_touches(region, window, count);
}

bool pick_region_triangle_contained(const pick_region *region, uint32_t open, const pick_vec3 vertex[3])
{
    pick_vec2 window[3];
    for (uint32_t k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < region->plane_count; ++i) {
            if ((open >> i & 1u) != 0 && !(pick_region_distance(region->planes[i], vertex[k]) >= 0)) {
                return false;
            }
        }
    }
    if ((open & PICK_OPEN_SHAPE) == 0) {
        return true;
    }
    for (uint32_t k = 0; k < 3; ++k) {
        window[k] = pick_region_project(region, vertex[k]);
    }
    return pick_region_shape_contains(region, window);
}
