#include "picking/query.h"

#include "near.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A unit quad in the plane z = 0, facing +z, as two submeshes of one triangle.
static pick_mesh *make_quad(uint32_t flags0, uint32_t flags1)
{
    static const float positions[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const float uvs[8] = {0, 0, 1, 0, 1, 1, 0, 1};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const pick_submesh submeshes[2] = {{0, 1, flags0}, {1, 1, flags1}};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 4,
                                 .uvs = uvs,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT16,
                                 .index_count = 6,
                                 .submeshes = submeshes,
                                 .submesh_count = 2};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

typedef struct fixture {
    pick_mesh *quad;
    pick_scene *scene;
} fixture;

static fixture setup(uint32_t flags0, uint32_t flags1)
{
    fixture f = {make_quad(flags0, flags1), NULL};
    assert_int_equal(pick_scene_create(NULL, &f.scene), PICK_OK);
    return f;
}

static void teardown(fixture *f)
{
    pick_scene_destroy(f->scene);
    pick_mesh_destroy(f->quad);
}

static pick_object_id add(fixture *f, pick_transform transform, uint32_t layers, uint32_t flags, uint64_t user)
{
    const pick_object_desc desc = {
        .mesh = f->quad, .transform = transform, .layers = layers, .flags = flags, .user = user};
    pick_object_id id = {0, 0};
    assert_int_equal(pick_scene_add(f->scene, &desc, &id), PICK_OK);
    return id;
}

static pick_transform at(double z)
{
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    t.origin.z = z;
    return t;
}

static pick_ray down(double x, double y)
{
    return (pick_ray){{x, y, 10}, {0, 0, -2}, 0, HUGE_VAL};
}

static void a_hit_says_everything(void **state)
{
    (void)state;
    fixture f = setup(0, 0);
    const pick_object_id id = add(&f, at(4), 1, PICK_OBJECT_LOCKED, 99);
    const pick_ray ray = down(0.5, -0.25);
    pick_hit hit;
    assert_true(pick_closest(f.scene, &ray, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, id));
    assert_int_equal(hit.user, 99);
    assert_true(hit.t == 3); // in units of the direction
    assert_vec3_near(hit.point, pick_vec3_make(0.5, -0.25, 4), 0);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 0);
    assert_int_equal(hit.triangle, 0);
    assert_int_equal(hit.submesh, 0);
    assert_near(hit.barycentric[0], 0.375, 1e-15);
    assert_near(hit.barycentric[1], 0.375, 1e-15);
    assert_true(hit.has_uv);
    assert_near((double)hit.uv[0], 0.75, 1e-7);
    assert_near((double)hit.uv[1], 0.375, 1e-7);
    assert_false(hit.backface);
    assert_true(hit.locked);
    teardown(&f);
}

static void misses_touch_nothing(void **state)
{
    (void)state;
    fixture f = setup(0, 0);
    (void)add(&f, at(0), 1, 0, 0);
    const pick_ray rays[] = {
        down(1.5, 0),
        {{0, 0, 10}, {0, 0, 1}, 0, HUGE_VAL},
        {{0, 0, 10}, {0, 0, -1}, 0, 9.99},
        {{0, 0, 10}, {0, 0, -1}, 10.01, HUGE_VAL},
        {{0, 0, 10}, {0, 0, 0}, 0, HUGE_VAL},
        {{(double)NAN, 0, 10}, {0, 0, -1}, 0, HUGE_VAL},
        {{0, 0, 10}, {0, (double)NAN, -1}, 0, HUGE_VAL},
        {{0, 0, 10}, {0, 0, -1}, 5, 1},
        {{0, 0, 10}, {0, 0, -1}, 0, (double)NAN},
        {{0, 0, HUGE_VAL}, {0, 0, -1}, 0, HUGE_VAL},
        {{0, 0, -10}, {0, 0, 1}, 0, HUGE_VAL}, // single-sided, from behind
    };
    for (size_t i = 0; i < sizeof rays / sizeof rays[0]; i++) {
        pick_hit hit;
        memset(&hit, 0x5a, sizeof hit);
        const pick_hit before = hit;
        assert_false(pick_closest(f.scene, &rays[i], NULL, &hit));
        assert_false(pick_closest_brute_force(f.scene, &rays[i], NULL, &hit));
        assert_int_equal(pick_all(f.scene, &rays[i], NULL, &hit, 1), 0);
        assert_int_equal(pick_all_brute_force(f.scene, &rays[i], NULL, &hit, 1), 0);
        assert_memory_equal(&before, &hit, sizeof hit);
    }
    teardown(&f);
    f = setup(0, 0); // an empty scene
    pick_hit hit;
    const pick_ray ray = down(0, 0);
    assert_false(pick_closest(f.scene, &ray, NULL, &hit));
    assert_int_equal(pick_all(f.scene, &ray, NULL, NULL, 0), 0);
    teardown(&f);
}

