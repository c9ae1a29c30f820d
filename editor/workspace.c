// workspace.c: what comes in, in what order it is done, and what goes out.
#include "workspace.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct editor_workspace {
    editor_level *level;
    pick_selection *selection;
    editor_ui *ui;
    editor_panels *panels;
    editor_viewport viewport;
    pick_window window, shown_window; // now, and of the last picture
    editor_figures figures;
    bool grid, wireframe;
    bool dirty;         // the last picture is not what it should be
    bool was_busy;      // when the last step ended: the time since then counts as flown
    double since_shown; // seconds since the last picture
    uint64_t pictures;
    uint64_t seen_level, seen_selection; // revisions, as of the last step
    editor_requests requests;
    editor_picture picture;
    uint32_t *hovered, *selected; // numbers, for the picture's highlight
    size_t selected_capacity;
};

// --- life ---

static bool create_parts(editor_workspace *workspace, const editor_workspace_desc *desc)
{
    const pick_window *window = &desc->window;
    workspace->hovered = malloc(sizeof(*workspace->hovered));
    workspace->ui = editor_ui_create(desc->ui_scale, window->width > 0 ? window->drawable_width / window->width : 1);
    workspace->panels = editor_panels_create(workspace->level);
    return workspace->hovered && workspace->ui && workspace->panels &&
           pick_selection_create(NULL, &workspace->selection) == PICK_OK;
}

static void place(editor_workspace *workspace)
{
    pick_rect rect = editor_panels_viewport(workspace->panels, workspace->ui, &workspace->window);
    editor_viewport_place(&workspace->viewport, rect, &workspace->window);
}

editor_workspace *editor_workspace_create(editor_level *level, const editor_workspace_desc *desc, editor_error *error)
{
    editor_workspace *workspace = calloc(1, sizeof(*workspace));
    if (!workspace)
        editor_level_destroy(level);
    else
        workspace->level = level;
    if (!workspace || !create_parts(workspace, desc)) {
        snprintf(error->text, sizeof(error->text), "out of memory");
        editor_workspace_destroy(workspace);
        return NULL;
    }
    workspace->window = desc->window;
    workspace->grid = workspace->dirty = true;
    editor_viewport_init(&workspace->viewport, desc->ui_scale, desc->clock);
    place(workspace);
    editor_viewport_frame(&workspace->viewport, level, workspace->selection);
    return workspace;
}

void editor_workspace_destroy(editor_workspace *workspace)
{
    if (!workspace)
        return;
    pick_selection_destroy(workspace->selection);
    editor_panels_destroy(workspace->panels);
    editor_ui_destroy(workspace->ui);
    editor_level_destroy(workspace->level);
    free(workspace->hovered);
    free(workspace->selected);
    free(workspace);
}

// --- what people ask for ---

static void do_command(editor_workspace *workspace, const editor_command *command)
{
    switch (command->type) {
    case EDITOR_COMMAND_NONE:
        return;
    case EDITOR_COMMAND_SELECT:
        // Out of memory, the selection stays as it was.
        pick_selection_apply(workspace->selection, command->op, command->objects, command->object_count, NULL);
        return;
    case EDITOR_COMMAND_FRAME:
        workspace->dirty |= editor_viewport_frame(&workspace->viewport, workspace->level, workspace->selection);
        return;
    case EDITOR_COMMAND_HIDE:
        editor_level_set_hidden(workspace->level, command->object, command->value);
        return;
    case EDITOR_COMMAND_LOCK:
        editor_level_set_locked(workspace->level, command->object, command->value);
        return;
    case EDITOR_COMMAND_SET_LOCAL:
        editor_level_set_local(workspace->level, command->object, &command->local);
        return;
        return;
    case EDITOR_COMMAND_GRID:
        workspace->grid = command->value;
        workspace->dirty = true;
        return;
    case EDITOR_COMMAND_WIREFRAME:
        workspace->wireframe = command->value;
        workspace->dirty = true;
        return;
    case EDITOR_COMMAND_SCREENSHOT:
        workspace->requests.screenshot = true;
        workspace->dirty = true;
        return;
    case EDITOR_COMMAND_QUIT:
        workspace->requests.quit = true;
        return;
    }
}

