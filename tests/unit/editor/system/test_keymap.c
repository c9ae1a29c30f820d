// Names of keys, and keymap files.
#include "system/keymap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CTRL = PICK_MODIFIER_CTRL, SHIFT = PICK_MODIFIER_SHIFT, ALT = PICK_MODIFIER_ALT };

static void names_of_keys_are_read_as_they_are_written(void **state)
{
    (void)state;
    static const editor_key few[] = {EDITOR_KEY_SPACE, EDITOR_KEY_COMMA, EDITOR_KEY_MINUS, EDITOR_KEY_PERIOD,
                                     (editor_key)'0',  (editor_key)'9',  (editor_key)'A',  (editor_key)'Z'};
    for (int n = 0; n < 8 + EDITOR_KEY_COUNT - EDITOR_KEY_TAB; n++) {
        const editor_key key = n < 8 ? few[n] : (editor_key)(EDITOR_KEY_TAB + n - 8);
        for (uint32_t modifiers = 0; modifiers < 8; modifiers++) {
            char text[EDITOR_KEY_TEXT_SIZE];
            editor_key read = EDITOR_KEY_NONE;
            uint32_t held = 99;
            const uint32_t m = (modifiers & 1 ? CTRL : 0) | (modifiers & 2 ? SHIFT : 0) | (modifiers & 4 ? ALT : 0);
            editor_key_write(key, m, text);
            assert_true(editor_key_read(text, &read, &held));
            assert_int_equal(read, key);
            assert_int_equal(held, m);
        }
    }
}

static void assert_written(editor_key key, uint32_t modifiers, const char *line)
{
    char text[64];
    const editor_key_binding binding = {.action = "open", .key = key, .modifiers = modifiers};
    editor_keymap_write(&binding, text, sizeof(text));
    assert_string_equal(text, line);
}

static void lines_are_written_as_people_say_keys(void **state)
{
    (void)state;
    assert_written((editor_key)'O', CTRL | SHIFT, "open = Ctrl+Shift+O");
    assert_written(EDITOR_KEY_KP_9, ALT, "open = Alt+Num 9");
    assert_written(EDITOR_KEY_F12, 0, "open = F12");
    assert_written(EDITOR_KEY_COMMA, CTRL, "open = Ctrl+,");
    assert_written(EDITOR_KEY_NONE, CTRL, "open = none");
}

static void assert_key(const char *text, editor_key key, uint32_t modifiers)
{
    editor_key read = EDITOR_KEY_NONE;
    uint32_t held = 0;
    assert_true(editor_key_read(text, &read, &held));
    assert_int_equal(read, key);
    assert_int_equal(held, modifiers);
}

static void case_blanks_and_the_order_of_modifiers_do_not_count(void **state)
{
    (void)state;
    assert_key("ctrl+shift+x", (editor_key)'X', CTRL | SHIFT);
    assert_key(" SHIFT + Ctrl + X ", (editor_key)'X', CTRL | SHIFT);
    assert_key("num1", (editor_key)(EDITOR_KEY_KP_0 + 1), 0);
    assert_key("PageUp", EDITOR_KEY_PAGE_UP, 0);
    assert_key("delete", EDITOR_KEY_DELETE, 0);
    assert_key("Alt+-", EDITOR_KEY_MINUS, ALT);
    assert_key("f12", EDITOR_KEY_F12, 0);
    static const char *const wrong[] = {"",       " ",  "Ctrl", "Ctrl+", "+",         "X+Ctrl", "F13",     "F0",
                                        "Num 10", "XX", "?",    "none",  "Ctrl+Ctrl", "Meta+X", "\xc3\xa4"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        editor_key key = (editor_key)'K';
        uint32_t held = ALT;
        assert_false(editor_key_read(wrong[i], &key, &held));
        assert_true(key == (editor_key)'K' && held == ALT);
    }
}

// --- files ---

typedef struct told_lines {
    char text[8][512];
    int count;
} told_lines;

static void tell(void *user, const char *text)
{
    told_lines *told = user;
    assert_null(strpbrk(text, "\n\r\t"));
    if (told->count < 8)
        snprintf(told->text[told->count], sizeof(told->text[0]), "%s", text);
    told->count++;
}

enum { COPY, PASTE, HIDE, GRID, COUNT };

static void defaults(editor_key_binding keys[COUNT])
{
    const editor_key_binding table[COUNT] = {{"copy", (editor_key)'C', CTRL, 0},
                                             {"paste", (editor_key)'V', CTRL, 0},
                                             {"hide", (editor_key)'H', 0, 0},
                                             {"grid", EDITOR_KEY_NONE, 0, 0}};
    memcpy(keys, table, sizeof(table));
}

