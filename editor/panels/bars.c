// bars.c: menu, toolbar and status line, built from the table of actions.
#include "panels/panels_internal.h"

#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char MORE[] = ">>"; // opens the menu of what has no room in a bar

// --- the menu ---

static void show_entries(editor_ui *ui, const editor_panels_model *model, const char *menu, editor_command *command)
{
    for (uint32_t i = 0; i < model->action_count; i++) {
        const editor_panel_action *action = &model->actions[i];
        if (!action->menu)
            continue;
        size_t length = strlen(menu);
        const char *rest = strncmp(action->menu, menu, length) == 0 ? action->menu + length : NULL;
        if (!rest || (*rest && *rest != '|'))
            continue;
        bool first = true; // first action of a submenu
        for (uint32_t k = 0; k < i && *rest; k++)
            first &= !model->actions[k].menu || strcmp(model->actions[k].menu, action->menu) != 0;
        if (*rest && !first)
            continue;
        if (action->separator)
            editor_ui_separator(ui);
        if (*rest) {
            if (editor_ui_menu_begin(ui, rest + 1, true)) {
                show_entries(ui, model, action->menu, command);
                editor_ui_menu_end(ui);
            }
        } else if (editor_ui_menu_item(ui, action->label, action->shortcut, action->has_check ? &action->checked : NULL,
                                       action->enabled)) {
            *command = (editor_command){.type = EDITOR_COMMAND_ACTION, .number = i};
        }
    }
}

enum { MENU_MOST = 16 };

// The menus of the bar, in the table's order.
static uint32_t find_menus(const editor_panels_model *model, const char *menus[MENU_MOST])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->action_count && count < MENU_MOST; i++) {
        const char *menu = model->actions[i].menu;
        bool first = menu && !strchr(menu, '|');
        for (uint32_t k = 0; k < count && first; k++)
            first = strcmp(menus[k], menu) != 0;
        if (first)
            menus[count++] = menu;
    }
    return count;
}

// How many of them a narrow window has room for, with the menu of the others.
static uint32_t count_shown(const editor_ui *ui, const char *const menus[MENU_MOST], uint32_t count)
{
    static const double between = 16, margin = 16; // design units
    const double unit = editor_ui_unit(ui), room = editor_ui_size(ui).x - 2 * margin * unit;
    double all = 0, used = editor_ui_text_width(ui, MORE) + between * unit;
    for (uint32_t i = 0; i < count; i++)
        all += editor_ui_text_width(ui, menus[i]) + between * unit;
    if (all - between * unit <= room)
        return count;
    for (uint32_t i = 0; i < count; i++) {
        used += editor_ui_text_width(ui, menus[i]) + between * unit;
        if (used - between * unit > room)
            return i;
    }
    return count;
}

static void show_menus(editor_ui *ui, const editor_panels_model *model, const char *const *menus, uint32_t count,
                       editor_command *command)
{
    for (uint32_t i = 0; i < count; i++) {
        if (editor_ui_menu_begin(ui, menus[i], true)) {
            show_entries(ui, model, menus[i], command);
            editor_ui_menu_end(ui);
        }
    }
}

void editor_menu_show(editor_ui *ui, double height, const editor_panels_model *model, editor_command *command)
{
    if (!editor_ui_menu_bar_begin(ui, height))
        return;
    const char *menus[MENU_MOST];
    const uint32_t count = find_menus(model, menus), shown = count_shown(ui, menus, count);
    show_menus(ui, model, menus, shown, command);
    if (shown < count && editor_ui_menu_begin(ui, MORE, true)) {
        show_menus(ui, model, menus + shown, count - shown, command);
        editor_ui_menu_end(ui);
    }
    // Drivers append their version in brackets: leave it out.
    char device[128];
    const char *name = model->device_name ? model->device_name : "";
    size_t length = strcspn(name, "(");
    while (length > 0 && name[length - 1] == ' ')
        length--;
    snprintf(device, sizeof(device), "%.*s", (int)(length < 120 ? length : 120), name);
    editor_ui_text_at(ui, -1, EDITOR_COLOR_MUTED, device);
    editor_ui_menu_bar_end(ui);
}

// --- the toolbar ---

