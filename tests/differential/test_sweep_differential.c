// Sweeps, overlaps and clearances in scenes of every kind: the hierarchies find what brute force finds.
#include "extras.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

enum { MOST_POINTS = 12, MOST_OBJECTS = WORLD_OBJECTS + EXTRA_OBJECTS };

typedef struct tally {
    uint64_t thins, fields, bounds, asked, met, inside, volumes, backfaces, overlapping, crowds, pairs, apart, kinds;
} tally;

typedef struct moving {
    pick_vec3 points[MOST_POINTS];
    pick_solid solid;
    pick_vec3 motion;
} moving;

static pick_query random_query(test_random *r)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = (pick_cull)random_index(r, 4);
    query.pass_locked = random_index(r, 4) == 0;
    query.hidden_layers = ~(random_index(r, 3) == 0 ? random_index(r, 16) : 0xf);
    if (random_index(r, 2) == 0)
        query.hidden_layers = ~EXTRA_LAYER;
    world_filter(r, &query);
    return query;
}

// Half of them move towards one of the extras.
static void random_moving(world *w, const extras *e, moving *out)
{
    test_random *r = &w->random;
    const double size = w->spread * pow(10, random_between(r, -4, -0.5));
    const pick_vec3 at = pick_vec3_add(w->center, random_in_cube(r, 1.2 * w->spread));
    pick_vec3 to = pick_vec3_add(w->center, random_in_cube(r, w->spread));
    pick_aabb box_aimed;
    const bool aimed =
        random_index(r, 2) == 0 &&
        pick_scene_object_bounds(w->scene, e->ids[random_index(r, EXTRA_OBJECTS)], &box_aimed) == PICK_OK;
    if (aimed)
        to = pick_vec3_scale(pick_vec3_add(box_aimed.min, box_aimed.max), 0.5);
    uint32_t count = 1;
    pick_obb box = {.center = at};
    switch (random_index(r, 4)) {
    case 0:
        out->points[0] = at;
        break;
    case 1: // flat ones too
        for (int k = 0; k < 3; k++)
            box.half_axis[k] = pick_vec3_scale(random_in_cube(r, 1), random_index(r, 5) == 0 ? 0 : size);
        (void)pick_solid_from_box(&box, out->points);
        count = 8;
        break;
    default:
        count = 1 + random_index(r, MOST_POINTS);
        for (uint32_t i = 0; i < count; i++)
            out->points[i] = pick_vec3_add(at, random_in_cube(r, size));
        break;
    }
    out->solid = (pick_solid){out->points, count, random_index(r, 2) == 0 ? 0 : size * random_between(r, 0, 1)};
    out->motion = pick_vec3_scale(pick_vec3_sub(to, at), pow(10, random_between(r, aimed ? 0 : -2, 1)));
    if (!aimed && random_index(r, 6) == 0)
        out->motion = pick_vec3_make(0, random_between(r, -1, 1) * w->spread, 0);
}

static void compare_sweeps(world *w, const moving *m, const pick_query *query, tally *count)
{
    pick_contact slow, fast;
    memset(&slow, 0, sizeof slow);
    memset(&fast, 0, sizeof fast);
    const bool met = pick_sweep_brute_force(w->scene, &m->solid, m->motion, query, &slow);
    assert_int_equal(pick_sweep(w->scene, &m->solid, m->motion, query, &fast), met);
    ++count->asked;
    if (!met)
        return;
    pick_object_desc desc;
    assert_true(pick_object_id_equal(fast.object, slow.object));
    assert_memory_equal(&fast.t, &slow.t, sizeof fast.t);
    assert_memory_equal(&fast.point, &slow.point, sizeof fast.point);
    assert_memory_equal(&fast.normal, &slow.normal, sizeof fast.normal);
    assert_memory_equal(fast.barycentric, slow.barycentric, sizeof fast.barycentric);
    assert_int_equal(fast.triangle, slow.triangle);
    assert_int_equal(fast.submesh, slow.submesh);
    assert_int_equal(fast.inside, slow.inside);
    assert_int_equal(fast.backface, slow.backface);
    assert_int_equal(fast.locked, slow.locked);
    assert_int_equal(fast.user, slow.user);
    assert_int_equal(fast.from_bounds, slow.from_bounds);
    assert_int_equal(pick_scene_get(w->scene, fast.object, &desc), PICK_OK);
    ++count->met;
    count->inside += fast.inside;
    const bool field = pick_height_field_memory(desc.volume) > 0;
    count->volumes += desc.volume != NULL;
    count->thins += desc.thin != NULL;
    count->fields += field;
    count->bounds += fast.from_bounds;
    assert_true(fast.from_bounds ? desc.volume != NULL && !field : true);
    count->backfaces += fast.backface;
}

