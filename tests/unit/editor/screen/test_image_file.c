// Images: what is read from files, and what is refused before anything is allocated for its pixels.
#include <setjmp.h>
#include <spng.h>
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

// Encodes a picture of any kind whose bytes count up, three apart; 16-bit numbers are written as they are in memory.
// `key`: the transparent color; NULL: none.
static uint8_t *encode_keyed(uint32_t width, uint32_t height, uint8_t color, uint8_t bits, struct spng_trns *key,
                             size_t *size)
{
    static const int channels[] = {1, 0, 3, 0, 2, 0, 4};
    struct spng_ihdr header = {.width = width, .height = height, .bit_depth = bits, .color_type = color};
    const size_t bytes = (size_t)height * (((size_t)width * (size_t)channels[color] * bits + 7) / 8);
    uint8_t *pixels = malloc(bytes);
    for (size_t i = 0; i < bytes; i++)
        pixels[i] = (uint8_t)(3 * i);
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    assert_int_equal(spng_set_ihdr(context, &header), 0);
    if (key)
        assert_int_equal(spng_set_trns(context, key), 0);
    assert_int_equal(spng_encode_image(context, pixels, bytes, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE), 0);
    int error = 0;
    uint8_t *png = spng_get_png_buffer(context, size, &error);
    assert_int_equal(error, 0);
    spng_ctx_free(context);
    free(pixels);
    return png;
}

static uint8_t *encode_kind(uint32_t width, uint32_t height, uint8_t color, uint8_t bits, size_t *size)
{
    return encode_keyed(width, height, color, bits, NULL, size);
}

// The sample at `number` of what encode_keyed writes; rows end at whole bytes.
static uint16_t get_sample(size_t number, int bits)
{
    if (bits == 16) {
        const uint8_t pair[2] = {(uint8_t)(6 * number), (uint8_t)(6 * number + 3)};
        uint16_t sample;
        memcpy(&sample, pair, 2);
        return sample;
    }
    const size_t at = number * (size_t)bits / 8, shift = 8 - (size_t)bits - number * (size_t)bits % 8;
    return (uint16_t)((uint8_t)(3 * at) >> shift & ((1 << bits) - 1));
}

// Source: PNG specification, 11.3.2.1: all bits of all samples count.
static void test_transparent_colors(void **state)
{
    (void)state;
    static const struct {
        uint8_t color, bits;
    } kinds[] = {{SPNG_COLOR_TYPE_GRAYSCALE, 1}, {SPNG_COLOR_TYPE_GRAYSCALE, 2},  {SPNG_COLOR_TYPE_GRAYSCALE, 4},
                 {SPNG_COLOR_TYPE_GRAYSCALE, 8}, {SPNG_COLOR_TYPE_GRAYSCALE, 16}, {SPNG_COLOR_TYPE_TRUECOLOR, 8},
                 {SPNG_COLOR_TYPE_TRUECOLOR, 16}};
    enum { WIDTH = 8, HEIGHT = 3, PIXELS = WIDTH * HEIGHT };
    for (size_t k = 0; k < 2 * PIXELS * sizeof(kinds) / sizeof(kinds[0]); k++) {
        const int bits = kinds[k / 2 / PIXELS].bits, channels = kinds[k / 2 / PIXELS].color ? 3 : 1;
        const size_t keyed = k / 2 % PIXELS;
        uint16_t key[3];
        for (size_t i = 0; i < 3; i++)
            key[i] = get_sample(keyed * (size_t)channels + (channels == 3 ? i : 0), bits);
        key[channels - 1] ^= k % 2; // another color by its least bit, which another pixel may have
        struct spng_trns trns = {.gray = key[0], .red = key[0], .green = key[1], .blue = key[2]};
        size_t size;
        uint8_t *bytes = encode_keyed(WIDTH, HEIGHT, kinds[k / 2 / PIXELS].color, (uint8_t)bits, &trns, &size);
        editor_image image = {0};
        editor_error error = {"cannot be decoded"};
        if (!editor_image_decode(NULL, bytes, size, &image, &error))
            fail_msg("%s", error.text);
        for (size_t i = 0; i < PIXELS; i++) {
            bool is_clear = true;
            for (int c = 0; c < channels; c++)
                is_clear = is_clear && get_sample(i * (size_t)channels + (size_t)c, bits) == key[c];
            for (size_t c = 0; c < 3; c++) {
                const unsigned sample = get_sample(i * (size_t)channels + (channels == 3 ? c : 0), bits);
                assert_int_equal(image.rgba[4 * i + c], bits == 16 ? sample >> 8 : sample * 255 / ((1u << bits) - 1));
            }
            assert_int_equal(image.rgba[4 * i + 3], is_clear ? 0 : 255);
        }
        free(image.rgba);
        free(bytes);
    }
}

