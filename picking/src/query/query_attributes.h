// query_attributes.h: texture coordinates and normals of a mesh at a point of a triangle. Private.
#ifndef PICKING_SRC_QUERY_ATTRIBUTES_H
#define PICKING_SRC_QUERY_ATTRIBUTES_H

#include "math/math_inline.h"
#include "mesh/mesh_internal.h"

// Interpolates `width` values per vertex at a point of a triangle.
static inline void pick_mesh_interpolate(const pick_mesh *mesh, const float *values, size_t width, uint32_t triangle,
                                         const double barycentric[2], double *out)
{
    uint32_t index[3];
    pick_mesh_vertex_numbers(mesh, triangle, index);
    for (size_t k = 0; k < width; k++) {
        const double a = (double)values[width * index[0] + k];
        const double b = (double)values[width * index[1] + k];
        const double c = (double)values[width * index[2] + k];
        out[k] = (1 - barycentric[0] - barycentric[1]) * a + barycentric[0] * b + barycentric[1] * c;
    }
}

// The interpolated texture coordinates of a mesh that has them.
static inline void pick_mesh_uv(const pick_mesh *mesh, uint32_t triangle, const double barycentric[2], float out[2])
{
    double uv[2];
    pick_mesh_interpolate(mesh, mesh->uvs, 2, triangle, barycentric, uv);
    out[0] = (float)uv[0];
    out[1] = (float)uv[1];
}

// The interpolated unit normal of a mesh with normals. False, and nothing is written: they cancel out or are not
// finite.
static inline bool pick_mesh_smooth_normal(const pick_mesh *mesh, uint32_t triangle, const double barycentric[2],
                                           float out[3])
{
    PICK_ASSERT(mesh->normals != NULL);
    double sum[3];
    pick_mesh_interpolate(mesh, mesh->normals, 3, triangle, barycentric, sum);
    const pick_vec3 unit = pick_vec3_normalize(pick_vec3_make(sum[0], sum[1], sum[2]));
    if (!pick_vec3_is_finite(unit) || (unit.x == 0 && unit.y == 0 && unit.z == 0))
        return false;
    out[0] = (float)unit.x;
    out[1] = (float)unit.y;
    out[2] = (float)unit.z;
    return true;
}

#endif
