// Caps: what closes the solids that a section cuts open, in every question that heeds them.
#include "picking/picking.h"

#include "effort.h"
#include "near.h"
#include "random.h"
#include "squares.h"

#include <string.h>

// --- Meshes ---------------------------------------------------------------------------------------------------------

enum { MOST = 2 * 36 }; // corners

// Corners that nothing shares, as a cube with flat normals has them.
typedef struct soup {
    float corner[MOST][3];
    uint32_t count;
} soup;

static void add_triangle(soup *s, const float a[3], const float b[3], const float c[3])
{
    memcpy(s->corner[s->count++], a, sizeof s->corner[0]);
    memcpy(s->corner[s->count++], b, sizeof s->corner[0]);
    memcpy(s->corner[s->count++], c, sizeof s->corner[0]);
}

// The cube from `low` to `high`, its faces outwards; `odd`: with the other diagonals.
static void add_cube(soup *s, float low, float high, bool odd)
{
    for (int axis = 0; axis < 3; axis++) {
        for (int side = 0; side < 2; side++) {
            float p[4][3];
            for (int i = 0; i < 4; i++) {
                const int turn = (i + odd) & 3;
                const bool u = turn == 1 || turn == 2, v = turn >= 2;
                p[i][axis] = side ? high : low;
                p[i][(axis + 1) % 3] = u ? high : low;
                p[i][(axis + 2) % 3] = v ? high : low;
            }
            add_triangle(s, p[0], side ? p[1] : p[2], side ? p[2] : p[1]);
            add_triangle(s, p[0], side ? p[2] : p[3], side ? p[3] : p[2]);
        }
    }
}

static void flip(soup *s)
{
    for (uint32_t i = 0; i < s->count; i += 3) {
        float first[3];
        memcpy(first, s->corner[i], sizeof first);
        memcpy(s->corner[i], s->corner[i + 1], sizeof first);
        memcpy(s->corner[i + 1], first, sizeof first);
    }
}

static pick_mesh *make(const soup *s, const pick_submesh *submeshes, uint32_t count)
{
    pick_mesh *mesh = NULL;
    const pick_mesh_desc desc = {
        .positions = s->corner[0], .vertex_count = s->count, .submeshes = submeshes, .submesh_count = count};
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static pick_mesh *make_cube(float low, float high, bool odd)
{
    soup s = {.count = 0};
    add_cube(&s, low, high, odd);
    pick_mesh *mesh = make(&s, NULL, 0);
    assert_true(pick_mesh_find_closed(mesh));
    return mesh;
}

static bool finds_closed(const soup *s)
{
    pick_mesh *mesh = make(s, NULL, 0);
    assert_false(pick_mesh_is_closed(mesh));
    const bool closed = pick_mesh_find_closed(mesh);
    assert_int_equal(pick_mesh_find_closed(mesh), closed);
    assert_int_equal(pick_mesh_is_closed(mesh), closed);
    pick_mesh_destroy(mesh);
    return closed;
}

static void closed_meshes_are_found(void **state)
{
    (void)state;
    soup s = {.count = 0};
    assert_false(pick_mesh_find_closed(NULL));
    assert_false(pick_mesh_is_closed(NULL));
    assert_false(finds_closed(&s));
    add_cube(&s, -1, 1, false);
    assert_true(finds_closed(&s));
    add_cube(&s, 0.5f, 2, true); // a second shell, across the first
    assert_true(finds_closed(&s));
    flip(&s);
    assert_true(finds_closed(&s));
    soup holed = s;
    holed.count -= 3;
    assert_false(finds_closed(&holed));
    soup turned = s;
    memcpy(turned.corner[0], s.corner[1], sizeof s.corner[0]);
    memcpy(turned.corner[1], s.corner[0], sizeof s.corner[0]);
    assert_false(finds_closed(&turned));
    soup moved = s;
    moved.corner[4][1] += 1e-6f;
    assert_false(finds_closed(&moved));
    soup odd = s;
    odd.corner[7][2] = NAN;
    assert_false(finds_closed(&odd));
    soup zero = {.count = 0};
    add_cube(&zero, 0, 1, false);
    for (uint32_t i = 0; i < zero.count; i += 2)
        zero.corner[i][0] = zero.corner[i][0] == 0 ? -0.0f : zero.corner[i][0];
    assert_true(finds_closed(&zero));
    soup flat = {.count = 0}; // nothing to be hit
    add_triangle(&flat, s.corner[0], s.corner[1], s.corner[0]);
    assert_false(finds_closed(&flat));
}

// A refit forgets what was found.
static void refits_are_looked_at_again(void **state)
{
    (void)state;
    soup s = {.count = 0};
    add_cube(&s, -1, 1, false);
    pick_mesh *mesh = make(&s, NULL, 0);
    assert_true(pick_mesh_find_closed(mesh));
    s.corner[0][0] -= 0.25f; // one of the corners that are at one place
    assert_int_equal(pick_mesh_refit(mesh, s.corner[0], 0), PICK_OK);
    assert_false(pick_mesh_is_closed(mesh));
    assert_false(pick_mesh_find_closed(mesh));
    pick_mesh_destroy(mesh);
}

// --- One cube -------------------------------------------------------------------------------------------------------

// The eye is at z = 10 and looks down -z.
static pick_view view_behind(double z, bool orthographic)
{
    pick_view view = squares_view(10, 0.1, 100, orthographic);
    const pick_plane plane = {{0, 0, -1}, z};
    assert_int_equal(pick_view_set_section(&view, &plane, 1), PICK_OK);
    pick_view_set_caps(&view, true);
    return view;
}

static pick_object_id add(pick_scene *scene, const pick_mesh *mesh, double x, double y, double z)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.mesh = mesh;
    desc.transform.origin = pick_vec3_make(x, y, z);
    desc.user = 7;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    return id;
}

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

