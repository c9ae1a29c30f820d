// images.c: images beside a model or inside it.
#include "document/import/common/importer.h"

#include "document/import/common/decode.h"
#include "document/import/common/uri.h"
#include "document/level/names.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A picture takes no more bytes than its pixels, but for its header.
static size_t file_limit(void)
{
    enum { HEADER = 1 << 20 };
    const uint64_t pixels = editor_decode_pixels();
    return pixels < ((uint64_t)1 << 28) ? (size_t)(4 * pixels + HEADER) : (size_t)1 << 30;
}

// What a picture gave.
typedef struct editor_decoded_image {
    uint32_t image;
    char *reason; // why there is no image
} editor_decoded_image;

// Out of memory, the picture is decoded again.
static void note_decoded(editor_importer *importer, editor_hash content, uint32_t image, const char *reason)
{
    if (importer->decoded_count == importer->decoded_capacity) {
        const uint32_t wanted = importer->decoded_capacity ? 2 * importer->decoded_capacity : 16;
        editor_decoded_image *grown = realloc(importer->decoded, wanted * sizeof(*grown));
        if (!grown)
            return;
        importer->decoded = grown;
        importer->decoded_capacity = wanted;
    }
    char *copy = reason ? editor_text_copy(reason) : NULL;
    if (!copy && reason)
        return;
    editor_hash_index_add(&importer->decoded_contents, content, importer->decoded_count);
    importer->decoded[importer->decoded_count++] = (editor_decoded_image){image, copy};
}

// One warning for each reason, however many pictures there are.
static void tell_left_out(editor_importer *importer, const char *name, const char *reason)
{
    enum { NAME = 140, REASON = 130, REASONS = 16 }; // of decoders, which may quote the picture
    char shown[NAME + 1], what[160];
    snprintf(shown, sizeof(shown), "%.*s", (int)editor_text_fit(name, NAME), name);
    editor_text_clean(shown);
    snprintf(what, sizeof(what), "%.*s; drawn without it", (int)editor_text_fit(reason, REASON), reason);
    if (!editor_import_has_tally(importer, what) && importer->picture_reasons++ >= REASONS)
        snprintf(what, sizeof(what), "cannot be read; drawn without it");
    editor_import_tally(importer, what, "texture \"%s\"", shown);
}

static void tell_undecoded(editor_importer *importer, const char *name, const char *reason)
{
    static const char is[] = "is ";
    tell_left_out(importer, name, reason + (strncmp(reason, is, strlen(is)) == 0 ? strlen(is) : 0));
    importer->is_passing = true; // its decoder may have run out of time or memory
}

uint32_t editor_import_image_bytes(editor_importer *importer, const char *name, const void *bytes, size_t size)
{
    if (!importer->decoder)
        return EDITOR_NONE;
    const editor_hash content = editor_hash_bytes(bytes, size);
    const uint32_t known = editor_hash_index_find(&importer->decoded_contents, content);
    if (known != EDITOR_HASH_UNKNOWN) {
        const editor_decoded_image *before = &importer->decoded[known];
        if (before->reason)
            tell_undecoded(importer, name, before->reason);
        return before->image;
    }
    editor_image image = {0};
    editor_error reason = {"cannot be decoded"};
    if (!editor_decode_image(importer, bytes, size, &image, &reason)) {
        tell_undecoded(importer, name, reason.text);
        note_decoded(importer, content, EDITOR_NONE, reason.text);
        return EDITOR_NONE;
    }
    image.name = editor_text_copy(name);
    const uint32_t number = editor_level_add_image(importer->level, &image);
    if (number != EDITOR_NONE)
        note_decoded(importer, content, number, NULL);
    return number;
}

// A picture's file: its bytes, or, without any, the picture that it was read as before.
typedef struct image_file {
    uint8_t *bytes;
    size_t size;
    bool is_known; // its identity is
    editor_hash identity;
    uint32_t image;
} image_file;

