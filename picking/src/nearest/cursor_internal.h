// cursor_internal.h: shared by the search under the cursor and the rule of thin things in front. Private.
#ifndef PICKING_SRC_CURSOR_INTERNAL_H
#define PICKING_SRC_CURSOR_INTERNAL_H

#include "picking/cursor.h"
#include "picking/nearest.h"

#include "query/query_heap.h"
#include "view/frustum.h"

typedef struct pick_cursor_search {
    const pick_scene *scene;
    const pick_view *view;
    const pick_cursor_query *cursor;
    const pick_query *query;
    pick_query capped; // the query with the caps of the view, if it has any
    pick_vec2 position;
    double tolerance;     // logical points
    pick_ray ray;         // through the position
    pick_frustum frustum; // without the sides of the viewport: a proxy whose centre is outside may reach into it
    pick_hit_heap heap;   // of pick_cursor_hit
    pick_object_id lead;  // listed before the heap, and not in it; null: none
    bool brute_force;
} pick_cursor_search;

// --- cursor_search.c ------------------------------------------------------------------------------------------------

// The order of exact hits, and that of near ones.
bool pick_cursor_comes_before(const pick_cursor_search *search, const pick_cursor_hit *a, const pick_cursor_hit *b);
// The hit of a proxy: whether it matches the query, is on screen and within the tolerance. Occlusion is not tested.
bool pick_cursor_find_proxy(const pick_cursor_search *search, uint32_t number, pick_cursor_hit *out);
bool pick_cursor_is_on_top(const pick_cursor_search *search, const pick_cursor_hit *hit);
bool pick_cursor_closest(const pick_cursor_search *search, const pick_ray *ray, const pick_query *query, pick_hit *hit);
// The hit of a surface point that is near on screen. False: so far from the origin that the point rounds to the eye.
bool pick_cursor_take_near(const pick_cursor_search *search, const pick_nearest *nearest, pick_cursor_hit *out);

// --- cursor_covering.c ----------------------------------------------------------------------------------------------

// Whether a hit, which is not that of a proxy, is of an object with a size on screen, which rays do not meet.
bool pick_cursor_is_on_screen(const pick_cursor_search *search, const pick_cursor_hit *hit);
// The hit of one object, which is alive, if its size on screen covers the position. False: `out` is scratch.
bool pick_cursor_covers(const pick_cursor_search *search, pick_object_id object, pick_cursor_hit *out);
// Calls `found` with the hit of each object whose size on screen covers the position, in any order.
void pick_cursor_each_covering(const pick_cursor_search *search, void (*found)(void *user, const pick_cursor_hit *hit),
                               void *user);

// --- cursor_thin.c --------------------------------------------------------------------------------------------------

// Finds what takes the place of an exact hit of a surface. False: nothing; `out` is scratch.
bool pick_cursor_find_thin(const pick_cursor_search *search, const pick_hit *exact, pick_cursor_hit *out);

#endif
