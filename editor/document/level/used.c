// used.c: which models a level needs.
#include "document/level/level_internal.h"
#include "document/level/prefab.h"

#include <stdlib.h>

// Marks what an object or a part of a prefab needs; what is in that prefab is not looked into.
static void mark_used(const editor_level *level, const editor_object *o, bool *used)
{
    const char *name;
    if (editor_level_followed_node(level, o, &name) != EDITOR_NONE)
        used[o->motion_asset] = true;
    const uint32_t asset =
        o->mesh != EDITOR_NONE ? editor_level_original(level, &level->meshes[o->mesh])->asset : EDITOR_NONE;
    if (asset != EDITOR_NONE)
        used[asset] = true;
}

bool *editor_level_find_used(const editor_level *level)
{
    bool *used = calloc((size_t)level->asset_count + 1, sizeof(*used));
    for (uint32_t i = 0; used && i < level->object_count; i++) {
        if (level->objects[i].name)
            mark_used(level, &level->objects[i], used);
    }
    for (uint32_t i = 0; used && i < level->prefab_count; i++) {
        const uint32_t mesh = level->prefabs[i].mesh;
        const editor_prefab_content *content = mesh != EDITOR_NONE ? editor_level_content(level, mesh) : NULL;
        for (uint32_t k = 0; content && k < content->part_count; k++)
            mark_used(level, &content->parts[k], used);
    }
    return used;
}
