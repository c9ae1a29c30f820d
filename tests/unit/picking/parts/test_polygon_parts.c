// Parts of meshes with polygons: of known ones, and of random ones against the parts of the same mesh without polygons.
#include "effort.h"
#include "picking/picking.h"

#include "near.h"
#include "random.h"
#include "squares.h"

#include <math.h>
#include <string.h>

// A hexagon like an L, and the quad in its corner, from (-4, -4) to (4, 4). On screen a metre is 5 points.
static const float places[7][3] = {{-4, -4, 0}, {4, -4, 0}, {4, 0, 0}, {0, 0, 0}, {0, 4, 0}, {-4, 4, 0}, {4, 4, 0}};
static const uint32_t indices[18] = {0, 1, 2, 0, 2, 3, 0, 3, 5, 3, 4, 5, 3, 2, 6, 3, 6, 4};
static const uint8_t continues[6] = {0, 1, 1, 1, 0, 1};

static pick_mesh *make_mesh(const float *positions, uint32_t vertices, const uint32_t *numbers, uint32_t triangles,
                            const uint8_t *polygons, uint32_t flags)
{
    pick_mesh *mesh = NULL;
    const pick_submesh submesh = {0, triangles, flags};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = vertices,
                                 .indices = numbers,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 3 * triangles,
                                 .submeshes = &submesh,
                                 .submesh_count = 1,
                                 .continues = polygons};
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static pick_mesh *make_patch(const uint8_t *polygons)
{
    return make_mesh(&places[0][0], 7, indices, 6, polygons, 0);
}

static bool find(const squares *s, double x, double y, uint32_t kinds, double reach, pick_part_hit *out)
{
    const pick_part_query wanted = {.kinds = kinds, .reach = reach};
    pick_part_hit slow = {.part = {.a = 77}};
    const pick_vec2 at = {50 + 5 * x, 50 - 5 * y};
    const bool found = pick_part_in_window_brute_force(s->scene, &s->view, at, &wanted, NULL, &slow);
    assert_int_equal(pick_part_in_window(s->scene, &s->view, at, &wanted, NULL, out), found);
    assert_true(!found ||
                (pick_part_compare(&out->part, &slow.part) == 0 && out->place.triangle == slow.place.triangle));
    return found;
}

