// level_scene.c: keeps the pick scene as the level is.
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/prefab.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

pick_object_desc editor_level_describe(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.volume = o->mesh != EDITOR_NONE ? level->meshes[o->mesh].volume : NULL;
    const editor_prefab_content *content = editor_level_content(level, o->mesh);
    desc.thin = editor_level_pick_thin(level, o);
    desc.scene = content ? content->scene : NULL;
    desc.mesh = desc.volume || desc.thin || desc.scene ? NULL : editor_level_pick_mesh(level, o);
    const pick_affine world = editor_level_mesh_world(level, o);
    desc.transform = pick_affine_to_transform(&world);
    desc.layers = o->layers;
    // No edit makes such numbers, but a pose may: what it cannot show is not where it was.
    const bool is_hidden = o->is_hidden || (level->is_posed && !o->is_finite);
    desc.flags = (is_hidden ? (uint32_t)PICK_OBJECT_HIDDEN : 0) | (o->is_locked ? (uint32_t)PICK_OBJECT_LOCKED : 0);
    desc.user = object;
    return desc;
}

pick_result editor_level_set_shape(const editor_level *level, pick_object_id id, const pick_object_desc *desc)
{
    return desc->volume  ? pick_scene_set_volume(level->scene, id, desc->volume)
           : desc->thin  ? pick_scene_set_thin(level->scene, id, desc->thin)
           : desc->scene ? pick_scene_set_nested(level->scene, id, desc->scene)
                         : pick_scene_set_mesh(level->scene, id, desc->mesh);
}

// Notes the handle that an object was given. False: out of memory, and the scene has lost it.
static bool keep_handle(editor_level *level, uint32_t object, pick_object_id id)
{
    editor_object *o = &level->objects[object];
    o->pick = id;
    if (editor_level_note_handle(level, object)) {
        o->is_late = false;
        return true;
    }
    pick_scene_remove(level->scene, id);
    o->pick = (pick_object_id){0};
    return false;
}

static pick_result add_described(editor_level *level, uint32_t object, const pick_object_desc *desc)
{
    pick_object_id id;
    const pick_result result = pick_scene_add(level->scene, desc, &id);
    return result != PICK_OK || keep_handle(level, object, id) ? result : PICK_ERROR_OUT_OF_MEMORY;
}

pick_result editor_level_add_to_scene(editor_level *level, uint32_t object)
{
    const pick_object_desc desc = editor_level_describe(level, object);
    return add_described(level, object, &desc);
}

bool editor_level_note_handle(editor_level *level, uint32_t object)
{
    const pick_object_id pick = level->objects[object].pick;
    if (pick.index1 > level->handle_capacity) {
        const uint32_t capacity = pick.index1 < UINT32_MAX / 2 ? 2 * pick.index1 : pick.index1;
        editor_handle *grown = realloc(level->handles, capacity * sizeof(*grown));
        if (!grown)
            return false;
        memset(grown + level->handle_capacity, 0, (capacity - level->handle_capacity) * sizeof(*grown));
        level->handles = grown;
        level->handle_capacity = capacity;
    }
    level->handles[pick.index1 - 1] = (editor_handle){pick.generation, object};
    return true;
}

// --- Bringing it up to date ---

// Whether it changes neither where the object is nor whether it is hidden: the scene's hierarchy stays as it is.
static bool keeps_place(const pick_object_desc *desc, const pick_object_desc *now)
{
    return desc->mesh == now->mesh && desc->volume == now->volume && desc->thin == now->thin &&
           desc->scene == now->scene && ((desc->flags ^ now->flags) & (uint32_t)PICK_OBJECT_HIDDEN) == 0 &&
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

// False: memory ran out, and the scene has the object in part as it was.
static bool set_alone(const editor_level *level, uint32_t object, const pick_object_desc *desc)
{
    const pick_object_id id = level->objects[object].pick;
    bool ok = editor_level_set_shape(level, id, desc) == PICK_OK;
    ok &= pick_scene_set_transform(level->scene, id, &desc->transform) == PICK_OK;
    ok &= pick_scene_set_layers(level->scene, id, desc->layers) == PICK_OK;
    return pick_scene_set_flags(level->scene, id, desc->flags) == PICK_OK && ok;
}

// Describes an object that the scene does not have yet.
static pick_object_desc describe_late(const editor_level *level, uint32_t object)
{
    pick_object_desc desc = editor_level_describe(level, object);
    if (!level->objects[object].is_finite) // the edit will be refused
        desc.transform = pick_affine_to_transform(&level->objects[object].local);
    return desc;
}

static bool is_set(editor_level *level, uint32_t object)
{
    if (level->objects[object].is_late) {
        const pick_object_desc late = describe_late(level, object);
        return add_described(level, object, &late) == PICK_OK;
    }
    pick_object_desc desc, now;
    return !differs(level, object, &desc, &now) || set_alone(level, object, &desc);
}

// Without memory. Those for which even this takes some stay behind.
static void set_each(editor_level *level)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < level->behind_count; i++) {
        const uint32_t object = level->behind[i];
        level->objects[object].is_behind = !is_set(level, object);
        if (level->objects[object].is_behind)
            level->behind[kept++] = object;
    }
    level->behind_count = kept;
}

