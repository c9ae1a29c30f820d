// Results, the allocator, handles, vectors, boxes and transforms.
#include "failing_malloc.h"
#include "near.h"
#include "random.h"

#include "picking/base.h"
#include "picking/math.h"
#include "picking/version.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

static void the_version_is_that_of_the_project(void **state)
{
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", PICK_VERSION_MAJOR, PICK_VERSION_MINOR, PICK_VERSION_PATCH);
    assert_string_equal(version, TEST_PROJECT_VERSION);
    assert_int_equal(pick_version(), PICK_VERSION);
    assert_int_equal(pick_version() / 10000, PICK_VERSION_MAJOR);
    assert_int_equal(pick_version() / 100 % 100, PICK_VERSION_MINOR);
    assert_int_equal(pick_version() % 100, PICK_VERSION_PATCH);
}

static void result_names_are_their_enumerators(void **state)
{
    (void)state;
    assert_string_equal(pick_result_name(PICK_OK), "PICK_OK");
    assert_string_equal(pick_result_name(PICK_ERROR_OUT_OF_MEMORY), "PICK_ERROR_OUT_OF_MEMORY");
    assert_string_equal(pick_result_name(PICK_ERROR_INVALID_ARGUMENT), "PICK_ERROR_INVALID_ARGUMENT");
    assert_string_equal(pick_result_name(PICK_ERROR_NOT_FINITE), "PICK_ERROR_NOT_FINITE");
    assert_string_equal(pick_result_name(PICK_ERROR_INDEX_OUT_OF_RANGE), "PICK_ERROR_INDEX_OUT_OF_RANGE");
    assert_string_equal(pick_result_name(PICK_ERROR_TOO_LARGE), "PICK_ERROR_TOO_LARGE");
    assert_string_equal(pick_result_name(PICK_ERROR_STALE_HANDLE), "PICK_ERROR_STALE_HANDLE");
    assert_string_equal(pick_result_name(PICK_ERROR_UNSUPPORTED_PROJECTION), "PICK_ERROR_UNSUPPORTED_PROJECTION");
    assert_string_equal(pick_result_name(PICK_ERROR_EMPTY_VIEWPORT), "PICK_ERROR_EMPTY_VIEWPORT");
    assert_string_equal(pick_result_name(PICK_ERROR_BAD_DATA), "PICK_ERROR_BAD_DATA");
    assert_string_equal(pick_result_name((pick_result)1234), "unknown pick_result");
}

static void default_allocator_aligns_and_frees(void **state)
{
    (void)state;
    const pick_allocator *a = pick_default_allocator();
    for (size_t alignment = _Alignof(max_align_t); alignment <= 4096; alignment *= 2) {
        for (size_t size = 0; size <= 200; size += 67) {
            void *p = a->allocate(a->user, size, alignment);
            assert_non_null(p);
            assert_int_equal((uintptr_t)p % alignment, 0);
            memset(p, 0xa5, size);
            a->deallocate(a->user, p, size, alignment);
        }
    }
    assert_null(a->allocate(a->user, SIZE_MAX - 8, 64)); // must not wrap around
    for (size_t alignment = 16; alignment <= 64; alignment *= 4) {
        failing_malloc_arm(1, false);
        void *nothing = a->allocate(a->user, 100, alignment);
        failing_malloc_arm(0, false);
        assert_null(nothing);
    }
    a->deallocate(a->user, NULL, 0, 64);
    a->deallocate(a->user, NULL, 0, 16);
}

static void handles_compare_by_slot_and_generation(void **state)
{
    (void)state;
    const pick_object_id null = {0};
    const pick_object_id a = {1, 4}, b = {1, 5};
    assert_true(pick_object_id_is_null(null));
    assert_false(pick_object_id_is_null(a));
    assert_true(pick_object_id_equal(a, a));
    assert_false(pick_object_id_equal(a, b));
    assert_false(pick_object_id_equal(a, null));
}

