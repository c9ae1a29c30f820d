// Vertices, edges and faces of meshes within nested scenes: under the mouse, in regions, and to snap to.
#include "picking/picking.h"

#include "near.h"
#include "tower.h"

#include <math.h>
#include <string.h>

enum { MOST = 64 };

static bool part_at(const tower *t, pick_vec2 at, const pick_part_query *wanted, const pick_query *query,
                    pick_part_hit *out)
{
    pick_part_hit twin;
    const bool found = pick_part_in_window(top_of(t), &t->s.view, at, wanted, query, out);
    assert_int_equal(pick_part_in_window_brute_force(top_of(t), &t->s.view, at, wanted, query, &twin), found);
    if (found)
        assert_int_equal(pick_part_compare(&out->part, &twin.part), 0);
    return found;
}

static const pick_part_query ANY_FACE = {.kinds = PICK_PART_FACE};

// The window position of a place of the world.
static pick_vec2 window_of(const tower *t, pick_vec3 place)
{
    pick_projected_point projected;
    assert_true(pick_view_project(&t->s.view, place, &projected));
    return projected.window;
}

static void every_kind_names_the_path(void **state)
{
    (void)state;
    tower t = tower_make(3);
    static const struct {
        uint32_t kind;
        pick_vec3 at;
    } cases[] = {{PICK_PART_VERTEX, {1, 1, 3}}, {PICK_PART_EDGE, {1, 0.25, 3}}, {PICK_PART_FACE, {0.5, -0.25, 3}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pick_part_hit hit;
        const pick_part_query all = {.reach = 1};
        pick_vec3 points[3];
        assert_true(part_at(&t, window_of(&t, cases[i].at), &all, NULL, &hit));
        assert_int_equal(hit.part.kind, cases[i].kind);
        assert_true(pick_object_id_equal(hit.part.object, t.ids[3]) && hit.place.path_count == 3);
        for (uint32_t k = 0; k < 3; k++)
            assert_true(pick_object_id_equal(hit.place.path[k], t.ids[2 - k]));
        assert_vec3_near(hit.place.point, cases[i].at, 1e-12);
        pick_part_path path = {.count = 3};
        memcpy(path.path, hit.place.path, sizeof path.path);
        const uint32_t count = pick_part_points_within(top_of(&t), &hit.part, &path, points, 3);
        assert_int_equal(count, i + 1);
        for (uint32_t k = 0; k < count; k++)
            assert_true(points[k].z == 3 && fabs(points[k].x) == 1 && fabs(points[k].y) == 1);
        // Not without the path, not with a part of it, and not with an object that is gone.
        assert_int_equal(pick_part_points(top_of(&t), &hit.part, points, 3), 0);
        path.count = 2;
        assert_int_equal(pick_part_points_within(top_of(&t), &hit.part, &path, points, 3), 0);
        path.count = 3;
        ++path.path[1].generation;
        assert_int_equal(pick_part_points_within(top_of(&t), &hit.part, &path, points, 3), 0);
        --path.path[1].generation;
        path.count = 4;
        path.path[3] = t.ids[0];
        assert_int_equal(pick_part_points_within(top_of(&t), &hit.part, &path, points, 3), 0);
        path.count = PICK_NESTED_LEVELS + 1;
        assert_int_equal(pick_part_points_within(top_of(&t), &hit.part, &path, points, 3), 0);
    }
    tower_free(&t);
}

// What is no mesh occludes a face, at any level, but not where parts are wanted through all.
static void faces_through_all(void **state)
{
    (void)state;
    tower t = tower_make(2);
    const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 0.5}};
    const pick_volume_desc desc = {.shape = &ball};
    pick_volume *volume = NULL;
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    pick_part_hit hit;
    pick_part_query wanted = ANY_FACE;
    assert_int_equal(pick_volume_create(&desc, NULL, &volume), PICK_OK);
    object.volume = volume;
    for (uint32_t level = 0; level < 3; level++) {
        object.transform.origin = (pick_vec3){0.5, -0.25, 1.0 + level};
        assert_int_equal(pick_scene_add(t.rows[level], &object, &id), PICK_OK);
        tower_changed(&t);
        const pick_vec2 at = window_of(&t, (pick_vec3){0.5, -0.25, 2});
        wanted.through = false;
        assert_false(part_at(&t, at, &wanted, NULL, &hit));
        wanted.through = true;
        for (int i = 0; i < 20; i++) // a square without area would lose some to rounding
            assert_true(part_at(&t, (pick_vec2){at.x + 0.01 * i, at.y - 0.013 * i}, &wanted, NULL, &hit) &&
                        hit.place.path_count == 2);
        assert_int_equal(pick_scene_remove(t.rows[level], id), PICK_OK);
        tower_changed(&t);
        wanted.through = false;
        assert_true(part_at(&t, at, &wanted, NULL, &hit));
    }
    tower_free(&t);
    pick_volume_destroy(volume);
}

