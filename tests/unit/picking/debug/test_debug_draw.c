// Lines, points and labels: the lines of each shape, their lifetimes, and what happens when there is no room.
#include "failing_allocator.h"
#include "near.h"
#include "projection.h"

#include "picking/debug_draw.h"

#include <string.h>

static int setup(void **state)
{
    pick_debug_draw *draw;
    assert_int_equal(pick_debug_draw_create(NULL, NULL, &draw), PICK_OK);
    *state = draw;
    return 0;
}

static int teardown(void **state)
{
    pick_debug_draw_destroy(*state);
    return 0;
}

static const pick_debug_line *lines(const pick_debug_draw *draw, size_t expected)
{
    size_t count;
    const pick_debug_line *all = pick_debug_draw_lines(draw, &count);
    assert_int_equal(count, expected);
    assert_int_equal(all == NULL, expected == 0);
    return all;
}

static size_t count_all(const pick_debug_draw *draw)
{
    size_t a, b, c;
    pick_debug_draw_lines(draw, &a);
    pick_debug_draw_points(draw, &b);
    pick_debug_draw_labels(draw, &c);
    return a + b + c;
}

static void what_is_added_is_returned(void **state)
{
    pick_debug_draw *draw = *state;
    size_t count;
    lines(draw, 0);
    assert_null(pick_debug_draw_points(draw, &count));
    assert_null(pick_debug_draw_labels(draw, &count));
    const pick_debug_style style = {.color = {1, 0.5f, 0, 0.25f}, .depth_test = true, .seconds = 2};
    const pick_vec3 a = {1, 2, 3}, b = {4, 5, 1e7};
    assert_true(pick_debug_add_line(draw, a, b, &style));
    assert_true(pick_debug_add_line(draw, b, a, NULL));
    assert_true(pick_debug_add_point(draw, b, 7, &style));
    assert_true(pick_debug_add_label(draw, a, "42 m", NULL));
    const pick_debug_line *line = lines(draw, 2);
    assert_vec3_near(line[0].a, a, 0);
    assert_vec3_near(line[0].b, b, 0);
    assert_memory_equal(line[0].style.color, style.color, sizeof(style.color));
    assert_true(line[0].style.depth_test && line[0].style.seconds == 2);
    for (int i = 0; i < 4; i++) // without a style: white
        assert_true(line[1].style.color[i] == 1);
    assert_true(!line[1].style.depth_test && line[1].style.seconds == 0);
    const pick_debug_point *point = pick_debug_draw_points(draw, &count);
    assert_int_equal(count, 1);
    assert_vec3_near(point->position, b, 0);
    assert_true(point->size == 7 && point->style.depth_test);
    const pick_debug_label *label = pick_debug_draw_labels(draw, &count);
    assert_int_equal(count, 1);
    assert_string_equal(label->text, "42 m");
    assert_vec3_near(label->anchor, a, 0);
    pick_debug_draw_clear(draw);
    assert_int_equal(count_all(draw), 0);
    assert_int_equal(pick_debug_draw_dropped(draw), 0);
}

static void texts_are_cut_between_characters(void **state)
{
    pick_debug_draw *draw = *state;
    size_t count;
    char text[200];
    memset(text, 'a', sizeof(text));
    text[199] = 0;
    assert_true(pick_debug_add_label(draw, (pick_vec3){0, 0, 0}, text, NULL));
    // Two bytes a character: the 63rd byte would be half of one.
    for (int i = 0; i < 198; i += 2) {
        text[i] = (char)0xc3;
        text[i + 1] = (char)0xa9;
    }
    text[198] = 0;
    assert_true(pick_debug_add_label(draw, (pick_vec3){0, 0, 0}, text, NULL));
    assert_true(pick_debug_add_label(draw, (pick_vec3){0, 0, 0}, NULL, NULL));
    assert_true(pick_debug_add_label(draw, (pick_vec3){0, 0, 0}, "\x80\x80", NULL)); // no character at all
    const pick_debug_label *label = pick_debug_draw_labels(draw, &count);
    assert_int_equal(count, 4);
    assert_int_equal(strlen(label[0].text), 63);
    assert_int_equal(strlen(label[1].text), 62);
    assert_int_equal(strlen(label[2].text), 0);
    assert_int_equal(strlen(label[3].text), 2);
    // Bytes that continue nothing, longer than a label: cut to nothing, and no farther.
    memset(text, 0x80, sizeof(text) - 1);
    assert_true(pick_debug_add_label(draw, (pick_vec3){0, 0, 0}, text, NULL));
    assert_int_equal(strlen(pick_debug_draw_labels(draw, &count)[4].text), 0);
}