// --- Rules ----------------------------------------------------------------------------------------------------------

static uint32_t cap_at(const pick_scene *scene, const pick_view *view, double x, double y)
{
    const pick_query query = {.caps = view};
    const pick_ray ray = {{x, y, 10}, {0, 0, -1}, 0, 100};
    pick_hit hit, twin;
    const bool found = pick_closest(scene, &ray, &query, &hit);
    assert_int_equal(pick_closest_brute_force(scene, &ray, &query, &twin), found);
    if (!found || hit.cap == 0)
        return 0;
    assert_int_equal(twin.cap, hit.cap);
    assert_int_equal(twin.object.index1, hit.object.index1);
    assert_int_equal(twin.triangle, hit.triangle);
    return hit.object.index1;
}

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
    add(scene, sheet_mesh, 0, 0, 0);
    assert_int_equal(pick_scene_remove(scene, first), PICK_OK);
    assert_true(pick_closest(scene, &ray, &query, &hit));
    assert_int_equal(hit.cap, 1);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
    pick_mesh_destroy(sheet_mesh);
}

// --- Random worlds --------------------------------------------------------------------------------------------------

enum { OBJECTS = 24 };

typedef struct random_world {
    pick_mesh *closed[2], *open;
    pick_scene *scene, *nested;
    pick_transform transforms[OBJECTS];
    bool is_closed[OBJECTS];
    uint32_t slots[OBJECTS];
} random_world;

static pick_transform random_transform(test_random *random, double room)
{
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    for (int i = 0; i < 9; i++)
        t.linear[i] = (float)random_between(random, -1, 1);
    t.origin = random_in_cube(random, room);
    return t;
}

static void make_random_world(test_random *random, random_world *w)
{
    soup s = {.count = 0};
    add_cube(&s, -1, 1, true);
    s.count -= 3;
    *w = (random_world){.closed = {make_cube(-1, 1, false), make_cube(-1, 1, true)}, .open = make(&s, NULL, 0)};
    assert_false(pick_mesh_find_closed(w->open));
    assert_int_equal(pick_scene_create(NULL, &w->scene), PICK_OK);
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        w->transforms[i] = desc.transform = random_transform(random, 2);
        w->is_closed[i] = random_index(random, 4) != 0;
        desc.mesh = w->is_closed[i] ? w->closed[random_index(random, 2)] : w->open;
        pick_object_id id;
        assert_int_equal(pick_scene_add(w->scene, &desc, &id), PICK_OK);
        w->slots[i] = id.index1;
    }
}

static void add_nested(test_random *random, random_world *w)
{
    assert_int_equal(pick_scene_create(NULL, &w->nested), PICK_OK);
    for (int i = 0; i < 5; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.transform = random_transform(random, 1);
        desc.mesh = i == 4 ? w->open : w->closed[i & 1];
        assert_int_equal(pick_scene_add(w->nested, &desc, &id), PICK_OK);
    }
    for (int i = 0; i < 2; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.transform = random_transform(random, 1);
        desc.scene = w->nested;
        assert_int_equal(pick_scene_add(w->scene, &desc, &id), PICK_OK);
    }
}

