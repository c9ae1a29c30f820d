// edit_fit.c: the command that changes scale and up axis of a model after its import.
#include "document/history/document_internal.h"

#include "document/level/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The nodes of an asset as lists of children.
typedef struct node_lists {
    const editor_asset *asset;
    uint32_t *first, *next; // per node: its first child, its next sibling
    uint32_t first_root, root_count;
    uint32_t cursor; // the root to look at first: objects come in the order of nodes. EDITOR_NONE: the first
} node_lists;

static bool list_nodes(const editor_asset *asset, node_lists *lists)
{
    const size_t count = (size_t)asset->node_count + 1;
    *lists = (node_lists){
        asset, malloc(count * sizeof(uint32_t)), malloc(count * sizeof(uint32_t)), EDITOR_NONE, 0, EDITOR_NONE};
    if (!lists->first || !lists->next)
        return false;
    for (uint32_t i = 0; i < asset->node_count; i++)
        lists->first[i] = lists->next[i] = EDITOR_NONE;
    for (uint32_t i = asset->node_count; i-- > 0;) { // parents come first: each list ends up in order
        const uint32_t parent = asset->nodes[i].parent;
        uint32_t *head = parent == EDITOR_NONE ? &lists->first_root : &lists->first[parent];
        lists->next[i] = *head;
        *head = i;
        lists->root_count += parent == EDITOR_NONE;
    }
    return true;
}

// Moved vertices make no difference.
static bool looks_like(const editor_level *level, const editor_object *object, const node_lists *lists, uint32_t node)
{
    const editor_object *like = &lists->asset->nodes[node];
    const uint32_t mesh = like->mesh == EDITOR_NONE ? EDITOR_NONE : lists->asset->meshes[like->mesh].mesh;
    const uint32_t original = object->mesh == EDITOR_NONE ? 0 : level->meshes[object->mesh].original;
    return object->kind == like->kind && (original != 0 ? original - 1 : object->mesh) == mesh;
}

// Whether the object has as many children, each like its node. `first`: the first of a list of nodes.
static bool has_children_like(const editor_level *level, const editor_object *object, const node_lists *lists,
                              uint32_t first)
{
    uint32_t child = object->first_child, node = first;
    while (child != EDITOR_NONE && node != EDITOR_NONE && looks_like(level, &level->objects[child], lists, node)) {
        child = level->objects[child].next;
        node = lists->next[node];
    }
    return child == EDITOR_NONE && node == EDITOR_NONE;
}

static bool is_of_asset(const editor_level *level, const editor_object *object, uint32_t asset)
{
    return object->mesh != EDITOR_NONE && level->meshes[object->mesh].asset == asset;
}

// Whether there are meshes in the subtree, and all of the asset.
static bool is_all_of_asset(const editor_level *level, uint32_t root, uint32_t asset)
{
    bool found = false;
    for (uint32_t at = root; at != EDITOR_NONE; at = editor_level_next_below(level, root, at)) {
        const editor_object *object = &level->objects[at];
        if (object->mesh != EDITOR_NONE && !is_of_asset(level, object, asset))
            return false;
        found |= object->mesh != EDITOR_NONE;
    }
    return found;
}

// The root node that an object was made from: one of its name, or the first that fits. EDITOR_NONE: none.
static uint32_t find_node(const editor_level *level, const editor_object *object, node_lists *lists)
{
    uint32_t found = EDITOR_NONE, node = lists->cursor == EDITOR_NONE ? lists->first_root : lists->cursor;
    for (uint32_t i = 0; i < lists->root_count; i++) {
        if (looks_like(level, object, lists, node) && has_children_like(level, object, lists, lists->first[node])) {
            const bool is_namesake = strcmp(object->name, lists->asset->nodes[node].name) == 0;
            found = found == EDITOR_NONE || is_namesake ? node : found;
            if (is_namesake)
                break;
        }
        node = lists->next[node] == EDITOR_NONE ? lists->first_root : lists->next[node];
    }
    if (found != EDITOR_NONE)
        lists->cursor = lists->next[found];
    return found;
}

// Up to the rounding of an earlier change.
static bool is_near(const pick_affine *a, const pick_affine *b)
{
    const double slack = 1e-9;
    double size = 0; // of the columns
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(b->linear[i]));
    const pick_vec3 apart = pick_vec3_sub(a->origin, b->origin);
    bool near = pick_vec3_length(apart) <= slack * (1 + pick_vec3_length(b->origin));
    for (int i = 0; i < 9; i++)
        near = near && fabs(a->linear[i] - b->linear[i]) <= slack * size;
    return near;
}

