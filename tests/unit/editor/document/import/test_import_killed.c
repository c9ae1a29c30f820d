// A model whose reader is killed at any moment: the right model or one clear line.
#define _POSIX_C_SOURCE 200809L

#include "model_file.h"

#include "child_killer.h"
#include "effort.h"

#define FILE_NAME "test_import_killed.off"

// A grid of squares, large enough that its reader takes some milliseconds.
static void write_grid(int side)
{
    FILE *file = fopen(FILE_NAME, "wb");
    assert_non_null(file);
    fprintf(file, "OFF\n%d %d 0\n", (side + 1) * (side + 1), side * side);
    for (int y = 0; y <= side; y++) {
        for (int x = 0; x <= side; x++)
            fprintf(file, "%d %d 0\n", x, y);
    }
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            const int first = y * (side + 1) + x;
            fprintf(file, "4 %d %d %d %d\n", first, first + 1, first + side + 2, first + side + 1);
        }
    }
    assert_int_equal(fclose(file), 0);
}

static void test_kills(void **state)
{
    (void)state;
    const int wanted = (int)test_effort(15, 1000);
    write_grid(40);
    editor_error error;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    editor_level *whole = editor_import(FILE_NAME, NULL, NULL, &error);
    assert_non_null(whole);
    clock_gettime(CLOCK_MONOTONIC, &end);
    const long once = (end.tv_sec - begin.tv_sec) * 1000000000 + end.tv_nsec - begin.tv_nsec;
    const uint64_t hash = editor_level_hash(whole);
    editor_level_destroy(whole);
    child_killer killer;
    assert_true(child_killer_start(&killer, 4 * once));
    int imported = 0, refused = 0;
    while (killer.kills < wanted || imported == 0) {
        editor_level *level = editor_import(FILE_NAME, NULL, NULL, &error);
        if (level) {
            assert_int_equal(editor_level_hash(level), hash);
            imported++;
        } else {
            assert_string_equal(error.text, FILE_NAME ": its reader was killed");
            refused++;
        }
        editor_level_destroy(level);
    }
    child_killer_stop(&killer);
    remove(FILE_NAME);
    print_message("%d kills: %d imported, %d refused\n", killer.kills, imported, refused);
    assert_true(refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kills)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
