// open.c: opens a level or a model.
#include "document/file/open.h"

#include "document/file/level_file.h"
#include "document/import/import.h"

#include <stdio.h>

editor_level *editor_open_model(const char *path, const editor_import_options *options, editor_image_decoder decoder,
                                void *decoder_user, editor_error *error)
{
    if (!editor_level_is_file(path))
        return editor_import_as(path, options, decoder, decoder_user, error);
    snprintf(error->text, sizeof(error->text), "%.300s: a level, whose models are read as it says", path);
    return NULL;
}

editor_level *editor_open(const char *path, editor_image_decoder decoder, void *decoder_user, editor_error *error)
{
    return editor_open_watched(path, decoder, decoder_user, NULL, error);
}

editor_level *editor_open_watched(const char *path, editor_image_decoder decoder, void *decoder_user,
                                  editor_progress *progress, editor_error *error)
{
    if (editor_level_is_file(path))
        return editor_level_read_watched(path, NULL, decoder, decoder_user, progress, error);
    const editor_import_options options = {.fit = EDITOR_FIT_PLAIN, .progress = progress};
    return editor_import_as(path, &options, decoder, decoder_user, error);
}
