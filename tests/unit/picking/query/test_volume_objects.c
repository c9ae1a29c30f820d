// Volumes as objects, in every question of a scene: solid and hollow, from outside and inside.
#include "picking/picking.h"

#include "balls.h"
#include "near.h"
#include "random.h"

static const pick_ray AHEAD = {{0, 0, 10}, {0, 0, -2}, 0, HUGE_VAL}, OUT = {{0, 0, 0.5}, {0, 0, 1}, 0, HUGE_VAL};

static void a_solid_is_entered(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 0);
    pick_hit hit, all[4];
    assert_true(pick_closest(b.s.scene, &AHEAD, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, id) && hit.user == 77 && !hit.backface && !hit.inside);
    assert_near(hit.t, 4.5, 1e-14);
    assert_vec3_near(hit.point, pick_vec3_make(0, 0, 1), 1e-14);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 1e-14);
    assert_vec3_near(hit.smooth_normal, hit.normal, 0);
    assert_int_equal(pick_all(b.s.scene, &AHEAD, NULL, all, 4), 1);
    assert_vec3_near(all[0].normal, hit.normal, 0);
    assert_int_equal(pick_all_objects(b.s.scene, &AHEAD, NULL, all, 4), 1);
    assert_true(pick_closest(b.s.scene, &OUT, NULL, &hit) && hit.inside && hit.t == 0);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 0), 0);
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_FRONT; // it has nothing else
    assert_false(pick_closest(b.s.scene, &AHEAD, &query, &hit));
    query.cull = PICK_CULL_BACK;
    assert_true(pick_any(b.s.scene, &AHEAD, &query));
    query.hidden_kinds = PICK_SUBMESH_KIND(2);
    assert_false(pick_any(b.s.scene, &AHEAD, &query));
    query = (pick_query){.stats = &(pick_stats){0}};
    assert_true(pick_closest(b.s.scene, &AHEAD, &query, &hit));
    assert_true(query.stats->triangles == 1 && query.stats->objects == 1);
    bool found;
    assert_int_equal(pick_closest_batch(b.s.scene, &AHEAD, 1, NULL, &hit, &found), 1);
    balls_free(&b);
}

static void a_surface_has_two_sides(void **state)
{
    (void)state;
    balls b = balls_make();
    (void)put(&b, b.hollow, 0);
    pick_hit hit, all[4];
    assert_int_equal(pick_all(b.s.scene, &AHEAD, NULL, all, 4), 2);
    assert_near(all[0].t, 4.5, 1e-14);
    assert_near(all[1].t, 5.5, 1e-14);
    assert_true(!all[0].backface && all[1].backface && !all[1].inside);
    assert_vec3_near(all[1].normal, pick_vec3_make(0, 0, -1), 1e-14); // outward
    assert_true(pick_closest(b.s.scene, &OUT, NULL, &hit) && hit.backface && !hit.inside);
    assert_near(hit.t, 0.5, 1e-14);
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_BACK;
    assert_false(pick_closest(b.s.scene, &OUT, &query, &hit));
    query.cull = PICK_CULL_FRONT;
    assert_true(pick_closest(b.s.scene, &AHEAD, &query, &hit) && hit.backface);
    balls_free(&b);
}

static void what_is_flat_is_hit_once(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_shape flats[2] = {{.type = PICK_SHAPE_TRIANGLE, .as.triangle = {{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}}},
                                 {.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}}}};
    for (int i = 0; i < 4; i++) {
        pick_volume *volume;
        assert_int_equal(
            pick_volume_create(&(pick_volume_desc){&flats[i / 2], i % 2 == 0 ? 0 : PICK_VOLUME_SURFACE}, NULL, &volume),
            PICK_OK);
        const pick_object_id id = put(&b, volume, 0);
        const pick_ray back = {{0, 0, -10}, {0, 0, 2}, 0, HUGE_VAL};
        pick_hit all[3];
        assert_int_equal(pick_all(b.s.scene, &AHEAD, NULL, all, 3), 1);
        assert_true(!all[0].backface && all[0].t == 5);
        assert_int_equal(pick_all(b.s.scene, &back, NULL, all, 3), 1);
        assert_int_equal(all[0].backface, i < 2); // a triangle's winding tells its sides apart
        assert_int_equal(pick_scene_remove(b.s.scene, id), PICK_OK);
        pick_volume_destroy(volume);
    }
    balls_free(&b);
}

