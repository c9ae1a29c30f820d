// What a program that embeds the library may put in place of assert: see picking/base.h.
#include <stdio.h>

#define PICK_ASSERT(condition) ((condition) ? (void)0 : (void)fprintf(stderr, "embedding: %s\n", #condition))
