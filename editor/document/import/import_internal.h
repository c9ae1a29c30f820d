// import_internal.h: what the readers of single formats share.
#ifndef EDITOR_DOCUMENT_IMPORT_INTERNAL_H
#define EDITOR_DOCUMENT_IMPORT_INTERNAL_H

#include "document/import/import.h"

// One import under way. Readers fill `level`; a refusal fills `error`.
typedef struct editor_importer {
    const char *path;
    uint8_t *bytes; // the whole file, with a zero after the last byte
    size_t size;
    editor_image_decoder decoder;
    void *decoder_user;
    editor_level *level;
    editor_error *error;
    struct editor_loaded_image *loaded; // images by file name, so that each is read once
    uint32_t loaded_count, loaded_capacity;
} editor_importer;

// Writes "FILE: ..." as the refusal, unless one is there already. Always false, so that a reader can return it.
bool editor_import_refuse(editor_importer *importer, const char *format, ...);
bool editor_import_out_of_memory(editor_importer *importer);

// Room for `count` elements of `size` bytes, zeroed, never NULL for want of elements; a refusal when out of memory.
void *editor_import_allocate(editor_importer *importer, size_t count, size_t size);

// The readers. True with the level filled in (not finished), or false with the refusal.
bool editor_import_gltf(editor_importer *importer);
bool editor_import_assimp(editor_importer *importer);

// Whether the text of an OBJ file is sound: finite numbers, indices of vertices that exist.
bool editor_obj_check(editor_importer *importer);

// --- Files ---

typedef enum editor_file_result {
    EDITOR_FILE_OK,
    EDITOR_FILE_MISSING,
    EDITOR_FILE_UNREADABLE, // a directory, no permission, a device that fails
    EDITOR_FILE_TOO_LARGE,
    EDITOR_FILE_OUT_OF_MEMORY
} editor_file_result;

// Reads a whole file of at most `limit` bytes; a zero follows the last byte. The caller frees `*bytes`.
editor_file_result editor_file_read(const char *path, size_t limit, uint8_t **bytes, size_t *size);
const char *editor_file_result_text(editor_file_result result);

// The path of `relative` beside the file `base`. The caller frees it; NULL when out of memory.
char *editor_path_beside(const char *base, const char *relative);
char *editor_text_copy(const char *text); // NULL when out of memory
// Whether `path` ends with a dot and `extension` (lower case), in either case.
bool editor_path_has_extension(const char *path, const char *extension);
// Undoes %20 and its like in place; a per cent sign that begins none stays.
void editor_uri_decode(char *uri);
// Decodes base64 (padding optional). False on a foreign character or out of memory. The caller frees `*bytes`.
bool editor_base64_decode(const char *text, size_t length, uint8_t **bytes, size_t *size);

// --- Images. A picture that cannot be had is a warning, and EDITOR_NONE ---

uint32_t editor_import_image_bytes(editor_importer *importer, const char *name, const void *bytes, size_t size);
// `name` is as written in the model: relative, absolute, with slashes or backslashes.
uint32_t editor_import_image_file(editor_importer *importer, const char *name);
void editor_import_free_images(editor_importer *importer);

#endif
