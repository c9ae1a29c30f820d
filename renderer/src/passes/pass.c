// What the passes share.
#include "passes/pass.h"
#include "scene/scene_private.h"

enum { STAGES = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT };

void render_draw_bind_frame(const render_draw *draw, uint32_t first_object)
{
    const uint32_t offset = first_object * draw->scene->object_rows.row_size;
    draw->device->vk.CmdBindDescriptorSets(draw->commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                           draw->device->pipelines.layout, SHADER_SET_FRAME, 1, &draw->frame_set, 1,
                                           &offset);
}

void render_draw_bind(const render_draw *draw, VkPipeline pipeline)
{
    draw->device->vk.CmdBindPipeline(draw->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    if (draw->frame_set != VK_NULL_HANDLE)
        render_draw_bind_frame(draw, 0);
}

void render_draw_push(const render_draw *draw, const struct shader_push *push)
{
    draw->device->vk.CmdPushConstants(draw->commands, draw->device->pipelines.layout, STAGES, 0, sizeof *push, push);
}

void render_draw_whole_pixels(const render_draw *draw, const VkRect2D *area)
{
    // A viewport has a width, also where the view lies outside of the target.
    const VkViewport viewport = {.x = (float)area->offset.x,
                                 .y = (float)area->offset.y,
                                 .width = area->extent.width > 0 ? (float)area->extent.width : 1.0f,
                                 .height = area->extent.height > 0 ? (float)area->extent.height : 1.0f,
                                 .maxDepth = 1.0f};
    draw->device->vk.CmdSetViewport(draw->commands, 0, 1, &viewport);
}

// Draws command by command, for devices that cannot read several commands, or the first instance, from a buffer.
static void draw_directly(const render_draw *draw, const render_group *group, const render_span *span)
{
    const VkDrawIndexedIndirectCommand *commands = span->data;
    for (uint32_t i = 0; i < group->command_count; i++) {
        const VkDrawIndexedIndirectCommand *it = &commands[group->first_command + i];
        draw->device->vk.CmdDrawIndexed(draw->commands, it->indexCount, it->instanceCount, it->firstIndex,
                                        it->vertexOffset, it->firstInstance);
    }
}

void render_draw_groups(const render_draw *draw, const render_group_list *list, VkPipeline pipeline)
{
    if (list->count == 0)
        return;
    VkCommandBuffer commands = draw->commands;
    const render_draw_state *last = NULL;
    uint32_t bound = 0;
    const render_view_range *range = &draw->scene->list.view->ranges[list->groups[0].range]; // that of all of them
    const render_span *span = &range->commands;
    render_draw_bind(draw, pipeline);
    render_geometry_bind_instances(draw->device, commands, &range->instances);
    for (uint32_t i = 0; i < list->count; i++) {
        const render_group *group = &list->groups[i];
        const render_draw_state *state = &group->state;
        if (state->first_object != bound)
            render_draw_bind_frame(draw, state->first_object);
        bound = state->first_object;
        if (last == NULL || last->page != state->page)
            render_geometry_bind(draw->device, commands, &draw->scene->geometry.pages[state->page]);
        if (last == NULL || last->material_row != state->material_row)
            draw->device->vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                                   draw->device->pipelines.layout, SHADER_SET_IMAGES, 1, &state->images,
                                                   0, NULL);
        if (last == NULL || last->material_row != state->material_row || last->first_object != state->first_object)
            render_draw_push(
                draw, &(struct shader_push){.material = state->material_row, .first_object = state->first_object});
        // Only the inside of a volume's box is drawn, whose fragments meet the shape from both sides.
        const bool both_sides = state->double_sided || (draw->frame->both_sides && state->mode != RENDER_MODE_VOLUME);
        if (last == NULL || last->double_sided != state->double_sided)
            draw->device->vk.CmdSetCullMode(commands, both_sides ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT);
        if (last == NULL || last->mirrored != state->mirrored)
            draw->device->vk.CmdSetFrontFace(commands, state->mirrored != draw->mirrored
                                                           ? VK_FRONT_FACE_CLOCKWISE
                                                           : VK_FRONT_FACE_COUNTER_CLOCKWISE);
        if (draw->device->features.indirect)
            draw->device->vk.CmdDrawIndexedIndirect(
                commands, span->buffer, span->offset + group->first_command * sizeof(VkDrawIndexedIndirectCommand),
                group->command_count, sizeof(VkDrawIndexedIndirectCommand));
        else
            draw_directly(draw, group, span);
        last = state;
    }
    draw->device->stats.draws += list->count;
    draw->device->vk.CmdSetCullMode(commands, VK_CULL_MODE_NONE);
}
