#define VOLK_IMPLEMENTATION
#include "engine.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal(call, VK_SUCCESS)

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                                 const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    engine *it = user;
    (void)severity;
    // General messages come from the loader and concern drivers that are not used.
    if (types & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT) {
        fprintf(stderr, "%s\n", data->pMessage);
        it->messages++;
    }
    return VK_FALSE;
}

bool engine_has_driver(void)
{
    uint32_t count = 0;
    VkInstance instance;
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    if (volkInitialize() != VK_SUCCESS || vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS)
        return false;
    volkLoadInstance(instance);
    vkEnumeratePhysicalDevices(instance, &count, NULL);
    vkDestroyInstance(instance, NULL);
    return count > 0;
}

static void create_instance(engine *it)
{
    const char *const layers[] = {"VK_LAYER_KHRONOS_validation"};
    const char *const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = on_message,
        .pUserData = it};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application,
                                       .enabledLayerCount = 1,
                                       .ppEnabledLayerNames = layers,
                                       .enabledExtensionCount = 1,
                                       .ppEnabledExtensionNames = extensions};
    OK(volkInitialize());
    OK(vkCreateInstance(&info, NULL, &it->instance));
    volkLoadInstance(it->instance);
    OK(vkCreateDebugUtilsMessengerEXT(it->instance, &messenger, NULL, &it->messenger));
}

static void create_device(engine *it)
{
    VkPhysicalDevice devices[8];
    uint32_t count = 8;
    assert_true(vkEnumeratePhysicalDevices(it->instance, &count, devices) >= VK_SUCCESS);
    assert_true(count > 0);
    it->physical = devices[0];
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                            .synchronization2 = VK_TRUE,
                                            .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13, .timelineSemaphore = VK_TRUE};
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = it->family,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .pNext = &v12,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue};
    OK(vkCreateDevice(it->physical, &info, NULL, &it->device));
    volkLoadDevice(it->device);
    vkGetDeviceQueue(it->device, it->family, 0, &it->queue);
}

static VkDeviceMemory allocate(engine *it, const VkMemoryRequirements *needs, VkMemoryPropertyFlags flags)
{
    VkPhysicalDeviceMemoryProperties properties;
    vkGetPhysicalDeviceMemoryProperties(it->physical, &properties);
    uint32_t type = 0;
    while (!(needs->memoryTypeBits >> type & 1u) || (properties.memoryTypes[type].propertyFlags & flags) != flags)
        type++;
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs->size, .memoryTypeIndex = type};
    VkDeviceMemory memory;
    OK(vkAllocateMemory(it->device, &info, NULL, &memory));
    return memory;
}

static engine_image make_image(engine *it, VkFormat format, VkImageUsageFlags usage, VkImageAspectFlags aspect)
{
    engine_image image;
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = format,
                                    .extent = {ENGINE_SIZE, ENGINE_SIZE, 1},
                                    .mipLevels = 2, // the second one is in a layout of its own
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .usage = usage};
    VkMemoryRequirements needs;
    OK(vkCreateImage(it->device, &info, NULL, &image.handle));
    vkGetImageMemoryRequirements(it->device, image.handle, &needs);
    image.memory = allocate(it, &needs, 0);
    OK(vkBindImageMemory(it->device, image.handle, image.memory, 0));
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image.handle,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = format,
                                        .subresourceRange = {aspect, 0, 1, 0, 1}};
    OK(vkCreateImageView(it->device, &view, NULL, &image.view));
    return image;
}

static void free_image(engine *it, engine_image *image)
{
    vkDestroyImageView(it->device, image->view, NULL);
    vkDestroyImage(it->device, image->handle, NULL);
    vkFreeMemory(it->device, image->memory, NULL);
}

