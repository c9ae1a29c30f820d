// Window positions, rays, projection and back, for every kind of projection.
#include "near.h"
#include "projection.h"
#include "random.h"

#include "picking/view.h"

#include <string.h>

static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static pick_view make_view(const projection_spec *spec, const float *view_rotation, pick_vec3 eye, pick_rect viewport)
{
    float projection[16];
    projection_matrix(spec, projection);
    if (spec->viewport_scale < 0) {
        viewport.y += viewport.height;
        viewport.height = -viewport.height;
    }
    const pick_view_desc desc = {projection, view_rotation, eye, viewport};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

static pick_view simple_view(void)
{
    const projection_spec spec = projection_perspective(1.0, 2.0, 0.1, 100);
    return make_view(&spec, identity, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 200, 100});
}

static void the_matrix_says_what_projection_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < projection_table_count; i++) {
        const projection_spec *s = &projection_table[i];
        print_message("  %s\n", s->name);
        const pick_view v = make_view(s, identity, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 1280, 720});
        assert_int_equal(v.kind, s->kind);
        assert_int_equal(v.reversed_depth, s->depth == DEPTH_REVERSED);
        if (s->depth == DEPTH_OPENGL)
            continue; // Vulkan clips such a picture at depth 0, which lies between its near and far planes
        // A float keeps a plane only as well as the depth it makes there.
        const double slack = s->kind == PICK_ORTHOGRAPHIC ? 2e-7 * s->far_distance : 1e-5 * s->near_distance;
        assert_near(v.near_distance, s->near_distance, slack);
        if (isinf(s->far_distance)) {
            assert_true(v.infinite_far && isinf(v.far_distance));
        } else if (s->near_distance / s->far_distance > 1e-6) {
            assert_false(v.infinite_far);
            const double relative = s->depth == DEPTH_REVERSED ? 1e-5 : 1e-7 * s->far_distance / s->near_distance;
            assert_near(v.far_distance / s->far_distance, 1, fmax(relative, 1e-5));
        }
    }
}

// The corners of the picture are where the sides were put: an answer that does not come from the code under test.
static void rays_through_the_corners_run_along_the_sides(void **state)
{
    (void)state;
    const double turned[4][4] = {{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}};
    for (size_t i = 0; i < projection_table_count; i++) {
        const projection_spec *s = &projection_table[i];
        const pick_view v = make_view(s, identity, pick_vec3_make(0, 0, 0), (pick_rect){10, 20, 1280, 720});
        for (int corner = 0; corner < 4; corner++) {
            const double ux = corner & 1 ? 1 : -1, uy = corner & 2 ? 1 : -1; // view space, y up
            const double *q = turned[s->quarter_turns];
            const double nx = ux, ny = s->y_up ? uy : -uy;
            const double rx = q[0] * nx + q[2] * ny, ry = q[1] * nx + q[3] * ny;
            const bool flipped = s->viewport_scale < 0;
            const pick_vec2 window = {10 + (rx + 1) * 640, flipped ? 740 - (ry + 1) * 360 : 20 + (ry + 1) * 360};
            const double x = ux > 0 ? s->right : s->left, y = uy > 0 ? s->top : s->bottom;
            const pick_ray ray = pick_view_ray(&v, window);
            const double size = fmax(s->right - s->left, fmax(fabs(x), fabs(y)));
            assert_near(pick_vec3_length(ray.direction), 1, 1e-15);
            if (s->kind == PICK_PERSPECTIVE) {
                assert_vec3_near(ray.origin, pick_vec3_make(0, 0, 0), 0);
                assert_vec3_near(pick_vec3_scale(ray.direction, -1 / ray.direction.z), pick_vec3_make(x, y, -1),
                                 1e-6 * size);
                assert_near(ray.t_min * -ray.direction.z, v.near_distance, 1e-12 * v.near_distance);
            } else {
                assert_vec3_near(ray.origin, pick_vec3_make(x, y, 0), 1e-6 * size);
                assert_vec3_near(ray.direction, pick_vec3_make(0, 0, -1), 0);
                assert_near(ray.t_min, v.near_distance, 0);
                assert_near(ray.t_max, v.far_distance, 0);
            }
        }
    }
}

