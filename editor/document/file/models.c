// models.c: exchanges the content of models, and tells which files are to be read for that.
#include "document/file/models.h"

#include "document/history/document_internal.h"
#include "document/level/choice.h"
#include "document/level/level_internal.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of a missing one, `stamp` is that of the file when it could not be read.
bool editor_model_is_changed(const editor_asset *asset)
{
    if (asset->builtin || asset->unread)
        return false;
    const editor_file_stamp now = editor_file_look(asset->path);
    bool changed = now.exists && !editor_file_stamp_is_same(&now, &asset->stamp);
    // A file that is half a model is not read again while it is gone.
    for (uint32_t i = 0; i < asset->source_count && now.exists && !changed; i++) {
        const editor_source *source = &asset->sources[i];
        const editor_file_stamp there = editor_file_look(source->path);
        changed = there.exists && !editor_file_stamp_is_same(&there, &source->stamp);
    }
    return changed;
}

const char *editor_model_find_gone(const editor_asset *asset)
{
    if (asset->builtin || asset->missing)
        return NULL;
    if (asset->stamp.exists && !editor_file_look(asset->path).exists)
        return asset->path;
    for (uint32_t i = 0; i < asset->source_count; i++) {
        if (asset->sources[i].stamp.exists && !editor_file_look(asset->sources[i].path).exists)
            return asset->sources[i].path;
    }
    return NULL;
}

uint64_t editor_model_version(const editor_asset *asset)
{
    uint64_t version = (uint64_t)editor_file_look(asset->path).time;
    for (uint32_t i = 0; i < asset->source_count; i++)
        version = version * 31 + (uint64_t)editor_file_look(asset->sources[i].path).time;
    return version;
}

bool editor_level_reads(const editor_level *level, const char *path)
{
    bool found = level->path && editor_file_is_same(level->path, path);
    for (uint32_t i = 0; i < level->asset_count && !found; i++) {
        const editor_asset *asset = &level->assets[i];
        found = !asset->builtin && editor_file_is_same(asset->path, path);
        for (uint32_t k = 0; k < asset->source_count && !found; k++)
            found = editor_file_is_same(asset->sources[k].path, path);
    }
    return found;
}

bool *editor_document_find_used_models(const editor_document *document, bool undone)
{
    return editor_level_find_used(document->level, undone, true);
}

// --- Whether a file is the one that is missing ---

// The name of a file without its extension, as readers name what has no name in the file.
static char *stem_of(const char *path)
{
    char *name = editor_text_copy(editor_path_name(path));
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot && dot > name)
        *dot = '\0';
    return name;
}

static bool is_called(const editor_asset *asset, uint32_t mesh, const char *name)
{
    return strcmp(asset->meshes[mesh].name ? asset->meshes[mesh].name : "", name) == 0;
}

// `likely`: most files have their meshes in the order that they had.
static bool has_mesh(const editor_asset *asset, uint32_t likely, const char *name)
{
    bool found = likely < asset->mesh_count && is_called(asset, likely, name);
    for (uint32_t i = 0; i < asset->mesh_count && !found; i++)
        found = is_called(asset, i, name);
    return found;
}

static bool has_names(const editor_asset *asset)
{
    bool found = false;
    for (uint32_t i = 0; i < asset->mesh_count && !found; i++)
        found = asset->meshes[i].name && asset->meshes[i].name[0];
    return found;
}

// The name that mesh `number` of a missing file has in the one that was found. NULL: it has none like it, or no memory.
// The caller frees it. Without any names, not `named`, meshes go by number. Some are named after their file, which has
// another name now ("ship", "ship lines").
static char *name_in(const editor_asset *found, const editor_asset *missing, bool named, uint32_t number)
{
    const char *name = missing->meshes[number].name ? missing->meshes[number].name : "";
    if (!named) {
        const char *there = number < found->mesh_count ? found->meshes[number].name : NULL;
        return number < found->mesh_count ? editor_text_copy(there ? there : "") : NULL;
    }
    if (has_mesh(found, number, name))
        return editor_text_copy(name);
    char *was = stem_of(missing->path), *now = stem_of(found->path);
    const size_t length = was ? strlen(was) : 0;
    editor_text text = {0};
    if (length > 0 && now && strncmp(name, was, length) == 0 && (name[length] == '\0' || name[length] == ' ')) {
        editor_text_put(&text, now);
        editor_text_put(&text, name + length);
    }
    free(was);
    free(now);
    if (text.data && has_mesh(found, number, text.data))
        return editor_text_take(&text);
    editor_text_free(&text);
    return NULL;
}

// Meshes of a missing file have the names of those of the one that was found, so that they are found there. Without
// memory a box stays.
static void rename_meshes(editor_asset *missing, const editor_asset *found)
{
    const bool named = has_names(missing);
    char **names = calloc((size_t)missing->mesh_count + 1, sizeof(*names));
    for (uint32_t i = 0; names && i < missing->mesh_count; i++)
        names[i] = name_in(found, missing, named, i);
    for (uint32_t i = 0; names && i < missing->mesh_count; i++) {
        if (!names[i])
            continue;
        free(missing->meshes[i].name);
        missing->meshes[i].name = names[i];
    }
    free(names);
}

// Without meshes an asset has clips of nodes that have names.
static bool has_followed(const editor_level *level, uint32_t asset, const editor_asset *found)
{
    bool wanted = false, has = false;
    for (uint32_t i = 0; i < level->object_count && !has; i++) {
        const editor_object *object = &level->objects[i];
        if (!object->follow_name || object->motion_asset != asset)
            continue;
        wanted = true;
        for (uint32_t k = 0; k < found->node_count && !has; k++)
            has = found->nodes[k].name && strcmp(found->nodes[k].name, object->follow_name) == 0;
    }
    return has || !wanted;
}

