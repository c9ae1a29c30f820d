// Explanations with known reasons, and the trace of a ray.
#include "picking/explain.h"

#include "near.h"
#include "squares.h"

#include <math.h>
#include <string.h>

enum { MOST = 32 };

typedef struct list {
    pick_explanation items[MOST];
    size_t count;
} list;

static list explain(const squares *s, double x, double y, const pick_query *query, double radius)
{
    list l;
    l.count = pick_explain(s->scene, &s->view, (pick_vec2){x, y}, query, radius, l.items, MOST);
    assert_true(l.count <= MOST);
    for (size_t i = 1; i < l.count; i++) {
        assert_true(l.items[i - 1].distance <= l.items[i].distance);
        assert_true(l.items[i - 1].distance < l.items[i].distance || l.items[i - 1].t <= l.items[i].t);
    }
    pick_explanation first;
    assert_int_equal(pick_explain(s->scene, &s->view, (pick_vec2){x, y}, query, radius, &first, 1), l.count);
    assert_true(l.count == 0 || first.reason == l.items[0].reason);
    return l;
}

static void check(const pick_explanation *e, uint64_t user, pick_reason reason)
{
    assert_int_equal(e->user, user);
    assert_string_equal(pick_reason_name(e->reason), pick_reason_name(reason));
}

static void reasons_have_names(void **state)
{
    (void)state;
    for (int a = 0; a < PICK_REASON_COUNT; a++) {
        assert_true(strlen(pick_reason_name((pick_reason)a)) > 0 && strlen(pick_reason_text((pick_reason)a)) > 5);
        for (int b = 0; b < a; b++)
            assert_string_not_equal(pick_reason_name((pick_reason)a), pick_reason_name((pick_reason)b));
    }
    assert_string_equal(pick_reason_name(PICK_REASON_COUNT), "unknown");
    assert_string_equal(pick_reason_text(PICK_REASON_COUNT), "unknown");
}

static bool not_seven(void *user, pick_object_id object, uint64_t object_user)
{
    (void)user, (void)object;
    return object_user != 7;
}

static bool cut_all(void *user, const pick_hit *candidate)
{
    (void)user, (void)candidate;
    return false;
}

