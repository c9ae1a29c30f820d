#include "screen/image_file.h"

#include <SDL.h>
#include <SDL_image.h>
#include <errno.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Larger images are a mistake or an attack, not a texture.
static const int LARGEST_SIDE = 32768;

static bool copy_rows(const SDL_Surface *surface, editor_image *out)
{
    size_t row = (size_t)surface->w * 4;
    uint8_t *rgba = malloc(row * (size_t)surface->h);
    if (rgba == NULL)
        return false;
    for (int y = 0; y < surface->h; y++) // a surface's rows may be padded
        memcpy(rgba + row * (size_t)y, (const uint8_t *)surface->pixels + (size_t)surface->pitch * (size_t)y, row);
    out->width = (uint32_t)surface->w;
    out->height = (uint32_t)surface->h;
    out->rgba = rgba;
    return true;
}

bool editor_image_decode(void *user, const void *bytes, size_t size, editor_image *out)
{
    (void)user;
    if (bytes == NULL || size == 0 || size > INT32_MAX)
        return false;
    IMG_Init(IMG_INIT_PNG | IMG_INIT_JPG | IMG_INIT_WEBP); // does nothing after the first call
    SDL_RWops *stream = SDL_RWFromConstMem(bytes, (int)size);
    SDL_Surface *surface = stream != NULL ? IMG_Load_RW(stream, 1) : NULL;
    if (surface == NULL)
        return false;
    bool ok = false;
    if (surface->w > 0 && surface->h > 0 && surface->w <= LARGEST_SIDE && surface->h <= LARGEST_SIDE) {
        SDL_Surface *rgba = SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_RGBA32, 0);
        ok = rgba != NULL && copy_rows(rgba, out);
        SDL_FreeSurface(rgba);
    }
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