static void vectors_add_scale_dot_and_cross(void **state)
{
    (void)state;
    const pick_vec3 a = {1, 2, 3}, b = {-4, 5, 6};
    assert_vec3_near(pick_vec3_add(a, b), pick_vec3_make(-3, 7, 9), 0);
    assert_vec3_near(pick_vec3_sub(a, b), pick_vec3_make(5, -3, -3), 0);
    assert_vec3_near(pick_vec3_scale(a, -2), pick_vec3_make(-2, -4, -6), 0);
    assert_near(pick_vec3_dot(a, b), 24, 0);
    assert_vec3_near(pick_vec3_cross(a, b), pick_vec3_make(-3, -18, 13), 0);
    assert_vec3_near(pick_vec3_cross(pick_vec3_make(1, 0, 0), pick_vec3_make(0, 1, 0)), pick_vec3_make(0, 0, 1), 0);
}

static void length_and_normalize_have_no_range_limits(void **state)
{
    (void)state;
    const double sizes[] = {5e-324, 1e-310, 1e-200, 1e-160, 1, 1e160, 1e300};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const pick_vec3 v = {3 * sizes[i], 0, -4 * sizes[i]};
        assert_near(pick_vec3_length(v) / sizes[i], 5, 4e-16 * 5);
        assert_near(pick_vec3_length(pick_vec3_make(v.y, v.z, v.x)) / sizes[i], 5, 4e-16 * 5);
        assert_near(pick_vec3_length(pick_vec3_make(v.z, v.x, v.y)) / sizes[i], 5, 4e-16 * 5);
        assert_vec3_near(pick_vec3_normalize(v), pick_vec3_make(0.6, 0, -0.8), 4e-16);
    }
    assert_near(pick_vec3_length(pick_vec3_make(DBL_MAX / 2, DBL_MAX / 2, 0)) / DBL_MAX, sqrt(0.5), 1e-15);
    assert_vec3_near(pick_vec3_normalize(pick_vec3_make(DBL_MAX, -DBL_MAX, 0)),
                     pick_vec3_make(sqrt(0.5), -sqrt(0.5), 0), 1e-15);
    assert_near(pick_vec3_length(pick_vec3_make(0, 0, 0)), 0, 0);
    assert_vec3_near(pick_vec3_normalize(pick_vec3_make(0, -0.0, 0)), pick_vec3_make(0, 0, 0), 0);
    assert_true(isinf(pick_vec3_length(pick_vec3_make((double)INFINITY, 0, 0))));
    assert_true(isnan(pick_vec3_length(pick_vec3_make(0, (double)NAN, 0))));
}

static void finiteness_looks_at_every_component(void **state)
{
    (void)state;
    assert_true(pick_vec3_is_finite(pick_vec3_make(0, DBL_MAX, -1)));
    assert_false(pick_vec3_is_finite(pick_vec3_make((double)NAN, 0, 0)));
    assert_false(pick_vec3_is_finite(pick_vec3_make(0, -(double)INFINITY, 0)));
    assert_false(pick_vec3_is_finite(pick_vec3_make(0, 0, (double)INFINITY)));
}

static void a_ray_is_valid_when_it_can_be_cast(void **state)
{
    (void)state;
    const pick_ray good = {{1, 2, 3}, {0, 0, -2}, 0, (double)INFINITY};
    assert_true(pick_ray_is_valid(&good));
    assert_vec3_near(pick_ray_at(&good, 1.5), pick_vec3_make(1, 2, 0), 0);
    pick_ray r = good;
    r.t_max = 0;
    assert_true(pick_ray_is_valid(&r));
    r.t_max = -1;
    assert_false(pick_ray_is_valid(&r));
    r = good, r.t_min = (double)NAN;
    assert_false(pick_ray_is_valid(&r));
    r = good, r.t_max = (double)NAN;
    assert_false(pick_ray_is_valid(&r));
    r = good, r.origin.y = (double)INFINITY;
    assert_false(pick_ray_is_valid(&r));
    r = good, r.direction = pick_vec3_make(0, -0.0, 0);
    assert_false(pick_ray_is_valid(&r));
    r = good, r.direction.x = (double)NAN;
    assert_false(pick_ray_is_valid(&r));
    r = good, r.direction = pick_vec3_make(0, 5e-324, 0);
    assert_true(pick_ray_is_valid(&r));
}

