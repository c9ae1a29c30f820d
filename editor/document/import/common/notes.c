// notes.c: the contents that a model was read from.
#include "document/import/common/importer.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

void editor_import_note_main(editor_importer *importer)
{
    if (!importer->keeps)
        return;
    importer->content = editor_hash_bytes(importer->bytes, importer->size);
    importer->content_size = importer->size;
}

void editor_import_note(editor_importer *importer, const char *path, editor_file_result result,
                        const editor_hash *content, uint64_t size)
{
    if (!importer->keeps || importer->is_passing)
        return;
    // What was too large, or where memory or descriptors ran out, may be otherwise the next time, and so may a file
    // without a hash.
    importer->is_passing = result == EDITOR_FILE_TOO_LARGE || result == EDITOR_FILE_OUT_OF_MEMORY ||
                           result == EDITOR_FILE_TOO_MANY || (result == EDITOR_FILE_OK && !content);
    const editor_dependency asked = {NULL, result, content ? *content : (editor_hash){0, 0}, content ? size : 0};
    const editor_hash hash = editor_hash_bytes(path, strlen(path));
    const uint32_t known = editor_hash_index_find(&importer->asked_paths, hash);
    if (known != EDITOR_HASH_UNKNOWN) {
        const editor_dependency *before = &importer->asked[known];
        // It changed while the model was read.
        importer->is_passing |= before->result != result || before->size != asked.size ||
                                !editor_hash_is_same(before->content, asked.content);
        return;
    }
    if (importer->asked_count == importer->asked_capacity) {
        const uint32_t wanted = importer->asked_capacity ? 2 * importer->asked_capacity : 8;
        editor_dependency *grown = realloc(importer->asked, wanted * sizeof(*grown));
        importer->is_passing |= !grown;
        if (!grown)
            return;
        importer->asked = grown;
        importer->asked_capacity = wanted;
    }
    char *copy = editor_text_copy(path);
    importer->is_passing |= !copy;
    if (!copy)
        return;
    editor_hash_index_add(&importer->asked_paths, hash, importer->asked_count);
    importer->asked[importer->asked_count] = asked;
    importer->asked[importer->asked_count++].path = copy;
}

void editor_import_free_notes(editor_importer *importer)
{
    for (uint32_t i = 0; i < importer->asked_count; i++)
        free(importer->asked[i].path);
    free(importer->asked);
    importer->asked = NULL;
    importer->asked_count = importer->asked_capacity = 0;
    editor_hash_index_free(&importer->asked_paths);
}
