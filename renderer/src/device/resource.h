// resource.h: buffers and images with their memory, and a queue that deletes them once the GPU no longer uses them.
#ifndef RENDERER_SRC_RESOURCE_H
#define RENDERER_SRC_RESOURCE_H

#include "device/memory.h"

typedef struct render_buffer {
    VkBuffer handle;
    VkDeviceSize size;
    render_allocation memory;
} render_buffer;

typedef struct render_image {
    VkImage handle;
    VkImageView view;       // in the image's own format
    VkImageView plain_view; // the same bytes without sRGB conversion, or null
    VkFormat format;
    uint32_t width, height, levels;
    render_allocation memory;
} render_image;

typedef struct render_image_desc {
    const char *name;
    uint32_t width, height, levels;
    VkFormat format;
    VkFormat plain_format; // VK_FORMAT_UNDEFINED: no plain view
    VkSampleCountFlagBits samples;
    VkImageUsageFlags usage;
    VkImageAspectFlags aspect;
} render_image_desc;

render_result render_buffer_create(render_device *device, const char *name, VkDeviceSize size, VkBufferUsageFlags usage,
                                   render_memory_use use, render_buffer *out);
render_result render_image_create(render_device *device, const render_image_desc *desc, render_image *out);
// Destroys at once; the GPU must not use the buffer. An empty one is fine.
void render_buffer_destroy(render_device *device, render_buffer *buffer);

// Where descriptor sets of one layout are allocated.
typedef struct render_set_pool {
    VkDescriptorPool handle;
    uint32_t left; // sets that it has room for
} render_set_pool;

// A resource that waits for the GPU before it is deleted.
typedef struct render_deletion {
    uint64_t value; // value of the device's timeline to wait for
    render_buffer buffer;
    render_image image;
    render_set_pool *set_pool;
    VkDescriptorSet set;
} render_deletion;

typedef struct render_delete_queue {
    render_deletion *entries; // oldest first
    uint32_t count, capacity;
    bool held;         // an engine has recorded commands and not yet submitted them: nothing is deleted
    uint64_t releases; // counts how often `held` ended
    uint32_t live;     // buffers, images and sets that exist; the array has room for all of them
} render_delete_queue;

// Deletes a resource once all work recorded so far is complete. Clears the argument.
void render_buffer_retire(render_device *device, render_buffer *buffer);
void render_image_retire(render_device *device, render_image *image);
void render_set_retire(render_device *device, render_set_pool *pool, VkDescriptorSet set);
// Reserves an entry before a resource is created, so that retiring it never fails.
render_result render_delete_queue_reserve(render_device *device);
// Frees the resources that the GPU no longer uses.
void render_delete_queue_collect(render_device *device);
// Ends `held`. What was retired after the submission `since` waits for all that has been submitted now.
void render_delete_queue_release(render_device *device, uint64_t since);
void render_delete_queue_finish(render_device *device);

#endif
