// Pictures: they are written, and each option changes the right pixels and no others.
#include "effort.h"
#include "near.h"
#include "picture.h"
#include "program.h"

#include <string.h>

static const char TWO[] = "o left\nv -2 -1 0\nv -0.5 -1 0\nv -0.5 1 0\nv -2 1 0\nf 1 2 3 4\n"
                          "o right\nv 0.5 -1 0\nv 2 -1 0\nv 2 1 0\nv 0.5 1 0\nf 5 6 7 8\n";

// Four metres high and 160 points: a point is 1/40 m. The squares are 20..80 and 120..180 wide, 40..120 high.
static const char FACING[] = "--size 200x160 --ortho 4 --eye 0,0,5 --target 0,0,0";

static const char *two(void)
{
    program_write_file("two.obj", TWO, sizeof(TWO) - 1);
    return program_path("two.obj");
}

// `said`: within what the program says on stderr.
static picture draw_saying(const char *said, const char *options)
{
    program_result result =
        program_expect(0, "render '%s' %s --out '%s' %s", two(), FACING, program_path("shot.png"), options);
    assert_string_equal(result.out, "");
    assert_non_null(strstr(result.err, said));
    program_free(&result);
    picture image;
    assert_true(picture_read(program_path("shot.png"), &image));
    assert_int_equal(image.width, 200);
    assert_int_equal(image.height, 160);
    return image;
}

static picture draw(const char *options)
{
    return draw_saying("", options);
}

// Without options that change anything. Drawn once; not to be freed.
static const picture *unmarked(void)
{
    static picture image;
    if (image.rgba == NULL)
        image = draw("--no-grid");
    return &image;
}

static int brightness(const picture *image, uint32_t x, uint32_t y)
{
    const uint8_t *p = picture_at(image, x, y);
    return p[0] + p[1] + p[2];
}

// How many pixels of a column range differ between two pictures.
static int count_changes(const picture *a, const picture *b, uint32_t x0, uint32_t x1)
{
    int count = 0;
    for (uint32_t y = 0; y < a->height; y++) {
        for (uint32_t x = x0; x < x1; x++)
            count += memcmp(picture_at(a, x, y), picture_at(b, x, y), 4) != 0;
    }
    return count;
}

static void test_things_are_where_they_should_be(void **state)
{
    (void)state;
    picture image = draw("--no-grid");
    int background = brightness(&image, 100, 80);
    assert_true(brightness(&image, 50, 80) > background + 100);
    assert_true(brightness(&image, 150, 80) > background + 100);
    assert_true(brightness(&image, 22, 42) > background + 100);
    assert_true(brightness(&image, 17, 80) < background + 60);
    assert_true(brightness(&image, 50, 125) < background + 60);
    for (uint32_t i = 0; i < image.width * image.height; i++)
        assert_int_equal(image.rgba[4 * i + 3], 255);
    assert_int_equal(count_changes(&image, unmarked(), 0, 200), 0); // the same picture every time
    picture_free(&image);
}

// Values that a level overrides are drawn: a red sphere and a green one beside one of the model's.
static void test_overridden_materials_show(void **state)
{
    (void)state;
    static const char LEVEL[] =
        "{\"vkpick_level\": 2, \"objects\": ["
        "{\"id\": 1, \"name\": \"a\", \"primitive\": {\"shape\": \"sphere\"}, \"position\": [-1.5, 0, 0],"
        " \"materials\": [{\"slot\": 0, \"base_color\": [0.6, 0.02, 0.02, 1]}]},"
        "{\"id\": 2, \"name\": \"b\", \"primitive\": {\"shape\": \"sphere\"}},"
        "{\"id\": 3, \"name\": \"c\", \"primitive\": {\"shape\": \"sphere\"}, \"position\": [1.5, 0, 0],"
        " \"materials\": [{\"slot\": 0, \"base_color\": [0, 0, 0, 1], \"emissive\": [0, 0.5, 0]}]}]}";
    program_write_file("spheres.vkpick", LEVEL, sizeof(LEVEL) - 1);
    program_result result = program_expect(0, "render '%s' %s --out '%s' --no-grid", program_path("spheres.vkpick"),
                                           FACING, program_path("spheres.png"));
    program_free(&result);
    picture image;
    assert_true(picture_read(program_path("spheres.png"), &image));
    const uint8_t *red = picture_at(&image, 40, 80), *plain = picture_at(&image, 100, 80);
    const uint8_t *green = picture_at(&image, 160, 80);
    assert_true(red[0] > 100 && red[0] > 2 * red[1] && red[0] > 2 * red[2]);
    assert_true(plain[0] > 100 && plain[0] < plain[1] + 20 && plain[1] < plain[0] + 20);
    assert_true(green[1] > 100 && green[1] > 2 * green[0] && green[1] > 2 * green[2]);
    picture_free(&image);
}

