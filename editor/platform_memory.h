// platform_memory.h: the memory that meshes and scenes are kept in.
#ifndef EDITOR_PLATFORM_MEMORY_H
#define EDITOR_PLATFORM_MEMORY_H

#include "picking/base.h"

// Large blocks lie on pages as large as the system lends (Linux: transparent huge pages, where `madvise` may ask for
// them). A pick jumps about in its hierarchy; on small pages it would look up an address as often as it reads.
// Elsewhere, and for what is smaller than such a page, pick_default_allocator.
const pick_allocator *editor_platform_memory(void);

#endif
