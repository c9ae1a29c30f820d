#include "window/swapchain.h"

typedef struct format_choice {
    VkFormat format;
    bool converts;
} format_choice;

// All of these show the same picture. Those with `converts` turn linear light into sRGB when written; the others get
// the sRGB bytes unchanged.
static const format_choice choices[] = {{VK_FORMAT_B8G8R8A8_SRGB, true},
                                        {VK_FORMAT_R8G8B8A8_SRGB, true},
                                        {VK_FORMAT_B8G8R8A8_UNORM, false},
                                        {VK_FORMAT_R8G8B8A8_UNORM, false},
                                        {VK_FORMAT_A2B10G10R10_UNORM_PACK32, false},
                                        {VK_FORMAT_A2R10G10B10_UNORM_PACK32, false},
                                        {VK_FORMAT_A8B8G8R8_SRGB_PACK32, true},
                                        {VK_FORMAT_A8B8G8R8_UNORM_PACK32, false},
                                        {VK_FORMAT_R5G6B5_UNORM_PACK16, false}};

static render_result choose_format(render_device *device, VkSurfaceKHR surface, render_swapchain *swapchain)
{
    VkSurfaceFormatKHR formats[64];
    uint32_t count = 0;
    render_result result = RENDER_OK;
    VK(device, GetPhysicalDeviceSurfaceFormatsKHR(device->physical, surface, &count, NULL));
    if (count > sizeof formats / sizeof formats[0])
        count = sizeof formats / sizeof formats[0];
    VK(device, GetPhysicalDeviceSurfaceFormatsKHR(device->physical, surface, &count, formats));
    for (uint32_t c = 0; c < sizeof choices / sizeof choices[0]; c++) {
        for (uint32_t i = 0; i < count; i++) {
            if (formats[i].format == choices[c].format && formats[i].colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) {
                swapchain->format = choices[c].format;
                swapchain->converts = choices[c].converts;
                return RENDER_OK;
            }
        }
    }
    return render_fail(device, RENDER_ERROR_VULKAN, "the window offers no sRGB format that is known here");
error:
    return result;
}

static const VkPresentModeKHR present_modes[RENDER_PRESENT_MODES] = {
    [RENDER_PRESENT_FIFO] = VK_PRESENT_MODE_FIFO_KHR,
    [RENDER_PRESENT_FIFO_RELAXED] = VK_PRESENT_MODE_FIFO_RELAXED_KHR,
    [RENDER_PRESENT_MAILBOX] = VK_PRESENT_MODE_MAILBOX_KHR,
    [RENDER_PRESENT_IMMEDIATE] = VK_PRESENT_MODE_IMMEDIATE_KHR};

static render_result choose_present_mode(render_device *device, VkSurfaceKHR surface, render_present_mode wanted,
                                         render_present_mode *out)
{
    VkPresentModeKHR modes[16];
    uint32_t count = sizeof modes / sizeof modes[0];
    *out = RENDER_PRESENT_FIFO;
    if (wanted == RENDER_PRESENT_FIFO)
        return RENDER_OK;
    VkResult vk = device->vk.GetPhysicalDeviceSurfacePresentModesKHR(device->physical, surface, &count, modes);
    for (uint32_t i = 0; vk >= VK_SUCCESS && i < count; i++) {
        if (modes[i] == present_modes[wanted])
            *out = wanted;
    }
    return render_check(device, vk, "vkGetPhysicalDeviceSurfacePresentModesKHR");
}

static uint32_t clamp_size(uint32_t value, uint32_t low, uint32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static render_result create_handle(render_device *device, VkSurfaceKHR surface, uint32_t width, uint32_t height,
                                   render_present_mode wanted, VkSwapchainKHR old, render_swapchain *swapchain)
{
    render_result result = RENDER_OK;
    VkSurfaceCapabilitiesKHR capabilities;
    VK(device, GetPhysicalDeviceSurfaceCapabilitiesKHR(device->physical, surface, &capabilities));
    VkExtent2D extent = capabilities.currentExtent;
    if (extent.width == UINT32_MAX) {
        extent.width = clamp_size(width, capabilities.minImageExtent.width, capabilities.maxImageExtent.width);
        extent.height = clamp_size(height, capabilities.minImageExtent.height, capabilities.maxImageExtent.height);
    }
    if (extent.width == 0 || extent.height == 0)
        return RENDER_SKIPPED;
    TRY(choose_format(device, surface, swapchain));
    TRY(choose_present_mode(device, surface, wanted, &swapchain->present_mode));
    uint32_t most = capabilities.maxImageCount ? capabilities.maxImageCount : UINT32_MAX;
    // Pictures are opaque in any mode: their alpha is 1.
    const VkCompositeAlphaFlagsKHR alphas = capabilities.supportedCompositeAlpha;
    const VkCompositeAlphaFlagBitsKHR alpha =
        alphas == 0 ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                    : (VkCompositeAlphaFlagBitsKHR)(alphas & (~alphas + 1)); // the lowest bit
    // Pictures are drawn upright: the window system turns them for a turned display, wherever it can.
    VkSurfaceTransformFlagBitsKHR transform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
    if (!(capabilities.supportedTransforms & transform))
        transform = capabilities.currentTransform;
    const VkSwapchainCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                           .surface = surface,
                                           .minImageCount = clamp_size(3, capabilities.minImageCount, most),
                                           .imageFormat = swapchain->format,
                                           .imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR,
                                           .imageExtent = extent,
                                           .imageArrayLayers = 1,
                                           .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                           .preTransform = transform,
                                           .compositeAlpha = alpha,
                                           .presentMode = present_modes[swapchain->present_mode],
                                           .clipped = VK_TRUE,
                                           .oldSwapchain = old};
    VK(device, CreateSwapchainKHR(device->handle, &info, NULL, &swapchain->handle));
    render_set_name(device, VK_OBJECT_TYPE_SWAPCHAIN_KHR, (uint64_t)swapchain->handle, "swapchain");
    swapchain->serial = ++device->serials;
    swapchain->width = extent.width;
    swapchain->height = extent.height;
error:
    return result;
}