static void items_expire_after_their_lifetime(void **state)
{
    pick_debug_draw *draw = *state;
    const double lives[] = {0, 1, 0.5, HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        const pick_debug_style style = {.seconds = lives[i]};
        assert_true(pick_debug_add_line(draw, pick_vec3_make(i, 0, 0), pick_vec3_make(i, 1, 0), &style));
        assert_true(pick_debug_add_point(draw, pick_vec3_make(i, 0, 0), 1, &style));
        assert_true(pick_debug_add_label(draw, pick_vec3_make(i, 0, 0), "", &style));
    }
    assert_true(pick_debug_draw_is_changing(draw));
    const struct {
        double passes;
        int left[6];
        size_t count;
    } steps[] = {{0, {1, 2, 3}, 3},                                                    // one frame, however short
                 {-5, {1, 2, 3}, 3},                                                   // time does not run backwards
                 {(double)NAN, {1, 2, 3}, 3}, {0.25, {1, 2, 3}, 3}, {0.25, {1, 3}, 2}, // 0.5 is over
                 {0.49, {1, 3}, 2},           {0.02, {3}, 1},       {1e9, {3}, 1},     {HUGE_VAL, {3}, 1}};
    for (size_t s = 0; s < sizeof(steps) / sizeof(steps[0]); s++) {
        pick_debug_draw_advance(draw, steps[s].passes);
        const pick_debug_line *line = lines(draw, steps[s].count);
        size_t points, labels;
        const pick_debug_point *point = pick_debug_draw_points(draw, &points);
        const pick_debug_label *label = pick_debug_draw_labels(draw, &labels);
        assert_true(points == steps[s].count && labels == steps[s].count);
        for (size_t i = 0; i < points; i++) { // in the order that they came
            assert_true(line[i].a.x == steps[s].left[i]);
            assert_true(point[i].position.x == steps[s].left[i] && label[i].anchor.x == steps[s].left[i]);
        }
    }
    assert_false(pick_debug_draw_is_changing(draw)); // for ever
    pick_debug_draw_clear(draw);
    assert_true(pick_debug_add_line(draw, pick_vec3_make(0, 0, 0), pick_vec3_make(1, 0, 0), NULL));
    assert_true(pick_debug_draw_is_changing(draw)); // one expiring item of any kind is enough
    pick_debug_draw_clear(draw);
    assert_false(pick_debug_draw_is_changing(draw));
    assert_true(pick_debug_add_point(draw, pick_vec3_make(0, 0, 0), 1, NULL));
    assert_true(pick_debug_draw_is_changing(draw));
    pick_debug_draw_advance(draw, 1);
    assert_false(pick_debug_draw_is_changing(draw));
    assert_true(pick_debug_add_label(draw, pick_vec3_make(0, 0, 0), "", NULL));
    assert_true(pick_debug_draw_is_changing(draw));
}

