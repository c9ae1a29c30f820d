// The engine's swapchain and its frames in flight.
#include "engine.h"

#include <SDL_vulkan.h>
#include <stdio.h>

static const uint64_t ENGINE_WAIT = 100000000; // nanoseconds that a frame waits for its turn

static VkSurfaceFormatKHR choose_format(engine *it)
{
    VkSurfaceFormatKHR formats[64];
    uint32_t count = 64;
    ENGINE_CHECK(vkGetPhysicalDeviceSurfaceFormatsKHR(it->physical, it->surface, &count, formats));
    for (uint32_t i = 0; i < count; i++) {
        if (formats[i].format == VK_FORMAT_B8G8R8A8_SRGB)
            return formats[i];
    }
    engine_fail("engine", "the window takes no B8G8R8A8_SRGB");
    return formats[0];
}

static void close_swapchain(engine *it)
{
    for (uint32_t i = 0; i < it->image_count; i++) {
        engine_free_image(it, &it->images[i]);
        vkDestroySemaphore(it->device, it->drawn[i], NULL);
    }
    engine_free_image(it, &it->depth);
    it->image_count = 0;
}

static void open_images(engine *it)
{
    VkImage handles[ENGINE_MAX_IMAGES];
    const VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    it->image_count = ENGINE_MAX_IMAGES;
    ENGINE_CHECK(vkGetSwapchainImagesKHR(it->device, it->swapchain, &it->image_count, handles));
    for (uint32_t i = 0; i < it->image_count; i++) {
        const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                            .image = handles[i],
                                            .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                            .format = it->color_format,
                                            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        it->images[i] = (engine_image){.handle = handles[i]};
        ENGINE_CHECK(vkCreateImageView(it->device, &view, NULL, &it->images[i].view));
        ENGINE_CHECK(vkCreateSemaphore(it->device, &semaphore, NULL, &it->drawn[i]));
    }
    it->depth = engine_make_depth(it, it->width, it->height);
}

// Makes a swapchain of the window's size. False: the window has no area.
static bool open_swapchain(engine *it)
{
    VkSurfaceCapabilitiesKHR can;
    int width, height;
    ENGINE_CHECK(vkDeviceWaitIdle(it->device));
    ENGINE_CHECK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(it->physical, it->surface, &can));
    SDL_Vulkan_GetDrawableSize(it->window, &width, &height);
    const bool fixed = can.currentExtent.width != UINT32_MAX;
    const VkExtent2D size = fixed ? can.currentExtent : (VkExtent2D){(uint32_t)width, (uint32_t)height};
    if (size.width == 0 || size.height == 0)
        return false;
    const VkSurfaceFormatKHR format = choose_format(it);
    const VkSwapchainCreateInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = it->surface,
        .minImageCount = can.maxImageCount == can.minImageCount ? can.minImageCount : can.minImageCount + 1,
        .imageFormat = format.format,
        .imageColorSpace = format.colorSpace,
        .imageExtent = size,
        .imageArrayLayers = 1,
        .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT, // to save pictures
        .preTransform = can.currentTransform,
        .compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
        .presentMode = VK_PRESENT_MODE_FIFO_KHR,
        .clipped = VK_TRUE,
        .oldSwapchain = it->swapchain};
    VkSwapchainKHR swapchain;
    ENGINE_CHECK(vkCreateSwapchainKHR(it->device, &info, NULL, &swapchain));
    close_swapchain(it);
    vkDestroySwapchainKHR(it->device, it->swapchain, NULL);
    it->swapchain = swapchain;
    it->color_format = format.format;
    it->width = size.width;
    it->height = size.height;
    it->view_revision++;
    open_images(it);
    return true;
}

void engine_open_frames(engine *it)
{
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                          .queueFamilyIndex = it->family};
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                                     .flags = VK_FENCE_CREATE_SIGNALED_BIT};
    const VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    ENGINE_CHECK(vkCreateCommandPool(it->device, &pool, NULL, &it->pool));
    for (int i = 0; i < ENGINE_FRAMES; i++) {
        engine_frame *frame = &it->frames[i];
        const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                  .commandPool = it->pool,
                                                  .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                                  .commandBufferCount = 1};
        ENGINE_CHECK(vkAllocateCommandBuffers(it->device, &info, &frame->commands));
        ENGINE_CHECK(vkCreateFence(it->device, &fence, NULL, &frame->done));
        ENGINE_CHECK(vkCreateSemaphore(it->device, &semaphore, NULL, &frame->acquired));
    }
    it->color_format = choose_format(it).format;
}

void engine_close_frames(engine *it)
{
    for (int i = 0; i < ENGINE_FRAMES; i++) {
        vkDestroyFence(it->device, it->frames[i].done, NULL);
        vkDestroySemaphore(it->device, it->frames[i].acquired, NULL);
    }
    vkDestroyCommandPool(it->device, it->pool, NULL);
    close_swapchain(it);
    vkDestroySwapchainKHR(it->device, it->swapchain, NULL);
    engine_free_buffer(it, &it->picture);
}

// Waits for this frame's turn, so that input that is read afterwards is fresh; but not for ever: a window that is
// hidden may get no image, and its events must still be read.
bool engine_begin(engine *it)
{
    engine_frame *frame = &it->frames[it->frame % ENGINE_FRAMES];
    int width, height;
    SDL_Vulkan_GetDrawableSize(it->window, &width, &height);
    const bool same = it->image_count > 0 && it->width == (uint32_t)width && it->height == (uint32_t)height;
    if (width == 0 || height == 0 || (!same && !open_swapchain(it)))
        return false;
    VkResult result = vkWaitForFences(it->device, 1, &frame->done, VK_TRUE, ENGINE_WAIT);
    if (result == VK_TIMEOUT)
        return false;
    engine_check(result, "vkWaitForFences");
    result = vkAcquireNextImageKHR(it->device, it->swapchain, ENGINE_WAIT, frame->acquired, VK_NULL_HANDLE, &it->image);
    if (result == VK_TIMEOUT || result == VK_NOT_READY)
        return false;
    if (result == VK_ERROR_OUT_OF_DATE_KHR) {
        open_swapchain(it);
        return false;
    }
    engine_check(result, "vkAcquireNextImageKHR");
    ENGINE_CHECK(vkResetFences(it->device, 1, &frame->done));
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    it->commands = frame->commands;
    ENGINE_CHECK(vkBeginCommandBuffer(it->commands, &info));
    return true;
}

