// text_rows.h: rows of text and of fields, from which panels are built.
#ifndef EDITOR_PANELS_TEXT_ROWS_H
#define EDITOR_PANELS_TEXT_ROWS_H

#include "panels/imgui_face.h"

// The title of a section, with a quieter detail at the right edge (NULL or "": none). A detail that is too long is cut
// and shown whole in a tooltip, or has a line of its own.
void editor_ui_heading(editor_ui *ui, const char *title, const char *detail);

// A thin line with space around it.
void editor_ui_separator(editor_ui *ui);

// Label on the left, value on the right; a value that is too long is cut and shown whole in a tooltip.
void editor_ui_property(editor_ui *ui, const char *label, const char *value);

// A label and a check box. `mixed`: the selected objects differ. `note`: a warning beside the box, in the same row, so
// that what is below does not move under the mouse when it comes and goes; NULL: none. Returns whether it was changed.
bool editor_ui_property_check(editor_ui *ui, const char *label, bool *value, bool mixed, const char *note);

// A label and numbers to drag or type: beside it, or below it where several numbers have too little room there.
typedef struct editor_ui_numbers {
    uint32_t count;     // 1 to 3; 0: the three of a vector, marked as x, y and z
    const char *format; // as for printf; NULL: three decimals
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

// A label and a colour, or a label and one of several words: as editor_ui_color and editor_ui_choice.
bool editor_ui_property_color(editor_ui *ui, const char *label, double linear[3], bool mixed);
uint32_t editor_ui_property_choice(editor_ui *ui, const char *label, const char *const *labels, uint32_t count,
                                   uint32_t chosen);
// Buttons side by side. Returns the number of the one that was clicked, or `count`.
uint32_t editor_ui_buttons(editor_ui *ui, const char *const *labels, uint32_t count);

// A key or gesture, and its effect. As with other rows, what is cut has a tooltip.
void editor_ui_hint(editor_ui *ui, const char *gesture, const char *meaning);

#endif
