// failing_malloc.h: makes malloc, calloc and realloc fail on request, in all that is linked into the program.
//
// Needs the linker's --wrap for the three; vkpick_fail_malloc in tests/CMakeLists.txt sets it.
#ifndef TESTS_SUPPORT_FAILING_MALLOC_H
#define TESTS_SUPPORT_FAILING_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

// The `nth` allocation from now on fails, counted from 1, and all after it when `for_ever`. 0: none does.
void failing_malloc_arm(size_t nth, bool for_ever);
// Allocations since the last arm.
size_t failing_malloc_calls(void);

#endif
