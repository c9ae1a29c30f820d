// workspace_answer.c: what the answers of the dialogs do.
#include "workspace/workspace_private.h"

#include "document/export/gltf_export.h"
#include "document/file/level_file.h"
#include "document/file/models.h"
#include "system/file_save.h"
#include "system/path.h"
#include "system/platform_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    editor_workspace_rename(workspace, editor_document_active(workspace->document), name);
}

static void choose_file(editor_workspace *workspace, const editor_command *command)
{
    editor_dialog *dialog = &workspace->dialog;
    const char *name = dialog->rows[command->number].label; // until the list is made anew
    size_t length = editor_path_folder_length(dialog->text);
    if (length + strlen(name) >= sizeof(dialog->text)) {
        dialog->note = "The path would be too long.";
        return;
    }
    snprintf(dialog->text + length, sizeof(dialog->text) - length, "%s", name);
    if (strcmp(name, "../") == 0 && length > 1) { // the parent folder, without ".."
        dialog->text[length - 1] = '\0';
        dialog->text[editor_path_folder_length(dialog->text)] = '\0';
    }
    editor_workspace_list_files(workspace);
}

static bool file_exists(const char *path)
{
    return editor_file_is_same(path, path);
}

// Asks if the export would replace a file. Returns whether it asked.
static bool ask_export(editor_workspace *workspace, const char *path)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    char *data = editor_path_has_extension(path, "gltf") ? editor_gltf_data_path(path) : NULL;
    bool there = file_exists(path), data_there = data && file_exists(data);
    if (there || data_there)
        editor_workspace_ask_replace(workspace, EDITOR_WORK_EXPORT, path,
                                     editor_level_reads(level, path) || (data && editor_level_reads(level, data)));
    if (!there && data_there)
        snprintf(workspace->dialog.text, sizeof(workspace->dialog.text),
                 "%.400s already exists, and the export writes its data there.", data);
    free(data);
    return there || data_there;
}

// Whether a path names its file with blanks alone, or with nothing before the extension.
static bool is_nameless(const char *path)
{
    static const char *const extensions[] = {".vkpick", ".glb", ".gltf"};
    const char *name = path + editor_path_folder_length(path);
    name += strspn(name, " \t");
    bool nameless = !name[0];
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++)
        nameless |= strcmp(name, extensions[i]) == 0;
    return nameless;
}

static void accept_file(editor_workspace *workspace)
{
    editor_dialog *dialog = &workspace->dialog;
    char path[sizeof(dialog->text) + 16];
    snprintf(path, sizeof(path), "%s", dialog->text);
    editor_purpose purpose = workspace->purpose;
    if (purpose == EDITOR_FOR_ASSETS) {
        editor_workspace_close_dialog(workspace);
        editor_workspace_choose_assets(workspace, path);
        return;
    }
    if (!path[0] || editor_path_is_folder(path)) { // a folder: list it
        size_t length = strlen(dialog->text);
        if (length > 0 && dialog->text[length - 1] != '/' && length + 1 < sizeof(dialog->text))
            memcpy(dialog->text + length, "/", 2);
        editor_workspace_list_files(workspace);
        dialog->is_new = true; // the cursor goes back into the field
        return;
    }
    if ((purpose == EDITOR_FOR_SAVE || purpose == EDITOR_FOR_EXPORT) && is_nameless(path)) {
        dialog->note = "The file needs a name other than blanks.";
        dialog->is_new = true;
        return;
    }
    if (purpose == EDITOR_FOR_TERRAIN && !editor_path_has_extension(path, "png")) {
        dialog->note = "Heights are a grey PNG of 8 or 16 bits: NAME.png.";
        dialog->is_new = true;
        return;
    }
    if (purpose == EDITOR_FOR_SAVE && !editor_level_is_file(path))
        snprintf(path, sizeof(path), "%s.vkpick", dialog->text);
    if (purpose == EDITOR_FOR_EXPORT && !editor_path_has_extension(path, "glb") &&
        !editor_path_has_extension(path, "gltf"))
        snprintf(path, sizeof(path), "%s.glb", dialog->text);
    const editor_level *level = editor_workspace_get_level(workspace);
    bool other = !level->path || strcmp(level->path, path) != 0;
    editor_workspace_close_dialog(workspace);
    if (!editor_workspace_takes_path(workspace, path)) {
        workspace->pending = EDITOR_PENDING_NOTHING;
        return;
    }
    if (purpose == EDITOR_FOR_SAVE && other && file_exists(path)) {
        editor_workspace_ask_replace(workspace, EDITOR_WORK_SAVE, path, false);
        return;
    }
    if (purpose == EDITOR_FOR_EXPORT && ask_export(workspace, path))
        return;
    workspace->is_drop = purpose == EDITOR_FOR_TERRAIN;
    if (workspace->is_drop) {
        workspace->drops.placed = 0;
        workspace->drops.was_placed = false; // as a model from the assets panel may have been before
        workspace->drops.point = workspace->terrain_point;
    }
    editor_workspace_begin_work(workspace,
                                purpose == EDITOR_FOR_OPEN                                      ? EDITOR_WORK_OPEN
                                : purpose == EDITOR_FOR_IMPORT || purpose == EDITOR_FOR_TERRAIN ? EDITOR_WORK_IMPORT
                                : purpose == EDITOR_FOR_SAVE                                    ? EDITOR_WORK_SAVE
                                : purpose == EDITOR_FOR_RELINK                                  ? EDITOR_WORK_RELINK
                                                                                                : EDITOR_WORK_EXPORT,
                                path);
}

