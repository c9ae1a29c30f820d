// simd.h: which instruction set walks the hierarchies, chosen at run time. Private; tests set it.
//
// Each width compiles the same kernel (query_walk.h) over its own vocabulary (simd_scalar.h, simd_sse2.h, simd_avx2.h,
// simd_avx512.h, simd_neon.h). The scalar one is the specification. All give the same answers bit for bit: boxes are
// tested conservatively and only reject, and every operation of the exact triangle test is one IEEE operation per lane.
#ifndef PICKING_SRC_SIMD_H
#define PICKING_SRC_SIMD_H

#include <stdbool.h>

typedef enum pick_simd {
    PICK_SIMD_SCALAR = 0,
    PICK_SIMD_SSE2,
    PICK_SIMD_AVX2,   // with FMA, BMI and POPCNT
    PICK_SIMD_AVX512, // F, VL and DQ
    PICK_SIMD_NEON,   // of aarch64
    PICK_SIMD_COUNT
} pick_simd;

// Whether this build and this processor can run it.
bool pick_simd_available(pick_simd level);

// The widest one available.
pick_simd pick_simd_best(void);

const char *pick_simd_name(pick_simd level);

#endif
