// A window system of plain images: acquires and presents are counted and signalled, and nothing is shown.
#include "failing_private.h"

#include <string.h>

enum { IMAGES = 3, MOST_IMAGES = 20 };

// Handles are pointers to these.
typedef struct fake_surface {
    fake_window *window;
    bool used;
} fake_surface;

typedef struct fake_swapchain {
    fake_surface *surface;
    uint32_t width, height, next, count;
    VkImage images[MOST_IMAGES];
    VkDeviceMemory memory[MOST_IMAGES];
    bool used, presented;
    bool acquired[MOST_IMAGES]; // and not presented
} fake_swapchain;

static fake_surface surfaces[8];
static fake_swapchain swapchains[8];

const char *const fake_window_extensions[1] = {VK_KHR_SURFACE_EXTENSION_NAME};

#define REAL(function) ((PFN_##function)failing_real(#function))
// As vk_surface and vk_swapchain are 64-bit handles and these are pointers.
#define TO_HANDLE(type, pointer) ((type)(uintptr_t)(pointer))
#define FROM_HANDLE(type, handle) ((type *)(uintptr_t)(handle))

bool fake_window_create_surface(void *user, void *instance, uint64_t *out)
{
    fake_window *window = user;
    (void)instance;
    if (window->refuse)
        return false;
    for (size_t i = 0; i < sizeof surfaces / sizeof surfaces[0]; i++) {
        if (surfaces[i].used)
            continue;
        surfaces[i] = (fake_surface){.window = window, .used = true};
        window->surfaces++;
        failing.live[FAILING_SURFACE]++;
        *out = (uint64_t)(uintptr_t)&surfaces[i];
        return true;
    }
    return false;
}

void fake_window_get_size(void *user, uint32_t *width, uint32_t *height)
{
    const fake_window *window = user;
    *width = window->width;
    *height = window->height;
}

