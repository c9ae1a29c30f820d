// gltf_thin.c: the points and lines of a glTF mesh: primitive modes 0 to 3.
#include "document/import/gltf/gltf_import.h"

#include "document/level/mesh_tools.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODE_POINTS, MODE_LINES, MODE_LOOP, MODE_STRIP, MODE_TRIANGLES };

// A primitive of points or lines, its vertices in the order of its indices.
typedef struct thin_primitive {
    gltf_part part;
    uint32_t mode, material;
    float *positions, *colors;
    uint32_t *sequence;
    uint32_t sequence_count;
} thin_primitive;

editor_mesh_form gltf_form_of(size_t mode)
{
    return mode >= MODE_TRIANGLES ? EDITOR_FORM_TRIANGLES
           : mode == MODE_POINTS  ? EDITOR_FORM_POINTS
                                  : EDITOR_FORM_LINES;
}

bool gltf_find_forms(const gltf_document *document, uint32_t number, unsigned *out)
{
    char where[64];
    snprintf(where, sizeof(where), "meshes[%u]", (unsigned)number);
    const cJSON *primitives;
    *out = 0;
    if (!gltf_get_array(document, document->lists[GLTF_MESHES].items[number], "primitives", where, &primitives))
        return false;
    unsigned part = 0;
    for (const cJSON *item = primitives ? primitives->child : NULL; item; item = item->next, part++) {
        size_t mode = MODE_TRIANGLES;
        snprintf(where, sizeof(where), "meshes[%u].primitives[%u]", (unsigned)number, part);
        if (!gltf_get_size(document, item, "mode", where, &mode))
            return false;
        *out |= 1u << gltf_form_of(mode);
    }
    return true;
}

// --- Reading ---

// Clips and weights do not move points and lines: the file's own are shown. They have no coordinates of textures.
static void warn_about_rest(const gltf_import *import, const thin_primitive *p)
{
    const editor_level *level = import->document.importer->level;
    if (p->material != EDITOR_NONE && level->materials[p->material].base_color_image != EDITOR_NONE)
        editor_import_tally(import->document.importer, "points and lines do not show textures", "%s", p->part.where);
    if (gltf_get(p->part.json, "targets"))
        editor_import_tally(import->document.importer, "points and lines do not follow morph targets", "%s",
                            p->part.where);
    if (gltf_get(p->part.attributes, "JOINTS_0"))
        editor_import_tally(import->document.importer, "points and lines do not follow skins", "%s", p->part.where);
}

// Reads what the primitive has. `*skip`: nothing.
static bool read_primitive(gltf_import *import, thin_primitive *p, bool *skip)
{
    const gltf_document *document = &import->document;
    uint32_t accessor;
    p->part.attributes = gltf_get(p->part.json, "attributes");
    if (!gltf_get_list_index(document, p->part.json, "material", GLTF_MATERIALS, p->part.where, &p->material) ||
        !gltf_variant_material(import, p->part.json, p->part.where, &p->material) ||
        !gltf_get_list_index(document, p->part.attributes, "POSITION", GLTF_ACCESSORS, p->part.where, &accessor))
        return false;
    *skip = accessor == EDITOR_NONE;
    if (*skip) {
        editor_import_tally(document->importer, "without positions; not drawn", "%s", p->part.where);
        return true;
    }
    warn_about_rest(import, p);
    p->part.vertex_count = document->accessors[accessor].count;
    p->positions = gltf_read_floats(document, accessor, 3, p->part.where);
    if (!p->positions || !gltf_read_colors(import, &p->part, &p->colors) ||
        !gltf_read_sequence(import, &p->part, &p->sequence, &p->sequence_count))
        return false;
    return gltf_are_finite(import, &p->part, p->positions) ||
           gltf_check_used(import, &p->part, p->positions, accessor, p->sequence, p->sequence_count);
}

// The vertices of the sequence, and of a loop the first once more.
static uint32_t vertex_count(const thin_primitive *p)
{
    const uint32_t n = p->sequence_count;
    switch (p->mode) {
    case MODE_POINTS:
        return n;
    case MODE_LINES:
        return n - n % 2;
    default:
        return n < 2 ? 0 : n + (p->mode == MODE_LOOP);
    }
}

// `count` vertices of `components` numbers in the order of the sequence. NULL: refused.
static float *unroll(gltf_import *import, const thin_primitive *p, const float *values, uint32_t components,
                     uint32_t count)
{
    if (!gltf_claim(&import->document, (size_t)count * components * sizeof(float), p->part.where))
        return NULL;
    float *out = editor_import_allocate(import->document.importer, count, components * sizeof(*out));
    for (uint32_t i = 0; out && i < count; i++) {
        const uint32_t vertex = p->sequence[i < p->sequence_count ? i : 0];
        memcpy(out + (size_t)components * i, values + (size_t)components * vertex, components * sizeof(*out));
    }
    return out;
}

