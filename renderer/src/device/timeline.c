#include "device/timeline.h"

#include "device/device_private.h"

render_result render_timeline_init(render_device *device)
{
    render_result result = RENDER_OK;
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    VK(device, CreateSemaphore(device->handle, &info, NULL, &device->timeline.semaphore));
    render_set_name(device, VK_OBJECT_TYPE_SEMAPHORE, (uint64_t)device->timeline.semaphore, "timeline");
error:
    return result;
}

uint64_t render_timeline_completed(render_device *device)
{
    // If the query fails, the last known value is still a lower bound. On a lost device nothing runs any more, so
    // everything counts as complete.
    uint64_t value = 0;
    VkResult vk = device->vk.GetSemaphoreCounterValue(device->handle, device->timeline.semaphore, &value);
    if (vk == VK_SUCCESS)
        device->timeline.completed = value;
    device->lost = device->lost || vk == VK_ERROR_DEVICE_LOST;
    return device->lost ? UINT64_MAX : device->timeline.completed;
}

bool render_timeline_has_passed(render_device *device, uint64_t value)
{
    if (value > device->timeline.completed)
        (void)render_timeline_completed(device);
    return value <= device->timeline.completed;
}

render_result render_timeline_reached(render_device *device, uint64_t value, bool *reached)
{
    render_result result = RENDER_OK;
    render_timeline *timeline = &device->timeline;
    if (value > timeline->completed)
        VK(device, GetSemaphoreCounterValue(device->handle, timeline->semaphore, &timeline->completed));
    *reached = value <= timeline->completed;
error:
    return result;
}

render_result render_timeline_wait_for(render_device *device, uint64_t value, uint64_t nanoseconds)
{
    render_result result = RENDER_OK;
    bool reached = false;
    TRY(render_timeline_reached(device, value, &reached));
    if (reached)
        return result;
    const VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                      .semaphoreCount = 1,
                                      .pSemaphores = &device->timeline.semaphore,
                                      .pValues = &value};
    device->timeline.waits++;
    VkResult vk = device->vk.WaitSemaphores(device->handle, &info, nanoseconds);
    if (vk == VK_TIMEOUT)
        return RENDER_PENDING;
    TRY(render_check(device, vk, "vkWaitSemaphores"));
    device->timeline.completed = value;
error:
    return result;
}

render_result render_timeline_wait(render_device *device, uint64_t value)
{
    return render_timeline_wait_for(device, value, UINT64_MAX);
}
