// Scenes as objects of scenes: what is hit, the path to it, and what each level says about it.
#include "picking/picking.h"

#include "near.h"
#include "tower.h"

#include <math.h>
#include <string.h>

static const pick_ray AHEAD = {{0.5, -0.25, 40}, {0, 0, -2}, 0, HUGE_VAL};

static bool hits(const tower *t, const pick_query *query)
{
    pick_hit hit;
    const bool found = pick_closest(top_of(t), &AHEAD, query, &hit);
    assert_int_equal(pick_closest_brute_force(top_of(t), &AHEAD, query, &hit), found);
    assert_int_equal(pick_any(top_of(t), &AHEAD, query), found);
    assert_int_equal(pick_all(top_of(t), &AHEAD, query, &hit, 1), found);
    return found;
}

static void a_hit_names_the_path(void **state)
{
    (void)state;
    tower t = tower_make(2);
    pick_hit hit;
    pick_transform turned = {.linear = {0, 2, 0, -2, 0, 0, 0, 0, 2},
                             .origin = {0, 0, 1}}; // a quarter turn, twice as large
    assert_int_equal(pick_scene_set_transform(t.rows[1], t.ids[1], &turned), PICK_OK);
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    const pick_ray ray = {{1.5, 0.25, 10}, {0, 0, -2}, 0, HUGE_VAL};
    assert_true(pick_closest(t.rows[2], &ray, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, t.ids[2]) && hit.user == 100);
    assert_int_equal(hit.path_count, 2);
    assert_true(pick_object_id_equal(hit.path[0], t.ids[1]) && pick_object_id_equal(hit.path[1], t.ids[0]));
    assert_int_equal(hit.inner_user, 7);
    assert_near(hit.t, 4, 1e-14);
    assert_vec3_near(hit.point, pick_vec3_make(1.5, 0.25, 2), 1e-14);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 1e-14);
    assert_vec3_near(hit.smooth_normal, hit.normal, 0);
    // The place on the square, which was turned: x there is y here.
    assert_near((double)hit.uv[0], 0.5 + 0.25 / 4, 1e-6);
    assert_near((double)hit.uv[1], 0.5 - 1.5 / 4, 1e-6);
    pick_object_desc desc;
    assert_int_equal(pick_scene_get(t.rows[2], t.ids[2], &desc), PICK_OK);
    assert_true(desc.scene == t.rows[1] && desc.mesh == NULL && desc.volume == NULL && desc.thin == NULL);
    pick_aabb box;
    assert_int_equal(pick_scene_object_bounds(t.rows[2], t.ids[2], &box), PICK_OK);
    assert_vec3_near(box.min, pick_vec3_make(-2, -2, 2), 1e-5);
    assert_vec3_near(box.max, pick_vec3_make(2, 2, 2), 1e-5);
    tower_free(&t);
}

static void a_mirror_keeps_the_front(void **state)
{
    (void)state;
    tower t = tower_make(1);
    pick_hit hit;
    const pick_transform mirrored = {.linear = {-1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {0, 0, 0}};
    assert_int_equal(pick_scene_set_transform(t.rows[1], t.ids[1], &mirrored), PICK_OK);
    assert_true(pick_closest(t.rows[1], &AHEAD, NULL, &hit));
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 1e-14);
    const pick_transform turned = {.linear = {-1, 0, 0, 0, 1, 0, 0, 0, -1}, .origin = {0, 0, 0}};
    assert_int_equal(pick_scene_set_transform(t.rows[1], t.ids[1], &turned), PICK_OK);
    assert_false(hits(&t, NULL)); // seen from behind
    tower_free(&t);
}

static void sixteen_levels(void **state)
{
    (void)state;
    tower t = tower_make(LEVELS);
    pick_hit hit;
    assert_true(pick_closest(top_of(&t), &AHEAD, NULL, &hit));
    assert_int_equal(hit.path_count, LEVELS);
    assert_near(hit.point.z, LEVELS, 1e-13);
    for (uint32_t i = 0; i < LEVELS; i++)
        assert_true(pick_object_id_equal(hit.path[i], t.ids[LEVELS - 1 - i]));
    // One more is refused from the outside. From the inside it is made, and too deep to be seen.
    pick_scene *more = new_scene();
    pick_object_id id = {7, 7};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.scene = top_of(&t);
    assert_int_equal(pick_scene_add(more, &desc, &id), PICK_ERROR_TOO_LARGE);
    assert_int_equal(id.index1, 7);
    pick_scene *inside = new_scene();
    (void)put_mesh(inside, t.s.square, (pick_vec3){0, 0, 0.5});
    const pick_object_id deep = put_scene(t.rows[0], inside, (pick_vec3){0, 0, 0});
    for (uint32_t i = 1; i <= LEVELS; i++)
        pick_scene_nested_changed(t.rows[i], t.rows[i - 1]);
    assert_true(pick_closest(top_of(&t), &AHEAD, NULL, &hit));
    assert_true(pick_object_id_equal(hit.path[LEVELS - 1], t.ids[0])); // not the nearer one
    assert_true(pick_closest_brute_force(top_of(&t), &AHEAD, NULL, &hit));
    assert_true(pick_closest(t.rows[LEVELS - 1], &AHEAD, NULL, &hit));
    assert_true(pick_object_id_equal(hit.path[LEVELS - 2], deep));
    desc.scene = t.rows[LEVELS - 1];
    assert_int_equal(pick_scene_add(more, &desc, &id), PICK_ERROR_TOO_LARGE);
    desc.scene = top_of(&t);
    assert_int_equal(pick_scene_add(more, &desc, &id), PICK_ERROR_TOO_LARGE);
    pick_scene_destroy(more);
    tower_free(&t);
    pick_scene_destroy(inside);
}

