// thin_query.h: finds points, lines and curves (thin.h) without a scene: what a ray meets first, what is under the
// mouse or nearest to it, what lies in a region.
//
// Space:      the world's, in metres; `transform` is that of the points, NULL: they are in the world. A flat transform,
//             and one that is not finite, shows nothing.
// Drawn:      in the window, a part is what its radius makes of it: the outline of its balls and tubes in space, or a
//             disc, or a line with round ends, of a size on screen. Of the latter, what lies before the near plane,
//             behind the far plane or is cut off by the section is taken away first; the rest then has its width. So
//             its depth at a position is that of the nearest place on its middle line. A size on screen reaches into
//             the viewport from outside, as proxies do (cursor.h).
// Exactness:  double precision, relative to the eye. Balls and tubes in the window are measured by their outlines, as
//             volumes are (nearest.h, region.h). Curves are their segments (curves.h).
// Cost:       no allocation. Hierarchies reject what is farther than the best, so a small radius is fast.
#ifndef PICKING_THIN_QUERY_H
#define PICKING_THIN_QUERY_H

#include "picking/region.h"
#include "picking/thin.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_thin_hit {
    uint32_t part;
    double along;     // the place on the part, 0 to 1
    pick_vec3 point;  // world space: on the surface; with a size on screen or without any, on the middle line
    pick_vec3 normal; // world space, unit, of the surface; zero if the ray starts inside, or without a surface
    double t;         // along the ray (pick_thin_closest); else 0
    double distance;  // logical points from the position (pick_thin_in_window), 0 if it is covered; else 0
    double depth;     // along the view axis, metres (pick_thin_in_window); else 0
    bool inside;      // the ray starts inside
} pick_thin_hit;

// The first part that a ray meets, ties to the lower number. A ray that starts inside one hits it at t_min. What has a
// size on screen is not met: use pick_thin_in_window. False, and `out` untouched: nothing, a NULL, an invalid ray.
PICK_API bool pick_thin_closest(const pick_thin *thin, const pick_transform *transform, const pick_ray *ray,
                                pick_thin_hit *out);

// The part nearest to a window position, within `radius` logical points (>= 0). Of those that cover it, the one in
// front; else the nearest on screen; then the nearest to the eye, then the lower number. False, and `out` untouched:
// there is none, a NULL, a position or radius that is not finite, a negative radius.
PICK_API bool pick_thin_in_window(const pick_thin *thin, const pick_transform *transform, const pick_view *view,
                                  pick_vec2 position, double radius, pick_thin_hit *out);

// The numbers of the parts in a region, each once, in an order that depends on the points alone. Touched: any of what
// is drawn is in the region. Contained: all of it is. In a region of planes, a size on screen counts as none. Writes at
// most `capacity`; returns how many there are. 0 for a NULL and an unknown mode.
PICK_API size_t pick_thin_in_region(const pick_thin *thin, const pick_transform *transform, const pick_region *region,
                                    pick_region_mode mode, uint32_t *out, size_t capacity);

// The twins that test every segment.
PICK_API bool pick_thin_closest_brute_force(const pick_thin *thin, const pick_transform *transform, const pick_ray *ray,
                                            pick_thin_hit *out);
PICK_API bool pick_thin_in_window_brute_force(const pick_thin *thin, const pick_transform *transform,
                                              const pick_view *view, pick_vec2 position, double radius,
                                              pick_thin_hit *out);
PICK_API size_t pick_thin_in_region_brute_force(const pick_thin *thin, const pick_transform *transform,
                                                const pick_region *region, pick_region_mode mode, uint32_t *out,
                                                size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
