// Points, lines and curves by rays, near the mouse and in regions: answers that are known. The camera is 10 m before
// the origin, where a metre is 5 points of a window of 100 x 100.
#include "squares.h"

#include "near.h"

#include <string.h>

static pick_thin *points_of(const float *positions, uint32_t count, double radius, pick_thin_unit unit)
{
    const pick_points_desc desc = {.positions = positions, .count = count, .radius = radius, .unit = unit};
    pick_thin *thin = NULL;
    assert_int_equal(pick_points_create(&desc, NULL, &thin), PICK_OK);
    return thin;
}

static pick_thin *curves_of(const float *positions, uint32_t count, pick_curve_kind kind, double radius,
                            pick_thin_unit unit)
{
    const pick_curves_desc desc = {
        .positions = positions, .position_count = count, .kind = kind, .radius = radius, .unit = unit};
    pick_thin *thin = NULL;
    assert_int_equal(pick_curves_create(&desc, NULL, &thin), PICK_OK);
    return thin;
}

static pick_view front_view(void)
{
    return squares_view(10, 0.1, 100, false);
}

static pick_vec2 at(double x, double y)
{
    return (pick_vec2){x, y};
}

// --- Rays -----------------------------------------------------------------------------------------------------------

static void rays_enter_balls(void **state)
{
    static const float places[] = {5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -9};
    const pick_ray ray = {{0, 0, 10}, {0, 0, -2}, 0, 100};
    const pick_ray from_inside = {{0, 0.5, 0}, {0, 0, -1}, 0, 100};
    const pick_ray short_one = {{0, 0, 10}, {0, 0, -2}, 0, 4.4};
    const pick_ray behind = {{0, 0, 10}, {0, 0, -2}, 6, 100};
    const pick_ray leaving = {{0, 0, 10}, {0, 0, -2}, 5, 100};
    pick_thin *thin = points_of(places, 4, 1, PICK_THIN_IN_SPACE);
    pick_thin_hit hit = {.part = 9};
    (void)state;
    assert_true(pick_thin_closest(thin, NULL, &ray, &hit));
    assert_int_equal(hit.part, 1); // not 2, which is in the same place
    assert_near(hit.t, 4.5, 1e-15);
    assert_vec3_near(hit.point, pick_vec3_make(0, 0, 1), 1e-15);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 1e-15);
    assert_false(hit.inside);
    assert_true(pick_thin_closest(thin, NULL, &from_inside, &hit));
    assert_true(hit.part == 1 && hit.inside && hit.t == 0);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 0), 0);
    assert_true(pick_thin_closest(thin, NULL, &leaving, &hit)); // in the middle of it
    assert_true(hit.inside && hit.t == 5 && hit.part == 1);
    assert_true(pick_thin_closest(thin, NULL, &behind, &hit));
    assert_true(hit.part == 3 && !hit.inside);
    const pick_thin_hit before = hit;
    assert_false(pick_thin_closest(thin, NULL, &short_one, &hit));
    assert_memory_equal(&before, &hit, sizeof hit);
    pick_thin_destroy(thin);
}

static void the_first_of_many_in_one_place_is_hit(void **state)
{
    static const float places[60]; // all at the origin, in several leaves
    const pick_ray ray = {{0, 0, 10}, {0, 0, -2}, 0, 100};
    pick_thin *thin = points_of(places, 20, 1, PICK_THIN_IN_SPACE);
    pick_thin_hit hit = {.part = 9};
    (void)state;
    assert_true(pick_thin_closest(thin, NULL, &ray, &hit));
    assert_int_equal(hit.part, 0);
    pick_thin_destroy(thin);
}

// Where a ray starts in several segments of one part, its place is the first of these, in whatever order they are met.
static void the_first_place_of_a_part_is_hit(void **state)
{
    static const float places[] = {-1, 0, 0, -0.5f, 0.5f, 0, 0.5f, 0.5f, 0, 1, 0, 0};
    const pick_curves_desc desc = {
        .positions = places, .position_count = 4, .kind = PICK_CURVE_CUBIC, .flatness = 1e-5, .radius = 0.5};
    pick_thin *thin = NULL;
    (void)state;
    assert_int_equal(pick_curves_create(&desc, NULL, &thin), PICK_OK);
    assert_true(pick_curve_segments(thin, 0) > 64);
    for (int i = 0; i < 9; i++) {
        const pick_ray ray = {{-0.8 + 0.2 * i, 0.3, 0}, {0, 0, -1}, 0, 10};
        pick_thin_hit hit, twin;
        assert_true(pick_thin_closest(thin, NULL, &ray, &hit) && hit.inside);
        assert_true(pick_thin_closest_brute_force(thin, NULL, &ray, &twin));
        assert_true(hit.along == twin.along && hit.t == 0);
    }
    pick_thin_destroy(thin);
}

