// Reads IDs back without waiting: a ring of command buffers, each with host memory for its answer.
#include "frame/id_readback.h"

#include "device/barrier.h"
#include "frame/frame_private.h"
#include "frame/recording.h"
#include "view/view.h"

#include <string.h>

typedef struct render_request {
    render_id_request number; // 0: free
    bool answered;            // the caller has read the answer
    render_slot slot;
    render_buffer buffer; // IDs, then depths
    render_area area;
    render_frame frame; // its camera and viewport
    uint32_t target_width, target_height;
} render_request;

struct render_id_readback {
    render_request requests[RENDER_ID_REQUESTS];
    render_id_request last;
};

render_result render_id_readback_init(render_device *device)
{
    render_result result = RENDER_OK;
    device->id_readback = render_allocate_zeroed(device->allocator, sizeof *device->id_readback);
    if (device->id_readback == NULL)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    for (uint32_t i = 0; i < RENDER_ID_REQUESTS; i++)
        TRY(render_slot_init(device, &device->id_readback->requests[i].slot, "ids", RENDER_FRAME_USAGE));
error:
    return result;
}

void render_id_readback_finish(render_device *device)
{
    if (device->id_readback == NULL)
        return;
    for (uint32_t i = 0; i < RENDER_ID_REQUESTS; i++) {
        render_slot_finish(device, &device->id_readback->requests[i].slot);
        render_buffer_destroy(device, &device->id_readback->requests[i].buffer);
    }
    render_free(device->id_readback);
    device->id_readback = NULL;
}

void render_id_readback_trim(render_device *device)
{
    for (uint32_t i = 0; i < RENDER_ID_REQUESTS; i++) {
        render_request *request = &device->id_readback->requests[i];
        render_slot_trim(device, &request->slot);
        bool spent = request->number == 0 || request->answered;
        if (request->buffer.size > RENDER_SLOT_KEPT && spent &&
            render_timeline_has_passed(device, request->slot.value)) {
            render_buffer_destroy(device, &request->buffer);
            request->number = 0;
        }
    }
}

// Finds a request that the GPU no longer uses: one whose answer was read, else the oldest. NULL: none.
static render_request *find_free(render_device *device)
{
    render_request *best = NULL;
    for (uint32_t i = 0; i < RENDER_ID_REQUESTS; i++) {
        render_request *request = &device->id_readback->requests[i];
        if (!render_timeline_has_passed(device, request->slot.value))
            continue;
        bool spent = request->number == 0 || request->answered;
        bool best_spent = best != NULL && (best->number == 0 || best->answered);
        if (best == NULL || (spent && !best_spent) || (spent == best_spent && request->number < best->number))
            best = request;
    }
    return best;
}

static VkDeviceSize depths_offset(const render_area *area)
{
    return (VkDeviceSize)area->width * area->height * sizeof(render_pixel_id);
}

static render_result need_buffer(render_device *device, render_request *request)
{
    VkDeviceSize size = depths_offset(&request->area) / sizeof(render_pixel_id) * (sizeof(render_pixel_id) + 4);
    if (request->buffer.size >= size)
        return RENDER_OK;
    render_buffer_destroy(device, &request->buffer); // the GPU no longer uses it
    return render_buffer_create(device, "id answer", size, VK_BUFFER_USAGE_TRANSFER_DST_BIT, RENDER_MEMORY_READBACK,
                                &request->buffer);
}

static void record_copies(const render_target *target, const render_request *request, VkCommandBuffer commands)
{
    const render_device *device = target->device;
    const render_area *area = &request->area;
    VkBufferImageCopy copy = {.imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = 1},
                              .imageOffset = {(int32_t)area->x, (int32_t)area->y, 0},
                              .imageExtent = {area->width, area->height, 1}};
    device->vk.CmdCopyImageToBuffer(commands, target->ids.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                    request->buffer.handle, 1, &copy);
    copy.imageSubresource.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
    copy.bufferOffset = depths_offset(area);
    device->vk.CmdCopyImageToBuffer(commands, target->ids_capped ? target->cap_depth.handle : target->id_depth.handle,
                                    VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, request->buffer.handle, 1, &copy);
    render_memory_barrier(device, commands, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                          VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
}

static bool is_inside(const render_target *target, const render_area *area)
{
    return area->width > 0 && area->height > 0 && area->x < target->width && area->y < target->height &&
           area->width <= target->width - area->x && area->height <= target->height - area->y;
}

