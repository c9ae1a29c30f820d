// image_file.h: reads and writes image files: stb_image and libwebp read headers, SDL2_image reads textures, spng
// writes screenshots.
#ifndef EDITOR_IMAGE_FILE_H
#define EDITOR_IMAGE_FILE_H

#include "document/level/level.h"

// An editor_image_decoder: PNG, JPEG, WebP, BMP, GIF. The header is read before anything is allocated for pixels, and
// refused if it states more than editor_image_set_limit allows.
bool editor_image_decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error);

// Sets how many pixels an image may have, for the whole process: 2^26 unless set. Decoding takes up to 12 bytes a
// pixel.
void editor_image_set_limit(uint64_t pixels);

// An editor_image_encoder: PNG.
bool editor_image_encode(void *user, const editor_image *image, uint8_t **bytes, size_t *size);

// Writes RGBA8, top row first, as PNG. False: the file cannot be written; `error` has one line.
bool editor_png_write(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height, editor_error *error);

#endif