static void rays_meet_tubes(void **state)
{
    static const float places[] = {-4, 0, 0, 4, 0, 0, 4, 4, 0};
    const pick_transform moved = {{2, 0, 0, 0, 2, 0, 0, 0, 2}, {10, 0, 0}};
    const pick_ray side = {{2, 0, 10}, {0, 0, -1}, 0, 100};
    const pick_ray cap = {{-9, 0, 0}, {1, 0, 0}, 0, 100};
    const pick_ray up = {{18, 6, 10}, {0, 0, -1}, 0, 100};
    const pick_ray beside = {{2, 0.6, 10}, {0, 0, -1}, 0, 100};
    pick_thin *thin = curves_of(places, 3, PICK_CURVE_LINES, 0.5, PICK_THIN_IN_SPACE);
    pick_thin_hit hit;
    (void)state;
    assert_true(pick_thin_closest(thin, NULL, &side, &hit));
    assert_true(hit.part == 0);
    assert_near(hit.t, 9.5, 1e-14);
    assert_near(hit.along, 0.75, 1e-15);
    assert_true(pick_thin_closest(thin, NULL, &cap, &hit));
    assert_near(hit.t, 4.5, 1e-14);
    assert_true(hit.along == 0);
    assert_vec3_near(hit.normal, pick_vec3_make(-1, 0, 0), 1e-15);
    assert_true(pick_thin_closest(thin, &moved, &up, &hit));
    assert_true(hit.part == 1);
    assert_near(hit.t, 9, 1e-14);
    assert_near(hit.along, 0.75, 1e-14);
    assert_false(pick_thin_closest(thin, NULL, &beside, &hit));
    pick_thin_destroy(thin);
    thin = curves_of(places, 3, PICK_CURVE_LINES, 5, PICK_THIN_ON_SCREEN); // has no surface
    assert_false(pick_thin_closest(thin, NULL, &side, &hit));
    pick_thin_destroy(thin);
    thin = curves_of(places, 3, PICK_CURVE_LINES, 0, PICK_THIN_IN_SPACE);
    assert_false(pick_thin_closest(thin, NULL, &side, &hit));
    pick_thin_destroy(thin);
}

// --- In the window --------------------------------------------------------------------------------------------------

static void discs_have_their_size_on_screen(void **state)
{
    static const float places[] = {0, 0, 0, 4, 0, 0};
    const pick_view view = front_view();
    pick_thin *thin = points_of(places, 2, 3, PICK_THIN_ON_SCREEN);
    pick_thin_hit hit = {.part = 7};
    (void)state;
    assert_true(pick_thin_in_window(thin, NULL, &view, at(52.9, 50), 0, &hit));
    assert_true(hit.part == 0 && hit.distance == 0);
    assert_near(hit.depth, 10, 1e-14);
    assert_vec3_near(hit.point, pick_vec3_make(0, 0, 0), 1e-14);
    assert_false(pick_thin_in_window(thin, NULL, &view, at(53.1, 50), 0, &hit));
    assert_true(pick_thin_in_window(thin, NULL, &view, at(57, 50), 4.1, &hit));
    assert_near(hit.distance, 4, 1e-12);
    assert_false(pick_thin_in_window(thin, NULL, &view, at(57, 50), 3.9, &hit));
    assert_true(pick_thin_in_window(thin, NULL, &view, at(61, 50), 10, &hit)); // 8 from one, 6 from the other
    assert_int_equal(hit.part, 1);
    pick_thin_destroy(thin);
}

