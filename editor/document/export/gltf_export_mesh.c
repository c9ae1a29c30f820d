// gltf_export_mesh.c: meshes, each with one set of vertices and a primitive for each submesh; points and lines too.
#include "document/export/gltf_export_internal.h"
#include "document/export/gltf_polygons.h"
#include "document/json/json_write.h"
#include "document/level/look.h"

#include <math.h>
#include <stdlib.h>

enum { ARRAY_BUFFER = 34962, ELEMENT_BUFFER = 34963, FLOATS = 5126, SHORTS = 5123, INTEGERS = 5125 };

static uint32_t add_accessor(gltf_exporter *exporter, uint32_t view, unsigned type, uint32_t count, const char *shape)
{
    uint32_t number = gltf_export_begin(&exporter->accessors);
    editor_text_format(&exporter->accessors.text,
                       "{\"bufferView\": %u, \"componentType\": %u, \"count\": %u, \"type\": \"%s\"", (unsigned)view,
                       type, (unsigned)count, shape);
    return number;
}

// Adds positions with the bounds that glTF requires. Non-finite coordinates, which no triangle uses, become 0.
static uint32_t add_positions(gltf_exporter *exporter, const editor_mesh *mesh)
{
    float *clean = malloc(3 * (size_t)mesh->vertex_count * sizeof(*clean));
    if (!clean) {
        exporter->failed = true;
        return 0;
    }
    double low[3] = {0}, high[3] = {0};
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i++) {
        clean[i] = isfinite(mesh->positions[i]) ? mesh->positions[i] : 0;
        double value = (double)clean[i];
        low[i % 3] = i < 3 || value < low[i % 3] ? value : low[i % 3];
        high[i % 3] = i < 3 || value > high[i % 3] ? value : high[i % 3];
    }
    uint32_t view = gltf_export_data(exporter, clean, 3 * (size_t)mesh->vertex_count * sizeof(*clean), ARRAY_BUFFER);
    free(clean);
    uint32_t number = add_accessor(exporter, view, FLOATS, mesh->vertex_count, "VEC3");
    editor_text *out = &exporter->accessors.text;
    editor_text_put(out, ", \"min\": ");
    editor_json_write_numbers(out, low, 3);
    editor_text_put(out, ", \"max\": ");
    editor_json_write_numbers(out, high, 3);
    editor_text_put(out, "}");
    return number;
}

// Adds normals of unit length, which glTF requires. A zero normal points up.
static uint32_t add_normals(gltf_exporter *exporter, const editor_mesh *mesh)
{
    float *unit = malloc(3 * (size_t)mesh->vertex_count * sizeof(*unit));
    if (!unit) {
        exporter->failed = true;
        return 0;
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *n = &mesh->normals[3 * i];
        double length = pick_vec3_length(pick_vec3_make((double)n[0], (double)n[1], (double)n[2]));
        bool has_direction = length > 0 && isfinite(length);
        for (size_t k = 0; k < 3; k++)
            unit[3 * i + k] = has_direction ? (float)((double)n[k] / length) : k == 1 ? 1 : 0;
    }
    uint32_t view = gltf_export_data(exporter, unit, 3 * (size_t)mesh->vertex_count * sizeof(*unit), ARRAY_BUFFER);
    free(unit);
    uint32_t number = add_accessor(exporter, view, FLOATS, mesh->vertex_count, "VEC3");
    editor_text_put(&exporter->accessors.text, "}");
    return number;
}

static uint32_t add_floats(gltf_exporter *exporter, const float *values, uint32_t count, uint32_t components,
                           const char *shape)
{
    uint32_t view = gltf_export_data(exporter, values, (size_t)components * count * sizeof(*values), ARRAY_BUFFER);
    uint32_t number = add_accessor(exporter, view, FLOATS, count, shape);
    editor_text_put(&exporter->accessors.text, "}");
    return number;
}

static uint32_t add_indices(gltf_exporter *exporter, uint32_t vertex_count, const uint32_t *indices, uint32_t count)
{
    // Index 65535 restarts a strip, so no vertex may have it.
    bool small = vertex_count < 65535;
    uint16_t *shorts = small ? malloc(count * sizeof(*shorts)) : NULL;
    if (small && !shorts) {
        exporter->failed = true;
        return 0;
    }
    for (uint32_t i = 0; small && i < count; i++)
        shorts[i] = (uint16_t)indices[i];
    uint32_t view = small ? gltf_export_data(exporter, shorts, count * sizeof(*shorts), ELEMENT_BUFFER)
                          : gltf_export_data(exporter, indices, count * sizeof(uint32_t), ELEMENT_BUFFER);
    free(shorts);
    uint32_t number = add_accessor(exporter, view, small ? SHORTS : INTEGERS, count, "SCALAR");
    editor_text_put(&exporter->accessors.text, "}");
    return number;
}

