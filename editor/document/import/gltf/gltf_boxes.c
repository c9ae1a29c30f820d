// gltf_boxes.c: boxes in place of the meshes of a glTF file, by what its JSON states of them.
#include "document/import/gltf/gltf_scene.h"

#include "document/level/level_internal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool decline(const gltf_document *document, const char *why)
{
    return gltf_refuse(document, "not shown as boxes: %s", why);
}

static bool has_instances(const gltf_document *document)
{
    const gltf_list *nodes = &document->lists[GLTF_NODES];
    uint32_t i = 0;
    while (i < nodes->count && !gltf_get_extension(nodes->items[i], "EXT_mesh_gpu_instancing"))
        i++;
    return i < nodes->count;
}

static bool has_targets(const gltf_document *document)
{
    bool found = false;
    for (uint32_t i = 0; i < document->lists[GLTF_MESHES].count && !found; i++) {
        const cJSON *primitives = gltf_get(document->lists[GLTF_MESHES].items[i], "primitives");
        for (const cJSON *item = primitives ? primitives->child : NULL; item && !found; item = item->next)
            found = gltf_get(item, "targets") != NULL;
    }
    return found;
}

bool gltf_can_be_boxes(const gltf_document *document)
{
    const editor_importer *importer = document->importer;
    if (document->data_size < importer->boxes_from)
        return decline(document, "too small");
    if (importer->facts.animations > 0 || importer->facts.skins > 0 || has_targets(document))
        return decline(document, "it moves");
    return !has_instances(document) || decline(document, "its instances are data");
}

// Adds the bounds of the positions to `box`. Those of normalised integers are of the integers.
static bool add_bounds(const gltf_document *document, uint32_t accessor, const char *where, bool is_first,
                       double box[6])
{
    double low[3], high[3];
    bool has_low, has_high;
    const cJSON *json = document->lists[GLTF_ACCESSORS].items[accessor];
    if (!gltf_get_numbers(document, json, "min", where, 3, low, &has_low) ||
        !gltf_get_numbers(document, json, "max", where, 3, high, &has_high))
        return false;
    if (!has_low || !has_high || document->accessors[accessor].normalized)
        return decline(document, "no sizes");
    for (int k = 0; k < 3; k++) {
        if (!(low[k] <= high[k]) || fabs(low[k]) > (double)FLT_MAX || fabs(high[k]) > (double)FLT_MAX)
            return decline(document, "bad sizes");
        box[k] = is_first ? low[k] : fmin(box[k], low[k]);
        box[3 + k] = is_first ? high[k] : fmax(box[3 + k], high[k]);
    }
    return true;
}

static bool measure(const gltf_document *document, const cJSON *primitives, editor_mesh_form form, const char *where,
                    double box[6])
{
    uint32_t measured = 0;
    for (const cJSON *item = primitives ? primitives->child : NULL; item; item = item->next) {
        uint32_t accessor;
        size_t mode = 4;
        if (!gltf_get_size(document, item, "mode", where, &mode) ||
            !gltf_get_list_index(document, gltf_get(item, "attributes"), "POSITION", GLTF_ACCESSORS, where, &accessor))
            return false;
        if (accessor == EDITOR_NONE || gltf_form_of(mode) != form)
            continue;
        if (!add_bounds(document, accessor, where, measured++ == 0, box))
            return false;
    }
    return measured > 0 || decline(document, "a mesh has no size");
}

bool gltf_add_box(const gltf_scene *scene, uint32_t number, editor_mesh_form form, uint32_t *out)
{
    const gltf_document *document = &scene->import->document;
    editor_importer *importer = document->importer;
    const cJSON *json = document->lists[GLTF_MESHES].items[number], *primitives;
    const char *name = gltf_get_text(json, "name");
    char where[32];
    double box[6];
    editor_mesh mesh;
    snprintf(where, sizeof(where), "meshes[%u]", (unsigned)number);
    if (!editor_import_goes_on(importer) || !gltf_get_array(document, json, "primitives", where, &primitives) ||
        !measure(document, primitives, form, where, box))
        return false;
    if (!editor_level_make_box(importer->level, name ? name : where, box, true, &mesh))
        return editor_import_out_of_memory(importer);
    *out = editor_level_add_mesh(importer->level, &mesh);
    return *out != EDITOR_NONE || editor_import_out_of_memory(importer);
}