static void under_the_mouse(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *mesh = make_patch(continues);
    pick_part_hit hit;
    squares_put(&s, mesh, 0, 0, 0);
    static const struct {
        double x, y;
        uint32_t face, triangle;
    } inside[6] = {{2, -3, 0, 0}, {1, -1, 0, 1}, {-3, -1, 0, 2}, {-1, 2.5, 0, 3}, {3, 1, 4, 4}, {1, 3, 4, 5}};
    for (int i = 0; i < 6; i++) {
        assert_true(find(&s, inside[i].x, inside[i].y, PICK_PART_FACE, 0, &hit));
        assert_int_equal(hit.part.a, inside[i].face);
        assert_int_equal(hit.place.triangle, inside[i].triangle);
    }
    assert_true(find(&s, 4.1, 3, PICK_PART_FACE, 2, &hit)); // beside it
    assert_int_equal(hit.part.a, 4);
    // On the inner sides there is no edge; on those of the outline there is, from both sides.
    static const double inner[4][2] = {{0, -2}, {-2, -2}, {-2, 2}, {2, 2}};
    for (int i = 0; i < 4; i++)
        assert_false(find(&s, inner[i][0], inner[i][1], PICK_PART_EDGE, 3, &hit));
    for (int i = -1; i < 2; i++) {
        assert_true(find(&s, 2, 0.1 * i, PICK_PART_EDGE, 3, &hit));
        assert_true(hit.part.a == 2 && hit.part.b == 3);
    }
    // The same in space.
    const pick_nearest_query wanted = {PICK_FEATURE_EDGE, 10, false};
    pick_nearest nearest;
    assert_true(pick_nearest_in_world(s.scene, pick_vec3_make(-2, -2, 1), &wanted, NULL, &nearest));
    assert_near(nearest.distance, sqrt(5), 1e-12); // to the side, not to the diagonal below
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

static void what_they_are_made_of(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *mesh = make_patch(continues);
    const pick_object_id id = squares_put(&s, mesh, 1, 2, 3);
    pick_part part;
    uint32_t vertex[8] = {77, 77, 77, 77, 77, 77, 77, 77};
    static const uint32_t around[6] = {0, 1, 2, 5, 3, 4}, quad[4] = {3, 2, 6, 4};
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(pick_part_of(mesh, id, PICK_PART_FACE, i, 0, &part));
        assert_int_equal(part.a, i < 4 ? 0 : 4);
    }
    assert_int_equal(pick_part_vertices(mesh, &part, vertex, 2), 4);
    assert_true(vertex[0] == 3 && vertex[1] == 2 && vertex[2] == 77);
    assert_int_equal(pick_part_vertices(mesh, &part, vertex, 8), 4);
    assert_memory_equal(vertex, quad, sizeof quad);
    part.a = 0;
    assert_int_equal(pick_part_vertices(mesh, &part, vertex, 8), 6);
    assert_memory_equal(vertex, around, sizeof around);
    pick_vec3 points[8];
    assert_int_equal(pick_part_points(s.scene, &part, points, 1), 6);
    assert_int_equal(pick_part_points(s.scene, &part, NULL, 0), 6);
    assert_int_equal(pick_part_points(s.scene, &part, points, 8), 6);
    for (int i = 0; i < 6; i++)
        assert_vec3_near(points[i],
                         pick_vec3_make(1 + (double)places[around[i]][0], 2 + (double)places[around[i]][1], 3), 0);
    pick_part_triangle triangles[4] = {{.triangle = 77}, {.triangle = 77}};
    static const uint32_t inner[4] = {4, 5, 3, 4};
    assert_int_equal(pick_part_triangles(s.scene, &part, triangles, 1), 4);
    assert_int_equal(triangles[1].triangle, 77);
    assert_int_equal(pick_part_triangles(s.scene, &part, triangles, 4), 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(triangles[i].triangle, i);
        assert_int_equal(triangles[i].inner_sides, inner[i]);
        assert_vec3_near(triangles[i].corner[0], i < 3 ? pick_vec3_make(-3, -2, 3) : pick_vec3_make(1, 2, 3), 0);
    }
    pick_part_measures m;
    assert_true(pick_part_measure(s.scene, &part, &m));
    assert_near(m.size, 48, 1e-12);
    assert_vec3_near(m.center, pick_vec3_make(1, 2, 3), 1e-15);
    assert_vec3_near(m.normal, pick_vec3_make(0, 0, 1), 0);
    assert_true(pick_part_measure(s.scene, &(pick_part){id, PICK_PART_EDGE, 2, 3}, &m));
    assert_true(m.size == 4 && m.center.x == 3 && m.center.y == 2 && m.normal.z == 0);
    assert_true(pick_part_measure(s.scene, &(pick_part){id, PICK_PART_VERTEX, 6, 0}, &m));
    assert_true(m.size == 0 && m.center.x == 5 && m.center.y == 6 && m.center.z == 3);
    // A triangle within a polygon is no face; nor is a vertex a triangle.
    for (uint32_t i = 1; i < 4; i++) {
        part.a = i;
        assert_int_equal(pick_part_vertices(mesh, &part, vertex, 8), 0);
        assert_int_equal(pick_part_triangles(s.scene, &part, triangles, 4), 0);
        assert_false(pick_part_measure(s.scene, &part, &m));
    }
    assert_int_equal(pick_part_triangles(s.scene, &(pick_part){id, PICK_PART_VERTEX, 0, 0}, triangles, 4), 0);
    // Two of four triangles collapse: the rest is the face, which is still named by the first, and then nothing is.
    float moved[7][3];
    memcpy(moved, places, sizeof moved);
    memcpy(moved[1], moved[2], sizeof moved[1]);
    memcpy(moved[4], moved[5], sizeof moved[4]);
    assert_int_equal(pick_mesh_refit(mesh, &moved[0][0], 0), PICK_OK);
    pick_scene_mesh_changed(s.scene, mesh);
    part.a = 0;
    static const uint32_t rest[4] = {0, 2, 3, 5};
    assert_int_equal(pick_part_vertices(mesh, &part, vertex, 8), 4);
    assert_memory_equal(vertex, rest, sizeof rest);
    assert_int_equal(pick_part_triangles(s.scene, &part, triangles, 4), 2);
    assert_true(pick_part_measure(s.scene, &part, &m));
    assert_near(m.size, 24, 1e-12);
    memset(moved, 0, sizeof moved);
    assert_int_equal(pick_mesh_refit(mesh, &moved[0][0], 0), PICK_OK);
    assert_int_equal(pick_part_vertices(mesh, &part, vertex, 8), 0);
    assert_false(pick_part_measure(s.scene, &part, &m));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

static void polygons_of_known_snaps(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *mesh[2] = {make_patch(continues), make_patch(NULL)};
    static const struct {
        uint32_t rule;
        double x, y;
        bool with, without; // polygons
        double to_x, to_y;
    } cases[] = {
        {PICK_SNAP_MIDDLE, -2, -2, false, true, -2, -2}, // of an inner side
        {PICK_SNAP_MIDDLE, 2, 0, true, true, 2, 0},
        {PICK_SNAP_EDGE, -1, -1, false, true, -1, -1},
        {PICK_SNAP_EDGE, -4, 1, true, true, -4, 1},
        {PICK_SNAP_CENTER, 2, 2, true, true, 2, 2},    // of the quad
        {PICK_SNAP_CENTER, 0, 0.2, true, false, 0, 0}, // of the L: the mean of its six corners
        {PICK_SNAP_CENTER, 4, 0, false, false, 0, 0},  // where the L's center would be, were it on its first triangle
        {PICK_SNAP_CENTER, -8 / 3.0, 0, false, true, -8 / 3.0, 0}, // of a triangle
    };
    const pick_object_id id = squares_put(&s, mesh[0], 0, 0, 0);
    for (int without = 0; without < 2; without++) {
        assert_int_equal(pick_scene_set_mesh(s.scene, id, mesh[without]), PICK_OK);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            const pick_snap_query wanted = {.rules = cases[i].rule, .reach = 2};
            const pick_vec2 at = {50 + 5 * cases[i].x, 50 - 5 * cases[i].y};
            pick_snap snap, slow;
            const bool found = pick_snap_in_window(s.scene, &s.view, at, &wanted, NULL, &snap);
            assert_int_equal(found, without != 0 ? cases[i].without : cases[i].with);
            assert_int_equal(pick_snap_in_window_brute_force(s.scene, &s.view, at, &wanted, NULL, &slow), found);
            if (found) {
                assert_vec3_near(snap.point, pick_vec3_make(cases[i].to_x, cases[i].to_y, 0), 1e-6);
                assert_true(slow.triangle == snap.triangle);
            }
        }
    }
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(mesh[0]);
    pick_mesh_destroy(mesh[1]);
    squares_free(&s);
}

