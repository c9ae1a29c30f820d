// Shapes in the window, tested directly: with corners at exact positions, which no projection gives.
#include "region/region_kernel.h"

#include "near.h"
#include "random.h"
#include "squares.h"

#include <math.h>

static pick_region lasso(const squares *w, const pick_vec2 *points, uint32_t count)
{
    pick_region region;
    assert_int_equal(pick_region_polygon(&region, &w->view, points, count), PICK_OK);
    return region;
}

// A bay from above: (50, 40) is its innermost point.
static const pick_vec2 BAY[] = {{20, 20}, {40, 20}, {50, 40}, {60, 20}, {80, 20}, {80, 80}, {20, 80}};

static void triangles_at_the_edge_of_a_bay(void **state)
{
    (void)state;
    squares w = squares_make();
    const pick_region region = lasso(&w, BAY, sizeof BAY / sizeof BAY[0]);
    static const struct {
        pick_vec2 corner[3];
        bool touches, contained;
    } cases[] = {
        {{{45, 50}, {55, 50}, {50, 45}}, true, true},
        {{{50, 40}, {55, 50}, {45, 50}}, true, true},   // with a corner on the edge
        {{{50, 39}, {49, 30}, {51, 30}}, false, false}, // wholly in the bay, though its box is not
        {{{50, 40}, {49, 30}, {51, 30}}, true, false},  // there too, with one corner on the edge, whichever it is
        {{{49, 30}, {50, 40}, {51, 30}}, true, false},
        {{{45, 30}, {50, 40}, {50, 30}}, true, false}, // two
        {{{45, 30}, {50, 40}, {55, 30}}, true, false}, // all three, and nothing of it inside
        {{{50, 41}, {40, 19}, {60, 19}}, true, false}, // across the edge
        {{{20, 20}, {40, 20}, {30, 30}}, true, true},  // a side is an edge, whichever it is
        {{{40, 20}, {30, 30}, {20, 20}}, true, true},
        {{{30, 30}, {40, 20}, {20, 20}}, true, true},
        {{{25, 20}, {35, 20}, {30, 30}}, true, true}, // or a part of one
        {{{20, 30}, {30, 50}, {20, 70}}, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(pick_region_shape_touches(&region, cases[i].corner, 3), cases[i].touches);
        assert_int_equal(pick_region_shape_contains(&region, cases[i].corner), cases[i].contained);
    }
    squares_free(&w);
}

// A tip that comes near an edge, but not to it.
// Corners that clipping leaves several times, exactly or nearly, make no side; what has one or two corners has no
// inside.
static void corners_that_are_there_twice(void **state)
{
    (void)state;
    static const pick_vec2 twice[4] = {{20, 20}, {80, 20}, {80, 20}, {50, 80}};
    static const pick_vec2 nearly[4] = {{20, 20}, {80, 20}, {80 - 1e-12, 20 + 1e-12}, {50, 80}};
    static const pick_vec2 again[5] = {{20, 20}, {80, 20}, {50, 80}, {50, 80}, {20 + 1e-12, 20 - 1e-12}};
    static const pick_vec2 line[4] = {{20, 20}, {20, 20}, {80, 20}, {80, 20}};
    static const pick_vec2 point[3] = {{50, 30}, {50, 30}, {50, 30}};
    const pick_vec2 in = {50, 40}, out = {50, 10};
    assert_true(pick_region_inside_convex(twice, 4, in) && !pick_region_inside_convex(twice, 4, out));
    assert_true(pick_region_inside_convex(nearly, 4, in) && !pick_region_inside_convex(nearly, 4, out));
    assert_true(pick_region_inside_convex(again, 5, in) && !pick_region_inside_convex(again, 5, out));
    assert_false(pick_region_inside_convex(line, 4, in));
    assert_false(pick_region_inside_convex(point, 3, in));
}

static void a_tip_beside_an_edge(void **state)
{
    (void)state;
    squares w = squares_make();
    static const pick_vec2 corner[3] = {{0, 0}, {16, 16}, {16, 0}};
    for (int i = 0; i < 3; i++) {
        pick_vec2 points[3] = {{8, 8.0625}, {14, 30}, {2, 30}};
        points[0].y -= i * 0.0625; // above it, on it, below it
        const pick_region region = lasso(&w, points, 3);
        assert_int_equal(pick_region_shape_touches(&region, corner, 3), i > 0);
    }
    squares_free(&w);
}

// Seen from its edge, a triangle is a line. It is not contained if it leaves the shape anywhere on its way, even where
// one of its corners is exactly on the edge.
static void triangles_seen_from_their_edge(void **state)
{
    (void)state;
    squares w = squares_make();
    const pick_region region = lasso(&w, BAY, sizeof BAY / sizeof BAY[0]);
    static const pick_vec2 lines[][3] = {
        {{30, 30}, {70, 30}, {40, 30}}, // between the first two corners
        {{70, 30}, {68, 30}, {30, 30}}, // between the last two
        {{68, 30}, {30, 30}, {66, 30}}, //
        {{30, 30}, {45, 30}, {70, 30}}, // where a corner is on the edge
        {{70, 30}, {45, 30}, {30, 30}}, //
        {{30, 30}, {45, 30}, {54, 30}}, // the only edge that it crosses passes through a corner
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_true(pick_region_shape_touches(&region, lines[i], 3));
        assert_false(pick_region_shape_contains(&region, lines[i]));
    }
    static const pick_vec2 below[3] = {{30, 41}, {70, 41}, {40, 41}};
    assert_true(pick_region_shape_contains(&region, below));
    squares_free(&w);
}

// A notch whose tip ends just before, on or just past a triangle that is seen from its edge. Rounding may decide only
// the one that ends on it.
static void notches_that_end_on_a_line(void **state)
{
    (void)state;
    squares w = squares_make();
    test_random r = {1};
    for (int i = 0; i < 300; i++) {
        const double slope = random_between(&r, -0.5, 0.5), height = random_between(&r, 40, 60);
        pick_vec2 corner[3];
        double least = 100, most = 0;
        for (int k = 0; k < 3; k++) {
            corner[k].x = random_between(&r, 20, 80);
            corner[k].y = height + slope * (corner[k].x - 50);
            least = fmin(least, corner[k].x);
            most = fmax(most, corner[k].x);
        }
        const double x = random_between(&r, least, most), y = height + slope * (x - 50);
        for (int past = -1; past <= 1; past++) {
            const pick_vec2 notch[] = {{0, 0},     {x - 5, 0}, {x, y + past * 1e-6}, {x + 5, 0}, {100, 0},
                                       {100, 100}, {0, 100}};
            const pick_region region = lasso(&w, notch, 7);
            assert_true(pick_region_shape_touches(&region, corner, 3));
            const bool contained = pick_region_shape_contains(&region, corner);
            assert_true(past == 0 || contained == (past < 0));
        }
    }
    squares_free(&w);
}

// Edges come in runs: a point on the line of one edge, but beyond its end, is not on it.
static void beyond_the_end_of_an_edge(void **state)
{
    (void)state;
    enum { MANY = 130 }; // two edges a run
    squares w = squares_make();
    pick_vec2 many[MANY] = {{20, 30}, {40, 30}, {60, 50}};
    for (int i = 3; i < MANY; i++) // along the bottom
        many[i] = (pick_vec2){60 - 40.0 * (i - 3) / (MANY - 4), 70};
    static const pick_vec2 few[] = {{20, 30}, {40, 30}, {60, 50}, {60, 70}, {20, 70}};
    const pick_region ok = lasso(&w, many, MANY);
    const pick_region coarse = lasso(&w, few, 5);
    for (int i = -8; i <= 8; i++) {
        for (int k = -8; k <= 8; k++) {
            const pick_vec2 p = {40 + i * 0.125, 30 + k * 0.125};
            const bool inside = p.y >= 30 && p.y - 30 >= p.x - 40;
            assert_int_equal(pick_region_contains_position(&ok, p), inside);
            assert_int_equal(pick_region_contains_position(&coarse, p), inside);
        }
    }
    squares_free(&w);
}

static pick_side side_of(const pick_plane_walk *walk, const pick_box3f *box)
{
    return pick_region_box_side(walk->region, (const double(*)[4])walk->to_window, walk->box_error, box);
}

// Boxes that cannot be projected, because they reach behind the eye or are endless, are on no side for certain.
static void boxes_that_cannot_be_projected(void **state)
{
    (void)state;
    squares w = squares_make();
    const pick_object_id id = squares_put(&w, w.square, 0, 0, 0);
    pick_region circle;
    pick_plane_walk walk;
    assert_int_equal(pick_region_circle(&circle, &w.view, (pick_vec2){50, 50}, 20), PICK_OK);
    pick_plane_walk_for_scene(&walk, w.scene, &circle.frustum);
    walk.region = &circle;
    const pick_box3f within = {{-1, -1, -1}, {1, 1, 1}}, beside = {{8, -1, -1}, {9, 1, 1}};
    const pick_box3f behind = {{-1, -1, 0}, {1, 1, 20}}, endless = {{-1, -1, -INFINITY}, {1, 1, 0}};
    assert_int_equal(side_of(&walk, &within), PICK_INSIDE);
    assert_int_equal(side_of(&walk, &beside), PICK_OUTSIDE);
    assert_int_equal(side_of(&walk, &behind), PICK_ACROSS);
    assert_int_equal(side_of(&walk, &endless), PICK_ACROSS);
    assert_int_equal(pick_scene_remove(w.scene, id), PICK_OK);
    squares_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_at_the_edge_of_a_bay), cmocka_unit_test(corners_that_are_there_twice),
        cmocka_unit_test(a_tip_beside_an_edge),           cmocka_unit_test(triangles_seen_from_their_edge),
        cmocka_unit_test(notches_that_end_on_a_line),     cmocka_unit_test(beyond_the_end_of_an_edge),
        cmocka_unit_test(boxes_that_cannot_be_projected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
