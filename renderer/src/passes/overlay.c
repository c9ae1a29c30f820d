// The user interface, over everything.
#include "passes/pass.h"
#include "scene/scene_private.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static bool want(const render_draw *draw)
{
    const render_overlay *overlay = draw->overlay;
    return overlay != NULL && overlay->command_count > 0 && overlay->index_count > 0 && overlay->vertex_count > 0;
}

static bool is_in_range(const render_overlay *overlay, const render_overlay_command *command)
{
    if (command->index_offset > overlay->index_count ||
        command->index_count > overlay->index_count - command->index_offset)
        return false;
    for (uint32_t i = 0; i < command->index_count; i++) {
        if ((uint64_t)command->vertex_offset + overlay->indices[command->index_offset + i] >= overlay->vertex_count)
            return false;
    }
    return true;
}

static render_result bind_geometry(const render_draw *draw, const render_overlay *overlay)
{
    render_result result = RENDER_OK;
    render_span vertex_span, index_span;
    TRY(render_slot_allocate(draw->device, draw->slot, overlay->vertex_count * sizeof *overlay->vertices, 16,
                             &vertex_span));
    TRY(render_slot_allocate(draw->device, draw->slot, overlay->index_count * sizeof *overlay->indices, 16,
                             &index_span));
    memcpy(vertex_span.data, overlay->vertices, overlay->vertex_count * sizeof *overlay->vertices);
    memcpy(index_span.data, overlay->indices, overlay->index_count * sizeof *overlay->indices);
    draw->device->vk.CmdBindVertexBuffers(draw->commands, 0, 1, &vertex_span.buffer, &vertex_span.offset);
    draw->device->vk.CmdBindIndexBuffer(draw->commands, index_span.buffer, index_span.offset, VK_INDEX_TYPE_UINT16);
error:
    return result;
}

// Clips a clip rectangle to the target. False: nothing is left.
static bool get_scissor(const render_draw *draw, const float clip[4], VkRect2D *out)
{
    float x0 = fmaxf(clip[0], 0.0f), y0 = fmaxf(clip[1], 0.0f);
    float x1 = fminf(clip[2], (float)draw->target->width), y1 = fminf(clip[3], (float)draw->target->height);
    if (!(x1 > x0) || !(y1 > y0))
        return false;
    out->offset = (VkOffset2D){(int32_t)x0, (int32_t)y0};
    out->extent = (VkExtent2D){(uint32_t)ceilf(x1) - (uint32_t)x0, (uint32_t)ceilf(y1) - (uint32_t)y0};
    return true;
}

static render_result record(const render_draw *draw)
{
    const render_overlay *overlay = draw->overlay;
    const render_target *target = draw->target;
    render_result result = bind_geometry(draw, overlay);
    if (result != RENDER_OK)
        return result;
    const VkViewport viewport = {
        .width = (float)target->width, .height = (float)target->height, .minDepth = 0.0f, .maxDepth = 1.0f};
    draw->device->vk.CmdSetViewport(draw->commands, 0, 1, &viewport);
    render_draw_bind(draw, draw->pipelines[0]);
    const struct shader_push push = {
        .values = {2.0f * draw->scale / (float)target->width, 2.0f * draw->scale / (float)target->height, 0.0f, 0.0f}};
    render_draw_push(draw, &push);
    VkDescriptorSet bound = VK_NULL_HANDLE;
    for (uint32_t i = 0; i < overlay->command_count; i++) {
        const render_overlay_command *command = &overlay->commands[i];
        VkRect2D scissor;
        if (!is_in_range(overlay, command))
            return render_fail(draw->device, RENDER_ERROR_INVALID_ARGUMENT, "overlay: command %u is out of range", i);
        if (!get_scissor(draw, command->clip, &scissor))
            continue;
        VkDescriptorSet images = render_scene_texture(draw->scene, command->texture)->set;
        if (images != bound)
            draw->device->vk.CmdBindDescriptorSets(draw->commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                                   draw->device->pipelines.layout, SHADER_SET_IMAGES, 1, &images, 0,
                                                   NULL);
        bound = images;
        draw->device->vk.CmdSetScissor(draw->commands, 0, 1, &scissor);
        draw->device->vk.CmdDrawIndexed(draw->commands, command->index_count, 1, command->index_offset,
                                        (int32_t)command->vertex_offset, 0);
    }
    return RENDER_OK;
}

static const VkVertexInputBindingDescription bindings[] = {
    {0, sizeof(render_overlay_vertex), VK_VERTEX_INPUT_RATE_VERTEX}};
static const VkVertexInputAttributeDescription attributes[] = {
    {0, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(render_overlay_vertex, x)},
    {1, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(render_overlay_vertex, u)},
    {2, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(render_overlay_vertex, color)}};
static const render_vertex_layout vertices = {bindings, 1, attributes, 3, .dynamic_strides = false};

static const render_pipeline_desc pipelines[] = {{.name = "overlay",
                                                  .vertex = SHADER_OVERLAY_VERT,
                                                  .fragment = SHADER_OVERLAY_FRAG,
                                                  .vertices = &vertices,
                                                  .blend = RENDER_BLEND_STRAIGHT}};

const render_pass render_pass_overlay = {"overlay", RENDER_STAGE_OVERLAY, 1, pipelines, want, record};
