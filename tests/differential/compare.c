#include "compare.h"

#include "mesh/mesh_internal.h"
#include "scene/scene_internal.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOST = 64 }; // hits compared one by one; their number always is

static void same_double(double a, double b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void same_mesh_hit(const pick_mesh_hit *a, const pick_mesh_hit *b)
{
    same_double(a->t, b->t);
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->submesh, b->submesh);
    same_double(a->barycentric[0], b->barycentric[0]);
    same_double(a->barycentric[1], b->barycentric[1]);
    assert_memory_equal(a->uv, b->uv, sizeof a->uv);
    assert_int_equal(a->backface, b->backface);
}

static void same_vec3(pick_vec3 a, pick_vec3 b)
{
    same_double(a.x, b.x);
    same_double(a.y, b.y);
    same_double(a.z, b.z);
}

static void same_hit(const pick_hit *a, const pick_hit *b)
{
    assert_true(pick_object_id_equal(a->object, b->object));
    assert_int_equal(a->user, b->user);
    same_double(a->t, b->t);
    same_vec3(a->point, b->point);
    same_vec3(a->normal, b->normal);
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->submesh, b->submesh);
    same_double(a->barycentric[0], b->barycentric[0]);
    same_double(a->barycentric[1], b->barycentric[1]);
    assert_memory_equal(a->uv, b->uv, sizeof a->uv);
    assert_int_equal(a->backface, b->backface);
    assert_int_equal(a->locked, b->locked);
    assert_int_equal(a->inside, b->inside);
    assert_int_equal(a->from_bounds, b->from_bounds);
    same_vec3(a->smooth_normal, b->smooth_normal);
    assert_int_equal(a->inner_user, b->inner_user);
    assert_int_equal(a->path_count, b->path_count);
    for (uint32_t i = 0; i < a->path_count; i++)
        assert_true(pick_object_id_equal(a->path[i], b->path[i]));
}

static void count_ray(tally *count, size_t hits)
{
    ++count->rays;
    ++*(hits > 0 ? &count->hits : &count->misses);
    count->multiple += hits > 1;
}

void compare_mesh(pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query, tally *count)
{
    pick_mesh_hit nearest;
    pick_mesh_hit all[MOST];
    const bool hit = pick_mesh_closest_brute_force(mesh, ray, query, &nearest);
    const size_t total = pick_mesh_all_brute_force(mesh, ray, query, all, MOST);
    assert_int_equal(hit, total > 0);
    if (hit)
        same_mesh_hit(&nearest, &all[0]);
    count_ray(count, total);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (!pick_simd_available(level))
            continue;
        pick_mesh_set_simd(mesh, level);
        pick_mesh_hit fast;
        pick_mesh_hit fast_all[MOST];
        assert_int_equal(pick_mesh_closest(mesh, ray, query, &fast), hit);
        if (hit)
            same_mesh_hit(&fast, &nearest);
        assert_int_equal(pick_mesh_all(mesh, ray, query, fast_all, MOST), total);
        for (size_t i = 0; i < total && i < MOST; i++)
            same_mesh_hit(&fast_all[i], &all[i]);
    }
}

void compare_scene(pick_scene *scene, pick_mesh *const *meshes, size_t mesh_count, const pick_ray *ray,
                   const pick_query *query, tally *count)
{
    pick_hit nearest;
    pick_hit all[MOST];
    const bool hit = pick_closest_brute_force(scene, ray, query, &nearest);
    const size_t total = pick_all_brute_force(scene, ray, query, all, MOST);
    assert_int_equal(hit, total > 0);
    if (hit)
        same_hit(&nearest, &all[0]);
    count_ray(count, total);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (!pick_simd_available(level))
            continue;
        pick_scene_set_simd(scene, level);
        for (size_t i = 0; i < mesh_count; i++)
            pick_mesh_set_simd(meshes[i], level);
        pick_hit fast;
        pick_hit fast_all[MOST];
        assert_int_equal(pick_closest(scene, ray, query, &fast), hit);
        if (hit)
            same_hit(&fast, &nearest);
        const size_t capacity = 1 + count->rays % MOST; // the nearest ones, whatever the room
        assert_int_equal(pick_all(scene, ray, query, fast_all, capacity), total);
        for (size_t i = 0; i < total && i < capacity; i++)
            same_hit(&fast_all[i], &all[i]);
    }
}
