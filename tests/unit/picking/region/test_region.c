// Regions with known answers. All cameras look from +z along -z at squares of half size 1.
#include "region/region_internal.h" // for regions on the stack

#include "near.h"
#include "random.h"
#include "squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = SQUARES_MOST };

static pick_object_id put(squares *w, double x, double y, double z, float x_scale)
{
    const pick_object_id id = squares_put(w, w->square, x, y, z);
    pick_object_desc desc;
    assert_int_equal(pick_scene_get(w->scene, id, &desc), PICK_OK);
    desc.transform.linear[0] = x_scale;
    assert_int_equal(pick_scene_set_transform(w->scene, id, &desc.transform), PICK_OK);
    return id;
}

// The objects found as a bit mask over w->ids; both ways of finding must agree, in order.
static uint32_t find(const squares *w, const pick_region *region, const pick_region_query *query)
{
    pick_object_id slow[MOST];
    pick_object_id fast[MOST];
    const size_t count = pick_region_objects_brute_force(w->scene, region, query, slow, MOST);
    assert_int_equal(pick_region_objects(w->scene, region, query, fast, MOST), count);
    assert_true(count <= MOST);
    uint32_t mask = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(pick_object_id_equal(slow[i], fast[i]));
        assert_true(i == 0 || slow[i - 1].index1 < slow[i].index1);
        for (uint32_t k = 0; k < w->count; k++)
            mask |= (uint32_t)pick_object_id_equal(slow[i], w->ids[k]) << k;
    }
    return mask;
}

static pick_region rect(const squares *w, double x0, double y0, double x1, double y1)
{
    pick_region region;
    assert_int_equal(pick_region_rect(&region, &w->view, (pick_vec2){x0, y0}, (pick_vec2){x1, y1}), PICK_OK);
    return region;
}

static const pick_region_query CONTAIN = {.mode = PICK_REGION_CONTAIN, .cull = PICK_CULL_MATERIAL};

static void rectangles_touch_and_contain(void **state)
{
    (void)state;
    squares w = squares_make();
    put(&w, 0, 0, 0, 1); // 45..55 in both axes
    put(&w, 4, 0, 0, 1); // 65..75, 45..55
    static const struct {
        double x0, y0, x1, y1;
        uint32_t touch, contain;
    } cases[] = {
        {44, 44, 56, 56, 1, 1},   {56, 56, 44, 44, 1, 1},     // any corners
        {46, 46, 56, 56, 1, 0},   {40, 40, 80, 60, 3, 3},     //
        {40, 40, 70, 60, 3, 1},   {56, 40, 64, 60, 0, 0},     // between them
        {49, 49, 51, 51, 1, 0},   {50, 50, 50, 50, 1, 0},     // within, and a mere point
        {0, 0, 100, 44.9, 0, 0},  {-50, -50, 150, 150, 3, 3}, // above; more than the window
        {50, -10, 50, 200, 1, 0}, {200, 0, 300, 100, 0, 0},   // a line; outside the window
        {70.1, 44, 80, 50, 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const pick_region region = rect(&w, cases[i].x0, cases[i].y0, cases[i].x1, cases[i].y1);
        assert_int_equal(find(&w, &region, NULL), cases[i].touch);
        assert_int_equal(find(&w, &region, &CONTAIN), cases[i].contain);
    }
    squares_free(&w);
}

// Regions without area over a square: wherever they are, rounding does not lose what is drawn there. A millionth of a
// point beside the square there is nothing.
static void points_and_lines_touch_what_is_drawn_under_them(void **state)
{
    (void)state;
    squares w = squares_make();
    test_random r = {7};
    pick_transform slanted = PICK_TRANSFORM_IDENTITY;
    slanted.linear[2] = 0.31f;
    slanted.linear[5] = -0.17f;
    const pick_object_id id = put(&w, 0, 0, 0, 1);
    assert_int_equal(pick_scene_set_transform(w.scene, id, &slanted), PICK_OK);
    for (int i = 0; i < 300; i++) {
        const pick_vec2 at = {random_between(&r, 46, 54), random_between(&r, 46, 54)};
        const pick_vec2 end = {i % 2 == 0 ? at.x : random_between(&r, 46, 54),
                               i % 2 == 0 ? random_between(&r, 46, 54) : at.y};
        const pick_vec2 lasso[3] = {at, end, at};
        pick_region region[4];
        region[0] = rect(&w, at.x, at.y, at.x, at.y);
        region[1] = rect(&w, at.x, at.y, end.x, end.y);
        assert_int_equal(pick_region_circle(&region[2], &w.view, at, 0), PICK_OK);
        assert_int_equal(pick_region_polygon(&region[3], &w.view, lasso, 3), PICK_OK);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(find(&w, &region[k], NULL), 1);
            assert_int_equal(find(&w, &region[k], &CONTAIN), 0);
            assert_true(pick_region_contains_position(&region[k], at));
            assert_false(pick_region_contains_position(&region[k], (pick_vec2){at.x + 1e-6, at.y + 1e-6}));
        }
        pick_projected_point corner; // of the square, the lower right one on screen
        assert_true(pick_view_project(&w.view, pick_transform_point(&slanted, pick_vec3_make(1, -1, 0)), &corner));
        const pick_region beside = rect(&w, corner.window.x + 1e-6, at.y, corner.window.x + 1e-6, 70);
        assert_int_equal(find(&w, &beside, NULL), 0);
    }
    squares_free(&w);
}

