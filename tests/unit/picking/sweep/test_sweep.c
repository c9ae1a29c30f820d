// Sweeps, overlaps and clearances of meshes and volumes at known places.
#include "picking/curves.h"
#include "picking/sweep.h"

#include "near.h"
#include "random.h"
#include "sweep_asks.h"

#include <math.h>

static pick_vec3 v(double x, double y, double z)
{
    return pick_vec3_make(x, y, z);
}

static bool sweep_box(const pick_scene *scene, const pick_obb *box, pick_vec3 motion, pick_contact *out)
{
    pick_vec3 corners[8];
    const pick_solid solid = pick_solid_from_box(box, corners);
    return sweep(scene, &solid, motion, NULL, out);
}

static void a_ball_falls_on_a_square(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_contact c;
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    assert_true(sweep_ball(s.scene, v(0.5, -0.25, 5), 1, v(0, 0, -10), NULL, &c));
    assert_near(c.t, 0.4, 1e-12);
    assert_vec3_near(c.point, v(0.5, -0.25, 0), 1e-12);
    assert_vec3_near(c.normal, v(0, 0, 1), 1e-12);
    assert_true(pick_object_id_equal(c.object, id) && !c.inside && !c.backface && !c.locked);
    assert_int_equal(c.triangle, 0); // (-1,-1) (1,-1) (1,1)
    assert_near(c.barycentric[0], 0.375, 1e-12);
    assert_near(c.barycentric[1], 0.375, 1e-12);
    // On its edge, past the corner.
    assert_true(sweep_ball(s.scene, v(1.6, 0.5, 5), 1, v(0, 0, -10), NULL, &c));
    assert_near(c.t, (5 - 0.8) / 10, 1e-12);
    assert_vec3_near(c.point, v(1, 0.5, 0), 1e-9);
    assert_vec3_near(c.normal, v(0.6, 0, 0.8), 1e-6);
    assert_false(sweep_ball(s.scene, v(2.01, 0, 5), 1, v(0, 0, -10), NULL, &c));
    assert_false(sweep_ball(s.scene, v(0, 0, 5), 1, v(0, 0, -3.99), NULL, &c)); // too short
    assert_true(sweep_ball(s.scene, v(0, 0, 5), 1, v(0, 0, -4), NULL, &c));
    assert_near(c.t, 1, 1e-12);
    assert_false(sweep_ball(s.scene, v(0, 0, 5), 1, v(0, 0, 10), NULL, &c));  // away
    assert_false(sweep_ball(s.scene, v(0, 0, 1.5), 1, v(9, 0, 0), NULL, &c)); // beside it
    squares_free(&s);
}

static void sides_are_culled_by_the_motion(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_contact c;
    (void)squares_put(&s, s.square, 0, 0, 0);
    static const bool met[4][2] = {{true, true}, {true, true}, {true, false}, {false, true}};
    static const pick_cull CULLS[4] = {PICK_CULL_MATERIAL, PICK_CULL_NONE, PICK_CULL_BACK, PICK_CULL_FRONT};
    for (int i = 0; i < 4; i++) {
        const pick_query query = {.cull = CULLS[i]};
        assert_int_equal(sweep_ball(s.scene, v(0, 0, 5), 1, v(0, 0, -10), &query, &c), met[i][0]);
        assert_true(!met[i][0] || !c.backface);
        assert_int_equal(sweep_ball(s.scene, v(0, 0, -5), 1, v(0, 0, 10), &query, &c), met[i][1]);
        assert_true(!met[i][1] || (c.backface && c.normal.z == -1));
        assert_int_equal(overlapping(s.scene, v(0, 0, 0), 1, &query), 1);
    }
    // A mirrored square keeps its front.
    pick_transform mirror = PICK_TRANSFORM_IDENTITY;
    mirror.linear[0] = -1;
    assert_int_equal(pick_scene_set_transform(s.scene, s.ids[0], &mirror), PICK_OK);
    assert_true(sweep_ball(s.scene, v(0, 0, 5), 1, v(0, 0, -10), NULL, &c) && !c.backface);
    assert_true(sweep_ball(s.scene, v(0, 0, -5), 1, v(0, 0, 10), NULL, &c) && c.backface);
    squares_free(&s);
}

