// misfits.c: warnings about copies with moved vertices (moves.h) that their originals do not fit any more, and about
// meshes that a changed file no longer has. They come and go with their causes: another file, undo and redo, an object
// that is deleted or reset.
#include "document/level/level_internal.h"
#include "document/level/prefab.h"
#include "system/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOST_TEXT_SIZE = 512 };

static bool is_misfit(const editor_level *level, uint32_t mesh)
{
    return mesh < level->mesh_count && level->meshes[mesh].original != 0 &&
           editor_level_misfit(level, &level->meshes[mesh]) != NULL;
}

// For each mesh the name of the first object that has it, or of a part of a prefab; NULL: only undo has it.
static void find_users(const editor_level *level, const char **users)
{
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        if (object->exists && object->mesh != EDITOR_NONE && !users[object->mesh])
            users[object->mesh] = object->name;
    }
    for (uint32_t i = 0; i < level->prefab_count; i++) {
        const uint32_t mesh = level->prefabs[i].mesh;
        const editor_prefab_content *content = mesh != EDITOR_NONE ? level->meshes[mesh].content : NULL;
        for (uint32_t k = 0; content && k < content->part_count; k++) {
            const editor_object *part = &content->parts[k];
            if (part->mesh != EDITOR_NONE && !users[part->mesh])
                users[part->mesh] = part->name;
        }
    }
}

// --- Lost meshes ---

// Users of copies are users of the originals, too.
static void mark_originals(const editor_level *level, const char **users)
{
    for (uint32_t i = 0; level->moved_count > 0 && i < level->mesh_count; i++) {
        const uint32_t original = level->meshes[i].original;
        if (users[i] && original != 0 && !users[original - 1])
            users[original - 1] = users[i];
    }
}

// Writes the asset's warning, and returns the first of its lost meshes that have users. EDITOR_NONE: there is none.
static uint32_t describe_lost(const editor_level *level, const editor_asset *asset, const char *const *users,
                              char text[LOST_TEXT_SIZE])
{
    uint32_t first = EDITOR_NONE, count = 0;
    for (uint32_t i = 0; i < asset->mesh_count; i++) {
        if (!editor_level_is_lost(level, asset, i) || asset->meshes[i].mesh == EDITOR_NONE ||
            !users[asset->meshes[i].mesh])
            continue;
        first = count++ == 0 ? i : first;
    }
    if (count == 0)
        return EDITOR_NONE;
    char name[160];
    const char *own = asset->meshes[first].name;
    if (own && own[0])
        snprintf(name, sizeof(name), "\"%.150s\"", own);
    else
        snprintf(name, sizeof(name), "number %u", (unsigned)first);
    if (count == 1)
        snprintf(text, LOST_TEXT_SIZE, "%.200s: the file has no mesh %s; shown as a box", editor_path_name(asset->path),
                 name);
    else
        snprintf(text, LOST_TEXT_SIZE, "%.200s: the file lacks %u meshes, the first is %s; shown as boxes",
                 editor_path_name(asset->path), (unsigned)count, name);
    return asset->meshes[first].mesh;
}

static void tell_lost(editor_level *level, const char *const *users)
{
    char text[LOST_TEXT_SIZE];
    bool *is_told = calloc((size_t)level->asset_count + 1, sizeof(*is_told));
    if (!is_told) // without memory they stay as they are
        return;
    for (uint32_t i = level->warning_count; i-- > 0;) {
        const uint32_t asset = level->warning_assets[i], about = level->warning_meshes[i];
        if (asset >= level->asset_count || about >= level->mesh_count || level->meshes[about].original != 0)
            continue;
        const uint32_t mesh = describe_lost(level, &level->assets[asset], users, text);
        if (about == mesh && !is_told[asset] && strcmp(level->warnings[i], text) == 0)
            is_told[asset] = true;
        else
            editor_level_remove_warning(level, i);
    }
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const uint32_t mesh = is_told[i] ? EDITOR_NONE : describe_lost(level, &level->assets[i], users, text);
        if (mesh != EDITOR_NONE)
            editor_level_add_mesh_warning(level, mesh, "%s", text);
    }
    free(is_told);
}

// --- Both ---

// After tell_lost, which leaves no stale warning about a mesh of an asset.
static void tell_copies(editor_level *level, const char **users)
{
    for (uint32_t i = level->warning_count; i-- > 0;) {
        const uint32_t mesh = level->warning_meshes[i];
        if (mesh == EDITOR_NONE)
            continue;
        if (is_misfit(level, mesh) && users[mesh])
            users[mesh] = NULL; // it is told
        else if (mesh >= level->mesh_count || level->meshes[mesh].original != 0 ||
                 level->warning_assets[i] >= level->asset_count)
            editor_level_remove_warning(level, i);
    }
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (users[i] && is_misfit(level, i))
            editor_level_add_mesh_warning(level, i, "%.200s: %s", users[i],
                                          editor_level_misfit(level, &level->meshes[i]));
    }
}

void editor_level_tell_misfits(editor_level *level)
{
    bool some = level->misfit_count > 0 || level->lost_count > 0;
    for (uint32_t i = 0; level->moved_count > 0 && i < level->mesh_count && !some; i++)
        some = is_misfit(level, i);
    const char **users = some ? calloc((size_t)level->mesh_count + 1, sizeof(*users)) : NULL;
    if (!users) // without memory they stay as they are
        return;
    find_users(level, users);
    mark_originals(level, users);
    tell_lost(level, users);
    tell_copies(level, users);
    free(users);
}
