// level_follow.c: the objects that follow nodes of a model: what the pose makes of their transforms and hidden flags.
#include "document/level/level_internal.h"
#include "document/motion/affine.h"

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

pick_affine editor_level_unposed_local(const editor_level *level, uint32_t object, const pick_affine *shown)
{
    const editor_object *o = &level->objects[object];
    const editor_asset *asset = followed(level, o);
    pick_affine back;
    if (!asset || !asset->pose->is_moved[o->motion_node])
        return *shown;
    if (!pick_affine_invert(&asset->pose->locals[o->motion_node], &back))
        return o->local;
    back = pick_affine_multiply(shown, &back);
    return pick_affine_multiply(&back, &asset->motion->nodes[o->motion_node].local);
}

bool editor_level_is_switched_off(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    const editor_asset *asset = followed(level, o);
    if (!asset || !asset->pose->is_switched[o->motion_node])
        return o->hidden;
    const bool was_hidden_here = o->hidden && !asset->motion->nodes[o->motion_node].is_hidden;
    return was_hidden_here || !asset->pose->is_shown[o->motion_node];
}
