// gltf_material.c: materials, textures and samplers of a glTF file.
#include "document/gltf_import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static editor_wrap convert_wrap(const cJSON *sampler, const char *key)
{
    const cJSON *mode = gltf_get(sampler, key);
    if (cJSON_IsNumber(mode) && mode->valueint == 33071)
        return EDITOR_WRAP_CLAMP;
    if (cJSON_IsNumber(mode) && mode->valueint == 33648)
        return EDITOR_WRAP_MIRROR;
    return EDITOR_WRAP_REPEAT;
}

// The image of that number, decoded on first use; `images` remembers it.
static bool import_image(gltf_import *import, uint32_t number, uint32_t *images, uint32_t *out)
{
    const gltf_document *document = &import->document;
    editor_importer *importer = document->importer;
    *out = EDITOR_NONE;
    if (images[number] != EDITOR_NONE) {
        *out = images[number];
        return true;
    }
    const cJSON *json = document->lists[GLTF_IMAGES].items[number];
    char where[32];
    snprintf(where, sizeof(where), "images[%u]", (unsigned)number);
    uint32_t view;
    if (!gltf_get_list_index(document, json, "bufferView", GLTF_VIEWS, where, &view))
        return false;
    const char *uri = gltf_get_text(json, "uri");
    const char *name = gltf_get_text(json, "name");
    if (view != EDITOR_NONE) {
        const uint8_t *bytes = gltf_view_bytes(document, view, where);
        if (!bytes)
            return false;
        *out = editor_import_image_bytes(importer, name ? name : where, bytes, document->views[view].length);
    } else if (uri && strncmp(uri, "data:", 5) == 0) {
        const char *comma = strchr(uri, ',');
        uint8_t *bytes = NULL;
        size_t size = 0;
        if (comma && editor_base64_decode(comma + 1, strlen(comma + 1), &bytes, &size))
            *out = editor_import_image_bytes(importer, name ? name : where, bytes, size);
        else
            editor_level_add_warning(importer->level, "%s: its data URI is not base64; drawn without it", where);
        free(bytes);
    } else if (uri) {
        *out = editor_import_image_file(importer, uri);
    }
    images[number] = *out;
    return true;
}

static bool import_texture_transform(gltf_import *import, const cJSON *info, const char *where,
                                     editor_material *material, uint32_t *uv_set)
{
    const cJSON *transform = gltf_get_extension(info, "KHR_texture_transform");
    if (!transform)
        return true;
    const gltf_document *document = &import->document;
    double offset[2] = {0, 0}, scale[2] = {1, 1}, rotation = 0;
    uint32_t set;
    if (!gltf_get_numbers(document, transform, "offset", where, 2, offset, NULL) ||
        !gltf_get_numbers(document, transform, "scale", where, 2, scale, NULL) ||
        !gltf_get_number(document, transform, "rotation", where, &rotation) ||
        !gltf_get_index(document, transform, "texCoord", 64, where, &set))
        return false;
    if (set != EDITOR_NONE)
        *uv_set = set;
    // Scaled, then turned counter-clockwise as seen in the picture (v points down), then moved.
    double c = cos(rotation), s = sin(rotation);
    double m[6] = {c * scale[0], s * scale[1], offset[0], -s * scale[0], c * scale[1], offset[1]};
    for (int i = 0; i < 6; i++)
        material->uv_transform[i] = (float)m[i];
    return true;
}

static bool import_texture(gltf_import *import, const cJSON *info, const char *where, uint32_t *images,
                           editor_material *material, uint32_t *uv_set)
{
    const gltf_document *document = &import->document;
    if (!info)
        return true;
    uint32_t texture, sampler, image, set;
    if (!gltf_get_list_index(document, info, "index", GLTF_TEXTURES, where, &texture) ||
        !gltf_get_index(document, info, "texCoord", 64, where, &set) ||
        !import_texture_transform(import, info, where, material, &set)) // may override the set
        return false;
    *uv_set = set == EDITOR_NONE ? 0 : set;
    if (texture == EDITOR_NONE)
        return true;
    const cJSON *json = document->lists[GLTF_TEXTURES].items[texture];
    char texture_where[32];
    snprintf(texture_where, sizeof(texture_where), "textures[%u]", (unsigned)texture);
    if (!gltf_get_list_index(document, json, "sampler", GLTF_SAMPLERS, texture_where, &sampler) ||
        !gltf_get_list_index(document, json, "source", GLTF_IMAGES, texture_where, &image))
        return false;
    const cJSON *webp = gltf_get_extension(json, "EXT_texture_webp");
    if (image == EDITOR_NONE && webp &&
        !gltf_get_list_index(document, webp, "source", GLTF_IMAGES, texture_where, &image))
        return false;
    if (sampler != EDITOR_NONE) {
        material->wrap_u = convert_wrap(document->lists[GLTF_SAMPLERS].items[sampler], "wrapS");
        material->wrap_v = convert_wrap(document->lists[GLTF_SAMPLERS].items[sampler], "wrapT");
    }
    if (image == EDITOR_NONE) {
        editor_level_add_warning(document->importer->level, "%s has no picture that can be read; drawn without it",
                                 texture_where);
        return true;
    }
    return import_image(import, image, images, &material->base_color_image);
}

