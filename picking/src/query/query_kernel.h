// query_kernel.h: the walks of the two kinds of hierarchy, one set per SIMD width. Private.
#ifndef PICKING_SRC_QUERY_KERNEL_H
#define PICKING_SRC_QUERY_KERNEL_H

#include "mesh/mesh_internal.h"
#include "picking/query.h"
#include "simd/simd.h"

// A world ray and what is asked of it.
typedef struct pick_scene_ray {
    const pick_ray *ray;
    const pick_query *query;
    double inverse_square; // 1 / |direction|^2; may be infinite or 0
} pick_scene_ray;

struct pick_kernel {
    pick_simd level;
    void (*walk_mesh)(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink); // not an empty one
    void (*walk_scene)(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink);
    void (*first)(void); // of its functions that are often run: not to be called, but to know where they begin
};

// The level must be available.
const pick_kernel *pick_kernel_at(pick_simd level);

extern const pick_kernel pick_kernel_scalar;
#ifdef PICK_HAVE_SSE2
extern const pick_kernel pick_kernel_sse2;
#endif
#ifdef PICK_HAVE_AVX2
extern const pick_kernel pick_kernel_avx2;
#endif
#ifdef PICK_HAVE_AVX512
extern const pick_kernel pick_kernel_avx512;
#endif
#ifdef PICK_HAVE_NEON
extern const pick_kernel pick_kernel_neon;
#endif

#endif
