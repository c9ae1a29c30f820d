// pack_read.c: reads and checks a model that a child process packed.
#include "document/import/common/pack.h"
#include "document/import/common/pack_internal.h"
#include "document/level/mesh_tools.h"
#include "document/level/origin.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

// --- Facts, warnings, pictures, materials ---

// False: it is none, or not the one that is given.
static bool read_origin(editor_importer *importer, const pack_facts *record)
{
    editor_model_origin origin = {.is_known = record->has_origin != 0};
    for (int i = 0; i < 3; i++) {
        origin.at[i] = record->origin[i];
        if (!isfinite(origin.at[i]))
            return false;
    }
    importer->origin = origin;
    return record->has_origin == 0 ||
           (record->has_origin == 1 && (!importer->given.is_known || editor_origin_is_same(&origin, &importer->given)));
}

static bool read_facts(pack_reader *reader)
{
    pack_facts record;
    if (!pack_get_record(reader, &record, sizeof(record)))
        return false;
    if (!memchr(record.format, 0, sizeof(record.format)) || !(record.unit >= 0) || !isfinite(record.unit) ||
        record.up > EDITOR_AXIS_Z || record.is_converted > 1 || !read_origin(reader->importer, &record))
        return pack_refuse(reader, "bad facts");
    editor_model_facts *facts = &reader->importer->facts;
    *facts = (editor_model_facts){.unit = record.unit,
                                  .up = (editor_axis)record.up,
                                  .is_converted = record.is_converted == 1,
                                  .animations = record.animations,
                                  .skins = record.skins,
                                  .morphs = record.morphs};
    memcpy(facts->format, record.format, sizeof(facts->format));
    editor_text_clean(facts->format);
    return true;
}

static bool read_warnings(pack_reader *reader)
{
    enum { BYTES_PER_WARNING = 64 };
    uint32_t count;
    bool ok =
        pack_get_count(reader, sizeof(uint32_t), &count) && pack_claim(reader, BYTES_PER_WARNING * (uint64_t)count);
    for (uint32_t i = 0; ok && i < count; i++) {
        char *text = pack_get_text(reader);
        ok = text != NULL;
        if (ok)
            editor_level_add_warning(reader->importer->level, "%s", text);
        free(text);
    }
    return ok;
}

static bool read_texels(pack_reader *reader, const pack_image *record, const uint8_t *bytes, char **name, uint32_t *out)
{
    if (record->width == 0 || record->height == 0 || record->size % 4 != 0 ||
        record->size / 4 != (uint64_t)record->width * record->height)
        return pack_refuse(reader, "a picture of another size");
    if (!pack_claim(reader, record->size))
        return false;
    editor_image image = {.name = *name,
                          .width = record->width,
                          .height = record->height,
                          .rgba = editor_import_allocate(reader->importer, (size_t)record->size, 1)};
    if (!image.rgba)
        return false;
    memcpy(image.rgba, bytes, (size_t)record->size);
    *name = NULL;
    *out = editor_level_add_image(reader->importer->level, &image);
    return *out != EDITOR_NONE || editor_import_out_of_memory(reader->importer);
}

static bool read_image(pack_reader *reader, uint32_t *out)
{
    pack_image record;
    char *name = pack_get_record(reader, &record, sizeof(record)) ? pack_get_text(reader) : NULL;
    const uint8_t *bytes = name ? pack_take(reader, record.size) : NULL;
    bool ok = bytes != NULL;
    if (ok && reader->mapping)
        ok = pack_get_placed_image(reader, &record, &name, out);
    else if (ok && record.place != PACK_NOWHERE)
        ok = pack_refuse(reader, "a picture without a place");
    else if (ok && record.size == 0)
        *out = editor_import_image_file(reader->importer, name);
    else if (ok && (record.width != 0 || record.height != 0))
        ok = read_texels(reader, &record, bytes, &name, out);
    else if (ok)
        *out = editor_import_image_bytes(reader->importer, name, bytes, (size_t)record.size);
    free(name);
    return ok;
}

static bool read_images(pack_reader *reader)
{
    if (!pack_get_count(reader, sizeof(pack_image), &reader->image_count) ||
        !pack_claim(reader, reader->image_count * (uint64_t)sizeof(editor_image)))
        return false;
    reader->images = editor_import_allocate(reader->importer, reader->image_count, sizeof(*reader->images));
    bool ok = reader->images != NULL;
    for (uint32_t i = 0; ok && i < reader->image_count; i++)
        ok = read_image(reader, &reader->images[i]);
    return ok;
}

