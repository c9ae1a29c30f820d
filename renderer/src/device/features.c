#include "device/device_private.h"

#include <assert.h>
#include <string.h>

static const char *const names[] = {
    "geometry-shader", "multi-draw-indirect", "first-instance", "fill-modes", "anisotropy",
    "sample-shading",  "full-index",          "memory-budget",  "timestamps", "limits",
    "present-times",   "storage-range",       "stencil"};
static_assert(sizeof names / sizeof names[0] == RENDER_FEATURE_COUNT, "a name for each feature");

const char *render_feature_name(uint32_t index)
{
    return index < RENDER_FEATURE_COUNT ? names[index] : NULL;
}

// Returns the set that one name stands for; 0: unknown.
static uint32_t find_feature(const char *name, size_t size)
{
    if (size == 3 && strncmp(name, "all", size) == 0)
        return RENDER_ALL_FEATURES;
    for (uint32_t i = 0; i < RENDER_FEATURE_COUNT; i++) {
        if (strlen(names[i]) == size && strncmp(name, names[i], size) == 0)
            return 1u << i;
    }
    return 0;
}

bool render_features_read(const char *text, uint32_t *out)
{
    uint32_t set = 0;
    while (*text != '\0') {
        size_t size = strcspn(text, ",");
        uint32_t feature = find_feature(text, size);
        if (feature == 0)
            return false;
        set |= feature;
        text += size;
        if (*text == ',' && *++text == '\0')
            return false;
    }
    *out = set;
    return true;
}

// Limits that the renderer relies on without reading them. Every Vulkan 1.3 device has these minimums.
static_assert(sizeof(struct shader_push) <= 128, "maxPushConstantsSize");
static_assert(sizeof(struct shader_view) <= 16384, "maxUniformBufferRange");
static_assert(SHADER_FRAME_BUFFERS - 1 <= 4, "maxPerStageDescriptorStorageBuffers");
static_assert((uint64_t)RENDER_IMAGE_SET_POOLS * RENDER_POOL_SETS * sizeof(struct shader_material) <= 1u << 27,
              "maxStorageBufferRange: each material has a set of images");
static_assert(SHADER_IMAGE_BINDINGS <= 16, "maxPerStageDescriptorSamplers");

// Lowers every limit that the renderer reads to the minimum that Vulkan 1.3 requires. What says how the device
// rasterizes or counts time is no limit on the renderer, and stays.
static void lower_limits(VkPhysicalDeviceLimits *limits)
{
    limits->maxImageDimension2D = 4096;
    limits->maxViewportDimensions[0] = limits->maxViewportDimensions[1] = 4096;
    limits->maxFramebufferWidth = limits->maxFramebufferHeight = 4096;
    limits->viewportBoundsRange[0] = -8192.0f;
    limits->viewportBoundsRange[1] = 8191.0f;
    limits->maxDrawIndirectCount = (1u << 16) - 1;
    limits->maxMemoryAllocationCount = 4096;
    limits->maxStorageBufferRange = 1u << 27;
    limits->framebufferColorSampleCounts = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;
    limits->framebufferDepthSampleCounts = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;
    limits->maxSamplerAnisotropy = 16.0f;
    limits->maxVertexInputBindingStride = 2048;
}

// The features that the device has and the renderer would use.
static uint32_t get_available(const render_features_source *source, const VkPhysicalDeviceProperties *properties)
{
    const VkPhysicalDeviceFeatures *features = &source->usable;
    // Software Vulkan supports anisotropy, but visits all texels of the ellipse: a picture can then take minutes.
    const bool software = properties->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint32_t set = RENDER_FEATURE_LIMITS | RENDER_FEATURE_STORAGE_RANGE;
    set |= features->geometryShader ? RENDER_FEATURE_GEOMETRY_SHADER : 0;
    set |= features->multiDrawIndirect ? RENDER_FEATURE_MULTI_DRAW_INDIRECT : 0;
    set |= features->drawIndirectFirstInstance ? RENDER_FEATURE_FIRST_INSTANCE : 0;
    set |= features->fillModeNonSolid ? RENDER_FEATURE_FILL_MODES : 0;
    set |= features->samplerAnisotropy && !software ? RENDER_FEATURE_ANISOTROPY : 0;
    set |= features->sampleRateShading ? RENDER_FEATURE_SAMPLE_SHADING : 0;
    set |= features->fullDrawIndexUint32 ? RENDER_FEATURE_FULL_INDEX : 0;
    set |= source->memory_budget ? RENDER_FEATURE_MEMORY_BUDGET : 0;
    set |= source->present_times ? RENDER_FEATURE_PRESENT_TIMES : 0;
    set |= source->clock_bits > 0 ? RENDER_FEATURE_TIMESTAMPS : 0;
    set |= source->stencil ? RENDER_FEATURE_STENCIL : 0;
    return set;
}

