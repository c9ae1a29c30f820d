// Objects in a rectangle or a lasso, 100 000 of them, beside a linear scan of their boxes with the same planes: what an
// editor without a hierarchy would do, and it looks at boxes only.
//
// "open" is the published setting: objects thin out toward the place where rectangles begin, so that a quarter of the
// picture holds an eighth of them. "dense": rectangles in the middle of a full cube, where two thirds of all objects
// lie in the middle quarter.
#include "bench.h"
#include "bench_scan.h"
#include "projection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { OBJECTS = 100000, QUICK_OBJECTS = 1000, ROUNDS = 15, QUICK_ROUNDS = 2, REPEATS = 8, MOST_CORNERS = 200 };

typedef struct field {
    pick_mesh *mesh;
    pick_scene *scene;
    bench_boxes boxes;
    pick_object_id *found;
    uint32_t *ids;
    uint32_t count;
    pick_view view;
} field;

static void must(bool ok)
{
    if (!ok)
        abort();
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    must(memory != NULL);
    return memory;
}

static pick_object_desc make_object(const field *f, test_random *r, double half)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = f->mesh;
    desc.transform = random_transform(r, pick_vec3_make(0, 0, 0), half);
    const pick_vec3 side = {(double)desc.transform.linear[0], (double)desc.transform.linear[1],
                            (double)desc.transform.linear[2]};
    const double scale = random_between(r, 0.5, 1.5) / pick_vec3_length(side);
    for (int k = 0; k < 9; k++)
        desc.transform.linear[k] *= (float)scale;
    return desc;
}

// Of the cube that the objects are in.
static double half_side(uint32_t count)
{
    return 2.5 * cbrt((double)count);
}

static void add_objects(field *f, test_random *r)
{
    pick_object_desc *descs = allocate(f->count, sizeof *descs);
    pick_object_id *ids = allocate(f->count, sizeof *ids);
    const double half = half_side(f->count);
    for (uint32_t i = 0; i < f->count; i++)
        descs[i] = make_object(f, r, half);
    must(pick_scene_add_many(f->scene, descs, f->count, ids) == PICK_OK);
    for (uint32_t i = 0; i < f->count; i++) {
        pick_aabb box;
        must(pick_scene_object_bounds(f->scene, ids[i], &box) == PICK_OK);
        const double sides[6] = {box.min.x, box.max.x, box.min.y, box.max.y, box.min.z, box.max.z};
        for (int k = 0; k < 6; k++)
            f->boxes.side[k][i] = (float)sides[k];
    }
    free(ids);
    free(descs);
}

static void make_field(field *f, uint32_t count)
{
    test_random r = {11};
    soup sphere = soup_sphere(51, 50, 1, 0.15);
    f->mesh = soup_mesh(&sphere, editor_platform_memory());
    soup_free(&sphere);
    f->count = count;
    f->boxes.count = count; // a multiple of 8
    f->found = allocate(count, sizeof *f->found);
    f->ids = allocate(count + 8, sizeof *f->ids);
    for (int k = 0; k < 6; k++)
        f->boxes.side[k] = allocate(count, sizeof(float));
    must(pick_scene_create(editor_platform_memory(), &f->scene) == PICK_OK);
    add_objects(f, &r);
    while (pick_scene_maintain(f->scene, UINT64_MAX)) { // as after loading a level
    }
    const projection_spec spec = projection_perspective(1.05, 1, 0.1, HUGE_VAL);
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_make(-0.3, -0.4, -0.8), pick_vec3_make(0, 1, 0), rotation);
    const pick_vec3 eye = pick_vec3_scale(pick_vec3_normalize(pick_vec3_make(0.3, 0.4, 0.8)), 2.5 * half_side(count));
    const pick_view_desc desc = {
        .projection = projection, .view = rotation, .eye = eye, .viewport = {0, 0, 1000, 1000}};
    must(pick_view_init(&f->view, &desc) == PICK_OK);
}

static void free_field(field *f)
{
    pick_scene_destroy(f->scene);
    pick_mesh_destroy(f->mesh);
    for (int k = 0; k < 6; k++)
        free(f->boxes.side[k]);
    free(f->found);
    free(f->ids);
}

typedef enum what { SCAN, BOXES_UNORDERED, BOXES, EXACT, EXACT_CONTAIN, WHATS } what;

