// Filters of every candidate and kinds of submeshes, in every question of a scene.
#include "picking/picking.h"

#include "near.h"
#include "squares.h"

#include <string.h>

// Two quads of 2 m by 2 m behind each other, 1 m apart: the first is of kind 0 and has triangles 0 and 1, the second of
// kinds 0 and 3, triangles 2 and 3. A third, 1 m behind, has no kind.
typedef struct layered {
    squares s;
    pick_mesh *mesh;
    pick_object_id id;
    pick_ray ray;
    pick_vec2 at; // the ray's position
} layered;

enum { KIND_0 = 1u << 16, KIND_3 = 1u << 19 };

static layered layered_make(void)
{
    layered l = {.s = squares_make(), .at = {52, 51}};
    float positions[3][4][3];
    uint16_t indices[18];
    for (int i = 0; i < 3; i++) {
        const float z = (float)-i;
        const float quad[4][3] = {{-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z}};
        const uint16_t order[6] = {0, 1, 2, 0, 2, 3};
        memcpy(positions[i], quad, sizeof quad);
        for (int k = 0; k < 6; k++)
            indices[6 * i + k] = (uint16_t)(4 * i + order[k]);
    }
    const pick_submesh parts[3] = {
        {0, 2, PICK_SUBMESH_KIND(0)}, {2, 2, PICK_SUBMESH_KIND(0) | PICK_SUBMESH_KIND(3)}, {4, 2, 0}};
    const pick_mesh_desc desc = {.positions = &positions[0][0][0],
                                 .vertex_count = 12,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT16,
                                 .index_count = 18,
                                 .submeshes = parts,
                                 .submesh_count = 3};
    assert_int_equal(PICK_SUBMESH_KIND(0), KIND_0);
    assert_int_equal(PICK_SUBMESH_KIND(3), KIND_3);
    assert_int_equal(pick_mesh_create(&desc, NULL, &l.mesh), PICK_OK);
    l.id = squares_put(&l.s, l.mesh, 0, 0, 0);
    l.ray = pick_view_ray(&l.s.view, l.at);
    return l;
}

static void layered_free(layered *l)
{
    squares_free(&l->s);
    pick_mesh_destroy(l->mesh);
}

typedef struct rule {
    uint32_t first; // the first triangle that passes
    uint32_t calls;
    pick_hit last;
} rule;

static bool from_first(void *user, const pick_hit *candidate)
{
    rule *r = user;
    r->calls++;
    r->last = *candidate;
    return candidate->triangle >= r->first;
}

// The submesh that each question finds first; 3: none.
static void all_find(const layered *l, const pick_query *query, uint32_t wanted)
{
    pick_hit hit = {.submesh = 3}, hits[4];
    pick_nearest nearest = {.submesh = 3};
    pick_cursor_hit cursor = {.hit = {.submesh = 3}};
    const pick_scene *scene = l->s.scene;
    const bool found = wanted < 3;
    const pick_cursor_query under = {.query = query};
    const pick_nearest_query surface = {.features = PICK_FEATURE_SURFACE, .radius = 1, .visible = true};
    const pick_nearest_query close = {.features = PICK_FEATURE_SURFACE, .radius = 50};
    assert_int_equal(pick_closest(scene, &l->ray, query, &hit), found);
    assert_int_equal(hit.submesh, wanted);
    assert_int_equal(pick_closest_brute_force(scene, &l->ray, query, &hit), found);
    assert_int_equal(hit.submesh, wanted);
    assert_int_equal(pick_all(scene, &l->ray, query, hits, 4), 3 - wanted);
    assert_int_equal(pick_all_brute_force(scene, &l->ray, query, hits, 4), 3 - wanted);
    assert_true(!found || hits[0].submesh == wanted);
    assert_int_equal(pick_all_objects(scene, &l->ray, query, hits, 4), found);
    assert_true(!found || hits[0].submesh == wanted);
    assert_int_equal(pick_any(scene, &l->ray, query), found);
    assert_int_equal(pick_any_brute_force(scene, &l->ray, query), found);
    const pick_vec3 eye = pick_ray_at(&l->ray, 1), beyond = pick_ray_at(&l->ray, 30);
    assert_int_equal(pick_visible(scene, eye, beyond, query), !found);
    assert_int_equal(pick_visible_brute_force(scene, eye, beyond, query), !found);
    assert_int_equal(pick_cursor(scene, &l->s.view, l->at, &under, &cursor), found);
    assert_int_equal(cursor.hit.submesh, wanted);
    assert_int_equal(pick_nearest_in_window(scene, &l->s.view, l->at, &surface, query, &nearest), found);
    assert_int_equal(nearest.submesh, wanted);
    assert_int_equal(pick_nearest_in_window_brute_force(scene, &l->s.view, l->at, &surface, query, &nearest), found);
    assert_int_equal(nearest.submesh, wanted);
    assert_int_equal(pick_nearest_in_world(scene, eye, &close, query, &nearest), found);
    assert_int_equal(nearest.submesh, wanted);
    assert_int_equal(pick_nearest_in_world_brute_force(scene, eye, &close, query, &nearest), found);
    assert_int_equal(nearest.submesh, wanted);
}

