// import_model.h: reads a model into a document, as the editor does.
#ifndef TESTS_SUPPORT_IMPORT_MODEL_H
#define TESTS_SUPPORT_IMPORT_MODEL_H

#include "document/file/document_file.h"
#include "document/file/load.h"
#include "document/file/models.h"

// The asset, or EDITOR_NONE with the reason in `why`.
static inline uint32_t import_model(editor_document *document, const char *path, editor_error *why)
{
    uint32_t asset = editor_document_find_model(document, path);
    if (asset != EDITOR_NONE)
        return asset;
    editor_load *load = editor_load_begin(&(editor_load_desc){.first.path = path, .only_models = true});
    editor_level *level = load ? editor_load_take(load, 0, why) : NULL;
    if (level)
        asset = editor_document_adopt(document, path, level);
    editor_load_destroy(load);
    return asset;
}

// Gives an asset what that file has now; `path` NULL: its own file. False, with the reason in `why`.
static inline bool reload_model(editor_document *document, uint32_t asset, const char *path, editor_error *why)
{
    const editor_asset *was = &editor_document_level(document)->assets[asset];
    const editor_load_desc desc = {.first.path = path ? path : was->path,
                                   .first.scene = was->scene,
                                   .first.variant = was->variant,
                                   .first.origin = was->origin,
                                   .only_models = true};
    editor_load *load = editor_load_begin(&desc);
    editor_level *level = load ? editor_load_take(load, 0, why) : NULL;
    editor_load_destroy(load);
    return level && editor_document_exchange_model(document, asset, level, why);
}

#endif
