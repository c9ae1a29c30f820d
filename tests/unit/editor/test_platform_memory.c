// Blocks of every size around a huge page: aligned, whole, apart from each other, and on the pages that were asked for.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "platform_memory.h"

enum { MIB = 1 << 20 };

static const size_t sizes[] = {1, 64, MIB, 2 * MIB - 1, 2 * MIB, 2 * MIB + 1, 3 * MIB + 12345, 9 * MIB};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void test_blocks(void **state)
{
    (void)state;
    const pick_allocator *memory = editor_platform_memory();
    for (size_t alignment = 1; alignment <= 4 * MIB; alignment *= 4) {
        unsigned char *blocks[SIZES];
        for (int i = 0; i < SIZES; ++i) {
            blocks[i] = memory->allocate(memory->user, sizes[i], alignment);
            assert_true(blocks[i] != NULL);
            assert_true((uintptr_t)blocks[i] % alignment == 0);
            memset(blocks[i], i + 1, sizes[i]);
        }
        for (int i = 0; i < SIZES; ++i) {
            for (size_t k = 0; k < sizes[i]; k += 997) {
                assert_true(blocks[i][k] == i + 1);
            }
            assert_true(blocks[i][sizes[i] - 1] == i + 1);
            memory->deallocate(memory->user, blocks[i], sizes[i], alignment);
        }
    }
    memory->deallocate(memory->user, NULL, 64, 64);
    memory->deallocate(memory->user, NULL, 4 * MIB, 64);
}

static void test_too_large(void **state)
{
    (void)state;
    const pick_allocator *memory = editor_platform_memory();
    assert_true(memory->allocate(memory->user, SIZE_MAX, 64) == NULL);
    assert_true(memory->allocate(memory->user, SIZE_MAX - 4 * (size_t)MIB, 64) == NULL);
    assert_true(memory->allocate(memory->user, SIZE_MAX / 2, 64) == NULL);
}

#ifdef __linux__
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
        if (sscanf(line, "%llx-%llx ", &first, &end) == 2) {
            inside = (uintptr_t)address >= first && (uintptr_t)address < end;
        } else if (inside && strncmp(line, "VmFlags:", 8) == 0) {
            answer = strstr(line, " hg") != NULL;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return answer;
}

static void test_huge_pages(void **state)
{
    (void)state;
    const pick_allocator *memory = editor_platform_memory();
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    if (file == NULL) {
        return; // a system without them
    }
    (void)fclose(file);
    char *large = memory->allocate(memory->user, 4 * MIB, 64);
    char *small = memory->allocate(memory->user, 4096, 64);
    assert_true(large != NULL && small != NULL);
    assert_true((uintptr_t)large % (2 * MIB) == 0);
    large[0] = small[0] = 1;
    assert_true(wants_huge_pages(large) != 0);
    assert_true(wants_huge_pages(small) <= 0);
    memory->deallocate(memory->user, large, 4 * MIB, 64);
    memory->deallocate(memory->user, small, 4096, 64);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_too_large),
#ifdef __linux__
        cmocka_unit_test(test_huge_pages),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
