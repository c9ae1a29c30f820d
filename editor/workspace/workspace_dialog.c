// workspace_dialog.c: opens the dialogs.
#include "workspace/workspace_private.h"

#include "system/file_save.h"
#include "system/path.h"
#include "system/platform_folder.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_rows(editor_dialog *dialog)
{
    for (uint32_t i = 0; i < dialog->row_count; i++)
        free(dialog->rows[i].label);
    free(dialog->rows);
    dialog->rows = NULL;
    dialog->row_count = 0;
}

bool editor_workspace_asks(const editor_workspace *workspace)
{
    return workspace->dialog.kind != EDITOR_DIALOG_NONE;
}

void editor_workspace_close_dialog(editor_workspace *workspace)
{
    editor_dialog *dialog = &workspace->dialog;
    free_rows(dialog);
    free(dialog->report);
    free(dialog->wrapped);
    for (uint32_t i = 0; i < dialog->field_count; i++)
        free(dialog->fields[i].list);
    free(workspace->dialog_objects);
    workspace->dialog_objects = NULL;
    workspace->purpose = EDITOR_FOR_NOTHING;
    *dialog = (editor_dialog){.hovered = EDITOR_NONE, .selected = EDITOR_NONE};
    workspace->dirty = true;
}

editor_dialog *editor_workspace_open_dialog(editor_workspace *workspace, editor_dialog_kind kind,
                                            editor_purpose purpose, const char *title)
{
    editor_workspace_close_dialog(workspace);
    editor_dialog *dialog = &workspace->dialog;
    *dialog = (editor_dialog){.kind = kind, .is_new = true, .hovered = EDITOR_NONE, .selected = EDITOR_NONE};
    snprintf(dialog->title, sizeof(dialog->title), "%s", title);
    workspace->purpose = purpose;
    editor_ui_forget_keys(workspace->ui); // no picture may have come since Esc or Enter: it answers only what one sees
    if (kind == EDITOR_DIALOG_FILE || kind == EDITOR_DIALOG_TEXT || kind == EDITOR_DIALOG_FORM)
        editor_workspace_await_keyboard(workspace);
    return dialog;
}

void editor_workspace_show_message(editor_workspace *workspace, const char *title, const char *text)
{
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_MESSAGE, EDITOR_FOR_NOTHING, title);
    snprintf(dialog->text, sizeof(dialog->text), "%s", text);
    dialog->answers[0] = "Close";
}

void editor_workspace_show_shortcuts(editor_workspace *workspace)
{
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_SHORTCUTS, EDITOR_FOR_NOTHING, "Keyboard Shortcuts");
    dialog->answers[0] = "Close";
}

void editor_workspace_ask_name(editor_workspace *workspace)
{
    uint32_t object = editor_document_active(workspace->document);
    if (object == EDITOR_NONE)
        return;
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_TEXT, EDITOR_FOR_RENAME, "Rename");
    snprintf(dialog->text, sizeof(dialog->text), "%s", editor_workspace_get_level(workspace)->objects[object].name);
    dialog->answers[0] = "Rename";
    dialog->answers[1] = "Cancel";
}

