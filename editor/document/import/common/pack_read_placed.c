// pack_read_placed.c: pictures and meshes whose arrays lie in the area beside a pack.
#include "document/import/common/pack_internal.h"
#include "document/level/mesh_tools.h"
#include "system/platform_memory.h"

#include <math.h>
#include <stdlib.h>

bool pack_get_placed_image(pack_reader *reader, const pack_image *record, char **name, uint32_t *out)
{
    const uint64_t size = 4 * (uint64_t)record->width * record->height;
    const uint8_t *bytes = pack_at_place(reader, record->place, size);
    if (!bytes || size == 0 || size / 4 / record->width != record->height)
        return pack_refuse(reader, "a picture of another size");
    // Nothing writes to a picture of a mapping.
    const editor_image image = {.name = *name,
                                .width = record->width,
                                .height = record->height,
                                .rgba = (uint8_t *)(uintptr_t)bytes,
                                .mapping = editor_mapping_hold(reader->mapping)};
    *name = NULL;
    *out = editor_level_add_image(reader->importer->level, &image);
    return *out != EDITOR_NONE || editor_import_out_of_memory(reader->importer);
}

// Whether the pick mesh is that of the mesh, so that its triangles and submeshes are the mesh's.
static bool is_pick_of(const editor_mesh *mesh)
{
    const pick_mesh_stats stats = pick_mesh_get_stats(mesh->pick);
    const pick_mesh_arrays arrays = pick_mesh_get_arrays(mesh->pick);
    bool same = stats.vertex_count == mesh->vertex_count && stats.triangle_count == mesh->index_count / 3 &&
                stats.submesh_count == (mesh->submesh_count ? mesh->submesh_count : 1);
    for (uint32_t i = 0; same && i < mesh->submesh_count; i++)
        same = arrays.submeshes[i].first_triangle == mesh->submeshes[i].first_triangle &&
               arrays.submeshes[i].triangle_count == mesh->submeshes[i].triangle_count;
    return same;
}

// Nothing writes to the arrays of a mapping.
static void *borrow(const void *array)
{
    return (void *)(uintptr_t)array;
}

static bool read_box(pack_reader *reader, const pack_places *places, editor_mesh *mesh)
{
    const void *box = pack_at_place(reader, places->box, sizeof(double[6]));
    mesh->box = box;
    for (int i = 0; box && i < 6; i++) {
        if (!isfinite(mesh->box[i]))
            return pack_refuse(reader, "a bad box");
    }
    return box != NULL;
}

// Of points and lines. Positions need no check: picking leaves out what is not finite.
static bool find_points(pack_reader *reader, const pack_places *places, uint32_t attributes, editor_mesh *mesh)
{
    const uint64_t n = mesh->vertex_count;
    if (n == 0 && mesh->line_count == 0)
        return true;
    mesh->positions = borrow(pack_at_place(reader, places->positions, 3 * n * sizeof(float)));
    if (attributes & PACK_COLORS)
        mesh->colors = borrow(pack_at_place(reader, places->colors, 4 * n * sizeof(float)));
    if (mesh->form == EDITOR_FORM_LINES)
        mesh->line_counts =
            borrow(pack_at_place(reader, places->line_counts, (uint64_t)mesh->line_count * sizeof(uint32_t)));
    return mesh->positions && (mesh->colors || !(attributes & PACK_COLORS)) &&
           (mesh->line_counts || mesh->form == EDITOR_FORM_POINTS) && pack_check_lines(reader, mesh);
}

static bool find_arrays(pack_reader *reader, const pack_places *places, uint32_t attributes, editor_mesh *mesh)
{
    if (!read_box(reader, places, mesh))
        return false;
    if (mesh->form != EDITOR_FORM_TRIANGLES)
        return find_points(reader, places, attributes, mesh);
    const uint64_t n = mesh->vertex_count;
    const void *pick = pack_at_place(reader, places->pick, places->pick_size);
    if (!pick)
        return false;
    if (pick_mesh_map_quick(pick, (size_t)places->pick_size, editor_platform_memory(), &mesh->pick) != PICK_OK ||
        !is_pick_of(mesh))
        return pack_refuse(reader, "a bad hierarchy");
    const pick_mesh_arrays arrays = pick_mesh_get_arrays(mesh->pick);
    mesh->positions = borrow(arrays.positions);
    mesh->uvs = borrow(arrays.uvs);
    mesh->indices = borrow(arrays.indices);
    if (attributes & PACK_NORMALS)
        mesh->normals = borrow(pack_at_place(reader, places->normals, 3 * n * sizeof(float)));
    if (attributes & PACK_COLORS)
        mesh->colors = borrow(pack_at_place(reader, places->colors, 4 * n * sizeof(float)));
    if (!arrays.indices)
        mesh->indices = borrow(pack_at_place(reader, places->indices, (uint64_t)mesh->index_count * sizeof(uint32_t)));
    if (!mesh->indices || (mesh->uvs != NULL) != ((attributes & PACK_UVS) != 0) ||
        (mesh->normals != NULL) != ((attributes & PACK_NORMALS) != 0) ||
        (mesh->colors != NULL) != ((attributes & PACK_COLORS) != 0))
        return pack_refuse(reader, "a bad mesh");
    return true;
}

bool pack_get_placed_mesh(pack_reader *reader, const pack_mesh *record)
{
    editor_mesh mesh = {.vertex_count = record->vertex_count,
                        .index_count = record->index_count,
                        .submesh_count = record->submesh_count,
                        .form = (editor_mesh_form)record->form,
                        .line_count = record->line_count,
                        .width = record->width,
                        .mapping = editor_mapping_hold(reader->mapping)};
    pack_places places;
    const bool ok = (mesh.name = pack_get_text(reader)) != NULL && pack_get_record(reader, &places, sizeof(places)) &&
                    (mesh.submeshes = pack_get_array(reader, record->submesh_count, sizeof(*mesh.submeshes))) != NULL &&
                    pack_check_submeshes(reader, &mesh) && find_arrays(reader, &places, record->attributes, &mesh) &&
                    (!mesh.pick || pick_mesh_get_arrays(mesh.pick).indices || pack_check_indices(reader, &mesh));
    pick_mesh *pick = mesh.pick;
    if (!ok)
        mesh_tools_free(&mesh); // after which the pick mesh is only destroyed
    if (ok && editor_level_add_mesh(reader->importer->level, &mesh) != EDITOR_NONE)
        return true;
    pick_mesh_destroy(pick);
    return ok && editor_import_out_of_memory(reader->importer);
}
