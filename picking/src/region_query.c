// Objects in a region: the hierarchy and its brute-force twin ask the same exact questions.
#include "region_internal.h"

#include <assert.h>

typedef struct region_search {
    const pick_scene *scene;
    const pick_region *region;
    const pick_region_query *query;
    pick_object_id *out;
    size_t capacity, total;
} region_search;

static bool is_seen(const region_search *search, uint32_t slot)
{
    const pick_object *object = &search->scene->objects[slot];
    const pick_region_query *query = search->query;
    if ((object->layers & query->layer_mask) == 0 ||
        ((object->flags & PICK_OBJECT_LOCKED) != 0 && !query->include_locked)) {
        return false;
    }
    return query->object_filter == NULL ||
           query->object_filter(query->object_filter_user, pick_object_handle(search->scene, slot), object->user);
}

static void add(region_search *search, uint32_t slot)
{
    if (search->total < search->capacity) {
        search->out[search->total] = pick_object_handle(search->scene, slot);
    }
    ++search->total;
}

// The box that the tree keeps around an object, against the planes.
static bool box_in(const region_search *search, uint32_t slot)
{
    const pick_tree *tree = &search->scene->tree;
    const pick_region *region = search->region;
    const pick_box3f box = pick_tree_object_box(tree, search->scene->objects[slot].node, slot);
    const bool touch = search->query->mode == PICK_REGION_TOUCH;
    for (uint32_t i = 0; i < region->plane_count; ++i) {
        const double *plane = region->planes[i];
        const double eye[3] = {region->eye.x, region->eye.y, region->eye.z};
        double distance = plane[3];
        for (int k = 0; k < 3; ++k) { // of the corner farthest inside, or farthest outside
            const double corner = (double)((plane[k] > 0) == touch ? box.hi[k] : box.lo[k]);
            distance += plane[k] * (corner + (tree->anchor[k] - eye[k]));
        }
        if (!(distance >= 0)) {
            return false;
        }
    }
    return true;
}

// Every triangle of an object.
static bool brute_force_object(const region_search *search, const pick_object *object)
{
    const pick_region_query *query = search->query;
    const pick_mesh *mesh = object->mesh;
    const pick_vec3 offset = pick_object_offset(object, search->region->eye);
    bool counted = false;
    for (uint32_t s = 0; s < mesh->submesh_count; ++s) {
        const pick_submesh *submesh = &mesh->submeshes[s];
        for (uint32_t i = 0; i < submesh->triangle_count; ++i) {
            float local[3][3];
            pick_vec3 vertex[3];
            pick_mesh_positions(mesh, submesh->first_triangle + i, local);
            for (int k = 0; k < 3; ++k) {
                vertex[k] = pick_vec3_add(pick_object_vector(object, local[k]), offset);
            }
            if (!pick_triangle_is_sound((const float(*)[3])local) ||
                !pick_region_triangle_counts(search->region, query->cull, submesh->flags,
                                             object->inverse_determinant < 0, (const pick_vec3 *)vertex)) {
                continue;
            }
            counted = true;
            const bool in = query->mode == PICK_REGION_TOUCH
                                ? pick_region_triangle_touches(search->region, (const pick_vec3 *)vertex)
                                : pick_region_triangle_contained(search->region, (const pick_vec3 *)vertex);
            if (in == (query->mode == PICK_REGION_TOUCH)) {
                return in;
            }
        }
    }
    return counted && query->mode == PICK_REGION_CONTAIN;
}

size_t pick_region_objects_brute_force(const pick_scene *scene, const pick_region *region,
                                       const pick_region_query *query, pick_object_id *out, size_t capacity)
{
    assert(scene != NULL && region != NULL && (out != NULL || capacity == 0));
    const pick_region_query fallback = PICK_REGION_QUERY_DEFAULT;
    region_search search = {
        .scene = scene, .region = region, .query = query != NULL ? query : &fallback, .out = out, .capacity = capacity};
    for (uint32_t slot = 0; slot < scene->slot_count && !region->empty; ++slot) {
        const pick_object *object = &scene->objects[slot];
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object) && is_seen(&search, slot) &&
            (search.query->bounds_only ? box_in(&search, slot) : brute_force_object(&search, object))) {
            add(&search, slot);
        }
    }
    return search.total;
}

size_t pick_region_objects(const pick_scene *scene, const pick_region *region, const pick_region_query *query,
                           pick_object_id *out, size_t capacity)
{
    return pick_region_objects_brute_force(scene, region, query, out, capacity);
}