static void test_hover_and_selection_show_on_their_object(void **state)
{
    (void)state;
    picture hover = draw("--no-grid --hover left");
    picture select = draw("--no-grid --select right");
    assert_true(count_changes(unmarked(), &hover, 0, 90) > 200);
    assert_int_equal(count_changes(unmarked(), &hover, 100, 200), 0);
    assert_true(count_changes(unmarked(), &select, 110, 200) > 200);
    assert_int_equal(count_changes(unmarked(), &select, 0, 100), 0);
    picture_free(&hover);
    picture_free(&select);
    if (!test_is_thorough())
        return;
    picture both = draw("--no-grid --select left --select right");
    assert_true(count_changes(unmarked(), &both, 0, 100) > 200);
    assert_true(count_changes(unmarked(), &both, 100, 200) > 200);
    picture_free(&both);
}

static void test_wireframe_draws_edges(void **state)
{
    (void)state;
    picture wire = draw("--no-grid --wireframe");
    int changes = count_changes(unmarked(), &wire, 0, 200);
    assert_true(changes > 100 && changes < 60 * 80); // lines, not faces
    picture_free(&wire);
}

// A device that cannot draw edges says so, and draws the rest.
static void test_wireframe_without_fill_modes(void **state)
{
    (void)state;
    static const char said[] = "cannot draw triangle edges";
    picture wire = draw_saying(said, "--no-grid --wireframe --mask fill-modes");
    assert_int_equal(count_changes(unmarked(), &wire, 0, 200), 0);
    picture_free(&wire);
    if (!test_is_thorough())
        return;
    const char *path = program_path("edges.png");
    program_result result = program_expect(0, "render demo --size 64x48 --wireframe --mask fill-modes --out %s", path);
    assert_non_null(strstr(result.err, said));
    program_free(&result);
}

// --ids has the documented colours, and they are where a pick finds the objects.
static void test_ids_are_colours_of_objects(void **state)
{
    (void)state;
    program_result result = program_expect(0, "render '%s' %s --ids '%s'", two(), FACING, program_path("ids.png"));
    program_free(&result);
    picture image;
    assert_true(picture_read(program_path("ids.png"), &image));
    result = program_expect(0, "pick '%s' %s --at 50.5,80.5 --at 150.5,80.5 --at 100.5,80.5", two(), FACING);
    static const uint32_t XS[3] = {50, 150, 100};
    for (size_t i = 0; i < 3; i++) {
        cJSON *line = program_line(&result, i);
        uint32_t expected = 0;
        assert_int_equal(program_bool(line, "hit"), i < 2);
        if (i < 2) {
            assert_string_equal(program_string(line, "object"), i == 0 ? "left" : "right");
            expected = (((uint32_t)program_number(line, "object_index") + 1) * 0x9e3779u) & 0xffffffu;
        }
        const uint8_t *p = picture_at(&image, XS[i], 80);
        assert_int_equal((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2], expected);
        cJSON_Delete(line);
    }
    program_free(&result);
    picture_free(&image);
}

static void check_failed(const char *arguments, const char *expected)
{
    program_result result = program_expect(1, "render '%s' %s %s", two(), FACING, arguments);
    assert_string_equal(result.out, "");
    if (strstr(result.err, expected) == NULL)
        fail_msg("render %s: stderr does not say \"%s\": %s", arguments, expected, result.err);
    program_free(&result);
}

static void test_what_cannot_be_done_is_said(void **state)
{
    (void)state;
    check_failed("--out /nowhere/shot.png", "/nowhere/shot.png: cannot be written");
    if (test_is_thorough())
        check_failed("--out /tmp", "/tmp: cannot be written");
    check_failed("--out /dev/full", "/dev/full: cannot be written");
    check_failed("--out /dev/null --hover nobody", "no object is named \"nobody\"");
    check_failed("--out /dev/null --select left --select nobody", "no object is named \"nobody\"");
    check_failed("--out /dev/null --device nonesuch", "no usable Vulkan device has \"nonesuch\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_things_are_where_they_should_be),
        cmocka_unit_test(test_overridden_materials_show),
        cmocka_unit_test(test_hover_and_selection_show_on_their_object),
        cmocka_unit_test(test_wireframe_draws_edges),
        cmocka_unit_test(test_wireframe_without_fill_modes),
        cmocka_unit_test(test_ids_are_colours_of_objects),
        cmocka_unit_test(test_what_cannot_be_done_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
