// ply_import.c: from the bytes of a PLY file to a level.
#include "document/import/ply/ply_import.h"

#include "document/import/ply/ply_edges.h"
#include "document/import/ply/ply_faces.h"
#include "document/import/ply/ply_vertices.h"
#include "document/level/mesh_tools.h"
#include "system/path.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

// The name of the file without its extension.
static char *make_name(const char *path)
{
    char *name = editor_text_copy(editor_path_name(path));
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot && dot > name)
        *dot = '\0';
    return name;
}

// Adds an object of a mesh, which is taken in any case.
static bool add_object(editor_importer *importer, editor_mesh *mesh, const double origin[3])
{
    pick_affine local = PICK_AFFINE_IDENTITY;
    local.origin = pick_vec3_make(origin[0], origin[1], origin[2]);
    editor_level *level = importer->level;
    const uint32_t number = editor_level_add_mesh(level, mesh);
    return (number != EDITOR_NONE &&
            editor_level_add_object(level, level->meshes[number].name, EDITOR_NONE, number, &local) != EDITOR_NONE) ||
           editor_import_out_of_memory(importer);
}

// What a file becomes: its vertices, which become points or those of its faces; and lines.
typedef struct ply_model {
    editor_mesh mesh, lines;
    double origin[3];
    const ply_element *edges; // or NULL
} ply_model;

// Edges need the vertices that corners replace, and they may stand between faces and materials.
static bool read_faces(ply_reader *reader, ply_model *model)
{
    editor_mesh *mesh = &model->mesh;
    ply_corners corners = {.has_uvs = false};
    ply_looks looks;
    ply_looks_begin(&looks, reader);
    bool ok = ply_read_faces(reader, mesh, &corners, &looks) &&
              (!model->edges || ply_read_edges(reader, model->edges, mesh, &model->lines)) &&
              ply_looks_take(&looks, mesh, corners.has_uvs || mesh->uvs, corners.has_colors || mesh->colors) &&
              ply_corners_take(&corners, reader->importer, mesh) &&
              (mesh_tools_finish(mesh) || editor_import_out_of_memory(reader->importer));
    ply_looks_free(&looks);
    ply_corners_free(&corners);
    return ok;
}

static bool read_points(ply_reader *reader, ply_model *model)
{
    if (model->edges)
        return ply_read_edges(reader, model->edges, &model->mesh, &model->lines);
    model->mesh.submeshes = editor_import_allocate(reader->importer, 1, sizeof(*model->mesh.submeshes));
    if (!model->mesh.submeshes)
        return false;
    model->mesh.submesh_count = 1;
    model->mesh.submeshes[0].material = EDITOR_NONE;
    return true;
}

static bool read_model(ply_reader *reader, ply_model *model)
{
    const ply_header *header = &reader->header;
    const ply_element *vertices = ply_find_vertices(header);
    const bool has_faces = ply_has_faces(header);
    if (!vertices || !ply_has_roles(header, vertices, PLY_X, PLY_Z))
        return editor_import_refuse(reader->importer, "it has no vertices with x, y and z");
    model->edges = ply_find_edges(header);
    model->mesh.form = has_faces ? EDITOR_FORM_TRIANGLES : model->edges ? EDITOR_FORM_LINES : EDITOR_FORM_POINTS;
    model->mesh.name = make_name(reader->importer->path);
    model->lines.name = make_name(reader->importer->path);
    if (!model->mesh.name || !model->lines.name)
        return editor_import_out_of_memory(reader->importer);
    return ply_read_vertices(reader, vertices, &model->mesh, model->origin) &&
           (has_faces ? read_faces(reader, model) : read_points(reader, model));
}

// Beside faces, lines are called "NAME lines", as those of OBJ.
static bool add_objects(editor_importer *importer, ply_model *model)
{
    const bool has_mesh = model->mesh.form != EDITOR_FORM_LINES;
    editor_text name = {0};
    editor_text_format(&name, "%s%s", model->lines.name, has_mesh ? " lines" : "");
    if (name.failed) {
        editor_text_free(&name);
        return editor_import_out_of_memory(importer);
    }
    free(model->lines.name);
    model->lines.name = editor_text_take(&name);
    editor_mesh mesh = model->mesh, lines = model->lines;
    model->mesh = model->lines = (editor_mesh){0};
    bool ok = true;
    if (has_mesh)
        ok = add_object(importer, &mesh, model->origin);
    else
        mesh_tools_free(&mesh);
    if (ok && model->edges)
        return add_object(importer, &lines, model->origin);
    mesh_tools_free(&lines);
    return ok;
}

bool editor_import_ply(editor_importer *importer)
{
    ply_reader reader = {.importer = importer};
    if (!ply_header_read(importer->bytes, importer->size, &reader.header)) {
        if (reader.header.is_too_large)
            return editor_import_refuse(importer, "its header has more than %d elements or %d properties", PLY_ELEMENTS,
                                        PLY_PROPERTIES);
        return editor_import_refuse(importer, "no PLY file: its header is broken");
    }
    reader.at = importer->bytes + reader.header.size;
    reader.end = importer->bytes + importer->size;
    reader.starts[0] = reader.at;
    reader.known = 1;
    ply_model model = {.edges = NULL};
    bool ok = read_model(&reader, &model);
    if (ok)
        importer->facts = model.mesh.form == EDITOR_FORM_POINTS
                              ? (editor_model_facts){.format = "PLY point cloud"}
                              : (editor_model_facts){.format = "Stanford Polygon Library (PLY)"};
    // The hierarchy, which is built next, needs the memory.
    free(importer->bytes);
    importer->bytes = NULL;
    importer->size = 0;
    ok = ok && add_objects(importer, &model);
    mesh_tools_free(&model.mesh);
    mesh_tools_free(&model.lines);
    return ok;
}
