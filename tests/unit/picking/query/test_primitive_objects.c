// Primitives as objects: balls made of callbacks against the library's own spheres, in every question of a scene, and
// callbacks that answer with nonsense.
#include "picking/picking.h"

#include "effort.h"
#include "failing_allocator.h"
#include "near.h"
#include "random.h"
#include "squares.h"

#include <string.h>

static const pick_shape BALL = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
static const pick_aabb UNIT = {{-1, -1, -1}, {1, 1, 1}};
static const pick_ray AHEAD = {{0, 0, 10}, {0, 0, -2}, 0, HUGE_VAL}, OUT = {{0, 0, 0.5}, {0, 0, 1}, 0, HUGE_VAL};

typedef struct ball_calls {
    bool hollow;
    uint32_t rays, regions, nearest;
    pick_ray last;
    bool ends_early; // the last ray: what is as near as its hit was not asked for
} ball_calls;

static double root_of(const pick_ray *ray, double *middle)
{
    const double a = pick_vec3_dot(ray->direction, ray->direction), b = pick_vec3_dot(ray->origin, ray->direction);
    const pick_vec3 at = pick_vec3_add(ray->origin, pick_vec3_scale(ray->direction, -b / a));
    const double rest = 1 - pick_vec3_dot(at, at);
    *middle = -b / a;
    return rest < 0 ? -1 : sqrt(rest / a);
}

static void ball_ray(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    ball_calls *calls = user;
    double middle;
    const double half = root_of(ray, &middle);
    ++calls->rays;
    calls->last = *ray;
    if (half < 0)
        return;
    pick_primitive_hit hit = {
        .t = middle - half, .part = 7, .at = {0.25, 0.5}, .through = calls->hollow ? 0 : 2 * half};
    if (!calls->hollow && hit.t < ray->t_min && middle + half >= ray->t_min) {
        hit.inside = true;
        hit.through = middle + half - ray->t_min;
        hit.t = ray->t_min;
    }
    hit.normal = pick_ray_at(ray, hit.t);
    const double left = pick_ray_report(probe, &hit);
    calls->ends_early = left < hit.t && hit.t <= ray->t_max;
    hit = (pick_primitive_hit){.t = middle + half, .part = 7, .backface = true};
    hit.normal = pick_ray_at(ray, hit.t);
    if (calls->hollow && hit.t <= left)
        (void)pick_ray_report(probe, &hit);
}

static bool ball_region(void *user, pick_region_probe *probe, bool contain)
{
    ++((ball_calls *)user)->regions;
    return contain ? pick_region_probe_contains(probe, &BALL) : pick_region_probe_touches(probe, &BALL);
}

static void ball_nearest(void *user, pick_nearest_probe *probe)
{
    ++((ball_calls *)user)->nearest;
    if (pick_nearest_reaches(probe, &UNIT))
        pick_nearest_report(probe, &BALL, 7);
}

static pick_volume *make(const pick_primitive_desc *desc)
{
    pick_volume *volume = NULL;
    assert_int_equal(pick_primitive_create(desc, NULL, &volume), PICK_OK);
    return volume;
}

static pick_primitive_desc ball_desc(ball_calls *calls)
{
    return (pick_primitive_desc){.bounds = UNIT,
                                 .ray = ball_ray,
                                 .region = ball_region,
                                 .nearest = ball_nearest,
                                 .user = calls,
                                 .flags = calls->hollow ? PICK_VOLUME_SURFACE : PICK_SUBMESH_KIND(2)};
}

static pick_object_id put(pick_scene *scene, const pick_volume *volume, pick_vec3 at)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.volume = volume;
    desc.transform.origin = at;
    desc.user = 77;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    return id;
}

static const pick_vec3 ORIGIN = {0, 0, 0};

// A segment that grazes a solid at its end may be as deep in it as it may end beside it: here 3.3e-6.
static void a_solid_is_grazed(void **state)
{
    (void)state;
    squares s = squares_make();
    ball_calls calls = {.hollow = false};
    const pick_primitive_desc desc = ball_desc(&calls);
    pick_volume *ball = make(&desc);
    (void)put(s.scene, ball, ORIGIN);
    assert_true(pick_visible(s.scene, pick_vec3_make(-9, 1 - 1e-6, 0), pick_vec3_make(0, 1 - 1e-6, 0), NULL));
    assert_false(pick_visible(s.scene, pick_vec3_make(-9, 1 - 1e-5, 0), pick_vec3_make(0, 1 - 1e-5, 0), NULL));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(ball);
    squares_free(&s);
}

