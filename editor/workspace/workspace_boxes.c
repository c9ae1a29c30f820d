// workspace_boxes.c: boxes that stand for models until these are read: for those of a level, and for a model that is
// opened or imported by itself.
//
// A model by itself has come once it is read: cancelled before, or refused, the level is as it was before, and so is
// the one that it was opened in place of. If anything was changed since, the boxes stay, as those of a level do.
#include "workspace/workspace_private.h"

#include "document/file/document_file.h"
#include "document/file/models.h"
#include "system/file_save.h"
#include "system/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Small models are read several at a time, so that thousands of them do not take a picture each.
static const uint64_t most_bytes_together = (uint64_t)8 << 20;
static const uint64_t most_visits = 2000000; // each model visits all objects when it comes

// --- asking for them ---

bool editor_workspace_fill_boxes(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    uint32_t count = 0; // in the group
    uint64_t bytes = 0;
    const bool had_some = editor_workspace_has_load(workspace, EDITOR_WORK_FILL);
    if (!had_some)
        workspace->loads.filled = workspace->loads.unfilled = 0;
    bool *used = editor_document_find_used_models(workspace->document, true);
    for (uint32_t i = 0; used && i < level->asset_count; i++) {
        const editor_asset *asset = &level->assets[i];
        const bool is_wanted =
            asset->unread && used[i] && (!had_some || editor_workspace_find_fill(workspace, i) == EDITOR_NONE);
        editor_load_entry *entry =
            is_wanted ? editor_workspace_load_model(workspace, EDITOR_WORK_FILL, asset->path, i) : NULL;
        if (!entry)
            continue;
        const uint64_t size = editor_file_look(asset->path).bytes;
        if (count == 0 || count == EDITOR_LOADS_TOGETHER || bytes + size > most_bytes_together ||
            (uint64_t)count * level->object_count > most_visits) {
            workspace->loads.groups++;
            count = 0;
            bytes = 0;
        }
        count++;
        bytes += size;
        entry->group = workspace->loads.groups;
    }
    free(used);
    return had_some || count > 0;
}

// --- a model by itself ---

bool editor_workspace_is_model_of_boxes(const editor_level *level)
{
    return !level->is_level_file && level->asset_count == 1 && level->assets[0].unread;
}

void editor_workspace_show_boxes(editor_workspace *workspace, const editor_load_entry *from, uint32_t asset,
                                 uint64_t steps)
{
    const bool was_asked = editor_workspace_find_fill(workspace, asset) != EDITOR_NONE;
    editor_load_entry *entry = editor_workspace_fill_next(workspace, asset);
    if (!entry || (was_asked && from->work == EDITOR_WORK_PLACE))
        return; // without memory they stay boxes until the models are reloaded
    entry->was_asked = was_asked;
    entry->shows = from->work;
    entry->view = from->view;
    entry->before = from->before;
    entry->then = from->then;
    entry->steps = steps;
    entry->version = editor_document_get_version(workspace->document);
    entry->is_drop = from->is_drop;
    entry->is_first = from->is_first;
    entry->was_placed = from->was_placed;
    entry->point = from->point;
    entry->warnings = from->warnings;
}

// Whether the model can be taken back as if it had not come.
static bool is_untouched(const editor_workspace *workspace, const editor_load_entry *entry)
{
    const editor_document *document = workspace->document;
    if (editor_document_is_open(document) || !editor_document_is_at(document, &entry->version))
        return false;
    return entry->shows == EDITOR_WORK_IMPORT || (workspace->aside.document && !editor_document_is_changed(document) &&
                                                  editor_workspace_is_model_of_boxes(editor_document_level(document)));
}

static void take_back(editor_workspace *workspace, const editor_load_entry *entry)
{
    if (entry->shows == EDITOR_WORK_OPEN) {
        editor_workspace_return(workspace);
        editor_workspace_resume_loads(workspace);
        return;
    }
    while (editor_document_count_done(workspace->document) > entry->steps &&
           editor_document_take_back(workspace->document)) {
    }
    editor_camera *camera = &workspace->views.view[entry->view].camera;
    if (editor_camera_is_equal(camera, &entry->then)) // not moved by the user since
        *camera = entry->before;
    if (entry->is_first)
        editor_workspace_pass_place_on(workspace, 0);
}

// As if the model had not come.
static void take_away(editor_workspace *workspace, const editor_load_entry *entry)
{
    take_back(workspace, entry);
    if (entry->shows == EDITOR_WORK_IMPORT && !(workspace->placing.active && workspace->placing.asset == entry->asset))
        editor_document_remove_model(workspace->document, entry->asset);
}

// Whether objects of the level, or of its prefabs, are of the model.
static bool is_used(const editor_workspace *workspace, uint32_t asset)
{
    bool *used = editor_document_find_used_models(workspace->document, false);
    const bool is = !used || used[asset];
    free(used);
    return is;
}

