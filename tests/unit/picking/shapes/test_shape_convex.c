// Convex solids, and points and segments of a size on screen, compared with long double and with other known answers.
#include "effort.h"
#include "near.h"
#include "projection.h"
#include "random.h"
#include "wide.h"

#include "picking/shape.h"

#include <string.h>

static pick_ray ray_of(pick_vec3 origin, pick_vec3 direction)
{
    return (pick_ray){origin, direction, 0, HUGE_VAL};
}

// The planes of a box, of normals of various lengths, in the order of its faces.
static void box_planes(const pick_aabb *box, pick_plane planes[6])
{
    planes[0] = (pick_plane){{2, 0, 0}, -2 * box->min.x};
    planes[1] = (pick_plane){{-1, 0, 0}, box->max.x};
    planes[2] = (pick_plane){{0, 0.5, 0}, -0.5 * box->min.y};
    planes[3] = (pick_plane){{0, -4, 0}, 4 * box->max.y};
    planes[4] = (pick_plane){{0, 0, 1}, -box->min.z};
    planes[5] = (pick_plane){{0, 0, -8}, 8 * box->max.z};
}

static void a_box_of_planes_is_a_box(void **state)
{
    (void)state;
    test_random random = {1};
    size_t hits = 0, insides = 0;
    for (int n = 0; n < 60000; n++) {
        const double scale = ldexp(1, (int)random_index(&random, 400) - 200); // 1e-60 .. 1e60
        const pick_aabb box = {{-scale, -2 * scale, 0}, {scale, scale, 3 * scale}};
        pick_plane planes[6];
        box_planes(&box, planes);
        const pick_convex convex = {planes, 6};
        pick_ray ray = ray_of(pick_vec3_scale(random_in_cube(&random, 4), scale), random_direction(&random));
        if (n % 4 == 0) { // along an axis, into edges and corners too
            const pick_vec3 axes[3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
            ray.direction = axes[random_index(&random, 3)];
            ray.origin = pick_vec3_make(round(ray.origin.x / scale) * scale, round(ray.origin.y / scale) * scale,
                                        round(ray.origin.z / scale) * scale);
        }
        if (n % 4 == 1) { // all but along an axis: the sides are met far away, if at all
            double *const part[3] = {&ray.direction.x, &ray.direction.y, &ray.direction.z};
            const uint32_t along = random_index(&random, 3);
            *part[(along + 1) % 3] *= pow(10, random_between(&random, -25, -5));
            *part[(along + 2) % 3] *= pow(10, random_between(&random, -25, -5));
        }
        if (n % 3 == 0)
            ray.t_max = random_between(&random, 0, 6) * scale;
        pick_shape_hit a = {0}, b = {0};
        const bool met = pick_ray_convex(&ray, &convex, &a);
        if (met != pick_ray_aabb(&ray, &box, &b))
            fail();
        if (!met)
            continue;
        hits++;
        insides += a.inside;
        assert_int_equal(a.inside, b.inside);
        assert_near(a.t, b.t, 1e-14 * scale);
        assert_near(a.t_exit, b.t_exit, 1e-14 * scale);
        assert_vec3_near(a.point, b.point, 1e-14 * scale);
        if (n % 4 != 0) { // at edges either face is right
            assert_int_equal(a.face, b.face);
            assert_vec3_near(a.normal, b.normal, 0);
        }
    }
    assert_true(hits > 4000 && insides > 1000);
}

static void solids_of_any_planes_against_long_double(void **state)
{
    (void)state;
    test_random random = {2};
    size_t hits = 0, misses = 0;
    for (int n = 0; n < 20000; n++) {
        enum { MOST = 10 };
        pick_plane planes[MOST];
        const uint32_t count = 1 + random_index(&random, MOST);
        const double scale = exp(random_between(&random, -60, 60));
        const pick_vec3 center = pick_vec3_scale(random_in_cube(&random, 3), scale);
        for (uint32_t i = 0; i < count; i++) {
            const pick_vec3 n_unit = random_direction(&random);
            const double length = exp(random_between(&random, -3, 3));
            planes[i] =
                (pick_plane){pick_vec3_scale(n_unit, -length), length * (pick_vec3_dot(n_unit, center) + scale)};
        }
        const pick_convex convex = {planes, count};
        const pick_vec3 target = pick_vec3_add(center, pick_vec3_scale(random_in_cube(&random, 1.5), scale));
        const pick_vec3 from = pick_vec3_add(center, pick_vec3_scale(random_in_cube(&random, 5), scale));
        const pick_ray ray = ray_of(from, pick_vec3_sub(target, from));
        long double enter = -HUGE_VALL, exit = HUGE_VALL;
        for (uint32_t i = 0; i < count; i++) {
            const wide3 m = widen(planes[i].normal);
            const long double height = wide_dot(m, widen(ray.origin)) + (long double)planes[i].offset;
            const long double speed = wide_dot(m, widen(ray.direction));
            const long double t = -height / speed;
            enter = speed > 0 ? fmaxl(enter, t) : enter;
            exit = speed < 0 ? fminl(exit, t) : exit;
        }
        pick_shape_hit hit;
        const bool met = pick_ray_convex(&ray, &convex, &hit);
        const long double margin = 1e-11L;
        if (enter > exit + margin || exit < -margin) {
            assert_false(met);
            misses++;
        } else if (enter < exit - margin && exit > margin) {
            assert_true(met);
            hits++;
            assert_int_equal(hit.inside, enter < 0);
            assert_near(hit.t, enter > 0 ? (double)enter : 0, 1e-11);
            assert_near(hit.t_exit, (double)exit, 1e-11 * fmax(1, (double)exit));
        }
    }
    assert_true(hits > 5000 && misses > 500);
}

static void open_flat_and_empty_solids(void **state)
{
    (void)state;
    pick_shape_hit hit, untouched;
    memset(&hit, 0x5a, sizeof(hit));
    untouched = hit;
    pick_ray ray = ray_of(pick_vec3_make(0, 5, 0), pick_vec3_make(0, -1, 0));
    // A floor of no thickness: the planes y >= 1 and y <= 1.
    pick_plane planes[4] = {{{0, 1, 0}, -1}, {{0, -1, 0}, 1}};
    const pick_convex two = {planes, 2};
    assert_true(pick_ray_convex(&ray, &two, &hit));
    assert_true(hit.t == 4 && hit.t_exit == 4 && hit.face == 1 && hit.normal.y == 1);
    // y >= 2 and y <= 1: nothing.
    hit = untouched;
    planes[0].offset = -2;
    assert_false(pick_ray_convex(&ray, &two, &hit));
    // Half a space, from outside, from inside, away from it, beside it.
    const pick_convex half = {planes + 1, 1};
    ray.direction.y = 1;
    assert_false(pick_ray_convex(&ray, &half, &hit));
    ray.direction = pick_vec3_make(1, 0, 0);
    assert_false(pick_ray_convex(&ray, &half, &hit));
    ray.origin.y = 1; // in its face
    assert_memory_equal(&hit, &untouched, sizeof(hit));
    assert_true(pick_ray_convex(&ray, &half, &hit));
    assert_true(hit.inside && hit.t == 0 && hit.t_exit == HUGE_VAL && hit.face == -1);
    // No planes: all of space; but a ray whose origin is not finite hits nothing.
    assert_true(pick_ray_convex(&ray, &(pick_convex){0}, &hit));
    assert_true(hit.inside);
    hit = untouched;
    ray.t_min = -HUGE_VAL;
    assert_false(pick_ray_convex(&ray, &(pick_convex){0}, &hit));
    ray.t_min = 0;
    // A plane without a normal says yes or no to everything.
    planes[2] = (pick_plane){{0, 0, 0}, 1};
    planes[3] = (pick_plane){{0, 0, 0}, -1};
    assert_true(pick_ray_convex(&ray, &(pick_convex){planes + 1, 2}, &hit));
    hit = untouched;
    assert_false(pick_ray_convex(&ray, &(pick_convex){planes + 1, 3}, &hit));
    planes[2].offset = (double)NAN;
    assert_false(pick_ray_convex(&ray, &(pick_convex){planes + 1, 2}, &hit));
    planes[2] = (pick_plane){{HUGE_VAL, 0, 0}, 0};
    ray.origin.x = 1;
    assert_false(pick_ray_convex(&ray, &(pick_convex){planes + 1, 2}, &hit));
    planes[2] = (pick_plane){{1e300, 0, 0}, 0}; // a speed that is no number
    ray.origin.x = 0;
    ray.direction.x = 1e300;
    assert_false(pick_ray_convex(&ray, &(pick_convex){planes + 1, 2}, &hit));
    ray.direction.x = (double)NAN;
    assert_false(pick_ray_convex(&ray, &half, &hit));
    assert_memory_equal(&hit, &untouched, sizeof(hit));
}

// --- From a view -----------------------------------------------------------------------------------------------------

static bool inside_all(const pick_plane *planes, uint32_t count, pick_vec3 p, double margin)
{
    for (uint32_t i = 0; i < count; i++) {
        if (pick_vec3_dot(planes[i].normal, p) + planes[i].offset < margin)
            return false;
    }
    return true;
}

static void a_rectangle_of_a_view(void **state)
{
    (void)state;
    test_random random = {3};
    size_t in = 0, out = 0, open = 0;
    for (size_t i = 0; i < projection_table_count; i++) {
        float projection[16], rotation[16];
        projection_matrix(&projection_table[i], projection);
        view_matrix(pick_vec3_make(1, -1, -2), pick_vec3_make(0, 1, 0), rotation);
        pick_view_desc desc = {projection, rotation, {1, 2, 3}, {10, 20, 400, 300}};
        if (projection_table[i].viewport_scale < 0)
            desc.viewport = (pick_rect){10, 320, 400, -300};
        pick_view view;
        assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
        const pick_rect rects[3] = {{100, 100, 150, 80}, {250, 180, -150, -80}, {10, 20, 400, 300}};
        for (int r = 0; r < 3; r++) {
            pick_plane planes[6];
            const uint32_t count = pick_convex_from_view(&view, rects[r], planes);
            assert_int_equal(count, view.infinite_far ? 5 : 6);
            open += count == 5;
            for (int n = 0; n < 2000; n++) {
                const pick_vec2 window = {random_between(&random, 0, 420), random_between(&random, 0, 340)};
                const pick_ray ray = pick_view_ray(&view, window);
                const double far = view.infinite_far ? 100 : view.far_distance;
                const double t = ray.t_min + (far - view.near_distance) * random_between(&random, -0.3, 1.3);
                const pick_vec3 p = pick_ray_at(&ray, t);
                const double x = rects[r].x + fmin(rects[r].width, 0), y = rects[r].y + fmin(rects[r].height, 0);
                const double depth = pick_vec3_dot(
                    pick_vec3_sub(p, view.eye),
                    pick_vec3_make(-view.inverse_rotation[6], -view.inverse_rotation[7], -view.inverse_rotation[8]));
                if (view.kind == PICK_PERSPECTIVE && depth <= 0) {
                    assert_false(inside_all(planes, count, p, 0));
                    continue;
                }
                const double beyond = fmax(fmax(x - window.x, window.x - x - fabs(rects[r].width)),
                                           fmax(y - window.y, window.y - y - fabs(rects[r].height)));
                const double before = fmax(view.near_distance - depth, depth - view.far_distance);
                if (beyond < -0.01 && before < -1e-3) {
                    assert_true(inside_all(planes, count, p, 0));
                    in++;
                } else if (beyond > 0.01 || before > 1e-3) {
                    assert_false(inside_all(planes, count, p, 0));
                    out++;
                }
            }
        }
        pick_plane planes[6];
        const pick_rect bad[6] = {{0, 0, 0, 1},        {0, 0, 1, 0},        {(double)NAN, 0, 1, 1},
                                  {0, HUGE_VAL, 1, 1}, {0, 0, HUGE_VAL, 1}, {0, 0, 1, (double)NAN}};
        for (int b = 0; b < 6; b++)
            assert_int_equal(pick_convex_from_view(&view, bad[b], planes), 0);
    }
    assert_true(in > 1000 && out > 1000 && open > 0);
}

// --- Bounds ----------------------------------------------------------------------------------------------------------

static pick_aabb bounds_of(const pick_plane *planes, uint32_t count)
{
    const pick_shape shape = {.type = PICK_SHAPE_CONVEX, .as.convex = {planes, count}};
    return pick_shape_bounds(&shape);
}

static void bounds(void **state)
{
    (void)state;
    pick_plane planes[24];
    const pick_aabb box = {{-1, -2, 3}, {4, 5, 6}};
    box_planes(&box, planes);
    pick_aabb b = bounds_of(planes, 6);
    assert_vec3_near(b.min, box.min, 1e-8);
    assert_vec3_near(b.max, box.max, 1e-8);
    b = bounds_of(planes, 5); // open towards +z
    assert_true(b.max.z == HUGE_VAL);
    assert_vec3_near(b.min, box.min, 1e-8);
    b = bounds_of(planes, 1);
    assert_near(b.min.x, -1, 1e-8);
    assert_true(b.max.x == HUGE_VAL && b.min.y == -HUGE_VAL);
    b = bounds_of(planes, 0);
    assert_true(b.min.x == -HUGE_VAL && b.max.z == HUGE_VAL);
    // The margin follows the size: a solid a micrometre wide keeps bounds as tight.
    pick_plane small[6];
    const pick_aabb small_box = {{-1e-6, -2e-6, 3e-6}, {4e-6, 5e-6, 6e-6}};
    box_planes(&small_box, small);
    b = bounds_of(small, 6);
    assert_vec3_near(b.min, small_box.min, 1e-14);
    assert_vec3_near(b.max, small_box.max, 1e-14);
    planes[6] = (pick_plane){{0, 0, 0}, 1};
    b = bounds_of(planes, 7);
    assert_vec3_near(b.max, box.max, 1e-8);
    // A wedge between two planes that meet at x = 3.
    const pick_plane wedge[2] = {{{-1, 1, 0}, 3}, {{-1, -1, 0}, 3}};
    b = bounds_of(wedge, 2);
    assert_near(b.max.x, 3, 1e-8);
    assert_true(b.min.x == -HUGE_VAL && b.max.y == HUGE_VAL);
    // Turned solids: the corners, found by hand, are inside and touched.
    test_random random = {4};
    size_t closed = 0;
    for (int n = 0; n < 300; n++) {
        const uint32_t count = n % 2 == 0 ? 8 : 8 + random_index(&random, 17);
        for (uint32_t i = 0; i < count; i++)
            planes[i] = (pick_plane){random_direction(&random), random_between(&random, 0.5, 2)};
        b = bounds_of(planes, count);
        pick_aabb corners = PICK_AABB_EMPTY;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t j = i + 1; j < count; j++) {
                for (uint32_t k = j + 1; k < count; k++) {
                    const pick_vec3 u = planes[i].normal, v = planes[j].normal, w = planes[k].normal;
                    const double det = pick_vec3_dot(u, pick_vec3_cross(v, w));
                    const pick_vec3 sum =
                        pick_vec3_add(pick_vec3_scale(pick_vec3_cross(v, w), -planes[i].offset),
                                      pick_vec3_add(pick_vec3_scale(pick_vec3_cross(w, u), -planes[j].offset),
                                                    pick_vec3_scale(pick_vec3_cross(u, v), -planes[k].offset)));
                    const pick_vec3 p = pick_vec3_scale(sum, 1 / det);
                    if (fabs(det) > 1e-6 && inside_all(planes, count, p, -1e-9))
                        corners = pick_aabb_union(&corners, &(pick_aabb){p, p});
                }
            }
        }
        const bool all = pick_vec3_is_finite(b.min) && pick_vec3_is_finite(b.max);
        closed += all;
        if (all) {
            assert_vec3_near(b.min, corners.min, 1e-6 * (1 + pick_vec3_length(corners.min)));
            assert_vec3_near(b.max, corners.max, 1e-6 * (1 + pick_vec3_length(corners.max)));
        }
        assert_true(b.min.x <= corners.min.x && b.max.z >= corners.max.z);
    }
    assert_true(closed > 100 && closed < 300);
}

