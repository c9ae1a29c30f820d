// Lines with a size on screen in rectangles, circles and lassos, against distances that are found by halving, and not
// by the library's geometry. The view is orthographic: the window position of (x, y, z) is (50 + 5 x, 50 - 5 y).
#include "picking/curves.h"
#include "picking/points.h"
#include "picking/thin_query.h"

#include "effort.h"
#include "random.h"
#include "squares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { CORNERS = 6 };

typedef enum shape_kind { RECT, CIRCLE, LASSO } shape_kind;

typedef struct shape {
    shape_kind kind;
    pick_vec2 min, max; // of a rectangle
    pick_vec2 center;
    double radius;
    pick_vec2 corner[CORNERS]; // of a lasso, in the viewport
    uint32_t count;
} shape;

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double clamp(double x, double low, double high)
{
    return most(low, least(x, high));
}

// The least value of a convex function.
static double least_value(double (*of)(const void *data, double at), const void *data, double low, double high)
{
    double best = least(of(data, low), of(data, high));
    for (int i = 0; i < 70; i++) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        const double at_a = of(data, a), at_b = of(data, b);
        best = least(best, least(at_a, at_b));
        if (at_a <= at_b)
            high = b;
        else
            low = a;
    }
    return best;
}

typedef struct query {
    const shape *s;
    pick_vec2 a, b; // the line
    pick_vec2 p;    // a place of it
    pick_vec2 c, d; // an edge
} query;

// From the place to the row of a circle that the viewport cuts at a height.
static double to_row(const void *data, double y)
{
    const query *q = data;
    const double half = sqrt(most(q->s->radius * q->s->radius - (y - q->s->center.y) * (y - q->s->center.y), 0));
    const double low = most(0, q->s->center.x - half), high = least(100, q->s->center.x + half);
    return hypot(clamp(q->p.x, least(low, high), high) - q->p.x, y - q->p.y);
}

static double to_place(const void *data, double at)
{
    query q = *(const query *)data;
    const shape *s = q.s;
    q.p = (pick_vec2){q.a.x + at * (q.b.x - q.a.x), q.a.y + at * (q.b.y - q.a.y)};
    if (s->kind == RECT)
        return hypot(clamp(q.p.x, s->min.x, s->max.x) - q.p.x, clamp(q.p.y, s->min.y, s->max.y) - q.p.y);
    if (s->kind == CIRCLE) {
        const double aside = clamp(s->center.x, 0, 100) - s->center.x;
        const double half = sqrt(s->radius * s->radius - aside * aside);
        return least_value(to_row, &q, most(0, s->center.y - half), least(100, s->center.y + half));
    }
    const double x = q.d.x - q.c.x, y = q.d.y - q.c.y;
    const double along = clamp(((q.p.x - q.c.x) * x + (q.p.y - q.c.y) * y) / (x * x + y * y), 0, 1);
    return hypot(q.c.x + along * x - q.p.x, q.c.y + along * y - q.p.y);
}

