// clearance.c: how far two objects are apart.
#include "base/compiler.h"
#include "sweep/pairs.h"
#include "sweep/sweep_internal.h"

typedef struct clearance_search {
    pick_pairs pairs; // first, so that a pointer to this is one to it
    bool found;
    pick_clearance best;
    uint32_t best_order[2]; // pick_pair_item.order
} clearance_search;

static double clearance_key(const pick_pairs *pairs, const pick_place *a, const pick_place *b)
{
    (void)pairs;
    const pick_place between = {
        .center = {b->center[0] - a->center[0], b->center[1] - a->center[1], b->center[2] - a->center[2]},
        .extent = {a->extent[0] + b->extent[0], a->extent[1] + b->extent[1], a->extent[2] + b->extent[2]},
        .error = a->error + b->error};
    return pick_place_distance(&between);
}

// What overlaps cannot be nearer.
static double clearance_limit(const pick_pairs *pairs)
{
    const clearance_search *search = (const clearance_search *)(const void *)pairs;
    if (!search->found)
        return HUGE_VAL;
    return search->best.distance > 0 ? search->best.distance : -1;
}

static void measure_pair(pick_pairs *pairs, const pick_pair_item *a, const pick_pair_item *b)
{
    clearance_search *search = (clearance_search *)(void *)pairs;
    const pick_clearance *best = &search->best;
    if (pairs->query->stats != NULL)
        ++pairs->query->stats->triangles;
    const pick_gap gap = pick_gap_between(&a->hull, &b->hull);
    const bool first =
        a->order < search->best_order[0] || (a->order == search->best_order[0] && b->order < search->best_order[1]);
    if (search->found && !(gap.distance < best->distance || (gap.distance == best->distance && first)))
        return;
    pick_clearance now = {.distance = gap.distance, .triangle = {a->number, b->number}};
    now.point[0] = pick_pair_point(pairs, 0, a, gap.point[0], now.barycentric[0]);
    now.point[1] = pick_pair_point(pairs, 1, b, gap.point[1], now.barycentric[1]);
    search->best = now;
    search->best_order[0] = a->order;
    search->best_order[1] = b->order;
    search->found = true;
}

static bool clearance_between(const pick_scene *scene, pick_object_id a, pick_object_id b, const pick_query *query,
                              pick_clearance *out, bool brute_force)
{
    query = pick_usable_query(query);
    if (scene == NULL || query == NULL || out == NULL)
        return false;
    clearance_search search = {.pairs = {.scene = scene,
                                         .query = query,
                                         .slot = {pick_scene_slot(scene, a), pick_scene_slot(scene, b)},
                                         .brute_force = brute_force,
                                         .key = clearance_key,
                                         .limit = clearance_limit,
                                         .visit = measure_pair}};
    for (int i = 0; i < 2; i++) {
        if (search.pairs.slot[i] == PICK_REF_NONE)
            return false;
        const pick_object *object = pick_object_at(scene, search.pairs.slot[i]);
        if (object->inverse_determinant == 0 || object->mesh->root == PICK_REF_NONE || pick_mesh_is_scene(object->mesh))
            return false; // flat, empty, or of many objects
    }
    const pick_object *first = pick_object_at(scene, search.pairs.slot[0]);
    search.pairs.from = pick_vec3_make(first->origin[0] + first->center[0], first->origin[1] + first->center[1],
                                       first->origin[2] + first->center[2]);
    pick_pairs_walk(&search.pairs);
    for (int i = 0; i < 2; i++)
        search.best.from_bounds[i] = pick_sweep_takes_bounds(pick_object_at(scene, search.pairs.slot[i])->mesh);
    if (search.found)
        *out = search.best;
    return search.found;
}

bool pick_object_clearance(const pick_scene *scene, pick_object_id a, pick_object_id b, const pick_query *query,
                           pick_clearance *out)
{
    return clearance_between(scene, a, b, query, out, false);
}

bool pick_object_clearance_brute_force(const pick_scene *scene, pick_object_id a, pick_object_id b,
                                       const pick_query *query, pick_clearance *out)
{
    return clearance_between(scene, a, b, query, out, true);
}