static void the_one_in_front_wins(void **state)
{
    static const float places[] = {0, 0, 0, 0.5f, 0, 2, 0, 0, -5, 0.5f, 0, 2};
    const pick_view view = front_view();
    pick_thin_hit hit;
    (void)state;
    pick_thin *thin = points_of(places, 4, 4, PICK_THIN_ON_SCREEN);
    assert_true(pick_thin_in_window(thin, NULL, &view, at(50, 50), 5, &hit)); // off its middle, but in front
    assert_int_equal(hit.part, 1);
    assert_near(hit.depth, 8, 1e-14);
    assert_true(pick_thin_in_window(thin, NULL, &view, at(46.5, 50), 5, &hit)); // covered by 0 and 2
    assert_int_equal(hit.part, 0);
    pick_thin_destroy(thin);
    thin = points_of(places, 4, 0.8, PICK_THIN_IN_SPACE); // in space, the same holds for balls
    assert_true(pick_thin_in_window(thin, NULL, &view, at(50, 50), 5, &hit));
    assert_int_equal(hit.part, 1);
    assert_true(hit.distance == 0 && hit.normal.z > 0.7 && hit.depth < 8);
    pick_thin_destroy(thin);
}

static void lines_are_cut_at_the_near_plane_and_by_sections(void **state)
{
    static const float places[] = {1, 0, 0, 1, 0, 30}; // passes beside the eye
    const pick_plane half = {{0, 0, -1}, 5};           // keeps z <= 5
    pick_view view = front_view();
    pick_thin *thin = curves_of(places, 2, PICK_CURVE_LINES, 1, PICK_THIN_ON_SCREEN);
    pick_thin_hit hit;
    (void)state;
    assert_true(pick_thin_in_window(thin, NULL, &view, at(90, 50), 0, &hit)); // 1.25 m away
    assert_near(hit.depth, 1.25, 1e-12);
    assert_near(hit.along, 8.75 / 30, 1e-12);
    assert_true(pick_thin_in_window(thin, NULL, &view, at(10, 50), 100, &hit)); // its far end is nearest
    assert_true(hit.along == 0);
    assert_near(hit.distance, 44, 1e-12);
    assert_int_equal(pick_view_set_section(&view, &half, 1), PICK_OK);
    assert_false(pick_thin_in_window(thin, NULL, &view, at(90, 50), 0, &hit));
    assert_true(pick_thin_in_window(thin, NULL, &view, at(61, 50), 1, &hit));
    assert_near(hit.point.z, 5, 1e-12);
    assert_near(hit.distance, 0, 1e-12);
    const pick_plane none = {{0, 0, -1}, -5};
    assert_int_equal(pick_view_set_section(&view, &none, 1), PICK_OK);
    assert_false(pick_thin_in_window(thin, NULL, &view, at(55, 50), 50, &hit));
    pick_thin_destroy(thin);
}

static void what_reaches_into_the_viewport_is_found(void **state)
{
    static const float places[] = {-10.4f, 0, 0}; // at -2
    const pick_view view = front_view();
    pick_thin_hit hit;
    (void)state;
    pick_thin *thin = points_of(places, 1, 3, PICK_THIN_ON_SCREEN);
    assert_true(pick_thin_in_window(thin, NULL, &view, at(0.9, 50), 0, &hit));
    assert_true(pick_thin_in_window(thin, NULL, &view, at(-4, 50), 0, &hit)); // a drag goes on there
    pick_thin_destroy(thin);
    thin = points_of(places, 1, 0.6, PICK_THIN_IN_SPACE);
    assert_true(pick_thin_in_window(thin, NULL, &view, at(4, 50), 4, &hit));
    assert_true(hit.distance > 1.5 && hit.distance < 2.5);
    assert_true(pick_thin_in_window(thin, NULL, &view, at(-2, 50), 4, &hit)); // only what is in the viewport counts
    assert_true(hit.distance > 1.9);
    pick_thin_destroy(thin);
}

static void what_is_behind_the_far_plane_is_not_there(void **state)
{
    static const float places[] = {0, 0, -200, 0, 0, 9.99f, 3, 0, 0};
    const pick_view view = front_view(); // from 0.1 m to 100 m
    pick_thin_hit hit;
    (void)state;
    for (int i = 0; i < 2; i++) {
        pick_thin *thin = points_of(places, 3, i == 0 ? 0.005 : 2, i == 0 ? PICK_THIN_IN_SPACE : PICK_THIN_ON_SCREEN);
        assert_false(pick_thin_in_window(thin, NULL, &view, at(50, 50), 5, &hit));
        assert_false(pick_thin_in_window_brute_force(thin, NULL, &view, at(50, 50), 5, &hit));
        assert_true(pick_thin_in_window(thin, NULL, &view, at(64, 50), 5, &hit));
        assert_int_equal(hit.part, 2);
        pick_thin_destroy(thin);
    }
}

