// Sweeps, overlaps and clearances of what lies within nested scenes: what is met, the path to it, and what each level
// says about it.
#include "picking/picking.h"

#include "near.h"
#include "tower.h"

#include <math.h>
#include <string.h>

// --- Sweeps ---------------------------------------------------------------------------------------------------------

// The first contact of a ball that falls on the square, or that its scenes lie in the way of.
static bool falls_on(const tower *t, const pick_query *query, pick_contact *out)
{
    const pick_sphere ball = {{0.5, -0.25, 40}, 0.25};
    const pick_solid solid = pick_solid_from_sphere(&ball);
    pick_contact twin;
    const bool met = pick_sweep(top_of(t), &solid, (pick_vec3){0, 0, -80}, query, out);
    assert_int_equal(pick_sweep_brute_force(top_of(t), &solid, (pick_vec3){0, 0, -80}, query, &twin), met);
    return met;
}

static void sweeps_name_the_path(void **state)
{
    (void)state;
    tower t = tower_make(LEVELS);
    pick_contact contact;
    assert_true(falls_on(&t, NULL, &contact));
    assert_true(pick_object_id_equal(contact.object, t.ids[LEVELS]) && contact.user == 100);
    assert_int_equal(contact.path_count, LEVELS);
    for (uint32_t i = 0; i < LEVELS; i++)
        assert_true(pick_object_id_equal(contact.path[i], t.ids[LEVELS - 1 - i]));
    assert_vec3_near(contact.point, ((pick_vec3){0.5, -0.25, LEVELS}), 0);
    assert_vec3_near(contact.normal, ((pick_vec3){0, 0, 1}), 0);
    assert_true(contact.t == (40 - 0.25 - LEVELS) / 80 && !contact.locked && !contact.inside && !contact.backface);
    // One level more than there may be, by an edit inside.
    pick_scene *inside = new_scene();
    (void)put_mesh(inside, t.s.square, (pick_vec3){0, 0, 0});
    (void)put_scene(t.rows[0], inside, (pick_vec3){0, 0, 5});
    tower_changed(&t);
    assert_true(falls_on(&t, NULL, &contact) && contact.path_count == LEVELS);
    tower_free(&t);
    pick_scene_destroy(inside);
}

static bool skips_all(void *user, pick_object_id object, uint64_t object_user)
{
    (void)object;
    return object_user != *(const uint64_t *)user;
}

static bool takes_deep(void *user, const pick_hit *candidate)
{
    (void)user;
    assert_true(candidate->inner_user == 7);
    return candidate->path_count == 2;
}

static void every_level_counts_for_sweeps(void **state)
{
    (void)state;
    tower t = tower_make(2);
    pick_contact contact;
    pick_query query = PICK_QUERY_DEFAULT;
    for (uint32_t i = 0; i < 3; i++) {
        query = PICK_QUERY_DEFAULT;
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], PICK_OBJECT_LOCKED), PICK_OK);
        assert_true(falls_on(&t, &query, &contact) && contact.locked);
        query.pass_locked = true;
        assert_false(falls_on(&t, &query, &contact));
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], 0), PICK_OK);
        assert_true(falls_on(&t, &query, &contact) && !contact.locked);
        assert_int_equal(pick_scene_set_layers(t.rows[i], t.ids[i], 2), PICK_OK);
        query.hidden_layers = 2;
        assert_false(falls_on(&t, &query, &contact));
        assert_int_equal(pick_scene_set_layers(t.rows[i], t.ids[i], 1), PICK_OK);
        assert_true(falls_on(&t, &query, &contact));
    }
    // The square of the row in between lies before that of the innermost.
    (void)put_mesh(t.rows[1], t.s.square, (pick_vec3){0, 0, 3});
    pick_scene_nested_changed(t.rows[2], t.rows[1]);
    assert_true(falls_on(&t, &query, &contact) && contact.path_count == 1 && contact.point.z == 4);
    query.filter = takes_deep;
    query.filter_all = true;
    assert_true(falls_on(&t, &query, &contact) && contact.path_count == 2 && contact.point.z == 2);
    uint64_t user = 7; // of the objects within, which the filter never sees
    query.object_filter = skips_all;
    query.object_filter_user = &user;
    assert_true(falls_on(&t, &query, &contact));
    user = 100;
    assert_false(falls_on(&t, &query, &contact));
    tower_free(&t);
}

