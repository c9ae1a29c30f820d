// The shadow map: the depth of opaque and cut-out surfaces as the sun sees them.
#include "passes/pass.h"
#include "scene/scene_private.h"

static render_result record(const render_draw *draw)
{
    const render_view_list *list = draw->scene->list.view;
    // Surfaces that lie steeply to the light must not shade themselves: the map has one depth for a whole texel. Depth
    // falls with distance.
    draw->device->vk.CmdSetDepthBias(draw->commands, -1.0f, 0.0f, -2.0f);
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_OPAQUE], draw->pipelines[0]);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_MASK], draw->pipelines[1]);
    return RENDER_OK;
}

#define DEPTH(pipeline_name, mode)                                                                                     \
    .name = pipeline_name, .vertex = SHADER_OBJECT_VERT, .fragment = SHADER_DEPTH_FRAG,                                \
    .vertices = &render_mesh_vertices, .alpha_mode = mode, .depth_test = true, .depth_write = true, .depth_bias = true

static const render_pipeline_desc pipelines[] = {{DEPTH("shadow", SHADER_ALPHA_OPAQUE)},
                                                 {DEPTH("cut-out shadow", SHADER_ALPHA_MASK)}};

const render_pass render_pass_shadow = {"shadow", RENDER_STAGE_SHADOW, 2, pipelines, NULL, record};
