#include "base/compiler.h"
#include "math/math_inline.h"
#include "nearest/nearest_internal.h"
#include "query/query_nested.h"

#include <string.h>

pick_nearest_query pick_nearest_query_default(void)
{
    return PICK_NEAREST_QUERY_DEFAULT;
}

void pick_nearest_visit(pick_nearest_search *search, uint32_t slot, uint32_t triangle, uint32_t submesh_flags,
                        const float local[3][3])
{
    const pick_object *object = pick_nearest_object(search, slot);
    pick_object_vertices(object, local, pick_object_offset(object, search->from), search->vertex);
    pick_object_edges(object, local, search->edge);
    search->normal = pick_vec3_cross(search->edge[2], search->edge[0]);
    if (pick_region_side_counts(search->frustum, search->cull, submesh_flags, object->inverse_determinant < 0,
                                search->normal, search->vertex[0])) {
        memcpy(search->local, local, sizeof search->local);
        search->slot = slot;
        search->triangle = triangle;
        search->submesh_flags = submesh_flags;
        search->look(search);
    }
}

void pick_nearest_visit_leaf(pick_nearest_search *search, uint32_t slot, uint32_t ref)
{
    const pick_block *block = pick_mesh_blocks(pick_nearest_object(search, slot)->mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    for (; block < end; block++) {
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            float local[3][3];
            if (block->triangle[lane] == PICK_BLOCK_UNUSED)
                continue;
            pick_block_vertices(block, (uint32_t)lane, local);
            pick_nearest_visit(search, slot, block->triangle[lane] & PICK_BLOCK_TRIANGLE_MASK,
                               block->triangle[lane] >> PICK_BLOCK_FLAG_SHIFT, (const float(*)[3])local);
        }
    }
}

void pick_nearest_visit_mesh(pick_nearest_search *search, uint32_t slot)
{
    const pick_mesh *mesh = pick_nearest_object(search, slot)->mesh;
    if (!pick_mesh_has_triangles(mesh)) {
        pick_nearest_visit_shapes(search, slot);
        return;
    }
    for (uint32_t s = 0; s < mesh->submesh_count; s++) {
        const pick_submesh *submesh = &mesh->submeshes[s];
        for (uint32_t i = 0; i < submesh->triangle_count; i++) {
            const uint32_t triangle = submesh->first_triangle + i;
            float local[3][3];
            pick_mesh_positions(mesh, triangle, local);
            if (pick_triangle_is_valid((const float(*)[3])local))
                pick_nearest_visit(search, slot, triangle, submesh->flags, (const float(*)[3])local);
        }
    }
}

void pick_nearest_visit_shapes(pick_nearest_search *search, uint32_t slot)
{
    const pick_object *object = pick_nearest_object(search, slot);
    const pick_height_field *field = pick_mesh_field(object->mesh);
    if (pick_mesh_is_scene(object->mesh)) {
        pick_nearest_visit_nested(search, slot);
        return;
    }
    if (search->meshes_only || (field == NULL && search->feature != PICK_FEATURE_SURFACE))
        return;
    search->slot = slot;
    search->submesh_flags = object->mesh->submeshes[0].flags;
    if (field != NULL) {
        pick_nearest_visit_field(search, pick_volume_of(object->mesh), pick_nearest_visit);
        return;
    }
    if (pick_mesh_is_thin(object->mesh)) {
        search->look_at_thin(search, object);
        return;
    }
    const pick_volume *volume = pick_volume_of(object->mesh);
    if (volume->primitive != NULL && volume->primitive->desc.nearest != NULL) {
        pick_nearest_visit_primitive(search, volume);
        return;
    }
    for (uint32_t i = 0; i < volume->part_count; i++) {
        const pick_body body =
            pick_body_make(&volume->parts[i], object->linear, pick_object_offset(object, search->from));
        search->triangle = volume->parts[i].number;
        search->look_at_body(search, &body);
    }
}

void pick_nearest_visit_all(pick_nearest_search *search)
{
    for (uint32_t slot = 0; slot < search->scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(search->scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object) &&
            !pick_nearest_skips(search, slot) && pick_object_is_seen(search->scene, slot, search->query))
            pick_nearest_visit_mesh(search, slot);
    }
}

// Whether `a` is nearer, or as near and before `b` in order.
static bool nearest_comes_before(const pick_nearest *a, const pick_nearest *b)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    if (a->depth != b->depth)
        return a->depth < b->depth;
    if (a->object.index1 != b->object.index1)
        return a->object.index1 < b->object.index1;
    const int order = pick_path_order(a->path, b->path, a->path_count);
    if (order != 0)
        return order < 0;
    if (a->triangle != b->triangle)
        return a->triangle < b->triangle;
    // Only the segments of one part of a curve are equal so far.
    return a->index != b->index ? a->index < b->index : a->barycentric[0] < b->barycentric[0];
}

