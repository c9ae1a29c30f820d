// Closest hits on terrain: a height field of 256 million quads and a small one, beside a mesh of the small one's
// triangles.
#include "bench.h"

#include "picking/picking.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SMALL_SIDE = 1025, QUICK_SIDE = 257, OCTAVES = 7 };

// One square kilometre, whatever the number of samples.
typedef struct terrain {
    uint32_t side;
    uint16_t *samples;
    pick_volume *field;
    pick_mesh *mesh;
    pick_scene *scene;
} terrain;

static void require(bool ok)
{
    if (!ok)
        abort();
}

// Waves whose tables are read, because sines of all samples would take minutes, and noise of a few steps.
static void make_samples(terrain *t)
{
    const uint32_t side = t->side;
    double *wave = malloc((size_t)2 * OCTAVES * side * sizeof *wave);
    test_random noise = {7};
    t->samples = malloc((size_t)side * side * sizeof *t->samples);
    require(wave != NULL && t->samples != NULL);
    for (uint32_t i = 0; i < side; i++) {
        for (int k = 0; k < OCTAVES; k++) {
            const double turn = 6.283185307179586 * i / (side - 1) * (1.3 + k) * (1 << k);
            wave[(size_t)(2 * k) * side + i] = sin(turn + k);
            wave[(size_t)(2 * k + 1) * side + i] = cos(0.8 * turn - k);
        }
    }
    for (uint32_t row = 0; row < side; row++) {
        for (uint32_t column = 0; column < side; column++) {
            double height = 0, size = 14000;
            for (int k = 0; k < OCTAVES; k++, size *= 0.45)
                height += size * wave[(size_t)(2 * k) * side + column] * wave[(size_t)(2 * k + 1) * side + row];
            t->samples[(size_t)row * side + column] = (uint16_t)(32000 + height + random_index(&noise, 16));
        }
    }
    free(wave);
}

static pick_mesh *make_terrain_mesh(const terrain *t)
{
    const uint32_t side = t->side;
    float *positions = malloc((size_t)3 * side * side * sizeof *positions);
    uint32_t *indices = malloc((size_t)6 * (side - 1) * (side - 1) * sizeof *indices), *index = indices;
    pick_mesh *mesh = NULL;
    require(positions != NULL && indices != NULL);
    for (uint32_t i = 0; i < side * side; i++) {
        positions[3 * (size_t)i] = (float)(i % side);
        positions[3 * (size_t)i + 1] = (float)t->samples[i];
        positions[3 * (size_t)i + 2] = (float)(i / side);
    }
    for (uint32_t row = 0; row + 1 < side; row++) {
        for (uint32_t column = 0; column + 1 < side; column++) {
            const uint32_t a = row * side + column, c = a + side;
            const uint32_t quad[6] = {a, c, c + 1, a, c + 1, a + 1};
            for (int k = 0; k < 6; k++)
                *index++ = quad[k];
        }
    }
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = side * side,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 6 * (side - 1) * (side - 1)};
    require(pick_mesh_create(&desc, NULL, &mesh) == PICK_OK);
    free(positions);
    free(indices);
    return mesh;
}

static double cast_terrain(void *state, const pick_ray *ray)
{
    const terrain *t = state;
    pick_hit hit;
    return pick_closest(t->scene, ray, NULL, &hit) ? hit.t : HUGE_VAL;
}

static void destroy_terrain(void *state)
{
    terrain *t = state;
    pick_scene_destroy(t->scene);
    pick_volume_destroy(t->field);
    pick_mesh_destroy(t->mesh);
    free(t->samples);
}