// Sets the limits that properties beside VkPhysicalDeviceLimits have a part in, copies of the others, and what the
// driver is known to get wrong.
static void init_limits(render_device *device)
{
    VkPhysicalDeviceVulkan11Properties v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
    VkPhysicalDeviceVulkan13Properties v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES,
                                              .pNext = &v11};
    VkPhysicalDeviceVulkan12Properties v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES,
                                              .pNext = &v13};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &v12};
    const VkPhysicalDeviceLimits *limits = &device->properties.limits;
    const render_features *features = &device->features;
    const bool low = !(features->used & RENDER_FEATURE_LIMITS);
    device->vk.GetPhysicalDeviceProperties2(device->physical, &properties);
    device->features.resolves_all = v12.driverID == VK_DRIVER_ID_GOOGLE_SWIFTSHADER;
    device->limits = (render_limits){
        .buffer_size = low ? UINT64_C(1) << 30 : v13.maxBufferSize,
        .allocation_size = low ? UINT64_C(1) << 30 : v11.maxMemoryAllocationSize,
        .allocations = limits->maxMemoryAllocationCount,
        .storage_range = features->used & RENDER_FEATURE_STORAGE_RANGE ? limits->maxStorageBufferRange : 1u << 16,
        .draw_count = features->indirect ? limits->maxDrawIndirectCount : UINT32_MAX,
        // The largest of all indices restarts a strip.
        .largest_index = features->full_index ? UINT32_MAX - 1 : (1u << 24) - 1};
}

void render_features_init(render_device *device, const render_features_source *source)
{
    VkPhysicalDeviceLimits *limits = &device->properties.limits;
    const uint32_t used = get_available(source, &device->properties) & ~source->masked;
    const uint32_t indirect = RENDER_FEATURE_MULTI_DRAW_INDIRECT | RENDER_FEATURE_FIRST_INSTANCE;
    const uint32_t bits = source->clock_bits;
    if (!(used & RENDER_FEATURE_LIMITS))
        lower_limits(limits);
    float anisotropy = limits->maxSamplerAnisotropy < 8.0f ? limits->maxSamplerAnisotropy : 8.0f;
    device->features = (render_features){.used = used,
                                         .primitive_id = used & RENDER_FEATURE_GEOMETRY_SHADER,
                                         .line_mode = used & RENDER_FEATURE_FILL_MODES,
                                         .sample_shading = used & RENDER_FEATURE_SAMPLE_SHADING,
                                         .indirect = (used & indirect) == indirect,
                                         .full_index = used & RENDER_FEATURE_FULL_INDEX,
                                         .swapchain = source->swapchain,
                                         .portability = source->portability,
                                         .memory_budget = used & RENDER_FEATURE_MEMORY_BUDGET,
                                         .present_times = used & RENDER_FEATURE_PRESENT_TIMES,
                                         .caps = used & RENDER_FEATURE_STENCIL,
                                         .clock = used & RENDER_FEATURE_TIMESTAMPS,
                                         .clock_mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX,
                                         .max_anisotropy = used & RENDER_FEATURE_ANISOTROPY ? anisotropy : 1.0f};
    init_limits(device);
}

uint32_t render_device_features(const render_device *device)
{
    return device->features.used;
}
