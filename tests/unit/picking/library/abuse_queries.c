// The functions of query.h, nearest.h, cursor.h, region.h and explain.h.
#include "abuse.h"

#include "failing_allocator.h"

#define INVALID PICK_ERROR_INVALID_ARGUMENT

// A query that writes a result and returns whether there is one.
#define CHECK_ONE(function)                                                                                            \
    do {                                                                                                               \
        pick_hit hit = {.t = 7};                                                                                       \
        CHECK(function, !function(NULL, &a->ray, NULL, &hit) && !function(a->scene, NULL, NULL, &hit));                \
        CHECK(function, !function(a->scene, &a->ray, NULL, NULL));                                                     \
        CHECK(function, !function(a->scene, &a->ray, &a->bad_cull, &hit));                                             \
        for (int i = 0; i < 5; i++) {                                                                                  \
            CHECK(function, !function(a->scene, &a->bad_rays[i], NULL, &hit) && hit.t == 7);                           \
        }                                                                                                              \
        CHECK(function, function(a->scene, &a->ray, &(pick_query){0}, &hit) && hit.t == 5);                            \
    } while (0)

// One that fills an array and returns how many there are.
#define CHECK_MANY(function)                                                                                           \
    do {                                                                                                               \
        pick_hit hit[2] = {{.t = 7}, {.t = 7}};                                                                        \
        CHECK(function, function(NULL, &a->ray, NULL, hit, 2) == 0 && function(a->scene, NULL, NULL, hit, 2) == 0);    \
        CHECK(function, function(a->scene, &a->ray, NULL, NULL, 2) == 0);                                              \
        CHECK(function, function(a->scene, &a->ray, &a->bad_cull, hit, 2) == 0);                                       \
        for (int i = 0; i < 5; i++) {                                                                                  \
            CHECK(function, function(a->scene, &a->bad_rays[i], NULL, hit, 2) == 0 && hit[0].t == 7);                  \
        }                                                                                                              \
        CHECK(function, function(a->scene, &a->ray, NULL, NULL, 0) == 1);                                              \
        CHECK(function, function(a->scene, &a->ray, &(pick_query){0}, hit, 2) == 1 && hit[0].t == 5);                  \
    } while (0)

#define CHECK_ANY(function)                                                                                            \
    do {                                                                                                               \
        CHECK(function, !function(NULL, &a->ray, NULL) && !function(a->scene, NULL, NULL));                            \
        CHECK(function, !function(a->scene, &a->ray, &a->bad_cull));                                                   \
        for (int i = 0; i < 5; i++) {                                                                                  \
            CHECK(function, !function(a->scene, &a->bad_rays[i], NULL));                                               \
        }                                                                                                              \
        CHECK(function, function(a->scene, &a->ray, &(pick_query){0}));                                                \
    } while (0)

#define CHECK_VISIBLE(function)                                                                                        \
    do {                                                                                                               \
        const pick_vec3 beside = {3, 3, 3}, far = {4, 4, 4};                                                           \
        CHECK(function, !function(NULL, beside, far, NULL) && !function(a->scene, beside, far, &a->bad_cull));         \
        CHECK(function, !function(a->scene, a->nan, far, NULL) && !function(a->scene, beside, a->infinite, NULL));     \
        CHECK(function, function(a->scene, beside, far, &(pick_query){0}));                                            \
    } while (0)

