// bench.h: engines that answer the same rays over the same workload, so that each figure has its baseline beside it.
#ifndef BENCH_H
#define BENCH_H

#include "shapes.h"

typedef struct bench_object {
    uint32_t mesh;
    pick_transform transform;
} bench_object;

typedef struct bench_workload {
    const char *name;
    soup mesh; // every object's
    bench_object *objects;
    size_t object_count;
    pick_ray *rays; // camera rays in random order
    size_t ray_count;
} bench_workload;

// NULL when there is no workload of that name: S60k, M1, M2, I100, I10k, I100k.
const char *const *bench_workload_names(void);
bool bench_workload_make(bench_workload *w, const char *name, size_t rays);
void bench_workload_free(bench_workload *w);

// Something that can be asked. `cast` answers one ray: its t, or infinity.
typedef struct bench_engine {
    const char *name;
    void *state;
    double build_seconds; // meshes and scene
    double bytes;         // hierarchy of the mesh; 0: unknown
    double scene_bytes;   // everything per object; 0: unknown
    double (*cast)(void *state, const pick_ray *ray);
    // Moves an object and makes the scene ready to be asked again.
    void (*move)(void *state, size_t object, const pick_transform *transform);
    void (*destroy)(void *state);
} bench_engine;

bench_engine bench_picking(const bench_workload *w);
bench_engine bench_brute_force(const bench_workload *w);
// Nodes, triangles and objects per ray.
void bench_picking_work(const bench_engine *engine, const bench_workload *w, double out[3]);

#ifdef BENCH_HAVE_EMBREE
bench_engine bench_embree(const bench_workload *w, bool robust);
#endif

double bench_seconds(void);

#endif