static void a_solid_is_hit(void **state)
{
    (void)state;
    squares s = squares_make();
    ball_calls calls = {.hollow = false};
    const pick_primitive_desc desc = ball_desc(&calls);
    pick_volume *ball = make(&desc);
    const pick_object_id id = put(s.scene, ball, ORIGIN);
    pick_hit hit, all[4];
    pick_stats stats = {0};
    pick_query query = {.stats = &stats};
    assert_int_equal(pick_primitive_missing(ball), 0);
    assert_true(pick_closest(s.scene, &AHEAD, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, id) && hit.user == 77 && hit.triangle == 7 && hit.submesh == 0);
    assert_true(!hit.backface && !hit.inside && !hit.has_uv && !hit.from_bounds && stats.triangles == 1);
    assert_true(hit.barycentric[0] == 0.25 && hit.barycentric[1] == 0.5);
    assert_near(hit.t, 4.5, 1e-14);
    assert_vec3_near(hit.point, pick_vec3_make(0, 0, 1), 1e-14);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 1e-14);
    assert_vec3_near(hit.smooth_normal, hit.normal, 0);
    assert_true(calls.last.direction.z == -2); // not normalised
    const double margin = pick_ray_at(&calls.last, calls.last.t_min).z - 1;
    assert_true(margin > 0 && margin < 1e-5);
    assert_near(pick_ray_at(&calls.last, calls.last.t_max).z, -1 - margin, 1e-14);
    assert_int_equal(pick_all(s.scene, &AHEAD, NULL, all, 4), 1);
    assert_vec3_near(all[0].normal, hit.normal, 0);
    assert_int_equal(pick_all_objects(s.scene, &AHEAD, NULL, all, 4), 1);
    assert_vec3_near(all[0].normal, hit.normal, 0);
    assert_true(pick_closest(s.scene, &OUT, NULL, &hit) && hit.inside && hit.t == 0);
    assert_vec3_near(hit.normal, ORIGIN, 0);
    query.cull = PICK_CULL_FRONT; // it has nothing else
    assert_false(pick_closest(s.scene, &AHEAD, &query, &hit));
    query = (pick_query){.hidden_kinds = PICK_SUBMESH_KIND(2)};
    assert_false(pick_any(s.scene, &AHEAD, &query));
    const pick_ray before = {{0, 0, 10}, {0, 0, -1}, 0, 8.5}, behind = {{0, 0, 10}, {0, 0, -1}, 11.5, 20};
    const pick_ray beside = {{0.99, 0.99, 10}, {0, 0, -1}, 0, HUGE_VAL}, far = {{1.1, 0, 10}, {0, 0, -1}, 0, HUGE_VAL};
    assert_false(pick_any(s.scene, &before, NULL) || pick_any(s.scene, &behind, NULL));
    const uint32_t before_far = calls.rays;
    assert_false(pick_any(s.scene, &far, NULL));
    assert_int_equal(calls.rays, before_far); // outside the bounds nobody asks
    assert_false(pick_any(s.scene, &beside, NULL));
    assert_int_equal(calls.rays, before_far + 1);
    pick_volume_destroy(ball);
    squares_free(&s);
}

static void a_surface_has_two_sides(void **state)
{
    (void)state;
    squares s = squares_make();
    ball_calls calls = {.hollow = true};
    const pick_primitive_desc desc = ball_desc(&calls);
    pick_volume *ball = make(&desc);
    (void)put(s.scene, ball, ORIGIN);
    pick_hit all[4];
    assert_int_equal(pick_all(s.scene, &AHEAD, NULL, all, 4), 2);
    assert_near(all[0].t, 4.5, 1e-14);
    assert_near(all[1].t, 5.5, 1e-14);
    assert_true(!all[0].backface && all[1].backface);
    assert_vec3_near(all[1].normal, pick_vec3_make(0, 0, -1), 1e-14);
    assert_true(pick_any(s.scene, &OUT, NULL));
    assert_true(pick_closest(s.scene, &OUT, NULL, &all[0]) && all[0].backface && all[0].t == 0.5);
    const pick_query back = {.cull = PICK_CULL_BACK};
    assert_false(pick_any(s.scene, &OUT, &back));
    pick_volume_destroy(ball);
    squares_free(&s);
}

static bool reject_first(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->backface && candidate->triangle == 7;
}

static void a_filter_lets_the_ray_through(void **state)
{
    (void)state;
    squares s = squares_make();
    ball_calls calls = {.hollow = true};
    const pick_primitive_desc desc = ball_desc(&calls);
    pick_volume *ball = make(&desc);
    (void)put(s.scene, ball, ORIGIN);
    const pick_query query = {.filter = reject_first, .filter_all = true};
    pick_hit hit;
    assert_true(pick_closest(s.scene, &AHEAD, &query, &hit) && hit.backface);
    assert_near(hit.t, 5.5, 1e-14);
    pick_region *region;
    pick_object_id found[2];
    const pick_region_query wanted = {.filter = reject_first};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){40, 40}, (pick_vec2){60, 60}), PICK_OK);
    assert_int_equal(pick_region_objects(s.scene, region, &wanted, found, 2), 0);
    assert_int_equal(pick_region_objects(s.scene, region, NULL, found, 2), 1);
    pick_region_destroy(region);
    pick_volume_destroy(ball);
    squares_free(&s);
}

