// Point clouds and curves: the nearest to the mouse, rays at balls and tubes, a lasso, beside scans of all of them.
#include "bench.h"
#include "projection.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 2000, QUICK_POSITIONS = 20, SCANS = 1, REACH = 5 };

typedef struct thin_field {
    const char *what;
    pick_thin *thin;
    pick_view view;
    double build_seconds;
    const bench_options *options;
    const char *name;
} thin_field;

static void thin_must(bool ok)
{
    if (!ok)
        abort();
}

// Points in a cube of side 2; a third of them near a wavy ground, as in a scan.
static float *cloud_positions(uint32_t count)
{
    test_random r = {21};
    float *p = malloc(3 * (size_t)count * sizeof *p);
    thin_must(p != NULL);
    for (uint32_t i = 0; i < count; i++) {
        const double x = random_between(&r, -1, 1), z = random_between(&r, -1, 1);
        const double y = i % 3 == 0 ? random_between(&r, -1, 1) : 0.2 * sin(7 * x) * cos(5 * z) - 0.5;
        p[3 * (size_t)i] = (float)x;
        p[3 * (size_t)i + 1] = (float)y;
        p[3 * (size_t)i + 2] = (float)z;
    }
    return p;
}

static void make_points(thin_field *f, uint32_t count, double radius, pick_thin_unit unit)
{
    float *positions = cloud_positions(count);
    const pick_points_desc desc = {.positions = positions, .count = count, .radius = radius, .unit = unit};
    const double start = bench_cpu_seconds();
    thin_must(pick_points_create(&desc, editor_platform_memory(), &f->thin) == PICK_OK);
    f->build_seconds = bench_cpu_seconds() - start;
    free(positions);
}

// Curves of ten cubic pieces each that wander through the cube.
static void make_curves(thin_field *f, uint32_t pieces, double radius, pick_thin_unit unit)
{
    enum { PIECES = 10, POINTS = 1 + 3 * PIECES };
    test_random r = {22};
    const uint32_t curves = pieces / PIECES;
    float *positions = malloc((size_t)curves * POINTS * 3 * sizeof *positions);
    uint32_t *counts = malloc(curves * sizeof *counts);
    thin_must(positions != NULL && counts != NULL);
    for (uint32_t c = 0; c < curves; c++) {
        pick_vec3 at = random_in_cube(&r, 1);
        counts[c] = POINTS;
        for (uint32_t i = 0; i < POINTS; i++) {
            float *p = positions + 3 * ((size_t)c * POINTS + i);
            p[0] = (float)at.x;
            p[1] = (float)at.y;
            p[2] = (float)at.z;
            at = pick_vec3_add(at, random_in_cube(&r, 0.01));
        }
    }
    const pick_curves_desc desc = {.positions = positions,
                                   .position_count = curves * POINTS,
                                   .counts = counts,
                                   .curve_count = curves,
                                   .kind = PICK_CURVE_CUBIC,
                                   .flatness = 1e-4,
                                   .radius = radius,
                                   .unit = unit};
    const double start = bench_cpu_seconds();
    thin_must(pick_curves_create(&desc, editor_platform_memory(), &f->thin) == PICK_OK);
    f->build_seconds = bench_cpu_seconds() - start;
    free(positions);
    free(counts);
}

static void look_from_outside(thin_field *f)
{
    const projection_spec spec = projection_perspective(0.9, 16.0 / 9, 0.01, HUGE_VAL);
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_make(-0.3, -0.4, -0.8), pick_vec3_make(0, 1, 0), rotation);
    const pick_view_desc desc = {
        .projection = projection, .view = rotation, .eye = {0.95, 1.25, 2.5}, .viewport = {0, 0, 1920, 1080}};
    thin_must(pick_view_init(&f->view, &desc) == PICK_OK);
}

// A mouse that wanders over the middle of the window, a point or so at a time.
static pick_vec2 mouse_at(uint32_t i)
{
    return (pick_vec2){960 + 500 * sin(0.0031 * i), 540 + 300 * sin(0.0047 * i + 1)};
}

typedef size_t (*thin_question)(const thin_field *f, uint32_t i, bool brute_force);

static size_t ask_nearest(const thin_field *f, uint32_t i, bool brute_force)
{
    pick_thin_hit hit;
    return brute_force ? pick_thin_in_window_brute_force(f->thin, NULL, &f->view, mouse_at(i), REACH, &hit)
                       : pick_thin_in_window(f->thin, NULL, &f->view, mouse_at(i), REACH, &hit);
}

static size_t ask_ray(const thin_field *f, uint32_t i, bool brute_force)
{
    const pick_ray ray = pick_view_ray(&f->view, mouse_at(i));
    pick_thin_hit hit;
    return brute_force ? pick_thin_closest_brute_force(f->thin, NULL, &ray, &hit)
                       : pick_thin_closest(f->thin, NULL, &ray, &hit);
}