engine_buffer engine_make_buffer(engine *it, VkDeviceSize size, VkBufferUsageFlags usage)
{
    engine_buffer buffer;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    VkMemoryRequirements needs;
    OK(vkCreateBuffer(it->device, &info, NULL, &buffer.handle));
    vkGetBufferMemoryRequirements(it->device, buffer.handle, &needs);
    buffer.memory = allocate(it, &needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    OK(vkBindBufferMemory(it->device, buffer.handle, buffer.memory, 0));
    OK(vkMapMemory(it->device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &buffer.mapped));
    return buffer;
}

void engine_free_buffer(engine *it, engine_buffer *buffer)
{
    vkDestroyBuffer(it->device, buffer->handle, NULL);
    vkFreeMemory(it->device, buffer->memory, NULL);
}

static void make_color(engine *it)
{
    it->color = make_image(it, it->color_format,
                           VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                               VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                           VK_IMAGE_ASPECT_COLOR_BIT);
}

void engine_change_format(engine *it, VkFormat color_format)
{
    OK(vkDeviceWaitIdle(it->device));
    free_image(it, &it->color);
    it->color_format = color_format;
    make_color(it);
}

void engine_open(engine *it, VkFormat color_format)
{
    *it = (engine){.color_format = color_format};
    create_instance(it);
    create_device(it);
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                          .queueFamilyIndex = it->family};
    OK(vkCreateCommandPool(it->device, &pool, NULL, &it->pool));
    const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = it->pool,
                                              .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                              .commandBufferCount = 1};
    OK(vkAllocateCommandBuffers(it->device, &info, &it->commands));
    make_color(it);
    it->depth = make_image(it, VK_FORMAT_D32_SFLOAT,
                           VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                               VK_IMAGE_USAGE_SAMPLED_BIT,
                           VK_IMAGE_ASPECT_DEPTH_BIT);
    it->readback = engine_make_buffer(it, 4 * ENGINE_SIZE * ENGINE_SIZE, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    it->staging = engine_make_buffer(it, 4 * ENGINE_SIZE * ENGINE_SIZE, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
}

void engine_close(engine *it)
{
    OK(vkDeviceWaitIdle(it->device));
    engine_free_buffer(it, &it->readback);
    engine_free_buffer(it, &it->staging);
    free_image(it, &it->color);
    free_image(it, &it->depth);
    vkDestroyCommandPool(it->device, it->pool, NULL);
    vkDestroyDevice(it->device, NULL);
    vkDestroyDebugUtilsMessengerEXT(it->instance, it->messenger, NULL);
    vkDestroyInstance(it->instance, NULL);
    assert_int_equal(it->messages, 0);
    assert_int_equal(it->depth_of_locks, 0);
}

static void lock(void *user)
{
    engine *it = user;
    it->locks++;
    assert_int_equal(it->depth_of_locks++, 0);
}

static void unlock(void *user)
{
    engine *it = user;
    assert_int_equal(--it->depth_of_locks, 0);
}

render_device *engine_adopt(engine *it)
{
    const render_vulkan_device vulkan = {.get_instance_proc_addr = vkGetInstanceProcAddr,
                                         .instance = it->instance,
                                         .physical = it->physical,
                                         .device = it->device,
                                         .queue = it->queue,
                                         .queue_family = it->family,
                                         .debug_utils = true,
                                         .lock_queue = lock,
                                         .unlock_queue = unlock,
                                         .user = it};
    const render_device_desc desc = {.masked_features = fixture_mask()};
    char error[256] = "";
    render_device *device = NULL;
    if (render_device_adopt(&vulkan, &desc, &device, error, sizeof error) != RENDER_OK)
        fail_msg("not adopted: %s", error);
    return device;
}

static void level_barrier(engine *it, VkImage image, VkImageAspectFlags aspect, uint32_t level, VkImageLayout from,
                          VkImageLayout to)
{
    const VkImageMemoryBarrier2 change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
                                          .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                          .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                          .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                          .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
                                          .oldLayout = from,
                                          .newLayout = to,
                                          .image = image,
                                          .subresourceRange = {aspect, level, 1, 0, 1}};
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &change};
    vkCmdPipelineBarrier2(it->commands, &info);
}

static void barrier(engine *it, VkImage image, VkImageAspectFlags aspect, VkImageLayout from, VkImageLayout to)
{
    level_barrier(it, image, aspect, 0, from, to);
}

static void begin(engine *it)
{
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    OK(vkBeginCommandBuffer(it->commands, &info));
}

void engine_begin(engine *it, const float color[4], float depth)
{
    const VkImageLayout undefined = VK_IMAGE_LAYOUT_UNDEFINED, general = VK_IMAGE_LAYOUT_GENERAL;
    const VkImageSubresourceRange colors = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    const VkImageSubresourceRange depths = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1};
    const VkClearColorValue value = {.float32 = {color[0], color[1], color[2], color[3]}};
    const VkClearDepthStencilValue far = {depth, 0};
    begin(it);
    barrier(it, it->color.handle, VK_IMAGE_ASPECT_COLOR_BIT, undefined, general);
    level_barrier(it, it->color.handle, VK_IMAGE_ASPECT_COLOR_BIT, 1, undefined, general);
    barrier(it, it->depth.handle, VK_IMAGE_ASPECT_DEPTH_BIT, undefined, general);
    vkCmdClearColorImage(it->commands, it->color.handle, general, &value, 1, &colors);
    vkCmdClearDepthStencilImage(it->commands, it->depth.handle, general, &far, 1, &depths);
    barrier(it, it->color.handle, VK_IMAGE_ASPECT_COLOR_BIT, general, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    barrier(it, it->depth.handle, VK_IMAGE_ASPECT_DEPTH_BIT, general, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
}

void engine_put_depths(engine *it, const float depths[ENGINE_SIZE * ENGINE_SIZE])
{
    const VkImageLayout read = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, write = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 0, 1},
                                    .imageExtent = {ENGINE_SIZE, ENGINE_SIZE, 1}};
    memcpy(it->staging.mapped, depths, 4 * ENGINE_SIZE * ENGINE_SIZE);
    barrier(it, it->depth.handle, VK_IMAGE_ASPECT_DEPTH_BIT, read, write);
    vkCmdCopyBufferToImage(it->commands, it->staging.handle, it->depth.handle, write, 1, &copy);
    barrier(it, it->depth.handle, VK_IMAGE_ASPECT_DEPTH_BIT, write, read);
}

render_vulkan_picture engine_picture(const engine *it)
{
    return (render_vulkan_picture){.commands = it->commands,
                                   .color = it->color.handle,
                                   .color_view = it->color.view,
                                   .color_format = it->color_format,
                                   .depth_view = it->depth.view,
                                   .depth_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
}

void engine_submit(engine *it)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &it->commands};
    OK(vkEndCommandBuffer(it->commands));
    OK(vkQueueSubmit(it->queue, 1, &info, VK_NULL_HANDLE));
}

void engine_wait(engine *it)
{
    OK(vkQueueWaitIdle(it->queue));
}

void engine_read(engine *it, uint8_t rgba[4 * ENGINE_SIZE * ENGINE_SIZE])
{
    engine_wait(it);
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                    .imageExtent = {ENGINE_SIZE, ENGINE_SIZE, 1}};
    begin(it);
    barrier(it, it->color.handle, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vkCmdCopyImageToBuffer(it->commands, it->color.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, it->readback.handle, 1,
                           &copy);
    engine_submit(it);
    engine_wait(it);
    memcpy(rgba, it->readback.mapped, 4 * ENGINE_SIZE * ENGINE_SIZE);
}