static void cycles_are_refused(void **state)
{
    (void)state;
    tower t = tower_make(3);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    const pick_object_id before = put_mesh(t.rows[0], t.s.square, (pick_vec3){5, 0, 0});
    pick_object_id id;
    for (uint32_t i = 0; i < 4; i++) {
        desc.scene = t.rows[i];
        assert_int_equal(pick_scene_add(t.rows[0], &desc, &id), PICK_ERROR_INVALID_ARGUMENT);
        assert_int_equal(pick_scene_add_many(t.rows[0], &desc, 1, &id), PICK_ERROR_INVALID_ARGUMENT);
        assert_int_equal(pick_scene_set_nested(t.rows[0], before, t.rows[i]), PICK_ERROR_INVALID_ARGUMENT);
        assert_int_equal(pick_scene_set_many(t.rows[0], &before, &desc, 1), PICK_ERROR_INVALID_ARGUMENT);
    }
    assert_int_equal(pick_scene_count(t.rows[0]), 2);
    assert_int_equal(pick_scene_set_nested(t.rows[3], t.ids[3], t.rows[0]), PICK_OK);
    assert_int_equal(pick_scene_set_nested(t.rows[0], before, NULL), PICK_ERROR_INVALID_ARGUMENT);
    desc.scene = t.rows[3];
    assert_int_equal(pick_scene_add(t.rows[1], &desc, &id), PICK_OK); // no cycle any more
    tower_free(&t);
    // Nor is there one through what was removed, beside what was not.
    pick_scene *a = new_scene(), *b = new_scene(), *leaf = new_scene();
    const pick_object_id removed = put_scene(a, b, (pick_vec3){0, 0, 0});
    put_scene(a, leaf, (pick_vec3){0, 0, 0});
    assert_int_equal(pick_scene_remove(a, removed), PICK_OK);
    put_scene(b, a, (pick_vec3){0, 0, 0});
    pick_scene_destroy(b);
    pick_scene_destroy(a);
    pick_scene_destroy(leaf);
}

// More scenes with scenes in them than the search for cycles remembers.
static void many_scenes(void **state)
{
    (void)state;
    enum { MANY = 70 };
    pick_scene *leaf = new_scene(), *middle[MANY], *outer = new_scene(), *outermost = new_scene();
    for (int i = 0; i < MANY; i++) {
        middle[i] = new_scene();
        (void)put_scene(middle[i], leaf, (pick_vec3){0, 0, 0});
        (void)put_scene(outer, middle[i], (pick_vec3){0, 0, 0});
        (void)put_scene(outer, middle[i], (pick_vec3){1, 0, 0});
    }
    (void)put_scene(outermost, outer, (pick_vec3){0, 0, 0});
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.scene = outermost;
    assert_int_equal(pick_scene_add(middle[MANY - 1], &desc, &id), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_scene_add(leaf, &desc, &id), PICK_ERROR_INVALID_ARGUMENT);
    pick_scene_destroy(outermost);
    pick_scene_destroy(outer);
    for (int i = 0; i < MANY; i++)
        pick_scene_destroy(middle[i]);
    pick_scene_destroy(leaf);
}

