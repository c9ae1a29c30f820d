// cursor.h: what is under the mouse, for people: exactly, or within a few pixels of it; meshes and things without a
// mesh (icons of lights, cameras and empties; curves, bones) in one resolver.
//
// Space:      window positions and radii in logical points, as in view.h; world space, metres.
// Proxies:    points and segments with a size on screen, in a list that the caller gives. They are drawn by the caller
//             as discs of `radius` around the projected point, and as lines of half width `radius`.
// Order:      1. What is exactly under the position: surfaces hit by its ray, and proxies that cover it, the nearest to
//                the eye first (a proxy as deep as its point there). Proxies drawn on top of everything
//                (PICK_PROXY_ON_TOP) come before all others.
//             2. Only when there is nothing exact: what is within the tolerance, nearest on screen first, then nearest
//                to the eye. Surfaces and proxies that something hides there are left out.
//             So a near miss never beats what is exactly under the mouse.
// Ties:       proxies before surfaces, then the lower number.
// Seen:       layers, hidden and locked as in a pick: a proxy has those of its object.
// Cost:       no allocation. Proxies are looked at one by one, some tens of nanoseconds each. An exact hit ends the
//             search; the tolerance is then not looked at.
#ifndef PICKING_CURSOR_H
#define PICKING_CURSOR_H

#include "picking/query.h"
#include "picking/view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PICK_PROXY_ON_TOP = 1u << 0, // drawn without a depth test: nothing hides it
};

typedef struct pick_proxy {
    // What it stands for; its layers and flags are those of this object, whose mesh may be empty. The null handle: a
    // proxy of its own, always seen. A stale one: none.
    pick_object_id object;
    pick_vec3 a, b; // world space; the same point twice, or a segment
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

// The default, as a function for C++ and a macro for C. Wherever a cursor query is asked for, NULL means it.
PICK_API pick_cursor_query pick_cursor_query_default(void);
#define PICK_CURSOR_QUERY_DEFAULT ((pick_cursor_query){.scale = 1})

typedef struct pick_cursor_hit {
    // As pick_closest writes it, for the ray through `window`; t counts along that ray. Of a proxy: object, user, t,
    // point, normal (towards the eye) and locked; the rest is zero.
    pick_hit hit;
    pick_vec2 window; // where on screen: the position itself when exact, else the nearest point of what was found
    double distance;  // logical points from the position; 0 when exact
    uint32_t proxy;   // its number, or PICK_NO_PROXY
} pick_cursor_hit;

// What is under a window position, or near it. False, and `out` untouched, when there is nothing.
PICK_API bool pick_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                          const pick_cursor_query *query, pick_cursor_hit *out);

// Everything exactly under the position in the order that pick_cursor goes by, each object once (and each proxy without
// an object); when there is nothing, the one that pick_cursor finds within the tolerance. Writes at most `capacity`,
// the first ones; returns how many there are.
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
