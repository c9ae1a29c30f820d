// clearance.c: how far two objects are apart.
#include "base/compiler.h"
#include "query/query_stand_in.h"
#include "scene/nested_waiting.h"
#include "sweep/pairs.h"
#include "sweep/sweep_internal.h"

enum { CLEARANCE_STACK = 336 };

// Pairs of what is in two scenes, or in a scene and an object, that still wait, in walks within each other: each uses
// what those around it leave.
typedef struct clearance_waiting {
    uint32_t count;
    struct {
        uint32_t ref[2];
        float key; // or less
    } entries[CLEARANCE_STACK];
} clearance_waiting;

typedef struct clearance_search {
    pick_pairs pairs; // first, so that a pointer to this is one to it
    const pick_scene *scene;
    uint32_t slot[2];
    pick_stand_in within[2]; // where the object of the slot is a scene
    clearance_waiting *waiting;
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

// Whether the pair comes before the best, which is as near: by the path and the number on the side of `a`, then of `b`.
static bool pair_comes_first(const clearance_search *search, const pick_clearance *now, const uint32_t order[2])
{
    const pick_clearance *best = &search->best;
    for (int side = 0; side < 2; side++) {
        const int way = pick_path_order(now->path[side], best->path[side], now->path_count[side]);
        if (way != 0)
            return way < 0;
        if (order[side] != search->best_order[side])
            return order[side] < search->best_order[side];
    }
    return false;
}

static void measure_pair(pick_pairs *pairs, const pick_pair_item *a, const pick_pair_item *b)
{
    clearance_search *search = (clearance_search *)(void *)pairs;
    const uint32_t order[2] = {a->order, b->order};
    if (pairs->query->stats != NULL)
        ++pairs->query->stats->triangles;
    const pick_gap gap = pick_gap_between(&a->hull, &b->hull);
    if (search->found && gap.distance > search->best.distance)
        return;
    pick_clearance now = {.distance = gap.distance, .triangle = {a->number, b->number}};
    for (int side = 0; side < 2; side++) {
        const pick_stand_in *within = &search->within[side];
        if (within->object != NULL)
            now.path_count[side] = pick_stand_in_path(within, search->scene, search->slot[side], now.path[side]);
    }
    if (search->found && gap.distance == search->best.distance && !pair_comes_first(search, &now, order))
        return;
    for (int side = 0; side < 2; side++) {
        const pick_stand_in *within = &search->within[side];
        now.point[side] = pick_pair_point(pairs, side, side == 0 ? a : b, gap.point[side], now.barycentric[side]);
        if (within->object != NULL)
            now.point[side] = pick_stand_in_point(within, search->scene, search->slot[side], now.point[side]);
        now.from_bounds[side] = pick_sweep_takes_bounds(pairs->object[side]->mesh);
        search->best_order[side] = order[side];
    }
    search->best = now;
    search->found = true;
}

// --- Nested scenes --------------------------------------------------------------------------------------------------

// What waits on a side: a node or an object of a nested scene's tree, all of it, or an object that is no scene.
#define ALL_ROOTS 0x7fffffffu
#define LONE_OBJECT PICK_REF_NONE

typedef struct clearance_side {
    const pick_object *around; // the object; one that is a scene is replaced by what is in it
    bool is_scene;
    pick_place place; // of one that is no scene
} clearance_side;

static void measure_objects(clearance_search *search, const pick_object *const object[2]);

static const pick_tree *tree_of_side(const clearance_side *side)
{
    return &pick_scene_of(side->around->mesh)->tree;
}

static pick_place place_in_world(const pick_object *object, pick_vec3 from)
{
    const pick_aabb box = pick_object_world_box(object, true);
    pick_place place = pick_place_of(&box);
    place.center[0] -= from.x;
    place.center[1] -= from.y;
    place.center[2] -= from.z;
    place.error += 0x1p-48 * pick_largest(from.x, from.y, from.z);
    return place;
}

// The box around what waits.
static pick_place place_of_waiting(const clearance_search *search, const clearance_side *side, uint32_t ref)
{
    if (!side->is_scene)
        return side->place;
    const pick_scene *nested = pick_scene_of(side->around->mesh);
    pick_box3f box;
    if (ref == ALL_ROOTS)
        box = nested->tree.bounds;
    else if (pick_ref_is_node(ref))
        box = pick_bvh_node_bounds(&pick_node_at(&nested->tree.pool, ref)->node);
    else
        box = pick_tree_object_box(nested, &nested->tree, ref & ~PICK_REF_LEAF);
    return pick_place_in_nested(side->around, search->pairs.from, &box);
}

static double size_of_waiting(const pick_place *place)
{
    return place->extent[0] + place->extent[1] + place->extent[2];
}

static void push_waiting(clearance_search *search, uint32_t bottom, const uint32_t ref[2], const pick_place place[2])
{
    clearance_waiting *waiting = search->waiting;
    const float key = pick_nested_key(clearance_key(&search->pairs, &place[0], &place[1]));
    if (!((double)key <= clearance_limit(&search->pairs)))
        return;
    uint32_t at = waiting->count++;
    PICK_ASSERT(at < CLEARANCE_STACK);
    for (; at > bottom && waiting->entries[at - 1].key < key; at--)
        waiting->entries[at] = waiting->entries[at - 1];
    waiting->entries[at].ref[0] = ref[0];
    waiting->entries[at].ref[1] = ref[1];
    waiting->entries[at].key = key;
}

// Replaces what waits on one side, the larger one, by its children.
static void open_waiting(clearance_search *search, const clearance_side sides[2], const uint32_t refs[2])
{
    const uint32_t bottom = search->waiting->count;
    pick_place place[2];
    for (int side = 0; side < 2; side++)
        place[side] = place_of_waiting(search, &sides[side], refs[side]);
    const int open = !pick_ref_is_node(refs[1]) ||
                             (pick_ref_is_node(refs[0]) && size_of_waiting(&place[0]) > size_of_waiting(&place[1]))
                         ? 0
                         : 1;
    const pick_tree *tree = tree_of_side(&sides[open]);
    uint32_t ref[2] = {refs[0], refs[1]};
    if (search->pairs.query->stats != NULL)
        ++search->pairs.query->stats->nodes;
    for (uint32_t i = 0; refs[open] == ALL_ROOTS && i < tree->root_count; i++) {
        ref[open] = i;
        place[open] = pick_place_in_nested(sides[open].around, search->pairs.from, &tree->root_box[i]);
        push_waiting(search, bottom, ref, place);
    }
    if (refs[open] == ALL_ROOTS)
        return;
    const pick_bvh_node *node = &pick_node_at(&tree->pool, refs[open])->node;
    for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; c++) {
        const pick_box3f box = pick_bvh_node_box(node, c);
        ref[open] = node->child[c];
        place[open] = pick_place_in_nested(sides[open].around, search->pairs.from, &box);
        push_waiting(search, bottom, ref, place);
    }
}

