#include "frame/frame_private.h"
#include "window/present.h"
#include "window/swapchain.h"

struct render_window {
    render_device *device;
    render_window_desc desc;
    VkSurfaceKHR surface;
    render_swapchain swapchain;
    uint32_t asked_width, asked_height; // the window's size when the swapchain was created
    bool outdated;                      // the swapchain still works but no longer fits
    bool renewed;                       // the swapchain replaced a suboptimal one of its size, ...
    bool keeps;                         // ... and is no better
    uint64_t pictures;                  // presented so far; the number of the last one
    uint64_t first_picture;             // that this swapchain presented; 0: none yet
    uint64_t shown;                     // the newest picture known to be on the screen
    render_target *target;
};

static void destroy_surface(render_window *window)
{
    render_device *device = window->device;
    render_swapchain_destroy(device, &window->swapchain);
    window->first_picture = 0;
    if (window->surface != VK_NULL_HANDLE)
        device->vk.DestroySurfaceKHR(device->instance, window->surface, NULL);
    window->surface = VK_NULL_HANDLE;
}

static render_result create_surface(render_window *window)
{
    render_result result = RENDER_OK;
    render_device *device = window->device;
    uint64_t surface = 0;
    VkBool32 supported = VK_FALSE;
    if (!window->desc.create_surface(window->desc.user, device->instance, &surface))
        return render_fail(device, RENDER_ERROR_VULKAN, "the window system made no surface");
    window->surface = (VkSurfaceKHR)surface;
    VK(device, GetPhysicalDeviceSurfaceSupportKHR(device->physical, device->queue_family, window->surface, &supported));
    if (!supported)
        result = render_fail(device, RENDER_ERROR_VULKAN, "%s cannot show pictures in this window",
                             device->properties.deviceName);
error:
    if (result != RENDER_OK)
        destroy_surface(window);
    return result;
}

render_result render_window_create(render_device *device, const render_window_desc *desc, render_window **out)
{
    if (out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (device == NULL || desc == NULL || desc->create_surface == NULL || desc->get_size == NULL ||
        (uint32_t)desc->present_mode >= RENDER_PRESENT_MODES)
        return RENDER_ERROR_INVALID_ARGUMENT;
    if (!device->features.swapchain)
        return render_fail(device, RENDER_ERROR_VULKAN, "this device cannot show pictures in a window");
    render_window *window = render_allocate_zeroed(device->allocator, sizeof *window);
    if (window == NULL)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    window->device = device;
    window->desc = *desc;
    render_result result = create_surface(window);
    if (result != RENDER_OK) {
        render_window_destroy(window);
        return result;
    }
    *out = window;
    return RENDER_OK;
}

void render_window_destroy(render_window *window)
{
    if (window == NULL)
        return;
    render_target_destroy(window->target);
    destroy_surface(window);
    render_free(window);
}

void render_window_get_size(const render_window *window, uint32_t *width, uint32_t *height)
{
    *width = window->target ? window->target->width : 0;
    *height = window->target ? window->target->height : 0;
}

// Resizes swapchain and target to the window. RENDER_SKIPPED: the window has no area.
static render_result fit(render_window *window)
{
    render_result result = RENDER_OK;
    uint32_t width = 0, height = 0;
    window->desc.get_size(window->desc.user, &width, &height);
    if (width == 0 || height == 0)
        return RENDER_SKIPPED;
    if (window->surface == VK_NULL_HANDLE) {
        result = create_surface(window);
        if (result != RENDER_OK)
            return result;
    }
    render_swapchain *swapchain = &window->swapchain;
    bool fits = swapchain->handle != VK_NULL_HANDLE && !window->outdated && window->asked_width == width &&
                window->asked_height == height;
    if (!fits) {
        render_swapchain old = *swapchain;
        window->first_picture = 0;
        result = render_swapchain_create(window->device, window->surface, width, height, window->desc.present_mode,
                                         old.handle, swapchain);
        window->renewed = old.suboptimal && old.width == swapchain->width && old.height == swapchain->height;
        render_swapchain_destroy(window->device, &old);
        if (result != RENDER_OK)
            return result;
        window->outdated = window->keeps = false;
        window->asked_width = width;
        window->asked_height = height;
    }
    if (window->target == NULL)
        return render_target_create(window->device, swapchain->width, swapchain->height, &window->target);
    if (window->target->width != swapchain->width || window->target->height != swapchain->height)
        return render_target_resize(window->target, swapchain->width, swapchain->height);
    return result;
}

// Gets the window ready for a frame: a swapchain that fits, a frame slot that the GPU no longer uses, an image to draw
// into. RENDER_PENDING: not within `nanoseconds`.
static render_result prepare_once(render_window *window, uint64_t nanoseconds, bool *again)
{
    render_device *device = window->device;
    *again = false;
    render_result result = render_check_alive(device);
    if (result == RENDER_OK)
        result = fit(window);
    if (result == RENDER_OK)
        result = render_timeline_wait_for(device, device->frames[device->frame].value, nanoseconds);
    if (result == RENDER_OK)
        result = render_swapchain_acquire(device, &window->swapchain, nanoseconds, &window->outdated);
    *again = result == RENDER_OK && !window->swapchain.has_image;
    return result;
}

// Lets go of a surface that a call found lost. False: it is not.
static bool forget_lost_surface(render_window *window)
{
    render_device *device = window->device;
    if (!device->surface_lost || device->lost)
        return false;
    device->surface_lost = false;
    render_log(device, RENDER_LOG_INFO, "the window's surface was lost: making a new one");
    destroy_surface(window);
    return true;
}

// The window can be resized, or its surface lost, between two calls. Try a few times, then leave it to the next frame.
enum { TRIES = 3 };

static render_result prepare(render_window *window, uint64_t nanoseconds)
{
    render_result result = RENDER_SKIPPED;
    bool again = true;
    window->device->surface_lost = false;
    for (int tries = 0; tries < TRIES && again; tries++) {
        result = prepare_once(window, nanoseconds, &again);
        again = forget_lost_surface(window) || again;
    }
    return again && result == RENDER_OK ? RENDER_SKIPPED : result;
}

// Replaces a suboptimal swapchain. One that is suboptimal from its first picture on, as the one before it was, is kept:
// on some displays, such as turned ones, all are.
static void judge_swapchain(render_window *window)
{
    if (!window->swapchain.suboptimal)
        return;
    window->keeps = window->keeps || (window->renewed && window->first_picture == window->pictures);
    window->outdated = window->outdated || !window->keeps;
}

// Submits a recorded frame and shows it.
static render_result submit_and_present(render_window *window, render_slot *slot)
{
    render_result result = RENDER_OK;
    render_device *device = window->device;
    render_swapchain *swapchain = &window->swapchain;
    uint32_t image = swapchain->image;
    result = render_present_record(window->target, slot, swapchain, image);
    if (result == RENDER_OK)
        result = render_submit(device, slot, swapchain->acquired[swapchain->acquire],
                               VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, swapchain->presentable[image]);
    if (result != RENDER_OK) {
        // Nothing waits on the signalled semaphore: recreate it with the swapchain.
        window->outdated = true;
        return result;
    }
    render_frame_submitted(window->target, slot);
    swapchain->acquired_values[swapchain->acquire] = slot->value;
    swapchain->acquire = (swapchain->acquire + 1) % RENDER_ACQUIRES;
    swapchain->has_image = false;
    const uint64_t picture = ++window->pictures;
    window->first_picture = window->first_picture != 0 ? window->first_picture : picture;
    const VkPresentIdKHR id = {.sType = VK_STRUCTURE_TYPE_PRESENT_ID_KHR, .swapchainCount = 1, .pPresentIds = &picture};
    const VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                   .pNext = device->features.present_times ? &id : NULL,
                                   .waitSemaphoreCount = 1,
                                   .pWaitSemaphores = &swapchain->presentable[image],
                                   .swapchainCount = 1,
                                   .pSwapchains = &swapchain->handle,
                                   .pImageIndices = &image};
    VkResult vk = device->vk.QueuePresentKHR(device->queue, &info);
    // Out of memory, the image stays acquired and its semaphore signalled: both go with the swapchain.
    window->outdated = window->outdated || vk < VK_SUCCESS;
    swapchain->suboptimal = swapchain->suboptimal || vk == VK_SUBOPTIMAL_KHR;
    judge_swapchain(window);
    return vk == VK_ERROR_OUT_OF_DATE_KHR ? RENDER_OK : render_check(device, vk, "vkQueuePresentKHR");
}

