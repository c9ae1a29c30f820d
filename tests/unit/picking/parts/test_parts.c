// Parts of meshes at known places, and of random ones against a search through the public interface alone.
#include "effort.h"
#include "picking/picking.h"

#include "near.h"
#include "random.h"
#include "squares.h"

#include <string.h>

static bool find(const squares *s, double x, double y, uint32_t kinds, double reach, bool through, pick_part_hit *out)
{
    const pick_part_query wanted = {kinds, reach, through};
    pick_part_hit slow;
    memset(&slow, 0, sizeof slow);
    memset(out, 0, sizeof *out);
    const bool found = pick_part_in_window_brute_force(s->scene, &s->view, (pick_vec2){x, y}, &wanted, NULL, &slow);
    assert_int_equal(pick_part_in_window(s->scene, &s->view, (pick_vec2){x, y}, &wanted, NULL, out), found);
    assert_memory_equal(&out->part, &slow.part, sizeof slow.part);
    assert_true(out->place.distance == slow.place.distance && out->place.triangle == slow.place.triangle);
    return found;
}

static void expect(const pick_part_hit *hit, pick_object_id object, uint32_t kind, uint32_t a, uint32_t b)
{
    assert_true(pick_object_id_equal(hit->part.object, object));
    assert_int_equal(hit->part.kind, kind);
    assert_int_equal(hit->place.feature, kind);
    assert_int_equal(hit->part.a, a);
    assert_int_equal(hit->part.b, b);
}

// The square's sides are at 45 and 55 on screen, its vertices (-1,-1) (1,-1) (1,1) (-1,1).
static void vertex_wins_over_edge_over_face(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part_hit hit;
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    assert_true(find(&s, 54, 47, PICK_PART_ALL, 3, false, &hit));
    expect(&hit, id, PICK_PART_VERTEX, 2, 0);
    assert_near(hit.place.distance, hypot(1, 2), 1e-6);
    assert_vec3_near(hit.place.point, pick_vec3_make(1, 1, 0), 1e-9);
    assert_true(find(&s, 54, 49, PICK_PART_ALL, 1.5, false, &hit));
    expect(&hit, id, PICK_PART_EDGE, 1, 2);
    assert_true(find(&s, 53, 49, PICK_PART_ALL, 1, false, &hit));
    expect(&hit, id, PICK_PART_FACE, hit.place.triangle, 0);
    assert_true(find(&s, 54, 47, PICK_PART_FACE, 3, false, &hit));
    assert_near(hit.place.distance, 0, 0);
    assert_true(find(&s, 54, 47, 0, 3, false, &hit)); // 0: all
    assert_int_equal(hit.part.kind, PICK_PART_VERTEX);
    assert_false(find(&s, 57, 50, PICK_PART_ALL, 1.9, false, &hit));
    assert_false(find(&s, 50, 50, 8, 5, false, &hit));
    assert_true(pick_part_in_window(s.scene, &s.view, (pick_vec2){64, 50}, NULL, NULL, &hit)); // the default reach
    squares_free(&s);
}

// Both triangles of a square name their diagonal and its ends alike.
static void neighbours_share_names(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part part[2];
    uint32_t shared[3] = {0};
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            for (uint32_t kind = PICK_PART_VERTEX; kind <= PICK_PART_EDGE; kind++) {
                assert_true(pick_part_of(s.square, id, kind, 0, i, &part[0]));
                assert_true(pick_part_of(s.square, id, kind, 1, k, &part[1]));
                shared[kind] += pick_part_compare(&part[0], &part[1]) == 0;
                assert_true(kind == PICK_PART_VERTEX ? part[0].b == 0 : part[0].a < part[0].b);
            }
        }
    }
    assert_int_equal(shared[PICK_PART_VERTEX], 2);
    assert_int_equal(shared[PICK_PART_EDGE], 1);
    pick_part_hit left, right;
    assert_true(find(&s, 49.9, 49.9, PICK_PART_EDGE, 3, false, &left));
    assert_true(find(&s, 50.1, 50.1, PICK_PART_EDGE, 3, false, &right));
    assert_int_equal(pick_part_compare(&left.part, &right.part), 0);
    pick_vec3 points[3];
    assert_int_equal(pick_part_points(s.scene, &left.part, points, 3), 2);
    assert_near(pick_vec3_length(pick_vec3_sub(points[0], points[1])), sqrt(8), 1e-9);
    squares_free(&s);
}

