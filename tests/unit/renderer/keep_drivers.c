// keep_drivers.c: for programs that meet Vulkan under AddressSanitizer.
//
// The validation layer and the software driver leak a little. Once unloaded, their leaks have no name that a
// suppression could match, and look like ours. So they are loaded early and never unloaded; lsan.supp does the rest.
#include <dlfcn.h>

__attribute__((constructor)) static void keep_drivers(void)
{
    dlopen("libVkLayer_khronos_validation.so", RTLD_NOW | RTLD_NODELETE);
    dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_NODELETE);
}