static void a_shape_without_room_is_left_out_whole(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    const pick_debug_draw_desc room = {.lines = 100, .points = 1, .labels = 1};
    pick_debug_draw *draw = NULL;
    memory.fail_at = 1;
    assert_int_equal(pick_debug_draw_create(&room, &hook, &draw), PICK_ERROR_OUT_OF_MEMORY);
    assert_null(draw);
    assert_int_equal(pick_debug_draw_create(&(pick_debug_draw_desc){.lines = SIZE_MAX / 64}, &hook, &draw),
                     PICK_ERROR_TOO_LARGE);
    assert_int_equal(pick_debug_draw_create(&(pick_debug_draw_desc){.points = ((size_t)1 << 24) + 1}, &hook, &draw),
                     PICK_ERROR_TOO_LARGE);
    assert_int_equal(pick_debug_draw_create(&(pick_debug_draw_desc){.labels = ((size_t)1 << 24) + 1}, &hook, &draw),
                     PICK_ERROR_TOO_LARGE);
    assert_int_equal(pick_debug_draw_create(&room, &hook, &draw), PICK_OK);
    const size_t calls = memory.calls;
    const pick_vec3 zero = {0, 0, 0}, one = {1, 1, 1};
    const pick_sphere sphere = {{0, 0, 0}, 1};
    const pick_capsule capsule = {{0, 0, 0}, {0, 1, 0}, 1};
    const pick_aabb box = {{0, 0, 0}, {1, 1, 1}};
    assert_true(pick_debug_add_sphere(draw, &sphere, NULL)); // 96 of 100
    assert_false(pick_debug_add_sphere(draw, &sphere, NULL));
    assert_false(pick_debug_add_aabb(draw, &box, NULL));
    assert_false(pick_debug_add_capsule(draw, &capsule, NULL));
    assert_false(pick_debug_add_circle(draw, zero, one, 1, NULL));
    assert_false(pick_debug_add_arrow(draw, zero, one, NULL));
    lines(draw, 96);
    for (int i = 0; i < 4; i++)
        assert_true(pick_debug_add_line(draw, zero, one, NULL));
    assert_false(pick_debug_add_line(draw, zero, one, NULL));
    assert_true(pick_debug_add_point(draw, zero, 1, NULL));
    assert_false(pick_debug_add_point(draw, zero, 1, NULL));
    assert_true(pick_debug_add_label(draw, zero, "", NULL));
    assert_false(pick_debug_add_label(draw, zero, "", NULL));
    assert_int_equal(pick_debug_draw_dropped(draw), 8);
    pick_debug_draw_advance(draw, 1);
    assert_true(pick_debug_add_sphere(draw, &sphere, NULL)); // there is room again
    assert_int_equal(memory.calls, calls);                   // none of it allocated
    pick_debug_draw_destroy(draw);
    assert_int_equal(memory.held_blocks, 0);
    assert_int_equal(memory.held_bytes, 0);
    pick_debug_draw_destroy(NULL);
}

static void what_is_not_finite_is_left_out(void **state)
{
    pick_debug_draw *draw = *state;
    const double bad[2] = {(double)NAN, HUGE_VAL};
    const pick_vec3 zero = {0, 0, 0}, up = {0, 1, 0};
    uint64_t refused = 0;
    for (int i = 0; i < 2; i++) {
        const pick_vec3 v = {0, bad[i], 0};
        const pick_sphere spheres[2] = {{v, 1}, {zero, bad[i]}};
        const pick_capsule capsules[3] = {{v, zero, 1}, {zero, v, 1}, {zero, up, bad[i]}};
        const pick_ray rays[2] = {{v, up, 0, 1}, {zero, v, 0, 1}};
        const pick_aabb box = {zero, v};
        const pick_obb obb = {zero, {up, v, up}};
        assert_false(pick_debug_add_line(draw, v, zero, NULL));
        assert_false(pick_debug_add_line(draw, zero, v, NULL));
        assert_false(pick_debug_add_point(draw, v, 1, NULL));
        assert_false(pick_debug_add_point(draw, zero, bad[i], NULL));
        assert_false(pick_debug_add_label(draw, v, "", NULL));
        assert_false(pick_debug_add_arrow(draw, v, zero, NULL));
        assert_false(pick_debug_add_arrow(draw, zero, v, NULL));
        assert_false(pick_debug_add_circle(draw, v, up, 1, NULL));
        assert_false(pick_debug_add_circle(draw, zero, v, 1, NULL));
        assert_false(pick_debug_add_circle(draw, zero, up, bad[i], NULL));
        assert_false(pick_debug_add_aabb(draw, &box, NULL));
        assert_false(pick_debug_add_obb(draw, &obb, NULL));
        refused += 12;
        for (int k = 0; k < 2; k++) {
            assert_false(pick_debug_add_sphere(draw, &spheres[k], NULL));
            assert_false(pick_debug_add_ray(draw, &rays[k], 1, NULL));
            refused += 2;
        }
        for (int k = 0; k < 3; k++) {
            assert_false(pick_debug_add_capsule(draw, &capsules[k], NULL));
            refused += 1;
        }
    }
    // Finite ends, but too far apart for a number.
    const pick_vec3 far = {1.5e308, 0, 0}, other = {-1.5e308, 0, 0};
    const pick_capsule long_capsule = {far, other, 1};
    assert_false(pick_debug_add_arrow(draw, far, other, NULL));
    assert_false(pick_debug_add_capsule(draw, &long_capsule, NULL));
    // A zero direction, a zero axis, an empty box.
    const pick_aabb empty = PICK_AABB_EMPTY;
    assert_false(pick_debug_add_arrow(draw, up, up, NULL));
    assert_false(pick_debug_add_circle(draw, zero, zero, 1, NULL));
    assert_false(pick_debug_add_aabb(draw, &empty, NULL));
    assert_int_equal(pick_debug_draw_dropped(draw), refused + 5);
    assert_int_equal(count_all(draw), 0);
}

