// Any bytes as a glTF file, or as a PLY file if they begin with "ply", are refused in one line or become a level that
// can be picked in, at rest and at times of its clips, and whose boxes were those of its objects.
#define _XOPEN_SOURCE 700 // mkdtemp

#include "history.h"

#include "document/import/common/importer.h"
#include "document/import/import.h"
#include "document/import/ply/ply_import.h"
#include "document/level/level_internal.h"
#include "model_check.h"

#include <unistd.h>

static char folder[64], path[96];

static void remove_folder(void)
{
    remove(path);
    rmdir(folder);
}

// glTF files are read as a person's are: from a file.
static void make_folder(void)
{
    snprintf(folder, sizeof(folder), "history_model.XXXXXX");
    HISTORY_MUST(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
    snprintf(path, sizeof(path), "%s/model.gltf", folder);
    // Small files that unpack to much are slow, and their bound has tests of its own.
    editor_import_set_shared((uint64_t)1 << 24);
}

static bool is_one_line(const char *text)
{
    static const char no_memory[] = "out of memory"; // a name in the file may hold it
    const size_t length = strlen(text), less = sizeof(no_memory) - 1;
    return length > 0 && !strchr(text, '\n') && (length < less || strcmp(text + length - less, no_memory) != 0);
}

static void check(editor_level *level)
{
    HISTORY_MUST(model_check_use(level));
    HISTORY_MUST(model_check_play(level));
    HISTORY_MUST(model_check_use(level));
}

static void read_gltf(const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    HISTORY_MUST(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    editor_error error = {""};
    editor_level *level = editor_import(path, NULL, NULL, &error);
    if (level)
        check(level);
    else
        HISTORY_MUST(is_one_line(error.text));
    long boxes = 0;
    HISTORY_MUST(model_check_boxes(path, level, &boxes));
    editor_level_destroy(level);
}

static void read_ply(const uint8_t *bytes, size_t size)
{
    editor_error error = {""};
    editor_importer importer = {.path = "nowhere/model.ply",
                                .bytes = malloc(size + 1),
                                .size = size,
                                .error = &error,
                                .level = editor_level_create()};
    HISTORY_MUST(importer.bytes && importer.level);
    memcpy(importer.bytes, bytes, size);
    importer.bytes[size] = 0;
    if (editor_import_ply(&importer)) {
        HISTORY_MUST(editor_level_finish(importer.level, &error));
        check(importer.level);
    } else {
        HISTORY_MUST(is_one_line(error.text));
    }
    free(importer.bytes);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (folder[0] == '\0')
        make_folder();
    if (size >= 3 && memcmp(bytes, "ply", 3) == 0)
        read_ply(bytes, size);
    else
        read_gltf(bytes, size);
    return 0;
}
