// workspace_sets.c: selects the objects of selection sets, and the dialogs that change the sets.
#include "workspace/workspace_private.h"

#include "document/level/selection_set.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>

void editor_workspace_select_set(editor_workspace *workspace, uint32_t set, bool add)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    uint32_t *members = malloc((level->object_count + 1) * sizeof(*members));
    if (!members) {
        editor_workspace_say(workspace, "Out of memory");
        return;
    }
    const uint32_t all = editor_level_set_members(level, set, members);
    uint32_t count = 0;
    for (uint32_t i = 0; i < all; i++) {
        if (!level->objects[members[i]].is_hidden && !level->objects[members[i]].is_locked)
            members[count++] = members[i];
    }
    const char *name = level->set_names[set];
    if (count == 0) {
        editor_workspace_say(workspace,
                             all ? "Set %.100s: all its objects are hidden or locked" : "Set %.100s is empty", name);
    } else {
        editor_workspace_done(workspace, editor_edit_select_objects(workspace->document,
                                                                    add ? PICK_SELECTION_ADD : PICK_SELECTION_REPLACE,
                                                                    members, count));
        if (count == all)
            editor_workspace_say(workspace, "Set %.100s: %u object%s", name, (unsigned)all, all == 1 ? "" : "s");
        else
            editor_workspace_say(workspace, "Set %.100s: %u of %u objects, the others are hidden or locked", name,
                                 (unsigned)count, (unsigned)all);
    }
    free(members);
}

// --- dialogs ---

static void ask_name(editor_workspace *workspace, editor_purpose purpose, const char *title, const char *answer,
                     const char *name)
{
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_TEXT, purpose, title);
    snprintf(dialog->text, sizeof(dialog->text), "%s", name);
    dialog->answers[0] = answer;
    dialog->answers[1] = "Cancel";
}

void editor_workspace_ask_set_name(editor_workspace *workspace)
{
    ask_name(workspace, EDITOR_FOR_SAVE_SET, "Save Selection as Set", "Save", "");
}

// --- answers ---

// Closes the dialog, and says `format` with the set's name and its number of objects if something changed.
static void finish(editor_workspace *workspace, editor_edit_result result, uint32_t set, const char *format,
                   const char *nothing)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_workspace_close_dialog(workspace);
    editor_workspace_done(workspace, result);
    if (result == EDITOR_EDIT_REFUSED)
        return;
    char text[200];
    const unsigned count = editor_level_set_members(level, set, NULL);
    snprintf(text, sizeof(text), result == EDITOR_EDIT_DONE ? format : nothing, level->set_names[set], count,
             count == 1 ? "" : "s");
    editor_workspace_say(workspace, "%s", text);
}

static void name_set(editor_workspace *workspace)
{
    editor_dialog *dialog = &workspace->dialog;
    const bool is_new = workspace->purpose == EDITOR_FOR_SAVE_SET;
    uint32_t set = is_new ? EDITOR_NONE : workspace->dialog_objects[0];
    const editor_edit_result result = is_new ? editor_edit_make_set(workspace->document, dialog->text, NULL, 0, &set)
                                             : editor_edit_rename_set(workspace->document, set, dialog->text);
    if (result != EDITOR_EDIT_REFUSED) {
        finish(workspace, result, set, is_new ? "Saved set %.100s: %u object%s" : "Renamed the set to %.100s",
               "The set's name is %.100s");
        return;
    }
    snprintf(dialog->note_text, sizeof(dialog->note_text), "%s", editor_document_reason(workspace->document));
    dialog->note = dialog->note_text;
    dialog->is_new = true; // it is shown again
}

