// The pipelines, layouts, samplers and image sets that all frames of a device share.
#include "device/device_private.h"
#include "device/pipeline_cache.h"

VkDescriptorType render_frame_binding_type(uint32_t binding)
{
    // Parts of the objects are bound in turn. Dynamic bindings are dear on some GPUs: the others are not.
    static const VkDescriptorType buffers[SHADER_FRAME_BUFFERS] = {
        [SHADER_BINDING_VIEW] = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
        [SHADER_BINDING_OBJECTS] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
        [SHADER_BINDING_MATERIALS] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        [SHADER_BINDING_PLANES] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    return binding < SHADER_FRAME_BUFFERS ? buffers[binding] : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
}

static render_result create_set_layouts(render_device *device)
{
    render_result result = RENDER_OK;
    render_pipelines *pipelines = &device->pipelines;
    VkDescriptorSetLayoutBinding frame[SHADER_FRAME_BINDINGS];
    for (uint32_t i = 0; i < SHADER_FRAME_BINDINGS; i++) {
        frame[i] =
            (VkDescriptorSetLayoutBinding){.binding = i,
                                           .descriptorType = render_frame_binding_type(i),
                                           .descriptorCount = 1,
                                           .stageFlags = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT};
    }
    VkDescriptorSetLayoutBinding images[SHADER_IMAGE_BINDINGS];
    for (uint32_t i = 0; i < SHADER_IMAGE_BINDINGS; i++) {
        images[i] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                   .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                                   .descriptorCount = 1,
                                                   .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT};
    }
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = SHADER_FRAME_BINDINGS,
                                            .pBindings = frame};
    VK(device, CreateDescriptorSetLayout(device->handle, &info, NULL, &pipelines->frame_layout));
    render_set_name(device, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, (uint64_t)pipelines->frame_layout, "frame layout");
    info.bindingCount = SHADER_IMAGE_BINDINGS;
    info.pBindings = images;
    VK(device, CreateDescriptorSetLayout(device->handle, &info, NULL, &pipelines->image_layout));
    render_set_name(device, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, (uint64_t)pipelines->image_layout, "image layout");
error:
    return result;
}

static render_result create_layout(render_device *device)
{
    render_result result = RENDER_OK;
    render_pipelines *pipelines = &device->pipelines;
    TRY(create_set_layouts(device));
    const VkDescriptorSetLayout layouts[] = {pipelines->frame_layout, pipelines->image_layout};
    const VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                                      .size = sizeof(struct shader_push)};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 2,
                                             .pSetLayouts = layouts,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &push};
    VK(device, CreatePipelineLayout(device->handle, &info, NULL, &pipelines->layout));
    render_set_name(device, VK_OBJECT_TYPE_PIPELINE_LAYOUT, (uint64_t)pipelines->layout, "pipeline layout");
error:
    return result;
}

static render_result create_samplers(render_device *device)
{
    static const VkSamplerAddressMode modes[RENDER_WRAPS] = {
        VK_SAMPLER_ADDRESS_MODE_REPEAT, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT};
    render_result result = RENDER_OK;
    float anisotropy = device->features.max_anisotropy;
    for (uint32_t u = 0; u < RENDER_WRAPS; u++) {
        for (uint32_t v = 0; v < RENDER_WRAPS; v++) {
            const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                              .magFilter = VK_FILTER_LINEAR,
                                              .minFilter = VK_FILTER_LINEAR,
                                              .mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR,
                                              .addressModeU = modes[u],
                                              .addressModeV = modes[v],
                                              .addressModeW = modes[u], // unused; Mali is slower if all differ
                                              .anisotropyEnable = anisotropy > 1.0f,
                                              .maxAnisotropy = anisotropy,
                                              .maxLod = VK_LOD_CLAMP_NONE};
            VkSampler *sampler = &device->pipelines.samplers[u][v];
            VK(device, CreateSampler(device->handle, &info, NULL, sampler));
            render_set_name(device, VK_OBJECT_TYPE_SAMPLER, (uint64_t)*sampler, "sampler %u %u", u, v);
        }
    }
    const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                      .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                      .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                      .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                      .maxLod = VK_LOD_CLAMP_NONE}; // Mali is slower with a limit
    VK(device, CreateSampler(device->handle, &info, NULL, &device->pipelines.unfiltered));
    render_set_name(device, VK_OBJECT_TYPE_SAMPLER, (uint64_t)device->pipelines.unfiltered, "unfiltered");
error:
    return result;
}

render_result render_pipelines_init(render_device *device, const char *cache_path)
{
    render_result result = RENDER_OK;
    TRY(create_layout(device));
    TRY(render_pipeline_cache_init(device, cache_path));
    TRY(create_samplers(device));
error:
    return result;
}

