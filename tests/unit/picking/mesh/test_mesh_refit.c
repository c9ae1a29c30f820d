// Meshes whose vertices move, interpolated normals of hits, and both in scenes.
#include "picking/picking.h"

#include "failing_allocator.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 24, TRIANGLES = SIDE * SIDE, FLOATS = 9 * TRIANGLES };

static void fill_grid(float positions[FLOATS], float height)
{
    test_random r = {7};
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const float x = (float)(i % SIDE), y = (float)(i / SIDE);
        const float corners[9] = {x, y, 0, x + 1, y, 0, x, y + 1, 0};
        memcpy(&positions[9 * i], corners, sizeof corners);
        for (uint32_t k = 0; k < 3; k++)
            positions[9 * i + 3 * k + 2] = height * (float)random_between(&r, -1, 1);
    }
}

static pick_mesh *make(const float *positions, const pick_allocator *allocator)
{
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * TRIANGLES};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, allocator, &mesh), PICK_OK);
    return mesh;
}

static pick_ray down(double x, double y)
{
    return (pick_ray){{x, y, 100}, {0, 0, -1}, 0, HUGE_VAL};
}

// Returns how many of many rays hit.
static size_t agrees_with_brute_force(const pick_mesh *mesh, uint64_t seed)
{
    test_random r = {seed};
    size_t hits = 0;
    for (int i = 0; i < 400; i++) {
        pick_ray ray = down(random_between(&r, -2, SIDE + 2), random_between(&r, -2, SIDE + 2));
        ray.origin.z = 5;
        ray.direction.x = random_between(&r, -0.3, 0.3);
        pick_mesh_hit fast = {0}, slow = {0};
        const bool hit = pick_mesh_closest_brute_force(mesh, &ray, NULL, &slow);
        assert_int_equal(pick_mesh_closest(mesh, &ray, NULL, &fast), hit);
        assert_int_equal(pick_mesh_all(mesh, &ray, NULL, NULL, 0),
                         pick_mesh_all_brute_force(mesh, &ray, NULL, NULL, 0));
        assert_true(fast.t == slow.t && fast.triangle == slow.triangle);
        hits += hit;
    }
    return hits;
}

// Triangles without area on either side of all others: they keep their places in the tree, and a refit brings them
// back.
static void degenerate_triangles_may_lie_anywhere(void **state)
{
    (void)state;
    static float positions[FLOATS];
    fill_grid(positions, 0.25f);
    const uint32_t outside[] = {5, 300};
    for (int i = 0; i < 2; i++) {
        const float x = i == 0 ? -1000.0f : 1000.0f;
        for (int k = 0; k < 9; k++)
            positions[9 * outside[i] + (uint32_t)k] = x;
    }
    pick_mesh *mesh = make(positions, NULL);
    assert_int_equal(pick_mesh_get_stats(mesh).dropped_triangles, 2);
    assert_true(pick_mesh_bounds(mesh).max.x <= SIDE && pick_mesh_bounds(mesh).min.x >= 0);
    assert_true(agrees_with_brute_force(mesh, 21) > 100);
    for (int i = 0; i < 2; i++) {
        positions[9 * outside[i] + 3] += 1;
        positions[9 * outside[i] + 7] += 1;
    }
    assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
    assert_int_equal(pick_mesh_get_stats(mesh).dropped_triangles, 0);
    const pick_ray ray = {{1000.25, 1000.25, 2000}, {0, 0, -1}, 0, HUGE_VAL};
    pick_mesh_hit hit = {0};
    assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
    assert_int_equal(hit.triangle, outside[1]);
    assert_true(agrees_with_brute_force(mesh, 22) > 100);
    pick_mesh_destroy(mesh);
}

