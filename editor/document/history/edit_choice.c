// edit_choice.c: the command that chooses another scene, or another material variant, of a model.
//
// Another scene has other objects. Those that adding the model has added, and that still are what was added, make way
// for those of the scene, at the same place; others stay.
#include "document/history/document_internal.h"

#include "document/history/import_roots.h"
#include "document/level/choice.h"
#include "document/level/fit.h"
#include "document/motion/affine.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An object that goes, with what is below it.
typedef struct plan_root {
    uint32_t object, parent, node; // `node` EDITOR_NONE: it holds those of the file
    uint32_t order;                // in which they were found
    pick_affine place;             // where the file's origin is, the fit included
    bool stays;
} plan_root;

struct edit_scene_plan {
    plan_root *roots; // those of a parent come together
    uint32_t count, capacity;
    uint32_t file_roots; // that the file had
    uint32_t left;
};

static bool add_root(edit_scene_plan *plan, const plan_root *root)
{
    plan_root *grown = editor_level_reserve(plan->roots, plan->count, &plan->capacity, sizeof(*grown));
    if (!grown)
        return false;
    plan->roots = grown;
    grown[plan->count] = *root;
    grown[plan->count].order = plan->count;
    plan->count++;
    return true;
}

static int by_parent(const void *a, const void *b)
{
    const plan_root *x = a, *y = b;
    if (x->parent != y->parent)
        return x->parent < y->parent ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

// --- The plan ---

// Roots of the file that nothing holds go together: all of them, from one import.
static bool is_set(const plan_root *roots, uint32_t count, bool *seen)
{
    bool is_one = true;
    for (uint32_t i = 0; i < count && is_one; i++) {
        is_one = !seen[roots[i].node] && import_is_near(&roots[i].place, &roots[0].place);
        seen[roots[i].node] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        seen[roots[i].node] = false;
    return is_one;
}

// Marks the roots that stay, because others of their import are gone or were moved. False: out of memory.
static bool find_sets(edit_scene_plan *plan, const editor_asset *asset)
{
    bool *seen = calloc((size_t)asset->node_count + 1, sizeof(*seen));
    for (uint32_t i = 0; seen && plan->file_roots != 1 && i < plan->count;) {
        uint32_t end = i; // of the bare roots of this parent
        if (plan->roots[i].node == EDITOR_NONE) {
            i++;
            continue;
        }
        while (end < plan->count && plan->roots[end].parent == plan->roots[i].parent &&
               plan->roots[end].node != EDITOR_NONE)
            end++;
        const bool is_whole = end - i == plan->file_roots && is_set(plan->roots + i, end - i, seen);
        for (; i < end; i++)
            plan->roots[i].stays = !is_whole;
    }
    free(seen);
    return seen != NULL;
}

static bool find_roots(const editor_level *level, uint32_t asset, import_lists *lists, edit_scene_plan *plan)
{
    const pick_affine fit = editor_fit_matrix(&level->assets[asset].fit);
    bool ok = true;
    for (uint32_t at = editor_level_next(level, EDITOR_NONE); ok && at != EDITOR_NONE;) {
        const import_root root = import_root_of(level, at, asset, lists);
        const bool is_root = root.kind == IMPORT_NODE || root.kind == IMPORT_HOLDER;
        if (is_root && import_root_is_complete(level, at, &root, lists)) {
            const editor_object *object = &level->objects[at];
            ok = add_root(plan, &(plan_root){.object = at,
                                             .parent = object->parent,
                                             .node = root.kind == IMPORT_NODE ? root.node : EDITOR_NONE,
                                             .place = editor_affine_between(&root.inner, &object->local, &fit)});
        } else {
            plan->left += root.kind != IMPORT_NONE;
        }
        at = root.kind != IMPORT_NONE ? import_next_beside(level, at) : editor_level_next(level, at);
    }
    plan->file_roots = lists->root_count;
    return ok;
}

edit_scene_plan *edit_plan_scene(editor_document *document, uint32_t asset)
{
    const editor_level *level = document->level;
    edit_scene_plan *plan = calloc(1, sizeof(*plan));
    import_lists lists;
    bool ok = import_lists_make(&level->assets[asset], &lists) && plan && find_roots(level, asset, &lists, plan);
    import_lists_free(&lists);
    if (ok && plan->count > 0)
        qsort(plan->roots, plan->count, sizeof(*plan->roots), by_parent);
    ok = ok && find_sets(plan, &level->assets[asset]);
    for (uint32_t i = 0; ok && i < plan->count; i++)
        plan->left += plan->roots[i].stays;
    if (ok)
        return plan;
    edit_free_scene_plan(plan);
    return NULL;
}

void edit_free_scene_plan(edit_scene_plan *plan)
{
    if (plan)
        free(plan->roots);
    free(plan);
}

uint32_t edit_scene_left(const edit_scene_plan *plan)
{
    return plan->left;
}

// --- Replacing ---

// One import that is replaced: `count` roots of the plan from `first` on.
typedef struct scene_unit {
    uint32_t first, count;
    uint32_t before; // the sibling that follows; EDITOR_NONE: none
    bool selected, active;
    uint32_t made; // the first root that takes its place
} scene_unit;

typedef struct replacement {
    editor_document *document;
    const edit_scene_plan *plan;
    uint32_t asset;
    scene_unit *units;
    uint32_t count;
    uint32_t *unit_of; // per object of the level: 1 plus the unit that it is a root of; 0: none
    uint32_t *made;    // per node of the asset
} replacement;

// The unit that the object is a root of, or below one. EDITOR_NONE: it stays.
static uint32_t find_unit(const replacement *r, uint32_t object)
{
    while (object != EDITOR_NONE && r->unit_of[object] == 0)
        object = r->document->level->objects[object].parent;
    return object == EDITOR_NONE ? EDITOR_NONE : r->unit_of[object] - 1;
}

static void find_units(replacement *r)
{
    const edit_scene_plan *plan = r->plan;
    const editor_object *objects = r->document->level->objects;
    for (uint32_t i = 0; i < plan->count;) {
        const bool is_bare = plan->file_roots != 1 && plan->roots[i].node != EDITOR_NONE;
        const uint32_t count = is_bare && !plan->roots[i].stays ? plan->file_roots : 1;
        if (!plan->roots[i].stays) {
            r->units[r->count++] = (scene_unit){.first = i, .count = count, .made = EDITOR_NONE};
            for (uint32_t k = i; k < i + count; k++)
                r->unit_of[plan->roots[k].object] = r->count;
        }
        i += count;
    }
    // Siblings come in order: what follows a later unit is known already.
    for (uint32_t i = r->count; i-- > 0;) {
        uint32_t before = objects[plan->roots[r->units[i].first].object].next;
        while (before != EDITOR_NONE && r->unit_of[before] == i + 1)
            before = objects[before].next;
        r->units[i].before =
            before != EDITOR_NONE && r->unit_of[before] != 0 ? r->units[r->unit_of[before] - 1].before : before;
    }
}

static void note_selection(replacement *r)
{
    const editor_document *document = r->document;
    const pick_object_id *selected = pick_selection_objects(document->selection);
    const size_t count = pick_selection_count(document->selection);
    const uint32_t active = editor_document_active(document);
    for (size_t i = 0; i < count; i++) {
        const uint32_t object = editor_level_object(document->level, selected[i]);
        const uint32_t unit = find_unit(r, object);
        if (unit == EDITOR_NONE)
            continue;
        r->units[unit].selected = true;
        r->units[unit].active |= object == active;
    }
}

static bool remove_roots(const replacement *r)
{
    editor_document *document = r->document;
    bool ok = true;
    editor_level_begin_refresh(document->level);
    for (uint32_t i = 0; ok && i < r->plan->count; i++) {
        const uint32_t object = r->plan->roots[i].object;
        if (r->plan->roots[i].stays)
            continue;
        ok = edit_place(document, object, EDITOR_PLACE_NOWHERE);
        if (ok)
            editor_level_refresh(document->level, object);
    }
    editor_level_end_refresh(document->level);
    return ok;
}

// What was said of the root that goes holds for what takes its place.
static void pass_flags_on(const replacement *r, const editor_object *from, uint32_t root)
{
    editor_level *level = r->document->level;
    level->objects[root].hidden |= from->hidden;
    level->objects[root].locked |= from->locked;
    for (uint32_t at = root; at != EDITOR_NONE; at = editor_level_next_below(level, root, at)) {
        level->objects[at].layers = from->layers;
        level->objects[at].sets = from->sets;
    }
}

static bool add_unit(replacement *r, editor_names *names, scene_unit *unit)
{
    editor_document *document = r->document;
    const plan_root *old = &r->plan->roots[unit->first];
    const editor_object from = document->level->objects[old->object];
    const bool is_bare = old->node != EDITOR_NONE && r->plan->file_roots != 1;
    const char *holder = old->node == EDITOR_NONE ? from.name : NULL;
    if (!edit_make_nodes(document, names, r->asset, &old->place, holder, is_bare, r->made, &unit->made))
        return false;
    const editor_asset *asset = &document->level->assets[r->asset];
    const uint32_t first = unit->made;
    bool ok = true, placed = false;
    for (uint32_t i = 0; ok && i < asset->node_count; i++) {
        const bool is_root = document->level->objects[r->made[i]].parent == EDITOR_NONE;
        if (!is_root || r->made[i] == first || asset->nodes[i].parent != EDITOR_NONE)
            continue;
        if (!placed) // the first one comes first
            ok = edit_place(document, first, (editor_place){old->parent, unit->before, true});
        placed = true;
        pass_flags_on(r, &from, r->made[i]);
        ok = ok && edit_place(document, r->made[i], (editor_place){old->parent, unit->before, true});
    }
    pass_flags_on(r, &from, first);
    return ok && (placed || edit_place(document, first, (editor_place){old->parent, unit->before, true}));
}

static bool select_units(const replacement *r)
{
    editor_document *document = r->document;
    bool ok = edit_deselect_gone(document);
    for (uint32_t i = 0; ok && i < r->count; i++) {
        const pick_object_id handle = document->level->objects[r->units[i].made].pick;
        ok = !r->units[i].selected || edit_select(document, PICK_SELECTION_ADD, &handle, 1);
    }
    for (uint32_t i = 0; ok && i < r->count; i++)
        ok = !r->units[i].active || edit_activate(document, document->level->objects[r->units[i].made].pick);
    return ok;
}

static bool replace(editor_document *document, uint32_t asset, const edit_scene_plan *plan)
{
    const editor_level *level = document->level;
    replacement r = {.document = document,
                     .plan = plan,
                     .asset = asset,
                     .units = calloc((size_t)plan->count + 1, sizeof(*r.units)),
                     .unit_of = calloc((size_t)level->object_count + 1, sizeof(*r.unit_of)),
                     .made = calloc((size_t)level->assets[asset].node_count + 1, sizeof(*r.made))};
    bool ok = (r.units && r.unit_of && r.made) || edit_out_of_memory(document);
    if (ok) {
        find_units(&r);
        note_selection(&r);
        ok = remove_roots(&r);
    }
    editor_names *names = ok ? editor_names_create(level, "") : NULL;
    ok = ok && (names || edit_out_of_memory(document));
    for (uint32_t i = 0; ok && i < r.count; i++)
        ok = add_unit(&r, names, &r.units[i]);
    editor_names_destroy(names);
    ok = ok && select_units(&r);
    free(r.units);
    free(r.unit_of);
    free(r.made);
    return ok;
}

editor_edit_result edit_choose(editor_document *document, uint32_t asset, const char *scene, const char *variant,
                               const edit_scene_plan *plan)
{
    const editor_asset *now = &document->level->assets[asset];
    const char *slash = strrchr(now->path, '/');
    char label[160];
    snprintf(label, sizeof(label), "Change import of %.120s", slash ? slash + 1 : now->path);
    bool ok = edit_enter(document, label);
    const bool same = editor_choice_is_same(now->scene, scene) && editor_choice_is_same(now->variant, variant);
    ok = ok && (same || edit_choice(document, asset, scene, variant)) && (!plan || replace(document, asset, plan));
    return edit_leave(document, ok);
}
