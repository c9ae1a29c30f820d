// Rays from very far away, and rays that pass at a very great distance: every hit is near the ray, and the hierarchy
// agrees with brute force. (Far away the products of an edge function round to the same number: its zero must not count
// as a hit.)
#include "quad.h"
#include "scene/scene_internal.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORLDS = 60, TRIANGLES = 24, RAYS = 400, OBJECTS = 3 };

typedef struct far_world {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_transform transform[OBJECTS];
    double size;   // of most of the mesh, in object space
    double extent; // no vertex is farther from its object's origin, in object space
} far_world;

typedef struct tally {
    uint64_t asked, hits;
} tally;

// Triangles of all shapes: every third is a sliver. With `one_far`, one lies so far out that the others are dust.
static void random_triangles(test_random *r, double size, bool one_far, float out[9 * TRIANGLES])
{
    for (int i = 0; i < 9 * TRIANGLES; i++)
        out[i] = (float)random_between(r, -size, size);
    for (int i = 0; i < TRIANGLES; i += 3) {
        const double s = random_between(r, 0, 1);
        for (int k = 0; k < 3; k++)
            out[9 * i + 6 + k] = (float)((double)out[9 * i + k] * s + (double)out[9 * i + 3 + k] * (1 - s));
    }
    if (one_far) {
        const pick_vec3 far = pick_vec3_scale(random_direction(r), size * pow(10, random_between(r, 5, 20)));
        for (int i = 0; i < 3; i++) {
            out[3 * i] += (float)far.x;
            out[3 * i + 1] += (float)far.y;
            out[3 * i + 2] += (float)far.z;
        }
    }
}

static void make(far_world *w, test_random *r, bool one_far)
{
    float positions[9 * TRIANGLES];
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * TRIANGLES};
    w->size = pow(10, random_between(r, -4, 2));
    random_triangles(r, w->size, one_far, positions);
    assert_int_equal(pick_mesh_create(&desc, NULL, &w->mesh), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &w->scene), PICK_OK);
    w->extent = 0;
    for (int i = 0; i < 9 * TRIANGLES; i++)
        w->extent = fmax(w->extent, 2 * fabs((double)positions[i]));
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        const pick_vec3 place = pick_vec3_scale(random_direction(r), 3 * w->size * i);
        w->transform[i] = object.transform = random_transform(r, place, 0);
        object.mesh = w->mesh;
        assert_int_equal(pick_scene_add(w->scene, &object, &id), PICK_OK);
    }
}

static void unmake(far_world *w)
{
    pick_scene_destroy(w->scene);
    pick_mesh_destroy(w->mesh);
}

static const pick_mesh_query mesh_query = {.cull = PICK_CULL_NONE};

static pick_query both_sides(void)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_NONE;
    return query;
}

// The same answer from everybody.
static bool ask_scene(const far_world *w, const pick_ray *ray, pick_hit *hit)
{
    const pick_query query = both_sides();
    const bool found = pick_closest_brute_force(w->scene, ray, &query, hit);
    assert_int_equal(pick_any_brute_force(w->scene, ray, &query), found);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (pick_simd_available(level)) {
            pick_hit fast;
            pick_scene_set_simd(w->scene, level);
            pick_mesh_set_simd(w->mesh, level);
            assert_int_equal(pick_closest(w->scene, ray, &query, &fast), found);
            assert_int_equal(pick_any(w->scene, ray, &query), found);
            assert_true(!found || (fast.triangle == hit->triangle && fast.object.index1 == hit->object.index1 &&
                                   memcmp(&fast.t, &hit->t, sizeof fast.t) == 0));
        }
    }
    return found;
}

static bool ask_mesh(const far_world *w, const pick_ray *ray, pick_mesh_hit *hit)
{
    const bool found = pick_mesh_closest_brute_force(w->mesh, ray, &mesh_query, hit);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (pick_simd_available(level)) {
            pick_mesh_hit fast;
            pick_mesh_set_simd(w->mesh, level);
            assert_int_equal(pick_mesh_closest(w->mesh, ray, &mesh_query, &fast), found);
            assert_true(!found || (fast.triangle == hit->triangle && memcmp(&fast.t, &hit->t, sizeof fast.t) == 0));
        }
    }
    return found;
}

// A line that passes all objects at 500 sizes or more: each of them is 150 sizes large at the most.
static void what_is_passed_by_is_missed(void **state)
{
    (void)state;
    test_random r = {31};
    uint64_t asked = 0;
    for (int i = 0; i < WORLDS; i++) {
        far_world w;
        make(&w, &r, false);
        for (int k = 0; k < RAYS; k++) {
            const pick_vec3 direction = random_direction(&r);
            const pick_vec3 side = pick_vec3_normalize(pick_vec3_cross(direction, random_direction(&r)));
            const double beside = w.size * pow(10, random_between(&r, 2.7, 19));
            const double along = beside * random_between(&r, -10, 10);
            const pick_ray ray = {pick_vec3_add(pick_vec3_scale(side, beside), pick_vec3_scale(direction, along)),
                                  pick_vec3_scale(direction, pow(10, random_between(&r, -3, 3))), -HUGE_VAL, HUGE_VAL};
            pick_hit hit;
            pick_mesh_hit mesh_hit;
            assert_false(ask_scene(&w, &ray, &hit));
            assert_false(ask_mesh(&w, &ray, &mesh_hit));
            ++asked;
        }
        unmake(&w);
    }
    assert_int_equal(asked, WORLDS * RAYS);
}

