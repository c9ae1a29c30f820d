// Volumes, translucent: first the surface behind, where rays leave them, then the one in front. They hide nothing, so
// they come last, in no order of depth: all are faint.
#include "passes/pass.h"
#include "scene/scene_private.h"

static bool want(const render_draw *draw)
{
    return draw->scene->list.view->by_mode[RENDER_MODE_VOLUME].count > 0;
}

static render_result record(const render_draw *draw)
{
    const render_group_list *volumes = &draw->scene->list.view->by_mode[RENDER_MODE_VOLUME];
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearest);
    render_draw_groups(draw, volumes, draw->pipelines[0]);
    render_draw_groups(draw, volumes, draw->pipelines[1]);
    return RENDER_OK;
}

#define SURFACE(pipeline_name, front)                                                                                  \
    .name = pipeline_name, .vertex = SHADER_VOLUME_VERT, .fragment = SHADER_VOLUME_FRAG,                               \
    .vertices = &render_mesh_vertices, .blend = RENDER_BLEND_STRAIGHT, .depth_test = true, .variant = front

static const render_pipeline_desc pipelines[] = {{SURFACE("volumes, behind", 0)}, {SURFACE("volumes, in front", 1)}};

const render_pass render_pass_volumes = {"volumes", RENDER_STAGE_SCENE, 2, pipelines, want, record};
