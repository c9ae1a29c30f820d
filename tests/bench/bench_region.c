// vkpick_bench_region: objects in a frustum and in a rectangle, 100 000 of them, beside a linear scan of their boxes
// with AVX2, eight boxes a step, of the same planes: what an editor without a hierarchy would do, and it looks at boxes
// only.
#include "projection.h"
#include "shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

enum { OBJECTS = 100000, ROUNDS = 9 };

static double seconds(void)
{
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct field {
    pick_mesh *mesh;
    pick_scene *scene;
    float *box[6]; // minima and maxima of the world boxes, per axis
    pick_object_id *found;
    uint32_t *ids;
} field;

static void fail(const char *what)
{
    (void)fprintf(stderr, "vkpick_bench_region: %s\n", what);
    exit(1);
}

static void make_field(field *f)
{
    test_random r = {11};
    soup sphere = soup_sphere(51, 50, 1, 0.15);
    f->mesh = soup_mesh(&sphere);
    soup_free(&sphere);
    f->found = calloc(OBJECTS, sizeof *f->found);
    f->ids = calloc(OBJECTS + 8, sizeof *f->ids);
    for (int k = 0; k < 6; ++k) {
        f->box[k] = calloc(OBJECTS, sizeof *f->box[k]);
        if (f->box[k] == NULL) {
            fail("out of memory");
        }
    }
    if (f->found == NULL || f->ids == NULL || pick_scene_create(NULL, &f->scene) != PICK_OK) {
        fail("out of memory");
    }
    const double half = 2.5 * cbrt(OBJECTS);
    for (uint32_t i = 0; i < OBJECTS; ++i) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        pick_aabb box;
        desc.mesh = f->mesh;
        desc.transform = random_transform(&r, pick_vec3_make(0, 0, 0), half);
        pick_vec3 side = {(double)desc.transform.linear[0], (double)desc.transform.linear[1],
                          (double)desc.transform.linear[2]};
        const double scale = random_between(&r, 0.5, 1.5) / pick_vec3_length(side);
        for (int k = 0; k < 9; ++k) {
            desc.transform.linear[k] *= (float)scale;
        }
        if (pick_scene_add(f->scene, &desc, &id) != PICK_OK ||
            pick_scene_object_bounds(f->scene, id, &box) != PICK_OK) {
            fail("an object could not be added");
        }
        const double b[6] = {box.min.x, box.max.x, box.min.y, box.max.y, box.min.z, box.max.z};
        for (int k = 0; k < 6; ++k) {
            f->box[k][i] = (float)b[k];
        }
    }
}

static void free_field(field *f)
{
    pick_scene_destroy(f->scene);
    pick_mesh_destroy(f->mesh);
    for (int k = 0; k < 6; ++k) {
        free(f->box[k]);
    }
    free(f->found);
    free(f->ids);
}