// spng reads this as libpng does, and what spng refuses is left to libpng.
static void test_odd_png(void **state)
{
    (void)state;
    static const uint8_t odd[][16] = {
        {0, 0, 0, 3, 't', 'E', 'X', 't', 'a', 0, 'b'},                  // its checksum is wrong
        {0, 0, 0, 2, 'P', 'L', 'T', 'E', 1, 2, 0xe5, 0x64, 0x9b, 0xaf}, // no whole colors
    };
    static const size_t lengths[] = {15, 14};
    enum { HEADER = 33 };
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        size_t size;
        struct spng_trns key = {.red = 9, .green = 12, .blue = 15};
        uint8_t *plain = encode_keyed(2, 2, SPNG_COLOR_TYPE_TRUECOLOR, 8, &key, &size);
        uint8_t *bytes = malloc(size + lengths[i]);
        assert_non_null(bytes);
        memcpy(bytes, plain, HEADER);
        memcpy(bytes + HEADER, odd[i], lengths[i]);
        memcpy(bytes + HEADER + lengths[i], plain + HEADER, size - HEADER);
        editor_image image = {0};
        editor_error error = {"cannot be decoded"};
        if (!editor_image_decode(NULL, bytes, size + lengths[i], &image, &error))
            fail_msg("%zu: %s", i, error.text);
        assert_memory_equal(image.rgba, "\0\3\6\xff\x09\x0c\x0f\0\x12\x15\x18\xff\x1b\x1e\x21\xff", 16);
        free(image.rgba);
        free(bytes);
        free(plain);
    }
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

// libpng reads the last chunk for ever where SDL_image gives it no end.
static void test_cut_png(void **state)
{
    (void)state;
    enum { DATA_AT = 33 + 18 }; // the chunk of pixels, behind the header and the color
    static const uint8_t chunk[] = {0, 0, 0, 0xc2, 't', 'R', 'N', 'S', 0, 9, 1, 2, 3, 4};
    struct spng_trns key = {.red = 9, .green = 12, .blue = 15};
    size_t size;
    uint8_t *bytes = encode_keyed(20, 20, SPNG_COLOR_TYPE_TRUECOLOR, 8, &key, &size);
    assert_memory_equal(bytes + DATA_AT + 4, "IDAT", 4);
    for (size_t cut = 0; cut < size - 20; cut++) {
        editor_image image = {0};
        editor_error error;
        assert_false(editor_image_decode(NULL, bytes, cut, &image, &error));
        assert_null(image.rgba);
    }
    memcpy(bytes + 33, chunk, sizeof(chunk)); // longer than the file
    for (size_t cut = 33; cut < 80; cut++)
        must_refuse(bytes, cut, "cannot be decoded");
    bytes[33] = 0xff;
    must_refuse(bytes, 80, "cannot be decoded");
    free(bytes);
}

static bool decode_heights(const void *bytes, size_t size, editor_image *image, editor_error *error)
{
    *image = (editor_image){.is_heights = true};
    *error = (editor_error){"cannot be decoded"};
    return editor_image_decode(NULL, bytes, size, image, error);
}

