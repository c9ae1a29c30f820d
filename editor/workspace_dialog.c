// workspace_dialog.c: what is asked, and what becomes of the answer.
#include "workspace_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool editor_workspace_asks(const editor_workspace *workspace)
{
    return workspace->dialog.kind != EDITOR_DIALOG_NONE;
}

void editor_workspace_close_dialog(editor_workspace *workspace)
{
    editor_dialog *dialog = &workspace->dialog;
    for (uint32_t i = 0; i < dialog->row_count; i++)
        free(dialog->rows[i].label);
    free(dialog->rows);
    free(workspace->dialog_objects);
    workspace->dialog_objects = NULL;
    workspace->purpose = EDITOR_FOR_NOTHING;
    *dialog = (editor_dialog){.hovered = EDITOR_NONE};
    workspace->dirty = true;
}

static editor_dialog *open_dialog(editor_workspace *workspace, editor_dialog_kind kind, editor_purpose purpose,
                                  const char *title)
{
    editor_workspace_close_dialog(workspace);
    editor_dialog *dialog = &workspace->dialog;
    *dialog = (editor_dialog){.kind = kind, .is_new = true, .hovered = EDITOR_NONE};
    snprintf(dialog->title, sizeof(dialog->title), "%s", title);
    workspace->purpose = purpose;
    return dialog;
}

void editor_workspace_show_message(editor_workspace *workspace, const char *title, const char *text)
{
    editor_dialog *dialog = open_dialog(workspace, EDITOR_DIALOG_MESSAGE, EDITOR_FOR_NOTHING, title);
    snprintf(dialog->text, sizeof(dialog->text), "%s", text);
    dialog->answers[0] = "Close";
}

void editor_workspace_show_shortcuts(editor_workspace *workspace)
{
    editor_dialog *dialog = open_dialog(workspace, EDITOR_DIALOG_SHORTCUTS, EDITOR_FOR_NOTHING, "Shortcuts");
    dialog->answers[0] = "Close";
}

void editor_workspace_ask_name(editor_workspace *workspace)
{
    uint32_t object = editor_document_active(workspace->document);
    if (object == EDITOR_NONE)
        return;
    editor_dialog *dialog = open_dialog(workspace, EDITOR_DIALOG_TEXT, EDITOR_FOR_RENAME, "Rename");
    snprintf(dialog->text, sizeof(dialog->text), "%s", editor_workspace_get_level(workspace)->objects[object].name);
    dialog->answers[0] = "Rename";
    dialog->answers[1] = "Cancel";
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

void editor_workspace_show_stack(editor_workspace *workspace, pick_vec2 at)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_stack_row *rows;
    size_t count = pick_pointer_stack(&workspace->views.view[workspace->acting].pointer, &rows);
    if (count == 0)
        return;
    editor_dialog *dialog = open_dialog(workspace, EDITOR_DIALOG_STACK, EDITOR_FOR_STACK, "Under the cursor");
    dialog->at = at;
    dialog->rows = calloc(count, sizeof(*dialog->rows));
    workspace->dialog_objects = calloc(count, sizeof(*workspace->dialog_objects));
    for (size_t i = 0; i < count && dialog->rows && workspace->dialog_objects; i++) {
        uint32_t object = editor_level_object(level, rows[i].surface.object);
        uint32_t group = editor_level_object(level, rows[i].group);
        if (object == EDITOR_NONE)
            continue;
        editor_dialog_row *row = &dialog->rows[dialog->row_count];
        row->label = copy_text(level->objects[object].name);
        if (!row->label)
            return;
        row->strong = !rows[i].surface.locked;
        snprintf(row->detail, sizeof(row->detail), "%s%.28s%s%.2f m", rows[i].surface.locked ? "locked   " : "",
                 group != EDITOR_NONE ? level->objects[group].name : "", group != EDITOR_NONE ? "   " : "",
                 rows[i].surface.t);
        workspace->dialog_objects[dialog->row_count++] = object;
    }
}

uint32_t editor_workspace_listed(const editor_workspace *workspace)
{
    const editor_dialog *dialog = &workspace->dialog;
    return workspace->purpose == EDITOR_FOR_STACK && dialog->hovered < dialog->row_count
               ? workspace->dialog_objects[dialog->hovered]
               : EDITOR_NONE;
}

static void choose_listed(editor_workspace *workspace, const editor_command *command)
{
    uint32_t object = workspace->dialog_objects[command->number];
    bool locked = editor_workspace_get_level(workspace)->objects[object].is_locked;
    editor_workspace_close_dialog(workspace);
    if (locked) {
        editor_workspace_say(workspace, "Locked objects cannot be selected");
        return;
    }
    uint32_t modifiers = command->modifiers & ~(uint32_t)PICK_MODIFIER_ALT;
    editor_workspace_done(
        workspace, editor_edit_select_objects(workspace->document, pick_pointer_click_op(modifiers), &object, 1));
}

static void rename_active(editor_workspace *workspace)
{
    char name[sizeof(workspace->dialog.text)];
    memcpy(name, workspace->dialog.text, sizeof(name));
    editor_workspace_close_dialog(workspace);
    editor_workspace_done(workspace,
                          editor_edit_rename(workspace->document, editor_document_active(workspace->document), name));
}

void editor_workspace_answer(editor_workspace *workspace, const editor_command *command)
{
    bool first = command->type == EDITOR_COMMAND_ANSWER && command->number == 0;
    workspace->dirty = true;
    switch (workspace->purpose) {
    case EDITOR_FOR_STACK:
        if (command->type == EDITOR_COMMAND_ROW)
            choose_listed(workspace, command);
        else
            editor_workspace_close_dialog(workspace);
        return;
    case EDITOR_FOR_RENAME:
        if (first)
            rename_active(workspace);
        else if (command->type == EDITOR_COMMAND_ANSWER)
            editor_workspace_close_dialog(workspace);
        return;
    case EDITOR_FOR_NOTHING:
        if (command->type == EDITOR_COMMAND_ANSWER)
            editor_workspace_close_dialog(workspace);
        return;
    }
}
