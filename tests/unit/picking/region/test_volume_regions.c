// Volumes as objects in regions: rectangles, lassos and circles that touch or contain them.
#include "picking/picking.h"

#include "balls.h"
#include "effort.h"
#include "near.h"
#include "random.h"

#include <string.h>

static size_t in_region(const balls *b, const pick_region *region, pick_region_query query)
{
    const size_t count = pick_region_objects(b->s.scene, region, &query, NULL, 0);
    assert_int_equal(pick_region_objects_brute_force(b->s.scene, region, &query, NULL, 0), count);
    return count;
}

static bool rejects_part_0(void *user, const pick_hit *candidate)
{
    (void)user;
    assert_true(candidate->barycentric[0] == 0 && candidate->submesh == 0);
    return candidate->triangle != 0;
}

static void regions_and_a_ball(void **state)
{
    (void)state;
    balls b = balls_make();
    (void)put(&b, b.solid, 0);
    const double edge = 50 + 50 / sqrt(99); // 55.025
    const pick_region_query touch = PICK_REGION_QUERY_DEFAULT;
    pick_region_query contain = touch;
    contain.mode = PICK_REGION_CONTAIN;
    pick_region *r;
    assert_int_equal(pick_region_create(NULL, &r), PICK_OK);
    const struct {
        pick_vec2 a, b;
        size_t touched, contained;
    } rects[] = {{{40, 40}, {60, 60}, 1, 1},          {{40, 40}, {edge - 1e-6, 60}, 1, 0},
                 {{edge + 1e-6, 40}, {70, 60}, 0, 0}, {{edge - 1e-6, 40}, {70, 60}, 1, 0},
                 {{53.6, 53.6}, {60, 60}, 0, 0}, // beyond the round corner, in its box
                 {{50, 50}, {50, 50}, 1, 0},          {{45, 50}, {55, 50}, 1, 0}};
    for (size_t i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        assert_int_equal(pick_region_rect(r, &b.s.view, rects[i].a, rects[i].b), PICK_OK);
        assert_int_equal(in_region(&b, r, touch), rects[i].touched);
        assert_int_equal(in_region(&b, r, contain), rects[i].contained);
    }
    const struct {
        pick_vec2 center;
        double radius;
        size_t touched, contained;
    } circles[] = {{{50, 50}, edge - 50 + 1e-6, 1, 1}, // just around it
                   {{50, 50}, edge - 50 - 1e-6, 1, 0},
                   {{60, 50}, 60 - edge + 1e-6, 1, 0},
                   {{60, 50}, 60 - edge - 1e-6, 0, 0},
                   {{52, 51}, 7.4, 1, 1},
                   {{50, 50}, (edge - 50) * (1 + 1e-9), 1, 1},
                   {{52, 52}, 7.6, 1, 0}, // its farthest point is on the diagonal
                   {{50, 40}, 12, 1, 0},
                   {{-5, 50}, 20, 0, 0}};
    for (size_t i = 0; i < sizeof circles / sizeof circles[0]; i++) {
        assert_int_equal(pick_region_circle(r, &b.s.view, circles[i].center, circles[i].radius), PICK_OK);
        assert_int_equal(in_region(&b, r, touch), circles[i].touched);
        assert_int_equal(in_region(&b, r, contain), circles[i].contained);
    }
    // A U around the ball, a U that it enters, an edge through it, a hole around it.
    const pick_vec2 around[8] = {{30, 30}, {70, 30}, {70, 70}, {60, 70}, {60, 40}, {40, 40}, {40, 70}, {30, 70}};
    const pick_vec2 into[8] = {{30, 30}, {70, 30}, {70, 70}, {54, 70}, {54, 40}, {46, 40}, {46, 70}, {30, 70}};
    const pick_vec2 half[3] = {{20, 20}, {20, 80}, {85, 50}};
    const pick_vec2 whole[3] = {{0, 1}, {99, 50}, {1, 99}};
    const pick_vec2 hole[10] = {{20, 20}, {80, 20}, {80, 80}, {20, 80}, {20, 20},
                                {40, 40}, {40, 60}, {60, 60}, {60, 40}, {40, 40}};
    const pick_vec2 out[4] = {{-40, 20}, {50, -30}, {190, 50}, {50, 190}};
    const pick_vec2 cut[4] = {{50, 20}, {52, 20}, {52, 80}, {50, 80}};
    const struct {
        const pick_vec2 *points;
        uint32_t count;
        size_t touched, contained;
    } lassos[] = {{around, 8, 0, 0}, {into, 8, 1, 0}, {half, 3, 1, 1}, {whole, 3, 1, 1},
                  {hole, 10, 0, 0},  {out, 4, 1, 1},  {cut, 4, 1, 0}};
    for (size_t i = 0; i < sizeof lassos / sizeof lassos[0]; i++) {
        assert_int_equal(pick_region_polygon(r, &b.s.view, lassos[i].points, lassos[i].count), PICK_OK);
        assert_int_equal(in_region(&b, r, touch), lassos[i].touched);
        assert_int_equal(in_region(&b, r, contain), lassos[i].contained);
    }
    // An edge past it in one run with one that meets it.
    pick_vec2 many[130] = {{40, 90}, {40, 54}, {60, 54}, {60, 90}};
    for (int i = 4; i < 130; i++)
        many[i] = (pick_vec2){60 - (i - 3) * 20.0 / 127, 90 + i % 2};
    assert_int_equal(pick_region_polygon(r, &b.s.view, many, 130), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 1);
    assert_int_equal(in_region(&b, r, contain), 0);
    // Upright and level edges around it, in one run.
    const pick_vec2 u[4] = {{30, 70}, {30, 30}, {70, 30}, {70, 70}};
    memcpy(many, u, sizeof u);
    for (int i = 4; i < 130; i++)
        many[i] = (pick_vec2){70 - (i - 3) * 40.0 / 127, 70 + i % 2};
    assert_int_equal(pick_region_polygon(r, &b.s.view, many, 130), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 1);
    assert_int_equal(in_region(&b, r, contain), 1);
    const double side = sqrt(0.5);
    const pick_plane planes[4] = {
        {{1, 1, 0}, -2 * side + 1e-6}, {{-1, 0, 0}, 5}, {{0, 0, 3}, 9}, {{1, 1, 0}, 2 * side + 1e-9}};
    assert_int_equal(pick_region_planes(r, planes, 3, b.s.view.eye), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 1); // by a millionth
    assert_int_equal(in_region(&b, r, contain), 0);
    const pick_plane past = {{1, 1, 0}, -2 * side - 1e-6};
    assert_int_equal(pick_region_planes(r, &past, 1, b.s.view.eye), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 0);
    assert_int_equal(pick_region_planes(r, planes + 1, 3, b.s.view.eye), PICK_OK);
    assert_int_equal(in_region(&b, r, contain), 1);
    const pick_plane corner[3] = {{{1, 0, 0}, -0.7}, {{0, 1, 0}, -0.7}, {{0, 0, 1}, -0.7}}; // in its box, not in it
    assert_int_equal(pick_region_planes(r, corner, 3, b.s.view.eye), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 0);
    const pick_plane far_away = {{1, 0, 0}, -7};
    assert_int_equal(pick_region_planes(r, &far_away, 1, b.s.view.eye), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 0);
    assert_int_equal(pick_region_planes(r, NULL, 0, b.s.view.eye), PICK_OK);
    assert_int_equal(in_region(&b, r, contain), 1);
    pick_region_query rules = touch;
    rules.filter = rejects_part_0;
    assert_int_equal(in_region(&b, r, rules), 0);
    rules.mode = PICK_REGION_CONTAIN;
    assert_int_equal(in_region(&b, r, rules), 0);
    rules = touch;
    rules.hidden_kinds = PICK_SUBMESH_KIND(2);
    rules.stats = &(pick_stats){0};
    assert_int_equal(in_region(&b, r, rules), 0);
    rules.hidden_kinds = 0;
    assert_int_equal(in_region(&b, r, rules), 1);
    assert_true(rules.stats->triangles == 2);
    pick_region_destroy(r);
    balls_free(&b);
}