static bool show_button(editor_ui *ui, uint32_t number, const editor_panel_action *action, pick_rect r)
{
    double unit = editor_ui_unit(ui);
    editor_ui_reaction reaction = editor_ui_react(ui, "button", number, r);
    if (action->checked)
        editor_ui_paint_rect(ui, r, 3 * unit, EDITOR_COLOR_BUTTON_CHECKED);
    else if (reaction.hovered && action->enabled)
        editor_ui_paint_rect(ui, r, 3 * unit, EDITOR_COLOR_HOVER);
    if (action->checked) // mark it with a line as well as with a shade
        editor_ui_paint_rect(ui, (pick_rect){r.x + 6 * unit, r.y + r.height - 2 * unit, r.width - 12 * unit, 2 * unit},
                             unit, EDITOR_COLOR_ACCENT);
    double width = editor_ui_text_width(ui, action->bar_label);
    uint32_t color = !action->enabled                   ? EDITOR_COLOR_FAINT
                     : action->checked || reaction.held ? EDITOR_COLOR_STRONG
                                                        : EDITOR_COLOR_REST;
    editor_ui_paint_text(ui, (pick_vec2){r.x + (r.width - width) / 2, r.y + (r.height - editor_ui_line_height(ui)) / 2},
                         action->bar_label, color);
    if (reaction.hovered) {
        char tip[200];
        snprintf(tip, sizeof(tip), "%s%s%s%s", action->tip ? action->tip : action->label,
                 action->shortcut[0] ? "   (" : "", action->shortcut, action->shortcut[0] ? ")" : "");
        editor_ui_tooltip(ui, tip);
    }
    return reaction.clicked && action->enabled;
}

// The buttons of the toolbar: shows those that fit into `room` points, or only counts them. `*end`: where they end.
static uint32_t show_buttons(editor_ui *ui, pick_rect rect, double room, const editor_panels_model *model, bool show,
                             double *end, editor_command *command)
{
    const double unit = editor_ui_unit(ui), height = rect.height - 6 * unit;
    double x = rect.x + 8 * unit;
    uint32_t shown = 0;
    for (int group = 1; group < EDITOR_BAR_TIMELINE; group++) {
        bool any = false;
        for (uint32_t i = 0; i < model->action_count; i++) {
            const editor_panel_action *action = &model->actions[i];
            if (action->bar != group)
                continue;
            const double gap = !any && group > 1 ? 11 * unit : 0;
            const double width = editor_ui_text_width(ui, action->bar_label) + 18 * unit;
            if (x + gap + width > rect.x + room)
                return shown;
            if (gap > 0 && show)
                editor_ui_paint_rect(ui, (pick_rect){x + 5 * unit, rect.y + 8 * unit, unit, rect.height - 16 * unit}, 0,
                                     EDITOR_COLOR_SEPARATOR);
            any = true;
            x += gap;
            if (show && show_button(ui, i, action, (pick_rect){x, rect.y + 3 * unit, width, height}))
                *command = (editor_command){.type = EDITOR_COMMAND_ACTION, .number = i};
            x += width + 2 * unit;
            *end = x;
            shown++;
        }
    }
    return shown;
}

// A menu of the buttons that do not fit: all but the first `shown`.
static void show_overflow(editor_ui *ui, pick_rect button, const editor_panels_model *model, uint32_t shown,
                          editor_command *command)
{
    const editor_panel_action more = {.label = "More tools", .bar_label = MORE, .enabled = true};
    if (show_button(ui, model->action_count, &more, button))
        editor_ui_open(ui, "more");
    if (!editor_ui_popup_begin(ui, "more", (pick_vec2){button.x, button.y + button.height}, 0))
        return;
    uint32_t n = 0;
    for (int group = 1; group < EDITOR_BAR_TIMELINE; group++) {
        for (uint32_t i = 0; i < model->action_count; i++) {
            const editor_panel_action *action = &model->actions[i];
            if (action->bar != group || n++ < shown)
                continue;
            if (editor_ui_menu_item(ui, action->bar_label, action->shortcut,
                                    action->has_check ? &action->checked : NULL, action->enabled))
                *command = (editor_command){.type = EDITOR_COMMAND_ACTION, .number = i};
        }
    }
    editor_ui_popup_end(ui);
}

