// device.h: the Vulkan device, and what every other header of the renderer shares.
//
// Threads:    one device belongs to one thread.
// Errors:     functions return a render_result; the text of the last one is render_device_last_error. Running out of
//             a surface (resize, minimise) is no error: a frame is then skipped. Nothing here exits or prints.
// Lost:       after RENDER_ERROR_DEVICE_LOST (a driver that was reset, a GPU that was taken away) nothing works but
//             destroying, which is safe in any order. Destroy windows, targets, scenes and the device, create them
//             again, and upload from your own data: the renderer keeps no copy of it, so that memory is spent once.
// Memory:     after RENDER_ERROR_OUT_OF_MEMORY everything is as before the call, and may be tried again.
// Vulkan:     1.3 through volk; no Vulkan type crosses this face.
#ifndef RENDERER_DEVICE_H
#define RENDERER_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum render_result {
    RENDER_OK = 0,
    RENDER_SKIPPED = 1,              // nothing was done and nothing is wrong: a minimised window, an answer given up
    RENDER_PENDING = 2,              // asked for, not there yet: ask again in a later frame
    RENDER_ERROR_NO_DRIVER = -1,     // no Vulkan loader, or no device that is good enough
    RENDER_ERROR_OUT_OF_MEMORY = -2, // host or device
    RENDER_ERROR_DEVICE_LOST = -3,
    RENDER_ERROR_INVALID_ARGUMENT = -4,
    RENDER_ERROR_VULKAN = -5 // any other; render_device_last_error names call and result
} render_result;

const char *render_result_name(render_result result);

typedef enum render_log_level {
    RENDER_LOG_INFO,
    RENDER_LOG_WARNING,
    RENDER_LOG_ERROR,
    RENDER_LOG_VALIDATION
} render_log_level;
typedef void (*render_log_function)(void *user, render_log_level level, const char *text);

typedef struct render_device render_device;

typedef struct render_device_desc {
    bool validation; // turn the Khronos validation layer on, with synchronization and best practices, if installed
    const char *device_name; // use the first device whose name contains this; NULL: discrete, integrated, software
    const char *const *instance_extensions; // those the window system needs; none for offscreen use
    uint32_t instance_extension_count;
    // A file that keeps compiled pipelines from run to run; NULL: none. One that is missing, damaged or another
    // device's is passed over; it is written when the device is destroyed, beside its place first, then renamed.
    const char *pipeline_cache_path;
    render_log_function log; // NULL: silent
    void *log_user;
} render_device_desc;

// On failure `*out` is NULL and `error` (if not NULL) holds one line that says what is missing.
render_result render_device_create(const render_device_desc *desc, render_device **out, char *error, size_t error_size);
// Waits for the GPU, then frees all that is left. NULL is fine.
void render_device_destroy(render_device *device);

const char *render_device_name(const render_device *device);
const char *render_device_last_error(const render_device *device);
bool render_device_is_lost(const render_device *device); // since a call failed with RENDER_ERROR_DEVICE_LOST

// Validation messages so far. Tests ask that it is 0. `active` tells whether the layer was really there.
uint32_t render_device_validation_count(const render_device *device, bool *active);

// Bits of subpixel precision of the rasterizer: what rule 14 of a pixel-exact comparison depends on.
uint32_t render_device_subpixel_bits(const render_device *device);

void render_device_wait_idle(render_device *device);

#ifdef __cplusplus
}
#endif

#endif