static void one_point_sees_another(void **state)
{
    (void)state;
    for (int hollow = 0; hollow < 2; hollow++) {
        squares s = squares_make();
        ball_calls calls = {.hollow = hollow != 0};
        const pick_primitive_desc desc = ball_desc(&calls);
        pick_volume *ball = make(&desc);
        (void)put(s.scene, ball, ORIGIN);
        const pick_vec3 top = {0, 0, 1}, up = {0, 0, 5}, down = {0, 0, -5};
        assert_true(pick_visible(s.scene, top, up, NULL) && pick_visible(s.scene, up, top, NULL));
        assert_false(pick_visible(s.scene, up, down, NULL));
        assert_false(pick_visible(s.scene, top, down, NULL) || pick_visible(s.scene, down, top, NULL));
        assert_int_equal(pick_visible(s.scene, top, ORIGIN, NULL), hollow != 0); // a solid is in the way
        pick_volume_destroy(ball);
        squares_free(&s);
    }
}

// --- Against spheres of the library ---------------------------------------------------------------------------------

// Two scenes that differ in how their balls are made.
typedef struct twins {
    test_random random;
    ball_calls calls;
    pick_volume *ball[2];
    pick_scene *scene[2];
} twins;

static twins twins_make(uint64_t seed, bool hollow)
{
    twins w = {.random = {seed}, .calls = {.hollow = hollow}};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&BALL, hollow ? PICK_VOLUME_SURFACE : 0}, NULL, &w.ball[0]),
                     PICK_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pick_scene_create(NULL, &w.scene[i]), PICK_OK);
    for (int i = 0; i < 40; i++) {
        pick_object_id id;
        do {
            for (int k = 0; k < 9; k++)
                desc.transform.linear[k] = (float)random_between(&w.random, -1, 1);
        } while (fabs(pick_transform_determinant(&desc.transform)) < 0.2);
        desc.transform.origin = random_in_cube(&w.random, 4);
        desc.volume = w.ball[0];
        assert_int_equal(pick_scene_add(w.scene[0], &desc, &id), PICK_OK);
    }
    return w;
}

// The second scene is made where the first one stays: the volume points at the calls.
static void twins_double(twins *w)
{
    pick_primitive_desc custom = ball_desc(&w->calls);
    custom.flags = w->calls.hollow ? PICK_VOLUME_SURFACE : 0;
    w->ball[1] = make(&custom);
    pick_object_id ids[40];
    assert_int_equal(pick_scene_objects(w->scene[0], ids, 40), 40);
    for (int i = 0; i < 40; i++) {
        pick_object_desc desc;
        assert_int_equal(pick_scene_get(w->scene[0], ids[i], &desc), PICK_OK);
        desc.volume = w->ball[1];
        assert_int_equal(pick_scene_add(w->scene[1], &desc, &ids[i]), PICK_OK);
    }
}

static void twins_free(twins *w)
{
    for (int i = 0; i < 2; i++) {
        pick_scene_destroy(w->scene[i]);
        pick_volume_destroy(w->ball[i]);
    }
}

static void rays_agree_with_spheres(void **state)
{
    (void)state;
    uint32_t hits = 0, odd = 0;
    for (uint32_t seed = 0; seed < 4; seed++) {
        twins w = twins_make(seed + 1, seed % 2 == 1);
        twins_double(&w);
        for (uint32_t i = 0; i < test_effort(500, 20000); i++) {
            const pick_ray ray = {random_in_cube(&w.random, i % 3 == 0 ? 2 : 9), random_in_cube(&w.random, 1),
                                  random_between(&w.random, 0, 1), random_between(&w.random, 1, 40)};
            pick_hit all[2][64], twin[64];
            const size_t count[2] = {pick_all(w.scene[0], &ray, NULL, all[0], 64),
                                     pick_all(w.scene[1], &ray, NULL, all[1], 64)};
            assert_int_equal(pick_all_brute_force(w.scene[1], &ray, NULL, twin, 64), count[1]);
            for (size_t k = 0; k < count[1]; k++)
                assert_true(twin[k].t == all[1][k].t && twin[k].object.index1 == all[1][k].object.index1 &&
                            memcmp(&twin[k].normal, &all[1][k].normal, sizeof twin[k].normal) == 0);
            if (count[0] != count[1]) { // one of them grazes
                ++odd;
                continue;
            }
            hits += (uint32_t)count[0];
            for (size_t k = 0; k < count[0]; k++) {
                const pick_hit *a = &all[0][k], *b = &all[1][k];
                assert_true(a->object.index1 == b->object.index1 && a->backface == b->backface &&
                            a->inside == b->inside);
                assert_near(a->t, b->t, 1e-7);
                assert_vec3_near(a->normal, b->normal, 1e-5);
            }
            pick_hit first;
            assert_int_equal(pick_closest(w.scene[1], &ray, NULL, &first), count[1] > 0);
            assert_int_equal(pick_any(w.scene[1], &ray, NULL), count[1] > 0);
            assert_true(count[1] == 0 || (first.t == all[1][0].t && first.normal.x == all[1][0].normal.x));
            const pick_vec3 end = random_in_cube(&w.random, 5);
            assert_int_equal(pick_visible(w.scene[0], ray.origin, end, NULL),
                             pick_visible(w.scene[1], ray.origin, end, NULL));
        }
        twins_free(&w);
    }
    assert_true(hits > 1000 && odd * 500 < hits);
}

