// Snapping through every kind of view: the hierarchy finds what brute force finds, for each rule and motion.
#include "simd/simd.h"
#include "worlds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

enum { RULES = 10, POINTS = 6 };

typedef struct tally {
    uint64_t asked, found[RULES], hidden, guided, twice, led;
} tally;

// Mostly holds a point so that its foot, or where its line or plane meets a face, is near the mouse.
static void aim(world *w, const pick_view *view, pick_vec2 position, pick_snap_query *snap, pick_vec3 *point)
{
    test_random *r = &w->random;
    const pick_ray ray = pick_view_ray(view, position);
    pick_hit hit;
    if (random_index(r, 4) == 0 || !pick_closest(w->scene, &ray, NULL, &hit))
        return;
    const double size = w->spread * random_between(r, 0.001, 0.1);
    const pick_vec3 off = random_index(r, 2) == 0 ? hit.normal : random_direction(r);
    *point = pick_vec3_add(hit.point, pick_vec3_scale(hit.normal, hit.backface ? 0 : 1e-3 * size));
    snap->held = pick_vec3_add(hit.point, pick_vec3_scale(off, size));
    snap->direction = snap->motion == PICK_SNAP_PLANE ? pick_vec3_cross(off, random_direction(r)) : off;
    if (pick_vec3_length(snap->direction) == 0)
        snap->direction.y = 1;
}

static pick_snap_query random_snap(world *w, const pick_view *view, pick_vec2 position, pick_vec3 points[POINTS])
{
    test_random *r = &w->random;
    pick_snap_query snap = PICK_SNAP_QUERY_DEFAULT;
    // One rule most of the time: those that come late are rarely reached else.
    static const uint8_t weighed[] = {0, 0, 1, 2, 3, 3, 4, 4, 5, 6, 7, 7, 7, 7, 8, 8, 9};
    snap.rules =
        random_index(r, 8) == 0 ? random_index(r, PICK_SNAP_ALL + 1) : 1u << weighed[random_index(r, sizeof weighed)];
    // The twin looks for the neighbours of each edge within the reach among all triangles.
    const bool slow = (snap.rules & 0x7c) != 0;
    snap.reach = pow(10, random_between(r, 0, slow ? 1.3 : 2));
    snap.neighbor_reach = pow(10, random_between(r, 1.5, 3));
    snap.has_held = random_index(r, 8) != 0;
    snap.held = pick_vec3_add(w->center, random_in_cube(r, w->spread));
    snap.motion = snap.has_held ? (pick_snap_motion)random_index(r, 3) : PICK_SNAP_FREE;
    snap.direction =
        random_index(r, 2) == 0 ? random_direction(r) : pick_vec3_make(random_index(r, 2), random_index(r, 2), 1);
    snap.has_box = random_index(r, 2) == 0;
    for (int i = 0; i < POINTS; i++)
        points[i] = pick_vec3_add(w->center, random_in_cube(r, w->spread));
    aim(w, view, position, &snap, &points[1]);
    const double size = w->spread * random_between(r, 0, 0.2);
    snap.box = (pick_aabb){pick_vec3_sub(snap.held, pick_vec3_make(size, 0.5 * size, 0)),
                           pick_vec3_add(snap.held, pick_vec3_make(size, size, 2 * size))};
    snap.points = points;
    snap.point_count = POINTS;
    snap.grid_step = w->spread * pow(10, random_between(r, -3, 0));
    snap.grid_origin = random_index(r, 2) == 0 ? pick_vec3_make(0, 0, 0) : snap.held;
    if (random_index(r, 2) == 0) {
        snap.grid_axis[0] = random_direction(r);
        snap.grid_axis[1] = pick_vec3_normalize(pick_vec3_cross(snap.grid_axis[0], random_direction(r)));
        snap.grid_axis[2] = pick_vec3_cross(snap.grid_axis[0], snap.grid_axis[1]);
    }
    return snap;
}

static void expect_same(const pick_snap *a, const pick_snap *b)
{
    assert_int_equal(a->rule, b->rule);
    assert_true(pick_object_id_equal(a->object, b->object));
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->submesh, b->submesh);
    assert_int_equal(a->index, b->index);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(&a->to, &b->to, sizeof a->to);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
    assert_memory_equal(a->barycentric, b->barycentric, sizeof a->barycentric);
    assert_true(a->distance == b->distance && a->depth == b->depth);
    assert_true(a->backface == b->backface && a->locked == b->locked && a->user == b->user);
    assert_int_equal(a->guide_count, b->guide_count);
    for (uint32_t i = 0; i < a->guide_count; i++) {
        assert_memory_equal(&a->guide[i].from, &b->guide[i].from, 2 * sizeof(pick_vec3));
        assert_true(pick_object_id_equal(a->guide[i].object, b->guide[i].object));
        assert_int_equal(a->guide[i].axis, b->guide[i].axis);
    }
}

