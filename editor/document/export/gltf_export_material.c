// gltf_export_material.c: materials and their textures.
#include "document/export/gltf_export_internal.h"
#include "document/json/json_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Pictures ---

static uint32_t export_image(gltf_exporter *exporter, uint32_t image)
{
    if (exporter->image_numbers[image] != EDITOR_NONE)
        return exporter->image_numbers[image];
    const editor_image *source = &exporter->level->images[image];
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (!exporter->encoder || !source->rgba || source->width == 0 || source->height == 0 ||
        !exporter->encoder(exporter->encoder_user, source, &bytes, &size))
        return EDITOR_NONE;
    uint32_t view = gltf_export_data(exporter, bytes, size, 0);
    free(bytes);
    uint32_t number = gltf_export_begin(&exporter->images);
    editor_text *out = &exporter->images.text;
    editor_text_format(out, "{\"bufferView\": %u, \"mimeType\": \"image/png\"", (unsigned)view);
    if (source->name && source->name[0]) {
        editor_text_put(out, ", \"name\": ");
        editor_json_write_string(out, source->name);
    }
    editor_text_put(out, "}");
    exporter->image_numbers[image] = number;
    return number;
}

static unsigned wrap_code(editor_wrap wrap)
{
    return wrap == EDITOR_WRAP_CLAMP ? 33071 : wrap == EDITOR_WRAP_MIRROR ? 33648 : 10497;
}

// Exports the texture of an image with wrap modes. EDITOR_NONE: there is no image.
static uint32_t export_texture(gltf_exporter *exporter, uint32_t image, editor_wrap wrap_u, editor_wrap wrap_v)
{
    for (uint32_t i = 0; i < exporter->textures.count; i++) {
        const gltf_export_texture *texture = &exporter->written[i];
        if (texture->image == image && texture->wrap_u == wrap_u && texture->wrap_v == wrap_v)
            return i;
    }
    uint32_t source = export_image(exporter, image);
    if (source == EDITOR_NONE)
        return EDITOR_NONE;
    if (exporter->textures.count == exporter->written_capacity) {
        uint32_t wanted = exporter->written_capacity ? 2 * exporter->written_capacity : 16;
        gltf_export_texture *grown = realloc(exporter->written, wanted * sizeof(*grown));
        if (!grown) {
            exporter->failed = true;
            return EDITOR_NONE;
        }
        exporter->written = grown;
        exporter->written_capacity = wanted;
    }
    uint32_t sampler = gltf_export_begin(&exporter->samplers);
    editor_text_format(&exporter->samplers.text,
                       "{\"wrapS\": %u, \"wrapT\": %u, \"magFilter\": 9729, \"minFilter\": 9987}", wrap_code(wrap_u),
                       wrap_code(wrap_v));
    uint32_t number = gltf_export_begin(&exporter->textures);
    editor_text_format(&exporter->textures.text, "{\"sampler\": %u, \"source\": %u}", (unsigned)sampler,
                       (unsigned)source);
    exporter->written[number] = (gltf_export_texture){image, wrap_u, wrap_v};
    return number;
}

// KHR_texture_transform has scale, then rotation, then offset. Shear is lost.
static void add_transform(gltf_exporter *exporter, editor_text *out, const float m[6])
{
    static const float identity[6] = {1, 0, 0, 0, 1, 0};
    if (memcmp(m, identity, sizeof(identity)) == 0)
        return;
    double a = (double)m[0], b = (double)m[1], d = (double)m[3], e = (double)m[4];
    double rotation = atan2(-d, a), scale[2] = {hypot(a, d), hypot(b, e)};
    if (a * e - b * d < 0)
        scale[1] = -scale[1];
    const double offset[2] = {(double)m[2], (double)m[5]};
    exporter->uses |= GLTF_USES_TEXTURE_TRANSFORM;
    editor_text_put(out, ", \"extensions\": {\"KHR_texture_transform\": {\"offset\": ");
    editor_json_write_numbers(out, offset, 2);
    editor_text_put(out, ", \"rotation\": ");
    editor_json_write_number(out, rotation);
    editor_text_put(out, ", \"scale\": ");
    editor_json_write_numbers(out, scale, 2);
    editor_text_put(out, "}}");
}

// Adds `, "KEY": {...}`, or nothing. `strength_key` NULL: none.
static void add_map(gltf_exporter *exporter, editor_text *out, const char *key, const editor_map *map,
                    const char *strength_key, float strength)
{
    uint32_t texture =
        map->image == EDITOR_NONE ? EDITOR_NONE : export_texture(exporter, map->image, map->wrap_u, map->wrap_v);
    if (texture == EDITOR_NONE)
        return;
    editor_text_format(out, ", \"%s\": {\"index\": %u", key, (unsigned)texture);
    if (strength_key) {
        editor_text_format(out, ", \"%s\": ", strength_key);
        editor_json_write_number(out, (double)strength);
    }
    add_transform(exporter, out, map->uv_transform);
    editor_text_put(out, "}");
}

