// used.c: which models a level needs.
#include "document/level/level_internal.h"
#include "document/level/prefab.h"

#include <stdlib.h>

typedef struct used_search {
    const editor_level *level;
    bool *used; // assets
    bool *seen; // meshes of prefabs: each is looked into once, however many instances it has
} used_search;

static void look_into(used_search *search, uint32_t mesh);

static void look_at(used_search *search, const editor_object *o)
{
    const char *name;
    if (editor_level_followed_node(search->level, o, &name) != EDITOR_NONE)
        search->used[o->motion_asset] = true;
    if (o->mesh == EDITOR_NONE)
        return;
    const uint32_t asset = editor_level_original(search->level, &search->level->meshes[o->mesh])->asset;
    if (asset != EDITOR_NONE)
        search->used[asset] = true;
    look_into(search, o->mesh);
}

// Prefabs nest to a bounded depth.
static void look_into(used_search *search, uint32_t mesh)
{
    const editor_prefab_content *content = search->seen[mesh] ? NULL : editor_level_content(search->level, mesh);
    search->seen[mesh] = true;
    for (uint32_t i = 0; content && i < content->part_count; i++)
        look_at(search, &content->parts[i]);
}

bool *editor_level_find_used(const editor_level *level, bool undone, bool prefabs)
{
    used_search search = {.level = level,
                          .used = calloc((size_t)level->asset_count + 1, sizeof(bool)),
                          .seen = calloc((size_t)level->mesh_count + 1, sizeof(bool))};
    const bool ok = search.used && search.seen;
    for (uint32_t i = 0; ok && undone && i < level->object_count; i++) {
        if (level->objects[i].name)
            look_at(&search, &level->objects[i]);
    }
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); ok && !undone && i != EDITOR_NONE;
         i = editor_level_next(level, i))
        look_at(&search, &level->objects[i]);
    for (uint32_t i = 0; ok && prefabs && i < level->prefab_count; i++) {
        if (level->prefabs[i].mesh != EDITOR_NONE)
            look_into(&search, level->prefabs[i].mesh);
    }
    free(search.seen);
    if (ok)
        return search.used;
    free(search.used);
    return NULL;
}

// Whether adding the asset adds an object with a mesh.
static bool adds_meshes(const editor_asset *asset)
{
    uint32_t i = 0;
    while (i < asset->node_count && asset->nodes[i].mesh == EDITOR_NONE)
        i++;
    return i < asset->node_count;
}

bool *editor_level_find_gone(const editor_level *level)
{
    bool *gone = editor_level_find_used(level, false, true);
    for (uint32_t i = 0; gone && i < level->asset_count; i++) {
        const editor_asset *asset = &level->assets[i];
        gone[i] = !gone[i] && !asset->builtin && !asset->reference && adds_meshes(asset);
    }
    return gone;
}
