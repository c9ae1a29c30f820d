// Clearances that several pairs have: the pair of the lowest numbers is the answer, and of parts of one number the
// first.
#include "picking/picking.h"

#include "near.h"
#include "squares.h"

#include <math.h>
#include <string.h>

enum { ROW = 64 };

// Triangles (0,0) (1,0) (0,1) at x = 0, 1, 2 ..., numbered from the left or the right; `degenerate`: number 0 is none.
static pick_mesh *row_of_triangles(bool from_right, bool degenerate)
{
    static float positions[9 * ROW];
    static uint16_t indices[3 * ROW];
    static const pick_submesh all = {0, ROW, PICK_SUBMESH_DOUBLE_SIDED | PICK_SUBMESH_KIND(3)};
    for (int i = 0; i < ROW; i++) {
        const float x = (float)(from_right ? ROW - 1 - i : i);
        const float corners[9] = {x, 0, 0, x + 1, 0, 0, x, 1, 0};
        memcpy(positions + 9 * i, corners, sizeof corners);
        for (int k = 0; k < 3; k++)
            indices[3 * i + k] = (uint16_t)(degenerate && i == 0 ? 0 : 3 * i + k);
    }
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 3 * ROW,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT16,
                                 .index_count = 3 * ROW,
                                 .submeshes = &all,
                                 .submesh_count = 1};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static void the_lowest_pair_of_many(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        squares s = squares_make();
        pick_mesh *mesh[2] = {row_of_triangles((i & 1) != 0, false), row_of_triangles((i & 2) != 0, false)};
        pick_object_id id[2];
        pick_clearance gap[2];
        for (int k = 0; k < 2; k++)
            id[k] = squares_put(&s, mesh[k], 0, 0, 3 * k);
        assert_true(pick_object_clearance(s.scene, id[0], id[1], NULL, &gap[0]));
        assert_true(pick_object_clearance_brute_force(s.scene, id[0], id[1], NULL, &gap[1]));
        for (int k = 0; k < 2; k++) {
            assert_true(gap[k].distance == 3);
            assert_int_equal(gap[k].triangle[0], 0);
            // The lowest that shares a place with number 0 of the other: its own, or that of its neighbour.
            const uint32_t opposite = (i & 1) == (i >> 1 & 1) ? 0 : ROW - 2;
            assert_int_equal(gap[k].triangle[1], opposite);
        }
        squares_free(&s);
        pick_mesh_destroy(mesh[0]);
        pick_mesh_destroy(mesh[1]);
    }
}

// What is without area or hidden has no part in it, not even what was looked at before it.
static void what_is_not_there_is_left_out(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *mesh = row_of_triangles(false, true);
    const pick_object_id near = squares_put(&s, s.square, 0.5, 0, 1), row = squares_put(&s, mesh, 0, 0, 0),
                         far = squares_put(&s, s.square, -2, 0, 0);
    pick_clearance gap;
    for (int i = 0; i < 2; i++) {
        const pick_object_id from[2] = {i == 0 ? row : near, i == 0 ? near : row};
        assert_true(pick_object_clearance_brute_force(s.scene, from[0], from[1], NULL, &gap));
        assert_near(gap.distance, 1, 1e-12);
        assert_int_equal(gap.triangle[i], 1);
        const pick_object_id to[2] = {i == 0 ? row : far, i == 0 ? far : row};
        assert_true(pick_object_clearance_brute_force(s.scene, to[0], to[1], NULL, &gap));
        assert_near(gap.distance, 2, 1e-12); // from -1 to 1, where triangle 1 begins
        assert_int_equal(gap.triangle[i], 1);
    }
    // Points that are not finite, in the same way.
    const float places[2][6] = {{0, 0, 2, 0, 0, 9}, {NAN, 0, 0, 0, 0, -3}};
    pick_thin *points[2] = {NULL, NULL};
    pick_object_id dots[2];
    for (int i = 0; i < 2; i++) {
        const pick_points_desc desc = {.positions = places[i], .count = 2, .radius = 0};
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        assert_int_equal(pick_points_create(&desc, NULL, &points[i]), PICK_OK);
        object.thin = points[i];
        assert_int_equal(pick_scene_add(s.scene, &object, &dots[i]), PICK_OK);
    }
    for (int i = 0; i < 2; i++) {
        assert_true(pick_object_clearance_brute_force(s.scene, dots[0], near, NULL, &gap));
        assert_near(gap.distance, 1, 1e-12);
        assert_true(pick_object_clearance_brute_force(s.scene, dots[1], near, NULL, &gap));
        assert_near(gap.distance, 4, 1e-12);
        assert_int_equal(gap.triangle[0], 1);
    }
    pick_query hidden = PICK_QUERY_DEFAULT;
    hidden.hidden_kinds = PICK_SUBMESH_KIND(3);
    assert_false(pick_object_clearance(s.scene, row, near, &hidden, &gap));
    assert_false(pick_object_clearance_brute_force(s.scene, row, near, &hidden, &gap));
    assert_false(pick_object_clearance_brute_force(s.scene, near, row, &hidden, &gap));
    squares_free(&s);
    pick_mesh_destroy(mesh);
    pick_thin_destroy(points[0]);
    pick_thin_destroy(points[1]);
}

