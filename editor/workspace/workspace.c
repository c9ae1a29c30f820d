// workspace.c: input, the order of work in a step, and output.
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pick_tolerance = 4.5; // design units around thin objects

// --- life ---

static bool create_parts(editor_workspace *workspace)
{
    const pick_window *window = &workspace->window;
    double density = window->width > 0 ? window->drawable_width / window->width : 1;
    workspace->entries = calloc(editor_workspace_action_count(workspace) + 1, sizeof(*workspace->entries));
    workspace->ui = editor_ui_create(editor_workspace_scale(workspace), density);
    workspace->panels = editor_panels_create();
    workspace->tools = editor_tools_create();
    editor_recent_init(&workspace->recent, workspace->desc.recent_file);
    editor_asset_folder_init(&workspace->assets, workspace->desc.assets_file);
    return editor_debug_view_init(&workspace->debug) && workspace->entries && workspace->ui && workspace->panels &&
           workspace->tools;
}

editor_workspace *editor_workspace_create(editor_level *level, const editor_workspace_desc *desc, editor_error *error)
{
    editor_workspace *workspace = calloc(1, sizeof(*workspace));
    editor_document *document = editor_document_create(level, NULL);
    if (workspace) {
        workspace->document = document;
        workspace->desc = *desc;
        workspace->settings = EDITOR_SETTINGS_DEFAULT;
        workspace->chosen_set = EDITOR_NONE;
        workspace->seconds = 1;
        workspace->axes = (editor_axes){.view = EDITOR_VIEW_MAX, .hot = -1};
        workspace->window = desc->window;
    } else {
        editor_document_destroy(document);
    }
    if (!workspace || !document || !create_parts(workspace) ||
        !editor_views_init(&workspace->views, editor_workspace_scale(workspace), desc->clock)) {
        snprintf(error->text, sizeof(error->text), "out of memory");
        editor_workspace_destroy(workspace);
        return NULL;
    }
    workspace->dirty = true;
    editor_workspace_begin_timeline(workspace);
    editor_workspace_place(workspace);
    editor_workspace_begin_level(workspace);
    editor_workspace_lock_level(workspace);
    if (!workspace->held && !desc->opens)
        editor_workspace_offer_copies(workspace, true);
    if (desc->opens && !editor_workspace_load(workspace, EDITOR_WORK_OPEN, desc->opens, error)) {
        editor_workspace_destroy(workspace);
        return NULL;
    }
    workspace->opens = desc->opens != NULL;
    editor_workspace_fill_boxes(workspace);
    if (desc->notice)
        editor_workspace_say(workspace, "%s", desc->notice);
    return workspace;
}

void editor_workspace_destroy(editor_workspace *workspace)
{
    if (!workspace)
        return;
    editor_workspace_close_dialog(workspace);
    editor_workspace_cancel_place(workspace);
    editor_workspace_finish_loads(workspace);
    editor_debug_view_finish(&workspace->debug);
    editor_tools_destroy(workspace->tools);
    editor_panels_destroy(workspace->panels);
    editor_ui_destroy(workspace->ui);
    editor_views_finish(&workspace->views);
    editor_workspace_finish_copies(workspace);
    editor_workspace_unlock_level(workspace);
    editor_workspace_finish_drops(workspace);
    editor_asset_folder_finish(&workspace->assets);
    editor_document_destroy(workspace->document);
    editor_workspace_drop_aside(workspace);
    editor_icons_finish(&workspace->icons);
    editor_workspace_finish_timeline(workspace);
    free(workspace->hovered);
    free(workspace->selected);
    free(workspace->entries);
    free(workspace->clipboard);
    free(workspace->targets);
    free(workspace);
}

// --- input ---

// Esc does: with its tool at once, with another one after what is selected.
static bool clears_ruler(const editor_workspace *workspace)
{
    const bool selected = pick_selection_count(editor_document_selection(workspace->document)) > 0 ||
                          editor_tools_part_count(workspace->tools) > 0;
    return editor_tools_has_ruler(workspace->tools) && (editor_tools_is_measuring(workspace->tools) || !selected);
}

static const char NOT_IN_DRAG[] = "Not during a drag: release the button, or cancel with Esc";

// A number, the time, the axis widget, or rows of the outliner.
static bool drags_in_panel(const editor_workspace *workspace)
{
    return workspace->editing || workspace->timeline.scrubbing || workspace->axes.held ||
           editor_panels_is_dragging(workspace->panels);
}

