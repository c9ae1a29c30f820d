// A view's planes and its projection, tested directly.
#include "near.h"
#include "squares.h"
#include "view/frustum.h"

// A segment that rounding has left behind the eye at one end: where on it is then as on screen.
static void segments_about_the_eye(void **state)
{
    (void)state;
    const pick_view view = squares_view(10, 0.1, 100, false);
    pick_frustum frustum;
    pick_frustum_from_view(&frustum, &view);
    double along = -1;
    const pick_vec2 middle = {50, 50};
    // At 1 m before the eye, and as far behind: seen on either side of the middle.
    assert_near(
        pick_frustum_to_segment(&frustum, middle, pick_vec3_make(0.5, 0, 1), pick_vec3_make(0.5, 0, -1), &along), 0,
        1e-9);
    assert_near(along, 0.5, 1e-9);
    // Before the eye, equal steps on screen are not equal in space: 1 m and 3 m away, 25 points to either side.
    assert_near(
        pick_frustum_to_segment(&frustum, middle, pick_vec3_make(-0.5, 0, -1), pick_vec3_make(1.5, 0, -3), &along), 0,
        1e-9);
    assert_near(along, 0.25, 1e-9);
}

// A triangle cut by the near plane, the sides of a rectangle, and nothing.
static void triangles_are_clipped(void **state)
{
    (void)state;
    const pick_view view = squares_view(10, 0.1, 100, false);
    pick_frustum frustum;
    pick_vec3 corner[PICK_CLIPPED_MAX];
    const pick_vec3 across[3] = {{-1000, -1000, -10}, {1000, -1000, -10}, {0, 2000, -10}};
    const pick_vec3 behind[3] = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    pick_frustum_from_view(&frustum, &view);
    assert_int_equal(pick_frustum_all(&frustum), 3); // near and far
    assert_int_equal(pick_frustum_clip(&frustum, pick_frustum_all(&frustum), across, NULL, corner), 3);
    assert_int_equal(pick_frustum_clip(&frustum, pick_frustum_all(&frustum), behind, NULL, corner), 0);
    const pick_vec3 tip[3] = {{0, 0, -0.6}, {1, 0, 5}, {-1, 0, 5}}; // reaches 0.5 m beyond the near plane
    assert_int_equal(pick_frustum_clip(&frustum, pick_frustum_all(&frustum), tip, NULL, corner), 3);
    for (int i = 0; i < 3; i++)
        assert_true(pick_frustum_depth(&frustum, corner[i]) > 0.1 - 1e-6);
    assert_true(pick_frustum_add_square(&frustum, &view, (pick_vec2){50, 50}, 10));
    assert_int_equal(pick_frustum_all(&frustum), 63);
    assert_int_equal(pick_frustum_clip(&frustum, pick_frustum_all(&frustum), across, NULL, corner), 4);
    for (int i = 0; i < 4; i++) {
        const pick_vec2 p = pick_frustum_project(&frustum, corner[i]);
        assert_near(fabs(p.x - 50), 10, 1e-9);
        assert_near(fabs(p.y - 50), 10, 1e-9);
    }
    assert_false(pick_frustum_add_square(&frustum, &view, (pick_vec2){500, 50}, 10)); // beside the viewport
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_about_the_eye),
        cmocka_unit_test(triangles_are_clipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