static void boxes_meet_with_corners_edges_and_faces(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_contact c;
    (void)squares_put(&s, s.square, 0, 0, 0);
    const double r = sqrt(0.5);
    const pick_obb straight = {v(0, 0, 4), {v(0.5, 0, 0), v(0, 0.5, 0), v(0, 0, 0.5)}};
    const pick_obb edge = {v(0.25, 0, 4), {v(r, 0, r), v(0, 1, 0), v(-r, 0, r)}};
    const pick_obb huge = {v(0, 0, 4), {v(50, 0, 0), v(0, 50, 0), v(0, 0, 1)}};
    assert_true(sweep_box(s.scene, &straight, v(0, 0, -7), &c));
    assert_near(c.t, 0.5, 1e-12);
    assert_vec3_near(c.normal, v(0, 0, 1), 1e-15);
    assert_true(fabs(c.point.x) <= 0.5 && fabs(c.point.y) <= 0.5 && c.point.z == 0);
    assert_true(sweep_box(s.scene, &edge, v(0, 0, -7), &c));
    assert_near(c.t, (4 - 2 * r) / 7, 1e-12);
    assert_near(c.point.x, 0.25, 1e-9);
    assert_vec3_near(c.normal, v(0, 0, 1), 1e-9);
    assert_true(sweep_box(s.scene, &huge, v(0, 0, -4), &c)); // a face on the square's corners
    assert_near(c.t, 0.75, 1e-12);
    // Flat, and a point.
    const pick_obb flat = {v(0, 0, 4), {v(0.5, 0, 0), v(0, 0.5, 0), v(0, 0, 0)}};
    const pick_obb point = {v(0.3, 0.2, 4), {v(0, 0, 0), v(0, 0, 0), v(0, 0, 0)}};
    assert_true(sweep_box(s.scene, &flat, v(0, 0, -8), &c));
    assert_near(c.t, 0.5, 1e-12);
    assert_true(sweep_box(s.scene, &point, v(0, 0, -8), &c));
    assert_near(c.t, 0.5, 1e-12);
    assert_vec3_near(c.point, v(0.3, 0.2, 0), 1e-12);
    // On edge, past the edge of the square: corner regions.
    const pick_obb beside = {v(1.5, 1.5, 4), {v(0.4, 0, 0), v(0, 0.4, 0), v(0, 0, 0.4)}};
    assert_false(sweep_box(s.scene, &beside, v(0, 0, -8), &c));
    squares_free(&s);
}

static void what_overlaps_at_the_start_is_met_there(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_contact c;
    const pick_vec3 ways[4] = {v(0, 0, 0), v(0, 0, -1), v(0, 0, 1), v(1, 0, 0)};
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    (void)squares_put(&s, s.square, 0, 0, 0);
    for (int i = 0; i < 4; i++) {
        assert_true(sweep_ball(s.scene, v(0.5, 0, 0.5), 1, ways[i], NULL, &c));
        assert_true(c.inside && c.t == 0 && c.normal.x == 0 && c.normal.y == 0 && c.normal.z == 0);
        assert_true(pick_object_id_equal(c.object, id)); // the lower slot
        assert_vec3_near(c.point, v(0.5, 0, 0), 1e-12);
    }
    assert_true(sweep_ball(s.scene, v(0, 0, 1), 1, v(0, 0, 0), NULL, &c) && c.inside); // touches
    assert_false(sweep_ball(s.scene, v(0, 0, 1.001), 1, v(0, 0, 0), NULL, &c));
    // Through the middle of a box.
    const pick_obb box = {v(0.2, 0.1, 0.3), {v(0.5, 0, 0), v(0, 0.5, 0), v(0, 0, 0.5)}};
    assert_true(sweep_box(s.scene, &box, v(0, 0, 1), &c) && c.inside);
    assert_true(fabs(c.point.x - 0.2) <= 0.5 && fabs(c.point.y - 0.1) <= 0.5 && c.point.z == 0);
    squares_free(&s);
}

