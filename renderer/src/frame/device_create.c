// Creates and destroys devices: what device/ opens, the pipelines of the passes, and the ID requests.
#include "device/device_private.h"
#include "frame/id_readback.h"
#include "passes/pass.h"

#include <stdio.h>
#include <stdlib.h>

static render_result create(render_device *device, const render_device_desc *desc, char *error, size_t error_size)
{
    render_result result = RENDER_OK;
    TRY(render_device_open(device, desc, error, error_size));
    TRY(render_passes_init(device));
    TRY(render_id_readback_init(device));
error:
    return result;
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
    if (desc == NULL || desc->instance_extension_count > RENDER_MAX_INSTANCE_EXTENSIONS ||
        (desc->instance_extension_count > 0 && desc->instance_extensions == NULL)) {
        snprintf(error, error_size, "invalid description of a device");
        return RENDER_ERROR_INVALID_ARGUMENT;
    }
    render_device *device = calloc(1, sizeof *device);
    if (device == NULL) {
        snprintf(error, error_size, "out of memory");
        return RENDER_ERROR_OUT_OF_MEMORY;
    }
    device->log = desc->log;
    device->log_user = desc->log_user;
    render_result result = create(device, desc, error, error_size);
    if (result != RENDER_OK) {
        if (error[0] == '\0')
            snprintf(error, error_size, "%s", device->last_error);
        render_device_destroy(device);
        return result;
    }
    *out = device;
    return RENDER_OK;
}

void render_device_destroy(render_device *device)
{
    if (device == NULL)
        return;
    if (device->handle != VK_NULL_HANDLE) {
        device->vk.DeviceWaitIdle(device->handle);
        render_id_readback_finish(device);
    }
    render_device_close(device);
    free(device);
}
