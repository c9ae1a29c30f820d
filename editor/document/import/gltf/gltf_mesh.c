// gltf_mesh.c: joins the triangles of a glTF mesh.
#include "document/import/gltf/gltf_import.h"

#include "document/level/mesh_tools.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One primitive, as read from its accessors.
typedef struct primitive {
    gltf_part part;
    uint32_t material, uv_set, position;
    uint32_t mode;
    float *positions, *normals, *uvs, *colors; // colors: 4 each
    bool same_vertices;                        // the same as the previous primitive's
    bool has_colors;
    bool has_gaps;      // of the positions some are not finite
    uint32_t *sequence; // vertex indices in the order of the primitive
    uint32_t sequence_count;
} primitive;

static void free_primitive(primitive *p)
{
    free(p->positions);
    free(p->normals);
    free(p->uvs);
    free(p->colors);
    free(p->sequence);
}

// Reads an optional attribute. Without it, or with non-finite numbers in it, the mesh is still valid.
static bool read_extra(gltf_import *import, const gltf_part *part, const char *name, uint32_t components, float **out)
{
    char where[96];
    uint32_t accessor;
    snprintf(where, sizeof(where), "%s.%s", part->where, name);
    if (!gltf_find_attribute(import, part, part->attributes, name, &accessor) ||
        !gltf_read_first(import, where, accessor, components, out))
        return false;
    for (size_t i = 0; *out && i < (size_t)part->vertex_count * components; i++) {
        if (!isfinite((*out)[i])) {
            editor_import_tally(import->document.importer, "not finite; not used", "%s", where);
            free(*out);
            *out = NULL;
        }
    }
    return true;
}

bool gltf_read_colors(gltf_import *import, const gltf_part *part, float **out)
{
    uint32_t accessor;
    if (!gltf_find_attribute(import, part, part->attributes, "COLOR_0", &accessor))
        return false;
    if (accessor == EDITOR_NONE)
        return true;
    const uint32_t components = import->document.accessors[accessor].components;
    if (!read_extra(import, part, "COLOR_0", components == 3 ? 3 : 4, out))
        return false;
    if (!*out || components == 4)
        return true;
    float *wide = editor_import_allocate(import->document.importer, part->vertex_count, 4 * sizeof(float));
    if (!wide)
        return false;
    for (size_t i = 0; i < part->vertex_count; i++) {
        memcpy(wide + 4 * i, *out + 3 * i, 3 * sizeof(float));
        wide[4 * i + 3] = 1;
    }
    free(*out);
    *out = wide;
    return true;
}

// --- Reading ---

bool gltf_are_finite(gltf_import *import, const gltf_part *part, const float *positions)
{
    for (size_t i = 0; i < 3 * (size_t)part->vertex_count; i++) {
        if (!isfinite(positions[i])) {
            editor_import_tally(import->document.importer, "not finite where nothing uses it", "%s.POSITION",
                                part->where);
            return false;
        }
    }
    return true;
}

bool gltf_check_used(const gltf_import *import, const gltf_part *part, const float *positions, uint32_t accessor,
                     const uint32_t *sequence, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const float *p = positions + 3 * (size_t)sequence[i];
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
            return gltf_refuse(&import->document, "%s.POSITION: vertex %u is not finite (accessors[%u])", part->where,
                               (unsigned)sequence[i], (unsigned)accessor);
    }
    return true;
}

static bool read_vertices(gltf_import *import, primitive *p, uint32_t position_accessor, const gltf_pose *pose,
                          motion_shape *shape)
{
    const gltf_document *document = &import->document;
    char uv_name[32];
    snprintf(uv_name, sizeof(uv_name), "TEXCOORD_%u", (unsigned)p->uv_set);
    p->positions = gltf_read_floats(document, position_accessor, 3, p->part.where);
    if (!p->positions || !read_extra(import, &p->part, "NORMAL", 3, &p->normals) ||
        !read_extra(import, &p->part, uv_name, 2, &p->uvs) || !gltf_read_colors(import, &p->part, &p->colors))
        return false;
    p->has_colors = p->colors != NULL;
    p->has_gaps = !gltf_are_finite(import, &p->part, p->positions);
    p->part.has_normals = p->normals != NULL;
    return gltf_add_to_shape(import, shape, &p->part, pose);
}