// Where several are met at once, the first path counts, whatever the order that they are visited in.
static void sweeps_of_ties_meet_the_first(void **state)
{
    (void)state;
    tower t = tower_make(2);
    pick_object_id again[3];
    for (uint32_t i = 0; i < 3; i++) {
        again[i] = i == 0 ? put_mesh(t.rows[0], t.s.square, (pick_vec3){0, 0, 0})
                          : put_scene(t.rows[i], t.rows[i - 1], (pick_vec3){0, 0, 1});
        for (uint32_t k = i + 1; k < 3; k++)
            pick_scene_nested_changed(t.rows[k], t.rows[k - 1]);
    }
    pick_contact contact;
    for (uint32_t i = 3; i-- > 0;) {
        assert_true(falls_on(&t, NULL, &contact) && contact.path_count == 2);
        assert_true(pick_object_id_equal(contact.object, i == 2 ? t.ids[2] : again[2]));
        assert_true(pick_object_id_equal(contact.path[0], i >= 1 ? t.ids[1] : again[1]));
        assert_true(pick_object_id_equal(contact.path[1], t.ids[0]));
        assert_int_equal(pick_scene_set_flags(t.rows[i], t.ids[i], PICK_OBJECT_HIDDEN), PICK_OK);
    }
    assert_true(falls_on(&t, NULL, &contact) && pick_object_id_equal(contact.path[1], again[0]));
    tower_free(&t);
}

static pick_transform product(const pick_transform *a, const pick_transform *b)
{
    pick_transform out = {.origin = pick_transform_point(a, b->origin)};
    for (int i = 0; i < 3; i++) {
        const float *column = b->linear + 3 * i;
        const pick_vec3 v =
            pick_transform_vector(a, pick_vec3_make((double)column[0], (double)column[1], (double)column[2]));
        out.linear[3 * i] = (float)v.x;
        out.linear[3 * i + 1] = (float)v.y;
        out.linear[3 * i + 2] = (float)v.z;
    }
    return out;
}

// A product of powers of two is exact: the contact is that of the same object in no nested scene, to the bit.
static void sweeps_are_exact(void **state)
{
    (void)state;
    const pick_transform outer = {.linear = {0, 0, 2, 0.5f, 0, 0, 0.25f, -4, 0}, .origin = {7, -3, 5}};
    const pick_transform inner = {.linear = {1, 0, 0.5f, 0, -2, 0, 0, 0, 8}, .origin = {1, 2, 0.5}};
    squares s = squares_make();
    pick_scene *nested = new_scene(), *top = new_scene(), *flat = new_scene();
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.mesh = s.both_sides;
    desc.transform = inner;
    assert_int_equal(pick_scene_add(nested, &desc, &id), PICK_OK);
    desc.transform = product(&outer, &inner);
    assert_int_equal(pick_scene_add(flat, &desc, &id), PICK_OK);
    desc.transform = outer;
    desc.mesh = NULL;
    desc.scene = nested;
    assert_int_equal(pick_scene_add(top, &desc, &id), PICK_OK);
    pick_vec3 corners[8];
    const pick_obb box = {{7, 13, 4}, {{0.5, 0.25, 0}, {0, 0.5, 0.5}, {0.125, 0, 0.5}}};
    const pick_solid solid = pick_solid_from_box(&box, corners);
    pick_contact a, b;
    uint32_t met = 0;
    for (int i = 0; i < 40; i++) {
        const pick_vec3 motion = {-4.0 + 0.25 * i, -20, 3.0 - 0.125 * i};
        const bool found = pick_sweep(top, &solid, motion, NULL, &a);
        assert_int_equal(pick_sweep(flat, &solid, motion, NULL, &b), found);
        met += found;
        if (found) {
            assert_memory_equal(&a.t, &b.t, sizeof a.t);
            assert_memory_equal(&a.normal, &b.normal, sizeof a.normal);
            assert_memory_equal(a.barycentric, b.barycentric, sizeof a.barycentric);
            assert_vec3_near(a.point, b.point, 1e-14);
        }
    }
    assert_true(met > 3 && met < 40);
    pick_scene_destroy(top);
    pick_scene_destroy(nested);
    pick_scene_destroy(flat);
    squares_free(&s);
}

