// effort.h: the size of a test.
//
// By default each test takes a sample that ends in seconds, so that all of them fit into a coffee break. With
// VKPICK_THOROUGH=1 (scripts/test.sh --all) it tries all that fits into minutes.
#ifndef TESTS_SUPPORT_EFFORT_H
#define TESTS_SUPPORT_EFFORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline bool test_is_thorough(void)
{
    const char *value = getenv("VKPICK_THOROUGH");
    return value != NULL && strcmp(value, "1") == 0;
}

static inline uint32_t test_effort(uint32_t sample, uint32_t thorough)
{
    return test_is_thorough() ? thorough : sample;
}

#endif