static void order_of_parts(void **state)
{
    (void)state;
    const pick_part rising[6] = {{{1, 1}, 1, 5, 9}, {{1, 2}, 1, 0, 0}, {{1, 2}, 2, 0, 0},
                                 {{1, 2}, 2, 0, 7}, {{1, 2}, 2, 3, 4}, {{2, 1}, 1, 0, 0}};
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 6; k++)
            assert_int_equal(pick_part_compare(&rising[i], &rising[k]), i < k ? -1 : i > k);
    }
}

static void hidden_parts(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part_hit hit;
    const pick_object_id behind = squares_put(&s, s.square, 0, 0, 0);
    const pick_object_id before = squares_put(&s, s.square, 0, 0, 5); // 40..60 on screen
    assert_false(find(&s, 54, 46, PICK_PART_VERTEX, 3, false, &hit));
    assert_true(find(&s, 54, 46, PICK_PART_VERTEX, 3, true, &hit));
    expect(&hit, behind, PICK_PART_VERTEX, 2, 0);
    assert_true(find(&s, 54, 46, PICK_PART_FACE, 3, true, &hit)); // as near on screen: the nearer to the eye
    assert_true(pick_object_id_equal(hit.part.object, before));
    squares_free(&s);
}

// A square of 16 x 16 cells of two triangles each, which has both sides: 10 points wide, as the others.
static pick_mesh *make_dense(void)
{
    enum { SIDE = 16, ROW = SIDE + 1 };
    float positions[ROW * ROW][3];
    uint32_t indices[SIDE * SIDE][6];
    for (uint32_t i = 0; i < ROW * ROW; i++) {
        positions[i][0] = (float)(i % ROW) * 2 / SIDE - 1;
        positions[i][1] = (float)(i / ROW) * 2 / SIDE - 1;
        positions[i][2] = 0;
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t a = i / SIDE * ROW + i % SIDE;
        const uint32_t cell[6] = {a, a + 1, a + ROW + 1, a, a + ROW + 1, a + ROW};
        memcpy(indices[i * 97 % (SIDE * SIDE)], cell, sizeof cell); // most neighbours have distant numbers
    }
    const pick_submesh all = {.triangle_count = 2 * SIDE * SIDE, .flags = PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {.positions = positions[0],
                                 .vertex_count = ROW * ROW,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 6 * SIDE * SIDE,
                                 .submeshes = &all,
                                 .submesh_count = 1};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

// More parts within reach than are remembered at once: some visible, or all behind a square, and a search that finds
// the first of them far from the mouse.
static void parts_of_dense_meshes(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *dense = make_dense();
    pick_part_hit hit;
    const pick_object_id front = squares_put(&s, dense, 0, 0, 0);
    (void)squares_put(&s, dense, 0, 0, -0.1);
    (void)squares_put(&s, dense, 0.3, 0.1, -0.2);
    for (uint32_t kind = PICK_PART_VERTEX; kind <= PICK_PART_EDGE; kind++) {
        assert_true(find(&s, 50.2, 49.9, kind, 8, false, &hit));
        assert_true(pick_object_id_equal(hit.part.object, front));
        assert_true(hit.place.distance < 0.5);
        assert_true(find(&s, 61.1, 49.9, kind, 8, false, &hit)); // left to right: the third, the second, the first
        assert_near(hit.place.distance, 4.7, 0.2);
        assert_true(find(&s, 60.3, 58.3, kind, 10, false, &hit)); // a corner
        assert_true(find(&s, 40.3, 41.3, kind, 10, false, &hit));
        assert_true(pick_object_id_equal(hit.part.object, front));
    }
    test_random r = {8};
    for (int i = 0; i < 40; i++) // beside it, on the left and on the right
        assert_true(find(&s, i % 2 == 0 ? random_between(&r, 37, 43) : random_between(&r, 57, 63),
                         random_between(&r, 45, 55), PICK_PART_VERTEX + (uint32_t)i / 20, 10, false, &hit));
    (void)squares_put(&s, s.square, 0, 0, 5); // 40..60 on screen
    assert_false(find(&s, 50.2, 49.9, PICK_PART_VERTEX, 3, false, &hit));
    assert_true(find(&s, 50.2, 49.9, PICK_PART_VERTEX, 3, true, &hit));
    squares_free(&s);
    pick_mesh_destroy(dense);
}

static void volumes_have_no_parts(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part_hit hit;
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    pick_volume *volume = NULL;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &ball}, NULL, &volume), PICK_OK);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id round;
    desc.volume = volume;
    desc.transform.origin.z = 3;
    assert_int_equal(pick_scene_add(s.scene, &desc, &round), PICK_OK);
    assert_false(find(&s, 50, 50, PICK_PART_FACE, 0.1, false, &hit)); // the ball hides it
    assert_true(find(&s, 50, 50, PICK_PART_FACE, 0.1, true, &hit));
    assert_true(pick_object_id_equal(hit.part.object, id));
    test_random r = {3};
    for (int i = 0; i < 100; i++) // the ray passes the ball, also where a square without area would miss the face
        assert_true(find(&s, random_between(&r, 47, 53), random_between(&r, 47, 53), PICK_PART_FACE, 0, true, &hit));
    pick_vec3 points[3];
    assert_int_equal(pick_part_points(s.scene, &(pick_part){round, PICK_PART_VERTEX, 0, 0}, points, 3), 0);
    pick_region *region = NULL;
    pick_part out[16];
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){0, 0}, (pick_vec2){100, 100}), PICK_OK);
    assert_int_equal(pick_region_parts(s.scene, region, &(pick_region_part_query){.kinds = PICK_PART_FACE}, out, 16),
                     2);
    pick_region_destroy(region);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_volume_destroy(volume);
    squares_free(&s);
}

