// Fills the shaders' view with the lights of a scene.
#include "scene/scene_private.h"

#include <math.h>
#include <string.h>

// Lights a scene without lights.
static const render_light default_sun = {
    .type = RENDER_LIGHT_SUN, .direction = {-0.25f, -0.7601f, -0.5999f}, .color = {1.32f, 1.24f, 1.10f}};

static bool check_light(const render_light *light)
{
    float sum = light->range + light->inner_angle + light->outer_angle, length = 0.0f;
    for (int i = 0; i < 3; i++) {
        sum += light->color[i] + light->direction[i];
        length += light->direction[i] * light->direction[i];
        if (!(fabs(light->position[i]) < 3e38))
            return false;
    }
    bool cone = light->inner_angle >= 0.0f && light->inner_angle < light->outer_angle;
    return isfinite(sum) && (unsigned)light->type <= RENDER_LIGHT_SPOT && light->range >= 0.0f &&
           (light->type == RENDER_LIGHT_POINT || length > 0.0f) && (light->type != RENDER_LIGHT_SPOT || cone);
}

render_result render_scene_set_lights(render_scene *scene, const render_light *lights, uint32_t count)
{
    if (scene == NULL || (lights == NULL && count > 0))
        return RENDER_ERROR_INVALID_ARGUMENT;
    if (count > RENDER_MAX_LIGHTS)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "%u lights: at most %u are drawn", count,
                           (unsigned)RENDER_MAX_LIGHTS);
    for (uint32_t i = 0; i < count; i++) {
        if (!check_light(&lights[i]))
            return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "light %u: a number out of range", i);
    }
    if (count > 0)
        memcpy(scene->lights, lights, count * sizeof *lights);
    scene->light_count = count;
    return RENDER_OK;
}

static void fill_light(struct shader_light *out, const render_light *light, const double eye[3])
{
    *out = (struct shader_light){.cone = {1.0f, 0.0f, 0.0f, 0.0f}};
    double length = 0.0;
    for (int i = 0; i < 3; i++)
        length += (double)light->direction[i] * (double)light->direction[i];
    length = length > 0.0 ? sqrt(length) : 1.0;
    for (int i = 0; i < 3; i++) {
        out->position[i] = (float)(light->position[i] - eye[i]);
        out->direction[i] = (float)((double)light->direction[i] / length);
        out->color[i] = light->color[i];
    }
    out->position[3] = light->type == RENDER_LIGHT_SUN ? 1.0f : 0.0f;
    out->direction[3] = light->range > 0.0f ? 1.0f / (light->range * light->range) : 0.0f;
    if (light->type == RENDER_LIGHT_SPOT) {
        // KHR_lights_punctual: the strength is linear in the cosine between the two cones, then squared.
        float outer = cosf(light->outer_angle), slope = 1.0f / fmaxf(cosf(light->inner_angle) - outer, 1e-4f);
        out->cone[0] = -outer * slope;
        out->cone[1] = slope;
    }
}

void render_scene_fill_lights(const render_scene *scene, const double eye[3], struct shader_view *view)
{
    for (uint32_t i = 0; i < scene->light_count; i++)
        fill_light(&view->lights[i], &scene->lights[i], eye);
    view->light_count = scene->light_count;
    if (scene->light_count == 0) {
        fill_light(&view->lights[0], &default_sun, eye);
        view->light_count = 1;
    }
}

uint32_t render_scene_sun(const render_scene *scene, double direction[3])
{
    const render_light *lights = scene->light_count > 0 ? scene->lights : &default_sun;
    const uint32_t count = scene->light_count > 0 ? scene->light_count : 1;
    for (uint32_t l = 0; l < count; l++) {
        double length = 0.0;
        if (lights[l].type != RENDER_LIGHT_SUN)
            continue;
        for (int i = 0; i < 3; i++)
            length += (double)lights[l].direction[i] * (double)lights[l].direction[i];
        for (int i = 0; i < 3; i++)
            direction[i] = (double)lights[l].direction[i] / sqrt(length);
        return l + 1;
    }
    return 0;
}
