// device_private.h: the struct behind `render_device`. Each part has its own header.
#ifndef RENDERER_SRC_DEVICE_PRIVATE_H
#define RENDERER_SRC_DEVICE_PRIVATE_H

#include "device/clock.h"
#include "device/debug.h"
#include "device/heap.h"
#include "device/memory.h"
#include "device/pipeline.h"
#include "device/resource.h"
#include "device/slot.h"
#include "device/timeline.h"
#include "device/upload.h"
#include "device/vk.h"

#include "renderer/stats.h"
#include "renderer/vulkan.h"

enum { RENDER_FRAMES_IN_FLIGHT = 2, RENDER_MAX_INSTANCE_EXTENSIONS = 28 };

// Optional features of the device.
typedef struct render_features {
    uint32_t used;       // RENDER_FEATURE_*; the flags follow from it
    bool primitive_id;   // fragment shaders can read the number of their triangle
    bool line_mode;      // polygons can be drawn as edges
    bool sample_shading; // alpha cut-outs get smooth edges
    bool indirect;       // many draws by one call
    bool full_index;     // 32-bit indices up to the largest
    bool swapchain;
    bool portability;     // the device has VK_KHR_portability_subset, which must be enabled
    bool memory_budget;   // the driver reports how much memory this process may use
    bool present_times;   // windows can say when a picture is shown
    bool resolves_all;    // resolves write outside the render area too, against the specification
    bool caps;            // depths may have a stencil, with which caps are drawn
    bool clock;           // the GPU's queue can write timestamps
    uint64_t clock_mask;  // the valid bits of its timestamps
    float max_anisotropy; // 1: none
} render_features;

// Limits of the device that the renderer keeps to.
typedef struct render_limits {
    uint64_t buffer_size;     // bytes of one buffer
    uint64_t allocation_size; // bytes of one allocation of memory
    uint32_t allocations;     // that exist at a time
    uint32_t storage_range;   // bytes of a storage buffer that a shader sees at a time
    uint32_t draw_count;      // commands of one indirect draw
    uint32_t largest_index;   // of a vertex in its mesh
} render_limits;

struct render_device {
    const render_allocator *allocator; // the caller's; NULL: malloc
    render_log_function log;
    void *log_user;
    char last_error[512];
    bool lost;
    bool surface_lost; // set by the failed call, cleared by the window that owns the surface
    render_functions vk;
    VkInstance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    render_features features;
    render_limits limits;
    VkDevice handle;
    VkQueue queue;
    bool adopted;                                                // instance and device are the engine's
    void (*lock_queue)(void *user), (*unlock_queue)(void *user); // NULL: one thread submits
    void *lock_user;
    uint32_t queue_family;
    render_debug debug;
    render_memory memory;
    render_timeline timeline;
    render_delete_queue deletions;
    render_upload upload;
    void (*free_staging)(render_device *device); // frees staging memory that is not in use; NULL: none yet
    render_pipelines pipelines;
    render_slot frames[RENDER_FRAMES_IN_FLIGHT];
    render_clock clocks[RENDER_FRAMES_IN_FLIGHT]; // one per frame slot
    uint32_t frame;                               // index of the next slot
    uint64_t serials;                             // given to what is created: a number that no other thing ever has
    struct render_parts *parts;                   // defined in frame/part.c
    struct render_id_readback *id_readback;       // defined in frame/id_readback.c
    struct render_recording *recording;           // defined in frame/recording.c; NULL: not adopted
    render_stats stats; // the counters that are updated as things happen; see render_device_get_stats
};

// device.c Opens a device: the instance, the Vulkan device, and all that this room owns. On failure `error` holds the
// reason; if it is empty, `last_error` does. The caller frees a partly opened device with render_device_close.
render_result render_device_open(render_device *device, const render_device_desc *desc, char *error, size_t error_size);
// The same with an engine's instance and device.
render_result render_device_open_adopted(render_device *device, const render_vulkan_device *vulkan,
                                         const render_device_desc *desc, char *error, size_t error_size);
void render_device_close(render_device *device); // the GPU must be idle

// physical.c Sets `physical`, `properties`, `features`, `limits` and `queue_family` of the device. On failure `error`
// names what is missing.
render_result render_choose_physical(render_device *device, const render_device_desc *desc, char *error,
                                     size_t error_size);
// The same for the engine's physical device and queue. `enabled`: the features that may be used.
render_result render_adopt_physical(render_device *device, const render_vulkan_device *vulkan, uint32_t masked,
                                    char *error, size_t error_size);
// Waits for all that the renderer has submitted. The engine's own work goes on.
render_result render_device_drain(render_device *device);

// What the features of a device follow from.
typedef struct render_features_source {
    VkPhysicalDeviceFeatures usable;
    uint32_t masked; // RENDER_FEATURE_*
    bool portability;
    bool swapchain;
    bool memory_budget;  // VK_EXT_memory_budget may be used
    bool present_times;  // VK_KHR_present_id and VK_KHR_present_wait may be used
    bool stencil;        // images may have RENDER_CAP_FORMAT
    uint32_t clock_bits; // valid bits of the queue's timestamps
} render_features_source;

// features.c Sets `features` and `limits` of the device, whose `physical` and `properties` are set, and lowers
// `properties.limits` if limits are masked.
void render_features_init(render_device *device, const render_features_source *source);

// Usages of a frame slot's memory.
#define RENDER_FRAME_USAGE                                                                                             \
    (VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |     \
     VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT)

// Returns the next frame slot, not begun yet.
render_slot *render_next_slot(render_device *device);

#endif
