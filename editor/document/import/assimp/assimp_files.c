// assimp_files.c: opens files for Assimp.
#define _POSIX_C_SOURCE 200809L // fseeko

#include "document/import/assimp/assimp_files.h"
#include "document/import/assimp/assimp_import.h"

#include "system/cache.h"
#include "system/path.h"
#include "system/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t read_file(struct aiFile *file, char *out, size_t size, size_t count)
{
    return fread(out, size, count, (FILE *)(void *)file->UserData);
}

static size_t tell(struct aiFile *file)
{
    const off_t at = ftello((FILE *)(void *)file->UserData);
    return at < 0 ? 0 : (size_t)at;
}

static enum aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    const int whence = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
    return fseeko((FILE *)(void *)file->UserData, (off_t)offset, whence) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
}

static size_t file_size(struct aiFile *file)
{
    const size_t at = tell(file);
    seek(file, 0, aiOrigin_END);
    const size_t size = tell(file);
    seek(file, at, aiOrigin_SET);
    return size;
}

// Readers only read.
static size_t write_nothing(struct aiFile *file, const char *bytes, size_t size, size_t count)
{
    (void)file, (void)bytes, (void)size, (void)count;
    return 0;
}

static void flush_nothing(struct aiFile *file)
{
    (void)file;
}

// Notes the content for the cache, while all such files together are no larger than a model may be: whoever reads the
// model without the cache does not read all of them.
static void note_file(editor_importer *importer, const char *name, editor_file_result result, FILE *file, uint64_t size)
{
    if (!importer->keeps || importer->is_passing)
        return;
    importer->hashed += size;
    editor_hash content;
    const bool known = result == EDITOR_FILE_OK && importer->hashed <= EDITOR_MODEL_FILE_LIMIT &&
                       editor_cache_content(file, importer->level->progress, &content);
    editor_import_note(importer, name, result, known ? &content : NULL, size);
    editor_progress_enter(importer->level->progress, "Decoding", 0); // the child's
}

editor_file_result assimp_files_open(void *user, const char *name, FILE **file)
{
    editor_foreign *foreign = user;
    editor_importer *importer = foreign->importer;
    const editor_file_stamp stamp = editor_file_look(name);
    editor_file_result result = editor_reference_open(importer->path, name, file);
    uint64_t size = 0;
    if (result == EDITOR_FILE_OK)
        (void)editor_file_find_size(*file, &size);
    if (size > EDITOR_MODEL_FILE_LIMIT) {
        fclose(*file);
        *file = NULL;
        result = EDITOR_FILE_TOO_LARGE;
    }
    note_file(importer, name, result, *file, result == EDITOR_FILE_OK ? size : 0);
    if (result == EDITOR_FILE_OK) {
        editor_foreign_allow(foreign, size);
        editor_import_add_source(importer, name, stamp);
    } else if (result != EDITOR_FILE_MISSING) {                          // that are guesses of Assimp's readers
        const size_t folder = editor_path_folder_length(importer->path); // the cache may give it for a model elsewhere
        const bool beside = strncmp(name, importer->path, folder) == 0;
        char what[160];
        snprintf(what, sizeof(what), "%s; read without it", editor_file_result_text(result));
        editor_import_tally(importer, what, "\"%.150s\"", name + (beside ? folder : 0));
    }
    return result;
}

// Reads what an X3D model inlines, and tidies it as the model was. Closes the file. NULL: out of memory, or it cannot
// be read.
static FILE *tidy_inlined(const assimp_source *source, const char *name, FILE *file)
{
    enum { DEEPEST = 100, MANY = 1 << 30 }; // files that inline each other end
    editor_importer *importer = source->importer;
    editor_importer inlined = {.path = name,
                               .error = importer->error,
                               .level = importer->level,
                               .tallies = importer->tallies,
                               .tally_count = importer->tally_count,
                               .inlined = source->depth < DEEPEST ? importer->inlined : MANY};
    uint64_t size = 0;
    bool ok = editor_file_find_size(file, &size) && size < EDITOR_MODEL_FILE_LIMIT;
    inlined.size = ok ? (size_t)size : 0;
    inlined.bytes = ok ? malloc(inlined.size + 1) : NULL;
    ok = inlined.bytes && fread(inlined.bytes, 1, inlined.size, file) == inlined.size;
    fclose(file);
    FILE *tidied = NULL;
    if (ok) {
        inlined.bytes[inlined.size] = 0;
        assimp_tidy_x3d(inlined.bytes, inlined.size);
        if (assimp_tidy_x3d_nodes(&inlined, source->child))
            tidied = fmemopen(NULL, inlined.size + 1, "w+b"); // with memory of its own, and a zero behind the text
    }
    if (tidied && fwrite(inlined.bytes, 1, inlined.size, tidied) == inlined.size)
        rewind(tidied);
    free(inlined.bytes);
    importer->tallies = inlined.tallies;
    importer->tally_count = inlined.tally_count;
    importer->inlined = inlined.inlined < MANY ? inlined.inlined : importer->inlined;
    return tidied;
}

// The model's own bytes are in memory: the child has a copy of this process's.
static FILE *open_model(const editor_importer *importer)
{
    return fmemopen(importer->bytes, importer->size, "rb");
}

static struct aiFile *open_file(struct aiFileIO *files, const char *name, const char *mode)
{
    assimp_source *source = (assimp_source *)(void *)files->UserData;
    const bool is_x3d = editor_path_has_extension(source->importer->path, "x3d");
    const bool is_inlined = is_x3d && source->depth > 1; // Assimp has the model open twice
    const bool is_model = strcmp(name, source->importer->path) == 0 && !is_inlined;
    if (mode[0] != 'r' || strchr(mode, '+'))
        return NULL;
    FILE *opened = NULL;
    if (is_model)
        opened = open_model(source->importer);
    else if (editor_child_open(source->child, name, &opened) != EDITOR_FILE_OK)
        return NULL;
    if (opened && is_inlined)
        opened = tidy_inlined(source, name, opened);
    if (!opened)
        return NULL;
    struct aiFile *file = malloc(sizeof(*file));
    if (!file) {
        fclose(opened);
        return NULL;
    }
    *file = (struct aiFile){.ReadProc = read_file,
                            .WriteProc = write_nothing,
                            .TellProc = tell,
                            .FileSizeProc = file_size,
                            .SeekProc = seek,
                            .FlushProc = flush_nothing,
                            .UserData = (aiUserData)(void *)opened};
    source->depth++;
    return file;
}

static void close_file(struct aiFileIO *files, struct aiFile *file)
{
    ((assimp_source *)(void *)files->UserData)->depth--;
    fclose((FILE *)(void *)file->UserData);
    free(file);
}

struct aiFileIO assimp_files(assimp_source *source)
{
    return (struct aiFileIO){.OpenProc = open_file, .CloseProc = close_file, .UserData = (aiUserData)(void *)source};
}
