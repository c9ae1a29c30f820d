#include "failing_private.h"

#include "device/functions.h"

#include <stdio.h>
#include <string.h>

failing_state failing;

// What Vulkan itself does.
static PFN_vkGetInstanceProcAddr real_get;
static VkInstance instance_now;

PFN_vkVoidFunction failing_real(const char *name)
{
    return real_get(instance_now, name);
}

// How many calls come before one varies a little with the GPU's pace: what comes in its place may have other results.
static bool may_return(const char *name, VkResult result)
{
    int32_t results[8];
    uint32_t count = failing_calls_results(name, results);
    for (uint32_t i = 0; i < count; i++) {
        if (results[i] == (int32_t)result)
            return true;
    }
    return false;
}

// Counts the call; true: it is to fail, with `*result`.
bool failing_now(const char *name, VkResult *result)
{
    if (failing.refuse_devices && strcmp(name, "vkCreateDevice") == 0) {
        *result = VK_ERROR_INITIALIZATION_FAILED;
        return true;
    }
    uint32_t index = failing.count++;
    if (index < FAILING_MAX_CALLS)
        failing.names[index] = name;
    bool chosen = failing.next != NULL ? strcmp(name, failing.next) == 0 : index == failing.fail_at;
    if (failing.armed && !failing.failed && chosen && may_return(name, failing.result)) {
        failing.failed = true;
        failing.lost = failing.live[FAILING_DEVICE] > 0 && (failing.lost || failing.result == VK_ERROR_DEVICE_LOST);
        *result = failing.result;
        return true;
    }
    return false;
}

// The same for calls that a lost device refuses.
bool failing_or_lost(const char *name, VkResult *result)
{
    bool lost = failing.lost;
    if (failing_now(name, result))
        return true;
    *result = VK_ERROR_DEVICE_LOST;
    return lost;
}

#define REAL(function) ((PFN_##function)failing_real(#function))

