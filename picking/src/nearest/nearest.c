#include "base/compiler.h"
#include "math/math_inline.h"
#include "nearest/nearest_internal.h"

#include <string.h>

pick_nearest_query pick_nearest_query_default(void)
{
    return PICK_NEAREST_QUERY_DEFAULT;
}

void pick_nearest_visit(pick_nearest_search *search, uint32_t slot, uint32_t triangle, uint32_t submesh_flags,
                        const float local[3][3])
{
    const pick_object *object = pick_object_at(search->scene, slot);
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
    const pick_block *block = pick_mesh_blocks(pick_object_at(search->scene, slot)->mesh, ref);
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
    const pick_mesh *mesh = pick_object_at(search->scene, slot)->mesh;
    if (pick_mesh_is_volume(mesh))
        pick_nearest_visit_volume(search, slot);
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

void pick_nearest_visit_volume(pick_nearest_search *search, uint32_t slot)
{
    const pick_object *object = pick_object_at(search->scene, slot);
    const pick_volume *volume = pick_volume_of(object->mesh);
    search->slot = slot;
    search->submesh_flags = volume->submesh.flags;
    for (uint32_t i = 0; i < volume->part_count && search->feature == PICK_FEATURE_SURFACE && !search->meshes_only;
         i++) {
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
    return a->triangle < b->triangle || (a->triangle == b->triangle && a->index < b->index);
}

static bool passes_filter(const pick_nearest_search *search, const pick_nearest *candidate)
{
    const pick_query *query = search->query;
    if (!pick_query_asks(query, search->submesh_flags))
        return true;
    const pick_candidate point = {.t = candidate->distance,
                                  .slot = search->slot,
                                  .triangle = candidate->triangle,
                                  .u = candidate->barycentric[0],
                                  .v = candidate->barycentric[1],
                                  .backface = candidate->backface};
    pick_hit hit;
    pick_hit_describe(search->scene, &point, &hit);
    return pick_query_accepts(query, search->scene, &hit);
}

pick_vec3 pick_nearest_place(const pick_nearest_search *search, const double barycentric[2])
{
    const pick_vec3 first = pick_vec3_scale(search->edge[0], barycentric[0]);
    const pick_vec3 second = pick_vec3_scale(search->edge[2], -barycentric[1]);
    return pick_vec3_add(search->vertex[0], pick_vec3_add(first, second));
}

// The world point with these weights, computed in object space: it is on the triangle within a few roundings of the
// world coordinates of object and triangle, however far away `from` is.
static pick_vec3 world_point(const pick_nearest_search *search, const double barycentric[2])
{
    const pick_object *object = pick_object_at(search->scene, search->slot);
    double local[3];
    for (int k = 0; k < 3; k++) {
        const double start = (double)search->local[0][k];
        local[k] = start + (barycentric[0] * ((double)search->local[1][k] - start) +
                            barycentric[1] * ((double)search->local[2][k] - start));
    }
    const pick_vec3 origin = {object->origin[0], object->origin[1], object->origin[2]};
    return pick_vec3_add(origin, pick_object_turn(object, local[0], local[1], local[2]));
}

static pick_nearest candidate_at(const pick_nearest_search *search, double distance, double depth)
{
    const pick_object *object = pick_object_at(search->scene, search->slot);
    return (pick_nearest){.object = pick_object_handle(search->scene, search->slot),
                          .user = object->user,
                          .feature = search->feature,
                          .triangle = search->triangle,
                          .distance = distance,
                          .depth = depth,
                          .locked = (object->flags & PICK_OBJECT_LOCKED) != 0};
}

static bool would_be_best(const pick_nearest_search *search, const pick_nearest *candidate)
{
    return candidate->distance <= search->radius && !(search->found && !nearest_comes_before(candidate, &search->best));
}

static void take(pick_nearest_search *search, const pick_nearest *candidate)
{
    if (!passes_filter(search, candidate) || (search->is_visible != NULL && !search->is_visible(search, candidate)))
        return;
    search->best = *candidate;
    search->found = true;
}

void pick_nearest_offer(pick_nearest_search *search, uint32_t index, const double barycentric[2], double distance,
                        double depth)
{
    pick_nearest candidate = candidate_at(search, distance, depth);
    candidate.index = index;
    candidate.barycentric[0] = barycentric[0];
    candidate.barycentric[1] = barycentric[1];
    if (!would_be_best(search, &candidate))
        return;
    const pick_object *object = pick_object_at(search->scene, search->slot);
    candidate.point = world_point(search, barycentric);
    candidate.backface = !pick_region_side_counts(search->frustum, PICK_CULL_BACK, 0, object->inverse_determinant < 0,
                                                  search->normal, search->vertex[0]);
    take(search, &candidate);
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
    take(search, &candidate);
}

bool pick_nearest_finish(const pick_nearest_search *search, pick_nearest *out)
{
    if (!search->found)
        return false;
    const pick_object *object = pick_object_at(search->scene, search->best.object.index1 - 1);
    float vertex[3][3];
    *out = search->best;
    if (pick_mesh_is_volume(object->mesh))
        return true;
    pick_mesh_positions(object->mesh, search->best.triangle, vertex);
    out->normal = pick_object_normal(object, (const float(*)[3])vertex);
    (void)pick_mesh_submesh_of(object->mesh, out->triangle, &out->submesh);
    return true;
}
