// gltf_material.c: materials, textures and samplers of a glTF file.
#include "document/import/common/uri.h"
#include "document/import/gltf/gltf_import.h"
#include "system/text.h"

#include <float.h>
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

// Numbers of the file are doubles. A float out of range would be infinite, which no material may be.
static float narrow(const gltf_document *document, double value, const char *where)
{
    static const double most = (double)FLT_MAX;
    if (fabs(value) <= most)
        return (float)value;
    editor_import_tally(document->importer, "a number out of range; read as the largest", "%s", where);
    return value < 0 ? -FLT_MAX : FLT_MAX;
}

#define IMAGE_UNTRIED (EDITOR_NONE - 1)

// Decodes the picture of a view.
static bool import_viewed(gltf_import *import, uint32_t view, const char *name, const char *where, uint32_t *out)
{
    const gltf_document *document = &import->document;
    editor_importer *importer = document->importer;
    const gltf_view *v = &document->views[view];
    gltf_buffer *buffer = &document->buffers[v->buffer];
    const uint8_t *bytes = gltf_view_bytes(document, view, where);
    if (!bytes)
        return false;
    const uint64_t before = importer->picture_bytes;
    *out = editor_import_image_bytes(importer, name, bytes, v->length);
    // Views may lie on each other: bytes of the buffer count once for how large pictures may be.
    const size_t left = buffer->size - buffer->pictured, counted = v->length < left ? v->length : left;
    if (importer->picture_bytes > before) {
        importer->picture_bytes = before + counted;
        buffer->pictured += counted;
    }
    return true;
}

// Returns the image of that number. Decodes it on first use; `images` remembers it, or that there is none: of each
// image, then of each view.
static bool import_image(gltf_import *import, uint32_t number, uint32_t *images, uint32_t *out)
{
    const gltf_document *document = &import->document;
    editor_importer *importer = document->importer;
    *out = EDITOR_NONE;
    if (images[number] != IMAGE_UNTRIED) {
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
        // Any number of images may have the same view.
        uint32_t *viewed = &images[document->lists[GLTF_IMAGES].count + view];
        if (*viewed == IMAGE_UNTRIED && !import_viewed(import, view, name ? name : where, where, viewed))
            return false;
        *out = *viewed;
    } else if (uri && strncmp(uri, "data:", 5) == 0) {
        uint8_t *bytes = NULL;
        size_t size = 0;
        const char *fault = editor_data_uri_decode(uri, &bytes, &size);
        if (fault)
            editor_level_add_warning(importer->level, "%s: %s; drawn without it", where, fault);
        else
            *out = editor_import_image_bytes(importer, name ? name : where, bytes, size);
        free(bytes);
    } else if (uri) {
        *out = editor_import_image_file(importer, uri);
    }
    images[number] = *out;
    return true;
}

// A material's reference to a texture.
typedef struct texture_use {
    editor_map map;
    uint32_t uv_set;
    bool given;
    bool is_ktx2; // compressed as KTX2, which is not read, and in no other form
} texture_use;

static bool read_texture_transform(const gltf_document *document, const cJSON *info, const char *where,
                                   texture_use *use)
{
    const cJSON *transform = gltf_get_extension(info, "KHR_texture_transform");
    double offset[2] = {0, 0}, scale[2] = {1, 1}, rotation = 0;
    uint32_t set;
    if (!gltf_get_numbers(document, transform, "offset", where, 2, offset, NULL) ||
        !gltf_get_numbers(document, transform, "scale", where, 2, scale, NULL) ||
        !gltf_get_number(document, transform, "rotation", where, &rotation) ||
        !gltf_get_index(document, transform, "texCoord", 64, where, &set))
        return false;
    if (set != EDITOR_NONE)
        use->uv_set = set;
    // Scale, then rotation, counter-clockwise in the picture (v points down), then offset.
    double c = cos(rotation), s = sin(rotation);
    double m[6] = {c * scale[0], s * scale[1], offset[0], -s * scale[0], c * scale[1], offset[1]};
    for (int i = 0; i < 6; i++)
        use->map.uv_transform[i] = narrow(document, m[i], where);
    return true;
}

