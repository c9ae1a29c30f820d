// sweep.c: the first contact of a moving solid, and the objects that a solid overlaps. Visits what is met first first.
#include "picking/sweep.h"

#include "base/compiler.h"
#include "math/closest_point.h"
#include "query/query_heap.h"
#include "query/query_stand_in.h"
#include "scene/nested_waiting.h"
#include "sweep/sweep_internal.h"

#include <string.h>

typedef struct sweep_search {
    const pick_scene *scene;
    const pick_query *query;
    pick_mover mover; // relative to `from`
    pick_vec3 from;
    pick_box_sweep box;
    // The objects overlapped; NULL: the first contact is searched. Then `found` and `best` are those of one object.
    pick_hit_heap *overlaps;
    bool brute_force, found;
    pick_contact best;
    uint32_t best_order;  // sweep_target.order of `best`
    pick_stand_in within; // where the object of the current slot is a scene
    pick_nested_waiting *waiting;
} sweep_search;

static const pick_object *sweep_object(const sweep_search *search, uint32_t slot)
{
    return pick_stand_in_or(&search->within, search->scene, slot);
}

// What is met at this time or before can still be the result.
static double limit_of_sweep(const sweep_search *search)
{
    if (!search->found)
        return search->overlaps != NULL ? 0 : 1;
    return search->overlaps != NULL ? -1 : search->best.t;
}

// --- Triangles and parts --------------------------------------------------------------------------------------------

// What the solid may meet.
typedef struct sweep_target {
    uint32_t slot, triangle, submesh_flags;
    uint32_t order;          // of what an object consists of, the least of ties; of points and curves the segment
    const float (*local)[3]; // a triangle's vertices, in object space; NULL: a part of a volume, or a segment
    const pick_vec3 *ends;   // of a segment, relative to `from`; or NULL
    const pick_hull *hull;
    bool backface;
} sweep_target;

static bool contact_is_accepted(const sweep_search *search, const sweep_target *target, const pick_contact *contact)
{
    if (!pick_query_asks(search->query, target->submesh_flags))
        return true;
    pick_candidate candidate = {.t = contact->t,
                                .slot = target->slot,
                                .depth = search->within.depth,
                                .triangle = target->triangle,
                                .u = contact->barycentric[0],
                                .v = contact->barycentric[1],
                                .backface = contact->backface,
                                .inside = contact->inside};
    pick_hit hit;
    memcpy(candidate.path, search->within.path, search->within.depth * sizeof candidate.path[0]);
    pick_hit_describe(search->scene, &candidate, &hit);
    return pick_query_accepts(search->query, search->scene, &hit);
}

static void place_contact(const sweep_search *search, const sweep_target *target, pick_vec3 point, pick_contact *out)
{
    const pick_object *object = sweep_object(search, target->slot);
    if (target->ends != NULL) {
        const double along = pick_thin_nearest_along(target->ends[0], target->ends[1], point);
        out->barycentric[0] = pick_thin_along(pick_thin_of(object->mesh), target->triangle, target->order, along);
    }
    if (target->local == NULL) {
        out->point = pick_vec3_add(search->from, point);
        return;
    }
    pick_vec3 vertex[3];
    double weights[3];
    for (int i = 0; i < 3; i++)
        vertex[i] = pick_vec3_sub(target->hull->points[i], point);
    (void)pick_closest_on_triangle((const pick_vec3 *)vertex, target->hull->edge, weights);
    out->barycentric[0] = weights[1];
    out->barycentric[1] = weights[2];
    out->point = pick_object_point(object, target->local, out->barycentric);
}

static bool comes_before_best(const sweep_search *search, const pick_contact *contact, uint32_t order)
{
    const pick_contact *best = &search->best;
    if (contact->t != best->t)
        return contact->t < best->t;
    if (contact->object.index1 != best->object.index1)
        return contact->object.index1 < best->object.index1;
    const int way = pick_path_order(contact->path, best->path, contact->path_count);
    return way != 0 ? way < 0 : order < search->best_order;
}

