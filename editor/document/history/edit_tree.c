// edit_tree.c: the commands that change the tree: add, delete, duplicate, group, ungroup, reparent.
#include "document/history/document_internal.h"

#include "document/level/names.h"
#include "document/motion/affine.h"

#include <math.h>
#include <stdlib.h>

static bool parent_is_there(editor_document *document, uint32_t parent)
{
    const editor_level *level = document->level;
    return parent == EDITOR_NONE || (parent < level->object_count && level->objects[parent].exists) ||
           edit_refuse(document, "the parent no longer exists");
}

// --- Adding ---

editor_edit_result edit_add_object(editor_document *document, const char *label, const char *name, uint32_t parent,
                                   const editor_object *like, uint32_t *made)
{
    bool ok = edit_enter(document, label) && parent_is_there(document, parent);
    if (ok && !editor_name_is_valid(name))
        ok = edit_refuse(document, "a name must be UTF-8 text, not empty and without control characters");
    if (ok && !editor_affine_fits_float(&like->local))
        ok = edit_refuse(document, "a transform that is not finite, or too large");
    uint32_t number = ok ? edit_make(document, name, like) : EDITOR_NONE;
    ok = number != EDITOR_NONE && edit_place(document, number, (editor_place){parent, EDITOR_NONE, true}) &&
         edit_select_numbers(document, &number, 1);
    editor_edit_result result = edit_leave(document, ok);
    if (result == EDITOR_EDIT_DONE && made)
        *made = number;
    return result;
}

editor_edit_result editor_edit_add_group(editor_document *document, const char *name, uint32_t parent,
                                         const pick_affine *local, uint32_t *made)
{
    editor_object like = {.kind = EDITOR_OBJECT_GROUP, .mesh = EDITOR_NONE, .local = *local, .layers = 1};
    return edit_add_object(document, "Add group", name, parent, &like, made);
}

editor_edit_result editor_edit_add_light(editor_document *document, const char *name, uint32_t parent,
                                         const editor_light *light, const pick_affine *local, uint32_t *made)
{
    editor_object like = {
        .kind = EDITOR_OBJECT_LIGHT, .mesh = EDITOR_NONE, .local = *local, .layers = 1, .light = *light};
    const char *fault = editor_light_fault(light);
    if (fault) {
        edit_refuse(document, "%s", fault);
        return EDITOR_EDIT_REFUSED;
    }
    return edit_add_object(document, "Add light", name, parent, &like, made);
}

editor_edit_result editor_edit_add_camera(editor_document *document, const char *name, uint32_t parent,
                                          const editor_lens *lens, const pick_affine *local, uint32_t *made)
{
    editor_object like = {
        .kind = EDITOR_OBJECT_CAMERA, .mesh = EDITOR_NONE, .local = *local, .layers = 1, .lens = *lens};
    const char *fault = editor_lens_fault(lens);
    if (fault) {
        edit_refuse(document, "%s", fault);
        return EDITOR_EDIT_REFUSED;
    }
    return edit_add_object(document, "Add camera", name, parent, &like, made);
}

// --- Deleting ---

bool edit_deselect_gone(editor_document *document)
{
    const editor_level *level = document->level;
    size_t count = pick_selection_count(document->selection), gone = 0;
    pick_object_id *handles = malloc((count ? count : 1) * sizeof(*handles));
    if (!handles)
        return edit_out_of_memory(document);
    for (size_t i = 0; i < count; i++) {
        pick_object_id handle = pick_selection_objects(document->selection)[i];
        uint32_t number = editor_level_object(level, handle);
        if (number == EDITOR_NONE || !level->objects[number].exists)
            handles[gone++] = handle;
    }
    bool ok = gone == 0 || edit_select(document, PICK_SELECTION_REMOVE, handles, gone);
    free(handles);
    return ok;
}

editor_edit_result editor_edit_delete(editor_document *document, const uint32_t *objects, uint32_t count)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Delete", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_PARENTS_FIRST);
    editor_level_begin_refresh(document->level);
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        ok = edit_place(document, document->targets[i], EDITOR_PLACE_NOWHERE);
        if (ok)
            editor_level_refresh(document->level, document->targets[i]);
    }
    editor_level_end_refresh(document->level);
    return edit_leave(document, ok && edit_deselect_gone(document));
}

// --- Duplicating ---