// Wrappers: count, fail or call, and count what was made.
#define WRAP(function, check, kind, parameters, ...)                                                                   \
    static VKAPI_ATTR VkResult VKAPI_CALL wrap_##function parameters                                                   \
    {                                                                                                                  \
        VkResult result;                                                                                               \
        if (check(#function, &result))                                                                                 \
            return result;                                                                                             \
        result = REAL(function)(__VA_ARGS__);                                                                          \
        failing.live[kind] += result == VK_SUCCESS;                                                                    \
        return result;                                                                                                 \
    }

#define WRAP_DESTROY(function, type, kind)                                                                             \
    static VKAPI_ATTR void VKAPI_CALL wrap_##function(VkDevice device, type object,                                    \
                                                      const VkAllocationCallbacks *allocator)                          \
    {                                                                                                                  \
        failing.live[kind] -= object != VK_NULL_HANDLE;                                                                \
        REAL(function)(device, object, allocator);                                                                     \
    }

WRAP(vkEnumerateInstanceLayerProperties, failing_now, FAILING_UNCOUNTED, (uint32_t a[], VkLayerProperties *b), a, b)
WRAP(vkEnumerateInstanceExtensionProperties, failing_now, FAILING_UNCOUNTED,
     (const char *a, uint32_t *b, VkExtensionProperties *c), a, b, c)
WRAP(vkEnumeratePhysicalDevices, failing_now, FAILING_UNCOUNTED, (VkInstance a, uint32_t *b, VkPhysicalDevice *c), a, b,
     c)
WRAP(vkEnumerateDeviceExtensionProperties, failing_now, FAILING_UNCOUNTED,
     (VkPhysicalDevice a, const char *b, uint32_t *c, VkExtensionProperties *d), a, b, c, d)
WRAP(vkCreateDevice, failing_now, FAILING_DEVICE,
     (VkPhysicalDevice a, const VkDeviceCreateInfo *b, const VkAllocationCallbacks *c, VkDevice *d), a, b, c, d)
WRAP(vkCreateDebugUtilsMessengerEXT, failing_now, FAILING_MESSENGER,
     (VkInstance a, const VkDebugUtilsMessengerCreateInfoEXT *b, const VkAllocationCallbacks *c,
      VkDebugUtilsMessengerEXT *d),
     a, b, c, d)
WRAP(vkCreateSemaphore, failing_now, FAILING_SEMAPHORE,
     (VkDevice a, const VkSemaphoreCreateInfo *b, const VkAllocationCallbacks *c, VkSemaphore *d), a, b, c, d)
WRAP(vkCreateCommandPool, failing_now, FAILING_COMMAND_POOL,
     (VkDevice a, const VkCommandPoolCreateInfo *b, const VkAllocationCallbacks *c, VkCommandPool *d), a, b, c, d)
WRAP(vkAllocateCommandBuffers, failing_now, FAILING_UNCOUNTED,
     (VkDevice a, const VkCommandBufferAllocateInfo *b, VkCommandBuffer *c), a, b, c)
WRAP(vkBeginCommandBuffer, failing_now, FAILING_UNCOUNTED, (VkCommandBuffer a, const VkCommandBufferBeginInfo *b), a, b)
WRAP(vkEndCommandBuffer, failing_now, FAILING_UNCOUNTED, (VkCommandBuffer a), a)
WRAP(vkResetCommandPool, failing_now, FAILING_UNCOUNTED, (VkDevice a, VkCommandPool b, VkCommandPoolResetFlags c), a, b,
     c)
WRAP(vkCreateBuffer, failing_now, FAILING_BUFFER,
     (VkDevice a, const VkBufferCreateInfo *b, const VkAllocationCallbacks *c, VkBuffer *d), a, b, c, d)
WRAP(vkCreateImage, failing_now, FAILING_IMAGE,
     (VkDevice a, const VkImageCreateInfo *b, const VkAllocationCallbacks *c, VkImage *d), a, b, c, d)
WRAP(vkCreateImageView, failing_now, FAILING_IMAGE_VIEW,
     (VkDevice a, const VkImageViewCreateInfo *b, const VkAllocationCallbacks *c, VkImageView *d), a, b, c, d)
WRAP(vkBindBufferMemory, failing_now, FAILING_UNCOUNTED, (VkDevice a, VkBuffer b, VkDeviceMemory c, VkDeviceSize d), a,
     b, c, d)
WRAP(vkBindImageMemory, failing_now, FAILING_UNCOUNTED, (VkDevice a, VkImage b, VkDeviceMemory c, VkDeviceSize d), a, b,
     c, d)
WRAP(vkCreateShaderModule, failing_now, FAILING_SHADER_MODULE,
     (VkDevice a, const VkShaderModuleCreateInfo *b, const VkAllocationCallbacks *c, VkShaderModule *d), a, b, c, d)
WRAP(vkCreatePipelineCache, failing_now, FAILING_PIPELINE_CACHE,
     (VkDevice a, const VkPipelineCacheCreateInfo *b, const VkAllocationCallbacks *c, VkPipelineCache *d), a, b, c, d)
WRAP(vkGetPipelineCacheData, failing_now, FAILING_UNCOUNTED, (VkDevice a, VkPipelineCache b, size_t *c, void *d), a, b,
     c, d)
WRAP(vkCreatePipelineLayout, failing_now, FAILING_PIPELINE_LAYOUT,
     (VkDevice a, const VkPipelineLayoutCreateInfo *b, const VkAllocationCallbacks *c, VkPipelineLayout *d), a, b, c, d)
WRAP(vkCreateDescriptorSetLayout, failing_now, FAILING_SET_LAYOUT,
     (VkDevice a, const VkDescriptorSetLayoutCreateInfo *b, const VkAllocationCallbacks *c, VkDescriptorSetLayout *d),
     a, b, c, d)
WRAP(vkCreateDescriptorPool, failing_now, FAILING_DESCRIPTOR_POOL,
     (VkDevice a, const VkDescriptorPoolCreateInfo *b, const VkAllocationCallbacks *c, VkDescriptorPool *d), a, b, c, d)
WRAP(vkResetDescriptorPool, failing_now, FAILING_UNCOUNTED,
     (VkDevice a, VkDescriptorPool b, VkDescriptorPoolResetFlags c), a, b, c)
WRAP(vkAllocateDescriptorSets, failing_now, FAILING_UNCOUNTED,
     (VkDevice a, const VkDescriptorSetAllocateInfo *b, VkDescriptorSet *c), a, b, c)
WRAP(vkCreateSampler, failing_now, FAILING_SAMPLER,
     (VkDevice a, const VkSamplerCreateInfo *b, const VkAllocationCallbacks *c, VkSampler *d), a, b, c, d)
WRAP(vkCreateQueryPool, failing_now, FAILING_QUERY_POOL,
     (VkDevice a, const VkQueryPoolCreateInfo *b, const VkAllocationCallbacks *c, VkQueryPool *d), a, b, c, d)
WRAP(vkGetQueryPoolResults, failing_or_lost, FAILING_UNCOUNTED,
     (VkDevice a, VkQueryPool b, uint32_t c, uint32_t d, size_t e, void *f, VkDeviceSize g, VkQueryResultFlags h), a, b,
     c, d, e, f, g, h)
WRAP(vkQueueSubmit2, failing_or_lost, FAILING_UNCOUNTED, (VkQueue a, uint32_t b, const VkSubmitInfo2 *c, VkFence d), a,
     b, c, d)

WRAP_DESTROY(vkDestroyBuffer, VkBuffer, FAILING_BUFFER)
WRAP_DESTROY(vkDestroyImage, VkImage, FAILING_IMAGE)
WRAP_DESTROY(vkDestroyImageView, VkImageView, FAILING_IMAGE_VIEW)
WRAP_DESTROY(vkDestroySemaphore, VkSemaphore, FAILING_SEMAPHORE)
WRAP_DESTROY(vkDestroyCommandPool, VkCommandPool, FAILING_COMMAND_POOL)
WRAP_DESTROY(vkDestroyShaderModule, VkShaderModule, FAILING_SHADER_MODULE)
WRAP_DESTROY(vkDestroyPipelineCache, VkPipelineCache, FAILING_PIPELINE_CACHE)
WRAP_DESTROY(vkDestroyPipelineLayout, VkPipelineLayout, FAILING_PIPELINE_LAYOUT)
WRAP_DESTROY(vkDestroyDescriptorSetLayout, VkDescriptorSetLayout, FAILING_SET_LAYOUT)
WRAP_DESTROY(vkDestroyDescriptorPool, VkDescriptorPool, FAILING_DESCRIPTOR_POOL)
WRAP_DESTROY(vkDestroySampler, VkSampler, FAILING_SAMPLER)
WRAP_DESTROY(vkDestroyQueryPool, VkQueryPool, FAILING_QUERY_POOL)
WRAP_DESTROY(vkDestroyPipeline, VkPipeline, FAILING_PIPELINE)

static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkCreateInstance(const VkInstanceCreateInfo *info,
                                                            const VkAllocationCallbacks *allocator, VkInstance *out)
{
    VkResult result;
    if (failing_now("vkCreateInstance", &result))
        return result;
    instance_now = VK_NULL_HANDLE;
    failing.instance_flags = info->flags;
    result = REAL(vkCreateInstance)(info, allocator, out);
    if (result == VK_SUCCESS) {
        instance_now = *out;
        failing.live[FAILING_INSTANCE]++;
    }
    return result;
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkDestroyInstance(VkInstance instance, const VkAllocationCallbacks *allocator)
{
    failing.live[FAILING_INSTANCE]--;
    if (instance == instance_now)
        instance_now = VK_NULL_HANDLE;
    ((PFN_vkDestroyInstance)real_get(instance, "vkDestroyInstance"))(instance, allocator);
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkDestroyDevice(VkDevice device, const VkAllocationCallbacks *allocator)
{
    failing.live[FAILING_DEVICE]--;
    failing.lost = false; // a new one will be whole again
    failing.reached = 0;
    REAL(vkDestroyDevice)(device, allocator);
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkDestroyDebugUtilsMessengerEXT(VkInstance instance,
                                                                       VkDebugUtilsMessengerEXT messenger,
                                                                       const VkAllocationCallbacks *allocator)
{
    failing.live[FAILING_MESSENGER]--;
    REAL(vkDestroyDebugUtilsMessengerEXT)(instance, messenger, allocator);
}

// A driver would take the handle of a swapchain that is not its own for one that is.
static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkSetDebugUtilsObjectNameEXT(VkDevice device,
                                                                        const VkDebugUtilsObjectNameInfoEXT *info)
{
    VkResult result;
    if (failing_now("vkSetDebugUtilsObjectNameEXT", &result))
        return result;
    return info->objectType == VK_OBJECT_TYPE_SWAPCHAIN_KHR ? VK_SUCCESS
                                                            : REAL(vkSetDebugUtilsObjectNameEXT)(device, info);
}

// Whoever gives up waiting destroys what the GPU uses: here it is still at work, so the wait is real all the same.
static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkDeviceWaitIdle(VkDevice device)
{
    VkResult result;
    failing.waits++;
    VkResult real = REAL(vkDeviceWaitIdle)(device);
    return failing_or_lost("vkDeviceWaitIdle", &result) ? result : real;
}

static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkWaitSemaphores(VkDevice device, const VkSemaphoreWaitInfo *info,
                                                            uint64_t timeout)
{
    VkResult result;
    failing.waits++;
    const bool stands = failing.stalled && timeout != UINT64_MAX;
    VkResult real = stands ? VK_TIMEOUT : REAL(vkWaitSemaphores)(device, info, timeout);
    if (failing_or_lost("vkWaitSemaphores", &result))
        return result;
    if (real == VK_SUCCESS && info->pValues[0] > failing.reached)
        failing.reached = info->pValues[0];
    return real;
}

static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkGetSemaphoreCounterValue(VkDevice device, VkSemaphore semaphore,
                                                                      uint64_t *out)
{
    VkResult result = VK_SUCCESS;
    if (failing_or_lost("vkGetSemaphoreCounterValue", &result))
        return result;
    if (!failing.stalled)
        result = REAL(vkGetSemaphoreCounterValue)(device, semaphore, &failing.reached);
    *out = fake_lie.runs_ahead ? UINT64_MAX : fake_lie.runs_back ? 0 : failing.reached;
    return failing.stalled ? VK_SUCCESS : result;
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkGetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue *out)
{
    REAL(vkGetDeviceQueue)(device, family, index, out);
    failing.queue = *out;
}

typedef struct replacement {
    const char *name;
    PFN_vkVoidFunction function;
} replacement;

#define REPLACE(function) #function, (PFN_vkVoidFunction)wrap_##function
static const replacement replacements[] = {
    {REPLACE(vkEnumerateInstanceLayerProperties)},
    {REPLACE(vkEnumerateInstanceExtensionProperties)},
    {REPLACE(vkEnumeratePhysicalDevices)},
    {REPLACE(vkEnumerateDeviceExtensionProperties)},
    {REPLACE(vkCreateInstance)},
    {REPLACE(vkCreateDevice)},
    {REPLACE(vkCreateDebugUtilsMessengerEXT)},
    {REPLACE(vkCreateSemaphore)},
    {REPLACE(vkCreateCommandPool)},
    {REPLACE(vkAllocateCommandBuffers)},
    {REPLACE(vkBeginCommandBuffer)},
    {REPLACE(vkEndCommandBuffer)},
    {REPLACE(vkResetCommandPool)},
    {REPLACE(vkCreateBuffer)},
    {REPLACE(vkCreateImage)},
    {REPLACE(vkCreateImageView)},
    {REPLACE(vkBindBufferMemory)},
    {REPLACE(vkBindImageMemory)},
    {REPLACE(vkCreateShaderModule)},
    {REPLACE(vkCreatePipelineCache)},
    {REPLACE(vkGetPipelineCacheData)},
    {REPLACE(vkCreatePipelineLayout)},
    {REPLACE(vkCreateDescriptorSetLayout)},
    {REPLACE(vkCreateDescriptorPool)},
    {REPLACE(vkResetDescriptorPool)},
    {REPLACE(vkAllocateDescriptorSets)},
    {REPLACE(vkCreateSampler)},
    {REPLACE(vkCreateQueryPool)},
    {REPLACE(vkGetQueryPoolResults)},
    {REPLACE(vkGetSemaphoreCounterValue)},
    {REPLACE(vkQueueSubmit2)},
    {REPLACE(vkSetDebugUtilsObjectNameEXT)},
    {REPLACE(vkDestroyBuffer)},
    {REPLACE(vkDestroyImage)},
    {REPLACE(vkDestroyImageView)},
    {REPLACE(vkDestroySemaphore)},
    {REPLACE(vkDestroyCommandPool)},
    {REPLACE(vkDestroyShaderModule)},
    {REPLACE(vkDestroyPipelineCache)},
    {REPLACE(vkDestroyPipelineLayout)},
    {REPLACE(vkDestroyDescriptorSetLayout)},
    {REPLACE(vkDestroyDescriptorPool)},
    {REPLACE(vkDestroySampler)},
    {REPLACE(vkDestroyQueryPool)},
    {REPLACE(vkDestroyPipeline)},
    {REPLACE(vkDestroyInstance)},
    {REPLACE(vkDestroyDevice)},
    {REPLACE(vkDestroyDebugUtilsMessengerEXT)},
    {REPLACE(vkDeviceWaitIdle)},
    {REPLACE(vkWaitSemaphores)},
    {REPLACE(vkGetDeviceQueue)},
};

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_function(VkInstance instance, const char *name);

// In place of vkGetDeviceProcAddr: what of the instance's functions is a device's goes to that device as well.
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device, const char *name)
{
    (void)device;
    return get_function(instance_now, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_function(VkInstance instance, const char *name)
{
    if (failing.hidden != NULL && strcmp(name, failing.hidden) == 0)
        return NULL;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)get_device_function;
    PFN_vkVoidFunction fake = fake_device_function(name);
    if (fake == NULL)
        fake = fake_window_function(name);
    if (fake == NULL)
        fake = fake_portability_function(name);
    if (fake == NULL)
        fake = fake_present_function(name);
    if (fake == NULL)
        fake = fake_lie_function(name);
    if (fake != NULL)
        return fake;
    PFN_vkVoidFunction memory = failing_memory_function(name);
    if (memory != NULL)
        return memory;
    PFN_vkVoidFunction real = real_get(instance, name);
    for (size_t i = 0; i < sizeof replacements / sizeof replacements[0] && real != NULL; i++) {
        if (strcmp(name, replacements[i].name) == 0)
            return replacements[i].function;
    }
    return real;
}

bool failing_calls_install(void)
{
    render_functions system;
    if (render_load_global_functions(&system, NULL) != NULL)
        return false;
    real_get = system.GetInstanceProcAddr;
    render_default_loader = get_function;
    return true;
}

void failing_calls_reset(void)
{
    failing.count = failing.waits = 0;
    failing.armed = failing.failed = false;
    failing.next = NULL;
}

uint32_t failing_calls_count(void)
{
    return failing.count;
}

uint32_t failing_calls_waits(void)
{
    return failing.waits;
}

const char *failing_calls_name(uint32_t index)
{
    return index < failing.count && index < FAILING_MAX_CALLS ? failing.names[index] : NULL;
}

void failing_calls_fail(uint32_t index, int32_t result)
{
    failing.fail_at = index;
    failing.result = (VkResult)result;
    failing.armed = true;
}

void failing_calls_fail_next(const char *name, int32_t result)
{
    failing_calls_fail(0, result);
    failing.next = name;
}

bool failing_calls_has_failed(void)
{
    return failing.failed;
}

void failing_calls_stall(bool stalled)
{
    failing.stalled = stalled;
}

bool failing_calls_lists_portability(void)
{
    return failing.instance_flags & VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
}

void failing_calls_turn_display(bool turned)
{
    failing.turned = turned;
}

uint32_t failing_calls_pre_transform(void)
{
    return failing.pre_transform;
}

void failing_calls_offer_alphas(uint32_t alphas)
{
    failing.alphas = alphas;
}

uint32_t failing_calls_alpha(void)
{
    return failing.alpha;
}

void failing_calls_hide(const char *name)
{
    failing.hidden = name;
}

void failing_calls_refuse_devices(bool refuse)
{
    failing.refuse_devices = refuse;
}

int64_t failing_calls_live_objects(char *text, size_t size)
{
    static const char *const names[FAILING_KINDS] = {
        [FAILING_UNCOUNTED] = "",
        [FAILING_INSTANCE] = "instance",
        [FAILING_DEVICE] = "device",
        [FAILING_MESSENGER] = "messenger",
        [FAILING_SEMAPHORE] = "semaphore",
        [FAILING_COMMAND_POOL] = "command pool",
        [FAILING_BUFFER] = "buffer",
        [FAILING_IMAGE] = "image",
        [FAILING_IMAGE_VIEW] = "image view",
        [FAILING_MEMORY] = "memory",
        [FAILING_SHADER_MODULE] = "shader module",
        [FAILING_PIPELINE_CACHE] = "pipeline cache",
        [FAILING_PIPELINE_LAYOUT] = "pipeline layout",
        [FAILING_SET_LAYOUT] = "set layout",
        [FAILING_DESCRIPTOR_POOL] = "descriptor pool",
        [FAILING_SAMPLER] = "sampler",
        [FAILING_QUERY_POOL] = "query pool",
        [FAILING_PIPELINE] = "pipeline",
        [FAILING_SWAPCHAIN] = "swapchain",
        [FAILING_SURFACE] = "surface",
    };
    int64_t all = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int kind = FAILING_UNCOUNTED + 1; kind < FAILING_KINDS; kind++) {
        int64_t live = failing.live[kind];
        all += live < 0 ? -live : live;
        if (live != 0 && used < size)
            used += (size_t)snprintf(text + used, size - used, "%lld %s ", (long long)live, names[kind]);
    }
    return all;
}

// By name: what is not listed is refused for want of memory only.
typedef struct results_row {
    const char *name;
    VkResult results[6]; // up to the first VK_SUCCESS
} results_row;

static const results_row rows[] = {
    {"vkCreateInstance",
     {VK_ERROR_INITIALIZATION_FAILED, VK_ERROR_LAYER_NOT_PRESENT, VK_ERROR_EXTENSION_NOT_PRESENT,
      VK_ERROR_INCOMPATIBLE_DRIVER}},
    {"vkEnumeratePhysicalDevices", {VK_ERROR_INITIALIZATION_FAILED}},
    {"vkEnumerateDeviceExtensionProperties", {VK_ERROR_LAYER_NOT_PRESENT}},
    {"vkCreateDevice",
     {VK_ERROR_INITIALIZATION_FAILED, VK_ERROR_EXTENSION_NOT_PRESENT, VK_ERROR_FEATURE_NOT_PRESENT,
      VK_ERROR_TOO_MANY_OBJECTS, VK_ERROR_DEVICE_LOST}},
    {"vkAllocateMemory", {VK_ERROR_TOO_MANY_OBJECTS, VK_ERROR_INVALID_EXTERNAL_HANDLE}},
    {"vkCreateSampler", {VK_ERROR_TOO_MANY_OBJECTS}},
    {"vkMapMemory", {VK_ERROR_MEMORY_MAP_FAILED}},
    {"vkCreateDescriptorPool", {VK_ERROR_FRAGMENTATION}},
    {"vkAllocateDescriptorSets", {VK_ERROR_FRAGMENTED_POOL, VK_ERROR_OUT_OF_POOL_MEMORY}},
    {"vkGetQueryPoolResults", {VK_ERROR_DEVICE_LOST, VK_NOT_READY}},
    {"vkGetSemaphoreCounterValue", {VK_ERROR_DEVICE_LOST}},
    {"vkWaitSemaphores", {VK_ERROR_DEVICE_LOST}},
    {"vkDeviceWaitIdle", {VK_ERROR_DEVICE_LOST}},
    {"vkQueueSubmit2", {VK_ERROR_DEVICE_LOST}},
    {"vkGetPhysicalDeviceSurfaceSupportKHR", {VK_ERROR_SURFACE_LOST_KHR}},
    {"vkGetPhysicalDeviceSurfaceCapabilitiesKHR", {VK_ERROR_SURFACE_LOST_KHR}},
    {"vkGetPhysicalDeviceSurfaceFormatsKHR", {VK_ERROR_SURFACE_LOST_KHR}},
    {"vkGetPhysicalDeviceSurfacePresentModesKHR", {VK_ERROR_SURFACE_LOST_KHR}},
    {"vkCreateSwapchainKHR",
     {VK_ERROR_DEVICE_LOST, VK_ERROR_SURFACE_LOST_KHR, VK_ERROR_NATIVE_WINDOW_IN_USE_KHR,
      VK_ERROR_INITIALIZATION_FAILED}},
    {"vkAcquireNextImageKHR",
     {VK_ERROR_DEVICE_LOST, VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR, VK_SUBOPTIMAL_KHR, VK_TIMEOUT}},
    {"vkWaitForPresentKHR", {VK_ERROR_DEVICE_LOST, VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR, VK_TIMEOUT}},
    {"vkQueuePresentKHR",
     {VK_ERROR_DEVICE_LOST, VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR, VK_SUBOPTIMAL_KHR}},
};

uint32_t failing_calls_results(const char *name, int32_t results[8])
{
    uint32_t count = strcmp(name, "vkSetDebugUtilsObjectNameEXT") == 0 ? 1 : 2; // names are for people: one is enough
    results[0] = VK_ERROR_OUT_OF_HOST_MEMORY;
    results[1] = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int k = 0; strcmp(rows[i].name, name) == 0 && k < 6 && rows[i].results[k] != VK_SUCCESS; k++)
            results[count++] = rows[i].results[k];
    }
    return count;
}