static void meet(sweep_search *search, const sweep_target *target)
{
    const pick_object *object = pick_object_at(search->scene, target->slot), *body = sweep_object(search, target->slot);
    pick_impact impact;
    if (search->query->stats != NULL)
        ++search->query->stats->triangles;
    if (!pick_cast(&search->mover, target->hull, limit_of_sweep(search), &impact))
        return;
    pick_contact contact = {.object = pick_object_handle(search->scene, target->slot),
                            .user = object->user,
                            .t = impact.t,
                            .normal = impact.normal,
                            .triangle = target->triangle,
                            .submesh = pick_mesh_submesh_number(body->mesh, target->triangle),
                            .backface = target->backface,
                            .locked = (object->flags & PICK_OBJECT_LOCKED) != 0 || search->within.locked,
                            .inside = impact.inside,
                            .from_bounds = pick_sweep_takes_bounds(body->mesh)};
    if (search->within.object != NULL)
        contact.path_count = pick_stand_in_path(&search->within, search->scene, target->slot, contact.path);
    if (search->found && !comes_before_best(search, &contact, target->order))
        return;
    place_contact(search, target, impact.point, &contact);
    if (search->within.object != NULL)
        contact.point = pick_stand_in_point(&search->within, search->scene, target->slot, contact.point);
    if (contact_is_accepted(search, target, &contact)) {
        search->best = contact;
        search->best_order = target->order;
        search->found = true;
    }
}

static bool side_is_culled(const sweep_search *search, bool backface)
{
    const pick_cull cull = search->query->cull;
    return search->overlaps == NULL && ((cull == PICK_CULL_BACK && backface) || (cull == PICK_CULL_FRONT && !backface));
}

static void meet_triangle(sweep_search *search, sweep_target *target, const float local[3][3])
{
    const pick_object *object = sweep_object(search, target->slot);
    pick_vec3 vertex[3], edge[3];
    pick_object_vertices(object, local, pick_object_offset(object, search->from), vertex);
    const pick_place place = pick_place_of_triangle(vertex);
    const double limit = limit_of_sweep(search);
    if (!search->brute_force && pick_box_sweep_enters(&search->box, &place, limit) > limit)
        return;
    pick_object_edges(object, local, edge);
    const double along = pick_vec3_dot(pick_vec3_cross(edge[2], edge[0]), search->mover.motion);
    target->backface = object->inverse_determinant < 0 ? along < 0 : along > 0;
    if (side_is_culled(search, target->backface))
        return;
    const pick_hull hull = pick_hull_of_triangle((const pick_vec3 *)vertex, (const pick_vec3 *)edge);
    target->local = local;
    target->hull = &hull;
    meet(search, target);
}

static void meet_leaf(sweep_search *search, uint32_t slot, uint32_t ref)
{
    const pick_block *block = pick_mesh_blocks(sweep_object(search, slot)->mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    for (; block < end; block++) {
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            const uint32_t tagged = block->triangle[lane];
            sweep_target target = {.slot = slot,
                                   .triangle = tagged & PICK_BLOCK_TRIANGLE_MASK,
                                   .order = tagged & PICK_BLOCK_TRIANGLE_MASK,
                                   .submesh_flags = tagged >> PICK_BLOCK_FLAG_SHIFT};
            float local[3][3];
            if (tagged == PICK_BLOCK_UNUSED)
                continue;
            pick_block_vertices(block, lane, local);
            meet_triangle(search, &target, (const float(*)[3])local);
        }
    }
}

static void meet_volume(sweep_search *search, uint32_t slot)
{
    const pick_object *object = sweep_object(search, slot);
    const pick_volume *volume = pick_volume_of(object->mesh);
    for (uint32_t i = 0; i < volume->part_count; i++) {
        const pick_body body =
            pick_body_make(&volume->parts[i], object->linear, pick_object_offset(object, search->from));
        const double limit = limit_of_sweep(search);
        pick_aabb bounds;
        const pick_hull hull = pick_hull_of_body(&body, &bounds);
        const pick_place place = pick_place_of(&bounds);
        if (!search->brute_force && pick_box_sweep_enters(&search->box, &place, limit) > limit)
            continue;
        const sweep_target target = {.slot = slot,
                                     .triangle = volume->parts[i].number,
                                     .order = volume->parts[i].number,
                                     .submesh_flags = volume->submesh.flags,
                                     .hull = &hull};
        meet(search, &target);
    }
}

// --- Height fields --------------------------------------------------------------------------------------------------

