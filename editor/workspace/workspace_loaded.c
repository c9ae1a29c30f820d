// workspace_loaded.c: puts what was read into the level, or in its place.
//
// A step does so once the shell was told that the file has been read (poll_load): a recording has the same order of
// edits. No step does so in the middle of a drag, of typing or of a question.
#include "workspace/workspace_private.h"

#include "document/file/document_file.h"
#include "system/path.h"

#include <stdio.h>
#include <stdlib.h>

// Seconds between pictures of the progress: so that with the time to look and to draw no picture is 0.1 s late.
static const double show_interval = 0.05;

// --- what was read ---

// A level that was read, unless the one before it was changed since: then there is a question.
static void show_read(editor_workspace *workspace, const editor_load_entry *entry, editor_level *level)
{
    const editor_document *document = workspace->document;
    if (!editor_document_is_changed(document) || editor_document_is_at(document, &entry->version)) {
        editor_workspace_show_opened(workspace, level, entry->path);
        return;
    }
    snprintf(workspace->pending_path, sizeof(workspace->pending_path), "%s", entry->path);
    workspace->loads.opened = level;
    workspace->pending = EDITOR_PENDING_LOADED;
    editor_workspace_ask_unsaved(workspace);
}

// `level` NULL: the level of the document has the model.
static bool use_model(editor_workspace *workspace, editor_load_entry *entry, editor_level *level, editor_error *error)
{
    const uint32_t asset = level ? editor_document_adopt(workspace->document, entry->path, level)
                                 : editor_workspace_find_known(workspace, entry);
    if (asset == EDITOR_NONE) {
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", entry->path);
        return false;
    }
    if (entry->work == EDITOR_WORK_IMPORT) {
        const uint64_t steps = editor_document_count_done(workspace->document);
        const editor_camera *camera = &workspace->views.view[workspace->views.active].camera;
        entry->view = workspace->views.active;
        entry->before = *camera;
        const bool done = editor_workspace_import(workspace, entry, asset, error);
        entry->then = *camera;
        if (done && editor_workspace_get_level(workspace)->assets[asset].unread)
            editor_workspace_show_boxes(workspace, entry, asset, steps);
        return done;
    }
    workspace->placing.asset = asset;
    workspace->placing.warnings = entry->warnings;
    workspace->placing.stale = true;
    if (editor_workspace_get_level(workspace)->assets[asset].unread)
        editor_workspace_show_boxes(workspace, entry, asset, editor_document_count_done(workspace->document));
    editor_workspace_say(workspace, "Drop %.120s in a viewport. Shift keeps placing, Esc cancels",
                         editor_path_name(entry->path));
    return true;
}

// Uses what the first file gave, or says why there is nothing.
static void take(editor_workspace *workspace)
{
    if (workspace->loads.entries[0].work == EDITOR_WORK_FILL) {
        editor_workspace_take_filled(workspace);
        return;
    }
    editor_load_entry entry;
    editor_error error = {""};
    editor_level *level = editor_workspace_take_load(workspace, &entry, &error);
    if (entry.work == EDITOR_WORK_RELOAD || entry.work == EDITOR_WORK_RELINK) {
        editor_workspace_take_model(workspace, &entry, level, &error);
        free(entry.path);
        return;
    }
    if (entry.work == EDITOR_WORK_CHOOSE) {
        editor_workspace_take_choice(workspace, &entry, level, &error);
        free(entry.path);
        free(entry.scene);
        free(entry.variant);
        return;
    }
    bool ok = error.text[0] == '\0';
    if (ok && entry.work == EDITOR_WORK_OPEN)
        show_read(workspace, &entry, level);
    else
        ok = ok && use_model(workspace, &entry, level, &error);
    if (!ok && entry.is_first)
        editor_workspace_pass_place_on(workspace, 0);
    if (!ok)
        editor_workspace_fail_work(workspace, entry.work, error.text);
    if (!ok && entry.work == EDITOR_WORK_OPEN)
        editor_workspace_resume_loads(workspace);
    free(entry.path);
    workspace->dirty = true;
}

// --- a step ---

static bool has_question(const editor_workspace *workspace)
{
    return editor_workspace_asks(workspace) || workspace->work != EDITOR_WORK_NONE;
}

bool editor_workspace_is_occupied(const editor_workspace *workspace)
{
    return has_question(workspace) || editor_document_is_open(workspace->document) || workspace->is_pressing ||
           editor_tools_is_dragging(workspace->tools) || editor_views_is_dragging(&workspace->views) ||
           editor_views_is_flying(&workspace->views) || editor_ui_is_editing(workspace->ui) ||
           editor_ui_owns_keyboard(workspace->ui);
}

static bool is_interrupting(const editor_workspace *workspace)
{
    return workspace->loads.entries[0].work == EDITOR_WORK_PLACE ? has_question(workspace)
                                                                 : editor_workspace_is_occupied(workspace);
}

bool editor_workspace_can_take_load(const editor_workspace *workspace)
{
    return workspace->loads.count > 0 && (workspace->loads.has_ended || !workspace->desc.loads_behind) &&
           !is_interrupting(workspace);
}

void editor_workspace_step_loads(editor_workspace *workspace, double seconds)
{
    editor_loads *loads = &workspace->loads;
    if (loads->opened && workspace->pending != EDITOR_PENDING_LOADED) {
        editor_level_destroy(loads->opened);
        loads->opened = NULL;
        editor_workspace_say(workspace, "%.120s was not opened", editor_path_name(workspace->pending_path));
        editor_workspace_resume_loads(workspace);
    }
    if (loads->opened)
        return;
    if (!workspace->desc.loads_behind && loads->count > 0) {
        editor_workspace_poll_load(workspace, true);
        take(workspace);
    } else if (editor_workspace_can_take_load(workspace)) {
        take(workspace);
    }
    editor_workspace_start_load(workspace);
    loads->since_shown += seconds;
    if (loads->count == 0 || loads->has_ended || loads->since_shown < show_interval)
        return;
    loads->since_shown = 0;
    workspace->dirty = true;
}
