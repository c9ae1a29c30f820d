// verify_cap.h: which caps of the section a pixel may show, and at which depths.
//
// All caps of a ray lie where it enters what the section keeps. The renderer counts, in float and on the rasterizer's
// grid, the surfaces beyond that place which picking counts in double. They may differ where the ray passes an edge of
// the solid within the tolerance of edges, and where a surface meets the plane within the rounding of both. So a cap is
//
//   sure      if picking finds it in each of nine places within the tolerance, with all planes where they are, and
//             moved out and in by the rounding;
//   possible  if it finds it in one of these.
//
// The rounding is 2^-18 of the distance to the cap and of that of the eye from the plane: 16 times that of the float
// product that the renderer compares with 0, because the rasterizer's place on a surface comes from the slopes of its
// edges. The depth is that of the place, in the nine places and with the planes moved, and 2^-20 of itself.
#ifndef EDITOR_CLI_VERIFY_CAP_H
#define EDITOR_CLI_VERIFY_CAP_H

#include "cli/verify_volume.h"
#include "document/level/level.h"

enum { EDITOR_PIXEL_CAPS = 32 }; // objects of a pixel, at most

typedef struct editor_pixel_caps {
    uint32_t count;
    uint32_t objects[EDITOR_PIXEL_CAPS];
    uint32_t found[EDITOR_PIXEL_CAPS]; // in how many of the samples
    uint32_t samples;
    double back, front; // nearness, as in editor_pixel_verdict
} editor_pixel_caps;

// Finds the caps at a window position. `tolerance`: of edges, pixels.
void editor_caps_find(const editor_level *level, const pick_view *view, double tolerance, pick_vec2 at,
                      editor_pixel_caps *out);
// Of one object.
editor_pixel_verdict editor_caps_judge(const editor_pixel_caps *caps, uint32_t object);

#endif
