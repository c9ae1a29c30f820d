// image_file.c: reads and writes image files.
#include "screen/image_file.h"

#include "document/import/common/decode.h"
#include "screen/image_size.h"

#include <SDL.h>
#include <SDL_image.h>
#include <errno.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

// Converts straight into the picture's memory: a surface of the same format would be one more copy.
static bool copy_pixels(const SDL_Surface *surface, editor_image *out)
{
    const size_t row = (size_t)surface->w * 4;
    uint8_t *rgba = malloc(row * (size_t)surface->h);
    if (rgba == NULL || SDL_ConvertPixels(surface->w, surface->h, surface->format->format, surface->pixels,
                                          surface->pitch, SDL_PIXELFORMAT_RGBA32, rgba, (int)row) != 0) {
        free(rgba);
        return false;
    }
    out->width = (uint32_t)surface->w;
    out->height = (uint32_t)surface->h;
    out->rgba = rgba;
    return true;
}

// Source: ITU-T T.81, B.2.2: the first frame header. Segments before it may hold pictures of their own.
static bool has_jpeg_channels(const uint8_t *bytes, size_t size, int channels)
{
    enum { MARKER = 0xff, START = 0xd8, FRAME = 0xc0, TABLES = 0xc4, RESERVED = 0xc8, CODING = 0xcc, CHANNELS_AT = 9 };
    if (size < 2 || bytes[0] != MARKER || bytes[1] != START)
        return false;
    for (size_t at = 2; size > CHANNELS_AT && at < size - CHANNELS_AT && bytes[at] == MARKER;) {
        const int marker = bytes[at + 1];
        if ((marker & 0xf0) == FRAME && marker != TABLES && marker != RESERVED && marker != CODING)
            return bytes[at + CHANNELS_AT] == channels;
        at += marker == MARKER ? 1 : 2 + ((size_t)bytes[at + 2] << 8 | bytes[at + 3]);
    }
    return false;
}

// A JPEG of four channels holds how much light cyan, magenta, yellow and black leave, as Adobe's programs write it and
// other programs assume. The decoder leaves them as they are, where others become red, green and blue.
static bool is_cmyk(const uint8_t *bytes, size_t size, const SDL_Surface *surface)
{
    return surface->format->BytesPerPixel == 4 && has_jpeg_channels(bytes, size, 4);
}

static bool copy_cmyk(const SDL_Surface *surface, editor_image *out)
{
    const uint32_t width = (uint32_t)surface->w, height = (uint32_t)surface->h;
    uint8_t *rgba = malloc((size_t)width * 4 * height), *to = rgba;
    for (uint32_t y = 0; rgba != NULL && y < height; y++) {
        const uint8_t *from = (const uint8_t *)surface->pixels + (size_t)surface->pitch * y;
        for (uint32_t x = 0; x < width; x++, from += 4, to += 4) {
            for (int i = 0; i < 3; i++)
                to[i] = (uint8_t)((from[i] * from[3] + 127) / 255);
            to[3] = 255;
        }
    }
    out->width = width;
    out->height = height;
    out->rgba = rgba;
    return rgba != NULL;
}

// stb_image refuses large PNG files without their size.
static bool read_png_size(const void *bytes, size_t size, int *width, int *height)
{
    spng_ctx *context = spng_ctx_new(0);
    struct spng_ihdr header;
    const bool ok = context != NULL && spng_set_png_buffer(context, bytes, size) == 0 &&
                    spng_get_ihdr(context, &header) == 0 && header.width <= INT32_MAX && header.height <= INT32_MAX;
    spng_ctx_free(context);
    if (ok) {
        *width = (int)header.width;
        *height = (int)header.height;
    }
    return ok;
}

static uint32_t get_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// stb_image refuses BMP files that are run-length coded. Source: Windows GDI, BITMAPINFOHEADER.
static bool read_packed_bmp_size(const uint8_t *bytes, size_t size, int *width, int *height)
{
    enum { HEADER_SIZE_AT = 14, WIDTH_AT = 18, HEIGHT_AT = 22, CODING_AT = 30, HEADERS = 54, RLE8 = 1, RLE4 = 2 };
    if (size < HEADERS || memcmp(bytes, "BM", 2) != 0 || get_u32(bytes + HEADER_SIZE_AT) < HEADERS - HEADER_SIZE_AT ||
        (get_u32(bytes + CODING_AT) != RLE8 && get_u32(bytes + CODING_AT) != RLE4))
        return false;
    *width = (int)get_u32(bytes + WIDTH_AT);
    *height = (int)get_u32(bytes + HEIGHT_AT);
    return true;
}

