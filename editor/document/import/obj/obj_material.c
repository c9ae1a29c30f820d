// obj_material.c: finds material libraries, and makes the level's materials of theirs.
#include "document/import/obj/obj_material.h"
#include "document/import/common/unicode.h"

#include "document/import/obj/obj_library.h"
#include "system/path.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// So many files are looked for. Files that name more are not made by exporters.
enum { LIBRARY_LIMIT = 4096 };
#define LIBRARIES_SIZE_LIMIT ((size_t)1 << 26) // of all of them, which are kept until the materials are made

typedef struct material_list {
    editor_importer *importer;
    obj_names names;    // of all libraries
    obj_material *list; // by the number of its name; the first definition counts
    uint32_t capacity;
    uint8_t **texts; // of the libraries, in which the names lie, and their folders
    uint32_t text_count;
    size_t text_bytes;  // of the libraries
    uint32_t tried;     // files that were looked for
    bool is_over;       // one more was named than is looked for
    const char *folder; // of the library that is read
} material_list;

// --- Libraries ---

static bool take_material(void *user, const obj_material *material)
{
    material_list *materials = user;
    const uint32_t before = materials->names.count, number = obj_names_add(&materials->names, material->name);
    if (number == OBJ_ABSENT)
        return editor_import_out_of_memory(materials->importer);
    if (number < before)
        return true;
    if (number == materials->capacity) {
        const uint32_t wanted = materials->capacity ? 2 * materials->capacity : 16;
        obj_material *grown = realloc(materials->list, wanted * sizeof(*grown));
        if (!grown)
            return editor_import_out_of_memory(materials->importer);
        materials->list = grown;
        materials->capacity = wanted;
    }
    materials->list[number] = *material;
    materials->list[number].folder = materials->folder;
    return true;
}

// A file beside the model, by a name as it may come from another machine.
static editor_file_result read_beside(material_list *materials, const char *name, uint8_t **bytes, size_t *size)
{
    char *path = editor_path_beside(materials->importer->path, name);
    if (!path)
        return EDITOR_FILE_OUT_OF_MEMORY;
    const size_t left = LIBRARIES_SIZE_LIMIT - materials->text_bytes;
    const editor_file_result result = editor_import_read(materials->importer, path, left, NULL, bytes, size);
    materials->text_bytes += result == EDITOR_FILE_OK ? *size : 0;
    free(path);
    return result;
}

static void tell_missing(editor_importer *importer, const char *name, editor_file_result result)
{
    char what[160];
    snprintf(what, sizeof(what), "%s; read without it", editor_file_result_text(result));
    editor_import_tally(importer, what, "\"%.150s\"", name);
}

// Keeps a text until all materials are made; takes it.
static bool keep_text(material_list *materials, uint8_t *text)
{
    uint8_t **texts = text ? realloc(materials->texts, (materials->text_count + 1) * sizeof(*texts)) : NULL;
    if (!texts) {
        free(text);
        return editor_import_out_of_memory(materials->importer);
    }
    materials->texts = texts;
    texts[materials->text_count++] = text;
    return true;
}

static bool take_library(material_list *materials, const char *name, uint8_t *bytes, size_t size)
{
    if (!editor_import_decode_text(&bytes, &size)) {
        free(bytes);
        return editor_import_out_of_memory(materials->importer);
    }
    char *folder = editor_text_copy(name);
    if (folder)
        folder[editor_path_folder_length(folder)] = '\0';
    if (!keep_text(materials, bytes) || !keep_text(materials, (uint8_t *)folder))
        return false;
    materials->folder = folder;
    return obj_library_read((const char *)bytes, take_material, materials); // up to the first zero
}

// Reads the file of this name. False: refused. `*result` is why there is none otherwise.
static bool try_library(material_list *materials, const char *name, editor_file_result *result)
{
    if (materials->tried == LIBRARY_LIMIT) {
        materials->is_over = true;
        *result = EDITOR_FILE_MISSING;
        return true;
    }
    materials->tried++;
    uint8_t *bytes = NULL;
    size_t size = 0;
    *result = read_beside(materials, name, &bytes, &size);
    return *result != EDITOR_FILE_OK || take_library(materials, name, bytes, size);
}

// The library that has the model's own name.
static bool try_namesake(material_list *materials, editor_file_result *result)
{
    char *name = editor_text_copy(editor_path_name(materials->importer->path));
    if (!name)
        return editor_import_out_of_memory(materials->importer);
    char *dot = strrchr(name, '.');
    bool ok = true;
    if (dot && strlen(dot) == 4) {
        memcpy(dot, ".mtl", 4);
        ok = try_library(materials, name, result);
    }
    free(name);
    return ok;
}

