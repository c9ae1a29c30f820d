#include "app/latency.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_quantiles(void **state)
{
    (void)state;
    static editor_latency latency;
    assert_float_equal(editor_latency_quantile(&latency, 0.5), 0, 0);
    editor_latency_add(&latency, 3);
    assert_float_equal(editor_latency_quantile(&latency, 0), 3, 0);
    assert_float_equal(editor_latency_quantile(&latency, 1), 3, 0);
    editor_latency_add(&latency, 1);
    editor_latency_add(&latency, 2);
    assert_float_equal(editor_latency_quantile(&latency, 0.5), 2, 0);
    assert_float_equal(editor_latency_quantile(&latency, 0.999), 3, 0);
    assert_int_equal(latency.count, 3);
}

// Old samples are forgotten: 1 to 2000 leaves 977 to 2000.
static void test_ring(void **state)
{
    (void)state;
    static editor_latency latency;
    for (int i = 1; i <= 2000; i++)
        editor_latency_add(&latency, i);
    assert_float_equal(editor_latency_quantile(&latency, 0), 977, 0);
    assert_float_equal(editor_latency_quantile(&latency, 0.5), 977 + 511, 0);
    assert_float_equal(editor_latency_quantile(&latency, 0.999), 1999, 0);
    assert_float_equal(editor_latency_quantile(&latency, 1), 2000, 0);
}

// Each picture counts when it, or a later one, is on the screen.
static void test_unshown(void **state)
{
    (void)state;
    static editor_latency latency;
    editor_unshown unshown = {0};
    assert_int_equal(editor_unshown_take(&unshown, 9, 10, &latency), 0);
    for (uint64_t picture = 1; picture <= 4; picture++)
        editor_unshown_add(&unshown, picture, 10 + 0.01 * (double)picture);
    assert_int_equal(editor_unshown_take(&unshown, 0, 10.05, &latency), 0);
    assert_int_equal(editor_unshown_take(&unshown, 1, 10.06, &latency), 1);
    assert_int_equal(editor_unshown_take(&unshown, 1, 10.07, &latency), 0);
    assert_int_equal(editor_unshown_take(&unshown, 3, 10.08, &latency), 2);
    assert_int_equal(unshown.count, 1);
    assert_int_equal(latency.count, 3);
    static const double expected[3] = {0.05, 0.06, 0.05};
    for (int i = 0; i < 3; i++)
        assert_float_equal(latency.samples[i], expected[i], 1e-9);
}

// Forgotten: pictures of a hidden window, those of another window, and the oldest of too many.
static void test_forgotten(void **state)
{
    (void)state;
    static editor_latency latency;
    editor_unshown unshown = {0};
    editor_unshown_add(&unshown, 1, 10);
    editor_unshown_add(&unshown, 2, 10.5);
    assert_int_equal(editor_unshown_take(&unshown, 0, 11.2, &latency), 0);
    assert_int_equal(unshown.count, 1);
    editor_unshown_add(&unshown, 1, 11.3);
    assert_int_equal(unshown.count, 1);
    assert_int_equal(editor_unshown_take(&unshown, 1, 11.4, &latency), 1);
    assert_float_equal(latency.samples[0], 0.1, 1e-9);
    for (uint64_t picture = 2; picture < 20; picture++)
        editor_unshown_add(&unshown, picture, 12);
    assert_int_equal(unshown.count, EDITOR_UNSHOWN_PICTURES);
    assert_int_equal(unshown.items[0].picture, 4);
    assert_int_equal(editor_unshown_take(&unshown, 19, 12.5, &latency), EDITOR_UNSHOWN_PICTURES);
    assert_int_equal(unshown.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quantiles), cmocka_unit_test(test_ring),
                                       cmocka_unit_test(test_unshown), cmocka_unit_test(test_forgotten)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