// An ellipse that leaves a circle only near the ends of its long axis, which lie between the directions tried first.
static void a_circle_and_an_ellipse(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 0);
    pick_region_query contain = PICK_REGION_QUERY_DEFAULT;
    contain.mode = PICK_REGION_CONTAIN;
    pick_region *r;
    assert_int_equal(pick_region_create(NULL, &r), PICK_OK);
    assert_int_equal(pick_region_circle(r, &b.s.view, (pick_vec2){50, 50}, 5), PICK_OK);
    for (int eighth = 1; eighth < 16; eighth += 2) {
        for (int longer = 0; longer < 2; longer++) {
            const double angle = eighth * 0.125 * 3.14159265358979324, a = longer ? 1.01 : 0.99;
            const float x = (float)cos(angle), y = (float)sin(angle), l = (float)a;
            const pick_transform flat = {{l * x, l * y, 0, -0.9f * y, 0.9f * x, 0, 0, 0, 0.01f}, {0, 0, 0}};
            assert_int_equal(pick_scene_set_transform(b.s.scene, id, &flat), PICK_OK);
            assert_int_equal(in_region(&b, r, contain), longer == 0);
        }
    }
    pick_region_destroy(r);
    balls_free(&b);
}

// The near plane cuts it: only what is behind it is in the picture.
static void regions_and_the_near_plane(void **state)
{
    (void)state;
    balls b = balls_make();
    (void)put(&b, b.solid, 10);
    const pick_region_query touch = PICK_REGION_QUERY_DEFAULT;
    pick_region_query contain = touch;
    contain.mode = PICK_REGION_CONTAIN;
    pick_region *r;
    assert_int_equal(pick_region_create(NULL, &r), PICK_OK);
    assert_int_equal(pick_region_rect(r, &b.s.view, (pick_vec2){0, 0}, (pick_vec2){2, 2}), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 1); // all of the window is inside the ball
    assert_int_equal(in_region(&b, r, contain), 0);
    assert_int_equal(pick_region_circle(r, &b.s.view, (pick_vec2){20, 90}, 3), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 1);
    pick_view farther = squares_view(10.95, 0.1, 100, false); // the ball ends 0.05 m before the near plane
    assert_int_equal(pick_region_rect(r, &farther, (pick_vec2){0, 0}, (pick_vec2){100, 100}), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 1);
    farther = squares_view(8.95, 0.1, 100, false); // behind the camera
    assert_int_equal(pick_region_rect(r, &farther, (pick_vec2){0, 0}, (pick_vec2){100, 100}), PICK_OK);
    assert_int_equal(in_region(&b, r, touch), 0);
    pick_region_destroy(r);
    balls_free(&b);
}

