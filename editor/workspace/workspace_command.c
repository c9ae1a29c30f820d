// workspace_command.c: carries out what was done in the panels.
#include "workspace/workspace_private.h"

// One drag of a number is one undo step, which ends when the button is released. It is called what the command calls
// it.
static void begin_drag(editor_workspace *workspace, const editor_command *command)
{
    const bool dragged = !command->value;
    if (!workspace->editing && dragged)
        workspace->editing = editor_document_begin(workspace->document, NULL);
}

static void set_locals(editor_workspace *workspace, const editor_command *command)
{
    begin_drag(workspace, command);
    editor_workspace_done(workspace, editor_edit_set_locals(workspace->document, command->objects, command->locals,
                                                            command->object_count));
}

static void go_in_history(editor_workspace *workspace, uint32_t position)
{
    editor_document *document = workspace->document;
    const uint32_t before = editor_document_history(document).position;
    const bool went = editor_workspace_go_in_history(workspace, position);
    const uint32_t now = editor_document_history(document).position, steps = now < before ? before - now : now - before;
    if (went)
        editor_workspace_say(workspace, "%s %u step%s", now < before ? "Undone:" : "Redone:", (unsigned)steps,
                             steps == 1 ? "" : "s");
    else
        editor_workspace_say(workspace, "Cannot undo or redo now");
}

// A panel shows what can be seen of the selection, and changes that; all of it if nothing can be seen.
static void set_layers(editor_workspace *workspace, const editor_command *command)
{
    editor_targets targets;
    workspace->takes_hidden = !editor_document_sees_selected(workspace->document);
    if (editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace, editor_edit_set_layers(workspace->document, targets.objects, targets.count,
                                                                command->remove, command->add));
}