static void every_level_counts(void **state)
{
    (void)state;
    tower t = tower_make(2);
    pick_hit hit;
    for (uint32_t i = 0; i < 3; i++) {
        pick_query query = PICK_QUERY_DEFAULT;
        assert_int_equal(pick_scene_set_layers(t.rows[i], t.ids[i], 2), PICK_OK);
        query.hidden_layers = 2;
        assert_true(hits(&t, NULL) && !hits(&t, &query));
        assert_int_equal(pick_scene_set_layers(t.rows[i], t.ids[i], 3), PICK_OK);
        assert_true(hits(&t, &query));
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], PICK_OBJECT_LOCKED), PICK_OK);
        assert_true(pick_closest(t.rows[2], &AHEAD, NULL, &hit) && hit.locked);
        query.pass_locked = true;
        assert_false(hits(&t, &query));
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH),
                         PICK_OK);
        assert_false(hits(&t, NULL));
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], PICK_OBJECT_HIDDEN), PICK_OK);
        assert_false(hits(&t, NULL));
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], 0), PICK_OK);
        assert_true(pick_closest(t.rows[2], &AHEAD, NULL, &hit) && !hit.locked);
    }
    tower_free(&t);
}

static bool only_that_path(void *user, const pick_hit *candidate)
{
    const pick_object_id *wanted = user;
    return candidate->path_count == 2 && candidate->inner_user == 7 &&
           pick_object_id_equal(candidate->path[0], *wanted);
}

static bool never(void *user, pick_object_id object, uint64_t object_user)
{
    const pick_object_id *refused = user;
    return !(pick_object_id_equal(object, *refused) && object_user == 100);
}

static void filters_see_the_path(void **state)
{
    (void)state;
    tower t = tower_make(2);
    const pick_object_id nearer = put_scene(t.rows[1], t.rows[0], (pick_vec3){0, 0, 3});
    pick_object_id wanted = t.ids[1];
    pick_hit hit;
    pick_query query = PICK_QUERY_DEFAULT;
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    assert_true(pick_closest(t.rows[2], &AHEAD, NULL, &hit));
    assert_true(pick_object_id_equal(hit.path[0], nearer));
    query.filter = only_that_path;
    query.filter_user = &wanted;
    query.filter_all = true;
    assert_true(pick_closest(t.rows[2], &AHEAD, &query, &hit));
    assert_true(pick_object_id_equal(hit.path[0], wanted));
    // Of the scene that is asked alone: the same handle is that of another object inside.
    pick_query objects = PICK_QUERY_DEFAULT;
    pick_object_id refused = nearer;
    objects.object_filter = never;
    objects.object_filter_user = &refused;
    assert_true(pick_closest(t.rows[2], &AHEAD, &objects, &hit));
    assert_true(pick_object_id_equal(hit.path[0], nearer));
    refused = t.ids[2];
    assert_false(hits(&t, &objects));
    tower_free(&t);
}

static void ties_go_by_the_path(void **state)
{
    (void)state;
    tower t = tower_make(2);
    pick_hit all[16], hit;
    // In one place: two squares in the innermost scene, that twice, all twice, and a square outside.
    const pick_object_id square = put_mesh(t.rows[0], t.s.square, (pick_vec3){0, 0, 0});
    const pick_object_id twice = put_scene(t.rows[1], t.rows[0], (pick_vec3){0, 0, 1});
    const pick_object_id again = put_scene(t.rows[2], t.rows[1], (pick_vec3){0, 0, 1});
    const pick_object_id plain = put_mesh(t.rows[2], t.s.square, (pick_vec3){0, 0, 2});
    const pick_ray ray = {{0.5, -0.25, 10}, {0, 0, -2}, 0, HUGE_VAL};
    assert_true(pick_closest(t.rows[2], &ray, NULL, &hit));
    assert_int_equal(pick_all(t.rows[2], &ray, NULL, all, 16), 9);
    for (uint32_t i = 0; i < 9; i++) {
        assert_true(pick_object_id_equal(all[i].object, i < 4 ? t.ids[2] : i < 8 ? again : plain));
        if (i < 8) {
            assert_true(pick_object_id_equal(all[i].path[0], i / 2 % 2 == 0 ? t.ids[1] : twice));
            assert_true(pick_object_id_equal(all[i].path[1], i % 2 == 0 ? t.ids[0] : square));
        }
    }
    assert_true(pick_object_id_equal(hit.object, t.ids[2]) && hit.path_count == 2);
    assert_true(pick_object_id_equal(hit.path[0], t.ids[1]) && pick_object_id_equal(hit.path[1], t.ids[0]));
    assert_int_equal(pick_all_objects(t.rows[2], &ray, NULL, all, 16), 3);
    assert_true(pick_object_id_equal(all[0].path[1], t.ids[0]) && all[2].path_count == 0);
    tower_free(&t);
}

