// query.c: rays against a scene. The hierarchy and its brute-force twin feed the same sink.
#include "picking/query.h"

#include "base/compiler.h"
#include "math/closest_point.h"
#include "query/query_attributes.h"
#include "query/query_box_ray.h"
#include "query/query_cap.h"
#include "query/query_heap.h"
#include "query/query_nested.h"
#include "query/query_thin.h"
#include "query/query_volume.h"
#include "query/query_walks.h"

#include <math.h>

typedef struct scene_search {
    const pick_scene *scene;
    const pick_scene_ray *ray;
    pick_hit_heap heap; // of pick_hit
} scene_search;

typedef void (*scene_walker)(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink);

// --- Walks ----------------------------------------------------------------------------------------------------------

static void walk_tree(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink)
{
    if (scene->tree.object_count > 0 && !pick_kernel_at(scene->simd).walk_scene(scene, ray, sink))
        pick_scene_walk_every_object(scene, ray, sink, false);
}

static void walk_brute_force(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink)
{
    if (pick_is_valid_ray(ray->ray))
        pick_scene_walk_every_object(scene, ray, sink, true);
}

// --- Hits -----------------------------------------------------------------------------------------------------------

// What a hit says of the object of the scene that was asked.
static inline void describe_owner(const pick_object *object, const pick_candidate *candidate, pick_hit *hit)
{
    // Assign the fields one by one: assigning the struct would first clear the fields that `complete` fills in, which
    // takes as long as the rest.
    hit->object = (pick_object_id){candidate->slot + 1, object->generation};
    hit->user = hit->inner_user = object->user;
    hit->locked = (object->flags & PICK_OBJECT_LOCKED) != 0;
    hit->path_count = candidate->depth;
    hit->cap = 0;
}

// Fills in the fields that a filter may read, of the object hit.
static inline void describe(const pick_object *object, const pick_candidate *candidate, pick_hit *hit)
{
    const pick_mesh *mesh = object->mesh;
    hit->t = candidate->t;
    hit->triangle = candidate->triangle;
    hit->submesh = pick_mesh_submesh_number(mesh, candidate->triangle);
    hit->barycentric[0] = candidate->u;
    hit->barycentric[1] = candidate->v;
    hit->uv[0] = hit->uv[1] = 0;
    hit->has_uv = mesh->uvs != NULL;
    if (hit->has_uv)
        pick_mesh_uv(mesh, candidate->triangle, hit->barycentric, hit->uv);
    hit->backface = candidate->backface;
    hit->inside = candidate->inside;
    hit->from_bounds = false;
    if (PICK_RARELY(pick_mesh_is_volume(mesh)))
        pick_volume_describe(object, candidate, hit);
}

// The mesh's interpolated normal; `fallback` if it has none, or they cancel out.
static pick_vec3 smooth_normal(const pick_object *object, const pick_hit *hit, pick_vec3 fallback)
{
    float normal[3];
    if (!pick_mesh_smooth_normal(object->mesh, hit->triangle, hit->barycentric, normal))
        return fallback;
    // A hit object is not flat, so no direction becomes zero.
    return pick_object_turn_normal(object, pick_vec3_make((double)normal[0], (double)normal[1], (double)normal[2]));
}

// What has no surface faces the ray. Its place is the caller's: no ray meets it.
static void complete_thin(const pick_object *object, const pick_ray *ray, pick_hit *hit)
{
    if (pick_thin_is_bare(pick_thin_of(object->mesh)))
        hit->normal = pick_unit_vec3(pick_vec3_scale(ray->direction, -1));
    else
        hit->normal = pick_thin_normal(object, ray, hit);
    hit->smooth_normal = hit->normal;
}