// Whether the packets hold `pixels` pixels of `pixel` bytes, and no packet more than that.
static bool has_packets(const uint8_t *bytes, size_t size, size_t pixels, size_t pixel)
{
    size_t at = 0;
    while (pixels > 0 && at < size) {
        const size_t count = (bytes[at] & 127u) + 1, length = bytes[at] & 128 ? pixel : count * pixel;
        if (count > pixels || length > size - at - 1)
            return false;
        pixels -= count;
        at += 1 + length;
    }
    return pixels == 0;
}

// TGA files begin with nothing that marks them: what is not plain about one is not read as one. That all pixels are
// there is checked here, because the decoder allocates them first, and leaves those that are missing black. Source:
// Truevision TGA file format specification, version 2.0, section C.3.
static bool read_tga_size(const uint8_t *bytes, size_t size, int *width, int *height)
{
    enum { HEADER = 18, RGB = 2, GREY = 3, PACKED = 8, FROM_RIGHT = 0x10, INTERLEAVED = 0xc0 };
    if (size < HEADER || bytes[1] != 0 || bytes[17] & (FROM_RIGHT | INTERLEAVED))
        return false;
    const int type = bytes[2] & ~PACKED, bits = bytes[16], alpha = bytes[17] & 15;
    const bool is_plain = type == GREY  ? bits == 8 && alpha == 0
                          : type == RGB ? (bits == 24 && alpha == 0) || (bits == 32 && (alpha == 0 || alpha == 8))
                                        : false;
    if (!is_plain)
        return false;
    const size_t w = (size_t)bytes[12] | (size_t)bytes[13] << 8, h = (size_t)bytes[14] | (size_t)bytes[15] << 8;
    const size_t pixel = (size_t)bits / 8, first = (size_t)HEADER + bytes[0];
    if (w == 0 || h == 0 || first > size)
        return false;
    if (bytes[2] & PACKED ? !has_packets(bytes + first, size - first, w * h, pixel) : w * h * pixel > size - first)
        return false;
    *width = (int)w;
    *height = (int)h;
    return true;
}

// A few kilobytes can state billions of pixels, and the decoders allocate them all before they find no data for them.
static bool check_size(const void *bytes, size_t size, bool *is_tga, editor_error *error)
{
    int width = 0, height = 0;
    const bool has_mark =
        read_png_size(bytes, size, &width, &height) || editor_image_size(bytes, (int)size, &width, &height) ||
        read_packed_bmp_size(bytes, size, &width, &height) || WebPGetInfo(bytes, size, &width, &height);
    *is_tga = !has_mark && read_tga_size(bytes, size, &width, &height);
    if (!has_mark && !*is_tga) {
        snprintf(error->text, sizeof(error->text), "is not a PNG, JPEG, WebP, BMP, GIF or plain TGA file");
        return false;
    }
    if (width > 0 && height > 0 && (uint64_t)width * (uint64_t)height <= editor_decode_pixels())
        return true;
    snprintf(error->text, sizeof(error->text),
             "has %d x %d pixels, more than %.1f million (--texture-limit allows more)", width, height,
             (double)editor_decode_pixels() * 1e-6);
    return false;
}

// --- PNG ---

enum { OTHERS_LIMIT = 1 << 25 }; // bytes of all chunks but those of the picture, and of each

// Grey pictures of fewer bits without a transparent color are left to SDL_image, which takes a third of spng's time.
static bool is_for_spng(spng_ctx *context, const struct spng_ihdr *header)
{
    struct spng_trns key;
    return header->color_type != SPNG_COLOR_TYPE_GRAYSCALE || header->bit_depth >= 8 ||
           spng_get_trns(context, &key) == 0;
}

