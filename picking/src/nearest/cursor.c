// cursor.c: finds meshes and proxies under the mouse, or near it.
#include "picking/cursor.h"
#include "base/compiler.h"

#include "math/math_inline.h"
#include "nearest/nearest_internal.h"
#include "query/query_heap.h"

#include <math.h>

typedef struct cursor_search {
    const pick_scene *scene;
    const pick_view *view;
    const pick_cursor_query *cursor;
    const pick_query *query;
    pick_vec2 position;
    double tolerance;     // logical points
    pick_ray ray;         // through the position
    pick_frustum frustum; // without the sides of the viewport: a proxy whose centre is outside may reach into it
    pick_hit_heap heap;   // of pick_cursor_hit
    bool brute_force;
} cursor_search;

// Exact hits before near ones; proxies drawn on top before the rest; then by distance: along the ray for exact hits, on
// screen and then along the ray for near ones; then proxies before surfaces, and the lower number.
static bool is_on_top(const cursor_search *search, const pick_cursor_hit *hit)
{
    return hit->proxy != PICK_NO_PROXY && (search->cursor->proxies[hit->proxy].flags & PICK_PROXY_ON_TOP) != 0;
}

static bool cursor_comes_before(const cursor_search *search, const pick_cursor_hit *a, const pick_cursor_hit *b)
{
    if ((a->distance == 0) != (b->distance == 0))
        return a->distance == 0;
    if (a->distance == 0 && is_on_top(search, a) != is_on_top(search, b))
        return is_on_top(search, a);
    if (a->distance != b->distance)
        return a->distance < b->distance;
    if (a->hit.t != b->hit.t)
        return a->hit.t < b->hit.t;
    if (a->proxy != b->proxy)
        return a->proxy < b->proxy; // PICK_NO_PROXY is the largest number
    return a->hit.object.index1 < b->hit.object.index1;
}

// --- Proxies --------------------------------------------------------------------------------------------------------

// Whether a proxy matches the query. Fills in the hit's object.
static bool read_proxy(const cursor_search *search, const pick_proxy *proxy, pick_cursor_hit *out)
{
    *out = (pick_cursor_hit){.proxy = (uint32_t)(proxy - search->cursor->proxies)};
    if (pick_object_id_is_null(proxy->object)) {
        out->hit.user = proxy->user;
        return true;
    }
    const uint32_t slot = pick_scene_slot(search->scene, proxy->object);
    if (slot == PICK_REF_NONE)
        return false;
    const pick_object *object = pick_object_at(search->scene, slot);
    out->hit.object = proxy->object;
    out->hit.user = object->user;
    out->hit.locked = (object->flags & PICK_OBJECT_LOCKED) != 0;
    return (object->flags & PICK_OBJECT_HIDDEN) == 0 && pick_object_is_seen(search->scene, slot, search->query);
}

// Tests a proxy: whether it is on screen and within the tolerance. Does not test occlusion.
static bool find_proxy(const cursor_search *search, uint32_t number, pick_cursor_hit *out)
{
    const pick_proxy *proxy = &search->cursor->proxies[number];
    const pick_vec3 a = pick_vec3_sub(proxy->a, search->view->eye);
    const pick_vec3 b = pick_vec3_sub(proxy->b, search->view->eye);
    double along, distance;
    if (!pick_frustum_to_clipped_segment(&search->frustum, search->position, a, b, &along, &distance) ||
        !(distance - proxy->radius <= search->tolerance) || !read_proxy(search, proxy, out))
        return false;
    const pick_vec3 at = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), along));
    const pick_vec3 axis = search->frustum.axis;
    const pick_vec2 window = pick_frustum_project(&search->frustum, at);
    out->distance = fmax(0, distance - proxy->radius);
    out->window = out->distance > 0 ? window : search->position;
    out->hit.point = pick_vec3_add(search->view->eye, at);
    out->hit.normal = pick_vec3_normalize(pick_vec3_scale(search->frustum.parallel ? axis : at, -1));
    out->hit.smooth_normal = out->hit.normal;
    out->hit.t = pick_vec3_dot(axis, at) / pick_vec3_dot(axis, search->ray.direction);
    return true;
}