void editor_toolbar_show(editor_ui *ui, pick_rect rect, const editor_panels_model *model, editor_command *command)
{
    editor_ui_panel_begin(ui, "toolbar", rect, EDITOR_UI_BAR);
    const double unit = editor_ui_unit(ui), room = rect.width - 8 * unit, more = 34 * unit;
    uint32_t buttons = 0;
    for (uint32_t i = 0; i < model->action_count; i++)
        buttons += model->actions[i].bar != 0 && model->actions[i].bar != EDITOR_BAR_TIMELINE;
    double end = rect.x + 8 * unit;
    const bool fits = show_buttons(ui, rect, room, model, false, &end, command) == buttons;
    end = rect.x + 8 * unit;
    const uint32_t shown = show_buttons(ui, rect, fits ? room : room - more, model, true, &end, command);
    if (!fits)
        show_overflow(ui, (pick_rect){end, rect.y + 3 * unit, more, rect.height - 6 * unit}, model, shown, command);
    editor_ui_panel_end(ui);
}

// --- the status line ---

// Bytes left in a buffer of `size` bytes after snprintf returned `used`.
static size_t left(size_t size, int used)
{
    return used < 0 || (size_t)used >= size ? 0 : size - (size_t)used;
}

// The mesh of what is under the mouse; NULL: none.
static const editor_mesh *hovered_mesh(const editor_panels_model *model)
{
    const editor_level *level = editor_document_level(model->document);
    const uint32_t object = model->hover->hit ? editor_level_object(level, model->hover->surface.object) : EDITOR_NONE;
    const uint32_t mesh = object != EDITOR_NONE ? level->objects[object].mesh : EDITOR_NONE;
    return mesh != EDITOR_NONE ? &level->meshes[mesh] : NULL;
}

static void hover_text(const editor_panels_model *model, char *name, size_t name_size, char *detail, size_t detail_size)
{
    const pick_target *hover = model->hover;
    const editor_level *level = editor_document_level(model->document);
    uint32_t object = hover->hit ? editor_level_object(level, hover->surface.object) : EDITOR_NONE;
    detail[0] = '\0';
    if (object == EDITOR_NONE) {
        snprintf(name, name_size, "%s", model->hint);
        return;
    }
    const pick_hit *hit = &hover->surface;
    const editor_mesh *mesh = hovered_mesh(model);
    char part[EDITOR_PART_NAME + 4] = " > ";
    editor_level_hit_part_name(level, hit, part + 3, EDITOR_PART_NAME);
    if (!part[3])
        part[0] = 0;
    const char *box = mesh ? mesh_tools_box_note(mesh) : "";
    if (hover->count == 0)
        snprintf(name, name_size, "%.90s%s%s (locked)", level->objects[object].name, part, box);
    else if (hover->count > 1)
        snprintf(name, name_size, "%.90s%s%s     %u of %u", model->hover_name, hover->is_group ? "" : part, box,
                 (unsigned)hover->place, (unsigned)hover->count);
    else
        snprintf(name, name_size, "%.90s%s%s", model->hover_name, hover->is_group ? "" : part, box);
    char element[32] = ""; // icons have none, nor have volumes without parts
    if (mesh && (!editor_shape_is_volume(mesh->primitive.shape) || mesh->primitive.part_count > 0))
        snprintf(element, sizeof(element), "%s %u     ", mesh_tools_part_name(mesh), (unsigned)hit->triangle);
    snprintf(detail, detail_size, "%s%.60s%s%s%sx %.3f   y %.3f   z %.3f     %.2f m away", hover->is_group ? "at " : "",
             hover->is_group ? level->objects[object].name : "", hover->is_group ? part : "",
             hover->is_group ? "     " : "", element, editor_text_shown(hit->point.x, 3),
             editor_text_shown(hit->point.y, 3), editor_text_shown(hit->point.z, 3), hit->t);
}

static void figures_text(const editor_panels_model *model, char *out, size_t size)
{
    size_t count = pick_selection_count(editor_document_selection(model->document));
    int used = 0;
    out[0] = '\0';
    if (count > 0)
        used = snprintf(out, size, "%zu selected", count);
    if (model->fly_speed > 0)
        used += snprintf(out + used, left(size, used), "     flying at %.2g m/s", model->fly_speed);
    if (model->pick_microseconds >= 0)
        used += snprintf(out + used, left(size, used), "     pick %.1f \302\265s", model->pick_microseconds);
    if (model->frame_milliseconds > 0)
        used += snprintf(out + used, left(size, used), "     frame %.1f ms", model->frame_milliseconds);
    if (model->frame_count > 0)
        snprintf(out + used, left(size, used), "     %llu frame%s", (unsigned long long)model->frame_count,
                 model->frame_count == 1 ? "" : "s");
}