static void the_same_positions_change_nothing(void **state)
{
    (void)state;
    static float positions[FLOATS];
    fill_grid(positions, 0.25f);
    positions[9 * 30] = NAN; // one of each kind that cannot be hit
    memcpy(&positions[9 * 31], &positions[9 * 31 + 3], 3 * sizeof(float));
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_mesh *mesh = make(positions, &hook);
    const size_t size = pick_mesh_write(mesh, NULL, 0);
    char *before = malloc(2 * size);
    assert_non_null(before);
    assert_int_equal(pick_mesh_write(mesh, before, size), size);
    assert_true(pick_mesh_quality(mesh) == 1);
    const size_t calls = memory.calls;
    assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
    assert_int_equal(memory.calls, calls); // nothing is allocated
    assert_int_equal(pick_mesh_write(mesh, before + size, size), size);
    assert_memory_equal(before, before + size, size);
    assert_true(pick_mesh_quality(mesh) == 1);
    free(before);
    pick_mesh_destroy(mesh);
    assert_int_equal(memory.held_bytes, 0);
}

// Clusters of triangles that change places: leaves stay as small, the boxes around them grow, and that costs too.
static void clusters_that_change_places(void **state)
{
    (void)state;
    enum { CLUSTER = 4, COUNT = TRIANGLES / CLUSTER };
    static float positions[FLOATS];
    pick_mesh *mesh = NULL;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < TRIANGLES; i++) {
            const uint32_t place = pass == 0 ? i / CLUSTER : i / CLUSTER * 53u % COUNT; // prime to the number
            const float x = (float)(place % 12), y = (float)(place / 12), z = 0.001f * (float)(i % CLUSTER);
            const float corners[9] = {x, y, z, x + 0.01f, y, z, x, y + 0.01f, z};
            memcpy(&positions[9 * i], corners, sizeof corners);
        }
        if (pass == 0)
            mesh = make(positions, NULL);
        else
            assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
    }
    assert_true(pick_mesh_quality(mesh) > 1.5);
    pick_mesh_destroy(mesh);
}

static void deformed_meshes_are_exact(void **state)
{
    (void)state;
    static float positions[FLOATS];
    fill_grid(positions, 0);
    pick_mesh *mesh = make(positions, NULL);
    assert_true(agrees_with_brute_force(mesh, 1) > 100);
    fill_grid(positions, 2);
    assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
    assert_true(agrees_with_brute_force(mesh, 2) > 100);
    const pick_aabb bounds = pick_mesh_bounds(mesh);
    assert_true(bounds.min.x == 0 && bounds.max.x == SIDE && bounds.min.z < -1.9 && bounds.max.z > 1.9);
    // Every triangle goes somewhere else: the worst that can happen to a hierarchy. Exact, and known to be bad.
    static float shuffled[FLOATS];
    for (uint32_t i = 0; i < TRIANGLES; i++)
        memcpy(&shuffled[9 * i], &positions[9 * ((i * 131u) % TRIANGLES)], 9 * sizeof(float));
    assert_int_equal(pick_mesh_refit(mesh, shuffled, 3 * sizeof(float)), PICK_OK);
    assert_true(agrees_with_brute_force(mesh, 3) > 100);
    assert_true(pick_mesh_quality(mesh) > 3);
    for (uint32_t i = 0; i < FLOATS; i++) // far away and tiny
        positions[i] = positions[i] * 1e-6f + 1000;
    assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
    const pick_ray ray = {{(double)positions[0], (double)positions[1], 2000}, {0, 0, -1}, 0, HUGE_VAL};
    assert_int_equal(pick_mesh_all(mesh, &ray, NULL, NULL, 0), pick_mesh_all_brute_force(mesh, &ray, NULL, NULL, 0));
    pick_mesh_destroy(mesh);
}

