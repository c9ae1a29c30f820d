#include "document/file/autosave.h"

#include "document/file/level_file.h"
#include "system/file_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The path of the copy of `path`. The caller frees it; NULL: out of memory.
static char *copy_path(const char *path)
{
    size_t size = strlen(path) + sizeof(".autosave");
    char *out = malloc(size);
    if (out)
        snprintf(out, size, "%s.autosave", path);
    return out;
}

static bool write_copy(const editor_level *level, const char *path, editor_error *error)
{
    char *copy = copy_path(path);
    editor_text text = {0};
    bool ok = copy != NULL;
    if (!ok)
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    // Write it as for `path`: both files are in the same folder, so references are the same.
    ok = ok && editor_level_write(level, path, &text, error) && editor_file_save(copy, text.data, text.size, error);
    editor_text_free(&text);
    free(copy);
    return ok;
}

editor_autosave_result editor_autosave_tick(editor_autosave *autosave, const editor_document *document,
                                            const char *path, double now, editor_error *error)
{
    if (editor_document_is_open(document))
        return EDITOR_AUTOSAVE_NOTHING;
    if (!editor_document_is_changed(document) || editor_document_state(document) == autosave->state) {
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
    if (!write_copy(editor_document_level(document), path, error))
        return EDITOR_AUTOSAVE_FAILED;
    autosave->state = editor_document_state(document);
    autosave->waiting = false;
    return EDITOR_AUTOSAVE_DONE;
}

bool editor_autosave_check(const char *path)
{
    int64_t saved, copied;
    char *copy = copy_path(path);
    bool there = copy && editor_file_time(copy, &copied);
    free(copy);
    return there && (!editor_file_time(path, &saved) || copied >= saved);
}

editor_level *editor_autosave_open(const char *path, editor_image_decoder decoder, void *decoder_user,
                                   editor_error *error)
{
    char *copy = copy_path(path);
    if (!copy) {
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
        return NULL;
    }
    editor_level *level = editor_level_read(path, copy, decoder, decoder_user, error);
    free(copy);
    if (level)
        level->is_level_file = editor_level_is_file(path);
    return level;
}

bool editor_autosave_discard(const char *path)
{
    char *copy = copy_path(path);
    bool gone = copy && editor_file_remove(copy);
    free(copy);
    return gone;
}
