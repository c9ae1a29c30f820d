#include "view/target.h"

#include "device/formats.h"

static render_result make_sized(render_target *target, const char *name, VkFormat format, uint32_t divisor,
                                bool samples, VkImageUsageFlags usage, render_image *out)
{
    bool depth = format == RENDER_DEPTH_FORMAT || format == RENDER_CAP_FORMAT;
    const VkImageAspectFlags stencil = format == RENDER_CAP_FORMAT ? VK_IMAGE_ASPECT_STENCIL_BIT : 0;
    bool picture = usage & VK_IMAGE_USAGE_SAMPLED_BIT && format == RENDER_COLOR_FORMAT;
    const render_image_desc desc = {
        .name = name,
        .width = (target->width + divisor - 1) / divisor,
        .height = (target->height + divisor - 1) / divisor,
        .levels = 1,
        .format = format,
        .plain_format = picture ? RENDER_PLAIN_FORMAT : VK_FORMAT_UNDEFINED,
        .samples = samples ? RENDER_SAMPLES : VK_SAMPLE_COUNT_1_BIT,
        .usage = usage | (depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT),
        .aspect = depth ? VK_IMAGE_ASPECT_DEPTH_BIT | stencil : VK_IMAGE_ASPECT_COLOR_BIT};
    target->serial = ++target->device->serials;
    return render_image_create(target->device, &desc, out);
}

static render_result make_image(render_target *target, const char *name, VkFormat format, bool samples,
                                VkImageUsageFlags usage, render_image *out)
{
    return make_sized(target, name, format, 1, samples, usage, out);
}

static void retire_images(render_target *target)
{
    render_device *device = target->device;
    render_image_retire(device, &target->color);
    render_image_retire(device, &target->color_samples);
    render_image_retire(device, &target->depth_samples);
    for (int i = 0; i < 2; i++) {
        render_image_retire(device, &target->masks[i]);
        render_image_retire(device, &target->mask_samples[i]);
    }
    render_image_retire(device, &target->outline_rows);
    render_image_retire(device, &target->near);
    for (int i = 0; i < 2; i++)
        render_image_retire(device, &target->occlusion[i]);
    render_image_retire(device, &target->shadow);
    render_image_retire(device, &target->ids);
    render_image_retire(device, &target->id_depth);
    render_image_retire(device, &target->cap_samples);
    render_image_retire(device, &target->cap_depth);
    render_buffer_retire(device, &target->readback);
    target->serial = ++device->serials;
    target->drawn = false;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static render_result check_size(render_device *device, uint32_t width, uint32_t height)
{
    const VkPhysicalDeviceLimits *limits = &device->properties.limits;
    const uint32_t widest = smaller(limits->maxFramebufferWidth, limits->maxImageDimension2D),
                   highest = smaller(limits->maxFramebufferHeight, limits->maxImageDimension2D);
    if (width > 0 && height > 0 && width <= widest && height <= highest)
        return RENDER_OK;
    return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "a target of %ux%u pixels (at most %ux%u)", width, height,
                       widest, highest);
}

render_result render_target_resize(render_target *target, uint32_t width, uint32_t height)
{
    render_result result = check_size(target->device, width, height);
    if (result != RENDER_OK)
        return result;
    retire_images(target);
    target->width = width;
    target->height = height;
    TRY(render_target_need_picture(target));
    return result;
error:
    retire_images(target);
    target->width = target->height = 0;
    return result;
}

static render_result need_depth_samples(render_target *target)
{
    if (target->depth_samples.handle != VK_NULL_HANDLE)
        return RENDER_OK;
    return make_image(target, "depth samples", RENDER_DEPTH_FORMAT, true, 0, &target->depth_samples);
}

render_result render_target_need_picture(render_target *target)
{
    render_result result = RENDER_OK;
    const bool copies = target->device->features.resolves_all;
    const VkImageUsageFlags usage =
        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | (copies ? VK_IMAGE_USAGE_TRANSFER_DST_BIT : 0);
    if (target->color.handle == VK_NULL_HANDLE)
        TRY(make_image(target, "colour", RENDER_COLOR_FORMAT, false, usage, &target->color));
    if (target->color_samples.handle == VK_NULL_HANDLE)
        TRY(make_image(target, "colour samples", RENDER_COLOR_FORMAT, true,
                       copies ? VK_IMAGE_USAGE_TRANSFER_SRC_BIT : VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT,
                       &target->color_samples));
    TRY(need_depth_samples(target));
error:
    return result;
}