// Fills in the fields that take longer to compute.
static inline void complete(const pick_object *object, const pick_ray *ray, const float vertex[3][3], pick_hit *hit)
{
    hit->point = pick_vec3_add(ray->origin, pick_vec3_scale(ray->direction, hit->t)); // pick_ray_at
    if (PICK_RARELY(pick_mesh_is_volume(object->mesh)) && pick_volume_of(object->mesh)->field == NULL) {
        if (!pick_volume_asks_ray(pick_volume_of(object->mesh)))
            hit->normal = pick_volume_normal(object, ray, hit); // of a primitive it is there
        hit->smooth_normal = hit->normal;
        return;
    }
    if (PICK_RARELY(pick_mesh_is_thin(object->mesh))) {
        complete_thin(object, ray, hit);
        return;
    }
    hit->normal = pick_object_normal(object, vertex);
    hit->smooth_normal = object->mesh->normals != NULL ? smooth_normal(object, hit, hit->normal) : hit->normal;
}

// In the innermost scene, then outwards.
static PICK_COLD PICK_NOINLINE void complete_nested(const pick_scene *scene, const pick_ray *ray,
                                                    const float vertex[3][3], pick_hit *hit)
{
    const pick_nested_way way = pick_nested_way_by(scene, hit->object, hit->path, hit->path_count);
    const pick_ray inner = pick_nested_ray(&way, ray);
    complete(way.object, &inner, vertex, hit);
    hit->point = pick_ray_at(ray, hit->t);
    hit->normal = pick_nested_normal_out(&way, hit->normal);
    hit->smooth_normal = pick_nested_normal_out(&way, hit->smooth_normal);
}

void pick_hit_describe(const pick_scene *scene, const pick_candidate *candidate, pick_hit *hit)
{
    const pick_object *object = pick_object_at(scene, candidate->slot);
    describe_owner(object, candidate, hit);
    if (candidate->depth != 0)
        object = pick_nested_describe(scene, candidate, hit);
    describe(object, candidate, hit);
}

void pick_hit_complete(const pick_scene *scene, const pick_ray *ray, pick_hit *hit)
{
    if (hit->cap != 0) // it was complete when it was found
        return;
    float vertex[3][3] = {{0}};
    const pick_object *object = pick_hit_innermost(scene, hit);
    const pick_height_field *field = pick_mesh_field(object->mesh);
    if (field != NULL)
        (void)pick_height_triangle(field, hit->triangle, vertex);
    else if (pick_mesh_has_triangles(object->mesh))
        pick_mesh_positions(object->mesh, hit->triangle, vertex);
    if (hit->path_count != 0)
        complete_nested(scene, ray, (const float(*)[3])vertex, hit);
    else
        complete(object, ray, (const float(*)[3])vertex, hit);
}

static bool accept(const pick_sink *sink, const pick_candidate *candidate)
{
    const scene_search *search = sink->user;
    pick_hit hit = {.t = 0};
    pick_hit_describe(search->scene, candidate, &hit);
    return pick_query_accepts(search->ray->query, search->scene, &hit);
}

static void emit(pick_sink *sink, const pick_candidate *candidate)
{
    scene_search *search = sink->user;
    pick_hit hit = {.t = 0};
    pick_hit_describe(search->scene, candidate, &hit);
    pick_hit_heap_add(&search->heap, &hit);
}

static bool comes_before(const void *user, const void *a, const void *b)
{
    (void)user;
    const pick_hit *x = a;
    const pick_hit *y = b;
    if (x->t != y->t)
        return x->t < y->t;
    if (x->object.index1 != y->object.index1)
        return x->object.index1 < y->object.index1;
    const int order = pick_path_order(x->path, y->path, x->path_count);
    if (order != 0)
        return order < 0;
    if ((x->cap != 0) != (y->cap != 0))
        return x->cap != 0;
    if (x->triangle != y->triangle)
        return x->triangle < y->triangle;
    const pick_meeting first = {x->backface, x->inside, x->barycentric[0], x->barycentric[1]};
    const pick_meeting second = {y->backface, y->inside, y->barycentric[0], y->barycentric[1]};
    return pick_meeting_order(&first, &second) < 0;
}

