// ply_looks.c: sorts triangles by texture and material, and makes the level's materials.
#include "document/import/ply/ply_looks.h"

#include "document/import/ply/ply_colors.h"
#include "system/path.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

#define TRIANGLE_LIMIT ((1u << 31) / 3)

void ply_looks_begin(ply_looks *looks, ply_reader *reader)
{
    *looks = (ply_looks){.reader = reader};
    const ply_header *header = &reader->header;
    for (uint32_t i = 0; i < header->element_count && !looks->materials; i++) {
        if (header->elements[i].is_material && header->elements[i].count > 0)
            looks->materials = &header->elements[i];
    }
}

// --- Looks of triangles ---

// The number of one of `count` things, or EDITOR_NONE. `*is_unknown`: it is none of them.
static uint32_t number_of(double value, uint64_t count, bool *is_unknown)
{
    if (count == 0 || !(value >= 0)) // files without them number them, too
        return EDITOR_NONE;
    const bool is_there = value < (double)count && value < (double)EDITOR_NONE;
    *is_unknown = *is_unknown || !is_there;
    return is_there ? (uint32_t)value : EDITOR_NONE;
}

static bool find_look(ply_looks *looks, ply_look look)
{
    if (looks->count > 0 && memcmp(&looks->list[looks->last], &look, sizeof(look)) == 0)
        return true;
    const editor_hash hash = editor_hash_bytes(&look, sizeof(look));
    const uint32_t known = editor_hash_index_find(&looks->numbers, hash);
    if (known != EDITOR_HASH_UNKNOWN) {
        looks->last = known;
        return true;
    }
    if (looks->count > 0 && !editor_import_claim_of_file(looks->reader->importer, EDITOR_IMPORT_OBJECT, "materials"))
        return false;
    if (looks->count == looks->capacity) {
        const uint32_t wanted = looks->capacity ? 2 * looks->capacity : 16;
        ply_look *grown = realloc(looks->list, wanted * sizeof(*grown));
        if (!grown)
            return editor_import_out_of_memory(looks->reader->importer);
        looks->list = grown;
        looks->capacity = wanted;
    }
    editor_hash_index_add(&looks->numbers, hash, looks->count);
    looks->last = looks->count;
    looks->list[looks->count++] = look;
    return true;
}

// Room for the looks of so many triangles, once there are two looks. Those before have the first.
static bool reserve_triangles(ply_looks *looks, uint64_t wanted)
{
    if (wanted <= looks->triangle_capacity)
        return true;
    const uint64_t larger = wanted + wanted / 2 + 1024;
    uint32_t *grown = wanted <= TRIANGLE_LIMIT ? realloc(looks->of_triangles, (size_t)larger * sizeof(*grown)) : NULL;
    if (!grown)
        return editor_import_out_of_memory(looks->reader->importer);
    if (!looks->of_triangles)
        memset(grown, 0, looks->triangle_count * sizeof(*grown));
    looks->of_triangles = grown;
    looks->triangle_capacity = (uint32_t)larger;
    return true;
}

bool ply_looks_add(ply_looks *looks, double texture, double material, uint32_t triangles)
{
    bool is_unknown = false;
    const ply_look look = {number_of(texture, looks->reader->header.texture_count, &is_unknown),
                           number_of(material, looks->materials ? looks->materials->count : 0, &is_unknown)};
    looks->unknown += is_unknown;
    if (!find_look(looks, look))
        return false;
    if (looks->count > 1 && !reserve_triangles(looks, (uint64_t)looks->triangle_count + triangles))
        return false;
    for (uint32_t i = 0; looks->of_triangles && i < triangles; i++)
        looks->of_triangles[looks->triangle_count + i] = looks->last;
    looks->triangle_count += triangles;
    return true;
}

// --- Submeshes ---

// Sorts the triangles by their looks, those of one as they were. `starts`: of each look, its first triangle.
static bool sort(const ply_looks *looks, editor_mesh *mesh, uint32_t *starts)
{
    uint32_t *indices = malloc(mesh->index_count * sizeof(*indices));
    uint8_t *continues = mesh->continues ? malloc(looks->triangle_count) : NULL;
    if (!indices || (mesh->continues && !continues)) {
        free(indices);
        free(continues);
        return false;
    }
    for (size_t i = 0; i < looks->triangle_count; i++) {
        const size_t to = starts[looks->of_triangles[i]]++;
        memcpy(indices + 3 * to, mesh->indices + 3 * i, 3 * sizeof(*indices));
        if (continues)
            continues[to] = mesh->continues[i];
    }
    free(mesh->indices);
    free(mesh->continues);
    mesh->indices = indices;
    mesh->continues = continues;
    return true;
}

static bool add_submeshes(const ply_looks *looks, editor_mesh *mesh)
{
    mesh->submeshes = calloc(looks->count, sizeof(*mesh->submeshes));
    uint32_t *starts = calloc(looks->count, sizeof(*starts));
    if (!mesh->submeshes || !starts) {
        free(starts);
        return false;
    }
    mesh->submesh_count = looks->count;
    if (looks->count == 1)
        mesh->submeshes[0].triangle_count = looks->triangle_count;
    for (uint32_t i = 0; looks->count > 1 && i < looks->triangle_count; i++)
        mesh->submeshes[looks->of_triangles[i]].triangle_count++;
    for (uint32_t i = 1; i < looks->count; i++)
        starts[i] = mesh->submeshes[i].first_triangle =
            mesh->submeshes[i - 1].first_triangle + mesh->submeshes[i - 1].triangle_count;
    const bool ok = looks->count == 1 || sort(looks, mesh, starts);
    free(starts);
    return ok;
}

