#define _DEFAULT_SOURCE // madvise
#include "system/platform_memory.h"

// EDITOR_MEMORY_HUGE_PAGES: 1: huge pages; 0: the default allocator. The test sets it.
#ifndef EDITOR_MEMORY_HUGE_PAGES
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&                           \
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define EDITOR_MEMORY_HUGE_PAGES 1
#else
#define EDITOR_MEMORY_HUGE_PAGES 0
#endif
#endif

#if EDITOR_MEMORY_HUGE_PAGES
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

// SMALLEST: the mesh of a box takes 1.5 to 2 KiB, and a level has many of them. Smaller blocks would waste more by
// rounding. GRANULE: with granules of a page, the headers of all meshes would share one set of the L1 cache.
enum {
    PAGE = 4096,
    HUGE_PAGE = 2 << 20,
    SMALLEST = 1024,
    GRANULE = 256,
    CHUNK_PAGES = 8,
    CHUNK = CHUNK_PAGES * HUGE_PAGE,
    GRANULES = CHUNK / GRANULE,
    PAGE_GRANULES = HUGE_PAGE / GRANULE,
    SPARE_PAGES = 2
};

// The header of a chunk. It lies directly after the chunk, which begins at a multiple of CHUNK, so that any address in
// the chunk leads to it.
typedef struct chunk {
    struct chunk *next;            // the next chunk, at a higher address
    size_t used;                   // granules in use
    size_t first_free;             // no granule before it is free
    size_t longest;                // no free run is longer
    uint32_t spare;                // a bit for each huge page that is empty but still committed
    unsigned char taken[GRANULES]; // 1 or 0
} chunk;

typedef struct pool {
    pthread_mutex_t lock;
    chunk *chunks;
    uint32_t spares; // empty committed pages in all chunks
} pool;

// The process has a single allocator, so its state is static.
static pool *the_pool(void)
{
    static pool only = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return &only;
}

static size_t round_up(size_t value, size_t step)
{
    return (value + step - 1) & ~(step - 1);
}