// A pick after a pause has cold caches, and each page it touches costs a TLB miss. So this prefetches at once what
// every traversal reads first. (PICK_INLINE: gcc 12 drops a call of a function whose only effect is a prefetch.)
static PICK_INLINE void fetch_ahead(const pick_scene *scene)
{
    const pick_tree_node *const roots = pick_node_at(&scene->tree.pool, 0);
    // The roots are adjacent: the hardware prefetches the lines between.
    for (uint32_t i = 0; i < scene->tree.root_count; i++)
        PICK_FETCH_AHEAD(roots + i);
    PICK_FETCH_AHEAD(scene->objects.first[0]); // may be the only object
    PICK_FETCH_AHEAD((const char *)scene->objects.first[0] + PICK_LINE);
}

static inline void search_scene(scene_search *search, const pick_ray *ray, const pick_query *query, scene_walker walk,
                                pick_sink *sink)
{
    if (search->scene->tree.object_count > 0)
        fetch_ahead(search->scene);
    const pick_scene_ray scene_ray = {
        .ray = ray, .query = query, .inverse_square = 1.0 / pick_vec3_dot(ray->direction, ray->direction)};
    search->ray = &scene_ray;
    sink->t_min = ray->t_min;
    sink->t_max = ray->t_max;
    sink->cull = query->cull;
    sink->accept = pick_query_asks(query, PICK_SUBMESH_ALPHA_TEST) ? accept : NULL;
    sink->accept_all = pick_query_asks(query, 0);
    sink->user = search;
    sink->stats = query->stats;
    sink->query = query;
    sink->walk_nested = pick_nested_walk;
    walk(search->scene, &scene_ray, sink); // walk checks whether the ray is valid
}

static bool closest_with_caps(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hit,
                              scene_walker walk);

static inline bool closest(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hit,
                           scene_walker walk)
{
    query = pick_usable_query(query);
    if (scene == NULL || ray == NULL || hit == NULL || query == NULL)
        return false;
    if (PICK_RARELY(query->caps != NULL))
        return closest_with_caps(scene, ray, query, hit, walk);
    scene_search search = {.scene = scene};
    pick_sink sink;
    pick_sink_init(&sink, NULL);
    search_scene(&search, ray, query, walk, &sink);
    if (sink.found) {
        const pick_object *object = pick_object_at(scene, sink.best.slot);
        if (PICK_RARELY(sink.best.depth != 0)) {
            pick_hit_describe(scene, &sink.best, hit);
            complete_nested(scene, ray, (const float(*)[3])sink.best.vertex, hit);
        } else {
            describe_owner(object, &sink.best, hit);
            describe(object, &sink.best, hit);
            complete(object, ray, (const float(*)[3])sink.best.vertex, hit);
        }
    }
    return sink.found;
}

// Caps are at the start of what the section keeps of the ray: only what is there too can come before them.
static PICK_COLD PICK_NOINLINE bool closest_with_caps(const pick_scene *scene, const pick_ray *ray,
                                                      const pick_query *query, pick_hit *hit, scene_walker walk)
{
    pick_cap_search caps;
    pick_hit cap, surface;
    if (!pick_cap_begin(&caps, scene, ray, query, pick_hit_describe, walk == walk_brute_force))
        return false;
    const bool capped = pick_cap_first(&caps, &cap);
    if (capped)
        caps.ray.t_max = caps.ray.t_min;
    const bool found = closest(scene, &caps.ray, &caps.plain, &surface, walk);
    if (capped && !(found && comes_before(NULL, &surface, &cap)))
        *hit = cap;
    else if (found)
        *hit = surface;
    return capped || found;
}

// Sorts the hits and completes them. Returns the total number of hits.
static size_t finish_hits(scene_search *search, const pick_ray *ray)
{
    pick_hit *hits = search->heap.items;
    pick_hit_heap_sort(&search->heap);
    for (size_t i = 0; i < search->heap.total && i < search->heap.capacity; i++)
        pick_hit_complete(search->scene, ray, &hits[i]);
    return search->heap.total;
}

static void keep_hit(void *user, const pick_hit *hit)
{
    pick_hit_heap_add(user, hit);
}

