// nearest_in_world.c: finds the nearest feature in space. Visits near boxes first, and none that begins farther away
// than the best.
#include "base/compiler.h"
#include "math/closest_point.h"
#include "math/math_inline.h"
#include "nearest/nearest_internal.h"
#include "nearest/nearest_thin.h"

#include <math.h>

// --- Features of one triangle ---------------------------------------------------------------------------------------

static void look(pick_nearest_search *search)
{
    static const double WEIGHTS[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    const pick_vec3 *vertex = search->vertex;
    if (search->feature == PICK_FEATURE_SURFACE) {
        double weights[3];
        const pick_vec3 p = pick_closest_on_triangle(vertex, search->edge, weights);
        pick_nearest_offer(search, 0, &weights[1], pick_vec3_length(p), 0);
        return;
    }
    const uint32_t inner = search->feature == PICK_FEATURE_EDGE ? pick_nearest_inner(search) : 0;
    for (uint32_t i = 0; i < 3; i++) {
        if ((inner >> i & 1u) != 0)
            continue;
        if (search->feature == PICK_FEATURE_VERTEX) {
            pick_nearest_offer(search, i, WEIGHTS[i], pick_vec3_length(vertex[i]), 0);
            continue;
        }
        const double along = pick_closest_on_segment(vertex[i], search->edge[i]);
        const double *from = WEIGHTS[i];
        const double *to = WEIGHTS[(i + 1) % 3];
        const double weights[2] = {from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])};
        const pick_vec3 p = pick_vec3_add(vertex[i], pick_vec3_scale(search->edge[i], along));
        pick_nearest_offer(search, i, weights, pick_vec3_length(p), 0);
    }
}

// --- Walking --------------------------------------------------------------------------------------------------------

// Pushes the children that may contain something nearer. The nearest of all entries from `bottom` on goes on top.
static void push_children(pick_waiting *stack, uint32_t bottom, const pick_nearest_search *search,
                          const pick_object *object, const pick_bvh_node *node)
{
    for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; c++) {
        const pick_box3f box = pick_bvh_node_box(node, c);
        const pick_place place = object != NULL
                                     ? pick_place_in_object(object, pick_object_offset(object, search->from), &box)
                                     : pick_place_in_tree(&search->scene->tree, search->from, &box);
        const double distance = pick_place_distance(&place);
        if (!(distance > pick_nearest_limit(search)))
            pick_waiting_push(stack, bottom, (pick_waiting_node){distance, node->child[c], 0});
    }
}

static double corners_distance(const pick_nearest_search *search, const pick_vec3 corner[8])
{
    (void)search;
    pick_vec3 low = corner[0], high = corner[0];
    for (int i = 1; i < 8; i++) {
        low = pick_vec3_make(fmin(low.x, corner[i].x), fmin(low.y, corner[i].y), fmin(low.z, corner[i].z));
        high = pick_vec3_make(fmax(high.x, corner[i].x), fmax(high.y, corner[i].y), fmax(high.z, corner[i].z));
    }
    const double largest = fmax(pick_largest(low.x, low.y, low.z), pick_largest(high.x, high.y, high.z));
    const pick_place place = {
        .center = {0.5 * low.x + 0.5 * high.x, 0.5 * low.y + 0.5 * high.y, 0.5 * low.z + 0.5 * high.z},
        .extent = {0.5 * high.x - 0.5 * low.x, 0.5 * high.y - 0.5 * low.y, 0.5 * high.z - 0.5 * low.z},
        .error = largest * 0x1p-44};
    return pick_place_distance(&place);
}

static void count_node(const pick_nearest_search *search)
{
    if (search->query->stats != NULL)
        ++search->query->stats->nodes;
}

static void walk_mesh(pick_nearest_search *search, uint32_t slot);

// Visits what waits: of the hierarchy of an object's mesh, or of the scene's, where `object` is NULL.
static void visit_waiting(pick_nearest_search *search, pick_waiting *stack, const pick_object *object, uint32_t slot)
{
    while (stack->count > 0) {
        const pick_waiting_node entry = stack->nodes[--stack->count];
        if (entry.key > pick_nearest_limit(search))
            continue;
        if (pick_ref_is_node(entry.ref)) {
            count_node(search);
            push_children(stack, stack->count, search, object,
                          object != NULL ? pick_mesh_node(object->mesh, entry.ref)
                                         : &pick_node_at(&search->scene->tree.pool, entry.ref)->node);
        } else if (object != NULL) {
            pick_nearest_visit_leaf(search, slot, entry.ref);
        } else if (pick_object_is_seen(search->scene, entry.ref & ~PICK_REF_LEAF, search->query)) {
            walk_mesh(search, entry.ref & ~PICK_REF_LEAF);
        }
    }
}

static void walk_mesh(pick_nearest_search *search, uint32_t slot)
{
    const pick_object *object = pick_nearest_object(search, slot);
    if (!pick_mesh_has_triangles(object->mesh)) {
        pick_nearest_visit_shapes(search, slot);
        return;
    }
    pick_waiting stack;
    stack.count = 1;
    stack.nodes[0] = (pick_waiting_node){0, object->mesh->root, 0};
    visit_waiting(search, &stack, object, slot);
}

