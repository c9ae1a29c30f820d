// Many readers of one scene at once, with every kind of query, and a writer alone between them. ThreadSanitizer watches
// when the tests are built with it; and every reader must see what a single one sees.
#include "picking/picking.h"

#include "random.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { READERS = 4, OBJECTS = 300, RAYS = 150, SIDE = 8, TRIANGLES = SIDE * SIDE };

typedef struct shared {
    pick_scene *scene;
    pick_mesh *mesh;
    pick_object_id ids[OBJECTS];
    float positions[9 * TRIANGLES];
} shared;

static void fill_positions(shared *s, float height)
{
    test_random r = {7};
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const float x = (float)(i % SIDE) / SIDE, y = (float)(i / SIDE) / SIDE;
        const float corners[9] = {x, y, 0, x + 0.2f, y, 0, x, y + 0.2f, 0};
        memcpy(&s->positions[9 * i], corners, sizeof corners);
        for (uint32_t k = 0; k < 3; k++)
            s->positions[9 * i + 3 * k + 2] = height * (float)random_between(&r, -1, 1);
    }
}

static uint64_t mix(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (hash ^ bits) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

// The results of all queries on a scene and a mesh, hashed.
static uint64_t ask(const shared *s)
{
    test_random r = {99};
    uint64_t hash = 1;
    pick_stats stats = {0};
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_NONE;
    query.stats = &stats;
    for (int i = 0; i < RAYS; i++) {
        const pick_vec3 origin = random_in_cube(&r, 20);
        const pick_ray ray = {origin, pick_vec3_sub(random_in_cube(&r, 8), origin), 0, HUGE_VAL};
        pick_hit hits[4];
        memset(hits, 0, sizeof hits);
        hash = mix(hash, pick_closest(s->scene, &ray, &query, &hits[0]) ? hits[0].t : -1);
        hash = mix(hash, (double)pick_all(s->scene, &ray, &query, hits, 4));
        hash = mix(hash, (double)pick_all_objects(s->scene, &ray, &query, hits, 4));
        hash = mix(hash, pick_any(s->scene, &ray, &query));
        hash = mix(hash, pick_visible(s->scene, origin, pick_ray_at(&ray, 0.5), &query));
        bool found[2];
        const pick_ray rays[2] = {ray, {ray.origin, pick_vec3_scale(ray.direction, -1), 0, 1}};
        hash = mix(hash, (double)pick_closest_batch(s->scene, rays, 2, &query, hits, found));
        pick_mesh_hit local = {0};
        hash = mix(hash, pick_mesh_closest(s->mesh, &ray, NULL, &local) ? local.t : -1);
        pick_object_desc desc;
        assert_int_equal(pick_scene_get(s->scene, s->ids[i], &desc), PICK_OK);
        hash = mix(hash, desc.transform.origin.x);
    }
    const pick_plane planes[1] = {{{1, 0, 0}, 0}};
    pick_region *region;
    pick_object_id inside[OBJECTS];
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_planes(region, planes, 1, pick_vec3_make(0, 0, 0)), PICK_OK);
    hash = mix(hash, (double)pick_region_objects(s->scene, region, NULL, inside, OBJECTS));
    pick_region_destroy(region);
    const pick_aabb bounds = pick_scene_bounds(s->scene);
    hash = mix(mix(hash, bounds.min.x), pick_mesh_bounds(s->mesh).max.z);
    hash = mix(hash, (double)pick_mesh_hash(s->mesh));
    return mix(hash, (double)(stats.triangles + pick_scene_memory(s->scene) + pick_scene_count(s->scene)));
}

typedef struct reader {
    const shared *shared;
    uint64_t answer;
} reader;

static void *read_all(void *user)
{
    reader *r = user;
    r->answer = ask(r->shared);
    return NULL;
}

// One round of edits of every kind, by one thread alone.
static void write_all(shared *s, test_random *r, int round)
{
    for (int i = 0; i < 200; i++) {
        const uint32_t k = random_index(r, OBJECTS);
        pick_transform t = PICK_TRANSFORM_IDENTITY;
        t.origin = random_in_cube(r, 10);
        assert_int_equal(pick_scene_set_transform(s->scene, s->ids[k], &t), PICK_OK);
        if (i % 10 == 0) {
            pick_object_desc desc;
            assert_int_equal(pick_scene_get(s->scene, s->ids[k], &desc), PICK_OK);
            assert_int_equal(pick_scene_remove(s->scene, s->ids[k]), PICK_OK);
            assert_int_equal(pick_scene_add(s->scene, &desc, &s->ids[k]), PICK_OK);
        }
    }
    if (round % 2 == 0) {
        (void)pick_scene_maintain(s->scene, 3000);
        fill_positions(s, 0.1f * (float)round);
        assert_int_equal(pick_mesh_refit(s->mesh, s->positions, 0), PICK_OK);
        pick_scene_mesh_changed(s->scene, s->mesh);
    }
}

static void many_readers_or_one_writer(void **state)
{
    (void)state;
    static shared s;
    test_random r = {1};
    fill_positions(&s, 0.5f);
    const pick_mesh_desc mesh = {.positions = s.positions, .vertex_count = 3 * TRIANGLES};
    assert_int_equal(pick_mesh_create(&mesh, NULL, &s.mesh), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &s.scene), PICK_OK);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = s.mesh;
    for (int i = 0; i < OBJECTS; i++) {
        desc.transform.origin = random_in_cube(&r, 10);
        assert_int_equal(pick_scene_add(s.scene, &desc, &s.ids[i]), PICK_OK);
    }
    uint64_t before = 0;
    for (int round = 0; round < 6; round++) {
        pthread_t threads[READERS];
        reader readers[READERS];
        for (int i = 0; i < READERS; i++) {
            readers[i] = (reader){&s, 0};
            assert_int_equal(pthread_create(&threads[i], NULL, read_all, &readers[i]), 0);
        }
        for (int i = 0; i < READERS; i++)
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        const uint64_t alone = ask(&s);
        for (int i = 0; i < READERS; i++)
            assert_true(readers[i].answer == alone);
        assert_true(alone != before); // the writer has changed something
        before = alone;
        write_all(&s, &r, round);
    }
    pick_scene_destroy(s.scene);
    pick_mesh_destroy(s.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_readers_or_one_writer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