static size_t all(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hits,
                  size_t capacity, scene_walker walk)
{
    query = pick_usable_query(query);
    if (scene == NULL || ray == NULL || query == NULL || (hits == NULL && capacity > 0))
        return 0;
    scene_search search = {.scene = scene,
                           .heap = {.items = hits, .size = sizeof *hits, .capacity = capacity, .before = comes_before}};
    pick_cap_search caps;
    pick_sink sink;
    if (PICK_RARELY(query->caps != NULL)) {
        if (!pick_cap_begin(&caps, scene, ray, query, pick_hit_describe, walk == walk_brute_force))
            return 0;
        pick_cap_each(&caps, keep_hit, &search.heap);
        ray = &caps.ray;
        query = &caps.plain;
    }
    pick_sink_init(&sink, emit);
    search_scene(&search, ray, query, walk, &sink);
    return finish_hits(&search, ray);
}

// --- Each object once -----------------------------------------------------------------------------------------------

typedef struct object_search {
    scene_search scene; // first, so that a pointer to this is one to it
    bool waiting;       // `nearest` holds the best hit of the current object
    pick_candidate nearest;
    const pick_cap_search *caps; // NULL: none
    void (*found)(void *user, const pick_hit *hit);
    void *user;
} object_search;

static void add_object(object_search *search)
{
    if (search->waiting && !(search->caps != NULL && pick_cap_has(search->caps, search->nearest.slot))) {
        pick_hit hit = {.t = 0};
        pick_hit_describe(search->scene.scene, &search->nearest, &hit);
        search->found(search->user, &hit);
    }
    search->waiting = false;
}

// Of hits of one object at the same t.
static bool candidate_comes_first(const pick_candidate *a, const pick_candidate *b)
{
    for (uint32_t i = 0; i < a->depth; i++) {
        if (a->path[i] != b->path[i])
            return a->path[i] < b->path[i];
    }
    if (a->triangle != b->triangle)
        return a->triangle < b->triangle;
    const pick_meeting first = pick_candidate_meeting(a), second = pick_candidate_meeting(b);
    return pick_meeting_order(&first, &second) < 0;
}

// A traversal finishes one object before it begins the next.
static void emit_object(pick_sink *sink, const pick_candidate *candidate)
{
    object_search *search = sink->user;
    const pick_candidate *nearest = &search->nearest;
    if (search->waiting && nearest->slot != candidate->slot)
        add_object(search);
    if (!search->waiting || candidate->t < nearest->t ||
        (candidate->t == nearest->t && candidate_comes_first(candidate, nearest))) {
        search->nearest = *candidate;
        search->waiting = true;
    }
}

// The caps of an object that is a scene come one after the other; the first in order stands for it.
typedef struct object_caps {
    bool waiting;
    pick_hit first;
    void (*found)(void *user, const pick_hit *hit);
    void *user;
} object_caps;

static void add_cap(object_caps *caps)
{
    if (caps->waiting)
        caps->found(caps->user, &caps->first);
    caps->waiting = false;
}

static void keep_cap(void *user, const pick_hit *cap)
{
    object_caps *caps = user;
    if (caps->waiting && caps->first.object.index1 != cap->object.index1)
        add_cap(caps);
    if (!caps->waiting || pick_cap_comes_before(cap, &caps->first))
        caps->first = *cap;
    caps->waiting = true;
}

static void each_object(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                        void (*found)(void *user, const pick_hit *hit), void *user, scene_walker walk)
{
    object_search search = {.scene = {.scene = scene}, .found = found, .user = user};
    pick_cap_search caps;
    pick_sink sink;
    if (PICK_RARELY(query->caps != NULL)) {
        object_caps first = {.found = found, .user = user};
        if (!pick_cap_begin(&caps, scene, ray, query, pick_hit_describe, walk == walk_brute_force))
            return;
        pick_cap_each(&caps, keep_cap, &first);
        add_cap(&first);
        search.caps = &caps;
        ray = &caps.ray;
        query = &caps.plain;
    }
    pick_sink_init(&sink, emit_object);
    search_scene(&search.scene, ray, query, walk, &sink);
    add_object(&search);
}

void pick_each_object(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                      void (*found)(void *user, const pick_hit *hit), void *user, bool brute_force)
{
    each_object(scene, ray, query, found, user, brute_force ? walk_brute_force : walk_tree);
}

