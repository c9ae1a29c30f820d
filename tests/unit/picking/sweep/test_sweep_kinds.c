// Sweeps, overlaps and clearances of points, lines, height fields and primitives at known places, and of hidden kinds.
#include "picking/curves.h"
#include "picking/height_field.h"
#include "picking/points.h"
#include "picking/primitive.h"
#include "picking/sweep.h"

#include "near.h"
#include "random.h"
#include "sweep_asks.h"

#include <math.h>

static pick_vec3 v(double x, double y, double z)
{
    return pick_vec3_make(x, y, z);
}

static void points_are_balls(void **state)
{
    (void)state;
    static const float positions[9] = {0, 0, 1, 0.5f, 0, 1, NAN, 0, 0};
    const pick_points_desc desc = {.positions = positions, .count = 3, .radius = 0.25, .kinds = PICK_SUBMESH_KIND(2)};
    const pick_points_desc bare = {.positions = positions, .count = 3}, empty = {.positions = positions};
    const pick_query hidden = {.hidden_kinds = PICK_SUBMESH_KIND(2)};
    pick_stats stats = {0};
    const pick_query counted = {.stats = &stats};
    pick_thin *points = NULL, *dots = NULL, *nothing = NULL;
    pick_contact c;
    pick_clearance gap = {.distance = 77};
    squares s = squares_make();
    assert_int_equal(pick_points_create(&desc, NULL, &points), PICK_OK);
    assert_int_equal(pick_points_create(&bare, NULL, &dots), PICK_OK);
    assert_int_equal(pick_points_create(&empty, NULL, &nothing), PICK_OK);
    const pick_object_id id = put_thin(&s, points, v(0, 0, 0), 1);
    const pick_object_id square = squares_put(&s, s.square, 0, 0, 0);
    assert_true(sweep_ball(s.scene, v(0.5, 0, 5), 1, v(0, 0, -10), &counted, &c));
    assert_true(pick_object_id_equal(c.object, id) && c.triangle == 1 && !c.from_bounds && !c.backface);
    assert_near(c.t, 0.275, 1e-12);
    assert_near(c.point.z, 1.25, 1e-12);
    assert_near(c.normal.z, 1, 1e-12);
    assert_true(stats.triangles > 0 && stats.nodes > 1);
    assert_int_equal(overlapping(s.scene, v(0, 0, 1.9), 0.75, NULL), 1);
    assert_int_equal(overlapping(s.scene, v(0, 0, 2.1), 0.75, NULL), 0);
    assert_near(apart(&s, square, id).distance, 0.75, 1e-12);
    // Stretched, they are ellipsoids.
    const pick_object_id tall = put_thin(&s, points, v(0, 0, 10), 4);
    assert_near(apart(&s, tall, square).distance, 13, 1e-12);
    assert_near(apart(&s, tall, id).distance, 13 - 1.25, 1e-9);
    // Without a radius they are places.
    const pick_object_id low = put_thin(&s, dots, v(0, 0, 30), 1);
    assert_near(apart(&s, low, square).distance, 31, 1e-12);
    assert_true(sweep_ball(s.scene, v(0, 0, 40), 1, v(0, 0, -20), NULL, &c));
    assert_near(c.t, 0.4, 1e-12);
    assert_true(pick_object_id_equal(c.object, low) && c.triangle == 0);
    assert_near(c.point.z, 31, 1e-12);
    // A kind can be hidden; of an empty cloud nothing is there.
    assert_true(sweep_ball(s.scene, v(0.5, 0, 5), 1, v(0, 0, -10), &hidden, &c));
    assert_true(pick_object_id_equal(c.object, square));
    assert_false(pick_object_clearance(s.scene, id, square, &hidden, &gap));
    assert_false(pick_object_clearance_brute_force(s.scene, square, id, &hidden, &gap));
    assert_false(pick_object_clearance(s.scene, put_thin(&s, nothing, v(0, 0, 0), 1), square, NULL, &gap));
    assert_true(gap.distance == 77);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_thin_destroy(points);
    pick_thin_destroy(dots);
    pick_thin_destroy(nothing);
    squares_free(&s);
}