static void check_style(const pick_debug_draw *draw, const pick_debug_style *style)
{
    size_t count;
    const pick_debug_line *all = pick_debug_draw_lines(draw, &count);
    for (size_t i = 0; i < count; i++)
        assert_memory_equal(all[i].style.color, style->color, sizeof(style->color));
}

static void round_shapes(void **state)
{
    pick_debug_draw *draw = *state;
    const pick_debug_style style = {.color = {0, 1, 0, 1}};
    const pick_sphere sphere = {{1, 2, 3}, 2};
    assert_true(pick_debug_add_sphere(draw, &sphere, &style));
    const pick_debug_line *all = lines(draw, 3 * PICK_DEBUG_CIRCLE_LINES);
    for (int i = 0; i < 3 * PICK_DEBUG_CIRCLE_LINES; i++) {
        assert_near(pick_vec3_length(pick_vec3_sub(all[i].a, sphere.center)), 2, 1e-14);
        // Closed: each line begins where the one before ends.
        const int before = i % PICK_DEBUG_CIRCLE_LINES ? i - 1 : i + PICK_DEBUG_CIRCLE_LINES - 1;
        assert_vec3_near(all[before].b, all[i].a, 1e-14);
    }
    check_style(draw, &style);
    pick_debug_draw_clear(draw);
    const pick_vec3 normals[3] = {{3, 0, 0}, {0, -2, 0}, {1, 2, 3}};
    for (int n = 0; n < 3; n++) {
        assert_true(pick_debug_add_circle(draw, sphere.center, normals[n], 5, NULL));
        all = lines(draw, PICK_DEBUG_CIRCLE_LINES);
        for (int i = 0; i < PICK_DEBUG_CIRCLE_LINES; i++) {
            const pick_vec3 arm = pick_vec3_sub(all[i].a, sphere.center);
            assert_near(pick_vec3_length(arm), 5, 1e-14);
            assert_near(pick_vec3_dot(arm, normals[n]), 0, 1e-13);
        }
        pick_debug_draw_clear(draw);
    }
    // Every point of a capsule's picture is on its surface; a segment of no length is a sphere.
    const pick_capsule capsules[2] = {{{0, 0, 0}, {3, 4, 0}, 2}, {{1, 1, 1}, {1, 1, 1}, 2}};
    for (int c = 0; c < 2; c++) {
        assert_true(pick_debug_add_capsule(draw, &capsules[c], &style));
        all = lines(draw, 4 * PICK_DEBUG_CIRCLE_LINES + 4);
        const pick_vec3 segment = pick_vec3_sub(capsules[c].b, capsules[c].a);
        const double square = pick_vec3_dot(segment, segment);
        for (int i = 0; i < 4 * PICK_DEBUG_CIRCLE_LINES + 4; i++) {
            const pick_vec3 from_a = pick_vec3_sub(all[i].a, capsules[c].a);
            const double t = square > 0 ? fmin(fmax(pick_vec3_dot(from_a, segment) / square, 0), 1) : 0;
            const pick_vec3 nearest = pick_vec3_scale(segment, t);
            assert_near(pick_vec3_length(pick_vec3_sub(from_a, nearest)), 2, 1e-14);
        }
        check_style(draw, &style);
        pick_debug_draw_clear(draw);
    }
}