typedef struct field_sweep {
    sweep_search *search;
    const pick_height_field *field;
    sweep_target target;
} field_sweep;

static bool meet_field_triangle(void *user, uint32_t triangle, const float vertex[3][3])
{
    field_sweep *sweep = user;
    sweep->target.triangle = sweep->target.order = triangle;
    meet_triangle(sweep->search, &sweep->target, vertex);
    return false;
}

// The time at which the solid may first meet a block; infinite: not before the limit.
static double block_enters(const field_sweep *sweep, pick_height_block block)
{
    const sweep_search *search = sweep->search;
    const pick_object *object = sweep_object(search, sweep->target.slot);
    double low[3], high[3];
    if (!pick_height_box(sweep->field, block, low, high))
        return HUGE_VAL;
    const pick_place place = pick_place_of_local_box(object, pick_object_offset(object, search->from), low, high);
    return pick_box_sweep_enters(&search->box, &place, limit_of_sweep(search));
}

static void meet_block(field_sweep *sweep, pick_height_block block)
{
    pick_height_block child[4];
    double enter[4];
    uint32_t count = 0;
    if (block.level == 0) {
        (void)pick_height_visit(sweep->field, block, meet_field_triangle, sweep);
        return;
    }
    if (sweep->search->query->stats != NULL)
        ++sweep->search->query->stats->nodes;
    for (uint32_t i = 0; i < 4; i++) {
        pick_height_block one;
        if (!pick_height_child(sweep->field, block, i, &one))
            continue;
        const double at = block_enters(sweep, one);
        uint32_t place = count++;
        for (; place > 0 && enter[place - 1] > at; place--) {
            child[place] = child[place - 1];
            enter[place] = enter[place - 1];
        }
        child[place] = one;
        enter[place] = at;
    }
    for (uint32_t i = 0; i < count && enter[i] <= limit_of_sweep(sweep->search); i++)
        meet_block(sweep, child[i]);
}

static void meet_field(sweep_search *search, uint32_t slot)
{
    const pick_volume *volume = pick_volume_of(sweep_object(search, slot)->mesh);
    field_sweep sweep = {search, volume->field, {.slot = slot, .submesh_flags = volume->submesh.flags}};
    const pick_height_block top = pick_height_top(volume->field);
    if (search->brute_force)
        (void)pick_height_visit(volume->field, top, meet_field_triangle, &sweep);
    else
        meet_block(&sweep, top);
}

// --- Points and curves ----------------------------------------------------------------------------------------------

typedef struct thin_sweep {
    pick_even_walk walk; // first, so that a pointer to this is one to it
    sweep_search *search;
    const pick_thin *thin;
    uint32_t slot;
} thin_sweep;

static void thin_keys(pick_even_walk *walk, const pick_even_node *node, double key, double out[PICK_EVEN_WIDTH])
{
    const thin_sweep *sweep = (const thin_sweep *)(const void *)walk;
    const sweep_search *search = sweep->search;
    const pick_object *object = sweep_object(search, sweep->slot);
    (void)key;
    for (int c = 0; c < PICK_EVEN_WIDTH; c++) {
        double low[3], high[3];
        for (int k = 0; k < 3; k++) {
            low[k] = (double)node->bounds[2 * k][c];
            high[k] = (double)node->bounds[2 * k + 1][c];
        }
        const pick_place place = pick_place_of_local_box(object, pick_object_offset(object, search->from), low, high);
        out[c] = pick_box_sweep_enters(&search->box, &place, walk->limit);
    }
}

static bool meet_segment(pick_even_walk *walk, uint32_t segment, double key)
{
    thin_sweep *sweep = (thin_sweep *)(void *)walk;
    sweep_search *search = sweep->search;
    pick_thin_hull hull;
    (void)key;
    if (!pick_thin_hull_init(&hull, sweep_object(search, sweep->slot), search->from, segment))
        return false;
    const double limit = limit_of_sweep(search);
    if (!search->brute_force && pick_box_sweep_enters(&search->box, &hull.place, limit) > limit)
        return false;
    const sweep_target target = {.slot = sweep->slot,
                                 .triangle = pick_thin_part(sweep->thin, segment),
                                 .order = segment,
                                 .submesh_flags = sweep->thin->submesh.flags,
                                 .ends = hull.ends,
                                 .hull = &hull.hull};
    meet(search, &target);
    walk->limit = limit_of_sweep(search);
    return false;
}

