// text_rows.h: rows of text and of fields, from which panels are built.
#ifndef EDITOR_PANELS_TEXT_ROWS_H
#define EDITOR_PANELS_TEXT_ROWS_H

#include "panels/imgui_face.h"

// The title of a section, with a quieter detail at the right edge (or NULL).
void editor_ui_heading(editor_ui *ui, const char *title, const char *detail);

// A thin line with space around it.
void editor_ui_separator(editor_ui *ui);

// Label on the left, value on the right; a value that is too long is cut and shown whole in a tooltip.
void editor_ui_property(editor_ui *ui, const char *label, const char *value);

// A label and a check box. `mixed`: the selected objects differ. Returns whether it was changed.
bool editor_ui_property_check(editor_ui *ui, const char *label, bool *value, bool mixed);

// A label and three numbers, x y z, to drag or type.
typedef struct editor_ui_numbers {
    editor_quantity quantity;
    double speed;    // change per point
    double value[3]; // shown
    uint32_t mixed;  // bit i: number i differs between the objects
    // Results: the bits of the changed numbers, what is done to them, and whether they were typed.
    uint32_t changed;
    editor_change change[3];
    bool typed;
    char refused[EDITOR_UI_WHY_SIZE]; // why a typed text is refused; "": none is
} editor_ui_numbers;
void editor_ui_property_numbers(editor_ui *ui, const char *label, editor_ui_numbers *numbers);

// A key or gesture, and its effect.
void editor_ui_hint(editor_ui *ui, const char *gesture, const char *meaning);

#endif
