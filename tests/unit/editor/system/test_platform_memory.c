// Blocks of every size: aligned, complete, disjoint, on the requested pages, and freed.
#define _DEFAULT_SOURCE // mincore
#include "effort.h"
#include "random.h"
#include "system/platform_memory.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KIB = 1 << 10, MIB = 1 << 20, HUGE_PAGE = 2 * MIB, CHUNK = 16 * MIB, SPARE_PAGES = 2 };

typedef struct block {
    unsigned char *bytes;
    size_t size, alignment;
    uint64_t mark;
} block;

// Writes the block's mark into its first bytes, its last, and one word of every 64: runs are 256 bytes and more.
static void mark_block(const block *b)
{
    for (size_t at = 0; at + sizeof b->mark <= b->size; at += 64)
        memcpy(b->bytes + at, &b->mark, sizeof b->mark);
    b->bytes[b->size - 1] = (unsigned char)b->mark;
}

static bool is_marked(const block *b)
{
    bool same = b->bytes[b->size - 1] == (unsigned char)b->mark;
    const size_t before_last = b->size - 1;
    for (size_t at = 0; at + sizeof b->mark <= before_last; at += 64)
        same = same && memcmp(b->bytes + at, &b->mark, sizeof b->mark) == 0;
    return same;
}

// Asserts in cmocka are for one thread; this answers.
static bool make_block(block *b, size_t size, size_t alignment, uint64_t mark)
{
    const pick_allocator *memory = editor_platform_memory();
    *b = (block){memory->allocate(memory->user, size, alignment), size, alignment, mark};
    if (b->bytes == NULL || (uintptr_t)b->bytes % alignment != 0)
        return false;
    mark_block(b);
    return true;
}

static bool drop_block(block *b)
{
    const pick_allocator *memory = editor_platform_memory();
    const bool whole = is_marked(b);
    memory->deallocate(memory->user, b->bytes, b->size, b->alignment);
    b->bytes = NULL;
    return whole;
}

static void test_sizes(void **state)
{
    (void)state;
    static const size_t sizes[] = {1,
                                   64,
                                   255,
                                   256,
                                   KIB - 1,
                                   KIB,
                                   KIB + 1,
                                   4 * KIB - 1,
                                   4 * KIB,
                                   4 * KIB + 1,
                                   MIB,
                                   HUGE_PAGE - 257,
                                   HUGE_PAGE - 256,
                                   HUGE_PAGE - 1,
                                   HUGE_PAGE,
                                   HUGE_PAGE + 1,
                                   3 * MIB + 12345,
                                   9 * MIB};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (size_t alignment = 1; alignment <= 2 * HUGE_PAGE; alignment *= 2) {
        block blocks[SIZES];
        for (size_t i = 0; i < SIZES; i++)
            assert_true(make_block(&blocks[i], sizes[i], alignment, 1 + i));
        for (size_t i = 0; i < SIZES; i++)
            assert_true(drop_block(&blocks[i]));
    }
    const pick_allocator *memory = editor_platform_memory();
    for (size_t i = 0; i < SIZES; i++)
        memory->deallocate(memory->user, NULL, sizes[i], 64);
}

static void test_too_large(void **state)
{
    (void)state;
    const pick_allocator *memory = editor_platform_memory();
    assert_true(memory->allocate(memory->user, SIZE_MAX, 64) == NULL);
    assert_true(memory->allocate(memory->user, SIZE_MAX - 4 * (size_t)MIB, 64) == NULL);
    assert_true(memory->allocate(memory->user, SIZE_MAX / 2, 64) == NULL);
}

// Small sizes as often as large ones: 2^0 to 2^21.6, so that some have a mapping of their own.
static size_t random_size(test_random *r)
{
    const size_t limit = (size_t)1 << random_index(r, 22);
    return limit + random_index(r, (uint32_t)limit / 2 + 1);
}

enum { LIVE = 200 };

static bool overlaps(const block *blocks, const block *b)
{
    for (size_t i = 0; i < LIVE; i++) {
        const block *other = &blocks[i];
        if (other != b && other->bytes != NULL && (uintptr_t)other->bytes < (uintptr_t)b->bytes + b->size &&
            (uintptr_t)b->bytes < (uintptr_t)other->bytes + other->size)
            return true;
    }
    return false;
}