// Rounding in the callback's own t, which differs from the query's, decides nothing.
static void of_several_at_one_place_the_first_is_hit(void **state)
{
    (void)state;
    test_random random = {77};
    ball_calls calls = {.hollow = false};
    const pick_primitive_desc desc = ball_desc(&calls);
    pick_volume *ball = make(&desc);
    uint32_t hits = 0;
    for (uint32_t i = 0; i < 20; i++) {
        squares s = squares_make();
        const pick_vec3 at = random_in_cube(&random, 9);
        const pick_object_id first = put(s.scene, ball, at);
        for (uint32_t k = 0; k < 11; k++)
            put(s.scene, ball, at);
        for (uint32_t k = 0; k < test_effort(100, 5000); k++) {
            const pick_vec3 target = pick_vec3_add(at, random_in_cube(&random, 1));
            const pick_vec3 direction = random_direction(&random);
            const pick_ray ray = {pick_vec3_sub(target, pick_vec3_scale(direction, random_between(&random, 2, 90))),
                                  direction, 0, HUGE_VAL};
            pick_hit hit;
            if (!pick_closest(s.scene, &ray, NULL, &hit))
                continue;
            assert_true(pick_object_id_equal(hit.object, first) && !calls.ends_early);
            // What begins there at the latest is met, also where the query ends there.
            const pick_ray ends = {ray.origin, ray.direction, 0, hit.t};
            assert_true(pick_any(s.scene, &ends, NULL));
            const pick_ray before = {ray.origin, ray.direction, 0, nextafter(hit.t, -HUGE_VAL)};
            assert_false(pick_any(s.scene, &before, NULL));
            ++hits;
        }
        squares_free(&s);
    }
    assert_true(hits > 500);
    pick_volume_destroy(ball);
}

// Reports of one t, in the order that query.h states.
static const pick_primitive_hit AT_ONE_T[] = {
    {.part = 3, .at = {0.1, 0.1}},   {.part = 3, .at = {0.1, 0.2}}, {.part = 3, .at = {0.2, 0}},
    {.part = 3, .inside = true},     {.part = 3, .backface = true}, {.part = 3, .backface = true, .at = {1, 0}},
    {.part = 4, .at = {-0.5, -0.5}},
};

enum { AT_ONE_T_COUNT = sizeof AT_ONE_T / sizeof *AT_ONE_T };

static void report_in_order(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    const uint32_t *order = user;
    for (uint32_t i = 0; i < AT_ONE_T_COUNT; i++) {
        pick_primitive_hit hit = AT_ONE_T[order[i]];
        hit.t = -ray->origin.z / ray->direction.z;
        (void)pick_ray_report(probe, &hit);
    }
}

static bool is_report(const pick_hit *hit, uint32_t number)
{
    const pick_primitive_hit *report = &AT_ONE_T[number];
    return hit->t == 3 && hit->triangle == report->part && hit->backface == report->backface &&
           hit->inside == report->inside && hit->barycentric[0] == report->at[0] &&
           hit->barycentric[1] == report->at[1];
}

static void the_order_of_reports_does_not_matter(void **state)
{
    (void)state;
    squares s = squares_make();
    uint32_t order[AT_ONE_T_COUNT];
    const pick_primitive_desc desc = {
        .bounds = UNIT, .ray = report_in_order, .user = order, .flags = PICK_VOLUME_SURFACE};
    pick_volume *volume = make(&desc);
    (void)put(s.scene, volume, ORIGIN);
    const pick_ray ray = {{0, 0, 3}, {0, 0, -1}, 0, HUGE_VAL};
    for (uint32_t permutation = 0; permutation < 5040; permutation++) { // 7!
        uint32_t rest = permutation;
        for (uint32_t i = 0; i < AT_ONE_T_COUNT; i++) { // the Fisher and Yates shuffle, with digits for random numbers
            const uint32_t j = rest % (i + 1);
            rest /= i + 1;
            order[i] = order[j];
            order[j] = i;
        }
        pick_hit hit, all[AT_ONE_T_COUNT];
        assert_true(pick_closest(s.scene, &ray, NULL, &hit) && is_report(&hit, 0));
        assert_true(pick_closest_brute_force(s.scene, &ray, NULL, &hit) && is_report(&hit, 0));
        assert_int_equal(pick_all_objects(s.scene, &ray, NULL, all, 1), 1);
        assert_true(is_report(&all[0], 0));
        assert_int_equal(pick_all(s.scene, &ray, NULL, all, AT_ONE_T_COUNT), AT_ONE_T_COUNT);
        for (uint32_t i = 0; i < AT_ONE_T_COUNT; i++)
            assert_true(is_report(&all[i], i));
    }
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(volume);
    squares_free(&s);
}

