#include "scene/scene_private.h"

#include <math.h>
#include <string.h>

static uint32_t count_levels(uint32_t width, uint32_t height)
{
    uint32_t levels = 1;
    for (uint32_t size = width > height ? width : height; size > 1; size >>= 1)
        levels++;
    return levels;
}

static render_result create_image(render_scene *scene, const render_texture_desc *desc, render_texture_item *texture)
{
    render_result result = RENDER_OK;
    render_device *device = scene->device;
    const render_image_desc image = {.name = desc->name ? desc->name : "texture",
                                     .width = desc->width,
                                     .height = desc->height,
                                     .levels = count_levels(desc->width, desc->height),
                                     .format = desc->data ? VK_FORMAT_R8G8B8A8_UNORM : VK_FORMAT_R8G8B8A8_SRGB,
                                     .samples = VK_SAMPLE_COUNT_1_BIT,
                                     .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                              VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                     .aspect = VK_IMAGE_ASPECT_COLOR_BIT};
    TRY(render_image_create(device, &image, &texture->image));
    TRY(render_upload_image(device, &texture->image, desc->rgba));
    TRY(render_image_set_allocate(device, &texture->set_pool, &texture->set));
    const render_sampled_image own = {.view = texture->image.view,
                                      .sampler = device->pipelines.samplers[RENDER_WRAP_CLAMP][RENDER_WRAP_CLAMP]};
    render_image_set_write(device, texture->set, &own, 1);
error:
    return result;
}

// Removes a user of a texture. The last one destroys it.
static void release(render_scene *scene, render_texture handle)
{
    render_texture_item *texture = render_pool_get(&scene->textures, handle);
    if (texture == NULL || --texture->users > 0)
        return;
    scene->texture_changes++;
    render_set_retire(scene->device, texture->set_pool, texture->set);
    render_image_retire(scene->device, &texture->image);
    render_pool_remove(&scene->textures, handle);
}

render_result render_texture_create(render_scene *scene, const render_texture_desc *desc, render_texture *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    uint32_t limit = scene->device->properties.limits.maxImageDimension2D;
    if (desc->rgba == NULL || desc->width == 0 || desc->height == 0 || desc->width > limit || desc->height > limit)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "texture %s: %ux%u is not 1x1 to %ux%u",
                           desc->name ? desc->name : "without a name", desc->width, desc->height, limit, limit);
    render_texture handle = 0;
    render_texture_item *item = render_pool_add(&scene->textures, &handle);
    if (item == NULL)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    scene->texture_changes++;
    item->users = 1;
    item->open = true;
    render_result result = create_image(scene, desc, item);
    if (result != RENDER_OK) {
        release(scene, handle);
        return result;
    }
    *out = handle;
    return RENDER_OK;
}

void render_texture_destroy(render_scene *scene, render_texture handle)
{
    render_texture_item *texture = scene ? render_pool_get(&scene->textures, handle) : NULL;
    if (texture == NULL || !texture->open || handle == scene->white)
        return;
    texture->open = false;
    scene->texture_changes++;
    release(scene, handle);
}

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
        release(scene, material->textures[i]);
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

const render_texture_item *render_scene_texture(const render_scene *scene, render_texture handle)
{
    const render_texture_item *texture = render_pool_get(&scene->textures, handle);
    return texture && texture->open ? texture : render_pool_get(&scene->textures, scene->white);
}
