// arguments.h: the check of an argument that several public functions share; the rule is in base.h. Private.
#ifndef PICKING_SRC_ARGUMENTS_H
#define PICKING_SRC_ARGUMENTS_H

#include "picking/base.h"

// NULL stands for the default one; one that is given needs both functions.
static inline bool pick_allocator_is_usable(const pick_allocator *allocator)
{
    return allocator == NULL || (allocator->allocate != NULL && allocator->deallocate != NULL);
}

#endif
