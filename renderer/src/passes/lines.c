// The caller's lines: first those that surfaces hide, later those on top of the whole scene.
#include "passes/pass.h"

#include <stddef.h>

static bool want_lines(const render_draw *draw)
{
    return draw->line_count > 0;
}

static void draw_lines(const render_draw *draw, uint32_t count, uint32_t first)
{
    render_draw_bind(draw, draw->pipelines[0]);
    draw->device->vk.CmdBindVertexBuffers(draw->commands, 0, 1, &draw->lines.buffer, &draw->lines.offset);
    draw->device->vk.CmdDraw(draw->commands, 6, count, 0, first);
}

static render_result record_lines(const render_draw *draw)
{
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearest);
    draw_lines(draw, draw->line_count, 0);
    return RENDER_OK;
}

static bool want_top_lines(const render_draw *draw)
{
    return draw->top_line_count > 0;
}

static render_result record_top_lines(const render_draw *draw)
{
    draw_lines(draw, draw->top_line_count, draw->line_count);
    return RENDER_OK;
}

static const VkVertexInputBindingDescription bindings[] = {
    {0, sizeof(struct shader_line), VK_VERTEX_INPUT_RATE_INSTANCE}};
static const VkVertexInputAttributeDescription attributes[] = {
    {0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(struct shader_line, from)},
    {1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(struct shader_line, to)},
    {2, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(struct shader_line, color)}};
static const render_vertex_layout vertices = {bindings, 1, attributes, 3, .dynamic_strides = false};

static const render_pipeline_desc line_pipelines[] = {{.name = "lines",
                                                       .vertex = SHADER_LINE_VERT,
                                                       .fragment = SHADER_LINE_FRAG,
                                                       .vertices = &vertices,
                                                       .blend = RENDER_BLEND_STRAIGHT,
                                                       .depth_test = true}};
static const render_pipeline_desc top_pipelines[] = {{.name = "lines on top",
                                                      .vertex = SHADER_LINE_VERT,
                                                      .fragment = SHADER_LINE_FRAG,
                                                      .vertices = &vertices,
                                                      .blend = RENDER_BLEND_STRAIGHT}};

const render_pass render_pass_lines = {"lines", RENDER_STAGE_SCENE, 1, line_pipelines, want_lines, record_lines};
const render_pass render_pass_top_lines = {"lines on top", RENDER_STAGE_POST, 1,
                                           top_pipelines,  want_top_lines,    record_top_lines};
