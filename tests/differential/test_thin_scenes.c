// Scenes of points, lines and curves among meshes and volumes: every question against its twin.
#include "shapes.h"
#include "thin_worlds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

enum { THINS = 8, OBJECTS = 14, HITS = 64 };

typedef struct stage {
    thin_world thin[THINS];
    pick_mesh *ball;
    pick_volume *box;
    pick_scene *scene;
    pick_object_id ids[OBJECTS];
} stage;

static void stage_make(stage *s, test_random *random)
{
    const pick_shape shape = {.type = PICK_SHAPE_AABB, .as.aabb = {{-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3}}};
    soup sphere = soup_sphere(10, 8, 0.6, 0.1);
    s->ball = soup_mesh(&sphere, NULL);
    soup_free(&sphere);
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &s->box), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &s->scene), PICK_OK);
    for (int i = 0; i < THINS; i++)
        s->thin[i] = thin_world_make(random, i % THIN_KINDS, random_index(random, 2) == 0, 24);
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.transform = s->thin[i % THINS].transform;
        desc.transform.origin = random_in_cube(random, 1.5);
        desc.layers = 1u << random_index(random, 3);
        desc.flags = random_index(random, 8) == 0 ? PICK_OBJECT_LOCKED : 0;
        if (i == OBJECTS - 1) { // a large one, which others are in front of
            desc.transform = (pick_transform){{2, 0, 0, 0, 2, 0, 0, 0, 2}, {0, 0, 0}};
            desc.layers = 7;
        }
        if (i < THINS)
            desc.thin = s->thin[i].thin;
        else if (i % 2 == 1)
            desc.mesh = s->ball;
        else
            desc.volume = s->box;
        assert_int_equal(pick_scene_add(s->scene, &desc, &s->ids[i]), PICK_OK);
    }
}

static void stage_free(stage *s)
{
    pick_scene_destroy(s->scene);
    pick_mesh_destroy(s->ball);
    pick_volume_destroy(s->box);
    for (int i = 0; i < THINS; i++)
        thin_world_free(&s->thin[i]);
}

static pick_view view_of(test_random *random, const stage *s)
{
    thin_world world = s->thin[0];
    world.transform.origin = pick_vec3_make(0, 0, 0);
    return thin_world_view(random, &world);
}

static bool accept_some(void *user, const pick_hit *candidate)
{
    (void)user;
    return candidate->triangle % 5 != 0;
}

static pick_query query_of(test_random *random)
{
    pick_query query = PICK_QUERY_DEFAULT;
    if (random_index(random, 3) == 0)
        query.hidden_layers = 1u << random_index(random, 3);
    if (random_index(random, 3) == 0) {
        query.filter = accept_some;
        query.filter_all = true;
    }
    return query;
}

static bool is_thin(const stage *s, pick_object_id id)
{
    pick_object_desc desc;
    assert_int_equal(pick_scene_get(s->scene, id, &desc), PICK_OK);
    return desc.thin != NULL;
}

static void same_hits(const pick_hit *a, const pick_hit *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(pick_object_id_equal(a[i].object, b[i].object) && a[i].triangle == b[i].triangle);
        assert_true(a[i].t == b[i].t && a[i].inside == b[i].inside && a[i].barycentric[0] == b[i].barycentric[0]);
        assert_memory_equal(&a[i].normal, &b[i].normal, sizeof a[i].normal);
        assert_memory_equal(&a[i].point, &b[i].point, sizeof a[i].point);
    }
}

static void rays(void **state)
{
    test_random random = {31};
    uint32_t thin_hits = 0, seen = 0, hidden = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(8, 200); round++) {
        stage s;
        stage_make(&s, &random);
        for (int i = 0; i < 60; i++) {
            const pick_query query = query_of(&random);
            const pick_vec3 from = random_in_cube(&random, 3);
            pick_vec3 to = random_in_cube(&random, 1.5);
            const int towards = (int)random_index(&random, THINS); // one of them
            pick_object_desc desc;
            if (pick_thin_place(s.thin[towards].thin, random_index(&random, 20), 0.5, &to) &&
                pick_scene_get(s.scene, s.ids[towards], &desc) == PICK_OK)
                to = pick_vec3_add(pick_transform_point(&desc.transform, to), random_in_cube(&random, 0.1));
            const pick_ray ray = {from, pick_vec3_sub(to, from), 0, 2};
            static pick_hit hits[2][HITS];
            const bool hit = pick_closest(s.scene, &ray, &query, &hits[0][0]);
            assert_int_equal(hit, pick_closest_brute_force(s.scene, &ray, &query, &hits[1][0]));
            if (hit)
                same_hits(hits[0], hits[1], 1);
            thin_hits += hit && is_thin(&s, hits[0][0].object);
            assert_int_equal(hit, pick_any(s.scene, &ray, &query));
            size_t n = pick_all(s.scene, &ray, &query, hits[0], HITS);
            assert_int_equal(n, pick_all_brute_force(s.scene, &ray, &query, hits[1], HITS));
            same_hits(hits[0], hits[1], n < HITS ? n : HITS);
            n = pick_all_objects(s.scene, &ray, &query, hits[0], HITS);
            assert_int_equal(n, pick_all_objects_brute_force(s.scene, &ray, &query, hits[1], HITS));
            same_hits(hits[0], hits[1], n);
            const bool sees = pick_visible(s.scene, from, to, &query);
            assert_int_equal(sees, pick_visible_brute_force(s.scene, from, to, &query));
            if (hit && !hits[0][0].inside) // the place of the first hit is seen
                assert_true(pick_visible(s.scene, from, hits[0][0].point, &query));
            seen += sees;
            hidden += !sees;
        }
        stage_free(&s);
    }
    assert_true(thin_hits > 30 && seen > 50 && hidden > 50);
}