static void compare_overlaps(world *w, const moving *m, const pick_query *query, tally *count)
{
    pick_object_id slow[MOST_OBJECTS], fast[MOST_OBJECTS], few[2];
    const size_t found = pick_overlaps_brute_force(w->scene, &m->solid, query, slow, MOST_OBJECTS);
    assert_int_equal(pick_overlaps(w->scene, &m->solid, query, fast, MOST_OBJECTS), found);
    assert_memory_equal(slow, fast, found * sizeof *slow);
    assert_int_equal(pick_overlaps(w->scene, &m->solid, query, few, 2), found);
    assert_memory_equal(slow, few, (found < 2 ? found : 2) * sizeof *slow);
    for (size_t i = 1; i < found; i++)
        assert_true(slow[i - 1].index1 < slow[i].index1);
    count->overlapping += found > 0;
    count->crowds += found > 2;
    // A sweep begins in what its solid overlaps.
    pick_query any = *query;
    pick_contact contact;
    any.cull = PICK_CULL_NONE;
    const bool begins = pick_sweep(w->scene, &m->solid, m->motion, &any, &contact) && contact.inside;
    assert_int_equal(begins, found > 0);
    if (begins)
        assert_true(pick_object_id_equal(contact.object, slow[0]));
}

static uint64_t items_of(const pick_object_desc *desc)
{
    return desc->thin != NULL ? pick_thin_get_stats(desc->thin).segment_count
                              : (pick_height_field_memory(desc->volume) > 0 ? EXTRA_ITEMS : 1);
}

static void compare_clearances(world *w, tally *count)
{
    test_random *r = &w->random;
    pick_object_id ids[MOST_OBJECTS];
    const uint32_t objects = (uint32_t)pick_scene_objects(w->scene, ids, MOST_OBJECTS);
    const pick_object_id a = ids[random_index(r, objects)], b = ids[random_index(r, objects)];
    // Two that brute force is quick with.
    pick_object_desc desc[2];
    assert_int_equal(pick_scene_get(w->scene, a, &desc[0]), PICK_OK);
    assert_int_equal(pick_scene_get(w->scene, b, &desc[1]), PICK_OK);
    uint64_t cost = 1;
    for (int i = 0; i < 2; i++)
        cost *= desc[i].mesh != NULL ? pick_mesh_get_stats(desc[i].mesh).triangle_count : items_of(&desc[i]);
    if (cost > test_effort(3000, 20000))
        return;
    const pick_query query = {.hidden_kinds = random_index(r, 3) == 0 ? PICK_SUBMESH_KIND(0) : 0};
    pick_clearance slow, fast;
    memset(&slow, 0, sizeof slow);
    memset(&fast, 0, sizeof fast);
    const bool found = pick_object_clearance_brute_force(w->scene, a, b, &query, &slow);
    assert_int_equal(pick_object_clearance(w->scene, a, b, &query, &fast), found);
    count->pairs += found;
    count->kinds += !found;
    if (!found)
        return;
    assert_memory_equal(&fast.distance, &slow.distance, sizeof fast.distance);
    if (fast.distance == 0)
        return;
    ++count->apart;
    assert_memory_equal(fast.point, slow.point, sizeof fast.point);
    assert_memory_equal(fast.triangle, slow.triangle, sizeof fast.triangle);
    assert_memory_equal(fast.barycentric, slow.barycentric, sizeof fast.barycentric);
}

static void ask(world *w, const projection_spec *spec, double depth, void *user)
{
    (void)spec;
    (void)depth;
    extras e;
    extras_add(w, &e);
    for (uint32_t i = 0; i < test_effort(2, 8); i++) {
        const pick_query query = random_query(&w->random);
        moving m;
        random_moving(w, &e, &m);
        compare_sweeps(w, &m, &query, user);
        compare_overlaps(w, &m, &query, user);
        for (int k = 0; k < 8; k++)
            compare_clearances(w, user);
    }
    extras_remove(w, &e);
}

static void agrees(void **state)
{
    (void)state;
    tally count = {.asked = 0};
    world_each(3, 4711, ask, &count);
    print_message(
        "%llu sweeps, %llu contacts, %llu inside, %llu volumes, %llu backfaces; %llu overlaps, %llu of many\n",
        (unsigned long long)count.asked, (unsigned long long)count.met, (unsigned long long)count.inside,
        (unsigned long long)count.volumes, (unsigned long long)count.backfaces, (unsigned long long)count.overlapping,
        (unsigned long long)count.crowds);
    assert_true(count.met > count.asked / 4 && count.met < count.asked);
    assert_true(count.inside > count.met / 50 && count.inside < count.met);
    assert_true(count.volumes > count.met / 50 && count.backfaces > count.met / 10);
    print_message("%llu contacts with points and curves, %llu with height fields, %llu with bounds\n",
                  (unsigned long long)count.thins, (unsigned long long)count.fields, (unsigned long long)count.bounds);
    assert_true(count.thins > 4 && count.fields > 1 && count.bounds > 0);
    print_message("%llu clearances, %llu of them not 0\n", (unsigned long long)count.pairs,
                  (unsigned long long)count.apart);
    assert_true(count.pairs > count.asked / 2 && count.apart > count.pairs / 4 && count.apart < count.pairs);
    assert_true(count.kinds > 0);
    assert_true(count.overlapping > count.asked / 50 && count.crowds > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
