// query_kernel.h: the traversals of both kinds of hierarchy, one set per SIMD width. Private.
#ifndef PICKING_SRC_QUERY_KERNEL_H
#define PICKING_SRC_QUERY_KERNEL_H

#include "mesh/mesh_internal.h"
#include "picking/query.h"
#include "query/query_sink.h"
#include "simd/simd.h"

// A world ray and its query.
typedef struct pick_scene_ray {
    const pick_ray *ray;
    const pick_query *query;
    double inverse_square; // 1 / |direction|^2; may be infinite or 0
} pick_scene_ray;

// Offers the hits of a mesh's triangles near the ray. The mesh is not empty.
typedef void pick_mesh_walker(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink);
// Offers the hits of a scene's objects near the ray. The scene's tree is not empty. False, and nothing was offered:
// boxes cannot decide, and the caller must walk every object.
typedef bool pick_scene_walker(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink);

typedef struct pick_kernel {
    pick_mesh_walker *walk_mesh;
    pick_scene_walker *walk_scene;
} pick_kernel;

// Defined only for the levels in the build.
pick_mesh_walker pick_walk_mesh_scalar, pick_walk_mesh_sse2, pick_walk_mesh_avx2, pick_walk_mesh_avx512,
    pick_walk_mesh_neon;
pick_scene_walker pick_walk_scene_scalar, pick_walk_scene_sse2, pick_walk_scene_avx2, pick_walk_scene_avx512,
    pick_walk_scene_neon;

// The level must be available. There is no table: a cold pick would pay a TLB miss for its page.
static inline pick_kernel pick_kernel_at(pick_simd level)
{
    switch (level) {
#ifdef PICK_HAVE_AVX2
    case PICK_SIMD_AVX2:
        return (pick_kernel){pick_walk_mesh_avx2, pick_walk_scene_avx2};
#endif
#ifdef PICK_HAVE_AVX512
    case PICK_SIMD_AVX512:
        return (pick_kernel){pick_walk_mesh_avx512, pick_walk_scene_avx512};
#endif
#ifdef PICK_HAVE_SSE2
    case PICK_SIMD_SSE2:
        return (pick_kernel){pick_walk_mesh_sse2, pick_walk_scene_sse2};
#endif
#ifdef PICK_HAVE_NEON
    case PICK_SIMD_NEON:
        return (pick_kernel){pick_walk_mesh_neon, pick_walk_scene_neon};
#endif
    default:
        return (pick_kernel){pick_walk_mesh_scalar, pick_walk_scene_scalar};
    }
}

// Offers the hits of all triangles. Kernels fall back to it if boxes cannot decide.
pick_mesh_walker pick_mesh_walk_brute_force;

#endif
