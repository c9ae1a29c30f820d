// What the program that started this one may have left to it.
#define _POSIX_C_SOURCE 200809L // kill

#include "in_process.h"
#include "system/inherited.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// In processes of their own: 0, or what was wrong.
static int try_closed_streams(void)
{
    for (int number = 0; number < 3; number++)
        close(number);
    editor_settle_inherited();
    const int file = open("/", O_RDONLY);
    char byte = 'x';
    if (file <= STDERR_FILENO)
        return 1;
    if (read(0, &byte, 1) != -1 || errno != EBADF)
        return 2;
    return write(1, &byte, 1) == -1 && errno == EBADF && write(2, &byte, 1) == -1 && errno == EBADF ? 0 : 3;
}

static int try_open_streams(void)
{
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[1], 1) != 1)
        return 1;
    close(2); // only this one is closed
    editor_settle_inherited();
    char byte = 'x';
    return write(1, &byte, 1) == 1 && read(ends[0], &byte, 1) == 1 && write(2, &byte, 1) == -1 ? 0 : 2;
}

static int try_children(void)
{
    signal(SIGCHLD, SIG_IGN);
    editor_settle_inherited();
    const pid_t child = fork();
    if (child == 0)
        _exit(7);
    int status = 0;
    return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7 ? 0 : 1;
}

static int try_file_limit(void)
{
    editor_settle_inherited();
    raise(SIGXFSZ);
    return 0;
}

static void test_what_is_left_is_settled(void **state)
{
    (void)state;
    must_end_well(try_closed_streams);
    must_end_well(try_open_streams);
    must_end_well(try_children);
    must_end_well(try_file_limit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_left_is_settled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
