// timeline.c: the clips of the level's models: buttons, the list of clips, the time, and a track to scrub in. What a
// narrow panel has no room for is in a menu.
#include "panels/name_text.h"
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>

// Design units.
static const double margin = 8, gap_units = 4, button_height = 24, button_width = 28, clip_width = 170,
                    clip_width_min = 60, track_height = 18, menu_name_width = 320, menu_rest_width = 160;

// --- The shapes on the buttons, of the actions in the table's order ---

enum { BUTTON_START, BUTTON_PREVIOUS, BUTTON_PLAY, BUTTON_NEXT, BUTTON_END, BUTTON_LOOP, BUTTON_REST, BUTTON_COUNT };

// A triangle whose tip points to the right (`way` 1) or the left (-1).
static void paint_arrow(editor_ui *ui, pick_vec2 at, double size, double way, uint32_t color)
{
    const pick_vec2 points[3] = {{at.x - way * size / 2, at.y - size / 2},
                                 {at.x + way * size / 2, at.y},
                                 {at.x - way * size / 2, at.y + size / 2}};
    editor_ui_paint_area(ui, points, 3, color);
}

static void paint_bar(editor_ui *ui, pick_vec2 at, double size, uint32_t color)
{
    const double width = floor(size / 4);
    editor_ui_paint_rect(ui, (pick_rect){at.x - width / 2, at.y - size / 2, width, size}, 0, color);
}

static void paint_shape(editor_ui *ui, pick_rect r, uint32_t button, bool playing, uint32_t color)
{
    const double size = 10 * editor_ui_unit(ui);
    const pick_vec2 middle = {r.x + r.width / 2, r.y + r.height / 2};
    const double way = button == BUTTON_START || button == BUTTON_PREVIOUS ? -1 : 1;
    if (button == BUTTON_PLAY && playing) {
        paint_bar(ui, (pick_vec2){middle.x - size / 3, middle.y}, size, color);
        paint_bar(ui, (pick_vec2){middle.x + size / 3, middle.y}, size, color);
    } else if (button == BUTTON_PLAY) {
        paint_arrow(ui, middle, size, 1, color);
    } else if (button == BUTTON_START || button == BUTTON_END) {
        paint_arrow(ui, middle, size * 0.8, way, color);
        paint_bar(ui, (pick_vec2){middle.x + way * size * 0.6, middle.y}, size, color);
    } else {
        paint_bar(ui, (pick_vec2){middle.x - way * size * 0.5, middle.y}, size, color);
        paint_arrow(ui, (pick_vec2){middle.x + way * size * 0.2, middle.y}, size * 0.8, way, color);
    }
}

static void show_tip(editor_ui *ui, const editor_panel_action *action)
{
    char text[200];
    snprintf(text, sizeof(text), "%.120s%s%s%s", action->tip ? action->tip : action->title,
             action->shortcut[0] ? "   (" : "", action->shortcut, action->shortcut[0] ? ")" : "");
    editor_ui_tooltip(ui, text);
}

// A button of an action: a shape, or from `BUTTON_END` on its label.
static bool show_button(editor_ui *ui, pick_rect r, const editor_panel_action *action, uint32_t button,
                        const editor_panels_timeline *timeline)
{
    const double unit = editor_ui_unit(ui);
    const editor_ui_reaction reaction = editor_ui_react(ui, "clip button", button, r);
    const bool checked = action->checked && action->enabled, lit = reaction.hovered && action->enabled;
    const uint32_t color = !action->enabled ? EDITOR_COLOR_FAINT : checked ? EDITOR_COLOR_STRONG : EDITOR_COLOR_REST;
    editor_ui_paint_rect(ui, r, 3 * unit,
                         lit       ? EDITOR_COLOR_BUTTON_HOVER
                         : checked ? EDITOR_COLOR_BUTTON_CHECKED
                                   : EDITOR_COLOR_BUTTON);
    if (button <= BUTTON_END) {
        paint_shape(ui, r, button, timeline->playing, color);
    } else {
        const char *label = action->bar_label;
        editor_ui_paint_text(ui,
                             (pick_vec2){r.x + (r.width - editor_ui_text_width(ui, label)) / 2,
                                         r.y + (r.height - editor_ui_line_height(ui)) / 2},
                             label, color);
    }
    if (checked)
        editor_ui_paint_rect(ui, (pick_rect){r.x + 5 * unit, r.y + r.height - 2 * unit, r.width - 10 * unit, 2 * unit},
                             0, EDITOR_COLOR_ACCENT);
    if (reaction.hovered)
        show_tip(ui, action);
    return reaction.clicked && action->enabled;
}

// --- What fits ---