static void meet_thin(sweep_search *search, uint32_t slot)
{
    const pick_thin *thin = pick_thin_of(sweep_object(search, slot)->mesh);
    thin_sweep sweep = {
        .walk = pick_thin_plan_walk(thin, thin_keys, meet_segment), .search = search, .thin = thin, .slot = slot};
    sweep.walk.limit = limit_of_sweep(search);
    for (uint32_t i = 0; search->brute_force && i < thin->tree.item_count; i++)
        (void)meet_segment(&sweep.walk, i, 0);
    if (!search->brute_force)
        (void)pick_even_visit(&thin->tree, &sweep.walk, 0);
    if (search->query->stats != NULL)
        search->query->stats->nodes += sweep.walk.nodes;
}

// --- Walking --------------------------------------------------------------------------------------------------------

static void meet_every_triangle(sweep_search *search, uint32_t slot)
{
    const pick_mesh *mesh = sweep_object(search, slot)->mesh;
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; triangle++) {
        sweep_target target = {.slot = slot, .triangle = triangle, .order = triangle};
        float local[3][3];
        target.submesh_flags = mesh->submeshes[pick_mesh_submesh_number(mesh, triangle)].flags;
        pick_mesh_positions(mesh, triangle, local);
        if (pick_triangle_is_valid((const float(*)[3])local))
            meet_triangle(search, &target, (const float(*)[3])local);
    }
}

static void push_met(pick_waiting *stack, uint32_t bottom, const sweep_search *search, const pick_object *object,
                     const pick_bvh_node *node)
{
    if (search->query->stats != NULL)
        ++search->query->stats->nodes;
    const double limit = limit_of_sweep(search);
    for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; c++) {
        const pick_box3f box = pick_bvh_node_box(node, c);
        const pick_place place = object != NULL
                                     ? pick_place_in_object(object, pick_object_offset(object, search->from), &box)
                                     : pick_place_in_tree(&search->scene->tree, search->from, &box);
        const double enter = pick_box_sweep_enters(&search->box, &place, limit);
        if (enter <= limit)
            pick_waiting_push(stack, bottom, (pick_waiting_node){enter, node->child[c], 0});
    }
}

static void meet_mesh(sweep_search *search, uint32_t slot)
{
    const pick_object *object = sweep_object(search, slot);
    pick_waiting stack;
    stack.count = 1;
    stack.nodes[0] = (pick_waiting_node){0, object->mesh->root, 0};
    while (stack.count > 0) {
        const pick_waiting_node entry = stack.nodes[--stack.count];
        if (entry.key > limit_of_sweep(search))
            continue;
        if (pick_ref_is_node(entry.ref))
            push_met(&stack, stack.count, search, object, pick_mesh_node(object->mesh, entry.ref));
        else
            meet_leaf(search, slot, entry.ref);
    }
}

// The current object, which is not a scene.
static void meet_body(sweep_search *search, uint32_t slot)
{
    const pick_mesh *mesh = sweep_object(search, slot)->mesh;
    if (search->query->stats != NULL)
        ++search->query->stats->objects;
    if (pick_mesh_is_thin(mesh))
        meet_thin(search, slot);
    else if (pick_mesh_field(mesh) != NULL)
        meet_field(search, slot);
    else if (pick_mesh_is_volume(mesh))
        meet_volume(search, slot);
    else if (search->brute_force)
        meet_every_triangle(search, slot);
    else
        meet_mesh(search, slot);
}

// --- Nested scenes --------------------------------------------------------------------------------------------------

// A walk of a nested scene.
typedef struct sweep_within {
    sweep_search *search;
    const pick_object *around; // the object that is the scene, or what stands in for it
    const pick_query *query;   // what its objects are asked
    uint32_t slot;             // of the scene that is asked
} sweep_within;

static void meet_nested(sweep_search *search, uint32_t slot, const pick_object *around, const pick_query *query);