static void places_of_parts(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_vec3 points[3];
    const pick_object_id id = squares_put(&s, s.square, 1, 2, 3);
    assert_int_equal(pick_part_points(s.scene, &(pick_part){id, PICK_PART_VERTEX, 2, 0}, points, 3), 1);
    assert_vec3_near(points[0], pick_vec3_make(2, 3, 3), 0);
    assert_int_equal(pick_part_points(s.scene, &(pick_part){id, PICK_PART_FACE, 1, 0}, points, 3), 3);
    assert_int_equal(pick_part_points(s.scene, &(pick_part){id, PICK_PART_FACE, 2, 0}, points, 3), 0);
    assert_int_equal(pick_part_points(s.scene, &(pick_part){id, PICK_PART_VERTEX, 4, 0}, points, 3), 0);
    assert_int_equal(pick_part_points(s.scene, &(pick_part){id, PICK_PART_EDGE, 0, 4}, points, 3), 0);
    assert_int_equal(pick_part_points(s.scene, &(pick_part){id, 3, 0, 0}, points, 3), 0);
    assert_int_equal(pick_part_points(s.scene, &(pick_part){{9, 9}, PICK_PART_VERTEX, 0, 0}, points, 3), 0);
    // The normal of a face is along any axis.
    const pick_transform along[3] = {{.linear = {0, 1, 0, 0, 0, 1, 1, 0, 0}},
                                     {.linear = {0, 0, 1, 1, 0, 0, 0, 1, 0}},
                                     {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    for (int k = 0; k < 3; k++) {
        pick_part_measures m;
        assert_int_equal(pick_scene_set_transform(s.scene, id, &along[k]), PICK_OK);
        assert_true(pick_part_measure(s.scene, &(pick_part){id, PICK_PART_FACE, 0, 0}, &m));
        assert_vec3_near(m.normal, pick_vec3_make(k == 0, k == 1, k == 2), 0);
    }
    squares_free(&s);
}

// --- Regions --------------------------------------------------------------------------------------------------------

static size_t inside(const squares *s, const pick_region *region, uint32_t kinds, pick_region_mode mode, bool visible,
                     pick_part out[32])
{
    const pick_region_query rules = {.mode = mode};
    const pick_region_part_query query = {.kinds = kinds, .view = visible ? &s->view : NULL, .region = &rules};
    pick_part slow[32];
    memset(out, 0, 32 * sizeof *out);
    memset(slow, 0, sizeof slow);
    const size_t count = pick_region_parts_brute_force(s->scene, region, &query, slow, 32);
    assert_int_equal(pick_region_parts(s->scene, region, &query, out, 32), count);
    assert_memory_equal(out, slow, count * sizeof *out);
    return count;
}

static void parts_in_regions(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part out[32];
    pick_region *region = NULL;
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){40, 40}, (pick_vec2){60, 60}), PICK_OK);
    assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_TOUCH, false, out), 4 + 5 + 2);
    assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_CONTAIN, false, out), 4 + 5 + 2);
    for (int i = 0; i < 11; i++) {
        assert_true(pick_object_id_equal(out[i].object, id));
        assert_int_equal(out[i].kind, i < 4 ? PICK_PART_VERTEX : (i < 9 ? PICK_PART_EDGE : PICK_PART_FACE));
        assert_true(i == 0 || pick_part_compare(&out[i - 1], &out[i]) < 0);
    }
    // The right side: 2 vertices, their edge; touched also top, bottom and the diagonal.
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){54, 40}, (pick_vec2){60, 60}), PICK_OK);
    assert_int_equal(inside(&s, region, PICK_PART_VERTEX, PICK_REGION_TOUCH, false, out), 2);
    assert_int_equal(inside(&s, region, PICK_PART_EDGE, PICK_REGION_TOUCH, false, out), 4);
    assert_int_equal(inside(&s, region, PICK_PART_EDGE, PICK_REGION_CONTAIN, false, out), 1);
    assert_int_equal(out[0].a * 10 + out[0].b, 12);
    assert_int_equal(inside(&s, region, PICK_PART_FACE, PICK_REGION_TOUCH, false, out), 2);
    assert_int_equal(inside(&s, region, PICK_PART_FACE, PICK_REGION_CONTAIN, false, out), 0);
    // A circle within a triangle; one around a corner; a lasso like a U around the square's middle.
    assert_int_equal(pick_region_circle(region, &s.view, (pick_vec2){53, 52}, 0.5), PICK_OK);
    assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_TOUCH, false, out), 1);
    assert_int_equal(pick_region_circle(region, &s.view, (pick_vec2){55, 55}, 1), PICK_OK);
    assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_CONTAIN, false, out), 1);
    const pick_vec2 bay[8] = {{40, 40}, {46, 40}, {46, 54}, {54, 54}, {54, 40}, {60, 40}, {60, 60}, {40, 60}};
    assert_int_equal(pick_region_polygon(region, &s.view, bay, 8), PICK_OK);
    assert_int_equal(inside(&s, region, PICK_PART_VERTEX, PICK_REGION_CONTAIN, false, out), 4);
    assert_int_equal(inside(&s, region, PICK_PART_EDGE, PICK_REGION_CONTAIN, false, out), 3); // not the top one
    assert_int_equal(inside(&s, region, PICK_PART_EDGE, PICK_REGION_TOUCH, false, out), 5);
    // What does not fit.
    const size_t enough = pick_region_parts(s.scene, region, NULL, out, 10);
    assert_in_range(enough, 11, 32);
    assert_int_equal(pick_region_parts(s.scene, region, NULL, out, enough), 11);
    assert_in_range(pick_region_parts(s.scene, region, NULL, NULL, 0), 11, 32);
    pick_region_destroy(region);
    squares_free(&s);
}

