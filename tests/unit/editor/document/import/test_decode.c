// Pictures are decoded in a child process: what breaks a decoder costs the picture.
#define _POSIX_C_SOURCE 200809L

#include "model_file.h"

#include "document/import/common/decode.h"
#include "system/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define FILE_NAME "test_decode.gltf"

// What it does is the first of three bytes.
static bool decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    ++*(int *)user;
    switch (size == 3 ? *(const char *)bytes : 0) {
    case 'a':
        fputs("decoder: assertion failed\n", stderr);
        abort();
    case 'w': // for ever
        for (volatile int i = 0; i == 0;) {
        }
        return false;
    case 'n':
        snprintf(error->text, sizeof(error->text), "is no picture");
        return false;
    case 'o': // opens a file
        if (open(FILE_NAME, O_RDONLY) < 0) {
            snprintf(error->text, sizeof(error->text), "opens nothing");
            return false;
        }
        break;
    case 'z': // a picture without pixels
        *out = (editor_image){.width = 0, .height = 3, .rgba = calloc(1, 4)};
        return true;
    default:
        break;
    }
    *out = (editor_image){.width = 2, .height = 3, .rgba = malloc(24)};
    for (int i = 0; i < 24; i++)
        out->rgba[i] = (uint8_t)i;
    return true;
}

#define PICTURE(base64) "{\"uri\":\"data:;base64," base64 "\"}"
#define MATERIAL(texture) "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":" texture "}}}"

static void test_decoders_that_break(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"images\":[" PICTURE("cGxh") "," PICTURE("YWJj") "," PICTURE("bm9v") "," PICTURE(
            "b3Bl") "," PICTURE("emVy") "," PICTURE("cGxi") "],"
                                                            "\"textures\":[{\"source\":0},{\"source\":1},{\"source\":2}"
                                                            ",{\"source\":3},{\"source\":4},{\"source\":5}],"
                                                            "\"materials\":[" MATERIAL("0") "," MATERIAL("1") "," MATERIAL("2") "," MATERIAL(
                                                                "3") "," MATERIAL("4") "," MATERIAL("5") "],\"nodes\":["
                                                                                                         "{}],"
                                                                                                         "\"scenes\":[{"
                                                                                                         "\"nodes\":[0]"
                                                                                                         "}],\"scene\":"
                                                                                                         "0}";
    static const char *const warnings[] = {
        "images[1]\": cannot be decoded (broken: its reader fails on it (decoder: asser",
        "images[2]\": no picture; drawn without it", "images[3]\": opens nothing",
        "images[4]\": cannot be decoded; drawn without it"};
    int calls = 0;
    editor_error error;
    write_model(FILE_NAME, text, strlen(text));
    editor_level *level = editor_import(FILE_NAME, decode, &calls, &error);
    remove(FILE_NAME);
    assert_non_null(level);
    assert_int_equal(calls, 0); // not here
    assert_int_equal(level->image_count, 2);
    assert_int_equal(level->warning_count, 4);
    for (int i = 0; i < 4; i++) {
        if (!strstr(level->warnings[i], warnings[i]))
            fail_msg("\"%s\" instead of \"%s\"", level->warnings[i], warnings[i]);
    }
    for (int i = 0; i < 2; i++) {
        assert_true(level->images[i].width == 2 && level->images[i].height == 3);
        assert_int_equal(level->images[i].rgba[23], 23);
    }
    assert_int_equal(level->materials[5].base_color_image, 1); // decoded by another child
    editor_level_destroy(level);
}

// A picture of 30 x 30 pixels, if as many are allowed. What begins with l is none.
static bool decode_large(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)size;
    if (900 > editor_decode_pixels() || *(const char *)bytes == 'l') {
        snprintf(error->text, sizeof(error->text), "is too large");
        return false;
    }
    *out = (editor_image){.width = 30, .height = 30, .rgba = calloc(900, 4)};
    return out->rgba != NULL;
}

// A model of eight materials, each with a picture of its own: three bytes, of which one differs if `differ`. Models
// before it took so many pixels.
static editor_level *import_eight(bool differ, char first, uint64_t taken)
{
    static const char *const ends[] = {"Gxh", "Gxi", "Gxj", "Gxk", "Gxl", "Gxm", "Gxn", "Gxo"};
    editor_text text = {0};
    editor_text_put(&text, "{\"asset\":{\"version\":\"2.0\"},\"images\":[");
    for (int i = 0; i < 8; i++)
        editor_text_format(&text, "%s{\"uri\":\"data:;base64,%c%s\"}", i ? "," : "", first, ends[differ ? i : 0]);
    editor_text_put(&text, "],\"textures\":[");
    for (int i = 0; i < 8; i++)
        editor_text_format(&text, "%s{\"source\":%d}", i ? "," : "", i);
    editor_text_put(&text, "],\"materials\":[");
    for (int i = 0; i < 8; i++)
        editor_text_format(&text, "%s{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":%d}}}", i ? "," : "",
                           i);
    editor_text_put(&text, "]}");
    editor_error error = {""};
    write_model(FILE_NAME, text.data, text.size);
    const editor_import_options options = {.fit = EDITOR_FIT_PLAIN, .taken = {.pixels = taken}};
    editor_level *level = editor_import_as(FILE_NAME, &options, decode_large, NULL, &error);
    remove(FILE_NAME);
    editor_text_free(&text);
    if (!level)
        fail_msg("%s", error.text);
    return level;
}