static bool compare(world *w, const pick_view *view, pick_vec2 position, const pick_snap_query *wanted,
                    const pick_query *query, pick_snap *out)
{
    const bool found = pick_snap_in_window_brute_force(w->scene, view, position, wanted, query, out);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        pick_snap fast;
        if (!pick_simd_available(level))
            continue;
        world_set_simd(w, (int)level);
        assert_int_equal(pick_snap_in_window(w->scene, view, position, wanted, query, &fast), found);
        if (found)
            expect_same(&fast, out);
    }
    return found;
}

// What holds of every answer.
static void check(const pick_snap_query *wanted, const pick_view *view, const pick_snap *snap)
{
    pick_projected_point at;
    const double size = pick_vec3_length(pick_vec3_sub(snap->point, wanted->held)) +
                        pick_vec3_length(pick_vec3_sub(snap->to, wanted->held)) + 1e-3;
    const pick_vec3 way = pick_vec3_normalize(wanted->direction), moved = pick_vec3_sub(snap->to, wanted->held);
    assert_true(snap->distance <= wanted->reach);
    assert_true((snap->rule & (wanted->rules != 0 ? wanted->rules : PICK_SNAP_ALL)) != 0);
    assert_true(pick_view_project(view, snap->point, &at));
    if (wanted->motion == PICK_SNAP_LINE)
        assert_true(pick_vec3_length(pick_vec3_cross(way, moved)) <= 1e-6 * size);
    else if (wanted->motion == PICK_SNAP_PLANE)
        assert_true(fabs(pick_vec3_dot(way, moved)) <= 1e-6 * size);
    else
        assert_memory_equal(&snap->to, &snap->point, sizeof snap->to);
}

static void ask(world *w, const pick_view *view, tally *count)
{
    test_random *r = &w->random;
    pick_vec2 position = world_place(r);
    pick_ray ray = pick_view_ray(view, position);
    for (int tries = 0; tries < 12 && !pick_any(w->scene, &ray, NULL); tries++) { // mostly over something
        position = world_place(r);
        ray = pick_view_ray(view, position);
    }
    pick_query query = PICK_QUERY_DEFAULT;
    pick_vec3 points[POINTS];
    query.cull = random_index(r, 2) == 0 ? PICK_CULL_NONE : (pick_cull)random_index(r, 4);
    query.pass_locked = random_index(r, 4) == 0;
    query.hidden_layers = ~(random_index(r, 3) == 0 ? random_index(r, 16) : 0xf);
    world_filter(r, &query);
    pick_snap_query wanted = random_snap(w, view, position, points);
    pick_snap any, seen;
    wanted.through = true;
    const bool found = compare(w, view, position, &wanted, &query, &any);
    ++count->asked;
    if (found) {
        uint32_t rule = 0;
        while (1u << rule != any.rule)
            ++rule;
        count->found[rule]++;
        count->guided += any.guide_count > 0;
        count->twice += any.guide_count > 1;
        count->led += memcmp(&any.to, &any.point, sizeof any.to) != 0;
        check(&wanted, view, &any);
    }
    if (random_index(r, 8) != 0) // rays by brute force take long
        return;
    wanted.through = false;
    const bool visible = compare(w, view, position, &wanted, &query, &seen);
    assert_true(found || !visible);
    count->hidden += found && (!visible || seen.rule != any.rule || seen.triangle != any.triangle);
}

static void ask_in_world(world *w, const projection_spec *spec, double depth, void *user)
{
    const pick_view view = world_view(w, spec, depth);
    for (uint32_t i = test_effort(10, 30); i > 0; i--)
        ask(w, &view, user);
}

static void snapping(void **state)
{
    (void)state;
    tally count = {0};
    world_each(2, 9100, ask_in_world, &count);
    print_message("%llu asked, %llu hidden, %llu with guides, %llu with two, %llu led; by rule:",
                  (unsigned long long)count.asked, (unsigned long long)count.hidden, (unsigned long long)count.guided,
                  (unsigned long long)count.twice, (unsigned long long)count.led);
    for (int i = 0; i < RULES; i++)
        print_message(" %llu", (unsigned long long)count.found[i]);
    print_message("\n");
    for (int i = 0; i < RULES; i++)
        assert_true(count.found[i] > 0);
    assert_true(count.hidden > 0);
    assert_true(count.twice > 0);
    assert_true(count.led > count.asked / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(snapping)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
