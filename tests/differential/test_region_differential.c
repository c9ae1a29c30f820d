// Regions of every kind, through every kind of view, anywhere in the world: the hierarchy finds the objects that brute
// force finds, at every SIMD width.
#include "region/region_internal.h" // for regions on the stack
#include "scene/scene_internal.h"
#include "worlds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

enum { MOST_POINTS = 40 };

typedef struct tally {
    uint64_t regions, empty, some, all, touched_only; // touched_only: found by touch, not by contain
} tally;

// Around a place: a ring that may swing in and out; or a scribble that crosses itself.
static uint32_t random_lasso(test_random *r, pick_vec2 points[MOST_POINTS])
{
    const uint32_t count = 3 + random_index(r, MOST_POINTS - 2);
    const pick_vec2 center = world_place(r);
    const double radius = random_between(r, 5, 400);
    const bool scribble = random_index(r, 3) == 0;
    for (uint32_t i = 0; i < count; i++) {
        const double angle = scribble ? random_between(r, 0, 6.3) : 6.283185307179586 * i / count;
        const double reach = radius * random_between(r, 0.4, 1);
        points[i] = (pick_vec2){center.x + reach * cos(angle), center.y + reach * sin(angle)};
    }
    return count;
}

static void random_region(world *w, const pick_view *view, pick_vec2 points[MOST_POINTS], pick_region *region)
{
    test_random *r = &w->random;
    pick_plane planes[6];
    switch (random_index(r, 8)) {
    case 0:
    case 1:
        assert_int_equal(pick_region_circle(region, view, world_place(r), pow(10, random_between(r, -1, 2.7))),
                         PICK_OK);
        break;
    case 2:
    case 3:
    case 4:
        assert_int_equal(pick_region_polygon(region, view, points, random_lasso(r, points)), PICK_OK);
        break;
    case 5: {
        const uint32_t count = random_index(r, 7);
        for (uint32_t i = 0; i < count; i++) {
            const pick_vec3 p = pick_vec3_add(w->center, random_in_cube(r, 0.5 * w->spread));
            planes[i].normal = pick_vec3_scale(random_direction(r), random_between(r, 0.01, 50));
            planes[i].offset = -pick_vec3_dot(planes[i].normal, p);
        }
        assert_int_equal(pick_region_planes(region, planes, count, view->eye), PICK_OK);
        break;
    }
    default:
        assert_int_equal(pick_region_rect(region, view, world_place(r), world_place(r)), PICK_OK);
        break;
    }
}

static size_t compare(world *w, const pick_region *region, const pick_region_query *query)
{
    pick_object_id slow[WORLD_OBJECTS];
    pick_object_id fast[WORLD_OBJECTS];
    const size_t count = pick_region_objects_brute_force(w->scene, region, query, slow, WORLD_OBJECTS);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (!pick_simd_available(level))
            continue;
        world_set_simd(w, (int)level);
        assert_int_equal(pick_region_objects(w->scene, region, query, fast, WORLD_OBJECTS), count);
        assert_memory_equal(fast, slow, count * sizeof *fast);
    }
    return count;
}

static void ask(world *w, const pick_region *region, tally *count)
{
    test_random *r = &w->random;
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.cull = (pick_cull)random_index(r, 4);
    query.include_locked = random_index(r, 2) == 0;
    query.hidden_layers = ~(random_index(r, 3) == 0 ? random_index(r, 16) : 0xf);
    query.bounds_only = random_index(r, 5) == 0;
    pick_query rules = PICK_QUERY_DEFAULT;
    world_filter(r, &rules);
    query.filter = rules.filter;
    query.hidden_kinds = rules.hidden_kinds;
    const size_t touched = compare(w, region, &query);
    query.mode = PICK_REGION_CONTAIN;
    const size_t contained = compare(w, region, &query);
    assert_true(contained <= touched);
    ++count->regions;
    ++*(touched == 0 ? &count->empty : &count->some);
    count->all += contained > 0;
    count->touched_only += touched > contained;
}

