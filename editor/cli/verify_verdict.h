// verify_verdict.h: what a rasterizer may do with something at a pixel.
#ifndef EDITOR_CLI_VERIFY_VERDICT_H
#define EDITOR_CLI_VERIFY_VERDICT_H

#include <stdbool.h>

typedef struct editor_pixel_verdict {
    bool sure, possible; // covers the pixel's centre by more than the tolerance; comes within the tolerance of it
    double back, front;  // the interval of nearness that the rasterizer may compute there; larger is nearer
} editor_pixel_verdict;

#endif
