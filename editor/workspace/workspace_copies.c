// workspace_copies.c: autosaves, and decides about the copies that earlier sessions left.
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Writing ---

void editor_workspace_keep_copy(editor_workspace *workspace, bool at_once)
{
    if (!workspace->desc.keeps_copies)
        return;
    editor_error error = {""};
    const char *folder = workspace->desc.state_folder;
    double now = workspace->seconds;
    editor_autosave_result result =
        editor_autosave_tick(&workspace->autosave, workspace->document, folder, now, &error);
    if (at_once && result == EDITOR_AUTOSAVE_NOTHING)
        result = editor_autosave_tick(&workspace->autosave, workspace->document, folder,
                                      now + 2 * EDITOR_AUTOSAVE_SECONDS, &error);
    bool troubled = result == EDITOR_AUTOSAVE_FAILED || result == EDITOR_AUTOSAVE_MOVED;
    if (troubled && !workspace->autosave_troubled)
        editor_workspace_say(workspace,
                             result == EDITOR_AUTOSAVE_FAILED ? "Autosave failed: %.200s"
                                                              : "Autosaved in your state folder, because: %.180s",
                             error.text);
    if (result != EDITOR_AUTOSAVE_NOTHING)
        workspace->autosave_troubled = troubled;
}

// --- Finding ---

static bool list_copies(editor_workspace *workspace, bool all)
{
    editor_copies_free(&workspace->copies);
    if (!workspace->desc.keeps_copies)
        return false;
    const editor_copies_query query = {.file = editor_workspace_get_level(workspace)->path,
                                       .state_folder = workspace->desc.state_folder,
                                       .all = all,
                                       .own = (const char *const *)workspace->autosave.copies,
                                       .own_count = workspace->autosave.copy_count,
                                       .busy = workspace->held ? &workspace->holder.owner : NULL};
    return editor_copies_list(&query, &workspace->copies) && workspace->copies.count > 0;
}

void editor_workspace_offer_copies(editor_workspace *workspace, bool at_start)
{
    if (list_copies(workspace, at_start))
        editor_workspace_ask_copies(workspace, "Recover unsaved changes?",
                                    "The program ended before these changes were saved. Open a copy to look at it: it "
                                    "opens as unsaved changes, and no file and no copy is replaced before you save.");
}

void editor_workspace_show_copies(editor_workspace *workspace)
{
    if (list_copies(workspace, true))
        editor_workspace_ask_copies(workspace, "Autosaved copies",
                                    "Copies that earlier sessions left. Open one to look at it: it opens as unsaved "
                                    "changes, and no file and no copy is replaced before you save.");
    else
        editor_workspace_say(workspace, "No earlier session left an autosaved copy");
}

// --- Deciding ---

void editor_workspace_discard_copy(editor_workspace *workspace, uint32_t row)
{
    char name[200], detail[64];
    editor_copy_describe(&workspace->copies.items[row], name, sizeof(name), detail, sizeof(detail));
    bool gone = editor_copy_remove(&workspace->copies.items[row]);
    char title[sizeof(workspace->dialog.title)], text[sizeof(workspace->dialog.text)];
    memcpy(title, workspace->dialog.title, sizeof(title));
    memcpy(text, workspace->dialog.text, sizeof(text));
    editor_workspace_close_dialog(workspace);
    editor_workspace_say(workspace, gone ? "Discarded the copy %.100s" : "Cannot remove the copy %.100s", name);
    if (list_copies(workspace, true))
        editor_workspace_ask_copies(workspace, title, text);
}

void editor_workspace_discard_copies(editor_workspace *workspace)
{
    uint32_t left = 0, count = workspace->copies.count;
    for (uint32_t i = 0; i < count; i++)
        left += !editor_copy_remove(&workspace->copies.items[i]);
    editor_copies_free(&workspace->copies);
    editor_workspace_say(workspace, "Discarded %u autosaved cop%s%s", (unsigned)(count - left),
                         count - left == 1 ? "y" : "ies", left ? "; others cannot be removed" : "");
}

void editor_workspace_take_copy(editor_copy *from, editor_copy *to)
{
    free(to->path);
    free(to->origin);
    *to = *from;
    *from = (editor_copy){0};
}

static void forget_opened(editor_workspace *workspace)
{
    editor_workspace_take_copy(&(editor_copy){0}, &workspace->opened_copy);
}

// Removes the copy that the level was opened from, and older ones that the same session made of it.
static void settle_opened(editor_workspace *workspace)
{
    const editor_copy *opened = &workspace->opened_copy;
    editor_copies copies;
    const editor_copies_query query = {
        .file = opened->origin, .state_folder = workspace->desc.state_folder, .all = true};
    if (editor_copies_list(&query, &copies)) {
        for (uint32_t i = 0; i < copies.count; i++) {
            const editor_copy *copy = &copies.items[i];
            bool same_file = opened->origin ? copy->origin && strcmp(copy->origin, opened->origin) == 0 : !copy->origin;
            if (same_file && copy->time < opened->time && editor_owner_is_same(&copy->owner, &opened->owner))
                editor_copy_remove(copy);
        }
        editor_copies_free(&copies);
    }
    editor_copy_remove(opened);
    forget_opened(workspace);
}

void editor_workspace_saved_copies(editor_workspace *workspace)
{
    editor_autosave_drop(&workspace->autosave);
    if (workspace->opened_copy.path)
        settle_opened(workspace);
}

void editor_workspace_leave_copies(editor_workspace *workspace)
{
    // Changes that were undone are no changes.
    if (editor_document_is_changed(workspace->document))
        editor_autosave_finish(&workspace->autosave);
    else
        editor_autosave_drop(&workspace->autosave);
    forget_opened(workspace);
}

void editor_workspace_finish_copies(editor_workspace *workspace)
{
    if (workspace->document)
        editor_workspace_leave_copies(workspace);
    editor_copies_free(&workspace->copies);
    editor_workspace_take_copy(&(editor_copy){0}, &workspace->pending_copy);
}
