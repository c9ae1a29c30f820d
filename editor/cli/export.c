// vkpick export: a level or model, written as a level file or as glTF.
#include "cli/command.h"

#include "document/export/gltf_export.h"
#include "document/export/gltf_losses.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/file/models.h"
#include "document/history/document.h"
#include "screen/image_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct export_options {
    const char *out;
    bool force;
} export_options;

static bool apply_out(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((export_options *)into)->out = value;
    return true;
}

static bool apply_force(void *into, const char *value, editor_error *error)
{
    (void)value;
    (void)error;
    ((export_options *)into)->force = true;
    return true;
}

static const editor_cli_option EXPORT_OPTIONS[] = {
    {"--out", "FILE", "NAME.glb, NAME.gltf (with NAME.bin beside it) or NAME.vkpick, a level file", apply_out},
    {"--force", NULL, "replace existing files, but never one that FILE is read from", apply_force},
};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length > wanted && strcmp(text + length - wanted, end) == 0;
}

// Whether the export may write the file. If not, `error` says why.
static bool may_write(const editor_level *level, const char *path, bool force, editor_error *error)
{
    const bool there = editor_file_look(path).exists, read = there && editor_level_reads(level, path);
    if (read)
        snprintf(error->text, sizeof(error->text), "%.300s: the input is read from this file; choose another name",
                 path);
    else if (there && !force)
        snprintf(error->text, sizeof(error->text), "%.300s: exists already; --force replaces it", path);
    return !read && (!there || force);
}

static bool may_export(const editor_level *level, const export_options *options, editor_error *error)
{
    char *data = ends_with(options->out, ".gltf") ? editor_gltf_data_path(options->out) : NULL;
    bool may = may_write(level, options->out, options->force, error) &&
               (!data || may_write(level, data, options->force, error));
    free(data);
    return may;
}

// A line on stderr for each.
static void tell_losses(const editor_level *level)
{
    editor_text losses = {0};
    editor_gltf_list_losses(level, &losses);
    for (const char *line = losses.data; line && *line;) {
        const int length = (int)strcspn(line, "\n");
        fprintf(stderr, "warning: glTF: %.*s\n", length, line);
        line += length + 1;
    }
    editor_text_free(&losses);
}

static bool save(editor_level *level, const char *path, editor_error *error)
{
    if (!editor_level_is_file(path)) {
        bool written = editor_gltf_export(level, path, editor_image_encode, NULL, error);
        if (written)
            tell_losses(level);
        editor_level_destroy(level);
        return written;
    }
    editor_document *document = editor_document_create(level, NULL); // takes ownership of the level
    bool saved = document != NULL && editor_document_save(document, path, error);
    editor_document_destroy(document);
    return saved;
}

int editor_cli_export(const editor_cli_call *call)
{
    export_options options = {0};
    editor_cli_options table = {"Output", EXPORT_OPTIONS, sizeof(EXPORT_OPTIONS) / sizeof(EXPORT_OPTIONS[0]), &options};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, &table, 1, &path, &status))
        return status;
    if (options.out == NULL ||
        (!editor_level_is_file(options.out) && !ends_with(options.out, ".glb") && !ends_with(options.out, ".gltf")))
        return editor_cli_usage(call, "--out is required, with a name that ends with .glb, .gltf or .vkpick");
    if (call->globals->is_posed)
        return editor_cli_usage(call, "--time and --clip only show a model: it is exported in the file's pose");
    editor_level *level = editor_cli_load(call->globals, path, true, &status);
    if (level == NULL)
        return status;
    editor_error error = {"out of memory"};
    if (!may_export(level, &options, &error)) {
        editor_level_destroy(level);
        return editor_cli_report(EDITOR_EXIT_FAILED, "%s", error.text);
    }
    if (!save(level, options.out, &error))
        return editor_cli_report(EDITOR_EXIT_FAILED, "%s", error.text);
    return EDITOR_EXIT_DONE;
}