// Copies the descendants of `source` into its detached copy `root`.
static bool copy_below(editor_document *document, editor_names *names, uint32_t source, uint32_t root)
{
    editor_level *level = document->level;
    uint32_t parent = root, above = source; // `parent` is the copy of `above`
    for (uint32_t at = editor_level_next_below(level, source, source); at != EDITOR_NONE;
         at = editor_level_next_below(level, source, at)) {
        while (above != level->objects[at].parent) {
            above = level->objects[above].parent;
            parent = level->objects[parent].parent;
        }
        const char *name = editor_names_next(names, level->objects[at].name);
        uint32_t copy = name ? editor_level_make_object(level, name, &level->objects[at]) : EDITOR_NONE;
        if (copy == EDITOR_NONE)
            return edit_out_of_memory(document);
        editor_level_move(level, copy, (editor_place){parent, EDITOR_NONE, true});
        parent = copy;
        above = at;
    }
    return true;
}

size_t edit_count_targets(const editor_document *document)
{
    size_t total = 0;
    for (uint32_t i = 0; i < document->target_count; i++) {
        const uint32_t root = document->targets[i];
        for (uint32_t at = root; at != EDITOR_NONE; at = editor_level_next_below(document->level, root, at))
            total++;
    }
    return total;
}

bool edit_copy_subtree(editor_document *document, editor_names *names, uint32_t source, uint32_t *copy)
{
    editor_level *level = document->level;
    const char *name = editor_names_next(names, level->objects[source].name);
    if (!name)
        return edit_out_of_memory(document);
    *copy = edit_make(document, name, &level->objects[source]);
    return *copy != EDITOR_NONE && copy_below(document, names, source, *copy);
}

editor_edit_result editor_edit_duplicate(editor_document *document, const uint32_t *objects, uint32_t count)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Duplicate", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_TREE_ORDER);
    pick_object_id last = {0}; // its copy becomes the active object
    if (ok && document->target_count > 0) {
        last = document->level->objects[document->targets[document->target_count - 1]].pick;
        editor_names *names = editor_names_create_more(document->level, edit_count_targets(document));
        ok = names || edit_out_of_memory(document);
        edit_make_late(document);
        for (uint32_t i = 0; ok && i < document->target_count; i++) {
            uint32_t source = document->targets[i], copy = EDITOR_NONE;
            ok = edit_copy_subtree(document, names, source, &copy);
            const editor_object *o = &document->level->objects[source];
            ok = ok && edit_place(document, copy, (editor_place){o->parent, o->next, true});
            if (ok)
                document->targets[i] = copy;
        }
        editor_names_destroy(names);
        ok = ok && edit_select_numbers(document, document->targets, document->target_count);
    }
    editor_edit_result result = edit_leave(document, ok);
    if (result == EDITOR_EDIT_DONE)
        document->repeat = (edit_repeat){.source = last, .copy = pick_selection_active(document->selection)};
    return result;
}

// --- Grouping ---

// The lowest common proper ancestor of all targets.
static uint32_t common_parent(const editor_document *document)
{
    const editor_level *level = document->level;
    uint32_t parent = level->objects[document->targets[0]].parent;
    for (uint32_t i = 1; i < document->target_count; i++) {
        while (parent != EDITOR_NONE && !editor_level_is_below(level, document->targets[i], parent))
            parent = level->objects[parent].parent;
    }
    return parent;
}

