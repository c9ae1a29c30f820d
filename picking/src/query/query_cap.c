// query_cap.c: caps, which close what the section of a view cuts open: picking/view.h has the rule.
#include "query/query_cap.h"
#include "base/compiler.h"
#include "math/math_inline.h"
#include "query/query_nested.h"
#include "query/query_walks.h"
#include "view/view_section.h"

#include <math.h>

// --- Winding numbers ------------------------------------------------------------------------------------------------

// The object whose triangles are being counted: a traversal finishes one before it begins the next.
typedef struct cap_count {
    const pick_cap_search *search;
    pick_scene_ray ray;
    pick_query query; // of the triangles: all but hidden kinds count
    pick_cap_found found;
    void *user;
    bool counting;
    int winding;
    pick_candidate wall; // the nearest back face
    pick_candidate last;
    pick_triangle_ray exact;
    bool closed;
} cap_count;

static bool is_same_object(const pick_candidate *a, const pick_candidate *b)
{
    if (a->slot != b->slot || a->depth != b->depth)
        return false;
    for (uint32_t i = 0; i < a->depth; i++) {
        if (a->path[i] != b->path[i])
            return false;
    }
    return true;
}

static void report_cap(const cap_count *count)
{
    const pick_cap_search *search = count->search;
    const pick_plane *plane = &search->query->caps->section[search->plane];
    pick_hit cap = {.t = 0};
    search->describe(search->scene, &count->wall, &cap);
    cap.t = search->ray.t_min;
    cap.cap = search->plane + 1;
    cap.point = pick_ray_at(&search->ray, cap.t);
    cap.normal = cap.smooth_normal = pick_vec3_scale(plane->normal, -1);
    cap.barycentric[0] = cap.barycentric[1] = 0;
    cap.uv[0] = cap.uv[1] = 0;
    cap.has_uv = cap.backface = false;
    if (search->query->filter == NULL || !search->query->filter_all ||
        search->query->filter(search->query->filter_user, &cap))
        count->found(count->user, &cap);
}

static void finish_object(cap_count *count)
{
    if (count->counting && count->winding > 0)
        report_cap(count);
    count->counting = false;
}

static void begin_capped(cap_count *count, const pick_candidate *candidate)
{
    const pick_nested_way way =
        pick_nested_way_of(count->search->scene, candidate->slot, candidate->path, candidate->depth);
    count->counting = true;
    count->winding = 0;
    count->last = *candidate;
    count->wall.t = HUGE_VAL;
    count->closed = pick_mesh_is_closed(way.object->mesh);
    if (count->closed) {
        const pick_ray inner = pick_nested_ray(&way, &count->search->ray);
        const pick_scene_ray ray = {.ray = &inner,
                                    .inverse_square = 1.0 / pick_vec3_dot(inner.direction, inner.direction)};
        pick_local_ray local;
        (void)pick_object_local_ray(way.object, &ray, &local); // it has met a triangle, so it can be cast
        count->exact = pick_local_ray_exact(&local);
    }
}

static void count_candidate(pick_sink *sink, const pick_candidate *candidate)
{
    cap_count *count = sink->user;
    if (!count->counting || !is_same_object(&count->last, candidate)) {
        finish_object(count);
        begin_capped(count, candidate);
    }
    if (!count->closed)
        return;
    const int crossing = pick_triangle_crossing(&count->exact, (const float(*)[3])candidate->vertex);
    count->winding += crossing;
    const pick_candidate *wall = &count->wall;
    if (crossing > 0 && (candidate->t < wall->t || (candidate->t == wall->t && candidate->triangle < wall->triangle)))
        count->wall = *candidate;
}

static bool accept_kind(const pick_sink *sink, const pick_candidate *candidate)
{
    const cap_count *count = sink->user;
    pick_hit hit = {.t = 0};
    count->search->describe(count->search->scene, candidate, &hit);
    return pick_query_accepts(&count->query, count->search->scene, &hit);
}

// Only what can have caps is traversed: closed meshes, and nested scenes. The twin counts all triangles.
static bool may_be_capped(void *user, pick_object_id id, uint64_t object_user)
{
    const cap_count *count = user;
    const pick_cap_search *search = count->search;
    const pick_object *object = pick_object_at(search->scene, id.index1 - 1);
    if (!search->brute_force && !pick_mesh_is_scene(object->mesh) && !pick_mesh_is_closed(object->mesh))
        return false;
    return search->query->object_filter == NULL ||
           search->query->object_filter(search->query->object_filter_user, id, object_user);
}

