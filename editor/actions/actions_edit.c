// actions_edit.c: the actions that change the level or the selection.
#include "actions/actions_private.h"

#include "document/level/names.h"
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- conditions: when an action is enabled ---

bool editor_if_undo(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_document_undo_label(workspace->document) != NULL;
}

bool editor_if_redo(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_document_redo_label(workspace->document) != NULL;
}

bool editor_if_selection(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return pick_selection_count(editor_document_selection(workspace->document)) > 0;
}

bool editor_if_several(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return pick_selection_count(editor_document_selection(workspace->document)) > 1;
}

// --- history ---

void editor_do_undo(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_say(workspace, "Undone: %s", editor_document_undo_label(workspace->document));
    const uint32_t position = editor_document_history(workspace->document).position;
    if (position == 0 || !editor_workspace_go_in_history(workspace, position - 1))
        editor_workspace_say(workspace, "Cannot undo now");
}

void editor_do_redo(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_say(workspace, "Redone: %s", editor_document_redo_label(workspace->document));
    if (!editor_workspace_go_in_history(workspace, editor_document_history(workspace->document).position + 1))
        editor_workspace_say(workspace, "Cannot redo now");
}

// --- edits of the selected objects ---

void editor_do_duplicate(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace, editor_edit_duplicate(workspace->document, targets.objects, targets.count));
}

void editor_do_delete(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (!editor_refuse_on_parts(workspace) && editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace, editor_edit_delete(workspace->document, targets.objects, targets.count));
}

void editor_do_rename(editor_workspace *workspace, int argument)
{
    (void)argument;
    const uint32_t active = editor_document_active(workspace->document);
    if (active == EDITOR_NONE)
        return;
    // In its row where the outliner shows rows, else in a dialog.
    if (editor_panels_rename(workspace->panels, editor_workspace_get_level(workspace), active))
        editor_workspace_await_keyboard(workspace);
    else
        editor_workspace_ask_name(workspace);
}

void editor_do_group(editor_workspace *workspace, int argument)
{
    (void)argument;
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    editor_names *names =
        editor_level_find(level, "group", EDITOR_NONE) == EDITOR_NONE ? NULL : editor_names_create(level, "group");
    const char *name = names ? editor_names_next(names, "group") : NULL;
    editor_workspace_done(
        workspace, editor_edit_group(workspace->document, targets.objects, targets.count, name ? name : "group"));
    editor_names_destroy(names);
}

void editor_do_ungroup(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace, editor_edit_ungroup(workspace->document, targets.objects, targets.count));
}

void editor_do_hide(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace,
                              editor_edit_set_hidden(workspace->document, targets.objects, targets.count, true));
}

// Says how many objects are hidden, or locked, by something that Show All, or Unlock All, leaves alone; or that none
// is.
static void say_left(editor_workspace *workspace, editor_edit_result result, unsigned left, const char *is,
                     const char *done, const char *by)
{
    editor_workspace_done(workspace, result);
    if (result == EDITOR_EDIT_REFUSED)
        return;
    const char *objects = left == 1 ? "1 object is" : "objects are";
    char count[16] = "";
    if (left > 1)
        snprintf(count, sizeof(count), "%u ", left);
    if (left > 0 && result == EDITOR_EDIT_DONE)
        editor_workspace_say(workspace, "%s; %s%s still %s by %s", done, count, objects, is, by);
    else if (left > 0)
        editor_workspace_say(workspace, "%s%s %s by %s", count, objects, is, by);
    else if (result == EDITOR_EDIT_NOTHING)
        editor_workspace_say(workspace, "Nothing is %s", is);
}

void editor_do_show_all(editor_workspace *workspace, int argument)
{
    (void)argument;
    const editor_edit_result result = editor_edit_show_all(workspace->document);
    const editor_level *level = editor_workspace_get_level(workspace);
    unsigned left = 0;
    const char *by = NULL; // what hides the first one
    for (uint32_t i = 0; i < level->object_count; i++) {
        const bool is_left = level->objects[i].exists && level->objects[i].is_hidden;
        left += is_left;
        by = is_left && !by ? editor_level_hidden_by(level, i) : by;
    }
    say_left(workspace, result, left, "hidden", "Showed all", by ? by : "a clip");
}

void editor_do_lock(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace,
                              editor_edit_set_locked(workspace->document, targets.objects, targets.count, true));
}

void editor_do_unlock_all(editor_workspace *workspace, int argument)
{
    (void)argument;
    const editor_edit_result result = editor_edit_unlock_all(workspace->document);
    const editor_level *level = editor_workspace_get_level(workspace);
    unsigned left = 0;
    for (uint32_t i = 0; i < level->object_count; i++)
        left += level->objects[i].exists && level->objects[i].is_locked;
    say_left(workspace, result, left, "locked", "Unlocked all", "their layers");
}

// `argument`: 3 * axis + edge.
void editor_do_align(editor_workspace *workspace, int argument)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t active = editor_document_active(workspace->document);
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_LOCKED_OTHERS, &targets))
        return;
    if (active != EDITOR_NONE && level->objects[active].is_hidden && !workspace->takes_hidden) {
        workspace->left_hidden = workspace->left_locked = 0;
        editor_workspace_say(workspace, "Nothing to align with: %.100s, the active object, is hidden",
                             level->objects[active].name);
        return;
    }
    editor_workspace_done(workspace, editor_edit_align(workspace->document, targets.objects, targets.count,
                                                       argument / 3, (editor_align_edge)(argument % 3)));
}

