// workspace_picture.c: makes the next picture: views, overlays, panels.
#include "document/level/look.h"
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(uint32_t **array, size_t *capacity, size_t count)
{
    if (count <= *capacity)
        return true;
    uint32_t *grown = realloc(*array, 2 * count * sizeof(*grown));
    if (!grown)
        return false;
    *array = grown;
    *capacity = 2 * count;
    return true;
}

// Out of memory, outlines are left out.
static void fill_highlight(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_selection *selection = editor_document_selection(workspace->document);
    editor_highlight *highlight = &workspace->picture.highlight;
    const uint32_t known = highlight->selected_count;
    *highlight = (editor_highlight){.active = editor_document_active(workspace->document),
                                    .inside = editor_workspace_entered(workspace)};
    highlight->dims = highlight->inside != EDITOR_NONE && !workspace->settings.undimmed;
    uint32_t preview = 0, listed = editor_workspace_listed(workspace);
    bool drawing = false;
    const uint32_t *found = editor_tools_preview(workspace->tools, &preview, &drawing);
    const pick_target *hover = editor_workspace_hover(workspace);
    uint32_t hovered = listed != EDITOR_NONE ? listed : editor_level_object(level, hover->object);
    // A click would not select the object.
    const bool selects = editor_tools_part_kind(workspace->tools) == 0 && !editor_tools_is_measuring(workspace->tools);
    if (!selects && listed == EDITOR_NONE)
        hovered = EDITOR_NONE;
    if (!drawing && hovered != EDITOR_NONE) {
        found = &hovered;
        preview = 1;
    }
    if (reserve(&workspace->hovered, &workspace->hovered_capacity, preview)) {
        if (preview > 0)
            memcpy(workspace->hovered, found, preview * sizeof(*found));
        highlight->hovered_count = preview;
    }
    size_t count = pick_selection_count(selection);
    if (editor_document_is_still(workspace->document, &workspace->highlighted)) {
        highlight->selected_count = known;
    } else if (reserve(&workspace->selected, &workspace->selected_capacity, count)) {
        for (size_t i = 0; i < count; i++) {
            uint32_t number = editor_level_object(level, pick_selection_objects(selection)[i]);
            if (number != EDITOR_NONE)
                workspace->selected[highlight->selected_count++] = number;
        }
    }
    highlight->hovered = workspace->hovered;
    highlight->selected = workspace->selected;
}

static void prepare_views(editor_workspace *workspace)
{
    editor_picture *picture = &workspace->picture;
    picture->view_count = 0;
    if (workspace->views.section.caps)
        (void)editor_level_find_solids(editor_workspace_get_level(workspace));
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        if (!editor_views_is_shown(&workspace->views, i))
            continue;
        render_frame *frame = &picture->views[picture->view_count++];
        *frame = (render_frame){.wireframe = workspace->settings.wireframe,
                                .grid = workspace->settings.grid,
                                .shadows = editor_workspace_has_effect(workspace, workspace->settings.shadows),
                                .ambient_occlusion =
                                    editor_workspace_has_effect(workspace, workspace->settings.ambient_occlusion),
                                .icons = !workspace->settings.hide_icons,
                                .shading = workspace->settings.shading};
        editor_viewport_prepare(&workspace->views.view[i], &workspace->views.section, frame);
        editor_debug_view_lines(&workspace->debug, frame);
    }
}

// Draws over the viewports and below the panels.
static void draw_over_views(editor_workspace *workspace)
{
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        if (!editor_views_is_shown(&workspace->views, i))
            continue;
        editor_tool_context context = editor_workspace_context(workspace, i);
        editor_tools_draw(workspace->tools, &context, workspace->ui);
        editor_workspace_draw_axes(workspace, i);
    }
    editor_views_draw(&workspace->views, workspace->ui);
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        const editor_viewport *view = &workspace->views.view[i];
        if (editor_views_is_shown(&workspace->views, i) && view->next_has_view)
            editor_debug_view_draw(&workspace->debug, &view->next_view, workspace->ui);
    }
}

static void show_sight(editor_workspace *workspace)
{
    uint32_t active = editor_document_active(workspace->document);
    editor_debug_view_begin(&workspace->debug);
    workspace->sight[0] = '\0';
    if (workspace->settings.sight && active != EDITOR_NONE) {
        const uint32_t seen = editor_debug_view_sight(&workspace->debug, editor_workspace_get_level(workspace), active);
        snprintf(workspace->sight, sizeof(workspace->sight), "Objects in line of sight: %u", (unsigned)seen);
    }
}

