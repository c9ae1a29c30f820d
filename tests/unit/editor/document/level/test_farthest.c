// The farthest of many points: as far as the farthest of all that were looked at one by one.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "document/level/farthest.h"
#include "random.h"

enum { MOST = 20000 };

static pick_vec3 points[MOST];

static void check(size_t count, test_random *random)
{
    editor_farthest *farthest = editor_farthest_create(points, count);
    assert_non_null(farthest);
    for (int n = 0; n < 200; n++) {
        const pick_vec3 way = n < 27 ? pick_vec3_make(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1) : random_direction(random);
        const pick_vec3 to = pick_vec3_scale(way, exp(random_between(random, -20, 20)));
        const pick_vec3 found = editor_farthest_point(farthest, to);
        double most = -HUGE_VAL;
        bool is_point = false;
        for (size_t i = 0; i < count; i++) {
            most = fmax(most, pick_vec3_dot(to, points[i]));
            is_point = is_point || (points[i].x == found.x && points[i].y == found.y && points[i].z == found.z);
        }
        assert_true(is_point);
        assert_true(pick_vec3_dot(to, found) == most);
    }
    editor_farthest_destroy(farthest);
}

static void test_against_all(void **state)
{
    (void)state;
    test_random random = {11};
    for (int n = 0; n < 40; n++) {
        const size_t count = n < 10 ? (size_t)n + 1 : n < 30 ? 50 + random_index(&random, 3000) : MOST;
        const pick_vec3 stretch = {exp(random_between(&random, -9, 9)), n % 4 == 1 ? 0 : 1, n % 3 == 2 ? 0 : 1};
        const pick_vec3 at = pick_vec3_scale(random_in_cube(&random, 1), n % 2 ? 1e9 : 1);
        for (size_t i = 0; i < count; i++) {
            const pick_vec3 p = n % 5 < 3 ? random_direction(&random) : random_in_cube(&random, 1);
            points[i] = pick_vec3_add(at, pick_vec3_make(stretch.x * p.x, stretch.y * p.y, stretch.z * p.z));
        }
        check(count, &random);
    }
}

// All in one place, and as far apart as numbers go.
static void test_extremes(void **state)
{
    (void)state;
    test_random random = {12};
    for (int i = 0; i < 100; i++)
        points[i] = pick_vec3_make(1, 2, 3);
    check(100, &random);
    for (int i = 0; i < 1000; i++)
        points[i] = pick_vec3_scale(random_in_cube(&random, 1), 1.7e300);
    check(1000, &random);
    editor_farthest_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_all),
        cmocka_unit_test(test_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
