// workspace_load.c: files that are read while the editor goes on: one at a time, the others wait for their turn.
#include "workspace/workspace_private.h"

#include "document/file/document_file.h"
#include "document/import/import.h"
#include "document/level/choice.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double look_interval = 0.03; // seconds
// Levels with so many bytes of models, and models of so many bytes, are shown as boxes first.
static const uint64_t boxes_from = (uint64_t)8 << 20;

// --- reading ---

uint32_t editor_workspace_find_known(const editor_workspace *workspace, const editor_load_entry *entry)
{
    const uint32_t read = editor_document_find_model(workspace->document, entry->path);
    if (read != EDITOR_NONE || (entry->work != EDITOR_WORK_IMPORT && entry->work != EDITOR_WORK_PLACE))
        return read;
    const uint32_t boxes = editor_document_find_unread(workspace->document, entry->path);
    const editor_level *level = editor_workspace_get_level(workspace);
    return boxes != EDITOR_NONE && level->assets[boxes].node_count > 0 ? boxes : EDITOR_NONE;
}

static bool is_known(const editor_workspace *workspace, const editor_load_entry *entry)
{
    if (entry->work == EDITOR_WORK_OPEN || editor_workspace_is_exchange(entry->work))
        return false;
    return editor_workspace_find_known(workspace, entry) != EDITOR_NONE;
}

// Whether the file's own was read, because the file did not list what is chosen.
static bool lacks_scene(const editor_asset *asset)
{
    return asset->scene && !asset->read_scene && editor_choice_scene(&asset->choices, asset->scene) == EDITOR_NONE;
}

static bool lacks_variant(const editor_asset *asset)
{
    return asset->variant && !asset->read_variant &&
           editor_choice_variant(&asset->choices, asset->variant) == EDITOR_NONE;
}

static editor_load_model model_of(const editor_workspace *workspace, const editor_load_entry *entry)
{
    editor_load_model model = {.path = entry->path, .scene = entry->scene, .variant = entry->variant};
    if (!editor_workspace_is_exchange(entry->work))
        return model;
    const editor_asset *asset = &editor_workspace_get_level(workspace)->assets[entry->asset];
    model.origin = asset->origin;
    if (entry->work == EDITOR_WORK_CHOOSE && entry->is_chosen) { // what is left as it was may be gone
        model.may_lack_scene = editor_choice_is_same(model.scene, asset->scene);
        model.may_lack_variant = editor_choice_is_same(model.variant, asset->variant);
        return model;
    }
    model.scene = asset->scene;
    model.variant = asset->variant;
    if (entry->work == EDITOR_WORK_CHOOSE) { // undo or redo changed the other one, and this one was gone before
        model.may_lack_scene = lacks_scene(asset) && !editor_choice_is_same(asset->variant, asset->read_variant);
        model.may_lack_variant = lacks_variant(asset) && !editor_choice_is_same(asset->scene, asset->read_scene);
    } else {
        model.may_lack_scene = model.may_lack_variant = true;
    }
    return model;
}

static void remove_taken(editor_excess *taken, editor_excess less)
{
    taken->bytes -= less.bytes < taken->bytes ? less.bytes : taken->bytes;
    taken->pixels -= less.pixels < taken->pixels ? less.pixels : taken->pixels;
}

// What the level's models take (import.h) besides those that the entry's model, and those that were read for an
// exchange, replace. The level could not be opened again with more than one opening allows.
static editor_excess find_taken(const editor_workspace *workspace, const editor_load_entry *entry)
{
    editor_excess taken = {0, 0};
    if (entry->work == EDITOR_WORK_OPEN)
        return taken;
    const editor_level *level = editor_workspace_get_level(workspace);
    const editor_exchange *exchanges[] = {&workspace->loads.reloaded, &workspace->loads.relinked};
    taken = editor_import_taken(level, 0);
    if (editor_workspace_is_exchange(entry->work))
        remove_taken(&taken, level->assets[entry->asset].excess);
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < exchanges[k]->count; i++) {
            const editor_read_model *model = &exchanges[k]->models[i];
            remove_taken(&taken, level->assets[model->asset].excess);
            if (model->level)
                editor_import_add_taken(&taken, editor_import_taken(model->level, 0));
        }
    }
    return taken;
}