// --- Points and segments ---------------------------------------------------------------------------------------------

static void points_by_numbers(void **state)
{
    (void)state;
    pick_shape_hit hit;
    const pick_ray ray = ray_of(pick_vec3_make(0, 0, 0), pick_vec3_make(0, 0, 2));
    pick_point point = {{0.3, 0.4, 10}, 0.5, 0};
    assert_true(pick_ray_point(&ray, &point, &hit)); // on its rim
    assert_true(hit.t == 5 && hit.t_exit == 5 && !hit.inside && hit.face == 0);
    assert_vec3_near(hit.point, point.position, 0);
    assert_vec3_near(hit.normal, pick_vec3_make(-0.6, -0.8, 0), 1e-15);
    point.radius = 0.4999;
    assert_false(pick_ray_point(&ray, &point, &hit));
    point = (pick_point){{0.3, 0.4, 10}, 0.1, 0.04}; // 0.1 + 0.4
    assert_true(pick_ray_point(&ray, &point, &hit));
    point.spread = 0.0399;
    assert_false(pick_ray_point(&ray, &point, &hit));
    point = (pick_point){{0, 0, 10}, 0, 0}; // met exactly: the normal leads back
    assert_true(pick_ray_point(&ray, &point, &hit));
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, -1), 0);
    point.position.z = -10; // behind
    point.radius = 100;
    assert_false(pick_ray_point(&ray, &point, &hit));
    pick_ray cut = ray;
    cut.t_min = 5.01;
    point.position.z = 10;
    assert_false(pick_ray_point(&cut, &point, &hit));
    cut.t_min = 0;
    cut.t_max = 4.99;
    assert_false(pick_ray_point(&cut, &point, &hit));
    // Behind the apex of the cone there is no cone.
    cut.t_min = -HUGE_VAL;
    cut.t_max = HUGE_VAL;
    point = (pick_point){{0, 0, -10}, 1, 0.5};
    assert_false(pick_ray_point(&cut, &point, &hit));
    point.spread = 0.05;
    assert_true(pick_ray_point(&cut, &point, &hit));
    assert_true(hit.t == -5);
}