static void ask_in_world(world *w, const projection_spec *spec, double depth, void *user)
{
    for (uint32_t i = test_effort(8, 40); i > 0; i--) {
        const pick_view view = world_view(w, spec, depth);
        pick_vec2 points[MOST_POINTS];
        pick_region region;
        random_region(w, &view, points, &region);
        ask(w, &region, user);
    }
}

static void any_view(void **state)
{
    (void)state;
    tally count = {0};
    world_each(3, 0, ask_in_world, &count);
    print_message("%llu regions: %llu with something, %llu with something contained, %llu with something cut\n",
                  (unsigned long long)count.regions, (unsigned long long)count.some, (unsigned long long)count.all,
                  (unsigned long long)count.touched_only);
    assert_true(count.some > count.regions / 4);
    assert_true(count.empty > count.regions / 20);
    assert_true(count.all > count.regions / 20);
    assert_true(count.touched_only > count.regions / 5);
}

// Objects flung out of the world, and lone ones.
static void strays(void **state)
{
    (void)state;
    static const double distances[] = {1e9, 1e20, 1e35, 1e40, 1e200, 1.7e308};
    world w;
    tally count = {0};
    world_make(&w, pick_vec3_make(100, 0, 0), 10, 99);
    pick_object_id ids[WORLD_OBJECTS];
    assert_int_equal(pick_scene_objects(w.scene, ids, WORLD_OBJECTS), WORLD_OBJECTS);
    for (size_t d = 0; d < sizeof distances / sizeof distances[0]; d++) {
        pick_transform t = PICK_TRANSFORM_IDENTITY;
        t.origin.x = distances[d];
        t.origin.z = -distances[d];
        t.linear[0] = d % 2 == 0 ? 1 : 3e38f;
        assert_int_equal(pick_scene_set_transform(w.scene, ids[d], &t), PICK_OK);
        for (uint32_t i = test_effort(20, 60); i > 0; i--) {
            const projection_spec spec = projection_perspective(1, 4.0 / 3, 0.1, HUGE_VAL);
            const pick_view view = world_view(&w, &spec, 10);
            pick_vec2 points[MOST_POINTS];
            pick_region region;
            random_region(&w, &view, points, &region);
            ask(&w, &region, &count);
        }
    }
    assert_true(count.some > 15);
    assert_true(count.empty > 3);
    world_free(&w);
}

// --- Edits ----------------------------------------------------------------------------------------------------------

enum { CROWD = 3000 };

typedef struct crowd {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id ids[CROWD];
    pick_object_id slow[CROWD], fast[CROWD];
    test_random random;
    bool plain; // mostly one layer, as most scenes are
} crowd;

static pick_object_desc random_member(crowd *c)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    test_random *r = &c->random;
    desc.mesh = c->mesh;
    desc.transform.origin = random_in_cube(r, 100);
    desc.layers = c->plain && random_index(r, 50) > 0 ? 1 : 1u << random_index(r, 3);
    desc.flags = random_index(r, 40) == 0 ? random_index(r, 8) : 0;
    return desc;
}

static void edit(crowd *c)
{
    test_random *r = &c->random;
    pick_object_id *id = &c->ids[random_index(r, CROWD)];
    const pick_object_desc desc = random_member(c);
    switch (random_index(r, 6)) {
    case 0:
        assert_int_equal(pick_scene_set_layers(c->scene, *id, desc.layers), PICK_OK);
        break;
    case 1:
        assert_int_equal(pick_scene_set_flags(c->scene, *id, desc.flags), PICK_OK);
        break;
    case 2:
        assert_int_equal(pick_scene_remove(c->scene, *id), PICK_OK);
        assert_int_equal(pick_scene_add(c->scene, &desc, id), PICK_OK); // in the same slot
        break;
    default:
        assert_int_equal(pick_scene_set_transform(c->scene, *id, &desc.transform), PICK_OK);
        break;
    }
}