static bool visit_within_world(pick_nearest_search *search)
{
    if (search->brute_force)
        pick_nearest_visit_mesh(search, search->slot);
    else
        walk_mesh(search, search->slot);
    return false;
}

// Sorts the children that may have something nearer in among those above `bottom`, the nearest on top.
static void push_within(const pick_nested_visit *visit, uint32_t bottom, const pick_bvh_node *node)
{
    pick_nested_waiting *waiting = visit->search->waiting;
    count_node(visit->search);
    for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; c++) {
        const pick_box3f box = pick_bvh_node_box(node, c);
        const pick_place place = pick_place_in_nested(visit->around, visit->search->from, &box);
        const float distance = pick_nested_key(pick_place_distance(&place));
        if (!((double)distance > pick_nearest_limit(visit->search)))
            pick_nested_push(waiting, bottom, node->child[c], distance);
    }
}

static void visit_every_inner(const pick_nested_visit *visit, const pick_scene *nested)
{
    for (uint32_t slot = 0; slot < nested->slot_count; slot++) {
        const pick_object *object = pick_object_at(nested, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_inside(nested, object))
            (void)pick_nearest_visit_inner(visit, slot);
    }
}

static bool walk_within_world(pick_nearest_search *search, pick_nested_visit *visit)
{
    pick_nested_waiting *waiting = search->waiting;
    const pick_scene *nested = pick_scene_of(visit->around->mesh);
    const pick_tree *tree = &nested->tree;
    const uint32_t bottom = waiting->count;
    if (!pick_nested_has_room(waiting, tree)) {
        visit_every_inner(visit, nested);
        return false;
    }
    for (uint32_t i = 0; i < tree->root_count; i++)
        push_within(visit, bottom, &pick_node_at(&tree->pool, i)->node);
    while (waiting->count > bottom) {
        const uint32_t at = --waiting->count;
        const uint32_t ref = waiting->entries[at].ref;
        if ((double)waiting->entries[at].as.key > pick_nearest_limit(search))
            continue;
        if (pick_ref_is_node(ref))
            push_within(visit, waiting->count, &pick_node_at(&tree->pool, ref)->node);
        else
            (void)pick_nearest_visit_inner(visit, ref & ~PICK_REF_LEAF);
    }
    return false;
}

static void walk_scene(pick_nearest_search *search)
{
    const pick_tree *tree = &search->scene->tree;
    pick_waiting stack;
    stack.count = 0;
    for (uint32_t i = 0; i < tree->root_count; i++) {
        count_node(search);
        push_children(&stack, 0, search, NULL, &pick_node_at(&tree->pool, i)->node);
    }
    visit_waiting(search, &stack, NULL, 0);
}

static bool nearest_in_world(const pick_scene *scene, pick_vec3 point, const pick_nearest_query *nearest,
                             const pick_query *query, pick_nearest *out, bool brute_force)
{
    const pick_nearest_query usual = PICK_NEAREST_QUERY_DEFAULT;
    nearest = nearest != NULL ? nearest : &usual;
    query = pick_usable_query(query);
    if (scene == NULL || query == NULL || out == NULL)
        return false;
    const uint32_t features = nearest->features != 0 ? nearest->features : PICK_FEATURE_ALL;
    const pick_frustum from_point = {.parallel = false};
    if (!pick_vec3_is_finite(point) || !(nearest->radius >= 0))
        return false;
    pick_nearest_search search = {.scene = scene,
                                  .query = query,
                                  .radius = nearest->radius,
                                  .cull = query->cull == PICK_CULL_MATERIAL ? PICK_CULL_NONE : query->cull,
                                  .from = point,
                                  .frustum = &from_point,
                                  .look = look,
                                  .look_at_body = pick_nearest_look_at_body,
                                  .look_at_thin = pick_nearest_look_at_thin,
                                  .visit_within = visit_within_world,
                                  .walk_within = walk_within_world,
                                  .box_distance = corners_distance,
                                  .brute_force = brute_force};
    for (uint32_t feature = PICK_FEATURE_VERTEX; feature <= PICK_FEATURE_SURFACE; feature <<= 1) {
        if ((features & feature) == 0)
            continue;
        search.feature = feature;
        if (brute_force)
            pick_nearest_visit_all(&search);
        else
            walk_scene(&search);
        if (search.found)
            return pick_nearest_finish(&search, out);
    }
    return false;
}

bool pick_nearest_in_world(const pick_scene *scene, pick_vec3 point, const pick_nearest_query *nearest,
                           const pick_query *query, pick_nearest *out)
{
    return nearest_in_world(scene, point, nearest, query, out, false);
}

bool pick_nearest_in_world_brute_force(const pick_scene *scene, pick_vec3 point, const pick_nearest_query *nearest,
                                       const pick_query *query, pick_nearest *out)
{
    return nearest_in_world(scene, point, nearest, query, out, true);
}
