// Scenes of every kind of transform, edited between picks: the hierarchy finds what brute force finds, bit for bit.
#include "compare.h"
#include "shapes.h"
#include "volumes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "effort.h"

enum { MESHES = 5, OBJECTS = 400 };

typedef struct world {
    pick_mesh *meshes[MESHES];
    test_volume volumes[VOLUME_KINDS];
    pick_scene *scene;
    pick_object_id ids[OBJECTS];
    bool alive[OBJECTS];
    pick_vec3 center;
    double spread;
    test_random random;
} world;

static pick_object_desc random_object(world *w)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    if (random_index(&w->random, 8) == 0)
        desc.volume = w->volumes[random_index(&w->random, VOLUME_KINDS)].volume;
    else
        desc.mesh = w->meshes[random_index(&w->random, MESHES)];
    desc.transform = random_transform(&w->random, w->center, w->spread);
    float largest = 0;
    for (int k = 0; k < 9; k++)
        largest = fmaxf(largest, fabsf(desc.transform.linear[k]));
    for (int k = 0; k < 9 && desc.volume != NULL && (double)largest > 0.2 * w->spread; k++) // else all starts inside it
        desc.transform.linear[k] *= (float)(0.2 * w->spread) / largest;
    desc.layers = 1u << random_index(&w->random, 4);
    desc.flags = random_index(&w->random, 8) == 0 ? random_index(&w->random, 8) : 0;
    desc.user = random_bits(&w->random);
    return desc;
}

static void world_make(world *w, pick_vec3 center, double spread, uint64_t seed)
{
    *w = (world){.center = center, .spread = spread, .random = {seed}};
    soup soups[MESHES] = {soup_sphere(12, 16, 1, 0.3), soup_random(&w->random, 300, 1, 0.3), soup_box(1, 0.5, 0.25),
                          soup_grid(6, 1), soup_random(&w->random, 1, 1, 1)};
    for (int i = 0; i < MESHES; i++) {
        w->meshes[i] = soup_mesh(&soups[i], NULL);
        soup_free(&soups[i]);
    }
    for (int i = 0; i < VOLUME_KINDS; i++)
        test_volume_make(&w->random, i, seed % 2 == 0 ? 0 : PICK_VOLUME_SURFACE, &w->volumes[i]);
    assert_int_equal(pick_scene_create(NULL, &w->scene), PICK_OK);
    for (int i = 0; i < OBJECTS; i++) {
        const pick_object_desc desc = random_object(w);
        assert_int_equal(pick_scene_add(w->scene, &desc, &w->ids[i]), PICK_OK);
        w->alive[i] = true;
    }
}

static void world_free(world *w)
{
    pick_scene_destroy(w->scene);
    for (int i = 0; i < MESHES; i++)
        pick_mesh_destroy(w->meshes[i]);
    for (int i = 0; i < VOLUME_KINDS; i++)
        test_volume_free(&w->volumes[i]);
}

static bool rejects_some(void *user, const pick_hit *candidate)
{
    (void)user;
    return (candidate->triangle * 7u + candidate->object.index1) % 3 != 0;
}

static void cast(world *w, tally *count)
{
    pick_ray ray = {
        .origin = pick_vec3_add(w->center, random_in_cube(&w->random, 2 * w->spread)), .t_min = 0, .t_max = HUGE_VAL};
    if (random_index(&w->random, 8) == 0) // from far away
        ray.origin = pick_vec3_add(w->center, pick_vec3_scale(random_direction(&w->random), 1e5 * w->spread));
    const pick_vec3 target = pick_vec3_add(w->center, random_in_cube(&w->random, w->spread));
    ray.direction = pick_vec3_sub(target, ray.origin);
    if (random_index(&w->random, 8) == 0) // a short one
        ray.t_max = 1e-3;
    if (random_index(&w->random, 4) == 0)
        ray.direction = pick_vec3_scale(ray.direction, 1e-9);
    if (random_index(&w->random, 6) == 0) { // along an axis
        ray.direction = pick_vec3_make(0, random_index(&w->random, 2) == 0 ? 3 : -0.5, 0);
        ray.t_min = -HUGE_VAL;
    }
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = (pick_cull)random_index(&w->random, 4);
    query.pass_locked = random_index(&w->random, 4) == 0;
    query.hidden_layers = ~(random_index(&w->random, 3) == 0 ? random_index(&w->random, 16) : 0xf);
    if (random_index(&w->random, 4) == 0) {
        query.filter = rejects_some;
        query.filter_all = true;
    }
    compare_scene(w->scene, w->meshes, MESHES, &ray, &query, count);
}