// One square behind the other, each with a reason of its own.
static void every_reason_along_a_ray(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.square, 0, 0, 9.95); // before the near plane
    const pick_object_id back = squares_put(&s, s.square, 0, 0, 8);
    const pick_object_id hidden = squares_put(&s, s.square, 0, 0, 7);
    const pick_object_id layer = squares_put(&s, s.square, 0, 0, 6);
    const pick_object_id passed = squares_put(&s, s.square, 0, 0, 5);
    squares_put(&s, s.alpha, 0, 0, 4);
    squares_put(&s, s.square, 0, 0, 0);    // 6: picked
    squares_put(&s, s.square, 0, 0, -1);   // 7: ignored
    squares_put(&s, s.square, 0, 0, -2);   // 8: behind
    squares_put(&s, s.square, 0, 0, -500); // 9: beyond the far plane
    squares_put(&s, s.square, 0, 0, 20);   // 10: behind the eye: no candidate
    pick_transform turned = PICK_TRANSFORM_IDENTITY;
    turned.linear[0] = turned.linear[8] = -1;
    turned.origin.z = 8;
    assert_int_equal(pick_scene_set_transform(s.scene, back, &turned), PICK_OK);
    assert_int_equal(pick_scene_set_flags(s.scene, hidden, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_int_equal(pick_scene_set_layers(s.scene, layer, 2), PICK_OK);
    assert_int_equal(pick_scene_set_flags(s.scene, passed, PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH), PICK_OK);
    pick_query query = PICK_QUERY_DEFAULT;
    query.hidden_layers = 2;
    query.object_filter = not_seven;
    query.filter = cut_all;
    static const pick_reason expected[10] = {
        PICK_REASON_NEAR,    PICK_REASON_CULLED_BACK, PICK_REASON_HIDDEN,  PICK_REASON_LAYER,  PICK_REASON_PASSED,
        PICK_REASON_CUT_OUT, PICK_REASON_PICKED,      PICK_REASON_IGNORED, PICK_REASON_BEHIND, PICK_REASON_FAR};
    list l = explain(&s, 50.05, 50.02, &query, 0);
    assert_int_equal(l.count, 10);
    for (size_t i = 0; i < 10; i++) {
        check(&l.items[i], i, expected[i]);
        assert_true(l.items[i].distance == 0);
    }
    assert_true(pick_object_id_equal(l.items[8].blocker, s.ids[6]) && l.items[8].blocker_user == 6);
    assert_true(pick_object_id_is_null(l.items[7].blocker));
    assert_true(l.items[1].backface && l.items[4].locked);
    assert_vec3_near(l.items[6].point, pick_vec3_make(0.01, -0.004, 0), 1e-6);
    // A lock that blocks, culled fronts, and locks that a query passes through.
    assert_int_equal(pick_scene_set_flags(s.scene, s.ids[6], PICK_OBJECT_LOCKED), PICK_OK);
    l = explain(&s, 50.05, 50.02, &query, 0);
    check(&l.items[6], 6, PICK_REASON_LOCKED);
    check(&l.items[8], 8, PICK_REASON_BEHIND);
    query.pass_locked = true;
    l = explain(&s, 50.05, 50.02, &query, 0);
    check(&l.items[6], 6, PICK_REASON_PASSED);
    check(&l.items[8], 8, PICK_REASON_PICKED);
    query.cull = PICK_CULL_FRONT;
    l = explain(&s, 50.05, 50.02, &query, 0);
    check(&l.items[1], 1, PICK_REASON_PICKED);
    check(&l.items[8], 8, PICK_REASON_CULLED_FRONT);
    squares_free(&s);
}

static void near_misses_are_reported(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.square, 0, 0, 0); // 45..55
    const pick_object_id flat = squares_put(&s, s.square, 4, 0, 0);
    const pick_object_id hidden = squares_put(&s, s.square, 1, 0, 0);
    squares_put(&s, s.nothing, 0, 0, 0);
    pick_transform squashed = PICK_TRANSFORM_IDENTITY;
    squashed.linear[0] = 0;
    squashed.origin.x = 1.4; // x = 57 on screen
    assert_int_equal(pick_scene_set_transform(s.scene, flat, &squashed), PICK_OK);
    assert_int_equal(pick_scene_set_flags(s.scene, hidden, PICK_OBJECT_HIDDEN), PICK_OK);
    list l = explain(&s, 56.5, 50, NULL, 3);
    assert_int_equal(l.count, 3);
    check(&l.items[0], 2, PICK_REASON_HIDDEN);
    check(&l.items[1], 1, PICK_REASON_FLAT);
    assert_near(l.items[1].distance, 0.5, 1e-6);
    check(&l.items[2], 0, PICK_REASON_MISSED);
    assert_near(l.items[2].distance, 1.5, 1e-6);
    assert_near(l.items[2].window.x, 55, 1e-6);
    assert_vec3_near(l.items[2].point, pick_vec3_make(1, 0, 0), 1e-5);
    assert_int_equal(explain(&s, 56.5, 50, NULL, 1).count, 2);
    assert_int_equal(explain(&s, 56.5, 50, NULL, 0).count, 1);
    assert_int_equal(explain(&s, 56.5, 50, NULL, -1).count, 1);
    assert_int_equal(explain(&s, 56.5, 50, NULL, HUGE_VAL).count, 1);
    assert_int_equal(explain(&s, (double)NAN, 50, NULL, 3).count, 0);
    assert_int_equal(explain(&s, 300, 50, NULL, 3).count, 0);
    l = explain(&s, 50, 50.5, NULL, 3); // what is met was not missed
    assert_int_equal(l.count, 2);
    check(&l.items[0], 0, PICK_REASON_PICKED);
    check(&l.items[1], 2, PICK_REASON_HIDDEN);
    assert_int_equal(pick_scene_remove(s.scene, s.ids[0]), PICK_OK);
    l = explain(&s, 50, 50.5, NULL, 3);
    assert_int_equal(l.count, 1);
    check(&l.items[0], 2, PICK_REASON_HIDDEN);
    squares_free(&s);
}