// Maps new memory at a multiple of `alignment`; NULL: out of memory. `bytes` and `alignment` are whole pages.
static char *map(size_t bytes, size_t alignment)
{
    // Map more than needed, then unmap what lies before and after the aligned block.
    char *const mapped = mmap(NULL, bytes + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    const size_t before = -(uintptr_t)mapped & (alignment - 1);
    if (before > 0)
        (void)munmap(mapped, before);
    (void)munmap(mapped + before + bytes, alignment - before);
    return mapped + before;
}

static char *chunk_start(chunk *c)
{
    return (char *)c - CHUNK;
}

static chunk *chunk_of(const void *pointer)
{
    return (chunk *)(((uintptr_t)pointer & ~(uintptr_t)(CHUNK - 1)) + CHUNK);
}

// Inserts an empty chunk into the list, which is sorted by address. NULL: out of memory.
static chunk *add_chunk(pool *p)
{
    char *const start = map(CHUNK + round_up(sizeof(chunk), PAGE), CHUNK);
    if (start == NULL)
        return NULL;
    (void)madvise(start, CHUNK, MADV_HUGEPAGE); // a hint: small pages work too
    chunk *const added = chunk_of(start);
    added->longest = GRANULES;
    chunk **link = &p->chunks;
    while (*link != NULL && (uintptr_t)*link < (uintptr_t)added)
        link = &(*link)->next;
    added->next = *link;
    *link = added;
    return added;
}

// Finds the first run of `count` free granules that begins at a multiple of `step`. GRANULES: none.
static size_t find_run(chunk *c, size_t count, size_t step)
{
    size_t start = c->first_free;
    while (start + count <= GRANULES) {
        const unsigned char *const free = memchr(c->taken + start, 0, GRANULES - start);
        if (free == NULL)
            break;
        start = round_up((size_t)(free - c->taken), step);
        if (start + count > GRANULES)
            break;
        const unsigned char *const taken = memchr(c->taken + start, 1, count);
        if (taken == NULL)
            return start;
        start = (size_t)(taken - c->taken);
    }
    if (step == 1)
        c->longest = count - 1;
    return GRANULES;
}

static void take_run(pool *p, chunk *c, size_t first, size_t count)
{
    if (memchr(c->taken + c->first_free, 0, first + 1 - c->first_free) == c->taken + first)
        c->first_free = first + count;
    memset(c->taken + first, 1, count);
    c->used += count;
    for (size_t page = first / PAGE_GRANULES; page <= (first + count - 1) / PAGE_GRANULES; page++) {
        p->spares -= c->spare >> page & 1;
        c->spare &= ~((uint32_t)1 << page);
    }
}

// Returns the empty page at the highest address to the system, and its chunk if the chunk has no other page left.
static void give_back(pool *p)
{
    chunk **link = NULL;
    for (chunk **at = &p->chunks; *at != NULL; at = &(*at)->next)
        link = (*at)->spare != 0 ? at : link;
    assert(link != NULL);
    chunk *const c = *link;
    uint32_t page = CHUNK_PAGES - 1;
    while ((c->spare >> page & 1) == 0)
        --page;
    c->spare &= ~((uint32_t)1 << page);
    --p->spares;
    if (c->spare == 0 && c->used == 0) {
        *link = c->next;
        (void)munmap(chunk_start(c), CHUNK + round_up(sizeof(chunk), PAGE));
    } else {
        (void)madvise(chunk_start(c) + (size_t)page * HUGE_PAGE, HUGE_PAGE, MADV_DONTNEED);
    }
}

static void free_run(pool *p, chunk *c, size_t first, size_t count)
{
    assert(memchr(c->taken + first, 0, count) == NULL); // else the block is freed twice, or with a wrong size
    memset(c->taken + first, 0, count);
    c->used -= count;
    c->first_free = first < c->first_free ? first : c->first_free;
    c->longest = GRANULES; // unknown: a safe upper bound, which the next failed search lowers
    for (size_t page = first / PAGE_GRANULES; page <= (first + count - 1) / PAGE_GRANULES; page++) {
        if (memchr(c->taken + page * PAGE_GRANULES, 1, PAGE_GRANULES) == NULL) {
            c->spare |= (uint32_t)1 << page;
            ++p->spares;
        }
    }
    while (p->spares > SPARE_PAGES)
        give_back(p);
}

static void *take(pool *p, size_t size, size_t alignment)
{
    const size_t count = round_up(size, GRANULE) / GRANULE;
    const size_t step = alignment > GRANULE ? alignment / GRANULE : 1;
    size_t first = GRANULES;
    (void)pthread_mutex_lock(&p->lock);
    chunk *c = p->chunks;
    for (; c != NULL; c = c->next) {
        first = c->longest >= count ? find_run(c, count, step) : GRANULES;
        if (first < GRANULES)
            break;
    }
    if (c == NULL && (c = add_chunk(p)) != NULL)
        first = 0;
    if (c != NULL)
        take_run(p, c, first, count);
    (void)pthread_mutex_unlock(&p->lock);
    return c != NULL ? chunk_start(c) + first * GRANULE : NULL;
}

static void put_back(pool *p, void *pointer, size_t size)
{
    chunk *const c = chunk_of(pointer);
    const size_t first = (size_t)((char *)pointer - chunk_start(c)) / GRANULE;
    (void)pthread_mutex_lock(&p->lock);
    free_run(p, c, first, round_up(size, GRANULE) / GRANULE);
    (void)pthread_mutex_unlock(&p->lock);
}

// Where blocks of a size and alignment are allocated.
typedef enum place { PLACE_USUAL, PLACE_CHUNK, PLACE_MAPPING } place;

static place place_of(size_t size, size_t alignment)
{
    if (size < SMALLEST || size > SIZE_MAX - 2 * (size_t)HUGE_PAGE || alignment > HUGE_PAGE)
        return PLACE_USUAL;
    return size < HUGE_PAGE ? PLACE_CHUNK : PLACE_MAPPING;
}

static void *allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    const place where = place_of(size, alignment);
    if (where == PLACE_USUAL) {
        const pick_allocator *usual = pick_default_allocator();
        return usual->allocate(usual->user, size, alignment);
    }
    if (where == PLACE_CHUNK)
        return take(the_pool(), size, alignment);
    char *const block = map(round_up(size, PAGE), HUGE_PAGE);
    if (block != NULL)
        (void)madvise(block, round_up(size, PAGE), MADV_HUGEPAGE);
    return block;
}

static void deallocate(void *user, void *pointer, size_t size, size_t alignment)
{
    (void)user;
    const place where = place_of(size, alignment);
    if (where == PLACE_USUAL) {
        const pick_allocator *usual = pick_default_allocator();
        usual->deallocate(usual->user, pointer, size, alignment);
    } else if (pointer != NULL && where == PLACE_CHUNK) {
        put_back(the_pool(), pointer, size);
    } else if (pointer != NULL) {
        (void)munmap(pointer, round_up(size, PAGE));
    }
}

const pick_allocator *editor_platform_memory(void)
{
    static const pick_allocator allocator = {allocate, deallocate, NULL};
    return &allocator;
}

void editor_use_huge_pages(void *block, size_t size)
{
    // All its pages: a mapping of several kinds would have to be copied to grow.
    const uintptr_t first = (uintptr_t)block & ~(uintptr_t)(PAGE - 1);
    if (size >= 2 * (size_t)HUGE_PAGE)
        (void)madvise((void *)first, round_up((uintptr_t)block + size - first, PAGE), MADV_HUGEPAGE);
}
#else
const pick_allocator *editor_platform_memory(void)
{
    return pick_default_allocator();
}

void editor_use_huge_pages(void *block, size_t size)
{
    (void)block, (void)size;
}
#endif
