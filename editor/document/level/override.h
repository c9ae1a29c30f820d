// override.h: values of a material, and the width of points and lines, that an object has instead of its model's.
//
// Slot:       a submesh of the object's mesh, by number. Overrides of slots that the mesh does not have are kept.
// Ranges:     colours are linear RGB, 0 to 1; all other values have their range beside them.
// Widths:     the diameter of points, the thickness of lines. One on screen is in logical points, the same at any
//             distance. One in metres is a length of object space: the object's scale applies to it, and points become
//             balls, lines become rods with round ends. Meshes of triangles have none, and ignore it.
#ifndef EDITOR_DOCUMENT_OVERRIDE_H
#define EDITOR_DOCUMENT_OVERRIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum editor_alpha_mode { EDITOR_ALPHA_OPAQUE, EDITOR_ALPHA_MASK, EDITOR_ALPHA_BLEND } editor_alpha_mode;

enum {
    EDITOR_OVERRIDE_BASE_COLOR = 1 << 0,
    EDITOR_OVERRIDE_METALLIC = 1 << 1,
    EDITOR_OVERRIDE_ROUGHNESS = 1 << 2,
    EDITOR_OVERRIDE_EMISSIVE = 1 << 3, // colour and strength
    EDITOR_OVERRIDE_ALPHA_MODE = 1 << 4,
    EDITOR_OVERRIDE_ALPHA_CUTOFF = 1 << 5,
    EDITOR_OVERRIDE_SIDES = 1 << 6,
    EDITOR_OVERRIDE_WIDTH = 1 << 7,
    EDITOR_OVERRIDE_MATERIAL = (1 << 7) - 1 // all of the material
};

typedef enum editor_width_unit {
    EDITOR_WIDTH_ON_SCREEN,
    EDITOR_WIDTH_IN_METRES,
    EDITOR_WIDTH_OF_MODEL // for editor_edit_set_widths alone: what the model has, whatever the value
} editor_width_unit;

typedef struct editor_width {
    double value;
    editor_width_unit unit;
} editor_width;

// What a width is at least and at most, in its unit.
#define EDITOR_WIDTH_LEAST 0.1
#define EDITOR_WIDTH_MOST 64.0
#define EDITOR_WIDTH_LEAST_METRES 0.0001
#define EDITOR_WIDTH_MOST_METRES 1000.0

enum { EDITOR_SLOT_LIMIT = 1 << 20 }; // slots have lower numbers

typedef struct editor_override {
    uint32_t slot;
    uint32_t fields;            // EDITOR_OVERRIDE_*: the values that count; the others are the model's
    double base_color[4];       // with alpha; times the texture
    double metallic, roughness; // 0..1
    double emissive[3];         // times emissive_strength
    double emissive_strength;   // 0..10000
    editor_alpha_mode alpha_mode;
    double alpha_cutoff; // 0..1
    bool double_sided;
    editor_width width;
    char *extra; // unknown fields of the slot in the level file, as JSON, or NULL
} editor_override;

bool editor_width_equal(const editor_width *a, const editor_width *b);
// The nearest width that is in range.
editor_width editor_width_clamp(editor_width width);

// Why a value that counts is out of range, as "FIELD: expected ...", or NULL.
const char *editor_override_fault(const editor_override *override);

// Takes over the values of `from` that count; they count in `into` then.
void editor_override_merge(editor_override *into, const editor_override *from);

#endif