static bool import_alpha(const gltf_document *document, const cJSON *json, const char *where, editor_material *material)
{
    const cJSON *mode = gltf_get(json, "alphaMode");
    const char *text = cJSON_GetStringValue(mode);
    if (text && strcmp(text, "MASK") == 0)
        material->alpha_mode = EDITOR_ALPHA_MASK;
    else if (text && strcmp(text, "BLEND") == 0)
        material->alpha_mode = EDITOR_ALPHA_BLEND;
    else if (mode && (!text || strcmp(text, "OPAQUE") != 0))
        editor_level_add_warning(document->importer->level, "%s: unknown alphaMode; drawn opaque", where);
    double cutoff = 0.5;
    if (!gltf_get_number(document, json, "alphaCutoff", where, &cutoff))
        return false;
    material->alpha_cutoff = (float)cutoff;
    return true;
}

static bool import_material(gltf_import *import, uint32_t number, uint32_t *images)
{
    const gltf_document *document = &import->document;
    const cJSON *json = document->lists[GLTF_MATERIALS].items[number];
    char where[64];
    snprintf(where, sizeof(where), "materials[%u]", (unsigned)number);
    editor_material material = {.base_color_image = EDITOR_NONE, .uv_transform = {1, 0, 0, 0, 1, 0}};
    double color[4] = {1, 1, 1, 1}, metallic = 1, roughness = 1;
    const cJSON *pbr = gltf_get(json, "pbrMetallicRoughness");
    const cJSON *specular = gltf_get_extension(json, "KHR_materials_pbrSpecularGlossiness");
    const cJSON *source = pbr || !specular ? pbr : specular;
    const char *color_key = source == pbr ? "baseColorFactor" : "diffuseFactor";
    const char *texture_key = source == pbr ? "baseColorTexture" : "diffuseTexture";
    if (source != pbr)
        metallic = 0;
    if (!gltf_get_numbers(document, source, color_key, where, 4, color, NULL) ||
        !gltf_get_number(document, pbr, "metallicFactor", where, &metallic) ||
        !gltf_get_number(document, pbr, "roughnessFactor", where, &roughness) ||
        !gltf_get_bool(document, json, "doubleSided", where, &material.double_sided) ||
        !import_alpha(document, json, where, &material) ||
        !import_texture(import, gltf_get(source, texture_key), where, images, &material, &import->uv_sets[number]))
        return false;
    for (int i = 0; i < 4; i++)
        material.base_color[i] = (float)color[i];
    material.metallic = (float)metallic;
    material.roughness = (float)roughness;
    const char *name = gltf_get_text(json, "name");
    material.name = editor_text_copy(name ? name : where);
    if (!material.name || editor_level_add_material(document->importer->level, &material) == EDITOR_NONE)
        return editor_import_out_of_memory(document->importer);
    return true;
}

bool gltf_import_materials(gltf_import *import)
{
    const gltf_document *document = &import->document;
    uint32_t count = document->lists[GLTF_MATERIALS].count;
    uint32_t image_count = document->lists[GLTF_IMAGES].count;
    import->uv_sets = editor_import_allocate(document->importer, count, sizeof(uint32_t));
    uint32_t *images = editor_import_allocate(document->importer, image_count, sizeof(uint32_t));
    bool fine = import->uv_sets && images;
    for (uint32_t i = 0; fine && i < image_count; i++)
        images[i] = EDITOR_NONE;
    for (uint32_t i = 0; fine && i < count; i++)
        fine = import_material(import, i, images);
    free(images);
    return fine;
}
