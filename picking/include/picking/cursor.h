// cursor.h: what is under the mouse, exactly or within a few pixels. Meshes, and things without a mesh (icons of
// lights, cameras and empties; curves, bones), in one resolver.
//
// Space:      window positions and radii in logical points, as in view.h; world space, metres.
// Proxies:    points and segments with a size on screen, in the caller's list. The caller draws them as discs of
//             `radius` around the projected point, and as lines of half width `radius`.
// Order:      1. What is exactly under the position: surfaces hit by its ray and proxies that cover it, nearest to the
//                eye first. The depth of a proxy is that of its point at the position. Proxies drawn on top of
//                everything (PICK_PROXY_ON_TOP) come before all others.
//             2. Only if there is nothing exact: what is within the tolerance, nearest on screen first, then nearest to
//                the eye. Occluded surfaces and proxies are left out.
//             So a near miss never wins over what is exactly under the mouse.
// Ties:       proxies before surfaces, then the lower number.
// Seen:       layers, hidden and locked as in a pick; a proxy has those of its object.
// Cost:       no allocation. Proxies are tested one by one, some tens of nanoseconds each. After an exact hit the
//             tolerance is not searched.
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

// A zeroed query is the default: no tolerance, scale 1, no proxies.
typedef struct pick_cursor_query {
    const pick_query *query;   // NULL: the default
    double tolerance;          // logical points, at scale 1; 0, less, or not finite: exact only
    double scale;              // as pick_pointer_desc.scale: the tolerance counts in points of this size; 0 means 1
    const pick_proxy *proxies; // the caller's; NULL only with a count of 0
    uint32_t proxy_count;
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
} pick_cursor_hit;

// What is under a window position, or near it. False, and `out` untouched, when there is nothing.
PICK_API bool pick_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                          const pick_cursor_query *query, pick_cursor_hit *out);

// Everything exactly under the position, in the order of pick_cursor, each object once, and each proxy without an
// object. If there is nothing, the one that pick_cursor finds within the tolerance. Writes at most `capacity`, the
// first ones; returns how many there are.
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
