// query_sink.h: what every walk, fast or brute force, hands its exact hits to. Private.
//
// The sink decides whether a hit counts (range, culling, alpha filter) and whether it is better than what there is. So
// a hierarchy and its brute-force twin can differ in one thing only: which triangles they offer.
#ifndef PICKING_SRC_QUERY_SINK_H
#define PICKING_SRC_QUERY_SINK_H

#include "math/triangle.h"
#include "picking/mesh.h"

typedef struct pick_candidate {
    double t; // of the query's ray
    uint32_t slot;
    uint32_t triangle; // source number
    double u, v;
    float vertex[3][3];
    bool backface;
} pick_candidate;

typedef struct pick_sink pick_sink;

struct pick_sink {
    double t_min, t_max; // t_max shrinks to the best hit when only the closest is wanted
    pick_cull cull;
    uint32_t slot; // the object being walked
    // Alpha-tested candidates only; NULL: they are solid.
    bool (*accept)(const pick_sink *sink, const pick_candidate *candidate);
    // NULL: the closest hit is kept in `best`. Else called for every hit.
    void (*emit)(pick_sink *sink, const pick_candidate *candidate);
    void *user;
    pick_stats *stats;
    bool found;
    pick_candidate best;
};

// The ray in the space of a mesh. t of the query = shift + t along this ray.
typedef struct pick_local_ray {
    double origin[4], direction[4]; // three are used
    double shift;
} pick_local_ray;

// False when the ray cannot be cast: not finite, or without direction.
static inline bool pick_local_ray_init(pick_local_ray *local, pick_vec3 origin, pick_vec3 direction, double shift)
{
    *local = (pick_local_ray){{origin.x, origin.y, origin.z}, {direction.x, direction.y, direction.z}, shift};
    return isfinite(origin.x) && isfinite(origin.y) && isfinite(origin.z) && isfinite(direction.x) &&
           isfinite(direction.y) && isfinite(direction.z) &&
           !(direction.x == 0 && direction.y == 0 && direction.z == 0);
}

// Made ready for triangles. Its range is unbounded: the sink checks t, after the shift.
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

// Without hits so far. The rest is set by the query; `best`, which is large, by the first hit.
static inline void pick_sink_init(pick_sink *sink, void (*emit)(pick_sink *sink, const pick_candidate *candidate))
{
    sink->slot = 0;
    sink->emit = emit;
    sink->found = false;
}

// Whether a hit counts and is better than what there is, alpha filters aside. `t` is that of the query's ray.
static inline bool pick_sink_wants(const pick_sink *sink, double t, bool backface, uint32_t triangle, uint32_t flags)
{
    if (!(t >= sink->t_min && t <= sink->t_max) || pick_sink_culls(sink->cull, backface, flags)) {
        return false;
    }
    const pick_candidate *best = &sink->best;
    return !(sink->found && t == best->t &&
             (sink->slot > best->slot || (sink->slot == best->slot && triangle > best->triangle)));
}

// Where to write a wanted candidate: straight to its place when neither a filter nor `emit` sees it first.
static inline pick_candidate *pick_sink_place(pick_sink *sink, uint32_t flags, pick_candidate *elsewhere)
{
    const bool asked = (flags & PICK_SUBMESH_ALPHA_TEST) != 0 && sink->accept != NULL;
    return sink->emit == NULL && !asked ? &sink->best : elsewhere;
}

// Takes a wanted candidate that was written where pick_sink_place said.
static inline void pick_sink_take(pick_sink *sink, const pick_candidate *candidate, uint32_t flags)
{
    if (candidate != &sink->best) {
        if ((flags & PICK_SUBMESH_ALPHA_TEST) != 0 && sink->accept != NULL && !sink->accept(sink, candidate)) {
            return;
        }
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
        !pick_sink_wants(sink, t + shift, backface, triangle, flags)) {
        return;
    }
    pick_candidate elsewhere;
    pick_candidate *candidate = pick_sink_place(sink, flags, &elsewhere);
    *candidate = (pick_candidate){
        .t = t + shift, .slot = sink->slot, .triangle = triangle, .u = u, .v = v, .backface = backface};
    for (int i = 0; i < 9; ++i) {
        candidate->vertex[i / 3][i % 3] = vertex[i / 3][i % 3];
    }
    pick_sink_take(sink, candidate, flags);
}

#endif
