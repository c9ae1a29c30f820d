#include "passes/pass.h"

static render_result record(const render_draw *draw)
{
    render_draw_bind(draw, draw->pipelines[0]);
    draw->device->vk.CmdDraw(draw->commands, 3, 1, 0, 0);
    return RENDER_OK;
}

static const render_pipeline_desc pipelines[] = {
    {.name = "background", .vertex = SHADER_FULLSCREEN_VERT, .fragment = SHADER_BACKGROUND_FRAG}};

const render_pass render_pass_background = {"background", RENDER_STAGE_SCENE, 1, pipelines, NULL, record};