static void edits_inside_are_seen(void **state)
{
    (void)state;
    tower t = tower_make(2);
    pick_scene *empty = new_scene();
    pick_hit hit;
    const pick_transform away = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {30, 0, 0}};
    const pick_ray there = {{30, 0, 10}, {0, 0, -2}, 0, HUGE_VAL};
    (void)put_scene(t.rows[2], t.rows[1], (pick_vec3){0, 60, 0}); // another instance
    assert_int_equal(pick_scene_set_transform(t.rows[0], t.ids[0], &away), PICK_OK);
    pick_scene_nested_changed(t.rows[1], t.rows[0]);
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    assert_true(!hits(&t, NULL) && pick_closest(t.rows[2], &there, NULL, &hit));
    const pick_ray other = {{30, 60, 10}, {0, 0, -2}, 0, HUGE_VAL};
    assert_true(pick_closest(t.rows[2], &other, NULL, &hit));
    // Emptied, and filled again.
    assert_int_equal(pick_scene_remove(t.rows[0], t.ids[0]), PICK_OK);
    pick_scene_nested_changed(t.rows[1], t.rows[0]);
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    pick_aabb box;
    assert_int_equal(pick_scene_object_bounds(t.rows[1], t.ids[1], &box), PICK_OK);
    assert_true(pick_aabb_is_empty(&box) && !hits(&t, NULL));
    t.ids[0] = put_mesh(t.rows[0], t.s.square, (pick_vec3){0, 0, 0});
    pick_scene_nested_changed(t.rows[1], t.rows[0]);
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    assert_true(hits(&t, NULL));
    assert_int_equal(pick_scene_set_nested(t.rows[2], t.ids[2], empty), PICK_OK);
    assert_false(hits(&t, NULL));
    assert_int_equal(pick_scene_set_mesh(t.rows[2], t.ids[2], t.s.square), PICK_OK);
    assert_true(hits(&t, NULL));
    pick_scene_nested_changed(t.rows[2], NULL);
    pick_scene_destroy(empty);
    tower_free(&t);
}

// From a surface to the eye nothing is in the way, however far from the middle of its scene everything lies.
static void surfaces_do_not_hide_themselves(void **state)
{
    (void)state;
    tower t = tower_make(2);
    const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 0.5}};
    const float line[6] = {-1, 0, 0, 1, 0, 0};
    pick_volume *volume = NULL;
    pick_thin *thin = NULL;
    pick_object_id id;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&ball, 0}, NULL, &volume), PICK_OK);
    const pick_curves_desc curves = {.positions = line, .position_count = 2, .radius = 0.25};
    assert_int_equal(pick_curves_create(&curves, NULL, &thin), PICK_OK);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.volume = volume;
    desc.transform.origin.x = 5;
    assert_int_equal(pick_scene_add(t.rows[0], &desc, &id), PICK_OK);
    desc.volume = NULL;
    desc.thin = thin;
    desc.transform.origin.x = -5;
    assert_int_equal(pick_scene_add(t.rows[0], &desc, &id), PICK_OK);
    const pick_transform far = {.linear = {0.3f, 0.4f, 0, -0.8f, 0.6f, 0, 0, 0.1f, 1.5f},
                                .origin = {123456.7, -7654.3, 99.9}};
    assert_int_equal(pick_scene_set_transform(t.rows[2], t.ids[2], &far), PICK_OK);
    pick_scene_nested_changed(t.rows[1], t.rows[0]);
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    for (int x = -5; x <= 5; x += 5) {
        const double in[3] = {(double)x + 0.1, 0.05, 1};
        pick_vec3 at = far.origin;
        at.x += (double)far.linear[0] * in[0] + (double)far.linear[3] * in[1];
        at.y += (double)far.linear[1] * in[0] + (double)far.linear[4] * in[1] + (double)far.linear[7] * in[2];
        at.z += (double)far.linear[8] * in[2];
        const pick_vec3 eye = {at.x + 1, at.y, at.z + 20};
        const pick_ray ray = {eye, pick_vec3_sub(at, eye), 0, HUGE_VAL};
        pick_hit hit;
        assert_true(pick_closest(t.rows[2], &ray, NULL, &hit));
        assert_true(pick_visible(t.rows[2], eye, hit.point, NULL) && pick_visible(t.rows[2], hit.point, eye, NULL));
        const pick_vec3 behind = pick_ray_at(&ray, hit.t + 0.2);
        assert_false(pick_visible(t.rows[2], eye, behind, NULL));
        assert_int_equal(pick_visible(t.rows[2], behind, eye, NULL), x == 0); // a square has one side
        assert_false(pick_visible_brute_force(t.rows[2], eye, behind, NULL));
        assert_near(pick_vec3_length(hit.normal), 1, 1e-12);
        assert_true(pick_vec3_dot(hit.normal, ray.direction) < 0);
    }
    tower_free(&t);
    pick_volume_destroy(volume);
    pick_thin_destroy(thin);
}

