// parts.h: tests that need what a machine may lack (models, a Vulkan device) are CTest entries of their own, so that
// one that is skipped is counted as skipped, not as passed with the rest of its program. Their names begin with needs_.
// Without an argument a program runs the others; with one, the test of that name alone. In CMake: vkpick_test_part.
#ifndef TESTS_SUPPORT_PARTS_H
#define TESTS_SUPPORT_PARTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int parts_skipped;

// In place of skip().
#define PART_SKIP() (++parts_skipped, skip())

// False when there is no test of that name: nothing would run.
static inline bool parts_choose(int argc, char **argv, const struct CMUnitTest *tests, size_t count)
{
    if (argc < 2) {
        cmocka_set_skip_filter("needs_*");
        return true;
    }
    cmocka_set_test_filter(argv[1]);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(tests[i].name, argv[1]) == 0)
            return true;
    }
    print_error("no test is called %s\n", argv[1]);
    return false;
}

// The exit status: 77 when something was skipped and nothing failed.
#define PARTS_RUN(argc, argv, tests, teardown)                                                                         \
    (parts_choose(argc, argv, tests, sizeof(tests) / sizeof((tests)[0]))                                               \
         ? parts_status(cmocka_run_group_tests(tests, NULL, teardown))                                                 \
         : 1)

static inline int parts_status(int failed)
{
    return failed == 0 && parts_skipped > 0 ? 77 : failed;
}

#endif
