// The camera's matrices against picking's view of them, and the invariants of its moves.
#include "view/camera.h"

#include "near.h"

static const pick_rect VIEWPORT = {0, 0, 1280, 720};

static pick_view view_of(const editor_camera *camera)
{
    pick_view view;
    assert_int_equal(editor_camera_get_view(camera, VIEWPORT, &view), PICK_OK);
    return view;
}

static pick_vec2 project(const pick_view *view, pick_vec3 point)
{
    pick_projected_point projected;
    assert_true(pick_view_project(view, point, &projected));
    return projected.window;
}

static void test_matrices_are_what_vulkan_wants(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.fov = 1.5707963267948966;
    camera.near_distance = 0.25;
    editor_camera_matrices m = editor_camera_get_matrices(&camera, 2);
    assert_near((double)m.projection[0], 0.5, 1e-7);
    assert_near((double)m.projection[5], -1, 1e-7); // y down
    assert_true(m.projection[10] == 0 && m.projection[11] == -1 && m.projection[14] == 0.25f);
    assert_true(m.projection[15] == 0);
    camera.far_distance = 100; // depth 1 at the near plane, 0 at the far one
    m = editor_camera_get_matrices(&camera, 2);
    double a = (double)m.projection[10], b = (double)m.projection[14];
    assert_near((a * -0.25 + b) / 0.25, 1, 1e-6);
    assert_near((a * -100 + b) / 100, 0, 1e-6);
    camera.orthographic = true;
    m = editor_camera_get_matrices(&camera, 2);
    assert_near((double)m.projection[10] * -0.25 + (double)m.projection[14], 1, 1e-6);
    assert_near((double)m.projection[10] * -100 + (double)m.projection[14], 0, 1e-6);
    assert_near((double)m.projection[0], 0.1, 1e-7); // 10 m high, 20 m wide
    assert_near((double)m.projection[5], -0.2, 1e-7);
}

static void test_view_reads_what_the_camera_means(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        editor_camera camera = EDITOR_CAMERA_DEFAULT;
        camera.near_distance = 0.125;
        camera.orthographic = (kind & 1) != 0;
        camera.far_distance = kind & 2 ? 512 : (double)INFINITY;
        pick_view view = view_of(&camera);
        assert_int_equal(view.kind, camera.orthographic ? PICK_ORTHOGRAPHIC : PICK_PERSPECTIVE);
        assert_true(view.reversed_depth);
        // An orthographic depth is linear in floats: its near plane is known to an ulp of its whole range.
        double range = camera.orthographic ? view.far_distance : camera.near_distance;
        assert_near(view.near_distance, 0.125, 2e-7 * range);
        if (kind & 2)
            assert_near(view.far_distance, 512, 512 * 1e-4);
        else if (!camera.orthographic)
            assert_true(view.infinite_far);
        else
            assert_true(view.far_distance > 1000);
        pick_ray ray = pick_view_ray(&view, (pick_vec2){640, 360});
        assert_vec3_near(ray.direction, pick_vec3_normalize(pick_vec3_sub(camera.target, camera.eye)), 1e-6);
        // What is up in the world is up on screen, and y counts down.
        pick_vec3 above = pick_vec3_add(camera.target, camera.up);
        assert_true(project(&view, above).y < 359);
        pick_vec3 right = pick_vec3_cross(ray.direction, camera.up);
        assert_true(project(&view, pick_vec3_add(camera.target, right)).x > 641);
    }
}

static void test_empty_viewports_are_errors(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    pick_view view;
    assert_int_equal(editor_camera_get_view(&camera, (pick_rect){0, 0, 0, 720}, &view), PICK_ERROR_EMPTY_VIEWPORT);
    assert_int_equal(editor_camera_get_view(&camera, (pick_rect){0, 0, 1280, 0}, &view), PICK_ERROR_EMPTY_VIEWPORT);
}

// A view from straight above has no unique up: any will do, as long as it is a rotation.
static void test_looking_along_up_still_makes_a_view(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    for (int i = 0; i < 6; i++) {
        double sign = i < 3 ? 1 : -1;
        pick_vec3 axis = {i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0};
        camera.eye = pick_vec3_scale(axis, 5);
        camera.up = axis;
        view_of(&camera);
    }
}

