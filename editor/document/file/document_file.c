// document_file.c: saves a document, and takes models into it.
#include "document/file/document_file.h"

#include "document/file/level_file.h"
#include "document/history/document_internal.h"
#include "system/file_save.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t editor_document_adopt(editor_document *document, const char *path, editor_level *source)
{
    editor_error error = {""};
    document->reason[0] = 0;
    uint32_t asset = editor_level_adopt(document->level, path, source, &error);
    if (asset == EDITOR_NONE)
        edit_refuse(document, "%s", error.text);
    return asset;
}

uint32_t editor_document_find_model(const editor_document *document, const char *path)
{
    return editor_level_find_model(document->level, path);
}

uint32_t editor_document_find_unread(const editor_document *document, const char *path)
{
    return editor_level_find_unread(document->level, path);
}

// Forgets relative references to assets if the file moves to another folder.
static void forget_references(editor_level *level, const char *path)
{
    char *before = level->is_level_file ? editor_path_absolute(level->path) : NULL;
    char *now = editor_path_absolute(path);
    const char *x = before ? strrchr(before, '/') : NULL, *y = now ? strrchr(now, '/') : NULL;
    bool same = x && y && x - before == y - now && memcmp(before, now, (size_t)(x - before)) == 0;
    for (uint32_t i = 0; i < level->asset_count; i++) {
        editor_asset *asset = &level->assets[i];
        char *absolute = asset->builtin || same ? NULL : editor_path_absolute(asset->path);
        char *reference = absolute && now && asset->reference ? editor_path_relative(now, absolute) : NULL;
        free(absolute);
        if (!reference)
            continue;
        free(asset->reference);
        asset->reference = reference;
    }
    free(before);
    free(now);
}

bool editor_document_save(editor_document *document, const char *path, editor_error *error)
{
    editor_level *level = document->level;
    editor_text text = {0};
    char *copy = editor_text_copy(path);
    bool ok = copy != NULL;
    if (!ok)
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    ok = ok && editor_level_write(level, path, &text, error) && editor_file_save(path, text.data, text.size, error);
    editor_text_free(&text);
    if (!ok) {
        free(copy);
        return false;
    }
    forget_references(level, path);
    free(level->path);
    level->path = copy;
    level->is_level_file = true;
    level->stamp = editor_file_look(path);
    editor_document_mark_saved(document);
    return true;
}

bool editor_document_is_overtaken(const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    if (!level->path || !level->is_level_file)
        return false;
    const editor_file_stamp now = editor_file_look(level->path);
    return now.exists && !editor_file_stamp_is_same(&now, &level->stamp);
}