static void ignore_step(void *user, const pick_trace_step *step)
{
    *(uint32_t *)user += step->kind == PICK_TRACE_TRIANGLE && step->hit;
}

static void filters_of_all_hits(void **state)
{
    (void)state;
    layered l = layered_make();
    rule r = {.first = 2};
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = from_first;
    query.filter_user = &r;
    all_find(&l, &query, 0); // nothing is alpha-tested: not called
    assert_int_equal(r.calls, 0);
    query.filter_all = true;
    for (r.first = 0; r.first <= 6; r.first += 2)
        all_find(&l, &query, r.first / 2);
    r.first = 2;
    pick_hit hit;
    uint32_t hits = 0;
    assert_true(pick_closest_traced(l.s.scene, &l.ray, &query, ignore_step, &hits, &hit));
    assert_int_equal(hit.submesh, 1);
    assert_int_equal(hits, 1);
    // What a filter may read.
    r.first = 6;
    assert_false(pick_closest_brute_force(l.s.scene, &l.ray, &query, &hit));
    assert_true(pick_object_id_equal(r.last.object, l.id) && r.last.triangle / 2 == r.last.submesh);
    assert_true(!r.last.backface && !r.last.locked && r.last.t > 9 && r.last.barycentric[0] > 0);
    query.filter_all = false;
    query.filter = NULL; // filter_all alone means nothing
    query.filter_all = true;
    all_find(&l, &query, 0);
    layered_free(&l);
}

static void kinds_of_submeshes(void **state)
{
    (void)state;
    layered l = layered_make();
    rule r = {.first = 4};
    pick_query query = PICK_QUERY_DEFAULT;
    query.hidden_kinds = PICK_SUBMESH_KIND(3) | PICK_SUBMESH_KIND(1);
    all_find(&l, &query, 0);
    query.hidden_kinds = PICK_SUBMESH_KIND(0);
    all_find(&l, &query, 1);
    query.hidden_kinds = PICK_SUBMESH_KIND(0) | PICK_SUBMESH_KIND(3);
    all_find(&l, &query, 2);
    query.hidden_kinds = UINT32_MAX; // one without kinds is always seen
    all_find(&l, &query, 2);
    query.hidden_kinds = PICK_SUBMESH_KIND(0);
    query.filter = from_first;
    query.filter_user = &r;
    all_find(&l, &query, 1);
    assert_int_equal(r.calls, 0);
    query.filter_all = true;
    all_find(&l, &query, 2);
    layered_free(&l);
}

