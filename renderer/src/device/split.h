// split.h: a double as the sum of two floats, for the GPU.
#ifndef RENDERER_SRC_SPLIT_H
#define RENDERER_SRC_SPLIT_H

// volatile: where gcc 12 computes two of these side by side (-O2 and up, SLP), it takes the rounding to float and back
// for no change at all, and the low part becomes 0.
static inline void render_split(double value, float *high, float *low)
{
    volatile float rounded = (float)value;
    *high = rounded;
    *low = (float)(value - (double)rounded);
}

#endif
