// simd_entries.h: the stack entries of a node's children (walk_entry.h), for vocabularies that keep them in the order
// of the lanes. Included at the end of these, after mask_first and f8_all_entries. Private.
#ifndef PICKING_SRC_SIMD_ENTRIES_H
#define PICKING_SRC_SIMD_ENTRIES_H

#include <stdint.h>

// Computes the entries of the lanes of `mask`: the first two, 0 if there are fewer, and all of them in `out`, from
// which they are read one by one. `out` has WALK_ENTRY_ROOM places.
static inline void f8_entries(int64_t *out, int64_t *one, int64_t *two, uint32_t mask, f8 x, const uint32_t *child)
{
    f8_all_entries(out, x, child);
    out[8] = 0;
    const uint32_t rest = mask & (mask - 1);
    *one = out[mask_first(mask | 0x100u)];
    *two = out[mask_first(rest | 0x100u)];
}

static inline int64_t next_entry(const int64_t **entries, uint32_t *mask)
{
    const uint32_t lane = mask_first(*mask);
    *mask &= *mask - 1;
    return (*entries)[lane];
}

#endif
