// lost_meshes.c: meshes that the changed files of models no longer have, and the warnings about them.
#include "document/level/level_internal.h"
#include "system/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOST_TEXT_SIZE = 512 };

// A missing file lacks all meshes, and has a warning of its own.
bool editor_level_is_lost(const editor_level *level, const editor_asset *asset, uint32_t index)
{
    const uint32_t mesh = asset->meshes[index].mesh;
    return !asset->missing && (mesh == EDITOR_NONE || level->meshes[mesh].stand_in);
}

void editor_level_count_lost(editor_level *level)
{
    level->lost_count = 0;
    for (uint32_t i = 0; i < level->asset_count; i++) {
        for (uint32_t k = 0; k < level->assets[i].mesh_count; k++)
            level->lost_count += editor_level_is_lost(level, &level->assets[i], k);
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

void editor_level_tell_lost(editor_level *level, const char *const *users)
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
