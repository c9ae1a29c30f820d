// Keys, shapes and poses against the formulas of glTF 2.0, written out plainly.
#include "document/motion/affine.h"
#include "document/motion/motion.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * (1 + fabs(a) + fabs(b));
}

static float random_float(test_random *random)
{
    return (float)random_index(random, 20001) / 1000 - 10;
}

// The value by the formulas, with a search from the start.
static void expect_sample(const motion_channel *c, double time, uint32_t i, double *out)
{
    const uint32_t last = c->key_count - 1, parts = c->interpolation == MOTION_CUBIC ? 3 : 1;
    uint32_t key = 0;
    while (key < last && (double)c->times[key + 1] <= time)
        key++;
    const size_t w = c->width, middle = parts == 3 ? 1 : 0;
    const double a = (double)c->values[(parts * key + middle) * w + i];
    if (key == last || c->interpolation == MOTION_STEP || time <= (double)c->times[0]) {
        *out = a;
        return;
    }
    const double step = (double)c->times[key + 1] - (double)c->times[key];
    const double t = (time - (double)c->times[key]) / step;
    const double b = (double)c->values[(parts * (key + 1) + middle) * w + i];
    if (c->interpolation == MOTION_LINEAR) {
        *out = a + t * (b - a);
        return;
    }
    const double leave = step * (double)c->values[(3 * key + 2) * w + i];
    const double arrive = step * (double)c->values[3 * (key + 1) * w + i];
    *out = (2 * pow(t, 3) - 3 * pow(t, 2) + 1) * a + (pow(t, 3) - 2 * pow(t, 2) + t) * leave +
           (-2 * pow(t, 3) + 3 * pow(t, 2)) * b + (pow(t, 3) - pow(t, 2)) * arrive;
}

static void test_random_channels(void **state)
{
    (void)state;
    enum { WIDTH = 5, KEYS = 9 };
    test_random random = {18};
    float times[KEYS], values[3 * KEYS * WIDTH];
    uint32_t inside = 0;
    for (int run = 0; run < 2000; run++) {
        motion_channel c = {.path = MOTION_WEIGHTS,
                            .interpolation = (motion_interpolation)random_index(&random, MOTION_INTERPOLATION_COUNT),
                            .width = 1 + random_index(&random, WIDTH),
                            .key_count = 1 + random_index(&random, KEYS),
                            .times = times,
                            .values = values};
        times[0] = (float)random_index(&random, 3);
        for (uint32_t i = 1; i < c.key_count; i++)
            times[i] = times[i - 1] + (float)(1 + random_index(&random, 100)) / 16;
        for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
            values[i] = random_float(&random);
        for (int k = 0; k < 10; k++) {
            const bool at_key = random_index(&random, 4) == 0;
            const double time = at_key ? (double)times[random_index(&random, c.key_count)]
                                       : (double)random_index(&random, 5000) / 100 - 1;
            double found[WIDTH], wanted;
            motion_sample(&c, time, found);
            inside += time > (double)times[0] && time < (double)times[c.key_count - 1];
            for (uint32_t i = 0; i < c.width; i++) {
                expect_sample(&c, time, i, &wanted);
                assert_true(is_near(found[i], wanted));
            }
        }
    }
    assert_true(inside > 5000);
}

// Between rotations about one axis the angle grows evenly, the short way, whatever the quaternions' signs and lengths.
static void test_rotations(void **state)
{
    (void)state;
    test_random random = {19};
    for (int run = 0; run < 1000; run++) {
        const double from = (double)random_index(&random, 628) / 100;
        const double turn = run % 10 == 0 ? 1e-9 * (double)random_index(&random, 100)
                                          : (double)random_index(&random, 310) / 100 * (run % 2 ? 1 : -1);
        const double scale = random_index(&random, 2) ? 1 : 2, sign = random_index(&random, 2) ? 1 : -1;
        float times[2] = {0, 1};
        float values[8] = {0, 0, (float)sin(from / 2), (float)cos(from / 2)};
        values[6] = (float)(sign * scale * sin((from + turn) / 2));
        values[7] = (float)(sign * scale * cos((from + turn) / 2));
        const motion_channel c = {.path = MOTION_ROTATION,
                                  .interpolation = MOTION_LINEAR,
                                  .width = 4,
                                  .key_count = 2,
                                  .times = times,
                                  .values = values};
        const double t = (double)random_index(&random, 1001) / 1000, angle = (from + t * turn) / 2;
        double q[4];
        motion_sample(&c, t, q);
        const double same = q[2] * sin(angle) + q[3] * cos(angle);
        assert_true(fabs(fabs(same) - 1) < 1e-12 && q[0] == 0 && q[1] == 0);
        assert_true(is_near(q[2] * q[2] + q[3] * q[3], 1));
    }
}

