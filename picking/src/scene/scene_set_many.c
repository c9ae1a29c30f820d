// Sets many objects at once: one by one, or with a tree that is built anew.
#include "base/compiler.h"
#include "base/memory.h"
#include "scene/scene_internal.h"

#include <string.h>

static pick_object *object_of(const pick_scene *scene, pick_object_id id)
{
    return pick_object_at(scene, id.index1 - 1);
}

static bool is_elsewhere(const pick_object_desc *desc, const pick_object_desc *before)
{
    const pick_transform *a = &desc->transform, *b = &before->transform;
    return pick_object_desc_body(desc) != pick_object_desc_body(before) ||
           memcmp(&a->origin, &b->origin, sizeof a->origin) != 0 || memcmp(a->linear, b->linear, sizeof a->linear) != 0;
}

// Writes to the object alone, which is as `before` says.
static void write(pick_object *object, const pick_object_desc *desc, const pick_object_desc *before)
{
    if (is_elsewhere(desc, before))
        pick_object_place(object, &desc->transform, pick_object_desc_body(desc));
    object->layers = desc->layers;
    object->flags = desc->flags | (object->flags & ~PICK_OBJECT_PUBLIC_FLAGS);
    object->user = desc->user;
}

// Describes the objects as they are. With neither mesh nor volume: the object is given again later, which counts.
static void describe_all(const pick_scene *scene, const pick_object_id *ids, size_t count, pick_object_desc *before)
{
    for (size_t i = count; i-- > 0;) {
        pick_object *object = object_of(scene, ids[i]);
        before[i] = pick_object_describe(object);
        if ((object->flags & PICK_OBJECT_GIVEN) != 0)
            before[i].mesh = NULL;
        object->flags |= PICK_OBJECT_GIVEN;
    }
    for (size_t i = 0; i < count; i++)
        object_of(scene, ids[i])->flags &= ~PICK_OBJECT_GIVEN;
}

typedef enum set_way {
    SET_EACH,
    SET_AND_BUILD, // the tree
    SET_AND_GRAFT  // what is not in the tree
} set_way;

static set_way choose_way(pick_scene *scene, const pick_object_id *ids, const pick_object_desc *descs,
                          const pick_object_desc *before, size_t count)
{
    size_t edits = 0, removals = 0, arrivals = 0;
    for (size_t i = 0; i < count; i++) {
        const bool was_hidden = (before[i].flags & PICK_OBJECT_HIDDEN) != 0;
        const bool is_hidden = (descs[i].flags & PICK_OBJECT_HIDDEN) != 0;
        if (before[i].mesh == NULL)
            continue;
        const bool is_inside = pick_object_is_inside(scene, object_of(scene, ids[i]));
        const bool is_edit = !is_hidden && (was_hidden || is_elsewhere(&descs[i], &before[i]));
        edits += is_edit;
        arrivals += is_edit && !is_inside;
        removals += is_hidden && is_inside;
    }
    pick_upkeep_expect(scene, removals);
    if (!pick_upkeep_prefers_build(scene, edits, removals))
        return SET_EACH;
    return pick_upkeep_prefers_graft(scene, arrivals, edits - arrivals, removals) ? SET_AND_GRAFT : SET_AND_BUILD;
}

// Takes the objects that insert_all has written out again.
static void take_back(pick_scene *scene, const pick_object_id *ids, const pick_object_desc *descs, size_t count,
                      const pick_object_desc *before)
{
    for (size_t i = 0; i < count; i++) {
        pick_object *object = object_of(scene, ids[i]);
        if (before[i].mesh == NULL || (object->flags & PICK_OBJECT_GIVEN) == 0)
            continue;
        object->flags &= ~PICK_OBJECT_GIVEN;
        write(object, &before[i], &descs[i]);
        (void)pick_scene_settle(scene, ids[i].index1 - 1);
    }
}

// Sets the objects that are not in the tree, and marks them. False: out of memory; nothing changed.
static bool insert_all(pick_scene *scene, const pick_object_id *ids, const pick_object_desc *descs, size_t count,
                       const pick_object_desc *before, bool grafts)
{
    for (size_t i = 0; i < count; i++) {
        pick_object *object = object_of(scene, ids[i]);
        if (before[i].mesh == NULL || pick_object_is_inside(scene, object))
            continue;
        write(object, &descs[i], &before[i]);
        object->flags |= PICK_OBJECT_GIVEN;
        if (!grafts && !pick_scene_settle(scene, ids[i].index1 - 1)) {
            take_back(scene, ids, descs, i + 1, before);
            return false;
        }
    }
    if (!grafts || pick_upkeep_graft(scene, ids, count, before))
        return true;
    take_back(scene, ids, descs, count, before);
    return false;
}

