// Random picks on random scenes, checked against every triangle in long double. VKPICK_TWIN_RAYS: the number of rays.
#include "shapes.h"
#include "twin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "effort.h"

enum { MESHES = 4, OBJECTS = 24, RAYS_PER_SCENE = 500 };

typedef struct count {
    uint64_t rays, hits, explained, wrong;
} count;

static uint64_t rays_wanted(void)
{
    const char *text = getenv("VKPICK_TWIN_RAYS");
    return text != NULL ? strtoull(text, NULL, 10) : test_effort(3000, 60000);
}

typedef struct world {
    pick_mesh *meshes[MESHES];
    twin_object objects[OBJECTS];
    pick_scene *scene;
    pick_object_id ids[OBJECTS];
    pick_vec3 center;
    double spread;
} world;

// As a child of a child: float transforms multiplied, so that rotation, scale and shear mix.
static pick_transform nested(test_random *r, pick_vec3 center, double spread)
{
    pick_transform t = random_transform(r, center, spread);
    for (uint32_t depth = random_index(r, 3); depth > 0; depth--) {
        const pick_transform inner = random_transform(r, pick_vec3_make(0, 0, 0), 1);
        pick_transform outer = t;
        for (int i = 0; i < 3; i++) {
            const pick_vec3 axis = pick_vec3_make((double)inner.linear[3 * i], (double)inner.linear[3 * i + 1],
                                                  (double)inner.linear[3 * i + 2]);
            const pick_vec3 image = pick_transform_vector(&t, axis);
            outer.linear[3 * i] = (float)image.x;
            outer.linear[3 * i + 1] = (float)image.y;
            outer.linear[3 * i + 2] = (float)image.z;
        }
        t = outer;
    }
    const uint32_t size = random_index(r, 8);
    const float scale = size == 0 ? 0x1p-12f : (size == 1 ? 0x1p12f : 1);
    for (int i = 0; i < 9; i++)
        t.linear[i] *= scale;
    return t;
}

static void world_make(world *w, test_random *r)
{
    static const pick_vec3 centers[] = {{0, 0, 0}, {148376, 1234, -223423}, {1e7, -1e7, 1e7}};
    w->center = centers[random_index(r, 3)];
    w->spread = random_between(r, 1, 12);
    soup soups[MESHES] = {soup_sphere(5, 7, 1, 0.3), soup_random(r, 40, 1, 0.4), soup_box(1, 0.5, 0.25),
                          soup_grid(4, 1)};
    for (int i = 0; i < MESHES; i++) {
        const pick_submesh whole = {0, soups[i].index_count / 3, i % 2 == 0 ? 0 : PICK_SUBMESH_DOUBLE_SIDED};
        const pick_mesh_desc desc = {.positions = soups[i].positions,
                                     .vertex_count = soups[i].vertex_count,
                                     .indices = soups[i].indices,
                                     .index_type = PICK_INDEX_UINT32,
                                     .index_count = soups[i].index_count,
                                     .submeshes = &whole,
                                     .submesh_count = 1};
        assert_int_equal(pick_mesh_create(&desc, NULL, &w->meshes[i]), PICK_OK);
        soup_free(&soups[i]);
    }
    assert_int_equal(pick_scene_create(NULL, &w->scene), PICK_OK);
    for (int i = 0; i < OBJECTS; i++) {
        const uint32_t mesh = random_index(r, MESHES);
        const pick_transform placed = nested(r, w->center, w->spread);
        w->objects[i] = twin_object_make(w->meshes[mesh], &placed, mesh % 2 != 0);
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = w->objects[i].mesh;
        desc.transform = w->objects[i].transform;
        desc.user = (uint64_t)i;
        assert_int_equal(pick_scene_add(w->scene, &desc, &w->ids[i]), PICK_OK);
    }
}

static void world_free(world *w)
{
    pick_scene_destroy(w->scene);
    for (int i = 0; i < MESHES; i++)
        pick_mesh_destroy(w->meshes[i]);
}

