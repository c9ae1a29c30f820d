// image_size.h: reads the size of an image from its header, by stb_image.
#ifndef EDITOR_IMAGE_SIZE_H
#define EDITOR_IMAGE_SIZE_H

#include <stdbool.h>

// JPEG, BMP or GIF. False: none of them, or a broken header. Nothing is decoded.
bool editor_image_size(const void *bytes, int size, int *width, int *height);

#endif