// The refusal of a key goes when the drag is over.
static void forget_refusal(editor_workspace *workspace)
{
    if (strcmp(workspace->message, NOT_IN_DRAG) != 0 || drags_in_panel(workspace) ||
        editor_tools_is_dragging(workspace->tools) || editor_views_is_dragging(&workspace->views))
        return;
    workspace->message[0] = '\0';
    workspace->dirty = true;
}

static void key_down(editor_workspace *workspace, const editor_event *event, bool was_dragging)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    if (editor_tools_key(workspace->tools, &context, event)) {
        workspace->dirty = true;
        return;
    }
    if (event->repeat || editor_views_is_flying(&workspace->views))
        return;
    // Esc cancels a drag, in a view or a panel, before it does anything else.
    if (event->key == EDITOR_KEY_ESCAPE && workspace->editing) {
        editor_workspace_cancel_edit(workspace);
        return;
    }
    if (event->key == EDITOR_KEY_ESCAPE &&
        (editor_workspace_cancel_scrub(workspace) || editor_workspace_cancel_axes(workspace)))
        return;
    if (event->key == EDITOR_KEY_ESCAPE && (was_dragging || editor_ui_is_editing(workspace->ui)))
        return;
    if (event->key == EDITOR_KEY_ESCAPE && event->modifiers == 0 && clears_ruler(workspace)) {
        editor_tools_clear_ruler(workspace->tools);
        workspace->dirty = true;
        return;
    }
    if (event->key == EDITOR_KEY_ESCAPE && event->modifiers == 0 && editor_tools_part_count(workspace->tools) > 0) {
        editor_tools_clear_parts(workspace->tools);
        workspace->dirty = true;
        return;
    }
    if (event->key == EDITOR_KEY_ESCAPE && event->modifiers == 0 && editor_workspace_leave_group(workspace))
        return;
    if (event->key == EDITOR_KEY_ESCAPE && event->modifiers == 0 && workspace->loads.count > 0 &&
        pick_selection_count(editor_document_selection(workspace->document)) == 0) {
        editor_workspace_cancel_load(workspace);
        return;
    }
    const editor_action_table *actions = workspace->desc.actions;
    uint32_t action;
    if (!actions || !actions->find_key(workspace, event->key, event->modifiers, &action))
        return;
    // The dragged objects can be deleted, which ends the drag; other actions are refused until it is over.
    const bool ends_drag = event->key == EDITOR_KEY_DELETE && editor_tools_drags_objects(workspace->tools);
    if (drags_in_panel(workspace) || (was_dragging && !ends_drag)) {
        editor_workspace_say(workspace, "%s", NOT_IN_DRAG);
        return;
    }
    if (was_dragging) {
        editor_tools_cancel(workspace->tools, &context);
        for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
            editor_viewport_cancel(&workspace->views.view[i]);
    }
    workspace->from_outliner = editor_panels_is_outliner(workspace->panels, editor_ui_mouse(workspace->ui));
    actions->run(workspace, action);
    workspace->from_outliner = false;
}

static bool has_area(const editor_workspace *workspace)
{
    return workspace->window.drawable_width >= 1 && workspace->window.drawable_height >= 1;
}

// A press in a viewport ends the typing of a number. The panels take the number before the press can select something
// else.
static void finish_typing(editor_workspace *workspace)
{
    editor_workspace_changes changes = {0};
    const editor_command command = editor_workspace_show(workspace, &changes);
    editor_workspace_do_command(workspace, &command);
    editor_workspace_end_edit(workspace);
    workspace->dirty = true; // the next step makes its own picture
}

// A field that has the keyboard takes what was typed, and gives the keyboard up. False: it refuses that, which is said
// with what goes on without it; NULL: that goes on anyway.
static bool take_typed(editor_workspace *workspace, const char *again)
{
    if (!has_area(workspace) || editor_workspace_asks(workspace))
        return true;
    workspace->refused = false;
    workspace->message[0] = '\0';
    editor_ui_deactivate(workspace->ui);
    finish_typing(workspace);
    char why[sizeof(workspace->message)];
    memcpy(why, workspace->message, sizeof(why));
    if (workspace->refused && again)
        editor_workspace_say(workspace, "%.190s; %s to go on without it", why, again);
    return !workspace->refused;
}