// Half of the rays aim at a vertex, where everything meets.
static pick_ray aim(const world *w, test_random *r)
{
    pick_vec3 target = pick_vec3_add(w->center, random_in_cube(r, w->spread));
    const twin_object *object = &w->objects[random_index(r, OBJECTS)];
    float vertex[3][3];
    if (random_index(r, 2) == 0 &&
        pick_mesh_triangle(object->mesh, random_index(r, pick_mesh_get_stats(object->mesh).triangle_count), vertex)) {
        target = pick_transform_point(&object->transform,
                                      pick_vec3_make((double)vertex[0][0], (double)vertex[0][1], (double)vertex[0][2]));
    }
    pick_ray ray = {pick_vec3_add(w->center, random_in_cube(r, 2 * w->spread)), {0, 0, 0}, 0, HUGE_VAL};
    if (random_index(r, 6) == 0)
        ray.origin = pick_vec3_add(w->center, pick_vec3_scale(random_direction(r), 1e4 * w->spread));
    ray.direction = pick_vec3_scale(pick_vec3_sub(target, ray.origin), pow(10, random_between(r, -6, 3)));
    if (random_index(r, 4) == 0) {
        const double length = pick_vec3_length(pick_vec3_sub(target, ray.origin)) / pick_vec3_length(ray.direction);
        ray.t_min = length * random_between(r, 0, 0.9);
        ray.t_max = length * random_between(r, 0.9, 1.5);
    }
    return ray;
}

static void judge(const world *w, test_random *r, count *sum)
{
    const pick_ray ray = aim(w, r);
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = (pick_cull)random_index(r, 4);
    pick_hit hit;
    twin_claim claim = {.hit = pick_closest(w->scene, &ray, &query, &hit)};
    if (claim.hit)
        claim = (twin_claim){true, (uint32_t)hit.user, hit.triangle, hit.t};
    const twin_verdict verdict = twin_judge(w->objects, OBJECTS, &ray, query.cull, 0x1p-48, &claim);
    ++sum->rays;
    sum->hits += claim.hit;
    sum->explained += verdict == TWIN_EXPLAINED;
    if (verdict == TWIN_WRONG) {
        ++sum->wrong;
        print_error("ray %.17g %.17g %.17g  %.17g %.17g %.17g [%.17g, %.17g], cull %d: hit %d object %u triangle %u "
                    "t %.17g\n",
                    ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z,
                    ray.t_min, ray.t_max, query.cull, claim.hit, claim.object, claim.triangle, claim.t);
    }
}

static void picks_are_right(void **state)
{
    (void)state;
    const uint64_t wanted = rays_wanted();
    count sum = {0};
    for (uint64_t seed = 0; sum.rays < wanted; seed++) {
        test_random r = {seed};
        world w;
        world_make(&w, &r);
        for (int i = 0; i < RAYS_PER_SCENE && sum.rays < wanted; i++)
            judge(&w, &r, &sum);
        world_free(&w);
    }
    print_message("%llu picks, %llu hits, %llu differ within rounding, %llu unexplained\n",
                  (unsigned long long)sum.rays, (unsigned long long)sum.hits, (unsigned long long)sum.explained,
                  (unsigned long long)sum.wrong);
    assert_int_equal(sum.wrong, 0);
    assert_true(sum.hits * 3 > sum.rays);
    assert_true(sum.hits * 20 < sum.rays * 19);
}

// The twin is of use only if it does not believe everything: hits moved, swapped or denied are found out.
static void false_claims_are_found_out(void **state)
{
    (void)state;
    test_random r = {7};
    world w;
    world_make(&w, &r);
    uint64_t claims = 0, believed = 0;
    for (int i = 0; i < 2000; i++) {
        const pick_ray ray = aim(&w, &r);
        pick_hit hits[4];
        const pick_query query = {.cull = PICK_CULL_NONE};
        const size_t found = pick_all(w.scene, &ray, &query, hits, 4);
        if (found == 0)
            continue;
        const twin_claim lies[] = {
            {.hit = false},
            {true, (uint32_t)hits[0].user, hits[0].triangle, hits[0].t * (1 + 1e-9)},
            {true, (uint32_t)hits[0].user, hits[0].triangle == 0 ? 1 : hits[0].triangle - 1, hits[0].t},
            {true, (uint32_t)hits[found > 1].user, hits[found > 1].triangle, hits[found > 1].t},
        };
        const size_t told = found > 1 && hits[1].t > hits[0].t * (1 + 1e-6) ? 4 : 3;
        for (size_t k = 0; k < told; k++) {
            ++claims;
            believed += twin_judge(w.objects, OBJECTS, &ray, PICK_CULL_NONE, 0x1p-48, &lies[k]) != TWIN_WRONG;
        }
    }
    print_message("%llu false claims, %llu within rounding\n", (unsigned long long)claims,
                  (unsigned long long)believed);
    assert_true(claims > 3000);
    assert_true(believed * 3 < claims); // rays at vertices: the triangle beside it is as true
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_are_right),
        cmocka_unit_test(false_claims_are_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