static void boxes_are_empty_and_unite(void **state)
{
    (void)state;
    const pick_aabb nothing = PICK_AABB_EMPTY;
    const pick_aabb point = {{1, 2, 3}, {1, 2, 3}};
    const pick_aabb backwards = {{0, 5, 0}, {1, -5, 1}};
    const pick_aabb nan_box = {{0, (double)NAN, 0}, {1, 1, 1}};
    assert_true(pick_aabb_is_empty(&nothing));
    assert_true(pick_aabb_is_empty(&backwards));
    assert_true(pick_aabb_is_empty(&nan_box));
    assert_false(pick_aabb_is_empty(&point));

    pick_aabb u = pick_aabb_union(&nothing, &point);
    assert_vec3_near(u.min, point.min, 0);
    assert_vec3_near(u.max, point.max, 0);
    u = pick_aabb_union(&point, &backwards);
    assert_vec3_near(u.min, point.min, 0);
    assert_vec3_near(u.max, point.max, 0);
    const pick_aabb other = {{-1, 0, 7}, {0, 9, 8}};
    u = pick_aabb_union(&point, &other);
    assert_vec3_near(u.min, pick_vec3_make(-1, 0, 3), 0);
    assert_vec3_near(u.max, pick_vec3_make(1, 9, 8), 0);
    u = pick_aabb_union(&nothing, &nothing);
    assert_true(pick_aabb_is_empty(&u));
}

static void transforms_come_from_affine_matrices_only(void **state)
{
    (void)state;
    float m[16] = {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 10, 0, -1, -2, -3, 1};
    pick_transform t;
    assert_int_equal(pick_transform_from_matrix(m, &t), PICK_OK);
    for (int i = 0; i < 9; i++)
        assert_near((double)t.linear[i], (double)m[i / 3 * 4 + i % 3], 0);
    assert_vec3_near(t.origin, pick_vec3_make(-1, -2, -3), 0);
    assert_near(pick_transform_determinant(&t), -3, 1e-12);

    pick_transform sentinel;
    memset(&sentinel, 0x5a, sizeof(sentinel));
    t = sentinel;
    const int last_row[4] = {3, 7, 11, 15};
    for (int i = 0; i < 4; i++) {
        float bad[16];
        memcpy(bad, m, sizeof(bad));
        bad[last_row[i]] = 0.5f;
        assert_int_equal(pick_transform_from_matrix(bad, &t), PICK_ERROR_INVALID_ARGUMENT);
    }
    for (int i = 0; i < 16; i++) {
        float bad[16];
        memcpy(bad, m, sizeof(bad));
        bad[i] = i % 2 ? NAN : INFINITY;
        assert_int_equal(pick_transform_from_matrix(bad, &t), PICK_ERROR_NOT_FINITE);
    }
    assert_memory_equal(&t, &sentinel, sizeof(t));
}

static void transforms_say_whether_they_are_finite(void **state)
{
    (void)state;
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    assert_true(pick_transform_is_finite(&t));
    t.origin.z = (double)NAN;
    assert_false(pick_transform_is_finite(&t));
    for (int i = 0; i < 9; i++) {
        t = PICK_TRANSFORM_IDENTITY;
        t.linear[i] = INFINITY;
        assert_false(pick_transform_is_finite(&t));
    }
}