static void meet_inner(const sweep_within *walk, uint32_t inner)
{
    sweep_search *search = walk->search;
    const bool locked = search->within.locked;
    pick_object moved;
    if (!pick_object_is_seen(pick_scene_of(walk->around->mesh), inner, walk->query))
        return;
    if (pick_stand_in_enter(&search->within, walk->around, inner, &moved)) {
        if (pick_mesh_is_scene(moved.mesh))
            meet_nested(search, walk->slot, &moved, walk->query);
        else
            meet_body(search, walk->slot);
    }
    search->within.locked = locked;
}

static void push_inner(const sweep_within *walk, uint32_t bottom, const pick_bvh_node *node)
{
    const sweep_search *search = walk->search;
    const double limit = limit_of_sweep(search);
    if (search->query->stats != NULL)
        ++search->query->stats->nodes;
    for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; c++) {
        const pick_box3f box = pick_bvh_node_box(node, c);
        const pick_place place = pick_place_in_nested(walk->around, search->from, &box);
        const double enter = pick_box_sweep_enters(&search->box, &place, limit);
        if (enter <= limit)
            pick_nested_push(search->waiting, bottom, node->child[c], pick_nested_key(enter));
    }
}

static void meet_every_inner(const sweep_within *walk)
{
    const pick_scene *nested = pick_scene_of(walk->around->mesh);
    for (uint32_t inner = 0; inner < nested->slot_count; inner++) {
        const pick_object *object = pick_object_at(nested, inner);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object))
            meet_inner(walk, inner);
    }
}

static void walk_inner(const sweep_within *walk)
{
    pick_nested_waiting *waiting = walk->search->waiting;
    const pick_tree *tree = &pick_scene_of(walk->around->mesh)->tree;
    const uint32_t bottom = waiting->count;
    for (uint32_t i = 0; i < tree->root_count; i++)
        push_inner(walk, bottom, &pick_node_at(&tree->pool, i)->node);
    while (waiting->count > bottom) {
        const uint32_t at = --waiting->count;
        const uint32_t ref = waiting->entries[at].ref;
        if ((double)waiting->entries[at].as.key > limit_of_sweep(walk->search))
            continue;
        if (pick_ref_is_node(ref))
            push_inner(walk, waiting->count, &pick_node_at(&tree->pool, ref)->node);
        else
            meet_inner(walk, ref & ~PICK_REF_LEAF);
    }
}

static void meet_nested(sweep_search *search, uint32_t slot, const pick_object *around, const pick_query *query)
{
    const sweep_within walk = {search, around, query, slot};
    if (search->within.depth == PICK_NESTED_LEVELS)
        return;
    ++search->within.depth;
    if (search->brute_force || !pick_nested_has_room(search->waiting, &pick_scene_of(around->mesh)->tree))
        meet_every_inner(&walk);
    else
        walk_inner(&walk);
    --search->within.depth;
}

// The object of a slot, which is a scene.
static void meet_outermost(sweep_search *search, uint32_t slot)
{
    pick_query without;
    pick_nested_waiting waiting;
    waiting.count = 0;
    search->waiting = &waiting;
    meet_nested(search, slot, pick_object_at(search->scene, slot), pick_query_within(search->query, &without));
    search->within.object = NULL;
}

// --- Scenes ---------------------------------------------------------------------------------------------------------

static void meet_object(sweep_search *search, uint32_t slot)
{
    if (!pick_object_is_seen(search->scene, slot, search->query))
        return;
    if (pick_mesh_is_scene(pick_object_at(search->scene, slot)->mesh))
        meet_outermost(search, slot);
    else
        meet_body(search, slot);
    if (search->overlaps != NULL && search->found) {
        pick_hit_heap_add(search->overlaps, &search->best.object);
        search->found = false;
    }
}

static void meet_scene(sweep_search *search)
{
    const pick_tree *tree = &search->scene->tree;
    pick_waiting stack;
    stack.count = 0;
    for (uint32_t i = 0; i < tree->root_count; i++)
        push_met(&stack, 0, search, NULL, &pick_node_at(&tree->pool, i)->node);
    while (stack.count > 0) {
        const pick_waiting_node entry = stack.nodes[--stack.count];
        if (entry.key > limit_of_sweep(search))
            continue;
        if (pick_ref_is_node(entry.ref))
            push_met(&stack, stack.count, search, NULL, &pick_node_at(&tree->pool, entry.ref)->node);
        else
            meet_object(search, entry.ref & ~PICK_REF_LEAF);
    }
}