static render_result create_semaphore(render_device *device, const char *name, uint32_t number, VkSemaphore *out)
{
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    render_result result =
        render_check(device, device->vk.CreateSemaphore(device->handle, &info, NULL, out), "vkCreateSemaphore");
    if (result == RENDER_OK)
        render_set_name(device, VK_OBJECT_TYPE_SEMAPHORE, (uint64_t)*out, "%s %u", name, number);
    return result;
}

static render_result create_images(render_device *device, render_swapchain *swapchain)
{
    render_result result = RENDER_OK;
    uint32_t count = 0;
    VK(device, GetSwapchainImagesKHR(device->handle, swapchain->handle, &count, NULL));
    if (count > RENDER_MAX_SWAPCHAIN_IMAGES)
        return render_fail(device, RENDER_ERROR_VULKAN, "a window with more than %d images",
                           RENDER_MAX_SWAPCHAIN_IMAGES);
    VK(device, GetSwapchainImagesKHR(device->handle, swapchain->handle, &count, swapchain->images));
    swapchain->image_count = count;
    for (uint32_t i = 0; i < swapchain->image_count; i++) {
        const VkImageViewCreateInfo view = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
            .image = swapchain->images[i],
            .viewType = VK_IMAGE_VIEW_TYPE_2D,
            .format = swapchain->format,
            .subresourceRange = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .levelCount = 1, .layerCount = 1}};
        render_set_name(device, VK_OBJECT_TYPE_IMAGE, (uint64_t)swapchain->images[i], "window image %u", i);
        VK(device, CreateImageView(device->handle, &view, NULL, &swapchain->views[i]));
        render_set_name(device, VK_OBJECT_TYPE_IMAGE_VIEW, (uint64_t)swapchain->views[i], "window view %u", i);
        TRY(create_semaphore(device, "presentable", i, &swapchain->presentable[i]));
    }
    for (uint32_t i = 0; i < RENDER_ACQUIRES; i++)
        TRY(create_semaphore(device, "acquired", i, &swapchain->acquired[i]));
error:
    return result;
}

render_result render_swapchain_create(render_device *device, VkSurfaceKHR surface, uint32_t width, uint32_t height,
                                      render_present_mode wanted, VkSwapchainKHR old, render_swapchain *swapchain)
{
    *swapchain = (render_swapchain){0};
    render_result result = create_handle(device, surface, width, height, wanted, old, swapchain);
    if (result != RENDER_OK)
        return result;
    result = create_images(device, swapchain);
    if (result != RENDER_OK)
        render_swapchain_destroy(device, swapchain);
    return result;
}

void render_swapchain_destroy(render_device *device, render_swapchain *swapchain)
{
    if (swapchain->handle == VK_NULL_HANDLE)
        return;
    (void)render_check(device, device->vk.DeviceWaitIdle(device->handle),
                       "vkDeviceWaitIdle"); // fails at once on a lost device
    for (uint32_t i = 0; i < RENDER_MAX_SWAPCHAIN_IMAGES; i++) {
        device->vk.DestroyImageView(device->handle, swapchain->views[i], NULL);
        device->vk.DestroySemaphore(device->handle, swapchain->presentable[i], NULL);
    }
    for (uint32_t i = 0; i < RENDER_ACQUIRES; i++)
        device->vk.DestroySemaphore(device->handle, swapchain->acquired[i], NULL);
    device->vk.DestroySwapchainKHR(device->handle, swapchain->handle, NULL);
    *swapchain = (render_swapchain){0};
}

render_result render_swapchain_acquire(render_device *device, render_swapchain *swapchain, uint64_t nanoseconds,
                                       bool *outdated)
{
    if (swapchain->has_image)
        return RENDER_OK;
    render_result result =
        render_timeline_wait_for(device, swapchain->acquired_values[swapchain->acquire], nanoseconds);
    if (result != RENDER_OK)
        return result;
    VkResult vk =
        device->vk.AcquireNextImageKHR(device->handle, swapchain->handle, nanoseconds,
                                       swapchain->acquired[swapchain->acquire], VK_NULL_HANDLE, &swapchain->image);
    if (vk == VK_TIMEOUT || vk == VK_NOT_READY)
        return RENDER_PENDING;
    if (vk >= VK_SUCCESS && swapchain->image >= swapchain->image_count) {
        *outdated = true; // nothing waits on the signalled semaphore
        return render_fail(device, RENDER_ERROR_VULKAN, "vkAcquireNextImageKHR: image %u of %u", swapchain->image,
                           swapchain->image_count);
    }
    *outdated = *outdated || vk == VK_ERROR_OUT_OF_DATE_KHR;
    swapchain->suboptimal = swapchain->suboptimal || vk == VK_SUBOPTIMAL_KHR;
    swapchain->has_image = vk == VK_SUCCESS || vk == VK_SUBOPTIMAL_KHR;
    return vk == VK_ERROR_OUT_OF_DATE_KHR ? RENDER_OK : render_check(device, vk, "vkAcquireNextImageKHR");
}