static size_t all_objects(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hits,
                          size_t capacity, scene_walker walk)
{
    query = pick_usable_query(query);
    if (scene == NULL || ray == NULL || query == NULL || (hits == NULL && capacity > 0))
        return 0;
    scene_search kept = {.scene = scene,
                         .heap = {.items = hits, .size = sizeof *hits, .capacity = capacity, .before = comes_before}};
    each_object(scene, ray, query, keep_hit, &kept.heap, walk);
    return finish_hits(&kept, ray);
}

// --- Any hit --------------------------------------------------------------------------------------------------------

typedef struct any_search {
    scene_search scene;    // first, so that a pointer to this is one to it
    const pick_vec3 *ends; // two points; triangles that pass through one do not count. NULL: none
    bool found;
} any_search;

// Whether the triangle passes through the point, within rounding.
static bool touches(const pick_object *object, const float vertex[3][3], pick_vec3 point)
{
    const double *o = object->origin;
    const pick_vec3 offset = {o[0] - point.x, o[1] - point.y, o[2] - point.z};
    double largest = pick_most(pick_largest(o[0], o[1], o[2]), pick_largest(point.x, point.y, point.z));
    pick_vec3 corner[3], edge[3];
    double weights[3];
    for (int i = 0; i < 3; i++) {
        const pick_vec3 v = pick_object_vector(object, vertex[i]);
        largest = pick_most(largest, pick_largest(v.x, v.y, v.z));
        corner[i] = pick_vec3_add(v, offset);
    }
    pick_object_edges(object, vertex, edge);
    const pick_vec3 nearest = pick_closest_on_triangle((const pick_vec3 *)corner, (const pick_vec3 *)edge, weights);
    return pick_vec3_length(nearest) <= 0x1p-44 * largest;
}

static bool has_triangle(const pick_object *object)
{
    return pick_mesh_has_triangles(object->mesh) || pick_mesh_field(object->mesh) != NULL;
}

// Of what has no triangles.
static bool only_touches(const pick_object *object, const pick_scene_ray *ray, const pick_candidate *candidate,
                         const pick_vec3 ends[2])
{
    if (pick_mesh_is_thin(object->mesh)) {
        return pick_thin_only_touches(object, ray, candidate, ends[0]) ||
               pick_thin_only_touches(object, ray, candidate, ends[1]);
    }
    return pick_volume_only_touches(object, ray, candidate, ends[0]) ||
           pick_volume_only_touches(object, ray, candidate, ends[1]);
}

// The t of a point that lies on the ray.
static double place_on_ray(const pick_ray *ray, pick_vec3 point)
{
    const pick_vec3 d = ray->direction;
    return pick_vec3_dot(pick_vec3_sub(point, ray->origin), d) / pick_vec3_dot(d, d);
}

// Of a nested scene. What has no triangles is tested in the innermost scene, where its size is the measure.
static bool passes_through_nested(const any_search *search, const pick_candidate *candidate)
{
    const pick_nested_way way =
        pick_nested_way_of(search->scene.scene, candidate->slot, candidate->path, candidate->depth);
    if (has_triangle(way.object)) {
        return pick_nested_touches(&way, (const float(*)[3])candidate->vertex, search->ends[0]) ||
               pick_nested_touches(&way, (const float(*)[3])candidate->vertex, search->ends[1]);
    }
    const pick_ray *outer = search->scene.ray->ray;
    const pick_ray inner = pick_nested_ray(&way, outer);
    const pick_vec3 ends[2] = {pick_ray_at(&inner, place_on_ray(outer, search->ends[0])),
                               pick_ray_at(&inner, place_on_ray(outer, search->ends[1]))};
    const pick_scene_ray ray = {.ray = &inner, .inverse_square = 1.0 / pick_vec3_dot(inner.direction, inner.direction)};
    return only_touches(way.object, &ray, candidate, ends);
}