static void test_heights(void **state)
{
    (void)state;
    size_t size;
    editor_image image;
    editor_error error;
    uint8_t *bytes = encode_kind(7, 5, SPNG_COLOR_TYPE_GRAYSCALE, 8, &size);
    assert_true(decode_heights(bytes, size, &image, &error));
    assert_true(image.width == 7 && image.height == 5 && !image.rgba);
    for (int i = 0; i < 35; i++)
        assert_int_equal(image.heights[i], 257 * 3 * i);
    free(image.heights);
    for (size_t cut = 0; cut < size - 28; cut++) { // in or before the last byte of its pixels
        assert_false(decode_heights(bytes, cut, &image, &error));
        assert_true(!image.heights && error.text[0]);
    }
    free(bytes);
    bytes = encode_kind(7, 5, SPNG_COLOR_TYPE_GRAYSCALE, 16, &size);
    assert_true(decode_heights(bytes, size, &image, &error));
    for (int i = 0; i < 35; i++) {
        const uint8_t pair[2] = {(uint8_t)(6 * i), (uint8_t)(6 * i + 3)};
        assert_memory_equal(&image.heights[i], pair, 2);
    }
    free(image.heights);
    editor_decode_set_pixels(34);
    assert_false(decode_heights(bytes, size, &image, &error));
    assert_non_null(strstr(error.text, "has 7 x 5 samples, more than"));
    editor_decode_set_pixels((uint64_t)1 << 26);
    free(bytes);
}

static void test_no_heights(void **state)
{
    (void)state;
    static const struct {
        uint8_t color, bits;
        const char *why;
    } rows[] = {{SPNG_COLOR_TYPE_TRUECOLOR, 8, "is a picture with colours: heights are a grey PNG of 8 or 16 bits"},
                {SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 16, "is a picture with colours"},
                {SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 8, "is a picture with alpha"},
                {SPNG_COLOR_TYPE_GRAYSCALE, 4, "has too few bits a pixel"}};
    editor_image image;
    editor_error error;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t size;
        uint8_t *bytes = encode_kind(6, 4, rows[i].color, rows[i].bits, &size);
        assert_false(decode_heights(bytes, size, &image, &error));
        assert_null(image.heights);
        assert_non_null(strstr(error.text, rows[i].why));
        free(bytes);
    }
    assert_false(decode_heights("GIF89a...", 9, &image, &error));
    assert_non_null(strstr(error.text, "is no PNG file: heights are a grey PNG of 8 or 16 bits"));
}

// Heights in a file with a text of `length` bytes, all of them the same: packed a thousandfold.
static uint8_t *encode_with_text(size_t length, size_t *size)
{
    struct spng_ihdr header = {.width = 2, .height = 2, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_GRAYSCALE};
    struct spng_text text = {.keyword = "Comment", .type = SPNG_ZTXT, .length = length, .text = malloc(length + 1)};
    assert_non_null(text.text);
    memset(text.text, 'x', length);
    text.text[length] = 0;
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    assert_int_equal(spng_set_ihdr(context, &header), 0);
    assert_int_equal(spng_set_text(context, &text, 1), 0);
    assert_int_equal(spng_encode_image(context, "abcd", 4, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE), 0);
    int error = 0;
    uint8_t *png = spng_get_png_buffer(context, size, &error);
    assert_non_null(png);
    spng_ctx_free(context);
    free(text.text);
    return png;
}

