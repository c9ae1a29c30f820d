// pack_bytes.c: the bytes of a pack, one after the other, and what all meshes of packs must keep to.
#include "document/import/common/pack_internal.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 65536 };

bool pack_refuse(pack_reader *reader, const char *what)
{
    if (reader->mapping)
        return editor_import_refuse(reader->importer, "its entry in the cache is broken: %s", what);
    return editor_import_refuse(reader->importer, "its reader handed back nonsense: %s", what);
}

const uint8_t *pack_take(pack_reader *reader, uint64_t size)
{
    if (size > (uint64_t)(reader->end - reader->at)) {
        pack_refuse(reader, "it is cut off");
        return NULL;
    }
    const uint8_t *bytes = reader->at;
    reader->at += size;
    return bytes;
}

bool pack_get_record(pack_reader *reader, void *record, size_t size)
{
    const uint8_t *bytes = pack_take(reader, size);
    if (bytes)
        memcpy(record, bytes, size);
    return bytes != NULL;
}

const uint8_t *pack_at_place(pack_reader *reader, uint64_t place, uint64_t size)
{
    if (reader->mapping && place % PICK_MESH_ALIGNMENT == 0 && place <= reader->area_size &&
        size <= reader->area_size - place)
        return reader->area + place;
    pack_refuse(reader, "a place outside of it");
    return NULL;
}

bool pack_get_count(pack_reader *reader, size_t least, uint32_t *count)
{
    if (!pack_get_record(reader, count, sizeof(*count)))
        return false;
    return *count <= (uint64_t)(reader->end - reader->at) / least || pack_refuse(reader, "a count is too large");
}

bool pack_claim(pack_reader *reader, uint64_t bytes)
{
    const size_t size = reader->importer->size - reader->importer->repeated;
    return reader->mapping ||
           editor_import_claim(reader->importer, (size_t)bytes, EDITOR_PACK_BYTES_PER_BYTE * size, size, "its model");
}

char *pack_get_text(pack_reader *reader)
{
    uint32_t length;
    const uint8_t *bytes = pack_get_record(reader, &length, sizeof(length)) ? pack_take(reader, length) : NULL;
    if (!bytes)
        return NULL;
    if (length > TEXT_LIMIT || memchr(bytes, 0, length)) {
        pack_refuse(reader, "a bad name");
        return NULL;
    }
    if (!pack_claim(reader, length))
        return NULL;
    char *text = editor_import_allocate(reader->importer, (size_t)length + 1, 1);
    if (text)
        memcpy(text, bytes, length);
    return text;
}

void *pack_get_array(pack_reader *reader, uint64_t count, size_t size)
{
    // Counts are products of 32 bits and less than 16.
    const uint8_t *bytes = pack_claim(reader, count * size) ? pack_take(reader, count * size) : NULL;
    void *array = bytes ? malloc(count > 0 ? (size_t)(count * size) : 1) : NULL;
    if (array && count > 0)
        memcpy(array, bytes, (size_t)(count * size));
    else if (bytes && !array)
        editor_import_out_of_memory(reader->importer);
    return array;
}

bool pack_check_indices(pack_reader *reader, const editor_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        if (mesh->indices[i] >= mesh->vertex_count)
            return pack_refuse(reader, "an index out of range");
    }
    return true;
}

bool pack_check_form(pack_reader *reader, const pack_mesh *record)
{
    const bool is_thin = record->form != EDITOR_FORM_TRIANGLES;
    const uint32_t unfit = is_thin ? PACK_NORMALS | PACK_UVS | PACK_POLYGONS : 0;
    if (record->form > EDITOR_FORM_LINES || !(record->width >= 0 && (double)record->width <= EDITOR_WIDTH_MOST) ||
        (record->attributes & unfit) || (is_thin && (record->index_count > 0 || record->submesh_count > 1)) ||
        (record->form != EDITOR_FORM_LINES && record->line_count > 0))
        return pack_refuse(reader, "a bad mesh");
    return true;
}

bool pack_check_lines(pack_reader *reader, const editor_mesh *mesh)
{
    uint32_t left = mesh->form == EDITOR_FORM_LINES ? mesh->vertex_count : 0;
    for (uint32_t i = 0; i < mesh->line_count; i++) {
        if (mesh->line_counts[i] < 2 || mesh->line_counts[i] > left)
            return pack_refuse(reader, "a bad line");
        left -= mesh->line_counts[i];
    }
    return left == 0 || pack_refuse(reader, "vertices without a line");
}

bool pack_check_submeshes(pack_reader *reader, const editor_mesh *mesh)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        const editor_submesh *submesh = &mesh->submeshes[i];
        if (submesh->first_triangle != next || submesh->triangle_count > mesh->index_count / 3 - next ||
            (submesh->material != EDITOR_NONE && submesh->material >= reader->importer->level->material_count))
            return pack_refuse(reader, "a bad part of a mesh");
        next += submesh->triangle_count;
    }
    return next == mesh->index_count / 3 || pack_refuse(reader, "triangles without a part");
}

bool pack_check_polygons(pack_reader *reader, const editor_mesh *mesh)
{
    bool right = true;
    for (uint32_t i = 0; mesh->continues && i < mesh->index_count / 3; i++)
        right = right && mesh->continues[i] <= 1;
    for (uint32_t i = 0; mesh->continues && i < mesh->submesh_count; i++)
        right = right &&
                (mesh->submeshes[i].triangle_count == 0 || mesh->continues[mesh->submeshes[i].first_triangle] == 0);
    return right || pack_refuse(reader, "a bad polygon");
}
