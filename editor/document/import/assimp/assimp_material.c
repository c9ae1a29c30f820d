// assimp_material.c: Assimp's materials and textures.
#include "document/import/assimp/assimp_import.h"
#include "system/text.h"

#include <assimp/material.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void assimp_images_free(assimp_images *images)
{
    free(images->embedded);
    editor_hash_index_free(&images->files);
    assimp_names_free(&images->names);
    *images = (assimp_images){0};
}

static uint32_t add_file(assimp_images *images, const char *name)
{
    const editor_hash hash = editor_hash_bytes(name, strlen(name));
    const uint32_t known = editor_hash_index_find(&images->files, hash);
    if (known != EDITOR_HASH_UNKNOWN)
        return known;
    const editor_pack_image image = {.name = editor_text_copy(name)};
    const uint32_t number = image.name ? editor_pack_images_add(images->pictures, &image) : EDITOR_NONE;
    if (number != EDITOR_NONE)
        editor_hash_index_add(&images->files, hash, number);
    return number;
}

// A texture inside the file: an encoded picture, or raw BGRA texels.
static uint32_t add_embedded(editor_importer *importer, assimp_images *images, const struct aiTexture *texture,
                             const char *name)
{
    const bool encoded = texture->mHeight == 0;
    const size_t count = (size_t)texture->mWidth * texture->mHeight;
    editor_pack_image image = {.size = encoded ? texture->mWidth : 4 * count,
                               .width = encoded ? 0 : texture->mWidth,
                               .height = texture->mHeight};
    if (image.size == 0)
        return EDITOR_NONE;
    image.bytes = editor_import_allocate(importer, image.size, 1);
    image.name = image.bytes ? editor_text_copy(name) : NULL;
    if (!image.name) {
        free(image.bytes);
        return EDITOR_NONE;
    }
    if (encoded)
        memcpy(image.bytes, texture->pcData, image.size);
    for (size_t i = 0; i < count; i++) {
        const struct aiTexel *texel = &texture->pcData[i];
        const uint8_t rgba[4] = {texel->r, texel->g, texel->b, texel->a};
        memcpy(image.bytes + 4 * i, rgba, 4);
    }
    return editor_pack_images_add(images->pictures, &image);
}

// The file name of a path that any system wrote: editor_path_name splits at slashes only.
static const char *base_name(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c; c++) {
        if (*c == '/' || *c == '\\')
            name = c + 1;
    }
    return name;
}

// "*3" is texture 3 inside the file. Other names can also be the file name of a texture inside it.
static uint32_t import_texture(editor_importer *importer, const struct aiScene *scene, const char *path,
                               assimp_images *images)
{
    if (!importer->decoder)
        return EDITOR_NONE;
    uint32_t number = EDITOR_NONE;
    if (path[0] == '*')
        number = (uint32_t)strtoul(path + 1, NULL, 10);
    else
        number = assimp_names_find(&images->names, base_name(path), strlen(base_name(path)));
    if (path[0] != '*' && number == EDITOR_NONE)
        return add_file(images, path);
    if (number >= scene->mNumTextures)
        return EDITOR_NONE;
    if (images->embedded[number] == EDITOR_NONE)
        images->embedded[number] = add_embedded(importer, images, scene->mTextures[number], path);
    return images->embedded[number];
}

static editor_wrap convert_wrap(enum aiTextureMapMode mode)
{
    switch (mode) {
    case aiTextureMapMode_Clamp:
    case aiTextureMapMode_Decal:
        return EDITOR_WRAP_CLAMP;
    case aiTextureMapMode_Mirror:
        return EDITOR_WRAP_MIRROR;
    default:
        return EDITOR_WRAP_REPEAT;
    }
}

// Where the coordinates of a vertex are in the first texture of a type.
static void import_transform(const struct aiScene *scene, const struct aiMaterial *material, enum aiTextureType type,
                             float out[6])
{
    struct aiUVTransform t = {{0, 0}, {1, 1}, 0};
    if (aiGetMaterialUVTransform(material, AI_MATKEY_UVTRANSFORM(type, 0), &t) != aiReturn_SUCCESS)
        return;
    // FBX moves the texture, turns and repeats it. Other formats scale the coordinates, move them, and turn them about
    // the middle, as Maya does. Assimp 5.2 leaves degrees as they are.
    const assimp_origin origin = assimp_find_origin(scene);
    const bool moves = origin == ASSIMP_FBX;
    const double angle = (double)t.mRotation * (origin == ASSIMP_OTHER ? 1 : acos(-1) / 180) * (moves ? -1 : 1);
    const double turn[2][2] = {{cos(angle), -sin(angle)}, {sin(angle), cos(angle)}};
    const double scale[2] = {(double)t.mScaling.x, (double)t.mScaling.y};
    const double move[2] = {(double)t.mTranslation.x, (double)t.mTranslation.y};
    double m[2][3];
    for (int i = 0; i < 2; i++) {
        m[i][0] = turn[i][0] * scale[moves ? i : 0];
        m[i][1] = turn[i][1] * scale[moves ? i : 1];
        m[i][2] = moves ? -m[i][0] * move[0] - m[i][1] * move[1]
                        : turn[i][0] * (move[0] - 0.5) + turn[i][1] * (move[1] - 0.5) + 0.5;
    }
    // The level's coordinates have v pointing down.
    const double rows[6] = {m[0][0], -m[0][1], m[0][1] + m[0][2], -m[1][0], m[1][1], 1 - m[1][1] - m[1][2]};
    bool is_good = true;
    for (int i = 0; i < 6; i++)
        is_good = is_good && fabs(rows[i]) < 1e6; // and a number
    for (int i = 0; i < 6 && is_good; i++)
        out[i] = (float)rows[i];
}