static void test_texts_of_heights(void **state)
{
    (void)state;
    editor_image image;
    editor_error error;
    size_t size;
    uint8_t *bytes = encode_with_text((size_t)4 << 20, &size);
    assert_true(decode_heights(bytes, size, &image, &error));
    assert_int_equal(image.heights[1], 257 * 'b');
    free(image.heights);
    free(bytes);
    bytes = encode_with_text((size_t)40 << 20, &size);
    assert_true(size < (size_t)1 << 17);
    assert_false(decode_heights(bytes, size, &image, &error));
    assert_string_equal(error.text, "cannot be decoded");
    free(bytes);
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

// --- JPEG and BMP ---

// Of ImageMagick, 16 x 16 pixels: no cyan, 217 of magenta, 139 of yellow and 55 of black.
static const uint8_t cmyk[] = {
    0xff, 0xd8, 0xff, 0xee, 0x00, 0x0e, 0x41, 0x64, 0x6f, 0x62, 0x65, 0x00, 0x64, 0x00, 0x00, 0x00, 0x00, 0x02, 0xff,
    0xdb, 0x00, 0x43, 0x00, 0x03, 0x02, 0x02, 0x02, 0x02, 0x02, 0x03, 0x02, 0x02, 0x02, 0x03, 0x03, 0x03, 0x03, 0x04,
    0x06, 0x04, 0x04, 0x04, 0x04, 0x04, 0x08, 0x06, 0x06, 0x05, 0x06, 0x09, 0x08, 0x0a, 0x0a, 0x09, 0x08, 0x09, 0x09,
    0x0a, 0x0c, 0x0f, 0x0c, 0x0a, 0x0b, 0x0e, 0x0b, 0x09, 0x09, 0x0d, 0x11, 0x0d, 0x0e, 0x0f, 0x10, 0x10, 0x11, 0x10,
    0x0a, 0x0c, 0x12, 0x13, 0x12, 0x10, 0x13, 0x0f, 0x10, 0x10, 0x10, 0xff, 0xdb, 0x00, 0x43, 0x01, 0x03, 0x03, 0x03,
    0x04, 0x03, 0x04, 0x08, 0x04, 0x04, 0x08, 0x10, 0x0b, 0x09, 0x0b, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10,
    0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10,
    0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10,
    0x10, 0x10, 0x10, 0x10, 0xff, 0xc0, 0x00, 0x14, 0x08, 0x00, 0x10, 0x00, 0x10, 0x04, 0x01, 0x11, 0x00, 0x02, 0x11,
    0x01, 0x03, 0x11, 0x01, 0x04, 0x11, 0x00, 0xff, 0xc4, 0x00, 0x16, 0x00, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x06, 0x08, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xc4, 0x00, 0x16,
    0x01, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03,
    0x09, 0xff, 0xc4, 0x00, 0x14, 0x11, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0xff, 0xda, 0x00, 0x0e, 0x04, 0x01, 0x00, 0x02, 0x11, 0x03, 0x11, 0x04, 0x00, 0x00, 0x3f,
    0x00, 0xa8, 0x49, 0x9d, 0xed, 0x80, 0x00, 0x00, 0x00, 0xff, 0xd9,
};

static void must_show(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height, const uint8_t color[4])
{
    editor_image image = {0};
    editor_error error = {"cannot be decoded"};
    if (!editor_image_decode(NULL, bytes, size, &image, &error))
        fail_msg("%s", error.text);
    assert_true(image.width == width && image.height == height);
    for (size_t i = 0; i < (size_t)width * height; i++)
        assert_memory_equal(image.rgba + 4 * i, color, 4);
    free(image.rgba);
}

static void test_cmyk(void **state)
{
    (void)state;
    static const uint8_t color[4] = {200, 30, 91, 255}; // (255 - c) (255 - k) / 255, ...
    must_show(cmyk, sizeof(cmyk), 16, 16, color);
    // Bytes that fill up, and a segment, before the first.
    static const uint8_t more[] = "\xff\xd8\xff\xff\xe1\0\x0a\xff\xc0\0\x11\x08\0\1\0\1\3";
    uint8_t bytes[sizeof(cmyk) + sizeof(more)];
    memcpy(bytes, more, 15);
    memcpy(bytes + 15, cmyk + 2, sizeof(cmyk) - 2);
    must_show(bytes, sizeof(cmyk) + 13, 16, 16, color);
    for (size_t cut = 0; cut < 250; cut++) { // its tables, and the header
        editor_image image = {0};
        editor_error error;
        assert_false(editor_image_decode(NULL, cmyk, cut, &image, &error));
    }
}

enum { BMP_HEADERS = 54 };

static size_t put_bmp(uint8_t out[400], int width, int height, int bits, int coding, const uint8_t *pixels, size_t size)
{
    const size_t palette = bits == 8 ? 8 : 0, first = BMP_HEADERS + palette;
    memset(out, 0, 400);
    const uint32_t words[] = {(uint32_t)(first + size),
                              0,
                              (uint32_t)first,
                              40,
                              (uint32_t)width,
                              (uint32_t)height,
                              1u | (uint32_t)bits << 16,
                              (uint32_t)coding,
                              (uint32_t)size,
                              0,
                              0,
                              palette ? 2 : 0,
                              0};
    memcpy(out, "BM", 2);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        for (int k = 0; k < 4; k++)
            out[2 + 4 * i + (size_t)k] = (uint8_t)(words[i] >> 8 * k);
    }
    memcpy(out + BMP_HEADERS, "\0\0\0\0\x11\x22\x33\0", palette);
    memcpy(out + first, pixels, size);
    return first + size;
}

