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

// Of a product that is rounded, the point is where rays meet the object itself.
static void contacts_are_where_rays_hit(void **state)
{
    (void)state;
    tower t = tower_make(2);
    const pick_transform far = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {1e4, -2e4, 3e4}};
    const pick_transform turned = {.linear = {0.3f, 0.7f, 0, -0.7f, 0.3f, 0, 0, 0.1f, 0.9f}, .origin = {1, 2, 3}};
    assert_int_equal(pick_scene_set_transform(t.rows[0], t.ids[0], &far), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[1], t.ids[1], &turned), PICK_OK);
    assert_int_equal(pick_scene_set_transform(t.rows[2], t.ids[2], &turned), PICK_OK);
    tower_changed(&t);
    const pick_vec3 once = pick_transform_point(&turned, pick_vec3_add(far.origin, (pick_vec3){0.5, -0.25, 0}));
    const pick_vec3 place = pick_transform_point(&turned, once);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_name_the_path),          cmocka_unit_test(every_level_counts_for_sweeps),
        cmocka_unit_test(sweeps_of_ties_meet_the_first), cmocka_unit_test(sweeps_are_exact),
        cmocka_unit_test(contacts_are_where_rays_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
