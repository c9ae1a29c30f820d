// The part under a mouse, of meshes whose back faces count and of the same ones culled, in the same run.
#include "bench.h"
#include "picking/parts.h"
#include "projection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PART_VIEWS = 20, PART_PLACES = 50, PART_QUICK_VIEWS = 2, PART_ROUNDS = 3 };

typedef struct part_field {
    const char *name;
    bench_workload w;
    pick_mesh *mesh;
    pick_scene *scene;
    pick_view views[PART_VIEWS];
    pick_vec2 places[PART_VIEWS * PART_PLACES];
} part_field;

static void parts_must(bool fine)
{
    if (!fine)
        abort();
}

// Cameras around the mesh; from the nearest it fills the window, in the farthest it is half as high. The mouse is
// somewhere in the middle half of the window.
static void make_part_views(part_field *f)
{
    const projection_spec spec = projection_perspective(0.9, 16.0 / 9, 0.01, HUGE_VAL);
    test_random r = {31};
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    for (size_t i = 0; i < PART_VIEWS; i++) {
        const pick_vec3 outward = random_direction(&r);
        const pick_vec3 eye = pick_vec3_scale(outward, random_between(&r, 1.6, 4.5));
        const pick_view_desc desc = {
            .projection = projection, .view = rotation, .eye = eye, .viewport = {0, 0, 1920, 1080}};
        view_matrix(pick_vec3_scale(outward, -1), pick_vec3_make(0.1, 1, 0.05), rotation);
        parts_must(pick_view_init(&f->views[i], &desc) == PICK_OK);
        for (size_t k = 0; k < PART_PLACES; k++)
            f->places[i * PART_PLACES + k] = (pick_vec2){random_between(&r, 480, 1440), random_between(&r, 270, 810)};
    }
}

// The time of each question goes to `times`, the least of some rounds: other programs take turns of milliseconds.
// Returns how many parts were found.
static size_t time_parts(const part_field *f, size_t views, const pick_part_query *parts, const pick_query *query,
                         double *times)
{
    size_t found = 0;
    for (size_t i = 0; i < views * PART_PLACES; i++)
        times[i] = HUGE_VAL;
    for (int round = 0; round < PART_ROUNDS; round++) {
        found = 0;
        for (size_t i = 0; i < views * PART_PLACES; i++) {
            pick_part_hit hit;
            const double start = bench_seconds();
            found += pick_part_in_window(f->scene, &f->views[i / PART_PLACES], f->places[i], parts, query, &hit);
            times[i] = fmin(times[i], bench_seconds() - start);
        }
    }
    return found;
}

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

static void time_kind(const part_field *f, const char *what, uint32_t kinds, const bench_options *options)
{
    static double times[2][PART_VIEWS * PART_PLACES];
    const pick_part_query parts = {.kinds = kinds, .reach = 10};
    const size_t views = options->quick ? PART_QUICK_VIEWS : PART_VIEWS, count = views * PART_PLACES;
    double mean[2];
    for (int both = 0; both < 2; both++) {
        pick_query query = PICK_QUERY_DEFAULT;
        query.cull = both ? PICK_CULL_NONE : PICK_CULL_BACK;
        const size_t found = time_parts(f, views, &parts, &query, times[both]);
        mean[both] = mean_of(times[both], count);
        const double high = bench_quantile(times[both], count, 0.95);
        const double share = (double)found / (double)count;
        if (options->json) {
            (void)printf("{\"bench\":\"parts\",\"scene\":\"%s\",\"kind\":\"%s\",\"sides\":%d,\"us\":%.3f,"
                         "\"us_95\":%.3f,\"us_most\":%.3f,\"of_one_side\":%.3f,\"found\":%.3f}\n",
                         f->name, what, both + 1, 1e6 * mean[both], 1e6 * high, 1e6 * times[both][count - 1],
                         mean[both] / mean[0], share);
        } else {
            (void)printf("  %-7s %-7s %5d %10.2f %10.2f %10.2f %12.2f %8.3f\n", f->name, what, both + 1,
                         1e6 * mean[both], 1e6 * high, 1e6 * times[both][count - 1], mean[both] / mean[0], share);
        }
        (void)fflush(stdout);
    }
}

static bool bench_parts_of(const char *name, size_t triangles, const bench_options *options)
{
    static part_field f;
    f.name = name;
    if (!(triangles > 0 ? bench_workload_spheres(&f.w, triangles, 1, 1) : bench_workload_make(&f.w, name, 1)))
        return false;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.mesh = f.mesh = soup_mesh(&f.w.mesh, editor_platform_memory());
    parts_must(pick_scene_create(editor_platform_memory(), &f.scene) == PICK_OK);
    parts_must(pick_scene_add(f.scene, &desc, &id) == PICK_OK);
    make_part_views(&f);
    time_kind(&f, "vertex", PICK_PART_VERTEX, options);
    time_kind(&f, "edge", PICK_PART_EDGE, options);
    pick_scene_destroy(f.scene);
    pick_mesh_destroy(f.mesh);
    bench_workload_free(&f.w);
    return true;
}

bool bench_parts(const char *name, const bench_options *options)
{
    if (!options->json) {
        (void)printf("%s: the visible part within 10 points of the mouse, us\n"
                     "  %-7s %-7s %5s %10s %10s %10s %12s %8s\n",
                     name, "", "", "sides", "mean", "95 %", "most", "of one side", "found");
    }
    return bench_parts_of("S60k", 0, options) &&
           (options->quick || (bench_parts_of("M2", 0, options) && bench_parts_of("M10", 10000000, options)));
}
