// bench_instructions WORKLOAD LEVEL RAYS: casts rays and nothing else inside instructions_measured, so that a tool
// which counts a function's instructions sees those of the picks.
#include "bench.h"
#include "scene/scene_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void instructions_measured(const pick_scene *scene, const bench_workload *w, size_t *hits);

__attribute__((noinline)) void instructions_measured(const pick_scene *scene, const bench_workload *w, size_t *hits)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_NONE;
    for (size_t i = 0; i < w->ray_count; i++) {
        pick_hit hit;
        *hits += pick_closest(scene, &w->rays[i], &query, &hit);
    }
}

int main(int argc, char **argv)
{
    bench_workload w;
    if (argc != 4 || !bench_workload_make(&w, argv[1], strtoul(argv[3], NULL, 10))) {
        (void)fputs("usage: bench_instructions WORKLOAD LEVEL RAYS\n", stderr);
        return 2;
    }
    pick_mesh *mesh = soup_mesh(&w.mesh, editor_platform_memory());
    pick_scene *scene = NULL;
    if (pick_scene_create(editor_platform_memory(), &scene) != PICK_OK)
        return 1;
    for (size_t i = 0; i < w.object_count; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.mesh = mesh;
        desc.transform = w.objects[i].transform;
        if (pick_scene_add(scene, &desc, &id) != PICK_OK)
            return 1;
    }
    while (pick_scene_maintain(scene, UINT64_MAX)) { // as after loading a level
    }
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (strcmp(pick_simd_name(level), argv[2]) == 0 && pick_simd_available(level)) {
            size_t hits = 0;
            pick_scene_set_simd(scene, level);
            instructions_measured(scene, &w, &hits);
            (void)printf("%zu of %zu rays hit\n", hits, w.ray_count);
            pick_scene_destroy(scene);
            pick_mesh_destroy(mesh);
            bench_workload_free(&w);
            return 0;
        }
    }
    return 77; // this processor, or the one that is simulated, cannot
}
