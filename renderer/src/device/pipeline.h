// pipeline.h: graphics pipelines from small descriptions, and the layouts, samplers and sets they share.
#ifndef RENDERER_SRC_PIPELINE_H
#define RENDERER_SRC_PIPELINE_H

#include "device/resource.h"
#include "shaders/shaders.h"
#include "shaders/shared.h"

// How vertices lie in their buffers.
typedef struct render_vertex_layout {
    const VkVertexInputBindingDescription *bindings;
    uint32_t binding_count;
    const VkVertexInputAttributeDescription *attributes;
    uint32_t attribute_count;
    bool dynamic_strides; // strides are set when the buffers are bound
} render_vertex_layout;

// The images that a pipeline draws into.
typedef struct render_attachment_formats {
    VkFormat color[2];
    uint32_t color_count;
    VkFormat depth; // VK_FORMAT_UNDEFINED: none
    VkSampleCountFlagBits samples;
} render_attachment_formats;

typedef enum render_blend {
    RENDER_BLEND_NONE,
    RENDER_BLEND_STRAIGHT,
    RENDER_BLEND_PREMULTIPLIED,
    RENDER_BLEND_MAX,
    RENDER_BLEND_MIN_ALPHA,    // keeps the colour, and the smaller alpha
    RENDER_BLEND_BEHIND_ALPHA, // shows through where the alpha in the image is not 1, and makes it 1
    RENDER_BLEND_KEEP,         // draws no colour
} render_blend;

// What a pipeline does with the stencil, which is RENDER_STENCIL_START between objects.
typedef enum render_stencil {
    RENDER_STENCIL_UNUSED,
    RENDER_STENCIL_COUNT, // adds one for each back face and takes one away for each front face
    RENDER_STENCIL_FILL,  // draws where more were added than taken away, and puts it back
} render_stencil;

enum { RENDER_STENCIL_START = 64 };

typedef struct render_pipeline_desc {
    const char *name;
    shader_id vertex, fragment;
    const render_vertex_layout *vertices; // NULL: the vertex shader reads none
    render_blend blend;
    int32_t alpha_mode; // specialisation constant 0
    int32_t variant;    // specialisation constant 1
    bool depth_test, depth_write;
    bool edges;      // triangles as lines
    bool strip;      // a strip of triangles, not a list
    bool per_sample; // shade every sample, if the device can
    bool depth_bias; // dynamic
    render_stencil stencil;
} render_pipeline_desc;

enum {
    RENDER_MAX_PASSES = 26,
    RENDER_MAX_PASS_PIPELINES = 10,
    RENDER_WRAPS = 3,
    RENDER_PRESENT_FORMATS = 4,
    RENDER_PICTURE_FORMATS = 4,
    RENDER_IMAGE_SET_POOLS = 1024,
    RENDER_POOL_SETS = 256
};

// What draws over an engine's pictures of one format.
typedef struct render_picture_pipelines {
    VkFormat format; // VK_FORMAT_UNDEFINED: unused
    VkPipeline passes[RENDER_MAX_PASSES];
} render_picture_pipelines;

typedef struct render_pipelines {
    VkPipelineCache cache;
    char *cache_path;  // NULL: the cache is not saved
    size_t cache_size; // bytes read from that file
    VkDescriptorSetLayout frame_layout, image_layout;
    VkPipelineLayout layout;
    VkSampler samplers[RENDER_WRAPS][RENDER_WRAPS];                  // by wrap of u and v
    VkSampler unfiltered;                                            // for images that are fetched, such as depth
    VkPipeline passes[RENDER_MAX_PASSES][RENDER_MAX_PASS_PIPELINES]; // made by render_pass_prepare
    VkPipeline capped[RENDER_MAX_PASSES][RENDER_MAX_PASS_PIPELINES]; // the same with a stencil
    VkFormat present_formats[RENDER_PRESENT_FORMATS];                // made by render_present_record
    VkPipeline present[RENDER_PRESENT_FORMATS];
    render_picture_pipelines over[RENDER_PICTURE_FORMATS]; // made by render_passes_over
    render_set_pool set_pools[RENDER_IMAGE_SET_POOLS];
    uint32_t set_pool_count;
} render_pipelines;

// Creates what pipelines share. `cache_path`: the file that keeps compiled pipelines, or NULL.
render_result render_pipelines_init(render_device *device, const char *cache_path);
// Destroys what render_pipelines_init created, and all pipelines.
void render_pipelines_finish(render_device *device);

// What the binding of set 0 is: SHADER_BINDING_*.
VkDescriptorType render_frame_binding_type(uint32_t binding);

render_result render_pipeline_create(render_device *device, const render_pipeline_desc *desc,
                                     const render_attachment_formats *formats, VkPipeline *out);

// Allocates a set of images. It lives until it is retired.
render_result render_image_set_allocate(render_device *device, render_set_pool **pool, VkDescriptorSet *out);
typedef struct render_sampled_image {
    VkImageView view;
    VkSampler sampler;
    VkImageLayout layout; // VK_IMAGE_LAYOUT_UNDEFINED: SHADER_READ_ONLY_OPTIMAL
} render_sampled_image;
// Writes the first `count` images of the set, at least one. The first one also fills the remaining bindings, because
// software Vulkan reads bindings that no shader uses.
void render_image_set_write(render_device *device, VkDescriptorSet set, const render_sampled_image *images,
                            uint32_t count);

#endif