static void test_pictures_of_a_model_together(void **state)
{
    (void)state;
    const uint64_t before = editor_decode_pixels();
    editor_decode_set_pixels(1000);
    // 4 * 1000 pixels, and 64 for each byte: five of them leave less than a sixth needs.
    editor_level *level = import_eight(true, 'c', 0);
    assert_int_equal(level->image_count, 5);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "texture \"images[5]\" and 2 more: too large; drawn without it");
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(level->materials[i].base_color_image, i < 5 ? i : EDITOR_NONE);
    editor_level_destroy(level);
    editor_decode_set_pixels(899);
    level = import_eight(true, 'c', 0);
    assert_int_equal(level->image_count, 0);
    editor_level_destroy(level);
    editor_decode_set_pixels(before);
    level = import_eight(true, 'c', 0);
    assert_int_equal(level->image_count, 8);
    editor_level_destroy(level);
}

// All models of a level have 8 * 1000 pixels besides what their sizes account for.
static void test_pictures_of_a_level_together(void **state)
{
    (void)state;
    const uint64_t before = editor_decode_pixels();
    editor_decode_set_pixels(1000);
    static const uint64_t taken[] = {4000, 6000, 8000, UINT64_MAX};
    static const uint32_t counts[] = {5, 2, 0, 0};
    for (int i = 0; i < 4; i++) {
        editor_level *level = import_eight(true, 'c', taken[i]);
        assert_int_equal(level->image_count, counts[i]);
        assert_int_equal(level->warning_count, 1);
        assert_int_equal(level->assets[0].excess.pixels, counts[i] * (900 - 64 * 3));
        editor_level_destroy(level);
    }
    editor_decode_set_pixels(before);
}

// Pictures with the same content are one.
static void test_equal_pictures(void **state)
{
    (void)state;
    const uint64_t before = editor_decode_pixels();
    editor_decode_set_pixels(1000);
    editor_level *level = import_eight(false, 'c', 0);
    assert_int_equal(level->image_count, 1);
    assert_int_equal(level->warning_count, 0);
    for (int i = 0; i < 8; i++)
        assert_int_equal(level->materials[i].base_color_image, 0);
    editor_level_destroy(level);
    level = import_eight(false, 'b', 0); // begins with l
    assert_int_equal(level->image_count, 0);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "texture \"images[0]\" and 7 more: too large; drawn without it");
    editor_level_destroy(level);
    editor_decode_set_pixels(before);
}

// Many that take long take no longer than one, unless there are many bytes of them.
static void test_time_of_a_model_together(void **state)
{
    (void)state;
    int calls = 0;
    editor_importer importer = {
        .path = "model", .level = editor_level_create(), .decoder = decode, .decoder_user = &calls};
    editor_image image;
    editor_error reason;
    assert_true(editor_decode_image(&importer, "pla", 3, &image, &reason));
    free(image.rgba);
    assert_true(importer.child_seconds > 0 && importer.child_seconds < 5);
    importer.child_seconds = 7.5;
    assert_false(editor_decode_image(&importer, "www", 3, &image, &reason));
    assert_string_equal(reason.text, "cannot be decoded (its reader found no end in 1 seconds)");
    assert_true(importer.child_seconds > 8);
    assert_false(editor_decode_image(&importer, "plb", 3, &image, &reason));
    assert_string_equal(reason.text, "is not decoded: others took too long");
    importer.encoded = (uint64_t)3 << 20; // few bytes have no more
    assert_false(editor_decode_image(&importer, "plb", 3, &image, &reason));
    importer.encoded = (uint64_t)10 << 20;
    assert_true(editor_decode_image(&importer, "plc", 3, &image, &reason));
    free(image.rgba);
    editor_decode_end(&importer);
    editor_level_destroy(importer.level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decoders_that_break), cmocka_unit_test(test_pictures_of_a_model_together),
        cmocka_unit_test(test_pictures_of_a_level_together), cmocka_unit_test(test_equal_pictures),
        cmocka_unit_test(test_time_of_a_model_together)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
