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

// Describes the object if the scene does not have it as it is.
static bool differs(const editor_level *level, uint32_t object, pick_object_desc *desc)
{
    pick_object_desc now;
    if (pick_scene_get(level->scene, level->objects[object].pick, &now) != PICK_OK) // forgotten since
        return false;
    *desc = editor_level_describe(level, object);
    if (!level->objects[object].is_finite)
        desc->transform = now.transform;
    return desc->mesh != now.mesh || desc->layers != now.layers || desc->flags != now.flags ||
           memcmp(&desc->transform.origin, &now.transform.origin, sizeof(now.transform.origin)) != 0 ||
           memcmp(desc->transform.linear, now.transform.linear, sizeof(now.transform.linear)) != 0;
}

// Without memory for more.
static void set_alone(const editor_level *level, uint32_t object)
{
    const pick_object_id id = level->objects[object].pick;
    pick_object_desc desc;
    if (!differs(level, object, &desc))
        return;
    pick_scene_set_mesh(level->scene, id, desc.mesh);
    pick_scene_set_transform(level->scene, id, &desc.transform);
    pick_scene_set_layers(level->scene, id, desc.layers);
    pick_scene_set_flags(level->scene, id, desc.flags);
}

static void set_all(editor_level *level)
{
    const uint32_t count = level->behind_count;
    pick_object_id *ids = count > 1 ? malloc(count * sizeof(*ids)) : NULL;
    pick_object_desc *descs = ids ? malloc(count * sizeof(*descs)) : NULL;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t object = level->behind[i];
        level->objects[object].is_behind = false;
        if (descs && differs(level, object, &descs[found]))
            ids[found++] = level->objects[object].pick;
    }
    if (!descs || pick_scene_set_many(level->scene, ids, descs, found) != PICK_OK) {
        for (uint32_t i = 0; i < count; i++)
            set_alone(level, level->behind[i]);
    }
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
        set_alone(level, object);
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