static void nothing_is_claimed_beyond_all_numbers(void **state)
{
    static const float places[] = {-1e38f, 0, 0, 1e38f, 0, 0};
    const double far[] = {1e30, 1e155, 1e200, 1e308};
    const pick_view view = front_view();
    const pick_ray weak = {{0, 0, 10}, {0, 0, -1e-300}, 0, 100};
    pick_thin_hit hit;
    (void)state;
    pick_thin *thin = curves_of(places, 2, PICK_CURVE_LINES, 1e38, PICK_THIN_IN_SPACE);
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        for (int k = 0; k < 2; k++) {
            pick_transform t = PICK_TRANSFORM_IDENTITY;
            t.origin.z = k == 0 ? -far[i] : far[i];
            t.origin.x = far[i];
            for (int n = 0; n < 9; n += 4)
                t.linear[n] = 1e30f;
            if (pick_thin_in_window(thin, &t, &view, at(50, 50), 1e9, &hit))
                assert_true(pick_vec3_is_finite(hit.point) && hit.distance <= 1e9);
            assert_false(pick_thin_closest(thin, &t, &weak, &hit));
        }
    }
    pick_thin_destroy(thin);
}

// --- Regions --------------------------------------------------------------------------------------------------------

static size_t count_in(const pick_thin *thin, const pick_region *region, pick_region_mode mode)
{
    uint32_t parts[8];
    const size_t count = pick_thin_in_region(thin, NULL, region, mode, parts, 8);
    assert_int_equal(count, pick_thin_in_region_brute_force(thin, NULL, region, mode, NULL, 0));
    for (size_t i = 0; i < count; i++)
        assert_in_range(parts[i], 0, 7);
    return count;
}

// A disc of radius 3 at (50, 50).
static void discs_meet_borders_exactly(void **state)
{
    static const float place[] = {0, 0, 0};
    const pick_view view = front_view();
    pick_thin *thin = points_of(place, 1, 3, PICK_THIN_ON_SCREEN);
    pick_region *region = NULL;
    (void)state;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    const struct {
        pick_vec2 a, b;
        size_t touched, contained;
    } rects[] = {
        {{53 - 1e-9, 40}, {70, 60}, 1, 0},
        {{53 + 1e-9, 40}, {70, 60}, 0, 0},
        {{52.1, 52.1}, {60, 60}, 1, 0},
        {{52.2, 52.2}, {60, 60}, 0, 0}, // beside the corner: 3 / sqrt(2) is 2.12
        {{47 - 1e-9, 47 - 1e-9}, {54, 54}, 1, 1},
        {{47 + 1e-9, 46}, {54, 54}, 1, 0},
        {{49, 20}, {51, 46}, 0, 0},
        {{49, 20}, {51, 48}, 1, 0},
    };
    for (size_t i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        assert_int_equal(pick_region_rect(region, &view, rects[i].a, rects[i].b), PICK_OK);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), rects[i].touched);
        assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), rects[i].contained);
    }
    const struct {
        double x, radius;
        size_t touched, contained;
    } circles[] = {{60, 7 - 1e-9, 0, 0}, {60, 7 + 1e-9, 1, 0}, {51, 4 - 1e-9, 1, 0}, {51, 4 + 1e-9, 1, 1}};
    for (size_t i = 0; i < sizeof circles / sizeof circles[0]; i++) {
        assert_int_equal(pick_region_circle(region, &view, at(circles[i].x, 50), circles[i].radius), PICK_OK);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), circles[i].touched);
        assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), circles[i].contained);
    }
    for (int i = 0; i < 4; i++) {
        const double side = i < 2 ? 53 : 47, edge = side + (i % 2 == 0 ? 1e-9 : -1e-9);
        const pick_vec2 lasso[3] = {{edge, 0}, {100, 50}, {edge, 100}};
        assert_int_equal(pick_region_polygon(region, &view, lasso, 3), PICK_OK);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), i == 0 ? 0 : 1);
        assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), i == 3 ? 1 : 0);
    }
    const pick_vec2 beside[3] = {{20, 20}, {80, 20}, {20, 95}}; // around it by its bounds alone
    assert_int_equal(pick_region_polygon(region, &view, beside, 3), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 1);
    const pick_vec2 corner[3] = {{20, 20}, {70, 20}, {20, 70}};
    assert_int_equal(pick_region_polygon(region, &view, corner, 3), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 0);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 0);
    const pick_vec2 slanted[3] = {{20, 20}, {84, 20}, {20, 84}}; // 2.83 from the middle
    assert_int_equal(pick_region_polygon(region, &view, slanted, 3), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 0);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 1);
    pick_region_destroy(region);
    pick_thin_destroy(thin);
}