static void triangles_collapse_and_reappear(void **state)
{
    (void)state;
    static float positions[FLOATS], good[FLOATS];
    fill_grid(good, 0.25f);
    memcpy(positions, good, sizeof good);
    pick_mesh *mesh = make(positions, NULL);
    const pick_ray ray = down(5.25, 7.25);
    const uint32_t under = 7 * SIDE + 5;
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit) && hit.triangle == under);
    for (int kind = 0; kind < 3; kind++) {
        float *v = &positions[9 * under];
        v[0] = kind == 0 ? NAN : (kind == 1 ? INFINITY : v[3]);
        v[1] = kind == 2 ? v[4] : v[1];
        v[2] = kind == 2 ? v[5] : v[2];
        assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
        assert_int_equal(pick_mesh_get_stats(mesh).dropped_triangles, 1);
        assert_false(pick_mesh_closest(mesh, &ray, NULL, &hit));
        assert_true(agrees_with_brute_force(mesh, 4) > 100);
        memcpy(positions, good, sizeof good);
        assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
        assert_int_equal(pick_mesh_get_stats(mesh).dropped_triangles, 0);
        assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit) && hit.triangle == under);
    }
    // Needles in all directions.
    static const float along[][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1},  {1, 1, 0},  {0, 1, 1}, {1, 0, 1},
                                     {1, 2, 3}, {-3, 1, 2}, {2, -3, 1}, {1, -1, 1}, {0, 2, 3}, {2, 0, 3}};
    for (size_t i = 0; i < sizeof along / sizeof along[0]; i++) {
        float *v = &positions[9 * under];
        for (int k = 0; k < 3; k++) { // whole numbers, so that it is exactly one
            v[k] = roundf(v[k]);
            v[3 + k] = v[k] + along[i][k];
            v[6 + k] = v[k] + 2 * along[i][k];
        }
        assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
        assert_int_equal(pick_mesh_get_stats(mesh).dropped_triangles, 1);
        memcpy(positions, good, sizeof good);
    }
    pick_mesh_destroy(mesh);
}