static VKAPI_ATTR void VKAPI_CALL fake_vkDestroySurfaceKHR(VkInstance instance, VkSurfaceKHR surface,
                                                           const VkAllocationCallbacks *allocator)
{
    (void)instance, (void)allocator;
    failing.live[FAILING_SURFACE]--;
    FROM_HANDLE(fake_surface, surface)->used = false;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkGetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice physical,
                                                                                uint32_t family, VkSurfaceKHR surface,
                                                                                VkBool32 *out)
{
    VkResult result = VK_SUCCESS;
    (void)physical, (void)family, (void)surface;
    *out = VK_TRUE;
    return failing_now("vkGetPhysicalDeviceSurfaceSupportKHR", &result) ? result : VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkGetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice physical,
                                                                                     VkSurfaceKHR surface,
                                                                                     VkSurfaceCapabilitiesKHR *out)
{
    VkResult result = VK_SUCCESS;
    const fake_window *window = FROM_HANDLE(fake_surface, surface)->window;
    const uint32_t largest = window->largest > 0 ? window->largest : 4096;
    const VkExtent2D sizeless = {UINT32_MAX, UINT32_MAX}, shut = {0, 0}, own = {window->width, window->height};
    (void)physical;
    *out = (VkSurfaceCapabilitiesKHR){
        .minImageCount = 2,
        .maxImageCount = IMAGES,
        .currentExtent = window->shut       ? shut
                         : window->sizeless ? sizeless
                                            : own,
        .minImageExtent = {1, 1},
        .maxImageExtent = {largest, largest},
        .maxImageArrayLayers = 1,
        .supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR | VK_SURFACE_TRANSFORM_ROTATE_90_BIT_KHR,
        .currentTransform =
            failing.turned ? VK_SURFACE_TRANSFORM_ROTATE_90_BIT_KHR : VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
        .supportedCompositeAlpha = fake_lie.no_alphas    ? 0
                                   : failing.alphas != 0 ? failing.alphas
                                                         : VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
        .supportedUsageFlags = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
    return failing_now("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", &result) ? result : VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkGetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice physical,
                                                                                VkSurfaceKHR surface, uint32_t *count,
                                                                                VkSurfaceFormatKHR *out)
{
    VkResult result = VK_SUCCESS;
    (void)physical, (void)surface;
    if (failing_now("vkGetPhysicalDeviceSurfaceFormatsKHR", &result))
        return result;
    *count = 1;
    if (out != NULL)
        *out = (VkSurfaceFormatKHR){VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
    return VK_SUCCESS;
}

// Like a window of many: no tearing.
static VKAPI_ATTR VkResult VKAPI_CALL fake_vkGetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice physical,
                                                                                     VkSurfaceKHR surface,
                                                                                     uint32_t *count,
                                                                                     VkPresentModeKHR *out)
{
    VkResult result = VK_SUCCESS;
    (void)physical, (void)surface;
    if (failing_now("vkGetPhysicalDeviceSurfacePresentModesKHR", &result))
        return result;
    *count = 2;
    if (out != NULL)
        out[0] = VK_PRESENT_MODE_MAILBOX_KHR, out[1] = VK_PRESENT_MODE_FIFO_KHR;
    return VK_SUCCESS;
}

static void destroy_images(VkDevice device, fake_swapchain *swapchain)
{
    for (uint32_t i = 0; i < swapchain->count; i++) {
        REAL(vkDestroyImage)(device, swapchain->images[i], NULL);
        REAL(vkFreeMemory)(device, swapchain->memory[i], NULL);
    }
    *swapchain = (fake_swapchain){0};
}

static VkResult create_image(VkDevice device, const VkSwapchainCreateInfoKHR *info, VkImage *image,
                             VkDeviceMemory *memory)
{
    const VkImageCreateInfo create = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                      .imageType = VK_IMAGE_TYPE_2D,
                                      .format = info->imageFormat,
                                      .extent = {info->imageExtent.width, info->imageExtent.height, 1},
                                      .mipLevels = 1,
                                      .arrayLayers = 1,
                                      .samples = VK_SAMPLE_COUNT_1_BIT,
                                      .usage = info->imageUsage};
    VkMemoryRequirements needs;
    VkResult result = REAL(vkCreateImage)(device, &create, NULL, image);
    if (result != VK_SUCCESS)
        return result;
    REAL(vkGetImageMemoryRequirements)(device, *image, &needs);
    uint32_t type = 0;
    while (!(needs.memoryTypeBits >> type & 1u))
        type++;
    // More than it needs: small allocations are bad practice, says the validation layer.
    const VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                           .allocationSize = needs.size + (1u << 20),
                                           .memoryTypeIndex = type};
    result = REAL(vkAllocateMemory)(device, &allocate, NULL, memory);
    return result == VK_SUCCESS ? REAL(vkBindImageMemory)(device, *image, *memory, 0) : result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkCreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR *info,
                                                                const VkAllocationCallbacks *allocator,
                                                                VkSwapchainKHR *out)
{
    VkResult result = VK_ERROR_TOO_MANY_OBJECTS;
    fake_swapchain *swapchain = NULL;
    (void)allocator;
    if (failing_or_lost("vkCreateSwapchainKHR", &result))
        return result;
    for (size_t i = 0; i < sizeof swapchains / sizeof swapchains[0] && swapchain == NULL; i++)
        swapchain = swapchains[i].used ? NULL : &swapchains[i];
    if (swapchain == NULL)
        return VK_ERROR_TOO_MANY_OBJECTS;
    *swapchain = (fake_swapchain){.surface = FROM_HANDLE(fake_surface, info->surface),
                                  .width = info->imageExtent.width,
                                  .height = info->imageExtent.height,
                                  .count = IMAGES,
                                  .used = true};
    failing.pre_transform = info->preTransform;
    failing.alpha = info->compositeAlpha;
    if (swapchain->surface->window->image_count > 0)
        swapchain->count = swapchain->surface->window->image_count;
    for (uint32_t i = 0; i < swapchain->count; i++) {
        result = create_image(device, info, &swapchain->images[i], &swapchain->memory[i]);
        if (result != VK_SUCCESS) {
            destroy_images(device, swapchain);
            return result;
        }
    }
    failing.live[FAILING_SWAPCHAIN]++;
    swapchain->surface->window->swapchains++;
    *out = TO_HANDLE(VkSwapchainKHR, swapchain);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL fake_vkDestroySwapchainKHR(VkDevice device, VkSwapchainKHR swapchain,
                                                             const VkAllocationCallbacks *allocator)
{
    (void)allocator;
    if (swapchain == VK_NULL_HANDLE)
        return;
    failing.live[FAILING_SWAPCHAIN]--;
    destroy_images(device, FROM_HANDLE(fake_swapchain, swapchain));
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkGetSwapchainImagesKHR(VkDevice device, VkSwapchainKHR swapchain,
                                                                   uint32_t *count, VkImage *out)
{
    VkResult result = VK_SUCCESS;
    (void)device;
    if (failing_now("vkGetSwapchainImagesKHR", &result))
        return result;
    *count = FROM_HANDLE(fake_swapchain, swapchain)->count;
    if (out != NULL)
        memcpy(out, FROM_HANDLE(fake_swapchain, swapchain)->images, sizeof(VkImage) * *count);
    return VK_SUCCESS;
}

static bool fits(const fake_swapchain *swapchain)
{
    const fake_window *window = swapchain->surface->window;
    return window->sizeless || (swapchain->width == window->width && swapchain->height == window->height);
}

// What does not show the picture, a semaphore all the same.
static VkResult signal_or_wait(VkSemaphore signal, const VkSemaphore *wait)
{
    const VkSemaphoreSubmitInfo to_wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                           .semaphore = wait != NULL ? *wait : VK_NULL_HANDLE,
                                           .stageMask = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT};
    const VkSemaphoreSubmitInfo to_signal = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                             .semaphore = signal,
                                             .stageMask = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT};
    const VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                .waitSemaphoreInfoCount = wait != NULL,
                                .pWaitSemaphoreInfos = &to_wait,
                                .signalSemaphoreInfoCount = signal != VK_NULL_HANDLE,
                                .pSignalSemaphoreInfos = &to_signal};
    return REAL(vkQueueSubmit2)(failing.queue, 1, &info, VK_NULL_HANDLE);
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkAcquireNextImageKHR(VkDevice device, VkSwapchainKHR handle,
                                                                 uint64_t timeout, VkSemaphore semaphore, VkFence fence,
                                                                 uint32_t *index)
{
    VkResult result = VK_SUCCESS;
    fake_swapchain *swapchain = FROM_HANDLE(fake_swapchain, handle);
    (void)device, (void)fence;
    bool fails = failing_or_lost("vkAcquireNextImageKHR", &result);
    if (fails && result != VK_SUBOPTIMAL_KHR)
        return result;
    fake_window *window = swapchain->surface->window;
    if (window->acquires_as != VK_SUCCESS)
        return (VkResult)window->acquires_as;
    if (!fits(swapchain))
        return VK_ERROR_OUT_OF_DATE_KHR;
    window->longest = timeout > window->longest ? timeout : window->longest;
    if (window->hidden)
        return timeout > 0 ? VK_TIMEOUT : VK_NOT_READY;
    uint32_t image = swapchain->next;
    while (image < swapchain->next + swapchain->count && swapchain->acquired[image % swapchain->count])
        image++;
    if (image == swapchain->next + swapchain->count)
        return timeout > 0 ? VK_TIMEOUT : VK_NOT_READY;
    swapchain->next = image + 1;
    swapchain->acquired[image % swapchain->count] = true;
    window->images++;
    *index = window->wrong_image > 0 ? window->wrong_image : image % swapchain->count;
    VkResult signalled = signal_or_wait(semaphore, NULL);
    return signalled != VK_SUCCESS ? signalled : fails ? result : VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkQueuePresentKHR(VkQueue queue, const VkPresentInfoKHR *info)
{
    VkResult result = VK_SUCCESS;
    (void)queue;
    fake_swapchain *swapchain = FROM_HANDLE(fake_swapchain, info->pSwapchains[0]);
    fake_presents_note(info, !swapchain->presented);
    swapchain->presented = true;
    bool fails = failing_or_lost("vkQueuePresentKHR", &result);
    // Out of memory, nothing happens. Otherwise the wait does, whatever becomes of the picture.
    if (fails && (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY))
        return result;
    swapchain->acquired[info->pImageIndices[0]] = false;
    VkResult waited = signal_or_wait(VK_NULL_HANDLE, info->pWaitSemaphores);
    if (fails || swapchain->surface->window->presents_as != VK_SUCCESS)
        return fails ? result : (VkResult)swapchain->surface->window->presents_as;
    const VkResult shown = swapchain->surface->window->suboptimal ? VK_SUBOPTIMAL_KHR : VK_SUCCESS;
    return waited != VK_SUCCESS ? waited : fits(swapchain) ? shown : VK_ERROR_OUT_OF_DATE_KHR;
}

PFN_vkVoidFunction fake_window_function(const char *name)
{
#define FAKE(function)                                                                                                 \
    if (strcmp(name, #function) == 0)                                                                                  \
    return (PFN_vkVoidFunction)fake_##function
    FAKE(vkDestroySurfaceKHR);
    FAKE(vkGetPhysicalDeviceSurfaceSupportKHR);
    FAKE(vkGetPhysicalDeviceSurfaceCapabilitiesKHR);
    FAKE(vkGetPhysicalDeviceSurfaceFormatsKHR);
    FAKE(vkGetPhysicalDeviceSurfacePresentModesKHR);
    FAKE(vkCreateSwapchainKHR);
    FAKE(vkDestroySwapchainKHR);
    FAKE(vkGetSwapchainImagesKHR);
    FAKE(vkAcquireNextImageKHR);
    FAKE(vkQueuePresentKHR);
#undef FAKE
    return NULL;
}
