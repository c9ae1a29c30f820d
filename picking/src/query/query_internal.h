// query_internal.h: functions of the ray queries that other queries use. Private.
#ifndef PICKING_SRC_QUERY_INTERNAL_H
#define PICKING_SRC_QUERY_INTERNAL_H

#include "picking/query.h"
#include "query/query_sink.h"
#include "scene/object_space.h"

static inline bool pick_is_cull(pick_cull cull)
{
    return (unsigned)cull <= PICK_CULL_FRONT;
}

// The query, or the default one for NULL. NULL: the query is invalid.
static inline const pick_query *pick_usable_query(const pick_query *query)
{
    static const pick_query fallback = {.cull = PICK_CULL_MATERIAL};
    if (query == NULL)
        return &fallback;
    return pick_is_cull(query->cull) ? query : NULL;
}

// What nested scenes are asked: the query without its object filter, in `without` if it has one.
static inline const pick_query *pick_query_within(const pick_query *query, pick_query *without)
{
    if (query->object_filter == NULL)
        return query;
    *without = *query;
    without->object_filter = NULL;
    return without;
}

// Whether candidates of submeshes with these flags must pass pick_query_accepts.
static inline bool pick_query_asks(const pick_query *query, uint32_t submesh_flags)
{
    return query->hidden_kinds != 0 ||
           (query->filter != NULL && (query->filter_all || (submesh_flags & PICK_SUBMESH_ALPHA_TEST) != 0));
}

static inline bool pick_query_hides(const pick_query *query, uint32_t submesh_flags)
{
    const uint32_t kinds = submesh_flags & PICK_SUBMESH_KINDS;
    return kinds != 0 && (kinds & ~query->hidden_kinds) == 0;
}

// The object of a hit, of a nested scene where it has a path.
static inline const pick_object *pick_hit_innermost(const pick_scene *scene, const pick_hit *hit)
{
    const pick_object *object = pick_object_at(scene, hit->object.index1 - 1);
    for (uint32_t i = 0; i < hit->path_count; i++)
        object = pick_object_at(pick_scene_of(object->mesh), hit->path[i].index1 - 1);
    return object;
}

// The order of two ways within one object, by slots: negative, 0 where they are the same, or positive. An object that
// is a scene is not met itself, so no way is the beginning of another, and both have `count` levels if they are the
// same.
static inline int pick_path_order(const pick_object_id *a, const pick_object_id *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (a[i].index1 != b[i].index1)
            return a[i].index1 < b[i].index1 ? -1 : 1;
    }
    return 0;
}

// Whether a candidate described by pick_hit_describe passes the kinds and the filter.
static inline bool pick_query_accepts(const pick_query *query, const pick_scene *scene, const pick_hit *candidate)
{
    const pick_mesh *mesh = pick_hit_innermost(scene, candidate)->mesh;
    const uint32_t flags = mesh->submeshes[candidate->submesh].flags;
    if (pick_query_hides(query, flags))
        return false;
    return query->filter == NULL || (!query->filter_all && (flags & PICK_SUBMESH_ALPHA_TEST) == 0) ||
           query->filter(query->filter_user, candidate);
}

// Whether the object's layers and flags match the query.
static inline bool pick_object_is_seen(const pick_scene *scene, uint32_t slot, const pick_query *query)
{
    const pick_object *object = pick_object_at(scene, slot);
    const bool passed = (object->flags & PICK_OBJECT_LOCKED) != 0 &&
                        ((object->flags & PICK_OBJECT_CLICK_THROUGH) != 0 || query->pass_locked);
    return (object->layers & ~query->hidden_layers) != 0 && !passed &&
           (query->object_filter == NULL ||
            query->object_filter(query->object_filter_user, (pick_object_id){slot + 1, object->generation},
                                 object->user));
}

// pick_any without the triangles that pass through one of two points (NULL: with all).
bool pick_any_except_at(const pick_scene *scene, const pick_ray *ray, const pick_query *query, const pick_vec3 ends[2],
                        bool brute_force);

// Calls `found` with the nearest hit of each object along the ray, in any order. The hit's point and normals are not
// filled in yet: call pick_hit_complete.
void pick_each_object(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                      void (*found)(void *user, const pick_hit *hit), void *user, bool brute_force);
void pick_hit_complete(const pick_scene *scene, const pick_ray *ray, pick_hit *hit);

// Fills in the fields of a hit that a filter may read.
void pick_hit_describe(const pick_scene *scene, const pick_candidate *candidate, pick_hit *hit);

#endif