static void edit(world *w)
{
    const uint32_t i = random_index(&w->random, OBJECTS);
    const pick_object_desc desc = random_object(w);
    if (!w->alive[i]) {
        assert_int_equal(pick_scene_add(w->scene, &desc, &w->ids[i]), PICK_OK);
        w->alive[i] = true;
        return;
    }
    pick_object_desc now;
    assert_int_equal(pick_scene_get(w->scene, w->ids[i], &now), PICK_OK);
    switch (random_index(&w->random, 7)) {
    case 0:
        assert_int_equal(pick_scene_remove(w->scene, w->ids[i]), PICK_OK);
        w->alive[i] = false;
        break;
    case 1: // a teleport
        assert_int_equal(pick_scene_set_transform(w->scene, w->ids[i], &desc.transform), PICK_OK);
        break;
    case 2:
        if (desc.volume != NULL)
            assert_int_equal(pick_scene_set_volume(w->scene, w->ids[i], desc.volume), PICK_OK);
        else
            assert_int_equal(pick_scene_set_mesh(w->scene, w->ids[i], desc.mesh), PICK_OK);
        break;
    case 3:
        assert_int_equal(pick_scene_set_layers(w->scene, w->ids[i], desc.layers), PICK_OK);
        break;
    case 4:
        assert_int_equal(pick_scene_set_flags(w->scene, w->ids[i], desc.flags), PICK_OK);
        break;
    default: // a drag
        now.transform.origin = pick_vec3_add(now.transform.origin, random_in_cube(&w->random, 0.05 * w->spread));
        assert_int_equal(pick_scene_set_transform(w->scene, w->ids[i], &now.transform), PICK_OK);
        break;
    }
}

static void edits_between_picks(void **state)
{
    (void)state;
    static const struct {
        pick_vec3 center;
        double spread;
    } places[] = {{{0, 0, 0}, 10}, {{148376, 1234, -223423}, 15}, {{1e7, -1e7, 1e7}, 0.5}, {{0, 1e5, 0}, 100}};
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        world w;
        tally count = {0};
        world_make(&w, places[p].center, places[p].spread, p);
        for (uint32_t i = test_effort(50, 400); i > 0; i--) {
            for (uint32_t edits = random_index(&w.random, 10); edits > 0; edits--)
                edit(&w);
            cast(&w, &count);
        }
        assert_true(count.misses > 2);
        assert_true(count.hits > 10);
        world_free(&w);
    }
}

// Objects flung out of the world must not make picks wrong.
static void strays(void **state)
{
    (void)state;
    static const double distances[] = {1e9, 1e20, 1e35, 1e40, 1e200, 1.7e308};
    world w;
    tally count = {0};
    world_make(&w, pick_vec3_make(100, 0, 0), 10, 99);
    for (size_t d = 0; d < sizeof distances / sizeof distances[0]; d++) {
        pick_transform t = PICK_TRANSFORM_IDENTITY;
        t.origin.x = distances[d];
        t.origin.z = -distances[d];
        t.linear[0] = d % 2 == 0 ? 1 : 3e38f;
        assert_int_equal(pick_scene_set_transform(w.scene, w.ids[d], &t), PICK_OK);
        for (uint32_t i = 0; i < test_effort(20, 60); i++)
            cast(&w, &count);
        pick_ray ray = {{distances[d], 0, -distances[d]}, {0, 1, 0}, -HUGE_VAL, HUGE_VAL};
        compare_scene(w.scene, w.meshes, MESHES, &ray, NULL, &count);
        ray.origin = pick_vec3_make(0, 0, 0);
        ray.direction = t.origin;
        compare_scene(w.scene, w.meshes, MESHES, &ray, NULL, &count);
    }
    assert_true(count.hits > test_effort(34, 100));
    assert_true(count.misses > test_effort(4, 10));
    world_free(&w);
}

