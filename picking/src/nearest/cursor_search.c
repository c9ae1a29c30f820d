// cursor_search.c: what the searches under and around the cursor share: the order of hits, proxies, rays.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "nearest/cursor_internal.h"
#include "query/query_internal.h"

#include <math.h>

bool pick_cursor_is_on_top(const pick_cursor_search *search, const pick_cursor_hit *hit)
{
    return hit->proxy != PICK_NO_PROXY && (search->cursor->proxies[hit->proxy].flags & PICK_PROXY_ON_TOP) != 0;
}

// Exact hits before near ones; proxies drawn on top before the rest; then by distance: along the ray for exact hits, on
// screen and then along the ray for near ones; then proxies before surfaces, and the lower number.
bool pick_cursor_comes_before(const pick_cursor_search *search, const pick_cursor_hit *a, const pick_cursor_hit *b)
{
    if ((a->distance == 0) != (b->distance == 0))
        return a->distance == 0;
    if (a->distance == 0 && pick_cursor_is_on_top(search, a) != pick_cursor_is_on_top(search, b))
        return pick_cursor_is_on_top(search, a);
    if (a->distance != b->distance)
        return a->distance < b->distance;
    if (a->hit.t != b->hit.t)
        return a->hit.t < b->hit.t;
    if (a->proxy != b->proxy)
        return a->proxy < b->proxy; // PICK_NO_PROXY is the largest number
    return a->hit.object.index1 < b->hit.object.index1;
}

// Whether a proxy matches the query. Fills in the hit's object.
static bool read_proxy(const pick_cursor_search *search, const pick_proxy *proxy, pick_cursor_hit *out)
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
bool pick_cursor_find_proxy(const pick_cursor_search *search, uint32_t number, pick_cursor_hit *out)
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
    out->hit.normal = pick_vec3_normalize(pick_vec3_scale(search->frustum.parallel ? search->frustum.ahead : at, -1));
    out->hit.smooth_normal = out->hit.normal;
    out->hit.t = pick_vec3_dot(axis, at) / pick_vec3_dot(axis, search->ray.direction);
    return true;
}

bool pick_cursor_closest(const pick_cursor_search *search, const pick_ray *ray, const pick_query *query, pick_hit *hit)
{
    return search->brute_force ? pick_closest_brute_force(search->scene, ray, query, hit)
                               : pick_closest(search->scene, ray, query, hit);
}

bool pick_cursor_take_near(const pick_cursor_search *search, const pick_nearest *nearest, pick_cursor_hit *out)
{
    const pick_vec3 at = pick_vec3_sub(nearest->point, search->view->eye);
    const pick_vec2 window = pick_frustum_project(&search->frustum, at);
    const pick_ray ray = pick_view_ray(search->view, window);
    pick_candidate candidate = {.t = nearest->depth / pick_vec3_dot(search->frustum.axis, ray.direction),
                                .slot = nearest->object.index1 - 1,
                                .triangle = nearest->triangle,
                                .u = nearest->barycentric[0],
                                .v = nearest->barycentric[1],
                                .backface = nearest->backface,
                                .depth = nearest->path_count};
    for (uint32_t i = 0; i < nearest->path_count; i++)
        candidate.path[i] = nearest->path[i].index1 - 1;
    *out = (pick_cursor_hit){.window = window, .distance = nearest->distance, .proxy = PICK_NO_PROXY};
    pick_hit_describe(search->scene, &candidate, &out->hit);
    pick_hit_complete(search->scene, &ray, &out->hit);
    out->hit.point = nearest->point;
    const pick_mesh *mesh = pick_hit_innermost(search->scene, &out->hit)->mesh;
    const bool bare = pick_mesh_is_thin(mesh) && pick_thin_is_bare(pick_thin_of(mesh));
    if (!pick_mesh_has_triangles(mesh) && !bare) { // at its outline the ray may miss it
        out->hit.normal = out->hit.smooth_normal = nearest->normal;
        out->hit.from_bounds = nearest->from_bounds;
    }
    return isfinite(candidate.t);
}
