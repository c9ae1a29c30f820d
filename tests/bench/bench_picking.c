// This library as an engine, and its brute-force twin.
#include "bench.h"

#include "mesh/mesh_internal.h"
#include "scene/scene_internal.h"

#include <math.h>
#include <stdlib.h>

typedef struct state {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id *ids;
} state;

// Embree culls nothing, so neither do we.
static const pick_query both_sides = {.cull = PICK_CULL_NONE};

static double cast(void *data, const pick_ray *ray)
{
    const state *s = data;
    pick_hit hit;
    return pick_closest(s->scene, ray, &both_sides, &hit) ? hit.t : HUGE_VAL;
}

static double cast_brute_force(void *data, const pick_ray *ray)
{
    const state *s = data;
    pick_hit hit;
    return pick_closest_brute_force(s->scene, ray, &both_sides, &hit) ? hit.t : HUGE_VAL;
}

static void move(void *data, size_t object, const pick_transform *transform)
{
    state *s = data;
    (void)pick_scene_set_transform(s->scene, s->ids[object], transform);
}

static void destroy(void *data)
{
    state *s = data;
    pick_scene_destroy(s->scene);
    pick_mesh_destroy(s->mesh);
    free(s->ids);
    free(s);
}

bench_engine bench_picking(const bench_workload *w)
{
    state *s = calloc(1, sizeof *s);
    bench_engine engine = {.name = "picking", .state = s, .cast = cast, .move = move, .destroy = destroy};
    if (s == NULL || (s->ids = calloc(w->object_count, sizeof *s->ids)) == NULL)
        abort();
    const double start = bench_cpu_seconds();
    s->mesh = soup_mesh(&w->mesh, editor_platform_memory());
    if (pick_scene_create(editor_platform_memory(), &s->scene) != PICK_OK)
        abort();
    pick_object_desc *descs = malloc(w->object_count * sizeof *descs);
    if (descs == NULL)
        abort();
    for (size_t i = 0; i < w->object_count; i++) {
        descs[i] = PICK_OBJECT_DESC_DEFAULT;
        descs[i].mesh = s->mesh;
        descs[i].transform = w->objects[i].transform;
    }
    if (pick_scene_add_many(s->scene, descs, w->object_count, s->ids) != PICK_OK)
        abort();
    free(descs);
    while (pick_scene_maintain(s->scene, UINT64_MAX)) { // as after loading a level
    }
    engine.build_seconds = bench_cpu_seconds() - start;
    engine.bytes = (double)pick_mesh_get_stats(s->mesh).hierarchy_bytes;
    engine.scene_bytes = (double)pick_scene_memory(s->scene);
    return engine;
}

bench_engine bench_brute_force(const bench_workload *w)
{
    bench_engine engine = bench_picking(w);
    engine.name = "brute force";
    engine.slow = true;
    engine.cast = cast_brute_force;
    engine.move = NULL;
    engine.build_seconds = engine.bytes = engine.scene_bytes = 0;
    return engine;
}

void bench_picking_set_simd(const bench_engine *engine, pick_simd level)
{
    const state *s = engine->state;
    pick_scene_set_simd(s->scene, level);
    pick_mesh_set_simd(s->mesh, level);
}

void bench_picking_work(const bench_engine *engine, const bench_workload *w, double out[3])
{
    const state *s = engine->state;
    pick_stats stats = {0};
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_NONE;
    query.stats = &stats;
    for (size_t i = 0; i < w->ray_count; i++) {
        pick_hit hit;
        (void)pick_closest(s->scene, &w->rays[i], &query, &hit);
    }
    out[0] = (double)stats.nodes / (double)w->ray_count;
    out[1] = (double)stats.triangles / (double)w->ray_count;
    out[2] = (double)stats.objects / (double)w->ray_count;
}
