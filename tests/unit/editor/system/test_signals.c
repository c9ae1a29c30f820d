// Signals that would end the program with unsaved work.
#define _POSIX_C_SOURCE 200809L // kill

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "in_process.h"
#include "system/platform_signals.h"

static volatile sig_atomic_t asked;

static void ask(int number)
{
    (void)number;
    asked++;
}

// In a process of its own: 0, or what was wrong.
static int try_signals(void)
{
    int ends[2];
    signal(SIGTERM, ask);
    editor_signals_keep_work();
    if (pipe(ends) != 0 || close(ends[0]) != 0)
        return 1;
    if (write(ends[1], "x", 1) != -1)
        return 2;
    raise(SIGHUP);
    return asked == 1 ? 0 : 3;
}

static int try_ignored(void)
{
    signal(SIGTERM, ask);
    signal(SIGHUP, SIG_IGN);
    editor_signals_keep_work();
    raise(SIGHUP);
    return asked == 0 ? 0 : 1;
}

static void test_nothing_ends_it(void **state)
{
    (void)state;
    must_end_well(try_signals);
}

static void test_nohup_is_kept(void **state)
{
    (void)state;
    must_end_well(try_ignored);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_ends_it),
        cmocka_unit_test(test_nohup_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