// Like libpng, it drops what is broken besides the pixels. NULL: it refuses the file, or leaves it to SDL_image.
static uint8_t *decode_with_spng(spng_ctx *context, const void *bytes, size_t size, struct spng_ihdr *header)
{
    size_t room;
    if (spng_set_chunk_limits(context, OTHERS_LIMIT, OTHERS_LIMIT) != 0 ||
        spng_set_crc_action(context, SPNG_CRC_ERROR, SPNG_CRC_DISCARD) != 0 ||
        spng_set_png_buffer(context, bytes, size) != 0 || spng_get_ihdr(context, header) != 0 ||
        !is_for_spng(context, header) || spng_decoded_image_size(context, SPNG_FMT_RGBA8, &room) != 0 ||
        room != (size_t)header->width * 4 * header->height)
        return NULL;
    uint8_t *rgba = malloc(room);
    if (rgba == NULL || spng_decode_image(context, rgba, room, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS) != 0) {
        free(rgba);
        return NULL;
    }
    return rgba;
}

// SDL_image 2.6.3 compares 8 bits of a transparent color, and in grey pictures it knows none but 0. Source: PNG
// specification, 11.3.2.1. Call this after check_size. False: libpng may still read the file, it is the more lenient.
static bool decode_png(const void *bytes, size_t size, editor_image *out)
{
    struct spng_ihdr header;
    spng_ctx *context = spng_ctx_new(0);
    uint8_t *rgba = context == NULL ? NULL : decode_with_spng(context, bytes, size, &header);
    spng_ctx_free(context);
    if (rgba == NULL)
        return false;
    out->width = header.width;
    out->height = header.height;
    out->rgba = rgba;
    return true;
}

// Whether a PNG file ends before its first chunk of pixels. SDL_image 2.6.3 does not notice the end: libpng would read
// its last chunk for ever.
static bool is_cut_png(const uint8_t *bytes, size_t size)
{
    enum { MARK = 8, AROUND = 12 }; // bytes of the file's mark, and of a chunk besides what it holds
    if (size < MARK || memcmp(bytes, "\x89PNG\r\n\x1a\n", MARK) != 0)
        return false;
    for (size_t at = MARK; size - at >= AROUND;) {
        const uint8_t *p = bytes + at;
        const size_t length = (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
        if (memcmp(p + 4, "IDAT", 4) == 0)
            return false;
        if (length > size - at - AROUND)
            return true;
        at += AROUND + length;
    }
    return true;
}

// --- Heights ---

static bool refuse_heights(editor_error *error, const char *what)
{
    snprintf(error->text, sizeof(error->text), "%s: heights are a grey PNG of 8 or 16 bits", what);
    return false;
}

// What is wrong with the size of the grid is said by its reader; here only what takes memory.
static bool check_heights(spng_ctx *context, const void *bytes, size_t size, struct spng_ihdr *header,
                          editor_error *error)
{
    // Profiles and texts, which it keeps, can be made that unpack to a thousand times their size.
    if (spng_set_chunk_limits(context, OTHERS_LIMIT, OTHERS_LIMIT) != 0 ||
        spng_set_png_buffer(context, bytes, size) != 0 || spng_get_ihdr(context, header) != 0)
        return refuse_heights(error, "is no PNG file");
    if (header->color_type != SPNG_COLOR_TYPE_GRAYSCALE)
        return refuse_heights(error, header->color_type == SPNG_COLOR_TYPE_GRAYSCALE_ALPHA
                                         ? "is a picture with alpha"
                                         : "is a picture with colours");
    if (header->bit_depth != 8 && header->bit_depth != 16)
        return refuse_heights(error, "has too few bits a pixel");
    if ((uint64_t)header->width * header->height <= editor_decode_pixels())
        return true;
    snprintf(error->text, sizeof(error->text), "has %u x %u samples, more than %.1f million", (unsigned)header->width,
             (unsigned)header->height, (double)editor_decode_pixels() * 1e-6);
    return false;
}

// In place: 8 bits are in the first half.
static void widen(uint16_t *heights, size_t count)
{
    const uint8_t *greys = (const uint8_t *)heights;
    for (size_t i = count; i-- > 0;)
        heights[i] = (uint16_t)(257u * greys[i]);
}

static bool decode_heights(const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    struct spng_ihdr header;
    spng_ctx *context = spng_ctx_new(0);
    bool ok = context != NULL && check_heights(context, bytes, size, &header, error);
    const size_t count = ok ? (size_t)header.width * header.height : 0;
    uint16_t *heights = ok ? malloc(count * sizeof(*heights)) : NULL;
    if (ok) {
        const size_t room = header.bit_depth == 8 ? count : count * sizeof(*heights);
        ok = heights != NULL && spng_decode_image(context, heights, room, SPNG_FMT_PNG, 0) == 0;
    }
    if (ok && header.bit_depth == 8)
        widen(heights, count);
    spng_ctx_free(context);
    if (!ok) {
        free(heights);
        return false;
    }
    out->width = header.width;
    out->height = header.height;
    out->heights = heights;
    return true;
}

bool editor_image_decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user;
    bool is_tga = false;
    if (out->is_heights)
        return bytes != NULL && decode_heights(bytes, size, out, error);
    if (bytes == NULL || size == 0 || size > INT32_MAX || !check_size(bytes, size, &is_tga, error))
        return false;
    if (decode_png(bytes, size, out))
        return true;
    if (is_cut_png(bytes, size))
        return false;
    IMG_Init(IMG_INIT_PNG | IMG_INIT_JPG | IMG_INIT_WEBP); // does nothing after the first call
    SDL_RWops *stream = SDL_RWFromConstMem(bytes, (int)size);
    SDL_Surface *surface = stream == NULL ? NULL
                           : is_tga       ? IMG_LoadTGA_RW(stream) // which IMG_Load_RW tells by the name alone
                                          : IMG_Load_RW(stream, 0);
    if (stream != NULL)
        SDL_RWclose(stream);
    // Palettes and colours that stand for "transparent" belong to the surface, not to its format.
    if (surface != NULL && (SDL_ISPIXELFORMAT_INDEXED(surface->format->format) || SDL_HasColorKey(surface))) {
        SDL_Surface *plain = SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_RGBA32, 0);
        SDL_FreeSurface(surface);
        surface = plain;
    }
    // The decoder may read another size than the header's reader.
    const bool ok = surface != NULL && surface->w > 0 && surface->h > 0 && surface->w <= INT32_MAX / 4 &&
                    (uint64_t)surface->w * (uint64_t)surface->h <= editor_decode_pixels() &&
                    (is_cmyk(bytes, size, surface) ? copy_cmyk(surface, out) : copy_pixels(surface, out));
    SDL_FreeSurface(surface);
    return ok;
}

