// What the passes have in common.
#include "../scene_private.h"
#include "pass.h"

enum { STAGES = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT };

void render_draw_bind(const render_draw *draw, VkPipeline pipeline)
{
    vkCmdBindPipeline(draw->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(draw->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, draw->device->pipelines.layout,
                            SHADER_SET_FRAME, 1, &draw->frame_set, 0, NULL);
}

void render_draw_push(const render_draw *draw, const struct shader_push *push)
{
    vkCmdPushConstants(draw->commands, draw->device->pipelines.layout, STAGES, 0, sizeof *push, push);
}

void render_draw_batches(const render_draw *draw, const render_batch_list *list, VkPipeline pipeline)
{
    if (list->count == 0)
        return;
    VkCommandBuffer commands = draw->commands;
    const render_batch *last = NULL;
    render_draw_bind(draw, pipeline);
    for (uint32_t i = 0; i < list->count; i++) {
        const render_batch *batch = &list->batches[i];
        const render_mesh_item *mesh = render_pool_at(&draw->scene->meshes, batch->mesh);
        const render_submesh *submesh = &mesh->submeshes[batch->submesh];
        if (last == NULL || last->mesh != batch->mesh) {
            vkCmdBindVertexBuffers2(commands, 0, RENDER_MESH_STREAMS, mesh->streams, mesh->offsets, mesh->sizes,
                                    mesh->strides);
            vkCmdBindIndexBuffer(commands, mesh->buffer.handle, mesh->index_offset, VK_INDEX_TYPE_UINT32);
        }
        if (last == NULL || last->images != batch->images)
            vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, draw->device->pipelines.layout,
                                    SHADER_SET_IMAGES, 1, &batch->images, 0, NULL);
        if (last == NULL || last->double_sided != batch->double_sided)
            vkCmdSetCullMode(commands, batch->double_sided ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT);
        if (last == NULL || last->mirrored != batch->mirrored)
            vkCmdSetFrontFace(commands, batch->mirrored != draw->mirrored ? VK_FRONT_FACE_CLOCKWISE
                                                                          : VK_FRONT_FACE_COUNTER_CLOCKWISE);
        const struct shader_push push = {.material = batch->material_row, .first_triangle = submesh->first_triangle};
        render_draw_push(draw, &push);
        vkCmdDrawIndexed(commands, 3 * submesh->triangle_count, batch->instance_count, 3 * submesh->first_triangle, 0,
                         batch->first_instance);
        last = batch;
    }
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
}