// A point that meets a point: neither has a size by which rounding could be told from a direction.
static void points_meet_points(void **state)
{
    (void)state;
    static const float place[3] = {0, 0, 0};
    const pick_points_desc desc = {.positions = place, .count = 1};
    pick_thin *dot = NULL;
    pick_contact c;
    squares s = squares_make();
    test_random random = {11};
    assert_int_equal(pick_points_create(&desc, NULL, &dot), PICK_OK);
    const pick_object_id id = put_thin(&s, dot, v(0, 0, 0), 1);
    for (int i = 0; i < 100; i++) {
        pick_transform transform = PICK_TRANSFORM_IDENTITY;
        transform.origin = pick_vec3_scale(random_direction(&random), 3);
        assert_int_equal(pick_scene_set_transform(s.scene, id, &transform), PICK_OK);
        const pick_vec3 way = random_direction(&random);
        const pick_vec3 start = pick_vec3_sub(transform.origin, pick_vec3_scale(way, random_between(&random, 1, 2)));
        assert_true(sweep_ball(s.scene, start, 0, pick_vec3_scale(way, 3), NULL, &c));
        assert_vec3_near(c.normal, pick_vec3_scale(way, -1), 1e-3);
    }
    squares_free(&s);
    pick_thin_destroy(dot);
}

static void lines_are_tubes(void **state)
{
    (void)state;
    static const float positions[12] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0};
    const pick_curves_desc tube = {.positions = positions, .position_count = 3, .radius = 0.5};
    const pick_curves_desc wire = {
        .positions = positions, .position_count = 3, .radius = 9, .unit = PICK_THIN_ON_SCREEN};
    const pick_curves_desc bow = {
        .positions = positions, .position_count = 4, .kind = PICK_CURVE_CUBIC, .flatness = 0.01, .radius = 0.1};
    pick_thin *thin[3] = {NULL};
    pick_contact c;
    squares s = squares_make();
    assert_int_equal(pick_curves_create(&tube, NULL, &thin[0]), PICK_OK);
    assert_int_equal(pick_curves_create(&wire, NULL, &thin[1]), PICK_OK);
    assert_int_equal(pick_curves_create(&bow, NULL, &thin[2]), PICK_OK);
    (void)put_thin(&s, thin[0], v(0, 0, 0), 1);
    assert_true(sweep_ball(s.scene, v(1, 0, 5), 1, v(0, 0, -10), NULL, &c));
    assert_near(c.t, 0.35, 1e-12);
    assert_near(c.barycentric[0], 0.25, 1e-12);
    assert_near(c.point.z, 0.5, 1e-12);
    assert_int_equal(c.triangle, 0);
    assert_true(sweep_ball(s.scene, v(9, 3, 0), 1, v(-10, 0, 0), NULL, &c));
    assert_near(c.t, 0.35, 1e-12);
    assert_near(c.barycentric[0], 0.75, 1e-12);
    assert_int_equal(c.triangle, 1);
    // A size on screen is none in the world.
    const pick_object_id hair = put_thin(&s, thin[1], v(0, 0, 20), 1);
    assert_true(sweep_ball(s.scene, v(1, 0, 25), 1, v(0, 0, -10), NULL, &c));
    assert_near(c.t, 0.4, 1e-12);
    assert_true(pick_object_id_equal(c.object, hair) && !c.inside);
    assert_false(sweep_ball(s.scene, v(-2, 2, 20), 1, v(0, 0, -1), NULL, &c));
    // Its exactness is that of its own size, and of the motion, wherever it lies.
    for (int i = 0; i < 40; i++) {
        const double aside = 0.02 * i;
        assert_true(sweep_ball(s.scene, v(1, aside, 20 + 1e7), 1, v(0, 0, -2e7), NULL, &c));
        assert_near(c.t * 2e7, 1e7 - sqrt(1 - aside * aside), 4e-7);
    }
    // Of a cubic, the place is along its piece: here its middle, x = 3.
    const pick_object_id curve = put_thin(&s, thin[2], v(0, 0, 40), 1);
    const pick_object_id square = squares_put(&s, s.square, 20, 2, 40);
    assert_true(sweep_ball(s.scene, v(3, 2, 45), 1, v(0, 0, -10), NULL, &c));
    assert_near(c.t, 0.39, 1e-3);
    assert_near(c.barycentric[0], 0.5, 1e-3);
    const pick_clearance gap = apart(&s, curve, square);
    assert_near(gap.barycentric[0][0], 0.5, 0.1);
    assert_near(gap.point[0].x, 3.1, 0.01);
    assert_int_equal(gap.triangle[0], 0);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    for (int i = 0; i < 3; i++)
        pick_thin_destroy(thin[i]);
    squares_free(&s);
}

