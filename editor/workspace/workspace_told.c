// workspace_told.c: the status line's words for what a step did: "Duplicated sign as sign 02".
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <string.h>

// The first words of the steps' labels. Selections are not told: the picture shows them.
static const struct {
    const char *verb, *past;
    bool names_result; // what it made is selected
} words[] = {
    {"Add", "Added", true},
    {"Resize", "Resized", false},
    {"Align", "Aligned", false},
    {"Distribute", "Distributed", false},
    {"Mirror", "Mirrored", false},
    {"Change", "Changed", false},
    {"Delete", "Deleted", false},
    {"Drop", "Dropped", false},
    {"Duplicate", "Duplicated", true},
    {"Edit", "Edited", false},
    {"Group", "Grouped", true},
    {"Hide", "Hid", false},
    {"Import", "Imported", true},
    {"Lock", "Locked", false},
    {"Move", "Moved", false},
    {"Name", "Named", false},
    {"Paste", "Pasted", true},
    {"Place", "Placed", false},
    {"Rename", "Renamed", false},
    {"Reparent", "Reparented", false},
    {"Rotate", "Rotated", false},
    {"Scale", "Scaled", false},
    {"Show", "Showed", false},
    {"Ungroup", "Ungrouped", false},
    {"Unlock", "Unlocked", false},
    {"Unpack", "Unpacked", false},
};

void editor_workspace_describe_hidden(const editor_workspace *workspace, uint32_t object, char *out, size_t size)
{
    const char *by = editor_level_hidden_by(editor_workspace_get_level(workspace), object);
    snprintf(out, size, by ? ", hidden by %s" : "", by);
}

static void tell(editor_workspace *workspace, const char *label)
{
    const size_t length = strcspn(label, " ");
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strlen(words[i].verb) != length || strncmp(words[i].verb, label, length) != 0)
            continue;
        const editor_level *level = editor_workspace_get_level(workspace);
        const size_t count = pick_selection_count(editor_document_selection(workspace->document));
        const uint32_t active = editor_document_active(workspace->document);
        char as[112] = "", hidden[48] = "";
        if (words[i].names_result && count == 1 && active != EDITOR_NONE)
            snprintf(as, sizeof(as), " as %.100s", level->objects[active].name);
        else if (words[i].names_result && !label[length])
            snprintf(as, sizeof(as), " %zu objects", count);
        if (words[i].names_result && active != EDITOR_NONE)
            editor_workspace_describe_hidden(workspace, active, hidden, sizeof(hidden));
        editor_workspace_say(workspace, "%s%.120s%s%s", words[i].past, label + length, as, hidden);
        return;
    }
}

void editor_workspace_tell(editor_workspace *workspace)
{
    const uint64_t made = editor_document_history(workspace->document).made;
    const char *label = editor_document_undo_label(workspace->document);
    const bool is_new = made > workspace->told_steps && !workspace->said && label;
    workspace->told_steps = made;
    if (is_new)
        tell(workspace, label);
    if (is_new || workspace->said)
        editor_workspace_tell_left(workspace);
    if (!workspace->editing) // a panel's drag tells at its end
        workspace->left_hidden = workspace->left_locked = 0;
    workspace->said = false;
}

void editor_workspace_rename(editor_workspace *workspace, uint32_t object, const char *name)
{
    const editor_edit_result result = editor_edit_rename(workspace->document, object, name);
    editor_workspace_done(workspace, result);
    if (result == EDITOR_EDIT_DONE) // that one alone, whatever is selected
        editor_workspace_say(workspace, "Renamed as %.100s",
                             editor_workspace_get_level(workspace)->objects[object].name);
}