// Places a tower of two levels so that the products of its transforms are rounded. Returns where its square is.
static pick_vec3 turn_tower(const tower *t)
{
    const pick_transform far = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {1e4, -2e4, 3e4}};
    const pick_transform turned = {.linear = {0.3f, 0.7f, 0, -0.7f, 0.3f, 0, 0, 0.1f, 0.9f}, .origin = {1, 2, 3}};
    assert_int_equal(pick_scene_set_transform(t->rows[0], t->ids[0], &far), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t->rows[1], t->ids[1], &turned), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t->rows[2], t->ids[2], &turned), PICK_OK);
    tower_changed(t);
    const pick_vec3 once = pick_transform_point(&turned, pick_vec3_add(far.origin, (pick_vec3){0.5, -0.25, 0}));
    return pick_transform_point(&turned, once);
}

// Of a product that is rounded, the point is where rays meet the object itself.
static void contacts_are_where_rays_hit(void **state)
{
    (void)state;
    tower t = tower_make(2);
    const pick_vec3 place = turn_tower(&t);
    const pick_sphere ball = {pick_vec3_add(place, (pick_vec3){0, 0, 5}), 0.25};
    const pick_solid solid = pick_solid_from_sphere(&ball);
    pick_contact contact;
    pick_hit hit;
    assert_true(pick_sweep(t.rows[2], &solid, (pick_vec3){0, 0, -10}, NULL, &contact));
    const pick_ray ray = {pick_vec3_add(contact.point, contact.normal), pick_vec3_scale(contact.normal, -1), 0, 2};
    assert_true(pick_closest(t.rows[2], &ray, NULL, &hit) && hit.path_count == 2);
    assert_near(hit.t, 1, 1e-10);
    tower_free(&t);
}

// --- Clearances -----------------------------------------------------------------------------------------------------

// The clearance of two objects, as its twin has it.
static bool gap_of(const pick_scene *scene, pick_object_id a, pick_object_id b, pick_clearance *out)
{
    pick_clearance twin;
    const bool found = pick_object_clearance(scene, a, b, NULL, out);
    assert_int_equal(pick_object_clearance_brute_force(scene, a, b, NULL, &twin), found);
    if (found)
        assert_true(out->distance == twin.distance);
    if (found && out->distance > 0)
        assert_memory_equal(out->path, twin.path, sizeof twin.path);
    return found;
}

