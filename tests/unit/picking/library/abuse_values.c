// The functions of base.h, math.h, affine.h, view.h, layers.h and version.h.
#include "abuse.h"

static void base(void)
{
    CHECK(pick_version, pick_version() != 0);
    CHECK(pick_result_name, pick_result_name((pick_result)5)[0] != 0);
    CHECK(pick_result_name, pick_result_name((pick_result)-1000)[0] != 0);
    for (int i = 0; i >= PICK_ERROR_BAD_DATA; i--)
        CHECK(pick_result_name, strncmp(pick_result_name((pick_result)i), "PICK_", 5) == 0);
    const pick_allocator *memory = pick_default_allocator();
    CHECK(pick_default_allocator, pick_default_allocator() == memory);
    void *block = memory->allocate(NULL, 0, 8);
    memory->deallocate(NULL, block, 0, 8);
    memory->deallocate(NULL, NULL, 0, 64);
}

static bool is_zero3(pick_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

static void math(const abuse *a)
{
    const pick_aabb box = {{0, 0, 0}, {1, 1, 1}}, nan_box = {{0, 0, a->not_a_number}, {1, 1, 1}};
    CHECK(pick_vec3_length, isnan(pick_vec3_length(a->nan)));
    CHECK(pick_vec3_length, isinf(pick_vec3_length(a->infinite)));
    CHECK(pick_vec3_normalize, is_zero3(pick_vec3_normalize(a->zero)));
    CHECK(pick_vec3_normalize, pick_vec3_length(pick_vec3_normalize(a->nan)) != 1);
    CHECK(pick_vec3_is_finite, !pick_vec3_is_finite(a->nan) && !pick_vec3_is_finite(a->infinite));
    CHECK(pick_ray_at, is_zero3(pick_ray_at(NULL, 1)));
    CHECK(pick_ray_at, !pick_vec3_is_finite(pick_ray_at(&a->ray, a->not_a_number)));
    CHECK(pick_ray_is_valid, !pick_ray_is_valid(NULL));
    for (int i = 0; i < 5; i++)
        CHECK(pick_ray_is_valid, !pick_ray_is_valid(&a->bad_rays[i]));
    CHECK(pick_aabb_is_empty, pick_aabb_is_empty(NULL) && pick_aabb_is_empty(&nan_box));
    pick_aabb both = pick_aabb_union(NULL, NULL);
    CHECK(pick_aabb_union, (both = pick_aabb_union(NULL, NULL), pick_aabb_is_empty(&both)));
    CHECK(pick_aabb_union, pick_aabb_union(NULL, &box).max.x == 1 && pick_aabb_union(&box, NULL).max.x == 1);
    CHECK(pick_aabb_union, pick_aabb_union(&nan_box, &box).min.z == 0);
    const float bad_row[16] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const float bad_number[16] = {1, 0, 0, 0, 0, INFINITY, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    pick_transform out = a->transform;
    CHECK(pick_transform_from_matrix, pick_transform_from_matrix(NULL, &out) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_transform_from_matrix, pick_transform_from_matrix(bad_row, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_transform_from_matrix, pick_transform_from_matrix(bad_row, &out) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_transform_from_matrix, pick_transform_from_matrix(bad_number, &out) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_transform_is_finite, !pick_transform_is_finite(NULL) && !pick_transform_is_finite(&a->nan_transform));
    CHECK(pick_transform_determinant, pick_transform_determinant(NULL) == 0);
    CHECK(pick_transform_determinant, isnan(pick_transform_determinant(&a->nan_transform)));
    CHECK(pick_transform_point, is_zero3(pick_transform_point(NULL, a->ray.origin)));
    CHECK(pick_transform_vector, is_zero3(pick_transform_vector(NULL, a->ray.origin)));
    pick_aabb made;
    CHECK(pick_transform_aabb, (made = pick_transform_aabb(NULL, &box), pick_aabb_is_empty(&made)));
    CHECK(pick_transform_aabb, (made = pick_transform_aabb(&a->transform, NULL), pick_aabb_is_empty(&made)));
    CHECK(pick_transform_aabb, (made = pick_transform_aabb(&a->transform, &nan_box), pick_aabb_is_empty(&made)));
    pick_ray ray;
    CHECK(pick_ray_from_transform, (ray = pick_ray_from_transform(NULL), !pick_ray_is_valid(&ray)));
    ray = pick_ray_from_transform(&(pick_transform){{0}, {0, 0, 0}});
    CHECK(pick_ray_is_valid, !pick_ray_is_valid(&ray));
}

static void affine(const abuse *a)
{
    const pick_aabb box = {{0, 0, 0}, {1, 1, 1}};
    pick_affine out;
    pick_transform transform;
    pick_aabb bounds;
    CHECK(pick_affine_from_transform,
          (out = pick_affine_from_transform(NULL), abuse_is_zero(out.linear, sizeof out.linear)));
    CHECK(pick_affine_to_transform,
          (transform = pick_affine_to_transform(NULL), abuse_is_zero(transform.linear, sizeof transform.linear)));
    CHECK(pick_affine_is_finite, !pick_affine_is_finite(NULL) && !pick_affine_is_finite(&a->nan_affine));
    CHECK(pick_affine_column, is_zero3(pick_affine_column(NULL, 0)));
    CHECK(pick_affine_column, is_zero3(pick_affine_column(&a->affine, -1)));
    CHECK(pick_affine_column, is_zero3(pick_affine_column(&a->affine, 3)));
    CHECK(pick_affine_point, is_zero3(pick_affine_point(NULL, a->ray.origin)));
    CHECK(pick_affine_vector, is_zero3(pick_affine_vector(NULL, a->ray.origin)));
    CHECK(pick_affine_multiply, (out = pick_affine_multiply(NULL, &a->affine), out.linear[0] == 0));
    CHECK(pick_affine_multiply, (out = pick_affine_multiply(&a->affine, NULL), out.linear[0] == 0));
    CHECK(pick_affine_invert, !pick_affine_invert(NULL, &out) && !pick_affine_invert(&a->affine, NULL));
    CHECK(pick_affine_invert, !pick_affine_invert(&a->nan_affine, &out));
    CHECK(pick_affine_aabb, (bounds = pick_affine_aabb(NULL, &box), pick_aabb_is_empty(&bounds)));
    CHECK(pick_affine_aabb, (bounds = pick_affine_aabb(&a->affine, NULL), pick_aabb_is_empty(&bounds)));
    CHECK(pick_affine_aabb, pick_affine_aabb(&a->nan_affine, &box).min.x == -HUGE_VAL);
    CHECK(pick_affine_to_local, pick_affine_to_local(NULL, &a->affine, &out) == PICK_LOCAL_INVALID);
    CHECK(pick_affine_to_local, pick_affine_to_local(&a->affine, NULL, &out) == PICK_LOCAL_INVALID);
    CHECK(pick_affine_to_local, pick_affine_to_local(&a->affine, &a->affine, NULL) == PICK_LOCAL_INVALID);
    CHECK(pick_affine_to_local, pick_affine_to_local(&a->nan_affine, &a->affine, &out) == PICK_LOCAL_NOT_FINITE);
    for (int i = 0; i <= PICK_LOCAL_INVALID + 1; i++)
        CHECK(pick_local_reason, pick_local_reason((pick_local_result)i)[0] != 0);
}

static void view(const abuse *a)
{
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const float projection[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0};
    const pick_view_desc none[2] = {{.view = identity, .viewport = {0, 0, 1, 1}},
                                    {.projection = projection, .viewport = {0, 0, 1, 1}}};
    pick_view made;
    CHECK(pick_view_init, pick_view_init(NULL, &none[0]) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_view_init, pick_view_init(&made, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_view_init, pick_view_init(&made, &none[0]) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_view_init, pick_view_init(&made, &none[1]) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_view_init, pick_view_init(&made, &(pick_view_desc){projection, identity, a->nan, {0, 0, 1, 1}}) ==
                              PICK_ERROR_NOT_FINITE);
    CHECK(pick_view_init, pick_view_init(&made, &(pick_view_desc){projection, identity, a->zero, {0, 0, 1, 0}}) ==
                              PICK_ERROR_EMPTY_VIEWPORT);
    const pick_plane plane = {{0, 0, 1}, 0}, no_plane = {{0, 0, 0}, 0}, nan_plane = {a->nan, 0};
    pick_view cut = a->view;
    CHECK(pick_view_set_section, pick_view_set_section(NULL, &plane, 1) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_view_set_section, pick_view_set_section(&cut, NULL, 1) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_view_set_section, pick_view_set_section(&cut, &plane, UINT32_MAX) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_view_set_section, pick_view_set_section(&cut, &no_plane, 1) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_view_set_section, pick_view_set_section(&cut, &nan_plane, 1) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_view_set_section, cut.section_count == 0 && pick_view_set_section(&cut, &plane, 1) == PICK_OK);
    CHECK(pick_view_set_caps, (pick_view_set_caps(NULL, true), true));
    CHECK(pick_view_cuts, !pick_view_cuts(NULL, a->zero) && pick_view_cuts(&cut, a->nan));
    pick_ray clipped = {.t_max = 7};
    CHECK(pick_view_clip_ray, !pick_view_clip_ray(NULL, &clipped) && !pick_view_clip_ray(&cut, NULL));
    CHECK(pick_view_clip_ray, !pick_view_clip_ray(&cut, &clipped) && clipped.t_max == 7);
    CHECK(pick_view_window_to_ndc, pick_view_window_to_ndc(NULL, a->middle).x == 0);
    CHECK(pick_view_window_to_ndc, isnan(pick_view_window_to_ndc(&a->view, a->nan2).x));
    CHECK(pick_view_ndc_to_window, pick_view_ndc_to_window(NULL, a->middle).x == 0);
    CHECK(pick_view_contains, !pick_view_contains(NULL, a->middle) && !pick_view_contains(&a->view, a->nan2));
    CHECK(pick_view_contains, !pick_view_contains(&a->view, a->infinite2));
    CHECK(pick_view_contains, !pick_view_contains(&a->zero_view, a->middle));
    const pick_view *views[4] = {NULL, &a->zero_view, &a->view, &a->view};
    const pick_vec2 positions[4] = {a->middle, a->middle, a->nan2, a->infinite2};
    for (int i = 0; i < 4; i++) {
        pick_ray ray;
        CHECK(pick_view_ray, (ray = pick_view_ray(views[i], positions[i]), !pick_ray_is_valid(&ray)));
    }
    pick_projected_point place = {.depth = 7};
    pick_vec3 point = {7, 7, 7};
    CHECK(pick_view_project, !pick_view_project(NULL, a->zero, &place) && !pick_view_project(&a->view, a->zero, NULL));
    CHECK(pick_view_project, !pick_view_project(&a->view, a->nan, &place));
    CHECK(pick_view_project, !pick_view_project(&a->view, a->infinite, &place));
    CHECK(pick_view_project, !pick_view_project(&a->zero_view, a->zero, &place) && place.depth == 7);
    CHECK(pick_view_unproject, !pick_view_unproject(NULL, a->middle, 0.5, &point));
    CHECK(pick_view_unproject, !pick_view_unproject(&a->view, a->middle, 0.5, NULL));
    CHECK(pick_view_unproject, !pick_view_unproject(&a->view, a->nan2, 0.5, &point));
    CHECK(pick_view_unproject, !pick_view_unproject(&a->view, a->middle, a->not_a_number, &point));
    CHECK(pick_view_unproject, !pick_view_unproject(&a->zero_view, a->middle, 0.5, &point) && point.x == 7);
    CHECK(pick_view_point_size, pick_view_point_size(NULL, a->zero) == 0);
    CHECK(pick_view_point_size, pick_view_point_size(&a->view, a->nan) == 0);
    CHECK(pick_window_to_drawable, pick_window_to_drawable(NULL, a->middle).x == 0);
    CHECK(pick_window_from_drawable, pick_window_from_drawable(NULL, a->middle).x == 0);
    const pick_window window = {a->not_a_number, 1, 1, 1};
    CHECK(pick_window_to_drawable, pick_window_to_drawable(&window, a->middle).x == 0);
}

static void layers(void)
{
    pick_layer_matrix matrix;
    CHECK(pick_layer_matrix_init, (pick_layer_matrix_init(NULL), true));
    pick_layer_matrix_init(&matrix);
    const pick_layer_matrix before = matrix;
    CHECK(pick_layer_matrix_set, pick_layer_matrix_set(NULL, 0, 0, false) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_layer_matrix_set, pick_layer_matrix_set(&matrix, 32, 0, false) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_layer_matrix_set, pick_layer_matrix_set(&matrix, 0, 32, false) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_layer_matrix_set_pair, pick_layer_matrix_set_pair(NULL, 0, 0, false) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_layer_matrix_set_pair, pick_layer_matrix_set_pair(&matrix, 1, 99, false) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_layer_matrix_sees, !pick_layer_matrix_sees(NULL, 0, 0) && !pick_layer_matrix_sees(&matrix, 0, 32) &&
                                      !pick_layer_matrix_sees(&matrix, 32, 0));
    CHECK(pick_layer_matrix_mask, pick_layer_matrix_mask(NULL, 1) == 0);
    CHECK(pick_layer_matrix_mask,
          pick_layer_matrix_mask(&matrix, 1) == 0xffffffffu && memcmp(&matrix, &before, sizeof matrix) == 0);
}

void abuse_values(const abuse *a)
{
    base();
    math(a);
    affine(a);
    view(a);
    layers();
}
