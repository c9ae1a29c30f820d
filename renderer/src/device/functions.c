#include "device/functions.h"

#include "device/loader.h"

PFN_vkGetInstanceProcAddr render_default_loader;

static PFN_vkGetInstanceProcAddr default_loader(void)
{
    if (render_default_loader != NULL)
        return render_default_loader;
    // Opened again it is the same library. It is not closed: drivers do not survive that.
    return render_open_loader();
}

// All are loaded, also where one is missing: what was created must be destroyed.
#define KEEP(name) missing = vk->name != NULL || missing != NULL ? missing : "vk" #name;
#define LOAD_GLOBAL(name)                                                                                              \
    vk->name = (PFN_vk##name)vk->GetInstanceProcAddr(NULL, "vk" #name);                                                \
    KEEP(name)

#define LOAD_INSTANCE_EXTENSION(name) vk->name = (PFN_vk##name)vk->GetInstanceProcAddr(instance, "vk" #name);
#define LOAD_INSTANCE(name)                                                                                            \
    LOAD_INSTANCE_EXTENSION(name)                                                                                      \
    KEEP(name)

#define LOAD_DEVICE_EXTENSION(name) vk->name = (PFN_vk##name)vk->GetDeviceProcAddr(device, "vk" #name);
#define LOAD_DEVICE(name)                                                                                              \
    LOAD_DEVICE_EXTENSION(name)                                                                                        \
    KEEP(name)

const char *render_load_global_functions(render_functions *vk, PFN_vkGetInstanceProcAddr get)
{
    const char *missing = NULL;
    *vk = (render_functions){.GetInstanceProcAddr = get != NULL ? get : default_loader()};
    if (vk->GetInstanceProcAddr == NULL)
        return "vkGetInstanceProcAddr";
    RENDER_GLOBAL_FUNCTIONS(LOAD_GLOBAL)
    return missing;
}

const char *render_load_instance_functions(render_functions *vk, VkInstance instance)
{
    const char *missing = NULL;
    RENDER_INSTANCE_FUNCTIONS(LOAD_INSTANCE)
    RENDER_INSTANCE_EXTENSION_FUNCTIONS(LOAD_INSTANCE_EXTENSION)
    return missing;
}

const char *render_load_device_functions(render_functions *vk, VkDevice device)
{
    const char *missing = NULL;
    RENDER_DEVICE_FUNCTIONS(LOAD_DEVICE)
    RENDER_DEVICE_EXTENSION_FUNCTIONS(LOAD_DEVICE_EXTENSION)
    return missing;
}

void render_forget_debug_functions(render_functions *vk)
{
    vk->CreateDebugUtilsMessengerEXT = NULL;
    vk->DestroyDebugUtilsMessengerEXT = NULL;
    vk->SetDebugUtilsObjectNameEXT = NULL;
    vk->CmdBeginDebugUtilsLabelEXT = NULL;
    vk->CmdEndDebugUtilsLabelEXT = NULL;
}