// Far away, both ends of a small thing are at the same t.
static void what_rounding_flattens_is_hit_once(void **state)
{
    (void)state;
    balls b = balls_make();
    (void)put(&b, b.hollow, 0);
    const pick_ray ray = {{0, 0, 1e17}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit all[3];
    assert_int_equal(pick_all(b.s.scene, &ray, NULL, all, 3), 1);
    assert_false(all[0].backface);
    balls_free(&b);
}

// Of a solid compound, only the parts that the line enters are in the way.
static void the_parts_beside_a_line_hide_nothing(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_shape_part parts[2] = {
        {.local = PICK_AFFINE_IDENTITY, .shape = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}}},
        {.local = PICK_AFFINE_IDENTITY, .shape = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{5, 0, 0}, 1}}}};
    const pick_shape both = {.type = PICK_SHAPE_COMPOUND, .as.compound = {parts, 2}};
    pick_volume *volume = NULL;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &both}, NULL, &volume), PICK_OK);
    desc.volume = volume;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    const pick_vec3 eye = {0, 0, 10}, front = {0, 0, 1}, back = {0, 0, -1};
    assert_true(pick_visible(s.scene, eye, front, NULL));
    assert_false(pick_visible(s.scene, front, back, NULL));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(volume);
    squares_free(&s);
}

// Two boxes side by side in a compound within a compound, which have one number: at their common side the ray leaves
// one and enters the other.
static void of_parts_that_meet_the_front_is_hit(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        squares s = squares_make();
        const pick_shape_part boxes[2] = {
            {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, 0}, {1, 1, 1}}}},
            {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 0}}}}};
        const pick_shape_part inner[2] = {boxes[swapped], boxes[1 - swapped]};
        const pick_shape_part outer = {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_COMPOUND, .as.compound = {inner, 2}}};
        const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {&outer, 1}};
        pick_volume *volume = NULL;
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        pick_hit hit, all[4];
        assert_int_equal(
            pick_volume_create(&(pick_volume_desc){.shape = &shape, .flags = PICK_VOLUME_SURFACE}, NULL, &volume),
            PICK_OK);
        desc.volume = volume;
        assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
        const pick_ray ray = {{0.25, 0.5, 0.5}, {0, 0, -1}, 0, HUGE_VAL};
        assert_int_equal(pick_all(s.scene, &ray, NULL, all, 4), 3);
        assert_true(all[0].t == 0.5 && !all[0].backface && all[1].t == 0.5 && all[1].backface);
        assert_vec3_near(all[0].normal, pick_vec3_make(0, 0, 1), 0);
        assert_vec3_near(all[1].normal, pick_vec3_make(0, 0, -1), 0);
        assert_true(pick_closest(s.scene, &ray, NULL, &hit) && hit.t == 0.5 && !hit.backface);
        assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 0);
        assert_int_equal(pick_all_objects(s.scene, &ray, NULL, all, 4), 1);
        assert_false(all[0].backface);
        pick_scene_destroy(s.scene);
        s.scene = NULL;
        pick_volume_destroy(volume);
        squares_free(&s);
    }
}

