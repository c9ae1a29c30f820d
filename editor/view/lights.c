#include "view/lights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The brightest channel of the strongest sun, equal to that of the renderer's default sun.
static const double SUN = 1.3;

// The distance at which the strongest lamp has strength 1, in sizes of the level: beside a sun, and alone.
static const double REACH_BESIDE_SUN = 0.17, REACH_ALONE = 0.6;

// The faintest visible strength, which bounds a lamp's range.
static const double FAINTEST = 0.02;

// Metres. The strength of lamps, of its square, is a float.
static const double LARGEST_SIZE = 1e18;

enum { SIZE_SAMPLES = 4096 };

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

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Sorts the values.
static double middle(double *values, uint32_t count)
{
    qsort(values, count, sizeof(*values), by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

// The spheres around the boxes of what is drawn.
static uint32_t collect_spheres(const editor_level *level, pick_sphere spheres[SIZE_SAMPLES])
{
    const uint32_t stride = (level->object_count + SIZE_SAMPLES - 1) / SIZE_SAMPLES;
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->object_count; i += stride) {
        const editor_object *object = &level->objects[i];
        pick_aabb box;
        if (object->mesh == EDITOR_NONE || !object->exists || !object->is_finite ||
            pick_scene_object_bounds(level->scene, object->pick, &box) != PICK_OK || pick_aabb_is_empty(&box))
            continue;
        const pick_vec3 half = pick_vec3_scale(pick_vec3_sub(box.max, box.min), 0.5);
        spheres[count++] = (pick_sphere){pick_vec3_add(box.min, half), pick_vec3_length(half)};
    }
    return count;
}

// The upper quartile of how far they reach from the middle of their centres, an axis at a time.
double editor_lights_size(const editor_level *level)
{
    pick_sphere *spheres = malloc(SIZE_SAMPLES * sizeof(*spheres));
    double *values = malloc(SIZE_SAMPLES * sizeof(*values));
    const uint32_t count = spheres && values ? collect_spheres(level, spheres) : 0;
    double size = 1, center[3] = {0, 0, 0};
    for (int axis = 0; axis < 3 && count > 0; axis++) {
        for (uint32_t i = 0; i < count; i++)
            values[i] = (&spheres[i].center.x)[axis];
        center[axis] = middle(values, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 from = pick_vec3_sub(spheres[i].center, pick_vec3_make(center[0], center[1], center[2]));
        values[i] = pick_vec3_length(from) + spheres[i].radius;
    }
    if (count > 0) {
        qsort(values, count, sizeof(*values), by_value);
        size = values[(count - 1) * 3 / 4];
    }
    free(spheres);
    free(values);
    return fmin(fmax(size, 1e-3), LARGEST_SIZE);
}

uint32_t editor_collect_lights(const editor_level *level, double size, render_light out[RENDER_MAX_LIGHTS])
{
    const editor_object *chosen[RENDER_MAX_LIGHTS] = {NULL};
    uint32_t count = choose(level, chosen);
    double sun = strongest(chosen, count, true), lamp = strongest(chosen, count, false);
    double reach = size * (sun > 0 ? REACH_BESIDE_SUN : REACH_ALONE);
    for (uint32_t i = 0; i < count; i++) {
        double intensity = chosen[i]->light.intensity;
        bool shines = is_sun(&chosen[i]->light);
        convert(chosen[i], shines ? SUN * intensity / sun : reach * reach * intensity / lamp, &out[i]);
    }
    return count;
}
