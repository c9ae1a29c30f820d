#include "device/functions.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

PFN_vkGetInstanceProcAddr render_default_loader;

static PFN_vkGetInstanceProcAddr open_loader(void)
{
#if defined(_WIN32)
    HMODULE library = LoadLibraryA("vulkan-1.dll");
    return library != NULL ? (PFN_vkGetInstanceProcAddr)(void (*)(void))GetProcAddress(library, "vkGetInstanceProcAddr")
                           : NULL;
#else
#if defined(__APPLE__)
    static const char *const names[] = {"libvulkan.dylib", "libvulkan.1.dylib", "libMoltenVK.dylib"};
#else
    static const char *const names[] = {"libvulkan.so.1", "libvulkan.so"};
#endif
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && library == NULL; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    // ISO C knows no conversion from an object's pointer to a function's; POSIX demands that it works.
    union {
        void *object;
        PFN_vkGetInstanceProcAddr function;
    } symbol = {.object = library != NULL ? dlsym(library, "vkGetInstanceProcAddr") : NULL};
    return symbol.function;
#endif
}

static PFN_vkGetInstanceProcAddr default_loader(void)
{
    if (render_default_loader != NULL)
        return render_default_loader;
    // Opened again it is the same library. It is not closed: drivers do not survive that.
    return open_loader();
}

#define LOAD_GLOBAL(name)                                                                                              \
    vk->name = (PFN_vk##name)vk->GetInstanceProcAddr(NULL, "vk" #name);                                                \
    if (vk->name == NULL)                                                                                              \
        return "vk" #name;

#define LOAD_INSTANCE_EXTENSION(name) vk->name = (PFN_vk##name)vk->GetInstanceProcAddr(instance, "vk" #name);
#define LOAD_INSTANCE(name)                                                                                            \
    LOAD_INSTANCE_EXTENSION(name)                                                                                      \
    if (vk->name == NULL)                                                                                              \
        return "vk" #name;

#define LOAD_DEVICE_EXTENSION(name) vk->name = (PFN_vk##name)vk->GetDeviceProcAddr(device, "vk" #name);
#define LOAD_DEVICE(name)                                                                                              \
    LOAD_DEVICE_EXTENSION(name)                                                                                        \
    if (vk->name == NULL)                                                                                              \
        return "vk" #name;

const char *render_load_global_functions(render_functions *vk, PFN_vkGetInstanceProcAddr get)
{
    *vk = (render_functions){.GetInstanceProcAddr = get != NULL ? get : default_loader()};
    if (vk->GetInstanceProcAddr == NULL)
        return "vkGetInstanceProcAddr";
    RENDER_GLOBAL_FUNCTIONS(LOAD_GLOBAL)
    return NULL;
}

const char *render_load_instance_functions(render_functions *vk, VkInstance instance)
{
    RENDER_INSTANCE_FUNCTIONS(LOAD_INSTANCE)
    RENDER_INSTANCE_EXTENSION_FUNCTIONS(LOAD_INSTANCE_EXTENSION)
    return NULL;
}

const char *render_load_device_functions(render_functions *vk, VkDevice device)
{
    RENDER_DEVICE_FUNCTIONS(LOAD_DEVICE)
    RENDER_DEVICE_EXTENSION_FUNCTIONS(LOAD_DEVICE_EXTENSION)
    return NULL;
}

void render_forget_debug_functions(render_functions *vk)
{
    vk->CreateDebugUtilsMessengerEXT = NULL;
    vk->DestroyDebugUtilsMessengerEXT = NULL;
    vk->SetDebugUtilsObjectNameEXT = NULL;
    vk->CmdBeginDebugUtilsLabelEXT = NULL;
    vk->CmdEndDebugUtilsLabelEXT = NULL;
}
