// planes.c: the table of the planes of convex volumes and the parts of compounds, which shaders/planes.glsl reads.
#include "scene/scene_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(shader_vec4) * RENDER_PLANE_ROWS <= 1u << 27, "maxStorageBufferRange");
static_assert(RENDER_PLANE_ROWS <= 1 << 24, "the number of a row is exact in a float");

void render_planes_free(render_scene *scene, const render_mesh_item *mesh)
{
    if (mesh->plane_row_count > 0)
        render_ranges_give_back(&scene->plane_spaces, mesh->first_plane_row, mesh->plane_row_count);
}

bool render_planes_write(render_scene *scene, const shader_vec4 *rows, uint32_t count, uint32_t *first)
{
    uint64_t at;
    if (!render_ranges_take(&scene->plane_spaces, count, 1, &at))
        return false;
    *first = (uint32_t)at;
    if (!render_table_reserve(&scene->plane_rows, *first + count)) {
        render_ranges_give_back(&scene->plane_spaces, at, count);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        memcpy(render_table_row(&scene->plane_rows, *first + i), rows[i], sizeof rows[i]);
        render_table_mark(&scene->plane_rows, *first + i);
    }
    return true;
}