render_result render_target_need_masks(render_target *target)
{
    render_result result = RENDER_OK;
    TRY(need_depth_samples(target));
    for (int i = 0; i < 2; i++) {
        if (target->masks[i].handle == VK_NULL_HANDLE)
            TRY(make_image(target, "mask", RENDER_PLAIN_FORMAT, false, VK_IMAGE_USAGE_SAMPLED_BIT, &target->masks[i]));
        if (target->mask_samples[i].handle == VK_NULL_HANDLE)
            TRY(make_image(target, "mask samples", RENDER_PLAIN_FORMAT, true, VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT,
                           &target->mask_samples[i]));
    }
    if (target->outline_rows.handle == VK_NULL_HANDLE)
        TRY(make_image(target, "outline rows", RENDER_ROWS_FORMAT, false, VK_IMAGE_USAGE_SAMPLED_BIT,
                       &target->outline_rows));
error:
    return result;
}

render_result render_target_need_occlusion(render_target *target)
{
    render_result result = RENDER_OK;
    if (target->near.handle == VK_NULL_HANDLE)
        TRY(make_sized(target, "near", RENDER_DEPTH_FORMAT, 2, false, VK_IMAGE_USAGE_SAMPLED_BIT, &target->near));
    for (int i = 0; i < 2; i++) {
        if (target->occlusion[i].handle == VK_NULL_HANDLE)
            TRY(make_sized(target, "occlusion", RENDER_OCCLUSION_FORMAT, 2, false, VK_IMAGE_USAGE_SAMPLED_BIT,
                           &target->occlusion[i]));
    }
error:
    return result;
}

render_result render_target_need_ids(render_target *target)
{
    render_result result = RENDER_OK;
    if (target->ids.handle == VK_NULL_HANDLE)
        TRY(make_image(target, "ids", RENDER_ID_FORMAT, false, VK_IMAGE_USAGE_TRANSFER_SRC_BIT, &target->ids));
    if (target->id_depth.handle == VK_NULL_HANDLE)
        TRY(make_image(target, "id depth", RENDER_DEPTH_FORMAT, false, VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                       &target->id_depth));
error:
    return result;
}

render_result render_target_need_caps(render_target *target, bool ids)
{
    render_image *image = ids ? &target->cap_depth : &target->cap_samples;
    if (image->handle != VK_NULL_HANDLE)
        return RENDER_OK;
    return make_image(target, "depth and stencil", RENDER_CAP_FORMAT, !ids, ids ? VK_IMAGE_USAGE_TRANSFER_SRC_BIT : 0,
                      image);
}

render_result render_target_need_readback(render_target *target, VkDeviceSize size)
{
    if (target->readback.size >= size)
        return RENDER_OK;
    render_buffer_retire(target->device, &target->readback);
    return render_buffer_create(target->device, "read-back", size, VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                RENDER_MEMORY_READBACK, &target->readback);
}

static render_result create(render_device *device, uint32_t width, uint32_t height, bool picture, render_target **out)
{
    if (out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (device == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_result result = check_size(device, width, height);
    if (result != RENDER_OK)
        return result;
    render_target *target = render_allocate_zeroed(device->allocator, sizeof *target);
    if (target == NULL)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    *target = (render_target){.device = device, .width = width, .height = height};
    result = picture ? render_target_need_picture(target) : RENDER_OK;
    if (result != RENDER_OK) {
        render_target_destroy(target);
        return result;
    }
    *out = target;
    return RENDER_OK;
}

render_result render_target_create(render_device *device, uint32_t width, uint32_t height, render_target **out)
{
    return create(device, width, height, true, out);
}

render_result render_vulkan_target_create(render_device *device, uint32_t width, uint32_t height, render_target **out)
{
    return create(device, width, height, false, out);
}

render_result render_target_need_shadow_map(render_target *target, uint32_t size)
{
    render_result result = RENDER_OK;
    if (target->shadow_map == NULL)
        TRY(create(target->device, size, size, false, &target->shadow_map));
    render_target *map = target->shadow_map;
    if (map->shadow.handle == VK_NULL_HANDLE)
        TRY(make_image(map, "shadow map", RENDER_DEPTH_FORMAT, false, VK_IMAGE_USAGE_SAMPLED_BIT, &map->shadow));
error:
    return result;
}

void render_target_destroy(render_target *target)
{
    if (target == NULL)
        return;
    render_target_destroy(target->shadow_map);
    retire_images(target);
    render_free(target);
}
