// level_clips.c: lists the clips that a level can play.
#include "document/level/clips.h"

#include "system/text.h"

#include <stdlib.h>
#include <string.h>

void editor_clip_list_finish(editor_clip_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        free(list->rows[i].name);
    free(list->rows);
    *list = (editor_clip_list){0};
}

// The row of that name is made if there is none. NULL: out of memory.
static editor_clip_row *row_of(editor_clip_list *list, const char *name)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const char *there = list->rows[i].name;
        if (name == there || (name && there && strcmp(name, there) == 0))
            return &list->rows[i];
    }
    editor_clip_row *grown = realloc(list->rows, (list->count + 1) * sizeof(*grown));
    if (!grown)
        return NULL;
    list->rows = grown;
    grown[list->count] = (editor_clip_row){.name = name ? editor_text_copy(name) : NULL};
    return name && !grown[list->count].name ? NULL : &grown[list->count++];
}

static bool add_clip(editor_clip_list *list, const char *name, double length)
{
    editor_clip_row *row = row_of(list, name);
    if (row && length > row->length)
        row->length = length;
    return row != NULL;
}

static void mark_used(const editor_level *level, const uint32_t *movers, uint32_t count, bool *used)
{
    for (uint32_t i = 0; i < count; i++) {
        const editor_object *o = &level->objects[movers[i]];
        const uint32_t asset = o->mesh != EDITOR_NONE ? level->meshes[o->mesh].asset : EDITOR_NONE;
        if (o->follows)
            used[o->motion_asset] = true;
        if (asset != EDITOR_NONE && level->assets[asset].motion)
            used[asset] = true;
    }
}

bool editor_level_list_clips(editor_level *level, editor_clip_list *list)
{
    uint32_t mover_count, models = 0;
    const uint32_t *movers = editor_level_movers(level, &mover_count);
    bool *used = calloc((size_t)level->asset_count + 1, sizeof(*used));
    bool ok = used != NULL;
    editor_clip_list_finish(list);
    if (ok)
        mark_used(level, movers, mover_count, used);
    for (uint32_t i = 0; ok && i < level->asset_count; i++)
        models += used[i];
    for (uint32_t i = 0; ok && i < level->asset_count; i++) {
        const editor_motion *motion = used[i] ? level->assets[i].motion : NULL;
        if (motion && models > 1)
            ok = add_clip(list, NULL, motion->clips[0].length);
    }
    for (uint32_t i = 0; ok && i < level->asset_count; i++) {
        const editor_motion *motion = used[i] ? level->assets[i].motion : NULL;
        for (uint32_t k = 0; motion && ok && k < motion->clip_count; k++)
            ok = add_clip(list, motion->clips[k].name, motion->clips[k].length);
    }
    free(used);
    if (!ok)
        editor_clip_list_finish(list);
    return ok;
}
