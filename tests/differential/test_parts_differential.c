// Parts under the mouse and in regions, through every kind of view: the hierarchy finds what brute force finds.
#include "simd/simd.h"
#include "worlds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

enum { MOST = 1 << 16 };

typedef struct tally {
    uint64_t asked, found[5], hidden, regions, filled, overflowed, parts;
    pick_part *slow, *fast;
} tally;

static pick_query random_query(test_random *r)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = (pick_cull)random_index(r, 4);
    query.pass_locked = random_index(r, 4) == 0;
    query.hidden_layers = ~(random_index(r, 3) == 0 ? random_index(r, 16) : 0xf);
    world_filter(r, &query);
    return query;
}

static bool compare_window(world *w, const pick_view *view, pick_vec2 position, const pick_part_query *wanted,
                           const pick_query *query, pick_part_hit *out)
{
    const bool found = pick_part_in_window_brute_force(w->scene, view, position, wanted, query, out);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        pick_part_hit fast;
        if (!pick_simd_available(level))
            continue;
        world_set_simd(w, (int)level);
        assert_int_equal(pick_part_in_window(w->scene, view, position, wanted, query, &fast), found);
        if (found) {
            assert_int_equal(pick_part_compare(&fast.part, &out->part), 0);
            assert_int_equal(fast.place.triangle, out->place.triangle);
            assert_memory_equal(&fast.place.distance, &out->place.distance, sizeof(double));
            assert_memory_equal(&fast.place.point, &out->place.point, sizeof(pick_vec3));
        }
    }
    return found;
}

static void ask_window(world *w, const pick_view *view, tally *count)
{
    test_random *r = &w->random;
    const pick_vec2 position = world_place(r);
    const pick_query query = random_query(r);
    pick_part_query wanted = {.kinds = random_index(r, 8), .reach = pow(10, random_between(r, -1, 2)), .through = true};
    pick_part_hit any, seen;
    const bool found = compare_window(w, view, position, &wanted, &query, &any);
    ++count->asked;
    count->found[found ? any.part.kind : 0]++;
    wanted.through = false;
    const bool visible = compare_window(w, view, position, &wanted, &query, &seen);
    assert_true(found || !visible);
    count->hidden += found && (!visible || pick_part_compare(&any.part, &seen.part) != 0);
}

static void random_region(test_random *r, const pick_view *view, pick_vec2 points[8], pick_region *region)
{
    const pick_vec2 center = world_place(r);
    switch (random_index(r, 3)) {
    case 0:
        assert_int_equal(pick_region_circle(region, view, center, pow(10, random_between(r, 0, 2.5))), PICK_OK);
        break;
    case 1:
        for (uint32_t i = 0; i < 8; i++) {
            const double reach = random_between(r, 10, 300);
            points[i] = (pick_vec2){center.x + reach * cos(0.785 * i), center.y + reach * sin(0.785 * i)};
        }
        assert_int_equal(pick_region_polygon(region, view, points, 8), PICK_OK);
        break;
    default:
        assert_int_equal(pick_region_rect(region, view, center, world_place(r)), PICK_OK);
        break;
    }
}

static void ask_region(world *w, const pick_view *view, tally *count)
{
    test_random *r = &w->random;
    pick_vec2 points[8];
    pick_region *region = NULL;
    const pick_query like = random_query(r);
    const pick_region_query rules = {.mode = (pick_region_mode)random_index(r, 2),
                                     .hidden_layers = like.hidden_layers,
                                     .cull = like.cull,
                                     .include_locked = like.pass_locked,
                                     .filter = like.filter,
                                     .filter_user = like.filter_user,
                                     .hidden_kinds = like.hidden_kinds};
    const pick_query sight = random_query(r);
    pick_region_part_query wanted = {
        .kinds = random_index(r, 8), .region = &rules, .sight = random_index(r, 2) == 0 ? &sight : NULL};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    random_region(r, view, points, region);
    size_t all = 0;
    for (int visible = 0; visible < 2; visible++) {
        wanted.view = visible != 0 ? view : NULL;
        // Rays by brute force take long: only small regions are asked for what is seen.
        if (visible != 0 && all > 12)
            break;
        const size_t slow = pick_region_parts_brute_force(w->scene, region, &wanted, count->slow, MOST);
        const size_t fast = pick_region_parts(w->scene, region, &wanted, count->fast, MOST);
        assert_int_equal(fast, slow);
        ++count->regions;
        count->overflowed += slow > MOST;
        if (slow > MOST)
            break;
        assert_memory_equal(count->fast, count->slow, slow * sizeof *count->slow);
        for (size_t i = 1; i < slow; i++)
            assert_true(pick_part_compare(&count->fast[i - 1], &count->fast[i]) < 0);
        assert_true(visible == 0 || slow <= all);
        all = slow;
        count->filled += slow > 0;
        count->parts += slow;
    }
    pick_region_destroy(region);
}

static void ask_in_world(world *w, const projection_spec *spec, double depth, void *user)
{
    const pick_view view = world_view(w, spec, depth);
    for (uint32_t i = test_effort(1, 2); i > 0; i--) {
        ask_window(w, &view, user);
        ask_region(w, &view, user);
    }
}

static void parts(void **state)
{
    (void)state;
    tally count = {.slow = malloc(MOST * sizeof(pick_part)), .fast = malloc(MOST * sizeof(pick_part))};
    assert_true(count.slow != NULL && count.fast != NULL);
    world_each(2, 4000, ask_in_world, &count);
    print_message(
        "%llu asked: %llu vertices, %llu edges, %llu faces; %llu hidden; %llu regions, %llu filled with %llu\n",
        (unsigned long long)count.asked, (unsigned long long)count.found[1], (unsigned long long)count.found[2],
        (unsigned long long)count.found[4], (unsigned long long)count.hidden, (unsigned long long)count.regions,
        (unsigned long long)count.filled, (unsigned long long)count.parts);
    for (int kind = 1; kind <= 4; kind *= 2)
        assert_true(count.found[kind] > count.asked / 40);
    assert_true(count.hidden > count.asked / 20);
    assert_true(count.filled > count.regions / 8);
    free(count.slow);
    free(count.fast);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
