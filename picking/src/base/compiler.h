// compiler.h: the requirements on a compiler, and the only code that depends on which one it is. Private.
//
// Every source file includes this header. Attributes, builtins and pragmas beyond C17 appear here alone, each with a
// fallback in plain C (intrinsics: in simd_*.h). PICK_PORTABLE selects every fallback, so that tests can run them.
#ifndef PICKING_SRC_COMPILER_H
#define PICKING_SRC_COMPILER_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>

// --- Arithmetic ------------------------------------------------------------------------------------------------------
// Tests of NaN and infinity, bounds on rounding errors and the choice of the nearest hit hold for IEEE 754 arithmetic,
// one rounding an operation. With other arithmetic they fail, and indices that are computed from coordinates with them.
// The CMake target sets the right options after those of a project around it; these lines are for those added later
// and for other build systems. Whether a*b+c is fused (-ffp-contract) cannot be seen here: the determinism test does.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||                               \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__) ||                   \
    defined(_M_FP_FAST)
#error "picking needs IEEE arithmetic: compile it without -ffast-math, -Ofast, /fp:fast and what they consist of"
#endif
#if defined(__ROUNDING_MATH__)
#error "picking rounds to nearest: compile it without -frounding-math"
#endif
#if FLT_EVAL_METHOD != 0
#error "picking needs float and double without excess precision: on 32-bit x86 compile it with -msse2 -mfpmath=sse"
#endif
#if FLT_RADIX != 2 || FLT_MANT_DIG != 24 || DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "picking needs IEEE 754 float and double"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

// --- Asserts ---------------------------------------------------------------------------------------------------------
// PICK_ASSERT(condition) states what only a programming error can break. It is assert, unless the header named by
// PICK_ASSERT_HEADER (a string, with its quotes) defines it: picking/base.h tells callers how.
#ifdef PICK_ASSERT_HEADER
#include PICK_ASSERT_HEADER
#endif
#ifndef PICK_ASSERT
#include <assert.h>
#define PICK_ASSERT(condition) assert(condition)
#endif

// --- Where code lies -------------------------------------------------------------------------------------------------
// A pick after a pause finds its code out of the caches. Scattered over the library, it would also lie on many pages,
// each of which costs a TLB miss.
enum { PICK_LINE = 64, PICK_HOT_PAGE = 4096 };
#if defined(__GNUC__) && !defined(PICK_PORTABLE)
#define PICK_HOT __attribute__((hot))
#define PICK_COLD __attribute__((cold))
// A function that begins a page; the hot functions after it in the file follow on that page.
#define PICK_HOT_FIRST __attribute__((hot, aligned(PICK_HOT_PAGE)))
// A function on a page of its own, together with all functions of the same file that it calls.
#define PICK_HOT_WHOLE __attribute__((hot, flatten, aligned(PICK_HOT_PAGE)))
// Code that few rays need, or that several places share: kept out of line, because a cold pick pays for every cache
// line.
#define PICK_NOINLINE __attribute__((noinline))
// Code that nearly every ray needs, once or twice, and that gcc considers too large to inline.
#define PICK_INLINE inline __attribute__((always_inline))
// Prefetches the cache line of an address that is read soon.
#define PICK_FETCH_AHEAD(address) __builtin_prefetch(address)
// A condition that is rarely true: its branch is kept out of line.
#define PICK_RARELY(condition) __builtin_expect(!!(condition), 0)
#else
#define PICK_HOT
#define PICK_COLD
#define PICK_HOT_FIRST
#define PICK_HOT_WHOLE
#define PICK_NOINLINE
#define PICK_INLINE inline
#define PICK_FETCH_AHEAD(address) ((void)(address))
#define PICK_RARELY(condition) (condition)
#endif

// --- Bits ------------------------------------------------------------------------------------------------------------
static inline uint32_t pick_count_bits(uint64_t x)
{
#if defined(__GNUC__) && !defined(PICK_PORTABLE)
    return (uint32_t)__builtin_popcountll(x);
#else
    x -= x >> 1 & 0x5555555555555555u; // sums of 2 bits, then 4, then 8; the product adds up the bytes
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(x * 0x0101010101010101u >> 56);
#endif
}

// The number of the lowest bit that is set; x is not 0.
static inline uint32_t pick_lowest_bit(uint64_t x)
{
#if defined(__GNUC__) && !defined(PICK_PORTABLE)
    return (uint32_t)__builtin_ctzll(x);
#else
    return pick_count_bits(~x & (x - 1));
#endif
}

// --- The processor ---------------------------------------------------------------------------------------------------
// Whether it has `feature`, a string that the compiler knows ("avx2"); false if the compiler cannot tell.
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__)) && !defined(PICK_PORTABLE)
#define PICK_CPU_HAS(feature) (__builtin_cpu_supports(feature) != 0)
#else
#define PICK_CPU_HAS(feature) false
#endif

#endif
