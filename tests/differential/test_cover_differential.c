// Dense lattices of boxes: what covers of the window leave out is hidden. A filter that accepts all keeps covers from
// being made, so answers with and without it are compared, to the bit.
#include "nearest/nearest_internal.h"
#include "nearest/window_cover.h"
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

// A nested scene with one box, far from the others.
static pick_scene *add_nested(lattice *l)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    pick_scene *nested;
    assert_int_equal(pick_scene_create(NULL, &nested), PICK_OK);
    desc.mesh = l->meshes[0];
    assert_int_equal(pick_scene_add(nested, &desc, &id), PICK_OK);
    desc.mesh = NULL;
    desc.scene = nested;
    desc.transform.origin = pick_vec3_add(l->middle, pick_vec3_make(2 * SIDE, 0, 0));
    assert_int_equal(pick_scene_add(l->scene, &desc, &id), PICK_OK);
    return nested;
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
    static const pick_vec3 middles[] = {{0, 0, 0}, {148376, 1234, -223423}, {1e7, -3e6, 2e6}, {0, 0, 0}, {0, 0, 0}};
    uint64_t with_nodes = 0, without_nodes = 0;
    for (size_t i = 0; i < sizeof middles / sizeof middles[0]; i++) {
        lattice l;
        lattice_make(&l, middles[i], i >= 3, 7 + i);
        pick_scene *nested = i == 4 ? add_nested(&l) : NULL;
        for (uint32_t views = test_effort(10, 100); views > 0; views--) {
            pick_view view = random_view(&l);
            if (random_index(&l.random, 4) == 0) { // what is cut off hides nothing
                const pick_vec3 normal = random_direction(&l.random);
                const pick_plane cut = {normal, -pick_vec3_dot(normal, l.middle)};
                assert_int_equal(pick_view_set_section(&view, &cut, 1), PICK_OK);
            }
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
        pick_scene_destroy(nested);
    }
    assert_true(with_nodes < without_nodes);
}

// Frames around the mouse, one behind the other: their boxes are in each square, but no triangle covers any of it. Then
// covers are given up.
static void covers_of_little_use(void **state)
{
    (void)state;
    enum { FRAMES = 60 };
    static const float corners[][3] = {{-2, -0.1f, 0},   {-1.9f, -0.1f, 0}, {-1.9f, 0.1f, 0},
                                       {1.9f, -0.1f, 0}, {2, -0.1f, 0},     {2, 0.1f, 0}};
    const pick_mesh_desc frame = {
        .positions = &corners[0][0], .position_stride = sizeof corners[0], .vertex_count = 6, .index_count = 0};
    lattice l = {.random = {3}};
    assert_int_equal(pick_mesh_create(&frame, NULL, &l.meshes[0]), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &l.scene), PICK_OK);
    for (int i = 0; i < FRAMES; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.mesh = l.meshes[0];
        desc.transform.origin.z = -0.25 * i;
        assert_int_equal(pick_scene_add(l.scene, &desc, &id), PICK_OK);
    }
    const projection_spec spec = projection_perspective(0.9, 16.0 / 9, 0.1, HUGE_VAL);
    float projection[16], rotation[16];
    pick_view view;
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0), rotation);
    const pick_view_desc desc = {
        .projection = projection, .view = rotation, .eye = {0, 0, 9}, .viewport = {0, 0, 960, 540}};
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    const pick_nearest_query wanted = {PICK_FEATURE_VERTEX, 200, true};
    const pick_query without = {.filter = accepts_all};
    pick_nearest a, b;
    assert_true(pick_nearest_in_window(l.scene, &view, (pick_vec2){480, 270}, &wanted, NULL, &a));
    assert_true(pick_nearest_in_window(l.scene, &view, (pick_vec2){480, 270}, &wanted, &without, &b));
    assert_true(pick_object_id_equal(a.object, b.object) && a.triangle == b.triangle && a.index == b.index);
    assert_true(a.distance == b.distance && a.distance > 10);
    lattice_free(&l);
}

// --- Covers themselves ----------------------------------------------------------------------------------------------

// Large things among the boxes, which reach behind the eye, are steep, or have triangles side by side that are not
// convex together. Some are the same triangles at other places.
static void add_large(lattice *l, pick_mesh *large[2])
{
    soup soups[2] = {soup_grid(2, 5), soup_sphere(4, 5, 3, 1.5)};
    for (int i = 0; i < 2; i++) {
        large[i] = soup_mesh(&soups[i], NULL);
        soup_free(&soups[i]);
    }
    for (uint32_t i = 0; i < 30; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.mesh = large[i % 2];
        for (int k = 0; k < 9; k++)
            desc.transform.linear[k] = (float)random_between(&l->random, -1, 1);
        desc.transform.origin = pick_vec3_add(l->middle, random_in_cube(&l->random, SIDE));
        assert_int_equal(pick_scene_add(l->scene, &desc, &id), PICK_OK);
    }
}

typedef struct cover_tally {
    uint32_t points, hidden, objects, hidden_objects;
} cover_tally;

static void expect_hidden(const lattice *l, const pick_view *view, const pick_frustum *frustum, const pick_query *query,
                          pick_vec3 point)
{
    assert_false(pick_window_sees(l->scene, view, frustum, point, query, false));
}