static void segments_by_numbers(void **state)
{
    (void)state;
    pick_shape_hit hit;
    const pick_ray ray = ray_of(pick_vec3_make(0, 0, 0), pick_vec3_make(0, 0, 1));
    pick_segment segment = {{-3, 0.5, 8}, {1, 0.5, 8}, 0.6, 0};
    assert_true(pick_ray_segment(&ray, &segment, &hit));
    assert_near(hit.t, 8, 1e-14);
    assert_vec3_near(hit.point, pick_vec3_make(0, 0.5, 8), 1e-14);
    assert_near(hit.barycentric[0], 0.75, 1e-14);
    // Past its end: the end counts.
    segment.b.x = -0.3;
    assert_true(pick_ray_segment(&ray, &segment, &hit));
    assert_near(hit.barycentric[0], 1, 0);
    segment.b.x = -0.4;
    assert_false(pick_ray_segment(&ray, &segment, &hit));
    // Along the ray: as deep as it is thick there; with a cone, the far end lies deepest.
    segment = (pick_segment){{0.1, 0, 20}, {0.1, 0, 4}, 0.2, 0};
    assert_true(pick_ray_segment(&ray, &segment, &hit));
    assert_true(hit.t >= 4 && hit.t <= 20);
    segment.radius = 0;
    segment.spread = 0.01; // reaches 0.1 at 10
    assert_true(pick_ray_segment(&ray, &segment, &hit));
    assert_near(hit.t, 20, 1e-14);
    segment.spread = 0.0049;
    assert_false(pick_ray_segment(&ray, &segment, &hit));
    segment.spread = 0.0051;
    assert_true(pick_ray_segment(&ray, &segment, &hit));
    // Only the part that the ray's range leaves.
    pick_ray cut = ray;
    cut.t_max = 15;
    assert_false(pick_ray_segment(&cut, &segment, &hit));
    segment.spread = 0.01;
    assert_true(pick_ray_segment(&cut, &segment, &hit));
    assert_near(hit.t, 15, 1e-13);
    cut.t_max = 3;
    assert_false(pick_ray_segment(&cut, &segment, &hit));
    cut.t_min = 25;
    cut.t_max = 30;
    assert_false(pick_ray_segment(&cut, &segment, &hit));
    // Crossing the ray's origin's plane: what lies behind does not count.
    segment = (pick_segment){{0.05, 0, -10}, {0.15, 0, 10}, 0.2, 0};
    assert_true(pick_ray_segment(&ray, &segment, &hit));
    assert_true(hit.t >= 0 && hit.t <= 1e-13); // nearest where it starts
}

