#include "device/device_private.h"
#include "device/formats.h"
#include "passes/pass.h"

#include <assert.h>

// Sorted by stage; within a stage in drawing order.
static const render_pass *const passes[] = {
    &render_pass_shadow,         &render_pass_near,        &render_pass_occlusion,
    &render_pass_occlusion_blur, &render_pass_background,  &render_pass_surface,
    &render_pass_thin,           &render_pass_caps,        &render_pass_wire,
    &render_pass_grid,           &render_pass_lines,       &render_pass_translucent,
    &render_pass_volumes,        &render_pass_annotations, &render_pass_engine_depth,
    &render_pass_mask,           &render_pass_cap_mask,    &render_pass_outline_rows,
    &render_pass_outline,        &render_pass_top_lines,   &render_pass_top_annotations,
    &render_pass_overlay,        &render_pass_ids,         &render_pass_cap_ids,
    &render_pass_annotation_ids,
};

static_assert((int)RENDER_MAX_PASSES <= (int)RENDER_STATS_PASSES, "RENDER_STATS_PASSES is too small");
static_assert(sizeof passes / sizeof passes[0] <= RENDER_MAX_PASSES, "RENDER_MAX_PASSES is too small");

uint32_t render_pass_count(void)
{
    return sizeof passes / sizeof passes[0];
}

const render_pass *render_get_pass(uint32_t index)
{
    return passes[index];
}

render_result render_pass_prepare(render_device *device, uint32_t index, bool capped)
{
    const render_pass *pass = passes[index];
    VkPipeline *out = capped ? device->pipelines.capped[index] : device->pipelines.passes[index];
    render_attachment_formats formats = *render_stage_formats(pass->stage);
    render_result result = RENDER_OK;
    if (capped)
        formats.depth = RENDER_CAP_FORMAT;
    for (uint32_t i = 0; i < pass->pipeline_count; i++) {
        if (out[i] != VK_NULL_HANDLE || (pass->pipelines[i].stencil != RENDER_STENCIL_UNUSED && !capped) ||
            (pass->pipelines[i].edges && !device->features.line_mode))
            continue;
        render_pipeline_desc desc = pass->pipelines[i];
        if (desc.fragment == SHADER_IDS_FRAG && !device->features.primitive_id) {
            desc.vertex = SHADER_OBJECT_NUMBERS_VERT;
            desc.fragment = SHADER_IDS_NUMBERS_FRAG;
        }
        TRY(render_pipeline_create(device, &desc, &formats, &out[i]));
    }
error:
    return result;
}

void render_passes_init(render_device *device)
{
    device->stats.pass_count = render_pass_count();
    for (uint32_t p = 0; p < render_pass_count(); p++)
        device->stats.passes[p].name = passes[p]->name;
}

render_result render_passes_prepare(render_device *device)
{
    render_result result = RENDER_OK;
    for (uint32_t p = 0; p < render_pass_count(); p++)
        TRY(render_pass_prepare(device, p, false));
error:
    return result;
}

// Whether images of the format hold sRGB values that blending takes as they are.
static bool holds_srgb(VkFormat format)
{
    return format == VK_FORMAT_R8G8B8A8_UNORM || format == VK_FORMAT_B8G8R8A8_UNORM ||
           format == VK_FORMAT_A8B8G8R8_UNORM_PACK32 || format == VK_FORMAT_A2B10G10R10_UNORM_PACK32 ||
           format == VK_FORMAT_A2R10G10B10_UNORM_PACK32;
}

// The pipelines of a pass over pictures of that format.
static render_result create_over(render_device *device, const render_pass *pass, VkFormat format, VkPipeline *out)
{
    render_attachment_formats formats = *render_stage_formats(RENDER_STAGE_POST);
    formats.color[0] = format;
    render_pipeline_desc desc = pass->pipelines[0];
    desc.variant = holds_srgb(format);
    assert(pass->pipeline_count == 1);
    return render_pipeline_create(device, &desc, &formats, out);
}

static bool can_blend(const render_device *device, VkFormat format)
{
    VkFormatProperties properties;
    device->vk.GetPhysicalDeviceFormatProperties(device->physical, format, &properties);
    return properties.optimalTilingFeatures & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
}

render_result render_passes_over(render_device *device, VkFormat format, const VkPipeline **out)
{
    for (uint32_t i = 0; i < RENDER_PICTURE_FORMATS; i++) {
        render_picture_pipelines *it = &device->pipelines.over[i];
        if (it->format != VK_FORMAT_UNDEFINED && it->format != format)
            continue;
        if (it->format == VK_FORMAT_UNDEFINED && !can_blend(device, format))
            return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "pictures of a format without blending (%d)",
                               (int)format);
        for (uint32_t p = 0; p < render_pass_count(); p++) {
            if (passes[p]->stage != RENDER_STAGE_POST || it->passes[p] != VK_NULL_HANDLE)
                continue;
            render_result result = create_over(device, passes[p], format, &it->passes[p]);
            it->format = format; // also of a part of them: the next call makes the rest
            if (result != RENDER_OK)
                return result;
        }
        *out = it->passes;
        return RENDER_OK;
    }
    return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "pictures of more than %d formats",
                       RENDER_PICTURE_FORMATS);
}
