// signs.h: strokes of constant size on screen beside a place in the world: what icons and labels are made of.
#ifndef RENDERER_SRC_PASSES_SIGNS_H
#define RENDERER_SRC_PASSES_SIGNS_H

#include "passes/pass.h"

// One instance of the stroke shaders.
typedef struct render_stroke {
    float anchor[3]; // relative to the eye, world space
    float width;     // pixels
    float ends[4];   // from and to, pixels from the anchor, y down
    float color[4];  // linear, straight alpha
    uint32_t slot;
    uint32_t pad[3];
} render_stroke;

// Strokes being collected; `strokes` NULL only counts.
typedef struct render_stroke_list {
    render_stroke *strokes;
    uint32_t count;
} render_stroke_list;

#endif
