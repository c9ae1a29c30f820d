// Records into an engine's command buffers. A slot in use by one that is not yet submitted has the value OPEN; nothing
// is deleted meanwhile. render_vulkan_submitted then gives it the next value of the timeline, by a submission without
// commands: its signal waits for all that was submitted to the queue before.
#include "frame/recording.h"

#include "frame/frame_private.h"
#include "passes/pass.h"
#include "renderer/vulkan.h"
#include "scene/scene_private.h"

enum { SLOTS = 8 };

static const uint64_t OPEN = UINT64_MAX;

struct render_recording {
    render_slot slots[SLOTS]; // of highlights; ID requests have their own
    uint32_t next;
    render_slot *open[SLOTS + RENDER_ID_REQUESTS];
    uint32_t open_count;
    uint64_t since; // what was submitted when the first of them was opened
};

render_result render_recording_init(render_device *device)
{
    render_result result = RENDER_OK;
    device->recording = render_allocate_zeroed(device->allocator, sizeof *device->recording);
    if (device->recording == NULL)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    for (uint32_t i = 0; i < SLOTS; i++)
        TRY(render_slot_init(device, &device->recording->slots[i], "recording", RENDER_FRAME_USAGE));
error:
    return result;
}

void render_recording_finish(render_device *device)
{
    if (device->recording == NULL)
        return;
    for (uint32_t i = 0; i < SLOTS; i++)
        render_slot_finish(device, &device->recording->slots[i]);
    render_free(device->recording);
    device->recording = NULL;
}

void render_recording_trim(render_device *device)
{
    for (uint32_t i = 0; i < SLOTS && device->recording != NULL; i++)
        render_slot_trim(device, &device->recording->slots[i]);
}

render_result render_recording_open(render_device *device, render_slot *slot)
{
    struct render_recording *recording = device->recording;
    render_result result = render_upload_flush(device);
    if (result != RENDER_OK)
        return result;
    if (recording->open_count == 0)
        recording->since = device->timeline.submitted;
    slot->value = OPEN;
    recording->open[recording->open_count++] = slot;
    device->deletions.held = true;
    return RENDER_OK;
}

render_result render_vulkan_submitted(render_device *device)
{
    if (device == NULL || !device->adopted)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_result result = RENDER_OK;
    struct render_recording *recording = device->recording;
    if (recording->open_count == 0)
        return result;
    const VkSemaphoreSubmitInfo signal = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                          .semaphore = device->timeline.semaphore,
                                          .value = device->timeline.submitted + 1,
                                          .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    const VkSubmitInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .signalSemaphoreInfoCount = 1, .pSignalSemaphoreInfos = &signal};
    TRY(render_queue_submit(device, &info));
    device->timeline.submitted++;
    for (uint32_t i = 0; i < recording->open_count; i++)
        recording->open[i]->value = device->timeline.submitted;
    recording->open_count = 0;
    render_delete_queue_release(device, recording->since);
error:
    return result;
}

static const char *check_picture(const render_target *target, const render_vulkan_picture *picture)
{
    return !target->device->adopted                       ? "a device that was not adopted"
           : picture->commands == VK_NULL_HANDLE          ? "no command buffer"
           : picture->color == VK_NULL_HANDLE             ? "no colour image"
           : picture->color_view == VK_NULL_HANDLE        ? "no view of the colour image"
           : picture->color_format == VK_FORMAT_UNDEFINED ? "no format of the colour image"
                                                          : NULL;
}

render_result render_vulkan_record_highlight(render_target *target, render_scene *scene, const render_frame *frame,
                                             const render_vulkan_picture *picture)
{
    if (target == NULL || picture == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_result result = RENDER_OK;
    render_device *device = target->device;
    const char *wrong = check_picture(target, picture);
    if (wrong != NULL)
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "a highlight with %s", wrong);
    render_slot *slot = &device->recording->slots[device->recording->next];
    if (slot->value == OPEN)
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT,
                           "more than %d highlights without render_vulkan_submitted", SLOTS);
    render_draw draw = {.device = device,
                        .target = target,
                        .scene = scene,
                        .frame = frame,
                        .slot = slot,
                        .commands = picture->commands,
                        .picture = picture};
    TRY(render_frame_begin(target, scene, frame, 1));
    draw.overlay = frame->overlay; // for its scale
    TRY(render_passes_over(device, picture->color_format, &draw.over));
    TRY(render_slot_recycle(device, slot));
    if (scene->list.highlighted.count > 0)
        TRY(render_target_need_masks(target));
    TRY(render_frame_prepare(&draw, false));
    TRY(render_recording_open(device, slot));
    device->recording->next = (device->recording->next + 1) % SLOTS;
    draw.area = draw.scissor;
    if (draw.area.extent.width == 0 || draw.area.extent.height == 0)
        return RENDER_OK;
    if (scene->list.view->any_highlighted) {
        TRY(render_frame_record_stage(&draw, RENDER_STAGE_DEPTH));
        TRY(render_frame_record_stage(&draw, RENDER_STAGE_MASK));
        TRY(render_frame_record_stage(&draw, RENDER_STAGE_OUTLINE));
    }
    TRY(render_frame_record_stage(&draw, RENDER_STAGE_POST));
error:
    return result;
}