static bool passes_filter(const pick_nearest_search *search, const pick_nearest *candidate)
{
    const pick_query *query = search->query;
    if (!pick_query_asks(query, search->submesh_flags))
        return true;
    pick_candidate point = {.t = candidate->distance,
                            .slot = search->slot,
                            .depth = search->within.depth,
                            .triangle = candidate->triangle,
                            .u = candidate->barycentric[0],
                            .v = candidate->barycentric[1],
                            .backface = candidate->backface};
    pick_hit hit;
    memcpy(point.path, search->within.path, search->within.depth * sizeof point.path[0]);
    pick_hit_describe(search->scene, &point, &hit);
    return pick_query_accepts(query, search->scene, &hit);
}

pick_vec3 pick_nearest_place(const pick_nearest_search *search, const double barycentric[2])
{
    const pick_vec3 first = pick_vec3_scale(search->edge[0], barycentric[0]);
    const pick_vec3 second = pick_vec3_scale(search->edge[2], -barycentric[1]);
    return pick_vec3_add(search->vertex[0], pick_vec3_add(first, second));
}

static pick_nearest candidate_at(const pick_nearest_search *search, double distance, double depth)
{
    const pick_object *object = pick_object_at(search->scene, search->slot);
    pick_nearest candidate = {.object = pick_object_handle(search->scene, search->slot),
                              .user = object->user,
                              .feature = search->feature,
                              .triangle = search->triangle,
                              .distance = distance,
                              .depth = depth,
                              .locked = (object->flags & PICK_OBJECT_LOCKED) != 0 || search->within.locked};
    if (search->within.object != NULL)
        candidate.path_count = pick_stand_in_path(&search->within, search->scene, search->slot, candidate.path);
    return candidate;
}

// Whether a candidate can be the best, as far as distance and depth tell: most are farther, and are not made.
static bool may_be_best(const pick_nearest_search *search, double distance, double depth)
{
    const pick_nearest *best = &search->best;
    return distance >= search->passed && distance <= search->radius &&
           !(search->found && (distance > best->distance || (distance == best->distance && depth > best->depth)));
}

// Of candidates that are equal the first one in order counts, however they are visited.
static bool nearest_comes_before_best(const pick_nearest_search *search, const pick_nearest *candidate)
{
    return nearest_comes_before(candidate, &search->best) ||
           (search->order < search->best_order && !nearest_comes_before(&search->best, candidate));
}

static bool would_be_best(const pick_nearest_search *search, const pick_nearest *candidate)
{
    return candidate->distance >= search->passed && candidate->distance <= search->radius &&
           !(search->found && !nearest_comes_before_best(search, candidate));
}

static bool take_visible(pick_nearest_search *search, const pick_nearest *candidate)
{
    if (search->is_visible != NULL && !search->is_visible(search, candidate))
        return false;
    search->best = *candidate;
    search->best_order = search->order;
    search->found = true;
    return true;
}

// Whether the query wants a candidate, which gets its final place: what stands in for its object may be another later.
static bool wants_placed(const pick_nearest_search *search, pick_nearest *candidate)
{
    if (search->within.object != NULL)
        candidate->point = pick_stand_in_point(&search->within, search->scene, search->slot, candidate->point);
    return passes_filter(search, candidate);
}

static bool take(pick_nearest_search *search, pick_nearest *candidate)
{
    return wants_placed(search, candidate) && take_visible(search, candidate);
}