static void begin_count(cap_count *count, const pick_cap_search *search, pick_cap_found found, void *user,
                        pick_sink *sink)
{
    *count = (cap_count){.search = search, .query = search->plain, .found = found, .user = user};
    count->query.filter = NULL;
    count->query.object_filter = may_be_capped;
    count->query.object_filter_user = count;
    count->ray = (pick_scene_ray){.ray = &search->ray,
                                  .query = &count->query,
                                  .inverse_square = 1.0 / pick_vec3_dot(search->ray.direction, search->ray.direction)};
    *sink = (pick_sink){.t_min = search->ray.t_min,
                        .t_max = HUGE_VAL, // what cuts off the far side of a solid does not open it
                        .cull = PICK_CULL_NONE,
                        .query = &count->query,
                        .walk_nested = pick_nested_walk,
                        .accept = count->query.hidden_kinds != 0 ? accept_kind : NULL,
                        .accept_all = true,
                        .emit = count_candidate,
                        .user = count,
                        .stats = count->query.stats};
}

// --- Searches -------------------------------------------------------------------------------------------------------

bool pick_cap_begin(pick_cap_search *search, const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                    pick_cap_describe describe, bool brute_force)
{
    *search = (pick_cap_search){
        .scene = scene, .query = query, .plain = *query, .ray = *ray, .brute_force = brute_force, .describe = describe};
    search->plain.caps = NULL;
    if (!query->caps->caps || query->caps->section_count == 0)
        return true;
    if (!pick_is_valid_ray(ray))
        return false;
    pick_section_clip(query->caps, &search->ray);
    search->enters = pick_section_enter(query->caps, &search->ray, &search->plane);
    return search->ray.t_min <= search->ray.t_max;
}

void pick_cap_each(const pick_cap_search *search, pick_cap_found found, void *user)
{
    if (!search->enters)
        return;
    cap_count count;
    pick_sink sink;
    begin_count(&count, search, found, user, &sink);
    pick_ray beyond = search->ray;
    beyond.t_max = HUGE_VAL;
    count.ray.ray = &beyond;
    const pick_scene *scene = search->scene;
    if (search->brute_force ||
        (scene->tree.object_count > 0 && !pick_kernel_at(scene->simd).walk_scene(scene, &count.ray, &sink)))
        pick_scene_walk_every_object(scene, &count.ray, &sink, search->brute_force);
    finish_object(&count);
}

void pick_cap_each_of(const pick_cap_search *search, uint32_t slot, pick_cap_found found, void *user)
{
    const pick_object *object = pick_object_at(search->scene, slot);
    if (!search->enters || !pick_object_is_pickable(object))
        return;
    cap_count count;
    pick_sink sink;
    pick_local_ray local;
    begin_count(&count, search, found, user, &sink);
    count.query.object_filter = NULL;
    sink.slot = slot;
    if (pick_object_local_ray(object, &count.ray, &local)) {
        if (search->brute_force)
            pick_mesh_walk_brute_force(object->mesh, &local, &sink);
        else
            pick_mesh_walk(object->mesh, &local, &sink);
    }
    finish_object(&count);
}

bool pick_cap_comes_before(const pick_hit *a, const pick_hit *b)
{
    if (a->object.index1 != b->object.index1)
        return a->object.index1 < b->object.index1;
    return pick_path_order(a->path, b->path, a->path_count) < 0;
}

typedef struct first_cap {
    bool found;
    pick_hit *cap;
} first_cap;

static void keep_first_cap(void *user, const pick_hit *cap)
{
    first_cap *first = user;
    if (!first->found || pick_cap_comes_before(cap, first->cap))
        *first->cap = *cap;
    first->found = true;
}

bool pick_cap_first(const pick_cap_search *search, pick_hit *cap)
{
    first_cap first = {.cap = cap};
    pick_cap_each(search, keep_first_cap, &first);
    return first.found;
}

bool pick_cap_has(const pick_cap_search *search, uint32_t slot)
{
    pick_hit cap;
    first_cap first = {.cap = &cap};
    pick_cap_each_of(search, slot, keep_first_cap, &first);
    return first.found;
}

bool pick_cap_blocks(const pick_cap_search *search, const pick_vec3 ends[2])
{
    pick_hit cap;
    if (!search->enters)
        return false;
    const pick_plane *plane = &search->query->caps->section[search->plane];
    for (int i = 0; i < 2; i++) {
        const double largest = pick_most(pick_largest(ends[i].x, ends[i].y, ends[i].z), fabs(plane->offset));
        if (fabs(pick_section_distance(plane, ends[i])) <= 0x1p-44 * largest)
            return false;
    }
    return pick_cap_first(search, &cap);
}
