// arguments.h: the checks of arguments that several public functions share; the rule is in base.h. Private.
#ifndef PICKING_SRC_ARGUMENTS_H
#define PICKING_SRC_ARGUMENTS_H

#include "picking/query.h"

// NULL stands for the default one; one that is given needs both functions.
static inline bool pick_allocator_is_usable(const pick_allocator *allocator)
{
    return allocator == NULL || (allocator->allocate != NULL && allocator->deallocate != NULL);
}

static inline bool pick_is_cull(pick_cull cull)
{
    return (unsigned)cull <= PICK_CULL_FRONT;
}

// The query, or the default one in place of NULL. NULL for one that cannot be understood.
static inline const pick_query *pick_usable_query(const pick_query *query)
{
    static const pick_query fallback = {.cull = PICK_CULL_MATERIAL};
    if (query == NULL) {
        return &fallback;
    }
    return pick_is_cull(query->cull) ? query : NULL;
}

#endif