void editor_workspace_do_command(editor_workspace *workspace, const editor_command *command)
{
    editor_document *document = workspace->document;
    if (command->left > 0) {
        workspace->left_hidden = command->left;
        workspace->left_locked = 0;
        workspace->leaves_out = false;
    }
    switch (command->type) {
    case EDITOR_COMMAND_NONE:
        return;
    case EDITOR_COMMAND_ACTION:
        workspace->from_palette = command->from_palette;
        workspace->from_outliner = command->from_outliner;
        workspace->desc.actions->run(workspace, command->number);
        workspace->from_palette = workspace->from_outliner = false;
        return;
    case EDITOR_COMMAND_SELECT_SET:
        editor_workspace_select_set(workspace, command->set, command->value);
        return;
    case EDITOR_COMMAND_SET_ACTION:
        workspace->chosen_set = command->set;
        workspace->desc.actions->run(workspace, command->number);
        workspace->chosen_set = EDITOR_NONE;
        return;
    case EDITOR_COMMAND_SELECT:
        editor_workspace_done(
            workspace, editor_edit_select_objects(document, command->op, command->objects, command->object_count));
        return;
    case EDITOR_COMMAND_RENAME:
        editor_workspace_rename(workspace, command->objects[0], command->text);
        return;
    case EDITOR_COMMAND_LEAVE:
        editor_workspace_isolate(workspace, false);
        return;
    case EDITOR_COMMAND_LEAVE_PARTS: {
        const editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
        editor_tools_choose_parts(workspace->tools, &context, 0);
        return;
    }
    case EDITOR_COMMAND_UNCUT:
        editor_workspace_uncut(workspace);
        return;
    case EDITOR_COMMAND_CLIP:
        editor_workspace_choose_clip(workspace, command->number);
        return;
    case EDITOR_COMMAND_SCRUB:
        editor_workspace_scrub_track(workspace, command->seconds);
        return;
    case EDITOR_COMMAND_CANCEL_LOAD:
        editor_workspace_cancel_load(workspace);
        return;
    case EDITOR_COMMAND_ENTER:
        editor_workspace_enter(workspace, command->number);
        return;
    case EDITOR_COMMAND_HIDE:
        editor_workspace_done(
            workspace, editor_edit_set_hidden(document, command->objects, command->object_count, command->value));
        return;
    case EDITOR_COMMAND_LOCK:
        editor_workspace_done(
            workspace, editor_edit_set_locked(document, command->objects, command->object_count, command->value));
        return;
    case EDITOR_COMMAND_SET_LOCALS:
        set_locals(workspace, command);
        return;
    case EDITOR_COMMAND_SET_SIZES:
        begin_drag(workspace, command);
        editor_workspace_done(workspace, editor_edit_set_primitives(document, command->objects, command->primitives,
                                                                    command->object_count));
        return;
    case EDITOR_COMMAND_SET_LIGHTS:
        begin_drag(workspace, command);
        editor_workspace_done(
            workspace, editor_edit_set_lights(document, command->objects, command->lights, command->object_count));
        return;
    case EDITOR_COMMAND_SET_LENSES:
        begin_drag(workspace, command);
        editor_workspace_done(
            workspace, editor_edit_set_lenses(document, command->objects, command->lenses, command->object_count));
        return;
    case EDITOR_COMMAND_SET_LINES:
        begin_drag(workspace, command);
        editor_workspace_done(workspace,
                              editor_edit_set_lines(document, command->objects, command->lines, command->object_count));
        return;
    case EDITOR_COMMAND_SET_WIDTHS:
        begin_drag(workspace, command);
        editor_workspace_done(
            workspace, editor_edit_set_widths(document, command->objects, command->widths, command->object_count));
        return;
    case EDITOR_COMMAND_SET_MATERIALS:
        begin_drag(workspace, command);
        editor_workspace_done(workspace, editor_edit_set_overrides(document, command->objects, command->overrides,
                                                                   command->object_count));
        return;
    case EDITOR_COMMAND_SET_TERRAINS:
        begin_drag(workspace, command);
        editor_workspace_done(
            workspace, editor_edit_set_terrains(document, command->objects, command->terrains, command->object_count));
        return;
    case EDITOR_COMMAND_SET_HOLES:
        editor_workspace_done(workspace, editor_edit_set_terrain_holes(document, command->objects,
                                                                       command->object_count, command->value));
        return;
    case EDITOR_COMMAND_LOOK:
        editor_workspace_look_through(workspace, command->number);
        return;
    case EDITOR_COMMAND_SET_CAMERA:
        editor_workspace_set_camera(workspace, command->number);
        return;
    case EDITOR_COMMAND_REFUSED:
        workspace->refused = true;
        editor_workspace_say(workspace, "%s", command->text);
        return;
    case EDITOR_COMMAND_REPARENT:
        editor_workspace_done(workspace, editor_edit_reparent(document, command->objects, command->object_count,
                                                              command->parent, command->before));
        return;
    case EDITOR_COMMAND_SET_LAYERS:
        set_layers(workspace, command);
        return;
    case EDITOR_COMMAND_LAYER_FLAGS:
        editor_workspace_done(workspace, editor_edit_set_layer_flags(document, command->remove, command->add));
        return;
    case EDITOR_COMMAND_LAYER_SIGHT:
        editor_workspace_done(workspace,
                              editor_edit_set_layer_sight(document, command->remove, command->add, command->value));
        return;
    case EDITOR_COMMAND_SETTINGS:
        editor_workspace_set_settings(workspace, &command->settings);
        return;
    case EDITOR_COMMAND_ASSET:
        editor_workspace_asset(workspace, command);
        return;
    case EDITOR_COMMAND_HISTORY:
        go_in_history(workspace, command->number);
        return;
    case EDITOR_COMMAND_ANSWER:
    case EDITOR_COMMAND_ROW:
    case EDITOR_COMMAND_TYPED:
        editor_workspace_answer(workspace, command);
        return;
    }
}

void editor_workspace_end_edit(editor_workspace *workspace)
{
    if (editor_ui_is_editing(workspace->ui))
        return;
    workspace->timeline.scrubbing = false;
    if (!workspace->editing)
        return;
    workspace->editing = false;
    editor_document_commit(workspace->document);
}

void editor_workspace_cancel_edit(editor_workspace *workspace)
{
    editor_document_cancel(workspace->document);
    workspace->editing = false;
    editor_ui_deactivate(workspace->ui);
    workspace->dirty = true;
}
