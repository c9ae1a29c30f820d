// query_sink.h: receives the exact hits of every traversal, fast or brute force. Private.
//
// The sink decides whether a hit counts (range, culling, alpha filter) and whether it is better than the current one.
// So a hierarchy and its brute-force twin can differ only in the triangles that they offer.
#ifndef PICKING_SRC_QUERY_SINK_H
#define PICKING_SRC_QUERY_SINK_H

#include "base/compiler.h"
#include "math/triangle.h"
#include "picking/scene.h"

typedef struct pick_candidate {
    double t;          // of the query's ray
    uint32_t slot;     // of the scene that is asked
    uint32_t depth;    // of a nested scene: the length of `path`, beside `slot` so that both are copied at once
    uint32_t triangle; // source number
    double u, v;
    float vertex[3][3]; // unused by volumes; of a primitive a pick_primitive_side
    bool backface;
    bool inside; // a volume
    // Of a nested scene: the slots of the objects within that of `slot`, from the outside in.
    uint32_t path[PICK_NESTED_LEVELS];
} pick_candidate;

typedef struct pick_sink pick_sink;
struct pick_local_ray;

struct pick_sink {
    double t_min, t_max; // t_max shrinks to the best hit if only the closest one is requested
    pick_cull cull;
    uint32_t slot;                     // the current object, in its scene
    uint32_t depth;                    // of nested scenes around it
    uint32_t path[PICK_NESTED_LEVELS]; // the slots of the objects that are these, from the outside in
    const struct pick_query *query;    // what nested scenes are asked
    // pick_nested_walk; a pointer, because that calls the traversals which call it. Unset where no object is a scene.
    void (*walk_nested)(const pick_scene *nested, const struct pick_local_ray *ray, pick_sink *sink, bool brute_force);
    // Filters alpha-tested candidates only, or all; NULL: they are solid.
    bool (*accept)(const pick_sink *sink, const pick_candidate *candidate);
    bool accept_all;
    // Called for every hit. NULL: keeps the closest hit in `best`.
    void (*emit)(pick_sink *sink, const pick_candidate *candidate);
    void *user;
    pick_stats *stats;
    bool found;
    pick_candidate best;
};

// The ray in the space of a mesh. t of the query = shift + t along this ray.
typedef struct pick_local_ray {
    double origin[4], direction[4]; // the fourth is unused
    double shift;
} pick_local_ray;

// False: the ray cannot be cast, because it is not finite or has no direction.
static inline bool pick_local_ray_init(pick_local_ray *local, pick_vec3 origin, pick_vec3 direction, double shift)
{
    *local = (pick_local_ray){{origin.x, origin.y, origin.z}, {direction.x, direction.y, direction.z}, shift};
    return isfinite(origin.x) && isfinite(origin.y) && isfinite(origin.z) && isfinite(direction.x) &&
           isfinite(direction.y) && isfinite(direction.z) &&
           !(direction.x == 0 && direction.y == 0 && direction.z == 0);
}

// Prepares the ray for triangles. Its range is unbounded: the sink checks t after the shift.
static inline pick_triangle_ray pick_local_ray_exact(const pick_local_ray *local)
{
    const pick_ray ray = {{local->origin[0], local->origin[1], local->origin[2]},
                          {local->direction[0], local->direction[1], local->direction[2]},
                          -HUGE_VAL,
                          HUGE_VAL};
    return pick_triangle_ray_init(&ray);
}

static inline bool pick_sink_culls(pick_cull cull, bool backface, uint32_t flags)
{
    switch (cull) {
    case PICK_CULL_MATERIAL:
        return backface && (flags & PICK_SUBMESH_DOUBLE_SIDED) == 0;
    case PICK_CULL_BACK:
        return backface;
    case PICK_CULL_FRONT:
        return !backface;
    case PICK_CULL_NONE:
        break;
    }
    return false;
}

// Initialises the sink without a hit. The query sets the rest; the first hit sets `best`, which is large.
static inline void pick_sink_init(pick_sink *sink, void (*emit)(pick_sink *sink, const pick_candidate *candidate))
{
    sink->slot = 0;
    sink->depth = 0;
    sink->emit = emit;
    sink->found = false;
}

// Whether the current object is that of a candidate.
bool pick_sink_is_at(const pick_sink *sink, const pick_candidate *candidate);
// Whether the current object, and there a triangle, come later in the order of paths.
bool pick_sink_path_is_later(const pick_sink *sink, const pick_candidate *candidate, uint32_t triangle);
void pick_sink_write_path(const pick_sink *sink, pick_candidate *candidate);

