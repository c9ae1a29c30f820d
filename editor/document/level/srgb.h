// srgb.h: colours of pictures and files as light, which is linear.
#ifndef EDITOR_DOCUMENT_SRGB_H
#define EDITOR_DOCUMENT_SRGB_H

#include <math.h>
#include <stddef.h>

// Of sRGB from 0 to 1 (IEC 61966-2-1).
static inline double editor_linear_of_srgb(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

// The same for `count` colours of four numbers each, in place: red, green and blue from 0 to 1, or, where any number is
// larger, to 255; opacity likewise, unless it is 1 or less. What is out of range is brought into it.
static inline void editor_linear_of_srgb_colors(float *colors, size_t count)
{
    float most = 0;
    for (size_t i = 0; i < 4 * count; i++)
        most = fmaxf(most, colors[i]);
    const float scale = most > 1 ? 1.0f / 255 : 1;
    for (size_t i = 0; i < 4 * count; i++) {
        const int is_opacity = i % 4 == 3;
        const float value = fminf(fmaxf((is_opacity && colors[i] <= 1 ? 1 : scale) * colors[i], 0), 1);
        colors[i] = is_opacity ? value : (float)editor_linear_of_srgb((double)value);
    }
}

#endif
