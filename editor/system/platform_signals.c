#define _POSIX_C_SOURCE 200809L // sigaction

#include "system/platform_signals.h"

#include <signal.h>
#include <stddef.h>

#ifdef SIGHUP

static void ask_to_end(int number)
{
    (void)number;
    raise(SIGTERM);
}

void editor_signals_keep_work(void)
{
    struct sigaction before;
    signal(SIGPIPE, SIG_IGN);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        signal(SIGHUP, ask_to_end);
}

#else

void editor_signals_keep_work(void)
{
}

#endif
