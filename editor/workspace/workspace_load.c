// workspace_load.c: files that are read while the editor goes on: one at a time, the others wait for their turn.
#include "workspace/workspace_private.h"

#include "document/file/document_file.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double look_interval = 0.03; // seconds

// --- the queue ---

static void remove_entry(editor_loads *loads, uint32_t number)
{
    free(loads->entries[number].path);
    loads->count--;
    memmove(loads->entries + number, loads->entries + number + 1, (loads->count - number) * sizeof(*loads->entries));
}

// The first entry is read no more.
static void abandon_job(editor_loads *loads)
{
    if (loads->job) {
        editor_load_cancel(loads->job);
        loads->ending = loads->job; // the one before has ended, or this one had not begun
    }
    loads->job = NULL;
    loads->has_ended = false;
}

void editor_workspace_pass_place_on(editor_workspace *workspace, uint32_t number)
{
    const editor_loads *loads = &workspace->loads;
    if (number < loads->count && loads->entries[number].is_drop)
        loads->entries[number].is_first = true;
    else
        workspace->drops.placed = 0;
}

static void remove_load(editor_workspace *workspace, uint32_t number)
{
    editor_loads *loads = &workspace->loads;
    const bool was_first = loads->entries[number].is_first;
    if (number == 0)
        abandon_job(loads);
    remove_entry(loads, number);
    if (was_first)
        editor_workspace_pass_place_on(workspace, number);
    workspace->dirty = true;
}

void editor_workspace_cancel_load(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    if (loads->count == 0)
        return;
    const editor_load_entry *first = &loads->entries[0];
    editor_workspace_say(workspace, "%s %.120s cancelled", first->work == EDITOR_WORK_OPEN ? "Opening" : "Importing",
                         editor_path_name(first->path));
    remove_load(workspace, 0);
}

void editor_workspace_cancel_loads(editor_workspace *workspace)
{
    while (workspace->loads.count > 0)
        remove_load(workspace, workspace->loads.count - 1);
}

static uint32_t find_placed(const editor_loads *loads)
{
    uint32_t i = 0;
    while (i < loads->count && loads->entries[i].work != EDITOR_WORK_PLACE)
        i++;
    return i < loads->count ? i : EDITOR_NONE;
}

bool editor_workspace_reads_placed(const editor_workspace *workspace)
{
    return workspace->work == EDITOR_WORK_PLACE || find_placed(&workspace->loads) != EDITOR_NONE;
}

void editor_workspace_cancel_placed(editor_workspace *workspace)
{
    const uint32_t placed = find_placed(&workspace->loads);
    if (placed != EDITOR_NONE)
        remove_load(workspace, placed);
}

void editor_workspace_drop_placed(editor_workspace *workspace)
{
    const uint32_t placed = find_placed(&workspace->loads);
    if (placed == EDITOR_NONE)
        return;
    editor_load_entry *entry = &workspace->loads.entries[placed];
    entry->work = EDITOR_WORK_IMPORT;
    entry->is_drop = entry->is_first = true;
    entry->point = workspace->drops.point;
    workspace->drops.placed = 1;
}

// --- reading ---

static bool is_known(const editor_workspace *workspace, const editor_load_entry *entry)
{
    return entry->work != EDITOR_WORK_OPEN &&
           editor_document_find_model(workspace->document, entry->path) != EDITOR_NONE;
}

// Begins to read the first entry, when the last thread has ended.
void editor_workspace_start_load(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    if (loads->ending && editor_load_look(loads->ending) != EDITOR_LOAD_RUNS) {
        editor_load_destroy(loads->ending);
        loads->ending = NULL;
    }
    if (loads->count == 0 || loads->job || loads->ending || loads->has_ended || is_known(workspace, loads->entries))
        return;
    loads->job = editor_load_begin(&(editor_load_desc){.path = loads->entries[0].path,
                                                       .only_models = loads->entries[0].work != EDITOR_WORK_OPEN,
                                                       .decoder = workspace->desc.decoder,
                                                       .decoder_user = workspace->desc.decoder_user,
                                                       .behind = workspace->desc.loads_behind});
}

bool editor_workspace_poll_load(editor_workspace *workspace, bool wait)
{
    editor_loads *loads = &workspace->loads;
    if (loads->count == 0 || loads->has_ended || loads->opened)
        return false;
    if (wait && loads->ending)
        editor_load_wait(loads->ending);
    editor_workspace_start_load(workspace);
    if (!loads->job) // nothing to read, no memory to begin, or the last thread still runs
        loads->has_ended = !loads->ending;
    else
        loads->has_ended = (wait ? editor_load_wait(loads->job) : editor_load_look(loads->job)) != EDITOR_LOAD_RUNS;
    return loads->has_ended;
}

static bool append(editor_workspace *workspace, editor_work work, const char *path)
{
    editor_loads *loads = &workspace->loads;
    editor_load_entry *grown = realloc(loads->entries, (loads->count + 1) * sizeof(*grown));
    if (grown)
        loads->entries = grown;
    char *copy = grown ? editor_text_copy(path) : NULL;
    if (!copy)
        return false;
    const bool is_drop = work == EDITOR_WORK_IMPORT && workspace->is_drop;
    grown[loads->count++] = (editor_load_entry){.work = work,
                                                .path = copy,
                                                .is_drop = is_drop,
                                                .is_first = is_drop && workspace->drops.placed++ == 0,
                                                .point = workspace->drops.point,
                                                .state = editor_document_state(workspace->document)};
    return true;
}

bool editor_workspace_load(editor_workspace *workspace, editor_work work, const char *path, editor_error *error)
{
    if (work == EDITOR_WORK_OPEN) // the others were for the level that goes
        editor_workspace_cancel_loads(workspace);
    if (append(workspace, work, path))
        return true;
    snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    return false;
}

editor_level *editor_workspace_take_load(editor_workspace *workspace, editor_load_entry *entry, editor_error *error)
{
    editor_loads *loads = &workspace->loads;
    *entry = loads->entries[0];
    entry->warnings = editor_workspace_get_level(workspace)->warning_count;
    loads->entries[0].path = NULL;
    editor_load *job = loads->job;
    loads->job = NULL;
    loads->has_ended = false;
    remove_entry(loads, 0);
    editor_level *level = job ? editor_load_take(job, error) : NULL;
    editor_load_destroy(job);
    if (!level && !error->text[0] && !is_known(workspace, entry))
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", entry->path);
    return level;
}

// --- for the shell and the panels ---

double editor_workspace_load_wake(const editor_workspace *workspace)
{
    return workspace->loads.count > 0 || workspace->loads.ending ? look_interval : -1;
}

const char *editor_workspace_loading(const editor_workspace *workspace)
{
    return workspace->loads.count > 0 ? editor_path_name(workspace->loads.entries[0].path) : "";
}

void editor_workspace_list_load(editor_workspace *workspace, editor_panels_model *model)
{
    const editor_loads *loads = &workspace->loads;
    if (loads->count == 0)
        return;
    model->load.name = editor_workspace_loading(workspace);
    model->load.stage = loads->job ? editor_load_stage(loads->job) : "";
    model->load.fraction = loads->job ? editor_load_fraction(loads->job) : -1;
    model->load.waiting = loads->count - 1;
    model->load.seconds = workspace->seconds;
}

void editor_workspace_finish_loads(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    while (loads->count > 0)
        remove_load(workspace, loads->count - 1);
    editor_load_destroy(loads->ending);
    editor_level_destroy(loads->opened);
    free(loads->entries);
}