static size_t ask(const field *f, const pick_region *region, what w)
{
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    if (w == SCAN)
        return bench_scan(&f->boxes, region, f->ids);
    query.bounds_only = w == BOXES || w == BOXES_UNORDERED;
    query.unordered = w == BOXES_UNORDERED;
    query.mode = w == EXACT_CONTAIN ? PICK_REGION_CONTAIN : PICK_REGION_TOUCH;
    return pick_region_objects(f->scene, region, &query, f->found, f->count);
}

static void measure(const field *f, const pick_region *region, const char *name, const bench_options *options)
{
    static const char *const names[WHATS] = {"scan", "boxes, any order", "boxes", "exact", "exact, contained"};
    double times[WHATS][ROUNDS];
    size_t counts[WHATS];
    const size_t rounds = options->quick ? QUICK_ROUNDS : ROUNDS;
    for (size_t round = 0; round < rounds; round++) {
        for (int w = 0; w < WHATS; w++) {
            const int repeats = options->quick || w >= EXACT ? 1 : REPEATS;
            const double start = bench_cpu_seconds();
            for (int i = 0; i < repeats; i++)
                counts[w] = ask(f, region, (what)w);
            times[w][round] = (bench_cpu_seconds() - start) / repeats;
        }
    }
    double base = 0;
    for (int w = 0; w < WHATS; w++) {
        const double median = bench_quantile(times[w], rounds, 0.5);
        base = w == SCAN ? median : base;
        if (options->json) {
            (void)printf("{\"bench\":\"region\",\"region\":\"%s\",\"objects\":%u,\"query\":\"%s\",\"us\":%.1f,"
                         "\"of_scan\":%.4f,\"found\":%zu}\n",
                         name, f->count, names[w], 1e6 * median, median / base, counts[w]);
        } else {
            (void)printf("  %-26s %-18s %9.1f %9.4f %8zu\n", w == SCAN ? name : "", names[w], 1e6 * median,
                         median / base, counts[w]);
        }
    }
}

typedef struct part {
    const char *name;
    double left, top, width, height;
    uint32_t corners; // of a wavy ring; 0: a square
} part;

static void measure_part(const field *f, const part *p, const bench_options *options)
{
    pick_vec2 points[MOST_CORNERS];
    pick_region region;
    const double half = 0.5 * p->width;
    for (uint32_t i = 0; i < p->corners; i++) {
        const double angle = 6.283185307179586 * i / p->corners;
        const double reach = half * (1 + 0.1 * sin(9 * angle));
        points[i] = (pick_vec2){p->left + half + reach * cos(angle), p->top + half + reach * sin(angle)};
    }
    must((p->corners > 0 ? pick_region_polygon(&region, &f->view, points, p->corners)
                         : pick_region_rect(&region, &f->view, (pick_vec2){p->left, p->top},
                                            (pick_vec2){p->left + p->width, p->top + p->height})) == PICK_OK);
    measure(f, &region, p->name, options);
}

bool bench_region(const char *name, const bench_options *options)
{
    static const part parts[] = {
        {"whole picture", 0, 0, 1000, 1000, 0},
        {"open, a quarter", 0, 0, 250, 1000, 0},
        {"open, 5 %", 0, 0, 223.6, 223.6, 0},
        {"open, 0.5 %", 80, 80, 70.7, 70.7, 0},
        {"dense, a quarter", 250, 250, 500, 500, 0},
        {"dense, a tenth", 341.9, 341.9, 316.2, 316.2, 0},
        {"dense, 5 %", 388.2, 388.2, 223.6, 223.6, 0},
        {"dense, 0.5 %", 464.65, 464.65, 70.7, 70.7, 0},
        {"a tenth, lasso of 200", 341.9, 341.9, 316.2, 316.2, 200},
    };
    field f;
    make_field(&f, options->quick ? QUICK_OBJECTS : OBJECTS);
    if (!options->json) {
        (void)printf("%s: %u objects; the scan is of their boxes, %s\n  %-26s %-18s %9s %9s %8s\n", name, f.count,
                     bench_scan_name(), "", "", "us", "of scan", "found");
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        measure_part(&f, &parts[i], options);
    free_field(&f);
    return true;
}
