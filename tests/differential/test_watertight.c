// Closed meshes are watertight: rays aimed exactly at shared edges and vertices never pass through, from pick_closest
// down, under every transform, near the origin and far from it.
//
// VKPICK_WATERTIGHT_RAYS: the number of rays (default: a million).
#ifdef TEST_HAVE_EMBREE
#include "embree_peer.h"
#endif
#include "mesh/mesh_internal.h"
#include "scene/scene_internal.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "effort.h"

enum { MESHES = 4, OBJECTS = 48 };

static uint64_t wanted_rays(void)
{
    const char *text = getenv("VKPICK_WATERTIGHT_RAYS");
    const unsigned long long value = text != NULL ? strtoull(text, NULL, 10) : 0;
    return value > 0 ? value : test_effort(200000, 1000000);
}

// A point of the surface where triangles meet: on an edge, or a vertex.
static pick_vec3 seam(test_random *r, const soup *s)
{
    const uint32_t corner = random_index(r, s->index_count);
    const uint32_t next = corner % 3 == 2 ? corner - 2 : corner + 1;
    const float *a = &s->positions[3 * (size_t)s->indices[corner]];
    const float *b = &s->positions[3 * (size_t)s->indices[next]];
    static const double weights[] = {0, 0.5, 0.25, -1};
    double w = weights[random_index(r, 4)];
    if (w < 0)
        w = random_between(r, 0, 1);
    return pick_vec3_make((double)a[0] + w * ((double)b[0] - (double)a[0]),
                          (double)a[1] + w * ((double)b[1] - (double)a[1]),
                          (double)a[2] + w * ((double)b[2] - (double)a[2]));
}

typedef struct place {
    pick_vec3 center;
    double spread;
} place;

// The same rays through Embree, to see what others leave open.
typedef struct rival {
#ifdef TEST_HAVE_EMBREE
    embree_peer *peer;
#endif
    uint64_t leaks;
} rival;

static void rival_begin(rival *other, const pick_mesh *mesh, const pick_transform *t)
{
#ifdef TEST_HAVE_EMBREE
    other->peer = embree_peer_create(mesh, t);
#else
    (void)other, (void)mesh, (void)t;
#endif
}

static void rival_cast(rival *other, const pick_ray *ray)
{
#ifdef TEST_HAVE_EMBREE
    other->leaks += !embree_peer_cast(other->peer, ray).hit;
#else
    (void)other, (void)ray;
#endif
}

static void rival_end(rival *other)
{
#ifdef TEST_HAVE_EMBREE
    embree_peer_destroy(other->peer);
#else
    (void)other;
#endif
}

static void no_leaks_at(const place *where, uint64_t rays, uint64_t seed)
{
    test_random r = {seed};
    soup soups[MESHES] = {soup_sphere(24, 32, 1, 0.2), soup_sphere(6, 7, 1, 0), soup_box(1, 0.5, 2),
                          soup_sphere(100, 120, 1, 0.25)};
    pick_mesh *meshes[MESHES];
    for (int i = 0; i < MESHES; i++)
        meshes[i] = soup_mesh(&soups[i], NULL);
    uint64_t leaks = 0;
    uint64_t cast = 0;
    rival other = {.leaks = 0};
    for (int o = 0; o < OBJECTS; o++) {
        const int m = o % MESHES;
        const pick_transform t = random_transform(&r, where->center, where->spread);
        pick_scene *scene = NULL;
        assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = meshes[m];
        desc.transform = t;
        pick_object_id id;
        assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
        pick_query query = PICK_QUERY_DEFAULT;
        query.cull = PICK_CULL_NONE;
        const pick_simd level = (pick_simd)(o / MESHES % PICK_SIMD_COUNT);
        if (pick_simd_available(level)) {
            pick_scene_set_simd(scene, level);
            pick_mesh_set_simd(meshes[m], level);
        }
        rival_begin(&other, meshes[m], &t);
        for (uint64_t i = 0; i < rays / OBJECTS + 1; i++) {
            // From a point inside to the seam; or past it, from outside, back towards that point: the surface is seen
            // from it in all directions.
            const pick_vec3 inside = pick_transform_point(&t, random_in_cube(&r, 0.1));
            const pick_vec3 target = pick_transform_point(&t, seam(&r, &soups[m]));
            pick_ray ray = {inside, pick_vec3_sub(target, inside), 0, HUGE_VAL};
            if (i % 2 == 1) {
                ray.origin = pick_ray_at(&ray, random_between(&r, 3, 1000));
                ray.direction = pick_vec3_sub(inside, ray.origin);
                ray.t_max = 1;
            }
            pick_hit hit;
            leaks += !pick_closest(scene, &ray, &query, &hit);
            rival_cast(&other, &ray);
            ++cast;
        }
        rival_end(&other);
        pick_scene_destroy(scene);
    }
    for (int i = 0; i < MESHES; i++) {
        pick_mesh_destroy(meshes[i]);
        soup_free(&soups[i]);
    }
    print_message("%llu rays at (%g, %g, %g): %llu leaks\n", (unsigned long long)cast, where->center.x, where->center.y,
                  where->center.z, (unsigned long long)leaks);
#ifdef TEST_HAVE_EMBREE
    print_message("    Embree, robust, the same rays in float: %llu\n", (unsigned long long)other.leaks);
#endif
    assert_int_equal(leaks, 0);
    assert_true(cast >= rays);
}

static void nothing_leaks(void **state)
{
    (void)state;
    static const place places[] = {
        {{0, 0, 0}, 0}, {{0, 0, 0}, 50}, {{148376, 1234, -223423}, 100}, {{1e7, -1e7, 0}, 1}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        no_leaks_at(&places[i], wanted_rays() / 4, i);
}

// The detector works: a hole of one triangle is found.
static void a_hole_is_found(void **state)
{
    (void)state;
    soup s = soup_sphere(6, 7, 1, 0);
    s.index_count -= 3;
    pick_mesh *mesh = soup_mesh(&s, NULL);
    uint64_t leaks = 0;
    test_random r = {1};
    for (int i = 0; i < 20000; i++) {
        const pick_ray ray = {{0, 0, 0}, random_direction(&r), 0, HUGE_VAL};
        const pick_mesh_query query = {.cull = PICK_CULL_NONE};
        pick_mesh_hit hit;
        leaks += !pick_mesh_closest(mesh, &ray, &query, &hit);
    }
    assert_true(leaks > 20 && leaks < 2000);
    pick_mesh_destroy(mesh);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_leaks),
        cmocka_unit_test(a_hole_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
