// query_primitive.c: rays against primitives: gives the callback the part of a ray within the bounds, and checks what
// it reports. There is no brute-force twin of its own: both ask the same callback.
#include "base/compiler.h"
#include "query/query_volume.h"

#include <math.h>
#include <string.h>

struct pick_ray_probe {
    const pick_volume *volume;
    pick_sink *sink;
    double shift;     // t of the query is this much more
    double low, exit; // in t of the query: where the range begins, where the bounds end
    pick_ray ray;
};

// How far a callback must look for what the query meets at `last` or before: t of the query is rounded, so that several
// of the callback's are as near.
static double callback_reach(double last, double shift)
{
    const double rounding = last - nextafter(last, -HUGE_VAL);
    return nextafter(last - shift + rounding, HUGE_VAL);
}

void pick_primitive_walk(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink)
{
    const pick_primitive *primitive = volume->primitive;
    pick_part_span span;
    if (!pick_find_span(&primitive->reach, ray, &span))
        return;
    pick_ray_probe probe = {
        .volume = volume, .sink = sink, .shift = ray->shift, .low = fmax(span.enter, sink->t_min), .exit = span.exit};
    const double last = fmin(span.exit, sink->t_max);
    if (!(probe.low <= last))
        return;
    if (sink->stats != NULL)
        ++sink->stats->triangles;
    probe.ray = (pick_ray){pick_vector_of(ray->origin), pick_vector_of(ray->direction), probe.low - ray->shift,
                           callback_reach(last, ray->shift)};
    const pick_ray given = probe.ray; // the callback's own: whatever it does to it
    primitive->desc.ray(primitive->desc.user, &given, &probe);
}

// The query's t of a report within the bounds. The start of the range is exactly the query's: all solids that a ray
// starts in are as near.
static double query_time(const pick_ray_probe *probe, double t)
{
    if (t == probe->ray.t_min)
        return probe->low;
    return fmin(fmax(t + probe->shift, probe->low), probe->exit);
}

static void offer_report(pick_ray_probe *probe, const pick_primitive_hit *hit)
{
    pick_sink *sink = probe->sink;
    const uint32_t flags = probe->volume->submesh.flags;
    const double t = query_time(probe, hit->t);
    const pick_meeting meeting = {hit->backface, hit->inside, hit->at[0], hit->at[1]};
    if (!pick_sink_wants(sink, t, hit->backface, hit->part, flags) || pick_sink_has_met(sink, t, hit->part, &meeting))
        return;
    const bool has_normal = !hit->inside && pick_vec3_is_finite(hit->normal);
    const pick_primitive_side side = {has_normal ? pick_vec3_normalize(hit->normal) : pick_vec3_make(0, 0, 0),
                                      hit->through > 0 ? hit->through : 0};
    pick_candidate elsewhere;
    pick_candidate *place = pick_sink_place(sink, flags, &elsewhere);
    *place = (pick_candidate){.t = t,
                              .triangle = hit->part,
                              .u = hit->at[0],
                              .v = hit->at[1],
                              .backface = hit->backface,
                              .inside = hit->inside};
    pick_sink_sign(sink, place);
    memcpy(place->vertex, &side, sizeof side);
    pick_sink_take(sink, place, flags);
}

double pick_ray_report(pick_ray_probe *probe, const pick_primitive_hit *hit)
{
    if (probe == NULL)
        return -HUGE_VAL;
    if (hit != NULL && hit->t >= probe->ray.t_min && hit->t <= probe->ray.t_max) // NaN is neither
        offer_report(probe, hit);
    const double last = fmin(probe->sink->t_max, probe->exit);
    return last < probe->low ? -HUGE_VAL : callback_reach(last, probe->shift);
}
