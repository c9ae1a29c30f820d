// own_volk.h: a part of a program that uses Vulkan through volk, whose variables have the names of Vulkan's functions.
#ifndef TESTS_LINKING_OWN_VOLK_H
#define TESTS_LINKING_OWN_VOLK_H

#include <stdbool.h>

bool open_own_volk(void);  // makes an instance
bool check_own_volk(void); // whether volk still has this instance's functions; then ends it

#endif
