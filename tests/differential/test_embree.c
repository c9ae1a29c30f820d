// Real models: a pick finds the first hit of Embree in robust mode, up to float precision. Where the two differ, every
// triangle in long double decides whether each was right at its own precision.
#include "embree_peer.h"
#include "models.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "parts.h"

enum { RAYS = 400, LARGEST = 300000 };

typedef struct totals {
    uint64_t rays, hits, different, ours_wrong, theirs_wrong;
} totals;

static pick_ray to_float(pick_ray ray)
{
    ray.origin = pick_vec3_make((double)(float)ray.origin.x, (double)(float)ray.origin.y, (double)(float)ray.origin.z);
    ray.direction =
        pick_vec3_make((double)(float)ray.direction.x, (double)(float)ray.direction.y, (double)(float)ray.direction.z);
    return ray;
}

static void compare_model(void *user, pick_mesh *mesh)
{
    totals *sum = user;
    const uint32_t triangles = pick_mesh_get_stats(mesh).triangle_count;
    const pick_aabb box = pick_mesh_bounds(mesh);
    const double size = pick_vec3_length(pick_vec3_sub(box.max, box.min));
    if (triangles > LARGEST || !(size > 1e-6 && size < 1e6)) // beyond what floats carry through Embree
        return;
    const pick_transform identity = PICK_TRANSFORM_IDENTITY;
    embree_peer *embree = embree_peer_create(mesh, &identity);
    test_random r = {triangles};
    const twin_object object = twin_object_make(mesh, &identity, true);
    for (int i = 0; i < RAYS; i++) {
        const pick_ray ray = to_float(random_ray_at_mesh(&r, mesh));
        const pick_mesh_query query = {.cull = PICK_CULL_NONE};
        pick_mesh_hit hit;
        twin_claim ours = {.hit = pick_mesh_closest(mesh, &ray, &query, &hit)};
        if (ours.hit)
            ours = (twin_claim){true, 0, hit.triangle, hit.t};
        const twin_claim theirs = embree_peer_cast(embree, &ray);
        ++sum->rays;
        sum->hits += ours.hit && theirs.hit;
        if (ours.hit == theirs.hit && (!ours.hit || ours.triangle == theirs.triangle))
            continue;
        ++sum->different;
        if (twin_judge(&object, 1, &ray, PICK_CULL_NONE, 0x1p-48, &ours) == TWIN_WRONG) {
            ++sum->ours_wrong;
            print_error("%u triangles: hit %d, triangle %u, t %.17g\n", triangles, ours.hit, ours.triangle, ours.t);
        }
        sum->theirs_wrong += twin_judge(&object, 1, &ray, PICK_CULL_NONE, 0x1p-20, &theirs) == TWIN_WRONG;
    }
    embree_peer_destroy(embree);
}

static void expect_agreement(const totals *sum, const models_count *models)
{
    print_message(
        "%zu models, %zu triangles: %llu rays, %llu hits, %llu differ; in long double %llu of ours are wrong, "
        "%llu of Embree's beyond float rounding\n",
        models->models, models->triangles, (unsigned long long)sum->rays, (unsigned long long)sum->hits,
        (unsigned long long)sum->different, (unsigned long long)sum->ours_wrong, (unsigned long long)sum->theirs_wrong);
    assert_int_equal(sum->ours_wrong, 0);
    assert_true(sum->hits * 3 > sum->rays);
    assert_true(sum->theirs_wrong * 200 < sum->rays); // else this test measures itself
}

static void package(void **state)
{
    (void)state;
    totals sum = {0};
    models_count models = {0};
    if (!models_of_package(compare_model, &sum, &models)) {
        print_message("the package assimp-testmodels is not installed: skipped\n");
        PART_SKIP();
    }
    expect_agreement(&sum, &models);
}

static void needs_assets(void **state)
{
    (void)state;
    totals sum = {0};
    models_count models = {0};
    if (!models_of_assets(compare_model, &sum, &models)) {
        print_message("VKPICK_ASSETS_DIR is not set: its models are skipped\n");
        PART_SKIP();
    }
    expect_agreement(&sum, &models);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(package),
        cmocka_unit_test(needs_assets),
    };
    return PARTS_RUN(argc, argv, tests, NULL);
}
