// The engine's window, instance and device, and what is allocated from it.
#define VOLK_IMPLEMENTATION
#include "engine.h"

#include <SDL_vulkan.h>
#include <stdio.h>
#include <stdlib.h>

void engine_fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

void engine_check(VkResult result, const char *what)
{
    char why[32];
    snprintf(why, sizeof why, "VkResult %d", (int)result);
    if (result < VK_SUCCESS)
        engine_fail(what, why);
}

static void check_sdl(bool good)
{
    if (!good)
        engine_fail("SDL", SDL_GetError());
}

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                                 const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    engine *it = user;
    (void)severity;
    // General messages come from the loader and concern drivers that are not used.
    if (types & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT) {
        fprintf(stderr, "validation: %s\n", data->pMessage);
        it->messages++;
    }
    return VK_FALSE;
}

static void create_instance(engine *it)
{
    const char *const layer = "VK_LAYER_KHRONOS_validation";
    const char *extensions[16];
    unsigned count = 14;
    check_sdl(SDL_Vulkan_GetInstanceExtensions(it->window, &count, extensions));
    extensions[count] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    extensions[count + 1] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
    const VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    const VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                              .enabledValidationFeatureCount = 1,
                                              .pEnabledValidationFeatures = &synchronization};
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pNext = it->validation ? &features : NULL,
                                       .pApplicationInfo = &application,
                                       .enabledLayerCount = it->validation ? 1 : 0,
                                       .ppEnabledLayerNames = &layer,
                                       .enabledExtensionCount = count + (it->validation ? 2 : 0),
                                       .ppEnabledExtensionNames = extensions};
    volkInitializeCustom((PFN_vkGetInstanceProcAddr)SDL_Vulkan_GetVkGetInstanceProcAddr());
    ENGINE_CHECK(vkCreateInstance(&info, NULL, &it->instance));
    volkLoadInstance(it->instance);
    if (!it->validation)
        return;
    const VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = on_message,
        .pUserData = it};
    ENGINE_CHECK(vkCreateDebugUtilsMessengerEXT(it->instance, &messenger, NULL, &it->messenger));
}

// A queue family of `physical` that draws and presents.
static bool find_family(engine *it, VkPhysicalDevice physical)
{
    VkQueueFamilyProperties families[16];
    VkPhysicalDeviceProperties properties;
    uint32_t count = 16;
    vkGetPhysicalDeviceProperties(physical, &properties);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    for (uint32_t i = 0; i < count && properties.apiVersion >= VK_API_VERSION_1_3; i++) {
        VkBool32 presents = VK_FALSE;
        vkGetPhysicalDeviceSurfaceSupportKHR(physical, i, it->surface, &presents);
        if (presents && families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) {
            it->family = i;
            it->physical = physical;
            return true;
        }
    }
    return false;
}

static void create_device(engine *it)
{
    const char *const extension = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
    VkPhysicalDevice devices[8];
    uint32_t count = 8;
    ENGINE_CHECK(vkEnumeratePhysicalDevices(it->instance, &count, devices));
    for (uint32_t i = 0; i < count && !find_family(it, devices[i]); i++)
        ;
    if (it->physical == VK_NULL_HANDLE)
        engine_fail("engine", "no device with Vulkan 1.3 presents to this window");
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
                                     .pQueueCreateInfos = &queue,
                                     .enabledExtensionCount = 1,
                                     .ppEnabledExtensionNames = &extension};
    ENGINE_CHECK(vkCreateDevice(it->physical, &info, NULL, &it->device));
    volkLoadDevice(it->device);
    vkGetDeviceQueue(it->device, it->family, 0, &it->queue);
}

void engine_open_device(engine *it, const char *title, int width, int height, bool validation)
{
    it->validation = validation;
    check_sdl(SDL_Init(SDL_INIT_VIDEO) == 0);
    it->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                                  SDL_WINDOW_VULKAN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    check_sdl(it->window != NULL);
    create_instance(it);
    check_sdl(SDL_Vulkan_CreateSurface(it->window, it->instance, &it->surface));
    create_device(it);
}

void engine_close_device(engine *it)
{
    vkDestroyDevice(it->device, NULL);
    vkDestroySurfaceKHR(it->instance, it->surface, NULL);
    if (it->validation)
        vkDestroyDebugUtilsMessengerEXT(it->instance, it->messenger, NULL);
    vkDestroyInstance(it->instance, NULL);
    SDL_DestroyWindow(it->window);
    SDL_Quit();
}

static VkDeviceMemory allocate(engine *it, const VkMemoryRequirements *needs, VkMemoryPropertyFlags flags)
{
    VkPhysicalDeviceMemoryProperties properties;
    vkGetPhysicalDeviceMemoryProperties(it->physical, &properties);
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs->size};
    while (!(needs->memoryTypeBits >> info.memoryTypeIndex & 1u) ||
           (properties.memoryTypes[info.memoryTypeIndex].propertyFlags & flags) != flags)
        info.memoryTypeIndex++;
    VkDeviceMemory memory;
    ENGINE_CHECK(vkAllocateMemory(it->device, &info, NULL, &memory));
    return memory;
}

engine_buffer engine_make_buffer(engine *it, VkDeviceSize size, VkBufferUsageFlags usage)
{
    engine_buffer buffer;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    VkMemoryRequirements needs;
    ENGINE_CHECK(vkCreateBuffer(it->device, &info, NULL, &buffer.handle));
    vkGetBufferMemoryRequirements(it->device, buffer.handle, &needs);
    buffer.memory = allocate(it, &needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    ENGINE_CHECK(vkBindBufferMemory(it->device, buffer.handle, buffer.memory, 0));
    ENGINE_CHECK(vkMapMemory(it->device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &buffer.mapped));
    return buffer;
}

void engine_free_buffer(engine *it, engine_buffer *buffer)
{
    vkDestroyBuffer(it->device, buffer->handle, NULL);
    vkFreeMemory(it->device, buffer->memory, NULL);
    *buffer = (engine_buffer){0};
}

engine_image engine_make_depth(engine *it, uint32_t width, uint32_t height)
{
    engine_image image;
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = VK_FORMAT_D32_SFLOAT,
                                    .extent = {width, height, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT};
    VkMemoryRequirements needs;
    ENGINE_CHECK(vkCreateImage(it->device, &info, NULL, &image.handle));
    vkGetImageMemoryRequirements(it->device, image.handle, &needs);
    image.memory = allocate(it, &needs, 0);
    ENGINE_CHECK(vkBindImageMemory(it->device, image.handle, image.memory, 0));
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image.handle,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = info.format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1}};
    ENGINE_CHECK(vkCreateImageView(it->device, &view, NULL, &image.view));
    return image;
}

void engine_free_image(engine *it, engine_image *image)
{
    vkDestroyImageView(it->device, image->view, NULL);
    if (image->memory != VK_NULL_HANDLE)
        vkDestroyImage(it->device, image->handle, NULL);
    vkFreeMemory(it->device, image->memory, NULL);
    *image = (engine_image){0};
}

VkShaderModule engine_make_shader(engine *it, const uint32_t *words, size_t size)
{
    VkShaderModule module;
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = words};
    ENGINE_CHECK(vkCreateShaderModule(it->device, &info, NULL, &module));
    return module;
}
