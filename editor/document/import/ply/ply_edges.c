// ply_edges.c: lines between vertices.
#include "document/import/ply/ply_edges.h"

#include "document/import/ply/ply_colors.h"
#include "document/level/mesh_tools.h"

#include <stdlib.h>
#include <string.h>

const ply_element *ply_find_edges(const ply_header *header)
{
    for (const ply_element *element = header->elements; element < header->elements + header->element_count; element++) {
        if (element->is_edge && element->count > 0 && ply_has_roles(header, element, PLY_FROM, PLY_TO))
            return element;
    }
    return NULL;
}

static bool read_rows(ply_reader *reader, const ply_element *edges, const editor_mesh *file, float *positions,
                      float *own_colors)
{
    const ply_colors colors = ply_find_colors(&reader->header, edges);
    for (size_t i = 0; i < edges->count; i++) {
        double values[PLY_ROLE_COUNT] = {0};
        if (!ply_goes_on(reader, i))
            return false;
        if (!ply_read_row(reader, edges, values))
            return editor_import_refuse(reader->importer, "edge %zu of %llu is cut off, or holds no number", i,
                                        (unsigned long long)edges->count);
        for (size_t k = 0; k < 2; k++) {
            const double number = values[PLY_FROM + k];
            if (!(number >= 0 && number < (double)file->vertex_count))
                return editor_import_refuse(reader->importer,
                                            "edge %zu: a vertex is out of range: there are %u vertices, from 0", i,
                                            file->vertex_count);
            const size_t from = (size_t)number, to = 2 * i + k;
            memcpy(positions + 3 * to, file->positions + 3 * from, 3 * sizeof(float));
            if (colors.any)
                ply_put_color(&colors, values, own_colors + 4 * to);
            else if (file->colors)
                memcpy(own_colors + 4 * to, file->colors + 4 * from, 4 * sizeof(float));
        }
    }
    ply_note_end(reader, edges);
    return true;
}

bool ply_read_edges(ply_reader *reader, const ply_element *edges, const editor_mesh *file, editor_mesh *lines)
{
    editor_importer *importer = reader->importer;
    const size_t each = 2 * ((3 + 4) * sizeof(float) + EDITOR_IMPORT_PART) + sizeof(uint32_t);
    if (!ply_begin(reader, edges))
        return false;
    if (edges->count > MESH_TOOLS_POINTS / 2)
        return editor_import_refuse(importer, "%llu edges are too many", (unsigned long long)edges->count);
    const size_t count = (size_t)edges->count;
    if (!editor_import_claim_of_file(importer, each * count, "edges"))
        return false;
    const bool has_colors = file->colors != NULL || ply_has_roles(&reader->header, edges, PLY_RED, PLY_BLUE);
    editor_progress_enter(importer->level->progress, "Reading edges", count);
    float *positions = editor_import_allocate(importer, count, 6 * sizeof(float));
    float *colors = has_colors ? editor_import_allocate(importer, count, 8 * sizeof(float)) : NULL;
    uint32_t *counts = editor_import_allocate(importer, count, sizeof(*counts));
    bool ok = positions && counts && (colors || !has_colors) && read_rows(reader, edges, file, positions, colors);
    for (size_t i = 0; ok && i < count; i++)
        counts[i] = 2;
    const mesh_part part = {
        .positions = positions, .colors = colors, .vertex_count = 2 * (uint32_t)count, .material = EDITOR_NONE};
    lines->form = EDITOR_FORM_LINES;
    ok =
        ok && (mesh_tools_append_lines(lines, &part, counts, (uint32_t)count) || editor_import_out_of_memory(importer));
    free(positions);
    free(colors);
    free(counts);
    return ok;
}
