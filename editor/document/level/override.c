#include "document/level/override.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static bool in_unit(double value)
{
    return value >= 0 && value <= 1;
}

static bool are_in_unit(const double *values, int count)
{
    bool ok = true;
    for (int i = 0; i < count; i++)
        ok = ok && in_unit(values[i]);
    return ok;
}

bool editor_width_equal(const editor_width *a, const editor_width *b)
{
    return a->value == b->value && a->unit == b->unit;
}

editor_width editor_width_clamp(editor_width width)
{
    const bool is_metres = width.unit == EDITOR_WIDTH_IN_METRES;
    width.value = fmin(width.value, is_metres ? EDITOR_WIDTH_MOST_METRES : EDITOR_WIDTH_MOST);
    width.value = fmax(width.value, is_metres ? EDITOR_WIDTH_LEAST_METRES : EDITOR_WIDTH_LEAST);
    return width;
}

static const char *width_fault(const editor_width *width)
{
    const editor_width nearest = editor_width_clamp(*width); // NaN comes out in range
    return editor_width_equal(&nearest, width)     ? NULL
           : width->unit == EDITOR_WIDTH_IN_METRES ? "width: expected 0.0001 to 1000 m"
                                                   : "width: expected 0.1 to 64 points on screen";
}

const char *editor_override_fault(const editor_override *o)
{
    if (o->fields & EDITOR_OVERRIDE_BASE_COLOR && !are_in_unit(o->base_color, 4))
        return "base_color: expected 0 to 1";
    if (o->fields & EDITOR_OVERRIDE_METALLIC && !in_unit(o->metallic))
        return "metallic: expected 0 to 1";
    if (o->fields & EDITOR_OVERRIDE_ROUGHNESS && !in_unit(o->roughness))
        return "roughness: expected 0 to 1";
    if (o->fields & EDITOR_OVERRIDE_EMISSIVE && !are_in_unit(o->emissive, 3))
        return "emissive: expected 0 to 1";
    if (o->fields & EDITOR_OVERRIDE_EMISSIVE && !(o->emissive_strength >= 0 && o->emissive_strength <= 10000))
        return "emissive_strength: expected 0 to 10000";
    if (o->fields & EDITOR_OVERRIDE_ALPHA_CUTOFF && !in_unit(o->alpha_cutoff))
        return "alpha_cutoff: expected 0 to 1";
    if (o->fields & EDITOR_OVERRIDE_WIDTH)
        return width_fault(&o->width);
    return NULL;
}

void editor_override_merge(editor_override *into, const editor_override *from)
{
    const uint32_t fields = from->fields;
    if (fields & EDITOR_OVERRIDE_BASE_COLOR)
        memcpy(into->base_color, from->base_color, sizeof(into->base_color));
    if (fields & EDITOR_OVERRIDE_METALLIC)
        into->metallic = from->metallic;
    if (fields & EDITOR_OVERRIDE_ROUGHNESS)
        into->roughness = from->roughness;
    if (fields & EDITOR_OVERRIDE_EMISSIVE) {
        memcpy(into->emissive, from->emissive, sizeof(into->emissive));
        into->emissive_strength = from->emissive_strength;
    }
    if (fields & EDITOR_OVERRIDE_ALPHA_MODE)
        into->alpha_mode = from->alpha_mode;
    if (fields & EDITOR_OVERRIDE_ALPHA_CUTOFF)
        into->alpha_cutoff = from->alpha_cutoff;
    if (fields & EDITOR_OVERRIDE_SIDES)
        into->double_sided = from->double_sided;
    if (fields & EDITOR_OVERRIDE_WIDTH)
        into->width = from->width;
    into->fields |= fields;
}
