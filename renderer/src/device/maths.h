// maths.h: the renderer's computations in double.
//
// cglm has floats only. Eyes, origins and centres are doubles here, and culling must never lose an object to rounding.
// The sign of a transform must match that of a picking library that computes in double.
#ifndef RENDERER_SRC_MATHS_H
#define RENDERER_SRC_MATHS_H

// Splits a double into the sum of two floats, for the GPU. volatile: without it, gcc 12 at -O2 vectorizes two splits
// (SLP) and removes the rounding to float and back, so that the low part becomes 0.
static inline void render_split(double value, float *high, float *low)
{
    volatile float rounded = (float)value;
    *high = rounded;
    *low = (float)(value - (double)rounded);
}

// a . (b x c)
static inline double render_determinant(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Rotates a direction from world to view space. `view` is column-major.
static inline void render_rotate_to_view(const float view[16], const double world[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (double)view[i] * world[0] + (double)view[4 + i] * world[1] + (double)view[8 + i] * world[2];
}

// Rotates a direction from view to world space, by the transpose.
static inline void render_rotate_to_world(const float view[16], const double in_view[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = (double)view[4 * i] * in_view[0] + (double)view[4 * i + 1] * in_view[1] +
                 (double)view[4 * i + 2] * in_view[2];
    }
}

#endif