// 0: replace; -1: another name.
static void answer_replace(editor_workspace *workspace, int answer)
{
    char path[sizeof(workspace->work_path)];
    memcpy(path, workspace->work_path, sizeof(path));
    editor_workspace_close_dialog(workspace);
    if (answer == 0) {
        editor_workspace_begin_work(workspace, workspace->asked_work, path);
        return;
    }
    workspace->pending = EDITOR_PENDING_NOTHING;
    if (answer < 0)
        editor_workspace_ask_file(workspace, EDITOR_FOR_EXPORT);
}

// The changes are discarded on purpose: copies of them go, and come again only with further changes.
static void discard_copies(editor_workspace *workspace)
{
    editor_autosave_drop(&workspace->autosave);
    editor_autosave_pass_over(&workspace->autosave, workspace->document);
}

static void answer_overtaken(editor_workspace *workspace, uint32_t answer)
{
    const char *label = workspace->dialog.answers[answer];
    const char *path = editor_workspace_get_level(workspace)->path;
    editor_workspace_close_dialog(workspace);
    if (strcmp(label, "Overwrite") == 0) {
        workspace->overwrite = true;
        editor_workspace_begin_work(workspace, EDITOR_WORK_SAVE, path); // goes on with what is pending
    } else if (strcmp(label, "Keep Both...") == 0) {
        editor_workspace_ask_other_name(workspace);
    } else {
        workspace->pending = EDITOR_PENDING_NOTHING;
        if (strcmp(label, "Reload") == 0) {
            discard_copies(workspace);
            editor_workspace_begin_work(workspace, EDITOR_WORK_OPEN, path);
        }
    }
}

static void answer_unsaved(editor_workspace *workspace, uint32_t answer)
{
    editor_pending pending = workspace->pending;
    editor_workspace_close_dialog(workspace);
    if (answer == 0) {
        editor_workspace_save(workspace); // calls go_on when it has finished
        return;
    }
    workspace->pending = answer == 1 ? pending : EDITOR_PENDING_NOTHING;
    if (answer == 1) {
        discard_copies(workspace);
        editor_workspace_go_on(workspace);
    }
}

// Whether the level is a copy that was opened and not changed since: nothing is lost when it is closed.
static bool is_only_looking(const editor_workspace *workspace)
{
    return workspace->opened_copy.path && editor_document_is_at(workspace->document, &workspace->opened_version);
}

static void choose_copy(editor_workspace *workspace, uint32_t row)
{
    editor_workspace_take_copy(&workspace->copies.items[row], &workspace->pending_copy);
    editor_workspace_close_dialog(workspace);
    if (is_only_looking(workspace)) {
        workspace->pending = EDITOR_PENDING_COPY;
        editor_workspace_go_on(workspace);
    } else {
        editor_workspace_unless_changed(workspace, EDITOR_PENDING_COPY);
    }
}

static void answer_copies(editor_workspace *workspace, const editor_command *command)
{
    editor_dialog *dialog = &workspace->dialog;
    if (command->type == EDITOR_COMMAND_ROW)
        dialog->selected = command->number;
    bool answered = command->type == EDITOR_COMMAND_ANSWER, any = dialog->selected < dialog->row_count;
    if (any && (command->type == EDITOR_COMMAND_ROW ? command->value : answered && command->number == 0))
        choose_copy(workspace, dialog->selected);
    else if (any && answered && command->number == 1)
        editor_workspace_discard_copy(workspace, dialog->selected);
    else if (answered && command->number == 2 && dialog->row_count > 1)
        editor_workspace_ask_discard(workspace);
    else if (answered)
        editor_workspace_close_dialog(workspace);
}