static void same_nearest(const pick_nearest *a, const pick_nearest *b, bool found, bool other)
{
    assert_int_equal(found, other);
    if (found)
        assert_true(a->object.index1 == b->object.index1 && a->distance == b->distance && a->depth == b->depth &&
                    a->normal.x == b->normal.x && a->point.y == b->point.y && !b->from_bounds && b->triangle == 7);
}

static void regions_and_searches_agree_with_spheres(void **state)
{
    (void)state;
    uint32_t found = 0, near = 0;
    squares s = squares_make();
    pick_region *region;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (uint32_t seed = 0; seed < 2; seed++) {
        twins w = twins_make(seed + 10, seed % 2 == 1);
        twins_double(&w);
        for (uint32_t i = 0; i < test_effort(60, 2000); i++) {
            const pick_vec2 at = {random_between(&w.random, 0, 100), random_between(&w.random, 0, 100)};
            const pick_vec2 to = {random_between(&w.random, 0, 100), random_between(&w.random, 0, 100)};
            pick_object_id ids[3][40];
            if (i % 2 == 0)
                assert_int_equal(pick_region_rect(region, &s.view, at, to), PICK_OK);
            else
                assert_int_equal(pick_region_circle(region, &s.view, at, 20), PICK_OK);
            const pick_region_query query = {.mode = i % 3 == 0 ? PICK_REGION_CONTAIN : PICK_REGION_TOUCH};
            const size_t count = pick_region_objects(w.scene[0], region, &query, ids[0], 40);
            assert_int_equal(pick_region_objects(w.scene[1], region, &query, ids[1], 40), count);
            assert_int_equal(pick_region_objects_brute_force(w.scene[1], region, &query, ids[2], 40), count);
            assert_memory_equal(ids[0], ids[1], count * sizeof(pick_object_id));
            assert_memory_equal(ids[0], ids[2], count * sizeof(pick_object_id));
            found += (uint32_t)count;
            pick_nearest a, b;
            const pick_nearest_query wanted = {.radius = random_between(&w.random, 0, 20), .visible = i % 2 == 0};
            bool first = pick_nearest_in_window(w.scene[0], &s.view, at, &wanted, NULL, &a);
            same_nearest(&a, &b, first, pick_nearest_in_window(w.scene[1], &s.view, at, &wanted, NULL, &b));
            same_nearest(&a, &b, first, pick_nearest_in_window_brute_force(w.scene[1], &s.view, at, &wanted, NULL, &b));
            near += first;
            const pick_vec3 from = random_in_cube(&w.random, 8);
            first = pick_nearest_in_world(w.scene[0], from, &wanted, NULL, &a);
            same_nearest(&a, &b, first, pick_nearest_in_world(w.scene[1], from, &wanted, NULL, &b));
            same_nearest(&a, &b, first, pick_nearest_in_world_brute_force(w.scene[1], from, &wanted, NULL, &b));
            near += first;
        }
        assert_true(w.calls.regions > 0 && w.calls.nearest > 0);
        twins_free(&w);
    }
    assert_true(found > 100 && near > 50);
    pick_region_destroy(region);
    squares_free(&s);
}

static bool takes(void *user, const pick_hit *candidate)
{
    assert_int_equal(candidate->triangle, 0);
    return *(const bool *)user;
}

// A filter is called for a primitive as a whole, and what is done is counted.
static void regions_are_filtered_and_counted(void **state)
{
    (void)state;
    squares s = squares_make();
    ball_calls calls = {.hollow = false};
    const pick_primitive_desc desc = ball_desc(&calls);
    pick_volume *ball = make(&desc);
    const pick_object_id id = put(s.scene, ball, ORIGIN);
    pick_region *region;
    pick_object_id found;
    pick_stats stats = {0};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){53, 48}, (pick_vec2){90, 52}), PICK_OK);
    for (int i = 0; i < 2; i++) {
        bool wanted = i == 0;
        const pick_region_query query = {.filter = takes, .filter_user = &wanted, .stats = &stats};
        assert_int_equal(pick_region_objects(s.scene, region, &query, &found, 1), wanted);
        assert_true(!wanted || pick_object_id_equal(found, id));
        assert_int_equal(stats.triangles, i + 1);
        assert_int_equal(calls.regions, 1);
    }
    pick_region_destroy(region);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(ball);
    squares_free(&s);
}

