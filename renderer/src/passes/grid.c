// The grid: on the ground, or in the plane of a front or side view.
#include "passes/pass.h"

#include <math.h>

static bool want(const render_draw *draw)
{
    // A plane seen exactly edge on covers no pixel.
    const int axis = render_grid_axis(draw);
    return draw->frame->grid && (draw->orthographic ? fabs(draw->forward[axis]) > 1e-6 : draw->frame->eye[1] != 0.0);
}

static render_result record(const render_draw *draw)
{
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
    // Push the grid back, so that a floor at y = 0 hides it everywhere instead of z-fighting.
    float away = draw->nearer == VK_COMPARE_OP_GREATER ? -1.0f : 1.0f;
    draw->device->vk.CmdSetDepthBias(draw->commands, 16.0f * away, 0.0f, 2.0f * away);
    render_draw_bind(draw, draw->pipelines[0]);
    draw->device->vk.CmdDraw(draw->commands, 12, 1, 0, 0);
    return RENDER_OK;
}

static const render_pipeline_desc pipelines[] = {{.name = "grid",
                                                  .vertex = SHADER_GRID_VERT,
                                                  .fragment = SHADER_GRID_FRAG,
                                                  .blend = RENDER_BLEND_STRAIGHT,
                                                  .depth_test = true,
                                                  .depth_bias = true}};

const render_pass render_pass_grid = {"grid", RENDER_STAGE_SCENE, 1, pipelines, want, record};