static bool is_inside(const shape *s, pick_vec2 p)
{
    bool inside = false;
    for (uint32_t i = 0; i < s->count; i++) {
        const pick_vec2 a = s->corner[i], b = s->corner[(i + 1) % s->count];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

// From the line to the edges of a lasso.
static double to_edges(const shape *s, query *q)
{
    double best = HUGE_VAL;
    for (uint32_t i = 0; i < s->count; i++) {
        q->c = s->corner[i];
        q->d = s->corner[(i + 1) % s->count];
        best = least(best, least_value(to_place, q, 0, 1));
    }
    return best;
}

// How much wider the line may be and not touch; below 0: it touches. What can be seen of the shape is not empty.
static double room_outside(const shape *s, pick_vec2 a, pick_vec2 b, double radius)
{
    query q = {.s = s, .a = a, .b = b};
    if (s->kind == LASSO)
        return (is_inside(s, a) ? -1000 : to_edges(s, &q)) - radius;
    return least_value(to_place, &q, 0, 1) - radius;
}

// How much wider the line may be and be contained; below 0: it is not.
static double room_inside(const shape *s, pick_vec2 a, pick_vec2 b, double radius)
{
    query q = {.s = s, .a = a, .b = b};
    const pick_vec2 low = s->kind == RECT ? s->min : (pick_vec2){0, 0};
    const pick_vec2 high = s->kind == RECT ? s->max : (pick_vec2){100, 100};
    double room = least(least(least(a.x, b.x) - low.x, high.x - most(a.x, b.x)),
                        least(least(a.y, b.y) - low.y, high.y - most(a.y, b.y)));
    if (s->kind == CIRCLE)
        room = least(room, s->radius - most(hypot(a.x - s->center.x, a.y - s->center.y),
                                            hypot(b.x - s->center.x, b.y - s->center.y)));
    if (s->kind == LASSO)
        room = least(room, is_inside(s, a) ? to_edges(s, &q) : -1000);
    return room - radius;
}

// Of a circle, at least a little is in the viewport. A lasso lasts as long as `s`.
static void random_shape(test_random *r, pick_region *region, const pick_view *view, shape *s)
{
    *s = (shape){.kind = (shape_kind)random_index(r, 3)};
    if (s->kind == RECT) {
        const pick_vec2 a = {random_between(r, 0, 100), random_between(r, 0, 100)};
        const pick_vec2 b = {a.x + random_between(r, -40, 40), a.y + random_between(r, -40, 40)};
        s->min = (pick_vec2){most(0, least(a.x, b.x)), most(0, least(a.y, b.y))};
        s->max = (pick_vec2){least(100, most(a.x, b.x)), least(100, most(a.y, b.y))};
        assert_int_equal(pick_region_rect(region, view, a, b), PICK_OK);
    } else if (s->kind == CIRCLE) {
        do {
            s->radius = random_between(r, 2, 40);
            s->center = (pick_vec2){random_between(r, -30, 130), random_between(r, -30, 130)};
        } while (hypot(clamp(s->center.x, 0, 100) - s->center.x, clamp(s->center.y, 0, 100) - s->center.y) >
                 0.9 * s->radius);
        assert_int_equal(pick_region_circle(region, view, s->center, s->radius), PICK_OK);
    } else {
        s->count = 3 + random_index(r, CORNERS - 2);
        const pick_vec2 at = {random_between(r, 20, 80), random_between(r, 20, 80)};
        for (uint32_t i = 0; i < s->count; i++)
            s->corner[i] = (pick_vec2){at.x + random_between(r, -20, 20), at.y + random_between(r, -20, 20)};
        assert_int_equal(pick_region_polygon(region, view, s->corner, s->count), PICK_OK);
    }
}

static void strokes_are_where_they_are_drawn(void **state)
{
    (void)state;
    test_random r = {19};
    const pick_view view = squares_view(10, 0.1, 100, true);
    pick_region *region = NULL;
    uint32_t touching[3] = {0}, contained[3] = {0}, outside[3] = {0};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (uint32_t i = 0; i < test_effort(800, 40000); i++) {
        shape s;
        random_shape(&r, region, &view, &s);
        const pick_vec2 near = s.kind == RECT ? s.min : (s.kind == CIRCLE ? s.center : s.corner[0]);
        const pick_vec2 from = {near.x + random_between(&r, -40, 40), near.y + random_between(&r, -40, 40)};
        static const double reaches[4] = {100, 15, 15, 2};
        const double reach = reaches[random_index(&r, 4)];
        const float ends[6] = {(float)((from.x - 50) / 5),
                               (float)((50 - from.y) / 5),
                               0,
                               (float)((from.x + random_between(&r, -reach, reach) - 50) / 5),
                               (float)((50 - from.y + random_between(&r, -reach, reach)) / 5),
                               0};
        const pick_vec2 a = {50 + 5 * (double)ends[0], 50 - 5 * (double)ends[1]};
        const pick_vec2 b = {50 + 5 * (double)ends[3], 50 - 5 * (double)ends[4]};
        const double radius = random_between(&r, 0, reach < 10 ? 1 : 6);
        const pick_curves_desc desc = {
            .positions = ends, .position_count = 2, .radius = radius, .unit = PICK_THIN_ON_SCREEN};
        pick_thin *line = NULL;
        assert_int_equal(pick_curves_create(&desc, NULL, &line), PICK_OK);
        const double apart = room_outside(&s, a, b, radius), within = room_inside(&s, a, b, radius);
        const bool touches = pick_thin_in_region(line, NULL, region, PICK_REGION_TOUCH, NULL, 0) == 1;
        const bool contains = pick_thin_in_region(line, NULL, region, PICK_REGION_CONTAIN, NULL, 0) == 1;
        assert_int_equal(pick_thin_in_region_brute_force(line, NULL, region, PICK_REGION_TOUCH, NULL, 0), touches);
        assert_int_equal(pick_thin_in_region_brute_force(line, NULL, region, PICK_REGION_CONTAIN, NULL, 0), contains);
        pick_thin_destroy(line);
        if (fabs(apart) > 1e-4)
            assert_int_equal(touches, apart < 0);
        if (fabs(within) > 1e-4)
            assert_int_equal(contains, within > 0);
        touching[s.kind] += touches;
        outside[s.kind] += !touches;
        contained[s.kind] += contains;
    }
    for (int k = 0; k < 3; k++)
        assert_true(touching[k] > 30 && outside[k] > 30 && contained[k] > 0);
    pick_region_destroy(region);
}

// A circle whose box reaches into the viewport with corners that are far from it.
static void corners_beside_a_circle_are_outside(void **state)
{
    (void)state;
    test_random r = {3};
    const pick_view view = squares_view(10, 0.1, 100, true);
    pick_region *region = NULL;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int i = 0; i < 100; i++) {
        const double radius = random_between(&r, 15, 30), down = random_between(&r, 0.6, 0.9) * radius;
        const pick_vec2 center = {random_between(&r, 35, 65), 100 + down};
        const float corner[3] = {(float)((center.x + radius - 50) / 5), (float)((50 - (center.y - radius)) / 5), 0};
        const pick_points_desc desc = {.positions = corner, .count = 1, .radius = 3, .unit = PICK_THIN_ON_SCREEN};
        const double side = sqrt(radius * radius - down * down); // the circle leaves the viewport there
        pick_thin *point = NULL;
        assert_true(hypot(radius - side, radius - down) > 3.01); // of the nearest corner, and of the arc
        assert_true(sqrt(2) * radius - radius > 3.01);
        assert_int_equal(pick_points_create(&desc, NULL, &point), PICK_OK);
        assert_int_equal(pick_region_circle(region, &view, center, radius), PICK_OK);
        assert_int_equal(pick_thin_in_region(point, NULL, region, PICK_REGION_TOUCH, NULL, 0), 0);
        assert_int_equal(pick_thin_in_region_brute_force(point, NULL, region, PICK_REGION_TOUCH, NULL, 0), 0);
        pick_thin_destroy(point);
    }
    pick_region_destroy(region);
}

// A circle whose centre is beyond a side of the viewport leaves it at two corners. They are the nearest place of a
// point beyond that side: of one outside of the circle, and of one within it that has nothing of it in the viewport
// beside.
static void ends_of_a_cut_circle_count(void **state)
{
    (void)state;
    static const struct {
        double radius, depth; // of the centre, beyond the side
        double along, beyond; // the point, from the centre's foot and from the side
    } cases[2] = {{20, 10, 20, 2}, {10, 9, 4.9, 4.2}};
    const pick_view view = squares_view(10, 0.1, 100, true);
    pick_region *region = NULL;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int i = 0; i < 16; i++) {
        const int side = i & 3, end = (i & 4) != 0 ? 1 : -1, which = i >> 3;
        const double radius = cases[which].radius, depth = cases[which].depth;
        const double corner = sqrt(radius * radius - depth * depth);
        const double apart = hypot(cases[which].along - corner, cases[which].beyond);
        const double along = 50 + cases[which].along * end;
        const double beyond = side % 2 == 0 ? -cases[which].beyond : 100 + cases[which].beyond;
        const double middle = side % 2 == 0 ? -depth : 100 + depth;
        const pick_vec2 p = side < 2 ? (pick_vec2){along, beyond} : (pick_vec2){beyond, along};
        const pick_vec2 center = side < 2 ? (pick_vec2){50, middle} : (pick_vec2){middle, 50};
        const float place[3] = {(float)((p.x - 50) / 5), (float)((50 - p.y) / 5), 0};
        assert_int_equal(pick_region_circle(region, &view, center, radius), PICK_OK);
        for (int wide = 0; wide < 2; wide++) {
            const pick_points_desc desc = {.positions = place,
                                           .count = 1,
                                           .radius = apart + (wide == 0 ? -0.01 : 0.01),
                                           .unit = PICK_THIN_ON_SCREEN};
            pick_thin *point = NULL;
            assert_int_equal(pick_points_create(&desc, NULL, &point), PICK_OK);
            assert_int_equal(pick_thin_in_region(point, NULL, region, PICK_REGION_TOUCH, NULL, 0), wide);
            pick_thin_destroy(point);
        }
    }
    pick_region_destroy(region);
}

