// Errors in published picking code: for each, an input on which the published form gives a wrong answer. Unless a test
// says otherwise the ray starts at (0, 0, 0) along (0, 0, 1) and boxes reach from -1 to 1.
#include "near.h"
#include "projection.h"

#include "picking/shape.h"
#include "picking/view.h"

#include <string.h>

static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static pick_ray ray_from(double ox, double oy, double oz, double dx, double dy, double dz)
{
    return (pick_ray){{ox, oy, oz}, {dx, dy, dz}, 0, (double)INFINITY};
}

static bool sphere(pick_ray ray, double x, double y, double z, double radius, pick_shape_hit *hit)
{
    const pick_sphere s = {{x, y, z}, radius};
    return pick_ray_sphere(&ray, &s, hit);
}

static bool box_at(pick_ray ray, pick_vec3 center, pick_vec3 half, pick_shape_hit *hit)
{
    const pick_aabb b = {pick_vec3_sub(center, half), pick_vec3_add(center, half)};
    return pick_ray_aabb(&ray, &b, hit);
}

static bool unit_box(pick_ray ray, pick_shape_hit *hit)
{
    return box_at(ray, pick_vec3_make(0, 0, 0), pick_vec3_make(1, 1, 1), hit);
}

static bool plane(pick_ray ray, double nx, double ny, double nz, double offset, pick_shape_hit *hit)
{
    const pick_plane p = {{nx, ny, nz}, offset};
    return pick_ray_plane(&ray, &p, hit);
}

static bool triangle(pick_ray ray, pick_vec3 a, pick_vec3 b, pick_vec3 c, pick_shape_hit *hit)
{
    const pick_triangle t = {{a, b, c}};
    return pick_ray_triangle(&ray, &t, hit);
}

static pick_ray along_z(void)
{
    return ray_from(0, 0, 0, 0, 0, 1);
}

// --- Spheres ---

static void sphere_smaller_root_negative_is_not_a_hit_behind_the_origin(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_false(sphere(along_z(), 0, 0, -5, 1, &hit));
}

static void sphere_discriminant_b2_4ac_cancels(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_false(sphere(along_z(), 1.05, 0, 1500, 1, &hit));
    assert_true(sphere(along_z(), 0.9, 0, 1e5, 1, &hit));
    assert_near(hit.t, 1e5 - sqrt(1 - 0.9 * 0.9), 1e-9);
    assert_near(hit.t, 99999.564, 0.0005);
}

static void sphere_rejected_by_projection_on_the_ray_loses_inside_and_long_directions(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(sphere(ray_from(0, 0, 0.5, 0, 0, 1), 0, 0, 0, 1, &hit));
    assert_true(hit.inside);
    assert_near(hit.t, 0, 0);
    assert_near(hit.t_exit, 0.5, 1e-15);
    assert_true(sphere(ray_from(0, 0, 0, 0, 0, 2), 0, 0, 5, 1, &hit));
    assert_near(hit.t, 2, 1e-15);
}

static void sphere_distance_without_the_root_is_right_for_unit_spheres_only(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(sphere(along_z(), 0, 0, 5, 2, &hit));
    assert_near(hit.t, 3, 1e-15);
    assert_true(sphere(along_z(), 0, 0, 5, 1, &hit));
    assert_near(hit.t, 4, 1e-15);
}

static void sphere_return_t_below_zero_is_inverted(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(sphere(along_z(), 0, 0, 5, 1, &hit));
    assert_near(hit.t, 4, 1e-15);
}

static void projection_of_l_on_d_with_a_stray_product(void **state)
{
    (void)state;
    // The middle of the two roots is where the center projects on the line: (d.L)/(d.d) = 2.5, not 10.
    pick_shape_hit hit;
    assert_true(sphere(ray_from(0, 0, 0, 0, 0, 2), 0, 0, 5, 1, &hit));
    assert_near((hit.t + hit.t_exit) / 2, 2.5, 1e-15);
}

// --- Boxes ---

static const pick_obb unit_obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static void obb_parallel_when_abs_d_below_zero_never_holds(void **state)
{
    (void)state;
    const pick_ray ray = ray_from(0, 0, -5, 0, 0, 1); // parallel to two slab pairs
    pick_shape_hit hit;
    assert_true(pick_ray_obb(&ray, &unit_obb, &hit));
    assert_near(hit.t, 4, 0);
    assert_near(hit.t_exit, 6, 0);
}