static void clearances_name_the_path(void **state)
{
    (void)state;
    tower t = tower_make(LEVELS);
    pick_clearance gap;
    const pick_object_id before = put_mesh(top_of(&t), t.s.square, (pick_vec3){0, 0, LEVELS + 4});
    const pick_object_id beside = put_scene(top_of(&t), t.rows[1], (pick_vec3){0, 0, LEVELS + 9});
    assert_true(gap_of(top_of(&t), t.ids[LEVELS], before, &gap) && gap.distance == 4);
    assert_true(gap.path_count[0] == LEVELS && gap.path_count[1] == 0);
    assert_true(pick_object_id_equal(gap.path[0][0], t.ids[LEVELS - 1]));
    assert_true(gap.point[0].z == LEVELS && gap.point[1].z == LEVELS + 4);
    assert_true(gap_of(top_of(&t), before, beside, &gap) && gap.distance == 6); // the scene moves its square by 1
    assert_true(gap.path_count[0] == 0 && gap.path_count[1] == 2);
    assert_true(gap_of(top_of(&t), beside, t.ids[LEVELS], &gap) && gap.distance == 10);
    assert_true(gap.path_count[0] == 2 && gap.path_count[1] == LEVELS);
    assert_true(gap_of(top_of(&t), beside, beside, &gap) && gap.distance == 0);
    // Locked objects and any layers count, hidden ones within do not; one that is asked does.
    assert_int_equal(pick_scene_set_flags(t.rows[1], t.ids[1], PICK_OBJECT_LOCKED), PICK_OK);
    assert_int_equal(pick_scene_set_layers(t.rows[0], t.ids[0], 0), PICK_OK);
    assert_int_equal(pick_scene_set_flags(top_of(&t), beside, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_true(gap_of(top_of(&t), before, beside, &gap) && gap.distance == 6);
    assert_int_equal(pick_scene_set_flags(t.rows[1], t.ids[1], PICK_OBJECT_HIDDEN), PICK_OK);
    tower_changed(&t);
    assert_false(gap_of(top_of(&t), before, beside, &gap));
    assert_false(gap_of(top_of(&t), beside, before, &gap));
    tower_free(&t);
}

static void what_is_too_deep_or_flat_has_no_clearance(void **state)
{
    (void)state;
    tower t = tower_make(LEVELS);
    pick_scene *inside = new_scene();
    pick_clearance gap;
    const pick_object_id before = put_mesh(top_of(&t), t.s.square, (pick_vec3){0, 0, LEVELS + 4});
    (void)put_mesh(inside, t.s.square, (pick_vec3){0, 0, 0});
    (void)put_scene(t.rows[0], inside, (pick_vec3){0, 0, 2});
    tower_changed(&t);
    assert_true(gap_of(top_of(&t), t.ids[LEVELS], before, &gap) && gap.distance == 4);
    // Each of two transforms is nearly flat; their product is flat.
    const pick_transform flat = {.linear = {1, 0, 0, 0, 1, 0, 1, 0, 0x1p-22f}};
    assert_int_equal(pick_scene_set_transform(t.rows[LEVELS], t.ids[LEVELS], &flat), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[LEVELS - 1], t.ids[LEVELS - 1], &flat), PICK_OK);
    tower_changed(&t);
    assert_false(gap_of(top_of(&t), t.ids[LEVELS], before, &gap));
    pick_contact contact;
    assert_int_equal(pick_scene_remove(top_of(&t), before), PICK_OK);
    assert_false(falls_on(&t, NULL, &contact));
    tower_free(&t);
    pick_scene_destroy(inside);
}

// Where pairs are as near, the first path of `a` counts, then the first of `b`.
static void clearances_of_ties(void **state)
{
    (void)state;
    tower t = tower_make(1);
    pick_object_id more[4], again = put_scene(t.rows[1], t.rows[0], (pick_vec3){0, 0, 4});
    pick_clearance gap;
    for (int i = 0; i < 4; i++)
        more[i] = put_mesh(t.rows[0], t.s.square, (pick_vec3){0, 0, 0});
    tower_changed(&t);
    for (int i = 0; i < 4; i++) {
        const pick_object_id first = i == 0 ? t.ids[0] : more[i - 1];
        assert_true(gap_of(t.rows[1], t.ids[1], again, &gap) && gap.distance == 3);
        assert_true(pick_object_id_equal(gap.path[0][0], first) && pick_object_id_equal(gap.path[1][0], first));
        assert_int_equal(gap.triangle[0] + gap.triangle[1], 0);
        assert_int_equal(pick_scene_remove(t.rows[0], first), PICK_OK);
        tower_changed(&t);
    }
    tower_free(&t);
}

// The same distance, path and numbers as of the same objects in no nested scene, where products are exact; far out too.
static void clearances_are_exact(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        const double far = round == 1 ? 1 : 0, back = round == 2 ? 1 : 0; // far from the origins of both scenes, or one
        const pick_transform inner = {.linear = {1, 0, 0.5f, 0, -2, 0, 0, 0, 8}, .origin = {1, 2 - back * 0x1p31, 0.5}};
        const pick_transform outer = {.linear = {0, 0, 2, 0.5f, 0, 0, 0.25f, -4, 0},
                                      .origin = {(far + back) * 0x1p30, 4, 5}};
        squares s = squares_make();
        pick_scene *nested = new_scene(), *top = new_scene(), *flat = new_scene();
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id[2], in_flat[2], within;
        pick_clearance a, b;
        desc.mesh = s.both_sides;
        desc.transform = inner;
        assert_int_equal(pick_scene_add(nested, &desc, &within), PICK_OK);
        desc.transform = product(&outer, &inner);
        assert_int_equal(pick_scene_add(flat, &desc, &in_flat[0]), PICK_OK);
        desc.transform =
            (pick_transform){.linear = {1, 2, 3, -4, 1, 0, 1, 1, 1}, .origin = {far * 0x1p30 + 0.3, 30.7, 8.1}};
        assert_int_equal(pick_scene_add(flat, &desc, &in_flat[1]), PICK_OK);
        assert_int_equal(pick_scene_add(top, &desc, &id[1]), PICK_OK);
        desc.transform = outer;
        desc.mesh = NULL;
        desc.scene = nested;
        assert_int_equal(pick_scene_add(top, &desc, &id[0]), PICK_OK);
        assert_true(gap_of(top, id[0], id[1], &a) && gap_of(flat, in_flat[0], in_flat[1], &b));
        assert_near(a.distance, b.distance, 1e-13 * b.distance);
        assert_true(a.distance > 1 && a.triangle[0] == b.triangle[0] && a.triangle[1] == b.triangle[1]);
        for (int i = 0; i < 2; i++)
            assert_vec3_near(a.point[i], b.point[i], far > 0 ? 0x1p-20 : 1e-13);
        assert_near(pick_vec3_length(pick_vec3_sub(a.point[0], a.point[1])), a.distance, far > 0 ? 0x1p-20 : 1e-13);
        pick_scene_destroy(top);
        pick_scene_destroy(nested);
        pick_scene_destroy(flat);
        squares_free(&s);
    }
}