// `info` is what the material `where` has as `key`.
static bool read_texture(gltf_import *import, const cJSON *info, const char *where, const char *key, uint32_t *images,
                         texture_use *use)
{
    const gltf_document *document = &import->document;
    *use = (texture_use){.map = EDITOR_MAP_NONE};
    if (!info)
        return true;
    use->given = true;
    char info_where[96];
    snprintf(info_where, sizeof(info_where), "%s.%s", where, key);
    uint32_t texture, sampler, image, set;
    if (!gltf_get_list_index(document, info, "index", GLTF_TEXTURES, info_where, &texture) ||
        !gltf_get_index(document, info, "texCoord", 64, info_where, &set))
        return false;
    use->uv_set = set == EDITOR_NONE ? 0 : set;
    if (!read_texture_transform(document, info, info_where, use)) // may override the set
        return false;
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
        use->map.wrap_u = convert_wrap(document->lists[GLTF_SAMPLERS].items[sampler], "wrapS");
        use->map.wrap_v = convert_wrap(document->lists[GLTF_SAMPLERS].items[sampler], "wrapT");
        const cJSON *filter = gltf_get(document->lists[GLTF_SAMPLERS].items[sampler], "magFilter");
        if (cJSON_IsNumber(filter) && filter->valueint == 9728)
            editor_import_tally(document->importer, "its texture is not to be smoothed; drawn smooth", "%s", where);
    }
    if (image == EDITOR_NONE && gltf_get_extension(json, "KHR_texture_basisu")) {
        use->is_ktx2 = true;
        editor_import_tally(document->importer, "its texture is compressed as KTX2; drawn as plain grey", "%s", where);
        return true;
    }
    if (image == EDITOR_NONE) {
        editor_import_tally(document->importer, "its texture has no picture that can be read; drawn without it", "%s",
                            where);
        return true;
    }
    return import_image(import, image, images, &use->map.image);
}

// --- Maps ---

// The JSON keys of each map and its strength.
typedef struct map_row {
    const char *key, *strength_key;
} map_row;

static const map_row MAP_ROWS[EDITOR_MAP_COUNT] = {[EDITOR_MAP_METALLIC_ROUGHNESS] = {"metallicRoughnessTexture", NULL},
                                                   [EDITOR_MAP_NORMAL] = {"normalTexture", "scale"},
                                                   [EDITOR_MAP_OCCLUSION] = {"occlusionTexture", "strength"},
                                                   [EDITOR_MAP_EMISSIVE] = {"emissiveTexture", NULL}};

static bool read_maps(gltf_import *import, const cJSON *json, const char *where, uint32_t *images,
                      texture_use uses[EDITOR_MAP_COUNT], editor_material *material)
{
    const gltf_document *document = &import->document;
    double strengths[EDITOR_MAP_COUNT] = {1, 1, 1, 1};
    for (int i = 0; i < EDITOR_MAP_COUNT; i++) {
        const map_row *row = &MAP_ROWS[i];
        const cJSON *owner = i == EDITOR_MAP_METALLIC_ROUGHNESS ? gltf_get(json, "pbrMetallicRoughness") : json;
        const cJSON *info = gltf_get(owner, row->key);
        char info_where[96];
        snprintf(info_where, sizeof(info_where), "%s.%s", where, row->key);
        if (!read_texture(import, info, where, row->key, images, &uses[i]) ||
            (row->strength_key && !gltf_get_number(document, info, row->strength_key, info_where, &strengths[i])))
            return false;
    }
    material->normal_scale = narrow(document, strengths[EDITOR_MAP_NORMAL], where);
    material->occlusion_strength = narrow(document, strengths[EDITOR_MAP_OCCLUSION], where);
    return true;
}

// Meshes have a single set of texture coordinates: the base colour's, which the alpha cut-off of picks needs, or the
// first map's.
static uint32_t place_maps(gltf_import *import, const char *where, const texture_use *base, const texture_use *uses,
                           editor_material *material)
{
    uint32_t set = base->given ? base->uv_set : EDITOR_NONE;
    for (int i = 0; i < EDITOR_MAP_COUNT; i++) {
        if (!uses[i].given)
            continue;
        if (set == EDITOR_NONE)
            set = uses[i].uv_set;
        if (uses[i].uv_set == set)
            material->maps[i] = uses[i].map;
        else
            editor_import_tally(
                import->document.importer,
                "another set of texture coordinates than the material's first picture; drawn without it",
                "%s.%s (TEXCOORD_%u)", where, MAP_ROWS[i].key, (unsigned)uses[i].uv_set);
    }
    return set == EDITOR_NONE ? 0 : set;
}

