// Affine transforms, and local transforms under every kind of parent.
#include "gizmo_bench.h"

static void from_and_to_transforms(void **state)
{
    (void)state;
    const pick_transform t = {{1, 2, 3, 4, 5.5f, 6, 7, 8, -9}, {1e7, 2, 3}};
    const pick_affine a = pick_affine_from_transform(&t);
    const pick_transform back = pick_affine_to_transform(&a);
    assert_memory_equal(back.linear, t.linear, sizeof(t.linear));
    assert_vec3_near(back.origin, t.origin, 0);
    assert_vec3_near(pick_affine_column(&a, 1), pick_vec3_make(4, 5.5, 6), 0);
    assert_vec3_near(pick_affine_vector(&a, pick_vec3_make(1, 0, 2)), pick_vec3_make(15, 18, -15), 0);
    assert_vec3_near(pick_affine_point(&a, pick_vec3_make(0, 1, 0)), pick_vec3_make(1e7 + 4, 7.5, 9), 0);
    assert_true(pick_affine_is_finite(&a));
    for (int i = 0; i < 12; i++) {
        pick_affine bad = a;
        double *field = i < 9 ? &bad.linear[i] : i == 9 ? &bad.origin.x : i == 10 ? &bad.origin.y : &bad.origin.z;
        *field = i % 2 ? (double)NAN : (double)INFINITY;
        assert_false(pick_affine_is_finite(&bad));
        pick_affine out = a;
        assert_false(pick_affine_invert(&bad, &out));
        assert_same_bits(&out, &a);
    }
}

static void inverses_at_every_scale(void **state)
{
    (void)state;
    test_random random = {1};
    for (int n = 0; n < 2000; n++) {
        pick_affine a = bench_random_affine(&random, 10);
        // Columns of very different lengths: their directions decide.
        for (int i = 0; i < 3; i++) {
            const double scale = pow(10, random_between(&random, -90, 90));
            for (int k = 0; k < 3; k++)
                a.linear[3 * i + k] *= scale;
        }
        const double volume = fabs(pick_vec3_dot(pick_vec3_normalize(pick_affine_column(&a, 0)),
                                                 pick_vec3_cross(pick_vec3_normalize(pick_affine_column(&a, 1)),
                                                                 pick_vec3_normalize(pick_affine_column(&a, 2)))));
        if (volume < 0.01)
            continue;
        pick_affine inverse;
        assert_true(pick_affine_invert(&a, &inverse));
        const pick_affine product = pick_affine_multiply(&a, &inverse);
        for (int i = 0; i < 9; i++)
            assert_near(product.linear[i], i % 4 == 0 ? 1 : 0, 1e-11);
        assert_vec3_near(product.origin, pick_vec3_make(0, 0, 0), 1e-9);
    }
    pick_affine flat = PICK_AFFINE_IDENTITY, out = flat;
    flat.linear[4] = 0;
    assert_false(pick_affine_invert(&flat, &out));
    flat.linear[4] = 1e-320; // its inverse is no number
    assert_false(pick_affine_invert(&flat, &out));
    assert_same_bits(&out, &PICK_AFFINE_IDENTITY);
}

static void boxes(void **state)
{
    (void)state;
    test_random random = {2};
    for (int n = 0; n < 2000; n++) {
        const pick_affine a = bench_random_affine(&random, 1e6);
        const pick_vec3 min = random_in_cube(&random, 10);
        const pick_aabb box = {min, pick_vec3_add(min, pick_vec3_make(1, 2, 3))};
        const pick_aabb image = pick_affine_aabb(&a, &box);
        pick_aabb corners = PICK_AABB_EMPTY;
        for (int i = 0; i < 8; i++) {
            const pick_vec3 p =
                pick_affine_point(&a, pick_vec3_make(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                                                     i & 4 ? box.max.z : box.min.z));
            corners = pick_aabb_union(&corners, &(pick_aabb){p, p});
            assert_true(p.x >= image.min.x && p.y >= image.min.y && p.z >= image.min.z);
            assert_true(p.x <= image.max.x && p.y <= image.max.y && p.z <= image.max.z);
        }
        assert_vec3_near(image.min, corners.min, 1e-8); // and no more
        assert_vec3_near(image.max, corners.max, 1e-8);
    }
    const pick_affine a = PICK_AFFINE_IDENTITY;
    pick_aabb empty = PICK_AABB_EMPTY;
    empty = pick_affine_aabb(&a, &empty);
    assert_true(pick_aabb_is_empty(&empty));
    // Boxes that are infinite on one side, or become so: all of space, and no NaN.
    const pick_aabb open[2] = {{{0, 0, 0}, {1, HUGE_VAL, 1}}, {{-HUGE_VAL, 0, 0}, {1, 1, 1}}};
    for (int i = 0; i < 2; i++) {
        const pick_aabb all = pick_affine_aabb(&a, &open[i]);
        assert_true(all.min.x == -HUGE_VAL && all.max.z == HUGE_VAL);
    }
    pick_affine huge = a;
    huge.linear[0] = 1e300;
    const pick_aabb large = {{-1e100, 0, 0}, {1, 1, 1}};
    assert_true(pick_affine_aabb(&huge, &large).max.y == HUGE_VAL);
    const pick_aabb large_above = {{-1, 0, 0}, {1e100, 1, 1}};
    assert_true(pick_affine_aabb(&huge, &large_above).min.y == -HUGE_VAL);
}