static void project_and_unproject_are_inverse(void **state)
{
    (void)state;
    test_random random = {7};
    size_t checked = 0;
    for (size_t i = 0; i < projection_table_count; i++) {
        const projection_spec *s = &projection_table[i];
        for (int round = 0; round < 200; round++) {
            float rotation[16];
            view_matrix(random_direction(&random), random_direction(&random), rotation);
            const pick_vec3 eye = random_in_cube(&random, round % 2 ? 1e4 : 10);
            const pick_view v = make_view(s, rotation, eye, (pick_rect){30, 40, 640, 480});
            const pick_vec2 window = {random_between(&random, 30, 670), random_between(&random, 40, 520)};
            const double depth = random_between(&random, 0.02, 0.98);

            pick_vec3 world;
            assert_true(pick_view_unproject(&v, window, depth, &world));
            pick_projected_point back;
            assert_true(pick_view_project(&v, world, &back));
            // The world point is rounded to double at the eye's distance from the origin.
            const double point = pick_view_point_size(&v, world);
            const double tolerance = 1e-9 + 1e-15 * (fabs(eye.x) + fabs(eye.y) + fabs(eye.z)) / point;
            assert_near(back.window.x, window.x, tolerance);
            assert_near(back.window.y, window.y, tolerance);
            assert_near(back.depth, depth, 1e-6);

            // The ray through the position passes the point, at the distance that both say.
            const pick_ray ray = pick_view_ray(&v, window);
            const double t = pick_vec3_dot(pick_vec3_sub(world, ray.origin), ray.direction);
            const double scale = pick_vec3_length(pick_vec3_sub(world, eye)) + pick_vec3_length(eye);
            assert_vec3_near(pick_ray_at(&ray, t), world, 1e-13 * scale);
            if (s->depth != DEPTH_OPENGL) {
                assert_true(t > ray.t_min && t < ray.t_max); // depths between 0 and 1 lie between the planes
                assert_true(back.distance > v.near_distance && back.distance < v.far_distance);
            }
            ++checked;
        }
    }
    assert_true(checked >= 5000);
}

static void depth_zero_and_one_lie_on_the_near_and_far_planes(void **state)
{
    (void)state;
    for (size_t i = 0; i < projection_table_count; i++) {
        const projection_spec *s = &projection_table[i];
        const pick_view v = make_view(s, identity, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 64, 64});
        pick_vec3 p = {9, 9, 9};
        const pick_vec2 middle = {32, 32};
        assert_true(pick_view_unproject(&v, middle, v.reversed_depth ? 1 : 0, &p));
        assert_near(-p.z, v.near_distance, 1e-12 * fabs(v.near_distance) + 1e-15);
        const pick_vec3 before = p;
        const bool reached = pick_view_unproject(&v, middle, v.reversed_depth ? 0 : 1, &p);
        assert_int_equal(reached, !v.infinite_far);
        if (reached)
            assert_near(-p.z / v.far_distance, 1, 1e-12);
        else
            assert_memory_equal(&p, &before, sizeof(p)); // at infinity: untouched
    }
}

