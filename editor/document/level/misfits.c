// misfits.c: warnings about copies with moved vertices (moves.h) that their originals do not fit any more, and about
// meshes that a changed file no longer has. They come and go with their causes: another file, undo and redo, an object
// that is deleted or reset.
#include "document/level/level_internal.h"
#include "document/level/prefab.h"

#include <stdlib.h>

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

// Users of copies are users of the originals, too.
static void mark_originals(const editor_level *level, const char **users)
{
    for (uint32_t i = 0; level->moved_count > 0 && i < level->mesh_count; i++) {
        const uint32_t original = level->meshes[i].original;
        if (users[i] && original != 0 && !users[original - 1])
            users[original - 1] = users[i];
    }
}

// After editor_level_tell_lost, which leaves no stale warning about a mesh of an asset.
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
    editor_level_tell_lost(level, users);
    tell_copies(level, users);
    free(users);
}