// Two boxes in one part of a compound, both 2 above a third one.
static void the_first_of_parts_with_one_number(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double x = i == 0 ? -3 : 3;
        squares s = squares_make();
        const pick_shape_part boxes[2] = {
            {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{x - 1, 3, -1}, {x + 1, 5, 1}}}},
            {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-x - 1, 3, -1}, {-x + 1, 5, 1}}}}};
        const pick_shape_part inner = {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_COMPOUND, .as.compound = {boxes, 2}}};
        const pick_shape pair = {.type = PICK_SHAPE_COMPOUND, .as.compound = {&inner, 1}};
        const pick_shape one = {.type = PICK_SHAPE_AABB, .as.aabb = {{-8, -1, -1}, {8, 1, 1}}};
        pick_volume *volume[2] = {NULL, NULL};
        pick_object_id id[2];
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        assert_int_equal(pick_volume_create(&(pick_volume_desc){&pair, 0}, NULL, &volume[0]), PICK_OK);
        assert_int_equal(pick_volume_create(&(pick_volume_desc){&one, 0}, NULL, &volume[1]), PICK_OK);
        for (int k = 0; k < 2; k++) {
            desc.volume = volume[k];
            assert_int_equal(pick_scene_add(s.scene, &desc, &id[k]), PICK_OK);
        }
        pick_clearance gap;
        assert_true(pick_object_clearance(s.scene, id[0], id[1], NULL, &gap));
        assert_true(gap.distance == 2);
        assert_int_equal(gap.triangle[0], 0);
        assert_true(fabs(gap.point[0].x - x) <= 1);
        squares_free(&s);
        pick_volume_destroy(volume[0]);
        pick_volume_destroy(volume[1]);
    }
}

// The nearest part of a volume is the answer, whichever it is and from either side.
static void every_part_counts(void **state)
{
    (void)state;
    const pick_shape_part boxes[3] = {
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, 9, -1}, {1, 10, 1}}}},
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, 3, -1}, {1, 4, 1}}}},
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -9, -1}, {1, -5, 1}}}}};
    const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {boxes, 3}};
    squares s = squares_make();
    pick_volume *volume = NULL;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&shape, 0}, NULL, &volume), PICK_OK);
    desc.volume = volume;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    for (uint32_t part = 1; part < 3; part++) {
        const pick_object_id square = squares_put(&s, s.square, 0, part == 1 ? 0 : -3, 0);
        for (int side = 0; side < 2; side++) {
            pick_clearance gap[2];
            const pick_object_id a = side == 0 ? id : square, b = side == 0 ? square : id;
            assert_true(pick_object_clearance(s.scene, a, b, NULL, &gap[0]));
            assert_true(pick_object_clearance_brute_force(s.scene, a, b, NULL, &gap[1]));
            for (int k = 0; k < 2; k++) {
                assert_near(gap[k].distance, part == 1 ? 2 : 1, 1e-12);
                assert_int_equal(gap[k].triangle[side], part);
            }
        }
    }
    squares_free(&s);
    pick_volume_destroy(volume);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_pair_of_many),
        cmocka_unit_test(what_is_not_there_is_left_out),
        cmocka_unit_test(the_first_of_parts_with_one_number),
        cmocka_unit_test(every_part_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
