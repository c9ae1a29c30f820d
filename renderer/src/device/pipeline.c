#include "device/pipeline.h"

#include "device/device_private.h"
#include "device/formats.h"

#include <stddef.h>

static const VkPipelineColorBlendAttachmentState blend_states[] = {
    [RENDER_BLEND_NONE] = {.colorWriteMask = 0xf},
    [RENDER_BLEND_STRAIGHT] = {.blendEnable = VK_TRUE,
                               .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
                               .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                               .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                               .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                               .colorWriteMask = 0xf},
    [RENDER_BLEND_PREMULTIPLIED] = {.blendEnable = VK_TRUE,
                                    .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
                                    .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                    .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                                    .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                    .colorWriteMask = 0xf},
    [RENDER_BLEND_MAX] = {.blendEnable = VK_TRUE,
                          .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
                          .dstColorBlendFactor = VK_BLEND_FACTOR_ONE,
                          .colorBlendOp = VK_BLEND_OP_MAX,
                          .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                          .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                          .alphaBlendOp = VK_BLEND_OP_MAX,
                          .colorWriteMask = 0xf},
    [RENDER_BLEND_MIN_ALPHA] = {.blendEnable = VK_TRUE,
                                .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                                .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                                .alphaBlendOp = VK_BLEND_OP_MIN,
                                .colorWriteMask = VK_COLOR_COMPONENT_A_BIT},
    [RENDER_BLEND_BEHIND_ALPHA] = {.blendEnable = VK_TRUE,
                                   .srcColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,
                                   .dstColorBlendFactor = VK_BLEND_FACTOR_DST_ALPHA,
                                   .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                                   .dstAlphaBlendFactor = VK_BLEND_FACTOR_ZERO,
                                   .colorWriteMask = 0xf},
    [RENDER_BLEND_KEEP] = {.colorWriteMask = 0},
};

// Whatever the depth is.
#define ON_EACH_SAMPLE(op, compare)                                                                                    \
    .passOp = op, .depthFailOp = op, .compareOp = compare, .compareMask = 0xff, .writeMask = 0xff

static const VkStencilOpState counting_back = {ON_EACH_SAMPLE(VK_STENCIL_OP_INCREMENT_AND_WRAP, VK_COMPARE_OP_ALWAYS)};
static const VkStencilOpState counting_front = {ON_EACH_SAMPLE(VK_STENCIL_OP_DECREMENT_AND_WRAP, VK_COMPARE_OP_ALWAYS)};
static const VkStencilOpState filling = {
    ON_EACH_SAMPLE(VK_STENCIL_OP_REPLACE, VK_COMPARE_OP_LESS), // the reference than what is there
    .failOp = VK_STENCIL_OP_REPLACE, .reference = RENDER_STENCIL_START};

static VkPipelineVertexInputStateCreateInfo get_input(const render_vertex_layout *layout)
{
    VkPipelineVertexInputStateCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    if (layout != NULL) {
        info.vertexBindingDescriptionCount = layout->binding_count;
        info.pVertexBindingDescriptions = layout->bindings;
        info.vertexAttributeDescriptionCount = layout->attribute_count;
        info.pVertexAttributeDescriptions = layout->attributes;
    }
    return info;
}

static render_result create_module(render_device *device, shader_id id, VkShaderModule *out)
{
    const shader_code *code = shader_get_code(id);
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = code->size, .pCode = code->words};
    render_result result =
        render_check(device, device->vk.CreateShaderModule(device->handle, &info, NULL, out), "vkCreateShaderModule");
    if (result == RENDER_OK)
        render_set_name(device, VK_OBJECT_TYPE_SHADER_MODULE, (uint64_t)*out, "%s", code->name);
    return result;
}

