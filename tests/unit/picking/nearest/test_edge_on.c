// Bodies whose sides are seen edge-on, as in the side views of an editor: all of such a side looks the same, and it
// must not hide itself from a mouse beside it.
#include "picking/picking.h"

#include "near.h"
#include "random.h"
#include "squares.h"

#include <string.h>

enum { CYLINDER, CAPSULE, BOX, TUBE, SHAPES, CONE = SHAPES, PLACES = 60 };

// A body of radius 1, or a box of half width 1, around the z axis from -2 to 2.
static pick_object_desc body_make(int shape)
{
    static const pick_shape shapes[CONE + 1] = {
        [CONE] = {.type = PICK_SHAPE_CONE, .as.cone = {{0, 0, 2}, {0, 0, -2}, 1}},
        [CYLINDER] = {.type = PICK_SHAPE_CYLINDER, .as.cylinder = {{0, 0, -2}, {0, 0, 2}, 1}},
        [CAPSULE] = {.type = PICK_SHAPE_CAPSULE, .as.capsule = {{0, 0, -2}, {0, 0, 2}, 1}},
        [BOX] = {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, -2}, {1, 1, 2}}}};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    if (shape == TUBE) {
        static const float line[6] = {0, 0, -2, 0, 0, 2};
        const pick_curves_desc curve = {.positions = line, .position_count = 2, .radius = 1};
        pick_thin *thin = NULL;
        assert_int_equal(pick_curves_create(&curve, NULL, &thin), PICK_OK);
        desc.thin = thin;
    } else {
        const pick_volume_desc body = {.shape = &shapes[shape]};
        pick_volume *volume = NULL;
        assert_int_equal(pick_volume_create(&body, NULL, &volume), PICK_OK);
        desc.volume = volume;
    }
    return desc;
}

static void body_free(pick_object_desc *desc)
{
    pick_volume_destroy((pick_volume *)(uintptr_t)desc->volume);
    pick_thin_destroy((pick_thin *)(uintptr_t)desc->thin);
}

// Looks for the body from a place 0.2 m beside its side, in a direction across z.
static void find_beside(const pick_scene *scene, const pick_view *view, pick_vec3 center, pick_vec3 out, double front)
{
    const pick_nearest_query seen = {.features = PICK_FEATURE_SURFACE, .radius = 3, .visible = true};
    const pick_cursor_query reach = {.tolerance = 3, .scale = 1};
    pick_projected_point at;
    pick_nearest nearest;
    pick_cursor_hit hit;
    assert_true(pick_view_project(view, pick_vec3_add(center, pick_vec3_scale(out, 1.2)), &at));
    assert_true(pick_nearest_in_window(scene, view, at.window, &seen, NULL, &nearest));
    assert_near(nearest.distance, 1, 1e-5); // 5 points a metre
    const pick_vec3 side = pick_vec3_add(center, out);
    assert_vec3_near(nearest.point, pick_vec3_make(side.x, side.y, center.z + front), 1e-5);
    assert_vec3_near(nearest.normal, out, 1e-5);
    assert_true(pick_cursor(scene, view, at.window, &reach, &hit));
    assert_near(hit.distance, 1, 1e-5);
}

static void edge_on_in_parallel(void **state)
{
    (void)state;
    const pick_view view = squares_view(10, 0.1, 100, true);
    test_random random = {7};
    for (int shape = 0; shape < SHAPES; shape++) {
        squares s = squares_make();
        pick_object_desc desc = body_make(shape);
        pick_object_id id;
        assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
        for (int i = 0; i < PLACES; i++) {
            const double x = random_between(&random, -5, 5), y = random_between(&random, -5, 5);
            const double angle = random_between(&random, -3.14, 3.14);
            const pick_vec3 center = {x, y, random_between(&random, -5, 5)};
            pick_transform transform = PICK_TRANSFORM_IDENTITY;
            transform.origin = center;
            assert_int_equal(pick_scene_set_transform(s.scene, id, &transform), PICK_OK);
            const pick_vec3 out =
                shape == BOX ? pick_vec3_make(i % 2 == 0 ? 1 : -1, 0, 0) : pick_vec3_make(cos(angle), sin(angle), 0);
            const pick_vec3 along = shape == BOX ? pick_vec3_make(0, angle / 4, 0) : pick_vec3_make(0, 0, 0);
            find_beside(s.scene, &view, pick_vec3_add(center, along), out, 2);
        }
        body_free(&desc);
        squares_free(&s);
    }
}

