// The caller's lines: first those that surfaces hide, later those on top of the whole scene.
#include "passes/pass.h"

static bool want_lines(const render_draw *draw)
{
    return draw->line_count > 0;
}

static render_result record_lines(const render_draw *draw)
{
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearest);
    render_draw_bind(draw, draw->pipelines[0]);
    draw->device->vk.CmdDraw(draw->commands, 6, draw->line_count, 0, 0);
    return RENDER_OK;
}

static bool want_top_lines(const render_draw *draw)
{
    return draw->top_line_count > 0;
}

static render_result record_top_lines(const render_draw *draw)
{
    render_draw_bind(draw, draw->pipelines[0]);
    draw->device->vk.CmdDraw(draw->commands, 6, draw->top_line_count, 0, draw->line_count);
    return RENDER_OK;
}

static const render_pipeline_desc line_pipelines[] = {{.name = "lines",
                                                       .vertex = SHADER_LINE_VERT,
                                                       .fragment = SHADER_LINE_FRAG,
                                                       .blend = RENDER_BLEND_STRAIGHT,
                                                       .depth_test = true}};
static const render_pipeline_desc top_pipelines[] = {
    {.name = "lines on top", .vertex = SHADER_LINE_VERT, .fragment = SHADER_LINE_FRAG, .blend = RENDER_BLEND_STRAIGHT}};

const render_pass render_pass_lines = {"lines", RENDER_STAGE_SCENE, 1, line_pipelines, want_lines, record_lines};
const render_pass render_pass_top_lines = {"lines on top", RENDER_STAGE_POST, 1,
                                           top_pipelines,  want_top_lines,    record_top_lines};
