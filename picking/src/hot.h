// hot.h: what every pick runs is placed side by side. Private.
//
// A pick after a pause finds its code out of the caches; scattered over the library it would also lie on as many pages,
// each of which costs walks of the page tables before the first instruction arrives.
#ifndef PICKING_SRC_HOT_H
#define PICKING_SRC_HOT_H

// Compiled into its place, however large gcc thinks it.
#define PICK_INLINE inline __attribute__((always_inline))
#define PICK_HOT __attribute__((hot))
#define PICK_COLD __attribute__((cold))
enum { PICK_LINE = 64, PICK_HOT_PAGE = 4096 };
// Of the first hot function of a file: the others follow it, on as few pages as there can be.
#define PICK_HOT_FIRST __attribute__((hot, aligned(PICK_HOT_PAGE)))
// Asks for the cache line of an address that is read soon.
#define PICK_FETCH_AHEAD(address) __builtin_prefetch(address)

#endif
