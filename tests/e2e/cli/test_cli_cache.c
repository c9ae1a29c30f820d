// The cache of models, as two calls of the program meet in it.
#define _POSIX_C_SOURCE 200809L // setenv, nanosleep

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 120 };

static char cache[300];

// A hilly grid of 28 800 triangles as OBJ: its entry has more than a million bytes.
static void write_grid(const char *name, double height)
{
    const size_t room = 4000000;
    char *text = malloc(room);
    assert_non_null(text);
    size_t length = 0;
    for (int i = 0; i < (SIDE + 1) * (SIDE + 1); i++) {
        const double x = i % (SIDE + 1), y = i / (SIDE + 1);
        length += (size_t)snprintf(text + length, room - length, "v %g %g %g\n", x, y, height * sin(x * y));
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int at = 1 + i / SIDE * (SIDE + 1) + i % SIDE;
        length += (size_t)snprintf(text + length, room - length, "f %d %d %d\nf %d %d %d\n", at, at + 1, at + SIDE + 1,
                                   at + 1, at + SIDE + 2, at + SIDE + 1);
    }
    program_write_file(name, text, length);
    free(text);
}

static int count_entries(bool all)
{
    char path[400];
    snprintf(path, sizeof(path), "%s/vkpick/models", cache);
    int count = 0;
    DIR *files = opendir(path);
    for (struct dirent *entry = files ? readdir(files) : NULL; entry; entry = readdir(files)) {
        const char *end = strstr(entry->d_name, ".model");
        count += end && (all || end[6] == '\0');
    }
    if (files)
        closedir(files);
    return count;
}

// Entries are written after the program has answered.
static void wait_for_entries(int count)
{
    for (int i = 0; i < 600 && (count_entries(false) != count || count_entries(true) != count); i++)
        nanosleep(&(struct timespec){0, 50000000}, NULL);
    assert_int_equal(count_entries(false), count);
}

static void same_output(const char *arguments, const char *path, const char *expected)
{
    program_result result = program_expect(0, "%s %s", arguments, path);
    assert_string_equal(result.out, expected);
    program_free(&result);
}

static void test_models_and_levels(void **state)
{
    (void)state;
    write_grid("one.obj", 1);
    write_grid("two.obj", 2);
    static const char level[] =
        "{\"vkpick_level\":2,\"assets\":[{\"id\":1,\"path\":\"one.obj\"},"
        "{\"id\":2,\"path\":\"two.obj\"}],\"objects\":[{\"id\":1,\"name\":\"a\",\"asset\":1,\"mesh\":0},"
        "{\"id\":2,\"name\":\"b\",\"asset\":2,\"mesh\":0,\"position\":[0,0,3]}]}";
    program_write_file("both.vkpick", level, sizeof(level) - 1);
    static const char *const names[] = {"one.obj", "two.obj", "both.vkpick"};
    static const char picks[] = "pick --at 640,360 --at 500,300 --at 700,400 --all";
    char *expected[3];
    for (int i = 0; i < 3; i++) {
        program_result result = program_expect(0, "%s --no-cache %s", picks, program_path(names[i]));
        expected[i] = strdup(result.out);
        assert_non_null(strstr(expected[i], "\"hit\":true"));
        program_free(&result);
    }
    assert_int_equal(count_entries(true), 0);
    same_output(picks, program_path(names[0]), expected[0]);
    wait_for_entries(1);
    same_output(picks, program_path(names[2]), expected[2]); // one from the cache, one from its file
    wait_for_entries(2);
    for (int i = 0; i < 3; i++)
        same_output(picks, program_path(names[i]), expected[i]);
    write_grid("one.obj", 2); // now as the other one, but for its name, which the reader knows
    same_output(picks, program_path(names[0]), expected[1]);
    wait_for_entries(3);
    for (int i = 0; i < 3; i++)
        free(expected[i]);
}

static void test_the_bound_is_chosen(void **state)
{
    (void)state;
    write_grid("three.obj", 3);
    const int before = count_entries(true);
    program_result result = program_expect(0, "info --cache-limit 1 %s", program_path("three.obj"));
    program_free(&result);
    assert_int_equal(setenv("VKPICK_CACHE_LIMIT", "0", 1), 0);
    result = program_expect(0, "info %s", program_path("three.obj"));
    program_free(&result);
    assert_int_equal(setenv("VKPICK_CACHE_LIMIT", "much", 1), 0);
    result = program_expect(2, "info demo");
    assert_non_null(strstr(result.err, "VKPICK_CACHE_LIMIT much: expected millions of bytes"));
    program_free(&result);
    unsetenv("VKPICK_CACHE_LIMIT");
    result = program_expect(2, "info demo --cache-limit -1");
    assert_non_null(strstr(result.err, "--cache-limit -1: expected millions of bytes"));
    program_free(&result);
    nanosleep(&(struct timespec){0, 300000000}, NULL); // a writer would have begun
    assert_int_equal(count_entries(true), before);
}

// A cache that cannot be written to changes nothing that is seen.
static void test_no_folder(void **state)
{
    (void)state;
    program_write_file("file", "", 0);
    assert_int_equal(setenv("XDG_CACHE_HOME", program_path("file"), 1), 0);
    write_grid("four.obj", 4);
    for (int i = 0; i < 2; i++) {
        program_result result = program_expect(0, "info %s", program_path("four.obj"));
        assert_string_equal(result.err, "");
        program_free(&result);
    }
    assert_int_equal(setenv("XDG_CACHE_HOME", cache, 1), 0);
}

static int set_up(void **state)
{
    (void)state;
    program_write_file("known", "", 0);
    snprintf(cache, sizeof(cache), "%s.cache", program_path("known"));
    unsetenv("VKPICK_CACHE_LIMIT");
    return setenv("XDG_CACHE_HOME", cache, 1);
}

static int tear_down(void **state)
{
    char command[400];
    snprintf(command, sizeof(command), "rm -rf '%s'", cache);
    return system(command) != 0 || program_finish(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models_and_levels),
        cmocka_unit_test(test_the_bound_is_chosen),
        cmocka_unit_test(test_no_folder),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
