// Caps: what closes the solids that a section cuts open, in every question that heeds them.
#include "picking/picking.h"

#include "near.h"
#include "solids.h"

#include <string.h>

// --- One cube -------------------------------------------------------------------------------------------------------

typedef struct cube_world {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id cube;
    pick_view view;
} cube_world;

static cube_world make_cube_world(void)
{
    cube_world w = {.mesh = make_cube(-1, 1, false), .view = view_behind(0.25, false)};
    assert_int_equal(pick_scene_create(NULL, &w.scene), PICK_OK);
    w.cube = add(w.scene, w.mesh, 0, 0, 0);
    return w;
}

static void free_cube_world(cube_world *w)
{
    pick_scene_destroy(w->scene);
    pick_mesh_destroy(w->mesh);
}

static const pick_vec2 MIDDLE = {50.2, 50.1}, BESIDE = {99, 50};

static void assert_cap(const pick_hit *hit, pick_object_id object, double z)
{
    assert_int_equal(hit->cap, 1);
    assert_true(pick_object_id_equal(hit->object, object));
    assert_int_equal(hit->user, 7);
    assert_near(hit->point.z, z, 1e-12);
    assert_vec3_near(hit->normal, pick_vec3_make(0, 0, 1), 0);
    assert_vec3_near(hit->smooth_normal, pick_vec3_make(0, 0, 1), 0);
    assert_false(hit->backface || hit->inside || hit->has_uv);
    assert_true(hit->barycentric[0] == 0 && hit->barycentric[1] == 0);
}

static void a_cube_is_capped(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    const pick_ray ray = pick_view_ray(&w.view, MIDDLE);
    pick_query query = {.cull = PICK_CULL_NONE};
    pick_hit hit;
    assert_true(pick_closest(w.scene, &ray, &query, &hit)); // as without caps
    assert_int_equal(hit.cap, 0);
    assert_true(hit.backface);
    const uint32_t wall = hit.triangle;
    query.caps = &w.view;
    assert_true(pick_closest(w.scene, &ray, &query, &hit));
    assert_cap(&hit, w.cube, 0.25);
    assert_near(hit.t, ray.t_min, 0);
    assert_int_equal(hit.triangle, wall);
    pick_view_set_caps(NULL, false);
    pick_view_set_caps(&w.view, false);
    assert_true(pick_closest(w.scene, &ray, &query, &hit));
    assert_int_equal(hit.cap, 0);
    pick_view_set_caps(&w.view, true);
    query.cull = PICK_CULL_MATERIAL; // culling has no part in it
    assert_true(pick_closest(w.scene, &ray, &query, &hit));
    assert_cap(&hit, w.cube, 0.25);
    const pick_ray whole = {{0.1, 0.2, 10}, {0, 0, -2}, 0, 100}; // a ray of the caller's
    assert_true(pick_closest(w.scene, &whole, &query, &hit));
    assert_cap(&hit, w.cube, 0.25);
    assert_near(hit.t, 9.75 / 2, 1e-15);
    free_cube_world(&w);
}

// Where a ray has no cap.
static void caps_are_at_the_entry_alone(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    const pick_query query = {.cull = PICK_CULL_NONE, .caps = &w.view};
    pick_ray ray = {{0.1, 0.2, 0.2}, {0, 0, -1}, 0, 100};
    pick_hit hit;
    assert_true(pick_closest(w.scene, &ray, &query, &hit)); // starts in the kept region
    assert_int_equal(hit.cap, 0);
    assert_near(hit.t, 1.2, 1e-15);
    ray = (pick_ray){{0.1, 0.2, -5}, {0, 0, 1}, 0, 100};
    assert_true(pick_closest(w.scene, &ray, &query, &hit)); // leaves it
    assert_int_equal(hit.cap, 0);
    ray.origin.z = -0.5;
    assert_false(pick_closest(w.scene, &ray, &query, &hit)); // from within the cube
    ray = (pick_ray){{0.1, 0.2, 5}, {0, 0, 1}, 0, 100};
    assert_false(pick_closest(w.scene, &ray, &query, &hit)); // nothing is kept of it
    assert_false(pick_any(w.scene, &ray, &query));
    assert_int_equal(pick_all(w.scene, &ray, &query, &hit, 1), 0);
    assert_int_equal(pick_all_objects(w.scene, &ray, &query, &hit, 1), 0);
    ray = (pick_ray){{0.1, 0.2, 5}, {0, 0, 0}, 0, 100};
    assert_false(pick_closest(w.scene, &ray, &query, &hit));
    ray = (pick_ray){{1.5, 0.2, 5}, {0, 0, -1}, 0, 100};
    assert_false(pick_closest(w.scene, &ray, &query, &hit));
    ray = (pick_ray){{0.1, 0.2, 5}, {0, 0, -1}, 0, 4}; // ends before the cut
    assert_false(pick_closest(w.scene, &ray, &query, &hit));
    ray.t_max = 5; // ends within the cube: its far side closes it all the same
    assert_true(pick_closest(w.scene, &ray, &query, &hit));
    assert_cap(&hit, w.cube, 0.25);
    const pick_view open = squares_view(10, 0.1, 100, false);
    pick_view without = open;
    pick_view_set_caps(&without, true); // nothing is cut
    const pick_query idle = {.cull = PICK_CULL_NONE, .caps = &without};
    assert_true(pick_closest(w.scene, &ray, &idle, &hit));
    assert_near(hit.point.z, 1, 1e-12);
    free_cube_world(&w);
}

