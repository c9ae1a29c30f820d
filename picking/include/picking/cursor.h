// cursor.h: what is under the mouse, exactly or within a few pixels. Meshes, volumes, and things without either (icons
// of lights, cameras and empties; curves, bones), in one resolver.
//
// Space:      window positions and radii in logical points, as in view.h; world space, metres.
// Proxies:    points and segments with a size on screen, in the caller's list. The caller draws them as discs of
//             `radius` around the projected point, and as lines of half width `radius`.
// On screen:  objects with a size on screen (thin.h) are found as proxies are: exactly where their discs and lines
//             cover the position, at the depth of their nearest place there, which is the hit's point. They hide
//             nothing.
// Order:      1. What is exactly under the position: surfaces hit by its ray and proxies that cover it, nearest to the
//                eye first. The depth of a proxy is that of its point at the position. Proxies drawn on top of
//                everything (PICK_PROXY_ON_TOP) come before all others.
//             2. If a surface comes first so, something thin in front of it takes its place: see Thin. What is exact
//                follows it.
//             3. If there is nothing exact: what is within the tolerance, nearest on screen first, then nearest to the
//                eye. Occluded surfaces and proxies are left out.
//             So a near miss never wins over what is exactly under the mouse, unless it is thin and in front of it.
// Thin:       lets the mouse find a cable, a fence or a small screw before a wall. Lengths are on screen; r is the
//             tolerance. The surface hit exactly yields to the nearest point of another object, or to a proxy, that is
//             * within r of the position, visible, and not locked;
//             * in front: nearer to the eye than the exact hit; or seen against the same object, and nearer than the
//               plane of the exact hit, continued, plus r. The second is for what lies on a floor or on a hull;
//             * thin or small there, while the object hit exactly is neither at the position. An object is thin at a
//               point if a circle of radius r around it has no arc of 45 degrees on the object. Of 16 places on the
//               circle, 22.5 degrees apart, no three neighbours lie on it together with those half as far out. So
//               strips up to 0.7 r wide, balls up to r and points sharper than 45 degrees are thin. Strips of r, balls
//               of 1.25 r, straight edges and right-angled corners are not; between, the direction decides. Nothing but
//               the two objects counts there: what hides part of a large thing does not make it thin.
//             A proxy is thin if it is at most r wide, and so is an object with a size on screen; a proxy drawn on top
//             of everything is in front.
//             Of each object only its nearest point in front counts, and the PICK_CURSOR_THIN_TRIES nearest objects are
//             tried. The nearest on screen wins, then the nearest to the eye, then as in Ties.
// Nested:     what lies within nested scenes (scene.h) is found; for Thin a nested scene is one object, so nothing
//             within it is in front of the rest of it.
// Viewport:   what is near is clipped to it, as in nearest.h. For a mouse outside, which a caller may leave out
//             (pick_view_contains), it counts from the border on; what lies wholly outside is not found near. What is
//             exact is found all the same: the ray of such a mouse hits what it would if the window were larger.
//             Proxies are not clipped.
// Ties:       proxies before surfaces, then the lower number.
// Seen:       layers, hidden and locked as in a pick; a proxy has those of its object. What the view's section cuts off
//             is not there: it neither is found nor hides anything.
// Cost:       no allocation. Proxies are tested one by one, some tens of nanoseconds each. After an exact hit of a
//             surface the tolerance is searched for what is in front; only what is found there is measured, by 16 to 32
//             rays for each object. What lies behind is left out by the hierarchies. Where thousands of triangles in
//             front are within the reach, as of dense meshes far away before a farther wall, the search takes
//             milliseconds. With a tolerance of 0, or `exact_wins`, nothing is searched.
#ifndef PICKING_CURSOR_H
#define PICKING_CURSOR_H

#include "picking/query.h"
#include "picking/view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PICK_PROXY_ON_TOP = 1u << 0, // drawn without a depth test: never occluded
};

typedef struct pick_proxy {
    // The object that it represents, whose layers and flags apply and whose mesh may be empty. The null handle: a proxy
    // without an object, always seen. A stale handle: never hit.
    pick_object_id object;
    pick_vec3 a, b; // world space: a segment, or twice the same point
    double radius;  // logical points: half the size on screen, >= 0
    uint32_t flags; // PICK_PROXY_*
    uint64_t user;  // comes back in the hit when `object` is null
} pick_proxy;

#define PICK_NO_PROXY UINT32_MAX

enum { PICK_CURSOR_THIN_TRIES = 8 }; // objects that are measured at most, to find a thin one

// A zeroed query is the default: no tolerance, scale 1, no proxies, thin things in front win.
typedef struct pick_cursor_query {
    const pick_query *query;   // NULL: the default
    double tolerance;          // logical points, at scale 1; 0, less, or not finite: exact only
    double scale;              // as pick_pointer_desc.scale: the tolerance counts in points of this size; 0 means 1
    const pick_proxy *proxies; // the caller's; NULL only with a count of 0
    uint32_t proxy_count;
    bool exact_wins; // nothing takes the place of an exact hit, however thin
} pick_cursor_query;

// The default, as a function for C++ and a macro for C. A NULL cursor query means the default.
PICK_API pick_cursor_query pick_cursor_query_default(void);
#define PICK_CURSOR_QUERY_DEFAULT ((pick_cursor_query){.scale = 1})

typedef struct pick_cursor_hit {
    // As from pick_closest, for the ray through `window`; t counts along that ray. Of a proxy: object, user, t, point,
    // normal (towards the eye) and locked; all else is zero.
    pick_hit hit;
    pick_vec2 window; // on screen: the position when exact, else the nearest point of what was found
    double distance;  // logical points from the position; 0 when exact
    uint32_t proxy;   // its number, or PICK_NO_PROXY
    bool thin;        // it takes the place of an exact hit: see Thin
} pick_cursor_hit;

// What is under a window position, or near it. False, and `out` untouched, when there is nothing.
PICK_API bool pick_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                          const pick_cursor_query *query, pick_cursor_hit *out);

// Everything exactly under the position, in the order of pick_cursor, each object once, and each proxy without an
// object; before it, the thin thing that pick_cursor finds in front. If there is nothing exact, the one that
// pick_cursor finds within the tolerance. Writes at most `capacity`, the first ones; returns how many there are.
PICK_API size_t pick_cursor_all(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                const pick_cursor_query *query, pick_cursor_hit *out, size_t capacity);

// The twins that test every triangle of every object.
PICK_API bool pick_cursor_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                      const pick_cursor_query *query, pick_cursor_hit *out);
PICK_API size_t pick_cursor_all_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                            const pick_cursor_query *query, pick_cursor_hit *out, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
