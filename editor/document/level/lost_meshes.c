// lost_meshes.c: which meshes the changed files of models no longer have; misfits.c warns about them.
#include "document/level/level_internal.h"

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
