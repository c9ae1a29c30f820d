// The nearest feature, on screen through every kind of view and in space: the hierarchy finds what brute force finds.
#include "simd/simd.h"
#include "worlds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

// Brute force visits every triangle, which is slow under a sanitizer.
#ifdef TEST_SANITIZED
enum { QUERIES_PER_VIEW = 2, QUERIES_PER_PLACE = 60 };
#else
enum { QUERIES_PER_VIEW = 4, QUERIES_PER_PLACE = 100 };
#endif

typedef struct tally {
    uint64_t asked, asked_visible, found[8], hidden; // by feature; `hidden`: another answer when it must be visible
} tally;

static void same(const pick_nearest *a, const pick_nearest *b)
{
    assert_true(pick_object_id_equal(a->object, b->object));
    assert_int_equal(a->feature, b->feature);
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->index, b->index);
    assert_int_equal(a->submesh, b->submesh);
    assert_int_equal(a->backface, b->backface);
    assert_memory_equal(&a->distance, &b->distance, sizeof a->distance);
    assert_memory_equal(&a->depth, &b->depth, sizeof a->depth);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(a->barycentric, b->barycentric, sizeof a->barycentric);
}

static bool compare_window(world *w, const pick_view *view, pick_vec2 position, const pick_nearest_query *wanted,
                           const pick_query *query, pick_nearest *out)
{
    const bool found = pick_nearest_in_window_brute_force(w->scene, view, position, wanted, query, out);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (pick_simd_available(level)) {
            pick_nearest fast;
            world_set_simd(w, (int)level);
            assert_int_equal(pick_nearest_in_window(w->scene, view, position, wanted, query, &fast), found);
            if (found)
                same(&fast, out);
        }
    }
    return found;
}

static pick_query random_query(test_random *r)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = (pick_cull)random_index(r, 4);
    query.pass_locked = random_index(r, 4) == 0;
    query.hidden_layers = ~(random_index(r, 3) == 0 ? random_index(r, 16) : 0xf);
    world_filter(r, &query);
    return query;
}

// What was found lies where it says it does.
static void check_window(const pick_view *view, pick_vec2 position, const pick_nearest *found)
{
    pick_projected_point at;
    assert_true(pick_view_project(view, found->point, &at));
    assert_true(fabs(hypot(at.window.x - position.x, at.window.y - position.y) - found->distance) < 1e-2);
    assert_true(fabs(at.distance - found->depth) <= 1e-6 * fabs(found->depth));
}

static void ask_window(world *w, const projection_spec *spec, double depth, tally *count)
{
    test_random *r = &w->random;
    const pick_view view = world_view(w, spec, depth);
    const pick_vec2 position = world_place(r);
    const pick_query query = random_query(r);
    pick_nearest_query wanted = {.features = 1 + random_index(r, 7), .radius = pow(10, random_between(r, -1, 2))};
    pick_nearest any;
    pick_nearest seen;
    const bool found = compare_window(w, &view, position, &wanted, &query, &any);
    ++count->asked;
    count->found[0] += !found;
    if (found) {
        ++count->found[any.feature];
        assert_true(any.distance <= wanted.radius);
        check_window(&view, position, &any);
    }
    // By brute force, each candidate that may be visible costs a test of all triangles.
    if (!test_is_thorough() && count->asked % 5 != 0)
        return;
    ++count->asked_visible;
    wanted.visible = true;
    if (compare_window(w, &view, position, &wanted, &query, &seen)) {
        assert_true(found);
        count->hidden += !pick_object_id_equal(seen.object, any.object) || seen.triangle != any.triangle;
    } else {
        count->hidden += found;
    }
}

static void ask_in_world(world *w, const projection_spec *spec, double depth, void *user)
{
    for (uint32_t i = test_effort(1, QUERIES_PER_VIEW); i > 0; i--)
        ask_window(w, spec, depth, user);
}

static void on_screen(void **state)
{
    (void)state;
    tally count = {0};
    world_each(2, 1000, ask_in_world, &count);
    print_message("%llu asked: %llu vertices, %llu edges, %llu surfaces; %llu hidden\n",
                  (unsigned long long)count.asked, (unsigned long long)count.found[PICK_FEATURE_VERTEX],
                  (unsigned long long)count.found[PICK_FEATURE_EDGE],
                  (unsigned long long)count.found[PICK_FEATURE_SURFACE], (unsigned long long)count.hidden);
    for (int feature = 0; feature <= 4; feature = feature == 0 ? 1 : 2 * feature)
        assert_true(count.found[feature] > count.asked / 40);
    assert_true(count.hidden > count.asked_visible / 20);
}

static void in_space(void **state)
{
    (void)state;
    static const pick_vec3 places[] = {{0, 0, 0}, {148376, 1234, -223423}, {1e7, -1e7, 1e7}};
    tally count = {0};
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        world w;
        world_make(&w, places[p], 10, 77 + p);
        for (uint32_t i = test_effort(QUERIES_PER_PLACE / 5, QUERIES_PER_PLACE); i > 0; i--) {
            test_random *r = &w.random;
            const pick_vec3 point = pick_vec3_add(w.center, random_in_cube(r, random_index(r, 5) == 0 ? 300 : 10));
            const pick_query query = random_query(r);
            const pick_nearest_query wanted = {.features = 1 + random_index(r, 7),
                                               .radius = random_index(r, 3) == 0 ? HUGE_VAL
                                                                                 : pow(10, random_between(r, -2, 1.5))};
            pick_nearest slow;
            pick_nearest fast;
            const bool found = pick_nearest_in_world_brute_force(w.scene, point, &wanted, &query, &slow);
            assert_int_equal(pick_nearest_in_world(w.scene, point, &wanted, &query, &fast), found);
            ++count.asked;
            count.found[0] += !found;
            if (found) {
                const double apart = pick_vec3_length(pick_vec3_sub(slow.point, point));
                same(&fast, &slow);
                assert_true(fabs(apart - slow.distance) < 1e-8 * (1 + 1e-2 * fabs(w.center.x)));
                ++count.found[slow.feature];
            }
        }
        world_free(&w);
    }
    for (int feature = 0; feature <= 4; feature = feature == 0 ? 1 : 2 * feature)
        assert_true(count.found[feature] > count.asked / 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_screen), cmocka_unit_test(in_space)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
