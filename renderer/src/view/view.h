// view.h: what the shaders know of the view, read from the matrices themselves.
#ifndef RENDERER_SRC_VIEW_H
#define RENDERER_SRC_VIEW_H

#include "passes/pass.h"

// Checks a frame; a text tells what is wrong, or NULL.
const char *render_check_frame(const render_device *device, const render_frame *frame);
// Sets viewport, scissor, handedness, depth test and scale of the draw, and the shaders' view.
void render_view_init(render_draw *draw, struct shader_view *view);
VkRect2D render_view_intersect(const VkRect2D *a, const VkRect2D *b);
// The point in world space at a pixel's place and depth.
void render_view_unproject(const render_frame *frame, uint32_t target_width, uint32_t target_height,
                           const double pixel[2], double depth, double point[3]);
// Fills in the scene's lights.
void render_view_set_lights(const render_draw *draw, struct shader_view *view);
// Sets the area that marked objects can cover, once the draw list is up to date.
void render_view_find_marks(render_draw *draw);

#endif
