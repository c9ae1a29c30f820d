// hot.h: what every pick runs is placed side by side. Private.
//
// A pick after a pause finds its code out of the caches; scattered over the library it would also lie on as many pages,
// each of which costs walks of the page tables before the first instruction arrives.
#ifndef PICKING_SRC_HOT_H
#define PICKING_SRC_HOT_H

#define PICK_HOT __attribute__((hot))
#define PICK_COLD __attribute__((cold))
enum { PICK_LINE = 64, PICK_HOT_PAGE = 4096 };
// Of a function that begins a page, on which the hot ones after it in the file follow.
#define PICK_HOT_FIRST __attribute__((hot, aligned(PICK_HOT_PAGE)))
// Of a function on a page of its own with all that it calls in the same file.
#define PICK_HOT_WHOLE __attribute__((hot, flatten, aligned(PICK_HOT_PAGE)))
// Asks for the cache line of an address that is read soon.
#define PICK_FETCH_AHEAD(address) __builtin_prefetch(address)
// A condition that hardly ever holds: what follows is out of the way.
#define PICK_RARELY(condition) __builtin_expect(!!(condition), 0)

#endif