static void check_frame(const editor_camera *start, const pick_aabb *box, double aspect)
{
    editor_camera camera = *start;
    editor_camera_frame(&camera, box, aspect);
    pick_rect viewport = {0, 0, 600 * aspect, 600};
    pick_view view;
    assert_int_equal(editor_camera_get_view(&camera, viewport, &view), PICK_OK);
    double widest = 0;
    for (int i = 0; i < 8; i++) {
        pick_vec3 corner = {i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                            i & 4 ? box->max.z : box->min.z};
        pick_projected_point p;
        assert_true(pick_view_project(&view, corner, &p));
        assert_true(p.distance > view.near_distance && p.distance < view.far_distance);
        double x = fabs(p.window.x / viewport.width - 0.5) * 2, y = fabs(p.window.y / viewport.height - 0.5) * 2;
        assert_true(x <= 0.951 && y <= 0.951);
        widest = fmax(widest, fmax(x, y));
    }
    pick_vec3 size = pick_vec3_sub(box->max, box->min);
    if (fmin(size.x, fmin(size.y, size.z)) > 0.2 * pick_vec3_length(size)) // not a line or a plate seen edge on
        assert_true(widest > 0.25);                                        // framed, not lost in the distance
    pick_vec3 before = pick_vec3_normalize(pick_vec3_sub(start->target, start->eye));
    pick_vec3 after = pick_vec3_normalize(pick_vec3_sub(camera.target, camera.eye));
    assert_vec3_near(after, before, 1e-6);
}

static void test_frame_shows_every_corner(void **state)
{
    (void)state;
    const pick_aabb boxes[] = {{{-1, -1, -1}, {1, 1, 1}},
                               {{-736, 0, -416}, {736, 448, 416}},
                               {{3, 3, 3}, {3, 3, 3}},
                               {{-20, 0, -0.01}, {20, 0.01, 0.01}},
                               {{0, 0, 0}, {0, 100, 0}},
                               {{1e7, -5, 2e7}, {1e7 + 3, 5, 2e7 + 1}},
                               {{-1e-3, 0, 0}, {1e-3, 1e-4, 1e-4}}};
    const double aspects[] = {0.1, 0.5, 1, 16.0 / 9, 3.5, 10};
    const pick_vec3 eyes[] = {{6, 4, 8}, {0, 0, 1}, {-3, -9, 0.1}, {0, 5, 0}};
    for (size_t b = 0; b < sizeof(boxes) / sizeof(boxes[0]); b++) {
        for (size_t a = 0; a < sizeof(aspects) / sizeof(aspects[0]); a++) {
            for (size_t e = 0; e < sizeof(eyes) / sizeof(eyes[0]); e++) {
                for (int kind = 0; kind < 4; kind++) {
                    editor_camera camera = EDITOR_CAMERA_DEFAULT;
                    camera.eye = eyes[e];
                    camera.orthographic = kind == 1;
                    camera.fov = kind == 2 ? 0.02 : kind == 3 ? 2.6 : camera.fov;
                    // A very wide angle sees a box from so close that its far corners shrink: no lower bound there.
                    if (kind != 3 || aspects[a] <= 1)
                        check_frame(&camera, &boxes[b], aspects[a]);
                }
            }
        }
    }
}

static void test_frame_ignores_an_empty_box(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    const pick_aabb empty = {{1, 1, 1}, {-1, -1, -1}};
    editor_camera_frame(&camera, &empty, 1);
    const editor_camera same = EDITOR_CAMERA_DEFAULT;
    assert_memory_equal(&camera.eye, &same.eye, sizeof(camera.eye));
}

static void test_frame_moves_a_finite_far_plane_back(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.far_distance = 10;
    const pick_aabb box = {{-100, -100, -100}, {100, 100, 100}};
    editor_camera_frame(&camera, &box, 1);
    assert_true(camera.far_distance > 300);
}

static void test_orbit_keeps_the_target_and_the_distance(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.target = pick_vec3_make(1, 2, 3);
    double distance = pick_vec3_length(pick_vec3_sub(camera.eye, camera.target));
    pick_vec3 before = camera.eye;
    for (int i = 0; i < 100; i++)
        editor_camera_orbit(&camera, 6.283185307179586 / 100, 0);
    assert_vec3_near(camera.eye, before, 1e-9); // all the way round
    for (int i = 0; i < 50; i++) {
        editor_camera_orbit(&camera, 0.3, 0.2);
        assert_near(pick_vec3_length(pick_vec3_sub(camera.eye, camera.target)), distance, 1e-9);
        pick_vec2 middle = {640, 360};
        pick_view view = view_of(&camera);
        pick_vec2 at = project(&view, camera.target);
        assert_near(at.x, middle.x, 1e-3);
        assert_near(at.y, middle.y, 1e-3);
    }
    assert_true(camera.eye.y > camera.target.y + 0.99 * distance); // stopped short of the pole
    assert_true(hypot(camera.eye.x - camera.target.x, camera.eye.z - camera.target.z) > 0.005 * distance);
}

