#define _POSIX_C_SOURCE 200809L // sigaction

#include "system/inherited.h"

#if defined(__unix__) || defined(__APPLE__)

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

// Opened the other way round, so that using them is an error as it would be without.
static void hold_standard_streams(void)
{
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
        if (fcntl(number, F_GETFD) >= 0 || errno != EBADF)
            continue;
        const int way = number == STDIN_FILENO ? O_WRONLY : O_RDONLY; // the lowest free number is this one
        if (open("/dev/null", way) < 0 && open("/", O_RDONLY) < 0)
            return;
    }
}

void editor_settle_inherited(void)
{
    hold_standard_streams();
    signal(SIGCHLD, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
}

#else

void editor_settle_inherited(void)
{
}

#endif
