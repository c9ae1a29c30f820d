// autosave.c: decides when a copy is written, where, and which of the session's copies go.
#include "document/file/autosave.h"

#include "document/file/copies.h"
#include "document/file/level_file.h"
#include "system/file_save.h"
#include "system/path.h"
#include "system/platform_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Makes an empty file FOLDER/NAME.N.autosave that no other session can take. NULL: `error` has the reason.
static char *claim_path(const char *folder, const char *name, editor_error *error)
{
    size_t size = strlen(folder) + strlen(name) + 32;
    char *path = malloc(size);
    bool taken = true;
    if (!path)
        snprintf(error->text, sizeof(error->text), "%.200s: out of memory", name);
    for (unsigned number = 1; path && taken && number < 10000; number++) {
        snprintf(path, size, number == 1 ? "%s/%s.autosave" : "%s/%s.%u.autosave", folder, name, number);
        if (editor_file_claim(path, &taken, error))
            return path;
    }
    free(path);
    return NULL;
}

// Writes one more copy. NULL: `error` has the reason.
static char *write_copy(const editor_level *level, const char *origin, const char *folder, editor_error *error)
{
    char *path = claim_path(folder, origin ? editor_path_name(origin) : "unsaved", error);
    editor_text text = {0};
    bool ok = path && editor_copy_write(level, origin, path, &text, error) &&
              editor_file_save(path, text.data, text.size, error);
    editor_text_free(&text);
    if (ok || !path)
        return path;
    editor_file_remove(path);
    free(path);
    return NULL;
}

static void add_generation(editor_autosave *autosave, char *path)
{
    if (autosave->copy_count == EDITOR_AUTOSAVE_GENERATIONS) {
        editor_file_remove(autosave->copies[0]);
        free(autosave->copies[0]);
        memmove(autosave->copies, autosave->copies + 1, (EDITOR_AUTOSAVE_GENERATIONS - 1) * sizeof(char *));
        autosave->copy_count--;
    }
    autosave->copies[autosave->copy_count++] = path;
}

static editor_autosave_result write_somewhere(editor_autosave *autosave, const editor_level *level,
                                              const char *state_folder, editor_error *error)
{
    char *origin = level->path ? editor_path_absolute(level->path) : NULL;
    bool beside = origin && level->is_level_file;
    char *folder = beside ? editor_path_folder(origin) : NULL, *path = NULL;
    error->text[0] = '\0';
    if (folder)
        path = write_copy(level, origin, folder, error);
    editor_autosave_result result = path ? EDITOR_AUTOSAVE_DONE : EDITOR_AUTOSAVE_FAILED;
    if (!path && state_folder && (origin || !level->path)) {
        editor_error second = {""};
        if (editor_folder_make(state_folder))
            path = write_copy(level, origin, state_folder, &second);
        else
            snprintf(second.text, sizeof(second.text), "%.300s: the folder cannot be made", state_folder);
        if (path)
            result = beside ? EDITOR_AUTOSAVE_MOVED : EDITOR_AUTOSAVE_DONE;
        else if (!beside)
            *error = second;
    }
    if (path)
        add_generation(autosave, path);
    free(origin);
    free(folder);
    return result;
}

editor_autosave_result editor_autosave_tick(editor_autosave *autosave, const editor_document *document,
                                            const char *state_folder, double now, editor_error *error)
{
    const editor_level *level = editor_document_level(document);
    if (editor_document_is_open(document) || (!level->is_level_file && !state_folder))
        return EDITOR_AUTOSAVE_NOTHING;
    // Changes without a step, and those that undo makes after a save, may lead to the state of the last copy.
    if (!editor_document_is_changed(document) || editor_document_is_at(document, &autosave->version)) {
        autosave->waiting = false;
        return EDITOR_AUTOSAVE_NOTHING;
    }
    if (!autosave->waiting) {
        autosave->waiting = true;
        autosave->due = now + EDITOR_AUTOSAVE_SECONDS;
    }
    if (now < autosave->due)
        return EDITOR_AUTOSAVE_NOTHING;
    autosave->due = now + EDITOR_AUTOSAVE_SECONDS;
    editor_autosave_result result = write_somewhere(autosave, level, state_folder, error);
    if (result == EDITOR_AUTOSAVE_FAILED)
        return result;
    editor_autosave_pass_over(autosave, document);
    return result;
}

void editor_autosave_pass_over(editor_autosave *autosave, const editor_document *document)
{
    autosave->version = editor_document_get_version(document);
    autosave->waiting = false;
}

void editor_autosave_drop(editor_autosave *autosave)
{
    for (uint32_t i = 0; i < autosave->copy_count; i++)
        editor_file_remove(autosave->copies[i]);
    editor_autosave_finish(autosave);
}

void editor_autosave_finish(editor_autosave *autosave)
{
    for (uint32_t i = 0; i < autosave->copy_count; i++)
        free(autosave->copies[i]);
    *autosave = (editor_autosave){0};
}
