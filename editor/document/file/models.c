// models.c: exchanges the content of models, and tells which files are to be read for that.
#include "document/file/models.h"

#include "document/history/document_internal.h"
#include "document/level/level_internal.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool editor_model_is_changed(const editor_asset *asset)
{
    if (asset->builtin || asset->missing)
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
    const uint32_t from = editor_level_absorb(level, source);
    if (from == EDITOR_NONE || !editor_level_graft(level, asset, from)) {
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", level->assets[asset].path);
        return false;
    }
    if (was_missing) {
        forget_reference(&level->assets[asset]);
        editor_document_mark_changed(document);
    }
    return true;
}

bool editor_document_boxes_were_right(const editor_document *document, uint32_t asset, const editor_level *source)
{
    return editor_asset_adds_the_same(&document->level->assets[asset], &source->assets[0]);
}

void editor_document_give_up_model(editor_document *document, uint32_t asset, const char *why)
{
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