// Tries the names that a line has, between blanks. If any is there, those that are not are warned of. False: refused.
static bool try_words(material_list *materials, char *line, editor_file_result *result)
{
    enum { MISSING_LIMIT = 16 };
    const char *missing[MISSING_LIMIT];
    editor_file_result reasons[MISSING_LIMIT];
    int count = 0;
    bool ok = true;
    for (char *word = line, *end; ok && *word && !materials->is_over; word = end) {
        end = word + strcspn(word, " \t");
        while (*end == ' ' || *end == '\t')
            *end++ = '\0'; // no blanks are at the ends of a line
        editor_file_result now;
        ok = try_library(materials, word, &now);
        if (now == EDITOR_FILE_OK) {
            *result = EDITOR_FILE_OK;
        } else if (count < MISSING_LIMIT && !materials->is_over) {
            reasons[count] = now;
            missing[count++] = word;
        }
    }
    for (int i = 0; ok && *result == EDITOR_FILE_OK && i < count; i++)
        tell_missing(materials->importer, missing[i], reasons[i]);
    return ok;
}

// What a line `mtllib` names: one file, whose name may have blanks, or several. Then its name without folders, which
// may be those of another machine, and the model's own.
static bool read_library(material_list *materials, obj_name library)
{
    char *name = obj_name_copy(library), *words = obj_name_copy(library);
    bool ok = (name && words) || editor_import_out_of_memory(materials->importer);
    for (char *c = name; ok && *c; c++)
        *c = *c == '\\' ? '/' : *c;
    editor_file_result reason = EDITOR_FILE_MISSING;
    ok = ok && try_library(materials, name, &reason);
    editor_file_result result = reason;
    const char *file = ok ? editor_path_name(name) : name;
    if (ok && result != EDITOR_FILE_OK && file != name && file[0])
        ok = try_library(materials, file, &result);
    if (ok && result != EDITOR_FILE_OK && strpbrk(words, " \t"))
        ok = try_words(materials, words, &result);
    if (ok && result != EDITOR_FILE_OK)
        ok = try_namesake(materials, &result);
    if (ok && result != EDITOR_FILE_OK && !materials->is_over)
        tell_missing(materials->importer, name, reason);
    free(name);
    free(words);
    return ok;
}

// --- Materials ---

static const char *const omitted[OBJ_MAP_COUNT] = {
    [OBJ_MAP_SPECULAR] = "specular maps are not drawn",
    [OBJ_MAP_AMBIENT] = "ambient maps are not drawn",
    [OBJ_MAP_BUMP] = "bump maps are not drawn",
    [OBJ_MAP_GLOSS] = "gloss maps are not drawn",
    [OBJ_MAP_OPACITY] = "opacity maps are not drawn",
    [OBJ_MAP_DISPLACEMENT] = "displacement maps are not drawn",
    [OBJ_MAP_REFLECTION] = "reflection maps are not drawn",
    [OBJ_MAP_METALLIC] = "metallic maps are not drawn",
    [OBJ_MAP_ROUGHNESS] = "roughness maps are not drawn",
    [OBJ_MAP_SHEEN] = "sheen maps are not drawn",
};

static float within(float value, float most, float otherwise)
{
    return value >= 0 && value <= most ? value : otherwise;
}

static uint32_t read_image(editor_importer *importer, const char *folder, const obj_map *map)
{
    char *name = map->file.length > 0 ? obj_name_copy(map->file) : NULL;
    const uint32_t image = name ? editor_import_image_near(importer, folder, name) : EDITOR_NONE;
    free(name);
    return image;
}

// The level's texture coordinates have v pointing down, those of the file up.
static void convert_map(editor_importer *importer, const obj_material *material, obj_map_kind kind, editor_map *out)
{
    const obj_map *map = &material->maps[kind];
    out->image = read_image(importer, material->folder, map);
    out->wrap_u = out->wrap_v = map->clamps ? EDITOR_WRAP_CLAMP : EDITOR_WRAP_REPEAT;
    const float rows[6] = {map->scale[0], 0, map->offset[0], 0, map->scale[1], 1 - map->scale[1] - map->offset[1]};
    if (map->file.length > 0 && isfinite(rows[5])) // or no map is placed so
        memcpy(out->uv_transform, rows, sizeof(rows));
}

