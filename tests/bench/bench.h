// bench.h: the benches as a library. `vkpick bench` and `vkpick_bench` run its table.
//
// A bench is one file and one row of BENCH_ENTRIES. Every figure has a baseline of the same run.
#ifndef BENCH_H
#define BENCH_H

#include "shapes.h"
#include "simd/simd.h"
#include "system/platform_memory.h" // as the editor does

#include <stddef.h>

typedef struct bench_workload bench_workload;
typedef struct bench_engine bench_engine;

// Makes an engine: ours, or that of another library to be measured beside it.
typedef bench_engine (*bench_peer)(const bench_workload *w);

// What "shapes" casts rays at: not meshes.
typedef enum bench_shape_kind { BENCH_BALLS, BENCH_TUBES, BENCH_PRIMITIVES, BENCH_TERRAIN } bench_shape_kind;

typedef struct bench_shapes {
    bench_shape_kind kind;
    float *points; // three numbers each: balls, tubes, and primitives, which are balls by a callback
    size_t point_count;
    double radius;
    uint32_t line_points; // of each tube
    float *heights;       // of terrain, row by row; its sides are 1 long
    uint32_t side;        // samples
} bench_shapes;

typedef bench_engine (*bench_shape_peer)(const bench_shapes *s); // `s` outlives the engine

typedef struct bench_options {
    size_t rays;      // camera rays of a workload, cast in turns of a few thousand
    size_t rounds;    // over all of them
    size_t cold_rays; // one by one, after a sweep each
    size_t moves;
    size_t sweep_mib; // read before each cold ray; 0: what this machine's caches ask for, up to 512
    bool json;        // JSON Lines instead of tables
    bool quick;       // to see that it runs
    const bench_peer *peers;
    size_t peer_count;           // at most BENCH_MAX_PEERS
    bench_shape_peer shape_peer; // or NULL
} bench_options;

#define BENCH_OPTIONS_DEFAULT ((bench_options){.rays = 160000, .rounds = 5, .cold_rays = 60, .moves = 200})
#define BENCH_OPTIONS_QUICK                                                                                            \
    ((bench_options){.rays = 500, .rounds = 1, .cold_rays = 3, .moves = 5, .sweep_mib = 4, .quick = true})

typedef struct bench_entry {
    const char *name;
    const char *summary;                                         // one line
    bool usual;                                                  // runs when nothing is named
    bool (*run)(const char *name, const bench_options *options); // prints to standard output
} bench_entry;

extern const bench_entry BENCH_ENTRIES[];
extern const size_t BENCH_ENTRY_COUNT;

// Runs the entries named, or the usual ones when none is (with `quick`, the first two). False: there is none of that
// name, or a bench failed.
bool bench_run(const char *const *names, size_t count, const bench_options *options);

// The benches.
bool bench_closest(const char *name, const bench_options *options);
bool bench_batch(const char *name, const bench_options *options);
bool bench_edits(const char *name, const bench_options *options); // "refit" or "edits"
bool bench_grow(const char *name, const bench_options *options);
bool bench_scale(const char *name, const bench_options *options);
bool bench_gizmo(const char *name, const bench_options *options);
bool bench_height_field(const char *name, const bench_options *options);
bool bench_sweep(const char *name, const bench_options *options);
bool bench_parts(const char *name, const bench_options *options);
bool bench_shapes_run(const char *name, const bench_options *options);
bool bench_snap(const char *name, const bench_options *options);
bool bench_nested(const char *name, const bench_options *options);
bool bench_region(const char *name, const bench_options *options);
bool bench_thin(const char *name, const bench_options *options); // "points" or "points100m"
#ifdef BENCH_HAVE_RENDERER
bool bench_record(const char *name, const bench_options *options); // says so where there is no device
#endif
bool bench_ablation(const char *name, const bench_options *options);

// --- Workloads ------------------------------------------------------------------------------------------------------

typedef struct bench_object {
    uint32_t mesh;
    pick_transform transform;
} bench_object;

struct bench_workload {
    const char *name;
    soup mesh; // every object's
    bench_object *objects;
    size_t object_count;
    pick_ray *rays; // camera rays in random order
    size_t ray_count;
};

// S60k, M1, M2, I100, I10k or I100k; false when there is none of that name.
bool bench_workload_make(bench_workload *w, const char *name, size_t rays);
// A sphere of about `triangles`, `objects` times in space.
bool bench_workload_spheres(bench_workload *w, size_t triangles, size_t objects, size_t rays);
void bench_workload_free(bench_workload *w);

// --- Engines --------------------------------------------------------------------------------------------------------

// A ray caster. `cast` returns the t of a ray, or infinity.
struct bench_engine {
    const char *name;
    void *state;
    bool slow;            // tests every triangle: few rays will do
    double build_seconds; // meshes and scene, of this process; 0: not to be compared
    double bytes;         // hierarchy of the mesh; 0: unknown
    double scene_bytes;   // everything per object; 0: unknown
    double (*cast)(void *state, const pick_ray *ray);
    // Moves an object and prepares the scene for new queries. NULL: not supported.
    void (*move)(void *state, size_t object, const pick_transform *transform);
    void (*destroy)(void *state);
};

bench_engine bench_picking(const bench_workload *w);
bench_engine bench_brute_force(const bench_workload *w);
void bench_picking_set_simd(const bench_engine *engine, pick_simd level); // of bench_picking
// Nodes, triangles and objects per ray.
void bench_picking_work(const bench_engine *engine, const bench_workload *w, double out[3]);

// Of vkpick_bench only.
bench_engine bench_embree(const bench_workload *w);
bench_engine bench_embree_robust(const bench_workload *w);
bench_engine bench_embree_shapes(const bench_shapes *s);

// Where a line enters a ball around the origin; infinity: nowhere. Both engines' callbacks call it.
double bench_ball_cast(const double origin[3], const double direction[3], double radius);

// --- Timing ---------------------------------------------------------------------------------------------------------

// To take differences of, fine to a nanosecond; begins anew every twelve days.
double bench_seconds(void);
// Of the calling process: time that others took from it does not count.
double bench_cpu_seconds(void);
// Sorts. The value that `part` of them are below; 0.5 is the median. 0 without values.
double bench_quantile(double *values, size_t count, double part);

enum { BENCH_MAX_PEERS = 3, BENCH_MAX_ENGINES = 2 + BENCH_MAX_PEERS };

// Makes the engines, several times each, in turn and in changing order: the first one to be built pays for memory that
// the operating system finds for the first time. Each engine's `build_seconds` is its median.
void bench_build(const bench_peer *makers, size_t count, const bench_workload *w, const bench_options *o,
                 bench_engine *engines);

// Nanoseconds per ray: `out[e]` of engine e, the median turn. Turns of the engines alternate; the first rays of each
// bring back to the caches what the others drove out, and are not counted.
void bench_warm(const bench_engine *engines, size_t count, const bench_workload *w, const bench_options *o,
                double *out);

// The same after the caches were swept, ray by ray: what a mouse move meets. The order of the engines alternates.
// Returns how many bytes were read each time.
size_t bench_cold(const bench_engine *engines, size_t count, const bench_workload *w, const bench_options *o,
                  double *out);

// The share of rays for which two engines find the same t; a bench over wrong answers measures nothing.
double bench_agreement(const bench_engine *a, const bench_engine *b, const bench_workload *w);

#endif