// Whether the object still is where opening the model put a root of its own: a light or a camera has nothing else that
// says where it comes from.
static bool is_untouched(const editor_object *object, const node_lists *lists, uint32_t node)
{
    const editor_object *like = &lists->asset->nodes[node];
    const pick_affine fit = editor_fit_matrix(&lists->asset->fit);
    pick_affine local = like->local;
    if (!editor_fit_is_plain(&lists->asset->fit))
        local = pick_affine_multiply(&fit, &local);
    return object->parent == EDITOR_NONE && strcmp(object->name, like->name) == 0 && is_near(&object->local, &local);
}

// Whether the object is the root of something imported. `*inner`: its part of the transform that lies within the fit.
static bool is_root(const editor_level *level, uint32_t number, uint32_t asset, node_lists *lists, pick_affine *inner)
{
    const editor_object *object = &level->objects[number];
    *inner = PICK_AFFINE_IDENTITY;
    const uint32_t node = find_node(level, object, lists);
    const bool is_holder = lists->root_count != 1 && object->kind == EDITOR_OBJECT_GROUP &&
                           has_children_like(level, object, lists, lists->first_root);
    const bool is_whole = (node != EDITOR_NONE || is_holder) && is_all_of_asset(level, number, asset);
    const bool is_own =
        !is_whole && node != EDITOR_NONE && object->mesh == EDITOR_NONE && is_untouched(object, lists, node);
    if (!is_whole && !is_own)
        return is_of_asset(level, object, asset);
    if (node != EDITOR_NONE && (is_own || !is_holder))
        *inner = lists->asset->nodes[node].local;
    return true;
}

// The next object that is not below `at`.
static uint32_t next_beside(const editor_level *level, uint32_t at)
{
    while (at != EDITOR_NONE && level->objects[at].next == EDITOR_NONE)
        at = level->objects[at].parent;
    return at == EDITOR_NONE ? EDITOR_NONE : level->objects[at].next;
}

// local = place * fit * inner; the place stays.
static bool refit(editor_document *document, uint32_t object, const pick_affine *inner, const pick_affine *change)
{
    pick_affine undo, local = document->level->objects[object].local;
    if (pick_affine_invert(inner, &undo)) {
        local = pick_affine_multiply(&local, &undo);
        local = pick_affine_multiply(&local, change);
        local = pick_affine_multiply(&local, inner);
    } else {
        local = pick_affine_multiply(&local, change);
    }
    return edit_local(document, object, &local);
}

static bool refit_all(editor_document *document, uint32_t asset, const editor_fit *fit)
{
    const editor_level *level = document->level;
    const pick_affine before = editor_fit_matrix(&level->assets[asset].fit), after = editor_fit_matrix(fit);
    pick_affine change;
    node_lists lists;
    bool ok = list_nodes(&level->assets[asset], &lists);
    if (!ok)
        edit_out_of_memory(document);
    ok = ok && pick_affine_invert(&before, &change);
    change = ok ? pick_affine_multiply(&change, &after) : PICK_AFFINE_IDENTITY;
    for (uint32_t at = editor_level_next(level, EDITOR_NONE); ok && at != EDITOR_NONE;) {
        pick_affine inner;
        const bool found = is_root(level, at, asset, &lists, &inner);
        ok = !found || refit(document, at, &inner, &change);
        at = found ? next_beside(level, at) : editor_level_next(level, at);
    }
    free(lists.first);
    free(lists.next);
    return ok;
}

editor_edit_result editor_edit_set_fit(editor_document *document, uint32_t asset, const editor_fit *fit)
{
    const editor_level *level = document->level;
    char label[160] = "Change import";
    if (asset < level->asset_count) {
        const char *slash = strrchr(level->assets[asset].path, '/');
        snprintf(label, sizeof(label), "Change import of %.120s", slash ? slash + 1 : level->assets[asset].path);
    }
    const char *fault = editor_fit_fault(fit);
    bool ok = edit_enter(document, label);
    if (ok && (asset >= level->asset_count || level->assets[asset].builtin))
        ok = edit_refuse(document, "no such model");
    if (ok && fault)
        ok = edit_refuse(document, "%s", fault);
    const bool same = ok && fit->scale == level->assets[asset].fit.scale && fit->up == level->assets[asset].fit.up;
    ok = ok && (same || (refit_all(document, asset, fit) && edit_fit(document, asset, fit)));
    return edit_leave(document, ok);
}
