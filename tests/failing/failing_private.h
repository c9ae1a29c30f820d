// failing_private.h: shared by the files of the harness.
#ifndef TESTS_FAILING_PRIVATE_H
#define TESTS_FAILING_PRIVATE_H

#include "failing_calls.h"

#include <vulkan/vulkan_core.h>

typedef enum failing_kind {
    FAILING_UNCOUNTED,
    FAILING_INSTANCE,
    FAILING_DEVICE,
    FAILING_MESSENGER,
    FAILING_SEMAPHORE,
    FAILING_COMMAND_POOL,
    FAILING_BUFFER,
    FAILING_IMAGE,
    FAILING_IMAGE_VIEW,
    FAILING_MEMORY,
    FAILING_SHADER_MODULE,
    FAILING_PIPELINE_CACHE,
    FAILING_PIPELINE_LAYOUT,
    FAILING_SET_LAYOUT,
    FAILING_DESCRIPTOR_POOL,
    FAILING_SAMPLER,
    FAILING_QUERY_POOL,
    FAILING_PIPELINE,
    FAILING_SWAPCHAIN,
    FAILING_SURFACE,
    FAILING_KINDS
} failing_kind;

enum { FAILING_MAX_CALLS = 4096 };

typedef struct failing_state {
    uint32_t count, waits;
    const char *names[FAILING_MAX_CALLS];
    bool armed, failed, lost;
    uint32_t fail_at;
    const char *next; // the name of a call that is to fail; NULL: `fail_at` counts
    VkResult result;
    int64_t live[FAILING_KINDS];
    VkQueue queue;
    bool refuse_devices, turned, stalled;
    uint64_t reached;   // the GPU's progress that was told last
    const char *hidden; // the name of a function
    VkInstanceCreateFlags instance_flags;
    VkSurfaceTransformFlagBitsKHR pre_transform;
    VkCompositeAlphaFlagsKHR alphas, alpha; // offered, and of the last swapchain
} failing_state;

extern failing_state failing;

bool failing_now(const char *name, VkResult *result);
bool failing_or_lost(const char *name, VkResult *result);
// Vulkan's own function.
PFN_vkVoidFunction failing_real(const char *name);
// The function in place of one that gives memory (failing_memory.c); NULL: not one of those.
PFN_vkVoidFunction failing_memory_function(const char *name);
// The function in place of a window system's; NULL: not one of those.
PFN_vkVoidFunction fake_window_function(const char *name);

// The function of a device of the portability subset; NULL: none is offered, or not one of those.
PFN_vkVoidFunction fake_portability_function(const char *name);
// The function of a device that says when a picture is shown; NULL: it does not, or not one of those.
PFN_vkVoidFunction fake_present_function(const char *name);
// Notes the number of a picture that is presented. `new_swapchain`: it is the swapchain's first.
void fake_presents_note(const VkPresentInfoKHR *info, bool new_swapchain);
// The function in place of one that may lie; NULL: not one of those.
PFN_vkVoidFunction fake_lie_function(const char *name);
// The function of one of several devices; NULL: there are none, or it takes no device.
PFN_vkVoidFunction fake_device_function(const char *name);

#endif
