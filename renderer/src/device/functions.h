// functions.h: the Vulkan functions that the renderer calls. Each device has a table of its own, so that programs with
// other instances, devices and loaders are not touched, and a call goes to the driver without a detour.
#ifndef RENDERER_SRC_FUNCTIONS_H
#define RENDERER_SRC_FUNCTIONS_H

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan_core.h>

#include <stdbool.h>
#include <stddef.h>

// Names without their "vk": of no instance, of an instance, of a device. The EXTENSION lists belong to extensions;
// those functions are NULL where the extension is not enabled.
#define RENDER_GLOBAL_FUNCTIONS(X)                                                                                     \
    X(CreateInstance)                                                                                                  \
    X(EnumerateInstanceExtensionProperties)                                                                            \
    X(EnumerateInstanceLayerProperties)

#define RENDER_INSTANCE_FUNCTIONS(X)                                                                                   \
    X(CreateDevice)                                                                                                    \
    X(DestroyInstance)                                                                                                 \
    X(EnumerateDeviceExtensionProperties)                                                                              \
    X(EnumeratePhysicalDevices)                                                                                        \
    X(GetDeviceProcAddr)                                                                                               \
    X(GetPhysicalDeviceFeatures)                                                                                       \
    X(GetPhysicalDeviceFeatures2)                                                                                      \
    X(GetPhysicalDeviceFormatProperties)                                                                               \
    X(GetPhysicalDeviceMemoryProperties)                                                                               \
    X(GetPhysicalDeviceMemoryProperties2)                                                                              \
    X(GetPhysicalDeviceProperties)                                                                                     \
    X(GetPhysicalDeviceProperties2)                                                                                    \
    X(GetPhysicalDeviceQueueFamilyProperties)

#define RENDER_INSTANCE_EXTENSION_FUNCTIONS(X)                                                                         \
    X(CreateDebugUtilsMessengerEXT)                                                                                    \
    X(DestroyDebugUtilsMessengerEXT)                                                                                   \
    X(DestroySurfaceKHR)                                                                                               \
    X(GetPhysicalDeviceSurfaceCapabilitiesKHR)                                                                         \
    X(GetPhysicalDeviceSurfaceFormatsKHR)                                                                              \
    X(GetPhysicalDeviceSurfacePresentModesKHR)                                                                         \
    X(GetPhysicalDeviceSurfaceSupportKHR)

