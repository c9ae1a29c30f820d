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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quantiles), cmocka_unit_test(test_ring)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
