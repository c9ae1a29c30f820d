// Numbers and strings as JSON: the shortest digits that read as the same number, however they are found.
#include "document/json/json_write.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Of 15 to 17 digits the fewest that read as the number.
static void expect_number(double number)
{
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        (void)snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number)
            break;
    }
    editor_text text = {0};
    editor_json_write_number(&text, number);
    assert_string_equal(text.data, digits);
    editor_text_free(&text);
}

static void numbers(void **state)
{
    (void)state;
    static const double some[] = {0,         1,           10,       100000,    123456789,
                                  999999999, 999999999.5, 1e9,      1e15,      1e16,
                                  1e300,     0.5,         0.1,      0.000001,  0.0001,
                                  0.001,     0.01,        1.0 / 3,  0.3,       1.25e-5,
                                  1e-300,    12.75,       0.999999, 0.9999995, 4503599627370497.5};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        expect_number(some[i]);
        expect_number(-some[i]);
        expect_number(nextafter(some[i], HUGE_VAL));
        expect_number(nextafter(some[i], -HUGE_VAL));
    }
    test_random r = {5};
    for (int i = 0; i < 3000; i++) {
        const double scale = pow(10, (int)random_index(&r, 22) - 8);
        const double any = random_between(&r, -1, 1) * scale;
        const double decimal = round(any * 1e6) / pow(10, random_index(&r, 9));
        expect_number(any);
        expect_number(decimal);
        expect_number((double)(float)decimal);
    }
}

static void strings(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "\"\""},
        {"post 00001", "\"post 00001\""},
        {"a\"b\\", "\"a\\\"b\\\\\""},
        {"\x01z\x7f", "\"\\u0001z\\u007f\""},
        {"\xc2\x9b"
         "31m\xc2\x80\xc2\xa0",
         "\"\\u009b31m\\u0080\xc2\xa0\""},
        {"T\xc3\xbcr", "\"T\xc3\xbcr\""},
        {"\xff!", "\"\xef\xbf\xbd!\""},
        {"cut \xc3", "\"cut \xef\xbf\xbd\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        editor_text text = {0};
        editor_json_write_string(&text, cases[i][0]);
        assert_string_equal(text.data, cases[i][1]);
        editor_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