static void one_point_sees_another(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 0);
    const pick_vec3 front = {0, 0, 1}, back = {0, 0, -1}, eye = {0, 0, 10}, middle = {0, 0, 0}, beyond = {0, 0, -5};
    assert_true(pick_visible(b.s.scene, eye, front, NULL)); // it only touches the ball
    assert_true(pick_visible(b.s.scene, front, eye, NULL));
    assert_true(pick_visible_brute_force(b.s.scene, front, eye, NULL));
    assert_false(pick_visible(b.s.scene, eye, middle, NULL));
    assert_false(pick_visible(b.s.scene, front, back, NULL)); // through the solid
    assert_false(pick_visible(b.s.scene, eye, back, NULL));
    assert_false(pick_visible(b.s.scene, eye, beyond, NULL));
    assert_int_equal(pick_scene_set_volume(b.s.scene, id, b.hollow), PICK_OK);
    assert_true(pick_visible(b.s.scene, eye, front, NULL));
    assert_true(pick_visible(b.s.scene, front, back, NULL)); // within the wall
    assert_true(pick_visible(b.s.scene, middle, front, NULL));
    assert_false(pick_visible(b.s.scene, eye, middle, NULL));
    assert_false(pick_visible(b.s.scene, eye, back, NULL));
    // Two balls as one: the far one lies on the same line, and says nothing about the near one.
    const pick_shape_part parts[2] = {{PICK_AFFINE_IDENTITY, BALL}, {{{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, -4}}, BALL}};
    const pick_shape both = {.type = PICK_SHAPE_COMPOUND, .as.compound = {parts, 2}};
    const pick_vec3 between = {0, 0, -2};
    pick_volume *pair;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &both}, NULL, &pair), PICK_OK);
    assert_int_equal(pick_scene_set_volume(b.s.scene, id, pair), PICK_OK);
    assert_true(pick_visible(b.s.scene, eye, front, NULL));
    assert_true(pick_visible(b.s.scene, between, back, NULL));
    assert_false(pick_visible(b.s.scene, eye, between, NULL));
    assert_false(pick_visible(b.s.scene, front, beyond, NULL));
    balls_free(&b);
    pick_volume_destroy(pair);
}

static bool is_part_zero(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->triangle == 0;
}

// Two boxes that touch: what the filter leaves out does not lengthen the way through the other one.
static void what_is_left_out_hides_nothing(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_shape_part below[3] = {
        // one number; the ray passes the second one, and ends before the third
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 0}}}},
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{2, -1, 0}, {3, 1, 9}}}},
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, 7}, {1, 1, 8}}}}};
    const pick_shape_part boxes[2] = {
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_COMPOUND, .as.compound = {below, 3}}},
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, 0}, {1, 1, 1}}}}};
    const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {boxes, 2}};
    pick_volume *volume = NULL;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    pick_query query = PICK_QUERY_DEFAULT;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &volume), PICK_OK);
    desc.volume = volume;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    const pick_vec3 top = {0.25, 0.5, 0}, above = {0.25, 0.5, 5};
    assert_false(pick_visible(s.scene, top, above, &query));
    query.filter = is_part_zero;
    query.filter_all = true;
    assert_true(pick_visible(s.scene, top, above, &query));
    assert_true(pick_visible_brute_force(s.scene, top, above, &query));
    assert_true(pick_visible(s.scene, above, top, &query));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(volume);
    squares_free(&s);
}

// Through a side, from inside: the line enters the surface head on, and leaves it at a thousandth of that slope. Behind
// its end it may be as deep as beside it, which is a hundred times as far along the line.
static void a_side_is_grazed_from_inside(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_shape shape = {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 1}}};
    pick_volume *volume = NULL;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    assert_int_equal(
        pick_volume_create(&(pick_volume_desc){.shape = &shape, .flags = PICK_VOLUME_SURFACE}, NULL, &volume), PICK_OK);
    desc.volume = volume;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    const pick_vec3 eye = {-0.9, 0.9995, 0}, along = {1, 0.001, 0};
    assert_true(pick_visible(s.scene, eye, pick_vec3_add(eye, pick_vec3_scale(along, 0.5 + 3e-4)), NULL));
    assert_false(pick_visible(s.scene, eye, pick_vec3_add(eye, pick_vec3_scale(along, 0.5 + 1e-2)), NULL));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(volume);
    squares_free(&s);
}