// Diagonal of the square's triangles, seen at its corners: a box alone would say yes.
static void boxes_alone_do_not_decide(void **state)
{
    (void)state;
    squares w = squares_make();
    static const float positions[9] = {-1, -1, 0, 1, -1, 0, -1, 1, 0};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3};
    pick_mesh *half = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &half), PICK_OK);
    const pick_object_id id = put(&w, 0, 0, 0, 1);
    assert_int_equal(pick_scene_set_mesh(w.scene, id, half), PICK_OK);
    const pick_region corner = rect(&w, 52, 46, 54, 47); // the right angle is at (45, 55)
    assert_int_equal(find(&w, &corner, NULL), 0);
    pick_region_query bounds = PICK_REGION_QUERY_DEFAULT;
    bounds.bounds_only = true;
    assert_int_equal(find(&w, &corner, &bounds), 1);
    bounds.mode = PICK_REGION_CONTAIN;
    assert_int_equal(find(&w, &corner, &bounds), 0);
    const pick_region around = rect(&w, 44, 44, 56, 56);
    assert_int_equal(find(&w, &around, &bounds), 1);
    const pick_region beside = rect(&w, 56, 44, 60, 56);
    bounds.mode = PICK_REGION_TOUCH;
    assert_int_equal(find(&w, &beside, &bounds), 0);
    assert_int_equal(pick_scene_remove(w.scene, id), PICK_OK);
    pick_mesh_destroy(half);
    squares_free(&w);
}

static void near_and_far_cut(void **state)
{
    (void)state;
    squares w = squares_make();
    put(&w, 0, 0, 20, 1);                           // behind the camera: its mirror image would be in the middle
    put(&w, 0, 0, 9.95, 1);                         // before the near plane
    put(&w, 0, 0, -95, 1);                          // beyond the far plane
    put(&w, 0, 0, -80, 1);                          // just before it
    pick_transform lying = PICK_TRANSFORM_IDENTITY; // a floor that runs under the camera
    lying.linear[4] = 0;
    lying.linear[5] = -50;
    lying.linear[7] = 1;
    lying.linear[8] = 0;
    lying.origin = pick_vec3_make(0, -1, 0);
    const pick_object_id floor = put(&w, 0, 0, 0, 1);
    assert_int_equal(pick_scene_set_transform(w.scene, floor, &lying), PICK_OK);
    const pick_region all = rect(&w, 0, 0, 100, 100);
    pick_region_query both = PICK_REGION_QUERY_DEFAULT;
    both.cull = PICK_CULL_NONE;
    assert_int_equal(find(&w, &all, &both), 1u << 3 | 1u << 4);
    both.mode = PICK_REGION_CONTAIN;
    assert_int_equal(find(&w, &all, &both), 1u << 3); // the floor reaches behind the near plane
    squares_free(&w);
}