static void only_what_is_seen_in_a_region(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part out[32];
    pick_region *region = NULL;
    squares_put(&s, s.square, 0, 0, 0);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){0, 0}, (pick_vec2){100, 100}), PICK_OK);
    assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_TOUCH, true, out), 11);
    const pick_object_id before = squares_put(&s, s.square, 0, 0, 5); // hides all of the other
    assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_TOUCH, false, out), 22);
    assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_TOUCH, true, out), 11);
    assert_true(pick_object_id_equal(out[0].object, before) && pick_object_id_equal(out[10].object, before));
    // 50.5 to 70.5 on screen: hides the right side, and half of four other parts.
    pick_transform aside = PICK_TRANSFORM_IDENTITY;
    aside.origin = pick_vec3_make(1.05, 0, 5);
    assert_int_equal(pick_scene_set_transform(s.scene, before, &aside), PICK_OK);
    const pick_region_part_query query = {.view = &s.view, .object = s.ids[0]};
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 2 + 4 + 2);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){51, 0}, (pick_vec2){100, 100}), PICK_OK);
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0); // what is seen lies outside
    pick_region_destroy(region);
    squares_free(&s);
}

static bool left_half_is_cut_out(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->has_uv && candidate->uv[0] > 0.5f;
}

// What is behind the cut-outs of an alpha-tested surface is seen with a query that sees it, as picks do.
static void cut_outs_in_a_region(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part out[32], slow[32];
    pick_region *region = NULL;
    const pick_object_id behind = squares_put(&s, s.square, 0, 0, 0);
    squares_put(&s, s.alpha, 0, 0, 5); // covers all of it, and its left half is cut out
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){0, 0}, (pick_vec2){100, 100}), PICK_OK);
    pick_query sight = PICK_QUERY_DEFAULT;
    pick_region_part_query query = {.view = &s.view, .object = behind};
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0); // it counts as solid
    query.sight = &sight;
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0);
    sight.filter = left_half_is_cut_out;
    const size_t count = pick_region_parts(s.scene, region, &query, out, 32);
    // The two vertices and the edge at the left; of the other edges and the faces what reaches there.
    assert_int_equal(count, 2 + 4 + 2);
    assert_int_equal(out[0].a, 0);
    assert_int_equal(out[1].a, 3);
    assert_int_equal(pick_region_parts_brute_force(s.scene, region, &query, slow, 32), count);
    assert_memory_equal(out, slow, count * sizeof *out);
    query.object = (pick_object_id){0}; // the cut-outs have parts of their own
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 11 + 2 + 4 + 2);
    query.view = NULL;
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 22);
    pick_region_destroy(region);
    squares_free(&s);
}

