// Images: what is read from files, and what is refused before anything is allocated for its pixels.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/import/common/decode.h"
#include "screen/image_file.h"

// Encodes a picture whose red counts pixels.
static uint8_t *encode(uint32_t width, uint32_t height, size_t *size)
{
    editor_image image = {.width = width, .height = height, .rgba = calloc((size_t)width * height, 4)};
    for (uint32_t i = 0; i < width * height; i++) {
        image.rgba[4 * i] = (uint8_t)i;
        image.rgba[4 * i + 3] = 255;
    }
    uint8_t *bytes = NULL;
    assert_true(editor_image_encode(NULL, &image, &bytes, size));
    free(image.rgba);
    return bytes;
}

static void test_reads_back(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = encode(5, 3, &size);
    editor_image image = {0};
    editor_error error = {""};
    assert_true(editor_image_decode(NULL, bytes, size, &image, &error));
    assert_int_equal(image.width, 5);
    assert_int_equal(image.height, 3);
    for (int i = 0; i < 15; i++)
        assert_int_equal(image.rgba[4 * i], i);
    free(image.rgba);
    free(bytes);
}

static void must_refuse(const void *bytes, size_t size, const char *reason)
{
    editor_image image = {0};
    editor_error error = {"cannot be decoded"};
    assert_false(editor_image_decode(NULL, bytes, size, &image, &error));
    assert_null(image.rgba);
    if (!strstr(error.text, reason))
        fail_msg("says: %s; not: %s", error.text, reason);
}

static void test_limit(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = encode(40, 30, &size);
    editor_image image = {0};
    editor_error error = {""};
    editor_decode_set_pixels(1199);
    must_refuse(bytes, size, "has 40 x 30 pixels");
    editor_decode_set_pixels(1200);
    assert_true(editor_image_decode(NULL, bytes, size, &image, &error));
    free(image.rgba);
    editor_decode_set_pixels((uint64_t)1 << 26);
    free(bytes);
}

// Headers that state huge sizes, with little behind them. Decoders would allocate gigabytes.
static void test_huge(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = encode(4, 4, &size);
    for (int side = 16; side < 24; side += 4) // width, then height, big-endian, as IHDR has them
        memcpy(bytes + side, "\0\0\xea\x60", 4);
    must_refuse(bytes, size, "has 60000 x 60000 pixels");
    free(bytes);
    static const uint8_t gif[] = "GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff";
    must_refuse(gif, sizeof(gif), "has 65535 x 65535 pixels");
    static const uint8_t webp[] = "RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x3f\0\xff\x3f\0";
    must_refuse(webp, sizeof(webp), "has 16384 x 16384 pixels");
    static const uint8_t jpeg[] = "\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"
                                  "\xff\xc0\0\x11\x08\xff\xff\xff\xff\3\1\x22\0\2\x11\1\3\x11\1\xff\xda";
    must_refuse(jpeg, sizeof(jpeg), "has 65535 x 65535 pixels");
}

static void test_no_image(void **state)
{
    (void)state;
    size_t size;
    must_refuse("no image at all", 15, "is not a PNG, JPEG, WebP, BMP or GIF file");
    uint8_t *bytes = encode(40, 30, &size);
    must_refuse(bytes, 20, "is not a PNG");      // cut within the header
    must_refuse(bytes, 60, "cannot be decoded"); // cut behind it
    must_refuse(bytes, 0, "");
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_back),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_huge),
        cmocka_unit_test(test_no_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
