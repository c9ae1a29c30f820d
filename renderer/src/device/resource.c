#include "device/resource.h"

#include "device/array.h"
#include "device/device_private.h"

#include <assert.h>
#include <string.h>

// On a lost device nothing is created: what is given up there is freed late, and would pile up.

// Allocates memory. When it is out, frees what the GPU is done with and tries again.
static render_result allocate(render_device *device, const render_memory_request *request, render_allocation *out)
{
    render_result result = render_memory_allocate(device, request, out);
    if (result != RENDER_ERROR_OUT_OF_MEMORY)
        return result;
    render_delete_queue_collect(device);
    if (device->free_staging != NULL)
        device->free_staging(device);
    result = render_memory_allocate(device, request, out);
    return result == RENDER_ERROR_OUT_OF_MEMORY ? render_memory_refuse(device, request) : result;
}

render_result render_buffer_create(render_device *device, const char *name, VkDeviceSize size, VkBufferUsageFlags usage,
                                   render_memory_use use, render_buffer *out)
{
    render_result result = RENDER_OK;
    render_buffer buffer = {.size = size};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    render_memory_request request = {.name = name, .use = use};
    if (size > device->limits.buffer_size)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY,
                           "%s needs %.1f MiB: a buffer of this device has at most %.1f MiB", name,
                           (double)size / 1048576.0, (double)device->limits.buffer_size / 1048576.0);
    TRY(render_check_alive(device));
    TRY(render_delete_queue_reserve(device));
    VK(device, CreateBuffer(device->handle, &info, NULL, &buffer.handle));
    device->deletions.live++;
    render_set_name(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer.handle, "%s", name);
    device->vk.GetBufferMemoryRequirements(device->handle, buffer.handle, &request.needs);
    TRY(allocate(device, &request, &buffer.memory));
    VK(device, BindBufferMemory(device->handle, buffer.handle, buffer.memory.memory, buffer.memory.offset));
    *out = buffer;
    return RENDER_OK;
error:
    render_buffer_destroy(device, &buffer);
    return result;
}

void render_buffer_destroy(render_device *device, render_buffer *buffer)
{
    if (buffer->handle == VK_NULL_HANDLE)
        return;
    device->deletions.live--;
    device->vk.DestroyBuffer(device->handle, buffer->handle, NULL);
    render_memory_free(device, &buffer->memory);
    *buffer = (render_buffer){0};
}

static render_result create_view(render_device *device, const render_image_desc *desc, VkImage image, VkFormat format,
                                 VkImageView *out)
{
    // Only the view without sRGB conversion supports storage: drop that usage from the views.
    VkImageViewUsageCreateInfo usage = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
                                        .usage = desc->usage & ~(VkImageUsageFlags)VK_IMAGE_USAGE_STORAGE_BIT};
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &usage,
        .image = image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = format,
        .subresourceRange = {.aspectMask = desc->aspect, .levelCount = desc->levels, .layerCount = 1}};
    render_result result =
        render_check(device, device->vk.CreateImageView(device->handle, &info, NULL, out), "vkCreateImageView");
    if (result == RENDER_OK)
        render_set_name(device, VK_OBJECT_TYPE_IMAGE_VIEW, (uint64_t)*out, "%s view", desc->name);
    return result;
}

static void image_destroy(render_device *device, render_image *image)
{
    if (image->handle == VK_NULL_HANDLE)
        return;
    device->deletions.live--;
    device->vk.DestroyImageView(device->handle, image->view, NULL);
    device->vk.DestroyImageView(device->handle, image->plain_view, NULL);
    device->vk.DestroyImage(device->handle, image->handle, NULL);
    render_memory_free(device, &image->memory);
    *image = (render_image){0};
}

