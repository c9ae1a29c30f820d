// workspace_targets.c: which of the selected objects a command changes. What cannot be seen is left as it is, unless
// the command comes from the outliner, which lists hidden objects too.
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whether a command leaves a locked object where it is.
static bool is_held(const editor_workspace *workspace, uint32_t object, editor_leave leave)
{
    return editor_workspace_get_level(workspace)->objects[object].is_locked &&
           (leave == EDITOR_LEAVE_LOCKED ||
            (leave == EDITOR_LEAVE_LOCKED_OTHERS && object != editor_document_active(workspace->document)));
}

// Takes the locked ones out of the targets; if all are locked, the command is to say why it does nothing.
static void leave_locked(editor_workspace *workspace, editor_leave leave, editor_targets *out)
{
    const uint32_t active = editor_document_active(workspace->document);
    uint32_t held = 0, others = 0; // others: what is left to do something with
    for (uint32_t i = 0; i < out->count; i++) {
        const bool is = is_held(workspace, out->objects[i], leave);
        held += is;
        others += !is && !(leave == EDITOR_LEAVE_LOCKED_OTHERS && out->objects[i] == active);
    }
    if (held == 0 || others == 0)
        return;
    workspace->left_locked = held;
    const uint32_t count = out->count;
    out->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_held(workspace, workspace->targets[i], leave))
            workspace->targets[out->count++] = workspace->targets[i];
    }
}

bool editor_workspace_find_targets(editor_workspace *workspace, editor_leave leave, editor_targets *out)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_selection *selection = editor_document_selection(workspace->document);
    const uint32_t selected = (uint32_t)pick_selection_count(selection);
    uint32_t *grown = realloc(workspace->targets, (selected + 1) * sizeof(*grown));
    uint32_t count = 0;
    workspace->left_hidden = workspace->left_locked = 0;
    workspace->leaves_out = false;
    if (!grown) {
        editor_workspace_say(workspace, "Out of memory");
        return false;
    }
    workspace->targets = grown;
    uint32_t hidden = EDITOR_NONE; // one of them
    for (uint32_t i = 0; i < selected; i++) {
        const uint32_t object = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (object == EDITOR_NONE || !level->objects[object].exists)
            continue;
        if (level->objects[object].is_hidden && !workspace->takes_hidden) {
            hidden = object;
            workspace->left_hidden++;
            continue;
        }
        workspace->targets[count++] = object;
    }
    *out = (editor_targets){workspace->targets, count};
    if (count == 0 && hidden != EDITOR_NONE) {
        if (workspace->left_hidden == 1)
            editor_workspace_say(workspace, "%.100s is hidden: show it first", level->objects[hidden].name);
        else
            editor_workspace_say(workspace, "All that is selected is hidden: show it first");
        workspace->left_hidden = 0;
        return false;
    }
    if (leave != EDITOR_LEAVE_HIDDEN)
        leave_locked(workspace, leave, out);
    return true;
}

void editor_workspace_tell_left(editor_workspace *workspace)
{
    const unsigned hidden = workspace->left_hidden, locked = workspace->left_locked, all = hidden + locked;
    const size_t used = strlen(workspace->message);
    char what[48];
    if (all == 0 || used == 0)
        return;
    if (hidden > 0 && locked > 0)
        snprintf(what, sizeof(what), "%u hidden and %u locked", hidden, locked);
    else
        snprintf(what, sizeof(what), "%u %s", all, hidden > 0 ? "hidden" : "locked");
    snprintf(workspace->message + used, sizeof(workspace->message) - used, "; %s object%s left %s", what,
             all == 1 ? " was" : "s were",
             workspace->leaves_out ? "out"
             : all == 1            ? "as it is"
                                   : "as they are");
    workspace->dirty = true;
}