static bool line_touches(const pick_region *region, pick_vec2 a, pick_vec2 b, double radius)
{
    const float ends[6] = {(float)((a.x - 50) / 5), (float)((50 - a.y) / 5), 0,
                           (float)((b.x - 50) / 5), (float)((50 - b.y) / 5), 0};
    const pick_curves_desc desc = {
        .positions = ends, .position_count = 2, .radius = radius, .unit = PICK_THIN_ON_SCREEN};
    pick_thin *line = NULL;
    assert_int_equal(pick_curves_create(&desc, NULL, &line), PICK_OK);
    const bool touches = pick_thin_in_region(line, NULL, region, PICK_REGION_TOUCH, NULL, 0) == 1;
    pick_thin_destroy(line);
    return touches;
}

// A circle of radius 20 around (50, -10) is 17.32 to each side where it leaves the viewport. A line from (29.5, 0) up
// and away over its middle passes that corner, (32.68, 0), at 3.18 sin a, where a is the line's angle: 2.626.
static void lines_beside_a_cut_circle(void **state)
{
    (void)state;
    const pick_view view = squares_view(10, 0.1, 100, true);
    const pick_vec2 a = {29.5, 0}, b = {50, -30};
    const double apart = (20.5 - 10 * sqrt(3)) * 30 / hypot(20.5, 30);
    pick_region *region = NULL;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_circle(region, &view, (pick_vec2){50, -10}, 20), PICK_OK);
    assert_false(line_touches(region, a, b, apart - 0.01) || line_touches(region, b, a, apart - 0.01));
    assert_true(line_touches(region, a, b, apart + 0.01) && line_touches(region, b, a, apart + 0.01));
    pick_region_destroy(region);
}