void editor_workspace_show_stack(editor_workspace *workspace, pick_vec2 at)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_stack_row *rows;
    size_t count = pick_pointer_stack(workspace->views.view[workspace->acting].pointer, &rows);
    if (count == 0)
        return;
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_STACK, EDITOR_FOR_STACK, "Under the cursor");
    dialog->at = at;
    dialog->rows = calloc(count, sizeof(*dialog->rows));
    workspace->dialog_objects = calloc(count, sizeof(*workspace->dialog_objects));
    for (size_t i = 0; i < count && dialog->rows && workspace->dialog_objects; i++) {
        uint32_t object = editor_level_object(level, rows[i].surface.object);
        uint32_t group = editor_level_object(level, rows[i].group);
        if (object == EDITOR_NONE)
            continue;
        editor_dialog_row *row = &dialog->rows[dialog->row_count];
        row->label = editor_text_copy(level->objects[object].name);
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

// --- files ---

static void add_row(editor_dialog *dialog, uint32_t capacity, const char *name, bool folder)
{
    if (dialog->row_count == capacity)
        return;
    size_t size = strlen(name) + 2;
    char *label = malloc(size);
    if (!label)
        return;
    snprintf(label, size, "%s%s", name, folder ? "/" : "");
    dialog->rows[dialog->row_count++] = (editor_dialog_row){.label = label, .strong = folder};
}

// Lists the folder that the path is in.
void editor_workspace_list_files(editor_workspace *workspace)
{
    editor_dialog *dialog = &workspace->dialog;
    char folder[sizeof(dialog->text)];
    size_t length = editor_path_folder_length(dialog->text);
    memcpy(folder, dialog->text, length);
    folder[length] = '\0';
    if (dialog->rows && strcmp(folder, workspace->listed_folder) == 0)
        return;
    free_rows(dialog);
    snprintf(workspace->listed_folder, sizeof(workspace->listed_folder), "%s", folder);
    editor_folder_entry *entries;
    size_t count;
    dialog->note = NULL;
    if (!editor_folder_list(length ? folder : ".", &entries, &count)) {
        dialog->note = "This folder does not exist or cannot be read.";
        return;
    }
    dialog->rows = calloc(count + 1, sizeof(*dialog->rows));
    if (dialog->rows) {
        add_row(dialog, (uint32_t)count + 1, "..", true);
        for (size_t i = 0; i < count; i++)
            add_row(dialog, (uint32_t)count + 1, entries[i].name, entries[i].is_folder);
    }
    editor_folder_free(entries, count);
}

void editor_workspace_ask_file(editor_workspace *workspace, editor_purpose purpose)
{
    static const struct {
        const char *title, *answer;
    } texts[] = {
        [EDITOR_FOR_OPEN] = {"Open a level or a model", "Open"},
        [EDITOR_FOR_IMPORT] = {"Import a model into the level", "Import"},
        [EDITOR_FOR_TERRAIN] = {"Add a terrain from a grey PNG", "Add"},
        [EDITOR_FOR_SAVE] = {"Save the level as", "Save"},
        [EDITOR_FOR_EXPORT] = {"Export as glTF (.glb or .gltf)", "Export"},
        [EDITOR_FOR_RELINK] = {"Find the missing model", "Use This File"},
        [EDITOR_FOR_ASSETS] = {"The folder of models to place", "Use This Folder"},
    };
    const editor_level *level = editor_workspace_get_level(workspace);
    if (workspace->desc.no_files) { // the answer "Save" can lead here
        workspace->pending = EDITOR_PENDING_NOTHING;
        editor_workspace_say(workspace, "File access is disabled");
        return;
    }
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_FILE, purpose, texts[purpose].title);
    dialog->answers[0] = texts[purpose].answer;
    dialog->answers[1] = "Cancel";
    char *absolute = editor_path_absolute(level->path ? level->path : "level.vkpick");
    size_t keep = absolute ? editor_path_folder_length(absolute) : 0;
    snprintf(dialog->text, sizeof(dialog->text), "%.*s", (int)keep, absolute ? absolute : "");
    if (purpose == EDITOR_FOR_SAVE) {
        const char *name = level->path && level->is_level_file ? absolute + keep : "level.vkpick";
        snprintf(dialog->text + keep, sizeof(dialog->text) - keep, "%s", name);
    } else if (purpose == EDITOR_FOR_ASSETS && workspace->assets.root[0]) {
        snprintf(dialog->text, sizeof(dialog->text), "%s/", workspace->assets.root);
    } else if (purpose == EDITOR_FOR_EXPORT) { // a level has its name there, too
        const char *name = absolute && level->path && level->is_level_file ? absolute + keep : "level";
        const char *dot = strrchr(name, '.');
        const size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
        snprintf(dialog->text + keep, sizeof(dialog->text) - keep, "%.*s.glb", (int)length, name);
    }
    free(absolute);
    workspace->listed_folder[0] = '\0';
    editor_workspace_list_files(workspace);
}

