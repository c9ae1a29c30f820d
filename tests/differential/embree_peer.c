#include "embree_peer.h"

#include <embree3/rtcore.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct embree_peer {
    RTCDevice device;
    RTCScene mesh, scene;
};

// Every triangle with corners of its own, so that numbers agree; what is not finite becomes a point, never hit.
static void fill(RTCGeometry geometry, const pick_mesh *mesh, uint32_t triangles)
{
    float(*vertices)[3][3] = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                     3 * sizeof(float), 3 * (size_t)triangles);
    uint32_t *indices =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t), triangles);
    if (vertices == NULL || indices == NULL)
        abort();
    for (uint32_t i = 0; i < triangles; i++) {
        float vertex[3][3] = {{0}};
        float sum = 0;
        (void)pick_mesh_triangle(mesh, i, vertex);
        for (int k = 0; k < 9; k++)
            sum += vertex[k / 3][k % 3];
        if (!isfinite(sum))
            memset(vertex, 0, sizeof vertex);
        memcpy(vertices[i], vertex, sizeof vertex);
        for (uint32_t k = 0; k < 3; k++)
            indices[3 * i + k] = 3 * i + k;
    }
}

static RTCScene new_scene(embree_peer *peer, RTCGeometry geometry)
{
    RTCScene scene = rtcNewScene(peer->device);
    rtcCommitGeometry(geometry);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    return scene;
}

embree_peer *embree_peer_create(const pick_mesh *mesh, const pick_transform *transform)
{
    const float *m = transform->linear;
    const float matrix[12] = {m[0],
                              m[1],
                              m[2],
                              m[3],
                              m[4],
                              m[5],
                              m[6],
                              m[7],
                              m[8],
                              (float)transform->origin.x,
                              (float)transform->origin.y,
                              (float)transform->origin.z};
    embree_peer *peer = calloc(1, sizeof *peer);
    if (peer == NULL)
        abort();
    peer->device = rtcNewDevice("threads=1");
    RTCGeometry triangles = rtcNewGeometry(peer->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    fill(triangles, mesh, pick_mesh_get_stats(mesh).triangle_count);
    peer->mesh = new_scene(peer, triangles);
    RTCGeometry instance = rtcNewGeometry(peer->device, RTC_GEOMETRY_TYPE_INSTANCE);
    rtcSetGeometryInstancedScene(instance, peer->mesh);
    rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, matrix);
    peer->scene = new_scene(peer, instance);
    return peer;
}

void embree_peer_destroy(embree_peer *peer)
{
    rtcReleaseScene(peer->scene);
    rtcReleaseScene(peer->mesh);
    rtcReleaseDevice(peer->device);
    free(peer);
}

twin_claim embree_peer_cast(const embree_peer *peer, const pick_ray *ray)
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
    r.ray.tnear = (float)ray->t_min;
    r.ray.tfar = (float)ray->t_max;
    r.ray.mask = 0xffffffffu;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(peer->scene, &context, &r);
    return (twin_claim){r.hit.geomID != RTC_INVALID_GEOMETRY_ID, 0, r.hit.primID, (double)r.ray.tfar};
}