static size_t ask_lasso(const thin_field *f, uint32_t i, bool brute_force)
{
    pick_vec2 points[60];
    pick_region *region = NULL;
    for (uint32_t k = 0; k < 60; k++) {
        const double angle = k * 6.283185307179586 / 60, radius = 150 + 20 * sin(5 * angle);
        points[k] = (pick_vec2){mouse_at(i).x + radius * cos(angle), mouse_at(i).y + radius * sin(angle)};
    }
    thin_must(pick_region_create(NULL, &region) == PICK_OK);
    thin_must(pick_region_polygon(region, &f->view, points, 60) == PICK_OK);
    const size_t n = brute_force ? pick_thin_in_region_brute_force(f->thin, NULL, region, PICK_REGION_TOUCH, NULL, 0)
                                 : pick_thin_in_region(f->thin, NULL, region, PICK_REGION_TOUCH, NULL, 0);
    pick_region_destroy(region);
    return n;
}

static void ask_all(const thin_field *f, const char *query, uint32_t count, thin_question question)
{
    double *times = calloc(count, sizeof *times);
    double scans[SCANS];
    size_t found = 0, both = 0;
    thin_must(times != NULL);
    for (uint32_t round = 0; round < 2; round++) { // the first one fills the caches
        found = 0;
        for (uint32_t i = 0; i < count; i++) {
            const double start = bench_seconds();
            found += question(f, i, false);
            times[i] = bench_seconds() - start;
        }
    }
    for (uint32_t i = 0; i < SCANS; i++) {
        const double start = bench_seconds();
        both += question(f, i * (count / SCANS), true);
        scans[i] = bench_seconds() - start;
        both -= question(f, i * (count / SCANS), false);
    }
    thin_must(both == 0);
    const double typical = bench_quantile(times, count, 0.5), slow = bench_quantile(times, count, 0.99);
    const double ratio = typical / bench_quantile(scans, SCANS, 0.5);
    const pick_thin_stats stats = pick_thin_get_stats(f->thin);
    if (f->options->json) {
        (void)printf("{\"bench\":\"%s\",\"what\":\"%s\",\"segments\":%u,\"query\":\"%s\",\"found\":%.2f,\"us\":%.2f,"
                     "\"us_99\":%.2f,\"ratio_to_scan\":%.3g,\"build_seconds\":%.3f,\"hierarchy_bytes\":%.2f}\n",
                     f->name, f->what, stats.segment_count, query, (double)found / count, 1e6 * typical, 1e6 * slow,
                     ratio, f->build_seconds, (double)stats.hierarchy_bytes / stats.segment_count);
    } else {
        (void)printf("%s: %-20s %-8s %8.2f us, 99%% within %8.2f us, %.2g of a scan; %.1f found each\n", f->name,
                     f->what, query, 1e6 * typical, 1e6 * slow, ratio, (double)found / count);
    }
    (void)fflush(stdout);
    free(times);
}

static void ask_field(thin_field *f, bool on_screen)
{
    const uint32_t count = f->options->quick ? QUICK_POSITIONS : POSITIONS;
    const pick_thin_stats stats = pick_thin_get_stats(f->thin);
    look_from_outside(f);
    if (!f->options->json) {
        (void)printf("%s: %s: %u segments, built in %.2f s, %.2f bytes each beside the positions\n", f->name, f->what,
                     stats.segment_count, f->build_seconds, (double)stats.hierarchy_bytes / stats.segment_count);
    }
    ask_all(f, "nearest", count, ask_nearest);
    if (on_screen)
        ask_all(f, "lasso", count / 100 > SCANS ? count / 100 : SCANS, ask_lasso);
    else
        ask_all(f, "ray", count, ask_ray);
    pick_thin_destroy(f->thin);
}

bool bench_thin(const char *name, const bench_options *o)
{
    const bool large = strcmp(name, "points100m") == 0;
    const uint32_t points = o->quick ? 10000 : (large ? 100000000 : 10000000);
    thin_field f = {.name = name, .options = o};
    f.what = "points of no size";
    make_points(&f, points, 0, PICK_THIN_ON_SCREEN);
    ask_field(&f, true);
    f.what = "discs of 1.5 points";
    make_points(&f, points, 1.5, PICK_THIN_ON_SCREEN);
    ask_field(&f, true);
    if (large)
        return true;
    f.what = "balls of 1 mm";
    make_points(&f, points, 0.001, PICK_THIN_IN_SPACE);
    ask_field(&f, false);
    f.what = "cubics on screen";
    make_curves(&f, points / 50, 1, PICK_THIN_ON_SCREEN);
    ask_field(&f, true);
    f.what = "tubes of 1 mm";
    make_curves(&f, points / 50, 0.001, PICK_THIN_IN_SPACE);
    ask_field(&f, false);
    return true;
}