#define RENDER_DEVICE_FUNCTIONS(X)                                                                                     \
    X(AllocateCommandBuffers)                                                                                          \
    X(AllocateDescriptorSets)                                                                                          \
    X(AllocateMemory)                                                                                                  \
    X(BeginCommandBuffer)                                                                                              \
    X(BindBufferMemory)                                                                                                \
    X(BindImageMemory)                                                                                                 \
    X(CmdBeginRendering)                                                                                               \
    X(CmdBindDescriptorSets)                                                                                           \
    X(CmdBindIndexBuffer)                                                                                              \
    X(CmdBindPipeline)                                                                                                 \
    X(CmdBindVertexBuffers)                                                                                            \
    X(CmdBindVertexBuffers2)                                                                                           \
    X(CmdBlitImage)                                                                                                    \
    X(CmdCopyBuffer)                                                                                                   \
    X(CmdCopyBufferToImage)                                                                                            \
    X(CmdCopyImageToBuffer)                                                                                            \
    X(CmdDraw)                                                                                                         \
    X(CmdDrawIndexed)                                                                                                  \
    X(CmdDrawIndexedIndirect)                                                                                          \
    X(CmdEndRendering)                                                                                                 \
    X(CmdPipelineBarrier2)                                                                                             \
    X(CmdPushConstants)                                                                                                \
    X(CmdResetQueryPool)                                                                                               \
    X(CmdResolveImage)                                                                                                 \
    X(CmdSetCullMode)                                                                                                  \
    X(CmdSetDepthBias)                                                                                                 \
    X(CmdSetDepthCompareOp)                                                                                            \
    X(CmdSetFrontFace)                                                                                                 \
    X(CmdSetScissor)                                                                                                   \
    X(CmdSetViewport)                                                                                                  \
    X(CmdWriteTimestamp2)                                                                                              \
    X(CreateBuffer)                                                                                                    \
    X(CreateCommandPool)                                                                                               \
    X(CreateDescriptorPool)                                                                                            \
    X(CreateDescriptorSetLayout)                                                                                       \
    X(CreateGraphicsPipelines)                                                                                         \
    X(CreateImage)                                                                                                     \
    X(CreateImageView)                                                                                                 \
    X(CreatePipelineCache)                                                                                             \
    X(CreatePipelineLayout)                                                                                            \
    X(CreateQueryPool)                                                                                                 \
    X(CreateSampler)                                                                                                   \
    X(CreateSemaphore)                                                                                                 \
    X(CreateShaderModule)                                                                                              \
    X(DestroyBuffer)                                                                                                   \
    X(DestroyCommandPool)                                                                                              \
    X(DestroyDescriptorPool)                                                                                           \
    X(DestroyDescriptorSetLayout)                                                                                      \
    X(DestroyDevice)                                                                                                   \
    X(DestroyImage)                                                                                                    \
    X(DestroyImageView)                                                                                                \
    X(DestroyPipeline)                                                                                                 \
    X(DestroyPipelineCache)                                                                                            \
    X(DestroyPipelineLayout)                                                                                           \
    X(DestroyQueryPool)                                                                                                \
    X(DestroySampler)                                                                                                  \
    X(DestroySemaphore)                                                                                                \
    X(DestroyShaderModule)                                                                                             \
    X(DeviceWaitIdle)                                                                                                  \
    X(EndCommandBuffer)                                                                                                \
    X(FreeDescriptorSets)                                                                                              \
    X(FreeMemory)                                                                                                      \
    X(GetBufferMemoryRequirements)                                                                                     \
    X(GetDeviceQueue)                                                                                                  \
    X(GetImageMemoryRequirements)                                                                                      \
    X(GetPipelineCacheData)                                                                                            \
    X(GetQueryPoolResults)                                                                                             \
    X(GetSemaphoreCounterValue)                                                                                        \
    X(MapMemory)                                                                                                       \
    X(QueueSubmit2)                                                                                                    \
    X(ResetCommandPool)                                                                                                \
    X(ResetDescriptorPool)                                                                                             \
    X(UpdateDescriptorSets)                                                                                            \
    X(WaitSemaphores)

#define RENDER_DEVICE_EXTENSION_FUNCTIONS(X)                                                                           \
    X(AcquireNextImageKHR)                                                                                             \
    X(CmdBeginDebugUtilsLabelEXT)                                                                                      \
    X(CmdEndDebugUtilsLabelEXT)                                                                                        \
    X(CreateSwapchainKHR)                                                                                              \
    X(DestroySwapchainKHR)                                                                                             \
    X(GetSwapchainImagesKHR)                                                                                           \
    X(QueuePresentKHR)                                                                                                 \
    X(SetDebugUtilsObjectNameEXT)                                                                                      \
    X(WaitForPresentKHR)

typedef struct render_functions {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
#define FIELD(name) PFN_vk##name name;
    RENDER_GLOBAL_FUNCTIONS(FIELD)
    RENDER_INSTANCE_FUNCTIONS(FIELD)
    RENDER_INSTANCE_EXTENSION_FUNCTIONS(FIELD)
    RENDER_DEVICE_FUNCTIONS(FIELD)
    RENDER_DEVICE_EXTENSION_FUNCTIONS(FIELD)
#undef FIELD
} render_functions;

// What finds Vulkan's functions where a device's description names nothing: NULL, the system's loader. Tests put a
// driver that fails here.
extern PFN_vkGetInstanceProcAddr render_default_loader;

// Each returns NULL, or the name of a function that is missing. Global functions are found by `get`, or if that is NULL
// by the system's Vulkan loader, which is opened once and stays.
const char *render_load_global_functions(render_functions *vk, PFN_vkGetInstanceProcAddr get);
const char *render_load_instance_functions(render_functions *vk, VkInstance instance);
const char *render_load_device_functions(render_functions *vk, VkDevice device);
// Removes the functions of VK_EXT_debug_utils: a loader may return them although the extension is not enabled.
void render_forget_debug_functions(render_functions *vk);

#endif
