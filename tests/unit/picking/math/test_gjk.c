// Distances of convex sets, and the corners of solids between planes.
#include "math/gjk.h"
#include "math/polytope.h"

#include "near.h"
#include "random.h"

typedef struct cloud {
    pick_vec3 point[40];
    int count;
    double radius; // of a ball around each
} cloud;

static pick_gjk_vertex farthest(const void *set, pick_vec3 d)
{
    const cloud *c = set;
    int best = 0;
    for (int i = 1; i < c->count; i++)
        best = pick_vec3_dot(c->point[i], d) > pick_vec3_dot(c->point[best], d) ? i : best;
    const pick_vec3 p = pick_vec3_add(c->point[best], pick_vec3_scale(pick_vec3_normalize(d), c->radius));
    return (pick_gjk_vertex){.p = p, .source = pick_vec3_scale(p, 2)};
}

static void check(const cloud *c, bool *inside)
{
    const pick_gjk_result r = pick_gjk_nearest(farthest, c, HUGE_VAL), whether = pick_gjk_nearest(farthest, c, 0);
    if (r.distance > 1e-12 || r.distance == 0) // nearer than rounding is not certain
        assert_int_equal(r.distance > 0, whether.distance > 0);
    assert_vec3_near(pick_gjk_source(&r), pick_vec3_scale(r.nearest, 2), 1e-12);
    *inside = r.distance == 0;
    if (*inside)
        return;
    assert_near(pick_vec3_length(r.nearest), r.distance, 1e-15);
    for (int i = 0; i < c->count; i++) // all lie behind the plane across the way there
        assert_true(pick_vec3_dot(c->point[i], r.nearest) - c->radius * r.distance >= r.distance * r.distance - 1e-12);
}

static void the_nearest_point_is_proven(void **state)
{
    (void)state;
    test_random random = {1};
    int in = 0, out = 0;
    for (int round = 0; round < 20000; round++) {
        const pick_vec3 middle = random_in_cube(&random, 2);
        cloud c = {.count = 1 + (int)random_index(&random, 40), .radius = round % 3 == 0 ? 0.3 : 0};
        for (int i = 0; i < c.count; i++) {
            c.point[i] = pick_vec3_add(middle, random_in_cube(&random, 1));
            if (round % 4 == 1)
                c.point[i].z = 0; // flat, in the plane of the origin
            if (round % 4 == 2)
                c.point[i].z *= 1e-13; // a sliver
        }
        bool inside;
        check(&c, &inside);
        *(inside ? &in : &out) += 1;
    }
    assert_true(in > 1000 && out > 1000);
}

static void what_touches_is_at_distance_zero(void **state)
{
    (void)state;
    const cloud sets[] = {{{{0, 0, 0}}, 1, 0},
                          {{{-1, 0, 0}, {1, 0, 0}}, 2, 0},
                          {{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}, 3, 0},
                          {{{-1, -1, -1}, {1, -1, -1}, {0, 2, -1}, {0, 0, 3}}, 4, 0},
                          {{{0, 0, 1}}, 1, 1}};
    for (int i = 0; i < 5; i++) {
        const pick_gjk_result r = pick_gjk_nearest(farthest, &sets[i], i % 2 == 0 ? 0 : HUGE_VAL);
        assert_true(r.distance == 0);
    }
}

// A support function that is wrong ends the search all the same.
static pick_gjk_vertex astray(const void *set, pick_vec3 d)
{
    test_random *random = (test_random *)(uintptr_t)set;
    const double shrink = random_between(random, 0.97, 1);
    return (pick_gjk_vertex){.p = pick_vec3_add(pick_vec3_scale(random_direction(random), 1e-3 * shrink),
                                                pick_vec3_scale(pick_vec3_normalize(d), 0.1)),
                             .source = d};
}

static void any_support_function_ends(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < 1000; i++)
        assert_true(pick_gjk_nearest(astray, &random, HUGE_VAL).distance >= 0);
}

// Each step comes a twentieth nearer, for ever.
static pick_gjk_vertex nearer(const void *set, pick_vec3 d)
{
    (void)set;
    return (pick_gjk_vertex){.p = pick_vec3_scale(d, -0.95), .source = d};
}

static void the_number_of_steps_is_bounded(void **state)
{
    (void)state;
    const pick_gjk_result r = pick_gjk_nearest(nearer, NULL, HUGE_VAL);
    assert_true(r.distance > 1e-6 && r.distance < 1e-2);
}

static void corners_of_a_box(void **state)
{
    (void)state;
    const double planes[7][4] = {{1, 0, 0, 1}, {-1, 0, 0, 2}, {0, 1, 0, 1}, {0, -1, 0, 1},
                                 {0, 0, 1, 0}, {0, 0, -1, 0}, {1, 0, 0, 50}};
    pick_vec3 corner[64];
    const uint32_t count = pick_polytope_corners(planes, 7, (pick_vec3){0.5, 0, 0}, 3, corner, 64);
    pick_aabb box = PICK_AABB_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        const pick_aabb at = {corner[i], corner[i]};
        box = pick_aabb_union(&box, &at);
    }
    assert_true(count >= 16 && count <= 24); // flat: twice four, and on the sides
    assert_vec3_near(box.min, pick_vec3_make(-1, -1, 0), 1e-11);
    assert_vec3_near(box.max, pick_vec3_make(2, 1, 0), 1e-11);
    pick_vec3 few[3] = {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}};
    assert_int_equal(pick_polytope_corners(planes, 7, (pick_vec3){0.5, 0, 0}, 3, few, 2), count);
    assert_true(few[1].x == corner[1].x && few[2].x == 7);
    const double apart[2][4] = {{1, 0, 0, -1}, {-1, 0, 0, 0.5}};
    assert_int_equal(pick_polytope_corners(apart, 2, (pick_vec3){0, 0, 0}, 3, corner, 64), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_point_is_proven),
        cmocka_unit_test(what_touches_is_at_distance_zero),
        cmocka_unit_test(any_support_function_ends),
        cmocka_unit_test(the_number_of_steps_is_bounded),
        cmocka_unit_test(corners_of_a_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