static pick_obb twice_as_large(void)
{
    const float matrix[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
    const pick_aabb box = {{-1, -1, -1}, {1, 1, 1}};
    pick_transform transform;
    assert_int_equal(pick_transform_from_matrix(matrix, &transform), PICK_OK);
    return pick_obb_from_aabb(&box, &transform);
}

static void obb_axes_from_unnormalised_columns_lose_the_scale(void **state)
{
    (void)state;
    const pick_ray ray = ray_from(0.1, 0.1, -5, 0, 0, 1);
    const pick_obb box = twice_as_large();
    pick_shape_hit hit;
    assert_true(pick_ray_obb(&ray, &box, &hit));
    assert_near(hit.t, 3, 0);
}

static void obb_by_conjugate_quaternion_loses_scale_and_shear(void **state)
{
    (void)state;
    const pick_ray ray = ray_from(0.1, 0.1, -5, 0, 0, 1);
    const pick_obb box = twice_as_large();
    pick_shape_hit hit;
    assert_true(pick_ray_obb(&ray, &box, &hit));
    assert_near(hit.t, 3, 0);
    // Sheared: z follows x, so the face z = -1 of the object lies at world z = x - 1.
    const pick_obb sheared = {{0, 0, 0}, {{1, 0, 1}, {0, 1, 0}, {0, 0, 1}}};
    const pick_ray at_half = ray_from(0.5, 0, -5, 0, 0, 1);
    assert_true(pick_ray_obb(&at_half, &sheared, &hit));
    assert_near(hit.t, 4.5, 1e-15);
    assert_vec3_near(hit.normal, pick_vec3_make(sqrt(0.5), 0, -sqrt(0.5)), 1e-15);
}

static void box_normal_by_comparing_the_point_with_an_epsilon(void **state)
{
    (void)state;
    const pick_vec3 center = {1e5, 1e5, 1e5}, half = {0.3, 0.3, 0.3};
    const double direction[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int face = 0; face < 6; face++) {
        const pick_vec3 d = {direction[face][0] + 1e-3, direction[face][1] + 1e-3, direction[face][2] + 1e-3};
        const pick_ray ray = {pick_vec3_sub(center, pick_vec3_scale(d, 77.7)), d, 0, (double)INFINITY};
        pick_shape_hit hit;
        assert_true(box_at(ray, center, half, &hit));
        assert_int_equal(hit.face, face);
        assert_vec3_near(hit.normal, pick_vec3_make(-direction[face][0], -direction[face][1], -direction[face][2]), 0);
    }
}

static void box_three_nearest_planes_miss_from_inside(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(unit_box(along_z(), &hit));
    assert_true(hit.inside);
    assert_near(hit.t, 0, 0);
    assert_near(hit.t_exit, 1, 0);
    assert_int_equal(hit.face, -1);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 0), 0);
}

static void box_component_of_greatest_magnitude_picks_the_wrong_plane(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(box_at(ray_from(0, -4, 0, 0.01, 1, 0), pick_vec3_make(0, 0, 0), pick_vec3_make(100, 1, 1), &hit));
    assert_near(hit.t, 3, 1e-15);
    assert_int_equal(hit.face, 2);
}

static void box_on_surface_epsilon_is_absolute(void **state)
{
    (void)state;
    const pick_vec3 d = pick_vec3_normalize(pick_vec3_make(1, 0.3, 0.2));
    pick_shape_hit hit;
    assert_true(box_at(ray_from(0, 0, 0, d.x, d.y, d.z), pick_vec3_make(7708.4, 2312.52, 1541.68),
                       pick_vec3_make(0.5, 0.5, 0.5), &hit));
    assert_false(
        box_at(ray_from(1.5e-4, 0, -1, 0, 0, 1), pick_vec3_make(0, 0, 0), pick_vec3_make(1e-4, 1e-4, 1e-4), &hit));
}

static void box_far_distance_is_the_maximum(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(unit_box(ray_from(0, 0, -5, 0, 0, 1), &hit));
    assert_near(hit.t, 4, 0);
    assert_near(hit.t_exit, 6, 0);
    assert_true(unit_box(ray_from(0, 0, 5, 0, 0, -1), &hit));
    assert_near(hit.t, 4, 0);
    assert_near(hit.t_exit, 6, 0);
}