static void meshes_and_volumes_change_places(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 3);
    pick_object_desc desc;
    assert_int_equal(pick_scene_get(b.s.scene, id, &desc), PICK_OK);
    assert_true(desc.volume == b.solid && desc.mesh == NULL && desc.transform.origin.z == 3);
    assert_int_equal(pick_scene_set_mesh(b.s.scene, id, b.s.both_sides), PICK_OK);
    assert_int_equal(pick_scene_get(b.s.scene, id, &desc), PICK_OK);
    assert_true(desc.mesh == b.s.both_sides && desc.volume == NULL);
    pick_hit hit;
    assert_true(pick_closest(b.s.scene, &AHEAD, NULL, &hit) && hit.t == 3.5);
    desc.mesh = NULL;
    desc.volume = b.hollow;
    const pick_object_id twice[2] = {id, id};
    const pick_object_desc descs[2] = {desc, desc};
    assert_int_equal(pick_scene_set_many(b.s.scene, twice, descs, 2), PICK_OK);
    assert_true(pick_closest(b.s.scene, &AHEAD, NULL, &hit));
    assert_near(hit.t, 3, 1e-14);
    assert_int_equal(pick_scene_get(b.s.scene, id, &desc), PICK_OK);
    assert_ptr_equal(desc.volume, b.hollow);
    assert_int_equal(pick_scene_set_many(b.s.scene, &id, &desc, 1), PICK_OK); // nothing changes
    // A flat one is never hit.
    pick_transform flat = PICK_TRANSFORM_IDENTITY;
    flat.linear[8] = 0;
    assert_int_equal(pick_scene_set_transform(b.s.scene, id, &flat), PICK_OK);
    assert_false(pick_closest(b.s.scene, &AHEAD, NULL, &hit));
    pick_aabb box;
    assert_int_equal(pick_scene_object_bounds(b.s.scene, id, &box), PICK_OK);
    assert_vec3_near(box.max, pick_vec3_make(1, 1, 0), 0);
    balls_free(&b);
}

static void bounds_of_a_turned_ball_are_its_own(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 0);
    const float c = 0.70710678f;
    const pick_transform turned = {{2 * c, 2 * c, 0, -c, c, 0, 0, 0, 1}, {5, 0, 0}};
    pick_aabb box;
    assert_int_equal(pick_scene_set_transform(b.s.scene, id, &turned), PICK_OK);
    assert_int_equal(pick_scene_object_bounds(b.s.scene, id, &box), PICK_OK);
    const double half = hypot(2 * (double)c, (double)c); // not the box of the turned box, 3 c
    assert_vec3_near(box.max, pick_vec3_make(5 + half, half, 1), 1e-12);
    assert_vec3_near(box.min, pick_vec3_make(5 - half, -half, -1), 1e-12);
    balls_free(&b);
}

// --- Near -----------------------------------------------------------------------------------------------------------

static void near_a_volume(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 0);
    const pick_nearest_query wanted = {.features = PICK_FEATURE_ALL, .radius = 20};
    pick_nearest near;
    assert_true(pick_nearest_in_world(b.s.scene, (pick_vec3){0, 4, 0}, &wanted, NULL, &near));
    assert_true(pick_object_id_equal(near.object, id) && near.feature == PICK_FEATURE_SURFACE && near.submesh == 0);
    assert_near(near.distance, 3, 1e-12);
    assert_vec3_near(near.point, pick_vec3_make(0, 1, 0), 1e-6);
    assert_vec3_near(near.normal, pick_vec3_make(0, 1, 0), 1e-6);
    assert_true(pick_nearest_in_world(b.s.scene, (pick_vec3){0, 0.25, 0}, &wanted, NULL, &near));
    assert_true(near.distance == 0 && near.point.y == 0.25);
    const pick_nearest_query corners = {.features = PICK_FEATURE_VERTEX | PICK_FEATURE_EDGE, .radius = 20};
    assert_false(pick_nearest_in_world(b.s.scene, (pick_vec3){0, 4, 0}, &corners, NULL, &near));
    assert_false(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &corners, NULL, &near));
    // From 10 m the outline of a ball of 1 m is 1/sqrt(99) wide at 1 m: 50 points each.
    assert_true(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){60, 50}, &wanted, NULL, &near));
    assert_near(near.distance, 10 - 50 / sqrt(99), 1e-9);
    assert_near(near.point.x, sqrt(0.99), 1e-5);
    assert_near(near.point.z, 0.1, 1e-5);
    assert_vec3_near(near.normal, pick_vec3_make(sqrt(0.99), 0, 0.1), 1e-5);
    assert_false(near.backface);
    assert_true(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){51, 50}, &wanted, NULL, &near));
    assert_true(near.distance == 0 && near.normal.z > 0.9);
    pick_nearest_query seen = wanted;
    seen.visible = true;
    assert_true(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){60, 50}, &seen, NULL, &near));
    assert_near(near.distance, 10 - 50 / sqrt(99), 1e-9);
    balls_free(&b);
}