// `folder` is relative to the model.
static editor_file_result read_beside(editor_importer *importer, const char *folder, const char *name, image_file *out)
{
    char *within = editor_path_beside(folder, name);
    char *path = within ? editor_path_beside(importer->path, within) : NULL;
    free(within);
    if (!path)
        return EDITOR_FILE_OUT_OF_MEMORY;
    // A file may have any number of names: "a.png", "./a.png", links. It is read once.
    out->is_known = editor_import_identify(path, &out->identity);
    const uint32_t known =
        out->is_known ? editor_hash_index_find(&importer->picture_files, out->identity) : (uint32_t)EDITOR_HASH_UNKNOWN;
    if (known != EDITOR_HASH_UNKNOWN) {
        importer->is_passing = true; // what it holds is not noted under this name
        out->image = known - 1;
        free(path);
        return EDITOR_FILE_OK;
    }
    editor_file_result result = editor_import_read(importer, path, file_limit(), NULL, &out->bytes, &out->size);
    free(path);
    return result;
}

static bool is_absolute(const char *path)
{
    return path[0] == '/' || (path[0] && path[1] == ':');
}

// Models contain texture paths of the machine they were made on: percent-encoded, with backslashes, with a drive. If
// the path as written is not found, look beside the file that names it. A file that is found but refused is reported
// before one that is missing.
static editor_file_result read_image_file(editor_importer *importer, const char *folder, const char *name,
                                          image_file *out)
{
    char *clean = editor_text_copy(name);
    if (!clean)
        return EDITOR_FILE_OUT_OF_MEMORY;
    for (char *c = clean; *c; c++) {
        if (*c == '\\')
            *c = '/';
    }
    editor_file_result result = EDITOR_FILE_MISSING;
    for (int attempt = 0; attempt < 3 && result != EDITOR_FILE_OK; attempt++) {
        const char *path = clean;
        if (attempt == 1)
            editor_uri_decode(clean);
        else if (attempt == 2)
            path = editor_path_name(clean);
        if (!path[0] || is_absolute(path) || (attempt == 2 && path == clean))
            continue;
        const editor_file_result next = read_beside(importer, folder, path, out);
        if (next == EDITOR_FILE_OK || result == EDITOR_FILE_MISSING)
            result = next;
    }
    free(clean);
    return result;
}

uint32_t editor_import_image_file(editor_importer *importer, const char *name)
{
    return editor_import_image_near(importer, "", name);
}

uint32_t editor_import_image_near(editor_importer *importer, const char *folder, const char *name)
{
    if (!importer->decoder)
        return EDITOR_NONE;
    char *path = editor_path_beside(folder, name);
    if (!path)
        return EDITOR_NONE;
    const editor_hash hash = editor_hash_bytes(path, strlen(path));
    free(path);
    const uint32_t known = editor_hash_index_find(&importer->loaded, hash);
    if (known != EDITOR_HASH_UNKNOWN)
        return known - 1;
    image_file file = {.image = EDITOR_NONE};
    editor_file_result result = read_image_file(importer, folder, name, &file);
    if (result != EDITOR_FILE_OK && folder[0]) {
        const editor_file_result other = read_image_file(importer, "", name, &file);
        result = other == EDITOR_FILE_OK || result == EDITOR_FILE_MISSING ? other : result;
    }
    uint32_t image = file.image;
    if (file.bytes) {
        image = editor_import_image_bytes(importer, name, file.bytes, file.size);
        if (file.is_known)
            editor_hash_index_add(&importer->picture_files, file.identity, image + 1);
    }
    if (result != EDITOR_FILE_OK)
        tell_left_out(importer, name, editor_file_result_text(result));
    free(file.bytes);
    editor_hash_index_add(&importer->loaded, hash, image + 1);
    return image;
}

void editor_import_free_images(editor_importer *importer)
{
    editor_hash_index_free(&importer->loaded);
    editor_hash_index_free(&importer->picture_files);
    editor_hash_index_free(&importer->decoded_contents);
    for (uint32_t i = 0; i < importer->decoded_count; i++)
        free(importer->decoded[i].reason);
    free(importer->decoded);
}