static void box_enter_below_exit_loses_flat_boxes(void **state)
{
    (void)state;
    const pick_aabb quad = {{0, 0, 0}, {1, 0, 1}};
    const pick_ray ray = ray_from(0.5, 5, 0.5, 0, -1, 0);
    pick_shape_hit hit;
    assert_true(pick_ray_aabb(&ray, &quad, &hit));
    assert_near(hit.t, 5, 0);
    assert_near(hit.t_exit, 5, 0);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 1, 0), 0);
    const pick_obb oriented = {{0.5, 0, 0.5}, {{0.5, 0, 0}, {0, 0, 0}, {0, 0, 0.5}}};
    assert_true(pick_ray_obb(&ray, &oriented, &hit));
    assert_near(hit.t, 5, 0);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 1, 0), 0);
}

static void box_plain_division_loses_rays_in_a_face(void **state)
{
    (void)state;
    pick_shape_hit hit;
    for (int side = -1; side <= 1; side += 2) {
        const pick_ray ray = ray_from(side, 0, -5, 0, 0, 1);
        assert_true(unit_box(ray, &hit));
        assert_near(hit.t, 4, 0);
        assert_true(pick_ray_obb(&ray, &unit_obb, &hit));
        assert_near(hit.t, 4, 0);
    }
    assert_false(unit_box(ray_from(1 + 2.3e-16, 0, -5, 0, 0, 1), &hit));
}

static void aabb_must_be_recomputed_when_the_object_turns(void **state)
{
    (void)state;
    const pick_transform yaw = {{0, 0, -1, 0, 1, 0, 1, 0, 0}, {0, 0, 0}}; // 90 degrees
    const pick_aabb box = {{-2, -0.1, -0.1}, {2, 0.1, 0.1}};
    const pick_aabb turned = pick_transform_aabb(&yaw, &box);
    assert_vec3_near(turned.max, pick_vec3_make(0.1, 0.1, 2), 0);
    assert_vec3_near(turned.min, pick_vec3_make(-0.1, -0.1, -2), 0);
}

// --- Planes ---

static void plane_ax_bx_cx_d_loses_y_and_z(void **state)
{
    (void)state;
    // The plane (0, 1, 0, -2) is 3 below (2, 5, 0).
    pick_shape_hit hit;
    assert_true(plane(ray_from(2, 5, 0, 0, -1, 0), 0, 1, 0, -2, &hit));
    assert_near(hit.t, 3, 0);
}

static void plane_offset_is_minus_n_dot_p(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(plane(along_z(), 0, 0, 1, -5, &hit)); // through (0, 0, 5)
    assert_near(hit.t, 5, 0);
}

static void plane_is_missed_across_its_normal_not_along_it(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(plane(along_z(), 0, 0, 1, -5, &hit));
    assert_true(hit.backface);
    assert_false(plane(ray_from(0, 0, 0, 1, 0, 0), 0, 0, 1, -5, &hit));
    assert_false(plane(ray_from(0, 0, 5, 1, 0, 0), 0, 0, 1, -5, &hit)); // in the plane
}

static void plane_parallel_epsilon_is_absolute(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(plane(ray_from(0, 0, 0, 1e-9, 0, 1), 1, 0, 0, -1e-9, &hit));
    assert_near(hit.t, 1, 1e-15);
}

// --- Triangles ---

static void triangle_determinant_epsilon_loses_small_triangles(void **state)
{
    (void)state;
    pick_shape_hit hit;
    assert_true(triangle(ray_from(1e-4, 1e-4, 0, 0, 0, 1), pick_vec3_make(0, 0, 5), pick_vec3_make(5e-4, 0, 5),
                         pick_vec3_make(0, 5e-4, 5), &hit));
    assert_near(hit.t, 5, 1e-15);
    assert_near(hit.barycentric[0], 0.2, 1e-12);
}

static void triangle_nearest_counts_not_the_first_tested(void **state)
{
    (void)state;
    pick_shape quads[4] = {{0}};
    const double depth[4] = {9, 9, 5, 5}; // the far quad comes first
    for (int i = 0; i < 4; i++) {
        const double side = i % 2 ? 1 : -1;
        quads[i].type = PICK_SHAPE_TRIANGLE;
        quads[i].as.triangle =
            (pick_triangle){{{-1, -1, depth[i]}, {1, 1, depth[i]}, {side, -side, depth[i]}}}; // two halves
    }
    pick_shape_hit hit;
    const pick_ray ray = ray_from(0.5, -0.25, 0, 0, 0, 1);
    assert_int_equal(pick_ray_shapes(&ray, quads, 4, &hit), 3);
    assert_near(hit.t, 5, 0);
}

