// The measured scenes. They are generated, so the figures can be reproduced anywhere.
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Cameras around the scene that look at it; a ray through a random place of a 60 degree square picture.
static void make_rays(bench_workload *w, test_random *r, double radius, double near)
{
    for (size_t i = 0; i < w->ray_count; i++) {
        const pick_vec3 eye = pick_vec3_scale(random_direction(r), radius * random_between(r, near, 2.5));
        const pick_vec3 target = random_in_cube(r, 0.2 * radius);
        const pick_vec3 forward = pick_vec3_normalize(pick_vec3_sub(target, eye));
        const pick_vec3 up = pick_vec3_make(0.1, 1, 0.05);
        const pick_vec3 right = pick_vec3_normalize(pick_vec3_cross(forward, up));
        const pick_vec3 top = pick_vec3_cross(right, forward);
        const double x = random_between(r, -0.577, 0.577);
        const double y = random_between(r, -0.577, 0.577);
        const pick_vec3 direction =
            pick_vec3_add(forward, pick_vec3_add(pick_vec3_scale(right, x), pick_vec3_scale(top, y)));
        w->rays[i] = (pick_ray){eye, pick_vec3_normalize(direction), 0.01, HUGE_VAL};
    }
}

static void make_objects(bench_workload *w, test_random *r, double half)
{
    for (size_t i = 0; i < w->object_count; i++) {
        w->objects[i].transform = random_transform(r, pick_vec3_make(0, 0, 0), half);
        for (int k = 0; k < 9; k++) { // rotation and non-uniform scale, no extremes
            const pick_vec3 column = {(double)w->objects[i].transform.linear[k / 3 * 3],
                                      (double)w->objects[i].transform.linear[k / 3 * 3 + 1],
                                      (double)w->objects[i].transform.linear[k / 3 * 3 + 2]};
            if (k % 3 == 0) {
                const double scale = random_between(r, 0.5, 1.5) / pick_vec3_length(column);
                for (int j = 0; j < 3; j++) {
                    w->objects[i].transform.linear[k + j] =
                        (float)((double)w->objects[i].transform.linear[k + j] * scale);
                }
            }
        }
    }
}

// Objects and rays for a workload whose mesh is made.
static bool finish(bench_workload *w, test_random *r)
{
    double radius = 1.2;
    w->objects = calloc(w->object_count, sizeof *w->objects);
    w->rays = calloc(w->ray_count, sizeof *w->rays);
    if (w->objects == NULL || w->rays == NULL) {
        bench_workload_free(w);
        return false;
    }
    w->objects[0].transform = PICK_TRANSFORM_IDENTITY;
    if (w->object_count > 1) {
        radius = 2.5 * cbrt((double)w->object_count);
        make_objects(w, r, radius);
    }
    make_rays(w, r, radius, w->object_count > 1 ? 0.2 : 1.2);
    return true;
}

bool bench_workload_make(bench_workload *w, const char *name, size_t rays)
{
    test_random r = {7};
    *w = (bench_workload){.name = name, .object_count = 1, .ray_count = rays};
    if (strcmp(name, "S60k") == 0) {
        w->mesh = soup_sphere(151, 200, 1, 0.15);
    } else if (strcmp(name, "M1") == 0) {
        w->mesh = soup_sphere(513, 1024, 1, 0.15);
    } else if (strcmp(name, "M2") == 0) {
        w->mesh = soup_random(&r, 1000000, 1, 0.01);
    } else if (strcmp(name, "I100") == 0) {
        w->mesh = soup_sphere(11, 16, 1, 0.15);
        w->object_count = 100;
    } else if (strcmp(name, "I10k") == 0 || strcmp(name, "I100k") == 0) {
        w->mesh = soup_sphere(51, 50, 1, 0.15);
        w->object_count = strcmp(name, "I10k") == 0 ? 10000 : 100000;
    } else {
        return false;
    }
    return finish(w, &r);
}

bool bench_workload_spheres(bench_workload *w, size_t triangles, size_t objects, size_t rays)
{
    test_random r = {7};
    const uint32_t rings = (uint32_t)(sqrt((double)triangles) / 2) + 1; // as many segments as makes 2 * rings^2 * 2
    *w = (bench_workload){.name = "spheres", .object_count = objects, .ray_count = rays};
    w->mesh = soup_sphere(rings, 2 * rings, 1, 0.15);
    return finish(w, &r);
}

void bench_workload_free(bench_workload *w)
{
    free(w->objects);
    free(w->rays);
    soup_free(&w->mesh);
}