static bool read_map(pack_reader *reader, const pack_map *record, editor_map *map)
{
    if ((record->image != EDITOR_NONE && record->image >= reader->image_count) || record->wrap_u > EDITOR_WRAP_MIRROR ||
        record->wrap_v > EDITOR_WRAP_MIRROR || !is_finite(record->uv_transform, 6))
        return pack_refuse(reader, "a bad texture");
    map->image = record->image == EDITOR_NONE ? EDITOR_NONE : reader->images[record->image];
    map->wrap_u = (editor_wrap)record->wrap_u;
    map->wrap_v = (editor_wrap)record->wrap_v;
    memcpy(map->uv_transform, record->uv_transform, sizeof(map->uv_transform));
    return true;
}

static bool convert_material(pack_reader *reader, const pack_material *record, editor_material *out)
{
    const float numbers[5] = {record->alpha_cutoff, record->metallic, record->roughness, record->normal_scale,
                              record->occlusion_strength};
    if (record->alpha_mode > EDITOR_ALPHA_BLEND || record->double_sided > 1 || record->unlit > 1 ||
        !is_finite(record->base_color, 4) || !is_finite(record->emissive, 3) || !is_finite(numbers, 5))
        return pack_refuse(reader, "a bad material");
    editor_map base;
    if (!read_map(reader, &record->base, &base))
        return false;
    out->base_color_image = base.image;
    out->wrap_u = base.wrap_u;
    out->wrap_v = base.wrap_v;
    memcpy(out->uv_transform, base.uv_transform, sizeof(out->uv_transform));
    for (int i = 0; i < EDITOR_MAP_COUNT; i++) {
        if (!read_map(reader, &record->maps[i], &out->maps[i]))
            return false;
    }
    memcpy(out->base_color, record->base_color, sizeof(out->base_color));
    memcpy(out->emissive, record->emissive, sizeof(out->emissive));
    out->alpha_mode = (editor_alpha_mode)record->alpha_mode;
    out->alpha_cutoff = record->alpha_cutoff;
    out->double_sided = record->double_sided == 1;
    out->unlit = record->unlit == 1;
    out->metallic = record->metallic;
    out->roughness = record->roughness;
    out->normal_scale = record->normal_scale;
    out->occlusion_strength = record->occlusion_strength;
    return true;
}

static bool read_materials(pack_reader *reader)
{
    uint32_t count;
    bool ok = pack_get_count(reader, sizeof(pack_material), &count) &&
              pack_claim(reader, count * (uint64_t)sizeof(editor_material));
    for (uint32_t i = 0; ok && i < count; i++) {
        pack_material record;
        editor_material material = EDITOR_MATERIAL_DEFAULT;
        ok = pack_get_record(reader, &record, sizeof(record)) && convert_material(reader, &record, &material) &&
             (material.name = pack_get_text(reader)) != NULL &&
             (editor_level_add_material(reader->importer->level, &material) != EDITOR_NONE ||
              editor_import_out_of_memory(reader->importer));
    }
    return ok;
}

// --- Meshes ---

static bool read_floats(pack_reader *reader, uint64_t count, float **out)
{
    *out = pack_get_array(reader, count, sizeof(float));
    return *out && (is_finite(*out, (size_t)count) || pack_refuse(reader, "a number that is not finite"));
}