// Two planes cut a slab from the cube: the second one does not take the cap of the first away.
static void slabs_are_capped(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    const pick_plane planes[3] = {{{0, 0, 1}, 0.5}, {{0, 0, -1}, 0.25}, {{0, 0, -2}, 0.5}};
    assert_int_equal(pick_view_set_section(&w.view, planes, 3), PICK_OK);
    const pick_query query = {.caps = &w.view};
    const pick_ray ray = pick_view_ray(&w.view, MIDDLE);
    pick_hit hit;
    assert_true(pick_closest(w.scene, &ray, &query, &hit));
    assert_int_equal(hit.cap, 2); // the first of two planes that are one
    assert_near(hit.point.z, 0.25, 1e-12);
    free_cube_world(&w);
}

// What is held goes onto the cap, not onto the wall behind it. Nothing else of the cube is seen in the middle.
static void snapping_meets_caps(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    const pick_query query = {.cull = PICK_CULL_NONE};
    const pick_snap_query wanted = {.rules = PICK_SNAP_SURFACE};
    for (int i = 0; i < 4; i++) {
        const bool capped = i < 2;
        pick_snap snap;
        pick_view_set_caps(&w.view, capped);
        assert_true((i & 1 ? pick_snap_in_window : pick_snap_in_window_brute_force)(w.scene, &w.view, MIDDLE, &wanted,
                                                                                    &query, &snap));
        assert_int_equal(snap.cap, capped);
        assert_near(snap.to.z, capped ? 0.25 : -1, 1e-12);
        assert_near(snap.depth, capped ? 9.75 : 11, 1e-12);
        assert_true(pick_object_id_equal(snap.object, w.cube));
        assert_int_equal(snap.backface, !capped);
        assert_vec3_near(snap.normal, pick_vec3_make(0, 0, capped ? 1 : -1), 0);
    }
    free_cube_world(&w);
}

// A cap has no parts, whatever caps the query has, and hides those behind it; through it they are found.
static void caps_have_no_parts(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    for (int i = 0; i < 16; i++) {
        const bool capped = (i & 1) != 0, through = (i & 2) != 0;
        const pick_query query = {.cull = PICK_CULL_NONE, .caps = (i & 4) != 0 ? &w.view : NULL};
        const pick_part_query wanted = {.kinds = PICK_PART_FACE, .reach = 2, .through = through};
        pick_part_hit hit;
        pick_view_set_caps(&w.view, capped);
        assert_int_equal((i & 8 ? pick_part_in_window : pick_part_in_window_brute_force)(w.scene, &w.view, MIDDLE,
                                                                                         &wanted, &query, &hit),
                         !capped || through);
        if (!capped || through)
            assert_near(hit.place.point.z, -1, 1e-12);
    }
    free_cube_world(&w);
}

