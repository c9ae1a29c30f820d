// Meshes in buffers that an engine owns.
#include "renderer/vulkan.h"
#include "scene/scene_private.h"

#include <math.h>

enum { VERTEX_SIZE = 12 };

// Returns NULL, or what is wrong.
static const char *check(const render_device *device, const render_vulkan_mesh_desc *desc)
{
    if (desc->positions == VK_NULL_HANDLE || desc->indices == VK_NULL_HANDLE)
        return "no buffer";
    if (desc->vertex_count == 0 || desc->index_count == 0 || desc->index_count % 3 != 0)
        return "no vertices, or indices that make no triangles";
    if (desc->positions_stride < VERTEX_SIZE || desc->positions_stride % 4 != 0 || desc->positions_offset % 4 != 0)
        return "a stride below 12 bytes, or a stride or offset that is no multiple of 4";
    if (desc->positions_stride > device->properties.limits.maxVertexInputBindingStride)
        return "a stride that is larger than this device allows";
    if (desc->vertex_count - 1 > device->limits.largest_index)
        return "more vertices than this device draws of a mesh";
    if (desc->indices_offset % 4 != 0 || desc->indices_offset / 4 > UINT32_MAX - desc->index_count)
        return "an offset of indices that is too large or no multiple of 4";
    for (int i = 0; i < 3; i++) {
        if (!(desc->low[i] <= desc->high[i]) || !isfinite(desc->low[i]) || !isfinite(desc->high[i]))
            return "bounds that are no box";
    }
    if (!render_submeshes_cover(desc->submeshes, desc->submesh_count, desc->index_count / 3))
        return "submeshes that do not cover its triangles in order";
    return NULL;
}

render_result render_vulkan_mesh_create(render_scene *scene, const render_vulkan_mesh_desc *desc, render_mesh *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    const char *name = desc->name != NULL ? desc->name : "without a name";
    if (!scene->device->adopted)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "mesh %s: an engine's buffers on our device",
                           name);
    const char *wrong = check(scene->device, desc);
    if (wrong != NULL)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "mesh %s: %s", name, wrong);
    render_mesh handle = 0;
    render_mesh_item *item = render_mesh_add(scene, desc->submeshes, desc->submesh_count, &handle);
    if (item == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    render_mesh_set_bounds(item, desc->low, desc->high);
    render_result result = render_geometry_adopt(scene->device, &scene->geometry, desc, &item->span);
    if (result != RENDER_OK) {
        render_mesh_destroy(scene, handle);
        return result;
    }
    *out = handle;
    return RENDER_OK;
}
