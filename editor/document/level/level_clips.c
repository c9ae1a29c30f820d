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

// A clip of a model while rows are made. `name` NULL: the first one of its model.
typedef struct found_clip {
    const char *name;
    double length;
    size_t order;
} found_clip;

static int compare_names(const void *a, const void *b)
{
    const found_clip *x = a, *y = b;
    const int order = x->name && y->name ? strcmp(x->name, y->name) : (x->name != NULL) - (y->name != NULL);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static int compare_orders(const void *a, const void *b)
{
    const found_clip *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

static bool is_same(const found_clip *a, const found_clip *b)
{
    return a->name && b->name ? strcmp(a->name, b->name) == 0 : a->name == b->name;
}

// Leaves one of each name, where the first one was, with the length of the longest. Returns how many are left.
static size_t merge(found_clip *clips, size_t count)
{
    size_t left = 0;
    qsort(clips, count, sizeof(*clips), compare_names);
    for (size_t i = 0; i < count; i++) {
        if (left > 0 && is_same(&clips[left - 1], &clips[i])) {
            if (clips[i].length > clips[left - 1].length)
                clips[left - 1].length = clips[i].length;
        } else {
            clips[left++] = clips[i];
        }
    }
    qsort(clips, left, sizeof(*clips), compare_orders);
    return left;
}

// False: out of memory.
static bool make_rows(editor_clip_list *list, const found_clip *clips, size_t count)
{
    list->rows = calloc(count, sizeof(*list->rows));
    for (size_t i = 0; list->rows && i < count; i++) {
        editor_clip_row *row = &list->rows[list->count++];
        row->length = clips[i].length;
        row->name = clips[i].name ? editor_text_copy(clips[i].name) : NULL;
        if (clips[i].name && !row->name)
            return false;
    }
    return list->rows != NULL;
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

// The first clip of each model where several move, then all clips by name.
static size_t find_clips(const editor_level *level, const bool *used, uint32_t models, found_clip *out)
{
    size_t count = 0;
    for (int by_name = models > 1 ? 0 : 1; by_name < 2; by_name++) {
        for (uint32_t i = 0; i < level->asset_count; i++) {
            const editor_motion *motion = used[i] ? level->assets[i].motion : NULL;
            const uint32_t clips = !motion ? 0 : by_name ? motion->clip_count : 1;
            for (uint32_t k = 0; k < clips; k++, count++) {
                if (out)
                    out[count] = (found_clip){by_name ? motion->clips[k].name : NULL, motion->clips[k].length, count};
            }
        }
    }
    return count;
}

bool editor_level_list_clips(editor_level *level, editor_clip_list *list)
{
    uint32_t mover_count, models = 0;
    const uint32_t *movers = editor_level_movers(level, &mover_count);
    bool *used = calloc((size_t)level->asset_count + 1, sizeof(*used));
    editor_clip_list_finish(list);
    if (!used)
        return false;
    mark_used(level, movers, mover_count, used);
    for (uint32_t i = 0; i < level->asset_count; i++)
        models += used[i];
    size_t count = find_clips(level, used, models, NULL);
    found_clip *clips = count > 0 ? malloc(count * sizeof(*clips)) : NULL;
    if (clips) {
        find_clips(level, used, models, clips);
        count = merge(clips, count);
    }
    const bool ok = count == 0 || (clips && make_rows(list, clips, count));
    free(clips);
    free(used);
    if (!ok)
        editor_clip_list_finish(list);
    return ok;
}