static void free_random_world(random_world *w)
{
    pick_scene_destroy(w->scene);
    pick_scene_destroy(w->nested);
    pick_mesh_destroy(w->closed[0]);
    pick_mesh_destroy(w->closed[1]);
    pick_mesh_destroy(w->open);
}

// How far inside the turned cube a point lies, in the cube's space; negative outside.
static double depth_inside(const pick_transform *t, pick_vec3 point)
{
    const pick_vec3 d = pick_vec3_sub(point, t->origin);
    pick_vec3 column[3];
    for (int i = 0; i < 3; i++)
        column[i] =
            pick_vec3_make((double)t->linear[3 * i], (double)t->linear[3 * i + 1], (double)t->linear[3 * i + 2]);
    const double whole = pick_vec3_dot(column[0], pick_vec3_cross(column[1], column[2]));
    double least = 1;
    for (int i = 0; i < 3; i++) {
        const double at = pick_vec3_dot(d, pick_vec3_cross(column[(i + 1) % 3], column[(i + 2) % 3])) / whole;
        least = fmin(least, 1 - fabs(at));
    }
    return least;
}

static pick_view random_section(test_random *random, bool orthographic)
{
    pick_view view = squares_view(8, 0.1, 100, orthographic);
    pick_plane planes[3];
    const uint32_t count = 1 + random_index(random, 3);
    for (uint32_t i = 0; i < count; i++) {
        pick_vec3 normal = random_direction(random);
        if (normal.z > 0 && i == 0)
            normal = pick_vec3_scale(normal, -1); // the eye is on the side that is cut off, mostly
        planes[i] = (pick_plane){normal, random_between(random, -1, 1)};
    }
    assert_int_equal(pick_view_set_section(&view, planes, count), PICK_OK);
    pick_view_set_caps(&view, true);
    return view;
}

static bool is_same_hit(const pick_hit *a, const pick_hit *b)
{
    bool same = a->t == b->t && a->object.index1 == b->object.index1 && a->triangle == b->triangle &&
                a->cap == b->cap && a->path_count == b->path_count;
    for (uint32_t i = 0; i < a->path_count && same; i++)
        same = a->path[i].index1 == b->path[i].index1;
    return same;
}

// A cap is where the entry lies in a cube, of the lowest slot: computed from the transforms alone.
static void caps_agree_with_insides(void **state)
{
    (void)state;
    test_random random = {77};
    uint32_t caps = 0, none = 0;
    for (int round = 0; round < (int)test_effort(6, 60); round++) {
        random_world w;
        make_random_world(&random, &w);
        for (int i = 0; i < 400; i++) {
            const pick_view view = random_section(&random, i & 1);
            const pick_ray ray =
                pick_view_ray(&view, (pick_vec2){random_between(&random, 40, 60), random_between(&random, 40, 60)});
            const pick_query query = {.cull = PICK_CULL_NONE, .caps = &view};
            pick_view whole = squares_view(8, 0.1, 100, i & 1);
            if (ray.t_min > ray.t_max)
                continue;
            const pick_vec3 entry = pick_ray_at(&ray, ray.t_min);
            const bool enters = ray.t_min > whole.near_distance * 1.5;
            uint32_t expected = 0;
            bool unsure = false;
            for (int k = OBJECTS; k-- > 0;) {
                const double depth = depth_inside(&w.transforms[k], entry);
                unsure = unsure || (w.is_closed[k] && fabs(depth) < 1e-4);
                if (enters && w.is_closed[k] && depth > 0)
                    expected = w.slots[k];
            }
            pick_hit hit;
            const bool met = pick_closest(w.scene, &ray, &query, &hit), found = met && hit.cap != 0;
            if (unsure || (ray.t_min > whole.near_distance && !enters))
                continue;
            assert_int_equal(found ? hit.object.index1 : 0, expected);
            assert_int_equal(pick_any(w.scene, &ray, &query), met);
            caps += found;
            none += !found;
        }
        free_random_world(&w);
    }
    assert_true(caps > 200 && none > 200);
}