static void change_set(editor_workspace *workspace, uint32_t set)
{
    editor_document *document = workspace->document;
    char said[160];
    switch (workspace->purpose) {
    case EDITOR_FOR_ADD_TO_SET:
        finish(workspace, editor_edit_add_to_set(document, set, NULL, 0), set, "Added to set %.100s: %u object%s",
               "They are all in set %.100s");
        break;
    case EDITOR_FOR_REMOVE_FROM_SET:
        finish(workspace, editor_edit_remove_from_set(document, set, NULL, 0), set,
               "Removed from set %.100s: %u object%s left", "None of them is in set %.100s");
        break;
    case EDITOR_FOR_UPDATE_SET:
        finish(workspace, editor_edit_update_set(document, set, NULL, 0), set, "Updated set %.100s: %u object%s",
               "Set %.100s holds the selection already");
        break;
    case EDITOR_FOR_RENAME_SET:
        ask_name(workspace, EDITOR_FOR_NAME_SET, "Rename Set", "Rename",
                 editor_document_level(document)->set_names[set]);
        workspace->dialog_objects = malloc(sizeof(*workspace->dialog_objects));
        if (workspace->dialog_objects)
            workspace->dialog_objects[0] = set;
        else
            editor_workspace_close_dialog(workspace);
        break;
    default: // delete
        snprintf(said, sizeof(said), "Deleted set %.100s", editor_document_level(document)->set_names[set]);
        editor_workspace_close_dialog(workspace);
        editor_workspace_done(workspace, editor_edit_delete_set(document, set));
        if (!editor_document_reason(document)[0])
            editor_workspace_say(workspace, "%s", said);
        break;
    }
}

void editor_workspace_ask_set(editor_workspace *workspace, editor_purpose purpose)
{
    const uint32_t chosen = workspace->chosen_set;
    if (editor_level_has_set(editor_workspace_get_level(workspace), chosen)) {
        workspace->purpose = purpose;
        change_set(workspace, chosen);
        return;
    }
    static const struct {
        const char *title, *answer, *text;
    } texts[] = {
        [EDITOR_FOR_ADD_TO_SET] = {"Add Selection to Set", "Add", "The selected objects join the set."},
        [EDITOR_FOR_REMOVE_FROM_SET] = {"Remove Selection from Set", "Remove", "The selected objects leave the set."},
        [EDITOR_FOR_UPDATE_SET] = {"Update Set from Selection", "Update", "The set holds the selected objects alone."},
        [EDITOR_FOR_RENAME_SET] = {"Rename Set", "Rename...", "The set gets another name."},
        [EDITOR_FOR_DELETE_SET] = {"Delete Set", "Delete", "The set goes, its objects stay in the level."},
    };
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, purpose, texts[purpose].title);
    dialog->answers[0] = texts[purpose].answer;
    dialog->answers[1] = "Cancel";
    snprintf(dialog->text, sizeof(dialog->text), "%s", texts[purpose].text);
    dialog->rows = calloc(EDITOR_SET_COUNT, sizeof(*dialog->rows));
    workspace->dialog_objects = calloc(EDITOR_SET_COUNT, sizeof(*workspace->dialog_objects));
    for (uint32_t i = 0; i < EDITOR_SET_COUNT && dialog->rows && workspace->dialog_objects; i++) {
        editor_dialog_row *row = &dialog->rows[dialog->row_count];
        if (!editor_level_has_set(level, i))
            continue;
        row->label = editor_text_copy(level->set_names[i]);
        if (!row->label)
            break;
        const uint32_t count = editor_level_set_members(level, i, NULL);
        snprintf(row->detail, sizeof(row->detail), "%u object%s", (unsigned)count, count == 1 ? "" : "s");
        row->strong = true;
        workspace->dialog_objects[dialog->row_count++] = i;
    }
    dialog->selected = dialog->row_count > 0 ? 0 : EDITOR_NONE;
}

void editor_workspace_answer_set(editor_workspace *workspace, const editor_command *command)
{
    editor_dialog *dialog = &workspace->dialog;
    const bool answered = command->type == EDITOR_COMMAND_ANSWER, first = answered && command->number == 0;
    const bool by_row = command->type == EDITOR_COMMAND_ROW;
    if (by_row)
        dialog->selected = command->number;
    if (dialog->kind == EDITOR_DIALOG_TEXT && first)
        name_set(workspace);
    else if ((first || (by_row && command->value)) && dialog->selected < dialog->row_count)
        change_set(workspace, workspace->dialog_objects[dialog->selected]);
    else if (answered)
        editor_workspace_close_dialog(workspace);
}