static editor_command shortcut(const editor_workspace *workspace, const editor_event *event)
{
    bool ctrl = (event->modifiers & PICK_MODIFIER_CTRL) != 0;
    if (ctrl)
        return (editor_command){.type = event->key == (editor_key)'Q' ? EDITOR_COMMAND_QUIT : EDITOR_COMMAND_NONE};
    switch ((int)event->key) {
    case 'F':
        return (editor_command){.type = EDITOR_COMMAND_FRAME};
    case 'G':
        return (editor_command){.type = EDITOR_COMMAND_GRID, .value = !workspace->grid};
    case 'Z':
        return (editor_command){.type = EDITOR_COMMAND_WIREFRAME, .value = !workspace->wireframe};
    case EDITOR_KEY_F12:
        return (editor_command){.type = EDITOR_COMMAND_SCREENSHOT};
    case EDITOR_KEY_ESCAPE:
        // Esc calls a drag off before it does anything else.
        if (!pick_pointer_is_dragging(&workspace->viewport.pointer))
            return (editor_command){.type = EDITOR_COMMAND_SELECT, .op = PICK_SELECTION_REPLACE};
        break;
    default:
        break;
    }
    return (editor_command){.type = EDITOR_COMMAND_NONE};
}

// --- in ---

bool editor_workspace_event(editor_workspace *workspace, const editor_event *event)
{
    bool mouse_button = event->type == EDITOR_EVENT_MOUSE_PRESS || event->type == EDITOR_EVENT_MOUSE_RELEASE;
    bool captured = editor_ui_owns_mouse(workspace->ui, event->position);
    bool typing = editor_ui_owns_keyboard(workspace->ui);
    editor_ui_event(workspace->ui, event);
    switch (event->type) {
    case EDITOR_EVENT_QUIT:
        workspace->requests.quit = true;
        return true;
    case EDITOR_EVENT_RESIZE:
    case EDITOR_EVENT_EXPOSE:
        workspace->dirty = true;
        return false;
    case EDITOR_EVENT_KEY_DOWN:
        // Function keys are no text.
        if (typing && event->key < EDITOR_KEY_F1)
            return true;
        break;
    default:
        break;
    }
    bool flying = workspace->viewport.navigation.flying;
    workspace->dirty |= editor_viewport_event(&workspace->viewport, event, captured);
    workspace->dirty |= flying != workspace->viewport.navigation.flying;
    if (event->type == EDITOR_EVENT_KEY_DOWN && !event->repeat && !workspace->viewport.navigation.flying) {
        editor_command command = shortcut(workspace, event);
        do_command(workspace, &command);
    }
    return mouse_button && captured;
}

static bool same_window(const pick_window *a, const pick_window *b)
{
    return a->width == b->width && a->height == b->height && a->drawable_width == b->drawable_width &&
           a->drawable_height == b->drawable_height;
}

void editor_workspace_set_window(editor_workspace *workspace, const pick_window *window)
{
    if (same_window(&workspace->window, window))
        return;
    workspace->window = *window;
    workspace->dirty = true;
}

void editor_workspace_invalidate(editor_workspace *workspace)
{
    workspace->dirty = true;
}

void editor_workspace_set_figures(editor_workspace *workspace, const editor_figures *figures)
{
    workspace->figures = *figures;
}

// --- a step ---

// What was done to level and selection, by whomever, shows in the next picture.
static void notice_changes(editor_workspace *workspace, editor_workspace_changes *changes)
{
    if (workspace->level->revision != workspace->seen_level) {
        workspace->seen_level = workspace->level->revision;
        editor_viewport_scene_changed(&workspace->viewport);
        workspace->dirty = true;
    }
    uint64_t selection = pick_selection_revision(workspace->selection);
    if (selection != workspace->seen_selection) {
        workspace->seen_selection = selection;
        changes->selection = workspace->dirty = true;
    }
}

static void update(editor_workspace *workspace, double seconds, editor_workspace_changes *changes)
{
    notice_changes(workspace, changes);
    editor_viewport_changes now =
        editor_viewport_update(&workspace->viewport, workspace->level, workspace->selection, seconds);
    changes->hover |= now.hover;
    workspace->dirty |= now.hover || now.camera;
    notice_changes(workspace, changes);
}

static void fill_highlight(editor_workspace *workspace)
{
    const editor_level *level = workspace->level;
    const pick_target *hover = pick_pointer_hover(&workspace->viewport.pointer);
    editor_highlight *highlight = &workspace->picture.highlight;
    *highlight = (editor_highlight){.hovered = workspace->hovered, .selected = workspace->selected};
    *workspace->hovered = editor_level_object(level, hover->object);
    highlight->hovered_count = *workspace->hovered != EDITOR_NONE;
    highlight->active = editor_level_object(level, pick_selection_active(workspace->selection));
    size_t count = pick_selection_count(workspace->selection);
    if (count > workspace->selected_capacity) {
        uint32_t *grown = realloc(workspace->selected, 2 * count * sizeof(*grown));
        if (!grown)
            return; // the outline of what cannot be listed is left out
        workspace->selected = grown;
        workspace->selected_capacity = 2 * count;
        highlight->selected = grown;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t number = editor_level_object(level, pick_selection_objects(workspace->selection)[i]);
        if (number != EDITOR_NONE)
            workspace->selected[highlight->selected_count++] = number;
    }
}