// A camera inside sees the near plane's cut of a solid, and the wall of a hollow one.
static void from_inside(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 10);
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 20};
    pick_nearest near;
    pick_hit hit;
    const pick_ray ray = pick_view_ray(&b.s.view, (pick_vec2){50, 50});
    assert_true(pick_closest(b.s.scene, &ray, NULL, &hit) && hit.inside);
    assert_near(hit.t, 0.1, 1e-6);
    assert_true(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &wanted, NULL, &near));
    assert_true(near.distance == 0 && !near.backface);
    assert_near(near.depth, 0.1, 1e-6);
    pick_explanation why[4];
    assert_int_equal(pick_explain(b.s.scene, &b.s.view, (pick_vec2){50, 50}, NULL, 0, why, 4), 1);
    assert_int_equal(why[0].reason, PICK_REASON_PICKED);
    assert_int_equal(pick_scene_set_volume(b.s.scene, id, b.hollow), PICK_OK);
    assert_true(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &wanted, NULL, &near));
    assert_true(near.distance == 0 && near.backface);
    assert_near(near.depth, 1, 1e-6);
    // Its wall lies beyond the far plane: the mouse is over its inside all the same.
    assert_int_equal(
        pick_scene_set_transform(b.s.scene, id, &(pick_transform){{200, 0, 0, 0, 200, 0, 0, 0, 200}, {0, 0, 10}}),
        PICK_OK);
    assert_false(pick_closest(b.s.scene, &ray, NULL, &hit));
    assert_true(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &wanted, NULL, &near));
    assert_true(near.distance == 0 && near.depth >= 0.1 * (1 - 1e-9) && near.depth <= 100 * (1 + 1e-9));
    // Before the near plane there is nothing.
    assert_int_equal(pick_scene_set_transform(b.s.scene, id,
                                              &(pick_transform){{0.05f, 0, 0, 0, 0.05f, 0, 0, 0, 0.05f}, {0, 0, 9.96}}),
                     PICK_OK);
    assert_false(pick_nearest_in_window(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &wanted, NULL, &near));
    assert_int_equal(pick_scene_set_volume(b.s.scene, id, b.solid), PICK_OK);
    assert_int_equal(pick_explain(b.s.scene, &b.s.view, (pick_vec2){50, 50}, NULL, 0, why, 4), 1);
    assert_int_equal(why[0].reason, PICK_REASON_NEAR);
    balls_free(&b);
}

// Beside the window the nearest point of what fills it is at its border.
static void beside_the_window(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 0);
    const pick_transform large = {{90, 0, 0, 0, 90, 0, 0, 0, 1}, {0, 0, 0}};
    assert_int_equal(pick_scene_set_transform(b.s.scene, id, &large), PICK_OK);
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 20};
    const pick_vec2 beside[5] = {{-5, 50}, {105, 50}, {50, -5}, {50, 105}, {103, 104}};
    for (int i = 0; i < 5; i++) {
        pick_nearest near;
        assert_true(pick_nearest_in_window(b.s.scene, &b.s.view, beside[i], &wanted, NULL, &near));
        assert_near(near.distance, 5, 1e-9);
    }
    balls_free(&b);
}

