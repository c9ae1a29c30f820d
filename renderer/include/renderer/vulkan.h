// vulkan.h: the renderer on an engine's own Vulkan device: outlines over the engine's picture, and object IDs, recorded
// into the engine's command buffers. The only header with Vulkan types; include it after your own Vulkan header
// (volk.h, vulkan.h), or alone.
//
// Device:     render_device_adopt takes what the engine has created. Everything else works as on a device of our own,
//             windows excepted: targets, scenes, ID requests.
// Queue:      the renderer submits uploads and its own frames to the engine's queue. An engine that submits
//             from several threads gives `lock_queue`. Only vkQueueSubmit2 is called while it is locked.
// Order:      one picture of the engine:
//                 render_vulkan_record_highlight, render_vulkan_record_ids   as often as wanted
//                 the engine submits its command buffer to the queue
//                 render_vulkan_submitted                                    once, after that
//             Until render_vulkan_submitted, memory that the recorded commands use is not reused, and no ID answer
//             arrives. An engine that drops the command buffer calls it too.
//             A recording shows the scene as it is when it is recorded. Changes between two of them cost an upload of
//             all objects: make them before the first, if all can show the same.
//             After an error of a record function the command buffer is incomplete: drop it.
// Layouts:    named at each function. Each record function begins and ends outside of dynamic rendering, and leaves
//             pipelines, descriptor sets, push constants and dynamic states of the command buffer undefined.
#ifndef RENDERER_VULKAN_H
#define RENDERER_VULKAN_H

#ifndef VK_VERSION_1_0
#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES // this header calls no function of Vulkan
#endif
#include <vulkan/vulkan_core.h>
#endif

#include "renderer/device.h"

#ifdef __cplusplus
extern "C" {
#endif

// From scene.h, frame.h and ids.h.
typedef struct render_scene render_scene;
typedef struct render_submesh render_submesh;
typedef uint32_t render_mesh;
typedef struct render_target render_target;
typedef struct render_frame render_frame;
typedef struct render_area render_area;
typedef uint64_t render_id_request;

// An engine's device. All handles stay the engine's and must outlive the adopting device.
typedef struct render_vulkan_device {
    PFN_vkGetInstanceProcAddr get_instance_proc_addr;
    VkInstance instance; // of Vulkan 1.3
    VkPhysicalDevice physical;
    VkDevice device; // created with dynamicRendering, synchronization2 and timelineSemaphore
    VkQueue queue;   // can draw; the engine's command buffers are submitted to it too
    uint32_t queue_family;
    VkPhysicalDeviceFeatures enabled; // what the device was created with; nothing else is used
    bool debug_utils;                 // VK_EXT_debug_utils is enabled: our objects get names and labels
    bool memory_budget;               // VK_EXT_memory_budget is enabled: stats tell the driver's figures
    void (*lock_queue)(void *user);   // both NULL: one thread submits
    void (*unlock_queue)(void *user);
    void *user;
} render_vulkan_device;

// As render_device_create. Of `desc` (NULL: all 0) only allocator, log, log_user, pipeline_cache_path and
// masked_features are read. On failure `error` says what the device lacks, and the engine's objects are as they were.
render_result render_device_adopt(const render_vulkan_device *vulkan, const render_device_desc *desc,
                                  render_device **out, char *error, size_t error_size);

// The engine's picture, and where to record. Both images have the same size, which is also the target's.
typedef struct render_vulkan_picture {
    VkCommandBuffer commands; // recording, of the adopted queue's family
    VkImage color;            // single-sample, in COLOR_ATTACHMENT_OPTIMAL before and after
    VkImageView color_view;   // of one level and layer of it
    VkFormat color_format; // 8 or 10 bits UNORM hold sRGB values; sRGB and float formats hold linear ones. It can blend
    // The engine's depth, made with the frame's matrices: single-sample, a depth aspect alone, usable as SAMPLED, in
    // `depth_layout` before and after. Null: nothing hides an outline. 32-bit floats, or, in a frame with
    // forward_depth, at least 24 bits: what is rounded more hides parts of the outlines of its own surfaces.
    VkImageView depth_view;
    VkImageLayout
        depth_layout; // DEPTH_READ_ONLY_OPTIMAL, DEPTH_STENCIL_READ_ONLY_OPTIMAL, SHADER_READ_ONLY_OPTIMAL or GENERAL
} render_vulkan_picture;

// Records the outlines of hovered and selected objects over the engine's picture, weaker where the engine's depth hides
// them, then the frame's lines and labels that are on top. Writes to the colour image before it, by colour attachment
// output or earlier stages, are waited for; writes to the depth image the engine makes visible to fragment shaders.
// `target` lends intermediate images: make it with render_vulkan_target_create.
render_result render_vulkan_record_highlight(render_target *target, render_scene *scene, const render_frame *frame,
                                             const render_vulkan_picture *picture);

// Records the drawing of an area's IDs, as render_target_request_ids, which submits by itself. The answer is polled
// with render_ids_poll or render_pick_poll once the engine's command buffer has been executed.
render_result render_vulkan_record_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                       render_area area, VkCommandBuffer commands, render_id_request *out);

// What was recorded since the last call has been submitted to the queue, or will never be.
render_result render_vulkan_submitted(render_device *device);

// A target without a picture of its own, for the functions above: it costs memory only for what they need.
// render_target_draw makes its picture then.
render_result render_vulkan_target_create(render_device *device, uint32_t width, uint32_t height, render_target **out);

// The ID image that the last request drew, for an engine that reads it on the GPU: VK_FORMAT_R32G32_UINT, a
// render_pixel_id per pixel, valid inside the requested area, in TRANSFER_SRC_OPTIMAL. Null before the first request.
VkImage render_vulkan_id_image(const render_target *target);

// A mesh in buffers that the engine owns, fills and may rewrite, by a compute shader for example. Its triangles are
// drawn where the buffer says; the CPU knows only the bounds.
typedef struct render_vulkan_mesh_desc {
    const char *name;              // shown in errors; may be NULL
    VkBuffer positions;            // 3 floats a vertex, object space; usage VERTEX_BUFFER
    VkDeviceSize positions_offset; // bytes, a multiple of 4
    // Bytes from vertex to vertex, at least 12, a multiple of 4, at most the device's maxVertexInputBindingStride.
    uint32_t positions_stride;
    uint32_t vertex_count;       // at most 2^24 without RENDER_FEATURE_FULL_INDEX
    VkBuffer indices;            // 32 bits each, 3 a triangle, each < vertex_count; usage INDEX_BUFFER
    VkDeviceSize indices_offset; // bytes, a multiple of 4
    uint32_t index_count;
    float low[3], high[3];           // a box that holds every vertex that is ever written, object space
    const render_submesh *submeshes; // cover all triangles, in order
    uint32_t submesh_count;
} render_vulkan_mesh_desc;

// Makes a mesh of the engine's buffers. They must stay until the mesh is destroyed and the GPU has finished with it
// (render_device_wait_idle). Writes to them the engine makes visible to vertex input.
render_result render_vulkan_mesh_create(render_scene *scene, const render_vulkan_mesh_desc *desc, render_mesh *out);

#ifdef __cplusplus
}
#endif

#endif