// So far away, or of such a direction, that boxes cannot decide.
static void rays_of_every_size(void **state)
{
    (void)state;
    tower t = tower_make(1);
    pick_hit hit;
    (void)put_mesh(t.rows[0], t.s.square, (pick_vec3){0, 3, 0});
    pick_scene_nested_changed(t.rows[1], t.rows[0]);
    (void)put_mesh(t.rows[1], t.s.square, (pick_vec3){0, 6, 0});
    static const double lengths[] = {1e-300, 1e-30, 1, 1e30, 1e300};
    for (int i = 0; i < 5; i++) {
        const pick_ray ray = {{0, 0, 10}, {0, 0, -lengths[i]}, 0, HUGE_VAL};
        assert_true(pick_closest(t.rows[1], &ray, NULL, &hit) && hit.path_count == 1);
    }
    const pick_ray distant = {{0, 0, 1e15}, {0, 0, -1}, 0, HUGE_VAL};
    assert_true(pick_closest(t.rows[1], &distant, NULL, &hit) && hit.path_count == 1);
    const pick_transform tiny = {.linear = {1e-30f, 0, 0, 0, 1e-30f, 0, 0, 0, 1e-30f}, .origin = {0, 0, 0}};
    assert_int_equal(pick_scene_set_transform(t.rows[1], t.ids[1], &tiny), PICK_OK);
    const pick_ray enormous = {{0, 0, 10}, {0, 0, -1e300}, 0, HUGE_VAL}; // infinite inside
    assert_false(pick_closest(t.rows[1], &enormous, NULL, &hit));
    assert_false(pick_closest_brute_force(t.rows[1], &enormous, NULL, &hit));
    tower_free(&t);
}

// A thousand instances of a thousand parts take what two thousand objects do.
static void instances_are_small(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    squares s = squares_make();
    pick_scene *assembly = new_scene(), *outer = new_scene();
    static pick_object_desc descs[MANY];
    static pick_object_id ids[MANY];
    for (int level = 0; level < 2; level++) {
        for (int i = 0; i < MANY; i++) {
            descs[i] = PICK_OBJECT_DESC_DEFAULT;
            descs[i].mesh = level == 0 ? s.square : NULL;
            descs[i].scene = level == 0 ? NULL : assembly;
            descs[i].transform.origin = pick_vec3_make(3 * (i % 10), 3 * (i / 10 % 10), i / 100);
            if (level > 0)
                descs[i].transform.origin = pick_vec3_scale(descs[i].transform.origin, 12);
        }
        assert_int_equal(pick_scene_add_many(level == 0 ? assembly : outer, descs, MANY, ids), PICK_OK);
    }
    assert_true(pick_scene_memory(assembly) + pick_scene_memory(outer) < 2000000);
    const pick_ray ray = {{36 * 9 + 3, 36 * 9 + 3, 1000}, {0, 0, -1}, 0, HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(outer, &ray, NULL, &hit) && hit.object.index1 == MANY && hit.path[0].index1 == 912);
    pick_scene_destroy(outer);
    pick_scene_destroy(assembly);
    squares_free(&s);
}

// --- Other questions ------------------------------------------------------------------------------------------------

static void the_nearest_names_the_path(void **state)
{
    (void)state;
    tower t = tower_make(2);
    const pick_transform moved = {.linear = {0, 1, 0, -1, 0, 0, 0, 0, 1}, .origin = {3, 0, 0}};
    const pick_nearest_query wanted = {PICK_FEATURE_ALL, 10, true};
    pick_nearest nearest;
    assert_int_equal(pick_scene_set_transform(t.rows[2], t.ids[2], &moved), PICK_OK);
    (void)put_mesh(t.rows[0], t.s.square, (pick_vec3){0, -20, 0}); // far off
    pick_scene_nested_changed(t.rows[1], t.rows[0]);
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    assert_int_equal(pick_scene_set_flags(t.rows[1], t.ids[1], PICK_OBJECT_LOCKED), PICK_OK);
    for (int way = 0; way < 2; way++) {
        const pick_vec2 beside = {73, 44};
        const bool found = way == 0
                               ? pick_nearest_in_world(t.rows[2], (pick_vec3){4.5, 1.25, 1}, &wanted, NULL, &nearest)
                               : pick_nearest_in_window(t.rows[2], &t.s.view, beside, &wanted, NULL, &nearest);
        assert_true(found);
        assert_true(pick_object_id_equal(nearest.object, t.ids[2]) && nearest.user == 100);
        assert_int_equal(nearest.path_count, 2);
        assert_true(pick_object_id_equal(nearest.path[0], t.ids[1]) && pick_object_id_equal(nearest.path[1], t.ids[0]));
        assert_true(nearest.locked && nearest.feature == PICK_FEATURE_VERTEX);
        assert_vec3_near(nearest.point, pick_vec3_make(4, 1, 1), 1e-14);
        assert_vec3_near(nearest.normal, pick_vec3_make(0, 0, 1), 1e-14);
    }
    // Beside it, the cursor takes it within its tolerance.
    const pick_cursor_query cursor = {.tolerance = 6};
    pick_cursor_hit hit;
    assert_int_equal(pick_scene_set_flags(t.rows[1], t.ids[1], 0), PICK_OK);
    assert_true(pick_cursor(t.rows[2], &t.s.view, (pick_vec2){75, 50}, &cursor, &hit));
    assert_true(hit.distance > 0 && hit.hit.path_count == 2 && pick_object_id_equal(hit.hit.path[1], t.ids[0]));
    assert_vec3_near(hit.hit.normal, pick_vec3_make(0, 0, 1), 1e-14);
    // What is locked comes before the square far off, which is not.
    assert_int_equal(pick_scene_set_flags(t.rows[0], t.ids[0], PICK_OBJECT_LOCKED), PICK_OK);
    assert_true(pick_nearest_in_world(t.rows[2], (pick_vec3){23, 0, 2}, &wanted, NULL, &nearest));
    assert_false(nearest.locked || pick_object_id_equal(nearest.path[1], t.ids[0]));
    tower_free(&t);
}