static void regions(void **state)
{
    (void)state;
    layered l = layered_make();
    pick_region *whole, *part;
    rule r = {.first = 0};
    assert_int_equal(pick_region_create(NULL, &whole), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &part), PICK_OK);
    assert_int_equal(pick_region_circle(whole, &l.s.view, (pick_vec2){50, 50}, 30), PICK_OK);
    // 54.75 and beyond: only the first quad, which is the nearest, is as large on screen as that.
    assert_int_equal(pick_region_rect(part, &l.s.view, (pick_vec2){54.75, 0}, (pick_vec2){100, 100}), PICK_OK);
    for (int mode = PICK_REGION_TOUCH; mode <= PICK_REGION_CONTAIN; mode++) {
        for (int by_kind = 0; by_kind < 2; by_kind++) {
            for (uint32_t first = 0; first <= 6; first += 2) {
                static const uint32_t KINDS[4] = {0, KIND_0, KIND_0 | KIND_3, UINT32_MAX};
                pick_region_query query = PICK_REGION_QUERY_DEFAULT;
                pick_object_id ids[2];
                query.mode = (pick_region_mode)mode;
                query.hidden_kinds = by_kind ? KINDS[first / 2] : 0;
                query.filter = by_kind ? NULL : from_first;
                query.filter_user = &r;
                r.first = first;
                const bool any = by_kind || first < 6;
                assert_int_equal(pick_region_objects(l.s.scene, whole, &query, ids, 2), any);
                assert_int_equal(pick_region_objects_brute_force(l.s.scene, whole, &query, ids, 2), any);
                const bool touched = mode == PICK_REGION_TOUCH && first == 0;
                assert_int_equal(pick_region_objects(l.s.scene, part, &query, ids, 2), touched);
                assert_int_equal(pick_region_objects_brute_force(l.s.scene, part, &query, ids, 2), touched);
                query.bounds_only = true; // looks at no triangle
                r.calls = 0;
                assert_int_equal(pick_region_objects(l.s.scene, whole, &query, ids, 2), 1);
                assert_int_equal(r.calls, 0);
            }
        }
    }
    // What is left of the mesh is contained, though the mesh is not.
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.mode = PICK_REGION_CONTAIN;
    assert_int_equal(pick_region_rect(part, &l.s.view, (pick_vec2){45.3, 45.3}, (pick_vec2){54.7, 54.7}), PICK_OK);
    assert_int_equal(pick_region_objects(l.s.scene, part, &query, NULL, 0), 0);
    query.hidden_kinds = KIND_0;
    assert_int_equal(pick_region_objects(l.s.scene, part, &query, NULL, 0), 1);
    // Wholly inside, and seen from both sides: the triangles must be asked about all the same.
    assert_int_equal(pick_region_planes(part, NULL, 0, l.s.view.eye), PICK_OK);
    for (r.first = 0; r.first <= 6; r.first += 6) {
        query = (pick_region_query){.cull = PICK_CULL_NONE, .filter = from_first, .filter_user = &r};
        assert_int_equal(pick_region_objects(l.s.scene, part, &query, NULL, 0), r.first == 0);
        assert_int_equal(pick_region_objects_brute_force(l.s.scene, part, &query, NULL, 0), r.first == 0);
    }
    assert_near(r.last.barycentric[0] + r.last.barycentric[1], 2.0 / 3, 1e-15);
    pick_region_destroy(whole);
    pick_region_destroy(part);
    layered_free(&l);
}

static void explanations(void **state)
{
    (void)state;
    layered l = layered_make();
    rule r = {.first = 4};
    pick_query query = PICK_QUERY_DEFAULT;
    pick_explanation e[4];
    query.hidden_kinds = PICK_SUBMESH_KIND(0);
    query.filter = from_first;
    query.filter_user = &r;
    query.filter_all = true;
    assert_int_equal(pick_explain(l.s.scene, &l.s.view, l.at, &query, 0, e, 4), 3);
    assert_int_equal(e[0].reason, PICK_REASON_KIND);
    assert_int_equal(e[1].reason, PICK_REASON_FILTERED);
    assert_int_equal(e[2].reason, PICK_REASON_PICKED);
    layered_free(&l);
}

// Answers at random, from its own numbers.
static bool at_random(void *user, const pick_hit *candidate)
{
    uint64_t *seed = user;
    (void)candidate;
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 63 != 0;
}

static void nonsense_is_harmless(void **state)
{
    (void)state;
    layered l = layered_make();
    uint64_t seed = 1;
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = at_random;
    query.filter_user = &seed;
    query.filter_all = true;
    for (int i = 0; i < 200; i++) {
        pick_hit hit = {.t = -1}, hits[4];
        pick_cursor_hit cursor;
        const pick_cursor_query near = {.query = &query, .tolerance = 6};
        const bool found = pick_closest(l.s.scene, &l.ray, &query, &hit);
        assert_true(found ? hit.t > 9 && hit.triangle < 6 : hit.t == -1);
        const size_t count = pick_all(l.s.scene, &l.ray, &query, hits, 4);
        assert_true(count <= 3);
        for (size_t k = 1; k < count; k++)
            assert_true(hits[k - 1].t < hits[k].t);
        (void)pick_cursor(l.s.scene, &l.s.view, l.at, &near, &cursor);
        (void)pick_explain_cursor(l.s.scene, &l.s.view, l.at, &near, 8, NULL, 0);
    }
    layered_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(filters_of_all_hits), cmocka_unit_test(kinds_of_submeshes),
                                       cmocka_unit_test(regions), cmocka_unit_test(explanations),
                                       cmocka_unit_test(nonsense_is_harmless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