void editor_status_show(editor_ui *ui, pick_rect rect, const editor_panels_model *model, editor_command *command)
{
    char name[600], detail[1600], figures[160]; // names of parts, and coordinates of any size
    const bool has_tool = model->tool_text[0] != '\0', has_message = model->message[0] != '\0';
    hover_text(model, name, sizeof(name), detail, sizeof(detail));
    if (has_tool || has_message) {
        char hovered[360];
        const editor_mesh *mesh = hovered_mesh(model);
        const bool is_box = !has_tool && mesh && mesh->unread; // it says so beside the message
        snprintf(hovered, sizeof(hovered), "%.350s", name);
        const char *said = has_tool ? model->tool_text : model->message;
        snprintf(name, sizeof(name), "%.*s%s%s", (int)editor_text_fit(said, 190), said, is_box ? "     " : "",
                 is_box ? hovered : "");
        detail[0] = '\0';
    }
    editor_ui_panel_begin(ui, "status", rect, EDITOR_UI_BAR);
    bool hit = detail[0] != '\0';
    const uint32_t color = hit || has_tool || has_message ? EDITOR_COLOR_STRONG : EDITOR_COLOR_MUTED;
    pick_rect at = editor_ui_place(ui, 0, editor_ui_line_height(ui));
    if (model->load.name)
        at.width = editor_load_bar_show(ui, rect, &model->load, command) - at.x;
    const bool cut = editor_ui_text_width(ui, name) > at.width;
    if (cut || model->load.name) {
        editor_ui_paint_text_cut(ui, (pick_vec2){at.x, at.y}, at.x + at.width, name, color);
        if (cut && editor_ui_react(ui, "status text", 0, at).hovered)
            editor_ui_tooltip(ui, name);
        editor_ui_panel_end(ui);
        return;
    }
    editor_ui_text(ui, color, name);
    double unit = editor_ui_unit(ui), x = fmax(180 * unit, editor_ui_text_width(ui, name) + 36 * unit);
    if (hit && x + editor_ui_text_width(ui, detail) < rect.width)
        editor_ui_text_at(ui, x, EDITOR_COLOR_TEXT, detail);
    figures_text(model, figures, sizeof(figures));
    if (x + editor_ui_text_width(ui, detail) + editor_ui_text_width(ui, figures) + 48 * unit < rect.width)
        editor_ui_text_at(ui, -1, EDITOR_COLOR_MUTED, figures);
    editor_ui_panel_end(ui);
}

// --- statistics over the viewport ---

void editor_stats_show(editor_ui *ui, pick_rect viewport, const editor_panels_model *model)
{
    double unit = editor_ui_unit(ui), width = 320 * unit, row = editor_ui_line_height(ui) + 3 * unit;
    char picks[32];
    snprintf(picks, sizeof(picks), "%llu", (unsigned long long)model->pick_count);
    double height = row * (model->figure_count + 1) + 16 * unit;
    pick_rect box = {viewport.x + viewport.width - width - 10 * unit,
                     viewport.y + (model->settings->hide_axes ? 10 : 104) * unit, width, height};
    if (box.x < viewport.x || height > viewport.height)
        return;
    editor_ui_paint_canvas(ui, true);
    editor_ui_paint_clip(ui, viewport);
    editor_ui_paint_rect(ui, box, 4 * unit, 0xd21c1917);
    for (uint32_t i = 0; i <= model->figure_count; i++) {
        pick_vec2 at = {box.x + 12 * unit, box.y + 8 * unit + row * i};
        const char *value = i == 0 ? picks : model->figures[2 * i - 1];
        editor_ui_paint_text(ui, at, i == 0 ? "Picks" : model->figures[2 * i - 2], EDITOR_COLOR_MUTED);
        at.x = box.x + width - 12 * unit - editor_ui_text_width(ui, value);
        editor_ui_paint_text(ui, at, value, EDITOR_COLOR_STRONG);
    }
    editor_ui_paint_unclip(ui);
    editor_ui_paint_canvas(ui, false);
}