// With another view than that of the region nothing is found, be it from the same eye.
static void another_view_sees_nothing_in_a_region(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part out[32];
    pick_region *region = NULL;
    squares_put(&s, s.square, 0, 0, 0);
    const pick_plane before = {{0, 0, 1}, 5}, more = {{0, 0, 1}, 6};
    pick_view cut = s.view, other[6];
    assert_int_equal(pick_view_set_section(&cut, &before, 1), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &cut, (pick_vec2){40, 40}, (pick_vec2){60, 60}), PICK_OK);
    const pick_region_part_query same = {.view = &cut};
    assert_int_equal(pick_region_parts(s.scene, region, &same, out, 32), 11);
    for (int i = 0; i < 6; i++)
        other[i] = cut;
    other[0].eye.x += 1;
    other[1].rotation[0] = -1; // turned around
    other[1].rotation[8] = -1;
    other[2].viewport.width = 200;
    other[3].near_distance = 0.2;
    assert_int_equal(pick_view_set_section(&other[4], NULL, 0), PICK_OK);
    assert_int_equal(pick_view_set_section(&other[5], &more, 1), PICK_OK);
    for (int i = 0; i < 6; i++) {
        const pick_region_part_query query = {.view = &other[i]};
        assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0);
        assert_int_equal(pick_region_parts_brute_force(s.scene, region, &query, out, 32), 0);
    }
    pick_region_destroy(region);
    squares_free(&s);
}

// Regions without area: the parts that they cross are seen, wherever that is.
static void what_is_seen_on_a_line(void **state)
{
    (void)state;
    squares s = squares_make();
    test_random r = {3};
    pick_part out[32];
    pick_region *region = NULL;
    const pick_object_id back = squares_put(&s, s.square, 0, 0, 0);
    const pick_transform slanted = {.linear = {1, 0, 0.31f, 0, 1, 0.17f, 0, 0, 1}};
    assert_int_equal(pick_scene_set_transform(s.scene, back, &slanted), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int i = 0; i < 100; i++) {
        const double y = random_between(&r, 46, 54);
        assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){30, y}, (pick_vec2){70, y}), PICK_OK);
        assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_TOUCH, i % 2 == 0, out), 3 + 2);
        assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){51, y}, (pick_vec2){51, y}), PICK_OK);
        assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_TOUCH, i % 2 == 0, out), 1);
    }
    squares_put(&s, s.both_sides, 0, 0, 5); // hides it all
    assert_int_equal(inside(&s, region, PICK_PART_ALL, PICK_REGION_TOUCH, true, out), 1);
    assert_false(pick_object_id_equal(out[0].object, back));
    pick_region_destroy(region);
    squares_free(&s);
}

