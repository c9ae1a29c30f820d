// import.c: reads the file, chooses the reader, finishes the level.
#include "document/import/import_internal.h"

#include "document/file/level_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_FILE_LIMIT ((size_t)1 << 32)

// Foreign text must not break the one line that a refusal is.
static void make_one_line(char *text)
{
    for (char *c = text; *c; c++) {
        if ((unsigned char)*c < ' ')
            *c = ' ';
    }
}

bool editor_import_refuse(editor_importer *importer, const char *format, ...)
{
    editor_error *error = importer->error;
    if (error->text[0])
        return false;
    int length = snprintf(error->text, sizeof(error->text), "%.200s: ", importer->path);
    if (length < 0 || (size_t)length >= sizeof(error->text))
        length = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text + length, sizeof(error->text) - (size_t)length, format, arguments);
    va_end(arguments);
    make_one_line(error->text);
    return false;
}

bool editor_import_out_of_memory(editor_importer *importer)
{
    return editor_import_refuse(importer, "out of memory");
}

void *editor_import_allocate(editor_importer *importer, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        editor_import_out_of_memory(importer);
    return memory;
}

static bool read_model(editor_importer *importer)
{
    editor_file_result result = editor_file_read(importer->path, MODEL_FILE_LIMIT, &importer->bytes, &importer->size);
    if (result != EDITOR_FILE_OK)
        return editor_import_refuse(importer, "%s", editor_file_result_text(result));
    if (importer->size == 0)
        return editor_import_refuse(importer, "empty file, no model");
    importer->level->path = editor_text_copy(importer->path);
    if (!importer->level->path)
        return editor_import_out_of_memory(importer);
    bool binary_gltf = importer->size >= 4 && memcmp(importer->bytes, "glTF", 4) == 0;
    if (binary_gltf || editor_path_has_extension(importer->path, "gltf") ||
        editor_path_has_extension(importer->path, "glb"))
        return editor_import_gltf(importer);
    if (editor_path_has_extension(importer->path, "obj") && !editor_obj_check(importer))
        return false;
    return editor_import_assimp(importer);
}

editor_level *editor_import(const char *path, editor_image_decoder decoder, void *decoder_user, editor_error *error)
{
    error->text[0] = 0;
    if (editor_level_is_file(path))
        return editor_level_read(path, NULL, decoder, decoder_user, error);
    editor_importer importer = {.path = path, .decoder = decoder, .decoder_user = decoder_user, .error = error};
    importer.level = editor_level_create();
    bool fine = importer.level && read_model(&importer);
    if (fine && !editor_level_add_own_asset(importer.level, path, false))
        fine = editor_import_out_of_memory(&importer);
    else if (fine)
        fine = editor_level_finish(importer.level, error);
    else if (!importer.level)
        editor_import_out_of_memory(&importer);
    editor_import_free_images(&importer);
    free(importer.bytes);
    if (!fine) {
        make_one_line(error->text);
        editor_level_destroy(importer.level);
        return NULL;
    }
    return importer.level;
}
