// bvh_bins.h: the inner loops of a build, one set per SIMD width. Private.
//
// A box is eight floats: lo.x lo.y lo.z * -hi.x -hi.y -hi.z *, so that a single minimum computes a union. Only minima,
// single additions and products are used, in the order of the primitives, so every width gives the same bits.
#ifndef PICKING_SRC_BVH_BINS_H
#define PICKING_SRC_BVH_BINS_H

#include "bvh/bvh.h"
#include "simd/simd.h"

#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

enum { PICK_BINS = 32 };

// A primitive of a build: its box, with its number in lane 3 and its owner's three bits in lane 7. These are stored as
// ordinary floats, because a denormal or NaN that reaches an arithmetic operation by chance costs a hundred cycles.
typedef struct pick_build_prim {
    alignas(32) float box[8];
} pick_build_prim;

// Upper limit of primitive numbers.
#define PICK_PRIM_LIMIT (1u << 30)

static inline void pick_prim_set(pick_build_prim *prim, uint32_t id, uint32_t bits)
{
    const uint32_t id_lane = 0x40000000u | id;
    const uint32_t bits_lane = 0x3f800000u | bits;
    memcpy(&prim->box[3], &id_lane, sizeof id_lane);
    memcpy(&prim->box[7], &bits_lane, sizeof bits_lane);
}

static inline uint32_t pick_prim_id(const pick_build_prim *prim)
{
    uint32_t lane;
    memcpy(&lane, &prim->box[3], sizeof lane);
    return lane & (PICK_PRIM_LIMIT - 1);
}

static inline uint32_t pick_prim_bits(const pick_build_prim *prim)
{
    uint32_t lane;
    memcpy(&lane, &prim->box[7], sizeof lane);
    return lane & 7u;
}

static inline void pick_build_box_clear(float box[8])
{
    for (int i = 0; i < 8; i++)
        box[i] = INFINITY;
}

// Half the surface area.
static inline float pick_build_area(const float box[8])
{
    const float x = -(box[0] + box[4]);
    const float y = -(box[1] + box[5]);
    const float z = -(box[2] + box[6]);
    return x * y + y * z + z * x;
}

// Twice the centre c of a primitive falls into bin (c - offset) * factor of an axis.
typedef struct pick_bin_grid {
    alignas(32) float offset[8], factor[8]; // lanes 0 to 2
    uint32_t bins[3];                       // number of bins; 1: the axis cannot be split
} pick_bin_grid;

typedef struct pick_bins {
    alignas(32) float box[3][PICK_BINS][8];   // by axis
    alignas(16) uint32_t count[PICK_BINS][4]; // by axis, in lanes 0 to 2
} pick_bins;

typedef struct pick_build_split {
    alignas(32) float box[2][8]; // of the two sides
    int axis;                    // -1: no split was found
    uint32_t bin;                // the first of the right side
    uint32_t left;               // primitives on the left
    float cost;                  // sum of area times leaf units, unnormalised; infinite: no split
    float offset, factor;
} pick_build_split;

typedef struct pick_bin_kernel {
    // Grows the box of the primitives and that of their centroids.
    void (*measure)(const pick_build_prim *prims, uint32_t count, float box[8], float centroids[8]);
    // `fill` adds to bins that were cleared, or filled before.
    void (*clear)(const pick_bin_grid *grid, pick_bins *bins);
    void (*fill)(const pick_build_prim *prims, uint32_t count, const pick_bin_grid *grid, pick_bins *bins);
    void (*merge)(const pick_bin_grid *grid, const pick_bins *from, pick_bins *into);
    // Finds the cheapest split between two bins. Primitives are counted in units of 2^unit_shift.
    void (*sweep)(const pick_bins *bins, const pick_bin_grid *grid, uint32_t unit_shift, pick_build_split *out);
    // Copies primitives to the left or the right side, in order, and grows both sides' boxes of centroids. `cursor`:
    // the next place of each side in `to`, advanced here. Writes nothing behind to[last].
    void (*partition)(const pick_build_prim *prims, uint32_t count, const pick_build_split *split, pick_build_prim *to,
                      uint32_t last, uint32_t cursor[2], float centroids[2][8]);
    // The bounds of boxes under a linear map, given by its columns; lanes 0 to 2. There is at least one box.
    void (*span)(const pick_box3f *boxes, uint32_t count, const float linear[9], double lo[4], double hi[4]);
    // For each child of a full node: half the surface area of its union with `box`, and its growth; infinite or NaN if
    // a product overflows. Returns the children that grow by at most `limit`, as a mask.
    uint32_t (*join)(const pick_bvh_node *node, const pick_box3f *box, float limit, float joined[PICK_BVH_WIDTH],
                     float growth[PICK_BVH_WIDTH]);
} pick_bin_kernel;

// The level must be available.
const pick_bin_kernel *pick_bin_kernel_at(pick_simd level);

extern const pick_bin_kernel pick_bin_kernel_scalar;
#ifdef PICK_HAVE_SSE2
extern const pick_bin_kernel pick_bin_kernel_sse2;
#endif
#ifdef PICK_HAVE_AVX2
extern const pick_bin_kernel pick_bin_kernel_avx2;
#endif

#endif
