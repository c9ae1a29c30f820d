// Surfaces of meshes: opaque and cut-out ones first, translucent ones after everything behind them, back to front.
#include "passes/pass.h"
#include "scene/scene_private.h"

static render_result record_surface(const render_draw *draw)
{
    const render_view_list *list = draw->scene->list.view;
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_OPAQUE], draw->pipelines[0]);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_MASK], draw->pipelines[1]);
    return RENDER_OK;
}

static bool want_translucent(const render_draw *draw)
{
    return draw->scene->list.view->back_to_front.count > 0;
}

static render_result record_translucent(const render_draw *draw)
{
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
    render_draw_groups(draw, &draw->scene->list.view->back_to_front, draw->pipelines[0]);
    return RENDER_OK;
}

static const render_pipeline_desc surface_pipelines[] = {{.name = "surface",
                                                          .vertex = SHADER_OBJECT_VERT,
                                                          .fragment = SHADER_SURFACE_FRAG,
                                                          .vertices = &render_mesh_vertices,
                                                          .alpha_mode = SHADER_ALPHA_OPAQUE,
                                                          .depth_test = true,
                                                          .depth_write = true},
                                                         {.name = "cut-out surface",
                                                          .vertex = SHADER_OBJECT_VERT,
                                                          .fragment = SHADER_SURFACE_FRAG,
                                                          .vertices = &render_mesh_vertices,
                                                          .alpha_mode = SHADER_ALPHA_MASK,
                                                          .depth_test = true,
                                                          .depth_write = true,
                                                          .per_sample = true}};

static const render_pipeline_desc translucent_pipelines[] = {{.name = "translucent surface",
                                                              .vertex = SHADER_OBJECT_VERT,
                                                              .fragment = SHADER_SURFACE_FRAG,
                                                              .vertices = &render_mesh_vertices,
                                                              .blend = RENDER_BLEND_STRAIGHT,
                                                              .alpha_mode = SHADER_ALPHA_BLEND,
                                                              .depth_test = true}};

const render_pass render_pass_surface = {"surface", RENDER_STAGE_SCENE, 2, surface_pipelines, NULL, record_surface};
const render_pass render_pass_translucent = {"translucent",         RENDER_STAGE_SCENE, 1,
                                             translucent_pipelines, want_translucent,   record_translucent};