// What the near plane cuts off is not in the picture: behind the plane z = -0.5 or so, these are widest where it cuts
// them.
static void cut_by_the_near_plane(void **state)
{
    (void)state;
    const pick_view view = squares_view(10, 10.5, 100, true);
    const double z = 10 - view.near_distance;
    const struct {
        pick_shape shape;
        double half_width; // of the cut
    } cut[] = {{BALL, sqrt(1 - z * z)},
               {{.type = PICK_SHAPE_CONE, .as.cone = {{0, 0, 1}, {0, 0, -1}, 1}}, 0.5 + 0.5 * z},
               {{.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 0}, {{1, 0, 1}, {0, 1, 0}, {1, 0, -1}}}}, 2 + z},
               {{.type = PICK_SHAPE_CAPSULE, .as.capsule = {{0, 0, -1}, {3, 0, 2}, 0.5}}, 1 + z + 0.5 * sqrt(2)}};
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 100};
    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++) {
        balls b = balls_make();
        pick_volume *volume;
        pick_nearest near;
        pick_projected_point widest;
        assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &cut[i].shape}, NULL, &volume), PICK_OK);
        (void)put(&b, volume, 0);
        assert_true(pick_nearest_in_window(b.s.scene, &view, (pick_vec2){80, 50}, &wanted, NULL, &near));
        assert_true(pick_view_project(&view, pick_vec3_make(cut[i].half_width, 0, z), &widest));
        assert_near(near.distance, 80 - widest.window.x, 1e-9);
        assert_near(near.point.z, z, 1e-6);
        pick_scene_destroy(b.s.scene);
        b.s.scene = NULL;
        pick_volume_destroy(volume);
        balls_free(&b);
    }
}

