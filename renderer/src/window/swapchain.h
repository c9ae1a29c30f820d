// swapchain.h: the images of a window.
#ifndef RENDERER_SRC_SWAPCHAIN_H
#define RENDERER_SRC_SWAPCHAIN_H

#include "device/device_private.h"

enum { RENDER_MAX_SWAPCHAIN_IMAGES = 16 };

typedef struct render_swapchain {
    VkSwapchainKHR handle; // null: create it before the next frame
    VkFormat format;
    bool converts; // the images' format turns linear light into sRGB bytes
    uint32_t width, height;
    uint32_t image_count;
    VkImage images[RENDER_MAX_SWAPCHAIN_IMAGES];
    VkImageView views[RENDER_MAX_SWAPCHAIN_IMAGES];
    VkSemaphore presentable[RENDER_MAX_SWAPCHAIN_IMAGES]; // one per image: reusable once the image is acquired again
    VkSemaphore acquired[RENDER_FRAMES_IN_FLIGHT];        // one per frame slot
} render_swapchain;

// `width`, `height`: the window's size; the surface's own size overrides it. RENDER_SKIPPED: the window has no area.
render_result render_swapchain_create(render_device *device, VkSurfaceKHR surface, uint32_t width, uint32_t height,
                                      render_swapchain *swapchain);
// Waits for the GPU.
void render_swapchain_destroy(render_device *device, render_swapchain *swapchain);

#endif