// The buttons that are shown, and whether the list of clips is. What is not shown is in the menu of the button ">>",
// whose number is BUTTON_COUNT.
typedef struct fit {
    bool button[BUTTON_COUNT], clips;
} fit;

static double width_of(const editor_ui *ui, const editor_panel_action *action, uint32_t button)
{
    const double unit = editor_ui_unit(ui);
    return button == BUTTON_LOOP || button == BUTTON_REST ? editor_ui_text_width(ui, action->bar_label) + 16 * unit
                                                          : floor(button_width * unit);
}

// The actions of the buttons, as numbers of the table.
static void find_actions(const editor_panels_model *model, uint32_t actions[BUTTON_COUNT])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->action_count && count < BUTTON_COUNT; i++) {
        if (model->actions[i].bar == EDITOR_BAR_TIMELINE)
            actions[count++] = i;
    }
    while (count < BUTTON_COUNT)
        actions[count++] = EDITOR_NONE;
}

// In a narrow panel the list gives way first, then buttons; Play stays longest.
static fit find_fit(const editor_ui *ui, double room, const editor_panels_model *model,
                    const uint32_t actions[BUTTON_COUNT])
{
    static const uint8_t order[BUTTON_COUNT] = {BUTTON_PLAY, BUTTON_PREVIOUS, BUTTON_NEXT, BUTTON_START,
                                                BUTTON_END,  BUTTON_LOOP,     BUTTON_REST};
    const double unit = editor_ui_unit(ui), gap = gap_units / 2 * unit;
    double width[BUTTON_COUNT], all = (gap_units + clip_width_min) * unit;
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
        width[i] = actions[i] == EDITOR_NONE ? 0 : width_of(ui, &model->actions[actions[i]], i) + gap;
        all += width[i];
    }
    fit fits = {.clips = all <= room};
    double used = fits.clips ? 0 : width_of(ui, NULL, BUTTON_COUNT);
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
        used += width[order[i]];
        if (used > room)
            break;
        fits.button[order[i]] = true;
    }
    return fits;
}

// Returns where they end.
static double show_buttons(editor_ui *ui, pick_rect row, const editor_panels_model *model,
                           const uint32_t actions[BUTTON_COUNT], const fit *fits, editor_command *command)
{
    double x = row.x;
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
        if (!fits->button[i] || actions[i] == EDITOR_NONE)
            continue;
        const editor_panel_action *action = &model->actions[actions[i]];
        const double width = width_of(ui, action, i);
        if (show_button(ui, (pick_rect){x, row.y, width, row.height}, action, i, &model->timeline))
            *command = (editor_command){.type = EDITOR_COMMAND_ACTION, .number = actions[i]};
        x += width + gap_units / 2 * editor_ui_unit(ui);
    }
    return x;
}

// --- The list of clips, and the menu of what does not fit ---

static const char *name_of(const editor_panels_timeline *timeline, uint32_t clip)
{
    if (clip >= timeline->clip_count)
        return "No clips";
    return timeline->clips[clip].name ? timeline->clips[clip].name : "First clip of each model";
}

static double measure(const void *ui, const char *text)
{
    return editor_ui_text_width(ui, text);
}

static void show_clips(editor_ui *ui, const editor_panels_timeline *timeline, editor_command *command)
{
    const double unit = editor_ui_unit(ui);
    const double room = fmin(menu_name_width * unit, editor_ui_size(ui).x - menu_rest_width * unit);
    for (uint32_t i = 0; i < timeline->clip_count; i++) {
        char label[128], name[112], length[32];
        const bool chosen = timeline->posed && i == timeline->clip;
        editor_name_text_fit(name_of(timeline, i), room, measure, ui, name, sizeof(name));
        // Names need not differ where they are cut: the number after ## makes the entries different ones.
        snprintf(label, sizeof(label), "%s##%u", name, (unsigned)i);
        snprintf(length, sizeof(length), timeline->clips[i].length < 1e7 ? "%.2f s" : "%.3g s",
                 timeline->clips[i].length);
        if (editor_ui_menu_item(ui, label, length, &chosen, true))
            *command = (editor_command){.type = EDITOR_COMMAND_CLIP, .number = i};
    }
}

static void show_more(editor_ui *ui, const editor_panels_model *model, const uint32_t actions[BUTTON_COUNT],
                      const fit *fits, editor_command *command)
{
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
        if (fits->button[i] || actions[i] == EDITOR_NONE)
            continue;
        const editor_panel_action *action = &model->actions[actions[i]];
        if (editor_ui_menu_item(ui, action->label, action->shortcut, action->has_check ? &action->checked : NULL,
                                action->enabled))
            *command = (editor_command){.type = EDITOR_COMMAND_ACTION, .number = actions[i]};
    }
    if (!fits->clips && editor_ui_menu_begin(ui, "Clip", model->timeline.clip_count > 0)) {
        show_clips(ui, &model->timeline, command);
        editor_ui_menu_end(ui);
    }
}