void editor_workspace_answer(editor_workspace *workspace, const editor_command *command)
{
    bool answered = command->type == EDITOR_COMMAND_ANSWER, first = answered && command->number == 0;
    editor_purpose purpose = workspace->purpose;
    workspace->dirty = true;
    switch (purpose) {
    case EDITOR_FOR_STACK:
        if (command->type == EDITOR_COMMAND_ROW)
            choose_listed(workspace, command);
        else
            editor_workspace_close_dialog(workspace);
        return;
    case EDITOR_FOR_RENAME:
        if (first)
            rename_active(workspace);
        else if (answered)
            editor_workspace_close_dialog(workspace);
        return;
    case EDITOR_FOR_SEARCH:
        if (first)
            editor_workspace_search(workspace);
        else if (answered)
            editor_workspace_close_dialog(workspace);
        return;
    case EDITOR_FOR_SAVE_SET:
    case EDITOR_FOR_ADD_TO_SET:
    case EDITOR_FOR_REMOVE_FROM_SET:
    case EDITOR_FOR_RENAME_SET:
    case EDITOR_FOR_NAME_SET:
    case EDITOR_FOR_UPDATE_SET:
    case EDITOR_FOR_DELETE_SET:
        editor_workspace_answer_set(workspace, command);
        return;
    case EDITOR_FOR_RENAME_PREFAB:
        editor_workspace_answer_prefab(workspace, command);
        return;
    case EDITOR_FOR_LINEAR_ARRAY:
    case EDITOR_FOR_RADIAL_ARRAY:
        if (first)
            editor_workspace_make_array(workspace);
        else if (answered)
            editor_workspace_close_dialog(workspace);
        return;
    case EDITOR_FOR_OPEN:
    case EDITOR_FOR_IMPORT:
    case EDITOR_FOR_TERRAIN:
    case EDITOR_FOR_SAVE:
    case EDITOR_FOR_EXPORT:
    case EDITOR_FOR_RELINK:
    case EDITOR_FOR_ASSETS:
        if (command->type == EDITOR_COMMAND_ROW)
            choose_file(workspace, command);
        else if (command->type == EDITOR_COMMAND_TYPED)
            editor_workspace_list_files(workspace);
        if (first || (command->type == EDITOR_COMMAND_ROW && command->value)) {
            accept_file(workspace);
        } else if (answered) {
            workspace->pending = EDITOR_PENDING_NOTHING;
            editor_workspace_close_dialog(workspace);
        }
        return;
    case EDITOR_FOR_REPLACE:
    case EDITOR_FOR_SOURCE:
        if (answered)
            answer_replace(workspace, purpose == EDITOR_FOR_SOURCE ? (int)command->number - 1 : (int)command->number);
        return;
    case EDITOR_FOR_MODELS:
        if (answered)
            editor_workspace_close_dialog(workspace);
        if (first)
            editor_workspace_reload_models(workspace);
        return;
    case EDITOR_FOR_LOCK:
        if (answered)
            editor_workspace_close_dialog(workspace);
        if (answered && !first)
            editor_workspace_take_over(workspace);
        if (answered)
            editor_workspace_go_on(workspace); // after a save under this name
        return;
    case EDITOR_FOR_OVERTAKEN:
        if (answered)
            answer_overtaken(workspace, command->number);
        return;
    case EDITOR_FOR_UNSAVED:
        if (answered)
            answer_unsaved(workspace, command->number);
        return;
    case EDITOR_FOR_COPIES:
        answer_copies(workspace, command);
        return;
    case EDITOR_FOR_DISCARD:
        if (answered)
            editor_workspace_close_dialog(workspace);
        if (first)
            editor_workspace_discard_copies(workspace);
        return;
    case EDITOR_FOR_FIT:
        if (first)
            editor_workspace_set_fit(workspace);
        else if (answered)
            editor_workspace_close_dialog(workspace);
        return;
    case EDITOR_FOR_REPORT:
        if (answered && !first)
            editor_workspace_copy_report(workspace);
        if (answered)
            editor_workspace_close_dialog(workspace);
        return;
    case EDITOR_FOR_NOTHING:
        if (answered)
            editor_workspace_close_dialog(workspace);
        return;
    }
}

bool editor_workspace_fill(editor_workspace *workspace, const char *label, const char *text)
{
    editor_dialog *dialog = &workspace->dialog;
    for (uint32_t i = 0; i < dialog->field_count; i++) {
        editor_form_field *field = &dialog->fields[i];
        if (strcmp(field->label, label) != 0)
            continue;
        workspace->dirty = true;
        for (uint32_t k = 0; k < field->list_count; k++) {
            if (strcmp(field->list[k], text) != 0)
                continue;
            field->chosen = k;
            return true;
        }
        if (field->list)
            return false;
        if (!field->choices[0]) {
            snprintf(field->text, sizeof(field->text), "%s", text);
            field->edition++;
            return strlen(text) < sizeof(field->text);
        }
        for (uint32_t k = 0; k < EDITOR_FORM_CHOICES && field->choices[k]; k++) {
            if (strcmp(field->choices[k], text) != 0)
                continue;
            field->chosen = k;
            return true;
        }
    }
    return false;
}

bool editor_workspace_press(editor_workspace *workspace, const char *label)
{
    for (uint32_t i = 0; i < EDITOR_DIALOG_ANSWERS; i++) {
        const char *answer = workspace->dialog.answers[i];
        if (!answer || strcmp(answer, label) != 0)
            continue;
        editor_workspace_answer(workspace, &(editor_command){.type = EDITOR_COMMAND_ANSWER, .number = i});
        return true;
    }
    return false;
}