static void triangles_without_area(void **state)
{
    (void)state;
    squares s = squares_make();
    // The second is a needle from (-1, 2) to (1, 2): y = 40 on screen; the third is not finite.
    const float positions[27] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 2, 0, 0, 2, 0, 1, 2, 0, NAN, 0, 0, 1, 0, 0, 0, 1, 0};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 9};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_object_id id = squares_put(&s, mesh, 0, 0, 0);
    list l = explain(&s, 50, 41.5, NULL, 2);
    assert_int_equal(l.count, 1);
    check(&l.items[0], 0, PICK_REASON_DEGENERATE);
    assert_int_equal(l.items[0].triangle, 1);
    assert_near(l.items[0].distance, 1.5, 1e-6);
    assert_int_equal(explain(&s, 50, 38, NULL, 1.9).count, 0);
    assert_int_equal(explain(&s, 56.5, 38.5, NULL, 2).count, 0); // the square around the position reaches its end
    assert_int_equal(explain(&s, 56.5, 38.5, NULL, 2.2).count, 1);
    assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

typedef struct trace_log {
    size_t object_boxes, mesh_boxes, triangles, hits;
    uint32_t hit_triangle;
    pick_object_id hit_object;
    pick_vec3 point; // of what is hit: every box entered on the way to it holds it
    bool around;     // an object box and a mesh box that are leaves did
    size_t nested;   // boxes of several objects that were hit
} trace_log;

static void log_step(void *user, const pick_trace_step *step)
{
    trace_log *l = user;
    l->object_boxes += step->kind == PICK_TRACE_OBJECT_BOX;
    l->mesh_boxes += step->kind == PICK_TRACE_MESH_BOX;
    l->triangles += step->kind == PICK_TRACE_TRIANGLE;
    l->nested += step->kind == PICK_TRACE_OBJECT_BOX && !step->leaf && step->hit;
    assert_true(step->kind == PICK_TRACE_OBJECT_BOX || !pick_object_id_is_null(step->object));
    if (step->kind == PICK_TRACE_TRIANGLE && step->hit) {
        ++l->hits;
        l->hit_triangle = step->triangle;
        l->hit_object = step->object;
    }
    if (step->kind == PICK_TRACE_OBJECT_BOX && step->leaf && step->hit) {
        const pick_vec3 lo = step->corner[0];
        const pick_vec3 hi = step->corner[7];
        l->around = l->around || (lo.x <= l->point.x && l->point.x <= hi.x && lo.y <= l->point.y &&
                                  l->point.y <= hi.y && lo.z <= l->point.z && l->point.z <= hi.z);
    }
}