static void a_mesh_of_nothing_may_become_one_of_something(void **state)
{
    (void)state;
    static float positions[FLOATS], good[FLOATS];
    fill_grid(good, 0.25f);
    for (uint32_t i = 0; i < FLOATS; i++)
        positions[i] = i % 2 == 0 ? NAN : 1;
    pick_mesh *mesh = make(positions, NULL);
    pick_aabb bounds = pick_mesh_bounds(mesh);
    assert_true(pick_aabb_is_empty(&bounds));
    assert_int_equal(pick_mesh_get_stats(mesh).dropped_triangles, TRIANGLES);
    assert_int_equal(agrees_with_brute_force(mesh, 5), 0);
    pick_scene *scene = NULL;
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = mesh;
    desc.transform.origin.x = 1000;
    pick_object_id id;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    desc.transform.origin.x = 2000;
    pick_object_id other;
    assert_int_equal(pick_scene_add(scene, &desc, &other), PICK_OK);
    const pick_ray ray = {{1005.25, 7.25, 100}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_false(pick_closest(scene, &ray, NULL, &hit));
    for (int round = 0; round < 2; round++) {
        assert_int_equal(pick_mesh_refit(mesh, good, 0), PICK_OK);
        pick_scene_mesh_changed(scene, mesh);
        assert_true(agrees_with_brute_force(mesh, 6) > 100);
        assert_true(pick_closest(scene, &ray, NULL, &hit));
        assert_true(pick_object_id_equal(hit.object, id) && hit.triangle == 7 * SIDE + 5);
        assert_int_equal(pick_scene_object_bounds(scene, id, &bounds), PICK_OK);
        assert_true(bounds.min.x == 1000 && bounds.max.x == 1000 + SIDE);
        assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
        pick_scene_mesh_changed(scene, mesh);
        assert_false(pick_closest(scene, &ray, NULL, &hit));
        assert_int_equal(pick_scene_object_bounds(scene, id, &bounds), PICK_OK);
        assert_true(pick_aabb_is_empty(&bounds));
    }
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

static void a_scene_follows_its_meshes(void **state)
{
    (void)state;
    static float positions[FLOATS];
    fill_grid(positions, 0.25f);
    pick_mesh *mesh = make(positions, NULL);
    pick_mesh *other = make(positions, NULL);
    pick_scene *scene = NULL;
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    test_random r = {9};
    for (int i = 0; i < 60; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = i % 3 == 0 ? other : mesh;
        desc.transform.origin = random_in_cube(&r, 100);
        desc.transform.linear[4] = i % 2 == 0 ? 1 : -1;
        desc.flags = i % 7 == 0 ? PICK_OBJECT_HIDDEN : 0;
        pick_object_id id;
        assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
        if (i % 10 == 9)
            assert_int_equal(pick_scene_remove(scene, id), PICK_OK);
    }
    size_t hits = 0;
    for (int round = 0; round < 4; round++) {
        for (uint32_t i = 0; i < FLOATS; i++) // it grows, and its middle moves
            positions[i] = positions[i] * 1.5f + 2;
        assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
        pick_scene_mesh_changed(scene, mesh);
        for (int i = 0; i < 200; i++) {
            const pick_ray ray = {random_in_cube(&r, 150), random_in_cube(&r, 1), -HUGE_VAL, HUGE_VAL};
            pick_hit fast = {0}, slow = {0};
            const bool hit = pick_closest_brute_force(scene, &ray, NULL, &slow);
            assert_int_equal(pick_closest(scene, &ray, NULL, &fast), hit);
            assert_true(fast.t == slow.t && fast.triangle == slow.triangle &&
                        pick_object_id_equal(fast.object, slow.object));
            hits += hit;
        }
    }
    assert_true(hits > 100);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
    pick_mesh_destroy(other);
}

static void refuses_bad_positions(void **state)
{
    (void)state;
    static float positions[FLOATS];
    fill_grid(positions, 0.25f);
    pick_mesh *mesh = make(positions, NULL);
    const uint64_t hash = pick_mesh_hash(mesh);
    assert_int_equal(pick_mesh_refit(mesh, NULL, 0), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_mesh_refit(mesh, positions, 11), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_mesh_set_normals(mesh, positions, 0), PICK_ERROR_INVALID_ARGUMENT); // it has none
    assert_true(pick_mesh_hash(mesh) == hash);
    pick_mesh_destroy(mesh);
    const pick_mesh_desc nothing = {0};
    assert_int_equal(pick_mesh_create(&nothing, NULL, &mesh), PICK_OK);
    assert_int_equal(pick_mesh_refit(mesh, NULL, 0), PICK_OK);
    assert_true(pick_mesh_quality(mesh) == 1);
    pick_mesh_destroy(mesh);
}

// --- Normals --------------------------------------------------------------------------------------------------------

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-6;
}

static void normals_are_interpolated(void **state)
{
    (void)state;
    const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    struct {
        float rest, normal[3];
    } normals[3] = {{9, {0, 0, 2}}, {9, {1, 0, 1}}, {9, {0, 0, 2}}};
    pick_mesh_desc desc = {.positions = positions, .vertex_count = 3, .normals = normals[0].normal, .normal_stride = 8};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_ERROR_INVALID_ARGUMENT);
    desc.normal_stride = sizeof normals[0];
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_ray ray = down(0.5, 0.25);
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
    assert_true(hit.has_smooth_normal);
    const double length = sqrt(0.5 * 0.5 + 1.5 * 1.5); // (0.5, 0, 1.5)
    assert_true(near((double)hit.smooth_normal[0], 0.5 / length) && near((double)hit.smooth_normal[2], 1.5 / length));

    // In the world: by the inverse transpose, also when it is mirrored. The geometric normal is not touched.
    pick_scene *scene = NULL;
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    object.mesh = mesh;
    object.transform = (pick_transform){{-2, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    pick_object_id id;
    assert_int_equal(pick_scene_add(scene, &object, &id), PICK_OK);
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_NONE;
    const pick_ray world = down(-1, 0.25);
    pick_hit seen;
    assert_true(pick_closest(scene, &world, &query, &seen));
    const double turned = sqrt(0.25 * 0.25 + 1.5 * 1.5);
    assert_true(near(seen.normal.z, 1) && near(seen.smooth_normal.x, -0.25 / turned) &&
                near(seen.smooth_normal.z, 1.5 / turned));

    // Where vertex normals cancel, are zero or not finite, the geometric normal takes their place.
    const float useless[3][9] = {{0, 0, 1, 0, 0, -1, 0, 0, 1}, {0}, {NAN, 0, 0, 1, 0, 0, 1, 0, 0}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pick_mesh_set_normals(mesh, useless[i], 0), PICK_OK);
        assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
        assert_false(hit.has_smooth_normal);
        assert_true(hit.smooth_normal[2] == 0);
        assert_true(pick_closest(scene, &world, &query, &seen));
        assert_true(seen.smooth_normal.x == seen.normal.x && seen.smooth_normal.z == seen.normal.z);
    }
    assert_int_equal(pick_mesh_set_normals(mesh, useless[0], 11), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_mesh_set_normals(mesh, NULL, 0), PICK_ERROR_INVALID_ARGUMENT);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

// With uvs, normals, indices, submeshes and polygons, and mapped: the copy is the same mesh, and stays when the other
// one is refitted, or gone.
static void a_copy_is_a_mesh_of_its_own(void **state)
{
    (void)state;
    static float positions[FLOATS], lifted[FLOATS], uvs[6 * TRIANGLES], normals[FLOATS];
    static uint32_t indices[3 * TRIANGLES];
    static uint8_t continues[TRIANGLES];
    fill_grid(positions, 0.25f);
    fill_grid(lifted, 2);
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        indices[i] = (i + 3) % (3 * TRIANGLES);
        uvs[2 * i] = (float)i;
        normals[3 * i + 2] = 1;
    }
    for (uint32_t i = 0; i < TRIANGLES; i++)
        continues[i] = i % 2;
    const pick_submesh submeshes[2] = {{0, 100, PICK_SUBMESH_DOUBLE_SIDED}, {100, TRIANGLES - 100, 0}};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 3 * TRIANGLES,
                                 .uvs = uvs,
                                 .normals = normals,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 3 * TRIANGLES,
                                 .submeshes = submeshes,
                                 .submesh_count = 2,
                                 .continues = continues};
    pick_mesh *mesh = NULL, *mapped = NULL, *copy = NULL, *of_mapped = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const size_t size = pick_mesh_write(mesh, NULL, 0);
    char *block = malloc(size + PICK_MESH_ALIGNMENT), *again = malloc(size);
    char *bytes = block + (-(uintptr_t)block & (PICK_MESH_ALIGNMENT - 1));
    assert_int_equal(pick_mesh_write(mesh, bytes, size), size);
    assert_int_equal(pick_mesh_map(bytes, size, NULL, &mapped), PICK_OK);
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory), useless = {0};
    assert_int_equal(pick_mesh_copy(mesh, &hook, &copy), PICK_OK);
    assert_int_equal(pick_mesh_copy(mapped, NULL, &of_mapped), PICK_OK);
    const uint64_t hash = pick_mesh_hash(mesh);
    assert_int_equal(pick_mesh_write(copy, again, size), size);
    assert_memory_equal(again, bytes, size);
    assert_int_equal(pick_mesh_write(of_mapped, again, size), size);
    assert_memory_equal(again, bytes, size);
    assert_int_equal(pick_mesh_get_stats(copy).total_bytes, pick_mesh_get_stats(mesh).total_bytes);
    assert_int_equal(pick_mesh_get_stats(of_mapped).total_bytes, pick_mesh_get_stats(mesh).total_bytes);
    assert_int_equal(pick_mesh_refit(mesh, lifted, 0), PICK_OK);
    assert_int_equal(pick_mesh_hash(copy), hash);
    assert_int_equal(pick_mesh_refit(of_mapped, lifted, 0), PICK_OK);
    assert_int_equal(pick_mesh_hash(of_mapped), pick_mesh_hash(mesh));
    pick_mesh_destroy(mapped);
    free(block);
    pick_mesh_destroy(mesh);
    assert_true(agrees_with_brute_force(copy, 21) > 100);
    assert_true(agrees_with_brute_force(of_mapped, 22) > 100);
    pick_mesh *none = copy;
    assert_int_equal(pick_mesh_copy(NULL, NULL, &none), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_mesh_copy(copy, NULL, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_mesh_copy(copy, &useless, &none), PICK_ERROR_INVALID_ARGUMENT);
    memory.fail_at = memory.calls + 1;
    assert_int_equal(pick_mesh_copy(copy, &hook, &none), PICK_ERROR_OUT_OF_MEMORY);
    assert_ptr_equal(none, copy);
    pick_mesh_destroy(copy);
    assert_int_equal(memory.held_blocks, 0);
    assert_int_equal(memory.held_bytes, 0);
    pick_mesh_destroy(of_mapped);
    free(again);
}

