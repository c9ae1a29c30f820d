// swapchain.h: the images of a window.
#ifndef RENDERER_SRC_SWAPCHAIN_H
#define RENDERER_SRC_SWAPCHAIN_H

#include "device/device_private.h"
#include "renderer/frame.h"

// An image is acquired before its frame begins, so there is one semaphore more than frames in flight.
enum { RENDER_MAX_SWAPCHAIN_IMAGES = 16, RENDER_ACQUIRES = RENDER_FRAMES_IN_FLIGHT + 1 };

typedef struct render_swapchain {
    VkSwapchainKHR handle; // null: create it before the next frame
    uint64_t serial;       // of the device's
    VkFormat format;
    bool converts; // the images' format turns linear light into sRGB bytes
    render_present_mode present_mode;
    uint32_t width, height;
    uint32_t image_count;
    VkImage images[RENDER_MAX_SWAPCHAIN_IMAGES];
    VkImageView views[RENDER_MAX_SWAPCHAIN_IMAGES];
    VkSemaphore presentable[RENDER_MAX_SWAPCHAIN_IMAGES]; // one per image: reusable once the image is acquired again
    VkSemaphore acquired[RENDER_ACQUIRES];                // used in turn
    uint64_t acquired_values[RENDER_ACQUIRES]; // the submissions that waited for them last, on the device's timeline
    uint32_t acquire;                          // the next one, or that of the image
    bool suboptimal;                           // it works, and another one may suit the window better
    bool has_image;                            // an image is acquired and not yet presented:
    uint32_t image;
} render_swapchain;

// `width`, `height`: the window's size; the surface's own size overrides it. RENDER_SKIPPED: the window has no area.
// `wanted`: taken if the window offers it. `old`: the surface's swapchain until now, or null; the caller destroys it
// afterwards.
render_result render_swapchain_create(render_device *device, VkSurfaceKHR surface, uint32_t width, uint32_t height,
                                      render_present_mode wanted, VkSwapchainKHR old, render_swapchain *swapchain);
// Acquires an image, if there is none yet, within `nanoseconds`. RENDER_PENDING: the window gives none now.
// `*outdated`: the swapchain no longer fits the window; it must be created anew.
render_result render_swapchain_acquire(render_device *device, render_swapchain *swapchain, uint64_t nanoseconds,
                                       bool *outdated);
// Waits for the GPU.
void render_swapchain_destroy(render_device *device, render_swapchain *swapchain);

#endif