bool gltf_read_sequence(gltf_import *import, const gltf_part *part, uint32_t **out, uint32_t *count)
{
    const gltf_document *document = &import->document;
    uint32_t accessor;
    if (!gltf_get_list_index(document, part->json, "indices", GLTF_ACCESSORS, part->where, &accessor))
        return false;
    if (accessor != EDITOR_NONE) {
        *count = document->accessors[accessor].count;
        *out = gltf_read_uints(document, accessor, 1, part->where);
        for (uint32_t i = 0; *out && i < *count; i++) {
            if ((*out)[i] >= part->vertex_count)
                return gltf_refuse(document, "%s.indices: index %u is %u, but there are %u vertices (accessors[%u])",
                                   part->where, (unsigned)i, (unsigned)(*out)[i], (unsigned)part->vertex_count,
                                   (unsigned)accessor);
        }
        return *out != NULL;
    }
    *count = part->vertex_count;
    *out = editor_import_allocate(document->importer, part->vertex_count, sizeof(**out));
    for (uint32_t i = 0; *out && i < part->vertex_count; i++)
        (*out)[i] = i;
    return *out != NULL;
}

// Whether two objects have the same fields in the same order, all of them numbers. Looking for fields in any order
// takes time that grows with the square of their number.
static bool has_same_accessors(const cJSON *a, const cJSON *b)
{
    const bool are_objects = cJSON_IsObject(a) && cJSON_IsObject(b);
    a = are_objects ? a->child : NULL;
    b = are_objects ? b->child : NULL;
    while (a && b && cJSON_IsNumber(a) && cJSON_IsNumber(b) && a->valuedouble == b->valuedouble &&
           strcmp(a->string, b->string) == 0) {
        a = a->next;
        b = b->next;
    }
    return are_objects && !a && !b;
}

// Whether the primitive has the same vertices as the previous one: exporters share them among materials.
static bool has_same_vertices(const primitive *p, const primitive *previous)
{
    if (p->uv_set != previous->uv_set || !has_same_accessors(p->part.attributes, previous->part.attributes))
        return false;
    const cJSON *a = gltf_get(p->part.json, "targets"), *b = gltf_get(previous->part.json, "targets");
    a = a ? a->child : NULL;
    b = b ? b->child : NULL;
    while (a && b && has_same_accessors(a, b)) {
        a = a->next;
        b = b->next;
    }
    return !a && !b;
}

static bool has_data(const gltf_document *document, uint32_t accessor)
{
    const gltf_accessor *a = &document->accessors[accessor];
    return a->view != EDITOR_NONE || a->decoded || a->sparse_count > 0;
}

// Refuses a compressed primitive whose data were not decoded: they would be read as zeros.
static bool check_decoded(const gltf_document *document, const primitive *p, uint32_t position)
{
    uint32_t indices;
    if (!gltf_get_extension(p->part.json, "KHR_draco_mesh_compression"))
        return true;
    if (!gltf_get_list_index(document, p->part.json, "indices", GLTF_ACCESSORS, p->part.where, &indices))
        return false;
    return (has_data(document, position) && (indices == EDITOR_NONE || has_data(document, indices))) ||
           gltf_refuse(document, "%s: compressed by KHR_draco_mesh_compression, which is not supported", p->part.where);
}

