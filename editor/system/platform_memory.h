// platform_memory.h: the allocator of meshes and scenes.
#ifndef EDITOR_PLATFORM_MEMORY_H
#define EDITOR_PLATFORM_MEMORY_H

#include "picking/base.h"

// On Linux, blocks lie on transparent huge pages of 2 MiB if the system allows `madvise` to request them. A pick reads
// its hierarchies in random order: on small pages nearly every read would be a TLB miss.
//   below 1 KiB          pick_default_allocator
//   1 KiB to 2 MiB       runs of granules of 256 bytes in chunks of 16 MiB, which all such blocks share: the first run
//                        that is long enough, lowest chunk first
//   2 MiB and more       a mapping per block
// On other systems, and under AddressSanitizer and ThreadSanitizer, which would not detect an overrun within a chunk,
// all blocks come from pick_default_allocator.
//
// Overhead: a block is rounded up to a granule, 128 bytes more on average, a quarter at worst (1025 bytes); a
// chunk's map is 0.4 % of it; equal blocks leave less than one of them free at the end of a chunk, an eighth at worst.
// 2 000 meshes of 20 KB lie on 20 huge pages. Empty huge pages are returned to the system, except two (as many as a
// block can touch, so that adding and removing a block in turn costs nothing); so are chunks without pages.
//
// It is thread-safe: a mutex guards the chunks, the only mutable global state of the process.
const pick_allocator *editor_platform_memory(void);

// Asks for huge pages under a block of `malloc` or `realloc` that is about to be filled: fewer page faults. A hint, for
// blocks of 4 MiB and more; others are left alone.
void editor_use_huge_pages(void *block, size_t size);

#endif
