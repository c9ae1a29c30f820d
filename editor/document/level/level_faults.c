// level_faults.c: the ranges of lights and cameras.
#include "document/level/level.h"

#include <math.h>

const char *editor_light_fault(const editor_light *light)
{
    for (int i = 0; i < 3; i++) {
        if (!(light->color[i] >= 0 && light->color[i] <= 1))
            return "color: 0 to 1 is wanted";
    }
    if (!(light->intensity >= 0 && isfinite(light->intensity)))
        return "intensity: 0 or more is wanted";
    if (!(light->range >= 0 && isfinite(light->range)))
        return "range: 0 or more is wanted";
    if (!(light->inner >= 0 && light->inner < light->outer && light->outer <= EDITOR_PI / 2))
        return light->type == EDITOR_LIGHT_SPOT ? "cone: 0 <= inner < outer <= pi / 2 is wanted" : NULL;
    return NULL;
}

const char *editor_lens_fault(const editor_lens *lens)
{
    if (!lens->orthographic && !(lens->fov > 0 && lens->fov < EDITOR_PI))
        return "fov: above 0 and below pi is wanted";
    if (lens->orthographic && !(lens->height > 0 && isfinite(lens->height)))
        return "height: above 0 is wanted";
    if (!(isfinite(lens->near_plane) && (lens->near_plane > 0 || (lens->orthographic && lens->near_plane == 0))))
        return "near: above 0 is wanted";
    if (!(lens->far_plane == 0 || (isfinite(lens->far_plane) && lens->far_plane > lens->near_plane)))
        return "far: above near is wanted, or 0";
    return NULL;
}