// Whether boxes stand for models that are not read yet, in the level or in its prefabs.
static bool has_boxes(const editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    bool *used = editor_document_find_used_models(workspace->document, false);
    bool has = !used;
    for (uint32_t i = 0; i < level->asset_count && !has; i++)
        has = used[i] && level->assets[i].unread;
    free(used);
    return has;
}

static void cancel_shown(editor_workspace *workspace, uint32_t number)
{
    const editor_load_entry entry = workspace->loads.entries[number];
    const bool untouched = is_untouched(workspace, &entry);
    char name[128];
    snprintf(name, sizeof(name), "%.120s", editor_path_name(entry.path));
    if (entry.shows == EDITOR_WORK_PLACE) {
        editor_workspace_cancel_place(workspace);
        editor_workspace_say(workspace, "Importing %s cancelled", name);
        return;
    }
    workspace->loads.entries[number].is_first = false;
    if (untouched && entry.was_asked) // as what it was before
        workspace->loads.entries[number].shows = EDITOR_WORK_NONE;
    else
        editor_workspace_remove_load(workspace, number);
    if (untouched)
        take_away(workspace, &entry);
    editor_workspace_drop_aside(workspace);
    const bool is_gone = entry.shows == EDITOR_WORK_IMPORT && !is_used(workspace, entry.asset); // it was undone
    if (untouched || is_gone)
        editor_workspace_say(workspace, "%s %s cancelled", entry.shows == EDITOR_WORK_OPEN ? "Opening" : "Importing",
                             name);
    else
        editor_workspace_say(workspace, "Loading cancelled: File > Reload Models reads what is still a box");
}

void editor_workspace_settle_boxes(editor_workspace *workspace)
{
    const editor_loads *loads = &workspace->loads;
    editor_workspace_cancel_place(workspace);
    uint32_t i = 0;
    while (i < loads->count && loads->entries[i].shows != EDITOR_WORK_OPEN)
        i++;
    if (i == loads->count)
        return;
    if (is_untouched(workspace, &loads->entries[i])) {
        cancel_shown(workspace, i);
        return;
    }
    loads->entries[i].shows = EDITOR_WORK_NONE; // they are those of a level now
    editor_workspace_drop_aside(workspace);
}

// Whether the first entry is a model that boxes stand for, which is read because the second one imports it.
static bool is_read_for_import(const editor_workspace *workspace)
{
    const editor_load_entry *entries = workspace->loads.entries;
    return workspace->loads.count > 1 && entries[0].work == EDITOR_WORK_FILL &&
           (entries[1].work == EDITOR_WORK_IMPORT || entries[1].work == EDITOR_WORK_PLACE) &&
           editor_document_find_unread(workspace->document, entries[1].path) == entries[0].asset;
}

void editor_workspace_cancel_load(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    if (loads->count == 0)
        return;
    const editor_load_entry *first = &loads->entries[0];
    if (first->shows != EDITOR_WORK_NONE) {
        cancel_shown(workspace, 0);
        return;
    }
    if (is_read_for_import(workspace)) { // the boxes are not what was asked for last
        editor_workspace_say(workspace, "Importing %.120s cancelled", editor_path_name(first->path));
        editor_workspace_remove_load(workspace, 1);
        return;
    }
    if (first->work == EDITOR_WORK_FILL && !has_boxes(workspace))
        editor_workspace_say(workspace, "Loading models cancelled: no object is of them any more");
    else if (first->work == EDITOR_WORK_FILL)
        editor_workspace_say(workspace, "Loading cancelled: File > Reload Models reads what is still a box");
    else
        editor_workspace_say(workspace, "%s %.120s cancelled",
                             first->work == EDITOR_WORK_OPEN     ? "Opening"
                             : first->work == EDITOR_WORK_RELOAD ? "Reloading"
                             : first->work == EDITOR_WORK_RELINK ? "Reading"
                             : first->work == EDITOR_WORK_CHOOSE ? "Changing the import of"
                                                                 : "Importing",
                             editor_path_name(first->path));
    if (first->work == EDITOR_WORK_CHOOSE) {
        if (!first->is_chosen)
            editor_document_keep_content(workspace->document, first->asset, "Reading it again was cancelled");
        editor_workspace_remove_load(workspace, 0);
    } else if (editor_workspace_is_exchange(first->work)) { // all or none
        editor_workspace_cancel_exchange(workspace, first->work);
    } else {
        const bool opened = first->work == EDITOR_WORK_OPEN;
        editor_workspace_remove_load(workspace, 0);
        if (opened)
            editor_workspace_resume_loads(workspace);
    }
}

// Whether the import was undone, and nothing else done since.
static bool is_undone(const editor_workspace *workspace, const editor_load_entry *entry)
{
    const char *next = editor_document_redo_label(workspace->document);
    char label[EDITOR_LABEL_SIZE];
    editor_workspace_label_import(entry, label);
    return next && editor_document_count_done(workspace->document) == entry->steps && strcmp(next, label) == 0;
}