// What could not be listed.
static void set_unlisted(editor_level *level)
{
    level->has_unlisted = false;
    for (uint32_t i = 0; i < level->object_count; i++)
        level->has_unlisted |= !is_set(level, i);
}

// Adds those that the scene does not have yet. False: out of memory.
static bool add_late(editor_level *level)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->behind_count; i++)
        count += level->objects[level->behind[i]].is_late;
    if (count == 0)
        return true;
    pick_object_id *ids = malloc(count * sizeof(*ids));
    pick_object_desc *descs = ids ? malloc(count * sizeof(*descs)) : NULL;
    uint32_t found = 0, given = 0;
    for (uint32_t i = 0; descs && i < level->behind_count; i++) {
        if (level->objects[level->behind[i]].is_late)
            descs[found++] = describe_late(level, level->behind[i]);
    }
    bool ok = descs && pick_scene_add_many(level->scene, descs, count, ids) == PICK_OK;
    uint32_t kept = 0;
    for (uint32_t i = 0; ok && i < level->behind_count; i++) {
        const uint32_t object = level->behind[i];
        editor_object *o = &level->objects[object];
        if (o->is_late && keep_handle(level, object, ids[given++]))
            o->is_behind = false;
        else
            level->behind[kept++] = object;
    }
    if (ok) {
        level->behind_count = kept;
        for (uint32_t i = 0; i < kept; i++)
            ok &= !level->objects[level->behind[i]].is_late;
    }
    free(ids);
    free(descs);
    return ok;
}

// False: out of memory.
static bool set_all(editor_level *level)
{
    if (!add_late(level))
        return false;
    if (level->behind_count == 0)
        return true;
    const uint32_t count = level->behind_count;
    pick_object_id *ids = count > 1 ? malloc(count * sizeof(*ids)) : NULL;
    pick_object_desc *descs = ids ? malloc(count * sizeof(*descs)) : NULL;
    uint32_t found = 0;
    for (uint32_t i = 0; descs && i < count; i++) {
        const uint32_t object = level->behind[i];
        pick_object_desc desc, now;
        if (!differs(level, object, &desc, &now))
            continue;
        if (keeps_place(&desc, &now)) { // cheaper than many
            pick_scene_set_layers(level->scene, level->objects[object].pick, desc.layers);
            pick_scene_set_flags(level->scene, level->objects[object].pick, desc.flags);
            continue;
        }
        ids[found] = level->objects[object].pick;
        descs[found++] = desc;
    }
    const bool ok = descs && pick_scene_set_many(level->scene, ids, descs, found) == PICK_OK;
    for (uint32_t i = 0; ok && i < count; i++)
        level->objects[level->behind[i]].is_behind = false;
    if (ok)
        level->behind_count = 0;
    free(ids);
    free(descs);
    return ok;
}

void editor_level_fall_behind(editor_level *level, uint32_t object)
{
    assert(level->refreshing > 0 || !level->scene);
    editor_object *o = &level->objects[object];
    if (!level->scene || (pick_object_id_is_null(o->pick) && !o->is_late) || o->is_behind)
        return;
    uint32_t *array = editor_level_reserve(level->behind, level->behind_count, &level->behind_capacity, sizeof(*array));
    if (!array) {
        level->has_unlisted |= !is_set(level, object);
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
    if (--level->refreshing > 0)
        return;
    if (level->behind_count > 0 && !set_all(level))
        set_each(level);
    if (level->has_unlisted)
        set_unlisted(level);
}

void editor_level_catch_up(editor_level *level)
{
    assert(level->refreshing == 0);
    if (level->behind_count == 0 && !level->has_unlisted)
        return;
    editor_level_begin_refresh(level);
    editor_level_end_refresh(level);
    level->revision++;
}