static void culling_is_as_drawn(void **state)
{
    (void)state;
    squares w = squares_make();
    put(&w, -4, 0, 0, 1);
    put(&w, 4, 0, 0, -1); // mirrored: its front stays its front
    pick_transform turned = PICK_TRANSFORM_IDENTITY;
    turned.linear[0] = turned.linear[8] = -1;
    const pick_object_id back = put(&w, 0, 0, 0, 1);
    assert_int_equal(pick_scene_set_transform(w.scene, back, &turned), PICK_OK);
    turned.origin.y = 4;
    const pick_object_id double_sided = put(&w, 0, 4, 0, 1);
    assert_int_equal(pick_scene_set_transform(w.scene, double_sided, &turned), PICK_OK);
    assert_int_equal(pick_scene_set_mesh(w.scene, double_sided, w.both_sides), PICK_OK);
    for (int orthographic = 0; orthographic < 2; orthographic++) {
        w.view = squares_view(10, 0.1, 100, orthographic != 0);
        const pick_region all = rect(&w, 0, 0, 100, 100);
        pick_region_query query = PICK_REGION_QUERY_DEFAULT;
        for (int contain = 0; contain < 2; contain++) {
            query.mode = (pick_region_mode)contain;
            query.cull = PICK_CULL_MATERIAL;
            assert_int_equal(find(&w, &all, &query), 1u | 2u | 8u);
            query.cull = PICK_CULL_NONE;
            assert_int_equal(find(&w, &all, &query), 15);
            query.cull = PICK_CULL_BACK;
            assert_int_equal(find(&w, &all, &query), 1u | 2u);
            query.cull = PICK_CULL_FRONT;
            assert_int_equal(find(&w, &all, &query), 4u | 8u);
        }
    }
    squares_free(&w);
}

static bool is_even(void *user, pick_object_id object, uint64_t object_user)
{
    (void)object;
    ++*(int *)user;
    return object_user % 2 == 0;
}

static void hidden_locked_layers_and_filters(void **state)
{
    (void)state;
    squares w = squares_make();
    for (int i = 0; i < 6; i++)
        put(&w, i - 3, 0, 0, 1);
    const pick_region all = rect(&w, 0, 0, 100, 100);
    assert_int_equal(pick_scene_set_flags(w.scene, w.ids[0], PICK_OBJECT_HIDDEN), PICK_OK);
    assert_int_equal(pick_scene_set_flags(w.scene, w.ids[1], PICK_OBJECT_LOCKED), PICK_OK);
    assert_int_equal(pick_scene_set_layers(w.scene, w.ids[2], 4), PICK_OK);
    assert_int_equal(pick_scene_remove(w.scene, w.ids[3]), PICK_OK);
    assert_int_equal(find(&w, &all, NULL), 4u | 16u | 32u);
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.include_locked = true;
    assert_int_equal(find(&w, &all, &query), 2u | 4u | 16u | 32u);
    query.hidden_layers = 4;
    assert_int_equal(find(&w, &all, &query), 2u | 16u | 32u);
    query.bounds_only = true;
    assert_int_equal(find(&w, &all, &query), 2u | 16u | 32u);
    query.bounds_only = false;
    int asked = 0;
    query.object_filter = is_even;
    query.object_filter_user = &asked;
    assert_int_equal(find(&w, &all, &query), 16u);
    assert_true(asked > 0);
    pick_object_id few[1];
    assert_int_equal(pick_region_objects(w.scene, &all, NULL, few, 1), 3);
    assert_int_equal(pick_region_objects(w.scene, &all, NULL, NULL, 0), 3);
    squares_free(&w);
}

