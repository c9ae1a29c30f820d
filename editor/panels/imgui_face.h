// imgui_face.h: Dear ImGui behind a C interface, from which the panels are built.
//
// Units:      logical points of the window, origin top-left. Sizes given in design units are multiplied by the scale
//             of the user interface (editor_ui_unit).
// Frame:      events come in as they come; editor_ui_begin, widgets, editor_ui_end; then the overlay is drawn.
// Strings:    UTF-8, copied.
#ifndef EDITOR_PANELS_IMGUI_FACE_H
#define EDITOR_PANELS_IMGUI_FACE_H

#include "panels/number_text.h"
#include "panels/palette.h"
#include "renderer/frame.h"
#include "system/input.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct editor_ui editor_ui;

typedef struct editor_ui_image {
    const uint8_t *rgba; // owned by the ui; valid until the next call on it
    uint32_t width, height;
} editor_ui_image;

// `scale`: points per design unit; `pixels_per_point`: the HiDPI factor that the font is drawn for. NULL: out of
// memory.
editor_ui *editor_ui_create(double scale, double pixels_per_point);
void editor_ui_destroy(editor_ui *ui); // NULL is fine

// Changes the scale and with it the font, which must be uploaded again.
void editor_ui_set_scale(editor_ui *ui, double scale);
uint64_t editor_ui_font_revision(const editor_ui *ui);

// The image of the font, to be uploaded, and the texture that it was uploaded to. What editor_ui_end returned last
// shows the new texture too.
editor_ui_image editor_ui_font_image(editor_ui *ui);
void editor_ui_set_font_texture(editor_ui *ui, render_texture texture);

// --- input ---

void editor_ui_event(editor_ui *ui, const editor_event *event);
// Whether the interface owns the mouse at `position`: the mouse is over one of its windows, or one captured it.
bool editor_ui_owns_mouse(const editor_ui *ui, pick_vec2 position);
// Whether keys go to a text field.
bool editor_ui_owns_keyboard(const editor_ui *ui);
// Whether that is a field of a panel, and no menu, list or dialog is open.
bool editor_ui_types_in_field(const editor_ui *ui);
// Whether text that is typed goes to a field, of a panel or of a menu; `caret` is where it appears, in points.
bool editor_ui_takes_text(const editor_ui *ui, pick_rect *caret);
// Whether the field's text, with all input that a frame has shown, differs from what it was when typing began.
bool editor_ui_field_is_changed(const editor_ui *ui);
// Whether text has come since the last frame.
bool editor_ui_has_text(const editor_ui *ui);
// The next frame takes the keyboard from the field, which keeps its text as a click elsewhere would, or ends the drag
// of a number, which keeps its value.
void editor_ui_deactivate(editor_ui *ui);
// Keys that went down since the last frame were not for what the next one shows first.
void editor_ui_forget_keys(editor_ui *ui);
// Whether a press of the key would be lost: its last release was in no picture yet (held.h).
bool editor_ui_hides_release(const editor_ui *ui, editor_key key);
// Whether another frame is needed even without new input.
bool editor_ui_needs_frame(const editor_ui *ui);
uint32_t editor_ui_modifiers(const editor_ui *ui); // PICK_MODIFIER_*, at the last event
editor_cursor editor_ui_cursor(const editor_ui *ui);
void editor_ui_set_cursor(editor_ui *ui, editor_cursor cursor); // until the next frame

// --- frame ---

void editor_ui_begin(editor_ui *ui, const pick_window *window, double seconds_since_last);
// Valid until the next editor_ui_begin.
const render_overlay *editor_ui_end(editor_ui *ui);

double editor_ui_unit(const editor_ui *ui);    // points per design unit
pick_vec2 editor_ui_size(const editor_ui *ui); // of the window, in points
double editor_ui_text_width(const editor_ui *ui, const char *text);

// --- panels ---

typedef enum editor_ui_panel_style {
    EDITOR_UI_PANEL, // padded, scrolls
    EDITOR_UI_LIST,  // rows extend to its edges, scrolls
    EDITOR_UI_BAR    // one line
} editor_ui_panel_style;

void editor_ui_panel_begin(editor_ui *ui, const char *id, pick_rect rect, editor_ui_panel_style style);
void editor_ui_panel_end(editor_ui *ui);

