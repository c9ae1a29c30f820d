// region_triangle.c: tests triangles against a region: clips them by its planes, then tests its shape in the window.
#include "base/compiler.h"
#include "region/region_internal.h"

static bool has_two_sides(pick_cull cull, uint32_t submesh_flags)
{
    return cull == PICK_CULL_NONE || (cull == PICK_CULL_MATERIAL && (submesh_flags & PICK_SUBMESH_DOUBLE_SIDED) != 0);
}

static bool shows_side(const pick_frustum *frustum, pick_cull cull, bool mirrored, pick_vec3 normal, pick_vec3 place)
{
    const double away = pick_vec3_dot(normal, frustum->parallel ? frustum->ahead : place);
    const double toward = mirrored ? away : -away;
    return cull == PICK_CULL_FRONT ? toward < 0 : toward > 0;
}

bool pick_region_side_counts(const pick_frustum *frustum, pick_cull cull, uint32_t submesh_flags, bool mirrored,
                             pick_vec3 normal, pick_vec3 place)
{
    return has_two_sides(cull, submesh_flags) || shows_side(frustum, cull, mirrored, normal, place);
}

bool pick_region_triangle_counts(const pick_region *region, pick_cull cull, uint32_t submesh_flags, bool mirrored,
                                 const pick_vec3 vertex[3])
{
    if (has_two_sides(cull, submesh_flags))
        return true;
    const pick_vec3 normal = pick_triangle_normal(vertex);
    return shows_side(&region->frustum, cull, mirrored, normal, vertex[0]);
}

bool pick_region_triangle_touches(const pick_region *region, uint32_t open, const pick_vec3 vertex[3])
{
    pick_vec3 corner[PICK_CLIPPED_MAX];
    pick_vec2 window[PICK_CLIPPED_MAX];
    if ((open & PICK_OPEN_SHAPE) == 0) {
        bool certain = false;
        return pick_frustum_clip(&region->frustum, open, vertex, &certain, corner) > 0;
    }
    const uint32_t count = pick_frustum_clip(&region->frustum, open, vertex, NULL, corner);
    if (count == 0)
        return false;
    for (uint32_t i = 0; i < count; i++)
        window[i] = pick_frustum_project(&region->frustum, corner[i]);
    return pick_region_shape_touches(region, window, count);
}

bool pick_region_triangle_contained(const pick_region *region, uint32_t open, const pick_vec3 vertex[3])
{
    pick_vec2 window[3];
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < region->frustum.plane_count; i++) {
            if ((open >> i & 1u) != 0 && !(pick_frustum_distance(region->frustum.planes[i], vertex[k]) >= 0))
                return false;
        }
    }
    if ((open & PICK_OPEN_SHAPE) == 0)
        return true;
    for (uint32_t k = 0; k < 3; k++)
        window[k] = pick_frustum_project(&region->frustum, vertex[k]);
    return pick_region_shape_contains(region, window);
}