static bool is_same_place(pick_vec3 a, pick_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Tests the first candidate of the queue.
static void settle_first(pick_nearest_search *search)
{
    pick_nearest_queue *queue = search->queue;
    uint32_t first = 0;
    for (uint32_t i = 1; i < queue->count; i++) {
        if (queue->distances[i] < queue->distances[first] ||
            (queue->distances[i] == queue->distances[first] &&
             nearest_comes_before(&queue->candidates[i], &queue->candidates[first])))
            first = i;
    }
    if (!would_be_best(search, &queue->candidates[first]) || take_visible(search, &queue->candidates[first])) {
        queue->count = 0; // the others come after it
        return;
    }
    queue->distances[first] = queue->distances[--queue->count];
    queue->candidates[first] = queue->candidates[queue->count];
}

void pick_nearest_settle(pick_nearest_search *search)
{
    while (search->queue->count > 0)
        settle_first(search);
}

// A vertex comes once for each of its triangles, most of them one after the other: of the same places among the last,
// only the first in order is kept.
static void put_off(pick_nearest_search *search, const pick_nearest *candidate)
{
    enum { LOOKED_AT = 16 };
    pick_nearest_queue *queue = search->queue;
    const uint32_t from = queue->count < LOOKED_AT ? 0 : queue->count - LOOKED_AT;
    uint32_t place = queue->count;
    while (place > from && !is_same_place(queue->candidates[place - 1].point, candidate->point))
        place--;
    if (place > from && nearest_comes_before(&queue->candidates[place - 1], candidate))
        return;
    if (place > from) {
        place--;
    } else {
        if (queue->count == PICK_NEAREST_QUEUE)
            settle_first(search);
        place = queue->count++;
    }
    queue->distances[place] = candidate->distance;
    queue->candidates[place] = *candidate;
}

void pick_nearest_offer(pick_nearest_search *search, uint32_t index, const double barycentric[2], double distance,
                        double depth)
{
    if (!may_be_best(search, distance, depth))
        return;
    pick_nearest candidate = candidate_at(search, distance, depth);
    candidate.index = index;
    candidate.barycentric[0] = barycentric[0];
    candidate.barycentric[1] = barycentric[1];
    if (!would_be_best(search, &candidate))
        return;
    const pick_object *object = pick_nearest_object(search, search->slot);
    candidate.point = pick_object_point(object, (const float(*)[3])search->local, barycentric);
    candidate.backface = !pick_region_side_counts(search->frustum, PICK_CULL_BACK, 0, object->inverse_determinant < 0,
                                                  search->normal, search->vertex[0]);
    if (search->queue == NULL)
        (void)take(search, &candidate);
    else if (wants_placed(search, &candidate))
        put_off(search, &candidate);
}

void pick_nearest_offer_body(pick_nearest_search *search, pick_vec3 point, pick_vec3 normal, bool backface,
                             double distance, double depth)
{
    pick_nearest candidate = candidate_at(search, distance, depth);
    candidate.point = pick_vec3_add(search->from, point);
    if (!pick_is_finite_vec3(candidate.point) || !would_be_best(search, &candidate)) // so far out, squares overflow
        return;
    candidate.normal = normal;
    candidate.backface = backface;
    (void)take(search, &candidate);
}

bool pick_nearest_offer_thin(pick_nearest_search *search, const pick_thin_hit *hit, uint32_t segment)
{
    search->triangle = hit->part;
    pick_nearest candidate = candidate_at(search, hit->distance, hit->depth);
    candidate.barycentric[0] = hit->along;
    candidate.point = hit->point;
    candidate.normal = hit->normal;
    search->order = segment;
    const bool taken = would_be_best(search, &candidate) && take(search, &candidate);
    search->order = 0;
    return taken;
}

bool pick_nearest_finish(const pick_nearest_search *search, pick_nearest *out)
{
    if (!search->found)
        return false;
    const pick_nested_way way =
        pick_nested_way_by(search->scene, search->best.object, search->best.path, search->best.path_count);
    const pick_object *object = way.object;
    float vertex[3][3];
    *out = search->best;
    const pick_height_field *field = pick_mesh_field(object->mesh);
    if (field != NULL) {
        (void)pick_height_triangle(field, search->best.triangle, vertex);
        out->normal = pick_nested_normal_out(&way, pick_object_normal(object, (const float(*)[3])vertex));
        return true;
    }
    if (!pick_mesh_has_triangles(object->mesh)) {
        out->from_bounds = pick_mesh_is_volume(object->mesh) &&
                           (pick_primitive_missing(pick_volume_of(object->mesh)) & PICK_PRIMITIVE_NEAREST) != 0;
        return true;
    }
    pick_mesh_positions(object->mesh, search->best.triangle, vertex);
    out->normal = pick_nested_normal_out(&way, pick_object_normal(object, (const float(*)[3])vertex));
    (void)pick_mesh_submesh_of(object->mesh, out->triangle, &out->submesh);
    return true;
}

pick_nearest pick_nearest_of_hit(const pick_hit *hit, double depth)
{
    pick_nearest nearest = {.object = hit->object,
                            .user = hit->user,
                            .triangle = hit->triangle,
                            .submesh = hit->submesh,
                            .barycentric = {hit->barycentric[0], hit->barycentric[1]},
                            .point = hit->point,
                            .normal = hit->normal,
                            .depth = depth,
                            .backface = hit->backface,
                            .locked = hit->locked,
                            .path_count = hit->path_count};
    memcpy(nearest.path, hit->path, hit->path_count * sizeof hit->path[0]);
    return nearest;
}