static bool read_mesh(pack_reader *reader)
{
    pack_mesh record;
    editor_mesh mesh = {0};
    if (!pack_get_record(reader, &record, sizeof(record)))
        return false;
    const uint32_t placed = reader->mapping ? PACK_PLACED : 0;
    const uint32_t polygons = reader->mapping ? 0 : PACK_POLYGONS; // else those of the pick mesh
    if ((record.attributes & ~(uint32_t)(PACK_NORMALS | PACK_UVS | PACK_COLORS | polygons)) != placed ||
        record.index_count % 3 != 0)
        return pack_refuse(reader, "a bad mesh");
    if (!pack_check_form(reader, &record))
        return false;
    if (reader->mapping)
        return pack_get_placed_mesh(reader, &record);
    const uint64_t n = record.vertex_count;
    if (!pack_claim(reader, record.form == EDITOR_FORM_TRIANGLES
                                ? EDITOR_IMPORT_TRIANGLE * (uint64_t)(record.index_count / 3)
                                : EDITOR_IMPORT_PART * n))
        return false;
    mesh.vertex_count = record.vertex_count;
    mesh.index_count = record.index_count;
    mesh.submesh_count = record.submesh_count;
    mesh.form = (editor_mesh_form)record.form;
    mesh.line_count = record.line_count;
    mesh.width = record.width;
    const bool ok = (mesh.name = pack_get_text(reader)) != NULL && read_floats(reader, 3 * n, &mesh.positions) &&
                    (!(record.attributes & PACK_NORMALS) || read_floats(reader, 3 * n, &mesh.normals)) &&
                    (!(record.attributes & PACK_UVS) || read_floats(reader, 2 * n, &mesh.uvs)) &&
                    (!(record.attributes & PACK_COLORS) || read_floats(reader, 4 * n, &mesh.colors)) &&
                    (mesh.form != EDITOR_FORM_TRIANGLES ||
                     (mesh.indices = pack_get_array(reader, record.index_count, sizeof(uint32_t))) != NULL) &&
                    (!(record.attributes & PACK_POLYGONS) ||
                     (mesh.continues = pack_get_array(reader, record.index_count / 3, 1)) != NULL) &&
                    (mesh.form != EDITOR_FORM_LINES ||
                     (mesh.line_counts = pack_get_array(reader, record.line_count, sizeof(uint32_t))) != NULL) &&
                    (mesh.submeshes = pack_get_array(reader, record.submesh_count, sizeof(*mesh.submeshes))) != NULL &&
                    pack_check_indices(reader, &mesh) && pack_check_submeshes(reader, &mesh) &&
                    pack_check_polygons(reader, &mesh) && pack_check_lines(reader, &mesh);
    if (!ok) {
        mesh_tools_free(&mesh);
        return false;
    }
    return editor_level_add_mesh(reader->importer->level, &mesh) != EDITOR_NONE ||
           editor_import_out_of_memory(reader->importer);
}

static bool read_meshes(pack_reader *reader)
{
    uint32_t count;
    bool ok =
        pack_get_count(reader, sizeof(pack_mesh), &count) && pack_claim(reader, EDITOR_IMPORT_OBJECT * (uint64_t)count);
    editor_progress_enter(reader->importer->level->progress, "Unpacking", (uint64_t)(reader->end - reader->at));
    for (uint32_t i = 0; ok && i < count; i++) {
        const uint8_t *from = reader->at;
        ok = editor_import_goes_on(reader->importer) && read_mesh(reader);
        editor_progress_advance(reader->importer->level->progress, (uint64_t)(reader->at - from));
    }
    return ok;
}

// --- Objects ---

static uint32_t add_light(pack_reader *reader, const pack_object *record, const char *name, const pick_affine *local)
{
    const double *v = record->values;
    if (record->type > EDITOR_LIGHT_SPOT)
        return pack_refuse(reader, "a bad light"), EDITOR_NONE;
    const editor_light light = {(editor_light_type)record->type, {v[0], v[1], v[2]}, v[3], v[4], v[5], v[6]};
    if (editor_light_fault(&light))
        return pack_refuse(reader, "a bad light"), EDITOR_NONE;
    return editor_level_add_light(reader->importer->level, name, record->parent, &light, local);
}

static uint32_t add_camera(pack_reader *reader, const pack_object *record, const char *name, const pick_affine *local)
{
    const double *v = record->values;
    const editor_lens lens = {record->type == 1, v[0], v[1], v[2], v[3]};
    if (record->type > 1 || editor_lens_fault(&lens))
        return pack_refuse(reader, "a bad camera"), EDITOR_NONE;
    return editor_level_add_camera(reader->importer->level, name, record->parent, &lens, local);
}

static bool add_object(pack_reader *reader, const pack_object *record, const char *name)
{
    editor_level *level = reader->importer->level;
    pick_affine local;
    memcpy(local.linear, record->local, sizeof(local.linear));
    local.origin = pick_vec3_make(record->local[9], record->local[10], record->local[11]);
    uint32_t object = EDITOR_NONE;
    if (record->kind == EDITOR_OBJECT_LIGHT)
        object = add_light(reader, record, name, &local);
    else if (record->kind == EDITOR_OBJECT_CAMERA)
        object = add_camera(reader, record, name, &local);
    else
        object = editor_level_add_object(level, name, record->parent, record->mesh, &local);
    if (object != EDITOR_NONE) {
        level->objects[object].layers = record->layers;
        level->objects[object].hidden = record->hidden == 1;
    }
    return object != EDITOR_NONE || editor_import_out_of_memory(reader->importer); // or the refusal that there is
}

