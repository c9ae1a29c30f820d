// level_follow.c: the objects that follow nodes of a model: which ones, and what the pose makes of their transforms and
// hidden flags.
#include "document/level/level_internal.h"
#include "document/motion/affine.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

// The asset whose pose the object follows, or NULL.
static const editor_asset *followed(const editor_level *level, const editor_object *object)
{
    if (!object->follows || object->motion_asset >= level->asset_count)
        return NULL;
    const editor_asset *asset = &level->assets[object->motion_asset];
    return asset->motion && asset->pose && asset->clip != MOTION_NONE && object->motion_node < asset->motion->node_count
               ? asset
               : NULL;
}

pick_affine editor_level_shown_local(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    const editor_asset *asset = followed(level, o);
    pick_affine back;
    if (!asset || !asset->pose->is_moved[o->motion_node])
        return o->local;
    const pick_affine *rest = &asset->motion->nodes[o->motion_node].local;
    const pick_affine *posed = &asset->pose->locals[o->motion_node];
    if (editor_affine_equal(&o->local, rest) || !pick_affine_invert(rest, &back))
        return *posed;
    back = pick_affine_multiply(&o->local, &back);
    return pick_affine_multiply(&back, posed);
}

bool editor_level_unposed_local(const editor_level *level, uint32_t object, const pick_affine *shown, pick_affine *out)
{
    const editor_object *o = &level->objects[object];
    const editor_asset *asset = followed(level, o);
    pick_affine back;
    *out = *shown;
    if (!asset || !asset->pose->is_moved[o->motion_node])
        return true;
    if (!pick_affine_invert(&asset->pose->locals[o->motion_node], &back))
        return false;
    back = pick_affine_multiply(shown, &back);
    *out = pick_affine_multiply(&back, &asset->motion->nodes[o->motion_node].local);
    return true;
}

// The product goes from the root downwards, as that of `world` does, so both are equal to the bit where nothing is
// posed. Ancestors are collected some at a time, because nothing bounds their number.
pick_affine editor_level_rest_world(const editor_level *level, uint32_t object)
{
    enum { BATCH = 64 };
    const editor_object *const objects = level->objects;
    if (!level->is_posed)
        return objects[object].world;
    uint32_t top = EDITOR_NONE; // of those that are multiplied, the lowest
    pick_affine world = PICK_AFFINE_IDENTITY;
    while (top != object) {
        uint32_t batch[BATCH], count = 0; // the last ones found are the highest
        for (uint32_t i = object; i != top; i = objects[i].parent)
            batch[count++ % BATCH] = i;
        for (uint32_t k = 0; k < BATCH && count > 0; k++) {
            const uint32_t next = batch[--count % BATCH];
            world = top == EDITOR_NONE ? objects[next].local : pick_affine_multiply(&world, &objects[next].local);
            top = next;
        }
    }
    return world;
}

// --- Which node ---

static uint32_t find_node(const editor_asset *asset, uint32_t number, const char *name)
{
    uint32_t found = EDITOR_NONE;
    if (number < asset->node_count && asset->nodes[number].follows &&
        (!name || strcmp(asset->nodes[number].name, name) == 0))
        return number;
    for (uint32_t i = 0; name && i < asset->node_count; i++) {
        if (!asset->nodes[i].follows || strcmp(asset->nodes[i].name, name) != 0)
            continue;
        if (found != EDITOR_NONE)
            return EDITOR_NONE; // any of several would be a guess
        found = i;
    }
    return found;
}

bool editor_level_follow(const editor_level *level, editor_object *object, uint32_t asset, uint32_t number,
                         const char *name)
{
    const editor_asset *a = &level->assets[asset];
    const uint32_t node = a->motion ? find_node(a, number, name) : EDITOR_NONE;
    char *kept = node == EDITOR_NONE ? editor_text_copy(name ? name : "") : NULL;
    free(object->follow_name);
    object->follow_name = kept;
    object->follows = node != EDITOR_NONE;
    object->motion_asset = asset;
    object->motion_node = object->follows ? a->nodes[node].motion_node : number;
    return object->follows || kept;
}

uint32_t editor_level_followed_node(const editor_level *level, const editor_object *object, const char **name)
{
    const editor_asset *asset = object->follows ? &level->assets[object->motion_asset] : NULL;
    if (!asset) {
        *name = object->follow_name;
        return object->follow_name ? object->motion_node : EDITOR_NONE;
    }
    const uint32_t node = asset->motion->nodes[object->motion_node].object;
    *name = asset->nodes[node].name;
    return node;
}

// --- What is shown ---

bool editor_level_is_switched_off(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    const editor_asset *asset = followed(level, o);
    if (!asset || !asset->pose->is_switched[o->motion_node])
        return o->hidden;
    const bool was_hidden_here = o->hidden && !asset->motion->nodes[o->motion_node].is_hidden;
    return was_hidden_here || !asset->pose->is_shown[o->motion_node];
}