static void segments_against_long_double(void **state)
{
    (void)state;
    test_random random = {5};
    size_t hits = 0, misses = 0;
    const int count = (int)test_effort(1500, 4000);
    for (int n = 0; n < count; n++) {
        const double scale = pow(10, random_between(&random, -30, 30));
        pick_segment segment = {pick_vec3_scale(random_in_cube(&random, 2), scale),
                                pick_vec3_scale(random_in_cube(&random, 2), scale),
                                random_between(&random, 0, 0.3) * scale, random_between(&random, 0, 0.2)};
        if (n % 5 == 0)
            segment.b = segment.a;
        if (n % 3 == 0)
            segment.spread = 0;
        pick_ray ray = ray_of(pick_vec3_scale(random_in_cube(&random, 4), scale),
                              pick_vec3_scale(random_direction(&random), exp(random_between(&random, -5, 5))));
        const pick_vec3 aim = pick_vec3_add(segment.a, pick_vec3_scale(random_in_cube(&random, 1), scale));
        if (n % 2 == 0)
            ray.direction = pick_vec3_sub(aim, ray.origin);
        if (n % 7 == 0)
            ray.t_max = 2 * scale / pick_vec3_length(ray.direction);
        if (n % 11 == 0) { // along the segment
            ray.direction = pick_vec3_sub(segment.b, segment.a);
            if (n % 5 == 0)
                continue;
        }
        // Depth in the cone, relative to the scale, at many places along the segment.
        const wide3 origin = widen(ray.origin), direction = widen(ray.direction), end = widen(segment.a);
        const wide3 way = wide_sub(widen(segment.b), end);
        const long double speed = sqrtl(wide_dot(direction, direction)), unit = (long double)scale;
        const long double thick = (long double)segment.radius, spread = (long double)segment.spread;
        long double deepest = HUGE_VALL;
        const int steps = 2000;
        for (int i = 0; i <= steps; i++) {
            const long double s = (long double)i / steps;
            const wide3 to = wide_sub(wide_add_scaled(end, way, s), origin);
            const long double depth = wide_dot(to, direction) / speed;
            const long double t = depth / speed;
            const long double radius = thick + spread * depth;
            if (t < (long double)ray.t_min || t > (long double)ray.t_max || radius < 0)
                continue;
            const long double off = wide_dot(to, to) - depth * depth;
            deepest = fminl(deepest, (off - radius * radius) / (unit * unit));
        }
        pick_shape_hit hit;
        const bool met = pick_ray_segment(&ray, &segment, &hit);
        if (deepest < -1e-9L) {
            assert_true(met);
        } else if (deepest > 0.02L) { // no place between two that were looked at is so much deeper
            assert_false(met);
            misses++;
        }
        if (!met)
            continue;
        hits++;
        // What was answered is as deep as the deepest that was seen.
        const long double t = (long double)hit.t;
        const wide3 off = wide_sub(widen(hit.point), wide_add_scaled(origin, direction, t));
        const long double radius = thick + spread * t * speed;
        const long double answered = (wide_dot(off, off) - radius * radius) / (unit * unit);
        assert_true(answered <= deepest + 1e-9L || deepest == HUGE_VALL);
        assert_true(answered <= 1e-9L);
        assert_near(pick_vec3_length(hit.normal), 1, 1e-12);
    }
    assert_true(hits > (size_t)count / 8 && misses > (size_t)count / 8);
}