// Runs an action whose key works while a field has the keyboard. The field takes what was typed first; what it refuses
// is said instead. False: the key is the field's. Undo and redo are, until the field's text is what it was.
static bool run_in_field(editor_workspace *workspace, const editor_event *event)
{
    uint32_t action;
    if (!editor_workspace_is_field_action(workspace, event, &action) ||
        (event->key == 'Z' && editor_ui_field_is_changed(workspace->ui)))
        return false;
    if (take_typed(workspace, "press the key again"))
        workspace->desc.actions->run(workspace, action);
    return true;
}

// A key that comes while a field has the keyboard. Returns whether the field does not get it.
static bool take_key_in_field(editor_workspace *workspace, const editor_event *event)
{
    if (event->type != EDITOR_EVENT_KEY_DOWN || editor_workspace_is_letter(event) || !has_area(workspace) ||
        editor_workspace_asks(workspace))
        return false;
    // The text before a key with Ctrl is in the field before the key is.
    if (editor_ui_has_text(workspace->ui))
        finish_typing(workspace);
    return run_in_field(workspace, event);
}

// Before the window closes: nothing is saved, or kept as a copy, in the middle of a drag. Those in views are cancelled,
// a number keeps what it was dragged to.
static void end_drags(editor_workspace *workspace)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_tools_cancel(workspace->tools, &context);
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        editor_viewport_cancel(&workspace->views.view[i]);
    (void)editor_workspace_cancel_axes(workspace);
    editor_panels_cancel_drag(workspace->panels);
    if (!workspace->editing)
        return;
    editor_ui_deactivate(workspace->ui);
    editor_document_commit(workspace->document);
    workspace->editing = false;
}

// Alt makes it a drag of the camera.
static void follow_press(editor_workspace *workspace, const editor_event *event, bool captured)
{
    const bool left = event->button == PICK_BUTTON_LEFT, alt = (event->modifiers & PICK_MODIFIER_ALT) != 0;
    if (event->type == EDITOR_EVENT_MOUSE_PRESS && left)
        workspace->is_pressing = !captured && !alt;
    else if ((event->type == EDITOR_EVENT_MOUSE_RELEASE && left) || event->type == EDITOR_EVENT_FOCUS_LOST)
        workspace->is_pressing = false;
}