static void meet_every_object(sweep_search *search)
{
    for (uint32_t slot = 0; slot < search->scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(search->scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object))
            meet_object(search, slot);
    }
}

// --- The public face ------------------------------------------------------------------------------------------------

pick_solid pick_solid_from_box(const pick_obb *box, pick_vec3 corners[8])
{
    if (box == NULL || corners == NULL)
        return (pick_solid){NULL, 0, 0};
    for (int i = 0; i < 8; i++) {
        pick_vec3 p = box->center;
        for (int k = 0; k < 3; k++)
            p = pick_vec3_add(p, pick_vec3_scale(box->half_axis[k], (i >> k & 1) != 0 ? 1 : -1));
        corners[i] = p;
    }
    return (pick_solid){corners, 8, 0};
}

// False: it is no solid.
static bool search_init(sweep_search *search, const pick_solid *solid, pick_vec3 motion)
{
    if (solid->points == NULL || solid->count == 0 || !(solid->radius >= 0) || !pick_is_finite_vec3(motion))
        return false;
    pick_aabb box = {solid->points[0], solid->points[0]};
    for (uint32_t i = 0; i < solid->count; i++) {
        const pick_aabb point = {solid->points[i], solid->points[i]};
        if (!pick_is_finite_vec3(solid->points[i]))
            return false;
        box = pick_aabb_union(&box, &point);
    }
    const pick_place place = pick_place_of(&box);
    search->from = pick_vec3_make(place.center[0], place.center[1], place.center[2]);
    search->mover = (pick_mover){.hull = pick_hull_of_points(solid->points, solid->count, search->from),
                                 .radius = solid->radius,
                                 .motion = motion};
    const double r = solid->radius;
    search->box =
        pick_box_sweep_make(pick_vec3_make(place.extent[0] + r, place.extent[1] + r, place.extent[2] + r), motion);
    return isfinite(search->box.largest);
}

static bool sweep_scene(sweep_search *search, const pick_solid *solid, pick_vec3 motion)
{
    if (search->scene == NULL || solid == NULL || search->query == NULL || !search_init(search, solid, motion))
        return false;
    if (search->brute_force)
        meet_every_object(search);
    else
        meet_scene(search);
    return search->found;
}

static bool sweep_solid(const pick_scene *scene, const pick_solid *solid, pick_vec3 motion, const pick_query *query,
                        pick_contact *out, bool brute_force)
{
    sweep_search search = {.scene = scene, .query = pick_usable_query(query), .brute_force = brute_force};
    if (out == NULL || !sweep_scene(&search, solid, motion))
        return false;
    *out = search.best;
    return true;
}

static bool id_comes_before(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const pick_object_id *)a)->index1 < ((const pick_object_id *)b)->index1;
}

static size_t overlaps(const pick_scene *scene, const pick_solid *solid, const pick_query *query,
                       pick_object_id *objects, size_t capacity, bool brute_force)
{
    pick_hit_heap heap = {.items = objects, .size = sizeof *objects, .capacity = capacity, .before = id_comes_before};
    sweep_search search = {
        .scene = scene, .query = pick_usable_query(query), .overlaps = &heap, .brute_force = brute_force};
    if (objects == NULL && capacity > 0)
        return 0;
    (void)sweep_scene(&search, solid, pick_vec3_make(0, 0, 0));
    pick_hit_heap_sort(&heap);
    return heap.total;
}

bool pick_sweep(const pick_scene *scene, const pick_solid *solid, pick_vec3 motion, const pick_query *query,
                pick_contact *out)
{
    return sweep_solid(scene, solid, motion, query, out, false);
}

size_t pick_overlaps(const pick_scene *scene, const pick_solid *solid, const pick_query *query, pick_object_id *objects,
                     size_t capacity)
{
    return overlaps(scene, solid, query, objects, capacity, false);
}

bool pick_sweep_brute_force(const pick_scene *scene, const pick_solid *solid, pick_vec3 motion, const pick_query *query,
                            pick_contact *out)
{
    return sweep_solid(scene, solid, motion, query, out, true);
}

size_t pick_overlaps_brute_force(const pick_scene *scene, const pick_solid *solid, const pick_query *query,
                                 pick_object_id *objects, size_t capacity)
{
    return overlaps(scene, solid, query, objects, capacity, true);
}