static void along_rays(const abuse *a)
{
    CHECK(pick_query_default, pick_query_default().hidden_layers == 0);
    CHECK_ONE(pick_closest);
    CHECK_ONE(pick_closest_brute_force);
    CHECK_MANY(pick_all);
    CHECK_MANY(pick_all_brute_force);
    CHECK_MANY(pick_all_objects);
    CHECK_MANY(pick_all_objects_brute_force);
    CHECK_ANY(pick_any);
    CHECK_ANY(pick_any_brute_force);
    CHECK_VISIBLE(pick_visible);
    CHECK_VISIBLE(pick_visible_brute_force);
    pick_hit hit[2] = {{.t = 7}, {.t = 7}};
    bool found[2];
    const pick_ray rays[2] = {a->bad_rays[0], a->ray};
    CHECK(pick_closest_batch, pick_closest_batch(NULL, rays, 2, NULL, hit, found) == 0);
    CHECK(pick_closest_batch, pick_closest_batch(a->scene, NULL, 2, NULL, hit, found) == 0);
    CHECK(pick_closest_batch, pick_closest_batch(a->scene, rays, 2, NULL, NULL, found) == 0);
    CHECK(pick_closest_batch, pick_closest_batch(a->scene, rays, 2, NULL, hit, NULL) == 0);
    CHECK(pick_closest_batch, pick_closest_batch(a->scene, rays, 2, &a->bad_cull, hit, found) == 0 && hit[1].t == 7);
    CHECK(pick_closest_batch, pick_closest_batch(a->scene, NULL, 0, NULL, NULL, NULL) == 0);
    CHECK(pick_closest_batch, pick_closest_batch(a->scene, rays, 0, NULL, hit, found) == 0);
    CHECK(pick_closest_batch,
          pick_closest_batch(a->scene, rays, 2, NULL, hit, found) == 1 && !found[0] && hit[0].t == 7);
    const pick_task_hook no_threads = {0};
    const pick_query lent = {.tasks = &no_threads};
    found[0] = true;
    CHECK(pick_closest_batch, pick_closest_batch(a->scene, rays, 2, &lent, hit, found) == 0 && found[0]);
    const pick_vec3 from[2] = {a->ray.origin, {a->not_a_number, 0, 0}}, to[2] = {a->ray.origin, a->ray.origin};
    CHECK(pick_visible_batch, pick_visible_batch(NULL, from, to, 2, NULL, found) == 0);
    CHECK(pick_visible_batch, pick_visible_batch(a->scene, NULL, to, 2, NULL, found) == 0);
    CHECK(pick_visible_batch, pick_visible_batch(a->scene, from, NULL, 2, NULL, found) == 0);
    CHECK(pick_visible_batch, pick_visible_batch(a->scene, from, to, 2, NULL, NULL) == 0);
    CHECK(pick_visible_batch, pick_visible_batch(a->scene, NULL, NULL, 0, NULL, NULL) == 0);
    CHECK(pick_visible_batch, pick_visible_batch(a->scene, from, to, 2, &lent, found) == 0 && found[0]);
    CHECK(pick_visible_batch, pick_visible_batch(a->scene, from, to, 2, &a->bad_cull, found) == 0 && !found[0]);
    CHECK(pick_visible_batch, pick_visible_batch(a->scene, from, to, 2, NULL, found) == 1 && found[0] && !found[1]);
}

#define CHECK_WINDOW(function)                                                                                         \
    do {                                                                                                               \
        const pick_nearest_query bad[4] = {                                                                            \
            {8, 1, false}, {7, -1, false}, {7, a->not_a_number, false}, {7, HUGE_VAL, false}};                         \
        pick_nearest n = {.distance = 7};                                                                              \
        CHECK(function, !function(NULL, &a->view, a->middle, NULL, NULL, &n));                                         \
        CHECK(function, !function(a->scene, NULL, a->middle, NULL, NULL, &n));                                         \
        CHECK(function, !function(a->scene, &a->view, a->middle, NULL, NULL, NULL));                                   \
        CHECK(function, !function(a->scene, &a->zero_view, a->middle, NULL, NULL, &n));                                \
        CHECK(function, !function(a->scene, &a->view, a->nan2, NULL, NULL, &n));                                       \
        CHECK(function, !function(a->scene, &a->view, a->infinite2, NULL, NULL, &n));                                  \
        CHECK(function, !function(a->scene, &a->view, a->middle, NULL, &a->bad_cull, &n));                             \
        for (int i = 0; i < 4; i++) {                                                                                  \
            CHECK(function, !function(a->scene, &a->view, a->middle, &bad[i], NULL, &n) && n.distance == 7);           \
        }                                                                                                              \
        CHECK(function, function(a->scene, &a->view, a->middle, NULL, NULL, &n));                                      \
        CHECK(function, function(a->scene, &a->view, a->middle, &(pick_nearest_query){0}, NULL, &n));                  \
    } while (0)

