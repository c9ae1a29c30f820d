// threemf_import.c: reads 3MF files: runs lib3mf in a child process, and makes objects of what the model builds.
#include "document/import/threemf/threemf_import.h"

#include "document/import/common/foreign.h"
#include "document/import/threemf/threemf_model.h"
#include "document/level/mesh_tools.h"
#include "document/level/srgb.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct threemf_reader {
    editor_importer *importer;
    threemf_model *model;
    editor_hash_index meshes, materials; // by object, by look
    editor_pack_images *images;
} threemf_reader;

// Names are not trusted: those that are no UTF-8 count as none. Frees `name`.
static char *take_name(char *name, const char *fallback)
{
    if (name && editor_text_is_utf8(name, strlen(name)))
        return name;
    free(name);
    return editor_text_copy(fallback);
}

// --- Materials ---

static void look_color(const threemf_look *look, float out[4])
{
    for (int i = 0; i < 3; i++)
        out[i] = look->is_colored ? (float)editor_linear_of_srgb(look->rgba[i] / 255.0) : 0.6f;
    out[3] = look->is_colored && look->rgba[3] > 0 ? (float)look->rgba[3] / 255 : 1; // as of Assimp's formats
}

static bool add_picture(threemf_reader *reader, uint32_t texture, editor_material *material)
{
    threemf_picture picture;
    threemf_get_picture(reader->model, texture, &picture);
    static const editor_wrap wraps[] = {EDITOR_WRAP_REPEAT, EDITOR_WRAP_MIRROR, EDITOR_WRAP_CLAMP, EDITOR_WRAP_CLAMP};
    material->wrap_u = wraps[picture.styles[0] & 3];
    material->wrap_v = wraps[picture.styles[1] & 3];
    char *name = take_name(picture.path, "texture");
    if (!name) {
        free(picture.bytes);
        return editor_import_out_of_memory(reader->importer);
    }
    free(material->name);
    material->name = editor_text_copy(name);
    if (!picture.bytes)
        editor_import_tally(reader->importer, "the picture cannot be read; drawn without it", "\"%.200s\"", name);
    if (!picture.bytes || !reader->importer->decoder) {
        free(name);
        free(picture.bytes);
        return true;
    }
    const editor_pack_image image = {.name = name, .bytes = picture.bytes, .size = picture.size};
    material->base_color_image = editor_pack_images_add(reader->images, &image);
    return material->base_color_image != EDITOR_NONE || editor_import_out_of_memory(reader->importer);
}

// The material of corners that look the same, but for coordinates. EDITOR_NONE: refused.
static uint32_t find_material(threemf_reader *reader, const threemf_look *look, const char *kind)
{
    threemf_look key = *look;
    memset(key.uv, 0, sizeof(key.uv));
    const editor_hash hash = editor_hash_bytes(&key, sizeof(key));
    const uint32_t known = editor_hash_index_find(&reader->materials, hash);
    if (known != EDITOR_HASH_UNKNOWN)
        return known;
    if (!editor_foreign_claim(reader->importer, sizeof(editor_material)))
        return EDITOR_NONE;
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.roughness = 0.8f;
    material.double_sided = true;
    look_color(look, material.base_color);
    if (material.base_color[3] < 1)
        material.alpha_mode = EDITOR_ALPHA_BLEND;
    material.name = take_name(look->base[0] ? threemf_base_name(reader->model, look->base) : NULL, kind);
    if (look->texture && !add_picture(reader, look->texture, &material)) {
        free(material.name);
        return EDITOR_NONE;
    }
    const uint32_t added = material.name ? editor_level_add_material(reader->importer->level, &material) : EDITOR_NONE;
    if (added == EDITOR_NONE)
        editor_import_out_of_memory(reader->importer);
    else
        editor_hash_index_add(&reader->materials, hash, added);
    return added;
}

// --- Meshes ---

// Parts vertices where their corners look different. There is room for as many more as there are corners. `owners` gets
// a corner of each vertex; `next` is zero.
static void part_vertices(editor_mesh *mesh, const threemf_look *looks, uint32_t *owners, uint32_t *next)
{
    memset(owners, 0xff, mesh->vertex_count * sizeof(*owners));
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        uint32_t vertex = mesh->indices[i];
        while (owners[vertex] != EDITOR_NONE && memcmp(&looks[owners[vertex]], &looks[i], sizeof(*looks)) != 0) {
            if (!next[vertex]) {
                memcpy(mesh->positions + 3 * (size_t)mesh->vertex_count, mesh->positions + 3 * (size_t)vertex,
                       3 * sizeof(float));
                owners[mesh->vertex_count] = EDITOR_NONE;
                next[vertex] = mesh->vertex_count++;
            }
            vertex = next[vertex];
        }
        owners[vertex] = i;
        mesh->indices[i] = vertex;
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        if (owners[i] == EDITOR_NONE) // no triangle has it
            continue;
        if (mesh->uvs)
            memcpy(mesh->uvs + 2 * (size_t)i, looks[owners[i]].uv, 2 * sizeof(float));
        if (mesh->colors)
            look_color(&looks[owners[i]], mesh->colors + 4 * (size_t)i);
    }
}

