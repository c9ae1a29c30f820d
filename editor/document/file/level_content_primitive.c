// level_content_primitive.c: reads primitives and volumes.
#include "document/file/level_content_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_sides(const level_content *content, editor_json_value array, const char *where, editor_primitive *out)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count = 0;
    if (!editor_json_get_array(reader, array, where, "sides", &count))
        return false;
    if (count < EDITOR_SIDES_LEAST || count > EDITOR_SIDES) // before there is memory for them
        return editor_json_refuse(reader, array, where, "sides: expected %d to %d, not %u", EDITOR_SIDES_LEAST,
                                  EDITOR_SIDES, (unsigned)count);
    double(*sides)[4] = malloc(count * sizeof(*sides));
    if (!sides)
        return editor_json_refuse(reader, array, where, "out of memory");
    out->sides = (const double(*)[4])sides;
    for (editor_json_value at = editor_json_first(reader, array); at.item; at = editor_json_next(reader, at)) {
        char element[24];
        snprintf(element, sizeof(element), "sides[%u]", (unsigned)out->side_count);
        if (!editor_json_get_numbers(reader, at, where, element, sides[out->side_count++], 4))
            return false;
    }
    return true;
}

static bool read_parts(const level_content *content, editor_json_value array, const char *where, editor_primitive *out);

// The fields of a shape: `shape`, its sizes, its sides or parts, and, of a part, its place.
typedef struct shape_fields {
    const char *names[4 + EDITOR_PRIMITIVE_FIELDS];
    editor_json_value values[4 + EDITOR_PRIMITIVE_FIELDS];
    size_t count;
} shape_fields;

// The value of a field; none: the shape does not have it.
static editor_json_value value_of(const shape_fields *fields, const char *name)
{
    for (size_t i = 0; i < fields->count; i++) {
        if (strcmp(fields->names[i], name) == 0)
            return fields->values[i];
    }
    return (editor_json_value){0};
}

static bool find_fields(const level_content *content, editor_json_value value, const char *where, editor_shape shape,
                        bool is_part, shape_fields *out, char **extra)
{
    out->count = 0;
    out->names[out->count++] = "shape";
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++) {
        if (editor_primitive_has(shape, (editor_primitive_field)i))
            out->names[out->count++] = editor_primitive_field_name((editor_primitive_field)i);
    }
    if (shape == EDITOR_SHAPE_CONVEX_VOLUME)
        out->names[out->count++] = "sides";
    if (shape == EDITOR_SHAPE_COMPOUND_VOLUME)
        out->names[out->count++] = "parts";
    if (is_part) {
        out->names[out->count++] = "position";
        out->names[out->count++] = "basis";
    }
    return editor_json_fields(&content->reader, value, where, out->names, out->count, out->values, extra);
}

static bool read_shape(const level_content *content, editor_json_value value, const char *where, bool volume,
                       bool is_part, editor_shape *out)
{
    static const char *const names[] = {"shape"};
    const editor_json_reader *reader = &content->reader;
    editor_json_value field;
    const char *shape = NULL;
    char *extra = NULL;
    const bool ok = editor_json_fields(reader, value, where, names, 1, &field, &extra);
    free(extra);
    if (!ok || !editor_json_require(reader, value, where, "shape", field) ||
        !editor_json_get_text(reader, field, where, "shape", &shape))
        return false;
    *out = editor_shape_named(shape, volume);
    if (*out != EDITOR_SHAPE_NONE && !(is_part && *out == EDITOR_SHAPE_COMPOUND_VOLUME))
        return true;
    return editor_json_refuse(reader, field, where,
                              is_part  ? "shape: expected box, sphere, capsule, cylinder, cone or convex"
                              : volume ? "shape: expected box, sphere, capsule, cylinder, cone, convex or compound"
                                       : "shape: expected cube, sphere, cylinder, cone, capsule, torus or plane");
}

// `local`: of a part, else NULL.
static bool read_primitive(const level_content *content, editor_json_value value, bool volume, const char *where,
                           editor_primitive *out, pick_affine *local, char **extra)
{
    const editor_json_reader *reader = &content->reader;
    editor_shape shape;
    shape_fields fields;
    if (!read_shape(content, value, where, volume, local != NULL, &shape))
        return false;
    *out = editor_primitive_default(shape);
    out->sides = NULL;
    out->parts = NULL;
    out->side_count = out->part_count = 0;
    if (!find_fields(content, value, where, shape, local != NULL, &fields, extra))
        return false;
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++) {
        const char *name = editor_primitive_field_name((editor_primitive_field)i);
        if (!editor_json_get_number(reader, value_of(&fields, name), where, name, &out->value[i]))
            return false;
    }
    const editor_json_value sides = value_of(&fields, "sides"), parts = value_of(&fields, "parts");
    double origin[3] = {0, 0, 0};
    bool ok = (shape != EDITOR_SHAPE_CONVEX_VOLUME ||
               (editor_json_require(reader, value, where, "sides", sides) && read_sides(content, sides, where, out))) &&
              (shape != EDITOR_SHAPE_COMPOUND_VOLUME ||
               (editor_json_require(reader, value, where, "parts", parts) && read_parts(content, parts, where, out)));
    if (ok && local) {
        *local = PICK_AFFINE_IDENTITY;
        ok = editor_json_get_numbers(reader, value_of(&fields, "position"), where, "position", origin, 3) &&
             editor_json_get_numbers(reader, value_of(&fields, "basis"), where, "basis", local->linear, 9);
        local->origin = pick_vec3_make(origin[0], origin[1], origin[2]);
    }
    char why[128];
    return ok &&
           (editor_primitive_is_valid(out, why, sizeof(why)) || editor_json_refuse(reader, value, where, "%s", why));
}

static bool read_parts(const level_content *content, editor_json_value array, const char *where, editor_primitive *out)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count = 0;
    if (!editor_json_get_array(reader, array, where, "parts", &count))
        return false;
    if (count < 1 || count > EDITOR_PARTS) // before there is memory for them
        return editor_json_refuse(reader, array, where, "parts: expected 1 to %d, not %u", EDITOR_PARTS,
                                  (unsigned)count);
    editor_part *parts = calloc(count, sizeof(*parts));
    if (!parts)
        return editor_json_refuse(reader, array, where, "out of memory");
    out->parts = parts;
    for (editor_json_value at = editor_json_first(reader, array); at.item; at = editor_json_next(reader, at)) {
        char inner[96], *extra = NULL;
        snprintf(inner, sizeof(inner), "%s.parts[%u]", where, (unsigned)out->part_count);
        editor_part *part = &parts[out->part_count++];
        const bool ok = read_primitive(content, at, true, inner, &part->volume, &part->local, &extra);
        const bool known = extra == NULL;
        free(extra);
        if (!ok)
            return false;
        if (!known) // it would be lost
            return editor_json_refuse(reader, at, inner, "a field that this version does not know");
    }
    return true;
}

// Fields that the shape does not use are unknown ones, and kept.
bool level_content_read_primitive(const level_content *content, editor_json_value value, bool volume, const char *where,
                                  content_object *out)
{
    out->object.kind = volume ? EDITOR_OBJECT_VOLUME : EDITOR_OBJECT_MESH;
    return read_primitive(content, value, volume, where, &out->primitive, NULL, &out->object.device_extra);
}