static void a_trace_reports_each_box(void **state)
{
    (void)state;
    squares s = squares_make();
    for (int i = 0; i < 12; i++)
        squares_put(&s, i == 3 ? s.alpha : s.square, i % 4 * 3 - 4, 0, -(i / 4));
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = cut_all;
    int hits = 0;
    for (int x = 0; x < 100; x++) {
        const pick_ray ray = pick_view_ray(&s.view, (pick_vec2){x + 0.3, 50.2});
        pick_hit expected;
        pick_hit hit;
        const bool found = pick_closest(s.scene, &ray, &query, &expected);
        trace_log l = {.point = found ? expected.point : pick_vec3_make(0, 0, 0)};
        assert_int_equal(pick_closest_traced(s.scene, &ray, &query, log_step, &l, &hit), found);
        assert_true(l.object_boxes > 0 && l.object_boxes <= 24);
        if (found) {
            assert_true(hit.t == expected.t && hit.triangle == expected.triangle);
            assert_int_equal(l.hit_triangle, hit.triangle);
            assert_true(pick_object_id_equal(l.hit_object, hit.object));
            assert_true(l.hits >= 1 && l.triangles >= l.hits && l.around);
            ++hits;
        } else {
            assert_int_equal(l.hits, 0);
        }
    }
    assert_true(hits > 20 && hits < 90);
    trace_log l = {0};
    pick_hit hit;
    pick_query other_layer = PICK_QUERY_DEFAULT;
    other_layer.hidden_layers = ~2u; // boxes exist for all objects; only objects that match the query are tested
    const pick_object_id first = s.ids[0];
    for (uint32_t i = 0; i < s.count; i++)
        assert_int_equal(pick_scene_set_layers(s.scene, s.ids[i], 1), PICK_OK);
    const pick_ray at_first = {{-4, 0, 5}, {0, 0, -1}, 0, HUGE_VAL};
    assert_true(pick_closest_traced(s.scene, &at_first, NULL, log_step, &l, &hit));
    assert_true(pick_object_id_equal(hit.object, first));
    l = (trace_log){0};
    assert_false(pick_closest_traced(s.scene, &at_first, &other_layer, log_step, &l, &hit));
    assert_true(l.object_boxes > 0 && l.mesh_boxes == 0 && l.triangles == 0);
    l = (trace_log){0};
    const pick_ray invalid = {{0, 0, 0}, {0, 0, 0}, 0, 1};
    assert_false(pick_closest_traced(s.scene, &invalid, NULL, log_step, &l, &hit));
    assert_int_equal(l.object_boxes, 0);
    squares_free(&s);
}

// The world positions that a trace with a single hit reports.
typedef struct trace_places {
    pick_vec3 lo, hi; // of the smallest box of the mesh on the way there
    pick_vec3 corner[3];
} trace_places;

static void log_places(void *user, const pick_trace_step *step)
{
    trace_places *l = user;
    if (step->kind == PICK_TRACE_MESH_BOX && step->leaf && step->hit) {
        l->lo = l->hi = step->corner[0];
        for (int i = 1; i < 8; i++) {
            const pick_vec3 c = step->corner[i];
            l->lo = pick_vec3_make(fmin(l->lo.x, c.x), fmin(l->lo.y, c.y), fmin(l->lo.z, c.z));
            l->hi = pick_vec3_make(fmax(l->hi.x, c.x), fmax(l->hi.y, c.y), fmax(l->hi.z, c.z));
        }
    }
    if (step->kind == PICK_TRACE_TRIANGLE && step->hit)
        memcpy(l->corner, step->corner, sizeof l->corner);
}