// Of products that are rounded, the points are where rays meet the objects themselves.
static void clearances_are_where_rays_hit(void **state)
{
    (void)state;
    tower t = tower_make(2);
    const pick_vec3 place = turn_tower(&t);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id above;
    pick_clearance gap;
    pick_hit hit;
    desc.mesh = t.s.square;
    desc.transform = (pick_transform){{0.01f, 0, 0, 0, 0.01f, 0.01f, 0, 0, 0.01f}, {place.x, place.y, place.z + 1}};
    assert_int_equal(pick_scene_add(t.rows[2], &desc, &above), PICK_OK);
    for (int i = 0; i < 2; i++) {
        const pick_vec3 up = {0, 0, 0.25};
        assert_true(gap_of(t.rows[2], i == 0 ? t.ids[2] : above, i == 0 ? above : t.ids[2], &gap));
        assert_true(gap.path_count[i] == 2 && gap.path_count[1 - i] == 0);
        const pick_ray ray = {pick_vec3_add(gap.point[i], up), pick_vec3_scale(up, -1), 0, 2};
        const pick_query both = {.cull = PICK_CULL_NONE};
        assert_true(pick_closest(t.rows[2], &ray, &both, &hit) && hit.path_count == 2);
        assert_near(hit.t, 1, 1e-10);
    }
    tower_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_name_the_path),
        cmocka_unit_test(every_level_counts_for_sweeps),
        cmocka_unit_test(sweeps_of_ties_meet_the_first),
        cmocka_unit_test(sweeps_are_exact),
        cmocka_unit_test(contacts_are_where_rays_hit),
        cmocka_unit_test(clearances_name_the_path),
        cmocka_unit_test(what_is_too_deep_or_flat_has_no_clearance),
        cmocka_unit_test(clearances_of_ties),
        cmocka_unit_test(clearances_are_exact),
        cmocka_unit_test(clearances_are_where_rays_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
