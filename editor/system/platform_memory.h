// platform_memory.h: the allocator of meshes and scenes.
#ifndef EDITOR_PLATFORM_MEMORY_H
#define EDITOR_PLATFORM_MEMORY_H

#include "picking/base.h"

// On Linux, blocks lie on pages as large as the system lends: transparent huge pages of 2 MiB, where `madvise` may ask
// for them. A pick jumps about in its hierarchies; on small pages it would look up an address as often as it reads.
//   below 1 KiB          pick_default_allocator
//   1 KiB to 2 MiB       runs of granules of 256 bytes in chunks of 16 MiB, which all such blocks share: the first run
//                        that is long enough, lowest chunk first
//   2 MiB and more       a mapping of the block's own
// Elsewhere, and under AddressSanitizer and ThreadSanitizer, which would not see an overrun within a chunk,
// pick_default_allocator for all.
//
// What it costs: a block is rounded up to a granule, 128 bytes more on average, a quarter at worst (1025 bytes); a
// chunk's map is 0.4 % of it; equal blocks leave less than one of them free at the end of a chunk, an eighth at worst.
// 2 000 meshes of 20 KB lie on 20 huge pages. A huge page that no block lies on any more is given back to the system,
// save two (as many as one block can touch, so that adding and removing it by turns costs nothing); so is a chunk
// without pages.
//
// Any number of threads may use it; what the chunks hold is the one mutable state of the process, behind a mutex.
const pick_allocator *editor_platform_memory(void);

#endif