// A closed surface that is one polygon has no corners, and so no center. A triangle without area has no say.
static void odd_centers(void **state)
{
    (void)state;
    static const float odd_places[9][3] = {{-6, -2, 0}, {-2, -2, 0}, {-4, 2, 0}, {-4, 0, 2}, {0, 0, 0},
                                           {4, 0, 0},   {4, 4, 0},   {0, 4, 0},  {-4, -2, 0}};
    static const uint32_t odd[21] = {0, 1, 3, 1, 2, 3, 2, 0, 3, 1, 0, 2, 4, 4, 5, 4, 5, 6, 4, 6, 7};
    static const uint8_t two[7] = {0, 1, 1, 1, 0, 1, 1};
    squares s = squares_make();
    pick_mesh *mesh = make_mesh(&odd_places[0][0], 9, odd, 7, two, 0);
    squares_put(&s, mesh, 0, 0, 0);
    const pick_snap_query wanted = {.rules = PICK_SNAP_CENTER, .reach = 3};
    pick_snap snap;
    for (int y = 40; y <= 60; y++) {
        for (int x = 18; x < 45; x++)
            assert_false(pick_snap_in_window(s.scene, &s.view, (pick_vec2){x, y}, &wanted, NULL, &snap));
    }
    assert_true(pick_snap_in_window(s.scene, &s.view, (pick_vec2){60, 40}, &wanted, NULL, &snap));
    assert_vec3_near(snap.point, pick_vec3_make(2, 2, 0), 1e-6);
    pick_part_measures m = {.size = 77};
    assert_false(pick_part_measure(s.scene, &(pick_part){s.ids[0], PICK_PART_FACE, 0, 0}, &m));
    assert_int_equal(pick_part_triangles(s.scene, &(pick_part){s.ids[0], PICK_PART_FACE, 0, 0}, NULL, 0), 4);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

// --- Regions --------------------------------------------------------------------------------------------------------

enum { OUT = 512 };

typedef struct region_case {
    const squares *s;
    pick_region *region;
    pick_region_query rules;
    pick_region_part_query query;
    pick_part_path paths[OUT];
} region_case;

static size_t inside(region_case *c, uint32_t kinds, pick_part out[OUT])
{
    static pick_part slow[OUT];
    c->query.kinds = kinds;
    c->query.region = &c->rules;
    c->query.paths = c->query.nested ? c->paths : NULL;
    const size_t count = pick_region_parts_brute_force(c->s->scene, c->region, &c->query, slow, OUT);
    assert_int_equal(pick_region_parts(c->s->scene, c->region, &c->query, out, OUT), count);
    assert_true(count <= OUT);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(pick_part_compare(&out[i], &slow[i]), 0);
    return count;
}

static void set_rect(region_case *c, double left, double bottom, double right, double top)
{
    assert_int_equal(pick_region_rect(c->region, &c->s->view, (pick_vec2){50 + 5 * left, 50 - 5 * top},
                                      (pick_vec2){50 + 5 * right, 50 - 5 * bottom}),
                     PICK_OK);
}

static bool takes_even(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->triangle % 2 == 0;
}

static void in_regions(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *mesh = make_patch(continues);
    static pick_part out[OUT];
    static region_case c;
    c = (region_case){.s = &s};
    const pick_object_id id = squares_put(&s, mesh, 0, 0, 0);
    assert_int_equal(pick_region_create(NULL, &c.region), PICK_OK);
    set_rect(&c, -5, -5, 5, 5);
    for (int mode = 0; mode < 2; mode++) {
        c.rules.mode = (pick_region_mode)mode;
        assert_int_equal(inside(&c, PICK_PART_ALL, out), 7 + 8 + 2);
        assert_true(out[15].a == 0 && out[16].a == 4);
    }
    for (int visible = 0; visible < 2; visible++) {
        c.query.view = visible != 0 ? &s.view : NULL;
        c.rules.mode = PICK_REGION_TOUCH;
        set_rect(&c, -2, 2, -1, 3); // on an inner side, and in a triangle that is not the first
        assert_int_equal(inside(&c, PICK_PART_ALL, out), 1);
        assert_true(out[0].kind == PICK_PART_FACE && out[0].a == 0);
        c.rules.mode = PICK_REGION_CONTAIN;
        set_rect(&c, -5, -5, 5, 0.1); // all of the first two triangles
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 0);
        set_rect(&c, -0.1, -0.1, 5, 5); // the quad
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 1);
        assert_int_equal(out[0].a, 4);
        // What the filter leaves of the L: its first and third triangle.
        c.rules.filter = takes_even;
        set_rect(&c, -5, -5, 5, 5);
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 2);
        set_rect(&c, -4.5, -4.5, 4.5, 4.1);
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 2);
        c.rules.mode = PICK_REGION_TOUCH;
        set_rect(&c, -2, 3, -1, 3.9); // in the fourth
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 0);
        c.rules.filter = NULL;
    }
    // Half hidden: 4 m wide at this depth.
    const pick_object_id before = squares_put(&s, s.square, 0, 0, 5);
    c.rules.mode = PICK_REGION_TOUCH;
    c.query.view = &s.view;
    c.query.object = id;
    set_rect(&c, -5, -5, 5, 5);
    assert_int_equal(inside(&c, PICK_PART_FACE, out), 2);
    set_rect(&c, -1.5, -1.5, 1.5, 1.5); // within what is hidden
    assert_int_equal(inside(&c, PICK_PART_FACE, out), 0);
    assert_int_equal(pick_scene_remove(s.scene, before), PICK_OK);
    assert_int_equal(inside(&c, PICK_PART_FACE, out), 2);
    pick_region_destroy(c.region);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