// Flattened to the edge of what can still be inverted, seen from near and far.
static void nearly_flat(void **state)
{
    (void)state;
    world w;
    tally count = {0};
    world_make(&w, pick_vec3_make(0, 0, 0), 4, 5);
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc now;
        assert_int_equal(pick_scene_get(w.scene, w.ids[i], &now), PICK_OK);
        const int flat = i % 3;
        const float amount = (float)pow(10, random_between(&w.random, -9, -1));
        for (int k = 0; k < 3; k++) { // one axis becomes almost the sum of the others
            const float sum =
                now.transform.linear[3 * ((flat + 1) % 3) + k] + now.transform.linear[3 * ((flat + 2) % 3) + k];
            now.transform.linear[3 * flat + k] = sum + amount * now.transform.linear[3 * flat + k];
        }
        assert_int_equal(pick_scene_set_transform(w.scene, w.ids[i], &now.transform), PICK_OK);
    }
    for (uint32_t i = test_effort(120, 600); i > 0; i--)
        cast(&w, &count);
    assert_true(count.hits > 30);
    assert_true(count.misses > 3);
    world_free(&w);
}

// Rays aimed exactly at vertices, whose boxes they only touch, from distances on both sides of where a walk changes how
// it prepares them, at objects that are more and less stretched than what it leaves to floats.
static void touches_from_every_distance(void **state)
{
    (void)state;
    test_random random = {11};
    tally count = {0};
    soup soups[2] = {soup_grid(24, 1), soup_sphere(24, 32, 1, 0.2)};
    const int rounds = (int)test_effort(30, 240);
    for (int round = 0; round < rounds; round++) {
        const soup *s = &soups[round & 1];
        pick_mesh *mesh = soup_mesh(s, NULL);
        pick_scene *scene;
        pick_object_id id;
        assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = mesh;
        if (round % 3 != 0) // else the identity: rays that run within the grid's plane and along its lines
            desc.transform = random_transform(&random, pick_vec3_make(1e4, -30, 5e5), 10);
        const float stretch = ldexpf(1, (int)random_index(&random, 20));
        for (int k = 0; k < 3; k++)
            desc.transform.linear[k] *= stretch;
        for (int i = 0; i < 2; i++) { // alone and beside another: two ways into a mesh
            assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
            for (int ray_number = 0; ray_number < 60; ray_number++) {
                const uint32_t v = random_index(&random, (uint32_t)s->vertex_count);
                const double distance = ldexp(random_between(&random, 1, 2), (int)random_index(&random, 13) - 2);
                pick_vec3 away = random_direction(&random);
                if (random_index(&random, 2) == 0)
                    away = pick_vec3_make(random_index(&random, 2), 0, 1);
                const float *m = desc.transform.linear;
                const double local[3] = {(double)s->positions[3 * v], (double)s->positions[3 * v + 1],
                                         (double)s->positions[3 * v + 2]};
                const double off[3] = {distance * away.x, distance * away.y, distance * away.z};
                double from[3], to[3];
                for (int k = 0; k < 3; k++) {
                    to[k] = (double)m[k] * local[0] + (double)m[3 + k] * local[1] + (double)m[6 + k] * local[2];
                    from[k] = (double)m[k] * off[0] + (double)m[3 + k] * off[1] + (double)m[6 + k] * off[2];
                }
                const pick_vec3 target = pick_vec3_add(desc.transform.origin, pick_vec3_make(to[0], to[1], to[2]));
                const pick_vec3 toward = pick_vec3_make(-from[0], -from[1], -from[2]);
                const pick_ray ray = {pick_vec3_sub(target, toward), toward, 0, HUGE_VAL};
                const pick_query query = {.cull = PICK_CULL_NONE};
                compare_scene(scene, &mesh, 1, &ray, &query, &count);
            }
            desc.transform.origin.x += 0.25;
        }
        pick_scene_destroy(scene);
        pick_mesh_destroy(mesh);
    }
    soup_free(&soups[0]);
    soup_free(&soups[1]);
    assert_true(count.hits > count.rays / 2 && count.multiple > count.rays / 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_between_picks),
        cmocka_unit_test(strays),
        cmocka_unit_test(nearly_flat),
        cmocka_unit_test(touches_from_every_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
