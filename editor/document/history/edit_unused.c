// edit_unused.c: frees meshes and looks that nothing can show again.
#include "document/history/document_internal.h"
#include "document/level/look.h"

#include <stdlib.h>

enum { FEWEST = 64 }; // that are worth a search for unused ones

static void mark_changes(const editor_changes *changes, const editor_level *level, bool *used)
{
    for (uint32_t i = 0; i < changes->mesh_count; i++) {
        used[changes->meshes[i].other] = true;
        if (changes->meshes[i].other_look)
            level->looks[changes->meshes[i].other_look->number]->is_used = true;
    }
}

// Deleted objects count: they are there as long as a step can restore them.
static void mark_all(const editor_document *document, bool *used)
{
    const editor_level *level = document->level;
    for (uint32_t i = 0; i < level->look_count; i++) {
        if (level->looks[i])
            level->looks[i]->is_used = false;
    }
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].mesh != EDITOR_NONE)
            used[level->objects[i].mesh] = true;
        if (level->objects[i].look)
            level->looks[level->objects[i].look->number]->is_used = true;
    }
    for (uint32_t i = 0; i < document->step_count; i++)
        mark_changes(&document->steps[i]->changes, level, used);
    if (document->open)
        mark_changes(&document->open->changes, level, used);
    mark_changes(&document->journal, level, used);
}

void edit_remove_unused(editor_document *document)
{
    editor_level *level = document->level;
    const bool meshes = level->primitive_count >= FEWEST && level->primitive_count >= document->mesh_limit;
    const bool looks = level->look_total >= FEWEST && level->look_total >= document->look_limit;
    bool *used = meshes || looks ? calloc((size_t)level->mesh_count + 1, sizeof(*used)) : NULL;
    if (!used)
        return; // nothing to do, or later
    mark_all(document, used);
    editor_level_remove_looks(level); // first: looks refer to meshes
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (!used[i] && editor_mesh_is_made(&level->meshes[i]))
            editor_level_remove_made(level, i);
    }
    free(used);
    document->mesh_limit = 2 * level->primitive_count;
    document->look_limit = 2 * level->look_total;
}

bool editor_document_remove_model(editor_document *document, uint32_t asset)
{
    editor_level *level = document->level;
    bool *used = asset + 1 == level->asset_count ? calloc((size_t)level->mesh_count + 1, sizeof(*used)) : NULL;
    bool goes = used != NULL;
    if (goes)
        mark_all(document, used);
    for (uint32_t i = 0; goes && i < level->assets[asset].mesh_count; i++) {
        const uint32_t mesh = level->assets[asset].meshes[i].mesh;
        goes = mesh == EDITOR_NONE || !used[mesh];
    }
    free(used);
    if (!goes)
        return false;
    editor_level_remove_looks(level); // first: looks refer to meshes
    editor_level_remove_asset(level);
    return true;
}