static void circles(void **state)
{
    (void)state;
    squares w = squares_make();
    put(&w, 0, 0, 0, 1); // 45..55
    static const struct {
        double x, y, radius;
        uint32_t touch, contain;
    } cases[] = {
        {50, 50, 8, 1, 1},   {50, 50, 7, 1, 0}, // the corners are 7.07 away
        {50, 50, 0, 1, 0},   {60, 60, 7, 0, 0}, // the corner of its box lies inside the circle's box
        {60, 60, 7.2, 1, 0}, {65, 50, 9, 0, 0},   {65, 50, 10.1, 1, 0}, {50, 50, 500, 1, 1},
        {-20, 50, 60, 0, 0}, {-20, 50, 66, 1, 0}, {-20, 50, 80, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pick_region region;
        assert_int_equal(pick_region_circle(&region, &w.view, (pick_vec2){cases[i].x, cases[i].y}, cases[i].radius),
                         PICK_OK);
        assert_int_equal(find(&w, &region, NULL), cases[i].touch);
        assert_int_equal(find(&w, &region, &CONTAIN), cases[i].contain);
    }
    squares_free(&w);
}

static void lassos(void **state)
{
    (void)state;
    squares w = squares_make();
    put(&w, 0, 0, 0, 1); // 45..55
    // clang-format off
    static const pick_vec2 around[] = {{40, 40}, {60, 40}, {60, 60}, {40, 60}};
    static const pick_vec2 within[] = {{48, 48}, {52, 48}, {50, 52}};
    static const pick_vec2 u_shape[] = {{30, 30}, {40, 30}, {40, 60}, {60, 60}, {60, 30}, {70, 30}, {70, 70}, {30, 70}};
    static const pick_vec2 bow_tie[] = {{40, 40}, {60, 60}, {60, 40}, {40, 60}};
    static const pick_vec2 twice[] = {{40, 40}, {60, 40}, {60, 60}, {40, 60}, {40, 40}, {60, 40}, {60, 60}, {40, 60}};
    static const pick_vec2 notch[] = {{40, 40}, {50, 50}, {60, 40}, {60, 60}, {40, 60}};
    static const pick_vec2 flat[] = {{40, 50}, {60, 50}, {40, 50}};
    static const pick_vec2 upright[] = {{50, 40}, {50, 60}, {50, 40}};
    static const pick_vec2 beside[] = {{56, 40}, {70, 40}, {70, 60}};
    static const struct {
        const pick_vec2 *points;
        uint32_t count, touch, contain;
    } cases[] = {
        {around, 4, 1, 1}, {within, 3, 1, 0}, {u_shape, 8, 0, 0}, {bow_tie, 4, 1, 0}, {twice, 8, 0, 0}, {notch, 5, 1, 0},
        {flat, 3, 1, 0}, {upright, 3, 1, 0}, {beside, 3, 0, 0},
    };
    // clang-format on
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pick_region region;
        assert_int_equal(pick_region_polygon(&region, &w.view, cases[i].points, cases[i].count), PICK_OK);
        assert_int_equal(find(&w, &region, NULL), cases[i].touch);
        assert_int_equal(find(&w, &region, &CONTAIN), cases[i].contain);
    }
    squares_free(&w);
}

static void frusta_from_planes(void **state)
{
    (void)state;
    squares w = squares_make();
    put(&w, 0, 0, 0, 1);
    put(&w, 5, 0, 0, 1);
    const pick_plane planes[2] = {{{2, 0, 0}, 4}, {{-1, 0, 0}, 3}}; // -2 <= x <= 3
    pick_region region;
    assert_int_equal(pick_region_planes(&region, planes, 2, pick_vec3_make(0, 0, 10)), PICK_OK);
    assert_int_equal(find(&w, &region, NULL), 1);
    assert_int_equal(find(&w, &region, &CONTAIN), 1);
    assert_true(pick_region_contains_point(&region, pick_vec3_make(-2, 7, 8)));
    assert_false(pick_region_contains_point(&region, pick_vec3_make(-2.001, 7, 8)));
    put(&w, -2.5, 0, 0, 1); // across the first plane, and the second
    put(&w, 2.5, 0, 0, 1);
    assert_int_equal(find(&w, &region, NULL), 1u | 4u | 8u);
    assert_int_equal(find(&w, &region, &CONTAIN), 1);
    assert_int_equal(pick_scene_remove(w.scene, w.ids[3]), PICK_OK);
    assert_int_equal(pick_scene_remove(w.scene, w.ids[2]), PICK_OK);
    assert_int_equal(pick_region_planes(&region, planes, 2, pick_vec3_make(0, 0, -10)), PICK_OK);
    assert_int_equal(find(&w, &region, NULL), 0); // from behind
    assert_int_equal(pick_region_planes(&region, NULL, 0, pick_vec3_make(0, 0, 10)), PICK_OK);
    assert_int_equal(find(&w, &region, &CONTAIN), 3);
    const pick_region nowhere = rect(&w, 200, 0, 300, 100); // outside the window
    assert_false(pick_region_contains_point(&nowhere, pick_vec3_make(0, 0, 0)));
    squares_free(&w);
}

