// workspace_prefabs.c: the dialog that renames a prefab.
#include "workspace/workspace_private.h"

#include "document/level/prefab.h"

#include <stdio.h>
#include <stdlib.h>

void editor_workspace_ask_prefab_name(editor_workspace *workspace, uint32_t prefab)
{
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_TEXT, EDITOR_FOR_RENAME_PREFAB, "Rename Prefab");
    snprintf(dialog->text, sizeof(dialog->text), "%s", editor_workspace_get_level(workspace)->prefabs[prefab].name);
    dialog->answers[0] = "Rename";
    dialog->answers[1] = "Cancel";
    workspace->dialog_objects = malloc(sizeof(*workspace->dialog_objects));
    if (workspace->dialog_objects)
        workspace->dialog_objects[0] = prefab;
    else
        editor_workspace_close_dialog(workspace);
}

void editor_workspace_answer_prefab(editor_workspace *workspace, const editor_command *command)
{
    editor_dialog *dialog = &workspace->dialog;
    if (command->type != EDITOR_COMMAND_ANSWER)
        return;
    if (command->number != 0) {
        editor_workspace_close_dialog(workspace);
        return;
    }
    const uint32_t prefab = workspace->dialog_objects[0];
    const editor_edit_result result = editor_edit_rename_prefab(workspace->document, prefab, dialog->text);
    if (result == EDITOR_EDIT_REFUSED) {
        snprintf(dialog->note_text, sizeof(dialog->note_text), "%s", editor_document_reason(workspace->document));
        dialog->note = dialog->note_text;
        dialog->is_new = true; // it is shown again
        return;
    }
    editor_workspace_close_dialog(workspace);
    editor_workspace_done(workspace, result);
    editor_workspace_say(workspace, "The prefab's name is %.100s",
                         editor_workspace_get_level(workspace)->prefabs[prefab].name);
}