static VkImageMemoryBarrier2 change_color(const engine *it, VkImageLayout from, VkImageLayout to)
{
    const VkPipelineStageFlags2 stages = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_2_COPY_BIT;
    return (VkImageMemoryBarrier2){.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
                                   .srcStageMask = stages,
                                   .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                   .dstStageMask = stages,
                                   .dstAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_MEMORY_READ_BIT,
                                   .oldLayout = from,
                                   .newLayout = to,
                                   .image = it->images[it->image].handle,
                                   .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
}

static VkImageMemoryBarrier2 change_depth(const engine *it, VkImageLayout from, VkImageLayout to)
{
    const VkPipelineStageFlags2 stages = VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT |
                                         VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT |
                                         VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT;
    return (VkImageMemoryBarrier2){.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
                                   .srcStageMask = stages,
                                   .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                   .dstStageMask = stages,
                                   .dstAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_MEMORY_READ_BIT,
                                   .oldLayout = from,
                                   .newLayout = to,
                                   .image = it->depth.handle,
                                   .subresourceRange = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1}};
}

static void record_barriers(const engine *it, uint32_t count, const VkImageMemoryBarrier2 *barriers)
{
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = count, .pImageMemoryBarriers = barriers};
    vkCmdPipelineBarrier2(it->commands, &info);
}

void engine_draw(engine *it)
{
    const VkImageMemoryBarrier2 before[2] = {
        change_color(it, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL),
        change_depth(it, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL)};
    const VkImageMemoryBarrier2 after =
        change_depth(it, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    const VkRenderingAttachmentInfo color = {.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                             .imageView = it->images[it->image].view,
                                             .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                             .clearValue.color.float32 = {0.16f, 0.22f, 0.30f, 1.0f}};
    const VkRenderingAttachmentInfo depth = {.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                             .imageView = it->depth.view,
                                             .imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
    const VkRenderingInfo info = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                  .renderArea = {{0, 0}, {it->width, it->height}},
                                  .layerCount = 1,
                                  .colorAttachmentCount = 1,
                                  .pColorAttachments = &color,
                                  .pDepthAttachment = &depth};
    record_barriers(it, 2, before);
    vkCmdBeginRendering(it->commands, &info);
    engine_record_scene(it);
    vkCmdEndRendering(it->commands);
    record_barriers(it, 1, &after);
}

static void copy_picture(engine *it)
{
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                    .imageExtent = {it->width, it->height, 1}};
    const VkMemoryBarrier2 barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                      .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                      .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                      .dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT,
                                      .dstAccessMask = VK_ACCESS_2_HOST_READ_BIT};
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier};
    it->picture = engine_make_buffer(it, (VkDeviceSize)4 * it->width * it->height, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    vkCmdCopyImageToBuffer(it->commands, it->images[it->image].handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           it->picture.handle, 1, &copy);
    vkCmdPipelineBarrier2(it->commands, &info);
}

void engine_end(engine *it, bool keep_picture)
{
    engine_frame *frame = &it->frames[it->frame % ENGINE_FRAMES];
    VkImageLayout layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    if (keep_picture) {
        const VkImageMemoryBarrier2 barrier = change_color(it, layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        layout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
        record_barriers(it, 1, &barrier);
        copy_picture(it);
    }
    const VkImageMemoryBarrier2 barrier = change_color(it, layout, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    record_barriers(it, 1, &barrier);
    ENGINE_CHECK(vkEndCommandBuffer(it->commands));
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .waitSemaphoreCount = 1,
                                 .pWaitSemaphores = &frame->acquired,
                                 .pWaitDstStageMask = &stage,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &it->commands,
                                 .signalSemaphoreCount = 1,
                                 .pSignalSemaphores = &it->drawn[it->image]};
    ENGINE_CHECK(vkQueueSubmit(it->queue, 1, &submit, frame->done));
    const VkPresentInfoKHR present = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                      .waitSemaphoreCount = 1,
                                      .pWaitSemaphores = &it->drawn[it->image],
                                      .swapchainCount = 1,
                                      .pSwapchains = &it->swapchain,
                                      .pImageIndices = &it->image};
    VkResult result = vkQueuePresentKHR(it->queue, &present);
    if (result == VK_ERROR_OUT_OF_DATE_KHR)
        open_swapchain(it);
    else
        engine_check(result, "vkQueuePresentKHR");
    it->frame++;
}

void engine_save_picture(engine *it, const char *path)
{
    FILE *file = fopen(path, "wb");
    const uint8_t *bgra = it->picture.mapped;
    bool good = file != NULL && bgra != NULL && fprintf(file, "P6\n%u %u\n255\n", it->width, it->height) > 0;
    for (uint32_t i = 0; good && i < it->width * it->height; i++) {
        const uint8_t rgb[3] = {bgra[4 * i + 2], bgra[4 * i + 1], bgra[4 * i]};
        good = fwrite(rgb, 1, 3, file) == 3;
    }
    if ((file != NULL && fclose(file) != 0) || !good)
        engine_fail(path, "not written");
}
