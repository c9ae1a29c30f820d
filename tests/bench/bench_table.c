// The table of benches.
#include "bench.h"

#include <string.h>

const bench_entry BENCH_ENTRIES[] = {
    {"S60k", "closest hit, one sphere of 60 000 triangles", true, bench_closest},
    {"I100", "closest hit, 100 objects of 320 triangles", true, bench_closest},
    {"M1", "closest hit, one displaced sphere of 1 048 576 triangles", true, bench_closest},
    {"M2", "closest hit, a soup of 1 000 000 random triangles", true, bench_closest},
    {"I10k", "closest hit, 10 000 instances of 5 000 triangles", true, bench_closest},
    {"I100k", "closest hit, 100 000 instances of 5 000 triangles", false, bench_closest},
    {"refit", "deformed meshes: refit and mapping beside a build, picks afterwards", true, bench_edits},
    {"edits", "each edit by itself, 50 000 drags, 5 000 teleports, picks afterwards", true, bench_edits},
    {"grow", "300 000 objects added one by one, picks afterwards", false, bench_grow},
    {"region", "objects in rectangles and a lasso, beside a linear scan of 100 000 boxes", true, bench_region},
    {"points", "10 000 000 points and 200 000 curves: nearest to the mouse, rays, lassos, beside scans", false,
     bench_thin},
    {"points100m", "the same with 100 000 000 points, without curves", false, bench_thin},
    {"height", "closest hit on height fields of 1 and 256 million quads, beside a mesh", false, bench_height_field},
    {"shapes", "closest hit on balls, tubes, primitives of callbacks and terrain", false, bench_shapes_run},
    {"sweep", "first contacts, overlaps and clearances, beside rays along the same ways", true, bench_sweep},
    {"parts", "the vertex and the edge under the mouse, of meshes with one side and with two", false, bench_parts},
    {"snap", "snapping where many boxes lie behind each other, with covers of the window and without", false,
     bench_snap},
    {"nested", "scenes in scenes beside flat ones of the same parts", false, bench_nested},
    {"batch", "256 rays of one view, and 64 lines of sight, at once: on one thread and on two", false, bench_batch},
    {"ablation", "a pick with stages left out: trees of objects and triangles, instruction sets", false,
     bench_ablation},
    {"gizmo", "a mouse move with 1 000 objects in hand", true, bench_gizmo},
#ifdef BENCH_HAVE_RENDERER
    {"record", "CPU time to record and submit frames of many objects", false, bench_record},
#endif
    {"scale", "cost against size, 10^3 to 10^8 triangles and 1 to 10^6 objects", false, bench_scale},
};

const size_t BENCH_ENTRY_COUNT = sizeof BENCH_ENTRIES / sizeof BENCH_ENTRIES[0];

static const bench_entry *find(const char *name)
{
    for (size_t i = 0; i < BENCH_ENTRY_COUNT; i++) {
        if (strcmp(BENCH_ENTRIES[i].name, name) == 0)
            return &BENCH_ENTRIES[i];
    }
    return NULL;
}

bool bench_run(const char *const *names, size_t count, const bench_options *options)
{
    bool ok = true;
    for (size_t i = 0; i < count; i++)
        ok = ok && find(names[i]) != NULL;
    for (size_t i = 0; ok && i < count; i++)
        ok = find(names[i])->run(names[i], options);
    for (size_t i = 0; ok && count == 0 && i < BENCH_ENTRY_COUNT; i++) {
        if (options->quick ? i < 2 : BENCH_ENTRIES[i].usual)
            ok = BENCH_ENTRIES[i].run(BENCH_ENTRIES[i].name, options);
    }
    return ok;
}
