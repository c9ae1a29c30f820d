// engine.h: an engine for tests: it creates a Vulkan device of its own, with volk, clears a picture and a depth image,
// and submits command buffers. The renderer adopts its device.
#ifndef TESTS_RENDERER_ENGINE_H
#define TESTS_RENDERER_ENGINE_H

#include <volk.h>

#include "renderer/renderer.h"
#include "renderer/vulkan.h"

enum { ENGINE_SIZE = 128 };

typedef struct engine_image {
    VkImage handle;
    VkImageView view;
    VkDeviceMemory memory;
} engine_image;

typedef struct engine_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    void *mapped;
} engine_buffer;

typedef struct engine {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    uint32_t messages; // of the validation layer
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    VkCommandPool pool;
    VkCommandBuffer commands;
    engine_image color, depth; // of ENGINE_SIZE squared
    VkFormat color_format;
    engine_buffer readback, staging;
    int locks, depth_of_locks; // how often the queue was locked, and is now
} engine;

bool engine_has_driver(void);
void engine_open(engine *it, VkFormat color_format);
void engine_change_format(engine *it, VkFormat color_format); // waits, and makes another picture
void engine_close(engine *it);                                // fails the test when the validation layer said anything
render_device *engine_adopt(engine *it);

engine_buffer engine_make_buffer(engine *it, VkDeviceSize size, VkBufferUsageFlags usage);
void engine_free_buffer(engine *it, engine_buffer *buffer);

// Begins the command buffer and clears both images. The picture is then a colour attachment, the depth can be read.
void engine_begin(engine *it, const float color[4], float depth);
// In a command buffer that was begun: replaces the depths.
void engine_put_depths(engine *it, const float depths[ENGINE_SIZE * ENGINE_SIZE]);
render_vulkan_picture engine_picture(const engine *it);
void engine_submit(engine *it); // ends the command buffer and submits it
// Waits, and reads the picture: RGBA or BGRA as its format says. Call after engine_submit.
void engine_wait(engine *it);
// The same as a command buffer of its own: copies the picture to `rgba`.
void engine_read(engine *it, uint8_t rgba[4 * ENGINE_SIZE * ENGINE_SIZE]);

#endif
