// ply_vertices.c: positions, normals, texture coordinates and colours of PLY files.
#include "document/import/ply/ply_vertices.h"

#include "document/import/ply/ply_colors.h"
#include "document/level/mesh_tools.h"

#include <math.h>

// Where the object is, so that its points are near it.
static void choose_origin(const ply_reader *reader, const ply_element *vertices, const double *first, double origin[3])
{
    double exact[3];
    for (int i = 0; i < 3; i++) {
        const ply_property *property = ply_find_role(&reader->header, vertices, (ply_role)(PLY_X + i));
        const bool is_exact = reader->header.format == PLY_ASCII || property->type == PLY_F64 ||
                              property->type == PLY_I32 || property->type == PLY_U32;
        exact[i] = is_exact ? first[PLY_X + i] : 0;
    }
    editor_import_choose_origin(reader->importer, exact, origin);
}

static bool allocate(editor_importer *importer, const ply_header *header, const ply_element *vertices,
                     bool is_any_color, editor_mesh *mesh)
{
    const size_t count = (size_t)vertices->count;
    const bool has_faces = mesh->form == EDITOR_FORM_TRIANGLES;
    const bool has_normals = has_faces && ply_has_roles(header, vertices, PLY_NX, PLY_NZ);
    const bool has_uvs = has_faces && ply_has_roles(header, vertices, PLY_U, PLY_V);
    const size_t each = (3u + (has_normals ? 3u : 0) + (has_uvs ? 2u : 0) + (is_any_color ? 4u : 0)) * sizeof(float) +
                        (has_faces ? 0 : EDITOR_IMPORT_PART);
    return editor_import_claim_of_file(importer, each * count, "vertices") &&
           (mesh->positions = editor_import_allocate(importer, count, 3 * sizeof(float))) != NULL &&
           (!has_normals || (mesh->normals = editor_import_allocate(importer, count, 3 * sizeof(float))) != NULL) &&
           (!has_uvs || (mesh->uvs = editor_import_allocate(importer, count, 2 * sizeof(float))) != NULL) &&
           (!is_any_color || (mesh->colors = editor_import_allocate(importer, count, 4 * sizeof(float))) != NULL);
}

static float finite_or_zero(double value, bool *is_zero)
{
    const float number = (float)value;
    *is_zero = *is_zero || !isfinite(number);
    return isfinite(number) ? number : 0;
}

// `*lost`: a number of them is not finite, and 0 instead.
static void put_normal_and_uv(const double *values, uint32_t number, editor_mesh *mesh, bool *lost)
{
    for (size_t k = 0; mesh->normals && k < 3; k++)
        mesh->normals[3 * (size_t)number + k] = finite_or_zero(values[PLY_NX + k], lost);
    if (mesh->uvs) {
        mesh->uvs[2 * (size_t)number] = finite_or_zero(values[PLY_U], lost);
        mesh->uvs[2 * (size_t)number + 1] = finite_or_zero(1 - values[PLY_V], lost); // v points down
    }
}

static bool read_rows(ply_reader *reader, const ply_element *vertices, const ply_colors *colors, editor_mesh *mesh,
                      double origin[3])
{
    editor_importer *importer = reader->importer;
    uint64_t lost = 0;
    bool has_lost = false;
    for (uint64_t i = 0; i < vertices->count; i++) {
        double values[PLY_ROLE_COUNT] = {0};
        float *p = mesh->positions + 3 * (size_t)mesh->vertex_count;
        if (!ply_goes_on(reader, i))
            return false;
        if (!ply_read_row(reader, vertices, values))
            return editor_import_refuse(importer, "vertex %llu of %llu is cut off, or holds no number",
                                        (unsigned long long)i, (unsigned long long)vertices->count);
        if (mesh->vertex_count == 0 && isfinite(values[PLY_X]) && isfinite(values[PLY_Y]) && isfinite(values[PLY_Z]))
            choose_origin(reader, vertices, values, origin);
        for (int k = 0; k < 3; k++)
            p[k] = (float)(values[PLY_X + k] - origin[k]);
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) {
            if (mesh->form != EDITOR_FORM_POINTS) // its number counts
                return editor_import_refuse(importer, "vertex %llu is not finite", (unsigned long long)i);
            lost++;
            continue;
        }
        put_normal_and_uv(values, mesh->vertex_count, mesh, &has_lost);
        if (mesh->colors)
            ply_put_color(colors, values, mesh->colors + 4 * (size_t)mesh->vertex_count);
        mesh->vertex_count++;
    }
    if (lost > 0)
        editor_level_add_warning(importer->level, "%llu point%s not finite; left out", (unsigned long long)lost,
                                 lost == 1 ? " is" : "s are");
    if (has_lost)
        editor_level_add_warning(importer->level, "texture coordinates or normals that are not finite; read as 0");
    if (vertices->is_splat)
        editor_level_add_warning(importer->level, "Gaussian splats are shown as points");
    ply_note_end(reader, vertices);
    return true;
}

bool ply_read_vertices(ply_reader *reader, const ply_element *vertices, editor_mesh *mesh, double origin[3])
{
    editor_importer *importer = reader->importer;
    if (!ply_begin(reader, vertices))
        return false;
    if (vertices->count > MESH_TOOLS_POINTS)
        return editor_import_refuse(importer, "%llu vertices are too many", (unsigned long long)vertices->count);
    const ply_colors colors = ply_find_colors(&reader->header, vertices);
    editor_progress_enter(importer->level->progress, "Reading vertices", vertices->count);
    return allocate(importer, &reader->header, vertices, colors.any, mesh) &&
           read_rows(reader, vertices, &colors, mesh, origin);
}
