// What long work says of itself: parts of a stage, bytes of a file, and that it ends early when it is asked to.
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "system/file_read.h"
#include "system/hash.h"
#include "system/progress.h"

#define PATH "test_progress.bin"

enum { SIZE = 9000000 }; // more than two pieces of those that are read

static int set_up(void **state)
{
    (void)state;
    uint8_t *bytes = calloc(1, SIZE);
    FILE *file = fopen(PATH, "wb");
    const bool ok = bytes && file && fwrite(bytes, 1, SIZE, file) == SIZE;
    free(bytes);
    return !ok || fclose(file) != 0;
}

static int tear_down(void **state)
{
    (void)state;
    return remove(PATH);
}

static void test_parts_and_bytes(void **state)
{
    (void)state;
    editor_progress progress = {.done = 0};
    uint64_t done = 7, total = 7;
    assert_false(editor_progress_bytes(&progress, &done, &total));
    assert_string_equal(editor_progress_stage(&progress), "");
    editor_progress_enter_bytes(&progress, "Reading", 4);
    editor_progress_advance(&progress, 3);
    assert_true(editor_progress_bytes(&progress, &done, &total));
    assert_true(done == 3 && total == 4);
    assert_true(editor_progress_fraction(&progress) == 0.75);
    editor_progress_advance(&progress, 3); // the file has grown
    assert_true(editor_progress_bytes(&progress, &done, &total));
    assert_true(done == 4 && total == 4);
    editor_progress_enter(&progress, "Building", 4);
    assert_false(editor_progress_bytes(&progress, &done, &total));
    assert_true(editor_progress_fraction(&progress) < 0);
    editor_progress_advance(&progress, 1);
    assert_true(editor_progress_fraction(&progress) == 0.25);
    editor_progress_enter_bytes(&progress, "Reading", 0); // nobody knows of how many
    assert_false(editor_progress_bytes(&progress, &done, &total));
    assert_true(editor_progress_fraction(&progress) < 0);
}

static void test_files_count_their_bytes(void **state)
{
    (void)state;
    editor_progress progress = {.done = 0};
    uint64_t done = 0, total = 0;
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(editor_file_read_watched(PATH, SIZE, &progress, &bytes, &size), EDITOR_FILE_OK);
    free(bytes);
    assert_int_equal(size, SIZE);
    assert_true(editor_progress_bytes(&progress, &done, &total));
    assert_true(done == SIZE && total == SIZE);
    FILE *file = NULL;
    assert_int_equal(editor_file_open(PATH, &file), EDITOR_FILE_OK);
    progress = (editor_progress){.done = 0};
    editor_hash hash;
    assert_true(editor_hash_file(fileno(file), SIZE, &progress, &hash));
    assert_true(editor_progress_bytes(&progress, &done, &total));
    assert_true(done == SIZE && total == SIZE);
    fclose(file);
}

static void test_cancelled_files_are_not_read_on(void **state)
{
    (void)state;
    editor_progress progress = {.done = 0};
    editor_progress_cancel(&progress);
    uint64_t done = 0, total = 0;
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(editor_file_read_watched(PATH, SIZE, &progress, &bytes, &size), EDITOR_FILE_CANCELLED);
    assert_null(bytes);
    assert_string_equal(editor_file_result_text(EDITOR_FILE_CANCELLED), "cancelled");
    assert_true(editor_progress_bytes(&progress, &done, &total));
    assert_true(done == 0 && total == SIZE);
    FILE *file = NULL;
    assert_int_equal(editor_file_open(PATH, &file), EDITOR_FILE_OK);
    editor_hash hash;
    assert_false(editor_hash_file(fileno(file), SIZE, &progress, &hash));
    assert_true(editor_progress_bytes(&progress, &done, &total));
    assert_true(done == 0);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts_and_bytes),
                                       cmocka_unit_test(test_files_count_their_bytes),
                                       cmocka_unit_test(test_cancelled_files_are_not_read_on)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
