// ply_import.c: reads PLY files: point clouds, and meshes of plain faces.
#include "document/import/ply/ply_import.h"

#include "document/import/ply/ply_faces.h"
#include "document/import/ply/ply_vertices.h"
#include "document/level/mesh_tools.h"
#include "system/path.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

bool editor_ply_check_header(editor_importer *importer)
{
    ply_header header;
    return ply_header_read(importer->bytes, importer->size, &header) ||
           editor_import_refuse(importer, "no PLY file: its header is broken");
}

bool editor_ply_check_counts(editor_importer *importer)
{
    ply_reader reader = {.importer = importer};
    if (!ply_header_read(importer->bytes, importer->size, &reader.header))
        return editor_import_refuse(importer, "no PLY file");
    reader.at = importer->bytes + reader.header.size;
    reader.end = importer->bytes + importer->size;
    bool ok = true;
    for (uint32_t i = 0; ok && i < reader.header.element_count; i++) {
        const ply_element *element = &reader.header.elements[i];
        ok = ply_check_count(&reader, element, element->is_vertex ? "vertices" : element->is_face ? "faces" : "rows");
    }
    return ok;
}

static bool has_positions(const ply_header *header, const ply_element *vertices)
{
    for (ply_role role = PLY_X; role <= PLY_Z; role++) {
        if (!ply_find_role(header, vertices, role))
            return false;
    }
    return true;
}

bool editor_ply_is_read(const editor_importer *importer)
{
    ply_header header;
    if (!ply_header_read(importer->bytes, importer->size, &header))
        return false;
    bool has_faces = false;
    for (uint32_t i = 0; i < header.element_count; i++)
        has_faces = has_faces || (header.elements[i].is_face && header.elements[i].count > 0);
    const ply_element *vertices = ply_find_vertices(&header);
    return vertices && has_positions(&header, vertices) && (!has_faces || ply_find_plain_faces(&header));
}

// The name of the file without its extension.
static char *make_name(const char *path)
{
    char *name = editor_text_copy(editor_path_name(path));
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot && dot > name)
        *dot = '\0';
    return name;
}

// As Assimp's readers make it for files without any.
static uint32_t add_material(editor_importer *importer, bool has_colors)
{
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = editor_text_copy("DefaultMaterial");
    for (int i = 0; i < 3 && !has_colors; i++)
        material.base_color[i] = 0.6f;
    material.roughness = 0.8f;
    material.double_sided = true;
    return material.name ? editor_level_add_material(importer->level, &material) : EDITOR_NONE;
}

static bool add_object(editor_importer *importer, editor_mesh *mesh, const double origin[3])
{
    pick_affine local = PICK_AFFINE_IDENTITY;
    local.origin = pick_vec3_make(origin[0], origin[1], origin[2]);
    char *name = make_name(importer->path);
    const uint32_t number = editor_level_add_mesh(importer->level, mesh); // which takes it in any case
    const bool ok = name && number != EDITOR_NONE &&
                    editor_level_add_object(importer->level, name, EDITOR_NONE, number, &local) != EDITOR_NONE;
    free(name);
    return ok || editor_import_out_of_memory(importer);
}

static bool read_mesh(ply_reader *reader, editor_mesh *mesh, double origin[3])
{
    const ply_header *header = &reader->header;
    const ply_element *vertices = ply_find_vertices(header);
    const ply_element *faces = mesh->form == EDITOR_FORM_TRIANGLES ? ply_find_plain_faces(header) : NULL;
    mesh->submeshes = editor_import_allocate(reader->importer, 1, sizeof(*mesh->submeshes));
    if (!mesh->name || !mesh->submeshes)
        return editor_import_out_of_memory(reader->importer);
    mesh->submesh_count = 1;
    mesh->submeshes[0].material = EDITOR_NONE;
    if (!ply_skip_elements(reader, header->elements, vertices) || !ply_read_vertices(reader, vertices, mesh, origin))
        return false;
    if (!faces)
        return true;
    if (!ply_skip_elements(reader, vertices + 1, faces) || !ply_read_faces(reader, faces, mesh))
        return false;
    mesh->submeshes[0].triangle_count = mesh->index_count / 3;
    mesh->submeshes[0].material = add_material(reader->importer, mesh->colors != NULL);
    return mesh->submeshes[0].material != EDITOR_NONE || editor_import_out_of_memory(reader->importer);
}

bool editor_ply_read(editor_importer *importer)
{
    ply_reader reader = {.importer = importer};
    if (!ply_header_read(importer->bytes, importer->size, &reader.header))
        return editor_import_refuse(importer, "no PLY file");
    reader.at = importer->bytes + reader.header.size;
    reader.end = importer->bytes + importer->size;
    const bool has_faces = ply_find_plain_faces(&reader.header) != NULL;
    double origin[3] = {0, 0, 0};
    editor_mesh mesh = {.form = has_faces ? EDITOR_FORM_TRIANGLES : EDITOR_FORM_POINTS,
                        .name = make_name(importer->path)};
    if (!read_mesh(&reader, &mesh, origin)) {
        mesh_tools_free(&mesh);
        return false;
    }
    free(importer->bytes); // before the hierarchy takes memory
    importer->bytes = NULL;
    importer->size = 0;
    importer->facts = has_faces ? (editor_model_facts){.format = "Stanford Polygon Library (PLY)"}
                                : (editor_model_facts){.format = "PLY point cloud"};
    return add_object(importer, &mesh, origin);
}
