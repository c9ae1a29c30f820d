// Scenes of one object and of many, at every SIMD width: deep hierarchies, order of visits, rays that are not valid.
#include "mesh_making.h"
#include "random.h"
#include "scene/scene_internal.h"

#include "picking/picking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OBJECTS = 40, RAYS = 3000 };

static pick_ray random_ray(test_random *r)
{
    const pick_vec3 from = {random_between(r, -3, 3), random_between(r, -3, 3), random_between(r, -3, 3)};
    const pick_vec3 to = {random_between(r, -1, 1), random_between(r, -1, 1), random_between(r, -1, 1)};
    return (pick_ray){from, pick_vec3_sub(to, from), 0, HUGE_VAL};
}

static size_t count_hits(const pick_scene *scene, const pick_query *query, double t[RAYS])
{
    test_random r = {5};
    size_t hits = 0;
    for (size_t i = 0; i < RAYS; i++) {
        const pick_ray ray = random_ray(&r);
        pick_hit hit = {.t = -1};
        hits += pick_closest(scene, &ray, query, &hit);
        t[i] = hit.t;
    }
    return hits;
}

typedef struct fixture {
    pick_mesh *mesh;
    pick_scene *scene;
} fixture;

static fixture make_scene(int objects)
{
    fixture f = {0};
    float *positions = mesh_making_triangles(500, 0.2);
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 1500};
    test_random r = {3};
    assert_int_equal(pick_mesh_create(&desc, NULL, &f.mesh), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &f.scene), PICK_OK);
    for (int i = 0; i < objects; i++) {
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        object.mesh = f.mesh;
        object.transform.origin =
            pick_vec3_make(random_between(&r, -1, 1), random_between(&r, -1, 1), random_between(&r, -1, 1));
        assert_int_equal(pick_scene_add(f.scene, &object, &id), PICK_OK);
    }
    free(positions);
    return f;
}

static void free_scene(fixture *f)
{
    pick_scene_destroy(f->scene);
    pick_mesh_destroy(f->mesh);
}

// Walks take a short stack for usual depths. As many levels as there can be are answered alike, on the long one.
static void deep_hierarchies_have_room(void **state)
{
    (void)state;
    for (int objects = 1; objects <= OBJECTS; objects += OBJECTS - 1) {
        fixture f = make_scene(objects);
        const uint32_t levels = f.mesh->levels;
        const uint32_t scene_levels = f.scene->tree.levels;
        pick_query query = PICK_QUERY_DEFAULT;
        query.cull = PICK_CULL_NONE;
        for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
            double usual[RAYS], deep[RAYS];
            if (!pick_simd_available(level))
                continue;
            pick_scene_set_simd(f.scene, level);
            pick_mesh_set_simd(f.mesh, level);
            const size_t hits = count_hits(f.scene, &query, usual);
            assert_in_range(hits, 5, RAYS);
            f.mesh->levels = PICK_BVH_MAX_DEPTH;
            assert_int_equal(count_hits(f.scene, &query, deep), hits);
            assert_memory_equal(usual, deep, sizeof usual);
            f.scene->tree.levels = PICK_BVH_MAX_DEPTH;
            assert_int_equal(count_hits(f.scene, &query, deep), hits);
            assert_memory_equal(usual, deep, sizeof usual);
            f.mesh->levels = levels;
            f.scene->tree.levels = scene_levels;
        }
        free_scene(&f);
    }
}

enum { CHAIN = PICK_BVH_BUILT_DEPTH, CHAIN_BYTES = CHAIN * sizeof(pick_bvh_node) + sizeof(pick_block) };

// A chain of nodes, each with seven leaves beside the next one, all of whose boxes hold everything: the next node comes
// first, and seven wait at each level. The leaves are the mesh's first.
static char *chain_nodes(pick_mesh *mesh)
{
    const size_t node = sizeof(pick_bvh_node);
    const pick_allocator *memory = pick_default_allocator();
    char *arena = memory->allocate(memory->user, CHAIN_BYTES, 64);
    assert_non_null(arena);
    const pick_box3f all = {{-1, -1, -1}, {1, 1, 1}};
    uint32_t ref = mesh->root;
    while ((ref & PICK_REF_LEAF) == 0)
        ref = pick_mesh_node(mesh, ref)->child[0];
    memcpy(arena + CHAIN * node, pick_mesh_blocks(mesh, ref), sizeof(pick_block));
    for (uint32_t i = 0; i < CHAIN; i++) {
        pick_bvh_node *link = (pick_bvh_node *)(void *)(arena + i * node);
        for (uint32_t c = 0; c < PICK_BVH_WIDTH; c++) {
            pick_bvh_node_set_box(link, c, &all);
            link->child[c] = PICK_REF_LEAF | (uint32_t)(CHAIN * node / PICK_ARENA_UNIT);
        }
        if (i + 1 < CHAIN)
            link->child[0] = (uint32_t)((i + 1) * node / PICK_ARENA_UNIT);
    }
    mesh->levels = CHAIN;
    return arena;
}