static bool rejects_first(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->triangle != 0;
}

// The filter of a query applies to faces through all, as it does elsewhere: to all hits, or those of alpha tests.
static void filters_of_faces(void **state)
{
    (void)state;
    tower t = tower_make(1);
    pick_query query = PICK_QUERY_DEFAULT;
    pick_part_hit hit;
    const pick_part_query through = {.kinds = PICK_PART_FACE, .through = true};
    query.filter = rejects_first;
    for (int round = 0; round < 3; round++) {
        uint32_t found = 0;
        query.filter_all = round == 1;
        if (round == 2)
            assert_int_equal(pick_scene_set_mesh(t.rows[0], t.ids[0], t.s.alpha), PICK_OK);
        for (int i = -1; i <= 1; i += 2) { // one place on each triangle
            const pick_vec2 at = window_of(&t, (pick_vec3){0.5 * i, -0.5 * i, 1});
            found += part_at(&t, at, &through, &query, &hit);
        }
        assert_int_equal(found, round == 0 ? 2 : 1);
    }
    tower_free(&t);
}

static void the_order_of_paths(void **state)
{
    (void)state;
    const pick_part a = {.object = {3, 1}, .kind = PICK_PART_EDGE, .a = 1, .b = 2}, b = {{3, 1}, PICK_PART_EDGE, 1, 3};
    const pick_part other = {.object = {3, 2}, .kind = PICK_PART_VERTEX};
    const pick_part_path paths[] = {
        {.count = 0},
        {.count = 1, .path = {{2, 1}}},
        {.count = 2, .path = {{2, 1}, {9, 1}}},
        {.count = 2, .path = {{2, 2}, {1, 1}}},
        {.count = 1, .path = {{4, 1}}},
    };
    enum { PATHS = sizeof paths / sizeof paths[0] };
    for (int i = 0; i < PATHS; i++) {
        for (int k = 0; k < PATHS; k++) {
            const int order = pick_part_compare_within(&a, &paths[i], &a, &paths[k]);
            assert_true(i < k ? order < 0 : (i > k ? order > 0 : order == 0));
            assert_true(pick_part_compare_within(&a, &paths[i], &other, &paths[k]) < 0);
            assert_true(pick_part_compare_within(&other, &paths[i], &a, &paths[k]) > 0);
        }
        assert_true(pick_part_compare_within(&a, &paths[i], &b, &paths[i]) < 0);
    }
}

// --- Regions --------------------------------------------------------------------------------------------------------

typedef struct found_parts {
    pick_part parts[MOST];
    pick_part_path paths[MOST];
    size_t count;
} found_parts;

static void parts_in_rect(const tower *t, double half, pick_region_part_query wanted, found_parts *out)
{
    static found_parts twin;
    pick_region *region = NULL;
    const pick_vec2 at = window_of(t, (pick_vec3){0, 0, t->count > LEVELS ? 6 : t->count - 1.0});
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &t->s.view, (pick_vec2){at.x - half, at.y - half},
                                      (pick_vec2){at.x + half, at.y + half}),
                     PICK_OK);
    wanted.nested = true;
    wanted.paths = out->paths;
    out->count = pick_region_parts(top_of(t), region, &wanted, out->parts, MOST);
    wanted.paths = twin.paths;
    assert_int_equal(pick_region_parts_brute_force(top_of(t), region, &wanted, twin.parts, MOST), out->count);
    assert_memory_equal(out->parts, twin.parts, out->count * sizeof out->parts[0]);
    for (size_t i = 0; i < out->count; i++)
        assert_int_equal(pick_part_compare_within(&out->parts[i], &out->paths[i], &twin.parts[i], &twin.paths[i]), 0);
    pick_region_destroy(region);
}

