// picture.h: PNG files in tests, and how much two pictures differ.
#ifndef TESTS_SUPPORT_PICTURE_H
#define TESTS_SUPPORT_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct picture {
    uint32_t width, height;
    uint8_t *rgba; // top row first
} picture;

// False when there is no such PNG.
bool picture_read(const char *path, picture *out);
void picture_free(picture *image);
const uint8_t *picture_at(const picture *image, uint32_t x, uint32_t y);

typedef struct picture_difference {
    double mean;  // of |a - b| over all pixels and colour channels, in 255ths
    double wrong; // share of the pixels that differ visibly: see picture_compare
} picture_difference;

// A pixel differs visibly when, in some channel, the 3x3 mean around it differs by more than `limit` 255ths: the
// softened edges of two rasterizers pass, a thing that moved by pixels or changed its colour does not.
// False when the sizes differ.
bool picture_compare(const picture *a, const picture *b, int limit, picture_difference *out);

// Writes |a - b| eight times brightened, for a person to look at. False when it cannot be written.
bool picture_write_difference(const picture *a, const picture *b, const char *path);

bool picture_write(const picture *image, const char *path);

#endif
