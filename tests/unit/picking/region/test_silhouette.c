// The pictures of balls, against what thousands of their surface points show; and a slice of a long body.
#include "region/silhouette.h"

#include "near.h"
#include "picking/region.h"
#include "picking/scene.h"
#include "random.h"
#include "squares.h"

#include <math.h>

enum { AROUND = 400 };

typedef struct ball {
    pick_volume_part part;
    pick_body body;
    pick_frustum frustum;
    pick_silhouette silhouette;
    pick_vec3 center; // relative to the eye
    double radius;
} ball;

// The eye is at (0, 0, 10) and looks along -z; the window has 100 x 100 points.
static void ball_make(ball *out, pick_vec3 center, double radius, bool orthographic)
{
    static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const pick_shape shape = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, radius}};
    const pick_view view = squares_view(10, 0.1, 100, orthographic);
    *out = (ball){.part = pick_volume_part_of(&shape, 0), .radius = radius};
    out->center = pick_vec3_sub(center, view.eye);
    out->body = pick_body_make(&out->part, identity, out->center);
    pick_frustum_from_view(&out->frustum, &view);
    assert_true(pick_silhouette_init(&out->silhouette, &out->body, &out->frustum));
}

typedef struct extent {
    pick_vec2 min, max;
    double nearest; // to a position
    pick_vec3 at;
} extent;

static extent sample(const ball *b, pick_vec2 position)
{
    extent e = {.min = {HUGE_VAL, HUGE_VAL}, .max = {-HUGE_VAL, -HUGE_VAL}, .nearest = HUGE_VAL};
    for (int i = 0; i <= AROUND; i++) {
        for (int k = 0; k < 2 * AROUND; k++) {
            const double up = 3.14159265358979 * i / AROUND, turn = 3.14159265358979 * k / AROUND;
            const pick_vec3 way = {sin(up) * cos(turn), cos(up), sin(up) * sin(turn)};
            const pick_vec3 p = pick_vec3_add(b->center, pick_vec3_scale(way, b->radius));
            const pick_vec2 w = pick_frustum_project(&b->frustum, p);
            e.min = (pick_vec2){fmin(e.min.x, w.x), fmin(e.min.y, w.y)};
            e.max = (pick_vec2){fmax(e.max.x, w.x), fmax(e.max.y, w.y)};
            const double distance = hypot(w.x - position.x, w.y - position.y);
            if (distance < e.nearest) {
                e.nearest = distance;
                e.at = p;
            }
        }
    }
    return e;
}

static void what_samples_show(void **state)
{
    (void)state;
    static const pick_vec3 centers[] = {{2, 3, 0}, {-4, 1, -3}, {0.5, -2.5, 2}};
    static const pick_vec2 positions[] = {{90, 20}, {10, 80}, {95, 97}};
    const pick_rect window = {0, 0, 100, 100};
    for (int i = 0; i < 6; i++) {
        ball b;
        pick_vec2 min, max;
        pick_silhouette_point nearest;
        ball_make(&b, centers[i % 3], 0.7 + 0.2 * i, i >= 3);
        const pick_vec2 position = positions[i % 3];
        const extent e = sample(&b, position);
        pick_silhouette_bounds(&b.silhouette, &min, &max);
        assert_near(min.x, e.min.x, 0.01);
        assert_near(min.y, e.min.y, 0.01);
        assert_near(max.x, e.max.x, 0.01);
        assert_near(max.y, e.max.y, 0.01);
        assert_true(pick_silhouette_nearest(&b.silhouette, position, &window, HUGE_VAL, &nearest));
        assert_near(nearest.distance, e.nearest, 0.01);
        assert_near(hypot(nearest.window.x - position.x, nearest.window.y - position.y), nearest.distance, 1e-6);
        // A limit beyond it changes nothing; before it, it is known to be farther, and the work is less.
        pick_silhouette_point limited = {.distance = -1};
        assert_true(pick_silhouette_nearest(&b.silhouette, position, &window, nearest.distance * 1.0001, &limited));
        assert_memory_equal(&limited.point, &nearest.point, sizeof nearest.point);
        assert_true(limited.distance == nearest.distance);
        assert_true(pick_silhouette_nearest(&b.silhouette, position, &window, nearest.distance * 0.7, &limited));
        assert_true(limited.distance > nearest.distance * 1.0001);
        // The point is on the ball, and the normal is the ball's there.
        const pick_vec3 out = pick_vec3_sub(nearest.point, b.center);
        assert_near(pick_vec3_length(out), b.radius, 1e-6);
        assert_near(pick_vec3_dot(nearest.normal, out), b.radius, 1e-6);
        assert_near(pick_vec3_length(pick_vec3_sub(nearest.point, e.at)), 0, 0.05);
    }
}

