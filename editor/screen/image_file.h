// image_file.h: reads and writes image files: stb_image and libwebp read headers, SDL2_image reads textures, spng
// writes screenshots.
#ifndef EDITOR_IMAGE_FILE_H
#define EDITOR_IMAGE_FILE_H

#include "document/level/level.h"

// An editor_image_decoder: PNG, JPEG, WebP, BMP, GIF, and TGA of true colours or greys without a palette. The header is
// read before anything is allocated for pixels, and refused if it states more than editor_decode_set_pixels allows
// (document/import/common/decode.h).
bool editor_image_decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error);

// Heights are those of a grey PNG of 8 or 16 bits; 8 bits count 257 each.

// An editor_image_encoder: PNG.
bool editor_image_encode(void *user, const editor_image *image, uint8_t **bytes, size_t *size);

// Writes RGBA8, top row first, as PNG. False: the file cannot be written; `error` has one line.
bool editor_png_write(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height, editor_error *error);

#endif