static void caps_agree_with_twins(void **state)
{
    (void)state;
    test_random random = {78};
    uint32_t caps = 0, inner = 0;
    for (int round = 0; round < (int)test_effort(4, 60); round++) {
        random_world w;
        make_random_world(&random, &w);
        add_nested(&random, &w);
        for (int i = 0; i < 150; i++) {
            const pick_view view = random_section(&random, i & 1);
            const pick_vec2 at = {random_between(&random, 40, 60), random_between(&random, 40, 60)};
            const pick_ray ray = pick_view_ray(&view, at);
            const pick_query query = {.cull = (pick_cull)random_index(&random, 4), .caps = &view};
            const pick_query bare = {.cull = query.cull};
            pick_hit fast[64], slow[64];
            const bool found = pick_closest(w.scene, &ray, &query, &fast[0]);
            assert_int_equal(pick_closest_brute_force(w.scene, &ray, &query, &slow[0]), found);
            assert_true(!found || is_same_hit(&fast[0], &slow[0]));
            assert_int_equal(pick_any(w.scene, &ray, &query), found);
            assert_int_equal(pick_any_brute_force(w.scene, &ray, &query), found);
            caps += found && fast[0].cap != 0;
            inner += found && fast[0].cap != 0 && fast[0].path_count > 0;
            const pick_hit first = fast[0];
            const size_t total = pick_all(w.scene, &ray, &query, fast, 64);
            assert_int_equal(pick_all_brute_force(w.scene, &ray, &query, slow, 64), total);
            for (size_t k = 0; k < total && k < 64; k++)
                assert_true(is_same_hit(&fast[k], &slow[k]));
            assert_true((total > 0) == found && (!found || is_same_hit(&first, &fast[0])));
            const size_t objects = pick_all_objects(w.scene, &ray, &query, fast, 64);
            assert_int_equal(pick_all_objects_brute_force(w.scene, &ray, &query, slow, 64), objects);
            for (size_t k = 0; k < objects && k < 64; k++)
                assert_true(is_same_hit(&fast[k], &slow[k]));
            assert_true(!found || is_same_hit(&first, &fast[0]));
            const pick_cursor_query cursor = {.query = &bare};
            pick_cursor_hit under;
            assert_int_equal(pick_cursor(w.scene, &view, at, &cursor, &under), found);
            assert_true(!found || is_same_hit(&first, &under.hit));
            const pick_vec3 to = random_in_cube(&random, 2);
            assert_int_equal(pick_visible(w.scene, view.eye, to, &query),
                             pick_visible_brute_force(w.scene, view.eye, to, &query));
        }
        free_random_world(&w);
    }
    assert_true(caps > 100 && inner > 10);
}

// Caps within a nested scene are explained, each with its path.
static void nested_caps_are_explained(void **state)
{
    (void)state;
    test_random random = {79};
    uint32_t picked = 0, behind = 0;
    random_world w;
    make_random_world(&random, &w);
    add_nested(&random, &w);
    for (int i = 0; i < 300; i++) {
        const pick_view view = random_section(&random, i & 1);
        const pick_vec2 at = {random_between(&random, 40, 60), random_between(&random, 40, 60)};
        const pick_query plain = {.cull = PICK_CULL_NONE}, query = {.cull = PICK_CULL_NONE, .caps = &view};
        const pick_ray ray = pick_view_ray(&view, at);
        pick_explanation e[256];
        pick_hit hits[64];
        const size_t count = pick_explain(w.scene, &view, at, &plain, 0, e, 256);
        const size_t total = pick_all(w.scene, &ray, &query, hits, 64);
        uint32_t listed = 0, expected = 0, first = 0;
        for (size_t k = 0; k < count && k < 256; k++) {
            listed += e[k].cap != 0;
            first += e[k].cap != 0 && e[k].reason == PICK_REASON_PICKED;
            behind += e[k].cap != 0 && e[k].reason == PICK_REASON_BEHIND;
        }
        for (size_t k = 0; k < total && k < 64; k++)
            expected += hits[k].cap != 0;
        assert_int_equal(listed, expected);
        assert_int_equal(first, total > 0 && hits[0].cap != 0);
        picked += first;
    }
    assert_true(picked > 30 && behind > 10);
    free_random_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_meshes_are_found),
        cmocka_unit_test(refits_are_looked_at_again),
        cmocka_unit_test(a_cube_is_capped),
        cmocka_unit_test(caps_are_at_the_entry_alone),
        cmocka_unit_test(slabs_are_capped),
        cmocka_unit_test(all_questions_heed_caps),
        cmocka_unit_test(edges_belong_to_one),
        cmocka_unit_test(shells_and_sides),
        cmocka_unit_test(filters_decide),
        cmocka_unit_test(kinds_and_ties),
        cmocka_unit_test(caps_agree_with_insides),
        cmocka_unit_test(caps_agree_with_twins),
        cmocka_unit_test(nested_caps_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