static bool take_event(editor_workspace *workspace, const editor_event *given)
{
    editor_event timed = *given;
    const editor_event *event = &timed;
    if (!(timed.seconds > 0))
        timed.seconds = workspace->seconds;
    bool mouse_button = event->type == EDITOR_EVENT_MOUSE_PRESS || event->type == EDITOR_EVENT_MOUSE_RELEASE;
    if (mouse_button && event->button >= PICK_BUTTON_COUNT)
        return false; // not a button that the editor uses
    bool captured = editor_ui_owns_mouse(workspace->ui, event->position);
    bool typing = editor_ui_owns_keyboard(workspace->ui) || editor_workspace_asks(workspace);
    bool dragging = editor_tools_is_dragging(workspace->tools) || editor_views_is_dragging(&workspace->views);
    editor_workspace_touch_event(workspace, event, captured);
    follow_press(workspace, event, captured);
    if (event->type == EDITOR_EVENT_FOCUS_LOST) // the release goes to another window
        editor_panels_cancel_drag(workspace->panels);
    if (typing && take_key_in_field(workspace, event))
        return true;
    editor_ui_event(workspace->ui, event);
    if (editor_workspace_is_placing(workspace)) {
        workspace->dirty = true;
        if (editor_workspace_place_event(workspace, event)) {
            if (mouse_button) // the viewports knew of the press in the panel: no button is held any more
                editor_views_event(&workspace->views, event, true);
            return mouse_button;
        }
        captured |= editor_workspace_is_placing(workspace) && event->type != EDITOR_EVENT_WHEEL;
    }
    switch (event->type) {
    case EDITOR_EVENT_QUIT: // without a question: unsaved changes are autosaved
        end_drags(workspace);
        if (typing)
            (void)take_typed(workspace, NULL);
        editor_workspace_keep_copy(workspace, true);
        workspace->requests.quit = true;
        return true;
    case EDITOR_EVENT_CLOSE:
        end_drags(workspace);
        if (!editor_workspace_asks(workspace) && (!typing || take_typed(workspace, "close the window again")))
            editor_workspace_unless_changed(workspace, EDITOR_PENDING_QUIT);
        return true;
    case EDITOR_EVENT_WHEEL:
        workspace->untouched = false;
        break;
    case EDITOR_EVENT_DROP:
        workspace->untouched = false;
        if (typing)
            (void)take_typed(workspace, NULL);
        if (!workspace->desc.no_files && event->path) // it waits while there is a question
            editor_workspace_drop(workspace, event->path);
        return true;
    case EDITOR_EVENT_RESIZE:
    case EDITOR_EVENT_EXPOSE:
        workspace->dirty = true;
        return false;
    case EDITOR_EVENT_FOCUS_GAINED:
        if (workspace->settings.assets)
            editor_asset_folder_list(&workspace->assets); // files may have come or gone
        workspace->looks_at_file = workspace->looks_at_models = true;
        return false;
    case EDITOR_EVENT_MOUSE_PRESS:
        workspace->untouched = false;
        if (typing && !captured && !editor_workspace_asks(workspace) && has_area(workspace))
            finish_typing(workspace);
        workspace->dirty |= workspace->message[0] != '\0';
        workspace->message[0] = '\0';
        break;
    case EDITOR_EVENT_KEY_DOWN:
        if (typing && event->key == EDITOR_KEY_TAB)
            editor_workspace_await_keyboard(workspace); // the next field has it some pictures later
        if (typing)
            return !editor_workspace_is_letter(event);
        workspace->dirty |= workspace->message[0] != '\0';
        workspace->message[0] = '\0';
        break;
    default:
        break;
    }
    const bool on_axes = editor_workspace_axes_event(workspace, event, captured);
    workspace->dirty |= editor_views_event(&workspace->views, event, captured || on_axes);
    workspace->clicks_wait |= mouse_button && !captured;
    if (event->type == EDITOR_EVENT_KEY_DOWN) {
        key_down(workspace, event, dragging);
    } else if (event->type == EDITOR_EVENT_KEY_UP) {
        editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
        workspace->dirty |= editor_tools_key(workspace->tools, &context, event);
    }
    return mouse_button && captured;
}

// A key of which only the place is known, as what is printed on it is no key of an action: it flies. Its text is an
// event of its own.
static void take_place(editor_workspace *workspace, const editor_event *event)
{
    const bool typing = editor_ui_owns_keyboard(workspace->ui) || editor_workspace_asks(workspace);
    if (event->type == EDITOR_EVENT_KEY_UP || (!typing && !editor_workspace_is_placing(workspace)))
        workspace->dirty |= editor_views_event(&workspace->views, event, false);
}

bool editor_workspace_event(editor_workspace *workspace, const editor_event *event)
{
    const bool is_key = event->type == EDITOR_EVENT_KEY_DOWN || event->type == EDITOR_EVENT_KEY_UP;
    if (is_key && event->key == EDITOR_KEY_NONE) {
        take_place(workspace, event);
        return false;
    }
    return !editor_workspace_keep_key(workspace, event) && take_event(workspace, event);
}

// Those that have waited for a text field, up to one that a step must follow.
static void take_keys(editor_workspace *workspace)
{
    editor_event event;
    while (editor_workspace_next_key(workspace, &event) && !take_event(workspace, &event)) {
    }
}

void editor_workspace_set_window(editor_workspace *workspace, const pick_window *window)
{
    if (editor_workspace_same_window(&workspace->window, window))
        return;
    workspace->window = *window;
    workspace->dirty = true;
    // A window manager gives a new window its size after it was opened.
    if (workspace->untouched && has_area(workspace))
        editor_workspace_begin_level(workspace);
}

void editor_workspace_invalidate(editor_workspace *workspace)
{
    workspace->dirty = true;
}

void editor_workspace_set_figures(editor_workspace *workspace, const editor_figures *figures)
{
    workspace->figures = *figures;
}

// --- a step: the pointers ---

// How the mouse finds what is under it, with what `query` sees.
static pick_cursor_query cursor_query(const editor_workspace *workspace, const pick_query *query)
{
    pick_cursor_query out = PICK_CURSOR_QUERY_DEFAULT;
    out.query = query;
    out.tolerance = pick_tolerance * editor_workspace_reach(workspace);
    out.scale = editor_workspace_scale(workspace);
    out.exact_wins = workspace->settings.exact_wins;
    out.proxies = workspace->icons.proxies;
    out.proxy_count = workspace->settings.hide_icons ? 0 : workspace->icons.count;
    return out;
}

