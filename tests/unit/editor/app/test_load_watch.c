// What loads cost the window: which steps count.
#include "app/load_watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// What loads is read, but for the tests that say otherwise.
static bool add(editor_load_watch *watch, bool loads, bool drew, double step, double draw, double now)
{
    return editor_load_watch_add(watch, &(editor_load_step){loads, loads, drew, step, draw, now});
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

// Pictures that wait for what was read, while it is uploaded or drawn, are no pictures of the time when it was read.
static void test_while_a_file_is_read(void **state)
{
    (void)state;
    static const struct {
        bool reads, loads, drew;
        double now, gap;
    } steps[] = {{true, true, false, 1, 0},     {true, true, true, 1.25, 0.25}, {true, true, false, 1.5, 0.25},
                 {true, true, true, 2, 0.75},   {true, true, true, 2.5, 0.75},  {false, true, true, 5, 0.75},
                 {false, true, true, 9, 0.75},  {true, true, true, 12, 0.75}, // another one begins to be read
                 {true, true, true, 13.5, 1.5}, {false, false, true, 20, 1.5},  {false, false, true, 30, 1.5}};
    editor_load_watch watch = {0};
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        const editor_load_step step = {
            .reads = steps[i].reads, .loads = steps[i].loads, .drew = steps[i].drew, .now = steps[i].now};
        assert_true(editor_load_watch_add(&watch, &step));
        assert_float_equal(watch.reading_gap, steps[i].gap, 0);
    }
    assert_int_equal(watch.reading, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_loads_count),
        cmocka_unit_test(test_from_the_first_step_to_the_second_picture),
        cmocka_unit_test(test_while_a_file_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