// A normal along each axis, none, and what cannot be read as strides or arrays.
static void normals_point_along_every_axis(void **state)
{
    (void)state;
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    float normals[12] = {0};
    const pick_mesh_desc desc = {.positions = corners, .vertex_count = 3, .normals = normals};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_ray ray = down(0.25, 0.25);
    pick_mesh_hit hit = {0};
    assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
    assert_false(hit.has_smooth_normal);
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < 3; i++) {
            memset(&normals[4 * i], 0, 3 * sizeof(float));
            normals[4 * i + axis] = -2;
        }
        assert_int_equal(pick_mesh_set_normals(mesh, normals, 4 * sizeof(float)), PICK_OK);
        assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
        assert_true(hit.has_smooth_normal);
        for (int k = 0; k < 3; k++)
            assert_true(hit.smooth_normal[k] == (k == axis ? -1 : 0));
    }
    assert_int_equal(pick_mesh_set_normals(mesh, normals, 4), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_mesh_set_normals(mesh, NULL, 0), PICK_ERROR_INVALID_ARGUMENT);
    pick_mesh_destroy(mesh);
    const pick_mesh_desc nothing = {.normals = normals};
    assert_int_equal(pick_mesh_create(&nothing, NULL, &mesh), PICK_OK);
    assert_int_equal(pick_mesh_set_normals(mesh, NULL, 0), PICK_OK); // none are needed
    assert_int_equal(pick_mesh_refit(mesh, NULL, 0), PICK_OK);
    pick_mesh_destroy(mesh);
}