// At the border of the window only what is inside it counts.
static void past_the_border(void **state)
{
    (void)state;
    balls b = balls_make();
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    // A bar that comes nearest to the corner of the window outside it.
    const pick_shape bar = {.type = PICK_SHAPE_CAPSULE, .as.capsule = {{-14, 4, 0}, {-6, 14, 0}, 0.2}};
    pick_volume *volume;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &bar}, NULL, &volume), PICK_OK);
    desc.volume = volume;
    assert_int_equal(pick_scene_add(b.s.scene, &desc, &id), PICK_OK);
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 200};
    for (int i = 0; i < 4; i++) { // towards, above, beside, and at it
        const pick_vec2 at[4] = {{1, 99}, {1, 1}, {40, 99}, {50, 50}};
        const pick_vec2 from = at[i];
        pick_nearest near;
        const bool found = pick_nearest_in_window(b.s.scene, &b.s.view, from, &wanted, NULL, &near);
        double least = HUGE_VAL;
        for (double x = 0; x <= 100; x += 0.125) { // what rays along the border and inside it find
            for (double y = 0; y <= 100; y += 0.5) {
                const pick_ray ray = pick_view_ray(&b.s.view, (pick_vec2){x, y});
                if (pick_any(b.s.scene, &ray, NULL))
                    least = fmin(least, hypot(x - from.x, y - from.y));
            }
        }
        assert_int_equal(found, least < HUGE_VAL);
        if (found)
            assert_true(near.distance <= least + 1e-9 && near.distance > least - 0.8);
    }
    pick_scene_destroy(b.s.scene);
    assert_int_equal(pick_scene_create(NULL, &b.s.scene), PICK_OK);
    pick_volume_destroy(volume);
    balls_free(&b);
}

// Flattened to 1e-33 of its size, a cone is hit in its outline and nowhere else.
static void what_is_flattened_keeps_its_outline(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_shape shape = {.type = PICK_SHAPE_CONE, .as.cone = {{0, -1, 0}, {0.25, 1, 0}, 1}};
    const pick_ray ray = {{145, -124, 2826}, {-0.353, -0.273, -0.895}, 0, HUGE_VAL};
    pick_transform at = {{1e-33f, 14, 4, 6, 0, 1e-33f, 1e-33f, 1e-33f, 0}, {0, 0, 0}};
    pick_volume *cone;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &cone), PICK_OK);
    const pick_object_id id = put(&b, cone, 0);
    for (int i = 0; i < 400; i++) {
        // Local x and y of the place where the ray passes the cone's plane, which has the columns for axes.
        const double x = -1.4 + i % 20 * 0.15, y = -1.4 + i / 20 * 0.15;
        const pick_vec3 place = pick_vec3_add(ray.origin, pick_vec3_scale(ray.direction, 2960));
        at.origin = pick_vec3_make(place.x - 6 * y, place.y - 14 * x, place.z - 4 * x);
        assert_int_equal(pick_scene_set_transform(b.s.scene, id, &at), PICK_OK);
        const double along = (0.25 * x + 2 * (y + 1)) / sqrt(4.0625),
                     across = fabs(2 * x - 0.25 * (y + 1)) / sqrt(4.0625);
        const double room = fmin(fmin(along, sqrt(4.0625) - along), 1 - along / sqrt(4.0625) - across);
        if (fabs(room) > 0.01)
            assert_int_equal(pick_any_brute_force(b.s.scene, &ray, NULL), room > 0);
        assert_int_equal(pick_any(b.s.scene, &ray, NULL), pick_any_brute_force(b.s.scene, &ray, NULL));
    }
    assert_int_equal(pick_scene_remove(b.s.scene, id), PICK_OK);
    pick_volume_destroy(cone);
    balls_free(&b);
}

// --- The cursor -----------------------------------------------------------------------------------------------------

