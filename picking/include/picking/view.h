// view.h: window coordinates to world rays and back, from the matrices that drew the frame.
//
// Window:     logical points, origin top-left, x right, y down, continuous. The centre of pixel (i, j) is
//             (i + 0.5, j + 0.5); an integer mouse event at (i, j) means that centre (pick_mouse_position).
// Viewport:   a sub-rectangle of the window. NDC = 2 (p - rect.xy) / rect.wh - 1.
//             A negative height (Vulkan's flipped viewport) is read as written: rect.y is then its bottom.
// NDC:        Vulkan: x right, y down for a Y-flipped projection, z in [0, 1].
// View space: the camera looks down -Z (right-handed: OpenGL, glTF, cglm's and GLM's _rh functions) or +Z (left-handed:
//             Direct3D, Unity, Unreal, Babylon, the _lh functions). The matrices say which; see Handedness.
// Projection: perspective (centred or off-centre) or orthographic, depth forward or reversed, far plane finite
//             or infinite, Y up or down, pre-rotated surfaces: all read from the matrix; there are no flags.
//             A positive common factor on all 16 entries changes nothing, as on the GPU.
//             Refused: oblique near planes, sheared orthographic projections, an eye moved inside the projection,
//             singular matrices. OpenGL's depth of -1 to 1 cannot be told from 0 to 1 and must not be passed.
// Handedness: a perspective's w is -z or +z, positive before the camera. An orthographic projection looks to the side
//             on which most of its depth range lies: near -1 and far 10 is fine, in either handedness. A range that
//             is symmetric about the eye, such as near -10 and far 10, is ambiguous: it also fits a camera that looks
//             the other way with reversed depth. It is read as looking down -Z; a left-handed caller should move the
//             far plane out.
//             The world may be left-handed too. Only the winding changes: the front of a triangle is where
//             (v1 - v0) x (v2 - v0) points, counter-clockwise in a right-handed world and clockwise in a left-handed
//             one, which is the default of Direct3D and Unity.
// Section:    up to 8 planes of the world may cut a view, to look and pick inside things. What they cut off is not
//             found by rays of the view, regions, cursor, nearest in the window and explain. Surfaces are met where
//             they are left, and a solid volume (volume.h) at the cut, as if the ray started in it. Things that
//             are handled rather than looked at, such as gizmos, are not cut. Where the planes keep no more than a
//             plane, as two opposite ones in one place do, rounding decides what is found.
// Caps:       where a section cuts solid meshes open, it may be closed again with caps, which are seen and picked as
//             parts of their objects. The kept region is an intersection of half-spaces, so a ray enters it at one t at
//             most: where it crosses the last of the planes that it enters by. A ray has a cap there of each closed
//             mesh (pick_mesh_find_closed) in which that place lies: whose winding number there is above 0, by the
//             mesh's triangles beyond it along the ray (each back face counts 1, each front face -1, whatever culls or
//             cuts them off). So shells that overlap make one cap, meshes that are turned inside out make none, and
//             transforms that mirror change nothing. Materials do not matter: what is cut out, translucent or
//             double-sided is capped as a solid. A ray that starts in the kept region meets no cap, and none is met
//             from behind, where a ray leaves the region. Open meshes, height fields, points and curves have none; a
//             solid volume needs none, it is met at the cut.
// Precision:  rays are formed in closed form, camera-relative, in double; no 4x4 inverse is ever taken.
#ifndef PICKING_VIEW_H
#define PICKING_VIEW_H

#include "picking/math.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_rect {
    double x, y, width, height;
} pick_rect;

typedef struct pick_view_desc {
    // 16 floats, column-major: the projection handed to the GPU. Required.
    const float *projection;
    // 16 floats, column-major: world to view. Only its rotation is read; its translation is ignored, because `eye` has
    // it in double. Must be a rotation, possibly mirrored (Unity's worldToCameraMatrix), up to the rounding of float
    // matrices (|R^T R - I| <= 1e-4 in every entry). Rays use its inverse, not its transpose, so that they pass exactly
    // where this matrix draws. Required.
    const float *view;
    // Camera position in world space, metres.
    pick_vec3 eye;
    // Logical points. Width above 0; a negative height flips.
    pick_rect viewport;
} pick_view_desc;

typedef enum pick_projection_kind { PICK_PERSPECTIVE, PICK_ORTHOGRAPHIC } pick_projection_kind;

enum { PICK_SECTION_PLANES = 8 }; // of a view, at most

// A view ready to use. Plain data: copy it freely. pick_view_init and pick_view_set_section write the fields; callers
// only read them.
typedef struct pick_view {
    pick_projection_kind kind;
    bool reversed_depth;                // near plane at depth 1
    bool infinite_far;                  // the far plane is at infinity
    double near_distance, far_distance; // along the view axis, metres; far is +infinity when infinite
    pick_rect viewport;
    pick_vec3 eye;
    // World to view, column-major, and back. This view space always looks down -Z. If the camera looks down +Z, the z
    // axis is reversed and the rotation is mirrored.
    double rotation[9], inverse_rotation[9];
    // Clip from view space, scaled so that w is -z (perspective) or 1 (orthographic):
    // (x, y) = linear2 * (x, y) + offset * z (perspective) or + offset (orthographic);
    // depth = depth_scale * z + depth_offset, divided by -z when perspective.
    double linear2[4], inverse2[4]; // column-major 2x2
    double offset[2];
    double depth_scale, depth_offset;
    // Planes of the world, with unit normals: what is kept lies on or inside all, dot(normal, p) + offset >= 0.
    pick_plane section[PICK_SECTION_PLANES];
    uint32_t section_count;
    bool caps; // what the section cuts open is capped
} pick_view;