// The triangles of each submesh, which tell the mesh's polygons where it has any.
static void add_triangles(gltf_exporter *exporter, const editor_mesh *mesh, const editor_submesh *submeshes,
                          uint32_t count, gltf_export_shape *shape)
{
    gltf_polygons polygons;
    uint32_t *told;
    exporter->failed |= !gltf_polygons_read(mesh, &told, &polygons);
    shape->tells_polygons = told != NULL;
    exporter->uses |= told ? GLTF_USES_POLYGONS : 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *indices = (told ? told : mesh->indices) + 3 * (size_t)submeshes[i].first_triangle;
        shape->indices[i] = submeshes[i].triangle_count == 0
                                ? EDITOR_NONE
                                : add_indices(exporter, mesh->vertex_count, indices, 3 * submeshes[i].triangle_count);
    }
    free(told);
}

enum { POSITION, NORMAL, TEXCOORD, COLOR, ATTRIBUTES };

static void put_attributes(const uint32_t accessors[ATTRIBUTES], editor_text *out)
{
    static const char *const names[] = {"POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0"};
    for (int i = 0; i < ATTRIBUTES; i++) {
        if (accessors[i] != EDITOR_NONE)
            editor_text_format(out, "%s\"%s\": %u", i == POSITION ? "{" : ", ", names[i], (unsigned)accessors[i]);
    }
    editor_text_put(out, "}");
}

// Whether no corner of the submesh has a normal, so that it is shown flat.
static bool is_flat(const editor_mesh *mesh, const editor_submesh *submesh)
{
    const size_t first = 3 * (size_t)submesh->first_triangle, count = 3 * (size_t)submesh->triangle_count;
    bool flat = mesh->normals != NULL;
    for (size_t i = first; flat && i < first + count; i++) {
        const float *n = &mesh->normals[3 * (size_t)mesh->indices[i]];
        flat = n[0] == 0 && n[1] == 0 && n[2] == 0;
    }
    return flat;
}

static void add_attributes(gltf_exporter *exporter, const editor_mesh *mesh, const editor_submesh *submeshes,
                           uint32_t count, gltf_export_shape *shape)
{
    uint32_t accessors[ATTRIBUTES] = {add_positions(exporter, mesh), EDITOR_NONE, EDITOR_NONE, EDITOR_NONE};
    uint32_t flat = 0;
    for (uint32_t i = 0; i < count; i++)
        flat += is_flat(mesh, &submeshes[i]);
    if (mesh->normals && flat < count)
        accessors[NORMAL] = add_normals(exporter, mesh);
    if (mesh->uvs)
        accessors[TEXCOORD] = add_floats(exporter, mesh->uvs, mesh->vertex_count, 2, "VEC2");
    if (mesh->colors)
        accessors[COLOR] = add_floats(exporter, mesh->colors, mesh->vertex_count, 4, "VEC4");
    put_attributes(accessors, &shape->attributes);
    if (flat > 0 && flat < count) {
        accessors[NORMAL] = EDITOR_NONE;
        put_attributes(accessors, &shape->flat_attributes);
        exporter->failed |= shape->flat_attributes.failed;
    }
}

// Indices of a mesh whose vertices are in the order of its parts.
#define IN_ORDER (EDITOR_NONE - 1)

// The primitive's mode in glTF.
static unsigned mode_of(const editor_mesh *mesh)
{
    return mesh->form == EDITOR_FORM_TRIANGLES ? 4
           : mesh->form == EDITOR_FORM_POINTS  ? 0
           : mesh->line_count == 1             ? 3
                                               : 1;
}

// Points are in order, and so is a single polyline. Several become segments.
static uint32_t add_part_indices(gltf_exporter *exporter, const editor_mesh *mesh)
{
    if (mode_of(mesh) != 1)
        return IN_ORDER;
    const size_t count = 2 * ((size_t)mesh->vertex_count - mesh->line_count);
    uint32_t *indices = malloc(count * sizeof(*indices)), at = 0;
    size_t written = 0;
    for (uint32_t i = 0; indices && i < mesh->line_count; i++, at++) {
        for (uint32_t k = 1; k < mesh->line_counts[i]; k++, at++) {
            indices[written++] = at;
            indices[written++] = at + 1;
        }
    }
    exporter->failed |= !indices || count > UINT32_MAX;
    uint32_t number = 0;
    if (!exporter->failed) {
        const uint32_t view = gltf_export_data(exporter, indices, count * sizeof(*indices), ELEMENT_BUFFER);
        number = add_accessor(exporter, view, INTEGERS, (uint32_t)count, "SCALAR");
        editor_text_put(&exporter->accessors.text, "}");
    }
    free(indices);
    return number;
}