// `*skip`: the primitive has nothing that can be picked or drawn.
static bool read_primitive(gltf_import *import, primitive *p, const primitive *previous, const gltf_pose *pose,
                           motion_shape *shape, bool *skip)
{
    const gltf_document *document = &import->document;
    p->part.attributes = gltf_get(p->part.json, "attributes");
    size_t mode = 4;
    uint32_t position;
    if (!gltf_get_size(document, p->part.json, "mode", p->part.where, &mode) ||
        !gltf_get_list_index(document, p->part.json, "material", GLTF_MATERIALS, p->part.where, &p->material) ||
        !gltf_variant_material(import, p->part.json, p->part.where, &p->material) ||
        !gltf_get_list_index(document, p->part.attributes, "POSITION", GLTF_ACCESSORS, p->part.where, &position))
        return false;
    if (mode > 6)
        return gltf_refuse(document, "%s.mode is %zu, which is not a primitive", p->part.where, mode);
    *skip = mode < 4 || position == EDITOR_NONE; // gltf_thin.c reads points and lines
    if (mode >= 4 && position == EDITOR_NONE)
        editor_import_tally(document->importer, "without positions; not drawn", "%s", p->part.where);
    if (*skip)
        return true;
    if (!check_decoded(document, p, position))
        return false;
    p->mode = (uint32_t)mode;
    p->uv_set = p->material == EDITOR_NONE ? 0 : import->uv_sets[p->material];
    p->part.vertex_count = document->accessors[position].count;
    p->position = position;
    p->same_vertices = has_same_vertices(p, previous);
    p->has_colors = previous->has_colors;
    p->has_gaps = previous->has_gaps;
    return (p->same_vertices || read_vertices(import, p, position, pose, shape)) &&
           gltf_read_sequence(import, &p->part, &p->sequence, &p->sequence_count);
}

// Appends the primitive's triangles in the order that glTF defines.
static void append_triangles(const primitive *p, uint32_t first_vertex, uint32_t *indices, uint32_t *index_count)
{
    const uint32_t *s = p->sequence;
    uint32_t *out = indices + *index_count;
    uint32_t count = mesh_tools_triangle_count(p->mode, p->sequence_count);
    for (uint32_t i = 0; i < count; i++, out += 3) {
        uint32_t a, b, c;
        if (p->mode == 4)
            a = s[3 * i], b = s[3 * i + 1], c = s[3 * i + 2];
        else if (p->mode == 5) // strip: every other triangle is reversed
            a = s[i], b = s[i + 1 + i % 2], c = s[i + 2 - i % 2];
        else // fan
            a = s[i + 1], b = s[i + 2], c = s[0];
        out[0] = first_vertex + a;
        out[1] = first_vertex + b;
        out[2] = first_vertex + c;
    }
    *index_count += 3 * count;
}

// FB_ngon_encoding: triangles behind each other that begin with the same vertex are one polygon.
static void append_polygons(const primitive *p, uint32_t triangles, mesh_polygons *polygons)
{
    const bool encoded = p->mode == 4 && gltf_get_extension(p->part.json, "FB_ngon_encoding");
    for (uint32_t first = 0, end; first < triangles; first = end) {
        for (end = first + 1; encoded && end < triangles && p->sequence[3 * end] == p->sequence[3 * first];)
            end++;
        mesh_polygons_add(polygons, end - first);
    }
}

// Replaces no material by white, which leaves colours of vertices as they are: one for the file, after its own.
static bool paint_white(gltf_import *import, uint32_t *material)
{
    editor_level *level = import->document.importer->level;
    *material = import->document.lists[GLTF_MATERIALS].count;
    if (level->material_count > *material)
        return true;
    editor_material white = EDITOR_MATERIAL_DEFAULT;
    white.name = editor_text_copy("colors");
    return (white.name && editor_level_add_material(level, &white) != EDITOR_NONE) ||
           editor_import_out_of_memory(import->document.importer);
}