// Every function that heeds caps, for the cube and a square in it, which the cap hides.
static void all_questions_heed_caps(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    soup s = {.count = 0};
    add_triangle(&s, (const float[3]){-0.9f, -0.9f, 0}, (const float[3]){0.9f, -0.9f, 0}, (const float[3]){0, 0.9f, 0});
    pick_mesh *sheet = make(&s, NULL, 0);
    assert_false(pick_mesh_find_closed(sheet));
    const pick_object_id inner = add(w.scene, sheet, 0, 0, 0);
    const pick_ray ray = pick_view_ray(&w.view, MIDDLE);
    const pick_query query = {.cull = PICK_CULL_NONE, .caps = &w.view};
    pick_hit hits[8];
    assert_int_equal(pick_all(w.scene, &ray, &query, hits, 8), 3); // the cap, the sheet, the wall
    assert_cap(&hits[0], w.cube, 0.25);
    assert_true(pick_object_id_equal(hits[1].object, inner));
    assert_true(hits[2].backface && hits[2].cap == 0);
    assert_int_equal(pick_all_objects(w.scene, &ray, &query, hits, 8), 2);
    assert_cap(&hits[0], w.cube, 0.25);
    assert_true(pick_object_id_equal(hits[1].object, inner));
    assert_true(pick_any(w.scene, &ray, &query));
    const pick_query only = {.cull = PICK_CULL_FRONT, .caps = &w.view, .hidden_layers = 0};
    assert_true(pick_any(w.scene, &ray, &only));

    const pick_vec3 eye = {0.1, 0.1, 10}, on_sheet = {0.1, 0.1, 0}, before = {0.1, 0.1, 0.75},
                    on_cap = {0.1, 0.1, 0.25};
    assert_false(pick_visible(w.scene, eye, on_sheet, &query));
    assert_true(pick_visible(w.scene, eye, before, &query)); // all between is cut off
    assert_true(pick_visible(w.scene, eye, on_cap, &query));
    assert_true(pick_visible(w.scene, on_cap, on_sheet, &query));
    pick_view_set_caps(&w.view, false);
    assert_false(pick_visible(w.scene, eye, on_cap, &query)); // the cube's own side: the section is not asked
    pick_view_set_caps(&w.view, true);

    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    const pick_query plain = {.cull = PICK_CULL_NONE};
    pick_cursor_hit found[4];
    cursor.query = &plain;
    assert_true(pick_cursor(w.scene, &w.view, MIDDLE, &cursor, found));
    assert_cap(&found[0].hit, w.cube, 0.25);
    assert_int_equal(pick_cursor_all(w.scene, &w.view, MIDDLE, &cursor, found, 4), 2);
    assert_cap(&found[0].hit, w.cube, 0.25);
    assert_true(pick_object_id_equal(found[1].hit.object, inner));
    assert_false(pick_cursor(w.scene, &w.view, BESIDE, &cursor, found));

    const pick_nearest_query wanted = {.features = PICK_FEATURE_VERTEX, .radius = 1e3, .visible = true};
    pick_nearest nearest;
    pick_view_set_caps(&w.view, false);
    assert_true(pick_nearest_in_window(w.scene, &w.view, MIDDLE, &wanted, &plain, &nearest));
    pick_view_set_caps(&w.view, true);
    assert_false(pick_nearest_in_window(w.scene, &w.view, MIDDLE, &wanted, &plain, &nearest));

    pick_explanation e[8];
    assert_int_equal(pick_explain(w.scene, &w.view, MIDDLE, &plain, 0, e, 8), 4);
    const struct {
        pick_reason reason;
        uint32_t cap;
        pick_object_id object;
    } expected[4] = {{PICK_REASON_SECTION, 0, w.cube},
                     {PICK_REASON_PICKED, 1, w.cube},
                     {PICK_REASON_BEHIND, 0, inner},
                     {PICK_REASON_BEHIND, 0, w.cube}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(e[i].reason, expected[i].reason);
        assert_int_equal(e[i].cap, expected[i].cap);
        assert_true(pick_object_id_equal(e[i].object, expected[i].object));
        assert_int_equal(e[i].blocker.index1, expected[i].reason == PICK_REASON_BEHIND ? w.cube.index1 : 0);
    }
    pick_scene_set_flags(w.scene, w.cube, PICK_OBJECT_HIDDEN);
    assert_int_equal(pick_explain(w.scene, &w.view, MIDDLE, &plain, 0, e, 8), 2);
    assert_int_equal(e[0].reason, PICK_REASON_HIDDEN);
    assert_int_equal(e[1].reason, PICK_REASON_PICKED);
    free_cube_world(&w);
    pick_mesh_destroy(sheet);
}