#define CHECK_WORLD(function)                                                                                          \
    do {                                                                                                               \
        const pick_nearest_query bad[3] = {{8, 1, false}, {7, -1, false}, {7, a->not_a_number, false}};                \
        pick_nearest n = {.distance = 7};                                                                              \
        CHECK(function, !function(NULL, a->zero, NULL, NULL, &n) && !function(a->scene, a->zero, NULL, NULL, NULL));   \
        CHECK(function, !function(a->scene, a->nan, NULL, NULL, &n));                                                  \
        CHECK(function, !function(a->scene, a->infinite, NULL, NULL, &n));                                             \
        CHECK(function, !function(a->scene, a->zero, NULL, &a->bad_cull, &n));                                         \
        for (int i = 0; i < 3; i++) {                                                                                  \
            CHECK(function, !function(a->scene, a->zero, &bad[i], NULL, &n) && n.distance == 7);                       \
        }                                                                                                              \
        CHECK(function, function(a->scene, a->zero, NULL, NULL, &n));                                                  \
        CHECK(function, function(a->scene, a->zero, &(pick_nearest_query){0}, NULL, &n) && n.distance == 0);           \
    } while (0)

static void near(const abuse *a)
{
    CHECK(pick_nearest_query_default, pick_nearest_query_default().features == PICK_FEATURE_ALL);
    CHECK_WINDOW(pick_nearest_in_window);
    CHECK_WINDOW(pick_nearest_in_window_brute_force);
    CHECK_WORLD(pick_nearest_in_world);
    CHECK_WORLD(pick_nearest_in_world_brute_force);
}

// The same of a pair of cursor queries and of its brute-force twins.
#define CHECK_CURSOR(one, all)                                                                                         \
    do {                                                                                                               \
        hit[0].distance = 7;                                                                                           \
        CHECK(one, !one(NULL, &a->view, a->middle, NULL, hit));                                                        \
        CHECK(one, !one(a->scene, NULL, a->middle, NULL, hit));                                                        \
        CHECK(one, !one(a->scene, &a->view, a->middle, NULL, NULL));                                                   \
        CHECK(one, !one(a->scene, &a->zero_view, a->middle, NULL, hit));                                               \
        CHECK(one, !one(a->scene, &a->view, a->nan2, NULL, hit));                                                      \
        CHECK(one, !one(a->scene, &a->view, a->infinite2, &odd, hit));                                                 \
        CHECK(all, all(NULL, &a->view, a->middle, NULL, hit, 2) == 0);                                                 \
        CHECK(all, all(a->scene, NULL, a->middle, NULL, hit, 2) == 0);                                                 \
        CHECK(all, all(a->scene, &a->view, a->middle, NULL, NULL, 2) == 0);                                            \
        CHECK(all, all(a->scene, &a->zero_view, a->middle, NULL, hit, 2) == 0);                                        \
        CHECK(all, all(a->scene, &a->view, a->nan2, &odd, hit, 2) == 0);                                               \
        for (int i = 0; i < 2; i++) {                                                                                  \
            CHECK(one, !one(a->scene, &a->view, a->middle, &bad[i], hit));                                             \
            CHECK(all, all(a->scene, &a->view, a->middle, &bad[i], hit, 2) == 0 && hit[0].distance == 7);              \
        }                                                                                                              \
        CHECK(one, one(a->scene, &a->view, a->middle, NULL, hit));                                                     \
        CHECK(one, one(a->scene, &a->view, a->middle, &odd, hit) && hit->proxy == PICK_NO_PROXY);                      \
        CHECK(one, one(a->scene, &a->view, (pick_vec2){62, 50}, &(pick_cursor_query){.tolerance = 5}, hit));           \
        CHECK(all, all(a->scene, &a->view, a->middle, NULL, NULL, 0) == 1);                                            \
    } while (0)

