// models.c: reads model files again.
#include "document/file/models.h"

#include "document/history/document_internal.h"
#include "document/import/import.h"
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

static bool read_again(editor_document *document, uint32_t asset, const char *path, editor_image_decoder decoder,
                       void *decoder_user, editor_error *error)
{
    const editor_asset *was = &document->level->assets[asset];
    const editor_import_options options = {.scene = was->scene, .variant = was->variant, .fit = was->fit};
    editor_level *source = editor_import_as(path, &options, decoder, decoder_user, error);
    if (!source)
        return false;
    uint32_t from = editor_level_absorb(document->level, source);
    bool ok = from != EDITOR_NONE && editor_level_graft(document->level, asset, from);
    if (!ok)
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    return ok;
}

bool editor_document_reload_model(editor_document *document, uint32_t asset, editor_image_decoder decoder,
                                  void *decoder_user, editor_error *error)
{
    char *path = editor_text_copy(document->level->assets[asset].path);
    bool ok = path && read_again(document, asset, path, decoder, decoder_user, error);
    if (!path)
        snprintf(error->text, sizeof(error->text), "out of memory");
    free(path);
    return ok;
}

// The file that lies to `path` as the missing one at `lost` lies to `was`. NULL: none is there.
static char *find_beside(const char *was, const char *lost, const char *path)
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

static void forget_reference(editor_asset *asset)
{
    free(asset->reference);
    asset->reference = NULL;
}

uint32_t editor_document_relink_model(editor_document *document, uint32_t asset, const char *path,
                                      editor_image_decoder decoder, void *decoder_user, editor_error *error)
{
    editor_level *level = document->level;
    char *was = editor_text_copy(level->assets[asset].path);
    if (!was || !read_again(document, asset, path, decoder, decoder_user, error)) {
        free(was);
        return 0;
    }
    uint32_t mended = 1;
    forget_reference(&level->assets[asset]);
    for (uint32_t i = 0; i < level->asset_count; i++) {
        if (!level->assets[i].missing || level->assets[i].builtin)
            continue;
        editor_error other;
        char *found = find_beside(was, level->assets[i].path, path);
        if (found && read_again(document, i, found, decoder, decoder_user, &other)) {
            forget_reference(&level->assets[i]);
            mended++;
        }
        free(found);
    }
    free(was);
    editor_document_mark_changed(document);
    return mended;
}