static void triangle_edge_signs_accept_both_windings(void **state)
{
    (void)state;
    const pick_vec3 a = {0, 0, 5}, b = {1, 0, 5}, c = {0, 1, 5};
    const pick_ray ray = ray_from(0.2, 0.2, 0, 0, 0, 1);
    pick_shape_hit hit;
    assert_true(triangle(ray, a, b, c, &hit));
    assert_near(hit.t, 5, 0);
    assert_true(hit.backface); // its normal is +z, along the ray
    assert_true(triangle(ray, a, c, b, &hit));
    assert_false(hit.backface);
}

static void triangle_parallel_epsilon_depends_on_scale(void **state)
{
    (void)state;
    // An object scaled by 20000 sees world directions shortened by as much.
    const double s = 1.0 / 20000;
    pick_shape_hit hit;
    assert_true(triangle(ray_from(0.2 * s, 0.2 * s, 0, 0, 0, s), pick_vec3_make(0, 0, 5 * s),
                         pick_vec3_make(s, 0, 5 * s), pick_vec3_make(0, s, 5 * s), &hit));
    assert_near(hit.t, 5, 1e-14);
    assert_true(triangle(ray_from(4000, 4000, 0, 0, 0, 1), pick_vec3_make(0, 0, 1e5), pick_vec3_make(2e4, 0, 1e5),
                         pick_vec3_make(0, 2e4, 1e5), &hit));
    assert_near(hit.t, 1e5, 1e-9);
}

// --- Any shape ---

static void any_t_below_an_epsilon_is_still_a_hit(void **state)
{
    (void)state;
    const pick_ray ray = ray_from(0, 0, 0, 0, 0, 1e4);
    const pick_vec3 a = {-1, -1, 0.5}, b = {1, -1, 0.5}, c = {0, 1, 0.5};
    pick_shape_hit hit;
    assert_true(triangle(ray, a, b, c, &hit));
    assert_near(hit.t, 5e-5, 1e-20);
    assert_true(plane(ray, 0, 0, 1, -0.5, &hit));
    assert_near(hit.t, 5e-5, 1e-20);
    assert_true(sphere(ray, 0, 0, 1.5, 1, &hit));
    assert_near(hit.t, 5e-5, 1e-19);
    assert_true(box_at(ray, pick_vec3_make(0, 0, 1.5), pick_vec3_make(1, 1, 1), &hit));
    assert_near(hit.t, 5e-5, 1e-20);
}

static void any_output_is_untouched_by_a_miss(void **state)
{
    (void)state;
    const pick_ray ray = ray_from(0, 0, 0, 0, 0, -1); // away from everything
    const pick_shape shapes[] = {
        {.type = PICK_SHAPE_NONE},
        {.type = PICK_SHAPE_PLANE, .as.plane = {{0, 0, 1}, -5}},
        {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 5}, 1}},
        {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, 4}, {1, 1, 6}}},
        {.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 5}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
        {.type = PICK_SHAPE_CAPSULE, .as.capsule = {{-1, 0, 5}, {1, 0, 5}, 1}},
        {.type = PICK_SHAPE_TRIANGLE, .as.triangle = {{{-1, -1, 5}, {1, -1, 5}, {0, 1, 5}}}},
    };
    pick_shape_hit hit, sentinel;
    memset(&sentinel, 0x5a, sizeof(sentinel));
    memcpy(&hit, &sentinel, sizeof(hit));
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        assert_false(pick_ray_shape(&ray, &shapes[i], &hit));
        assert_memory_equal(&hit, &sentinel, sizeof(hit));
    }
    assert_int_equal(pick_ray_shapes(&ray, shapes, sizeof(shapes) / sizeof(shapes[0]), &hit), -1);
    assert_memory_equal(&hit, &sentinel, sizeof(hit));
}

// --- The ray from the mouse ---