static bool is_hidden(const cursor_search *search, const pick_cursor_hit *hit)
{
    return !is_on_top(search, hit) && !pick_window_sees(search->scene, search->view, &search->frustum, hit->hit.point,
                                                        search->query, search->brute_force);
}

// The first proxy in order. Without `exact`: the first near one that is not occluded.
static bool first_proxy(const cursor_search *search, bool exact, pick_cursor_hit *out)
{
    bool found = false;
    for (uint32_t i = 0; i < search->cursor->proxy_count; i++) {
        pick_cursor_hit hit;
        if (find_proxy(search, i, &hit) && (hit.distance == 0) == exact &&
            (!found || cursor_comes_before(search, &hit, out)) && (exact || !is_hidden(search, &hit))) {
            *out = hit;
            found = true;
        }
    }
    return found;
}

// --- Surfaces -------------------------------------------------------------------------------------------------------

static pick_cursor_hit surface_hit(const cursor_search *search, const pick_hit *hit)
{
    return (pick_cursor_hit){.hit = *hit, .window = search->position, .proxy = PICK_NO_PROXY};
}

static bool closest_surface(const cursor_search *search, const pick_query *query, pick_hit *hit)
{
    return search->brute_force ? pick_closest_brute_force(search->scene, &search->ray, query, hit)
                               : pick_closest(search->scene, &search->ray, query, hit);
}

static bool nearest_surface(const cursor_search *search, pick_nearest *out)
{
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = search->tolerance, .visible = true};
    return search->brute_force
               ? pick_nearest_in_window_brute_force(search->scene, search->view, search->position, &wanted,
                                                    search->query, out)
               : pick_nearest_in_window(search->scene, search->view, search->position, &wanted, search->query, out);
}

static bool near_surface(const cursor_search *search, pick_cursor_hit *out)
{
    pick_nearest nearest;
    if (!nearest_surface(search, &nearest))
        return false;
    const pick_vec3 at = pick_vec3_sub(nearest.point, search->view->eye);
    const pick_vec2 window = pick_frustum_project(&search->frustum, at);
    const pick_ray ray = pick_view_ray(search->view, window);
    const pick_candidate candidate = {.t = nearest.depth / pick_vec3_dot(search->frustum.axis, ray.direction),
                                      .slot = nearest.object.index1 - 1,
                                      .triangle = nearest.triangle,
                                      .u = nearest.barycentric[0],
                                      .v = nearest.barycentric[1],
                                      .backface = nearest.backface};
    *out = (pick_cursor_hit){.window = window, .distance = nearest.distance, .proxy = PICK_NO_PROXY};
    pick_hit_describe(search->scene, &candidate, &out->hit);
    pick_hit_complete(search->scene, &ray, &out->hit);
    out->hit.point = nearest.point;
    return true;
}

// --- Both -----------------------------------------------------------------------------------------------------------

pick_cursor_query pick_cursor_query_default(void)
{
    return PICK_CURSOR_QUERY_DEFAULT;
}

static bool begin_cursor(cursor_search *search, const pick_scene *scene, const pick_view *view, pick_vec2 position,
                         const pick_cursor_query *cursor, bool brute_force)
{
    static const pick_cursor_query usual = {.scale = 1};
    cursor = cursor != NULL ? cursor : &usual;
    const pick_query *query = pick_usable_query(cursor->query);
    if (scene == NULL || view == NULL || query == NULL || (cursor->proxies == NULL && cursor->proxy_count > 0))
        return false;
    *search = (cursor_search){.scene = scene,
                              .view = view,
                              .cursor = cursor,
                              .query = query,
                              .position = position,
                              .brute_force = brute_force,
                              .ray = pick_view_ray(view, position)};
    const double tolerance = cursor->tolerance * (cursor->scale != 0 ? cursor->scale : 1);
    search->tolerance = tolerance > 0 && isfinite(tolerance) ? tolerance : 0;
    pick_frustum_from_view(&search->frustum, view);
    return pick_is_finite_vec2(position);
}

