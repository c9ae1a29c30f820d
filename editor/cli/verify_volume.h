// verify_volume.h: classifies a volume at a pixel, for verify_explain.h; and points and lines whose width is a length
// of their space: they are volumes to a ray.
//
// A fragment shader meets the volume with its own ray, in float. That ray is off by less than `tolerance` in
// the window, and by 2^-20 M sideways and along itself: M is how far the volume reaches from the eye, so this is eight
// times the rounding of a matrix product. The pick of the volume alone is taken in nine places within both, with the
// near and the far plane moved apart and together: hit in all, hit in none, or possible. The depths are those of the
// hits, widened by the rounding.
#ifndef EDITOR_CLI_VERIFY_VOLUME_H
#define EDITOR_CLI_VERIFY_VOLUME_H

#include "cli/verify_verdict.h"
#include "document/level/level.h"

// `tolerance`: pixels. `object` is a volume that is drawn, or such points or lines; `part`: of these, one alone;
// EDITOR_NONE: all.
editor_pixel_verdict editor_volume_judge(const editor_level *level, const pick_view *view, uint32_t object,
                                         uint32_t part, double tolerance, pick_vec2 at);

#endif