bool editor_document_finds_model(const editor_document *document, uint32_t asset, const editor_level *source)
{
    const editor_asset *missing = &document->level->assets[asset], *found = &source->assets[0];
    bool fits = missing->mesh_count == 0 && has_followed(document->level, asset, found);
    const bool named = has_names(missing);
    for (uint32_t i = 0; i < missing->mesh_count && !fits; i++) {
        char *name = name_in(found, missing, named, i);
        fits = name != NULL;
        free(name);
    }
    return fits;
}

bool editor_document_has_file(const editor_document *document, uint32_t asset, const char *path)
{
    const editor_level *level = document->level;
    bool *used = editor_level_find_used(level, true, true);
    char *absolute = editor_path_absolute(path);
    bool found = false;
    for (uint32_t i = 0; i < level->asset_count && !found; i++) {
        const editor_asset *other = &level->assets[i];
        if (i == asset || other->builtin || (used && !used[i] && !other->reference)) // the last ones are not saved
            continue;
        char *its = editor_path_absolute(other->path);
        found = absolute && its ? strcmp(absolute, its) == 0 : strcmp(other->path, path) == 0;
        free(its);
    }
    free(absolute);
    free(used);
    return found;
}

// --- Exchanging ---

static void forget_reference(editor_asset *asset)
{
    free(asset->reference);
    asset->reference = NULL;
}

bool editor_document_exchange_model(editor_document *document, uint32_t asset, editor_level *source,
                                    editor_error *error)
{
    editor_level *level = document->level;
    const bool was_missing = level->assets[asset].missing && !level->assets[asset].unread;
    const bool is_elsewhere = was_missing && strcmp(level->assets[asset].path, source->assets[0].path) != 0;
    if (was_missing)
        rename_meshes(&level->assets[asset], &source->assets[0]);
    const uint32_t from = editor_level_absorb(level, source);
    if (from == EDITOR_NONE || !editor_level_graft(level, asset, from)) {
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", level->assets[asset].path);
        return false;
    }
    if (is_elsewhere) {
        forget_reference(&level->assets[asset]);
        editor_document_mark_changed(document);
    }
    return true;
}

// `scene` and `variant` are those that `source` was asked for: it may have been read without one (import.h).
static bool choose(editor_document *document, uint32_t asset, editor_level *source, const char *scene,
                   const char *variant, const editor_fit *fit, edit_scene_plan **plan, editor_error *error)
{
    editor_level *level = document->level;
    const bool lacks = source->assets[0].keeps_content;
    const bool replaces = !editor_choice_is_same(level->assets[asset].scene, scene);
    bool ok = editor_edit_set_fit(document, asset, fit) != EDITOR_EDIT_REFUSED;
    *plan = ok && replaces ? edit_plan_scene(document, asset) : NULL; // while the content is that of the scene before
    ok = ok && (!replaces || *plan || edit_out_of_memory(document));
    if (!ok) {
        editor_level_destroy(source);
        return false;
    }
    if (!editor_document_exchange_model(document, asset, source, error))
        return false;
    ok = edit_choose(document, asset, scene, variant, *plan) != EDITOR_EDIT_REFUSED;
    level->assets[asset].keeps_content = ok && lacks;
    return ok;
}

bool editor_document_choose(editor_document *document, uint32_t asset, editor_level *source, const editor_fit *fit,
                            uint32_t *left, editor_error *error)
{
    edit_scene_plan *plan = NULL;
    const editor_asset *read = &source->assets[0];
    char *scene = read->scene ? editor_text_copy(read->scene) : NULL;
    char *variant = read->variant ? editor_text_copy(read->variant) : NULL;
    error->text[0] = '\0';
    bool ok = ((!read->scene || scene) && (!read->variant || variant)) || edit_out_of_memory(document);
    ok = ok && editor_document_begin(document, NULL);
    if (!ok)
        editor_level_destroy(source);
    ok = ok && choose(document, asset, source, scene, variant, fit, &plan, error);
    free(scene);
    free(variant);
    *left = plan ? edit_scene_left(plan) : 0;
    edit_free_scene_plan(plan);
    if (!ok && !error->text[0])
        snprintf(error->text, sizeof(error->text), "%.300s", document->reason);
    if (ok)
        editor_document_commit(document);
    else
        editor_document_cancel(document);
    return ok;
}

void editor_document_keep_content(editor_document *document, uint32_t asset, const char *why)
{
    document->level->assets[asset].keeps_content = true;
    editor_level_add_asset_warning(document->level, asset, "%s; shown as it was read before", why);
    document->level->revision++;
}

bool editor_document_boxes_were_right(const editor_document *document, uint32_t asset, const editor_level *source)
{
    return editor_asset_adds_the_same(&document->level->assets[asset], &source->assets[0]);
}

void editor_document_give_up_model(editor_document *document, uint32_t asset, const char *why)
{
    document->level->assets[asset].stamp = editor_file_look(document->level->assets[asset].path);
    editor_level_add_asset_warning(document->level, asset, "%s; shown as boxes", why);
    editor_level_settle_missing(document->level, asset); // without memory it still looks as if it came
}

char *editor_model_beside(const char *was, const char *lost, const char *path)
{
    char *from = editor_path_absolute(was), *to = editor_path_absolute(lost);
    char *relative = from && to ? editor_path_relative(from, to) : NULL;
    char *found = relative ? editor_path_beside(path, relative) : NULL;
    if (found && !editor_file_look(found).exists) {
        free(found);
        found = NULL;
    }
    free(from);
    free(to);
    free(relative);
    return found;
}
