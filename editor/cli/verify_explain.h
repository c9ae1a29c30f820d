// verify_explain.h: decides whether CPU and GPU may legitimately differ at a pixel.
//
// A pick is exact; a rasterizer is exact only after its vertices have been put on a grid of 2^-b pixels (b: the
// device's subpixel bits) and their depths rounded to float. So near an edge, and where two surfaces are equally deep,
// either answer is legitimate. Nothing is assumed: for a differing pixel, every triangle of the scene is projected in
// double, exactly as picking's view projects, and classified:
//
//   sure      it covers the pixel centre by more than the tolerance, faces the right way, and is not cut out;
//   possible  it covers the pixel centre, or comes within the tolerance of it.
//
// and gets the interval of depths that the rasterizer may compute for it there. An answer is admissible if
//   - its triangle is possible there, and no sure triangle is certainly in front of it (intervals disjoint); or
//   - it is "nothing", and no triangle is sure.
// A difference is explained if the CPU's answer and the GPU's are both admissible. An error in either (a half-pixel
// offset, a flipped axis, the wrong faces culled) gives answers that are not.
//
// Tolerances, all derived:
//   edges      e = 1.75 * 2^-b pixels from the projected, near-clipped outline. Vulkan does not say in which direction
//              vertices are rounded: each moves by less than a grid step per axis, sqrt(2) * 2^-b in all. The rest
//              allows for the float arithmetic of the vertex transform at ordinary coordinates (for 1280 pixels an ulp
//              is 2^-13 pixels).
//   facing     may flip only where the triangle is thinner than 2 e.
//   near clip  the distance to the eye plane is a float sum of terms of size M (the vertex's coordinates relative to
//              the eye, before they cancel): off by up to 2^-22 M. The outline is clipped at both ends of that range.
//   depth      the plane's slope times e (the vertices moved), plus rounding: 2^-21 of the depths that the plane
//              reaches over the image (its equation is evaluated in float from the image's corner), plus
//              2^-22 M / distance of the depth (the vertex's distance, as above).
//              A triangle thinner than 2 e, whose every point is within e of its edges, may be a line on the grid: the
//              plane of its depths is not defined, and any depth is possible.
//   section    the place on the triangle's plane that its planes are asked about, at the pixel centre and at 8 points
//              e around it: off by the rounding of the vertices times the slant, and by 2^-20 of what the linear
//              functions reach over the image whose quotient it is. A triangle that may be a line, as for the depth,
//              may be cut or kept.
//   alpha cut  decided by the level's own rule at 17 by 17 points of the square that reaches e around the pixel
//              centre: cut in all, kept in all, or possible. A surface seen at a slant shows many texels there.
// Caps of the section are classified in the same way by verify_cap.h.
// Volumes are classified in the same way by verify_volume.h, within 2^-b pixels, and count like triangles.
#ifndef EDITOR_CLI_VERIFY_EXPLAIN_H
#define EDITOR_CLI_VERIFY_EXPLAIN_H

#include "document/level/level.h"

typedef struct editor_explainer editor_explainer;

// The answer of one side at a pixel.
typedef struct editor_pixel_answer {
    uint32_t object;   // number in the level, or EDITOR_NONE: nothing
    uint32_t triangle; // source number in its mesh; of a volume 0; of a cap RENDER_CAP_TRIANGLE
} editor_pixel_answer;

// Prepares a level for a view with one logical point per pixel. NULL: out of memory. Level and view must outlive it.
editor_explainer *editor_explainer_create(const editor_level *level, const pick_view *view, uint32_t subpixel_bits);
void editor_explainer_destroy(editor_explainer *explainer); // NULL is fine

// Whether both answers are admissible at the window position `at`.
bool editor_explainer_explains(const editor_explainer *explainer, pick_vec2 at, editor_pixel_answer cpu,
                               editor_pixel_answer gpu);

#endif