// Objects without caps are explained as ever: one that is flat, and one that no ray can be cast at.
static void explanations_without_caps(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    pick_explanation e[8];
    const pick_query plain = {.cull = PICK_CULL_NONE};
    desc.mesh = w.mesh;
    desc.transform = (pick_transform){{1, 0, 0, 0, 1, 0, 0, 0, 0}, {0, 0, 0}};
    assert_int_equal(pick_scene_add(w.scene, &desc, &id), PICK_OK);
    desc.transform = (pick_transform){{1e-20f, 0, 0, 0, 1e-20f, 0, 0, 0, 1e-20f}, {1e300, 0, 0}};
    assert_int_equal(pick_scene_add(w.scene, &desc, &id), PICK_OK);
    assert_int_equal(pick_explain(w.scene, &w.view, MIDDLE, &plain, 0, e, 8), 3);
    assert_int_equal(e[1].cap, 1);
    const pick_plane beyond = {{0, 0, -1}, 20}; // the eye is in the kept region
    assert_int_equal(pick_view_set_section(&w.view, &beyond, 1), PICK_OK);
    assert_int_equal(pick_explain(w.scene, &w.view, MIDDLE, &plain, 0, e, 8), 2);
    assert_int_equal(e[0].reason, PICK_REASON_PICKED);
    assert_int_equal(e[0].cap, 0);
    const pick_object_id around = add(w.scene, w.mesh, 0, 0, 10); // what the eye is in has no cap where nothing is cut
    const size_t count = pick_explain(w.scene, &w.view, MIDDLE, &plain, 0, e, 8);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(e[i].cap, 0);
    assert_int_equal(pick_scene_remove(w.scene, around), PICK_OK);
    const pick_plane past = {{0, 0, -1}, -200}; // nothing is kept of the ray
    assert_int_equal(pick_view_set_section(&w.view, &past, 1), PICK_OK);
    assert_int_equal(pick_explain(w.scene, &w.view, MIDDLE, &plain, 0, e, 8), 2);
    assert_int_equal(e[0].reason, PICK_REASON_SECTION);
    free_cube_world(&w);
}

static void note_triangle(void *user, const pick_trace_step *step)
{
    if (step->kind == PICK_TRACE_TRIANGLE && step->hit)
        *(pick_trace_step *)user = *step;
}

// What a trace says of its steps and of the hit goes together.
static void traces_know_no_caps(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    const pick_query query = {.cull = PICK_CULL_NONE, .caps = &w.view};
    const pick_ray ray = {{0.1, 0.2, 10}, {0, 0, -2}, 0, 100};
    pick_trace_step last = {.hit = false};
    pick_hit hit;
    assert_true(pick_closest(w.scene, &ray, &query, &hit) && hit.cap == 1);
    assert_true(pick_closest_traced(w.scene, &ray, &query, note_triangle, &last, &hit));
    assert_int_equal(hit.cap, 0);
    assert_near(hit.t, 4.5, 0);
    assert_true(last.t == hit.t && last.triangle == hit.triangle);
    free_cube_world(&w);
}

// The far side of the cube lies in the plane: the cap comes before it.
static void caps_come_before_their_walls(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    w.view = view_behind(-1, true);
    const pick_query query = {.cull = PICK_CULL_NONE, .caps = &w.view}, plain = {.cull = PICK_CULL_NONE};
    const pick_ray ray = pick_view_ray(&w.view, MIDDLE);
    pick_hit hits[4];
    pick_explanation e[4];
    assert_int_equal(pick_all(w.scene, &ray, &query, hits, 4), 2);
    assert_true(hits[0].t == hits[1].t);
    assert_cap(&hits[0], w.cube, -1);
    assert_int_equal(hits[1].cap, 0);
    assert_true(pick_closest(w.scene, &ray, &query, hits));
    assert_int_equal(hits[0].cap, 1);
    assert_int_equal(pick_explain(w.scene, &w.view, MIDDLE, &plain, 0, e, 4), 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(e[i].reason, i == 0 ? PICK_REASON_SECTION : i == 1 ? PICK_REASON_PICKED : PICK_REASON_BEHIND);
        assert_int_equal(e[i].cap, i == 1 ? 1 : 0);
    }
    free_cube_world(&w);
}

// --- Rules ----------------------------------------------------------------------------------------------------------

