#include "base/compiler.h"
#include "base/memory.h"
#include "bvh/bvh_bins.h"
#include "scene/object_space.h"

#include <math.h>
#include <string.h>

#define MOST_OBJECTS PICK_PRIM_LIMIT

pick_object_desc pick_object_desc_default(void)
{
    return PICK_OBJECT_DESC_DEFAULT;
}

pick_result pick_scene_create(const pick_allocator *allocator, pick_scene **out)
{
    if (out == NULL || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_allocator a = allocator != NULL ? *allocator : *pick_default_allocator();
    pick_scene *scene = pick_allocate(&a, sizeof *scene);
    if (scene == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    *scene = (pick_scene){.allocator = a,
                          .simd = pick_simd_best(),
                          .free_slot = PICK_REF_NONE,
                          .body = {.scale = 1, .root = PICK_ROOT_SCENE}};
    pick_blocks_init(&scene->objects, &scene->allocator, sizeof(pick_object), PICK_SLOT_SHIFT);
    pick_blocks_init(&scene->tags, &scene->allocator, sizeof(pick_tag), PICK_SLOT_SHIFT);
    pick_tree_init(&scene->tree, &scene->allocator);
    pick_upkeep_init(scene);
    *out = scene;
    return PICK_OK;
}

void pick_scene_destroy(pick_scene *scene)
{
    if (scene == NULL)
        return;
    const pick_allocator a = scene->allocator;
    pick_upkeep_finish(scene);
    pick_tree_finish(&scene->tree);
    pick_blocks_finish(&scene->objects);
    pick_blocks_finish(&scene->tags);
    pick_deallocate(&a, scene, sizeof *scene);
}

void pick_scene_set_simd(pick_scene *scene, pick_simd level)
{
    scene->simd = level;
}

// --- Slots ----------------------------------------------------------------------------------------------------------

static pick_object *find(const pick_scene *scene, pick_object_id id)
{
    if (id.index1 == 0 || id.index1 > scene->slot_count)
        return NULL;
    pick_object *object = pick_object_at(scene, id.index1 - 1);
    const bool alive = (object->flags & PICK_OBJECT_ALIVE) != 0;
    return alive && object->generation == id.generation ? object : NULL;
}

static pick_result find_to_edit(const pick_scene *scene, pick_object_id id, pick_object **out)
{
    *out = scene != NULL ? find(scene, id) : NULL;
    return scene == NULL ? PICK_ERROR_INVALID_ARGUMENT : (*out == NULL ? PICK_ERROR_STALE_HANDLE : PICK_OK);
}

uint32_t pick_scene_slot(const pick_scene *scene, pick_object_id id)
{
    return find(scene, id) != NULL ? id.index1 - 1 : PICK_REF_NONE;
}

void pick_scene_tag(pick_scene *scene, uint32_t slot)
{
    const pick_object *object = pick_object_at(scene, slot);
    *pick_tag_at(scene, slot) = (pick_tag){object->layers, object->flags, object->generation};
}

void pick_scene_mark(pick_scene *scene, uint32_t slot)
{
    pick_scene_tag(scene, slot);
    pick_tree_mark(scene, &scene->tree, slot);
    pick_upkeep_marked(scene, slot);
}

// Reserves `count` slots.
static pick_result reserve_slots(pick_scene *scene, size_t count)
{
    size_t free = 0;
    for (uint32_t slot = scene->free_slot; free < count && slot != PICK_REF_NONE;
         slot = *pick_object_next_free(pick_object_at(scene, slot)))
        ++free;
    if (count - free > MOST_OBJECTS - scene->slot_count)
        return PICK_ERROR_TOO_LARGE;
    const uint32_t needed = scene->slot_count + (uint32_t)(count - free);
    const bool done = pick_blocks_grow(&scene->objects, needed) && pick_blocks_grow(&scene->tags, needed);
    return done ? PICK_OK : PICK_ERROR_OUT_OF_MEMORY;
}

pick_result pick_scene_reserve(pick_scene *scene, size_t objects)
{
    if (scene == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (objects > MOST_OBJECTS)
        return PICK_ERROR_TOO_LARGE;
    const uint32_t wanted = (uint32_t)objects;
    const bool done = pick_node_pool_reserve(&scene->tree.pool, wanted / 5 + 1) &&
                      pick_blocks_reserve(&scene->objects, wanted) && pick_blocks_reserve(&scene->tags, wanted);
    return done ? PICK_OK : PICK_ERROR_OUT_OF_MEMORY;
}

// Takes a slot that reserve_slots has reserved.
static uint32_t take_slot(pick_scene *scene)
{
    if (scene->free_slot == PICK_REF_NONE) {
        const uint32_t slot = scene->slot_count++;
        *pick_object_at(scene, slot) = (pick_object){.node = {PICK_REF_NONE, PICK_REF_NONE}};
        return slot;
    }
    const uint32_t slot = scene->free_slot;
    scene->free_slot = *pick_object_next_free(pick_object_at(scene, slot));
    return slot;
}

static void give_slot_back(pick_scene *scene, uint32_t slot)
{
    pick_object *object = pick_object_at(scene, slot);
    object->flags &= PICK_OBJECT_CHANGED;
    if (object->generation < UINT32_MAX) { // else the slot has no unused handle left: it stays unused
        *pick_object_next_free(object) = scene->free_slot;
        scene->free_slot = slot;
    }
}

// --- Edits ----------------------------------------------------------------------------------------------------------

static uint32_t *node_of(const pick_scene *scene, uint32_t slot)
{
    return &pick_object_at(scene, slot)->node[scene->tree.which];
}

bool pick_scene_settle(pick_scene *scene, uint32_t slot)
{
    const pick_object *object = pick_object_at(scene, slot);
    const bool inside = *node_of(scene, slot) != PICK_REF_NONE;
    bool inserted = false;
    if (pick_object_is_pickable(object)) {
        if (!inside && scene->tree.levels >= PICK_BVH_MAX_DEPTH && !pick_upkeep_flatten(scene))
            return false;
        const pick_aabb world = pick_object_world_box(object, true);
        const pick_box3f box = pick_tree_box(&scene->tree, &world);
        inserted = !inside || pick_tree_update(scene, &scene->tree, slot, &box);
        if (!inside && !pick_tree_insert(scene, &scene->tree, slot, &box))
            return false;
    } else if (inside) {
        pick_tree_remove(scene, &scene->tree, slot);
    } else {
        return true;
    }
    pick_upkeep_edited(scene, slot, inserted);
    return true;
}

static pick_result change(pick_scene *scene, pick_object_id id, const pick_transform *transform, const pick_mesh *mesh)
{
    pick_object *object = find(scene, id);
    if (object == NULL)
        return PICK_ERROR_STALE_HANDLE;
    const pick_object before = *object;
    pick_transform old = {.origin = {before.origin[0], before.origin[1], before.origin[2]}};
    memcpy(old.linear, before.linear, sizeof old.linear);
    pick_object_place(object, transform != NULL ? transform : &old, mesh != NULL ? mesh : before.mesh);
    pick_scene_note_size(scene, object->mesh);
    if (!pick_scene_settle(scene, id.index1 - 1)) {
        pick_object_place(object, &old, before.mesh);
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    return PICK_OK;
}

pick_result pick_object_desc_check(const pick_scene *scene, const pick_object_desc *desc)
{
    if ((desc->mesh != NULL) + (desc->volume != NULL) + (desc->thin != NULL) + (desc->scene != NULL) != 1 ||
        (desc->flags & ~PICK_OBJECT_PUBLIC_FLAGS) != 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (!pick_transform_is_finite(&desc->transform))
        return PICK_ERROR_NOT_FINITE;
    return desc->scene != NULL ? pick_nested_check(scene, desc->scene) : PICK_OK;
}

// Creates an object in a reserved slot. It is not in the tree yet.
static uint32_t make_object(pick_scene *scene, const pick_object_desc *desc, pick_object_id *out)
{
    const uint32_t slot = take_slot(scene);
    pick_object *object = pick_object_at(scene, slot);
    *object = (pick_object){.layers = desc->layers,
                            .flags = desc->flags | PICK_OBJECT_ALIVE | (object->flags & PICK_OBJECT_CHANGED),
                            .generation = object->generation + 1,
                            .node = {object->node[0], object->node[1]}, // a rebuild may still have the former object
                            .user = desc->user};
    pick_object_place(object, &desc->transform, pick_object_desc_body(desc));
    pick_scene_note_size(scene, object->mesh);
    pick_scene_tag(scene, slot);
    ++scene->object_count;
    *out = pick_object_handle(scene, slot);
    return slot;
}

static void take_out(pick_scene *scene, uint32_t slot)
{
    const bool inside = *node_of(scene, slot) != PICK_REF_NONE;
    if (inside)
        pick_tree_remove(scene, &scene->tree, slot);
    give_slot_back(scene, slot);
    --scene->object_count;
    if (inside)
        pick_upkeep_edited(scene, slot, false);
}

// Reverts make_object: no caller has the handle yet.
static void unmake_object(pick_scene *scene, uint32_t slot)
{
    --pick_object_at(scene, slot)->generation;
    take_out(scene, slot);
}

static pick_result add(pick_scene *scene, const pick_object_desc *desc, pick_object_id *out)
{
    pick_object_id id;
    const uint32_t slot = make_object(scene, desc, &id);
    if (!pick_scene_settle(scene, slot)) {
        unmake_object(scene, slot);
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    *out = id;
    return PICK_OK;
}

pick_result pick_scene_add(pick_scene *scene, const pick_object_desc *desc, pick_object_id *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_result result = pick_object_desc_check(scene, desc);
    if (result == PICK_OK)
        result = reserve_slots(scene, 1);
    return result == PICK_OK ? add(scene, desc, out) : result;
}

static pick_result add_each(pick_scene *scene, const pick_object_desc *descs, size_t count, pick_object_id *out)
{
    for (size_t i = 0; i < count; i++) {
        const pick_result result = add(scene, &descs[i], &out[i]);
        if (result != PICK_OK) {
            while (i-- > 0) // last one first, so that the list of free slots is as before
                unmake_object(scene, out[i].index1 - 1);
            return result;
        }
    }
    return PICK_OK;
}

static pick_result add_and_build(pick_scene *scene, const pick_object_desc *descs, size_t count, pick_object_id *out)
{
    uint32_t arrivals = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t slot = make_object(scene, &descs[i], &out[i]);
        arrivals += pick_object_is_pickable(pick_object_at(scene, slot));
    }
    if (arrivals == 0 || pick_upkeep_build(scene, scene->tree.object_count + arrivals))
        return PICK_OK;
    while (count-- > 0)
        unmake_object(scene, out[count].index1 - 1);
    return PICK_ERROR_OUT_OF_MEMORY;
}

static pick_result add_and_graft(pick_scene *scene, const pick_object_desc *descs, size_t count, pick_object_id *out)
{
    for (size_t i = 0; i < count; i++)
        (void)make_object(scene, &descs[i], &out[i]);
    if (pick_upkeep_graft(scene, out, count, NULL))
        return PICK_OK;
    while (count-- > 0)
        unmake_object(scene, out[count].index1 - 1);
    return PICK_ERROR_OUT_OF_MEMORY;
}

pick_result pick_scene_add_many(pick_scene *scene, const pick_object_desc *descs, size_t count, pick_object_id *out)
{
    if (scene == NULL || ((descs == NULL || out == NULL) && count > 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_result result = PICK_OK;
    for (size_t i = 0; i < count && result == PICK_OK; i++)
        result = pick_object_desc_check(scene, &descs[i]);
    if (result == PICK_OK)
        result = reserve_slots(scene, count);
    if (result != PICK_OK)
        return result;
    if (!pick_upkeep_prefers_build(scene, count, 0))
        return add_each(scene, descs, count, out);
    const bool grafts = pick_upkeep_prefers_graft(scene, count, 0, 0);
    return (grafts ? add_and_graft : add_and_build)(scene, descs, count, out);
}

pick_result pick_scene_remove(pick_scene *scene, pick_object_id id)
{
    pick_object *object;
    const pick_result found = find_to_edit(scene, id, &object);
    if (found == PICK_OK)
        take_out(scene, id.index1 - 1);
    return found;
}

pick_result pick_scene_set_transform(pick_scene *scene, pick_object_id id, const pick_transform *transform)
{
    if (scene == NULL || transform == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (!pick_transform_is_finite(transform))
        return find(scene, id) != NULL ? PICK_ERROR_NOT_FINITE : PICK_ERROR_STALE_HANDLE;
    return change(scene, id, transform, NULL);
}

pick_result pick_scene_set_mesh(pick_scene *scene, pick_object_id id, const pick_mesh *mesh)
{
    if (scene == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (mesh == NULL)
        return find(scene, id) != NULL ? PICK_ERROR_INVALID_ARGUMENT : PICK_ERROR_STALE_HANDLE;
    return change(scene, id, NULL, mesh);
}

pick_result pick_scene_set_volume(pick_scene *scene, pick_object_id id, const pick_volume *volume)
{
    return pick_scene_set_mesh(scene, id, volume != NULL ? &volume->mesh : NULL);
}

pick_result pick_scene_set_thin(pick_scene *scene, pick_object_id id, const pick_thin *thin)
{
    return pick_scene_set_mesh(scene, id, thin != NULL ? &thin->mesh : NULL);
}

pick_result pick_scene_set_nested(pick_scene *scene, pick_object_id id, const pick_scene *nested)
{
    const bool found = scene != NULL && nested != NULL && find(scene, id) != NULL;
    const pick_result result = found ? pick_nested_check(scene, nested) : PICK_OK;
    return result == PICK_OK ? pick_scene_set_mesh(scene, id, nested != NULL ? &nested->body : NULL) : result;
}

void pick_scene_nested_changed(pick_scene *scene, const pick_scene *nested)
{
    if (nested != NULL)
        pick_scene_mesh_changed(scene, &nested->body);
}

void pick_scene_thin_changed(pick_scene *scene, const pick_thin *thin)
{
    if (thin != NULL)
        pick_scene_mesh_changed(scene, &thin->mesh);
}

void pick_scene_mesh_changed(pick_scene *scene, const pick_mesh *mesh)
{
    if (scene == NULL)
        return;
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && object->mesh == mesh) {
            const pick_object_id id = pick_object_handle(scene, slot);
            const pick_result result = change(scene, id, NULL, mesh);
            PICK_ASSERT(result == PICK_OK); // updating an object in the tree cannot fail; others stay outside
            (void)result;
        }
    }
}

void pick_scene_volume_changed(pick_scene *scene, const pick_volume *volume)
{
    if (volume != NULL)
        pick_scene_mesh_changed(scene, &volume->mesh);
}

pick_result pick_scene_set_layers(pick_scene *scene, pick_object_id id, uint32_t layers)
{
    pick_object *object;
    const pick_result found = find_to_edit(scene, id, &object);
    if (found != PICK_OK)
        return found;
    object->layers = layers;
    pick_scene_mark(scene, id.index1 - 1);
    return PICK_OK;
}

pick_result pick_scene_set_flags(pick_scene *scene, pick_object_id id, uint32_t flags)
{
    pick_object *object;
    const pick_result found = find_to_edit(scene, id, &object);
    if (found != PICK_OK)
        return found;
    if ((flags & ~PICK_OBJECT_PUBLIC_FLAGS) != 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    const uint32_t before = object->flags;
    object->flags = flags | (before & ~PICK_OBJECT_PUBLIC_FLAGS);
    if (((before ^ flags) & PICK_OBJECT_HIDDEN) != 0 && !pick_scene_settle(scene, id.index1 - 1)) {
        object->flags = (object->flags & ~PICK_OBJECT_PUBLIC_FLAGS) | (before & PICK_OBJECT_PUBLIC_FLAGS);
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    pick_scene_mark(scene, id.index1 - 1);
    return PICK_OK;
}

pick_result pick_scene_set_user(pick_scene *scene, pick_object_id id, uint64_t user)
{
    pick_object *object;
    const pick_result found = find_to_edit(scene, id, &object);
    if (found != PICK_OK)
        return found;
    object->user = user;
    return PICK_OK;
}

// --- Reading --------------------------------------------------------------------------------------------------------

bool pick_scene_contains(const pick_scene *scene, pick_object_id id)
{
    return scene != NULL && find(scene, id) != NULL;
}

pick_object_desc pick_object_describe(const pick_object *object)
{
    pick_object_desc desc = {.mesh = object->mesh,
                             .transform.origin = {object->origin[0], object->origin[1], object->origin[2]},
                             .layers = object->layers,
                             .flags = object->flags & PICK_OBJECT_PUBLIC_FLAGS,
                             .user = object->user};
    memcpy(desc.transform.linear, object->linear, sizeof desc.transform.linear);
    return desc;
}

pick_result pick_scene_get(const pick_scene *scene, pick_object_id id, pick_object_desc *out)
{
    if (scene == NULL || out == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_object *object = find(scene, id);
    if (object == NULL)
        return PICK_ERROR_STALE_HANDLE;
    *out = pick_object_describe(object);
    if (pick_mesh_is_volume(object->mesh)) {
        out->volume = pick_volume_of(out->mesh);
        out->mesh = NULL;
    } else if (pick_mesh_is_thin(object->mesh)) {
        out->thin = pick_thin_of(out->mesh);
        out->mesh = NULL;
    } else if (pick_mesh_is_scene(object->mesh)) {
        out->scene = pick_scene_of(out->mesh);
        out->mesh = NULL;
    }
    return PICK_OK;
}

pick_result pick_scene_object_bounds(const pick_scene *scene, pick_object_id id, pick_aabb *out)
{
    if (scene == NULL || out == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_object *object = find(scene, id);
    if (object == NULL)
        return PICK_ERROR_STALE_HANDLE;
    *out = pick_object_world_box(object, false);
    return PICK_OK;
}

pick_aabb pick_scene_bounds(const pick_scene *scene)
{
    pick_aabb bounds = PICK_AABB_EMPTY;
    for (uint32_t slot = 0; scene != NULL && slot < scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(scene, slot);
        if ((object->flags & (PICK_OBJECT_ALIVE | PICK_OBJECT_HIDDEN)) == PICK_OBJECT_ALIVE) {
            const pick_aabb box = pick_object_world_box(object, false);
            bounds = pick_aabb_union(&bounds, &box);
        }
    }
    return bounds;
}

size_t pick_scene_count(const pick_scene *scene)
{
    return scene != NULL ? scene->object_count : 0;
}

size_t pick_scene_objects(const pick_scene *scene, pick_object_id *out, size_t capacity)
{
    if (scene == NULL || (out == NULL && capacity > 0))
        return 0;
    size_t count = 0;
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        if ((pick_object_at(scene, slot)->flags & PICK_OBJECT_ALIVE) != 0) {
            if (count < capacity)
                out[count] = pick_object_handle(scene, slot);
            ++count;
        }
    }
    return count;
}

void pick_scene_defer_builds(pick_scene *scene, bool deferred)
{
    if (scene != NULL)
        scene->upkeep.is_deferred = deferred;
}

bool pick_scene_maintain(pick_scene *scene, uint64_t budget)
{
    return scene != NULL && pick_upkeep_work(scene, budget);
}

size_t pick_scene_memory(const pick_scene *scene)
{
    if (scene == NULL)
        return 0;
    return sizeof *scene + pick_blocks_bytes(&scene->objects) + pick_blocks_bytes(&scene->tags) +
           pick_blocks_bytes(&scene->tree.pool.nodes) + pick_upkeep_memory(scene);
}
