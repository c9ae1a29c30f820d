// walk_entry.h: an entry of a traversal's stack, as one integer. Private.
#ifndef PICKING_SRC_WALK_ENTRY_H
#define PICKING_SRC_WALK_ENTRY_H

#include <stdint.h>
#include <string.h>

// The upper half is the float at which a box begins, with negative values mapped so that integers sort as floats do.
// The lower half is the child's reference. Ties of the float are broken by the reference, which is harmless.
static inline int64_t walk_entry_of(float near, uint32_t child)
{
    int32_t bits;
    memcpy(&bits, &near, sizeof bits);
    const uint32_t key = (uint32_t)bits ^ (bits < 0 ? 0x7fffffffu : 0u);
    return (int64_t)((uint64_t)key << 32 | child);
}

static inline uint32_t walk_entry_ref(int64_t entry)
{
    return (uint32_t)((uint64_t)entry & 0xffffffffu);
}

// Ends a traversal: the bottom of the stack, before every other entry in order, and no valid leaf.
#define WALK_END (INT64_MIN + (int64_t)0xffffffff)

// Places for the entries of a node's children, plus one.
enum { WALK_ENTRY_ROOM = 9 };

// The largest entry that begins at or before `far`.
static inline int64_t walk_entry_limit(float far)
{
    return walk_entry_of(far, 0xffffffffu);
}

#endif
