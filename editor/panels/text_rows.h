// text_rows.h: rows of text that panels are made of.
#ifndef EDITOR_PANELS_TEXT_ROWS_H
#define EDITOR_PANELS_TEXT_ROWS_H

#include "imgui_face.h"

// The title of a section, with a quieter detail at the right edge (or NULL).
void editor_ui_heading(editor_ui *ui, const char *title, const char *detail);

// A thin line with room around it.
void editor_ui_separator(editor_ui *ui);

// Label on the left, value on the right; a value that is too long is cut and shown whole in a tooltip.
void editor_ui_property(editor_ui *ui, const char *label, const char *value);

// A key or gesture, and what it does.
void editor_ui_hint(editor_ui *ui, const char *gesture, const char *meaning);

#endif