// How many of the first entries are read together.
static uint32_t count_parts(const editor_loads *loads)
{
    uint32_t count = loads->count > 0;
    while (count > 0 && loads->entries[0].work == EDITOR_WORK_FILL && count < loads->count &&
           loads->entries[count].work == EDITOR_WORK_FILL && loads->entries[count].group == loads->entries[0].group)
        count++;
    return count;
}

// A model that is imported while boxes stand for it is read as those ask for it, and then the level has it.
static void fill_first(editor_workspace *workspace)
{
    const editor_load_entry *first = workspace->loads.entries;
    if (first->work != EDITOR_WORK_IMPORT && first->work != EDITOR_WORK_PLACE)
        return;
    const uint32_t asset = editor_document_find_unread(workspace->document, first->path);
    if (asset != EDITOR_NONE)
        editor_workspace_fill_next(workspace, asset); // without memory it is read, and is an asset of its own
}

// Begins to read the first entry, when the last thread has ended.
void editor_workspace_start_load(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    if (loads->ending && editor_load_look(loads->ending) != EDITOR_LOAD_RUNS) {
        editor_load_destroy(loads->ending);
        loads->ending = NULL;
    }
    if (loads->count == 0 || loads->job || loads->ending || loads->has_ended)
        return;
    if (!is_known(workspace, loads->entries))
        fill_first(workspace);
    if (is_known(workspace, loads->entries))
        return;
    const editor_load_entry *first = &loads->entries[0];
    const bool opens = first->work == EDITOR_WORK_OPEN;
    const bool is_alone = opens || first->work == EDITOR_WORK_IMPORT || first->work == EDITOR_WORK_PLACE;
    const bool comes_as_boxes = workspace->desc.loads_behind && is_alone;
    const uint64_t least = workspace->desc.boxes_from ? workspace->desc.boxes_from : boxes_from;
    editor_load_model more[EDITOR_LOADS_TOGETHER];
    loads->parts = count_parts(loads);
    for (uint32_t i = 1; i < loads->parts; i++)
        more[i - 1] = model_of(workspace, &loads->entries[i]);
    loads->job = editor_load_begin(&(editor_load_desc){.first = model_of(workspace, first),
                                                       .only_models = !opens,
                                                       .more = more,
                                                       .more_count = loads->parts - 1,
                                                       .boxes_from = comes_as_boxes ? least : 0,
                                                       .taken = find_taken(workspace, first),
                                                       .finds_solids = workspace->views.section.caps,
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
    workspace->dirty |= loads->has_ended; // the last picture of its progress
    return loads->has_ended;
}

// The others go before models that boxes stand for, but for the first ones: whether those are being read depends on the
// speed of threads, and the order must not. NULL: out of memory.
static editor_load_entry *append(editor_workspace *workspace, editor_work work, const char *path)
{
    editor_loads *loads = &workspace->loads;
    editor_load_entry *grown = realloc(loads->entries, (loads->count + 1) * sizeof(*grown));
    if (grown)
        loads->entries = grown;
    char *copy = grown ? editor_text_copy(path) : NULL;
    if (!copy)
        return NULL;
    const uint32_t busy = count_parts(loads);
    uint32_t at = loads->count;
    while (work != EDITOR_WORK_FILL && at > busy && grown[at - 1].work == EDITOR_WORK_FILL)
        at--;
    memmove(grown + at + 1, grown + at, (loads->count - at) * sizeof(*grown));
    loads->count++;
    const bool is_drop = work == EDITOR_WORK_IMPORT && workspace->is_drop;
    grown[at] = (editor_load_entry){.work = work,
                                    .path = copy,
                                    .is_drop = is_drop,
                                    .is_first = is_drop && workspace->drops.placed++ == 0,
                                    .was_placed = is_drop && workspace->drops.was_placed,
                                    .point = workspace->drops.point,
                                    .version = editor_document_get_version(workspace->document)};
    return &grown[at];
}

bool editor_workspace_load(editor_workspace *workspace, editor_work work, const char *path, editor_error *error)
{
    if (work == EDITOR_WORK_OPEN) {
        editor_workspace_put_loads_off(workspace);
        workspace->opens = false;
    }
    if (append(workspace, work, path))
        return true;
    if (work == EDITOR_WORK_OPEN)
        editor_workspace_resume_loads(workspace);
    snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    return false;
}

editor_load_entry *editor_workspace_load_model(editor_workspace *workspace, editor_work work, const char *path,
                                               uint32_t asset)
{
    editor_load_entry *entry = append(workspace, work, path);
    if (entry)
        entry->asset = asset;
    return entry;
}

editor_load_entry *editor_workspace_fill_next(editor_workspace *workspace, uint32_t asset)
{
    editor_loads *loads = &workspace->loads;
    const uint32_t to = loads->job ? loads->parts : 0; // behind what is being read
    uint32_t at = editor_workspace_find_fill(workspace, asset);
    const bool is_new = at == EDITOR_NONE;
    at = is_new ? loads->count : at;
    if (!editor_workspace_has_load(workspace, EDITOR_WORK_FILL))
        loads->filled = loads->unfilled = 0;
    if (is_new && !editor_workspace_load_model(workspace, EDITOR_WORK_FILL,
                                               editor_workspace_get_level(workspace)->assets[asset].path, asset))
        return NULL;
    if (at < to)
        return &loads->entries[at];
    const editor_load_entry entry = loads->entries[at];
    memmove(loads->entries + to + 1, loads->entries + to, (at - to) * sizeof(entry));
    loads->entries[to] = entry;
    loads->entries[to].group = ++loads->groups; // it is read alone
    return &loads->entries[to];
}

bool editor_workspace_has_opening(const editor_workspace *workspace)
{
    const editor_loads *loads = &workspace->loads;
    bool found = loads->opened != NULL; // it has been read, and a question is in its way
    for (uint32_t i = 0; i < loads->count && !found; i++)
        found = loads->entries[i].work == EDITOR_WORK_OPEN || loads->entries[i].shows == EDITOR_WORK_OPEN;
    return found;
}

bool editor_workspace_is_opening(const editor_workspace *workspace)
{
    return workspace->opens;
}

const char *editor_workspace_refusal(const editor_workspace *workspace)
{
    return workspace->refusal.text[0] ? workspace->refusal.text : NULL;
}

editor_load *editor_workspace_take_job(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    editor_load *job = loads->job;
    loads->job = NULL;
    loads->has_ended = false;
    return job;
}

editor_level *editor_workspace_take_load(editor_workspace *workspace, editor_load_entry *entry, editor_error *error)
{
    editor_loads *loads = &workspace->loads;
    *entry = loads->entries[0];
    entry->warnings = editor_workspace_get_level(workspace)->warning_count;
    loads->entries[0].path = loads->entries[0].scene = loads->entries[0].variant = NULL;
    editor_load *job = editor_workspace_take_job(workspace);
    editor_workspace_remove_first(workspace, 1);
    editor_level *level = job ? editor_load_take(job, 0, error) : NULL;
    editor_load_destroy(job);
    if (!level && !error->text[0] && !is_known(workspace, entry))
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", entry->path);
    return level;
}

// --- for the shell and the panels ---

double editor_workspace_load_wake(const editor_workspace *workspace)
{
    // What has been read and waits for the user needs no looking at.
    const editor_loads *loads = &workspace->loads;
    return (loads->count > 0 && !loads->has_ended) || loads->ending ? look_interval : -1;
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
    model->load.counts_bytes = loads->job && editor_load_bytes(loads->job, &model->load.done, &model->load.total);
    model->load.waiting = loads->count - 1;
    model->load.seconds = workspace->seconds;
}

void editor_workspace_finish_loads(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    editor_workspace_cancel_loads(workspace);
    editor_load_destroy(loads->ending);
    editor_level_destroy(loads->opened);
    free(loads->entries);
}
