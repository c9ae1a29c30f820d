// linking: a program that uses Vulkan in its own way beside the renderer: WITH_LOADER links to the loader, WITH_VOLK
// has a volk of its own. Exit status 0: both work, before and after the renderer's device.
#include "draw.h"
#include "own_loader.h"
#include "own_volk.h"

#include <stdio.h>

static int fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return 1;
}

int main(void)
{
#ifdef WITH_LOADER
    if (!check_own_loader())
        return fail("the loader's function does not work before the renderer is used");
#endif
#ifdef WITH_VOLK
    if (!open_own_volk())
        return 77;
#endif
    int status = draw_picture();
    if (status != 0)
        return status;
#ifdef WITH_LOADER
    if (!check_own_loader())
        return fail("the loader's function does not work beside the renderer");
#endif
#ifdef WITH_VOLK
    if (!check_own_volk())
        return fail("volk's table has changed");
#endif
    return 0;
}
