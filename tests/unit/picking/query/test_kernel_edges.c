// Rays at the limits of floating point, and the basic operations of every traversal, at every SIMD width.
#include "picking/picking.h"

#include "math/closest_point.h"
#include "query/query_box_ray.h"
#include "query/query_sink.h"
#include "scene/scene_internal.h"
#include "simd/simd.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void widths_have_names_and_are_there_or_not(void **state)
{
    (void)state;
    static const char *const names[] = {"scalar", "sse2", "avx2", "avx512", "neon", "none"};
    size_t there = 0;
    for (int level = 0; level <= PICK_SIMD_COUNT; level++) {
        assert_string_equal(pick_simd_name((pick_simd)level), names[level]);
        there += pick_simd_available((pick_simd)level);
    }
    assert_true(there >= 1 && pick_simd_available(PICK_SIMD_SCALAR));
    assert_true(pick_simd_available(pick_simd_best()));
    assert_false(pick_simd_available(PICK_SIMD_COUNT));
    assert_false(pick_simd_available((pick_simd)(PICK_SIMD_COUNT + 1)));
    assert_string_equal(pick_simd_name((pick_simd)(PICK_SIMD_COUNT + 1)), "none");
    assert_false(pick_simd_available(PICK_SIMD_NEON) && pick_simd_available(PICK_SIMD_SSE2)); // of two processors
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(PICK_PORTABLE)
// What the processor says itself: its features, and whether the operating system saves the wide registers.
static pick_simd widest_of_processor(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & bit_OSXSAVE) == 0)
        return PICK_SIMD_SSE2;
    const bool fma_popcnt = (c & bit_FMA) != 0 && (c & bit_POPCNT) != 0 && (c & bit_AVX) != 0;
    unsigned saved, high;
    __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    const bool ymm = (saved & 0x06) == 0x06, zmm = (saved & 0xe6) == 0xe6;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !fma_popcnt || !ymm || (b & bit_AVX2) == 0 || (b & bit_BMI) == 0)
        return PICK_SIMD_SSE2;
    const unsigned wanted = bit_AVX512F | bit_AVX512VL | bit_AVX512DQ;
    return zmm && (b & wanted) == wanted ? PICK_SIMD_AVX512 : PICK_SIMD_AVX2;
}

static void the_widest_of_the_processor_is_used(void **state)
{
    (void)state;
    assert_true(pick_simd_runs_on(PICK_SIMD_AVX2, UINT32_MAX) && pick_simd_runs_on(PICK_SIMD_AVX512, UINT32_MAX));
    const pick_simd widest = widest_of_processor();
    assert_int_equal(pick_simd_best(), widest);
    for (pick_simd level = PICK_SIMD_SCALAR; level <= PICK_SIMD_AVX512; level++)
        assert_int_equal(pick_simd_available(level), level <= widest);
}
#endif

// Every width requires exactly the processor features that its code may use.
static void every_processor_gets_what_it_can_run(void **state)
{
    (void)state;
    enum { AVX2 = 0x0f, AVX512 = 0x7f, EVERYTHING = 0x7f };
    assert_int_equal(PICK_CPU_AVX2 | PICK_CPU_FMA | PICK_CPU_BMI | PICK_CPU_POPCNT, AVX2);
    assert_int_equal(AVX2 | PICK_CPU_AVX512F | PICK_CPU_AVX512VL | PICK_CPU_AVX512DQ, AVX512);
    const bool sse2 = pick_simd_available(PICK_SIMD_SSE2), neon = pick_simd_available(PICK_SIMD_NEON);
#if defined(__x86_64__) && !defined(PICK_PORTABLE)
    assert_true(sse2 && !neon);
#endif
    for (uint32_t cpu = 0; cpu <= EVERYTHING; cpu++) {
        const bool avx2 = sse2 && (cpu & AVX2) == AVX2, avx512 = sse2 && cpu == AVX512;
        assert_true(pick_simd_runs_on(PICK_SIMD_SCALAR, cpu));
        assert_int_equal(pick_simd_runs_on(PICK_SIMD_SSE2, cpu), sse2);
        assert_int_equal(pick_simd_runs_on(PICK_SIMD_AVX2, cpu), avx2);
        assert_int_equal(pick_simd_runs_on(PICK_SIMD_AVX512, cpu), avx512);
        assert_int_equal(pick_simd_runs_on(PICK_SIMD_NEON, cpu), neon);
        assert_false(pick_simd_runs_on(PICK_SIMD_COUNT, cpu));
        assert_int_equal(pick_simd_best_on(cpu), neon     ? PICK_SIMD_NEON
                                                 : avx512 ? PICK_SIMD_AVX512
                                                 : avx2   ? PICK_SIMD_AVX2
                                                 : sse2   ? PICK_SIMD_SSE2
                                                          : PICK_SIMD_SCALAR);
    }
}

