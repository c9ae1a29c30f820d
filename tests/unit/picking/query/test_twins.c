// Brute-force twins are brute force: none of them visits a node of a hierarchy, and none omits a triangle.
#include "picking/picking.h"

#include "random.h"
#include "squares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct forest {
    squares s;
    pick_mesh *mesh; // of enough triangles for a hierarchy
    pick_stats stats;
    pick_query query;
} forest;

static forest grow(void)
{
    enum { TRIANGLES = 300 };
    float positions[9 * TRIANGLES];
    test_random r = {4};
    for (int i = 0; i < TRIANGLES; i++) {
        const pick_vec3 at = random_in_cube(&r, 3);
        for (int k = 0; k < 3; k++) {
            const pick_vec3 p = pick_vec3_add(at, random_in_cube(&r, 1));
            positions[9 * i + 3 * k] = (float)p.x;
            positions[9 * i + 3 * k + 1] = (float)p.y;
            positions[9 * i + 3 * k + 2] = (float)p.z;
        }
    }
    forest f = {.s = squares_make(), .query = PICK_QUERY_DEFAULT};
    const pick_submesh both_sides = {0, TRIANGLES, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {
        .positions = positions, .vertex_count = 3 * TRIANGLES, .submeshes = &both_sides, .submesh_count = 1};
    assert_int_equal(pick_mesh_create(&desc, NULL, &f.mesh), PICK_OK);
    for (int i = 0; i < 12; i++)
        squares_put(&f.s, f.mesh, -6 + i % 4 * 4, -4 + i / 4 * 4, 0);
    return f;
}

static void fell(forest *f)
{
    squares_free(&f->s);
    pick_mesh_destroy(f->mesh);
}

// Runs every twin (or every fast query) once. Counts the queries that visited nodes, and those that had a result.
typedef struct visits {
    int asked, with_nodes, answered;
} visits;

static void count(forest *f, visits *v, bool answered)
{
    ++v->asked;
    v->with_nodes += f->stats.nodes > 0;
    v->answered += answered;
    f->stats = (pick_stats){0};
}

static visits ask_rays(forest *f, bool slow)
{
    const pick_ray ray = {{0.3, 0.2, 10}, {0, 0, -1}, 0, HUGE_VAL};
    const pick_vec3 from = {0.3, 0.2, 10}, to = {0.3, 0.2, 9};
    const pick_query *q = &f->query;
    const pick_mesh_query mesh_query = {.stats = &f->stats};
    const pick_scene *s = f->s.scene;
    visits v = {0};
    pick_hit hit, hits[4];
    pick_mesh_hit mesh_hit, mesh_hits[4];
    count(f, &v, slow ? pick_closest_brute_force(s, &ray, q, &hit) : pick_closest(s, &ray, q, &hit));
    count(f, &v, (slow ? pick_all_brute_force(s, &ray, q, hits, 4) : pick_all(s, &ray, q, hits, 4)) > 0);
    count(f, &v,
          (slow ? pick_all_objects_brute_force(s, &ray, q, hits, 4) : pick_all_objects(s, &ray, q, hits, 4)) > 0);
    count(f, &v, slow ? pick_any_brute_force(s, &ray, q) : pick_any(s, &ray, q));
    count(f, &v, slow ? pick_visible_brute_force(s, from, to, q) : pick_visible(s, from, to, q));
    count(f, &v,
          slow ? pick_mesh_closest_brute_force(f->mesh, &ray, &mesh_query, &mesh_hit)
               : pick_mesh_closest(f->mesh, &ray, &mesh_query, &mesh_hit));
    count(f, &v,
          (slow ? pick_mesh_all_brute_force(f->mesh, &ray, &mesh_query, mesh_hits, 4)
                : pick_mesh_all(f->mesh, &ray, &mesh_query, mesh_hits, 4)) > 0);
    return v;
}

static void ask_cursor(forest *f, bool slow, visits *v, pick_vec2 position, const pick_cursor_query *query)
{
    const squares *s = &f->s;
    pick_cursor_hit hit;
    count(f, v,
          slow ? pick_cursor_brute_force(s->scene, &s->view, position, query, &hit)
               : pick_cursor(s->scene, &s->view, position, query, &hit));
    count(f, v,
          (slow ? pick_cursor_all_brute_force(s->scene, &s->view, position, query, &hit, 1)
                : pick_cursor_all(s->scene, &s->view, position, query, &hit, 1)) > 0);
}

static visits ask_screen(forest *f, bool slow)
{
    const squares *s = &f->s;
    const pick_query *q = &f->query;
    const pick_vec2 inside = {50, 50}, beside = {50, 3}; // nothing exact is there
    visits v = {0};
    pick_nearest nearest;
    for (uint32_t feature = PICK_FEATURE_VERTEX; feature <= PICK_FEATURE_SURFACE; feature <<= 1) {
        for (int visible = 0; visible < 2; visible++) {
            const pick_nearest_query wanted = {feature, 60, visible == 1};
            count(f, &v,
                  slow ? pick_nearest_in_window_brute_force(s->scene, &s->view, inside, &wanted, q, &nearest)
                       : pick_nearest_in_window(s->scene, &s->view, inside, &wanted, q, &nearest));
        }
        const pick_nearest_query wanted = {feature, HUGE_VAL, false};
        count(f, &v,
              slow ? pick_nearest_in_world_brute_force(s->scene, s->view.eye, &wanted, q, &nearest)
                   : pick_nearest_in_world(s->scene, s->view.eye, &wanted, q, &nearest));
    }
    const pick_vec3 at = {0, 0, 9.5};
    const pick_proxy lamp = {.object = s->ids[0], .a = at, .b = at, .radius = 2};
    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    cursor.query = q;
    cursor.tolerance = 80;
    ask_cursor(f, slow, &v, inside, &cursor);
    pick_cursor_hit near = {.distance = 0};
    assert_true(pick_cursor(s->scene, &s->view, beside, &cursor, &near) && near.distance > 0);
    f->stats = (pick_stats){0};
    ask_cursor(f, slow, &v, beside, &cursor);
    cursor.proxies = &lamp;
    cursor.proxy_count = 1;
    ask_cursor(f, slow, &v, inside, &cursor);
    ask_cursor(f, slow, &v, beside, &cursor);
    return v;
}

static visits ask_regions(forest *f, bool slow)
{
    const squares *s = &f->s;
    pick_region *region = NULL;
    pick_object_id ids[12];
    visits v = {0};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_circle(region, &s->view, (pick_vec2){50, 50}, 45), PICK_OK);
    for (pick_region_mode mode = PICK_REGION_TOUCH; mode <= PICK_REGION_CONTAIN; mode++) {
        const pick_region_query query = {.mode = mode, .stats = &f->stats};
        count(f, &v,
              (slow ? pick_region_objects_brute_force(s->scene, region, &query, ids, 12)
                    : pick_region_objects(s->scene, region, &query, ids, 12)) > 0);
    }
    pick_region_destroy(region);
    return v;
}

static void check(visits fast, visits slow)
{
    assert_int_equal(fast.with_nodes, fast.asked); // nodes are counted wherever there are any
    assert_int_equal(slow.with_nodes, 0);
    assert_int_equal(slow.asked, fast.asked);
    assert_int_equal(fast.answered, fast.asked); // and every query had a result
    assert_int_equal(slow.answered, slow.asked);
}

static void twins_visit_no_nodes(void **state)
{
    (void)state;
    forest f = grow();
    f.query.stats = &f.stats;
    const visits fast_rays = ask_rays(&f, false), slow_rays = ask_rays(&f, true);
    check(fast_rays, slow_rays);
    const visits fast_screen = ask_screen(&f, false), slow_screen = ask_screen(&f, true);
    check(fast_screen, slow_screen);
    const visits fast_regions = ask_regions(&f, false), slow_regions = ask_regions(&f, true);
    check(fast_regions, slow_regions);
    fell(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(twins_visit_no_nodes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
