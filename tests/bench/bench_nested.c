// Scenes in scenes beside flat ones of the same parts, in the same run, and what they weigh.
#include "bench.h"
#include "picking/picking.h"
#include "projection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    NESTED_PARTS = 1000,
    NESTED_SIDE = 10, // instances along each axis
    NESTED_MOST = NESTED_SIDE * NESTED_SIDE * NESTED_SIDE,
    NESTED_QUICK_PARTS = 50,
    NESTED_QUICK_SIDE = 2,
    NESTED_ASKED = 1000,
    NESTED_QUICK_ASKED = 20,
    NESTED_ROUNDS = 7
};

typedef enum nested_question {
    ASK_CLOSEST,
    ASK_ANY,
    ASK_IN_WINDOW,
    ASK_IN_WORLD,
    ASK_TOUCH,
    ASK_CONTAIN,
    NESTED_QUESTIONS
} nested_question;

// A scene of the parts, with scenes around it or without.
typedef struct nested_place {
    const char *name;
    pick_scene *scenes[PICK_NESTED_LEVELS + 1]; // from the inside out
    uint32_t count;
} nested_place;

typedef struct nested_field {
    bench_workload w;
    pick_mesh *mesh;
    pick_region *region;
    pick_object_id *ids;
    pick_view *views;
    pick_ray *rays;
    pick_vec2 *places;
    size_t asked;
} nested_field;

static void nested_must(bool fine)
{
    if (!fine)
        abort();
}

static void *nested_memory(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    nested_must(memory != NULL);
    return memory;
}

// --- Places ---------------------------------------------------------------------------------------------------------

static pick_scene *scene_of(pick_object_desc *descs, size_t count)
{
    pick_scene *scene;
    pick_object_id *ids = nested_memory(count, sizeof *ids);
    nested_must(pick_scene_create(editor_platform_memory(), &scene) == PICK_OK &&
                pick_scene_add_many(scene, descs, count, ids) == PICK_OK);
    while (pick_scene_maintain(scene, UINT64_MAX)) { // as after loading a level
    }
    free(ids);
    return scene;
}

// Where an instance is, in steps on a grid around the middle.
static pick_vec3 instance_place(size_t instance, size_t side, double step)
{
    const double middle = 0.5 * (double)(side - 1);
    return pick_vec3_make(step * ((double)(instance % side) - middle),
                          step * ((double)(instance / side % side) - middle),
                          step * ((double)(instance / side / side) - middle));
}

// All parts of all instances in one scene. With one instance they are the assembly itself.
static pick_scene *flat_scene(const nested_field *f, size_t side, double step)
{
    const size_t instances = side * side * side, parts = f->w.object_count;
    pick_object_desc *descs = nested_memory(instances * parts, sizeof *descs);
    for (size_t i = 0; i < instances * parts; i++) {
        descs[i] = PICK_OBJECT_DESC_DEFAULT;
        descs[i].mesh = f->mesh;
        descs[i].transform = f->w.objects[i % parts].transform;
        descs[i].transform.origin = pick_vec3_add(descs[i].transform.origin, instance_place(i / parts, side, step));
    }
    pick_scene *scene = scene_of(descs, instances * parts);
    free(descs);
    return scene;
}

static pick_scene *scene_around(const pick_scene *nested, size_t side, double step)
{
    const size_t instances = side * side * side;
    pick_object_desc *descs = nested_memory(instances, sizeof *descs);
    for (size_t i = 0; i < instances; i++) {
        descs[i] = PICK_OBJECT_DESC_DEFAULT;
        descs[i].scene = nested;
        descs[i].transform.origin = instance_place(i, side, step);
    }
    pick_scene *scene = scene_of(descs, instances);
    free(descs);
    return scene;
}

// The parts `levels` scenes deep; the outermost has `side` instances along each axis.
static nested_place make_place(const nested_field *f, const char *name, uint32_t levels, size_t side, double step)
{
    nested_place place = {.name = name, .count = levels + 1};
    place.scenes[0] = levels == 0 ? flat_scene(f, side, step) : flat_scene(f, 1, 0);
    for (uint32_t i = 1; i <= levels; i++)
        place.scenes[i] = scene_around(place.scenes[i - 1], i == levels ? side : 1, step);
    return place;
}