static void all_are_sorted_and_the_nearest_kept(void **state)
{
    (void)state;
    fixture f = setup(PICK_SUBMESH_DOUBLE_SIDED, PICK_SUBMESH_DOUBLE_SIDED);
    for (int i = 0; i < 40; i++)
        (void)add(&f, at((i * 17 % 40) * 0.1), 1, 0, (uint64_t)i);
    const pick_ray ray = down(0.5, 0.25);
    pick_hit hits[40];
    assert_int_equal(pick_all(f.scene, &ray, NULL, hits, 40), 40);
    for (int i = 1; i < 40; i++)
        assert_true(hits[i - 1].t < hits[i].t);
    pick_hit some[7];
    assert_int_equal(pick_all(f.scene, &ray, NULL, some, 7), 40);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(some[i].user, hits[i].user);
        assert_vec3_near(some[i].normal, pick_vec3_make(0, 0, 1), 0);
    }
    teardown(&f);
}

static void ties_go_to_the_lower_slot_then_triangle(void **state)
{
    (void)state;
    fixture f = setup(0, 0);
    const pick_object_id a = add(&f, at(0), 1, 0, 0);
    const pick_object_id b = add(&f, at(0), 1, 0, 1);
    const pick_object_id c = add(&f, at(0), 1, 0, 2);
    const pick_ray ray = down(0, 0); // on the diagonal
    pick_hit hits[6];
    assert_int_equal(pick_all(f.scene, &ray, NULL, hits, 6), 6);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(hits[i].user, i / 2);
        assert_int_equal(hits[i].triangle, i % 2);
    }
    assert_int_equal(pick_scene_remove(f.scene, a), PICK_OK);
    pick_hit hit;
    assert_true(pick_closest(f.scene, &ray, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, b));
    assert_int_equal(hit.triangle, 0);
    (void)c;
    teardown(&f);
}