// Places are where picks meet the surface, more exact than the product of the transforms, whose numbers are floats.
static void the_nearest_is_exact(void **state)
{
    (void)state;
    tower t = tower_make(2);
    const pick_transform inner = {.linear = {0.7f, 0.1f, 0, -0.2f, 0.9f, 0.3f, 0, 0, 1.1f}, .origin = {0.1, 0.2, 0.3}};
    const pick_transform outer = {.linear = {0.3f, 0.4f, 0, -0.8f, 0.6f, 0, 0, 0.1f, 1.5f}, .origin = {1, 2, 3}};
    const pick_nearest_query wanted = {PICK_FEATURE_VERTEX, 1, false};
    pick_nearest nearest;
    assert_int_equal(pick_scene_set_transform(t.rows[1], t.ids[1], &inner), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[2], t.ids[2], &outer), PICK_OK);
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    const pick_vec3 corner = pick_transform_point(&outer, pick_transform_point(&inner, (pick_vec3){1, 1, 0}));
    const pick_vec3 beside = pick_vec3_add(corner, (pick_vec3){0.1, 0.2, -0.1});
    assert_true(pick_nearest_in_world(t.rows[2], beside, &wanted, NULL, &nearest));
    assert_vec3_near(nearest.point, corner, 1e-14);
    tower_free(&t);
}

// Of places as near, the first in the order of paths counts, whether they are seen or not.
static void the_nearest_of_ties_is_the_first(void **state)
{
    (void)state;
    tower t = tower_make(2);
    (void)put_scene(t.rows[1], t.rows[0], (pick_vec3){0, 0, 1});
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    for (uint32_t i = 0; i < 12; i++) {
        const pick_nearest_query wanted = {(uint32_t)PICK_FEATURE_VERTEX << (i % 3), 40, i / 3 % 2 == 0};
        const pick_scene *top = t.rows[2];
        pick_nearest near, twin;
        if (i < 6) {
            assert_true(pick_nearest_in_window(top, &t.s.view, (pick_vec2){52, 49}, &wanted, NULL, &near));
            assert_true(pick_nearest_in_window_brute_force(top, &t.s.view, (pick_vec2){52, 49}, &wanted, NULL, &twin));
        } else {
            assert_true(pick_nearest_in_world(top, (pick_vec3){0.5, 0.25, 3}, &wanted, NULL, &near));
            assert_true(pick_nearest_in_world_brute_force(top, (pick_vec3){0.5, 0.25, 3}, &wanted, NULL, &twin));
        }
        assert_true(near.path_count == 2 && pick_object_id_equal(near.path[0], t.ids[1]));
        assert_true(twin.path_count == 2 && pick_object_id_equal(twin.path[0], t.ids[1]));
    }
    tower_free(&t);
}

static size_t in_region(const tower *t, pick_region_mode mode, double half, bool locked)
{
    pick_region *region;
    pick_object_id ids[4];
    const pick_region_query query = {.mode = mode, .include_locked = locked, .filter = NULL};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    const pick_vec2 a = {52 - half, 49 - half}, b = {52 + half, 49 + half};
    assert_int_equal(pick_region_rect(region, &t->s.view, a, b), PICK_OK);
    const size_t count = pick_region_objects(top_of(t), region, &query, ids, 4);
    assert_int_equal(pick_region_objects_brute_force(top_of(t), region, &query, ids, 4), count);
    pick_region_destroy(region);
    return count;
}

