// workspace_file.c: opens, imports, saves and exports.
//
// File work can be slow, so a picture announces it first; editor_workspace_do_work then does it.
#include "workspace/workspace_private.h"

#include "document/export/gltf_export.h"
#include "document/export/gltf_losses.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "system/path.h"
#include "system/platform_folder.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(editor_workspace *workspace, const char *title, const char *text)
{
    editor_workspace_show_message(workspace, title, text);
}

// --- the level ---

// The active view comes first: a single viewport shows it.
static void give_views(editor_workspace *workspace)
{
    editor_view out[EDITOR_VIEW_COUNT];
    const editor_views *views = &workspace->views;
    uint32_t count = 0;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        const editor_camera *camera = &views->view[i == 0 ? views->active : i <= views->active ? i - 1 : i].camera;
        out[count++] = editor_workspace_give_view(camera);
    }
    editor_document_set_views(workspace->document, out, count);
}

static void show_boxes(editor_workspace *workspace, editor_level *level, const char *path)
{
    if (!editor_workspace_put_aside(workspace, level))
        return;
    editor_workspace_show_boxes(workspace, &(editor_load_entry){.work = EDITOR_WORK_OPEN}, 0, 0);
    editor_workspace_say(workspace, "Opening %.120s: boxes until it is read", editor_path_name(path));
}

static void say_opened(editor_workspace *workspace, const char *path)
{
    char more[64];
    editor_workspace_describe_warnings(editor_workspace_get_level(workspace)->warning_count, more, sizeof(more));
    editor_workspace_say(workspace, "Opened %.120s%s", editor_path_name(path), more);
}

void editor_workspace_begin_with_file(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    if (!level->path)
        return;
    editor_workspace_remember(workspace, level->path);
    if (level->warning_count > 0)
        say_opened(workspace, level->path);
}

void editor_workspace_show_opened(editor_workspace *workspace, editor_level *level, const char *path)
{
    if (editor_workspace_is_model_of_boxes(level)) {
        show_boxes(workspace, level, path);
        return;
    }
    editor_workspace_replace(workspace, level);
    editor_workspace_fill_boxes(workspace);
    editor_workspace_remember(workspace, path);
    say_opened(workspace, path);
    if (!workspace->held)
        editor_workspace_offer_copies(workspace, workspace->opens);
}

static bool save_level(editor_workspace *workspace, const char *path, editor_error *error)
{
    give_views(workspace);
    const char *own = editor_workspace_get_level(workspace)->path;
    bool other = !own || strcmp(own, path) != 0;
    int guard = editor_file_guard(path);
    bool may = editor_workspace_may_save(workspace, path);
    bool saved = may && editor_document_save(workspace->document, path, error);
    editor_file_unguard(guard);
    if (!saved)
        return !may; // then it asks
    editor_workspace_saved_copies(workspace);
    if (other)
        editor_workspace_lock_level(workspace);
    editor_workspace_remember(workspace, path);
    editor_workspace_say(workspace, "%.120s saved", editor_path_name(path));
    return true;
}

static bool export_model(editor_workspace *workspace, const char *path, editor_error *error)
{
    editor_document_rest(workspace->document); // as the file shall have it
    const bool exported = editor_gltf_export(editor_workspace_get_level(workspace), path, workspace->desc.encoder,
                                             workspace->desc.decoder_user, error);
    editor_workspace_pose_again(workspace);
    if (!exported)
        return false;
    editor_text losses = {0};
    editor_gltf_name_losses(editor_workspace_get_level(workspace), &losses);
    if (losses.size > 0)
        editor_workspace_say(workspace, "%.60s exported without %s (File > Export Report)", editor_path_name(path),
                             losses.data);
    else
        editor_workspace_say(workspace, "%.120s exported", editor_path_name(path));
    editor_text_free(&losses);
    return true;
}

// --- work ---

bool editor_workspace_takes_path(editor_workspace *workspace, const char *path)
{
    size_t length = strlen(path);
    if (length < EDITOR_PATH_SIZE)
        return true;
    char text[200];
    snprintf(text, sizeof(text), "%.60s...: the path has %zu bytes. The system takes at most %d.", path, length,
             EDITOR_PATH_SIZE - 1);
    fail(workspace, "The path is too long", text);
    return false;
}