static void under_the_mouse(const abuse *a)
{
    const pick_proxy proxies[2] = {{.object = a->stale, .radius = 5},
                                   {.a = a->nan, .b = a->nan, .radius = a->not_a_number}};
    const pick_cursor_query bad[2] = {{.proxy_count = 1}, {.query = &a->bad_cull}};
    const pick_cursor_query odd = {.tolerance = a->not_a_number, .scale = -1, .proxies = proxies, .proxy_count = 2};
    pick_cursor_hit hit[2] = {{.distance = 7}, {.distance = 7}};
    CHECK(pick_cursor_query_default, pick_cursor_query_default().scale == 1);
    CHECK_CURSOR(pick_cursor, pick_cursor_all);
    CHECK_CURSOR(pick_cursor_brute_force, pick_cursor_all_brute_force);
}

static void making_regions(const abuse *a, pick_region *region)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    const pick_vec2 points[3] = {{0, 0}, {1, 0}, {0, 1}};
    const pick_vec2 bad_points[3] = {{0, 0}, {1, 0}, {0, a->not_a_number}};
    const pick_plane plane = {{1, 0, 0}, 0}, flat = {{0, 0, 0}, 0}, bad_plane = {{1, 0, 0}, a->not_a_number};
    const pick_view *view = &a->view;
    CHECK(pick_region_create,
          pick_region_create(NULL, NULL) == INVALID && pick_region_create(&half, &region) == INVALID);
    CHECK(pick_region_destroy, (pick_region_destroy(NULL), true));
    CHECK(pick_region_rect, pick_region_rect(NULL, view, points[0], points[1]) == INVALID);
    CHECK(pick_region_rect, pick_region_rect(region, NULL, points[0], points[1]) == INVALID);
    CHECK(pick_region_rect, pick_region_rect(region, view, a->nan2, points[1]) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_region_rect, pick_region_rect(region, view, points[0], a->infinite2) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_region_circle, pick_region_circle(NULL, view, points[0], 1) == INVALID);
    CHECK(pick_region_circle, pick_region_circle(region, NULL, points[0], 1) == INVALID);
    CHECK(pick_region_circle, pick_region_circle(region, view, points[0], -1) == INVALID);
    CHECK(pick_region_circle, pick_region_circle(region, view, a->nan2, 1) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_region_circle, pick_region_circle(region, view, points[0], HUGE_VAL) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_region_polygon, pick_region_polygon(NULL, view, points, 3) == INVALID);
    CHECK(pick_region_polygon, pick_region_polygon(region, NULL, points, 3) == INVALID);
    CHECK(pick_region_polygon, pick_region_polygon(region, view, NULL, 3) == INVALID);
    CHECK(pick_region_polygon, pick_region_polygon(region, view, points, 2) == INVALID);
    CHECK(pick_region_polygon, pick_region_polygon(region, view, points, UINT32_MAX) == INVALID);
    CHECK(pick_region_polygon, pick_region_polygon(region, view, bad_points, 3) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_region_planes, pick_region_planes(NULL, &plane, 1, a->zero) == INVALID);
    CHECK(pick_region_planes, pick_region_planes(region, NULL, 1, a->zero) == INVALID);
    CHECK(pick_region_planes, pick_region_planes(region, &plane, PICK_REGION_PLANES + 1, a->zero) == INVALID);
    CHECK(pick_region_planes, pick_region_planes(region, &flat, 1, a->zero) == INVALID);
    CHECK(pick_region_planes, pick_region_planes(region, &bad_plane, 1, a->zero) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_region_planes, pick_region_planes(region, &plane, 1, a->nan) == PICK_ERROR_NOT_FINITE);
}