static void round_shapes_of_any_size(void **state)
{
    pick_debug_draw *draw = *state;
    const double radii[3] = {0, 1e-3, 1e6};
    for (int i = 0; i < 3; i++) {
        const pick_sphere sphere = {{1, 2, 3}, radii[i]};
        const pick_capsule capsule = {{0, 0, 0}, {3, 4, 0}, radii[i]};
        assert_true(pick_debug_add_circle(draw, sphere.center, pick_vec3_make(0, 1, 0), radii[i], NULL));
        assert_true(pick_debug_add_sphere(draw, &sphere, NULL));
        assert_true(pick_debug_add_capsule(draw, &capsule, NULL));
        pick_debug_draw_clear(draw);
    }
}

static void boxes(void **state)
{
    pick_debug_draw *draw = *state;
    const pick_aabb box = {{0, 0, 0}, {1, 2, 3}};
    assert_true(pick_debug_add_aabb(draw, &box, NULL));
    const pick_debug_line *all = lines(draw, 12);
    double sum = 0;
    for (int i = 0; i < 12; i++) { // along one axis each
        const pick_vec3 way = pick_vec3_sub(all[i].b, all[i].a);
        assert_int_equal((way.x != 0) + (way.y != 0) + (way.z != 0), 1);
        sum += pick_vec3_length(way);
    }
    assert_near(sum, 4 * (1 + 2 + 3), 0);
    pick_debug_draw_clear(draw);
    const pick_obb obb = {{5, 5, 5}, {{1, 1, 0}, {-1, 1, 0}, {0.5, 0, 2}}}; // sheared
    assert_true(pick_debug_add_obb(draw, &obb, NULL));
    all = lines(draw, 12);
    int along[3] = {0, 0, 0};
    pick_vec3 sum_of_ends = {0, 0, 0};
    for (int i = 0; i < 12; i++) {
        const pick_vec3 way = pick_vec3_sub(all[i].b, all[i].a);
        sum_of_ends = pick_vec3_add(sum_of_ends, pick_vec3_add(all[i].a, all[i].b));
        for (int k = 0; k < 3; k++) {
            const pick_vec3 edge = pick_vec3_scale(obb.half_axis[k], 2);
            along[k] += pick_vec3_length(pick_vec3_sub(way, edge)) < 1e-14;
        }
    }
    assert_true(along[0] == 4 && along[1] == 4 && along[2] == 4);
    assert_vec3_near(sum_of_ends, pick_vec3_scale(obb.center, 24), 1e-12);
}

static void arrows_and_rays(void **state)
{
    pick_debug_draw *draw = *state;
    assert_true(pick_debug_add_arrow(draw, pick_vec3_make(0, 0, 0), pick_vec3_make(0, 0, 8), NULL));
    const pick_debug_line *all = lines(draw, 5);
    assert_vec3_near(all[0].b, pick_vec3_make(0, 0, 8), 0);
    for (int i = 1; i < 5; i++) {
        assert_vec3_near(all[i].a, pick_vec3_make(0, 0, 8), 0);
        assert_near(all[i].b.z, 7, 1e-14);
        assert_near(hypot(all[i].b.x, all[i].b.y), 0.32, 1e-14);
    }
    pick_debug_draw_clear(draw);
    const pick_ray open = {{1, 0, 0}, {0, 2, 0}, 0.5, HUGE_VAL}, closed = {{1, 0, 0}, {0, 2, 0}, 0.5, 3};
    assert_true(pick_debug_add_ray(draw, &open, 10, NULL));
    assert_true(pick_debug_add_ray(draw, &closed, 10, NULL));
    all = lines(draw, 10);
    assert_vec3_near(all[0].a, pick_vec3_make(1, 1, 0), 0);
    assert_vec3_near(all[0].b, pick_vec3_make(1, 11, 0), 1e-14);
    assert_vec3_near(all[5].b, pick_vec3_make(1, 6, 0), 1e-14);
}

