// ply_corners.c: vertices of corners that have more than a vertex of the file.
#include "document/import/ply/ply_corners.h"

#include "document/import/ply/ply_colors.h"

#include <stdlib.h>
#include <string.h>

// Positions are needed while faces are split, so they are made with the vertices.
static bool reserve_position(ply_corners *corners)
{
    if (corners->weld.count < corners->capacity)
        return true;
    const uint32_t wanted = corners->capacity ? 2 * corners->capacity : 1024; // there are at most 2^31
    float *grown = realloc(corners->positions, 3 * sizeof(float) * (size_t)wanted);
    if (!grown)
        return false;
    corners->positions = grown;
    corners->capacity = wanted;
    return true;
}

bool ply_corners_find(ply_corners *corners, editor_importer *importer, const editor_mesh *file,
                      const uint32_t parts[PLY_CORNER_PARTS], uint32_t *out)
{
    const uint32_t before = corners->weld.count;
    if (!editor_weld_init(&corners->weld, file->vertex_count) || !reserve_position(corners) ||
        !editor_weld_find(&corners->weld, parts, PLY_CORNER_PARTS, out))
        return editor_import_out_of_memory(importer);
    if (corners->weld.count > before)
        memcpy(corners->positions + 3 * (size_t)before, file->positions + 3 * (size_t)parts[PLY_CORNER_VERTEX],
               3 * sizeof(float));
    return true;
}

bool ply_corners_claim(ply_corners *corners, editor_importer *importer)
{
    const size_t each = (3 + 3 + 2 + 4) * sizeof(float) + (PLY_CORNER_PARTS + 1) * sizeof(uint32_t);
    const size_t count = corners->weld.count - corners->claimed;
    corners->claimed = corners->weld.count;
    return editor_import_claim_of_file(importer, each * count, "vertices");
}

static const uint32_t *parts_of(const ply_corners *corners, size_t vertex)
{
    return editor_weld_parts(&corners->weld, PLY_CORNER_PARTS, vertex);
}

// Replaces an array of the file's vertices by one of these. False: out of memory.
static bool gather(const ply_corners *corners, float **array, size_t size)
{
    if (!*array)
        return true;
    float *out = malloc((size * corners->weld.count + 1) * sizeof(float));
    for (size_t i = 0; out && i < corners->weld.count; i++)
        memcpy(out + size * i, *array + size * parts_of(corners, i)[PLY_CORNER_VERTEX], size * sizeof(float));
    free(*array);
    *array = out;
    return out != NULL;
}

static bool take_uvs(const ply_corners *corners, editor_mesh *mesh)
{
    free(mesh->uvs);
    mesh->uvs = malloc((2 * (size_t)corners->weld.count + 1) * sizeof(float));
    for (size_t i = 0; mesh->uvs && i < corners->weld.count; i++)
        memcpy(mesh->uvs + 2 * i, parts_of(corners, i) + PLY_CORNER_U, 2 * sizeof(float));
    return mesh->uvs != NULL;
}

static bool take_colors(const ply_corners *corners, editor_mesh *mesh)
{
    free(mesh->colors);
    float *out = mesh->colors = malloc((4 * (size_t)corners->weld.count + 1) * sizeof(float));
    for (size_t i = 0; out && i < corners->weld.count; i++) {
        const uint32_t *color = parts_of(corners, i) + PLY_CORNER_COLOR;
        if (i > 0 && memcmp(color, parts_of(corners, i - 1) + PLY_CORNER_COLOR, 2 * sizeof(*color)) == 0)
            memcpy(out + 4 * i, out + 4 * (i - 1), 4 * sizeof(float)); // of one face, mostly
        else
            ply_unpack_color(color, out + 4 * i);
    }
    return out != NULL;
}

bool ply_corners_take(ply_corners *corners, editor_importer *importer, editor_mesh *mesh)
{
    if (!corners->has_uvs && !corners->has_colors)
        return true;
    free(mesh->positions);
    mesh->positions = corners->positions;
    corners->positions = NULL;
    const bool ok = gather(corners, &mesh->normals, 3) &&
                    (corners->has_uvs ? take_uvs(corners, mesh) : gather(corners, &mesh->uvs, 2)) &&
                    (corners->has_colors ? take_colors(corners, mesh) : gather(corners, &mesh->colors, 4));
    mesh->vertex_count = corners->weld.count;
    return ok || editor_import_out_of_memory(importer);
}

void ply_corners_free(ply_corners *corners)
{
    editor_weld_free(&corners->weld);
    free(corners->positions);
    *corners = (ply_corners){0};
}
