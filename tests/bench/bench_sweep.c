// Sweeps, overlaps and clearances beside rays along the same ways, in the same run, and beside their twins.
#include "bench.h"

#include "picking/height_field.h"
#include "picking/points.h"
#include "picking/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TERRAIN_SIDE = 1025, WAYS = 2000, QUICK_WAYS = 20, TWIN_WAYS = 4, SCENE_SWEEP_ROUNDS = 7 };

typedef enum sweep_question { RAY, BALL, BOX, HULL, OVERLAPS, CLEARANCE, QUESTIONS } sweep_question;

// What the objects of a field are.
typedef enum sweep_kind { MESHES, POINTS, TERRAIN } sweep_kind;

typedef struct sweep_field {
    pick_mesh *mesh;
    pick_thin *points;
    pick_volume *terrain;
    uint16_t *heights;
    pick_scene *scene;
    pick_object_id *ids;
    size_t object_count;
    const pick_ray *rays;
    double radius, far; // of what is swept, and how far
} sweep_field;

static void sweep_must(bool fine)
{
    if (!fine)
        abort();
}

// A million quads, 2 by 2.
static void make_terrain(sweep_field *f, pick_object_desc *desc)
{
    const size_t count = (size_t)TERRAIN_SIDE * TERRAIN_SIDE;
    f->heights = malloc(count * sizeof *f->heights);
    sweep_must(f->heights != NULL);
    for (size_t i = 0; i < count; i++) {
        const double x = 0.02 * (double)(i % TERRAIN_SIDE), z = 0.02 * (double)(i / TERRAIN_SIDE);
        f->heights[i] = (uint16_t)(20000 + 9000 * sin(x) * cos(0.7 * z) + 900 * sin(9 * x + 7 * z));
    }
    const pick_height_field_desc field = {.samples = f->heights, .columns = TERRAIN_SIDE, .rows = TERRAIN_SIDE};
    const float step = 2.0f / (TERRAIN_SIDE - 1);
    sweep_must(pick_height_field_create(&field, NULL, &f->terrain) == PICK_OK);
    desc->volume = f->terrain;
    desc->transform = (pick_transform){{step, 0, 0, 0, 1e-5f, 0, 0, 0, step}, {-1, 0, -1}};
}

static void make_sweep_field(sweep_field *f, const bench_workload *w, sweep_kind kind)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    *f = (sweep_field){.object_count = w->object_count, .rays = w->rays};
    f->ids = malloc(w->object_count * sizeof *f->ids);
    sweep_must(f->ids != NULL && pick_scene_create(NULL, &f->scene) == PICK_OK);
    if (kind == TERRAIN) {
        make_terrain(f, &desc);
    } else if (kind == POINTS) {
        const pick_points_desc points = {
            .positions = w->mesh.positions, .count = w->mesh.vertex_count, .radius = 0.004};
        sweep_must(pick_points_create(&points, NULL, &f->points) == PICK_OK);
        desc.thin = f->points;
    } else {
        f->mesh = soup_mesh(&w->mesh, NULL);
        desc.mesh = f->mesh;
    }
    for (size_t i = 0; i < w->object_count; i++) {
        if (kind == MESHES)
            desc.transform = w->objects[i].transform;
        sweep_must(pick_scene_add(f->scene, &desc, &f->ids[i]) == PICK_OK);
    }
    (void)pick_scene_maintain(f->scene, UINT64_MAX);
    pick_aabb box;
    sweep_must(pick_scene_object_bounds(f->scene, f->ids[0], &box) == PICK_OK);
    f->radius = 0.02 * (box.max.x - box.min.x);
    box = pick_scene_bounds(f->scene);
    f->far = 2 * pick_vec3_length(pick_vec3_sub(box.max, box.min));
}

