// Triangle edges over the shading, if the device can draw them. They mark samples in the alpha of the picture, which is
// 1 elsewhere; then one triangle over the view colours the marked ones.
#include "passes/pass.h"
#include "scene/scene_private.h"

static bool want(const render_draw *draw)
{
    return draw->frame->wireframe && draw->device->features.line_mode;
}

static render_result record(const render_draw *draw)
{
    const render_view_list *list = draw->scene->list.view;
    float towards_eye = draw->nearer == VK_COMPARE_OP_GREATER ? 1.0f : -1.0f;
    draw->device->vk.CmdSetDepthBias(draw->commands, 4.0f * towards_eye, 0.0f, 1.0f * towards_eye);
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearest);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_OPAQUE], draw->pipelines[0]);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_MASK], draw->pipelines[1]);
    render_draw_groups(draw, &list->back_to_front, draw->pipelines[0]);
    render_draw_bind(draw, draw->pipelines[2]);
    draw->device->vk.CmdDraw(draw->commands, 3, 1, 0, 0);
    return RENDER_OK;
}

#define EDGES(pipeline_name, mode)                                                                                     \
    .name = pipeline_name, .vertex = SHADER_OBJECT_VERT, .fragment = SHADER_WIRE_FRAG,                                 \
    .vertices = &render_mesh_vertices, .blend = RENDER_BLEND_MIN_ALPHA, .alpha_mode = mode, .depth_test = true,        \
    .edges = true, .depth_bias = true

static const render_pipeline_desc pipelines[] = {{EDGES("wire", SHADER_ALPHA_OPAQUE)},
                                                 {EDGES("cut-out wire", SHADER_ALPHA_MASK)},
                                                 {.name = "wire tint",
                                                  .vertex = SHADER_FULLSCREEN_VERT,
                                                  .fragment = SHADER_WIRE_TINT_FRAG,
                                                  .blend = RENDER_BLEND_BEHIND_ALPHA}};

const render_pass render_pass_wire = {"wire", RENDER_STAGE_SCENE, 3, pipelines, want, record};
