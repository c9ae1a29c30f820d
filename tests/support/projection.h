// projection.h: projection and view matrices for tests, computed from their definitions and rounded to float last.
#ifndef TESTS_SUPPORT_PROJECTION_H
#define TESTS_SUPPORT_PROJECTION_H

#include "picking/view.h"

typedef enum depth_range {
    DEPTH_FORWARD,  // Vulkan, near 0, far 1
    DEPTH_REVERSED, // near 1, far 0
    DEPTH_OPENGL    // near -1, far 1
} depth_range;

typedef struct projection_spec {
    const char *name;
    pick_projection_kind kind;
    // Sides of the picture in view space (y up): at distance 1 (perspective), anywhere (orthographic).
    double left, right, bottom, top;
    double near_distance, far_distance; // far may be infinite for perspectives
    depth_range depth;
    bool y_up;             // NDC y up instead of Vulkan's down
    int quarter_turns;     // of the picture, as for a pre-rotated surface
    double common_factor;  // on all entries; 0 means 1
    double viewport_scale; // of the viewport's height; 0 means 1, -1 flips it
} projection_spec;

// Symmetric perspective sides.
projection_spec projection_perspective(double fov_y, double aspect, double near_distance, double far_distance);

void projection_matrix(const projection_spec *spec, float out[16]);

// Every kind of projection that the conventions allow.
extern const projection_spec projection_table[];
extern const size_t projection_table_count;

// World to view, its translation left zero: a camera that looks along `forward`.
void view_matrix(pick_vec3 forward, pick_vec3 up, float out[16]);

#endif
