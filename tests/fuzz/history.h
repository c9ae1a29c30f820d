// history.h: reads the decisions of a history, a sequence of operations on one object, from bytes.
//
// A fuzzer invents the bytes and is guided by the code that they reach, so any bytes must make a valid history. After
// the last byte every decision is 0; a test loops while (!history_ended(&h)).
//
// A program defines LLVMFuzzerTestOneInput, which calls history_begin first, and is built by vkpick_history
// (CMakeLists.txt): with libFuzzer, or with replay.c.
#ifndef TESTS_FUZZ_HISTORY_H
#define TESTS_FUZZ_HISTORY_H

#include "picking/math.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the fuzzer calls, and each test defines. Returns 0.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { HISTORY_NUMBERS = 8 };

typedef struct history {
    const uint8_t *bytes;
    size_t size, at;
    double numbers[HISTORY_NUMBERS]; // the last ones, which may come again
    uint32_t number_count;
} history;

static inline history history_begin(const uint8_t *bytes, size_t size)
{
    return (history){.bytes = bytes, .size = size};
}

static inline bool history_ended(const history *h)
{
    return h->at >= h->size;
}

// A finding: prints it and ends the program in a way that the fuzzer sees.
static inline void history_must(bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "history: %s\n", what);
        abort();
    }
}

// Names the line of the test, for conditions that are their own description.
#define HISTORY_TEXT_(x) #x
#define HISTORY_TEXT(x) HISTORY_TEXT_(x)
#define HISTORY_MUST(condition) history_must(condition, __FILE__ ":" HISTORY_TEXT(__LINE__) ": " #condition)

static inline uint8_t history_byte(history *h)
{
    return history_ended(h) ? 0 : h->bytes[h->at++];
}

// `count` bytes, at most 8, the lowest first.
static inline uint64_t history_bits(history *h, int count)
{
    uint64_t bits = 0;
    for (int i = 0; i < count; i++)
        bits |= (uint64_t)history_byte(h) << (8 * i);
    return bits;
}

static inline bool history_flag(history *h)
{
    return (history_byte(h) & 1u) != 0;
}

// In 0 .. count - 1, of as few bytes as that takes. `count` is at least 1.
static inline uint32_t history_index(history *h, uint32_t count)
{
    return (uint32_t)history_bits(h, count <= 0x100 ? 1 : (count <= 0x10000 ? 2 : 4)) % count;
}

// In low .. high, both included.
static inline uint32_t history_between(history *h, uint32_t low, uint32_t high)
{
    return low + history_index(h, high - low + 1);
}

// In [-half, half), of two bytes.
static inline double history_near(history *h, double half)
{
    return half * ((double)history_bits(h, 2) * 0x1p-15 - 1);
}

// A finite number of one of several kinds: small whole numbers, near, ordinary, far, huge, tiny, any bits, one of the
// last ones, and one next to it.
static inline double history_number(history *h)
{
    static const double special[] = {0.0,
                                     -0.0,
                                     DBL_MAX,
                                     -DBL_MAX,
                                     DBL_MIN,
                                     DBL_TRUE_MIN,
                                     (double)FLT_MAX,
                                     (double)FLT_MIN,
                                     1.0 + DBL_EPSILON,
                                     1e154,
                                     1e-154,
                                     1e38,
                                     16777216.0,
                                     0.5,
                                     1e7,
                                     1e18};
    const uint8_t kind = history_byte(h);
    const double sign = (kind & 0x80u) != 0 ? -1.0 : 1.0;
    double x = 0;
    switch (kind % 10) {
    case 0:
        x = (double)(history_byte(h) % 16) * sign;
        break;
    case 1:
        x = history_near(h, 10);
        break;
    case 2:
        x = history_near(h, 1000);
        break;
    case 3: // 1e3 .. 1e10, the distances that people meet
        x = sign * (1 + history_near(h, 0.5)) * pow(10.0, 3 + history_byte(h) % 8);
        break;
    case 4:
        x = sign * (1 + history_near(h, 0.5)) * pow(10.0, 3 + history_byte(h) * 298.0 / 255);
        break;
    case 5:
        x = sign * (1 + history_near(h, 0.5)) * pow(10.0, -(1 + history_byte(h) * 300.0 / 255));
        break;
    case 6: {
        const uint64_t bits = history_bits(h, 8);
        memcpy(&x, &bits, sizeof x);
        x = isfinite(x) ? x : sign;
        break;
    }
    case 7:
        x = special[history_byte(h) % (sizeof special / sizeof special[0])];
        break;
    default: { // again, or the next one
        const uint32_t last = h->number_count < HISTORY_NUMBERS ? h->number_count : HISTORY_NUMBERS;
        x = last > 0 ? h->numbers[history_byte(h) % last] : sign;
        const double next = nextafter(x, sign * HUGE_VAL);
        return kind % 10 == 8 || !isfinite(next) ? x : next;
    }
    }
    h->numbers[h->number_count++ % HISTORY_NUMBERS] = x;
    return x;
}

// Infinities and NaN as well, for what callers may get wrong.
static inline double history_any_number(history *h)
{
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    const uint8_t kind = history_byte(h);
    return kind < 16 ? bad[kind % 3] : history_number(h);
}

static inline float history_float(history *h)
{
    const double x = history_number(h);
    return x > (double)FLT_MAX ? FLT_MAX : (x < -(double)FLT_MAX ? -FLT_MAX : (float)x);
}

static inline pick_vec3 history_point_near(history *h, double half)
{
    const double x = history_near(h, half);
    const double y = history_near(h, half);
    const double z = history_near(h, half);
    return pick_vec3_make(x, y, z);
}

static inline pick_vec3 history_point(history *h)
{
    const double x = history_number(h);
    const double y = history_number(h);
    const double z = history_number(h);
    return pick_vec3_make(x, y, z);
}

#endif
