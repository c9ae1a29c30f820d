// Letters that the interface's font does not have from the start. Armenian stands for Chinese and others: the font that
// the packages install has it.
#define _POSIX_C_SOURCE 200809L // setenv
#include "panels/imgui_face.h"
#include "system/font_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

// The file of the font that has Armenian; false: there is none, or no Fontconfig.
static bool find_armenian(char *path, size_t size)
{
    editor_font_list *list = editor_font_list_open();
    editor_font_file *font = editor_font_file_find(list, 0x531);
    const bool is_found = font && snprintf(path, size, "%s", editor_font_file_path(font)) < (int)size;
    editor_font_file_destroy(font);
    editor_font_list_close(list);
    return is_found;
}

static void test_the_next_picture_has_them(void **state)
{
    (void)state;
    char path[1024];
    if (!find_armenian(path, sizeof(path)))
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

static uint32_t number_at(const uint8_t *at, int bytes)
{
    uint32_t n = 0;
    for (int i = 0; i < bytes; i++)
        n = n << 8 | at[i];
    return n;
}

static void put_numbers(FILE *file, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (int shift = 24; shift >= 0; shift -= 8)
            fputc((int)(numbers[i] >> shift & 255), file);
    }
}

// A TrueType font in a WOFF file, its tables as they are (W3C, "WOFF File Format 1.0", section 3). False: it is none.
static bool write_woff(const char *from, const char *to)
{
    enum { MOST = 1 << 22, HEAD = 44, ENTRY = 20 };
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    uint8_t *font = calloc(1, MOST + 4);
    assert_true(in && out && font);
    const size_t size = fread(font, 1, MOST, in);
    const uint32_t tables = number_at(font + 4, 2);
    const bool ok = size > 12 && size < MOST && number_at(font, 4) == 0x10000 && 12 + 16 * tables <= size;
    uint32_t sfnt = 12 + 16 * tables, place = HEAD + ENTRY * tables;
    for (uint32_t i = 0; ok && i < tables; i++)
        sfnt += (number_at(font + 12 + 16 * i + 12, 4) + 3) & ~3u;
    const uint32_t total = sfnt - 12 - 16 * tables + place;
    const uint32_t head[] = {0x774f4646, 0x10000, total, tables << 16, sfnt, 0x10000, 0, 0, 0, 0, 0};
    put_numbers(out, head, sizeof(head) / sizeof(head[0]));
    for (uint32_t i = 0; ok && i < tables; i++) {
        const uint8_t *row = font + 12 + 16 * i; // tag, checksum, offset, length
        const uint32_t length = number_at(row + 12, 4);
        const uint32_t entry[] = {number_at(row, 4), place, length, length, number_at(row + 4, 4)};
        put_numbers(out, entry, sizeof(entry) / sizeof(entry[0]));
        place += (length + 3) & ~3u;
    }
    for (uint32_t i = 0; ok && i < tables; i++) {
        const uint8_t *row = font + 12 + 16 * i;
        fwrite(font + number_at(row + 8, 4), 1, (number_at(row + 12, 4) + 3) & ~3u, out);
    }
    free(font);
    fclose(in);
    fclose(out);
    return ok;
}

// Fontconfig knows fonts in formats that Dear ImGui ends the program at.
static void test_a_font_that_cannot_be_read(void **state)
{
    (void)state;
    char path[1024], folder[1024], file[1100], text[2600];
    if (!find_armenian(path, sizeof(path)))
        skip();
    assert_non_null(getcwd(folder, sizeof(folder) - 32));
    strcat(folder, "/test_letters.tmp");
    (void)mkdir(folder, 0700);
    snprintf(file, sizeof(file), "%s/font.woff", folder);
    const bool is_written = write_woff(path, file);
    snprintf(text, sizeof(text), "<fontconfig><dir>%s</dir><cachedir>%s/cache</cachedir></fontconfig>\n", folder,
             folder);
    snprintf(file, sizeof(file), "%s/fonts.conf", folder);
    FILE *config = fopen(file, "w");
    assert_non_null(config);
    fputs(text, config);
    fclose(config);
    setenv("FONTCONFIG_FILE", file, 1);
    if (!is_written || !find_armenian(path, sizeof(path)) || !strstr(path, ".woff")) {
        unsetenv("FONTCONFIG_FILE");
        skip(); // another kind of font, or Fontconfig without WOFF
    }
    editor_ui *ui = editor_ui_create(1, 1);
    assert_non_null(ui);
    const double width = show(ui, ARMENIAN);
    assert_true(show(ui, ARMENIAN) == width);
    editor_ui_destroy(ui);
    unsetenv("FONTCONFIG_FILE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_next_picture_has_them),
        cmocka_unit_test(test_letters_of_no_font),
        cmocka_unit_test(test_a_font_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
