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

// A label and three numbers, x y z, to drag or type. `speed`: change per point. Bit i of `mixed`: number i differs
// between the objects. Returns the bits of the changed numbers.
uint32_t editor_ui_property_numbers(editor_ui *ui, const char *label, double value[3], uint32_t mixed, double speed);

// A key or gesture, and its effect.
void editor_ui_hint(editor_ui *ui, const char *gesture, const char *meaning);

#endif
