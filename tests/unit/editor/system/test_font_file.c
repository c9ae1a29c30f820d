// Fonts of the system by what they can show.
#include "system/font_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static editor_font_file *must_find(uint32_t letter)
{
    editor_font_file *font = editor_font_file_find(letter);
    if (!font)
        skip(); // no font is installed, or there is no Fontconfig
    return font;
}

static void test_what_is_found_has_the_letter(void **state)
{
    (void)state;
    editor_font_file *font = must_find('A');
    assert_true(editor_font_file_has(font, 'A') && editor_font_file_has(font, 'z'));
    assert_false(editor_font_file_has(font, 0x378)); // no letter
    assert_true(editor_font_file_index(font) >= 0);
    FILE *file = fopen(editor_font_file_path(font), "rb");
    assert_non_null(file);
    fclose(file);
    editor_font_file_destroy(font);
}

static void test_no_font_has_it(void **state)
{
    (void)state;
    editor_font_file_destroy(must_find('A'));
    assert_null(editor_font_file_find(0x378));
    editor_font_file_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_found_has_the_letter),
        cmocka_unit_test(test_no_font_has_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
