// Rays that graze points and tubes where their boxes end: rounding decides whether they hit, and it is the same with
// and without the hierarchy. Boxes are padded by what the exact test may be wrong by, so each part of the pad is
// needed.
#include "picking/picking.h"

#include "effort.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static double *coordinate(pick_vec3 *v, uint32_t axis)
{
    return axis == 0 ? &v->x : (axis == 1 ? &v->y : &v->z);
}

static pick_transform random_transform(test_random *r, double away)
{
    pick_transform transform = PICK_OBJECT_DESC_DEFAULT.transform;
    const pick_vec3 x = random_direction(r), y = pick_vec3_normalize(pick_vec3_cross(x, random_direction(r)));
    const pick_vec3 axes[3] = {x, y, pick_vec3_cross(x, y)};
    for (int k = 0; k < 3; k++) {
        transform.linear[3 * k] = (float)axes[k].x;
        transform.linear[3 * k + 1] = (float)axes[k].y;
        transform.linear[3 * k + 2] = (float)axes[k].z;
    }
    transform.origin = random_in_cube(r, away);
    return transform;
}

// A ball or a tube along an axis that is far from the origin of its object on one axis, and a ray that touches it at
// the end of its box on another one.
static bool grazes(test_random *r, bool *found)
{
    const uint32_t up = random_index(r, 3), far = (up + 1 + random_index(r, 2)) % 3, along = 3 - up - far;
    const double distance = exp(random_between(r, -3, 14)), radius = exp(random_between(r, -5, 1));
    const bool tube = random_index(r, 2) == 0;
    pick_vec3 middle = random_in_cube(r, 0.01), way = {0, 0, 0}, place;
    *coordinate(&middle, far) = distance;
    const float ends[6] = {(float)middle.x,
                           (float)middle.y,
                           (float)middle.z,
                           (float)(middle.x + (along == 0 ? 1 : 0)),
                           (float)(middle.y + (along == 1 ? 1 : 0)),
                           (float)(middle.z + (along == 2 ? 1 : 0))};
    const pick_points_desc point = {.positions = ends, .count = 1, .radius = radius};
    const pick_curves_desc line = {.positions = ends, .position_count = 2, .radius = radius};
    pick_thin *thin = NULL;
    assert_int_equal(tube ? pick_curves_create(&line, NULL, &thin) : pick_points_create(&point, NULL, &thin), PICK_OK);
    place = pick_vec3_make((double)ends[0], (double)ends[1], (double)ends[2]);
    *coordinate(&place, up) += random_index(r, 2) == 0 ? radius : -radius;
    const double angle = random_index(r, 2) == 0 ? 0.5 * 3.141592653589793 : random_between(r, 0, 7);
    const uint32_t how = random_index(r, 4);
    if (how < 2) {
        *coordinate(&way, far) = cos(angle);
        *coordinate(&way, along) = sin(angle);
    } else {
        *coordinate(&way, up) = random_index(r, 2) == 0 ? 1 : -1;
    }
    const pick_transform transform = random_transform(r, random_index(r, 2) == 0 ? 0 : distance);
    const double back = exp(random_between(r, -1, how == 2 ? 21 : 14)); // far off, the ends of ranges are rounded
    const pick_vec3 from = pick_transform_point(&transform, pick_vec3_sub(place, pick_vec3_scale(way, back)));
    const pick_vec3 to = pick_transform_point(&transform, pick_vec3_add(place, way));
    const pick_ray ray = {from, pick_vec3_scale(pick_vec3_sub(to, from), 1 / (back + 1)), how == 2 ? back : 0,
                          how == 3 ? back : HUGE_VAL};
    pick_thin_hit hit[2];
    found[0] = pick_thin_closest(thin, &transform, &ray, &hit[0]);
    found[1] = pick_thin_closest_brute_force(thin, &transform, &ray, &hit[1]);
    const bool same = found[0] == found[1] && (!found[0] || hit[0].t == hit[1].t);
    pick_thin_destroy(thin);
    return same;
}

static void grazing_rays_are_the_same_for_hierarchies(void **state)
{
    (void)state;
    test_random r = {5};
    uint32_t hits = 0, misses = 0;
    for (uint32_t i = 0; i < test_effort(4000, 200000); i++) {
        bool found[2];
        assert_true(grazes(&r, found));
        hits += found[0];
        misses += !found[0];
    }
    assert_true(hits > 500 && misses > 500);
}

