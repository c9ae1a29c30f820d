// The system's clock that never jumps: setting the time of day must not show as a long or negative frame.
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "device/clock.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <time.h>
#endif

double render_clock_now(void)
{
#if defined(_WIN32)
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&frequency);
    return (double)ticks.QuadPart / (double)frequency.QuadPart;
#else
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
#endif
}
