#include "device/barrier.h"

#include "device/device_private.h"

typedef struct scope {
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 access;
} scope;

#define DEPTH_STAGES (VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT)

static scope get_scope(render_access access)
{
    static const scope scopes[RENDER_ACCESS_COUNT] = {
        [RENDER_ACCESS_NONE] = {VK_PIPELINE_STAGE_2_NONE, 0},
        [RENDER_ACCESS_TRANSFER_READ] = {VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT},
        [RENDER_ACCESS_TRANSFER_WRITE] = {VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT},
        [RENDER_ACCESS_SHADER_READ] = {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_READ_BIT},
        [RENDER_ACCESS_COLOR] = {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                 VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT},
        [RENDER_ACCESS_DEPTH] = {DEPTH_STAGES, VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT |
                                                   VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT},
        [RENDER_ACCESS_DEPTH_READ] = {DEPTH_STAGES, VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT},
        [RENDER_ACCESS_ACQUIRED] = {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, 0},
        [RENDER_ACCESS_PRESENT] = {VK_PIPELINE_STAGE_2_NONE, 0},
    };
    return scopes[access];
}

void render_image_barrier(const render_device *device, VkCommandBuffer commands,
                          const render_image_transition *transition)
{
    scope before = get_scope(transition->before), after = get_scope(transition->after);
    const VkImageMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .srcStageMask = before.stages,
        .srcAccessMask = before.access,
        .dstStageMask = after.stages,
        .dstAccessMask = after.access,
        .oldLayout = transition->from,
        .newLayout = transition->to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = transition->image,
        .subresourceRange = {.aspectMask = transition->aspect,
                             .baseMipLevel = transition->level,
                             .levelCount = transition->level_count ? transition->level_count : VK_REMAINING_MIP_LEVELS,
                             .layerCount = 1}};
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &barrier};
    device->vk.CmdPipelineBarrier2(commands, &info);
}

void render_memory_barrier(const render_device *device, VkCommandBuffer commands, VkPipelineStageFlags2 from_stage,
                           VkAccessFlags2 from_access, VkPipelineStageFlags2 to_stage, VkAccessFlags2 to_access)
{
    const VkMemoryBarrier2 barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                      .srcStageMask = from_stage,
                                      .srcAccessMask = from_access,
                                      .dstStageMask = to_stage,
                                      .dstAccessMask = to_access};
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier};
    device->vk.CmdPipelineBarrier2(commands, &info);
}