// Measures two that waited, which are objects.
static void measure_inner(clearance_search *search, const clearance_side sides[2], const uint32_t refs[2])
{
    const pick_object *object[2];
    pick_object moved[2];
    for (int side = 0; side < 2; side++) {
        object[side] = sides[side].around;
        if (!sides[side].is_scene)
            continue;
        if (!pick_stand_in_enter(&search->within[side], object[side], refs[side] & ~PICK_REF_LEAF, &moved[side]))
            return;
        object[side] = &moved[side];
    }
    measure_objects(search, object);
}

static void walk_pairs_within(clearance_search *search, const clearance_side sides[2])
{
    clearance_waiting *waiting = search->waiting;
    const uint32_t bottom = waiting->count;
    waiting->entries[bottom].key = 0;
    for (int side = 0; side < 2; side++)
        waiting->entries[bottom].ref[side] = sides[side].is_scene ? ALL_ROOTS : LONE_OBJECT;
    ++waiting->count;
    while (waiting->count > bottom) {
        const uint32_t at = --waiting->count;
        const uint32_t refs[2] = {waiting->entries[at].ref[0], waiting->entries[at].ref[1]};
        if ((double)waiting->entries[at].key > clearance_limit(&search->pairs))
            continue;
        if (pick_ref_is_node(refs[0]) || pick_ref_is_node(refs[1]))
            open_waiting(search, sides, refs);
        else
            measure_inner(search, sides, refs);
    }
}

// The number of a side's objects, and one of them. False: it is not there.
static uint32_t slots_of_side(const clearance_side *side)
{
    return side->is_scene ? pick_scene_of(side->around->mesh)->slot_count : 1;
}

static bool slot_counts(const clearance_side *side, uint32_t slot)
{
    if (!side->is_scene)
        return true;
    const pick_object *object = pick_object_at(pick_scene_of(side->around->mesh), slot);
    return (object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object);
}

