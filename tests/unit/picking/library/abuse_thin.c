#include "abuse.h"

// Making them.
static void made_of(const abuse *a)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    static const float ends[6] = {0, 0, 0, 1, 0, 0};
    const pick_points_desc good = {.positions = ends, .count = 2};
    const pick_curves_desc good_curves = {.positions = ends, .position_count = 2};
    pick_thin *thin = NULL;
    CHECK(pick_points_create, pick_points_create(NULL, NULL, &thin) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_points_create, pick_points_create(&good, NULL, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_points_create, pick_points_create(&good, &half, &thin) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_curves_create, pick_curves_create(NULL, NULL, &thin) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_curves_create, pick_curves_create(&good_curves, NULL, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_curves_create, pick_curves_create(&good_curves, &half, &thin) == PICK_ERROR_INVALID_ARGUMENT);
    pick_points_desc points = good;
    pick_curves_desc curves = good_curves;
    points.radius = curves.radius = a->not_a_number;
    CHECK(pick_points_create, pick_points_create(&points, NULL, &thin) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_curves_create, pick_curves_create(&curves, NULL, &thin) == PICK_ERROR_NOT_FINITE);
    points = good;
    curves = good_curves;
    points.kinds = curves.kinds = 1;
    CHECK(pick_points_create, pick_points_create(&points, NULL, &thin) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_curves_create, pick_curves_create(&curves, NULL, &thin) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_thin_destroy, (pick_thin_destroy(NULL), thin == NULL));
}

static void asked(const abuse *a, pick_thin *thin)
{
    pick_vec3 place = {7, 7, 7};
    pick_aabb bounds;
    pick_thin_stats stats;
    CHECK(pick_thin_refit, pick_thin_refit(NULL, NULL, 0) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_thin_refit, pick_thin_refit(thin, NULL, 0) == PICK_ERROR_INVALID_ARGUMENT);
    pick_thin *shared = NULL;
    CHECK(pick_thin_share, pick_thin_share(NULL, 1, PICK_THIN_ON_SCREEN, NULL, &shared) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_thin_share, pick_thin_share(thin, 1, PICK_THIN_ON_SCREEN, NULL, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_thin_share,
          pick_thin_share(thin, a->not_a_number, PICK_THIN_IN_SPACE, NULL, &shared) == PICK_ERROR_NOT_FINITE &&
              !shared);
    CHECK(pick_thin_bounds, (bounds = pick_thin_bounds(NULL), pick_aabb_is_empty(&bounds)));
    CHECK(pick_thin_get_stats, (stats = pick_thin_get_stats(NULL), abuse_is_zero(&stats, sizeof stats)));
    CHECK(pick_thin_place, !pick_thin_place(NULL, 0, 0, &place));
    CHECK(pick_thin_place, !pick_thin_place(thin, 0, 0, NULL));
    CHECK(pick_thin_place, !pick_thin_place(thin, 9, 0, &place));
    CHECK(pick_thin_place, !pick_thin_place(thin, 0, a->not_a_number, &place) && place.x == 7);
    const pick_vec3 ahead = {1, 0, 0}, nowhere = {0, a->not_a_number, 0};
    CHECK(pick_thin_farthest, !pick_thin_farthest(NULL, ahead, 0, &place) && !pick_thin_farthest(thin, ahead, 0, NULL));
    CHECK(pick_thin_farthest, !pick_thin_farthest(thin, nowhere, 0, &place) && place.x == 7);
    CHECK(pick_curve_segments, pick_curve_segments(NULL, 0) == 0);
    CHECK(pick_curve_segments, pick_curve_segments(thin, 9) == 0);
    const pick_object_id gone[3] = {a->stale, a->other, {0, 0}};
    CHECK(pick_scene_set_thin, pick_scene_set_thin(NULL, a->id, thin) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_scene_set_thin, pick_scene_set_thin(a->scene, a->id, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    for (int i = 0; i < 3; i++)
        CHECK(pick_scene_set_thin, pick_scene_set_thin(a->scene, gone[i], thin) == PICK_ERROR_STALE_HANDLE);
    CHECK(pick_scene_thin_changed, (pick_scene_thin_changed(NULL, thin), true));
    CHECK(pick_scene_thin_changed, (pick_scene_thin_changed(a->scene, NULL), true));
}

static void found(const abuse *a, const pick_thin *thin)
{
    pick_thin_hit hit = {.part = 7};
    CHECK(pick_thin_closest, !pick_thin_closest(NULL, NULL, &a->ray, &hit));
    CHECK(pick_thin_closest, !pick_thin_closest(thin, NULL, NULL, &hit));
    CHECK(pick_thin_closest, !pick_thin_closest(thin, NULL, &a->ray, NULL));
    CHECK(pick_thin_closest, !pick_thin_closest(thin, &a->nan_transform, &a->ray, &hit));
    for (int i = 0; i < 5; i++) {
        CHECK(pick_thin_closest, !pick_thin_closest(thin, NULL, &a->bad_rays[i], &hit));
        CHECK(pick_thin_closest_brute_force, !pick_thin_closest_brute_force(thin, NULL, &a->bad_rays[i], &hit));
    }
    CHECK(pick_thin_in_window, !pick_thin_in_window(NULL, NULL, &a->view, a->middle, 5, &hit));
    CHECK(pick_thin_in_window, !pick_thin_in_window(thin, NULL, NULL, a->middle, 5, &hit));
    CHECK(pick_thin_in_window, !pick_thin_in_window(thin, NULL, &a->view, a->middle, 5, NULL));
    CHECK(pick_thin_in_window, !pick_thin_in_window(thin, NULL, &a->view, a->nan2, 5, &hit));
    CHECK(pick_thin_in_window, !pick_thin_in_window(thin, NULL, &a->view, a->infinite2, 5, &hit));
    CHECK(pick_thin_in_window, !pick_thin_in_window(thin, NULL, &a->view, a->middle, a->not_a_number, &hit));
    CHECK(pick_thin_in_window, !pick_thin_in_window(thin, NULL, &a->view, a->middle, -1, &hit));
    CHECK(pick_thin_in_window, (pick_thin_in_window(thin, NULL, &a->zero_view, a->middle, 5, &hit), true));
    CHECK(pick_thin_in_window_brute_force, !pick_thin_in_window_brute_force(thin, NULL, NULL, a->middle, 5, &hit));
    pick_region *region = NULL;
    uint32_t part = 7;
    CHECK(pick_region_create, pick_region_create(NULL, &region) == PICK_OK);
    CHECK(pick_thin_in_region, pick_thin_in_region(thin, NULL, region, PICK_REGION_TOUCH, &part, 1) == 0); // empty
    CHECK(pick_thin_in_region, pick_thin_in_region(NULL, NULL, region, PICK_REGION_TOUCH, &part, 1) == 0);
    CHECK(pick_thin_in_region, pick_thin_in_region(thin, NULL, NULL, PICK_REGION_TOUCH, &part, 1) == 0);
    CHECK(pick_thin_in_region, pick_thin_in_region(thin, NULL, region, (pick_region_mode)-1, &part, 1) == 0);
    CHECK(pick_thin_in_region_brute_force,
          pick_thin_in_region_brute_force(thin, NULL, NULL, PICK_REGION_TOUCH, &part, 1) == 0 && part == 7);
    pick_region_destroy(region);
}

void abuse_thin(const abuse *a)
{
    static const float ends[6] = {0, 0, 0, 1, 0, 0};
    const pick_points_desc points = {.positions = ends, .count = 2, .radius = 1};
    pick_thin *thin = NULL;
    made_of(a);
    CHECK(pick_points_create, pick_points_create(&points, NULL, &thin) == PICK_OK);
    asked(a, thin);
    found(a, thin);
    pick_thin_destroy(thin);
}