static bool add_material(editor_importer *importer, const obj_material *material, uint32_t *number)
{
    editor_material out = EDITOR_MATERIAL_DEFAULT;
    out.name = material->name.length > 0 ? obj_name_copy(material->name) : editor_text_copy("DefaultMaterial");
    if (!out.name)
        return editor_import_out_of_memory(importer);
    for (int i = 0; i < 3; i++) {
        out.base_color[i] = within(material->color[i], 1, 1);
        out.emissive[i] = within(material->emissive[i], 100, 0);
    }
    // Many exporters write an opacity of 0 for solid materials.
    out.base_color[3] = material->opacity > 0 ? within(material->opacity, 1, 1) : 1;
    out.alpha_mode = out.base_color[3] < 1 ? EDITOR_ALPHA_BLEND : EDITOR_ALPHA_OPAQUE;
    out.roughness = within(material->roughness, 1, 0.8f);
    out.metallic = within(material->metallic, 1, 0);
    out.double_sided = true;
    editor_map base = EDITOR_MAP_NONE;
    convert_map(importer, material, OBJ_MAP_COLOR, &base);
    out.base_color_image = base.image;
    out.wrap_u = base.wrap_u;
    out.wrap_v = base.wrap_v;
    memcpy(out.uv_transform, base.uv_transform, sizeof(out.uv_transform));
    // A map that would be multiplied by nothing, or by the grey of a material without a map: the exporter omitted the
    // factor. Blender does.
    const bool is_black = out.base_color[0] + out.base_color[1] + out.base_color[2] == 0;
    for (int i = 0; i < 3 && (is_black || !material->has_color) && base.image != EDITOR_NONE; i++)
        out.base_color[i] = 1;
    convert_map(importer, material, OBJ_MAP_NORMAL, &out.maps[EDITOR_MAP_NORMAL]);
    convert_map(importer, material, OBJ_MAP_EMISSIVE, &out.maps[EDITOR_MAP_EMISSIVE]);
    const bool glows = out.emissive[0] + out.emissive[1] + out.emissive[2] > 0;
    for (int i = 0; i < 3 && !glows && out.maps[EDITOR_MAP_EMISSIVE].image != EDITOR_NONE; i++)
        out.emissive[i] = 1;
    for (int kind = OBJ_MAP_DRAWN; kind < OBJ_MAP_COUNT; kind++) {
        if (material->maps[kind].file.length > 0)
            editor_import_tally(importer, omitted[kind], "material \"%.100s\"", out.name);
    }
    *number = editor_level_add_material(importer->level, &out);
    return *number != EDITOR_NONE || editor_import_out_of_memory(importer);
}

static bool read_libraries(material_list *materials, const obj_names *libraries)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < libraries->count && !materials->is_over; i++)
        ok = editor_import_goes_on(materials->importer) && read_library(materials, libraries->list[i]);
    if (materials->is_over)
        editor_level_add_warning(materials->importer->level, "only the first %d names of material libraries are read",
                                 LIBRARY_LIMIT);
    return ok;
}

// Materials that no element is made of are added too: the level may use them.
static bool add_materials(material_list *materials, const obj_data *data, uint32_t *numbers)
{
    bool ok = true;
    for (uint32_t i = 0; i < data->materials.count; i++)
        numbers[i] = EDITOR_NONE;
    for (uint32_t i = 0; ok && i < materials->names.count; i++) {
        uint32_t number;
        const uint32_t used = obj_names_find(&data->materials, materials->names.list[i]);
        ok = add_material(materials->importer, &materials->list[i], &number);
        if (ok && used != OBJ_ABSENT)
            numbers[used] = number;
    }
    for (uint32_t i = 0; ok && i < data->materials.count; i++) {
        obj_material grey = obj_material_default(data->materials.list[i]);
        for (int k = 0; k < 3 && data->colors; k++)
            grey.color[k] = 1; // its vertices have colours
        if (numbers[i] == EDITOR_NONE && i > 0 && materials->text_count > 0)
            editor_import_tally(materials->importer, "in no material library; drawn grey", "material \"%.*s\"",
                                (int)(grey.name.length < 100 ? grey.name.length : 100), grey.name.text);
        ok = numbers[i] != EDITOR_NONE || (i == 0 && !obj_uses_default(data)) ||
             add_material(materials->importer, &grey, &numbers[i]);
    }
    return ok;
}

uint32_t *obj_add_materials(editor_importer *importer, const obj_data *data)
{
    material_list materials = {.importer = importer};
    uint32_t *numbers = editor_import_allocate(importer, data->materials.count, sizeof(*numbers));
    const bool ok = numbers && read_libraries(&materials, &data->libraries) && add_materials(&materials, data, numbers);
    for (uint32_t i = 0; i < materials.text_count; i++)
        free(materials.texts[i]);
    free(materials.texts);
    free(materials.list);
    obj_names_free(&materials.names);
    if (ok)
        return numbers;
    free(numbers);
    return NULL;
}