static void test_bmp(void **state)
{
    (void)state;
    uint8_t bytes[400];
    // Rows from the top: blue, then green.
    static const uint8_t rows[] = {255, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 0};
    size_t size = put_bmp(bytes, 2, -2, 24, 0, rows, sizeof(rows));
    editor_image image = {0};
    editor_error error = {"cannot be decoded"};
    if (!editor_image_decode(NULL, bytes, size, &image, &error))
        fail_msg("%s", error.text);
    assert_true(image.width == 2 && image.height == 2);
    assert_memory_equal(image.rgba, "\0\0\xff\xff", 4);
    assert_memory_equal(image.rgba + 12, "\0\xff\0\xff", 4);
    free(image.rgba);
    must_refuse(bytes, put_bmp(bytes, 60000, -60000, 24, 0, rows, sizeof(rows)), "has 60000 x 60000 pixels");
    must_refuse(bytes, put_bmp(bytes, 2, INT32_MIN, 24, 0, rows, sizeof(rows)), "pixels, more than");
    // Run-length coded: five pixels of color 1 in each of two rows.
    static const uint8_t runs[] = {5, 1, 0, 0, 2, 1, 3, 1, 0, 0, 0, 1};
    static const uint8_t color[4] = {0x33, 0x22, 0x11, 255};
    must_show(bytes, put_bmp(bytes, 5, 2, 8, 1, runs, sizeof(runs)), 5, 2, color);
    must_refuse(bytes, put_bmp(bytes, 60000, 60000, 8, 1, runs, sizeof(runs)), "has 60000 x 60000 pixels");
    must_refuse(bytes, put_bmp(bytes, -5, 2, 8, 1, runs, sizeof(runs)), "has -5 x 2 pixels");
    for (size_t cut = 0; cut < BMP_HEADERS; cut++)
        assert_false(editor_image_decode(NULL, bytes, cut, &image, &error));
}

// --- TGA ---

enum { TGA_WIDTH = 5, TGA_HEIGHT = 3, TGA_UPPER = 0x20 };

static void put_tga_header(uint8_t *out, int type, int width, int height, int bits, int descriptor)
{
    memset(out, 0, 18);
    out[2] = (uint8_t)type;
    out[12] = (uint8_t)width;
    out[13] = (uint8_t)(width >> 8);
    out[14] = (uint8_t)height;
    out[15] = (uint8_t)(height >> 8);
    out[16] = (uint8_t)bits;
    out[17] = (uint8_t)descriptor;
}

// The picture whose red counts pixels, in rows of five: the first row as one packet of copies and one of pixels.
static size_t make_tga(uint8_t out[200], int type, int bits, int descriptor)
{
    put_tga_header(out, type, TGA_WIDTH, TGA_HEIGHT, bits, descriptor);
    out[0] = 2; // an identification
    size_t size = 20;
    for (int i = 0; i < TGA_HEIGHT; i++) {
        const int y = descriptor & TGA_UPPER ? i : TGA_HEIGHT - 1 - i;
        for (int x = 0; x < TGA_WIDTH; x++) {
            const bool copies = y == 0 && x == 0, copied = y == 0 && (x == 1 || x == 2);
            if (type & 8 && (x == 0 || (y == 0 && x == 3)))
                out[size++] = (uint8_t)(copies ? 0x82 : y == 0 ? 1 : TGA_WIDTH - 1);
            if (type & 8 && copied)
                continue;
            const uint8_t value = (uint8_t)(10 * (y == 0 && x < 3 ? 1 : y * TGA_WIDTH + x));
            const uint8_t pixel[4] = {bits == 8 ? value : 1, 2, value, 200}; // blue, green, red, alpha
            memcpy(out + size, pixel, (size_t)bits / 8);
            size += (size_t)bits / 8;
        }
    }
    return size;
}

