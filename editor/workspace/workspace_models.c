// workspace_models.c: model files that changed on disk, or are missing.
#include "workspace/workspace_private.h"

#include "document/file/models.h"
#include "document/level/choice.h"
#include "system/file_save.h"
#include "system/path.h"

#include <stdio.h>
#include <stdlib.h>

enum { GONE_SIZE = 256 };

static bool is_missing(const editor_asset *asset)
{
    return asset->missing && !asset->unread && !asset->builtin;
}

// The first missing model that the level uses. `without_load`: for which no file is being read, either.
static uint32_t find_missing(const editor_workspace *workspace, bool without_load)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    bool *used = editor_document_find_used_models(workspace->document, false);
    uint32_t i = 0;
    while (i < level->asset_count && (!is_missing(&level->assets[i]) || (used && !used[i]) ||
                                      (without_load && editor_workspace_has_load_of(workspace, i))))
        i++;
    free(used);
    return i < level->asset_count ? i : EDITOR_NONE;
}

void editor_workspace_notice_models(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    if (workspace->desc.no_files || !workspace->desc.keeps_copies)
        return;
    uint32_t changed = 0;
    uint64_t versions = 0; // of the changed files together: each is asked about once
    const char *name = "";
    for (uint32_t i = 0; i < level->asset_count; i++) {
        if (!editor_model_is_changed(&level->assets[i]))
            continue;
        changed++;
        name = editor_path_name(level->assets[i].path);
        versions = versions * 31 + editor_model_version(&level->assets[i]);
    }
    if (changed == 0 || versions == workspace->told_models)
        return;
    workspace->told_models = versions;
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, EDITOR_FOR_MODELS, "Models changed on disk");
    char others[40] = "";
    if (changed > 1)
        snprintf(others, sizeof(others), " and %u other%s", (unsigned)(changed - 1), changed > 2 ? "s" : "");
    snprintf(dialog->text, sizeof(dialog->text),
             "%.160s%s changed since the level read %s. Selection and undo stay. File > Reload Models does it later.",
             name, others, changed > 1 ? "them" : "it");
    dialog->answers[0] = "Reload";
    dialog->answers[1] = "Not Now";
}

// Says which files are no longer there; their models are shown as they were read. False, with no text: none is gone.
static bool describe_gone(const editor_workspace *workspace, char *out, size_t capacity)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const char *first = NULL, *model = NULL;
    uint32_t count = 0; // of models
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const char *gone = editor_model_find_gone(&level->assets[i]);
        if (gone && count++ == 0) {
            first = gone;
            model = level->assets[i].path;
        }
    }
    out[0] = 0;
    if (count == 0)
        return false;
    char of[90] = "", others[60] = " is";
    if (first != model)
        snprintf(of, sizeof(of), " of %.80s", editor_path_name(model));
    if (count > 1)
        snprintf(others, sizeof(others), " and files of %u other model%s are", (unsigned)(count - 1),
                 count > 2 ? "s" : "");
    snprintf(out, capacity, "%.80s%s%s gone from the disk; what was read is still shown", editor_path_name(first), of,
             others);
    return true;
}

void editor_workspace_reload_models(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    bool some = editor_workspace_fill_boxes(workspace), ok = true;
    char gone[GONE_SIZE];
    for (uint32_t i = 0; i < level->asset_count && ok; i++) {
        if (!editor_model_is_changed(&level->assets[i]) && editor_asset_is_as_chosen(&level->assets[i]))
            continue;
        some = true;
        if (!editor_workspace_has_load_of(workspace, i))
            ok = editor_workspace_load_model(workspace, EDITOR_WORK_RELOAD, level->assets[i].path, i) != NULL;
    }
    if (!ok)
        editor_workspace_fail_work(workspace, EDITOR_WORK_RELOAD, "out of memory");
    else if (!some)
        editor_workspace_say(workspace, "%s",
                             describe_gone(workspace, gone, sizeof(gone)) ? gone : "No model changed on disk");
    workspace->dirty = true;
}

void editor_workspace_ask_relink(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t asset = find_missing(workspace, true);
    if (asset == EDITOR_NONE) {
        editor_workspace_say(workspace, find_missing(workspace, false) == EDITOR_NONE
                                            ? "No model is missing"
                                            : "The files of all missing models are being read");
        return;
    }
    editor_workspace_ask_file(workspace, EDITOR_FOR_RELINK);
    if (workspace->dialog.kind == EDITOR_DIALOG_FILE)
        snprintf(workspace->dialog.title, sizeof(workspace->dialog.title), "Find the missing model %.100s",
                 editor_path_name(level->assets[asset].path));
}

bool editor_workspace_relink(editor_workspace *workspace, const char *path, editor_error *error)
{
    const uint32_t asset = find_missing(workspace, true);
    if (asset == EDITOR_NONE)
        return true;
    editor_load_entry *entry = editor_workspace_load_model(workspace, EDITOR_WORK_RELINK, path, asset);
    if (!entry) {
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
        return false;
    }
    entry->is_chosen = true;
    return true;
}

// --- What was read ---

