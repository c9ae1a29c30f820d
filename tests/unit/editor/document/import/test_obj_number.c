// Numbers of OBJ files: to the last bit what the C library makes of them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/import/obj/obj_number.h"
#include "effort.h"
#include "random.h"

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

// Reads a number that fills the text, and compares.
static void check(const char *text)
{
    const char *at = text;
    float value = 0;
    const bool read = obj_read_number(&at, &value);
    const float expected = strtof(text, NULL);
    if (!read || at != text + strlen(text) || bits_of(value) != bits_of(expected)) {
        print_error("%s: %.9g, not %.9g; %zu bytes\n", text, (double)value, (double)expected, (size_t)(at - text));
        fail();
    }
}

static void test_forms(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "+0",
        "0.0",
        "1",
        "+1",
        "-1",
        "1.",
        ".5",
        "-.5",
        "+.5e1",
        "007",
        "000.250",
        "1e+2",
        "+1e+2",
        "1E2",
        "1e-2",
        "3.4028235e38",
        "3.4028236e38",
        "3.40282356e38",
        "3.4028235677973366e38",
        "3.5e38",
        "1e39",
        "-1e400",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "1e-45",
        "7e-46",
        "7.1e-46",
        "1.1754943508222875e-38",
        "1.17549429e-38",
        "1.1754942e-38",
        "16777217",
        "16777219",
        "33554433",
        "0.1",
        "0.3",
        "1.0000000596046448",
        "1.00000005960464477539062",
        "1.00000005960464477539063",
        "1.0000001788139343",
        "8388608.5",
        "8388609.5",
        "9999999999999999999",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999999999999",
        "0.00000000000000000000000000000000000000000000001",
        "123456789012345678901234567890e-20",
        "1.234567890123456789e-01",
        "1.234567890123456789e-05",
        "1.234567890123456789e-25",
        "1.2e-44",
        "5e22",
        "5e23",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        check(texts[i]);
    char digits[2000];
    memset(digits, '7', sizeof(digits));
    digits[1000] = '.';
    memcpy(digits + 1500, "e-990", 6);
    check(digits);
}

static void test_ends(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int length; // 0: no number
    } cases[] = {{"", 0},     {"-", 0},   {".", 0},   {"+.", 0},  {"e5", 0},  {"nan", 0},  {"inf", 0},   {"+-1", 0},
                 {"--1", 0},  {"x", 0},   {" 1", 0},  {"1e", 1},  {"1e+", 1}, {"1.e", 2},  {"1.5e-", 3}, {"1.2.3", 3},
                 {"0x10", 1}, {"1,5", 1}, {"1-2", 1}, {"1 2", 1}, {"1\n", 1}, {"1e5e5", 3}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *at = cases[i].text;
        float value = 0;
        assert_int_equal(obj_read_number(&at, &value), cases[i].length > 0);
        assert_int_equal(at - cases[i].text, cases[i].length);
    }
}

// Digits with a point somewhere, and sometimes an exponent.
static void put_digits(test_random *random, char *text)
{
    size_t used = 0;
    const uint32_t sign = random_index(random, 4);
    if (sign < 2)
        text[used++] = sign == 0 ? '-' : '+';
    const uint32_t count = 1 + random_index(random, random_index(random, 8) == 0 ? 30 : 12);
    const uint32_t point = random_index(random, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        if (i == point)
            text[used++] = '.';
        text[used++] = (char)('0' + random_index(random, 10));
    }
    if (random_index(random, 3) == 0)
        used += (size_t)sprintf(text + used, "e%d", (int)random_index(random, 100) - 60);
    text[used] = '\0';
}

// The middle between two floats, written in full, or a little more or less.
static void put_middle(test_random *random, char *text)
{
    const uint32_t bits = (uint32_t)random_bits(random) & 0x7fffffffu;
    float value;
    memcpy(&value, &bits, sizeof(value));
    const float from = isfinite(value) && value < 1e20f && value > 1e-30f ? value : 1;
    const double middle = ((double)from + (double)nextafterf(from, INFINITY)) / 2;
    static const char *const formats[] = {"%.17g", "%.16g", "%.18g", "%.40e", "%.20g", "%.18e", "%.15g"};
    sprintf(text, formats[random_index(random, 7)], middle);
}

static void test_random_numbers(void **state)
{
    (void)state;
    test_random random = {11};
    const uint32_t rounds = test_effort(300000, 5000000);
    for (uint32_t i = 0; i < rounds; i++) {
        char text[128];
        if (i % 4 == 0) {
            put_middle(&random, text);
        } else if (i % 4 == 1) { // what programs write
            const uint32_t bits = (uint32_t)random_bits(&random);
            float value;
            memcpy(&value, &bits, sizeof(value));
            static const char *const formats[] = {"%g", "%.6f", "%.9g", "%.17g", "%.18e", "%e"};
            sprintf(text, formats[random_index(&random, 6)], isfinite(value) ? (double)value : 1);
        } else {
            put_digits(&random, text);
        }
        check(text);
    }
}

// The quick way takes nearly all numbers: else it would prove nothing.
static void test_quick_way(void **state)
{
    (void)state;
    test_random random = {5};
    uint32_t quick = 0;
    for (uint32_t i = 0; i < 10000; i++) {
        float value = 0;
        const int exponent = (int)random_index(&random, 45) - 44;
        quick += obj_number_quick(random_bits(&random) % 10000000000000000000u, exponent, &value);
    }
    assert_true(quick > 9900);
    float value = 1;
    assert_false(obj_number_quick(16777217, 0, &value));                // a tie
    assert_false(obj_number_quick(10000000596046447754u, -19, &value)); // next to one
    assert_false(obj_number_quick(1, -44, &value));                     // too small
    assert_true(obj_number_quick(0, -44, &value) && value == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_random_numbers),
        cmocka_unit_test(test_quick_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
