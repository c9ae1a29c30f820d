// device_private.h: what a device is made of; each part has its own header.
#ifndef RENDERER_SRC_DEVICE_PRIVATE_H
#define RENDERER_SRC_DEVICE_PRIVATE_H

#include "device/clock.h"
#include "device/debug.h"
#include "device/memory.h"
#include "device/pipeline.h"
#include "device/resource.h"
#include "device/slot.h"
#include "device/timeline.h"
#include "device/upload.h"
#include "device/vk.h"

#include "renderer/stats.h"

enum { RENDER_FRAMES_IN_FLIGHT = 2, RENDER_MAX_INSTANCE_EXTENSIONS = 28 };

// What the device can do beyond what is required.
typedef struct render_features {
    bool primitive_id;   // fragment shaders know their triangle's number
    bool line_mode;      // polygons can be drawn as edges
    bool sample_shading; // alpha cut-outs get smooth edges
    bool indirect;       // many draws by one call
    bool swapchain;
    bool memory_budget;   // the driver reports how much memory this process may use
    bool clock;           // the GPU's queue has one
    uint64_t clock_mask;  // the bits of its times
    float max_anisotropy; // 1: none
} render_features;

struct render_device {
    render_log_function log;
    void *log_user;
    char last_error[512];
    bool lost;
    bool surface_lost; // a call said so; the window whose it is takes it back
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
    render_clock clocks[RENDER_FRAMES_IN_FLIGHT]; // of the frames
    uint32_t frame;                               // the slot to be used next
    struct render_id_readback *id_readback;       // of frame/id_readback.c
    render_stats stats;                           // what is counted as it happens; see render_device_get_stats
};

// device.c
// Opens a device: instance, Vulkan device, and what this room adds to them. `error`, where it is not left empty, holds
// the reason of a failure; else `last_error` does. What was made so far is left for render_device_close.
render_result render_device_open(render_device *device, const render_device_desc *desc, char *error, size_t error_size);
void render_device_close(render_device *device); // once the GPU is done

// physical.c
// Sets `physical`, `properties`, `features` and `queue_family` of the device. `error` says what is missing.
render_result render_choose_physical(render_device *device, const char *name, bool windows, char *error,
                                     size_t error_size);

// What the commands of a frame read from their slot.
#define RENDER_FRAME_USAGE                                                                                             \
    (VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |     \
     VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT)

// The frame slot whose turn it is, not begun yet.
render_slot *render_next_slot(render_device *device);

#endif
