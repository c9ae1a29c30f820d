// bench closest hits: the cost of a pick, warm, cold and after an edit, compared with other libraries.
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct figures {
    double warm[BENCH_MAX_ENGINES], cold[BENCH_MAX_ENGINES], move[BENCH_MAX_ENGINES]; // ns
    double work[3];                                                                   // nodes, triangles, objects
    size_t swept;                                                                     // bytes
} figures;

static double time_moves(const bench_engine *engine, const bench_workload *w, const bench_options *o)
{
    double *times = calloc(o->moves + 1, sizeof *times);
    test_random r = {3};
    if (times == NULL)
        abort();
    volatile double sink = 0;
    for (size_t i = 0; i < o->moves; i++) {
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
    const double result = bench_quantile(times, o->moves, 0.5);
    free(times);
    return result;
}

static double ratio(double value, double baseline)
{
    return baseline > 0 ? value / baseline : 0;
}

static void print_text(const bench_workload *w, const bench_engine *engines, size_t count, const figures *f)
{
    const double triangles = (double)w->mesh.index_count / 3;
    (void)printf("%s: %zu object(s) of %.0f triangles; per ray %.1f nodes, %.1f triangles, %.2f objects; %zu MiB swept "
                 "before each cold one\n",
                 w->name, w->object_count, triangles, f->work[0], f->work[1], f->work[2], f->swept >> 20);
    (void)printf("  %-14s %12s %12s %12s %10s %10s %10s %8s\n", "", "warm ns", "cold ns", "move+pick ns", "build ms",
                 "bytes/tri", "bytes/obj", "agree");
    for (size_t e = 0; e < count; e++) {
        (void)printf("  %-14s %12.0f %12.0f %12.0f %10.2f %10.1f %10.1f %8.4f\n", engines[e].name, f->warm[e],
                     f->cold[e], f->move[e], 1e3 * engines[e].build_seconds, engines[e].bytes / triangles,
                     engines[e].scene_bytes / (double)w->object_count, bench_agreement(&engines[0], &engines[e], w));
        if (e > 0) {
            (void)printf("  %-14s %12.3g %12.3g %12.3g %10.3g\n", "  picking/this", ratio(f->warm[0], f->warm[e]),
                         ratio(f->cold[0], f->cold[e]), ratio(f->move[0], f->move[e]),
                         ratio(engines[0].build_seconds, engines[e].build_seconds));
        }
    }
}

static void print_json(const bench_workload *w, const bench_engine *engines, size_t count, const figures *f)
{
    const double triangles = (double)w->mesh.index_count / 3;
    for (size_t e = 0; e < count; e++) {
        (void)printf("{\"bench\":\"%s\",\"engine\":\"%s\",\"objects\":%zu,\"triangles\":%.0f,\"warm_ns\":%.1f,"
                     "\"cold_ns\":%.1f,\"move_pick_ns\":%.1f,\"build_ms\":%.3f,\"bytes_per_triangle\":%.2f,"
                     "\"bytes_per_object\":%.1f,\"picking_warm_ratio\":%.4g,\"picking_cold_ratio\":%.4g,"
                     "\"picking_move_ratio\":%.4g,\"picking_build_ratio\":%.4g,\"agreement\":%.4f,\"swept_bytes\":%zu",
                     w->name, engines[e].name, w->object_count, triangles, f->warm[e], f->cold[e], f->move[e],
                     1e3 * engines[e].build_seconds, engines[e].bytes / triangles,
                     engines[e].scene_bytes / (double)w->object_count, ratio(f->warm[0], f->warm[e]),
                     ratio(f->cold[0], f->cold[e]), ratio(f->move[0], f->move[e]),
                     ratio(engines[0].build_seconds, engines[e].build_seconds),
                     bench_agreement(&engines[0], &engines[e], w), f->swept);
        if (e == 0) {
            (void)printf(",\"nodes_per_ray\":%.2f,\"triangles_per_ray\":%.2f,\"objects_per_ray\":%.2f", f->work[0],
                         f->work[1], f->work[2]);
        }
        (void)printf("}\n");
    }
}

bool bench_closest(const char *name, const bench_options *o)
{
    bench_workload w;
    if (!bench_workload_make(&w, name, o->rays))
        return false;
    bench_engine engines[BENCH_MAX_ENGINES];
    bench_peer makers[BENCH_MAX_ENGINES] = {bench_picking};
    size_t count = 1;
    for (size_t i = 0; i < o->peer_count; i++)
        makers[count++] = o->peers[i];
    bench_build(makers, count, &w, o, engines);
    const size_t swept = count; // brute force is too slow for it to matter
    engines[count++] = bench_brute_force(&w);
    figures f = {.swept = 0};
    bench_warm(engines, count, &w, o, f.warm);
    f.swept = bench_cold(engines, swept, &w, o, f.cold);
    for (size_t e = 0; e < count && w.object_count > 1; e++) {
        if (engines[e].move != NULL)
            f.move[e] = time_moves(&engines[e], &w, o);
    }
    bench_picking_work(&engines[0], &w, f.work);
    (o->json ? print_json : print_text)(&w, engines, count, &f);
    (void)fflush(stdout);
    for (size_t e = 0; e < count; e++)
        engines[e].destroy(engines[e].state);
    bench_workload_free(&w);
    return true;
}