// The menu that is open.
static void show_menu(editor_timeline_panel *panel, editor_ui *ui, const editor_panels_model *model,
                      const uint32_t actions[BUTTON_COUNT], const fit *fits, editor_command *command)
{
    if (panel->menu == EDITOR_TIMELINE_CLOSED)
        return;
    const char *id = panel->menu == EDITOR_TIMELINE_CLIPS ? "clips" : "more of the timeline";
    if (panel->is_new)
        editor_ui_context_open(ui, id, panel->at);
    panel->is_new = false;
    if (!editor_ui_context_begin(ui, id, false)) {
        panel->menu = EDITOR_TIMELINE_CLOSED;
        return;
    }
    if (panel->menu == EDITOR_TIMELINE_CLIPS)
        show_clips(ui, &model->timeline, command);
    else
        show_more(ui, model, actions, fits, command);
    editor_ui_popup_end(ui);
}

// It is shown with the next frame, below the rectangle.
static void open_menu(editor_timeline_panel *panel, editor_timeline_menu menu, pick_rect r)
{
    panel->menu = menu;
    panel->is_new = true;
    panel->at = (pick_vec2){r.x, r.y + r.height};
}

static bool show_choice(editor_timeline_panel *panel, editor_ui *ui, pick_rect r,
                        const editor_panels_timeline *timeline)
{
    const double unit = editor_ui_unit(ui), middle = r.y + r.height / 2;
    const editor_ui_reaction reaction = editor_ui_react(ui, "clip", 0, r);
    const char *name = name_of(timeline, timeline->clip);
    const bool some = timeline->clip_count > 0;
    editor_ui_paint_rect(ui, r, 3 * unit, reaction.hovered && some ? EDITOR_COLOR_BUTTON_HOVER : EDITOR_COLOR_FIELD);
    const double right = r.x + r.width - 18 * unit;
    editor_ui_paint_text_cut(ui, (pick_vec2){r.x + 8 * unit, middle - editor_ui_line_height(ui) / 2}, right, name,
                             some ? EDITOR_COLOR_TEXT : EDITOR_COLOR_FAINT);
    const pick_vec2 tip[3] = {{right + 3 * unit, middle - 2 * unit},
                              {right + 7 * unit, middle + 3 * unit},
                              {right + 11 * unit, middle - 2 * unit}};
    editor_ui_paint_area(ui, tip, 3, some ? EDITOR_COLOR_REST : EDITOR_COLOR_FAINT);
    if (reaction.hovered && some)
        editor_ui_tooltip(ui, name);
    if (!reaction.clicked || !some)
        return false;
    open_menu(panel, EDITOR_TIMELINE_CLIPS, r);
    return true;
}

// --- The track ---

// The distance of ticks, seconds: 1, 2 or 5 times a power of ten, at least `least`.
static double tick_of(double least)
{
    double tick = pow(10, floor(log10(least)));
    if (tick < least)
        tick *= 2;
    if (tick < least)
        tick *= 2.5;
    return tick < least ? tick * 2 : tick;
}

// Ticks, and seconds beside each fifth where they are far enough apart.
static void paint_ticks(editor_ui *ui, pick_rect r, double length)
{
    const double unit = editor_ui_unit(ui), tick = tick_of(8 * unit * length / r.width);
    for (uint32_t i = 1; i * tick < length; i++) {
        const bool is_fifth = i % 5 == 0;
        const double height = r.height * (is_fifth ? 0.6 : 0.2), x = floor(r.x + r.width * (i * tick / length));
        editor_ui_paint_rect(ui, (pick_rect){x, r.y + r.height - height, unit, height}, 0, EDITOR_COLOR_FAINT);
        if (!is_fifth)
            continue;
        char text[32];
        snprintf(text, sizeof(text), "%g", i * tick);
        const double from = x + 3 * unit, width = editor_ui_text_width(ui, text);
        if (5 * tick / length * r.width > width + 12 * unit && from + width <= r.x + r.width)
            editor_ui_paint_text(ui, (pick_vec2){from, r.y + (r.height - editor_ui_line_height(ui)) / 2 - 2 * unit},
                                 text, EDITOR_COLOR_MUTED);
    }
}