// Of a box that crosses the near plane nobody knows where in the window it ends.
static void around_the_eye_all_is_in_reach(void **state)
{
    (void)state;
    squares s = squares_make();
    ball_calls calls = {.hollow = true};
    const pick_primitive_desc desc = ball_desc(&calls);
    pick_volume *ball = make(&desc);
    const pick_object_id id = put(s.scene, ball, pick_vec3_make(0, 0, 9.5));
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 1};
    pick_nearest nearest;
    assert_true(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){50, 50}, &wanted, NULL, &nearest));
    assert_true(pick_object_id_equal(nearest.object, id) && nearest.distance == 0 && nearest.backface);
    assert_near(nearest.depth, 1.5, 1e-14);
    pick_volume_destroy(ball);
    squares_free(&s);
}

// --- Missing callbacks ----------------------------------------------------------------------------------------------

static void bounds_answer_for_what_is_missing(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_primitive_desc desc = {.bounds = UNIT};
    pick_volume *box = make(&desc);
    (void)put(s.scene, box, ORIGIN);
    pick_hit hit;
    pick_nearest nearest;
    pick_object_id found[2];
    pick_region *region;
    const pick_nearest_query wanted = PICK_NEAREST_QUERY_DEFAULT;
    assert_int_equal(pick_primitive_missing(box), PICK_PRIMITIVE_RAY | PICK_PRIMITIVE_REGION | PICK_PRIMITIVE_NEAREST);
    assert_true(pick_closest(s.scene, &AHEAD, NULL, &hit) && hit.t == 4.5 && hit.from_bounds); // not the wider box
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 0);
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(0.5, 0.5, 3), &wanted, NULL, &nearest));
    assert_true(nearest.distance == 2 && nearest.from_bounds);
    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit under;
    cursor.tolerance = 6;
    assert_true(pick_cursor(s.scene, &s.view, (pick_vec2){50, 50}, &cursor, &under) && under.hit.from_bounds);
    assert_true(pick_cursor(s.scene, &s.view, (pick_vec2){58, 50}, &cursor, &under) && under.hit.from_bounds);
    assert_true(under.distance > 0);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){0, 0}, (pick_vec2){45, 45}), PICK_OK);
    assert_int_equal(pick_region_objects(s.scene, region, NULL, found, 2), 1); // a ball's corner would be outside
    pick_region_destroy(region);
    pick_volume_destroy(box);
    squares_free(&s);
}

static void bounds_may_change(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_primitive_desc desc = {.bounds = UNIT};
    pick_volume *box = make(&desc), *ball = NULL;
    const pick_object_id id = put(s.scene, box, ORIGIN);
    const pick_aabb moved = {{9, -1, -1}, {11, 1, 1}}, bad = {{0, 0, 0}, {(double)NAN, 1, 1}},
                    point = {{1, 1, 1}, {1, 1, 1}};
    const pick_ray there = {{10, 0, 10}, {0, 0, -1}, 0, HUGE_VAL};
    assert_int_equal(pick_primitive_set_bounds(box, &bad), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_primitive_set_bounds(box, &point), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_primitive_set_bounds(box, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_primitive_set_bounds(NULL, &moved), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&BALL, 0}, NULL, &ball), PICK_OK);
    assert_int_equal(pick_primitive_set_bounds(ball, &moved), PICK_ERROR_INVALID_ARGUMENT);
    assert_true(pick_primitive_missing(ball) == 0 && pick_primitive_missing(NULL) == 0);
    assert_true(pick_any(s.scene, &AHEAD, NULL));
    assert_int_equal(pick_primitive_set_bounds(box, &moved), PICK_OK);
    pick_scene_volume_changed(s.scene, box);
    pick_scene_volume_changed(s.scene, NULL);
    pick_scene_volume_changed(NULL, box);
    assert_true(!pick_any(s.scene, &AHEAD, NULL) && pick_any(s.scene, &there, NULL));
    pick_aabb now;
    assert_int_equal(pick_scene_object_bounds(s.scene, id, &now), PICK_OK);
    assert_true(now.min.x > 8.999 && now.max.x < 11.001);
    assert_true(pick_volume_bounds(box).min.x == 9);
    pick_volume_destroy(box);
    pick_volume_destroy(ball);
    squares_free(&s);
}

// --- Nonsense -------------------------------------------------------------------------------------------------------

typedef struct nonsense {
    pick_primitive_hit hit;
    double left; // what was still asked for
} nonsense;

static void nonsense_ray(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    nonsense *n = user;
    const double moved = (ray->origin.z - AHEAD.origin.z) / ray->direction.z; // `hit.t` is along AHEAD
    pick_primitive_hit hit = n->hit;
    hit.t -= moved;
    assert_true(pick_ray_report(NULL, &hit) == -HUGE_VAL);
    (void)pick_ray_report(probe, NULL);
    n->left = pick_ray_report(probe, &hit) + moved;
}

static bool nonsense_region(void *user, pick_region_probe *probe, bool contain)
{
    (void)user;
    const pick_shape bad = {.type = PICK_SHAPE_PLANE},
                     nan = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{(double)NAN, 0, 0}, 1}};
    assert_false(pick_region_probe_touches(NULL, &BALL) || pick_region_probe_contains(NULL, &BALL));
    assert_false(pick_region_probe_touches(probe, NULL) || pick_region_probe_contains(probe, NULL));
    assert_false(pick_region_probe_touches(probe, &bad) || pick_region_probe_contains(probe, &bad));
    assert_false(pick_region_probe_touches(probe, &nan) || pick_region_probe_contains(probe, &nan));
    (void)contain;
    return true; // wherever the region is
}