static void show(editor_workspace *workspace, editor_workspace_changes *changes)
{
    workspace->dirty = false;
    place(workspace);
    const editor_panels_model model = {
        .level = workspace->level,
        .selection = workspace->selection,
        .hover = pick_pointer_hover(&workspace->viewport.pointer),
        .pick_microseconds = workspace->viewport.pick_microseconds,
        .frame_milliseconds = workspace->figures.frame_milliseconds,
        .frame_count = workspace->figures.frame_count,
        .fly_speed = workspace->viewport.navigation.flying ? workspace->viewport.navigation.fly_speed : 0,
        .grid = workspace->grid,
        .wireframe = workspace->wireframe,
        .device_name = workspace->figures.device_name ? workspace->figures.device_name : "",
    };
    editor_ui_begin(workspace->ui, &workspace->window, workspace->since_shown);
    workspace->since_shown = 0;
    editor_command command = editor_panels_show(workspace->panels, workspace->ui, &workspace->window, &model);
    const render_overlay *overlay = editor_ui_end(workspace->ui);
    editor_viewport_set_captured(&workspace->viewport, editor_ui_owns_mouse(workspace->ui, workspace->viewport.mouse));

    workspace->picture.frame =
        (render_frame){.wireframe = workspace->wireframe, .grid = workspace->grid, .overlay = overlay};
    editor_viewport_prepare(&workspace->viewport, &workspace->picture.frame);
    fill_highlight(workspace);
    changes->size = !same_window(&workspace->shown_window, &workspace->window);
    changes->camera |= editor_viewport_shown(&workspace->viewport) || changes->size;
    workspace->shown_window = workspace->window;
    changes->picture = true;
    workspace->pictures++;
    do_command(workspace, &command);
}

static bool has_area(const editor_workspace *workspace)
{
    return workspace->window.drawable_width >= 1 && workspace->window.drawable_height >= 1;
}

static bool has_news(const editor_workspace *workspace)
{
    return workspace->level->revision != workspace->seen_level ||
           pick_selection_revision(workspace->selection) != workspace->seen_selection;
}

static bool wants_picture(const editor_workspace *workspace)
{
    return has_area(workspace) && (workspace->dirty || has_news(workspace) || editor_ui_needs_frame(workspace->ui) ||
                                   editor_panels_need_frame(workspace->panels));
}

editor_workspace_changes editor_workspace_step(editor_workspace *workspace, double seconds)
{
    editor_workspace_changes changes = {0};
    workspace->since_shown += seconds;
    // Time that was slept is no time that a camera flew.
    update(workspace, workspace->was_busy ? seconds : 0, &changes);
    if (wants_picture(workspace)) {
        show(workspace, &changes);
        // What is under the mouse may be something else in the new picture.
        update(workspace, 0, &changes);
    }
    workspace->was_busy = editor_workspace_is_busy(workspace);
    return changes;
}

bool editor_workspace_is_busy(const editor_workspace *workspace)
{
    return wants_picture(workspace) || (has_area(workspace) && editor_viewport_is_busy(&workspace->viewport));
}

// --- out ---

const editor_picture *editor_workspace_picture(const editor_workspace *workspace)
{
    return &workspace->picture;
}

editor_requests editor_workspace_take_requests(editor_workspace *workspace)
{
    editor_requests requests = workspace->requests;
    workspace->requests = (editor_requests){0};
    return requests;
}

bool editor_workspace_wants_grab(const editor_workspace *workspace)
{
    return workspace->viewport.navigation.flying;
}

editor_cursor editor_workspace_cursor(const editor_workspace *workspace)
{
    return editor_ui_cursor(workspace->ui);
}

const pick_window *editor_workspace_window(const editor_workspace *workspace)
{
    return &workspace->window;
}

const editor_level *editor_workspace_level(const editor_workspace *workspace)
{
    return workspace->level;
}

const pick_selection *editor_workspace_selection(const editor_workspace *workspace)
{
    return workspace->selection;
}

const editor_viewport *editor_workspace_viewport(const editor_workspace *workspace)
{
    return &workspace->viewport;
}

editor_ui *editor_workspace_ui(editor_workspace *workspace)
{
    return workspace->ui;
}

const pick_target *editor_workspace_hover(const editor_workspace *workspace)
{
    return pick_pointer_hover(&workspace->viewport.pointer);
}

uint64_t editor_workspace_picks(const editor_workspace *workspace)
{
    return pick_pointer_total_picks(&workspace->viewport.pointer);
}

uint64_t editor_workspace_pictures(const editor_workspace *workspace)
{
    return workspace->pictures;
}