// The lasso is the square from 20 to 80 without the triangle at one corner. Lines that enter the square there, through
// either side, do not touch it; those that enter elsewhere do.
static void lines_enter_the_square_around_a_lasso(void **state)
{
    (void)state;
    static const pick_vec2 corner[4] = {{20, 20}, {80, 20}, {80, 80}, {20, 80}};
    const pick_view view = squares_view(10, 0.1, 100, true);
    pick_region *region = NULL;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int missing = 0; missing < 4; missing++) {
        pick_vec2 lasso[3];
        for (int i = 0; i < 3; i++)
            lasso[i] = corner[(missing + 1 + i) % 4];
        assert_int_equal(pick_region_polygon(region, &view, lasso, 3), PICK_OK);
        for (int side = 0; side < 2; side++) {
            const pick_vec2 c = corner[missing], along = corner[(missing + (side == 0 ? 1 : 3)) % 4],
                            across = corner[(missing + (side == 0 ? 3 : 1)) % 4];
            const pick_vec2 in = {(across.x - c.x) / 60, (across.y - c.y) / 60};
            for (int tenths = 1; tenths < 9; tenths++) {
                const pick_vec2 at = {c.x + 0.1 * tenths * (along.x - c.x), c.y + 0.1 * tenths * (along.y - c.y)};
                const pick_vec2 from = {at.x - 10 * in.x, at.y - 10 * in.y}, to = {at.x + 2 * in.x, at.y + 2 * in.y};
                const double room = (60 - 6 * tenths - 2) / sqrt(2); // to the slope
                assert_false(line_touches(region, from, to, 0) || line_touches(region, to, from, 0));
                assert_false(line_touches(region, from, to, room - 0.01));
                assert_true(line_touches(region, from, to, room + 0.01));
                const pick_vec2 through = {at.x + 59 * in.x, at.y + 59 * in.y};
                assert_true(line_touches(region, from, through, 0) && line_touches(region, through, from, 0));
            }
        }
    }
    pick_region_destroy(region);
}

