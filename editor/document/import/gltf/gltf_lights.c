// gltf_lights.c: the lights (KHR_lights_punctual) and cameras of a glTF file.
#include "document/import/gltf/gltf_import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double HALF_PI = 1.57079632679489662;

bool gltf_list_lights(gltf_import *import)
{
    const gltf_document *document = &import->document;
    const cJSON *lights = gltf_get(gltf_get_extension(document->root, "KHR_lights_punctual"), "lights");
    const size_t count = cJSON_IsArray(lights) ? (size_t)cJSON_GetArraySize(lights) : 0;
    import->lights = editor_import_allocate(document->importer, count, sizeof(*import->lights));
    for (const cJSON *item = count > 0 ? lights->child : NULL; import->lights && item; item = item->next) {
        if (!gltf_check_fields(document, item, "KHR_lights_punctual.lights"))
            return false;
        import->lights[import->light_count++] = item;
    }
    return import->lights != NULL;
}

static bool read_cone(const gltf_document *document, const cJSON *json, const char *where, editor_light *out)
{
    const cJSON *spot = gltf_get(json, "spot");
    double inner = 0, outer = 0.5 * HALF_PI;
    if (!gltf_get_number(document, spot, "innerConeAngle", where, &inner) ||
        !gltf_get_number(document, spot, "outerConeAngle", where, &outer))
        return false;
    out->outer = fmin(fmax(outer, 1e-3), HALF_PI);
    out->inner = fmin(fmax(inner, 0), 0.999 * out->outer);
    return true;
}

// Reads light `number` of the extension at the top of the file. `*found` false: it is invalid; adds a warning.
static bool read_light(gltf_import *import, uint32_t number, const char *node_where, editor_light *out, bool *found)
{
    const gltf_document *document = &import->document;
    const cJSON *json = number < import->light_count ? import->lights[number] : NULL;
    const char *type = gltf_get_text(json, "type");
    *out = (editor_light){.color = {1, 1, 1}, .intensity = 1, .inner = 0, .outer = 0.5 * HALF_PI};
    *found = true;
    if (type && strcmp(type, "directional") == 0) {
        out->type = EDITOR_LIGHT_DIRECTIONAL;
    } else if (type && strcmp(type, "point") == 0) {
        out->type = EDITOR_LIGHT_POINT;
    } else if (type && strcmp(type, "spot") == 0) {
        out->type = EDITOR_LIGHT_SPOT;
    } else {
        editor_import_tally(document->importer, "its light is of no known type; left out", "%s", node_where);
        *found = false;
        return true;
    }
    char where[64];
    snprintf(where, sizeof(where), "KHR_lights_punctual.lights[%u]", (unsigned)number);
    if (!gltf_get_numbers(document, json, "color", where, 3, out->color, NULL) ||
        !gltf_get_number(document, json, "intensity", where, &out->intensity) ||
        !gltf_get_number(document, json, "range", where, &out->range) || !read_cone(document, json, where, out))
        return false;
    out->intensity = fmax(out->intensity, 0);
    out->range = fmax(out->range, 0);
    for (int i = 0; i < 3; i++)
        out->color[i] = fmin(fmax(out->color[i], 0), 1);
    return true;
}

static bool read_camera(gltf_import *import, uint32_t number, const char *node_where, editor_lens *out, bool *found)
{
    const gltf_document *document = &import->document;
    const cJSON *json = document->lists[GLTF_CAMERAS].items[number];
    char where[32];
    snprintf(where, sizeof(where), "cameras[%u]", (unsigned)number);
    const char *type = gltf_get_text(json, "type");
    *out = (editor_lens){.orthographic = type && strcmp(type, "orthographic") == 0};
    const cJSON *own = gltf_get(json, out->orthographic ? "orthographic" : "perspective");
    double fov = 0.8, half_height = 1, near_plane = 0.01, far_plane = 0;
    if (!gltf_get_number(document, own, "yfov", where, &fov) ||
        !gltf_get_number(document, own, "ymag", where, &half_height) ||
        !gltf_get_number(document, own, "znear", where, &near_plane) ||
        !gltf_get_number(document, own, "zfar", where, &far_plane))
        return false;
    out->fov = fov;
    out->height = 2 * fabs(half_height);
    out->near_plane = near_plane;
    out->far_plane = far_plane;
    bool ok = near_plane >= 0 && (out->orthographic ? out->height > 0 : fov > 0 && fov < 2 * HALF_PI) &&
              (far_plane == 0 || far_plane > near_plane);
    *found = own && ok;
    if (!*found)
        editor_import_tally(document->importer, "its camera makes no view; left out", "%s", node_where);
    return true;
}

bool gltf_read_light_camera(gltf_import *import, const cJSON *node, const char *where, gltf_light_camera *out)
{
    const gltf_document *document = &import->document;
    uint32_t camera, light;
    *out = (gltf_light_camera){0};
    if (!gltf_get_list_index(document, node, "camera", GLTF_CAMERAS, where, &camera) ||
        !gltf_get_index(document, gltf_get_extension(node, "KHR_lights_punctual"), "light", INT32_MAX, where, &light))
        return false;
    return (camera == EDITOR_NONE || read_camera(import, camera, where, &out->lens, &out->is_camera)) &&
           (light == EDITOR_NONE || read_light(import, light, where, &out->light, &out->is_light));
}