// --- Materials ---

// The base colours of the file's materials, 4 each. NULL: refused.
static float *read_materials(ply_looks *looks)
{
    ply_reader *reader = looks->reader;
    const ply_element *element = looks->materials;
    if (!ply_begin(reader, element) ||
        !editor_import_claim_of_file(reader->importer, 4 * sizeof(float) * (size_t)element->count, "materials"))
        return NULL;
    float *colors = editor_import_allocate(reader->importer, (size_t)element->count, 4 * sizeof(float));
    const ply_colors find = ply_find_colors(&reader->header, element);
    const ply_property *opacity = ply_find_role(&reader->header, element, PLY_OPACITY);
    for (size_t i = 0; colors && i < element->count; i++) {
        double values[PLY_ROLE_COUNT] = {0};
        if (!ply_goes_on(reader, i) || !ply_read_row(reader, element, values)) {
            editor_import_refuse(reader->importer, "material %zu of %llu is cut off, or holds no number", i,
                                 (unsigned long long)element->count);
            free(colors);
            return NULL;
        }
        float *color = colors + 4 * i;
        for (int k = 0; k < 4; k++)
            color[k] = k < 3 ? 0.6f : 1;
        if (find.any)
            ply_put_color(&find, values, color);
        if (opacity)
            color[3] = (float)(opacity->type < PLY_F32 ? values[PLY_OPACITY] / 255 : values[PLY_OPACITY]);
        if (!(color[3] > 0 && color[3] <= 1)) // many exporters write 0 for solid materials
            color[3] = 1;
    }
    ply_note_end(reader, element);
    return colors;
}

static char *copy_name(ply_name name)
{
    char *copy = malloc(name.length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, name.text, name.length);
    copy[name.length] = '\0';
    return copy;
}

// The material's name: that of a texture's file too. NULL: out of memory.
static char *make_name(const ply_look *look, const char *texture)
{
    editor_text text = {0};
    if (look->material != EDITOR_NONE)
        editor_text_format(&text, "material %u%s", (unsigned)look->material, texture ? ", " : "");
    if (texture)
        editor_text_put(&text, editor_path_name(texture));
    else if (look->material == EDITOR_NONE) // as Assimp's readers call that of files without any
        editor_text_put(&text, "DefaultMaterial");
    if (!text.failed)
        return editor_text_take(&text);
    editor_text_free(&text);
    return NULL;
}

// `color`: of the look's material; NULL: it has none.
static bool add_material(const ply_looks *looks, const ply_look *look, const float *color, bool has_uvs,
                         bool has_colors, uint32_t *number)
{
    editor_importer *importer = looks->reader->importer;
    const bool has_texture = look->texture != EDITOR_NONE;
    char *texture = has_texture ? copy_name(looks->reader->header.textures[look->texture]) : NULL;
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    if (has_texture && !texture)
        return editor_import_out_of_memory(importer);
    for (int i = 0; i < 4; i++)
        material.base_color[i] = color ? color[i] : i == 3 || has_colors || (has_texture && has_uvs) ? 1 : 0.6f;
    material.alpha_mode = material.base_color[3] < 1 ? EDITOR_ALPHA_BLEND : EDITOR_ALPHA_OPAQUE;
    material.roughness = 0.8f;
    material.double_sided = true;
    material.name = make_name(look, texture);
    if (has_texture && has_uvs)
        material.base_color_image = editor_import_image_file(importer, texture);
    else if (has_texture)
        editor_import_tally(importer, "no texture coordinates; drawn without it", "texture \"%.100s\"", texture);
    free(texture);
    *number = material.name ? editor_level_add_material(importer->level, &material) : EDITOR_NONE;
    return *number != EDITOR_NONE || editor_import_out_of_memory(importer);
}

bool ply_looks_take(ply_looks *looks, editor_mesh *mesh, bool has_uvs, bool has_colors)
{
    editor_importer *importer = looks->reader->importer;
    bool uses_materials = false;
    for (uint32_t i = 0; i < looks->count; i++)
        uses_materials = uses_materials || looks->list[i].material != EDITOR_NONE;
    float *colors = uses_materials ? read_materials(looks) : NULL;
    if (uses_materials && !colors)
        return false;
    bool ok = add_submeshes(looks, mesh) || editor_import_out_of_memory(importer);
    for (uint32_t i = 0; ok && i < looks->count; i++) {
        const ply_look *look = &looks->list[i];
        const float *color = look->material != EDITOR_NONE ? colors + 4 * (size_t)look->material : NULL;
        ok = editor_import_goes_on(importer) &&
             add_material(looks, look, color, has_uvs, has_colors, &mesh->submeshes[i].material);
    }
    free(colors);
    if (looks->unknown > 0)
        editor_level_add_warning(importer->level, "%llu face%s a texture or material that the file does not have",
                                 (unsigned long long)looks->unknown, looks->unknown == 1 ? " names" : "s name");
    return ok;
}

void ply_looks_free(ply_looks *looks)
{
    editor_hash_index_free(&looks->numbers);
    free(looks->list);
    free(looks->of_triangles);
    *looks = (ply_looks){0};
}