static bool ask_sweep(const sweep_field *f, sweep_question question, size_t i, bool twin)
{
    const pick_ray *ray = &f->rays[i];
    const pick_vec3 motion = pick_vec3_scale(pick_vec3_normalize(ray->direction), f->far), at = ray->origin;
    const double r = f->radius;
    const pick_obb box = {at, {{r, 0.3 * r, 0}, {-0.3 * r, r, 0}, {0, 0, r}}};
    const pick_vec3 hull[6] = {{at.x - r, at.y, at.z}, {at.x + r, at.y, at.z}, {at.x, at.y - r, at.z},
                               {at.x, at.y + r, at.z}, {at.x, at.y, at.z - r}, {at.x, at.y, at.z + r}};
    pick_vec3 corners[8];
    pick_solid solid = {&at, 1, r};
    pick_hit hit;
    pick_contact contact;
    pick_clearance clearance;
    if (question == RAY)
        return twin ? pick_closest_brute_force(f->scene, ray, NULL, &hit) : pick_closest(f->scene, ray, NULL, &hit);
    if (question == CLEARANCE) {
        const pick_object_id a = f->ids[i % f->object_count], b = f->ids[(7 * i + 1) % f->object_count];
        return twin ? pick_object_clearance_brute_force(f->scene, a, b, NULL, &clearance)
                    : pick_object_clearance(f->scene, a, b, NULL, &clearance);
    }
    if (question == BOX)
        solid = pick_solid_from_box(&box, corners);
    else if (question == HULL)
        solid = (pick_solid){hull, 6, 0};
    if (question == OVERLAPS) { // where the ray arrives
        if (!pick_closest(f->scene, ray, NULL, &hit))
            return false;
        solid.points = &hit.point;
        return (twin ? pick_overlaps_brute_force(f->scene, &solid, NULL, NULL, 0)
                     : pick_overlaps(f->scene, &solid, NULL, NULL, 0)) > 0;
    }
    return twin ? pick_sweep_brute_force(f->scene, &solid, motion, NULL, &contact)
                : pick_sweep(f->scene, &solid, motion, NULL, &contact);
}

static double time_sweeps(const sweep_field *f, sweep_question question, size_t ways, bool twin, size_t *found)
{
    const double start = bench_cpu_seconds();
    *found = 0;
    for (size_t i = 0; i < ways; i++)
        *found += ask_sweep(f, question, i, twin);
    return (bench_cpu_seconds() - start) / (double)ways;
}

static bool bench_sweeps_in(const char *workload, sweep_kind kind, const bench_options *options)
{
    static const char *const names[QUESTIONS] = {"ray", "ball", "box", "hull of 6", "overlaps", "clearance"};
    bench_workload w;
    sweep_field f;
    const size_t ways = options->quick ? QUICK_WAYS : WAYS;
    const size_t rounds = options->quick ? 1 : SCENE_SWEEP_ROUNDS;
    if (!bench_workload_make(&w, workload, ways))
        return false;
    make_sweep_field(&f, &w, kind);
    const char *const scene = kind == MESHES ? workload : (kind == POINTS ? "points" : "terrain");
    double base = 0;
    for (int q = 0; q < QUESTIONS; q++) {
        double times[SCENE_SWEEP_ROUNDS];
        size_t found, found_slowly;
        if (q == CLEARANCE && w.object_count < 2)
            continue;
        for (size_t round = 0; round < rounds; round++)
            times[round] = time_sweeps(&f, (sweep_question)q, ways, false, &found);
        const double median = bench_quantile(times, rounds, 0.5);
        // The twin of a large scene takes minutes: 0 stands for not measured.
        const size_t slow_ways =
            w.object_count > 1000 || (kind == TERRAIN && options->quick) ? 0 : (options->quick ? 1 : TWIN_WAYS);
        const double slow = slow_ways > 0 ? time_sweeps(&f, (sweep_question)q, slow_ways, true, &found_slowly) : 0;
        base = q == RAY ? median : base;
        if (options->json) {
            (void)printf("{\"bench\":\"sweep\",\"scene\":\"%s\",\"query\":\"%s\",\"us\":%.3f,\"of_ray\":%.2f,"
                         "\"twin_us\":%.1f,\"found\":%.3f}\n",
                         scene, names[q], 1e6 * median, median / base, 1e6 * slow, (double)found / (double)ways);
        } else {
            (void)printf("  %-8s %-12s %10.3f %8.2f %14.1f %8.3f\n", q == RAY ? scene : "", names[q], 1e6 * median,
                         median / base, 1e6 * slow, (double)found / (double)ways);
        }
    }
    pick_scene_destroy(f.scene);
    pick_mesh_destroy(f.mesh);
    pick_thin_destroy(f.points);
    pick_volume_destroy(f.terrain);
    free(f.heights);
    free(f.ids);
    bench_workload_free(&w);
    return true;
}

bool bench_sweep(const char *name, const bench_options *options)
{
    if (!options->json) {
        (void)printf("%s: solids of a fiftieth of an object, swept along the rays of a camera\n  %-8s %-12s %10s %8s "
                     "%14s %8s\n",
                     name, "", "", "us", "of ray", "twin, us", "found");
    }
    return bench_sweeps_in("S60k", MESHES, options) && bench_sweeps_in("S60k", POINTS, options) &&
           bench_sweeps_in("S60k", TERRAIN, options) && bench_sweeps_in("I100", MESHES, options) &&
           (options->quick || bench_sweeps_in("I10k", MESHES, options));
}
