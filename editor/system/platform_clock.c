#define _POSIX_C_SOURCE 200809L // clock_gettime

#include "system/platform_clock.h"

#include <time.h>

double editor_clock_of_thread(void)
{
    struct timespec time;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 ? (double)time.tv_sec + 1e-9 * (double)time.tv_nsec : 0;
}