// Blocks made and dropped in any order. NULL, or what went wrong.
static const char *walk(uint64_t seed)
{
    test_random r = {seed};
    block blocks[LIVE] = {{0}};
    for (uint32_t step = test_effort(1500, 12000); step > 0; step--) {
        block *b = &blocks[random_index(&r, LIVE)];
        if (b->bytes != NULL) {
            if (!drop_block(b))
                return "a block is not what was written";
            continue;
        }
        const size_t size = random_size(&r);
        const size_t alignment = (size_t)16 << random_index(&r, random_index(&r, 8) == 0 ? 18 : 5);
        if (!make_block(b, size, alignment, random_bits(&r)))
            return "no block, or not aligned";
        if (overlaps(blocks, b))
            return "two blocks overlap";
    }
    for (size_t i = 0; i < LIVE; i++) {
        if (blocks[i].bytes != NULL && !drop_block(&blocks[i]))
            return "a block is not what was written";
    }
    return NULL;
}

static void test_any_order(void **state)
{
    (void)state;
    const char *wrong = walk(1);
    assert_true(wrong == NULL || (print_error("%s\n", wrong), false));
}

static void *walk_thread(void *seed)
{
    return (void *)(uintptr_t)walk(*(const uint64_t *)seed);
}

static void test_threads(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    static const uint64_t seeds[THREADS] = {11, 12, 13};
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, walk_thread, (void *)(uintptr_t)&seeds[i]), 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_true(wrong == NULL || (print_error("%s\n", (const char *)wrong), false));
    }
}

#ifdef __linux__
#include <sys/mman.h>
#include <sys/types.h>

// mmap that fails on request.
void *__real_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);

static bool *mmap_fails(void)
{
    static bool fails;
    return &fails;
}

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return *mmap_fails() ? MAP_FAILED : __real_mmap(address, size, protection, flags, file, offset);
}

static uintptr_t huge_page_of(const void *address)
{
    return (uintptr_t)address & ~(uintptr_t)(HUGE_PAGE - 1);
}

// Whether the system keeps any memory for the huge page at this address.
static bool is_resident(uintptr_t page)
{
    enum { SMALL_PAGES = HUGE_PAGE / 4096 };
    unsigned char resident[SMALL_PAGES] = {0};
    if (mincore((void *)page, HUGE_PAGE, resident) != 0) // NOLINT: an address that was a block's
        return false;                                    // nothing is mapped there
    for (size_t i = 0; i < SMALL_PAGES; i++) {
        if ((resident[i] & 1) != 0)
            return true;
    }
    return false;
}

static bool is_mapped(uintptr_t page)
{
    unsigned char resident[HUGE_PAGE / 4096];
    return mincore((void *)page, HUGE_PAGE, resident) == 0; // NOLINT: an address that was a block's
}

enum { MAX_PAGES = 64 };

// The huge pages that blocks lie on.
typedef struct pages {
    uintptr_t at[MAX_PAGES];
    size_t count;
} pages;

static void add_pages(pages *p, const block *b)
{
    for (uintptr_t page = huge_page_of(b->bytes); page < (uintptr_t)b->bytes + b->size; page += HUGE_PAGE) {
        size_t i = 0;
        while (i < p->count && p->at[i] != page)
            ++i;
        assert_true(i < MAX_PAGES);
        p->at[i] = page;
        p->count += i == p->count;
    }
}

static size_t count_if(const pages *p, bool (*test)(uintptr_t page))
{
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++)
        count += test(p->at[i]);
    return count;
}

static pages fill(block *blocks, size_t count, size_t size)
{
    pages used = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        assert_true(make_block(&blocks[i], size, 64, 1 + i));
        add_pages(&used, &blocks[i]);
    }
    return used;
}