static void points_at_and_behind_the_eye_have_no_window_position(void **state)
{
    (void)state;
    const pick_view v = simple_view();
    pick_projected_point out, sentinel;
    memset(&sentinel, 0x5a, sizeof(sentinel));
    out = sentinel;
    assert_false(pick_view_project(&v, pick_vec3_make(0, 0, 1), &out));
    assert_false(pick_view_project(&v, pick_vec3_make(1, 1, 0), &out));
    assert_false(pick_view_project(&v, pick_vec3_make(1, 1, -1e-320), &out));
    assert_false(pick_view_project(&v, pick_vec3_make(0, 1e200, -1e-200), &out)); // one coordinate is enough
    assert_false(pick_view_project(&v, pick_vec3_make(0, 0, -1e-320), &out));     // and so is the depth
    assert_false(pick_view_project(&v, pick_vec3_make((double)NAN, 0, -1), &out));
    assert_false(pick_view_project(&v, pick_vec3_make(0, 0, -(double)INFINITY), &out));
    assert_memory_equal(&out, &sentinel, sizeof(out));
    pick_vec3 p = {1, 2, 3};
    const pick_vec2 middle = {100, 50};
    assert_false(pick_view_unproject(&v, middle, 2, &p)); // behind the eye
    assert_false(pick_view_unproject(&v, middle, (double)NAN, &p));
    assert_false(pick_view_unproject(&v, (pick_vec2){(double)NAN, 0}, 0.5, &p));
    assert_vec3_near(p, pick_vec3_make(1, 2, 3), 0);
    assert_true(pick_view_project(&v, pick_vec3_make(0, 0, -0.01), &out)); // before the near plane: still a position
    assert_true(out.depth < 0);
    assert_near(out.distance, 0.01, 1e-17);

    projection_spec ortho = projection_table[projection_table_count - 1];
    const pick_view o = make_view(&ortho, identity, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 64, 64});
    assert_true(pick_view_project(&o, pick_vec3_make(0, 0, 5), &out)); // no eye plane here
    assert_near(out.distance, -5, 0);
}

static void window_and_ndc_are_inverse(void **state)
{
    (void)state;
    pick_view v = simple_view();
    v.viewport = (pick_rect){100, 50, 800, 400};
    const pick_vec2 top_left = pick_view_window_to_ndc(&v, (pick_vec2){100, 50});
    assert_near(top_left.x, -1, 0);
    assert_near(top_left.y, -1, 0);
    const pick_vec2 pixel = pick_view_window_to_ndc(&v, (pick_vec2){100.5, 50.5});
    assert_near(pixel.x, 1.0 / 800 - 1, 1e-16);
    assert_near(pixel.y, 1.0 / 400 - 1, 1e-16);
    const pick_vec2 back = pick_view_ndc_to_window(&v, pixel);
    assert_near(back.x, 100.5, 1e-12);
    assert_near(back.y, 50.5, 1e-12);

    v.viewport = (pick_rect){100, 450, 800, -400}; // flipped: y is its bottom
    const pick_vec2 bottom = pick_view_window_to_ndc(&v, (pick_vec2){900, 450});
    assert_near(bottom.x, 1, 0);
    assert_near(bottom.y, -1, 0);
    const pick_vec2 top = pick_view_ndc_to_window(&v, (pick_vec2){1, 1});
    assert_near(top.y, 50, 0);
}

static void a_viewport_owns_its_left_and_top_edges(void **state)
{
    (void)state;
    pick_view v = simple_view();
    const pick_rect both[2] = {{10, 20, 30, 40}, {10, 60, 30, -40}};
    for (int i = 0; i < 2; i++) {
        v.viewport = both[i];
        assert_true(pick_view_contains(&v, (pick_vec2){10, 20}));
        assert_true(pick_view_contains(&v, (pick_vec2){39.999, 59.999}));
        assert_false(pick_view_contains(&v, (pick_vec2){40, 30}));
        assert_false(pick_view_contains(&v, (pick_vec2){20, 60}));
        assert_false(pick_view_contains(&v, (pick_vec2){9.999, 30}));
        assert_false(pick_view_contains(&v, (pick_vec2){20, 19.999}));
        assert_false(pick_view_contains(&v, (pick_vec2){(double)NAN, 30}));
    }
}

static void rays_exist_outside_the_viewport_and_for_no_position(void **state)
{
    (void)state;
    const pick_view v = simple_view();
    const pick_ray far_out = pick_view_ray(&v, (pick_vec2){-1e6, 1e6});
    assert_true(pick_ray_is_valid(&far_out));
    const pick_ray none = pick_view_ray(&v, (pick_vec2){(double)NAN, 5});
    assert_false(pick_ray_is_valid(&none));
    const pick_ray endless = pick_view_ray(&v, (pick_vec2){(double)INFINITY, 5});
    assert_false(pick_ray_is_valid(&endless));
}