// A ball or a tube in any direction and of any size, among others of its leaf, and a ray that touches it on a side or
// at an end, or is nearly parallel to it.
static bool touches(test_random *r, bool *found)
{
    enum { LINES = 8 };
    const bool tube = random_index(r, 2) == 0, at_end = random_index(r, 3) == 0;
    const double radius = exp(random_between(r, -9, 9));
    const double length = radius * exp(random_between(r, -9, 9)), away = radius * exp(random_between(r, -6, 16));
    float ends[LINES][6];
    const pick_vec3 middle = random_in_cube(r, random_index(r, 2) == 0 ? 0 : away);
    for (int i = 0; i < LINES; i++) {
        const pick_vec3 at = i == 0 ? middle : pick_vec3_add(middle, random_in_cube(r, 4 * (radius + length)));
        const pick_vec3 half = pick_vec3_scale(random_direction(r), 0.5 * length);
        for (int end = 0; end < 2; end++) {
            const pick_vec3 place = pick_vec3_add(at, pick_vec3_scale(half, end == 0 ? 1 : -1));
            ends[i][3 * end] = (float)place.x;
            ends[i][3 * end + 1] = (float)place.y;
            ends[i][3 * end + 2] = (float)place.z;
        }
    }
    const pick_vec3 a = pick_vec3_make((double)ends[0][0], (double)ends[0][1], (double)ends[0][2]);
    const pick_vec3 b = pick_vec3_make((double)ends[0][3], (double)ends[0][4], (double)ends[0][5]);
    const pick_vec3 axis = pick_vec3_normalize(pick_vec3_sub(b, a));
    pick_vec3 way = random_direction(r), side;
    if (random_index(r, 3) == 0) // nearly parallel
        way = pick_vec3_add(axis, pick_vec3_scale(way, exp(random_between(r, -40, -2))));
    side = pick_vec3_normalize(pick_vec3_cross(way, tube ? axis : random_direction(r)));
    pick_vec3 place = tube ? pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), random_between(r, 0, 1))) : a;
    if (at_end && tube) { // its tip
        way = side;
        side = axis;
        place = b;
    }
    const double error = random_index(r, 8) == 0 ? 0.1 : exp(random_between(r, -38, -20));
    place = pick_vec3_add(place, pick_vec3_scale(side, radius * (1 + random_between(r, -error, error))));
    const pick_ray ray = {pick_vec3_sub(place, pick_vec3_scale(way, away)),
                          pick_vec3_scale(way, exp(random_between(r, -9, 9))), 0, HUGE_VAL};
    static const uint32_t counts[LINES] = {2, 2, 2, 2, 2, 2, 2, 2};
    const pick_points_desc points = {
        .positions = ends[0], .position_stride = sizeof ends[0], .count = LINES, .radius = radius};
    const pick_curves_desc lines = {
        .positions = ends[0], .position_count = 2 * LINES, .counts = counts, .curve_count = LINES, .radius = radius};
    pick_thin *thin = NULL;
    pick_thin_hit hit[2];
    assert_int_equal(tube ? pick_curves_create(&lines, NULL, &thin) : pick_points_create(&points, NULL, &thin),
                     PICK_OK);
    found[0] = pick_thin_closest(thin, NULL, &ray, &hit[0]);
    found[1] = pick_thin_closest_brute_force(thin, NULL, &ray, &hit[1]);
    const bool same = found[0] == found[1] && (!found[0] || hit[0].t == hit[1].t);
    pick_thin_destroy(thin);
    return same;
}

static void touching_rays_are_the_same_for_hierarchies(void **state)
{
    (void)state;
    test_random r = {6};
    uint32_t hits = 0, misses = 0;
    for (uint32_t i = 0; i < test_effort(20000, 400000); i++) {
        bool found[2];
        assert_true(touches(&r, found));
        hits += found[0];
        misses += !found[0];
    }
    assert_true(hits > 2000 && misses > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(grazing_rays_are_the_same_for_hierarchies),
                                       cmocka_unit_test(touching_rays_are_the_same_for_hierarchies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