// Finds the best hit within the tolerance, if there is no exact hit.
static bool find_near(const cursor_search *search, pick_cursor_hit *out)
{
    pick_cursor_hit surface;
    bool found = first_proxy(search, false, out);
    if (search->tolerance > 0 && near_surface(search, &surface) &&
        (!found || cursor_comes_before(search, &surface, out))) {
        *out = surface;
        found = true;
    }
    return found;
}

static bool find_under_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                              const pick_cursor_query *query, pick_cursor_hit *out, bool brute_force)
{
    cursor_search search;
    pick_cursor_hit best;
    pick_hit hit;
    if (out == NULL || !begin_cursor(&search, scene, view, position, query, brute_force))
        return false;
    bool found = first_proxy(&search, true, &best);
    if (!(found && is_on_top(&search, &best)) && closest_surface(&search, search.query, &hit)) {
        const pick_cursor_hit surface = surface_hit(&search, &hit);
        best = found && cursor_comes_before(&search, &best, &surface) ? best : surface;
        found = true;
    }
    found = found || find_near(&search, &best);
    if (found)
        *out = best;
    return found;
}

// --- Everything -----------------------------------------------------------------------------------------------------

// Whether another proxy of the same object covers the position and comes first.
static bool is_doubled(const cursor_search *search, const pick_cursor_hit *hit)
{
    for (uint32_t i = 0; i < search->cursor->proxy_count; i++) {
        pick_cursor_hit other;
        if (i != hit->proxy && pick_object_id_equal(search->cursor->proxies[i].object, hit->hit.object) &&
            find_proxy(search, i, &other) && other.distance == 0 && cursor_comes_before(search, &other, hit))
            return true;
    }
    return false;
}

static bool is_object(void *user, pick_object_id object, uint64_t object_user)
{
    (void)object_user;
    return pick_object_id_equal(object, *(const pick_object_id *)user);
}

// Whether the mesh of the proxy's object comes before the proxy. The query's filter has accepted the object.
static bool is_before_its_proxy(const cursor_search *search, const pick_cursor_hit *proxy)
{
    pick_object_id only = proxy->hit.object;
    pick_query query = *search->query;
    pick_hit hit;
    query.object_filter = is_object;
    query.object_filter_user = &only;
    if (!closest_surface(search, &query, &hit))
        return false;
    const pick_cursor_hit surface = surface_hit(search, &hit);
    return cursor_comes_before(search, &surface, proxy);
}

static void add_surface(void *user, const pick_hit *hit)
{
    cursor_search *search = user;
    const pick_cursor_hit found = surface_hit(search, hit);
    if (!is_doubled(search, &found))
        pick_hit_heap_add(&search->heap, &found);
}

static void add_proxy(cursor_search *search, uint32_t number)
{
    pick_cursor_hit hit;
    if (!find_proxy(search, number, &hit) || hit.distance > 0)
        return;
    const bool alone = pick_object_id_is_null(hit.hit.object);
    if (alone || (!is_doubled(search, &hit) && !is_before_its_proxy(search, &hit)))
        pick_hit_heap_add(&search->heap, &hit);
}

static bool heap_order(const void *user, const void *a, const void *b)
{
    return cursor_comes_before(user, a, b);
}

static size_t find_all_under_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                    const pick_cursor_query *query, pick_cursor_hit *out, size_t capacity,
                                    bool brute_force)
{
    cursor_search search;
    if ((out == NULL && capacity > 0) || !begin_cursor(&search, scene, view, position, query, brute_force))
        return 0;
    search.heap =
        (pick_hit_heap){.items = out, .size = sizeof *out, .capacity = capacity, .before = heap_order, .user = &search};
    pick_each_object(scene, &search.ray, search.query, add_surface, &search, brute_force);
    for (uint32_t i = 0; i < search.cursor->proxy_count; i++)
        add_proxy(&search, i);
    pick_cursor_hit near;
    if (search.heap.total == 0 && find_near(&search, &near)) {
        if (capacity > 0)
            out[0] = near;
        return 1;
    }
    pick_hit_heap_sort(&search.heap);
    for (size_t i = 0; i < search.heap.total && i < capacity; i++) {
        if (out[i].proxy == PICK_NO_PROXY)
            pick_hit_complete(scene, &search.ray, &out[i].hit);
    }
    return search.heap.total;
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