static void same_nearest(const pick_nearest *a, const pick_nearest *b)
{
    assert_true(pick_object_id_equal(a->object, b->object) && a->triangle == b->triangle && a->feature == b->feature);
    assert_true(a->distance == b->distance && a->depth == b->depth && a->barycentric[0] == b->barycentric[0]);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
}

static void nearest(void **state)
{
    test_random random = {32};
    uint32_t in_window = 0, in_world = 0, thin = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(8, 200); round++) {
        stage s;
        stage_make(&s, &random);
        const pick_view view = view_of(&random, &s);
        for (int i = 0; i < 20; i++) {
            const pick_query query = query_of(&random);
            const pick_nearest_query wanted = {.features = random_index(&random, 2) == 0 ? PICK_FEATURE_SURFACE : 0,
                                               .radius = random_between(&random, 0, 12),
                                               .visible = random_index(&random, 2) == 0};
            const pick_vec2 position = {random_between(&random, 13, 213), random_between(&random, 7, 167)};
            pick_nearest a, b;
            bool found = pick_nearest_in_window(s.scene, &view, position, &wanted, &query, &a);
            assert_int_equal(found, pick_nearest_in_window_brute_force(s.scene, &view, position, &wanted, &query, &b));
            if (found)
                same_nearest(&a, &b);
            in_window += found;
            thin += found && is_thin(&s, a.object);
            const pick_nearest_query near = {.features = PICK_FEATURE_SURFACE,
                                             .radius = random_index(&random, 3) == 0 ? HUGE_VAL : 0.5};
            const pick_vec3 point = random_in_cube(&random, 2);
            found = pick_nearest_in_world(s.scene, point, &near, &query, &a);
            assert_int_equal(found, pick_nearest_in_world_brute_force(s.scene, point, &near, &query, &b));
            if (found)
                same_nearest(&a, &b);
            in_world += found;
            thin += found && is_thin(&s, a.object);
        }
        stage_free(&s);
    }
    assert_true(in_window > 40 && in_world > 40 && thin > 40);
}

static void regions(void **state)
{
    test_random random = {33};
    uint32_t thin = 0, contained = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(8, 200); round++) {
        stage s;
        pick_region *region = NULL;
        stage_make(&s, &random);
        assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
        for (int i = 0; i < 16; i++) {
            const pick_view view = view_of(&random, &s);
            const pick_query rules = query_of(&random);
            const pick_region_query query = {.mode = i % 2 == 0 ? PICK_REGION_TOUCH : PICK_REGION_CONTAIN,
                                             .hidden_layers = rules.hidden_layers,
                                             .filter = rules.filter,
                                             .include_locked = i % 4 < 2,
                                             .bounds_only = i == 15};
            const pick_vec2 a = {random_between(&random, 0, 200), random_between(&random, 0, 160)};
            const double size = random_between(&random, 0, 150);
            const pick_vec2 corners[3] = {a, {a.x + size, a.y}, {a.x, a.y + size}};
            const pick_plane plane = {random_direction(&random), random_between(&random, -1, 2)};
            if (i % 8 < 2)
                assert_int_equal(pick_region_rect(region, &view, a, (pick_vec2){a.x + size, a.y + size}), PICK_OK);
            else if (i % 8 < 4)
                assert_int_equal(pick_region_circle(region, &view, a, size), PICK_OK);
            else if (i % 8 < 6)
                assert_int_equal(pick_region_polygon(region, &view, corners, 3), PICK_OK);
            else
                assert_int_equal(pick_region_planes(region, &plane, 1, view.eye), PICK_OK);
            pick_object_id found[2][OBJECTS];
            const size_t n = pick_region_objects(s.scene, region, &query, found[0], OBJECTS);
            assert_int_equal(n, pick_region_objects_brute_force(s.scene, region, &query, found[1], OBJECTS));
            assert_memory_equal(found[0], found[1], n * sizeof found[0][0]);
            for (size_t k = 0; k < n; k++) {
                thin += is_thin(&s, found[0][k]);
                contained += query.mode == PICK_REGION_CONTAIN && is_thin(&s, found[0][k]);
            }
        }
        pick_region_destroy(region);
        stage_free(&s);
    }
    assert_true(thin > 100 && contained > 20);
}

