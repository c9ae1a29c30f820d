#include "device/loader.h"

#if defined(_WIN32)
#include <windows.h> // in this file only: it defines CreateSemaphore as a macro
#else
#include <dlfcn.h>
#endif

PFN_vkGetInstanceProcAddr render_open_loader(void)
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
