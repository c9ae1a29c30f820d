// cursor_thin.c: decides whether an exact hit yields to something thin in front of it; cursor.h states the rule.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "nearest/cursor_internal.h"
#include "nearest/nearest_internal.h"
#include "shapes/thin_internal.h"

#include <math.h>

enum {
    DIRECTIONS = 16,
    LARGE_ARC = 3 // neighbours of the DIRECTIONS on an object that make it large
};

typedef struct thin_search {
    const pick_cursor_search *cursor;
    const pick_hit *exact;
    pick_vec3 at;                                 // of the exact hit, relative to the eye
    pick_vec3 normal;                             // of its plane: inside a solid, which has none, across the view
    double depth;                                 // of the exact hit
    double reach;                                 // world length of the tolerance there
    uint32_t skipped[1 + PICK_CURSOR_THIN_TRIES]; // slots: that of the exact hit, then those found to be large
    uint32_t skipped_count;
} thin_search;

// --- In front -------------------------------------------------------------------------------------------------------

typedef struct object_pair {
    pick_object_id a, b;
} object_pair;

static bool is_of_pair(void *user, pick_object_id object, uint64_t object_user)
{
    const object_pair *pair = user;
    (void)object_user;
    return pick_object_id_equal(object, pair->a) || pick_object_id_equal(object, pair->b);
}

// The object hit first at a window position if there were only two. The null handle: neither is hit. The query's own
// object filter has accepted both.
static pick_object_id first_of_pair(const pick_cursor_search *search, pick_vec2 window, object_pair pair)
{
    const pick_ray ray = pick_view_ray(search->view, window);
    pick_query query = *search->query;
    pick_hit hit = {.object = {0, 0}};
    query.object_filter = is_of_pair;
    query.object_filter_user = &pair;
    (void)pick_cursor_closest(search, &ray, &query, &hit);
    return hit.object;
}

// How far a point lies behind the plane of the exact hit, in depth. -infinity: the plane is never met there.
static double behind_plane(const thin_search *search, pick_vec3 p, double depth)
{
    const pick_frustum *frustum = &search->cursor->frustum;
    const pick_vec3 normal = search->normal;
    if (frustum->parallel)
        return pick_vec3_dot(normal, pick_vec3_sub(p, search->at)) / pick_vec3_dot(normal, frustum->ahead);
    const double times = pick_vec3_dot(normal, search->at) / pick_vec3_dot(normal, p);
    return times > 0 ? depth - times * depth : -HUGE_VAL;
}

// Whether a visible point is in front of the exact hit. Tests its visibility too, in the order of cost.
static bool is_in_front(const thin_search *search, pick_vec3 point)
{
    const pick_cursor_search *cursor = search->cursor;
    const pick_vec3 p = pick_vec3_sub(point, cursor->view->eye);
    const double depth = pick_frustum_depth(&cursor->frustum, p);
    const bool nearer = depth < search->depth;
    const pick_object_id exact = search->exact->object;
    if (!nearer && behind_plane(search, p, depth) > search->reach)
        return false;
    return pick_window_sees(cursor->scene, cursor->view, &cursor->frustum, point, cursor->query, cursor->brute_force) &&
           (nearer ||
            pick_object_id_equal(
                first_of_pair(cursor, pick_frustum_project(&cursor->frustum, p), (object_pair){exact, exact}), exact));
}

// --- Thin -----------------------------------------------------------------------------------------------------------

// Whether a place on the circle around a point, and the place half as far out, are on the object.
static bool covers(const pick_cursor_search *search, pick_vec2 center, uint32_t direction, object_pair pair)
{
    // Multiples of 22.5 degrees; written out, because sines may differ between libraries.
    static const double COSINE[DIRECTIONS] = {1,  0.92387953251128674,  0.70710678118654752,  0.38268343236508977,
                                              0,  -0.38268343236508977, -0.70710678118654752, -0.92387953251128674,
                                              -1, -0.92387953251128674, -0.70710678118654752, -0.38268343236508977,
                                              0,  0.38268343236508977,  0.70710678118654752,  0.92387953251128674};
    const double x = COSINE[direction] * search->tolerance;
    const double y = COSINE[(direction + 12) % DIRECTIONS] * search->tolerance;
    const pick_vec2 out = {center.x + x, center.y + y};
    const pick_vec2 half = {center.x + 0.5 * x, center.y + 0.5 * y};
    return pick_object_id_equal(first_of_pair(search, out, pair), pair.a) &&
           pick_object_id_equal(first_of_pair(search, half, pair), pair.a);
}

// Whether the first object of a pair is large at a window position; the second may hide it.
static bool is_large(const pick_cursor_search *search, pick_vec2 center, object_pair pair)
{
    bool covered[DIRECTIONS];
    uint32_t run = 0;
    for (uint32_t i = 0; i < DIRECTIONS + LARGE_ARC - 1 && run < LARGE_ARC; i++) {
        if (i < DIRECTIONS)
            covered[i] = covers(search, center, i, pair);
        run = covered[i % DIRECTIONS] ? run + 1 : 0;
    }
    return run == LARGE_ARC;
}

