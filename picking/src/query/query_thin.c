// query_thin.c: rays against points, lines and curves.
#include "query/query_thin.h"
#include "base/compiler.h"
#include "query/query_volume.h"

#include <math.h>

typedef struct thin_ray {
    pick_even_walk walk; // first, so that a pointer to this is one to it
    const pick_thin *thin;
    const pick_local_ray *ray;
    pick_sink *sink;
    // Of boxes: the ray from the point of its line that is nearest to the origin, at `shift` of the query.
    double origin[3], inverse[3], pad[3], shift;
    double first; // the start of the range, as a key
    // Of segments: the direction, of length 1; the radius and what the exact test may be wrong by; what rounds.
    pick_vec3 unit;
    double reach, size;
} thin_ray;

// --- Segments -------------------------------------------------------------------------------------------------------

// Whether the line passes a segment for certain: a ball around it, or at the distance of two lines. It is several times
// as fast as the exact test, which most segments of the leaves near a ray do not need.
static bool passes_by(const thin_ray *search, pick_vec3 a, pick_vec3 b)
{
    const pick_vec3 from = pick_vec3_sub(a, pick_vector_of(search->origin));
    pick_vec3 across = pick_vec3_cross(from, search->unit);
    if (search->thin->are_points)
        return pick_vec3_dot(across, across) > search->reach * search->reach;
    const pick_vec3 segment = pick_vec3_sub(b, a);
    const double length = pick_vec3_length(segment), around = search->reach + 0.5 * (1 + 0x1p-40) * length;
    across = pick_vec3_cross(pick_vec3_add(from, pick_vec3_scale(segment, 0.5)), search->unit);
    if (pick_vec3_dot(across, across) > around * around)
        return true;
    const pick_vec3 both = pick_vec3_cross(search->unit, segment); // its length is that of the segment times a sine
    return fabs(pick_vec3_dot(from, both)) > search->reach * pick_vec3_length(both) + 0x1p-40 * search->size * length;
}

static void offer_segment(thin_ray *search, uint32_t segment, pick_vec3 a, pick_vec3 b)
{
    const pick_thin *thin = search->thin;
    pick_sink *sink = search->sink;
    if (sink->stats != NULL)
        ++sink->stats->triangles;
    const pick_volume_part body = pick_thin_body(thin, 0, a, b);
    const uint32_t flags = thin->submesh.flags;
    pick_part_span span;
    if (!pick_find_span(&body, search->ray, &span))
        return;
    const bool inside = span.enter < sink->t_min && span.exit >= sink->t_min;
    const double t = inside ? sink->t_min : span.enter;
    const uint32_t part = pick_thin_part(thin, segment);
    if (!pick_sink_wants(sink, t, false, part, flags))
        return;
    const double from = t - search->ray->shift;
    const pick_vec3 at = pick_vec3_add(pick_vector_of(search->ray->origin),
                                       pick_vec3_scale(pick_vector_of(search->ray->direction), from));
    const double along = pick_thin_along(thin, part, segment, pick_thin_nearest_along(a, b, at));
    // Segments of one piece meet at equal t: the first one has the place.
    if (pick_sink_has_met(sink, t, part, &(pick_meeting){.inside = inside, .u = along}))
        return;
    pick_candidate elsewhere;
    pick_candidate *place = pick_sink_place(sink, flags, &elsewhere);
    *place = (pick_candidate){.t = t, .triangle = part, .u = along, .inside = inside};
    pick_sink_sign(sink, place);
    pick_sink_take(sink, place, flags);
}

// --- Boxes ----------------------------------------------------------------------------------------------------------

