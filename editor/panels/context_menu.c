// context_menu.c: the context menus of viewport and outliner and the menu Add at the cursor: the actions that have
// their bit, in the table's order.
#include "panels/panels_internal.h"

#include <string.h>

// Whether two actions belong to the same top-level menu.
static bool same_root(const char *a, const char *b)
{
    size_t length = strcspn(a, "|");
    return strcspn(b, "|") == length && strncmp(a, b, length) == 0;
}

static bool is_in(const editor_panel_action *action, uint32_t menu)
{
    return action->menu && (action->context & menu) != 0;
}

static bool in_submenu(const editor_panel_action *action, uint32_t menu)
{
    if (menu == EDITOR_CONTEXT_SET)
        return false;
    return strchr(action->menu, '|') || (menu != EDITOR_CONTEXT_ADD && (action->context & EDITOR_CONTEXT_SUBMENU) != 0);
}

static void show_entry(editor_ui *ui, const editor_panels_model *model, uint32_t i, const char *label,
                       editor_command *command)
{
    const editor_panel_action *action = &model->actions[i];
    if (editor_ui_menu_item(ui, label, action->shortcut, action->has_check ? &action->checked : NULL, action->enabled))
        *command = (editor_command){.type = EDITOR_COMMAND_ACTION, .number = i};
}

// Shows the submenu of action `from`, the first of its menu.
static void show_submenu(editor_ui *ui, const editor_panels_model *model, uint32_t menu, uint32_t from,
                         editor_command *command)
{
    const char *path = model->actions[from].menu, *bar = strrchr(path, '|');
    bool enabled = false; // any of its entries
    for (uint32_t i = from; i < model->action_count; i++)
        enabled |=
            is_in(&model->actions[i], menu) && strcmp(model->actions[i].menu, path) == 0 && model->actions[i].enabled;
    if (!editor_ui_menu_begin(ui, bar ? bar + 1 : path, enabled))
        return;
    for (uint32_t i = from; i < model->action_count; i++) {
        const editor_panel_action *action = &model->actions[i];
        if (!is_in(action, menu) || strcmp(action->menu, path) != 0)
            continue;
        if (action->separator && i != from)
            editor_ui_separator(ui);
        show_entry(ui, model, i, action->label, command);
    }
    editor_ui_menu_end(ui);
}

static void show_entries(editor_ui *ui, const editor_panels_model *model, uint32_t menu, editor_command *command)
{
    const editor_panel_action *last = NULL;
    for (uint32_t i = 0; i < model->action_count; i++) {
        const editor_panel_action *action = &model->actions[i];
        if (!is_in(action, menu))
            continue;
        bool first = true;
        for (uint32_t k = 0; k < i && in_submenu(action, menu); k++)
            first &= !is_in(&model->actions[k], menu) || strcmp(model->actions[k].menu, action->menu) != 0;
        if (!first)
            continue;
        if (last && (action->separator || !same_root(last->menu, action->menu)))
            editor_ui_separator(ui);
        last = action;
        if (in_submenu(action, menu))
            show_submenu(ui, model, menu, i, command);
        else
            show_entry(ui, model, i, menu == EDITOR_CONTEXT_SET ? action->bar_label : action->title, command);
    }
}

void editor_context_menu_show(editor_context_menu *context, editor_ui *ui, const editor_panels_model *model,
                              editor_command *command)
{
    if (context->menu == 0)
        return;
    if (context->is_new)
        editor_ui_context_open(ui, "context", context->at);
    context->is_new = false;
    if (!editor_ui_context_begin(ui, "context", context->by_key)) {
        context->menu = 0;
        return;
    }
    show_entries(ui, model, context->menu, command);
    command->from_outliner = command->type == EDITOR_COMMAND_ACTION && context->menu == EDITOR_CONTEXT_OUTLINER;
    if (context->menu == EDITOR_CONTEXT_SET && command->type == EDITOR_COMMAND_ACTION) {
        command->type = EDITOR_COMMAND_SET_ACTION;
        command->set = context->set;
    }
    editor_ui_popup_end(ui);
}