// What is smaller on screen than samples lie apart is seen where its middle is.
static void small_parts_have_one_sample(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part out[32];
    pick_region *region = NULL;
    const pick_object_id small = squares_put(&s, s.square, 0, 0, 0), strip = squares_put(&s, s.square, 0, 0, 0);
    const pick_transform of_small = {.linear = {0.25f, 0, 0, 0, 0.25f, 0, 0, 0, 1}},
                         of_strip = {.linear = {0.05f, 0, 0, 0, 2, 0, 0, 0, 1}, .origin = {0, 0, 1}};
    assert_int_equal(pick_scene_set_transform(s.scene, small, &of_small), PICK_OK);
    assert_int_equal(pick_scene_set_transform(s.scene, strip, &of_strip), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){0, 0}, (pick_vec2){100, 100}), PICK_OK);
    const pick_region_part_query seen = {.view = &s.view, .object = small};
    // Of the edges the upright ones: the others have their middles behind the strip.
    assert_int_equal(pick_region_parts(s.scene, region, &seen, out, 32), 4 + 2 + 2);
    assert_int_equal(pick_region_parts_brute_force(s.scene, region, &seen, out, 32), 4 + 2 + 2);
    pick_region_destroy(region);
    squares_free(&s);
}

static bool takes_even(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->triangle % 2 == 0;
}

static bool takes_middles(void *user, const pick_hit *candidate)
{
    (void)user;
    return fabs(candidate->barycentric[0] - 1.0 / 3) < 1e-12 && fabs(candidate->barycentric[1] - 1.0 / 3) < 1e-12;
}

static bool takes_none(void *user, pick_object_id object, uint64_t object_user)
{
    (void)user, (void)object, (void)object_user;
    return false;
}

static void rules_of_regions(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_part out[32];
    pick_region *region = NULL;
    pick_stats stats = {0};
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){0, 0}, (pick_vec2){100, 100}), PICK_OK);
    pick_region_query rules = {.filter = takes_even, .stats = &stats};
    const pick_region_part_query query = {.region = &rules};
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 3 + 3 + 1);
    assert_int_equal(pick_region_parts_brute_force(s.scene, region, &query, out, 32), 3 + 3 + 1);
    assert_int_equal(stats.objects, 2);
    assert_int_equal(stats.triangles, 2);
    rules = (pick_region_query){.filter = takes_middles}; // a triangle is asked for by the middle of it
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 11);
    rules = (pick_region_query){.object_filter = takes_none};
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0);
    rules = (pick_region_query){.hidden_layers = UINT32_MAX};
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0);
    rules = (pick_region_query){.cull = PICK_CULL_FRONT};
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0);
    rules = (pick_region_query){.include_locked = false};
    assert_int_equal(pick_scene_set_flags(s.scene, id, PICK_OBJECT_LOCKED), PICK_OK);
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0);
    rules.include_locked = true;
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 11);
    assert_int_equal(pick_scene_set_flags(s.scene, id, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_int_equal(pick_region_parts(s.scene, region, &query, out, 32), 0);
    assert_int_equal(pick_region_parts_brute_force(s.scene, region, &query, out, 32), 0);
    pick_region_destroy(region);
    squares_free(&s);
}

// --- Random meshes, through the public interface --------------------------------------------------------------------

enum { TRIANGLES = 40, OBJECTS = 6 };

static double to_segment(pick_vec2 p, pick_vec2 a, pick_vec2 b)
{
    const double x = b.x - a.x, y = b.y - a.y;
    const double square = x * x + y * y;
    const double s = square > 0 ? fmin(1, fmax(0, ((p.x - a.x) * x + (p.y - a.y) * y) / square)) : 0;
    return hypot(a.x + s * x - p.x, a.y + s * y - p.y);
}

// The least distance on screen to any vertex or edge, and the number of vertices in the rectangle.
static double search(const squares *s, uint32_t kind, pick_vec2 at, size_t *in_rect)
{
    double least = HUGE_VAL;
    *in_rect = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        pick_object_desc desc;
        assert_int_equal(pick_scene_get(s->scene, s->ids[i], &desc), PICK_OK);
        for (uint32_t v = 0; v < 3 * TRIANGLES; v++) {
            pick_projected_point p[2];
            for (uint32_t k = 0; k < 2; k++) {
                const uint32_t number = v - v % 3 + (v + k) % 3;
                const float *xyz = pick_mesh_get_arrays(desc.mesh).positions + 3 * (size_t)number;
                const pick_vec3 local = {(double)xyz[0], (double)xyz[1], (double)xyz[2]};
                assert_true(pick_view_project(&s->view, pick_transform_point(&desc.transform, local), &p[k]));
            }
            if (kind == PICK_PART_EDGE)
                least = fmin(least, to_segment(at, p[0].window, p[1].window));
            else if (p[0].window.x >= 0 && p[0].window.y >= 0 && p[0].window.x <= 100 && p[0].window.y <= 100)
                least = fmin(least, hypot(p[0].window.x - at.x, p[0].window.y - at.y));
            *in_rect += p[0].window.x >= at.x - 20 && p[0].window.x <= at.x + 20 && p[0].window.y >= at.y - 10 &&
                        p[0].window.y <= at.y + 10 && p[0].window.x >= 0 && p[0].window.x <= 100 &&
                        p[0].window.y >= 0 && p[0].window.y <= 100;
        }
    }
    return least;
}