static void layers_and_flags_decide_what_is_seen(void **state)
{
    (void)state;
    fixture f = setup(0, 0);
    const pick_object_id near = add(&f, at(5), 1, 0, 5);
    const pick_object_id far = add(&f, at(0), 2, 0, 0);
    const pick_ray ray = down(0.5, 0);
    pick_query query = PICK_QUERY_DEFAULT;
    pick_hit hit;
    query.hidden_layers = ~2u;
    assert_true(pick_closest(f.scene, &ray, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, far));
    query.hidden_layers = ~4u;
    assert_false(pick_closest(f.scene, &ray, &query, &hit));
    query.hidden_layers = ~3u;

    const struct {
        uint32_t flags;
        bool pass_locked, near_is_hit, locked;
    } rows[] = {
        {0, false, true, false},
        {PICK_OBJECT_HIDDEN, false, false, false},
        {PICK_OBJECT_LOCKED, false, true, true}, // blocks
        {PICK_OBJECT_LOCKED, true, false, false},
        {PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH, false, false, false},
        {PICK_OBJECT_CLICK_THROUGH, false, true, false}, // without effect alone
        {PICK_OBJECT_CLICK_THROUGH, true, true, false},
        {PICK_OBJECT_LOCKED | PICK_OBJECT_HIDDEN, false, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(pick_scene_set_flags(f.scene, near, rows[i].flags), PICK_OK);
        query.pass_locked = rows[i].pass_locked;
        assert_true(pick_closest(f.scene, &ray, &query, &hit));
        assert_int_equal(pick_object_id_equal(hit.object, near), rows[i].near_is_hit);
        assert_int_equal(hit.locked, rows[i].locked);
        assert_int_equal(pick_all(f.scene, &ray, &query, NULL, 0), rows[i].near_is_hit ? 2 : 1);
        assert_int_equal(pick_all_brute_force(f.scene, &ray, &query, NULL, 0), rows[i].near_is_hit ? 2 : 1);
    }
    teardown(&f);
}

// Front stays front, and normals stay normal, under every transform.
static void transforms_keep_sides_and_normals(void **state)
{
    (void)state;
    const struct {
        float linear[9];
        pick_vec3 normal;
    } rows[] = {
        {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 1}},
        {{-1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 1}},                                     // mirrored across the view
        {{1, 0, 0, 0, 1, 0, 0, 0, -1}, {0, 0, -1}},                                    // mirrored along it
        {{-2, 0, 0, 0, -3, 0, 0, 0, -1}, {0, 0, -1}},                                  // through a point
        {{1, 0, 1, 0, 1, 0, 0, 0, 1}, {-0.70710678118654752, 0, 0.70710678118654752}}, // sheared
        {{1, 0, 2, 0, 1, 0, 0, 0, 0.25f}, {-0.89442719099991588, 0, 0.44721359549995794}},
        {{1e-3f, 0, 0, 0, 1e3f, 0, 0, 0, 1e-6f}, {0, 0, 1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fixture f = setup(0, 0);
        pick_transform t = at(0);
        memcpy(t.linear, rows[i].linear, sizeof t.linear);
        (void)add(&f, t, 1, 0, 0);
        const double side = rows[i].normal.z > 0 ? 1 : -1;
        const pick_ray front = {{0.0003, 0.0001, 10 * side}, {0, 0, -side}, 0, HUGE_VAL};
        const pick_ray back = {{0.0003, 0.0001, -10 * side}, {0, 0, side}, 0, HUGE_VAL};
        pick_hit hit;
        assert_true(pick_closest(f.scene, &front, NULL, &hit));
        assert_false(hit.backface);
        assert_vec3_near(hit.normal, rows[i].normal, 1e-15);
        assert_false(pick_closest(f.scene, &back, NULL, &hit));
        pick_query query = PICK_QUERY_DEFAULT;
        query.cull = PICK_CULL_NONE;
        assert_true(pick_closest(f.scene, &back, &query, &hit));
        assert_true(hit.backface);
        assert_vec3_near(hit.normal, rows[i].normal, 1e-15); // of the front face, whichever side was hit
        query.cull = PICK_CULL_FRONT;
        assert_true(pick_closest(f.scene, &back, &query, &hit));
        assert_false(pick_closest(f.scene, &front, &query, &hit));
        query.cull = PICK_CULL_BACK;
        assert_true(pick_closest(f.scene, &front, &query, &hit));
        teardown(&f);
    }
}

// What is far away is as sharp as what is near.
static void far_from_the_origin(void **state)
{
    (void)state;
    const pick_vec3 places[] = {{0, 0, 0}, {148376, 1234, -223423}, {1e7, -1e7, 1e7}};
    for (size_t i = 0; i < 3; i++) {
        fixture f = setup(0, 0);
        pick_transform t = {.linear = {1e-3f, 0, 0, 0, 1e-3f, 0, 0, 0, 1e-3f}, .origin = places[i]}; // 2 mm wide
        (void)add(&f, t, 1, 0, 0);
        for (int k = -30; k <= 30; k++) {
            const double x = k * 5e-5;
            const pick_ray ray = {pick_vec3_add(places[i], pick_vec3_make(x, 2e-4, 2)), {0, 0, -1}, 0, HUGE_VAL};
            pick_hit hit = {0};
            const bool found = pick_closest(f.scene, &ray, NULL, &hit);
            assert_true(abs(k) == 20 || found == (abs(k) < 20)); // at 20 it runs along the edge
            if (abs(k) < 20) {
                assert_near(hit.t, 2, 1e-8);
                assert_vec3_near(pick_vec3_sub(hit.point, places[i]), pick_vec3_make(x, 2e-4, 0), 1e-8);
            }
        }
        teardown(&f);
    }
}

typedef struct filter_log {
    int calls;
    uint64_t refused; // user
    pick_hit last;
} filter_log;

static bool refuse_one(void *user, const pick_hit *candidate)
{
    filter_log *log = user;
    ++log->calls;
    log->last = *candidate;
    return candidate->user != log->refused;
}

static void the_filter_lets_rays_through(void **state)
{
    (void)state;
    fixture f = setup(PICK_SUBMESH_ALPHA_TEST, 0);
    const pick_object_id near = add(&f, at(5), 1, 0, 5);
    const pick_object_id far = add(&f, at(0), 1, 0, 6);
    filter_log log = {.refused = 5};
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = refuse_one;
    query.filter_user = &log;
    const pick_ray cut = down(0.5, 0); // submesh 0: alpha-tested
    pick_hit hit;
    assert_true(pick_closest(f.scene, &cut, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, far));
    assert_true(log.calls >= 1);
    assert_int_equal(pick_all(f.scene, &cut, &query, NULL, 0), 1);
    log = (filter_log){.refused = 6};
    assert_true(pick_closest(f.scene, &cut, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, near));
    assert_true(log.last.has_uv);
    assert_near((double)log.last.uv[0], 0.75, 1e-7);
    assert_int_equal(log.last.submesh, 0);
    assert_near(log.last.t, log.last.user == 5 ? 2.5 : 5, 1e-15);
    log = (filter_log){.refused = 5};
    const pick_ray solid = down(-0.5, 0.25);
    assert_true(pick_closest(f.scene, &solid, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, near));
    assert_int_equal(log.calls, 0);
    query.filter = NULL; // without a filter they are solid
    assert_true(pick_closest(f.scene, &cut, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, near));
    teardown(&f);
}

static void work_is_counted(void **state)
{
    (void)state;
    fixture f = setup(0, 0);
    for (int i = 0; i < 20; i++) {
        pick_transform t = at(0);
        t.origin.x = 10.0 * i;
        (void)add(&f, t, 1, 0, 0);
    }
    pick_stats stats = {0};
    pick_query query = PICK_QUERY_DEFAULT;
    query.stats = &stats;
    const pick_ray ray = down(50, 0);
    pick_hit hit;
    assert_true(pick_closest(f.scene, &ray, &query, &hit));
    assert_int_equal(stats.objects, 1); // the boxes of the others were rejected
    assert_int_equal(stats.triangles, 2);
    assert_true(stats.nodes >= 1 && stats.nodes < 10);
    stats = (pick_stats){0};
    assert_true(pick_closest_brute_force(f.scene, &ray, &query, &hit));
    assert_int_equal(stats.objects, 20);
    assert_int_equal(stats.triangles, 40);
    teardown(&f);
}

// Squares at z = 0, -1, -2 ... seen from +z.
static void any_stops_somewhere(void **state)
{
    (void)state;
    fixture f = setup(PICK_SUBMESH_DOUBLE_SIDED, PICK_SUBMESH_DOUBLE_SIDED);
    for (int i = 0; i < 40; i++)
        add(&f, at(-i), 1, 0, 0);
    pick_ray ray = {{0.3, 0.2, 5}, {0, 0, -1}, 0, HUGE_VAL};
    pick_stats one = {0};
    pick_stats all = {0};
    pick_query query = PICK_QUERY_DEFAULT;
    query.stats = &one;
    assert_true(pick_any(f.scene, &ray, &query));
    query.stats = &all;
    assert_true(pick_any_brute_force(f.scene, &ray, &query));
    assert_true(one.objects < all.objects);
    ray.t_max = 4.99;
    assert_false(pick_any(f.scene, &ray, NULL));
    assert_false(pick_any_brute_force(f.scene, &ray, NULL));
    // Where the range is one point, several things may lie in it: both triangles of a square, on its diagonal.
    const pick_ray touching = {{0.25, 0.25, 5}, {0, 0, -1}, 5, 5};
    assert_int_equal(pick_all(f.scene, &touching, NULL, NULL, 0), 2);
    assert_true(pick_any(f.scene, &touching, NULL));
    assert_true(pick_any_brute_force(f.scene, &touching, NULL));
    ray.t_max = HUGE_VAL;
    query = PICK_QUERY_DEFAULT;
    query.hidden_layers = ~2u;
    assert_false(pick_any(f.scene, &ray, &query));
    ray.direction.z = 0;
    assert_false(pick_any(f.scene, &ray, NULL));
    teardown(&f);
}

static void check_visible(const fixture *f, pick_vec3 a, pick_vec3 b, bool expected)
{
    assert_int_equal(pick_visible(f->scene, a, b, NULL), expected);
    assert_int_equal(pick_visible(f->scene, b, a, NULL), expected);
    assert_int_equal(pick_visible_brute_force(f->scene, a, b, NULL), expected);
}

// At any distance from the world's origin: the ends do not block, what lies between does.
static void visible_from_surface_to_surface(void **state)
{
    (void)state;
    static const double places[] = {0, 1, 1e3, 1e6, 1e10, 1e15};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        fixture f = setup(PICK_SUBMESH_DOUBLE_SIDED, PICK_SUBMESH_DOUBLE_SIDED);
        pick_transform floor = at(places[i]);
        pick_transform wall = at(places[i] + 512); // far enough to be another place at 1e15
        pick_transform end = at(places[i] + 1024);
        add(&f, floor, 1, 0, 0);
        add(&f, end, 1, 0, 0);
        const pick_vec3 a = {0.25, 0.5, places[i]};
        const pick_vec3 b = {-0.5, -0.5, places[i] + 1024}; // on the diagonal that both triangles share
        check_visible(&f, a, b, true);
        check_visible(&f, a, pick_vec3_make(0.25, 0.5, places[i] - 64), true);
        check_visible(&f, pick_vec3_make(0.25, 0.5, places[i] + 64), pick_vec3_make(0.2, 0.5, places[i] - 64), false);
        const pick_object_id id = add(&f, wall, 1, 0, 0);
        check_visible(&f, a, b, false);
        assert_int_equal(pick_scene_set_flags(f.scene, id, PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH), PICK_OK);
        check_visible(&f, a, b, true);
        teardown(&f);
    }
    fixture f = setup(0, 0);
    add(&f, at(0), 1, 0, 0);
    check_visible(&f, pick_vec3_make(3, 0, 5), pick_vec3_make(3, 0, -5), true);
    assert_false(pick_visible(f.scene, pick_vec3_make(0.2, 0, 5), pick_vec3_make(0.2, 0, -5), NULL));
    assert_true(pick_visible(f.scene, pick_vec3_make(0.2, 0, -5), pick_vec3_make(0.2, 0, 5), NULL)); // its back
    check_visible(&f, pick_vec3_make(0.2, 0, 0), pick_vec3_make(0.2, 0, 0), true);
    check_visible(&f, pick_vec3_make((double)NAN, 0, 0), pick_vec3_make(0.2, 0, 0), false);
    check_visible(&f, pick_vec3_make(0, HUGE_VAL, 0), pick_vec3_make(0.2, 0, 0), false);
    teardown(&f);
}

// A point found on a slope does not hide itself, though it is beside the plane by the rounding of its largest
// coordinate (its smallest is 0).
static void points_of_slopes_are_visible(void **state)
{
    (void)state;
    fixture f = setup(PICK_SUBMESH_DOUBLE_SIDED, PICK_SUBMESH_DOUBLE_SIDED);
    pick_transform slope = PICK_TRANSFORM_IDENTITY;
    slope.linear[2] = 0.7f;
    slope.linear[5] = -0.3f;
    slope.origin = pick_vec3_make(1000, 0, 30);
    add(&f, slope, 1, 0, 0);
    test_random r = {12};
    int off = 0; // points that rounding put beside the plane
    for (int i = 0; i < 300; i++) {
        const double x = random_between(&r, -0.9, 0.9);
        const double y = random_between(&r, -0.9, 0.9);
        const double aside = random_between(&r, -4, 4);
        const double above = random_between(&r, -4, 4);
        const pick_vec3 eye = {1000 + aside, above, 40};
        const pick_vec3 target = {1000 + x, y, 30 + 0.7 * x - 0.3 * y};
        const pick_ray ray = {eye, pick_vec3_sub(target, eye), 0, HUGE_VAL};
        pick_hit hit;
        assert_true(pick_closest(f.scene, &ray, NULL, &hit));
        check_visible(&f, eye, hit.point, true);
        off += pick_any(f.scene, &(pick_ray){eye, pick_vec3_sub(hit.point, eye), 0, 1}, NULL);
    }
    assert_true(off > 60);
    teardown(&f);
}

static void each_object_once(void **state)
{
    (void)state;
    fixture f = setup(PICK_SUBMESH_DOUBLE_SIDED, PICK_SUBMESH_DOUBLE_SIDED);
    pick_object_id ids[12];
    for (int i = 0; i < 12; i++)
        ids[i] = add(&f, at(-(i * 5 % 12)), 1, 0, (uint64_t)i);
    const pick_ray ray = {{0.5, 0.5, 5}, {0, 0, -1}, 0, HUGE_VAL}; // the diagonal: two triangles a square
    pick_hit hits[12];
    assert_int_equal(pick_all(f.scene, &ray, NULL, NULL, 0), 24);
    for (size_t capacity = 0; capacity <= 12; capacity++) {
        assert_int_equal(pick_all_objects(f.scene, &ray, NULL, hits, capacity), 12);
        for (size_t i = 0; i < capacity; i++) {
            assert_true(hits[i].t == 5 + (double)i);
            assert_true(pick_object_id_equal(hits[i].object, ids[i * 5 % 12]));
            assert_int_equal(hits[i].triangle, 0); // the lower number of a tie
            assert_vec3_near(hits[i].normal, pick_vec3_make(0, 0, 1), 0);
        }
    }
    pick_hit slow[12];
    assert_int_equal(pick_all_objects_brute_force(f.scene, &ray, NULL, slow, 12), 12);
    for (int i = 0; i < 12; i++)
        assert_true(pick_object_id_equal(slow[i].object, hits[i].object) && slow[i].t == hits[i].t);
    const pick_ray past = {{2, 2, 5}, {0, 0, -1}, 0, HUGE_VAL};
    assert_int_equal(pick_all_objects(f.scene, &past, NULL, hits, 12), 0);
    teardown(&f);
}

// Overlapping triangles of one plane: wherever they come in the hierarchy, the lowest number under the ray answers.
static void the_lowest_triangle_stands_for_its_object(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    float positions[9 * COUNT];
    test_random r = {11};
    for (int i = 0; i < COUNT; i++) {
        const float x = (float)random_between(&r, -3, 3);
        const float y = (float)random_between(&r, -3, 3);
        const float corners[9] = {x - 4, y - 3, 0, x + 4, y - 3, 0, x, y + 5, 0};
        memcpy(&positions[(size_t)i * 9], corners, sizeof corners);
    }
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * COUNT};
    fixture f = {0};
    assert_int_equal(pick_mesh_create(&desc, NULL, &f.quad), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &f.scene), PICK_OK);
    add(&f, at(0), 1, 0, 0);
    size_t later = 0; // answers that are not the first triangle of all
    for (int i = 0; i < 200; i++) {
        const double x = random_between(&r, -3, 3); // one after the other: arguments have no order
        const double y = random_between(&r, -3, 3);
        const pick_ray ray = down(x, y);
        pick_hit every[COUNT];
        pick_hit one, slow;
        const size_t count = pick_all(f.scene, &ray, NULL, every, COUNT);
        assert_true(count > 1);
        assert_int_equal(pick_all_objects(f.scene, &ray, NULL, &one, 1), 1);
        assert_int_equal(pick_all_objects_brute_force(f.scene, &ray, NULL, &slow, 1), 1);
        assert_true(one.t == 5 && slow.t == 5);
        assert_int_equal(one.triangle, every[0].triangle);
        assert_int_equal(slow.triangle, every[0].triangle);
        later += one.triangle > 0;
    }
    assert_true(later > 10);
    teardown(&f);
}