// The farthest vertex of triangles that can be hit, by looking at all.
static double farthest_of_all(const pick_mesh *mesh, pick_vec3 to)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < pick_mesh_get_stats(mesh).triangle_count; i++) {
        float v[3][3];
        assert_true(pick_mesh_triangle(mesh, i, v));
        const float(*t)[3] = (const float(*)[3])v;
        double square = 0;
        for (int k = 0; k < 3; k++) {
            const double a = (double)t[1][(k + 1) % 3] - (double)t[0][(k + 1) % 3];
            const double b = (double)t[2][(k + 2) % 3] - (double)t[0][(k + 2) % 3];
            const double c = (double)t[1][(k + 2) % 3] - (double)t[0][(k + 2) % 3];
            const double d = (double)t[2][(k + 1) % 3] - (double)t[0][(k + 1) % 3];
            square += (a * b - c * d) * (a * b - c * d);
        }
        for (int k = 0; k < 3 && square > 0; k++)
            most = fmax(most, pick_vec3_dot(to, pick_vec3_make((double)t[k][0], (double)t[k][1], (double)t[k][2])));
    }
    return most;
}

static bool has_vertex(const float *positions, pick_vec3 at)
{
    for (size_t i = 0; i < FLOATS; i += 3) {
        if ((double)positions[i] == at.x && (double)positions[i + 1] == at.y && (double)positions[i + 2] == at.z)
            return true;
    }
    return false;
}