// A slanted slice of a long body: its corners are on the slice alone, far from the middle of the body.
static void a_slice_of_a_long_body(void **state)
{
    (void)state;
    const double c = sqrt(0.5); // planes through (x, 99.5, 0)
    const pick_plane slices[][2] = {{{{c, c, 0}, -c * (120 + 99.5)}, {{-c, -c, 0}, c * (125 + 99.5)}},
                                    {{{c, c, 0}, -c * (210 + 99.5)}, {{-c, -c, 0}, c * (215 + 99.5)}}};
    const pick_shape shape = {.type = PICK_SHAPE_AABB, .as.aabb = {{100, 99, -0.5}, {200, 100, 0.5}}};
    pick_volume *volume = NULL;
    pick_scene *scene = NULL;
    pick_region *region = NULL;
    pick_object_id id, found;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &volume), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    desc.volume = volume;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pick_region_planes(region, slices[i], 2, pick_vec3_make(0, 0, 0)), PICK_OK);
        assert_int_equal(pick_region_objects(scene, region, NULL, &found, 1), 1 - i);
    }
    pick_region_destroy(region);
    pick_scene_destroy(scene);
    pick_volume_destroy(volume);
}

// Balls that touch the border of the window, up to rounding: the way along the border to them has an end.
static void balls_that_touch_the_border(void **state)
{
    (void)state;
    static const double radii[] = {60.875529743515273, 38.695740994052976, 81.44745422266314, 26.854781954389011};
    static const pick_vec2 positions[] = {
        {142.469, 100.749}, {86.4011, 86.4216}, {123.811, 78.1102}, {91.1313, 146.118}};
    const pick_rect window = {0, 0, 100, 100};
    const double border = 10 * (1 - 0x1p-26); // as the projection rounds it
    test_random random = {3};
    uint32_t found = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        ball b;
        pick_silhouette_point nearest = {.distance = -1};
        const double radius = i < 4 ? radii[i] : random_between(&random, 1, 100);
        const double off = random_between(&random, -1, 1) * exp(random_between(&random, -35, -20));
        const pick_vec2 position =
            i < 4 ? positions[i] : (pick_vec2){random_between(&random, 30, 150), random_between(&random, -50, 150)};
        ball_make(&b, pick_vec3_make(border + radius + off, random_between(&random, -5, 5), 0), radius, true);
        if (!pick_silhouette_nearest(&b.silhouette, position, &window, HUGE_VAL, &nearest))
            continue;
        found++;
        assert_true(nearest.window.x >= 100 - 1e-4 && nearest.window.x <= 100 + 1e-4);
        assert_near(hypot(nearest.window.x - position.x, nearest.window.y - position.y), nearest.distance, 1e-6);
    }
    assert_in_range(found, 500, 1900);
}

// A limit at the distance itself, where another body may be: the point is the one that is found without a limit.
static void a_limit_at_the_distance(void **state)
{
    (void)state;
    const pick_rect window = {0, 0, 100, 100};
    test_random random = {4};
    uint32_t found = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        ball b;
        pick_silhouette_point nearest, limited = {.distance = -1};
        const double size = exp(random_between(&random, -7, 1));
        ball_make(&b, random_in_cube(&random, 4), size, i % 2 == 0);
        const pick_vec2 at = pick_frustum_project(&b.frustum, b.center);
        const pick_vec2 position = {at.x + random_between(&random, -20, 20) * size,
                                    at.y + random_between(&random, -20, 20) * size};
        if (!pick_silhouette_nearest(&b.silhouette, position, &window, HUGE_VAL, &nearest) || nearest.distance == 0)
            continue;
        found++;
        assert_true(pick_silhouette_nearest(&b.silhouette, position, &window, nearest.distance, &limited));
        assert_true(limited.distance == nearest.distance);
        assert_memory_equal(&limited.point, &nearest.point, sizeof nearest.point);
    }
    assert_in_range(found, 10000, 19999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_samples_show), cmocka_unit_test(a_slice_of_a_long_body),
                                       cmocka_unit_test(balls_that_touch_the_border),
                                       cmocka_unit_test(a_limit_at_the_distance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