// Of a circle that leaves the viewport, only what is in it counts: near its corner at (100, 58.66) neither the distance
// to the circle nor that to the viewport says enough.
static void circles_are_cut_by_the_viewport(void **state)
{
    const pick_view view = front_view();
    pick_region *region = NULL;
    (void)state;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_circle(region, &view, at(105, 50), 10), PICK_OK);
    const struct {
        float x, y; // window
        double radius;
        size_t touched;
    } cases[] = {
        {102, 61, 3.07, 0}, {102, 61, 3.09, 1}, {103, 50, 2.99, 0}, {103, 50, 3.01, 1}, {92, 50, 2.99, 0},
        {92, 50, 3.01, 1},  {98, 50, 0.01, 1},  {102, 39, 3.07, 0}, {102, 39, 3.09, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const float place[] = {(cases[i].x - 50) / 5, -(cases[i].y - 50) / 5, 0};
        pick_thin *thin = points_of(place, 1, cases[i].radius, PICK_THIN_ON_SCREEN);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), cases[i].touched);
        assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), cases[i].radius < 1 ? 1 : 0);
        pick_thin_destroy(thin);
    }
    // Inside the circle, but beside what is left of it: 4.09 from its corner.
    for (int i = 0; i < 2; i++) {
        const float place[] = {10.8f, -1.9f, 0}; // (104, 59.5)
        pick_thin *thin = points_of(place, 1, i == 0 ? 4.08 : 4.11, PICK_THIN_ON_SCREEN);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), (size_t)i);
        pick_thin_destroy(thin);
    }
    // A line through it, with both ends far outside; and one that passes it.
    for (int i = 0; i < 2; i++) {
        const float x = i == 0 ? 9.8f : 8.8f; // 99 and 94
        const float line[] = {x, 15, 0, x, -15, 0};
        pick_thin *thin = curves_of(line, 2, PICK_CURVE_LINES, 0.5, PICK_THIN_ON_SCREEN);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), i == 0 ? 1 : 0);
        pick_thin_destroy(thin);
    }
    // Over each side of the viewport; the disc at the end is 1 point from its middle.
    const pick_vec2 sides[] = {{-2, 50}, {102, 50}, {50, -2}, {50, 102}};
    for (int i = 0; i < 4; i++) {
        const double x = sides[i].x < 0 ? 1 : (sides[i].x > 100 ? 99 : 50);
        const double y = sides[i].y < 0 ? 1 : (sides[i].y > 100 ? 99 : 50);
        const float place[] = {(float)(x - 50) / 5, (float)(50 - y) / 5, 0};
        pick_thin *thin = points_of(place, 1, 0.5, PICK_THIN_ON_SCREEN);
        assert_int_equal(pick_region_circle(region, &view, sides[i], 2.4), PICK_OK);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 0);
        assert_int_equal(pick_region_circle(region, &view, sides[i], 2.6), PICK_OK);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 1);
        pick_thin_destroy(thin);
    }
    // One place of the circle is left.
    for (int i = 0; i < 2; i++) {
        const float end[] = {9.6f, 0, 0}; // (98, 50)
        pick_thin *thin = points_of(end, 1, i == 0 ? 1.99 : 2.01, PICK_THIN_ON_SCREEN);
        assert_int_equal(pick_region_circle(region, &view, at(105, 50), 5), PICK_OK);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), (size_t)i);
        pick_thin_destroy(thin);
    }
    for (int i = 0; i < 2; i++) {
        const float end[] = {9.6f, -0.6f, 0}; // (98, 53), 3.606 from it
        pick_thin *thin = points_of(end, 1, i == 0 ? 3.6 : 3.62, PICK_THIN_ON_SCREEN);
        assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), (size_t)i);
        pick_thin_destroy(thin);
    }
    // All of the circle is outside.
    const float place[] = {10, 0, 0};
    pick_thin *thin = points_of(place, 1, 9, PICK_THIN_ON_SCREEN);
    assert_int_equal(pick_region_circle(region, &view, at(140, 50), 30), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 0);
    pick_thin_destroy(thin);
    pick_region_destroy(region);
}