static void run_backwards(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    *(uint32_t *)user += count;
    while (count-- > 0)
        task(data, count);
}

static void batches_answer_as_single_rays(void **state)
{
    (void)state;
    enum { COUNT = 50 };
    fixture f = setup(0, 0);
    add(&f, at(0), 1, 0, 7);
    add(&f, at(-3), 1, 0, 8);
    pick_ray rays[COUNT];
    pick_hit hits[COUNT];
    bool found[COUNT];
    pick_hit untouched;
    memset(hits, 0x3c, sizeof hits);
    untouched = hits[0];
    for (int i = 0; i < COUNT; i++)
        rays[i] = (pick_ray){{0.05 * i, 0.1, 4}, {0.001 * i, 0, i % 7 == 0 ? 0 : -1}, 0, HUGE_VAL};
    const size_t total = pick_closest_batch(f.scene, rays, COUNT, NULL, hits, found);
    size_t single = 0;
    for (int i = 0; i < COUNT; i++) {
        pick_hit hit;
        assert_int_equal(pick_closest(f.scene, &rays[i], NULL, &hit), found[i]);
        assert_true(found[i] ? hit.t == hits[i].t && hit.triangle == hits[i].triangle && hit.user == hits[i].user
                             : memcmp(&hits[i], &untouched, sizeof untouched) == 0);
        single += found[i];
    }
    assert_int_equal(single, total);
    assert_true(total > 5 && total < COUNT - 5);
    // Lines of sight, and both on lent threads: here the caller's, from the last task to the first.
    uint32_t tasks = 0;
    const pick_task_hook hook = {run_backwards, &tasks};
    const pick_query lent = {.tasks = &hook};
    pick_vec3 from[COUNT], to[COUNT];
    bool sees[COUNT], lent_found[COUNT];
    for (int i = 0; i < COUNT; i++) {
        from[i] = rays[i].origin;
        to[i] = pick_vec3_add(from[i], pick_vec3_scale(rays[i].direction, 4.5));
    }
    const size_t open = pick_visible_batch(f.scene, from, to, COUNT, &lent, sees);
    assert_int_equal(tasks, (COUNT + 31) / 32);
    assert_int_equal(pick_closest_batch(f.scene, rays, COUNT, &lent, hits, lent_found), total);
    assert_int_equal(tasks, 2 * ((COUNT + 31) / 32));
    assert_memory_equal(found, lent_found, sizeof found);
    // Counted ones stay where they are.
    pick_stats stats = {0};
    const pick_query counted = {.tasks = &hook, .stats = &stats};
    assert_int_equal(pick_visible_batch(f.scene, from, to, COUNT, &counted, sees), open);
    assert_true(tasks == 2 * ((COUNT + 31) / 32) && stats.nodes > 0);
    single = 0;
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(pick_visible(f.scene, from[i], to[i], NULL), sees[i]);
        single += sees[i];
    }
    assert_int_equal(single, open);
    assert_true(open > 5 && open < COUNT - 5);
    assert_int_equal(pick_closest_batch(f.scene, NULL, 0, NULL, NULL, NULL), 0);
    teardown(&f);
}