static pick_view view_of(projection_spec spec, const float rotation[16], pick_vec3 eye, double width, double height)
{
    float projection[16];
    projection_matrix(&spec, projection);
    const pick_view_desc desc = {projection, rotation, eye, {0, 0, width, height}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

static void mouse_ray_z_minus_one_is_not_the_near_plane_of_vulkan(void **state)
{
    (void)state;
    projection_spec spec = projection_perspective(1, 1, 0.1, 100);
    const pick_vec2 middle = {50, 50};
    pick_vec3 p;
    pick_view view = view_of(spec, identity, pick_vec3_make(0, 0, 0), 100, 100);
    assert_true(pick_view_unproject(&view, middle, 0, &p));
    assert_near(-p.z, 0.1, 1e-8);
    spec.depth = DEPTH_REVERSED;
    view = view_of(spec, identity, pick_vec3_make(0, 0, 0), 100, 100);
    assert_true(pick_view_unproject(&view, middle, 1, &p));
    assert_near(-p.z, 0.1, 1e-8);
}

static void mouse_ray_needs_no_far_point(void **state)
{
    (void)state;
    const projection_spec spec = projection_perspective(1, 1, 0.1, 1e4);
    const pick_vec3 eye = {10, 0, 0};
    const pick_view view = view_of(spec, identity, eye, 100, 100);
    const pick_vec2 position = {80, 10};
    const pick_ray ray = pick_view_ray(&view, position);
    assert_vec3_near(ray.origin, eye, 0);
    const double depths[] = {0, 0.5, 0.999, 1};
    for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) { // any depth lies on the ray
        pick_vec3 p;
        assert_true(pick_view_unproject(&view, position, depths[i], &p));
        assert_vec3_near(pick_vec3_normalize(pick_vec3_sub(p, eye)), ray.direction, 1e-13);
    }
}

static void mouse_ray_at_integer_x_means_the_pixels_centre(void **state)
{
    (void)state;
    const projection_spec spec = projection_perspective(1, 1, 0.1, 100);
    const pick_view view = view_of(spec, identity, pick_vec3_make(0, 0, 0), 2, 2);
    assert_near(pick_view_window_to_ndc(&view, pick_mouse_position(0, 0)).x, -0.5, 0);
    float projection[16];
    projection_matrix(&spec, projection);
    const pick_view_desc empty = {projection, identity, {0, 0, 0}, {0, 0, 0, 2}};
    pick_view out;
    assert_int_equal(pick_view_init(&out, &empty), PICK_ERROR_EMPTY_VIEWPORT);
}

static void mouse_ray_top_of_the_picture_is_the_top_of_the_world(void **state)
{
    (void)state;
    for (int y_up = 0; y_up < 2; y_up++) { // Vulkan's flip in the matrix, or in the viewport
        projection_spec spec = projection_perspective(1, 2, 0.1, 100);
        spec.y_up = y_up == 1;
        pick_view view = view_of(spec, identity, pick_vec3_make(0, 0, 0), 200, 100);
        if (spec.y_up)
            view.viewport = (pick_rect){0, 100, 200, -100};
        pick_projected_point top;
        assert_true(pick_view_project(&view, pick_vec3_make(0, 2, -10), &top));
        assert_true(top.window.y < 50);
        const pick_ray ray = pick_view_ray(&view, top.window);
        pick_shape_hit hit;
        assert_true(sphere(ray, 0, 2, -10, 0.01, &hit));
    }
}

static void inverse_view_by_transpose_is_right_for_pure_rotations_only(void **state)
{
    (void)state;
    // The inverse of 2 I is 0.5 I: a view with a scale in it is refused, an object with one is inverted exactly.
    const float scaled[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
    float projection[16];
    const projection_spec spec = projection_perspective(1, 1, 0.1, 100);
    projection_matrix(&spec, projection);
    const pick_view_desc desc = {projection, scaled, {0, 0, 0}, {0, 0, 10, 10}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_ERROR_INVALID_ARGUMENT);
    // And a rotation of rounded floats is inverted, not transposed.
    float rotation[16];
    view_matrix(pick_vec3_make(1, 2, 3), pick_vec3_make(0, 1, 0), rotation);
    view = view_of(spec, rotation, pick_vec3_make(0, 0, 0), 10, 10);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += view.inverse_rotation[3 * k + row] * view.rotation[3 * column + k];
            assert_near(sum, row == column ? 1 : 0, 4e-16);
        }
    }
}

static void forward_axis_is_column_three_negated(void **state)
{
    (void)state;
    const float c = sqrtf(0.5f);
    const pick_transform yaw = {{c, 0, -c, 0, 1, 0, c, 0, c}, {0, 0, 0}}; // Ry(45 degrees)
    const pick_ray ray = pick_ray_from_transform(&yaw);
    assert_vec3_near(ray.direction, pick_vec3_make(-sqrt(0.5), 0, -sqrt(0.5)), 1e-7);
}