static void regions_name_the_paths(void **state)
{
    (void)state;
    tower t = tower_make(2);
    static found_parts found;
    const pick_region_part_query all = {.kinds = 0};
    parts_in_rect(&t, 40, all, &found);
    assert_int_equal(found.count, 4 + 5 + 2);
    for (size_t i = 0; i < found.count; i++)
        assert_true(found.paths[i].count == 2 && pick_object_id_equal(found.paths[i].path[1], t.ids[0]));
    // A second instance of the innermost scene, and a square of the outer ones.
    const pick_object_id again = put_scene(t.rows[1], t.rows[0], (pick_vec3){0.25, 0, -1});
    const pick_object_id outer = put_mesh(t.rows[2], t.s.both_sides, (pick_vec3){0, 0.25, 1});
    tower_changed(&t);
    parts_in_rect(&t, 40, all, &found);
    assert_int_equal(found.count, 3 * (4 + 5 + 2));
    assert_true(pick_object_id_equal(found.paths[11].path[0], again));
    assert_true(pick_object_id_equal(found.parts[22].object, outer) && found.paths[22].count == 0);
    // What the square before them hides.
    const pick_region_part_query seen = {.kinds = PICK_PART_FACE, .view = &t.s.view};
    parts_in_rect(&t, 1, seen, &found);
    assert_true(found.count == 2 && found.paths[0].count == 2 && found.paths[1].count == 2);
    // Only one object's; without paths none within.
    pick_region_part_query one = {.kinds = 0, .object = t.ids[2]};
    parts_in_rect(&t, 40, one, &found);
    assert_int_equal(found.count, 2 * (4 + 5 + 2));
    pick_region *region = NULL;
    const pick_vec2 at = window_of(&t, (pick_vec3){0, 0, 2});
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_circle(region, &t.s.view, at, 60), PICK_OK);
    assert_int_equal(pick_region_parts(t.rows[2], region, &all, found.parts, MOST), 4 + 5 + 2);
    one = (pick_region_part_query){.nested = true};
    assert_int_equal(pick_region_parts(t.rows[2], region, &one, found.parts, MOST), 0); // nowhere to write the paths
    const size_t enough = pick_region_parts(t.rows[2], region, &one, NULL, 0);
    assert_true(enough >= 33 && enough <= MOST);
    pick_region_destroy(region);
    tower_free(&t);
}

static void every_level_counts(void **state)
{
    (void)state;
    tower t = tower_make(LEVELS);
    static found_parts found;
    pick_region_query rules = {.hidden_layers = 2};
    pick_region_part_query wanted = {.kinds = PICK_PART_FACE, .region = &rules};
    const uint32_t levels[3] = {0, 7, LEVELS};
    pick_transform lower = PICK_TRANSFORM_IDENTITY;
    lower.origin.z = 7 - LEVELS;
    assert_int_equal(pick_scene_set_transform(t.rows[LEVELS], t.ids[LEVELS], &lower), PICK_OK);
    for (int i = 0; i < 3; i++) {
        pick_scene *scene = t.rows[levels[i]];
        const pick_object_id id = t.ids[levels[i]];
        assert_int_equal(pick_scene_set_flags(scene, id, PICK_OBJECT_LOCKED), PICK_OK);
        rules.include_locked = false;
        parts_in_rect(&t, 2, wanted, &found);
        assert_int_equal(found.count, 0);
        rules.include_locked = true;
        parts_in_rect(&t, 2, wanted, &found);
        assert_true(found.count == 2 && found.paths[0].count == LEVELS);
        assert_int_equal(pick_scene_set_flags(scene, id, 0), PICK_OK);
        assert_int_equal(pick_scene_set_layers(scene, id, 2), PICK_OK);
        parts_in_rect(&t, 2, wanted, &found);
        assert_int_equal(found.count, 0);
        assert_int_equal(pick_scene_set_layers(scene, id, 1), PICK_OK);
    }
    const pick_object_id hidden = put_mesh(t.rows[0], t.s.both_sides, (pick_vec3){0, 0, 0});
    assert_int_equal(pick_scene_set_flags(t.rows[0], hidden, PICK_OBJECT_HIDDEN), PICK_OK);
    parts_in_rect(&t, 2, wanted, &found);
    assert_int_equal(found.count, 2);
    // One level more than there may be, and one that is flat by rounding.
    pick_scene *inside = new_scene();
    (void)put_mesh(inside, t.s.square, (pick_vec3){0, 0, 0});
    const pick_object_id deep = put_scene(t.rows[0], inside, (pick_vec3){0, 0, 0});
    tower_changed(&t);
    parts_in_rect(&t, 2, wanted, &found);
    assert_int_equal(found.count, 2);
    rules.filter = rejects_first;
    parts_in_rect(&t, 2, wanted, &found);
    assert_int_equal(found.count, 1);
    // One that is gone, and one that has no size.
    assert_int_equal(pick_scene_remove(t.rows[0], deep), PICK_OK);
    const pick_object_id point = put_mesh(t.rows[0], t.s.square, (pick_vec3){0, 0, 0});
    assert_int_equal(pick_scene_remove(t.rows[0], hidden), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[0], point, &(pick_transform){.linear = {0}}), PICK_OK);
    tower_changed(&t);
    parts_in_rect(&t, 2, wanted, &found);
    assert_int_equal(found.count, 1);
    const pick_transform flat = {.linear = {1, 0, 0, 0, 1, 0, 1, 0, 0x1p-22f}};
    assert_int_equal(pick_scene_set_transform(t.rows[LEVELS], t.ids[LEVELS], &flat), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[LEVELS - 1], t.ids[LEVELS - 1], &flat), PICK_OK);
    tower_changed(&t);
    parts_in_rect(&t, 40, wanted, &found);
    assert_int_equal(found.count, 0);
    tower_free(&t);
    pick_scene_destroy(inside);
}