// `count` rows of the current panel, each `height` points high and without space between them. Only those in view are
// built: call editor_ui_rows_next until it returns false, and build rows [*first, *end) each time. `reveal`: a row that
// is scrolled into view from the next frame on; `count` or more: none.
void editor_ui_rows_begin(editor_ui *ui, uint32_t count, double height, uint32_t reveal);
bool editor_ui_rows_next(editor_ui *ui, uint32_t *first, uint32_t *end);

// --- menus ---

// The menu bar at the top of the window. Call editor_ui_menu_bar_end only if true; likewise for menus.
bool editor_ui_menu_bar_begin(editor_ui *ui, double height);
void editor_ui_menu_bar_end(editor_ui *ui);
bool editor_ui_menu_begin(editor_ui *ui, const char *label, bool enabled);
void editor_ui_menu_end(editor_ui *ui);
// `checked` NULL: no check mark. Returns whether it was chosen.
bool editor_ui_menu_item(editor_ui *ui, const char *label, const char *shortcut, const bool *checked, bool enabled);

// --- content ---

void editor_ui_text(editor_ui *ui, uint32_t color, const char *text);
// Puts text on the previous item's line, at `x` points; `x` < 0: right-aligned to the panel's edge, and left
// out where it would meet that item.
void editor_ui_text_at(editor_ui *ui, double x, uint32_t color, const char *text);
void editor_ui_space(editor_ui *ui, double units);
// Moves what follows to the right; negative: back.
void editor_ui_indent(editor_ui *ui, double units);

// A label with a value beside it, `column` design units from the left: a check box or numbers. Negative: the value is
// below the label.
void editor_ui_field_begin(editor_ui *ui, const char *label, double column);
void editor_ui_field_end(editor_ui *ui);
double editor_ui_field_height(const editor_ui *ui);
// `mixed`: the selected objects differ. Returns whether it was changed.
bool editor_ui_check(editor_ui *ui, bool *value, bool mixed);
// One of several choices of a field. `beside`: on the line of the one before it. Returns whether it was clicked.
bool editor_ui_radio(editor_ui *ui, const char *label, bool chosen, bool beside);
// Where the field, choice or button shown last is.
pick_rect editor_ui_last_rect(const editor_ui *ui);
// A colour: a swatch that opens a picker, and its sRGB code. `linear`: red, green, blue, 0 to 1; changed when it
// returns true. `mixed`: the selected objects differ.
bool editor_ui_color(editor_ui *ui, double linear[3], bool mixed);
// One of `count` labels, chosen from a list. `chosen`: the current one; `count`: the selected objects differ. Returns
// the one that was chosen just now, or `count`.
uint32_t editor_ui_choice(editor_ui *ui, const char *const *labels, uint32_t count, uint32_t chosen);
// A number to drag or type. `rect` lies on the line of the field; `number` is unique in it. `speed`: change per point.
typedef struct editor_ui_number_desc {
    uint32_t number;
    pick_rect rect;
    double value;
    double speed;
    const char *format; // of the value, as for printf
    editor_quantity quantity;
} editor_ui_number_desc;

typedef enum editor_ui_number_result {
    EDITOR_UI_NUMBER_SAME,
    EDITOR_UI_NUMBER_DRAGGED,
    EDITOR_UI_NUMBER_TYPED,  // and finished: Enter, Tab, a click elsewhere
    EDITOR_UI_NUMBER_REFUSED // the finished text is no number; the value stays
} editor_ui_number_result;

// `change`: written when it was dragged or typed. `why`, at least EDITOR_UI_WHY_SIZE bytes: written when it was
// refused. Text that is no number is red while it is typed.
enum { EDITOR_UI_WHY_SIZE = 160 };
editor_ui_number_result editor_ui_number(editor_ui *ui, const editor_ui_number_desc *desc, editor_change *change,
                                         char *why);

// --- reactive areas, from which widgets in C are built ---

typedef struct editor_ui_reaction {
    bool hovered, held, clicked, double_clicked;
    bool menu;      // right-clicked
    double dragged; // while held: movement to the right since the last picture, points
} editor_ui_reaction;

