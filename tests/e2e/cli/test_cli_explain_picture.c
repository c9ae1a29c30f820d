// The pictures that explain a pick: each kind shows its subject, in its own colour.
#include "effort.h"
#include "picture.h"
#include "program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// How many pixels are about this colour.
static int count_color(const char *path, int red, int green, int blue)
{
    picture image;
    int count = 0;
    assert_true(picture_read(path, &image));
    for (uint32_t y = 0; y < image.height; y++) {
        for (uint32_t x = 0; x < image.width; x++) {
            const uint8_t *p = picture_at(&image, x, y);
            count += abs(p[0] - red) < 24 && abs(p[1] - green) < 24 && abs(p[2] - blue) < 24;
        }
    }
    picture_free(&image);
    return count;
}

static const char *draw(const char *kind)
{
    const char *path = program_path("why.png");
    const char *view = test_is_thorough() ? "--at 373,220 --size 640x360" : "--at 186.5,110 --size 320x180";
    program_result result =
        program_expect(0, "explain demo %s --radius 0 --picture '%s' --picture-of %s", view, path, kind);
    assert_true(program_line_count(result.out) > 0);
    program_free(&result);
    return path;
}

static void test_each_kind_shows_what_it_is_of(void **state)
{
    (void)state;
    const char *path = draw("ray");
    assert_true(count_color(path, 255, 180, 60) > 50);   // the ray
    assert_true(count_color(path, 102, 160, 217) > 200); // boxes of objects
    assert_true(count_color(path, 255, 112, 48) < 50);   // maples
    path = draw("mesh");
    assert_true(count_color(path, 255, 180, 60) > 50);
    assert_true(count_color(path, 120, 200, 184) > 100); // boxes of the mesh
    path = draw("triangles");
    assert_true(count_color(path, 232, 232, 232) > 200); // tested
    assert_true(count_color(path, 255, 112, 48) > 200);  // hit
}

static void test_what_cannot_be_drawn_is_said(void **state)
{
    (void)state;
    program_result result = program_expect(2, "explain demo --at 1,1 --picture-of elephants");
    program_free(&result);
    result = program_expect(1, "explain demo --at 1,1 --size 320x180 --picture '%s'", program_path("none.png"));
    assert_non_null(result.err);
    program_free(&result);
    static const char SQUARE[] = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n";
    program_write_file("square.obj", SQUARE, sizeof(SQUARE) - 1);
    result = program_expect(1, "explain '%s' --at 160,90 --size 320x180 --picture /nowhere/at/all.png",
                            test_is_thorough() ? "demo" : program_path("square.obj"));
    assert_non_null(strstr(result.err, "/nowhere/at/all.png"));
    program_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_kind_shows_what_it_is_of),
        cmocka_unit_test(test_what_cannot_be_drawn_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
