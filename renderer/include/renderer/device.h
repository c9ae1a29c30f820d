// device.h: the Vulkan device, and the types that all headers of the renderer share.
//
// Threads:    a device, and everything created from it, belongs to one thread.
// Errors:     functions return a render_result; render_device_last_error has the text of the last error. A window
//             without a surface (being resized, minimised) is no error: its frame is skipped. The renderer never exits
//             the program and prints nothing.
// Lost:       after RENDER_ERROR_DEVICE_LOST (the driver was reset, the GPU removed) only destroying works, in any
//             order, and asking for answers that were there before. What is destroyed is freed by
//             render_device_wait_idle, or with the device. Destroy windows, targets, scenes and the device, create them
//             again, and upload your data again: the renderer keeps no copy of it, to save memory.
// Allocation: all host memory of the renderer comes from render_device_desc.allocator, on the device's thread.
//             Drivers and the C library allocate for themselves: Vulkan is given no VkAllocationCallbacks.
// Memory:     a call that returns RENDER_ERROR_OUT_OF_MEMORY has changed nothing and may be repeated.
// Pipelines:  a device with create_surface, or an engine's, compiles all when it is created, so that no frame waits for
//             one. Any other device compiles those of a pass when a picture first needs it.
// Vulkan:     1.3, loaded at run time into a table of each device. No Vulkan type appears in these headers.
#ifndef RENDERER_DEVICE_H
#define RENDERER_DEVICE_H

#include "renderer/features.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum render_result {
    RENDER_OK = 0,
    RENDER_SKIPPED = 1,              // nothing to do, and no error: a minimised window, a discarded answer
    RENDER_PENDING = 2,              // requested, not available yet: poll again in a later frame
    RENDER_ERROR_NO_DRIVER = -1,     // no Vulkan loader, or no suitable device
    RENDER_ERROR_OUT_OF_MEMORY = -2, // host or device
    RENDER_ERROR_DEVICE_LOST = -3,
    RENDER_ERROR_INVALID_ARGUMENT = -4,
    RENDER_ERROR_VULKAN = -5 // any other; render_device_last_error names the call and its result
} render_result;

const char *render_result_name(render_result result);

typedef enum render_log_level {
    RENDER_LOG_INFO,
    RENDER_LOG_WARNING,
    RENDER_LOG_ERROR,
    RENDER_LOG_VALIDATION
} render_log_level;
typedef void (*render_log_function)(void *user, render_log_level level, const char *text);

// Where host memory comes from. Both functions are required. `alignment` is a power of two, at least
// alignof(max_align_t). `allocate` returns NULL when there is none; `deallocate` gets the size and alignment of the
// allocation.
typedef struct render_allocator {
    void *(*allocate)(void *user, size_t size, size_t alignment);
    void (*deallocate)(void *user, void *pointer, size_t size, size_t alignment);
    void *user;
} render_allocator;

typedef struct render_device render_device;

// Creates a VkSurfaceKHR for the VkInstance `instance` and stores it in `*surface`; false: failed.
// SDL_Vulkan_CreateSurface fits. The renderer destroys the surface.
typedef bool (*render_surface_function)(void *user, void *instance, uint64_t *surface);

// Devices:    of those that can do what the description needs, the first discrete GPU is chosen, else
//             integrated, virtual or software. A window's device has one family of queues that both draws and presents.
//             If there is none, the error says of each device what it lacks.
typedef struct render_device_desc {
    bool validation; // enable the Khronos validation layer, with synchronization and best practices, if installed
    const char *device_name;                // only devices whose name contains this, in either case; NULL: any
    const char *const *instance_extensions; // required by the window system; none offscreen
    uint32_t instance_extension_count;
    // The window that the device will present to: called at most once, before devices are compared, and the surface is
    // destroyed again. NULL: offscreen, or any device that can present at all. A call that fails fails the creation.
    render_surface_function create_surface;
    void *surface_user;
    // A file that caches compiled pipelines between runs; NULL: none. A missing or damaged file, or one of another
    // device, is ignored. Destroying the device writes it: to a temporary file, which is then renamed.
    const char *pipeline_cache_path;
    const render_allocator *allocator; // must outlive the device; NULL: malloc
    uint32_t masked_features;          // RENDER_FEATURE_*: left unused although the device has them: features.h
    render_log_function log;           // NULL: no log
    void *log_user;
} render_device_desc;

// On failure `*out` is NULL and `error` (if not NULL) holds one line with the reason. The caller destroys the device.
render_result render_device_create(const render_device_desc *desc, render_device **out, char *error, size_t error_size);
// Waits for the GPU, then destroys the device. Destroy its windows, targets and scenes before. NULL does nothing.
void render_device_destroy(render_device *device);

const char *render_device_name(const render_device *device);
const char *render_device_last_error(const render_device *device);
bool render_device_is_lost(const render_device *device); // whether a call has failed with RENDER_ERROR_DEVICE_LOST

// The number of validation messages so far. `active` (if not NULL): whether the validation layer is enabled.
uint32_t render_device_validation_count(const render_device *device, bool *active);

// RENDER_FEATURE_*: those that the device has and its description does not mask.
uint32_t render_device_features(const render_device *device);

// Whether a processor draws, and no GPU: what costs many pixels is better left off.
bool render_device_is_software(const render_device *device);

// The rasterizer's subpixel precision in bits: a pixel-exact comparison allows edges to move by one such step.
uint32_t render_device_subpixel_bits(const render_device *device);

// Waits for the GPU, then frees memory as render_device_collect does.
void render_device_wait_idle(render_device *device);
// Frees the memory of destroyed resources that the GPU no longer uses, and what uploads, frames and ID requests no
// longer need. Never waits. Drawing frees destroyed resources by itself; call this before a program stops drawing for a
// while. False: the GPU is still busy, call again later (say, in 0.1 s). True for NULL, and for a lost device.
bool render_device_collect(render_device *device);

#ifdef __cplusplus
}
#endif

#endif