static float get_float(const struct aiMaterial *material, const char *key, float absent)
{
    ai_real value = absent;
    unsigned int count = 1;
    if (aiGetMaterialFloatArray(material, key, 0, 0, &value, &count) != aiReturn_SUCCESS || count < 1 ||
        !isfinite(value))
        return absent;
    return value;
}

static void import_base_color(const struct aiMaterial *material, editor_material *out)
{
    struct aiColor4D color = {0.8f, 0.8f, 0.8f, 1};
    if (aiGetMaterialColor(material, AI_MATKEY_BASE_COLOR, &color) != aiReturn_SUCCESS)
        aiGetMaterialColor(material, AI_MATKEY_COLOR_DIFFUSE, &color);
    const float opacity = get_float(material, "$mat.opacity", color.a);
    const float values[4] = {color.r, color.g, color.b, opacity};
    for (int i = 0; i < 4; i++)
        out->base_color[i] = values[i] >= 0 && values[i] <= 1 ? values[i] : 1;
    // Many exporters write an opacity of 0 for solid materials.
    if (out->base_color[3] <= 0)
        out->base_color[3] = 1;
    if (out->base_color[3] < 1)
        out->alpha_mode = EDITOR_ALPHA_BLEND;
}

// Imports the maps that have the same meaning in all formats: normals and emission. Leaves out heights, and gloss in
// its many forms.
static void import_maps(editor_importer *importer, const struct aiScene *scene, const struct aiMaterial *material,
                        assimp_images *images, editor_material *out)
{
    static const enum aiTextureType types[2] = {aiTextureType_NORMALS, aiTextureType_EMISSIVE};
    static const editor_map_kind kinds[2] = {EDITOR_MAP_NORMAL, EDITOR_MAP_EMISSIVE};
    for (int i = 0; i < 2; i++) {
        struct aiString path = {0};
        enum aiTextureMapMode modes[3] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
        if (aiGetMaterialTexture(material, types[i], 0, &path, NULL, NULL, NULL, NULL, modes, NULL) !=
                aiReturn_SUCCESS ||
            path.length == 0)
            continue;
        editor_map *map = &out->maps[kinds[i]];
        map->wrap_u = convert_wrap(modes[0]);
        map->wrap_v = convert_wrap(modes[1]);
        import_transform(scene, material, types[i], map->uv_transform);
        map->image = import_texture(importer, scene, path.data, images);
    }
    struct aiColor4D color = {0, 0, 0, 1};
    aiGetMaterialColor(material, AI_MATKEY_COLOR_EMISSIVE, &color);
    const float values[3] = {color.r, color.g, color.b};
    for (int i = 0; i < 3; i++)
        out->emissive[i] = values[i] >= 0 && values[i] <= 100 ? values[i] : 0;
    bool glows = out->emissive[0] + out->emissive[1] + out->emissive[2] > 0;
    // An emissive map with a factor of 0: the exporter omitted the factor.
    for (int i = 0; i < 3 && !glows && out->maps[EDITOR_MAP_EMISSIVE].image != EDITOR_NONE; i++)
        out->emissive[i] = 1;
}