// Explains the pick that a click made.
static void show_pick(editor_workspace *workspace, pick_vec2 position)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    pick_query query = editor_level_query(level);
    const pick_view *view = &workspace->views.view[workspace->acting].view;
    query.pass_locked = workspace->settings.pass_locked;
    editor_section_query(view, &query);
    const pick_cursor_query cursor = cursor_query(workspace, &query);
    char said[160];
    editor_debug_view_pick(&workspace->debug, level, view, position, &cursor, said, sizeof(said));
    editor_workspace_say(workspace, "%s", said);
}

// A double click enters groups. Of what looks like one it is said how its parts can be reached.
static void tell_instance(editor_workspace *workspace, const pick_pointer_action *action)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t object = editor_level_object(level, action->target.object);
    char way[EDITOR_WAY_SIZE];
    if (object != EDITOR_NONE && level->objects[object].kind == EDITOR_OBJECT_PREFAB)
        editor_workspace_say(workspace, "%.100s is an instance: %s opens it", level->objects[object].name,
                             editor_workspace_name_way(workspace, "prefab-unpack", way));
}

static void act(void *user, const pick_pointer_action *action)
{
    editor_workspace *workspace = user;
    const bool click = action->type == PICK_POINTER_CLICK || action->type == PICK_POINTER_DOUBLE_CLICK;
    if (click && action->button == PICK_BUTTON_RIGHT) {
        if (!workspace->views.view[workspace->acting].navigation.used) // it did not fly
            editor_workspace_open_context(workspace, &action->target, action->position);
        return;
    }
    if (action->type == PICK_POINTER_MENU && action->button == PICK_BUTTON_LEFT) {
        editor_workspace_show_stack(workspace, action->position);
        return;
    }
    editor_tool_context context = editor_workspace_context(workspace, workspace->acting);
    const bool ends_drag = action->type == PICK_POINTER_DRAG_END && editor_tools_drags_objects(workspace->tools);
    const editor_drag_left left = editor_tools_drag_left(workspace->tools);
    editor_tools_act(workspace->tools, &context, action);
    if (ends_drag) { // the status line says so beside the step that it made
        workspace->left_hidden = left.hidden;
        workspace->left_locked = left.locked;
        workspace->leaves_out = false;
    }
    // The pointer went by the objects under the parts, or under the points of the ruler.
    const bool selects = editor_tools_part_kind(workspace->tools) == 0 && !editor_tools_is_measuring(workspace->tools);
    if (selects && action->type == PICK_POINTER_DOUBLE_CLICK)
        tell_instance(workspace, action);
    if (click && !selects)
        pick_pointer_enter_group(workspace->views.view[workspace->acting].pointer, workspace->group_of_parts);
    if (action->type == PICK_POINTER_CLICK && workspace->settings.debug_ray)
        show_pick(workspace, action->press);
    workspace->dirty = true;
}

static uint32_t handle_at(void *user, pick_vec2 position)
{
    const editor_workspace *workspace = user;
    const editor_tool_context context = editor_workspace_context(workspace, workspace->acting);
    return editor_tools_handle_at(workspace->tools, &context, position);
}

static pick_object_id group_of(void *user, pick_object_id object)
{
    const editor_workspace *workspace = user;
    const pick_object_id none = {0};
    return workspace->settings.whole_groups ? editor_tools_group_of(editor_workspace_get_level(workspace), object)
                                            : none;
}

// Collects the objects under the mouse; if there are none, those within the tolerance.
static size_t gather(void *user, const pick_pointer_frame *frame, pick_vec2 position, pick_hit *hits, size_t capacity)
{
    const editor_workspace *workspace = user;
    const pick_cursor_query query = cursor_query(workspace, frame->query);
    pick_cursor_hit found[PICK_POINTER_STACK_SIZE];
    size_t room = capacity < PICK_POINTER_STACK_SIZE ? capacity : PICK_POINTER_STACK_SIZE;
    size_t count = pick_cursor_all(frame->scene, frame->view, position, &query, found, room);
    for (size_t i = 0; i < count && i < room; i++)
        hits[i] = found[i].hit;
    return count;
}