// Encodes into memory that the caller frees. NULL: failed; `*reason` says why.
static void *encode(const uint8_t *rgba, uint32_t width, uint32_t height, size_t *size, const char **reason)
{
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    if (context == NULL) {
        *reason = "out of memory";
        return NULL;
    }
    struct spng_ihdr header = {
        .width = width, .height = height, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    void *png = NULL;
    int result = spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    if (result == 0)
        result = spng_set_ihdr(context, &header);
    if (result == 0)
        result = spng_encode_image(context, rgba, (size_t)width * height * 4, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    if (result == 0)
        png = spng_get_png_buffer(context, size, &result);
    spng_ctx_free(context);
    *reason = spng_strerror(result);
    return png;
}

bool editor_image_encode(void *user, const editor_image *image, uint8_t **bytes, size_t *size)
{
    (void)user;
    const char *reason;
    *bytes = encode(image->rgba, image->width, image->height, size, &reason);
    return *bytes != NULL;
}

// Encode the whole picture before opening the file, so that only a full disk leaves a partial one. Never remove or
// rename the file: the path may be a device.
bool editor_png_write(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height, editor_error *error)
{
    size_t size = 0;
    const char *reason = NULL;
    void *png = encode(rgba, width, height, &size, &reason);
    bool ok = false;
    if (png != NULL) {
        errno = 0;
        FILE *file = fopen(path, "wb");
        if (file != NULL) {
            ok = fwrite(png, 1, size, file) == size;
            ok = fclose(file) == 0 && ok; // a full disk may be reported only here
        }
        reason = strerror(errno);
    }
    free(png);
    if (!ok)
        snprintf(error->text, sizeof(error->text), "%s: cannot be written: %s", path, reason);
    return ok;
}