// Planes that just touch a corner of a triangle, or just do not, at any angle and far out. Boxes must leave it to the
// triangle.
static void planes_through_corners(void **state)
{
    (void)state;
    test_random random = {5};
    squares w = squares_make();
    enum { CELLS = 16 };
    float positions[CELLS * CELLS * 18];
    for (int i = 0; i < CELLS * CELLS; i++) { // the square in so many cells that they have a hierarchy
        const float x = (float)(i % CELLS) / (CELLS / 2) - 1, y = (float)(i / CELLS) / (CELLS / 2) - 1;
        const float e = 2.0f / CELLS;
        const float cell[18] = {x, y, 0, x + e, y, 0, x + e, y + e, 0, x, y, 0, x + e, y + e, 0, x, y + e, 0};
        memcpy(&positions[18 * i], cell, sizeof cell);
    }
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = CELLS * CELLS * 6};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_object_id id = squares_put(&w, mesh, 0, 0, 0);
    put(&w, 0, 0, 0, 1e-3f); // so that there is a tree
    pick_region_query both = PICK_REGION_QUERY_DEFAULT;
    both.cull = PICK_CULL_NONE;
    uint32_t touched = 0;
    for (int i = 0; i < 6000; i++) {
        pick_transform t = PICK_TRANSFORM_IDENTITY;
        const double scale = pow(10, random_between(&random, -4, 1));
        for (int k = 0; k < 9; k++)
            t.linear[k] = (float)(scale * random_between(&random, -1, 1));
        t.origin = pick_vec3_scale(random_direction(&random), pow(10, random_between(&random, -2, 8)));
        assert_int_equal(pick_scene_set_transform(w.scene, id, &t), PICK_OK);
        pick_vec3 normal = random_direction(&random);
        if (i % 2) { // nearly along an axis
            const double tilt = pow(10, random_between(&random, -12, 0));
            normal = pick_vec3_scale(normal, tilt);
            *(i % 3 == 0 ? &normal.x : i % 3 == 1 ? &normal.y : &normal.z) = 1;
        }
        double most = -HUGE_VAL;
        for (int c = 0; c < 4; c++) {
            const double x = c & 1 ? 1 : -1, y = c & 2 ? 1 : -1;
            const float *m = t.linear;
            const pick_vec3 corner = {t.origin.x + x * (double)m[0] + y * (double)m[3],
                                      t.origin.y + x * (double)m[1] + y * (double)m[4],
                                      t.origin.z + x * (double)m[2] + y * (double)m[5]};
            most = fmax(most, pick_vec3_dot(normal, corner));
        }
        const double reach = pick_vec3_length(t.origin) + scale;
        const double off = reach * random_between(&random, -1, 1) * pow(10, random_between(&random, -17, -13));
        const pick_plane plane = {normal, off - most};
        pick_region region;
        assert_int_equal(pick_region_planes(&region, &plane, 1, random_in_cube(&random, 100)), PICK_OK);
        touched += find(&w, &region, &both) & 1;
    }
    assert_in_range(touched, 2000, 4000);
    assert_int_equal(pick_scene_remove(w.scene, id), PICK_OK);
    pick_mesh_destroy(mesh);
    squares_free(&w);
}

// A rectangle is cut to the viewport, wherever in the window that lies.
static void rectangles_end_at_the_viewport(void **state)
{
    (void)state;
    squares w = squares_make();
    for (int i = 0; i < 5; i++) { // in front, and over or beyond the edges right, left, below and above
        static const double at[5][2] = {{0, 0}, {12, 0}, {-12, 0}, {0, -12}, {0, 12}};
        put(&w, at[i][0], at[i][1], 0, 1);
    }
    for (int i = 0; i < 2; i++) {
        w.view.viewport = (pick_rect){i ? 300 : 20, i ? 20 : 300, 100, 100};
        const pick_region all = rect(&w, -1000, -1000, 1000, 1000);
        assert_int_equal(find(&w, &all, NULL), 1);
    }
    squares_free(&w);
}