#define CHECK_REGION(function, region)                                                                                 \
    do {                                                                                                               \
        const pick_region_query bad[2] = {{.mode = (pick_region_mode)2}, {.cull = (pick_cull)4}};                      \
        pick_object_id ids[2] = {{7, 7}, {7, 7}};                                                                      \
        CHECK(function, function(NULL, region, NULL, ids, 2) == 0 && function(a->scene, NULL, NULL, ids, 2) == 0);     \
        CHECK(function, function(a->scene, region, NULL, NULL, 2) == 0);                                               \
        for (int i = 0; i < 2; i++) {                                                                                  \
            CHECK(function, function(a->scene, region, &bad[i], ids, 2) == 0 && ids[0].index1 == 7);                   \
        }                                                                                                              \
        CHECK(function, function(a->scene, region, NULL, NULL, 0) == 1);                                               \
        CHECK(function, function(a->scene, region, &(pick_region_query){0}, ids, 2) == 1);                             \
    } while (0)

static void regions(const abuse *a)
{
    pick_region *region = NULL;
    failing_allocator memory = {.fail_at = 1};
    pick_allocator hook = failing_allocator_hook(&memory);
    CHECK(pick_region_create, pick_region_create(&hook, &region) == PICK_ERROR_OUT_OF_MEMORY && region == NULL);
    CHECK(pick_region_create, pick_region_create(&hook, &region) == PICK_OK && memory.held_blocks == 1);
    CHECK(pick_region_destroy, (pick_region_destroy(region), memory.held_blocks == 0 && memory.held_bytes == 0));
    hook.deallocate = NULL;
    CHECK(pick_region_create, pick_region_create(&hook, &region) == INVALID);
    CHECK(pick_region_create, pick_region_create(NULL, &region) == PICK_OK);
    // Nothing lies in a region that has no shape yet, whatever bad ones it was offered.
    making_regions(a, region);
    CHECK(pick_region_objects, pick_region_objects(a->scene, region, NULL, NULL, 0) == 0);
    CHECK(pick_region_contains_point, !pick_region_contains_point(region, a->zero));
    CHECK(pick_region_contains_position, !pick_region_contains_position(region, a->middle));
    // A view that was never made.
    CHECK(pick_region_rect, pick_region_rect(region, &a->zero_view, a->middle, a->middle) == PICK_OK);
    CHECK(pick_region_objects, pick_region_objects(a->scene, region, NULL, NULL, 0) <= 1);
    CHECK(pick_region_rect, pick_region_rect(region, &a->view, (pick_vec2){0, 0}, (pick_vec2){100, 100}) == PICK_OK);
    CHECK(pick_region_query_default, pick_region_query_default().mode == PICK_REGION_TOUCH);
    CHECK_REGION(pick_region_objects, region);
    CHECK_REGION(pick_region_objects_brute_force, region);
    CHECK(pick_region_contains_point, !pick_region_contains_point(NULL, a->zero));
    CHECK(pick_region_contains_point, !pick_region_contains_point(region, a->nan));
    CHECK(pick_region_contains_point, !pick_region_contains_point(region, a->infinite));
    CHECK(pick_region_contains_position, !pick_region_contains_position(NULL, a->middle));
    CHECK(pick_region_contains_position, !pick_region_contains_position(region, a->nan2));
    CHECK(pick_region_contains_position, !pick_region_contains_position(region, a->infinite2));
    pick_region_destroy(region);
}

static void count_steps(void *user, const pick_trace_step *step)
{
    *(size_t *)user += step->hit;
}

