// threemf_store.c: what the parts of a package define, by their numbers.
#include "document/import/threemf/threemf_reader.h"

#include "system/text.h"

#include <stdlib.h>
#include <string.h>

bool threemf_grow(editor_importer *importer, void *array, uint32_t *capacity, uint32_t count, size_t size)
{
    void *old;
    if (count < *capacity)
        return true;
    if (count >= THREEMF_PART_LIMIT)
        return editor_import_refuse(importer, "it is too large");
    const uint32_t wanted = *capacity ? 2 * *capacity : 16;
    memcpy(&old, array, sizeof(old));
    void *grown = realloc(old, wanted * size);
    if (!grown)
        return editor_import_out_of_memory(importer);
    memcpy(array, &grown, sizeof(grown));
    *capacity = wanted;
    return true;
}

bool threemf_claim(editor_importer *importer, size_t bytes)
{
    return editor_import_claim(importer, bytes, EDITOR_PACK_BYTES_PER_BYTE * importer->size, importer->size,
                               "its model");
}

static editor_hash hash_number(uint32_t part, uint32_t number)
{
    const uint32_t both[2] = {part, number};
    return editor_hash_bytes(both, sizeof(both));
}

uint32_t threemf_find(const threemf_reader *reader, uint32_t part, uint32_t number)
{
    const uint32_t found = editor_hash_index_find(&reader->numbers, hash_number(part, number));
    return found == EDITOR_HASH_UNKNOWN ? EDITOR_NONE : found;
}

threemf_resource *threemf_add(threemf_reader *reader, threemf_kind kind, uint32_t number)
{
    if (!threemf_claim(reader->importer, sizeof(threemf_resource)) ||
        !threemf_grow(reader->importer, &reader->resources, &reader->resource_capacity, reader->resource_count,
                      sizeof(*reader->resources)))
        return NULL;
    if (threemf_find(reader, reader->part, number) == EDITOR_NONE)
        editor_hash_index_add(&reader->numbers, hash_number(reader->part, number), reader->resource_count);
    threemf_resource *resource = &reader->resources[reader->resource_count++];
    *resource = (threemf_resource){
        .kind = kind, .mesh = EDITOR_NONE, .texture = EDITOR_NONE, .material = EDITOR_NONE, .image = EDITOR_NONE};
    return resource;
}

uint32_t threemf_part(threemf_reader *reader, const char *path)
{
    while (*path == '/')
        path++;
    for (uint32_t i = 0; i < reader->part_count; i++) {
        if (strcmp(reader->parts[i], path) == 0)
            return i;
    }
    char *copy = editor_text_copy(path);
    if (!copy || !threemf_grow(reader->importer, &reader->parts, &reader->part_capacity, reader->part_count,
                               sizeof(*reader->parts))) {
        free(copy);
        editor_import_out_of_memory(reader->importer);
        return EDITOR_NONE;
    }
    reader->parts[reader->part_count] = copy;
    return reader->part_count++;
}