// Puts the triangles that have the texture of the first one in `from` together, behind those in `to`. Those that are
// taken have no corners in `from` any more.
static bool add_submesh(threemf_reader *reader, editor_mesh *mesh, const threemf_look *looks, uint32_t *from,
                        uint32_t *to, uint32_t *count)
{
    static const threemf_look white = {.is_colored = 1, .rgba = {255, 255, 255, 255}};
    const bool is_white = mesh->colors && !looks->texture;
    editor_submesh submesh = {*count / 3, 0, 0};
    const char *kind = is_white ? "colors" : looks->is_colored ? "color" : "plain";
    submesh.material = find_material(reader, is_white ? &white : looks, kind);
    editor_submesh *grown = realloc(mesh->submeshes, (mesh->submesh_count + 1u) * sizeof(*grown));
    if (grown)
        mesh->submeshes = grown;
    if (!grown || submesh.material == EDITOR_NONE)
        return editor_import_out_of_memory(reader->importer);
    for (uint32_t i = 0; i < mesh->index_count - (uint32_t)(from - mesh->indices); i += 3) {
        if (from[i] == EDITOR_NONE || looks[i].texture != looks->texture)
            continue;
        memcpy(to + *count, from + i, 3 * sizeof(*to));
        from[i] = EDITOR_NONE;
        *count += 3;
    }
    submesh.triangle_count = *count / 3 - submesh.first_triangle;
    grown[mesh->submesh_count++] = submesh;
    return true;
}

// Parts vertices and triangles by their looks. False: refused.
static bool add_looks(threemf_reader *reader, editor_mesh *mesh, const threemf_look *looks)
{
    editor_importer *importer = reader->importer;
    const size_t most = (size_t)mesh->vertex_count + mesh->index_count;
    bool varies = false, has_texture = false, has_color = false;
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        varies = varies || memcmp(&looks[i], looks, offsetof(threemf_look, uv)) != 0;
        has_texture = has_texture || looks[i].texture;
        has_color = has_color || !looks[i].texture;
    }
    uint32_t *owners = editor_import_allocate(importer, most, sizeof(*owners)), count = 0;
    uint32_t *next = editor_import_allocate(importer, most, sizeof(*next));
    uint32_t *ordered = editor_import_allocate(importer, mesh->index_count, sizeof(*ordered));
    float *positions = realloc(mesh->positions, most * 3 * sizeof(float));
    mesh->positions = positions ? positions : mesh->positions;
    mesh->uvs = has_texture ? editor_import_allocate(importer, most, 2 * sizeof(float)) : NULL;
    mesh->colors = varies && has_color ? editor_import_allocate(importer, most, 4 * sizeof(float)) : NULL;
    bool ok = owners && next && ordered && positions && !has_texture == !mesh->uvs &&
              (varies && has_color) == (mesh->colors != NULL);
    if (!ok)
        editor_import_out_of_memory(importer);
    else if (varies || has_texture)
        part_vertices(mesh, looks, owners, next);
    for (uint32_t i = 0; ok && i < mesh->index_count; i += 3)
        ok =
            mesh->indices[i] == EDITOR_NONE || add_submesh(reader, mesh, looks + i, mesh->indices + i, ordered, &count);
    if (ok) {
        free(mesh->indices);
        mesh->indices = ordered;
        ordered = NULL;
    }
    free(owners);
    free(next);
    free(ordered);
    return ok;
}

static bool read_mesh(threemf_reader *reader, uint32_t object, const threemf_object *size, editor_mesh *mesh)
{
    enum { BYTES_PER_VERTEX = 48 };
    editor_importer *importer = reader->importer;
    bool failed = false;
    if (!editor_foreign_claim(importer, EDITOR_IMPORT_OBJECT + EDITOR_IMPORT_TRIANGLE * (size_t)size->triangle_count +
                                            BYTES_PER_VERTEX * (size_t)size->vertex_count))
        return false;
    mesh->vertex_count = size->vertex_count;
    mesh->index_count = 3 * size->triangle_count;
    mesh->positions = editor_import_allocate(importer, size->vertex_count, 3 * sizeof(float));
    mesh->indices = editor_import_allocate(importer, size->triangle_count, 3 * sizeof(uint32_t));
    if (!mesh->name || !mesh->positions || !mesh->indices)
        return editor_import_out_of_memory(importer);
    if (!threemf_get_mesh(reader->model, object, size, mesh->positions, mesh->indices))
        return editor_import_refuse(importer, "object %u cannot be read", (unsigned)object);
    threemf_look *looks = threemf_get_looks(reader->model, object, size->triangle_count, &failed);
    if (looks) {
        const bool ok = add_looks(reader, mesh, looks);
        free(looks);
        return ok;
    }
    mesh->submeshes = editor_import_allocate(importer, 1, sizeof(*mesh->submeshes));
    if (failed || !mesh->submeshes)
        return editor_import_out_of_memory(importer);
    mesh->submeshes[mesh->submesh_count++] =
        (editor_submesh){0, size->triangle_count, find_material(reader, &(threemf_look){.texture = 0}, "plain")};
    return mesh->submeshes->material != EDITOR_NONE;
}