// Of a row of points, a rectangle around some: as many as it has are in it, whether they fill parts of the hierarchy or
// not, and the object is touched and not contained.
static void some_points_of_a_row(void **state)
{
    (void)state;
    enum { COUNT = 256 };
    squares s = squares_make();
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    float row[3 * COUNT] = {0};
    for (int i = 0; i < COUNT; i++)
        row[3 * i] = (float)(i - COUNT / 2) / 16 + 1 / 32.0f; // from -8 to 8: 0.3125 points apart
    const pick_points_desc points = {.positions = row, .count = COUNT, .unit = PICK_THIN_ON_SCREEN};
    const pick_region_query contain = {.mode = PICK_REGION_CONTAIN};
    pick_thin *thin = NULL;
    pick_region *region = NULL;
    s.view = squares_view(10, 0.1, 100, true);
    assert_int_equal(pick_points_create(&points, NULL, &thin), PICK_OK);
    desc.thin = thin;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int some = 1; some <= COUNT; some *= 2) {
        for (int first = 0; first + some <= COUNT; first += some) {
            const double from = 10 + 0.3125 * first;
            assert_int_equal(
                pick_region_rect(region, &s.view, (pick_vec2){from, 40}, (pick_vec2){from + 0.3125 * some, 60}),
                PICK_OK);
            assert_int_equal(pick_thin_in_region(thin, NULL, region, PICK_REGION_TOUCH, NULL, 0), some);
            assert_int_equal(pick_region_objects(s.scene, region, NULL, NULL, 0), 1);
            assert_int_equal(pick_region_objects(s.scene, region, &contain, NULL, 0), some == COUNT);
        }
    }
    pick_region_destroy(region);
    squares_free(&s);
    pick_thin_destroy(thin);
}

// However far inside the sides of the region.
static void depth_counts(void **state)
{
    (void)state;
    const pick_view view = squares_view(10, 0.1, 100, true);
    float positions[3 * 64];
    const pick_points_desc desc = {.positions = positions, .count = 64, .radius = 2, .unit = PICK_THIN_ON_SCREEN};
    pick_region *region = NULL;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &view, (pick_vec2){0, 0}, (pick_vec2){100, 100}), PICK_OK);
    for (int k = 0; k < 3; k++) {
        static const float depths[3] = {0, -200, 20};
        pick_thin *points = NULL;
        for (int i = 0; i < 64; i++) {
            positions[3 * i] = (float)(i % 8) - 4;
            positions[3 * i + 1] = (float)(i / 8) - 4;
            positions[3 * i + 2] = depths[k];
        }
        assert_int_equal(pick_points_create(&desc, NULL, &points), PICK_OK);
        assert_int_equal(pick_thin_in_region(points, NULL, region, PICK_REGION_TOUCH, NULL, 0), k == 0 ? 64 : 0);
        assert_int_equal(pick_thin_in_region(points, NULL, region, PICK_REGION_CONTAIN, NULL, 0), k == 0 ? 64 : 0);
        pick_thin_destroy(points);
    }
    pick_region_destroy(region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strokes_are_where_they_are_drawn),
        cmocka_unit_test(corners_beside_a_circle_are_outside),
        cmocka_unit_test(ends_of_a_cut_circle_count),
        cmocka_unit_test(lines_beside_a_cut_circle),
        cmocka_unit_test(lines_enter_the_square_around_a_lasso),
        cmocka_unit_test(some_points_of_a_row),
        cmocka_unit_test(depth_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
