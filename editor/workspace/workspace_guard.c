// workspace_guard.c: the level's file is shared with other programs: its lock, and what they write meanwhile.
#include "workspace/workspace_private.h"

#include "document/file/document_file.h"
#include "system/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_guarded(const editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    return workspace->desc.keeps_copies && !workspace->desc.no_files && level->path && level->is_level_file;
}

// "anna on host", as far as it is known.
static void name_holder(const editor_lock_holder *holder, char *out, size_t size)
{
    const editor_owner *owner = &holder->owner;
    snprintf(out, size, "%.40s%s%.40s", owner->user[0] ? owner->user : "somebody", owner->host[0] ? " on " : "",
             owner->host);
}

// --- The lock ---

static editor_lock_result take_lock(editor_workspace *workspace, bool by_force)
{
    editor_error error = {""};
    editor_lock_result result = editor_file_lock_take(&workspace->lock, editor_workspace_get_level(workspace)->path,
                                                      by_force, &workspace->holder, &error);
    workspace->held = result == EDITOR_LOCK_HELD;
    if (result == EDITOR_LOCK_FAILED && !workspace->lock_troubled)
        editor_workspace_say(workspace, "Other editors cannot see that the level is open here: %.160s", error.text);
    workspace->lock_troubled = result == EDITOR_LOCK_FAILED;
    return result;
}

void editor_workspace_unlock_level(editor_workspace *workspace)
{
    editor_file_lock_release(&workspace->lock);
    workspace->held = workspace->lock_troubled = workspace->overwrite = false;
    workspace->told = (editor_file_stamp){0};
}

void editor_workspace_lock_level(editor_workspace *workspace)
{
    editor_workspace_unlock_level(workspace);
    if (!is_guarded(workspace) || take_lock(workspace, false) != EDITOR_LOCK_HELD)
        return;
    char who[100];
    name_holder(&workspace->holder, who, sizeof(who));
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, EDITOR_FOR_LOCK, "Open in another editor");
    snprintf(dialog->text, sizeof(dialog->text),
             "%.200s has been open in an editor of %s since %s. You can look at it and change it here; before a save "
             "you will be asked.",
             editor_path_name(editor_workspace_get_level(workspace)->path), who, workspace->holder.since);
    dialog->answers[0] = "Continue";
    // On this host it is known to run. Elsewhere it may have crashed.
    if (editor_owner_check(&workspace->holder.owner) == EDITOR_OWNER_ELSEWHERE)
        dialog->answers[1] = "Take Over";
}

void editor_workspace_take_over(editor_workspace *workspace)
{
    if (take_lock(workspace, true) == EDITOR_LOCK_TAKEN)
        editor_workspace_say(workspace, "The level counts as open here now");
}

// --- Changes by others ---

static void ask_overtaken(editor_workspace *workspace, bool before_save, bool overtaken)
{
    const char *name = editor_path_name(editor_workspace_get_level(workspace)->path);
    bool changed = editor_document_is_changed(workspace->document);
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, EDITOR_FOR_OVERTAKEN,
                                     overtaken ? "The file was changed by another program" : "Open in another editor");
    char who[100] = "", open[140] = "";
    if (workspace->held) {
        name_holder(&workspace->holder, who, sizeof(who));
        snprintf(open, sizeof(open), " It is open in an editor of %s.", who);
    }
    snprintf(dialog->text, sizeof(dialog->text), "%.160s%s.%s%s%s%s", name,
             overtaken ? " was written since it was read or saved here" : " may be saved by another editor, too", open,
             changed ? " Keep Both saves your level under another name." : "",
             overtaken ? (changed ? " Reload discards your changes." : " Reload shows what was written.") : "",
             before_save ? " Overwrite replaces what is in the file." : "");
    uint32_t answer = 0;
    if (changed || before_save)
        dialog->answers[answer++] = "Keep Both...";
    if (overtaken)
        dialog->answers[answer++] = "Reload";
    if (before_save)
        dialog->answers[answer++] = "Overwrite";
    dialog->answers[answer] = before_save ? "Cancel" : "Not Now";
}

bool editor_workspace_may_save(editor_workspace *workspace, const char *path)
{
    bool forced = workspace->overwrite;
    workspace->overwrite = false;
    const char *own = editor_workspace_get_level(workspace)->path;
    if (!is_guarded(workspace) || strcmp(path, own) != 0)
        return true;
    if (!workspace->lock.path) // the other editor may have ended since
        take_lock(workspace, false);
    bool overtaken = editor_document_is_overtaken(workspace->document);
    if (forced || (!overtaken && !workspace->held))
        return true;
    ask_overtaken(workspace, true, overtaken);
    return false;
}

void editor_workspace_notice_file(editor_workspace *workspace)
{
    if (!is_guarded(workspace) || !editor_document_is_overtaken(workspace->document))
        return;
    // Once for each version of the file: "Not Now" is an answer.
    const editor_file_stamp now = editor_file_look(editor_workspace_get_level(workspace)->path);
    if (editor_file_stamp_is_same(&now, &workspace->told))
        return;
    workspace->told = now;
    ask_overtaken(workspace, false, true);
}
