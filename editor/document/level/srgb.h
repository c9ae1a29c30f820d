// srgb.h: colours of pictures and files as light, which is linear.
#ifndef EDITOR_DOCUMENT_SRGB_H
#define EDITOR_DOCUMENT_SRGB_H

#include <math.h>

// Of sRGB from 0 to 1 (IEC 61966-2-1).
static inline double editor_linear_of_srgb(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

#endif