// How far the ray's line passes a triangle.
static double beside(const pick_ray *ray, const quad3 vertex[3])
{
    const quad3 d = quad_of(ray->direction);
    const quad3 origin = {0, 0, 0};
    quad3 across[3]; // as seen along the ray
    for (int i = 0; i < 3; i++) {
        const quad3 to = quad_sub(vertex[i], quad_of(ray->origin));
        across[i] = quad_add_scaled(to, d, -quad_dot(to, d) / quad_dot(d, d));
    }
    return (double)quad_length(quad_on_triangle(origin, (const quad3 *)across));
}

// The ray meets the triangle, to within rounding of the way to its origin and of the mesh's extent.
static void check_hit(const far_world *w, const pick_ray *ray, const pick_transform *t, uint32_t triangle,
                      double allowed)
{
    float v[3][3];
    quad3 vertex[3];
    assert_true(pick_mesh_triangle(w->mesh, triangle, v));
    for (int i = 0; i < 3; i++) {
        const quad3 columns[3] = {{(quad)t->linear[0], (quad)t->linear[1], (quad)t->linear[2]},
                                  {(quad)t->linear[3], (quad)t->linear[4], (quad)t->linear[5]},
                                  {(quad)t->linear[6], (quad)t->linear[7], (quad)t->linear[8]}};
        vertex[i] = quad_of(t->origin);
        for (int k = 0; k < 3; k++)
            vertex[i] = quad_add_scaled(vertex[i], columns[k], (quad)v[i][k]);
    }
    assert_true(beside(ray, (const quad3 *)vertex) <= allowed);
}

static pick_vec3 random_target(test_random *r, const far_world *w, const pick_transform *t)
{
    float v[3][3];
    assert_true(pick_mesh_triangle(w->mesh, random_index(r, TRIANGLES), v));
    const uint32_t i = random_index(r, 3);
    const double b = random_index(r, 3) == 0 ? 0 : random_between(r, 0, 1); // a third at vertices
    pick_vec3 p;
    const uint32_t j = (i + 1) % 3;
    p.x = (double)v[i][0] + b * ((double)v[j][0] - (double)v[i][0]);
    p.y = (double)v[i][1] + b * ((double)v[j][1] - (double)v[i][1]);
    p.z = (double)v[i][2] + b * ((double)v[j][2] - (double)v[i][2]);
    return pick_transform_point(t, p);
}

static void aim(test_random *r, const far_world *w, tally *scene, tally *mesh)
{
    static const pick_transform identity = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    const bool at_mesh = random_index(r, 2) == 0;
    const pick_vec3 target = random_target(r, w, at_mesh ? &identity : &w->transform[random_index(r, OBJECTS)]);
    const double away = w->size * pow(10, random_between(r, 0, 17));
    const pick_vec3 direction = random_direction(r);
    const pick_ray ray = {pick_vec3_add(target, pick_vec3_scale(direction, -away)), direction, 0, HUGE_VAL};
    const double far = pick_vec3_length(target) + w->extent * (at_mesh ? 1 : 150);
    if (at_mesh) {
        pick_mesh_hit hit;
        ++mesh->asked;
        if (ask_mesh(w, &ray, &hit)) {
            ++mesh->hits;
            check_hit(w, &ray, &identity, hit.triangle, (away + far) * 0x1p-48);
        }
        return;
    }
    pick_hit hit;
    ++scene->asked;
    if (ask_scene(w, &ray, &hit)) {
        ++scene->hits;
        check_hit(w, &ray, &w->transform[hit.object.index1 - 1], hit.triangle, (away + far) * 0x1p-44);
    }
}

static void what_is_hit_is_near_the_ray(void **state)
{
    (void)state;
    test_random r = {32};
    tally scene = {0}, mesh = {0};
    for (int i = 0; i < WORLDS; i++) {
        far_world w;
        make(&w, &r, i % 2 == 1);
        for (int k = 0; k < RAYS; k++)
            aim(&r, &w, &scene, &mesh);
        unmake(&w);
    }
    print_message("scene: %llu of %llu hit, mesh: %llu of %llu\n", (unsigned long long)scene.hits,
                  (unsigned long long)scene.asked, (unsigned long long)mesh.hits, (unsigned long long)mesh.asked);
    assert_true(scene.hits > scene.asked / 8 && mesh.hits > mesh.asked / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_passed_by_is_missed),
        cmocka_unit_test(what_is_hit_is_near_the_ray),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
