// workspace_queue.c: the files that are to be read, one after the other, and those that wait meanwhile.
#include "workspace/workspace_private.h"

#include "document/file/document_file.h"

#include <stdlib.h>
#include <string.h>

// Frees what the entries own.
static void free_contents(editor_load_entry *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        free(entries[i].path);
        free(entries[i].scene);
        free(entries[i].variant);
    }
}

static void remove_entries(editor_loads *loads, uint32_t number, uint32_t count)
{
    free_contents(loads->entries + number, count);
    loads->count -= count;
    memmove(loads->entries + number, loads->entries + number + count,
            (loads->count - number) * sizeof(*loads->entries));
}

void editor_workspace_abandon_job(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
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

void editor_workspace_remove_load(editor_workspace *workspace, uint32_t number)
{
    editor_loads *loads = &workspace->loads;
    const bool was_first = loads->entries[number].is_first;
    if (number == 0)
        editor_workspace_abandon_job(workspace);
    remove_entries(loads, number, 1);
    if (was_first)
        editor_workspace_pass_place_on(workspace, number);
    workspace->dirty = true;
}

bool editor_workspace_is_exchange(editor_work work)
{
    return work == EDITOR_WORK_RELOAD || work == EDITOR_WORK_RELINK || work == EDITOR_WORK_CHOOSE ||
           work == EDITOR_WORK_FILL;
}

editor_exchange *editor_workspace_exchange(editor_workspace *workspace, editor_work work)
{
    return work == EDITOR_WORK_RELOAD ? &workspace->loads.reloaded : &workspace->loads.relinked;
}

static void free_exchange(editor_exchange *exchange)
{
    for (uint32_t i = 0; i < exchange->count; i++)
        editor_level_destroy(exchange->models[i].level);
    free(exchange->models);
    *exchange = (editor_exchange){.count = 0};
}

void editor_workspace_forget_models(editor_workspace *workspace, editor_work work)
{
    if (work == EDITOR_WORK_FILL || work == EDITOR_WORK_CHOOSE)
        return; // none waits
    free_exchange(editor_workspace_exchange(workspace, work));
}

void editor_workspace_cancel_exchange(editor_workspace *workspace, editor_work work)
{
    for (uint32_t i = workspace->loads.count; i-- > 0;) {
        if (workspace->loads.entries[i].work == work)
            editor_workspace_remove_load(workspace, i);
    }
    editor_workspace_forget_models(workspace, work);
}

void editor_workspace_cancel_exchanges(editor_workspace *workspace)
{
    editor_workspace_cancel_exchange(workspace, EDITOR_WORK_RELOAD);
    editor_workspace_cancel_exchange(workspace, EDITOR_WORK_RELINK);
    editor_workspace_cancel_exchange(workspace, EDITOR_WORK_CHOOSE);
    editor_workspace_cancel_exchange(workspace, EDITOR_WORK_FILL);
}

static void cancel_queue(editor_workspace *workspace)
{
    while (workspace->loads.count > 0)
        editor_workspace_remove_load(workspace, workspace->loads.count - 1);
    editor_workspace_forget_models(workspace, EDITOR_WORK_RELOAD);
    editor_workspace_forget_models(workspace, EDITOR_WORK_RELINK);
}

uint32_t editor_workspace_find_fill(const editor_workspace *workspace, uint32_t asset)
{
    const editor_loads *loads = &workspace->loads;
    uint32_t i = 0;
    while (i < loads->count && (loads->entries[i].work != EDITOR_WORK_FILL || loads->entries[i].asset != asset))
        i++;
    return i < loads->count ? i : EDITOR_NONE;
}

void editor_workspace_keep_boxes(editor_workspace *workspace, uint32_t asset, uint64_t steps)
{
    const uint32_t number = editor_workspace_find_fill(workspace, asset);
    editor_load_entry *entry = number != EDITOR_NONE ? &workspace->loads.entries[number] : NULL;
    if (!entry || entry->shows != EDITOR_WORK_PLACE)
        return; // they came by another way, or were placed before
    entry->shows = EDITOR_WORK_IMPORT;
    entry->was_placed = true;
    entry->steps = steps;
    entry->version = editor_document_get_version(workspace->document);
}

void editor_workspace_drop_boxes(editor_workspace *workspace, uint32_t asset)
{
    const uint32_t number = editor_workspace_find_fill(workspace, asset);
    if (number == EDITOR_NONE || workspace->loads.entries[number].shows != EDITOR_WORK_PLACE)
        return;
    editor_workspace_remove_load(workspace, number);
    editor_document_remove_model(workspace->document, asset);
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
        editor_workspace_remove_load(workspace, placed);
}

void editor_workspace_drop_placed(editor_workspace *workspace)
{
    const uint32_t placed = find_placed(&workspace->loads);
    if (placed == EDITOR_NONE)
        return;
    editor_load_entry *entry = &workspace->loads.entries[placed];
    entry->work = EDITOR_WORK_IMPORT;
    entry->is_drop = entry->is_first = entry->was_placed = true;
    entry->point = workspace->drops.point;
    workspace->drops.placed = 1;
}

void editor_workspace_remove_first(editor_workspace *workspace, uint32_t count)
{
    remove_entries(&workspace->loads, 0, count);
}

bool editor_workspace_has_load(const editor_workspace *workspace, editor_work work)
{
    const editor_loads *loads = &workspace->loads;
    bool found = false;
    for (uint32_t i = 0; i < loads->count && !found; i++)
        found = loads->entries[i].work == work;
    return found;
}

static bool holds(const editor_exchange *exchange, uint32_t asset)
{
    bool found = false;
    for (uint32_t i = 0; i < exchange->count && !found; i++)
        found = exchange->models[i].asset == asset;
    return found;
}

// --- those that wait ---
//
// While another level is being opened, what is asked for the level that is shown waits. It is read after all if that
// one stays.

void editor_workspace_put_loads_off(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    if (editor_workspace_has_load(workspace, EDITOR_WORK_OPEN)) { // those behind it were for the level that it opens
        cancel_queue(workspace);
        return;
    }
    editor_workspace_forget_put_off(workspace);
    editor_workspace_abandon_job(workspace);
    loads->put_off = (editor_put_off){loads->entries, loads->count, {loads->reloaded, loads->relinked}};
    loads->entries = NULL;
    loads->count = 0;
    loads->reloaded = loads->relinked = (editor_exchange){0};
}

void editor_workspace_resume_loads(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    editor_put_off *off = &loads->put_off;
    if (off->count == 0)
        return;
    const uint32_t count = off->count + loads->count;
    editor_load_entry *grown = realloc(off->entries, count * sizeof(*grown));
    if (!grown) {
        editor_workspace_forget_put_off(workspace);
        editor_workspace_say(workspace, "out of memory: what was being read is not read");
        return;
    }
    editor_workspace_abandon_job(workspace);
    if (loads->count > 0)
        memcpy(grown + off->count, loads->entries, loads->count * sizeof(*grown));
    free(loads->entries);
    editor_workspace_forget_models(workspace, EDITOR_WORK_RELOAD);
    editor_workspace_forget_models(workspace, EDITOR_WORK_RELINK);
    loads->entries = grown;
    loads->count = count;
    loads->reloaded = off->exchanges[0];
    loads->relinked = off->exchanges[1];
    *off = (editor_put_off){0};
    workspace->dirty = true;
}

void editor_workspace_forget_put_off(editor_workspace *workspace)
{
    editor_put_off *off = &workspace->loads.put_off;
    free_contents(off->entries, off->count);
    free(off->entries);
    for (int i = 0; i < 2; i++)
        free_exchange(&off->exchanges[i]);
    *off = (editor_put_off){0};
}

static bool puts_off(const editor_workspace *workspace, uint32_t asset)
{
    const editor_put_off *off = &workspace->loads.put_off;
    bool found = false;
    for (uint32_t i = 0; i < off->count && !found; i++)
        found = editor_workspace_is_exchange(off->entries[i].work) && off->entries[i].asset == asset;
    for (uint32_t k = 0; k < 2 && !found; k++)
        found = holds(&off->exchanges[k], asset);
    return found;
}

void editor_workspace_cancel_loads(editor_workspace *workspace)
{
    cancel_queue(workspace);
    editor_workspace_forget_put_off(workspace);
}

bool editor_workspace_has_load_of(const editor_workspace *workspace, uint32_t asset)
{
    const editor_loads *loads = &workspace->loads;
    bool found = holds(&loads->reloaded, asset) || holds(&loads->relinked, asset) || puts_off(workspace, asset);
    for (uint32_t i = 0; i < loads->count && !found; i++)
        found = editor_workspace_is_exchange(loads->entries[i].work) && loads->entries[i].asset == asset;
    return found;
}
