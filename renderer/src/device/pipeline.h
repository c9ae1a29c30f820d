// pipeline.h: graphics pipelines from small descriptions, and the layouts, samplers and sets they share.
#ifndef RENDERER_SRC_PIPELINE_H
#define RENDERER_SRC_PIPELINE_H

#include "device/resource.h"
#include "shaders/shaders.h"
#include "shaders/shared.h"

#define RENDER_SAMPLES VK_SAMPLE_COUNT_4_BIT
#define RENDER_COLOR_FORMAT VK_FORMAT_R8G8B8A8_SRGB
#define RENDER_PLAIN_FORMAT VK_FORMAT_R8G8B8A8_UNORM
#define RENDER_DEPTH_FORMAT VK_FORMAT_D32_SFLOAT
#define RENDER_ID_FORMAT VK_FORMAT_R32G32_UINT

// The images that a pipeline draws into, in the order in which a frame visits them.
typedef enum render_stage {
    RENDER_STAGE_SCENE,   // colour and depth, multisampled
    RENDER_STAGE_MASK,    // what is marked: all of it, and what is in front
    RENDER_STAGE_POST,    // the resolved picture
    RENDER_STAGE_OVERLAY, // the resolved picture's bytes, without conversion
    RENDER_STAGE_IDS,     // object and triangle numbers; a frame of its own
    RENDER_STAGE_PRESENT, // a window's image
    RENDER_STAGE_COUNT
} render_stage;

typedef enum render_vertex_input {
    RENDER_VERTEX_NONE,
    RENDER_VERTEX_MESH,   // four streams
    RENDER_VERTEX_STROKE, // render_stroke, one per instance
    RENDER_VERTEX_OVERLAY // render_overlay_vertex
} render_vertex_input;

typedef enum render_blend {
    RENDER_BLEND_NONE,
    RENDER_BLEND_STRAIGHT,
    RENDER_BLEND_PREMULTIPLIED,
    RENDER_BLEND_MAX
} render_blend;

typedef struct render_pipeline_desc {
    const char *name;
    shader_id vertex, fragment;
    render_vertex_input input;
    render_blend blend;
    int32_t alpha_mode; // specialisation constant 0
    int32_t variant;    // specialisation constant 1
    bool depth_test, depth_write;
    bool edges;      // triangles as lines
    bool per_sample; // shade every sample, where the device can
    bool depth_bias; // dynamic
} render_pipeline_desc;

enum {
    RENDER_MAX_PASSES = 16,
    RENDER_MAX_PASS_PIPELINES = 8,
    RENDER_WRAPS = 3,
    RENDER_PRESENT_FORMATS = 4,
    RENDER_IMAGE_SET_POOLS = 1024, // of 256 sets
};

typedef struct render_pipelines {
    VkPipelineCache cache;
    char *cache_path;  // NULL: not kept
    size_t cache_size; // of what was read from there
    VkDescriptorSetLayout frame_layout, image_layout;
    VkPipelineLayout layout;
    VkSampler samplers[RENDER_WRAPS][RENDER_WRAPS]; // by wrap of u and v
    VkPipeline passes[RENDER_MAX_PASSES][RENDER_MAX_PASS_PIPELINES];
    VkFormat present_formats[RENDER_PRESENT_FORMATS];
    VkPipeline present[RENDER_PRESENT_FORMATS];
    VkDescriptorPool set_pools[RENDER_IMAGE_SET_POOLS];
    uint32_t set_pool_count;
} render_pipelines;

// `cache_path`: where compiled pipelines are kept, or NULL.
render_result render_pipelines_init(render_device *device, const char *cache_path);
void render_pipelines_finish(render_device *device);

// `format`: of the present stage; ignored for the others.
render_result render_pipeline_create(render_device *device, const render_pipeline_desc *desc, render_stage stage,
                                     VkFormat format, VkPipeline *out);
// The pipeline that copies a picture into a window's image of that format.
render_result render_present_pipeline(render_device *device, VkFormat format, VkPipeline *out);

// A set of images that lives until it is retired.
render_result render_image_set_allocate(render_device *device, VkDescriptorPool *pool, VkDescriptorSet *out);
typedef struct render_sampled_image {
    VkImageView view;
    VkSampler sampler;
} render_sampled_image;
// The first `count` images of the set, at least one; the first also stands for the rest: software Vulkan reads every
// binding, also those no shader uses.
void render_image_set_write(render_device *device, VkDescriptorSet set, const render_sampled_image *images,
                            uint32_t count);

#endif
