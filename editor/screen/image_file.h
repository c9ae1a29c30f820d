// image_file.h: reads and writes image files: SDL2_image reads textures, spng writes screenshots.
#ifndef EDITOR_IMAGE_FILE_H
#define EDITOR_IMAGE_FILE_H

#include "document/level/level.h"

// An editor_image_decoder.
bool editor_image_decode(void *user, const void *bytes, size_t size, editor_image *out);

// An editor_image_encoder: PNG.
bool editor_image_encode(void *user, const editor_image *image, uint8_t **bytes, size_t *size);

// Writes RGBA8, top row first, as PNG. False: the file cannot be written; `error` has one line.
bool editor_png_write(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height, editor_error *error);

#endif