static void under_the_cursor(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id id = put(&b, b.solid, 0);
    const pick_cursor_query query = {.tolerance = 8};
    pick_cursor_hit hit;
    assert_true(pick_cursor(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &query, &hit));
    assert_true(hit.distance == 0 && pick_object_id_equal(hit.hit.object, id));
    assert_true(pick_cursor(b.s.scene, &b.s.view, (pick_vec2){60, 50}, &query, &hit)); // beside it
    assert_near(hit.distance, 10 - 50 / sqrt(99), 1e-9);
    assert_true(hit.hit.normal.x > 0.9);
    // A thin rod before a wall.
    const pick_shape rod = {.type = PICK_SHAPE_CYLINDER, .as.cylinder = {{-20, 0, 4}, {20, 0, 4}, 0.01}};
    pick_volume *volume;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id rod_id;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &rod}, NULL, &volume), PICK_OK);
    desc.volume = volume;
    assert_int_equal(pick_scene_add(b.s.scene, &desc, &rod_id), PICK_OK);
    desc.volume = b.solid;
    desc.transform.linear[0] = desc.transform.linear[4] = 50;
    desc.transform.origin.z = -3;
    assert_int_equal(pick_scene_set_many(b.s.scene, &id, &desc, 1), PICK_OK);
    assert_true(pick_cursor(b.s.scene, &b.s.view, (pick_vec2){50, 53}, &query, &hit));
    assert_true(hit.thin && pick_object_id_equal(hit.hit.object, rod_id));
    pick_explanation why[8];
    const size_t count = pick_explain_cursor(b.s.scene, &b.s.view, (pick_vec2){50, 53}, &query, 10, why, 8);
    assert_true(count >= 2);
    pick_scene_destroy(b.s.scene);
    assert_int_equal(pick_scene_create(NULL, &b.s.scene), PICK_OK);
    pick_volume_destroy(volume);
    balls_free(&b);
}

// A solid around the camera hides all: nothing is in front of what has no plane.
static void nothing_is_thin_inside_a_solid(void **state)
{
    (void)state;
    for (int parallel = 0; parallel < 2; parallel++) {
        balls b = balls_make();
        const pick_view view = squares_view(10, 0.1, 100, parallel == 1);
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id around, square = squares_put(&b.s, b.s.square, 0, 0, 8);
        desc.volume = b.solid;
        desc.transform.linear[0] = desc.transform.linear[4] = desc.transform.linear[8] = 1e9f;
        assert_int_equal(pick_scene_add(b.s.scene, &desc, &around), PICK_OK);
        desc.transform = (pick_transform){{0.01f, 0, 0, 0, 1, 0, 0, 0, 1}, {0.3, 0, 8}};
        assert_int_equal(pick_scene_set_transform(b.s.scene, square, &desc.transform), PICK_OK);
        for (int x = 40; x <= 60; x++) {
            const pick_cursor_query query = {.tolerance = 8};
            pick_cursor_hit hits[2], slow[2];
            const size_t count = pick_cursor_all(b.s.scene, &view, (pick_vec2){x, 50}, &query, hits, 2);
            assert_int_equal(count, pick_cursor_all_brute_force(b.s.scene, &view, (pick_vec2){x, 50}, &query, slow, 2));
            assert_true(count > 0 && !hits[0].thin && hits[0].hit.inside);
            assert_true(pick_object_id_equal(hits[0].hit.object, around));
        }
        balls_free(&b);
    }
}

// --- Explain and trace ----------------------------------------------------------------------------------------------

static void every_meeting_is_explained(void **state)
{
    (void)state;
    balls b = balls_make();
    const pick_object_id first = put(&b, b.hollow, 0), second = put(&b, b.solid, -4);
    pick_explanation why[8];
    assert_int_equal(pick_explain(b.s.scene, &b.s.view, (pick_vec2){50, 50}, NULL, 0, why, 8), 3);
    assert_int_equal(why[0].reason, PICK_REASON_PICKED);
    assert_true(why[1].reason == PICK_REASON_BEHIND && pick_object_id_equal(why[1].object, first) && why[1].backface);
    assert_true(why[2].reason == PICK_REASON_BEHIND && pick_object_id_equal(why[2].object, second));
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_FRONT;
    assert_int_equal(pick_explain(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &query, 0, why, 8), 3);
    assert_int_equal(why[0].reason, PICK_REASON_CULLED_FRONT);
    assert_int_equal(why[1].reason, PICK_REASON_PICKED);
    query = (pick_query){.hidden_kinds = PICK_SUBMESH_KIND(2)};
    assert_int_equal(pick_explain(b.s.scene, &b.s.view, (pick_vec2){50, 50}, &query, 0, why, 8), 3);
    assert_int_equal(why[2].reason, PICK_REASON_KIND);
    // Beside it, and a flat one.
    assert_int_equal(pick_explain(b.s.scene, &b.s.view, (pick_vec2){58, 50}, NULL, 20, why, 8), 2);
    assert_int_equal(why[0].reason, PICK_REASON_MISSED);
    pick_transform flat = PICK_TRANSFORM_IDENTITY;
    flat.linear[8] = 0;
    assert_int_equal(pick_scene_set_transform(b.s.scene, second, &flat), PICK_OK);
    assert_int_equal(pick_explain(b.s.scene, &b.s.view, (pick_vec2){50, 50}, NULL, 20, why, 8), 3);
    assert_int_equal(
        why[2].reason == PICK_REASON_FLAT || why[0].reason == PICK_REASON_FLAT || why[1].reason == PICK_REASON_FLAT, 1);
    balls_free(&b);
}