// Whether a triangle of the current object loses to a candidate at the same t.
static inline bool pick_sink_is_later(const pick_sink *sink, const pick_candidate *candidate, uint32_t triangle)
{
    if (sink->depth != 0 || candidate->depth != 0)
        return pick_sink_path_is_later(sink, candidate, triangle);
    return sink->slot > candidate->slot || (sink->slot == candidate->slot && triangle > candidate->triangle);
}

// Writes which object a candidate is of.
static inline void pick_sink_sign(const pick_sink *sink, pick_candidate *candidate)
{
    candidate->slot = sink->slot;
    candidate->depth = sink->depth;
    if (PICK_RARELY(sink->depth != 0))
        pick_sink_write_path(sink, candidate);
}

// What tells hits of one part apart at one t.
typedef struct pick_meeting {
    bool backface, inside;
    double u, v;
} pick_meeting;

// Negative: `a` comes first. Those of front faces do, then those of rays that start outside, then the lower u, then the
// lower v.
static inline int pick_meeting_order(const pick_meeting *a, const pick_meeting *b)
{
    if (a->backface != b->backface)
        return a->backface ? 1 : -1;
    if (a->inside != b->inside)
        return a->inside ? 1 : -1;
    if (a->u != b->u)
        return a->u < b->u ? -1 : 1;
    return (a->v > b->v) - (a->v < b->v);
}

static inline pick_meeting pick_candidate_meeting(const pick_candidate *candidate)
{
    return (pick_meeting){candidate->backface, candidate->inside, candidate->u, candidate->v};
}

// Whether a hit that pick_sink_wants does not come before the best one, which is of the same part, at the same t. A
// triangle is met once; parts of volumes, segments and primitives may be met several times.
static inline bool pick_sink_has_met(const pick_sink *sink, double t, uint32_t part, const pick_meeting *meeting)
{
    const pick_candidate *best = &sink->best;
    if (!sink->found || t != best->t || part != best->triangle || !pick_sink_is_at(sink, best))
        return false;
    const pick_meeting met = pick_candidate_meeting(best);
    return pick_meeting_order(meeting, &met) >= 0;
}

// Whether a hit counts and is better than the current one, alpha filters aside. `t` is along the query's ray.
static inline bool pick_sink_wants(const pick_sink *sink, double t, bool backface, uint32_t triangle, uint32_t flags)
{
    if (!(t >= sink->t_min && t <= sink->t_max) || pick_sink_culls(sink->cull, backface, flags))
        return false;
    const pick_candidate *best = &sink->best;
    return !(sink->found && t == best->t && pick_sink_is_later(sink, best, triangle));
}

static inline bool pick_sink_asks(const pick_sink *sink, uint32_t flags)
{
    return sink->accept != NULL && ((flags & PICK_SUBMESH_ALPHA_TEST) != 0 || sink->accept_all);
}

// Where to write a candidate: directly to `best` if neither a filter nor `emit` reads it first.
static inline pick_candidate *pick_sink_place(pick_sink *sink, uint32_t flags, pick_candidate *elsewhere)
{
    return sink->emit == NULL && !pick_sink_asks(sink, flags) ? &sink->best : elsewhere;
}

// Takes a candidate that was written to pick_sink_place.
static inline void pick_sink_take(pick_sink *sink, const pick_candidate *candidate, uint32_t flags)
{
    if (candidate != &sink->best) {
        if (pick_sink_asks(sink, flags) && !sink->accept(sink, candidate))
            return;
        if (sink->emit != NULL) {
            sink->emit(sink, candidate);
            return;
        }
        sink->best = *candidate;
    }
    sink->found = true;
    sink->t_max = candidate->t;
}

// Tests one triangle exactly; its submesh has `flags`.
static inline void pick_sink_offer(pick_sink *sink, const pick_triangle_ray *ray, double shift, uint32_t triangle,
                                   uint32_t flags, const float vertex[3][3])
{
    double t, u, v;
    bool backface;
    if (!pick_triangle_intersect(ray, vertex, &t, &u, &v, &backface) ||
        !pick_sink_wants(sink, t + shift, backface, triangle, flags))
        return;
    pick_candidate elsewhere;
    pick_candidate *candidate = pick_sink_place(sink, flags, &elsewhere);
    *candidate = (pick_candidate){.t = t + shift, .triangle = triangle, .u = u, .v = v, .backface = backface};
    pick_sink_sign(sink, candidate);
    for (int i = 0; i < 9; i++)
        candidate->vertex[i / 3][i % 3] = vertex[i / 3][i % 3];
    pick_sink_take(sink, candidate, flags);
}

#endif