static pick_result init_with(const float *projection, const float *view, pick_vec3 eye, pick_rect viewport)
{
    pick_view out, sentinel;
    memset(&sentinel, 0x5a, sizeof(sentinel));
    memcpy(&out, &sentinel, sizeof(out));
    const pick_view_desc desc = {projection, view, eye, viewport};
    const pick_result result = pick_view_init(&out, &desc);
    if (result != PICK_OK)
        assert_memory_equal(&out, &sentinel, sizeof(out));
    return result;
}

static pick_result init_projection(int index, float value)
{
    float m[16];
    const projection_spec spec = projection_perspective(1, 1, 0.1, 100);
    projection_matrix(&spec, m);
    m[index] = value;
    return init_with(m, identity, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 10, 10});
}

static void projections_that_cannot_be_read_are_refused(void **state)
{
    (void)state;
    assert_int_equal(init_projection(0, 1), PICK_OK);
    for (int i = 0; i < 16; i++) {
        assert_int_equal(init_projection(i, NAN), PICK_ERROR_NOT_FINITE);
        assert_int_equal(init_projection(i, INFINITY), PICK_ERROR_NOT_FINITE);
    }
    const int never[] = {2, 3, 6, 7, 12, 13, 15}; // oblique planes, tilted w, an eye inside the projection, both kinds
    for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
        assert_int_equal(init_projection(never[i], 0.5f), PICK_ERROR_UNSUPPORTED_PROJECTION);
    assert_int_equal(init_projection(11, 1), PICK_ERROR_UNSUPPORTED_PROJECTION);    // all depths are above 1
    assert_int_equal(init_projection(11, 0), PICK_ERROR_UNSUPPORTED_PROJECTION);    // w is always 0
    assert_int_equal(init_projection(0, 0), PICK_ERROR_UNSUPPORTED_PROJECTION);     // singular
    assert_int_equal(init_projection(14, 0), PICK_ERROR_UNSUPPORTED_PROJECTION);    // one depth for everything
    assert_int_equal(init_projection(10, 1), PICK_ERROR_UNSUPPORTED_PROJECTION);    // nothing is ever in range
    assert_int_equal(init_projection(10, 0.0f), PICK_ERROR_UNSUPPORTED_PROJECTION); // nor here, whatever the sign
    assert_int_equal(init_projection(10, -0.0f), PICK_ERROR_UNSUPPORTED_PROJECTION);
    for (int minus = 0; minus < 2; minus++) { // reversed, where the same row means that there is no far plane
        const float depth_row[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, minus ? -0.0f : 0.0f, -1, 0, 0, 0.5f, 0};
        const pick_view_desc endless = {depth_row, identity, {0, 0, 0}, {0, 0, 10, 10}};
        pick_view view;
        assert_int_equal(pick_view_init(&view, &endless), PICK_OK);
        assert_true(view.reversed_depth && view.infinite_far && isinf(view.far_distance));
        assert_near(view.near_distance, 0.5, 0);
    }
    const float zero[16] = {0};
    assert_int_equal(init_with(zero, identity, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 10, 10}),
                     PICK_ERROR_UNSUPPORTED_PROJECTION);

    float ortho[16];
    projection_matrix(&projection_table[projection_table_count - 1], ortho);
    const int never_ortho[] = {2, 3, 6, 7, 8, 9, 11};
    for (size_t i = 0; i < sizeof(never_ortho) / sizeof(never_ortho[0]); i++) {
        float m[16];
        memcpy(m, ortho, sizeof(m));
        m[never_ortho[i]] = 0.5f;
        assert_int_equal(init_with(m, identity, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 10, 10}),
                         PICK_ERROR_UNSUPPORTED_PROJECTION);
    }
    float flat[16];
    memcpy(flat, ortho, sizeof(flat));
    flat[10] = 0;
    assert_int_equal(init_with(flat, identity, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 10, 10}),
                     PICK_ERROR_UNSUPPORTED_PROJECTION);
}