// As large as numbers get, as far away, and as small: an answer that is right, or none, at once.
static void at_the_ends_of_numbers(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 0);
    const pick_nearest_query wanted = {.features = PICK_FEATURE_ALL, .radius = 200};
    pick_nearest near;
    test_random r = {2};
    for (uint32_t i = 0; i < test_effort(200, 2000); i++) { // their surfaces pass the camera
        pick_transform large = PICK_TRANSFORM_IDENTITY;
        const double size = pow(10, random_between(&r, 1, 30));
        large.linear[0] = large.linear[4] = large.linear[8] = (float)size;
        large.origin = pick_vec3_scale(random_direction(&r), size * random_between(&r, 0.9, 1.1));
        assert_int_equal(pick_scene_set_transform(b.s.scene, id, &large), PICK_OK);
        const pick_vec2 at = {random_between(&r, -10, 110), random_between(&r, -10, 110)};
        if (pick_nearest_in_window(b.s.scene, &b.s.view, at, &wanted, NULL, &near))
            assert_true(near.distance >= 0 && isfinite(near.point.x + near.point.y + near.point.z));
    }
    pick_transform far = PICK_TRANSFORM_IDENTITY;
    far.origin = pick_vec3_make(0, 1e200, -1e200);
    assert_int_equal(pick_scene_set_transform(b.s.scene, id, &far), PICK_OK);
    assert_false(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &wanted, NULL, &near));
    // A ray that passes a cone far away.
    const pick_shape shape = {.type = PICK_SHAPE_CONE, .as.cone = {{0, -1, 0}, {0.25, 1, 0}, 1}};
    pick_volume *cone;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &cone), PICK_OK);
    assert_int_equal(pick_scene_set_volume(b.s.scene, id, cone), PICK_OK);
    const pick_transform large = {{131072, 0, 0, 0, 131072, 0, 0, 0, 131072}, {0, 0, 0.5}};
    assert_int_equal(pick_scene_set_transform(b.s.scene, id, &large), PICK_OK);
    const pick_ray past = {{-4.9857170456666978e+216, 7.8916606472336912e+37, 3.5525934213764931e+59},
                           {0.044744023045652823, 0.99026642815173682, 0.13179671345405808},
                           -HUGE_VAL,
                           HUGE_VAL};
    assert_false(pick_any_brute_force(b.s.scene, &past, NULL) || pick_any(b.s.scene, &past, NULL));
    assert_int_equal(pick_scene_remove(b.s.scene, id), PICK_OK);
    pick_volume_destroy(cone);
    balls_free(&b);
}

static void regions_and_a_point(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_shape point = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0.1, 1, 0.3}, 0}};
    const pick_vec3 at = {-26.479798, -29.113822, 29.765601}; // no sum of these is exact
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_volume *volume;
    pick_object_id id;
    pick_region *r;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &point}, NULL, &volume), PICK_OK);
    desc.volume = volume;
    desc.transform = (pick_transform){{1, 1.7f, 0, 0.1f, 1, 1.9f, 0.3f, 0, 1}, at};
    assert_int_equal(pick_scene_add(b.s.scene, &desc, &id), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &r), PICK_OK);
    for (int i = 0; i < 100; i++) {
        const double half = 40 + i / 7.0;
        const pick_plane planes[6] = {{{1, 0, 0}, half},  {{-1, 0, 0}, half}, {{0, 1, 0}, half},
                                      {{0, -1, 0}, half}, {{0, 0, 1}, half},  {{0, 0, -1}, half}};
        assert_int_equal(pick_region_planes(r, planes, 6, pick_vec3_make(i / 9.0, 0, 0)), PICK_OK);
        pick_object_id found, found_slow;
        assert_int_equal(pick_region_objects(b.s.scene, r, NULL, &found, 1), 1);
        assert_int_equal(pick_region_objects_brute_force(b.s.scene, r, NULL, &found_slow, 1), 1);
    }
    pick_region_destroy(r);
    pick_scene_destroy(b.s.scene);
    b.s.scene = NULL;
    pick_volume_destroy(volume);
    balls_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_and_a_ball),         cmocka_unit_test(a_circle_and_an_ellipse),
        cmocka_unit_test(regions_and_the_near_plane), cmocka_unit_test(cut_by_the_near_plane),
        cmocka_unit_test(at_the_ends_of_numbers),     cmocka_unit_test(regions_and_a_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
