// cursor.c: finds meshes and proxies under the mouse, or near it.
#include "picking/cursor.h"
#include "base/compiler.h"

#include "math/math_inline.h"
#include "nearest/cursor_internal.h"
#include "nearest/nearest_internal.h"

#include <math.h>

// --- Proxies --------------------------------------------------------------------------------------------------------

static bool is_hidden(const pick_cursor_search *search, const pick_cursor_hit *hit)
{
    return !pick_cursor_is_on_top(search, hit) && !pick_window_sees(search->scene, search->view, &search->frustum,
                                                                    hit->hit.point, search->query, search->brute_force);
}

// The first proxy in order. Without `exact`: the first near one that is not occluded.
static bool first_proxy(const pick_cursor_search *search, bool exact, pick_cursor_hit *out)
{
    bool found = false;
    for (uint32_t i = 0; i < search->cursor->proxy_count; i++) {
        pick_cursor_hit hit;
        if (pick_cursor_find_proxy(search, i, &hit) && (hit.distance == 0) == exact &&
            (!found || pick_cursor_comes_before(search, &hit, out)) && (exact || !is_hidden(search, &hit))) {
            *out = hit;
            found = true;
        }
    }
    return found;
}

// --- Surfaces -------------------------------------------------------------------------------------------------------

static pick_cursor_hit surface_hit(const pick_cursor_search *search, const pick_hit *hit)
{
    return (pick_cursor_hit){.hit = *hit, .window = search->position, .proxy = PICK_NO_PROXY};
}

static bool nearest_surface(const pick_cursor_search *search, pick_nearest *out)
{
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = search->tolerance, .visible = true};
    return search->brute_force
               ? pick_nearest_in_window_brute_force(search->scene, search->view, search->position, &wanted,
                                                    search->query, out)
               : pick_nearest_in_window(search->scene, search->view, search->position, &wanted, search->query, out);
}

static bool near_surface(const pick_cursor_search *search, pick_cursor_hit *out)
{
    pick_nearest nearest;
    return nearest_surface(search, &nearest) && pick_cursor_take_near(search, &nearest, out);
}

// --- Both -----------------------------------------------------------------------------------------------------------

pick_cursor_query pick_cursor_query_default(void)
{
    return PICK_CURSOR_QUERY_DEFAULT;
}

static bool begin_cursor(pick_cursor_search *search, const pick_scene *scene, const pick_view *view, pick_vec2 position,
                         const pick_cursor_query *cursor, bool brute_force)
{
    static const pick_cursor_query usual = {.scale = 1};
    cursor = cursor != NULL ? cursor : &usual;
    const pick_query *query = pick_usable_query(cursor->query);
    if (scene == NULL || view == NULL || query == NULL || (cursor->proxies == NULL && cursor->proxy_count > 0))
        return false;
    *search = (pick_cursor_search){.scene = scene,
                                   .view = view,
                                   .cursor = cursor,
                                   .query = query,
                                   .position = position,
                                   .brute_force = brute_force,
                                   .ray = pick_view_ray(view, position)};
    if (view->caps) {
        search->capped = *query;
        search->capped.caps = view;
        search->query = &search->capped;
    }
    const double tolerance = cursor->tolerance * (cursor->scale != 0 ? cursor->scale : 1);
    search->tolerance = tolerance > 0 && isfinite(tolerance) ? tolerance : 0;
    pick_frustum_from_view(&search->frustum, view);
    return pick_is_finite_vec2(position);
}

// Finds the best hit within the tolerance, if there is no exact hit.
static bool find_near(const pick_cursor_search *search, pick_cursor_hit *out)
{
    pick_cursor_hit surface;
    bool found = first_proxy(search, false, out);
    if (search->tolerance > 0 && near_surface(search, &surface) &&
        (!found || pick_cursor_comes_before(search, &surface, out))) {
        *out = surface;
        found = true;
    }
    return found;
}

typedef struct first_covering {
    const pick_cursor_search *search;
    bool found;
    pick_cursor_hit best;
} first_covering;

static void keep_first(void *user, const pick_cursor_hit *hit)
{
    first_covering *first = user;
    if (!first->found || pick_cursor_comes_before(first->search, hit, &first->best)) {
        first->best = *hit;
        first->found = true;
    }
}

static bool find_exact(const pick_cursor_search *search, pick_cursor_hit *out)
{
    pick_hit hit;
    bool found = first_proxy(search, true, out);
    if (!(found && pick_cursor_is_on_top(search, out)) &&
        pick_cursor_closest(search, &search->ray, search->query, &hit)) {
        const pick_cursor_hit surface = surface_hit(search, &hit);
        *out = found && pick_cursor_comes_before(search, out, &surface) ? *out : surface;
        found = true;
    }
    first_covering first = {.search = search, .found = found};
    if (found)
        first.best = *out;
    pick_cursor_each_covering(search, keep_first, &first);
    if (first.found)
        *out = first.best;
    return first.found;
}

// Finds the thin thing that takes the place of the first exact hit.
static bool find_lead(const pick_cursor_search *search, const pick_cursor_hit *exact, pick_cursor_hit *out)
{
    return search->tolerance > 0 && !search->cursor->exact_wins && exact->proxy == PICK_NO_PROXY &&
           !pick_cursor_is_on_screen(search, exact) && pick_cursor_find_thin(search, &exact->hit, out);
}

static bool find_under_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                              const pick_cursor_query *query, pick_cursor_hit *out, bool brute_force)
{
    pick_cursor_search search;
    pick_cursor_hit exact;
    pick_cursor_hit near;
    if (out == NULL || !begin_cursor(&search, scene, view, position, query, brute_force))
        return false;
    const bool found = find_exact(&search, &exact);
    if (found ? find_lead(&search, &exact, &near) : find_near(&search, &near))
        *out = near;
    else if (found)
        *out = exact;
    else
        return false;
    return true;
}

