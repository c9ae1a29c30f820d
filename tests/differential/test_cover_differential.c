// Dense lattices of boxes: what covers of the window leave out is hidden. A filter that accepts all keeps covers from
// being made, so answers with and without it are compared, to the bit.
#include "picking/picking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"
#include "projection.h"
#include "random.h"
#include "shapes.h"

enum { SIDE = 14, LATTICE = SIDE * SIDE * SIDE };

typedef struct lattice {
    pick_mesh *meshes[3];
    pick_scene *scene;
    pick_vec3 middle;
    test_random random;
    uint64_t found, with_nodes, without_nodes;
} lattice;

// Boxes, some turned, mirrored or of other sizes, and a soup of triangles here and there.
static void lattice_make(lattice *l, pick_vec3 middle, bool even, uint64_t seed)
{
    static pick_object_desc descs[LATTICE];
    static pick_object_id ids[LATTICE];
    *l = (lattice){.middle = middle, .random = {seed}};
    soup soups[3] = {soup_box(0.3, 0.3, 0.3), soup_sphere(5, 7, 0.4, 0.1), soup_grid(3, 0.2)};
    for (int i = 0; i < 3; i++) {
        l->meshes[i] = soup_mesh(&soups[i], NULL);
        soup_free(&soups[i]);
    }
    assert_int_equal(pick_scene_create(NULL, &l->scene), PICK_OK);
    for (uint32_t i = 0; i < LATTICE; i++) {
        pick_object_desc *desc = &descs[i];
        const pick_vec3 place = {i % SIDE - 0.5 * SIDE, i / SIDE % SIDE - 0.5 * SIDE, i / SIDE / SIDE - 0.5 * SIDE};
        *desc = PICK_OBJECT_DESC_DEFAULT;
        desc->mesh = l->meshes[even ? 0 : (random_index(&l->random, 4) == 0 ? 1 + random_index(&l->random, 2) : 0)];
        desc->transform.origin = pick_vec3_add(middle, place);
        for (int k = 0; k < 9 && !even && i % 2 == 0; k++)
            desc->transform.linear[k] += (float)random_between(&l->random, -0.5, 0.5);
        desc->flags = !even && random_index(&l->random, 8) == 0 ? random_index(&l->random, 8) : 0;
        desc->layers = random_index(&l->random, 8) == 0 ? 2 : 1;
    }
    assert_int_equal(pick_scene_add_many(l->scene, descs, LATTICE, ids), PICK_OK);
}

static void lattice_free(lattice *l)
{
    pick_scene_destroy(l->scene);
    for (int i = 0; i < 3; i++)
        pick_mesh_destroy(l->meshes[i]);
}

static pick_view random_view(lattice *l)
{
    test_random *r = &l->random;
    const pick_vec3 forward = random_direction(r);
    const double away = SIDE * random_between(r, 0.3, 3);
    projection_spec spec = projection_perspective(0.9, 16.0 / 9, 0.1, HUGE_VAL);
    if (random_index(r, 3) == 0)
        spec = (projection_spec){.kind = PICK_ORTHOGRAPHIC,
                                 .left = -0.9 * SIDE,
                                 .right = 0.9 * SIDE,
                                 .bottom = -0.5 * SIDE,
                                 .top = 0.5 * SIDE,
                                 .near_distance = random_between(r, -1, 1),
                                 .far_distance = 4 * away};
    float projection[16], rotation[16];
    pick_view view;
    if (random_index(r, 4) == 0)
        spec.near_distance = away; // cuts through the lattice
    projection_matrix(&spec, projection);
    view_matrix(forward, pick_vec3_make(0.1, 1, 0.2), rotation);
    const pick_vec3 aim = pick_vec3_add(l->middle, random_in_cube(r, 2));
    const pick_view_desc desc = {.projection = projection,
                                 .view = rotation,
                                 .eye = pick_vec3_sub(aim, pick_vec3_scale(forward, away)),
                                 .viewport = {0, 0, 960, 540}};
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

static bool accepts_all(void *user, const pick_hit *candidate)
{
    (void)user;
    (void)candidate;
    return true;
}

static void same_answer(lattice *l, const pick_view *view, pick_vec2 at)
{
    pick_stats with_stats = {0}, without_stats = {0};
    pick_query with = {.cull = (pick_cull)random_index(&l->random, 4)};
    with.hidden_layers = random_index(&l->random, 2) * 2;
    with.pass_locked = random_index(&l->random, 2) == 0;
    pick_query without = with;
    with.stats = &with_stats;
    without.stats = &without_stats;
    without.filter = accepts_all;
    const double reach = random_index(&l->random, 8) == 0 ? 0 : random_between(&l->random, 1, 25);
    const pick_nearest_query wanted = {1u << random_index(&l->random, 3), reach, true};
    pick_nearest a, b;
    const bool found = pick_nearest_in_window(l->scene, view, at, &wanted, &with, &a);
    assert_int_equal(pick_nearest_in_window(l->scene, view, at, &wanted, &without, &b), found);
    if (found) {
        assert_true(pick_object_id_equal(a.object, b.object));
        assert_true(a.triangle == b.triangle && a.index == b.index && a.distance == b.distance && a.depth == b.depth);
        assert_memory_equal(&a.point, &b.point, sizeof a.point);
    }
    pick_snap_query snap = PICK_SNAP_QUERY_DEFAULT;
    pick_snap c, d;
    snap.rules = 1u << (1 + random_index(&l->random, 6));
    snap.reach = reach;
    snap.has_held = true;
    snap.held = pick_vec3_add(l->middle, random_in_cube(&l->random, 0.6 * SIDE));
    const bool snapped = pick_snap_in_window(l->scene, view, at, &snap, &with, &c);
    assert_int_equal(pick_snap_in_window(l->scene, view, at, &snap, &without, &d), snapped);
    if (snapped) {
        assert_true(pick_object_id_equal(c.object, d.object));
        assert_true(c.triangle == d.triangle && c.index == d.index && c.distance == d.distance && c.depth == d.depth);
        assert_memory_equal(&c.point, &d.point, sizeof c.point);
    }
    l->found += found + snapped;
    l->with_nodes += with_stats.nodes;
    l->without_nodes += without_stats.nodes;
}

static void covers_change_no_answer(void **state)
{
    (void)state;
    static const pick_vec3 middles[] = {{0, 0, 0}, {148376, 1234, -223423}, {1e7, -3e6, 2e6}, {0, 0, 0}};
    uint64_t with_nodes = 0, without_nodes = 0;
    for (size_t i = 0; i < sizeof middles / sizeof middles[0]; i++) {
        lattice l;
        lattice_make(&l, middles[i], i == 3, 7 + i);
        for (uint32_t views = test_effort(10, 100); views > 0; views--) {
            const pick_view view = random_view(&l);
            for (int k = 0; k < 6; k++) // over the border of the viewport, too
                same_answer(&l, &view,
                            (pick_vec2){random_between(&l.random, -2, 962), random_between(&l.random, -2, 542)});
            for (int k = 0; k < 6; k++)
                same_answer(&l, &view,
                            (pick_vec2){random_between(&l.random, 380, 580), random_between(&l.random, 170, 370)});
        }
        print_message("%llu found, %llu nodes with covers, %llu without\n", (unsigned long long)l.found,
                      (unsigned long long)l.with_nodes, (unsigned long long)l.without_nodes);
        assert_true(l.found > 10);
        with_nodes += l.with_nodes;
        without_nodes += l.without_nodes;
        lattice_free(&l);
    }
    assert_true(with_nodes < without_nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(covers_change_no_answer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