// Boxes in a cube, or everywhere; all results, or as many as fit.
static size_t compare_crowd(crowd *c)
{
    test_random *r = &c->random;
    const pick_vec3 center = random_in_cube(r, 100);
    const double half = random_between(r, 10, 150);
    pick_plane planes[6];
    for (int k = 0; k < 6; k++) {
        const double sign = k % 2 == 0 ? 1 : -1;
        const double at[3] = {center.x, center.y, center.z};
        planes[k].normal = pick_vec3_make(k / 2 == 0 ? sign : 0, k / 2 == 1 ? sign : 0, k / 2 == 2 ? sign : 0);
        planes[k].offset = half - sign * at[k / 2];
    }
    pick_region region;
    assert_int_equal(pick_region_planes(&region, planes, random_index(r, 4) == 0 ? 0 : 6, center), PICK_OK);
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.bounds_only = true;
    query.mode = (pick_region_mode)random_index(r, 2);
    query.include_locked = random_index(r, 2) == 0;
    query.hidden_layers = ~(random_index(r, 2) == 0 ? 1 + random_index(r, 7) : 0xffffffffu);
    const size_t count = pick_region_objects_brute_force(c->scene, &region, &query, c->slow, CROWD);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (pick_simd_available(level)) {
            pick_scene_set_simd(c->scene, level);
            assert_int_equal(pick_region_objects(c->scene, &region, &query, c->fast, CROWD), count);
            assert_memory_equal(c->fast, c->slow, count * sizeof *c->fast);
        }
    }
    const size_t room = random_index(r, 40);
    memset(c->fast, 0xee, sizeof c->fast);
    assert_int_equal(pick_region_objects(c->scene, &region, &query, c->fast, room), count);
    const pick_object_id untouched = {0xeeeeeeeeu, 0xeeeeeeeeu};
    assert_true(pick_object_id_equal(c->fast[room], untouched));
    for (size_t i = 0; i < room && i < count; i++) {
        bool known = false;
        for (size_t k = 0; k < count && !known; k++)
            known = pick_object_id_equal(c->fast[i], c->slow[k]);
        assert_true(known);
    }
    return count;
}

// Nodes know their objects' layers, locks and generations: they follow every edit, also while the tree is rebuilt.
static void crowds(crowd *c)
{
    size_t found = 0;
    for (int i = 0; i < CROWD; i++) {
        const pick_object_desc desc = random_member(c);
        assert_int_equal(pick_scene_add(c->scene, &desc, &c->ids[i]), PICK_OK);
    }
    const uint32_t edits = test_effort(6000, 12000);
    for (uint32_t i = 0; i < edits; i++) {
        if (i % 60 == 0)
            found += compare_crowd(c);
        edit(c);
    }
    assert_true(found > edits / 120 * CROWD / 4);
}

static void edits(void **state)
{
    (void)state;
    crowd *c = calloc(1, sizeof *c);
    assert_non_null(c);
    soup box = soup_box(1, 0.5, 0.25);
    c->mesh = soup_mesh(&box, NULL);
    for (int plain = 0; plain < 2; plain++) {
        c->plain = plain;
        c->random = (test_random){321 + (uint64_t)plain};
        assert_int_equal(pick_scene_create(NULL, &c->scene), PICK_OK);
        crowds(c);
        pick_scene_destroy(c->scene);
    }
    // A slot whose generation is larger than nodes have room for.
    assert_int_equal(pick_scene_create(NULL, &c->scene), PICK_OK);
    const pick_object_desc desc = random_member(c);
    pick_region everywhere;
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.bounds_only = true;
    assert_int_equal(pick_region_planes(&everywhere, NULL, 0, pick_vec3_make(0, 0, 0)), PICK_OK);
    for (uint32_t i = 1; i < UINT16_MAX + 3; i++) {
        assert_int_equal(pick_scene_add(c->scene, &desc, &c->ids[0]), PICK_OK);
        if (i == 1 || i >= UINT16_MAX - 1) {
            assert_int_equal(pick_region_objects(c->scene, &everywhere, &query, c->fast, CROWD), 1);
            assert_true(pick_object_id_equal(c->fast[0], c->ids[0]));
            assert_int_equal(c->fast[0].generation, i);
        }
        assert_int_equal(pick_scene_remove(c->scene, c->ids[0]), PICK_OK);
    }
    pick_scene_destroy(c->scene);
    pick_mesh_destroy(c->mesh);
    soup_free(&box);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_view), cmocka_unit_test(strays), cmocka_unit_test(edits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
