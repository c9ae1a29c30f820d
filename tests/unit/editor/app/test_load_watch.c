// What loads cost the window: which steps count.
#include "app/load_watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static bool add(editor_load_watch *watch, bool loads, bool drew, double step, double draw, double now)
{
    return editor_load_watch_add(watch, &(editor_load_step){loads, drew, step, draw, now});
}

static void test_only_loads_count(void **state)
{
    (void)state;
    editor_load_watch watch = {0};
    assert_false(add(&watch, false, true, 5, 5, 1));
    assert_false(add(&watch, false, true, 5, 5, 9));
    assert_int_equal(watch.steps, 0);
    assert_float_equal(watch.longest_gap, 0, 0);
    assert_float_equal(watch.longest_step, 0, 0);
}

// The step that begins to read counts, but not the time that the loop slept before it.
static void test_from_the_first_step_to_the_second_picture(void **state)
{
    (void)state;
    editor_load_watch watch = {0};
    assert_false(add(&watch, false, true, 5, 5, 1));
    assert_true(add(&watch, true, false, 0.25, 0, 100));
    assert_true(add(&watch, true, true, 0.125, 0.5, 100.5));
    assert_float_equal(watch.longest_gap, 0.5, 0);
    assert_float_equal(watch.longest_step, 0.25, 0);
    assert_float_equal(watch.longest_draw, 0.5, 0);
    assert_true(add(&watch, true, false, 0, 0, 101)); // no picture: the gap goes on
    assert_float_equal(watch.longest_gap, 0.5, 0);
    assert_true(add(&watch, false, false, 0.375, 0, 101.25)); // nothing is read any more
    assert_true(add(&watch, false, true, 0, 0, 101.5));
    assert_float_equal(watch.longest_gap, 1, 0);
    assert_true(add(&watch, false, true, 0, 0, 103)); // the second picture after it
    assert_float_equal(watch.longest_gap, 1.5, 0);
    assert_false(add(&watch, false, true, 7, 7, 110));
    assert_float_equal(watch.longest_gap, 1.5, 0);
    assert_float_equal(watch.longest_step, 0.375, 0);
    assert_int_equal(watch.steps, 6);
    // Another load: the most of both.
    assert_true(add(&watch, true, true, 0, 0, 200));
    assert_true(add(&watch, true, true, 0, 0, 200.25));
    assert_float_equal(watch.longest_gap, 1.5, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_loads_count),
        cmocka_unit_test(test_from_the_first_step_to_the_second_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