// Initializes a view from a description. Errors: PICK_ERROR_NOT_FINITE, PICK_ERROR_EMPTY_VIEWPORT (width or height 0),
// PICK_ERROR_UNSUPPORTED_PROJECTION, PICK_ERROR_INVALID_ARGUMENT (a NULL, a view that is not rigid, a viewport of
// negative width). On error `out` is untouched. No section cuts it.
PICK_API pick_result pick_view_init(pick_view *out, const pick_view_desc *desc);

// Replaces the planes that cut the view; what is kept lies on or inside all of them. The normals may have any length
// above 0; the view keeps unit ones. `count` 0: nothing cuts it, `planes` may be NULL. Errors: PICK_ERROR_NOT_FINITE;
// PICK_ERROR_INVALID_ARGUMENT (a NULL, more than PICK_SECTION_PLANES, a zero normal). The view is then unchanged.
PICK_API pick_result pick_view_set_section(pick_view *view, const pick_plane *planes, uint32_t count);

// Caps what the section cuts open, or leaves it open, as pick_view_init does. Cursor, explain and what a view sees then
// heed caps; rays do if their query says so (pick_query.caps). NULL: nothing.
PICK_API void pick_view_set_caps(pick_view *view, bool caps);

// Whether the section cuts a world point off. Points on its planes are kept. A point that is not finite is cut off by
// any section. `view` NULL: false.
PICK_API bool pick_view_cuts(const pick_view *view, pick_vec3 world);

// Shortens [t_min, t_max] of any ray to the part that the view's section keeps, for rays that pick_view_ray did not
// form: the ray of an object's axis, or of sight between two points. False: nothing is left, `ray` is untouched; so it
// is for a NULL and a ray that is not valid.
PICK_API bool pick_view_clip_ray(const pick_view *view, pick_ray *ray);

// Window position to NDC, both continuous.
PICK_API pick_vec2 pick_view_window_to_ndc(const pick_view *view, pick_vec2 window);
PICK_API pick_vec2 pick_view_ndc_to_window(const pick_view *view, pick_vec2 ndc);

// Whether the window position lies in the viewport (left and top edges included, right and bottom not).
PICK_API bool pick_view_contains(const pick_view *view, pick_vec2 window);

// The world ray through a window position. Its direction has unit length, so t is in metres from the eye
// (perspective) or from the plane through the eye (orthographic), and [t_min, t_max] is the part between the
// near and the far plane that the section keeps. Where nothing is left, t_min is above t_max and the ray hits nothing;
// origin and direction are still those of the position. Also defined outside the viewport, for drags. A position that
// is not finite gives an invalid ray, which hits nothing.
PICK_API pick_ray pick_view_ray(const pick_view *view, pick_vec2 window);

typedef struct pick_projected_point {
    pick_vec2 window; // logical points
    double depth;     // NDC z
    double distance;  // along the view axis, metres; negative behind the eye
} pick_projected_point;

// World point to window. False, and `out` untouched, when the point is at or behind the eye plane of a
// perspective view, where no window position exists, or is not finite.
PICK_API bool pick_view_project(const pick_view *view, pick_vec3 world, pick_projected_point *out);

// Window position and NDC depth to the world point there. False, and `out` untouched, where that depth is at
// infinity or behind the eye.
PICK_API bool pick_view_unproject(const pick_view *view, pick_vec2 window, double depth, pick_vec3 *out);

// The world length, in metres, that one logical point covers at `world`, for things of constant size on screen. If the
// axes differ, their geometric mean. 0 at and behind the eye plane of a perspective view.
PICK_API double pick_view_point_size(const pick_view *view, pick_vec3 world);

// --- HiDPI: the one conversion between logical points (mouse events, layout) and drawable pixels (images) ---

typedef struct pick_window {
    double width, height;                   // logical points
    double drawable_width, drawable_height; // pixels
} pick_window;

// Points to pixels and back. A window of zero size gives (0, 0).
PICK_API pick_vec2 pick_window_to_drawable(const pick_window *window, pick_vec2 point);
PICK_API pick_vec2 pick_window_from_drawable(const pick_window *window, pick_vec2 pixel);

// The continuous window position of an integer mouse event: the centre of that point. Float positions, as from SDL3 and
// touch screens, are already continuous; use them directly.
static inline pick_vec2 pick_mouse_position(int x, int y)
{
    pick_vec2 p = {(double)x + 0.5, (double)y + 0.5};
    return p;
}

#ifdef __cplusplus
}
#endif

#endif