// 40 MB in blocks of these sizes lie on hardly more huge pages than they must.
static void test_waste(void **state)
{
    (void)state;
    static const size_t sizes[] = {1025, 5000, 20000, 150000, MIB - 1, MIB, MIB + 1, 1864135, HUGE_PAGE - 1};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const size_t count = 40000000 / sizes[k];
        block *blocks = calloc(count, sizeof *blocks);
        assert_true(blocks != NULL);
        const pages used = fill(blocks, count, sizes[k]);
        // What a block is rounded up by, and an end of each chunk too short for one more.
        const size_t runs = CHUNK / ((sizes[k] + 255) & ~(size_t)255);
        const size_t chunks = (count + runs - 1) / runs;
        assert_in_range(used.count, 40000000 / HUGE_PAGE, chunks * CHUNK / HUGE_PAGE);
        assert_true(sizes[k] != 20000 || used.count <= 20);
        assert_int_equal(count_if(&used, is_resident), used.count);
        for (size_t i = 0; i < count; i++)
            assert_true(drop_block(&blocks[i]));
        free(blocks);
    }
}

enum { MANY = 600, MEDIUM = 100000, CHUNKS = 4 }; // 60 MB

// Whatever order they go in: no page is kept but the spare ones, no chunk but theirs.
static void test_given_back(void **state)
{
    (void)state;
    static const size_t strides[] = {1, MANY - 1, 7, 11 * 13}; // coprime to MANY: from the first, from the last, mixed
    for (size_t k = 0; k < sizeof strides / sizeof *strides; k++) {
        static block blocks[MANY];
        const pages used = fill(blocks, MANY, MEDIUM);
        assert_in_range(used.count, 28, 32);
        assert_int_equal(count_if(&used, is_resident), used.count);
        for (size_t i = 0; i < MANY; i++)
            assert_true(drop_block(&blocks[i * strides[k] % MANY]));
        assert_int_equal(count_if(&used, is_resident), SPARE_PAGES);
        // Whole chunks; one of them may be the last, which is not full.
        const size_t whole = CHUNK / HUGE_PAGE, last = used.count - (CHUNKS - 1) * whole;
        const size_t mapped = count_if(&used, is_mapped);
        assert_in_range(mapped, last, SPARE_PAGES * whole);
        assert_true(mapped % whole == 0 || mapped % whole == last % whole);
    }
}

// A hole in the middle of a chunk is given back, what lies around it stays, and it is filled again from its start.
static void test_hole(void **state)
{
    (void)state;
    enum { BLOCKS = 160, HOLE = 16, HOLE_END = 144 }; // 16 MB, eight pages, of which the hole has five whole
    block blocks[BLOCKS];
    uintptr_t places[BLOCKS];
    const pages used = fill(blocks, BLOCKS, MEDIUM);
    assert_int_equal(used.count, CHUNK / HUGE_PAGE);
    for (size_t i = HOLE; i < HOLE_END; i++) {
        places[i] = (uintptr_t)blocks[i].bytes;
        assert_true(drop_block(&blocks[i]));
    }
    assert_int_equal(count_if(&used, is_mapped), used.count);
    assert_int_equal(count_if(&used, is_resident), used.count - 5 + SPARE_PAGES);
    for (size_t i = HOLE; i < HOLE_END; i++) {
        assert_true(make_block(&blocks[i], MEDIUM, 64, 1 + i));
        assert_int_equal((uintptr_t)blocks[i].bytes, places[i]);
    }
    assert_int_equal(count_if(&used, is_resident), used.count);
    for (size_t i = 0; i < BLOCKS; i++)
        assert_true(drop_block(&blocks[i]));
}

// Adding and removing one block by turns always finds the same pages, which stay.
static void test_by_turns(void **state)
{
    (void)state;
    static const size_t sizes[] = {KIB, 20000, HUGE_PAGE - 1};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uintptr_t before = 0;
        for (int round = 0; round < 50; round++) {
            block b;
            pages used = {.count = 0};
            assert_true(make_block(&b, sizes[k], 64, 5));
            add_pages(&used, &b);
            assert_true(round == 0 || (uintptr_t)b.bytes == before);
            before = (uintptr_t)b.bytes;
            assert_true(drop_block(&b));
            assert_int_equal(count_if(&used, is_resident), used.count);
        }
    }
}

// Pages of the process's address space, and of what of it is resident.
static void read_size(unsigned long *mapped, unsigned long *resident)
{
    FILE *file = fopen("/proc/self/statm", "r");
    assert_true(file != NULL);
    assert_int_equal(fscanf(file, "%lu %lu", mapped, resident), 2);
    (void)fclose(file);
}

