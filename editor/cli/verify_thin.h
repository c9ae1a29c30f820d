// verify_thin.h: what a rasterizer may do at a pixel with a point, or a segment of a line, whose width is one on
// screen.
#ifndef EDITOR_CLI_VERIFY_THIN_H
#define EDITOR_CLI_VERIFY_THIN_H

#include "cli/verify_verdict.h"
#include "document/level/level.h"

// Computed from the ends of the part alone: neither the hierarchy nor the tests of picking take part. A renderer places
// discs and lines to 1/1000 pixel, and rounds positions to float, relative to the eye.
editor_pixel_verdict editor_thin_judge(const editor_level *level, const pick_view *view, uint32_t object, uint32_t part,
                                       pick_vec2 at);

// The rectangle in the window that the part can cover. False: it covers nothing.
bool editor_thin_bounds(const editor_level *level, const pick_view *view, uint32_t object, uint32_t part,
                        pick_vec2 *min, pick_vec2 *max);

#endif
