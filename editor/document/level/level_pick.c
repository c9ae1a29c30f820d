// level_pick.c: makes the pick mesh of a mesh: its triangles, with the sides and the alpha of its materials.
#include "document/level/level_internal.h"

#include "system/platform_memory.h"

#include <assert.h>
#include <stdlib.h>

static uint32_t material_flags(const editor_material *m)
{
    return (m->double_sided ? (uint32_t)PICK_SUBMESH_DOUBLE_SIDED : 0) |
           (m->alpha_mode == EDITOR_ALPHA_MASK ? (uint32_t)PICK_SUBMESH_ALPHA_TEST : 0);
}

static pick_result make_pick(const editor_mesh *mesh, const pick_submesh *submeshes, pick_mesh **out)
{
    return pick_mesh_create(&(pick_mesh_desc){.positions = mesh->positions,
                                              .vertex_count = mesh->vertex_count,
                                              .uvs = mesh->uvs,
                                              .indices = mesh->indices,
                                              .index_type = PICK_INDEX_UINT32,
                                              .index_count = mesh->index_count,
                                              .submeshes = mesh->submesh_count ? submeshes : NULL,
                                              .submesh_count = mesh->submesh_count},
                            editor_platform_memory(), out);
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

pick_result editor_level_finish_mesh(const editor_level *level, editor_mesh *mesh)
{
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
    return result;
}
