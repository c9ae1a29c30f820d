#include "simd.h"

bool pick_simd_available(pick_simd level)
{
    switch (level) {
    case PICK_SIMD_SCALAR:
        return true;
    case PICK_SIMD_SSE2:
#ifdef PICK_HAVE_SSE2
        return true; // part of x86-64
#else
        return false;
#endif
    case PICK_SIMD_AVX2:
#ifdef PICK_HAVE_AVX2
        // Read once when the program starts; the instruction itself costs microseconds under a hypervisor.
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("popcnt");
#else
        return false;
#endif
    case PICK_SIMD_AVX512:
#ifdef PICK_HAVE_AVX512
        return pick_simd_available(PICK_SIMD_AVX2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#else
        return false;
#endif
    case PICK_SIMD_NEON:
#ifdef PICK_HAVE_NEON
        return true; // part of aarch64
#else
        return false;
#endif
    case PICK_SIMD_COUNT:
        break;
    }
    return false;
}

pick_simd pick_simd_best(void)
{
    pick_simd level = (pick_simd)(PICK_SIMD_COUNT - 1);
    while (!pick_simd_available(level)) {
        level = (pick_simd)(level - 1);
    }
    return level;
}

const char *pick_simd_name(pick_simd level)
{
    switch (level) {
    case PICK_SIMD_SCALAR:
        return "scalar";
    case PICK_SIMD_SSE2:
        return "sse2";
    case PICK_SIMD_AVX2:
        return "avx2";
    case PICK_SIMD_AVX512:
        return "avx512";
    case PICK_SIMD_NEON:
        return "neon";
    case PICK_SIMD_COUNT:
        break;
    }
    return "none";
}