// Multiplies the colours by that of the material, for a mesh that has only one material for all.
static bool bake_material(gltf_import *import, const thin_primitive *p, uint32_t count, float **colors)
{
    static const float white[4] = {1, 1, 1, 1};
    const editor_level *level = import->document.importer->level;
    const float *base = p->material == EDITOR_NONE ? white : level->materials[p->material].base_color;
    const bool has_colors = *colors != NULL;
    if (!has_colors) {
        if (!gltf_claim(&import->document, (size_t)count * 4 * sizeof(float), p->part.where))
            return false;
        *colors = editor_import_allocate(import->document.importer, count, 4 * sizeof(float));
    }
    for (size_t i = 0; *colors && i < 4 * (size_t)count; i++)
        (*colors)[i] = has_colors ? (*colors)[i] * base[i % 4] : base[i % 4];
    return *colors != NULL;
}

static bool append_lines(gltf_import *import, editor_mesh *mesh, const thin_primitive *p, const mesh_part *part)
{
    const uint32_t each = p->mode == MODE_LINES ? 2 : part->vertex_count;
    const uint32_t lines = part->vertex_count / each;
    if (!gltf_claim(&import->document, (size_t)lines * sizeof(uint32_t), p->part.where))
        return false;
    uint32_t *counts = editor_import_allocate(import->document.importer, lines, sizeof(*counts));
    for (uint32_t i = 0; counts && i < lines; i++)
        counts[i] = each;
    const bool ok = counts && mesh_tools_append_lines(mesh, part, counts, lines);
    free(counts);
    return ok;
}

static bool append(gltf_import *import, editor_mesh *mesh, const thin_primitive *p, bool bakes)
{
    const gltf_document *document = &import->document;
    const uint32_t count = vertex_count(p);
    if (p->mode != MODE_POINTS && (count == 0 || (p->mode == MODE_LINES && p->sequence_count % 2 != 0)))
        editor_import_tally(document->importer, "its vertices do not make whole lines", "%s", p->part.where);
    if (count == 0)
        return true;
    if (!gltf_claim(document, (size_t)count * EDITOR_IMPORT_PART, p->part.where))
        return false;
    float *positions = unroll(import, p, p->positions, 3, count);
    float *colors = positions && p->colors ? unroll(import, p, p->colors, 4, count) : NULL;
    bool ok = positions && (colors || !p->colors) && (!bakes || bake_material(import, p, count, &colors));
    const mesh_part part = {
        .positions = positions, .colors = colors, .vertex_count = count, .material = bakes ? EDITOR_NONE : p->material};
    if (ok && !(mesh->form == EDITOR_FORM_POINTS ? mesh_tools_append_points(mesh, &part)
                                                 : append_lines(import, mesh, p, &part)))
        ok = gltf_refuse(document, "%s: too large, or out of memory", p->part.where);
    free(positions);
    free(colors);
    return ok;
}

// --- Meshes ---

// Whether primitives of the form have different materials.
static bool has_materials(const gltf_import *import, const cJSON *primitives, editor_mesh_form form)
{
    bool any = false;
    uint32_t first = EDITOR_NONE;
    for (const cJSON *item = primitives ? primitives->child : NULL; item; item = item->next) {
        size_t mode = MODE_TRIANGLES;
        uint32_t material;
        if (!gltf_get_size(&import->document, item, "mode", "", &mode) || gltf_form_of(mode) != form ||
            !gltf_get_list_index(&import->document, item, "material", GLTF_MATERIALS, "", &material) ||
            !gltf_variant_material(import, item, "", &material))
            continue; // another form; what is wrong is refused when the primitive is read
        if (any && material != first)
            return true;
        any = true;
        first = material;
    }
    return false;
}

static void free_primitive(thin_primitive *p)
{
    free(p->positions);
    free(p->colors);
    free(p->sequence);
}

bool gltf_read_thin(gltf_import *import, uint32_t number, editor_mesh_form form, editor_mesh *out)
{
    const gltf_document *document = &import->document;
    const cJSON *primitives;
    char where[32];
    *out = (editor_mesh){.form = form};
    bool ok = gltf_begin_mesh(import, number, where, out, &primitives);
    const bool bakes = has_materials(import, primitives, form);
    unsigned part = 0;
    for (const cJSON *item = primitives ? primitives->child : NULL; ok && item; item = item->next, part++) {
        thin_primitive p = {.part.json = item};
        size_t mode = MODE_TRIANGLES;
        bool skip = false;
        snprintf(p.part.where, sizeof(p.part.where), "%s.primitives[%u]", where, part);
        ok = gltf_get_size(document, item, "mode", p.part.where, &mode);
        if (!ok || gltf_form_of(mode) != form)
            continue;
        p.mode = (uint32_t)mode;
        ok = read_primitive(import, &p, &skip) && (skip || append(import, out, &p, bakes));
        free_primitive(&p);
    }
    if (!ok)
        mesh_tools_free(out);
    return ok;
}