static void lines_cross_regions(void **state)
{
    static const float places[] = {-6, 0, 0, 6, 0, 0, 6, 6, 0}; // (20, 50), (80, 50), (80, 20)
    static const pick_vec2 inside_out[] = {{40, 40}, {60, 40}, {60, 60}, {40, 60}};
    static const pick_vec2 around[] = {{10, 45}, {90, 45}, {90, 55}, {10, 55}};
    static const pick_vec2 bay[] = {{10, 45}, {90, 45}, {90, 55}, {52, 55}, {50, 49}, {48, 55}, {10, 55}};
    const pick_view view = front_view();
    pick_thin *thin = curves_of(places, 3, PICK_CURVE_LINES, 1, PICK_THIN_ON_SCREEN);
    pick_region *region = NULL;
    uint32_t part = 9;
    (void)state;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_polygon(region, &view, inside_out, 4), PICK_OK);
    assert_int_equal(pick_thin_in_region(thin, NULL, region, PICK_REGION_TOUCH, &part, 1), 1);
    assert_int_equal(part, 0);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 0);
    assert_int_equal(pick_region_polygon(region, &view, around, 4), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 2);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 1);
    assert_int_equal(pick_region_polygon(region, &view, bay, 7), PICK_OK); // an edge crosses the line
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 0);
    assert_int_equal(pick_region_rect(region, &view, at(78, 10), at(90, 15)), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 0);
    assert_int_equal(pick_region_rect(region, &view, at(10, 48), at(90, 52)), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 1);
    assert_int_equal(pick_region_circle(region, &view, at(50, 50), 31.5), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 1);
    pick_thin_destroy(thin);
    pick_region_destroy(region);
}

// A cubic is one part, however many segments are in the region, and contained if all are.
static void cubics_count_once(void **state)
{
    static const float places[] = {-6, 0, 0, -6, 6, 0, 6, 6, 0, 6, 0, 0};
    const pick_view view = front_view();
    pick_thin *thin = curves_of(places, 4, PICK_CURVE_CUBIC, 0, PICK_THIN_IN_SPACE);
    pick_region *region = NULL;
    (void)state;
    assert_in_range(pick_curve_segments(thin, 0), 20, 100);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &view, at(40, 0), at(60, 100)), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 1);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 0);
    assert_int_equal(pick_region_rect(region, &view, at(0, 0), at(100, 100)), PICK_OK);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 1);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 1);
    pick_thin_destroy(thin);
    pick_region_destroy(region);
}

static void planes_measure_in_space(void **state)
{
    static const float places[] = {-6, 0, 0, -1, 0, 0, 1, 0, 0, 6, 0, 0};
    const pick_plane right = {{1, 0, 0}, 0.5}; // x >= -0.5
    pick_region *region = NULL;
    (void)state;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_planes(region, &right, 1, pick_vec3_make(0, 0, 10)), PICK_OK);
    pick_thin *thin = curves_of(places, 4, PICK_CURVE_LINES, 9, PICK_THIN_ON_SCREEN);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 2); // its width is none here
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 1);
    pick_thin_destroy(thin);
    thin = curves_of(places, 4, PICK_CURVE_LINES, 0.6, PICK_THIN_IN_SPACE);
    assert_int_equal(count_in(thin, region, PICK_REGION_TOUCH), 3);
    assert_int_equal(count_in(thin, region, PICK_REGION_CONTAIN), 1);
    pick_thin_destroy(thin);
    pick_region_destroy(region);
}

// --- Arguments ------------------------------------------------------------------------------------------------------