// Targets come before joints; a vertex without joints stays; weights that do not add up to 1 are a mean.
static void test_shape(void **state)
{
    (void)state;
    float positions[6] = {1, 0, 0, 5, 5, 5}, normals[6] = {1, 0, 0, 0, 0, 1}, delta[6] = {0, 2, 0, 1, 1, 1};
    uint32_t first[3] = {0, 2, 2};
    motion_influence influences[2] = {{0, 0.5f}, {1, 1.5f}};
    motion_target targets[2] = {{delta, NULL}, {NULL, NULL}};
    const motion_shape shape = {2, positions, normals, first, influences, targets, 2};
    const double weights[2] = {0.5, 3};
    pick_affine joints[2] = {PICK_AFFINE_IDENTITY, PICK_AFFINE_IDENTITY};
    joints[0].origin = pick_vec3_make(4, 0, 0);
    joints[1] = (pick_affine){.linear = {0, 1, 0, -1, 0, 0, 0, 0, 1}}; // a quarter about z
    float out[6], turned[6];
    motion_shape_pose(&shape, weights, joints, out, turned);
    // (1, 1, 0): (5, 1, 0) a quarter, (-1, 1, 0) three quarters.
    assert_true(is_near((double)out[0], 0.5) && is_near((double)out[1], 1) && out[2] == 0);
    assert_true(out[3] == 5.5f && out[4] == 5.5f && out[5] == 5.5f);
    assert_true(fabs((double)turned[0] - 1 / sqrt(10)) < 1e-7 && fabs((double)turned[1] - 3 / sqrt(10)) < 1e-7);
    assert_true(turned[3] == 0 && turned[5] == 1);
    motion_shape_pose(&shape, NULL, NULL, out, NULL);
    assert_memory_equal(out, positions, sizeof(out));
}

static pick_vec3 vector_of(const float v[3])
{
    return pick_vec3_make((double)v[0], (double)v[1], (double)v[2]);
}

// Normals stay at right angles to a surface, and on its side, whatever joints do to it: unequal scales, shear, mirrors.
static void test_normals(void **state)
{
    (void)state;
    test_random random = {31};
    uint32_t first[2] = {0, 2}, mirrored = 0;
    motion_influence influences[2] = {{0, 0.75f}, {1, 0.25f}};
    for (int run = 0; run < 1000; run++) {
        pick_affine joints[2], mean;
        for (int k = 0; k < 9; k++) {
            joints[0].linear[k] = (double)random_float(&random);
            joints[1].linear[k] = (double)random_float(&random);
            mean.linear[k] = 0.75 * joints[0].linear[k] + 0.25 * joints[1].linear[k];
        }
        joints[0].origin = joints[1].origin = mean.origin = pick_vec3_make(0, 0, 0);
        const pick_vec3 unit =
            pick_vec3_normalize(pick_vec3_make((double)random_float(&random), 3, (double)random_float(&random)));
        float position[3] = {0, 0, 0}, normal[3] = {(float)unit.x, (float)unit.y, (float)unit.z}, out[3], turned[3];
        const motion_shape shape = {1, position, normal, first, influences, NULL, 0};
        motion_shape_pose(&shape, NULL, joints, out, turned);
        const pick_vec3 n = vector_of(normal), a = pick_vec3_cross(n, pick_vec3_make(1, 0, 0)),
                        b = pick_vec3_cross(n, a);
        const pick_vec3 found = vector_of(turned);
        const pick_vec3 flat = pick_vec3_normalize(
            pick_vec3_cross(pick_affine_vector(&mean, a), pick_affine_vector(&mean, b))); // of the surface as it is now
        const double side = pick_vec3_dot(flat, pick_affine_vector(&mean, n)) < 0 ? -1 : 1;
        assert_true(pick_vec3_length(pick_vec3_sub(found, pick_vec3_scale(flat, side))) < 1e-5);
        mirrored += pick_vec3_dot(pick_affine_column(&mean, 0),
                                  pick_vec3_cross(pick_affine_column(&mean, 1), pick_affine_column(&mean, 2))) < 0;
    }
    assert_true(mirrored > 300 && mirrored < 700);
}