static void paint_track(editor_ui *ui, pick_rect r, const editor_panels_timeline *timeline)
{
    const double unit = editor_ui_unit(ui);
    editor_ui_paint_rect(ui, r, 3 * unit, EDITOR_COLOR_FIELD);
    if (timeline->clip_count == 0 || timeline->length <= 0 || r.width <= 0)
        return;
    paint_ticks(ui, r, timeline->length);
    if (!timeline->posed)
        return;
    const double at = r.x + r.width * (timeline->time / timeline->length) - 1.5 * unit;
    const double x = floor(fmin(fmax(at, r.x), r.x + r.width - 3 * unit));
    editor_ui_paint_rect(ui, (pick_rect){x, r.y - 3 * unit, 3 * unit, r.height + 6 * unit}, unit, EDITOR_COLOR_ACCENT);
}

// `tells_time`: the time is shown above. Otherwise the tooltip tells it while the track is dragged, too.
static void show_track(editor_ui *ui, pick_rect r, const editor_panels_timeline *timeline, bool tells_time,
                       editor_command *command)
{
    const double unit = editor_ui_unit(ui);
    // Easier to hit than it is seen.
    const pick_rect area = {r.x, r.y - 4 * unit, r.width, r.height + 8 * unit};
    const editor_ui_reaction reaction = editor_ui_react(ui, "track", 0, area);
    paint_track(ui, r, timeline);
    if (timeline->clip_count == 0 || r.width <= 0)
        return;
    const double part = fmin(fmax((editor_ui_mouse(ui).x - r.x) / r.width, 0), 1);
    if (reaction.held ? !tells_time : reaction.hovered) {
        char text[32];
        snprintf(text, sizeof(text), "%.2f s", part * timeline->length);
        editor_ui_tooltip(ui, text);
    }
    const double seconds = part * timeline->length;
    if ((reaction.held || reaction.clicked) && (seconds != timeline->time || !timeline->posed || timeline->playing))
        *command = (editor_command){.type = EDITOR_COMMAND_SCRUB, .seconds = seconds};
}

// Returns whether there was room for it.
static bool show_time(editor_ui *ui, double left, pick_rect row, const editor_panels_timeline *timeline)
{
    char text[64];
    if (timeline->posed)
        snprintf(text, sizeof(text), "%.2f / %.2f s", timeline->time, timeline->length);
    else
        snprintf(text, sizeof(text), timeline->clip_count > 0 ? "At rest" : "");
    const double x = row.x + row.width - editor_ui_text_width(ui, text);
    if (x < left)
        return false;
    editor_ui_paint_text(ui, (pick_vec2){x, row.y + (row.height - editor_ui_line_height(ui)) / 2}, text,
                         timeline->posed ? EDITOR_COLOR_TEXT : EDITOR_COLOR_MUTED);
    return true;
}

bool editor_timeline_show(editor_timeline_panel *panel, editor_ui *ui, pick_rect rect, const editor_panels_model *model,
                          editor_command *command)
{
    const double unit = editor_ui_unit(ui), pad = margin * unit;
    const editor_panels_timeline *timeline = &model->timeline;
    const pick_rect row = {rect.x + pad, rect.y + 5 * unit, rect.width - 2 * pad, floor(button_height * unit)};
    uint32_t actions[BUTTON_COUNT];
    find_actions(model, actions);
    const fit fits = find_fit(ui, row.width, model, actions);
    show_menu(panel, ui, model, actions, &fits, command);
    editor_ui_panel_begin(ui, "timeline", rect, EDITOR_UI_BAR);
    editor_ui_paint_rect(ui, (pick_rect){rect.x, rect.y, rect.width, unit}, 0, EDITOR_COLOR_EDGE);
    double end = show_buttons(ui, row, model, actions, &fits, command);
    bool opened = false;
    if (fits.clips) {
        end += gap_units * unit;
        const double width = fmin(clip_width * unit, row.x + row.width - end);
        opened = show_choice(panel, ui, (pick_rect){end, row.y, width, row.height}, timeline);
        end += width + gap_units * unit;
    } else {
        const editor_panel_action more = {.label = "More", .title = "More", .bar_label = ">>", .enabled = true};
        const pick_rect r = {end, row.y, width_of(ui, NULL, BUTTON_COUNT), row.height};
        opened = show_button(ui, r, &more, BUTTON_COUNT, timeline);
        if (opened)
            open_menu(panel, EDITOR_TIMELINE_MORE, r);
        end += r.width + gap_units * unit;
    }
    const bool tells_time = show_time(ui, end, row, timeline);
    const double below = row.y + row.height + 8 * unit;
    show_track(ui, (pick_rect){row.x, below, row.width, track_height * unit}, timeline, tells_time, command);
    editor_ui_panel_end(ui);
    return opened;
}