render_result render_image_create(render_device *device, const render_image_desc *desc, render_image *out)
{
    render_result result = RENDER_OK;
    render_memory_request request = {.name = desc->name, .use = RENDER_MEMORY_DEVICE, .optimal = true};
    render_image image = {.format = desc->format, .width = desc->width, .height = desc->height, .levels = desc->levels};
    const VkFormat formats[2] = {desc->format, desc->plain_format};
    bool two = desc->plain_format != VK_FORMAT_UNDEFINED;
    const VkImageFormatListCreateInfo list = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO, .viewFormatCount = 2, .pViewFormats = formats};
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .pNext = two ? &list : NULL,
                                    .flags = two ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT : 0,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = desc->format,
                                    .extent = {desc->width, desc->height, 1},
                                    .mipLevels = desc->levels,
                                    .arrayLayers = 1,
                                    .samples = desc->samples,
                                    .usage = desc->usage};
    TRY(render_check_alive(device));
    TRY(render_delete_queue_reserve(device));
    VK(device, CreateImage(device->handle, &info, NULL, &image.handle));
    device->deletions.live++;
    render_set_name(device, VK_OBJECT_TYPE_IMAGE, (uint64_t)image.handle, "%s", desc->name);
    device->vk.GetImageMemoryRequirements(device->handle, image.handle, &request.needs);
    TRY(allocate(device, &request, &image.memory));
    VK(device, BindImageMemory(device->handle, image.handle, image.memory.memory, image.memory.offset));
    TRY(create_view(device, desc, image.handle, desc->format, &image.view));
    if (two)
        TRY(create_view(device, desc, image.handle, desc->plain_format, &image.plain_view));
    *out = image;
    return RENDER_OK;
error:
    image_destroy(device, &image);
    return result;
}

static void delete_now(render_device *device, render_deletion *entry)
{
    render_buffer_destroy(device, &entry->buffer);
    image_destroy(device, &entry->image);
    if (entry->set != VK_NULL_HANDLE) {
        device->deletions.live--;
        device->vk.FreeDescriptorSets(device->handle, entry->set_pool->handle, 1, &entry->set);
        entry->set_pool->left++;
    }
}

render_result render_delete_queue_reserve(render_device *device)
{
    render_delete_queue *queue = &device->deletions;
    if (!render_grow(device->allocator, (void **)&queue->entries, &queue->capacity, queue->live + 1,
                     sizeof *queue->entries))
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    return RENDER_OK;
}

static void push(render_device *device, render_deletion entry)
{
    render_delete_queue *queue = &device->deletions;
    // The open batch of uploads, which is submitted next, may use the resource, and so may what was recorded into an
    // engine's command buffer. What is recorded for a submission of our own does not: nothing is retired between
    // recording and submitting that the recording uses.
    entry.value = device->timeline.submitted + (device->upload.open || queue->held ? 1 : 0);
    assert(queue->count < queue->capacity);
    // An idle device makes no submission that would collect this later.
    if (!queue->held && render_timeline_has_passed(device, entry.value))
        delete_now(device, &entry);
    else
        queue->entries[queue->count++] = entry;
}

void render_buffer_retire(render_device *device, render_buffer *buffer)
{
    if (buffer->handle != VK_NULL_HANDLE)
        push(device, (render_deletion){.buffer = *buffer});
    *buffer = (render_buffer){0};
}

void render_image_retire(render_device *device, render_image *image)
{
    if (image->handle != VK_NULL_HANDLE)
        push(device, (render_deletion){.image = *image});
    *image = (render_image){0};
}

void render_set_retire(render_device *device, render_set_pool *pool, VkDescriptorSet set)
{
    if (set != VK_NULL_HANDLE)
        push(device, (render_deletion){.set_pool = pool, .set = set});
}

void render_delete_queue_collect(render_device *device)
{
    render_delete_queue *queue = &device->deletions;
    if (queue->count == 0 || queue->held)
        return;
    uint32_t done = 0;
    while (done < queue->count && render_timeline_has_passed(device, queue->entries[done].value))
        delete_now(device, &queue->entries[done++]);
    queue->count -= done;
    memmove(queue->entries, queue->entries + done, queue->count * sizeof *queue->entries);
}

void render_delete_queue_release(render_device *device, uint64_t since)
{
    render_delete_queue *queue = &device->deletions;
    for (uint32_t i = 0; i < queue->count; i++) {
        if (queue->entries[i].value > since)
            queue->entries[i].value = device->timeline.submitted;
    }
    queue->held = false;
    queue->releases++;
    render_delete_queue_collect(device);
}

void render_delete_queue_finish(render_device *device)
{
    render_delete_queue *queue = &device->deletions;
    for (uint32_t i = 0; i < queue->count; i++)
        delete_now(device, &queue->entries[i]);
    render_free(queue->entries);
    queue->entries = NULL;
    queue->count = queue->capacity = 0;
}