// A quad that is folded, so that one of its triangles shows its back.
static void folded(void **state)
{
    (void)state;
    static const float folded_places[12] = {-2, -2, 0, 2, -2, 0, 2, 2, 0, 8, -6, 0};
    static const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
    static const uint8_t one[2] = {0, 1};
    squares s = squares_make();
    pick_mesh *mesh = make_mesh(folded_places, 4, two, 2, one, 0);
    static pick_part out[OUT];
    static region_case c;
    c = (region_case){.s = &s, .rules = {.mode = PICK_REGION_CONTAIN}};
    const pick_object_id id = squares_put(&s, mesh, 0, 0, 0);
    assert_int_equal(pick_region_create(NULL, &c.region), PICK_OK);
    for (int visible = 0; visible < 2; visible++) {
        c.query.view = visible != 0 ? &s.view : NULL;
        set_rect(&c, -3, -3, 3, 3); // what shows
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 1);
        c.rules.cull = PICK_CULL_NONE;
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 0);
        set_rect(&c, -9, -9, 9, 9);
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 1);
        c.rules.cull = PICK_CULL_FRONT;
        set_rect(&c, -3, -6.5, 8.5, 3);
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 1);
        set_rect(&c, -3, -5, 8.5, 3);
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 0);
        c.rules.cull = PICK_CULL_MATERIAL;
    }
    // Of the face only what shows can be seen: it is hidden, though nothing hides where its back is.
    squares_put(&s, s.square, 0, 0, 4.9); // to -2.04 and 2.04 there
    c.query.object = id;
    c.query.view = &s.view;
    c.rules.mode = PICK_REGION_TOUCH;
    set_rect(&c, -9, -9, 9, 9);
    assert_int_equal(inside(&c, PICK_PART_FACE, out), 0);
    c.rules.cull = PICK_CULL_NONE;
    assert_int_equal(inside(&c, PICK_PART_FACE, out), 1);
    pick_region_destroy(c.region);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