// Objects that are not in the tree come first: only they can fail, and they can be taken out again.
static bool set_each(pick_scene *scene, const pick_object_id *ids, const pick_object_desc *descs, size_t count,
                     const pick_object_desc *before, bool grafts)
{
    // Slices of the upkeep at so many edits would take longer than these.
    scene->upkeep.is_paused = scene->upkeep.rebuild == NULL || grafts; // a graft abandons a rebuild
    const bool inserted = insert_all(scene, ids, descs, count, before, grafts);
    for (size_t i = 0; inserted && i < count; i++) {
        pick_object *object = object_of(scene, ids[i]);
        if (before[i].mesh == NULL)
            continue;
        if ((object->flags & PICK_OBJECT_GIVEN) != 0) {
            object->flags &= ~PICK_OBJECT_GIVEN;
            continue;
        }
        write(object, &descs[i], &before[i]);
        if ((descs[i].flags & PICK_OBJECT_HIDDEN) != 0 || is_elsewhere(&descs[i], &before[i]))
            (void)pick_scene_settle(scene, ids[i].index1 - 1);
    }
    scene->upkeep.is_paused = false;
    return inserted;
}

static bool set_and_build(pick_scene *scene, const pick_object_id *ids, const pick_object_desc *descs, size_t count,
                          const pick_object_desc *before)
{
    uint32_t pickable = scene->tree.object_count;
    for (size_t i = 0; i < count; i++) {
        pick_object *object = object_of(scene, ids[i]);
        if (before[i].mesh == NULL)
            continue;
        pickable -= pick_object_is_inside(scene, object);
        write(object, &descs[i], &before[i]);
        pickable += pick_object_is_pickable(object);
    }
    if (pickable > 0) {
        if (pick_upkeep_build(scene, pickable))
            return true;
        for (size_t i = 0; i < count; i++) {
            if (before[i].mesh != NULL)
                write(object_of(scene, ids[i]), &before[i], &descs[i]);
        }
        return false;
    }
    pick_upkeep_finish(scene);
    pick_tree_clear(&scene->tree);
    for (size_t i = 0; i < count; i++) // all that were in the tree are among these
        object_of(scene, ids[i])->node[scene->tree.which] = PICK_REF_NONE;
    return true;
}

pick_result pick_scene_set_many(pick_scene *scene, const pick_object_id *ids, const pick_object_desc *descs,
                                size_t count)
{
    if (scene == NULL || ((ids == NULL || descs == NULL) && count > 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        const pick_result result = pick_object_desc_check(scene, &descs[i]);
        if (result != PICK_OK)
            return result;
        if (pick_scene_slot(scene, ids[i]) == PICK_REF_NONE)
            return PICK_ERROR_STALE_HANDLE;
    }
    if (count == 0)
        return PICK_OK;
    const size_t bytes = count * sizeof *descs; // the caller's array is as long
    pick_object_desc *before = pick_allocate(&scene->allocator, bytes);
    if (before == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    describe_all(scene, ids, count, before);
    const set_way way = choose_way(scene, ids, descs, before, count);
    const bool builds = way == SET_AND_BUILD;
    const bool done = builds ? set_and_build(scene, ids, descs, count, before)
                             : set_each(scene, ids, descs, count, before, way == SET_AND_GRAFT);
    for (size_t i = 0; i < count; i++)
        pick_scene_note_size(scene, pick_object_desc_body(&descs[i]));
    for (size_t i = 0; done && i < count; i++) {
        const pick_object *now = object_of(scene, ids[i]);
        if (now->layers != before[i].layers || (now->flags & PICK_OBJECT_PUBLIC_FLAGS) != before[i].flags)
            (builds ? pick_scene_tag : pick_scene_mark)(scene, ids[i].index1 - 1);
    }
    pick_deallocate(&scene->allocator, before, bytes);
    return done ? PICK_OK : PICK_ERROR_OUT_OF_MEMORY;
}