static pick_result init_view(const float *view)
{
    float m[16];
    const projection_spec spec = projection_perspective(1, 1, 0.1, 100);
    projection_matrix(&spec, m);
    return init_with(m, view, pick_vec3_make(0, 0, 0), (pick_rect){0, 0, 10, 10});
}

static void views_must_be_rotations(void **state)
{
    (void)state;
    float v[16];
    memcpy(v, identity, sizeof(v));
    v[12] = 1e30f; // the translation is not read
    v[13] = NAN;
    assert_int_equal(init_view(v), PICK_OK);
    const struct {
        int index;
        float value;
    } bad[] = {{0, 2}, {0, 0}, {4, 0.01f}, {10, 0}, {3, 1}, {15, 0}, {15, NAN}, {5, 1.001f}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        memcpy(v, identity, sizeof(v));
        v[bad[i].index] = bad[i].value;
        assert_int_equal(init_view(v), PICK_ERROR_INVALID_ARGUMENT);
    }
    memcpy(v, identity, sizeof(v));
    v[0] = -1; // a mirror is one of the ways to draw a left-handed world
    assert_int_equal(init_view(v), PICK_OK);
    memcpy(v, identity, sizeof(v));
    v[6] = NAN;
    assert_int_equal(init_view(v), PICK_ERROR_NOT_FINITE);
    v[6] = INFINITY;
    assert_int_equal(init_view(v), PICK_ERROR_NOT_FINITE);
}

// Each range can be read in one way only, but for those evenly around the eye, which go by the convention: near and far
// along the axis, and depth forward or reversed.
static void orthographic_ranges(void **state)
{
    (void)state;
    static const struct {
        float scale, offset;                   // depth = scale * z + offset
        double near_distance, far_distance, z; // z of the ray's direction
    } cases[] = {
        {-0.1f, 0.1f, -1, 9, -1},
        {-0.1f, 1.1f, 1, 11, 1},
        {0.1f, 1.1f, 1, 11, -1},
        {0.1f, -0.1f, 1, 11, 1},
        {-0.1f, 0.5f, -5, 5, -1},
        {0.1f, 0.5f, -5, 5, -1},
        {0.1f, 0.50001f, -4.9999, 5.0001, -1},
        {0.1f, 0.49999f, -4.9999, 5.0001, 1},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, cases[i].scale, 0, 0, 0, cases[i].offset, 1};
        const pick_view_desc desc = {m, identity, {0, 0, 0}, {0, 0, 10, 10}};
        pick_view view;
        assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
        assert_near(view.near_distance, cases[i].near_distance, 2e-5);
        assert_near(view.far_distance, cases[i].far_distance, 2e-5);
        assert_near(pick_view_ray(&view, (pick_vec2){5, 5}).direction.z, cases[i].z, 0);
    }
}