// The same patch, mirrored, in a scene within a scene.
static void within_scenes(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *mesh = make_patch(continues);
    pick_scene *inner = NULL;
    static pick_part out[OUT];
    static region_case c;
    c = (region_case){.s = &s, .query = {.nested = true}};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id inner_id, outer_id;
    assert_int_equal(pick_scene_create(NULL, &inner), PICK_OK);
    desc.mesh = mesh;
    assert_int_equal(pick_scene_add(inner, &desc, &inner_id), PICK_OK);
    desc.mesh = NULL;
    desc.scene = inner;
    desc.transform.linear[0] = -1;
    assert_int_equal(pick_scene_add(s.scene, &desc, &outer_id), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &c.region), PICK_OK);
    for (int visible = 0; visible < 2; visible++) {
        c.query.view = visible != 0 ? &s.view : NULL;
        c.rules.mode = PICK_REGION_CONTAIN;
        set_rect(&c, -5, -5, 5, 5);
        assert_int_equal(inside(&c, PICK_PART_ALL, out), 7 + 8 + 2);
        set_rect(&c, -5, -0.1, 0.1, 5); // the quad is on the left now
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 1);
        assert_int_equal(out[0].a, 4);
        c.rules.filter = takes_even;
        c.rules.mode = PICK_REGION_TOUCH;
        set_rect(&c, 1, 3, 2, 3.9);
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 0);
        set_rect(&c, -2, -3.5, -1, -2.5);
        assert_int_equal(inside(&c, PICK_PART_FACE, out), 1);
        c.rules.filter = NULL;
    }
    const pick_part_path path = {1, {inner_id}};
    const pick_part face = {outer_id, PICK_PART_FACE, 0, 0};
    pick_part_triangle triangles[4];
    pick_part_measures m;
    assert_int_equal(pick_part_triangles_within(s.scene, &face, &path, triangles, 4), 4);
    assert_vec3_near(triangles[0].corner[0], pick_vec3_make(4, -4, 0), 0);
    assert_true(pick_part_measure_within(s.scene, &face, &path, &m));
    assert_near(m.size, 48, 1e-12);
    // The fronts look to +Z, whatever is mirrored: the outer, both, the inner, none.
    desc = PICK_OBJECT_DESC_DEFAULT;
    for (int mirrored = 1; mirrored < 5; mirrored++) {
        desc.transform.linear[0] = mirrored == 2 || mirrored == 3 ? -1 : 1;
        assert_int_equal(pick_scene_set_transform(inner, inner_id, &desc.transform), PICK_OK);
        desc.transform.linear[0] = mirrored < 3 ? -1 : 1;
        assert_int_equal(pick_scene_set_transform(s.scene, outer_id, &desc.transform), PICK_OK);
        assert_true(pick_part_measure_within(s.scene, &face, &path, &m));
        assert_vec3_near(m.normal, pick_vec3_make(0, 0, 1), 0);
        assert_true(pick_part_measure(inner, &(pick_part){inner_id, PICK_PART_FACE, 0, 0}, &m));
        assert_vec3_near(m.normal, pick_vec3_make(0, 0, 1), 0);
    }
    pick_region_destroy(c.region);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_scene_destroy(inner);
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

