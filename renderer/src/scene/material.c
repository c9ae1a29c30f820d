#include "scene/scene_private.h"

#include <math.h>
#include <string.h>

static bool check_map(const render_material_map *map)
{
    float sum = 0.0f;
    for (int i = 0; i < 6; i++)
        sum += map->uv_transform[i];
    return isfinite(sum) && (unsigned)map->wrap_u < RENDER_WRAPS && (unsigned)map->wrap_v < RENDER_WRAPS;
}

static bool check_material(const render_material_desc *desc)
{
    float sum = desc->alpha_cutoff + desc->metallic + desc->roughness + desc->normal_scale + desc->occlusion_strength;
    for (int i = 0; i < 4; i++)
        sum += desc->base_color[i];
    for (int i = 0; i < 6; i++)
        sum += desc->uv_transform[i];
    for (int i = 0; i < 3; i++)
        sum += desc->emissive[i];
    bool fine = true;
    for (int i = 0; i < RENDER_MAP_COUNT; i++)
        fine = fine && check_map(&desc->maps[i]);
    return fine && isfinite(sum) && (unsigned)desc->wrap_u < RENDER_WRAPS && (unsigned)desc->wrap_v < RENDER_WRAPS &&
           (unsigned)desc->alpha_mode <= RENDER_ALPHA_BLEND;
}

static void fill_map(struct shader_material *row, uint32_t number, const render_material_map *map)
{
    static const float identity[6] = {1, 0, 0, 0, 1, 0};
    const float *m = map->uv_transform;
    bool given = false;
    for (int i = 0; i < 6; i++)
        given = given || m[i] != 0.0f;
    m = given ? m : identity;
    memcpy(row->map_rows[2 * number], m, 3 * sizeof(float));
    memcpy(row->map_rows[2 * number + 1], m + 3, 3 * sizeof(float));
    row->maps |= map->texture != 0 ? 1u << number : 0u;
}

static void fill_row(struct shader_material *row, const render_material_desc *desc)
{
    *row = (struct shader_material){.uv_row_u = {0, 0, 0, desc->alpha_cutoff * (1 - RENDER_ALPHA_SLACK)},
                                    .uv_row_v = {0, 0, 0, desc->roughness},
                                    .wrap_u = desc->wrap_u,
                                    .wrap_v = desc->wrap_v,
                                    .textured = desc->base_color_texture != 0,
                                    .metallic = desc->metallic,
                                    .emissive = {0, 0, 0, desc->normal_scale},
                                    .flags = desc->unlit ? SHADER_MATERIAL_UNLIT : 0u,
                                    .occlusion_strength = desc->occlusion_strength};
    memcpy(row->base_color, desc->base_color, sizeof row->base_color);
    memcpy(row->uv_row_u, desc->uv_transform, 3 * sizeof(float));
    memcpy(row->uv_row_v, desc->uv_transform + 3, 3 * sizeof(float));
    if (!desc->unlit) // shaders add it in every shading
        memcpy(row->emissive, desc->emissive, sizeof desc->emissive);
    for (uint32_t i = 0; i < RENDER_MAP_COUNT; i++)
        fill_map(row, i, &desc->maps[i]);
}

// Finds the material's textures, with white for absent ones. False: a stale handle.
static bool find_images(const render_scene *scene, const render_material_desc *desc, render_texture *textures,
                        render_sampled_image *images)
{
    for (uint32_t i = 0; i < SHADER_IMAGE_BINDINGS; i++) {
        const render_material_map *map = i > 0 ? &desc->maps[i - 1] : NULL;
        render_texture wanted = map != NULL ? map->texture : desc->base_color_texture;
        textures[i] = wanted != 0 ? wanted : scene->white;
        const render_texture_item *texture = render_pool_get(&scene->textures, textures[i]);
        if (texture == NULL || !texture->open)
            return false;
        render_wrap u = map != NULL ? map->wrap_u : desc->wrap_u, v = map != NULL ? map->wrap_v : desc->wrap_v;
        images[i] =
            (render_sampled_image){.view = texture->image.view, .sampler = scene->device->pipelines.samplers[u][v]};
    }
    return true;
}

render_result render_material_create(render_scene *scene, const render_material_desc *desc, render_material *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    render_device *device = scene->device;
    render_texture textures[SHADER_IMAGE_BINDINGS];
    render_sampled_image images[SHADER_IMAGE_BINDINGS];
    if (!check_material(desc) || !find_images(scene, desc, textures, images))
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "material: a texture or number out of range");
    render_result result = RENDER_ERROR_OUT_OF_MEMORY;
    render_material handle = 0;
    render_material_item *material = render_pool_add(&scene->materials, &handle);
    if (material == NULL)
        return render_fail(device, result, "out of memory");
    uint32_t row = render_pool_index(handle);
    if (!render_table_reserve(&scene->material_rows, row + 1)) {
        render_fail(device, result, "out of memory");
        goto error;
    }
    TRY(render_image_set_allocate(device, &material->set_pool, &material->set));
    render_image_set_write(device, material->set, images, SHADER_IMAGE_BINDINGS);
    for (uint32_t i = 0; i < SHADER_IMAGE_BINDINGS; i++) {
        render_texture_item *texture = render_pool_get(&scene->textures, textures[i]);
        texture->users++;
        material->textures[i] = textures[i];
    }
    material->mode = desc->alpha_mode;
    material->double_sided = desc->double_sided;
    fill_row(render_table_row(&scene->material_rows, row), desc);
    render_table_mark(&scene->material_rows, row);
    *out = handle;
    return RENDER_OK;
error:
    render_pool_remove(&scene->materials, handle);
    return result;
}

void render_material_destroy(render_scene *scene, render_material handle)
{
    render_material_item *material = scene ? render_pool_get(&scene->materials, handle) : NULL;
    if (material == NULL || handle == scene->default_material)
        return;
    render_set_retire(scene->device, material->set_pool, material->set);
    for (uint32_t i = 0; i < SHADER_IMAGE_BINDINGS; i++)
        render_texture_release(scene, material->textures[i]);
    render_pool_remove(&scene->materials, handle);
    scene->list.structure_changed = true;
}

const render_material_item *render_scene_material(const render_scene *scene, render_material handle, uint32_t *row)
{
    const render_material_item *material = render_pool_get(&scene->materials, handle);
    if (material == NULL) {
        handle = scene->default_material;
        material = render_pool_get(&scene->materials, handle);
    }
    *row = render_pool_index(handle);
    return material;
}