// An area of the panel that reacts to the mouse. `id` and `number` are unique in the panel. It takes part in the
// layout.
editor_ui_reaction editor_ui_react(editor_ui *ui, const char *id, uint32_t number, pick_rect rect);
// The place of the next item; width 0: the remaining width.
pick_rect editor_ui_place(editor_ui *ui, double width, double height);
pick_vec2 editor_ui_mouse(const editor_ui *ui);
bool editor_ui_mouse_held(const editor_ui *ui);    // the left button
bool editor_ui_is_editing(const editor_ui *ui);    // a widget is being dragged or edited
bool editor_ui_list_has_keys(const editor_ui *ui); // a list of choices, or a menu, was open: keys are for it alone
bool editor_ui_pressed(const editor_ui *ui, editor_key key); // went down since the last picture
void editor_ui_tooltip(editor_ui *ui, const char *text);

typedef struct editor_ui_edit {
    bool changed, active;
    bool entered; // ended by Enter
    bool left;    // ended in another way
} editor_ui_edit;
// A text field of the available width. `focus`: moves the keyboard focus to it.
editor_ui_edit editor_ui_text_field(editor_ui *ui, const char *id, char *text, size_t size, const char *hint,
                                    bool focus);

// The same in `rect`, without the layout. `id` and `number` are unique in the panel.
editor_ui_edit editor_ui_text_field_in(editor_ui *ui, const char *id, uint32_t number, pick_rect rect, char *text,
                                       size_t size, const char *hint, bool focus);

// Text of any length that can be selected and copied, but not changed: lines of the available width, which scroll.
// `height`: design units.
void editor_ui_text_view(editor_ui *ui, const char *id, const char *text, double height);
// The text that a widget copied since the last call; NULL: none. Valid until the next frame.
const char *editor_ui_take_copied(editor_ui *ui);

// --- dialogs and popups ---

// A context menu: opened at a place of the window, moved so that it stays inside, with arrow keys, Enter and Esc.
// Entries are those of menus. Open it in the panel in which it is begun, or outside all panels. Call
// editor_ui_popup_end only if editor_ui_context_begin returned true.
void editor_ui_context_open(editor_ui *ui, const char *id, pick_vec2 at);
// `by_key`: it was opened by a key, and highlights its first entry.
bool editor_ui_context_begin(editor_ui *ui, const char *id, bool by_key);

// Opens a dialog or popup. For dialogs call it in the same panel, or outside all panels.
void editor_ui_open(editor_ui *ui, const char *id);
// `width` in design units; 0: the width of its content. Call editor_ui_popup_end only if true.
bool editor_ui_dialog_begin(editor_ui *ui, const char *id, double width);
bool editor_ui_popup_begin(editor_ui *ui, const char *id, pick_vec2 at, double width);
void editor_ui_popup_end(editor_ui *ui);
void editor_ui_close(editor_ui *ui); // the current one
void editor_ui_close_all(editor_ui *ui);
// A scrolling list, `height` design units high. Call editor_ui_list_end in any case.
bool editor_ui_list_begin(editor_ui *ui, const char *id, double height);
void editor_ui_list_end(editor_ui *ui);
// On: packs items closely until it is switched off.
void editor_ui_tight(editor_ui *ui, bool on);

// --- painting: 0xAABBGGRR, straight alpha; points of the window ---

// On: paint over the viewports and below the panels. Off: into the current panel.
void editor_ui_paint_canvas(editor_ui *ui, bool on);
void editor_ui_paint_clip(editor_ui *ui, pick_rect rect);
void editor_ui_paint_unclip(editor_ui *ui);
pick_rect editor_ui_paint_clipped(const editor_ui *ui); // what is painted outside of it is not seen
void editor_ui_paint_path(editor_ui *ui, const pick_vec2 *points, uint32_t count, bool closed, double width,
                          uint32_t color);
void editor_ui_paint_area(editor_ui *ui, const pick_vec2 *points, uint32_t count, uint32_t color); // convex
void editor_ui_paint_rect(editor_ui *ui, pick_rect rect, double rounding, uint32_t color);
// A picture, stretched to the rectangle.
void editor_ui_paint_image(editor_ui *ui, pick_rect rect, double rounding, render_texture texture);
void editor_ui_paint_circle(editor_ui *ui, pick_vec2 center, double radius, double width, uint32_t color); // 0: filled
void editor_ui_paint_text(editor_ui *ui, pick_vec2 at, const char *text, uint32_t color);
// Text that would pass `right` is cut and ends in dots.
void editor_ui_paint_text_cut(editor_ui *ui, pick_vec2 at, double right, const char *text, uint32_t color);
double editor_ui_line_height(const editor_ui *ui);

#ifdef __cplusplus
}
#endif

#endif