static void transforms_map_points_and_vectors(void **state)
{
    (void)state;
    // 90 degrees about Y, twice as large along the object's z, far away.
    const pick_transform t = {{0, 0, -1, 0, 1, 0, 2, 0, 0}, {1e7, 0.25, -1e7}};
    assert_vec3_near(pick_transform_vector(&t, pick_vec3_make(1, 2, 3)), pick_vec3_make(6, 2, -1), 0);
    assert_vec3_near(pick_transform_point(&t, pick_vec3_make(1, 2, 3)), pick_vec3_make(1e7 + 6, 2.25, -1e7 - 1), 0);
    assert_near(pick_transform_determinant(&t), 2, 0);
    const pick_transform mirrored = {{-1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    assert_near(pick_transform_determinant(&mirrored), -1, 0);
    const pick_transform flat = {{1, 0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0}};
    assert_near(pick_transform_determinant(&flat), 0, 0);
}

static void transformed_boxes_hold_every_transformed_point(void **state)
{
    (void)state;
    test_random random = {1};
    for (int round = 0; round < 2000; round++) {
        pick_transform t;
        for (int i = 0; i < 9; i++)
            t.linear[i] = (float)random_between(&random, -3, 3);
        t.origin = random_in_cube(&random, round % 2 ? 1e7 : 1);
        const pick_vec3 a = random_in_cube(&random, 2), b = random_in_cube(&random, 2);
        const pick_aabb box = {{fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)},
                               {fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)}};
        const pick_aabb out = pick_transform_aabb(&t, &box);
        pick_aabb corners = PICK_AABB_EMPTY;
        for (int i = 0; i < 8; i++) {
            const pick_vec3 p =
                pick_transform_point(&t, pick_vec3_make(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                                                        i & 4 ? box.max.z : box.min.z));
            const pick_aabb corner = {p, p};
            corners = pick_aabb_union(&corners, &corner);
        }
        // Not merely around the corners: equal to their box, to the last bit.
        assert_vec3_near(out.min, corners.min, 0);
        assert_vec3_near(out.max, corners.max, 0);
    }
    const pick_transform t = PICK_TRANSFORM_IDENTITY;
    const pick_aabb nothing = PICK_AABB_EMPTY;
    const pick_aabb still_nothing = pick_transform_aabb(&t, &nothing);
    assert_true(pick_aabb_is_empty(&still_nothing));
    const pick_aabb everything = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
    const pick_aabb all = pick_transform_aabb(&t, &everything);
    assert_true(all.min.x == -HUGE_VAL && all.max.z == HUGE_VAL);
}

static void an_objects_forward_ray_keeps_scale_and_shear(void **state)
{
    (void)state;
    const pick_transform t = {{1, 0, 0, 0, 1, 0, 0.5f, 0, 3}, {1, 2, 3}};
    const pick_ray r = pick_ray_from_transform(&t);
    assert_vec3_near(r.origin, pick_vec3_make(1, 2, 3), 0);
    assert_vec3_near(r.direction, pick_vec3_make(-0.5, 0, -3), 0);
    assert_near(r.t_min, 0, 0);
    assert_true(isinf(r.t_max));
    assert_true(pick_ray_is_valid(&r));
    const pick_transform flat = {{1, 0, 0, 0, 1, 0, 0, 0, 0}, {1, 2, 3}};
    const pick_ray none = pick_ray_from_transform(&flat);
    assert_false(pick_ray_is_valid(&none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_that_of_the_project),
        cmocka_unit_test(result_names_are_their_enumerators),
        cmocka_unit_test(default_allocator_aligns_and_frees),
        cmocka_unit_test(handles_compare_by_slot_and_generation),
        cmocka_unit_test(vectors_add_scale_dot_and_cross),
        cmocka_unit_test(length_and_normalize_have_no_range_limits),
        cmocka_unit_test(finiteness_looks_at_every_component),
        cmocka_unit_test(a_ray_is_valid_when_it_can_be_cast),
        cmocka_unit_test(boxes_are_empty_and_unite),
        cmocka_unit_test(transforms_come_from_affine_matrices_only),
        cmocka_unit_test(transforms_say_whether_they_are_finite),
        cmocka_unit_test(transforms_map_points_and_vectors),
        cmocka_unit_test(transformed_boxes_hold_every_transformed_point),
        cmocka_unit_test(an_objects_forward_ray_keeps_scale_and_shear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