// A joint that presses all into a plane gives every vertex the plane's normal, on one side for all; into a line, none.
static void test_flat_normals(void **state)
{
    (void)state;
    uint32_t first[2] = {0, 1};
    motion_influence influence = {0, 1};
    float position[3] = {0, 0, 0}, normal[3] = {0, 0, 1}, out[3], turned[3];
    const motion_shape shape = {1, position, normal, first, &influence, NULL, 0};
    for (int run = 0; run < 1000; run++) {
        const double turns[2][4] = {{1, 2, 3, (double)run}, {3, 0.01 * run, 1, 2}}, none[3] = {0, 0, 0};
        const double into_plane[3] = {2, 0, 1}, into_line[3] = {0, 0, 3}, as_is[3] = {1, 1, 1};
        const pick_affine before = editor_affine_from_parts(none, turns[0], as_is);
        pick_affine joint = editor_affine_from_parts(none, turns[1], into_plane);
        const pick_vec3 axis =
            pick_vec3_normalize(pick_vec3_cross(pick_affine_column(&joint, 2), pick_affine_column(&joint, 0)));
        const pick_vec3 own = pick_affine_vector(&before, pick_vec3_make(0, 0, 1));
        joint = pick_affine_multiply(&joint, &before);
        motion_shape_pose(&shape, NULL, &joint, out, turned);
        const double side = own.y < 0 ? -1 : 1;
        if (fabs(own.y) > 1e-3)
            assert_true(pick_vec3_length(pick_vec3_sub(vector_of(turned), pick_vec3_scale(axis, side))) < 1e-5);
        joint = editor_affine_from_parts(none, turns[1], into_line);
        motion_shape_pose(&shape, NULL, &joint, out, turned);
        assert_true(turned[0] == 0 && turned[1] == 0 && turned[2] == 0);
    }
}

// Parts of a transform make it again; one with shear has none.
static void test_parts(void **state)
{
    (void)state;
    test_random random = {7};
    for (int i = 0; i < 1000; i++) {
        double t[3], q[4], s[3];
        for (int k = 0; k < 4; k++) {
            q[k] = (double)random_float(&random);
            if (k < 3) {
                t[k] = (double)random_float(&random);
                s[k] = random_index(&random, 8) == 0 ? 0 : (double)random_float(&random);
            }
        }
        const pick_affine affine = editor_affine_from_parts(t, q, s);
        assert_true(editor_affine_to_parts(&affine, t, q, s));
        assert_true(is_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1));
        const pick_affine again = editor_affine_from_parts(t, q, s);
        for (int k = 0; k < 9; k++)
            assert_true(fabs(affine.linear[k] - again.linear[k]) <= 1e-13 * 10);
        assert_true(memcmp(&affine.origin, &again.origin, sizeof(again.origin)) == 0);
    }
    double t[3] = {1, 2, 3}, q[4] = {0}, s[3] = {4, 5, 6};
    pick_affine affine = PICK_AFFINE_IDENTITY;
    affine.linear[3] = 1e-3;
    assert_false(editor_affine_to_parts(&affine, t, q, s));
    affine.linear[3] = 0;
    affine.linear[0] = INFINITY;
    assert_false(editor_affine_to_parts(&affine, t, q, s));
    assert_true(t[0] == 1 && q[3] == 0 && s[0] == 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_channels), cmocka_unit_test(test_rotations),    cmocka_unit_test(test_shape),
        cmocka_unit_test(test_normals),         cmocka_unit_test(test_flat_normals), cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
