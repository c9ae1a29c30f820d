// projection.h: the float matrices of a camera, for the GPU and for pick_view_init. Column-major; Vulkan's clip space:
// y down, depth from 0 to 1. Distances in metres, angles in radians.
#ifndef EDITOR_PROJECTION_H
#define EDITOR_PROJECTION_H

#include "picking/math.h"

typedef enum editor_depth {
    EDITOR_DEPTH_REVERSED, // 1 at the near plane, 0 at the far one
    EDITOR_DEPTH_FORWARD   // 0 at the near plane, 1 at the far one
} editor_depth;

// A view matrix without translation: `axes` are the camera's right, up and back in world space, unit and perpendicular.
void editor_view_matrix(const pick_vec3 axes[3], float view[16]);

// `fov` is vertical, `aspect` width / height; 0 < near < far; `far` may be infinite.
void editor_perspective_matrix(double fov, double aspect, double near, double far, editor_depth depth,
                               float projection[16]);

// `height` from the top to the bottom edge; near < far, both finite.
void editor_orthographic_matrix(double height, double aspect, double near, double far, editor_depth depth,
                                float projection[16]);

#endif