// The child gets the requested world transform, whatever the parent: rotated, mirrored, sheared, far away.
static void locals_under_any_parent(void **state)
{
    (void)state;
    test_random random = {3};
    size_t ok = 0;
    for (int n = 0; n < 5000; n++) {
        const pick_affine parent = bench_random_affine(&random, n % 2 ? 10 : 1e7);
        pick_affine world = bench_random_affine(&random, 5), local;
        world.origin = pick_vec3_add(world.origin, parent.origin);
        if (n % 7 == 0)
            world.linear[3] = world.linear[4] = world.linear[5] = 0; // a flat child is fine
        if (pick_affine_to_local(&world, &parent, &local) != PICK_LOCAL_OK)
            continue;
        const pick_affine made = pick_affine_multiply(&parent, &local);
        for (int i = 0; i < 3; i++)
            assert_vec3_near(pick_affine_column(&made, i), pick_affine_column(&world, i), 1e-8);
        assert_vec3_near(made.origin, world.origin, 2e-8);
        ok++;
    }
    assert_true(ok > 4990);
}

static void why_there_is_no_local(void **state)
{
    (void)state;
    const pick_affine world = PICK_AFFINE_IDENTITY, keep = {{7, 7, 7, 7, 7, 7, 7, 7, 7}, {7, 7, 7}};
    pick_affine parent = PICK_AFFINE_IDENTITY, local = keep;
    parent.linear[8] = 0;
    assert_int_equal(pick_affine_to_local(&world, &parent, &local), PICK_LOCAL_FLAT_PARENT);
    parent.linear[8] = (double)NAN;
    assert_int_equal(pick_affine_to_local(&world, &parent, &local), PICK_LOCAL_NOT_FINITE);
    parent = world;
    parent.origin.x = 1;
    assert_int_equal(pick_affine_to_local(&parent, &(pick_affine){.origin = {(double)INFINITY, 0, 0}}, &local),
                     PICK_LOCAL_NOT_FINITE);
    assert_int_equal(pick_affine_to_local(&(pick_affine){.origin = {(double)NAN, 0, 0}}, &world, &local),
                     PICK_LOCAL_NOT_FINITE);
    // Sheared until two axes almost coincide: no local transform gives the world transform back exactly.
    pick_affine sheared = world;
    sheared.linear[3] = 1e12;
    sheared.linear[4] = 1e-3;
    sheared.linear[6] = 1e12;
    sheared.linear[7] = 2e-3;
    sheared.linear[8] = 1e-3;
    pick_affine child =
        bench_affine((const double[9]){0.3, 0.7, 0.1, -0.9, 0.2, 0.4, 0.5, 0.6, 0.8}, pick_vec3_make(0.1, 0.3, 0.7));
    assert_int_equal(pick_affine_to_local(&child, &sheared, &local), PICK_LOCAL_IMPRECISE);
    // Only the origin loses precision.
    child = (pick_affine){.origin = {0.1, 0.3, 0.7}};
    assert_int_equal(pick_affine_to_local(&child, &sheared, &local), PICK_LOCAL_IMPRECISE);
    // So far out that coordinates are rounded by more than what is lost, it does not count.
    sheared.origin = pick_vec3_make(1e15, -1e15, 1e15);
    child.origin = pick_vec3_add(sheared.origin, pick_vec3_make(0.125, 0.25, 0.75));
    assert_int_equal(pick_affine_to_local(&child, &sheared, &local), PICK_LOCAL_OK);
    local = keep;
    // Only one axis loses precision, whichever it is: the other two lie along the parent's own.
    for (int lost = 0; lost < 3; lost++) {
        static const double columns[3][3] = {{0.3, 0.7, 0.1}, {1, 0, 0}, {0, 0, 1}};
        pick_affine flat = world;
        flat.linear[3] = 1;
        flat.linear[4] = 1e-12;
        child = world;
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++)
                child.linear[3 * ((lost + i) % 3) + k] = columns[i][k];
        }
        assert_int_equal(pick_affine_to_local(&child, &flat, &local), PICK_LOCAL_IMPRECISE);
    }
    // A parent so small that its child's numbers overflow.
    pick_affine small =
        bench_affine((const double[9]){1e-200, 0, 0, 0, 1e-200, 0, 0, 0, 1e-200}, pick_vec3_make(0, 0, 0));
    pick_affine large = bench_affine((const double[9]){1e200, 0, 0, 0, 1, 0, 0, 0, 1}, pick_vec3_make(0, 0, 0));
    assert_int_equal(pick_affine_to_local(&large, &small, &local), PICK_LOCAL_NOT_FINITE);
    assert_same_bits(&local, &keep);
    static const char *const reasons[] = {
        [PICK_LOCAL_OK] = "the transform is representable under this parent",
        [PICK_LOCAL_NOT_FINITE] = "the transform is not finite",
        [PICK_LOCAL_FLAT_PARENT] = "the parent is scaled to zero along an axis, so its children cannot be placed",
        [PICK_LOCAL_IMPRECISE] = "the parent is nearly flat, so its children cannot be placed exactly",
        [PICK_LOCAL_INVALID] = "a transform is missing",
    };
    for (int i = PICK_LOCAL_OK; i <= PICK_LOCAL_INVALID; i++)
        assert_string_equal(pick_local_reason((pick_local_result)i), reasons[i]);
    assert_string_equal(pick_local_reason((pick_local_result)(PICK_LOCAL_INVALID + 1)), "unknown");
    assert_string_equal(pick_local_reason((pick_local_result)99), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_and_to_transforms),  cmocka_unit_test(inverses_at_every_scale), cmocka_unit_test(boxes),
        cmocka_unit_test(locals_under_any_parent), cmocka_unit_test(why_there_is_no_local),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
