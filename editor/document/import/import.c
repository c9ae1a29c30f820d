// import.c: reads a model file: chooses the reader and finishes the level.
#include "document/import/import.h"

#include "document/import/assimp/assimp_import.h"
#include "document/import/common/decode.h"
#include "document/import/common/model_cache.h"
#include "document/import/common/unicode.h"
#include "document/import/gltf/gltf_import.h"
#include "document/import/heights/heights_import.h"
#include "document/import/obj/obj_import.h"
#include "document/import/ply/ply_import.h"
#include "document/import/threemf/threemf_import.h"
#include "document/level/choice.h"
#include "document/level/fit.h"
#include "document/level/level_internal.h"
#include "document/level/names.h"
#include "system/file_read.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a repository has in place of a large file until that is fetched.
#define LFS_POINTER "version https://git-lfs.github.com/spec/v1\n"

// Of a file that is not glTF.
static bool pass_over_choices(editor_importer *importer)
{
    static const char none[] = "only glTF files have %s to choose";
    if (importer->scene && !importer->may_lack_scene)
        return editor_import_refuse(importer, none, "scenes");
    if (importer->variant && !importer->may_lack_variant)
        return editor_import_refuse(importer, none, "material variants");
    importer->lacks_scene = importer->scene != NULL;
    importer->lacks_variant = importer->variant != NULL;
    if (importer->lacks_scene)
        editor_import_tell_gone(importer, "scene", importer->scene, "only glTF files have scenes");
    if (importer->lacks_variant)
        editor_import_tell_gone(importer, "material variant", importer->variant, "only glTF files have variants");
    return true;
}

static bool read_model(editor_importer *importer)
{
    const editor_file_result result = editor_file_read_watched(
        importer->path, EDITOR_MODEL_FILE_LIMIT, importer->level->progress, &importer->bytes, &importer->size);
    if (result != EDITOR_FILE_OK)
        return editor_import_refuse(importer, "%s", editor_file_result_text(result));
    if (importer->size == 0)
        return editor_import_refuse(importer, "empty file, no model");
    if (importer->size > sizeof(LFS_POINTER) && memcmp(importer->bytes, LFS_POINTER, sizeof(LFS_POINTER) - 1) == 0)
        return editor_import_refuse(importer, "a pointer of Git LFS, not the model itself: git lfs pull fetches it");
    editor_import_note_main(importer);
    importer->level->path = editor_text_copy(importer->path);
    if (!importer->level->path)
        return editor_import_out_of_memory(importer);
    bool binary_gltf = importer->size >= 4 && memcmp(importer->bytes, "glTF", 4) == 0;
    if (binary_gltf || editor_path_has_extension(importer->path, "gltf") ||
        editor_path_has_extension(importer->path, "glb"))
        return editor_import_gltf(importer);
    if (!pass_over_choices(importer))
        return false;
    if (editor_path_has_extension(importer->path, "ply")) {
        return editor_import_decode_text(&importer->bytes, &importer->size) ? editor_import_ply(importer)
                                                                            : editor_import_out_of_memory(importer);
    }
    if (editor_path_has_extension(importer->path, "obj"))
        return editor_import_obj(importer);
    if (editor_path_has_extension(importer->path, "png"))
        return editor_import_heights(importer);
#if EDITOR_THREEMF
    if (editor_path_has_extension(importer->path, "3mf"))
        return editor_import_threemf(importer);
#endif
    return editor_import_assimp(importer);
}

static bool keep_text(editor_importer *importer, const char *text, char **out)
{
    *out = text ? editor_text_copy(text) : NULL;
    return !text || *out || editor_import_out_of_memory(importer);
}

// The asset keeps its nodes as they were read; the level's roots are fitted.
static void fit_roots(editor_level *level, const editor_fit *fit)
{
    const pick_affine matrix = editor_fit_matrix(fit);
    for (uint32_t i = 0; i < level->object_count && !editor_fit_is_plain(fit); i++) {
        if (level->objects[i].parent == EDITOR_NONE)
            level->objects[i].local = pick_affine_multiply(&matrix, &level->objects[i].local);
    }
}