static void a_size_on_screen(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        projection_spec spec = projection_perspective(1, 4.0 / 3, 0.1, HUGE_VAL);
        if (kind) {
            spec = (projection_spec){.kind = PICK_ORTHOGRAPHIC,
                                     .left = -4,
                                     .right = 4,
                                     .bottom = -3,
                                     .top = 3,
                                     .near_distance = 0.1,
                                     .far_distance = 1000};
        }
        float projection[16], rotation[16];
        projection_matrix(&spec, projection);
        view_matrix(pick_vec3_make(1, -1, -2), pick_vec3_make(0, 1, 0), rotation);
        pick_view view;
        assert_int_equal(pick_view_init(&view, &(pick_view_desc){projection, rotation, {1, 2, 3}, {0, 0, 400, 300}}),
                         PICK_OK);
        double radius, spread;
        pick_view_cone(&view, 5, &radius, &spread);
        assert_true(kind ? radius > 0 && spread == 0 : radius == 0 && spread > 0);
        for (double depth = 0.5; depth < 900; depth *= 1.7) {
            const pick_ray middle = pick_view_ray(&view, (pick_vec2){200, 150});
            const pick_point point = {pick_ray_at(&middle, depth), radius, spread};
            pick_shape_hit hit;
            for (int points = 4; points <= 6; points += 2) {
                const pick_ray ray = pick_view_ray(&view, (pick_vec2){200 + points, 150});
                assert_int_equal(pick_ray_point(&ray, &point, &hit), points == 4);
            }
        }
    }
}

