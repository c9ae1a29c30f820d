#include "view/lights.h"

#include <math.h>
#include <string.h>

// The brightest channel of the strongest sun, equal to that of the renderer's default sun.
static const double SUN = 1.3;

// The distance at which the strongest lamp has strength 1, in radii of the level: beside a sun, and alone.
static const double REACH_BESIDE_SUN = 0.1, REACH_ALONE = 0.35;

// The faintest visible strength, which bounds a lamp's range.
static const double FAINTEST = 0.02;

static bool is_sun(const editor_light *light)
{
    return light->type == EDITOR_LIGHT_DIRECTIONAL;
}

// Suns first, then by strength.
static bool is_before(const editor_object *a, const editor_object *b)
{
    if (is_sun(&a->light) != is_sun(&b->light))
        return is_sun(&a->light);
    return a->light.intensity > b->light.intensity;
}

static uint32_t choose(const editor_level *level, const editor_object *chosen[RENDER_MAX_LIGHTS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        if (object->kind != EDITOR_OBJECT_LIGHT || !object->exists || object->is_off || !object->is_finite ||
            !(object->light.intensity > 0))
            continue;
        uint32_t at = count < RENDER_MAX_LIGHTS ? count : RENDER_MAX_LIGHTS - 1;
        if (count == RENDER_MAX_LIGHTS && !is_before(object, chosen[at]))
            continue;
        for (; at > 0 && is_before(object, chosen[at - 1]); at--)
            chosen[at] = chosen[at - 1];
        chosen[at] = object;
        count += count < RENDER_MAX_LIGHTS;
    }
    return count;
}

static double strongest(const editor_object *const *lights, uint32_t count, bool suns)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (is_sun(&lights[i]->light) == suns)
            most = fmax(most, lights[i]->light.intensity);
    }
    return most;
}

static void convert(const editor_object *object, double strength, render_light *out)
{
    const editor_light *light = &object->light;
    const double *forward = &object->world.linear[6];
    double length = pick_vec3_length(pick_affine_column(&object->world, 2));
    // Limit the range to where the light is visible, so that distant surfaces skip it.
    double range = sqrt(fmax(strength, 0) / FAINTEST);
    *out = (render_light){.type = is_sun(light)                       ? RENDER_LIGHT_SUN
                                  : light->type == EDITOR_LIGHT_POINT ? RENDER_LIGHT_POINT
                                                                      : RENDER_LIGHT_SPOT,
                          .range = (float)(light->range > 0 ? fmin(light->range, range) : range),
                          .inner_angle = (float)light->inner,
                          .outer_angle = (float)fmax(light->outer, light->inner + 1e-3)};
    out->position[0] = object->world.origin.x;
    out->position[1] = object->world.origin.y;
    out->position[2] = object->world.origin.z;
    for (int i = 0; i < 3; i++) {
        out->direction[i] = length > 0 ? (float)(-forward[i] / length) : i == 1 ? -1.0f : 0.0f;
        out->color[i] = (float)(strength * light->color[i]);
    }
}

uint32_t editor_collect_lights(const editor_level *level, render_light out[RENDER_MAX_LIGHTS])
{
    const editor_object *chosen[RENDER_MAX_LIGHTS];
    uint32_t count = choose(level, chosen);
    double sun = strongest(chosen, count, true), lamp = strongest(chosen, count, false);
    pick_aabb bounds = pick_scene_bounds(level->scene);
    double radius = pick_aabb_is_empty(&bounds) ? 1 : 0.5 * pick_vec3_length(pick_vec3_sub(bounds.max, bounds.min));
    double reach = fmax(radius, 1e-3) * (sun > 0 ? REACH_BESIDE_SUN : REACH_ALONE);
    for (uint32_t i = 0; i < count; i++) {
        double intensity = chosen[i]->light.intensity;
        bool shines = is_sun(&chosen[i]->light);
        convert(chosen[i], shines ? SUN * intensity / sun : reach * reach * intensity / lamp, &out[i]);
    }
    return count;
}
