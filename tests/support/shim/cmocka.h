// cmocka.h: the part of cmocka that the tests of picking use, for targets that Debian has no cmocka for.
//
// Only scripts/targets.sh compiles with it (VKPICK_CROSS_TESTS). A failed assertion ends the program, since some
// targets have no longjmp; the tests after it do not run.
#ifndef TESTS_SUPPORT_SHIM_CMOCKA_H
#define TESTS_SUPPORT_SHIM_CMOCKA_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*shim_fixture)(void **state);

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
    shim_fixture setup, teardown;
};

#define print_message(...) ((void)printf(__VA_ARGS__))
#define print_error(...) ((void)fprintf(stderr, __VA_ARGS__))

static inline void _fail(const char *file, int line)
{
    print_error("%s:%d: error: Failure!\n", file, line);
    exit(1);
}

static inline void shim_check(int holds, const char *what, const char *file, int line)
{
    if (!holds) {
        print_error("%s\n", what);
        _fail(file, line);
    }
}

// `equal` is what is expected of the two.
static inline void shim_compare(uintmax_t a, uintmax_t b, int equal, const char *what, const char *file, int line)
{
    if ((a == b) != equal) {
        print_error("%s: %#jx, %#jx\n", what, a, b);
        _fail(file, line);
    }
}

static inline int shim_is_between(uintmax_t x, uintmax_t low, uintmax_t high)
{
    return low <= x && x <= high;
}

static inline int shim_run(const struct CMUnitTest *tests, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;
        print_message("[ RUN      ] %s\n", tests[i].name);
        (void)fflush(stdout);
        if (tests[i].setup && tests[i].setup(&state) != 0) {
            print_error("%s: its setup failed\n", tests[i].name);
            return 1;
        }
        tests[i].run(&state);
        if (tests[i].teardown && tests[i].teardown(&state) != 0) {
            print_error("%s: its teardown failed\n", tests[i].name);
            return 1;
        }
    }
    print_message("[  PASSED  ] %d test(s).\n", (int)count);
    return count > 0 ? 0 : 1;
}

#define SHIM_CHECK(condition, what) shim_check((condition) ? 1 : 0, what, __FILE__, __LINE__)
#define SHIM_COMPARE(a, b, equal) shim_compare((uintmax_t)(a), (uintmax_t)(b), equal, #a " and " #b, __FILE__, __LINE__)

#define fail() _fail(__FILE__, __LINE__)
#define fail_msg(...) (print_error(__VA_ARGS__), print_error("\n"), fail())
#define assert_true(x) SHIM_CHECK(x, #x)
#define assert_false(x) SHIM_CHECK(!(x), "not " #x)
#define assert_null(x) SHIM_CHECK((x) == NULL, #x " is not NULL")
#define assert_non_null(x) SHIM_CHECK((x) != NULL, #x " is NULL")
#define assert_ptr_equal(a, b) SHIM_COMPARE((uintptr_t)(a), (uintptr_t)(b), 1)
#define assert_ptr_not_equal(a, b) SHIM_COMPARE((uintptr_t)(a), (uintptr_t)(b), 0)
#define assert_int_equal(a, b) SHIM_COMPARE(a, b, 1)
#define assert_int_not_equal(a, b) SHIM_COMPARE(a, b, 0)
#define assert_in_range(x, low, high)                                                                                  \
    SHIM_CHECK(shim_is_between((uintmax_t)(x), (uintmax_t)(low), (uintmax_t)(high)), #x " is out of range")
#define assert_string_equal(a, b) SHIM_CHECK(strcmp((a), (b)) == 0, #a " is not " #b)
#define assert_string_not_equal(a, b) SHIM_CHECK(strcmp((a), (b)) != 0, #a " is " #b)
#define assert_memory_equal(a, b, size) SHIM_CHECK(memcmp((a), (b), (size)) == 0, #a " is not " #b)
#define assert_memory_not_equal(a, b, size) SHIM_CHECK(memcmp((a), (b), (size)) != 0, #a " is " #b)

// clang-format off: 14 and 19 differ on macros that are a list in braces
#define cmocka_unit_test(f)                                                                                            \
    {                                                                                                                  \
#f, f, NULL, NULL                                                                                              \
    }
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                                                            \
    {                                                                                                                  \
#f, f, setup, teardown                                                                                         \
    }
// clang-format on
// Fixtures of a whole group are not offered: only NULL compiles.
#define cmocka_run_group_tests(tests, setup, teardown)                                                                 \
    ((void)sizeof(char[(setup) == NULL && (teardown) == NULL ? 1 : -1]),                                               \
     shim_run(tests, sizeof(tests) / sizeof *(tests)))

#endif
