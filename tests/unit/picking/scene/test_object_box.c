// The world box of an object, and its padding.
#include "scene/object_space.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { LENGTH = 128 };

// Corners of a box that reaches from the origin to `size`.
static pick_mesh *make_mesh(const float size[3])
{
    float positions[8 * 3];
    uint32_t indices[8 * 3];
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            positions[3 * i + k] = (i >> k & 1) != 0 ? size[k] : 0;
            indices[3 * i + k] = (i + (k == 0 ? 0 : 1u << (k - 1))) % 8;
        }
    }
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 8,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 24};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static double at(pick_vec3 v, int k)
{
    return k == 0 ? v.x : (k == 1 ? v.y : v.z);
}

// The way into object space and back magnifies rounding by as much as the object is flat, on every side of it, and in
// proportion to its longest side, whichever axis that is along. Within a nested scene, floats round what stands in for
// the object, by 2^-24 of all that is added up on an axis.
static void padding_grows_with_length_and_flatness(void **state)
{
    (void)state;
    for (int along = 0; along < 3; along++) {
        const int b = (along + 1) % 3;
        const int c = (along + 2) % 3;
        float size[3] = {1, 1, 1};
        size[along] = LENGTH;
        pick_mesh *mesh = make_mesh(size);
        for (int power = 10; power <= 30; power += 10) {
            pick_transform transform = PICK_TRANSFORM_IDENTITY;
            transform.linear[3 * c + b] = 1; // the columns b and c are almost parallel
            transform.linear[3 * c + c] = ldexpf(1, -power);
            pick_object object;
            memset(&object, 0, sizeof object);
            pick_object_place(&object, &transform, mesh);
            const pick_aabb exact = pick_object_world_box(&object, false);
            const pick_aabb padded = pick_object_world_box(&object, true);
            assert_true(at(exact.max, along) == LENGTH && at(exact.max, b) == 2);
            assert_true(at(exact.max, c) == ldexp(1, -power));
            const double pad = LENGTH * ldexp(1, power - 46);
            for (int k = 0; k < 3; k++) {
                assert_true(at(exact.min, k) == 0);
                double rounding = 0;
                for (int i = 0; i < 3; i++)
                    rounding += fabs((double)transform.linear[3 * i + k]) * (double)size[i] * 0x1p-22;
                const double least = pad + rounding, most = 1.01 * pad + 2 * rounding + 0x1p-40;
                const double below = at(exact.min, k) - at(padded.min, k);
                const double above = at(padded.max, k) - at(exact.max, k);
                assert_true(below >= least && below < most);
                assert_true(above >= least && above < most);
            }
        }
        pick_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(padding_grows_with_length_and_flatness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