void editor_do_drop(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_LOCKED, &targets))
        return;
    const editor_edit_result result = editor_edit_drop_to_surface(workspace->document, targets.objects, targets.count);
    editor_workspace_done(workspace, result);
    if (result == EDITOR_EDIT_NOTHING)
        editor_workspace_say(workspace, "Nothing to drop: it rests on a surface already");
}

// --- selection ---

// Collects the object numbers of a new selection. Out of memory, the collection stays empty.
typedef struct picked {
    uint32_t *at;
    uint32_t count;
    bool *is_in; // per object
} picked;

static picked begin(const editor_level *level)
{
    size_t size = level->object_count + 1;
    picked p = {malloc(size * sizeof(uint32_t)), 0, calloc(size, sizeof(bool))};
    return p;
}

static void add(picked *p, uint32_t object)
{
    if (!p->at || !p->is_in || p->is_in[object])
        return;
    p->is_in[object] = true;
    p->at[p->count++] = object;
}

static void select_picked(editor_workspace *workspace, picked *p)
{
    editor_workspace_done(workspace,
                          editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, p->at, p->count));
    free(p->at);
    free(p->is_in);
}

// In the group that clicks are in, if they are.
static void select_those(editor_workspace *workspace, bool selected_too)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t entered = editor_workspace_entered(workspace);
    const pick_selection *selection = editor_document_selection(workspace->document);
    picked p = begin(level);
    // The object or group that a click on each selects; EDITOR_NONE: it is outside. Parents come first in the tree's
    // order: no climbing, which would take minutes in a chain of 100 000.
    uint32_t *clicked = malloc((level->object_count + 1) * sizeof(*clicked));
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); clicked && i != EDITOR_NONE;
         i = editor_level_next(level, i)) {
        const editor_object *object = &level->objects[i];
        const bool whole =
            workspace->settings.whole_groups && !pick_object_id_is_null(editor_tools_group_of(level, object->pick));
        clicked[i] = whole ? clicked[object->parent] : i;
        if (entered != EDITOR_NONE && object->parent == entered)
            clicked[i] = i;
        else if (entered != EDITOR_NONE && (object->parent == EDITOR_NONE || clicked[object->parent] == EDITOR_NONE))
            clicked[i] = EDITOR_NONE;
        if (clicked[i] == EDITOR_NONE)
            continue;
        // Groups are selected by what they hold. Empties, which hold nothing, are drawn and clicked as icons.
        if ((object->kind == EDITOR_OBJECT_GROUP && object->first_child != EDITOR_NONE) || object->is_hidden ||
            object->is_locked)
            continue;
        const uint32_t target = clicked[i];
        if (selected_too || !(pick_selection_contains(selection, level->objects[target].pick) ||
                              pick_selection_contains(selection, object->pick)))
            add(&p, target);
    }
    free(clicked);
    select_picked(workspace, &p);
}

void editor_do_select_all(editor_workspace *workspace, int argument)
{
    (void)argument;
    if (editor_tools_part_kind(workspace->tools) != 0) {
        editor_do_parts_step(workspace, EDITOR_PARTS_ALL);
        return;
    }
    select_those(workspace, true);
    if (pick_selection_count(editor_document_selection(workspace->document)) == 0)
        editor_workspace_say(workspace, "Nothing to select that is neither hidden nor locked");
}

void editor_do_select_invert(editor_workspace *workspace, int argument)
{
    (void)argument;
    if (editor_tools_part_kind(workspace->tools) != 0)
        editor_do_parts_step(workspace, EDITOR_PARTS_INVERT);
    else
        select_those(workspace, false);
}

void editor_do_select_none(editor_workspace *workspace, int argument)
{
    (void)argument;
    if (editor_tools_part_count(workspace->tools) > 0)
        editor_tools_clear_parts(workspace->tools);
    else
        editor_workspace_done(workspace, editor_edit_select(workspace->document, PICK_SELECTION_REPLACE, NULL, 0));
}

static void for_selected(editor_workspace *workspace,
                         void (*each)(const editor_level *level, uint32_t object, picked *p))
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_selection *selection = editor_document_selection(workspace->document);
    picked p = begin(level);
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t object = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (object != EDITOR_NONE)
            each(level, object, &p);
    }
    if (p.count > 0) {
        select_picked(workspace, &p);
        return;
    }
    free(p.at);
    free(p.is_in);
    editor_workspace_say(workspace, "Nothing to select");
}

static void add_parent(const editor_level *level, uint32_t object, picked *p)
{
    uint32_t parent = level->objects[object].parent;
    if (parent != EDITOR_NONE && !level->objects[parent].is_locked)
        add(p, parent);
}

static void add_children(const editor_level *level, uint32_t object, picked *p)
{
    for (uint32_t i = level->objects[object].first_child; i != EDITOR_NONE; i = level->objects[i].next) {
        if (!level->objects[i].is_locked && !level->objects[i].is_hidden)
            add(p, i);
    }
}

void editor_do_select_parent(editor_workspace *workspace, int argument)
{
    (void)argument;
    for_selected(workspace, add_parent);
}

void editor_do_select_children(editor_workspace *workspace, int argument)
{
    (void)argument;
    for_selected(workspace, add_children);
}
