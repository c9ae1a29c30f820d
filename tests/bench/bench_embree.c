// Embree 3 as a yardstick: one triangle geometry, instanced when there are many objects.
#include "bench.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct state {
    RTCDevice device;
    RTCScene mesh, scene;
    RTCGeometry *instances;
    size_t count;
    long long bytes;
} state;

static bool watch_memory(void *data, ssize_t bytes, bool post)
{
    state *s = data;
    (void)post;
    s->bytes += bytes;
    return true;
}

static double cast(void *data, const pick_ray *ray)
{
    const state *s = data;
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    struct RTCRayHit hit;
    hit.ray.org_x = (float)ray->origin.x;
    hit.ray.org_y = (float)ray->origin.y;
    hit.ray.org_z = (float)ray->origin.z;
    hit.ray.dir_x = (float)ray->direction.x;
    hit.ray.dir_y = (float)ray->direction.y;
    hit.ray.dir_z = (float)ray->direction.z;
    hit.ray.tnear = (float)ray->t_min;
    hit.ray.tfar = INFINITY;
    hit.ray.time = 0;
    hit.ray.mask = 0xffffffffu;
    hit.ray.id = 0;
    hit.ray.flags = 0;
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(s->scene, &context, &hit);
    return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? HUGE_VAL : (double)hit.ray.tfar;
}

static void set_transform(RTCGeometry instance, const pick_transform *t)
{
    const float m[12] = {t->linear[0], t->linear[1],       t->linear[2],       t->linear[3],
                         t->linear[4], t->linear[5],       t->linear[6],       t->linear[7],
                         t->linear[8], (float)t->origin.x, (float)t->origin.y, (float)t->origin.z};
    rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, m);
    rtcCommitGeometry(instance);
}

static void move(void *data, size_t object, const pick_transform *transform)
{
    state *s = data;
    set_transform(s->instances[object], transform);
    rtcCommitScene(s->scene);
}

static void destroy(void *data)
{
    state *s = data;
    for (size_t i = 0; i < s->count; i++)
        rtcReleaseGeometry(s->instances[i]);
    free(s->instances);
    if (s->scene != s->mesh)
        rtcReleaseScene(s->scene);
    rtcReleaseScene(s->mesh);
    rtcReleaseDevice(s->device);
    free(s);
}

static void add_instances(state *s, const bench_workload *w, enum RTCSceneFlags flags)
{
    s->count = w->object_count;
    s->instances = calloc(s->count, sizeof(RTCGeometry));
    s->scene = rtcNewScene(s->device);
    if (s->instances == NULL)
        abort();
    rtcSetSceneFlags(s->scene, flags | RTC_SCENE_FLAG_DYNAMIC);
    for (size_t i = 0; i < s->count; i++) {
        s->instances[i] = rtcNewGeometry(s->device, RTC_GEOMETRY_TYPE_INSTANCE);
        rtcSetGeometryInstancedScene(s->instances[i], s->mesh);
        set_transform(s->instances[i], &w->objects[i].transform);
        rtcAttachGeometry(s->scene, s->instances[i]);
    }
    rtcCommitScene(s->scene);
}

static bench_engine make(const bench_workload *w, bool robust)
{
    state *s = calloc(1, sizeof *s);
    if (s == NULL)
        abort();
    bench_engine engine = {.name = robust ? "Embree robust" : "Embree",
                           .state = s,
                           .cast = cast,
                           .move = w->object_count > 1 ? move : NULL,
                           .destroy = destroy};
    const enum RTCSceneFlags flags = robust ? RTC_SCENE_FLAG_ROBUST : RTC_SCENE_FLAG_NONE;
    s->device = rtcNewDevice("threads=1");
    rtcSetDeviceMemoryMonitorFunction(s->device, watch_memory, s);
    const double start = bench_cpu_seconds();
    s->mesh = rtcNewScene(s->device);
    rtcSetSceneFlags(s->mesh, flags);
    RTCGeometry geometry = rtcNewGeometry(s->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void *positions = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                              w->mesh.vertex_count);
    void *indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t),
                                            w->mesh.index_count / 3);
    memcpy(positions, w->mesh.positions, w->mesh.vertex_count * 3 * sizeof(float));
    memcpy(indices, w->mesh.indices, w->mesh.index_count * sizeof(uint32_t));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(s->mesh, geometry);
    rtcReleaseGeometry(geometry);
    const long long before = s->bytes;
    rtcCommitScene(s->mesh);
    engine.bytes = (double)(s->bytes - before);
    s->scene = s->mesh;
    if (w->object_count > 1) {
        const long long objects_before = s->bytes;
        add_instances(s, w, flags);
        engine.scene_bytes = (double)(s->bytes - objects_before);
    }
    engine.build_seconds = bench_cpu_seconds() - start;
    return engine;
}

bench_engine bench_embree(const bench_workload *w)
{
    return make(w, false);
}

bench_engine bench_embree_robust(const bench_workload *w)
{
    return make(w, true);
}
