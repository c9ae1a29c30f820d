// import_roots.c: finds the objects that adding a model has added.
#include "document/history/import_roots.h"

#include "document/level/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool import_lists_make(const editor_asset *asset, import_lists *lists)
{
    const size_t count = (size_t)asset->node_count + 1;
    *lists = (import_lists){.asset = asset,
                            .first = malloc(count * sizeof(uint32_t)),
                            .next = malloc(count * sizeof(uint32_t)),
                            .sizes = malloc(count * sizeof(uint32_t)),
                            .first_root = EDITOR_NONE,
                            .cursor = EDITOR_NONE};
    if (!lists->first || !lists->next || !lists->sizes)
        return false;
    for (uint32_t i = 0; i < asset->node_count; i++) {
        lists->first[i] = lists->next[i] = EDITOR_NONE;
        lists->sizes[i] = 1;
    }
    for (uint32_t i = asset->node_count; i-- > 0;) { // parents come first: each list ends up in order
        const uint32_t parent = asset->nodes[i].parent;
        uint32_t *head = parent == EDITOR_NONE ? &lists->first_root : &lists->first[parent];
        lists->next[i] = *head;
        *head = i;
        lists->root_count += parent == EDITOR_NONE;
        if (parent != EDITOR_NONE)
            lists->sizes[parent] += lists->sizes[i];
    }
    return true;
}

void import_lists_free(import_lists *lists)
{
    free(lists->first);
    free(lists->next);
    free(lists->sizes);
    lists->first = lists->next = lists->sizes = NULL;
}

// Moved vertices make no difference.
static bool looks_like(const editor_level *level, const editor_object *object, const import_lists *lists, uint32_t node)
{
    const editor_object *like = &lists->asset->nodes[node];
    const uint32_t mesh = like->mesh == EDITOR_NONE ? EDITOR_NONE : lists->asset->meshes[like->mesh].mesh;
    const uint32_t original = object->mesh == EDITOR_NONE ? 0 : level->meshes[object->mesh].original;
    return object->kind == like->kind && (original != 0 ? original - 1 : object->mesh) == mesh;
}

// Whether the object has as many children, each like its node. `first`: the first of a list of nodes.
static bool has_children_like(const editor_level *level, const editor_object *object, const import_lists *lists,
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
static uint32_t find_node(const editor_level *level, const editor_object *object, import_lists *lists)
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

bool import_is_near(const pick_affine *a, const pick_affine *b)
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
static bool is_untouched(const editor_object *object, const import_lists *lists, uint32_t node)
{
    const editor_object *like = &lists->asset->nodes[node];
    const pick_affine fit = editor_fit_matrix(&lists->asset->fit);
    pick_affine local = like->local;
    if (!editor_fit_is_plain(&lists->asset->fit))
        local = pick_affine_multiply(&fit, &local);
    return object->parent == EDITOR_NONE && strcmp(object->name, like->name) == 0 &&
           import_is_near(&object->local, &local);
}

import_root import_root_of(const editor_level *level, uint32_t number, uint32_t asset, import_lists *lists)
{
    const editor_object *object = &level->objects[number];
    import_root root = {IMPORT_NONE, find_node(level, object, lists), PICK_AFFINE_IDENTITY};
    const bool is_holder = lists->root_count != 1 && object->kind == EDITOR_OBJECT_GROUP &&
                           has_children_like(level, object, lists, lists->first_root);
    const bool is_whole = (root.node != EDITOR_NONE || is_holder) && is_all_of_asset(level, number, asset);
    const bool is_own =
        !is_whole && root.node != EDITOR_NONE && object->mesh == EDITOR_NONE && is_untouched(object, lists, root.node);
    if (!is_whole && !is_own) {
        root.kind = is_of_asset(level, object, asset) ? IMPORT_MESH : IMPORT_NONE;
        return root;
    }
    root.kind = root.node != EDITOR_NONE && (is_own || !is_holder) ? IMPORT_NODE : IMPORT_HOLDER;
    if (root.kind == IMPORT_NODE)
        root.inner = lists->asset->nodes[root.node].local;
    return root;
}

bool import_root_is_complete(const editor_level *level, uint32_t object, const import_root *root,
                             const import_lists *lists)
{
    uint32_t there = 0;
    for (uint32_t at = object; at != EDITOR_NONE; at = editor_level_next_below(level, object, at))
        there++;
    return there == (root->kind == IMPORT_HOLDER ? lists->asset->node_count + 1 : lists->sizes[root->node]);
}

uint32_t import_next_beside(const editor_level *level, uint32_t at)
{
    while (at != EDITOR_NONE && level->objects[at].next == EDITOR_NONE)
        at = level->objects[at].parent;
    return at == EDITOR_NONE ? EDITOR_NONE : level->objects[at].next;
}