// Planes that boxes cannot decide, because distances or sizes overflow. Triangles are tested then.
static void planes_that_boxes_cannot_decide(void **state)
{
    (void)state;
    squares w = squares_make();
    put(&w, 0, 0, 0, 1);
    put(&w, 5, 0, 0, 1);
    pick_region_query both = PICK_REGION_QUERY_DEFAULT;
    both.cull = PICK_CULL_NONE;
    pick_region region;
    for (int inside = 0; inside < 2; inside++) {
        const pick_plane diagonal = {{1, 1, 0}, inside ? 1 : -1}; // every point is as far from it as the eye
        assert_int_equal(pick_region_planes(&region, &diagonal, 1, pick_vec3_make(-1e45, 1e45, 0)), PICK_OK);
        assert_int_equal(find(&w, &region, &both), inside ? 3 : 0);
    }
    w.view.viewport.width = 1.7e308;
    w.view.linear2[0] = 4;
    region = rect(&w, 0, 0, 100, 100);
    assert_true(isnan(region.frustum.planes[2][0]));
    assert_int_equal(find(&w, &region, &both), 0);
    squares_free(&w);
}

static void wrong_input_changes_nothing(void **state)
{
    (void)state;
    squares w = squares_make();
    pick_region region;
    memset(&region, 0x5a, sizeof region);
    const pick_region before = region;
    const double nan = (double)NAN;
    pick_vec2 points[3] = {{0, 0}, {1, 0}, {0, 1}};
    pick_plane planes[PICK_REGION_PLANES + 1] = {{{0, 0, 0}, 1}};
    const pick_vec3 eye = {0, 0, 0};
    assert_int_equal(pick_region_rect(&region, &w.view, (pick_vec2){nan, 0}, points[0]), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_region_rect(&region, &w.view, points[0], (pick_vec2){0, HUGE_VAL}), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_region_circle(&region, &w.view, (pick_vec2){0, nan}, 1), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_region_circle(&region, &w.view, points[0], nan), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_region_circle(&region, &w.view, points[0], -1), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_region_polygon(&region, &w.view, points, 2), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_region_polygon(&region, &w.view, points, 1u << 25), PICK_ERROR_INVALID_ARGUMENT);
    points[2].y = nan;
    assert_int_equal(pick_region_polygon(&region, &w.view, points, 3), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_region_planes(&region, planes, 1, eye), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_region_planes(&region, planes, PICK_REGION_PLANES + 1, eye), PICK_ERROR_INVALID_ARGUMENT);
    planes[0].normal.x = nan;
    assert_int_equal(pick_region_planes(&region, planes, 1, eye), PICK_ERROR_NOT_FINITE);
    planes[0] = (pick_plane){{1, 0, 0}, HUGE_VAL};
    assert_int_equal(pick_region_planes(&region, planes, 1, eye), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_region_planes(&region, NULL, 0, pick_vec3_make(nan, 0, 0)), PICK_ERROR_NOT_FINITE);
    assert_memory_equal(&region, &before, sizeof region);
    squares_free(&w);
}

static void positions_in_the_window(void **state)
{
    (void)state;
    squares w = squares_make();
    static const pick_vec2 bow_tie[] = {{40, 40}, {60, 60}, {60, 40}, {40, 60}};
    pick_region region = rect(&w, 60, 50, 20, 30);
    assert_true(pick_region_contains_position(&region, (pick_vec2){20, 50}));
    assert_false(pick_region_contains_position(&region, (pick_vec2){20, 50.1}));
    assert_false(pick_region_contains_position(&region, (pick_vec2){19.9, 40}));
    assert_false(pick_region_contains_position(&region, (pick_vec2){60.1, 40}));
    assert_false(pick_region_contains_position(&region, (pick_vec2){40, 29.9}));
    region = rect(&w, 120, 0, 130, 10); // outside the viewport
    assert_false(pick_region_contains_position(&region, (pick_vec2){125, 5}));
    assert_int_equal(pick_region_circle(&region, &w.view, (pick_vec2){50, 50}, 10), PICK_OK);
    assert_true(pick_region_contains_position(&region, (pick_vec2){57, 57}));
    assert_true(pick_region_contains_position(&region, (pick_vec2){60, 50}));
    assert_false(pick_region_contains_position(&region, (pick_vec2){57.2, 57.2}));
    assert_int_equal(pick_region_polygon(&region, &w.view, bow_tie, 4), PICK_OK);
    assert_true(pick_region_contains_position(&region, (pick_vec2){45, 50}));
    assert_true(pick_region_contains_position(&region, (pick_vec2){55, 50}));
    assert_true(pick_region_contains_position(&region, (pick_vec2){50, 50})); // where it crosses itself
    assert_false(pick_region_contains_position(&region, (pick_vec2){50, 45}));
    assert_false(pick_region_contains_position(&region, (pick_vec2){50, 49.9}));
    assert_int_equal(pick_region_planes(&region, NULL, 0, pick_vec3_make(0, 0, 0)), PICK_OK);
    assert_true(pick_region_contains_position(&region, (pick_vec2){-5, 500}));
    squares_free(&w);
}

