// simd.h: the instruction sets that traverse the hierarchies, chosen at run time. Private; tests set the level.
//
// Each width compiles the same kernel (query_walk.h) over its own vocabulary (simd_scalar.h, simd_sse2.h, simd_avx2.h,
// simd_avx512.h, simd_neon.h). The scalar one is the specification. All give the same answers bit for bit: boxes are
// tested conservatively and only reject, and every operation of the exact triangle test is one IEEE operation per lane.
#ifndef PICKING_SRC_SIMD_H
#define PICKING_SRC_SIMD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum pick_simd {
    PICK_SIMD_SCALAR = 0,
    PICK_SIMD_SSE2,
    PICK_SIMD_AVX2,   // with FMA, BMI and POPCNT
    PICK_SIMD_AVX512, // F, VL and DQ
    PICK_SIMD_NEON,   // of aarch64
    PICK_SIMD_COUNT
} pick_simd;

// Features of an x86-64 processor.
enum {
    PICK_CPU_AVX2 = 1 << 0,
    PICK_CPU_FMA = 1 << 1,
    PICK_CPU_BMI = 1 << 2,
    PICK_CPU_POPCNT = 1 << 3,
    PICK_CPU_AVX512F = 1 << 4,
    PICK_CPU_AVX512VL = 1 << 5,
    PICK_CPU_AVX512DQ = 1 << 6
};

// Whether this build and this processor can run it.
bool pick_simd_available(pick_simd level);

// The widest level available.
pick_simd pick_simd_best(void);

// The same for a processor with the features `cpu`, a set of PICK_CPU_*.
bool pick_simd_runs_on(pick_simd level, uint32_t cpu);
pick_simd pick_simd_best_on(uint32_t cpu);

const char *pick_simd_name(pick_simd level);

#endif
