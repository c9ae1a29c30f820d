// thin_hull.c: segments of points and curves as convex sets.
#include "base/compiler.h"
#include "sweep/sweep_internal.h"

bool pick_thin_hull_init(pick_thin_hull *out, const pick_object *object, pick_vec3 from, uint32_t segment)
{
    const pick_thin *thin = pick_thin_of(object->mesh);
    const pick_vec3 offset = pick_object_offset(object, from);
    pick_vec3 a, b;
    if (!pick_thin_segment(thin, segment, &a, &b))
        return false;
    out->ends[0] = pick_vec3_add(pick_object_turn(object, a.x, a.y, a.z), offset);
    out->ends[1] = pick_vec3_add(pick_object_turn(object, b.x, b.y, b.z), offset);
    pick_aabb bounds;
    if (pick_thin_is_bare(thin)) {
        // The difference of the ends, turned, is as precise as the segment, wherever it lies.
        const pick_vec3 way = pick_object_turn(object, b.x - a.x, b.y - a.y, b.z - a.z);
        out->hull = pick_hull_of_points(out->ends, thin->are_points ? 1 : 2, pick_vec3_make(0, 0, 0));
        out->hull.size = pick_largest(way.x, way.y, way.z);
        bounds = (pick_aabb){out->ends[0], out->ends[0]};
        const pick_aabb end = {out->ends[1], out->ends[1]};
        bounds = pick_aabb_union(&bounds, &end);
    } else {
        out->part = pick_thin_body(thin, pick_thin_part(thin, segment), a, b);
        out->body = pick_body_make(&out->part, object->linear, offset);
        out->hull = pick_hull_of_body(&out->body, &bounds);
    }
    out->place = pick_place_of(&bounds);
    return true;
}
