// actions_measure.c: how far two objects are apart, and what is done to the ruler.
#include "actions/actions_private.h"

#include "document/level/clearance.h"
#include "document/level/names.h"
#include "document/level/sight.h"
#include "workspace/workspace_private.h"

#include <stdio.h>

bool editor_if_ruler(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_tools_has_ruler(workspace->tools);
}

bool editor_if_copy(const editor_workspace *workspace, int argument)
{
    return editor_if_selection(workspace, argument) ||
           (editor_tools_is_measuring(workspace->tools) && editor_if_ruler(workspace, argument));
}

// Of the two selected objects: the ruler shows their nearest points.
void editor_do_clearance(editor_workspace *workspace, int argument)
{
    (void)argument;
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_object_id *ids = pick_selection_objects(editor_document_selection(workspace->document));
    const uint32_t a = editor_level_object(level, ids[0]), b = editor_level_object(level, ids[1]);
    if (a == EDITOR_NONE || b == EDITOR_NONE)
        return;
    const char *a_name = level->objects[a].name, *b_name = level->objects[b].name;
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    if (workspace->left_hidden > 0) {
        workspace->left_hidden = 0;
        editor_workspace_say(workspace, "%.80s is hidden: show it to measure how far the two are apart",
                             level->objects[a].is_hidden ? a_name : b_name);
        return;
    }
    const char *fault = editor_sight_fault(level, a, b);
    editor_clearance found;
    if (fault) {
        editor_workspace_say(workspace, "%.80s %s as %.80s", b_name, fault, a_name);
    } else if (!editor_clearance_find(level, a, b, &found)) {
        editor_workspace_say(workspace, "%.80s and %.80s: one of them has no surface to measure from", a_name, b_name);
    } else if (found.distance > 0) {
        editor_tools_set_ruler(workspace->tools, found.point, 2, true);
        editor_workspace_say(workspace, "%.80s and %.80s are %.3f m apart", a_name, b_name, found.distance);
    } else {
        editor_tools_clear_ruler(workspace->tools);
        editor_workspace_say(workspace, "%.80s and %.80s touch or overlap", a_name, b_name);
    }
}

void editor_do_copy_ruler(editor_workspace *workspace, int argument)
{
    char text[256];
    (void)argument;
    editor_tools_ruler_text(workspace->tools, editor_workspace_get_level(workspace), text, sizeof(text));
    if (!text[0]) {
        editor_workspace_say(workspace, "Click a second point first");
        return;
    }
    if (workspace->desc.set_clipboard)
        workspace->desc.set_clipboard(workspace->desc.clipboard_user, text);
    editor_workspace_say(workspace, "Copied \"%s\"", text);
}

void editor_do_clear_ruler(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_tools_clear_ruler(workspace->tools);
}

// The line of the ruler as an object of that name, in the colour of measurements.
static editor_edit_result keep(editor_workspace *workspace, const char *name, const editor_line *line,
                               const pick_affine *place)
{
    const editor_override yellow = {.fields = EDITOR_OVERRIDE_BASE_COLOR | EDITOR_OVERRIDE_WIDTH,
                                    .base_color = {1, 0.7, 0.05, 1},
                                    .width = {3, EDITOR_WIDTH_ON_SCREEN}};
    uint32_t made = EDITOR_NONE;
    const editor_edit_result result = editor_edit_add_line(workspace->document, name, EDITOR_NONE, line, place, &made);
    return result == EDITOR_EDIT_DONE ? editor_edit_set_overrides(workspace->document, &made, &yellow, 1) : result;
}

void editor_do_keep_ruler(editor_workspace *workspace, int argument)
{
    double points[3 * EDITOR_RULER_POINTS];
    editor_line line;
    pick_affine place;
    char value[48];
    (void)argument;
    if (!editor_tools_ruler_line(workspace->tools, points, &line, &place)) {
        editor_workspace_say(workspace, "Click a second point first");
        return;
    }
    editor_measure_text(&line, &place, 3, value, sizeof(value));
    // Without the value: that follows the points, and names stay.
    const char *wanted = editor_measure_name(&line);
    editor_names *names = editor_names_create(editor_workspace_get_level(workspace), wanted);
    const char *name = names ? editor_names_unique(names, wanted) : NULL;
    if (!name || !editor_document_begin(workspace->document, EDITOR_STEP_KEEP_RULER)) {
        editor_workspace_say(workspace, "out of memory");
    } else if (keep(workspace, name, &line, &place) == EDITOR_EDIT_REFUSED) {
        editor_workspace_done(workspace, EDITOR_EDIT_REFUSED);
        editor_document_cancel(workspace->document);
    } else {
        editor_document_commit(workspace->document);
        editor_tools_clear_ruler(workspace->tools);
        const uint32_t made = editor_document_active(workspace->document);
        const char *shown = made != EDITOR_NONE ? editor_reveal_made(workspace, made) : "";
        editor_workspace_say(workspace, "Kept \"%.100s\": %s%s", name, value, shown);
    }
    editor_names_destroy(names);
}

bool editor_if_measurements(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !editor_workspace_get_level(workspace)->hides_measurements;
}

void editor_do_measurements(editor_workspace *workspace, int argument)
{
    const bool shown = !editor_if_measurements(workspace, argument);
    editor_document_show_measurements(workspace->document, shown);
    editor_workspace_say(workspace, shown ? "Measurements are shown" : "Measurements are hidden and cannot be picked");
}