// Maps that have no counterpart here, or mean something else in each format.
static void tell_other_maps(editor_importer *importer, const struct aiMaterial *material, const char *name)
{
    static const struct {
        enum aiTextureType type;
        const char *what;
    } rows[] = {
        {aiTextureType_SPECULAR, "specular maps are not drawn"},
        {aiTextureType_AMBIENT, "ambient maps are not drawn"},
        {aiTextureType_HEIGHT, "bump maps are not drawn"},
        {aiTextureType_SHININESS, "gloss maps are not drawn"},
        {aiTextureType_OPACITY, "opacity maps are not drawn"},
        {aiTextureType_DISPLACEMENT, "displacement maps are not drawn"},
        {aiTextureType_LIGHTMAP, "light maps are not drawn"},
        {aiTextureType_REFLECTION, "reflection maps are not drawn"},
        {aiTextureType_METALNESS, "metallic maps are not drawn"},
        {aiTextureType_DIFFUSE_ROUGHNESS, "roughness maps are not drawn"},
        {aiTextureType_AMBIENT_OCCLUSION, "occlusion maps are not drawn"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (aiGetMaterialTextureCount(material, rows[i].type) > 0)
            editor_import_tally(importer, rows[i].what, "material \"%.100s\"", name);
    }
    static const enum aiTextureType drawn[] = {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE, aiTextureType_NORMALS,
                                               aiTextureType_EMISSIVE};
    for (size_t i = 0; i < sizeof(drawn) / sizeof(drawn[0]); i++) {
        struct aiString path = {0};
        unsigned int set = 0;
        if (aiGetMaterialTexture(material, drawn[i], 0, &path, NULL, &set, NULL, NULL, NULL, NULL) ==
                aiReturn_SUCCESS &&
            set > 0)
            editor_import_tally(importer,
                                "a texture uses another set of coordinates than the first; drawn with the first",
                                "material \"%.100s\"", name);
    }
}

// Whether Assimp made up the grey material of a mesh whose vertices have colours.
static bool is_below_colors(const editor_importer *importer, const struct aiScene *scene, uint32_t number)
{
    struct aiString name = {0};
    aiGetMaterialString(scene->mMaterials[number], AI_MATKEY_NAME, &name);
    if (!assimp_has_srgb(importer) || (name.length > 0 && strcmp(name.data, AI_DEFAULT_MATERIAL_NAME) != 0))
        return false;
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        if (scene->mMeshes[i]->mMaterialIndex == number && assimp_has_color(scene->mMeshes[i]))
            return true;
    }
    return false;
}

static bool import_material(editor_importer *importer, const struct aiScene *scene, uint32_t number,
                            assimp_images *images)
{
    const struct aiMaterial *material = scene->mMaterials[number];
    editor_material out = EDITOR_MATERIAL_DEFAULT;
    import_base_color(material, &out);
    if (is_below_colors(importer, scene, number)) {
        for (int i = 0; i < 3; i++)
            out.base_color[i] = 1;
    }
    out.metallic = get_float(material, "$mat.metallicFactor", 0);
    out.roughness = get_float(material, "$mat.roughnessFactor", 0.8f);
    int two_sided = 1;
    unsigned int count = 1;
    aiGetMaterialIntegerArray(material, AI_MATKEY_TWOSIDED, &two_sided, &count);
    out.double_sided = two_sided != 0;
    struct aiString path = {0};
    enum aiTextureMapMode modes[3] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
    enum aiTextureType type = aiTextureType_BASE_COLOR;
    if (aiGetMaterialTextureCount(material, type) == 0)
        type = aiTextureType_DIFFUSE;
    if (aiGetMaterialTexture(material, type, 0, &path, NULL, NULL, NULL, NULL, modes, NULL) == aiReturn_SUCCESS) {
        import_transform(scene, material, type, out.uv_transform);
        out.wrap_u = convert_wrap(modes[0]);
        out.wrap_v = convert_wrap(modes[1]);
        out.base_color_image = path.length > 0 ? import_texture(importer, scene, path.data, images) : EDITOR_NONE;
    }
    import_maps(importer, scene, material, images, &out);
    struct aiString name = {0};
    char fallback[32];
    snprintf(fallback, sizeof(fallback), "material %u", (unsigned)number);
    aiGetMaterialString(material, AI_MATKEY_NAME, &name);
    out.name = editor_text_copy(name.length > 0 ? name.data : fallback);
    tell_other_maps(importer, material, out.name ? out.name : fallback);
    if (!out.name || editor_level_add_material(importer->level, &out) == EDITOR_NONE)
        return editor_import_out_of_memory(importer);
    return true;
}

bool assimp_import_materials(editor_importer *importer, const struct aiScene *scene, assimp_images *images)
{
    images->embedded = editor_import_allocate(importer, scene->mNumTextures, sizeof(*images->embedded));
    bool ok = images->embedded != NULL;
    ok = ok && (assimp_names_init(&images->names, scene->mNumTextures) || editor_import_out_of_memory(importer));
    for (uint32_t i = 0; ok && i < scene->mNumTextures; i++) { // of equal names the last one counts
        const char *name = scene->mTextures[i]->mFilename.data;
        images->embedded[i] = EDITOR_NONE;
        ok = !name[0] || assimp_names_add(&images->names, i, base_name(name), strlen(base_name(name))) ||
             editor_import_out_of_memory(importer);
    }
    for (uint32_t i = assimp_first_material(scene); ok && i < scene->mNumMaterials; i++)
        ok = import_material(importer, scene, i, images);
    return ok;
}