static void against_a_plain_search(void **state)
{
    (void)state;
    test_random r = {17};
    uint64_t found[5] = {0};
    const int rounds = (int)test_effort(24, 60);
    for (int round = 0; round < rounds; round++) {
        squares s = squares_make();
        float positions[9 * TRIANGLES];
        for (size_t i = 0; i < 9 * TRIANGLES; i++) // triangles are clusters of three
            positions[i] = (float)(i % 9 < 3 ? random_between(&r, -6, 6)
                                             : (double)positions[i - 3] + random_between(&r, -2.5, 2.5));
        pick_mesh *mesh = NULL;
        const pick_submesh both = {0, TRIANGLES, PICK_SUBMESH_DOUBLE_SIDED};
        assert_int_equal(pick_mesh_create(&(pick_mesh_desc){.positions = positions,
                                                            .vertex_count = 3 * TRIANGLES,
                                                            .submeshes = &both,
                                                            .submesh_count = 1},
                                          NULL, &mesh),
                         PICK_OK);
        for (int i = 0; i < OBJECTS; i++)
            (void)squares_put(&s, mesh, random_between(&r, -3, 3), random_between(&r, -3, 3),
                              -random_between(&r, 5, 60));
        pick_region *region = NULL;
        assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
        for (int n = 0; n < 20; n++) {
            const pick_vec2 at = {random_between(&r, 20, 80), random_between(&r, 20, 80)};
            const double reach = random_between(&r, 0, 4);
            pick_part_hit hit;
            size_t in_rect;
            for (uint32_t kind = PICK_PART_VERTEX; kind <= PICK_PART_EDGE; kind++) {
                const double least = search(&s, kind, at, &in_rect);
                const bool is = find(&s, at.x, at.y, kind, reach, true, &hit);
                assert_int_equal(is, least <= reach);
                if (is)
                    assert_near(hit.place.distance, least, 1e-6);
                found[kind] += is;
            }
            pick_hit ray_hit;
            const pick_ray ray = pick_view_ray(&s.view, at);
            const bool is = pick_closest(s.scene, &ray, NULL, &ray_hit);
            assert_int_equal(find(&s, at.x, at.y, PICK_PART_FACE, 0, false, &hit), is);
            assert_true(!is ||
                        (hit.part.a == ray_hit.triangle && pick_object_id_equal(hit.part.object, ray_hit.object)));
            found[PICK_PART_FACE] += is;
            // No vertex is shared, so none is merged.
            assert_int_equal(
                pick_region_rect(region, &s.view, (pick_vec2){at.x - 20, at.y - 10}, (pick_vec2){at.x + 20, at.y + 10}),
                PICK_OK);
            (void)search(&s, PICK_PART_VERTEX, at, &in_rect);
            static pick_part out[3 * TRIANGLES * OBJECTS];
            const pick_region_part_query query = {.kinds = PICK_PART_VERTEX};
            assert_int_equal(pick_region_parts(s.scene, region, &query, out, sizeof out / sizeof out[0]), in_rect);
        }
        pick_region_destroy(region);
        pick_scene_destroy(s.scene);
        s.scene = NULL;
        pick_mesh_destroy(mesh);
        squares_free(&s);
    }
    print_message("%d vertices, %d edges, %d faces of %d\n", (int)found[1], (int)found[2], (int)found[4], 20 * rounds);
    for (int kind = 1; kind <= 4; kind *= 2)
        assert_in_range(found[kind], 20 * rounds / 12, 20 * rounds - 1);
}