// Many points: the same answers as from a polygon of few, and as a circle.
static void lassos_of_many_points(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    squares w = squares_make();
    static pick_vec2 ring[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const double angle = 6.283185307179586 * i / COUNT;
        ring[i] = (pick_vec2){50 + 20 * cos(angle), 50 + 20 * sin(angle)};
    }
    for (int i = 0; i < 12; i++) // out along the diagonal, and wider than they are far apart
        put(&w, i * 0.5, i * 0.5, 0, 0.2f);
    pick_region lasso, circle;
    assert_int_equal(pick_region_polygon(&lasso, &w.view, ring, COUNT), PICK_OK);
    assert_int_equal(pick_region_circle(&circle, &w.view, (pick_vec2){50, 50}, 20), PICK_OK);
    const uint32_t touched = find(&w, &circle, NULL);
    const uint32_t contained = find(&w, &circle, &CONTAIN);
    assert_true(touched != contained && contained != 0 && touched != 0xfff);
    assert_int_equal(find(&w, &lasso, NULL), touched);
    assert_int_equal(find(&w, &lasso, &CONTAIN), contained);
    squares_free(&w);
}

static void work_is_counted(void **state)
{
    (void)state;
    squares w = squares_make();
    for (int i = 0; i < 12; i++)
        put(&w, i - 6, 0, 0, 1);
    const pick_region region = rect(&w, 0, 0, 50, 100);
    pick_stats fast = {0};
    pick_stats slow = {0};
    pick_object_id found[MOST];
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.stats = &fast;
    const size_t count = pick_region_objects(w.scene, &region, &query, found, MOST);
    query.stats = &slow;
    assert_int_equal(pick_region_objects_brute_force(w.scene, &region, &query, found, MOST), count);
    assert_true(fast.nodes > 0 && fast.objects > 0 && fast.triangles > 0);
    assert_int_equal(slow.nodes, 0);
    assert_int_equal(slow.objects, 12);
    assert_true(fast.objects <= slow.objects && fast.triangles <= slow.triangles);
    squares_free(&w);
}

// An object that is wholly inside is touched if any of its triangles faces the eye, whichever that is.
static void one_triangle_that_faces_the_eye(void **state)
{
    (void)state;
    enum { COUNT = 9 };
    squares w = squares_make();
    for (int front = 0; front <= COUNT; front++) { // the last time none
        float positions[9 * COUNT];
        for (int i = 0; i < COUNT; i++) {
            const float x = (float)i, turned = i == front ? 0.5f : -0.5f;
            const float triangle[9] = {x, 0, 0, x + turned, 0, 0, x, 1, 0};
            memcpy(&positions[9 * i], triangle, sizeof triangle);
        }
        const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * COUNT};
        pick_mesh *mesh = NULL;
        assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
        w.count = 0;
        const pick_object_id id = squares_put(&w, mesh, -4, 0, 0);
        const pick_region all = rect(&w, 0, 0, 100, 100);
        assert_int_equal(find(&w, &all, NULL), front < COUNT);
        assert_int_equal(pick_scene_remove(w.scene, id), PICK_OK);
        pick_mesh_destroy(mesh);
    }
    squares_free(&w);
}