// --- Against the same mesh without polygons -------------------------------------------------------------------------

enum { VERTICES = 60, TRIANGLES = 40 };

typedef struct pair {
    squares s;
    pick_mesh *polygons, *plain;
    pick_object_id id;
    uint32_t indices[3 * TRIANGLES];
    uint8_t continues[TRIANGLES];
} pair;

// Fans around a vertex: convex, concave, bent, with degenerate triangles between.
static void make_pair(test_random *r, pair *p)
{
    float positions[VERTICES][3];
    for (uint32_t i = 0; i < VERTICES; i++) {
        positions[i][0] = (float)random_between(r, -8, 8);
        positions[i][1] = (float)random_between(r, -8, 8);
        positions[i][2] = (float)random_between(r, -2, 2);
    }
    uint32_t hub = 0, at = 0;
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        p->continues[i] = i > 0 && random_index(r, 3) != 0;
        if (p->continues[i] == 0) {
            hub = random_index(r, VERTICES);
            at = random_index(r, VERTICES);
        }
        const uint32_t next = random_index(r, 8) == 0 ? hub : random_index(r, VERTICES); // the hub: degenerate
        const uint32_t three[3] = {hub, at, next};
        memcpy(&p->indices[3 * (size_t)i], three, sizeof three);
        at = next == hub ? at : next;
    }
    const uint32_t flags = random_index(r, 2) * PICK_SUBMESH_DOUBLE_SIDED;
    p->s = squares_make();
    p->polygons = make_mesh(&positions[0][0], VERTICES, p->indices, TRIANGLES, p->continues, flags);
    p->plain = make_mesh(&positions[0][0], VERTICES, p->indices, TRIANGLES, NULL, flags);
    p->id = squares_put(&p->s, p->polygons, 0, 0, 0);
}

static void free_pair(pair *p)
{
    pick_scene_destroy(p->s.scene);
    p->s.scene = NULL;
    pick_mesh_destroy(p->polygons);
    pick_mesh_destroy(p->plain);
    squares_free(&p->s);
}

static uint32_t face_of(const pair *p, uint32_t triangle)
{
    while (p->continues[triangle] != 0)
        --triangle;
    return triangle;
}

// Whether an edge is a side of a triangle that counts, and not inner to its polygon.
static bool is_outline(const pair *p, uint32_t a, uint32_t b, const bool counts[TRIANGLES])
{
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        const uint32_t c = p->indices[i], d = p->indices[i % 3 == 2 ? i - 2 : i + 1];
        float local[3][3];
        assert_true(pick_mesh_triangle(p->plain, i / 3, local));
        const bool is_there = memcmp(local[0], local[2], sizeof local[0]) != 0; // the only degenerate ones
        if (is_there && counts[i / 3] && ((a == c && b == d) || (a == d && b == c)) &&
            (pick_mesh_inner_sides(p->polygons, i / 3) >> i % 3 & 1u) == 0)
            return true;
    }
    return false;
}

// What the parts of the mesh without polygons say about those with them. `there`: the triangles that count.
static size_t expected_parts(const pair *p, const pick_part *plain, size_t count, const pick_part *there,
                             size_t there_count, bool contain, pick_part *out)
{
    size_t made = 0;
    bool in[TRIANGLES] = {false}, counts[TRIANGLES] = {false};
    for (size_t i = 0; i < there_count; i++)
        counts[there[i].a] = true;
    for (size_t i = 0; i < count; i++) {
        if (plain[i].kind == PICK_PART_FACE)
            in[plain[i].a] = true;
        else if (plain[i].kind == PICK_PART_VERTEX || is_outline(p, plain[i].a, plain[i].b, counts))
            out[made++] = plain[i];
    }
    for (uint32_t first = 0, end; first < TRIANGLES; first = end) {
        bool any = false, all = true;
        for (end = first; end < TRIANGLES && (end == first || p->continues[end] != 0); end++) {
            any = any || in[end];
            all = all && (in[end] || !counts[end]);
        }
        if (any && (all || !contain))
            out[made++] = (pick_part){p->id, PICK_PART_FACE, first, 0};
    }
    return made;
}

