// Real models: what Embree, robust, meets first is what a pick finds, but for what floats cannot tell apart. Where the
// two differ, every triangle in long double says whether each was right at its own precision.
#include "models.h"
#include "shapes.h"
#include "twin.h"

#include <embree3/rtcore.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RAYS = 400, LARGEST = 300000 };

typedef struct totals {
    RTCDevice device;
    uint64_t rays, hits, different, ours_wrong, theirs_wrong;
} totals;

// Every triangle with corners of its own, so that numbers agree; what is not finite becomes a point, never hit.
static RTCScene make_scene(RTCDevice device, const pick_mesh *mesh, uint32_t triangles)
{
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    float(*vertices)[3][3] = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                     3 * sizeof(float), 3 * (size_t)triangles);
    uint32_t *indices =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t), triangles);
    for (uint32_t i = 0; i < triangles; ++i) {
        float vertex[3][3];
        float sum = 0;
        assert_true(pick_mesh_triangle(mesh, i, vertex));
        for (int k = 0; k < 9; ++k) {
            sum += vertex[k / 3][k % 3];
        }
        if (!isfinite(sum)) {
            memset(vertex, 0, sizeof vertex);
        }
        memcpy(vertices[i], vertex, sizeof vertex);
        for (uint32_t k = 0; k < 3; ++k) {
            indices[3 * i + k] = 3 * i + k;
        }
    }
    rtcCommitGeometry(geometry);
    RTCScene scene = rtcNewScene(device);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    return scene;
}

static twin_claim embree_claim(RTCScene scene, const pick_ray *ray)
{
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    struct RTCRayHit r;
    memset(&r, 0, sizeof r);
    r.ray.org_x = (float)ray->origin.x;
    r.ray.org_y = (float)ray->origin.y;
    r.ray.org_z = (float)ray->origin.z;
    r.ray.dir_x = (float)ray->direction.x;
    r.ray.dir_y = (float)ray->direction.y;
    r.ray.dir_z = (float)ray->direction.z;
    r.ray.tfar = INFINITY;
    r.ray.mask = 0xffffffffu;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context, &r);
    return (twin_claim){r.hit.geomID != RTC_INVALID_GEOMETRY_ID, 0, r.hit.primID, (double)r.ray.tfar};
}

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
    if (triangles > LARGEST || !(size > 1e-6 && size < 1e6)) { // beyond what floats carry through Embree
        return;
    }
    RTCScene scene = make_scene(sum->device, mesh, triangles);
    test_random r = {triangles};
    const twin_object object = {mesh, PICK_TRANSFORM_IDENTITY, true};
    for (int i = 0; i < RAYS; ++i) {
        const pick_ray ray = to_float(random_ray_at_mesh(&r, mesh));
        const pick_mesh_query query = {.cull = PICK_CULL_NONE};
        pick_mesh_hit hit;
        twin_claim ours = {.hit = pick_mesh_closest(mesh, &ray, &query, &hit)};
        if (ours.hit) {
            ours = (twin_claim){true, 0, hit.triangle, hit.t};
        }
        const twin_claim theirs = embree_claim(scene, &ray);
        ++sum->rays;
        sum->hits += ours.hit && theirs.hit;
        if (ours.hit == theirs.hit && (!ours.hit || ours.triangle == theirs.triangle)) {
            continue;
        }
        ++sum->different;
        if (twin_judge(&object, 1, &ray, PICK_CULL_NONE, 0x1p-48, &ours) == TWIN_WRONG) {
            ++sum->ours_wrong;
            print_error("%u triangles: hit %d, triangle %u, t %.17g\n", triangles, ours.hit, ours.triangle, ours.t);
        }
        sum->theirs_wrong += twin_judge(&object, 1, &ray, PICK_CULL_NONE, 0x1p-20, &theirs) == TWIN_WRONG;
    }
    rtcReleaseScene(scene);
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
    totals sum = {.device = rtcNewDevice("threads=1")};
    models_count models = {0};
    if (!models_of_package(compare_model, &sum, &models)) {
        print_message("the package assimp-testmodels is not installed: skipped\n");
        rtcReleaseDevice(sum.device);
        skip();
    }
    rtcReleaseDevice(sum.device);
    expect_agreement(&sum, &models);
}

static void assets(void **state)
{
    (void)state;
    totals sum = {.device = rtcNewDevice("threads=1")};
    models_count models = {0};
    if (!models_of_assets(compare_model, &sum, &models)) {
        print_message("VKPICK_ASSETS_DIR is not set: its models are skipped\n");
        rtcReleaseDevice(sum.device);
        skip();
    }
    rtcReleaseDevice(sum.device);
    expect_agreement(&sum, &models);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(package),
        cmocka_unit_test(assets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