static void test_tga(void **state)
{
    (void)state;
    static const struct {
        int type, bits, alpha;
    } kinds[] = {{2, 24, 0}, {2, 32, 8}, {3, 8, 0}, {10, 24, 0}, {10, 32, 8}, {11, 8, 0}};
    for (size_t k = 0; k < 2 * sizeof(kinds) / sizeof(kinds[0]); k++) {
        const int type = kinds[k / 2].type, bits = kinds[k / 2].bits;
        uint8_t bytes[200];
        const size_t size = make_tga(bytes, type, bits, kinds[k / 2].alpha | (k % 2 ? TGA_UPPER : 0));
        editor_image image = {0};
        editor_error error = {""};
        if (!editor_image_decode(NULL, bytes, size, &image, &error))
            fail_msg("type %d of %d bits: %s", type, bits, error.text);
        assert_int_equal(image.width, TGA_WIDTH);
        assert_int_equal(image.height, TGA_HEIGHT);
        for (int i = 0; i < TGA_WIDTH * TGA_HEIGHT; i++) {
            const int value = 10 * (i < 3 ? 1 : i);
            const uint8_t *p = image.rgba + 4 * (size_t)i;
            assert_int_equal(p[0], value);
            assert_int_equal(p[1], bits == 8 ? value : 2);
            assert_int_equal(p[2], bits == 8 ? value : 1);
            assert_int_equal(p[3], bits == 32 ? 200 : 255);
        }
        free(image.rgba);
        for (size_t cut = 0; cut < size; cut++)
            must_refuse(bytes, cut, cut == 0 ? "cannot" : "is not a PNG");
    }
}

static void test_bad_tga(void **state)
{
    (void)state;
    static uint8_t bytes[2000000];
    put_tga_header(bytes, 2, 65535, 65535, 24, 0);
    must_refuse(bytes, sizeof(bytes), "is not a PNG"); // its rows are not there
    put_tga_header(bytes, 10, 65535, 65535, 24, 0);
    must_refuse(bytes, sizeof(bytes), "is not a PNG");
    memset(bytes, 0xff, sizeof(bytes)); // packets of 128 pixels
    put_tga_header(bytes, 10, 6400, 6000, 24, 0);
    bytes[0] = 0;
    editor_decode_set_pixels(6400 * 6000 - 1);
    must_refuse(bytes, sizeof(bytes), "has 6400 x 6000 pixels");
    editor_decode_set_pixels((uint64_t)1 << 26);
    static const struct {
        int type, width, height, bits, descriptor;
    } bad[] = {{2, 0, 4, 24, 0},    {2, 4, 0, 24, 0},    {1, 4, 4, 8, 0},     {9, 4, 4, 8, 0},
               {2, 4, 4, 16, 0},    {3, 4, 4, 24, 0},    {0, 4, 4, 24, 0},    {6, 4, 4, 24, 0},
               {18, 4, 4, 24, 0},   {130, 4, 4, 24, 0},  {2, 4, 4, 24, 8},    {3, 4, 4, 8, 8},
               {2, 4, 4, 24, 0x10}, {2, 4, 4, 24, 0x40}, {2, 4, 4, 24, 0x80}, {2, 4, 4, 32, 15}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        put_tga_header(bytes, bad[i].type, bad[i].width, bad[i].height, bad[i].bits, bad[i].descriptor);
        must_refuse(bytes, 1000, "is not a PNG");
    }
    put_tga_header(bytes, 2, 4, 4, 24, 0);
    bytes[1] = 1; // a palette
    must_refuse(bytes, 1000, "is not a PNG");
    // A packet of more pixels than the picture has left.
    for (int value = TGA_WIDTH; value < 256; value++) {
        uint8_t packed[200];
        const size_t size = make_tga(packed, 10, 24, TGA_UPPER);
        packed[size - 3 * TGA_WIDTH - 1] = (uint8_t)value;
        if ((value & 127) >= TGA_WIDTH)
            must_refuse(packed, size + 3, "is not a PNG");
    }
}

static void test_no_image(void **state)
{
    (void)state;
    size_t size;
    must_refuse("no image at all", 15, "is not a PNG, JPEG, WebP, BMP, GIF or plain TGA file");
    uint8_t *bytes = encode(40, 30, &size);
    must_refuse(bytes, 20, "is not a PNG");      // cut within the header
    must_refuse(bytes, 60, "cannot be decoded"); // cut behind it
    must_refuse(bytes, 0, "");
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_back), cmocka_unit_test(test_transparent_colors),
        cmocka_unit_test(test_odd_png),    cmocka_unit_test(test_cut_png),
        cmocka_unit_test(test_limit),      cmocka_unit_test(test_heights),
        cmocka_unit_test(test_no_heights), cmocka_unit_test(test_texts_of_heights),
        cmocka_unit_test(test_huge),       cmocka_unit_test(test_cmyk),
        cmocka_unit_test(test_bmp),        cmocka_unit_test(test_tga),
        cmocka_unit_test(test_bad_tga),    cmocka_unit_test(test_no_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
