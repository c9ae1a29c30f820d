// In place of the scene: copies the depth of an engine's picture to all samples, for the masks to be tested against.
#include "passes/pass.h"

static bool want(const render_draw *draw)
{
    return draw->highlight_area.extent.width > 0 && draw->highlight_area.extent.height > 0;
}

static render_result record(const render_draw *draw)
{
    if (draw->picture->depth_view == VK_NULL_HANDLE)
        return RENDER_OK; // the image was cleared: nothing hides anything
    render_device *device = draw->device;
    VkDescriptorSet images;
    render_result result = render_slot_allocate_set(device, draw->slot, device->pipelines.image_layout, &images);
    if (result != RENDER_OK)
        return result;
    const render_sampled_image depth = {.view = draw->picture->depth_view,
                                        .sampler = device->pipelines.unfiltered,
                                        .layout = draw->picture->depth_layout};
    render_image_set_write(device, images, &depth, 1);
    render_draw_bind(draw, draw->pipelines[0]);
    device->vk.CmdBindDescriptorSets(draw->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, device->pipelines.layout,
                                     SHADER_SET_IMAGES, 1, &images, 0, NULL);
    device->vk.CmdDraw(draw->commands, 3, 1, 0, 0);
    return RENDER_OK;
}

static const render_pipeline_desc pipelines[] = {{.name = "engine depth",
                                                  .vertex = SHADER_FULLSCREEN_VERT,
                                                  .fragment = SHADER_ENGINE_DEPTH_FRAG,
                                                  .depth_test = true,
                                                  .depth_write = true}};

const render_pass render_pass_engine_depth = {"engine depth", RENDER_STAGE_DEPTH, 1, pipelines, want, record};
