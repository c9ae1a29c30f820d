// Unused names: how they count, that none is given twice, and that many are what a plain search finds.
#include "document/level/names.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static editor_level *level_of(const char *const *names, uint32_t count)
{
    editor_level *level = editor_level_create();
    assert_non_null(level);
    for (uint32_t i = 0; i < count; i++)
        (void)editor_level_add_object(level, names[i], EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

static void assert_next(editor_names *names, const char *name, const char *expected)
{
    assert_string_equal(editor_names_next(names, name), expected);
}

static void numbers_go_on(void **state)
{
    (void)state;
    static const char *const there[] = {"post 04", "post 06", "lamp", "9", "a007", "x 999999999"};
    editor_level *level = level_of(there, 6);
    editor_names *names = editor_names_create(level, "");
    assert_next(names, "post 04", "post 05");
    assert_next(names, "post 04", "post 07"); // 05 was given, 06 is there
    assert_next(names, "post 1", "post 8");   // as many digits as the one that it was made from
    assert_next(names, "post 20", "post 21");
    assert_next(names, "lamp", "lamp 02");
    assert_next(names, "lamp", "lamp 03");
    assert_next(names, "9", "10");
    assert_next(names, "a007", "a008");
    assert_next(names, "x 999999999", "x 1000000000");
    assert_next(names, "y 1234567890", "y 1234567891"); // the last nine digits count
    const char *first = editor_names_unique(names, "new");
    assert_string_equal(first, "new");
    assert_string_equal(editor_names_unique(names, "new"), "new 02");
    char longer[200000]; // than the blocks that texts lie in
    memset(longer, 'x', sizeof(longer));
    longer[sizeof(longer) - 1] = '\0';
    assert_string_equal(editor_names_unique(names, longer), longer);
    longer[sizeof(longer) - 2] = '7';
    assert_string_equal(editor_names_next(names, longer) + sizeof(longer) - 2, "8");
    assert_string_equal(first, "new"); // what was given stays
    editor_names_destroy(names);
    editor_names_destroy(NULL);
    editor_level_destroy(level);
}

// A set of the names that begin with a stem names as one of all does.
static void a_stem_is_enough(void **state)
{
    (void)state;
    static const char *const there[] = {"lamp", "lamp 02", "lamps", "Lamp 03", "a lamp 03", "lam", "lamp 03x", "l"};
    editor_level *level = level_of(there, 8);
    editor_names *some = editor_names_create(level, "lamp"), *all = editor_names_create(level, "");
    assert_string_equal(editor_names_unique(some, "lamp"), "lamp 03");
    assert_string_equal(editor_names_unique(some, "lamp"), "lamp 04");
    assert_string_equal(editor_names_unique(all, "lamp"), "lamp 03");
    assert_string_equal(editor_names_unique(some, "l"), "l"); // no name of the set
    editor_names_destroy(some);
    editor_names_destroy(all);
    editor_level_destroy(level);
}

// Through several growths of the table: none is there already, and each is the first that is free.
static void many_are_as_a_plain_search_finds(void **state)
{
    (void)state;
    enum { MOST = 1500 };
    static char used[2 * MOST][24];
    static const char *there[MOST];
    test_random r = {4};
    uint32_t count = 0;
    for (; count < MOST; count++) {
        snprintf(used[count], sizeof(used[0]), "%c %u", 'a' + (int)random_index(&r, 3), random_index(&r, 900));
        there[count] = used[count];
    }
    editor_level *level = level_of(there, MOST);
    editor_names *names = editor_names_create(level, "");
    unsigned given[3] = {0}; // the last number, by stem
    for (uint32_t i = 0; i < MOST; i++) {
        unsigned number = 0;
        char stem = 0;
        assert_int_equal(sscanf(there[i], "%c %u", &stem, &number), 2);
        const int width = (int)strlen(there[i]) - 2;
        number = given[stem - 'a'] > number ? given[stem - 'a'] : number;
        char expected[24];
        bool taken = true;
        while (taken) {
            snprintf(expected, sizeof(expected), "%c %0*u", stem, width, ++number);
            taken = false;
            for (uint32_t k = 0; k < count && !taken; k++)
                taken = strcmp(used[k], expected) == 0;
        }
        given[stem - 'a'] = number;
        assert_next(names, there[i], expected);
        memcpy(used[count++], expected, sizeof(expected));
    }
    editor_names_destroy(names);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_go_on), cmocka_unit_test(a_stem_is_enough),
                                       cmocka_unit_test(many_are_as_a_plain_search_finds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
