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

// Asks how far the GPU has come. On failure the last known value is still a lower bound.
static VkResult query(render_device *device)
{
    uint64_t value = 0;
    if (device->lost)
        return VK_ERROR_DEVICE_LOST; // what counters say then means nothing
    VkResult vk = device->vk.GetSemaphoreCounterValue(device->handle, device->timeline.semaphore, &value);
    // Of a removed device, a driver on top of D3D12 may say that it has reached everything.
    if (vk == VK_SUCCESS && value > device->timeline.submitted)
        vk = VK_ERROR_DEVICE_LOST;
    if (vk == VK_SUCCESS && value > device->timeline.completed)
        device->timeline.completed = value;
    device->lost = vk == VK_ERROR_DEVICE_LOST;
    return vk;
}

bool render_timeline_has_passed(render_device *device, uint64_t value)
{
    const render_timeline *timeline = &device->timeline;
    if (value > timeline->completed && value > timeline->ended)
        (void)query(device);
    return value <= timeline->completed || value <= timeline->ended;
}

render_result render_timeline_reached(render_device *device, uint64_t value, bool *reached)
{
    render_result result = RENDER_OK;
    if (value > device->timeline.completed)
        result = render_check(device, query(device), "vkGetSemaphoreCounterValue");
    *reached = value <= device->timeline.completed;
    return result;
}

static VkResult wait(render_device *device, uint64_t value, uint64_t nanoseconds)
{
    const VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                      .semaphoreCount = 1,
                                      .pSemaphores = &device->timeline.semaphore,
                                      .pValues = &value};
    device->timeline.waits++;
    return device->vk.WaitSemaphores(device->handle, &info, nanoseconds);
}

render_result render_timeline_wait_for(render_device *device, uint64_t value, uint64_t nanoseconds)
{
    render_result result = RENDER_OK;
    bool reached = false;
    TRY(render_timeline_reached(device, value, &reached));
    if (reached)
        return result;
    VkResult vk = wait(device, value, nanoseconds);
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

void render_timeline_note_drain(render_device *device, VkResult vk)
{
    if (vk == VK_SUCCESS || vk == VK_ERROR_DEVICE_LOST)
        device->timeline.ended = device->timeline.submitted;
    if (vk == VK_SUCCESS && !device->lost)
        device->timeline.completed = device->timeline.submitted;
}

render_result render_timeline_drain(render_device *device)
{
    const uint64_t value = device->timeline.submitted;
    if (render_timeline_has_passed(device, value))
        return RENDER_OK;
    const VkResult vk = wait(device, value, UINT64_MAX);
    render_timeline_note_drain(device, vk);
    return render_check(device, vk, "vkWaitSemaphores");
}
