// actions_file.c: opens, imports, saves and exports files; the clipboard.
#include "actions/actions_private.h"

#include "document/file/clipboard.h"
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <stdlib.h>

bool editor_if_files(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !workspace->desc.no_files;
}

bool editor_if_recent(const editor_workspace *workspace, int argument)
{
    return !workspace->desc.no_files && argument < workspace->recent.count;
}

void editor_do_new(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_unless_changed(workspace, EDITOR_PENDING_NEW);
}

void editor_do_open(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_unless_changed(workspace, EDITOR_PENDING_ASK_OPEN);
}

void editor_do_recent(editor_workspace *workspace, int argument)
{
    snprintf(workspace->pending_path, sizeof(workspace->pending_path), "%s", workspace->recent.paths[argument]);
    editor_workspace_unless_changed(workspace, EDITOR_PENDING_OPEN);
}

void editor_do_import(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_file(workspace, EDITOR_FOR_IMPORT);
}

bool editor_if_loading(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->loads.count > 0;
}

void editor_do_cancel_load(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_cancel_load(workspace);
}

void editor_do_save(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_save(workspace);
}

void editor_do_save_as(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_file(workspace, EDITOR_FOR_SAVE);
}

void editor_do_export(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_file(workspace, EDITOR_FOR_EXPORT);
}

void editor_do_reload_models(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_reload_models(workspace);
}

void editor_do_relink(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_relink(workspace);
}

void editor_do_import_report(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_show_report(workspace);
}

void editor_do_export_report(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_show_losses(workspace);
}

bool editor_if_model(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_workspace_active_model(workspace) != EDITOR_NONE;
}

void editor_do_import_settings(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_fit(workspace);
}

void editor_do_copies(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_show_copies(workspace);
}

// --- the clipboard ---

// "Copied sign", "Copied 3 objects"; `more` follows.
static void say_objects(editor_workspace *workspace, const char *done, uint32_t count, uint32_t first, const char *more)
{
    if (count == 1 && first != EDITOR_NONE)
        editor_workspace_say(workspace, "%s %.160s%s", done, editor_workspace_get_level(workspace)->objects[first].name,
                             more);
    else
        editor_workspace_say(workspace, "%s %u objects%s", done, (unsigned)count, more);
}

// False, with the reason on the status line: nothing was copied.
static bool copy_targets(editor_workspace *workspace, const char *done, editor_targets *targets)
{
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, targets))
        return false;
    char *text = editor_edit_copy(workspace->document, targets->objects, targets->count);
    if (!text) {
        editor_workspace_say(workspace, "%s", editor_document_reason(workspace->document));
        return false;
    }
    free(workspace->clipboard);
    workspace->clipboard = text;
    if (workspace->desc.set_clipboard)
        workspace->desc.set_clipboard(workspace->desc.clipboard_user, text);
    say_objects(workspace, done, targets->count, targets->count > 0 ? targets->objects[0] : EDITOR_NONE, "");
    return true;
}

void editor_do_copy(editor_workspace *workspace, int argument)
{
    editor_targets targets;
    if (editor_tools_is_measuring(workspace->tools) && editor_if_ruler(workspace, 0))
        editor_do_copy_ruler(workspace, argument);
    else
        (void)copy_targets(workspace, "Copied", &targets);
}

// The objects, also while a measurement is what Copy takes: what is not on the clipboard is not deleted.
void editor_do_cut(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (!editor_refuse_on_parts(workspace) && copy_targets(workspace, "Cut", &targets))
        editor_workspace_done(workspace, editor_edit_delete(workspace->document, targets.objects, targets.count));
}

// The text to paste; NULL: there is none, which the status line says.
static const char *get_clipboard(editor_workspace *workspace)
{
    const char *text =
        workspace->desc.get_clipboard ? workspace->desc.get_clipboard(workspace->desc.clipboard_user) : NULL;
    if (!text || !text[0])
        text = workspace->clipboard;
    if (!text)
        editor_workspace_say(workspace, "Clipboard is empty");
    return text;
}

void editor_do_paste(editor_workspace *workspace, int argument)
{
    (void)argument;
    const char *text = get_clipboard(workspace);
    if (!text)
        return;
    const uint32_t before = editor_workspace_get_level(workspace)->warning_count;
    const editor_edit_result result = editor_edit_paste(workspace->document, text, EDITOR_NONE, workspace->desc.decoder,
                                                        workspace->desc.decoder_user);
    const uint32_t now = editor_workspace_get_level(workspace)->warning_count;
    editor_workspace_done(workspace, result);
    if (result != EDITOR_EDIT_DONE || now <= before)
        return;
    char more[64];
    editor_workspace_describe_warnings(now - before, more, sizeof(more));
    say_objects(workspace, "Pasted", (uint32_t)pick_selection_count(editor_document_selection(workspace->document)),
                editor_document_active(workspace->document), more);
}

void editor_do_paste_at_mouse(editor_workspace *workspace, int argument)
{
    (void)argument;
    const char *text = get_clipboard(workspace);
    if (text)
        editor_workspace_place_copies(workspace, text);
}

void editor_do_duplicate_at_mouse(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    char *text = editor_edit_copy(workspace->document, targets.objects, targets.count);
    if (text)
        editor_workspace_place_copies(workspace, text);
    else
        editor_workspace_say(workspace, "%s", editor_document_reason(workspace->document));
    free(text);
}