// Changes of level and selection, whatever their cause, show in the next picture.
static void notice_changes(editor_workspace *workspace, editor_workspace_changes *changes)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_icons_update(&workspace->icons, level);
    if (level->revision != workspace->seen_level) {
        workspace->seen_level = level->revision;
        editor_views_scene_changed(&workspace->views);
        workspace->dirty = true;
    }
    uint64_t selection = pick_selection_revision(editor_document_selection(workspace->document));
    if (selection != workspace->seen_selection) {
        workspace->seen_selection = selection;
        changes->selection = workspace->dirty = true;
        editor_workspace_follow_selection(workspace);
    }
}

static void update(editor_workspace *workspace, double seconds, editor_workspace_changes *changes)
{
    workspace->clicks_wait = false;
    notice_changes(workspace, changes);
    const editor_viewport_host host = {.level = editor_workspace_get_level(workspace),
                                       .pass_locked = workspace->settings.pass_locked,
                                       .handle_test = handle_at,
                                       .group_of = group_of,
                                       .gather = gather,
                                       .act = act,
                                       .user = workspace};
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        if (!editor_views_is_shown(&workspace->views, i))
            continue;
        workspace->acting = i;
        editor_viewport_changes now = editor_viewport_update(&workspace->views.view[i], &host, seconds);
        changes->hover |= now.hover;
        workspace->dirty |= now.hover || now.camera;
        editor_workspace_share_group(workspace, i);
    }
    notice_changes(workspace, changes);
}

// --- a step ---

static bool has_news(const editor_workspace *workspace)
{
    return editor_workspace_get_level(workspace)->revision != workspace->seen_level ||
           pick_selection_revision(editor_document_selection(workspace->document)) != workspace->seen_selection;
}

static bool wants_picture(const editor_workspace *workspace)
{
    return has_area(workspace) && (workspace->dirty || has_news(workspace) || editor_ui_needs_frame(workspace->ui) ||
                                   editor_panels_need_frame(workspace->panels) || workspace->ahead.count > 0);
}

// Asks about files that other programs have written, once the user is in the middle of nothing: a question would take
// what is being typed.
static void look_at_files(editor_workspace *workspace)
{
    if (editor_workspace_is_occupied(workspace))
        return;
    if (workspace->looks_at_file)
        editor_workspace_notice_file(workspace);
    workspace->looks_at_file = false;
    if (workspace->looks_at_models && !editor_workspace_asks(workspace)) {
        workspace->looks_at_models = false;
        editor_workspace_notice_models(workspace);
    }
}

editor_workspace_changes editor_workspace_step(editor_workspace *workspace, double seconds)
{
    editor_workspace_changes changes = {0};
    workspace->since_shown += seconds;
    workspace->seconds += seconds;
    workspace->dirty |= editor_debug_view_advance(&workspace->debug, seconds);
    take_keys(workspace);
    editor_document_catch_up(workspace->document);
    if (workspace->work != EDITOR_WORK_NONE && (workspace->work_shown || !has_area(workspace)))
        editor_workspace_do_work(workspace);
    look_at_files(workspace);
    editor_workspace_step_loads(workspace, seconds);
    workspace->opens = workspace->opens && editor_workspace_has_opening(workspace);
    editor_workspace_next_drop(workspace);
    editor_workspace_follow_place(workspace);
    editor_workspace_keep_copy(workspace, false);
    // The camera does not fly while the program sleeps.
    update(workspace, workspace->was_busy ? seconds : 0, &changes);
    // The hovered handle of a gizmo changes with the mouse alone.
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    workspace->dirty |= editor_tools_place(workspace->tools, &context);
    editor_workspace_touch_step(workspace, seconds);
    forget_refusal(workspace);
    editor_workspace_tell(workspace);
    editor_workspace_follow_clips(workspace);
    editor_workspace_step_timeline(workspace, seconds);
    if (wants_picture(workspace)) {
        if (editor_workspace_pose(workspace))
            notice_changes(workspace, &changes);
        editor_workspace_follow_model(workspace);
        editor_command command = editor_workspace_show(workspace, &changes);
        editor_workspace_count_picture(workspace);
        editor_workspace_do_command(workspace, &command);
        editor_workspace_end_edit(workspace);
        forget_refusal(workspace);
        editor_workspace_tell(workspace);
        // The new picture may have another object under the mouse.
        update(workspace, 0, &changes);
    }
    editor_workspace_follow_choices(workspace); // what this step undid is read in the next
    workspace->maintains = editor_document_maintain(workspace->document);
    workspace->was_busy = editor_workspace_is_busy(workspace);
    return changes;
}