static told_lines read_bytes(const char *bytes, size_t size, editor_key_binding keys[COUNT])
{
    told_lines told = {.count = 0};
    editor_error error = {""};
    FILE *file = fopen("test_keymap.txt", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    defaults(keys);
    assert_true(editor_keymap_read("test_keymap.txt", keys, COUNT, tell, &told, &error));
    remove("test_keymap.txt");
    return told;
}

static told_lines read_text(const char *text, editor_key_binding keys[COUNT])
{
    return read_bytes(text, strlen(text), keys);
}

static void lines_change_the_actions_they_name(void **state)
{
    (void)state;
    editor_key_binding keys[COUNT];
    told_lines told = read_text("# mine\n\n  copy = Ctrl+Shift+C  # so\r\nhide=none\ngrid =  F4", keys);
    assert_int_equal(told.count, 0);
    assert_true(keys[COPY].key == (editor_key)'C' && keys[COPY].modifiers == (CTRL | SHIFT));
    assert_true(keys[PASTE].key == (editor_key)'V' && keys[PASTE].modifiers == CTRL);
    assert_true(keys[HIDE].key == EDITOR_KEY_NONE);
    assert_true(keys[GRID].key == (editor_key)(EDITOR_KEY_F1 + 3) && keys[GRID].modifiers == 0);
    // Two actions change their keys.
    told = read_text("copy = Ctrl+V\npaste = Ctrl+C\n", keys);
    assert_int_equal(told.count, 0);
    assert_true(keys[COPY].key == (editor_key)'V' && keys[PASTE].key == (editor_key)'C');
    // A byte order mark is no part of the first line.
    told = read_text("\xef\xbb\xbfhide = X\r\n\xef\xbb\xbfgrid = Y\r\n", keys);
    assert_int_equal(told.count, 1);
    assert_non_null(strstr(told.text[0], "test_keymap.txt:2: no action is named"));
    assert_true(keys[HIDE].key == (editor_key)'X' && keys[GRID].key == EDITOR_KEY_NONE);
}

static void wrong_lines_are_named_and_left_out(void **state)
{
    (void)state;
    editor_key_binding keys[COUNT];
    told_lines told = read_text("copy = Strg+X\nfly = F5\nhide\ngrid = G\ncopy = \n", keys);
    assert_int_equal(told.count, 4);
    assert_string_equal(told.text[0], "test_keymap.txt:1: copy: \"Strg+X\" is not a key; expected one such as "
                                      "Ctrl+Shift+X, F5, Num 1, Page Up, or none");
    assert_string_equal(told.text[1], "test_keymap.txt:2: no action is named \"fly\"; --print-keymap lists them");
    assert_string_equal(told.text[2], "test_keymap.txt:3: \"hide\": expected ACTION = KEY");
    assert_non_null(strstr(told.text[3], ":5: copy: \"\" is not a key"));
    assert_true(keys[COPY].key == (editor_key)'C' && keys[HIDE].key == (editor_key)'H');
    assert_true(keys[GRID].key == (editor_key)'G'); // the rest is used
}

static void conflicts_are_named(void **state)
{
    (void)state;
    editor_key_binding keys[COUNT];
    told_lines told = read_text("copy = F5\npaste = F5\n", keys);
    assert_int_equal(told.count, 1);
    assert_string_equal(told.text[0], "test_keymap.txt:2: paste: that is the key of copy already, by line 1");
    assert_true(keys[COPY].key == (editor_key)(EDITOR_KEY_F1 + 4) && keys[PASTE].key == (editor_key)'V');
    told = read_text("copy = F5\ncopy = F6\n", keys);
    assert_int_equal(told.count, 1);
    assert_string_equal(told.text[0], "test_keymap.txt:2: copy has a key already, by line 1");
    // The key of another action's default.
    told = read_text("\ngrid = H\n", keys);
    assert_int_equal(told.count, 1);
    assert_string_equal(told.text[0], "test_keymap.txt:2: grid takes the key of hide, which has none now; \"hide = "
                                      "none\" says that this is meant");
    assert_true(keys[GRID].key == (editor_key)'H' && keys[HIDE].key == EDITOR_KEY_NONE);
    told = read_text("grid = H\nhide = none", keys);
    assert_int_equal(told.count, 0);
}

static void any_bytes_are_a_keymap(void **state)
{
    (void)state;
    editor_key_binding keys[COUNT];
    uint32_t seed = 7;
    static const char *const parts[] = {"copy", "hide", " = ", "=", "Ctrl+", "H", "none", "\n", "#", "F1", "\t", "\r"};
    for (int round = 0; round < 3000; round++) {
        char bytes[400];
        size_t size = 0;
        while (size < 300) {
            seed = seed * 1664525u + 1013904223u;
            const char *part = parts[(seed >> 8) % 12];
            if ((seed >> 20) % 16 == 0)
                bytes[size++] = (char)(seed >> 24);
            memcpy(bytes + size, part, strlen(part));
            size += strlen(part);
        }
        read_bytes(bytes, size, keys);
        for (int i = 0; i < COUNT; i++) {
            for (int k = 0; k < i; k++)
                assert_true(keys[i].key == EDITOR_KEY_NONE || keys[i].key != keys[k].key ||
                            keys[i].modifiers != keys[k].modifiers);
        }
    }
    told_lines told = {.count = 0};
    editor_error error = {""};
    assert_false(editor_keymap_read("no such folder/keymap", keys, COUNT, tell, &told, &error));
    assert_non_null(strstr(error.text, "no such folder/keymap: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_of_keys_are_read_as_they_are_written),
                                       cmocka_unit_test(lines_are_written_as_people_say_keys),
                                       cmocka_unit_test(case_blanks_and_the_order_of_modifiers_do_not_count),
                                       cmocka_unit_test(lines_change_the_actions_they_name),
                                       cmocka_unit_test(wrong_lines_are_named_and_left_out),
                                       cmocka_unit_test(conflicts_are_named),
                                       cmocka_unit_test(any_bytes_are_a_keymap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
