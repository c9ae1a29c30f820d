// level_faults.c: the ranges of lights and cameras.
#include "document/level/level.h"

#include <math.h>

const char *editor_light_fault(const editor_light *light)
{
    for (int i = 0; i < 3; i++) {
        if (!(light->color[i] >= 0 && light->color[i] <= 1))
            return "color: expected 0 to 1";
    }
    if (!(light->intensity >= 0 && isfinite(light->intensity)))
        return "intensity: expected 0 or more";
    if (!(light->range >= 0 && isfinite(light->range)))
        return "range: expected 0 or more";
    if (!(light->inner >= 0 && light->inner < light->outer && light->outer <= EDITOR_PI / 2))
        return light->type == EDITOR_LIGHT_SPOT ? "cone: expected 0 <= inner < outer <= pi / 2" : NULL;
    return NULL;
}

const char *editor_lens_fault(const editor_lens *lens)
{
    if (!lens->orthographic && !(lens->fov > 0 && lens->fov < EDITOR_PI))
        return "fov: expected above 0 and below pi";
    if (lens->orthographic && !(lens->height > 0 && isfinite(lens->height)))
        return "height: expected above 0";
    if (!(isfinite(lens->near_plane) && (lens->near_plane > 0 || (lens->orthographic && lens->near_plane == 0))))
        return "near: expected above 0";
    if (!(lens->far_plane == 0 || (isfinite(lens->far_plane) && lens->far_plane > lens->near_plane)))
        return "far: expected above near, or 0";
    return NULL;
}
