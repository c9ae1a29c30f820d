// Which actions a text finds, and how well.
#include "panels/command_match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_label_that_starts_with_the_text_is_best(void **state)
{
    (void)state;
    assert_int_equal(editor_command_match("Edit", "Duplicate", ""), EDITOR_COMMAND_STARTS);
    assert_int_equal(editor_command_match("Edit", "Duplicate", "  "), EDITOR_COMMAND_STARTS);
    assert_int_equal(editor_command_match("Edit", "Duplicate", "dup"), EDITOR_COMMAND_STARTS);
    assert_int_equal(editor_command_match("Edit", "Duplicate", " DUP "), EDITOR_COMMAND_STARTS);
    assert_int_equal(editor_command_match("Object", "Drop to Floor", "drop to f"), EDITOR_COMMAND_STARTS);
    assert_int_equal(editor_command_match("Edit", "Cut", "cut"), EDITOR_COMMAND_STARTS);
    assert_int_equal(editor_command_match("Edit", "Cut", "cute"), EDITOR_COMMAND_MISSES);
}

static void words_may_come_in_any_order_from_label_and_menu(void **state)
{
    (void)state;
    assert_int_equal(editor_command_match("Object", "Drop to Floor", "floor drop"), EDITOR_COMMAND_WORDS);
    assert_int_equal(editor_command_match("Object|Align", "Min X", "align x"), EDITOR_COMMAND_WORDS);
    assert_int_equal(editor_command_match("Object|Align", "Min X", "align y"), EDITOR_COMMAND_MISSES);
    assert_int_equal(editor_command_match("Select|Select Similar", "Mesh", "sim me"), EDITOR_COMMAND_WORDS);
}

static void the_inside_of_a_word_is_last(void **state)
{
    (void)state;
    assert_int_equal(editor_command_match("Edit", "Duplicate", "plic"), EDITOR_COMMAND_HOLDS);
    assert_int_equal(editor_command_match("Edit", "Ungroup", "group"), EDITOR_COMMAND_HOLDS);
    assert_int_equal(editor_command_match("Edit", "Ungroup", "edit group"), EDITOR_COMMAND_HOLDS);
    // A later place at the start of a word counts more than an earlier one inside.
    assert_int_equal(editor_command_match("Edit", "Ungroup Group", "group"), EDITOR_COMMAND_WORDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_label_that_starts_with_the_text_is_best),
                                       cmocka_unit_test(words_may_come_in_any_order_from_label_and_menu),
                                       cmocka_unit_test(the_inside_of_a_word_is_last)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