static void directions_are_rescaled_when_they_can_be(void **state)
{
    (void)state;
    double factor, time;
    assert_true(box_ray_rescale(3e200, &factor, &time));
    assert_true(factor * 3e200 >= 0.5 && factor * 3e200 < 1 && factor * time == 1);
    assert_false(box_ray_rescale(0, &factor, &time));
    assert_false(box_ray_rescale(HUGE_VAL, &factor, &time));
    assert_false(box_ray_rescale((double)NAN, &factor, &time));
    assert_false(box_ray_rescale(5e-324, &factor, &time));  // its inverse would be infinite
    assert_false(box_ray_rescale(1.7e308, &factor, &time)); // 2^1024 is
}

static void a_ray_needs_a_direction_and_finite_numbers(void **state)
{
    (void)state;
    pick_local_ray local;
    const pick_vec3 zero = {0, 0, 0};
    assert_false(pick_local_ray_init(&local, zero, zero, 0));
    for (int k = 0; k < 3; k++) {
        double v[3] = {0, 0, 0};
        v[k] = 1;
        assert_true(pick_local_ray_init(&local, zero, pick_vec3_make(v[0], v[1], v[2]), 0));
        v[k] = HUGE_VAL;
        assert_false(pick_local_ray_init(&local, zero, pick_vec3_make(v[0], v[1], v[2]), 0));
        assert_false(pick_local_ray_init(&local, pick_vec3_make(v[0], v[1], v[2]), pick_vec3_make(1, 0, 0), 0));
    }
}

static void culling_knows_its_four_kinds(void **state)
{
    (void)state;
    assert_true(pick_sink_culls(PICK_CULL_MATERIAL, true, 0));
    assert_false(pick_sink_culls(PICK_CULL_MATERIAL, true, PICK_SUBMESH_DOUBLE_SIDED));
    assert_false(pick_sink_culls(PICK_CULL_MATERIAL, false, 0));
    assert_true(pick_sink_culls(PICK_CULL_BACK, true, PICK_SUBMESH_DOUBLE_SIDED));
    assert_true(pick_sink_culls(PICK_CULL_FRONT, false, 0));
    assert_false(pick_sink_culls(PICK_CULL_NONE, true, 0));
    assert_false(pick_sink_culls((pick_cull)99, true, 0)); // unknown: nothing is hidden from the person
}

// Three points in one place, or on one line, are what they are.
static void triangles_without_area_have_a_nearest_point(void **state)
{
    (void)state;
    double w[3];
    const pick_vec3 one = {1, 2, 3}, other = {3, 2, 3}, none = {0, 0, 0}, there = {2, 0, 0}, back = {-2, 0, 0};
    const pick_vec3 place[3] = {one, one, one}, line[3] = {one, other, other};
    const pick_vec3 no_edges[3] = {none, none, none}, line_edges[3] = {there, none, back};
    pick_vec3 nearest = pick_closest_on_triangle(place, no_edges, w);
    assert_true(nearest.x == 1 && nearest.y == 2 && nearest.z == 3);
    nearest = pick_closest_on_triangle(line, line_edges, w);
    assert_true(nearest.x == 1 && nearest.y == 2 && nearest.z == 3);
    assert_true(fabs(w[0] + w[1] + w[2] - 1) < 1e-15);
}

// --- Rays -----------------------------------------------------------------------------------------------------------

