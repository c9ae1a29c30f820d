// level_scene.c: keeps the pick scene as the level is.
#include "document/level/level_internal.h"
#include "document/level/look.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

pick_object_desc editor_level_describe(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = editor_level_pick_mesh(level, o);
    desc.transform = pick_affine_to_transform(&o->world);
    desc.layers = o->layers;
    desc.flags = (o->is_hidden ? (uint32_t)PICK_OBJECT_HIDDEN : 0) | (o->is_locked ? (uint32_t)PICK_OBJECT_LOCKED : 0);
    desc.user = object;
    return desc;
}

pick_result editor_level_add_to_scene(editor_level *level, uint32_t object)
{
    const pick_object_desc desc = editor_level_describe(level, object);
    return pick_scene_add(level->scene, &desc, &level->objects[object].pick);
}

// --- Bringing it up to date ---

// Whether it changes neither where the object is nor whether it is hidden: the scene's hierarchy stays as it is.
static bool keeps_place(const pick_object_desc *desc, const pick_object_desc *now)
{
    return desc->mesh == now->mesh && ((desc->flags ^ now->flags) & (uint32_t)PICK_OBJECT_HIDDEN) == 0 &&
           memcmp(&desc->transform.origin, &now->transform.origin, sizeof(now->transform.origin)) == 0 &&
           memcmp(desc->transform.linear, now->transform.linear, sizeof(now->transform.linear)) == 0;
}

// Describes the object as it is, and as the scene has it. False: they are the same.
static bool differs(const editor_level *level, uint32_t object, pick_object_desc *desc, pick_object_desc *now)
{
    if (pick_scene_get(level->scene, level->objects[object].pick, now) != PICK_OK) // forgotten since
        return false;
    *desc = editor_level_describe(level, object);
    if (!level->objects[object].is_finite)
        desc->transform = now->transform;
    return !keeps_place(desc, now) || desc->layers != now->layers || desc->flags != now->flags;
}

static void set_alone(const editor_level *level, uint32_t object, const pick_object_desc *desc)
{
    const pick_object_id id = level->objects[object].pick;
    pick_scene_set_mesh(level->scene, id, desc->mesh);
    pick_scene_set_transform(level->scene, id, &desc->transform);
    pick_scene_set_layers(level->scene, id, desc->layers);
    pick_scene_set_flags(level->scene, id, desc->flags);
}

// Without memory.
static void set_each(const editor_level *level, const uint32_t *objects, uint32_t count)
{
    pick_object_desc desc, now;
    for (uint32_t i = 0; i < count; i++) {
        if (differs(level, objects[i], &desc, &now))
            set_alone(level, objects[i], &desc);
    }
}

static void set_all(editor_level *level)
{
    const uint32_t count = level->behind_count;
    pick_object_id *ids = count > 1 ? malloc(count * sizeof(*ids)) : NULL;
    pick_object_desc *descs = ids ? malloc(count * sizeof(*descs)) : NULL;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t object = level->behind[i];
        pick_object_desc desc, now;
        level->objects[object].is_behind = false;
        if (!descs || !differs(level, object, &desc, &now))
            continue;
        if (keeps_place(&desc, &now)) { // cheaper than many
            pick_scene_set_layers(level->scene, level->objects[object].pick, desc.layers);
            pick_scene_set_flags(level->scene, level->objects[object].pick, desc.flags);
            continue;
        }
        ids[found] = level->objects[object].pick;
        descs[found++] = desc;
    }
    if (!descs || pick_scene_set_many(level->scene, ids, descs, found) != PICK_OK)
        set_each(level, level->behind, count);
    level->behind_count = 0;
    free(ids);
    free(descs);
}

void editor_level_fall_behind(editor_level *level, uint32_t object)
{
    assert(level->refreshing > 0 || !level->scene);
    editor_object *o = &level->objects[object];
    if (!level->scene || pick_object_id_is_null(o->pick) || o->is_behind)
        return;
    uint32_t *array = editor_level_reserve(level->behind, level->behind_count, &level->behind_capacity, sizeof(*array));
    if (!array) {
        set_each(level, &object, 1);
        return;
    }
    level->behind = array;
    array[level->behind_count++] = object;
    o->is_behind = true;
}

void editor_level_begin_refresh(editor_level *level)
{
    level->refreshing++;
}

void editor_level_end_refresh(editor_level *level)
{
    assert(level->refreshing > 0);
    if (--level->refreshing == 0 && level->behind_count > 0)
        set_all(level);
}
