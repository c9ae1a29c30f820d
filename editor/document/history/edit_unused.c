// edit_unused.c: frees meshes and looks that nothing can show again.
#include "document/history/document_internal.h"
#include "document/level/look.h"
#include "document/level/prefab.h"

#include <stdlib.h>

enum { FEWEST = 64 }; // that are worth a search for unused ones

static void mark_changes(const editor_changes *changes, const editor_level *level, bool *used)
{
    for (uint32_t i = 0; i < changes->mesh_count; i++) {
        used[changes->meshes[i].other] = true;
        if (changes->meshes[i].other_look)
            level->looks[changes->meshes[i].other_look->number]->is_used = true;
    }
    for (uint32_t i = 0; i < changes->moves_count; i++)
        used[changes->moves[i].mesh] = true;
    for (uint32_t i = 0; i < changes->prefab_count; i++) {
        if (changes->prefabs[i].other != EDITOR_NONE)
            used[changes->prefabs[i].other] = true;
    }
}

static void mark_content(const editor_level *level, const editor_prefab_content *content, bool *used)
{
    if (content->look)
        level->looks[content->look->number]->is_used = true;
    for (uint32_t k = 0; k < content->part_count; k++) {
        const editor_object *part = &content->parts[k];
        if (part->mesh != EDITOR_NONE)
            used[part->mesh] = true;
        if (part->look)
            level->looks[part->look->number]->is_used = true;
    }
}

// What the contents of prefabs that are used use: those that have others as parts first.
static void mark_contents(const editor_level *level, bool *used)
{
    for (uint32_t depth = EDITOR_PREFAB_DEPTH; level->content_count > 0 && depth > 0; depth--) {
        for (uint32_t i = 0; i < level->mesh_count; i++) {
            const editor_prefab_content *content = used[i] ? level->meshes[i].content : NULL;
            if (content && content->depth == depth)
                mark_content(level, content, used);
        }
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
    for (uint32_t i = 0; i < level->prefab_count; i++) {
        if (level->prefabs[i].mesh != EDITOR_NONE)
            used[level->prefabs[i].mesh] = true;
    }
    for (uint32_t i = 0; i < document->step_count; i++)
        mark_changes(&document->steps[i]->changes, level, used);
    if (document->open)
        mark_changes(&document->open->changes, level, used);
    mark_changes(&document->journal, level, used);
    mark_contents(level, used);
    for (uint32_t i = 0; level->moved_count > 0 && i < level->mesh_count; i++) {
        if (used[i] && level->meshes[i].original != 0)
            used[level->meshes[i].original - 1] = true;
    }
}

// Frees contents, looks and copies of meshes that nothing can show again, first what refers to others: contents to
// looks and meshes, looks to meshes, copies to their originals. `used`: from mark_all; behind it, room for as much.
static void remove_marked(editor_level *level, bool *used)
{
    bool *dropped = used + level->mesh_count;
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        dropped[i] = !used[i] && level->meshes[i].content;
        if (dropped[i])
            editor_level_drop_content(level, i);
    }
    editor_level_remove_looks(level);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (dropped[i])
            editor_level_remove_content(level, i);
        else if (!used[i] && level->meshes[i].original != 0)
            editor_level_remove_moved(level, i);
    }
}

static void remove_unused(editor_document *document, bool copies)
{
    editor_level *level = document->level;
    const bool meshes = level->primitive_count >= FEWEST && level->primitive_count >= document->mesh_limit;
    const bool looks = level->look_total >= FEWEST && level->look_total >= document->look_limit;
    const bool contents = level->content_count >= FEWEST && level->content_count >= document->content_limit;
    bool *used =
        meshes || looks || contents || copies ? calloc(2 * (size_t)level->mesh_count + 1, sizeof(*used)) : NULL;
    if (!used)
        return; // nothing to do, or later
    mark_all(document, used);
    remove_marked(level, used);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (!used[i] && editor_mesh_is_made(&level->meshes[i]))
            editor_level_remove_made(level, i);
    }
    free(used);
    document->mesh_limit = 2 * level->primitive_count;
    document->look_limit = 2 * level->look_total;
    document->content_limit = 2 * level->content_count;
}

void edit_remove_unused(editor_document *document)
{
    remove_unused(document, false);
}

void edit_remove_unused_copies(editor_document *document)
{
    remove_unused(document, document->level->moved_count > 0);
}

bool editor_document_remove_model(editor_document *document, uint32_t asset)
{
    editor_level *level = document->level;
    bool *used = asset + 1 == level->asset_count ? calloc(2 * (size_t)level->mesh_count + 1, sizeof(*used)) : NULL;
    bool goes = used != NULL;
    if (goes)
        mark_all(document, used);
    for (uint32_t i = 0; goes && i < level->assets[asset].mesh_count; i++) {
        const uint32_t mesh = level->assets[asset].meshes[i].mesh;
        goes = mesh == EDITOR_NONE || !used[mesh];
    }
    if (goes) {
        remove_marked(level, used);
        editor_level_remove_asset(level);
    }
    free(used);
    return goes;
}