static void focal_length_is_the_cotangent_of_the_half_angle(void **state)
{
    (void)state;
    const double right_angle = 2 * atan(1);
    const projection_spec spec = projection_perspective(right_angle, 1, 0.1, 100);
    float projection[16];
    projection_matrix(&spec, projection);
    assert_near((double)projection[0], 1, 1e-7);
    const pick_view view = view_of(spec, identity, pick_vec3_make(0, 0, 0), 100, 100);
    const pick_ray edge = pick_view_ray(&view, (pick_vec2){100, 50}); // 45 degrees to the right
    assert_vec3_near(edge.direction, pick_vec3_make(sqrt(0.5), 0, -sqrt(0.5)), 1e-7);
}

static void inverse_projection_of_centred_perspectives_fits_no_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < projection_table_count; i++) { // P P^-1 = I for every kind
        const projection_spec *s = &projection_table[i];
        const pick_view view = view_of(*s, identity, pick_vec3_make(0, 0, 0), 100, 100);
        const pick_vec2 position = {12.5, 87.25};
        pick_vec3 p;
        pick_projected_point back;
        assert_true(pick_view_unproject(&view, position, 0.25, &p));
        assert_true(pick_view_project(&view, p, &back));
        assert_near(back.window.x, 12.5, 1e-9);
        assert_near(back.window.y, 87.25, 1e-9);
        assert_near(back.depth, 0.25, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere_smaller_root_negative_is_not_a_hit_behind_the_origin),
        cmocka_unit_test(sphere_discriminant_b2_4ac_cancels),
        cmocka_unit_test(sphere_rejected_by_projection_on_the_ray_loses_inside_and_long_directions),
        cmocka_unit_test(sphere_distance_without_the_root_is_right_for_unit_spheres_only),
        cmocka_unit_test(sphere_return_t_below_zero_is_inverted),
        cmocka_unit_test(projection_of_l_on_d_with_a_stray_product),
        cmocka_unit_test(obb_parallel_when_abs_d_below_zero_never_holds),
        cmocka_unit_test(obb_axes_from_unnormalised_columns_lose_the_scale),
        cmocka_unit_test(obb_by_conjugate_quaternion_loses_scale_and_shear),
        cmocka_unit_test(box_normal_by_comparing_the_point_with_an_epsilon),
        cmocka_unit_test(box_three_nearest_planes_miss_from_inside),
        cmocka_unit_test(box_component_of_greatest_magnitude_picks_the_wrong_plane),
        cmocka_unit_test(box_on_surface_epsilon_is_absolute),
        cmocka_unit_test(box_far_distance_is_the_maximum),
        cmocka_unit_test(box_enter_below_exit_loses_flat_boxes),
        cmocka_unit_test(box_plain_division_loses_rays_in_a_face),
        cmocka_unit_test(aabb_must_be_recomputed_when_the_object_turns),
        cmocka_unit_test(plane_ax_bx_cx_d_loses_y_and_z),
        cmocka_unit_test(plane_offset_is_minus_n_dot_p),
        cmocka_unit_test(plane_is_missed_across_its_normal_not_along_it),
        cmocka_unit_test(plane_parallel_epsilon_is_absolute),
        cmocka_unit_test(triangle_determinant_epsilon_loses_small_triangles),
        cmocka_unit_test(triangle_nearest_counts_not_the_first_tested),
        cmocka_unit_test(triangle_edge_signs_accept_both_windings),
        cmocka_unit_test(triangle_parallel_epsilon_depends_on_scale),
        cmocka_unit_test(any_t_below_an_epsilon_is_still_a_hit),
        cmocka_unit_test(any_output_is_untouched_by_a_miss),
        cmocka_unit_test(mouse_ray_z_minus_one_is_not_the_near_plane_of_vulkan),
        cmocka_unit_test(mouse_ray_needs_no_far_point),
        cmocka_unit_test(mouse_ray_at_integer_x_means_the_pixels_centre),
        cmocka_unit_test(mouse_ray_top_of_the_picture_is_the_top_of_the_world),
        cmocka_unit_test(inverse_view_by_transpose_is_right_for_pure_rotations_only),
        cmocka_unit_test(forward_axis_is_column_three_negated),
        cmocka_unit_test(focal_length_is_the_cotangent_of_the_half_angle),
        cmocka_unit_test(inverse_projection_of_centred_perspectives_fits_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