// Far from the origins of its scenes, where products are rounded most, nothing hides itself.
static void parts_do_not_hide_themselves(void **state)
{
    (void)state;
    tower t = tower_make(2);
    static found_parts found;
    const pick_region_part_query seen = {.view = &t.s.view};
    // Beside what would hide it, were it not for its origin.
    const pick_transform aside = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {3, -2, 0.5}},
                         still = PICK_TRANSFORM_IDENTITY;
    const pick_object_id before = put_mesh(t.rows[2], t.s.both_sides, (pick_vec3){0, 0, 4});
    assert_int_equal(pick_scene_set_transform(t.rows[0], t.ids[0], &aside), PICK_OK);
    tower_changed(&t);
    parts_in_rect(&t, 40, seen, &found);
    assert_int_equal(found.count, 2 * (4 + 5 + 2));
    assert_int_equal(pick_scene_remove(t.rows[2], before), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[0], t.ids[0], &still), PICK_OK);
    const float c = 0.8f, s = 0.6f;
    const pick_transform out = {.linear = {c, s, 0, -s, c, 0, 0, 0, 1}, .origin = {3e4, -1e4, 0}};
    const pick_transform back = {.linear = {c, -s, 0, s, c, 0, 0, 0, 1},
                                 .origin = {-(double)c * 3e4 + (double)s * 1e4, (double)s * 3e4 + (double)c * 1e4, 2}};
    assert_int_equal(pick_scene_set_transform(t.rows[1], t.ids[1], &out), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[2], t.ids[2], &back), PICK_OK);
    tower_changed(&t);
    parts_in_rect(&t, 40, seen, &found);
    assert_int_equal(found.count, 4 + 5 + 2);
    const pick_part_query any = PICK_PART_QUERY_DEFAULT;
    pick_part_hit hit;
    assert_true(part_at(&t, window_of(&t, (pick_vec3){1, 1, 2}), &any, NULL, &hit));
    assert_int_equal(hit.part.kind, PICK_PART_VERTEX);
    tower_free(&t);
}

// --- Snapping -------------------------------------------------------------------------------------------------------

static bool snap_at(const tower *t, pick_vec3 place, const pick_snap_query *wanted, pick_snap *out)
{
    pick_snap twin;
    const pick_vec2 at = window_of(t, place);
    const bool found = pick_snap_in_window(top_of(t), &t->s.view, at, wanted, NULL, out);
    assert_int_equal(pick_snap_in_window_brute_force(top_of(t), &t->s.view, at, wanted, NULL, &twin), found);
    return found;
}

