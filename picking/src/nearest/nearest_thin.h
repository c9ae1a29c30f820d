// nearest_thin.h: the point, line or curve nearest to a window position. Private.
#ifndef PICKING_SRC_NEAREST_THIN_H
#define PICKING_SRC_NEAREST_THIN_H

#include "picking/thin_query.h"
#include "scene/scene_internal.h"
#include "view/frustum.h"

typedef struct pick_thin_wish {
    double radius; // logical points, >= 0 and finite
    // Called for candidates that would be the nearest so far; their `t` is 0. NULL: all are accepted.
    bool (*accept)(void *user, const pick_thin_hit *candidate);
    void *user;
    pick_stats *stats; // NULL: not counted
} pick_thin_wish;

// Of an object that is thin and not flat. `frustum` has the planes of depth and section alone.
bool pick_thin_nearest_in_window(const pick_object *object, const pick_view *view, const pick_frustum *frustum,
                                 pick_vec2 position, const pick_thin_wish *wish, pick_thin_hit *out, bool brute_force);

// In space (nearest_thin_world.c): offers the places of an object that is thin.
typedef struct pick_nearest_search pick_nearest_search;
void pick_nearest_look_at_thin(pick_nearest_search *search, const pick_object *object);

// The order of candidates.
bool pick_thin_comes_before(const pick_thin_hit *a, const pick_thin_hit *b);

#endif
