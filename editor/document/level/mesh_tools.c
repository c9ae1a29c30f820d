// mesh_tools.c: appends parts to a mesh.
#include "document/level/mesh_tools.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_LIMIT (1u << 31)

uint32_t mesh_tools_triangle_count(uint32_t mode, uint32_t count)
{
    if (count < 3)
        return 0;
    return mode == 4 ? count / 3 : count - 2;
}

// Extends `*array` to `new_count` vertices. `source` NULL: fills the new ones with `fill`; if no part has had this
// attribute yet, the array stays NULL.
static bool extend(float **array, const float *source, uint32_t components, uint32_t old_count, uint32_t new_count,
                   float fill)
{
    if (!*array && !source)
        return true;
    size_t old_size = (size_t)old_count * components, new_size = (size_t)new_count * components;
    float *grown = realloc(*array, (new_size ? new_size : 1) * sizeof(float));
    if (!grown)
        return false;
    for (size_t i = *array ? old_size : 0; i < old_size; i++)
        grown[i] = fill;
    for (size_t i = old_size; i < new_size; i++)
        grown[i] = source ? source[i - old_size] : fill;
    *array = grown;
    return true;
}

bool mesh_tools_append(editor_mesh *mesh, const mesh_part *part)
{
    uint64_t vertices = (uint64_t)mesh->vertex_count + part->vertex_count;
    uint64_t indices = (uint64_t)mesh->index_count + 3 * (uint64_t)part->triangle_count;
    if (vertices >= NUMBER_LIMIT || indices >= NUMBER_LIMIT)
        return false;
    uint32_t from = mesh->vertex_count, to = (uint32_t)vertices;
    if (part->vertex_count > 0 &&
        (!extend(&mesh->positions, part->positions, 3, from, to, 0) ||
         !extend(&mesh->normals, part->normals, 3, from, to, 0) || !extend(&mesh->uvs, part->uvs, 2, from, to, 0) ||
         !extend(&mesh->colors, part->colors, 4, from, to, 1)))
        return false;
    mesh->vertex_count = to;
    uint32_t *grown = realloc(mesh->indices, (indices ? (size_t)indices : 1) * sizeof(uint32_t));
    if (!grown)
        return false;
    mesh->indices = grown;
    editor_submesh *submeshes = realloc(mesh->submeshes, ((size_t)mesh->submesh_count + 1) * sizeof(*submeshes));
    if (!submeshes)
        return false;
    mesh->submeshes = submeshes;
    submeshes[mesh->submesh_count++] = (editor_submesh){mesh->index_count / 3, part->triangle_count, part->material};
    return true;
}

static pick_vec3 vertex(const editor_mesh *mesh, uint32_t index)
{
    const float *p = mesh->positions + 3 * (size_t)index;
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

bool mesh_tools_finish(editor_mesh *mesh)
{
    if (!mesh->normals || mesh->vertex_count == 0)
        return true;
    // Vertices without a normal have zero: set it to the area-weighted mean of their triangles' normals.
    pick_vec3 *sums = calloc(mesh->vertex_count, sizeof(*sums));
    if (!sums)
        return false;
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        pick_vec3 a = vertex(mesh, mesh->indices[i]);
        pick_vec3 ab = pick_vec3_sub(vertex(mesh, mesh->indices[i + 1]), a);
        pick_vec3 ac = pick_vec3_sub(vertex(mesh, mesh->indices[i + 2]), a);
        pick_vec3 normal = pick_vec3_cross(ab, ac);
        for (uint32_t k = 0; k < 3; k++) {
            pick_vec3 *sum = &sums[mesh->indices[i + k]];
            *sum = pick_vec3_add(*sum, normal);
        }
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        float *normal = mesh->normals + 3 * i;
        if (normal[0] != 0 || normal[1] != 0 || normal[2] != 0)
            continue;
        pick_vec3 n = pick_vec3_normalize(sums[i]);
        normal[0] = (float)n.x;
        normal[1] = (float)n.y;
        normal[2] = (float)n.z;
    }
    free(sums);
    return true;
}

// --- Polygons ---

static bool reserve_polygons(mesh_polygons *polygons, size_t count)
{
    if (count <= polygons->capacity)
        return true;
    const size_t wanted = count + count / 2 + 64;
    uint8_t *grown = realloc(polygons->continues, wanted);
    polygons->failed = polygons->failed || !grown;
    if (!grown)
        return false;
    if (!polygons->continues) // the triangles so far
        memset(grown, 0, polygons->count);
    polygons->continues = grown;
    polygons->capacity = wanted;
    return true;
}

