// Ambient occlusion, at half the size of the picture: the depth of opaque and cut-out surfaces, what of the sky each
// point of them sees, and the mean over the pixels nearby. Surfaces read the result when they are shaded.
#include "passes/pass.h"
#include "scene/scene_private.h"

static render_result record_near(const render_draw *draw)
{
    const render_view_list *list = draw->scene->list.view;
    draw->device->vk.CmdSetDepthBias(draw->commands, 0.0f, 0.0f, 0.0f);
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_OPAQUE], draw->pipelines[0]);
    render_draw_groups(draw, &list->by_mode[RENDER_ALPHA_MASK], draw->pipelines[1]);
    return RENDER_OK;
}

// Draws every texel of the scissor from an image.
static render_result record_from(const render_draw *draw, const render_image *image)
{
    VkDescriptorSet images;
    render_result result =
        render_slot_allocate_set(draw->device, draw->slot, draw->device->pipelines.image_layout, &images);
    if (result != RENDER_OK)
        return result;
    const render_sampled_image source = {.view = image->view, .sampler = draw->device->pipelines.unfiltered};
    render_image_set_write(draw->device, images, &source, 1);
    render_draw_bind(draw, draw->pipelines[0]);
    draw->device->vk.CmdBindDescriptorSets(draw->commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                           draw->device->pipelines.layout, SHADER_SET_IMAGES, 1, &images, 0, NULL);
    // Also where half the view ends within a texel.
    render_draw_whole_pixels(draw, &draw->scissor);
    draw->device->vk.CmdDraw(draw->commands, 3, 1, 0, 0);
    return RENDER_OK;
}

static render_result record_occlusion(const render_draw *draw)
{
    return record_from(draw, &draw->target->near);
}

static render_result record_blur(const render_draw *draw)
{
    return record_from(draw, &draw->target->occlusion[0]);
}

#define DEPTH(pipeline_name, mode)                                                                                     \
    .name = pipeline_name, .vertex = SHADER_OBJECT_VERT, .fragment = SHADER_DEPTH_FRAG,                                \
    .vertices = &render_mesh_vertices, .alpha_mode = mode, .depth_test = true, .depth_write = true

static const render_pipeline_desc near_pipelines[] = {{DEPTH("near", SHADER_ALPHA_OPAQUE)},
                                                      {DEPTH("near, cut out", SHADER_ALPHA_MASK)}};

static const render_pipeline_desc occlusion_pipelines[] = {
    {.name = "occlusion", .vertex = SHADER_FULLSCREEN_VERT, .fragment = SHADER_OCCLUSION_FRAG}};

static const render_pipeline_desc blur_pipelines[] = {
    {.name = "occlusion blur", .vertex = SHADER_FULLSCREEN_VERT, .fragment = SHADER_OCCLUSION_BLUR_FRAG}};

const render_pass render_pass_near = {"near", RENDER_STAGE_NEAR, 2, near_pipelines, NULL, record_near};
const render_pass render_pass_occlusion = {"occlusion", RENDER_STAGE_OCCLUSION, 1, occlusion_pipelines,
                                           NULL,        record_occlusion};
const render_pass render_pass_occlusion_blur = {"occlusion blur", RENDER_STAGE_OCCLUSION_BLUR, 1, blur_pipelines, NULL,
                                                record_blur};