static bool takes_user(void *user, pick_object_id object, uint64_t object_user)
{
    (void)object;
    return object_user == *(const uint64_t *)user;
}

// Removed objects, triangles without area, filters that take some and leave some, edges seen end on, other views.
static void what_does_not_count(void **state)
{
    (void)state;
    squares s = squares_make();
    const float positions[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, 0, 0, 0, 0, -1};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 2, 0, 2, 3, 4, 5, 2}; // the second has no area; 4-5 lies along the view
    pick_mesh *mesh;
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 6,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 12};
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_object_id gone = squares_put(&s, s.square, 0, 0, 2);
    const pick_object_id id = squares_put(&s, mesh, 0, 0, 0); // user 1
    assert_int_equal(pick_scene_remove(s.scene, gone), PICK_OK);
    pick_region *region;
    pick_part fast[32], slow[32];
    uint64_t wanted = 1;
    pick_region_query rules = PICK_REGION_QUERY_DEFAULT;
    rules.object_filter = takes_user;
    rules.object_filter_user = &wanted;
    rules.cull = PICK_CULL_NONE;
    pick_region_part_query query = {.region = &rules, .view = &s.view};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &s.view, (pick_vec2){30, 30}, (pick_vec2){70, 70}), PICK_OK);
    for (wanted = 1; wanted <= 2; wanted++) {
        const size_t n = pick_region_parts(s.scene, region, &query, fast, 32);
        assert_int_equal(pick_region_parts_brute_force(s.scene, region, &query, slow, 32), n);
        assert_int_equal(n > 0, wanted == 1);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(pick_part_compare(&fast[i], &slow[i]), 0);
            assert_true(pick_object_id_equal(fast[i].object, id));
            assert_true(fast[i].kind != PICK_PART_FACE || fast[i].a != 1);
        }
    }
    pick_query picks = PICK_QUERY_DEFAULT;
    picks.object_filter = takes_user;
    picks.object_filter_user = &wanted;
    const pick_part_query faces = {PICK_PART_FACE, 1, true};
    for (wanted = 1; wanted <= 2; wanted++) {
        pick_part_hit hit;
        const pick_vec2 at = {52, 49};
        assert_int_equal(pick_part_in_window(s.scene, &s.view, at, &faces, &picks, &hit), wanted == 1);
        assert_int_equal(pick_part_in_window_brute_force(s.scene, &s.view, at, &faces, &picks, &hit), wanted == 1);
    }
    wanted = 1;
    for (int k = 0; k < 3; k++) { // another view than that of the region
        pick_view other = s.view;
        *(k == 0 ? &other.eye.x : k == 1 ? &other.eye.y : &other.eye.z) += 1;
        query.view = &other;
        assert_int_equal(pick_region_parts(s.scene, region, &query, fast, 32), 0);
    }
    query.view = &s.view; // a region of no view
    assert_int_equal(pick_region_planes(region, NULL, 0, s.view.eye), PICK_OK);
    assert_int_equal(pick_region_parts(s.scene, region, &query, fast, 32), 0);
    pick_region_destroy(region);
    squares_free(&s);
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertex_wins_over_edge_over_face),
        cmocka_unit_test(neighbours_share_names),
        cmocka_unit_test(order_of_parts),
        cmocka_unit_test(hidden_parts),
        cmocka_unit_test(parts_of_dense_meshes),
        cmocka_unit_test(volumes_have_no_parts),
        cmocka_unit_test(places_of_parts),
        cmocka_unit_test(parts_in_regions),
        cmocka_unit_test(only_what_is_seen_in_a_region),
        cmocka_unit_test(cut_outs_in_a_region),
        cmocka_unit_test(another_view_sees_nothing_in_a_region),
        cmocka_unit_test(what_is_seen_on_a_line),
        cmocka_unit_test(small_parts_have_one_sample),
        cmocka_unit_test(rules_of_regions),
        cmocka_unit_test(what_does_not_count),
        cmocka_unit_test(against_a_plain_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
