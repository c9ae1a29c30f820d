// level_content_kind.c: reads what makes an object a light, a camera, a line or a terrain; primitives and volumes are
// read by level_content_primitive.c.
#include "document/file/level_content_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool read_light(const level_content *content, editor_json_value value, const char *where, content_object *out)
{
    static const char *const names[] = {"type", "color", "intensity", "range", "inner", "outer"};
    static const char *const types[] = {"directional", "point", "spot"};
    enum { TYPE, COLOR, INTENSITY, RANGE, INNER, OUTER, FIELDS };
    const editor_json_reader *reader = &content->reader;
    editor_json_value fields[FIELDS];
    editor_light light = {.color = {1, 1, 1}, .intensity = 1, .outer = EDITOR_PI / 4};
    const char *type = NULL;
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &out->object.device_extra) ||
        !editor_json_require(reader, value, where, "type", fields[TYPE]) ||
        !editor_json_get_text(reader, fields[TYPE], where, "type", &type) ||
        !editor_json_get_numbers(reader, fields[COLOR], where, "color", light.color, 3) ||
        !editor_json_get_number(reader, fields[INTENSITY], where, "intensity", &light.intensity) ||
        !editor_json_get_number(reader, fields[RANGE], where, "range", &light.range) ||
        !editor_json_get_number(reader, fields[INNER], where, "inner", &light.inner) ||
        !editor_json_get_number(reader, fields[OUTER], where, "outer", &light.outer))
        return false;
    uint32_t number = 0;
    while (number < COUNT(types) && strcmp(types[number], type) != 0)
        number++;
    if (number == COUNT(types))
        return editor_json_refuse(reader, fields[TYPE], where, "type: expected directional, point or spot");
    light.type = (editor_light_type)number;
    const char *fault = editor_light_fault(&light);
    if (fault)
        return editor_json_refuse(reader, value, where, "%s", fault);
    out->object.kind = EDITOR_OBJECT_LIGHT;
    out->object.light = light;
    return true;
}

static bool read_camera(const level_content *content, editor_json_value value, const char *where, content_object *out)
{
    static const char *const names[] = {"orthographic", "fov", "height", "near", "far"};
    enum { ORTHOGRAPHIC, FOV, HEIGHT, NEAR_PLANE, FAR_PLANE, FIELDS };
    const editor_json_reader *reader = &content->reader;
    editor_json_value fields[FIELDS];
    editor_lens lens = {.fov = EDITOR_PI / 3, .height = 10, .near_plane = 0.1};
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &out->object.device_extra) ||
        !editor_json_get_bool(reader, fields[ORTHOGRAPHIC], where, "orthographic", &lens.orthographic) ||
        !editor_json_get_number(reader, fields[FOV], where, "fov", &lens.fov) ||
        !editor_json_get_number(reader, fields[HEIGHT], where, "height", &lens.height) ||
        !editor_json_get_number(reader, fields[NEAR_PLANE], where, "near", &lens.near_plane) ||
        !editor_json_get_number(reader, fields[FAR_PLANE], where, "far", &lens.far_plane))
        return false;
    const char *fault = editor_lens_fault(&lens);
    if (fault)
        return editor_json_refuse(reader, value, where, "%s", fault);
    out->object.kind = EDITOR_OBJECT_CAMERA;
    out->object.lens = lens;
    return true;
}

static bool read_points(const level_content *content, editor_json_value array, const char *where, editor_line *out)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count = 0;
    if (!editor_json_get_array(reader, array, where, "points", &count))
        return false;
    if (count < 2 || count > EDITOR_LINE_POINTS) // before there is memory for them
        return editor_json_refuse(reader, array, where, "points: expected 2 to %d, not %u", EDITOR_LINE_POINTS,
                                  (unsigned)count);
    out->points = malloc(3 * (size_t)count * sizeof(*out->points));
    if (!out->points)
        return editor_json_refuse(reader, array, where, "out of memory");
    for (editor_json_value at = editor_json_first(reader, array); at.item; at = editor_json_next(reader, at)) {
        char element[24];
        snprintf(element, sizeof(element), "points[%u]", (unsigned)out->count);
        if (!editor_json_get_numbers(reader, at, where, element, &out->points[3 * (size_t)out->count++], 3))
            return false;
    }
    return true;
}

static bool read_line(const level_content *content, editor_json_value value, const char *where, content_object *out)
{
    static const char *const names[] = {"points", "closed", "measures"};
    enum { POINTS, CLOSED, MEASURES, FIELDS };
    const editor_json_reader *reader = &content->reader;
    editor_json_value fields[FIELDS];
    const char *measures = "nothing";
    char why[128];
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &out->object.device_extra) ||
        !editor_json_require(reader, value, where, "points", fields[POINTS]) ||
        !editor_json_get_bool(reader, fields[CLOSED], where, "closed", &out->line.closed) ||
        !editor_json_get_text(reader, fields[MEASURES], where, "measures", &measures) ||
        !read_points(content, fields[POINTS], where, &out->line))
        return false;
    out->line.measure = editor_measure_named(measures);
    if (out->line.measure == EDITOR_MEASURE_COUNT)
        return editor_json_refuse(reader, fields[MEASURES], where,
                                  "measures: expected nothing, length, angle or clearance");
    if (!editor_line_is_valid(&out->line, why, sizeof(why)))
        return editor_json_refuse(reader, value, where, "%s", why);
    out->object.kind = EDITOR_OBJECT_MESH;
    return true;
}

// Its heights are a mesh of an asset.
static bool read_terrain(const level_content *content, editor_json_value value, const char *where, content_object *out)
{
    static const char *const names[] = {"width", "depth", "height"};
    enum { WIDTH, DEPTH, HEIGHT, FIELDS };
    const editor_json_reader *reader = &content->reader;
    editor_json_value fields[FIELDS];
    editor_terrain terrain = {0};
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &out->object.device_extra))
        return false;
    for (int i = 0; i < FIELDS; i++) {
        if (!editor_json_require(reader, value, where, names[i], fields[i]))
            return false;
    }
    if (!editor_json_get_number(reader, fields[WIDTH], where, "width", &terrain.width) ||
        !editor_json_get_number(reader, fields[DEPTH], where, "depth", &terrain.depth) ||
        !editor_json_get_number(reader, fields[HEIGHT], where, "height", &terrain.height))
        return false;
    const char *fault = editor_terrain_fault(&terrain);
    if (fault)
        return editor_json_refuse(reader, value, where, "%s", fault);
    out->object.kind = EDITOR_OBJECT_TERRAIN;
    out->object.terrain = terrain;
    return true;
}

bool level_content_read_kind(const level_content *content, const content_kind *kind, const char *where,
                             content_object *out)
{
    char inner[80];
    snprintf(inner, sizeof(inner), "%s.%s", where,
             kind->light.item     ? "light"
             : kind->camera.item  ? "camera"
             : kind->volume.item  ? "volume"
             : kind->line.item    ? "line"
             : kind->terrain.item ? "terrain"
                                  : "primitive");
    return (!kind->light.item || read_light(content, kind->light, inner, out)) &&
           (!kind->camera.item || read_camera(content, kind->camera, inner, out)) &&
           (!kind->volume.item || level_content_read_primitive(content, kind->volume, true, inner, out)) &&
           (!kind->line.item || read_line(content, kind->line, inner, out)) &&
           (!kind->terrain.item || read_terrain(content, kind->terrain, inner, out)) &&
           (!kind->primitive.item || level_content_read_primitive(content, kind->primitive, false, inner, out));
}