static bool finish(editor_importer *importer, const editor_fit *fit)
{
    editor_asset *asset = &importer->level->assets[0];
    free(importer->bytes); // before the hierarchies take memory
    importer->bytes = NULL;
    importer->size = 0;
    if (!keep_text(importer, importer->scene, &asset->scene) ||
        !keep_text(importer, importer->variant, &asset->variant) ||
        !keep_text(importer, importer->lacks_scene ? NULL : importer->scene, &asset->read_scene) ||
        !keep_text(importer, importer->lacks_variant ? NULL : importer->variant, &asset->read_variant))
        return false;
    asset->keeps_content = importer->lacks_scene || importer->lacks_variant;
    asset->choices = importer->choices;
    importer->choices = (editor_model_choices){.scenes = NULL};
    asset->fit = *fit;
    asset->origin = importer->origin;
    asset->stamp = importer->stamp;
    fit_roots(importer->level, fit);
    asset->facts = importer->facts;
    asset->excess = importer->excess;
    const bool follows = editor_level_set_motion(importer->level, importer->motion);
    importer->motion = NULL;
    asset->sources = importer->sources;
    asset->source_count = importer->source_count;
    importer->sources = NULL;
    importer->source_count = 0;
    return (follows || editor_import_out_of_memory(importer)) && editor_level_finish(importer->level, importer->error);
}

// The model as the cache has it, finished. False: it has none that can be used; then the level is empty again.
static bool read_known(editor_importer *importer, const editor_fit *fit)
{
    if (!importer->level || !editor_model_cache_find(importer))
        return false;
    if (finish(importer, fit))
        return true;
    editor_level *empty = editor_level_create();
    if (empty)
        empty->progress = importer->level->progress;
    editor_level_destroy(importer->level);
    importer->level = empty;
    editor_import_forget(importer);
    return false;
}

void editor_import_add_taken(editor_excess *taken, editor_excess more)
{
    taken->bytes += more.bytes;
    taken->pixels += more.pixels;
}

editor_excess editor_import_taken(const editor_level *level, uint32_t first)
{
    editor_excess taken = {0, 0};
    for (uint32_t i = first; i < level->asset_count; i++)
        editor_import_add_taken(&taken, level->assets[i].excess);
    return taken;
}

// --- Boxes ---

// The JSON chunk of a binary glTF file, as a file of its own. False: it is none, or a broken one.
static bool read_json_chunk(editor_importer *importer, FILE *file)
{
    enum { HEADERS = 20, LENGTH_AT = 8, CHUNK_AT = 12 };
    static const uint64_t json_limit = (uint64_t)1 << 28;
    uint8_t head[HEADERS];
    if (fread(head, 1, sizeof(head), file) != sizeof(head) || memcmp(head, "glTF", 4) != 0)
        return false;
    const uint32_t length = (uint32_t)head[CHUNK_AT] | (uint32_t)head[CHUNK_AT + 1] << 8 |
                            (uint32_t)head[CHUNK_AT + 2] << 16 | (uint32_t)head[CHUNK_AT + 3] << 24;
    if (length > json_limit)
        return false;
    const uint32_t size = HEADERS + length;
    for (uint32_t i = 0; i < 4; i++)
        head[LENGTH_AT + i] = (uint8_t)(size >> 8 * i);
    importer->bytes = malloc((size_t)size + 1);
    if (!importer->bytes)
        return false;
    memcpy(importer->bytes, head, sizeof(head));
    importer->bytes[size] = 0;
    importer->size = size;
    return fread(importer->bytes + HEADERS, 1, length, file) == length;
}

static bool read_json(editor_importer *importer)
{
    if (editor_path_has_extension(importer->path, "gltf"))
        return editor_file_read(importer->path, EDITOR_MODEL_FILE_LIMIT, &importer->bytes, &importer->size) ==
               EDITOR_FILE_OK;
    FILE *file = NULL;
    if (!editor_path_has_extension(importer->path, "glb") || editor_file_open(importer->path, &file) != EDITOR_FILE_OK)
        return false;
    const bool ok = read_json_chunk(importer, file);
    fclose(file);
    return ok;
}

