// edit_add.c: the command that adds an asset to the level.
#include "document/history/document_internal.h"

#include "document/level/fit.h"
#include "document/level/names.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

bool edit_parent_exists(editor_document *document, uint32_t parent)
{
    const editor_level *level = document->level;
    return parent == EDITOR_NONE || (parent < level->object_count && level->objects[parent].exists) ||
           edit_refuse(document, "the parent no longer exists");
}

// Creates the object of a node below the detached `parent`. EDITOR_NONE: it is the root of the command.
static uint32_t make_node(editor_document *document, editor_names *names, const char *name, uint32_t asset,
                          const editor_object *node, uint32_t parent)
{
    editor_level *level = document->level;
    editor_object like = *node;
    like.extra = like.device_extra = NULL;
    if (node->mesh != EDITOR_NONE)
        like.mesh = editor_level_asset_mesh(level, asset, node->mesh);
    like.motion_asset = asset;
    const char *unique =
        node->mesh == EDITOR_NONE || like.mesh != EDITOR_NONE ? editor_names_unique(names, name) : NULL;
    uint32_t made = EDITOR_NONE;
    if (unique)
        made =
            parent == EDITOR_NONE ? edit_make(document, unique, &like) : editor_level_make_object(level, unique, &like);
    if (made == EDITOR_NONE)
        edit_out_of_memory(document);
    else if (parent != EDITOR_NONE)
        editor_level_move(level, made, (editor_place){parent, EDITOR_NONE, true});
    return made;
}

// The file's name without folder and extension.
static char *stem_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *stem = editor_text_copy(slash ? slash + 1 : path);
    char *dot = stem ? strrchr(stem, '.') : NULL;
    if (dot && dot > stem)
        *dot = 0;
    if (stem && !editor_name_is_valid(stem)) {
        free(stem);
        stem = editor_text_copy("asset");
    }
    return stem;
}

bool edit_make_nodes(editor_document *document, editor_names *names, uint32_t asset, const pick_affine *place,
                     const char *holder, bool bare, uint32_t *made, uint32_t *root)
{
    // The level's arrays may be reallocated; an asset's nodes are not.
    const editor_object *nodes = document->level->assets[asset].nodes;
    uint32_t count = document->level->assets[asset].node_count, roots = 0;
    for (uint32_t i = 0; i < count; i++)
        roots += nodes[i].parent == EDITOR_NONE;
    *root = EDITOR_NONE;
    if (roots == 0 || (roots != 1 && !bare)) {
        char *stem = stem_of(document->level->assets[asset].path);
        editor_object group = {.kind = EDITOR_OBJECT_GROUP, .mesh = EDITOR_NONE, .local = *place, .layers = 1};
        *root = stem ? make_node(document, names, holder ? holder : stem, asset, &group, EDITOR_NONE) : EDITOR_NONE;
        free(stem);
        if (*root == EDITOR_NONE)
            return edit_out_of_memory(document);
    }
    const uint32_t held = *root;
    for (uint32_t i = 0; i < count; i++) {
        editor_object node = nodes[i];
        uint32_t parent = node.parent == EDITOR_NONE ? held : made[node.parent];
        if (parent == EDITOR_NONE)
            node.local = pick_affine_multiply(place, &node.local);
        made[i] = make_node(document, names, node.name, asset, &node, parent);
        if (made[i] == EDITOR_NONE)
            return false;
        if (parent == EDITOR_NONE && *root == EDITOR_NONE)
            *root = made[i];
    }
    return true;
}

static bool make_asset(editor_document *document, editor_names *names, uint32_t asset, const pick_affine *place,
                       uint32_t *made, uint32_t *root)
{
    const editor_fit *own = &document->level->assets[asset].fit;
    const pick_affine fit = editor_fit_matrix(own), fitted = pick_affine_multiply(place, &fit);
    return edit_make_nodes(document, names, asset, editor_fit_is_plain(own) ? place : &fitted, NULL, false, made, root);
}

editor_edit_result editor_edit_add_asset(editor_document *document, uint32_t asset, uint32_t parent,
                                         const pick_affine *place, uint32_t *made)
{
    bool ok = edit_enter(document, "Import") && edit_parent_exists(document, parent);
    if (ok && asset >= document->level->asset_count)
        ok = edit_refuse(document, "no such asset");
    if (ok && document->level->assets[asset].missing && document->level->assets[asset].node_count == 0)
        ok = edit_refuse(document, "%.300s is missing", document->level->assets[asset].path);
    uint32_t count = ok ? document->level->assets[asset].node_count : 0, root = EDITOR_NONE;
    editor_names *names = ok ? editor_names_create(document->level, "") : NULL;
    uint32_t *numbers = ok ? malloc((count ? count : 1) * sizeof(*numbers)) : NULL;
    if (ok && (!names || !numbers))
        ok = edit_out_of_memory(document);
    ok = ok && make_asset(document, names, asset, place, numbers, &root) &&
         edit_place(document, root, (editor_place){parent, EDITOR_NONE, true}) &&
         edit_select_numbers(document, &root, 1);
    editor_names_destroy(names);
    free(numbers);
    editor_edit_result result = edit_leave(document, ok);
    if (result == EDITOR_EDIT_DONE && made)
        *made = root;
    return result;
}