static void height_fields_are_their_triangles(void **state)
{
    (void)state;
    enum { SIDE = 20 };
    static float heights[SIDE * SIDE];
    const pick_height_field_desc desc = {
        .samples = heights, .type = PICK_HEIGHT_FLOAT, .columns = SIDE, .rows = SIDE, .flags = PICK_SUBMESH_KIND(1)};
    const pick_query hidden = {.hidden_kinds = PICK_SUBMESH_KIND(1)}, back = {.cull = PICK_CULL_BACK};
    pick_stats stats = {0};
    const pick_query counted = {.stats = &stats};
    pick_volume *field = NULL;
    pick_contact c;
    pick_clearance gap;
    squares s = squares_make();
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = (float)(i / SIDE < 9 && i % SIDE > 9 ? NAN : (i == 15 * SIDE + 5 ? 3 : 1));
    assert_int_equal(pick_height_field_create(&desc, NULL, &field), PICK_OK);
    const pick_object_id ground = put_volume(&s, field, v(0, 0, 0));
    // Onto a quad, the triangle of which it is, and the place on it.
    assert_true(sweep_ball(s.scene, v(2.25, 5, 3.5), 1, v(0, -10, 0), NULL, &c));
    assert_near(c.t, 0.3, 1e-12);
    assert_int_equal(c.triangle, 2 * (3 * (SIDE - 1) + 2));
    assert_near(c.barycentric[0], 0.25, 1e-12);
    assert_near(c.barycentric[1], 0.25, 1e-12);
    assert_near(c.normal.y, 1, 1e-12);
    assert_true(!c.from_bounds && !c.backface && !c.inside);
    const pick_sphere one = {v(2.25, 5, 3.5), 1};
    const pick_solid solid = pick_solid_from_sphere(&one);
    assert_true(pick_sweep(s.scene, &solid, v(0, -10, 0), &counted, &c) && stats.nodes > 1);
    assert_true(stats.triangles > 0 && stats.triangles < 40);
    // Above the flat part, within its box: nothing is there but the peak.
    assert_int_equal(overlapping(s.scene, v(2, 2.5, 2), 1, NULL), 0);
    assert_int_equal(overlapping(s.scene, v(5, 2.5, 15), 1, NULL), 1);
    // Through the hole, and from below.
    assert_false(sweep_ball(s.scene, v(15, 5, 4), 1, v(0, -10, 0), NULL, &c));
    assert_true(sweep_ball(s.scene, v(2.25, -5, 3.5), 1, v(0, 10, 0), NULL, &c));
    assert_true(c.backface);
    assert_false(sweep_ball(s.scene, v(2.25, -5, 3.5), 1, v(0, 10, 0), &back, &c));
    assert_false(sweep_ball(s.scene, v(2.25, 5, 3.5), 1, v(0, -10, 0), &hidden, &c));
    // Clearances.
    const pick_shape sphere = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    pick_volume *ball = volume_of(&sphere);
    const pick_object_id above = put_volume(&s, ball, v(5, 7, 15)), in_hole = put_volume(&s, ball, v(15, 1, 4));
    gap = apart(&s, ground, above);
    assert_near(gap.distance, 3, 1e-9);
    assert_near(gap.point[0].y, 3, 1e-9);
    gap = apart(&s, in_hole, ground);
    assert_near(gap.distance, 4, 1e-9); // to row 9, 5 away
    assert_false(gap.from_bounds[0] || gap.from_bounds[1]);
    assert_false(pick_object_clearance(s.scene, ground, above, &hidden, &gap));
    assert_near(apart(&s, ground, put_volume(&s, field, v(-8, 9, 0))).distance, 7, 1e-9);
    // A line of many segments over the peak, at any of its parts.
    float line[3 * 131];
    for (int i = 0; i < 131; i++) {
        line[3 * i] = 0.5f * (float)i;
        line[3 * i + 1] = 5;
        line[3 * i + 2] = 15;
    }
    const pick_curves_desc tube = {.positions = line, .position_count = 131, .radius = 0.5};
    pick_thin *thin = NULL;
    assert_int_equal(pick_curves_create(&tube, NULL, &thin), PICK_OK);
    for (int i = 0; i < 12; i++) {
        const pick_object_id over = put_thin(&s, thin, v(4.75 - 5 * i, 0, 0), 1);
        for (int k = 0; k < 2; k++) {
            assert_true(pick_object_clearance(s.scene, k == 0 ? over : ground, k == 0 ? ground : over, NULL, &gap));
            assert_near(gap.distance, 1.5, 1e-9);
            assert_int_equal(gap.triangle[k], 10 * i);
        }
    }
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_thin_destroy(thin);
    pick_volume_destroy(field);
    pick_volume_destroy(ball);
    squares_free(&s);
}