static void ray_keys(pick_even_walk *walk, const pick_even_node *node, double key, double out[PICK_EVEN_WIDTH])
{
    const thin_ray *search = (const thin_ray *)(const void *)walk;
    double enter[PICK_EVEN_WIDTH], leave[PICK_EVEN_WIDTH];
    (void)key;
    for (int c = 0; c < PICK_EVEN_WIDTH; c++) {
        enter[c] = search->first;
        leave[c] = HUGE_VAL;
    }
    for (int k = 0; k < 3; k++) {
        const bool backward = search->inverse[k] < 0;
        const float *from = node->bounds[2 * k + backward];
        const float *to = node->bounds[2 * k + 1 - backward];
        const double o = search->origin[k], inverse = search->inverse[k];
        const double pad = backward ? -search->pad[k] : search->pad[k];
        for (int c = 0; c < PICK_EVEN_WIDTH; c++) { // NaN: in the plane of a side, which rejects nothing
            const double first = ((double)from[c] - pad - o) * inverse;
            const double last = ((double)to[c] + pad - o) * inverse;
            enter[c] = first > enter[c] ? first : enter[c];
            leave[c] = last < leave[c] ? last : leave[c];
        }
    }
    for (int c = 0; c < PICK_EVEN_WIDTH; c++)
        out[c] = pick_even_down(enter[c]) > pick_even_up(leave[c]) ? HUGE_VAL : pick_even_down(enter[c]);
}

// The end of the range, as a key.
static double last_key(const thin_ray *search)
{
    const double t = search->sink->t_max;
    return pick_even_up(t - search->shift) + 0x1p-50 * (fabs(t) + fabs(search->shift));
}

static bool ray_item(pick_even_walk *walk, uint32_t item, double key)
{
    thin_ray *search = (thin_ray *)(void *)walk;
    pick_vec3 a, b;
    (void)key;
    if (!pick_thin_segment(search->thin, item, &a, &b) || passes_by(search, a, b))
        return false;
    offer_segment(search, item, a, b);
    walk->limit = last_key(search);
    return false;
}

// False: nothing is so far away.
static bool begin_thin_ray(thin_ray *search, const pick_thin *thin, const pick_local_ray *ray, pick_sink *sink)
{
    const pick_vec3 o = pick_nearest_on_line(ray, &search->shift);
    const double origin[3] = {o.x, o.y, o.z};
    const double far = pick_largest(o.x, o.y, o.z);
    if (pick_thin_is_bare(thin) || !(far < PICK_VOLUME_REACH))
        return false;
    const pick_box3f box = pick_even_bounds(&thin->tree);
    search->thin = thin;
    search->ray = ray;
    search->sink = sink;
    search->size = 0;
    search->walk = pick_thin_plan_walk(thin, ray_keys, ray_item);
    search->first = sink->t_min - search->shift - 0x1p-50 * (fabs(sink->t_min) + fabs(search->shift));
    for (int k = 0; k < 3; k++) {
        search->origin[k] = origin[k];
        search->inverse[k] = 1 / ray->direction[k];
        // What the exact test may be wrong by: roundings of the origin, of the ends and of the radius.
        const double large = pick_most(fabs((double)box.lo[k]), fabs((double)box.hi[k]));
        search->pad[k] = 0x1p-40 * (far + pick_least(large, (double)FLT_MAX));
        search->size = pick_most(search->size, far + large);
    }
    const double longest = pick_largest(ray->direction[0], ray->direction[1], ray->direction[2]);
    search->unit = pick_vec3_normalize(pick_vec3_scale(pick_vector_of(ray->direction), 1 / longest));
    search->reach = (1 + 0x1p-40) * thin->radius + 0x1p-38 * search->size;
    search->walk.limit = last_key(search);
    return true;
}

void pick_thin_walk(const pick_thin *thin, const pick_local_ray *ray, pick_sink *sink)
{
    thin_ray search;
    if (!begin_thin_ray(&search, thin, ray, sink))
        return;
    (void)pick_even_visit(&thin->tree, &search.walk, -HUGE_VAL);
    if (sink->stats != NULL)
        sink->stats->nodes += search.walk.nodes;
}

void pick_thin_walk_brute_force(const pick_thin *thin, const pick_local_ray *ray, pick_sink *sink)
{
    thin_ray search;
    if (!begin_thin_ray(&search, thin, ray, sink))
        return;
    pick_vec3 a, b;
    for (uint32_t i = 0; i < thin->tree.item_count; i++) {
        if (pick_thin_segment(thin, i, &a, &b))
            offer_segment(&search, i, a, b);
    }
}

void pick_shapes_walk(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink)
{
    if (pick_mesh_is_volume(mesh))
        pick_volume_walk(pick_volume_of(mesh), ray, sink);
    else if (pick_mesh_is_scene(mesh))
        sink->walk_nested(pick_scene_of(mesh), ray, sink, false);
    else
        pick_thin_walk(pick_thin_of(mesh), ray, sink);
}
