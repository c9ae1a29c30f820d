// Creates and destroys devices: what device/ opens, the pipelines of the passes, and the ID requests.
#include "device/device_private.h"
#include "frame/id_readback.h"
#include "frame/part.h"
#include "frame/recording.h"
#include "passes/pass.h"

#include <stdio.h>

static render_result open_device(render_device *device, const render_vulkan_device *vulkan,
                                 const render_device_desc *desc, char *error, size_t error_size)
{
    render_result result = RENDER_OK;
    if (vulkan != NULL)
        TRY(render_device_open_adopted(device, vulkan, desc, error, error_size));
    else
        TRY(render_device_open(device, desc, error, error_size));
    render_passes_init(device);
    if (vulkan != NULL || desc->create_surface != NULL)
        TRY(render_passes_prepare(device));
    TRY(render_parts_init(device));
    TRY(render_id_readback_init(device));
    if (vulkan != NULL)
        TRY(render_recording_init(device));
error:
    return result;
}

// `vulkan`: NULL, or the engine's.
static render_result create(const render_vulkan_device *vulkan, const render_device_desc *desc, render_device **out,
                            char *error, size_t error_size)
{
    render_device *device = render_allocate_zeroed(desc->allocator, sizeof *device);
    if (device == NULL) {
        snprintf(error, error_size, "out of memory");
        return RENDER_ERROR_OUT_OF_MEMORY;
    }
    device->allocator = desc->allocator;
    device->log = desc->log;
    device->log_user = desc->log_user;
    render_result result = open_device(device, vulkan, desc, error, error_size);
    if (result != RENDER_OK) {
        if (error[0] == '\0')
            snprintf(error, error_size, "%s", device->last_error);
        render_device_destroy(device);
        return result;
    }
    *out = device;
    return RENDER_OK;
}

static bool is_allocator(const render_allocator *allocator)
{
    return allocator == NULL || (allocator->allocate != NULL && allocator->deallocate != NULL);
}

render_result render_device_create(const render_device_desc *desc, render_device **out, char *error, size_t error_size)
{
    char unused[2];
    if (error == NULL || error_size == 0) {
        error = unused;
        error_size = sizeof unused;
    }
    error[0] = '\0';
    if (out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (desc == NULL || !is_allocator(desc->allocator) || desc->masked_features > RENDER_ALL_FEATURES ||
        desc->instance_extension_count > RENDER_MAX_INSTANCE_EXTENSIONS ||
        (desc->instance_extension_count > 0 && desc->instance_extensions == NULL) ||
        (desc->instance_extension_count == 0 && desc->create_surface != NULL)) {
        snprintf(error, error_size, "invalid description of a device");
        return RENDER_ERROR_INVALID_ARGUMENT;
    }
    return create(NULL, desc, out, error, error_size);
}

render_result render_device_adopt(const render_vulkan_device *vulkan, const render_device_desc *desc,
                                  render_device **out, char *error, size_t error_size)
{
    char unused[2];
    if (error == NULL || error_size == 0) {
        error = unused;
        error_size = sizeof unused;
    }
    error[0] = '\0';
    if (out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    const char *wrong = vulkan == NULL                                   ? "its description"
                        : vulkan->get_instance_proc_addr == NULL         ? "vkGetInstanceProcAddr"
                        : vulkan->instance == VK_NULL_HANDLE             ? "its instance"
                        : vulkan->physical == VK_NULL_HANDLE             ? "its physical device"
                        : vulkan->device == VK_NULL_HANDLE               ? "its device"
                        : vulkan->queue == VK_NULL_HANDLE                ? "its queue"
                        : !vulkan->lock_queue != !vulkan->unlock_queue   ? "one of lock_queue and unlock_queue"
                        : desc != NULL && !is_allocator(desc->allocator) ? "a function of its allocator"
                                                                         : NULL;
    if (wrong != NULL) {
        snprintf(error, error_size, "a device to adopt without %s", wrong);
        return RENDER_ERROR_INVALID_ARGUMENT;
    }
    const render_device_desc none = {0};
    return create(vulkan, desc != NULL ? desc : &none, out, error, error_size);
}

void render_device_destroy(render_device *device)
{
    if (device == NULL)
        return;
    if (device->handle != VK_NULL_HANDLE) {
        (void)render_device_drain(device);
        render_parts_finish(device);
        render_id_readback_finish(device);
        render_recording_finish(device);
    }
    render_device_close(device);
    render_free(device);
}
