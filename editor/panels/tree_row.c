#include "panels/tree_row.h"

#include <math.h>

// 0xAABBGGRR
static const uint32_t back_hover = 0x0effffff, back_viewport = 0x28ebbe96, back_selected = 0x2e3296fa,
                      back_active = 0x543296fa;

typedef struct toggle {
    bool under_mouse, clicked;
} toggle;

static toggle find_toggle(editor_ui *ui, pick_vec2 center, double height, const editor_ui_reaction *row,
                          const char *tip)
{
    pick_vec2 mouse = editor_ui_mouse(ui);
    bool on = row->hovered && fabs(mouse.x - center.x) < height / 2;
    if (on)
        editor_ui_tooltip(ui, tip);
    return (toggle){on, on && row->clicked};
}

double editor_tree_row_height(const editor_ui *ui)
{
    return floor(editor_ui_line_height(ui) + floor(8 * editor_ui_unit(ui) + 0.5));
}

static double label_x(const editor_ui *ui, const editor_tree_row *row, pick_rect r)
{
    return r.x + (45 + row->depth * 15) * editor_ui_unit(ui);
}

static void show_icons(editor_ui *ui, const editor_tree_row *row, pick_rect r)
{
    const double unit = editor_ui_unit(ui), middle = r.y + r.height / 2, x = label_x(ui, row, r);
    if (row->has_children)
        editor_icon_chevron(ui, (pick_vec2){x - 29 * unit, middle}, 4 * unit, row->open, EDITOR_COLOR_MUTED);
    editor_icon_object(ui, (pick_vec2){x - 12 * unit, middle}, 5 * unit, row->kind,
                       row->dimmed ? EDITOR_COLOR_FAINT : EDITOR_COLOR_MUTED);
}

// The row while its name is typed: only the text field reacts.
static editor_tree_row_event show_field(editor_ui *ui, const editor_tree_row *row, pick_rect r, pick_rect *rect)
{
    const double unit = editor_ui_unit(ui), least = 60 * unit;
    *rect = r;
    editor_ui_paint_rect(ui, r, 0, back_active);
    show_icons(ui, row, r);
    // A deep row keeps a field that can be used.
    const double left = fmin(label_x(ui, row, r) - 4 * unit, r.x + r.width - least);
    const pick_rect field = {left, r.y, r.x + r.width - 4 * unit - left, r.height};
    const editor_ui_edit edit =
        editor_ui_text_field_in(ui, "##name", row->index, field, row->text, row->text_size, "Name", row->focus);
    editor_ui_react(ui, "end", row->index, (pick_rect){r.x, r.y, 1, r.height}); // the next row lies below this one
    return edit.entered || edit.left ? EDITOR_ROW_TYPED : EDITOR_ROW_NOTHING;
}

// Eye and lock, which show while the mouse is over the row, or while they are on. Returns where the label must end.
static double show_toggles(editor_ui *ui, const editor_tree_row *row, pick_rect r, const editor_ui_reaction *reaction,
                           toggle *eye, toggle *lock)
{
    const double unit = editor_ui_unit(ui), middle = r.y + r.height / 2, right = r.x + r.width;
    const pick_vec2 eye_at = {right - 18 * unit, middle}, lock_at = {right - 38 * unit, middle};
    *eye = find_toggle(ui, eye_at, r.height, reaction, row->hidden ? "Show" : "Hide");
    *lock = find_toggle(ui, lock_at, r.height, reaction, row->locked ? "Unlock" : "Lock");
    if (reaction->hovered || row->hidden)
        editor_icon_eye(ui, eye_at, 6 * unit, row->hidden, eye->under_mouse ? EDITOR_COLOR_STRONG : EDITOR_COLOR_MUTED);
    if (reaction->hovered || row->locked)
        editor_icon_lock(ui, lock_at, 5 * unit, row->locked,
                         lock->under_mouse ? EDITOR_COLOR_STRONG : EDITOR_COLOR_MUTED);
    return lock_at.x - 12 * unit;
}

static double show_detail(editor_ui *ui, const editor_tree_row *row, pick_rect r)
{
    const double unit = editor_ui_unit(ui), right = r.x + r.width - 12 * unit;
    const double left = right - editor_ui_text_width(ui, row->detail);
    const double y = r.y + floor((r.height - editor_ui_line_height(ui)) / 2);
    editor_ui_paint_text_cut(ui, (pick_vec2){left, y}, r.x + r.width, row->detail, EDITOR_COLOR_MUTED);
    return left - 8 * unit;
}

editor_tree_row_event editor_tree_row_show(editor_ui *ui, const editor_tree_row *row, pick_rect *rect)
{
    double unit = editor_ui_unit(ui), height = editor_tree_row_height(ui);
    pick_rect r = editor_ui_place(ui, 0, height);
    if (row->text)
        return show_field(ui, row, r, rect);
    editor_ui_reaction reaction = editor_ui_react(ui, "row", row->index, r);
    *rect = r;
    uint32_t back = row->active ? back_active : row->selected ? back_selected : 0;
    if (back)
        editor_ui_paint_rect(ui, r, 0, back);
    if (row->hovered || reaction.hovered)
        editor_ui_paint_rect(ui, r, 0, row->hovered ? back_viewport : back_hover);

    const double x = label_x(ui, row, r);
    bool on_fold = row->has_children && reaction.hovered && fabs(editor_ui_mouse(ui).x - x + 29 * unit) < 9 * unit;
    show_icons(ui, row, r);

    toggle eye = {false, false}, lock = {false, false};
    const double end = row->detail ? show_detail(ui, row, r) : show_toggles(ui, row, r, &reaction, &eye, &lock);
    uint32_t color = row->dimmed                    ? EDITOR_COLOR_MUTED
                     : row->active || row->selected ? EDITOR_COLOR_STRONG
                                                    : EDITOR_COLOR_TEXT;
    pick_vec2 text_at = {x, r.y + floor((height - editor_ui_line_height(ui)) / 2)};
    editor_ui_paint_text_cut(ui, text_at, end, row->label, color);
    if (reaction.hovered && editor_ui_mouse(ui).x > x && editor_ui_mouse(ui).x < end &&
        editor_ui_text_width(ui, row->label) > end - x)
        editor_ui_tooltip(ui, row->label);

    if (reaction.menu)
        return EDITOR_ROW_MENU;
    if (eye.under_mouse || lock.under_mouse)
        return eye.clicked ? EDITOR_ROW_HIDE : lock.clicked ? EDITOR_ROW_LOCK : EDITOR_ROW_NOTHING;
    if (on_fold)
        return reaction.clicked ? EDITOR_ROW_OPEN : EDITOR_ROW_NOTHING;
    return reaction.double_clicked ? EDITOR_ROW_DOUBLE_CLICK
           : reaction.clicked      ? EDITOR_ROW_CLICK
           : reaction.held         ? EDITOR_ROW_HELD
                                   : EDITOR_ROW_NOTHING;
}