void render_pipelines_finish(render_device *device)
{
    render_pipelines *pipelines = &device->pipelines;
    for (uint32_t p = 0; p < RENDER_MAX_PASSES; p++) {
        for (uint32_t i = 0; i < RENDER_MAX_PASS_PIPELINES; i++) {
            device->vk.DestroyPipeline(device->handle, pipelines->passes[p][i], NULL);
            device->vk.DestroyPipeline(device->handle, pipelines->capped[p][i], NULL);
        }
    }
    for (uint32_t i = 0; i < RENDER_PRESENT_FORMATS; i++)
        device->vk.DestroyPipeline(device->handle, pipelines->present[i], NULL);
    for (uint32_t i = 0; i < RENDER_PICTURE_FORMATS; i++) {
        for (uint32_t p = 0; p < RENDER_MAX_PASSES; p++)
            device->vk.DestroyPipeline(device->handle, pipelines->over[i].passes[p], NULL);
    }
    for (uint32_t i = 0; i < pipelines->set_pool_count; i++)
        device->vk.DestroyDescriptorPool(device->handle, pipelines->set_pools[i].handle, NULL);
    for (uint32_t u = 0; u < RENDER_WRAPS; u++) {
        for (uint32_t v = 0; v < RENDER_WRAPS; v++)
            device->vk.DestroySampler(device->handle, pipelines->samplers[u][v], NULL);
    }
    device->vk.DestroySampler(device->handle, pipelines->unfiltered, NULL);
    render_pipeline_cache_finish(device);
    device->vk.DestroyPipelineLayout(device->handle, pipelines->layout, NULL);
    device->vk.DestroyDescriptorSetLayout(device->handle, pipelines->frame_layout, NULL);
    device->vk.DestroyDescriptorSetLayout(device->handle, pipelines->image_layout, NULL);
}

static render_result add_set_pool(render_device *device)
{
    render_result result = RENDER_OK;
    render_pipelines *pipelines = &device->pipelines;
    if (pipelines->set_pool_count == RENDER_IMAGE_SET_POOLS)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "too many materials");
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                       RENDER_POOL_SETS * SHADER_IMAGE_BINDINGS};
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                             .maxSets = RENDER_POOL_SETS,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size};
    render_set_pool *pool = &pipelines->set_pools[pipelines->set_pool_count];
    VK(device, CreateDescriptorPool(device->handle, &info, NULL, &pool->handle));
    pool->left = RENDER_POOL_SETS;
    render_set_name(device, VK_OBJECT_TYPE_DESCRIPTOR_POOL, (uint64_t)pool->handle, "image sets %u",
                    pipelines->set_pool_count);
    pipelines->set_pool_count++;
error:
    return result;
}

// Finds a pool with room, the newest first: the older ones have room only where sets were freed. NULL: there is none.
static render_set_pool *find_set_pool(render_pipelines *pipelines)
{
    for (uint32_t i = pipelines->set_pool_count; i > 0; i--) {
        if (pipelines->set_pools[i - 1].left > 0)
            return &pipelines->set_pools[i - 1];
    }
    return NULL;
}

render_result render_image_set_allocate(render_device *device, render_set_pool **pool, VkDescriptorSet *out)
{
    render_pipelines *pipelines = &device->pipelines;
    render_result result = RENDER_OK;
    TRY(render_delete_queue_reserve(device));
    *pool = find_set_pool(pipelines);
    if (*pool == NULL) {
        TRY(add_set_pool(device));
        *pool = find_set_pool(pipelines);
    }
    const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = (*pool)->handle,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &pipelines->image_layout};
    VK(device, AllocateDescriptorSets(device->handle, &info, out));
    device->deletions.live++;
    (*pool)->left--;
error:
    return result;
}

void render_image_set_write(render_device *device, VkDescriptorSet set, const render_sampled_image *images,
                            uint32_t count)
{
    VkDescriptorImageInfo infos[SHADER_IMAGE_BINDINGS];
    for (uint32_t i = 0; i < SHADER_IMAGE_BINDINGS; i++) {
        const render_sampled_image *image = &images[i < count ? i : 0];
        infos[i] = (VkDescriptorImageInfo){.sampler = image->sampler,
                                           .imageView = image->view,
                                           .imageLayout = image->layout != VK_IMAGE_LAYOUT_UNDEFINED
                                                              ? image->layout
                                                              : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    }
    // One write covers all bindings, because they are consecutive.
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = set,
                                        .descriptorCount = SHADER_IMAGE_BINDINGS,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                        .pImageInfo = infos};
    device->vk.UpdateDescriptorSets(device->handle, 1, &write, 0, NULL);
}