editor_level *editor_import_boxes(const char *path, uint64_t least, const editor_import_options *options)
{
    editor_error error = {""};
    editor_importer importer = {.path = path,
                                .stamp = editor_file_look(path),
                                .error = &error,
                                .scene = options->scene,
                                .variant = options->variant,
                                .may_lack_scene = options->may_lack_scene,
                                .may_lack_variant = options->may_lack_variant,
                                .only_boxes = true,
                                .boxes_from = least,
                                .level = editor_level_create()};
    editor_level *level = importer.level;
    if (!level)
        return NULL;
    level->progress = options->progress;
    editor_progress_enter(level->progress, "Reading", 0);
    level->path = editor_text_copy(path);
    const bool ok = level->path && read_json(&importer) && editor_import_gltf(&importer) &&
                    editor_level_add_own_asset(level, path, false) && finish(&importer, &options->fit);
    motion_destroy(importer.motion);
    editor_choices_free(&importer.choices);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    free(importer.bytes);
    level->progress = NULL;
    if (!ok) {
        editor_level_destroy(level);
        return NULL;
    }
    level->assets[0].missing = level->assets[0].unread = true;
    editor_level_drop_warnings(level); // they come with the whole file
    return level;
}

// --- Models ---

editor_level *editor_import(const char *path, editor_image_decoder decoder, void *decoder_user, editor_error *error)
{
    return editor_import_as(path, &EDITOR_IMPORT_OPTIONS_DEFAULT, decoder, decoder_user, error);
}

editor_level *editor_import_as(const char *path, const editor_import_options *options, editor_image_decoder decoder,
                               void *decoder_user, editor_error *error)
{
    error->text[0] = 0;
    editor_importer importer = {.path = path,
                                .stamp = editor_file_look(path),
                                .decoder = decoder,
                                .decoder_user = decoder_user,
                                .error = error,
                                .scene = options->scene,
                                .variant = options->variant,
                                .given = options->origin,
                                .may_lack_scene = options->may_lack_scene,
                                .may_lack_variant = options->may_lack_variant,
                                .taken = options->taken,
                                .slow = options->slow,
                                .keeps = editor_cache_is_used()};
    importer.level = editor_level_create();
    if (importer.level)
        importer.level->progress = options->progress;
    const bool is_known = read_known(&importer, &options->fit);
    bool ok = is_known || (importer.level && read_model(&importer));
    if (!importer.level || (ok && !is_known && !editor_level_add_own_asset(importer.level, path, false)))
        ok = editor_import_out_of_memory(&importer);
    else if (ok && !is_known)
        ok = finish(&importer, &options->fit);
    motion_destroy(importer.motion);
    editor_choices_free(&importer.choices);
    editor_decode_end(&importer);
    editor_import_note_slow(&importer);
    editor_import_free_images(&importer);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    free(importer.bytes);
    if (ok && !is_known)
        editor_model_cache_store(&importer);
    editor_import_free_notes(&importer);
    // What another machine, or another path, may not have is not remembered.
    if (ok && importer.weakness)
        editor_level_add_warning(importer.level, "decoded %s", importer.weakness);
    if (ok && !editor_text_is_utf8(path, strlen(path)))
        editor_level_add_warning(importer.level, "its path is not UTF-8; a saved level will not find it");
    if (!ok) {
        editor_text_clean(error->text);
        editor_level_destroy(importer.level);
        return NULL;
    }
    for (uint32_t i = 0; i < importer.level->warning_count; i++) {
        editor_text_clean(importer.level->warnings[i]); // names of the file, which may be cut in the middle
        importer.level->warning_assets[i] = 0;          // they go when the model is read again
    }
    importer.level->progress = NULL;
    return importer.level;
}
