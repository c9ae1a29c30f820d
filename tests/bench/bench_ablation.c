// What each stage of a pick is worth: the same rays and objects with stages left out, from a test of every triangle to
// both trees with the widest instructions of this processor. All rows find the same hits.
#include "bench.h"

#include "picking/picking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ROWS = 5 + PICK_SIMD_COUNT };

// One object without a tree above it.
typedef struct listed {
    pick_aabb box; // world space
    pick_affine to_object;
} listed;

typedef struct ablated {
    pick_mesh *mesh;
    pick_volume *plain; // the mesh as a primitive whose triangles are all tested
    pick_scene *scene;
    listed *list;
    size_t count;
    bool every_triangle;
} ablated;

static const pick_mesh_query both_sides = {.cull = PICK_CULL_NONE};
static const pick_query scene_query = {.cull = PICK_CULL_NONE};

static void must(bool ok)
{
    if (!ok)
        abort();
}

// --- Casts ----------------------------------------------------------------------------------------------------------

static double cast_scene(void *state, const pick_ray *ray)
{
    const ablated *a = state;
    pick_hit hit;
    return pick_closest(a->scene, ray, &scene_query, &hit) ? hit.t : HUGE_VAL;
}

// Each object whose box the ray meets before the nearest hit so far.
static double cast_list(void *state, const pick_ray *ray)
{
    const ablated *a = state;
    pick_ray rest = *ray;
    for (size_t i = 0; i < a->count; i++) {
        pick_shape_hit met;
        if (!pick_ray_aabb(&rest, &a->list[i].box, &met))
            continue;
        const pick_affine *to_object = &a->list[i].to_object;
        const pick_ray local = {pick_affine_point(to_object, ray->origin),
                                pick_affine_vector(to_object, ray->direction), rest.t_min, rest.t_max};
        pick_mesh_hit hit;
        if (a->every_triangle ? pick_mesh_closest_brute_force(a->mesh, &local, &both_sides, &hit)
                              : pick_mesh_closest(a->mesh, &local, &both_sides, &hit))
            rest.t_max = hit.t;
    }
    return rest.t_max < ray->t_max ? rest.t_max : HUGE_VAL;
}

static void report_nearest_triangle(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    pick_mesh_hit hit;
    if (pick_mesh_closest_brute_force(user, ray, &both_sides, &hit))
        (void)pick_ray_report(probe, &(pick_primitive_hit){.t = hit.t, .part = hit.triangle});
}

// --- Engines --------------------------------------------------------------------------------------------------------

static void destroy_ablated(void *state)
{
    ablated *a = state;
    pick_scene_destroy(a->scene);
    pick_volume_destroy(a->plain);
    pick_mesh_destroy(a->mesh);
    free(a->list);
    free(a);
}

static ablated *make(const bench_workload *w)
{
    ablated *a = calloc(1, sizeof *a);
    must(a != NULL);
    a->mesh = soup_mesh(&w->mesh, editor_platform_memory());
    a->count = w->object_count;
    a->list = malloc(a->count * sizeof *a->list);
    pick_object_desc *descs = malloc(a->count * sizeof *descs);
    pick_object_id *ids = malloc(a->count * sizeof *ids);
    must(a->list != NULL && descs != NULL && ids != NULL);
    const pick_aabb bounds = pick_mesh_bounds(a->mesh);
    const pick_primitive_desc plain = {
        .bounds = bounds, .ray = report_nearest_triangle, .user = a->mesh, .flags = PICK_VOLUME_SURFACE};
    must(pick_primitive_create(&plain, NULL, &a->plain) == PICK_OK);
    for (size_t i = 0; i < a->count; i++) {
        const pick_affine world = pick_affine_from_transform(&w->objects[i].transform);
        a->list[i].box = pick_affine_aabb(&world, &bounds);
        must(pick_affine_invert(&world, &a->list[i].to_object));
        descs[i] = PICK_OBJECT_DESC_DEFAULT;
        descs[i].volume = a->plain;
        descs[i].transform = w->objects[i].transform;
    }
    must(pick_scene_create(editor_platform_memory(), &a->scene) == PICK_OK &&
         pick_scene_add_many(a->scene, descs, a->count, ids) == PICK_OK);
    while (pick_scene_maintain(a->scene, UINT64_MAX)) { // as after loading a level
    }
    free(descs);
    free(ids);
    return a;
}

static bench_engine make_list(const bench_workload *w, const char *name, bool every_triangle)
{
    ablated *a = make(w);
    a->every_triangle = every_triangle;
    return (bench_engine){
        .name = name, .state = a, .slow = every_triangle, .cast = cast_list, .destroy = destroy_ablated};
}

bool bench_ablation(const char *name, const bench_options *options)
{
    bench_workload w;
    if (!bench_workload_make(&w, options->quick ? "I100" : "I10k", options->rays))
        return false;
    bench_engine rows[MOST_ROWS] = {
        bench_brute_force(&w),
        make_list(&w, "list of boxes", true),
        {.name = "tree of objects", .state = make(&w), .slow = true, .cast = cast_scene, .destroy = destroy_ablated},
        make_list(&w, "tree of triangles", false)};
    size_t count = 4;
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (!pick_simd_available(level))
            continue;
        rows[count] = bench_picking(&w);
        rows[count].name = pick_simd_name(level);
        bench_picking_set_simd(&rows[count++], level);
    }
    double warm[MOST_ROWS];
    bench_warm(rows, count, &w, options, warm);
    if (!options->json)
        (void)printf("%s: %zu objects of %u triangles\n  %-18s %14s %12s %12s %8s\n", name, w.object_count,
                     w.mesh.index_count / 3, "", "ns per ray", "of the last", "of the first", "agree");
    for (size_t e = 0; e < count; e++) {
        const double agree = bench_agreement(&rows[count - 1], &rows[e], &w);
        if (options->json)
            (void)printf("{\"bench\":\"ablation\",\"row\":\"%s\",\"warm_ns\":%.1f,\"of_last\":%.4g,\"of_first\":%.4g,"
                         "\"agreement\":%.4f}\n",
                         rows[e].name, warm[e], warm[e] / warm[count - 1], warm[e] / warm[0], agree);
        else
            (void)printf("  %-18s %14.0f %12.4g %12.4g %8.4f\n", rows[e].name, warm[e], warm[e] / warm[count - 1],
                         warm[e] / warm[0], agree);
    }
    for (size_t e = 0; e < count; e++)
        rows[e].destroy(rows[e].state);
    bench_workload_free(&w);
    return true;
}
