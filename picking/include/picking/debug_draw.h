// debug_draw.h: lines, shapes and labels that code draws into the world for a given time.
//
// Use:        any code adds; once a frame the renderer reads lines, points and labels, then calls
//             pick_debug_draw_advance.
// Space:      world space, metres; sizes of points in logical points.
// Lifetime:   seconds. 0 is one frame: removed at the next advance. Otherwise removed once the advances sum up to it.
//             HUGE_VAL stays until cleared.
// Capacity:   fixed at creation; adding never allocates. A shape that does not fit is dropped as a whole, counted
//             (pick_debug_draw_dropped), and the call returns false. So is a shape with a position, size or colour
//             that is not finite, or a size, radius or time below 0. A NULL draw drops everything and holds nothing.
// Order:      as added; lines, points and labels each.
// Colours:    straight sRGB and alpha, 0..1.
// Threads:    one at a time.
#ifndef PICKING_DEBUG_DRAW_H
#define PICKING_DEBUG_DRAW_H

#include "picking/shape.h"
#include "picking/view.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_debug_draw pick_debug_draw;

typedef struct pick_debug_draw_desc {
    size_t lines, points, labels; // capacities
} pick_debug_draw_desc;

// 16384 lines (1.2 MiB), 1024 points, 256 labels, as a function for C++ and a macro for C. A zeroed description has no
// capacity.
PICK_API pick_debug_draw_desc pick_debug_draw_desc_default(void);
#define PICK_DEBUG_DRAW_DESC_DEFAULT ((pick_debug_draw_desc){.lines = 16384, .points = 1024, .labels = 256})

enum {
    PICK_DEBUG_CIRCLE_LINES = 32, // a circle's
    PICK_DEBUG_TEXT_SIZE = 64     // of a label, with its terminating zero
};

// How something looks, and for how long.
typedef struct pick_debug_style {
    float color[4];  // finite
    bool depth_test; // hidden by what is in front of it
    double seconds;  // >= 0; HUGE_VAL stays
} pick_debug_style;

// White, without a depth test, for one frame, as a function for C++ and a macro for C. A zeroed style is invisible: its
// alpha is 0.
PICK_API pick_debug_style pick_debug_style_default(void);
#define PICK_DEBUG_STYLE_DEFAULT ((pick_debug_style){.color = {1, 1, 1, 1}})

typedef struct pick_debug_line {
    pick_vec3 a, b;
    pick_debug_style style; // seconds: what is left
} pick_debug_line;

typedef struct pick_debug_point {
    pick_vec3 position;
    double size; // logical points across
    pick_debug_style style;
} pick_debug_point;

typedef struct pick_debug_label {
    pick_vec3 anchor;
    char text[PICK_DEBUG_TEXT_SIZE]; // UTF-8
    pick_debug_style style;
} pick_debug_label;

// `desc` NULL: the default. `allocator` NULL: the default one; it must outlive it. Errors: PICK_ERROR_OUT_OF_MEMORY,
// PICK_ERROR_TOO_LARGE (2^24 of one kind).
PICK_API pick_result pick_debug_draw_create(const pick_debug_draw_desc *desc, const pick_allocator *allocator,
                                            pick_debug_draw **out);
PICK_API void pick_debug_draw_destroy(pick_debug_draw *draw); // NULL is fine

// Each returns whether it was added. `style` NULL: the default.
PICK_API bool pick_debug_add_line(pick_debug_draw *draw, pick_vec3 a, pick_vec3 b, const pick_debug_style *style);
PICK_API bool pick_debug_add_point(pick_debug_draw *draw, pick_vec3 position, double size,
                                   const pick_debug_style *style);
// Longer texts are cut between characters. A NULL text is empty.
PICK_API bool pick_debug_add_label(pick_debug_draw *draw, pick_vec3 anchor, const char *text,
                                   const pick_debug_style *style);
// A line with a head of four lines, an eighth of its length. From a point to itself: dropped.
PICK_API bool pick_debug_add_arrow(pick_debug_draw *draw, pick_vec3 from, pick_vec3 to, const pick_debug_style *style);
// The ray from t_min to t_max, or `length` metres where t_max lies farther: an arrow.
PICK_API bool pick_debug_add_ray(pick_debug_draw *draw, const pick_ray *ray, double length,
                                 const pick_debug_style *style);
PICK_API bool pick_debug_add_circle(pick_debug_draw *draw, pick_vec3 center, pick_vec3 normal, double radius,
                                    const pick_debug_style *style);
// 12 lines. An empty box is dropped.
PICK_API bool pick_debug_add_aabb(pick_debug_draw *draw, const pick_aabb *box, const pick_debug_style *style);
PICK_API bool pick_debug_add_obb(pick_debug_draw *draw, const pick_obb *box, const pick_debug_style *style);
// Three circles.
PICK_API bool pick_debug_add_sphere(pick_debug_draw *draw, const pick_sphere *sphere, const pick_debug_style *style);
// Two circles, four sides and four half circles.
PICK_API bool pick_debug_add_capsule(pick_debug_draw *draw, const pick_capsule *capsule, const pick_debug_style *style);
// What a view sees, up to its far plane or `far_limit` metres along its axis, whichever is nearer: 12 lines. Dropped
// with a limit before its near plane.
PICK_API bool pick_debug_add_frustum(pick_debug_draw *draw, const pick_view *view, double far_limit,
                                     const pick_debug_style *style);

// Valid until something is added, removed or advanced. NULL when there are none.
PICK_API const pick_debug_line *pick_debug_draw_lines(const pick_debug_draw *draw, size_t *count);
PICK_API const pick_debug_point *pick_debug_draw_points(const pick_debug_draw *draw, size_t *count);
PICK_API const pick_debug_label *pick_debug_draw_labels(const pick_debug_draw *draw, size_t *count);

// Removes what `seconds` later is over; less than 0 and NaN count as 0.
PICK_API void pick_debug_draw_advance(pick_debug_draw *draw, double seconds);
// Whether anything has a limited lifetime, so that the picture must be drawn again.
PICK_API bool pick_debug_draw_is_changing(const pick_debug_draw *draw);
PICK_API void pick_debug_draw_clear(pick_debug_draw *draw);

// How many calls have dropped a shape since creation.
PICK_API uint64_t pick_debug_draw_dropped(const pick_debug_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