// --- Everything -----------------------------------------------------------------------------------------------------

// Whether another proxy of the same object covers the position and comes first.
static bool is_doubled(const pick_cursor_search *search, const pick_cursor_hit *hit)
{
    for (uint32_t i = 0; i < search->cursor->proxy_count; i++) {
        pick_cursor_hit other;
        if (i != hit->proxy && pick_object_id_equal(search->cursor->proxies[i].object, hit->hit.object) &&
            pick_cursor_find_proxy(search, i, &other) && other.distance == 0 &&
            pick_cursor_comes_before(search, &other, hit))
            return true;
    }
    return false;
}

static bool is_object(void *user, pick_object_id object, uint64_t object_user)
{
    (void)object_user;
    return pick_object_id_equal(object, *(const pick_object_id *)user);
}

// What of the proxy's object is exactly under the position, the proxies aside. The query's filter has accepted it.
static bool find_body(const pick_cursor_search *search, const pick_cursor_hit *proxy, pick_cursor_hit *out)
{
    pick_object_id only = proxy->hit.object;
    if (pick_object_is_on_screen(pick_object_at(search->scene, only.index1 - 1)))
        return pick_cursor_covers(search, only, out);
    pick_query query = *search->query;
    pick_hit hit;
    query.object_filter = is_object;
    query.object_filter_user = &only;
    if (!pick_cursor_closest(search, &search->ray, &query, &hit))
        return false;
    *out = surface_hit(search, &hit);
    return true;
}

// Whether the object of a proxy is listed for its mesh, volume or points, which come before the proxy.
static bool is_before_its_proxy(const pick_cursor_search *search, const pick_cursor_hit *proxy)
{
    pick_cursor_hit body;
    return find_body(search, proxy, &body) && pick_cursor_comes_before(search, &body, proxy);
}

static bool is_lead(const pick_cursor_search *search, pick_object_id object)
{
    return !pick_object_id_is_null(object) && pick_object_id_equal(object, search->lead);
}

static void add_surface(void *user, const pick_hit *hit)
{
    pick_cursor_search *search = user;
    const pick_cursor_hit found = surface_hit(search, hit);
    if (!is_lead(search, hit->object) && !is_doubled(search, &found))
        pick_hit_heap_add(&search->heap, &found);
}

static void add_covering(void *user, const pick_cursor_hit *hit)
{
    pick_cursor_search *search = user;
    if (!is_lead(search, hit->hit.object) && !is_doubled(search, hit))
        pick_hit_heap_add(&search->heap, hit);
}

static void add_proxy(pick_cursor_search *search, uint32_t number)
{
    pick_cursor_hit hit;
    if (!pick_cursor_find_proxy(search, number, &hit) || hit.distance > 0 || is_lead(search, hit.hit.object))
        return;
    const bool alone = pick_object_id_is_null(hit.hit.object);
    if (alone || (!is_doubled(search, &hit) && !is_before_its_proxy(search, &hit)))
        pick_hit_heap_add(&search->heap, &hit);
}

static bool heap_order(const void *user, const void *a, const void *b)
{
    return pick_cursor_comes_before(user, a, b);
}

static size_t find_all_under_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                    const pick_cursor_query *query, pick_cursor_hit *out, size_t capacity,
                                    bool brute_force)
{
    pick_cursor_search search;
    if ((out == NULL && capacity > 0) || !begin_cursor(&search, scene, view, position, query, brute_force))
        return 0;
    pick_cursor_hit exact;
    pick_cursor_hit near;
    const bool found = find_exact(&search, &exact);
    const size_t leads = (found ? find_lead(&search, &exact, &near) : find_near(&search, &near)) ? 1 : 0;
    const size_t kept = capacity > 0 ? leads : 0;
    if (kept > 0)
        out[0] = near;
    if (!found)
        return leads;
    if (leads > 0)
        search.lead = near.hit.object;
    search.heap = (pick_hit_heap){.items = kept > 0 ? out + kept : out,
                                  .size = sizeof *out,
                                  .capacity = capacity - kept,
                                  .before = heap_order,
                                  .user = &search};
    pick_each_object(scene, &search.ray, search.query, add_surface, &search, brute_force);
    pick_cursor_each_covering(&search, add_covering, &search);
    for (uint32_t i = 0; i < search.cursor->proxy_count; i++)
        add_proxy(&search, i);
    pick_hit_heap_sort(&search.heap);
    for (size_t i = kept; i < search.heap.total + kept && i < capacity; i++) {
        if (out[i].proxy == PICK_NO_PROXY && !pick_cursor_is_on_screen(&search, &out[i]))
            pick_hit_complete(scene, &search.ray, &out[i].hit);
    }
    return search.heap.total + leads;
}

// --- The public face ------------------------------------------------------------------------------------------------

bool pick_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position, const pick_cursor_query *query,
                 pick_cursor_hit *out)
{
    return find_under_cursor(scene, view, position, query, out, false);
}

size_t pick_cursor_all(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                       const pick_cursor_query *query, pick_cursor_hit *out, size_t capacity)
{
    return find_all_under_cursor(scene, view, position, query, out, capacity, false);
}

bool pick_cursor_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                             const pick_cursor_query *query, pick_cursor_hit *out)
{
    return find_under_cursor(scene, view, position, query, out, true);
}

size_t pick_cursor_all_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                   const pick_cursor_query *query, pick_cursor_hit *out, size_t capacity)
{
    return find_all_under_cursor(scene, view, position, query, out, capacity, true);
}