// --- Candidates -----------------------------------------------------------------------------------------------------

static bool accept_surface(void *user, const pick_nearest *candidate)
{
    return !candidate->locked && is_in_front(user, candidate->point);
}

// What is_in_front rejects for its depth alone is farther away than this, in all of the reach.
static double farthest_depth(const thin_search *search)
{
    const pick_cursor_search *cursor = search->cursor;
    double farthest = search->depth;
    for (int i = 0; i < 4; i++) { // of the plane of the exact hit at the corners around the reach
        const double x = i % 2 == 0 ? cursor->tolerance : -cursor->tolerance;
        const double y = i / 2 == 0 ? cursor->tolerance : -cursor->tolerance;
        const pick_ray ray = pick_view_ray(cursor->view, (pick_vec2){cursor->position.x + x, cursor->position.y + y});
        const pick_vec3 normal = search->normal;
        const pick_vec3 from = pick_vec3_sub(ray.origin, cursor->view->eye);
        const double t = pick_vec3_dot(normal, pick_vec3_sub(search->at, from)) / pick_vec3_dot(normal, ray.direction);
        if (!cursor->frustum.parallel && !(t > 0))
            return HUGE_VAL; // the plane runs to the horizon
        const pick_vec3 axis = cursor->frustum.axis;
        farthest = fmax(farthest, pick_vec3_dot(axis, from) + t * pick_vec3_dot(axis, ray.direction));
    }
    return farthest + search->reach + 0x1p-20 * (fabs(farthest) + search->reach); // more than rounding
}

// Whether what was found in front is too large to be thin. No ray meets what has a size on screen: its width decides.
static bool is_large_object(const thin_search *search, const pick_cursor_hit *hit)
{
    const pick_cursor_search *cursor = search->cursor;
    const pick_object *object = pick_object_at(cursor->scene, hit->hit.object.index1 - 1);
    if (pick_object_is_on_screen(object))
        return 2 * pick_thin_screen_radius(pick_thin_of(object->mesh)) > cursor->tolerance;
    return is_large(cursor, hit->window, (object_pair){hit->hit.object, search->exact->object});
}

// Finds the nearest object that is thin. Passes over those that are large.
static bool thin_surface(thin_search *search, pick_cursor_hit *out)
{
    const pick_cursor_search *cursor = search->cursor;
    const double depth = farthest_depth(search);
    for (int i = 0; i < PICK_CURSOR_THIN_TRIES; i++) {
        const pick_window_wish wish = {.skipped = search->skipped,
                                       .skipped_count = search->skipped_count,
                                       .radius = cursor->tolerance,
                                       .depth = depth,
                                       .accept = accept_surface,
                                       .user = search};
        pick_nearest nearest;
        if (!pick_window_nearest_accepted(cursor->scene, cursor->view, cursor->position, &wish, cursor->query, &nearest,
                                          cursor->brute_force) ||
            !pick_cursor_take_near(cursor, &nearest, out))
            return false;
        if (!is_large_object(search, out))
            return true;
        search->skipped[search->skipped_count++] = nearest.object.index1 - 1;
    }
    return false;
}

static bool thin_proxy(const thin_search *search, pick_cursor_hit *out)
{
    const pick_cursor_search *cursor = search->cursor;
    bool found = false;
    for (uint32_t i = 0; i < cursor->cursor->proxy_count; i++) {
        pick_cursor_hit hit;
        if (2 * cursor->cursor->proxies[i].radius <= cursor->tolerance && pick_cursor_find_proxy(cursor, i, &hit) &&
            hit.distance > 0 && !hit.hit.locked && !pick_object_id_equal(hit.hit.object, search->exact->object) &&
            (!found || pick_cursor_comes_before(cursor, &hit, out)) &&
            (pick_cursor_is_on_top(cursor, &hit) || is_in_front(search, hit.hit.point))) {
            *out = hit;
            found = true;
        }
    }
    return found;
}

bool pick_cursor_find_thin(const pick_cursor_search *cursor, const pick_hit *exact, pick_cursor_hit *out)
{
    thin_search search = {.cursor = cursor,
                          .exact = exact,
                          .at = pick_vec3_sub(exact->point, cursor->view->eye),
                          .normal = exact->inside ? cursor->frustum.axis : exact->normal,
                          .reach = cursor->tolerance * pick_view_point_size(cursor->view, exact->point),
                          .skipped = {exact->object.index1 - 1},
                          .skipped_count = 1};
    search.depth = pick_frustum_depth(&cursor->frustum, search.at);
    pick_cursor_hit surface;
    bool found = thin_proxy(&search, out);
    if (thin_surface(&search, &surface) && (!found || pick_cursor_comes_before(cursor, &surface, out))) {
        *out = surface;
        found = true;
    }
    out->thin = true;
    return found && is_large(cursor, cursor->position, (object_pair){exact->object, exact->object});
}