static void check_object(lattice *l, uint32_t slot, const pick_view *view, const pick_frustum *frustum,
                         const pick_window_cover *cover, const pick_query *query, cover_tally *count)
{
    test_random *r = &l->random;
    const pick_object *object = pick_object_at(l->scene, slot);
    const pick_box3f *box = &object->mesh->bounds;
    if (object->inverse_determinant == 0)
        return;
    ++count->objects;
    if (!pick_cover_hides_object(cover, frustum, object))
        return;
    for (int i = 0; i < 20; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = random_between(r, (double)box->lo[k], (double)box->hi[k]);
        const pick_vec3 point =
            pick_vec3_add(pick_object_turn(object, p[0], p[1], p[2]), pick_object_offset(object, view->eye));
        const pick_vec2 at = pick_frustum_project(frustum, point);
        const double side = cover->cell * PICK_COVER_CELLS;
        if (at.x < cover->low.x || at.y < cover->low.y || at.x > cover->low.x + side || at.y > cover->low.y + side)
            continue;
        ++count->hidden_objects;
        expect_hidden(l, view, frustum, query, pick_vec3_add(point, view->eye));
    }
}

// Points near what rays through the square meet, before and behind it.
static void check_points(lattice *l, const pick_view *view, const pick_frustum *frustum, const pick_window_cover *cover,
                         const pick_query *query, cover_tally *count)
{
    test_random *r = &l->random;
    pick_hit hits[4];
    const pick_vec2 at = {cover->low.x + cover->cell * random_between(r, -0.5, PICK_COVER_CELLS + 0.5),
                          cover->low.y + cover->cell * random_between(r, -0.5, PICK_COVER_CELLS + 0.5)};
    const pick_ray ray = pick_view_ray(view, at);
    const size_t met = pick_all(l->scene, &ray, query, hits, 4);
    for (size_t i = 0; i < met && i < 4; i++) {
        if (hits[i].object.index1 <= LATTICE)
            check_object(l, hits[i].object.index1 - 1, view, frustum, cover, query, count);
        const double away = pow(10, random_between(r, -6, 0)) * (random_index(r, 2) == 0 ? 1 : -1);
        const pick_vec3 point = pick_ray_at(&ray, fmax(ray.t_min, hits[i].t + away));
        ++count->points;
        if (pick_cover_hides_point(cover, frustum, pick_vec3_sub(point, view->eye))) {
            ++count->hidden;
            expect_hidden(l, view, frustum, query, point);
        }
    }
}

// The margin of depths follows what is farthest from the origin: what covers, along any axis, its far side, or the eye.
static void margins_follow_the_sizes(void **state)
{
    (void)state;
    const double far = 1e6;
    const pick_vec3 forward = {0.6, -0.48, -0.64};
    const projection_spec spec = projection_perspective(0.9, 16.0 / 9, 0.1, HUGE_VAL);
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(forward, pick_vec3_make(0, 1, 0), rotation);
    soup grid = soup_grid(1, 1);
    pick_mesh *mesh = soup_mesh(&grid, NULL);
    soup_free(&grid);
    for (int i = 0; i < 5; i++) {
        const bool is_large = i == 3, is_seen_from_afar = i == 4;
        const pick_vec3 place = {i == 0 ? far : 0, i == 1 ? far : 0, i == 2 ? far : 0};
        const pick_query query = {.cull = PICK_CULL_NONE};
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        pick_scene *scene;
        pick_view view;
        pick_frustum frustum;
        pick_window_cover cover;
        object.mesh = mesh;
        object.transform.origin = place;
        for (int k = 0; k < 3 && is_large; k++)
            object.transform.linear[4 * k] = (float)far;
        const pick_view_desc desc = {.projection = projection,
                                     .view = rotation,
                                     .eye = pick_vec3_sub(place, pick_vec3_scale(forward, is_seen_from_afar ? far : 3)),
                                     .viewport = {0, 0, 960, 540}};
        assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
        assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
        assert_int_equal(pick_scene_add(scene, &object, &id), PICK_OK);
        pick_frustum_from_view(&frustum, &view);
        pick_cover_make(&cover, scene, &view, &frustum, (pick_vec2){480.3, 270.1}, 1e-3, &query);
        assert_true(cover.margin >= 0x1p-31 * far && cover.margin <= 0x1p-28 * far);
        pick_scene_destroy(scene);
    }
    pick_mesh_destroy(mesh);
}

static void what_is_covered_is_hidden(void **state)
{
    (void)state;
    static const pick_vec3 middles[] = {{0, 0, 0}, {1e7, -3e6, 2e6}};
    cover_tally count = {.points = 0};
    for (size_t i = 0; i < sizeof middles / sizeof middles[0]; i++) {
        lattice l;
        pick_mesh *large[2];
        lattice_make(&l, middles[i], false, 17 + i);
        add_large(&l, large);
        for (uint32_t n = test_effort(150, 4000); n > 0; n--) {
            const pick_view view = random_view(&l);
            const pick_query query = {.cull = (pick_cull)random_index(&l.random, 4)};
            const pick_vec2 at = {random_between(&l.random, 300, 660), random_between(&l.random, 150, 390)};
            pick_window_cover cover;
            pick_frustum frustum;
            pick_frustum_from_view(&frustum, &view);
            pick_cover_make(&cover, l.scene, &view, &frustum, at, pow(10, random_between(&l.random, -1, 2)), &query);
            for (int k = 0; k < 12; k++)
                check_points(&l, &view, &frustum, &cover, &query, &count);
            for (int k = 0; k < 10; k++)
                check_object(&l, random_index(&l.random, LATTICE), &view, &frustum, &cover, &query, &count);
        }
        lattice_free(&l);
        for (int k = 0; k < 2; k++)
            pick_mesh_destroy(large[k]);
    }
    print_message("%u of %u points hidden, %u in hidden objects of %u\n", count.hidden, count.points,
                  count.hidden_objects, count.objects);
    assert_true(count.hidden > count.points / 10 && count.hidden_objects > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_follow_the_sizes), cmocka_unit_test(what_is_covered_is_hidden),
        cmocka_unit_test(covers_change_no_answer), cmocka_unit_test(covers_of_little_use)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