// A mesh of many triangles, turned: its boxes lie where its triangles do.
static void mesh_boxes_are_in_the_world(void **state)
{
    (void)state;
    enum { CELLS = 20 };
    float positions[CELLS * CELLS * 9];
    size_t n = 0;
    for (int i = 0; i < CELLS * CELLS; i++) {
        const float x = (float)(i % CELLS) - 10;
        const float y = (float)(i / CELLS) - 10;
        const float cell[9] = {x, y, 0, x + 1, y, 0, x, y + 1, 0};
        memcpy(&positions[n], cell, sizeof cell);
        n += 9;
    }
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = CELLS * CELLS * 3};
    squares s = squares_make();
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_object_id id = squares_put(&s, mesh, 0, 0, 0);
    pick_transform turned = PICK_TRANSFORM_IDENTITY;
    turned.linear[0] = turned.linear[4] = 0;
    turned.linear[1] = 0.5f;
    turned.linear[3] = -0.5f;
    turned.origin = pick_vec3_make(0.5, -1, 0.25);
    assert_int_equal(pick_scene_set_transform(s.scene, id, &turned), PICK_OK);
    const pick_ray ray = pick_view_ray(&s.view, (pick_vec2){50.6, 49.4});
    trace_log l = {.point = {0.1, 0.1, 0}};
    pick_hit hit;
    assert_true(pick_closest_traced(s.scene, &ray, NULL, log_step, &l, &hit));
    assert_true(l.mesh_boxes > 8 && l.triangles < 100);
    assert_int_equal(l.hit_triangle, hit.triangle);
    trace_places places = {.lo = {1, 1, 1}};
    assert_true(pick_closest_traced(s.scene, &ray, NULL, log_places, &places, &hit));
    for (int i = 0; i < 3; i++) {
        const float *p = &positions[9 * hit.triangle + 3 * (uint32_t)i];
        const pick_vec3 expected = {0.5 - 0.5 * (double)p[1], -1 + 0.5 * (double)p[0], 0.25};
        assert_vec3_near(places.corner[i], expected, 1e-6);
        assert_true(places.lo.x <= expected.x + 1e-6 && expected.x <= places.hi.x + 1e-6);
        assert_true(places.lo.y <= expected.y + 1e-6 && expected.y <= places.hi.y + 1e-6);
        assert_near(places.lo.z, 0.25, 1e-4);
        assert_near(places.hi.z, 0.25, 1e-4);
    }
    assert_true(places.hi.x - places.lo.x < 5 && places.hi.y - places.lo.y < 5); // the whole mesh is 10 wide
    assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

static void ties_go_to_the_lower_number(void **state)
{
    (void)state;
    squares s = squares_make();
    for (int i = 0; i < 3; i++)
        squares_put(&s, s.square, 0, 0, 0);
    const list l = explain(&s, 51, 50.5, NULL, 0);
    assert_int_equal(l.count, 3);
    for (uint64_t i = 0; i < 3; i++)
        check(&l.items[i], i, i == 0 ? PICK_REASON_PICKED : PICK_REASON_BEHIND);
    squares_free(&s);
}

// Rays along an axis have no slabs across it.
static void traces_along_an_axis(void **state)
{
    (void)state;
    squares s = squares_make();
    for (int i = 0; i < 12; i++)
        squares_put(&s, s.square, i * 3 - 15, 0, 0);
    const pick_ray along = {{0.25, 0.5, 5}, {0, 0, -1}, 0, HUGE_VAL};
    const pick_ray beside = {{0.25, 7, 5}, {0, 0, -1}, 0, HUGE_VAL};
    trace_log l = {.point = {0.25, 0.5, 0}};
    pick_hit hit;
    assert_true(pick_closest_traced(s.scene, &along, NULL, log_step, &l, &hit));
    assert_true(l.around && l.hits == 1 && l.triangles <= 2);
    l = (trace_log){0};
    assert_false(pick_closest_traced(s.scene, &beside, NULL, log_step, &l, &hit));
    assert_true(l.object_boxes > 0);
    assert_int_equal(l.triangles, 0);
    squares_free(&s);
}

static bool cut_none(void *user, const pick_hit *candidate)
{
    (void)user, (void)candidate;
    return true;
}

static void the_filter_decides_about_alpha(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.alpha, 0, 0, 0);
    pick_query query = PICK_QUERY_DEFAULT;
    list l = explain(&s, 51, 50.5, NULL, 0); // without one, it is solid
    assert_int_equal(l.count, 1);
    check(&l.items[0], 0, PICK_REASON_PICKED);
    query.filter = cut_none;
    l = explain(&s, 51, 50.5, &query, 0);
    assert_int_equal(l.count, 1);
    check(&l.items[0], 0, PICK_REASON_PICKED);
    query.filter = cut_all;
    check(&explain(&s, 51, 50.5, &query, 0).items[0], 0, PICK_REASON_CUT_OUT);
    squares_free(&s);
}

