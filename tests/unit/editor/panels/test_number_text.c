// What number fields understand, and what they refuse.
#include "panels/number_text.h"
#include "panels/panels.h"
#include "system/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// What 10 becomes.
static double changed(const char *text, editor_quantity quantity)
{
    editor_change change;
    char why[160];
    if (!editor_number_text_read(text, quantity, &change, why, sizeof(why))) {
        print_message("%s\n", why);
        return (double)NAN;
    }
    return editor_change_apply(&change, 10);
}

static void numbers_and_sums_are_computed(void **state)
{
    (void)state;
    const struct {
        const char *text;
        double number;
    } rows[] = {
        {"7", 7},         {"-7.5", -7.5}, {"+3", 3},        {".5", 0.5},     {"2.", 2},      {"1e3", 1000},
        {"25e-1", 2.5},   {"7+1.5", 8.5}, {"7 - 1.5", 5.5}, {"2*3+4", 10},   {"2+3*4", 14},  {"(2+3)*4", 20},
        {"-(2+3)", -5},   {"2--3", 5},    {"9/3/3", 1},     {"  4  ", 4},    {"*2", 20},     {"* 2 + 1", 30},
        {"/4", 2.5},      {"*=3", 30},    {"/=5", 2},       {"+=0.5", 10.5}, {"-=0.5", 9.5}, {"-= -2", 12},
        {"+=1/4", 10.25}, {"- 5", -5},    {"*50%", 5},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_true(changed(rows[i].text, EDITOR_LENGTH) == rows[i].number);
}

static void units_are_converted(void **state)
{
    (void)state;
    assert_true(changed("250 cm", EDITOR_LENGTH) == 2.5);
    assert_true(changed("1 m + 20cm - 5 mm", EDITOR_LENGTH) == 1 + 20 * 0.01 - 5 * 0.001);
    assert_true(changed("1ft", EDITOR_LENGTH) == 0.3048 && changed("2 in", EDITOR_LENGTH) == 2 * 0.0254);
    assert_true(changed("+=0.1km", EDITOR_LENGTH) == 110);
    assert_true(changed("45 deg", EDITOR_ANGLE) == 45 && changed("45\302\260", EDITOR_ANGLE) == 45);
    assert_true(changed("0.25turn", EDITOR_ANGLE) == 90);
    assert_true(fabs(changed("3.14159265358979 rad", EDITOR_ANGLE) - 180) < 1e-9);
    assert_true(changed("150 %", EDITOR_FACTOR) == 1.5);
}

static void nonsense_is_refused_with_the_reason(void **state)
{
    (void)state;
    const struct {
        const char *text, *why;
        editor_quantity quantity;
    } rows[] = {
        {"", "needs a number", EDITOR_LENGTH},
        {"7+", "\"7+\" needs a number at its end", EDITOR_LENGTH},
        {"abc", "\"abc\" is no number", EDITOR_LENGTH},
        {"7 8", "is no number", EDITOR_LENGTH},
        {"1.2.3", "is no number", EDITOR_LENGTH},
        {"7,5", "is no number", EDITOR_LENGTH},
        {"0x10", "\"x\" where only m, cm", EDITOR_LENGTH},
        {"inf", "is no number", EDITOR_LENGTH},
        {"nan", "is no number", EDITOR_LENGTH},
        {"5 kg", "\"kg\" where only m, cm, mm, km, in or ft can follow", EDITOR_LENGTH},
        {"5 m", "\"m\" where only deg, rad or turn", EDITOR_ANGLE},
        {"5 deg", "\"deg\" where only %", EDITOR_FACTOR},
        {"*2 m", "\"m\" where only %", EDITOR_LENGTH},
        {"(1+2", "closing parenthesis", EDITOR_LENGTH},
        {"1+2)", "is no number", EDITOR_LENGTH},
        {"1/0", "divides by 0", EDITOR_LENGTH},
        {"/(1-1)", "divides by 0", EDITOR_LENGTH},
        {"1e999", "too large", EDITOR_LENGTH},
        {"1e300*1e300", "too large", EDITOR_LENGTH},
        {"=5", "is no number", EDITOR_LENGTH},
        {"+==5", "is no number", EDITOR_LENGTH},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_change change = {EDITOR_CHANGE_ADD, 77};
        char why[160] = "";
        assert_false(editor_number_text_read(rows[i].text, rows[i].quantity, &change, why, sizeof(why)));
        if (!strstr(why, rows[i].why))
            fail_msg("%s: %s", rows[i].text, why);
        assert_true(change.value == 77); // untouched
    }
    // Deep nesting, and text of any bytes, end with a reason.
    char deep[200];
    memset(deep, '(', sizeof(deep) - 1);
    deep[sizeof(deep) - 1] = '\0';
    editor_change change;
    char why[160];
    assert_false(editor_number_text_read(deep, EDITOR_LENGTH, &change, why, sizeof(why)));
    assert_non_null(strstr(why, "nested"));
    static const char letters[] = "0123.+-*/=()e m%c\302\260 ";
    uint32_t seed = 1;
    for (int i = 0; i < 200000; i++) {
        char text[12];
        for (size_t k = 0; k + 1 < sizeof(text); k++)
            text[k] = letters[((seed = seed * 1664525u + 1013904223u) >> 12) % (sizeof(letters) - 1)];
        text[(seed >> 20) % sizeof(text)] = '\0';
        text[sizeof(text) - 1] = '\0';
        const bool ok = editor_number_text_read(text, EDITOR_LENGTH, &change, why, sizeof(why));
        assert_true(ok ? isfinite(change.value) && !why[0] : why[0] != '\0');
    }
}

static void no_zero_is_shown_with_a_sign(void **state)
{
    (void)state;
    static const double zeros[] = {0, -0.0, 1e-9, -1e-9, 0.0004, -0.0004};
    for (size_t i = 0; i < sizeof(zeros) / sizeof(zeros[0]); i++)
        assert_true(editor_text_shown(zeros[i], 3) == 0 && !signbit(editor_text_shown(zeros[i], 3)));
    assert_true(editor_text_shown(-0.0006, 3) == -0.0006 && editor_text_shown(0.0006, 3) == 0.0006);
    assert_true(editor_text_shown(-0.004, 2) == 0 && editor_text_shown(-0.006, 2) == -0.006);
    assert_true(isnan(editor_text_shown((double)NAN, 3)));
}

static double characters(const char *text)
{
    return (double)strlen(text);
}

static void numbers_that_do_not_fit_are_shortened(void **state)
{
    (void)state;
    static const struct {
        const char *format;
        double value, room;
        const char *fit, *shown;
    } cases[] = {
        {"%.3f", 1, 5, "%.3f", "1.000"},
        {"%.3f", -90, 7, "%.3f", "-90.000"},
        {"%.3f", -90, 6, "%.2f", "-90.00"},
        {"%.3f", -12345.678, 8, "%.1f", "-12345.7"},
        {"%.3f", 123456.789, 7, "%.0f", "123457"},
        {"%.3f", 999.9996, 7, "%.2f", "1000.00"},
        {"%.3f", -123456789, 8, "%.1e", "-1.2e+08"},
        {"%.3f", -123456789, 2, "%.0e", "-1e+08"},
        {"%.0f", 48, 1, "%.0e", "5e+01"},
        {"mixed", 0, 2, "mixed", "mixed"},
        {"no limit", 0, 2, "no limit", "no limit"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char format[16], shown[32];
        editor_number_text_fit(cases[i].format, cases[i].value, cases[i].room, characters, format, sizeof(format));
        assert_string_equal(format, cases[i].fit);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(shown, sizeof(shown), format, cases[i].value);
#pragma GCC diagnostic pop
        assert_string_equal(shown, cases[i].shown);
    }
}

// A dialog that is not touched changes nothing.
static void fields_hold_the_whole_number(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {5, "5"},
        {0, "0"},
        {-0.25, "-0.25"},
        {1e6, "1000000"},
        {0.3048006096, "0.3048006096"},
        {12345.68, "12345.68"},
        {1.0 / 3, "0.3333333333333333"},
        {-1.2345678901234566e-9, "-1.2345678901234566e-09"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        editor_form_field field;
        char why[EDITOR_UI_WHY_SIZE];
        double read = 0;
        editor_form_set_number(&field, "Scale", EDITOR_FACTOR, cases[i].value);
        assert_string_equal(field.text, cases[i].text);
        assert_true(editor_form_number(&field, &read, why));
        assert_true(read == cases[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_sums_are_computed),         cmocka_unit_test(units_are_converted),
        cmocka_unit_test(nonsense_is_refused_with_the_reason),   cmocka_unit_test(no_zero_is_shown_with_a_sign),
        cmocka_unit_test(numbers_that_do_not_fit_are_shortened), cmocka_unit_test(fields_hold_the_whole_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