static void compare_regions(test_random *r, pair *p, size_t *faces)
{
    static pick_part plain[OUT], there[OUT], expected[OUT], out[OUT];
    static region_case c;
    c = (region_case){.s = &p->s, .rules = {.cull = (pick_cull)random_index(r, 4)}};
    assert_int_equal(pick_region_create(NULL, &c.region), PICK_OK);
    const double x = random_between(r, -14, 6), y = random_between(r, -14, 6), size = random_between(r, 0.2, 24);
    for (int mode = 0; mode < 2; mode++) {
        for (int visible = 0; visible < 2 - mode; visible++) { // of a part only a sample needs to be seen
            c.rules.mode = PICK_REGION_TOUCH;
            c.rules.filter = random_index(r, 2) == 0 ? takes_even : NULL;
            c.query.view = NULL;
            assert_int_equal(pick_scene_set_mesh(p->s.scene, p->id, p->plain), PICK_OK);
            set_rect(&c, -60, -60, 60, 60);
            const size_t there_count = inside(&c, PICK_PART_FACE, there);
            c.rules.mode = (pick_region_mode)mode;
            c.query.view = visible != 0 ? &p->s.view : NULL;
            set_rect(&c, x, y, x + size, y + size);
            const size_t plain_count = inside(&c, PICK_PART_ALL, plain);
            const size_t count = expected_parts(p, plain, plain_count, there, there_count, mode == 1, expected);
            assert_int_equal(pick_scene_set_mesh(p->s.scene, p->id, p->polygons), PICK_OK);
            assert_int_equal(inside(&c, PICK_PART_ALL, out), count);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(pick_part_compare(&out[i], &expected[i]), 0);
                faces[mode] += out[i].kind == PICK_PART_FACE;
            }
        }
    }
    pick_region_destroy(c.region);
}

static void compare_window(test_random *r, pair *p, size_t *edges, size_t *inner)
{
    const double x = random_between(r, -8, 8), y = random_between(r, -8, 8);
    pick_part_hit plain, hit;
    for (uint32_t kind = PICK_PART_VERTEX; kind <= PICK_PART_FACE; kind <<= 1) {
        assert_int_equal(pick_scene_set_mesh(p->s.scene, p->id, p->plain), PICK_OK);
        const bool was = find(&p->s, x, y, kind, 5, &plain);
        assert_int_equal(pick_scene_set_mesh(p->s.scene, p->id, p->polygons), PICK_OK);
        const bool found = find(&p->s, x, y, kind, 5, &hit);
        if (kind == PICK_PART_EDGE && was &&
            (pick_mesh_inner_sides(p->polygons, plain.place.triangle) >> plain.place.index & 1u) != 0) {
            assert_true(!found || hit.place.distance >= plain.place.distance);
            *inner += 1;
        } else {
            assert_int_equal(found, was);
            plain.part.a = found && kind == PICK_PART_FACE ? face_of(p, plain.part.a) : plain.part.a;
            assert_true(!found || pick_part_compare(&hit.part, &plain.part) == 0);
            *edges += found && kind == PICK_PART_EDGE;
        }
        assert_true(!found || kind != PICK_PART_EDGE ||
                    (pick_mesh_inner_sides(p->polygons, hit.place.triangle) >> hit.place.index & 1u) == 0);
    }
}

static void random_polygons(void **state)
{
    (void)state;
    test_random r = {9};
    size_t faces[2] = {0, 0}, edges = 0, inner = 0;
    const int rounds = (int)test_effort(50, 120);
    for (int round = 0; round < rounds; round++) {
        pair p;
        make_pair(&r, &p);
        for (int i = 0; i < 4; i++)
            compare_regions(&r, &p, faces);
        for (int i = 0; i < 20; i++)
            compare_window(&r, &p, &edges, &inner);
        free_pair(&p);
    }
    print_message("%d faces touched or seen, %d contained; %d edges, %d inner ones\n", (int)faces[0], (int)faces[1],
                  (int)edges, (int)inner);
    const size_t part = 120 / (size_t)rounds + (120 % rounds != 0);
    assert_true(faces[0] > 1000 / part && faces[1] > 100 / part && edges > 500 / part && inner > 100 / part);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(under_the_mouse),
        cmocka_unit_test(what_they_are_made_of),
        cmocka_unit_test(polygons_of_known_snaps),
        cmocka_unit_test(odd_centers),
        cmocka_unit_test(in_regions),
        cmocka_unit_test(folded),
        cmocka_unit_test(within_scenes),
        cmocka_unit_test(random_polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
