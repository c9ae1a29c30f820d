// level_follow.c: the objects that follow nodes of a model: which ones, and what the pose makes of their transforms and
// hidden flags.
#include "document/level/fit.h"
#include "document/level/level_internal.h"
#include "document/motion/affine.h"
#include "system/text.h"

#include <math.h>
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

// --- What an object was moved by since it was read ---

// The fit of the model that the transform of a node has in it: that of a root, unless a group holds the roots.
static pick_affine fit_of(const editor_object *object, const editor_asset *asset)
{
    const uint32_t node = asset->motion->nodes[object->motion_node].object;
    uint32_t roots = 0;
    if (editor_fit_is_plain(&asset->fit) || node >= asset->node_count || asset->nodes[node].parent != EDITOR_NONE)
        return PICK_AFFINE_IDENTITY;
    for (uint32_t i = 0; i < asset->node_count && roots < 2; i++) // no more are counted: each of many roots asks
        roots += asset->nodes[i].parent == EDITOR_NONE;
    return object->parent == EDITOR_NONE || roots == 1 ? editor_fit_matrix(&asset->fit) : PICK_AFFINE_IDENTITY;
}

// What brings the node at rest to `local`: of a flat one, that of the import where `local` does not tell.
static pick_affine moved_by(const editor_object *object, const editor_asset *asset, const pick_affine *local)
{
    const pick_affine fit = fit_of(object, asset);
    return editor_affine_between(&asset->motion->nodes[object->motion_node].local, local, &fit);
}

pick_affine editor_level_shown_local(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    const editor_asset *asset = followed(level, o);
    if (!asset || !asset->pose->is_moved[o->motion_node])
        return o->local;
    const pick_affine *posed = &asset->pose->locals[o->motion_node];
    // With a fit, a flat node may look untouched though it was scaled or turned.
    const pick_affine *rest = &asset->motion->nodes[o->motion_node].local;
    pick_affine back;
    if (editor_affine_equal(&o->local, rest) && (editor_fit_is_plain(&asset->fit) || pick_affine_invert(rest, &back)))
        return *posed;
    const pick_affine by = moved_by(o, asset, &o->local);
    return pick_affine_multiply(&by, posed);
}

static bool is_near(const pick_affine *a, const pick_affine *b)
{
    double size = 0;
    for (int k = 0; k < 9; k++)
        size = fmax(size, fabs(b->linear[k]));
    bool near = pick_vec3_length(pick_vec3_sub(a->origin, b->origin)) <= 1e-6 * (size + pick_vec3_length(b->origin));
    for (int k = 0; k < 9; k++)
        near = near && fabs(a->linear[k] - b->linear[k]) <= 1e-6 * size;
    return near;
}

const char *editor_level_unposed_local(const editor_level *level, uint32_t object, const pick_affine *shown,
                                       pick_affine *out)
{
    const editor_object *o = &level->objects[object];
    const editor_asset *asset = followed(level, o);
    pick_affine back;
    *out = *shown;
    if (!asset || !asset->pose->is_moved[o->motion_node])
        return NULL;
    const pick_affine *rest = &asset->motion->nodes[o->motion_node].local;
    if (!pick_affine_invert(&asset->pose->locals[o->motion_node], &back))
        return "cannot be put there: the clip scales it to nothing at this time";
    const pick_affine by = pick_affine_multiply(shown, &back);
    *out = pick_affine_multiply(&by, rest);
    if (pick_affine_invert(rest, &back))
        return NULL;
    const pick_affine found = moved_by(o, asset, out);
    return is_near(&found, &by)
               ? NULL
               : "is scaled to nothing at rest, which keeps no turn and no scale: it can only be moved";
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

bool editor_level_is_deformed(const editor_level *level, uint32_t mesh)
{
    const editor_mesh *m = &level->meshes[mesh];
    const editor_motion *motion = m->asset == EDITOR_NONE || m->stand_in ? NULL : level->assets[m->asset].motion;
    for (uint32_t i = 0; motion && i < motion->mesh_count; i++) {
        if (motion->meshes[i].mesh == m->asset_index)
            return true;
    }
    return false;
}

// --- Which node ---

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const editor_node_name *)a)->name, ((const editor_node_name *)b)->name);
}

bool editor_level_sort_movers(editor_asset *asset)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < asset->node_count; i++)
        count += asset->nodes[i].follows;
    asset->mover_names = calloc(count ? count : 1, sizeof(*asset->mover_names));
    asset->mover_name_count = 0;
    for (uint32_t i = 0; asset->mover_names && i < asset->node_count; i++) {
        if (asset->nodes[i].follows)
            asset->mover_names[asset->mover_name_count++] = (editor_node_name){asset->nodes[i].name, i};
    }
    if (asset->mover_names)
        qsort(asset->mover_names, asset->mover_name_count, sizeof(*asset->mover_names), compare_names);
    return asset->mover_names != NULL;
}

static uint32_t find_node(const editor_asset *asset, uint32_t number, const char *name)
{
    if (number < asset->node_count && asset->nodes[number].follows &&
        (!name || strcmp(asset->nodes[number].name, name) == 0))
        return number;
    const editor_node_name key = {name, 0}, *const first = asset->mover_names,
                           *const end = first + asset->mover_name_count;
    const editor_node_name *found =
        name && first ? bsearch(&key, first, asset->mover_name_count, sizeof(key), compare_names) : NULL;
    if (!found || (found > first && compare_names(found - 1, &key) == 0) ||
        (found + 1 < end && compare_names(found + 1, &key) == 0))
        return EDITOR_NONE; // any of several would be a guess
    return found->node;
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