static bool append_primitive(gltf_import *import, editor_mesh *mesh, const primitive *p, uint32_t *first_vertex,
                             mesh_polygons *polygons)
{
    uint32_t triangles = mesh_tools_triangle_count(p->mode, p->sequence_count);
    if (triangles == 0 || (p->mode == 4 && p->sequence_count % 3 != 0))
        editor_import_tally(import->document.importer, "its indices do not make whole triangles", "%s", p->part.where);
    mesh_part part = {.positions = p->positions,
                      .normals = p->normals,
                      .uvs = p->uvs,
                      .colors = p->colors,
                      .vertex_count = p->same_vertices ? 0 : p->part.vertex_count,
                      .triangle_count = triangles,
                      .material = p->material};
    if (part.material == EDITOR_NONE && p->has_colors && !paint_white(import, &part.material))
        return false;
    uint32_t before = mesh->vertex_count;
    // Its vertices are claimed when they are read.
    if (!gltf_claim(&import->document, (size_t)triangles * EDITOR_IMPORT_TRIANGLE, p->part.where))
        return false;
    if (!mesh_tools_append(mesh, &part))
        return gltf_refuse(&import->document, "%s: too large, or out of memory", p->part.where);
    if (!p->same_vertices)
        *first_vertex = before;
    if (p->has_gaps && !gltf_check_used(import, &p->part, mesh->positions + 3 * (size_t)*first_vertex, p->position,
                                        p->sequence, p->sequence_count))
        return false;
    append_triangles(p, *first_vertex, mesh->indices, &mesh->index_count);
    append_polygons(p, triangles, polygons);
    return true;
}

bool gltf_begin_mesh(gltf_import *import, uint32_t number, char where[32], editor_mesh *out, const cJSON **primitives)
{
    const gltf_document *document = &import->document;
    const cJSON *json = document->lists[GLTF_MESHES].items[number];
    snprintf(where, 32, "meshes[%u]", (unsigned)number);
    *primitives = NULL;
    const char *name = gltf_get_text(json, "name");
    // The level and its asset have the name, each time that the mesh is read.
    if (!gltf_claim_walk(document, json, where) || (name && !gltf_claim(document, 2 * strlen(name), where)) ||
        !gltf_get_array(document, json, "primitives", where, primitives))
        return false;
    if (!*primitives || !(*primitives)->child)
        editor_import_tally(document->importer, "without primitives; not drawn", "%s", where);
    out->name = editor_text_copy(name ? name : where);
    return out->name || editor_import_out_of_memory(document->importer);
}

// Puts vertices that are not finite, and that no index names, to where another one is.
static void close_gaps(editor_mesh *mesh)
{
    static const float origin[3] = {0, 0, 0};
    const float *used = mesh->index_count > 0 ? mesh->positions + 3 * (size_t)mesh->indices[0] : origin;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        float *p = mesh->positions + 3 * i;
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
            memcpy(p, used, 3 * sizeof(*p));
    }
}

bool gltf_read_mesh(gltf_import *import, uint32_t number, const gltf_pose *pose, motion_shape *shape, editor_mesh *out)
{
    const cJSON *primitives;
    char where[32];
    *out = (editor_mesh){0};
    bool ok = gltf_begin_mesh(import, number, where, out, &primitives);
    primitive previous = {0};
    mesh_polygons polygons = {0};
    uint32_t part = 0, first_vertex = 0;
    bool has_gaps = false;
    for (const cJSON *item = primitives ? primitives->child : NULL; ok && item; item = item->next, part++) {
        primitive p = {.part.json = item};
        snprintf(p.part.where, sizeof(p.part.where), "%s.primitives[%u]", where, (unsigned)part);
        bool skip = false;
        ok = editor_import_goes_on(import->document.importer) &&
             read_primitive(import, &p, &previous, pose, shape, &skip) &&
             (skip || append_primitive(import, out, &p, &first_vertex, &polygons));
        free_primitive(&p);
        has_gaps = has_gaps || p.has_gaps;
        if (!skip)
            previous = (primitive){.part = {.json = p.part.json, .attributes = p.part.attributes},
                                   .uv_set = p.uv_set,
                                   .has_colors = p.has_colors,
                                   .has_gaps = p.has_gaps};
    }
    if (ok && has_gaps)
        close_gaps(out);
    ok = ok && (mesh_polygons_take(&polygons, out) || editor_import_out_of_memory(import->document.importer));
    mesh_polygons_free(&polygons);
    if (!ok)
        mesh_tools_free(out);
    return ok;
}
