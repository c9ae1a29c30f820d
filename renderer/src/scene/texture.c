// texture.c: textures, at once or some rows at a time.
#include "scene/scene_private.h"

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
    TRY(render_image_set_allocate(device, &texture->set_pool, &texture->set));
    const render_sampled_image own = {.view = texture->image.view,
                                      .sampler = device->pipelines.samplers[RENDER_WRAP_CLAMP][RENDER_WRAP_CLAMP]};
    render_image_set_write(device, texture->set, &own, 1);
error:
    return result;
}

void render_texture_release(render_scene *scene, render_texture handle)
{
    render_texture_item *texture = render_pool_get(&scene->textures, handle);
    if (texture == NULL || --texture->users > 0)
        return;
    scene->texture_changes++;
    render_set_retire(scene->device, texture->set_pool, texture->set);
    render_image_retire(scene->device, &texture->image);
    render_pool_remove(&scene->textures, handle);
}

// Adds the texture without its texels. It is not `open` yet: materials cannot have it. Errors set `*out` to 0.
static render_result add_texture(render_scene *scene, const render_texture_desc *desc, render_texture *out)
{
    uint32_t limit = scene->device->properties.limits.maxImageDimension2D;
    if (desc->rgba == NULL || desc->width == 0 || desc->height == 0 || desc->width > limit || desc->height > limit)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "texture %s: %ux%u is not 1x1 to %ux%u",
                           desc->name ? desc->name : "without a name", desc->width, desc->height, limit, limit);
    render_texture_item *item = render_pool_add(&scene->textures, out);
    if (item == NULL)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    scene->texture_changes++;
    item->users = 1;
    const render_result result = create_image(scene, desc, item);
    if (result != RENDER_OK) {
        render_texture_release(scene, *out);
        *out = 0;
    }
    return result;
}

render_result render_texture_create(render_scene *scene, const render_texture_desc *desc, render_texture *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    render_texture handle = 0;
    render_result result = add_texture(scene, desc, &handle);
    if (result != RENDER_OK)
        return result;
    render_texture_item *item = render_pool_get(&scene->textures, handle);
    result = render_upload_image(scene->device, &item->image, desc->rgba, 0, desc->height);
    if (result != RENDER_OK) {
        render_texture_release(scene, handle);
        return result;
    }
    item->open = true;
    *out = handle;
    return RENDER_OK;
}

struct render_texture_upload {
    render_scene *scene;
    const uint8_t *rgba;
    uint32_t row; // the first one that was not read
    render_texture texture;
};

render_result render_texture_upload_begin(render_scene *scene, const render_texture_desc *desc,
                                          render_texture_upload **out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    render_texture_upload *upload = render_allocate(scene->device->allocator, sizeof *upload);
    if (upload == NULL)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    *upload = (render_texture_upload){.scene = scene, .rgba = desc->rgba};
    const render_result result = add_texture(scene, desc, &upload->texture);
    if (result == RENDER_OK)
        *out = upload;
    else
        render_free(upload);
    return result;
}

render_result render_texture_upload_step(render_texture_upload *upload, uint64_t bytes, render_texture *out)
{
    if (upload == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    render_scene *scene = upload->scene;
    render_texture_item *item = render_pool_get(&scene->textures, upload->texture);
    const uint64_t most = bytes / ((uint64_t)4 * item->image.width);
    const uint32_t left = item->image.height - upload->row;
    const uint32_t count = most >= left ? left : most > 0 ? (uint32_t)most : 1;
    const render_result result = render_upload_image(scene->device, &item->image, upload->rgba, upload->row, count);
    upload->row += count;
    if (result == RENDER_OK && upload->row < item->image.height)
        return RENDER_PENDING;
    if (result != RENDER_OK) {
        render_texture_upload_abandon(upload);
        return result;
    }
    item->open = true;
    *out = upload->texture;
    render_free(upload);
    return RENDER_OK;
}

void render_texture_upload_abandon(render_texture_upload *upload)
{
    if (upload == NULL)
        return;
    render_texture_release(upload->scene, upload->texture);
    render_free(upload);
}

void render_texture_destroy(render_scene *scene, render_texture handle)
{
    render_texture_item *texture = scene ? render_pool_get(&scene->textures, handle) : NULL;
    if (texture == NULL || !texture->open || handle == scene->white)
        return;
    texture->open = false;
    scene->texture_changes++;
    render_texture_release(scene, handle);
}

const render_texture_item *render_scene_texture(const render_scene *scene, render_texture handle)
{
    const render_texture_item *texture = render_pool_get(&scene->textures, handle);
    return texture && texture->open ? texture : render_pool_get(&scene->textures, scene->white);
}