static bool read_emissive(const gltf_document *document, const cJSON *json, const char *where,
                          editor_material *material)
{
    double color[3] = {0, 0, 0}, strength = 1;
    if (!gltf_get_numbers(document, json, "emissiveFactor", where, 3, color, NULL) ||
        !gltf_get_number(document, gltf_get_extension(json, "KHR_materials_emissive_strength"), "emissiveStrength",
                         where, &strength))
        return false;
    for (int i = 0; i < 3; i++)
        material->emissive[i] = narrow(document, color[i] * fmax(strength, 0), where);
    return true;
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
        editor_import_tally(document->importer, "unknown alphaMode; drawn opaque", "%s", where);
    double cutoff = 0.5;
    if (!gltf_get_number(document, json, "alphaCutoff", where, &cutoff))
        return false;
    material->alpha_cutoff = narrow(document, cutoff, where);
    return true;
}

// What gives the base colour: of two models of a surface the extension wins, whose other model is for viewers that do
// not know it, unless only the other has a picture.
static const cJSON *choose_source(const cJSON *pbr, const cJSON *specular)
{
    if (!specular || (gltf_get(pbr, "baseColorTexture") && !gltf_get(specular, "diffuseTexture")))
        return pbr;
    return specular;
}

static bool import_material(gltf_import *import, uint32_t number, uint32_t *images)
{
    const gltf_document *document = &import->document;
    const cJSON *json = document->lists[GLTF_MATERIALS].items[number];
    char where[64];
    snprintf(where, sizeof(where), "materials[%u]", (unsigned)number);
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    texture_use base, uses[EDITOR_MAP_COUNT];
    double color[4] = {1, 1, 1, 1}, metallic = 1, roughness = 1;
    const cJSON *pbr = gltf_get(json, "pbrMetallicRoughness");
    const cJSON *specular = gltf_get_extension(json, "KHR_materials_pbrSpecularGlossiness");
    const cJSON *source = choose_source(pbr, specular);
    const char *color_key = source == pbr ? "baseColorFactor" : "diffuseFactor";
    const char *texture_key = source == pbr ? "baseColorTexture" : "diffuseTexture";
    if (!gltf_get_numbers(document, source, color_key, where, 4, color, NULL) ||
        !gltf_get_number(document, pbr, "metallicFactor", where, &metallic) ||
        !gltf_get_number(document, pbr, "roughnessFactor", where, &roughness) ||
        !gltf_get_bool(document, json, "doubleSided", where, &material.double_sided) ||
        !import_alpha(document, json, where, &material) || !read_emissive(document, json, where, &material) ||
        !read_texture(import, gltf_get(source, texture_key), where, texture_key, images, &base) ||
        !read_maps(import, json, where, images, uses, &material))
        return false;
    material.base_color_image = base.map.image;
    material.wrap_u = base.map.wrap_u;
    material.wrap_v = base.map.wrap_v;
    memcpy(material.uv_transform, base.map.uv_transform, sizeof(material.uv_transform));
    import->uv_sets[number] = place_maps(import, where, &base, uses, &material);
    material.unlit = gltf_get_extension(json, "KHR_materials_unlit") != NULL;
    for (int i = 0; i < 4; i++)
        material.base_color[i] = narrow(document, color[i] * (base.is_ktx2 && i < 3 ? 0.5 : 1), where); // grey texture
    material.metallic = source == pbr ? narrow(document, metallic, where) : 0;
    material.roughness = narrow(document, roughness, where);
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
    const size_t image_count = (size_t)document->lists[GLTF_IMAGES].count + document->lists[GLTF_VIEWS].count;
    import->uv_sets = editor_import_allocate(document->importer, count, sizeof(uint32_t));
    uint32_t *images = editor_import_allocate(document->importer, image_count, sizeof(uint32_t));
    bool ok = import->uv_sets && images;
    for (size_t i = 0; ok && i < image_count; i++)
        images[i] = IMAGE_UNTRIED;
    editor_progress *progress = document->importer->level->progress;
    editor_progress_enter(progress, "Decoding textures", count);
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = editor_import_goes_on(document->importer) && import_material(import, i, images);
        editor_progress_advance(progress, 1);
    }
    free(images);
    return ok;
}
