// actions_find.c: the actions that find objects: similar ones, by words, and isolate.
#include "actions/actions_private.h"

#include "document/level/similar.h"
#include "workspace/workspace_private.h"

#include <stdlib.h>

// `argument`: editor_similarity.
void editor_do_select_similar(editor_workspace *workspace, int argument)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t count = editor_document_selected(workspace->document, NULL, 0);
    uint32_t *selected = malloc((count + 1) * sizeof(*selected));
    uint32_t *found = malloc((level->object_count + 1) * sizeof(*found));
    uint32_t found_count = EDITOR_NONE;
    if (selected && found) {
        editor_document_selected(workspace->document, selected, count);
        found_count = editor_level_similar(level, (editor_similarity)argument, selected, count, found);
    }
    if (found_count == EDITOR_NONE)
        editor_workspace_say(workspace, "Out of memory");
    else if (found_count == 0)
        editor_workspace_say(workspace, "Nothing to select");
    else
        editor_workspace_done(
            workspace, editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, found, found_count));
    free(selected);
    free(found);
}

void editor_do_select_matching(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_search(workspace);
}

// --- by keyboard ---

// `argument`: 1: backwards.
void editor_do_pick_step(editor_workspace *workspace, int argument)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    uint32_t place, count;
    const uint32_t object = editor_tools_step(&context, argument != 0, &place, &count);
    if (object == EDITOR_NONE) {
        editor_workspace_say(workspace, "Nothing to select is visible");
        return;
    }
    editor_workspace_done(workspace,
                          editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &object, 1));
    editor_workspace_say(workspace, "%.100s     %u of %u visible",
                         editor_workspace_get_level(workspace)->objects[object].name, (unsigned)place, (unsigned)count);
}

bool editor_if_axes(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !workspace->settings.hide_axes;
}

void editor_do_axes(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.hide_axes = !settings.hide_axes;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_dim_outside(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !workspace->settings.undimmed;
}

void editor_do_dim_outside(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.undimmed = !settings.undimmed;
    editor_workspace_set_settings(workspace, &settings);
}

// --- camera bookmarks; `argument`: 0 is number 1 ---

void editor_do_bookmark(editor_workspace *workspace, int argument)
{
    editor_workspace_go_to_bookmark(workspace, (uint32_t)argument);
}

void editor_do_set_bookmark(editor_workspace *workspace, int argument)
{
    editor_workspace_set_bookmark(workspace, (uint32_t)argument);
}

// --- isolation ---

bool editor_if_isolated(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_workspace_get_level(workspace)->is_isolating;
}

bool editor_if_isolate(const editor_workspace *workspace, int argument)
{
    return editor_if_isolated(workspace, argument) || editor_if_selection(workspace, argument);
}

void editor_do_isolate(editor_workspace *workspace, int argument)
{
    editor_workspace_isolate(workspace, !editor_if_isolated(workspace, argument));
}