// On a diagonal, the first triangle of each square is reported before the second, and hides it.
static void ties_within_an_object(void **state)
{
    (void)state;
    squares s = squares_make();
    for (int i = 0; i < 4; i++)
        squares_put(&s, s.square, 0, 0, 0);
    const list l = explain(&s, 50, 50, NULL, 0);
    assert_int_equal(l.count, 8);
    for (size_t i = 0; i < 8; i++) {
        check(&l.items[i], i / 2, i == 0 ? PICK_REASON_PICKED : PICK_REASON_BEHIND);
        assert_int_equal(l.items[i].triangle, i % 2);
        assert_true(i == 0 || pick_object_id_equal(l.items[i].blocker, s.ids[0]));
    }
    squares_free(&s);
}

// For an object that does not match the query, the nearest triangle is reported, whatever their order.
static void one_triangle_stands_for_a_hidden_object(void **state)
{
    (void)state;
    squares s = squares_make();
    float positions[27];
    for (int i = 0; i < 3; i++) {
        const float z = (float)(i == 1 ? 1 : -i);
        const float corners[9] = {-1, -1, z, 1, -1, z, 0, 2, z};
        memcpy(&positions[(size_t)i * 9], corners, sizeof corners);
    }
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 9};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    const pick_object_id id = squares_put(&s, mesh, 0, 0, 0);
    assert_int_equal(pick_scene_set_flags(s.scene, id, PICK_OBJECT_HIDDEN), PICK_OK);
    const list l = explain(&s, 50.2, 50.1, NULL, 0);
    assert_int_equal(l.count, 1);
    check(&l.items[0], 0, PICK_REASON_HIDDEN);
    assert_int_equal(l.items[0].triangle, 1);
    assert_near(l.items[0].point.z, 1, 1e-9);
    assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
    pick_mesh_destroy(mesh);
    squares_free(&s);
}

// In an orthographic view candidates lie anywhere on the line, also behind the eye.
static void orthographic_views(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.square, 0, 0, 0);
    squares_put(&s, s.square, 0, 0, 20); // behind the eye
    s.view = squares_view(10, 0.1, 100, true);
    const list l = explain(&s, 51, 50.5, NULL, 0);
    assert_int_equal(l.count, 2);
    check(&l.items[0], 1, PICK_REASON_NEAR);
    check(&l.items[1], 0, PICK_REASON_PICKED);
    squares_free(&s);
}

static void shrink(const squares *s, pick_object_id id, float scale, double x)
{
    pick_transform transform = PICK_TRANSFORM_IDENTITY;
    transform.linear[0] = transform.linear[4] = transform.linear[8] = scale;
    transform.origin.x = x;
    assert_int_equal(pick_scene_set_transform(s->scene, id, &transform), PICK_OK);
}

// Rays that object space cannot represent hit nothing, and nothing is reported.
static void rays_out_of_an_objects_range(void **state)
{
    (void)state;
    squares s = squares_make();
    squares_put(&s, s.square, 0, 0, 0);
    shrink(&s, squares_put(&s, s.square, 0, 0, 0), 1e-20f, 1e300);
    assert_int_equal(explain(&s, 51, 50.5, NULL, 0).count, 1);
    const pick_ray slow = {{0.5, 0.25, 2}, {0, 0, -1e-300}, 0, HUGE_VAL};
    assert_int_equal(pick_scene_remove(s.scene, s.ids[1]), PICK_OK);
    shrink(&s, s.ids[0], 1e30f, 0); // in its space the direction is zero
    trace_log l = {0};
    pick_hit hit;
    assert_false(pick_closest(s.scene, &slow, NULL, &hit));
    assert_false(pick_closest_traced(s.scene, &slow, NULL, log_step, &l, &hit));
    assert_true(l.object_boxes == 1 && l.mesh_boxes == 0 && l.triangles == 0);
    assert_int_equal(pick_scene_remove(s.scene, s.ids[0]), PICK_OK); // now there is nothing at all
    l = (trace_log){0};
    const pick_ray ray = {{0, 0, 5}, {0, 0, -1}, 0, HUGE_VAL};
    assert_false(pick_closest_traced(s.scene, &ray, NULL, log_step, &l, &hit));
    assert_int_equal(l.object_boxes, 0);
    squares_free(&s);
}