static void free_place(nested_place *place)
{
    for (uint32_t i = place->count; i-- > 0;)
        pick_scene_destroy(place->scenes[i]);
}

static size_t place_bytes(const nested_place *place)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < place->count; i++)
        bytes += pick_scene_memory(place->scenes[i]);
    return bytes;
}

// --- Questions ------------------------------------------------------------------------------------------------------

// The workload's rays are for one assembly; a camera that sees many of them stands so much farther away.
static void make_asked(nested_field *f, double farther)
{
    const projection_spec spec = projection_perspective(0.9, 16.0 / 9, 0.01, HUGE_VAL);
    test_random r = {41};
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    for (size_t i = 0; i < f->asked; i++) {
        f->rays[i] = f->w.rays[i];
        f->rays[i].origin = pick_vec3_scale(f->rays[i].origin, farther);
        const pick_view_desc desc = {
            .projection = projection, .view = rotation, .eye = f->rays[i].origin, .viewport = {0, 0, 1920, 1080}};
        view_matrix(f->rays[i].direction, pick_vec3_make(0.1, 1, 0.05), rotation);
        nested_must(pick_view_init(&f->views[i], &desc) == PICK_OK);
        f->places[i] = (pick_vec2){random_between(&r, 480, 1440), random_between(&r, 270, 810)};
    }
}

static size_t objects_in(const nested_field *f, const pick_scene *scene, size_t i, pick_region_mode mode)
{
    enum { HALF = 60 };
    const pick_vec2 at = f->places[i], low = {at.x - HALF, at.y - HALF}, high = {at.x + HALF, at.y + HALF};
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.mode = mode;
    nested_must(pick_region_rect(f->region, &f->views[i], low, high) == PICK_OK);
    return pick_region_objects(scene, f->region, &query, f->ids, (size_t)NESTED_PARTS * NESTED_MOST);
}

// A figure that depends on the answer: a distance, or how many were found. 0: nothing.
static double answer_of(const nested_field *f, const pick_scene *scene, nested_question question, size_t i)
{
    pick_hit hit;
    pick_nearest nearest;
    const pick_nearest_query wanted = {.features = PICK_FEATURE_ALL, .radius = 8};
    const pick_nearest_query anywhere = {.features = PICK_FEATURE_SURFACE, .radius = HUGE_VAL};
    switch (question) {
    case ASK_CLOSEST:
        return pick_closest(scene, &f->rays[i], NULL, &hit) ? hit.t : 0;
    case ASK_ANY:
        return pick_any(scene, &f->rays[i], NULL);
    case ASK_IN_WINDOW:
        return pick_nearest_in_window(scene, &f->views[i], f->places[i], &wanted, NULL, &nearest) ? nearest.depth : 0;
    case ASK_IN_WORLD:
        return pick_nearest_in_world(scene, f->rays[i].origin, &anywhere, NULL, &nearest) ? nearest.distance : 0;
    default:
        return (double)objects_in(f, scene, i, question == ASK_TOUCH ? PICK_REGION_TOUCH : PICK_REGION_CONTAIN);
    }
}

static double time_nested(const nested_field *f, const pick_scene *scene, nested_question question, size_t asked)
{
    volatile double sink = 0;
    const double start = bench_cpu_seconds();
    for (size_t i = 0; i < asked; i++)
        sink = answer_of(f, scene, question, i);
    (void)sink;
    return (bench_cpu_seconds() - start) / (double)asked;
}

// The share of questions that two scenes answer alike, up to the rounding of the nested one.
static double same_share(const nested_field *f, const pick_scene *a, const pick_scene *b, nested_question question,
                         size_t asked)
{
    size_t same = 0;
    for (size_t i = 0; i < asked; i++) {
        const double x = answer_of(f, a, question, i), y = answer_of(f, b, question, i);
        same += fabs(x - y) <= 1e-6 * fabs(x);
    }
    return (double)same / (double)asked;
}

// --- Rows -----------------------------------------------------------------------------------------------------------

