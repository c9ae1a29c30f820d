// Letters that the interface's font does not have from the start. Armenian stands for Chinese and others: the font that
// the packages install has it.
#include "panels/imgui_face.h"
#include "system/font_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char ARMENIAN[] = "\xd4\xb1\xd4\xb2", WITHOUT[] = "\xcd\xb8\xcd\xb8"; // of 0x378 no font has anything

static double show(editor_ui *ui, const char *text)
{
    const pick_window window = {640, 360, 640, 360};
    editor_ui_begin(ui, &window, 0.1);
    const double width = editor_ui_text_width(ui, text);
    editor_ui_paint_text(ui, (pick_vec2){10, 10}, text, 0xffffffff);
    (void)editor_ui_end(ui);
    return width;
}

static void settle(editor_ui *ui)
{
    for (int i = 0; i < 4; i++)
        (void)show(ui, "plain");
    assert_false(editor_ui_needs_frame(ui));
}

static void test_the_next_picture_has_them(void **state)
{
    (void)state;
    editor_font_list *list = editor_font_list_open();
    editor_font_file *font = editor_font_file_find(list, 0x531);
    const bool is_installed = font != NULL;
    editor_font_file_destroy(font);
    editor_font_list_close(list);
    if (!is_installed)
        skip();
    editor_ui *ui = editor_ui_create(1, 1);
    assert_non_null(ui);
    settle(ui);
    const uint64_t revision = editor_ui_font_revision(ui);
    const double unknown = show(ui, ARMENIAN);
    assert_int_equal(editor_ui_font_revision(ui), revision);
    assert_true(editor_ui_needs_frame(ui)); // an idle editor draws it too
    const double known = show(ui, ARMENIAN);
    assert_int_equal(editor_ui_font_revision(ui), revision + 1);
    assert_true(known != unknown);
    // They stay, also at another scale, and cost nothing more.
    settle(ui);
    assert_true(show(ui, ARMENIAN) == known);
    assert_int_equal(editor_ui_font_revision(ui), revision + 1);
    editor_ui_set_scale(ui, 2);
    assert_true(show(ui, ARMENIAN) > 1.8 * known);
    assert_int_equal(editor_ui_font_revision(ui), revision + 2);
    editor_ui_destroy(ui);
}

static void test_letters_of_no_font(void **state)
{
    (void)state;
    editor_ui *ui = editor_ui_create(1, 1);
    assert_non_null(ui);
    const double width = show(ui, WITHOUT);
    for (int i = 0; i < 4; i++)
        assert_true(show(ui, WITHOUT) == width);
    assert_false(editor_ui_needs_frame(ui));
    (void)show(ui, "\xff\xc3");         // no UTF-8
    (void)show(ui, "\xf0\x9f\x98\x80"); // beyond what Dear ImGui can show
    (void)show(ui, "a\xe4\xb8");        // cut in a letter
    editor_ui_destroy(ui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_next_picture_has_them),
        cmocka_unit_test(test_letters_of_no_font),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