// Writes vertices and indices, once. NULL: there is nothing in it, which glTF does not allow, or no memory.
static const gltf_export_shape *export_shape(gltf_exporter *exporter, uint32_t mesh, const editor_submesh *submeshes,
                                             uint32_t count)
{
    const editor_mesh *source = &exporter->level->meshes[mesh];
    gltf_export_shape *shape = &exporter->shapes[mesh];
    const bool is_thin = source->form != EDITOR_FORM_TRIANGLES;
    if (shape->attributes.data || (is_thin ? source->vertex_count == 0 : source->index_count < 3))
        return shape->attributes.data ? shape : NULL;
    shape->indices = malloc(count * sizeof(*shape->indices));
    add_attributes(exporter, source, submeshes, count, shape);
    exporter->failed |= !shape->indices || shape->attributes.failed || !shape->attributes.data;
    if (exporter->failed)
        return NULL;
    for (uint32_t i = 0; is_thin && i < count; i++)
        shape->indices[i] = add_part_indices(exporter, source);
    if (!is_thin)
        add_triangles(exporter, source, submeshes, count, shape);
    return shape;
}

// The material of a submesh: EDITOR_NONE, or its number in the file.
static uint32_t export_material(gltf_exporter *exporter, const editor_look *look, uint32_t slot,
                                const editor_submesh *submesh)
{
    for (uint32_t i = 0; look && i < look->override_count; i++) {
        if (look->overrides[i].slot == slot && look->overrides[i].fields & EDITOR_OVERRIDE_MATERIAL)
            return gltf_export_own_material(exporter, &look->content.materials[slot]);
    }
    return submesh->material == EDITOR_NONE ? EDITOR_NONE : gltf_export_material(exporter, submesh->material);
}

uint32_t gltf_export_mesh(gltf_exporter *exporter, const editor_object *object)
{
    const editor_look *look = object->look;
    uint32_t *known = look ? &exporter->look_numbers[look->number] : &exporter->mesh_numbers[object->mesh];
    if (*known != EDITOR_NONE)
        return *known;
    const editor_mesh *source = &exporter->level->meshes[object->mesh];
    const editor_submesh whole = {0, source->index_count / 3, EDITOR_NONE};
    const editor_submesh *submeshes = source->submesh_count ? source->submeshes : &whole;
    uint32_t count = source->submesh_count ? source->submesh_count : 1, written = 0;
    const gltf_export_shape *shape = export_shape(exporter, object->mesh, submeshes, count);
    if (!shape)
        return EDITOR_NONE;
    uint32_t number = gltf_export_begin(&exporter->meshes);
    editor_text *out = &exporter->meshes.text;
    editor_text_put(out, "{");
    if (source->name && source->name[0]) {
        editor_text_put(out, "\"name\": ");
        editor_json_write_string(out, source->name);
        editor_text_put(out, ", ");
    }
    editor_text_put(out, "\"primitives\": [");
    for (uint32_t i = 0; i < count; i++) {
        if (shape->indices[i] == EDITOR_NONE)
            continue;
        const uint32_t material = export_material(exporter, look, i, &submeshes[i]);
        editor_text_put(out, written++ ? ", {\"attributes\": " : "{\"attributes\": ");
        const editor_text *attributes = shape->flat_attributes.data && is_flat(source, &submeshes[i])
                                            ? &shape->flat_attributes
                                            : &shape->attributes;
        editor_text_add(out, attributes->data, attributes->size);
        if (source->form != EDITOR_FORM_TRIANGLES)
            editor_text_format(out, ", \"mode\": %u", mode_of(source));
        if (shape->indices[i] != IN_ORDER)
            editor_text_format(out, ", \"indices\": %u", (unsigned)shape->indices[i]);
        if (shape->tells_polygons)
            editor_text_put(out, ", \"extensions\": {\"FB_ngon_encoding\": {}}");
        if (material != EDITOR_NONE)
            editor_text_format(out, ", \"material\": %u", (unsigned)material);
        editor_text_put(out, "}");
    }
    editor_text_put(out, "]}");
    *known = number;
    return number;
}