// Rays exactly through edges, corners and diagonals: what two cubes share belongs to one of them, and what only one has
// to it or to none.
static void edges_belong_to_one(void **state)
{
    (void)state;
    for (int odd = 0; odd < 2; odd++) {
        pick_mesh *mesh = make_cube(0, 1, odd == 1);
        pick_scene *scene = NULL;
        const pick_view view = view_behind(0.5, true);
        assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
        for (int i = 0; i < 4; i++)
            add(scene, mesh, i & 1, i >> 1, 0);
        for (int y = -1; y <= 9; y++) {
            for (int x = -1; x <= 9; x++) {
                const bool inside = x > 0 && x < 8 && y > 0 && y < 8;
                const bool outside = x < 0 || x > 8 || y < 0 || y > 8;
                const uint32_t found = cap_at(scene, &view, 0.25 * x, 0.25 * y);
                if (inside)
                    assert_true(found != 0);
                if (outside)
                    assert_int_equal(found, 0);
                if (inside && x % 4 != 0 && y % 4 != 0)
                    assert_int_equal(found, 1 + (x > 4) + 2 * (y > 4));
                // No other object may have it too.
                const pick_query query = {.caps = &view};
                const pick_ray ray = {{0.25 * x, 0.25 * y, 10}, {0, 0, -1}, 0, 100};
                pick_hit hits[8];
                uint32_t caps = 0;
                const size_t count = pick_all(scene, &ray, &query, hits, 8);
                for (size_t i = 0; i < count; i++)
                    caps += hits[i].cap != 0;
                assert_int_equal(caps, found != 0);
            }
        }
        pick_scene_destroy(scene);
        pick_mesh_destroy(mesh);
    }
}

