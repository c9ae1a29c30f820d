// Names that are shortened in their middle.
#include "panels/name_text.h"
#include "system/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A letter is as wide as `*user`.
static double width_of(const void *user, const char *text)
{
    double width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80 ? *(const double *)user : 0;
    return width;
}

static void expect(const char *name, double room, size_t size, const char *wanted)
{
    const double letter = 1;
    char out[64];
    memset(out, 'x', sizeof(out));
    editor_name_text_fit(name, room, width_of, &letter, out, size);
    assert_string_equal(out, wanted);
}

static void test_names(void **state)
{
    (void)state;
    expect("walk", 4, 64, "walk");
    expect("", 0, 64, "");
    expect("Armature|walk", 13, 64, "Armature|walk");
    expect("Armature|walk", 12, 64, "Armat...walk");
    expect("Armature|walk", 9, 64, "Arm...alk");
    expect("Armature|walk", 3, 64, "...");
    expect("Armature|walk", 0, 64, "...");
    expect("Armature|walk", 100, 14, "Armature|walk");
    expect("Armature|walk", 100, 13, "Armat...walk"); // room for 12 bytes
    expect("Armature|walk", 100, 8, "Ar...lk");
    expect("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f\xc3\xa4\xc3\xb6", 5, 64, "\xc3\xa4...\xc3\xb6");
}

// Of any length, for any room: it fits, and no letter is cut.
static void test_all(void **state)
{
    (void)state;
    static const char name[] = "a\xc3\xb6\xe4\xba\xba\xf0\x9f\x8f\x83o\xc3\xbcz\xe4\xba\xba!";
    const double letter = 1;
    for (size_t size = 8; size < 32; size++) {
        for (int room = 3; room < 14; room++) {
            char out[32];
            memset(out, 'x', sizeof(out));
            editor_name_text_fit(name, room, width_of, &letter, out, size);
            assert_true(strlen(out) < size && width_of(&letter, out) <= room);
            assert_true(editor_text_is_utf8(out, strlen(out)));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