// So many that slots have to be sorted by two digits, in whatever order the hierarchy holds them.
static void many_objects_come_in_order(void **state)
{
    (void)state;
    enum { COUNT = 150000, APART = 7919 }; // prime to the number
    squares w = squares_make();
    pick_object_id *found = malloc(COUNT * sizeof(*found));
    assert_non_null(found);
    assert_int_equal(pick_scene_reserve(w.scene, COUNT), PICK_OK);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t place = (uint32_t)((uint64_t)i * APART % COUNT);
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.mesh = w.square;
        desc.transform.linear[0] = desc.transform.linear[4] = 0.01f;
        desc.transform.origin = pick_vec3_make(place % 400 * 0.045 - 9, place / 400 * 0.045 - 9, 0);
        assert_int_equal(pick_scene_add(w.scene, &desc, &id), PICK_OK);
    }
    const pick_region all = rect(&w, 0, 0, 100, 100);
    const pick_region half = rect(&w, 0, 0, 50, 100);
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    for (int bounds = 0; bounds < 2; bounds++) {
        query.bounds_only = bounds != 0;
        query.unordered = false;
        assert_int_equal(pick_region_objects(w.scene, &all, &query, found, COUNT), COUNT);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(found[i].index1, i + 1);
        const size_t count = pick_region_objects(w.scene, &half, &query, found, COUNT);
        assert_true(count > COUNT / 3 && count < 2 * COUNT / 3);
        for (size_t i = 1; i < count; i++)
            assert_true(found[i - 1].index1 < found[i].index1);
        query.unordered = true;
        pick_stats stats = {0};
        query.stats = &stats;
        assert_int_equal(pick_region_objects(w.scene, &half, &query, found, COUNT), count);
        assert_in_range(stats.nodes, count / 8, COUNT); // a node has eight children at most
        query.stats = NULL;
        assert_int_equal(pick_region_objects(w.scene, &half, &query, found, 100), count);
    }
    free(found);
    squares_free(&w);
}

// Boxes and a filter decide: it is called once for each object whose box may be in the region.
static void boxes_and_a_filter(void **state)
{
    (void)state;
    squares w = squares_make();
    for (int i = 0; i < 6; i++)
        put(&w, i - 3, 0, 0, 1);
    const pick_region all = rect(&w, 0, 0, 100, 100);
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    int asked = 0;
    query.bounds_only = true;
    query.object_filter = is_even;
    query.object_filter_user = &asked;
    for (int contain = 0; contain < 2; contain++) {
        query.mode = (pick_region_mode)contain;
        asked = 0;
        assert_int_equal(find(&w, &all, &query), 1u | 4u | 16u);
        assert_int_equal(asked, 12); // by either way of finding
    }
    squares_free(&w);
}

// A triangle without area is nowhere: what it crosses it does not touch, and it keeps nothing from being contained.
static void triangles_without_area_do_not_count(void **state)
{
    (void)state;
    squares w = squares_make();
    static const float positions[27] = {-1, -1, 0, 1, -1, 0, 0, 1, 0, -3, 0, 0, 0, 0,
                                        0,  3,  0, 0, 5,  5, 5, 5, 5, 5,  5, 5, 5};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 9};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_object_id id = put(&w, 0, 0, 0, 1);
    assert_int_equal(pick_scene_set_mesh(w.scene, id, mesh), PICK_OK);
    const pick_region around = rect(&w, 44, 44, 56, 56); // not around the needle: 35..65
    const pick_region beside = rect(&w, 57, 40, 66, 60); // across the needle
    const pick_region all = rect(&w, 0, 0, 100, 100);    // everything: the triangles are not tested
    assert_int_equal(find(&w, &around, &CONTAIN), 1);
    assert_int_equal(find(&w, &around, NULL), 1);
    assert_int_equal(find(&w, &beside, NULL), 0);
    assert_int_equal(find(&w, &all, NULL), 1);
    assert_int_equal(find(&w, &all, &CONTAIN), 1);
    assert_int_equal(pick_scene_remove(w.scene, id), PICK_OK);
    pick_mesh_destroy(mesh);
    squares_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_touch_and_contain),
        cmocka_unit_test(points_and_lines_touch_what_is_drawn_under_them),
        cmocka_unit_test(boxes_alone_do_not_decide),
        cmocka_unit_test(near_and_far_cut),
        cmocka_unit_test(culling_is_as_drawn),
        cmocka_unit_test(hidden_locked_layers_and_filters),
        cmocka_unit_test(circles),
        cmocka_unit_test(lassos),
        cmocka_unit_test(frusta_from_planes),
        cmocka_unit_test(planes_through_corners),
        cmocka_unit_test(rectangles_end_at_the_viewport),
        cmocka_unit_test(planes_that_boxes_cannot_decide),
        cmocka_unit_test(wrong_input_changes_nothing),
        cmocka_unit_test(positions_in_the_window),
        cmocka_unit_test(lassos_of_many_points),
        cmocka_unit_test(work_is_counted),
        cmocka_unit_test(one_triangle_that_faces_the_eye),
        cmocka_unit_test(many_objects_come_in_order),
        cmocka_unit_test(boxes_and_a_filter),
        cmocka_unit_test(triangles_without_area_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
