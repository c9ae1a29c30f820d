// Text that may hold anything becomes a line of UTF-8, and what does not fit ends at a whole character.
#include "system/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void print(char *out, size_t capacity, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(out, capacity, format, arguments);
    va_end(arguments);
}

static void test_clean(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", ""},
        {"plain", "plain"},
        {"\xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x99\x82", "\xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x99\x82"},
        {"a\nb\tc\x1b[31m\x7f", "a b c [31m "},
        {"a\xc2\x85z\xc2\xa0", "a  z\xc2\xa0"}, // controls of 8 bits, and a blank that is none
        {"m\xfcller", "m?ller"},                // Latin-1
        {"\xe6\x97: x", "??: x"},               // cut by a precision
        {"\xf0\x9f\x99, \xf0", "???, ?"},
        {"\x80\x80", "??"},                                        // no beginning of a character
        {"\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80", "?? ??? ????"}, // overlong, half of a pair, beyond Unicode
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[64];
        snprintf(text, sizeof(text), "%s", rows[i][0]);
        editor_text_clean(text);
        assert_string_equal(text, rows[i][1]);
    }
}

// A text of characters of one to four bytes, in every room.
static void test_print(void **state)
{
    (void)state;
    static const char text[] = "a\xc3\xa9\xe6\x97\xa5\xf0\x9f\x99\x82z";
    for (size_t room = 1; room <= sizeof(text) + 1; room++) {
        char out[sizeof(text) + 2];
        memset(out, 'x', sizeof(out));
        print(out, room, "%s", text);
        const size_t length = strlen(out);
        assert_true(length < room && editor_text_is_utf8(out, length) && memcmp(out, text, length) == 0);
        assert_int_equal(length, editor_text_fit(text, room - 1));
    }
    char out[32];
    print(out, sizeof(out), "%.4s: %s", text, "m\xfcl\nler");
    assert_string_equal(out, "a\xc3\xa9?: m?l ler");
    print(out, 4, "%s", "ab\xfc\xfc");
    assert_string_equal(out, "ab");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clean), cmocka_unit_test(test_print)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
