#include "window/present.h"

#include "device/barrier.h"
#include "frame/part.h"

#include <assert.h>

static_assert((int)RENDER_PART_PRESENT + (int)RENDER_MAX_SWAPCHAIN_IMAGES <= (int)RENDER_PART_COUNT,
              "a part for each image");

// Returns the pipeline that draws into images of that format. Creates it at first use.
static render_result get_pipeline(render_device *device, VkFormat format, VkPipeline *out)
{
    static const render_pipeline_desc desc = {
        .name = "present", .vertex = SHADER_FULLSCREEN_VERT, .fragment = SHADER_PRESENT_FRAG};
    const render_attachment_formats formats = {{format}, 1, VK_FORMAT_UNDEFINED, VK_SAMPLE_COUNT_1_BIT};
    render_pipelines *pipelines = &device->pipelines;
    for (uint32_t i = 0; i < RENDER_PRESENT_FORMATS; i++) {
        if (pipelines->present[i] == VK_NULL_HANDLE) {
            render_result result = render_pipeline_create(device, &desc, &formats, &pipelines->present[i]);
            if (result != RENDER_OK)
                return result;
            pipelines->present_formats[i] = format;
        }
        if (pipelines->present_formats[i] == format) {
            *out = pipelines->present[i];
            return RENDER_OK;
        }
    }
    return render_fail(device, RENDER_ERROR_VULKAN, "windows with too many different formats");
}

static render_result record(const render_target *target, render_slot *slot, const render_swapchain *swapchain,
                            uint32_t image)
{
    render_result result = RENDER_OK;
    render_device *device = target->device;
    VkCommandBuffer commands = slot->commands;
    VkDescriptorSet images;
    VkPipeline pipeline = VK_NULL_HANDLE;
    TRY(get_pipeline(device, swapchain->format, &pipeline));
    TRY(render_slot_allocate_set(device, slot, device->pipelines.image_layout, &images));
    const render_image *picture = &target->color;
    VkImageView view = swapchain->converts ? picture->view : picture->plain_view;
    render_image_set_write(device, images,
                           &(render_sampled_image){.view = view, .sampler = device->pipelines.samplers[0][0]}, 1);
    render_image_transition transition = {.image = swapchain->images[image],
                                          .aspect = VK_IMAGE_ASPECT_COLOR_BIT,
                                          .from = VK_IMAGE_LAYOUT_UNDEFINED,
                                          .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                          .before = RENDER_ACCESS_ACQUIRED,
                                          .after = RENDER_ACCESS_COLOR};
    render_image_barrier(device, commands, &transition);
    const VkRenderingAttachmentInfo color = {.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                             .imageView = swapchain->views[image],
                                             .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
    const VkRect2D area = {.extent = {swapchain->width, swapchain->height}};
    const VkRenderingInfo rendering = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                       .renderArea = area,
                                       .layerCount = 1,
                                       .colorAttachmentCount = 1,
                                       .pColorAttachments = &color};
    const VkViewport viewport = {
        .width = (float)swapchain->width, .height = (float)swapchain->height, .maxDepth = 1.0f};
    device->vk.CmdBeginRendering(commands, &rendering);
    device->vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    device->vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, device->pipelines.layout,
                                     SHADER_SET_IMAGES, 1, &images, 0, NULL);
    device->vk.CmdSetViewport(commands, 0, 1, &viewport);
    device->vk.CmdSetScissor(commands, 0, 1, &area);
    device->vk.CmdSetCullMode(commands, VK_CULL_MODE_NONE);
    device->vk.CmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    device->vk.CmdSetDepthCompareOp(commands, VK_COMPARE_OP_ALWAYS);
    device->vk.CmdSetDepthBias(commands, 0.0f, 0.0f, 0.0f);
    device->vk.CmdDraw(commands, 3, 1, 0, 0);
    device->vk.CmdEndRendering(commands);
    transition.from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    transition.to = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    transition.before = RENDER_ACCESS_COLOR;
    transition.after = RENDER_ACCESS_PRESENT;
    render_image_barrier(device, commands, &transition);
error:
    return result;
}

render_result render_present_record(const render_target *target, render_slot *slot, const render_swapchain *swapchain,
                                    uint32_t image)
{
    render_device *device = target->device;
    render_part *part;
    bool anew;
    render_result result = render_part_start(device, slot, RENDER_PART_PRESENT + image, &part);
    if (result != RENDER_OK)
        return result;
    RENDER_KEY_ADD(&part->key, target->serial);
    RENDER_KEY_ADD(&part->key, swapchain->serial);
    result = render_part_choose(device, slot, part, &anew);
    if (result == RENDER_OK && anew)
        result = render_part_end(device, part, record(target, &part->slot, swapchain, image));
    return result;
}