// The deepest mesh there can be, with as much waiting as there can be: far more than the short stack holds.
static void the_deepest_mesh_has_room(void **state)
{
    (void)state;
    for (int objects = 1; objects <= OBJECTS; objects += OBJECTS - 1) {
        fixture f = make_scene(objects);
        const char *arena = f.mesh->arena;
        const uint32_t levels = f.mesh->levels;
        char *chain = chain_nodes(f.mesh);
        f.mesh->arena = chain;
        for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
            if (!pick_simd_available(level))
                continue;
            pick_stats stats = {0};
            pick_query query = PICK_QUERY_DEFAULT;
            query.cull = PICK_CULL_NONE;
            query.stats = &stats;
            pick_scene_set_simd(f.scene, level);
            pick_mesh_set_simd(f.mesh, level);
            test_random r = {5};
            for (int i = 0; i < 100; i++) {
                const pick_ray ray = random_ray(&r);
                pick_hit hit;
                (void)pick_closest(f.scene, &ray, &query, &hit);
            }
            assert_true(stats.nodes >= CHAIN); // some went to the end
        }
        f.mesh->arena = arena;
        f.mesh->levels = levels;
        const pick_allocator *memory = pick_default_allocator();
        memory->deallocate(memory->user, chain, CHAIN_BYTES, 64);
        free_scene(&f);
    }
}

// Every width leaves them out, be there one object or many.
static void a_ray_that_is_not_valid_hits_nothing(void **state)
{
    (void)state;
    for (int objects = 1; objects <= OBJECTS; objects += OBJECTS - 1) {
        fixture f = make_scene(objects);
        pick_query query = PICK_QUERY_DEFAULT;
        query.cull = PICK_CULL_NONE;
        for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
            size_t hits = 0;
            if (!pick_simd_available(level))
                continue;
            pick_scene_set_simd(f.scene, level);
            pick_mesh_set_simd(f.mesh, level);
            test_random r = {5};
            for (int i = 0; i < RAYS; i++) {
                const pick_ray good = random_ray(&r);
                pick_ray bad[] = {good, good, good, good, good, good};
                pick_hit hit;
                bad[0].origin.y = (double)NAN;
                bad[1].direction.x = HUGE_VAL;
                bad[2].direction = pick_vec3_make(0, 0, 0);
                bad[3].t_max = -1;
                bad[4].t_min = (double)NAN;
                bad[5].t_max = (double)NAN;
                hits += pick_closest(f.scene, &good, &query, &hit);
                for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
                    assert_false(pick_closest(f.scene, &bad[k], &query, &hit));
                    assert_false(pick_closest_brute_force(f.scene, &bad[k], &query, &hit));
                }
            }
            assert_true(hits > 0);
        }
        free_scene(&f);
    }
}

static void count_triangle(void *user, const pick_trace_step *step)
{
    *(size_t *)user += step->kind == PICK_TRACE_TRIANGLE;
}

// Triangles of about 0.3 everywhere in a cube of 2: a ray from outside hits one soon, and need not go on to the rest.
static pick_mesh *make_soup(uint32_t count)
{
    test_random r = {17};
    float *positions = malloc((size_t)count * 9 * sizeof *positions);
    assert_non_null(positions);
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 center = {random_between(&r, -1, 1), random_between(&r, -1, 1), random_between(&r, -1, 1)};
        for (int k = 0; k < 3; k++) {
            float *v = positions + 9 * (size_t)i + 3 * k;
            v[0] = (float)(center.x + random_between(&r, -0.15, 0.15));
            v[1] = (float)(center.y + random_between(&r, -0.15, 0.15));
            v[2] = (float)(center.z + random_between(&r, -0.15, 0.15));
        }
    }
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * count};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    free(positions);
    return mesh;
}

static pick_ray ray_from_outside(test_random *r)
{
    pick_ray ray = random_ray(r);
    ray.origin = pick_vec3_sub(ray.origin, pick_vec3_scale(ray.direction, 4));
    return ray;
}

// A walk that visits children in another order finds the same hits, after more work. The traced walk, in double,
// visits the nearest first; the boxes of the two differ by rounding.
static void children_are_visited_nearest_first(void **state)
{
    (void)state;
    pick_mesh *soup = make_soup(4000), *speck = make_soup(4);
    for (int many = 0; many < 2; many++) {
        pick_scene *scene = NULL;
        assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
        test_random r = {3};
        for (int i = 0; i < (many ? 2000 : 1); i++) {
            pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
            pick_object_id id;
            object.mesh = many ? speck : soup;
            for (int k = 0; many && k < 9; k++)
                object.transform.linear[k] = k % 4 == 0 ? 0.15f : 0;
            if (many) {
                object.transform.origin =
                    pick_vec3_make(random_between(&r, -1, 1), random_between(&r, -1, 1), random_between(&r, -1, 1));
            }
            assert_int_equal(pick_scene_add(scene, &object, &id), PICK_OK);
        }
        size_t traced = 0;
        r = (test_random){9};
        for (size_t i = 0; i < RAYS; i++) {
            const pick_ray ray = ray_from_outside(&r);
            pick_hit hit;
            (void)pick_closest_traced(scene, &ray, NULL, count_triangle, &traced, &hit);
        }
        for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
            if (!pick_simd_available(level))
                continue;
            pick_stats stats = {0};
            pick_query query = PICK_QUERY_DEFAULT;
            query.stats = &stats;
            pick_scene_set_simd(scene, level);
            pick_mesh_set_simd(many ? speck : soup, level);
            r = (test_random){9};
            for (size_t i = 0; i < RAYS; i++) {
                const pick_ray ray = ray_from_outside(&r);
                pick_hit hit;
                (void)pick_closest(scene, &ray, &query, &hit);
            }
            assert_true(stats.triangles > 100000);                          // the rays hit
            assert_true((double)stats.triangles <= 1.001 * (double)traced); // 1.002 when two children are swapped
        }
        pick_scene_destroy(scene);
    }
    pick_mesh_destroy(soup);
    pick_mesh_destroy(speck);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_hierarchies_have_room),
        cmocka_unit_test(the_deepest_mesh_has_room),
        cmocka_unit_test(a_ray_that_is_not_valid_hits_nothing),
        cmocka_unit_test(children_are_visited_nearest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