// The number of the object's mesh goes to `*out`; EDITOR_NONE: it has no triangles. False: refused.
static bool add_mesh(threemf_reader *reader, uint32_t object, const char *name, const threemf_object *size,
                     uint32_t *out)
{
    const editor_hash hash = editor_hash_bytes(&object, sizeof(object));
    *out = editor_hash_index_find(&reader->meshes, hash);
    if (*out != EDITOR_HASH_UNKNOWN)
        return true;
    *out = EDITOR_NONE;
    if (size->has_beams)
        editor_import_tally(reader->importer, "beam lattices are not drawn", "%.100s", name);
    if (size->triangle_count == 0)
        return true;
    editor_mesh mesh = {.name = editor_text_copy(name)};
    if (!read_mesh(reader, object, size, &mesh)) {
        mesh_tools_free(&mesh);
        return false;
    }
    *out = editor_level_add_mesh(reader->importer->level, &mesh); // which takes it in any case
    editor_hash_index_add(&reader->meshes, hash, *out);
    return *out != EDITOR_NONE || editor_import_out_of_memory(reader->importer);
}

// --- Objects ---

static bool add_use(threemf_reader *reader, const threemf_use *use, uint32_t parent, int depth)
{
    editor_importer *importer = reader->importer;
    threemf_object object;
    char fallback[32];
    pick_affine local = {.origin = pick_vec3_make(use->origin[0], use->origin[1], use->origin[2])};
    memcpy(local.linear, use->linear, sizeof(local.linear));
    uint32_t mesh = EDITOR_NONE, added = EDITOR_NONE;
    if (depth > EDITOR_PACK_DEPTH)
        return editor_import_refuse(importer, "objects nested more than %d deep", EDITOR_PACK_DEPTH);
    if (!editor_foreign_claim(importer, EDITOR_IMPORT_OBJECT))
        return false;
    threemf_get_object(reader->model, use->object, &object);
    snprintf(fallback, sizeof(fallback), "object %u", (unsigned)use->object);
    char *name = take_name(threemf_object_name(reader->model, use->object), fallback);
    bool ok = name ? add_mesh(reader, use->object, name, &object, &mesh) : editor_import_out_of_memory(importer);
    if (ok)
        added = editor_level_add_object(importer->level, name, parent, mesh, &local);
    free(name);
    if (ok && added == EDITOR_NONE)
        return editor_import_out_of_memory(importer);
    for (uint32_t i = 0; ok && i < object.component_count; i++) {
        threemf_use component;
        threemf_get_component(reader->model, use->object, i, &component);
        ok = add_use(reader, &component, added, depth + 1);
    }
    return ok;
}

static bool read_model(threemf_reader *reader)
{
    editor_importer *importer = reader->importer;
    char text[160];
    threemf_use item;
    uint32_t count = 0;
    reader->model = threemf_open(importer->bytes, importer->size, text);
    if (!reader->model)
        return editor_import_refuse(importer, "no model that can be read: %s", text);
    for (uint32_t i = 0; threemf_warning(reader->model, i, text); i++) {
        if (text[0])
            editor_import_tally(importer, text, "lib3mf");
    }
    importer->facts = (editor_model_facts){
        .format = "3D Manufacturing Format (3MF)", .unit = threemf_unit(reader->model), .up = EDITOR_AXIS_Z};
    for (; threemf_next_item(reader->model, &item); count++) {
        if (!add_use(reader, &item, EDITOR_NONE, 0))
            return false;
    }
    if (count == 0)
        return editor_import_refuse(importer, "no model in it: it builds nothing");
    return editor_foreign_check(importer, importer->level->warning_count == 0); // what is missed may be all
}

static bool read_package(editor_importer *importer, editor_child *child, editor_pack_images *images)
{
    (void)child;
    threemf_reader reader = {.importer = importer, .images = images};
    const bool ok = read_model(&reader);
    threemf_close(reader.model);
    editor_hash_index_free(&reader.meshes);
    editor_hash_index_free(&reader.materials);
    return ok;
}

bool editor_import_threemf(editor_importer *importer)
{
    editor_foreign foreign = {.importer = importer, .read = read_package};
    return editor_foreign_import(&foreign);
}
