// load_bar.c: the file that is being read, in the status line: what is done, how much of it, and a button to cancel.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>

enum { MEGABYTE = 1000000 };

static const double bar_units = 110, most_text_units = 320, gap_units = 8;

static void describe(const editor_panels_load *load, bool is_cancelled, char *out, size_t size)
{
    if (is_cancelled) {
        snprintf(out, size, "Cancelling %.100s", load->name);
        return;
    }
    char percent[64] = "", waiting[40] = "";
    if (load->counts_bytes && load->total >= MEGABYTE)
        snprintf(percent, sizeof(percent), "  %u of %u MB", (unsigned)(load->done / MEGABYTE),
                 (unsigned)(load->total / MEGABYTE));
    else if (load->fraction >= 0)
        snprintf(percent, sizeof(percent), "  %d %%", (int)floor(100 * load->fraction));
    if (load->waiting > 0)
        snprintf(waiting, sizeof(waiting), "  (%u more)", (unsigned)load->waiting);
    snprintf(out, size, "%s %.100s%s%s", load->stage[0] ? load->stage : "Waiting for", load->name, percent, waiting);
}

// A part that is filled; where nobody knows how much is done, a piece goes to and fro.
static void paint_bar(editor_ui *ui, pick_rect bar, const editor_panels_load *load)
{
    const double rounding = bar.height / 2;
    editor_ui_paint_rect(ui, bar, rounding, EDITOR_COLOR_FIELD);
    pick_rect part = {bar.x, bar.y, bar.width * fmax(load->fraction, 0), bar.height};
    if (load->fraction < 0) {
        part.width = bar.width / 4;
        part.x += (bar.width - part.width) * (0.5 - 0.5 * cos(2 * load->seconds));
    }
    if (part.width >= bar.height)
        editor_ui_paint_rect(ui, part, rounding, EDITOR_COLOR_ACCENT);
}

double editor_load_bar_show(editor_ui *ui, pick_rect status, const editor_panels_load *load, editor_command *command)
{
    const double unit = editor_ui_unit(ui), line = editor_ui_line_height(ui), gap = gap_units * unit;
    const double middle = status.y + status.height / 2, label = editor_ui_text_width(ui, "Cancel");
    const pick_rect button = {status.x + status.width - label - 3 * gap, status.y + 2 * unit, label + 2 * gap,
                              status.height - 4 * unit};
    const editor_ui_reaction reaction = editor_ui_react(ui, "cancel load", 0, button);
    // The press, and the release, are seen in the pictures that take them: without the bar is only the next one, which
    // is late while threads read a large file.
    const bool pressed = reaction.held || reaction.clicked;
    char text[256];
    describe(load, reaction.clicked, text, sizeof(text));
    editor_ui_paint_rect(ui, button, 3 * unit,
                         pressed            ? EDITOR_COLOR_FIELD
                         : reaction.hovered ? EDITOR_COLOR_BUTTON_HOVER
                                            : EDITOR_COLOR_BUTTON);
    editor_ui_paint_text(ui, (pick_vec2){button.x + gap, middle - line / 2}, "Cancel",
                         pressed ? EDITOR_COLOR_FAINT : EDITOR_COLOR_STRONG);
    if (reaction.hovered && !pressed)
        editor_ui_tooltip(ui, "Stop reading the file; the level stays as it is   (Esc with nothing selected)");
    if (reaction.clicked)
        *command = (editor_command){.type = EDITOR_COMMAND_CANCEL_LOAD};
    const pick_rect bar = {button.x - gap - bar_units * unit, middle - 3 * unit, bar_units * unit, 6 * unit};
    paint_bar(ui, bar, load);
    const double all = editor_ui_text_width(ui, text),
                 width = fmin(all, fmin(most_text_units * unit, status.width / 3));
    const double x = bar.x - gap - width;
    if (all > width && editor_ui_react(ui, "load text", 0, (pick_rect){x, status.y, width, status.height}).hovered)
        editor_ui_tooltip(ui, text);
    editor_ui_paint_text_cut(ui, (pick_vec2){x, middle - line / 2}, bar.x - gap + unit, text, EDITOR_COLOR_TEXT);
    return x - 2 * gap;
}