bool edit_group_targets(editor_document *document, const char *name, uint32_t *number)
{
    const editor_level *level = document->level;
    if (!editor_name_is_valid(name))
        return edit_refuse(document, "a name must be UTF-8 text, not empty and without control characters");
    uint32_t parent = common_parent(document), before = document->targets[0];
    while (level->objects[before].parent != parent)
        before = level->objects[before].parent;
    pick_aabb box = PICK_AABB_EMPTY;
    for (uint32_t i = 0; i < document->target_count; i++) {
        pick_aabb own = editor_level_rest_bounds(level, document->targets[i]);
        box = pick_aabb_union(&box, &own);
    }
    pick_affine world = PICK_AFFINE_IDENTITY;
    world.origin =
        pick_vec3_make((box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2, (box.min.z + box.max.z) / 2);
    editor_object like = {.kind = EDITOR_OBJECT_GROUP, .mesh = EDITOR_NONE, .local = world, .layers = 1};
    uint32_t made = edit_make(document, name, &like);
    pick_affine local;
    if (made == EDITOR_NONE || !edit_local_at_rest(document, made, parent, &world, &local))
        return false;
    document->level->objects[made].local = local;
    if (!edit_place(document, made, (editor_place){parent, before, true}))
        return false;
    editor_level_refresh(document->level, made);
    for (uint32_t i = 0; i < document->target_count; i++) {
        if (!edit_place_in_world(document, document->targets[i], (editor_place){made, EDITOR_NONE, true}))
            return false;
    }
    *number = made;
    return true;
}

editor_edit_result editor_edit_group(editor_document *document, const uint32_t *objects, uint32_t count,
                                     const char *name)
{
    char label[128];
    uint32_t made = EDITOR_NONE;
    bool ok = edit_enter(document, edit_label(document, "Group", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_TREE_ORDER);
    if (ok && document->target_count > 0)
        ok = edit_group_targets(document, name, &made) && edit_select_numbers(document, &made, 1);
    return edit_leave(document, ok);
}

bool edit_dissolve(editor_document *document, uint32_t object, uint32_t *freed, uint32_t *freed_count)
{
    const editor_level *level = document->level;
    const editor_object *o = &level->objects[object];
    uint32_t parent = o->parent;
    for (uint32_t child = o->first_child; child != EDITOR_NONE; child = level->objects[object].first_child) {
        if (!edit_place_in_world(document, child, (editor_place){parent, object, true}))
            return false;
        editor_level_refresh(document->level, child);
        if (freed)
            freed[(*freed_count)++] = child;
    }
    if (!edit_place(document, object, EDITOR_PLACE_NOWHERE))
        return false;
    editor_level_refresh(document->level, object);
    return true;
}

editor_edit_result editor_edit_ungroup(editor_document *document, const uint32_t *objects, uint32_t count)
{
    char label[128];
    const editor_level *level = document->level;
    bool ok = edit_enter(document, edit_label(document, "Ungroup", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_TREE_ORDER);
    uint32_t groups = 0, children = 0;
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        uint32_t object = document->targets[i];
        if (level->objects[object].kind != EDITOR_OBJECT_GROUP)
            continue;
        document->targets[groups++] = object;
        for (uint32_t c = level->objects[object].first_child; c != EDITOR_NONE; c = level->objects[c].next)
            children++;
    }
    if (ok && groups == 0)
        ok = edit_refuse(document, "no group is selected");
    uint32_t *freed = ok ? malloc((children ? children : 1) * sizeof(*freed)) : NULL;
    if (ok && !freed)
        ok = edit_out_of_memory(document);
    uint32_t freed_count = 0;
    editor_level_begin_refresh(document->level);
    for (uint32_t i = 0; ok && i < groups; i++)
        ok = edit_dissolve(document, document->targets[i], freed, &freed_count);
    editor_level_end_refresh(document->level);
    ok = ok && edit_select_numbers(document, freed, freed_count);
    free(freed);
    return edit_leave(document, ok);
}

// --- Reparenting ---

static bool reparent(editor_document *document, uint32_t parent, uint32_t before)
{
    const editor_level *level = document->level;
    for (uint32_t i = 0; i < document->target_count; i++) {
        if (editor_level_is_below(level, parent, document->targets[i]))
            return edit_refuse(document, "%.100s cannot be moved into itself",
                               level->objects[document->targets[i]].name);
    }
    if (before != EDITOR_NONE &&
        (before >= level->object_count || !level->objects[before].exists || level->objects[before].parent != parent))
        return edit_refuse(document, "the place to move it to is not there any more");
    while (before != EDITOR_NONE && document->marks[before]) // `before` itself moves
        before = level->objects[before].next;
    // From last to first, so that objects already in place do not move.
    for (uint32_t i = document->target_count; i-- > 0; before = document->targets[i]) {
        if (!edit_place_in_world(document, document->targets[i], (editor_place){parent, before, true}))
            return false;
    }
    return true;
}

editor_edit_result editor_edit_reparent(editor_document *document, const uint32_t *objects, uint32_t count,
                                        uint32_t parent, uint32_t before)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Reparent", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_TREE_ORDER) && parent_is_there(document, parent) &&
              reparent(document, parent, before);
    return edit_leave(document, ok);
}