static void print_nested(const nested_place *place, const char *question, double seconds, double of_flat, double same,
                         const bench_options *options)
{
    if (options->json) {
        (void)printf("{\"bench\":\"nested\",\"scene\":\"%s\",\"query\":\"%s\",\"us\":%.3f,\"of_flat\":%.3f,"
                     "\"same\":%.3f,\"bytes\":%zu}\n",
                     place->name, question, 1e6 * seconds, of_flat, same, place_bytes(place));
    } else {
        (void)printf("  %-18s %-10s %10.3f %8.2f %8.3f %12zu\n", place->name, question, 1e6 * seconds, of_flat, same,
                     place_bytes(place));
    }
    (void)fflush(stdout);
}

// Times each question of all places in turn; the first is the flat one.
static void compare_places(const nested_field *f, const nested_place *places, size_t count,
                           const bench_options *options)
{
    static const char *const names[NESTED_QUESTIONS] = {"closest", "any", "in window", "in world", "touch", "contain"};
    for (int q = 0; q < NESTED_QUESTIONS; q++) {
        const nested_question question = (nested_question)q;
        const size_t rounds = options->quick ? 1 : NESTED_ROUNDS;
        const size_t asked = q < ASK_IN_WINDOW || options->quick ? f->asked : f->asked / 10;
        double times[3][NESTED_ROUNDS], median[3];
        for (size_t round = 0; round < rounds; round++) {
            for (size_t i = 0; i < count; i++) {
                const size_t p = (i + round) % count;
                times[p][round] = time_nested(f, places[p].scenes[places[p].count - 1], question, asked);
            }
        }
        for (size_t p = 0; p < count; p++) {
            const pick_scene *scene = places[p].scenes[places[p].count - 1];
            const pick_scene *flat = places[0].scenes[places[0].count - 1];
            median[p] = bench_quantile(times[p], rounds, 0.5);
            // For regions a nested scene is one object: how many they find is not comparable.
            const double same = question < ASK_TOUCH ? same_share(f, flat, scene, question, asked) : 1;
            print_nested(&places[p], names[q], median[p], median[p] / median[0], same, options);
        }
    }
}

bool bench_nested(const char *name, const bench_options *options)
{
    nested_field f = {.asked = options->quick ? NESTED_QUICK_ASKED : NESTED_ASKED};
    const size_t side = options->quick ? NESTED_QUICK_SIDE : NESTED_SIDE;
    if (!bench_workload_spheres(&f.w, 320, options->quick ? NESTED_QUICK_PARTS : NESTED_PARTS, f.asked))
        return false;
    f.mesh = soup_mesh(&f.w.mesh, editor_platform_memory());
    f.ids = nested_memory((size_t)NESTED_PARTS * NESTED_MOST, sizeof *f.ids);
    f.views = nested_memory(f.asked, sizeof *f.views);
    f.rays = nested_memory(f.asked, sizeof *f.rays);
    f.places = nested_memory(f.asked, sizeof *f.places);
    nested_must(pick_region_create(NULL, &f.region) == PICK_OK);
    if (!options->json)
        (void)printf("%s: %zu parts of %u triangles, and as many in each of %zu instances\n"
                     "  %-18s %-10s %10s %8s %8s %12s\n",
                     name, f.w.object_count, f.w.mesh.index_count / 3, side * side * side, "", "", "us", "of flat",
                     "same", "bytes");
    nested_place deep[3] = {make_place(&f, "flat", 0, 1, 0), make_place(&f, "1 level", 1, 1, 0),
                            make_place(&f, "16 levels", PICK_NESTED_LEVELS, 1, 0)};
    make_asked(&f, 1);
    compare_places(&f, deep, 3, options);
    for (int i = 0; i < 3; i++)
        free_place(&deep[i]);
    const double step = 2.5 * 2.5 * cbrt((double)f.w.object_count); // assemblies do not overlap
    nested_place wide[2] = {make_place(&f, "instances, flat", 0, side, step),
                            make_place(&f, "instances", 1, side, step)};
    make_asked(&f, (double)side);
    compare_places(&f, wide, 2, options);
    for (int i = 0; i < 2; i++)
        free_place(&wide[i]);
    pick_region_destroy(f.region);
    pick_mesh_destroy(f.mesh);
    free(f.ids);
    free(f.views);
    free(f.rays);
    free(f.places);
    bench_workload_free(&f.w);
    return true;
}