double editor_workspace_seconds(const editor_workspace *workspace)
{
    return workspace->seconds;
}

bool editor_workspace_is_busy(const editor_workspace *workspace)
{
    return workspace->work != EDITOR_WORK_NONE || editor_workspace_has_drop(workspace) ||
           editor_workspace_can_take_load(workspace) || wants_picture(workspace) || workspace->maintains ||
           (has_area(workspace) && editor_views_is_busy(&workspace->views));
}

double editor_workspace_wake(const editor_workspace *workspace)
{
    double wake = editor_debug_view_wake(&workspace->debug);
    if (workspace->desc.keeps_copies && editor_document_is_changed(workspace->document) && (wake < 0 || wake > 5))
        wake = 5; // autosaves depend on the clock
    const double load = editor_workspace_load_wake(workspace);
    if (load >= 0 && (wake < 0 || wake > load))
        wake = load;
    const double clip = editor_workspace_timeline_wake(workspace);
    if (clip >= 0 && (wake < 0 || wake > clip))
        wake = clip;
    const double hold = editor_workspace_touch_wake(workspace);
    return hold >= 0 && (wake < 0 || wake > hold) ? hold : wake;
}

// --- output ---

const editor_picture *editor_workspace_picture(const editor_workspace *workspace)
{
    return &workspace->picture;
}

uint64_t editor_workspace_generation(const editor_workspace *workspace)
{
    return workspace->generation;
}

editor_requests editor_workspace_take_requests(editor_workspace *workspace)
{
    editor_requests requests = workspace->requests;
    workspace->requests = (editor_requests){0};
    return requests;
}

bool editor_workspace_wants_text(const editor_workspace *workspace, pick_rect *caret)
{
    const bool takes = editor_ui_takes_text(workspace->ui, caret);
    return takes || workspace->ahead.waits;
}

bool editor_workspace_wants_grab(const editor_workspace *workspace)
{
    return editor_views_is_flying(&workspace->views);
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
    return editor_workspace_get_level(workspace);
}

const pick_selection *editor_workspace_selection(const editor_workspace *workspace)
{
    return editor_document_selection(workspace->document);
}

const editor_document *editor_workspace_document(const editor_workspace *workspace)
{
    return workspace->document;
}

const editor_panels *editor_workspace_panels(const editor_workspace *workspace)
{
    return workspace->panels;
}

const editor_views *editor_workspace_views(const editor_workspace *workspace)
{
    return &workspace->views;
}

const editor_viewport *editor_workspace_viewport(const editor_workspace *workspace)
{
    return &workspace->views.view[workspace->views.active];
}

const editor_dialog *editor_workspace_dialog(const editor_workspace *workspace)
{
    return &workspace->dialog;
}

const char *editor_workspace_title(const editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_workspace *own = (editor_workspace *)(uintptr_t)workspace; // its text is kept here
    snprintf(own->title, sizeof(own->title), "%s%.200s - vkpick",
             editor_document_is_changed(workspace->document) ? "* " : "", editor_level_title(level));
    return workspace->title;
}

const char *editor_workspace_tool(const editor_workspace *workspace)
{
    return EDITOR_TOOLS[editor_tools_current(workspace->tools)].name;
}

size_t editor_workspace_part_count(const editor_workspace *workspace)
{
    return editor_tools_part_count(workspace->tools);
}

void editor_workspace_measure(const editor_workspace *workspace, char *out, size_t size)
{
    char way[EDITOR_WAY_SIZE];
    editor_tools_status(workspace->tools, editor_workspace_get_level(workspace),
                        editor_workspace_name_way(workspace, "parts-objects", way), out, size);
}

const char *editor_workspace_message(const editor_workspace *workspace)
{
    return workspace->message[0] ? workspace->message : workspace->sight;
}

editor_ui *editor_workspace_ui(editor_workspace *workspace)
{
    return workspace->ui;
}

uint64_t editor_workspace_picks(const editor_workspace *workspace)
{
    return editor_views_picks(&workspace->views);
}

uint64_t editor_workspace_pictures(const editor_workspace *workspace)
{
    return workspace->pictures;
}