static bool check_object(pack_reader *reader, const pack_object *record, uint32_t number)
{
    const uint32_t meshes = reader->importer->level->mesh_count;
    if (record->parent != EDITOR_NONE && record->parent >= number)
        return pack_refuse(reader, "an object before its parent");
    if (record->kind > EDITOR_OBJECT_CAMERA || (record->kind == EDITOR_OBJECT_MESH) != (record->mesh != EDITOR_NONE) ||
        (record->mesh != EDITOR_NONE && record->mesh >= meshes) || record->hidden > 1)
        return pack_refuse(reader, "a bad object");
    reader->depths[number] = record->parent == EDITOR_NONE ? 0 : (uint16_t)(reader->depths[record->parent] + 1);
    return reader->depths[number] <= EDITOR_PACK_DEPTH + 1 ||
           editor_import_refuse(reader->importer, "nodes nested more than %d deep", EDITOR_PACK_DEPTH);
}

static bool read_objects(pack_reader *reader)
{
    uint32_t count;
    if (!pack_get_count(reader, sizeof(pack_object), &count) ||
        !pack_claim(reader, EDITOR_IMPORT_OBJECT * (uint64_t)count))
        return false;
    reader->depths = editor_import_allocate(reader->importer, count, sizeof(*reader->depths));
    bool ok = reader->depths != NULL;
    for (uint32_t i = 0; ok && i < count; i++) {
        pack_object record;
        char *name = pack_get_record(reader, &record, sizeof(record)) ? pack_get_text(reader) : NULL;
        ok = name && (name[0] || pack_refuse(reader, "an object without a name")) && check_object(reader, &record, i) &&
             add_object(reader, &record, name);
        free(name);
    }
    return ok;
}

static bool read_choice_texts(pack_reader *reader, uint32_t count, char ***texts, uint32_t *read)
{
    if (count == 0)
        return true;
    *texts = editor_import_allocate(reader->importer, count, sizeof(**texts));
    bool ok = *texts != NULL;
    while (ok && *read < count) {
        char *text = pack_get_text(reader);
        ok = text != NULL;
        if (ok)
            (*texts)[(*read)++] = text;
    }
    return ok;
}

static bool read_choices(pack_reader *reader)
{
    pack_choices record;
    editor_model_choices *choices = &reader->importer->choices;
    if (!pack_get_record(reader, &record, sizeof(record)))
        return false;
    if (record.scene_count > EDITOR_CHOICE_LIMIT || record.variant_count > EDITOR_CHOICE_LIMIT)
        return pack_refuse(reader, "too many choices");
    choices->scene = record.scene; // compared with their number wherever it is used
    return read_choice_texts(reader, record.scene_count, &choices->scenes, &choices->scene_count) &&
           read_choice_texts(reader, record.variant_count, &choices->variants, &choices->variant_count);
}

static bool read_pack(pack_reader reader)
{
    uint32_t check = 0;
    bool ok =
        pack_get_record(&reader, &check, sizeof(check)) && (check == PACK_CHECK || pack_refuse(&reader, "no model"));
    ok = ok && read_facts(&reader) && read_warnings(&reader) && read_images(&reader) && read_materials(&reader) &&
         read_meshes(&reader) && read_objects(&reader) && pack_get_motion(&reader) && read_choices(&reader) &&
         pack_get_record(&reader, &check, sizeof(check));
    if (ok && (check != PACK_CHECK || reader.at != reader.end))
        ok = pack_refuse(&reader, "it has no end");
    free(reader.images);
    free(reader.depths);
    return ok;
}

bool editor_pack_read(editor_importer *importer, const uint8_t *bytes, size_t size)
{
    return read_pack((pack_reader){.importer = importer, .at = bytes, .end = bytes + size});
}

bool editor_pack_read_placed(editor_importer *importer, const uint8_t *bytes, size_t size, editor_mapping *mapping,
                             size_t at)
{
    return read_pack((pack_reader){.importer = importer,
                                   .at = bytes,
                                   .end = bytes + size,
                                   .mapping = mapping,
                                   .area = mapping->bytes + at,
                                   .area_size = mapping->size - at});
}