static void shells_and_sides(void **state)
{
    (void)state;
    const pick_view view = view_behind(0.25, true);
    pick_scene *scene = NULL;
    soup s = {.count = 0};
    add_cube(&s, -1, 1, false);
    add_cube(&s, -0.5f, 2, true); // overlaps it: no hole where both are
    pick_mesh *two = make(&s, NULL, 0);
    soup hollow = {.count = 0};
    add_cube(&hollow, -0.5f, 0.5f, true);
    flip(&hollow);
    add_cube(&hollow, -1, 1, false);
    pick_mesh *shell = make(&hollow, NULL, 0);
    flip(&hollow);
    pick_mesh *inside_out = make(&hollow, NULL, 0);
    assert_true(pick_mesh_find_closed(two) && pick_mesh_find_closed(shell) && pick_mesh_find_closed(inside_out));
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    const pick_object_id id = add(scene, two, 0, 0, 0);
    assert_true(cap_at(scene, &view, -0.9, -0.9) != 0);
    assert_true(cap_at(scene, &view, 0, 0.1) != 0);
    assert_true(cap_at(scene, &view, 1.9, 1.9) != 0);
    assert_true(cap_at(scene, &view, -0.9, 1.9) == 0);
    assert_int_equal(pick_scene_set_mesh(scene, id, shell), PICK_OK);
    assert_true(cap_at(scene, &view, 0.9, 0.1) != 0);
    assert_true(cap_at(scene, &view, 0.1, 0.2) == 0); // in the hollow
    const pick_transform mirrored = {{-1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    assert_int_equal(pick_scene_set_transform(scene, id, &mirrored), PICK_OK);
    assert_true(cap_at(scene, &view, 0.9, 0.1) != 0);
    assert_true(cap_at(scene, &view, 0.1, 0.2) == 0);
    assert_int_equal(pick_scene_set_mesh(scene, id, inside_out), PICK_OK);
    assert_true(cap_at(scene, &view, 0.9, 0.1) == 0);
    pick_scene_destroy(scene);
    pick_mesh_destroy(two);
    pick_mesh_destroy(shell);
    pick_mesh_destroy(inside_out);
}

static bool is_not_first(void *user, pick_object_id object, uint64_t object_user)
{
    (void)user, (void)object_user;
    return object.index1 != 1;
}

static bool is_no_cap(void *user, const pick_hit *candidate)
{
    *(uint32_t *)user += candidate->cap != 0;
    return candidate->cap == 0;
}

static bool accepts_all(void *user, const pick_hit *candidate)
{
    (void)user, (void)candidate;
    return true;
}

static void filters_decide(void **state)
{
    (void)state;
    cube_world w = make_cube_world();
    const pick_object_id second = add(w.scene, w.mesh, 0, 0, 0);
    const pick_ray ray = pick_view_ray(&w.view, MIDDLE);
    pick_query query = {.cull = PICK_CULL_NONE, .caps = &w.view};
    pick_hit hits[8];
    assert_true(pick_closest(w.scene, &ray, &query, hits));
    assert_cap(hits, w.cube, 0.25); // the lower slot
    query.object_filter = is_not_first;
    assert_true(pick_closest(w.scene, &ray, &query, hits));
    assert_cap(hits, second, 0.25);
    query.object_filter = NULL;
    pick_scene_set_flags(w.scene, w.cube, PICK_OBJECT_LOCKED);
    assert_true(pick_closest(w.scene, &ray, &query, hits));
    assert_true(hits->locked && hits->cap == 1);
    query.pass_locked = true;
    assert_true(pick_closest(w.scene, &ray, &query, hits));
    assert_cap(hits, second, 0.25);
    pick_scene_set_layers(w.scene, second, 1);
    query.hidden_layers = 1;
    assert_false(pick_closest(w.scene, &ray, &query, hits));
    query.hidden_layers = 0;
    uint32_t asked = 0;
    query.filter = is_no_cap;
    query.filter_user = &asked;
    assert_true(pick_closest(w.scene, &ray, &query, hits)); // a filter of alpha is not called
    assert_int_equal(hits->cap, 1);
    assert_int_equal(asked, 0);
    query.filter_all = true;
    assert_true(pick_closest(w.scene, &ray, &query, hits));
    assert_int_equal(hits->cap, 0);
    assert_true(asked > 0);
    query.filter = accepts_all;
    assert_true(pick_closest(w.scene, &ray, &query, hits));
    assert_int_equal(hits->cap, 1);
    free_cube_world(&w);
}

// Submeshes of hidden kinds are no part of the solid; what lies at the cut comes by its slot.
static void kinds_and_ties(void **state)
{
    (void)state;
    soup s = {.count = 0};
    add_cube(&s, -1, 1, false);
    add_cube(&s, 1.5f, 2, false);
    const pick_submesh submeshes[2] = {{0, 12, PICK_SUBMESH_KIND(3)}, {12, 12, PICK_SUBMESH_ALPHA_TEST}};
    pick_mesh *mesh = make(&s, submeshes, 2);
    pick_mesh *sheet_mesh = NULL;
    soup sheet = {.count = 0};
    add_triangle(&sheet, (const float[3]){-9, -9, 0.25f}, (const float[3]){9, -9, 0.25f},
                 (const float[3]){0, 9, 0.25f});
    sheet_mesh = make(&sheet, NULL, 0);
    const pick_view view = view_behind(0.25, true);
    pick_scene *scene = NULL;
    assert_true(pick_mesh_find_closed(mesh));
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    const pick_object_id first = add(scene, sheet_mesh, 0, 0, 5);
    add(scene, mesh, 0, 0, 0);
    const pick_ray ray = {{0.1, 0.2, 10}, {0, 0, -1}, 0, 100};
    pick_query query = {.caps = &view};
    pick_hit hit;
    assert_true(pick_closest(scene, &ray, &query, &hit));
    assert_int_equal(hit.cap, 1);
    assert_int_equal(hit.submesh, 0);
    query.hidden_kinds = PICK_SUBMESH_KIND(3);
    assert_false(pick_closest(scene, &ray, &query, &hit));
    query.hidden_kinds = 0;
    pick_transform to_cut = PICK_TRANSFORM_IDENTITY;
    assert_int_equal(pick_scene_set_transform(scene, first, &to_cut), PICK_OK);
    assert_true(pick_closest(scene, &ray, &query, &hit));
    assert_int_equal(hit.cap, 0);
    assert_int_equal(hit.object.index1, first.index1);
    pick_explanation e[8];
    const pick_query plain = {.cull = PICK_CULL_NONE};
    const size_t count = pick_explain(scene, &view, (pick_vec2){50.5, 49}, &plain, 0, e, 8);
    uint32_t behind = 0;
    for (size_t i = 0; i < count; i++)
        behind += e[i].cap != 0 && e[i].reason == PICK_REASON_BEHIND && e[i].blocker.index1 == first.index1;
    assert_int_equal(behind, 1);
    add(scene, sheet_mesh, 0, 0, 0);
    assert_int_equal(pick_scene_remove(scene, first), PICK_OK);
    assert_true(pick_closest(scene, &ray, &query, &hit));
    assert_int_equal(hit.cap, 1);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
    pick_mesh_destroy(sheet_mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_is_capped),
        cmocka_unit_test(caps_are_at_the_entry_alone),
        cmocka_unit_test(slabs_are_capped),
        cmocka_unit_test(snapping_meets_caps),
        cmocka_unit_test(caps_have_no_parts),
        cmocka_unit_test(all_questions_heed_caps),
        cmocka_unit_test(explanations_without_caps),
        cmocka_unit_test(traces_know_no_caps),
        cmocka_unit_test(caps_come_before_their_walls),
        cmocka_unit_test(edges_belong_to_one),
        cmocka_unit_test(shells_and_sides),
        cmocka_unit_test(filters_decide),
        cmocka_unit_test(kinds_and_ties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
