// The clock that frames are timed by: seconds of the system's clock that never jumps.
#include "device/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

static double read_monotonic(void)
{
    struct timespec time;
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &time), 0);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Each reading lies between two readings of the system's clock around it.
static void test_seconds(void **state)
{
    (void)state;
    for (int i = 0; i < 10000; i++) {
        const double before = read_monotonic(), now = render_clock_now(), after = read_monotonic();
        assert_true(before <= now && now <= after);
    }
}

// It counts steps far shorter than a frame.
static void test_resolution(void **state)
{
    (void)state;
    double shortest = 1.0;
    for (int i = 0; i < 1000; i++) {
        const double start = render_clock_now();
        double now = start;
        while (now == start)
            now = render_clock_now();
        assert_true(now > start);
        shortest = now - start < shortest ? now - start : shortest;
    }
    assert_true(shortest < 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_seconds), cmocka_unit_test(test_resolution)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
