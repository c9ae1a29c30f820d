// report_view.c: the lines of the import report in a dialog.
#include "panels/panels_internal.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double rest_units = 150, least_units = 80, most_units = 420, padding_units = 20;

// The end of the part of the line that fits into `width`: at a blank if there is one, and never in a character. Dear
// ImGui's own function would leave a line empty where a long word follows the indent.
static size_t find_break(editor_ui *ui, const char *line, size_t length, double width)
{
    char part[512];
    size_t fits = 0, blank = 0;
    for (size_t i = 1; i <= length && i < sizeof(part); i++) {
        if (i < length && ((unsigned char)line[i] & 0xc0) == 0x80)
            continue;
        memcpy(part, line, i);
        part[i] = '\0';
        if (fits > 0 && editor_ui_text_width(ui, part) > width)
            break;
        fits = i;
        if (i < length && line[i] == ' ' && line[i - 1] != ' ')
            blank = i;
    }
    return fits == length || blank == 0 ? fits : blank;
}

// Dear ImGui's field for many lines does not wrap them.
static void put_wrapped(editor_ui *ui, const char *line, size_t length, double width, editor_text *out)
{
    static const char hang[] = "        ";
    double room = width;
    while (length > 0) {
        const size_t end = find_break(ui, line, length, room);
        editor_text_add(out, line, end);
        line += end;
        length -= end;
        while (length > 0 && *line == ' ')
            line++, length--;
        if (length > 0) {
            editor_text_put(out, "\n");
            editor_text_put(out, hang);
            room = width - editor_ui_text_width(ui, hang);
        }
    }
    editor_text_put(out, "\n");
}

static void wrap(editor_ui *ui, editor_dialog *dialog, double width)
{
    editor_text text = {0};
    for (const char *line = dialog->report; *line;) {
        const size_t length = strcspn(line, "\n");
        put_wrapped(ui, line, length, width, &text);
        line += length + (line[length] == '\n');
    }
    if (text.failed) {
        editor_text_free(&text);
        return;
    }
    free(dialog->wrapped);
    dialog->wrapped = text.data;
    dialog->wrapped_width = width;
}

void editor_report_view_show(editor_ui *ui, editor_dialog *dialog)
{
    const double unit = editor_ui_unit(ui);
    const double width = editor_ui_place(ui, 0, 0).width - 36 * unit; // without padding and scroll bar
    if (!dialog->wrapped || dialog->wrapped_width != width)
        wrap(ui, dialog, width);
    const char *text = dialog->wrapped ? dialog->wrapped : dialog->report;
    uint32_t lines = 1;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    // As high as its lines, in a low window as high as that allows.
    const double wanted = fmin(lines * editor_ui_line_height(ui) / unit + padding_units, most_units);
    const double room = editor_ui_size(ui).y / unit - rest_units;
    editor_ui_text_view(ui, "##report", text, fmax(least_units, fmin(wanted, room)));
}
