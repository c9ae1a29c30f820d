// workspace_search.c: the dialog that selects objects by words.
#include "document/level/search.h"
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <stdlib.h>

void editor_workspace_ask_search(editor_workspace *workspace)
{
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_TEXT, EDITOR_FOR_SEARCH, "Select Matching");
    dialog->hint = "Words, post*, type:light, layer:2, set:lamps, material:wood";
    dialog->answers[0] = "Select";
    dialog->answers[1] = "Cancel";
}

static void refuse(editor_workspace *workspace, const char *why)
{
    editor_dialog *dialog = &workspace->dialog;
    snprintf(dialog->note_text, sizeof(dialog->note_text), "%.*s", (int)sizeof(dialog->note_text) - 1, why);
    dialog->note = dialog->note_text;
    dialog->is_new = true; // it is shown again
    workspace->dirty = true;
}

void editor_workspace_search(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_search search;
    editor_error error = {""};
    if (!editor_search_read(level, workspace->dialog.text, &search, &error) || search.count == 0) {
        refuse(workspace, search.count == 0 ? "Type a part of a name, a pattern, or a prefix and a word." : error.text);
        return;
    }
    uint32_t *found = malloc((level->object_count + 1) * sizeof(*found));
    uint32_t count = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); found && i != EDITOR_NONE;
         i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        if (!o->is_hidden && !o->is_locked && editor_search_matches(&search, level, i))
            found[count++] = i;
    }
    if (count == 0) {
        refuse(workspace, found ? "No visible, unlocked object matches." : "Out of memory.");
    } else {
        editor_workspace_close_dialog(workspace);
        editor_workspace_done(workspace,
                              editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, found, count));
        editor_workspace_say(workspace, "Selected %u matching object%s", (unsigned)count, count == 1 ? "" : "s");
    }
    free(found);
}