static bool is_not(void *user, pick_object_id object, uint64_t object_user)
{
    assert_int_equal(object_user, 10 + object.index1);
    return !pick_object_id_equal(object, *(pick_object_id *)user);
}

static void an_object_filter_leaves_objects_out(void **state)
{
    (void)state;
    fixture f = setup(0, 0);
    pick_object_id first = add(&f, at(0), 1, 0, 11);
    const pick_object_id second = add(&f, at(-1), 1, 0, 12);
    const pick_ray ray = {{0.2, 0.1, 4}, {0, 0, -1}, 0, HUGE_VAL};
    pick_query query = PICK_QUERY_DEFAULT;
    pick_hit hit;
    assert_true(pick_closest(f.scene, &ray, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, first));
    query.object_filter = is_not;
    query.object_filter_user = &first;
    assert_true(pick_closest(f.scene, &ray, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, second));
    assert_true(pick_closest_brute_force(f.scene, &ray, &query, &hit));
    assert_true(pick_object_id_equal(hit.object, second));
    assert_int_equal(pick_all(f.scene, &ray, &query, NULL, 0), 1);
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_says_everything),
        cmocka_unit_test(misses_touch_nothing),
        cmocka_unit_test(all_are_sorted_and_the_nearest_kept),
        cmocka_unit_test(ties_go_to_the_lower_slot_then_triangle),
        cmocka_unit_test(layers_and_flags_decide_what_is_seen),
        cmocka_unit_test(transforms_keep_sides_and_normals),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(the_filter_lets_rays_through),
        cmocka_unit_test(work_is_counted),
        cmocka_unit_test(any_stops_somewhere),
        cmocka_unit_test(visible_from_surface_to_surface),
        cmocka_unit_test(points_of_slopes_are_visible),
        cmocka_unit_test(each_object_once),
        cmocka_unit_test(the_lowest_triangle_stands_for_its_object),
        cmocka_unit_test(batches_answer_as_single_rays),
        cmocka_unit_test(an_object_filter_leaves_objects_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