static void volumes_are_solid(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_contact c;
    const pick_shape_part parts[2] = {{PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_SPHERE, .as.sphere = {{-3, 0, 0}, 1}}},
                                      {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_SPHERE, .as.sphere = {{3, 0, 0}, 2}}}};
    const pick_shape pair = {.type = PICK_SHAPE_COMPOUND, .as.compound = {parts, 2}};
    pick_volume *balls = volume_of(&pair);
    const pick_object_id id = put_volume(&s, balls, v(0, 0, 0));
    assert_true(sweep_ball(s.scene, v(3, 0, 10), 1, v(0, 0, -20), NULL, &c));
    assert_near(c.t, 7.0 / 20, 1e-11);
    assert_vec3_near(c.point, v(3, 0, 2), 1e-6);
    assert_vec3_near(c.normal, v(0, 0, 1), 1e-6);
    assert_int_equal(c.triangle, 1);
    assert_true(c.submesh == 0 && c.barycentric[0] == 0 && c.barycentric[1] == 0 && !c.backface);
    assert_true(sweep_ball(s.scene, v(-3, 1.2, 10), 1, v(0, 0, -20), NULL, &c)); // off its middle
    assert_near(c.t, (10 - 1.6) / 20, 1e-11);
    assert_int_equal(c.triangle, 0);
    assert_vec3_near(c.normal, v(0, 0.6, 0.8), 1e-5);
    assert_true(sweep_ball(s.scene, v(3, 0.5, 0), 0.25, v(0, 0, -20), NULL, &c)); // within
    assert_true(c.inside && pick_object_id_equal(c.object, id));
    assert_near(pick_vec3_length(pick_vec3_sub(c.point, v(3, 0.5, 0))), 0, 0.25 + 1e-9);
    assert_false(sweep_ball(s.scene, v(0, 0, 10), 0.9, v(0, 0, -20), NULL, &c)); // between them
    // Face to face, gliding along, a hair above.
    const pick_shape brick = {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 1}}};
    pick_volume *block = volume_of(&brick);
    (void)put_volume(&s, block, v(0, 0, 50));
    pick_obb glider = {v(-5, 0, 52.0001), {v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)}};
    assert_false(sweep_box(s.scene, &glider, v(10, 0, 0), &c));
    glider.center.z = 51.9999;
    assert_true(sweep_box(s.scene, &glider, v(10, 0, 0), &c));
    assert_near(c.t, 0.3, 1e-12);
    assert_vec3_near(c.normal, v(-1, 0, 0), 1e-9);
    // And over a ball, nearer than its points are known.
    glider = (pick_obb){v(3, 0, 3 + 1e-10), {v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)}};
    (void)sweep_box(s.scene, &glider, v(0.1, 0, 0), &c);
    (void)sweep_box(s.scene, &glider, v(0, 0.01, 0), &c);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(balls);
    pick_volume_destroy(block);
    squares_free(&s);
}

static void nothing_is_tunnelled(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_contact c;
    test_random r = {99};
    (void)squares_put(&s, s.square, 0, 0, 0);
    for (int i = 0; i < 50; i++) {
        const pick_vec3 at = random_in_cube(&r, 0.9), way = random_direction(&r);
        const pick_vec3 goal = v(at.x, at.y, 0);
        const double far = 1e7;
        if (fabs(way.z) < 0.1)
            continue;
        assert_true(sweep_ball(s.scene, pick_vec3_add(goal, pick_vec3_scale(way, far)), 1e-3,
                               pick_vec3_scale(way, -3 * far), NULL, &c));
        assert_vec3_near(c.point, goal, 0.02); // the ball's radius by its slope, and rounding far out
        assert_near(c.t, 1.0 / 3, 1e-9);
    }
    // The same, where the world is far from its origin.
    pick_transform there = PICK_TRANSFORM_IDENTITY;
    there.origin = v(1e7, -1e7, 1e7);
    assert_int_equal(pick_scene_set_transform(s.scene, s.ids[0], &there), PICK_OK);
    assert_true(sweep_ball(s.scene, v(1e7 + 0.25, -1e7, 1e7 + 5), 1, v(0, 0, -10), NULL, &c));
    assert_near(c.t, 0.4, 1e-12);
    assert_vec3_near(c.point, v(1e7 + 0.25, -1e7, 1e7), 4e-9);
    squares_free(&s);
}

