// loader.h: the system's Vulkan loader, a shared library.
#ifndef RENDERER_SRC_LOADER_H
#define RENDERER_SRC_LOADER_H

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan_core.h>

// Opens it: vulkan-1.dll, libvulkan.so.1 or libvulkan.dylib. Returns its function, or NULL if there is no loader.
PFN_vkGetInstanceProcAddr render_open_loader(void);

#endif
