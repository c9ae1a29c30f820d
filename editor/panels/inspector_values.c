// inspector_values.c: what the sections of the inspector keep for their commands.
#include "panels/panels_internal.h"

#include "panels/icons.h"

#include <stdio.h>
#include <stdlib.h>

void editor_inspector_finish(editor_inspector *inspector)
{
    free(inspector->chosen.at);
    free(inspector->objects.at);
    free(inspector->locals);
    free(inspector->targets.at);
    free(inspector->values);
    *inspector = (editor_inspector){0};
}

void *editor_inspector_values(editor_inspector *inspector, size_t bytes)
{
    if (bytes > inspector->value_bytes) {
        void *grown = realloc(inspector->values, 2 * bytes);
        if (!grown)
            return NULL;
        inspector->values = grown;
        inspector->value_bytes = 2 * bytes;
    }
    return inspector->values;
}

bool editor_inspector_reset_arrow(editor_ui *ui, pick_rect row, uint32_t number, const char *tip)
{
    static const double right = 78, width = 12; // design units; the values begin at `right`
    const double unit = editor_ui_unit(ui);
    const pick_rect place = {row.x + (right - width) * unit, row.y, width * unit, row.height};
    const editor_ui_reaction reaction = editor_ui_react(ui, "reset", number, place);
    editor_icon_reset(ui, (pick_vec2){row.x + (right - 4.5) * unit, row.y + row.height / 2}, 3.5 * unit,
                      reaction.hovered ? EDITOR_COLOR_STRONG : EDITOR_COLOR_ACCENT);
    if (reaction.hovered)
        editor_ui_tooltip(ui, tip);
    return reaction.clicked;
}

void editor_inspector_refuse(editor_inspector *inspector, const char *why, editor_command *command)
{
    if (!why[0])
        return;
    snprintf(inspector->refused, sizeof(inspector->refused), "%s", why);
    *command = (editor_command){.type = EDITOR_COMMAND_REFUSED, .text = inspector->refused};
}

void editor_inspector_gather(editor_inspector *inspector, const editor_level *level, editor_object_kind kind)
{
    inspector->targets.count = 0;
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        if (level->objects[inspector->objects.at[i]].kind == kind &&
            !editor_numbers_add(&inspector->targets, inspector->objects.at[i]))
            return;
    }
}
