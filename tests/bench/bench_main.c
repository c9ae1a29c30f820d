// vkpick_bench: what a pick costs, beside what others pay for the same one in the same run.
//
// Rounds of the engines are interleaved and the median round counts, because the machine's speed drifts. "Cold" picks
// come after the caches were swept, one by one: that is what a mouse move meets.
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_ENGINES = 4, MAX_ROUNDS = 15, SWEEP_BYTES = 64 << 20 };

typedef struct options {
    const char *workloads[16];
    size_t workload_count, rays, cold_rays, moves, rounds;
    bool json, brute_force, quick;
} options;

typedef struct figures {
    double warm, cold, move; // ns
} figures;

double bench_seconds(void)
{
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    if (count == 0) {
        return 0;
    }
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

// The first rays of a turn bring back what the other engines have driven from the caches; they are not counted.
static double time_batch(const bench_engine *engine, const bench_workload *w, size_t first, size_t count)
{
    volatile double sink = 0;
    const size_t warming = count / 4;
    for (size_t i = 0; i < warming; ++i) {
        sink = engine->cast(engine->state, &w->rays[(first + w->ray_count - warming + i) % w->ray_count]);
    }
    const double start = cpu_seconds();
    for (size_t i = 0; i < count; ++i) {
        sink = engine->cast(engine->state, &w->rays[(first + i) % w->ray_count]);
    }
    (void)sink;
    return 1e9 * (cpu_seconds() - start) / (double)count;
}

static void measure_warm(bench_engine *engines, size_t count, const bench_workload *w, const options *o, figures *out)
{
    enum { BATCH = 8000, MAX_TURNS = 4096 };
    const size_t batches = (w->ray_count + BATCH - 1) / BATCH;
    double *times[MAX_ENGINES];
    size_t turns = o->rounds * batches < MAX_TURNS ? o->rounds * batches : MAX_TURNS;
    for (size_t e = 0; e < count; ++e) {
        times[e] = calloc(turns, sizeof(double));
        if (times[e] == NULL) {
            abort();
        }
    }
    for (size_t turn = 0; turn < turns; ++turn) {
        for (size_t i = 0; i < count; ++i) {
            const size_t e = (i + turn) % count;
            const bool slow = strcmp(engines[e].name, "brute force") == 0;
            const size_t rays = slow ? 8 : (w->ray_count < BATCH ? w->ray_count : BATCH);
            times[e][turn] = time_batch(&engines[e], w, turn % batches * BATCH, rays);
        }
    }
    for (size_t e = 0; e < count; ++e) {
        out[e].warm = median(times[e], turns);
        if (getenv("BENCH_LOW") != NULL) {
            out[e].warm = times[e][turns / 10];
        }
        free(times[e]);
    }
}

static void sweep_caches(unsigned char *memory)
{
    volatile unsigned char *p = memory;
    for (size_t i = 0; i < SWEEP_BYTES; i += 64) {
        ++p[i];
    }
}

static void measure_cold(bench_engine *engines, size_t count, const bench_workload *w, const options *o, figures *out)
{
    unsigned char *memory = calloc(SWEEP_BYTES, 1);
    double *times = calloc(o->cold_rays * count + 1, sizeof *times);
    if (memory == NULL || times == NULL) {
        abort();
    }
    volatile double sink = 0;
    for (size_t i = 0; i < o->cold_rays; ++i) {
        for (size_t e = 0; e < count; ++e) {
            const size_t which = (e + i) % count;
            sweep_caches(memory);
            const double start = bench_seconds();
            sink = engines[which].cast(engines[which].state, &w->rays[i]);
            times[which * o->cold_rays + i] = 1e9 * (bench_seconds() - start);
        }
    }
    (void)sink;
    for (size_t e = 0; e < count; ++e) {
        out[e].cold = median(times + e * o->cold_rays, o->cold_rays);
    }
    free(times);
    free(memory);
}

static void measure_move(bench_engine *engine, const bench_workload *w, const options *o, figures *out)
{
    double *times = calloc(o->moves + 1, sizeof *times);
    test_random r = {3};
    if (times == NULL) {
        abort();
    }
    volatile double sink = 0;
    for (size_t i = 0; i < o->moves; ++i) {
        const size_t object = random_index(&r, (uint32_t)w->object_count);
        pick_transform t = w->objects[object].transform;
        t.origin = pick_vec3_add(t.origin, random_in_cube(&r, 0.5));
        const double start = bench_seconds();
        engine->move(engine->state, object, &t);
        sink = engine->cast(engine->state, &w->rays[i % w->ray_count]);
        times[i] = 1e9 * (bench_seconds() - start);
        engine->move(engine->state, object, &w->objects[object].transform);
    }
    (void)sink;
    out->move = median(times, o->moves);
    free(times);
}

// How often two engines agree on t; a bench over wrong answers measures nothing.
static double agreement(const bench_engine *a, const bench_engine *b, const bench_workload *w)
{
    size_t same = 0;
    const size_t rays = w->ray_count < 2000 ? w->ray_count : 2000;
    for (size_t i = 0; i < rays; ++i) {
        const double x = a->cast(a->state, &w->rays[i]);
        const double y = b->cast(b->state, &w->rays[i]);
        same += x == y || fabs(x - y) <= 1e-3 * fabs(x);
    }
    return (double)same / (double)rays;
}

static double ratio(double value, double baseline)
{
    return baseline > 0 ? value / baseline : 0;
}

static void print_text(const bench_workload *w, const bench_engine *engines, const figures *f, size_t count,
                       const double work[3])
{
    const double triangles = (double)w->mesh.index_count / 3;
    (void)printf("%s: %zu object(s) of %.0f triangles; per ray %.1f nodes, %.1f triangles, %.2f objects\n", w->name,
                 w->object_count, triangles, work[0], work[1], work[2]);
    (void)printf("  %-14s %12s %12s %12s %10s %10s %10s %8s\n", "", "warm ns", "cold ns", "move+pick ns", "build ms",
                 "bytes/tri", "bytes/obj", "agree");
    for (size_t e = 0; e < count; ++e) {
        (void)printf("  %-14s %12.0f %12.0f %12.0f %10.2f %10.1f %10.1f %8.4f\n", engines[e].name, f[e].warm, f[e].cold,
                     f[e].move, 1e3 * engines[e].build_seconds, engines[e].bytes / triangles,
                     engines[e].scene_bytes / (double)w->object_count, agreement(&engines[0], &engines[e], w));
        if (e > 0) {
            (void)printf("  %-14s %12.3f %12.3f %12.5f %10.2f\n", "  picking/this", ratio(f[0].warm, f[e].warm),
                         ratio(f[0].cold, f[e].cold), ratio(f[0].move, f[e].move),
                         ratio(engines[0].build_seconds, engines[e].build_seconds));
        }
    }
}

static void print_json(const bench_workload *w, const bench_engine *engines, const figures *f, size_t count,
                       const double work[3])
{
    const double triangles = (double)w->mesh.index_count / 3;
    for (size_t e = 0; e < count; ++e) {
        (void)printf("{\"workload\":\"%s\",\"engine\":\"%s\",\"objects\":%zu,\"triangles\":%.0f,\"warm_ns\":%.1f,"
                     "\"cold_ns\":%.1f,\"move_pick_ns\":%.1f,\"build_ms\":%.3f,\"bytes_per_triangle\":%.2f,"
                     "\"bytes_per_object\":%.1f,\"picking_warm_ratio\":%.4f,\"picking_cold_ratio\":%.4f,"
                     "\"picking_move_ratio\":%.6f,\"picking_build_ratio\":%.3f,\"agreement\":%.4f",
                     w->name, engines[e].name, w->object_count, triangles, f[e].warm, f[e].cold, f[e].move,
                     1e3 * engines[e].build_seconds, engines[e].bytes / triangles,
                     engines[e].scene_bytes / (double)w->object_count, ratio(f[0].warm, f[e].warm),
                     ratio(f[0].cold, f[e].cold), ratio(f[0].move, f[e].move),
                     ratio(engines[0].build_seconds, engines[e].build_seconds), agreement(&engines[0], &engines[e], w));
        if (e == 0) {
            (void)printf(",\"nodes_per_ray\":%.2f,\"triangles_per_ray\":%.2f,\"objects_per_ray\":%.2f", work[0],
                         work[1], work[2]);
        }
        (void)printf("}\n");
    }
}

static bool run(const char *name, const options *o)
{
    bench_workload w;
    if (!bench_workload_make(&w, name, o->rays)) {
        (void)fprintf(stderr, "no workload \"%s\"\n", name);
        return false;
    }
    bench_engine engines[MAX_ENGINES];
    size_t count = 0;
    engines[count++] = bench_picking(&w);
#ifdef BENCH_HAVE_EMBREE
    engines[count++] = bench_embree(&w, false);
    engines[count++] = bench_embree(&w, true);
#endif
    if (o->brute_force) {
        engines[count++] = bench_brute_force(&w);
    }
    figures f[MAX_ENGINES] = {{0}};
    double work[3];
    measure_warm(engines, count, &w, o, f);
    measure_cold(engines, o->brute_force ? count - 1 : count, &w, o, f);
    for (size_t e = 0; e < count && w.object_count > 1; ++e) {
        if (strcmp(engines[e].name, "brute force") != 0) {
            measure_move(&engines[e], &w, o, &f[e]);
        }
    }
    bench_picking_work(&engines[0], &w, work);
    (o->json ? print_json : print_text)(&w, engines, f, count, work);
    (void)fflush(stdout);
    for (size_t e = 0; e < count; ++e) {
        engines[e].destroy(engines[e].state);
    }
    bench_workload_free(&w);
    return true;
}

static int usage(void)
{
    (void)fputs("usage: vkpick_bench [--json] [--quick] [--rays N] [--rounds N] [--cold N] [--moves N] [--brute] "
                "[WORKLOAD...]\nworkloads:",
                stderr);
    for (const char *const *name = bench_workload_names(); *name != NULL; ++name) {
        (void)fprintf(stderr, " %s", *name);
    }
    (void)fputc('\n', stderr);
    return 2;
}

static bool read_number(int argc, char **argv, int *i, size_t *out)
{
    if (*i + 1 >= argc) {
        return false;
    }
    char *end;
    const unsigned long value = strtoul(argv[++*i], &end, 10);
    *out = value;
    return *end == '\0' && value <= 100000000;
}

static bool read_options(int argc, char **argv, options *o)
{
    for (int i = 1; i < argc; ++i) {
        bool fine = true;
        if (strcmp(argv[i], "--json") == 0) {
            o->json = true;
        } else if (strcmp(argv[i], "--brute") == 0) {
            o->brute_force = true;
        } else if (strcmp(argv[i], "--quick") == 0) {
            o->rays = 500;
            o->cold_rays = 3;
            o->moves = 5;
            o->rounds = 1;
            o->brute_force = o->quick = true;
        } else if (strcmp(argv[i], "--rays") == 0) {
            fine = read_number(argc, argv, &i, &o->rays) && o->rays > 0;
        } else if (strcmp(argv[i], "--cold") == 0) {
            fine = read_number(argc, argv, &i, &o->cold_rays) && o->cold_rays <= o->rays;
        } else if (strcmp(argv[i], "--moves") == 0) {
            fine = read_number(argc, argv, &i, &o->moves);
        } else if (strcmp(argv[i], "--rounds") == 0) {
            fine = read_number(argc, argv, &i, &o->rounds) && o->rounds >= 1 && o->rounds <= MAX_ROUNDS;
        } else if (argv[i][0] != '-' && o->workload_count < sizeof o->workloads / sizeof o->workloads[0]) {
            o->workloads[o->workload_count++] = argv[i];
        } else {
            fine = false;
        }
        if (!fine) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    static const char *const usual[] = {"S60k", "I100", "M1", "M2", "I10k"};
    const size_t usual_count = sizeof usual / sizeof usual[0];
    options o = {.rays = 200000, .cold_rays = 200, .moves = 200, .rounds = 5};
    if (!read_options(argc, argv, &o)) {
        return usage();
    }
    const bool given = o.workload_count > 0;
    const size_t count = given ? o.workload_count : (o.quick ? 2 : usual_count);
    for (size_t i = 0; i < count; ++i) {
        if (!run(given ? o.workloads[i] : usual[i], &o)) {
            return usage();
        }
    }
    return 0;
}