// The linear scan: the corner farthest inside each plane decides.
static size_t scan(const field *f, const pick_region *region)
{
    size_t count = 0;
    float plane[PICK_REGION_PLANES][4];
    for (uint32_t p = 0; p < region->plane_count; ++p) {
        const double *n = region->planes[p];
        const double eye = n[0] * region->eye.x + n[1] * region->eye.y + n[2] * region->eye.z;
        for (int k = 0; k < 3; ++k) {
            plane[p][k] = (float)n[k];
        }
        plane[p][3] = (float)(n[3] - eye);
    }
#if defined(__AVX2__)
    for (uint32_t i = 0; i < OBJECTS; i += 8) {
        __m256 in = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
        for (uint32_t p = 0; p < region->plane_count; ++p) {
            __m256 distance = _mm256_set1_ps(plane[p][3]);
            for (int k = 0; k < 3; ++k) {
                const float *side = f->box[2 * k + (plane[p][k] > 0)];
                distance = _mm256_fmadd_ps(_mm256_set1_ps(plane[p][k]), _mm256_loadu_ps(side + i), distance);
            }
            in = _mm256_and_ps(in, _mm256_cmp_ps(distance, _mm256_setzero_ps(), _CMP_GE_OQ));
        }
        for (uint32_t mask = (uint32_t)_mm256_movemask_ps(in); mask != 0; mask &= mask - 1) {
            f->ids[count++] = i + _tzcnt_u32(mask);
        }
    }
#else
    for (uint32_t i = 0; i < OBJECTS; ++i) {
        bool in = true;
        for (uint32_t p = 0; p < region->plane_count && in; ++p) {
            float distance = plane[p][3];
            for (int k = 0; k < 3; ++k) {
                distance += plane[p][k] * f->box[2 * k + (plane[p][k] > 0)][i];
            }
            in = distance >= 0;
        }
        if (in) {
            f->ids[count++] = i;
        }
    }
#endif
    return count;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef enum what { SCAN, BOXES, BOXES_UNORDERED, EXACT, EXACT_CONTAIN, WHATS } what;

static size_t ask(const field *f, const pick_region *region, what w)
{
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    if (w == SCAN) {
        return scan(f, region);
    }
    query.bounds_only = w == BOXES || w == BOXES_UNORDERED;
    query.unordered = w == BOXES_UNORDERED;
    query.mode = w == EXACT_CONTAIN ? PICK_REGION_CONTAIN : PICK_REGION_TOUCH;
    return pick_region_objects(f->scene, region, &query, f->found, OBJECTS);
}

static void measure(const field *f, const pick_region *region, const char *name, bool json)
{
    static const char *const names[WHATS] = {"scan", "boxes", "boxes_unordered", "exact", "exact_contain"};
    double times[WHATS][ROUNDS];
    size_t counts[WHATS];
    for (int round = 0; round < ROUNDS; ++round) {
        for (int w = 0; w < WHATS; ++w) {
            const double start = seconds();
            counts[w] = ask(f, region, (what)w);
            times[w][round] = seconds() - start;
        }
    }
    for (int w = 0; w < WHATS; ++w) {
        qsort(times[w], ROUNDS, sizeof(double), compare_doubles);
    }
    const double base = times[SCAN][0];
    (void)printf(json ? "{\"region\":\"%s\",\"objects\":%d" : "%s, %d objects\n", name, OBJECTS);
    for (int w = 0; w < WHATS; ++w) {
        const double best = times[w][0];
        (void)printf(json ? ",\"%s\":{\"us\":%.1f,\"of_scan\":%.4f,\"found\":%zu}"
                          : "  %-16s %9.1f us  %8.4f of the scan  %7zu found\n",
                     names[w], 1e6 * best, best / base, counts[w]);
    }
    (void)printf(json ? "}\n" : "");
}

// The middle part of a picture of the whole field, as a rectangle or a lasso of so many corners.
static void measure_part(const field *f, const pick_view *view, const char *name, double part, uint32_t corners,
                         bool json)
{
    enum { MOST = 256 };
    const double half = 500 * sqrt(part);
    pick_vec2 points[MOST];
    pick_region region;
    for (uint32_t i = 0; i < corners; ++i) { // a wavy ring
        const double angle = 6.283185307179586 * i / corners;
        const double reach = half * (1 + 0.1 * sin(9 * angle));
        points[i] = (pick_vec2){500 + reach * cos(angle), 500 + reach * sin(angle)};
    }
    const pick_result made = corners > 0 ? pick_region_polygon(&region, view, points, corners)
                                         : pick_region_rect(&region, view, (pick_vec2){500 - half, 500 - half},
                                                            (pick_vec2){500 + half, 500 + half});
    if (made != PICK_OK) {
        fail("the region cannot be used");
    }
    measure(f, &region, name, json);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double part;
        uint32_t corners;
    } parts[] = {{"whole picture", 1, 0},  {"a quarter of it", 0.25, 0},  {"a tenth", 0.1, 0},
                 {"a twentieth", 0.05, 0}, {"a two-hundredth", 0.005, 0}, {"a tenth, lasso of 200", 0.1, 200}};
    const bool json = argc > 1 && strcmp(argv[1], "--json") == 0;
    const double distance = 2.5 * cbrt(OBJECTS) * 2.8;
    const projection_spec spec = projection_perspective(1.05, 1, 0.1, HUGE_VAL);
    float projection[16];
    float rotation[16];
    field f;
    pick_view view;
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_make(-0.3, -0.4, -0.8), pick_vec3_make(0, 1, 0), rotation);
    const pick_vec3 eye = pick_vec3_scale(pick_vec3_normalize(pick_vec3_make(0.3, 0.4, 0.8)), distance);
    const pick_view_desc desc = {
        .projection = projection, .view = rotation, .eye = eye, .viewport = {0, 0, 1000, 1000}};
    if (pick_view_init(&view, &desc) != PICK_OK) {
        fail("the view cannot be used");
    }
    make_field(&f);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        measure_part(&f, &view, parts[i].name, parts[i].part, parts[i].corners, json);
    }
    free_field(&f);
    return 0;
}
