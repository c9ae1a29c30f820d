// select.c: decides what a click selects, and which nodes count as groups.
#include "tools/tools_private.h"

pick_object_id editor_tools_group_of(const editor_level *level, pick_object_id object)
{
    const pick_object_id none = {0};
    uint32_t number = editor_level_object(level, object);
    uint32_t parent = number == EDITOR_NONE ? EDITOR_NONE : level->objects[number].parent;
    if (parent == EDITOR_NONE)
        return none;
    const editor_object *group = &level->objects[parent];
    // A single root that holds the whole level, as in many models, does not count as a group.
    bool all = group->parent == EDITOR_NONE && level->first_root == parent && level->last_root == parent;
    return all ? none : group->pick;
}

void editor_select_click(const editor_tool_context *context, const pick_pointer_action *action)
{
    if (action->button != PICK_BUTTON_LEFT || action->target.handle)
        return;
    pick_selection_op op = action->op;
    bool any = !pick_object_id_is_null(action->target.object);
    // A click that hits nothing clears the selection; with a modifier it does nothing.
    if (!any && op != PICK_SELECTION_REPLACE)
        return;
    // The second click of a double click must not undo the toggle of the first.
    if (action->type == PICK_POINTER_DOUBLE_CLICK && op == PICK_SELECTION_TOGGLE)
        op = PICK_SELECTION_ADD;
    editor_edit_select(context->document, op, &action->target.object, any);
}
