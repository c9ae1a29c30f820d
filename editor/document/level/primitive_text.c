#include "document/level/primitive_text.h"

#include "document/json/json_write.h"

#include <string.h>

// Fields with their usual value are left out, by its bits: -0 is written.
static void write_place(editor_text *out, const pick_affine *local)
{
    const pick_affine usual = PICK_AFFINE_IDENTITY;
    const double origin[3] = {local->origin.x, local->origin.y, local->origin.z};
    if (memcmp(&local->origin, &usual.origin, sizeof(usual.origin)) != 0) {
        editor_text_put(out, ", \"position\": ");
        editor_json_write_numbers(out, origin, 3);
    }
    if (memcmp(local->linear, usual.linear, sizeof(usual.linear)) != 0) {
        editor_text_put(out, ", \"basis\": ");
        editor_json_write_numbers(out, local->linear, 9);
    }
}

void editor_primitive_write(editor_text *out, const editor_primitive *primitive)
{
    editor_text_format(out, "\"shape\": \"%s\"", editor_shape_key(primitive->shape));
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++) {
        const editor_primitive_field field = (editor_primitive_field)i;
        if (!editor_primitive_has(primitive->shape, field))
            continue;
        editor_text_format(out, ", \"%s\": ", editor_primitive_field_name(field));
        editor_json_write_number(out, primitive->value[field]);
    }
    for (uint32_t i = 0; i < primitive->side_count; i++) {
        editor_text_put(out, i ? ", " : ", \"sides\": [");
        editor_json_write_numbers(out, primitive->sides[i], 4);
    }
    editor_text_put(out, primitive->side_count > 0 ? "]" : "");
    for (uint32_t i = 0; i < primitive->part_count; i++) {
        editor_text_put(out, i ? ", {" : ", \"parts\": [{");
        editor_primitive_write(out, &primitive->parts[i].volume);
        write_place(out, &primitive->parts[i].local);
        editor_text_put(out, "}");
    }
    editor_text_put(out, primitive->part_count > 0 ? "]" : "");
}