// The side of a box in a plane through the eye.
static void edge_on_in_perspective(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_object_desc desc = body_make(BOX);
    pick_object_id id;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    const pick_nearest_query seen = {.features = PICK_FEATURE_SURFACE, .radius = 3, .visible = true};
    test_random random = {8};
    for (int i = 0; i < PLACES; i++) {
        pick_transform transform = PICK_TRANSFORM_IDENTITY;
        const double turn = random_between(&random, -3.14, 3.14);
        const float cosine = (float)cos(turn), sine = (float)sin(turn);
        transform.linear[0] = transform.linear[4] = cosine;
        transform.linear[1] = sine;
        transform.linear[3] = -sine;
        transform.origin = pick_vec3_make((double)cosine, (double)sine, random_between(&random, -5, 5));
        assert_int_equal(pick_scene_set_transform(s.scene, id, &transform), PICK_OK);
        pick_nearest nearest;
        const double along = random_between(&random, -2, 2);
        const pick_vec2 beside = {50 - (double)cosine + (double)sine * along,
                                  50 + (double)sine + (double)cosine * along};
        assert_true(pick_nearest_in_window(s.scene, &s.view, beside, &seen, NULL, &nearest));
        assert_near(nearest.distance, 1, 1e-5);
        assert_near(nearest.point.z, transform.origin.z + 2, 1e-5);
    }
    body_free(&desc);
    squares_free(&s);
}

// Beside the end of such a side: the way to it is square to the side, which all reaches as far along it.
static void beside_the_end_of_a_side(void **state)
{
    (void)state;
    const pick_view view = squares_view(10, 0.1, 100, true);
    const pick_nearest_query seen = {.features = PICK_FEATURE_SURFACE, .radius = 3, .visible = true};
    for (int turned = 0; turned < 4; turned++) {
        squares s = squares_make();
        pick_object_desc desc = body_make(BOX);
        const float x = turned % 2 == 0 ? 1 : -1, y = turned / 2 == 0 ? 1 : -1;
        desc.transform.linear[0] = x;
        desc.transform.linear[4] = y;
        desc.transform.linear[8] = x * y;
        for (int end = -1; end <= 1; end += 2) { // at the middle of the window, where nothing is rounded
            pick_object_id id;
            pick_nearest nearest;
            desc.transform.origin = pick_vec3_make(0, end, 0);
            assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
            assert_true(pick_nearest_in_window(s.scene, &view, (pick_vec2){56, 50}, &seen, NULL, &nearest));
            assert_near(nearest.distance, 1, 1e-5);
            assert_vec3_near(nearest.point, pick_vec3_make(1, 0, 2), 1e-5);
            assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
        }
        body_free(&desc);
        squares_free(&s);
    }
}

// The ends of cylinders and cones, which lie across the view: discs, of which some have their front beside the mouse,
// and others do not.
static void discs_edge_on(void **state)
{
    (void)state;
    static const int shapes[2] = {CYLINDER, CONE};
    test_random random = {10};
    for (int kind = 0; kind < 4; kind++) {
        squares s = squares_make();
        const bool parallel = kind >= 2;
        const pick_view view = parallel ? squares_view(10, 0.1, 100, true) : s.view;
        const pick_nearest_query seen = {.features = PICK_FEATURE_SURFACE, .radius = 3, .visible = true};
        pick_object_desc desc = body_make(shapes[kind % 2]);
        pick_object_id id;
        assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
        for (int i = 0; i < PLACES; i++) {
            const double turn = random_between(&random, -3.14, 3.14), across = random_between(&random, -0.99, 0.99);
            const pick_vec3 axis = {cos(turn), sin(turn), 0}, side = {-sin(turn), cos(turn), 0};
            pick_transform transform = PICK_TRANSFORM_IDENTITY; // z to the axis
            const double linear[9] = {side.x, side.y, 0, 0, 0, 1, axis.x, axis.y, 0};
            for (int k = 0; k < 9; k++)
                transform.linear[k] = (float)linear[k];
            const pick_vec3 exact = {(double)transform.linear[6], (double)transform.linear[7], 0};
            const double depth = random_between(&random, -5, 5);
            transform.origin = pick_vec3_add(pick_vec3_scale(exact, -2), pick_vec3_make(0, 0, depth));
            assert_int_equal(pick_scene_set_transform(s.scene, id, &transform), PICK_OK);
            // Of the front of the disc, and 1 point beside it.
            const pick_vec3 front =
                pick_vec3_add(pick_vec3_scale(side, across), pick_vec3_make(0, 0, depth + sqrt(1 - across * across)));
            pick_projected_point at;
            pick_nearest nearest;
            assert_true(pick_view_project(&view, front, &at));
            const pick_vec2 mouse = {at.window.x + axis.x, at.window.y - axis.y};
            assert_true(pick_nearest_in_window(s.scene, &view, mouse, &seen, NULL, &nearest));
            assert_near(nearest.distance, 1, 1e-5);
            assert_vec3_near(nearest.point, front, 1e-4);
        }
        body_free(&desc);
        squares_free(&s);
    }
}