typedef struct steps {
    int volumes, hits;
    pick_vec3 corner;
} steps;

static void count_step(void *user, const pick_trace_step *step)
{
    steps *s = user;
    if (step->kind == PICK_TRACE_VOLUME) {
        ++s->volumes;
        s->hits += step->hit;
        s->corner = step->corner[7];
        assert_true(step->hit == (step->t > 0));
    }
}

static void volumes_are_traced(void **state)
{
    (void)state;
    balls b = balls_make();
    (void)put(&b, b.hollow, 0);
    (void)squares_put(&b.s, b.s.square, 0, 0, -4);
    steps s = {0};
    pick_hit hit;
    assert_true(pick_closest_traced(b.s.scene, &AHEAD, NULL, count_step, &s, &hit));
    assert_true(s.volumes == 1 && s.hits == 1 && hit.t == 4.5);
    assert_vec3_near(s.corner, pick_vec3_make(1, 1, 1), 0);
    const pick_ray corner = {{0.9, 0.9, 10}, {0, 0, -2}, 0, HUGE_VAL};
    assert_true(pick_closest_traced(b.s.scene, &corner, NULL, count_step, &s, &hit));
    assert_true(s.volumes == 2 && s.hits == 1);
    // Another volume is hit first, behind where the box of the one that is missed begins.
    const pick_object_id large = put(&b, b.solid, 0);
    assert_int_equal(
        pick_scene_set_transform(b.s.scene, large, &(pick_transform){{2, 0, 0, 0, 2, 0, 0, 0, 2}, {0, 0, 0}}), PICK_OK);
    (void)put(&b, b.hollow, 0.8);
    s = (steps){0};
    assert_true(pick_closest_traced(b.s.scene, &corner, NULL, count_step, &s, &hit));
    assert_true(s.volumes == 2 && s.hits == 1);
    balls_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solid_is_entered),
        cmocka_unit_test(a_surface_has_two_sides),
        cmocka_unit_test(of_parts_that_meet_the_front_is_hit),
        cmocka_unit_test(what_is_flat_is_hit_once),
        cmocka_unit_test(what_rounding_flattens_is_hit_once),
        cmocka_unit_test(what_is_flattened_keeps_its_outline),
        cmocka_unit_test(the_parts_beside_a_line_hide_nothing),
        cmocka_unit_test(one_point_sees_another),
        cmocka_unit_test(what_is_left_out_hides_nothing),
        cmocka_unit_test(a_side_is_grazed_from_inside),
        cmocka_unit_test(meshes_and_volumes_change_places),
        cmocka_unit_test(bounds_of_a_turned_ball_are_its_own),
        cmocka_unit_test(near_a_volume),
        cmocka_unit_test(from_inside),
        cmocka_unit_test(beside_the_window),
        cmocka_unit_test(past_the_border),
        cmocka_unit_test(under_the_cursor),
        cmocka_unit_test(nothing_is_thin_inside_a_solid),
        cmocka_unit_test(every_meeting_is_explained),
        cmocka_unit_test(volumes_are_traced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