static void test_orbit_turns_the_way_it_says(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.eye = pick_vec3_make(0, 0, 5);
    editor_camera_orbit(&camera, 0.1, 0.1);
    assert_true(camera.eye.x > 0 && camera.eye.y > 0);
    editor_camera_turn(&camera, 0.2, 0);
    pick_view view = view_of(&camera);
    assert_true(project(&view, pick_vec3_make(0, 0, 0)).x > 650); // turned left: it went right
    editor_camera_turn(&camera, 0, 0.2);
    view = view_of(&camera);
    assert_true(project(&view, pick_vec3_make(0, 0, 0)).y > 370); // looked up: it went down
}

static void test_pan_follows_the_mouse(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        editor_camera camera = EDITOR_CAMERA_DEFAULT;
        camera.orthographic = kind == 1;
        pick_vec3 held = camera.target;
        pick_view view = view_of(&camera);
        pick_vec2 before = project(&view, held);
        editor_camera_pan(&camera, &view, 120, -75);
        view = view_of(&camera);
        pick_vec2 after = project(&view, held);
        assert_near(after.x - before.x, 120, 1e-3);
        assert_near(after.y - before.y, -75, 1e-3);
    }
}

static void test_zoom_keeps_the_point_under_the_mouse(void **state)
{
    (void)state;
    const double factors[] = {0.01, 0.5, 0.9, 1.1, 2, 100};
    for (int kind = 0; kind < 2; kind++) {
        for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
            editor_camera camera = EDITOR_CAMERA_DEFAULT;
            camera.orthographic = kind == 1;
            const pick_vec3 toward = {1.5, -0.5, 0.75};
            pick_view view = view_of(&camera);
            pick_vec2 before = project(&view, toward);
            double size = pick_view_point_size(&view, toward);
            editor_camera_zoom(&camera, toward, factors[i]);
            view = view_of(&camera);
            pick_vec2 after = project(&view, toward);
            assert_near(after.x, before.x, 1e-3);
            assert_near(after.y, before.y, 1e-3);
            assert_near(size / pick_view_point_size(&view, toward), factors[i], 1e-4 * factors[i]);
        }
    }
}

static void test_zoom_has_an_end_both_ways(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    for (int i = 0; i < 2000; i++)
        editor_camera_zoom(&camera, camera.target, 1.5);
    assert_true(pick_vec3_length(pick_vec3_sub(camera.eye, camera.target)) > 0);
    view_of(&camera);
    for (int i = 0; i < 4000; i++)
        editor_camera_zoom(&camera, camera.target, 1 / 1.5);
    assert_true(pick_vec3_is_finite(camera.eye));
    view_of(&camera);
}

static void test_fly_moves_along_the_view(void **state)
{
    (void)state;
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.eye = pick_vec3_make(0, 1, 5);
    camera.target = pick_vec3_make(0, 1, 0);
    editor_camera_fly(&camera, 2, 3, 4);
    assert_vec3_near(camera.eye, pick_vec3_make(2, 4, 1), 1e-12);
    assert_vec3_near(camera.target, pick_vec3_make(2, 4, -4), 1e-12);
}

// The eye stays a double and the matrices hold no position: 10 000 km away a pixel is the same pixel.
static void test_far_away_is_as_sharp(void **state)
{
    (void)state;
    const pick_vec3 far_away = {1e7, -1e7, 1e7};
    editor_camera here = EDITOR_CAMERA_DEFAULT, there = here;
    there.eye = pick_vec3_add(there.eye, far_away);
    there.target = pick_vec3_add(there.target, far_away);
    const pick_vec3 point = {0.5, 0.25, -0.125};
    pick_view a = view_of(&here), b = view_of(&there);
    pick_vec2 p = project(&a, point), q = project(&b, pick_vec3_add(point, far_away));
    assert_near(p.x, q.x, 1e-3);
    assert_near(p.y, q.y, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrices_are_what_vulkan_wants),
        cmocka_unit_test(test_view_reads_what_the_camera_means),
        cmocka_unit_test(test_empty_viewports_are_errors),
        cmocka_unit_test(test_looking_along_up_still_makes_a_view),
        cmocka_unit_test(test_frame_shows_every_corner),
        cmocka_unit_test(test_frame_ignores_an_empty_box),
        cmocka_unit_test(test_frame_moves_a_finite_far_plane_back),
        cmocka_unit_test(test_orbit_keeps_the_target_and_the_distance),
        cmocka_unit_test(test_orbit_turns_the_way_it_says),
        cmocka_unit_test(test_pan_follows_the_mouse),
        cmocka_unit_test(test_zoom_keeps_the_point_under_the_mouse),
        cmocka_unit_test(test_zoom_has_an_end_both_ways),
        cmocka_unit_test(test_fly_moves_along_the_view),
        cmocka_unit_test(test_far_away_is_as_sharp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