static void nonsense_nearest(void *user, pick_nearest_probe *probe)
{
    const pick_shape bad = {.type = PICK_SHAPE_MESH};
    (void)user;
    assert_false(pick_nearest_reaches(NULL, &UNIT) || pick_nearest_reaches(probe, NULL));
    pick_nearest_report(NULL, &BALL, 0);
    pick_nearest_report(probe, NULL, 0);
    pick_nearest_report(probe, &bad, 0);
    for (int axis = 0; axis < 6; axis++) { // it leaves the bounds on each side
        const double by = axis % 2 == 0 ? 2 : -2;
        const pick_shape far = {
            .type = PICK_SHAPE_SPHERE,
            .as.sphere = {{axis / 2 == 0 ? by : 0, axis / 2 == 1 ? by : 0, axis / 2 == 2 ? by : 0}, 0.5}};
        pick_nearest_report(probe, &far, 0);
    }
}

static void nonsense_is_ignored(void **state)
{
    (void)state;
    squares s = squares_make();
    nonsense n = {.left = 0};
    const pick_primitive_desc desc = {
        .bounds = UNIT, .ray = nonsense_ray, .region = nonsense_region, .nearest = nonsense_nearest, .user = &n};
    pick_volume *volume = make(&desc);
    (void)put(s.scene, volume, ORIGIN);
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 0, 4.4, 5.6, 1e300};
    pick_hit hit;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        n.hit = (pick_primitive_hit){.t = bad[i]};
        assert_false(pick_closest(s.scene, &AHEAD, NULL, &hit));
        assert_false(pick_closest_brute_force(s.scene, &AHEAD, NULL, &hit));
        assert_true(n.left > 5.4 && n.left < 5.6);
    }
    n.hit = (pick_primitive_hit){.t = 5,
                                 .normal = {(double)NAN, 0, 1},
                                 .at = {(double)NAN, HUGE_VAL},
                                 .part = UINT32_MAX,
                                 .through = (double)NAN};
    assert_true(pick_closest(s.scene, &AHEAD, NULL, &hit) && hit.t == 5 && hit.triangle == UINT32_MAX);
    assert_vec3_near(hit.normal, ORIGIN, 0);
    assert_true(n.left >= 5 && n.left <= 5 + 0x1p-49); // what is as near after rounding is asked for too
    n.hit = (pick_primitive_hit){.t = 5, .normal = {1e308, 1e308, 1e308}, .through = -4};
    assert_true(pick_closest(s.scene, &AHEAD, NULL, &hit));
    assert_near(pick_vec3_length(hit.normal), 1, 1e-14);
    assert_false(pick_visible(s.scene, pick_vec3_make(0, 0, 9), pick_vec3_make(0, 0, 9.5), NULL) == false);
    assert_true(pick_any(s.scene, &AHEAD, NULL) && n.left == -HUGE_VAL); // nothing more is asked for
    n.hit.through = HUGE_VAL;
    assert_true(pick_any(s.scene, &AHEAD, NULL));
    pick_region *region;
    pick_object_id found[2];
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int i = 0; i < 2; i++) { // it says yes everywhere, but lies in one of them
        const pick_vec2 from = {i == 0 ? 40 : 0, 40}, to = {i == 0 ? 60 : 20, 60};
        assert_int_equal(pick_region_rect(region, &s.view, from, to), PICK_OK);
        assert_int_equal(pick_region_objects(s.scene, region, NULL, found, 2), i == 0);
        assert_int_equal(pick_region_objects_brute_force(s.scene, region, NULL, found, 2), i == 0);
    }
    pick_nearest nearest;
    const pick_nearest_query wanted = {.radius = 50};
    assert_false(pick_nearest_in_world(s.scene, ORIGIN, &wanted, NULL, &nearest));
    assert_false(pick_nearest_in_window(s.scene, &s.view, (pick_vec2){50, 50}, &wanted, NULL, &nearest));
    pick_region_destroy(region);
    pick_volume_destroy(volume);
    squares_free(&s);
}

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const pick_allocator half = {NULL, NULL, NULL};
    pick_volume *volume = NULL;
    pick_primitive_desc desc = {.bounds = UNIT};
    assert_int_equal(pick_primitive_create(NULL, NULL, &volume), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_primitive_create(&desc, NULL, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_primitive_create(&desc, &half, &volume), PICK_ERROR_INVALID_ARGUMENT);
    desc.flags = PICK_SUBMESH_ALPHA_TEST;
    assert_int_equal(pick_primitive_create(&desc, NULL, &volume), PICK_ERROR_INVALID_ARGUMENT);
    desc = (pick_primitive_desc){.bounds = PICK_AABB_EMPTY};
    assert_int_equal(pick_primitive_create(&desc, NULL, &volume), PICK_ERROR_NOT_FINITE);
    desc.bounds = (pick_aabb){{0, 0, 0}, {1, 1, HUGE_VAL}};
    assert_int_equal(pick_primitive_create(&desc, NULL, &volume), PICK_ERROR_NOT_FINITE);
    desc.bounds = (pick_aabb){{0, (double)NAN, 0}, {1, 1, 1}};
    assert_int_equal(pick_primitive_create(&desc, NULL, &volume), PICK_ERROR_NOT_FINITE);
    desc.bounds = (pick_aabb){{0, 2, 0}, {1, 1, 1}};
    assert_int_equal(pick_primitive_create(&desc, NULL, &volume), PICK_ERROR_INVALID_ARGUMENT);
    desc.bounds = (pick_aabb){{3, 3, 3}, {3, 3, 3}};
    assert_int_equal(pick_primitive_create(&desc, NULL, &volume), PICK_ERROR_INVALID_ARGUMENT);
    desc.bounds = (pick_aabb){{-2e30, 0, 0}, {1, 1, 1}};
    assert_int_equal(pick_primitive_create(&desc, NULL, &volume), PICK_ERROR_TOO_LARGE);
    assert_null(volume);
    failing_allocator memory = {.fail_at = 1};
    const pick_allocator allocator = {failing_allocate, failing_deallocate, &memory};
    desc.bounds = UNIT;
    assert_int_equal(pick_primitive_create(&desc, &allocator, &volume), PICK_ERROR_OUT_OF_MEMORY);
    assert_null(volume);
    assert_int_equal(pick_primitive_create(&desc, &allocator, &volume), PICK_OK);
    pick_volume_destroy(volume);
    assert_true(memory.held_blocks == 0 && memory.held_bytes == 0);
}