static void the_farthest_vertex_is_found(void **state)
{
    (void)state;
    float *positions = malloc(FLOATS * sizeof(float));
    assert_non_null(positions);
    test_random r = {31};
    for (int n = 0; n < 12; n++) {
        fill_grid(positions, n % 3 == 0 ? 0 : (float)n);
        pick_mesh *mesh = make(positions, NULL);
        for (size_t i = 0; i < FLOATS && n >= 6; i++) // anywhere, and far from the origin
            positions[i] = 100 * positions[i] + (float)random_between(&r, 9000, 9009);
        memcpy(positions + 27, positions + 18, 3 * sizeof(float)); // and a triangle that cannot be hit, and is far
        memcpy(positions + 30, positions + 18, 3 * sizeof(float));
        positions[33] = 1e6f;
        assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK);
        const pick_aabb box = pick_mesh_bounds(mesh);
        const pick_vec3 size = pick_vec3_sub(box.max, box.min);
        for (int i = 0; i < 300; i++) {
            const pick_vec3 way = i < 27 ? pick_vec3_make(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1) : random_direction(&r);
            const pick_vec3 to = pick_vec3_scale(way, exp(random_between(&r, -300, 300)));
            pick_vec3 found = {0, 0, 0};
            const double longest = fmax(size.x, fmax(size.y, size.z)), most = farthest_of_all(mesh, way);
            for (int k = 0; k < 3; k++) {
                const double slack = k == 0 ? 0 : k == 1 ? 0.05 * longest : HUGE_VAL;
                assert_true(pick_mesh_farthest(mesh, to, slack, &found));
                assert_true(has_vertex(positions, found));
                assert_true(pick_vec3_dot(way, found) >=
                            most - (slack + 0x1p-22 * longest) * fmax(1, pick_vec3_length(way)));
            }
        }
        pick_vec3 found = {7, 7, 7};
        assert_false(pick_mesh_farthest(mesh, pick_vec3_make(0, (double)NAN, 0), 0, &found));
        assert_false(pick_mesh_farthest(mesh, pick_vec3_make(HUGE_VAL, 0, 0), 0, &found));
        assert_false(pick_mesh_farthest(mesh, pick_vec3_make(1, 0, 0), -1, &found));
        assert_false(pick_mesh_farthest(mesh, pick_vec3_make(1, 0, 0), (double)NAN, &found));
        memset(positions, 0, FLOATS * sizeof(float));
        assert_int_equal(pick_mesh_refit(mesh, positions, 0), PICK_OK); // nothing is left of it
        assert_false(pick_mesh_farthest(mesh, pick_vec3_make(1, 0, 0), 0, &found));
        assert_false(pick_mesh_farthest(mesh, pick_vec3_make(1, 2, 3), 0, &found));
        assert_true(found.x == 7);
        pick_mesh_destroy(mesh);
    }
    fill_grid(positions, 3);
    for (uint32_t count = 0; count <= TRIANGLES; count = 2 * count + 1) { // nodes with few children, and with many
        const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * count};
        pick_mesh *mesh = NULL;
        assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
        for (int i = 0; i < 50; i++) {
            const pick_vec3 way = random_direction(&r);
            pick_vec3 found = {0, 0, 0};
            assert_int_equal(pick_mesh_farthest(mesh, way, 0, &found), count > 0);
            assert_true(count == 0 || pick_vec3_dot(way, found) >= farthest_of_all(mesh, way) - 1e-5);
        }
        pick_mesh_destroy(mesh);
    }
    free(positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(degenerate_triangles_may_lie_anywhere),
        cmocka_unit_test(a_copy_is_a_mesh_of_its_own),
        cmocka_unit_test(normals_point_along_every_axis),
        cmocka_unit_test(the_same_positions_change_nothing),
        cmocka_unit_test(clusters_that_change_places),
        cmocka_unit_test(deformed_meshes_are_exact),
        cmocka_unit_test(triangles_collapse_and_reappear),
        cmocka_unit_test(a_mesh_of_nothing_may_become_one_of_something),
        cmocka_unit_test(a_scene_follows_its_meshes),
        cmocka_unit_test(refuses_bad_positions),
        cmocka_unit_test(normals_are_interpolated),
        cmocka_unit_test(the_farthest_vertex_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