static void regions_look_within(void **state)
{
    (void)state;
    tower t = tower_make(2);
    assert_int_equal(in_region(&t, PICK_REGION_TOUCH, 1, false), 1);
    assert_int_equal(in_region(&t, PICK_REGION_CONTAIN, 1, false), 0);
    assert_int_equal(in_region(&t, PICK_REGION_CONTAIN, 20, false), 1);
    (void)put_mesh(t.rows[1], t.s.square, (pick_vec3){4, 0, 0});
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    assert_int_equal(in_region(&t, PICK_REGION_CONTAIN, 20, false), 0);
    assert_int_equal(in_region(&t, PICK_REGION_CONTAIN, 45, false), 1);
    for (uint32_t i = 0; i < 3; i++) { // the other square stays beside the region
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], PICK_OBJECT_LOCKED), PICK_OK);
        assert_int_equal(in_region(&t, PICK_REGION_TOUCH, 1, false), 0);
        assert_int_equal(in_region(&t, PICK_REGION_TOUCH, 1, true), 1);
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], 0), PICK_OK);
        assert_int_equal(pick_scene_set_layers(t.rows[i], t.ids[i], 0), PICK_OK);
        assert_int_equal(in_region(&t, PICK_REGION_TOUCH, 1, true), 0);
        assert_int_equal(pick_scene_set_layers(t.rows[i], t.ids[i], 1), PICK_OK);
    }
    tower_free(&t);
}

// Takes all but what is within and has the number 9.
static bool all_but_nine(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->inner_user != 9;
}

static size_t contained(const tower *t, const pick_scene *scene, pick_region *region)
{
    const pick_region_query query = {.mode = PICK_REGION_CONTAIN, .filter = all_but_nine};
    const pick_vec2 a = {2, 2}, b = {98, 98};
    assert_int_equal(pick_region_rect(region, &t->s.view, a, b), PICK_OK);
    const size_t count = pick_region_objects(scene, region, &query, NULL, 0);
    assert_int_equal(pick_region_objects_brute_force(scene, region, &query, NULL, 0), count);
    return count;
}

// Points within a nested scene that the filter rejects, or that are not finite, count no more than rejected triangles,
// wherever they are: beside the region, in it before the hierarchy has found what counts, and after.
static void points_that_do_not_count_are_none(void **state)
{
    (void)state;
    const float place[3] = {0, 0, 0}, nowhere[3] = {0, NAN, 0};
    const pick_points_desc rejected = {.positions = place, .count = 1, .radius = 0.5};
    const pick_points_desc dropped = {.positions = nowhere, .count = 1, .radius = 0.5};
    pick_region *region = NULL;
    pick_thin *thin[2];
    tower t = tower_make(0);
    assert_int_equal(pick_points_create(&rejected, NULL, &thin[0]), PICK_OK);
    assert_int_equal(pick_points_create(&dropped, NULL, &thin[1]), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int i = 0; i < 8; i++) {
        pick_scene *outer = new_scene(), *inner = new_scene();
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.thin = thin[i / 4];
        desc.user = 9;
        desc.transform.origin.x = i % 4 >= 2 ? 20 : 1; // beside the region, or in it
        if (i % 2 == 0)
            assert_int_equal(pick_scene_add(inner, &desc, &id), PICK_OK);
        for (int k = 0; k < 20; k++)
            (void)put_mesh(inner, t.s.square, (pick_vec3){0, 0, -k});
        if (i % 2 != 0)
            assert_int_equal(pick_scene_add(inner, &desc, &id), PICK_OK);
        (void)put_scene(outer, inner, (pick_vec3){0, 0, 0});
        assert_int_equal(contained(&t, outer, region), 1);
        assert_int_equal(pick_scene_set_user(inner, id, 8), PICK_OK);
        assert_int_equal(contained(&t, outer, region), i == 2 || i == 3 ? 0 : 1);
        pick_scene_destroy(outer);
        pick_scene_destroy(inner);
        // Alone, they are nothing that could be contained.
        outer = new_scene();
        inner = new_scene();
        desc.user = 9;
        assert_int_equal(pick_scene_add(inner, &desc, &id), PICK_OK);
        (void)put_scene(outer, inner, (pick_vec3){0, 0, 0});
        assert_int_equal(contained(&t, outer, region), 0);
        pick_scene_destroy(outer);
        pick_scene_destroy(inner);
    }
    pick_region_destroy(region);
    pick_thin_destroy(thin[0]);
    pick_thin_destroy(thin[1]);
    tower_free(&t);
}