// The same work again and again takes no more.
static void test_no_growth(void **state)
{
    (void)state;
    unsigned long mapped[2], resident[2];
    for (int round = 0; round < 30; round++) {
        test_random r = {77};
        static block blocks[MANY];
        for (size_t i = 0; i < MANY; i++)
            assert_true(make_block(&blocks[i], KIB + random_size(&r) / 8, 64, i));
        for (size_t i = 0; i < MANY; i++)
            assert_true(drop_block(&blocks[i * 7 % MANY]));
        if (round == 4)
            read_size(&mapped[0], &resident[0]);
    }
    read_size(&mapped[1], &resident[1]);
    assert_true(mapped[1] <= mapped[0] + 16);
    assert_true(resident[1] <= resident[0] + 16 + HUGE_PAGE / 4096);
}

// Without memory there are no blocks, and those that were there stay.
static void test_out_of_memory(void **state)
{
    (void)state;
    const pick_allocator *memory = editor_platform_memory();
    enum { BLOCKS = 5 * CHUNK / MIB };
    block blocks[BLOCKS], one;
    size_t count = 0;
    assert_true(make_block(&one, 20000, 64, 3)); // so that there is a chunk to fill
    *mmap_fails() = true;
    while (count < BLOCKS && make_block(&blocks[count], MIB, 64, 9 + count))
        ++count;
    void *large = memory->allocate(memory->user, 3 * MIB, 64);
    *mmap_fails() = false;
    assert_true(large == NULL);
    assert_in_range(count, 1, BLOCKS - 1);
    assert_true(make_block(&blocks[count], MIB, 64, 9 + count));
    for (size_t i = 0; i <= count; i++)
        assert_true(drop_block(&blocks[i]));
    assert_true(drop_block(&one));
}

// What the system says of the mapping that an address lies in: whether huge pages were asked for there. -1: it does not
// say.
static int wants_huge_pages(const void *address)
{
    FILE *file = fopen("/proc/self/smaps", "r");
    char line[512];
    bool inside = false;
    int answer = -1;
    while (file != NULL && answer < 0 && fgets(line, sizeof line, file) != NULL) {
        unsigned long long first, end;
        if (sscanf(line, "%llx-%llx ", &first, &end) == 2)
            inside = (uintptr_t)address >= first && (uintptr_t)address < end;
        else if (inside && strncmp(line, "VmFlags:", 8) == 0)
            answer = strstr(line, " hg") != NULL;
    }
    if (file != NULL)
        (void)fclose(file);
    return answer;
}

static void test_huge_pages(void **state)
{
    (void)state;
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    if (file == NULL)
        return; // a system without them
    (void)fclose(file);
    block large, medium, small;
    assert_true(make_block(&large, 4 * MIB, 64, 1));
    assert_true(make_block(&medium, KIB, 64, 2));
    assert_true(make_block(&small, KIB - 1, 64, 3));
    assert_true((uintptr_t)large.bytes % HUGE_PAGE == 0);
    assert_true(wants_huge_pages(large.bytes) != 0);
    assert_true(wants_huge_pages(medium.bytes) != 0);
    assert_true(wants_huge_pages(small.bytes) <= 0);
    assert_true(drop_block(&large) && drop_block(&medium) && drop_block(&small));
}

// A block of realloc that asks for them each time it grows keeps what it holds, and lies in one mapping.
static void test_huge_pages_under_arrays(void **state)
{
    (void)state;
    block b = {NULL, 0, 1, 1};
    for (size_t size = MIB; size <= 64 * MIB; size *= 2) {
        unsigned char *const grown = realloc(b.bytes, size);
        assert_non_null(grown);
        b.bytes = grown;
        assert_true(b.size == 0 || is_marked(&b));
        editor_use_huge_pages(grown, size);
        b.size = size;
        mark_block(&b);
    }
    assert_true(wants_huge_pages(b.bytes) != 0);
    assert_true(wants_huge_pages(b.bytes + b.size - 1) != 0);
    free(b.bytes);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),      cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_any_order),  cmocka_unit_test(test_threads),
#ifdef __linux__
        cmocka_unit_test(test_waste),      cmocka_unit_test(test_given_back),
        cmocka_unit_test(test_hole),       cmocka_unit_test(test_by_turns),
        cmocka_unit_test(test_no_growth),  cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_huge_pages), cmocka_unit_test(test_huge_pages_under_arrays),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