static bool passes_through(const any_search *search, const pick_candidate *candidate)
{
    if (candidate->depth != 0)
        return passes_through_nested(search, candidate);
    const pick_object *object = pick_object_at(search->scene.scene, candidate->slot);
    if (!has_triangle(object))
        return only_touches(object, search->scene.ray, candidate, search->ends);
    return touches(object, (const float(*)[3])candidate->vertex, search->ends[0]) ||
           touches(object, (const float(*)[3])candidate->vertex, search->ends[1]);
}

static void emit_any(pick_sink *sink, const pick_candidate *candidate)
{
    any_search *search = sink->user;
    if (search->found || (search->ends != NULL && passes_through(search, candidate)))
        return;
    search->found = true;
    sink->t_max = 2 * sink->t_min - candidate->t; // before the start of the ray: no more boxes are entered
}

static bool any(const pick_scene *scene, const pick_ray *ray, const pick_query *query, const pick_vec3 *ends,
                scene_walker walk)
{
    any_search search = {.scene = {.scene = scene}, .ends = ends};
    pick_cap_search caps;
    pick_hit cap;
    pick_sink sink;
    if (PICK_RARELY(query->caps != NULL)) {
        if (!pick_cap_begin(&caps, scene, ray, query, pick_hit_describe, walk == walk_brute_force))
            return false;
        if (ends != NULL ? pick_cap_blocks(&caps, ends) : pick_cap_first(&caps, &cap))
            return true;
        ray = &caps.ray;
        query = &caps.plain;
    }
    pick_sink_init(&sink, emit_any);
    search_scene(&search.scene, ray, query, walk, &sink);
    return search.found;
}

bool pick_any_except_at(const pick_scene *scene, const pick_ray *ray, const pick_query *query, const pick_vec3 ends[2],
                        bool brute_force)
{
    return any(scene, ray, query, ends, brute_force ? walk_brute_force : walk_tree);
}

static bool visible(const pick_scene *scene, pick_vec3 a, pick_vec3 b, const pick_query *query, scene_walker walk)
{
    const pick_vec3 ends[2] = {a, b};
    const pick_ray ray = {a, pick_vec3_sub(b, a), 0, 1};
    query = pick_usable_query(query);
    if (scene == NULL || query == NULL || !pick_vec3_is_finite(a) || !pick_vec3_is_finite(ray.direction))
        return false;
    return !any(scene, &ray, query, ends, walk); // equal points make no valid ray, which hits nothing
}

// --- The public face ------------------------------------------------------------------------------------------------

pick_query pick_query_default(void)
{
    return PICK_QUERY_DEFAULT;
}

PICK_HOT_WHOLE bool pick_closest(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hit)
{
    return closest(scene, ray, query, hit, walk_tree);
}

size_t pick_all_objects(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hits,
                        size_t capacity)
{
    return all_objects(scene, ray, query, hits, capacity, walk_tree);
}

bool pick_any(const pick_scene *scene, const pick_ray *ray, const pick_query *query)
{
    query = pick_usable_query(query);
    return scene != NULL && ray != NULL && query != NULL && any(scene, ray, query, NULL, walk_tree);
}

bool pick_visible(const pick_scene *scene, pick_vec3 a, pick_vec3 b, const pick_query *query)
{
    return visible(scene, a, b, query, walk_tree);
}

size_t pick_all(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hits, size_t capacity)
{
    return all(scene, ray, query, hits, capacity, walk_tree);
}

bool pick_closest_brute_force(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hit)
{
    return closest(scene, ray, query, hit, walk_brute_force);
}

size_t pick_all_brute_force(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hits,
                            size_t capacity)
{
    return all(scene, ray, query, hits, capacity, walk_brute_force);
}

size_t pick_all_objects_brute_force(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                                    pick_hit *hits, size_t capacity)
{
    return all_objects(scene, ray, query, hits, capacity, walk_brute_force);
}

bool pick_any_brute_force(const pick_scene *scene, const pick_ray *ray, const pick_query *query)
{
    query = pick_usable_query(query);
    return scene != NULL && ray != NULL && query != NULL && any(scene, ray, query, NULL, walk_brute_force);
}

bool pick_visible_brute_force(const pick_scene *scene, pick_vec3 a, pick_vec3 b, const pick_query *query)
{
    return visible(scene, a, b, query, walk_brute_force);
}