// What is removed, hidden, flattened, sized on screen or too deep is within no answer.
static void nothing_else_is_found(void **state)
{
    (void)state;
    tower t = tower_make(LEVELS);
    pick_scene *inside = new_scene();
    const float point[3] = {0, 0, 0};
    pick_thin *thin = NULL;
    pick_nearest nearest;
    const pick_points_desc points = {.positions = point, .count = 1, .radius = 9, .unit = PICK_THIN_ON_SCREEN};
    assert_int_equal(pick_points_create(&points, NULL, &thin), PICK_OK);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    (void)put_mesh(inside, t.s.square, (pick_vec3){0, 0, 0});
    (void)put_scene(t.rows[0], inside, (pick_vec3){0, 0, -100});
    desc.thin = thin;
    assert_int_equal(pick_scene_add(t.rows[1], &desc, &id), PICK_OK);
    desc.thin = NULL;
    desc.mesh = t.s.square;
    desc.flags = PICK_OBJECT_HIDDEN;
    assert_int_equal(pick_scene_add(t.rows[1], &desc, &id), PICK_OK);
    // Each of two transforms is nearly flat; their product is flat.
    desc.flags = 0;
    desc.transform = (pick_transform){.linear = {1, 0, 0, 0, 1, 0, 1, 0, 0x1p-22f}};
    assert_int_equal(pick_scene_add(t.rows[LEVELS - 1], &desc, &id), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[LEVELS], t.ids[LEVELS], &desc.transform), PICK_OK);
    assert_int_equal(pick_scene_remove(t.rows[0], t.ids[0]), PICK_OK);
    for (uint32_t i = 1; i <= LEVELS; i++)
        pick_scene_nested_changed(t.rows[i], t.rows[i - 1]);
    pick_scene *around = new_scene();
    (void)put_scene(around, t.rows[0], (pick_vec3){0, 0, 0}); // the search for cycles passes over what was removed
    pick_scene_destroy(around);
    const pick_nearest_query wanted = {0, 1e9, false};
    const pick_transform whole = PICK_TRANSFORM_IDENTITY;
    for (int round = 0; round < 2; round++) {
        assert_false(pick_nearest_in_world(top_of(&t), (pick_vec3){0, 0, 0}, &wanted, NULL, &nearest));
        assert_false(pick_nearest_in_world_brute_force(top_of(&t), (pick_vec3){0, 0, 0}, &wanted, NULL, &nearest));
        assert_int_equal(in_region(&t, PICK_REGION_TOUCH, 48, true), 0);
        assert_int_equal(in_region(&t, PICK_REGION_CONTAIN, 48, true), 0);
        if (round == 0) // then the depth alone is left
            assert_int_equal(pick_scene_remove(t.rows[LEVELS - 1], id), PICK_OK);
        assert_int_equal(pick_scene_set_transform(t.rows[LEVELS], t.ids[LEVELS], &whole), PICK_OK);
    }
    tower_free(&t);
    pick_scene_destroy(inside);
    pick_thin_destroy(thin);
}

static void count_scene_steps(void *user, const pick_trace_step *step)
{
    *(uint32_t *)user += step->kind == PICK_TRACE_VOLUME && step->hit;
}

// Explanations take each nested scene as one object.
static void explanations_look_at_the_whole(void **state)
{
    (void)state;
    tower t = tower_make(1);
    const pick_vec2 middle = {52, 49};
    const pick_object_id behind = put_mesh(t.rows[1], t.s.square, (pick_vec3){0, 0, -1});
    pick_explanation e[4];
    assert_int_equal(pick_explain(t.rows[1], &t.s.view, middle, NULL, 0, e, 4), 2);
    assert_true(pick_object_id_equal(e[0].object, t.ids[1]) && e[0].reason == PICK_REASON_PICKED);
    assert_true(pick_object_id_equal(e[1].object, behind) && e[1].reason == PICK_REASON_BEHIND);
    uint32_t steps = 0;
    pick_hit hit;
    assert_true(pick_closest_traced(t.rows[1], &AHEAD, NULL, count_scene_steps, &steps, &hit) && hit.path_count == 1);
    assert_int_equal(steps, 1);
    tower_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_names_the_path),
        cmocka_unit_test(a_mirror_keeps_the_front),
        cmocka_unit_test(sixteen_levels),
        cmocka_unit_test(cycles_are_refused),
        cmocka_unit_test(many_scenes),
        cmocka_unit_test(every_level_counts),
        cmocka_unit_test(filters_see_the_path),
        cmocka_unit_test(ties_go_by_the_path),
        cmocka_unit_test(edits_inside_are_seen),
        cmocka_unit_test(surfaces_do_not_hide_themselves),
        cmocka_unit_test(rays_of_every_size),
        cmocka_unit_test(instances_are_small),
        cmocka_unit_test(the_nearest_names_the_path),
        cmocka_unit_test(the_nearest_is_exact),
        cmocka_unit_test(the_nearest_of_ties_is_the_first),
        cmocka_unit_test(regions_look_within),
        cmocka_unit_test(points_that_do_not_count_are_none),
        cmocka_unit_test(nothing_else_is_found),
        cmocka_unit_test(explanations_look_at_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