// Records a request into a command buffer of its own, or the engine's (`commands`), which the caller submits.
static render_result record(render_target *target, render_scene *scene, const render_frame *frame, render_area area,
                            VkCommandBuffer commands, render_request **out)
{
    render_device *device = target->device;
    *out = NULL;
    if (!is_inside(target, &area))
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "IDs of %ux%u pixels at %u, %u outside the target",
                           area.width, area.height, area.x, area.y);
    render_request *request = find_free(device);
    render_result result = render_check_alive(device);
    if (result != RENDER_OK || request == NULL)
        return result != RENDER_OK ? result : RENDER_SKIPPED;
    request->number = 0;
    request->answered = false;
    request->area = area;
    TRY(need_buffer(device, request));
    TRY(render_record_ids(target, scene, frame, &request->area, &request->slot, commands));
    record_copies(target, request, commands != VK_NULL_HANDLE ? commands : request->slot.commands);
    request->frame = *frame;
    request->target_width = target->width;
    request->target_height = target->height;
    *out = request;
error:
    return result;
}

render_result render_target_request_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                        render_area area, render_id_request *out)
{
    if (out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    if (target == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_device *device = target->device;
    render_request *request = NULL;
    render_result result = record(target, scene, frame, area, VK_NULL_HANDLE, &request);
    if (result == RENDER_OK)
        result = render_submit(device, &request->slot, VK_NULL_HANDLE, 0, VK_NULL_HANDLE);
    if (result == RENDER_OK)
        request->number = *out = ++device->id_readback->last;
    return result;
}

render_result render_vulkan_record_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                       render_area area, VkCommandBuffer commands, render_id_request *out)
{
    if (out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    if (target == NULL || commands == VK_NULL_HANDLE)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_device *device = target->device;
    if (!device->adopted)
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "IDs recorded on a device that was not adopted");
    render_request *request = NULL;
    render_result result = record(target, scene, frame, area, commands, &request);
    if (result == RENDER_OK)
        result = render_recording_open(device, &request->slot);
    if (result == RENDER_OK)
        request->number = *out = ++device->id_readback->last;
    return result;
}

VkImage render_vulkan_id_image(const render_target *target)
{
    return target != NULL ? target->ids.handle : VK_NULL_HANDLE;
}

// Finds a request's answer. RENDER_OK: the answer is complete.
static render_result find_answer(render_device *device, render_id_request number, render_request **out)
{
    if (number == 0 || number > device->id_readback->last)
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "a request that was never made");
    for (uint32_t i = 0; i < RENDER_ID_REQUESTS; i++) {
        render_request *request = &device->id_readback->requests[i];
        if (request->number != number)
            continue;
        bool reached = false;
        render_result result = render_timeline_reached(device, request->slot.value, &reached);
        *out = request;
        return result != RENDER_OK ? result : reached ? RENDER_OK : RENDER_PENDING;
    }
    return RENDER_SKIPPED;
}

render_result render_ids_poll(render_device *device, render_id_request number, render_pixel_id *ids, float *depths,
                              size_t capacity)
{
    if (device == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_request *request = NULL;
    render_result result = find_answer(device, number, &request);
    if (result != RENDER_OK)
        return result;
    size_t count = (size_t)request->area.width * request->area.height;
    if (ids == NULL || capacity < count)
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "too little room for the IDs");
    const char *answer = request->buffer.memory.mapped;
    memcpy(ids, answer, count * sizeof *ids);
    if (depths != NULL)
        memcpy(depths, answer + depths_offset(&request->area), count * sizeof *depths);
    request->answered = true;
    return RENDER_OK;
}

render_result render_target_request_pick(render_target *target, render_scene *scene, const render_frame *frame,
                                         uint32_t x, uint32_t y, render_id_request *out)
{
    return render_target_request_ids(target, scene, frame, (render_area){x, y, 1, 1}, out);
}

render_result render_pick_poll(render_device *device, render_id_request number, render_pick *out)
{
    if (device == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_request *request = NULL;
    render_result result = find_answer(device, number, &request);
    if (result != RENDER_OK)
        return result;
    const char *answer = request->buffer.memory.mapped;
    *out = (render_pick){0};
    memcpy(&out->id, answer, sizeof out->id);
    memcpy(&out->depth, answer + depths_offset(&request->area), sizeof out->depth);
    request->answered = true;
    const double pixel[2] = {(double)request->area.x + 0.5, (double)request->area.y + 0.5};
    if (out->id.object != 0)
        render_view_unproject(&request->frame, request->target_width, request->target_height, pixel, (double)out->depth,
                              out->point);
    return RENDER_OK;
}