// The sum of the eye and a place beside it has no room for the place.
static void what_is_beside_the_position_stays_there_however_far_out(void **state)
{
    static const float places[] = {0, 0, 0};
    const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 3}};
    const pick_nearest_query wanted = {.radius = 20};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_view view = squares_view(0, -50, 50, true);
    pick_thin *thin = points_of(places, 1, 3, PICK_THIN_IN_SPACE);
    pick_volume *volume = NULL;
    pick_scene *scene = NULL;
    pick_object_id id;
    (void)state;
    view.eye.x = desc.transform.origin.x = 1e40;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &ball}, NULL, &volume), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    desc.volume = volume;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    for (int i = 0; i < 2; i++) { // 5 points a metre
        const pick_transform *place = &desc.transform;
        const pick_vec2 beside = at(80, 50), within = at(55, 50);
        pick_thin_hit hit = {.part = 9};
        pick_nearest nearest = {.distance = 9};
        assert_true(
            (i == 0 ? pick_thin_in_window : pick_thin_in_window_brute_force)(thin, place, &view, beside, 20, &hit));
        assert_near(hit.distance, 15, 1e-6);
        assert_true(
            (i == 0 ? pick_thin_in_window : pick_thin_in_window_brute_force)(thin, place, &view, within, 20, &hit));
        assert_true(hit.distance == 0 && !hit.inside);
        assert_near(hit.depth, -sqrt(8), 1e-6);
        assert_near(hit.normal.x, 1 / 3.0, 1e-6);
        assert_true((i == 0 ? pick_nearest_in_window : pick_nearest_in_window_brute_force)(scene, &view, beside,
                                                                                           &wanted, NULL, &nearest));
        assert_near(nearest.distance, 15, 1e-6);
        assert_true((i == 0 ? pick_nearest_in_window : pick_nearest_in_window_brute_force)(scene, &view, within,
                                                                                           &wanted, NULL, &nearest));
        assert_true(nearest.distance == 0);
        assert_near(nearest.depth, -sqrt(8), 1e-6);
        assert_near(nearest.normal.x, 1 / 3.0, 1e-6);
    }
    pick_scene_destroy(scene);
    pick_volume_destroy(volume);
    pick_thin_destroy(thin);
}

// Where rounding in the window is more than the radius, too.
static void a_point_before_the_eye_is_found_however_far_out(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * 49; i++) {
        const float places[] = {0, ldexpf(1, i / 2), 0};
        pick_view view = squares_view(10, 0.1, 100, i % 2 == 0);
        pick_thin *thin = points_of(places, 1, 0, PICK_THIN_IN_SPACE);
        pick_thin_hit fast = {.part = 9}, slow = {.part = 9};
        view.eye.y = (double)places[1];
        assert_true(pick_thin_in_window(thin, NULL, &view, at(50.125, 50), 0.25, &fast));
        assert_true(pick_thin_in_window_brute_force(thin, NULL, &view, at(50.125, 50), 0.25, &slow));
        assert_true(fast.part == slow.part && fast.distance == slow.distance && fast.depth == slow.depth &&
                    fast.point.x == slow.point.x && fast.point.y == slow.point.y && fast.point.z == slow.point.z);
        assert_near(fast.distance, 0.125, 1e-6);
        pick_thin_destroy(thin);
    }
}

// At the plane, 9.5 m before the eye, the ray starts inside the ball.
static void sections_cut_balls_open(void **state)
{
    static const float places[] = {0, 0, 0};
    const pick_plane plane = {{0, 0, -1}, 0.5};
    pick_view view = front_view();
    pick_thin *thin = points_of(places, 1, 1, PICK_THIN_IN_SPACE);
    pick_thin_hit hit = {.part = 9};
    (void)state;
    assert_int_equal(pick_view_set_section(&view, &plane, 1), PICK_OK);
    assert_true(pick_thin_in_window(thin, NULL, &view, at(50, 50), 5, &hit));
    assert_true(hit.inside && hit.distance == 0);
    assert_near(hit.depth, 9.5, 1e-6);
    pick_thin_destroy(thin);
}