static void primitives_are_their_bounds(void **state)
{
    (void)state;
    const pick_primitive_desc desc = {.bounds = {{-1, -1, -1}, {1, 1, 1}}};
    pick_volume *volume = NULL;
    pick_contact c;
    squares s = squares_make();
    assert_int_equal(pick_primitive_create(&desc, NULL, &volume), PICK_OK);
    const pick_object_id box = put_volume(&s, volume, v(0, 0, 0)), square = squares_put(&s, s.square, 0, 0, 4);
    assert_true(sweep_ball(s.scene, v(0, 5, 0), 1, v(0, -10, 0), NULL, &c));
    assert_near(c.t, 0.3, 1e-9);
    assert_true(c.from_bounds && pick_object_id_equal(c.object, box));
    const pick_clearance gap = apart(&s, square, box);
    assert_near(gap.distance, 3, 1e-9);
    assert_true(!gap.from_bounds[0] && gap.from_bounds[1]);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(volume);
    squares_free(&s);
}

static void kinds_are_left_out(void **state)
{
    (void)state;
    static const float positions[18] = {-1, -1, 0, 1, -1, 0, 0, 1, 0, -1, -1, 2, 1, -1, 2, 0, 1, 2};
    const pick_submesh submeshes[2] = {{0, 1, 0}, {1, 1, PICK_SUBMESH_KIND(3)}};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 6, .submeshes = submeshes, .submesh_count = 2};
    const pick_shape sphere = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    const pick_volume_desc trigger = {.shape = &sphere, .flags = PICK_SUBMESH_KIND(3)};
    const pick_query query = {.hidden_kinds = PICK_SUBMESH_KIND(3)};
    pick_mesh *mesh = NULL;
    pick_volume *volume = NULL;
    pick_contact contact;
    pick_clearance c;
    squares s = squares_make();
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    assert_int_equal(pick_volume_create(&trigger, NULL, &volume), PICK_OK);
    const pick_object_id two = squares_put(&s, mesh, 0, 0, 0), plate = squares_put(&s, s.square, 0, 0, 5);
    const pick_object_id ball = put_volume(&s, volume, v(0, 0, 20));
    assert_true(sweep_ball(s.scene, v(0, 0, 4), 0.5, v(0, 0, -5), NULL, &contact));
    assert_near(contact.t, 0.3, 1e-12);
    assert_int_equal(contact.submesh, 1);
    assert_true(sweep_ball(s.scene, v(0, 0, 4), 0.5, v(0, 0, -5), &query, &contact));
    assert_near(contact.t, 0.7, 1e-12);
    assert_near(apart(&s, two, plate).distance, 3, 1e-12);
    assert_true(pick_object_clearance(s.scene, two, plate, &query, &c));
    assert_near(c.distance, 5, 1e-12);
    assert_true(pick_object_clearance_brute_force(s.scene, plate, two, &query, &c));
    assert_near(c.distance, 5, 1e-12);
    assert_near(apart(&s, plate, ball).distance, 14, 1e-12);
    assert_false(pick_object_clearance(s.scene, plate, ball, &query, &c));
    assert_false(pick_object_clearance_brute_force(s.scene, ball, plate, &query, &c));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(mesh);
    pick_volume_destroy(volume);
    squares_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_balls),
        cmocka_unit_test(points_meet_points),
        cmocka_unit_test(lines_are_tubes),
        cmocka_unit_test(height_fields_are_their_triangles),
        cmocka_unit_test(primitives_are_their_bounds),
        cmocka_unit_test(kinds_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