static bool keep(editor_exchange *exchange, uint32_t asset, editor_level *level)
{
    editor_read_model *grown = realloc(exchange->models, (exchange->count + 1) * sizeof(*grown));
    if (!grown)
        return false;
    exchange->models = grown;
    grown[exchange->count++] = (editor_read_model){asset, level};
    return true;
}

// The files of other missing models that lie beside the chosen one as they lay beside the missing one.
static void load_beside(editor_workspace *workspace, const editor_load_entry *chosen)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const editor_asset *asset = &level->assets[i];
        if (!is_missing(asset) || editor_workspace_has_load_of(workspace, i))
            continue;
        char *found = editor_model_beside(level->assets[chosen->asset].path, asset->path, chosen->path);
        if (found)
            editor_workspace_load_model(workspace, EDITOR_WORK_RELINK, found, i); // without memory it is missing
        free(found);
    }
}

static void fail(editor_exchange *exchange, const editor_error *error)
{
    if (exchange->failed++ == 0)
        exchange->first = *error;
}

// Selection and undo stay. Those whose file could not be read keep what they had.
static void exchange_models(editor_workspace *workspace, editor_work work)
{
    editor_exchange *exchange = editor_workspace_exchange(workspace, work);
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t warnings = level->warning_count, misfits = level->misfit_count;
    uint32_t done = 0;
    for (uint32_t i = 0; i < exchange->count; i++) {
        editor_read_model *model = &exchange->models[i];
        editor_error error = {""};
        if (editor_document_exchange_model(workspace->document, model->asset, model->level, &error))
            done++;
        else
            fail(exchange, &error);
    }
    if (exchange->failed > 0)
        editor_workspace_fail_work(workspace, work, exchange->first.text);
    // The warning that a file is missing goes when another one about it comes.
    const uint32_t lost = level->misfit_count > misfits ? level->misfit_count - misfits : 0;
    const uint32_t fresh = editor_workspace_new_warnings(workspace, warnings);
    char told[80], gone[GONE_SIZE];
    editor_workspace_describe_warnings(fresh > lost ? fresh : lost, told, sizeof(told));
    if (work == EDITOR_WORK_RELOAD) {
        const bool is_gone = describe_gone(workspace, gone, sizeof(gone));
        editor_workspace_say(workspace, "Reloaded %u model%s%s%s%s", (unsigned)done, done == 1 ? "" : "s", told,
                             is_gone ? "; " : "", gone);
    } else if (done > 0) {
        const bool more = find_missing(workspace, false) != EDITOR_NONE;
        editor_workspace_say(workspace, "Found %u missing model%s%s%s", (unsigned)done, done == 1 ? "" : "s",
                             more ? "; others are still missing" : "", told);
    }
    exchange->count = 0; // the level has them
    editor_workspace_forget_models(workspace, work);
    editor_debug_view_clear(&workspace->debug);
}

// Whether what was read can take the place of the missing model. Otherwise `why` not. A level has each file once.
static bool is_found(const editor_workspace *workspace, const editor_load_entry *entry, const editor_level *level,
                     editor_error *why)
{
    const editor_exchange *exchange = &workspace->loads.relinked;
    const editor_asset *asset = &editor_workspace_get_level(workspace)->assets[entry->asset];
    const char *missing = asset->path;
    bool has = editor_document_has_file(workspace->document, entry->asset, entry->path);
    for (uint32_t i = 0; i < exchange->count && !has; i++)
        has = editor_file_is_same(exchange->models[i].level->assets[0].path, entry->path);
    const bool is_back = editor_file_is_same(missing, entry->path); // whatever is in it now
    const bool fits = !has && (is_back || editor_document_finds_model(workspace->document, entry->asset, level));
    if (has)
        snprintf(why->text, sizeof(why->text),
                 "%.200s: the level has that file already, and cannot have it as the missing %.100s too", entry->path,
                 editor_path_name(missing));
    else if (!fits)
        snprintf(why->text, sizeof(why->text),
                 "%.200s: not the missing %.100s: it has none of the %s that the level has of that one", entry->path,
                 editor_path_name(missing), asset->mesh_count > 0 ? "meshes" : "moved nodes");
    return fits;
}

void editor_workspace_take_model(editor_workspace *workspace, const editor_load_entry *entry, editor_level *level,
                                 const editor_error *error)
{
    editor_exchange *exchange = editor_workspace_exchange(workspace, entry->work);
    editor_error why = *error;
    if (level && entry->work == EDITOR_WORK_RELINK && !is_found(workspace, entry, level, &why)) {
        editor_level_destroy(level);
        level = NULL;
    }
    if (level && keep(exchange, entry->asset, level)) {
        if (entry->is_chosen)
            load_beside(workspace, entry);
    } else if (level) {
        editor_level_destroy(level);
        fail(exchange, &(editor_error){"out of memory"});
    } else if (entry->work == EDITOR_WORK_RELOAD || entry->is_chosen) { // the user named no other file
        fail(exchange, &why);
    }
    if (!editor_workspace_has_load(workspace, entry->work))
        exchange_models(workspace, entry->work);
    workspace->dirty = true;
}
