// level_content_override.c: reads the overrides of an object's materials.
#include "document/file/level_content_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool read_alpha_mode(const level_content *content, editor_json_value value, const char *where,
                            editor_override *out)
{
    static const char *const modes[] = {"opaque", "mask", "blend"}; // as editor_alpha_mode
    const char *mode = NULL;
    if (!editor_json_get_text(&content->reader, value, where, "alpha_mode", &mode))
        return false;
    uint32_t number = 0;
    while (mode && number < COUNT(modes) && strcmp(modes[number], mode) != 0)
        number++;
    if (number == COUNT(modes))
        return editor_json_refuse(&content->reader, value, where, "alpha_mode: expected opaque, mask or blend");
    out->alpha_mode = (editor_alpha_mode)number;
    return true;
}

static bool read_width(const level_content *content, editor_json_value value, editor_json_value unit, const char *where,
                       editor_width *out)
{
    const char *name = "points";
    if (!editor_json_get_number(&content->reader, value, where, "width", &out->value) ||
        !editor_json_get_text(&content->reader, unit, where, "width_unit", &name))
        return false;
    if (unit.item && !value.item)
        return editor_json_refuse(&content->reader, unit, where, "width_unit: expected width beside it");
    out->unit = strcmp(name, "metres") == 0 ? EDITOR_WIDTH_IN_METRES : EDITOR_WIDTH_ON_SCREEN;
    return out->unit == EDITOR_WIDTH_IN_METRES || strcmp(name, "points") == 0 ||
           editor_json_refuse(&content->reader, unit, where, "width_unit: expected points or metres");
}

static bool read_override(const level_content *content, editor_json_value value, const char *where,
                          editor_override *out)
{
    static const char *const names[] = {"slot",     "base_color",        "metallic",     "roughness",
                                        "emissive", "alpha_mode",        "alpha_cutoff", "double_sided",
                                        "width",    "emissive_strength", "width_unit"};
    enum { SLOT, COLOR, METALLIC, ROUGHNESS, EMISSIVE, ALPHA_MODE, ALPHA_CUTOFF, SIDES, WIDTH, STRENGTH, UNIT, FIELDS };
    const editor_json_reader *reader = &content->reader;
    editor_json_value fields[FIELDS];
    double slot = 0;
    out->emissive_strength = 1;
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &out->extra) ||
        !editor_json_require(reader, value, where, "slot", fields[SLOT]) ||
        !editor_json_get_whole(reader, fields[SLOT], where, "slot", 0, EDITOR_SLOT_LIMIT - 1, &slot) ||
        !editor_json_get_numbers(reader, fields[COLOR], where, "base_color", out->base_color, 4) ||
        !editor_json_get_number(reader, fields[METALLIC], where, "metallic", &out->metallic) ||
        !editor_json_get_number(reader, fields[ROUGHNESS], where, "roughness", &out->roughness) ||
        !editor_json_get_numbers(reader, fields[EMISSIVE], where, "emissive", out->emissive, 3) ||
        !editor_json_get_number(reader, fields[STRENGTH], where, "emissive_strength", &out->emissive_strength) ||
        !read_alpha_mode(content, fields[ALPHA_MODE], where, out) ||
        !editor_json_get_number(reader, fields[ALPHA_CUTOFF], where, "alpha_cutoff", &out->alpha_cutoff) ||
        !editor_json_get_bool(reader, fields[SIDES], where, "double_sided", &out->double_sided) ||
        !read_width(content, fields[WIDTH], fields[UNIT], where, &out->width))
        return false;
    if (fields[STRENGTH].item && !fields[EMISSIVE].item)
        return editor_json_refuse(reader, fields[STRENGTH], where, "emissive_strength: expected emissive beside it");
    out->slot = (uint32_t)slot;
    for (uint32_t i = COLOR; i <= WIDTH; i++) // in the order of the bits
        out->fields |= fields[i].item ? 1u << (i - COLOR) : 0;
    const char *fault = editor_override_fault(out);
    return !fault || editor_json_refuse(reader, value, where, "%s", fault);
}

static int compare_slots(const void *a, const void *b)
{
    const editor_override *x = a, *y = b;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

bool level_content_read_overrides(const level_content *content, editor_json_value array, const char *where,
                                  content_object *out)
{
    const editor_json_reader *reader = &content->reader;
    char inner[80];
    uint32_t count = 0;
    if (!editor_json_get_array(reader, array, where, "materials", &count))
        return false;
    if (count == 0)
        return true;
    out->overrides = calloc(count, sizeof(*out->overrides));
    if (!out->overrides)
        return editor_json_refuse(reader, array, where, "out of memory");
    for (editor_json_value at = editor_json_first(reader, array); at.item; at = editor_json_next(reader, at)) {
        snprintf(inner, sizeof(inner), "%s.materials[%u]", where, (unsigned)out->override_count);
        if (!read_override(content, at, inner, &out->overrides[out->override_count++]))
            return false;
    }
    qsort(out->overrides, count, sizeof(*out->overrides), compare_slots);
    for (uint32_t i = 1; i < count; i++) {
        if (out->overrides[i].slot == out->overrides[i - 1].slot)
            return editor_json_refuse(reader, array, where, "materials: slot %u is there twice",
                                      (unsigned)out->overrides[i].slot);
    }
    return true;
}

void level_content_free_overrides(content_object *object)
{
    for (uint32_t i = 0; i < object->override_count; i++)
        free(object->overrides[i].extra);
    free(object->overrides);
}