typedef struct order_log {
    double last; // where the last triangle tested was hit
    size_t tested;
} order_log;

static void log_order(void *user, const pick_trace_step *step)
{
    order_log *l = user;
    if (step->kind == PICK_TRACE_TRIANGLE) {
        ++l->tested;
        l->last = step->hit ? step->t : l->last;
    }
}

// Squares one behind the other: from either side only the first is tested, whatever the order of their boxes.
static void boxes_come_nearest_first(void **state)
{
    (void)state;
    squares s = squares_make();
    for (int i = 0; i < 7; i++)
        squares_put(&s, s.both_sides, 0, 0, i * 3 % 7);
    for (int side = 0; side < 2; side++) {
        const pick_ray ray = {{0.25, 0.5, side ? -5 : 12}, {0, 0, side ? 1 : -1}, 0, HUGE_VAL};
        order_log l = {0};
        pick_hit hit;
        assert_true(pick_closest_traced(s.scene, &ray, NULL, log_order, &l, &hit));
        assert_true(l.last == hit.t && hit.t == (side ? 5 : 6));
        assert_int_equal(l.tested, 2);
    }
    squares_free(&s);
}

// More objects than the root of the scene's tree has places: inner boxes are reported too, each once.
static void boxes_of_several_objects(void **state)
{
    (void)state;
    enum { SIDE = 15 };
    squares s = squares_make();
    for (int i = 0; i < SIDE * SIDE; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.mesh = s.both_sides;
        desc.transform.origin = pick_vec3_make(3 * (i % SIDE), 3 * (i / SIDE), 0);
        assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    }
    size_t nested = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const pick_ray ray = {{3 * (i % SIDE) + 0.25, 3 * (i / SIDE) + 0.5, 5}, {0, 0, -1}, 0, HUGE_VAL};
        pick_hit expected, hit;
        assert_true(pick_closest(s.scene, &ray, NULL, &expected));
        assert_int_equal(expected.object.index1, i + 1);
        trace_log l = {.point = expected.point};
        assert_true(pick_closest_traced(s.scene, &ray, NULL, log_step, &l, &hit));
        assert_true(pick_object_id_equal(l.hit_object, expected.object) && l.around);
        assert_true(l.object_boxes < SIDE * SIDE);
        nested += l.nested;
    }
    assert_true(nested > 0);
    squares_free(&s);
}

// A leaning square is hit deep in its box, where another object's box has begun already: that object is then missed.
static void a_miss_after_a_hit_is_a_miss(void **state)
{
    (void)state;
    squares s = squares_make();
    static const float positions[9] = {-1, -1, 0, 1, -1, 0, -1, 1, 0};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3};
    pick_mesh *half = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &half), PICK_OK);
    pick_transform leaning = PICK_TRANSFORM_IDENTITY;
    leaning.linear[5] = 4; // y goes along z too
    assert_int_equal(pick_scene_set_transform(s.scene, squares_put(&s, s.both_sides, 0, 0, 0), &leaning), PICK_OK);
    const pick_object_id missed = squares_put(&s, half, 0, 0, 1);
    const pick_ray ray = {{0.9, -0.8, 10}, {0, 0, -1}, 0, HUGE_VAL}; // beside the half, in its box
    trace_log l = {0};
    pick_hit hit, expected;
    assert_true(pick_closest(s.scene, &ray, NULL, &expected));
    assert_true(pick_closest_traced(s.scene, &ray, NULL, log_step, &l, &hit));
    assert_true(hit.t == expected.t && pick_object_id_equal(l.hit_object, s.ids[0]));
    assert_int_equal(l.hits, 1);
    assert_int_equal(l.triangles, 3);
    assert_int_equal(pick_scene_remove(s.scene, missed), PICK_OK);
    pick_mesh_destroy(half);
    squares_free(&s);
}

