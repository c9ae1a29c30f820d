// The matrices of cameras: where they map the edges and the planes of the frustum.
#include "view/projection.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cglm/cglm.h>
#include <cglm/clipspace/persp_rh_zo.h>

static const editor_depth DEPTHS[2] = {EDITOR_DEPTH_REVERSED, EDITOR_DEPTH_FORWARD};

// NDC of a point in view space.
static void project(const float m[16], double x, double y, double z, double ndc[3])
{
    double clip[4];
    for (int i = 0; i < 4; i++)
        clip[i] = (double)m[i] * x + (double)m[4 + i] * y + (double)m[8 + i] * z + (double)m[12 + i];
    for (int i = 0; i < 3; i++)
        ndc[i] = clip[i] / clip[3];
}

static void expect(const double ndc[3], double x, double y, double depth, double tolerance)
{
    assert_true(fabs(ndc[0] - x) <= tolerance && fabs(ndc[1] - y) <= tolerance && fabs(ndc[2] - depth) <= tolerance);
}

static void edges_and_planes(void **state)
{
    (void)state;
    const double near = 0.5, far = 200, aspect = 1.75, height = 3, fov = 1.1, top = tan(fov / 2);
    for (int i = 0; i < 2; i++) {
        const double first = DEPTHS[i] == EDITOR_DEPTH_REVERSED ? 1 : 0;
        float m[16];
        double ndc[3];
        editor_perspective_matrix(fov, aspect, near, far, DEPTHS[i], m);
        project(m, near * top * aspect, near * top, -near, ndc); // the upper right corner: y is down
        expect(ndc, 1, -1, first, 1e-6);
        project(m, -far * top * aspect, -far * top, -far, ndc);
        expect(ndc, -1, 1, 1 - first, 1e-6);
        editor_orthographic_matrix(height, aspect, near, far, DEPTHS[i], m);
        project(m, height / 2 * aspect, height / 2, -near, ndc);
        expect(ndc, 1, -1, first, 1e-6);
        project(m, -height / 2 * aspect, -height / 2, -far, ndc);
        expect(ndc, -1, 1, 1 - first, 1e-6);
        editor_perspective_matrix(fov, aspect, near, (double)INFINITY, DEPTHS[i], m);
        project(m, 0, 0, -near, ndc);
        expect(ndc, 0, 0, first, 1e-6);
        project(m, 0, 0, -1e9, ndc);
        expect(ndc, 0, 0, 1 - first, 1e-6);
    }
}

// cglm's finite matrices approach the infinite one of the project, and reach it to a few roundings.
static void infinite_is_the_limit_of_cglm(void **state)
{
    (void)state;
    const float fov = 0.9f, aspect = 1.6f, near = 0.3f;
    for (int i = 0; i < 2; i++) {
        float ours[16];
        editor_perspective_matrix((double)fov, (double)aspect, (double)near, (double)INFINITY, DEPTHS[i], ours);
        for (float far = 1e2f; far < 1e12f; far *= 10) {
            const bool reversed = DEPTHS[i] == EDITOR_DEPTH_REVERSED;
            mat4 theirs;
            glm_perspective_rh_zo(fov, aspect, reversed ? far : near, reversed ? near : far, theirs);
            theirs[1][1] = -theirs[1][1];
            for (int k = 0; k < 16; k++) {
                const double entry = (double)theirs[k / 4][k % 4];
                const double from_far = k == 10 || k == 14 ? 1.1 * (double)(near / far) : 0; // of the depth's row
                assert_true(fabs((double)ours[k] - entry) <= from_far + 4e-7 * fabs(entry));
            }
        }
    }
}

static void planes_that_floats_cannot_tell_apart(void **state)
{
    (void)state;
    static const double planes[][2] = {{1000, 1000.000001}, {1e9, 1e9 + 1}, {0.1, 1e30}, {0.1, 1e300}, {100, 1e37}};
    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++) {
        for (int d = 0; d < 2; d++) {
            float m[2][16];
            editor_perspective_matrix(1, 1, planes[i][0], planes[i][1], DEPTHS[d], m[0]);
            editor_orthographic_matrix(1, 1, planes[i][0], planes[i][1], DEPTHS[d], m[1]);
            for (int k = 0; k < 32; k++)
                assert_true(isfinite(m[k / 16][k % 16]));
        }
    }
}

static void view_matrices_hold_the_axes_in_rows(void **state)
{
    (void)state;
    const pick_vec3 axes[3] = {{0.6, 0, -0.8}, {0, 1, 0}, {0.8, 0, 0.6}};
    static const float expected[16] = {0.6f, 0, 0.8f, 0, 0, 1, 0, 0, -0.8f, 0, 0.6f, 0, 0, 0, 0, 1};
    float view[16];
    editor_view_matrix(axes, view);
    for (int i = 0; i < 16; i++)
        assert_true(view[i] == expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_and_planes),
        cmocka_unit_test(infinite_is_the_limit_of_cglm),
        cmocka_unit_test(planes_that_floats_cannot_tell_apart),
        cmocka_unit_test(view_matrices_hold_the_axes_in_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
