#include "simd/simd.h"
#include "base/compiler.h"

enum {
    CPU_AVX2 = PICK_CPU_AVX2 | PICK_CPU_FMA | PICK_CPU_BMI | PICK_CPU_POPCNT,
    CPU_AVX512 = CPU_AVX2 | PICK_CPU_AVX512F | PICK_CPU_AVX512VL | PICK_CPU_AVX512DQ
};

// The levels of this build, and the processor features that they need.
static const struct {
    bool built;
    uint32_t cpu;
} LEVELS[PICK_SIMD_COUNT] = {
    [PICK_SIMD_SCALAR] = {true, 0},
#ifdef PICK_HAVE_SSE2
    [PICK_SIMD_SSE2] = {true, 0}, // part of x86-64
#endif
#ifdef PICK_HAVE_AVX2
    [PICK_SIMD_AVX2] = {true, CPU_AVX2},
#endif
#ifdef PICK_HAVE_AVX512
    [PICK_SIMD_AVX512] = {true, CPU_AVX512},
#endif
#ifdef PICK_HAVE_NEON
    [PICK_SIMD_NEON] = {true, 0}, // part of aarch64
#endif
};

// Read once at program start: the instruction costs microseconds under a hypervisor.
static uint32_t read_cpu(void)
{
#ifdef PICK_HAVE_AVX2
    return (uint32_t)PICK_CPU_HAS("avx2") * PICK_CPU_AVX2 | (uint32_t)PICK_CPU_HAS("fma") * PICK_CPU_FMA |
           (uint32_t)PICK_CPU_HAS("bmi") * PICK_CPU_BMI | (uint32_t)PICK_CPU_HAS("popcnt") * PICK_CPU_POPCNT |
           (uint32_t)PICK_CPU_HAS("avx512f") * PICK_CPU_AVX512F |
           (uint32_t)PICK_CPU_HAS("avx512vl") * PICK_CPU_AVX512VL |
           (uint32_t)PICK_CPU_HAS("avx512dq") * PICK_CPU_AVX512DQ;
#else
    return 0;
#endif
}

bool pick_simd_runs_on(pick_simd level, uint32_t cpu)
{
    return (unsigned)level < PICK_SIMD_COUNT && LEVELS[level].built && (LEVELS[level].cpu & ~cpu) == 0;
}

pick_simd pick_simd_best_on(uint32_t cpu)
{
    pick_simd level = (pick_simd)(PICK_SIMD_COUNT - 1);
    while (!pick_simd_runs_on(level, cpu))
        level = (pick_simd)(level - 1);
    return level;
}

bool pick_simd_available(pick_simd level)
{
    return pick_simd_runs_on(level, read_cpu());
}

pick_simd pick_simd_best(void)
{
    return pick_simd_best_on(read_cpu());
}

const char *pick_simd_name(pick_simd level)
{
    static const char *const NAMES[PICK_SIMD_COUNT] = {"scalar", "sse2", "avx2", "avx512", "neon"};
    return (unsigned)level < PICK_SIMD_COUNT ? NAMES[level] : "none";
}
