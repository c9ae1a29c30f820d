#include "sweep_asks.h"

#include "near.h"

#include <string.h>

bool sweep(const pick_scene *scene, const pick_solid *solid, pick_vec3 motion, const pick_query *query,
           pick_contact *out)
{
    pick_contact fast, slow;
    memset(&fast, 1, sizeof fast);
    memset(&slow, 1, sizeof slow);
    const bool met = pick_sweep_brute_force(scene, solid, motion, query, &slow);
    assert_int_equal(pick_sweep(scene, solid, motion, query, &fast), met);
    assert_true(fast.t == slow.t && fast.triangle == slow.triangle && fast.object.index1 == slow.object.index1);
    assert_true(fast.inside == slow.inside && fast.point.x == slow.point.x && fast.normal.x == slow.normal.x);
    *out = fast;
    return met;
}

bool sweep_ball(const pick_scene *scene, pick_vec3 at, double radius, pick_vec3 motion, const pick_query *query,
                pick_contact *out)
{
    const pick_sphere ball = {at, radius};
    const pick_solid solid = pick_solid_from_sphere(&ball);
    return sweep(scene, &solid, motion, query, out);
}

size_t overlapping(const pick_scene *scene, pick_vec3 at, double radius, const pick_query *query)
{
    const pick_sphere ball = {at, radius};
    const pick_solid solid = pick_solid_from_sphere(&ball);
    const size_t count = pick_overlaps(scene, &solid, query, NULL, 0);
    assert_int_equal(pick_overlaps_brute_force(scene, &solid, query, NULL, 0), count);
    return count;
}

pick_clearance apart(const squares *s, pick_object_id a, pick_object_id b)
{
    pick_clearance fast, slow, back;
    assert_true(pick_object_clearance(s->scene, a, b, NULL, &fast));
    assert_true(pick_object_clearance_brute_force(s->scene, a, b, NULL, &slow));
    assert_true(pick_object_clearance(s->scene, b, a, NULL, &back));
    assert_true(fast.distance == slow.distance);
    assert_near(back.distance, fast.distance, 1e-9);
    assert_near(pick_vec3_length(pick_vec3_sub(fast.point[0], fast.point[1])), fast.distance, 1e-6);
    return fast;
}

pick_volume *volume_of(const pick_shape *shape)
{
    const pick_volume_desc desc = {.shape = shape};
    pick_volume *volume = NULL;
    assert_int_equal(pick_volume_create(&desc, NULL, &volume), PICK_OK);
    return volume;
}

pick_object_id put_volume(squares *s, const pick_volume *volume, pick_vec3 at)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.volume = volume;
    desc.transform.origin = at;
    assert_int_equal(pick_scene_add(s->scene, &desc, &id), PICK_OK);
    return id;
}

pick_object_id put_thin(squares *s, const pick_thin *thin, pick_vec3 at, float stretched_z)
{
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    object.thin = thin;
    object.transform.origin = at;
    object.transform.linear[8] = stretched_z;
    assert_int_equal(pick_scene_add(s->scene, &object, &id), PICK_OK);
    return id;
}
