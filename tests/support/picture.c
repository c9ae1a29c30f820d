#include "picture.h"

#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool picture_read(const char *path, picture *out)
{
    *out = (picture){0};
    FILE *file = fopen(path, "rb");
    spng_ctx *context = file != NULL ? spng_ctx_new(0) : NULL;
    struct spng_ihdr header;
    size_t size = 0;
    bool ok = context != NULL && spng_set_png_file(context, file) == 0 && spng_get_ihdr(context, &header) == 0 &&
              spng_decoded_image_size(context, SPNG_FMT_RGBA8, &size) == 0;
    if (ok) {
        *out = (picture){header.width, header.height, malloc(size)};
        ok = out->rgba != NULL && spng_decode_image(context, out->rgba, size, SPNG_FMT_RGBA8, 0) == 0;
    }
    spng_ctx_free(context);
    if (file != NULL)
        fclose(file);
    if (!ok)
        picture_free(out);
    return ok;
}

void picture_free(picture *image)
{
    free(image->rgba);
    *image = (picture){0};
}

const uint8_t *picture_at(const picture *image, uint32_t x, uint32_t y)
{
    return &image->rgba[4 * ((size_t)y * image->width + x)];
}

// Sum of one channel over the 3x3 pixels around (x, y), the border repeated.
static int sum_around(const picture *image, uint32_t x, uint32_t y, int channel)
{
    int sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int64_t px = (int64_t)x + dx, py = (int64_t)y + dy;
            px = px < 0 ? 0 : px >= image->width ? image->width - 1 : px;
            py = py < 0 ? 0 : py >= image->height ? image->height - 1 : py;
            sum += picture_at(image, (uint32_t)px, (uint32_t)py)[channel];
        }
    }
    return sum;
}

bool picture_compare(const picture *a, const picture *b, int limit, picture_difference *out)
{
    if (a->width != b->width || a->height != b->height || a->width == 0 || a->height == 0)
        return false;
    uint64_t total = 0, wrong = 0;
    for (uint32_t y = 0; y < a->height; y++) {
        for (uint32_t x = 0; x < a->width; x++) {
            bool visible = false;
            for (int c = 0; c < 3; c++) {
                total += (uint64_t)abs(picture_at(a, x, y)[c] - picture_at(b, x, y)[c]);
                visible = visible || abs(sum_around(a, x, y, c) - sum_around(b, x, y, c)) > 9 * limit;
            }
            wrong += visible;
        }
    }
    double pixels = (double)a->width * a->height;
    *out = (picture_difference){(double)total / (3 * pixels), (double)wrong / pixels};
    return true;
}

bool picture_write(const picture *image, const char *path)
{
    FILE *file = fopen(path, "wb");
    spng_ctx *context = file != NULL ? spng_ctx_new(SPNG_CTX_ENCODER) : NULL;
    struct spng_ihdr header = {
        .width = image->width, .height = image->height, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    size_t size = (size_t)image->width * image->height * 4;
    bool ok = context != NULL && spng_set_png_file(context, file) == 0 && spng_set_ihdr(context, &header) == 0 &&
              spng_encode_image(context, image->rgba, size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE) == 0;
    spng_ctx_free(context);
    if (file != NULL)
        ok = fclose(file) == 0 && ok;
    return ok;
}

bool picture_write_difference(const picture *a, const picture *b, const char *path)
{
    if (a->width != b->width || a->height != b->height)
        return false;
    size_t size = (size_t)a->width * a->height * 4;
    picture difference = {a->width, a->height, malloc(size)};
    if (difference.rgba == NULL)
        return false;
    for (size_t i = 0; i < size; i++) {
        int value = 8 * abs(a->rgba[i] - b->rgba[i]);
        difference.rgba[i] = i % 4 == 3 || value > 255 ? 255 : (uint8_t)value;
    }
    bool ok = picture_write(&difference, path);
    picture_free(&difference);
    return ok;
}
