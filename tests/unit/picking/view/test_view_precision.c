// How far from its pixel a ray runs, measured in long double through the very matrices that the GPU gets.
#include "near.h"
#include "projection.h"
#include "random.h"

#include "picking/view.h"

#include <float.h>

// Where the GPU's matrices put a camera-relative point, without rounding that could matter.
static void exact_window(const float projection[16], const float view[16], const pick_rect *viewport,
                         const long double relative[3], long double window[2])
{
    long double eye_space[4] = {0, 0, 0, 1};
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++)
            eye_space[row] += (long double)view[4 * k + row] * relative[k];
    }
    long double clip[4] = {0};
    for (int row = 0; row < 4; row++) {
        for (int k = 0; k < 4; k++)
            clip[row] += (long double)projection[4 * k + row] * eye_space[k];
    }
    window[0] = (long double)viewport->x + (clip[0] / clip[3] + 1) / 2 * (long double)viewport->width;
    window[1] = (long double)viewport->y + (clip[1] / clip[3] + 1) / 2 * (long double)viewport->height;
}

// The error in pixels of the ray through `position`, at `t` along it.
static double ray_error(const float projection[16], const float view[16], const pick_view *v, pick_vec2 position,
                        const pick_ray *ray, double t)
{
    const double origin[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const double direction[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const double eye[3] = {v->eye.x, v->eye.y, v->eye.z};
    long double relative[3], window[2];
    for (int i = 0; i < 3; i++)
        relative[i] = (long double)origin[i] - (long double)eye[i] + (long double)t * (long double)direction[i];
    exact_window(projection, view, &v->viewport, relative, window);
    return (double)hypotl(window[0] - (long double)position.x, window[1] - (long double)position.y);
}

static double worst_error(double eye_distance, const projection_spec *spec, test_random *random, int rounds)
{
    double worst = 0;
    float projection[16], rotation[16];
    projection_matrix(spec, projection);
    for (int i = 0; i < rounds; i++) {
        view_matrix(random_direction(random), random_direction(random), rotation);
        pick_rect viewport = {0, 0, 3840, 2160};
        if (spec->viewport_scale < 0)
            viewport = (pick_rect){0, 2160, 3840, -2160};
        const pick_vec3 eye = pick_vec3_scale(random_direction(random), eye_distance);
        const pick_view_desc desc = {projection, rotation, eye, viewport};
        pick_view view;
        assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
        const pick_vec2 position = {random_between(random, 0, 3840), random_between(random, 0, 2160)};
        const pick_ray ray = pick_view_ray(&view, position);
        const double reach[] = {ray.t_min, 1, 1000, 1e7};
        for (size_t k = 0; k < sizeof(reach) / sizeof(reach[0]); k++) {
            const double error = ray_error(projection, rotation, &view, position, &ray, fmin(reach[k], ray.t_max));
            worst = error > worst || isnan(error) ? error : worst;
        }
    }
    return worst;
}

static void rays_stay_within_a_thousandth_of_a_pixel(void **state)
{
    (void)state;
    test_random random = {3};
    const double distances[] = {0, 1, 1e3, 1e5, 1e7};
    double worst = 0;
    for (size_t d = 0; d < sizeof(distances) / sizeof(distances[0]); d++) {
        double at_distance = 0;
        for (size_t i = 0; i < projection_table_count; i++) {
            // A pixel must be wider than what a double can say so far out: 4 nm at 1e7 m.
            const bool too_fine = projection_table[i].kind == PICK_ORTHOGRAPHIC && projection_table[i].right < 1;
            if (too_fine && distances[d] > 1e3)
                continue;
            at_distance = fmax(at_distance, worst_error(distances[d], &projection_table[i], &random, 300));
        }
        print_message("  eye at %g m: %.3g px\n", distances[d], at_distance);
        worst = fmax(worst, at_distance);
    }
    assert_true(worst < 0.001);
    assert_true(worst > 0); // the yardstick measures something
}

// A view matrix that is not quite a rotation, as floats are: the ray must undo this matrix, not an ideal one.
static void rays_undo_the_very_matrix_not_its_transpose(void **state)
{
    (void)state;
    test_random random = {5};
    float projection[16], rotation[16];
    projection_matrix(&projection_table[0], projection);
    double transposed_worst = 0;
    for (int i = 0; i < 200; i++) {
        view_matrix(random_direction(&random), random_direction(&random), rotation);
        for (int k = 0; k < 12; k++) {
            if (k % 4 != 3)
                rotation[k] += (float)random_between(&random, -2e-5, 2e-5);
        }
        const pick_view_desc desc = {projection, rotation, {0, 0, 0}, {0, 0, 3840, 2160}};
        pick_view view;
        assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
        const pick_vec2 position = {random_between(&random, 0, 3840), random_between(&random, 0, 2160)};
        const pick_ray ray = pick_view_ray(&view, position);
        assert_true(ray_error(projection, rotation, &view, position, &ray, 1) < 1e-6);

        pick_view transposed = view;
        for (int k = 0; k < 9; k++)
            transposed.inverse_rotation[k] = view.rotation[k % 3 * 3 + k / 3];
        const pick_ray wrong = pick_view_ray(&transposed, position);
        transposed_worst = fmax(transposed_worst, ray_error(projection, rotation, &view, position, &wrong, 1));
    }
    assert_true(transposed_worst > 0.01); // the test can tell the difference
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_stay_within_a_thousandth_of_a_pixel),
        cmocka_unit_test(rays_undo_the_very_matrix_not_its_transpose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