// Along and across the axes, stretched and mirrored, before views along an axis: what is nearest of a body is visible.
static void nothing_hides_its_own_outline(void **state)
{
    (void)state;
    test_random random = {12};
    uint32_t found = 0;
    for (int shape = 0; shape <= CONE; shape++) {
        squares s = squares_make();
        pick_object_desc desc = body_make(shape);
        pick_object_id id;
        assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
        for (uint32_t i = 0; i < 10 * PLACES; i++) {
            const pick_view view = i % 2 == 0 ? squares_view(10, 0.1, 100, true) : s.view;
            pick_transform transform = PICK_TRANSFORM_IDENTITY;
            memset(transform.linear, 0, sizeof transform.linear);
            const double stretch = i % 3 == 0 ? 0 : 2;
            for (uint32_t k = 0; k < 3; k++) {
                const double length =
                    exp(random_between(&random, -stretch, 0)) * (random_index(&random, 2) == 0 ? 1 : -1);
                transform.linear[3 * k + (k + i / 2) % 3] = (float)length;
            }
            transform.origin = pick_vec3_make((int)random_index(&random, 5) - 2, (int)random_index(&random, 5) - 2,
                                              (int)random_index(&random, 5) - 2);
            assert_int_equal(pick_scene_set_transform(s.scene, id, &transform), PICK_OK);
            const pick_vec2 mouse = {random_between(&random, 25, 75), random_between(&random, 25, 75)};
            const pick_nearest_query through = {.features = PICK_FEATURE_SURFACE, .radius = 30};
            const pick_nearest_query seen = {.features = PICK_FEATURE_SURFACE, .radius = 30, .visible = true};
            pick_nearest a, b;
            if (!pick_nearest_in_window(s.scene, &view, mouse, &through, NULL, &a))
                continue;
            found += a.distance > 0;
            assert_true(pick_nearest_in_window(s.scene, &view, mouse, &seen, NULL, &b));
            assert_true(a.distance == b.distance);
            assert_vec3_near(a.point, b.point, 0);
        }
        body_free(&desc);
        squares_free(&s);
    }
    assert_true(found > 1000);
}

// The section cuts the front of the side off, and the back of some: what is in front of the rest counts.
static void the_front_is_cut_off(void **state)
{
    (void)state;
    test_random random = {9};
    for (int shape = 0; shape < SHAPES; shape++) {
        squares s = squares_make();
        pick_object_desc desc = body_make(shape);
        pick_object_id id;
        assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
        for (int i = 0; i < PLACES; i++) {
            const double x = random_between(&random, -5, 5), y = random_between(&random, -5, 5);
            const double angle = random_between(&random, -3.14, 3.14), slope = random_between(&random, -0.5, 0.5);
            const pick_vec3 center = {x, y, random_between(&random, -5, 5)};
            const pick_vec3 out =
                shape == BOX ? pick_vec3_make(i % 2 == 0 ? 1 : -1, 0, 0) : pick_vec3_make(cos(angle), sin(angle), 0);
            const double front = random_between(&random, -1.4, 1.4), back = front - random_between(&random, 0.1, 3);
            const pick_vec3 at = pick_vec3_add(center, pick_vec3_add(out, pick_vec3_make(0, 0, front)));
            const pick_vec3 end = pick_vec3_add(center, pick_vec3_add(out, pick_vec3_make(0, 0, back)));
            const pick_plane planes[2] = {{{slope, 0, -1}, at.z - slope * at.x},
                                          {{0, slope, 1}, -end.z - slope * end.y}};
            pick_view view = squares_view(10, 0.1, 100, true);
            assert_int_equal(pick_view_set_section(&view, planes, 1 + (uint32_t)i % 2), PICK_OK);
            pick_transform transform = PICK_TRANSFORM_IDENTITY;
            transform.origin = center;
            assert_int_equal(pick_scene_set_transform(s.scene, id, &transform), PICK_OK);
            find_beside(s.scene, &view, center, out, front);
            // All of the side is cut off, by two planes or by one: of the outline only this place counts.
            const pick_vec3 in = {-out.x, -out.y, -0.05};
            const pick_plane none[2][2] = {{planes[0], {{0, 0, 1}, -at.z - 0.01}},
                                           {{in, 0.5 - pick_vec3_dot(in, center)}}};
            const pick_nearest_query near = {.features = PICK_FEATURE_SURFACE, .radius = 3};
            pick_projected_point beside;
            pick_nearest nearest;
            assert_true(pick_view_project(&view, pick_vec3_add(center, pick_vec3_scale(out, 1.2)), &beside));
            for (int k = 0; k < 2; k++) {
                assert_int_equal(pick_view_set_section(&view, none[k], 2 - (uint32_t)k), PICK_OK);
                assert_false(pick_nearest_in_window(s.scene, &view, beside.window, &near, NULL, &nearest));
            }
        }
        body_free(&desc);
        squares_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edge_on_in_parallel),           cmocka_unit_test(edge_on_in_perspective),
        cmocka_unit_test(beside_the_end_of_a_side),      cmocka_unit_test(discs_edge_on),
        cmocka_unit_test(nothing_hides_its_own_outline), cmocka_unit_test(the_front_is_cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
