// Draws object and triangle numbers at pixel centres. Translucent objects and volumes count as solid.
#include "passes/pass.h"
#include "scene/scene_private.h"

static render_result record(const render_draw *draw)
{
    const render_view_list *list = draw->scene->list.view;
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_OPAQUE], draw->pipelines[0]);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_MASK], draw->pipelines[1]);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_BLEND], draw->pipelines[0]);
    render_draw_groups(draw, &list->by_mode[RENDER_MODE_VOLUME], draw->pipelines[2]);
    render_draw_thin(draw, &list->by_mode[RENDER_MODE_THIN], &draw->pipelines[3], true);
    return RENDER_OK;
}

#define IDS(pipeline_name, mode)                                                                                       \
    .name = pipeline_name, .vertex = SHADER_OBJECT_VERT, .fragment = SHADER_IDS_FRAG,                                  \
    .vertices = &render_mesh_vertices, .alpha_mode = mode, .depth_test = true, .depth_write = true

#define THIN_IDS(pipeline_name, shader)                                                                                \
    .name = pipeline_name, .vertex = shader##VERT, .fragment = shader##IDS_FRAG, .vertices = &render_thin_vertices,    \
    .strip = true, .depth_test = true, .depth_write = true

static const render_pipeline_desc pipelines[] = {{IDS("ids", SHADER_ALPHA_OPAQUE)},
                                                 {IDS("ids, cut out", SHADER_ALPHA_MASK)},
                                                 {.name = "ids, volumes",
                                                  .vertex = SHADER_VOLUME_VERT,
                                                  .fragment = SHADER_VOLUME_IDS_FRAG,
                                                  .vertices = &render_mesh_vertices,
                                                  .depth_test = true,
                                                  .depth_write = true},
                                                 {THIN_IDS("ids, balls and tubes", SHADER_THIN_)},
                                                 {THIN_IDS("ids, on screen", SHADER_THIN_SCREEN_)}};

const render_pass render_pass_ids = {"ids", RENDER_STAGE_IDS, 5, pipelines, NULL, record};