// What the tool says, "" for nothing. What an action said comes first, until the next press; during a drag, after it.
static void tool_text(const editor_workspace *workspace, char *out, size_t size)
{
    out[0] = '\0';
    char way[EDITOR_WAY_SIZE];
    const bool dragging = editor_tools_is_dragging(workspace->tools);
    if (workspace->message[0] && !dragging)
        return;
    editor_tools_status(workspace->tools, editor_workspace_get_level(workspace),
                        editor_workspace_name_way(workspace, "parts-objects", way), out, size);
    const size_t used = strlen(out);
    if (used > 0 && workspace->message[0])
        snprintf(out + used, size - used, "     %s", workspace->message);
}

static editor_command show_panels(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const editor_viewport *viewport = editor_views_hovered(&workspace->views);
    const pick_target *hover = pick_pointer_hover(viewport->pointer);
    uint32_t hovered = editor_level_object(level, hover->object);
    char tool[512];
    tool_text(workspace, tool, sizeof(tool));
    if (workspace->desc.actions)
        workspace->desc.actions->list(workspace, workspace->entries);
    const editor_navigation *navigation = &editor_views_active(&workspace->views)->navigation;
    editor_panels_model model = {
        .document = workspace->document,
        .settings = &workspace->settings,
        .actions = workspace->entries,
        .action_count = (uint32_t)editor_workspace_action_count(workspace),
        .dialog = &workspace->dialog,
        .hover = hover,
        .hover_name = hovered != EDITOR_NONE ? level->objects[hovered].name : "",
        .view = editor_views_active(&workspace->views)->rect,
        .view_name = editor_views_shown_name(&workspace->views, workspace->views.active),
        .corner = editor_workspace_axes_room(workspace, workspace->views.active),
        .tool_text = tool,
        .hint = editor_tools_hint(workspace->tools, hover->handle),
        .message = workspace->message[0] ? workspace->message : workspace->sight,
        .pick_microseconds = viewport->pick_microseconds,
        .frame_milliseconds = workspace->figures.frame_milliseconds,
        .frame_count = workspace->figures.frame_count,
        .pick_count = editor_views_picks(&workspace->views),
        .fly_speed = navigation->flying ? navigation->fly_speed : 0,
        .device_name = workspace->figures.device_name,
        .figures = workspace->figures.lines,
        .figure_count = workspace->figures.line_count,
        .assets = &workspace->assets,
        .section_planes = workspace->views.section.count,
        .part_mode = editor_tools_part_name(editor_tools_part_kind(workspace->tools)),
    };
    editor_workspace_list_isolated(workspace, &model);
    editor_workspace_list_crumbs(workspace, &model);
    editor_workspace_list_load(workspace, &model);
    editor_workspace_list_timeline(workspace, &model);
    return editor_panels_show(workspace->panels, workspace->ui, &workspace->window, &model);
}

editor_command editor_workspace_show(editor_workspace *workspace, editor_workspace_changes *changes)
{
    workspace->dirty = false;
    workspace->work_shown = true;
    editor_workspace_place(workspace);
    show_sight(workspace);
    prepare_views(workspace);
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_tools_place(workspace->tools, &context);
    editor_ui_begin(workspace->ui, &workspace->window, workspace->since_shown);
    workspace->since_shown = 0;
    draw_over_views(workspace);
    editor_command command = show_panels(workspace);
    workspace->picture.views[0].overlay = editor_ui_end(workspace->ui);
    const char *copied = editor_ui_take_copied(workspace->ui);
    if (copied && workspace->desc.set_clipboard)
        workspace->desc.set_clipboard(workspace->desc.clipboard_user, copied);
    fill_highlight(workspace);
    changes->size = !editor_workspace_same_window(&workspace->shown_window, &workspace->window);
    changes->camera |= changes->size;
    workspace->shown_window = workspace->window;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        editor_viewport *view = &workspace->views.view[i];
        if (!editor_views_is_shown(&workspace->views, i))
            continue;
        bool elsewhere = workspace->views.count > 1 && editor_views_at(&workspace->views, view->mouse) != i;
        editor_viewport_set_captured(view, editor_ui_owns_mouse(workspace->ui, view->mouse) || elsewhere);
        changes->camera |= editor_viewport_shown(view);
    }
    changes->picture = true;
    workspace->pictures++;
    return command;
}