static void say_shown(editor_workspace *workspace, const editor_load_entry *entry)
{
    const bool opens = entry->shows == EDITOR_WORK_OPEN;
    char more[64];
    if (!opens && !is_used(workspace, entry->asset)) {
        editor_workspace_say(workspace,
                             is_undone(workspace, entry) ? "%.120s is read: Redo shows it"
                                                         : "%.120s is read, and no object is of it any more",
                             editor_path_name(entry->path));
        return;
    }
    editor_workspace_describe_warnings(editor_workspace_new_warnings(workspace, opens ? 0 : entry->warnings), more,
                                       sizeof(more));
    editor_workspace_say(workspace, "%s %.120s%s",
                         opens               ? "Opened"
                         : entry->was_placed ? "Placed"
                                             : "Imported",
                         editor_path_name(entry->path), more);
    if (!opens)
        return;
    editor_workspace_remember(workspace, entry->path);
    if (!workspace->held)
        editor_workspace_offer_copies(workspace, workspace->opens);
}

// The model was read, `level`, or refused: NULL.
static void take_shown(editor_workspace *workspace, const editor_load_entry *entry, editor_level *level,
                       editor_error *error)
{
    editor_document *document = workspace->document;
    const bool untouched = is_untouched(workspace, entry);
    const bool right = level && editor_document_boxes_were_right(document, entry->asset, level);
    if (!level && entry->shows == EDITOR_WORK_PLACE) {
        editor_workspace_cancel_place(workspace);
        editor_document_remove_model(document, entry->asset);
        editor_workspace_fail_work(workspace, EDITOR_WORK_IMPORT, error->text);
        return;
    }
    if (!level && untouched) {
        take_away(workspace, entry);
        if (entry->was_asked) // they stand for other objects too, which stay
            editor_document_give_up_model(document, entry->asset, error->text);
        editor_workspace_fail_work(workspace, entry->shows, error->text);
        return;
    }
    if (level && !right && untouched && entry->shows == EDITOR_WORK_OPEN) { // it was written meanwhile
        editor_workspace_replace(workspace, level);
        say_shown(workspace, entry);
        return;
    }
    const bool again = level && !right && untouched && !entry->was_placed; // it cannot be dragged again
    if (again)
        take_back(workspace, entry);
    if (!level || !editor_document_exchange_model(document, entry->asset, level, error)) {
        editor_document_give_up_model(document, entry->asset, error->text);
        editor_workspace_drop_aside(workspace);
        editor_workspace_fail_work(workspace, entry->shows, error->text);
        return;
    }
    if (again && !editor_workspace_import(workspace, entry, entry->asset, error))
        editor_workspace_fail_work(workspace, entry->shows, error->text);
    editor_workspace_drop_aside(workspace);
    if (entry->shows != EDITOR_WORK_PLACE)
        say_shown(workspace, entry);
}

// --- what was read ---

static void fill(editor_workspace *workspace, uint32_t asset, editor_level *level, editor_error *error)
{
    if (!editor_workspace_get_level(workspace)->assets[asset].unread) { // it was found another way meanwhile
        editor_level_destroy(level);
        return;
    }
    const bool ok = level && editor_document_exchange_model(workspace->document, asset, level, error);
    if (!ok)
        editor_document_give_up_model(workspace->document, asset, error->text);
    workspace->loads.filled += ok;
    workspace->loads.unfilled += !ok;
}

void editor_workspace_take_filled(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    editor_load *job = editor_workspace_take_job(workspace);
    workspace->dirty = true;
    if (loads->entries[0].shows != EDITOR_WORK_NONE) {
        const editor_load_entry entry = loads->entries[0];
        editor_error error = {"out of memory"};
        editor_level *level = job ? editor_load_take(job, 0, &error) : NULL;
        loads->entries[0].path = NULL;
        editor_workspace_remove_first(workspace, loads->parts);
        editor_load_destroy(job);
        take_shown(workspace, &entry, level, &error);
        free(entry.path);
        return;
    }
    for (uint32_t i = 0; i < loads->parts; i++) {
        editor_error error = {"out of memory"};
        editor_level *level = job ? editor_load_take(job, i, &error) : NULL;
        fill(workspace, loads->entries[i].asset, level, &error);
    }
    editor_workspace_remove_first(workspace, loads->parts);
    editor_load_destroy(job);
    if (editor_workspace_has_load(workspace, EDITOR_WORK_FILL))
        return;
    char not_read[80] = "";
    if (loads->unfilled > 0)
        snprintf(not_read, sizeof(not_read), ", %u could not be read (File > Import Report)",
                 (unsigned)loads->unfilled);
    editor_workspace_say(workspace, "Loaded %u model%s%s", (unsigned)loads->filled, loads->filled == 1 ? "" : "s",
                         not_read);
}
