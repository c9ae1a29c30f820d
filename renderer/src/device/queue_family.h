// queue_family.h: the family of queues that the renderer submits to.
#ifndef RENDERER_SRC_QUEUE_FAMILY_H
#define RENDERER_SRC_QUEUE_FAMILY_H

#include "device/device_private.h"

typedef struct render_queue_family {
    uint32_t index;
    uint32_t clock_bits; // valid bits of its timestamps; 0: none
} render_queue_family;

#define RENDER_ANY_FAMILY UINT32_MAX

// Finds the first family of `physical` that can draw and, if `surface` is not null, can also present to it. `wanted`:
// accept this family alone, or RENDER_ANY_FAMILY. Returns NULL, or the reason why there is none.
const char *render_find_queue_family(const render_device *device, VkPhysicalDevice physical, VkSurfaceKHR surface,
                                     uint32_t wanted, render_queue_family *out);

#endif