// A solid without size is a ray.
static void points_go_where_rays_go(void **state)
{
    (void)state;
    enum { TRIANGLES = 300 };
    test_random r = {5};
    float positions[9 * TRIANGLES];
    for (int i = 0; i < 9 * TRIANGLES; i++)
        positions[i] = (float)random_between(&r, -1, 1);
    for (int i = 0; i < 9; i++)
        positions[i] = positions[i % 3]; // a triangle without area is never met
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * TRIANGLES};
    pick_mesh *mesh = NULL;
    squares s = squares_make();
    int met = 0;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    (void)squares_put(&s, mesh, 0, 0, 0);
    for (int i = 0; i < 200; i++) {
        const pick_query query = {.cull = PICK_CULL_NONE};
        const pick_vec3 at = random_in_cube(&r, 1);
        const pick_ray ray = {at, pick_vec3_scale(random_direction(&r), 0.05), 0, 1};
        pick_hit hit;
        pick_contact c;
        const bool is_hit = pick_closest(s.scene, &ray, &query, &hit);
        assert_int_equal(sweep_ball(s.scene, at, 0, ray.direction, &query, &c), is_hit);
        if (!is_hit)
            continue;
        ++met;
        assert_int_equal(c.triangle, hit.triangle);
        assert_near(c.t, hit.t, 1e-9);
        assert_vec3_near(c.point, hit.point, 1e-9);
        assert_int_equal(c.backface, hit.backface);
    }
    assert_true(met > 50 && met < 200);
    // Nor is it a neighbour.
    const pick_object_id first = s.ids[0], second = squares_put(&s, s.square, 0, 0, 4);
    pick_clearance near[4];
    assert_true(pick_object_clearance(s.scene, first, second, NULL, &near[0]));
    assert_true(pick_object_clearance_brute_force(s.scene, first, second, NULL, &near[1]));
    assert_true(pick_object_clearance(s.scene, second, first, NULL, &near[2]));
    assert_true(pick_object_clearance_brute_force(s.scene, second, first, NULL, &near[3]));
    for (int i = 0; i < 4; i++) {
        assert_near(near[i].distance, near[0].distance, 1e-12);
        assert_true(near[i].distance > 3 && near[i].triangle[i / 2] != 0);
    }
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

typedef struct seen {
    pick_object_id skipped;
    pick_hit last;
    int calls;
} seen;

static bool note_hit(void *user, const pick_hit *hit)
{
    seen *n = user;
    n->last = *hit;
    ++n->calls;
    return hit->t > 0.5; // not the upper square
}

static bool skip_one(void *user, pick_object_id object, uint64_t object_user)
{
    (void)object_user;
    return !pick_object_id_equal(object, ((seen *)user)->skipped);
}

