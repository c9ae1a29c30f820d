// Embree 3 beside what is no mesh: its sphere points, round curves, user geometry and grids.
#include "bench.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <stdlib.h>

typedef struct embree_shapes {
    RTCDevice device;
    RTCScene scene;
    const bench_shapes *shapes;
} embree_shapes;

static double cast(void *data, const pick_ray *ray)
{
    const embree_shapes *s = data;
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    struct RTCRayHit hit = {.ray = {.org_x = (float)ray->origin.x,
                                    .org_y = (float)ray->origin.y,
                                    .org_z = (float)ray->origin.z,
                                    .dir_x = (float)ray->direction.x,
                                    .dir_y = (float)ray->direction.y,
                                    .dir_z = (float)ray->direction.z,
                                    .tnear = (float)ray->t_min,
                                    .tfar = INFINITY,
                                    .mask = 0xffffffffu},
                            .hit = {.geomID = RTC_INVALID_GEOMETRY_ID, .instID = {RTC_INVALID_GEOMETRY_ID}}};
    rtcIntersect1(s->scene, &context, &hit);
    return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? HUGE_VAL : (double)hit.ray.tfar;
}

static void destroy(void *data)
{
    embree_shapes *s = data;
    rtcReleaseScene(s->scene);
    rtcReleaseDevice(s->device);
    free(s);
}

static void set_points(RTCGeometry geometry, const bench_shapes *s)
{
    float *out = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, 4 * sizeof(float),
                                         s->point_count);
    for (size_t i = 0; i < s->point_count; i++) {
        for (int k = 0; k < 3; k++)
            out[4 * i + (size_t)k] = s->points[3 * i + (size_t)k];
        out[4 * i + 3] = (float)s->radius;
    }
}

static void set_lines(RTCGeometry geometry, const bench_shapes *s)
{
    const size_t lines = s->point_count / s->line_points;
    uint32_t *first = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT, sizeof *first,
                                              s->point_count - lines);
    uint8_t *flags = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_FLAGS, 0, RTC_FORMAT_UCHAR, sizeof *flags,
                                             s->point_count - lines);
    for (uint32_t line = 0; line < lines; line++) {
        for (uint32_t i = 0; i + 1 < s->line_points; i++) {
            *first++ = line * s->line_points + i;
            *flags++ = (uint8_t)((i > 0 ? RTC_CURVE_FLAG_NEIGHBOR_LEFT : 0) |
                                 (i + 2 < s->line_points ? RTC_CURVE_FLAG_NEIGHBOR_RIGHT : 0));
        }
    }
}

static void ball_bounds(const struct RTCBoundsFunctionArguments *args)
{
    const embree_shapes *s = args->geometryUserPtr;
    const float *p = s->shapes->points + 3 * (size_t)args->primID, r = (float)s->shapes->radius;
    *args->bounds_o = (struct RTCBounds){.lower_x = p[0] - r,
                                         .lower_y = p[1] - r,
                                         .lower_z = p[2] - r,
                                         .upper_x = p[0] + r,
                                         .upper_y = p[1] + r,
                                         .upper_z = p[2] + r};
}

static void cast_at_ball(const struct RTCIntersectFunctionNArguments *args)
{
    const embree_shapes *s = args->geometryUserPtr;
    struct RTCRayHit *hit = (struct RTCRayHit *)args->rayhit;
    const float *p = s->shapes->points + 3 * (size_t)args->primID;
    const double origin[3] = {(double)hit->ray.org_x - (double)p[0], (double)hit->ray.org_y - (double)p[1],
                              (double)hit->ray.org_z - (double)p[2]};
    const double direction[3] = {(double)hit->ray.dir_x, (double)hit->ray.dir_y, (double)hit->ray.dir_z};
    const double t = bench_ball_cast(origin, direction, s->shapes->radius);
    if (!*args->valid || !(t >= (double)hit->ray.tnear && t <= (double)hit->ray.tfar))
        return;
    hit->ray.tfar = (float)t;
    hit->hit.Ng_x = (float)(origin[0] + t * direction[0]);
    hit->hit.Ng_y = (float)(origin[1] + t * direction[1]);
    hit->hit.Ng_z = (float)(origin[2] + t * direction[2]);
    hit->hit.geomID = args->geomID;
    hit->hit.primID = args->primID;
    hit->hit.instID[0] = args->context->instID[0];
}

// Columns run backwards: then its diagonals are those of a height field.
static void set_grid(RTCGeometry geometry, const bench_shapes *s)
{
    const uint32_t side = s->side;
    float *out = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                         (size_t)side * side);
    struct RTCGrid *grid =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_GRID, 0, RTC_FORMAT_GRID, sizeof(struct RTCGrid), 1);
    *grid = (struct RTCGrid){.stride = side, .width = (uint16_t)side, .height = (uint16_t)side};
    for (uint32_t row = 0; row < side; row++) {
        for (uint32_t i = 0; i < side; i++) {
            const uint32_t column = side - 1 - i;
            *out++ = (float)column / (float)(side - 1) - 0.5f;
            *out++ = s->heights[(size_t)row * side + column];
            *out++ = (float)row / (float)(side - 1) - 0.5f;
        }
    }
}

bench_engine bench_embree_shapes(const bench_shapes *shapes)
{
    static const enum RTCGeometryType types[] = {RTC_GEOMETRY_TYPE_SPHERE_POINT, RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE,
                                                 RTC_GEOMETRY_TYPE_USER, RTC_GEOMETRY_TYPE_GRID};
    embree_shapes *s = calloc(1, sizeof *s);
    if (s == NULL)
        abort();
    s->shapes = shapes;
    s->device = rtcNewDevice("threads=1");
    s->scene = rtcNewScene(s->device);
    const double start = bench_cpu_seconds();
    RTCGeometry geometry = rtcNewGeometry(s->device, types[shapes->kind]);
    switch (shapes->kind) {
    case BENCH_BALLS:
        set_points(geometry, shapes);
        break;
    case BENCH_TUBES:
        set_points(geometry, shapes);
        set_lines(geometry, shapes);
        break;
    case BENCH_PRIMITIVES:
        rtcSetGeometryUserPrimitiveCount(geometry, (unsigned)shapes->point_count);
        rtcSetGeometryUserData(geometry, s);
        rtcSetGeometryBoundsFunction(geometry, ball_bounds, NULL);
        rtcSetGeometryIntersectFunction(geometry, cast_at_ball);
        break;
    case BENCH_TERRAIN:
        set_grid(geometry, shapes);
        break;
    }
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(s->scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(s->scene);
    if (rtcGetDeviceError(s->device) != RTC_ERROR_NONE)
        abort();
    return (bench_engine){
        .name = "Embree", .state = s, .build_seconds = bench_cpu_seconds() - start, .cast = cast, .destroy = destroy};
}