// A window that is shown nowhere (hidden, on another desktop) may give no image for as long as it likes.
static const uint64_t LONGEST_WAIT = 1000000000;

static uint64_t to_nanoseconds(double seconds)
{
    const double longest = (double)LONGEST_WAIT * 1e-9;
    return !(seconds > 0) ? 0 : seconds < longest ? (uint64_t)(seconds * 1e9) : LONGEST_WAIT;
}

render_result render_window_wait(render_window *window, double seconds)
{
    return window == NULL ? RENDER_ERROR_INVALID_ARGUMENT : prepare(window, to_nanoseconds(seconds));
}

render_result render_window_draw_views(render_window *window, render_scene *scene, const render_frame *views,
                                       uint32_t view_count)
{
    if (window == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_result result = RENDER_SKIPPED;
    for (int tries = 0; tries < TRIES; tries++) {
        render_slot *slot;
        result = prepare(window, LONGEST_WAIT);
        if (result != RENDER_OK)
            return result == RENDER_PENDING ? RENDER_SKIPPED : result;
        result = render_record_frame(window->target, scene, views, view_count, &slot);
        if (result == RENDER_OK)
            result = submit_and_present(window, slot);
        if (!forget_lost_surface(window))
            break;
    }
    return result;
}

render_result render_window_draw(render_window *window, render_scene *scene, const render_frame *frame)
{
    return render_window_draw_views(window, scene, frame, 1);
}

render_present_mode render_window_get_present_mode(const render_window *window)
{
    return window->swapchain.present_mode;
}

const char *render_present_mode_name(render_present_mode mode)
{
    static const char *const names[RENDER_PRESENT_MODES] = {"fifo", "fifo-relaxed", "mailbox", "immediate"};
    return (uint32_t)mode < RENDER_PRESENT_MODES ? names[mode] : "unknown";
}

uint64_t render_window_get_picture(const render_window *window)
{
    return window->pictures;
}

uint64_t render_window_poll_shown(render_window *window)
{
    render_device *device = window->device;
    const render_swapchain *swapchain = &window->swapchain;
    if (!device->features.present_times || window->first_picture == 0 || device->lost)
        return window->shown;
    while (window->shown < window->pictures) {
        const uint64_t next = window->shown < window->first_picture ? window->first_picture : window->shown + 1;
        const VkResult vk = device->vk.WaitForPresentKHR(device->handle, swapchain->handle, next, 0);
        if (vk == VK_ERROR_DEVICE_LOST)
            (void)render_check(device, vk, "vkWaitForPresentKHR");
        // A swapchain that is out of date, or a lost surface, is found by the next picture.
        if (vk != VK_SUCCESS && vk != VK_SUBOPTIMAL_KHR)
            break;
        window->shown = next;
    }
    return window->shown;
}

render_target *render_window_get_target(render_window *window)
{
    return window->target;
}
