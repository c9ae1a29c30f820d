// failing_calls.h: a Vulkan driver that fails on request. Every call of the renderer can be counted and made to fail;
// objects created and destroyed are counted; windows are plain images, so that surfaces need no display.
//
// Vulkan's functions have no user pointer, so there is one of these per process.
#ifndef TESTS_FAILING_CALLS_H
#define TESTS_FAILING_CALLS_H

#include "renderer/device.h"

// Before the first device is created.
bool failing_calls_install(void);

// Fallible calls since the last reset. A reset also forgets what was to fail.
void failing_calls_reset(void);
uint32_t failing_calls_count(void);
const char *failing_calls_name(uint32_t index); // NULL: no such call

// Makes call `index` (since the reset) return `result`, a VkResult. After VK_ERROR_DEVICE_LOST the device stays lost.
void failing_calls_fail(uint32_t index, int32_t result);
// Makes the next call of that name fail.
void failing_calls_fail_next(const char *name, int32_t result);
bool failing_calls_has_failed(void);
// The results that a function may return instead of its own; the number of them, at most 8.
uint32_t failing_calls_results(const char *name, int32_t results[8]);

// Objects created and not destroyed. `text` gets their kinds.
int64_t failing_calls_live_objects(char *text, size_t size);

// Waits that could have stood still: vkWaitSemaphores and vkDeviceWaitIdle, since the reset.
uint32_t failing_calls_waits(void);

// The GPU seems to be at work: queries of its progress return what is known already, and waits with a limit time out.
void failing_calls_stall(bool stalled);

// What no driver should do.
typedef struct fake_lies {
    bool runs_ahead;   // its progress is that of a device that was removed: UINT64_MAX
    bool runs_back;    // its progress is less each time
    bool maps_nowhere; // memory is mapped to NULL
    bool no_pipelines; // pipelines are created, and are null
    bool no_alphas;    // windows offer no mode of alpha
} fake_lies;
extern fake_lies fake_lie;

// A window without a display: a render_window_desc's callbacks, with a fake_window as user.
typedef struct fake_window {
    uint32_t width, height; // the drawable's size now
    uint32_t surfaces;      // made so far
    bool refuse;            // make no surface
    bool hidden;            // give no image
    bool suboptimal;        // say so of each picture
    uint32_t swapchains;    // made so far
    uint32_t images;        // given so far
    uint64_t longest;       // the longest timeout that an image was asked for with, nanoseconds
    // What a window system may do, and what it may not.
    uint32_t image_count;             // of a swapchain, whatever is asked for; 0: 3
    uint32_t wrong_image;             // the number given for each image; 0: its own
    uint32_t largest;                 // side of an image; 0: 4096
    bool sizeless;                    // its size is what its swapchain's is
    bool shut;                        // it has no area, whatever its size is
    int32_t acquires_as, presents_as; // the result of each such call, if it is an error
} fake_window;
bool fake_window_create_surface(void *user, void *instance, uint64_t *surface);
void fake_window_get_size(void *user, uint32_t *width, uint32_t *height);
// Instance extensions that such a window needs.
extern const char *const fake_window_extensions[1];

// A device of VK_KHR_portability_subset, in place of the real one.
typedef struct fake_portability {
    bool offered;
    bool lacks_stride;            // it has no vertexAttributeAccessBeyondStride
    bool enabled, enabled_stride; // set when a device is created: the extension, and that feature
} fake_portability;
extern fake_portability fake_subset;
// A device that says when a picture is shown, in place of the real one.
typedef struct fake_present_times {
    bool offered;
    bool lacks_wait, lacks_feature; // it has VK_KHR_present_id alone; it has both extensions and not the feature
    uint64_t shown;                 // the newest picture on the screen: set by the test
    bool enabled;                   // set when a device is created: both extensions and features
    uint64_t first, last;           // the pictures presented to the last swapchain
    uint32_t waits;                 // queries that could have stood still, or without a swapchain
} fake_present_times;
extern fake_present_times fake_presents;

// Whether the last instance lists such devices.
bool failing_calls_lists_portability(void);

// Devices in place of the real one, which does the work of each.
enum { FAKE_DEVICES = 3, FAKE_FAMILIES = 2 };
typedef struct fake_device {
    const char *name;
    int32_t type;             // a VkPhysicalDeviceType
    uint32_t draws, presents; // families of queues, a bit each
} fake_device;
typedef struct fake_device_list {
    fake_device devices[FAKE_DEVICES];
    uint32_t count;  // 0: the real device
    uint32_t family; // of the queue that the last device was created with
} fake_device_list;
extern fake_device_list fake_devices;

// The display is turned by a quarter; the window system can turn pictures, too.
void failing_calls_turn_display(bool turned);
uint32_t failing_calls_pre_transform(void); // of the last swapchain
// The modes of alpha that windows offer, VkCompositeAlphaFlagsKHR; 0: opaque alone.
void failing_calls_offer_alphas(uint32_t alphas);
uint32_t failing_calls_alpha(void); // of the last swapchain

// The loader does not find the function of that name; NULL: it finds all.
void failing_calls_hide(const char *name);

// No device can be created.
void failing_calls_refuse_devices(bool refuse);

// Memory that the driver refuses, until the call with zeros: the next `times` allocations (UINT32_MAX: all) of the
// memory types in `types`, a bit each, and those that would exceed `limit` bytes together (0: none).
void failing_calls_refuse_memory(uint32_t times, uint32_t types, uint64_t limit);
uint32_t failing_calls_refused(void);   // allocations, since that call
uint64_t failing_calls_allocated(void); // bytes, now
// The driver says that it has two memory types like its first one. For devices created afterwards.
void failing_calls_double_memory_type(bool twice);

// The heap of a device whose description names this allocator.
extern const render_allocator failing_heap;
void failing_heap_reset(void);
uint32_t failing_heap_count(void); // allocations since the reset
void failing_heap_fail(uint32_t index);
bool failing_heap_has_failed(void);
int64_t failing_heap_live(void); // allocations, or else bytes by which sizes of deallocations are wrong

#endif