static pick_mesh *make_square(void)
{
    static const float positions[18] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0};
    const pick_submesh both_sides = {0, 2, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {
        .positions = positions, .vertex_count = 6, .submeshes = &both_sides, .submesh_count = 1};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

typedef struct edge_ray {
    const char *what;
    pick_ray ray;
    bool mesh, scene; // whether it hits the square, and the scene's square of `scale`
    float scale;
} edge_ray;

// All look along -z at the square around the origin, from 2 above it unless said otherwise.
static const edge_ray edge_rays[] = {
    {"usual", {{0.5, 0.25, 2}, {0, 0, -1}, 0, HUGE_VAL}, true, true, 1},
    {"so slow that boxes cannot tell", {{0.5, 0.25, 2}, {0, 0, -5e-324}, 0, HUGE_VAL}, false, false, 1},
    {"slow", {{0.5, 0.25, 2}, {0, 0, -1e-300}, 0, HUGE_VAL}, true, true, 1},
    {"so fast that boxes cannot tell", {{0.5, 0.25, 2}, {0, 0, -1.7e308}, 0, HUGE_VAL}, true, true, 1},
    {"fast", {{0.5, 0.25, 2}, {0, 0, -1e200}, 0, HUGE_VAL}, true, true, 1},
    {"without direction in a large object", {{0.5, 0.25, 2}, {0, 0, -5e-324}, 0, HUGE_VAL}, false, false, 1e3f},
    {"too slow for a large object", {{0.5, 0.25, 2}, {0, 0, -1e-290}, 0, HUGE_VAL}, true, false, 1e30f},
    {"out of range of a tiny object", {{1e300, 0, 2}, {0, 1e-9, -1}, 0, HUGE_VAL}, false, false, 1e-20f},
    {"too far to be brought near", {{0, 0, 1e300}, {0, 0, -1e10}, 0, HUGE_VAL}, true, true, 1},
    {"far", {{0.5, 0.25, 1e6}, {0, 0, -1}, 0, HUGE_VAL}, true, true, 1},
    {"far, and begins behind", {{0.5, 0.25, 1e6}, {0, 0, -1}, 2e6, HUGE_VAL}, false, false, 1},
    {"far, and ends before", {{0.5, 0.25, 1e6}, {0, 0, -1}, 0, 5e5}, false, false, 1},
    {"far, and passes by", {{50, 0.25, 1e6}, {0, 0, -1}, 0, HUGE_VAL}, false, false, 1},
    {"backwards", {{0.5, 0.25, -2}, {0, 0, -1}, -HUGE_VAL, HUGE_VAL}, true, true, 1},
};

static void the_ends_of_the_range_are_answered_alike(void **state)
{
    (void)state;
    pick_mesh *mesh = make_square();
    for (size_t i = 0; i < sizeof edge_rays / sizeof edge_rays[0]; i++) {
        const edge_ray *e = &edge_rays[i];
        for (int level = 0; level < PICK_SIMD_COUNT; level++) {
            if (!pick_simd_available((pick_simd)level))
                continue;
            pick_mesh_set_simd(mesh, (pick_simd)level);
            pick_stats stats = {0};
            const pick_mesh_query query = {.cull = PICK_CULL_NONE, .stats = &stats};
            pick_mesh_hit fast = {0}, slow = {0};
            const bool hit = pick_mesh_closest_brute_force(mesh, &e->ray, &query, &slow);
            stats = (pick_stats){0};
            const bool fast_hit = pick_mesh_closest(mesh, &e->ray, &query, &fast);
            if (hit != e->mesh || fast_hit != hit || fast.t != slow.t)
                fail_msg("%s, %s: mesh %d, brute force %d", e->what, pick_simd_name((pick_simd)level), fast_hit, hit);
            assert_int_equal(stats.objects, 1);
            for (int objects = 1; objects <= 2; objects++) {
                pick_scene *scene = NULL;
                assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
                pick_scene_set_simd(scene, (pick_simd)level);
                for (int k = 0; k < objects; k++) {
                    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
                    pick_object_id id;
                    desc.mesh = mesh;
                    desc.transform.linear[0] = desc.transform.linear[4] = desc.transform.linear[8] = e->scale;
                    desc.transform.origin.x = 10 * k;
                    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
                }
                pick_query scene_query = PICK_QUERY_DEFAULT;
                scene_query.stats = &stats;
                pick_hit quick = {0}, all = {0};
                const bool found = pick_closest_brute_force(scene, &e->ray, &scene_query, &all);
                stats = (pick_stats){0};
                const bool quick_found = pick_closest(scene, &e->ray, &scene_query, &quick);
                if (found != e->scene || quick_found != found || quick.t != all.t) {
                    fail_msg("%s, %s, %d objects: scene %d, brute force %d", e->what, pick_simd_name((pick_simd)level),
                             objects, quick_found, found);
                }
                assert_true(stats.objects <= (uint64_t)objects && (!found || stats.objects > 0));
                pick_scene_destroy(scene);
            }
        }
    }
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_have_names_and_are_there_or_not),
#if defined(__x86_64__) && defined(__GNUC__) && !defined(PICK_PORTABLE)
        cmocka_unit_test(the_widest_of_the_processor_is_used),
#endif
        cmocka_unit_test(every_processor_gets_what_it_can_run),
        cmocka_unit_test(directions_are_rescaled_when_they_can_be),
        cmocka_unit_test(a_ray_needs_a_direction_and_finite_numbers),
        cmocka_unit_test(culling_knows_its_four_kinds),
        cmocka_unit_test(triangles_without_area_have_a_nearest_point),
        cmocka_unit_test(the_ends_of_the_range_are_answered_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