// --- Materials ---

static double clamp01(float value)
{
    return fmin(fmax((double)value, 0), 1);
}

static void add_surface(gltf_exporter *exporter, editor_text *out, const editor_material *material)
{
    double color[4];
    for (int i = 0; i < 4; i++)
        color[i] = clamp01(material->base_color[i]);
    editor_text_put(out, "\"pbrMetallicRoughness\": {\"baseColorFactor\": ");
    editor_json_write_numbers(out, color, 4);
    editor_text_put(out, ", \"metallicFactor\": ");
    editor_json_write_number(out, clamp01(material->metallic));
    editor_text_put(out, ", \"roughnessFactor\": ");
    editor_json_write_number(out, clamp01(material->roughness));
    editor_map base = {.image = material->base_color_image, .wrap_u = material->wrap_u, .wrap_v = material->wrap_v};
    memcpy(base.uv_transform, material->uv_transform, sizeof(base.uv_transform));
    add_map(exporter, out, "baseColorTexture", &base, NULL, 0);
    add_map(exporter, out, "metallicRoughnessTexture", &material->maps[EDITOR_MAP_METALLIC_ROUGHNESS], NULL, 0);
    editor_text_put(out, "}");
    add_map(exporter, out, "normalTexture", &material->maps[EDITOR_MAP_NORMAL], "scale", material->normal_scale);
    add_map(exporter, out, "occlusionTexture", &material->maps[EDITOR_MAP_OCCLUSION], "strength",
            (float)clamp01(material->occlusion_strength));
    add_map(exporter, out, "emissiveTexture", &material->maps[EDITOR_MAP_EMISSIVE], NULL, 0);
}

// glTF limits the factor to 1: brighter colours need KHR_materials_emissive_strength.
static double add_emissive(editor_text *out, const float emissive[3])
{
    double strength = 1, factor[3];
    for (int i = 0; i < 3; i++)
        strength = fmax(strength, (double)emissive[i]);
    bool any = false;
    for (int i = 0; i < 3; i++) {
        factor[i] = fmax((double)emissive[i], 0) / strength;
        any |= factor[i] > 0;
    }
    if (!any)
        return 1;
    editor_text_put(out, ", \"emissiveFactor\": ");
    editor_json_write_numbers(out, factor, 3);
    return strength;
}

uint32_t gltf_export_material(gltf_exporter *exporter, uint32_t material)
{
    uint32_t *number = &exporter->material_numbers[material];
    if (*number == EDITOR_NONE)
        *number = gltf_export_own_material(exporter, &exporter->level->materials[material]);
    return *number;
}

uint32_t gltf_export_own_material(gltf_exporter *exporter, const editor_material *source)
{
    uint32_t number = gltf_export_begin(&exporter->materials);
    editor_text *out = &exporter->materials.text;
    editor_text_put(out, "{");
    if (source->name && source->name[0]) {
        editor_text_put(out, "\"name\": ");
        editor_json_write_string(out, source->name);
        editor_text_put(out, ", ");
    }
    add_surface(exporter, out, source);
    if (source->alpha_mode == EDITOR_ALPHA_MASK) {
        editor_text_put(out, ", \"alphaMode\": \"MASK\", \"alphaCutoff\": ");
        editor_json_write_number(out, (double)source->alpha_cutoff);
    } else if (source->alpha_mode == EDITOR_ALPHA_BLEND) {
        editor_text_put(out, ", \"alphaMode\": \"BLEND\"");
    }
    if (source->double_sided)
        editor_text_put(out, ", \"doubleSided\": true");
    double strength = add_emissive(out, source->emissive);
    if (strength > 1 || source->unlit) {
        editor_text_put(out, ", \"extensions\": {");
        if (source->unlit)
            editor_text_put(out, "\"KHR_materials_unlit\": {}");
        if (strength > 1) {
            editor_text_format(
                out, "%s\"KHR_materials_emissive_strength\": {\"emissiveStrength\": ", source->unlit ? ", " : "");
            editor_json_write_number(out, strength);
            editor_text_put(out, "}");
        }
        editor_text_put(out, "}");
        exporter->uses |= (source->unlit ? (unsigned)GLTF_USES_UNLIT : 0) |
                          (strength > 1 ? (unsigned)GLTF_USES_EMISSIVE_STRENGTH : 0);
    }
    editor_text_put(out, "}");
    return number;
}