static void queries_filter(void **state)
{
    (void)state;
    squares s = squares_make();
    seen n = {.calls = 0};
    pick_contact c;
    pick_stats stats = {0};
    const pick_vec3 at = v(0.5, -0.25, 5), down = v(0, 0, -10);
    const pick_object_id upper = squares_put(&s, s.alpha, 0, 0, 2), lower = squares_put(&s, s.square, 0, 0, 0);
    pick_query query = {.filter = note_hit, .filter_user = &n, .stats = &stats};
    assert_true(sweep_ball(s.scene, at, 0.5, down, &query, &c)); // the square does not ask: it is at 0.45
    assert_true(pick_object_id_equal(c.object, lower) && n.calls > 0);
    assert_true(stats.nodes > 0 && stats.triangles > 0 && stats.objects >= 2);
    assert_near(n.last.t, 0.25, 1e-12);
    assert_near((double)n.last.uv[0], 0.75, 1e-6);
    assert_near(n.last.barycentric[0], 0.375, 1e-9);
    assert_int_equal(overlapping(s.scene, v(0, 0, 2), 0.5, &query), 0); // at t = 0
    query.filter_all = true;
    assert_false(sweep_ball(s.scene, at, 0.5, down, &query, &c));
    query = (pick_query){.object_filter = skip_one, .object_filter_user = &n};
    n.skipped = upper;
    assert_true(sweep_ball(s.scene, at, 0.5, down, &query, &c) && pick_object_id_equal(c.object, lower));
    query = (pick_query){.hidden_layers = 1};
    assert_int_equal(pick_scene_set_layers(s.scene, upper, 1), PICK_OK);
    assert_true(sweep_ball(s.scene, at, 0.5, down, &query, &c) && pick_object_id_equal(c.object, lower));
    assert_true(sweep_ball(s.scene, at, 0.5, down, NULL, &c) && pick_object_id_equal(c.object, upper));
    assert_int_equal(pick_scene_set_flags(s.scene, upper, PICK_OBJECT_LOCKED), PICK_OK);
    assert_true(sweep_ball(s.scene, at, 0.5, down, NULL, &c) && c.locked && c.user == 0);
    query = (pick_query){.pass_locked = true};
    assert_true(sweep_ball(s.scene, at, 0.5, down, &query, &c) && !c.locked && c.user == 1);
    assert_int_equal(pick_scene_set_flags(s.scene, upper, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_true(sweep_ball(s.scene, at, 0.5, down, NULL, &c) && pick_object_id_equal(c.object, lower));
    assert_int_equal(overlapping(s.scene, v(0, 0, 2), 0.5, NULL), 0);
    // Flattened: it is never met.
    const pick_transform flat = {.linear = {0}};
    assert_int_equal(pick_scene_set_transform(s.scene, lower, &flat), PICK_OK);
    assert_false(sweep_ball(s.scene, at, 0.5, down, NULL, &c));
    squares_free(&s);
}

static void overlaps_are_listed_by_slot(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_object_id ids[3];
    for (int i = 0; i < 6; i++)
        (void)squares_put(&s, s.square, 3 * (5 - i), 0, 0);
    const pick_vec3 ends[2] = {v(0, 0, 0.5), v(9, 0, 0.5)};
    const pick_solid capsule = {ends, 2, 0.5};
    assert_int_equal(pick_overlaps(s.scene, &capsule, NULL, ids, 3), 4);
    for (int i = 0; i < 3; i++)
        assert_true(pick_object_id_equal(ids[i], s.ids[2 + i]));
    assert_int_equal(pick_overlaps_brute_force(s.scene, &capsule, NULL, NULL, 0), 4);
    assert_int_equal(pick_scene_remove(s.scene, ids[1]), PICK_OK);
    assert_int_equal(pick_overlaps_brute_force(s.scene, &capsule, NULL, NULL, 0), 3);
    assert_int_equal(pick_overlaps(s.scene, &capsule, NULL, NULL, 0), 3);
    squares_free(&s);
}

// So many that they have a hierarchy.
static pick_mesh *many_triangles(void)
{
    enum { FLOATS = 9 * 100 };
    test_random r = {7};
    float positions[FLOATS];
    pick_mesh *mesh = NULL;
    for (int i = 0; i < FLOATS; i++)
        positions[i] = (float)random_between(&r, -1, 1);
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = FLOATS / 3};
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static void clearances(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_shape sphere = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    pick_volume *ball = volume_of(&sphere);
    const pick_object_id low = squares_put(&s, s.square, 0, 0, 0), high = squares_put(&s, s.both_sides, 4, 5, 6);
    const pick_object_id across = squares_put(&s, s.square, 0.5, 0, 0.125);
    const pick_object_id first = put_volume(&s, ball, v(0.25, 0.5, 3)), second = put_volume(&s, ball, v(3.25, 4.5, 3));
    pick_clearance c = apart(&s, low, high);
    assert_near(c.distance, sqrt(2 * 2 + 3 * 3 + 6 * 6), 1e-12);
    assert_vec3_near(c.point[0], v(1, 1, 0), 1e-12);
    assert_vec3_near(c.point[1], v(3, 4, 6), 1e-12);
    assert_near(apart(&s, low, across).distance, 0.125, 1e-12);
    c = apart(&s, first, low);
    assert_near(c.distance, 2, 1e-9);
    assert_vec3_near(c.point[0], v(0.25, 0.5, 2), 1e-6);
    assert_vec3_near(c.point[1], v(0.25, 0.5, 0), 1e-6);
    assert_true(c.triangle[0] == 0 && c.triangle[1] == 1);
    assert_near(c.barycentric[1][0] + c.barycentric[1][1], (0.25 + 1) / 2 + (0.5 - 0.25) / 2, 1e-6);
    assert_near(apart(&s, first, second).distance, 3, 1e-9);
    assert_near(apart(&s, low, low).distance, 0, 0);
    assert_near(apart(&s, first, first).distance, 0, 0);
    // Crossing.
    pick_transform turned = {{1, 0, 0, 0, 0, 1, 0, -1, 0}, {0.1, 0.2, 0.3}};
    assert_int_equal(pick_scene_set_transform(s.scene, across, &turned), PICK_OK);
    c = apart(&s, low, across);
    assert_near(c.distance, 0, 0);
    assert_near(c.point[0].z, 0, 1e-12);
    assert_near(c.point[0].y, 0.2, 1e-12);
    // Hidden ones count, flat and empty ones are nothing, and so are hidden kinds.
    pick_clearance same = {.distance = 77};
    pick_stats stats = {0};
    const pick_query counted = {.stats = &stats};
    assert_int_equal(pick_scene_set_flags(s.scene, high, PICK_OBJECT_HIDDEN | PICK_OBJECT_LOCKED), PICK_OK);
    assert_near(apart(&s, low, high).distance, 7, 1e-12);
    assert_true(pick_object_clearance(s.scene, low, high, &counted, &c) && stats.triangles > 0);
    pick_mesh *many = many_triangles();
    assert_int_equal(pick_scene_set_mesh(s.scene, high, many), PICK_OK);
    assert_true(pick_object_clearance(s.scene, low, high, &counted, &c) && stats.nodes > 0);
    stats = (pick_stats){0};
    assert_true(pick_object_clearance_brute_force(s.scene, low, high, &counted, &c) && stats.triangles > 0);
    assert_int_equal(stats.nodes, 0); // the twin walks no hierarchy
    assert_int_equal(pick_scene_set_mesh(s.scene, high, s.square), PICK_OK);
    pick_mesh_destroy(many);
    const pick_object_id nothing = squares_put(&s, s.nothing, 0, 0, 0);
    assert_false(pick_object_clearance(s.scene, low, nothing, NULL, &same));
    turned = (pick_transform){.linear = {0}};
    assert_int_equal(pick_scene_set_transform(s.scene, across, &turned), PICK_OK);
    assert_false(pick_object_clearance(s.scene, across, low, NULL, &same));
    assert_true(same.distance == 77);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(ball);
    squares_free(&s);
}

// The box of an object that floats cannot tell from those far away is infinite to one side.
static void scenes_may_be_wider_than_floats_reach(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_contact c;
    squares_put(&s, s.square, -6.5e229, -6.5e229, -6.5e229);
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    assert_true(sweep_ball(s.scene, v(0.5, -0.25, 5), 1, v(1e-9, 0, -10), NULL, &c));
    assert_true(pick_object_id_equal(c.object, id));
    assert_near(c.t, 0.4, 1e-12);
    assert_int_equal(overlapping(s.scene, v(0, 0, 0.5), 1, NULL), 1);
    assert_false(sweep_ball(s.scene, v(0.5, -0.25, 5), 1, v(0, 0, 10), NULL, &c));
    squares_free(&s);
}

// The tolerance grows with the solid, with what it meets and with the motion, along each axis: also across what is
// large and flat.
static void the_tolerance_follows_the_sizes(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_contact c;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.mesh = s.square;
    desc.transform.linear[0] = desc.transform.linear[4] = 1e9f; // 2^-40 of 2e9 are 1.8e-3
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    assert_int_equal(overlapping(s.scene, v(0, 0, 1e-3), 0, NULL), 1);
    assert_int_equal(overlapping(s.scene, v(0, 0, 1e-2), 0, NULL), 0);
    assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
    for (int k = 0; k < 3; k++) { // as with a line along each axis
        float ends[2][3] = {{0}};
        ends[0][k] = -1e9f;
        ends[1][k] = 1e9f;
        const pick_curves_desc wire = {.positions = ends[0], .position_count = 2};
        const int other = (k + 1) % 3;
        pick_thin *thin = NULL;
        assert_int_equal(pick_curves_create(&wire, NULL, &thin), PICK_OK);
        id = put_thin(&s, thin, v(0, 0, 0), 1);
        const double x = other == 0, y = other == 1, z = other == 2;
        assert_int_equal(overlapping(s.scene, v(1e-3 * x, 1e-3 * y, 1e-3 * z), 0, NULL), 1);
        assert_int_equal(overlapping(s.scene, v(1e-2 * x, 1e-2 * y, 1e-2 * z), 0, NULL), 0);
        assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
        pick_thin_destroy(thin);
    }
    squares_put(&s, s.square, 0, 0, 0); // 2^-49 of 1e12 are 1.8e-3, and of the way there 0.9e-3
    for (int k = 0; k < 2; k++) {
        const double far = 5e11, beside = 1.0015, outside = 1.01;
        assert_true(sweep_ball(s.scene, k == 0 ? v(-far, beside, 0) : v(beside, -far, 0), 0,
                               k == 0 ? v(2 * far, 0, 0) : v(0, 2 * far, 0), NULL, &c));
        assert_false(sweep_ball(s.scene, k == 0 ? v(-far, outside, 0) : v(outside, -far, 0), 0,
                                k == 0 ? v(2 * far, 0, 0) : v(0, 2 * far, 0), NULL, &c));
    }
    assert_true(sweep_ball(s.scene, v(1.0015, 0, -5e11), 0, v(0, 0, 1e12), NULL, &c));
    assert_false(sweep_ball(s.scene, v(1.01, 0, -5e11), 0, v(0, 0, 1e12), NULL, &c));
    squares_free(&s);
}

// Boxes with corners at whole numbers whose first contact is the end of the motion. Rounding puts some beyond it.
static void contacts_at_the_end_of_the_motion(void **state)
{
    (void)state;
    squares s = squares_make();
    test_random r = {9};
    const pick_shape unit = {.type = PICK_SHAPE_AABB, .as.aabb = {{0, 0, 0}, {1, 1, 1}}};
    pick_volume *volume = volume_of(&unit);
    const pick_object_id id = put_volume(&s, volume, v(0, 0, 0));
    pick_transform place = PICK_TRANSFORM_IDENTITY;
    for (int i = 0; i < 3000; i++) {
        double low[3], half[3], motion[3]; // of what stands still, and of what moves
        for (int k = 0; k < 3; k++) {
            const int side = 1 + (int)random_index(&r, 4);
            half[k] = 0.5 * random_index(&r, 4);
            motion[k] = (double)random_index(&r, 25) - 12;
            low[k] = motion[k] - half[k] - 0.5 * random_index(&r, 3); // they touch at the end
            place.linear[4 * k] = (float)side;
        }
        const uint32_t along = random_index(&r, 3);
        motion[along] = 1 + random_index(&r, 12);
        low[along] = motion[along] + half[along]; // touches there
        place.origin = v(low[0], low[1], low[2]);
        assert_int_equal(pick_scene_set_transform(s.scene, id, &place), PICK_OK);
        const pick_obb box = {v(0, 0, 0), {v(half[0], 0, 0), v(0, half[1], 0), v(0, 0, half[2])}};
        pick_contact c;
        assert_true(sweep_box(s.scene, &box, v(motion[0], motion[1], motion[2]), &c));
        assert_near(c.t, 1, 1e-9);
        assert_true(c.t <= 1);
        motion[along] -= 1e-6;
        assert_false(sweep_box(s.scene, &box, v(motion[0], motion[1], motion[2]), &c));
    }
    squares_free(&s);
    pick_volume_destroy(volume);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_falls_on_a_square),
        cmocka_unit_test(sides_are_culled_by_the_motion),
        cmocka_unit_test(boxes_meet_with_corners_edges_and_faces),
        cmocka_unit_test(what_overlaps_at_the_start_is_met_there),
        cmocka_unit_test(volumes_are_solid),
        cmocka_unit_test(nothing_is_tunnelled),
        cmocka_unit_test(points_go_where_rays_go),
        cmocka_unit_test(queries_filter),
        cmocka_unit_test(overlaps_are_listed_by_slot),
        cmocka_unit_test(clearances),
        cmocka_unit_test(scenes_may_be_wider_than_floats_reach),
        cmocka_unit_test(the_tolerance_follows_the_sizes),
        cmocka_unit_test(contacts_at_the_end_of_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
