// thin.h: points and lines with a radius, in space or on screen: scans, wires, curves, drawings.
//
// Use:        a set of points or of lines is a render_mesh without triangles. An object that has it is drawn as points
//             or lines, with its transform, flags, ID, outline; render_mesh_destroy destroys it.
// Elements:   a point, or the segment between two neighbouring positions of a chain. Each has the number that the ID
//             image shows as `triangle`: the index of a point, or the part that a segment belongs to. A curve is the
//             chain of segments that it is subdivided into; all segments of a piece can have the number of the piece.
// In space:   a point is a ball, a segment a capsule, solid, in object space: a transform that stretches unevenly
//             flattens them with all else. A pixel is covered where the ray through its middle, from the near plane to
//             the far plane and within what the section keeps, has any part in the solid. The depth is that of the
//             first such place: where the ray enters the solid, or, if it begins in it, where it begins. So a section
//             that cuts an element shows it filled.
// On screen:  first the part of a segment that lies before the near plane, behind the far plane, or is cut off by the
//             section is taken away; of points the same. A pixel is covered if its middle is no farther in the window
//             than the radius from what is left, which is projected: a disc, or a line with round ends. The depth is
//             that of the nearest place, in the window, on the middle line. The radius counts in points, of
//             render_overlay.scale pixels, at any distance; such elements reach into the view from outside of it.
// Order:      what is nearest to the eye is seen; at equal depth, what comes first in the arrays.
// Radius 0:   covers nothing in the ID image and in outlines. The picture shows lines and discs one pixel wide, which
//             is the least that it draws of a size on screen.
// Exactness:  to 1/256 pixel and the rounding of a depth. Neighbours on a chain are equally deep at their joint, and so
//             are lines on screen where the near plane of an orthographic view cuts them: any may be seen there. In the
//             picture each sample of a pixel is decided by itself; without RENDER_FEATURE_SAMPLE_SHADING the pixel's
//             middle decides for all.
// Look:       in space they are lit, on screen they have their plain colour. They are opaque, cast no shadows, and are
//             the same in wireframe.
#ifndef RENDERER_THIN_H
#define RENDERER_THIN_H

#include "renderer/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum render_thin_kind { RENDER_THIN_POINTS, RENDER_THIN_LINES } render_thin_kind;

typedef enum render_thin_unit {
    RENDER_THIN_IN_SPACE, // the radius is a length of object space
    RENDER_THIN_ON_SCREEN // the radius is in points
} render_thin_unit;

typedef struct render_thin_desc {
    const char *name; // shown by debuggers; may be NULL
    render_thin_kind kind;
    // 3 per position, object space. A point that is not finite, and a segment with such an end, is not drawn.
    const float *positions;
    const float *colors; // 4 per position, linear, or NULL: white. Alpha has no effect; kept to 8 bits a channel
    uint32_t position_count;
    // Of lines: how many positions each chain has, one chain after the other; they make up position_count. A chain of
    // less than two positions has no segment. NULL: all positions are one chain.
    const uint32_t *counts;
    uint32_t chain_count;
    // For each position the number of the element that starts there; those at the ends of chains have no effect. NULL:
    // points have their index; segments are numbered from 0, in the order of the arrays.
    const uint32_t *numbers;
    double radius; // >= 0, at most 1e18
    render_thin_unit unit;
    render_material material; // its base colour times the element's; metallic, roughness, emissive and unlit; no maps
} render_thin_desc;

// Copies all that it needs: 24 bytes a position, on the device. RENDER_ERROR_INVALID_ARGUMENT: no positions, a NULL,
// counts that do not make up the positions, a radius out of range, an unknown kind or unit. RENDER_ERROR_OUT_OF_MEMORY
// also where the set takes more than the device allows a buffer. Errors set `*out` to 0.
render_result render_thin_create(render_scene *scene, const render_thin_desc *desc, render_mesh *out);
// The same a part at a time: goes on with render_mesh_upload_step or _abandon. Reads `counts` and copies `desc` itself;
// the arrays are read by the steps. Errors as of render_thin_create; they set `*out` to NULL.
render_result render_thin_upload_begin(render_scene *scene, const render_thin_desc *desc, render_mesh_upload **out);

// Another set with the elements of `mesh`, which render_thin_create or this function made, and a radius and a material
// of its own: it takes no memory for them, and may outlive `mesh`. RENDER_ERROR_INVALID_ARGUMENT: there is no such set,
// a radius out of range, an unknown unit. Errors set `*out` to 0.
render_result render_thin_share(render_scene *scene, render_mesh mesh, double radius, render_thin_unit unit,
                                render_material material, render_mesh *out);

#ifdef __cplusplus
}
#endif

#endif
