// in_process.h: what a test does to a whole process, in one of its own.
#ifndef TESTS_SUPPORT_IN_PROCESS_H
#define TESTS_SUPPORT_IN_PROCESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// `what` returns 0, or what was wrong.
static inline void must_end_well(int (*what)(void))
{
    int status = -1;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(what());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

#endif