static void same_cursor(const pick_cursor_hit *a, const pick_cursor_hit *b)
{
    assert_true(a->proxy == b->proxy && a->thin == b->thin && a->distance == b->distance);
    assert_memory_equal(&a->window, &b->window, sizeof a->window);
    same_hits(&a->hit, &b->hit, 1);
}

// Mostly near a thin object.
static pick_vec2 position_near_one(test_random *random, const stage *s, const pick_view *view)
{
    const int i = (int)random_index(random, THINS);
    pick_object_desc desc;
    pick_vec3 place;
    pick_projected_point at;
    assert_int_equal(pick_scene_get(s->scene, s->ids[i], &desc), PICK_OK);
    if (!pick_thin_place(desc.thin, random_index(random, 20), 0.5, &place) ||
        !pick_view_project(view, pick_transform_point(&desc.transform, place), &at))
        return (pick_vec2){random_between(random, 13, 213), random_between(random, 7, 167)};
    return (pick_vec2){at.window.x + random_between(random, -6, 6), at.window.y + random_between(random, -6, 6)};
}

// Each object is listed once. Returns how many icons of objects there are.
static uint32_t each_once(const pick_cursor_hit *hits, size_t count)
{
    uint32_t icons = 0;
    for (size_t k = 0; k < count; k++) {
        const pick_object_id object = hits[k].hit.object;
        for (size_t j = 0; j < k; j++)
            assert_true(pick_object_id_is_null(object) || !pick_object_id_equal(object, hits[j].hit.object));
        icons += hits[k].proxy != PICK_NO_PROXY && !pick_object_id_is_null(object);
    }
    return icons;
}

static void cursors(void **state)
{
    test_random random = {34};
    uint32_t icons = 0, on_screen = 0, leads = 0, stacks = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(8, 200); round++) {
        stage s;
        stage_make(&s, &random);
        const pick_view view = view_of(&random, &s);
        for (int i = 0; i < 40; i++) {
            const pick_query rules = query_of(&random);
            const pick_vec2 position = position_near_one(&random, &s, &view);
            const pick_ray ray = pick_view_ray(&view, position);
            pick_proxy proxies[4] = {{.radius = 4}, {.radius = 4}, {.radius = 4}, {.radius = 4}};
            for (int k = 0; k < 4; k++) { // without an object and anywhere, or icons under the position
                proxies[k].a = proxies[k].b = random_in_cube(&random, 1);
                if (i % 8 != 0) {
                    proxies[k].object = s.ids[random_index(&random, THINS)];
                    proxies[k].a = proxies[k].b = pick_ray_at(&ray, random_between(&random, 0, 8));
                }
            }
            const pick_cursor_query query = {
                .query = &rules, .tolerance = i % 3 * 4.0, .proxies = proxies, .proxy_count = i % 4 == 0 ? 4 : 0};
            static pick_cursor_hit a[HITS], b[HITS];
            const bool found = pick_cursor(s.scene, &view, position, &query, &a[0]);
            assert_int_equal(found, pick_cursor_brute_force(s.scene, &view, position, &query, &b[0]));
            if (found)
                same_cursor(&a[0], &b[0]);
            const pick_cursor_hit first = a[0];
            const size_t n = pick_cursor_all(s.scene, &view, position, &query, a, HITS);
            assert_int_equal(n, pick_cursor_all_brute_force(s.scene, &view, position, &query, b, HITS));
            assert_int_equal(n > 0, found);
            for (size_t k = 0; k < n; k++)
                same_cursor(&a[k], &b[k]);
            icons += each_once(a, n);
            if (!found)
                continue;
            same_cursor(&a[0], &first);
            stacks += n > 1;
            leads += first.thin;
            pick_object_desc desc = {.thin = NULL};
            if (first.proxy == PICK_NO_PROXY)
                assert_int_equal(pick_scene_get(s.scene, first.hit.object, &desc), PICK_OK);
            for (int k = 0; k < THINS; k++)
                on_screen += desc.thin == s.thin[k].thin && s.thin[k].on_screen;
        }
        stage_free(&s);
    }
    assert_true(on_screen > 15 && leads > 0 && stacks > 15 && icons > 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays),
        cmocka_unit_test(nearest),
        cmocka_unit_test(regions),
        cmocka_unit_test(cursors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