// Creates a pipeline from shader stages that the caller made.
static render_result create_with_shaders(render_device *device, const render_pipeline_desc *desc,
                                         const render_attachment_formats *formats,
                                         const VkPipelineShaderStageCreateInfo shader_stages[2], VkPipeline *out)
{
    render_result result = RENDER_OK;
    const VkPipelineVertexInputStateCreateInfo input = get_input(desc->vertices);
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = desc->strip ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1, .scissorCount = 1};
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .polygonMode = desc->edges ? VK_POLYGON_MODE_LINE : VK_POLYGON_MODE_FILL,
        .depthBiasEnable = desc->depth_bias,
        .lineWidth = 1.0f};
    const VkPipelineMultisampleStateCreateInfo multisample = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = formats->samples,
        .sampleShadingEnable = desc->per_sample && device->features.sample_shading,
        .minSampleShading = 1.0f};
    const VkPipelineDepthStencilStateCreateInfo depth = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = desc->depth_test,
        .depthWriteEnable = desc->depth_write,
        .stencilTestEnable = desc->stencil != RENDER_STENCIL_UNUSED,
        .front = desc->stencil == RENDER_STENCIL_COUNT ? counting_front : filling,
        .back = desc->stencil == RENDER_STENCIL_COUNT ? counting_back : filling};
    const VkPipelineColorBlendAttachmentState attachments[2] = {blend_states[desc->blend], blend_states[desc->blend]};
    const VkPipelineColorBlendStateCreateInfo blend = {.sType =
                                                           VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                       .attachmentCount = formats->color_count,
                                                       .pAttachments = attachments};
    // The last one only if strides are dynamic.
    const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT,
                                             VK_DYNAMIC_STATE_SCISSOR,
                                             VK_DYNAMIC_STATE_CULL_MODE,
                                             VK_DYNAMIC_STATE_FRONT_FACE,
                                             VK_DYNAMIC_STATE_DEPTH_BIAS,
                                             VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
                                             VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE};
    const uint32_t dynamic_count = sizeof dynamic_states / sizeof dynamic_states[0];
    const bool dynamic_strides = desc->vertices != NULL && desc->vertices->dynamic_strides;
    const VkPipelineDynamicStateCreateInfo dynamic = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                                      .dynamicStateCount =
                                                          dynamic_strides ? dynamic_count : dynamic_count - 1,
                                                      .pDynamicStates = dynamic_states};
    const VkPipelineRenderingCreateInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = formats->color_count,
        .pColorAttachmentFormats = formats->color,
        .depthAttachmentFormat = formats->depth,
        .stencilAttachmentFormat = formats->depth == RENDER_CAP_FORMAT ? formats->depth : VK_FORMAT_UNDEFINED};
    const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                               .pNext = &rendering,
                                               .stageCount = 2,
                                               .pStages = shader_stages,
                                               .pVertexInputState = &input,
                                               .pInputAssemblyState = &assembly,
                                               .pViewportState = &viewport,
                                               .pRasterizationState = &raster,
                                               .pMultisampleState = &multisample,
                                               .pDepthStencilState = &depth,
                                               .pColorBlendState = &blend,
                                               .pDynamicState = &dynamic,
                                               .layout = device->pipelines.layout};
    VK(device, CreateGraphicsPipelines(device->handle, device->pipelines.cache, 1, &info, NULL, out));
    if (*out == VK_NULL_HANDLE) // from drivers whose compiler failed
        return render_check(device, VK_ERROR_UNKNOWN, "vkCreateGraphicsPipelines");
    render_set_name(device, VK_OBJECT_TYPE_PIPELINE, (uint64_t)*out, "%s", desc->name);
error:
    return result;
}

render_result render_pipeline_create(render_device *device, const render_pipeline_desc *desc,
                                     const render_attachment_formats *formats, VkPipeline *out)
{
    render_result result = RENDER_OK;
    VkShaderModule vertex = VK_NULL_HANDLE, fragment = VK_NULL_HANDLE;
    TRY(create_module(device, desc->vertex, &vertex));
    TRY(create_module(device, desc->fragment, &fragment));
    const VkSpecializationMapEntry entries[2] = {
        {.constantID = 0, .offset = offsetof(render_pipeline_desc, alpha_mode), .size = sizeof desc->alpha_mode},
        {.constantID = 1, .offset = offsetof(render_pipeline_desc, variant), .size = sizeof desc->variant}};
    const VkSpecializationInfo constants = {
        .mapEntryCount = 2, .pMapEntries = entries, .dataSize = sizeof *desc, .pData = desc};
    const VkPipelineShaderStageCreateInfo shader_stages[2] = {
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .module = vertex,
         .pName = "main"},
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .module = fragment,
         .pName = "main",
         .pSpecializationInfo = &constants}};
    TRY(create_with_shaders(device, desc, formats, shader_stages, out));
error:
    device->vk.DestroyShaderModule(device->handle, vertex, NULL);
    device->vk.DestroyShaderModule(device->handle, fragment, NULL);
    return result;
}
