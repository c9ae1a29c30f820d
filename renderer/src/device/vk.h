// vk.h: Vulkan, and the macros that check its results.
#ifndef RENDERER_SRC_VK_H
#define RENDERER_SRC_VK_H

#include "device/functions.h"

#include "renderer/device.h"

// Calls a function of the device's table, named without its "vk". On failure, records the call and its result in the
// device and jumps to the function's error exit. Needs a `render_result result` and a label `error` in scope.
#define VK(device, call)                                                                                               \
    do {                                                                                                               \
        result = render_check((device), (device)->vk.call, "vk" #call);                                                \
        if (result != RENDER_OK)                                                                                       \
            goto error;                                                                                                \
    } while (0)

// The same for our own functions.
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        result = (call);                                                                                               \
        if (result < RENDER_OK)                                                                                        \
            goto error;                                                                                                \
    } while (0)

render_result render_check(render_device *device, VkResult vk, const char *call);
// Fails if the device is lost.
render_result render_check_alive(render_device *device);
// Records a message as the last error and returns `result`.
render_result render_fail(render_device *device, render_result result, const char *format, ...);
void render_log(const render_device *device, render_log_level level, const char *format, ...);
const char *render_vk_result_name(VkResult vk);

#endif
