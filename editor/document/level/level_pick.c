// level_pick.c: makes what is picked of a mesh: its triangles, with the sides and the alpha of its materials, or its
// points or lines.
#include "document/level/level_internal.h"

#include "document/level/mesh_tools.h"
#include "system/platform_memory.h"
#include "system/tasks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint32_t material_flags(const editor_material *m)
{
    return (m->double_sided ? (uint32_t)PICK_SUBMESH_DOUBLE_SIDED : 0) |
           (m->alpha_mode == EDITOR_ALPHA_MASK ? (uint32_t)PICK_SUBMESH_ALPHA_TEST : 0);
}

bool editor_level_read_polygons(const pick_mesh *pick, uint8_t **out)
{
    const uint32_t count = pick_mesh_get_stats(pick).triangle_count;
    uint32_t end = 0, first, size;
    *out = NULL;
    while (end < count && pick_mesh_polygon(pick, end, &first, &size) && size == 1)
        end++;
    if (end == count)
        return true;
    *out = calloc(count, 1);
    for (; *out && end < count && pick_mesh_polygon(pick, end, &first, &size); end += size)
        memset(*out + end + 1, 1, size - 1);
    return *out != NULL;
}

static pick_result make_pick(const editor_mesh *mesh, const pick_submesh *submeshes, pick_mesh **out)
{
    uint8_t *read = NULL;
    if (!mesh->continues && mesh->pick && !editor_level_read_polygons(mesh->pick, &read))
        return PICK_ERROR_OUT_OF_MEMORY;
    const pick_result result =
        pick_mesh_create(&(pick_mesh_desc){.positions = mesh->positions,
                                           .vertex_count = mesh->vertex_count,
                                           .uvs = mesh->uvs,
                                           .indices = mesh->indices,
                                           .index_type = PICK_INDEX_UINT32,
                                           .index_count = mesh->index_count,
                                           .submeshes = mesh->submesh_count ? submeshes : NULL,
                                           .submesh_count = mesh->submesh_count,
                                           .continues = mesh->continues ? mesh->continues : read},
                         editor_platform_memory(), out);
    free(read);
    return result;
}

pick_result editor_level_make_pick(const editor_mesh *mesh, const editor_material *materials, pick_mesh **out)
{
    pick_submesh *submeshes = calloc(mesh->submesh_count ? mesh->submesh_count : 1, sizeof(*submeshes));
    if (!submeshes)
        return PICK_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < mesh->submesh_count; i++)
        submeshes[i] = (pick_submesh){mesh->submeshes[i].first_triangle, mesh->submeshes[i].triangle_count,
                                      material_flags(&materials[i])};
    pick_result result = make_pick(mesh, submeshes, out);
    free(submeshes);
    return result;
}

// So many points or segments are worth threads.
enum { THREADS_FROM = 100000 };

static pick_thin_unit unit_of(editor_width width)
{
    return width.unit == EDITOR_WIDTH_IN_METRES ? PICK_THIN_IN_SPACE : PICK_THIN_ON_SCREEN;
}

static const pick_task_hook *tasks_for(const editor_mesh *mesh)
{
    return mesh->vertex_count >= THREADS_FROM ? editor_tasks() : NULL;
}

pick_result editor_level_share_thin(const editor_mesh *mesh, editor_width width, pick_thin **out)
{
    return pick_thin_share(mesh->thin, width.value / 2, unit_of(width), tasks_for(mesh), out);
}

pick_result editor_level_make_thin(const editor_mesh *mesh, editor_width width, pick_thin **out)
{
    const pick_task_hook *tasks = tasks_for(mesh);
    const pick_thin_unit unit = unit_of(width);
    if (mesh->form == EDITOR_FORM_POINTS) {
        const pick_points_desc desc = {.positions = mesh->positions,
                                       .count = mesh->vertex_count,
                                       .radius = width.value / 2,
                                       .unit = unit,
                                       .tasks = tasks};
        return pick_points_create(&desc, editor_platform_memory(), out);
    }
    const pick_curves_desc desc = {.positions = mesh->positions,
                                   .position_count = mesh->vertex_count,
                                   .counts = mesh->line_counts,
                                   .curve_count = mesh->line_count,
                                   .radius = width.value / 2,
                                   .unit = unit,
                                   .tasks = tasks};
    return pick_curves_create(&desc, editor_platform_memory(), out);
}

pick_result editor_level_finish_mesh(const editor_level *level, editor_mesh *mesh)
{
    if (mesh->form != EDITOR_FORM_TRIANGLES)
        return editor_level_make_thin(mesh, mesh_tools_width(mesh), &mesh->thin);
    pick_submesh *submeshes = calloc(mesh->submesh_count ? mesh->submesh_count : 1, sizeof(*submeshes));
    if (!submeshes)
        return PICK_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        const uint32_t material = mesh->submeshes[i].material;
        assert(material == EDITOR_NONE || material < level->material_count);
        submeshes[i] = (pick_submesh){mesh->submeshes[i].first_triangle, mesh->submeshes[i].triangle_count,
                                      material == EDITOR_NONE ? 0 : material_flags(&level->materials[material])};
    }
    pick_result result = make_pick(mesh, submeshes, &mesh->pick);
    free(submeshes);
    if (result == PICK_OK) {
        free(mesh->continues);
        mesh->continues = NULL;
    }
    return result;
}