void editor_workspace_ask_other_name(editor_workspace *workspace)
{
    editor_workspace_ask_file(workspace, EDITOR_FOR_SAVE);
    editor_dialog *dialog = &workspace->dialog;
    if (dialog->kind != EDITOR_DIALOG_FILE)
        return;
    char *base = editor_text_copy(dialog->text);
    char *end = base ? strstr(base + editor_path_folder_length(base), ".vkpick") : NULL;
    if (end)
        *end = '\0';
    for (unsigned number = 2; base && number < 1000 && editor_file_look(dialog->text).exists; number++)
        snprintf(dialog->text, sizeof(dialog->text), "%s %u.vkpick", base, number);
    free(base);
}

void editor_workspace_ask_replace(editor_workspace *workspace, editor_work work, const char *path, bool source)
{
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, source ? EDITOR_FOR_SOURCE : EDITOR_FOR_REPLACE,
                                     source ? "Replace a model of this level?" : "Replace the file?");
    uint32_t answer = 0;
    if (source)
        dialog->answers[answer++] = "Other Name...";
    dialog->answers[answer++] = "Replace";
    dialog->answers[answer] = "Cancel";
    snprintf(dialog->text, sizeof(dialog->text), "%.400s already exists%s.", path,
             source ? ", and this level reads its meshes from it. The export is not the same file: replacing it loses "
                      "what glTF export leaves out"
                    : "");
    workspace->asked_work = work;
    snprintf(workspace->work_path, sizeof(workspace->work_path), "%s", path);
}

// --- changed work ---

void editor_workspace_ask_unsaved(editor_workspace *workspace)
{
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, EDITOR_FOR_UNSAVED, "Save changes?");
    snprintf(dialog->text, sizeof(dialog->text), "Changes since the last save will be lost if they are not saved.");
    dialog->answers[0] = "Save";
    dialog->answers[1] = "Don't Save";
    dialog->answers[2] = "Cancel";
}

void editor_workspace_ask_copies(editor_workspace *workspace, const char *title, const char *text)
{
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, EDITOR_FOR_COPIES, title);
    snprintf(dialog->text, sizeof(dialog->text), "%s", text);
    uint32_t count = workspace->copies.count, answer = 0;
    dialog->rows = calloc(count, sizeof(*dialog->rows));
    for (uint32_t i = 0; dialog->rows && i < count; i++) {
        char label[200];
        editor_dialog_row *row = &dialog->rows[i];
        editor_copy_describe(&workspace->copies.items[i], label, sizeof(label), row->detail, sizeof(row->detail));
        row->label = editor_text_copy(label);
        row->strong = true;
        if (!row->label)
            break;
        dialog->row_count++;
    }
    dialog->selected = dialog->row_count > 0 ? 0 : EDITOR_NONE;
    dialog->answers[answer++] = "Open Copy";
    dialog->answers[answer++] = "Discard";
    if (count > 1)
        dialog->answers[answer++] = "Discard All...";
    dialog->answers[answer] = "Decide Later";
}

void editor_workspace_ask_discard(editor_workspace *workspace)
{
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, EDITOR_FOR_DISCARD,
                                                         "Discard all autosaved copies?");
    snprintf(dialog->text, sizeof(dialog->text), "%u copies will be removed. This cannot be undone.",
             (unsigned)workspace->copies.count);
    dialog->answers[0] = "Discard All";
    dialog->answers[1] = "Cancel";
}

void editor_workspace_fail_work(editor_workspace *workspace, editor_work work, const char *why)
{
    static const char *const titles[] = {"",
                                         "Cannot open the file",
                                         "Cannot import the model",
                                         "Cannot save the level",
                                         "Cannot export the level",
                                         "Cannot use this file",
                                         "Cannot place the model",
                                         "Cannot reload the model",
                                         "Cannot read the model as chosen"};
    workspace->pending = EDITOR_PENDING_NOTHING;
    if (work == EDITOR_WORK_OPEN && workspace->opens && !editor_document_is_changed(workspace->document) &&
        !editor_workspace_get_level(workspace)->is_level_file) { // else its boxes were saved
        snprintf(workspace->refusal.text, sizeof(workspace->refusal.text), "%s", why);
        return;
    }
    editor_workspace_show_message(workspace, titles[work], why);
}
