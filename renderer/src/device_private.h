// device_private.h: what a device is made of; each part has its own header.
#ifndef RENDERER_SRC_DEVICE_PRIVATE_H
#define RENDERER_SRC_DEVICE_PRIVATE_H

#include "debug.h"
#include "memory.h"
#include "pipeline.h"
#include "resource.h"
#include "submit.h"
#include "upload.h"
#include "vk.h"

enum { RENDER_FRAMES_IN_FLIGHT = 2 };

// What the device can do beyond what is required.
typedef struct render_features {
    bool primitive_id;   // fragment shaders know their triangle's number
    bool line_mode;      // polygons can be drawn as edges
    bool sample_shading; // alpha cut-outs get smooth edges
    bool swapchain;
    float max_anisotropy; // 1: none
} render_features;

struct render_device {
    render_log_function log;
    void *log_user;
    char last_error[512];
    VkInstance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    render_features features;
    VkDevice handle;
    VkQueue queue;
    uint32_t queue_family;
    render_debug debug;
    render_memory memory;
    render_timeline timeline;
    render_delete_queue deletions;
    render_upload upload;
    render_pipelines pipelines;
    render_slot frames[RENDER_FRAMES_IN_FLIGHT];
    uint32_t frame; // the slot to be used next
};

// physical.c
// Sets `physical`, `properties`, `features` and `queue_family` of the device. `error` tells what is missing.
render_result render_choose_physical(render_device *device, const char *name, bool windows, char *error,
                                     size_t error_size);

// Begins the next frame slot.
render_result render_next_slot(render_device *device, render_slot **out);

#endif