// The square's diagonal is no edge, and its center that of the square, as where it is in no nested scene.
static void every_rule_names_the_path(void **state)
{
    (void)state;
    tower t = tower_make(2);
    static const struct {
        uint32_t rule;
        pick_vec3 mouse, point;
    } cases[] = {
        {PICK_SNAP_VERTEX, {0.9, 0.95, 2}, {1, 1, 2}},
        {PICK_SNAP_MIDDLE, {0.9, 0.05, 2}, {1, 0, 2}},
        {PICK_SNAP_PERPENDICULAR, {0.9, 0.45, 2}, {1, 0.5, 2}},
        {PICK_SNAP_INTERSECTION, {0.7, 0.45, 2}, {0.75, 0.5, 2}},
        {PICK_SNAP_EDGE, {0.9, 0.4, 2}, {1, 0.4, 2}},
        {PICK_SNAP_CENTER, {0.05, 0.05, 2}, {0, 0, 2}},
        {PICK_SNAP_SURFACE, {0.3, 0.2, 2}, {0.3, 0.2, 2}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pick_snap snap;
        pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
        wanted.rules = cases[i].rule;
        wanted.reach = 1;
        wanted.has_held = true;
        wanted.held = cases[i].rule == PICK_SNAP_PERPENDICULAR ? (pick_vec3){5, 0.5, 2} : (pick_vec3){0.75, 0.5, 3};
        assert_true(snap_at(&t, cases[i].mouse, &wanted, &snap));
        assert_vec3_near(snap.point, cases[i].point, 1e-12);
        assert_true(pick_object_id_equal(snap.object, t.ids[2]) && snap.path_count == 2);
        assert_true(pick_object_id_equal(snap.path[0], t.ids[1]) && pick_object_id_equal(snap.path[1], t.ids[0]));
        assert_int_equal(pick_scene_set_flags(t.rows[1], t.ids[1], PICK_OBJECT_LOCKED), PICK_OK);
        assert_true(!snap.locked && snap_at(&t, cases[i].mouse, &wanted, &snap) && snap.locked);
        // Nothing is left of it where one on the path is hidden.
        assert_int_equal(pick_scene_set_flags(t.rows[1], t.ids[1], PICK_OBJECT_HIDDEN), PICK_OK);
        assert_false(snap_at(&t, cases[i].mouse, &wanted, &snap));
        assert_int_equal(pick_scene_set_flags(t.rows[1], t.ids[1], 0), PICK_OK);
    }
    pick_snap snap;
    pick_snap_query diagonal = PICK_SNAP_QUERY_DEFAULT;
    diagonal.rules = PICK_SNAP_EDGE | PICK_SNAP_MIDDLE;
    diagonal.reach = 1;
    assert_false(snap_at(&t, (pick_vec3){0.01, 0.02, 2}, &diagonal, &snap));
    tower_free(&t);
}

// A nested scene is one neighbour: its box is around all that it has.
static void alignment_takes_the_whole(void **state)
{
    (void)state;
    tower t = tower_make(1);
    (void)put_mesh(t.rows[0], t.s.square, (pick_vec3){3, 0, 0});
    tower_changed(&t);
    pick_snap snap;
    pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
    wanted.rules = PICK_SNAP_ALIGN;
    wanted.reach = 1;
    wanted.has_held = true;
    wanted.held = (pick_vec3){1.45, 3, 1}; // its middle is at 1.5
    wanted.motion = PICK_SNAP_LINE;
    wanted.direction = (pick_vec3){1, 0, 0};
    assert_true(snap_at(&t, wanted.held, &wanted, &snap));
    assert_vec3_near(snap.point, ((pick_vec3){1.5, 3, 1}), 1e-5);
    assert_true(pick_object_id_equal(snap.object, t.ids[1]) && snap.path_count == 0);
    tower_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_names_the_path),    cmocka_unit_test(every_rule_names_the_path),
        cmocka_unit_test(alignment_takes_the_whole),    cmocka_unit_test(faces_through_all),
        cmocka_unit_test(the_order_of_paths),           cmocka_unit_test(filters_of_faces),
        cmocka_unit_test(regions_name_the_paths),       cmocka_unit_test(every_level_counts),
        cmocka_unit_test(parts_do_not_hide_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