// --- Explained ------------------------------------------------------------------------------------------------------

static void note_volume(void *user, const pick_trace_step *step)
{
    *(bool *)user = *(bool *)user || (step->kind == PICK_TRACE_VOLUME && step->hit && step->t > 4);
}

static void it_is_explained_and_traced(void **state)
{
    (void)state;
    squares s = squares_make();
    ball_calls calls = {.hollow = false};
    const pick_primitive_desc desc = ball_desc(&calls);
    pick_volume *ball = make(&desc);
    (void)put(s.scene, ball, ORIGIN);
    (void)put(s.scene, ball, pick_vec3_make(0, 0, -3));
    pick_explanation e[4];
    assert_int_equal(pick_explain(s.scene, &s.view, (pick_vec2){50, 50}, NULL, 5, e, 4), 2);
    assert_true(e[0].reason == PICK_REASON_PICKED && e[0].triangle == 7 && e[1].reason == PICK_REASON_BEHIND);
    assert_int_equal(pick_explain(s.scene, &s.view, (pick_vec2){57.5, 50}, NULL, 5, e, 4), 2);
    assert_true(e[0].reason == PICK_REASON_MISSED && e[0].triangle == 7);
    const pick_query kinds = {.hidden_kinds = PICK_SUBMESH_KIND(2)};
    assert_true(pick_explain(s.scene, &s.view, (pick_vec2){50, 50}, &kinds, 0, e, 4) == 2 &&
                e[0].reason == PICK_REASON_KIND);
    bool traced = false;
    pick_hit hit;
    assert_true(pick_closest_traced(s.scene, &AHEAD, NULL, note_volume, &traced, &hit) && traced);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 1e-14);
    // What a section cuts off is not hit.
    pick_view cut = s.view;
    const pick_plane half = {{0, 0, -1}, -0.5}; // keeps one side of z = 0.5
    assert_int_equal(pick_view_set_section(&cut, &half, 1), PICK_OK);
    const pick_ray ray = pick_view_ray(&cut, (pick_vec2){50, 50});
    assert_true(pick_closest(s.scene, &ray, NULL, &hit) && hit.inside);
    pick_volume_destroy(ball);
    squares_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solid_is_hit),
        cmocka_unit_test(a_solid_is_grazed),
        cmocka_unit_test(a_surface_has_two_sides),
        cmocka_unit_test(a_filter_lets_the_ray_through),
        cmocka_unit_test(one_point_sees_another),
        cmocka_unit_test(rays_agree_with_spheres),
        cmocka_unit_test(of_several_at_one_place_the_first_is_hit),
        cmocka_unit_test(the_order_of_reports_does_not_matter),
        cmocka_unit_test(regions_and_searches_agree_with_spheres),
        cmocka_unit_test(regions_are_filtered_and_counted),
        cmocka_unit_test(around_the_eye_all_is_in_reach),
        cmocka_unit_test(bounds_answer_for_what_is_missing),
        cmocka_unit_test(bounds_may_change),
        cmocka_unit_test(nonsense_is_ignored),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(it_is_explained_and_traced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