void mesh_polygons_add(mesh_polygons *polygons, uint32_t triangles)
{
    const size_t from = polygons->count, to = from + triangles;
    if (triangles == 0 || (!polygons->continues && triangles == 1)) {
        polygons->count = to;
    } else if (reserve_polygons(polygons, to)) {
        memset(polygons->continues + from, 1, triangles);
        polygons->continues[from] = 0;
        polygons->count = to;
    }
}

bool mesh_polygons_take(mesh_polygons *polygons, editor_mesh *mesh)
{
    if (polygons->failed)
        return false;
    assert(polygons->count == mesh->index_count / 3);
    free(mesh->continues);
    mesh->continues = polygons->continues;
    *polygons = (mesh_polygons){0};
    return true;
}

void mesh_polygons_free(mesh_polygons *polygons)
{
    free(polygons->continues);
    *polygons = (mesh_polygons){0};
}

// --- Points and lines ---

static bool append_vertices(editor_mesh *mesh, const mesh_part *part)
{
    const uint64_t vertices = (uint64_t)mesh->vertex_count + part->vertex_count;
    const uint32_t from = mesh->vertex_count, to = (uint32_t)vertices;
    if (vertices > MESH_TOOLS_POINTS || !extend(&mesh->positions, part->positions, 3, from, to, 0) ||
        !extend(&mesh->colors, part->colors, 4, from, to, 1))
        return false;
    mesh->vertex_count = to;
    if (mesh->submeshes)
        return true;
    mesh->submeshes = malloc(sizeof(*mesh->submeshes));
    if (!mesh->submeshes)
        return false;
    mesh->submeshes[mesh->submesh_count++] = (editor_submesh){0, 0, part->material};
    return true;
}

bool mesh_tools_append_points(editor_mesh *mesh, const mesh_part *part)
{
    assert(mesh->form == EDITOR_FORM_POINTS);
    return append_vertices(mesh, part);
}

bool mesh_tools_append_lines(editor_mesh *mesh, const mesh_part *part, const uint32_t *counts, uint32_t line_count)
{
    assert(mesh->form == EDITOR_FORM_LINES);
    const size_t lines = (size_t)mesh->line_count + line_count;
    uint32_t *grown = realloc(mesh->line_counts, (lines > 0 ? lines : 1) * sizeof(*grown));
    if (!grown)
        return false;
    mesh->line_counts = grown;
    for (uint32_t i = 0; i < line_count; i++)
        grown[mesh->line_count + i] = counts[i];
    mesh->line_count = (uint32_t)lines; // each has two vertices, of which there are at most 2^30
    return append_vertices(mesh, part);
}

editor_width mesh_tools_width(const editor_mesh *mesh)
{
    const float width = mesh->width > 0                    ? mesh->width
                        : mesh->form == EDITOR_FORM_POINTS ? EDITOR_POINT_WIDTH
                                                           : EDITOR_LINE_WIDTH;
    return (editor_width){(double)width, EDITOR_WIDTH_ON_SCREEN};
}

uint32_t mesh_tools_part_count(const editor_mesh *mesh)
{
    return mesh->form == EDITOR_FORM_TRIANGLES ? 0 : mesh->vertex_count - mesh->line_count;
}

const char *mesh_tools_part_name(const editor_mesh *mesh)
{
    static const char *const names[] = {
        [EDITOR_FORM_TRIANGLES] = "triangle", [EDITOR_FORM_POINTS] = "point", [EDITOR_FORM_LINES] = "segment"};
    return mesh->primitive.part_count > 0 ? "part" : names[mesh->form];
}

const char *mesh_tools_box_note(const editor_mesh *mesh)
{
    return !mesh->stand_in ? "" : mesh->unread ? " (box: not loaded yet)" : " (box: missing file)";
}

void mesh_tools_free(editor_mesh *mesh)
{
    free(mesh->name);
    editor_line_free(&mesh->line);
    editor_primitive_free(&mesh->primitive);
    if (!mesh->mapping) {
        free(mesh->line_counts);
        free(mesh->positions);
        free(mesh->normals);
        free(mesh->uvs);
        free(mesh->colors);
        free(mesh->indices);
    }
    editor_mapping_release(mesh->mapping);
    free(mesh->continues);
    free(mesh->submeshes);
    free(mesh->places);
    free(mesh->smooth);
    editor_moves_free(&mesh->moves);
    *mesh = (editor_mesh){0};
}
