// Matrices as programs make them, with cglm: read right, whichever function made them. Its own float projection and
// unprojection, good enough near the origin, say what is right.
#include "picking/view.h"
#include "random.h"

#include <cglm/cglm.h>
#include <cglm/clipspace/ortho_rh_zo.h>
#include <cglm/clipspace/persp_rh_zo.h>
#include <cglm/clipspace/project_zo.h>
#include <cglm/clipspace/view_rh_zo.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 1280, HEIGHT = 720 };

typedef enum kind { CENTRED, OFF_CENTRE, ORTHOGRAPHIC, KINDS } kind;

static void make_projection(kind which, bool flip, bool reversed, mat4 out)
{
    const float near = reversed ? 50.0f : 0.1f, far = reversed ? 0.1f : 50.0f; // swapped planes reverse the depth
    switch (which) {
    case CENTRED:
        glm_perspective_rh_zo(0.8f, (float)WIDTH / HEIGHT, near, far, out);
        break;
    case OFF_CENTRE: // scaled, so that the swapped planes keep their angle
        glm_frustum_rh_zo(-0.5f * near, 0.7f * near, -0.2f * near, 0.5f * near, near, far, out);
        break;
    default:
        glm_ortho_rh_zo(-6, 8, -3, 5, near, far, out);
        break;
    }
    if (flip) {
        out[1][1] = -out[1][1];
        out[2][1] = -out[2][1];
        out[3][1] = -out[3][1];
    }
}

static pick_view make_view(mat4 projection, mat4 view, const vec3 eye)
{
    const pick_view_desc desc = {.projection = &projection[0][0],
                                 .view = &view[0][0],
                                 .eye = {(double)eye[0], (double)eye[1], (double)eye[2]},
                                 .viewport = {0, 0, WIDTH, HEIGHT}};
    pick_view out;
    assert_int_equal(pick_view_init(&out, &desc), PICK_OK);
    return out;
}

static void random_point(test_random *r, float half, vec3 out)
{
    for (int k = 0; k < 3; ++k) {
        out[k] = (float)random_between(r, (double)-half, (double)half);
    }
}

static void agrees_with_cglm(void **state)
{
    (void)state;
    test_random r = {42};
    int projected = 0;
    for (int i = 0; i < 6000; ++i) {
        const kind which = (kind)(i % KINDS);
        mat4 projection, view, both;
        vec3 eye, target, up = {0, 1, 0};
        make_projection(which, i / KINDS % 2 == 0, i / KINDS % 4 >= 2, projection);
        random_point(&r, 5, eye);
        random_point(&r, 5, target);
        glm_lookat_rh_zo(eye, target, up, view);
        glm_mat4_mul(projection, view, both);
        const pick_view ours = make_view(projection, view, eye);

        // There ...
        vec3 point, window;
        random_point(&r, 8, point);
        vec4 viewport = {0, 0, WIDTH, HEIGHT}, clip, whole = {point[0], point[1], point[2], 1};
        glm_mat4_mulv(both, whole, clip);
        pick_projected_point place;
        const pick_vec3 world = pick_vec3_make((double)point[0], (double)point[1], (double)point[2]);
        if (clip[3] < 0.3f) { // near the eye, or behind it, floats say nothing
            continue;
        }
        glm_project_zo(point, both, viewport, window);
        if (fabsf(window[0]) > 4000 || fabsf(window[1]) > 4000) {
            continue;
        }
        assert_true(pick_view_project(&ours, world, &place));
        assert_true(fabs(place.window.x - (double)window[0]) < 0.05);
        assert_true(fabs(place.window.y - (double)window[1]) < 0.05);
        assert_true(fabs(place.depth - (double)window[2]) < 1e-3);
        ++projected;

        // ... and back: the ray passes the point.
        const pick_ray ray = pick_view_ray(&ours, (pick_vec2){(double)window[0], (double)window[1]});
        const pick_vec3 to = pick_vec3_sub(world, ray.origin);
        const pick_vec3 beside = pick_vec3_sub(to, pick_vec3_scale(ray.direction, pick_vec3_dot(to, ray.direction)));
        assert_true(pick_vec3_length(beside) < 0.05 * pick_view_point_size(&ours, world) + 1e-6);
    }
    assert_true(projected > 1500);
}

// cglm's inverse and ours name the same world point for a window position and depth.
static void unprojects_like_cglm(void **state)
{
    (void)state;
    test_random r = {43};
    for (int i = 0; i < 600; ++i) {
        mat4 projection, view, both, inverse;
        vec3 eye = {1, 2, 6}, target = {0, 0.5f, 0}, up = {0, 1, 0}, there;
        make_projection((kind)(i % KINDS), true, false, projection);
        glm_lookat_rh_zo(eye, target, up, view);
        glm_mat4_mul(projection, view, both);
        glm_mat4_inv_precise(both, inverse);
        const pick_view ours = make_view(projection, view, eye);
        vec3 window = {(float)random_between(&r, 0, WIDTH), (float)random_between(&r, 0, HEIGHT),
                       (float)random_between(&r, 0, 0.98)};
        vec4 viewport = {0, 0, WIDTH, HEIGHT};
        glm_unprojecti_zo(window, inverse, viewport, there);
        pick_vec3 world;
        assert_true(
            pick_view_unproject(&ours, (pick_vec2){(double)window[0], (double)window[1]}, (double)window[2], &world));
        const pick_vec3 off =
            pick_vec3_sub(world, pick_vec3_make((double)there[0], (double)there[1], (double)there[2]));
        const double away = pick_vec3_length(pick_vec3_sub(world, ours.eye));
        assert_true(pick_vec3_length(off) < 2e-3 * away * (1 + away)); // depth in float is coarse far away
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_cglm),
        cmocka_unit_test(unprojects_like_cglm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