static void empty_and_broken_viewports_are_refused(void **state)
{
    (void)state;
    float m[16];
    const projection_spec spec = projection_perspective(1, 1, 0.1, 100);
    projection_matrix(&spec, m);
    const pick_vec3 o = {0, 0, 0};
    assert_int_equal(init_with(m, identity, o, (pick_rect){0, 0, 0, 10}), PICK_ERROR_EMPTY_VIEWPORT);
    assert_int_equal(init_with(m, identity, o, (pick_rect){0, 0, 10, 0}), PICK_ERROR_EMPTY_VIEWPORT);
    assert_int_equal(init_with(m, identity, o, (pick_rect){0, 0, -10, 10}), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(init_with(m, identity, o, (pick_rect){0, (double)NAN, 10, 10}), PICK_ERROR_NOT_FINITE);
    assert_int_equal(init_with(m, identity, o, (pick_rect){0, 0, (double)INFINITY, 10}), PICK_ERROR_NOT_FINITE);
    assert_int_equal(init_with(m, identity, o, (pick_rect){-(double)INFINITY, 0, 10, 10}), PICK_ERROR_NOT_FINITE);
    assert_int_equal(init_with(m, identity, o, (pick_rect){0, 0, 10, (double)NAN}), PICK_ERROR_NOT_FINITE);
    assert_int_equal(init_with(m, identity, pick_vec3_make(0, (double)NAN, 0), (pick_rect){0, 0, 10, 10}),
                     PICK_ERROR_NOT_FINITE);
    assert_int_equal(init_with(m, identity, o, (pick_rect){0, 10, 10, -10}), PICK_OK);
}

static void a_point_covers_the_same_length_that_projection_says(void **state)
{
    (void)state;
    test_random random = {11};
    for (size_t i = 0; i < projection_table_count; i++) {
        const projection_spec *s = &projection_table[i];
        float rotation[16];
        view_matrix(random_direction(&random), random_direction(&random), rotation);
        // Square pixels: the picture's own proportions.
        const double wide = s->right - s->left, high = s->top - s->bottom;
        const bool turned = s->quarter_turns % 2 == 1;
        const pick_rect viewport = {0, 0, turned ? 500 * high / wide : 500, turned ? 500 : 500 * high / wide};
        const pick_view v = make_view(s, rotation, pick_vec3_make(3, 4, 5), viewport);
        const pick_vec2 a = {100, 100}, b = {101, 100};
        pick_vec3 pa, pb;
        assert_true(pick_view_unproject(&v, a, 0.5, &pa));
        assert_true(pick_view_unproject(&v, b, 0.5, &pb));
        const double size = pick_view_point_size(&v, pa);
        assert_near(pick_vec3_length(pick_vec3_sub(pb, pa)) / size, 1, 1e-6);
    }
    const pick_view v = simple_view();
    assert_near(pick_view_point_size(&v, pick_vec3_make(5, 5, 0)), 0, 0);
    assert_near(pick_view_point_size(&v, pick_vec3_make(5, 5, 10)), 0, 0);
}

static void points_and_pixels_convert_both_ways(void **state)
{
    (void)state;
    const pick_window window = {800, 600, 1600, 900}; // need not be the same factor on both axes
    const pick_vec2 pixel = pick_window_to_drawable(&window, (pick_vec2){400.5, 300});
    assert_near(pixel.x, 801, 0);
    assert_near(pixel.y, 450, 0);
    const pick_vec2 point = pick_window_from_drawable(&window, pixel);
    assert_near(point.x, 400.5, 0);
    assert_near(point.y, 300, 0);
    const pick_window empty[] = {
        {0, 0, 0, 0}, {800, 0, 1600, 0}, {800, 600, 0, 0}, {0, 600, 1600, 900}, {800, 600, 1600, 0}};
    for (size_t i = 0; i < sizeof(empty) / sizeof(empty[0]); i++) {
        const pick_vec2 a = pick_window_to_drawable(&empty[i], (pick_vec2){5, 5});
        const pick_vec2 b = pick_window_from_drawable(&empty[i], (pick_vec2){5, 5});
        assert_true(a.x == 0 && a.y == 0 && b.x == 0 && b.y == 0);
    }
    const pick_vec2 mouse = pick_mouse_position(3, -1);
    assert_near(mouse.x, 3.5, 0);
    assert_near(mouse.y, -0.5, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_matrix_says_what_projection_it_is),
        cmocka_unit_test(rays_through_the_corners_run_along_the_sides),
        cmocka_unit_test(project_and_unproject_are_inverse),
        cmocka_unit_test(depth_zero_and_one_lie_on_the_near_and_far_planes),
        cmocka_unit_test(points_at_and_behind_the_eye_have_no_window_position),
        cmocka_unit_test(window_and_ndc_are_inverse),
        cmocka_unit_test(a_viewport_owns_its_left_and_top_edges),
        cmocka_unit_test(rays_exist_outside_the_viewport_and_for_no_position),
        cmocka_unit_test(projections_that_cannot_be_read_are_refused),
        cmocka_unit_test(views_must_be_rotations),
        cmocka_unit_test(orthographic_ranges),
        cmocka_unit_test(empty_and_broken_viewports_are_refused),
        cmocka_unit_test(a_point_covers_the_same_length_that_projection_says),
        cmocka_unit_test(points_and_pixels_convert_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