// The winners of pick_cursor, with the rules that made them so, and what they take the place of.
static void what_the_cursor_picks(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    const pick_object_id wall = squares_put(&s, s.square, 0, 0, -5);
    squares_put(&s, s.square, 0, 0, -6);
    const pick_object_id wire = squares_put(&s, s.square, 0, 0, 0);
    t.linear[0] = t.linear[4] = 10;
    t.origin = pick_vec3_make(0, 0, -5);
    assert_int_equal(pick_scene_set_transform(s.scene, wall, &t), PICK_OK);
    t.origin = pick_vec3_make(0, 0, 0);
    t.linear[0] = 0.05f;
    assert_int_equal(pick_scene_set_transform(s.scene, wire, &t), PICK_OK);
    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    pick_explanation e[4];
    const pick_vec2 at = {53, 50};
    cursor.tolerance = 6;
    for (double radius = 0; radius < 9; radius += 8) {
        assert_int_equal(pick_explain_cursor(s.scene, &s.view, at, &cursor, radius, e, 4), 3);
        check(&e[0], 0, PICK_REASON_YIELDED);
        assert_true(pick_object_id_equal(e[0].blocker, wire) && e[0].blocker_user == 2);
        check(&e[1], 1, PICK_REASON_BEHIND);
        assert_true(pick_object_id_equal(e[1].blocker, wall));
        check(&e[2], 2, PICK_REASON_THIN);
        assert_near(e[2].distance, 2.75, 1e-6);
        assert_near(e[2].window.x, 50.25, 1e-6);
        assert_vec3_near(e[2].point, pick_vec3_make(0.05, 0, 0), 1e-6);
        assert_true(!e[2].backface && !e[2].locked && pick_object_id_is_null(e[2].blocker));
    }
    cursor.exact_wins = true;
    assert_int_equal(pick_explain_cursor(s.scene, &s.view, at, &cursor, 8, e, 4), 3);
    check(&e[0], 0, PICK_REASON_PICKED);
    check(&e[2], 2, PICK_REASON_MISSED);
    cursor.exact_wins = false;
    const pick_proxy light = {.a = {0, 0, 1}, .b = {0, 0, 1}, .radius = 30};
    cursor.proxies = &light; // is left out
    cursor.proxy_count = 1;
    assert_int_equal(pick_explain_cursor(s.scene, &s.view, at, &cursor, 8, e, 4), 3);
    check(&e[2], 2, PICK_REASON_THIN);
    pick_scene_remove(s.scene, wall); // now the pointer hits nothing
    assert_int_equal(pick_explain_cursor(s.scene, &s.view, (pick_vec2){54, 50}, &cursor, 0, e, 4), 1);
    check(&e[0], 1, PICK_REASON_NEAREST);
    assert_near(e[0].distance, 0.875, 1e-6);
    squares_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_have_names),
        cmocka_unit_test(every_reason_along_a_ray),
        cmocka_unit_test(near_misses_are_reported),
        cmocka_unit_test(triangles_without_area),
        cmocka_unit_test(a_trace_reports_each_box),
        cmocka_unit_test(mesh_boxes_are_in_the_world),
        cmocka_unit_test(ties_go_to_the_lower_number),
        cmocka_unit_test(traces_along_an_axis),
        cmocka_unit_test(the_filter_decides_about_alpha),
        cmocka_unit_test(ties_within_an_object),
        cmocka_unit_test(one_triangle_stands_for_a_hidden_object),
        cmocka_unit_test(orthographic_views),
        cmocka_unit_test(rays_out_of_an_objects_range),
        cmocka_unit_test(boxes_come_nearest_first),
        cmocka_unit_test(boxes_of_several_objects),
        cmocka_unit_test(a_miss_after_a_hit_is_a_miss),
        cmocka_unit_test(what_the_cursor_picks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