void editor_workspace_begin_work(editor_workspace *workspace, editor_work work, const char *path)
{
    assert(strlen(path) < sizeof(workspace->work_path));
    static const char *const verbs[] = {"",        "Opening", "Importing", "Saving", "Exporting",
                                        "Reading", "Reading", "Reloading", "Reading"};
    assert(!workspace->desc.no_files);       // callers check it before they ask for a path
    if (workspace->work != EDITOR_WORK_NONE) // it has not been shown yet
        editor_workspace_do_work(workspace);
    workspace->work = work;
    workspace->work_shown = false;
    snprintf(workspace->work_path, sizeof(workspace->work_path), "%s", path);
    editor_workspace_say(workspace, "%s %.120s ...", verbs[work], editor_path_name(path));
}

void editor_workspace_do_work(editor_workspace *workspace)
{
    editor_error error = {""};
    editor_work work = workspace->work;
    char path[sizeof(workspace->work_path)];
    memcpy(path, workspace->work_path, sizeof(path));
    workspace->work = EDITOR_WORK_NONE;
    workspace->message[0] = '\0';
    if (work == EDITOR_WORK_OPEN)
        editor_workspace_settle_boxes(workspace);
    bool done = work == EDITOR_WORK_SAVE     ? save_level(workspace, path, &error)
                : work == EDITOR_WORK_RELINK ? editor_workspace_relink(workspace, path, &error)
                : work == EDITOR_WORK_EXPORT ? export_model(workspace, path, &error)
                                             : editor_workspace_load(workspace, work, path, &error);
    if (!done)
        editor_workspace_fail_work(workspace, work, error.text);
    else if (work == EDITOR_WORK_SAVE && !editor_workspace_asks(workspace))
        editor_workspace_go_on(workspace);
    workspace->dirty = true;
}

static void open_copy(editor_workspace *workspace)
{
    editor_error error = {""};
    editor_copy *copy = &workspace->pending_copy;
    editor_level *level = editor_copy_open(copy, workspace->desc.decoder, workspace->desc.decoder_user, &error);
    if (!level) {
        fail(workspace, "Cannot open the autosaved copy", error.text);
        return;
    }
    editor_workspace_cancel_loads(workspace); // they were for the level that goes
    editor_workspace_replace(workspace, level);
    editor_document_mark_changed(workspace->document);
    editor_autosave_pass_over(&workspace->autosave, workspace->document);
    editor_workspace_take_copy(copy, &workspace->opened_copy);
    workspace->opened_version = editor_document_get_version(workspace->document);
    const char *origin = workspace->opened_copy.origin;
    editor_workspace_say(workspace, "Recovered %.80s; save to keep it, or look at others in File > Autosaved Copies",
                         origin ? editor_path_name(origin) : "a level that was never saved");
}

// After unsaved changes were saved or discarded.
void editor_workspace_go_on(editor_workspace *workspace)
{
    editor_pending pending = workspace->pending;
    workspace->pending = EDITOR_PENDING_NOTHING;
    editor_error error = {""};
    editor_level *level = NULL;
    switch (pending) {
    case EDITOR_PENDING_NOTHING:
        return;
    case EDITOR_PENDING_QUIT:
        workspace->requests.quit = true;
        return;
    case EDITOR_PENDING_LOADED:
        level = workspace->loads.opened;
        workspace->loads.opened = NULL;
        editor_workspace_show_opened(workspace, level, workspace->pending_path);
        return;
    case EDITOR_PENDING_NEW:
        editor_workspace_cancel_loads(workspace); // they were for the level that goes
        level = editor_level_create();
        if (level && editor_level_finish(level, &error)) {
            editor_workspace_replace(workspace, level);
            editor_workspace_say(workspace, "New level");
        } else {
            editor_level_destroy(level);
            fail(workspace, "Cannot make a new level", error.text[0] ? error.text : "Out of memory");
        }
        return;
    case EDITOR_PENDING_ASK_OPEN:
        editor_workspace_ask_file(workspace, EDITOR_FOR_OPEN);
        return;
    case EDITOR_PENDING_OPEN:
        editor_workspace_begin_work(workspace, EDITOR_WORK_OPEN, workspace->pending_path);
        return;
    case EDITOR_PENDING_COPY:
        open_copy(workspace);
        return;
    }
}

void editor_workspace_unless_changed(editor_workspace *workspace, editor_pending pending)
{
    workspace->pending = pending;
    if (!editor_document_is_changed(workspace->document)) {
        editor_workspace_go_on(workspace);
        return;
    }
    editor_workspace_ask_unsaved(workspace);
}

void editor_workspace_save(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    if (level->path && level->is_level_file && !workspace->desc.no_files)
        editor_workspace_begin_work(workspace, EDITOR_WORK_SAVE, level->path);
    else
        editor_workspace_ask_file(workspace, EDITOR_FOR_SAVE);
}
