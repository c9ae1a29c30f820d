// mesh_query.c: rays against a mesh. The hierarchy and its brute-force twin feed the same sink.
#include "base/compiler.h"
#include "query/query_attributes.h"
#include "query/query_heap.h"
#include "query/query_walks.h"

#include <math.h>

static const pick_mesh_query default_query = {.cull = PICK_CULL_MATERIAL};

typedef void (*mesh_walker)(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink);

typedef struct mesh_search {
    const pick_mesh *mesh;
    const pick_mesh_query *query;
    pick_hit_heap heap; // of pick_mesh_hit
} mesh_search;

static void complete_mesh_hit(const pick_mesh *mesh, const pick_candidate *candidate, pick_mesh_hit *hit)
{
    *hit = (pick_mesh_hit){.t = candidate->t,
                           .triangle = candidate->triangle,
                           .submesh = pick_mesh_submesh_number(mesh, candidate->triangle),
                           .barycentric = {candidate->u, candidate->v},
                           .has_uv = mesh->uvs != NULL,
                           .backface = candidate->backface};
    hit->has_smooth_normal = mesh->normals != NULL &&
                             pick_mesh_smooth_normal(mesh, candidate->triangle, hit->barycentric, hit->smooth_normal);
    if (hit->has_uv)
        pick_mesh_uv(mesh, candidate->triangle, hit->barycentric, hit->uv);
}

static bool accept_mesh_hit(const pick_sink *sink, const pick_candidate *candidate)
{
    const mesh_search *search = sink->user;
    pick_mesh_hit hit;
    complete_mesh_hit(search->mesh, candidate, &hit);
    return search->query->filter(search->query->filter_user, &hit);
}

static bool mesh_hit_comes_before(const void *user, const void *a, const void *b)
{
    (void)user;
    const pick_mesh_hit *x = a;
    const pick_mesh_hit *y = b;
    return x->t < y->t || (x->t == y->t && x->triangle < y->triangle);
}

static void emit_mesh_hit(pick_sink *sink, const pick_candidate *candidate)
{
    mesh_search *search = sink->user;
    pick_mesh_hit hit;
    complete_mesh_hit(search->mesh, candidate, &hit);
    pick_hit_heap_add(&search->heap, &hit);
}

static void search_mesh(mesh_search *search, const pick_ray *ray, mesh_walker walk, pick_sink *sink)
{
    pick_local_ray local;
    if (!pick_ray_is_valid(ray))
        return;
    const bool castable = pick_local_ray_init(&local, ray->origin, ray->direction, 0);
    PICK_ASSERT(castable);
    (void)castable;
    sink->t_min = ray->t_min;
    sink->t_max = ray->t_max;
    sink->cull = search->query->cull;
    sink->accept = search->query->filter != NULL ? accept_mesh_hit : NULL;
    sink->accept_all = false;
    sink->user = search;
    sink->stats = search->query->stats;
    if (sink->stats != NULL)
        ++sink->stats->objects;
    walk(search->mesh, &local, sink);
}

static bool closest_in_mesh(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query,
                            pick_mesh_hit *hit, mesh_walker walk)
{
    query = query != NULL ? query : &default_query;
    if (mesh == NULL || ray == NULL || hit == NULL || !pick_is_cull(query->cull))
        return false;
    mesh_search search = {.mesh = mesh, .query = query};
    pick_sink sink;
    pick_sink_init(&sink, NULL);
    search_mesh(&search, ray, walk, &sink);
    if (sink.found)
        complete_mesh_hit(mesh, &sink.best, hit);
    return sink.found;
}

static size_t all_in_mesh(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query, pick_mesh_hit *hits,
                          size_t capacity, mesh_walker walk)
{
    query = query != NULL ? query : &default_query;
    if (mesh == NULL || ray == NULL || (hits == NULL && capacity > 0) || !pick_is_cull(query->cull))
        return 0;
    mesh_search search = {
        .mesh = mesh,
        .query = query,
        .heap = {.items = hits, .size = sizeof *hits, .capacity = capacity, .before = mesh_hit_comes_before}};
    pick_sink sink;
    pick_sink_init(&sink, emit_mesh_hit);
    search_mesh(&search, ray, walk, &sink);
    pick_hit_heap_sort(&search.heap);
    return search.heap.total;
}

bool pick_mesh_closest(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query, pick_mesh_hit *hit)
{
    return closest_in_mesh(mesh, ray, query, hit, pick_mesh_walk);
}

size_t pick_mesh_all(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query, pick_mesh_hit *hits,
                     size_t capacity)
{
    return all_in_mesh(mesh, ray, query, hits, capacity, pick_mesh_walk);
}

bool pick_mesh_closest_brute_force(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query,
                                   pick_mesh_hit *hit)
{
    return closest_in_mesh(mesh, ray, query, hit, pick_mesh_walk_brute_force);
}

size_t pick_mesh_all_brute_force(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query,
                                 pick_mesh_hit *hits, size_t capacity)
{
    return all_in_mesh(mesh, ray, query, hits, capacity, pick_mesh_walk_brute_force);
}
