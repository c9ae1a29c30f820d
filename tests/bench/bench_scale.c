// bench scale: cost against size, from 10^3 to 10^8 triangles in instances, and from one object to a million. The curve
// should have no cliff. The baseline of each row is the previous row.
#include "bench.h"

#include <stdio.h>

typedef struct scale_step {
    const char *series;
    size_t triangles, objects; // of one object; how many
} scale_step;

static const scale_step steps[] = {
    {"triangles", 1000, 1},     {"triangles", 10000, 1},     {"triangles", 100000, 1}, {"triangles", 1000000, 1},
    {"triangles", 1000000, 10}, {"triangles", 1000000, 100}, {"objects", 1000, 1},     {"objects", 1000, 10},
    {"objects", 1000, 100},     {"objects", 1000, 1000},     {"objects", 1000, 10000}, {"objects", 1000, 100000},
    {"objects", 1000, 1000000},
};

bool bench_scale(const char *name, const bench_options *o)
{
    double before = 0;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const scale_step *step = &steps[i];
        bench_workload w;
        if (o->quick && (step->triangles > 10000 || step->objects > 100))
            continue;
        if (!bench_workload_spheres(&w, step->triangles, step->objects, o->rays))
            return false;
        bench_engine engine = bench_picking(&w);
        double ns;
        bench_warm(&engine, 1, &w, o, &ns);
        const size_t triangles = w.mesh.index_count / 3 * w.object_count;
        if (step->objects == 1 && step->triangles == 1000)
            before = ns; // a series begins
        if (o->json) {
            (void)printf("{\"bench\":\"%s\",\"series\":\"%s\",\"objects\":%zu,\"triangles\":%zu,\"warm_ns\":%.1f,"
                         "\"ratio_to_previous\":%.3f}\n",
                         name, step->series, w.object_count, triangles, ns, ns / before);
        } else {
            (void)printf("%s by %-9s: %9zu object(s), %10zu triangles: %8.0f ns warm, %5.2f times the row before\n",
                         name, step->series, w.object_count, triangles, ns, ns / before);
        }
        (void)fflush(stdout);
        before = ns;
        engine.destroy(engine.state);
        bench_workload_free(&w);
    }
    return true;
}
