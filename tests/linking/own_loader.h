// own_loader.h: a part of a program that is linked to the Vulkan loader and calls its functions by their names.
#ifndef TESTS_LINKING_OWN_LOADER_H
#define TESTS_LINKING_OWN_LOADER_H

#include <stdbool.h>

bool check_own_loader(void);

#endif