static void explaining(const abuse *a)
{
    pick_explanation out[2] = {{.t = 7}, {.t = 7}};
    pick_hit hit = {.t = 7};
    size_t steps = 0;
    for (int i = -1; i <= PICK_REASON_COUNT; i++) {
        CHECK(pick_reason_name, pick_reason_name((pick_reason)i)[0] != 0);
        CHECK(pick_reason_text, pick_reason_text((pick_reason)i)[0] != 0);
    }
    CHECK(pick_explain, pick_explain(NULL, &a->view, a->middle, NULL, 1, out, 2) == 0);
    CHECK(pick_explain, pick_explain(a->scene, NULL, a->middle, NULL, 1, out, 2) == 0);
    CHECK(pick_explain, pick_explain(a->scene, &a->view, a->middle, NULL, 1, NULL, 2) == 0);
    CHECK(pick_explain, pick_explain(a->scene, &a->view, a->nan2, NULL, 1, out, 2) == 0);
    CHECK(pick_explain, pick_explain(a->scene, &a->zero_view, a->middle, NULL, 1, out, 2) == 0);
    CHECK(pick_explain, pick_explain(a->scene, &a->view, a->middle, &a->bad_cull, 1, out, 2) == 0 && out[0].t == 7);
    CHECK(pick_explain, pick_explain(a->scene, &a->view, a->middle, NULL, a->not_a_number, out, 2) == 2);
    CHECK(pick_explain, pick_explain(a->scene, &a->view, a->middle, NULL, -1, NULL, 0) == 2);
    const pick_cursor_query cursor = {.query = &a->bad_cull}, odd = {.tolerance = a->not_a_number, .proxy_count = 1};
    CHECK(pick_explain_cursor, pick_explain_cursor(NULL, &a->view, a->middle, NULL, 1, out, 2) == 0);
    CHECK(pick_explain_cursor, pick_explain_cursor(a->scene, NULL, a->middle, NULL, 1, out, 2) == 0);
    CHECK(pick_explain_cursor, pick_explain_cursor(a->scene, &a->view, a->middle, NULL, 1, NULL, 2) == 0);
    CHECK(pick_explain_cursor, pick_explain_cursor(a->scene, &a->view, a->infinite2, &odd, 1, out, 2) == 0);
    CHECK(pick_explain_cursor, pick_explain_cursor(a->scene, &a->zero_view, a->middle, &odd, 1, out, 2) == 0);
    CHECK(pick_explain_cursor, pick_explain_cursor(a->scene, &a->view, a->middle, &cursor, 1, out, 2) == 0);
    CHECK(pick_explain_cursor, pick_explain_cursor(a->scene, &a->view, a->middle, &odd, 1, out, 2) == 2);
    CHECK(pick_explain_cursor, pick_explain_cursor(a->scene, &a->view, a->middle, NULL, a->not_a_number, NULL, 0) == 2);
    CHECK(pick_closest_traced, !pick_closest_traced(NULL, &a->ray, NULL, count_steps, &steps, &hit));
    CHECK(pick_closest_traced, !pick_closest_traced(a->scene, NULL, NULL, count_steps, &steps, &hit));
    CHECK(pick_closest_traced, !pick_closest_traced(a->scene, &a->ray, NULL, NULL, &steps, &hit));
    CHECK(pick_closest_traced, !pick_closest_traced(a->scene, &a->ray, NULL, count_steps, &steps, NULL));
    CHECK(pick_closest_traced, !pick_closest_traced(a->scene, &a->ray, &a->bad_cull, count_steps, &steps, &hit));
    for (int i = 0; i < 5; i++)
        CHECK(pick_closest_traced, !pick_closest_traced(a->scene, &a->bad_rays[i], NULL, count_steps, &steps, &hit));
    CHECK(pick_closest_traced, pick_closest_traced(a->scene, &a->ray, NULL, count_steps, &steps, &hit) && steps > 0);
}

void abuse_queries(const abuse *a)
{
    along_rays(a);
    near(a);
    under_the_mouse(a);
    regions(a);
    explaining(a);
}