static void frusta_of_every_projection(void **state)
{
    pick_debug_draw *draw = *state;
    size_t infinite = 0, orthographic = 0;
    for (size_t i = 0; i < projection_table_count; i++) {
        float projection[16], rotation[16];
        projection_matrix(&projection_table[i], projection);
        view_matrix(pick_vec3_make(1, -1, -2), pick_vec3_make(0, 1, 0), rotation);
        pick_view_desc desc = {projection, rotation, {1, 2, 3}, {10, 20, 400, 300}};
        if (projection_table[i].viewport_scale < 0)
            desc.viewport = (pick_rect){10, 320, 400, -300};
        pick_view view;
        assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
        infinite += view.infinite_far;
        orthographic += view.kind == PICK_ORTHOGRAPHIC;
        assert_true(pick_debug_add_frustum(draw, &view, 50, NULL));
        const pick_debug_line *all = lines(draw, 12);
        const double far = fmin(view.far_distance, 50);
        int near_ends = 0, far_ends = 0;
        for (int k = 0; k < 24; k++) {
            const pick_vec3 p = k < 12 ? all[k].a : all[k - 12].b;
            pick_projected_point q;
            assert_true(pick_view_project(&view, p, &q));
            near_ends += fabs(q.distance - view.near_distance) < 1e-4;
            far_ends += fabs(q.distance - far) < 1e-4;
            // A corner of the viewport.
            assert_true(fabs(q.window.x - 10) < 1e-2 || fabs(q.window.x - 410) < 1e-2);
            assert_true(fabs(q.window.y - 20) < 1e-2 || fabs(q.window.y - 320) < 1e-2);
        }
        assert_int_equal(near_ends, 12);
        assert_int_equal(far_ends, 12);
        pick_debug_draw_clear(draw);
    }
    assert_true(infinite > 0 && orthographic > 0);
    // An orthographic near plane through the eye; an infinite far plane.
    const projection_spec spec = {.kind = PICK_ORTHOGRAPHIC,
                                  .left = -1,
                                  .right = 1,
                                  .bottom = -1,
                                  .top = 1,
                                  .near_distance = 0,
                                  .far_distance = 4};
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0), rotation);
    pick_view view;
    assert_int_equal(pick_view_init(&view, &(pick_view_desc){projection, rotation, {0, 0, 0}, {0, 0, 10, 10}}),
                     PICK_OK);
    assert_true(view.near_distance == 0);
    assert_true(pick_debug_add_frustum(draw, &view, HUGE_VAL, NULL));
    double deepest = 0;
    const pick_debug_line *all = lines(draw, 12);
    for (int k = 0; k < 12; k++)
        deepest = fmin(deepest, fmin(all[k].a.z, all[k].b.z));
    assert_near(deepest, -4, 1e-6);
    view.far_distance = HUGE_VAL;
    assert_false(pick_debug_add_frustum(draw, &view, HUGE_VAL, NULL));
    // Up to its near plane it sees nothing.
    view.near_distance = 2;
    const uint64_t dropped = pick_debug_draw_dropped(draw);
    assert_false(pick_debug_add_frustum(draw, &view, 1.5, NULL) || pick_debug_add_frustum(draw, &view, -3, NULL));
    assert_true(pick_debug_add_frustum(draw, &view, 2, NULL));
    assert_int_equal(pick_debug_draw_dropped(draw), dropped + 2);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_is_added_is_returned),
        TEST(texts_are_cut_between_characters),
        TEST(items_expire_after_their_lifetime),
        TEST(a_shape_without_room_is_left_out_whole),
        TEST(what_is_not_finite_is_left_out),
        TEST(round_shapes),
        TEST(round_shapes_of_any_size),
        TEST(boxes),
        TEST(arrows_and_rays),
        TEST(frusta_of_every_projection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