static void bad_arguments_find_nothing(void **state)
{
    static const float places[] = {0, 0, 0, 1, 0, 0};
    const pick_view view = front_view();
    const pick_ray ray = {{0, 0, 10}, {0, 0, -1}, 0, 100}, no_ray = {{0, 0, 10}, {0, 0, 0}, 0, 100};
    const pick_ray far_ray = {{1e200, 0, 10}, {0, 0, -1}, 0, 100};
    const pick_transform flat = {{1, 0, 0, 0, 1, 0, 0, 0, 0}, {0, 0, 0}};
    const pick_transform broken = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {(double)NAN, 0, 0}};
    pick_thin *thin = points_of(places, 2, 1, PICK_THIN_IN_SPACE);
    pick_region *region = NULL, *empty = NULL;
    pick_thin_hit hit = {.part = 5};
    uint32_t part = 5;
    (void)state;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &empty), PICK_OK);
    assert_int_equal(pick_region_rect(region, &view, at(0, 0), at(100, 100)), PICK_OK);
    assert_false(pick_thin_closest(NULL, NULL, &ray, &hit) || pick_thin_closest(thin, NULL, NULL, &hit) ||
                 pick_thin_closest(thin, NULL, &ray, NULL) || pick_thin_closest(thin, NULL, &no_ray, &hit) ||
                 pick_thin_closest(thin, &flat, &ray, &hit) || pick_thin_closest(thin, &broken, &ray, &hit) ||
                 pick_thin_closest(thin, NULL, &far_ray, &hit));
    assert_false(pick_thin_in_window(NULL, NULL, &view, at(50, 50), 5, &hit) ||
                 pick_thin_in_window(thin, NULL, NULL, at(50, 50), 5, &hit) ||
                 pick_thin_in_window(thin, NULL, &view, at(50, 50), 5, NULL) ||
                 pick_thin_in_window(thin, NULL, &view, at((double)NAN, 50), 5, &hit) ||
                 pick_thin_in_window(thin, NULL, &view, at(50, HUGE_VAL), 5, &hit) ||
                 pick_thin_in_window(thin, NULL, &view, at(50, 50), -1, &hit) ||
                 pick_thin_in_window(thin, NULL, &view, at(50, 50), HUGE_VAL, &hit) ||
                 pick_thin_in_window(thin, NULL, &view, at(50, 50), (double)NAN, &hit) ||
                 pick_thin_in_window(thin, &flat, &view, at(50, 50), 5, &hit));
    assert_int_equal(hit.part, 5);
    assert_int_equal(pick_thin_in_region(NULL, NULL, region, PICK_REGION_TOUCH, &part, 1), 0);
    assert_int_equal(pick_thin_in_region(thin, NULL, NULL, PICK_REGION_TOUCH, &part, 1), 0);
    assert_int_equal(pick_thin_in_region(thin, NULL, empty, PICK_REGION_TOUCH, &part, 1), 0);
    assert_int_equal(pick_thin_in_region(thin, NULL, region, (pick_region_mode)2, &part, 1), 0);
    assert_int_equal(pick_thin_in_region(thin, NULL, region, PICK_REGION_TOUCH, NULL, 1), 0);
    assert_int_equal(pick_thin_in_region(thin, &flat, region, PICK_REGION_TOUCH, &part, 1), 0);
    assert_int_equal(part, 5);
    assert_int_equal(pick_thin_in_region(thin, NULL, region, PICK_REGION_TOUCH, &part, 1), 2); // one was written
    assert_in_range(part, 0, 1);
    pick_region_destroy(region);
    pick_region_destroy(empty);
    pick_thin_destroy(thin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_enter_balls),
        cmocka_unit_test(the_first_of_many_in_one_place_is_hit),
        cmocka_unit_test(the_first_place_of_a_part_is_hit),
        cmocka_unit_test(rays_meet_tubes),
        cmocka_unit_test(what_is_behind_the_far_plane_is_not_there),
        cmocka_unit_test(nothing_is_claimed_beyond_all_numbers),
        cmocka_unit_test(discs_have_their_size_on_screen),
        cmocka_unit_test(the_one_in_front_wins),
        cmocka_unit_test(lines_are_cut_at_the_near_plane_and_by_sections),
        cmocka_unit_test(what_reaches_into_the_viewport_is_found),
        cmocka_unit_test(discs_meet_borders_exactly),
        cmocka_unit_test(circles_are_cut_by_the_viewport),
        cmocka_unit_test(lines_cross_regions),
        cmocka_unit_test(cubics_count_once),
        cmocka_unit_test(planes_measure_in_space),
        cmocka_unit_test(what_is_beside_the_position_stays_there_however_far_out),
        cmocka_unit_test(a_point_before_the_eye_is_found_however_far_out),
        cmocka_unit_test(sections_cut_balls_open),
        cmocka_unit_test(bad_arguments_find_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
