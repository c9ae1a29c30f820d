// query_cap.h: caps, which close what the section of a view cuts open. Private.
#ifndef PICKING_SRC_QUERY_CAP_H
#define PICKING_SRC_QUERY_CAP_H

#include "query/query_internal.h"

// pick_hit_describe; a pointer, because its file calls this one.
typedef void (*pick_cap_describe)(const pick_scene *scene, const pick_candidate *candidate, pick_hit *hit);

// Where rays meet caps.
typedef struct pick_cap_search {
    const pick_scene *scene;
    const pick_query *query; // that of the caller
    pick_query plain;        // the same without caps
    pick_ray ray;            // what the section keeps of the caller's
    bool enters;             // it starts where it enters what is kept: there caps are
    uint32_t plane;          // by which
    bool brute_force;
    pick_cap_describe describe;
} pick_cap_search;

typedef void (*pick_cap_found)(void *user, const pick_hit *cap);

// Begins a search along a ray. `query` is usable and has caps. False: the section keeps nothing of the ray.
bool pick_cap_begin(pick_cap_search *search, const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                    pick_cap_describe describe, bool brute_force);
// Calls `found` with each cap, object by object; they are complete.
void pick_cap_each(const pick_cap_search *search, pick_cap_found found, void *user);
// The same of one object, which is alive, whatever its flags and layers; of a nested scene those within.
void pick_cap_each_of(const pick_cap_search *search, uint32_t slot, pick_cap_found found, void *user);
// The order of caps of one ray, which are at the same t.
bool pick_cap_comes_before(const pick_hit *a, const pick_hit *b);
// The first cap.
bool pick_cap_first(const pick_cap_search *search, pick_hit *cap);
// Whether an object has one.
bool pick_cap_has(const pick_cap_search *search, uint32_t slot);
// Whether a cap lies on the ray that has neither end on its plane, within rounding.
bool pick_cap_blocks(const pick_cap_search *search, const pick_vec3 ends[2]);

#endif