static void bad_segments_are_missed(void **state)
{
    (void)state;
    const pick_segment good = {{-1, 0, 5}, {1, 0, 5}, 0.5, 0.1};
    const pick_ray ray = ray_of(pick_vec3_make(0, 0, 0), pick_vec3_make(0, 0, 1));
    pick_shape_hit hit, untouched;
    memset(&hit, 0x5a, sizeof(hit));
    untouched = hit;
    for (int i = 0; i < 6; i++) {
        pick_segment bad = good;
        double *fields[6] = {&bad.a.x, &bad.b.y, &bad.radius, &bad.spread, &bad.radius, &bad.spread};
        *fields[i] = i < 4 ? (i % 2 ? (double)NAN : HUGE_VAL) : -0.01;
        assert_false(pick_ray_segment(&ray, &bad, &hit));
    }
    pick_ray bad = ray;
    bad.direction.z = 0;
    assert_false(pick_ray_segment(&bad, &good, &hit));
    bad.direction.z = 1e-320; // its t is no number
    const pick_segment far = {{0, 0, 1e10}, {0, 0, 1e10}, 1, 0};
    assert_false(pick_ray_segment(&bad, &far, &hit));
    assert_memory_equal(&hit, &untouched, sizeof(hit));
    assert_true(pick_ray_segment(&ray, &good, &hit));
    const pick_plane floor = {{0, 1, 0}, 0};
    pick_shape any = {.type = PICK_SHAPE_CONVEX, .as.convex = {&floor, 1}};
    assert_true(pick_ray_shape(&ray, &any, &hit) && hit.inside);
    any = (pick_shape){.type = PICK_SHAPE_SEGMENT, .as.segment = good};
    assert_true(pick_ray_shape(&ray, &any, &hit) && !hit.inside);
    // A type from another version hits nothing, and is nowhere.
    any.type = (pick_shape_type)99;
    assert_false(pick_ray_shape(&ray, &any, &hit));
    const pick_aabb nowhere = pick_shape_bounds(&any);
    assert_true(pick_aabb_is_empty(&nowhere));
    // No planes at all are all of space.
    const pick_shape everywhere = {.type = PICK_SHAPE_CONVEX, .as.convex = {NULL, 0}};
    assert_true(pick_shape_bounds(&everywhere).min.y == -HUGE_VAL);
    // Bounds: known without a spread only.
    pick_shape shape = {.type = PICK_SHAPE_SEGMENT, .as.segment = good};
    assert_true(pick_shape_bounds(&shape).max.x == HUGE_VAL);
    shape.as.segment.spread = 0;
    assert_vec3_near(pick_shape_bounds(&shape).min, pick_vec3_make(-1.5, -0.5, 4.5), 0);
    shape = (pick_shape){.type = PICK_SHAPE_POINT, .as.point = {{1, 2, 3}, 2, 0}};
    assert_vec3_near(pick_shape_bounds(&shape).max, pick_vec3_make(3, 4, 5), 0);
    shape.as.point.spread = 1;
    assert_true(pick_shape_bounds(&shape).min.y == -HUGE_VAL);
    int mine;
    shape.as.point.spread = 0;
    shape.as.point.position = pick_vec3_make(0, 1, 5);
    shape.user = &mine;
    assert_true(pick_ray_shape(&ray, &shape, &hit));
    assert_ptr_equal(hit.user, &mine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_of_planes_is_a_box),
        cmocka_unit_test(solids_of_any_planes_against_long_double),
        cmocka_unit_test(open_flat_and_empty_solids),
        cmocka_unit_test(a_rectangle_of_a_view),
        cmocka_unit_test(bounds),
        cmocka_unit_test(points_by_numbers),
        cmocka_unit_test(segments_by_numbers),
        cmocka_unit_test(segments_against_long_double),
        cmocka_unit_test(a_size_on_screen),
        cmocka_unit_test(bad_segments_are_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
