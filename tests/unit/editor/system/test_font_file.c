// Fonts of the system by what they can show.
#include "system/font_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void test_what_is_found_has_the_letter(void **state)
{
    (void)state;
    editor_font_list *list = editor_font_list_open();
    editor_font_file *font = editor_font_file_find(list, 'A');
    if (!font) { // no font is installed, or there is no Fontconfig
        editor_font_list_close(list);
        skip();
    }
    assert_true(editor_font_file_has(font, 'A') && editor_font_file_has(font, 'z'));
    assert_false(editor_font_file_has(font, 0x378)); // no letter
    assert_true(editor_font_file_index(font) >= 0);
    FILE *file = fopen(editor_font_file_path(font), "rb");
    assert_non_null(file);
    fclose(file);
    editor_font_file_destroy(font);
    assert_null(editor_font_file_find(list, 0x378));
    editor_font_list_close(list);
}

static void test_nothing(void **state)
{
    (void)state;
    assert_null(editor_font_file_find(NULL, 'A'));
    editor_font_file_destroy(NULL);
    editor_font_list_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_found_has_the_letter),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
