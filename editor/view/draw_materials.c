// draw_materials.c: what the renderer is told of a material, and the pictures on it.
#include "view/draw_list_private.h"

#include <string.h>

static render_wrap to_render_wrap(editor_wrap wrap)
{
    switch (wrap) {
    case EDITOR_WRAP_CLAMP:
        return RENDER_WRAP_CLAMP;
    case EDITOR_WRAP_MIRROR:
        return RENDER_WRAP_MIRROR;
    case EDITOR_WRAP_REPEAT:
        break;
    }
    return RENDER_WRAP_REPEAT;
}

static render_alpha_mode to_render_alpha(editor_alpha_mode mode)
{
    switch (mode) {
    case EDITOR_ALPHA_MASK:
        return RENDER_ALPHA_MASK;
    case EDITOR_ALPHA_BLEND:
        return RENDER_ALPHA_BLEND;
    case EDITOR_ALPHA_OPAQUE:
        break;
    }
    return RENDER_ALPHA_OPAQUE;
}

void editor_draw_list_spend(editor_draw_list *list, uint64_t bytes)
{
    list->left -= bytes < list->left ? bytes : list->left;
}

// Goes on with an image that is uploaded in part, or begins with it. RENDER_PENDING: there is more to do, or another
// one is to be done first.
static render_result upload_rows(editor_draw_list *list, uint32_t number, const render_texture_desc *desc,
                                 uint64_t bytes, render_texture *out)
{
    render_result result = RENDER_OK;
    if (!list->texture) {
        result = render_texture_upload_begin(list->scene, desc, &list->texture);
        list->textured = number;
        list->textured_data = desc->data;
    } else if (list->textured != number || list->textured_data != desc->data) {
        return RENDER_PENDING;
    }
    if (result == RENDER_OK)
        result = render_texture_upload_step(list->texture, bytes, out);
    if (result != RENDER_PENDING)
        list->texture = NULL;
    return result;
}

static render_result upload_image(editor_draw_list *list, uint32_t number, bool data, bool limited)
{
    render_texture *out = number == EDITOR_NONE ? NULL : data ? &list->data[number] : &list->textures[number];
    const editor_image *image = out != NULL ? &list->level->images[number] : NULL;
    if (out == NULL || *out != 0 || image->rgba == NULL || image->width == 0 || image->height == 0)
        return RENDER_OK; // no image, uploaded already, or not decodable, which the level warns about
    const render_texture_desc desc = {
        .name = image->name, .width = image->width, .height = image->height, .rgba = image->rgba, .data = data};
    const bool is_begun = list->texture && list->textured == number && list->textured_data == data;
    if (!limited || list->limit == 0)
        return is_begun ? upload_rows(list, number, &desc, UINT64_MAX, out)
                        : render_texture_create(list->scene, &desc, out);
    if (list->left == 0)
        return RENDER_PENDING;
    const uint64_t bytes = list->left;
    editor_draw_list_spend(list, (uint64_t)4 * image->width * image->height);
    return upload_rows(list, number, &desc, bytes, out);
}

static bool is_data(editor_map_kind kind)
{
    return kind != EDITOR_MAP_EMISSIVE;
}

// Uploads the images of a material that are not uploaded yet.
static render_result upload_textures(editor_draw_list *list, const editor_material *material, bool limited)
{
    render_result result = upload_image(list, material->base_color_image, false, limited);
    for (int i = 0; i < EDITOR_MAP_COUNT && result == RENDER_OK; i++)
        result = upload_image(list, material->maps[i].image, is_data((editor_map_kind)i), limited);
    return result;
}

static void convert_map(const editor_draw_list *list, const editor_map *map, editor_map_kind kind,
                        render_material_map *out)
{
    const render_texture *textures = is_data(kind) ? list->data : list->textures;
    out->texture = map->image != EDITOR_NONE ? textures[map->image] : 0;
    out->wrap_u = to_render_wrap(map->wrap_u);
    out->wrap_v = to_render_wrap(map->wrap_v);
    memcpy(out->uv_transform, map->uv_transform, sizeof(out->uv_transform));
}

render_result editor_draw_list_describe(editor_draw_list *list, const editor_material *material, bool limited,
                                        render_material_desc *out)
{
    render_result result = upload_textures(list, material, limited);
    memset(out, 0, sizeof(*out)); // padding too: descriptions are compared as bytes
    if (result != RENDER_OK)
        return result;
    out->base_color_texture =
        material->base_color_image != EDITOR_NONE ? list->textures[material->base_color_image] : 0;
    out->wrap_u = to_render_wrap(material->wrap_u);
    out->wrap_v = to_render_wrap(material->wrap_v);
    out->alpha_mode = to_render_alpha(material->alpha_mode);
    out->alpha_cutoff = material->alpha_cutoff;
    out->double_sided = material->double_sided;
    out->metallic = material->metallic;
    out->roughness = material->roughness;
    out->normal_scale = material->normal_scale;
    out->occlusion_strength = material->occlusion_strength;
    out->unlit = material->unlit;
    memcpy(out->base_color, material->base_color, sizeof(out->base_color));
    memcpy(out->uv_transform, material->uv_transform, sizeof(out->uv_transform));
    memcpy(out->emissive, material->emissive, sizeof(out->emissive));
    for (int i = 0; i < EDITOR_MAP_COUNT; i++)
        convert_map(list, &material->maps[i], (editor_map_kind)i, &out->maps[i]);
    return RENDER_OK;
}

void editor_draw_list_drop_images(editor_draw_list *list)
{
    const editor_level *level = list->level;
    if (list->image_frees == level->image_frees)
        return;
    list->image_frees = level->image_frees;
    if (list->texture && !level->images[list->textured].rgba) {
        render_texture_upload_abandon(list->texture);
        list->texture = NULL;
    }
    for (uint32_t i = 0; i < list->material_count; i++) {
        if (!level->materials[i].is_retired)
            continue;
        render_material_destroy(list->scene, list->materials[i]);
        list->materials[i] = 0;
    }
    for (uint32_t i = 0; i < list->image_count; i++) {
        if (level->images[i].rgba)
            continue;
        render_texture_destroy(list->scene, list->textures[i]);
        render_texture_destroy(list->scene, list->data[i]);
        list->textures[i] = list->data[i] = 0;
    }
}