static bench_engine make_terrain(terrain *t, const char *name, uint32_t side, bool as_mesh)
{
    *t = (terrain){.side = side};
    make_samples(t);
    const double start = bench_cpu_seconds();
    const pick_height_field_desc desc = {.samples = t->samples, .columns = side, .rows = side};
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    if (as_mesh)
        object.mesh = t->mesh = make_terrain_mesh(t);
    else
        require(pick_height_field_create(&desc, NULL, &t->field) == PICK_OK);
    const double seconds = bench_cpu_seconds() - start;
    object.volume = t->field;
    object.transform.linear[0] = object.transform.linear[8] = (float)(1000.0 / (side - 1));
    object.transform.linear[4] = (float)(200.0 / 65535);
    object.transform.origin = pick_vec3_make(-500, -100, -500);
    require(pick_scene_create(NULL, &t->scene) == PICK_OK && pick_scene_add(t->scene, &object, &id) == PICK_OK);
    return (bench_engine){
        .name = name,
        .state = t,
        .build_seconds = seconds,
        .bytes = (double)(as_mesh ? pick_mesh_get_stats(t->mesh).total_bytes : pick_height_field_memory(t->field)),
        .cast = cast_terrain,
        .destroy = destroy_terrain};
}

// From a walker's height to a hill's, towards any point of the ground: most run far along it.
static void make_terrain_rays(bench_workload *w, size_t count)
{
    test_random random = {11};
    *w = (bench_workload){.name = "terrain", .rays = malloc(count * sizeof *w->rays), .ray_count = count};
    require(w->rays != NULL);
    for (size_t i = 0; i < count; i++) {
        const pick_vec3 from = {random_between(&random, -500, 500), random_between(&random, 60, 300),
                                random_between(&random, -500, 500)};
        const pick_vec3 to = {random_between(&random, -500, 500), random_between(&random, -40, 40),
                              random_between(&random, -500, 500)};
        w->rays[i] = (pick_ray){from, pick_vec3_sub(to, from), 0, HUGE_VAL};
    }
}

bool bench_height_field(const char *name, const bench_options *options)
{
    enum { MESH, SMALL, LARGE, ENGINES };
    static const char *const names[ENGINES] = {"mesh", "height field", "large height field"};
    const uint32_t small = options->quick ? QUICK_SIDE : SMALL_SIDE;
    const uint32_t large = options->quick ? 2 * QUICK_SIDE - 1 : PICK_HEIGHT_FIELD_SAMPLES;
    terrain terrains[ENGINES];
    bench_engine engines[ENGINES];
    bench_workload w;
    double warm[ENGINES], cold[ENGINES];
    make_terrain_rays(&w, options->rays);
    for (int e = 0; e < ENGINES; e++)
        engines[e] = make_terrain(&terrains[e], names[e], e == LARGE ? large : small, e == MESH);
    bench_warm(engines, ENGINES, &w, options, warm);
    (void)bench_cold(engines, ENGINES, &w, options, cold);
    if (!options->json)
        (void)printf("%s: closest hit on terrain of 16-bit heights\n  %-20s %12s %9s %9s %9s %9s %9s\n", name, "",
                     "quads", "build s", "B a quad", "warm us", "cold us", "of mesh");
    for (int e = 0; e < ENGINES; e++) {
        const double quads = (double)(terrains[e].side - 1) * (terrains[e].side - 1);
        if (options->json)
            (void)printf(
                "{\"bench\":\"height\",\"engine\":\"%s\",\"quads\":%.0f,\"build_s\":%.3f,\"bytes_a_quad\":%.2f,"
                "\"warm_us\":%.3f,\"cold_us\":%.3f,\"cold_of_mesh\":%.2f}\n",
                names[e], quads, engines[e].build_seconds, engines[e].bytes / quads, 1e-3 * warm[e], 1e-3 * cold[e],
                cold[e] / cold[MESH]);
        else
            (void)printf("  %-20s %12.0f %9.3f %9.2f %9.3f %9.3f %9.2f\n", names[e], quads, engines[e].build_seconds,
                         engines[e].bytes / quads, 1e-3 * warm[e], 1e-3 * cold[e], cold[e] / cold[MESH]);
    }
    for (int e = 0; e < ENGINES; e++)
        engines[e].destroy(engines[e].state);
    free(w.rays);
    return true;
}