static void pair_all_within(clearance_search *search, const clearance_side sides[2])
{
    const uint32_t counts[2] = {slots_of_side(&sides[0]), slots_of_side(&sides[1])};
    for (uint32_t i = 0; i < counts[0]; i++) {
        for (uint32_t k = 0; slot_counts(&sides[0], i) && k < counts[1]; k++) {
            if (slot_counts(&sides[1], k))
                measure_inner(search, sides, (const uint32_t[2]){i, k});
        }
    }
}

// Whether a walk certainly finds room: all roots, then the children of a node a level, on each side.
static bool has_room_within(const clearance_search *search, const clearance_side sides[2])
{
    uint32_t most = search->waiting->count + 1;
    for (int side = 0; side < 2; side++) {
        if (sides[side].is_scene)
            most += PICK_TREE_ROOTS + (tree_of_side(&sides[side])->levels + 1) * (PICK_BVH_WIDTH - 1);
    }
    return most <= CLEARANCE_STACK;
}

// Two objects of which one or both are scenes.
static void measure_within(clearance_search *search, const pick_object *const object[2])
{
    clearance_side sides[2];
    for (int side = 0; side < 2; side++) {
        sides[side].around = object[side];
        sides[side].is_scene = pick_mesh_is_scene(object[side]->mesh);
        // Edits inside may have made more levels than there may be.
        if (sides[side].is_scene && (search->within[side].depth == PICK_NESTED_LEVELS ||
                                     pick_scene_of(object[side]->mesh)->tree.object_count == 0))
            return;
        if (!sides[side].is_scene)
            sides[side].place = place_in_world(object[side], search->pairs.from);
    }
    for (int side = 0; side < 2; side++)
        search->within[side].depth += sides[side].is_scene;
    if (search->pairs.brute_force || !has_room_within(search, sides))
        pair_all_within(search, sides);
    else
        walk_pairs_within(search, sides);
    for (int side = 0; side < 2; side++)
        search->within[side].depth -= sides[side].is_scene;
}

static void measure_objects(clearance_search *search, const pick_object *const object[2])
{
    if (pick_mesh_is_scene(object[0]->mesh) || pick_mesh_is_scene(object[1]->mesh)) {
        measure_within(search, object);
        return;
    }
    search->pairs.object[0] = object[0];
    search->pairs.object[1] = object[1];
    pick_pairs_walk(&search->pairs);
}

static PICK_NOINLINE void measure_scenes(clearance_search *search, const pick_object *const object[2])
{
    clearance_waiting waiting;
    waiting.count = 0;
    search->waiting = &waiting;
    measure_within(search, object);
}

// --- The public face ------------------------------------------------------------------------------------------------

// The middle of an object.
static pick_vec3 middle_of(const pick_object *object)
{
    if (pick_mesh_is_scene(object->mesh)) {
        const pick_aabb box = pick_object_world_box(object, false);
        const pick_place place = pick_place_of(&box);
        return pick_vec3_make(place.center[0], place.center[1], place.center[2]);
    }
    return pick_vec3_make(object->origin[0] + object->center[0], object->origin[1] + object->center[1],
                          object->origin[2] + object->center[2]);
}

static bool clearance_between(const pick_scene *scene, pick_object_id a, pick_object_id b, const pick_query *query,
                              pick_clearance *out, bool brute_force)
{
    query = pick_usable_query(query);
    if (scene == NULL || query == NULL || out == NULL)
        return false;
    clearance_search search = {.pairs = {.query = query,
                                         .brute_force = brute_force,
                                         .key = clearance_key,
                                         .limit = clearance_limit,
                                         .visit = measure_pair},
                               .scene = scene,
                               .slot = {pick_scene_slot(scene, a), pick_scene_slot(scene, b)}};
    const pick_object *object[2];
    for (int i = 0; i < 2; i++) {
        if (search.slot[i] == PICK_REF_NONE)
            return false;
        object[i] = pick_object_at(scene, search.slot[i]);
        if (object[i]->inverse_determinant == 0 || object[i]->mesh->root == PICK_REF_NONE)
            return false; // flat, or empty
    }
    search.pairs.from = middle_of(object[0]);
    if (pick_mesh_is_scene(object[0]->mesh) || pick_mesh_is_scene(object[1]->mesh))
        measure_scenes(&search, object);
    else
        measure_objects(&search, object);
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
